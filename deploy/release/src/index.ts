export type { ReleaseStore, StoredFile, StoredEncoding } from './releaseStore.ts';
export { openFileReleaseStore } from './fileReleaseStore.ts';
export { publish } from './publish.ts';
export { promote, rollback } from './promote.ts';
export { composeRegistry, releaseBase } from './composeRegistry.ts';
export { missingOffers } from './contractGate.ts';
export type { RegistryState, ReleaseEvent } from './registryState.ts';
export { releasesFolder } from './dataDirectory.ts';
