set check_function_bodies = off;

create or replace function private.add_subscription_days (
  school uuid,
  plan   uuid,
  days   integer,
  item   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  first_day date;
begin
  select coalesce(max(s.ends_on) + 1, today) into first_day from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  select school, p.id, private.sold_billing(p.period, null), first_day, first_day + days - 1, item from public.plans p where p.id = plan;
  update public.schools s set closed_at = null where s.id = school and s.closed_at is not null;
end
$function$;

create or replace function private.apply_paid_plan (
  school uuid,
  line   public.order_items
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_subscription(school);
  if exists (select from public.subscriptions s where s.order_item_id = line.id and s.revoked_at is null) then
    return;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = line.id;
  if line.granted_as = 'credit' then
    perform private.add_subscription_days(school, line.plan_id, line.granted_days, line.id);
  elsif line.is_upgrade then
    perform private.upgrade_subscription(school, line.plan_id, line.id);
  else
    perform private.add_subscription_period(school, line.plan_id, private.sold_billing(p.period, line.billing), line.quantity, line.id)
    from public.plans p where p.id = line.plan_id;
  end if;
end
$function$;

create or replace function private.apply_payment_success (
  attempt public.payment_attempts,
  target  public.orders,
  report  jsonb
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  reported constant text := upper(private.null_if_blank(report ->> 'receipt'));
  charged constant numeric := coalesce((report ->> 'amount')::numeric, attempt.amount);
  unit constant text := coalesce(upper(report ->> 'currency'), 'KES');
  fits constant boolean := unit = 'KES' and charged = attempt.amount;
  provisional constant text := upper(coalesce(attempt.provider_reference, attempt.merchant_reference));
  known public.payments;
begin
  select * into known from public.payments p where p.method = attempt.method and p.receipt = coalesce(reported, provisional);
  if found and known.order_id <> attempt.order_id then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', 'The receipt ' || known.receipt || ' belongs to another order.');
    return 'receipt_used';
  elsif found then
    perform private.set_attempt_status(attempt.id, case when known.state = 'review' then 'needs_review' else 'succeeded' end::public.attempt_status, null, true, report ->> 'code', report ->> 'text');
    return 'repeated';
  end if;
  select * into known from public.payments p where p.attempt_id = attempt.id order by p.created_at limit 1;
  if found and (reported is null or known.receipt = provisional) then
    -- A repeated report of the same charge may add its receipt number.
    update public.payments p set receipt = coalesce(reported, p.receipt) where p.id = known.id;
    return case when reported is null then 'repeated' else 'receipt_added' end;
  end if;
  if charged <= 0 then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', format('A payment of %s %s was reported.', unit, charged));
    return 'mismatch';
  end if;
  perform private.set_attempt_status(attempt.id, case when fits then 'succeeded' else 'needs_review' end::public.attempt_status, case when fits then null else 'mismatch' end, true, report ->> 'code', report ->> 'text');
  known := private.receive_payment(target, attempt.id, attempt.method, charged, unit, coalesce(reported, provisional), (report ->> 'paid_at')::timestamptz, null, fits);
  return known.state;
end
$function$;

create or replace function private.complete_if_paid (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  paid public.orders;
  last public.payments;
begin
  select * into paid from public.orders where id = wanted;
  if paid.paid_at is not null or paid.status = 'cancelled' or paid.total_amount > private.received_amount(wanted) then
    return;
  end if;
  select * into last from public.payments p where p.order_id = wanted and p.state = 'received' order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = wanted;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (wanted, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.decide_grants(paid);
  perform private.issue_licences(paid);
  perform private.open_fulfilments(paid.id);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at, 'payment_method', last.method), private.team_email('salesEmail'), paid.language);
end
$function$;

create or replace function private.complete_refund (
  refund    public.refunds,
  reference text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  -- A provider may still report what was withdrawn here and requested once more.
  update public.payments set refunded_amount = least(amount, refunded_amount + refund.amount) where id = refund.payment_id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, private.signed_in_uid(), 'refund', format('Refunded %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    perform private.take_back_grants(refund.order_id);
  end if;
  select * into target from public.orders where id = refund.order_id;
  perform private.note_surplus(target.id);
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'), target.language);
end
$function$;

create or replace function private.days_for (
  item   public.order_items,
  amount numeric,
  OUT    days integer,
  OUT    cost bigint
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  price constant bigint := private.price_now(item, true)::bigint * case when item.kind = 'plan' then 1 else item.quantity end;
  period constant integer := private.days_of(item);
begin
  days := 0;
  cost := 0;
  if price > 0 and period is not null then
    days := floor(amount * period / price);
    cost := ceil(days::numeric * price / period);
  elsif price > 0 and price <= amount then
    cost := price;
  end if;
end
$function$;

create or replace function private.days_of (
  item public.order_items
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case item.kind
    when 'addon' then 122
    when 'plan' then (select case private.sold_billing(p.period, item.billing) when 'annual' then 365 when 'termly' then 122 else 30 end
      from public.plans p where p.id = item.plan_id)
    else (select case s.unit when 'per month' then 30 when 'per term' then 122 when 'per year' then 365 end
      from public.services s where s.id = item.service_id) end
$function$;

create or replace function private.decide_grants (
  paid public.orders
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item public.order_items;
  quoted bigint;
  bought record;
begin
  for item in select i.* from public.order_items i where i.order_id = paid.id order by i.position loop
    quoted := private.quoted_price(paid, item);
    if quoted is not null then
      update public.order_items i set granted_as = 'quoted', granted_amount = quoted, granted_days = null where i.id = item.id;
    else
      select * into bought from private.days_for(item, item.line_total);
      update public.order_items i set granted_as = case when bought.cost > 0 then 'credit' else 'owed' end,
        granted_amount = bought.cost, granted_days = case when private.days_of(item) is not null then bought.days end
      where i.id = item.id;
    end if;
    -- An upgrade decides what the next line rests on.
    if item.kind = 'plan' and paid.school_id is not null then
      perform private.apply_paid_plan(paid.school_id, i) from public.order_items i where i.id = item.id and i.granted_as <> 'owed';
    end if;
  end loop;
end
$function$;

create or replace function private.due_amount (
  target public.orders
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when target.paid_at is null then greatest(0, ceil(target.total_amount - private.received_amount(target.id)))::bigint else 0 end
$function$;

create or replace function private.is_quote_valid (
  placed public.orders
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.today() <= private.quote_end(placed)
    and not exists (select from public.order_items i where i.order_id = placed.id and private.quoted_price(placed, i) is null)
$function$;

create or replace function private.issue_licences (
  paid public.orders
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  line public.order_items;
  wanted text;
  held public.licences;
  today constant date := coalesce(private.school_today(paid.school_id), private.today());
begin
  for line in select i.* from public.order_items i where i.order_id = paid.id and i.granted_as <> 'owed' order by i.position loop
    -- What the order was paid for a second time after a refund becomes valid again under the same key.
    continue when exists (select from public.licences l where l.order_item_id = line.id and l.revoked_at is null);
    wanted := (select a.feature from public.addons a where a.id = line.addon_id);
    held := null;
    if wanted is not null and paid.school_id is not null then
      perform pg_advisory_xact_lock(hashtextextended('licences of ' || paid.school_id::text || wanted, 0));
      select l.* into held from public.licences l
      where l.school_id = paid.school_id and l.feature = wanted and l.revoked_at is null and l.valid_until >= today order by l.valid_until desc limit 1;
    end if;
    insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, campus_ids, valid_from, valid_until)
    values (paid.id, line.id, paid.school_id, paid.user_id, line.kind, line.addon_name, line.category, line.quantity,
      upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')),
      case when cardinality(held.campus_ids) <= line.quantity then held.campus_ids end, coalesce(held.valid_until + 1, today),
      case when line.granted_days is null then private.licence_end(line, coalesce(held.valid_until, today)) else coalesce(held.valid_until + 1, today) + line.granted_days - 1 end)
    on conflict (order_item_id) do update set revoked_at = null, created_at = now(), valid_from = excluded.valid_from, valid_until = excluded.valid_until;
  end loop;
  -- Keys that a school of this same installation has entered hold again, for the days that were paid now.
  update public.licences k set revoked_at = null, valid_from = l.valid_from, valid_until = l.valid_until
  from public.licences l where l.order_id = paid.id and k.issued_as = l.id and l.revoked_at is null;
  delete from private.revoked_licences r using public.licences l where l.order_id = paid.id and r.issued_as = l.id and l.revoked_at is null;
end
$function$;

create or replace function private.licence_end (
  item     public.order_items,
  from_day date
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select (from_day + case
    when item.kind = 'plan' then (
      select private.period_length(private.sold_billing(p.period, item.billing)) * item.quantity from public.plans p where p.id = item.plan_id)
    when item.kind = 'service' then (
      select case s.unit when 'per term' then interval '4 months' when 'per month' then interval '1 month' when 'per year' then interval '1 year' end from public.services s where s.id = item.service_id)
    else interval '4 months' end)::date
$function$;

create or replace function private.months_of (
  billing text
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$ select case billing when 'annual' then 12 when 'termly' then 4 else 1 end $function$;

create or replace function private.note_surplus (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  owed numeric;
begin
  select * into target from public.orders o where o.id = wanted;
  owed := private.owed_amount(target);
  if owed = target.surplus_amount then
    return;
  end if;
  update public.orders o set surplus_amount = owed where o.id = wanted;
  if owed > target.surplus_amount and not target.is_demo then
    insert into public.order_events (order_id, kind, note) values (wanted, 'payment', format('%s is owed back to the buyer.', private.shillings(owed)));
    perform private.queue_mail('order-surplus/' || wanted || '/' || gen_random_uuid(), 'order-surplus', target.customer_email,
      private.order_mail(target) || jsonb_build_object('surplus_amount', owed), private.team_email('salesEmail'), target.language);
  end if;
end
$function$;

create or replace function private.open_fulfilments (
  paid uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.service_fulfilments (order_item_id, order_id) select i.id, i.order_id from public.order_items i where i.order_id = paid and i.kind = 'service' and i.granted_as <> 'owed'
  on conflict (order_item_id) do update set state = case public.service_fulfilments.state when 'cancelled' then 'waiting' else public.service_fulfilments.state end
$function$;

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
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount, 'due_amount', private.due_amount(o), 'surplus_amount', o.surplus_amount, 'returning_amount', private.returning_amount(o.id), 'valid_until', private.quote_end(o),
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address, 'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category, 'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'services', (select coalesce(jsonb_agg(jsonb_build_object('name', i.addon_name, 'state', f.state, 'person', f.person, 'starts_on', f.starts_on, 'ends_on', f.ends_on, 'notes', f.notes) order by i.position), '[]')
      from public.service_fulfilments f join public.order_items i on i.id = f.order_item_id where f.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number, 'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed' order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$function$;

create or replace function private.owed_amount (
  target public.orders
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select greatest(0, coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0)
    - case when target.paid_at is not null then (select coalesce(sum(coalesce(i.granted_amount, i.line_total)), 0)
        from public.order_items i where i.order_id = target.id) else 0 end)
  from public.payments p where p.order_id = target.id and p.currency = 'KES'
    and (p.state = 'surplus' or p.state = 'received' and (target.paid_at is not null or target.status = 'cancelled'))
$function$;

create or replace function private.payment_view (
  paid public.orders
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'now', now(), 'order_number', paid.order_number, 'payment_reference', paid.payment_reference, 'order_status', paid.status, 'payment_method', paid.payment_method,
    'total_amount', paid.total_amount, 'due_amount', private.due_amount(paid), 'paid_at', paid.paid_at, 'refunded_amount', paid.refunded_amount, 'methods', private.enabled_payment_methods(),
    'received_amount', private.received_amount(paid.id),
    'surplus_amount', paid.surplus_amount, 'returning_amount', private.returning_amount(paid.id),
    'valid_until', private.quote_end(paid), 'is_quote_over', paid.paid_at is null and not private.is_quote_valid(paid),
    'payment', (select jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at)
      from public.payments p where p.order_id = paid.id and p.state = 'received' order by p.created_at desc limit 1),
    'attempt', (select jsonb_build_object('id', a.id, 'method', a.method, 'status', private.shown_attempt_status(a), 'failure', a.failure, 'amount', a.amount, 'created_at', a.created_at,
        'phone', regexp_replace(a.phone, '^254(\d{3})\d{3}(\d{3})$', '0\1***\2'), 'expires_at', a.expires_at, 'retry_at', private.payment_prompt_ends_at(a), 'is_accepted', a.accepted_at is not null,
        'is_resolved', a.resolved_at is not null, 'redirect_url', case when a.status = 'open' then a.redirect_url end)
      from public.payment_attempts a where a.order_id = paid.id order by (a.status = 'open') desc, a.created_at desc, a.id limit 1))
$function$;

create or replace function private.period_length (
  billing text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$ select make_interval(months => private.months_of(billing)) $function$;

create or replace function private.periods_above (
  period uuid
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with recursive above as (
    select s.id from public.subscriptions s where s.replaces = periods_above.period
    union select s.id from above a join public.subscriptions s on s.replaces = a.id)
  select id from above
$function$;

create or replace function private.plan_price (
  plan    uuid,
  billing text
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when p.period = 'term' and billing = 'annual' then round(p.price * 0.9)::integer * 3
    else ceil(p.price::numeric * private.months_of(billing) / private.months_of(private.sold_billing(p.period, null)))::integer end
  from public.plans p where p.id = plan
$function$;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold constant text[] := (select private.sold_to(s.version, private.addon_states(s.id)) from public.schools s where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'An order can have at most 50 items. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'One item in your cart is not on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l where l.value ->> 'is_upgrade' = 'true' and (l.value ->> 'quantity')::integer > 1) then
    raise exception using errcode = 'P0001', message = 'A plan is upgraded once at a time.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.', hint = 'order.in_preparation', detail = 'lines';
  end if;
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid
    where not coalesce(a.category, p.category, s.category)::text = any (sold) and (a.feature = any (sold)) is not true) then
    if 'saas' = any (sold) then
      raise exception using errcode = 'P0001', message = 'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and choose from what the store shows you.', hint = 'order.other_version', detail = 'lines';
    end if;
    raise exception using errcode = 'P0001', message = 'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the Standalone version.', hint = 'order.other_version', detail = 'lines';
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price, null::public.plan_period as period from public.addons where is_active
      union all select 'plan', id, name, category, price, period from public.plans where is_active and (in_store or private.admin_school() is not null)
      union all select 'service', id, name, category, price, null from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.admin_school(), a.id) when a.kind = 'plan' then private.plan_price(a.id, private.sold_billing(s.period, a.billing)) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$function$;

create or replace function private.price_now (
  item         public.order_items,
  only_on_sale boolean
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case item.kind
    when 'addon' then (select a.price from public.addons a
      where a.id = item.addon_id and (a.is_active and a.is_ready or not only_on_sale))
    when 'plan' then (select private.plan_price(p.id, private.sold_billing(p.period, item.billing)) from public.plans p
      where p.id = item.plan_id and (p.is_active or not only_on_sale))
    else (select s.price from public.services s where s.id = item.service_id and (s.is_active or not only_on_sale)) end
$function$;

create or replace function private.quote_days()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((private.setting('payments', 'bank') ->> 'validDays')::integer, 14)
$function$;

create or replace function private.quote_end (
  placed public.orders
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(placed.valid_until, private.nairobi_day(placed.created_at) + private.quote_days())
$function$;

create or replace function private.quoted_price (
  paid public.orders,
  item public.order_items
)
  returns bigint
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  basis record;
  paid_on constant date := (select private.nairobi_day(max(p.paid_at)) from public.payments p
    where p.order_id = paid.id and p.state = 'received');
begin
  if paid_on > private.quote_end(paid) then
    return null;
  end if;
  if not item.is_upgrade then
    return case when item.price = private.price_now(item, false) then item.line_total end;
  end if;
  select * into basis from private.upgrade_basis(paid.school_id, item.plan_id);
  if basis.price <= item.line_total and (item.upgrades is null and item.upgrades_until is null
    or (item.upgrades, item.upgrades_until, item.upgrades_from_price, item.upgrades_to_price)
      = (basis.period, basis.until, basis.from_price, basis.to_price)) then
    return basis.price;
  end if;
  return null;
end
$function$;

create or replace function private.receive_payment (
  target      public.orders,
  attempt_id  uuid,
  method      public.payment_method,
  amount      numeric,
  currency    text,
  receipt     text,
  paid_at     timestamp with time zone,
  note        text,
  is_expected boolean
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null or target.status = 'cancelled' then 'surplus' else 'received' end;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note, state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount, receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, private.current_moment()),
    (select u.id from public.users u where u.id = private.signed_in_uid()), private.null_if_blank(receive_payment.note), as_state)
  returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, payment.recorded_by, 'payment',
    format(case as_state when 'surplus' then 'Received %s, receipt %s. The order needed no payment: refund it.' when 'review' then 'Received %s, receipt %s, instead of %s: review it.' else 'Paid %s, receipt %s' end,
      case when payment.currency = 'KES' then private.shillings(payment.amount) else payment.currency || ' ' || payment.amount end, payment.receipt, private.shillings(target.total_amount)));
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$function$;

create or replace function private.received_amount (
  wanted uuid
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0)
  from public.payments p where p.order_id = wanted and p.state = 'received'
$function$;

create or replace function private.reserved_amount (
  payment uuid
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = payment and r.status not in ('done', 'withdrawn')
$function$;

create or replace function private.returning_amount (
  wanted uuid
)
  returns numeric
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(private.reserved_amount(p.id)), 0) from public.payments p where p.order_id = wanted
$function$;

create or replace function private.revoke_licences (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = wanted order by i.position loop
    perform private.shorten_licences(item, 0);
  end loop;
end
$function$;

create or replace function private.revoke_paid_plans (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = wanted and i.kind = 'plan' order by i.position loop
    perform private.shorten_plan(item, 0);
  end loop;
end
$function$;

create or replace function private.shillings (
  amount numeric
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select 'KES ' || to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,999' else 'FM999,999,999,990.00' end)
$function$;

create or replace function private.shorten_licences (
  item  uuid,
  share numeric
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  own public.licences;
  later record;
  free date;
begin
  update public.licences l set
    valid_until = case when share > 0 then l.valid_from + floor((l.valid_until - l.valid_from + 1) * share)::integer - 1 else l.valid_until end,
    revoked_at = case when share = 0 or l.valid_from + floor((l.valid_until - l.valid_from + 1) * share)::integer - 1 < l.valid_from then now() end
  where l.order_item_id = item and l.revoked_at is null returning * into own;
  if not found then
    return;
  end if;
  -- Keys that a school of this same installation has entered; others learn of it by the list of revoked licences.
  update public.licences k set revoked_at = coalesce(k.revoked_at, own.revoked_at), valid_until = own.valid_until where k.issued_as = own.id;
  if own.school_id is null or own.feature is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('licences of ' || own.school_id::text || own.feature, 0));
  free := private.school_today(own.school_id);
  for later in
    select l.id, l.valid_from, l.valid_until from public.licences l
    where l.school_id = own.school_id and l.feature = own.feature and l.revoked_at is null and l.valid_until >= free order by l.valid_from, l.created_at
  loop
    if later.valid_from > free then
      update public.licences l set valid_from = free, valid_until = free + (later.valid_until - later.valid_from) where l.id = later.id returning l.valid_until into later.valid_until;
    end if;
    free := greatest(free, later.valid_until + 1);
  end loop;
end
$function$;

create or replace function private.shorten_plan (
  item  uuid,
  share numeric
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  own public.subscriptions;
  base public.subscriptions;
  above uuid[];
  today date;
  last_day date;
  new_end date;
  upgrade record;
begin
  select * into own from public.subscriptions s where s.order_item_id = item;
  if not found then
    return;
  end if;
  perform private.lock_subscription(own.school_id);
  today := private.school_today(own.school_id);
  above := array(select a from private.periods_above(own.id) a);
  select coalesce(max(s.ends_on), own.ends_on) into last_day from public.subscriptions s where (s.id = own.id or s.id = any (above)) and s.revoked_at is null;
  update public.subscriptions s set revoked_at = now() where s.id = any (above) and s.revoked_at is null;
  new_end := own.started_on + floor((last_day - own.started_on + 1) * share)::integer - 1;
  if share > 0 and own.started_on < today then
    new_end := greatest(new_end, today - 1);
  end if;
  select b.* into base from public.subscriptions b where b.id = private.paid_period_before(own.replaces);
  if new_end < own.started_on then
    update public.subscriptions s set revoked_at = coalesce(s.revoked_at, now()) where s.id = own.id;
    update public.subscriptions s set revoked_at = null, ends_on = last_day where s.id = base.id;
  else
    update public.subscriptions s set revoked_at = null, ends_on = new_end where s.id = own.id;
    if base.id is not null and new_end < last_day then
      insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, replaces)
      values (own.school_id, base.plan_id, base.billing, new_end + 1, last_day, own.id);
    end if;
  end if;
  perform private.bring_periods_forward(own.school_id);
  for upgrade in
    select i.id, greatest(0, last_day - greatest(today, s.started_on) + 1)::numeric / (last_day - s.started_on + 1) as share
    from public.subscriptions s join public.order_items i on i.id = s.order_item_id join public.orders o on o.id = i.order_id
    where s.id = any (above) and o.paid_at is not null order by s.started_on
  loop
    perform private.take_as_credit(upgrade.id, own.school_id, upgrade.share);
  end loop;
end
$function$;

create or replace function private.shown_attempt_status (
  attempt public.payment_attempts
)
  returns public.attempt_status
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when attempt.status <> 'needs_review' or count(p.id) = 0 or bool_or(p.state = 'review' and p.refunded_amount < p.amount) then attempt.status
    when bool_or(p.refunded_amount < p.amount) then 'succeeded' else 'failed' end
  from public.payments p where p.attempt_id = attempt.id
$function$;

create or replace function private.shrink_order (
  paid public.orders,
  lost numeric
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  item public.order_items;
  granted constant numeric := (select coalesce(sum(coalesce(i.granted_amount, i.line_total)), 0) from public.order_items i where i.order_id = paid.id);
  left_to_lose numeric := least(lost, granted);
  kept numeric;
  share numeric;
begin
  if left_to_lose <= 0 then
    return;
  end if;
  for item in select i.* from public.order_items i where i.order_id = paid.id and coalesce(i.granted_amount, i.line_total) > 0 order by i.position loop
    item.granted_amount := coalesce(item.granted_amount, item.line_total);
    kept := item.granted_amount - least(left_to_lose, item.granted_amount, ceil(item.granted_amount * lost / granted * 100) / 100);
    share := kept / item.granted_amount;
    left_to_lose := left_to_lose - (item.granted_amount - kept);
    update public.order_items i set granted_amount = kept where i.id = item.id;
    perform private.shorten_licences(item.id, share);
    perform private.shorten_plan(item.id, share);
  end loop;
end
$function$;

create or replace function private.sold_billing (
  period  public.plan_period,
  billing text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case period when 'year' then 'annual' when 'term' then coalesce(nullif(billing, 'monthly'), 'termly')
    else coalesce(billing, 'monthly') end
$function$;

create or replace function private.subscribe_by_key (
  school uuid,
  claims jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  licence constant uuid := (claims ->> 'licence')::uuid;
  first_day date;
begin
  perform private.lock_subscription(school);
  if exists (select from public.subscriptions s join public.licences l on l.order_item_id = s.order_item_id where l.id = licence) or exists (select from public.subscriptions s where s.issued_as = licence and s.revoked_at is null) then
    return;
  end if;
  update public.subscriptions s set issued_as = null where s.issued_as = licence;
  select greatest((claims ->> 'from')::date, max(s.ends_on) + 1) into first_day from public.subscriptions s where s.school_id = school and s.revoked_at is null;
  if first_day > (claims ->> 'until')::date then
    return;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, issued_as)
  select school, p.id, 'annual', first_day, (claims ->> 'until')::date, licence from public.plans p where p.category = 'standalone' and p.name = claims ->> 'name'
  order by p.is_active desc limit 1;
  update public.schools s set closed_at = null where s.id = school and s.closed_at is not null;
end
$function$;

create or replace function private.take_as_credit (
  item   uuid,
  school uuid,
  share  numeric
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  line public.order_items;
  unused numeric;
  bought record;
begin
  select * into line from public.order_items i where i.id = item;
  unused := floor(coalesce(line.granted_amount, line.line_total) * share);
  select * into bought from private.days_for(line, unused);
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  update public.order_items i set granted_as = case when bought.days > 0 then 'credit' else 'owed' end, granted_days = bought.days,
    granted_amount = coalesce(line.granted_amount, line.line_total) - unused + bought.cost
  where i.id = item;
  if bought.days > 0 then
    perform private.add_subscription_days(school, line.plan_id, bought.days, item);
  end if;
  perform private.note_surplus(line.order_id);
end
$function$;

create or replace function private.take_back_grants (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  before public.order_status;
  kept numeric;
begin
  select * into target from public.orders where id = wanted;
  if target.paid_at is null then
    return;
  end if;
  select coalesce(sum(p.amount - p.refunded_amount), 0) into kept from public.payments p where p.order_id = wanted and p.state = 'received';
  if kept > 0 then
    perform private.shrink_order(target, (select sum(coalesce(i.granted_amount, i.line_total)) from public.order_items i where i.order_id = wanted) - kept);
    return;
  end if;
  before := target.status;
  update public.orders set status = 'cancelled', paid_at = null where id = wanted;
  perform private.revoke_licences(wanted);
  perform private.revoke_paid_plans(wanted);
  perform private.cancel_fulfilments(wanted);
  update public.order_items set granted_as = null, granted_amount = null, granted_days = null where order_id = wanted;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (wanted, private.signed_in_uid(), 'status', before, 'cancelled', 'Refunded in full: the licences are revoked.');
end
$function$;

create or replace function private.upgrade_basis (
  school uuid,
  plan   uuid
)
  returns table (
    period     uuid,
    until      date,
    from_price integer,
    to_price   integer,
    price      integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select b.id, b.ends_on, b.from_price, b.to_price,
    -- The difference by the days left of the period's days, also where an earlier upgrade cut the period short.
    round((b.to_price - b.from_price)::numeric * (b.ends_on - b.today + 1)
      / (b.ends_on - (b.ends_on - private.period_length(b.billing))::date))::integer
  from (select s.id, s.ends_on, s.billing, t.today, private.plan_price(s.plan_id, s.billing) as from_price,
      private.plan_price(upgrade_basis.plan, s.billing) as to_price
    from (select private.school_today(school) as today offset 0) t
    join public.subscriptions s on s.school_id = school and s.revoked_at is null and not s.is_trial
      and s.started_on <= t.today and s.ends_on >= t.today) b
  where b.to_price > b.from_price
$function$;

create or replace function private.upgrade_price (
  school uuid,
  plan   uuid
)
  returns integer
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  missing constant integer := (select b.price from private.upgrade_basis(school, plan) b);
begin
  if missing is null then
    raise exception using errcode = 'P0001', message = 'An upgrade needs a running subscription to a smaller plan. Renew with the plan you want instead.', hint = 'subscription.no_upgrade', detail = 'plan_id';
  end if;
  return missing;
end
$function$;

create or replace function private.upgrade_subscription (
  school uuid,
  plan   uuid,
  item   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  running public.subscriptions;
  today constant date := private.school_today(school);
begin
  select s.* into running from public.subscriptions s join private.upgrade_basis(school, plan) b on b.period = s.id;
  if running.started_on = today then
    update public.subscriptions s set revoked_at = now() where s.id = running.id;
  else
    update public.subscriptions s set ends_on = today - 1 where s.id = running.id;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id, replaces)
  values (school, plan, running.billing, today, running.ends_on, item, running.id);
end
$function$;

create or replace function public.accept_payment (
  payment_id uuid,
  reason     text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require_super_admin();
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state = 'received' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Refund it instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, private.signed_in_uid(), 'payment', format('Accepted %s of receipt %s: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$function$;

create or replace function public.activate_licence (
  school     uuid,
  claims     jsonb,
  signed_key text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  licensed public.schools;
  today constant date := private.school_today(school);
  until_day constant date := (claims ->> 'until')::date;
  licence constant uuid := (claims ->> 'licence')::uuid;
  -- A key that was signed after a withdrawal says that the order was paid again.
  signed_at constant timestamptz := coalesce(to_timestamp((claims ->> 'issued')::bigint), '-infinity');
begin
  select * into licensed from public.schools s where s.id = activate_licence.school;
  if licensed.version <> 'standalone' then
    raise exception using errcode = 'P0001', message = 'Your school runs with us, so what it buys is on by itself. Keys are for schools with a server of their own.', hint = 'licence.not_standalone', detail = 'key';
  elsif (claims ->> 'number')::uuid is distinct from licensed.id then
    raise exception using errcode = 'P0001', message = format('This key is for %s. Enter the key of your own school.', claims ->> 'school'), hint = 'licence.other_school', detail = 'key';
  elsif until_day < today then
    raise exception using errcode = 'P0001', message = format('This key ended on %s. Renew the licence and enter its new key.', to_char(until_day, 'FMDD Mon YYYY')), hint = 'licence.expired', detail = 'key';
  elsif exists (select from private.revoked_licences r where r.issued_as = licence and r.created_at >= signed_at)
    or exists (select from public.licences l where l.id = licence and l.revoked_at is not null or l.issued_as = licence and l.revoked_at >= signed_at) then
    raise exception using errcode = 'P0001', message = 'This key was withdrawn, for its order was paid back.', hint = 'licence.revoked', detail = 'key';
  end if;
  delete from private.revoked_licences r where r.issued_as = licence;
  update public.licences l set revoked_at = null, valid_from = (claims ->> 'from')::date, valid_until = until_day
  where l.issued_as = licence and l.school_id = activate_licence.school and l.revoked_at is not null;
  insert into public.licences (school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature, issued_as)
  select school, (claims ->> 'kind')::public.order_item_kind, claims ->> 'name', 'standalone', (claims ->> 'campuses')::integer,
    case f.ordinality when 1 then signed_key else signed_key || '#' || f.ordinality end, (claims ->> 'from')::date, until_day, f.feature, licence
  from (select e.value #>> '{}' as feature, e.ordinality from jsonb_array_elements(case when jsonb_array_length(claims -> 'features') = 0 then '[null]' else claims -> 'features' end) with ordinality e) f
  on conflict do nothing;
  if claims ->> 'kind' = 'plan' then
    perform private.subscribe_by_key(school, claims);
  end if;
  return jsonb_build_object('name', claims ->> 'name', 'valid_from', claims ->> 'from', 'valid_until', claims ->> 'until');
end
$function$;

create or replace function public.apply_refund (
  refund_id          uuid,
  is_done            boolean,
  provider_reference text    default null::text,
  error              text    default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform 1 from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = refund_id) for update;
  select * into refund from public.refunds where id = refund_id for update;
  if not found then
    return 'unmatched';
  elsif refund.status = 'done' then
    return 'repeated';
  elsif is_done then
    perform private.complete_refund(refund, apply_refund.provider_reference);
    return 'done';
  elsif is_done is null then
    update public.refunds r set status = 'sent', sent_at = coalesce(r.sent_at, now()), next_try_at = now() + interval '15 minutes',
      provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id and r.status in ('requested', 'sent');
    return 'sent';
  end if;
  if refund.status not in ('requested', 'sent') then
    return 'repeated';
  end if;
  update public.refunds r set status = 'failed', last_error = left(error, 500), provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id;
  insert into public.order_events (order_id, kind, note) values (refund.order_id, 'refund', left(format('The refund of %s failed: %s', private.shillings(refund.amount), error), 1000));
  return 'failed';
end
$function$;

create or replace function public.apply_statement_line (
  event_id  uuid,
  receipt   text,
  reference text,
  amount    numeric,
  paid_at   timestamp with time zone
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
        and (a.resolved_at is null or exists (select from public.payments p where p.attempt_id = a.id and p.receipt = upper(a.provider_reference)))
      order by a.created_at limit 1;
      if attempt.id is not null then
        outcome := private.apply_payment_success(attempt, target, jsonb_build_object('receipt', number, 'amount', apply_statement_line.amount, 'paid_at', apply_statement_line.paid_at, 'code', '0'));
      else
        outcome := (private.receive_payment(target, null, 'mpesa', apply_statement_line.amount, 'KES', number, apply_statement_line.paid_at, 'Found in the statement', true)).state;
      end if;
    end if;
  end if;
  perform public.finish_provider_event(event_id, case outcome when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end, outcome);
  return outcome;
end
$function$;

create or replace function public.assign_provider_event (
  event_id     uuid,
  order_number text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require_super_admin();
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    raise exception using errcode = 'PT409', message = 'This payment has already been matched.', hint = 'payment.assigned';
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'There is no order with this number.', hint = 'order.not_found', detail = 'orderNumber';
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$function$;
