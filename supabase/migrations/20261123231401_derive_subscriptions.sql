set check_function_bodies = off;

drop policy "Staff of a school upload its documents" on storage.objects;

drop policy "The office removes its school's files" on storage.objects;

drop policy "Who uploaded a document removes its file" on storage.objects;

drop index public.subscriptions_end_idx;

drop index public.subscriptions_plan_idx;

drop index public.subscriptions_school_key;

drop view public.subscription_overview;

drop function private.issue_licences(public.orders);

drop function private.licence_end(public.order_items);

drop function private.price_lines(jsonb);

drop function private.update_subscription_status();

create extension if not exists btree_gist schema extensions;

create table private.addon_features (
  name    text not null,
  feature text not null,
  constraint addon_features_pkey primary key (name)
);

alter table private.addon_features
  enable row level security;

alter table public.addons
  add column feature text;

alter table public.licences
  add column feature text;

alter table public.licences
  add column campus_ids uuid[];

alter table public.order_items
  add column billing text;

alter table public.order_items
  add column is_upgrade boolean not null default false;

alter table public.schools
  add column version text not null default 'saas'::text;

alter table public.schools
  add column closed_at timestamp with time zone;

alter table public.subscriptions
  add column is_trial boolean not null default false;

alter table public.subscriptions
  add column order_item_id uuid;

alter table public.subscriptions
  add column replaces uuid;

alter table public.subscriptions
  add column revoked_at timestamp with time zone;

-- What the stored status said. A subscription that was ended early ended on the day before, or counts for nothing where that was its first.
alter table public.subscriptions disable trigger user;

update public.subscriptions set is_trial = true where status = 'trial';

update public.subscriptions set revoked_at = updated_at where status = 'cancelled' and private.school_day(school_id, updated_at) <= started_on;

update public.subscriptions set ends_on = private.school_day(school_id, updated_at) - 1
where status = 'cancelled' and revoked_at is null and private.school_day(school_id, updated_at) <= ends_on;

alter table public.subscriptions enable trigger user;

alter table public.subscriptions
  drop column grace_until;

alter table public.subscriptions
  drop column status;

drop type public.subscription_status;

create type public.entitlement as enum (
  'off',
  'read-only',
  'on'
);

create type public.subscription_state as enum (
  'trial',
  'active',
  'grace',
  'ended',
  'closed'
);

