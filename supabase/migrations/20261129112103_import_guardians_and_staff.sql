set check_function_bodies = off;

alter table public.student_guardians
  add column id uuid not null default gen_random_uuid();

create or replace function private.account_of_staff (
  school   uuid,
  address  text,
  staff_id uuid default null::uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id from public.users u where lower(u.email) = address
    and u.id = any (private.people_with(school, 'school:work'))
    and not exists (select from public.staff_members m where m.user_id = u.id
      and m.id is distinct from account_of_staff.staff_id)
$function$;

create or replace function private.check_guardian_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
begin
  perform private.parse_student_rows(import);
  update pg_temp.import_row i set student_id = s.id from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key;
  update pg_temp.import_row i set is_known = false, problems = to_jsonb(array_remove(array[
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number),
      private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when student_id is null then private.say('No student has the number {number}.',
        jsonb_build_object('number', left(number, 30))) end)),
    private.import_problem(line, 'guardian_name', case when guardian_name is null and phone_text is null
      and guardian_email is null then private.say('Enter the guardian''s name.') end),
    private.import_problem(line, 'guardian_phone', case when guardian_name is not null and phone_text is null
      and guardian_email is null then private.say('Enter a phone number or an email address.') end)], null)
    || private.guardian_problems(line, guardian_name, guardian_key, phone_text, guardian_phone, guardian_email,
      relationship));
  perform private.match_import_guardians(school);
  update pg_temp.import_row i set is_known = true
  where i.problems = '[]' and (exists (select from public.student_guardians l where l.student_id = i.student_id
      and l.guardian_id = i.guardian_id)
    or exists (select from pg_temp.import_row o where o.student_id = i.student_id and o.problems = '[]'
      and o.guardian_group = i.guardian_group and o.line < i.line));
  perform private.gather_import_guardians();
  update public.import_rows r set problems = i.problems, is_known = i.is_known, student_id = i.student_id,
    record = case when i.problems = '[]' and not i.is_known then private.guardian_record(i.student_id, i.relationship,
      coalesce(i.guardian_id, g.id), g.name, g.phone, g.email) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school));
end
$function$;

create or replace function private.check_parsed_students (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
      jsonb_build_object('number', i.number, 'student', private.full_name(s.first_name, s.last_name))))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and not i.is_known;
end
$function$;

create or replace function private.check_staff_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
  today constant date := private.school_today(import.school_id);
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.*, private.fold_text(c.number) as number_key, private.person_key(concat_ws(' ', c.first_name, c.last_name))
    as name_key, private.phone_number(c.phone_text) as phone,
    private.parse_date(c.employed_text, import.day_order, today) as employed_on, false as is_known
  from (select r.line, private.clean_cell(r.cells ->> 'staff_number') as number,
      coalesce(private.clean_cell(r.cells ->> 'first_name'), private.clean_cell(r.cells ->> 'last_name')) as first_name,
      case when private.clean_cell(r.cells ->> 'first_name') is null then ''
        else coalesce(private.clean_cell(r.cells ->> 'last_name'), '') end as last_name,
      private.clean_cell(r.cells ->> 'job_title') as job_title,
      private.clean_cell(r.cells ->> 'department') as department,
      lower(private.clean_cell(r.cells ->> 'email')) as email, private.clean_cell(r.cells ->> 'phone') as phone_text,
      private.clean_cell(r.cells ->> 'employed_on') as employed_text
    from private.import_cells(import) r) c;
  update pg_temp.import_row i set is_known = true from public.staff_members m
  where m.school_id = school and private.fold_text(m.staff_number) = i.number_key
    and private.person_key(m.first_name || ' ' || m.last_name) = i.name_key;
  update public.import_rows r set is_known = i.is_known, problems = to_jsonb(array_remove(array[
      private.import_problem(i.line, 'staff_number', coalesce(private.ruined_cell(i.number),
        private.ruined_number(i.number), case
        when i.number is null then private.say('Enter the staff number.')
        when length(i.number) > 30 then private.say('Use at most 30 characters.')
        when i.line > f.line then private.say(
          '{number} duplicates row {row}. Every person needs a number of their own.',
          jsonb_build_object('number', i.number, 'row', f.line))
        when m.id is not null and not i.is_known
          then private.say('{number} is the number of {student}. Use another one.',
            jsonb_build_object('number', i.number, 'student', private.full_name(m.first_name, m.last_name))) end)),
      private.import_problem(i.line, 'first_name', coalesce(private.ruined_cell(i.first_name), case
        when i.first_name is null then private.say('Enter the name.')
        when i.first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
        when length(i.first_name) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'last_name', coalesce(private.ruined_cell(i.last_name),
        case when length(i.last_name) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'job_title', coalesce(private.ruined_cell(i.job_title), case
        when i.job_title is null then private.say('Enter the job.')
        when length(i.job_title) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'department', coalesce(private.ruined_cell(i.department),
        case when length(i.department) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'email', coalesce(private.ruined_cell(i.email),
        case when not private.is_email(i.email) then private.say('“{cell}” is not an email address.',
          jsonb_build_object('cell', left(i.email, 60))) end)),
      private.import_problem(i.line, 'phone', coalesce(private.ruined_cell(i.phone_text),
        case when i.phone_text is not null and i.phone is null
        then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
          jsonb_build_object('cell', left(i.phone_text, 40))) end)),
      private.import_problem(i.line, 'employed_on', coalesce(private.ruined_cell(i.employed_text),
        private.ruined_date(i.employed_text), case
        when i.employed_text is not null and i.employed_on is null
          then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
            jsonb_build_object('cell', left(i.employed_text, 30)))
        when i.employed_on not between today - interval '60 years' and today + interval '18 months'
          then private.say('A person is employed at most 60 years ago and 18 months from today. Check the year.')
        end))], null)),
    record = jsonb_build_object('id', gen_random_uuid(), 'staff_number', i.number, 'first_name', i.first_name,
      'last_name', i.last_name, 'job_title', i.job_title, 'department', i.department, 'email', i.email,
      'phone', i.phone, 'employed_on', coalesce(i.employed_on, today))
  from pg_temp.import_row i
    left join (select number_key, min(line) as line from pg_temp.import_row group by 1) f on f.number_key = i.number_key
    left join public.staff_members m on m.school_id = school and private.fold_text(m.staff_number) = i.number_key
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return '{}';
end
$function$;

create or replace function private.check_student_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
      'admitted_on', coalesce(i.admitted, private.school_today(school)), 'status', coalesce(i.status, 'active')) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school), 'room', private.plan_room(school,
    (select count(*)::integer from pg_temp.import_row i where i.problems = '[]' and not i.is_known)));
