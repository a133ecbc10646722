-- What a school reads about itself: attendance, results, fees, and the report card. Computed where the rows are, and only
-- from the rows the caller may see.
create view public.subject_results with (security_invoker = true) as
  select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
    round(sum(g.score * 100 * a.weight / a.max_score) / nullif(sum(a.weight), 0), 1) as percent, count(*)::integer as assessments
  from public.grades g
  join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
  group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id;
comment on view public.subject_results is 'A learner''s weighted percent in a subject and term. Archived assessments do not count; null where nothing weighs.';
grant select on public.subject_results to authenticated;
create index grades_school_term_idx on public.grades (school_id, term_id);

-- Days, or weeks where there are many of them.
create function private.report_step(from_day date, to_day date) returns text
language sql immutable set search_path = '' as $$ select case when to_day - from_day > 45 then 'week' else 'day' end $$;
grant execute on function private.report_step(date, date) to authenticated;

create function public.attendance_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with marks as materialized (
    select date_trunc(private.report_step(attendance_report.from_day, attendance_report.to_day), a.day)::date as start, a.class_id as class, count(*) as marked,
      count(*) filter (where a.status = 'present') as present, count(*) filter (where a.status = 'late') as late, count(*) filter (where a.status = 'excused') as excused, count(*) filter (where a.status = 'absent') as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_report.from_day and attendance_report.to_day
      and (attendance_report.class_id is null or a.class_id = attendance_report.class_id)
    group by 1, 2)
  select jsonb_build_object(
    'step', private.report_step(attendance_report.from_day, attendance_report.to_day),
    'counts', (select jsonb_build_object('present', coalesce(sum(present), 0), 'late', coalesce(sum(late), 0), 'excused', coalesce(sum(excused), 0), 'absent', coalesce(sum(absent), 0)) from marks),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by d.start), '[]')
      from (select start, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by start) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by c.name), '[]')
      from (select class, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by class) d join public.classes c on c.id = d.class))
$$;
comment on function public.attendance_report(date, date, uuid) is 'Registers of a period, of the school or one class: {step: day | week, counts, days, classes}.';

create function public.attendance_by_student(from_day date, to_day date, class_id uuid default null)
returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, search_text text, marked integer, present integer, late integer, excused integer, absent integer, share numeric)
language sql stable security invoker set search_path = '' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, s.search_text, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1)
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
    group by a.student_id) a
  join public.students s on s.id = a.student_id left join public.classes c on c.id = s.class_id
$$;
comment on function public.attendance_by_student(date, date, uuid) is 'How often each learner was there in a period; share is the percent of marked days present or late.';

create function public.results_report(term_id uuid, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null)
  select jsonb_build_object(
    'learners', (select count(distinct student_id) from results), 'mean', (select round(avg(percent), 1) from results),
    'percents', (select coalesce(jsonb_agg(jsonb_build_object('percent', p.percent, 'results', p.results) order by p.percent), '[]') from (select round(percent)::integer as percent, count(*) as results from results group by 1) p),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'learners', d.learners, 'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as learners, round(avg(percent), 1) as mean from results group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'learners', d.learners, 'mean', d.mean) order by c.name), '[]')
      from (select class, count(distinct student_id) as learners, round(avg(percent), 1) as mean from results group by class) d join public.classes c on c.id = d.class))
$$;
comment on function public.results_report(uuid, uuid) is 'Results of a term, of the school or one class: {learners, mean, percents: how many results at each whole percent, subjects, classes}.';

create function public.results_by_student(term_id uuid, class_id uuid default null)
returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, search_text text, subjects integer, mean numeric)
language sql stable security invoker set search_path = '' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, s.search_text, r.subjects, r.mean
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, round(avg(r.percent), 1) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id join public.classes c on c.id = r.class
$$;
comment on function public.results_by_student(uuid, uuid) is 'Each learner''s mean over the subjects of a term, in the class they were in.';

create function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with learners as materialized (
    select s.id, s.class_id as class from public.students s
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  charges as materialized (
    select l.class, c.amount, c.due_on as day from public.fee_charges c join learners l on l.id = c.student_id where c.school_id = (select private.admin_school())),
  payments as materialized (
    select l.class, p.amount, p.paid_on as day, p.method, p.reverses from public.fee_payments p join learners l on l.id = p.student_id where p.school_id = (select private.admin_school())),
  step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(amount), 0) from charges where day between fees_report.from_day and fees_report.to_day),
    'collected', (select coalesce(sum(amount), 0) from payments where day between fees_report.from_day and fees_report.to_day),
    'balance', (select coalesce(sum(amount), 0) from charges) - (select coalesce(sum(amount), 0) from payments),
    'overdue', greatest(0, (select coalesce(sum(amount), 0) from charges where day <= current_date) - (select coalesce(sum(amount), 0) from payments)),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'charged', d.charged, 'collected', d.collected) order by d.start), '[]') from (
      select date_trunc((select size from step), e.day)::date as start, sum(e.charged) as charged, sum(e.collected) as collected
      from (select day, amount as charged, 0 as collected from charges union all select day, 0, amount from payments) e
      where e.day between fees_report.from_day and fees_report.to_day group by 1) d),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(amount) as amount, count(*) filter (where reverses is null) as payments from payments where day between fees_report.from_day and fees_report.to_day group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select e.class, coalesce(sum(e.charged) filter (where e.day between fees_report.from_day and fees_report.to_day), 0) as charged,
        coalesce(sum(e.collected) filter (where e.day between fees_report.from_day and fees_report.to_day), 0) as collected,
        sum(e.charged - e.collected) as balance
      from (select class, day, amount as charged, 0 as collected from charges union all select class, day, 0, amount from payments) e group by e.class) d
      left join public.classes c on c.id = d.class))
$$;
comment on function public.fees_report(date, date, uuid) is
  'What fell due and what came in during a period, of the school or one class, and what is owed now: {step, charged, collected, balance, overdue, periods, methods, classes}. Administrators only.';

grant execute on function public.attendance_report(date, date, uuid), public.attendance_by_student(date, date, uuid), public.results_report(uuid, uuid), public.results_by_student(uuid, uuid),
  public.fees_report(date, date, uuid) to authenticated;
