-- What a person decides: money that differs from what was asked for, came twice, or is for nobody we know.
create or replace function public.cancel_payment(order_number text, order_key uuid default null, email text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_of_buyer(cancel_payment.order_number, order_key, cancel_payment.email);
  latest public.payment_attempts;
begin
  if target.id is null then
    return null;
  end if;
  select a.* into latest from public.payment_attempts a where a.order_id = target.id order by a.created_at desc, a.id limit 1 for update;
  -- What was asked of the provider cannot be taken back: it stays watched, and money that still comes is recorded.
  if latest.status in ('open', 'expired') then
    perform private.move_attempt(latest.id, 'cancelled', 'cancelled_here', false);
  end if;
  return private.payment_view(target);
end
$$;

create function public.list_payment_issues()
returns table (kind text, id uuid, order_id uuid, order_number text, customer_name text, method text, amount bigint, currency text, receipt text, occurred_at timestamptz, note text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      case p.state when 'surplus' then 'The order needed no payment any more.' else format('Asked for was %s.', private.shillings(o.total_amount)) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason)
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual')
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end::bigint,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      coalesce('Reference given: ' || coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}'), e.outcome)
    from public.provider_events e where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    order by 10 desc limit 200;
end
$$;
comment on function public.list_payment_issues() is
  'Money somebody has to look at, newest first: surplus and review (refund_payment or accept_payment), refund_failed and refund_manual (settle_refund, retry_refund), attempt (needs a look at the provider), unmatched (assign_provider_event or dismiss_provider_event).';

create function public.accept_payment(payment_id uuid, reason text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require_super_admin();
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state <> 'review' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Pay it back instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, auth.uid(), 'payment', format('%s of receipt %s accepted: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  return payment;
end
$$;
comment on function public.accept_payment(uuid, text) is 'Counts a payment that differed from what was asked for. The order completes once what is received covers it.';

create function public.assign_provider_event(event_id uuid, order_number text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require_super_admin();
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    raise exception using errcode = 'PT409', message = 'This money was assigned already.', hint = 'payment.assigned';
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'There is no order with this number.', hint = 'order.not_found', detail = 'orderNumber';
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end::bigint, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$$;

create function public.dismiss_provider_event(event_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.provider_events e set state = 'ignored', outcome = left('Put aside: ' || private.require_text(reason, 400, 'reason', 'Say why it is put aside.'), 500) where e.id = event_id and e.state = 'unmatched';
end
$$;
create trigger audit after update on public.payments for each row when (old.state is distinct from new.state) execute function private.audit();
create trigger audit after update on public.provider_events for each row when (old.state = 'unmatched') execute function private.audit();
grant execute on function public.list_payment_issues(), public.accept_payment(uuid, text), public.assign_provider_event(uuid, text), public.dismiss_provider_event(uuid, text) to authenticated;
