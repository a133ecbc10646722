-- What is outstanding is what learners owe: one who paid ahead pays nobody else's fees. Finances count it so too.
create function private.owed_at_school(school uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint from (
    select e.student_id, sum(e.amount) as balance from (
      select c.student_id, c.amount from public.fee_charges c where c.school_id = owed_at_school.school
      union all
      select p.student_id, -p.amount from public.fee_payments p where p.school_id = owed_at_school.school) e
    group by e.student_id) a
$$;
comment on function private.owed_at_school(uuid) is 'What the learners of a school owe in all.';
create function private.owed_by_learners(learners uuid[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint from (
    select e.student_id, sum(e.amount) as balance from (
      select c.student_id, c.amount from public.fee_charges c where c.student_id = any (owed_by_learners.learners)
      union all
      select p.student_id, -p.amount from public.fee_payments p where p.student_id = any (owed_by_learners.learners)) e
    group by e.student_id) a
$$;
comment on function private.owed_by_learners(uuid[]) is 'What these learners owe in all.';

create or replace function private.admin_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.stat('attendance', private.attendance_share((select array_agg(id) from public.students where school_id = school), current_date - 6), 'percent'),
    private.stat('fees_outstanding', private.owed_at_school(school), 'KES'))
$$;

create or replace function private.personal_stats(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.stat('children', (select count(*) from private.my_student_ids()))
        else private.stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= private.nairobi_day(now()) and published_at is not null and archived_at is null)) end,
      private.stat('attendance', private.attendance_share(array(select private.my_student_ids()), current_date - 29), 'percent'),
      private.stat('fees_outstanding', private.owed_by_learners(array(select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.stat('orders', (select count(*) from public.orders where user_id = auth.uid())),
      private.stat('licences', (select count(*) from public.licences where user_id = auth.uid())),
      private.stat('tickets', (select count(*) from public.support_tickets where user_id = auth.uid()))) end
    || private.stat('unread_notifications', (select count(*) from public.notifications where user_id = auth.uid() and read_at is null))
$$;
