import type { Registry } from '@masomo/contracts/registry';
import { offlinePath } from './offline/offlinePath.ts';
import { isReleaseFile, pruneReleases, cacheFirst } from './offline/releaseCache.ts';

/** What a service worker's scope and events have beyond a page's; TypeScript keeps them in a library that excludes the page's. */
type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LifeEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = typeof globalThis & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };
const scope = globalThis as WorkerScope;

const offlineCache = 'offline';

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(offlineCache)).match(offlinePath);
    if (!kept) throw error;
    return kept;
  }
}

/** The registry is never kept; what it says decides which releases are. */
async function registry(event: FetchEvent): Promise<Response> {
  const answer = await fetch(event.request);
  if (answer.status === 200)
    event.waitUntil(
      answer
        .clone()
        .json()
        .then((live: Registry) => pruneReleases(live, location.origin)),
    );
  return answer;
}

scope.addEventListener('install', (event) => {
  (event as LifeEvent).waitUntil(
    caches
      .open(offlineCache)
      .then((cache) => cache.add(new Request(offlinePath, { cache: 'reload' })))
      .then(() => scope.skipWaiting()),
  );
});
scope.addEventListener('activate', (event) => (event as LifeEvent).waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (plain) => {
  const event = plain as FetchEvent;
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname === '/registry.json') event.respondWith(registry(event));
  else if (isReleaseFile(url)) event.respondWith(cacheFirst(request));
});
