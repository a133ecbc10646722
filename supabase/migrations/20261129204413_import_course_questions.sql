set check_function_bodies = off;

alter table public.course_questions
  alter column created_at set default clock_timestamp();

create or replace function private.check_question_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:online-course');
  manages constant boolean := private.may('course:manage');
  me constant uuid := private.signed_in_uid();
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select r.line, private.clean_cell(r.cells ->> 'course') as course_text, c.id as course_id, c.title,
    manages or c.teacher_id = me as is_mine, q.*, private.clean_cell(q.wording) as words, false as is_known
  from private.import_cells(import) r
    left join public.online_courses c on c.school_id = school
      and private.fold_text(c.title) = private.fold_text(private.clean_cell(r.cells ->> 'course')),
    private.read_question(r.line, r.cells) q;
  update pg_temp.import_row i set is_known = true where exists (select from public.course_questions q
    where q.course_id = i.course_id and q.kind = i.kind and private.clean_cell(q.wording) = i.words);
  update public.import_rows r set is_known = i.is_known,
    problems = to_jsonb(array_remove(array[private.import_problem(i.line, 'course', case
        when i.course_text is null then private.say('Enter the course.')
        when i.course_id is null
          then private.say('There is no course “{cell}”. Write its title as it is in the list, or add it first.',
            jsonb_build_object('cell', left(i.course_text, 60)))
        when not coalesce(i.is_mine, false) then private.say('Only the teacher of this course may change it.')
        when b.place > 1000 then private.say('A course has at most 1,000 questions.') end),
      private.import_problem(i.line, 'wording', case when i.line > f.line
        then private.say('Row {row} has this question already.', jsonb_build_object('row', f.line)) end)], null))
      || i.problems,
    record = jsonb_build_object('course_id', i.course_id, 'kind', i.kind, 'wording', i.wording, 'options', i.options,
      'key', i.key, 'points', i.points, 'explanation', i.explanation)
  from pg_temp.import_row i
    left join (select o.course_id, o.kind, o.words, min(o.line) as line from pg_temp.import_row o
      where o.words <> '' group by 1, 2, 3) f on f.course_id = i.course_id and f.kind = i.kind and f.words = i.words
    left join (select n.line, row_number() over (partition by n.course_id order by n.line) + (select count(*)
        from public.course_questions q where q.course_id = n.course_id) as place
      from pg_temp.import_row n where n.course_id is not null and n.problems = '[]' and not n.is_known) b
      on b.line = i.line
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('courses', (select coalesce(jsonb_agg(t order by t.course), '[]') from (
    select i.title as course, count(*) as questions from pg_temp.import_row i
    join public.import_rows r on r.school_id = school and r.import_id = import.id and r.line = i.line
    where r.problems = '[]' and not r.is_known group by i.title) t));
end
$function$;

