set check_function_bodies = off;

create or replace function public.results_report (
  term_id  uuid,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  with groups as materialized (select g.class_id as class, g.class_name as name, g.scale_id as scale, g.has_mean from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent, g.scale, g.has_mean from public.subject_results r join groups g on g.class = r.class_id
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (select student_id, class, has_mean, count(*) as results, sum(percent) as total from results group by student_id, class, has_mean),
  percents as materialized (select scale, round(percent)::integer as percent, count(*) as results from results group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean', (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale), 'percents', s.percents) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results) order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students, 'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as students, trunc(avg(percent), 8) as mean from results where has_mean group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'students', d.students, 'mean', d.mean) order by g.name), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean group by class) d join groups g on g.class = d.class))
$function$;
