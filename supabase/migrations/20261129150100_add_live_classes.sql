set check_function_bodies = off;

create table private.live_account_keys (
  account_id    uuid                     not null,
  keys          jsonb                    not null,
  access_token  text,
  token_ends_at timestamp with time zone,
  constraint live_account_keys_pkey primary key (account_id)
);

alter table private.live_account_keys
  enable row level security;

create table private.live_connections (
  state      text                     not null default encode(sha256(((gen_random_uuid())::text)::bytea), 'hex'::text),
  user_id    uuid                     not null,
  school_id  uuid                     not null,
  started_at timestamp with time zone not null default now(),
  constraint live_connections_pkey primary key (state)
);

alter table private.live_connections
  enable row level security;

create table private.live_meeting_links (
  meeting_id  uuid not null,
  account_id  uuid,
  provider_id text not null,
  code        text,
  join_url    text,
  constraint live_meeting_links_pkey primary key (meeting_id)
);

alter table private.live_meeting_links
  enable row level security;

create table private.live_plans (
  school_id  uuid    not null,
  planned_on date,
  is_stale   boolean not null default true,
  constraint live_plans_pkey primary key (school_id)
);

alter table private.live_plans
  enable row level security;

create table private.live_registrants (
  meeting_id    uuid not null,
  student_id    uuid not null,
  school_id     uuid not null,
  registrant_id text not null,
  join_url      text not null,
  constraint live_registrants_pkey primary key (meeting_id, student_id)
);

alter table private.live_registrants
  enable row level security;

create table public.live_accounts (
  id           uuid                     not null default gen_random_uuid(),
  school_id    uuid                     not null,
  provider     text                     not null,
  user_id      uuid,
  label        text                     not null,
  problem      text,
  connected_at timestamp with time zone not null default now(),
  constraint live_accounts_check check (((provider = 'zoom'::text) = (user_id IS NULL))),
  constraint live_accounts_label_check check (((length(label) >= 1) AND (length(label) <= 200))),
  constraint live_accounts_pkey primary key (id),
  constraint live_accounts_problem_check check ((problem = 'refused'::text)),
  constraint live_accounts_provider_check check ((provider = ANY (ARRAY['google-meet'::text, 'zoom'::text])))
);

alter table public.live_accounts
  enable row level security;

create table public.live_attendees (
  id           uuid           not null default gen_random_uuid(),
  school_id    uuid           not null,
  meeting_id   uuid           not null,
  provider_key text           not null,
  person       text,
  name         text           not null,
  is_teacher   boolean        not null default false,
  student_id   uuid,
  matched_by   text,
  sessions     tstzmultirange not null,
  constraint live_attendees_check check (((student_id IS NULL) = (matched_by IS NULL))),
  constraint live_attendees_matched_by_check check ((matched_by = ANY (ARRAY['link'::text, 'account'::text, 'hand'::text]))),
  constraint live_attendees_meeting_id_provider_key_key unique (meeting_id, provider_key),
  constraint live_attendees_pkey primary key (id)
);

alter table public.live_attendees
  enable row level security;

create table public.live_days_off (
  id        uuid not null default gen_random_uuid(),
  school_id uuid not null,
  first_day date not null,
  last_day  date not null,
  name      text not null,
  constraint live_days_off_check check (((last_day >= first_day) AND (last_day <= (first_day + 120)))),
  constraint live_days_off_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint live_days_off_pkey primary key (id)
);

alter table public.live_days_off
  enable row level security;

create table public.live_joins (
  meeting_id uuid                     not null,
  student_id uuid                     not null,
  school_id  uuid                     not null,
  joined_at  timestamp with time zone not null default now(),
  constraint live_joins_pkey primary key (meeting_id, student_id)
);

alter table public.live_joins
  enable row level security;

create table public.live_lessons (
  lesson_id uuid not null,
  school_id uuid not null,
  provider  text not null,
  constraint live_lessons_pkey primary key (lesson_id),
  constraint live_lessons_provider_check check ((provider = ANY (ARRAY['google-meet'::text, 'zoom'::text])))
);

alter table public.live_lessons
  enable row level security;

create table public.live_meetings (
  id                 uuid                     not null default gen_random_uuid(),
  school_id          uuid                     not null,
  lesson_id          uuid,
  class_id           uuid                     not null,
  subject_id         uuid                     not null,
  teacher_id         uuid,
  provider           text                     not null,
  day                date                     not null,
  starts_at          timestamp with time zone not null,
  ends_at            timestamp with time zone not null,
  is_changed_by_hand boolean                  not null default false,
  cancelled_at       timestamp with time zone,
  made_at            timestamp with time zone,
  sync_at            timestamp with time zone default now(),
  waits_until        timestamp with time zone,
  problem            text,
  collect_at         timestamp with time zone,
  collected_at       timestamp with time zone,
  constraint live_meetings_check check ((ends_at > starts_at)),
  constraint live_meetings_pkey primary key (id),
  constraint live_meetings_problem_check check ((problem = ANY (ARRAY['not_connected'::text, 'host_unknown'::text, 'refused'::text]))),
  constraint live_meetings_provider_check check ((provider = ANY (ARRAY['google-meet'::text, 'zoom'::text])))
);

alter table public.live_meetings
  enable row level security;

