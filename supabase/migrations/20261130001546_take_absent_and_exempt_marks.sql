set check_function_bodies = off;

drop function public.save_scores(uuid, jsonb);

alter table public.assessments
  add column absent_counts_as_zero boolean not null default false;

alter table public.grades
  add column absence text;

alter table public.schools
  add column absent_counts_as_zero boolean not null default false;

alter table public.grades
  alter column score drop not null;

create or replace function private.absent_counts_as_zero (
  class uuid,
  term  uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select h.absent_counts_as_zero and private.has_mean(private.scale_of_level(c.level, t.ends_on))
  from public.classes c join public.schools h on h.id = c.school_id
    join public.school_terms t on t.id = absent_counts_as_zero.term
  where c.id = absent_counts_as_zero.class
$function$;

create or replace function private.card_percent (
  assessments jsonb
)
  returns text
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select floor(sum(c.score * 100 * (a ->> 'weight')::numeric / (a ->> 'max_score')::numeric)
    / nullif(sum((a ->> 'weight')::numeric) filter (where c.score is not null), 0) + 0.5) || '%'
  from jsonb_array_elements(card_percent.assessments) as a
    cross join lateral (select coalesce(a ->> 'counts', a ->> 'score')::numeric as score) c
$function$;

create or replace function private.copy_score_to_gradebook()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  task public.assignments;
  term uuid;
begin
  if new.score is null then
    return null;
  end if;
  select * into task from public.assignments a where a.id = new.assignment_id;
  select t.id into term from public.school_terms t where t.school_id = task.school_id and t.starts_on <= task.due_on
    order by t.starts_on desc limit 1;
  if term is null then
    return null;
  end if;
  -- Locked before the mark, as where the gradebook is saved.
  perform from public.assessments a where a.assignment_id = task.id order by a.id for share;
  update public.grades g set score = new.score, absence = null, graded_by = new.graded_by, updated_at = now()
  from public.assessments a
  where a.assignment_id = task.id and g.assessment_id = a.id and g.student_id = new.student_id;
  if not found then
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
    select a.school_id, new.student_id, a.class_id, a.subject_id, a.term_id, a.id, new.score, new.graded_by
    from private.assessment_of(task, term) a;
  end if;
  return null;
end
$function$;

create or replace function private.count_results (
  students uuid[],
  classes  uuid[],
  subjects uuid[],
  terms    uuid[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  with touched as materialized (
    select t.student_id, t.class_id, t.subject_id, t.term_id
      from unnest(students, classes, subjects, terms) as t (student_id, class_id, subject_id, term_id)),
  counted as materialized (
    select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
      trunc(sum(c.score * a.percent_per_mark) / nullif(sum(a.weight) filter (where c.score is not null), 0), 8)
        as percent,
      count(c.score)::integer as assessments
    from touched t
    join public.grades g on g.student_id = t.student_id and g.subject_id = t.subject_id and g.term_id = t.term_id
      and g.class_id = t.class_id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null
    cross join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
    group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id),
  gone as (
    delete from public.subject_results r using touched t
    where r.student_id = t.student_id and r.class_id = t.class_id and r.subject_id = t.subject_id
      and r.term_id = t.term_id
      and not exists (select from counted c where c.student_id = r.student_id and c.class_id = r.class_id
        and c.subject_id = r.subject_id and c.term_id = r.term_id))
  insert into public.subject_results as r (school_id, term_id, class_id, subject_id, student_id, percent, assessments)
  select c.school_id, c.term_id, c.class_id, c.subject_id, c.student_id, c.percent, c.assessments from counted c
  on conflict (student_id, term_id, class_id, subject_id) do update set percent = excluded.percent,
    assessments = excluded.assessments
    where (r.percent, r.assessments) is distinct from (excluded.percent, excluded.assessments)
$function$;

create or replace function private.counted_score (
  score                 numeric,
  absence               text,
  absent_counts_as_zero boolean
)
  returns numeric
  language sql
  immutable
  parallel safe
  AS $function$
  select case when absence = 'absent' and absent_counts_as_zero then 0 else score end
$function$;

create or replace function private.is_excused_from (
  assignment uuid,
  student    uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.assessments a join public.grades g on g.assessment_id = a.id
    where a.assignment_id = is_excused_from.assignment and g.student_id = is_excused_from.student
      and g.absence is not null)
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
$function$;

create or replace function private.my_marking()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.since, m.id), '[]')
  from (select a.id, a.title, c.name as class, count(*) as waiting, min(s.submitted_at) as since
    from public.assignments a join public.classes c on c.id = a.class_id
      join public.submissions s on s.assignment_id = a.id
    where a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
      and s.submitted_at is not null and s.graded_at is null
      and not private.is_excused_from(a.id, s.student_id)
      and s.student_id <> all ((select private.withheld_from_me())::uuid[])
    group by a.id, a.title, c.name order by min(s.submitted_at), a.id limit 6) m
$function$;

create or replace function private.renew_absent_counts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := coalesce(to_jsonb(new) ->> 'school_id', to_jsonb(new) ->> 'id')::uuid;
  was_unaudited constant text := coalesce(current_setting('masomo.unaudited', true), '');
begin
  perform set_config('masomo.unaudited', 'on', true);
  update public.assessments a set absent_counts_as_zero = not a.absent_counts_as_zero
  from public.school_terms t
  where t.id = a.term_id and a.school_id = school and t.closed_at is null
    and a.absent_counts_as_zero <> private.absent_counts_as_zero(a.class_id, a.term_id);
  perform set_config('masomo.unaudited', was_unaudited, true);
  return null;
end
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
      round(avg(c.score * 100 / a.max_score), 1) as share, count(distinct g.subject_id) as subjects
    from public.grades g join public.assessments a on a.id = g.assessment_id
      join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
        on c.score is not null
      join public.school_terms t on t.id = g.term_id
    where g.student_id = result_rounds.student and a.archived_at is null and a.assignment_id is null
    group by t.name, t.starts_on, private.fold_text(a.name)
    order by t.starts_on desc, min(a.created_at) desc limit 12) r