end
$function$;

create or replace function private.gather_saved_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  drop table if exists pg_temp.import_saved;
  create temporary table import_saved on commit drop as
  select r.line, x.student_id, x.guardian_id, x.relationship, x.guardian_first_name as first_name,
    x.guardian_last_name as last_name, x.guardian_phone as phone, x.guardian_email as email, r.record
  from public.import_rows r, jsonb_to_record(r.record) as x (student_id uuid, guardian_id uuid, relationship text,
    guardian_first_name text, guardian_last_name text, guardian_phone text, guardian_email text)
  where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines);
end
$function$;

create or replace function private.guardian_links_used (
  ids uuid[]
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from public.student_guardians s join public.audit_log l on l.entity = 'student_guardians'
    and l.entity_id = s.student_id || '/' || s.guardian_id
  where s.id = any (ids) and l.action = 'update'
$function$;

create or replace function private.guardian_problems (
  line           integer,
  guardian_name  text,
  guardian_key   text,
  phone_text     text,
  guardian_phone text,
  guardian_email text,
  relationship   text
)
  returns jsonb[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array_remove(array[
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
      when length(guardian_name) > 160 then private.say('Use at most 160 characters.') end))], null)
$function$;

create or replace function private.guardian_record (
  student_id   uuid,
  relationship text,
  guardian_id  uuid,
  name         text[],
  phone        text,
  email        text
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select jsonb_build_object('student_id', student_id, 'relationship', relationship, 'guardian_id', guardian_id,
    'guardian_first_name', left(name[1], 80), 'guardian_last_name', left(name[2], 80), 'guardian_phone', phone,
    'guardian_email', email)
$function$;

create or replace function private.name_kept_records (
  import public.imports,
  name   text,
  place  integer,
  ids    uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  execute format($statement$
    update public.import_rows r set problems = r.problems || private.import_problem(r.line, '',
      case when t.record ? 'first_name' then private.say('{name} was changed or used since the import, and stays.',
        jsonb_build_object('name', concat_ws(' ', t.record ->> 'admission_number', t.record ->> 'staff_number',
          t.record ->> 'first_name', t.record ->> 'last_name')))
      else private.say('What this row added was changed or used since the import, and stays.') end)
    from private.import_records n join (select t.id, to_jsonb(t) as record from %s t where t.id = any ($1)) t
      on t.id = n.record_id
    where n.school_id = $2 and n.import_id = $3 and n.place = $4 and r.school_id = $2 and r.import_id = $3
      and r.line = n.line $statement$, name::regclass)
  using ids, import.school_id, import.id, place;
end
$function$;

create or replace function private.save_guardian_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.gather_saved_rows(import, lines);
  perform private.save_import_guardians(import, 1, 2);
end
$function$;

create or replace function private.save_import_guardians (
  import         public.imports,
  link_place     integer,
  guardian_place integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  added uuid[];
begin
  with inserted as (
    insert into public.guardians (id, school_id, first_name, last_name, phone, email)
    select distinct on (s.guardian_id) s.guardian_id, import.school_id, s.first_name, s.last_name, s.phone, s.email
    from pg_temp.import_saved s where s.first_name is not null order by s.guardian_id, s.line
    on conflict (id) do nothing returning id)
  select array_agg(i.id) into added from inserted i;
  perform private.note_imported(import, guardian_place, s.guardian_id, min(s.line)) from pg_temp.import_saved s
  where s.guardian_id = any (added) group by s.guardian_id;
  with inserted as (
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    select s.student_id, g.id, import.school_id, s.relationship,
      row_number() over (partition by s.student_id order by s.line) = 1 and not exists (
        select from public.student_guardians o where o.student_id = s.student_id and o.is_primary)
    from pg_temp.import_saved s join public.guardians g on g.id = s.guardian_id and g.school_id = import.school_id
    on conflict (student_id, guardian_id) do nothing returning id)
  select array_agg(i.id) into added from inserted i;
  if link_place is not null then
    perform private.note_imported(import, link_place, l.id, s.line) from pg_temp.import_saved s
    join public.student_guardians l on l.student_id = s.student_id and l.guardian_id = s.guardian_id
    where l.id = any (added);
  end if;
end
$function$;

create or replace function private.save_staff_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  row_now record;
  added uuid;
begin
  for row_now in
    select r.line, n.* from public.import_rows r, jsonb_populate_record(null::public.staff_members, r.record) n
    where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines) order by r.line
  loop
    insert into public.staff_members (id, school_id, user_id, staff_number, first_name, last_name, job_title,
      department, email, phone, employed_on)
    values (row_now.id, import.school_id, private.account_of_staff(import.school_id, row_now.email),
      row_now.staff_number, row_now.first_name, row_now.last_name, row_now.job_title, row_now.department,
      row_now.email, row_now.phone, row_now.employed_on)
    on conflict (school_id, private.fold_text(staff_number)) do nothing returning id into added;
    if added is null then
      update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'staff_number',
        private.say('{number} was given to another person before this row was saved. Use another one.',
          jsonb_build_object('number', row_now.staff_number))))
      where r.school_id = import.school_id and r.import_id = import.id and r.line = row_now.line;
    else
      perform private.note_imported(import, 1, added, row_now.line);
    end if;
  end loop;
