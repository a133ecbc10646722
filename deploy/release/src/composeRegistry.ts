import type { Registry, RegistryRemote, RegistryVersion } from '@masomo/contracts/registry';
import type { ReleaseManifest } from '@masomo/contracts/release';
import type { RegistryState } from './registryState.ts';
import type { ReleaseStore } from './releaseStore.ts';

/** Address of a release below the product's origin. */
export const releaseBase = (app: string, version: string) => `/releases/${app}/${version}/`;

function versionOf(release: ReleaseManifest): RegistryVersion {
  const { app, version, entry, initial, files } = release;
  const listed = [...new Set([entry, ...initial])].sort();
  const integrity = Object.fromEntries(listed.map((file) => [file, files[file]?.integrity ?? '']));
  return { version, base: releaseBase(app, version), entry, initial, integrity };
}

async function required(store: ReleaseStore, app: string, version: string): Promise<ReleaseManifest> {
  const release = await store.readRelease(app, version);
  if (!release) throw new Error(`${app} ${version} is live and not in the release store.`);
  return release;
}

/** What browsers are told. Null until a shell is live. */
export async function composeRegistry(store: ReleaseStore, state: RegistryState): Promise<Registry | null> {
  const { shell: shellVersions, ...others } = state.live;
  const [shellVersion] = shellVersions ?? [];
  if (!shellVersion) return null;
  const remotes: Record<string, RegistryRemote> = {};
  for (const [app, [version = '', previous]] of Object.entries(others)) {
    const release = await required(store, app, version);
    if (!release.manifest) throw new Error(`${app} ${version} has no manifest.`);
    const fallback = previous ? await store.readRelease(app, previous) : null;
    remotes[app] = { ...versionOf(release), manifest: release.manifest, ...(fallback ? { previous: versionOf(fallback) } : {}) };
  }
  return { revision: state.revision, shell: versionOf(await required(store, 'shell', shellVersion)), remotes };
}
