export { backUp } from './backup/backUp.ts';
export { restore } from './backup/restore.ts';
export { hostedBackend } from './backend/hostedBackend.ts';
export { lockDataDirectory } from './host/instanceLock.ts';
export { resetDatabase } from './database/resetDatabase.ts';
export { startLocalBackend } from './backend/startLocalBackend.ts';
