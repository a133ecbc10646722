import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

/** What a paid order switches on, for how long, and what a refund takes away. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const ids: Record<string, string> = {};
let today: string;

const owned = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await database.owner.query(sql, values)).rows as T[];
const one = async (sql: string, values: unknown[] = []) => Object.values((await owned(sql, values))[0] ?? {})[0];
const setToday = async (day: string) => {
  today = day;
  await database.owner.query(
    `create or replace function private.current_moment() returns timestamptz language sql stable set search_path = '' as $$ select timestamptz '${day} 12:00+03' $$`,
  );
};
const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

const order = (lines: object[], billing: object = {}) =>
  database.as(admin, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from public.place_order(gen_random_uuid(), $1, 'bank', $2)", [
      JSON.stringify({
        firstName: 'Ann',
        lastName: 'Were',
        email: `${crypto.randomUUID()}@school.test`,
        phone: '0712345678',
        institution: 'Greenfield',
        ...billing,
      }),
      JSON.stringify(lines),
    ]);
    return rows[0]!.id;
  });
const pay = async (id: string, receipt: string = crypto.randomUUID()) =>
  database.asServer((client) =>
    client.query("select public.record_payment($1, 'bank', (select total_amount from public.orders where id = $1), $2)", [id, receipt]),
  );
const refund = async (id: string) => {
  const payment = await one("select id from public.payments where order_id = $1 and state = 'received' and refunded_amount < amount", [id]);
  const asked = await database.as(superAdmin, (client) =>
    client.query<{ id: string }>("select id from public.refund_payment($1, 'Not needed')", [payment]),
  );
  await database.asServer((client) => client.query('select public.apply_refund($1, true)', [asked.rows[0]!.id]));
};
const entitled = (feature: string, campus: string | null = null) =>
  one('select private.is_entitled($1, $2, $3)', [ids['school'], feature, campus]);
const quickFees = (quantity = 1) => ({ addon_id: ids['quickFees'], quantity });
const plan = (name: string, quantity = 1) => ({ plan_id: ids[name], quantity });
const periods = () =>
  owned<{ plan: string; from: string; until: string }>(
    'select p.name as plan, s.started_on::text as from, s.ends_on::text as until from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = $1 and s.revoked_at is null order by s.started_on',
    [ids['school']],
  );
const status = () => one('select status from public.subscription_overview where school_id = $1', [ids['school']]);
/** Starts again with one period. */
const subscribe = async (name: string, from: number, until: number, isTrial = false) => {
  await owned('delete from public.subscriptions where school_id = $1', [ids['school']]);
  await owned('insert into public.subscriptions (school_id, plan_id, started_on, ends_on, is_trial) values ($1, $2, $3, $4, $5)', [
    ids['school'],
    ids[name],
    day(from),
    day(until),
    isTrial,
  ]);
};

beforeAll(async () => {
  await setToday('2027-02-01');
  ids['school'] = String(await one("select id from public.schools where name = 'Greenfield Academy'"));
  ids['quickFees'] = String(await one("select id from public.addons where name = 'Quick Fees'"));
  await owned("update public.plans set in_store = true where category = 'saas' and is_active");
  for (const { name, id } of await owned<{ name: string; id: string }>(
    "select name, id from public.plans where category = 'saas' and is_active",
  ))
    ids[name] = id;
  await owned('delete from public.licences where school_id = $1', [ids['school']]);
  await subscribe('Silver', -10, 300);
});
afterAll(() => setToday('2027-02-01'));

