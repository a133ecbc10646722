import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { usePlans, type Plan } from './planFixtures.ts';

/**
 * Whatever happens, in any order: what was paid and not refunded is what is granted, or owed back, to the cent.
 * The same few histories are run each time; HISTORIES runs as many new ones.
 */
const historyCount = process.env['HISTORIES'];
const histories = Number(historyCount ?? 12);
const database = useDatabase();
const plans = usePlans(database, '2027-02-01');
const { ids, owned, one, setToday, day, order, subscribe } = plans;

type Step =
  | { act: 'renew'; plan: Plan; billing: 'termly' | 'annual'; quantity: number }
  | { act: 'upgrade'; plan: Plan }
  | { act: 'addon'; quantity: number }
  | { act: 'pay'; which: number; share: number; cents: number }
  | { act: 'refund'; which: number; share: number; answer: 'done' | 'refused' | 'lost' | 'by hand' }
  | { act: 'decide'; how: 'again' | 'by hand' | 'withdraw' }
  | { act: 'repay'; which: number }
  | { act: 'price'; plan: Plan; percent: number }
  | { act: 'wait'; days: number };
const plan = fc.constantFrom<Plan>('Starter', 'Silver', 'Gold');
const which = fc.nat({ max: 9 });
const share = fc.constantFrom(1, 1, 1, 0.3, 0.75, 1.4);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('renew' as const),
      plan,
      billing: fc.constantFrom('termly' as const, 'annual' as const),
      quantity: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('upgrade' as const), plan }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('addon' as const), quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 7, arbitrary: fc.record({ act: fc.constant('pay' as const), which, share, cents: fc.constantFrom(0, 0, 0.5, 0.01) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      which,
      share: fc.constantFrom(1, 1, 0.25, 0.9),
      answer: fc.constantFrom('done' as const, 'refused' as const, 'lost' as const, 'by hand' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('decide' as const),
      how: fc.constantFrom('again' as const, 'by hand' as const, 'withdraw' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('repay' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('price' as const), plan, percent: fc.constantFrom(80, 125, 250) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const), days: fc.constantFrom(0, 1, 3, 13, 15, 60, 130, 400) }) },
);

const asManager = (sql: string, values: unknown[]) => database.as(superAdmin, (client) => client.query(sql, values));
const asServer = (sql: string, values: unknown[]) => database.asServer((client) => client.query(sql, values));
const of = (list: readonly string[], index: number) => list[index % list.length];

/** Histories that once ended with an error. */
const examples: [number, Step[]][] = [
  // A period that has ended is refunded in part while the next one runs.
  [
    0,
    [
      { act: 'renew', plan: 'Starter', billing: 'termly', quantity: 1 },
      { act: 'renew', plan: 'Starter', billing: 'termly', quantity: 1 },
      { act: 'pay', which: 0, share: 1, cents: 0 },
      { act: 'pay', which: 3, share: 1, cents: 0 },
      { act: 'wait', days: 130 },
      { act: 'refund', which: 0, share: 0.9, answer: 'done' },
    ],
  ],
];

