import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';
import { runJob } from '../jobs.ts';

const database = useDatabase();
const call = <Row extends object>(caller: string | null, text: string, values: unknown[] = []) =>
  database.as(caller, (client) => client.query<Row>(text, values));
type Plan = {
  id: string;
  name: string;
  category: string;
  position: number;
  is_active: boolean;
  in_store: boolean;
  subscribers: number;
  orders: number;
  total: number;
};
const plans = async (args = '') => (await call<Plan>(superAdmin, `select * from public.list_plans(${args})`)).rows;
const named = async (name: string) => (await plans(`'${name}'`))[0]!;
const add = async (name: string) =>
  (
    await call<{ id: string }>(
      superAdmin,
      "insert into public.plans (name, description, category, price, period, position) values ($1, 'For a trial.', 'saas', 1000, 'term', 60) returning id",
      [name],
    )
  ).rows[0]!.id;

describe('the plans of the price book', () => {
  it('are listed page by page with the schools that have them and the orders that name them', async () => {
    const all = await plans();
    expect(all.map(({ name }) => name)).toEqual(['Starter', 'Bronze', 'Silver', 'Gold', 'Professional', 'Basic', 'Advanced', 'Premium']);
    expect(all.map(({ total }) => total)).toEqual(all.map(() => all.length));
    expect(
      [
        ...(await plans('page_size => 3')),
        ...(await plans('page => 2, page_size => 3')),
        ...(await plans('page => 3, page_size => 3')),
      ].map(({ id }) => id),
    ).toEqual(all.map(({ id }) => id));
    expect((await plans("only_category => 'standalone'")).map(({ name }) => name)).toEqual(['Basic', 'Advanced', 'Premium']);
    expect((await plans("search => 'YOUR OWN server'")).map(({ name }) => name)).toEqual(['Basic']);
    const {
      rows: [gold],
    } = await database.owner.query<{ subscribers: number }>(
      "select count(*) as subscribers from public.subscriptions s join public.plans p on p.id = s.plan_id where p.name = 'Gold' and s.ends_on >= private.today()",
    );
    expect(gold?.subscribers).toBeGreaterThan(0);
    expect((await named('Gold')).subscribers).toBe(gold?.subscribers);
  });

  it('change places among those of their version only', async () => {
    const before = await plans();
    const order = async () => (await plans()).map(({ name }) => name);
    await call(superAdmin, 'select public.move_plan($1, false)', [before[0]?.id]);
    expect((await order()).slice(0, 3)).toEqual(['Bronze', 'Starter', 'Silver']);
    await call(superAdmin, 'select public.move_plan($1, true)', [before[0]?.id]);
    await call(superAdmin, 'select public.move_plan($1, true)', [before[5]?.id]);
    expect(await order()).toEqual(before.map(({ name }) => name));
    expect((await refusal(call(superAdmin, "select public.move_plan('00000000-0000-4000-8000-0000000000ff', true)")))?.hint).toBe(
      'content.not_found',
    );
  });

  it('that a school subscribes to keep their price until a new one is announced', async () => {
    const { id } = await named('Basic');
    expect(await refusal(call(superAdmin, 'update public.plans set price = price + 1 where id = $1', [id]))).toMatchObject({
      code: 'P0001',
      hint: 'plan.needs_notice',
      detail: 'price',
    });
    expect(await refusal(call(superAdmin, "update public.plans set period = 'term' where id = $1", [id]))).toMatchObject({
      hint: 'plan.subscribed',
      detail: 'period',
    });
    await call(superAdmin, "update public.plans set description = 'For a first school.', price = price where id = $1", [id]);
    await call(superAdmin, "select public.schedule_price_change('plan', $1, 51000, private.today() + 30)", [id]);
    await database.owner.query('update public.price_changes set effective_on = private.today() where item_id = $1', [id]);
    await runJob(database, 'prices');
    expect(await named('Basic')).toMatchObject({ price: 51000, description: 'For a first school.' });
    const bronze = await named('Bronze');
    expect(bronze.subscribers).toBe(0);
    await call(superAdmin, 'update public.plans set price = 31000 where id = $1', [bronze.id]);
  });

  it('notify subscribers once of a price change and of its withdrawal', async () => {
    const gold = await named('Gold');
    const mails = async () =>
      (
        await database.owner.query<{ template: string; to_address: string; data: { new_price: number } }>(
          "select template, to_address, data from public.mail_outbox where template like 'price-change%' and data ->> 'plan' = 'Gold' order by template",
        )
      ).rows;
    const { rows: schools } = await database.owner.query<{ email: string }>(
      'select c.email from public.subscriptions s join public.schools c on c.id = s.school_id where s.plan_id = $1 and s.ends_on >= private.today()',
      [gold.id],
    );
    const {
      rows: [change],
    } = await call<{ id: string }>(superAdmin, "select id from public.schedule_price_change('plan', $1, 63000, private.today() + 45)", [
      gold.id,
    ]);
    expect((await mails()).map(({ to_address: to }) => to).sort()).toEqual(schools.map(({ email }) => email).sort());
    expect((await mails())[0]?.data).toMatchObject({ plan: 'Gold', period: 'term', old_price: 60000, new_price: 63000 });
    await call(superAdmin, 'select public.cancel_price_change($1)', [change?.id]);
    expect((await mails()).map(({ template }) => template)).toEqual([
      ...schools.map(() => 'price-change'),
      ...schools.map(() => 'price-change-withdrawn'),
    ]);
  });

  it.each([
    [
      'a price below nothing',
      "insert into public.plans (name, description, category, price, period) values ('Odd', 'x', 'saas', -1, 'term')",
    ],
    ['no name', "insert into public.plans (name, description, category, price, period) values (' ', 'x', 'saas', 1, 'term')"],
    ['no description', "insert into public.plans (name, description, category, price, period) values ('Odd', '', 'saas', 1, 'term')"],
    ['another period', "insert into public.plans (name, description, category, price, period) values ('Odd', 'x', 'saas', 1, 'week')"],
    [
      'a feature without words',
      `insert into public.plans (name, description, category, price, period, features) values ('Odd', 'x', 'saas', 1, 'term', '[{"text": " ", "included": true}]')`,
    ],
    [
      'the same feature twice',
      `insert into public.plans (name, description, category, price, period, features) values ('Odd', 'x', 'saas', 1, 'term', '[{"text": "Mail", "included": true}, {"text": "mail ", "included": false}]')`,
    ],
    [
      'more features than a card has room for',
      "insert into public.plans (name, description, category, price, period, features) select 'Odd', 'x', 'saas', 1, 'term', jsonb_agg(jsonb_build_object('text', n::text, 'included', true)) from generate_series(1, 31) as n",
    ],
    [
      'the name of another',
      "insert into public.plans (name, description, category, price, period) values ('Starter', 'x', 'saas', 1, 'term')",
    ],
  ])('are not written with %s', async (_what, statement) => {
    expect((await refusal(call(superAdmin, statement)))?.code).toMatch(/^(23505|23514|22P02|P0001)$/);
  });
});

