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
    'teaching', case when private.may('schedule:read') and school is not null then private.teacher_home(school) end,
    'family', case when private.may('own-students:read') and school is not null then private.family_home(school) end,
    'office', case when private.may('record:write') and not private.may('school:run') and school is not null
      then private.office_home(school) end,
    'platform', case when private.may('platform:read') then private.platform_home() end);
end
$function$;

create or replace function private.ending_subscriptions (
  today date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('school_id', e.school_id, 'school', e.name, 'plan', e.plan,
    'is_trial', e.is_trial, 'ends_on', e.ends_on) order by e.ends_on, e.name), '[]')
  from (select s.school_id, h.name, p.name as plan, s.is_trial, s.ends_on
    from public.subscriptions s join public.schools h on h.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.revoked_at is null and h.is_active and h.closed_at is null
      and s.ends_on between ending_subscriptions.today and ending_subscriptions.today + 30
      and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null
        and n.ends_on > s.ends_on)
    order by s.ends_on, h.name limit 6) e
$function$;

create or replace function private.newest_records (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'summary', r.summary,
    'student_id', s.id, 'student', s.full_name, 'at', r.created_at) order by r.created_at desc, r.id), '[]')
  from (select * from public.student_records n where n.school_id = newest_records.school
    and n.kind not in ('health', 'behaviour') and n.archived_at is null
    and n.student_id <> all ((select private.withheld_from_me())::uuid[])
    order by n.created_at desc limit 6) r
  join public.students s on s.id = r.student_id
$function$;

create or replace function private.office_home (
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
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today),
    'next_day', private.first_school_day(school, today, '{1,2,3,4,5}'),
    'queue', private.office_queue(school, today),
    'registers', case when private.may('register:oversee') then private.registers_today(school, today) end,
    'absences', case when private.may('attendance:read-all') and private.may('student:read-all')
      then private.unexplained_absences(school, today) end,
    'records', case when private.may('record:read-all') then private.newest_records(school) end,
    'notices', private.my_notices(school));
end
$function$;

create or replace function private.office_queue (
  school uuid,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select * from (
      select 1 as place, 'requests' as kind, count(*) as amount, min(r.due_on) as day
        from public.data_requests r where r.school_id = office_queue.school and r.status = 'open'
        and private.may('protection:manage')
      union all
      select 2, 'registers', count(*), null from jsonb_array_elements(
          private.registers_today(office_queue.school, today)) r
        where not (r ->> 'is_taken')::boolean and private.may('register:oversee')
        and private.first_school_day(office_queue.school, today, '{1,2,3,4,5}') = today
      union all
      select 3, 'without_class', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and s.class_id is null and private.may('student:write')
      union all
      select 4, 'without_guardian', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and private.may('student:write')
        and not exists (select from public.student_guardians sg where sg.student_id = s.id)
      union all
      select 5, 'second_step', 1, null where not private.has_authenticator(private.signed_in_uid())) e
    where e.amount > 0) l
$function$;

create or replace function private.platform_attention()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select 1 as place, 'releases' as kind, count(distinct f.visit) as amount, min(f.at) as since
      from public.release_failures f where f.at > private.current_moment() - interval '24 hours'
    union all
    select 2, 'worker', 1, max(w.seen_at) from private.job_workers w
      having coalesce(max(w.seen_at) < private.current_moment() - interval '2 minutes', true)
      and exists (select from public.jobs j where j.state = 'waiting'
        and j.due_at < private.current_moment() - interval '2 minutes')
    union all
    select 3, 'jobs', count(*), min(j.created_at) from public.jobs j
      where j.state in ('waiting', 'running') and j.failures > 0
      or j.state = 'failed' and j.created_at > private.current_moment() - interval '7 days'
    union all
    select 4, 'payments', count(*), min(q.at) from (
      select p.created_at as at from public.payments p where p.state <> 'received' and p.refunded_amount < p.amount
      union all
      select e.received_at from public.provider_events e where e.state = 'unmatched') q
    union all
    select 5, 'mails', count(*), min(m.created_at) from public.mail_outbox m where m.status = 'failed'
      and m.created_at > private.current_moment() - interval '7 days'
    union all
    select 6, 'tickets', count(*), min(t.created_at) from public.support_tickets t
      where t.status = 'open' and t.first_reply_at is null
    union all
    select 7, 'demo_requests', count(*), min(d.created_at) from public.demo_requests d where d.handled_at is null) l
  where l.amount > 0
