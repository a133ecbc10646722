-- The class that writes a student's card: the last one of the term, so far; without any, the one that marked them last.
create function private.card_class(student uuid, term public.school_terms) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select e.class_id from public.enrolments e
      where e.student_id = card_class.student
        and e.started_on <= greatest(term.starts_on, least(term.ends_on, private.school_today(term.school_id)))
        and (e.ended_on is null or e.ended_on > term.starts_on) order by e.started_on desc limit 1),
    (select g.class_id from public.grades g where g.student_id = card_class.student and g.term_id = term.id
      order by g.updated_at desc, g.id limit 1))
$$;

-- Students with marks in the term and, while it lasts, every student of a class.
create function private.card_students(term public.school_terms, class uuid, student uuid)
  returns table (student_id uuid, class_id uuid)
language sql stable rows 40 security definer set search_path = '' as $$
  select l.id, l.class from (
    select s.id, private.card_class(s.id, term) as class
    from public.students s
    where s.school_id = term.school_id
      and s.id in (
        select card_students.student where card_students.student is not null
        union all
        select m.id from private.class_members(card_students.class, term.starts_on, term.ends_on) as m (id)
          where card_students.student is null
        union all
        select g.student_id from public.grades g where card_students.student is null
          and g.class_id = card_students.class and g.term_id = term.id)
      and (s.status in ('active', 'suspended') and private.school_today(term.school_id) <= term.ends_on
        or exists (select from public.grades g
          join public.assessments a on a.id = g.assessment_id and a.archived_at is null
          where g.student_id = s.id and g.term_id = term.id))) l
  where card_students.class is null or l.class = card_students.class
$$;

-- One card for each student, with the marks of every class of the term: those of another class than the card's say
-- which.
create function private.term_cards(term public.school_terms, students uuid[], classes uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  with listed as materialized (select * from unnest(students, classes) as l (student, class)),
  marks as materialized (
    select g.student_id as student, g.subject_id as subject,
      case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, g.absence,
      private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as counts, a.max_score, a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'absence', m.absence,
      'counts', m.counts, 'max_score', m.max_score, 'weight', m.weight,
        'class_name', (select c.name from public.classes c where c.id = m.other_class))
          order by m.created_at, m.name, m.other_class) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, b.name)
  select jsonb_build_object(
    'school', private.paper_school(term.school_id),
    'term', jsonb_build_object('name', term.name, 'starts_on', term.starts_on, 'ends_on', term.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = term.school_id
        and n.starts_on > term.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.full_name,
          'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale',
          private.grading_scale(private.scale_of_level(c.level, term.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*),
          'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent',
            count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id
            and a.day between term.starts_on and term.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments)
          order by b.name), '[]') from subjects b where b.student = s.id))
      order by c.name_key, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$$;

create function public.report_cards(term_id uuid, class_id uuid default null, student_id uuid default null)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.term_cards(t, l.students, l.classes)
  from public.school_terms t
  cross join lateral (
    select array_agg(k.student_id) as students, array_agg(k.class_id) as classes
      from private.card_students(t, report_cards.class_id, report_cards.student_id) k
    where k.student_id <> all ((select private.withheld_from_me())::uuid[]) and ((select private.may('result:read-all'))
      or k.class_id in (select private.my_class_ids()) or k.student_id in (select private.my_student_ids()))) l
  where t.id = report_cards.term_id and t.school_id = (select private.childrens_school())
    and (report_cards.class_id is not null or report_cards.student_id is not null)
$$;
comment on function public.report_cards(uuid, uuid, uuid) is
  'Report cards of a class or of one student in a term: {school, term, cards: [{student, class_name, attendance, '
    'subjects: [{name, assessments}]}]}, one for each student, in the last class of the term and with the marks of '
    'all of them; for administrators, teachers of that class and the family.';
grant execute on function public.report_cards(uuid, uuid, uuid) to authenticated;

-- Students are aggregated to one row each first: sorting all results of a large school is slow.
create function public.results_report(term_id uuid, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
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
$$;
comment on function public.results_report(uuid, uuid) is
  'Results of a term, of the school or one class: {students, mean, scales: how many results at each whole percent of '
    'the classes that are graded alike, with their levels, subjects, classes}. Means are not rounded and leave out the '
    'competency-based curriculum, which has none: its scales count each subject and class instead.';
grant execute on function public.results_report(uuid, uuid) to authenticated;

-- Whose results a caller sees, they see by name, also of a student who is in another class by now: the conditions are
-- those of the policy of results. The planner expects half of the rows behind a case, but next to none behind "is null
-- or", for which it would read the scales once for each student.
create function public.results_by_student(term_id uuid, class_id uuid default null, search text default null)
  returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, subjects integer,
  mean numeric, scale_id uuid, total integer, percents numeric[], class_key text)
language sql stable security definer set search_path = '' set work_mem = '16MB' as $$
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
$$;
comment on function public.results_by_student(uuid, uuid, text) is
  'Each student''s mean over the subjects of a term, in the class they were in and once for each class after a move, '
    'not rounded and null where the curriculum has none, with the percents of its subjects instead; scale_id is a '
    'scale of results_report; total is how many rows there are; class_key sorts by class. '
    'search: words of the name or the number.';
grant execute on function public.results_by_student(uuid, uuid, text) to authenticated;

create function private.class_teacher_name(class uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.full_name from public.classes c
    join public.users u on u.id = c.class_teacher_id where c.id = class
$$;
comment on function private.class_teacher_name(uuid)
  is 'Families read who leads the class, though they see no accounts.';
grant execute on function private.class_teacher_name(uuid) to authenticated;