/** Orders whose money does not add up, and rights that nobody pays for. */
const wrong = (orders: readonly string[]) =>
  owned(
    `with money as (
       select o.id, o.order_number, o.status::text, o.paid_at, o.surplus_amount,
         (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = o.id) as kept,
         (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.status not in ('done', 'withdrawn')) as reserved,
         (select coalesce(sum(i.granted_amount), 0) from public.order_items i where i.order_id = o.id) as granted
       from public.orders o where o.id = any ($1))
     select 'more granted than paid' as fault, m.order_number as what, row_to_json(m) as seen from money m where m.granted > m.kept
     union all
     select 'paid, neither granted nor owed', m.order_number, row_to_json(m) from money m
     where m.paid_at is not null and m.reserved = 0 and m.granted + m.surplus_amount <> m.kept
     union all
     select 'granted without being paid', m.order_number, row_to_json(m) from money m where m.paid_at is null and m.granted <> 0
     union all
     select 'not owed back', m.order_number, row_to_json(m) from money m
     where m.status = 'cancelled' and m.paid_at is null and m.reserved = 0 and m.surplus_amount <> m.kept
     union all
     select 'period without payment', i.addon_name, row_to_json(s) from public.subscriptions s join public.order_items i on i.id = s.order_item_id
       join public.orders o on o.id = i.order_id where s.school_id = $2 and s.revoked_at is null and (o.paid_at is null or i.granted_as = 'owed')
     union all
     select 'licence without payment', l.name, row_to_json(l) from public.licences l join public.order_items i on i.id = l.order_item_id
       join public.orders o on o.id = i.order_id where o.id = any ($1) and l.revoked_at is null and (o.paid_at is null or i.granted_amount = 0)
     union all
     select 'paid for without a licence', i.addon_name, row_to_json(i) from public.order_items i join public.orders o on o.id = i.order_id
       where o.id = any ($1) and o.paid_at is not null and i.kind = 'addon' and i.granted_as = 'quoted' and i.granted_amount = i.line_total
       and not exists (select from public.licences l where l.order_item_id = i.id and l.revoked_at is null)
     union all
     -- An upgrade costs the difference to the period it replaces, so that one must be paid as well.
     select 'upgrade of what was taken back', i.addon_name, row_to_json(s) from public.subscriptions s join public.order_items i on i.id = s.order_item_id
       join public.subscriptions b on b.id = s.replaces join public.order_items bi on bi.id = b.order_item_id join public.orders bo on bo.id = bi.order_id
       where s.school_id = $2 and s.revoked_at is null and bo.paid_at is null
     union all
     -- Days that were taken as credit are worth no more than they cost, at the prices of their day, which never fall below four fifths twice over.
     select 'days for nothing', i.addon_name, row_to_json(i) from public.order_items i where i.order_id = any ($1) and i.granted_as = 'credit' and i.granted_amount <= 0`,
    [orders, ids['school']],
  );

/** What a line is granted at the moment it is paid, against the prices that hold then. */
async function overgranted(id: string) {
  return owned(
    `select i.addon_name, i.granted_as, i.granted_amount, i.line_total, w.price, w.days from public.order_items i join public.orders o on o.id = i.order_id
     cross join lateral (select private.price_now(i, true)::numeric * case when i.kind = 'plan' then 1 else i.quantity end as price, private.days_of(i) as days) w
     where i.order_id = $1 and o.paid_at is not null and (i.granted_amount > i.line_total
       or i.granted_as = 'credit' and i.granted_days * w.price / w.days > i.granted_amount
       or i.granted_as = 'quoted' and not i.is_upgrade and i.price <> private.price_now(i, false)
       or i.granted_as = 'quoted' and private.today() > o.valid_until
       or i.granted_as = 'quoted' and i.is_upgrade and i.upgrades_until <> (select s.ends_on from public.subscriptions s where s.order_item_id = i.id))`,
    [id],
  );
}

