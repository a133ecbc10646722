import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from './testShop.ts';

// End to end: order, function, simulated provider, callback over HTTP, database.
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 120_000);
afterAll(() => shop?.close());

const paid = { status: 'completed', paid: true, licences: 1, payments: 1 };
const eventually = (read: () => Promise<unknown>, expected: unknown, timeout = 15_000) =>
  expect.poll(read, { timeout, interval: 200 }).toEqual(expected);

test('the configured providers are offered', () =>
  eventually(async () => (await shop.rows('select public.offered_payment_methods() as methods'))[0], {
    methods: ['mpesa', 'card', 'bank'],
  }));

test('M-Pesa: a prompt on the phone, its approval, and a paid order with a licence', async () => {
  const order = await shop.newOrder();
  const started = await shop.start(order, { method: 'mpesa', phone: '0712 000 001' });
  expect(started).toMatchObject({
    status: 200,
    body: { paid_at: null, attempt: { status: 'open', is_accepted: true, phone: '0712***001' } },
  });
  const phones = await shop.phone();
  const request = phones.find(({ phone }) => phone === '254712000001');
  expect((await fetch(`${shop.origin}/_local/phone`)).status).toBe(200);
  expect((await shop.start(order, { method: 'mpesa', phone: '0712 000 001' })).body).toMatchObject({ code: 'payment.in_progress' });
  await shop.answerPhone(request?.checkoutId, 'approve');
  await eventually(() => shop.stateOf(order), paid);
  expect((await shop.start(order, { method: 'mpesa', phone: '0712 000 001' })).body).toMatchObject({ code: 'payment.not_due' });
});

test.each([
  ['0799 000 102', 'wrong_pin'],
  ['0799 000 103', 'cancelled'],
  ['0799 000 104', 'insufficient_funds'],
  ['0799 000 100', 'invalid_phone'],
  ['0799 000 109', 'phone_busy'],
])('%s fails with %s, and a second attempt pays', async (phone, failure) => {
  const order = await shop.newOrder();
  await shop.start(order, { method: 'mpesa', phone });
  await eventually(() => shop.attemptOf(order), { status: 'failed', failure });
  await shop.start(order, { method: 'mpesa', phone: `07990020${phone.slice(-2)}` });
  await eventually(() => shop.stateOf(order), paid);
});

test('a missing callback is detected by querying the provider', async () => {
  const order = await shop.newOrder();
  await shop.start(order, { method: 'mpesa', phone: '0799000106' });
  await eventually(
    async () =>
      (await shop.phone()).length > 0 &&
      (await shop.rows(`update public.payment_attempts set next_check_at = now() where order_id = $1 returning true as ok`, [order.id]))
        .length,
    1,
  );
  await eventually(() => shop.stateOf(order), paid, 30_000);
});

test('a duplicate callback counts once', async () => {
  const order = await shop.newOrder();
  await shop.start(order, { method: 'mpesa', phone: '0799000107' });
  await eventually(() => shop.stateOf(order), paid);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(await shop.stateOf(order)).toEqual(paid);
});

test('repeating an attempt sends one request', async () => {
  const order = await shop.newOrder();
  const body = { ...shop.proof(order), attemptKey: crypto.randomUUID(), method: 'mpesa', phone: '0712000099' };
  await Promise.all([shop.post('payment-start', body), shop.post('payment-start', body), shop.post('payment-start', body)]);
  const phones = await shop.phone();
  expect(phones.filter(({ phone }) => phone === '254712000099')).toHaveLength(1);
});

test('a stranger can neither start nor read a payment', async () => {
  const order = await shop.newOrder();
  const stranger = { orderNumber: order.number, orderKey: crypto.randomUUID() };
  expect(
    await shop.post('payment-start', { ...stranger, method: 'mpesa', phone: '0712000098', attemptKey: crypto.randomUUID() }),
  ).toMatchObject({ status: 404, body: { code: 'payment.order_not_found' } });
  expect(await shop.post('payment-check', { orderNumber: order.number })).toMatchObject({ status: 404 });
  expect(
    await shop.post('payment-start', { ...shop.proof(order), method: 'mpesa', phone: '0800', attemptKey: crypto.randomUUID() }),
  ).toMatchObject({ status: 400, body: { code: 'payment.invalid_phone', field: 'phone' } });
});

test.each(['now', 'late', 'never', 'twice', 'forged'])('card with webhook %s: paid once, and known on return', async (way) => {
  const order = await shop.newOrder();
  const { body } = await shop.start(order, { method: 'card' });
  const page = String(body.attempt?.['redirect_url']);
  expect((await fetch(page)).status).toBe(200);
  const back = await fetch(page, { method: 'POST', body: new URLSearchParams({ way }), redirect: 'manual' });
  expect(back.headers.get('location')).toContain(`/store/orders/${order.number}?returned=card&trxref=`);
  await shop.post('payment-check', shop.proof(order));
  await eventually(() => shop.stateOf(order), paid);
});

test('a declined card can be retried on the page; leaving it charges nothing', async () => {
  const order = await shop.newOrder();
  const page = String((await shop.start(order, { method: 'card' })).body.attempt?.['redirect_url']);
  const choose = (way: string) => fetch(page, { method: 'POST', body: new URLSearchParams({ way }), redirect: 'manual' });
  await choose('decline');
  await shop.post('payment-check', shop.proof(order));
  expect(await shop.attemptOf(order)).toEqual({ status: 'failed', failure: 'declined' });
  expect((await choose('abandon')).headers.get('location')).toContain('returned=card');
  expect(await shop.stateOf(order)).toMatchObject({ paid: false });
  expect((await choose('secure')).status).toBe(200);
  await choose('now');
  await eventually(() => shop.stateOf(order), paid);
});

test('a refund goes through the provider, revokes the licence and notifies the buyer', async () => {
  for (const method of ['mpesa', 'card'] as const) {
    const order = await shop.newOrder();
    const { body } = await shop.start(order, { method, phone: '0799002055' });
    if (method === 'card')
      await fetch(String(body.attempt?.['redirect_url']), {
        method: 'POST',
        body: new URLSearchParams({ way: 'now' }),
        redirect: 'manual',
      });
    await eventually(() => shop.stateOf(order), paid);
    await shop.rows(
      `insert into public.refunds (payment_id, order_id, amount, reason) select id, order_id, amount, 'Bought twice' from public.payments where order_id = $1`,
      [order.id],
    );
    await eventually(() => shop.stateOf(order), { status: 'cancelled', paid: false, licences: 0, payments: 1 });
    await eventually(
      async () =>
        ((await (await fetch(`${shop.origin}/_local/mailbox.json?to=${order.key}&subject=paid%20back`)).json()) as unknown[]).length,
      1,
    );
  }
});

test('no errors were logged', () => expect(shop.lines.filter((line) => /function|fatal|payments/.test(line))).toEqual([]));
