export { startLocalBackend, type LocalBackend, type LocalBackendOptions } from './startLocalBackend.ts';
export { lockDataDirectory } from './instanceLock.ts';
