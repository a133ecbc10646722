-- The question bank: what a question must have, and how an answer to it is marked.

-- Refuses a question that cannot be marked; returns its key as it is kept.
create function private.require_question_key(kind text, options text[], key jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  right_ones integer[];
  accepted text[];
begin
  if require_question_key.kind in ('single', 'several') then
    if cardinality(options) not between 2 and 10 or exists (select from unnest(options) o where btrim(o) = ''
      or length(o) > 500) or (select count(distinct btrim(o)) from unnest(options) o) < cardinality(options) then
      perform private.refuse('course.options', 'Enter from 2 to 10 different choices.', field => 'options');
    end if;
    right_ones := array(select distinct r::integer from jsonb_array_elements_text(key -> 'right') r
      where r::integer between 0 and cardinality(options) - 1 order by 1);
    if require_question_key.kind = 'single' and cardinality(right_ones) <> 1 then
      perform private.refuse('course.one_right', 'Mark the one choice that is right.', field => 'options');
    elsif cardinality(right_ones) = 0 or cardinality(right_ones) = cardinality(options) then
      perform private.refuse('course.some_right', 'Mark what is right, and leave at least one choice that is not.',
        field => 'options');
    end if;
    return jsonb_build_object('right', to_jsonb(right_ones));
  elsif require_question_key.kind = 'true_false' then
    if jsonb_typeof(key -> 'right') is distinct from 'boolean' then
      perform private.refuse('course.true_or_false', 'Say whether it is true or false.', field => 'options');
    end if;
    return jsonb_build_object('right', key -> 'right');
  elsif require_question_key.kind = 'text' then
    accepted := array(select distinct btrim(a) from jsonb_array_elements_text(key -> 'accepted') a
      where btrim(a) <> '');
    if cardinality(accepted) not between 1 and 20 then
      perform private.refuse('course.accepted', 'Enter at least one answer that is right.', field => 'options');
    end if;
    return jsonb_build_object('accepted', to_jsonb(accepted));
  elsif require_question_key.kind = 'number' then
    if jsonb_typeof(key -> 'value') is distinct from 'number'
      or jsonb_typeof(coalesce(key -> 'tolerance', '0')) <> 'number' or (key ->> 'tolerance')::numeric < 0 then
      perform private.refuse('course.number', 'Enter the number that is right, and how far off an answer may be.',
        field => 'options');
    end if;
    return jsonb_build_object('value', key -> 'value', 'tolerance', coalesce(key -> 'tolerance', '0'));
  end if;
  perform private.refuse('course.kind', 'Choose the kind of question.', field => 'kind');
end
$$;

-- A number as people write it: with a comma or a point, and with what separates thousands. "1,234" may be both.
create function private.typed_numbers(typed text) returns numeric[]
language sql immutable set search_path = '' as $$
  select array(select n::numeric from (values
    (case when p.plain ~ '^[-+]?\d+([.,]\d+)?$' then replace(p.plain, ',', '.') end),
    (case when p.plain ~ '^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$' then replace(p.plain, ',', '') end)) as c (n)
    where n is not null)
  from (select regexp_replace(translate(normalize(left(typed, 60), NFKC), '٠١٢٣٤٥٦٧٨٩٫−', '0123456789.-'),
    '\s', '', 'g') as plain) p
$$;

-- The share of a question's points that an answer has. Of several right choices each counts, and each wrong one takes
-- off as much as all wrong ones together would: who ticks everything has nothing.
create function private.mark_course_answer(question public.course_questions, answer jsonb) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  ticked integer[];
  right_ones integer[];
  right_count integer;
begin
  if answer is null or jsonb_typeof(answer) = 'null' then
    return 0;
  elsif question.kind in ('single', 'several') then
    if jsonb_typeof(answer) <> 'array' then
      return 0;
    end if;
    ticked := array(select distinct a::integer from jsonb_array_elements_text(answer) a where a ~ '^\d{1,2}$');
    right_ones := array(select r::integer from jsonb_array_elements_text(question.key -> 'right') r);
    if question.kind = 'single' then
      return (ticked = right_ones)::integer;
    end if;
    right_count := (select count(*) from unnest(ticked) t where t = any (right_ones));
    return greatest(0, right_count::numeric / cardinality(right_ones)
      - (cardinality(ticked) - right_count)::numeric / (cardinality(question.options) - cardinality(right_ones)));
  elsif question.kind = 'true_false' then
    return (answer = question.key -> 'right')::integer;
  elsif question.kind = 'text' then
    return exists (select from jsonb_array_elements_text(question.key -> 'accepted') a
      where private.fold_text(a) = private.fold_text(answer #>> '{}'))::integer;
  end if;
  return exists (select from unnest(private.typed_numbers(answer #>> '{}')) n
    where abs(n - (question.key ->> 'value')::numeric) <= (question.key ->> 'tolerance')::numeric)::integer;
end
$$;

-- Whether somebody has answered it: it is then as it was asked.
create function private.refuse_answered_question(question uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.course_quiz_questions q join public.course_attempts a on a.lesson_id = q.lesson_id
    where q.question_id = refuse_answered_question.question) then
    perform private.refuse('course.question_asked',
      'Students were asked this question already, so it stays as it is. Add another one.');
  end if;
end
$$;

create function public.save_course_question(course_id uuid, kind text, wording text, options text[] default '{}',
  key jsonb default '{}', points integer default 1, explanation text default '', question_id uuid default null)
  returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(save_course_question.course_id);
  text constant text := private.require_text(save_course_question.wording, 2000, 'wording', 'Enter the question.');
  choices constant text[] := case when save_course_question.kind in ('single', 'several')
    then array(select btrim(o) from unnest(save_course_question.options) o) else '{}' end;
  kept jsonb;
  saved uuid;
begin
  if coalesce(save_course_question.points not between 1 and 100, true) then
    perform private.refuse('course.points', 'Enter from 1 to 100 points.', field => 'points');
  end if;
  kept := private.require_question_key(save_course_question.kind, choices, save_course_question.key);
  if save_course_question.question_id is null then
    if (select count(*) from public.course_questions q where q.course_id = course.id) >= 1000 then
      perform private.refuse('course.bank_full', 'A course has at most 1,000 questions.');
    end if;
    insert into public.course_questions (school_id, course_id, kind, wording, options, key, points, explanation)
    values (course.school_id, course.id, save_course_question.kind, text, choices, kept, save_course_question.points,
      private.optional_text(save_course_question.explanation, 2000, 'explanation'))
    returning id into saved;
    return saved;
  end if;
  perform private.refuse_answered_question(save_course_question.question_id);
  update public.course_questions q set kind = save_course_question.kind, wording = text, options = choices, key = kept,
    points = save_course_question.points,
    explanation = private.optional_text(save_course_question.explanation, 2000, 'explanation')
  where q.id = save_course_question.question_id and q.course_id = course.id returning q.id into saved;
  if saved is null then
    perform private.refuse('course.no_question', 'This question is no longer here. Open the bank again.',
      errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid) is
  'Adds a question to the bank of a course, or changes one that nobody was asked yet; key as the table says.';

create function public.import_course_questions(course_id uuid, questions jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(import_course_questions.course_id);
  question jsonb;
  added integer := 0;
begin
  if jsonb_typeof(questions) is distinct from 'array' or jsonb_array_length(questions) not between 1 and 500 then
    perform private.refuse('course.import_size', 'Bring from 1 to 500 questions at a time.');
  end if;
  for question in select jsonb_array_elements(questions) loop
    continue when exists (select from public.course_questions q where q.course_id = course.id
      and q.kind = question ->> 'kind' and q.wording = btrim(question ->> 'wording'));
    perform public.save_course_question(course.id, question ->> 'kind', question ->> 'wording',
      array(select jsonb_array_elements_text(coalesce(question -> 'options', '[]'))), question -> 'key', 1,
      coalesce(question ->> 'explanation', ''));
    added := added + 1;
  end loop;
  return added;
end
$$;
comment on function public.import_course_questions(uuid, jsonb) is 'Adds questions, without those that the bank has '
  'in the same words: [{kind, wording, options, key, explanation}]; all or none. Returns how many are new.';

create function public.remove_course_question(question_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  question public.course_questions;
begin
  perform private.require_addon('addon:online-course'), private.require('course:teach');
  select * into question from public.course_questions q where q.id = remove_course_question.question_id;
  perform private.require_course(question.course_id);
  perform private.refuse_answered_question(question.id);
  delete from public.course_quiz_questions q where q.question_id = question.id;
  delete from public.course_questions q where q.id = question.id;
end
$$;

create function public.set_quiz_questions(lesson_id uuid, question_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  lesson constant public.course_lessons := private.require_course_lesson(set_quiz_questions.lesson_id);
begin
  if not lesson.is_quiz or cardinality(set_quiz_questions.question_ids) > 200 then
    perform private.refuse('course.quiz_size', 'A quiz asks at most 200 questions.');
  end if;
  if exists (select from public.course_attempts a where a.lesson_id = lesson.id) then
    perform private.refuse('course.quiz_taken', 'Students have begun this quiz already, so its questions stay.');
  end if;
  delete from public.course_quiz_questions q where q.lesson_id = lesson.id;
  insert into public.course_quiz_questions (school_id, lesson_id, question_id, position)
  select lesson.school_id, lesson.id, q.id, min(n.place)
  from unnest(set_quiz_questions.question_ids) with ordinality as n (id, place)
  join public.course_questions q on q.id = n.id and q.course_id = lesson.course_id group by q.id;
end
$$;
comment on function public.set_quiz_questions(uuid, uuid[])
  is 'What a quiz asks, in this order, as long as nobody has begun it.';

revoke execute on function
  public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid),
  public.import_course_questions(uuid, jsonb), public.remove_course_question(uuid),
  public.set_quiz_questions(uuid, uuid[]) from public;
grant execute on function
  public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid),
  public.import_course_questions(uuid, jsonb), public.remove_course_question(uuid),
  public.set_quiz_questions(uuid, uuid[]) to authenticated;
