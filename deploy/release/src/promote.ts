import { userInfo } from 'node:os';
import type { ReleaseManifest } from '@masomo/contracts/release';
import { assertCompatible, assertExclusive } from './contractGate.ts';
import { withPromoted, withRolledBack, type RegistryState } from './registryState.ts';
import type { ReleaseStore } from './releaseStore.ts';

function author() {
  return { by: userInfo().username, at: new Date().toISOString() };
}

async function releaseOf(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const release = await store.readRelease(app, version);
  if (release) return release;
  const known = await store.listVersions(app);
  throw new Error(`${app} ${version} is not published. Published: ${known.length > 0 ? known.join(', ') : 'nothing'}.`);
}

/** Every live set must work together before it becomes visible. */
async function checked(store: ReleaseStore, state: RegistryState): Promise<RegistryState> {
  const live = await Promise.all(Object.entries(state.live).map(([app, [version = '']]) => releaseOf(store, app, version)));
  const remotes = live.filter((release) => release.app !== 'shell');
  assertCompatible(live.find((release) => release.app === 'shell'), remotes);
  assertExclusive(remotes);
  return state;
}

/** Makes published versions live, all in one step. Refuses what would not work together with what stays live. */
export function promote(store: ReleaseStore, changes: readonly { app: string; version: string }[]): Promise<RegistryState> {
  return store.updateState(async (state) => {
    await Promise.all(changes.map(({ app, version }) => releaseOf(store, app, version)));
    const next = withPromoted(state, changes, author());
    return next === state ? state : checked(store, next);
  });
}

/** Makes the version live again that was live before. */
export function rollback(store: ReleaseStore, app: string): Promise<RegistryState> {
  return store.updateState((state) => checked(store, withRolledBack(state, app, author())));
}
