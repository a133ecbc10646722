-- What people do with readers: connect them, give numbers, and decide about what waits.

create function private.require_reader(reader_id uuid, permission text) returns public.readers
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:biometrics');
  found public.readers;
begin
  perform private.require(require_reader.permission);
  select * into found from public.readers r where r.id = require_reader.reader_id and r.school_id = school;
  if found.id is null then
    perform private.refuse('reader.gone', 'This reader is no longer here.', errcode => 'P0002');
  end if;
  return found;
end
$$;

create function public.add_reader(name text, serial text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  given constant text := upper(btrim(coalesce(add_reader.serial, '')));
  made uuid;
begin
  perform private.require('reader:connect');
  if length(btrim(coalesce(add_reader.name, ''))) not between 1 and 60 then
    perform private.refuse('reader.name', 'Enter a name of up to 60 letters.', field => 'name');
  elsif given !~ '^[A-Z0-9][A-Z0-9-]{3,39}$' then
    perform private.refuse('reader.serial', 'Enter the serial number as it is on the label of the reader.',
      field => 'serial');
  end if;
  perform private.limit_rate('readers of ' || school, 60, interval '1 hour');
  insert into public.readers (school_id, name, serial) values (school, btrim(add_reader.name), given)
  on conflict (serial) do nothing returning id into made;
  if made is null then
    perform private.refuse('reader.taken',
      'A reader with this serial number is connected already. If it is yours, write to support.', field => 'serial');
  end if;
  insert into public.reader_health (reader_id, school_id) values (made, school);
  return made;
end
$$;
comment on function public.add_reader(text, text) is
  'Enters a reader by its serial number. It counts once it has called and was approved. Administrators only.';
grant execute on function public.add_reader(text, text) to authenticated;

create function public.approve_reader(reader_id uuid, network text default null, by_host boolean default false,
  zone_in_minutes boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  reader constant public.readers := private.require_reader(approve_reader.reader_id, 'reader:connect');
  given constant text := nullif(btrim(approve_reader.network), '');
  key text;
begin
  if not exists (select from public.reader_health h where h.reader_id = reader.id and h.called_at is not null) then
    perform private.refuse('reader.silent', 'This reader has not called yet.');
  elsif not private.is_network(given) then
    perform private.refuse('reader.network', 'Enter an address such as 41.90.64.12, or a network such as 10.0.0.0/24.',
      field => 'network');
  elsif given is null and not by_host then
    perform private.refuse('reader.unbound',
      'Enter the addresses that it calls from, or give it a host name of its own.',
      field => 'network');
  end if;
  update public.readers r set state = 'approved', network = given,
    host_key = case when by_host
      then coalesce(r.host_key, substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)) end,
    zone_in_minutes = approve_reader.zone_in_minutes, approved_by = private.signed_in_uid(), approved_at = now()
  where r.id = reader.id returning r.host_key into key;
  update public.reader_health h set stranger_at = null, stranger_from = null where h.reader_id = reader.id;
  return key;
end
$$;
comment on function public.approve_reader(uuid, text, boolean, boolean) is
  'Lets a reader that has called count, from a network or by a host name of its own, whose first label it answers. '
    'Administrators only.';
grant execute on function public.approve_reader(uuid, text, boolean, boolean) to authenticated;

create function public.stop_reader(reader_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.readers r set state = case when r.state = 'stopped' then 'waiting' else 'stopped' end
  where r.id = (private.require_reader(stop_reader.reader_id, 'reader:connect')).id;
end
$$;
comment on function public.stop_reader(uuid) is
  'Stops a reader, so that nothing it sends counts; a stopped one waits for approval again. Administrators only.';
grant execute on function public.stop_reader(uuid) to authenticated;

create function public.remove_reader(reader_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.readers r where r.id = (private.require_reader(remove_reader.reader_id, 'reader:connect')).id;
end
$$;
comment on function public.remove_reader(uuid) is
  'Removes a reader with what waits of it; whom it saw stays in the log. Administrators only.';
grant execute on function public.remove_reader(uuid) to authenticated;

create function private.tell_readers(school uuid, command text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  told integer;
begin
  with numbered as (
    update public.reader_health h set last_command = h.last_command % 999999999 + 1
    from public.readers r where r.id = h.reader_id and r.school_id = tell_readers.school and r.state = 'approved'
    returning h.reader_id, h.last_command)
  insert into public.reader_commands (school_id, reader_id, number, command)
  select tell_readers.school, n.reader_id, n.last_command, tell_readers.command from numbered n;
  get diagnostics told = row_count;
  return told;
end
$$;

-- What waits of a number once a student has it.
create function private.read_waiting_lines(given public.reader_numbers) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line public.reader_lines;
  filled integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('gate ' || given.school_id, 0));
  for line in select * from public.reader_lines l where l.school_id = given.school_id and l.number = given.number
    and l.state = 'unknown' order by l.read_at
  loop
    delete from public.reader_lines l where l.id = line.id;
    perform private.record_reading(line.reader_id, line.id, given, line.read_at, line.direction, now());
    filled := filled + 1;
  end loop;
  return filled;
end
$$;

-- Screens released before still say who boards; the student's own boarding decides.
create function public.give_reader_number(student_id uuid, number text, is_boarder boolean default null)
  returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  given constant text := btrim(coalesce(give_reader_number.number, ''));
  student public.students;
  other text;
  made public.reader_numbers;
begin
  perform private.require('reader:number');
  select * into student from public.students s where s.id = give_reader_number.student_id and s.school_id = school
    and s.status in ('active', 'suspended') and s.id <> all ((select private.withheld_from_me())::uuid[]);
  if student.id is null then
    perform private.refuse('reader.no_student', 'Choose a student of the school.', field => 'student_id');
  elsif given !~ '^[0-9]{1,9}$' then
    perform private.refuse('reader.number', 'Enter the number that the reader has for the student, of up to 9 digits.',
      field => 'number');
  elsif private.consent_state(student.id, 'biometrics') is not true then
    perform private.refuse('reader.no_consent',
      'The guardians of {student} have not agreed to fingerprints and faces. Give a card for the gate instead.',
      jsonb_build_object('student', student.first_name), 'student_id');
  end if;
  select s.full_name into other from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = school and n.number = given and n.student_id <> student.id;
  if other is not null then
    perform private.refuse('reader.number_taken', '{student} has this number.', jsonb_build_object('student', other),
      'number');
  end if;
  insert into public.reader_numbers as n (school_id, student_id, number, given_by)
  values (school, student.id, given, private.signed_in_uid())
  on conflict (student_id) do update set number = excluded.number, given_by = excluded.given_by, given_at = now()
  returning n.* into made;
  return private.read_waiting_lines(made);
end
$$;
comment on function public.give_reader_number(uuid, text, boolean) is
  'Says by which number readers know a student whose guardians have agreed, and fills registers from what has waited '
    'of it; answers how many readings that were. is_boarder is not read. The office only.';
grant execute on function public.give_reader_number(uuid, text, boolean) to authenticated;

create function public.number_class(class_id uuid, is_boarder boolean default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  added integer;
  refused integer;
begin
  perform private.require('reader:number');
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  select count(*) into refused from public.students s where s.school_id = school and s.class_id = number_class.class_id
    and s.status in ('active', 'suspended') and private.consent_state(s.id, 'biometrics') is not true;
  insert into public.reader_numbers (school_id, student_id, number, given_by)
  select school, s.id, (f.first + row_number() over (order by s.last_name, s.first_name, s.id))::text,
    private.signed_in_uid()
  from public.students s cross join (select coalesce(max(u.number::bigint), 1000) as first from (
      select n.number from public.reader_numbers n where n.school_id = school
      union all select l.number from public.reader_lines l
        where l.school_id = school and l.number ~ '^[0-9]{1,8}$') u) f
  where s.school_id = school and s.class_id = number_class.class_id and s.status in ('active', 'suspended')
    and private.consent_state(s.id, 'biometrics')
    and not exists (select from public.reader_numbers n where n.student_id = s.id);
  get diagnostics added = row_count;
  return jsonb_build_object('given', added, 'without_consent', refused);
end
$$;
comment on function public.number_class(uuid, boolean) is
  'Gives the students of a class whose guardians have agreed the next free numbers: {given, without_consent}. '
    'is_boarder is not read. The office only.';
grant execute on function public.number_class(uuid, boolean) to authenticated;

-- A number that is taken away is also taken from the readers, with the finger or the face that they have for it.
create function private.end_reader_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_readers(old.school_id, 'DATA DELETE USERINFO PIN=' || old.number);
  return null;
end
$$;
create trigger end_reader_number after delete on public.reader_numbers for each row
  execute function private.end_reader_number();

create function private.withdraw_reader_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reader_numbers n where n.student_id = new.student_id;
  return null;
end
$$;
create trigger withdraw_reader_number after insert on public.consents for each row
  when (new.purpose = 'biometrics' and not new.is_given) execute function private.withdraw_reader_number();

create function public.take_reader_number(student_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
begin
  perform private.require('reader:number');
  delete from public.reader_numbers n where n.school_id = school and n.student_id = take_reader_number.student_id;
  if not found then
    perform private.refuse('reader.no_number', 'This student has no number any more.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.take_reader_number(uuid) is
  'Takes a student''s number away, also from the readers with what they have for it. The office only.';
grant execute on function public.take_reader_number(uuid) to authenticated;

create function public.send_reader_name(student_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  told text;
begin
  perform private.require('reader:number');
  select format(E'DATA UPDATE USERINFO PIN=%s\tName=%s\tPri=0', n.number,
    left(regexp_replace(s.full_name, '[[:cntrl:]]', ' ', 'g'), 24)) into told
  from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = school and n.student_id = send_reader_name.student_id;
  if told is null then
    perform private.refuse('reader.no_number', 'This student has no number any more.', errcode => 'P0002');
  end if;
  return private.tell_readers(school, told);
end
$$;
comment on function public.send_reader_name(uuid) is
  'Has the readers show a student''s name; answers how many are told. The office only.';
grant execute on function public.send_reader_name(uuid) to authenticated;

create function public.settle_reader_lines(line_ids uuid[], how text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  line public.reader_lines;
  number public.reader_numbers;
  settled integer := 0;
begin
  perform private.require('reader:number');
  if how is null or how not in ('read', 'received', 'set_aside') then
    perform private.refuse('reader.how', 'Say which time counts.', field => 'how');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  for line in select * from public.reader_lines l where l.school_id = school and l.id = any (line_ids)
    and (l.state = 'held' or how = 'set_aside' and l.state <> 'set_aside') order by l.read_at
  loop
    settled := settled + 1;
    if how = 'set_aside' then
      update public.reader_lines l set state = 'set_aside' where l.id = line.id;
      continue;
    end if;
    line.read_at := case when how = 'received' then line.received_at else least(line.read_at, line.received_at) end;
    number := private.reader_number(school, line.number);
    if number.id is null then
      update public.reader_lines l set state = 'unknown', read_at = line.read_at where l.id = line.id;
    else
      delete from public.reader_lines l where l.id = line.id;
      perform private.record_reading(line.reader_id, line.id, number, line.read_at, line.direction, now());
    end if;
  end loop;
  return settled;
end
$$;
comment on function public.settle_reader_lines(uuid[], text) is
  'Decides about readings that wait because of a wrong clock: read counts the time of the reader, received the time at '
    'which they came; set_aside is for any that wait and mean nothing. Answers how many. The office only.';
grant execute on function public.settle_reader_lines(uuid[], text) to authenticated;
