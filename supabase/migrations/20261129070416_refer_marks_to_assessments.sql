-- Marks refer to their assessment by its key, where they had its name and a copy of its maximum.

delete from private.school_tables where name in (
  'public.grades',
  'public.assessments');

set check_function_bodies = off;

alter table public.assessments
  add column assignment_id uuid;

alter table public.grades
  add column assessment_id uuid;

alter table public.assessments
  add constraint assessments_assignment_id_fkey foreign key (assignment_id) references public.assignments(id) on delete set null;

alter table public.assessments
  add constraint assessments_id_school_id_class_id_subject_id_term_id_key unique (id, school_id, class_id, subject_id, term_id);

alter table public.assessments disable trigger user;
alter table public.grades disable trigger user;

-- Most marks have their assessment, by its very name and maximum.
update public.grades g set assessment_id = a.id from public.assessments a
where a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment
  and a.max_score = g.max_score;

create temporary table changed_columns (class_id uuid, subject_id uuid, term_id uuid);

-- An assessment beside those of its class, subject and term, of a name that none of them has.
create function pg_temp.add_assessment(mark public.grades, assignment uuid, beside public.assessments) returns uuid
language plpgsql as $$
declare
  title text := mark.assessment;
  added uuid;
begin
  for n in 2 .. 1000 loop
    exit when not exists (select from public.assessments a where a.class_id = mark.class_id
      and a.subject_id = mark.subject_id and a.term_id = mark.term_id
      and private.fold_text(a.name) = private.fold_text(title));
    title := format('%s (%s)', left(mark.assessment, 53), n);
  end loop;
  insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight, created_at,
    archived_at, assignment_id)
  values (mark.school_id, mark.class_id, mark.subject_id, mark.term_id, title, greatest(mark.max_score, 1),
    coalesce(beside.weight, 1), coalesce(beside.created_at, now()), beside.archived_at, assignment)
  returning id into added;
  return added;
end
$$;

-- The others, the most first: those of one name and maximum are an assessment. It is the one of their name where that
-- has no marks of its own maximum, for an assignment's maximum was changed in the marks alone.
do $$
declare
  alike record;
  assessment public.assessments;
  target uuid;
begin
  for alike in
    select (array_agg(g order by g.id))[1] as mark, array_agg(g.id) as ids, array_agg(g.student_id) as students
    from public.grades g where g.assessment_id is null
    group by g.class_id, g.subject_id, g.term_id, g.assessment, g.max_score order by count(*) desc, min(g.id::text)
  loop
    select * into assessment from public.assessments a
    where a.class_id = (alike.mark).class_id and a.subject_id = (alike.mark).subject_id
      and a.term_id = (alike.mark).term_id
      and private.fold_text(a.name) = private.fold_text((alike.mark).assessment);
    if assessment.name = (alike.mark).assessment
      and not exists (select from public.grades g where g.assessment_id = assessment.id) then
      update public.assessments a set max_score = greatest((alike.mark).max_score, 1) where a.id = assessment.id;
      target := assessment.id;
    elsif assessment.max_score = (alike.mark).max_score and not exists (select from public.grades g
      where g.assessment_id = assessment.id and g.student_id = any (alike.students)) then
      target := assessment.id;
    else
      target := pg_temp.add_assessment(alike.mark, null, assessment);
    end if;
    update public.grades g set assessment_id = target where g.id = any (alike.ids);
    insert into changed_columns
    values ((alike.mark).class_id, (alike.mark).subject_id, (alike.mark).term_id);
  end loop;
end
$$;

-- An assessment is of one assignment, that of most of its marks. Marks of another one get their own.
do $$
declare
  alike record;
  assessment public.assessments;
  target uuid;
begin
  for alike in
    select (array_agg(g order by g.id))[1] as mark, array_agg(g.id) as ids, g.assessment_id, g.assignment_id
    from public.grades g where g.assignment_id is not null
    group by g.assessment_id, g.assignment_id order by count(*) desc, g.assignment_id
  loop
    select * into assessment from public.assessments a where a.id = alike.assessment_id;
    if assessment.assignment_id is null then
      update public.assessments a set assignment_id = alike.assignment_id where a.id = assessment.id;
    else
      target := pg_temp.add_assessment(alike.mark, alike.assignment_id, assessment);
      update public.grades g set assessment_id = target where g.id = any (alike.ids);
    end if;
  end loop;
end
$$;

alter table public.assessments enable trigger user;
alter table public.grades enable trigger user;

alter table public.grades
  alter column assessment_id set not null;

drop trigger create_missing_assessments on public.grades;

drop index public.grades_assignment_key;

alter table public.grades
  drop constraint grades_assessment_check;

alter table public.grades
  drop constraint grades_assignment_id_fkey;

alter table public.grades
  drop constraint grades_check;

alter table public.grades
  drop constraint grades_max_score_check;

alter table public.grades
  drop constraint grades_student_id_subject_id_term_id_class_id_assessment_key;

drop function private.assessment_name(uuid, uuid, uuid, text);

drop function private.create_missing_assessments();

alter table public.grades
  drop column assessment;

alter table public.grades
  drop column assignment_id;

