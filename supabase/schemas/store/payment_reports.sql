create function public.apply_payment_report(attempt_id uuid, report jsonb, event_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  target public.orders;
  outcome text;
begin
  -- Always lock the order before the attempt: no deadlocks.
  select o.* into target from public.orders o join public.payment_attempts a on a.order_id = o.id
    where a.id = apply_payment_report.attempt_id for update of o;
  select a.* into attempt from public.payment_attempts a where a.id = apply_payment_report.attempt_id for update;
  if not found then
    outcome := 'unmatched';
  elsif report ->> 'outcome' = 'succeeded' then
    outcome := private.apply_payment_success(attempt, target, report);
  elsif report ->> 'outcome' = 'failed' then
    perform private.set_attempt_status(attempt.id, 'failed', coalesce(report ->> 'failure', 'unknown'),
      coalesce((report ->> 'is_final')::boolean, true), report ->> 'code', report ->> 'text');
    outcome := case when attempt.status in ('succeeded', 'needs_review') then 'ignored' else 'failed' end;
  elsif report ->> 'outcome' = 'disputed' then
    perform private.set_attempt_status(attempt.id, 'needs_review',
      'mismatch', true, report ->> 'code', report ->> 'text');
    outcome := 'review';
  else
    update public.payment_attempts a set result_code = coalesce(report ->> 'code', a.result_code),
      next_check_at = case when report ->> 'code' = '0' then now() + interval '4 seconds' else a.next_check_at end
        where a.id = attempt.id and a.resolved_at is null;
    if attempt.status = 'open' and attempt.expires_at < now() then
      perform private.set_attempt_status(attempt.id, 'expired', 'expired', false);
    end if;
    outcome := 'pending';
  end if;
  if event_id is not null and outcome <> 'pending' then
    perform public.finish_provider_event(event_id,
      case outcome when 'ignored' then 'ignored' when 'unmatched' then 'unmatched' when 'receipt_used' then 'rejected'
      else 'applied' end, outcome);
  end if;
  return outcome;
end
$$;
comment on function public.apply_payment_report(uuid, jsonb, uuid) is
  'Applies a provider''s report of an attempt: outcome (succeeded, failed, disputed, pending), receipt, amount, '
    'currency, paid_at, code, text, failure, is_final. Returns the resulting state.';

-- Applies a success that a provider reports. Amount and currency are the provider's; receipt is null when it gave none.
create function private.apply_payment_success(attempt public.payment_attempts, target public.orders, report jsonb)
  returns text
language plpgsql security definer set search_path = '' as $$
declare
  reported constant text := upper(private.null_if_blank(report ->> 'receipt'));
  charged constant numeric := coalesce((report ->> 'amount')::numeric, attempt.amount);
  unit constant text := coalesce(upper(report ->> 'currency'), 'KES');
  fits constant boolean := unit = 'KES' and charged = attempt.amount;
  provisional constant text := upper(coalesce(attempt.provider_reference, attempt.merchant_reference));
  known public.payments;
begin
  select * into known from public.payments p where p.method = attempt.method
    and p.receipt = coalesce(reported, provisional);
  if found and known.order_id <> attempt.order_id then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code',
      'The receipt ' || known.receipt || ' belongs to another order.');
    return 'receipt_used';
  elsif found then
    perform private.set_attempt_status(attempt.id,
      case when known.state = 'review' then 'needs_review' else 'succeeded' end::public.attempt_status, null, true,
      report ->> 'code', report ->> 'text');
    return 'repeated';
  end if;
  select * into known from public.payments p where p.attempt_id = attempt.id order by p.created_at limit 1;
  if found and (reported is null or known.receipt = provisional) then
    -- A repeated report of the same charge may add its receipt number.
    update public.payments p set receipt = coalesce(reported, p.receipt) where p.id = known.id;
    return case when reported is null then 'repeated' else 'receipt_added' end;
  end if;
  if charged <= 0 then
    perform private.set_attempt_status(attempt.id, 'needs_review',
      'mismatch', true, report ->> 'code', format('A payment of %s %s was reported.', unit, charged));
    return 'mismatch';
  end if;
  perform private.set_attempt_status(attempt.id,
    case when fits then 'succeeded' else 'needs_review' end::public.attempt_status,
    case when fits then null else 'mismatch' end, true, report ->> 'code', report ->> 'text');
  known := private.receive_payment(target, attempt.id, attempt.method, charged, unit, coalesce(reported, provisional),
    (report ->> 'paid_at')::timestamptz, null, fits);
  return known.state;
