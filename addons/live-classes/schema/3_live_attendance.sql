-- Who came to a live class, by the provider's report, and what was recorded. Names and addresses identify nobody: a
-- person is a student by the student's own link, or because a teacher said so.

create table public.live_attendees (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  meeting_id uuid not null references public.live_meetings (id) on delete cascade,
  provider_key text not null,
  person text,
  name text not null,
  is_teacher boolean not null default false,
  student_id uuid,
  matched_by text check (matched_by in ('link', 'account', 'hand')),
  sessions tstzmultirange not null,
  unique (meeting_id, provider_key),
  check ((student_id is null) = (matched_by is null)),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.live_attendees is 'Each row of a provider''s report. person: the account at the provider, '
  'where it says one; who was matched by hand once is known by it. sessions: when they were in, without doubles.';

create index live_attendees_school_idx on public.live_attendees (school_id, person);
create index live_attendees_student_idx on public.live_attendees (student_id);

select private.school_table('public.live_attendees', feature => 'addon:live-classes', subject => 'student_id',
  erase => 'delete');
grant select on public.live_attendees to authenticated;

create policy "Those who teach see who came" on public.live_attendees for select to authenticated
  using (school_id = (select private.addon_school('addon:live-classes'))
    and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[]))
    and ((select private.may('attendance:read-all')) or meeting_id in (select m.id from public.live_meetings m
      where m.class_id in (select private.my_class_ids()))));

create table public.live_recordings (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  meeting_id uuid not null references public.live_meetings (id) on delete cascade,
  provider_key text not null,
  kind text not null check (length(kind) between 1 and 60),
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  recorded_at timestamptz not null,
  unique (meeting_id, provider_key)
);
comment on table public.live_recordings is 'Where a provider keeps what was recorded of a live class.';

create index live_recordings_school_idx on public.live_recordings (school_id, recorded_at);

select private.school_table('public.live_recordings', feature => 'addon:live-classes');
grant select on public.live_recordings to authenticated;

create function private.families_see_live_recordings() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.addon_setting(private.my_school(), 'addon:live-classes', 'families_see_recordings')
    = 'true', false)
$$;
grant execute on function private.families_see_live_recordings() to authenticated;

create policy "Staff see recordings, teachers and families those of their classes" on public.live_recordings
  for select to authenticated
  using (school_id = (select private.member_addon_school('addon:live-classes'))
    and ((select private.may('class:read-all')) or meeting_id in (select m.id from public.live_meetings m
      where m.class_id in (select private.my_class_ids())
        or (select private.families_see_live_recordings())
        and m.class_id in (select private.my_childrens_class_ids()))));

-- What a provider reports about a meeting. Reported again, the same rows are the same.
create function private.keep_live_report(meeting_id uuid, attendees jsonb, recordings jsonb, is_complete boolean)
  returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  meeting public.live_meetings;
  teacher text;
