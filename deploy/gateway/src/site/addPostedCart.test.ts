import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readPosted, writeAdded } from '@masomo/domain/postedCart';
import { addPostedCart } from './addPostedCart.ts';

const app = new Hono();
addPostedCart(app, true);
const added = (id: string) => writeAdded({ id, name: 'Quick Fees', price: 3999 });
const post = async (path: string, adds: string, cookie = '', from: Record<string, string> = {}) => {
  const response = await app.request(path, { method: 'POST', body: new URLSearchParams({ adds }), headers: { cookie, ...from } });
  const written = response.headers.get('set-cookie') ?? '';
  return { response, written, location: response.headers.get('location'), cart: readPosted(written.split(';')[0] ?? '') };
};

test.each([
  ['/store/cart', '/store#added'],
  ['/sw/store/cart', '/sw/store#added'],
])('a form that is posted to %s adds to the cart and comes back to %s', async (path, back) => {
  const first = await post(path, added('a1'));
  expect([first.response.status, first.location, first.response.headers.get('cache-control')]).toEqual([303, back, 'no-store']);
  expect(first.written).toMatch(/; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/);
  const second = await post(path, added('a2'), first.written.split(';')[0]);
  expect(second.cart.map(({ addonId }) => addonId)).toEqual(['a1', 'a2']);
});

test('a cart that is full stays as it is, and the store is told so', async () => {
  let cookie = '';
  for (let index = 0; index < 60; index += 1) {
    const { written, location } = await post('/sw/store/cart', writeAdded({ id: `a${index}`, name: 'n'.repeat(60), price: 5 }), cookie);
    if (location === '/sw/store#cart-full') return expect([index > 5, written]).toEqual([true, '']);
    cookie = written.split(';')[0] ?? '';
  }
  throw new Error('The cart was never full.');
});

test('what is no add-on leads back without a receipt, and too much is refused', async () => {
  const { response, written, location } = await post('/store/cart', 'nothing');
  expect([response.status, written, location]).toEqual([303, '', '/store']);
  expect((await post('/store/cart', 'x'.repeat(5_000))).response.status).toBe(413);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 0],
  ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.school.example' }, 0],
  ['another site in a browser that says less', { origin: 'https://evil.test' }, 0],
  ['a page without an origin', { origin: 'null' }, 0],
  ['this site', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 1],
  ['this site in a browser that says less', { origin: 'http://localhost' }, 1],
])('a form on %s adds to the cart of this site alone', async (_which, from, count) => {
  const { response, cart } = await post('/store/cart', added('a1'), '', from);
  expect([response.status, cart.length]).toEqual([303, count]);
});
