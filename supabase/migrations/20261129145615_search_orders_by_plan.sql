drop function private.searched_orders(uuid, text, public.order_status, text, integer, boolean);

drop function private.matching_orders(uuid, text, public.order_status, text, integer, boolean);

drop function private.found_orders(uuid, text, text, integer, boolean);

drop function private.newest_orders(text, text, integer, integer);

drop function private.numbered_orders(text, text, integer);

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

create or replace function public.list_orders(
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

create or replace function public.count_orders(status public.order_status default null, search text default null) returns bigint
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
