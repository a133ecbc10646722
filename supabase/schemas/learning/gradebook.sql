-- The gradebook: assessments of a class's subject in a term with their weights, and scores. A score changed by another
-- person is never overwritten unseen.

create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 60),
  max_score numeric(6, 2) not null check (max_score between 1 and 1000),
  weight numeric(5, 2) not null default 1 check (weight between 0 and 100),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  percent_per_mark numeric not null generated always as (round(weight * 100 / max_score, 16) + 1e-16) stored,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.assessments is 'A column of the gradebook. Grades carry its name; archived ones do not count.';
comment on column public.assessments.percent_per_mark is 'Percent times weight of one mark; rounded up, so that what '
  'lies on the half exactly is rounded up as it would be without rounding here.';

create unique index assessments_name_key on public.assessments (class_id, subject_id, term_id, private.fold_text(name));
create index assessments_school_idx on public.assessments (school_id);
create index assessments_subject_idx on public.assessments (subject_id);
create index assessments_term_idx on public.assessments (term_id);

select private.school_table('public.assessments', live => '{staff}', live_key => 'class_id');
grant select on public.assessments to authenticated;

create policy "Administrators see assessments, teachers and families their classes'" on public.assessments for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('assignment:read-all')) or class_id in (select private.my_class_ids())
      or class_id in (select private.my_childrens_class_history())));

create table public.grades (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  assessment text not null check (length(btrim(assessment)) between 1 and 60),
  score numeric(6, 2) not null check (score >= 0),
  max_score numeric(6, 2) not null default 100 check (max_score > 0),
  remark text check (length(remark) <= 300),
  graded_by uuid references public.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  assignment_id uuid references public.assignments (id) on delete set null,
  check (score <= max_score),
  unique (student_id, subject_id, term_id, class_id, assessment),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.grades is 'Marks. Class, subject, term and name are those of the assessment that a mark '
  'belongs to: a student who moves has marks in both classes.';
comment on column public.grades.assignment_id
  is 'The assignment a mark comes from; null for marks given in the gradebook.';

create index grades_class_idx on public.grades (class_id, term_id, subject_id);
create index grades_subject_idx on public.grades (subject_id);
create index grades_term_idx on public.grades (term_id);
create unique index grades_assignment_key on public.grades (assignment_id, student_id) where assignment_id is not null;
create index grades_school_term_idx on public.grades (school_id, term_id);

select private.school_table('public.grades', subject => 'student_id', erase => 'anonymise',
  blank => '{"remark": null}', audit => true, verbs => '{update,delete}', key => '{id}',
  live => '{staff}', live_key => 'class_id');
grant select on public.grades to authenticated;

create policy "Administrators see grades, teachers their classes', families their children's" on public.grades
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or class_id in (select private.my_class_ids())
      or student_id in (select private.my_student_ids())));

create function public.save_assessment(class_id uuid, subject_id uuid, term_id uuid, name text, max_score numeric,
  weight numeric, assessment_id uuid default null, archived boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  held public.assessments;
  highest numeric;
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
      save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id
    and a.term_id = save_assessment.term_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id
    and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    perform private.refuse('assessment.max_score', 'Someone already has {score}, so it cannot be out of less.',
      jsonb_build_object('score', highest), 'maxScore');
  end if;
  update public.grades g set assessment = title, max_score = save_assessment.max_score
  where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id
    and g.assessment = held.name;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = held.id;
  return held.id;
end
$$;
comment on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) is
  'Adds a column to the gradebook, or with assessment_id changes, archives or brings back one. Grades follow its '
    'name and scale.';
grant execute on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean)
  to authenticated;

-- Who was in the class in the term, and whoever has a mark in it.
create function private.students_to_mark(class uuid, subject uuid, term uuid) returns setof uuid
language sql stable rows 40 security definer set search_path = '' as $$
  select m.id from public.school_terms t,
    private.class_members(students_to_mark.class, t.starts_on, t.ends_on) as m (id) where t.id = students_to_mark.term
  union
  select g.student_id from public.grades g
  where g.class_id = students_to_mark.class and g.term_id = students_to_mark.term
    and g.subject_id = students_to_mark.subject
$$;

create function public.gradebook_students(class_id uuid, subject_id uuid, term_id uuid)
  returns table (id uuid, name text, admission_number text, left_on date)
