create table public.assignments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null default auth.uid(),
  title text not null check (length(btrim(title)) between 1 and 160),
  instructions text check (length(instructions) <= 5000),
  due_on date not null,
  max_score integer not null default 100 check (max_score between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz default now(),
  archived_at timestamptz,
  search_text text generated always as (private.fold_text(title)) stored,
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on column public.assignments.published_at
  is 'Since when the class sees it; null while its teacher is still writing it.';
comment on column public.assignments.archived_at is 'Archived: nothing more is handed in; marks and submissions stay.';

create index assignments_class_idx on public.assignments (class_id, due_on desc);
create index assignments_school_idx on public.assignments (school_id, due_on desc, id);
create index assignments_subject_idx on public.assignments (subject_id);
create index assignments_teacher_idx on public.assignments (teacher_id);

select private.school_table('public.assignments', refuses_unread => true, live => '{members}');

create function private.check_due_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_near_day(new.due_on, '5 years', '2 years', private.school_today(new.school_id), 'due_on');
  return new;
end
$$;
create trigger check_day before insert
  or update of due_on on public.assignments for each row execute function private.check_due_day();
grant
  select,
  insert (school_id, class_id, subject_id, title, instructions, due_on, max_score, published_at),
  update (title, instructions, due_on, max_score),
  delete
  on public.assignments to authenticated;

create policy "Teachers set assignments for their classes" on public.assignments for insert to authenticated
  with check (school_id = (select private.school_where('assignment:write'))
    and class_id in (select private.my_class_ids()));
create policy "Teachers change their own assignments" on public.assignments for update to authenticated
  using (school_id = (select private.school_where('assignment:write')) and teacher_id = (select private.signed_in_uid())
    and class_id in (select private.my_class_ids()))
  with check (school_id = (select private.school_where('assignment:write'))
    and teacher_id = (select private.signed_in_uid()) and class_id in (select private.my_class_ids()));
create policy "Teachers delete their own assignments" on public.assignments for delete to authenticated
  using (school_id = (select private.school_where('assignment:write')) and teacher_id = (select private.signed_in_uid())
    and class_id in (select private.my_class_ids()));
create policy "Administrators see assignments, teachers their classes', families what is published"
  on public.assignments for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('assignment:read-all'))
      or (class_id in (select private.my_class_ids())
        and (published_at is not null or teacher_id = (select private.signed_in_uid())))
      or (class_id in (select private.my_childrens_class_ids()) and published_at is not null)
      or exists (select from private.my_childrens_past_stays() p where p.class_id = assignments.class_id
        and assignments.published_at < p.until)));

create trigger touch before update on public.assignments for each row execute function private.touch_updated_at();

-- A teacher says whether it is a draft; when the class was given it is ours to say.
create function private.stamp_assignment() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.published_at is not null then
    new.published_at := now();
  end if;
  return new;
end
$$;
create trigger stamp before insert on public.assignments for each row execute function private.stamp_assignment();

