-- A marked assignment is a mark of the term, and two teachers marking the same work do not overwrite each other unseen.
alter table public.grades add column assignment_id uuid references public.assignments (id) on delete set null;
comment on column public.grades.assignment_id is 'The assignment a mark comes from; null for marks given in the gradebook.';
create unique index grades_assignment_key on public.grades (assignment_id, student_id) where assignment_id is not null;

create function private.keep_assignment_mark() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  task public.assignments;
  term uuid;
begin
  if new.score is null then
    return null;
  end if;
  select * into task from public.assignments a where a.id = new.assignment_id;
  select t.id into term from public.school_terms t where t.school_id = task.school_id and t.starts_on <= task.due_on order by t.starts_on desc limit 1;
  if term is null then
    return null;
  end if;
  update public.grades g set score = new.score, max_score = task.max_score, graded_by = new.graded_by, updated_at = now()
  where g.assignment_id = task.id and g.student_id = new.student_id;
  if not found then
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
    values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50), new.score, task.max_score, new.graded_by, task.id)
    -- Another piece of work of the same name in the same term keeps its own line.
    on conflict (student_id, subject_id, term_id, assessment) do nothing;
    if not found then
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
      values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50) || ' ' || left(task.id::text, 8), new.score, task.max_score, new.graded_by, task.id);
    end if;
  end if;
  return null;
end
$$;
create trigger keep_mark after insert or update of score on public.submissions for each row execute function private.keep_assignment_mark();

drop function public.grade_submission(uuid, uuid, numeric, text);
create function public.grade_submission(assignment_id uuid, student_id uuid, score numeric, feedback text default null, seen_graded_at timestamptz default null, seen_submitted_at timestamptz default null)
returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  task public.assignments;
  held public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id and a.class_id in (select private.my_class_ids());
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    raise exception using errcode = 'P0001', message = format('The score is from 0 to %s.', task.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  select * into held from public.submissions s where s.assignment_id = task.id and s.student_id = grade_submission.student_id for update;
  if held.graded_at is distinct from grade_submission.seen_graded_at and held.graded_at is not null then
    raise exception using errcode = 'PT409', message = format('Somebody gave %s meanwhile. Look at it, then save again if yours should stand.', held.score), hint = 'grade.changed', detail = 'score';
  end if;
  if held.submitted_at is distinct from grade_submission.seen_submitted_at and held.submitted_at is not null then
    raise exception using errcode = 'PT409', message = 'A new answer was handed in meanwhile. Read it, then save your mark.', hint = 'grade.new_answer', detail = 'score';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.filled(grade_submission.feedback), clock_timestamp(), auth.uid()
  from public.students s where s.id = grade_submission.student_id and s.class_id = task.class_id
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = excluded.graded_at, graded_by = auth.uid()
  returning * into graded;
  if graded.assignment_id is null then
    raise exception using errcode = 'P0002', message = 'This learner is not in the class.', hint = 'grade.not_in_class', detail = 'student_id';
  end if;
  return graded;
end
$$;
comment on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) is 'Marks what a learner handed in. seen_graded_at and seen_submitted_at are what the teacher looked at; a mark or answer that came meanwhile is a conflict.';
revoke execute on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) from public, anon;
grant execute on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) to authenticated;
