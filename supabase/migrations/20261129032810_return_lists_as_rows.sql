set check_function_bodies = off;

drop function public.gate_roster(uuid, uuid, boolean);

drop function public.record_attendance(uuid, date, jsonb);

drop function public.record_sightings(jsonb);

create or replace function public.gate_roster (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default null::boolean
)
  returns table (
    card_id uuid,
    code    text,
    digest  text,
    kind    text,
    name    text,
    number  text,
    "group" text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  prints constant boolean := private.may('gate:issue-cards');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select k.id, case when prints then k.code end, encode(sha256(k.code::bytea), 'hex'),
    case when k.staff_id is null then 'student' else 'staff' end,
    coalesce(private.full_name(s.first_name, s.last_name), private.full_name(m.first_name, m.last_name)),
    coalesce(s.admission_number, m.staff_number), coalesce(c.name, m.job_title)
  from public.gate_cards k left join public.students s on s.id = k.student_id
    left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
  where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
    and (s.id is null or s.id <> all ((select private.withheld_from_me())::uuid[]))
    and (prints or s.id in (select private.my_taught_student_ids()))
    and (gate_roster.class_id is null or s.class_id = gate_roster.class_id)
    and (gate_roster.student_id is null or s.id = gate_roster.student_id)
    and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null))
  order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name);
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns table (
    student_id uuid,
    outcome    text,
    status     public.attendance_status,
    by         text,
    at         timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
  listed uuid[];
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  -- A mark that stands on a wrong day can still be cleared.
  if record_attendance.day is null
    or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]'))
    from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a
  -- student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day
    and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with wanted as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status))
      with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using wanted w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day
      and seen -> w.id::text ? a.status::text)
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from wanted w
    where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return query
  select m.student_id, o.outcome, case when o.outcome = 'changed' then a.status end,
    case when o.outcome = 'changed' then private.full_name(u.first_name, u.last_name) end,
    case when o.outcome = 'changed' then a.recorded_at end
  from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
  left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed)
    and a.day = record_attendance.day
  left join public.users u on u.id = a.recorded_by
  cross join lateral (select case when m.student_id = any (listed) is not true then 'not_in_class'
    when a.status is not distinct from m.status then 'kept' else 'changed' end as outcome) o
  order by m.student_id;
end
$function$;

create or replace function public.record_sightings (
  scans jsonb
)
  returns table (
    id      uuid,
    outcome text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
begin
  if jsonb_typeof(scans) is distinct from 'array' or jsonb_array_length(scans) not between 1 and 500 then
    perform private.refuse('gate.scans', 'Send between 1 and 500 scans at a time.', field => 'scans');
  end if;
  -- The roster's order is that of the scans, so that two devices that send the same people wait for each other instead
  -- of deadlocking.
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  return query
  select s.id, private.record_sighting(school, s.id, upper(btrim(s.code)), s.at, s.direction)
  from (select * from jsonb_to_recordset(scans) as x (id uuid, code text, at timestamptz, direction text)
    order by x.at) s;
end
$function$;

comment on function public.gate_roster(uuid, uuid, boolean) is 'Valid cards of the caller''s school, for a teacher those of their students; of a class, a student or the staff: [{card_id, code, digest, kind, name, number, group}]. Staff of the school only; code is null outside the office, digest is SHA-256 of it.';

comment on function public.record_attendance(uuid, date, jsonb) is 'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...]}]; status null clears a mark, seen: the statuses the caller has seen. Result per student: kept, changed (by another person meanwhile: status, by, at) or not_in_class. Idempotent.';

comment on function public.record_sightings(jsonb) is 'Stores scans of the gate, also late and repeated: [{"id", "code", "at", "direction"}], code from a card or a typed number. Result per scan: {id, outcome}: present, late, again, contradicts, outside_terms, left, staff, or unknown, revoked, refused where nothing is stored.';

revoke all on function public.gate_roster(uuid, uuid, boolean) from public;

grant execute on function public.gate_roster(uuid, uuid, boolean) to authenticated;

grant execute on function public.gate_roster(uuid, uuid, boolean) to service_role;

revoke all on function public.record_attendance(uuid, date, jsonb) from public;

grant execute on function public.record_attendance(uuid, date, jsonb) to authenticated;

grant execute on function public.record_attendance(uuid, date, jsonb) to service_role;

revoke all on function public.record_sightings(jsonb) from public;

grant execute on function public.record_sightings(jsonb) to authenticated;

grant execute on function public.record_sightings(jsonb) to service_role;
