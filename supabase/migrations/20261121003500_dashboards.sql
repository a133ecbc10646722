-- The first screen after sign-in, and the end of the demonstration.
create function private.stat(key text, value numeric, unit text default 'count') returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('key', key, 'value', coalesce(value, 0), 'unit', unit) $$;

create function private.attendance_share(students uuid[], first_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(count(*) filter (where status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance where student_id = any (students) and day >= first_day
$$;

create function private.super_admin_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('schools', (select count(*) from public.schools where is_active)),
    private.stat('users', (select count(*) from public.users where is_active)),
    private.stat('pending_orders', (select orders from private.order_totals where status = 'pending')),
    private.stat('open_tickets', (select count(*) from public.support_tickets where status in ('open', 'in_progress', 'waiting'))))
$$;

create function private.admin_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.stat('attendance', private.attendance_share((select array_agg(id) from public.students where school_id = school), current_date - 6), 'percent'),
    private.stat('fees_outstanding', (select coalesce(sum(amount), 0) from public.fee_charges where school_id = school) - (select coalesce(sum(amount), 0) from public.fee_payments where school_id = school), 'KES'))
$$;

create function private.teacher_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('classes', (select count(*) from private.my_class_ids())),
    private.stat('students', (select count(*) from private.my_taught_student_ids())),
    private.stat('lessons_today', (select count(*) from public.lessons where teacher_id = auth.uid() and weekday = extract(isodow from now() at time zone 'Africa/Nairobi'))),
    private.stat('to_mark', (select count(*) from public.submissions s join public.assignments a on a.id = s.assignment_id where a.teacher_id = auth.uid() and s.submitted_at is not null and s.graded_at is null)))
$$;

create function private.office_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.stat('present_today', (select count(*) from public.attendance where school_id = school and day = private.nairobi_day(now()) and status in ('present', 'late'))),
    private.stat('absent_today', (select count(*) from public.attendance where school_id = school and day = private.nairobi_day(now()) and status in ('absent', 'excused'))),
    private.stat('records_this_week', (select count(*) from public.student_records where school_id = school and happened_on > current_date - 7)))
$$;

create function private.personal_stats(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.stat('children', (select count(*) from private.my_student_ids()))
        else private.stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= current_date)) end,
      private.stat('attendance', private.attendance_share(array(select private.my_student_ids()), current_date - 29), 'percent'),
      private.stat('fees_outstanding', (select coalesce(sum(amount), 0) from public.fee_charges where student_id in (select private.my_student_ids()))
        - (select coalesce(sum(amount), 0) from public.fee_payments where student_id in (select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.stat('orders', (select count(*) from public.orders where user_id = auth.uid())),
      private.stat('licences', (select count(*) from public.licences where user_id = auth.uid())),
      private.stat('tickets', (select count(*) from public.support_tickets where user_id = auth.uid()))) end
    || private.stat('unread_notifications', (select count(*) from public.notifications where user_id = auth.uid() and read_at is null))
$$;

create function private.recent_activities(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where my_role = 'super_admin' order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where my_role = 'super_admin' order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when my_role in ('admin', 'teacher', 'staff') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and my_role = any (audience)
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())) order by published_at desc limit 5) n
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications') from (select * from public.notifications where user_id = auth.uid() order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$$;

create function public.dashboard_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$$;
comment on function public.dashboard_summary() is
  'The dashboard home of the caller: role, school, four stats {key, value, unit: count | percent | KES} and recent activities {at, kind, title, text, link}.';

create function public.platform_analytics() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'schools', (select count(*) from public.schools where is_active),
    'schools_by_kind', (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from public.schools where is_active group by kind) k),
    'users_by_role', (select jsonb_object_agg(role, n) from (select role, count(*) as n from public.users where is_active group by role) r),
    'students', (select count(*) from public.students where status = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(status, n) from (select status, count(*) as n from public.subscriptions group by status) s),
    'sign_ins_30d', (select count(distinct user_id) from auth.sessions where created_at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.nairobi_day(now()) - 30));
end
$$;

create function public.remove_demonstration_data() returns void
language plpgsql security definer set search_path = '' as $$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.nairobi_day(now()));
begin
  perform private.require_super_admin();
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  delete from public.visit_counts where day < loaded;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> auth.uid() and exists (select from public.super_admins s where s.id = auth.uid());
  delete from public.plans where name = 'Professional' and not is_active;
  delete from public.schools where is_demo;
  delete from public.settings where key = 'demonstration';
end
$$;
comment on function public.remove_demonstration_data() is 'Takes away schools, accounts, orders and statistics of the demonstration. What was made since stays.';
grant execute on function public.dashboard_summary(), public.platform_analytics(), public.remove_demonstration_data() to authenticated;