end
$$;

create function private.set_attempt_status(attempt uuid, status public.attempt_status, failure text, is_final boolean,
  result_code text default null, result_text text default null) returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set
    failure = case when private.attempt_status_rank(set_attempt_status.status) > private.attempt_status_rank(a.status)
      then set_attempt_status.failure else a.failure end,
    result_code = case when private.attempt_status_rank(set_attempt_status.status) >= private.attempt_status_rank(
      a.status) then coalesce(set_attempt_status.result_code, a.result_code) else a.result_code end,
    result_text = case when private.attempt_status_rank(set_attempt_status.status) >= private.attempt_status_rank(
      a.status) then coalesce(left(set_attempt_status.result_text, 500), a.result_text) else a.result_text end,
    status = case when private.attempt_status_rank(set_attempt_status.status) > private.attempt_status_rank(a.status)
      then set_attempt_status.status else a.status end,
    finished_at = coalesce(a.finished_at, now()),
    resolved_at = case when is_final then coalesce(a.resolved_at, now()) else a.resolved_at end,
    next_check_at = case when is_final then null else a.next_check_at end
  where a.id = attempt
$$;

create function private.attempt_status_rank(status public.attempt_status) returns integer
language sql immutable set search_path = '' as $$
  select case status when 'open' then 0 when 'expired' then 1 when 'cancelled' then 2 when 'failed' then 3
    when 'needs_review' then 4 else 5 end
$$;
comment on function private.attempt_status_rank(public.attempt_status)
  is 'An attempt only moves up: whatever order its news come in, it ends in the same state.';

create function private.next_check_delay(checks integer) returns interval
language sql immutable set search_path = '' as $$
  select (array['5 seconds', '5 seconds', '10 seconds', '15 seconds', '30 seconds', '1 minute', '2 minutes',
    '5 minutes', '15 minutes'])[checks + 1]::interval
$$;

create function public.claim_payment_check(order_number text, order_key uuid default null, email text default null)
  returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1, next_check_at = now() + interval '5 seconds'
  from private.order_of_buyer(claim_payment_check.order_number, claim_payment_check.order_key,
    claim_payment_check.email) as o
  where a.id = (select l.id from public.payment_attempts l where l.order_id = o.id and l.resolved_at is null
    order by l.created_at desc limit 1) and a.next_check_at < now() + interval '1 hour' and a.checks < 200
  returning a.*
$$;
comment on function public.claim_payment_check(text, uuid, text)
  is 'The buyer''s latest unsettled attempt, to be checked with the provider now.';

create function public.claim_payment_checks(most integer default 10) returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1,
    next_check_at = case when a.created_at > now()
      - case a.method when 'mpesa' then interval '1 day' else interval '3 days' end then now()
      + coalesce(private.next_check_delay(a.checks), interval '1 hour') end
  where a.id in (select d.id from public.payment_attempts d where d.resolved_at is null and d.next_check_at <= now()
    order by d.next_check_at limit most for update skip locked)
  returning a.*
$$;
comment on function public.claim_payment_checks(integer) is
  'Attempts whose status is due to be checked with the provider: at growing intervals, for a day (M-Pesa) or three '
    '(cards).';

create function public.dismiss_payment_attempt(attempt_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  why text;
begin
  select * into attempt from public.payment_attempts a where a.id = attempt_id;
  perform private.order_for_change(attempt.order_id);
  why := private.require_text(reason, 400, 'reason', 'Say why it counts as not paid.');
  update public.payment_attempts a set status = 'failed', failure = 'unknown', result_text = left(why, 500),
    resolved_at = coalesce(a.resolved_at, now()), next_check_at = null
  where a.id = attempt_id and a.status = 'needs_review'
    and not exists (select from public.payments p where p.attempt_id = a.id and p.state = 'review'
      and p.refunded_amount < p.amount);
  if not found then
    perform private.refuse('payment.not_dismissable',
      'Decide about the money of this payment first.', errcode => 'PT409');
  end if;
  perform private.note_on_order(attempt.order_id, private.signed_in_uid(), 'payment',
    private.say('Counts as not paid: {reason}', jsonb_build_object('reason', why)));
end
$$;
comment on function public.dismiss_payment_attempt(uuid, text) is 'An attempt that its provider reported in two ways '
  'was not paid: the buyer can pay again. Money that still arrives is recorded.';
grant execute on function public.dismiss_payment_attempt(uuid, text) to authenticated;
