-- Attempts to pay through a provider. Nothing is fulfilled on a browser's word; a payment is recorded once, however
-- often it is reported.

create type public.attempt_status as enum ('open', 'succeeded', 'failed', 'cancelled', 'expired', 'needs_review');

create table public.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  method public.payment_method not null,
  provider text not null check (length(provider) between 1 and 40),
  provider_reference text,
  merchant_reference text,
  amount bigint not null check (amount > 0),
  phone text check (length(phone) <= 30),
  status public.attempt_status not null default 'open',
  result_code text,
  result_text text check (length(result_text) <= 500),
  created_at timestamptz not null default now(),
  next_check_at timestamptz default now() + interval '20 seconds',
  checks integer not null default 0,
  finished_at timestamptz,
  attempt_key uuid unique,
  provider_request text,
  failure text check (failure ~ '^[a-z_]{1,40}$'),
  redirect_url text check (length(redirect_url) <= 500),
  accepted_at timestamptz,
  expires_at timestamptz,
  resolved_at timestamptz,
  unique (provider, provider_reference)
);
comment on table public.payment_attempts is 'One try to pay an order with a provider. At most one is open per order.';
comment on column public.payment_attempts.attempt_key
  is 'Made by the buyer''s page: the same key again is the same attempt.';
comment on column public.payment_attempts.failure is 'Why it failed: a code of shared/domain payments.';
comment on column public.payment_attempts.accepted_at
  is 'When the provider accepted the request; null without a response.';
comment on column public.payment_attempts.resolved_at
  is 'When the provider reported the outcome. Until then the attempt is checked again, whatever its status.';

create unique index payment_attempts_open_key on public.payment_attempts (order_id) where status = 'open';
create index payment_attempts_order_idx on public.payment_attempts (order_id);
create unique index payment_attempts_merchant_reference_key on public.payment_attempts (merchant_reference);
create index payment_attempts_due_idx on public.payment_attempts (next_check_at) where resolved_at is null
  and next_check_at is not null;

select private.school_table('public.payment_attempts', needs_subscription => false, unexported => '{attempt_key}',
  live => '{platform}', live_key => 'order_id');
grant select on public.payment_attempts to authenticated;

create policy "Super admins see attempts" on public.payment_attempts for select to authenticated
  using ((select private.may('order:read-all')));

create function public.open_payment_attempt(order_number text, method public.payment_method, attempt_key uuid,
  order_key uuid default null, email text default null,
  phone text default null, sender_key text default null) returns table (attempt_id uuid, is_new boolean, order_id uuid,
    amount bigint, phone_number text, account_reference text, merchant_reference text, customer_email text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key,
    open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
  due bigint;
begin
  if target.id is null then
    perform private.refuse(
      'payment.order_not_found', 'We could not find this order. Open it from the link in your confirmation email.',
      errcode => 'P0002');
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      perform private.refuse(
        'payment.key_reused', 'This payment was already started for something else. Reload the page and try again.',
        errcode => 'PT409');
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference,
      attempt.merchant_reference, target.customer_email;
    return;
  end if;
  due := private.due_amount(target);
  if due = 0 or target.status in ('completed', 'cancelled') then
    perform private.refuse('payment.not_due', 'This order needs no payment any more.', errcode => 'PT409');
  end if;
  if open_payment_attempt.method = 'bank'
    or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    perform private.refuse(
      'payment.method_unavailable', 'This payment method is not available at the moment. Choose another.',
      field => 'method');
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    perform private.refuse('payment.invalid_phone', 'Enter a Safaricom number such as 0712 345 678.', field => 'phone');
  end if;
  if open_payment_attempt.method = 'mpesa' and due > 250000 then
    perform private.refuse(
      'payment.limit_exceeded', 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.',
      field => 'method');
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id
    and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    perform private.refuse('payment.in_progress',
      'Your phone may still show the earlier request. Answer it there, or try again in two minutes.',
      errcode => 'PT409');
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = due
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds'
        else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now()
        where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id
        and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference,
        attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  perform private.limit_rate('payments by ' || coalesce(open_payment_attempt.sender_key, 'unknown'), 40,
    interval '1 hour');
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled'
    else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id
      and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id
    and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference,
    next_check_at, expires_at)
  select target.id, open_payment_attempt.method,
    case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, due,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference,
      1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference,
    attempt.merchant_reference, target.customer_email;
end
$$;
comment on function public.open_payment_attempt(text, public.payment_method, uuid, uuid, text, text, text) is
  'Records an attempt before the provider is called. The same attempt_key is the same attempt: is_new says whether '
    'to call the provider.';

