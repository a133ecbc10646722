set check_function_bodies = off;

alter table private.live_plans
  add column planned_for text[] not null default '{}'::text[];

create or replace function private.live_plans_due()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.school_id from private.live_plans p
  where (p.is_stale or p.planned_on is distinct from private.school_today(p.school_id)
      or p.planned_for is distinct from private.live_providers(p.school_id))
    and private.is_entitled(p.school_id, 'addon:live-classes') = 'on'
$function$;

create or replace function private.live_providers (
  school uuid
)
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select p.name from unnest(array['google-meet', 'zoom']) as p (name)
    where private.is_entitled(live_providers.school, 'addon:' || p.name) = 'on' order by p.name)
$function$;

create or replace function private.live_week (
  school uuid
)
  returns table (
    lesson_id  uuid,
    class_id   uuid,
    subject_id uuid,
    teacher_id uuid,
    provider   text,
    day        date,
    starts_at  timestamp with time zone,
    ends_at    timestamp with time zone
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select l.id, l.class_id, l.subject_id, l.teacher_id, v.provider, d.day,
    (d.day + l.starts_at) at time zone h.time_zone, (d.day + l.ends_at) at time zone h.time_zone
  from public.live_lessons v join public.lessons l on l.id = v.lesson_id
  join public.schools h on h.id = v.school_id
  join public.classes c on c.id = l.class_id and c.is_active
  cross join lateral (select private.school_today(h.id) + n as day from generate_series(0, 6) as n) d
  where v.school_id = live_week.school and l.teacher_id is not null and extract(isodow from d.day) = l.weekday
    and exists (select from public.school_terms t where t.school_id = h.id and d.day between t.starts_on and t.ends_on)
    and not exists (select from public.live_days_off o where o.school_id = h.id
      and d.day between o.first_day and o.last_day)
    and v.provider = any (private.live_providers(h.id))
    and (d.day + l.starts_at) at time zone h.time_zone > private.current_moment()
$function$;

create or replace function private.plan_live_meetings (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- Changes that come while this runs are planned after it.
  update private.live_plans p set planned_on = private.school_today(school), is_stale = false,
    planned_for = private.live_providers(school)
  where p.school_id = plan_live_meetings.school;
  update public.live_meetings m set cancelled_at = now(), sync_at = now()
  where m.school_id = plan_live_meetings.school and m.cancelled_at is null
    and m.starts_at > private.current_moment() and (not m.is_changed_by_hand or m.lesson_id is null)
    and not exists (select from private.live_week(school) w where w.lesson_id = m.lesson_id and w.day = m.day
      and w.teacher_id = m.teacher_id and w.provider = m.provider and w.subject_id = m.subject_id);
  update public.live_meetings m set starts_at = w.starts_at, ends_at = w.ends_at, sync_at = now()
  from private.live_week(school) w
  where m.lesson_id = w.lesson_id and m.day = w.day and m.cancelled_at is null and not m.is_changed_by_hand
    and (m.starts_at, m.ends_at) <> (w.starts_at, w.ends_at);
  insert into public.live_meetings (school_id, lesson_id, class_id, subject_id, teacher_id, provider, day, starts_at,
    ends_at)
  select plan_live_meetings.school, w.lesson_id, w.class_id, w.subject_id, w.teacher_id, w.provider, w.day,
    w.starts_at, w.ends_at
  from private.live_week(school) w
  where not exists (select from public.live_meetings m where m.lesson_id = w.lesson_id and m.day = w.day
    and (m.cancelled_at is null or m.is_changed_by_hand))
  order by w.starts_at, w.lesson_id
  on conflict do nothing;
end
$function$;

comment on table private.live_plans is 'planned_on: the school''s day on which its week was last planned; planned_for: the providers that it was entitled to then.';

revoke all on function private.live_providers(uuid) from public;
