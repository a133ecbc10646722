-- The gradebook: assessments of a class's subject in a term with their maximum and weight, and scores. A score changed
-- by another person is never overwritten unseen.

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
  assignment_id uuid references public.assignments (id) on delete set null,
  absent_counts_as_zero boolean not null default false,
  unique (id, school_id, class_id, subject_id, term_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.assessments is 'A column of the gradebook. Grades refer to it; archived ones do not count.';
comment on column public.assessments.assignment_id
  is 'The assignment whose marks are in this column and whose maximum it has; null for one made in the gradebook.';
comment on column public.assessments.absent_counts_as_zero
  is 'Whether absent counts as 0 in it: as the school says, until the term is closed; kept by triggers.';
comment on column public.assessments.percent_per_mark is 'Percent times weight of one mark; rounded up, so that what '
  'lies on the half exactly is rounded up as it would be without rounding here.';

create unique index assessments_name_key on public.assessments (class_id, subject_id, term_id, private.fold_text(name));
create index assessments_assignment_idx on public.assessments (assignment_id) where assignment_id is not null;
create index assessments_school_idx on public.assessments (school_id);
create index assessments_subject_idx on public.assessments (subject_id);
create index assessments_term_idx on public.assessments (term_id);

select private.school_table('public.assessments', audit => true, verbs => '{update,delete}', key => '{id}',
  live => '{staff}', live_key => 'class_id');
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
  score numeric(6, 2) check (score >= 0),
  absence text check (absence in ('absent', 'exempt')),
  remark text check (length(remark) <= 300),
  graded_by uuid references public.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  assessment_id uuid not null,
  unique (assessment_id, student_id),
  constraint grades_mark_check check ((score is null) <> (absence is null)),
  constraint grades_assessment_id_fkey foreign key (assessment_id, school_id, class_id, subject_id, term_id)
    references public.assessments (id, school_id, class_id, subject_id, term_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.grades is 'Marks. Class, subject and term are those of the assessment: a student who moves has '
  'marks in both classes.';
comment on column public.grades.absence is 'In place of a score: absent counts as 0 where the school says so and is '
  'left out otherwise, exempt never counts. Neither is still to be marked.';

create index grades_student_idx on public.grades (student_id, subject_id, term_id, class_id);
create index grades_class_idx on public.grades (class_id, term_id, subject_id);
create index grades_subject_idx on public.grades (subject_id);
create index grades_term_idx on public.grades (term_id);
create index grades_school_term_idx on public.grades (school_id, term_id);

select private.school_table('public.grades', subject => 'student_id', erase => 'anonymise',
  blank => '{"remark": null}', audit => true, verbs => '{update,delete}', key => '{id}',
  reader => 'private.exported_marks', live => '{staff}', live_key => 'class_id');
grant select on public.grades to authenticated;

create policy "Administrators see grades, teachers their classes', families their children's" on public.grades
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or class_id in (select private.my_class_ids())
      or student_id in (select private.my_student_ids())));

-- Columns that screens of earlier releases read of a mark.
create function public.assessment(mark public.grades) returns text
language sql stable security invoker set search_path = '' as $$
  select a.name from public.assessments a where a.id = mark.assessment_id
$$;
comment on function public.assessment(public.grades) is 'The name of the assessment that a mark belongs to.';
grant execute on function public.assessment(public.grades) to authenticated;

create function public.max_score(mark public.grades) returns numeric
language sql stable security invoker set search_path = '' as $$
  select a.max_score from public.assessments a where a.id = mark.assessment_id
$$;
comment on function public.max_score(public.grades) is 'The maximum of the assessment that a mark belongs to.';
grant execute on function public.max_score(public.grades) to authenticated;

-- What a mark counts as in means; null where it is left out.
create function private.counted_score(score numeric, absence text, absent_counts_as_zero boolean) returns numeric
language sql immutable parallel safe as $$
  select case when absence = 'absent' and absent_counts_as_zero then 0 else score end
$$;
grant execute on function private.counted_score(numeric, text, boolean) to authenticated;

