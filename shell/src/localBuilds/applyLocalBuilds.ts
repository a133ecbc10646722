import { DataError } from '@masomo/data';
import { deleteLocalBuilds, fetchLocalRelease } from '@masomo/data/gateway';
import { withFeatures, type Registry, type RegistryRemote } from '@masomo/contracts/registry';
import { releaseManifestSchema } from '@masomo/contracts/release';

/** A local build; `problem` says why the live version is shown instead, or is null. */
export type LocalBuild = { app: string; address: string; problem: string | null };
export type LocalBuilds = readonly LocalBuild[];

async function readBuild(app: string, address: string, live: RegistryRemote | undefined): Promise<RegistryRemote> {
  const response = await fetchLocalRelease(address);
  if (!response.ok) throw new Error(`it responds ${response.status}`);
  const release = releaseManifestSchema.parse(await response.json());
  const manifest = release.manifest ?? live?.manifest;
  if (release.app !== app || !manifest) throw new Error(`it is a build of ${release.app}`);
  const integrity = Object.fromEntries([release.entry, ...release.initial].map((file) => [file, release.files[file]?.integrity ?? '']));
  // Without a version to fall back to: a developer wants to see the build fail.
  return {
    version: release.version,
    base: new URL(`${release.version}/`, address).href,
    entry: release.entry,
    initial: release.initial,
    integrity,
    manifest,
  };
}

/** The registry with this browser's local builds in place of live releases; a build that cannot be reached leaves the live one. */
export async function applyLocalBuilds(registry: Registry): Promise<{ registry: Registry; builds: LocalBuilds }> {
  const remotes = { ...registry.remotes };
  const builds = await Promise.all(
    Object.entries(registry.local ?? {}).map(async ([app, address]): Promise<LocalBuild> => {
      try {
        remotes[app] = await readBuild(app, address, registry.remotes[app]);
        return { app, address, problem: null };
      } catch (error) {
        return { app, address, problem: error instanceof Error && error.name !== 'TypeError' ? error.message : 'it cannot be reached' };
      }
    }),
  );
  // An add-on is not loaded for schools that do not have it, local builds included.
  return { registry: withFeatures({ ...registry, remotes }, registry.features?.split(',') ?? []), builds };
}

/** Reloads the page when a local build was rebuilt. Returns how to stop. */
export function reloadOnRebuild(registry: Registry): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    void applyLocalBuilds(registry).then(({ registry: now }) => {
      const isNew = Object.keys(registry.local ?? {}).some(
        (app) => now.remotes[app]?.base.startsWith('http') && now.remotes[app].version !== registry.remotes[app]?.version,
      );
      if (isNew) location.reload();
    });
  }, 1_000);
  return () => clearInterval(timer);
}

/** Restores the live versions in this browser. */
export async function discardLocalBuilds(): Promise<void> {
  const status = await deleteLocalBuilds();
  if (status >= 300) throw new DataError('unavailable', `The server responded ${status}.`);
  location.reload();
}
