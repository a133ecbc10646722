-- Staff from a file: rows that name a person and a number that the school has are known.

insert into private.import_kinds (name, permission, checks, saves, undoes) values
  ('staff', 'staff:write', 'private.check_staff_rows', 'private.save_staff_rows', '{public.staff_members}');

create function private.check_staff_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
            jsonb_build_object('number', i.number, 'student', m.full_name)) end)),
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
$$;

create function private.save_staff_rows(import public.imports, lines integer[]) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