begin
  select * into meeting from public.live_meetings m where m.id = keep_live_report.meeting_id for update;
  select lower(u.email) into teacher from public.users u where u.id = meeting.teacher_id;
  insert into public.live_attendees as a (school_id, meeting_id, provider_key, person, name, is_teacher, student_id,
    matched_by, sessions)
  select meeting.school_id, meeting.id, r.key, r.person, left(coalesce(nullif(btrim(r.name), ''), '–'), 200),
    h.is_teacher, case when not h.is_teacher then coalesce(g.student_id, k.student_id) end,
    case when h.is_teacher then null when g.student_id is not null then 'link'
      when k.student_id is not null then 'account' end,
    (select range_agg(tstzrange(s."from", s."to", '[]')) from jsonb_to_recordset(r.sessions)
      as s ("from" timestamptz, "to" timestamptz) where s."to" >= s."from")
  from jsonb_to_recordset(keep_live_report.attendees)
    as r (key text, person text, name text, email text, registrant text, is_host boolean, sessions jsonb)
  cross join lateral (select coalesce(r.is_host, false) or coalesce(lower(r.email) = teacher, false)
    as is_teacher) h
  left join private.live_registrants g on g.meeting_id = meeting.id and g.registrant_id = r.registrant
  left join lateral (select e.student_id from public.live_attendees e join public.live_meetings em
      on em.id = e.meeting_id and em.provider = meeting.provider
    where e.school_id = meeting.school_id and e.person = r.person and e.matched_by = 'hand'
      and e.student_id in (select private.class_members(meeting.class_id, meeting.day, meeting.day))
    order by em.starts_at desc limit 1) k on true
  where exists (select from jsonb_to_recordset(r.sessions) as s ("from" timestamptz, "to" timestamptz)
    where s."to" >= s."from")
  on conflict (meeting_id, provider_key) do update set name = excluded.name, sessions = excluded.sessions,
    is_teacher = excluded.is_teacher,
    student_id = coalesce(a.student_id, excluded.student_id), matched_by = coalesce(a.matched_by,
      excluded.matched_by);
  insert into public.live_recordings (school_id, meeting_id, provider_key, kind, url, recorded_at)
  select meeting.school_id, meeting.id, r.key, left(r.kind, 60), r.url, r.recorded_at
  from jsonb_to_recordset(keep_live_report.recordings) as r (key text, kind text, url text, recorded_at timestamptz)
  on conflict (meeting_id, provider_key) do update set url = excluded.url;
  -- Recordings come later than people; the provider is asked again in an hour, and after six and twenty-four.
  update public.live_meetings m set
    collected_at = case when keep_live_report.is_complete then now() else m.collected_at end,
    collect_at = (select min(m.ends_at + make_interval(hours => n)) from unnest('{1,6,24}'::integer[]) as n
      where m.ends_at + make_interval(hours => n) > now())
  where m.id = meeting.id;
end
$$;

create function private.live_minutes(sessions tstzmultirange) returns integer
language sql immutable set search_path = '' as $$
  select floor(coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) / 60)::integer from unnest(sessions) as r
$$;

create function public.live_attendance(meeting_id uuid) returns table (student_id uuid, name text,
  admission_number text, clicked_at timestamptz, first_seen_at timestamptz, minutes integer, matched_by text,
  suggestion public.attendance_status, mark public.attendance_status)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:live-classes');
  meeting public.live_meetings;
  late_after interval;
  least integer;
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  select * into meeting from public.live_meetings m where m.id = live_attendance.meeting_id and m.school_id = school
    and (private.may('attendance:read-all') or m.class_id in (select private.my_class_ids()));
  if not found then
    return;
  end if;
  late_after := make_interval(mins => private.addon_setting(school, 'addon:live-classes', 'late_after')::integer);
  least := private.addon_setting(school, 'addon:live-classes', 'least_minutes')::integer;
  return query
  select s.id, s.full_name, s.admission_number, j.joined_at, lower(p.sessions), t.minutes, p.matched_by,
    (case
      when p.sessions is not null and t.minutes < least then 'absent'
      when p.sessions is not null then case when lower(p.sessions) > meeting.starts_at + late_after then 'late'
        else 'present' end
      -- Google cannot say who came, so the student's own link does; Zoom reports everybody who went in by it.
      when j.joined_at is not null and (meeting.provider = 'google-meet' or meeting.collected_at is null)
        then case when j.joined_at > meeting.starts_at + late_after then 'late' else 'present' end
      when meeting.collected_at is not null then 'absent'
    end)::public.attendance_status, a.status
  from private.class_members(meeting.class_id, meeting.day, meeting.day) as m (id)
  join public.students s on s.id = m.id
  left join public.live_joins j on j.meeting_id = meeting.id and j.student_id = s.id
  left join lateral (select range_agg(u.sessions) as sessions, min(u.matched_by) as matched_by
    from public.live_attendees u where u.meeting_id = meeting.id and u.student_id = s.id and not u.is_teacher
    having count(*) > 0) p on true
  left join lateral (select private.live_minutes(p.sessions) as minutes where p.sessions is not null) t on true
  left join public.attendance a on a.student_id = s.id and a.day = meeting.day
  where s.id <> all ((select private.withheld_from_me())::uuid[])
  order by s.last_name, s.first_name, s.id;