describe('an add-on', () => {
  it('is off until it is paid, then on, and on once however often the payment is reported', async () => {
    expect(await entitled('addon:quick-fees')).toBe('off');
    const id = await order([quickFees()]);
    expect(await entitled('addon:quick-fees')).toBe('off');
    await pay(id, 'ONE');
    await pay(id, 'ONE');
    await pay(id, 'TWO');
    expect(await entitled('addon:quick-fees')).toBe('on');
    expect(await entitled('addon:thermal-print')).toBe('off');
    expect(await owned('select valid_from::text, valid_until::text from public.licences where order_id = $1', [id])).toEqual([
      { valid_from: '2027-02-01', valid_until: '2027-06-01' },
    ]);
  });

  it('bought again goes on after the first, without a day twice', async () => {
    await pay(await order([quickFees()]));
    expect(
      await owned('select valid_from::text, valid_until::text from public.licences where school_id = $1 order by valid_from', [
        ids['school'],
      ]),
    ).toEqual([
      { valid_from: '2027-02-01', valid_until: '2027-06-01' },
      { valid_from: '2027-06-02', valid_until: '2027-10-01' },
    ]);
  });

  it('paid back is off, and what was bought to follow comes forward', async () => {
    const [first, second] = await owned<{ order_id: string }>(
      'select order_id from public.licences where school_id = $1 order by valid_from',
      [ids['school']],
    );
    await refund(first!.order_id);
    expect(await entitled('addon:quick-fees')).toBe('on');
    expect(
      await owned('select valid_from::text from public.licences where school_id = $1 and revoked_at is null', [ids['school']]),
    ).toEqual([{ valid_from: '2027-02-01' }]);
    await refund(second!.order_id);
    expect(await entitled('addon:quick-fees')).toBe('off');
  });

  it('is read-only when it is over, and when the subscription is', async () => {
    const id = await order([quickFees()]);
    await pay(id);
    await owned("update public.licences set valid_from = '2027-01-01', valid_until = '2027-01-31' where order_id = $1", [id]);
    expect(await entitled('addon:quick-fees')).toBe('read-only');
    await owned("update public.licences set valid_until = '2027-02-01' where order_id = $1", [id]);
    expect(await entitled('addon:quick-fees')).toBe('on');
    await subscribe('Silver', -100, -1);
    expect(await entitled('addon:quick-fees')).toBe('read-only');
    expect(await entitled('module:fees')).toBe('read-only');
    await subscribe('Silver', -100, 100);
    expect(await entitled('module:fees')).toBe('on');
    expect(await entitled('module:front-office')).toBe('off');
  });

  it('covers the campuses that were paid for', async () => {
    const campuses = await owned<{ id: string }>(
      "insert into public.campuses (school_id, name) select $1, name from unnest(array['Hill', 'River']) as name returning id",
      [ids['school']],
    );
    expect(await entitled('addon:quick-fees', campuses[0]!.id)).toBe('off');
    await owned('update public.licences set campus_ids = array[$2::uuid] where school_id = $1 and revoked_at is null', [
      ids['school'],
      campuses[0]!.id,
    ]);
    expect(await entitled('addon:quick-fees', campuses[0]!.id)).toBe('on');
    expect(await entitled('addon:quick-fees', campuses[1]!.id)).toBe('off');
    expect(await entitled('addon:quick-fees')).toBe('on');
    await owned('delete from public.campuses where school_id = $1', [ids['school']]);
  });
});

