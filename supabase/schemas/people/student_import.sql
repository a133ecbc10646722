create function public.import_students(rows jsonb, dry_run boolean default false, day_order text default 'day-first')
  returns jsonb
-- 10,000 rows take longer than other calls may.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array'
    or jsonb_array_length(import_students.rows) = 0 then
    perform private.refuse('import.empty', 'The file has no rows below its header.', field => 'rows');
  end if;
  if jsonb_array_length(import_students.rows) > 10000 then
    perform private.refuse('import.too_many',
      'A file holds 10,000 students at most. Split it and import the parts.', field => 'rows');
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows, coalesce(import_students.day_order, 'day-first'));
  perform private.check_import_rows(school);
  perform private.match_import_guardians(school);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known',
      count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]')
      from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome || jsonb_build_object('room', private.plan_room(school, (outcome ->> 'added')::integer),
      'likely', private.likely_guardians(school));
  end if;
  perform private.require_room(school, (outcome ->> 'added')::integer);
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id,
      admitted_on, status)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id,
      coalesce(i.admitted, private.school_today(school)), coalesce(i.status, 'active')
    from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number
    and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after)
  values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$$;
comment on function public.import_students(jsonb, boolean, text) is
  'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, '
    'admitted_on, status, guardian_name, guardian_phone, guardian_email, relationship, same_guardian_as}]. Rows '
    'without problems are added in one transaction; a repeated call adds no student twice. day_order says how the '
    'file writes dates: day-first or month-first. Guardians of one phone or address and one name are one person; '
    'same_guardian_as names another row, or a guardian by id, whose guardian is the same. Returns {total, added, '
    'known, problems: [{row, column, message, sentence, args}]}; dry_run only checks, and says as room what the '
    'import does to the plan''s limit and as likely which guardians may be the same person.';
grant execute on function public.import_students(jsonb, boolean, text) to authenticated;

