create function private.order_for_change(order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  perform private.require('order:set-status');
  select * into found_order from public.orders where id = order_for_change.order_id for update;
  if not found then
    perform private.refuse('order.not_found', 'This order is no longer here.', errcode => 'P0002');
  end if;
  return found_order;
end
$$;

create function private.require_open_order(target public.orders, seen timestamptz) returns void
language plpgsql stable set search_path = '' as $$
begin
  if target.status = 'completed' then
    perform private.refuse('order.locked', 'Order {order} is completed. Reopen it with a reason to change it.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
  end if;
  if target.status = 'cancelled' then
    perform private.refuse(
      'order.locked_cancelled', 'Order {order} is cancelled. Reopen it with a reason to change it.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
  end if;
  if target.updated_at <> require_open_order.seen then
    perform private.refuse('order.changed_meanwhile',
      'Somebody else changed order {order} in the meantime. Look at it, then decide again.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
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

create function public.set_order_status(order_id uuid, status public.order_status, seen timestamptz default null)
  returns public.orders
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
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status)
    values (changed.id, private.signed_in_uid(), 'status', before, changed.status);
  return private.without_order_secrets(changed);
end
$$;
comment on function public.set_order_status(uuid, public.order_status, timestamptz) is
  'Moves an open order to another state; one that is not paid cannot be completed. Given the updated_at the caller '
    'has seen, a change made since is refused as a conflict.';
grant execute on function public.set_order_status(uuid, public.order_status, timestamptz) to authenticated;

create function public.complete_paid_order(order_id uuid, method public.payment_method, reference text,
  seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference',
    'Enter the number of the receipt.');
  missing numeric;
begin
  perform private.require_open_order(target, complete_paid_order.seen);
  if target.paid_at is not null then
    perform private.refuse(
      'order.paid', 'Order {order} is paid already.', jsonb_build_object('order', target.order_number), 'status',
      errcode => 'PT409');
  end if;
  if exists (select from public.payments p where p.method = complete_paid_order.method
    and p.receipt = upper(number)) then
    perform private.refuse(
      'payment.receipt_recorded', 'A payment with this receipt is recorded already.', field => 'reference',
      errcode => 'PT409');
  end if;
  missing := target.total_amount - private.received_amount(target.id);
  perform public.record_payment(target.id, complete_paid_order.method, missing, number, private.current_moment(), null,
    'Paid elsewhere.');
  select * into target from public.orders o where o.id = target.id;
  return private.without_order_secrets(target);
end
$$;
comment on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) is
  'Completes an open order that was paid elsewhere: records what is missing as a payment with its method and '
    'receipt, which issues the licences and mails the receipt. seen as for set_order_status.';
grant execute on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) to authenticated;

create function public.set_order_statuses(order_ids uuid[], status public.order_status) returns table (
  order_id uuid, order_number text, is_changed boolean, refusal text, said jsonb
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  chosen_order uuid;
  detail text;
begin
  perform private.require('order:set-status');
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    perform private.refuse('order.too_many', 'Choose between 1 and 100 orders.', field => 'order_ids');
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
  for chosen_order in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := chosen_order;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = chosen_order);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o
        where o.id = chosen_order);
      perform public.set_order_status(chosen_order, set_order_statuses.status);
      set_order_statuses.refusal := null;
      set_order_statuses.said := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
      get stacked diagnostics detail = pg_exception_detail;
      set_order_statuses.said := nullif(detail, '')::jsonb;
    end;
    return next;
  end loop;
end
$$;
comment on function public.set_order_statuses(uuid[], public.order_status) is
  'Sets up to 100 orders; an order that may not change is returned with the reason and does not affect the others.';
grant execute on function public.set_order_statuses(uuid[], public.order_status) to authenticated;

create function public.reopen_order(order_id uuid, reason text, status public.order_status default 'processing')
  returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.null_if_blank(reason) is null then
    perform private.refuse('order.reason_required', 'Say why the order is reopened.', field => 'reason');
  end if;
  if before not in ('completed', 'cancelled') then
    perform private.refuse('order.not_locked', 'This order is open already.', errcode => 'PT409');
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    perform private.refuse('order.invalid_status', 'A reopened order is pending or processing.', field => 'status');
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
    perform private.refuse('order.no_mail', 'No email about this order has been sent yet.', errcode => 'P0002');
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    perform private.refuse('order.cancelled',
      'Order {order} is cancelled, and its last email says otherwise. Reopen the order to send it.',
      jsonb_build_object('order', target.order_number), errcode => 'PT409');
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  if private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template,
    target.customer_email, last.data, last.reply_to, last.language) is null then
    perform private.refuse_mail('recipient', null);
  end if;
  perform private.note_on_order(target.id, private.signed_in_uid(), 'mail',
    private.say('Sent again to {address}.', jsonb_build_object('address', target.customer_email)));
  return target.customer_email;
end
$$;
comment on function public.resend_order_mail(uuid) is
  'Queues the newest mail about an order once more, to the buyer''s address, unless it asks for the payment of a '
    'cancelled order or confirms it. Returns the address.';
grant execute on function public.resend_order_mail(uuid) to authenticated;