create or replace function private.add_subscription_period (
  school  uuid,
  plan    uuid,
  billing text,
  periods integer default 1,
  item    uuid    default null::uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  added public.subscriptions;
  today constant date := private.school_today(school);
  last_day date;
begin
  perform private.lock_subscription(school);
  select * into added from public.subscriptions s where s.order_item_id = item and s.revoked_at is null;
  if found then
    return added;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  select max(s.ends_on) into last_day from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  values (school, plan, add_subscription_period.billing, coalesce(last_day + 1, today), (coalesce(last_day, today) + private.period_length(add_subscription_period.billing) * periods)::date, item)
  returning * into added;
  update public.schools set closed_at = null where id = school and closed_at is not null;
  return added;
end
$function$;

create or replace function private.apply_paid_plans (
  paid public.orders
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  line record;
begin
  if paid.school_id is null then
    return;
  end if;
  for line in select i.id, i.plan_id, i.quantity, i.line_total, i.is_upgrade, coalesce(i.billing, case p.period when 'year' then 'annual' else 'termly' end) as billing
    from public.order_items i join public.plans p on p.id = i.plan_id where i.order_id = paid.id and i.kind = 'plan' order by i.position
  loop
    if line.is_upgrade then
      perform private.upgrade_subscription(paid.school_id, line.plan_id, line.line_total, line.id);
    else
      perform private.add_subscription_period(paid.school_id, line.plan_id, line.billing, line.quantity, line.id);
    end if;
  end loop;
end
$function$;

create or replace function private.bring_periods_forward (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  period record;
  free date := private.school_today(school);
begin
  for period in select s.id, s.started_on, s.ends_on from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= free order by s.started_on loop
    if period.started_on > free then
      update public.subscriptions s set started_on = free, ends_on = free + (period.ends_on - period.started_on) where s.id = period.id returning s.ends_on into period.ends_on;
    end if;
    free := period.ends_on + 1;
  end loop;
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
  if paid.paid_at is not null or paid.total_amount > (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = wanted and p.state = 'received') then
    return;
  end if;
  select * into last from public.payments p where p.order_id = wanted and p.state = 'received' order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = wanted;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (wanted, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.issue_licences(paid);
  perform private.apply_paid_plans(paid);
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
  before public.order_status;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  update public.payments set refunded_amount = refunded_amount + refund.amount where id = refund.payment_id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, private.signed_in_uid(), 'refund', format('Refunded %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    select * into target from public.orders where id = refund.order_id;
    if target.paid_at is not null and not exists (select from public.payments p where p.order_id = target.id and p.state = 'received' and p.refunded_amount < p.amount) then
      before := target.status;
      update public.orders set status = 'cancelled', paid_at = null where id = target.id returning * into target;
      perform private.revoke_licences(target.id);
      perform private.revoke_paid_plans(target.id);
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (target.id, private.signed_in_uid(), 'status', before, 'cancelled', 'Refunded in full: the licences are revoked.');
    end if;
  else
    select * into target from public.orders where id = refund.order_id;
  end if;
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'), target.language);
end
$function$;

create or replace function private.days_of_period (
  period public.plan_period
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$ select case period when 'month' then 30 when 'term' then 122 else 365 end $function$;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session.
    has_session := token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me);
    -- With the second factor where the account has one.
    is_signed_in := has_session and (coalesce(token ->> 'aal', 'aal1') = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified'));
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.grace_days()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30) $function$;

create or replace function private.is_entitled (
  school  uuid,
  feature text,
  campus  uuid default null::uuid
)
  returns public.entitlement
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return (
    select case
        when is_entitled.feature like 'module:%' then case
          when h.version = 'saas' and is_entitled.feature in ('module:front-office', 'module:inventory', 'module:backup-and-updates') then 'off' when r.is_running then 'on' else 'read-only' end
        when l.is_valid and r.is_running then 'on' when l.is_valid is not null then 'read-only' else 'off' end::public.entitlement
    from public.schools h
    cross join lateral (select (private.current_moment() at time zone h.time_zone)::date as today) d
    cross join lateral (
      select exists (select from public.subscriptions s where s.school_id = h.id and s.revoked_at is null and s.ends_on >= d.today and s.started_on <= d.today) as is_running) r
    cross join lateral (
      select bool_or(d.today between c.valid_from and coalesce(c.valid_until, 'infinity')) as is_valid from public.licences c
      where c.school_id = h.id and c.feature = is_entitled.feature and c.revoked_at is null and c.valid_from <= d.today
        and (is_entitled.campus is null or is_entitled.campus = any (c.campus_ids)
          or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k where k.school_id = h.id))) l
    where h.id = is_entitled.school);
end
$function$;

create or replace function private.is_feature (
  name text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$ select name ~ '^(module|addon):[a-z0-9]+(-[a-z0-9]+)*$' $function$;

create or replace function private.is_running (
  school uuid
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (
    select from public.schools h join public.subscriptions s on s.school_id = h.id
    where h.id = is_running.school and s.revoked_at is null and s.ends_on >= (private.current_moment() at time zone h.time_zone)::date and s.started_on <= (private.current_moment() at time zone h.time_zone)::date);
end
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
  for line in select i.* from public.order_items i where i.order_id = paid.id order by i.position loop
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
      case when cardinality(held.campus_ids) <= line.quantity then held.campus_ids end, coalesce(held.valid_until + 1, today), private.licence_end(line, coalesce(held.valid_until, today)))
    on conflict (order_item_id) do update set revoked_at = null, valid_from = excluded.valid_from, valid_until = excluded.valid_until;
  end loop;
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
    when item.kind = 'plan' then case when item.billing = 'annual' then interval '1 year' else (
      select case p.period when 'term' then interval '4 months' when 'month' then interval '1 month' else interval '1 year' end from public.plans p where p.id = item.plan_id) end
    when item.kind = 'service' then (
      select case s.unit when 'per term' then interval '4 months' when 'per month' then interval '1 month' when 'per year' then interval '1 year' end from public.services s where s.id = item.service_id)
    else interval '4 months' end)::date
$function$;

create or replace function private.lock_subscription (
  school uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$ select pg_advisory_xact_lock(hashtextextended('subscription of ' || school::text, 0)) $function$;

create or replace function private.may_write()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.my_school();
begin
  return school is null or private.is_super_admin() or private.is_running(school);
end
$function$;

create or replace function private.notify_subscribers (
  change   public.price_changes,
  template text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school record;
begin
  if change.kind <> 'plan' then
    return;
  end if;
  for school in
    select c.id, c.name, c.email, p.name as plan, p.period
    from private.schools_with_plan(change.item_id) as subscribed (school_id) join public.schools c on c.id = subscribed.school_id join public.plans p on p.id = change.item_id
    where private.null_if_blank(c.email) is not null
  loop
    perform private.queue_mail(format('%s/%s/%s', notify_subscribers.template, change.id, school.id), notify_subscribers.template, school.email,
      jsonb_build_object('school', school.name, 'plan', school.plan, 'period', school.period, 'old_price', change.old_price, 'new_price', change.new_price, 'effective_on', change.effective_on));
  end loop;
end
$function$;

create or replace function private.paid_period_before (
  period uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with recursive replaced as (
    select s.id, s.replaces, s.order_item_id, 1 as depth from public.subscriptions s where s.id = period
    union all
    select s.id, s.replaces, s.order_item_id, r.depth + 1 from replaced r join public.subscriptions s on s.id = r.replaces)
  select r.id from replaced r left join public.order_items i on i.id = r.order_item_id left join public.orders o on o.id = i.order_id
  where r.order_item_id is null or o.paid_at is not null order by r.depth limit 1
$function$;

create or replace function private.period_length (
  billing text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$ select case billing when 'annual' then interval '1 year' else interval '4 months' end $function$;

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
  select case when p.period = 'term' and billing = 'annual' then round(p.price * 0.9)::integer * 3 else p.price end from public.plans p where p.id = plan
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
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'One order takes at most 50 lines. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'A line of the cart names nothing on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
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
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and (in_store or private.admin_school() is not null)
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.admin_school(), a.id) when a.billing is not null then private.plan_price(a.id, a.billing) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
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

create or replace function private.protect_agreed_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  schools integer;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  -- The job that applies an announced change has no user.
  if auth.uid() is null then
    return new;
  end if;
  select count(*) into schools from private.schools_with_plan(new.id);
  if schools > 0 and (new.period <> old.period or new.category <> old.category) then
    raise exception using errcode = 'P0001', message = 'Schools subscribe to this plan as it is. Add another plan for another version or period.', hint = 'plan.subscribed',
      detail = case when new.period <> old.period then 'period' else 'category' end;
  elsif schools > 0 and new.price <> old.price and notice > 0 then
    raise exception using errcode = 'P0001', message = format('Schools subscribe to this plan: its price changes with %s days of notice. Announce the new price instead.', notice), hint = 'plan.needs_notice', detail = 'price';
  end if;
  return new;
end
$function$;

create or replace function private.remind_of_subscription_ends()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  period record;
  days integer;
  reminded integer := 0;
begin
  for period in
    select s.id, s.ends_on, s.is_trial, s.reminded_days, s.ends_on - private.school_today(s.school_id) as days_left, c.name as school, c.email, p.name as plan
    from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.revoked_at is null and s.ends_on >= private.today() - 1 and s.ends_on <= private.today() + 60
      and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null and n.started_on > s.ends_on)
    for update of s skip locked
  loop
    select min(reminder::integer) into days from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where reminder::integer >= period.days_left;
    if period.days_left >= 0 and days is not null and (period.reminded_days is null or days < period.reminded_days) then
      if period.email is not null then
        perform private.queue_mail(format('subscription-ending/%s/%s/%s', period.id, period.ends_on, days), 'subscription-ending', period.email,
          jsonb_build_object('school', period.school, 'plan', period.plan, 'status', case when period.is_trial then 'trial' else 'active' end, 'ends_on', period.ends_on));
      end if;
      update public.subscriptions set reminded_days = days where id = period.id;
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function private.require_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.may_write() then
    raise exception using errcode = '42501', hint = 'subscription.ended',
      message = 'The subscription of your school has ended. Everything can be read and exported; to change something, an administrator renews it first.';
  end if;
  return null;
end
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
  revoked record;
  later record;
  free date;
begin
  for revoked in update public.licences l set revoked_at = now() where l.order_id = wanted and l.revoked_at is null returning l.school_id, l.feature loop
    continue when revoked.school_id is null or revoked.feature is null;
    perform pg_advisory_xact_lock(hashtextextended('licences of ' || revoked.school_id::text || revoked.feature, 0));
    free := private.school_today(revoked.school_id);
    for later in
      select l.id, l.valid_from, l.valid_until from public.licences l
      where l.school_id = revoked.school_id and l.feature = revoked.feature and l.revoked_at is null and l.valid_until >= free order by l.valid_from, l.created_at
    loop
      if later.valid_from > free then
        update public.licences l set valid_from = free, valid_until = free + (later.valid_until - later.valid_from) where l.id = later.id returning l.valid_until into later.valid_until;
      end if;
      free := greatest(free, later.valid_until + 1);
    end loop;
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
  school uuid;
  period record;
begin
  select o.school_id into school from public.orders o where o.id = wanted and o.school_id is not null;
  if not found then
    return;
  end if;
  perform private.lock_subscription(school);
  for period in
    update public.subscriptions s set revoked_at = now() from public.order_items i
    where i.order_id = wanted and s.order_item_id = i.id and s.revoked_at is null returning s.id, s.ends_on, s.replaces
  loop
    update public.subscriptions s set revoked_at = null, ends_on = period.ends_on where s.id = private.paid_period_before(period.replaces);
  end loop;
  perform private.bring_periods_forward(school);
end
$function$;

create or replace function private.run_due_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'sign_ins', private.purge_sign_ins(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.schools_with_plan (
  plan uuid
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select distinct s.school_id from public.subscriptions s where s.plan_id = plan and s.revoked_at is null and s.ends_on >= private.today() - private.grace_days()
$function$;

create or replace function private.set_addon_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.feature := coalesce(new.feature, (select f.feature from private.addon_features f where f.name = new.name));
  return new;
end
$function$;

create or replace function private.set_licence_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.feature := (select a.feature from public.order_items i join public.addons a on a.id = i.addon_id where i.id = new.order_item_id);
  return new;
end
$function$;

create or replace function private.subscription_state (
  closed_at  timestamp with time zone,
  is_running boolean,
  is_trial   boolean,
  last_day   date,
  today      date,
  grace_days integer
)
  returns public.subscription_state
  language sql
  immutable
  AS $function$
  select case when closed_at is not null then 'closed' when is_running and is_trial then 'trial' when is_running then 'active' when last_day + grace_days >= today then 'grace' else 'ended' end::public.subscription_state
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
  today constant date := private.school_today(school);
  running public.subscriptions;
  missing integer;
begin
  select s.* into running from public.subscriptions s where s.school_id = school and s.revoked_at is null and not s.is_trial and s.started_on <= today and s.ends_on >= today;
  missing := private.plan_price(plan, running.billing) - private.plan_price(running.plan_id, running.billing);
  if missing is null or missing <= 0 then
    raise exception using errcode = 'P0001', message = 'An upgrade needs a running subscription to a smaller plan. Renew with the plan you want instead.', hint = 'subscription.no_upgrade', detail = 'plan_id';
  end if;
  return round(missing::numeric * (running.ends_on - today + 1) / (running.ends_on - (running.ends_on - private.period_length(running.billing))::date));
end
$function$;

create or replace function private.upgrade_subscription (
  school uuid,
  plan   uuid,
  amount bigint,
  item   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  running public.subscriptions;
  upgraded public.subscriptions;
  wanted public.plans;
  today constant date := private.school_today(school);
  last_day date;
begin
  perform private.lock_subscription(school);
  select * into upgraded from public.subscriptions s where s.order_item_id = item and s.revoked_at is null;
  if found then
    return upgraded;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  select * into wanted from public.plans p where p.id = plan;
  select s.* into running from public.subscriptions s join public.plans p on p.id = s.plan_id
  where s.school_id = school and s.revoked_at is null and not s.is_trial and s.started_on <= today and s.ends_on >= today and p.price < wanted.price;
  if not found then
    select max(s.ends_on) into last_day from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
    insert into public.subscriptions (school_id, plan_id, started_on, ends_on, order_item_id)
    values (school, plan, coalesce(last_day + 1, today), coalesce(last_day + 1, today) + greatest(1, floor(amount * private.days_of_period(wanted.period) / greatest(wanted.price, 1)))::integer - 1, item)
    returning * into upgraded;
    update public.schools set closed_at = null where id = school and closed_at is not null;
    return upgraded;
  end if;
  if running.started_on = today then
    update public.subscriptions s set revoked_at = now() where s.id = running.id;
  else
    update public.subscriptions s set ends_on = today - 1 where s.id = running.id;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id, replaces)
  values (school, plan, running.billing, today, running.ends_on, item, running.id) returning * into upgraded;
  return upgraded;
end
$function$;

create or replace function public.cancel_subscription (
  subscription_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
  today date;
begin
  perform private.require_super_admin();
  select s.school_id, private.school_today(s.school_id) into school, today from public.subscriptions s where s.id = subscription_id;
  perform private.lock_subscription(school);
  if not exists (select from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= today) then
    raise exception using errcode = 'PT409', message = 'This subscription has already ended.', hint = 'subscription.ended';
  end if;
  update public.subscriptions s set revoked_at = now() where s.school_id = school and s.revoked_at is null and s.started_on >= today;
  update public.subscriptions s set ends_on = today - 1 where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
end
$function$;

create or replace function public.choose_licence_campuses (
  licence_id uuid,
  campus_ids uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  chosen constant uuid[] := array(select distinct c.id from public.campuses c where c.school_id = school and c.id = any (choose_licence_campuses.campus_ids));
  held public.licences;
begin
  select * into held from public.licences l where l.id = choose_licence_campuses.licence_id and l.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This licence is no longer here.', hint = 'licence.not_found';
  end if;
  if cardinality(chosen) > held.quantity then
    raise exception using errcode = 'P0001', message = format('This licence covers %s campuses. Choose no more, or buy it for more.', held.quantity), hint = 'licence.too_many_campuses', detail = 'campus_ids';
  end if;
  update public.licences l set campus_ids = chosen where l.school_id = school and l.feature = held.feature and l.revoked_at is null and l.quantity >= cardinality(chosen);
end
$function$;

create or replace function public.dashboard_summary()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on, 'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where my_role not in ('super_admin', 'user')),
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$function$;

create or replace function public.list_plans (
  search        text                    default null::text,
  only_category public.product_category default null::public.product_category,
  page          integer                 default 1,
  page_size     integer                 default 25
)
  returns table (
    id           uuid,
    name         text,
    description  text,
    category     public.product_category,
    price        integer,
    period       public.plan_period,
    highlight    boolean,
    badge        text,
    features     jsonb,
    max_students integer,
    is_active    boolean,
    in_store     boolean,
    updated_at   timestamp with time zone,
    subscribers  integer,
    orders       integer,
    total        bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and (private.null_if_blank(list_plans.search) is null or strpos(lower(p.name || ' ' || p.description), lower(btrim(list_plans.search))) > 0)
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.total
  from found f order by f.category, f.position, f.name, f.id;
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
  if placed.payment_method = 'bank' then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language);
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.platform_analytics()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'schools', (select count(*) from public.schools where is_active),
    'schools_by_kind', (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from public.schools where is_active group by kind) k),
    'users_by_role', (select jsonb_object_agg(part, n) from (select part, sum(amount) as n from private.platform_counts where what = 'accounts' and part in ('admin', 'teacher', 'staff', 'parent', 'student', 'user') group by part) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students' and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(status, n) from (select status, count(*) as n from public.subscription_overview where subscription_id is not null group by status) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.today() - 30));
end
$function$;

create or replace function public.renew_subscription (
  school_id uuid,
  plan_id   uuid,
  billing   text
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return private.add_subscription_period(school_id, plan_id, billing);
end
$function$;

create or replace function public.school_overview (
  school_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.subscription_id, 'plan_id', b.plan_id, 'plan', b.plan, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', b.max_students)
      from private.subscription_of(s.id) b where b.subscription_id is not null))
  from public.schools s where s.id = school_overview.school_id);
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
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s where s.school_id = school and s.revoked_at is null and not s.is_trial and s.started_on <= today and s.ends_on >= today;
  return jsonb_build_object(
    'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', (select h.version from public.schools h where h.id = school),
    'students', present.students, 'max_students', present.max_students,
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'price_term', case when p.period = 'term' then p.price end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', case when p.price > (select r.price from public.plans r where r.id = running.plan_id) then private.upgrade_price(school, p.id) end) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = (select h.version from public.schools h where h.id = school)));
end
$function$;

create or replace function public.start_trial (
  school_id uuid,
  plan_id   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  today constant date := private.school_today(start_trial.school_id);
  started public.subscriptions;
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  insert into public.subscriptions (school_id, plan_id, is_trial, started_on, ends_on)
  values (start_trial.school_id, start_trial.plan_id, true, today, today + coalesce((private.setting('subscriptions', 'trialDays'))::integer, 30))
  returning * into started;
  return started;
end
$function$;

alter table public.licences
  add constraint licences_check check ((cardinality(campus_ids) <= quantity));

alter table public.order_items
  add constraint order_items_billing_check check ((billing = ANY (ARRAY['termly'::text, 'annual'::text])));

alter table public.schools
  add constraint schools_version_check check ((version = ANY (ARRAY['saas'::text, 'standalone'::text])));

alter table public.subscriptions
  add constraint subscriptions_do_not_overlap EXCLUDE using gist (school_id with =, daterange(started_on, ends_on, '[]'::text) with &&)
    where ((revoked_at is null));

alter table public.subscriptions
  add constraint subscriptions_order_item_id_fkey foreign key (order_item_id) references public.order_items(id) on delete restrict;

alter table public.subscriptions
  add constraint subscriptions_order_item_id_key unique (order_item_id);

alter table public.subscriptions
  add constraint subscriptions_replaces_fkey foreign key (replaces) references public.subscriptions(id) on delete set null;

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    subscription_id,
    plan_id,
    plan,
    status,
    billing,
    started_on,
    ends_on,
    grace_until,
    max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students
   FROM ( SELECT s.id AS school_id,
            s.name AS school,
            s.is_active AS is_school_active,
            b.id AS subscription_id,
            b.plan_id,
            p.name AS plan,
                CASE
                    WHEN (b.id IS NULL) THEN 'none'::text
                    ELSE (private.subscription_state(s.closed_at, (b.ends_on >= t.day), b.is_trial, e.ends_on, t.day, ( SELECT private.grace_days() AS grace_days)))::text
                END AS status,
            b.billing,
            b.started_on,
            e.ends_on,
                CASE
                    WHEN (e.ends_on < t.day) THEN (e.ends_on + ( SELECT private.grace_days() AS grace_days))
                    ELSE NULL::date
                END AS grace_until,
            p.max_students
           FROM ((((public.schools s
             CROSS JOIN LATERAL ( SELECT ((( SELECT private.current_moment() AS current_moment) AT TIME ZONE s.time_zone))::date AS day) t)
             LEFT JOIN LATERAL ( SELECT x.ends_on
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) e ON (true))
             LEFT JOIN LATERAL ( SELECT x.id,
                    x.school_id,
                    x.plan_id,
                    x.is_trial,
                    x.billing,
                    x.started_on,
                    x.ends_on,
                    x.reminded_days,
                    x.created_at,
                    x.updated_at,
                    x.order_item_id,
                    x.replaces,
                    x.revoked_at
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL) AND (x.started_on <= t.day))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) b ON (true))
             LEFT JOIN public.plans p ON ((p.id = b.plan_id)))) d;

create or replace function private.subscription_of (
  school uuid
)
  returns public.subscription_overview
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select v.* from public.subscription_overview v where v.school_id = subscription_of.school $function$;

create index licences_feature_idx on public.licences using btree (school_id, feature, valid_until)
  where (revoked_at is null);

create index subscriptions_end_idx on public.subscriptions using btree (ends_on)
  where (revoked_at is null);

create index subscriptions_plan_idx on public.subscriptions using btree (plan_id, ends_on);

create index subscriptions_replaces_idx on public.subscriptions using btree (replaces)
  where (replaces is not null);

create trigger set_feature
  before insert on public.addons
  for each row
  execute function private.set_addon_feature();

create trigger needs_subscription
  before insert or delete or update on public.announcements
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.assessments
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.assignments
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.attendance
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.campuses
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.class_subjects
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.classes
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.documents
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.enrolments
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.fee_charges
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.fee_invoices
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.fee_payments
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.fees
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.grades
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.guardians
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.invitations
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.lessons
  for each STATEMENT
  execute function private.require_subscription();

create trigger set_feature
  before insert on public.licences
  for each row
  execute function private.set_licence_feature();

create trigger needs_subscription
  before insert or delete or update on public.register_days
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.school_terms
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.schools
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.staff_members
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.student_guardians
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.student_records
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.students
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.subject_results
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.subjects
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.submissions
  for each STATEMENT
  execute function private.require_subscription();

create policy "Staff of a school upload its documents" on storage.objects
  for insert
  to authenticated
  with
    check
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[1] = (( SELECT private.staff_school() AS staff_school))::text)
    AND ( SELECT private.may_write() AS may_write)));

create policy "The office removes its school's files" on storage.objects
  for delete
  to authenticated
  using
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[1] = (( select private.office_school() as
    office_school))::text) AND ( select private.may_write() as may_write)));

create policy "Who uploaded a document removes its file" on storage.objects
  for delete
  to authenticated
  using
    (((bucket_id = 'school-documents'::text) AND (owner_id = (( select private.signed_in_uid() as signed_in_uid))::text) AND
    ((storage.foldername(name))[1] = (( select private.staff_school() as staff_school))::text) AND
    ( select private.may_write() as may_write)));

comment on column public.addons.feature is 'What a licence of it switches on; one feature where both versions sell the add-on.';

comment on column public.licences.campus_ids is 'The campuses that the school chose; null covers all of them while they are no more than quantity.';

comment on column public.licences.feature is 'What it switches on at the school, such as addon:quick-fees; null where it switches on nothing by itself.';

comment on column public.order_items.billing is 'A plan''s period: a term or a year; null is the plan''s own.';

comment on column public.order_items.is_upgrade is 'The price is what is missing for the greater plan until the end of the running period.';

comment on column public.order_items.quantity is 'Schools or campuses licensed; of a plan its periods.';

comment on column public.schools.closed_at is 'Since when only its administrators come in, to export and to renew.';

comment on column public.schools.version is 'Where it runs: with us, or on the school''s own server.';

comment on column public.subscriptions.order_item_id is 'The paid line that this period is for: a line moves a subscription once.';

comment on column public.subscriptions.replaces is 'The period of a smaller plan that this upgrade cut short, which a refund restores.';

comment on column public.subscriptions.revoked_at is 'Paid back, or replaced on its first day: the period does not count.';

comment on extension btree_gist is 'support for indexing common datatypes in GiST';

comment on function public.cancel_subscription(uuid) is 'Ends a school''s subscription with yesterday, also what was paid for later.';

comment on function public.choose_licence_campuses(uuid, uuid[]) is 'The campuses at which an add-on is on: as many as were paid for, also for the licences that follow.';

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted} and recent activities {at, kind, title, text, link}.';

comment on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint, text) is 'Places an order. billing holds firstName, lastName, email, phone, institution, billingAddress, city, country; lines hold addon_id, plan_id or service_id and quantity, a plan also billing (termly or annual) and is_upgrade; language is that of the page. The same key returns the same order.';

comment on function public.school_plan() is 'The subscription of the caller''s school, its limits, licences and the plans on offer with their prices in whole shillings; upgrade_price is null where nothing runs that could be upgraded. Administrators only.';

comment on table private.addon_features is 'The feature of each add-on that the product has; one feature where both versions sell it.';

comment on table public.licences is 'One per paid line of an order. valid_until null never ends; a repeat purchase starts when the licence before it ends.';

comment on table public.subscriptions is 'Periods of a school''s subscription, from the first to the last day; the present state is private.subscription_of.';

comment on type public.entitlement is 'off: never bought, or paid back. read-only: over, so it is read and exported and nothing is written. on: everything.';

comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size and its plan''s limit; ends_on is the last day of all that is paid.';

revoke all on function private.add_subscription_period(uuid, uuid, text, integer, uuid) from public;

revoke all on function private.apply_paid_plans(public.orders) from public;

revoke all on function private.bring_periods_forward(uuid) from public;

revoke all on function private.days_of_period(public.plan_period) from public;

revoke all on function private.grace_days() from public;

grant execute on function private.grace_days() to authenticated;

grant execute on function private.grace_days() to service_role;

revoke all on function private.is_entitled(uuid, text, uuid) from public;

grant execute on function private.is_entitled(uuid, text, uuid) to authenticated;

grant execute on function private.is_entitled(uuid, text, uuid) to service_role;

revoke all on function private.is_feature(text) from public;

grant execute on function private.is_feature(text) to authenticated;

grant execute on function private.is_feature(text) to service_role;

revoke all on function private.is_running(uuid) from public;

revoke all on function private.issue_licences(public.orders) from public;

revoke all on function private.licence_end(public.order_items, date) from public;

revoke all on function private.lock_subscription(uuid) from public;

revoke all on function private.may_write() from public;

grant execute on function private.may_write() to authenticated;

grant execute on function private.may_write() to service_role;

revoke all on function private.paid_period_before(uuid) from public;

revoke all on function private.period_length(text) from public;

revoke all on function private.plan_price(uuid, text) from public;

revoke all on function private.price_lines(jsonb) from public;

revoke all on function private.remind_of_subscription_ends() from public;

revoke all on function private.require_subscription() from public;

revoke all on function private.revoke_licences(uuid) from public;

revoke all on function private.revoke_paid_plans(uuid) from public;

revoke all on function private.schools_with_plan(uuid) from public;

revoke all on function private.set_addon_feature() from public;

revoke all on function private.set_licence_feature() from public;

revoke all on function private.subscription_of(uuid) from public;

revoke all on function private.subscription_state(timestamp with time zone, boolean, boolean, date, date, integer) from public;

grant execute on function private.subscription_state(timestamp with time zone, boolean, boolean, date, date, integer) to authenticated;

grant execute on function private.subscription_state(timestamp with time zone, boolean, boolean, date, date, integer) to service_role;

revoke all on function private.upgrade_price(uuid, uuid) from public;

revoke all on function private.upgrade_subscription(uuid, uuid, bigint, uuid) from public;

revoke all on function public.choose_licence_campuses(uuid, uuid[]) from public;

grant execute on function public.choose_licence_campuses(uuid, uuid[]) to authenticated;

grant execute on function public.choose_licence_campuses(uuid, uuid[]) to service_role;

revoke all on function public.school_plan() from public;

grant execute on function public.school_plan() to authenticated;

grant execute on function public.school_plan() to service_role;

grant all on table private.addon_features to service_role;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;

alter table private.addon_features
  add constraint addon_features_feature_check check (private.is_feature(feature));

alter table public.addons
  add constraint addons_feature_check check (private.is_feature(feature));

alter table public.licences
  add constraint licences_feature_check check (private.is_feature(feature));

insert into private.addon_features (name, feature) values
  ('QR Code Attendance', 'addon:qr-attendance'), ('Two-Factor Authentication', 'addon:two-factor'), ('Two-Factor Authenticator', 'addon:two-factor'), ('Android App', 'addon:android-app'),
  ('Behaviour Records', 'addon:behaviour-records'), ('Biometrics Entry', 'addon:biometrics'), ('CBSE Examination', 'addon:cbse-examination'), ('Google Meet Live Classes', 'addon:google-meet'),
  ('Multi Branch', 'addon:multi-branch'), ('Online Course', 'addon:online-course'), ('Quick Fees', 'addon:quick-fees'), ('Thermal Print', 'addon:thermal-print'), ('Zoom Live Classes', 'addon:zoom');

alter table public.addons disable trigger user;

update public.addons a set feature = f.feature from private.addon_features f where f.name = a.name;

alter table public.addons enable trigger user;

alter table public.licences disable trigger user;

update public.licences l set feature = a.feature from public.order_items i join public.addons a on a.id = i.addon_id where i.id = l.order_item_id;

alter table public.licences enable trigger user;
