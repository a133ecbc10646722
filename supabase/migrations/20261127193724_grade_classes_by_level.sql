set check_function_bodies = off;

drop function private.class_scales(uuid);

create or replace function private.class_scales (
  term_id uuid
)
  returns table (
    class_id   uuid,
    class_name text,
    scale_id   uuid,
    has_mean   boolean
  )
  language sql
  stable
  rows 100
  set search_path to ''
  AS $function$
  with classes as materialized (
    select c.id, c.name, c.level, t.ends_on from public.school_terms t join public.classes c on c.school_id = t.school_id where t.id = class_scales.term_id),
  levels as materialized (select l.level, private.scale_of_level(l.level, l.ends_on) as scale from (select distinct level, ends_on from classes) l),
  scales as materialized (select level, scale, private.has_mean(scale) as has_mean from levels)
  select c.id, c.name, s.scale, s.has_mean from classes c join scales s on s.level = c.level
$function$;

create or replace function public.find_people (
  search text
)
  returns table (
    kind   text,
    id     uuid,
    name   text,
    detail text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with asked as (
    select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from asked, public.students s
     where asked.my_role in ('admin', 'teacher', 'staff') and s.search_text like asked.pattern order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and lower(m.first_name || ' ' || m.last_name || ' ' || m.staff_number) like asked.pattern order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and lower(h.name) like asked.pattern order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.pattern) u where asked.my_role = 'super_admin')
  ) as found (kind, id, name, detail)
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
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where results_by_student.search is null or s.search_text like results_by_student.search
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
  with groups as materialized (select g.class_id as class, g.class_name as name, g.scale_id as scale, g.has_mean from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (
    select r.student_id, r.class, r.results, r.total, g.has_mean
    from (select student_id, class, count(*) as results, sum(percent) as total from results group by student_id, class) r join groups g on g.class = r.class),
  percents as materialized (
    select g.scale, p.percent, sum(p.results) as results
    from (select class, round(percent)::integer as percent, count(*) as results from results group by 1, 2) p join groups g on g.class = p.class group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean', (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale), 'percents', s.percents) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results) order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students, 'mean', d.mean) order by b.name), '[]')
      from (select r.subject, count(*) as students, trunc(avg(r.percent), 8) as mean from results r join groups g on g.class = r.class where g.has_mean group by r.subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'students', d.students, 'mean', d.mean) order by g.name), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean group by class) d join groups g on g.class = d.class))
$function$;

comment on function private.class_scales(uuid) is 'The classes of a term''s school that the caller may see, how each is graded, and whether its results have a mean.';

revoke all on function private.class_scales(uuid) from public;

grant execute on function private.class_scales(uuid) to authenticated;
