import { beforeEach, describe, expect, it } from 'vitest';
import { superAdmin, useDatabase } from '../database.ts';
import { usePlans, type Plan } from './planFixtures.ts';

/** A quote is granted while what it was computed from stays as it was; later the money buys days at the price of its day, and the rest is owed back. */
const database = useDatabase();
const { ids, owned, one, setToday, day, order, pay, refund, periods, subscribe } = usePlans(database, '2027-02-01');
const renewal = (name: Plan) => order([{ plan_id: ids[name], quantity: 1, billing: 'termly' }]);
const upgrade = (name: Plan) => order([{ plan_id: ids[name], quantity: 1, is_upgrade: true }]);
const addon = () => one("select id from public.addons where category = 'saas' and is_active and is_ready order by position limit 1");
const line = async (id: string) =>
  (
    await owned<{ granted_as: string; granted_amount: number; granted_days: number | null; line_total: number }>(
      'select granted_as, granted_amount, granted_days, line_total from public.order_items where order_id = $1',
      [id],
    )
  )[0]!;
const owedTo = (id: string) => one('select surplus_amount from public.orders where id = $1', [id]);
const licence = (id: string) =>
  one('select valid_until - valid_from + 1 from public.licences where order_id = $1 and revoked_at is null', [id]);
const mails = (id: string, template: string) =>
  one("select count(*)::integer from public.mail_outbox where template = $2 and data ->> 'order_id' = $1", [id, template]);

beforeEach(async () => {
  await setToday('2027-02-01');
  await subscribe('Starter', -100, 5);
});

it('names the period, the amounts it rests on and its last day', async () => {
  const id = await upgrade('Gold');
  expect(await one('select valid_until::text from public.orders where id = $1', [id])).toBe(day(14));
  expect(
    await owned(
      'select upgrades is not null as period, upgrades_until::text as until, upgrades_to_price > upgrades_from_price as prices from public.order_items where order_id = $1',
      [id],
    ),
  ).toEqual([{ period: true, until: day(5), prices: true }]);
});

describe('an upgrade that is paid', () => {
  it('once another period runs buys days of the greater plan, never the rest of that period', async () => {
    const id = await upgrade('Gold');
    await pay(await order([{ plan_id: ids['Starter'], quantity: 1, billing: 'annual' }]));
    await setToday(day(8));
    await pay(id);
    const { granted_as: how, granted_days: days, granted_amount: cost, line_total: total } = await line(id);
    const price = Number(await one('select price from public.plans where id = $1', [ids['Gold']]));
    expect(how).toBe('credit');
    expect(days).toBe(Math.floor((total * 122) / price));
    expect(cost + Number(await owedTo(id))).toBe(total);
    expect((await periods()).filter(({ plan }) => plan === 'Gold')).toHaveLength(1);
    expect((await periods()).at(-2)).toMatchObject({ plan: 'Starter', until: '2028-02-06' });
  });

  it('some days later costs what the days left cost, and the rest is owed back', async () => {
    await subscribe('Starter', -20, 99);
    const id = await upgrade('Gold');
    await setToday(day(10));
    const now = Number(await one('select private.upgrade_price($1, $2)', [ids['school'], ids['Gold']]));
    await pay(id);
    const { granted_as: how, granted_amount: cost, line_total: total } = await line(id);
    expect([how, cost]).toEqual(['quoted', now]);
    expect(await owedTo(id)).toBe(total - now);
  });

  it('by hand, and marked as paid elsewhere, goes the same way', async () => {
    for (const how of [
      'select public.confirm_bank_payment($1, (select total_amount from public.orders where id = $1), gen_random_uuid()::text)',
      "select public.complete_paid_order($1, 'bank', gen_random_uuid()::text)",
    ]) {
      await setToday('2027-02-01');
      await subscribe('Starter', -20, 99);
      const id = await upgrade('Gold');
      await setToday(day(20));
      await database.as(superAdmin, (client) => client.query(how, [id]));
      expect((await line(id)).granted_as).toBe('credit');
    }
  });
});