alter table public.grades
  drop column max_score;

alter table public.grades
  add constraint grades_assessment_id_fkey
    foreign key (assessment_id, school_id, class_id, subject_id, term_id)
    references public.assessments(id, school_id, class_id, subject_id, term_id) on delete cascade;

alter table public.grades
  add constraint grades_assessment_id_student_id_key unique (assessment_id, student_id);

create or replace function private.assessment_of (
  task public.assignments,
  term uuid
)
  returns public.assessments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  assessment public.assessments;
  title text;
begin
  foreach title in array array[left(task.title, 50), left(task.title, 50) || ' ' || left(task.id::text, 8)] loop
    select * into assessment from public.assessments a where a.assignment_id = task.id
      and a.term_id = assessment_of.term order by a.created_at, a.id limit 1 for update;
    exit when found;
    update public.assessments a set assignment_id = task.id
    where a.class_id = task.class_id and a.subject_id = task.subject_id and a.term_id = assessment_of.term
      and private.fold_text(a.name) = private.fold_text(title) and a.max_score = task.max_score
      and a.assignment_id is null and a.archived_at is null
      and not exists (select from public.grades g where g.assessment_id = a.id)
    returning * into assessment;
    exit when found;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, assignment_id)
    values (task.school_id, task.class_id, task.subject_id, assessment_of.term, title, task.max_score, task.id)
    on conflict (class_id, subject_id, term_id, private.fold_text(name)) do nothing returning * into assessment;
    exit when found;
  end loop;
  return assessment;
end
$function$;

create or replace function private.card_students (
  term    public.school_terms,
  class   uuid,
  student uuid
)
  returns table (
    student_id uuid,
    class_id   uuid
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.check_assignment_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.published_at is null and old.published_at is not null
    and exists (select from public.submissions s where s.assignment_id = old.id) then
    perform private.refuse('assignment.handed_in',
      'Someone has already handed this in or been marked, so it stays published. Archive it to close it.',
      errcode => 'PT409');
  end if;
  if new.max_score < old.max_score
    and exists (select from public.submissions s where s.assignment_id = old.id and s.score > new.max_score) then
    perform private.refuse(
      'assignment.scale_too_small', 'Someone already has more than {most}. Change that mark first.',
      jsonb_build_object('most', new.max_score), 'maxScore');
  end if;
  if new.max_score <> old.max_score then
    update public.assessments a set max_score = new.max_score where a.assignment_id = old.id;
  end if;
  return new;
end
$function$;

create or replace function private.check_scores()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  assessment public.assessments;
begin
  -- A maximum that is lowered at the same time waits for these scores.
  perform from public.assessments a where a.id in (select w.assessment_id from written w) order by a.id for share;
  select a.* into assessment from written w join public.assessments a on a.id = w.assessment_id
  where w.score > a.max_score limit 1;
  if found then
    perform private.refuse('grade.out_of_range', 'Scores of {assessment} are from 0 to {most}.',
      jsonb_build_object('assessment', assessment.name, 'most', assessment.max_score), 'score');
  end if;
  return null;
end
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
  update public.grades g set score = new.score, graded_by = new.graded_by, updated_at = now()
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
      trunc(sum(g.score * a.percent_per_mark) / nullif(sum(a.weight), 0), 8) as percent,
        count(*)::integer as assessments
    from touched t
    join public.grades g on g.student_id = t.student_id and g.subject_id = t.subject_id and g.term_id = t.term_id
      and g.class_id = t.class_id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null
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

create or replace function private.exported_marks (
  student uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(g) || jsonb_build_object('assessment', a.name, 'max_score', a.max_score)), '[]')
  from public.grades g left join public.assessments a on a.id = g.assessment_id
  where g.student_id = exported_marks.student
$function$;

