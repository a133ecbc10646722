import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { usePlans } from './planFixtures.ts';

/** How many campuses a plan allows a school, who is told, and what asks to upgrade first. */
const database = useDatabase();
const admin = 'admin@greenfield.test';
const { ids, owned, one, setToday, order, pay, subscribe } = usePlans(database, '2027-02-01');
type SchoolPlan = { max_campuses: number | null; offers: { name: string; max_campuses: number | null }[] };

const read = async <T>(caller: string, call: string) =>
  (await database.as(caller, (client) => client.query<{ r: T }>(`select ${call} as r`))).rows[0]!.r;
const add = (name: string, caller = admin) => read<string>(caller, `public.save_campus('${name}')`);
const room = async (caller = admin) => (await read<{ campus_room: unknown }>(caller, 'public.dashboard_summary()')).campus_room;
const campuses = () =>
  owned<{ id: string; name: string }>('select id, name from public.campuses where school_id = $1 order by name', [ids['school']]);
/** Campuses that were there before the plan. */
const have = (...names: string[]) =>
  owned('insert into public.campuses (school_id, name) select $1, unnest($2::text[])', [ids['school'], names]);
const noneLeft = { code: 'P0001', hint: 'plan.campuses', message: expect.stringContaining('Upgrade it first') };

beforeEach(async () => {
  await setToday('2027-02-01');
  await owned('update public.classes set campus_id = null where school_id = $1', [ids['school']]);
  await owned('delete from public.campuses where school_id = $1', [ids['school']]);
  await owned('delete from public.licences where school_id = $1', [ids['school']]);
});

describe('the campuses of a plan', () => {
  it('are those its card promises', async () => {
    const promised = { 'Multiple campuses': 1, 'Up to 2 campuses': 2, 'Several campuses in one set of books': null };
    const plans = await owned<{ name: string; category: string; max_campuses: number | null; features: { text: string }[] }>(
      'select name, category, max_campuses, features from public.plans where is_active',
    );
    for (const { name, category, max_campuses: most, features } of plans) {
      const [line] = Object.entries(promised).filter(([text]) => features.some((feature) => feature.text === text));
      expect([name, most]).toEqual([name, line?.[1] ?? null]);
      expect([name, category === 'saas']).toEqual([name, line !== undefined]);
    }
    expect(plans).toHaveLength(7);
  });

  it('can be added one by one up to the limit, and the next one asks to upgrade first', async () => {
    await subscribe('Silver', -10, 100);
    expect(await room()).toEqual({ plan: 'Silver', max_campuses: 2, campuses: 0 });
    await add('Hill');
    await add('River');
    expect(await room()).toEqual({ plan: 'Silver', max_campuses: 2, campuses: 2 });
    expect(await refusal(add('Lake'))).toMatchObject(noneLeft);
    expect(await campuses()).toHaveLength(2);
  });

  it('are counted again when one is removed', async () => {
    await subscribe('Starter', -10, 100);
    const hill = await add('Hill');
    expect(await refusal(add('River'))).toMatchObject(noneLeft);
    await read(admin, `public.remove_campus('${hill}')`);
    await add('River');
    expect(await campuses()).toMatchObject([{ name: 'River' }]);
  });

  it('have no limit in the greatest plan, and so none in a trial of any plan, as its students', async () => {
    const students = () => one('select max_students from public.subscription_overview where school_id = $1', [ids['school']]);
    const ofPlan = (name: string) => one('select max_students from public.plans where id = $1', [ids[name]]);
    await subscribe('Starter', -10, 20, true);
    for (const name of ['Hill', 'River', 'Lake', 'Town']) await add(name);
    expect(await room()).toBeNull();
    expect(await read(admin, 'public.school_plan()')).toMatchObject({ state: 'trial', plan: 'Starter', max_campuses: null });
    expect(await students()).toBe(await ofPlan('Gold'));
    await subscribe('Starter', -10, 20);
    expect(await read(admin, 'public.school_plan()')).toMatchObject({ state: 'active', max_campuses: 1 });
    expect(await students()).toBe(await ofPlan('Starter'));
  });

  it('can be more as soon as an upgrade is paid', async () => {
    await subscribe('Silver', -10, 100);
    await have('Hill', 'River');
    await pay(await order([{ plan_id: ids['Gold'], quantity: 1, is_upgrade: true }]));
    await add('Lake');
    expect(await campuses()).toHaveLength(3);
  });

  it('of one school take nothing from another, and only administrators are told', async () => {
    await subscribe('Starter', -10, 100);
    await have('Hill');
    expect(await room('teacher@greenfield.test')).toBeNull();
    const [lakeside] = await owned<{ id: string }>("select id from public.schools where name = 'Lakeside School'");
    // It has a branch of its own, and a licence that allows it.
    await owned('select private.delete_school(id) from public.schools where branch_of = $1', [lakeside!.id]);
    await owned('delete from public.licences where school_id = $1', [lakeside!.id]);
    await owned('delete from public.campuses where school_id = $1', [lakeside!.id]);
    await owned('update public.subscriptions set plan_id = $2, started_on = $3, ends_on = $4 where school_id = $1', [
      lakeside!.id,
      ids['Starter'],
      '2027-01-01',
      '2027-12-31',
    ]);
    await add('Shore', 'admin@lakeside.test');
    expect(await room('admin@lakeside.test')).toEqual({ plan: 'Starter', max_campuses: 1, campuses: 1 });
    expect(await refusal(add('Bay', 'admin@lakeside.test'))).toMatchObject(noneLeft);
  });

  it('are added once when two administrators add the last one together', async () => {
    await subscribe('Silver', -10, 100);
    await have('Hill');
    const [first, second] = [await database.connect(admin), await database.connect(admin)];
    try {
      await first.query("begin; select public.save_campus('River')");
      const late = refusal(second.query("select public.save_campus('Lake')"));
      await expect
        .poll(() => one("select count(*)::integer from pg_locks where locktype = 'advisory' and not granted"), { timeout: 8_000 })
        .toBe(1);
      await first.query('commit');
      expect(await late).toMatchObject(noneLeft);
    } finally {
      for (const client of [first, second]) await client.end();
    }
    expect(await campuses()).toMatchObject([{ name: 'Hill' }, { name: 'River' }]);
  });
});