$function$;

create or replace function private.set_absent_counts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.absent_counts_as_zero := coalesce(private.absent_counts_as_zero(new.class_id, new.term_id), false);
  return new;
end
$function$;

create or replace function private.student_results (
  student uuid
)
  returns table (
    term_id     uuid,
    subject_id  uuid,
    class_id    uuid,
    percent     numeric,
    assessments integer
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select g.term_id, g.subject_id, (array_agg(g.class_id order by g.updated_at desc))[1],
    trunc(sum(c.score * a.percent_per_mark) / sum(a.weight), 8), count(*)::integer
  from public.students s join public.grades g on g.student_id = s.id
  join public.assessments a on a.id = g.assessment_id and a.archived_at is null
  join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
    on c.score is not null
  where s.id = student_results.student and s.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids())
      or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
$function$;

create or replace function private.teacher_stats()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('classes', (select count(*) from private.my_class_ids())),
    private.dashboard_stat('students', (select count(*) from private.my_taught_student_ids())),
    private.dashboard_stat('lessons_today', (select count(*) from public.lessons
      where teacher_id = private.signed_in_uid() and weekday = extract(isodow from private.my_today()))),
    private.dashboard_stat('to_mark', (select count(*) from public.submissions s
      join public.assignments a on a.id = s.assignment_id where a.teacher_id = private.signed_in_uid()
      and s.submitted_at is not null and s.graded_at is null and public.is_to_mark(s))))
$function$;

create or replace function private.term_cards (
  term     public.school_terms,
  students uuid[],
  classes  uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
      order by c.name, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$function$;

create or replace function private.unmarked_submissions()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('assignment:write') then count(*) end
  from public.assignments a join public.submissions s on s.assignment_id = a.id
  where a.school_id = (select private.school_where('assignment:write'))
    and a.teacher_id = (select private.signed_in_uid())
    and a.archived_at is null and s.submitted_at is not null and s.graded_at is null
    and not private.is_excused_from(a.id, s.student_id)
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
      and not private.is_excused_from(a.id, work_due.student)
    order by a.due_on, a.title limit 12) w
$function$;

