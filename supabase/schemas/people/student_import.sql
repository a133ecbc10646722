-- Students from a file, with their guardians: rows that name a student and a number that the school has are known.

insert into private.import_kinds (name, permission, checks, saves, undoes, comes_with, used, chosen) values
  ('students', 'student:write', 'private.check_student_rows', 'private.save_student_rows',
    '{public.students,public.guardians}', '{public.enrolments,public.student_guardians,private.job_file_students}',
    'private.students_used', '{gender,class,status,boarding}');

create function private.check_student_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
begin
  perform private.parse_student_rows(import);
  perform private.check_parsed_students(school);
  perform private.match_import_guardians(school);
  perform private.gather_import_guardians();
  update public.import_rows r set problems = i.problems, is_known = i.is_known, student_id = i.student_id,
    record = case when i.problems = '[]' and not i.is_known then private.guardian_record(gen_random_uuid(),
      i.relationship, coalesce(i.guardian_id, g.id), g.name, g.phone, g.email) || jsonb_build_object(
      'admission_number', i.number, 'first_name', i.first_name, 'last_name', i.last_name, 'gender', i.gender,
      'date_of_birth', i.born, 'class_id', i.class_id,
      'admitted_on', coalesce(i.admitted, private.school_today(school)), 'status', coalesce(i.status, 'active'),
      'boarding', i.boarding) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school), 'room', private.plan_room(school,
    (select count(*)::integer from pg_temp.import_row i where i.problems = '[]' and not i.is_known)));
end
$$;

create function private.save_student_rows(import public.imports, lines integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
begin
  perform private.require_room(school, (select count(*)::integer from public.import_rows r where r.school_id = school
    and r.import_id = import.id and r.problems = '[]' and not r.is_known and not r.is_saved));
  perform private.gather_saved_rows(import, lines);
  with added as (
    insert into public.students (id, school_id, admission_number, first_name, last_name, gender, date_of_birth,
      class_id, admitted_on, status, boarding)
    select s.student_id, school, n.admission_number, n.first_name, n.last_name, n.gender, n.date_of_birth, c.id,
      n.admitted_on, n.status, n.boarding
    from pg_temp.import_saved s, jsonb_populate_record(null::public.students, s.record) n
      left join public.classes c on c.id = n.class_id and c.school_id = school and c.is_active
    order by s.line
    on conflict (school_id, private.fold_text(admission_number)) do nothing returning id),
  taken as (
    delete from pg_temp.import_saved s where s.student_id not in (select a.id from added a) returning s.line, s.record)
  update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'admission_number',
    private.say('{number} was given to another student before this row was saved. Use another one.',
      jsonb_build_object('number', t.record -> 'admission_number'))))
  from taken t where r.school_id = school and r.import_id = import.id and r.line = t.line;
  perform private.note_imported(import, 1, s.student_id, s.line) from pg_temp.import_saved s;
  perform private.save_import_guardians(import, null, 2);
  update public.import_rows r set student_id = s.student_id from pg_temp.import_saved s
  where r.school_id = school and r.import_id = import.id and r.line = s.line;
end
$$;

-- A second guardian, and a move to another class that is to come, are in tables that also come with a student.
create function private.students_used(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select l.student_id from public.audit_log l join public.students s on s.id = l.student_id
  where l.student_id = any (ids) and l.at > s.created_at
  union
  select e.student_id from public.enrolments e where e.student_id = any (ids) group by e.student_id having count(*) > 1
$$;

-- Reads the cells of the rows into a temporary table.
create function private.parse_student_rows(import public.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
  day_order constant text := import.day_order;
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
    c.boarding_text, private.parse_boarding(private.fold_text(c.boarding_text)) as boarding,
    c.class_words, null::uuid as class_id,
    c.guardian_name, private.person_key(c.guardian_name) as guardian_key, c.phone_text,
      private.phone_number(c.phone_text) as guardian_phone, lower(c.email_text) as guardian_email,
    coalesce(c.relationship, 'Parent') as relationship, c.same_guardian_as, c.line as guardian_group,
      null::uuid as guardian_id,
    null::uuid as student_id, false as is_known, '[]'::jsonb as problems
  from (
    select r.line,
      private.clean_cell(r.cells ->> 'admission_number') as number,
        private.clean_cell(r.cells ->> 'first_name') as first_name,
      private.clean_cell(r.cells ->> 'last_name') as last_name, private.clean_cell(r.cells ->> 'gender') as gender_text,
      private.clean_cell(r.cells ->> 'date_of_birth') as birth_text,
        private.clean_cell(r.cells ->> 'admitted_on') as admitted_text,
      private.clean_cell(r.cells ->> 'boarding') as boarding_text,
      private.clean_cell(r.cells ->> 'status') as status_text, private.clean_cell(r.cells ->> 'class') as class_words,
      private.clean_cell(r.cells ->> 'guardian_name') as guardian_name,
        private.clean_cell(r.cells ->> 'guardian_phone') as phone_text,
      private.clean_cell(r.cells ->> 'guardian_email') as email_text,
        private.clean_cell(r.cells ->> 'relationship') as relationship,
      private.clean_cell(r.cells ->> 'same_guardian_as') as same_guardian_as
    from private.import_cells(import) r) c;
  create index on pg_temp.import_row (number_key);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id
  from public.classes c where c.school_id = school and c.is_active
    and private.fold_text(c.name) = private.fold_text(i.class_words);
  update pg_temp.import_row i set is_known = true, student_id = s.id from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and private.person_key(s.first_name || ' ' || s.last_name) = i.name_key;
end
$$;

-- Names every problem of every row, with how to mend it.
create function private.check_parsed_students(school uuid) returns void
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
    private.import_problem(line, 'boarding', coalesce(private.ruined_cell(boarding_text),
      case when boarding_text is not null and boarding is null
      then private.say('“{cell}” is not known. Write Day or Boarder, or leave it empty.',
        jsonb_build_object('cell', left(boarding_text, 30))) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words),
      case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end))], null)
    || private.guardian_problems(line, guardian_name, guardian_key, phone_text, guardian_phone, guardian_email,
      relationship));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line,
      'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', s.full_name)))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and not i.is_known;
end
$$;

create function private.parse_gender(written text) returns public.gender
language sql immutable set search_path = '' as $$
  select case when written in ('f', 'female', 'girl', 'msichana', 'ke', 'kike') then 'female'
    when written in ('m', 'male', 'boy', 'mvulana', 'me', 'kiume') then 'male' end::public.gender
$$;

create function private.parse_boarding(written text) returns public.boarding
language sql immutable set search_path = '' as $$
  select case when written in ('d', 'day', 'day scholar', 'day scholars', 'dayscholar', 'day student', 'kutwa',
      'wa kutwa', 'mwanafunzi wa kutwa', 'wanafunzi wa kutwa') then 'day'
    when written in ('b', 'boarder', 'boarders', 'boarding', 'full boarder', 'bweni', 'wa bweni',
      'mwanafunzi wa bweni', 'wanafunzi wa bweni') then 'boarder' end::public.boarding
$$;

-- The words are those of the product's own list of students in its languages.
create function private.parse_student_status(written text) returns public.student_status
language sql immutable set search_path = '' as $$
  select case when written in ('active', 'yupo', 'anasoma', 'hai') then 'active'
    when written in ('suspended', 'amesimamishwa') then 'suspended'
    when written in ('graduated', 'amehitimu') then 'graduated'
      when written in ('left', 'ameondoka') then 'left' end::public.student_status
$$;
