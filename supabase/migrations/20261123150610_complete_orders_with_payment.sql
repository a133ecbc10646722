set check_function_bodies = off;

create or replace function private.refuse_unpaid() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = format('Order %s is not paid. Say how it was paid to complete it.', new.order_number), hint = 'order.unpaid', detail = 'status';
end
$$;

create trigger is_complete_when_paid
  before update of status on public.orders
  for each row
  when ((new.status = 'completed' and old.status <> 'completed' and new.paid_at is null and new.total_amount > 0))
  execute function private.refuse_unpaid();

create or replace function public.complete_paid_order(order_id uuid, method public.payment_method, reference text, seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference', 'Enter the number of the receipt.');
  missing bigint;
begin
  if target.status in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = format('Order %s is %s. Reopen it with a reason to change it.', target.order_number, target.status), hint = 'order.locked', detail = 'status';
  end if;
  if target.updated_at <> complete_paid_order.seen then
    raise exception using errcode = 'PT409', message = format('Somebody else changed order %s in the meantime: it is %s now. Look at it, then decide again.', target.order_number, target.status),
      hint = 'order.changed_meanwhile', detail = 'status';
  end if;
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
$$;

comment on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) is
  'Completes an open order that was paid elsewhere: records what is missing as a payment with its method and receipt, which issues the licences and mails the receipt. seen as for set_order_status.';

comment on function public.set_order_status(uuid, public.order_status, timestamptz) is
  'Moves an open order to another state; one that is not paid cannot be completed. Given the updated_at the caller has seen, a change made since is refused as a conflict.';

revoke all on function private.refuse_unpaid() from public;

revoke all on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) from public;

grant execute on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) to authenticated;

grant execute on function public.complete_paid_order(uuid, public.payment_method, text, timestamptz) to service_role;