create or replace function public.is_to_mark (
  submission public.submissions
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select submission.submitted_at is not null and submission.graded_at is null
    and not private.is_excused_from(submission.assignment_id, submission.student_id)
$function$;

create or replace function public.open_branch (
  campus_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:multi-branch');
  main public.schools;
  campus public.campuses;
  opened uuid;
begin
  perform private.require('branch:direct');
  perform private.lock_subscription(school);
  select * into main from public.schools s where s.id = school;
  if main.branch_of is not null then
    perform private.refuse('branch.of_branch', 'A branch has no branches. Open it at {school}.',
      jsonb_build_object('school', private.branch_name(main.branch_of)), errcode => '42501');
  end if;
  select * into campus from public.campuses c where c.id = open_branch.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_there', 'This campus is no longer here. Choose another.', field => 'campus_id');
  elsif exists (select from public.schools s where s.campus_id = campus.id) then
    perform private.refuse('branch.open_already', '{campus} has books of its own already.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif private.is_entitled(school, 'addon:multi-branch', campus.id) <> 'on' then
    perform private.refuse('branch.not_covered',
      'The licence of Multi Branch does not cover {campus}. Choose its campuses under School, Plan and licences, or '
        'buy it for more.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif exists (select from public.schools s
    where private.fold_text(s.name) = private.fold_text(left(main.name || ', ' || campus.name, 160))) then
    perform private.refuse('branch.name_taken', 'There is a school of this name already. Rename the campus first.',
      field => 'campus_id');
  end if;
  insert into public.schools (name, kind, email, phone, address, city, county, country, motto, payment_instructions,
    time_zone, absent_counts_as_zero, version, is_demo, branch_of, campus_id)
  values (left(main.name || ', ' || campus.name, 160), main.kind, main.email, coalesce(campus.phone, main.phone),
    coalesce(campus.address, main.address), main.city, main.county, main.country, main.motto,
    main.payment_instructions, main.time_zone, main.absent_counts_as_zero, main.version, main.is_demo, main.id,
    campus.id)
  returning id into opened;
  insert into public.school_terms (school_id, name, starts_on, ends_on)
  select opened, t.name, t.starts_on, t.ends_on from public.school_terms t where t.school_id = school
    and t.ends_on >= private.school_today(school) - 365;
  insert into public.subjects (school_id, name, code)
  select opened, b.name, b.code from public.subjects b where b.school_id = school;
  insert into public.classes (school_id, name, level, room)
  select opened, k.name, k.level, k.room from public.classes k
  where k.school_id = school and k.campus_id = campus.id and k.is_active;
  insert into private.memberships (user_id, school_id, role_id, given_by)
  values (private.signed_in_uid(), opened, private.common_role('admin'), private.signed_in_uid());
  return opened;
end
$function$;

create or replace function public.save_scores (
  assessment_id uuid,
  scores        jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    said       jsonb,
    standing   numeric,
    by         text,
    at         timestamp with time zone,
    absence    text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  assessment public.assessments;
  listed uuid[];
begin
  select * into assessment from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  perform private.require_subject_i_teach(assessment.class_id, assessment.subject_id);
  listed := array(select private.students_to_mark(assessment.class_id, assessment.subject_id, assessment.term_id));
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.assessment_id = assessment.id
    and g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
  order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.absence, s.seen, s.seen_absence,
      p.full_name as student, g.score as score_now, g.absence as absence_now, g.graded_by, g.updated_at,
      g.graded_by = private.signed_in_uid()
        and g.updated_at <= clock_timestamp() - make_interval(secs => coalesce(s.age, 0)) as is_own
    from rows from (jsonb_to_recordset(save_scores.scores)
      as (student_id uuid, score numeric, absence text, seen numeric, seen_absence text, age double precision))
      with ordinality as s (student_id, score, absence, seen, seen_absence, age, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.assessment_id = assessment.id
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.absence, e.student, e.score_now, e.absence_now, e.graded_by, e.updated_at,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and assessment.max_score or e.score is not null and e.absence is not null
          or e.absence not in ('absent', 'exempt') then 'grade.out_of_range'
        when (e.score_now, e.absence_now) is distinct from (e.seen, e.seen_absence)
          and (e.score_now, e.absence_now) is distinct from (e.score, e.absence)
          and e.is_own is not true then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and j.absence is null and g.student_id = j.student_id
      and g.assessment_id = assessment.id),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, absence,
      graded_by)
    select assessment.school_id, j.student_id, assessment.class_id, assessment.subject_id, assessment.term_id,
      assessment.id, j.score, j.absence, private.signed_in_uid()
    from judged j where j.code is null and (j.score is not null or j.absence is not null) order by j.student_id
    on conflict (assessment_id, student_id) do update set score = excluded.score, absence = excluded.absence,
      graded_by = excluded.graded_by, updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now,
    case when j.code = 'grade.changed' then u.full_name end,
    case when j.code = 'grade.changed' then j.updated_at end, j.absence_now
  from judged j left join public.users u on u.id = j.graded_by cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', assessment.name, 'most', assessment.max_score))
      when j.absence_now = 'absent' then private.say(
        '{student} is marked absent in {assessment} by now, by somebody else.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      when j.absence_now = 'exempt' then private.say(
        '{student} is marked exempt in {assessment} by now, by somebody else.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', assessment.name)) end)
    as reason (said)
  where j.code is not null order by j.place;
end
$function$;

alter table public.grades
  add constraint grades_absence_check check ((absence = ANY (ARRAY['absent'::text, 'exempt'::text])));

alter table public.grades
  add constraint grades_mark_check check (((score IS NULL) <> (absence IS NULL)));

create trigger set_absent_counts
  before insert on public.assessments
  for each row
  execute function private.set_absent_counts();

create trigger renew_absent_counts
  after update of level on public.classes
  for each row
  when ((old.level <> new.level))
  execute function private.renew_absent_counts();

create trigger renew_absent_counts
  after update of closed_at on public.school_terms
  for each row
  when (((old.closed_at IS NOT NULL) AND (new.closed_at IS NULL)))
  execute function private.renew_absent_counts();

create trigger renew_absent_counts
  after update of absent_counts_as_zero on public.schools
  for each row
  when ((old.absent_counts_as_zero <> new.absent_counts_as_zero))
  execute function private.renew_absent_counts();

comment on column public.assessments.absent_counts_as_zero is 'Whether absent counts as 0 in it: as the school says, until the term is closed; kept by triggers.';

comment on column public.grades.absence is 'In place of a score: absent counts as 0 where the school says so and is left out otherwise, exempt never counts. Neither is still to be marked.';

comment on column public.schools.absent_counts_as_zero is 'Whether an assessment for which a student was absent counts as 0 in means; otherwise it is left out.';

comment on function public.is_to_mark(public.submissions) is 'Whether work was handed in and waits for a mark.';

comment on function public.save_scores(uuid, jsonb) is 'Writes cells of the gradebook and returns those it refused, each with its reason, the score or absence that stands, and of one changed since by whom and when. scores: [{"student_id", "score", "absence", "seen", "seen_absence", "age"}]; absence is absent or exempt in place of a score, neither empties the cell, and a cell that no longer holds what was seen is refused, unless the caller wrote it before this one was typed, age seconds ago (0 where missing).';

comment on table public.subject_results is 'A student''s weighted percent in a subject and term, not rounded: what shows or grades it rounds once; maintained by triggers on grades and assessments. Archived assessments do not count, nor do exempt marks, nor absent ones unless the school counts them as 0; null where nothing counts.';

revoke all on function private.absent_counts_as_zero(uuid, uuid) from public;

revoke all on function private.counted_score(numeric, text, boolean) from public;

grant execute on function private.counted_score(numeric, text, boolean) to authenticated;

revoke all on function private.is_excused_from(uuid, uuid) from public;

grant execute on function private.is_excused_from(uuid, uuid) to authenticated;

revoke all on function private.renew_absent_counts() from public;

revoke all on function private.set_absent_counts() from public;

revoke all on function public.is_to_mark(public.submissions) from public;

grant execute on function public.is_to_mark(public.submissions) to authenticated;

grant execute on function public.is_to_mark(public.submissions) to service_role;

revoke all on function public.save_scores(uuid, jsonb) from public;

grant execute on function public.save_scores(uuid, jsonb) to authenticated;

grant execute on function public.save_scores(uuid, jsonb) to service_role;

revoke all (absent_counts_as_zero) on table public.schools from authenticated;

grant update (absent_counts_as_zero) on table public.schools to authenticated;