describe('what is taken out of the price book', () => {
  const remove = async (kind: string, id: string) =>
    (await call<{ what: string }>(superAdmin, 'select public.remove_from_price_book($1, $2) as what', [kind, id])).rows[0]?.what;

  it('is deleted together with its price changes when it was never sold', async () => {
    const id = await add('Nobody’s');
    await call(superAdmin, "select public.schedule_price_change('plan', $1, 1200, private.today() + 45)", [id]);
    expect(await remove('plan', id)).toBe('deleted');
    expect(await plans("'Nobody’s'")).toEqual([]);
    expect(
      (
        await database.owner.query('select from public.price_changes where item_id = $1 and cancelled_at is null and applied_at is null', [
          id,
        ])
      ).rowCount,
    ).toBe(0);
    expect((await refusal(remove('plan', id)))?.hint).toBe('price.not_listed');
  });

  it('stays for its subscribers and buyers, off sale', async () => {
    const silver = await named('Silver');
    expect((await refusal(call(superAdmin, 'delete from public.plans where id = $1', [silver.id])))?.hint).toBe('price.sold');
    expect(await remove('plan', silver.id)).toBe('withdrawn');
    expect(await named('Silver')).toMatchObject({ id: silver.id, is_active: false, in_store: false, subscribers: silver.subscribers });
    expect((await call(null, 'select from public.plans where id = $1', [silver.id])).rowCount).toBe(0);
    const {
      rows: [service],
    } = await database.owner.query<{ id: string; orders: number }>(
      'select service_id as id, count(distinct order_id) as orders from public.order_items where service_id is not null group by 1 limit 1',
    );
    const listed = async () =>
      (await call<{ id: string }>(superAdmin, 'select * from public.list_services()')).rows.find(({ id }) => id === service?.id);
    expect(await listed()).toMatchObject({ orders: service?.orders, is_active: true });
    expect((await refusal(call(superAdmin, 'delete from public.services where id = $1', [service?.id])))?.hint).toBe('price.sold');
    expect(await remove('service', service!.id)).toBe('withdrawn');
    expect(await listed()).toMatchObject({ is_active: false, in_store: false });
  });

  it('of add-ons leaves their orders the name and price', async () => {
    const {
      rows: [line],
    } = await database.owner.query<{ id: string; addon_id: string; addon_name: string; price: number }>(
      'select id, addon_id, addon_name, price from public.order_items where addon_id is not null limit 1',
    );
    expect(await remove('addon', line!.addon_id)).toBe('deleted');
    expect(
      (await database.owner.query('select addon_id, addon_name, price from public.order_items where id = $1', [line?.id])).rows,
    ).toEqual([{ addon_id: null, addon_name: line?.addon_name, price: line?.price }]);
  });

  it('is audited with its author', async () => {
    const id = await add('Logged');
    await remove('plan', id);
    const { rows } = await database.owner.query(
      'select l.action, u.email::text from public.audit_log l join public.users u on u.id = l.actor_id where l.entity_id = $1 order by l.at, l.id',
      [id],
    );
    expect(rows).toEqual([
      { action: 'insert', email: superAdmin },
      { action: 'delete', email: superAdmin },
    ]);
  });
});

