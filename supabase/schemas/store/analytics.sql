-- Distinct buyers from first_day to last_day.
create function private.buyers_between(first_day date, last_day date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(customers), 0)::bigint from private.return_days where day between first_day and last_day
    and next_day > last_day
$$;

-- Distinct buyers since first_day, by the kind of their institution.
create function private.buyer_segments(first_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('segment', segment, 'count', buyers,
    'percentage', round(buyers * 100.0 / nullif(sum, 0), 1)) order by segment)
  from (
    select s.segment, coalesce(sum(l.customers), 0) as buyers, sum(coalesce(sum(l.customers), 0)) over () as sum
    from unnest(enum_range(null::public.institution_kind)) as s (segment)
      left join private.last_days l on l.segment = s.segment and l.day >= first_day
    group by s.segment) as counted
$$;

-- Figures from first_day to last_day.
create function private.store_figures(first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sales as (select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from private.order_days
    where day between first_day and last_day),
    addons as (select coalesce(sum(units), 0) as units from private.item_days where kind = 'addon'
      and day between first_day and last_day),
    -- Buyers of the previous period, and how many of them bought again in this one.
    earlier as (
      select coalesce(sum(customers), 0) as buyers,
        coalesce(sum(customers) filter (where next_day <= last_day), 0) as returned
      from private.return_days where day between first_day - (last_day - first_day + 1) and first_day - 1
        and next_day >= first_day),
    visits as (select coalesce(sum(visits), 0) as visits from public.visit_counts where surface = 'store'
      and day between first_day and last_day),
    carts as (select coalesce(sum(carts), 0) as carts, coalesce(sum(bought), 0) as bought from private.cart_days
      where day between first_day and last_day),
    ratings as (select sum(stars)::numeric / nullif(sum(ratings), 0) as rating from private.rating_days
      where day between first_day and last_day)
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

create function public.store_analytics(period text default '30d') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := private.period_days(period);
  today constant date := private.today();
  first_day constant date := today - (days - 1);
  months constant integer := greatest(6, ceil(days / 30.5)::integer);
  figures jsonb;
  before jsonb;
begin
  perform private.require('store-analytics:read');
  perform private.count_dirty_days();
  figures := private.store_figures(first_day, today);
  before := private.store_figures(first_day - days, first_day - 1);
  return jsonb_build_object(
    'period', period, 'from', first_day, 'to', today,
    'figures', (select jsonb_object_agg(key,
      jsonb_build_object('value', value, 'before', before -> key,
      'growth', private.percent_change((value #>> '{}')::numeric, (before ->> key)::numeric)))
      from jsonb_each(figures)),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'saas', coalesce(saas, 0),
        'standalone', coalesce(standalone, 0)) order by month)
      from generate_series(date_trunc('month', today::timestamp) - make_interval(months => months - 1),
        today::timestamp, interval '1 month') as month
      left join lateral (
        select sum(revenue) filter (where category = 'saas') as saas,
          sum(revenue) filter (where category = 'standalone') as standalone
        from private.item_days where day >= month::date and day < (month + interval '1 month')::date) as sums on true),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'category', category, 'sales', units,
        'revenue', revenue, 'percentage', round(revenue * 100.0 / nullif(total, 0), 1),
        'average_price', round(revenue::numeric / units), 'growth', private.percent_change(revenue, earlier))
          order by revenue desc, name), '[]')
      from (
        select name, category, sum(units) filter (where day >= first_day) as units,
          sum(revenue) filter (where day >= first_day) as revenue,
          sum(revenue) filter (where day < first_day) as earlier,
            sum(sum(revenue) filter (where day >= first_day)) over () as total
        from private.item_days where kind = 'addon' and day between first_day - days and today
          group by name, category) as sold
      where units > 0),
    'segments', private.buyer_segments(first_day));
end
$$;
comment on function public.store_analytics(text) is
  'Store Analytics of the last 7d, 30d, 90d or 1y, cancelled orders left out. figures: {value, before, growth} of '
    'revenue, orders, addons_sold (units), customers (distinct buyers), conversion (orders per 100 store visits), '
    'average_order_value (revenue / orders, whole shillings), retention (buyers of the period before who bought '
    'again, %), cart_abandonment (carts never bought, %), satisfaction (mean of 1-5 stars).';
grant execute on function public.store_analytics(text) to authenticated;

create function private.institution_segment(institution text) returns public.institution_kind
language sql immutable set search_path = '' as $$
  select case
    when institution ~* '\muniversit(y|ies)\M' then 'university'
    when institution ~* '\m(college|institute|polytechnic|tvet|technical)\M' then 'college'
    when institution ~* '\m(primary|preparatory|prep|kindergarten|nursery|pre-?school|junior)\M' then 'primary'
    else 'secondary' end::public.institution_kind
$$;
