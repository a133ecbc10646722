-- Taking a quiz. Whatever a browser says of time or score is not read.

-- Marks what was answered and closes the attempt at this moment, its due time at the latest; does nothing twice.
create function private.hand_in(attempt uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_attempt public.course_attempts;
begin
  select * into open_attempt from public.course_attempts a where a.id = hand_in.attempt for update;
  if not found or open_attempt.handed_in_at is not null then
    return;
  end if;
  update public.course_answers a set share = private.mark_course_answer(q, a.answer)
  from public.course_questions q where q.id = a.question_id and a.attempt_id = open_attempt.id;
  update public.course_attempts a set handed_in_at = least(moment, a.due_at), score = s.score, max_score = s.most
  from (select coalesce(sum(q.points * coalesce(w.share, 0)), 0) as score, coalesce(sum(q.points), 0) as most
    from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
    left join public.course_answers w on w.question_id = q.id and w.attempt_id = open_attempt.id
    where z.lesson_id = open_attempt.lesson_id) s
  where a.id = open_attempt.id;
  insert into public.course_progress (school_id, enrolment_id, lesson_id, student_id)
  values (open_attempt.school_id, open_attempt.enrolment_id, open_attempt.lesson_id, open_attempt.student_id)
  on conflict do nothing;
  perform private.complete_course(open_attempt.enrolment_id);
end
$$;

-- An attempt whose time is over, for the worker.
create function private.hand_in_due(attempt uuid) returns void
language sql security definer set search_path = '' as $$
  select private.hand_in(a.id, a.due_at) from public.course_attempts a
  where a.id = hand_in_due.attempt and a.due_at <= private.current_moment()
$$;

-- An attempt of the calling student, handed in already if its time is over.
create function private.require_attempt(attempt uuid) returns public.course_attempts
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner();
  found_attempt public.course_attempts;
begin
  select * into found_attempt from public.course_attempts a where a.id = require_attempt.attempt
    and a.school_id = school;
  if not found then
    perform private.refuse('course.no_attempt', 'This attempt is no longer here. Open the course again.',
      errcode => 'P0002');
  end if;
  perform private.require_enrolment(found_attempt.enrolment_id, true, true);
  if found_attempt.due_at <= private.current_moment() then
    perform private.hand_in_due(found_attempt.id);
  end if;
  select * into found_attempt from public.course_attempts a where a.id = require_attempt.attempt;
  return found_attempt;
end
$$;

create function public.start_course_quiz(enrolment_id uuid, lesson_id uuid, attempt_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  enrolment constant public.course_enrolments := private.require_enrolment(start_course_quiz.enrolment_id, true, true);
  lesson constant public.course_lessons := private.require_open_lesson(enrolment, start_course_quiz.lesson_id, true);
  latest public.course_attempts;
begin
  -- Of two tabs that begin at once, the second gets the attempt of the first.
  perform from public.course_enrolments e where e.id = enrolment.id for update;
  perform private.hand_in_due(a.id) from public.course_attempts a where a.enrolment_id = enrolment.id
    and a.lesson_id = lesson.id and a.handed_in_at is null and a.due_at <= private.current_moment();
  select * into latest from public.course_attempts a where a.enrolment_id = enrolment.id and a.lesson_id = lesson.id
    order by a.number desc limit 1;
  if latest.id = start_course_quiz.attempt_id or latest.id is not null and latest.handed_in_at is null then
    return latest.id;
  elsif coalesce(latest.number, 0) >= lesson.attempts then
    perform private.refuse('course.no_attempts_left', 'You have used every attempt at this quiz.');
  elsif not exists (select from public.course_quiz_questions q where q.lesson_id = lesson.id) then
    perform private.refuse('course.no_questions', 'This quiz has no questions yet. Ask your teacher.');
  end if;
  insert into public.course_attempts (id, school_id, enrolment_id, lesson_id, student_id, number, started_at, due_at)
  values (start_course_quiz.attempt_id, enrolment.school_id, enrolment.id, lesson.id, enrolment.student_id,
    coalesce(latest.number, 0) + 1, private.current_moment(),
    private.current_moment() + make_interval(mins => lesson.minutes));
  return start_course_quiz.attempt_id;
end
$$;
comment on function public.start_course_quiz(uuid, uuid, uuid) is
  'Begins an attempt at a quiz under an id that the caller made, or returns the one that is open. Students only.';

create function public.save_course_answers(attempt_id uuid, answers jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attempt constant public.course_attempts := private.require_attempt(save_course_answers.attempt_id);
begin
  if attempt.handed_in_at is null then
    -- Holds the attempt open until this is saved.
    perform from public.course_attempts a where a.id = attempt.id and a.handed_in_at is null for update;
    if found then
      insert into public.course_answers as w (school_id, attempt_id, question_id, student_id, answer, typed)
      select attempt.school_id, attempt.id, n.question_id, attempt.student_id, n.answer, coalesce(n.typed, 0)
      from jsonb_to_recordset(save_course_answers.answers) as n (question_id uuid, answer jsonb, typed integer)
      join public.course_quiz_questions q on q.question_id = n.question_id and q.lesson_id = attempt.lesson_id
      where n.answer is not null
      on conflict (attempt_id, question_id) do update set answer = excluded.answer, typed = excluded.typed,
        saved_at = now() where w.typed < excluded.typed;
      return jsonb_build_object('is_saved', true);
    end if;
  end if;
  return jsonb_build_object('is_saved', false);
end
$$;
comment on function public.save_course_answers(uuid, jsonb) is 'Keeps answers of an attempt while its time is not '
  'over: [{question_id, answer, typed}], the highest typed of a question counts. Returns {is_saved}: false once it was '
  'handed in.';

create function public.hand_in_course_quiz(attempt_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  attempt constant public.course_attempts := private.require_attempt(hand_in_course_quiz.attempt_id);
begin
  perform private.hand_in(attempt.id, private.current_moment());
end
$$;
comment on function public.hand_in_course_quiz(uuid) is 'Hands in an attempt; a second call changes nothing.';

-- Whether its student may see what was right: where the teacher allows it, and no attempt is left.
create function private.are_answers_due(attempt public.course_attempts) returns boolean
language sql stable security definer set search_path = '' as $$
  select l.shows_answers and not exists (select from public.course_attempts a
      where a.enrolment_id = attempt.enrolment_id and a.lesson_id = l.id and a.handed_in_at is null)
    and (select count(*) from public.course_attempts a where a.enrolment_id = attempt.enrolment_id
      and a.lesson_id = l.id) >= l.attempts
  from public.course_lessons l where l.id = attempt.lesson_id
$$;

create function public.course_attempt(attempt_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner(false);
  attempt public.course_attempts;
  shows_key boolean;
begin
  select * into attempt from public.course_attempts a where a.id = course_attempt.attempt_id
    and a.school_id = school;
  if not found then
    perform private.refuse('course.no_attempt', 'This attempt is no longer here. Open the course again.',
      errcode => 'P0002');
  end if;
  perform private.require_enrolment(attempt.enrolment_id, false, false);
  if attempt.handed_in_at is null and attempt.due_at <= private.current_moment() then
    perform private.hand_in_due(attempt.id);
    select * into attempt from public.course_attempts a where a.id = course_attempt.attempt_id;
  end if;
  shows_key := attempt.handed_in_at is not null and private.are_answers_due(attempt);
  return jsonb_build_object('id', attempt.id, 'enrolment_id', attempt.enrolment_id, 'lesson_id', attempt.lesson_id,
    'title', (select l.title from public.course_lessons l where l.id = attempt.lesson_id),
    'number', attempt.number, 'started_at', attempt.started_at, 'due_at', attempt.due_at,
    'now', private.current_moment(), 'handed_in_at', attempt.handed_in_at, 'score', attempt.score,
    'max_score', attempt.max_score, 'shows_answers', shows_key,
    'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'wording', q.wording,
        'options', q.options, 'points', q.points, 'answer', w.answer, 'typed', coalesce(w.typed, 0))
      || case when shows_key then jsonb_build_object('share', coalesce(w.share, 0), 'key', q.key,
        'explanation', q.explanation) else '{}' end order by z.position), '[]')
      from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
      left join public.course_answers w on w.question_id = q.id and w.attempt_id = attempt.id
      where z.lesson_id = attempt.lesson_id));
end
$$;
comment on function public.course_attempt(uuid) is 'An attempt with its questions, for the student and the family. '
  'What is right (share, key, explanation of questions) only where shows_answers says so.';

revoke execute on function public.start_course_quiz(uuid, uuid, uuid), public.save_course_answers(uuid, jsonb),
  public.hand_in_course_quiz(uuid), public.course_attempt(uuid) from public;
grant execute on function public.start_course_quiz(uuid, uuid, uuid), public.save_course_answers(uuid, jsonb),
  public.hand_in_course_quiz(uuid), public.course_attempt(uuid) to authenticated;
