-- Payments: attempts with a provider, what providers told us, and money received. A payment is recorded once, however often
-- or late a provider reports it; nothing is fulfilled on a browser's word.
create type public.attempt_status as enum ('open', 'succeeded', 'failed', 'expired', 'needs_review');

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
  next_check_at timestamptz not null default now() + interval '20 seconds',
  checks integer not null default 0,
  finished_at timestamptz,
  unique (provider, provider_reference)
);
comment on table public.payment_attempts is 'One try to pay an order with a provider. At most one is open per order.';
create unique index payment_attempts_open_key on public.payment_attempts (order_id) where status = 'open';
create index payment_attempts_order_idx on public.payment_attempts (order_id);
create index payment_attempts_due_idx on public.payment_attempts (next_check_at) where status = 'open';

create table public.provider_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  event_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text check (length(outcome) <= 500),
  unique (provider, event_key)
);
comment on table public.provider_events is 'Callbacks as they came, stored before anything is made of them.';
create index provider_events_received_idx on public.provider_events (received_at desc);

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  attempt_id uuid references public.payment_attempts (id) on delete set null,
  method public.payment_method not null,
  amount bigint not null check (amount > 0),
  receipt text not null check (length(receipt) between 1 and 80),
  paid_at timestamptz not null default now(),
  recorded_by uuid references public.users (id) on delete set null,
  note text check (length(note) <= 500),
  created_at timestamptz not null default now(),
  unique (method, receipt)
);
comment on table public.payments is 'Money received. receipt is the provider''s or the bank''s own number and unique per method.';
create index payments_order_idx on public.payments (order_id);
create index payments_attempt_idx on public.payments (attempt_id);

create table public.licences (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  order_item_id uuid not null unique references public.order_items (id) on delete restrict,
  school_id uuid references public.schools (id) on delete set null,
  user_id uuid references public.users (id) on delete set null,
  kind public.order_item_kind not null,
  name text not null,
  category public.product_category not null,
  quantity integer not null,
  licence_key text not null unique,
  valid_from date not null default current_date,
  valid_until date,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.licences is 'One per paid line of an order. valid_until null never ends.';
create index licences_school_idx on public.licences (school_id, valid_until);
create index licences_order_idx on public.licences (order_id);
create index licences_user_idx on public.licences (user_id);

alter table public.payment_attempts enable row level security;
alter table public.provider_events enable row level security;
alter table public.payments enable row level security;
alter table public.licences enable row level security;
grant select on public.payment_attempts, public.provider_events, public.payments, public.licences to authenticated;
create policy "Super admins see attempts" on public.payment_attempts for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins see what providers sent" on public.provider_events for select to authenticated using ((select private.is_super_admin()));
create policy "Whoever sees an order sees its payments" on public.payments for select to authenticated
  using ((select private.is_super_admin()) or order_id in (select id from public.orders));
create policy "Super admins see every licence, schools and buyers theirs" on public.licences for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()) or user_id = (select auth.uid()));

create function private.licence_end(item public.order_items) returns date
language sql stable security definer set search_path = '' as $$
  select case
    when item.kind = 'plan' then case coalesce((select p.period from public.plans p where p.id = item.plan_id), 'year')
      when 'term' then current_date + interval '4 months' when 'month' then current_date + interval '1 month' else current_date + interval '1 year' end
    when item.kind = 'service' then case (select s.unit from public.services s where s.id = item.service_id)
      when 'per term' then current_date + interval '4 months' when 'per month' then current_date + interval '1 month' when 'per year' then current_date + interval '1 year' end
    else current_date + interval '4 months' end::date
$$;

create function private.issue_licences(paid public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_until)
  select paid.id, i.id, paid.school_id, paid.user_id, i.kind, i.addon_name, i.category, i.quantity,
    upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')), private.licence_end(i)
  from public.order_items i where i.order_id = paid.id
  on conflict (order_item_id) do nothing
$$;

create function public.record_payment(order_id uuid, method public.payment_method, amount bigint, receipt text, paid_at timestamptz default now(), attempt_id uuid default null, note text default null)
returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  paid public.orders;
  payment public.payments;
  received bigint;
