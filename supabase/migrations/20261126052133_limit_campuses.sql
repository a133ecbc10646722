set check_function_bodies = off;

drop function public.list_plans(text, public.product_category, integer, integer);

alter table public.plans
  add column max_campuses integer;

create or replace function private.campus_count (
  school uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select count(*)::integer from public.campuses c where c.school_id = campus_count.school $function$;

create or replace function private.campus_limit (
  school uuid,
  plan   public.plans
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when plan.max_campuses is null or private.is_entitled(school, 'addon:multi-branch') <> 'on' then plan.max_campuses
    else greatest(plan.max_campuses, (select max(l.quantity) from public.licences l where l.school_id = campus_limit.school and l.feature = 'addon:multi-branch'
      and l.revoked_at is null and private.school_today(school) between l.valid_from and coalesce(l.valid_until, 'infinity'))) end
$function$;

create or replace function private.campus_room (
  school uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  plan constant public.plans := private.running_plan(school);
  most constant integer := private.campus_limit(school, plan);
begin
  if most is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_campuses', most, 'campuses', private.campus_count(school));
end
$function$;

create or replace function private.plan_room (
  school uuid,
  more   integer default 0
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  students constant integer := private.active_students(school);
  plan constant public.plans := private.running_plan(school);
begin
  if plan.max_students is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_students', plan.max_students, 'students', students, 'after', students + more, 'is_over', (students + more) * 100 > plan.max_students * 120);
end
$function$;

create or replace function private.require_campus_room (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  room jsonb;
begin
  perform private.lock_subscription(school);
  room := private.campus_room(school);
  if (room ->> 'campuses')::integer >= (room ->> 'max_campuses')::integer then
    raise exception using errcode = 'P0001', message = format('The plan %s has no campus left: %s of %s in use. Upgrade it first under School, Plan and licences.', room ->> 'plan', room ->> 'campuses', room ->> 'max_campuses'), hint = 'plan.campuses';
  end if;
end
$function$;

create or replace function private.running_plan (
  school uuid
)
  returns public.plans
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.* from (select private.school_today(running_plan.school) as day offset 0) today
  join public.subscriptions s on s.school_id = running_plan.school and s.revoked_at is null and s.started_on <= today.day and s.ends_on >= today.day
  join public.plans p on p.id = s.plan_id
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
    'room', case when my_role = 'admin' then private.plan_room(school) end,
    'campus_room', case when my_role = 'admin' then private.campus_room(school) end,
    'ending_licences', case when my_role = 'admin' then private.ending_licences(school) end,
    'setup', case when my_role = 'admin' then private.setup_steps(school) end,
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
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    period            public.plan_period,
    highlight         boolean,
    badge             text,
    features          jsonb,
    max_students      integer,
    max_campuses      integer,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    subscribers       integer,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
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
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.max_campuses, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$function$;

create or replace function public.save_campus (
  name      text,
  address   text default null::text,
  phone     text default null::text,
  campus_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_campus.campus_id) then
    raise exception using errcode = 'P0001', message = 'There is a campus of this name already.', hint = 'campus.name_taken', detail = 'name';
  end if;
  if save_campus.campus_id is null then
    perform private.require_campus_room(school);
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address), phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
  return saved;
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
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s where s.school_id = school and s.revoked_at is null and not s.is_trial and s.started_on <= today and s.ends_on >= today;
  return jsonb_build_object(
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', version,
    'students', present.students, 'max_students', present.max_students, 'max_campuses', (select private.campus_limit(school, p) from public.plans p where p.id = present.plan_id),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later'
          when exists (select from private.addon_features f where f.feature = l.feature and not f.is_built) then 'preparing' when version = 'standalone' and l.order_id is not null then 'without-key' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' and not exists (select from public.licences k where k.school_id = school and k.issued_as = c.id)
        order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'max_campuses', private.campus_limit(school, p), 'price_term', case when p.period = 'term' then p.price end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', case when p.price > (select r.price from public.plans r where r.id = running.plan_id) then private.upgrade_price(school, p.id) end) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = version));
end
$function$;

alter table public.plans
  add constraint plans_max_campuses_check check ((max_campuses > 0));

comment on column public.plans.max_campuses is 'Null: no limit. A school without campuses is one place, so every plan allows at least one.';

comment on function public.list_plans(text, public.product_category, integer, integer) is 'Every plan, on sale or not. subscribers: schools that have it now. orders: how many orders name it. total counts all that match.';

revoke all on function private.campus_count(uuid) from public;

revoke all on function private.campus_limit(uuid, public.plans) from public;

revoke all on function private.campus_room(uuid) from public;

revoke all on function private.require_campus_room(uuid) from public;

revoke all on function private.running_plan(uuid) from public;

revoke all on function public.list_plans(text, public.product_category, integer, integer) from public;

grant execute on function public.list_plans(text, public.product_category, integer, integer) to authenticated;

grant execute on function public.list_plans(text, public.product_category, integer, integer) to service_role;

revoke all (max_campuses) on table public.plans from authenticated;

grant insert (max_campuses), update (max_campuses) on table public.plans to authenticated;

-- As the plans' cards say.
update public.plans p set max_campuses = case when p.features @> '[{"text": "Up to 2 campuses", "included": true}]' then 2 else 1 end
where p.features @> '[{"text": "Multiple campuses", "included": false}]' or p.features @> '[{"text": "Up to 2 campuses", "included": true}]';
