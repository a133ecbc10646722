-- The report card: one learner's term, for the school to print and for the family to read.
create function private.class_teacher_name(class uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.classes c join public.users u on u.id = c.class_teacher_id where c.id = class
$$;
comment on function private.class_teacher_name(uuid) is 'Families read who leads the class, though they see no accounts.';
grant execute on function private.class_teacher_name(uuid) to authenticated;

create function public.report_cards(term_id uuid, class_id uuid default null, student_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with term as (select t.* from public.school_terms t where t.id = report_cards.term_id),
  marks as materialized (
    select g.student_id as student, g.class_id as class, g.subject_id as subject, a.name, a.created_at, g.score, a.max_score, a.weight
    from public.grades g
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    where g.term_id = report_cards.term_id and (report_cards.class_id is null or g.class_id = report_cards.class_id) and (report_cards.student_id is null or g.student_id = report_cards.student_id)),
  learners as (
    select student as id, class from marks group by student, class
    union
    select s.id, s.class_id from public.students s
    where s.status in ('active', 'suspended') and s.school_id = (select school_id from term) and (select ends_on from term) >= current_date
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
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between t.starts_on and t.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id and b.class is not distinct from l.class))
      order by c.name, s.last_name, s.first_name), '[]')
      from learners l join public.students s on s.id = l.id left join public.classes c on c.id = l.class))
  from term t
  where report_cards.class_id is not null or report_cards.student_id is not null
$$;
comment on function public.report_cards(uuid, uuid, uuid) is
  'Report cards of a class or of one learner in a term: {school, term, cards: [{student, class_name, attendance, subjects: [{name, assessments}]}]}, of those the caller may see.';
grant execute on function public.report_cards(uuid, uuid, uuid) to authenticated;
