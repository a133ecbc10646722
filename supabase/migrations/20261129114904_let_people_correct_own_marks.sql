set check_function_bodies = off;

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
  me constant uuid := private.signed_in_uid();
  seen jsonb;
  -- When each was marked, by the clock of this server.
  made jsonb;
  listed uuid[];
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  -- A mark of a wrong day can still be cleared.
  if record_attendance.day is null
    or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')),
    jsonb_object_agg(m.student_id, clock_timestamp() - make_interval(secs => m.age))
  into seen, made
  from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb, age double precision)
  where m.student_id is not null;
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a
  -- student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day
    and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with entered as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status))
      with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using entered w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day
      and (seen -> w.id::text ? a.status::text
        or a.recorded_by = me and a.recorded_at <= (made ->> w.id::text)::timestamptz))
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from entered w
    where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and (seen -> a.student_id::text ? a.status::text
      or a.recorded_by = me and a.recorded_at <= (made ->> a.student_id::text)::timestamptz);
  -- A statement of its own, which sees what another person has set while this one waited.
  return query
  select m.student_id, o.outcome, case when o.outcome = 'changed' then a.status end,
    case when o.outcome = 'changed' then u.full_name end,
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

comment on function public.record_attendance(uuid, date, jsonb) is 'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...], "age"}]; status null clears a mark, seen: the statuses the caller has seen; what the caller recorded before this one was made, age seconds ago, is seen as well. Result per student: kept, changed (by another person since: status, by, at) or not_in_class. Idempotent.';
