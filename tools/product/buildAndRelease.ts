import { promote, publish, type ReleaseStore } from '@masomo/release';
import { buildChanged, type Built } from '../build/index.ts';
import { readLastBuilt, saveLastBuilt } from './lastBuilt.ts';

type Build = Pick<Built, 'app' | 'version' | 'folder'>;

/**
 * Makes builds live whose sources changed since this installation released them last. A version that was rolled back stays rolled
 * back however often the product starts.
 */
export async function releaseChangedBuilds(store: ReleaseStore, releasesFolder: string, built: readonly Build[]): Promise<void> {
  const [last, { live }] = [await readLastBuilt(releasesFolder), await store.readState()];
  const changed = built.filter(({ app, version }) => !live[app] || last[app] !== version);
  for (const { folder } of changed) await publish(store, folder);
  if (changed.length > 0)
    await promote(
      store,
      changed.map(({ app, version }) => ({ app, version })),
    );
  await saveLastBuilt(releasesFolder, built);
}

/** Builds the apps whose sources changed and makes them live. */
export async function buildAndRelease(store: ReleaseStore, releasesFolder: string, log: (line: string) => void): Promise<void> {
  const built = await buildChanged({
    onBuilt: ({ app, isNew, milliseconds }) => isNew && log(`  ${app} built in ${(milliseconds / 1000).toFixed(1)} s`),
  });
  await releaseChangedBuilds(store, releasesFolder, built);
}
