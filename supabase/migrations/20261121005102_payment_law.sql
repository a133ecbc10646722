-- One law for money: what a provider says is kept as it came, applied once, and ends in one written state whatever its order,
-- its number of repeats and its delay.
alter table public.provider_events
  add column attempt_id uuid references public.payment_attempts (id) on delete set null,
  add column state text not null default 'stored' check (state in ('stored', 'applied', 'ignored', 'rejected', 'unmatched', 'assigned')),
  add column tries integer not null default 0,
  add column next_try_at timestamptz default now() + interval '15 seconds';
comment on column public.provider_events.state is 'stored waits to be applied; unmatched is money for no order we know; rejected does not fit what we asked for.';
create index provider_events_waiting_idx on public.provider_events (next_try_at) where state = 'stored';
create index provider_events_unmatched_idx on public.provider_events (received_at desc) where state in ('unmatched', 'rejected');
create index provider_events_attempt_idx on public.provider_events (attempt_id);

drop function public.store_provider_event(text, text, jsonb);
create function public.store_provider_event(provider text, event_key text, payload jsonb, attempt_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored uuid;
begin
  insert into public.provider_events (provider, event_key, payload, attempt_id)
  values (store_provider_event.provider, store_provider_event.event_key, store_provider_event.payload, (select a.id from public.payment_attempts a where a.id = store_provider_event.attempt_id))
  on conflict (provider, event_key) do nothing returning id into stored;
  return stored;
end
$$;
comment on function public.store_provider_event(text, text, jsonb, uuid) is 'Keeps what a provider sent as it came; null when it had come before.';

create function public.finish_provider_event(event_id uuid, state text, outcome text) returns void
language sql security definer set search_path = '' as $$
  update public.provider_events e set state = finish_provider_event.state, outcome = left(finish_provider_event.outcome, 500), processed_at = now()
  where e.id = event_id and e.state = 'stored'
$$;

create function public.claim_provider_events(most integer default 20) returns setof public.provider_events
language sql security definer set search_path = '' as $$
  update public.provider_events set tries = tries + 1, next_try_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(tries, 12)))
  where id in (select id from public.provider_events where state = 'stored' and next_try_at <= now() order by next_try_at limit most for update skip locked)
  returning *
$$;
comment on function public.claim_provider_events(integer) is 'Events that were kept but not applied yet: the server died in between, or the provider could not confirm them.';

create or replace function private.issue_licences(paid public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_until)
  select paid.id, i.id, paid.school_id, paid.user_id, i.kind, i.addon_name, i.category, i.quantity,
    upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')), private.licence_end(i)
  from public.order_items i where i.order_id = paid.id
  -- Paid again after a refund: the same key is valid again.
  on conflict (order_item_id) do update set revoked_at = null, valid_from = current_date, valid_until = excluded.valid_until where public.licences.revoked_at is not null
$$;

create function private.shillings(amount bigint) returns text
language sql immutable set search_path = '' as $$ select 'KES ' || to_char(amount, 'FM999,999,999,999') $$;

-- Completes an order whose received payments cover it; the caller holds its row.
create function private.complete_if_paid(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid public.orders;
  last public.payments;
begin
  select * into paid from public.orders where id = wanted;
  if paid.paid_at is not null or paid.total_amount > (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = wanted and p.state = 'received') then
    return;
  end if;
  select * into last from public.payments p where p.order_id = wanted and p.state = 'received' order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = wanted;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (wanted, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.issue_licences(paid);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at, 'payment_method', last.method), private.team_address('salesEmail'));
end
$$;

-- Writes money down for an order whose row the caller holds. Money that was not expected never completes an order by itself.
create function private.receive_payment(target public.orders, attempt_id uuid, method public.payment_method, amount bigint, currency text, receipt text, paid_at timestamptz, note text, is_expected boolean)
returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null or target.status = 'cancelled' then 'surplus' else 'received' end;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note, state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount, receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, now()),
    (select u.id from public.users u where u.id = auth.uid()), private.filled(receive_payment.note), as_state)
  returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, payment.recorded_by, 'payment',
    case when payment.currency = 'KES' then private.shillings(payment.amount) else payment.currency || ' ' || payment.amount end || ' received, receipt ' || payment.receipt
    || case as_state when 'surplus' then '. The order needed no payment: to be paid back.' when 'review' then format('. Expected was %s: to be looked at.', private.shillings(target.total_amount)) else '' end);
  perform private.complete_if_paid(target.id);
  return payment;
end
$$;

create or replace function public.record_payment(order_id uuid, method public.payment_method, amount bigint, receipt text, paid_at timestamptz default now(), attempt_id uuid default null, note text default null)
returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  payment public.payments;
  number constant text := upper(private.require_text(record_payment.receipt, 80, 'receipt', 'Enter the receipt number.'));