it('a proforma that is paid after its last day buys days at the price of that day, for every kind of product', async () => {
  const service = await one(
    "insert into public.services (name, description, category, price, unit) values ('Visit', 'A day at your school', 'saas', 4000, 'one-time') returning id",
  );
  const made = [
    await renewal('Silver'),
    await order([{ addon_id: await addon(), quantity: 2 }]),
    await order([{ service_id: service, quantity: 1 }]),
  ];
  await owned('update public.plans set price = price * 2 where id = $1', [ids['Silver']]);
  await owned('update public.addons set price = price * 2 where id = $1', [await addon()]);
  await owned('update public.services set price = 5000 where id = $1', [service]);
  await setToday(day(15));
  for (const id of made) await pay(id);
  await owned('update public.plans set price = price / 2 where id = $1', [ids['Silver']]);
  await owned('update public.addons set price = price / 2 where id = $1', [await addon()]);
  const [plan, modules, visit] = [await line(made[0]!), await line(made[1]!), await line(made[2]!)];
  expect([plan.granted_as, plan.granted_days]).toEqual(['credit', 61]);
  expect([modules.granted_as, modules.granted_days]).toEqual(['credit', 61]);
  expect(await licence(made[1]!)).toBe(61);
  expect([visit.granted_as, visit.granted_amount, await owedTo(made[2]!)]).toEqual(['owed', 0, 4000]);
  expect(await one('select count(*)::integer from public.service_fulfilments where order_id = $1', [made[2]])).toBe(0);
});

it('the first of two upgrades that is paid back takes the second with it, whose unused money buys days', async () => {
  await subscribe('Starter', -20, 99);
  const first = await upgrade('Silver');
  await pay(first);
  await setToday(day(10));
  const second = await upgrade('Gold');
  await pay(second);
  await refund(first);
  const [base, credit] = await periods();
  expect(base).toMatchObject({ plan: 'Starter', from: '2027-01-12' });
  const { granted_days: days, granted_amount: granted, line_total: total } = await line(second);
  expect(credit).toMatchObject({ plan: 'Gold' });
  expect(days).toBeLessThan(89);
  expect(granted + Number(await owedTo(second))).toBe(total);
});

it('a part that is paid back shortens what was bought by its share', async () => {
  const modules = await order([{ addon_id: await addon(), quantity: 1 }]);
  await pay(modules);
  const full = Number(await licence(modules));
  const payment = await one('select id from public.payments where order_id = $1', [modules]);
  const total = Number(await one('select total_amount from public.orders where id = $1', [modules]));
  await database.as(superAdmin, (client) =>
    client.query("select public.settle_refund((public.refund_payment($1, 'Half', $2)).id, 'FT')", [payment, total / 2]),
  );
  expect(await licence(modules)).toBe(Math.floor(full / 2));
  expect(await owedTo(modules)).toBe(0);
});

it('what is paid above the total is owed back, told to the buyer, and gone once it is returned', async () => {
  const id = await order([{ addon_id: await addon(), quantity: 1 }]);
  const total = Number(await one('select total_amount from public.orders where id = $1', [id]));
  await database.asServer((client) => client.query("select public.record_payment($1, 'bank', $2, 'MORE')", [id, total + 500.5]));
  expect(await owedTo(id)).toBe(500.5);
  expect(await mails(id, 'order-surplus')).toBe(1);
  const issues = () =>
    database.as(superAdmin, (client) =>
      client.query("select amount from public.list_payment_issues() where kind = 'overpaid' and order_id = $1", [id]),
    );
  expect((await issues()).rows).toEqual([{ amount: 500.5 }]);
  const shown = () => one('select public.read_payment(o.order_number, o.idempotency_key) from public.orders o where id = $1', [id]);
  expect(await shown()).toMatchObject({ surplus_amount: 500.5, returning_amount: 0 });
  const payment = await one('select id from public.payments where order_id = $1', [id]);
  const refund = await database.as(superAdmin, (client) =>
    client.query("select (public.refund_payment($1, 'Too much', 500.5)).id", [payment]),
  );
  expect(await shown()).toMatchObject({ surplus_amount: 0, returning_amount: 500.5 });
  await database.as(superAdmin, (client) => client.query("select public.settle_refund($1, 'FT')", [refund.rows[0].id]));
  expect(await shown()).toMatchObject({ surplus_amount: 0, returning_amount: 0 });
  expect((await issues()).rows).toEqual([]);
  expect((await line(id)).granted_amount).toBe(total);
});
