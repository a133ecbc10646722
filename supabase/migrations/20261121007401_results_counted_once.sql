-- The report of a term's results in a school of thousands: learners are counted from one row each, not sorted out of every result.
create or replace function public.results_report(term_id uuid, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  with results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  learners as materialized (select student_id, class, count(*) as results, sum(percent) as total from results group by student_id, class)
  select jsonb_build_object(
    'learners', (select count(distinct student_id) from learners), 'mean', (select round(sum(total) / sum(results), 1) from learners),
    'percents', (select coalesce(jsonb_agg(jsonb_build_object('percent', p.percent, 'results', p.results) order by p.percent), '[]') from (select round(percent)::integer as percent, count(*) as results from results group by 1) p),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'learners', d.learners, 'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as learners, round(avg(percent), 1) as mean from results group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'learners', d.learners, 'mean', d.mean) order by c.name), '[]')
      from (select class, count(*) as learners, round(sum(total) / sum(results), 1) as mean from learners group by class) d join public.classes c on c.id = d.class))
$$;
