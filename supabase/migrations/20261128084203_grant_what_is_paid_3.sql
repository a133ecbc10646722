set check_function_bodies = off;

create or replace function public.claim_refunds (
  most integer default 5
)
  returns table (
    id                 uuid,
    method             public.payment_method,
    amount             numeric,
    reason             text,
    receipt            text,
    merchant_reference text,
    status             public.refund_status,
    tries              integer,
    retries            integer,
    provider_reference text
  )
  language sql
  security definer
  set search_path to ''
  AS $function$
  with due as (
    update public.refunds r set tries = r.tries + 1, next_try_at = now() + interval '2 minutes' * power(2, least(r.tries, 8))
    where r.id in (select d.id from public.refunds d where d.status in ('requested', 'sent') and d.next_try_at <= now() order by d.next_try_at limit most for update skip locked)
    returning r.*)
  select d.id, p.method, d.amount, d.reason, p.receipt, a.merchant_reference, d.status, d.tries, d.retries, d.provider_reference
  from due d join public.payments p on p.id = d.payment_id left join public.payment_attempts a on a.id = p.attempt_id
$function$;

create or replace function public.complete_paid_order (
  order_id  uuid,
  method    public.payment_method,
  reference text,
  seen      timestamp with time zone default null::timestamp with time zone
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference', 'Enter the number of the receipt.');
  missing numeric;
begin
  perform private.require_open_order(target, complete_paid_order.seen);
  if target.paid_at is not null then
    raise exception using errcode = 'PT409', message = format('Order %s is paid already.', target.order_number), hint = 'order.paid', detail = 'status';
  end if;
  if exists (select from public.payments p where p.method = complete_paid_order.method and p.receipt = upper(number)) then
    raise exception using errcode = 'PT409', message = 'A payment with this receipt is recorded already.', hint = 'payment.receipt_used', detail = 'reference';
  end if;
  missing := target.total_amount - private.received_amount(target.id);
  perform public.record_payment(target.id, complete_paid_order.method, missing, number, private.current_moment(), null, 'Paid elsewhere.');
  select * into target from public.orders o where o.id = target.id;
  return private.without_order_secrets(target);
end
$function$;

create or replace function public.confirm_bank_payment (
  order_id       uuid,
  amount         numeric,
  bank_reference text,
  value_date     date    default private.today(),
  note           text    default null::text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders := private.order_for_change(order_id);
  today constant date := private.today();
begin
  if target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This order is cancelled. Reopen it before confirming a payment.', hint = 'order.locked';
  end if;
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    raise exception using errcode = 'P0001', message = 'Enter the amount received, in shillings and at most two digits of cents.', hint = 'payment.invalid_amount', detail = 'amount';
  end if;
  if value_date is null or value_date > today then
    raise exception using errcode = 'P0001', message = 'Choose the day the money arrived: today or an earlier one.', hint = 'payment.invalid_date', detail = 'value_date';
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then private.current_moment() else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$function$;

create or replace function public.dismiss_payment_attempt (
  attempt_id uuid,
  reason     text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  attempt public.payment_attempts;
  why text;
begin
  select * into attempt from public.payment_attempts a where a.id = attempt_id;
  perform private.order_for_change(attempt.order_id);
  why := private.require_text(reason, 400, 'reason', 'Say why it counts as not paid.');
  update public.payment_attempts a set status = 'failed', failure = 'unknown', result_text = left(why, 500), resolved_at = coalesce(a.resolved_at, now()), next_check_at = null
  where a.id = attempt_id and a.status = 'needs_review'
    and not exists (select from public.payments p where p.attempt_id = a.id and p.state = 'review' and p.refunded_amount < p.amount);
  if not found then
    raise exception using errcode = 'PT409', message = 'Decide about the money of this payment first.', hint = 'payment.not_dismissable';
  end if;
  insert into public.order_events (order_id, actor_id, kind, note) values (attempt.order_id, private.signed_in_uid(), 'payment', left('Counts as not paid: ' || why, 1000));
end
$function$;

create or replace function public.licence_claims (
  code         text,
  installation uuid default null::uuid,
  sender_key   text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold public.licences;
begin
  if sender_key is not null then
    perform private.limit_rate('licence key from ' || sender_key, 60, interval '1 hour');
  end if;
  select * into sold from public.licences l where l.licence_key = upper(btrim(licence_claims.code)) and l.order_id is not null for update;
  if not found or sold.category <> 'standalone' or sold.kind = 'service' then
    raise exception using errcode = 'P0001', message = 'There is no Standalone licence with this code. Copy the code from your order.', hint = 'licence.unknown_code', detail = 'code';
  elsif sold.revoked_at is not null then
    raise exception using errcode = 'P0001', message = 'This licence was paid back, so it has no key.', hint = 'licence.revoked', detail = 'code';
  end if;
  if sold.school_id is null and sold.installation is null then
    if licence_claims.installation is null then
      raise exception using errcode = 'P0001', message = 'Enter the number of your school. It stands on its screen “Plan and licences”.', hint = 'licence.no_number', detail = 'installation';
    end if;
    update public.licences l set installation = licence_claims.installation where l.id = sold.id returning * into sold;
  elsif licence_claims.installation <> coalesce(sold.installation, sold.school_id) then
    raise exception using errcode = 'P0001', message = 'The key of this licence was issued for another school. Write to us to have it moved.', hint = 'licence.other_number', detail = 'installation';
  end if;
  return jsonb_build_object(
    'licence', sold.id, 'name', sold.name, 'kind', sold.kind, 'number', coalesce(sold.installation, sold.school_id),
    'school', coalesce((select s.name from public.schools s where s.id = sold.school_id), (select o.institution from public.orders o where o.id = sold.order_id)),
    'features', case when sold.feature is null then '[]'::jsonb else jsonb_build_array(sold.feature) end,
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued', floor(extract(epoch from sold.created_at))::bigint);
end
$function$;

create or replace function public.list_payment_issues()
  returns table (
    kind          text,
    id            uuid,
    order_id      uuid,
    order_number  text,
    customer_name text,
    method        text,
    amount        numeric,
    currency      text,
    receipt       text,
    occurred_at   timestamp with time zone,
    note          text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return query
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      case p.state when 'surplus' then 'The order needed no payment.' else format('The order costs %s.', private.shillings(o.total_amount)) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'overpaid', o.id, o.id, o.order_number, o.customer_name, o.payment_method::text, o.surplus_amount - s.whole, 'KES', null, o.updated_at, 'More was paid than the order was granted for.'
    from public.orders o cross join lateral (select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0) as whole
      from public.payments p where p.order_id = o.id and p.state = 'surplus' and p.currency = 'KES') s
    where o.surplus_amount > s.whole
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason)
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual') or r.status = 'sent' and r.sent_at < now() - interval '1 day'
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount::numeric, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      case when reference.given is null then e.outcome else format('Reference given: %s', reference.given) end
    from public.provider_events e cross join lateral (select coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}') as given) reference
    where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    order by 10 desc limit 200;
end
$function$;

create or replace function public.open_payment_attempt (
  order_number text,
  method       public.payment_method,
  attempt_key  uuid,
  order_key    uuid                  default null::uuid,
  email        text                  default null::text,
  phone        text                  default null::text,
  sender_key   text                  default null::text
)
  returns table (
    attempt_id         uuid,
    is_new             boolean,
    order_id           uuid,
    amount             bigint,
    phone_number       text,
    account_reference  text,
    merchant_reference text,
    customer_email     text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key, open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
  due bigint;
begin
  if target.id is null then
    raise exception using errcode = 'P0002', message = 'We could not find this order. Open it from the link in your confirmation email.', hint = 'payment.order_not_found';
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      raise exception using errcode = 'PT409', message = 'This payment was already started for something else. Reload the page and try again.', hint = 'payment.key_reused';
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
    return;
  end if;
  due := private.due_amount(target);
  if due = 0 or target.status in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order needs no payment any more.', hint = 'payment.not_due';
  end if;
  if open_payment_attempt.method = 'bank' or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'payment.method_unavailable', detail = 'method';
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    raise exception using errcode = 'P0001', message = 'Enter a Safaricom number such as 0712 345 678.', hint = 'payment.invalid_phone', detail = 'phone';
  end if;
  if open_payment_attempt.method = 'mpesa' and due > 250000 then
    raise exception using errcode = 'P0001', message = 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.', hint = 'payment.limit_exceeded', detail = 'method';
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    raise exception using errcode = 'PT409', message = 'Your phone may still show the earlier request. Answer it there, or try again in two minutes.', hint = 'payment.in_progress',
      detail = ceil(extract(epoch from private.payment_prompt_ends_at(earlier) - now()))::text;
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = due
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds' else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now() where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  if open_payment_attempt.sender_key is not null then
    perform private.limit_rate('payments by ' || open_payment_attempt.sender_key, 40, interval '1 hour');
  end if;
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled' else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference, next_check_at, expires_at)
  select target.id, open_payment_attempt.method, case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, due,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference, 1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint,
  language        text                  default null::text
)
  returns table (
    id                uuid,
    order_number      text,
    payment_reference text,
    status            public.order_status,
    total_amount      bigint,
    net_amount        numeric,
    vat_amount        numeric,
    created_at        timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')), 'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    raise exception using errcode = 'P0001', message = 'The order came without its key. Reload the page and try again.', hint = 'order.key_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      raise exception using errcode = 'PT409', message = 'This order was already placed with other contents. Reload the page to start a new one.', hint = 'order.key_reused';
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    raise exception using errcode = 'P0001', message = 'Enter your billing details.', hint = 'order.required', detail = 'billing';
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
  end if;
  if private.field_with_link(billing) is not null then
    raise exception using errcode = 'P0001', message = 'Leave web and email addresses out of this field.', hint = 'order.link', detail = private.field_with_link(billing);
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    raise exception using errcode = 'P0001', message = 'Enter a phone number with digits only, such as 0712 345 678.', hint = 'order.invalid_phone', detail = 'phone';
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    raise exception using errcode = 'PT409', message = format('Prices changed: the order now costs KES %s. Check it and confirm again.', to_char(total, 'FM999,999,999,999')),
      hint = 'order.price_changed', detail = total::text;
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, language, valid_until)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(), private.known_language(place_order.language), private.today() + private.quote_days()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  update public.order_items i set upgrades = basis.period, upgrades_until = basis.until, upgrades_from_price = basis.from_price, upgrades_to_price = basis.to_price
  from public.order_items own cross join lateral private.upgrade_basis(placed.school_id, own.plan_id) basis
  where own.order_id = placed.id and own.is_upgrade and i.id = own.id;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' and private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour') then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language);
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.record_payment (
  order_id   uuid,
  method     public.payment_method,
  amount     numeric,
  receipt    text,
  paid_at    timestamp with time zone default private.current_moment(),
  attempt_id uuid                     default null::uuid,
  note       text                     default null::text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.refund_payment (
  payment_id uuid,
  reason     text,
  amount     numeric default null::numeric
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount numeric;
begin
  perform private.require_super_admin();
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'payment.not_found';
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  open_amount := payment.amount - payment.refunded_amount - private.reserved_amount(payment.id);
  if open_amount <= 0 then
    raise exception using errcode = 'PT409', message = 'This payment is already being refunded in full.', hint = 'refund.nothing_left';
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 0.01 and open_amount
    or refund_payment.amount <> round(refund_payment.amount, 2) then
    raise exception using errcode = 'P0001', message = format('Enter an amount of at most %s.', private.shillings(open_amount)), hint = 'refund.invalid_amount', detail = 'amount';
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Enter the reason for the refund.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Refunding %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  perform private.note_surplus(target.id);
  return refund;
end
$function$;

create or replace function public.resend_order_mail (
  order_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.template <> 'order-surplus' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No email about this order has been sent yet.', hint = 'order.no_mail';
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    raise exception using errcode = 'PT409', message = format('Order %s is cancelled, and its last email says otherwise. Reopen the order to send it.', target.order_number), hint = 'order.cancelled';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$function$;

create or replace function public.retry_refund (
  refund_id uuid
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require_super_admin();
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  update public.refunds set status = 'requested', next_try_at = now(), last_error = null, tries = 0, retries = retries + 1, sent_at = null
  where id = refund_id and status = 'failed' returning * into refund;
  if not found then
    raise exception using errcode = 'PT409', message = 'Only a refund that was refused can be sent again.', hint = 'refund.not_failed';
  end if;
  return refund;
end
$function$;

create or replace function public.school_plan()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_school_admin();
  today constant date := private.school_today(school);
  present public.subscription_overview := private.subscription_of(school);
  version constant text := (select h.version from public.schools h where h.id = school);
begin
  return jsonb_build_object(
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', version,
    'students', present.students, 'max_students', present.max_students, 'max_campuses', (select private.campus_limit(school, p) from public.plans p where p.id = private.limiting_plan(present.plan_id, present.status = 'trial')),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later'
          when exists (select from private.addon_features f where f.feature = l.feature and not f.is_built) then 'preparing' when version = 'standalone' and l.order_id is not null then 'without-key' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' and not exists (select from public.licences k where k.school_id = school and k.issued_as = c.id)
        order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'max_campuses', private.campus_limit(school, p), 'price_term', case when p.period <> 'year' then private.plan_price(p.id, 'termly') end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', (select b.price from private.upgrade_basis(school, p.id) b)) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = version));
end
$function$;

create or replace function public.settle_refund (
  refund_id uuid,
  reference text
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require_super_admin();
  select * into refund from public.refunds where id = refund_id;
  perform private.order_for_change(refund.order_id);
  select * into refund from public.refunds where id = refund_id for update;
  if refund.status not in ('manual', 'failed', 'sent') then
    raise exception using errcode = 'PT409', message = 'This refund is not waiting for a transfer by hand.', hint = 'refund.not_manual';
  end if;
  perform private.complete_refund(refund, private.require_text(reference, 120, 'reference', 'Enter the reference of your transfer.'));
  select * into refund from public.refunds where id = refund_id;
  return refund;
end
$function$;

create or replace function public.withdraw_refund (
  refund_id uuid,
  reason    text
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
  why text;
begin
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  why := private.require_text(reason, 400, 'reason', 'Say why the money stays.');
  update public.refunds r set status = 'withdrawn', finished_at = now()
  where r.id = refund_id and (r.status in ('manual', 'failed') or r.status = 'requested' and r.tries = 0) returning * into refund;
  if not found then
    raise exception using errcode = 'PT409', message = 'This refund is with the provider or finished, so it cannot be withdrawn.', hint = 'refund.not_withdrawable';
  end if;
  insert into public.order_events (order_id, actor_id, kind, note)
  values (refund.order_id, private.signed_in_uid(), 'refund', left(format('The refund of %s is withdrawn: %s', private.shillings(refund.amount), why), 1000));
  perform private.complete_if_paid(refund.order_id);
  perform private.note_surplus(refund.order_id);
  return refund;
end
$function$;

alter table public.order_items
  add constraint order_items_granted_amount_check check ((granted_amount >= (0)::numeric));

alter table public.order_items
  add constraint order_items_granted_as_check check ((granted_as = ANY (ARRAY['quoted'::text, 'credit'::text, 'owed'::text])));

alter table public.order_items
  add constraint order_items_granted_days_check check ((granted_days >= 0));

alter table public.orders
  add constraint orders_refunded_amount_check check ((refunded_amount = round(refunded_amount, 2)));

alter table public.orders
  add constraint orders_surplus_amount_check check ((surplus_amount >= (0)::numeric));

alter table public.payments
  add constraint payments_amount_check check (((amount > (0)::numeric) AND (amount = round(amount, 2))));

alter table public.payments
  add constraint payments_check check (((refunded_amount >= (0)::numeric) AND (refunded_amount <= amount)));

alter table public.refunds
  add constraint refunds_amount_check check (((amount > (0)::numeric) AND (amount = round(amount, 2))));

alter table public.subscriptions
  add constraint subscriptions_billing_check check ((billing = ANY (ARRAY['monthly'::text, 'termly'::text, 'annual'::text])));

alter table public.tax_documents
  add constraint tax_documents_amount_check check (((amount > (0)::numeric) AND (amount = round(amount, 2))));

create index orders_surplus_idx on public.orders using btree (created_at desc)
  where (surplus_amount > (0)::numeric);

comment on column public.order_items.granted_amount is 'The part of the money that the grant stands for; the rest is owed back.';

comment on column public.order_items.granted_as is 'How its money was taken: for what was quoted, as days at the price of the day, or as owed back. Null before the payment, and for orders paid before this was kept.';

comment on column public.order_items.granted_days is 'The days that the money bought where it was taken as credit.';

comment on column public.order_items.upgrades is 'The period that an upgrade was quoted for, without a reference since periods refer to lines; with its last day and the prices of both plans: the quote is over when one of them changes.';

comment on column public.orders.surplus_amount is 'What was paid, is not granted and is not on its way back.';

comment on column public.orders.valid_until is 'The last day on which a payment gets what was quoted; null: so many days after it was placed as the settings say.';

comment on column public.refunds.tries is 'How often it was taken up since it was asked for or sent again.';

comment on function private.quoted_price(public.orders, public.order_items) is 'Of an upgrade it is the price for the days that are left on the day of the payment: what was quoted for the days before is owed back.';

comment on function public.dismiss_payment_attempt(uuid, text) is 'An attempt that its provider reported in two ways was not paid: the buyer can pay again. Money that still arrives is recorded.';

comment on function public.list_payment_issues() is 'Money that needs a decision, newest first: surplus, overpaid and review (refund_payment or accept_payment), refund_failed, refund_manual and refund_sent without an answer for a day (settle_refund, retry_refund, withdraw_refund), attempt (needs a look at the provider, dismiss_payment_attempt), unmatched (assign_provider_event or dismiss_provider_event).';

comment on function public.record_payment(uuid, public.payment_method, numeric, text, timestamp
  with time zone, uuid, text) is 'Records money received for an order. The same receipt again changes nothing. Once the order is paid in full it is completed, licences are issued and the receipt is mailed.';

comment on function public.refund_payment(uuid, text, numeric) is 'Pays a payment back, all that is left of it or an amount. Sent to the provider by itself; a bank transfer waits for settle_refund. Once all is paid back the order is cancelled and its licences are revoked.';

comment on function public.settle_refund(uuid, text) is 'The money was paid back, by hand or by a provider whose answer was lost, under this reference of the bank or of M-Pesa.';

comment on function public.withdraw_refund(uuid, text) is 'Gives up a refund that no provider is working on: its amount counts for the order again.';

comment on table public.refunds is 'requested waits to be sent, sent for the provider''s response; manual is done by hand; failed was refused and can be sent again or settled by hand. Until it is done or withdrawn its amount is reserved.';

revoke all on function private.add_subscription_days(uuid, uuid, integer, uuid) from public;

revoke all on function private.apply_paid_plan(uuid, public.order_items) from public;

revoke all on function private.days_for(public.order_items, numeric) from public;

revoke all on function private.days_of(public.order_items) from public;

revoke all on function private.decide_grants(public.orders) from public;

revoke all on function private.due_amount(public.orders) from public;

revoke all on function private.is_quote_valid(public.orders) from public;

revoke all on function private.months_of(text) from public;

revoke all on function private.note_surplus(uuid) from public;

revoke all on function private.owed_amount(public.orders) from public;

revoke all on function private.periods_above(uuid) from public;

revoke all on function private.price_now(public.order_items, boolean) from public;

revoke all on function private.quote_days() from public;

revoke all on function private.quote_end(public.orders) from public;

revoke all on function private.quoted_price(public.orders, public.order_items) from public;

revoke all
  on function private.receive_payment(public.orders, uuid, public.payment_method, numeric, text, text, timestamp
    with time zone, text, boolean)
  from public;

revoke all on function private.received_amount(uuid) from public;

revoke all on function private.reserved_amount(uuid) from public;

revoke all on function private.returning_amount(uuid) from public;

revoke all on function private.shillings(numeric) from public;

revoke all on function private.shorten_licences(uuid, numeric) from public;

revoke all on function private.shorten_plan(uuid, numeric) from public;

revoke all on function private.shown_attempt_status(public.payment_attempts) from public;

revoke all on function private.shrink_order(public.orders, numeric) from public;

revoke all on function private.sold_billing(public.plan_period, text) from public;

revoke all on function private.take_as_credit(uuid, uuid, numeric) from public;

revoke all on function private.take_back_grants(uuid) from public;

revoke all on function private.upgrade_basis(uuid, uuid) from public;

revoke all on function private.upgrade_subscription(uuid, uuid, uuid) from public;

revoke all on function public.claim_refunds(integer) from public;

grant execute on function public.claim_refunds(integer) to service_role;

revoke all on function public.confirm_bank_payment(uuid, numeric, text, date, text) from public;

grant execute on function public.confirm_bank_payment(uuid, numeric, text, date, text) to authenticated;

grant execute on function public.confirm_bank_payment(uuid, numeric, text, date, text) to service_role;

revoke all on function public.dismiss_payment_attempt(uuid, text) from public;

grant execute on function public.dismiss_payment_attempt(uuid, text) to authenticated;

grant execute on function public.dismiss_payment_attempt(uuid, text) to service_role;

revoke all on function public.list_payment_issues() from public;

grant execute on function public.list_payment_issues() to authenticated;

grant execute on function public.list_payment_issues() to service_role;

revoke all
  on function public.record_payment(uuid, public.payment_method, numeric, text, timestamp with time zone, uuid, text)
  from public;

grant execute
  on function public.record_payment(uuid, public.payment_method, numeric, text, timestamp with time zone, uuid, text)
  to service_role;

revoke all on function public.refund_payment(uuid, text, numeric) from public;

grant execute on function public.refund_payment(uuid, text, numeric) to authenticated;

grant execute on function public.refund_payment(uuid, text, numeric) to service_role;

revoke all on function public.withdraw_refund(uuid, text) from public;

grant execute on function public.withdraw_refund(uuid, text) to authenticated;

grant execute on function public.withdraw_refund(uuid, text) to service_role;

revoke all (surplus_amount) on table public.orders from authenticated;

grant select (surplus_amount) on table public.orders to authenticated;

revoke all (valid_until) on table public.orders from authenticated;

grant select (valid_until) on table public.orders to authenticated;
