import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { usePlans, type Plan } from './planFixtures.ts';

/** What moves a subscription: renewals, upgrades and downgrades, however late, often and mixed the payments are reported. */
const database = useDatabase();
const plans = usePlans(database, '2027-02-01');
const { ids, owned, one, setToday, day, order, pay, payAtOnce, refund, periods, status, subscribe } = plans;
const renewal = (name: Plan, billing: 'termly' | 'annual' = 'termly') => order([{ plan_id: ids[name], quantity: 1, billing }]);
const upgrade = (name: Plan) => order([{ plan_id: ids[name], quantity: 1, is_upgrade: true }]);
const price = async (name: Plan) => Number(await one('select price from public.plans where id = $1', [ids[name]]));
const total = async (id: string) => Number(await one('select total_amount from public.orders where id = $1', [id]));
const untilDay = async () => (await periods()).at(-1)!.until;

beforeEach(() => setToday('2027-02-01'));

describe('an upgrade', () => {
  it('twice in one term costs the difference for the days left each time, and the last plan runs to the paid end', async () => {
    // A term of 120 days, from 22 January to 21 May.
    await subscribe('Starter', -10, 109);
    const [starter, silver, gold] = [await price('Starter'), await price('Silver'), await price('Gold')];
    const first = await upgrade('Silver');
    expect(await total(first)).toBe(Math.round(((silver - starter) * 110) / 120));
    await pay(first);
    await setToday('2027-03-03');
    const second = await upgrade('Gold');
    expect(await total(second)).toBe(Math.round(((gold - silver) * 80) / 120));
    await pay(second);
    expect(await periods()).toEqual([
      { plan: 'Starter', from: '2027-01-22', until: '2027-01-31' },
      { plan: 'Silver', from: '2027-02-01', until: '2027-03-02' },
      { plan: 'Gold', from: '2027-03-03', until: '2027-05-21' },
    ]);
    expect(await refusal(upgrade('Silver'))).toMatchObject({ hint: 'subscription.no_upgrade' });
  });

  it('paid back leaves what the first upgrade paid for', async () => {
    await subscribe('Starter', -10, 109);
    await pay(await upgrade('Silver'));
    const second = await upgrade('Gold');
    await pay(second);
    await refund(second);
    expect((await periods()).at(-1)).toEqual({ plan: 'Silver', from: '2027-02-01', until: day(109) });
  });
});

describe('a renewal', () => {
  it('with a smaller plan starts when the greater one ends', async () => {
    await subscribe('Gold', -10, 20);
    await pay(await renewal('Starter'));
    expect(await periods()).toEqual([
      { plan: 'Gold', from: day(-10), until: day(20) },
      { plan: 'Starter', from: day(21), until: '2027-06-21' },
    ]);
    expect(await one('select plan from public.subscription_overview where school_id = $1', [ids['school']])).toBe('Gold');
  });

  it('from term to year starts at the end of the term and costs a tenth less', async () => {
    await subscribe('Silver', -10, 20);
    const id = await renewal('Silver', 'annual');
    expect(await total(id)).toBe(Math.round((await price('Silver')) * 0.9) * 3);
    await pay(id);
    expect(await periods()).toEqual([
      { plan: 'Silver', from: day(-10), until: day(20) },
      { plan: 'Silver', from: day(21), until: '2028-02-21' },
    ]);
  });
});

