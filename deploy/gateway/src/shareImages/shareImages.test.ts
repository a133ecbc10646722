import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { shellServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.end());

const imageOf = async (address: string) =>
  /<meta property="og:image" content="([^"]+)">/.exec(await (await product.get(address)).text())?.[1]?.replaceAll('&amp;', '&') ?? '';
const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '');

async function release(number: number, server: string): Promise<void> {
  const version = versionNumber(number);
  await publish(product.store, await writeBuild(product.folder, { app: 'shell', version, server, files: { 'js/a.js': 'a' } }));
  await promote(product.store, [{ app: 'shell', version }]);
  await vi.waitFor(
    async () => expect((await (await product.get('/registry.json')).json()) as object).toMatchObject({ shell: { version } }),
    { timeout: 2_000 },
  );
}

test("a shell without share images shows the product's own image for every page", async () => {
  await release(2, shellServer.replace("tags: '", "image: '/releases/shell/look.png', tags: '"));
  const response = await product.get(pathOf(await imageOf('/pricing')));
  expect([response.status, response.headers.get('location')]).toEqual([302, '/releases/shell/look.png']);
});

test('every public page has an image with its own text', async () => {
  await release(
    3,
    `${shellServer}
exports.shareImage = ({ title, brand }) => ({ type: 'div', props: { style: { display: 'flex', width: '100%', height: '100%', backgroundColor: '#04745d', color: '#fff' }, children: brand + ': ' + title } });`,
  );
  const address = await imageOf('/pricing');
  expect(address).toMatch(/^https:\/\/masomo\.test\/share\.png\?page=%2Fpricing&v=[\w-]{12}$/);
  const response = await product.get(pathOf(address));
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ]);
  const png = Buffer.from(await response.arrayBuffer());
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
  expect((await product.get('/share.png?page=/pricing&v=older')).headers.get('cache-control')).toBe('public, max-age=300');
});

test.each(['/own', '/nowhere', '/dashboard', '/moved', '//evil.test/', 'https://evil.test/', '', '/pricing?title=Invented'])(
  '%j has no image',
  async (page) => {
    expect((await product.get(`/share.png?page=${encodeURIComponent(page)}`)).status).toBe(404);
  },
);