begin
  select * into target from public.orders o where o.id = record_payment.order_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  select * into payment from public.payments p where p.method = record_payment.method and p.receipt = number;
  if found then
    if payment.order_id <> target.id then
      raise exception using errcode = 'PT409', message = 'This receipt already belongs to another order.', hint = 'payment.receipt_used', detail = 'receipt';
    end if;
    return payment;
  end if;
  payment := private.receive_payment(target, record_payment.attempt_id, record_payment.method, record_payment.amount, 'KES', number, record_payment.paid_at, record_payment.note, true);
  update public.payment_attempts a set status = 'succeeded', failure = null, finished_at = now(), resolved_at = now(), next_check_at = null
  where a.id = record_payment.attempt_id and a.order_id = target.id and a.status <> 'succeeded';
  return payment;
end
$$;

create function private.rank(status public.attempt_status) returns integer
language sql immutable set search_path = '' as $$
  select case status when 'open' then 0 when 'expired' then 1 when 'cancelled' then 2 when 'failed' then 3 when 'needs_review' then 4 else 5 end
$$;
comment on function private.rank(public.attempt_status) is 'An attempt only moves up: whatever order its news come in, it ends in the same state.';

create function private.move_attempt(attempt uuid, status public.attempt_status, failure text, is_final boolean, code text default null, words text default null) returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set
    failure = case when private.rank(move_attempt.status) > private.rank(a.status) then move_attempt.failure else a.failure end,
    result_code = case when private.rank(move_attempt.status) >= private.rank(a.status) then coalesce(code, a.result_code) else a.result_code end,
    result_text = case when private.rank(move_attempt.status) >= private.rank(a.status) then coalesce(left(words, 500), a.result_text) else a.result_text end,
    status = case when private.rank(move_attempt.status) > private.rank(a.status) then move_attempt.status else a.status end,
    finished_at = coalesce(a.finished_at, now()),
    resolved_at = case when is_final then coalesce(a.resolved_at, now()) else a.resolved_at end,
    next_check_at = case when is_final then null else a.next_check_at end
  where a.id = attempt
$$;

