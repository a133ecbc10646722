-- What a family sees first: of each child whether they are in school, what is owed, what work is due and how the last
-- results were. Only the caller's own children, or a student's own record; who may not be told about a child does not
-- have them here either.

-- What a child has not handed in, from two weeks ago on, the first that is due first.
create function private.work_due(student uuid, class uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'title', w.title, 'subject', w.subject, 'due_on', w.due_on)
    order by w.due_on, w.title), '[]')
  from (select a.id, a.title, b.name as subject, a.due_on
    from public.assignments a join public.subjects b on b.id = a.subject_id
    where a.class_id = work_due.class and a.due_on >= work_due.today - 14 and a.archived_at is null
      and a.published_at <= private.current_moment()
      and not exists (select from public.submissions s where s.assignment_id = a.id
        and s.student_id = work_due.student and s.submitted_at is not null)
      and not private.is_excused_from(a.id, work_due.student)
    order by a.due_on, a.title limit 12) w
$$;

-- The last marks in percent, the oldest of them first; an absence has no percent, also where it counts as 0.
create function private.last_marks(student uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('subject', b.name, 'assessment', g.assessment,
    'share', round(g.score * 100 / g.max_score, 1), 'absence', g.absence, 'before', (
      select round(o.score * 100 / c.max_score, 1) from public.grades o
        join public.assessments c on c.id = o.assessment_id
      where o.student_id = last_marks.student and o.subject_id = g.subject_id and c.archived_at is null
        and o.score is not null and (o.updated_at, o.id) < (g.updated_at, g.id)
      order by o.updated_at desc, o.id desc limit 1))
    order by g.updated_at, g.id), '[]')
  from (select m.id, m.subject_id, m.score, m.absence, m.updated_at, a.name as assessment, a.max_score
    from public.grades m join public.assessments a on a.id = m.assessment_id
    where m.student_id = last_marks.student and a.archived_at is null
    order by m.updated_at desc, m.id desc limit 8) g join public.subjects b on b.id = g.subject_id
$$;

-- The mean over all subjects of each round of assessments, such as the end of a term, without single pieces of work.
create function private.result_rounds(student uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('term', r.term, 'name', r.name, 'share', r.share,
    'subjects', r.subjects) order by r.starts_on, r.at, r.name), '[]')
  from (select t.name as term, t.starts_on, min(a.name) as name, min(a.created_at) as at,
      round(avg(c.score * 100 / a.max_score), 1) as share, count(distinct g.subject_id) as subjects
    from public.grades g join public.assessments a on a.id = g.assessment_id
      join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
        on c.score is not null
      join public.school_terms t on t.id = g.term_id
    where g.student_id = result_rounds.student and a.archived_at is null and a.assignment_id is null
    group by t.name, t.starts_on, private.fold_text(a.name)
    order by t.starts_on desc, min(a.created_at) desc limit 12) r
$$;

-- What is owed, what of it is past its day, and when the next part falls due.
create function private.fees_due(student uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('balance', b.balance, 'overdue', greatest(b.balance - coalesce(n.amount, 0), 0),
    'due_on', case when b.balance > 0 then n.due_on end)
  from public.student_balances b cross join lateral (
    select sum(c.amount - c.credited) as amount, min(c.due_on) as due_on from public.fee_charges c
    where c.student_id = b.student_id and c.due_on >= fees_due.today and c.amount > c.credited) n
  where b.student_id = fees_due.student
$$;

create function private.lessons_of_class(class uuid, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'starts_at', to_char(l.starts_at, 'HH24:MI'),
    'ends_at', to_char(l.ends_at, 'HH24:MI'), 'subject', b.name, 'teacher', u.full_name,
    'room', coalesce(l.room, c.room)) order by l.starts_at), '[]')
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.users u on u.id = l.teacher_id
  where l.class_id = lessons_of_class.class and l.weekday = extract(isodow from lessons_of_class.day)
$$;

-- How many questions about a child the caller, as a guardian, has not answered in their present words.
create function private.open_questions(student uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.consent_purposes p
  where private.my_guardian_of(open_questions.student) is not null
    and not exists (select from public.consents c where c.student_id = open_questions.student and c.purpose = p.key
      and c.guardian_id = private.my_guardian_of(open_questions.student) and c.replaced_at is null
      and c.version = p.version)
$$;

create function private.family_documents(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'at', d.created_at)
    order by d.created_at desc, d.id), '[]')
  from (select * from public.documents m where m.school_id = family_documents.school
    and m.audience && (select private.my_bases())
    and (m.student_id is null or m.student_id in (select private.my_student_ids()))
    order by m.created_at desc, m.id limit 4) d
$$;

-- Lessons are of the calling student only: a parent has them under the child.
create function private.family_home(school uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today),
    'children', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
        'first_name', s.first_name, 'admission_number', s.admission_number, 'class_id', s.class_id, 'class', c.name,
        'attendance', (select jsonb_build_object('status', a.status, 'at', a.recorded_at,
            'is_scanned', a.source is not null)
          from public.attendance a where a.student_id = s.id and a.day = today),
        'fees', private.fees_due(s.id, today),
        'work', private.work_due(s.id, s.class_id, today),
        'marks', private.last_marks(s.id),
        'teacher', (select jsonb_build_object('id', t.id, 'is_class_teacher', t.is_class_teacher)
          from public.teachers_of_child(s.id) t order by t.is_class_teacher desc, t.name, t.id limit 1),
        'questions', private.open_questions(s.id)) order by s.first_name, s.id), '[]')
      from public.students s left join public.classes c on c.id = s.class_id
      where s.id in (select private.my_student_ids()) and s.status in ('active', 'suspended')),
    'own', (select jsonb_build_object('has_lessons', w.days <> '{}',
        'days', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day,
            'lessons', private.lessons_of_class(s.class_id, d.day)) order by d.day), '[]')
          from private.home_days(school, today, w.days) as d (day)),
        'results', private.result_rounds(s.id))
      from public.students s cross join lateral (select array(select distinct l.weekday::integer
        from public.lessons l where l.class_id = s.class_id) as days) w
      where s.user_id = private.signed_in_uid() and s.school_id = family_home.school
        and s.id in (select private.my_student_ids()) and s.status in ('active', 'suspended') limit 1),
    'payment_instructions', (select h.payment_instructions from public.schools h where h.id = school),
    'terms', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'starts_on', t.starts_on,
        'ends_on', t.ends_on) order by t.starts_on), '[]')
      from (select * from public.school_terms n where n.school_id = family_home.school and n.ends_on >= today
        order by n.starts_on limit 3) t),
    'notices', private.my_notices(school),
    'documents', private.family_documents(school));
end
$$;
