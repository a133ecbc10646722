import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DocumentData, DocumentStart } from '@masomo/contracts/document';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { shellServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  const version = versionNumber(2);
  const server = shellServer.replace("tags: '", "start: 'document.title', tags: '");
  await publish(
    product.store,
    await writeBuild(product.folder, { app: 'shell', version, server, files: { 'js/a.js': 'a', 'start.js': 'document.title' } }),
  );
  await promote(product.store, [{ app: 'shell', version }]);
  await vi.waitFor(async () => expect(await page('/pricing')).toContain('masomo-start'), { timeout: 15_000 });
}, 20_000);
afterAll(() => product.end());

const page = async (address: string) => (await product.get(address)).text();
const startOf = (html: string) => JSON.parse(/id="masomo-start">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as DocumentStart;
const dataOf = (start: { page: string; tag: string }) =>
  product.get(`/_document.json?page=${encodeURIComponent(start.page)}&tag=${start.tag}`);

test('a shell with a deferred start gets a document of text and styles, and its data separately', async () => {
  const html = await page('/pricing');
  expect(html).not.toMatch(/data-page-of|masomo-registry|<script[^>]* src=/);
  expect(html).toMatch(
    /id="masomo-start">[^<]*<\/script><link rel="masomo-start" href="\/releases\/shell\/[^"]*\/start\.js" integrity="sha384-[^"]+" crossorigin="anonymous">/,
  );
  expect(html).not.toContain('rel="preload"');
  const start = startOf(html);
  const response = await dataOf(start);
  expect(response.headers.get('cache-control')).toContain('immutable');
  const data = (await response.json()) as DocumentData;
  expect(data).toMatchObject({
    tag: start.tag,
    registry: { revision: 2 },
    config: { publishableKey: 'sb_publishable_test' },
    pages: { shell: { settings: 1 }, 'mfe-marketing': { plans: [{ name: 'Basic' }] } },
  });
  expect(data.scripts.length).toBeGreaterThan(0);
  for (const [, integrity] of data.scripts) expect(integrity).toMatch(/^sha384-/);
});

test('data requested under an outdated tag is current and not cached', async () => {
  const start = startOf(await page('/pricing'));
  const response = await dataOf({ ...start, tag: 'older' });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(((await response.json()) as DocumentData).tag).toBe(start.tag);
});

test('a personal page has nothing to read yet and starts immediately', async () => {
  const html = await page('/own');
  expect(html).not.toContain('masomo-start');
  expect(html).toContain('data-page-of="mfe-marketing"');
});

test.each(['/dashboard', '', 'https://evil.test/', '/moved'])('%j has no data', async (address) => {
  expect((await dataOf({ page: address, tag: 'x' })).status).toBe(404);
});
