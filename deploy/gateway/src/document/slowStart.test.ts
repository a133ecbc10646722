import { afterEach, expect, test } from 'vitest';
import { installationFile } from '@masomo/contracts/installation';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { installation, shellServer, siteServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct | undefined;
afterEach(() => product?.end());

/** A product with one release more, whose server build is this program. */
async function withRelease(app: 'shell' | 'mfe-marketing', server: string): Promise<TestProduct> {
  product = await startTestProduct();
  const place = app === 'shell' ? {} : { owns: ['/'], routes: ['/*'] };
  await publish(product.store, await writeBuild(product.folder, { app, version: versionNumber(2), server, ...place }));
  await promote(product.store, [{ app, version: versionNumber(2) }]);
  return product;
}
/** Loading takes longer than a visitor waits. */
const slowly = 'for (const until = Date.now() + 2_500; Date.now() < until; );\n';
const whenLoaded = { timeout: 15_000, interval: 100 };

test.each(['/dashboard', '/pricing'])(
  "%s without the shell's head, which came too late, is sent once and not kept",
  { timeout: 40_000 },
  async (address) => {
    const { get } = await withRelease('shell', slowly + shellServer);
    const page = async () => (await get(address)).text();
    const first = await page();
    expect(first).toContain('<div id="root"');
    expect(first).not.toContain('rel="icon"');
    await expect.poll(page, whenLoaded).toContain('rel="icon"');
  },
);

test(
  'robots.txt waits for no release, and a sitemap that cannot be rendered yet says when to come again',
  { timeout: 40_000 },
  async () => {
    const sitemap = "exports.sitemap = () => '<urlset></urlset>';";
    const { get } = await withRelease('mfe-marketing', slowly + siteServer + sitemap);
    const late = get('/sitemap.xml');
    const started = performance.now();
    expect((await get('/robots.txt')).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(1_500);
    const { status, headers } = await late;
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    await expect.poll(async () => (await get('/sitemap.xml')).status, whenLoaded).toBe(200);
  },
);

test('what an installed site needs waits for no render', { timeout: 40_000 }, async () => {
  product = await startTestProduct();
  const folder = await writeBuild(product.folder, {
    app: 'shell',
    version: versionNumber(2),
    server: slowly + shellServer,
    files: { [installationFile]: JSON.stringify(installation) },
  });
  await publish(product.store, folder);
  await promote(product.store, [{ app: 'shell', version: versionNumber(2) }]);
  const slow = product.get('/dashboard');
  const started = performance.now();
  for (const address of ['/offline', '/manifest.webmanifest']) expect((await product.get(address)).status, address).toBe(200);
  expect(performance.now() - started).toBeLessThan(1_500);
  await slow;
});

test('the last sitemap is served while a new one cannot be rendered', { timeout: 40_000 }, async () => {
  const sitemap =
    "let calls = 0; exports.sitemap = () => { if ((calls += 1) > 1) throw new Error('no such luck'); return '<urlset></urlset>'; };";
  const { get } = await withRelease('mfe-marketing', siteServer + sitemap);
  const read = async () => (await get('/sitemap.xml')).text();
  await expect.poll(read, whenLoaded).toBe('<urlset></urlset>');
  expect(await read()).toBe('<urlset></urlset>');
});
