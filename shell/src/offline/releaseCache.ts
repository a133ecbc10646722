import type { Registry } from '@masomo/contracts/registry';

const cacheName = 'releases';

/** Where files of live releases are, as the last registry that passed here says; null until one did. */
let liveBaseUrls: readonly string[] | null = null;
const isLive = (address: string) => liveBaseUrls === null || liveBaseUrls.some((base) => address.startsWith(base));

/** Files of releases never change under their address. A further attempt (`?r=1`) means that what is kept did not work. */
export function isReleaseFile({ pathname, search }: URL): boolean {
  return pathname.startsWith('/releases/') && search === '';
}

/** A release's file: kept, or fetched and, if it is live, kept. A tab of yesterday still gets its files, and leaves none behind. */
export async function cacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && isLive(request.url)) await cache.put(request.url, answer.clone()).catch(() => undefined);
  return answer;
}

/** Addresses below which the files of live releases are: what runs now, and the versions a tab may fall back to. */
export function liveBases({ shell, remotes }: Pick<Registry, 'shell' | 'remotes'>): string[] {
  return [shell, ...Object.values(remotes).flatMap((remote) => [remote, ...(remote.previous ? [remote.previous] : [])])].map(
    ({ base }) => base,
  );
}

/** Forgets the files of every release that is not live any more: what is kept is what the registry names. */
export async function pruneReleases(registry: Registry, origin: string): Promise<void> {
  liveBaseUrls = liveBases(registry).map((base) => new URL(base, origin).href);
  const cache = await caches.open(cacheName);
  const gone = (await cache.keys()).filter(({ url }) => !isLive(url));
  await Promise.all(gone.map((request) => cache.delete(request)));
}
