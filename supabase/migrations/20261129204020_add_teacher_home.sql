set check_function_bodies = off;

create or replace function private.dashboard_summary (
  unread  bigint,
  notices jsonb
)
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
    perform private.refuse('permission.sign_in', 'Sign in to see your dashboard.', errcode => '42501');
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s
      where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on,
      'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where private.member_school() is not null),
    'room', case when private.may('plan:manage') then private.plan_room(school) end,
    'campus_room', case when private.may('plan:manage') then private.campus_room(school) end,
    'ending_licences', case when private.may('plan:manage') then private.ending_licences(school) end,
    'setup', case when private.may('school:run') then private.setup_steps(school) end,
    'stats', case when private.may('platform:read') then private.super_admin_stats()
      when private.may('school:run') then private.admin_stats(school)
      when private.may('schedule:read') then private.teacher_stats()
      when private.may('record:write') then private.office_stats(school) else private.personal_stats(unread) end,
    'activities', private.recent_activities(my_role, notices),
    'home', case when private.may('school:run') and school is not null then private.school_home(school) end,
    'teaching', case when private.may('schedule:read') and school is not null then private.teacher_home(school) end);
end
$function$;

create or replace function private.first_school_day (
  school   uuid,
  first    date,
  weekdays integer[]
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select min(d.day)::date from (select greatest(t.starts_on, first_school_day.first) as starts_on, t.ends_on
    from public.school_terms t where t.school_id = first_school_day.school and t.ends_on >= first_school_day.first
    order by t.starts_on limit 2) t
  cross join lateral generate_series(t.starts_on, least(t.starts_on + 6, t.ends_on), interval '1 day') as d (day)
  where extract(isodow from d.day)::integer = any (first_school_day.weekdays)
$function$;

create or replace function private.home_days (
  school   uuid,
  today    date,
  weekdays integer[]
)
  returns SETOF date
  language sql
  stable
  security definer
  rows 2
  set search_path to ''
  AS $function$
  select private.first_school_day(school, today, weekdays) as day
    where private.first_school_day(school, today, weekdays) is not null
  union
  select private.first_school_day(school, today + 1, weekdays)
    where private.first_school_day(school, today + 1, weekdays) is not null
      and private.first_school_day(school, today, weekdays) = today
$function$;

create or replace function private.my_classes_attendance (
  today date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
    'is_led', c.class_teacher_id is not distinct from private.signed_in_uid(),
    'share', d.share, 'before', d.before) order by c.class_teacher_id is not distinct from private.signed_in_uid() desc,
    c.name), '[]')
  from public.classes c left join lateral (
    select round(sum(r.present + r.late) filter (where r.day > my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day > my_classes_attendance.today - 7), 0), 1) as share,
      round(sum(r.present + r.late) filter (where r.day <= my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day <= my_classes_attendance.today - 7), 0), 1) as before
    from public.register_days r where r.class_id = c.id
      and r.day between my_classes_attendance.today - 13 and my_classes_attendance.today) d on true
  where c.id in (select private.my_class_ids()) and c.is_active
$function$;

create or replace function private.my_lessons (
  school uuid,
  day    date,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'starts_at', to_char(l.starts_at, 'HH24:MI'),
    'ends_at', to_char(l.ends_at, 'HH24:MI'), 'subject', b.name, 'class_id', c.id, 'class', c.name,
    'room', coalesce(l.room, c.room), 'is_taken', r.class_id is not null, 'homework', w.homework)
    order by l.starts_at, c.name), '[]')
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.register_days r on r.class_id = c.id and r.day = my_lessons.today
    left join lateral (select jsonb_build_object('id', a.id, 'title', a.title, 'due_on', a.due_on,
        'handed_in', (select count(*) from public.submissions s where s.assignment_id = a.id
          and s.submitted_at is not null and s.student_id <> all ((select private.withheld_from_me())::uuid[])))
        as homework
      from public.assignments a where a.class_id = l.class_id and a.subject_id = l.subject_id
        and a.published_at <= private.current_moment() and a.archived_at is null
      order by a.due_on desc, a.id limit 1) w on true
  where l.school_id = my_lessons.school and l.teacher_id = private.signed_in_uid()
    and l.weekday = extract(isodow from my_lessons.day) and l.class_id in (select private.my_class_ids())
$function$;

create or replace function private.my_marking()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.since, m.id), '[]')
  from (select a.id, a.title, c.name as class, count(*) as waiting, min(s.submitted_at) as since
    from public.assignments a join public.classes c on c.id = a.class_id
      join public.submissions s on s.assignment_id = a.id
    where a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
      and s.submitted_at is not null and s.graded_at is null
      and s.student_id <> all ((select private.withheld_from_me())::uuid[])
    group by a.id, a.title, c.name order by min(s.submitted_at), a.id limit 6) m
$function$;

create or replace function private.my_notices (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'text', left(n.body, 140),
    'author', n.author_name, 'at', n.published_at) order by n.published_at desc, n.id), '[]')
  from (select a.* from public.announcements a where a.school_id = my_notices.school
    and a.audience && (select private.my_bases()) and a.published_at <= private.current_moment()
    and a.archived_at is null
    and (a.class_id is null or (select private.may('announcement:write-all'))
      or a.class_id in (select private.my_class_ids()) or a.class_id in (select private.my_childrens_class_ids())
      or exists (select from private.my_childrens_past_stays() p where p.class_id = a.class_id
        and a.published_at < p.until))
    order by a.published_at desc, a.id limit 5) n
$function$;

create or replace function private.teacher_home (
  school uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  weekdays constant integer[] := array(select distinct l.weekday::integer from public.lessons l
    where l.school_id = teacher_home.school and l.teacher_id = private.signed_in_uid()
      and l.class_id in (select private.my_class_ids()));
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today), 'has_lessons', weekdays <> '{}',
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day,
        'lessons', private.my_lessons(school, d.day, today)) order by d.day), '[]')
      from private.home_days(school, today, weekdays) as d (day)),
    'marking', private.my_marking(),
    'classes', private.my_classes_attendance(today),
    'notices', private.my_notices(school));
end
$function$;

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has still to set up, how full the plan is and which licences end within 14 days, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted}, recent activities {at, kind, title, text, link}, for who runs the school, its home: what waits, the term''s weeks, today and what comes, and for a teacher the lessons of the day, what waits for a mark and the attendance of the own classes.';

revoke all on function private.first_school_day(uuid, date, integer[]) from public;

revoke all on function private.home_days(uuid, date, integer[]) from public;

revoke all on function private.my_classes_attendance(date) from public;

revoke all on function private.my_lessons(uuid, date, date) from public;

revoke all on function private.my_marking() from public;

revoke all on function private.my_notices(uuid) from public;

revoke all on function private.teacher_home(uuid) from public;
