import { afterEach, describe, expect, test } from 'vitest';
import { installationFile } from '@masomo/contracts/installation';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import type { GatewayOptions } from '../gatewayOptions.ts';
import { installation, shellServer, siteServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct | undefined;
afterEach(() => product?.end());

/** A product with one release more, whose server build is this program. */
async function withRelease(app: 'shell' | 'mfe-marketing', server: string, options: Partial<GatewayOptions> = {}): Promise<TestProduct> {
  product = await startTestProduct(options);
  const place = app === 'shell' ? { files: { [installationFile]: JSON.stringify(installation) } } : { owns: ['/'], routes: ['/*'] };
  await publish(product.store, await writeBuild(product.folder, { app, version: versionNumber(2), server, ...place }));
  await promote(product.store, [{ app, version: versionNumber(2) }]);
  return product;
}
/** Loading takes longer than a visitor waits for a page to be rendered. */
const slowly = 'for (const until = Date.now() + 2_500; Date.now() < until; );\n';
const renderLimits = { waitMs: 2_000 };
const isSettled = async (promise: Promise<unknown>) => {
  const pending = Symbol();
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))])) !== pending;
};
const page = async (from: TestProduct, address: string) => (await from.get(address)).text();

test('a gateway is ready once each public remote has rendered a page in each language', { timeout: 40_000 }, async () => {
  const { get, gateway, backend } = await withRelease('mfe-marketing', slowly + siteServer);
  const read = Promise.withResolvers<void>();
  backend.beforeReading = read.promise;
  expect((await get('/readyz')).status).toBe(503);
  const warm = gateway.warm();
  await expect.poll(() => backend.requests.some(({ url }) => url.includes('/plans')), { timeout: 30_000 }).toBe(true);
  expect([(await get('/readyz')).status, await isSettled(warm)]).toEqual([503, false]);
  read.resolve();
  await warm;
  expect((await get('/readyz')).status).toBe(200);
  const renders = backend.requests.length;
  for (const address of ['/', '/sw']) expect(await page(product!, address)).toContain('data-prerendered=""');
  expect(backend.requests.slice(renders).filter(({ url }) => url.includes('/plans'))).toEqual([]);
});

test.each(['shell', 'mfe-marketing'] as const)(
  'the first page of a start is rendered, however long the build of %s loads: the limit counts the render',
  { timeout: 60_000 },
  async (app) => {
    const from = await withRelease(app, slowly + (app === 'shell' ? shellServer : siteServer), { renderLimits });
    await from.gateway.warm();
    for (const address of ['/', '/pricing']) {
      const html = await page(from, address);
      expect(html).toContain('data-prerendered=""');
      expect(html).toContain('rel="icon"');
    }
  },
);

test('a release is current once it has rendered, and until then everybody gets the one before at once', { timeout: 60_000 }, async () => {
  product = await startTestProduct();
  const { store, folder, gateway, backend } = product;
  await gateway.warm();
  const read = Promise.withResolvers<void>();
  const release = async (n: number, server: string) => {
    const build = { app: 'mfe-marketing', version: versionNumber(n), server, owns: ['/'], routes: ['/*'] };
    await publish(store, await writeBuild(folder, build));
    await promote(store, [{ app: 'mfe-marketing', version: versionNumber(n) }]);
  };
  backend.beforeReading = read.promise;
  const reads = () => backend.requests.filter(({ url }) => url.includes('/plans')).length;
  const before = reads();
  await release(2, siteServer.replaceAll('<h1', '<h2'));
  await expect
    .poll(async () => [await page(product!, '/'), reads() > before], { timeout: 20_000 })
    .toEqual([expect.stringContaining('<h1'), true]);
  // What comes later does not wait for it.
  backend.beforeReading = Promise.resolve();
  await release(3, siteServer.replaceAll('<h1', '<h3'));
  await expect.poll(() => page(product!, '/'), { timeout: 20_000 }).toContain('<h3');
  read.resolve();
  expect(await page(product, '/')).toContain('<h3');
});

test.each(['/dashboard', '/pricing'])(
  "%s without the shell's head, which could not be read, is sent once and not kept",
  { timeout: 40_000 },
  async (address) => {
    const failing = `let reads = 0; ${shellServer.replace('exports.documentHead =', 'const head =')}
      exports.documentHead = () => { if ((reads += 1) === 1) throw new Error('no such luck'); return head; };`;
    const from = await withRelease('shell', failing);
    const first = await page(from, address);
    expect(first).toContain('<div id="root"');
    expect(first).not.toContain('rel="icon"');
    expect(await page(from, address)).toContain('rel="icon"');
  },
);

test('robots.txt and what an installed site needs wait for no render', { timeout: 40_000 }, async () => {
  const slow = `exports.sitemap = async (db) => { await db.from('plans').select('name'); return '<urlset></urlset>'; };`;
  const { get, backend } = await withRelease('mfe-marketing', siteServer + slow);
  const read = Promise.withResolvers<void>();
  backend.beforeReading = read.promise;
  const rendered = [get('/pricing'), get('/sitemap.xml')];
  for (const address of ['/robots.txt', '/offline', '/manifest.webmanifest']) expect((await get(address)).status, address).toBe(200);
  for (const late of rendered) expect(await isSettled(late)).toBe(false);
  read.resolve();
  for (const late of rendered) expect((await late).status).toBe(200);
});

describe('the sitemap', () => {
  const failing = (isFailing: string) =>
    `let calls = 0; exports.sitemap = () => { calls += 1; if (${isFailing}) throw new Error('no such luck'); return '<urlset>' + calls + '</urlset>'; };`;
  const read = async (from: TestProduct) => (await from.get('/sitemap.xml')).text();

  test('that cannot be rendered yet says when to come again', { timeout: 40_000 }, async () => {
    const from = await withRelease('mfe-marketing', siteServer + failing('calls === 1'));
    const { status, headers } = await from.get('/sitemap.xml');
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    expect(await read(from)).toBe('<urlset>2</urlset>');
  });

  test('is rendered once for all, again when the content changes, and is served while that fails', { timeout: 40_000 }, async () => {
    const from = await withRelease('mfe-marketing', siteServer + failing('calls === 2'));
    for (let n = 0; n < 5; n += 1) expect(await read(from)).toBe('<urlset>1</urlset>');
    from.backend.revision += 1;
    await expect.poll(() => read(from), { timeout: 15_000 }).toBe('<urlset>3</urlset>');
  });
});
