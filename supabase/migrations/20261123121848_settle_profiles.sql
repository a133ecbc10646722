set check_function_bodies = off;

create or replace function public.class_profile (
  class_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', c.id, 'updated_at', c.updated_at, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active, 'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id', c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'), 'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance a where a.class_id = c.id and a.day > private.school_today(c.school_id) - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id, 'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = cs.teacher_id)) order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = l.teacher_id)) order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
$function$;

create or replace function public.student_profile (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at', g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', a.note) order by a.day desc), '[]')
      from (select * from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments) order by t.starts_on desc, b.name), '[]')
      from public.subject_results r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id where r.student_id = s.id and r.percent is not null),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', b.charged, 'paid', b.paid, 'balance', b.balance) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$function$;
