-- The caller's orders as one number: every order, a school's, or null for those the caller placed.
create function private.my_orders_scope() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_super_admin() then private.all_schools_scope() else private.my_orders_school() end
$$;

-- Who asks for orders: the scope their counts are kept under (null when they are counted as they are read) and the condition of their rows.
create function private.orders_caller(out scope uuid, out condition text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  scope := private.my_orders_scope();
  if scope = private.all_schools_scope() then
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

create function public.list_orders(
  status public.order_status default null, search text default null, sort text default 'created_at', descending boolean default true,
  page integer default 1, page_size integer default 20) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  direction text := case when descending then 'desc' else 'asc' end;
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
  skipped bigint := (greatest(coalesce(page, 1), 1)::bigint - 1) * size;
  caller record;
  condition text;
  ids uuid[];
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    raise exception using errcode = 'P0001', message = 'Orders cannot be sorted by that.', hint = 'order.invalid_sort', detail = 'sort';
  end if;
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(list_orders.status));
  if private.null_if_blank(search) is not null then
    ids := private.searched_orders(caller.scope, condition, list_orders.status, search, case when sort = 'created_at' and descending then least(skipped + size, 200)::integer else 200 end, true);
    condition := 'o.id = any ($1)';
  elsif caller.scope is not null and (sort = 'created_at' or (sort = 'status' and list_orders.status is not null)) then
    return query select s.* from private.orders_by_time(caller.scope, caller.condition, list_orders.status, descending = (sort = 'created_at'), skipped, size) as o, private.without_order_secrets(o) as s;
    return;
  elsif caller.scope is not null and sort = 'status' then
    return query select s.* from private.orders_by_status(caller.scope, caller.condition, descending, skipped, size) as o, private.without_order_secrets(o) as s;
    return;
  elsif caller.scope is not null then
    -- Placed first, then fetched: at most a page of rows is read.
    ids := array(select private.orders_by_field(caller.scope, condition, sort, list_orders.status, descending, skipped, size));
    return query select s.* from unnest(ids) with ordinality as page (id, n) join public.orders o using (id), private.without_order_secrets(o) as s order by page.n;
    return;
  end if;
  return query execute format(
    'with page as materialized (select o.id from public.orders o where %1$s order by %2$s limit %3$s offset %4$s)
     select s.* from page join public.orders o using (id), private.without_order_secrets(o) as s order by %2$s',
    condition,
    case when sort = 'status' and descending then 'o.status desc, o.created_at, o.id'
      when sort = 'status' then 'o.status, o.created_at desc, o.id desc'
      else format('o.%I %s, o.id %s', sort, direction, direction) end,
    size, skipped) using ids;
end
$$;
comment on function public.list_orders(public.order_status, text, text, boolean, integer, integer) is
  'One page of the orders the caller may see; a search lists the newest 200 that match. Lines can be embedded: select=*,order_items(*).';
grant execute on function public.list_orders(public.order_status, text, text, boolean, integer, integer) to authenticated;

create function public.export_orders(status public.order_status default null, search text default null, after_created_at timestamptz default null, after_id uuid default null, page_size integer default 1000) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
begin
  select * into caller from private.orders_caller();
  return query execute format(
    'select s.* from (select o.* from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as o, private.without_order_secrets(o) as s order by o.created_at desc, o.id desc',
    concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(export_orders.status), 'o.search_text like ' || quote_literal(private.search_pattern(search)),
      case when after_id is not null then format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)', after_created_at, after_id) end),
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
    return cardinality(private.searched_orders(caller.scope, condition, count_orders.status, search, 200, false));
  elsif caller.scope is not null then
    return private.counted_orders(caller.scope, count_orders.status);
  end if;
  execute format('select count(*) from public.orders o where %s', condition) into counted;
  return counted;
end
$$;
comment on function public.count_orders(public.order_status, text) is 'How many orders the list has in all; a search lists and counts up to 200.';
grant execute on function public.count_orders(public.order_status, text) to authenticated;

