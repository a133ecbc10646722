-- Whose order counts the caller reads (order_counts.scope): all schools', a school's, or null for people who see only
-- their own orders.
create function private.my_orders_scope() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.may('order:read-all') then private.all_schools_scope() else private.my_orders_school() end
$$;

-- Which orders the caller may list, as a condition, and the scope of their counts; without a scope they are few and
-- counted as they are read.
create function private.orders_caller(out scope uuid, out condition text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.signed_in_uid();
begin
  scope := private.my_orders_scope();
  if scope = private.all_schools_scope() then
    condition := 'true';
  elsif scope is null then
    condition := format('o.user_id = %L and (o.school_id is null or o.school_id = %L)', me, private.my_school());
  elsif exists (select from public.orders o where o.user_id = me and o.school_id is null) then
    condition := format('(o.school_id = %L or o.user_id = %L and o.school_id is null)', scope, me);
    scope := null;
  else
    condition := format('o.school_id = %L', scope);
  end if;
end
$$;

-- The order of the list, as SQL. By status: pending first, and the newest of each status first.
create function private.orders_order_by(sort text, descending boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when sort = 'status' and descending then 'o.status desc, o.created_at, o.id'
    when sort = 'status' then 'o.status, o.created_at desc, o.id desc'
    else format('o.%I %s, o.id %2$s', sort, case when descending then 'desc' else 'asc' end) end
$$;

create function public.list_orders(
  status public.order_status default null, search text default null, sort text default 'created_at',
    descending boolean default true,
  page integer default 1, page_size integer default 20) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  size bigint := least(greatest(coalesce(page_size, 20), 1), 200);
  skipped bigint := (greatest(coalesce(page, 1), 1)::bigint - 1) * size;
  from_end boolean := false;
  total bigint;
  caller record;
  condition text;
  ids uuid[];
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    perform private.refuse('order.invalid_sort', 'Orders cannot be sorted by that.', field => 'sort');
  end if;
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(list_orders.status));
  if private.null_if_blank(search) is not null then
    ids := private.searched_orders(caller.scope, condition, list_orders.status, search,
      case when sort = 'created_at' and descending then least(skipped + size, 200)::integer else 200 end);
    condition := 'o.id = any ($1)';
  elsif caller.scope is not null then
    -- The total is known, so the second half of the list is read from its end: the last page is as fast as the first.
    total := private.counted_orders(caller.scope, list_orders.status);
    size := least(size, greatest(total - skipped, 0));
    from_end := skipped > total / 2;
    skipped := case when from_end then greatest(total - skipped - size, 0) else skipped end;
  end if;
  -- Ids come from an index alone; whole rows are read for one page only.
  return query execute format(
    'with page as materialized (select o.id from public.orders o where %s order by %s limit %s offset %s)
     select s.* from page join public.orders o using (id), private.without_order_secrets(o) as s order by %s',
    condition, private.orders_order_by(sort, descending <> from_end), size, skipped,
      private.orders_order_by(sort, descending)) using ids;
end
$$;
comment on function public.list_orders(public.order_status, text, text, boolean, integer, integer) is
  'One page of the orders the caller may see; a search lists the newest 200 that match. Lines can be embedded: '
    'select=*,order_items(*).';
grant execute on function public.list_orders(public.order_status, text, text, boolean, integer, integer)
  to authenticated;

create function public.export_orders(status public.order_status default null, search text default null,
  after_created_at timestamptz default null, after_id uuid default null,
  page_size integer default 1000) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
begin
  select * into caller from private.orders_caller();
  return query execute format(
    'select s.* from (select o.* from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as o, '
      'private.without_order_secrets(o) as s order by o.created_at desc, o.id desc',
    concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(export_orders.status),
      'o.search_text like ' || quote_literal(private.search_pattern(search)),
      case when after_id is not null then format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)', after_created_at,
        after_id) end),
    least(greatest(coalesce(page_size, 1000), 1), 1000));
end
$$;
comment on function public.export_orders(public.order_status, text, timestamptz, uuid, integer) is
  'The filtered orders in slices, newest first; each slice starts after the last row of the one before.';
grant execute on function public.export_orders(public.order_status, text, timestamptz, uuid, integer) to authenticated;

create function public.count_orders(status public.order_status default null, search text default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
  condition text;
  counted bigint;
begin
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(count_orders.status));
  if private.null_if_blank(search) is not null then
    return cardinality(private.searched_orders(caller.scope, condition, count_orders.status, search, 200));
  elsif caller.scope is not null then
    return private.counted_orders(caller.scope, count_orders.status);
  end if;
  execute format('select count(*) from public.orders o where %s', condition) into counted;
  return counted;
end
$$;
comment on function public.count_orders(public.order_status, text)
  is 'How many orders the list has in all; a search lists and counts up to 200.';
grant execute on function public.count_orders(public.order_status, text) to authenticated;

create function public.order_summary() returns table (total_orders bigint, total_revenue bigint, paid_revenue bigint,
  completed_orders bigint, pending_orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  mine constant uuid := private.my_orders_scope();
begin
  return query
    select coalesce(sum(orders), 0)::bigint, coalesce(sum(revenue), 0)::bigint, coalesce(sum(paid), 0)::bigint,
      coalesce(sum(orders) filter (where status = 'completed'), 0)::bigint,
        coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
    from (
      select c.status, c.orders, c.revenue, c.paid from private.order_counts c where c.scope = mine
      union all
      select o.status, 1, o.total_amount, case when o.paid_at is not null then o.total_amount end
      from public.orders o where o.user_id = private.signed_in_uid()
        and mine is distinct from private.all_schools_scope() and o.school_id is distinct from mine
        and (o.school_id is null or o.school_id = private.my_school())) as counted;
end
$$;
comment on function public.order_summary() is
  'The four figures above the order list; revenue is the sum of all totals, paid_revenue what of it has been paid.';
grant execute on function public.order_summary() to authenticated;

-- The newest orders that match, at most `most`. What many orders have is found among the newest 10,000; for what fewer
-- have, PostgreSQL chooses between the text index and the index of the list. A number is found by its beginning.
create function private.searched_orders(scope uuid, condition text, status public.order_status, search text,
  most integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  newest constant integer := 10000;
  pattern constant text := private.search_pattern(search);
  ids uuid[];
begin
  if search ~* '^\s*ord-[0-9]{4}' then
    execute format(
      'select array(select o.id from public.orders o where o.order_number collate "C" like %L and %s
         order by o.order_number collate "C" desc limit %s)', upper(substr(pattern, 2)), condition, most) into ids;
    return ids;
  end if;
  execute format(
    'select array(select n.id from (select o.id, o.search_text from public.orders o where %s
       order by o.created_at desc, o.id desc limit %s) as n where n.search_text like %L limit %s)',
    condition, newest, pattern, most) into ids;
  -- The text index needs three letters: fewer are searched in the newest alone.
  if cardinality(ids) < most and length(btrim(search)) >= 3
    and (scope is null or private.counted_orders(scope, status) > newest) then
    execute format(
      'select array(select o.id from public.orders o where o.search_text like %L and %s
         order by o.created_at desc, o.id desc limit %s)', pattern, condition, most) into ids;
  end if;
  return ids;
end
$$;

create function private.counted_orders(scope uuid, status public.order_status) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.orders), 0)::bigint from private.order_counts c where c.scope = counted_orders.scope
    and (counted_orders.status is null or c.status = counted_orders.status)
$$;

create function private.all_schools_scope() returns uuid language sql immutable parallel safe
  set search_path = '' as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
