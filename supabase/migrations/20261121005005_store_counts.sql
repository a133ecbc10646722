-- Store Analytics over any number of orders: everything a period's figures need is kept per day, distinct buyers too.
-- A buyer is counted once in a period when their last order of the period is: an order whose buyer's next order comes after
-- the period's end. So days are kept in pairs: on `day` so many bought whose next order came on `next_day` (infinity: none yet).
create table private.return_days (day date not null, next_day date not null, customers integer not null, primary key (day, next_day) include (customers));
create table private.last_days (segment public.institution_kind not null, day date not null, customers integer not null, primary key (segment, day));
create table private.cart_days (day date primary key, carts integer not null, bought integer not null);
create table private.rating_days (day date primary key, ratings integer not null, stars bigint not null);
alter table private.return_days enable row level security;
alter table private.last_days enable row level security;
alter table private.cart_days enable row level security;
alter table private.rating_days enable row level security;
create index customer_days_customer_idx on private.customer_days (customer_id, day);

create trigger mark_days_added after insert on public.carts referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.carts referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.carts referencing old table as removed for each statement execute function private.mark_dirty_days();
create trigger mark_days_added after insert on public.order_ratings referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.order_ratings referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.order_ratings referencing old table as removed for each statement execute function private.mark_dirty_days();
-- A row whose time changes leaves one day and reaches another: both are counted again.
create function private.mark_left_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed order by 1
  on conflict (day) do update set marks = private.dirty_days.marks + 1;
  return null;
end
$$;
create trigger mark_days_left after update on public.orders referencing old table as removed for each statement execute function private.mark_left_days();
create trigger mark_days_left after update on public.carts referencing old table as removed for each statement execute function private.mark_left_days();
create trigger mark_days_left after update on public.order_ratings referencing old table as removed for each statement execute function private.mark_left_days();