create table public.live_recordings (
  id           uuid                     not null default gen_random_uuid(),
  school_id    uuid                     not null,
  meeting_id   uuid                     not null,
  provider_key text                     not null,
  kind         text                     not null,
  url          text                     not null,
  recorded_at  timestamp with time zone not null,
  constraint live_recordings_kind_check check (((length(kind) >= 1) AND (length(kind) <= 60))),
  constraint live_recordings_meeting_id_provider_key_key unique (meeting_id, provider_key),
  constraint live_recordings_pkey primary key (id),
  constraint live_recordings_url_check check (((url ~ '^https?://'::text) AND (length(url) <= 2000)))
);

alter table public.live_recordings
  enable row level security;

alter table private.declared_features
  add column part_of text;

create or replace function private.addon_states (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_object_agg(f.feature, f.state) from (
    select d.feature, private.is_entitled(addon_states.school, d.feature) as state from private.declared_features d
    where d.feature like 'module:%' or exists (
      select from public.licences l where l.school_id = addon_states.school
        and l.feature = any (private.features_within(d.feature)))) f
  where f.state <> 'off'
$function$;

create or replace function private.declare_module (
  feature  text,
  declared jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant text := declare_module.feature;
  permissions constant jsonb := declare_module.declared -> 'permissions';
  -- Its names by feature: one, none, or several that each bring it.
  sold constant jsonb := case jsonb_typeof(declare_module.declared -> 'sold_as')
    when 'string' then jsonb_build_object(own, declare_module.declared -> 'sold_as')
    when 'object' then declare_module.declared -> 'sold_as' else '{}' end;
begin
  delete from private.declared_features d where d.part_of = own and not sold ? d.feature;
  with added as (
    insert into private.declared_features (feature, part_of)
    select own, null union select s.key, nullif(own, s.key) from jsonb_object_keys(sold) s (key)
    on conflict do nothing returning feature)
  update public.addons a set is_ready = true from added d where a.feature = d.feature and not a.is_ready;
  if not sold ? own then
    delete from private.addon_features f where f.feature = own;
  end if;
  insert into private.addon_features (name, feature, is_built)
  select s.value, s.key, true from jsonb_each_text(sold) s
  on conflict (feature) do update set name = excluded.name, is_built = true;

  insert into private.permissions (name, sentence, is_platform, is_about_children, needs_second_step, feature)
  select p.name, p.sentence, false, coalesce(p.is_about_children, false), coalesce(p.needs_second_step, false), own
  from jsonb_to_recordset(permissions)
    p (name text, sentence text, is_about_children boolean, needs_second_step boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_about_children = excluded.is_about_children,
      needs_second_step = excluded.needs_second_step, feature = excluded.feature;
  delete from private.permissions p where p.feature = own and not exists (
    select from jsonb_to_recordset(permissions) d (name text) where d.name = p.name);
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is null and p.name = g.permission and p.feature = own;
  insert into private.role_permissions (role_id, permission)
  select r.id, p.name from jsonb_to_recordset(permissions) p (name text, roles text[])
    join private.school_roles r on r.school_id is null and r.slug = any (p.roles);
  perform private.write_granted(array(select r.id from private.school_roles r where r.school_id is not null));

  delete from private.addon_setting_defaults d where d.feature = own and not exists (
    select from jsonb_to_recordset(declare_module.declared -> 'settings') s (name text) where s.name = d.name);
  insert into private.addon_setting_defaults (feature, name, kind, value, least, most, choices)
  select own, s.name, s.kind, s.value, s.least, s.most, s.choices
  from jsonb_to_recordset(declare_module.declared -> 'settings')
    s (name text, kind text, value jsonb, least numeric, most numeric, choices text[])
  on conflict (feature, name) do update
    set kind = excluded.kind, value = excluded.value, least = excluded.least, most = excluded.most,
      choices = excluded.choices;
end
$function$;

create or replace function private.families_see_live_recordings()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(private.addon_setting(private.my_school(), 'addon:live-classes', 'families_see_recordings')
    = 'true', false)
$function$;

create or replace function private.features_within (
  feature text
)
  returns text[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return array(select features_within.feature union all
    select d.feature from private.declared_features d where d.part_of = features_within.feature);
end
$function$;

create or replace function private.is_entitled (
  school  uuid,
  feature text,
  campus  uuid default null::uuid
)
  returns public.entitlement
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  version text;
  today date;
  is_valid boolean;
begin
  select s.version, (private.current_moment() at time zone s.time_zone)::date into version, today from public.schools s
    where s.id = is_entitled.school;
  if not found then
    return null;
  elsif is_entitled.feature like 'module:%' then
    if version = 'saas' and is_entitled.feature in ('module:front-office', 'module:inventory',
      'module:backup-and-updates') then
      return 'off';
    end if;
  else
    select bool_or(c.valid_until is null or c.valid_until >= today) into is_valid from public.licences c
    where c.school_id = is_entitled.school and c.revoked_at is null
      and c.feature = any (private.features_within(is_entitled.feature))
      and c.valid_from <= today
      and (version = 'saas' or c.order_id is null)
      and (is_entitled.campus is null or is_entitled.campus = any (c.campus_ids)
        or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k
          where k.school_id = is_entitled.school));
    if is_valid is null then
      return 'off';
    elsif not is_valid then
      return 'read-only';
    end if;
  end if;
  return case when private.has_period(is_entitled.school, today) then 'on' else 'read-only' end;
end
$function$;

create or replace function private.keep_live_account (
  school   uuid,
  provider text,
  owner    uuid,
  label    text,
  keys     jsonb
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  account uuid;
begin
  update public.live_accounts a set label = keep_live_account.label, problem = null, connected_at = now()
  where a.school_id = school and a.provider = keep_live_account.provider
    and a.user_id is not distinct from keep_live_account.owner returning id into account;
  if account is null then
    insert into public.live_accounts (school_id, provider, user_id, label)
    values (school, keep_live_account.provider, keep_live_account.owner, keep_live_account.label)
    returning id into account;
  end if;
  insert into private.live_account_keys (account_id, keys) values (account, keep_live_account.keys)
  on conflict (account_id) do update set keys = excluded.keys, access_token = null, token_ends_at = null;
  return account;
end
$function$;

create or replace function private.keep_live_report (
  meeting_id  uuid,
  attendees   jsonb,
  recordings  jsonb,
  is_complete boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.live_meeting_for_provider (
  meeting_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.live_meetings_to_sync()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  (select m.id from public.live_meetings m where m.sync_at <= now() order by m.starts_at limit 100)
  union
  (select m.id from public.live_meetings m
  where m.starts_at < now() + interval '1 hour' and m.starts_at > now() - interval '6 hours' and m.ends_at > now()
    and m.provider = 'zoom' and m.made_at is not null and m.cancelled_at is null and m.problem is null
    and m.waits_until is null
    and exists (select from private.live_students_to_register(m.id)) limit 20)
$function$;

create or replace function private.live_minutes (
  sessions tstzmultirange
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select floor(coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) / 60)::integer from unnest(sessions) as r
$function$;

create or replace function private.live_plans_due()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.school_id from private.live_plans p
  where (p.is_stale or p.planned_on is distinct from private.school_today(p.school_id))
    and private.is_entitled(p.school_id, 'addon:live-classes') = 'on'
$function$;

create or replace function private.live_students_to_register (
  meeting_id uuid
)
  returns table (
    id         uuid,
    first_name text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, s.first_name from public.live_meetings m
  cross join lateral private.class_members(m.class_id, m.day, m.day) as c (id)
  join public.students s on s.id = c.id and s.status = 'active'
  where m.id = live_students_to_register.meeting_id and m.provider = 'zoom'
    and not exists (select from private.live_registrants r where r.meeting_id = m.id and r.student_id = s.id)
  order by s.id
$function$;

create or replace function private.live_week (
  school uuid
)
  returns table (
    lesson_id  uuid,
    class_id   uuid,
    subject_id uuid,
    teacher_id uuid,
    provider   text,
    day        date,
    starts_at  timestamp with time zone,
    ends_at    timestamp with time zone
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
    and private.is_entitled(h.id, 'addon:' || v.provider) = 'on'
    and (d.day + l.starts_at) at time zone h.time_zone > private.current_moment()
$function$;

create or replace function private.note_live_plan()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.plan_live_meetings (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- Changes that come while this runs are planned after it.
  update private.live_plans p set planned_on = private.school_today(school), is_stale = false
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
$function$;

create or replace function private.require_live_meeting (
  meeting_id uuid
)
  returns public.live_meetings
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.require_live_provider (
  school   uuid,
  provider text
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if provider is null or provider not in ('google-meet', 'zoom') then
    perform private.refuse('live.provider', 'Choose Google Meet or Zoom.', field => 'provider');
  end if;
  if private.is_entitled(school, 'addon:' || provider) <> 'on' then
    perform private.refuse('live.provider_off', 'Your school has no licence for live classes by this provider.',
      field => 'provider');
  end if;
end
$function$;

create or replace function private.require_live_setup()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:live-classes');
begin
  perform private.require('live-classes:set-up');
  return school;
end
$function$;

create or replace function private.retire_module (
  feature text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant text := retire_module.feature;
  kept private.school_tables;
  school uuid;
begin
  for kept in select * from private.school_tables t where t.feature = own order by t.name loop
    for school in select h.id from public.schools h order by h.id loop
      execute format(
        'insert into public.retired_records (school_id, student_id, feature, name, record)
         select $1, %s, $2, $3, to_jsonb(t) - $4 from %s t where %s',
        coalesce('t.' || quote_ident(kept.subject), 'null'), kept.name, private.export_condition(kept.name::regclass))
      using school, own, split_part(kept.name, '.', 2), kept.unexported;
    end loop;
  end loop;
  delete from private.permissions p where p.feature = own;
  perform private.write_granted(array(select r.id from private.school_roles r));
  delete from private.addon_setting_defaults d where d.feature = own;
  update public.addons a set is_active = false, is_ready = false
  where a.feature = any (private.features_within(own));
  update private.addon_features f set is_built = false
  where f.feature = any (private.features_within(own));
  delete from private.declared_features f where own in (f.feature, f.part_of);
end
$function$;

create or replace function private.sync_after_connection()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.live_meetings m set sync_at = now(), problem = null
  where m.school_id = new.school_id and m.provider = new.provider and m.problem is not null
    and m.cancelled_at is null and m.ends_at > now()
    and (new.user_id is null or m.teacher_id = new.user_id);
  return null;
end
$function$;

create or replace function private.tell_live_change (
  meeting public.live_meetings,
  title   text,
  says    jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.add_live_days_off (
  first_day date,
  last_day  date,
  name      text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_live_setup();
  title constant text := private.require_text(add_live_days_off.name, 80, 'name', 'Name the days, such as Half-term.');
  added uuid;
begin
  if add_live_days_off.first_day is null or add_live_days_off.last_day is null
    or add_live_days_off.last_day not between add_live_days_off.first_day and add_live_days_off.first_day + 120 then
    perform private.refuse('live.days', 'The last day is the first one or later, within four months.',
      field => 'last_day');
  end if;
  insert into public.live_days_off (school_id, first_day, last_day, name)
  values (school, add_live_days_off.first_day, add_live_days_off.last_day, title) returning id into added;
  return added;
end
$function$;

create or replace function public.begin_live_connection (
  provider text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:live-classes');
  begun text;
begin
  perform private.require('live-classes:teach');
  perform private.require_live_provider(school, begin_live_connection.provider);
  if begin_live_connection.provider <> 'google-meet' then
    perform private.refuse('live.school_account', 'The school connects its Zoom account.', field => 'provider');
  end if;
  delete from private.live_connections c where c.user_id = private.signed_in_uid()
    or c.started_at < now() - interval '10 minutes';
  insert into private.live_connections (user_id, school_id) values (private.signed_in_uid(), school)
  returning state into begun;
  return begun;
end
$function$;

create or replace function public.cancel_live_meeting (
  meeting_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.change_live_meeting (
  meeting_id uuid,
  starts_at  timestamp with time zone,
  ends_at    timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.collect_live_meeting (
  meeting_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  meeting constant public.live_meetings := private.require_live_meeting(collect_live_meeting.meeting_id);
begin
  if meeting.made_at is null or meeting.starts_at > private.current_moment() + interval '10 minutes' then
    perform private.refuse('live.not_begun', 'This live class has not begun.');
  end if;
  update public.live_meetings m set collect_at = now() where m.id = meeting.id;
end
$function$;

create or replace function public.confirm_live_attendance (
  meeting_id uuid,
  marks      jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.finish_live_connection (
  state text,
  label text,
  keys  jsonb
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  begun private.live_connections;
begin
  delete from private.live_connections c where c.state = finish_live_connection.state
    and c.started_at > now() - interval '10 minutes' returning * into begun;
  if begun.user_id is null then
    return null;
  end if;
  return private.keep_live_account(begun.school_id, 'google-meet', begun.user_id, finish_live_connection.label,
    finish_live_connection.keys);
end
$function$;

create or replace function public.join_live_meeting (
  meeting_id uuid,
  student_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.keep_live_token (
  account_id uuid,
  token      text,
  ends_at    timestamp with time zone
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update private.live_account_keys k set access_token = token, token_ends_at = keep_live_token.ends_at
  where k.account_id = keep_live_token.account_id
$function$;

create or replace function public.live_attendance (
  meeting_id uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    clicked_at       timestamp with time zone,
    first_seen_at    timestamp with time zone,
    minutes          integer,
    matched_by       text,
    suggestion       public.attendance_status,
    mark             public.attendance_status
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.live_meeting_access (
  meeting_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('provider_id', k.provider_id, 'account_id', a.id, 'keys', s.keys,
    'access_token', s.access_token, 'token_ends_at', s.token_ends_at)
  from private.live_meeting_links k
  join public.live_meetings m on m.id = k.meeting_id
  join public.live_accounts a on a.id = k.account_id
  join private.live_account_keys s on s.account_id = a.id
  where k.meeting_id = live_meeting_access.meeting_id
$function$;

create or replace function public.match_live_attendee (
  attendee_id uuid,
  student_id  uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.open_live_meeting (
  meeting_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.remove_live_account (
  account_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:live-classes');
begin
  if not private.may('live-classes:set-up') then
    perform private.require('live-classes:teach');
  end if;
  delete from public.live_accounts a where a.id = remove_live_account.account_id and a.school_id = school
    and (private.may('live-classes:set-up') or a.user_id = private.signed_in_uid());
end
$function$;

create or replace function public.remove_live_days_off (
  days_off_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_live_setup();
begin
  delete from public.live_days_off d where d.id = days_off_id and d.school_id = school;
end
$function$;

create or replace function public.save_live_lessons (
  lesson_ids uuid[],
  provider   text   default null::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_live_setup();
  saved integer;
begin
  if coalesce(cardinality(lesson_ids), 0) not between 1 and 500 then
    perform private.refuse('live.lessons', 'Choose between 1 and 500 lessons at a time.', field => 'lesson_ids');
  end if;
  if save_live_lessons.provider is null then
    delete from public.live_lessons v where v.school_id = school and v.lesson_id = any (lesson_ids);
  else
    perform private.require_live_provider(school, save_live_lessons.provider);
    insert into public.live_lessons as v (lesson_id, school_id, provider)
    select l.id, school, save_live_lessons.provider from public.lessons l
    where l.school_id = school and l.id = any (lesson_ids) order by l.id
    on conflict (lesson_id) do update set provider = excluded.provider where v.provider <> excluded.provider;
  end if;
  get diagnostics saved = row_count;
  return saved;
end
$function$;

create or replace function public.save_zoom_account (
  account_id    text,
  client_id     text,
  client_secret text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_live_setup();
begin
  perform private.require_live_provider(school, 'zoom');
  return private.keep_live_account(school, 'zoom', null,
    private.require_text(save_zoom_account.account_id, 200, 'account_id', 'Enter the account ID.'),
    jsonb_build_object('account_id', btrim(save_zoom_account.account_id),
      'client_id', private.require_text(save_zoom_account.client_id, 200, 'client_id', 'Enter the client ID.'),
      'client_secret', private.require_text(save_zoom_account.client_secret, 200, 'client_secret',
        'Enter the client secret.')));
end
$function$;

create or replace function public.student_live_classes (
  student_id uuid
)
  returns table (
    held     integer,
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

alter table private.live_connections
  add constraint live_connections_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.live_connections
  add constraint live_connections_user_id_fkey foreign key (user_id) references public.users(id) on delete cascade;

alter table private.live_plans
  add constraint live_plans_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.live_registrants
  add constraint live_registrants_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.live_registrants
  add constraint live_registrants_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

alter table private.live_account_keys
  add constraint live_account_keys_account_id_fkey foreign key (account_id) references public.live_accounts(id) on delete cascade;

alter table private.live_meeting_links
  add constraint live_meeting_links_account_id_fkey foreign key (account_id) references public.live_accounts(id) on delete set null;

alter table public.live_accounts
  add constraint live_accounts_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.live_accounts
  add constraint live_accounts_user_id_fkey foreign key (user_id) references public.users(id) on delete cascade;

alter table public.live_attendees
  add constraint live_attendees_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.live_attendees
  add constraint live_attendees_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.live_days_off
  add constraint live_days_off_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.live_joins
  add constraint live_joins_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.live_lessons
  add constraint live_lessons_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade;

alter table public.live_lessons
  add constraint live_lessons_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.live_meetings
  add constraint live_meetings_class_id_school_id_fkey foreign key (class_id, school_id) references public.classes(id, school_id)
    on delete cascade;

alter table public.live_meetings
  add constraint live_meetings_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete set null;

alter table private.live_meeting_links
  add constraint live_meeting_links_meeting_id_fkey foreign key (meeting_id) references public.live_meetings(id) on delete cascade;

alter table private.live_registrants
  add constraint live_registrants_meeting_id_fkey foreign key (meeting_id) references public.live_meetings(id) on delete cascade;

alter table public.live_attendees
  add constraint live_attendees_meeting_id_fkey foreign key (meeting_id) references public.live_meetings(id) on delete cascade;

alter table public.live_joins
  add constraint live_joins_meeting_id_fkey foreign key (meeting_id) references public.live_meetings(id) on delete cascade;

alter table public.live_meetings
  add constraint live_meetings_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.live_meetings
  add constraint live_meetings_subject_id_school_id_fkey foreign key (subject_id, school_id) references public.subjects(id, school_id)
    on delete cascade;

alter table public.live_meetings
  add constraint live_meetings_teacher_id_fkey foreign key (teacher_id) references public.users(id) on delete set null;

alter table public.live_recordings
  add constraint live_recordings_meeting_id_fkey foreign key (meeting_id) references public.live_meetings(id) on delete cascade;

alter table public.live_recordings
  add constraint live_recordings_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index live_connections_school_idx on private.live_connections using btree (school_id);

create index live_connections_user_idx on private.live_connections using btree (user_id);

create index live_meeting_links_account_idx on private.live_meeting_links using btree (account_id);

create index live_registrants_school_idx on private.live_registrants using btree (school_id);

create index live_registrants_student_idx on private.live_registrants using btree (student_id);

create index live_accounts_school_idx on public.live_accounts using btree (school_id, provider);

create unique index live_accounts_school_key on public.live_accounts using btree (school_id, provider)
  where (user_id is null);

create index live_accounts_user_idx on public.live_accounts using btree (user_id);

create unique index live_accounts_user_key on public.live_accounts using btree (school_id, provider, user_id)
  where (user_id is not null);

create index live_attendees_school_idx on public.live_attendees using btree (school_id, person);

create index live_attendees_student_idx on public.live_attendees using btree (student_id);

create index live_days_off_school_idx on public.live_days_off using btree (school_id, first_day);

create index live_joins_school_idx on public.live_joins using btree (school_id, meeting_id);

create index live_joins_student_idx on public.live_joins using btree (student_id, joined_at desc);

create index live_lessons_school_idx on public.live_lessons using btree (school_id);

create index live_meetings_class_idx on public.live_meetings using btree (class_id, starts_at);

create index live_meetings_collect_idx on public.live_meetings using btree (collect_at)
  where (collect_at is not null);

create index live_meetings_lesson_idx on public.live_meetings using btree (lesson_id);

create unique index live_meetings_lesson_key on public.live_meetings using btree (lesson_id, day)
  where (cancelled_at is null);

create index live_meetings_school_idx on public.live_meetings using btree (school_id, starts_at);

create index live_meetings_subject_idx on public.live_meetings using btree (subject_id);

create index live_meetings_sync_idx on public.live_meetings using btree (sync_at)
  where (sync_at is not null);

create index live_meetings_teacher_idx on public.live_meetings using btree (teacher_id, starts_at);

create index live_recordings_school_idx on public.live_recordings using btree (school_id, recorded_at);

create trigger note_live_plan
  after update of teacher_id, weekday, starts_at, ends_at, subject_id on public.lessons
  for each row
  execute function private.note_live_plan();

create trigger audit
  after insert or delete or update on public.live_accounts
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.live_accounts
  for each STATEMENT
  execute function private.require_subscription();

create trigger sync_after_connection
  after insert or update of connected_at on public.live_accounts
  for each row
  execute function private.sync_after_connection();

create trigger needs_subscription
  before insert or delete or update on public.live_attendees
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit
  after insert or delete or update on public.live_days_off
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.live_days_off
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_live_plan
  after insert or delete on public.live_days_off
  for each row
  execute function private.note_live_plan();

create trigger needs_subscription
  before insert or delete or update on public.live_joins
  for each STATEMENT
  execute function private.require_subscription();

create trigger tell_added after insert on public.live_joins
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.live_joins
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.live_joins
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger audit_added after insert on public.live_lessons
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'lesson_id'
);

create trigger audit_changed after update on public.live_lessons
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'lesson_id'
);

create trigger audit_removed after delete on public.live_lessons
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'lesson_id'
);

create trigger needs_subscription
  before insert or delete or update on public.live_lessons
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_live_plan
  after insert or delete or update on public.live_lessons
  for each row
  execute function private.note_live_plan();

create trigger needs_subscription
  before insert or delete or update on public.live_meetings
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.live_meetings
  for each STATEMENT
  execute function private.note_addon_use('addon:live-classes');

create trigger tell_added after insert on public.live_meetings
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'members'
);

create trigger tell_changed after update on public.live_meetings
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'members'
);

create trigger tell_removed after delete on public.live_meetings
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'class_id',
  'members'
);

create trigger needs_subscription
  before insert or delete or update on public.live_recordings
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_live_plan
  after insert or delete or update on public.school_terms
  for each row
  execute function private.note_live_plan();

create policy "Staff see which accounts make the meetings" on public.live_accounts
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:live-classes'::text) as addon_school)) AND (( select
    private.may('live-classes:set-up'::text) as may) or (user_id is null) or
    (user_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Those who teach see who came" on public.live_attendees
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:live-classes'::text) as addon_school)) AND ((student_id is null) or (student_id <>
    all (( select private.withheld_from_me() as withheld_from_me)::uuid[]))) AND
    (( select private.may('attendance:read-all'::text) as may) or (meeting_id in ( select m.id
   from public.live_meetings m
  where (m.class_id in ( select private.my_class_ids() as my_class_ids)))))));

create policy "Members see on which days there are no live classes" on public.live_days_off
  for select
  to authenticated
  using ((school_id = ( select private.member_addon_school('addon:live-classes'::text) as member_addon_school)));

create policy "Those who teach see who came by their own link, families theirs" on public.live_joins
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:live-classes'::text) as member_addon_school)) AND (student_id <> all ((
    select private.withheld_from_me() as withheld_from_me)::uuid[])) AND
    (( select private.may('attendance:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)) or
    (meeting_id in ( select m.id
   from public.live_meetings m
  where (m.class_id in ( select private.my_class_ids() as my_class_ids)))))));

create policy "Staff see which lessons are live" on public.live_lessons
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:live-classes'::text) as addon_school)));

create policy "Staff see the live classes, teachers and families those of thei" on public.live_meetings
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:live-classes'::text) as member_addon_school)) AND (( select
    private.may('class:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "Staff see recordings, teachers and families those of their clas" on public.live_recordings
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:live-classes'::text) as member_addon_school)) AND (( select
    private.may('class:read-all'::text) as may) or (meeting_id in ( select m.id
   from public.live_meetings m
  where
    ((m.class_id in ( select private.my_class_ids() as my_class_ids)) or (( select private.families_see_live_recordings() as
    families_see_live_recordings) AND (m.class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))))))));

comment on column private.declared_features.part_of is 'The feature of the remote that this one switches on, where a remote is sold as several.';

comment on function public.add_live_days_off(date, date, text) is 'Days without live classes. Administrators only.';

comment on function public.begin_live_connection(text) is 'The state with which a teacher goes to the provider''s page. Used once, within ten minutes.';

comment on function public.cancel_live_meeting(uuid) is 'Cancels one live class, at the provider too; families are told.';

comment on function public.change_live_meeting(uuid, timestamp with time zone, timestamp with time zone) is 'Holds one live class at another time; the meeting at the provider follows, and families are told.';

comment on function public.collect_live_meeting(uuid) is 'Asks the provider now who came and what was recorded.';

comment on function public.confirm_live_attendance(uuid, jsonb) is 'Enters marks into the register of the day for students who have none; marks: [{"student_id", "status"}]. Returns how many were entered: a mark that is there stays.';

comment on function public.finish_live_connection(text, text, jsonb) is 'Keeps what Google gave to the teacher who began with this state; null where nobody did. For edge functions.';

comment on function public.join_live_meeting(uuid, uuid) is 'The way into a live class for a student of the class, from 10 minutes before it starts. Notes who came.';

comment on function public.keep_live_token(uuid, text, timestamp with time zone) is 'Keeps a provider''s access token until it ends. For edge functions.';

comment on function public.live_attendance(uuid) is 'The class of a live class with when each came, the minutes in the meeting over all devices, what is suggested for the register of the day, and the mark that is there.';

comment on function public.live_meeting_access(uuid) is 'The keys by which a meeting was made. For edge functions.';

comment on function public.match_live_attendee(uuid, uuid) is 'Says which student somebody in the report is, or that it is none. Who has an account is known by it from then on.';

comment on function public.open_live_meeting(uuid) is 'Whether the caller may start a live class: {provider, url}. At Zoom a link for the host is fetched each time.';

comment on function public.remove_live_account(uuid) is 'Disconnects an account and forgets its keys: one''s own, or any of the school for administrators.';

comment on function public.remove_live_days_off(uuid) is 'The lessons of these days are held. Administrators only.';

comment on function public.save_live_lessons(uuid[], text) is 'Has lessons of the timetable held live by a provider, or no longer without one. Returns how many changed.';

comment on function public.save_zoom_account(text, text, text) is 'Connects the school''s Zoom account. Nobody reads the keys again. Administrators only.';

comment on function public.student_live_classes(uuid) is 'How many live classes a student''s class had in the last 120 days, how many the student came to, for how long.';

comment on table private.live_account_keys is 'What a provider knows an account by. Zoom: account_id, client_id, client_secret. Google: refresh_token.';

comment on table private.live_connections is 'Each is used once, within ten minutes.';

comment on table private.live_meeting_links is 'provider_id: of the event at Google, of the meeting at Zoom. code: the meeting''s code at Google. Never has a link by which somebody becomes the host.';

comment on table private.live_plans is 'planned_on: the school''s day on which its week was last planned.';

comment on table private.live_registrants is 'The class list of a meeting at Zoom: each student has a link, and the report of who came names it.';

comment on table public.live_accounts is 'The accounts at providers of meetings, without their keys. problem: the provider refuses the keys, so the account has to be connected again.';

comment on table public.live_attendees is 'Each row of a provider''s report. person: the account at the provider, where it says one; who was matched by hand once is known by it. sessions: when they were in, without doubles.';

comment on table public.live_days_off is 'Holidays and half-terms: days within a term without live classes.';

comment on table public.live_joins is 'Who went to a live class by their own link, and when first.';

comment on table public.live_lessons is 'The lessons of the timetable that are held live.';

comment on table public.live_meetings is 'One meeting of a live lesson on a day. made_at: since when it has a link. waits_until: the provider takes no more requests before. is_changed_by_hand: the timetable moves it no more.';

comment on table public.live_recordings is 'Where a provider keeps what was recorded of a live class.';

revoke all on function private.families_see_live_recordings() from public;

grant execute on function private.families_see_live_recordings() to authenticated;

revoke all on function private.features_within(text) from public;

revoke all on function private.keep_live_account(uuid, text, uuid, text, jsonb) from public;

revoke all on function private.keep_live_report(uuid, jsonb, jsonb, boolean) from public;

revoke all on function private.live_meeting_for_provider(uuid) from public;

revoke all on function private.live_meetings_to_sync() from public;

revoke all on function private.live_minutes(tstzmultirange) from public;

revoke all on function private.live_plans_due() from public;

revoke all on function private.live_students_to_register(uuid) from public;

revoke all on function private.live_week(uuid) from public;

revoke all on function private.note_live_plan() from public;

revoke all on function private.plan_live_meetings(uuid) from public;

revoke all on function private.require_live_meeting(uuid) from public;

revoke all on function private.require_live_provider(uuid, text) from public;

revoke all on function private.require_live_setup() from public;

revoke all on function private.sync_after_connection() from public;

revoke all on function private.tell_live_change(public.live_meetings, text, jsonb) from public;

revoke all on function public.add_live_days_off(date, date, text) from public;

grant execute on function public.add_live_days_off(date, date, text) to authenticated;

grant execute on function public.add_live_days_off(date, date, text) to service_role;

revoke all on function public.begin_live_connection(text) from public;

grant execute on function public.begin_live_connection(text) to authenticated;

grant execute on function public.begin_live_connection(text) to service_role;

revoke all on function public.cancel_live_meeting(uuid) from public;

grant execute on function public.cancel_live_meeting(uuid) to authenticated;

grant execute on function public.cancel_live_meeting(uuid) to service_role;

revoke all on function public.change_live_meeting(uuid, timestamp with time zone, timestamp with time zone) from public;

grant execute on function public.change_live_meeting(uuid, timestamp with time zone, timestamp with time zone) to authenticated;

grant execute on function public.change_live_meeting(uuid, timestamp with time zone, timestamp with time zone) to service_role;

revoke all on function public.collect_live_meeting(uuid) from public;

grant execute on function public.collect_live_meeting(uuid) to authenticated;

grant execute on function public.collect_live_meeting(uuid) to service_role;

revoke all on function public.confirm_live_attendance(uuid, jsonb) from public;

grant execute on function public.confirm_live_attendance(uuid, jsonb) to authenticated;

grant execute on function public.confirm_live_attendance(uuid, jsonb) to service_role;

revoke all on function public.finish_live_connection(text, text, jsonb) from public;

grant execute on function public.finish_live_connection(text, text, jsonb) to service_role;

revoke all on function public.join_live_meeting(uuid, uuid) from public;

grant execute on function public.join_live_meeting(uuid, uuid) to authenticated;

grant execute on function public.join_live_meeting(uuid, uuid) to service_role;

revoke all on function public.keep_live_token(uuid, text, timestamp with time zone) from public;

grant execute on function public.keep_live_token(uuid, text, timestamp with time zone) to service_role;

revoke all on function public.live_attendance(uuid) from public;

grant execute on function public.live_attendance(uuid) to authenticated;

grant execute on function public.live_attendance(uuid) to service_role;

revoke all on function public.live_meeting_access(uuid) from public;

grant execute on function public.live_meeting_access(uuid) to service_role;

revoke all on function public.match_live_attendee(uuid, uuid) from public;

grant execute on function public.match_live_attendee(uuid, uuid) to authenticated;

grant execute on function public.match_live_attendee(uuid, uuid) to service_role;

revoke all on function public.open_live_meeting(uuid) from public;

grant execute on function public.open_live_meeting(uuid) to authenticated;

grant execute on function public.open_live_meeting(uuid) to service_role;

revoke all on function public.remove_live_account(uuid) from public;

grant execute on function public.remove_live_account(uuid) to authenticated;

grant execute on function public.remove_live_account(uuid) to service_role;

revoke all on function public.remove_live_days_off(uuid) from public;

grant execute on function public.remove_live_days_off(uuid) to authenticated;

grant execute on function public.remove_live_days_off(uuid) to service_role;

revoke all on function public.save_live_lessons(uuid[], text) from public;

grant execute on function public.save_live_lessons(uuid[], text) to authenticated;

grant execute on function public.save_live_lessons(uuid[], text) to service_role;

revoke all on function public.save_zoom_account(text, text, text) from public;

grant execute on function public.save_zoom_account(text, text, text) to authenticated;

grant execute on function public.save_zoom_account(text, text, text) to service_role;

revoke all on function public.student_live_classes(uuid) from public;

grant execute on function public.student_live_classes(uuid) to authenticated;

grant execute on function public.student_live_classes(uuid) to service_role;

grant all on table private.live_account_keys to service_role;

grant all on table private.live_connections to service_role;

grant all on table private.live_meeting_links to service_role;

grant all on table private.live_plans to service_role;

grant all on table private.live_registrants to service_role;

grant select on table public.live_accounts to authenticated;

grant all on table public.live_accounts to service_role;

grant select on table public.live_attendees to authenticated;

grant all on table public.live_attendees to service_role;

grant select on table public.live_days_off to authenticated;

grant all on table public.live_days_off to service_role;

grant select on table public.live_joins to authenticated;

grant all on table public.live_joins to service_role;

grant select on table public.live_lessons to authenticated;

grant all on table public.live_lessons to service_role;

grant select on table public.live_meetings to authenticated;

grant all on table public.live_meetings to service_role;

grant select on table public.live_recordings to authenticated;

grant all on table public.live_recordings to service_role;

alter table private.declared_features
  add constraint declared_features_part_of_check check (private.is_feature(part_of));

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["lesson_id"], "name": "public.live_lessons", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Live lessons", "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "private.live_registrants", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.live_accounts", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Accounts for live classes", "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.live_attendees", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.live_days_off", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Days without live classes", "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.live_joins", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.live_meetings", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": ["live-class"], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.live_recordings", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:live-classes", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:behaviour-records', '{
"sold_as": "Behaviour Records",
"permissions": [
  {"name": "behaviour:record", "roles": ["admin","teacher","staff"],
    "sentence": "May record behaviour."},
  {"name": "behaviour:read-all", "roles": ["admin","staff"], "is_about_children": true, "needs_second_step": true,
    "sentence": "May see every student''s behaviour, and record it for every student."}],
"settings": [
  {"name":"share_merits","kind":"switch","value":true},
  {"name":"alert_points","kind":"number","value":10,"least":0,"most":1000}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:cbse-examination', '{
"sold_as": "CBSE Examination",
"permissions": [
  {"name": "cbse:set-up", "roles": ["admin"],
    "sentence": "May set up CBSE examinations and publish their results."}],
"settings": []}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:live-classes', '{
"sold_as": null,
"permissions": [
  {"name": "live-classes:set-up", "roles": ["admin"],
    "sentence": "May choose which lessons are held live, and connect Zoom."},
  {"name": "live-classes:teach", "roles": ["admin","teacher"],
    "sentence": "May hold live classes."}],
"settings": [
  {"name":"late_after","kind":"number","value":10,"least":1,"most":60},
  {"name":"least_minutes","kind":"number","value":15,"least":1,"most":120},
  {"name":"families_see_recordings","kind":"switch","value":true}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:qr-attendance', '{
"sold_as": "QR Code Attendance",
"permissions": [
  {"name": "gate:issue-cards", "roles": ["admin","staff"],
    "sentence": "May issue and print gate cards."}],
"settings": [
  {"name":"late_after","kind":"time","value":"08:00"},
  {"name":"message_arrivals","kind":"switch","value":true},
  {"name":"message_departures","kind":"switch","value":false}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:quick-fees', '{
"sold_as": "Quick Fees",
"permissions": [],
"settings": [
  {"name":"staff_take_fees","kind":"switch","value":true}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:thermal-print', '{
"sold_as": "Thermal Print",
"permissions": [],
"settings": [
  {"name":"paper","kind":"choice","value":"80","choices":["58","80"]},
  {"name":"header","kind":"text","value":"","most":200},
  {"name":"footer","kind":"text","value":"","most":300}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:two-factor', '{
"sold_as": "Two-Factor Authentication",
"permissions": [
  {"name": "two-factor:manage", "roles": ["admin"], "needs_second_step": true,
    "sentence": "May say who signs in with two steps, and reset it."}],
"settings": [
  {"name":"trust_days","kind":"number","value":0,"least":0,"most":90}]}');