language sql stable security definer set search_path = '' as $$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number,
    (select max(e.ended_on) from public.enrolments e where e.student_id = s.id
      and e.class_id = gradebook_students.class_id
      having bool_and(e.ended_on <= least(t.ends_on, private.school_today(t.school_id))))
  from public.school_terms t
  cross join private.students_to_mark(gradebook_students.class_id, gradebook_students.subject_id,
    gradebook_students.term_id) as m (id)
  join public.students s on s.id = m.id and s.school_id = t.school_id
  where t.id = gradebook_students.term_id and t.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or gradebook_students.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (
      select from public.grades g where g.student_id = s.id and g.class_id = gradebook_students.class_id
        and g.subject_id = gradebook_students.subject_id and g.term_id = t.id))
  order by s.last_name, s.first_name, s.id
$$;
comment on function public.gradebook_students(uuid, uuid, uuid) is
  'The rows of a gradebook: who was in the class in the term, and whoever has a mark in it; left_on: since when they '
    'are no longer in the class, null for who is. Administrators, and teachers of the class.';
grant execute on function public.gradebook_students(uuid, uuid, uuid) to authenticated;

-- All cells in one statement: what triggers do for each statement, such as counting results again, is done once and not
-- for every cell. Of two scores for a student the later one counts.
create function public.save_scores(assessment_id uuid, scores jsonb) returns table (
  student_id uuid, code text, message text, said jsonb, standing numeric
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  held public.assessments;
  listed uuid[];
begin
  select * into held from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  listed := array(select private.students_to_mark(held.class_id, held.subject_id, held.term_id));
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
    and g.class_id = held.class_id and g.subject_id = held.subject_id and g.term_id = held.term_id
      and g.assessment = held.name order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen,
      private.full_name(p.first_name, p.last_name) as student, g.score as score_now
    from rows from (jsonb_to_recordset(save_scores.scores) as (student_id uuid, score numeric, seen numeric))
      with ordinality as s (student_id, score, seen, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.class_id = held.class_id and g.subject_id = held.subject_id
      and g.term_id = held.term_id and g.assessment = held.name
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and held.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen
          and e.score_now is distinct from e.score then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.class_id = held.class_id
      and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score,
      graded_by)
    select held.school_id, j.student_id, held.class_id, held.subject_id, held.term_id, held.name, j.score,
      held.max_score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (student_id, subject_id, term_id, class_id, assessment) do update set score = excluded.score,
      max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now
  from judged j cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', held.name, 'most', held.max_score))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', held.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', held.name)) end) as reason (said)
  where j.code is not null order by j.place;
end
$$;
comment on function public.save_scores(uuid, jsonb) is
  'Writes cells of the gradebook and returns those it refused, each with its reason and the score that stands. '
    'scores: [{"student_id", "score", "seen"}]; a null score empties the cell, and a cell that no longer holds '
    'what was seen is refused.';
grant execute on function public.save_scores(uuid, jsonb) to authenticated;

-- The name under which an assessment is kept, however it is written now: scores belong to the assessment of their very
-- name.
create function private.assessment_name(class uuid, subject uuid, term uuid, written text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select a.name from public.assessments a where a.class_id = assessment_name.class
    and a.subject_id = assessment_name.subject and a.term_id = assessment_name.term
    and private.fold_text(a.name) = private.fold_text(assessment_name.written)), assessment_name.written)
$$;

create function private.create_missing_assessments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
  select distinct on (n.class_id, n.subject_id, n.term_id, n.assessment) n.school_id, n.class_id, n.subject_id,
    n.term_id, n.assessment, greatest(n.max_score, 1) from written n
  on conflict (class_id, subject_id, term_id, private.fold_text(name)) do nothing;
  return null;
end
$$;
create trigger create_missing_assessments after insert on public.grades referencing new table as written
  for each statement execute function private.create_missing_assessments();

-- Notifies the student and the family of marked work.
create function private.notify_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  task public.assignments;
  student public.students;
  score jsonb;
begin
  select * into task from public.assignments where id = new.assignment_id;
  select * into student from public.students where id = new.student_id;
  score := private.say('Score: {score} of {most}.', jsonb_build_object('score', new.score, 'most', task.max_score));
  perform private.notify(array[student.user_id], 'mark/' || new.assignment_id || '/' || new.student_id, 
    private.say('Marked: {title}', jsonb_build_object('title', task.title)),
    case when private.null_if_blank(new.feedback) is null then score
      else private.say('Score: {score} of {most}. {feedback}',
        score -> 'args' || jsonb_build_object('feedback', left(new.feedback, 900))) end, '/dashboard');
  perform private.notify(private.student_family(new.student_id), 'mark/' || new.assignment_id || '/' || new.student_id, 
    private.say('Marked for {student}: {title}', jsonb_build_object('student', student.first_name,
      'title', task.title)),
    score, '/dashboard');
  return null;
end
$$;
create trigger notify_score after insert or update of graded_at on public.submissions for each row
  when (new.graded_at is not null and new.score is not null and new.graded_at > now() - interval '1 minute')
    execute function private.notify_score();
