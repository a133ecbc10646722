-- The meetings of live lessons: planned a week ahead from the timetable, made at the provider by jobs, moved and
-- cancelled with the lesson.

create table public.live_meetings (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  lesson_id uuid references public.lessons (id) on delete set null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  provider text not null check (provider in ('google-meet', 'zoom')),
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  is_changed_by_hand boolean not null default false,
  cancelled_at timestamptz,
  made_at timestamptz,
  -- When the provider is to hear of it next; null while it knows everything.
  sync_at timestamptz default now(),
  waits_until timestamptz,
  problem text check (problem in ('not_connected', 'host_unknown', 'refused')),
  -- When the provider is asked next who came.
  collect_at timestamptz,
  collected_at timestamptz,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.live_meetings is 'One meeting of a live lesson on a day. made_at: since when it has a link. '
  'waits_until: the provider takes no more requests before. is_changed_by_hand: the timetable moves it no more.';

create index live_meetings_school_idx on public.live_meetings (school_id, starts_at);
create index live_meetings_class_idx on public.live_meetings (class_id, starts_at);
create index live_meetings_subject_idx on public.live_meetings (subject_id);
create index live_meetings_teacher_idx on public.live_meetings (teacher_id, starts_at);
create unique index live_meetings_lesson_key on public.live_meetings (lesson_id, day) where cancelled_at is null;
create index live_meetings_lesson_idx on public.live_meetings (lesson_id);
create index live_meetings_sync_idx on public.live_meetings (sync_at) where sync_at is not null;
create index live_meetings_collect_idx on public.live_meetings (collect_at) where collect_at is not null;

select private.school_table('public.live_meetings', feature => 'addon:live-classes', notices => '{live-class}',
  counts_use => true, live => '{members}', live_key => 'class_id');
grant select on public.live_meetings to authenticated;

create policy "Staff see the live classes, teachers and families those of their classes" on public.live_meetings
  for select to authenticated
  using (school_id = (select private.member_addon_school('addon:live-classes'))
    and ((select private.may('class:read-all')) or class_id in (select private.my_class_ids())
      or class_id in (select private.my_childrens_class_ids())));

-- What leads into a meeting is told by functions, which ask who may go in and when.
create table private.live_meeting_links (
  meeting_id uuid primary key references public.live_meetings (id) on delete cascade,
  account_id uuid references public.live_accounts (id) on delete set null,
  provider_id text not null,
  code text,
  join_url text
);
comment on table private.live_meeting_links is 'provider_id: of the event at Google, of the meeting at Zoom. code: '
  'the meeting''s code at Google. Never has a link by which somebody becomes the host.';
create index live_meeting_links_account_idx on private.live_meeting_links (account_id);
select private.school_table('private.live_meeting_links', needs_subscription => false,
  unexported => '{provider_id,code,join_url}');

create table private.live_registrants (
  meeting_id uuid not null references public.live_meetings (id) on delete cascade,
  student_id uuid not null references public.students (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  registrant_id text not null,
  join_url text not null,
  primary key (meeting_id, student_id)
);
comment on table private.live_registrants is 'The class list of a meeting at Zoom: each student has a link, and the '
  'report of who came names it.';
create index live_registrants_school_idx on private.live_registrants (school_id);
create index live_registrants_student_idx on private.live_registrants (student_id);
select private.school_table('private.live_registrants', feature => 'addon:live-classes', needs_subscription => false,
  subject => 'student_id', erase => 'delete', unexported => '{registrant_id,join_url}');

-- Schools whose week is to be planned once more.
create table private.live_plans (
  school_id uuid primary key references public.schools (id) on delete cascade,
  planned_on date,
  is_stale boolean not null default true,
  planned_for text[] not null default '{}'
);
comment on table private.live_plans is 'planned_on: the school''s day on which its week was last planned; planned_for: '
  'the providers that it was entitled to then.';
select private.school_table('private.live_plans', needs_subscription => false);

create function private.note_live_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := case when tg_op = 'DELETE' then old.school_id else new.school_id end;
begin
  if tg_table_name = 'live_lessons' then
    -- A school that is being deleted has none.
    insert into private.live_plans (school_id) select s.id from public.schools s where s.id = school
    on conflict (school_id) do update set is_stale = true where not live_plans.is_stale;
  else
    update private.live_plans p set is_stale = true where p.school_id = school and not p.is_stale;
  end if;
  return null;
end
$$;
create trigger note_live_plan after insert or update or delete on public.live_lessons for each row
  execute function private.note_live_plan();
create trigger note_live_plan after insert or delete on public.live_days_off for each row
  execute function private.note_live_plan();
create trigger note_live_plan after update of teacher_id, weekday, starts_at, ends_at, subject_id on public.lessons
  for each row execute function private.note_live_plan();
create trigger note_live_plan after insert or update or delete on public.school_terms for each row
  execute function private.note_live_plan();

create function private.live_providers(school uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select p.name from unnest(array['google-meet', 'zoom']) as p (name)
    where private.is_entitled(live_providers.school, 'addon:' || p.name) = 'on' order by p.name)
$$;

create function private.live_plans_due() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select p.school_id from private.live_plans p
  where (p.is_stale or p.planned_on is distinct from private.school_today(p.school_id)
      or p.planned_for is distinct from private.live_providers(p.school_id))
    and private.is_entitled(p.school_id, 'addon:live-classes') = 'on'
$$;

-- The live lessons of a school's next seven days.
create function private.live_week(school uuid) returns table (lesson_id uuid, class_id uuid, subject_id uuid,
  teacher_id uuid, provider text, day date, starts_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select l.id, l.class_id, l.subject_id, l.teacher_id, v.provider, d.day,
    (d.day + l.starts_at) at time zone h.time_zone, (d.day + l.ends_at) at time zone h.time_zone
  from public.live_lessons v join public.lessons l on l.id = v.lesson_id
  join public.schools h on h.id = v.school_id
  join public.classes c on c.id = l.class_id and c.is_active
  cross join lateral (select private.school_today(h.id) + n as day from generate_series(0, 6) as n) d
  where v.school_id = live_week.school and l.teacher_id is not null and extract(isodow from d.day) = l.weekday
    and exists (select from public.school_terms t where t.school_id = h.id and d.day between t.starts_on and t.ends_on)
    and not exists (select from public.live_days_off o where o.school_id = h.id
      and d.day between o.first_day and o.last_day)
    and v.provider = any (private.live_providers(h.id))
    and (d.day + l.starts_at) at time zone h.time_zone > private.current_moment()
$$;

create function private.plan_live_meetings(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes that come while this runs are planned after it.
  update private.live_plans p set planned_on = private.school_today(school), is_stale = false,
    planned_for = private.live_providers(school)
  where p.school_id = plan_live_meetings.school;
  update public.live_meetings m set cancelled_at = now(), sync_at = now()
  where m.school_id = plan_live_meetings.school and m.cancelled_at is null
    and m.starts_at > private.current_moment() and (not m.is_changed_by_hand or m.lesson_id is null)
    and not exists (select from private.live_week(school) w where w.lesson_id = m.lesson_id and w.day = m.day
      and w.teacher_id = m.teacher_id and w.provider = m.provider and w.subject_id = m.subject_id);
  update public.live_meetings m set starts_at = w.starts_at, ends_at = w.ends_at, sync_at = now()
  from private.live_week(school) w
  where m.lesson_id = w.lesson_id and m.day = w.day and m.cancelled_at is null and not m.is_changed_by_hand
    and (m.starts_at, m.ends_at) <> (w.starts_at, w.ends_at);
  insert into public.live_meetings (school_id, lesson_id, class_id, subject_id, teacher_id, provider, day, starts_at,
    ends_at)
  select plan_live_meetings.school, w.lesson_id, w.class_id, w.subject_id, w.teacher_id, w.provider, w.day,
    w.starts_at, w.ends_at
  from private.live_week(school) w
  where not exists (select from public.live_meetings m where m.lesson_id = w.lesson_id and m.day = w.day
    and (m.cancelled_at is null or m.is_changed_by_hand))
  order by w.starts_at, w.lesson_id
  on conflict do nothing;
end
$$;

-- A meeting that the caller holds: of their own classes, or any for those who lead the school.
create function private.require_live_meeting(meeting_id uuid) returns public.live_meetings
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:live-classes');
  meeting public.live_meetings;
begin
  perform private.require('live-classes:teach');
  select * into meeting from public.live_meetings m where m.id = require_live_meeting.meeting_id
    and m.school_id = school
    and (private.may('live-classes:set-up') or m.teacher_id = private.signed_in_uid()
      or m.class_id in (select private.my_class_ids()));
  if not found then
    perform private.refuse('live.no_meeting', 'This is not one of your live classes. Reload the page.',
      errcode => 'P0002');
  end if;
  return meeting;
end
$$;

create function private.tell_live_change(meeting public.live_meetings, title text, says jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student uuid;
begin
  for student in select s.id from private.class_members(meeting.class_id, meeting.day, meeting.day) as s (id) loop
    perform private.notify(private.student_family(student) || array(select s.user_id from public.students s
        where s.id = student and s.user_id is not null),
      'live-class/' || meeting.id || '/' || extract(epoch from now())::bigint,
      private.say(tell_live_change.title, says || jsonb_build_object('subject', (select b.name
        from public.subjects b where b.id = meeting.subject_id))),
      null, '/dashboard/addons/live-classes/calendar');
  end loop;
end
$$;

create function public.change_live_meeting(meeting_id uuid, starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  meeting constant public.live_meetings := private.require_live_meeting(change_live_meeting.meeting_id);
begin
  if meeting.cancelled_at is not null or meeting.starts_at <= private.current_moment() then
    perform private.refuse('live.over', 'This live class has begun or is cancelled. Reload the page.');
  elsif change_live_meeting.starts_at is null or change_live_meeting.starts_at <= private.current_moment()
    or change_live_meeting.starts_at > private.current_moment() + interval '60 days' then
    perform private.refuse('live.starts_at', 'Choose a time from now on, within 60 days.', field => 'starts_at');
  elsif change_live_meeting.ends_at is null or change_live_meeting.ends_at not between
    change_live_meeting.starts_at + interval '5 minutes' and change_live_meeting.starts_at + interval '6 hours' then
    perform private.refuse('live.ends_at', 'A live class lasts from 5 minutes to 6 hours.', field => 'ends_at');
  end if;
  update public.live_meetings m set starts_at = change_live_meeting.starts_at, ends_at = change_live_meeting.ends_at,
    is_changed_by_hand = true, sync_at = now() where m.id = meeting.id;
  perform private.tell_live_change(meeting, 'A live class was moved: {subject}', '{}');
end
$$;
comment on function public.change_live_meeting(uuid, timestamptz, timestamptz) is
  'Holds one live class at another time; the meeting at the provider follows, and families are told.';
revoke execute on function public.change_live_meeting(uuid, timestamptz, timestamptz) from public;
grant execute on function public.change_live_meeting(uuid, timestamptz, timestamptz) to authenticated;

create function public.cancel_live_meeting(meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  meeting constant public.live_meetings := private.require_live_meeting(cancel_live_meeting.meeting_id);
begin
  if meeting.cancelled_at is not null then
    return;
  elsif meeting.starts_at <= private.current_moment() then
    perform private.refuse('live.over', 'This live class has begun or is cancelled. Reload the page.');
  end if;
  update public.live_meetings m set cancelled_at = now(), is_changed_by_hand = true, sync_at = now()
  where m.id = meeting.id;
  perform private.tell_live_change(meeting, 'A live class is cancelled: {subject}', '{}');
end
$$;
comment on function public.cancel_live_meeting(uuid) is
  'Cancels one live class, at the provider too; families are told.';
revoke execute on function public.cancel_live_meeting(uuid) from public;
grant execute on function public.cancel_live_meeting(uuid) to authenticated;

create function public.open_live_meeting(meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  meeting constant public.live_meetings := private.require_live_meeting(open_live_meeting.meeting_id);
  link private.live_meeting_links;
begin
  if meeting.teacher_id is distinct from private.signed_in_uid() then
    perform private.refuse('live.not_host', 'Only the teacher of the lesson starts it.');
  end if;
  select * into link from private.live_meeting_links k where k.meeting_id = meeting.id;
  if meeting.cancelled_at is not null or meeting.made_at is null or link.meeting_id is null then
    perform private.refuse('live.not_made', 'This live class has no meeting yet.');
  end if;
  return jsonb_build_object('provider', meeting.provider,
    'url', case when meeting.provider = 'google-meet' then link.join_url end);
end
$$;
comment on function public.open_live_meeting(uuid) is
  'Whether the caller may start a live class: {provider, url}. At Zoom a link for the host is fetched each time.';
revoke execute on function public.open_live_meeting(uuid) from public;
grant execute on function public.open_live_meeting(uuid) to authenticated;

create table public.live_joins (
  meeting_id uuid not null references public.live_meetings (id) on delete cascade,
  student_id uuid not null,
  school_id uuid not null,
  joined_at timestamptz not null default now(),
  primary key (meeting_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.live_joins is 'Who went to a live class by their own link, and when first.';

create index live_joins_school_idx on public.live_joins (school_id, meeting_id);
create index live_joins_student_idx on public.live_joins (student_id, joined_at desc);

select private.school_table('public.live_joins', feature => 'addon:live-classes', subject => 'student_id',
  erase => 'delete', live => '{staff}');
grant select on public.live_joins to authenticated;

create policy "Those who teach see who came by their own link, families theirs" on public.live_joins
  for select to authenticated
  using (school_id = (select private.member_addon_school('addon:live-classes'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('attendance:read-all')) or student_id in (select private.my_student_ids())
      or meeting_id in (select m.id from public.live_meetings m
        where m.class_id in (select private.my_class_ids()))));

create function public.join_live_meeting(meeting_id uuid, student_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.member_addon_school('addon:live-classes');
  meeting public.live_meetings;
  link text;
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  select * into meeting from public.live_meetings m where m.id = join_live_meeting.meeting_id
    and m.school_id = school;
  if not exists (select from private.my_student_ids() as s (id) where s.id = join_live_meeting.student_id)
    or not exists (select from private.class_members(meeting.class_id, meeting.day, meeting.day) as s (id)
      where s.id = join_live_meeting.student_id) then
    perform private.refuse('live.not_yours', 'This live class is for another class.', errcode => 'P0002');
  elsif private.is_entitled(school, 'addon:' || meeting.provider) <> 'on' then
    perform private.refuse('live.expired', 'Your school’s licence for live classes has expired.');
  elsif meeting.cancelled_at is not null then
    perform private.refuse('live.cancelled', 'This live class is cancelled.');
  elsif private.current_moment() < meeting.starts_at - interval '10 minutes' then
    perform private.refuse('live.early', 'The live class opens 10 minutes before it starts.');
  elsif private.current_moment() > meeting.ends_at + interval '15 minutes' then
    perform private.refuse('live.ended', 'This live class is over.');
  end if;
  select coalesce(r.join_url, case when meeting.provider = 'google-meet' then k.join_url end) into link
  from private.live_meeting_links k left join private.live_registrants r on r.meeting_id = k.meeting_id
    and r.student_id = join_live_meeting.student_id
  where k.meeting_id = meeting.id;
  if meeting.made_at is null or link is null then
    perform private.refuse('live.not_made', 'This live class has no meeting yet.');
  end if;
  insert into public.live_joins (meeting_id, student_id, school_id)
  values (meeting.id, join_live_meeting.student_id, school) on conflict do nothing;
  return link;
end
$$;
comment on function public.join_live_meeting(uuid, uuid) is
  'The way into a live class for a student of the class, from 10 minutes before it starts. Notes who came.';
revoke execute on function public.join_live_meeting(uuid, uuid) from public;
grant execute on function public.join_live_meeting(uuid, uuid) to authenticated;

-- For the edge function that starts a meeting, once open_live_meeting has let its caller in.
create function public.live_meeting_access(meeting_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('provider_id', k.provider_id, 'account_id', a.id, 'keys', s.keys,
    'access_token', s.access_token, 'token_ends_at', s.token_ends_at)
  from private.live_meeting_links k
  join public.live_meetings m on m.id = k.meeting_id
  join public.live_accounts a on a.id = k.account_id
  join private.live_account_keys s on s.account_id = a.id
  where k.meeting_id = live_meeting_access.meeting_id
$$;
comment on function public.live_meeting_access(uuid) is 'The keys by which a meeting was made. For edge functions.';
revoke execute on function public.live_meeting_access(uuid) from public, anon, authenticated;
grant execute on function public.live_meeting_access(uuid) to service_role;

create function public.keep_live_token(account_id uuid, token text, ends_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.live_account_keys k set access_token = token, token_ends_at = keep_live_token.ends_at
  where k.account_id = keep_live_token.account_id
$$;
comment on function public.keep_live_token(uuid, text, timestamptz) is
  'Keeps a provider''s access token until it ends. For edge functions.';
revoke execute on function public.keep_live_token(uuid, text, timestamptz) from public, anon, authenticated;
grant execute on function public.keep_live_token(uuid, text, timestamptz) to service_role;

-- A new account makes what waited for one.
create function private.sync_after_connection() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.live_meetings m set sync_at = now(), problem = null
  where m.school_id = new.school_id and m.provider = new.provider and m.problem is not null
    and m.cancelled_at is null and m.ends_at > now()
    and (new.user_id is null or m.teacher_id = new.user_id);
  return null;
end
$$;
create trigger sync_after_connection after insert or update of connected_at on public.live_accounts for each row
  execute function private.sync_after_connection();

-- What the jobs ask.

create function private.live_students_to_register(meeting_id uuid) returns table (id uuid, first_name text)
language sql stable security definer set search_path = '' as $$
  select s.id, s.first_name from public.live_meetings m
  cross join lateral private.class_members(m.class_id, m.day, m.day) as c (id)
  join public.students s on s.id = c.id and s.status = 'active'
  where m.id = live_students_to_register.meeting_id and m.provider = 'zoom'
    and not exists (select from private.live_registrants r where r.meeting_id = m.id and r.student_id = s.id)
  order by s.id
$$;

-- Meetings of which a provider has to hear, and those of the next hour whose class has somebody new.
create function private.live_meetings_to_sync() returns setof uuid
language sql stable security definer set search_path = '' as $$
  (select m.id from public.live_meetings m where m.sync_at <= now() order by m.starts_at limit 100)
  union
  (select m.id from public.live_meetings m
  where m.starts_at < now() + interval '1 hour' and m.starts_at > now() - interval '6 hours' and m.ends_at > now()
    and m.provider = 'zoom' and m.made_at is not null and m.cancelled_at is null and m.problem is null
    and m.waits_until is null
    and exists (select from private.live_students_to_register(m.id)) limit 20)
$$;

create function private.live_meeting_for_provider(meeting_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', m.id, 'school_id', m.school_id, 'teacher_id', m.teacher_id,
    'provider', m.provider, 'is_cancelled', m.cancelled_at is not null, 'is_made', m.made_at is not null,
    'sync_at', m.sync_at, 'provider_id', k.provider_id, 'code', k.code, 'title', b.name || ', ' || c.name,
    'starts_at', m.starts_at, 'ends_at', m.ends_at, 'time_zone', h.time_zone, 'host', u.email,
    'local_start', to_char(m.starts_at at time zone h.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
    'local_end', to_char(m.ends_at at time zone h.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
    'account_id', a.id, 'keys', s.keys, 'access_token', s.access_token, 'token_ends_at', s.token_ends_at)
  from public.live_meetings m
  join public.schools h on h.id = m.school_id
  join public.classes c on c.id = m.class_id
  join public.subjects b on b.id = m.subject_id
  left join public.users u on u.id = m.teacher_id
  left join private.live_meeting_links k on k.meeting_id = m.id
  -- The account that made it, else the one that will.
  left join public.live_accounts a on a.id = coalesce(k.account_id, (select x.id from public.live_accounts x
    where x.school_id = m.school_id and x.provider = m.provider and (x.user_id is null or x.user_id = m.teacher_id)))
  left join private.live_account_keys s on s.account_id = a.id
  where m.id = live_meeting_for_provider.meeting_id
$$;
