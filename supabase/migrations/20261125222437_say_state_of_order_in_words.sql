set check_function_bodies = off;

create or replace function private.require_open_order (
  target public.orders,
  seen   timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if target.status = 'completed' then
    raise exception using errcode = 'PT409', message = format('Order %s is completed. Reopen it with a reason to change it.', target.order_number), hint = 'order.locked', detail = 'status';
  end if;
  if target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = format('Order %s is cancelled. Reopen it with a reason to change it.', target.order_number), hint = 'order.locked', detail = 'status';
  end if;
  if target.updated_at <> require_open_order.seen then
    raise exception using errcode = 'PT409', message = format('Somebody else changed order %s in the meantime. Look at it, then decide again.', target.order_number), hint = 'order.changed_meanwhile', detail = 'status';
  end if;
end
$function$;

create or replace function public.complete_paid_order (
  order_id  uuid,
  method    public.payment_method,
  reference text,
  seen      timestamp with time zone default null::timestamp with time zone
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference', 'Enter the number of the receipt.');
  missing bigint;
begin
  perform private.require_open_order(target, complete_paid_order.seen);
  if target.paid_at is not null then
    raise exception using errcode = 'PT409', message = format('Order %s is paid already.', target.order_number), hint = 'order.paid', detail = 'status';
  end if;
  if exists (select from public.payments p where p.method = complete_paid_order.method and p.receipt = upper(number)) then
    raise exception using errcode = 'PT409', message = 'A payment with this receipt is recorded already.', hint = 'payment.receipt_used', detail = 'reference';
  end if;
  missing := target.total_amount - (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = target.id and p.state = 'received');
  perform public.record_payment(target.id, complete_paid_order.method, missing, number, now(), null, 'Paid elsewhere.');
  select * into target from public.orders o where o.id = target.id;
  return private.without_order_secrets(target);
end
$function$;

create or replace function public.resend_order_mail (
  order_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No email about this order has been sent yet.', hint = 'order.no_mail';
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    raise exception using errcode = 'PT409', message = format('Order %s is cancelled, and its last email says otherwise. Reopen the order to send it.', target.order_number), hint = 'order.cancelled';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$function$;

create or replace function public.set_order_status (
  order_id uuid,
  status   public.order_status,
  seen     timestamp with time zone default null::timestamp with time zone
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(set_order_status.order_id);
  before constant public.order_status := changed.status;
begin
  if before = set_order_status.status then
    return private.without_order_secrets(changed);
  end if;
  perform private.require_open_order(changed, set_order_status.seen);
  update public.orders o set status = set_order_status.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (changed.id, private.signed_in_uid(), 'status', before, changed.status);
  return private.without_order_secrets(changed);
end
$function$;

comment on function public.resend_order_mail(uuid) is 'Queues the newest mail about an order once more, to the buyer''s address, unless it asks for the payment of a cancelled order or confirms it. Returns the address.';

revoke all on function private.require_open_order(public.orders, timestamp with time zone) from public;
