-- Who asks for orders: the scope their counts are kept under (null when they are counted as they are read) and the condition of their rows.
create function private.orders_caller(out scope uuid, out condition text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  scope := private.my_orders_scope();
  if scope = private.every_scope() then
    condition := 'true';
  elsif scope is null then
    condition := format('o.user_id = %L', me);
  elsif exists (select from public.orders o where o.user_id = me and o.school_id is distinct from orders_caller.scope) then
    condition := format('(o.school_id = %L or o.user_id = %L)', scope, me);
    scope := null;
  else
    condition := format('o.school_id = %L', scope);
  end if;
end
$$;

create function private.counted_orders(scope uuid, status public.order_status) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.orders), 0)::bigint from private.order_counts c where c.scope = counted_orders.scope and (counted_orders.status is null or c.status = counted_orders.status)
$$;

-- The day on which the row after `skipped` others lies, and how many of that day come before it.
create function private.order_day(scope uuid, status public.order_status, skipped bigint, descending boolean, out day date, out within bigint)
language sql stable security definer set search_path = '' as $$
  select p.day, skipped - p.before
  from (
    select d.day, d.n, sum(d.n) over (order by case when descending then -(d.day - date '2000-01-01') else d.day - date '2000-01-01' end) - d.n as before
    from (select c.day, sum(c.orders) as n from private.order_counts c
      where c.scope = order_day.scope and (order_day.status is null or c.status = order_day.status) group by c.day) as d) as p
  where p.before <= skipped and p.before + p.n > skipped
$$;

-- One stretch of the list in order of time. Far from its start the counts say on which day to begin.
create function private.orders_by_time(caller_scope uuid, caller_condition text, status public.order_status, descending boolean, skipped bigint, size integer) returns setof public.orders
language plpgsql stable set search_path = '' as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  condition text := concat_ws(' and ', caller_condition, 'o.status = ' || quote_literal(status));
  start record;
begin
  if skipped > 500 and caller_scope is not null then
    select * into start from private.order_day(caller_scope, status, skipped, descending);
    if start.day is null then
      return;
    end if;
    skipped := start.within;
    condition := format('%s and o.created_at %s %L', condition, case when descending then '<' else '>=' end,
      (start.day + case when descending then 1 else 0 end)::timestamp at time zone 'Africa/Nairobi');
  end if;
  return query execute format('select o.* from public.orders o where %s order by o.created_at %s, o.id %s limit %s offset %s', condition, direction, direction, size, skipped);
end
$$;

-- In order of status: pending first and the newest of each first, or the other way round.
create function private.orders_by_status(caller_scope uuid, caller_condition text, descending boolean, skipped bigint, size integer) returns setof public.orders
language plpgsql stable set search_path = '' as $$
declare
  part record;
  taken integer;
begin
  for part in
    select s.status, private.counted_orders(caller_scope, s.status) as total from unnest(enum_range(null::public.order_status)) as s (status)
    order by case when descending then null else s.status end, s.status desc
  loop
    if skipped < part.total then
      taken := least(size, part.total - skipped);
      return query select * from private.orders_by_time(caller_scope, caller_condition, part.status, not descending, skipped, taken);
      size := size - taken;
      skipped := 0;
      exit when size = 0;
    else
      skipped := skipped - part.total;
    end if;
  end loop;
end
$$;

create or replace function public.list_orders(
  status public.order_status default null, search text default null, sort text default 'created_at', descending boolean default true,
  page integer default 1, page_size integer default 20)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when descending then 'desc' else 'asc' end;
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
  skipped bigint := (greatest(coalesce(page, 1), 1)::bigint - 1) * size;
  caller record;
  condition text;
  total bigint;
  ids uuid[];
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    raise exception using errcode = 'P0001', message = 'Orders cannot be sorted by that.', hint = 'order.invalid_sort', detail = 'sort';
  end if;
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(list_orders.status));
  if private.filled(search) is not null then
    ids := private.searched_orders(caller.scope, condition, list_orders.status, search, case when sort = 'created_at' and descending then least(skipped + size, 200)::integer else 200 end, true);
    condition := 'o.id = any ($1)';
  elsif caller.scope is not null and (sort = 'created_at' or (sort = 'status' and list_orders.status is not null)) then
    return query select s.* from private.orders_by_time(caller.scope, caller.condition, list_orders.status, descending = (sort = 'created_at'), skipped, size) as o, private.shown_order(o) as s;
    return;
  elsif caller.scope is not null and sort = 'status' then
    return query select s.* from private.orders_by_status(caller.scope, caller.condition, descending, skipped, size) as o, private.shown_order(o) as s;
    return;
  end if;
  return query execute format(
    'with page as materialized (select o.id from public.orders o where %1$s order by %2$s limit %3$s offset %4$s)
     select s.* from page join public.orders o using (id), private.shown_order(o) as s order by %2$s',
    condition,
    case when sort = 'status' and descending then 'o.status desc, o.created_at, o.id'
      when sort = 'status' then 'o.status, o.created_at desc, o.id desc'
      else format('o.%I %s, o.id %s', sort, direction, direction) end,
    size, skipped) using ids;
end
$$;
comment on function public.list_orders(public.order_status, text, text, boolean, integer, integer) is
  'One page of the orders the caller may see; a search lists the newest 200 that match. Lines can be embedded: select=*,order_items(*).';

create function private.searched_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  -- Without kept counts the caller's orders are few.
  if scope is null then
    return array(select private.newest_orders(condition, private.search_pattern(search), wanted, 0));
  end if;
  return array(select private.matching_orders(scope, condition, status, search, wanted, newest));
end
$$;

create or replace function public.count_orders(status public.order_status default null, search text default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
  condition text;
  counted bigint;
begin
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(count_orders.status));
  if private.filled(search) is not null then
    return cardinality(private.searched_orders(caller.scope, condition, count_orders.status, search, 200, false));
  elsif caller.scope is not null then
    return private.counted_orders(caller.scope, count_orders.status);
  end if;
  execute format('select count(*) from public.orders o where %s', condition) into counted;
  return counted;
end
$$;
comment on function public.count_orders(public.order_status, text) is 'How many orders the list has in all; a search lists and counts up to 200.';

create or replace function public.export_orders(status public.order_status default null, search text default null, after_created_at timestamptz default null, after_id uuid default null, page_size integer default 1000)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
begin
  select * into caller from private.orders_caller();
  return query execute format(
    'select s.* from (select o.* from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as o, private.shown_order(o) as s order by o.created_at desc, o.id desc',
    concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(export_orders.status), 'o.search_text like ' || quote_literal(private.search_pattern(search)),
      case when after_id is not null then format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)', after_created_at, after_id) end),
    least(greatest(coalesce(page_size, 1000), 1), 1000));
end
$$;
drop function private.order_condition(public.order_status, text);

-- What a command answers with is an order as anybody sees it.
do $$
declare
  answering record;
begin
  for answering in select p.oid from pg_proc p where p.oid in ('public.set_order_status'::regproc, 'public.reopen_order'::regproc) loop
    execute replace(pg_get_functiondef(answering.oid), 'return changed;', 'return private.shown_order(changed);');
  end loop;
end
$$;
