import { beforeEach, expect, it, vi } from 'vitest';
import { productRegistry } from '../testing/productRegistry.ts';

const origin = 'https://masomo.test';
const file = (version: string) => `${origin}/releases/mfe-store/${version}/remoteEntry.js`;
const live = '0.1.0-0000000000';

let cached: Map<string, Response>;
const network = vi.fn(async (request: Request) => new Response(`of ${request.url}`));

/** A worker of its own per test. */
async function openWorker() {
  vi.resetModules();
  return import('./releaseCache.ts');
}

beforeEach(() => {
  cached = new Map();
  network.mockClear();
  const cache = {
    match: async (url: string) => cached.get(url)?.clone(),
    put: async (url: string, response: Response) => void cached.set(url, response),
    keys: async () => [...cached.keys()].map((url) => new Request(url)),
    delete: async ({ url }: Request) => cached.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', network);
});

it('caches what was fetched, and requests it once', async () => {
  const worker = await openWorker();
  for (let turn = 0; turn < 2; turn += 1) expect(await (await worker.cacheFirst(new Request(file(live)))).text()).toBe(`of ${file(live)}`);
  expect(network).toHaveBeenCalledTimes(1);
});

it('holds only what the registry names: live versions and those to fall back to', async () => {
  const worker = await openWorker();
  for (const version of [live, '0.1.0-previous', '0.0.9-gone']) await worker.cacheFirst(new Request(file(version)));
  const registry = productRegistry();
  const store = registry.remotes['mfe-store'];
  if (store)
    store.previous = {
      version: '0.1.0-previous',
      base: '/releases/mfe-store/0.1.0-previous/',
      entry: 'remoteEntry.js',
      initial: [],
      integrity: {},
    };
  await worker.pruneReleases(registry, origin);
  expect([...cached.keys()]).toEqual([file(live), file('0.1.0-previous')]);
});

it('serves a tab of an older release its files and caches none of them', async () => {
  const worker = await openWorker();
  await worker.pruneReleases(productRegistry(), origin);
  expect((await worker.cacheFirst(new Request(file('0.0.9-gone')))).status).toBe(200);
  expect([...cached.keys()]).toEqual([]);
});

it('caches no response that is not the whole file', async () => {
  const worker = await openWorker();
  network.mockResolvedValueOnce(new Response('gone', { status: 404 }));
  expect((await worker.cacheFirst(new Request(file(live)))).status).toBe(404);
  expect([...cached.keys()]).toEqual([]);
});
