import { DataError } from '@masomo/data';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import { releaseManifestSchema } from '@masomo/contracts/release';

const timeoutMs = 2_000;

/** How a local build stands: taken, or why the live version is shown instead. */
export type LocalBuild = { app: string; address: string; problem: string | null };
export type LocalBuilds = readonly LocalBuild[];

async function readBuild(app: string, address: string, live: RegistryRemote | undefined): Promise<RegistryRemote> {
  const answer = await fetch(new URL('release.json', address), { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  const release = releaseManifestSchema.parse(await answer.json());
  const manifest = release.manifest ?? live?.manifest;
  if (release.app !== app || !manifest) throw new Error(`it is a build of ${release.app}`);
  const integrity = Object.fromEntries([release.entry, ...release.initial].map((file) => [file, release.files[file]?.integrity ?? '']));
  // No version to fall back to: who works on a build wants to see it fail.
  return {
    version: release.version,
    base: new URL(`${release.version}/`, address).href,
    entry: release.entry,
    initial: release.initial,
    integrity,
    manifest,
  };
}

/** The registry with the remotes of this browser's local builds in it; a build that cannot be reached leaves the live version. */
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
  return { registry: { ...registry, remotes }, builds };
}

/** Reloads the page once a local build was made anew. Returns how to stop. */
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

/** Gives this browser the live versions again. */
export async function discardLocalBuilds(): Promise<void> {
  const answer = await fetch('/_releases/local-builds', { method: 'DELETE' });
  if (!answer.ok) throw new DataError('unavailable', `The server answered ${answer.status}.`);
  location.reload();
}
