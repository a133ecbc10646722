create function public.import_students(rows jsonb, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 3000 then
    raise exception using errcode = 'P0001', message = 'A file holds 3,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known', count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]') from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome || jsonb_build_object('room', private.plan_room(school, (outcome ->> 'added')::integer));
  end if;
  perform private.require_room(school, (outcome ->> 'added')::integer);
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)) from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$$;
comment on function public.import_students(jsonb, boolean) is
  'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, admitted_on, guardian_name, guardian_phone, guardian_email, relationship}]. Rows without problems are added in one transaction; a repeated call adds no student twice. Returns {total, added, known, problems: [{row, column, message}]}; dry_run only checks, and says as room what the import does to the plan''s limit.';
grant execute on function public.import_students(jsonb, boolean) to authenticated;

-- Reads the rows into a temporary table, each with all problems that are found in it.
create function private.parse_import_rows(school uuid, rows jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select coalesce((r.value ->> 'row')::integer, r.ordinality::integer) as line,
    private.null_if_blank(r.value ->> 'admission_number') as number, private.null_if_blank(r.value ->> 'first_name') as first_name, private.null_if_blank(r.value ->> 'last_name') as last_name,
    private.null_if_blank(r.value ->> 'gender') as gender_text, private.parse_gender(private.null_if_blank(r.value ->> 'gender')) as gender,
    private.null_if_blank(r.value ->> 'date_of_birth') as birth_text, private.parse_date(private.null_if_blank(r.value ->> 'date_of_birth')) as born,
    private.null_if_blank(r.value ->> 'admitted_on') as admitted_words, private.parse_date(private.null_if_blank(r.value ->> 'admitted_on')) as admitted,
    private.null_if_blank(r.value ->> 'class') as class_words, null::uuid as class_id,
    private.null_if_blank(r.value ->> 'guardian_name') as guardian_name, private.null_if_blank(r.value ->> 'guardian_phone') as guardian_phone, lower(private.null_if_blank(r.value ->> 'guardian_email')) as guardian_email,
    coalesce(private.null_if_blank(r.value ->> 'relationship'), 'Parent') as relationship,
    null::uuid as student_id, false as is_known, '[]'::jsonb as problems
  from jsonb_array_elements(rows) with ordinality r;
  create index on pg_temp.import_row (number);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id from public.classes c where c.school_id = school and c.is_active and lower(c.name) = lower(i.class_words);
  update pg_temp.import_row i set is_known = true from public.students s
  where s.school_id = school and s.admission_number = i.number and lower(s.first_name || ' ' || s.last_name) = lower(i.first_name || ' ' || i.last_name);
  update pg_temp.import_row i set problems = to_jsonb(array_remove(array[
    case when number is null then private.import_problem(line, 'admission_number', 'Enter the admission number.') end,
    case when length(number) > 30 then private.import_problem(line, 'admission_number', 'Use at most 30 characters.') end,
    case when first_name is null then private.import_problem(line, 'first_name', 'Enter the first name.') end,
    case when length(first_name) > 80 then private.import_problem(line, 'first_name', 'Use at most 80 characters.') end,
    case when last_name is null then private.import_problem(line, 'last_name', 'Enter the last name.') end,
    case when length(last_name) > 80 then private.import_problem(line, 'last_name', 'Use at most 80 characters.') end,
    case when gender_text is not null and gender is null then private.import_problem(line, 'gender', format('“%s” is not known. Write F or M, or leave it empty.', left(gender_text, 30))) end,
    case when birth_text is not null and born is null then private.import_problem(line, 'date_of_birth', format('“%s” is not a valid date. Write it as 31/05/2014 or 2014-05-31.', left(birth_text, 30))) end,
    case when born not between private.school_today(school) - interval '60 years' and private.school_today(school) - interval '1 year' then private.import_problem(line, 'date_of_birth', 'A student is between 1 and 60 years old. Check the year.') end,
    case when admitted_words is not null and admitted is null then private.import_problem(line, 'admitted_on', format('“%s” is not a valid date. Write it as 31/05/2014 or 2014-05-31.', left(admitted_words, 30))) end,
    case when class_words is not null and class_id is null then private.import_problem(line, 'class', format('There is no class “%s”. Write its name as it is under Classes, or add the class first.', left(class_words, 40))) end,
    case when guardian_email is not null and not private.is_email(guardian_email) then private.import_problem(line, 'guardian_email', format('“%s” is not an email address.', left(guardian_email, 60))) end,
    case when length(guardian_phone) > 30 then private.import_problem(line, 'guardian_phone', 'Use at most 30 characters.') end,
    case when length(relationship) > 40 then private.import_problem(line, 'relationship', 'Use at most 40 characters.') end,
    case when guardian_name is not null and position(' ' in guardian_name) = 0 then private.import_problem(line, 'guardian_name', 'Write the guardian''s first and last name.') end,
    case when length(guardian_name) > 160 then private.import_problem(line, 'guardian_name', 'Use at most 160 characters.') end,
    case when guardian_name is null and (guardian_phone is not null or guardian_email is not null) then private.import_problem(line, 'guardian_name', 'Write the guardian''s name, or leave phone and email empty too.') end], null));
  update pg_temp.import_row i set problems = problems || private.import_problem(i.line, 'admission_number', format('%s duplicates row %s. Every student needs a number of their own.', i.number, f.line))
  from (select number, min(line) as line from pg_temp.import_row where number is not null group by number) f
  where f.number = i.number and i.line > f.line;
  update pg_temp.import_row i set problems = problems || private.import_problem(i.line, 'admission_number', format('%s is the number of %s %s. Use another one.', i.number, s.first_name, s.last_name))
  from public.students s where s.school_id = school and s.admission_number = i.number and not i.is_known;
end
$$;

create function private.import_problem(line integer, field text, problem text) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('row', line, 'column', field, 'message', problem) $$;

create function private.import_guardians(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  found_id uuid;
begin
  for person in
    select guardian_name, guardian_phone, guardian_email, array_agg(student_id) as students, min(relationship) as relationship from pg_temp.import_row
    where student_id is not null and guardian_name is not null group by guardian_name, guardian_phone, guardian_email loop
    select g.id into found_id from public.guardians g
    where g.school_id = school and lower(g.first_name || ' ' || g.last_name) = lower(regexp_replace(person.guardian_name, '\s+', ' ', 'g'))
      and (g.email = person.guardian_email or g.phone = person.guardian_phone) limit 1;
    if found_id is null then
      insert into public.guardians (school_id, first_name, last_name, phone, email)
      values (school, left(split_part(person.guardian_name, ' ', 1), 80), left(btrim(substr(person.guardian_name, position(' ' in person.guardian_name))), 80), person.guardian_phone, person.guardian_email)
      returning id into found_id;
    end if;
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    select unnest(person.students), found_id, school, person.relationship, true on conflict (student_id, guardian_id) do nothing;
  end loop;
end
$$;

-- A date as people write it: 2026-01-31 or 31/01/2026. Null when it is neither.
create function private.parse_date(written text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if written ~ '^\d{4}-\d{1,2}-\d{1,2}$' then
    return written::date;
  elsif written ~ '^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$' then
    return to_date(regexp_replace(written, '[/.-]', '/', 'g'), 'DD/MM/YYYY');
  end if;
  return null;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;
comment on function private.parse_date(text) is 'A day as 2014-05-31 or 31/05/2014; null for anything else.';

create function private.parse_gender(written text) returns public.gender
language sql immutable set search_path = '' as $$
  select case when lower(written) in ('f', 'female', 'girl') then 'female' when lower(written) in ('m', 'male', 'boy') then 'male' end::public.gender
$$;
