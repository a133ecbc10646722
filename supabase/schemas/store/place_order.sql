create function public.quote_order(lines jsonb) returns table (kind public.order_item_kind, item_id uuid, name text,
  category public.product_category, price integer, quantity integer, line_total bigint, net_amount numeric,
  vat_amount numeric)
language sql stable security definer set search_path = '' as $$
  select kind, item_id, name, category, price, quantity, price::bigint * quantity,
    private.net_amount(price::bigint * quantity),
      price::bigint * quantity - private.net_amount(price::bigint * quantity)
  from private.price_lines(lines) order by ordinal
$$;
comment on function public.quote_order(jsonb)
  is 'What the lines cost now, VAT split per line. Refuses what place_order would refuse.';
grant execute on function public.quote_order(jsonb) to anon, authenticated;

-- What the store sells to a school: categories, and features of single items beside them. It is what is for the
-- school's version, and an add-on that the school has already, where its own version has no entry for it, so that it
-- can be prolonged. Null for a buyer without a school: everything.
create function private.sold_to(version text, features jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[version] || array(select f.feature from jsonb_object_keys(features) as f (feature)
    where not exists (select from public.addons a where a.feature = f.feature and a.is_active
      and a.category::text = version) order by 1) where version is not null
$$;

-- Checks and prices the requested lines. Prices come from the price book only; repeated items are merged.
-- A plan may name its billing, and be an upgrade of the caller's school.
create function private.price_lines(lines jsonb) returns table (kind public.order_item_kind, item_id uuid, name text,
  category public.product_category, price integer, quantity integer, ordinal bigint, billing text, is_upgrade boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sold constant text[] := (select private.sold_to(s.version, private.addon_states(s.id)) from public.schools s
    where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    perform private.refuse('order.empty_cart', 'Your cart is empty.', field => 'lines');
  end if;
  if jsonb_array_length(lines) > 50 then
    perform private.refuse('order.too_many_lines',
      'An order can have at most 50 items. Place two orders.', field => 'lines');
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key
        where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id',
        '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('order.not_on_sale',
        'One item in your cart is not on sale. Remove it and try again.', field => 'lines');
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$'
      or (line.value ->> 'quantity')::integer = 0 then
      perform private.refuse('order.invalid_quantity',
        'Quantities are whole numbers from 1 to 999.', field => 'quantity');
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual')
      or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      perform private.refuse('order.invalid_billing', 'A plan is bought for a term or for a year.', field => 'lines');
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l where l.value ->> 'is_upgrade' = 'true'
    and (l.value ->> 'quantity')::integer > 1) then
    perform private.refuse('order.one_upgrade', 'A plan is upgraded once at a time.', field => 'quantity');
  end if;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid
    where not a.is_ready) then
    perform private.refuse('order.in_preparation',
      'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.',
      field => 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid
      left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid
    where not coalesce(a.category, p.category, s.category)::text = any (sold) and (a.feature = any (sold)) is not true)
      then
    if 'saas' = any (sold) then
      perform private.refuse('order.other_version',
        'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and '
          'choose from what the store shows you.',
        field => 'lines');
    end if;
    perform private.refuse('order.needs_standalone',
      'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the '
        'Standalone version.',
      field => 'lines');
  end if;
  return query
    with requested as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan'
          else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price, null::public.plan_period as period
        from public.addons where is_active
      union all select 'plan', id, name, category, price, period from public.plans where is_active
        and (in_store or private.school_where('plan:manage') is not null)
      union all select 'service', id, name, category, price, null from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade'
      when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.school_where('plan:manage'), a.id)
        when a.kind = 'plan' then private.plan_price(a.id, private.sold_billing(s.period, a.billing)) else s.price end,
        a.quantity, a.ordinal, a.billing, a.is_upgrade
    from requested a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'),
    lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    perform private.refuse('order.unknown_item',
      'Something in your cart is no longer on sale. Remove it and try again.', field => 'lines');
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums
        where quantity > 999) then
    perform private.refuse('order.invalid_quantity',
      'Quantities are whole numbers from 1 to 999.', field => 'quantity');
  end if;
end
$$;

create function private.billing_field(billing jsonb, field text, longest integer, problem text,
  is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
declare
  value constant text := private.null_if_blank(billing ->> field);
begin
  if value is null and is_required then
    perform private.refuse('order.required', problem, field => field);
  end if;
  if length(value) > longest then
    perform private.refuse('order.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest),
      field);
  end if;
  return value;
end
$$;

-- As the authority writes it, whatever spaces and letters were typed.
create function private.billing_kra_pin(billing jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(upper(regexp_replace(billing ->> 'kraPin', '\s', '', 'g')), '')
$$;

-- The field that names a web or email address. The proforma goes to the owner of the buyer's address, which nobody has
-- confirmed, so it carries no links of others.
create function private.field_with_link(billing jsonb) returns text
language sql immutable set search_path = '' as $$
  select b.key from jsonb_each_text(billing) b
    where b.key in ('firstName', 'lastName', 'institution', 'billingAddress', 'city')
    and b.value ~* '://|www\.|@|[[:alnum:]]\.[a-z]{2,}/|[[:alnum:]]\.(com|org|net|info|biz|co|ke|io|'
      'me|ly|app|dev|xyz|site|online|link|top)\M' limit 1
$$;

create function public.place_order(idempotency_key uuid, billing jsonb, payment_method public.payment_method,
  lines jsonb, expected_total bigint default null, language text default null) returns table (id uuid,
  order_number text, payment_reference text, status public.order_status,
  total_amount bigint, net_amount numeric, vat_amount numeric, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint, text) is
  'Places an order. billing holds firstName, lastName, email, phone, institution, billingAddress, city, country, '
    'kraPin; '
    'lines hold addon_id, plan_id or service_id and quantity, a plan also billing (termly or annual) and '
    'is_upgrade; language is that of the page. The same key returns the same order.';
grant execute on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint, text) to anon,
  authenticated;
