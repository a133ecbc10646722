set check_function_bodies = off;

drop function private.subscription_of(uuid);

drop view public.subscription_overview;

create or replace function private.limiting_plan (
  plan     uuid,
  is_trial boolean
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select case when is_trial then coalesce(private.trial_plan(), plan) else plan end $function$;

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
  join public.plans p on p.id = private.limiting_plan(s.plan_id, s.is_trial)
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
    'students', present.students, 'max_students', present.max_students, 'max_campuses', (select private.campus_limit(school, p) from public.plans p where p.id = private.limiting_plan(present.plan_id, present.status = 'trial')),
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

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    (present).id AS subscription_id,
    (present).plan_id AS plan_id,
    ( SELECT p.name
           FROM public.plans p
          WHERE (p.id = (d.present).plan_id)) AS plan,
        CASE
            WHEN ((present).id IS NULL) THEN 'none'::text
            ELSE (private.subscription_state(closed_at, ((present).ends_on >= day), (present).is_trial, last_day, day, ( SELECT private.grace_days() AS grace_days)))::text
        END AS status,
    (present).billing AS billing,
    (present).started_on AS started_on,
    last_day AS ends_on,
        CASE
            WHEN (last_day < day) THEN (last_day + ( SELECT private.grace_days() AS grace_days))
            ELSE NULL::date
        END AS grace_until,
    ( SELECT p.max_students
           FROM public.plans p
          WHERE (p.id = private.limiting_plan((d.present).plan_id, (d.present).is_trial))) AS max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students
   FROM ( SELECT s.id AS school_id,
            s.name AS school,
            s.is_active AS is_school_active,
            s.closed_at,
            t.day,
            ( SELECT x.*::public.subscriptions AS x
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL) AND (x.started_on <= t.day))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS present,
            ( SELECT x.ends_on
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS last_day
           FROM (public.schools s
             CROSS JOIN LATERAL ( SELECT ((( SELECT private.current_moment() AS current_moment) AT TIME ZONE s.time_zone))::date AS day) t)) d;

create or replace function private.subscription_of (
  school uuid
)
  returns public.subscription_overview
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select v.* from public.subscription_overview v where v.school_id = subscription_of.school $function$;

comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size and its plan''s limit; ends_on is the last day of all that is paid.';

revoke all on function private.limiting_plan(uuid, boolean) from public;

grant execute on function private.limiting_plan(uuid, boolean) to authenticated;

grant execute on function private.limiting_plan(uuid, boolean) to service_role;

revoke all on function private.subscription_of(uuid) from public;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;
