import { withClient } from '@masomo/local/database/connections';
import { formatNumber } from '@masomo/domain/number';

const batch = 50_000;

/** Orders as a busy store would have after two years; $1 and $2 number them, $3 is how many there will be. */
const orders = `
insert into public.orders (id, order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution, city, segment, status,
  payment_method, total_amount, net_amount, vat_amount, paid_at, school_id, created_at, updated_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'order ' || n), format('ORD-%s-%s', extract(year from at), 1000000 + n), 'LD' || n, extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'key ' || n), 'load',
  first || ' ' || last, format('buyer%s@load.test', abs(hashint4(n)::bigint) % greatest($3 / 3, 1)), '+254 700 000 000', place || ' ' || kind || ' ' || n::bigint * 7919 % 20000, null, private.institution_segment(kind),
  status, (array['mpesa', 'card', 'bank'])[1 + n % 3]::public.payment_method, price, private.net_amount(price), price - private.net_amount(price), case when status = 'completed' then at end, schools.ids[1 + n % 10], at, at
from generate_series($1::integer, $2::integer) as n,
  lateral (select now() - make_interval(secs => n * (63072000.0 / $3)) as at, ((array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'pending', 'cancelled'])[1 + n * 31 % 10])::public.order_status as status,
    (array['Grace', 'Peter', 'Amina', 'James', 'Esther', 'Hassan', 'Beatrice'])[1 + n % 7] as first, (array['Wanjiru', 'Otieno', 'Kimani', 'Chebet', 'Mutua', 'Wekesa', 'Njoroge', 'Akinyi', 'Moraa', 'Barasa', 'Kiplagat'])[1 + n % 11] as last,
    (array['Baraka', 'Highlands', 'Uzima', 'Sunrise', 'Tumaini', 'Riverside', 'Umoja', 'Savannah', 'Lakeview', 'Amani', 'Acacia', 'Neema', 'Jitihada'])[1 + n % 13] as place,
    (array['Primary School', 'Secondary School', 'Technical College', 'University'])[1 + n % 4] as kind, 1999 + 1000 * (n % 5) as price) as made,
  (select array_agg(id order by name) as ids from public.schools) as schools`;
const lines = `
insert into public.order_items (order_id, position, kind, addon_id, addon_name, category, quantity, price, net_amount, vat_amount)
select extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'order ' || n), 1, 'addon', a.ids[1 + n % cardinality(a.ids)], a.names[1 + n % cardinality(a.ids)], a.categories[1 + n % cardinality(a.ids)], 1, price, private.net_amount(price), price - private.net_amount(price)
from generate_series($1::integer, $2::integer) as n, lateral (select 1999 + 1000 * (n % 5) as price) as made,
  (select array_agg(id order by position) as ids, array_agg(name order by position) as names, array_agg(category order by position) as categories from public.addons where is_active) as a`;

const carts = `
insert into public.carts (id, items, total, order_id, created_at, updated_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'cart ' || n), 1, o.total_amount, case when n % 8 > 0 then o.id end, o.created_at, o.created_at
from generate_series($1::integer, $2::integer) as n join public.orders o on o.id = extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'order ' || n)`;
const ratings = `
insert into public.order_ratings (order_id, rating, created_at)
select o.id, 3 + n % 3, o.created_at + interval '1 hour'
from generate_series($1::integer, $2::integer, 4) as n join public.orders o on o.id = extensions.uuid_generate_v5(extensions.uuid_ns_oid(), 'order ' || n)`;

/** Adds `count` generated orders of two years for measurements, a fifth of them of the schools there are. Every load is the same. */
export async function loadOrders(databaseUrl: string, count: number, log: (line: string) => void = () => undefined): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 1 || count > 10_000_000)
    throw new RangeError(`The number of orders is 1 to 10,000,000, got ${count}`);
  await withClient(databaseUrl, async (client) => {
    await client.query("set statement_timeout = 0; set work_mem = '64MB'; set maintenance_work_mem = '512MB'");
    // Building an index once is many times quicker than growing it row by row.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid in ('public.orders'::regclass, 'public.order_items'::regclass, 'public.carts'::regclass, 'public.order_ratings'::regclass) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    );
    if (count > batch) for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let first = 1; first <= count; first += batch) {
      const last = Math.min(first + batch - 1, count);
      await client.query('begin');
      await client.query(orders, [first, last, count]);
      for (const more of [lines, carts, ratings]) await client.query(more, [first, last]);
      await client.query('commit');
      log(`${formatNumber(last)} of ${formatNumber(count)} orders`);
    }
    if (count > batch) {
      log('building the indexes');
      for (const { definition } of indexes) await client.query(definition);
    }
    log('counting what was sold');
    await client.query('select private.count_dirty_days()');
    await client.query('vacuum analyze');
  });
}
