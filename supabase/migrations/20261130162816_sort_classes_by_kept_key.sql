set check_function_bodies = off;

drop function private.class_scales(uuid);

create or replace function private.class_scales (
  term_id uuid
)
  returns table (
    class_id   uuid,
    class_name text,
    class_key  text,
    scale_id   uuid,
    has_mean   boolean
  )
  language sql
  stable
  rows 100
  set search_path to ''
  AS $function$
  with classes as materialized (
    select c.id, c.name, c.name_key, c.level, t.ends_on from public.school_terms t
      join public.classes c on c.school_id = t.school_id where t.id = class_scales.term_id),
  levels as materialized (select l.level, private.scale_of_level(l.level, l.ends_on) as scale
    from (select distinct level, ends_on from classes) l),
  scales as materialized (select level, scale, private.has_mean(scale) as has_mean from levels)
  select c.id, c.name, c.name_key, s.scale, s.has_mean from classes c join scales s on s.level = c.level
$function$;

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
    total            integer,
    percents         numeric[],
    class_key        text
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects,
    case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer,
    case when g.has_mean then '{}' else array(select p from unnest(r.percents) as p order by p desc) end, g.class_key
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean,
        array_agg(r.percent) as percents
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
  with groups as materialized (select g.class_id as class, g.class_name as name, g.class_key as key,
    g.scale_id as scale, g.has_mean from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent, g.scale, g.has_mean
      from public.subject_results r join groups g on g.class = r.class_id
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id
      and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (select student_id, class, has_mean, count(*) as results, sum(percent) as total from results
    group by student_id, class, has_mean),
  counted as materialized (select scale, subject, class, round(percent)::integer as percent, count(*) as results
    from results where not has_mean group by 1, 2, 3, 4),
  percents as materialized (select scale, round(percent)::integer as percent, count(*) as results from results
    group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean',
      (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale),
      'levels', (select coalesce(jsonb_agg(distinct c.level), '[]')
        from groups g join public.classes c on c.id = g.class
        where g.scale = s.scale and g.class in (select class from students)),
      'percents', s.percents,
      'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'percents', d.percents)
        order by b.name), '[]')
        from (select n.subject, jsonb_agg(jsonb_build_object('percent', n.percent, 'results', n.results)) as percents
          from counted n where n.scale = s.scale group by n.subject) d
        join public.subjects b on b.id = d.subject),
      'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'percents', d.percents)
        order by g.key), '[]')
        from (select n.class, jsonb_agg(jsonb_build_object('percent', n.percent, 'results', n.results)) as percents
          from counted n where n.scale = s.scale group by n.class) d
        join groups g on g.class = d.class)) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results)
        order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students,
      'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as students, trunc(avg(percent), 8) as mean from results where has_mean
        group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'students', d.students,
      'mean', d.mean) order by g.key), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean
        group by class) d join groups g on g.class = d.class))
$function$;

comment on function private.class_scales(uuid) is 'The classes of a term''s school that the caller may see, how each is graded, and whether its results have a mean.';

revoke all on function private.class_scales(uuid) from public;

grant execute on function private.class_scales(uuid) to authenticated;
