set check_function_bodies = off;

alter table public.orders
  add column kra_pin text;

create or replace function private.billing_kra_pin (
  billing jsonb
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select nullif(upper(regexp_replace(billing ->> 'kraPin', '\s', '', 'g')), '')
$function$;

create or replace function private.is_kra_pin (
  value text
)
  returns boolean
  language sql
  immutable
  parallel safe
  strict
  AS $function$ select value ~ '^[AP][0-9]{9}[A-Z]$' $function$;

create or replace function private.order_document (
  o public.orders
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.order_mail(o) - 'order_key' || jsonb_build_object(
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount,
      'due_amount', private.due_amount(o), 'surplus_amount', o.surplus_amount, 'returning_amount',
      private.returning_amount(o.id), 'valid_until', private.quote_end(o),
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address,
    'customer_kra_pin', o.kra_pin,
      'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount,
      'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category,
      'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until,
          'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id
        left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'services', (select coalesce(jsonb_agg(jsonb_build_object('name', i.addon_name, 'state', f.state,
      'person', f.person, 'starts_on', f.starts_on, 'ends_on', f.ends_on, 'notes', f.notes) order by i.position), '[]')
      from public.service_fulfilments f join public.order_items i on i.id = f.order_item_id where f.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number,
      'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed'
        order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$function$;

create or replace function private.store_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select 'methods', private.say('Choose each payment method once: M-Pesa, card or bank transfer.')
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method)
      where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', private.say('A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.')
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', private.say('A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.')
  where group_key = 'company' and value ->> 'kraPin' <> '' and not private.is_kra_pin(value ->> 'kraPin')
  union all
  select 'currency', private.say('Prices are in KES.') where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', private.say('Name each day once.')
  where group_key = 'subscriptions'
    and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.path, part.key),
    private.say('This email has no value for {name}. It knows {known}.', jsonb_build_object(
    'name', '{{' || unknown.name || '}}',
    'known', (select string_agg('{{' || known || '}}', ', ')
      from unnest(private.mail_placeholders(mail.key)) as known)))
  from (
      select m.key, m.key as path, m.value as template
        from jsonb_each(case when group_key = 'emails' then value - 'sw' else '{}' end) as m
      union all select m.key, 'sw.' || m.key, m.value
        from jsonb_each(case when group_key = 'emails' then value -> 'sw' else '{}' end) as m) as mail,
    jsonb_each_text(mail.template) as part (key, text),
    lateral (select btrim(found[1]) as name
      from regexp_matches(part.text, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$function$;

create or replace function public.claim_tax_documents (
  most integer default 10
)
  returns jsonb
  language sql
  security definer
  set search_path to ''
  AS $function$
  with due as (
    update public.tax_documents t set tries = t.tries + 1,
      next_try_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(t.tries, 9)))
    where t.id in (select d.id from public.tax_documents d where d.status = 'pending' and d.next_try_at <= now()
      and (d.corrects is null or exists (select from public.tax_documents i where i.id = d.corrects
        and i.status = 'signed')) order by d.number limit most for update skip locked)
    returning t.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'number', d.number, 'corrects', i.number,
    'amount', d.amount, 'created_at', d.created_at,
    'order_number', o.order_number, 'customer', o.institution, 'phone', o.customer_phone, 'kra_pin', o.kra_pin,
    'payment_method',
      o.payment_method, 'total', o.total_amount,
    'lines', (select jsonb_agg(jsonb_build_object('name', l.addon_name, 'quantity', l.quantity, 'price', l.price,
      'total', l.line_total) order by l.position) from public.order_items l where l.order_id = o.id))
    order by d.number), '[]')
  from due d join public.orders o on o.id = d.order_id left join public.tax_documents i on i.id = d.corrects
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
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')),
    'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    perform private.refuse('order.key_required', 'The order came without its key. Reload the page and try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      perform private.refuse(
        'order.key_reused', 'This order was already placed with other contents. Reload the page to start a new one.',
        errcode => 'PT409');
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount,
      placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if exists (select from public.schools s where s.id = private.my_school() and s.branch_of is not null) then
    perform private.refuse('order.of_branch',
      'A branch has the plan and the add-ons of {school}. Switch to it and order there.',
      jsonb_build_object('school', (select h.name from public.schools h
        where h.id = private.payer_of(private.my_school()))));
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    perform private.refuse('order.no_billing', 'Enter your billing details.', field => 'billing');
  end if;
  if place_order.payment_method is null
    or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    perform private.refuse(
      'order.payment_method_unavailable', 'This payment method is not available at the moment. Choose another.',
      field => 'paymentMethod');
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    perform private.refuse('order.invalid_country', 'Choose a country of the list.', field => 'country');
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    perform private.refuse('order.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if private.field_with_link(billing) is not null then
    perform private.refuse('order.link',
      'Leave web and email addresses out of this field.', field => private.field_with_link(billing));
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    perform private.refuse('order.invalid_phone',
      'Enter a phone number with digits only, such as 0712 345 678.', field => 'phone');
  end if;
  if not private.is_kra_pin(private.billing_kra_pin(billing)) then
    perform private.refuse('order.invalid_kra_pin',
      'A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.', field => 'kraPin');
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    perform private.refuse(
      'order.price_changed', 'Prices changed: the order now costs {total}. Check it and confirm again.',
      jsonb_build_object('total', private.money(total)), errcode => 'PT409');
  end if;
  if private.signed_in_uid() is null then
    perform private.limit_rate('orders from ' || private.caller_network(), private.mail_limit('networkOrdersHourly'),
      interval '1 hour');
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name,
    customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id,
      school_id, language, valid_until, kra_pin)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.full_name(private.billing_field(billing, 'firstName', 80, 'Enter your first name.'),
      private.billing_field(billing, 'lastName', 80, '', false)),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false),
      private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()),
      private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net,
      (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(),
      private.known_language(place_order.language), private.today() + private.quote_days(),
      private.billing_kra_pin(billing)
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category,
    quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end,
      case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity),
      l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  update public.order_items i set upgrades = basis.period, upgrades_until = basis.until,
    upgrades_from_price = basis.from_price, upgrades_to_price = basis.to_price
  from public.order_items own cross join lateral private.upgrade_basis(placed.school_id, own.plan_id) basis
  where own.order_id = placed.id and own.is_upgrade and i.id = own.id;
  insert into public.order_events (order_id, actor_id, kind, to_status)
    values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank'
    and not coalesce(private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour')
      and private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email,
        private.order_mail(placed), private.team_email('salesEmail'), placed.language) is not null, false) then
    perform private.note_on_order(placed.id, null, 'mail',
      private.say('The proforma was not mailed: a limit of emails is used up. Send it again later.'));
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount,
    placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

comment on column public.orders.kra_pin is 'The buyer''s, for the tax invoice; null where none was given.';

comment on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint, text) is 'Places an order. billing holds firstName, lastName, email, phone, institution, billingAddress, city, country, kraPin; lines hold addon_id, plan_id or service_id and quantity, a plan also billing (termly or annual) and is_upgrade; language is that of the page. The same key returns the same order.';

revoke all on function private.billing_kra_pin(jsonb) from public;

revoke all on function private.is_kra_pin(text) from public;

revoke all (kra_pin) on table public.orders from authenticated;

grant select (kra_pin) on table public.orders to authenticated;

alter table public.orders
  add constraint orders_kra_pin_check check (private.is_kra_pin(kra_pin));
