-- What the store manager does with orders, and how lists of them are read at any size.
create function private.order_for_change(wanted uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  perform private.require_super_admin();
  select * into found_order from public.orders where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  return found_order;
end
$$;

create function public.set_order_status(order_id uuid, status public.order_status) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(set_order_status.order_id);
  before constant public.order_status := changed.status;
begin
  if before = set_order_status.status then
    return changed;
  end if;
  if before in ('completed', 'cancelled') then
    raise exception using errcode = '55000', message = format('Order %s is %s. Reopen it with a reason to change it.', changed.order_number, before), hint = 'order.locked', detail = 'status';
  end if;
  update public.orders o set status = set_order_status.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (changed.id, auth.uid(), 'status', before, changed.status);
  return changed;
end
$$;

create function public.reopen_order(order_id uuid, reason text, status public.order_status default 'processing') returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.filled(reason) is null then
    raise exception using errcode = 'P0001', message = 'Say why the order is reopened.', hint = 'order.reason_required', detail = 'reason';
  end if;
  if before not in ('completed', 'cancelled') then
    raise exception using errcode = '55000', message = 'This order is open already.', hint = 'order.not_locked';
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    raise exception using errcode = 'P0001', message = 'A reopened order is pending or processing.', hint = 'order.invalid_status', detail = 'status';
  end if;
  update public.orders o set status = reopen_order.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note)
  values (changed.id, auth.uid(), 'reopened', before, changed.status, left(btrim(reason), 1000));
  return changed;
end
$$;

create function public.add_order_note(order_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  noted public.orders := private.order_for_change(order_id);
begin
  insert into public.order_events (order_id, actor_id, kind, note)
  values (noted.id, auth.uid(), 'note', private.require_text(note, 1000, 'note', 'Write the note.'));
end
$$;

-- What somebody may search for: their words in lower case with the wildcards of LIKE taken literally.
create function private.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' where private.filled(search) is not null
$$;

-- The condition of a caller's list. Row security cannot use the search index (its operators are not leakproof), so the
-- list is a function that decides first who asks and then reads with the index.
create function private.order_condition(status public.order_status, search text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' and ',
    case when private.is_super_admin() then 'true'
      else format('(o.school_id = %L or o.user_id = %L)', private.my_school(), auth.uid()) end,
    'o.status = ' || quote_literal(status),
    'o.search_text like ' || quote_literal(private.search_pattern(search)))
$$;

create function public.list_orders(
  status public.order_status default null, search text default null, sort text default 'created_at', descending boolean default true,
  page integer default 1, page_size integer default 20)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 200);
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    raise exception using errcode = 'P0001', message = 'Orders cannot be sorted by that.', hint = 'order.invalid_sort', detail = 'sort';
  end if;
  return query execute format(
    'select o.* from public.orders o where %s order by %s limit %s offset %s',
    private.order_condition(status, search),
    case when sort = 'status' and descending then 'o.status desc, o.created_at, o.id'
      when sort = 'status' then 'o.status, o.created_at desc, o.id desc'
      else format('o.%I %s, o.id %s', sort, direction, direction) end,
    size, (greatest(coalesce(page, 1), 1)::bigint - 1) * size);
end
$$;
comment on function public.list_orders(public.order_status, text, text, boolean, integer, integer) is
  'One page of the orders the caller may see. Lines can be embedded: select=*,order_items(*).';

create function public.count_orders(status public.order_status default null, search text default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  counted bigint;
begin
  if private.is_super_admin() and private.filled(search) is null then
    select sum(t.orders) into counted from private.order_totals t where count_orders.status is null or t.status = count_orders.status;
  else
    execute format('select count(*) from (select from public.orders o where %s limit 10000) as matching', private.order_condition(status, search)) into counted;
  end if;
  return counted;
end
$$;
comment on function public.count_orders(public.order_status, text) is 'How many orders the list has in all; a search is counted up to 10,000.';

create function public.order_summary()
returns table (total_orders bigint, total_revenue bigint, paid_revenue bigint, completed_orders bigint, pending_orders bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    return query select sum(t.orders)::bigint, sum(t.revenue)::bigint, sum(t.paid)::bigint,
      sum(t.orders) filter (where t.status = 'completed')::bigint, sum(t.orders) filter (where t.status = 'pending')::bigint
    from private.order_totals t;
  else
    return query select count(*), coalesce(sum(o.total_amount), 0)::bigint, coalesce(sum(o.total_amount) filter (where o.paid_at is not null), 0)::bigint,
      count(*) filter (where o.status = 'completed'), count(*) filter (where o.status = 'pending')
    from public.orders o where o.school_id = private.my_school() or o.user_id = auth.uid();
  end if;
end
$$;
comment on function public.order_summary() is 'The four figures above the order list; revenue is the sum of all totals, paid_revenue what of it has been paid.';

create function public.export_orders(status public.order_status default null, search text default null, after_created_at timestamptz default null, after_id uuid default null, page_size integer default 1000)
returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select o.* from public.orders o where %s %s order by o.created_at desc, o.id desc limit %s',
    private.order_condition(status, search),
    case when after_id is not null then format('and (o.created_at, o.id) < (%L::timestamptz, %L::uuid)', after_created_at, after_id) end,
    least(greatest(coalesce(page_size, 1000), 1), 1000));
end
$$;
comment on function public.export_orders(public.order_status, text, timestamptz, uuid, integer) is 'The filtered orders in slices, newest first; each slice starts after the last row of the one before.';

grant execute on function public.set_order_status(uuid, public.order_status), public.reopen_order(uuid, text, public.order_status), public.add_order_note(uuid, text),
  public.list_orders(public.order_status, text, text, boolean, integer, integer), public.count_orders(public.order_status, text), public.order_summary(),
  public.export_orders(public.order_status, text, timestamptz, uuid, integer) to authenticated;