-- The assignment, if its own teacher asks; an error for everyone else.
create function private.require_own_assignment(assignment_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not private.may('assignment:write') then
    perform private.refuse('permission.teacher_only', 'Only a teacher of the class may do this.', errcode => '42501');
  end if;
  if not exists (select from public.assignments a where a.id = require_own_assignment.assignment_id
    and a.school_id = private.my_school() and a.teacher_id = private.signed_in_uid()
    and a.class_id in (select private.my_class_ids())) then
    perform private.refuse('assignment.not_found', 'This assignment is no longer here.', errcode => 'P0002');
  end if;
  return require_own_assignment.assignment_id;
end
$$;

create function public.publish_assignment(assignment_id uuid, is_published boolean default true) returns uuid
language sql security definer set search_path = '' as $$
  update public.assignments a set published_at = case when is_published then coalesce(a.published_at, now()) end
  where a.id = private.require_own_assignment(publish_assignment.assignment_id) returning a.id
$$;
comment on function public.publish_assignment(uuid, boolean) is
  'Gives an assignment to its class, or makes it a draft again as long as nothing was handed in.';
grant execute on function public.publish_assignment(uuid, boolean) to authenticated;

create function public.archive_assignment(assignment_id uuid, is_archived boolean) returns uuid
language sql security definer set search_path = '' as $$
  update public.assignments a set archived_at = case when is_archived then coalesce(a.archived_at, now()) end
  where a.id = private.require_own_assignment(archive_assignment.assignment_id) returning a.id
$$;
comment on function public.archive_assignment(uuid, boolean) is
  'Archives an assignment, so that nothing more is handed in, or opens it again.';
grant execute on function public.archive_assignment(uuid, boolean) to authenticated;

create table public.submissions (
  assignment_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  answer text check (length(answer) <= 20000),
  submitted_at timestamptz,
  score numeric(6, 2) check (score >= 0),
  feedback text check (length(feedback) <= 2000),
  graded_at timestamptz,
  graded_by uuid references public.users (id) on delete set null,
  primary key (assignment_id, student_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);

create index submissions_school_idx on public.submissions (school_id);
create index submissions_student_idx on public.submissions (student_id);

select private.school_table('public.submissions', subject => 'student_id', erase => 'anonymise',
  blank => '{"answer": null, "feedback": null}', audit => true, verbs => '{update,delete}',
  key => '{assignment_id,student_id}', live => '{staff}');
grant select on public.submissions to authenticated;

create policy "Administrators see submissions, teachers their classes', families their children's" on public.submissions
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or student_id in (select private.my_student_ids())
      or assignment_id in (select id from public.assignments where class_id in (select private.my_class_ids()))));

create function public.submit_assignment(assignment_id uuid, answer text default null, files jsonb default null)
  returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
  kept text[];
  written text;
begin
  select * into student from public.students s where s.user_id = private.signed_in_uid()
    and s.school_id = private.my_school() and private.may('assignment:submit');
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id
    and a.published_at is not null
    and a.class_id = private.class_on(student.id, private.school_today(student.school_id));
  if not found then
    perform private.refuse('assignment.not_yours', 'This assignment is not for your class.', errcode => '42501');
  end if;
  if task.archived_at is not null then
    perform private.refuse('assignment.closed', 'This assignment is closed. Ask your teacher.', errcode => 'PT409');
  end if;
  kept := array(select f.file_path from public.assignment_files f where f.assignment_id = task.id
    and f.student_id = student.id);
  written := nullif(private.optional_text(submit_assignment.answer, 20000, 'answer'), '');
  if written is null and coalesce(jsonb_array_length(files), cardinality(kept)) = 0 then
    perform private.refuse('form.required', 'Write your answer, or add a photo or a file of your work.',
      field => 'answer');
  end if;
  perform private.require_uploaded(files, 20, kept) where files is not null;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, written, now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now()
    where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    perform private.refuse('assignment.graded',
      'This assignment is already marked and cannot be changed.', errcode => 'PT409');
  end if;
  if files is not null then
    perform private.keep_pages(handed_in, files, kept);
  end if;
  return handed_in;
end
$$;
comment on function public.submit_assignment(uuid, text, jsonb) is
  'Hands in the calling student''s work, or hands it in again until it is marked. files: the pages that the student '
    'has uploaded, each {path, name}, in their order; null keeps those that were handed in.';
grant execute on function public.submit_assignment(uuid, text, jsonb) to authenticated;

-- Who was in the class between publishing and the due day, and who has handed it in or been marked.
create function private.students_given(task public.assignments) returns setof uuid
language sql stable rows 40 security definer set search_path = '' as $$
  select m.id from (select private.school_day(task.school_id,
    coalesce(task.published_at, task.created_at)) as first_day) f,
    private.class_members(task.class_id, f.first_day, greatest(f.first_day, task.due_on)) as m (id)
  union
  select s.student_id from public.submissions s where s.assignment_id = task.id
$$;

create function public.assignment_students(assignment_id uuid) returns table (id uuid, name text, admission_number text)
language sql stable security definer set search_path = '' as $$
  select s.id, s.full_name, s.admission_number
  from public.assignments a cross join private.students_given(a) as m (id) join public.students s on s.id = m.id
  where a.id = assignment_students.assignment_id and a.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or a.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (select from public.submissions b where b.assignment_id = a.id
      and b.student_id = s.id))
  order by s.last_name, s.first_name, s.id
$$;
comment on function public.assignment_students(uuid) is
  'Whom an assignment is for: who was in the class between publishing and the due day, and who handed it in. '
    'Administrators, and teachers of the class.';
