create type public.payment_state as enum ('received', 'surplus', 'review');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  attempt_id uuid references public.payment_attempts (id) on delete set null,
  method public.payment_method not null,
  amount numeric not null check (amount > 0 and amount = round(amount, 2)),
  receipt text not null check (length(receipt) between 1 and 80),
  paid_at timestamptz not null default now(),
  recorded_by uuid references public.users (id) on delete set null,
  note text check (length(note) <= 500),
  created_at timestamptz not null default now(),
  state public.payment_state not null default 'received',
  currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
  refunded_amount numeric not null default 0 check (refunded_amount between 0 and amount),
  unique (method, receipt)
);
comment on table public.payments
  is 'Money received. receipt is the provider''s or the bank''s own number and unique per method.';
comment on column public.payments.state
  is 'received counts for the order; surplus was not due; review differs from the requested amount.';

create index payments_order_idx on public.payments (order_id);
create index payments_attempt_idx on public.payments (attempt_id);
create index payments_unsettled_idx on public.payments (created_at desc) where state <> 'received';
create index payments_created_idx on public.payments (created_at desc);

select private.school_table('public.payments', needs_subscription => false,
  live => '{platform}', live_key => 'order_id');
grant select on public.payments to authenticated;

create policy "People who see an order see its payments" on public.payments for select to authenticated
  using ((select private.may('order:read-all')) or exists (select from public.orders o where o.id = order_id));

create trigger audit after update on public.payments for each row
  when (old.state is distinct from new.state) execute function private.audit();

create function public.record_payment(order_id uuid, method public.payment_method, amount numeric, receipt text,
  paid_at timestamptz default private.current_moment(), attempt_id uuid default null,
  note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  payment public.payments;
  number constant text := upper(private.require_text(record_payment.receipt, 80, 'receipt',
    'Enter the receipt number.'));
begin
  select * into target from public.orders o where o.id = record_payment.order_id for update;
  if not found then
    perform private.refuse('order.not_found', 'This order is no longer here.', errcode => 'P0002');
  end if;
  select * into payment from public.payments p where p.method = record_payment.method and p.receipt = number;
  if found then
    if payment.order_id <> target.id then
      perform private.refuse(
        'payment.receipt_used', 'This receipt already belongs to another order.', field => 'receipt',
        errcode => 'PT409');
    end if;
    return payment;
  end if;
  payment := private.receive_payment(target, record_payment.attempt_id, record_payment.method, record_payment.amount,
    'KES', number, record_payment.paid_at, record_payment.note, true);
  update public.payment_attempts a set status = 'succeeded', failure = null, finished_at = now(), resolved_at = now(),
    next_check_at = null
  where a.id = record_payment.attempt_id and a.order_id = target.id and a.status <> 'succeeded';
  return payment;
end
$$;
comment on function public.record_payment(uuid, public.payment_method, numeric, text, timestamptz, uuid, text) is
  'Records money received for an order. The same receipt again changes nothing. Once the order is paid in full it is '
    'completed, licences are issued and the receipt is mailed.';

-- Records money for an order that the caller has locked. Unexpected money never completes an order by itself.
create function private.receive_payment(target public.orders, attempt_id uuid, method public.payment_method,
  amount numeric, currency text, receipt text, paid_at timestamptz, note text,
  is_expected boolean) returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null
    or target.status = 'cancelled' then 'surplus' else 'received' end;
  paid jsonb;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note,
    state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount,
    receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, private.current_moment()),
    (select u.id from public.users u where u.id = private.signed_in_uid()), private.null_if_blank(receive_payment.note),
      as_state)
  returning * into payment;
  paid := jsonb_build_object('amount', private.money(payment.amount, payment.currency), 'receipt', payment.receipt);
  perform private.note_on_order(target.id, payment.recorded_by, 'payment', case as_state
      when 'surplus' then private.say('Received {amount}, receipt {receipt}. The order needed no payment: refund it.',
        paid)
      when 'review' then private.say('Received {amount}, receipt {receipt}, instead of {total}: review it.',
        paid || jsonb_build_object('total', private.money(target.total_amount)))
      else private.say('Paid {amount}, receipt {receipt}', paid) end);
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$$;