-- The competency-based curriculum has no place for a score that nobody reached.
create function private.absent_counts_as_zero(class uuid, term uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select h.absent_counts_as_zero and private.has_mean(private.scale_of_level(c.level, t.ends_on))
  from public.classes c join public.schools h on h.id = c.school_id
    join public.school_terms t on t.id = absent_counts_as_zero.term
  where c.id = absent_counts_as_zero.class
$$;

create function private.set_absent_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.absent_counts_as_zero := coalesce(private.absent_counts_as_zero(new.class_id, new.term_id), false);
  return new;
end
$$;
create trigger set_absent_counts before insert on public.assessments for each row
  execute function private.set_absent_counts();

-- What a school decides holds for its terms that are open. The log has the decision, and not each of its columns.
create function private.renew_absent_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger renew_absent_counts after update of absent_counts_as_zero on public.schools for each row
  when (old.absent_counts_as_zero <> new.absent_counts_as_zero) execute function private.renew_absent_counts();
create trigger renew_absent_counts after update of level on public.classes for each row
  when (old.level <> new.level) execute function private.renew_absent_counts();
create trigger renew_absent_counts after update of closed_at on public.school_terms for each row
  when (old.closed_at is not null and new.closed_at is null) execute function private.renew_absent_counts();

-- Whether the gradebook says of an assignment that the student was absent or is exempt: then nothing is to be marked.
create function private.is_excused_from(assignment uuid, student uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.assessments a join public.grades g on g.assessment_id = a.id
    where a.assignment_id = is_excused_from.assignment and g.student_id = is_excused_from.student
      and g.absence is not null)
$$;
grant execute on function private.is_excused_from(uuid, uuid) to authenticated;

create function public.is_to_mark(submission public.submissions) returns boolean
language sql stable security invoker set search_path = '' as $$
  select submission.submitted_at is not null and submission.graded_at is null
    and not private.is_excused_from(submission.assignment_id, submission.student_id)
$$;
comment on function public.is_to_mark(public.submissions)
  is 'Whether work was handed in and waits for a mark.';
grant execute on function public.is_to_mark(public.submissions) to authenticated;

-- A child's marks as its file has them.
create function private.exported_marks(student uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(g) || jsonb_build_object('assessment', a.name, 'max_score', a.max_score)), '[]')
  from public.grades g left join public.assessments a on a.id = g.assessment_id
  where g.student_id = exported_marks.student
$$;
grant execute on function private.exported_marks(uuid) to authenticated;

create function private.keep_scores_within_maximum() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  highest numeric := (select max(g.score) from public.grades g where g.assessment_id = new.id);
begin
  if highest > new.max_score then
    perform private.refuse('assessment.max_score', 'Someone already has {score}, so it cannot be out of less.',
      jsonb_build_object('score', highest), 'maxScore');
  end if;
  return new;
end
$$;
create trigger keep_scores_within_maximum before update of max_score on public.assessments for each row
  when (new.max_score < old.max_score) execute function private.keep_scores_within_maximum();

create function private.check_scores() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger check_added_scores after insert on public.grades referencing new table as written
  for each statement execute function private.check_scores();
create trigger check_changed_scores after update on public.grades referencing new table as written
  for each statement execute function private.check_scores();

create function public.save_assessment(class_id uuid, subject_id uuid, term_id uuid, name text, max_score numeric,
  weight numeric, assessment_id uuid default null, archived boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) is
  'Adds a column to the gradebook, or with assessment_id changes, archives or brings back one. An assignment whose '
    'marks are in it gets its maximum.';
grant execute on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean)
  to authenticated;

-- Who was in the class in the term, and who has a mark in it.
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
  select s.id, s.full_name, s.admission_number,
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
  'The rows of a gradebook: who was in the class in the term, and who has a mark in it; left_on: since when they '
    'are no longer in the class, null for who is. Administrators, and teachers of the class.';
grant execute on function public.gradebook_students(uuid, uuid, uuid) to authenticated;

-- All cells in one statement: what triggers do for each statement, such as counting results again, is done once and not
-- for every cell. Of two scores for a student the later one counts.
create function public.save_scores(assessment_id uuid, scores jsonb) returns table (
  student_id uuid, code text, message text, said jsonb, standing numeric, by text, at timestamptz, absence text
)
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_scores(uuid, jsonb) is
  'Writes cells of the gradebook and returns those it refused, each with its reason, the score or absence that stands, '
    'and of one changed since by whom and when. scores: [{"student_id", "score", "absence", "seen", "seen_absence", '
    '"age"}]; absence is absent or exempt in place of a score, neither empties the cell, and a cell that no longer '
    'holds what was seen is refused, unless the caller wrote it before this one was typed, age seconds ago (0 where '
    'missing).';
grant execute on function public.save_scores(uuid, jsonb) to authenticated;

-- The column of an assignment in the gradebook of a term. It gets one that the teacher has made for it, of its name and
-- maximum and without marks, or one of its own, of another name where its name is taken.
create function private.assessment_of(task public.assignments, term uuid) returns public.assessments
language plpgsql security definer set search_path = '' as $$
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
$$;

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