create function public.accept_payment_attempt(attempt_id uuid, provider_reference text,
  provider_request text default null, redirect_url text default null) returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set provider_reference = accept_payment_attempt.provider_reference,
    provider_request = accept_payment_attempt.provider_request,
    redirect_url = accept_payment_attempt.redirect_url, accepted_at = now(),
      next_check_at = case when a.resolved_at is null then now() + interval '10 seconds' end
  where a.id = accept_payment_attempt.attempt_id and a.accepted_at is null
$$;
comment on function public.accept_payment_attempt(uuid, text, text, text)
  is 'The provider took the request under its own reference.';

-- Until when the buyer's phone may still show the payment prompt.
create function private.payment_prompt_ends_at(attempt public.payment_attempts) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when attempt.method = 'mpesa'
    and attempt.resolved_at is null then attempt.created_at + interval '2 minutes' end
$$;

create function public.cancel_payment(order_number text, order_key uuid default null, email text default null)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_of_buyer(cancel_payment.order_number, order_key, cancel_payment.email);
  latest public.payment_attempts;
begin
  if target.id is null then
    return null;
  end if;
  select a.* into latest from public.payment_attempts a where a.order_id = target.id
    order by a.created_at desc, a.id limit 1 for update;
  -- The provider's request cannot be cancelled: it is still checked, and money that arrives is recorded.
  if latest.status in ('open', 'expired') then
    perform private.set_attempt_status(latest.id, 'cancelled', 'cancelled_here', false);
  end if;
  return private.payment_view(target);
end
$$;
comment on function public.cancel_payment(text, uuid, text)
  is 'Cancels the buyer''s open attempt. Returns what read_payment does.';
grant execute on function public.cancel_payment(text, uuid, text) to anon, authenticated;

create function public.read_payment(order_number text, order_key uuid default null, email text default null)
  returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.payment_view(o)
    from private.order_of_buyer(read_payment.order_number, order_key, read_payment.email) as o where o.id is not null
$$;
comment on function public.read_payment(text, uuid, text) is
  'How the payment of an order stands, for anyone who knows its number and the key it was placed with or the buyer''s '
    'address; null otherwise.';
grant execute on function public.read_payment(text, uuid, text) to anon, authenticated;

-- An attempt whose money has been decided about holds nobody up any more.
create function private.shown_attempt_status(attempt public.payment_attempts) returns public.attempt_status
language sql stable security definer set search_path = '' as $$
  select case when attempt.status <> 'needs_review' or count(p.id) = 0
    or bool_or(p.state = 'review' and p.refunded_amount < p.amount) then attempt.status
    when bool_or(p.refunded_amount < p.amount) then 'succeeded' else 'failed' end
  from public.payments p where p.attempt_id = attempt.id
$$;

-- The order's payment as its page shows it. An open card page is reused: a second one could be a second charge.
create function private.payment_view(paid public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'now', now(), 'order_number', paid.order_number, 'payment_reference', paid.payment_reference, 'order_status',
      paid.status, 'payment_method', paid.payment_method,
    'total_amount', paid.total_amount, 'due_amount', private.due_amount(paid), 'paid_at', paid.paid_at,
      'refunded_amount', paid.refunded_amount, 'methods', private.enabled_payment_methods(),
    'received_amount', private.received_amount(paid.id),
    'surplus_amount', paid.surplus_amount, 'returning_amount', private.returning_amount(paid.id),
    'valid_until', private.quote_end(paid), 'is_quote_over', paid.paid_at is null and not private.is_quote_valid(paid),
    'payment', (select jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt,
      'paid_at', p.paid_at)
      from public.payments p where p.order_id = paid.id and p.state = 'received' order by p.created_at desc limit 1),
    'attempt', (select jsonb_build_object('id', a.id, 'method', a.method, 'status', private.shown_attempt_status(a),
      'failure', a.failure, 'amount', a.amount, 'created_at', a.created_at,
        'phone', regexp_replace(a.phone, '^254(\d{3})\d{3}(\d{3})$', '0\1***\2'), 'expires_at', a.expires_at,
          'retry_at', private.payment_prompt_ends_at(a), 'is_accepted', a.accepted_at is not null,
        'is_resolved', a.resolved_at is not null, 'redirect_url', case when a.status = 'open' then a.redirect_url end)
      from public.payment_attempts a where a.order_id = paid.id order by (a.status = 'open') desc, a.created_at desc,
        a.id limit 1))
$$;

create function private.expire_payment_attempts() returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts set status = 'expired', finished_at = now()
  where status = 'open' and created_at < now() - interval '1 day'
$$;
