create function private.order_for_change(wanted uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  perform private.require('order:set-status');
  select * into found_order from public.orders where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  return found_order;
end
$$;

create function private.require_open_order(target public.orders, seen timestamptz) returns void
language plpgsql stable set search_path = '' as $$
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
$$;

create function public.add_order_note(order_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  noted public.orders := private.order_for_change(order_id);
begin
  insert into public.order_events (order_id, actor_id, kind, note)
  values (noted.id, private.signed_in_uid(), 'note', private.require_text(note, 1000, 'note', 'Write the note.'));
end
$$;
grant execute on function public.add_order_note(uuid, text) to authenticated;

create function public.set_order_status(order_id uuid, status public.order_status, seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.set_order_status(uuid, public.order_status, timestamptz) is
  'Moves an open order to another state; one that is not paid cannot be completed. Given the updated_at the caller has seen, a change made since is refused as a conflict.';
grant execute on function public.set_order_status(uuid, public.order_status, timestamptz) to authenticated;

create function public.complete_paid_order(order_id uuid, method public.payment_method, reference text, seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference', 'Enter the number of the receipt.');
  missing numeric;
begin
  perform private.require_open_order(target, complete_paid_order.seen);
  if target.paid_at is not null then
    raise exception using errcode = 'PT409', message = format('Order %s is paid already.', target.order_number), hint = 'order.paid', detail = 'status';
  end if;
  if exists (select from public.payments p where p.method = complete_paid_order.method and p.receipt = upper(number)) then
    raise exception using errcode = 'PT409', message = 'A payment with this receipt is recorded already.', hint = 'payment.receipt_used', detail = 'reference';
  end if;
  missing := target.total_amount - private.received_amount(target.id);
  perform public.record_payment(target.id, complete_paid_order.method, missing, number, private.current_moment(), null, 'Paid elsewhere.');
  select * into target from public.orders o where o.id = target.id;
  return private.without_order_secrets(target);
end
$$;
comment on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) is
  'Completes an open order that was paid elsewhere: records what is missing as a payment with its method and receipt, which issues the licences and mails the receipt. seen as for set_order_status.';
grant execute on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) to authenticated;

create function public.set_order_statuses(order_ids uuid[], status public.order_status) returns table (order_id uuid, order_number text, is_changed boolean, refusal text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted uuid;
begin
  perform private.require('order:set-status');
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 100 orders.', hint = 'order.too_many', detail = 'order_ids';
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
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
comment on function public.set_order_statuses(uuid[], public.order_status) is
  'Sets up to 100 orders; an order that may not change is returned with the reason and does not affect the others.';
grant execute on function public.set_order_statuses(uuid[], public.order_status) to authenticated;

create function public.reopen_order(order_id uuid, reason text, status public.order_status default 'processing') returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.null_if_blank(reason) is null then
    raise exception using errcode = 'P0001', message = 'Say why the order is reopened.', hint = 'order.reason_required', detail = 'reason';
  end if;
  if before not in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order is open already.', hint = 'order.not_locked';
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    raise exception using errcode = 'P0001', message = 'A reopened order is pending or processing.', hint = 'order.invalid_status', detail = 'status';
  end if;
  update public.orders o set status = reopen_order.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note)
  values (changed.id, private.signed_in_uid(), 'reopened', before, changed.status, left(btrim(reason), 1000));
  return private.without_order_secrets(changed);
end
$$;
grant execute on function public.reopen_order(uuid, text, public.order_status) to authenticated;

create function public.resend_order_mail(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.template <> 'order-surplus' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No email about this order has been sent yet.', hint = 'order.no_mail';
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    raise exception using errcode = 'PT409', message = format('Order %s is cancelled, and its last email says otherwise. Reopen the order to send it.', target.order_number), hint = 'order.cancelled';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  if private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language) is null then
    perform private.refuse_mail('recipient', null);
  end if;
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$$;
comment on function public.resend_order_mail(uuid) is
  'Queues the newest mail about an order once more, to the buyer''s address, unless it asks for the payment of a cancelled order or confirms it. Returns the address.';
grant execute on function public.resend_order_mail(uuid) to authenticated;
