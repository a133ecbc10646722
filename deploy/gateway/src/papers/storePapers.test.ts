import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { pagesOf } from '@masomo/typesetter/testPapers';
import { addPapers } from './addPapers.ts';

const [orderId, key] = ['3f1c8c56-0000-4000-8000-000000000001', '3f1c8c56-0000-4000-8000-000000000002'];
const order = {
  issuer: { name: 'Masomo Technologies Limited', address: 'Nairobi' },
  order_number: 'ORD-2026-041',
  payment_reference: 'MS2345ABCD',
  created_at: '2026-11-20T08:00:00Z',
  paid_at: null,
  customer_name: 'Wanjikũ Ngũgĩ',
  items: [{ addon_name: 'Android App', quantity: 1, price: 3999, line_total: 3999 }],
  net_amount: 3447.41,
  vat_amount: 551.59,
  vat_percent: 16,
  total_amount: 3999,
  refunded_amount: 0,
  payments: [],
  licences: [],
  tax: null,
  bank: { bankName: 'KCB', validDays: 14 },
};
let answer: object | null;
const requests: Request[] = [];
const app = new Hono();
const papers = addPapers(app, {
  rest: (request) => {
    requests.push(request.clone());
    return Response.json(answer);
  },
  storage: () => new Response(null, { status: 404 }),
  publishableKey: 'sb_publishable_test',
  brand: 'Masomo',
  addressOf: (c) => c.req.header('x-address'),
  originOf: () => 'https://masomo.test',
  log: pino({ level: 'silent' }),
});
beforeEach(() => {
  requests.length = 0;
  answer = order;
});
afterAll(() => papers.stop());

const ask = (kind: string, body: object, headers: Record<string, string> = {}) =>
  app.request(`/_papers/${kind}`, { method: 'POST', body: JSON.stringify({ language: 'en', ...body }), headers });
const textOf = async (response: Response) => (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join('\n');

test('who has the key of an order gets its paper without signing in, in their language', { timeout: 120_000 }, async () => {
  const text = await textOf(await ask('buyer-order', { number: 'ORD-2026-041', key, language: 'sw' }));
  for (const words of ['Ankara ya awali', 'Jumla: KES 3,999', 'Wanjikũ Ngũgĩ', 'KCB', 'Hii si ankara ya kodi.', 'Ukurasa wa 1 kati ya 1'])
    expect.soft(text).toContain(words);
  expect(requests.map(({ method, url, headers }) => [method, new URL(url).pathname, headers.get('authorization')])).toEqual([
    ['POST', '/rest/v1/rpc/order_by_number_and_email', null],
  ]);
  expect(await requests[0]?.json()).toEqual({ order_number: 'ORD-2026-041', order_key: key });
});

test('an order of another key has none, and one without a key is not looked for', async () => {
  answer = null;
  const response = await ask('buyer-order', { number: 'ORD-2026-041', key });
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'paper.no_order' }]);
  requests.length = 0;
  expect((await ask('buyer-order', { number: 'ORD-2026-041' })).status).toBe(400);
  expect(requests).toEqual([]);
});

test('visitors of one network wait for three papers at most, and others for theirs', { timeout: 120_000 }, async () => {
  const askFrom = (address: string) => ask('buyer-order', { number: 'ORD-2026-041', key }, { 'x-address': address });
  const mine = Array.from({ length: 5 }, () => askFrom('192.0.2.1'));
  const other = askFrom('198.51.100.1');
  const statuses = (await Promise.all(mine)).map(({ status }) => status);
  expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 200, 200, 429, 429]);
  expect((await other).status).toBe(200);
});

test('a signed-in person gets the paper of an order that they may see', { timeout: 120_000 }, async () => {
  answer = { ...order, paid_at: '2026-11-21T08:00:00Z' };
  expect((await ask('order', { order: orderId })).status).toBe(401);
  const text = await textOf(await ask('order', { order: orderId }, { authorization: 'Bearer of-a-person' }));
  for (const words of ['Receipt', 'ORD-2026-041', 'KES 3,447.41']) expect.soft(text).toContain(words);
  expect(text).not.toContain('KCB');
  expect(requests.map(({ url, headers }) => [new URL(url).search, headers.get('authorization')])).toEqual([
    [`?order_id=${orderId}`, 'Bearer of-a-person'],
  ]);
});

test('the figures of the store are a paper of this installation', { timeout: 120_000 }, async () => {
  const figure = { value: 12, before: null, growth: null };
  const figures = Object.fromEntries(
    'revenue orders addons_sold customers conversion average_order_value retention cart_abandonment satisfaction'
      .split(' ')
      .map((name) => [name, figure]),
  );
  answer = { from: '2026-10-23', to: '2026-11-21', figures, months: [], addons: [], segments: [] };
  const text = await textOf(await ask('store-figures', { period: '30d' }, { authorization: 'Bearer of-a-person' }));
  for (const words of ['Masomo', 'Store Analytics', 'Total Revenue', 'Nothing in this period.']) expect.soft(text).toContain(words);
  const inSwahili = await textOf(await ask('store-figures', { period: '30d', language: 'sw' }, { authorization: 'Bearer of-a-person' }));
  for (const words of ['Takwimu za duka', 'Jumla ya mapato']) expect.soft(inSwahili).toContain(words);
  expect((await ask('store-figures', { period: '9y' }, { authorization: 'Bearer of-a-person' })).status).toBe(400);
});
