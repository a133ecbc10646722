create table public.provider_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  event_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text check (length(outcome) <= 500),
  attempt_id uuid references public.payment_attempts (id) on delete set null,
  state text not null default 'stored'
    check (state in ('stored', 'applied', 'ignored', 'rejected', 'unmatched', 'assigned')),
  tries integer not null default 0,
  next_try_at timestamptz default now() + interval '15 seconds',
  unique (provider, event_key)
);
comment on table public.provider_events is 'Callbacks as they came, stored before anything is made of them.';
comment on column public.provider_events.state
  is 'stored waits to be applied; unmatched is money without a known order; rejected differs from the request.';

create index provider_events_received_idx on public.provider_events (received_at desc);
create index provider_events_waiting_idx on public.provider_events (next_try_at) where state = 'stored';
create index provider_events_unmatched_idx on public.provider_events (received_at desc)
  where state in ('unmatched', 'rejected');
create index provider_events_attempt_idx on public.provider_events (attempt_id);

alter table public.provider_events enable row level security;
grant select on public.provider_events to authenticated;

create policy "Super admins see what providers sent" on public.provider_events for select to authenticated
  using ((select private.may('order:read-all')));

create trigger audit after update on public.provider_events for each row
  when (old.state = 'unmatched') execute function private.audit();

-- How far the provider's statement has been read: after lost callbacks, and regularly for payers who type the reference
-- themselves.
create table private.statement_reads (
  provider text primary key,
  read_until timestamptz not null default now() - interval '1 day',
  started_at timestamptz not null default 'epoch'
);

alter table private.statement_reads enable row level security;

create function public.store_provider_event(provider text, event_key text, payload jsonb, attempt_id uuid default null)
  returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored uuid;
begin
  insert into public.provider_events (provider, event_key, payload, attempt_id)
  values (store_provider_event.provider, store_provider_event.event_key, store_provider_event.payload,
    (select a.id from public.payment_attempts a where a.id = store_provider_event.attempt_id))
  on conflict (provider, event_key) do nothing returning id into stored;
  return stored;
end
$$;
comment on function public.store_provider_event(text, text, jsonb, uuid)
  is 'Keeps what a provider sent as it came; null when it had come before.';

create function public.claim_provider_events(most integer default 20) returns setof public.provider_events
language sql security definer set search_path = '' as $$
  update public.provider_events set tries = tries + 1,
    next_try_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(tries, 12)))
  where id in (select id from public.provider_events where state = 'stored' and next_try_at <= now()
    order by next_try_at limit most for update skip locked)
  returning *
$$;
comment on function public.claim_provider_events(integer) is
  'Events that are stored but not applied: the server stopped in between, or the provider could not confirm them.';

create function public.finish_provider_event(event_id uuid, state text, outcome text) returns void
language sql security definer set search_path = '' as $$
  update public.provider_events e set state = finish_provider_event.state,
    outcome = left(finish_provider_event.outcome, 500), processed_at = now()
  where e.id = event_id and e.state = 'stored'
$$;

create function public.dismiss_provider_event(event_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('payment:reconcile');
  update public.provider_events e set state = 'ignored',
    outcome = left('Put aside: ' || private.require_text(reason, 400, 'reason',
    'Enter the reason for setting it aside.'), 500) where e.id = event_id and e.state = 'unmatched';
end
$$;
grant execute on function public.dismiss_provider_event(uuid, text) to authenticated;

create function public.assign_provider_event(event_id uuid, order_number text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require('payment:reconcile');
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    perform private.refuse('payment.assigned', 'This payment has already been matched.', errcode => 'PT409');
  end if;
  select o.* into target from public.orders o
    where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    perform private.refuse('order.unknown_number', 'There is no order with this number.', field => 'orderNumber');
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null,
    case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100
      else (event.payload ->> 'amount')::numeric end, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at,
      'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number
    where e.id = event.id;
  return payment;
end
$$;
grant execute on function public.assign_provider_event(uuid, text) to authenticated;

-- Applies a line of the provider's statement: matched by the payer's reference, otherwise left unmatched.
create function public.apply_statement_line(event_id uuid, receipt text, reference text, amount numeric,
  paid_at timestamptz) returns text
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
      -- The attempt that this money settles, or one settled without a receipt number.
      select a.* into attempt from public.payment_attempts a
      where a.order_id = target.id and a.method = 'mpesa' and a.amount = apply_statement_line.amount
        and (a.resolved_at is null or exists (select from public.payments p where p.attempt_id = a.id
          and p.receipt = upper(a.provider_reference)))
      order by a.created_at limit 1;
      if attempt.id is not null then
        outcome := private.apply_payment_success(attempt, target,
          jsonb_build_object('receipt', number, 'amount', apply_statement_line.amount,
          'paid_at', apply_statement_line.paid_at, 'code', '0'));
      else
        outcome := (private.receive_payment(target, null, 'mpesa', apply_statement_line.amount,
          'KES', number, apply_statement_line.paid_at, 'Found in the statement', true)).state;
      end if;
    end if;
  end if;
  perform public.finish_provider_event(event_id,
    case outcome when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end, outcome);
  return outcome;
end
$$;
comment on function public.apply_statement_line(uuid, text, text, numeric, timestamptz) is
  'Records money that is in the provider''s statement but was never reported.';

-- The statement is also read while a payment lacks its receipt number: its callback was lost, and a status query has
-- none.
create function public.claim_statement() returns timestamptz
language sql security definer set search_path = '' as $$
  update private.statement_reads s set started_at = now()
  where s.provider = 'daraja' and (s.started_at < now() - interval '10 minutes'
    or (s.started_at < now() - interval '15 seconds' and (
      exists (select from public.payment_attempts a where a.method = 'mpesa' and a.resolved_at is null
        and a.accepted_at is null and a.next_check_at is not null
        and a.created_at between now() - interval '2 hours' and now() - interval '20 seconds')
      or exists (select from public.payments p join public.payment_attempts a on a.id = p.attempt_id
        where p.method = 'mpesa' and p.created_at > now() - interval '1 hour'
          and p.receipt = upper(a.provider_reference)))))
  returning s.read_until
$$;
comment on function public.claim_statement()
  is 'From when the statement is to be read; null when it need not be read now.';

create function public.finish_statement() returns void
language sql security definer set search_path = '' as $$
  update private.statement_reads s set read_until = s.started_at where s.provider = 'daraja'
$$;

insert into private.statement_reads (provider) values ('daraja');
