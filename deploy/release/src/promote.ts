import { userInfo } from 'node:os';
import type { z } from 'zod';
import type { ReleaseManifest } from '@masomo/contracts/release';
import { RefusedError } from '@masomo/domain/refusals';
import { sentence } from '@masomo/domain/sentences';
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
import { assertSigned } from './signatures.ts';
import { variantsOf } from './variants.ts';

/** Who makes a change, by default the user of this machine, and why if it was automatic. */
export type ChangeOptions = { by?: string; reason?: string };

function author({ by = userInfo().username, reason }: ChangeOptions = {}): ChangeAuthor {
  return { by, at: new Date().toISOString(), ...(reason ? { reason } : {}) };
}

async function readPublished(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const release = await store.readRelease(app, version);
  if (release) return release;
  const published = await store.listVersions(app);
  throw new RefusedError(
    'release.not_published',
    sentence('{app} {version} is not published. Published: {published}.', { app, version, published: published.join(', ') || '-' }),
  );
}

/**
 * Checks what becomes current, in whichever way: its signature, and every combination of versions that a visitor may get. An add-on that the new shell does not fit
 * does not keep the shell back: it is left out of registries until its own next release (`composeRegistry`).
 */
async function validate(store: ReleaseStore, state: RegistryState, changed: readonly string[]): Promise<RegistryState> {
  const versions = Object.entries(state.live).map(([app, [version = '']]) => [app, version] as const);
  for (const app of changed) {
    const next = [state.live[app]?.[0], state.canary[app]?.version].filter((version) => version !== undefined);
    for (const version of next) assertSigned(state, await readPublished(store, app, version));
  }
  for (const variant of variantsOf(state)) {
    const releases = await Promise.all(
      versions.map(([app, version]) => readPublished(store, app, (variant.has(app) ? state.canary[app]?.version : undefined) ?? version)),
    );
    const remotes = releases.filter((release) => release.app !== 'shell');
    assertCompatible(
      releases.find((release) => release.app === 'shell'),
      remotes.filter(({ app, manifest }) => !manifest?.requires || changed.includes(app)),
    );
    assertExclusivePrefixes(remotes);
  }
  return state;
}

/** Makes published versions live in one step. Rejects if they do not work together with the other live versions. */
export function promote(
  store: ReleaseStore,
  changes: readonly { app: string; version: string }[],
  options?: ChangeOptions,
): Promise<RegistryState> {
  return store.updateState(async (state) => {
    for (const { app, version } of changes) await readPublished(store, app, version);
    const next = withPromoted(state, changes, author(options));
    return next === state
      ? state
      : validate(
          store,
          next,
          changes.map(({ app }) => app),
        );
  });
}

/**
 * Makes the previously live version of an app live again, or those of several that need each other, in one step. With `abandon`, only
 * while the app has that version: of two concurrent rollbacks, the second does not go back one version further.
 */
export function rollback(
  store: ReleaseStore,
  app: string | readonly string[],
  { abandon, ...options }: ChangeOptions & { abandon?: string } = {},
): Promise<RegistryState> {
  const apps = [app].flat();
  return store.updateState(async (state) => {
    if (abandon !== undefined && !apps.every((name) => state.live[name]?.[0] === abandon)) return state;
    return validate(store, withRolledBack(state, apps, author(options)), apps);
  });
}

/** Gives a published version to a share of the visitors, and to everybody with early access. */
export function startCanary(
  store: ReleaseStore,
  app: string,
  canary: z.input<typeof canarySchema>,
  options?: ChangeOptions,
): Promise<RegistryState> {
  return store.updateState(async (state) => {
    await readPublished(store, app, canary.version);
    return validate(store, withCanary(state, app, canarySchema.parse(canary), author(options)), [app]);
  });
}

/** Gives everybody the live version again. */
export function endCanary(store: ReleaseStore, app: string, options?: ChangeOptions): Promise<RegistryState> {
  return store.updateState((state) => withoutCanary(state, app, author(options)));
}
