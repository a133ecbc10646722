-- Reports of a school of thousands: registers are counted per class and day as they are taken, and a list says how many it holds.
create table public.register_days (
  class_id uuid not null,
  day date not null,
  school_id uuid not null,
  present integer not null,
  late integer not null,
  excused integer not null,
  absent integer not null,
  primary key (class_id, day),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.register_days is 'How many of a class were there on a day; kept from attendance by triggers.';
create index register_days_school_idx on public.register_days (school_id, day);
alter table public.register_days enable row level security;
grant select on public.register_days to authenticated;
create policy "Schools see how many came, teachers of their classes" on public.register_days for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()));

create function private.count_register(touched_class uuid, touched_day date) returns void
language sql security definer set search_path = '' as $$
  delete from public.register_days r where r.class_id = touched_class and r.day = touched_day
    and not exists (select from public.attendance a where a.class_id = touched_class and a.day = touched_day);
  insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
  select a.class_id, a.day, a.school_id, count(*) filter (where a.status = 'present'), count(*) filter (where a.status = 'late'), count(*) filter (where a.status = 'excused'), count(*) filter (where a.status = 'absent')
  from public.attendance a join public.classes c on c.id = a.class_id where a.class_id = touched_class and a.day = touched_day group by a.class_id, a.day, a.school_id
  on conflict (class_id, day) do update set present = excluded.present, late = excluded.late, excused = excluded.excused, absent = excluded.absent;
$$;

create function private.count_new_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One register at a time per class and day, so that two who mark the same class count each other's marks.
  perform pg_advisory_xact_lock(hashtextextended('register ' || k.class_id || k.day, 0)) from (select distinct class_id, day from written order by class_id, day) k;
  perform private.count_register(k.class_id, k.day) from (select distinct class_id, day from written) k;
  return null;
end
$$;
create function private.count_changed_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('register ' || k.class_id || k.day, 0)) from (select class_id, day from written union select class_id, day from was order by class_id, day) k;
  perform private.count_register(k.class_id, k.day) from (select class_id, day from written union select class_id, day from was) k;
  return null;
end
$$;
create trigger count_new after insert on public.attendance referencing new table as written for each statement execute function private.count_new_marks();
create trigger count_changed after update on public.attendance referencing new table as written old table as was for each statement execute function private.count_changed_marks();
create trigger count_gone after delete on public.attendance referencing old table as written for each statement execute function private.count_new_marks();
insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
select class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'), count(*) filter (where status = 'absent')
from public.attendance group by class_id, day, school_id;

create or replace function public.attendance_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with marks as materialized (
    select date_trunc(private.report_step(attendance_report.from_day, attendance_report.to_day), a.day::timestamp)::date as start, a.class_id as class, sum(a.present) as present, sum(a.late) as late, sum(a.excused) as excused, sum(a.absent) as absent
    from public.register_days a
    where a.school_id = (select private.my_school()) and a.day between attendance_report.from_day and attendance_report.to_day and (attendance_report.class_id is null or a.class_id = attendance_report.class_id)
    group by 1, 2)
  select jsonb_build_object(
    'step', private.report_step(attendance_report.from_day, attendance_report.to_day),
    'counts', (select jsonb_build_object('present', coalesce(sum(present), 0), 'late', coalesce(sum(late), 0), 'excused', coalesce(sum(excused), 0), 'absent', coalesce(sum(absent), 0)) from marks),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by d.start), '[]')
      from (select start, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by start) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by c.name), '[]')
      from (select class, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by class) d join public.classes c on c.id = d.class))
$$;

drop index public.attendance_school_idx;
create index attendance_school_idx on public.attendance (school_id, day) include (student_id, class_id, status);

drop function public.attendance_by_student(date, date, uuid);
create function public.attendance_by_student(from_day date, to_day date, class_id uuid default null, search text default null)
returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, marked integer, present integer, late integer, excused integer, absent integer, share numeric, total integer)
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
    group by a.student_id) a
  join public.students s on s.id = a.student_id left join public.classes c on c.id = s.class_id
  where attendance_by_student.search is null or s.search_text like attendance_by_student.search
$$;
comment on function public.attendance_by_student(date, date, uuid, text) is
  'How often each learner was there in a period; share is the percent of marked days present or late, total how many learners there are. search is a pattern.';

drop function public.results_by_student(uuid, uuid);
create function public.results_by_student(term_id uuid, class_id uuid default null, search text default null)
returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, subjects integer, mean numeric, total integer)
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, r.subjects, r.mean, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, round(avg(r.percent), 1) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id join public.classes c on c.id = r.class
  where results_by_student.search is null or s.search_text like results_by_student.search
$$;
comment on function public.results_by_student(uuid, uuid, text) is 'Each learner''s mean over the subjects of a term, in the class they were in; total is how many learners there are. search is a pattern.';
alter function public.results_report(uuid, uuid) set work_mem = '16MB';

create or replace function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  learners as materialized (
    select s.id, s.class_id as class from public.students s
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  entries as materialized (
    select e.class, e.method, e.is_inside, case when e.is_inside then date_trunc((select size from step), e.day::timestamp)::date end as start,
      sum(e.charged) as charged, sum(e.collected) as collected, sum(e.charged) filter (where e.day <= current_date) as due, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.due_on between fees_report.from_day and fees_report.to_day as is_inside, c.amount as charged, 0 as collected, false as is_payment
      from public.fee_charges c join learners l on l.id = c.student_id where c.school_id = (select private.admin_school())
      union all
      select l.class, p.method, p.paid_on, p.paid_on between fees_report.from_day and fees_report.to_day, 0, p.amount, p.reverses is null
      from public.fee_payments p join learners l on l.id = p.student_id where p.school_id = (select private.admin_school())) e
    group by 1, 2, 3, 4)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries where is_inside), 'collected', (select coalesce(sum(collected), 0) from entries where is_inside),
    'balance', (select coalesce(sum(charged - collected), 0) from entries), 'overdue', (select greatest(0, coalesce(sum(coalesce(due, 0) - collected), 0)) from entries),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.every_period(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries where is_inside group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where is_inside and method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select class, coalesce(sum(charged) filter (where is_inside), 0) as charged, coalesce(sum(collected) filter (where is_inside), 0) as collected, sum(charged - collected) as balance from entries group by class) d
      left join public.classes c on c.id = d.class))
$$;
grant execute on function public.attendance_by_student(date, date, uuid, text), public.results_by_student(uuid, uuid, text) to authenticated;
