set check_function_bodies = off;

alter table public.release_failures
  drop constraint release_failures_app_check;

alter table public.release_samples
  drop constraint release_samples_app_check;

drop function public.current_identity();

create table private.addon_setting_defaults (
  feature text    not null,
  name    text    not null,
  kind    text    not null,
  value   jsonb   not null,
  least   numeric,
  most    numeric,
  constraint addon_setting_defaults_kind_check check ((kind = ANY (ARRAY['switch'::text, 'time'::text, 'number'::text]))),
  constraint addon_setting_defaults_name_check check ((name ~ '^[a-z][a-z_]{1,40}$'::text)),
  constraint addon_setting_defaults_pkey primary key (feature, name),
  constraint addon_setting_defaults_feature_check check (private.is_feature(feature))
);

alter table private.addon_setting_defaults
  enable row level security;

create table public.addon_settings (
  school_id  uuid                     not null,
  feature    text                     not null,
  name       text                     not null,
  value      jsonb                    not null,
  changed_by uuid,
  changed_at timestamp with time zone not null default now(),
  constraint addon_settings_pkey primary key (school_id, feature, name)
);

alter table public.addon_settings
  enable row level security;

create table public.gate_cards (
  id         uuid                     not null default gen_random_uuid(),
  school_id  uuid                     not null,
  student_id uuid,
  staff_id   uuid,
  code       text                     not null default upper(replace((gen_random_uuid())::text, '-'::text, ''::text)),
  issued_by  uuid,
  issued_at  timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  constraint gate_cards_check check ((num_nonnulls(student_id, staff_id) = 1)),
  constraint gate_cards_code_check check ((code ~ '^[0-9A-F]{32}$'::text)),
  constraint gate_cards_code_key unique (code),
  constraint gate_cards_pkey primary key (id)
);

alter table public.gate_cards
  enable row level security;

create table public.gate_sightings (
  id          uuid                     not null,
  school_id   uuid                     not null,
  student_id  uuid,
  staff_id    uuid,
  day         date                     not null,
  seen_at     timestamp with time zone not null,
  direction   text                     not null,
  method      text                     not null,
  outcome     text                     not null,
  recorded_by uuid,
  received_at timestamp with time zone not null default now(),
  constraint gate_sightings_check check ((num_nonnulls(student_id, staff_id) = 1)),
  constraint gate_sightings_direction_check check ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint gate_sightings_method_check check ((method = ANY (ARRAY['card'::text, 'number'::text]))),
  constraint gate_sightings_outcome_check
    check ((outcome = ANY (ARRAY['present'::text, 'late'::text, 'again'::text, 'contradicts'::text, 'left'::text, 'staff'::text]))),
  constraint gate_sightings_pkey primary key (id)
);

alter table public.gate_sightings
  enable row level security;

