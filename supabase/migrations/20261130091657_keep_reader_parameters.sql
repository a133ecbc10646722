set check_function_bodies = off;

drop function public.give_reader_number(uuid, text);

drop function public.number_class(uuid);

create or replace function public.give_reader_number (
  student_id uuid,
  number     text,
  is_boarder boolean default null::boolean
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
  class_id   uuid,
  is_boarder boolean default null::boolean
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

comment on function public.give_reader_number(uuid, text, boolean) is 'Says by which number readers know a student whose guardians have agreed, and fills registers from what has waited of it; answers how many readings that were. is_boarder is not read. The office only.';

comment on function public.number_class(uuid, boolean) is 'Gives the students of a class whose guardians have agreed the next free numbers: {given, without_consent}. is_boarder is not read. The office only.';

revoke all on function public.give_reader_number(uuid, text, boolean) from public;

grant execute on function public.give_reader_number(uuid, text, boolean) to authenticated;

grant execute on function public.give_reader_number(uuid, text, boolean) to service_role;

revoke all on function public.number_class(uuid, boolean) from public;

grant execute on function public.number_class(uuid, boolean) to authenticated;

grant execute on function public.number_class(uuid, boolean) to service_role;
