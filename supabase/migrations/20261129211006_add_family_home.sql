set check_function_bodies = off;

create or replace function private.dashboard_summary (
  unread  bigint,
  notices jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    perform private.refuse('permission.sign_in', 'Sign in to see your dashboard.', errcode => '42501');
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s
      where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on,
      'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where private.member_school() is not null),
    'room', case when private.may('plan:manage') then private.plan_room(school) end,
    'campus_room', case when private.may('plan:manage') then private.campus_room(school) end,
    'ending_licences', case when private.may('plan:manage') then private.ending_licences(school) end,
    'setup', case when private.may('school:run') then private.setup_steps(school) end,
    'stats', case when private.may('platform:read') then private.super_admin_stats()
      when private.may('school:run') then private.admin_stats(school)
      when private.may('schedule:read') then private.teacher_stats()
      when private.may('record:write') then private.office_stats(school) else private.personal_stats(unread) end,
    'activities', private.recent_activities(my_role, notices),
    'home', case when private.may('school:run') and school is not null then private.school_home(school) end,
    'teaching', case when private.may('schedule:read') and school is not null then private.teacher_home(school) end,
    'family', case when private.may('own-students:read') and school is not null then private.family_home(school) end);
end
$function$;

create or replace function private.family_documents (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title, 'at', d.created_at)
    order by d.created_at desc, d.id), '[]')
  from (select * from public.documents m where m.school_id = family_documents.school
    and m.audience && (select private.my_bases())
    and (m.student_id is null or m.student_id in (select private.my_student_ids()))
    order by m.created_at desc, m.id limit 4) d
$function$;

create or replace function private.family_home (
  school uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.fees_due (
  student uuid,
  today   date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('balance', b.balance, 'overdue', greatest(b.balance - coalesce(n.amount, 0), 0),
    'due_on', case when b.balance > 0 then n.due_on end)
  from public.student_balances b cross join lateral (
    select sum(c.amount - c.credited) as amount, min(c.due_on) as due_on from public.fee_charges c
    where c.student_id = b.student_id and c.due_on >= fees_due.today and c.amount > c.credited) n
  where b.student_id = fees_due.student
$function$;

create or replace function private.last_marks (
  student uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('subject', b.name, 'assessment', g.assessment,
    'share', round(g.score * 100 / g.max_score, 1), 'before', (
      select round(o.score * 100 / c.max_score, 1) from public.grades o
        join public.assessments c on c.id = o.assessment_id
      where o.student_id = last_marks.student and o.subject_id = g.subject_id and c.archived_at is null
        and (o.updated_at, o.id) < (g.updated_at, g.id) order by o.updated_at desc, o.id desc limit 1))
    order by g.updated_at, g.id), '[]')
  from (select m.id, m.subject_id, m.score, m.updated_at, a.name as assessment, a.max_score
    from public.grades m join public.assessments a on a.id = m.assessment_id
    where m.student_id = last_marks.student and a.archived_at is null
    order by m.updated_at desc, m.id desc limit 8) g join public.subjects b on b.id = g.subject_id
$function$;

create or replace function private.lessons_of_class (
  class uuid,
  day   date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'starts_at', to_char(l.starts_at, 'HH24:MI'),
    'ends_at', to_char(l.ends_at, 'HH24:MI'), 'subject', b.name, 'teacher', u.full_name,
    'room', coalesce(l.room, c.room)) order by l.starts_at), '[]')
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.users u on u.id = l.teacher_id
  where l.class_id = lessons_of_class.class and l.weekday = extract(isodow from lessons_of_class.day)
$function$;

create or replace function private.open_questions (
  student uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*)::integer from public.consent_purposes p
  where private.my_guardian_of(open_questions.student) is not null
    and not exists (select from public.consents c where c.student_id = open_questions.student and c.purpose = p.key
      and c.guardian_id = private.my_guardian_of(open_questions.student) and c.replaced_at is null
      and c.version = p.version)
$function$;

create or replace function private.result_rounds (
  student uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('term', r.term, 'name', r.name, 'share', r.share,
    'subjects', r.subjects) order by r.starts_on, r.at, r.name), '[]')
  from (select t.name as term, t.starts_on, min(a.name) as name, min(a.created_at) as at,
      round(avg(g.score * 100 / a.max_score), 1) as share, count(distinct g.subject_id) as subjects
    from public.grades g join public.assessments a on a.id = g.assessment_id
      join public.school_terms t on t.id = g.term_id
    where g.student_id = result_rounds.student and a.archived_at is null and a.assignment_id is null
    group by t.name, t.starts_on, private.fold_text(a.name)
    order by t.starts_on desc, min(a.created_at) desc limit 12) r
$function$;

create or replace function private.work_due (
  student uuid,
  class   uuid,
  today   date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'title', w.title, 'subject', w.subject, 'due_on', w.due_on)
    order by w.due_on, w.title), '[]')
  from (select a.id, a.title, b.name as subject, a.due_on
    from public.assignments a join public.subjects b on b.id = a.subject_id
    where a.class_id = work_due.class and a.due_on >= work_due.today - 14 and a.archived_at is null
      and a.published_at <= private.current_moment()
      and not exists (select from public.submissions s where s.assignment_id = a.id
        and s.student_id = work_due.student and s.submitted_at is not null)
    order by a.due_on, a.title limit 12) w
$function$;

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has still to set up, how full the plan is and which licences end within 14 days, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted}, recent activities {at, kind, title, text, link}, for who runs the school, its home: what waits, the term''s weeks, today and what comes, and for a teacher the lessons of the day, what waits for a mark and the attendance of the own classes; for a parent the children, and for a student the own day: attendance, fees, work due and results.';

revoke all on function private.family_documents(uuid) from public;

revoke all on function private.family_home(uuid) from public;

revoke all on function private.fees_due(uuid, date) from public;

revoke all on function private.last_marks(uuid) from public;

revoke all on function private.lessons_of_class(uuid, date) from public;

revoke all on function private.open_questions(uuid) from public;

revoke all on function private.result_rounds(uuid) from public;

revoke all on function private.work_due(uuid, uuid, date) from public;
