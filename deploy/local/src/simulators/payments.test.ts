import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalBackend, type LocalBackend } from '../startLocalBackend.ts';

// The whole path: order, function, simulated provider, callback over HTTP, database.
const lines: string[] = [];
let folder: string;
let local: LocalBackend;
let database: pg.Pool;
let origin: string;
const server = createServer(getRequestListener((request) => {
  const { pathname } = new URL(request.url);
  return (pathname.startsWith('/functions/') ? local.backend.functions(request) : local.backend.local?.(request)) ?? new Response(null, { status: 404 });
}));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-payments-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  local = await startLocalBackend({ dataDir: folder, origin, demo: false, demoPassword: 'unused-password', environment: {}, log: (line) => void lines.push(line), onFatal: (reason) => void lines.push(`fatal: ${reason}`) });
  database = new pg.Pool({ connectionString: local.databaseUrl, max: 2 });
  database.on('error', () => {});
}, 120_000);
afterAll(async () => {
  await database?.end();
  await local?.stop();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

type Row = Record<string, unknown>;
const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> => (await database.query<Row>(sql, values)).rows;
type Order = { number: string; key: string; id: string; total: number };

async function newOrder(): Promise<Order> {
  const key = crypto.randomUUID();
  const [addon] = await rows("select id from public.addons where name = 'Quick Fees'");
  const billing = { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Baraka' };
  const [order] = await rows("select id, order_number, total_amount::int from public.place_order($1, $2, 'mpesa', $3)", [key, JSON.stringify(billing), JSON.stringify([{ addon_id: addon?.['id'], quantity: 1 }])]);
  return { key, id: String(order?.['id']), number: String(order?.['order_number']), total: Number(order?.['total_amount']) };
}
async function post(name: string, body: object): Promise<{ status: number; body: Row & { attempt?: Row } }> {
  const answer = await local.backend.functions(new Request(`${origin}/functions/v1/${name}`, { method: 'POST', headers: { authorization: `Bearer ${local.publishableKey}`, 'content-type': 'application/json' }, body: JSON.stringify(body) }));
  return { status: answer.status, body: await answer.json() };
}
const proof = ({ number, key }: Order) => ({ orderNumber: number, orderKey: key });
const start = (order: Order, more: object) => post('payment-start', { ...proof(order), attemptKey: crypto.randomUUID(), ...more });
const stateOf = async ({ id }: Order) => (await rows(`select o.status::text, o.paid_at is not null as paid, (select count(*)::int from public.licences l where l.order_id = o.id and l.revoked_at is null) as licences,
  (select count(*)::int from public.payments p where p.order_id = o.id and p.state = 'received') as payments from public.orders o where o.id = $1`, [id]))[0];
const paid = { status: 'completed', paid: true, licences: 1, payments: 1 };
const attemptOf = async ({ id }: Order) => (await rows('select status::text, failure from public.payment_attempts where order_id = $1 order by created_at desc limit 1', [id]))[0];
const eventually = (read: () => Promise<unknown>, wanted: unknown, timeout = 15_000) => expect.poll(read, { timeout, interval: 200 }).toEqual(wanted);

test('the providers that are configured are offered', () => eventually(async () => (await rows('select public.offered_payment_methods() as methods'))[0], { methods: ['mpesa', 'card', 'bank'] }));

test('M-Pesa: a request on the phone, its answer, and a paid order with a licence', async () => {
  const order = await newOrder();
  const started = await start(order, { method: 'mpesa', phone: '0712 000 001' });
  expect(started).toMatchObject({ status: 200, body: { paid_at: null, attempt: { status: 'open', is_accepted: true, phone: '0712***001' } } });
  const phones = (await (await fetch(`${origin}/_local/phone.json`)).json()) as { checkoutId: string; phone: string }[];
  const request = phones.find(({ phone }) => phone === '254712000001');
  expect((await fetch(`${origin}/_local/phone`)).status).toBe(200);
  expect((await start(order, { method: 'mpesa', phone: '0712 000 001' })).body).toMatchObject({ code: 'payment.under_way' });
  await fetch(`${origin}/_local/phone/${request?.checkoutId}`, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) });
  await eventually(() => stateOf(order), paid);
  expect((await start(order, { method: 'mpesa', phone: '0712 000 001' })).body).toMatchObject({ code: 'payment.not_due' });
});

test.each([['0799 000 102', 'wrong_pin'], ['0799 000 103', 'cancelled'], ['0799 000 104', 'insufficient_funds'], ['0799 000 100', 'invalid_phone'], ['0799 000 109', 'phone_busy']])('%s fails with %s, and another try pays', async (phone, failure) => {
  const order = await newOrder();
  await start(order, { method: 'mpesa', phone });
  await eventually(() => attemptOf(order), { status: 'failed', failure });
  await start(order, { method: 'mpesa', phone: `07990020${phone.slice(-2)}` });
  await eventually(() => stateOf(order), paid);
});

test('a callback that never comes is found by asking', async () => {
  const order = await newOrder();
  await start(order, { method: 'mpesa', phone: '0799000106' });
  await eventually(() => stateOf(order), paid, 30_000);
});

test('a callback that comes twice counts once', async () => {
  const order = await newOrder();
  await start(order, { method: 'mpesa', phone: '0799000107' });
  await eventually(() => stateOf(order), paid);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(await stateOf(order)).toEqual(paid);
});

test('the same attempt twice is one request', async () => {
  const order = await newOrder();
  const body = { ...proof(order), attemptKey: crypto.randomUUID(), method: 'mpesa', phone: '0712000099' };
  await Promise.all([post('payment-start', body), post('payment-start', body), post('payment-start', body)]);
  const phones = (await (await fetch(`${origin}/_local/phone.json`)).json()) as { phone: string }[];
  expect(phones.filter(({ phone }) => phone === '254712000099')).toHaveLength(1);
});

test('a stranger starts and reads nothing', async () => {
  const order = await newOrder();
  const stranger = { orderNumber: order.number, orderKey: crypto.randomUUID() };
  expect(await post('payment-start', { ...stranger, method: 'mpesa', phone: '0712000098', attemptKey: crypto.randomUUID() })).toMatchObject({ status: 404, body: { code: 'payment.order_not_found' } });
  expect(await post('payment-check', { orderNumber: order.number })).toMatchObject({ status: 404 });
  expect(await post('payment-start', { ...proof(order), method: 'mpesa', phone: '0800', attemptKey: crypto.randomUUID() })).toMatchObject({ status: 400, body: { code: 'payment.invalid_phone', field: 'phone' } });
});

test.each(['now', 'late', 'never', 'twice', 'forged'])('card, reported %s: paid once, and known on return', async (way) => {
  const order = await newOrder();
  const { body } = await start(order, { method: 'card' });
  const page = String(body.attempt?.['redirect_url']);
  expect((await fetch(page)).status).toBe(200);
  const back = await fetch(page, { method: 'POST', body: new URLSearchParams({ way }), redirect: 'manual' });
  expect(back.headers.get('location')).toContain(`/store/orders/${order.number}?returned=card&trxref=`);
  await post('payment-check', proof(order));
  await eventually(() => stateOf(order), paid);
});

test('a declined card can be tried again on the page; leaving it charges nothing', async () => {
  const order = await newOrder();
  const page = String((await start(order, { method: 'card' })).body.attempt?.['redirect_url']);
  const choose = (way: string) => fetch(page, { method: 'POST', body: new URLSearchParams({ way }), redirect: 'manual' });
  await choose('decline');
  await post('payment-check', proof(order));
  expect(await attemptOf(order)).toEqual({ status: 'failed', failure: 'declined' });
  expect((await choose('abandon')).headers.get('location')).toContain('returned=card');
  expect(await stateOf(order)).toMatchObject({ paid: false });
  expect((await choose('secure')).status).toBe(200);
  await choose('now');
  await eventually(() => stateOf(order), paid);
});

test('money goes back by the provider, the licence is revoked and the buyer is told', async () => {
  for (const method of ['mpesa', 'card'] as const) {
    const order = await newOrder();
    const { body } = await start(order, { method, phone: '0799002055' });
    if (method === 'card') await fetch(String(body.attempt?.['redirect_url']), { method: 'POST', body: new URLSearchParams({ way: 'now' }), redirect: 'manual' });
    await eventually(() => stateOf(order), paid);
    await database.query(`insert into public.refunds (payment_id, order_id, amount, reason) select id, order_id, amount, 'Bought twice' from public.payments where order_id = $1`, [order.id]);
    await eventually(() => stateOf(order), { status: 'cancelled', paid: false, licences: 0, payments: 1 });
    await eventually(async () => ((await (await fetch(`${origin}/_local/mailbox.json?to=${order.key}&subject=paid%20back`)).json()) as unknown[]).length, 1);
  }
});

test('nothing complained', () => expect(lines.filter((line) => /function|fatal|payments/.test(line))).toEqual([]));
