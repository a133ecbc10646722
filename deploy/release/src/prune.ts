import type { ReleaseStore } from './releaseStore.ts';

const dayMs = 24 * 3_600_000;
/** So many of an app's newest releases are never removed. */
const minPerApp = 5;

type Options = { now?: Date; minAgeMs?: number };

/**
 * Removes releases that are no longer needed: neither live, nor a fallback, nor a canary, nor among the newest, nor published or
 * replaced within the last day, because an open tab may still request their files. Returns the removed ones.
 */
export async function prune(store: ReleaseStore, { now = new Date(), minAgeMs = dayMs }: Options = {}): Promise<string[]> {
  const { live, canary, history } = await store.readState();
  await store.removeLeftovers();
  const since = now.getTime() - minAgeMs;
  const removed: string[] = [];
  for (const app of Object.keys(live)) {
    const versions = await Promise.all(
      (await store.listVersions(app)).map(async (version) => ({ version, at: await store.publishedAt(app, version) })),
    );
    const newest = versions
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, minPerApp)
      .map(({ version }) => version);
    const recent = history
      .filter((event) => event.app === app && Date.parse(event.at) > since)
      .flatMap((event) => [event.version, event.from]);
    const needed = new Set([...(live[app] ?? []), canary[app]?.version, ...newest, ...recent]);
    for (const { version, at } of versions) {
      if (needed.has(version) || at.getTime() > since) continue;
      // It may have been promoted in the meantime.
      const latest = await store.readState();
      if (latest.live[app]?.includes(version) || latest.canary[app]?.version === version) continue;
      await store.removeRelease(app, version);
      removed.push(`${app} ${version}`);
    }
  }
  return removed;
}
