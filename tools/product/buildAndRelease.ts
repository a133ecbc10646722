import { promote, publish, type ReleaseStore } from '@masomo/release';
import { buildChanged, type Built } from '../build/index.ts';
import { readLastBuilt, saveLastBuilt } from './lastBuilt.ts';

type Build = Pick<Built, 'app' | 'version' | 'folder'>;

/**
 * Makes builds live whose sources changed since this instance released them last. A version somebody rolled back stays
 * rolled back however often the product starts.
 */
export async function releaseChangedBuilds(store: ReleaseStore, releases: string, built: readonly Build[]): Promise<void> {
  const [last, { live }] = [await readLastBuilt(releases), await store.readState()];
  const news = built.filter(({ app, version }) => !live[app] || last[app] !== version);
  for (const { folder } of news) await publish(store, folder);
  if (news.length > 0)
    await promote(
      store,
      news.map(({ app, version }) => ({ app, version })),
    );
  await saveLastBuilt(releases, built);
}

/** Builds what changed and makes it live. */
export async function buildAndRelease(store: ReleaseStore, releases: string, say: (line: string) => void): Promise<void> {
  const built = await buildChanged({
    onBuilt: ({ app, isNew, milliseconds }) => isNew && say(`  ${app} built in ${(milliseconds / 1000).toFixed(1)} s`),
  });
  await releaseChangedBuilds(store, releases, built);
}
