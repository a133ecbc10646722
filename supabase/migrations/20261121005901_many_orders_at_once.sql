-- The order desk: one decision for several orders, and a mail once more.

create function public.set_order_statuses(order_ids uuid[], status public.order_status)
returns table (order_id uuid, order_number text, is_changed boolean, refusal text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted uuid;
begin
  perform private.require_super_admin();
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 100 orders.', hint = 'order.too_many', detail = 'order_ids';
  end if;
  -- In one order of ids, so that two people deciding on the same orders wait for each other instead of blocking both.
  for wanted in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := wanted;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = wanted);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o where o.id = wanted);
      perform public.set_order_status(wanted, set_order_statuses.status);
      set_order_statuses.refusal := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function public.set_order_statuses(uuid[], public.order_status) is 'Sets up to 100 orders; one that may not change is told with the reason and leaves the others as decided.';

create index mail_outbox_order_idx on public.mail_outbox ((data ->> 'order_id'), created_at desc) where template like 'order-%';

create function public.resend_order_mail(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No mail about this order has been written yet.', hint = 'order.no_mail';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, auth.uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$$;
comment on function public.resend_order_mail(uuid) is 'Queues the newest mail about an order once more, to the buyer''s address. Returns the address.';

revoke execute on function public.set_order_statuses(uuid[], public.order_status), public.resend_order_mail(uuid) from public, anon;
grant execute on function public.set_order_statuses(uuid[], public.order_status), public.resend_order_mail(uuid) to authenticated;

create index if not exists refunds_requested_by_idx on public.refunds (requested_by);
