set check_function_bodies = off;

create or replace function public.attendance_by_student (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    marked           integer,
    present          integer,
    late             integer,
    excused          integer,
    absent           integer,
    share            numeric,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent,
    round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
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
$function$;
