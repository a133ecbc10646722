set check_function_bodies = off;

create table private.revoked_licences (
  issued_as  uuid                     not null,
  created_at timestamp with time zone not null default now(),
  constraint revoked_licences_pkey primary key (issued_as)
);

alter table private.revoked_licences
  enable row level security;

alter table public.licences
  add column issued_as uuid;

alter table public.licences
  add column installation uuid;

alter table public.subscriptions
  add column issued_as uuid;

alter table public.licences
  alter column order_id drop not null;

alter table public.licences
  alter column order_item_id drop not null;

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
        and (h.version = 'saas' or c.order_id is null)
        and (is_entitled.campus is null or is_entitled.campus = any (c.campus_ids)
          or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k where k.school_id = h.id))) l
    where h.id = is_entitled.school);
end
$function$;

create or replace function private.protect_school_fields()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo, new.version) is distinct from (old.is_active, old.kind, old.name, old.is_demo, old.version) then
    raise exception using errcode = '42501', message = 'Only a super admin can rename, reclassify or archive a school.', hint = 'school.platform_field';
  end if;
  return new;
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
  -- Keys that a school of this same installation has entered; others learn of it by the list of revoked licences.
  update public.licences k set revoked_at = now() from public.licences l where l.order_id = wanted and k.issued_as = l.id and k.revoked_at is null;
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

create or replace function private.set_licence_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.order_item_id is not null then
    new.feature := (select a.feature from public.order_items i join public.addons a on a.id = i.addon_id where i.id = new.order_item_id);
  end if;
  return new;
end
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
  if exists (select from public.subscriptions s join public.licences l on l.order_item_id = s.order_item_id where l.id = licence) or exists (select from public.subscriptions s where s.issued_as = licence) then
    return;
  end if;
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
begin
  select * into licensed from public.schools s where s.id = activate_licence.school;
  if licensed.version <> 'standalone' then
    raise exception using errcode = 'P0001', message = 'Your school runs with us, so what it buys is on by itself. Keys are for schools with a server of their own.', hint = 'licence.not_standalone', detail = 'key';
  elsif (claims ->> 'number')::uuid <> licensed.id then
    raise exception using errcode = 'P0001', message = format('This key is for %s. Enter the key of your own school.', claims ->> 'school'), hint = 'licence.other_school', detail = 'key';
  elsif until_day < today then
    raise exception using errcode = 'P0001', message = format('This key ended on %s. Renew the licence and enter its new key.', to_char(until_day, 'FMDD Mon YYYY')), hint = 'licence.expired', detail = 'key';
  elsif exists (select from private.revoked_licences r where r.issued_as = licence) or exists (select from public.licences l where (l.issued_as = licence or l.id = licence) and l.revoked_at is not null) then
    raise exception using errcode = 'P0001', message = 'This key was withdrawn, for its order was paid back.', hint = 'licence.revoked', detail = 'key';
  end if;
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

create or replace function public.apply_revoked_licences (
  revoked uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changed integer;
begin
  insert into private.revoked_licences (issued_as) select unnest(revoked) on conflict do nothing;
  update public.licences l set revoked_at = now() where l.issued_as = any (revoked) and l.revoked_at is null;
  get diagnostics changed = row_count;
  update public.subscriptions s set revoked_at = now() where s.issued_as = any (revoked) and s.revoked_at is null;
  return changed;
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
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued', extract(epoch from sold.created_at)::bigint);
end
$function$;

create or replace function public.list_revoked_licences()
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(array_agg(l.id order by l.revoked_at), '{}') from public.licences l
  where l.order_id is not null and l.category = 'standalone' and l.revoked_at is not null and coalesce(l.valid_until, 'infinity') >= private.today() - 30
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
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'version', s.version, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
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
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', (select h.version from public.schools h where h.id = school),
    'students', present.students, 'max_students', present.max_students,
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'price_term', case when p.period = 'term' then p.price end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', case when p.price > (select r.price from public.plans r where r.id = running.plan_id) then private.upgrade_price(school, p.id) end) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = (select h.version from public.schools h where h.id = school)));
end
$function$;

alter table public.licences
  add constraint licences_come_from_order_or_key
    check ((((order_id IS NULL) = (order_item_id IS NULL)) AND ((order_id IS NULL) = (issued_as IS NOT NULL))));

alter table public.subscriptions
  add constraint subscriptions_issued_as_key unique (issued_as);

create unique index licences_issued_as_key on public.licences using btree (school_id, issued_as, feature) nulls not DISTINCT
  where (issued_as is not null);

create index licences_issued_idx on public.licences using btree (issued_as)
  where (issued_as is not null);

comment on column public.licences.installation is 'The number of the Standalone school that a signed key was issued for, where the order names no school.';

comment on column public.licences.issued_as is 'The id of the licence at whoever sold it, where this one was read from a signed key.';

comment on column public.subscriptions.issued_as is 'The licence at whoever sold it, where the period was read from a signed key.';

comment on function public.activate_licence(uuid, jsonb, text) is 'For the server: stores the licence of a key whose signature it has verified.';

comment on function public.apply_revoked_licences(uuid[]) is 'For the server: takes away the licences that the seller has withdrawn; returns how many.';

comment on function public.licence_claims(text, uuid, text) is 'For the server: what the signed key of a Standalone licence says, by the code on the order. The number of the installation is bound to the licence once.';

comment on function public.list_revoked_licences() is 'For the server: Standalone licences that were paid back and would still hold.';

comment on table private.revoked_licences is 'Licences that the seller has withdrawn, so that their keys are refused also when they are entered later.';

comment on table public.licences is 'One per paid line of an order, or per feature of a key that a Standalone school has entered. valid_until null never ends; a repeat purchase starts when the licence before it ends.';

revoke all on function private.subscribe_by_key(uuid, jsonb) from public;

revoke all on function public.activate_licence(uuid, jsonb, text) from public;

grant execute on function public.activate_licence(uuid, jsonb, text) to service_role;

revoke all on function public.apply_revoked_licences(uuid[]) from public;

grant execute on function public.apply_revoked_licences(uuid[]) to service_role;

revoke all on function public.licence_claims(text, uuid, text) from public;

grant execute on function public.licence_claims(text, uuid, text) to service_role;

revoke all on function public.list_revoked_licences() from public;

grant execute on function public.list_revoked_licences() to service_role;

grant all on table private.revoked_licences to service_role;

revoke all (version) on table public.schools from authenticated;

grant insert (version), update (version) on table public.schools to authenticated;