describe('a payment that is reported late', () => {
  it.each([
    ['in the grace', '2027-02-20', 'grace'],
    ['after the grace', '2027-06-01', 'ended'],
  ] as const)('%s starts the period on the day it arrives', async (_when, arrival, before) => {
    await subscribe('Silver', -100, 5);
    const id = await renewal('Silver');
    await setToday(arrival);
    expect(await status()).toBe(before);
    if (before === 'ended') await owned('update public.schools set closed_at = now() where id = $1', [ids['school']]);
    await pay(id);
    expect((await periods()).at(-1)).toMatchObject({ from: arrival });
    expect(await status()).toBe('active');
  });

  it('after an upgrade prolongs behind the greater plan', async () => {
    await subscribe('Starter', -10, 109);
    const late = await renewal('Starter');
    await pay(await upgrade('Gold'));
    await pay(late);
    expect(await periods()).toEqual([
      { plan: 'Starter', from: day(-10), until: day(-1) },
      { plan: 'Gold', from: day(0), until: day(109) },
      { plan: 'Starter', from: day(110), until: '2027-09-21' },
    ]);
  });

  it('for an upgrade of a term that has ended buys the days that the money pays, from that day', async () => {
    await subscribe('Starter', -10, 109);
    const id = await upgrade('Gold');
    await setToday('2027-06-10');
    await pay(id);
    const days = Math.floor(((await total(id)) * 122) / (await price('Gold')));
    expect((await periods()).at(-1)).toEqual({ plan: 'Gold', from: '2027-06-10', until: day(days - 1) });
  });

  it('by several callbacks at once moves the subscription once', async () => {
    await subscribe('Silver', -100, 9);
    const id = await renewal('Silver');
    const same = crypto.randomUUID();
    await payAtOnce(id, [same, crypto.randomUUID(), same, crypto.randomUUID()]);
    expect(await periods()).toHaveLength(2);
    expect(await untilDay()).toBe('2027-06-10');
  });
});

type Step =
  | { act: 'order'; plan: Plan; billing: 'termly' | 'annual' }
  | { act: 'upgrade'; plan: Plan }
  | { act: 'pay'; which: number; receipts: string[] }
  | { act: 'refund'; which: number }
  | { act: 'wait'; days: number };
const plan = fc.constantFrom<Plan>('Starter', 'Silver', 'Gold');
const which = fc.nat({ max: 7 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('order' as const), plan, billing: fc.constantFrom('termly' as const, 'annual' as const) }),
  fc.record({ act: fc.constant('upgrade' as const), plan }),
  fc.record({ act: fc.constant('pay' as const), which, receipts: fc.array(fc.constantFrom('A', 'B'), { minLength: 1, maxLength: 3 }) }),
  fc.record({ act: fc.constant('refund' as const), which }),
  fc.record({ act: fc.constant('wait' as const), days: fc.nat({ max: 90 }) }),
);

/** Lines that did not move the subscription exactly once, unless their money is owed back, and periods of what is not paid. */
const wrong = (paid: readonly string[]) =>
  owned(
    `select i.id as "not moved once" from public.order_items i where i.order_id = any ($1) and i.granted_as <> 'owed' and (select count(*) from public.subscriptions s
       where s.order_item_id = i.id and (s.revoked_at is null or exists (select from public.subscriptions u where u.replaces = s.id))) <> 1
     union all select s.id from public.subscriptions s join public.order_items i on i.id = s.order_item_id join public.orders o on o.id = i.order_id
     where s.school_id = $2 and s.revoked_at is null and o.paid_at is null`,
    [paid, ids['school']],
  );

it(
  'moves the subscription once for each paid line, whatever is ordered, paid late or twice at once, and paid back',
  { timeout: 120_000 },
  async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -40, max: 60 }),
        fc.boolean(),
        fc.array(step, { minLength: 6, maxLength: 14 }),
        async (until, isTrial, steps) => {
          await setToday('2027-02-01');
          await subscribe('Starter', -60, until, isTrial);
          const waiting: string[] = [];
          const paid: string[] = [];
          for (const now of steps) {
            if (now.act === 'wait') await setToday(day(now.days));
            else if (now.act === 'order') waiting.push(await renewal(now.plan, now.billing));
            else if (now.act === 'upgrade') {
              // Refused where nothing runs that could be upgraded.
              const placed = await upgrade(now.plan).catch(() => undefined);
              if (placed) waiting.push(placed);
            } else if (now.act === 'pay') {
              if (waiting.length === 0) waiting.push(await renewal('Silver'));
              const [id] = waiting.splice(now.which % waiting.length, 1);
              await payAtOnce(
                id!,
                now.receipts.map((receipt) => `${receipt} ${id}`),
              );
              paid.push(id!);
              moved += 1;
            } else if (now.act === 'refund' && paid.length > 0) {
              const [id] = paid.splice(now.which % paid.length, 1);
              // What was paid twice stays paid until the second is paid back as well.
              while ((await one('select paid_at from public.orders where id = $1', [id])) !== null) await refund(id!);
            }
            expect(await wrong(paid)).toEqual([]);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(moved).toBeGreaterThan(50);
  },
);
