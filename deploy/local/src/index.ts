export { backUp } from './backup/backUp.ts';
export { restore } from './backup/restore.ts';
export { hostedBackend } from './hostedBackend.ts';
export { lockDataDirectory } from './instanceLock.ts';
export { resetDatabase } from './resetDatabase.ts';
export { startLocalBackend, type LocalBackend, type LocalBackendOptions } from './startLocalBackend.ts';
