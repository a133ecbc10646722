delete from private.school_tables where name in (
  'private.live_registrants');

set check_function_bodies = off;

drop function public.student_live_classes(uuid);

create or replace function public.student_live_classes (
  student_id uuid
)
  returns table (
    total    integer,
    attended integer,
    minutes  integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:live-classes');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select count(*)::integer, count(*) filter (where a.sessions is not null or j.meeting_id is not null)::integer,
    coalesce(sum(private.live_minutes(a.sessions)), 0)::integer
  from public.students s
  join public.enrolments e on e.student_id = s.id
  join public.live_meetings m on m.class_id = e.class_id and m.cancelled_at is null and m.collected_at is not null
    and m.day >= e.started_on and (e.ended_on is null or m.day < e.ended_on)
    and m.day > private.school_today(school) - 120
  left join public.live_joins j on j.meeting_id = m.id and j.student_id = s.id
  left join lateral (select range_agg(u.sessions) as sessions from public.live_attendees u
    where u.meeting_id = m.id and u.student_id = s.id) a on true
  where s.id = student_live_classes.student_id and s.school_id = school
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (private.may('attendance:read-all') or m.class_id in (select private.my_class_ids()));
end
$function$;

comment on function public.student_live_classes(uuid) is 'How many live classes a student''s class had in the last 120 days, how many the student came to, for how long.';

revoke all on function public.student_live_classes(uuid) from public;

grant execute on function public.student_live_classes(uuid) to authenticated;

grant execute on function public.student_live_classes(uuid) to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.live_account_keys", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["keys", "access_token"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.live_connections", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["state"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.live_meeting_links", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["provider_id", "code", "join_url"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.live_plans", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.live_registrants", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": ["registrant_id", "join_url"], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
