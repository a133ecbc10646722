import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRenderer, type Renderer } from './startRenderer.ts';

let folder: string;
let renderer: Renderer;
/** How many requests have come from builds, and what they wait for. */
let backend: { requests: number; isOpen: Promise<unknown> };
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-render-'));
  backend = { requests: 0, isOpen: Promise.resolve() };
  renderer = startRenderer(async () => {
    backend.requests += 1;
    await backend.isOpen;
    return Response.json([]);
  }, 'key');
});
afterEach(async () => {
  vi.useRealTimers();
  await renderer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** From here on time passes only in `vi.advanceTimersByTimeAsync`, so that a busy machine is never late. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
/** Waits, in the machine's time, for something that another process does. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

async function build(name: string, source: string): Promise<string> {
  const file = path.join(folder, `${name}.cjs`);
  await writeFile(file, source);
  return file;
}
const page = (file: string, address = '/') =>
  renderer.run({ app: 'mfe-store', file, call: 'render', url: new URL(address, 'http://localhost').href });
const late = 'took more than 2000 ms';
/** Asks the backend, and returns how often it was called. */
const asking = `let calls = 0; exports.render = async (url, db) => {
  calls += 1;
  if (url.pathname === '/ask') await db.from('plans').select('name');
  if (url.pathname === '/loop') { void db.from('plans').select('name').then(); await new Promise((resolve) => setTimeout(resolve, 1)); for (;;); }
  return calls;
};`;

test('a build that loads slowly is loaded once, and its first page is rendered: the limit counts the render alone', async () => {
  const file = await build(
    'slow',
    'const until = Date.now() + 3_000; while (Date.now() < until); const loadedAt = Date.now(); exports.render = async () => loadedAt;',
  );
  const [first, second] = await Promise.all([page(file), page(file)]);
  expect(typeof first).toBe('number');
  expect(second).toBe(first);
  expect(await page(file)).toBe(first);
});

test('a render that waits for the backend longer than a visitor does keeps its process', async () => {
  stopTime();
  const file = await build('waiting', asking);
  expect(await page(file)).toBe(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  backend.isOpen = promise;
  const rendering = page(file, '/ask');
  rendering.catch(() => undefined);
  await until(() => backend.requests === 1);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(rendering).rejects.toThrow(late);
  resolve();
  expect(await page(file)).toBe(3);
});

test('a render that never ends is killed with its process, and the next page is rendered by another', async () => {
  stopTime();
  const file = await build('endless', asking);
  expect(await page(file)).toBe(1);
  const endless = page(file, '/loop');
  endless.catch(() => undefined);
  await until(() => backend.requests === 1);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(endless).rejects.toThrow(late);
  const behind = page(file);
  behind.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(13_000);
  await expect(behind).rejects.toThrow();
  expect(await page(file)).toBe(1);
});

test('a process without jobs ends, and the next job starts another', async () => {
  stopTime();
  const file = await build('counting', asking);
  expect(await Promise.all([page(file), page(file)])).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(await page(file)).toBe(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await page(file)).toBe(1);
});
