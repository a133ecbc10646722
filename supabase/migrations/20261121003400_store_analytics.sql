-- Store Analytics. Days are Nairobi's. Sales are kept per day, counted again only where something changed since the last
-- look, so that a year of a million orders is read from a few thousand rows.
create table private.dirty_days (day date primary key, marks integer not null default 1);
create table private.order_days (
  day date not null, orders integer not null, revenue bigint not null, primary key (day)
);
create table private.item_days (
  day date not null, kind public.order_item_kind not null, name text not null, category public.product_category not null,
  units integer not null, revenue bigint not null, primary key (day, kind, name, category)
);
create table private.customers (
  id integer generated always as identity primary key, email text not null unique, segment public.institution_kind not null
);
create table private.customer_days (day date not null, customer_id integer not null references private.customers (id) on delete cascade, primary key (day, customer_id));
alter table private.dirty_days enable row level security;
alter table private.order_days enable row level security;
alter table private.item_days enable row level security;
alter table private.customers enable row level security;
alter table private.customer_days enable row level security;

create function private.mark_dirty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from added
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  if tg_op = 'DELETE' then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  return null;
end
$$;
create trigger mark_days_added after insert on public.orders referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.orders referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.orders referencing old table as removed for each statement execute function private.mark_dirty_days();

create function private.count_dirty_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  days date[];
begin
  -- A day whose order is being written right now is locked; it stays dirty and is counted with the next look.
  with taken as (delete from private.dirty_days where day in (select day from private.dirty_days for update skip locked) returning day)
  select array_agg(day order by day) into days from taken;
  if days is null then
    return;
  end if;
  delete from private.order_days where day = any (days);
  delete from private.item_days where day = any (days);
  delete from private.customer_days where day = any (days);
  create temporary table if not exists counted_orders (id uuid, day date, total bigint, email text, segment public.institution_kind) on commit drop;
  truncate pg_temp.counted_orders;
  insert into pg_temp.counted_orders
  select o.id, d.day, o.total_amount, lower(o.customer_email), o.segment from unnest(days) as d (day)
  join public.orders o on o.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and o.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
  where o.status <> 'cancelled';
  insert into private.order_days (day, orders, revenue) select day, count(*), sum(total) from pg_temp.counted_orders group by day;
  insert into private.item_days (day, kind, name, category, units, revenue)
  select c.day, i.kind, i.addon_name, i.category, sum(i.quantity), sum(i.line_total) from pg_temp.counted_orders c join public.order_items i on i.order_id = c.id group by 1, 2, 3, 4;
  insert into private.customers (email, segment) select distinct on (email) email, segment from pg_temp.counted_orders order by email, day desc
  on conflict (email) do update set segment = excluded.segment where private.customers.segment <> excluded.segment;
  insert into private.customer_days (day, customer_id) select distinct c.day, k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email;
end
$$;

create function private.period_days(period text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  case period
    when '7d' then return 7;
    when '30d' then return 30;
    when '90d' then return 90;
    when '1y' then return 365;
    else raise exception using errcode = 'P0001', message = 'Choose the last 7, 30 or 90 days or the last year.', hint = 'analytics.invalid_period', detail = 'period';
  end case;
end
$$;

-- Change against the period before, in percent with one decimal; null when there was nothing before.
create function private.growth(now_value numeric, before numeric) returns numeric
language sql immutable set search_path = '' as $$ select round((now_value - before) * 100 / nullif(before, 0), 1) $$;

-- The figures of the days from first_day to last_day.
create function private.store_figures(first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sales as (select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from private.order_days where day between first_day and last_day),
    addons as (select coalesce(sum(units), 0) as units from private.item_days where kind = 'addon' and day between first_day and last_day),
    buyers as (select customer_id from private.customer_days where day between first_day and last_day group by customer_id),
    earlier as (select customer_id from private.customer_days where day between first_day - (last_day - first_day + 1) and first_day - 1 group by customer_id),
    visits as (select coalesce(sum(visits), 0) as visits from public.visit_counts where surface = 'store' and day between first_day and last_day),
    carts as (
      select count(*) as carts, count(order_id) as bought from public.carts
      where created_at >= first_day::timestamp at time zone 'Africa/Nairobi' and created_at < (last_day + 1)::timestamp at time zone 'Africa/Nairobi'),
    ratings as (
      select avg(rating) as rating from public.order_ratings
      where created_at >= first_day::timestamp at time zone 'Africa/Nairobi' and created_at < (last_day + 1)::timestamp at time zone 'Africa/Nairobi')
  select jsonb_build_object(
    'revenue', sales.revenue, 'orders', sales.orders, 'addons_sold', addons.units,
    'customers', (select count(*) from buyers),
    'conversion', round(sales.orders * 100 / nullif(visits.visits, 0)::numeric, 1),
    'average_order_value', trunc(sales.revenue / nullif(sales.orders, 0)),
    'retention', round((select count(*) from earlier where customer_id in (select customer_id from buyers)) * 100 / nullif((select count(*) from earlier), 0)::numeric, 1),
    'cart_abandonment', round((carts.carts - carts.bought) * 100 / nullif(carts.carts, 0)::numeric, 1),
    'satisfaction', round(ratings.rating, 1))
  from sales, addons, visits, carts, ratings
$$;

create function public.store_analytics(period text default '30d') returns jsonb
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
    'segments', (
      select jsonb_agg(jsonb_build_object('segment', segment, 'count', buyers, 'percentage', round(buyers * 100.0 / nullif(sum, 0), 1)) order by segment)
      from (
        select s.segment, count(k.id) as buyers, sum(count(k.id)) over () as sum
        from unnest(enum_range(null::public.institution_kind)) as s (segment)
        left join (private.customers k join (select distinct customer_id from private.customer_days where day between first_day and today) b on b.customer_id = k.id) on k.segment = s.segment
        group by s.segment) as counted));
end
$$;
comment on function public.store_analytics(text) is
  'Store Analytics of the last 7d, 30d, 90d or 1y, cancelled orders left out. figures: {value, before, growth} of revenue, orders, addons_sold (units), customers (distinct buyers), conversion (orders per 100 store visits), average_order_value (revenue / orders, whole shillings), retention (buyers of the period before who bought again, %), cart_abandonment (carts never bought, %), satisfaction (mean of 1-5 stars).';
grant execute on function public.store_analytics(text) to authenticated;
