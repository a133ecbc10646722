create type public.refund_status as enum ('requested', 'sent', 'done', 'failed', 'manual', 'withdrawn');

-- Refunds: requested by a super admin, sent to the provider by the functions or settled by hand.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount numeric not null check (amount > 0 and amount = round(amount, 2)),
  reason text not null check (length(reason) between 1 and 500),
  status public.refund_status not null default 'requested',
  provider_reference text check (length(provider_reference) <= 120),
  last_error text check (length(last_error) <= 500),
  tries integer not null default 0,
  retries integer not null default 0,
  sent_at timestamptz,
  next_try_at timestamptz not null default now(),
  requested_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.refunds is 'requested waits to be sent, sent for the provider''s response; manual is done by '
  'hand; failed was refused and can be sent again or settled by hand. Until it is done or withdrawn its amount is '
  'reserved.';
comment on column public.refunds.tries is 'How often it was taken up since it was asked for or sent again.';

create index refunds_payment_idx on public.refunds (payment_id);
create index refunds_order_idx on public.refunds (order_id);
create index refunds_due_idx on public.refunds (next_try_at) where status in ('requested', 'sent');
create index if not exists refunds_requested_by_idx on public.refunds (requested_by);

select private.school_table('public.refunds', needs_subscription => false, audit => true, verbs => '{insert,update}',
  live => '{platform}', live_key => 'order_id');
grant select on public.refunds to authenticated;

create policy "Super admins see refunds" on public.refunds for select to authenticated
  using ((select private.may('order:read-all')));

create trigger credit after update of status on public.refunds for each row
  when (old.status <> 'done' and new.status = 'done') execute function private.create_credit_note();