describe('a paid plan', () => {
  it('starts when the trial ends', async () => {
    await subscribe('Gold', -5, 20, true);
    await pay(await order([plan('Silver')]));
    expect(await periods()).toEqual([
      { plan: 'Gold', from: day(-5), until: day(20) },
      { plan: 'Silver', from: day(21), until: '2027-06-21' },
    ]);
    expect(await status()).toBe('trial');
  });

  it('prolongs a running one, and starts on the day of payment in the grace and after it', async () => {
    await subscribe('Silver', -100, 9);
    await pay(await order([plan('Silver')]));
    expect(await periods()).toEqual([
      { plan: 'Silver', from: day(-100), until: day(9) },
      { plan: 'Silver', from: day(10), until: '2027-06-10' },
    ]);
    for (const over of [1, 31, 400]) {
      await subscribe('Silver', -500, -over);
      expect(await status()).toBe(over === 1 ? 'grace' : 'ended');
      await owned('update public.schools set closed_at = now() where id = $1', [ids['school']]);
      await pay(await order([plan('Silver')]));
      expect((await periods())[1]).toEqual({ plan: 'Silver', from: today, until: '2027-06-01' });
      expect(await status()).toBe('active');
    }
  });

  it('moves the subscription once, whichever way the payment is reported', async () => {
    await subscribe('Silver', -100, 9);
    const id = await order([plan('Silver')]);
    await Promise.all([pay(id, 'A-1'), pay(id, 'A-1')]);
    await pay(id, 'A-2');
    const after = await periods();
    expect(after).toHaveLength(2);
    await refund(id);
    expect(await periods()).toEqual(after.slice(0, 1));
  });

  it('is replaced by a greater one for the days that are left, and comes back when that is paid back', async () => {
    await subscribe('Silver', -20, 100);
    const id = await order([plan('Gold')]);
    await owned('update public.order_items set is_upgrade = true where order_id = $1', [id]);
    await pay(id);
    expect(await periods()).toEqual([
      { plan: 'Silver', from: day(-20), until: day(-1) },
      { plan: 'Gold', from: today, until: day(100) },
    ]);
    await refund(id);
    expect(await periods()).toEqual([{ plan: 'Silver', from: day(-20), until: day(100) }]);
  });

  it('upgraded too late prolongs by the days that the money pays', async () => {
    await subscribe('Gold', -20, 100);
    const id = await order([plan('Gold')]);
    await owned('update public.order_items set is_upgrade = true where order_id = $1', [id]);
    await pay(id);
    expect(await periods()).toEqual([
      { plan: 'Gold', from: day(-20), until: day(100) },
      { plan: 'Gold', from: day(101), until: day(222) },
    ]);
  });

  it('keeps every paid day once, whatever is bought, upgraded, paid twice and paid back in any order', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 12; round += 1) {
      await setToday('2027-02-01');
      await subscribe('Starter', -30, random(40) - 20, round % 3 === 0);
      const waiting: string[] = [];
      const paid: string[] = [];
      for (let step = 0; step < 8; step += 1) {
        const act = random(5);
        if (act <= 1) {
          const id = await order([plan(['Starter', 'Silver', 'Gold'][random(3)]!)]);
          if (random(3) === 0) await owned('update public.order_items set is_upgrade = true where order_id = $1', [id]);
          waiting.push(id);
        } else if (act === 2 && waiting.length > 0) {
          const [id] = waiting.splice(random(waiting.length), 1);
          const receipt = crypto.randomUUID();
          for (let times = 0; times <= random(3); times += 1) await pay(id!, random(2) === 0 ? receipt : undefined);
          paid.push(id!);
        } else if (act === 3 && paid.length > 0 && random(2) === 0) {
          const [id] = paid.splice(random(paid.length), 1);
          await refund(id!);
        } else {
          await setToday(day(random(60)));
        }
        const wrong = await owned(
          `select i.id as "not moved once" from public.order_items i join public.orders o on o.id = i.order_id
           where o.id = any ($1) and (select count(*) from public.subscriptions s where s.order_item_id = i.id
             and (s.revoked_at is null or exists (select from public.subscriptions u where u.replaces = s.id))) <> 1
           union all select s.id from public.subscriptions s join public.order_items i on i.id = s.order_item_id join public.orders o on o.id = i.order_id
           where s.school_id = $2 and s.revoked_at is null and o.paid_at is null`,
          [paid, ids['school']],
        );
        expect(wrong, `round ${round}, step ${step}`).toEqual([]);
      }
    }
  });
});

describe('without a subscription', () => {
  it('a school is refused in words, and a provider’s payment is recorded', async () => {
    await setToday('2027-02-01');
    await subscribe('Silver', -500, -100);
    const save = database.as(admin, (client) => client.query("select public.save_campus('Town')"));
    expect(await refusal(save)).toMatchObject({ code: '42501', hint: 'subscription.ended' });
    const id = await order([quickFees()]);
    await pay(id);
    expect(await one('select status from public.orders where id = $1', [id])).toBe('completed');
    expect(await entitled('addon:quick-fees')).toBe('read-only');
  });
});