create function public.order_summary() returns table (total_orders bigint, total_revenue bigint, paid_revenue bigint, completed_orders bigint, pending_orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  mine constant uuid := private.my_orders_scope();
begin
  return query
    select coalesce(sum(orders), 0)::bigint, coalesce(sum(revenue), 0)::bigint, coalesce(sum(paid), 0)::bigint,
      coalesce(sum(orders) filter (where status = 'completed'), 0)::bigint, coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
    from (
      select c.status, c.orders, c.revenue, c.paid from private.order_counts c where c.scope = mine
      union all
      select o.status, 1, o.total_amount, case when o.paid_at is not null then o.total_amount end
      from public.orders o where o.user_id = auth.uid() and mine is distinct from private.all_schools_scope() and o.school_id is distinct from mine) as counted;
end
$$;
comment on function public.order_summary() is
  'The four figures above the order list; revenue is the sum of all totals, paid_revenue what of it has been paid.';
grant execute on function public.order_summary() to authenticated;

-- Through the index of the text: quick where little matches, whatever the size.
create function private.found_orders(scope uuid, condition text, pattern text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' set enable_indexscan = off set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select o.id, o.created_at, o.status, o.school_id, o.user_id from public.orders o where o.search_text like %L %s)
     select o.id from found o where %s %s limit %s',
    pattern, case when scope <> private.all_schools_scope() then format('and o.school_id = %L', scope) end, condition,
    case when newest then 'order by o.created_at desc, o.id desc' end, wanted);
end
$$;

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

-- A word that many orders have and the newest lack ("2025" in a number of the year before) was looked up in the index of the
-- text and every order that has it fetched. Now the newest thousand orders tell how far a walk from the newest would go, and
-- where they hardly know the word three hundred others, as far apart as random keys lie, tell how many the index would find.
create function private.matching_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  sample constant integer := 1000;
  pattern constant text := private.search_pattern(search);
  total constant bigint := private.counted_orders(scope, status);
  ids constant uuid[] := array(select private.newest_orders(condition, pattern, wanted, sample));
  hits constant integer := cardinality(ids);
  share constant numeric := greatest(cardinality(ids), 0.5) / sample;
  common numeric;
  found bigint;
begin
  if hits = wanted or total <= sample then
    return query select unnest(ids);
  elsif search ~* '^\s*ord-[0-9]{4}' then
    return query select private.numbered_orders(condition, pattern, wanted);
  elsif length(btrim(search)) < 3 then
    -- Fewer than three letters have no place in the index of the text: the newest twenty thousand are looked through.
    return query select private.newest_orders(condition, pattern, wanted, 20000);
  else
    if hits < 20 then
      select count(*) filter (where o.search_text like pattern) / greatest(count(*), 1)::numeric into common
      from (select s.search_text from public.orders s where s.id >= '40000000-0000-0000-0000-000000000000' order by s.id limit 300) as o;
    end if;
    found := private.counted_orders(scope, null) * greatest(share, common);
    -- In entries of the list's index walked: one found in the text's index costs seven, a row fetched five.
    if least(total, wanted / share) < found * 7 + 5 * (case when newest then found else wanted end) then
      return query select private.newest_orders(condition, pattern, wanted, 0);
    else
      return query select private.found_orders(scope, condition, pattern, wanted, newest);
    end if;
  end if;
end
$$;
comment on function private.matching_orders(uuid, text, public.order_status, text, integer, boolean) is
  'Up to `wanted` ids of orders that match, the newest ones when `newest`. All matches among the newest thousand are read first; whether the rest is read by time or through the text index is an estimate that affects the speed, never the result.';

-- Newest first through an index in that order; `bound` of 0 looks at all of them.
create function private.newest_orders(condition text, pattern text, wanted integer, bound integer) returns setof uuid
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select n.id from (select o.id, o.search_text, o.created_at from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as n where n.search_text like %L limit %s',
    condition, case when bound > 0 then bound::text else 'all' end, pattern, wanted);
end
$$;

-- By the beginning of its number, the highest first.
create function private.numbered_orders(condition text, pattern text, wanted integer) returns setof uuid
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select o.id from public.orders o where o.order_number collate "C" like %L and %s order by o.order_number collate "C" desc limit %s', upper(substr(pattern, 2)), condition, wanted);
end
$$;

-- One stretch of the list in the order of a field. Far from its start the counts say where to begin.
create function private.orders_by_field(caller_scope uuid, condition text, field text, status public.order_status, descending boolean, skipped bigint, size integer) returns setof uuid
language plpgsql stable security definer set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  place record;
begin
  if skipped > 500 and caller_scope is not null then
    select * into place from private.order_place(caller_scope, field, status, skipped, descending);
    if place.id is null then
      if exists (select from private.order_places p where p.scope = caller_scope and p.sort = field) then
        return;
      end if;
    else
      skipped := place.within;
      if not descending then
        condition := condition || format(' and (o.%I, o.id) >= ', field) || case when field = 'total_amount' then format('(%L::bigint, %L::uuid)', place.amount, place.id) else format('(%L::text, %L::uuid)', place.words, place.id) end;
      elsif place.to_id is not null then
        condition := condition || format(' and (o.%I, o.id) < ', field) || case when field = 'total_amount' then format('(%L::bigint, %L::uuid)', place.to_amount, place.to_id) else format('(%L::text, %L::uuid)', place.to_words, place.to_id) end;
      end if;
    end if;
  end if;
  return query execute format('select o.id from public.orders o where %s order by o.%I %s, o.id %s limit %s offset %s', condition, field, direction, direction, size, skipped);
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

create function private.counted_orders(scope uuid, status public.order_status) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.orders), 0)::bigint from private.order_counts c where c.scope = counted_orders.scope and (counted_orders.status is null or c.status = counted_orders.status)
$$;

create function private.all_schools_scope() returns uuid language sql immutable parallel safe set search_path = '' as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
