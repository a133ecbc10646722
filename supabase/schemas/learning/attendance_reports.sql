create function public.attendance_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with marks as materialized (
    select date_trunc(private.report_interval(attendance_report.from_day, attendance_report.to_day),
      a.day::timestamp)::date as start, a.class_id as class, sum(a.present) as present, sum(a.late) as late,
      sum(a.excused) as excused, sum(a.absent) as absent
    from public.register_days a
    where a.school_id = (select private.my_school())
      and a.day between attendance_report.from_day and attendance_report.to_day
      and (attendance_report.class_id is null or a.class_id = attendance_report.class_id)
    group by 1, 2)
  select jsonb_build_object(
    'step', private.report_interval(attendance_report.from_day, attendance_report.to_day),
    'counts', (select jsonb_build_object('present', coalesce(sum(present), 0), 'late', coalesce(sum(late), 0),
      'excused', coalesce(sum(excused), 0), 'absent', coalesce(sum(absent), 0)) from marks),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'present', d.present, 'late', d.late,
      'excused', d.excused, 'absent', d.absent) order by d.start), '[]')
      from (select start, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent
        from marks group by start) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'present', d.present,
      'late', d.late, 'excused', d.excused, 'absent', d.absent) order by c.name_key), '[]')
      from (select class, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent
        from marks group by class) d join public.classes c on c.id = d.class))
$$;
comment on function public.attendance_report(date, date, uuid) is
  'Registers of a period, of the school or one class: {step: day | week, counts, days, classes}.';
grant execute on function public.attendance_report(date, date, uuid) to authenticated;

-- Whose marks a caller sees, they see by name, also of a student who is in another class by now: the conditions are
-- those of the policy of attendance.
create function public.attendance_by_student(from_day date, to_day date, class_id uuid default null,
  search text default null) returns table (id uuid, admission_number text, first_name text, last_name text,
  class_name text, marked integer, present integer, late integer, excused integer, absent integer, share numeric,
  total integer, class_key text)
language sql stable security definer set search_path = '' set work_mem = '16MB'
  set plan_cache_mode = force_custom_plan as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent,
    round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer, c.name_key
  from (
    select a.student_id, count(*)::integer as marked,
      (count(*) filter (where a.status = 'present'))::integer as present,
      (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused,
        (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school())
      and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
      and a.school_id = (select private.childrens_school())
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('attendance:read-all')) or a.class_id in (select private.my_class_ids())
        or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id and s.school_id = (select private.my_school())
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day
      and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where case when (select private.search_patterns(attendance_by_student.search)) is null then true
    else s.search_text like all ((select private.search_patterns(attendance_by_student.search))::text[]) end
$$;
comment on function public.attendance_by_student(date, date, uuid, text) is
  'Attendance of each student in a period, with the class they were in at its end. share: percent of marked days '
    'present or late. total: number of students. class_key sorts by class. search: words of the name or the number.';
grant execute on function public.attendance_by_student(date, date, uuid, text) to authenticated;

create function private.attendance_share(students uuid[], first_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(count(*) filter (where status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1)
    from public.attendance where student_id = any (students) and day >= first_day
$$;