-- Takes the pairs of these buyers out of the counts (sign -1) or puts them in (1).
create function private.count_returns(buyers integer[], sign integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.return_days as r (day, next_day, customers)
  select day, next_day, sign * count(*) from (
    select day, coalesce(lead(day) over (partition by customer_id order by day), 'infinity') as next_day from private.customer_days where customer_id = any (buyers)) as pairs
  group by 1, 2
  on conflict (day, next_day) do update set customers = r.customers + excluded.customers;
  insert into private.last_days as l (segment, day, customers)
  select k.segment, d.day, sign * count(*)
  from (select customer_id, max(day) as day from private.customer_days where customer_id = any (buyers) group by 1) d join private.customers k on k.id = d.customer_id
  group by 1, 2
  on conflict (segment, day) do update set customers = l.customers + excluded.customers;
end
$$;

create or replace function private.count_dirty_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  days date[];
  buyers integer[];
begin
  if not exists (select from private.dirty_days) then
    return;
  end if;
  -- One count at a time: two would each miss what the other finds of the same buyer.
  perform pg_advisory_xact_lock(hashtextextended('private.count_dirty_days', 0));
  -- A day whose order is being written right now is locked; it stays dirty and is counted with the next look.
  with taken as (delete from private.dirty_days where day in (select day from private.dirty_days for update skip locked) returning day)
  select array_agg(day order by day) into days from taken;
  if days is null then
    return;
  end if;
  create temporary table if not exists counted_orders (id uuid, day date, total bigint, email text, segment public.institution_kind) on commit drop;
  truncate pg_temp.counted_orders;
  insert into pg_temp.counted_orders
  select o.id, d.day, o.total_amount, lower(o.customer_email), o.segment from unnest(days) as d (day)
  join public.orders o on o.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and o.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
  where o.status <> 'cancelled';
  buyers := array(
    select customer_id from private.customer_days where day = any (days)
    union select k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email);
  perform private.count_returns(buyers, -1);
  delete from private.order_days where day = any (days);
  delete from private.item_days where day = any (days);
  delete from private.customer_days where day = any (days);
  insert into private.order_days (day, orders, revenue) select day, count(*), sum(total) from pg_temp.counted_orders group by day;
  insert into private.item_days (day, kind, name, category, units, revenue)
  select c.day, i.kind, i.addon_name, i.category, sum(i.quantity), sum(i.line_total) from pg_temp.counted_orders c join public.order_items i on i.order_id = c.id group by 1, 2, 3, 4;
  insert into private.customers (email, segment) select distinct on (email) email, segment from pg_temp.counted_orders order by email, day desc
  on conflict (email) do update set segment = excluded.segment where private.customers.segment <> excluded.segment;
  insert into private.customer_days (day, customer_id) select distinct c.day, k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email;
  buyers := array(select unnest(buyers) union select customer_id from private.customer_days where day = any (days));
  perform private.count_returns(buyers, 1);
  delete from private.return_days where customers = 0;
  delete from private.cart_days where day = any (days);
  insert into private.cart_days (day, carts, bought)
  select d.day, count(*), count(c.order_id) from unnest(days) as d (day)
  join public.carts c on c.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and c.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
  delete from private.rating_days where day = any (days);
  insert into private.rating_days (day, ratings, stars)
  select d.day, count(*), sum(r.rating) from unnest(days) as d (day)
  join public.order_ratings r on r.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and r.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
end
$$;

-- Every day there is, counted anew with the next look.
insert into private.dirty_days (day)
select private.nairobi_day(created_at) from public.orders union select private.nairobi_day(created_at) from public.carts union select private.nairobi_day(created_at) from public.order_ratings
on conflict do nothing;
truncate private.customer_days;

-- Buyers of the days from first_day to last_day, each once.
create function private.buyers_between(first_day date, last_day date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(customers), 0)::bigint from private.return_days where day between first_day and last_day and next_day > last_day
$$;

-- The figures of the days from first_day to last_day.
create or replace function private.store_figures(first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sales as (select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from private.order_days where day between first_day and last_day),
    addons as (select coalesce(sum(units), 0) as units from private.item_days where kind = 'addon' and day between first_day and last_day),
    -- Buyers of as many days before, and how many of them bought again in these.
    earlier as (
      select coalesce(sum(customers), 0) as buyers, coalesce(sum(customers) filter (where next_day <= last_day), 0) as returned
      from private.return_days where day between first_day - (last_day - first_day + 1) and first_day - 1 and next_day >= first_day),
    visits as (select coalesce(sum(visits), 0) as visits from public.visit_counts where surface = 'store' and day between first_day and last_day),
    carts as (select coalesce(sum(carts), 0) as carts, coalesce(sum(bought), 0) as bought from private.cart_days where day between first_day and last_day),
    ratings as (select sum(stars)::numeric / nullif(sum(ratings), 0) as rating from private.rating_days where day between first_day and last_day)
  select jsonb_build_object(
    'revenue', sales.revenue, 'orders', sales.orders, 'addons_sold', addons.units,
    'customers', private.buyers_between(first_day, last_day),
    'conversion', round(sales.orders * 100 / nullif(visits.visits, 0)::numeric, 1),
    'average_order_value', trunc(sales.revenue / nullif(sales.orders, 0)),
    'retention', round(earlier.returned * 100 / nullif(earlier.buyers, 0)::numeric, 1),
    'cart_abandonment', round((carts.carts - carts.bought) * 100 / nullif(carts.carts, 0)::numeric, 1),
    'satisfaction', round(ratings.rating, 1))
  from sales, addons, earlier, visits, carts, ratings
$$;

-- The buyers of the days since first_day, by the kind of their institution.
create function private.buyer_segments(first_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('segment', segment, 'count', buyers, 'percentage', round(buyers * 100.0 / nullif(sum, 0), 1)) order by segment)
  from (
    select s.segment, coalesce(sum(l.customers), 0) as buyers, sum(coalesce(sum(l.customers), 0)) over () as sum
    from unnest(enum_range(null::public.institution_kind)) as s (segment) left join private.last_days l on l.segment = s.segment and l.day >= first_day
    group by s.segment) as counted
$$;
create or replace function public.store_analytics(period text default '30d') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := private.period_days(period);
  today constant date := private.nairobi_day(now());
  first_day constant date := today - (days - 1);
  months constant integer := greatest(6, ceil(days / 30.5)::integer);
  figures jsonb;
  before jsonb;
begin
  perform private.require_super_admin();
  perform private.count_dirty_days();
  figures := private.store_figures(first_day, today);
  before := private.store_figures(first_day - days, first_day - 1);
  return jsonb_build_object(
    'period', period, 'from', first_day, 'to', today,
    'figures', (select jsonb_object_agg(key, jsonb_build_object('value', value, 'before', before -> key, 'growth', private.growth((value #>> '{}')::numeric, (before ->> key)::numeric)))
      from jsonb_each(figures)),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'saas', coalesce(saas, 0), 'standalone', coalesce(standalone, 0)) order by month)
      from generate_series(date_trunc('month', today::timestamp) - make_interval(months => months - 1), today::timestamp, interval '1 month') as month
      left join lateral (
        select sum(revenue) filter (where category = 'saas') as saas, sum(revenue) filter (where category = 'standalone') as standalone
        from private.item_days where day >= month::date and day < (month + interval '1 month')::date) as sums on true),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'category', category, 'sales', units, 'revenue', revenue, 'percentage', round(revenue * 100.0 / nullif(total, 0), 1),
        'average_price', round(revenue::numeric / units), 'growth', private.growth(revenue, earlier)) order by revenue desc, name), '[]')
      from (
        select name, category, sum(units) filter (where day >= first_day) as units, sum(revenue) filter (where day >= first_day) as revenue,
          sum(revenue) filter (where day < first_day) as earlier, sum(sum(revenue) filter (where day >= first_day)) over () as total
        from private.item_days where kind = 'addon' and day between first_day - days and today group by name, category) as sold
      where units > 0),
    'segments', private.buyer_segments(first_day));
end
$$;