describe('the services of the price book', () => {
  it('change places, for super admins only', async () => {
    const order = async () => (await call<{ id: string }>(superAdmin, 'select id from public.list_services()')).rows.map(({ id }) => id);
    const [first, second, ...rest] = await order();
    await call(superAdmin, 'select public.move_service($1, true)', [second]);
    expect(await order()).toEqual([second, first, ...rest]);
    for (const caller of ['admin@greenfield.test', null]) {
      for (const statement of [
        'select public.move_service($1, true)',
        'select public.move_plan($1, true)',
        "select public.remove_from_price_book('service', $1)",
      ])
        expect((await refusal(call(caller, statement, [first])))?.code).toBe('42501');
      for (const statement of ['select * from public.list_services()', 'select * from public.list_plans()'])
        expect((await refusal(call(caller, statement)))?.code).toBe('42501');
    }
    expect(await order()).toEqual([second, first, ...rest]);
  });
});

describe('the demonstration data', () => {
  it('leaves without its sample plan, unless that was sold to a school that stays', async () => {
    const { id } = await named('Professional');
    await database.owner.query(
      "with school as (insert into public.schools (name, kind) values ('Hill School', 'primary') returning id) insert into public.subscriptions (school_id, plan_id, started_on, ends_on) select id, $1, private.today() - 300, private.today() - 200 from school",
      [id],
    );
    await call(superAdmin, 'select public.remove_demonstration_data()');
    expect((await database.owner.query('select is_active from public.plans where id = $1', [id])).rows).toEqual([{ is_active: false }]);
  });
});