-- Reads the cells of the rows into a temporary table.
create function private.parse_import_rows(school uuid, rows jsonb, day_order text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.line, c.number, private.fold_text(c.number) as number_key,
    private.person_key(concat_ws(' ', c.first_name, c.last_name)) as name_key,
    coalesce(c.first_name, c.last_name) as first_name,
      case when c.first_name is null then '' else coalesce(c.last_name, '') end as last_name,
    c.gender_text, private.parse_gender(private.fold_text(c.gender_text)) as gender,
    c.birth_text, private.parse_date(c.birth_text, day_order, private.school_today(school)) as born,
    c.admitted_text, private.parse_date(c.admitted_text, day_order, private.school_today(school)) as admitted,
    c.status_text, private.parse_student_status(private.fold_text(c.status_text)) as status,
    c.class_words, null::uuid as class_id,
    c.guardian_name, private.person_key(c.guardian_name) as guardian_key, c.phone_text,
      private.phone_number(c.phone_text) as guardian_phone, lower(c.email_text) as guardian_email,
    coalesce(c.relationship, 'Parent') as relationship, c.same_guardian_as, c.line as guardian_group,
      null::uuid as guardian_id,
    null::uuid as student_id, false as is_known, '[]'::jsonb as problems
  from (
    select coalesce((r.value ->> 'row')::integer, r.ordinality::integer) as line,
      private.clean_cell(r.value ->> 'admission_number') as number,
        private.clean_cell(r.value ->> 'first_name') as first_name,
      private.clean_cell(r.value ->> 'last_name') as last_name, private.clean_cell(r.value ->> 'gender') as gender_text,
      private.clean_cell(r.value ->> 'date_of_birth') as birth_text,
        private.clean_cell(r.value ->> 'admitted_on') as admitted_text,
      private.clean_cell(r.value ->> 'status') as status_text, private.clean_cell(r.value ->> 'class') as class_words,
      private.clean_cell(r.value ->> 'guardian_name') as guardian_name,
        private.clean_cell(r.value ->> 'guardian_phone') as phone_text,
      private.clean_cell(r.value ->> 'guardian_email') as email_text,
        private.clean_cell(r.value ->> 'relationship') as relationship,
      private.clean_cell(r.value ->> 'same_guardian_as') as same_guardian_as
    from jsonb_array_elements(rows) with ordinality r) c;
  create index on pg_temp.import_row (number_key);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id
  from public.classes c where c.school_id = school and c.is_active
    and private.fold_text(c.name) = private.fold_text(i.class_words);
  update pg_temp.import_row i set is_known = true from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and private.person_key(s.first_name || ' ' || s.last_name) = i.name_key;
end
$$;

-- Names every problem of every row, with how to mend it.
create function private.check_import_rows(school uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
begin
  update pg_temp.import_row i set problems = to_jsonb(array_remove(array[
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number),
      private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when length(number) > 30 then private.say('Use at most 30 characters.') end)),
    private.import_problem(line, 'first_name', coalesce(private.ruined_cell(first_name), case
      when first_name is null then private.say('Enter the name.')
      when first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
      when length(first_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'last_name', coalesce(private.ruined_cell(last_name),
      case when length(last_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'gender', coalesce(private.ruined_cell(gender_text),
      case when gender_text is not null and gender is null
      then private.say('“{cell}” is not known. Write F or M, or leave it empty.',
        jsonb_build_object('cell', left(gender_text, 30))) end)),
    private.import_problem(line, 'date_of_birth', coalesce(private.ruined_cell(birth_text),
      private.ruined_date(birth_text), case
      when birth_text is not null and born
        is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(birth_text, 30)))
      when not private.is_birth_date(born, today)
        then private.say('A student is between 1 and 60 years old. Check the year.') end)),
    private.import_problem(line, 'admitted_on', coalesce(private.ruined_cell(admitted_text),
      private.ruined_date(admitted_text), case
      when admitted_text is not null
        and admitted is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(admitted_text, 30)))
      when not private.is_admission_date(admitted, born, today)
        then private.say('A student is admitted after their birth and at most 18 months from today. Check the year.')
          end)),
    private.import_problem(line, 'status', coalesce(private.ruined_cell(status_text),
      case when status_text is not null and status is null
      then private.say('“{cell}” is not known. Write Active, Suspended, Graduated or Left, or leave it empty.',
        jsonb_build_object('cell', left(status_text, 30))) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words),
      case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end)),
    private.import_problem(line, 'guardian_email', coalesce(private.ruined_cell(guardian_email),
      case when not private.is_email(guardian_email)
      then private.say('“{cell}” is not an email address.',
        jsonb_build_object('cell', left(guardian_email, 60))) end)),
    private.import_problem(line, 'guardian_phone', coalesce(private.ruined_cell(phone_text),
      case when phone_text is not null and guardian_phone is null
      then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
        jsonb_build_object('cell', left(phone_text, 40))) end)),
    private.import_problem(line, 'relationship', coalesce(private.ruined_cell(relationship),
      case when length(relationship) > 40 then private.say('Use at most 40 characters.') end)),
    private.import_problem(line, 'guardian_name', coalesce(private.ruined_cell(guardian_name), case
      when guardian_name is null and (phone_text is not null or guardian_email is not null)
        then private.say('Write the guardian''s name, or leave phone and email empty too.')
      when guardian_name is not null
        and (guardian_key = '' or guardian_name !~ '[^\d\s[:punct:]]')
        then private.say('A name has letters. Check the cell.')
      when length(guardian_name) > 160 then private.say('Use at most 160 characters.') end))], null));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line,
      'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', private.full_name(s.first_name, s.last_name))))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and not i.is_known;
end
$$;

create function private.import_problem(line integer, field text, problem jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$
  select jsonb_build_object('row', line, 'column', field, 'message', private.in_english(problem)) || problem
$$;

create function private.parse_gender(written text) returns public.gender
language sql immutable set search_path = '' as $$
  select case when written in ('f', 'female', 'girl', 'msichana', 'ke', 'kike') then 'female'
    when written in ('m', 'male', 'boy', 'mvulana', 'me', 'kiume') then 'male' end::public.gender
$$;

-- The words are those of the product's own list of students in its languages.
create function private.parse_student_status(written text) returns public.student_status
language sql immutable set search_path = '' as $$
  select case when written in ('active', 'yupo', 'anasoma', 'hai') then 'active'
    when written in ('suspended', 'amesimamishwa') then 'suspended'
    when written in ('graduated', 'amehitimu') then 'graduated'
      when written in ('left', 'ameondoka') then 'left' end::public.student_status
$$;
