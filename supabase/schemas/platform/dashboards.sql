-- Figures and recent activities of the home screen, by role.

-- A percentage of nothing is null, not zero.
create function private.dashboard_stat(key text, value numeric, unit text default 'count') returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('key', key,
  'value', case unit when 'percent' then value else coalesce(value, 0) end, 'unit', unit) $$;

create function private.admin_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('students', private.active_students(school)),
    private.dashboard_stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.dashboard_stat('attendance',
      (select round(sum(r.present + r.late) * 100.0 / nullif(sum(r.present + r.late + r.excused + r.absent), 0), 1)
      from public.register_days r where r.school_id = school and r.day >= private.school_today(school) - 6), 'percent'),
    private.dashboard_stat('fees_outstanding', private.school_balance_due(school), 'KES'))
$$;

create function private.office_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('students', private.active_students(school)),
    private.dashboard_stat('present_today', (select sum(present + late) from public.register_days
      where school_id = school and day = private.school_today(school))),
    private.dashboard_stat('absent_today', (select sum(absent + excused) from public.register_days
      where school_id = school and day = private.school_today(school))),
    private.dashboard_stat('records_this_week', (select count(*) from public.student_records where school_id = school
      and happened_on > private.school_today(school) - 7)))
$$;

create function private.personal_stats(unread bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.may('own-students:read') then jsonb_build_array(
      case when private.may('assignment:submit') then private.dashboard_stat('assignments_due', (
          select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids())
            and due_on >= private.my_today() and published_at is not null and archived_at is null))
        else private.dashboard_stat('children', (select count(*) from private.my_student_ids())) end,
      private.dashboard_stat('attendance', private.attendance_share(array(select private.my_student_ids()),
        private.my_today() - 29), 'percent'),
      private.dashboard_stat('fees_outstanding', private.students_balance_due(array(select private.my_student_ids())),
        'KES'))
    else jsonb_build_array(
      private.dashboard_stat('orders', (select count(*) from public.orders where user_id = private.signed_in_uid()
        and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('licences', (select count(*) from public.licences where user_id = private.signed_in_uid()
        and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('tickets', (select count(*) from public.support_tickets
        where user_id = private.signed_in_uid()))) end
    || private.dashboard_stat('unread_notifications', unread)
$$;

create function private.teacher_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('classes', (select count(*) from private.my_class_ids())),
    private.dashboard_stat('students', (select count(*) from private.my_taught_student_ids())),
    private.dashboard_stat('lessons_today', (select count(*) from public.lessons
      where teacher_id = private.signed_in_uid() and weekday = extract(isodow from private.my_today()))),
    private.dashboard_stat('to_mark', (select count(*) from public.submissions s
      join public.assignments a on a.id = s.assignment_id where a.teacher_id = private.signed_in_uid()
      and s.submitted_at is not null and s.graded_at is null and public.is_to_mark(s))))
$$;

create function private.super_admin_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('schools', (select count(*) from public.schools where is_active)),
    private.dashboard_stat('users', (select sum(amount) from private.platform_counts where what = 'accounts'
      and part = any (enum_range(null::public.user_role)::text[]))),
    private.dashboard_stat('pending_orders', (select sum(orders) from private.order_counts
      where scope = private.all_schools_scope() and status = 'pending')),
    private.dashboard_stat('open_tickets', (select count(*) from public.support_tickets
      where status in ('open', 'in_progress', 'waiting'))))
$$;

-- The reader's language is not known here: what this function words, not a person, is translated where it is shown.
-- An announcement is listed once, not again as a notification; archived ones are left out.
create function private.recent_activities(my_role public.user_role, notices jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select at, kind, private.in_english(title) as title, private.in_english(text) as text, link,
      jsonb_build_object('title', title, 'text', text) as said from (
      select o.created_at as at, 'order' as kind, to_jsonb(o.order_number) as title, to_jsonb(o.institution) as text,
        '/dashboard/store/orders' as link
      from (select * from public.orders where private.may('order:read-all') order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', to_jsonb(t.ticket_number), to_jsonb(t.subject), '/dashboard/support'
        from (select * from public.support_tickets where private.may('ticket:answer')
        order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', to_jsonb(n.title), to_jsonb(left(n.body, 140)),
        case when private.may('announcement:write') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now()
        and archived_at is null and my_role = any (audience)
        and (class_id is null or (select private.may('announcement:write-all'))
          or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id
            and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', private.say('{student} handed in {title}', jsonb_build_object(
          'student', h.full_name, 'title', h.title)),
            to_jsonb(coalesce(h.class_name, '')), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.full_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id
          join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where private.may('grade:write') and a.teacher_id = private.signed_in_uid()
          and a.class_id in (select private.my_class_ids())
          and b.student_id <> all ((select private.withheld_from_me())::uuid[]) and b.submitted_at is not null
            order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', private.say('{student} paid {amount}', jsonb_build_object(
          'student', p.full_name, 'amount', private.money(p.amount))),
            to_jsonb(p.receipt_number), '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.full_name
        from public.fee_payments f join public.students s on s.id = f.student_id
        where private.may('fee-account:read-all') and f.school_id = private.my_school()
          and f.student_id <> all ((select private.withheld_from_me())::uuid[]) order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', case r.kind when 'merit' then private.say('Merit: {summary}', summary.args)
          when 'contact' then private.say('Contact: {summary}', summary.args)
          when 'visit' then private.say('Visit: {summary}', summary.args)
          else private.say('Other: {summary}', summary.args) end,
        to_jsonb(r.full_name), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.full_name from public.student_records d
        join public.students s on s.id = d.student_id
        where private.may('record:write') and d.kind not in ('health', 'behaviour')
          and d.school_id = private.my_school()
          and d.student_id <> all ((select private.withheld_from_me())::uuid[]) order by d.created_at desc limit 5) r
      cross join lateral jsonb_build_object('summary', r.summary) as summary (args)
      union all
      select m.created_at, 'notification', coalesce(m.said -> 'title', to_jsonb(m.title)),
        coalesce(m.said -> 'body', to_jsonb(m.body)), coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text, said jsonb)
    ) as everything order by at desc limit 8) as a
$$;

create function private.dashboard_summary(unread bigint, notices jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
grant execute on function private.dashboard_summary(bigint, jsonb) to authenticated;

-- Notifications are read with the caller's rights, since their policy asks whether the caller may still read what they
-- are about.
create function public.dashboard_summary() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.dashboard_summary((select count(*) from public.notifications where read_at is null),
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]')
      from (select created_at, title, body, link, said from public.notifications
      where source is null or source not like 'announcement/%' order by created_at desc limit 5) n))
$$;
comment on function public.dashboard_summary() is
  'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has '
    'still to set up, how full the plan is and which licences end within 14 days, four stats {key, value, unit: '
    'count | percent | KES; a percentage is null where nothing was counted}, recent activities {at, kind, '
    'title, text, link}, for who runs the school, its home: what waits, the term''s weeks, today and what comes, and '
    'for a teacher the lessons of the day, what waits for a mark and the attendance of the own classes; for a parent '
    'the children, and for a student the own day: attendance, fees, work due and results; for the office the day and '
    'what waits, and for a super admin what fails or waits, revenue, trials and quiet schools.';
grant execute on function public.dashboard_summary() to authenticated;
