-- The list takes its far pages from the stretches of private.order_places.

-- Where the row after `skipped` others lies: its stretch begins at (amount, words, id) and ends before (to_amount, to_words, to_id);
-- `within` others of the stretch come first. Nothing when the scope is not counted.
create function private.order_place(scope uuid, sort text, status public.order_status, skipped bigint, descending boolean,
  out amount bigint, out words text, out id uuid, out to_amount bigint, out to_words text, out to_id uuid, out within bigint)
language sql stable security definer set search_path = '' as $$
  select s.amount, s.words, s.id, s.next_amount, s.next_words, s.next_id, skipped - case when descending then s.total - s.upto else s.upto - s.orders end
  from (
    select n.*, sum(n.orders) over w as upto, sum(n.orders) over () as total, lead(n.amount) over w as next_amount, lead(n.words) over w as next_words, lead(n.id) over w as next_id
    from private.order_stretches(order_place.scope, order_place.sort, order_place.status) as n window w as (order by n.amount, n.words, n.id)) as s
  where case when descending then s.total - s.upto <= skipped and s.total - s.upto + s.orders > skipped else s.upto - s.orders <= skipped and s.upto > skipped end
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
  elsif caller.scope is not null then
    -- Placed first, then fetched: at most a page of rows is read.
    ids := array(select private.orders_by_field(caller.scope, condition, sort, list_orders.status, descending, skipped, size));
    return query select s.* from unnest(ids) with ordinality as page (id, n) join public.orders o using (id), private.shown_order(o) as s order by page.n;
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

create or replace function private.run_due_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.follow_subscriptions());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < current_date - 2;
  perform private.count_dirty_days();
  perform private.count_order_places();
  return done;
end
$$;