end
$$;
comment on function public.live_attendance(uuid) is
  'The class of a live class with when each came, the minutes in the meeting over all devices, what is suggested for '
  'the register of the day, and the mark that is there.';
revoke execute on function public.live_attendance(uuid) from public;
grant execute on function public.live_attendance(uuid) to authenticated;

create function public.match_live_attendee(attendee_id uuid, student_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:live-classes');
  attendee public.live_attendees;
  meeting public.live_meetings;
begin
  select * into attendee from public.live_attendees a where a.id = match_live_attendee.attendee_id
    and a.school_id = school;
  meeting := private.require_live_meeting(attendee.meeting_id);
  if attendee.matched_by = 'link' then
    perform private.refuse('live.by_link', 'This student came by their own link, so this stays.');
  elsif match_live_attendee.student_id is not null and not exists (
    select from private.class_members(meeting.class_id, meeting.day, meeting.day) as s (id)
    where s.id = match_live_attendee.student_id) then
    perform private.refuse('live.not_in_class', 'This student was not in the class that day.',
      field => 'student_id');
  end if;
  update public.live_attendees a set student_id = match_live_attendee.student_id,
    matched_by = case when match_live_attendee.student_id is not null then 'hand' end
  where a.id = attendee.id;
end
$$;
comment on function public.match_live_attendee(uuid, uuid) is
  'Says which student somebody in the report is, or that it is none. Who has an account is known by it from then on.';
revoke execute on function public.match_live_attendee(uuid, uuid) from public;
grant execute on function public.match_live_attendee(uuid, uuid) to authenticated;

create function public.confirm_live_attendance(meeting_id uuid, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  meeting constant public.live_meetings := private.require_live_meeting(confirm_live_attendance.meeting_id);
  saved integer;
begin
  perform private.require_class_to_mark(meeting.class_id);
  perform private.require_register_day(meeting.school_id, meeting.day);
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, recorded_by)
  select distinct on (k.student_id) k.student_id, meeting.day, meeting.school_id, meeting.class_id, k.status,
    private.signed_in_uid()
  from jsonb_to_recordset(marks) as k (student_id uuid, status public.attendance_status)
  where k.status is not null
    and k.student_id in (select private.class_members(meeting.class_id, meeting.day, meeting.day))
  order by k.student_id
  on conflict (student_id, day) do nothing;
  get diagnostics saved = row_count;
  return saved;
end
$$;
comment on function public.confirm_live_attendance(uuid, jsonb) is
  'Enters marks into the register of the day for students who have none; marks: [{"student_id", "status"}]. Returns '
  'how many were entered: a mark that is there stays.';
revoke execute on function public.confirm_live_attendance(uuid, jsonb) from public;
grant execute on function public.confirm_live_attendance(uuid, jsonb) to authenticated;

create function public.collect_live_meeting(meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  meeting constant public.live_meetings := private.require_live_meeting(collect_live_meeting.meeting_id);
begin
  if meeting.made_at is null or meeting.starts_at > private.current_moment() + interval '10 minutes' then
    perform private.refuse('live.not_begun', 'This live class has not begun.');
  end if;
  update public.live_meetings m set collect_at = now() where m.id = meeting.id;
end
$$;
comment on function public.collect_live_meeting(uuid) is 'Asks the provider now who came and what was recorded.';
revoke execute on function public.collect_live_meeting(uuid) from public;
grant execute on function public.collect_live_meeting(uuid) to authenticated;

create function public.student_live_classes(student_id uuid) returns table (total integer, attended integer,
  minutes integer)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.student_live_classes(uuid) is
  'How many live classes a student''s class had in the last 120 days, how many the student came to, for how long.';
revoke execute on function public.student_live_classes(uuid) from public;
grant execute on function public.student_live_classes(uuid) to authenticated;
