create function public.report_cards(term_id uuid, class_id uuid default null, student_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with term as (select t.* from public.school_terms t where t.id = report_cards.term_id),
  marks as materialized (
    select g.student_id as student, g.class_id as class, g.subject_id as subject, a.name, a.created_at, g.score, a.max_score, a.weight
    from public.grades g
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    where g.term_id = report_cards.term_id and (report_cards.class_id is null or g.class_id = report_cards.class_id) and (report_cards.student_id is null or g.student_id = report_cards.student_id)),
  students as (
    select student as id, class from marks group by student, class
    union
    select s.id, s.class_id from public.students s
    where s.status in ('active', 'suspended') and s.school_id = (select school_id from term) and (select private.school_today(school_id) <= ends_on from term)
      and case when report_cards.student_id is null then s.class_id = report_cards.class_id else s.id = report_cards.student_id and (report_cards.class_id is null or s.class_id = report_cards.class_id) end),
  subjects as (
    select m.student, m.class, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score, 'weight', m.weight) order by m.created_at, m.name) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, m.class, b.name)
  select jsonb_build_object(
    'school', (select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = t.school_id),
    'term', jsonb_build_object('name', t.name, 'starts_on', t.starts_on, 'ends_on', t.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = t.school_id and n.starts_on > t.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale', private.grading_scale(private.scale_of_level(c.level, t.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between t.starts_on and t.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id and b.class is not distinct from l.class))
      order by c.name, s.last_name, s.first_name), '[]')
      from students l join public.students s on s.id = l.id left join public.classes c on c.id = l.class))
  from term t
  where report_cards.class_id is not null or report_cards.student_id is not null
$$;
comment on function public.report_cards(uuid, uuid, uuid) is
  'Report cards of a class or of one student in a term: {school, term, cards: [{student, class_name, attendance, subjects: [{name, assessments}]}]}, of those the caller may see.';
grant execute on function public.report_cards(uuid, uuid, uuid) to authenticated;

-- Students are aggregated to one row each first: sorting all results of a large school is slow.
create function public.results_report(term_id uuid, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
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
$$;
comment on function public.results_report(uuid, uuid) is
  'Results of a term, of the school or one class: {students, mean, scales: how many results at each whole percent of the classes that are graded alike, subjects, classes}. Means are not rounded and leave out the competency-based curriculum, which has none.';
grant execute on function public.results_report(uuid, uuid) to authenticated;

create function public.results_by_student(term_id uuid, class_id uuid default null, search text default null) returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, subjects integer, mean numeric, scale_id uuid, total integer)
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where results_by_student.search is null or s.search_text like results_by_student.search
$$;
comment on function public.results_by_student(uuid, uuid, text) is
  'Each student''s mean over the subjects of a term, in the class they were in, not rounded and null where the curriculum has none; scale_id is a scale of results_report; total is how many students there are. search is a pattern.';
grant execute on function public.results_by_student(uuid, uuid, text) to authenticated;

create function private.class_teacher_name(class uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.classes c join public.users u on u.id = c.class_teacher_id where c.id = class
$$;
comment on function private.class_teacher_name(uuid) is 'Families read who leads the class, though they see no accounts.';
grant execute on function private.class_teacher_name(uuid) to authenticated;
