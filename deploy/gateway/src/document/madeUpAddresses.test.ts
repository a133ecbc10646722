import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { siteServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
const version = versionNumber(2);
beforeAll(async () => {
  product = await startTestProduct();
  const pages = ['/', '/pricing', '/moved', '/plans', '/posts/first'];
  const server = `${siteServer.replace("url.pathname === '/nowhere'", `!${JSON.stringify(pages)}.includes(url.pathname)`)}
    exports.addresses = async (db) => { const { error } = await db.from('addresses').select('path'); if (error) throw error; return ${JSON.stringify(pages)}; };`;
  const build = { app: 'mfe-marketing', version, server, owns: ['/'], routes: ['/*', '/orders/:number', '/posts/:slug'], query: ['plan'] };
  await publish(product.store, await writeBuild(product.folder, build));
  await promote(product.store, [{ app: 'mfe-marketing', version }]);
  await product.gateway.warm();
}, 40_000);
afterAll(() => product.end());

const renders = () => product.backend.requests.filter(({ url }) => url.includes('/plans')).length;
const lists = () => product.backend.requests.filter(({ url }) => url.includes('/addresses')).length;
const ask = async (address: string) => {
  const response = await product.get(address);
  return { status: response.status, html: await response.text() };
};

describe('addresses without a page', () => {
  test('cost one render per language, a thousand of them, and get one page', { timeout: 60_000 }, async () => {
    const [rendersBefore, listsBefore] = [renders(), lists()];
    for (const prefix of ['', '/sw']) {
      const pages = new Set<string>();
      for (let n = 0; n < 500; n += 1) {
        const { status, html } = await ask(`${prefix}/made-up-${n}${n % 2 ? '/below' : ''}${n % 3 ? `?plan=${n}` : ''}`);
        expect(status).toBe(404);
        pages.add(html);
      }
      expect(pages.size).toBe(1);
      // It is read without scripts, and rendered again by the browser, which knows the address.
      expect([...pages][0]).toContain('<h1');
      expect([...pages][0]).toContain('noindex');
      expect([...pages][0]).not.toContain('data-prerendered');
    }
    expect(renders() - rendersBefore).toBe(2);
    expect(lists()).toBe(listsBefore);
  });

  test('are pages in other letters as well: those that have moved are found in any case, no others', async () => {
    const before = renders();
    for (const address of ['/Pricing', '/PRICING', '/pRicing', '/sw/Pricing']) expect((await ask(address)).status).toBe(404);
    expect((await product.get('/Moved')).headers.get('location')).toBe('/pricing');
    expect(renders() - before).toBeLessThanOrEqual(2);
  });

  test('have no data to start from, and no picture', async () => {
    const before = renders();
    for (let n = 0; n < 20; n += 1) {
      expect((await ask(`/_document.json?page=/made-up-${n}`)).status).toBe(404);
      expect((await ask(`/share.png?page=/made-up-${n}`)).status).toBe(404);
    }
    expect(renders()).toBe(before);
  });
});

test('what is behind a parameter is rendered where it is listed, and otherwise left to the browser of the person who has it', async () => {
  const before = renders();
  const pages = await Promise.all(Array.from({ length: 50 }, async (_, n) => (await ask(`/orders/${n}`)).html));
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain('<div id="root"></div>');
  expect((await ask('/posts/made-up')).html).toBe(pages[0]);
  expect(renders()).toBe(before);
  expect((await ask('/posts/first')).html).toContain('data-prerendered=""');
});

test('of a query that a page declares, a few values are rendered', async () => {
  const before = renders();
  const pages = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await ask(`/plans?plan=${n}`)).html));
  expect(renders() - before).toBe(20);
  expect(pages[0]).toContain('<p>?plan=0</p>');
  expect(pages[99]).toContain('<div id="root"></div>');
  expect((await ask('/plans')).html).toContain('<h1');
});

test('a release that does not list its addresses has a bounded number rendered', { timeout: 60_000 }, async () => {
  const from = await startTestProduct();
  try {
    await from.gateway.warm();
    const before = from.backend.requests.filter(({ url }) => url.includes('/plans')).length;
    for (let n = 0; n < 300; n += 1) await (await from.get(`/made-up-${n}`)).text();
    expect(from.backend.requests.filter(({ url }) => url.includes('/plans')).length - before).toBeLessThanOrEqual(200);
    // Pages that were rendered before are there.
    expect(await (await from.get('/')).text()).toContain('data-prerendered=""');
  } finally {
    await from.end();
  }
});

test('while the list cannot be read, the last one counts', { timeout: 60_000 }, async () => {
  const known = (await ask('/pricing')).html;
  product.backend.isBroken = true;
  product.backend.revision += 1;
  const before = lists();
  await expect.poll(async () => [(await ask('/pricing')).html, lists() > before], { timeout: 30_000 }).toEqual([known, true]);
  const rendersBefore = renders();
  await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`/made-up-${n}`)));
  expect(renders() - rendersBefore).toBeLessThan(10);
});