describe('a school with more campuses than its plan', () => {
  it('keeps them and works on with them, and adds none', async () => {
    await subscribe('Starter', -10, 100);
    await have('Hill', 'River', 'Lake');
    const [hill, , river] = await campuses();
    await read(admin, `public.save_campus('Hilltop', campus_id => '${hill!.id}')`);
    await read(admin, `public.save_class('Grade 4 River', 'Grade 4', campus_id => '${river!.id}')`);
    expect((await campuses()).map(({ name }) => name)).toEqual(['Hilltop', 'Lake', 'River']);
    expect(await room()).toEqual({ plan: 'Starter', max_campuses: 1, campuses: 3 });
    expect(await refusal(add('Town'))).toMatchObject(noneLeft);
  });

  it('is offered plans with their campuses', async () => {
    await subscribe('Starter', -10, 100);
    const plan = await read<SchoolPlan>(admin, 'public.school_plan()');
    expect(plan.max_campuses).toBe(1);
    expect(plan.offers.map(({ name, max_campuses: most }) => [name, most])).toEqual([
      ['Starter', 1],
      ['Bronze', 1],
      ['Silver', 2],
      ['Gold', null],
    ]);
  });
});

describe('a licence of Multi Branch', () => {
  it('allows as many campuses as it covers, while it runs, whatever the plan is', async () => {
    await subscribe('Silver', -10, 100);
    await have('Hill', 'River');
    await owned("update public.addons set category = 'saas' where name = 'Multi Branch'");
    const id = await order([{ addon_id: await one("select id from public.addons where name = 'Multi Branch'"), quantity: 3 }]);
    expect(await refusal(add('Lake'))).toMatchObject(noneLeft);
    await pay(id);
    await add('Lake');
    expect(await refusal(add('Town'))).toMatchObject(noneLeft);
    const { max_campuses: most, offers } = await read<SchoolPlan>(admin, 'public.school_plan()');
    expect([most, offers.find(({ name }) => name === 'Starter')?.max_campuses]).toEqual([3, 3]);
    await owned("update public.licences set valid_until = '2027-01-31', valid_from = '2027-01-01' where order_id = $1", [id]);
    expect(await room()).toEqual({ plan: 'Silver', max_campuses: 2, campuses: 3 });
  });
});

describe('the campus limit in the price book', () => {
  const limit = (caller: string, most: number | null) =>
    database.as(caller, (client) => client.query("update public.plans set max_campuses = $1 where name = 'Silver' returning id", [most]));

  it('is set by super admins only, and is at least one', async () => {
    await subscribe('Silver', -10, 100);
    await limit(superAdmin, 3);
    expect(await room()).toMatchObject({ max_campuses: 3 });
    expect(await refusal(limit(superAdmin, 0))).toMatchObject({ code: '23514' });
    expect((await limit(admin, null)).rows).toEqual([]);
    expect(await room()).toMatchObject({ max_campuses: 3 });
  });
});