create or replace function private.keep_scores_within_maximum()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  highest numeric := (select max(g.score) from public.grades g where g.assessment_id = new.id);
begin
  if highest > new.max_score then
    perform private.refuse('assessment.max_score', 'Someone already has {score}, so it cannot be out of less.',
      jsonb_build_object('score', highest), 'maxScore');
  end if;
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
    trunc(sum(g.score * a.percent_per_mark) / sum(a.weight), 8), count(*)::integer
  from public.students s join public.grades g on g.student_id = s.id
  join public.assessments a on a.id = g.assessment_id and a.archived_at is null
  where s.id = student_results.student and s.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids())
      or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
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
      case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, a.max_score,
      a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score,
      'weight', m.weight,
        'class_name', (select c.name from public.classes c where c.id = m.other_class))
          order by m.created_at, m.name, m.other_class) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, b.name)
  select jsonb_build_object(
    'school', private.paper_school(term.school_id),
    'term', jsonb_build_object('name', term.name, 'starts_on', term.starts_on, 'ends_on', term.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = term.school_id
        and n.starts_on > term.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
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

create or replace function public.assessment (
  mark public.grades
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select a.name from public.assessments a where a.id = mark.assessment_id
$function$;

create or replace function public.max_score (
  mark public.grades
)
  returns numeric
  language sql
  stable
  set search_path to ''
  AS $function$
  select a.max_score from public.assessments a where a.id = mark.assessment_id
$function$;

create or replace function public.save_assessment (
  class_id      uuid,
  subject_id    uuid,
  term_id       uuid,
  name          text,
  max_score     numeric,
  weight        numeric,
  assessment_id uuid    default null::uuid,
  archived      boolean default false
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  assessment public.assessments;
begin
  if save_assessment.max_score is null or save_assessment.max_score not between 1 and 1000 then
    perform private.refuse('assessment.max_range', 'An assessment is out of 1 to 1000.', field => 'maxScore');
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    perform private.refuse('assessment.weight', 'A weight is from 0 to 100.', field => 'weight');
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id
    and a.term_id = save_assessment.term_id
    and private.fold_text(a.name) = private.fold_text(title) and a.id is distinct from save_assessment.assessment_id)
      then
    perform private.refuse('assessment.name_taken',
      'There is an assessment of this name already. Choose another name.', field => 'name');
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id
      and t.school_id = class.school_id) then
      perform private.refuse('term.unknown', 'This term is not of your school.', field => 'termId', errcode => 'P0002');
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title,
      save_assessment.max_score, save_assessment.weight) returning * into assessment;
    return assessment.id;
  end if;
  select * into assessment from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id
    and a.term_id = save_assessment.term_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  if assessment.assignment_id is not null and save_assessment.max_score <> assessment.max_score then
    if save_assessment.max_score <> trunc(save_assessment.max_score) then
      perform private.refuse('assessment.whole_maximum',
        'This column has the marks of an assignment, which is out of a whole number.', field => 'maxScore');
    end if;
    update public.assignments a set max_score = save_assessment.max_score where a.id = assessment.assignment_id;
  end if;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = assessment.id;
  return assessment.id;
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
    standing   numeric
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
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen,
      private.full_name(p.first_name, p.last_name) as student, g.score as score_now
    from rows from (jsonb_to_recordset(save_scores.scores) as (student_id uuid, score numeric, seen numeric))
      with ordinality as s (student_id, score, seen, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.assessment_id = assessment.id
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and assessment.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen
          and e.score_now is distinct from e.score then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.assessment_id = assessment.id),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
    select assessment.school_id, j.student_id, assessment.class_id, assessment.subject_id, assessment.term_id,
      assessment.id, j.score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (assessment_id, student_id) do update set score = excluded.score, graded_by = excluded.graded_by,
      updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now
  from judged j cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', assessment.name, 'most', assessment.max_score))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', assessment.name)) end)
    as reason (said)
  where j.code is not null order by j.place;
end
$function$;

create index assessments_assignment_idx on public.assessments using btree (assignment_id)
  where (assignment_id is not null);

create index grades_student_idx on public.grades using btree (student_id, subject_id, term_id, class_id);

create trigger audit_changed after update on public.assessments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.assessments
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger keep_scores_within_maximum
  before update of max_score on public.assessments
  for each row
  when ((new.max_score < old.max_score))
  execute function private.keep_scores_within_maximum();

create trigger check_added_scores
  after insert on public.grades referencing NEW table as written
  for each STATEMENT
  execute function private.check_scores();

create trigger check_changed_scores
  after update on public.grades referencing NEW table as written
  for each STATEMENT
  execute function private.check_scores();

comment on column public.assessments.assignment_id is 'The assignment whose marks are in this column and whose maximum it has; null for one made in the gradebook.';

comment on function public.assessment(public.grades) is 'The name of the assessment that a mark belongs to.';

comment on function public.max_score(public.grades) is 'The maximum of the assessment that a mark belongs to.';

comment on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) is 'Adds a column to the gradebook, or with assessment_id changes, archives or brings back one. An assignment whose marks are in it gets its maximum.';

comment on table public.assessments is 'A column of the gradebook. Grades refer to it; archived ones do not count.';

comment on table public.grades is 'Marks. Class, subject and term are those of the assessment: a student who moves has marks in both classes.';

revoke all on function private.assessment_of(public.assignments, uuid) from public;

revoke all on function private.check_scores() from public;

revoke all on function private.exported_marks(uuid) from public;

grant execute on function private.exported_marks(uuid) to authenticated;

revoke all on function private.keep_scores_within_maximum() from public;

revoke all on function public.assessment(public.grades) from public;

grant execute on function public.assessment(public.grades) to authenticated;

grant execute on function public.assessment(public.grades) to service_role;

revoke all on function public.max_score(public.grades) from public;

grant execute on function public.max_score(public.grades) to authenticated;

grant execute on function public.max_score(public.grades) to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["id"], "name": "public.assessments", "audit": ["update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.grades", "audit": ["update", "delete"], "blank": {"remark": null}, "erase": "anonymise", "label": null, "reader": "private.exported_marks", "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

select private.count_results(array_agg(m.student_id), array_agg(m.class_id), array_agg(m.subject_id),
  array_agg(m.term_id))
from (select distinct g.student_id, g.class_id, g.subject_id, g.term_id from public.grades g
  where (g.class_id, g.subject_id, g.term_id) in (select c.class_id, c.subject_id, c.term_id from changed_columns c)) m;

drop table changed_columns;
