-- The order list at any size. A search finds the newest two hundred orders that match: enough to read, and found in a few
-- milliseconds among a million. Indexes carry the text that is searched, so a look through the newest touches no row.
create extension if not exists btree_gin with schema extensions;
drop index public.orders_created_idx;
drop index public.orders_status_idx;
drop index public.orders_school_idx;
drop index public.orders_search_idx;
create index orders_created_idx on public.orders (created_at desc, id desc) include (status, search_text);
create index orders_status_idx on public.orders (status, created_at desc, id desc) include (search_text);
create index orders_school_idx on public.orders (school_id, created_at desc, id desc) include (status, search_text) where school_id is not null;
create index orders_school_total_idx on public.orders (school_id, total_amount, id) where school_id is not null;
create index orders_school_customer_idx on public.orders (school_id, customer_name, id) where school_id is not null;
create index orders_school_number_idx on public.orders (school_id, order_number) where school_id is not null;
create index orders_number_idx on public.orders (order_number collate "C");
-- Without a pending list, so that a search after a busy hour is as quick as before it.
create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops, school_id extensions.uuid_ops) with (fastupdate = off);

-- Newest first through an index in that order; `bound` of 0 looks at all of them.
create function private.newest_orders(condition text, pattern text, wanted integer, bound integer) returns setof uuid
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select n.id from (select o.id, o.search_text, o.created_at from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as n where n.search_text like %L limit %s',
    condition, case when bound > 0 then bound::text else 'all' end, pattern, wanted);
end
$$;

-- Through the index of the text: quick where little matches, whatever the size.
create function private.found_orders(scope uuid, condition text, pattern text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' set enable_indexscan = off set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select o.id, o.created_at, o.status, o.school_id, o.user_id from public.orders o where o.search_text like %L %s)
     select o.id from found o where %s %s limit %s',
    pattern, case when scope <> private.every_scope() then format('and o.school_id = %L', scope) end, condition,
    case when newest then 'order by o.created_at desc, o.id desc' end, wanted);
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

-- The ids of up to `wanted` orders that match, the newest ones when `newest`. What the newest thousand say about how
-- often the text occurs decides which index finds them sooner.
create function private.matching_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  sample constant integer := 1000;
  pattern constant text := private.search_pattern(search);
  total constant bigint := private.counted_orders(scope, status);
  ids constant uuid[] := array(select private.newest_orders(condition, pattern, wanted, sample));
  hits constant integer := cardinality(ids);
  share numeric;
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
    share := greatest(hits, 0.5) / sample;
    found := private.counted_orders(scope, null) * share;
    -- In entries of the list's index walked: one found in the text's index costs seven, a row fetched five.
    if least(total, wanted / share) < found * 7 + 5 * (case when newest then found else wanted end) then
      return query select private.newest_orders(condition, pattern, wanted, 0);
    else
      return query select private.found_orders(scope, condition, pattern, wanted, newest);
    end if;
  end if;
end
$$;
