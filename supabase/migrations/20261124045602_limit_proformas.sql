set check_function_bodies = off;

create or replace function private.field_with_link (
  billing jsonb
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select b.key from jsonb_each_text(billing) b where b.key in ('firstName', 'lastName', 'institution', 'billingAddress', 'city')
    and b.value ~* '://|www\.|@|[[:alnum:]]\.[a-z]{2,}/|[[:alnum:]]\.(com|org|net|info|biz|co|ke|io|me|ly|app|dev|xyz|site|online|link|top)\M' limit 1
$function$;

create or replace function private.is_within_rate (
  subject text,
  allowed integer,
  period  interval
)
  returns boolean
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into private.rate_limits as r (subject, window_start)
  values (is_within_rate.subject, date_bin(period, now(), timestamptz '2000-01-01'))
  on conflict (subject, window_start) do update set hits = r.hits + 1
  returning r.hits <= allowed
$function$;

create or replace function private.limit_rate (
  subject text,
  allowed integer,
  period  interval
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_within_rate(subject, allowed, period) then
    raise exception using errcode = 'PT429', message = 'Too many requests from this address. Please try again in an hour.', hint = 'request.too_many';
  end if;
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
    raise exception using errcode = 'P0001', message = 'This way of paying is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
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
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, language)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(), private.known_language(place_order.language)
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' and private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour') then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language);
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

revoke all on function private.field_with_link(jsonb) from public;

revoke all on function private.is_within_rate(text, integer, interval) from public;
