import type { ReleaseStore } from './releaseStore.ts';

const aDay = 24 * 3_600_000;
/** Newest releases of an app that stay whatever their age. */
const keptPerApp = 5;

type Options = { now?: Date; youngerThan?: number };

/**
 * Removes releases nobody needs: neither live, nor to fall back to, nor a canary, nor among the newest, nor left (or
 * published) within the last day, because a tab that is still open may ask for its files. Returns what went.
 */
export async function prune(store: ReleaseStore, { now = new Date(), youngerThan = aDay }: Options = {}): Promise<string[]> {
  const { live, canary, history } = await store.readState();
  await store.removeLeftovers();
  const since = now.getTime() - youngerThan;
  const removed: string[] = [];
  for (const app of Object.keys(live)) {
    const versions = await Promise.all(
      (await store.listVersions(app)).map(async (version) => ({ version, at: await store.publishedAt(app, version) })),
    );
    const newest = versions
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, keptPerApp)
      .map(({ version }) => version);
    const recent = history
      .filter((event) => event.app === app && Date.parse(event.at) > since)
      .flatMap((event) => [event.version, event.from]);
    const needed = new Set([...(live[app] ?? []), canary[app]?.version, ...newest, ...recent]);
    for (const { version, at } of versions) {
      if (needed.has(version) || at.getTime() > since) continue;
      // Somebody may have promoted it meanwhile.
      const latest = await store.readState();
      if (latest.live[app]?.includes(version) || latest.canary[app]?.version === version) continue;
      await store.removeRelease(app, version);
      removed.push(`${app} ${version}`);
    }
  }
  return removed;
}
