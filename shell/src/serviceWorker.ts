import type { Registry } from '@masomo/contracts/registry';
import { offlinePath } from './offline/offlinePath.ts';
import { endPushesOnSignOut, openPush, showPush, type PushClickEvent, type PushedEvent } from './offline/push.ts';
import { isReleaseFile, pruneReleases, cacheFirst } from './offline/releaseCache.ts';

/** TypeScript's library for service workers excludes the one for pages, so their types stand here. */
type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LifeEvent & { request: Request; respondWith(response: Promise<Response>): void };
type WorkerScope = typeof globalThis & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } };
const scope = globalThis as WorkerScope;

const offlineCache = 'offline';

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await (await caches.open(offlineCache)).match(offlinePath);
    if (!offline) throw error;
    return offline;
  }
}

/** The registry is never cached; it decides which releases are. */
async function registry(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request);
  if (response.status === 200)
    event.waitUntil(
      response
        .clone()
        .json()
        .then((live: Registry) => pruneReleases(live, location.origin)),
    );
  return response;
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
  if (request.method === 'POST') endPushesOnSignOut(event, url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname === '/registry.json') event.respondWith(registry(event));
  else if (isReleaseFile(url)) event.respondWith(cacheFirst(request));
});
scope.addEventListener('push', (event) => (event as PushedEvent).waitUntil(showPush(event as PushedEvent)));
scope.addEventListener('notificationclick', (event) => (event as PushClickEvent).waitUntil(openPush(event as PushClickEvent)));