$function$;

create or replace function private.platform_home()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('today', private.today(), 'attention', private.platform_attention(),
    'revenue', private.revenue_months(private.today()), 'trials', private.trial_outcomes(private.today()),
    'ending', private.ending_subscriptions(private.today()), 'quiet', private.quiet_schools())
$function$;

create or replace function private.quiet_schools()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'last', q.last)
    order by q.last desc nulls last, q.name), '[]')
  from (select h.id, h.name, i.last from public.schools h
    left join lateral (select n.signed_in_at as last from public.sign_ins n where n.school_id = h.id
      order by n.signed_in_at desc limit 1) i on true
    where h.is_active and h.closed_at is null
      and h.created_at < private.current_moment() - interval '14 days'
      and coalesce(i.last < private.current_moment() - interval '14 days', true)
    order by i.last desc nulls last, h.name limit 6) q
$function$;

create or replace function private.revenue_months (
  today date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_agg(jsonb_build_object('start', m.start, 'saas', coalesce(s.saas, 0),
    'standalone', coalesce(s.standalone, 0)) order by m.start)
  from private.period_starts((date_trunc('month', revenue_months.today::timestamp) - interval '11 months')::date,
    revenue_months.today, 'month') as m (start)
  left join lateral (select sum(d.revenue) filter (where d.category = 'saas') as saas,
      sum(d.revenue) filter (where d.category = 'standalone') as standalone
    from private.item_days d where d.day >= m.start and d.day < (m.start + interval '1 month')::date) s on true
$function$;

create or replace function private.trial_outcomes (
  today date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('running', count(*) filter (where t.ends_on >= trial_outcomes.today),
    'bought', count(*) filter (where t.ends_on < trial_outcomes.today and t.has_bought),
    'left', count(*) filter (where t.ends_on < trial_outcomes.today and not t.has_bought))
  from (select s.ends_on, exists (select from public.subscriptions n where n.school_id = s.school_id
      and not n.is_trial and n.revoked_at is null and n.started_on >= s.started_on) as has_bought
    from public.subscriptions s where s.is_trial and s.revoked_at is null
      and s.ends_on >= trial_outcomes.today - 90 and s.started_on <= trial_outcomes.today) t
$function$;

create or replace function private.unexplained_absences (
  school uuid,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('total', (select count(*) from public.attendance a
      where a.school_id = unexplained_absences.school and a.day = today and a.status = 'absent' and a.note is null
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])),
    'first', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name, 'class', c.name,
        'guardian', g.full_name, 'phone', g.phone) order by c.name, s.last_name, s.first_name), '[]')
      from (select a.student_id, a.class_id from public.attendance a
        where a.school_id = unexplained_absences.school and a.day = today and a.status = 'absent' and a.note is null
          and a.student_id <> all ((select private.withheld_from_me())::uuid[])
        order by a.class_id, a.student_id limit 6) o
      join public.students s on s.id = o.student_id join public.classes c on c.id = o.class_id
      left join lateral (select h.full_name, h.phone from public.student_guardians sg
          join public.guardians h on h.id = sg.guardian_id
        where sg.student_id = s.id and not private.is_withheld(s.id, h.id)
        order by sg.is_primary desc, h.phone is null, h.id limit 1) g on true))
$function$;

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has still to set up, how full the plan is and which licences end within 14 days, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted}, recent activities {at, kind, title, text, link}, for who runs the school, its home: what waits, the term''s weeks, today and what comes, and for a teacher the lessons of the day, what waits for a mark and the attendance of the own classes; for a parent the children, and for a student the own day: attendance, fees, work due and results; for the office the day and what waits, and for a super admin what fails or waits, revenue, trials and quiet schools.';

revoke all on function private.ending_subscriptions(date) from public;

revoke all on function private.newest_records(uuid) from public;

revoke all on function private.office_home(uuid) from public;

revoke all on function private.office_queue(uuid, date) from public;

revoke all on function private.platform_attention() from public;

revoke all on function private.platform_home() from public;

revoke all on function private.quiet_schools() from public;

revoke all on function private.revenue_months(date) from public;

revoke all on function private.trial_outcomes(date) from public;

revoke all on function private.unexplained_absences(uuid, date) from public;