it(`paid less refunded is granted or owed back, in ${histories} histories`, { timeout: 3_600_000 }, async () => {
  const seen: Record<string, number> = {};
  const addon = await one("select id from public.addons where category = 'saas' and is_active and is_ready order by position limit 1");
  await owned('create table if not exists public.first_prices as select id, price from public.plans');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -20, max: 100 }), fc.array(step, { minLength: 8, maxLength: 18 }), async (until, steps) => {
      await setToday('2027-02-01');
      await owned('update public.plans p set price = f.price from public.first_prices f where f.id = p.id and f.price <> p.price');
      await owned('delete from public.licences where school_id = $1', [ids['school']]);
      await subscribe('Starter', -60, until);
      const orders: string[] = [];
      const place = async (line: object) => {
        await refusal(order([line]).then((id) => orders.push(id)));
      };
      const pay = async (id: string, amount: number) => {
        const before = await one('select paid_at from public.orders where id = $1', [id]);
        await asServer("select public.record_payment($1, 'bank', $2, $3)", [id, amount, crypto.randomUUID()]);
        const after = await one('select paid_at from public.orders where id = $1', [id]);
        if (before === null && after !== null) {
          expect(await overgranted(id)).toEqual([]);
          for (const { granted_as: how } of await owned<{ granted_as: string }>(
            'select granted_as from public.order_items where order_id = $1',
            [id],
          ))
            seen[how] = (seen[how] ?? 0) + 1;
        }
      };
      const due = async (id: string) => Number(await one('select private.due_amount(o) from public.orders o where id = $1', [id]));
      for (const now of steps) {
        if (now.act === 'renew') await place({ plan_id: ids[now.plan], quantity: now.quantity, billing: now.billing });
        else if (now.act === 'upgrade') await place({ plan_id: ids[now.plan], quantity: 1, is_upgrade: true });
        else if (now.act === 'addon') await place({ addon_id: addon, quantity: now.quantity });
        else if (now.act === 'wait') await setToday(day(now.days));
        else if (now.act === 'price')
          await owned('update public.plans set price = ceil(price * $2::numeric / 100) where id = $1', [ids[now.plan], now.percent]);
        else if (now.act === 'pay') {
          const id = of(orders, now.which);
          const amount = id && Math.max(1, Math.ceil((await due(id)) * now.share)) + now.cents;
          if (id && amount) await pay(id, amount);
        } else if (now.act === 'refund') {
          const payment = await one(
            'select p.id from public.payments p where p.order_id = $1 and p.amount - p.refunded_amount - private.reserved_amount(p.id) > 0 order by p.created_at limit 1',
            [of(orders, now.which)],
          );
          if (!payment) continue;
          const open = Number(
            await one('select amount - refunded_amount - private.reserved_amount(id) from public.payments where id = $1', [payment]),
          );
          const { rows } = await asManager("select (public.refund_payment($1, 'Not needed', $2)).id", [
            payment,
            Math.max(0.01, Math.round(open * now.share * 100) / 100),
          ]);
          if (now.answer === 'by hand') await asManager("select public.settle_refund($1, 'FT')", [rows[0].id]);
          else {
            await owned("update public.refunds set status = 'requested' where id = $1", [rows[0].id]);
            await asServer('select public.apply_refund($1, null)', [rows[0].id]);
            if (now.answer !== 'lost')
              await asServer("select public.apply_refund($1, $2, 'R', 'Refused')", [rows[0].id, now.answer === 'done']);
          }
          seen[now.answer] = (seen[now.answer] ?? 0) + 1;
        } else if (now.act === 'decide') {
          const refund = await one("select id from public.refunds where order_id = any ($1) and status in ('failed', 'sent') limit 1", [
            orders,
          ]);
          if (!refund) continue;
          if (now.how === 'again' && (await refusal(asManager('select public.retry_refund($1)', [refund]))) === null)
            await asServer('select public.apply_refund($1, true)', [refund]);
          else if (now.how === 'withdraw') await refusal(asManager("select public.withdraw_refund($1, 'It stays')", [refund]));
          else await refusal(asManager("select public.settle_refund($1, 'FT')", [refund]));
        } else {
          const id = await one("select id from public.orders where id = any ($1) and status = 'cancelled' limit 1", [orders]);
          if (!id) continue;
          await asManager("select public.reopen_order($1, 'Wanted after all', 'pending')", [id]);
          await pay(String(id), Math.max(1, await due(String(id))));
          seen['repaid'] = (seen['repaid'] ?? 0) + 1;
        }
        expect(await wrong(orders)).toEqual([]);
      }
      for (const { id } of await owned<{ id: string }>(
        "select id from public.refunds where order_id = any ($1) and status in ('failed', 'sent', 'manual', 'requested')",
        [orders],
      ))
        await asManager("select public.settle_refund($1, 'FT')", [id]);
      expect(await wrong(orders)).toEqual([]);
    }),
    { numRuns: histories + examples.length, examples, ...(historyCount === undefined && { seed: 20270201 }) },
  );
  expect(Object.keys(seen).length).toBeGreaterThan(4);
});
