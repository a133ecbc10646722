import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { addresses, load, render } from './server.ts';
import { storeDatabase } from './shared/__tests__/storeDatabase.ts';

const at = (path: string) => new URL(path, 'https://school.test');

describe('the store on the server', () => {
  it('renders the catalogue with prices', async () => {
    const page = await render(at('/store'), storeDatabase().db);
    expect(page.status).toBe(200);
    expect(page.html).toMatch(/<h1[^>]*>/);
    for (const text of ['QR Code Attendance', 'KES 3,999', 'KES 1,499', 'All Add-ons', '1 USD = ']) expect(page.html).toContain(text);
    expect(page.styles).toContain('<style');
  });

  it('provides structured data with an offer per item', async () => {
    const { head } = await load(at('/store'), storeDatabase().db);
    expect(head).toMatchObject({ canonical: '/store', jsonLd: [{ '@type': 'ItemList' }] });
    const items = head.jsonLd?.[0]?.['itemListElement'];
    expect(items).toHaveLength(4);
    expect(JSON.stringify(items)).toContain('"price":3999,"priceCurrency":"KES"');
  });

  it('neither loads orders nor lets search engines index them', async () => {
    const database = storeDatabase();
    const page = await load(at('/store/orders/ORD-2026-007'), database.db);
    expect(page).toMatchObject({ status: 200, head: { title: 'Order ORD-2026-007 | Masomo', noindex: true } });
    expect(database.sent.map(({ path }) => path)).toEqual(['settings']);
  });

  it('serves the order lookup page', async () => {
    expect(await load(at('/store/orders'), storeDatabase().db)).toMatchObject({
      status: 200,
      head: { title: 'Find your order | Masomo', noindex: true },
    });
  });

  it('responds with 404 for an unknown path', async () => {
    expect(await load(at('/store/nothing'), storeDatabase().db)).toMatchObject({ status: 404 });
  });

  it('lists the pages that it has for everybody, and no order', async () => {
    expect(addresses()).toEqual(['/store', '/store/orders']);
    for (const path of addresses()) expect((await load(at(path), storeDatabase().db)).status).toBe(200);
  });

  it('declares every route it renders', () => {
    expect(manifest.routes.map((route) => route.path)).toEqual(['/store', '/store/orders', '/store/orders/:number', '/store/*']);
  });
});