grant execute on function public.assignment_students(uuid) to authenticated;

create function public.student_assignments(student_id uuid, most integer default 25) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select a.id from public.students s
    join public.assignments a on a.class_id in (select e.class_id from public.enrolments e where e.student_id = s.id)
  where s.id = student_assignments.student_id and s.school_id = (select private.childrens_school())
    and a.published_at is not null
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids())
      or s.id in (select private.my_student_ids()))
    and exists (select from public.enrolments e
      where e.student_id = s.id and e.class_id = a.class_id
        and (e.ended_on is null or private.school_day(s.school_id, least(a.published_at, now())) < e.ended_on))
  order by a.due_on desc, a.id limit least(greatest(most, 1), 1000)
$$;
comment on function public.student_assignments(uuid, integer) is
  'The latest work that was given to a student, in the class they are in and in those they were in before.';
grant execute on function public.student_assignments(uuid, integer) to authenticated;

create function public.grade_submission(assignment_id uuid, student_id uuid, score numeric, feedback text default null,
  seen_graded_at timestamptz default null, seen_submitted_at timestamptz default null) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  task public.assignments;
  submission public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id
    and a.class_id in (select private.my_class_ids());
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    perform private.refuse('grade.score_range',
      'The score is from 0 to {most}.', jsonb_build_object('most', task.max_score), 'score');
  end if;
  select * into submission from public.submissions s where s.assignment_id = task.id
    and s.student_id = grade_submission.student_id for update;
  if submission.graded_at is distinct from grade_submission.seen_graded_at and submission.graded_at is not null then
    perform private.refuse(
      'grade.changed', 'Someone else gave {score} in the meantime. Check it, then save again to keep yours.',
      jsonb_build_object('score', submission.score), 'score', errcode => 'PT409');
  end if;
  if submission.submitted_at is distinct from grade_submission.seen_submitted_at
    and submission.submitted_at is not null then
    perform private.refuse(
      'grade.new_answer', 'A new answer has been handed in. Read it, then save your mark.', field => 'score',
      errcode => 'PT409');
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback),
    clock_timestamp(), private.signed_in_uid()
  from public.students s where s.id = grade_submission.student_id
    and (s.id in (select private.students_given(task))
      or private.class_on(s.id, private.school_today(task.school_id)) = task.class_id)
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback,
    graded_at = excluded.graded_at, graded_by = private.signed_in_uid()
  returning * into graded;
  if graded.assignment_id is null then
    perform private.refuse('grade.not_given',
      'This work was not given to this student.', field => 'student_id', errcode => 'P0002');
  end if;
  return graded;
end
$$;
comment on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) is
  'Marks what a student handed in. seen_graded_at and seen_submitted_at are what the teacher has seen; a newer mark '
    'or submission is a conflict.';
grant execute on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) to authenticated;

create function private.check_assignment_change() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger keep before update of published_at,
  max_score on public.assignments for each row execute function private.check_assignment_change();

create function private.copy_score_to_gradebook() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger keep_mark after insert
  or update of score on public.submissions for each row execute function private.copy_score_to_gradebook();

create function private.reject_score_of_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.assignments a where a.id = new.assignment_id and a.published_at is null) then
    perform private.refuse('assignment.draft', 'This is a draft. Publish it, then mark it.', errcode => 'PT409');
  end if;
  return new;
end
$$;
create trigger reject_score_of_draft before insert on public.submissions for each row
  execute function private.reject_score_of_draft();

-- Notifies the class once; rows loaded without a signed-in user notify nobody.
create function private.notify_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(array(select s.user_id from public.students s where s.class_id = new.class_id
    and s.status = 'active' and s.user_id is not null),
    'assignment/' || new.id, private.say('New assignment: {title}', jsonb_build_object('title', new.title)),
    private.say('Due {day}.', jsonb_build_object('day', private.day(new.due_on))), '/dashboard');
  return null;
end
$$;
create trigger tell_new after insert on public.assignments for each row
  when (new.published_at is not null and auth.uid() is not null) execute function private.notify_assignment();
create trigger tell_published after update of published_at on public.assignments for each row
  when (old.published_at is null and new.published_at is not null and auth.uid() is not null)
    execute function private.notify_assignment();