create or replace function private.addon_school (
  feature text
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from (select private.staff_school() as id) s where private.is_entitled(s.id, addon_school.feature) <> 'off'
$function$;

create or replace function private.addon_setting (
  school  uuid,
  feature text,
  name    text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(s.value, d.value) from private.addon_setting_defaults d
  left join public.addon_settings s on s.school_id = addon_setting.school and s.feature = d.feature and s.name = d.name
  where d.feature = addon_setting.feature and d.name = addon_setting.name
$function$;

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
    select l.feature, private.is_entitled(addon_states.school, l.feature) as state
    from public.licences l where l.school_id = addon_states.school and l.feature in (select b.feature from private.addon_features b where b.is_built) group by l.feature) f
  where f.state <> 'off'
$function$;

create or replace function private.record_sighting (
  school    uuid,
  sighting  uuid,
  code      text,
  at        timestamp with time zone,
  direction text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  late_after constant time := (private.addon_setting(school, 'addon:qr-attendance', 'late_after') #>> '{}')::time;
  card public.gate_cards;
  stored public.gate_sightings;
begin
  if sighting is null or code is null or at is null or direction not in ('in', 'out') or at not between private.current_moment() - interval '14 days' and private.current_moment() + interval '5 minutes' then
    return 'refused';
  end if;
  select * into stored from public.gate_sightings where id = sighting;
  if found then
    return case when stored.school_id = school then stored.outcome else 'refused' end;
  end if;
  select * into card from public.gate_cards k where k.code = record_sighting.code and k.school_id = school;
  if card.revoked_at is not null then
    return 'revoked';
  end if;
  stored.student_id := card.student_id;
  stored.staff_id := card.staff_id;
  if card.id is null then
    select s.id into stored.student_id from public.students s where s.school_id = school and upper(s.admission_number) = record_sighting.code and s.status in ('active', 'suspended');
    if stored.student_id is null then
      select m.id into stored.staff_id from public.staff_members m where m.school_id = school and upper(m.staff_number) = record_sighting.code and m.is_active;
    end if;
  end if;
  if stored.student_id is null and stored.staff_id is null then
    return 'unknown';
  end if;
  stored.day := private.school_day(school, at);
  stored.outcome := case when stored.staff_id is not null then 'staff' when direction = 'out' then 'left' else
    private.register_arrival(stored.student_id, school, stored.day, (at at time zone (select h.time_zone from public.schools h where h.id = school))::time > late_after) end;
  insert into public.gate_sightings (id, school_id, student_id, staff_id, day, seen_at, direction, method, outcome, recorded_by)
  values (sighting, school, stored.student_id, stored.staff_id, stored.day, at, record_sighting.direction, case when card.id is null then 'number' else 'card' end, stored.outcome, private.signed_in_uid())
  returning * into stored;
  if stored.student_id is not null then
    perform private.tell_family_of_gate(stored);
  end if;
  return stored.outcome;
end
$function$;

create or replace function private.register_arrival (
  student uuid,
  school  uuid,
  day     date,
  is_late boolean
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  marked public.attendance;
begin
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select s.id, register_arrival.day, register_arrival.school, s.class_id, case when is_late then 'late' else 'present' end::public.attendance_status, private.signed_in_uid()
  from public.students s where s.id = student and s.class_id is not null
  on conflict (student_id, day) do nothing returning a.* into marked;
  if marked.student_id is not null then
    return marked.status::text;
  end if;
  select * into marked from public.attendance a where a.student_id = student and a.day = register_arrival.day;
  if marked.status in ('absent', 'excused') then
    return 'contradicts';
  elsif marked.status = 'late' and not is_late
    and exists (select from public.gate_sightings g where g.student_id = student and g.day = register_arrival.day and g.outcome = 'late' and g.received_at >= marked.recorded_at) then
    update public.attendance a set status = 'present', recorded_at = now() where a.student_id = student and a.day = register_arrival.day;
    return 'present';
  end if;
  return case when marked.student_id is not null then 'again' when is_late then 'late' else 'present' end;
end
$function$;

create or replace function private.require_addon (
  feature text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.staff_school();
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  elsif entitlement = 'read-only' then
    raise exception using errcode = '42501', message = 'The licence of this add-on has expired. Everything can be read; to change something, an administrator renews it.', hint = 'addon.expired';
  elsif entitlement is distinct from 'on' then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function private.tell_family_of_gate (
  sighting public.gate_sightings
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  is_arrival constant boolean := sighting.direction = 'in';
  event constant text := case when is_arrival then 'arrival/' else 'departure/' end || sighting.student_id || '/' || sighting.day;
  moment constant text := to_char(sighting.seen_at at time zone (select h.time_zone from public.schools h where h.id = sighting.school_id), 'HH24:MI');
  student public.students;
begin
  if sighting.day <> private.school_today(sighting.school_id)
    or not (private.addon_setting(sighting.school_id, 'addon:qr-attendance', case when is_arrival then 'message_arrivals' else 'message_departures' end) #>> '{}')::boolean then
    return;
  end if;
  select * into student from public.students where id = sighting.student_id;
  if is_arrival then
    perform private.notify(private.student_family(student.id), event, format('%s has arrived at school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, format('%s has left school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end, g.email,
    jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', student.first_name || ' ' || student.last_name, 'school', h.name, 'phone', coalesce(h.phone, ''), 'time', moment, 'is_late', sighting.outcome = 'late'), h.email,
    (select u.language from public.users u where u.id = g.user_id))
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student.id and g.email is not null and not private.is_withheld(student.id, g.id)
      and not exists (select from public.consents c where c.student_id = student.id and c.guardian_id = g.id and c.purpose = 'messages' and c.replaced_at is null and not c.is_given)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
end
$function$;

create or replace function public.current_identity()
  returns table (
    id               uuid,
    email            text,
    first_name       text,
    last_name        text,
    phone            text,
    role             public.user_role,
    school_id        uuid,
    school_name      text,
    school_time_zone text,
    language         text,
    content_revision bigint,
    features         jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.email, u.first_name, u.last_name, u.phone,
    case when a.id is null then u.role else 'super_admin' end,
    case when a.id is null then u.school_id end,
    case when a.id is null then s.name end,
    case when a.id is null then s.time_zone end,
    u.language, r.revision, case when a.id is null then private.addon_states(s.id) end
  from public.users u
  cross join public.content_revision r
  left join public.super_admins a on a.id = u.id
  left join public.schools s on s.id = (select private.my_school())
  where u.id = (select private.signed_in_uid())
$function$;

create or replace function public.gate_day (
  day      date default null::date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select jsonb_build_object('day', coalesce(gate_day.day, private.my_today()), 'cards', (select count(*) from public.gate_cards k where k.revoked_at is null),
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late', count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct s.first_name || ' ' || s.last_name) filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.staff_school()) and g.day = coalesce(gate_day.day, private.my_today()) and (gate_day.class_id is null or s.class_id = gate_day.class_id)
$function$;

create or replace function public.gate_late_list (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    days             integer,
    last_seen_at     timestamp with time zone,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, c.name, count(distinct g.day)::integer, max(g.seen_at), (count(*) over ())::integer
  from public.gate_sightings g join public.students s on s.id = g.student_id left join public.classes c on c.id = s.class_id
  where g.school_id = (select private.staff_school()) and g.day between gate_late_list.from_day and gate_late_list.to_day and g.outcome = 'late' and (gate_late_list.class_id is null or s.class_id = gate_late_list.class_id)
  group by s.id, c.name
$function$;

create or replace function public.gate_roster (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default null::boolean
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('card_id', k.id, 'code', k.code, 'kind', case when k.staff_id is null then 'student' else 'staff' end, 'name', coalesce(s.first_name || ' ' || s.last_name, m.first_name || ' ' || m.last_name),
      'number', coalesce(s.admission_number, m.staff_number), 'group', coalesce(c.name, m.job_title)) order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name)), '[]')
    from public.gate_cards k left join public.students s on s.id = k.student_id left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
    where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
      and (gate_roster.class_id is null or s.class_id = gate_roster.class_id) and (gate_roster.student_id is null or s.id = gate_roster.student_id)
      and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null)));
end
$function$;

create or replace function public.issue_gate_cards (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default false
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  issued integer;
begin
  perform private.require_office();
  if staff then
    insert into public.gate_cards (school_id, staff_id, issued_by)
    select school, m.id, private.signed_in_uid() from public.staff_members m where m.school_id = school and m.is_active
    on conflict (staff_id) where revoked_at is null do nothing;
  else
    insert into public.gate_cards (school_id, student_id, issued_by)
    select school, s.id, private.signed_in_uid() from public.students s
    where s.school_id = school and s.status in ('active', 'suspended') and (issue_gate_cards.class_id is null or s.class_id = issue_gate_cards.class_id) and (issue_gate_cards.student_id is null or s.id = issue_gate_cards.student_id)
    on conflict (student_id) where revoked_at is null do nothing;
  end if;
  get diagnostics issued = row_count;
  return issued;
end
$function$;

create or replace function public.record_sightings (
  scans jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
begin
  if jsonb_typeof(scans) is distinct from 'array' or jsonb_array_length(scans) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Send between 1 and 500 scans at a time.', hint = 'gate.scans', detail = 'scans';
  end if;
  -- The roster's order is that of the scans, so that two devices that send the same people wait for each other instead of deadlocking.
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  return (select jsonb_agg(jsonb_build_object('id', s.id, 'outcome', private.record_sighting(school, s.id, upper(btrim(s.code)), s.at, s.direction)))
    from (select * from jsonb_to_recordset(scans) as x (id uuid, code text, at timestamptz, direction text) order by x.at) s);
end
$function$;

create or replace function public.replace_gate_card (
  card_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  old public.gate_cards;
  new_id uuid;
begin
  perform private.require_office();
  update public.gate_cards set revoked_at = now() where id = card_id and school_id = school and revoked_at is null returning * into old;
  if old.id is null then
    raise exception using errcode = 'P0002', message = 'This card is not valid any more. Reload the list.', hint = 'gate.no_card';
  end if;
  insert into public.gate_cards (school_id, student_id, staff_id, issued_by) values (school, old.student_id, old.staff_id, private.signed_in_uid()) returning id into new_id;
  return new_id;
end
$function$;

create or replace function public.save_addon_settings (
  feature text,
  changes jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  wrong text;
begin
  perform private.require_addon(save_addon_settings.feature);
  wrong := (
    select v.key from jsonb_each(save_addon_settings.changes) v
    left join private.addon_setting_defaults d on d.feature = save_addon_settings.feature and d.name = v.key
    where case d.kind
      when 'switch' then jsonb_typeof(v.value) <> 'boolean'
      when 'time' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      when 'number' then jsonb_typeof(v.value) <> 'number' or (v.value #>> '{}')::numeric not between d.least and d.most
      else true end
    limit 1);
  if wrong is not null then
    raise exception using errcode = 'P0001', message = 'This value is not allowed.', hint = 'addon.setting', detail = wrong;
  end if;
  insert into public.addon_settings (school_id, feature, name, value, changed_by)
  select school, save_addon_settings.feature, v.key, v.value, private.signed_in_uid() from jsonb_each(save_addon_settings.changes) v
  on conflict (school_id, feature, name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now();
end
$function$;

alter table public.addon_settings
  add constraint addon_settings_changed_by_fkey foreign key (changed_by) references public.users(id) on delete set null;

alter table public.addon_settings
  add constraint addon_settings_feature_name_fkey foreign key (feature, name) references private.addon_setting_defaults(feature, name)
    on delete cascade;

alter table public.addon_settings
  add constraint addon_settings_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.gate_cards
  add constraint gate_cards_issued_by_fkey foreign key (issued_by) references public.users(id) on delete set null;

alter table public.gate_cards
  add constraint gate_cards_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.gate_cards
  add constraint gate_cards_staff_id_fkey foreign key (staff_id) references public.staff_members(id) on delete cascade;

alter table public.gate_cards
  add constraint gate_cards_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.gate_sightings
  add constraint gate_sightings_recorded_by_fkey foreign key (recorded_by) references public.users(id) on delete set null;

alter table public.gate_sightings
  add constraint gate_sightings_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.gate_sightings
  add constraint gate_sightings_staff_id_fkey foreign key (staff_id) references public.staff_members(id) on delete cascade;

alter table public.gate_sightings
  add constraint gate_sightings_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.release_failures
  add constraint release_failures_app_check check ((app ~ '^(shell|(mfe|addon)-[a-z-]{1,40})$'::text));

alter table public.release_samples
  add constraint release_samples_app_check check ((app ~ '^(shell|(mfe|addon)-[a-z-]{1,40})$'::text));

create index gate_cards_school_idx on public.gate_cards using btree (school_id, issued_at desc);

create unique index gate_cards_staff_key on public.gate_cards using btree (staff_id)
  where (revoked_at is null);

create unique index gate_cards_student_key on public.gate_cards using btree (student_id)
  where (revoked_at is null);

create index gate_sightings_school_idx on public.gate_sightings using btree (school_id, day, seen_at desc);

create index gate_sightings_staff_idx on public.gate_sightings using btree (staff_id, day);

create index gate_sightings_student_idx on public.gate_sightings using btree (student_id, day);

create trigger needs_subscription
  before insert or delete or update on public.addon_settings
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.gate_cards
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.gate_sightings
  for each STATEMENT
  execute function private.require_subscription();

create policy "Staff see the settings of their school's add-ons" on public.addon_settings
  for select
  to authenticated
  using ((school_id = ( select private.staff_school() as staff_school)));

create policy "Staff see the cards of their school" on public.gate_cards
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:qr-attendance'::text) as addon_school)));

create policy "Staff see who came through the gate of their school" on public.gate_sightings
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:qr-attendance'::text) as addon_school)));

comment on function public.current_identity() is 'The caller''s profile, role and school, its add-ons and the revision of the public content: all that a page asks when it starts. A super admin has no school; a session that was ended has no identity.';

comment on function public.gate_day(date, uuid) is 'Counts of people seen at the gate on a day, by default today: {day, cards, in, late, out, staff, contradicting: names of students whom the register has absent or excused}.';

comment on function public.gate_late_list(date, date, uuid) is 'Students who came late through the gate in a period, with the number of days. total: number of students.';

comment on function public.gate_roster(uuid, uuid, boolean) is 'Valid cards of the caller''s school, of a class, a student or the staff: [{card_id, code, kind, name, number, group}]. Staff of the school only.';

comment on function public.issue_gate_cards(uuid, uuid, boolean) is 'Issues cards to students without one: of a class, one student, or all; or to staff. Returns how many. The office only.';

comment on function public.record_sightings(jsonb) is 'Stores scans of the gate, also late and repeated: [{"id", "code", "at", "direction"}], code from a card or a typed number. Result per scan: {id, outcome}: present, late, again, contradicts, left, staff, or unknown, revoked, refused where nothing is stored.';

comment on function public.replace_gate_card(uuid) is 'Revokes a lost card and issues another one. The office only.';

comment on function public.save_addon_settings(text, jsonb) is 'Stores settings of one of the school''s add-ons: {name: value}. Administrators only.';

comment on table private.addon_setting_defaults is 'As the add-on''s manifest says; least and most limit a number.';

comment on table public.addon_settings is 'What a school chose for its add-ons.';

comment on table public.gate_cards is 'A code is random, so nobody can make a card; a lost card is revoked and another one issued.';

comment on table public.gate_sightings is 'Who was seen at the gate. id is made by the scanning device, so sending a scan again stores nothing. contradicts: the register says absent or excused.';

revoke all on function private.addon_school(text) from public;

grant execute on function private.addon_school(text) to authenticated;

grant execute on function private.addon_school(text) to service_role;

revoke all on function private.addon_setting(uuid, text, text) from public;

revoke all on function private.addon_states(uuid) from public;

revoke all on function private.record_sighting(uuid, uuid, text, timestamp with time zone, text) from public;

revoke all on function private.register_arrival(uuid, uuid, date, boolean) from public;

revoke all on function private.require_addon(text) from public;

revoke all on function private.tell_family_of_gate(public.gate_sightings) from public;

revoke all on function public.current_identity() from public;

grant execute on function public.current_identity() to authenticated;

grant execute on function public.current_identity() to service_role;

revoke all on function public.gate_day(date, uuid) from public;

grant execute on function public.gate_day(date, uuid) to authenticated;

grant execute on function public.gate_day(date, uuid) to service_role;

revoke all on function public.gate_late_list(date, date, uuid) from public;

grant execute on function public.gate_late_list(date, date, uuid) to authenticated;

grant execute on function public.gate_late_list(date, date, uuid) to service_role;

revoke all on function public.gate_roster(uuid, uuid, boolean) from public;

grant execute on function public.gate_roster(uuid, uuid, boolean) to authenticated;

grant execute on function public.gate_roster(uuid, uuid, boolean) to service_role;

revoke all on function public.issue_gate_cards(uuid, uuid, boolean) from public;

grant execute on function public.issue_gate_cards(uuid, uuid, boolean) to authenticated;

grant execute on function public.issue_gate_cards(uuid, uuid, boolean) to service_role;

revoke all on function public.record_sightings(jsonb) from public;

grant execute on function public.record_sightings(jsonb) to authenticated;

grant execute on function public.record_sightings(jsonb) to service_role;

revoke all on function public.replace_gate_card(uuid) from public;

grant execute on function public.replace_gate_card(uuid) to authenticated;

grant execute on function public.replace_gate_card(uuid) to service_role;

revoke all on function public.save_addon_settings(text, jsonb) from public;

grant execute on function public.save_addon_settings(text, jsonb) to authenticated;

grant execute on function public.save_addon_settings(text, jsonb) to service_role;

grant all on table private.addon_setting_defaults to service_role;

grant select on table public.addon_settings to authenticated;

grant all on table public.addon_settings to service_role;

grant select on table public.gate_cards to authenticated;

grant all on table public.gate_cards to service_role;

grant select on table public.gate_sightings to authenticated;

grant all on table public.gate_sightings to service_role;

insert into private.addon_setting_defaults (feature, name, kind, value) values
  ('addon:qr-attendance', 'late_after', 'time', '"08:00"'),
  ('addon:qr-attendance', 'message_arrivals', 'switch', 'true'),
  ('addon:qr-attendance', 'message_departures', 'switch', 'false');

update private.addon_features set is_built = true where feature = 'addon:qr-attendance';
update public.addons set is_ready = true where feature = 'addon:qr-attendance';

create index addon_settings_feature_idx on public.addon_settings (feature, name);
create index addon_settings_changed_by_idx on public.addon_settings (changed_by);
create index gate_cards_issued_by_idx on public.gate_cards (issued_by);
