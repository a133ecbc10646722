-- Two people on one order: a decision is made about the order as it was seen, and whoever is later is told.
drop function public.set_order_status(uuid, public.order_status);
create function public.set_order_status(order_id uuid, status public.order_status, seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(set_order_status.order_id);
  before constant public.order_status := changed.status;
begin
  if before = set_order_status.status then
    return private.shown_order(changed);
  end if;
  if before in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = format('Order %s is %s. Reopen it with a reason to change it.', changed.order_number, before), hint = 'order.locked', detail = 'status';
  end if;
  if changed.updated_at <> set_order_status.seen then
    raise exception using errcode = 'PT409', message = format('Somebody else changed order %s in the meantime: it is %s now. Look at it, then decide again.', changed.order_number, before),
      hint = 'order.changed_meanwhile', detail = 'status';
  end if;
  update public.orders o set status = set_order_status.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (changed.id, auth.uid(), 'status', before, changed.status);
  return private.shown_order(changed);
end
$$;
comment on function public.set_order_status(uuid, public.order_status, timestamptz) is
  'Moves an open order to another state. With the updated_at it was seen at, a change somebody else made since is refused as a conflict.';
revoke execute on function public.set_order_status(uuid, public.order_status, timestamptz) from public, anon;
grant execute on function public.set_order_status(uuid, public.order_status, timestamptz) to authenticated;
