set check_function_bodies = off;

create or replace function private.my_marking()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.since, m.id), '[]')
  from (select a.id, a.title, b.name as subject, c.name as class, count(*) as waiting, min(s.submitted_at) as since
    from public.assignments a join public.classes c on c.id = a.class_id join public.subjects b on b.id = a.subject_id
      join public.submissions s on s.assignment_id = a.id
    where a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
      and s.submitted_at is not null and s.graded_at is null
      and not private.is_excused_from(a.id, s.student_id)
      and s.student_id <> all ((select private.withheld_from_me())::uuid[])
    group by a.id, a.title, b.name, c.name order by min(s.submitted_at), a.id limit 6) m
$function$;

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
  with groups as materialized (select g.class_id as class, g.class_name as name, g.scale_id as scale, g.has_mean
    from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent, g.scale, g.has_mean
      from public.subject_results r join groups g on g.class = r.class_id
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id
      and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (select student_id, class, has_mean, count(*) as results, sum(percent) as total from results
    group by student_id, class, has_mean),
  percents as materialized (select scale, round(percent)::integer as percent, count(*) as results from results
    group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean',
      (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale),
      'levels', (select coalesce(jsonb_agg(distinct c.level), '[]')
        from groups g join public.classes c on c.id = g.class
        where g.scale = s.scale and g.class in (select class from students)),
      'percents', s.percents) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results)
        order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students,
      'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as students, trunc(avg(percent), 8) as mean from results where has_mean
        group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'students', d.students,
      'mean', d.mean) order by g.name), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean
        group by class) d join groups g on g.class = d.class))
$function$;

comment on function public.results_report(uuid, uuid) is 'Results of a term, of the school or one class: {students, mean, scales: how many results at each whole percent of the classes that are graded alike, with their levels, subjects, classes}. Means are not rounded and leave out the competency-based curriculum, which has none.';
