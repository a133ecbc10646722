import type { Registry, RegistryRemote, RegistryVersion } from '@masomo/contracts/registry';
import type { ReleaseManifest } from '@masomo/contracts/release';
import { missingOffers } from './contractGate.ts';
import type { RegistryState } from './registryState.ts';
import type { ReleaseStore } from './releaseStore.ts';
import { isSigned } from './signatures.ts';

/** Address of a release below the product's origin. */
const releaseBase = (app: string, version: string) => `/releases/${app}/${version}/`;

function versionOf(release: ReleaseManifest): RegistryVersion {
  const { app, version, entry, initial, files } = release;
  const listed = [...new Set([entry, ...initial])].sort();
  const integrity = Object.fromEntries(listed.map((file) => [file, files[file]?.integrity ?? '']));
  return { version, base: releaseBase(app, version), entry, initial, integrity };
}

async function readLiveRelease(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const release = await store.readRelease(app, version);
  if (!release) throw new Error(`${app} ${version} is live and not in the release store.`);
  return release;
}

/** The live versions for a visitor with these canaries, which fall back to the versions of everybody else. */
function liveVersionsFor(state: RegistryState, variant: ReadonlySet<string>): RegistryState['live'] {
  return Object.fromEntries(
    Object.entries(state.live).map(([app, versions]) => {
      const canary = variant.has(app) ? state.canary[app] : undefined;
      return [app, canary ? [canary.version, ...versions] : versions];
    }),
  );
}

/** The registry for browsers; `variant` names the apps whose canary this visitor gets. Null until a shell is live. */
export async function composeRegistry(
  store: ReleaseStore,
  state: RegistryState,
  variant: ReadonlySet<string> = new Set(),
): Promise<Registry | null> {
  const { shell: shellVersions, ...others } = liveVersionsFor(state, variant);
  const [shellVersion] = shellVersions ?? [];
  if (!shellVersion) return null;
  const shell = await readLiveRelease(store, 'shell', shellVersion);
  const remotes: Record<string, RegistryRemote> = {};
  const unmet: NonNullable<Registry['unmet']> = {};
  for (const [app, [version = '', previous]] of Object.entries(others)) {
    const release = await readLiveRelease(store, app, version);
    if (!release.manifest) throw new Error(`${app} ${version} has no manifest.`);
    const missing = release.manifest.requires ? missingOffers(shell, release) : [];
    if (release.manifest.requires && missing.length > 0) {
      unmet[app] = { version, requires: release.manifest.requires, missing };
      continue;
    }
    const fallback = previous ? await store.readRelease(app, previous) : null;
    const isTrusted = fallback !== null && isSigned(state, fallback);
    remotes[app] = {
      ...versionOf(release),
      manifest: release.manifest,
      ...(release.screens ? { screens: release.screens } : {}),
      ...(isTrusted ? { previous: versionOf(fallback) } : {}),
    };
  }
  const name = [...variant].sort().join(' ');
  const hasRoleCohorts = Object.values(state.canary).some(({ roles }) => roles.length > 0);
  return {
    revision: state.revision,
    ...(name ? { variant: name } : {}),
    ...(hasRoleCohorts ? { hasRoleCohorts } : {}),
    shell: { ...versionOf(shell), ...(shell.screens ? { screens: shell.screens } : {}) },
    remotes,
    ...(Object.keys(unmet).length > 0 ? { unmet } : {}),
  };
}
