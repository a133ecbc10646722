import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readZip } from '../functions/readZip.ts';
import { testPassword } from '../backend/testInstallation.ts';
import { openTestShop, type TestOrder, type TestShop } from './testShop.ts';

// A school that has not paid, over HTTP through the gateway: what it may do, and how a provider's report gives it back the rest.
const emails = { admin: 'admin@greenfield.test', teacher: 'teacher@greenfield.test' };
type Person = keyof typeof emails;
const tokens: Partial<Record<Person, string>> = {};
let shop: TestShop;
let school: string;
let plan: string;

const idOf = async (sql: string) => String((await shop.rows(sql))[0]?.['id']);
const send = (person: Person | null, address: string, body?: object) =>
  fetch(`${shop.origin}/${address}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: shop.publishableKey,
      'content-type': 'application/json',
      ...(person ? { authorization: `Bearer ${tokens[person]}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const read = async <Body>(person: Person, address: string) => (await (await send(person, `rest/v1/${address}`)).json()) as Body;

beforeAll(async () => {
  shop = await openTestShop({ hasDemo: true });
  await shop.rows("update public.plans set in_store = true where category = 'saas'");
  // The schools that leave have been looked through today: a state stays as a test sets it.
  await shop.rows('insert into private.exit_runs (day) values (private.today()) on conflict do nothing');
  school = await idOf("select id from public.schools where name = 'Greenfield Academy'");
  plan = await idOf("select id from public.plans where category = 'saas' and name = 'Gold'");
  for (const person of ['admin', 'teacher'] as const) {
    const response = await send(null, 'auth/v1/token?grant_type=password', { email: emails[person], password: testPassword });
    tokens[person] = ((await response.json()) as { access_token: string }).access_token;
  }
}, 180_000);
afterAll(() => shop?.close());
beforeEach(() => void shop.reports.splice(0));

/** Ends the subscription so many days ago, and closes the school when its time is over. */
async function expire(daysAgo: number, isClosed: boolean): Promise<void> {
  await shop.rows('delete from public.subscriptions where school_id = $1', [school]);
  await shop.rows(
    'insert into public.subscriptions (school_id, plan_id, started_on, ends_on) values ($1, $2, private.today() - 200, private.today() - $3::integer)',
    [school, plan, daysAgo],
  );
  await shop.rows('update public.schools set closed_at = case when $2 then now() end where id = $1', [school, isClosed]);
}

const states = [
  { state: 'grace', daysAgo: 10, isClosed: false },
  { state: 'ended', daysAgo: 40, isClosed: false },
  { state: 'closed', daysAgo: 40, isClosed: true },
] as const;
const stateOf = async () => (await read<{ status: string }[]>('admin', `subscription_overview?select=status&school_id=eq.${school}`))[0];
const seesStudents = async (person: Person) => (await read<unknown[]>(person, 'students?select=id&limit=1')).length > 0;

/** Adds a subject; `done` or the code of the refusal. */
async function write(): Promise<string> {
  const response = await send('admin', 'rest/v1/rpc/save_subject', { name: `Subject ${crypto.randomUUID()}` });
  return response.ok ? 'done' : ((await response.json()) as { hint: string }).hint;
}

async function orderRenewal(): Promise<TestOrder> {
  const key = crypto.randomUUID();
  const response = await send('admin', 'rest/v1/rpc/place_order', {
    idempotency_key: key,
    billing: { firstName: 'Ann', lastName: 'Were', email: `${key}@school.test`, phone: '0712345678', institution: 'Greenfield' },
    payment_method: 'mpesa',
    lines: [{ plan_id: plan, quantity: 1, billing: 'termly' }],
  });
  expect(response.status).toBe(200);
  const [order] = (await response.json()) as { id: string; order_number: string; total_amount: number }[];
  return { key, id: order!.id, number: order!.order_number, total: order!.total_amount };
}

/** Each way to pay, with reports of its provider that arrive twice. */
const ways = {
  mpesa: async (order: TestOrder) => {
    const phone = `2547${String(Date.now()).slice(-8)}`;
    expect(await shop.start(order, { method: 'mpesa', phone })).toMatchObject({ status: 200 });
    const request = (await shop.phone()).find((each) => each.phone === phone);
    await shop.answerPhone(request?.checkoutId, 'twice');
    return 'payment-callback 200';
  },
  card: async (order: TestOrder) => {
    const { body } = await shop.start(order, { method: 'card' });
    await fetch(String(body.attempt?.['redirect_url']), {
      method: 'POST',
      body: new URLSearchParams({ way: 'twice' }),
      redirect: 'manual',
    });
    return 'card-webhook 200';
  },
};
const periods = () =>
  shop.rows(
    `select s.started_on - private.today() as starts_in, s.ends_on = (private.today() + interval '4 months')::date as is_a_term, i.order_id
     from public.subscriptions s left join public.order_items i on i.id = s.order_item_id where s.school_id = $1 and s.revoked_at is null order by s.started_on`,
    [school],
  );
const paymentsOf = ({ id }: TestOrder) => shop.rows('select state::text, amount::int from public.payments where order_id = $1', [id]);

const cases = states.flatMap((each) => (['mpesa', 'card'] as const).map((way) => ({ ...each, way })));
test.each(cases)('$state: a report of $way, twice, is booked once and moves the subscription once', async ({ way, ...each }) => {
  await expire(each.daysAgo, each.isClosed);
  expect(await stateOf()).toEqual({ status: each.state });
  expect(await write()).toBe('subscription.ended');
  expect(await seesStudents('teacher')).toBe(!each.isClosed);
  const order = await orderRenewal();
  const report = await ways[way](order);
  await expect.poll(() => shop.reports, { timeout: 15_000, interval: 100 }).toEqual([report, report]);
  await expect.poll(() => paymentsOf(order), { timeout: 15_000, interval: 100 }).toEqual([{ state: 'received', amount: order.total }]);
  expect(await periods()).toEqual([
    { starts_in: -200, is_a_term: false, order_id: null },
    { starts_in: 0, is_a_term: true, order_id: order.id },
  ]);
  expect(await stateOf()).toEqual({ status: 'active' });
  expect(await write()).toBe('done');
  expect(await seesStudents('teacher')).toBe(true);
});

test.each(states)('$state: an administrator exports everything, and takes the ZIP home', { timeout: 120_000 }, async (each) => {
  await expire(each.daysAgo, each.isClosed);
  await shop.rows('delete from public.school_exports where school_id = $1', [school]);
  expect((await send('teacher', 'rest/v1/rpc/start_school_export', {})).ok).toBe(false);
  const started = await send('admin', 'rest/v1/rpc/start_school_export', {});
  expect(started.status).toBe(200);
  const id = String(await started.json());
  const step = () => read<{ state: string }[]>('admin', `school_exports?select=state&id=eq.${id}`);
  await expect.poll(step, { timeout: 90_000, interval: 200 }).toEqual([{ state: 'ready' }]);
  const zip = await send('admin', `storage/v1/object/authenticated/school-exports/${school}/${id}.zip`);
  expect(zip.status).toBe(200);
  const tables = readZip(Buffer.from(await zip.arrayBuffer()));
  const [{ count } = {}] = await shop.rows('select count(*)::int from public.students where school_id = $1', [school]);
  expect(tables.get('tables/students.csv')?.toString().trim().split('\r\n')).toHaveLength(Number(count) + 1);
});
