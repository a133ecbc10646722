import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, useDatabase } from '../database.ts';
import { usePlans } from './planFixtures.ts';

/** What a paid order switches on, for how long, and what a refund takes away. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const plans = usePlans(database, '2027-02-01');
const { ids, owned, one, setToday, day, order, pay, refund, periods, status, subscribe } = plans;
const entitled = (feature: string, campus: string | null = null) =>
  one('select private.is_entitled($1, $2, $3)', [ids['school'], feature, campus]);
const quickFees = (quantity = 1) => ({ addon_id: ids['quickFees'], quantity });
const plan = (name: string, quantity = 1) => ({ plan_id: ids[name], quantity });

beforeAll(async () => {
  // Only a school with a server of its own is sold it; these are the rules of a licence, whatever the version.
  await owned("update public.addons set category = 'saas' where name = 'Quick Fees'");
  ids['quickFees'] = String(await one("select id from public.addons where name = 'Quick Fees'"));
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
      expect((await periods())[1]).toEqual({ plan: 'Silver', from: plans.today(), until: '2027-06-01' });
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
      { plan: 'Gold', from: plans.today(), until: day(100) },
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
