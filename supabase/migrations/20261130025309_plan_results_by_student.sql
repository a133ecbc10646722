set check_function_bodies = off;

create or replace function public.results_by_student (
  term_id  uuid,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    subjects         integer,
    mean             numeric,
    scale_id         uuid,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects,
    case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean
      from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id
      and case when results_by_student.class_id is null then true else r.class_id = results_by_student.class_id end
      and r.percent is not null and r.school_id = (select private.childrens_school())
        and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('result:read-all')) or r.class_id in (select private.my_class_ids())
        or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where case when (select private.search_patterns(results_by_student.search)) is null then true
    else s.search_text like all ((select private.search_patterns(results_by_student.search))::text[]) end
$function$;