create or replace function private.course_questions_used (
  ids uuid[]
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select q.id from public.course_questions q join public.audit_log l on l.entity = 'course_questions'
    and l.entity_id = q.id::text
  where q.id = any (ids) and l.action = 'update'
  union
  select q.id from public.course_questions q join public.online_courses c on c.id = q.course_id
  where q.id = any (ids) and not private.may('course:manage')
    and c.teacher_id is distinct from private.signed_in_uid()
$function$;

create or replace function private.named_choices (
  answer  text,
  choices text[]
)
  returns integer[]
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case when answer = any (choices) then array[array_position(choices, answer) - 1]
    when answer ~* '^[a-j](?: ?, ?[a-j])*$' then (
      select case when bool_and(ascii(upper(l)) - 65 < cardinality(choices))
        then array_agg(ascii(upper(l)) - 65 order by l) end
      from unnest(regexp_split_to_array(answer, ' ?, ?')) l)
    else coalesce((select array_agg(c.place::integer - 1) from unnest(choices) with ordinality c (words, place)
        where private.fold_text(c.words) = private.fold_text(answer) having count(*) = 1),
      (select array[answer::integer - 1] where answer ~ '^\d{1,2}$'
        and answer::integer between 1 and cardinality(choices))) end
$function$;

create or replace function private.parse_question_kind (
  words text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case when w in ('one choice', 'single', 'single choice', 'chaguo moja') then 'single'
    when w in ('several choices', 'several', 'multiple answers', 'multi select', 'checkboxes', 'chaguo kadhaa')
      then 'several'
    when w in ('multiple choice', 'choice', 'choices', 'mcq', 'machaguo') then 'choices'
    when w in ('true or false', 'true/false', 'true false', 'tf', 't/f', 'kweli au si kweli') then 'true_false'
    when w in ('short text', 'text', 'short answer', 'maandishi mafupi', 'jibu fupi') then 'text'
    when w in ('number', 'numeric', 'numerical', 'nambari', 'namba') then 'number' end
  from (select private.fold_text(words)) f (w)
$function$;

create or replace function private.parse_truth (
  words text
)
  returns boolean
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case when w in ('true', 't', 'kweli', 'ndiyo', 'yes') then true
    when w in ('false', 'f', 'si kweli', 'uongo', 'hapana', 'no') then false end
  from (select private.fold_text(words)) f (w)
$function$;

create or replace function private.read_question (
  line  integer,
  cells jsonb,
  OUT   kind text,
  OUT   wording text,
  OUT   options text[],
  OUT   key jsonb,
  OUT   points integer,
  OUT   explanation text,
  OUT   problems jsonb
)
  returns record
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  letters constant text[] := '{a,b,c,d,e,f,g,h,i,j}';
  kind_text constant text := private.clean_cell(cells ->> 'kind');
  answer constant text := private.clean_cell(cells ->> 'answer');
  points_text constant text := private.clean_cell(cells ->> 'points');
  off_text constant text := private.clean_cell(cells ->> 'tolerance');
  parts constant text[] := array(select private.clean_cell(p) from regexp_split_to_table(cells ->> 'answer',
    E'[;|\\n]') p where private.clean_cell(p) is not null);
  numbers numeric[];
  off numeric[];
  right_ones integer[] := '{}';
  named integer[];
  part text;
  found_problems jsonb[] := '{}';
begin
  -- Its lines stay.
  wording := btrim(replace(normalize(coalesce(cells ->> 'wording', ''), NFC), E'\r\n', E'\n'), E' \t\n');
  explanation := btrim(replace(normalize(coalesce(cells ->> 'explanation', ''), NFC), E'\r\n', E'\n'), E' \t\n');
  options := array(select private.clean_cell(cells ->> ('choice_' || l)) from unnest(letters) with ordinality x (l, n)
    where private.clean_cell(cells ->> ('choice_' || l)) is not null order by n);
  found_problems := found_problems || private.import_problem(line, 'wording', coalesce(private.ruined_cell(wording),
    case when wording = '' then private.say('Enter the question.')
      when length(wording) > 2000 then private.say('Use at most {limit} characters.',
        jsonb_build_object('limit', 2000)) end));
  kind := case when kind_text is not null then private.parse_question_kind(kind_text)
    when options <> '{}' then 'choices'
    when private.fold_text(answer) in ('true', 'false', 'kweli', 'si kweli', 'uongo') then 'true_false'
    when private.typed_numbers(answer) <> '{}' then 'number' else 'text' end;
  found_problems := found_problems || private.import_problem(line, 'kind', case when kind is null then
    private.say('“{cell}” is no kind of question. Write One choice, Several choices, True or false, Short text or '
      'Number.', jsonb_build_object('cell', left(kind_text, 30))) end);
  found_problems := found_problems || private.import_problem(line, 'answer', coalesce(private.ruined_cell(answer),
    case when answer is null then private.say('Enter the answer that is right.') end));
  if kind in ('choices', 'single', 'several') then
    foreach part in array case when array_position(options, answer) is not null then array[answer] else parts end loop
      named := private.named_choices(part, options);
      right_ones := right_ones || named;
      found_problems := found_problems || private.import_problem(line, 'answer', case when named is null then
        private.say('“{cell}” is none of the choices. Write its letter, such as A, or its words.',
          jsonb_build_object('cell', left(part, 40))) end);
    end loop;
    right_ones := array(select distinct r from unnest(right_ones) r order by 1);
    kind := case when kind <> 'choices' then kind when cardinality(right_ones) > 1 then 'several' else 'single' end;
    key := jsonb_build_object('right', to_jsonb(right_ones));
    found_problems := found_problems || private.import_problem(line, 'choice_a', case
      when cardinality(options) not between 2 and 10
        or cardinality(options) <> (select count(distinct o) from unnest(options) o)
        then private.say('Enter from 2 to 10 different choices.')
      when exists (select from unnest(letters) with ordinality x (l, n)
        where n <= cardinality(options) and private.clean_cell(cells ->> ('choice_' || l)) is null)
        then private.say('Fill the choices from A on, without a gap.')
      when exists (select from unnest(options) o where length(o) > 500)
        then private.say('Use at most {limit} characters.', jsonb_build_object('limit', 500)) end);
    found_problems := found_problems || private.import_problem(line, 'answer', case
      when answer is null or cardinality(right_ones) = 0 then null
      when kind = 'single' and cardinality(right_ones) > 1 then private.say('Mark the one choice that is right.')
      when cardinality(right_ones) = cardinality(options)
        then private.say('Mark what is right, and leave at least one choice that is not.') end);
  elsif kind is not null then
    found_problems := found_problems || private.import_problem(line, 'choice_a', case when options <> '{}' then
      private.say('Only questions of one or several choices have choices. Empty them, or change the kind.') end);
    if kind = 'true_false' then
      key := jsonb_build_object('right', private.parse_truth(answer));
      found_problems := found_problems || private.import_problem(line, 'answer', case
        when answer is not null and private.parse_truth(answer) is null
        then private.say('Say whether it is true or false.') end);
    elsif kind = 'text' then
      key := jsonb_build_object('accepted', to_jsonb(parts));
      found_problems := found_problems || private.import_problem(line, 'answer', case when cardinality(parts) > 20
        then private.say('Enter at most 20 right answers.') end);
    else
      numbers := private.typed_numbers(answer);
      off := private.typed_numbers(coalesce(off_text, '0'));
      key := jsonb_build_object('value', numbers[1], 'tolerance', off[1]);
      found_problems := found_problems || private.import_problem(line, 'answer', case
        when answer is null or cardinality(numbers) = 1 then null
        when cardinality(numbers) > 1 then private.say('“{cell}” may be two numbers. Write it without commas.',
          jsonb_build_object('cell', left(answer, 30)))
        else private.say('“{cell}” is no number.', jsonb_build_object('cell', left(answer, 30))) end);
      found_problems := found_problems || private.import_problem(line, 'tolerance', case
        when cardinality(off) <> 1 or off[1] < 0
        then private.say('Write how far off an answer may be as a number, such as 0.5.') end);
    end if;
  end if;
  points := case when points_text is null then 1 when points_text ~ '^\d{1,3}(?:[.,]0+)?$'
    then regexp_replace(points_text, '[.,]0+$', '')::integer end;
  found_problems := found_problems || private.import_problem(line, 'points', case
    when coalesce(points not between 1 and 100, true) then private.say('Enter from 1 to 100 points.') end);
  found_problems := found_problems || private.import_problem(line, 'explanation', case
    when length(explanation) > 2000 then private.say('Use at most {limit} characters.',
      jsonb_build_object('limit', 2000)) end);
  problems := to_jsonb(array_remove(found_problems, null));
end
$function$;

create or replace function private.save_question_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  question record;
begin
  for question in
    select r.line, n.* from public.import_rows r, jsonb_populate_record(null::public.course_questions, r.record) n
    where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines) order by r.line
  loop
    perform private.note_imported(import, 1, public.save_course_question(question.course_id, question.kind,
      question.wording, question.options, question.key, question.points, question.explanation), question.line);
  end loop;
end
$function$;

revoke all on function private.check_question_rows(public.imports) from public;

revoke all on function private.course_questions_used(uuid[]) from public;

revoke all on function private.named_choices(text, text[]) from public;

revoke all on function private.parse_question_kind(text) from public;

revoke all on function private.parse_truth(text) from public;

revoke all on function private.read_question(integer, jsonb) from public;

revoke all on function private.save_question_rows(public.imports, integer[]) from public;

insert into private.import_kinds select * from jsonb_populate_recordset(null::private.import_kinds, '[
  {"name": "course-questions", "used": "private.course_questions_used", "saves": "private.save_question_rows", "checks": "private.check_question_rows", "chosen": ["course", "kind"], "undoes": ["public.course_questions"], "removes": null, "comes_with": [], "permission": "course:teach"}]');
