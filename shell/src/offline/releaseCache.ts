import type { Registry } from '@masomo/contracts/registry';

const cacheName = 'releases';

/** Base addresses of the live releases by the last registry that passed here; null before the first one. */
let liveBaseUrls: readonly string[] | null = null;
const isLive = (address: string) => liveBaseUrls === null || liveBaseUrls.some((base) => address.startsWith(base));

/** Whether an address is a cacheable file of a release. One with a query (`?r=1`) is a retry, for which the cached file did not work. */
export function isReleaseFile({ pathname, search }: URL): boolean {
  return pathname.startsWith('/releases/') && search === '';
}

/** A release's file from the cache, else from the network. Only files of live releases are cached, not those an old tab still needs. */
export async function cacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200 && isLive(request.url)) await cache.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/** Base addresses of the live releases and of those a tab may fall back to. */
export function liveBases({ shell, remotes }: Pick<Registry, 'shell' | 'remotes'>): string[] {
  return [shell, ...Object.values(remotes).flatMap((remote) => [remote, ...(remote.previous ? [remote.previous] : [])])].map(
    ({ base }) => base,
  );
}

/** Deletes the cached files of all releases that the registry no longer names. */
export async function pruneReleases(registry: Registry, origin: string): Promise<void> {
  liveBaseUrls = liveBases(registry).map((base) => new URL(base, origin).href);
  const cache = await caches.open(cacheName);
  const outdated = (await cache.keys()).filter(({ url }) => !isLive(url));
  await Promise.all(outdated.map((request) => cache.delete(request)));
}
