import { promote, publish, type ReleaseStore } from '@masomo/release';
import { buildChanged } from '../build/index.ts';

/** Builds what changed and makes it live in the local release store. */
export async function releaseChanges(store: ReleaseStore, say: (line: string) => void): Promise<void> {
  const built = await buildChanged({ onBuilt: ({ app, isNew, milliseconds }) => isNew && say(`  ${app} built in ${(milliseconds / 1000).toFixed(1)} s`) });
  for (const { folder } of built) await publish(store, folder);
  const { live } = await store.readState();
  const news = built.filter(({ app, version }) => live[app]?.[0] !== version);
  if (news.length > 0) await promote(store, news.map(({ app, version }) => ({ app, version })));
}