end
$function$;

create or replace function private.save_student_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
begin
  perform private.require_room(school, (select count(*)::integer from public.import_rows r where r.school_id = school
    and r.import_id = import.id and r.problems = '[]' and not r.is_known and not r.is_saved));
  perform private.gather_saved_rows(import, lines);
  with added as (
    insert into public.students (id, school_id, admission_number, first_name, last_name, gender, date_of_birth,
      class_id, admitted_on, status)
    select s.student_id, school, n.admission_number, n.first_name, n.last_name, n.gender, n.date_of_birth, c.id,
      n.admitted_on, n.status
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
$function$;

create or replace function public.save_staff_member (
  staff_number text,
  first_name   text,
  last_name    text,
  job_title    text,
  department   text default null::text,
  email        text default null::text,
  phone        text default null::text,
  employed_on  date default null::date,
  staff_id     uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number',
    'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school
    and private.fold_text(m.staff_number) = private.fold_text(number)
    and m.id is distinct from save_staff_member.staff_id) then
    perform private.refuse('staff.number_taken', 'This staff number is taken.', field => 'staff_number');
  end if;
  if address is not null and not private.is_email(address) then
    perform private.refuse('staff.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  perform private.require_near_day(save_staff_member.employed_on, '60 years', '18 months', private.school_today(school),
    'employed_on');
  account := private.account_of_staff(school, address, save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department,
      email, phone, employed_on)
    values (school, account, number,
      private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
        private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone),
        coalesce(save_staff_member.employed_on, private.my_today()))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number,
    first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address,
      phone = private.null_if_blank(save_staff_member.phone),
      employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    perform private.refuse('staff.not_found', 'This person is no longer on file.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

alter table public.student_guardians
  add constraint student_guardians_id_key unique (id);

revoke all on function private.account_of_staff(uuid, text, uuid) from public;

revoke all on function private.check_guardian_rows(public.imports) from public;

revoke all on function private.check_staff_rows(public.imports) from public;

revoke all on function private.gather_saved_rows(public.imports, integer[]) from public;

revoke all on function private.guardian_links_used(uuid[]) from public;

revoke all on function private.guardian_problems(integer, text, text, text, text, text, text) from public;

revoke all on function private.guardian_record(uuid, text, uuid, text[], text, text) from public;

revoke all on function private.save_guardian_rows(public.imports, integer[]) from public;

revoke all on function private.save_import_guardians(public.imports, integer, integer) from public;

revoke all on function private.save_staff_rows(public.imports, integer[]) from public;

insert into private.import_kinds select * from jsonb_populate_recordset(null::private.import_kinds, '[
  {"name": "guardians", "used": "private.guardian_links_used", "saves": "private.save_guardian_rows", "checks": "private.check_guardian_rows", "chosen": [], "undoes": ["public.student_guardians", "public.guardians"], "comes_with": [], "permission": "student:write"},
  {"name": "staff", "used": null, "saves": "private.save_staff_rows", "checks": "private.check_staff_rows", "chosen": [], "undoes": ["public.staff_members"], "comes_with": [], "permission": "staff:write"}]');
