set check_function_bodies = off;

drop function public.give_reader_number(uuid, text, boolean);

drop function public.number_class(uuid, boolean);

-- Who boards was said with the number; what a school has said of the student since then stands.
alter table public.students disable trigger user;

update public.students s set boarding = 'boarder'
from public.reader_numbers n where n.student_id = s.id and n.is_boarder and s.boarding is null;

alter table public.students enable trigger user;

alter table public.reader_numbers
  drop column is_boarder;

create or replace function private.record_reading (
  reader    uuid,
  line      uuid,
  number    public.reader_numbers,
  at        timestamp with time zone,
  direction text,
  received  timestamp with time zone
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := number.school_id;
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  clock constant time := (at at time zone zone)::time;
  is_boarder constant boolean := coalesce((select s.boarding = 'boarder' from public.students s
    where s.id = number.student_id), false);
  is_back constant boolean := not is_boarder or coalesce((select g.direction = 'out' from public.gate_sightings g
    where g.student_id = number.student_id and g.seen_at < at order by g.seen_at desc limit 1), true);
  seen public.gate_sightings;
begin
  seen.outcome := case when direction = 'out' then 'left'
    when not is_boarder then private.register_arrival(number.student_id, school, private.school_day(school, at),
      clock > private.reader_setting(school, 'late_after')::time, 'reader')
    when clock > private.reader_setting(school, 'boarders_until')::time then 'compound'
    else private.register_arrival(number.student_id, school, private.school_day(school, at), false, 'reader') end;
  insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome, reader_id)
  values (line, school, number.student_id, private.school_day(school, at), at, record_reading.direction, 'reader',
    seen.outcome, reader)
  returning * into seen;
  insert into private.addon_uses (feature, month, school_id)
  values ('addon:biometrics', date_trunc('month', seen.day)::date, school) on conflict do nothing;
  if received - at <= interval '1 hour' and is_back then
    perform private.tell_family_of_gate(seen, 'addon:biometrics');
  end if;
  return seen.outcome;
end
$function$;

create or replace function public.compound_list (
  is_in boolean default true
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    seen_at          timestamp with time zone,
    total            integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select s.id, s.full_name, s.admission_number, c.name, g.seen_at,
    (count(*) over ())::integer
  from public.reader_numbers n join public.students s on s.id = n.student_id
    left join public.classes c on c.id = s.class_id
    left join lateral (select g.seen_at, g.direction from public.gate_sightings g where g.student_id = s.id
      order by g.seen_at desc limit 1) g on true
  where n.school_id = school and s.boarding = 'boarder' and s.status = 'active'
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and coalesce(g.direction = 'in', false) = compound_list.is_in;
end
$function$;

create or replace function public.give_reader_number (
  student_id uuid,
  number     text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.number_class (
  class_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.reader_number_list (
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    number           text,
    is_boarder       boolean,
    last_seen_at     timestamp with time zone,
    total            integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select s.id, s.full_name, s.admission_number, c.name, n.number, coalesce(s.boarding = 'boarder', false),
    (select max(g.seen_at) from public.gate_sightings g where g.student_id = s.id and g.method = 'reader'),
    (count(*) over ())::integer
  from public.reader_numbers n join public.students s on s.id = n.student_id
    left join public.classes c on c.id = s.class_id
  where n.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (reader_number_list.class_id is null or s.class_id = reader_number_list.class_id);
end
$function$;

comment on function public.give_reader_number(uuid, text) is 'Says by which number readers know a student whose guardians have agreed, and fills registers from what has waited of it; answers how many readings that were. The office only.';

comment on function public.number_class(uuid) is 'Gives the students of a class whose guardians have agreed the next free numbers: {given, without_consent}. The office only.';

revoke all on function public.give_reader_number(uuid, text) from public;

grant execute on function public.give_reader_number(uuid, text) to authenticated;

grant execute on function public.give_reader_number(uuid, text) to service_role;

revoke all on function public.number_class(uuid) from public;

grant execute on function public.number_class(uuid) to authenticated;

grant execute on function public.number_class(uuid) to service_role;