-- A success as a provider reports it: amount and currency in the provider's own words, receipt null when it told none.
create function private.apply_success(attempt public.payment_attempts, target public.orders, report jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  told constant text := upper(private.filled(report ->> 'receipt'));
  charged constant numeric := coalesce((report ->> 'amount')::numeric, attempt.amount);
  unit constant text := coalesce(upper(report ->> 'currency'), 'KES');
  fits constant boolean := unit = 'KES' and charged = attempt.amount;
  provisional constant text := upper(coalesce(attempt.provider_reference, attempt.merchant_reference));
  known public.payments;
begin
  select * into known from public.payments p where p.method = attempt.method and p.receipt = coalesce(told, provisional);
  if found and known.order_id <> attempt.order_id then
    perform private.move_attempt(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', 'The receipt ' || known.receipt || ' belongs to another order.');
    return 'receipt_used';
  elsif found then
    perform private.move_attempt(attempt.id, case when known.state = 'review' then 'needs_review' else 'succeeded' end::public.attempt_status, null, true, report ->> 'code', report ->> 'text');
    return 'repeated';
  end if;
  select * into known from public.payments p where p.attempt_id = attempt.id order by p.created_at limit 1;
  if found and (told is null or known.receipt = provisional) then
    -- The same charge: only its receipt number is new.
    update public.payments p set receipt = coalesce(told, p.receipt) where p.id = known.id;
    return case when told is null then 'repeated' else 'receipt_added' end;
  end if;
  if charged < 1 then
    perform private.move_attempt(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', format('A payment of %s %s was reported.', unit, charged));
    return 'mismatch';
  end if;
  perform private.move_attempt(attempt.id, case when fits then 'succeeded' else 'needs_review' end::public.attempt_status, case when fits then null else 'mismatch' end, true, report ->> 'code', report ->> 'text');
  known := private.receive_payment(target, attempt.id, attempt.method, charged::bigint, unit, coalesce(told, provisional), (report ->> 'paid_at')::timestamptz, null, fits);
  return known.state;
end
$$;

create function public.apply_payment_report(attempt_id uuid, report jsonb, event_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  target public.orders;
  outcome text;
begin
  -- Order first, attempt second, as everywhere: nobody waits in a circle.
  select o.* into target from public.orders o join public.payment_attempts a on a.order_id = o.id where a.id = apply_payment_report.attempt_id for update of o;
  select a.* into attempt from public.payment_attempts a where a.id = apply_payment_report.attempt_id for update;
  if not found then
    outcome := 'unmatched';
  elsif report ->> 'outcome' = 'succeeded' then
    outcome := private.apply_success(attempt, target, report);
  elsif report ->> 'outcome' = 'failed' then
    perform private.move_attempt(attempt.id, 'failed', coalesce(report ->> 'failure', 'unknown'), coalesce((report ->> 'is_final')::boolean, true), report ->> 'code', report ->> 'text');
    outcome := case when attempt.status in ('succeeded', 'needs_review') then 'ignored' else 'failed' end;
  elsif report ->> 'outcome' = 'disputed' then
    perform private.move_attempt(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', report ->> 'text');
    outcome := 'review';
  else
    update public.payment_attempts a set result_code = coalesce(report ->> 'code', a.result_code),
      next_check_at = case when report ->> 'code' = '0' then now() + interval '4 seconds' else a.next_check_at end where a.id = attempt.id and a.resolved_at is null;
    if attempt.status = 'open' and attempt.expires_at < now() then
      perform private.move_attempt(attempt.id, 'expired', 'expired', false);
    end if;
    outcome := 'pending';
  end if;
  if event_id is not null and outcome <> 'pending' then
    perform public.finish_provider_event(event_id, case outcome when 'ignored' then 'ignored' when 'unmatched' then 'unmatched' when 'receipt_used' then 'rejected' else 'applied' end, outcome);
  end if;
  return outcome;
end
$$;
comment on function public.apply_payment_report(uuid, jsonb, uuid) is
  'Applies what a provider said of an attempt: outcome (succeeded, failed, disputed, pending), receipt, amount, currency, paid_at, code, text, failure, is_final. Answers what became of it.';

create or replace function public.fail_payment_attempt(attempt_id uuid, result_code text, result_text text, needs_review boolean default false) returns void
language sql security definer set search_path = '' as $$
  select private.move_attempt(attempt_id, case when needs_review then 'needs_review' else 'failed' end::public.attempt_status, 'unknown', true, result_code, result_text)
$$;

-- Money found in a statement of the provider: by the reference the payer gave, or for nobody we know.
create function public.apply_statement_line(event_id uuid, receipt text, reference text, amount numeric, paid_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  attempt public.payment_attempts;
  number constant text := upper(btrim(apply_statement_line.receipt));
  outcome text := 'unmatched';
begin
  if exists (select from public.payments p where p.method = 'mpesa' and p.receipt = number) then
    outcome := 'repeated';
  else
    select o.* into target from public.orders o where o.payment_reference = upper(btrim(reference)) for update;
    if found then
      -- The attempt this money answers: not settled yet, or settled without a receipt number.
      select a.* into attempt from public.payment_attempts a
      where a.order_id = target.id and a.method = 'mpesa' and a.amount = apply_statement_line.amount
        and (a.resolved_at is null or exists (select from public.payments p where p.attempt_id = a.id and p.receipt = upper(a.provider_reference)))
      order by a.created_at limit 1;
      if attempt.id is not null then
        outcome := private.apply_success(attempt, target, jsonb_build_object('receipt', number, 'amount', apply_statement_line.amount, 'paid_at', apply_statement_line.paid_at, 'code', '0'));
      else
        outcome := (private.receive_payment(target, null, 'mpesa', apply_statement_line.amount::bigint, 'KES', number, apply_statement_line.paid_at, 'Found in the statement', true)).state;
      end if;
    end if;
  end if;
  perform public.finish_provider_event(event_id, case outcome when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end, outcome);
  return outcome;
end
$$;
comment on function public.apply_statement_line(uuid, text, text, numeric, timestamptz) is 'Records money that stands in the provider''s statement but was never reported.';

create function private.check_pause(checks integer) returns interval
language sql immutable set search_path = '' as $$
  select (array['5 seconds', '5 seconds', '10 seconds', '15 seconds', '30 seconds', '1 minute', '2 minutes', '5 minutes', '15 minutes'])[checks + 1]::interval
$$;

create function public.claim_payment_checks(most integer default 10) returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1,
    next_check_at = case when a.created_at > now() - case a.method when 'mpesa' then interval '1 day' else interval '3 days' end then now() + coalesce(private.check_pause(a.checks), interval '1 hour') end
  where a.id in (select d.id from public.payment_attempts d where d.resolved_at is null and d.next_check_at <= now() order by d.next_check_at limit most for update skip locked)
  returning a.*
$$;
comment on function public.claim_payment_checks(integer) is 'Attempts whose provider is due to be asked how they ended. Asked more and more seldom, for a day (M-Pesa) or three (cards).';

create function public.claim_payment_check(order_number text, order_key uuid default null, email text default null) returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1, next_check_at = now() + interval '5 seconds'
  from private.order_of_buyer(claim_payment_check.order_number, claim_payment_check.order_key, claim_payment_check.email) as o
  where a.id = (select l.id from public.payment_attempts l where l.order_id = o.id and l.resolved_at is null order by l.created_at desc limit 1) and a.next_check_at < now() + interval '1 hour' and a.checks < 200
  returning a.*
$$;
comment on function public.claim_payment_check(text, uuid, text) is 'The latest unsettled attempt of a buyer who wants it asked about now.';

grant execute on function public.store_provider_event(text, text, jsonb, uuid), public.finish_provider_event(uuid, text, text), public.claim_provider_events(integer),
  public.apply_payment_report(uuid, jsonb, uuid), public.apply_statement_line(uuid, text, text, numeric, timestamptz), public.claim_payment_checks(integer),
  public.claim_payment_check(text, uuid, text) to service_role;
