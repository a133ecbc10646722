import { userInfo } from 'node:os';
import type { z } from 'zod';
import type { ReleaseManifest } from '@masomo/contracts/release';
import { assertCompatible, assertExclusivePrefixes } from './contractGate.ts';
import {
  canarySchema,
  withCanary,
  withoutCanary,
  withPromoted,
  withRolledBack,
  type ChangeAuthor,
  type RegistryState,
} from './registryState.ts';
import type { ReleaseStore } from './releaseStore.ts';
import { variantsOf } from './variants.ts';

/** Who asks for a change, and why where nobody decided it by hand. */
export type ChangeOptions = { by?: string; reason?: string };

function author({ by = userInfo().username, reason }: ChangeOptions = {}): ChangeAuthor {
  return { by, at: new Date().toISOString(), ...(reason ? { reason } : {}) };
}

async function releaseOf(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const release = await store.readRelease(app, version);
  if (release) return release;
  const known = await store.listVersions(app);
  throw new Error(`${app} ${version} is not published. Published: ${known.length > 0 ? known.join(', ') : 'nothing'}.`);
}

/** Every set a visitor may get must work together before it becomes visible. */
async function checked(store: ReleaseStore, state: RegistryState): Promise<RegistryState> {
  const versions = Object.entries(state.live).map(([app, [version = '']]) => [app, version] as const);
  for (const variant of variantsOf(state)) {
    const releases = await Promise.all(
      versions.map(([app, version]) => releaseOf(store, app, (variant.has(app) ? state.canary[app]?.version : undefined) ?? version)),
    );
    const remotes = releases.filter((release) => release.app !== 'shell');
    assertCompatible(
      releases.find((release) => release.app === 'shell'),
      remotes,
    );
    assertExclusivePrefixes(remotes);
  }
  return state;
}

/** Makes published versions live, all in one step. Refuses what would not work together with what stays live. */
export function promote(
  store: ReleaseStore,
  changes: readonly { app: string; version: string }[],
  cause?: ChangeOptions,
): Promise<RegistryState> {
  return store.updateState(async (state) => {
    await Promise.all(changes.map(({ app, version }) => releaseOf(store, app, version)));
    const next = withPromoted(state, changes, author(cause));
    return next === state ? state : checked(store, next);
  });
}

/**
 * Makes the version live again that was live before. With `abandon`, only while that version is the live one: of two who
 * roll back at once, the second does not go back one further.
 */
export function rollback(
  store: ReleaseStore,
  app: string,
  { abandon, ...cause }: ChangeOptions & { abandon?: string } = {},
): Promise<RegistryState> {
  return store.updateState(async (state) => {
    if (abandon !== undefined && state.live[app]?.[0] !== abandon) return state;
    return checked(store, withRolledBack(state, app, author(cause)));
  });
}

/** Gives a published version to a share of the visitors, and to everybody who asked for early releases. */
export function startCanary(
  store: ReleaseStore,
  app: string,
  canary: z.input<typeof canarySchema>,
  cause?: ChangeOptions,
): Promise<RegistryState> {
  return store.updateState(async (state) => {
    await releaseOf(store, app, canary.version);
    return checked(store, withCanary(state, app, canarySchema.parse(canary), author(cause)));
  });
}

/** Gives everybody the live version again. */
export function endCanary(store: ReleaseStore, app: string, cause?: ChangeOptions): Promise<RegistryState> {
  return store.updateState((state) => withoutCanary(state, app, author(cause)));
}
