import { describe, expect, it } from 'vitest';
import { refusal, superAdmin, useDatabase } from '../database.ts';

const database = useDatabase();
type Figure = { value: number; before: number; growth: number };
type Analytics = {
  figures: Record<string, Figure>;
  addons: { name: string; revenue: number; percentage: number }[];
  segments: { count: number }[];
  months: { month: string; saas: number; standalone: number }[];
};
const analytics = async (period: string) =>
  (await database.as(superAdmin, (client) => client.query<{ a: Analytics }>('select public.store_analytics($1) as a', [period]))).rows[0]!
    .a;

describe('store_analytics', () => {
  it('computes the figures of the demonstration data for the last 30 days', async () => {
    const { figures, segments } = await analytics('30d');
    expect(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure.value]))).toEqual({
      revenue: 2_456_780,
      orders: 156,
      addons_sold: 156,
      customers: 89,
      conversion: 3.2,
      average_order_value: 15_748,
      retention: 85.2,
      cart_abandonment: 12.8,
      satisfaction: 4.7,
    });
    expect(segments.reduce((sum, segment) => sum + segment.count, 0)).toBe(89);
  });

  it('computes the same figures days after the demonstration was loaded, and leaves what people did where it is', async () => {
    const before = (await analytics('30d')).figures;
    const {
      rows: [sample],
    } = await database.owner.query<{ id: string; created: string; updated: string }>(
      "select id, created_at::text as created, updated_at::text as updated from public.orders where is_demo and status = 'completed' order by created_at desc limit 1",
    );
    // As if nine days had gone by since.
    await database.owner
      .query(`update public.orders set created_at = created_at - interval '9 days', updated_at = updated_at - interval '9 days', paid_at = paid_at - interval '9 days';
      update public.carts set created_at = created_at - interval '9 days', updated_at = updated_at - interval '9 days';
      update public.order_ratings set created_at = created_at - interval '9 days';
      create temporary table earlier as select day - 9 as day, surface, visits, demo_visits from public.visit_counts;
      delete from public.visit_counts;
      insert into public.visit_counts (day, surface, visits, demo_visits) select * from earlier;
      insert into public.visit_counts (day, surface, visits) values (private.today() - 1, 'site', 7) on conflict (day, surface) do update set visits = public.visit_counts.visits + 7;
      update private.demonstration_day set day = day - 9`);
    const after = (await analytics('30d')).figures;
    expect(after).toEqual(before);
    const {
      rows: [moved],
    } = await database.owner.query('select created_at::text as created, updated_at::text as updated from public.orders where id = $1', [
      sample!.id,
    ]);
    expect(moved).toEqual({ created: sample!.created, updated: sample!.updated });
    const { rows } = await database.owner.query<{ n: number }>(
      "select sum(visits - demo_visits) as n from public.visit_counts where surface = 'site' and day = private.today() - 1",
    );
    expect(rows[0]!.n).toBe(7);
  });

  it('counts each buyer once and who came back, carts and ratings, as the rows themselves say after orders moved, went and changed kind', async () => {
    await analytics('7d');
    await database.owner.query("update public.orders set created_at = created_at - interval '9 days' where order_number ~ '3$'");
    await database.owner.query("update public.orders set segment = 'college' where customer_email ~ '1@'");
    await database.owner.query(
      "delete from public.carts where order_id is not null and id::text ~ '^[0-3]'; update public.order_ratings set rating = 1 where rating = 3",
    );
    for (const [period, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const { figures, segments } = await analytics(period);
      const { rows } = await database.owner.query<Record<string, unknown>>(
        `
        with sold as (select lower(customer_email) as buyer, segment, (private.today() - private.nairobi_day(created_at)) / $1::integer as era from public.orders where status <> 'cancelled'),
          earlier as (select distinct buyer from sold where era = 1), now as (select distinct buyer from sold where era = 0)
        select (select count(*) from now) as customers, (select count(*) from earlier) as before,
          round((select count(*) from earlier where buyer in (select buyer from now)) * 100 / nullif((select count(*) from earlier), 0)::numeric, 1) as retention,
          (select round(avg(rating), 1) from public.order_ratings where private.nairobi_day(created_at) > private.today() - $1::integer) as satisfaction,
          (select round((count(*) - count(order_id)) * 100 / nullif(count(*), 0)::numeric, 1) from public.carts where private.nairobi_day(created_at) > private.today() - $1::integer) as abandonment`,
        [days],
      );
      expect({
        customers: figures['customers']!.value,
        before: figures['customers']!.before,
        retention: figures['retention']!.value,
        satisfaction: figures['satisfaction']!.value,
        abandonment: figures['cart_abandonment']!.value,
      }).toEqual(rows[0]);
      expect(segments.reduce((sum, segment) => sum + segment.count, 0)).toBe(rows[0]!['customers']);
    }
  });

  it('agrees with the orders themselves for every period, after changes too', async () => {
    await analytics('1y');
    await database.owner.query("update public.orders set status = 'cancelled' where order_number ~ '7$'");
    for (const [period, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
      ['1y', 365],
    ] as const) {
      const { figures, months } = await analytics(period);
      const { rows } = await database.owner.query<{ revenue: number; orders: number; customers: number }>(
        `select coalesce(sum(total_amount), 0)::bigint as revenue, count(*) as orders, count(distinct lower(customer_email)) as customers from public.orders
         where status <> 'cancelled' and private.nairobi_day(created_at) > private.today() - $1::integer`,
        [days],
      );
      expect({ revenue: figures['revenue']!.value, orders: figures['orders']!.value, customers: figures['customers']!.value }).toEqual(
        rows[0],
      );
      expect(months.length).toBeGreaterThanOrEqual(6);
    }
  });

  it('counts a changed order at the next read', async () => {
    const before = (await analytics('30d')).figures['orders']!.value;
    await database.owner.query(
      "update public.orders set status = 'cancelled' where id = (select id from public.orders where status <> 'cancelled' order by created_at desc limit 1)",
    );
    expect((await analytics('30d')).figures['orders']!.value).toBe(before - 1);
  });

  it('is for super admins and known periods only', async () => {
    expect(
      (await refusal(database.as('admin@greenfield.test', (client) => client.query("select public.store_analytics('30d')"))))?.code,
    ).toBe('42501');
    expect((await refusal(analytics('2d')))?.hint).toBe('analytics.invalid_period');
  });

  it('counts a visit once a day, and a cart as bought once', async () => {
    const visit = '11111111-1111-4111-8111-111111111111';
    const visits = async () =>
      (
        await database.owner.query<{ n: number }>(
          "select visits as n from public.visit_counts where surface = 'store' and day = private.today()",
        )
      ).rows[0]!.n;
    const before = await visits();
    for (let turn = 0; turn < 3; turn += 1)
      await database.as(null, (client) => client.query("select public.record_visit($1, 'store')", [visit]));
    expect(await visits()).toBe(before + 1);
    await database.as(null, (client) => client.query('select public.record_cart($1, 2, 5998)', [visit]));
    await database.as(null, (client) => client.query('select public.record_cart($1, 0, 0)', [crypto.randomUUID()]));
    const { rows } = await database.owner.query('select items, order_id from public.carts where not is_demo');
    expect(rows).toEqual([{ items: 2, order_id: null }]);
  });

  it('counts no more visits, carts and cookie choices than a busy hour brings, since anybody can make them up', async () => {
    const counts = async () =>
      (
        await database.owner.query<Record<string, number>>(
          `select (select sum(visits) from public.visit_counts) as visits, (select count(*) from private.recent_visits) as tabs,
             (select count(*) from public.carts) as carts, (select count(*) from public.cookie_choices) as choices`,
        )
      ).rows[0]!;
    const recordAll = async () => {
      for (const call of [
        "record_visit($1, 'site')",
        'record_cart($1, 2, 5998)',
        'record_cart($1, 2, 5998, $1)',
        'record_cookie_choice($1, 1, true, false, false)',
      ])
        await database.as(null, (client) => client.query(`select public.${call}`, [crypto.randomUUID()]));
    };
    const before = await counts();
    await recordAll();
    const counted = await counts();
    expect(counted).toEqual({
      visits: before['visits']! + 1,
      tabs: before['tabs']! + 1,
      carts: before['carts']! + 2,
      choices: before['choices']! + 1,
    });
    await database.owner.query("update private.rate_limits set hits = 50000 where subject in ('visits', 'carts', 'cookies')");
    await recordAll();
    expect(await counts()).toEqual(counted);
  });
});
