set check_function_bodies = off;

create or replace function public.gate_log (
  day     date,
  people  text    default 'all'::text,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id        uuid,
    seen_at   timestamp with time zone,
    direction text,
    outcome   text,
    name      text,
    number    text,
    "group"   text,
    total     bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  sees_staff constant boolean := private.may('gate:issue-cards') or private.may('staff:read-all');
  sees_all constant boolean := private.may('student:read-all');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('attendance:take');
  return query
  select g.id, g.seen_at, g.direction, g.outcome, coalesce(s.full_name, m.full_name),
    coalesce(s.admission_number, m.staff_number), coalesce(c.name, m.job_title), count(*) over ()
  from public.gate_sightings g left join public.students s on s.id = g.student_id
    left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = g.staff_id
  where g.school_id = school and g.day = gate_log.day
    and (gate_log.people = 'all' or (gate_log.people = 'staff') = (g.staff_id is not null))
    and (s.id is null or s.id <> all ((select private.withheld_from_me())::uuid[])
      and (sees_all or s.id in (select private.my_taught_student_ids())))
    and (m.id is null or sees_staff or m.user_id = private.signed_in_uid())
  order by g.seen_at desc, g.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

comment on function public.gate_log(date, text, integer, integer) is 'A page of who was seen at the gate on a day, the latest first: {id, seen_at, direction, outcome, name, number, group, total}; people: all, students or staff. Staff of the school only, who see the people they know.';

revoke all on function public.gate_log(date, text, integer, integer) from public;

grant execute on function public.gate_log(date, text, integer, integer) to authenticated;

grant execute on function public.gate_log(date, text, integer, integer) to service_role;
