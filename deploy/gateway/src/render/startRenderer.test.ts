import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRenderer, type Renderer } from './startRenderer.ts';

let folder: string;
let renderer: Renderer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-render-'));
  renderer = startRenderer(async () => Response.json([]), 'key');
});
afterEach(async () => {
  await renderer.stop();
  await rm(folder, { recursive: true, force: true });
});

async function build(name: string, source: string): Promise<string> {
  const file = path.join(folder, `${name}.cjs`);
  await writeFile(file, source);
  return file;
}
/** Loads a build first, as a busy machine may take longer for it than a visitor waits. */
const load = (file: string) => renderer.run({ app: 'mfe-store', file, call: 'load' });
const page = (file: string) => renderer.run({ app: 'mfe-store', file, call: 'render', url: 'http://localhost/' });

test('a build that loads slowly is loaded once: the first render times out after two seconds, later ones succeed', async () => {
  const file = await build(
    'slow',
    'const until = Date.now() + 3_000; while (Date.now() < until); const loadedAt = Date.now(); exports.render = async () => loadedAt;',
  );
  const warming = load(file);
  await expect(page(file)).rejects.toThrow('took more than 2000 ms');
  await warming;
  const first = await page(file);
  expect(await page(file)).toBe(first);
});

test('a render that waits for the backend longer than a visitor does keeps its process', async () => {
  const file = await build(
    'waiting',
    `let calls = 0; exports.render = async (url) => {
      calls += 1;
      if (url.pathname === "/wait") await new Promise((resolve) => setTimeout(resolve, 2_500));
      return calls;
    };`,
  );
  await load(file);
  expect(await page(file)).toBe(1);
  await expect(renderer.run({ app: 'mfe-store', file, call: 'render', url: 'http://localhost/wait' })).rejects.toThrow(
    'took more than 2000 ms',
  );
  expect(await page(file)).toBe(3);
});

test('a render that never ends is killed with its process, and the next page is rendered by another', async () => {
  await renderer.stop();
  renderer = startRenderer(async () => Response.json([]), 'key', { hangsAfterMs: 3_000 });
  const file = await build(
    'endless',
    'let calls = 0; exports.render = async (url) => { if (url.pathname === "/loop") for (;;); return (calls += 1); };',
  );
  await load(file);
  expect(await page(file)).toBe(1);
  await expect(renderer.run({ app: 'mfe-store', file, call: 'render', url: 'http://localhost/loop' })).rejects.toThrow(
    'took more than 2000 ms',
  );
  await expect(page(file)).rejects.toThrow();
  await load(file);
  expect(await page(file)).toBe(1);
});

test('a process without jobs ends, and the next job starts another', async () => {
  await renderer.stop();
  renderer = startRenderer(async () => Response.json([]), 'key', { idleMs: 50 });
  const file = await build('counting', 'let calls = 0; exports.render = async () => (calls += 1);');
  await load(file);
  expect(await Promise.all([page(file), page(file)])).toEqual([1, 2]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await load(file);
  expect(await page(file)).toBe(1);
});