create function public.refund_payment(payment_id uuid, reason text, amount numeric default null) returns public.refunds
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount numeric;
begin
  perform private.require('payment:refund');
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  open_amount := payment.amount - payment.refunded_amount - private.reserved_amount(payment.id);
  if open_amount <= 0 then
    perform private.refuse('refund.nothing_left',
      'This payment is already being refunded in full.', errcode => 'PT409');
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 0.01 and open_amount
    or refund_payment.amount <> round(refund_payment.amount, 2) then
    perform private.refuse('refund.invalid_amount', 'Enter an amount of at most {amount}.',
      jsonb_build_object('amount', private.money(open_amount)), 'amount');
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount),
    private.require_text(reason, 500, 'reason', 'Enter the reason for the refund.'),
    case when payment.method <> 'bank' and payment.currency = 'KES'
      and exists (select from private.payment_providers p where p.method = payment.method) then 'requested'
      else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  perform private.note_on_order(target.id, refund.requested_by, 'refund', private.say(
    'Refunding {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(refund.amount), 'receipt', payment.receipt, 'reason', refund.reason)));
  perform private.note_surplus(target.id);
  return refund;
end
$$;
comment on function public.refund_payment(uuid, text, numeric) is
  'Pays a payment back, all that is left of it or an amount. Sent to the provider by itself; a bank transfer waits '
    'for settle_refund. Once all is paid back the order is cancelled and its licences are revoked.';
grant execute on function public.refund_payment(uuid, text, numeric) to authenticated;

-- What is on its way back to the payer, or waits for somebody to decide how it gets there.
create function private.reserved_amount(payment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = payment
    and r.status not in ('done', 'withdrawn')
$$;

create function private.returning_amount(order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(private.reserved_amount(p.id)), 0) from public.payments p
  where p.order_id = returning_amount.order_id
$$;

create function public.retry_refund(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  update public.refunds set status = 'requested', next_try_at = now(), last_error = null, tries = 0,
    retries = retries + 1, sent_at = null
  where id = refund_id and status = 'failed' returning * into refund;
  if not found then
    perform private.refuse('refund.not_failed',
      'Only a refund that was refused can be sent again.', errcode => 'PT409');
  end if;
  return refund;
end
$$;
grant execute on function public.retry_refund(uuid) to authenticated;

create function public.withdraw_refund(refund_id uuid, reason text) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
  why text;
begin
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  why := private.require_text(reason, 400, 'reason', 'Say why the money stays.');
  update public.refunds r set status = 'withdrawn', finished_at = now()
  where r.id = refund_id and (r.status in ('manual', 'failed') or r.status = 'requested' and r.tries = 0)
    returning * into refund;
  if not found then
    perform private.refuse(
      'refund.not_withdrawable', 'This refund is with the provider or finished, so it cannot be withdrawn.',
      errcode => 'PT409');
  end if;
  perform private.note_on_order(refund.order_id, private.signed_in_uid(), 'refund', private.say(
    'The refund of {amount} is withdrawn: {reason}',
    jsonb_build_object('amount', private.money(refund.amount), 'reason', why)));
  perform private.complete_if_paid(refund.order_id);
  perform private.note_surplus(refund.order_id);
  return refund;
end
$$;
comment on function public.withdraw_refund(uuid, text)
  is 'Gives up a refund that no provider is working on: its amount counts for the order again.';
grant execute on function public.withdraw_refund(uuid, text) to authenticated;

create function public.settle_refund(refund_id uuid, reference text) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  select * into refund from public.refunds where id = refund_id;
  perform private.order_for_change(refund.order_id);
  select * into refund from public.refunds where id = refund_id for update;
  if refund.status not in ('manual', 'failed', 'sent') then
    perform private.refuse('refund.not_manual',
      'This refund is not waiting for a transfer by hand.', errcode => 'PT409');
  end if;
  perform private.complete_refund(refund,
    private.require_text(reference, 120, 'reference', 'Enter the reference of your transfer.'));
  select * into refund from public.refunds where id = refund_id;
  return refund;
end
$$;
comment on function public.settle_refund(uuid, text) is 'The money was paid back, by hand or by a provider whose '
  'answer was lost, under this reference of the bank or of M-Pesa.';
grant execute on function public.settle_refund(uuid, text) to authenticated;

create function public.apply_refund(refund_id uuid, is_done boolean, provider_reference text default null,
  error text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform 1 from public.orders o
    where o.id = (select r.order_id from public.refunds r where r.id = refund_id) for update;
  select * into refund from public.refunds where id = refund_id for update;
  if not found then
    return 'unmatched';
  elsif refund.status = 'done' then
    return 'repeated';
  elsif is_done then
    perform private.complete_refund(refund, apply_refund.provider_reference);
    return 'done';
  elsif is_done is null then
    update public.refunds r set status = 'sent', sent_at = coalesce(r.sent_at, now()),
      next_try_at = now() + interval '15 minutes',
      provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id
        and r.status in ('requested', 'sent');
    return 'sent';
  end if;
  if refund.status not in ('requested', 'sent') then
    return 'repeated';
  end if;
  update public.refunds r set status = 'failed', last_error = left(error, 500),
    provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id;
  perform private.note_on_order(refund.order_id, null, 'refund', private.say(
    'The refund of {amount} failed: {reason}',
    jsonb_build_object('amount', private.money(refund.amount), 'reason', error)));
  return 'failed';
end
$$;
comment on function public.apply_refund(uuid, boolean, text, text) is
  'What a provider says of a refund: done, refused, or (null) taken. A refund that is done stays done.';

create function public.apply_refund_event(event_id uuid, note text, provider_reference text, is_done boolean,
  outcome text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  refund uuid;
  result text;
begin
  select r.id into refund from public.refunds r
  where r.id::text = substring(note from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
    or (note is null and r.provider_reference = apply_refund_event.provider_reference) limit 1;
  result := case when refund is null then 'unmatched'
    else public.apply_refund(refund, is_done, apply_refund_event.provider_reference, outcome) end;
  perform public.finish_provider_event(event_id,
    case result when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end,
    outcome || ': ' || result);
  return result;
end
$$;

create function public.claim_refunds(most integer default 5)
  returns table (id uuid, method public.payment_method, amount numeric, reason text, receipt text,
  merchant_reference text, status public.refund_status, tries integer, retries integer, provider_reference text)
language sql security definer set search_path = '' as $$
  with due as (
    update public.refunds r set tries = r.tries + 1,
      next_try_at = now() + interval '2 minutes' * power(2, least(r.tries, 8))
    where r.id in (select d.id from public.refunds d where d.status in ('requested', 'sent') and d.next_try_at <= now()
      order by d.next_try_at limit most for update skip locked)
    returning r.*)
  select d.id, p.method, d.amount, d.reason, p.receipt, a.merchant_reference, d.status, d.tries, d.retries,
    d.provider_reference
  from due d join public.payments p on p.id = d.payment_id left join public.payment_attempts a on a.id = p.attempt_id
$$;

-- Completes a refund. The caller has locked the order.
create function private.complete_refund(refund public.refunds, reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null,
    provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  -- A provider may still report what was withdrawn here and requested once more.
  update public.payments set refunded_amount = least(amount, refunded_amount + refund.amount)
    where id = refund.payment_id returning * into payment;
  perform private.note_on_order(refund.order_id, private.signed_in_uid(), 'refund', private.say(
    'Refunded {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(refund.amount), 'receipt', payment.receipt, 'reason', refund.reason)));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    perform private.take_back_grants(refund.order_id);
  end if;
  select * into target from public.orders where id = refund.order_id;
  perform private.note_surplus(target.id);
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method,
      'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'), target.language);
end
$$;

-- Takes back what is no longer paid for: all of it once all counted money is paid back, else a share of each line.
create function private.take_back_grants(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  before public.order_status;
  kept numeric;
begin
  select * into target from public.orders where id = take_back_grants.order_id;
  if target.paid_at is null then
    return;
  end if;
  select coalesce(sum(p.amount - p.refunded_amount), 0) into kept from public.payments p
  where p.order_id = take_back_grants.order_id and p.state = 'received';
  if kept > 0 then
    perform private.shrink_order(target, (select sum(coalesce(i.granted_amount, i.line_total)) from public.order_items i
      where i.order_id = take_back_grants.order_id) - kept);
    return;
  end if;
  before := target.status;
  update public.orders set status = 'cancelled', paid_at = null where id = take_back_grants.order_id;
  perform private.revoke_licences(take_back_grants.order_id);
  perform private.revoke_paid_plans(take_back_grants.order_id);
  perform private.cancel_fulfilments(take_back_grants.order_id);
  update public.order_items i set granted_as = null, granted_amount = null, granted_days = null
  where i.order_id = take_back_grants.order_id;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note, said)
  select take_back_grants.order_id, private.signed_in_uid(), 'status', before, 'cancelled',
    private.in_english(told.said), told.said
  from private.say('Refunded in full: the licences are revoked.') as told (said);
end
$$;