begin
  select * into paid from public.orders o where o.id = record_payment.order_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  select * into payment from public.payments p where p.method = record_payment.method and p.receipt = upper(btrim(record_payment.receipt));
  if found then
    if payment.order_id <> paid.id then
      raise exception using errcode = '55000', message = 'This receipt already belongs to another order.', hint = 'payment.receipt_used', detail = 'receipt';
    end if;
    return payment;
  end if;
  insert into public.payments (order_id, attempt_id, method, amount, receipt, paid_at, recorded_by, note)
  values (paid.id, record_payment.attempt_id, record_payment.method, record_payment.amount, upper(private.require_text(record_payment.receipt, 80, 'receipt', 'Enter the receipt number.')),
    record_payment.paid_at, (select u.id from public.users u where u.id = auth.uid()), private.filled(record_payment.note))
  returning * into payment;
  update public.payment_attempts a set status = 'succeeded', finished_at = now()
  where a.id = record_payment.attempt_id and a.order_id = paid.id and a.status <> 'succeeded';
  insert into public.order_events (order_id, actor_id, kind, note) values (paid.id, payment.recorded_by, 'payment', format('KES %s received, receipt %s', to_char(payment.amount, 'FM999,999,999,999'), payment.receipt));
  select sum(p.amount) into received from public.payments p where p.order_id = paid.id;
  if received >= paid.total_amount and paid.paid_at is null then
    update public.orders o set paid_at = payment.paid_at, status = 'completed' where o.id = paid.id;
    if paid.status <> 'completed' then
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (paid.id, payment.recorded_by, 'status', paid.status, 'completed');
    end if;
    perform private.issue_licences(paid);
    perform private.queue_mail('order-receipt/' || paid.id, 'order-receipt', paid.customer_email,
      private.order_mail(paid) || jsonb_build_object('receipt', payment.receipt, 'paid_at', payment.paid_at), private.team_address('salesEmail'));
  end if;
  return payment;
end
$$;
comment on function public.record_payment(uuid, public.payment_method, bigint, text, timestamptz, uuid, text) is
  'Records money received for an order. The same receipt again changes nothing. Once the order is paid in full it is completed, licences are issued and the receipt is mailed.';

create function public.confirm_bank_payment(order_id uuid, amount bigint, bank_reference text, value_date date default current_date, note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_for_change(order_id);
begin
  if target.status = 'cancelled' then
    raise exception using errcode = '55000', message = 'This order is cancelled. Reopen it before confirming a payment.', hint = 'order.locked';
  end if;
  if amount is null or amount <= 0 then
    raise exception using errcode = 'P0001', message = 'Enter the amount received in whole shillings.', hint = 'payment.invalid_amount', detail = 'amount';
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference, value_date::timestamptz, null, note);
end
$$;

create function public.open_payment_attempt(order_id uuid, method public.payment_method, provider text, phone text default null) returns public.payment_attempts
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  attempt public.payment_attempts;
begin
  select * into target from public.orders o where o.id = open_payment_attempt.order_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  if target.paid_at is not null or target.status in ('completed', 'cancelled') then
    raise exception using errcode = '55000', message = 'This order needs no payment any more.', hint = 'payment.not_due';
  end if;
  select * into attempt from public.payment_attempts a where a.order_id = target.id and a.status = 'open';
  if found then
    if attempt.created_at > now() - interval '2 minutes' then
      raise exception using errcode = '55000', message = 'A payment is already under way. Finish it on your phone, or wait two minutes.', hint = 'payment.under_way';
    end if;
    update public.payment_attempts a set status = 'expired', finished_at = now() where a.id = attempt.id;
  end if;
  insert into public.payment_attempts (order_id, method, provider, amount, phone)
  values (target.id, open_payment_attempt.method, open_payment_attempt.provider, target.total_amount, private.filled(open_payment_attempt.phone))
  returning * into attempt;
  return attempt;
end
$$;

create function public.fail_payment_attempt(attempt_id uuid, result_code text, result_text text, needs_review boolean default false) returns void
language sql security definer set search_path = '' as $$
  -- A later failure never takes back a success.
  update public.payment_attempts set status = case when needs_review then 'needs_review' else 'failed' end::public.attempt_status,
    result_code = fail_payment_attempt.result_code, result_text = left(fail_payment_attempt.result_text, 500), finished_at = now()
  where id = attempt_id and status in ('open', 'expired', 'needs_review')
$$;

create function public.store_provider_event(provider text, event_key text, payload jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  insert into public.provider_events (provider, event_key, payload) values (store_provider_event.provider, store_provider_event.event_key, store_provider_event.payload)
  on conflict (provider, event_key) do nothing;
  return found;
end
$$;
comment on function public.store_provider_event(text, text, jsonb) is 'Keeps a callback as it came; false when it had come before.';

grant execute on function public.record_payment(uuid, public.payment_method, bigint, text, timestamptz, uuid, text), public.open_payment_attempt(uuid, public.payment_method, text, text),
  public.fail_payment_attempt(uuid, text, text, boolean), public.store_provider_event(text, text, jsonb) to service_role;
grant execute on function public.confirm_bank_payment(uuid, bigint, text, date, text) to authenticated;