create function public.accept_payment(payment_id uuid, reason text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require('payment:confirm');
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state = 'received' or payment.currency <> 'KES' or target.paid_at is not null
    or target.status = 'cancelled' then
    perform private.refuse('payment.not_acceptable',
      'This payment cannot be counted for its order. Refund it instead.', errcode => 'PT409');
  end if;
  update public.payments p set state = 'received',
    note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id
    returning * into payment;
  perform private.note_on_order(target.id, private.signed_in_uid(), 'payment', private.say(
    'Accepted {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(payment.amount), 'receipt', payment.receipt, 'reason', payment.note)));
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$$;
comment on function public.accept_payment(uuid, text) is
  'Accepts a payment that differed from the requested amount. The order completes once its payments cover it.';
grant execute on function public.accept_payment(uuid, text) to authenticated;

create function public.confirm_bank_payment(order_id uuid, amount numeric, bank_reference text,
  value_date date default private.today(), note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_for_change(order_id);
  today constant date := private.today();
begin
  if target.status = 'cancelled' then
    perform private.refuse('order.cancelled_unpaid',
      'This order is cancelled. Reopen it before confirming a payment.', errcode => 'PT409');
  end if;
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    perform private.refuse(
      'payment.invalid_amount', 'Enter the amount received, in shillings and at most two digits of cents.',
      field => 'amount');
  end if;
  if value_date is null or value_date > today then
    perform private.refuse('payment.invalid_date',
      'Choose the day the money arrived: today or an earlier one.', field => 'value_date');
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then private.current_moment()
      else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$$;
grant execute on function public.confirm_bank_payment(uuid, numeric, text, date, text) to authenticated;

-- What counts for an order: neither paid back nor about to be.
create function private.received_amount(order_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0)
  from public.payments p where p.order_id = received_amount.order_id and p.state = 'received'
$$;

-- What is left to pay, in whole shillings, for providers take no cents.
create function private.due_amount(target public.orders) returns bigint
language sql stable security definer set search_path = '' as $$
  select case when target.paid_at is null then greatest(0,
    ceil(target.total_amount - private.received_amount(target.id)))::bigint else 0 end
$$;

-- Completes an order that its payments cover. The caller has locked it.
create function private.complete_if_paid(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid public.orders;
  last public.payments;
begin
  select * into paid from public.orders where id = complete_if_paid.order_id;
  if paid.paid_at is not null or paid.status = 'cancelled'
    or paid.total_amount > private.received_amount(complete_if_paid.order_id) then
    return;
  end if;
  select * into last from public.payments p where p.order_id = complete_if_paid.order_id and p.state = 'received'
    order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = complete_if_paid.order_id;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status)
      values (complete_if_paid.order_id, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.decide_grants(paid);
  perform private.issue_licences(paid);
  perform private.open_fulfilments(paid.id);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id
    else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at,
      'payment_method', last.method), private.team_email('salesEmail'), paid.language);
end
$$;

create function public.list_payment_issues() returns table (
  kind text, id uuid, order_id uuid, order_number text, customer_name text, method text, amount numeric, currency text,
  receipt text, occurred_at timestamptz, note text, said jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('payment:confirm');
  return query
    select i.kind, i.id, i.order_id, i.order_number, i.customer_name, i.method, i.amount, i.currency, i.receipt,
      i.occurred_at,
      coalesce(i.note, private.in_english(i.said)), i.said
    from (
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount,
      p.currency, p.receipt, p.created_at,
      null::text, case p.state when 'surplus' then private.say('The order needed no payment.')
        else private.say('The order costs {total}.', jsonb_build_object('total', private.money(o.total_amount))) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount
      and not exists (select from public.refunds r where r.payment_id = p.id
      and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'overpaid', o.id, o.id, o.order_number, o.customer_name, o.payment_method::text, o.surplus_amount - s.whole,
      'KES', null, o.updated_at,
      null, private.say('More was paid than the order was granted for.')
    from public.orders o cross join lateral (
      select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0) as whole
      from public.payments p where p.order_id = o.id and p.state = 'surplus' and p.currency = 'KES') s
    where o.surplus_amount > s.whole
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency,
      p.receipt, r.created_at, coalesce(r.last_error, r.reason), null
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id
      where r.status in ('failed', 'manual') or r.status = 'sent' and r.sent_at < now() - interval '1 day'
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount::numeric, 'KES',
      a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text, null
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null
      and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100
        else (e.payload ->> 'amount')::numeric end,
      coalesce(e.payload #>> '{data,currency}', 'KES'),
        coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      case when reference.given is null then e.outcome end,
      case when reference.given is not null
        then private.say('Reference given: {reference}', jsonb_build_object('reference', reference.given)) end
    from public.provider_events e
      cross join lateral (select coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}') as given)
      reference
    where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    ) as i (kind, id, order_id, order_number, customer_name, method, amount, currency, receipt, occurred_at, note, said)
    order by i.occurred_at desc limit 200;
end
$$;
comment on function public.list_payment_issues() is
  'Money that needs a decision, newest first: surplus, overpaid and review (refund_payment or accept_payment), '
    'refund_failed, refund_manual and refund_sent without an answer for a day (settle_refund, retry_refund, '
    'withdraw_refund), attempt (needs a look at the provider, dismiss_payment_attempt), unmatched '
    '(assign_provider_event or dismiss_provider_event).';
grant execute on function public.list_payment_issues() to authenticated;

create function private.create_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invoice public.tax_documents;
begin
  select t.* into invoice from public.tax_documents t join public.payments p on p.id = new.payment_id
  where t.order_id = new.order_id and t.kind = 'invoice' and p.state = 'received'
    order by t.created_at desc, t.number desc limit 1;
  if found then
    insert into public.tax_documents (kind, number, order_id, refund_id, corrects, amount)
      values ('credit_note', private.next_tax_number(), new.order_id, new.id, invoice.id, new.amount);
  end if;
  return null;
end
$$;
