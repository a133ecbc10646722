-- QR Code Attendance: cards with a code per person, and the log of who was seen at the gate, in which readers of other
-- add-ons write as well. The register follows from the first arrival of a day, unless somebody took it before.

create table public.gate_cards (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid,
  staff_id uuid references public.staff_members (id) on delete cascade,
  code text not null unique default upper(replace(gen_random_uuid()::text, '-', '')) check (code ~ '^[0-9A-F]{32}$'),
  issued_by uuid references public.users (id) on delete set null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  check (num_nonnulls(student_id, staff_id) = 1),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.gate_cards
  is 'A code is random, so nobody can make a card; a lost card is revoked and another one issued.';

create index gate_cards_school_idx on public.gate_cards (school_id, issued_at desc);
create index gate_cards_issued_by_idx on public.gate_cards (issued_by);
create unique index gate_cards_student_key on public.gate_cards (student_id) where revoked_at is null;
create unique index gate_cards_staff_key on public.gate_cards (staff_id) where revoked_at is null;

-- Anyone who knows the code of a card can print it.
select private.school_table('public.gate_cards', feature => 'addon:qr-attendance', subject => 'student_id',
  erase => 'keep', counts_use => true, unexported => '{code}');
grant select on public.gate_cards to authenticated;

create policy "The office sees the cards it prints, families their own" on public.gate_cards for select to authenticated
  using (school_id = (select private.member_addon_school('addon:qr-attendance'))
    and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[]))
    and ((select private.may('gate:issue-cards')) or student_id in (select private.my_student_ids())));

create table public.gate_sightings (
  id uuid primary key,
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid,
  staff_id uuid references public.staff_members (id) on delete cascade,
  day date not null,
  seen_at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  method text not null check (method in ('card', 'number', 'reader')),
  outcome text not null check (outcome in ('present', 'late', 'again', 'contradicts', 'outside_terms', 'left',
    'staff', 'compound')),
  recorded_by uuid references public.users (id) on delete set null,
  received_at timestamptz not null default now(),
  check (num_nonnulls(student_id, staff_id) = 1),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.gate_sightings is 'Who was seen at the gate. id is made by the scanning device, so sending a '
  'scan again stores nothing. contradicts: the register says absent or excused. outside_terms: there is no '
  'register. compound: a boarder who was seen after the register''s time.';

create index gate_sightings_school_idx on public.gate_sightings (school_id, day, seen_at desc);
create index gate_sightings_student_idx on public.gate_sightings (student_id, day);
create index gate_sightings_staff_idx on public.gate_sightings (staff_id, day);

select private.school_table('public.gate_sightings', feature => 'addon:qr-attendance', subject => 'student_id',
  erase => 'keep', counts_use => true, child_notices => '{arrival,departure}');
grant select on public.gate_sightings to authenticated;

create policy "Staff see who came through the gate of their school" on public.gate_sightings for select to authenticated
  using (school_id = (select private.addon_school('addon:qr-attendance')) and (select private.may('attendance:take'))
    and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[])));

create function public.issue_gate_cards(class_id uuid default null, student_id uuid default null,
  staff boolean default false) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  issued integer;
begin
  perform private.require('gate:issue-cards');
  if staff then
    insert into public.gate_cards (school_id, staff_id, issued_by)
    select school, m.id, private.signed_in_uid() from public.staff_members m where m.school_id = school and m.is_active
    on conflict (staff_id) where revoked_at is null do nothing;
  else
    insert into public.gate_cards (school_id, student_id, issued_by)
    select school, s.id, private.signed_in_uid() from public.students s
    where s.school_id = school and s.status in ('active', 'suspended')
      and (issue_gate_cards.class_id is null or s.class_id = issue_gate_cards.class_id)
      and (issue_gate_cards.student_id is null or s.id = issue_gate_cards.student_id)
    on conflict (student_id) where revoked_at is null do nothing;
  end if;
  get diagnostics issued = row_count;
  return issued;
end
$$;
comment on function public.issue_gate_cards(uuid, uuid, boolean) is
  'Issues cards to students without one: of a class, one student, or all; or to staff. Returns how many. The office '
    'only.';
grant execute on function public.issue_gate_cards(uuid, uuid, boolean) to authenticated;

create function public.replace_gate_card(card_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  old public.gate_cards;
  new_id uuid;
begin
  perform private.require('gate:issue-cards');
  update public.gate_cards set revoked_at = now() where id = card_id and school_id = school and revoked_at is null
    returning * into old;
  if old.id is null then
    perform private.refuse('gate.no_card', 'This card is not valid any more. Reload the list.', errcode => 'P0002');
  end if;
  insert into public.gate_cards (school_id, student_id, staff_id, issued_by)
    values (school, old.student_id, old.staff_id, private.signed_in_uid()) returning id into new_id;
  return new_id;
end
$$;
comment on function public.replace_gate_card(uuid) is 'Revokes a lost card and issues another one. The office only.';
grant execute on function public.replace_gate_card(uuid) to authenticated;

-- Everybody with a valid card, by name, as a list for printing and for a device that scans without a connection. Such a
-- device finds a name by the digest of a code that it has read, so only the office, which prints the cards, is told the
-- codes themselves.
create function public.gate_roster(class_id uuid default null, student_id uuid default null, staff boolean default null)
  returns table (card_id uuid, code text, digest text, kind text, name text, number text, "group" text)
language plpgsql stable security definer set search_path = '' as $$
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
    coalesce(s.full_name, m.full_name),
    coalesce(s.admission_number, m.staff_number), coalesce(c.name, m.job_title)
  from public.gate_cards k left join public.students s on s.id = k.student_id
    left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
  where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
    and (s.id is null or s.id <> all ((select private.withheld_from_me())::uuid[]))
    and (prints or s.id in (select private.my_taught_student_ids()))
    and (gate_roster.class_id is null or s.class_id = gate_roster.class_id)
    and (gate_roster.student_id is null or s.id = gate_roster.student_id)
    and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null))
  order by c.name_key, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name);
end
$$;
comment on function public.gate_roster(uuid, uuid, boolean) is
  'Valid cards of the caller''s school, for a teacher those of their students; of a class, a student or the staff: '
    '[{card_id, code, digest, kind, name, number, group}]. Staff of the school only; code is null outside the '
    'office, digest is SHA-256 of it.';
grant execute on function public.gate_roster(uuid, uuid, boolean) to authenticated;

-- Tells the family once a day, and only on the day itself: a device that sends yesterday's scans has no news. The
-- add-on that saw the student says by its settings whether.
create function private.tell_family_of_gate(sighting public.gate_sightings, feature text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_arrival constant boolean := sighting.direction = 'in';
  event constant text := case when is_arrival then 'arrival/' else 'departure/' end || sighting.student_id || '/'
    || sighting.day;
  moment constant text := to_char(sighting.seen_at at time zone (select h.time_zone from public.schools h
    where h.id = sighting.school_id), 'HH24:MI');
  student public.students;
begin
  if sighting.day <> private.school_today(sighting.school_id)
    or not (private.addon_setting(sighting.school_id, tell_family_of_gate.feature,
      case when is_arrival then 'message_arrivals' else 'message_departures' end) #>> '{}')::boolean then
    return;
  end if;
  select * into student from public.students where id = sighting.student_id;
  if is_arrival then
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has arrived at school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has left school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end,
    g.email,
    private.gate_mail(is_arrival, sighting.outcome = 'late', g.full_name,
      student.full_name, h.name, h.phone, moment), h.email,
    (select u.language from public.users u where u.id = g.user_id), sighting.school_id)
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
end
$$;

-- The register of a day from an arrival. A mark that somebody made is never changed; one that a later arrival made is
-- corrected by an earlier one.
create function private.register_arrival(student uuid, school uuid, day date, is_late boolean, source text)
  returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  marked public.attendance;
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.school_id = register_arrival.school
    and register_arrival.day between t.starts_on and t.ends_on;
  if term.id is null then
    return 'outside_terms';
  elsif term.closed_at is not null then
    return 'contradicts';
  end if;
  insert into public.attendance as a (student_id, day, school_id, class_id, status, source, recorded_by)
  select student, register_arrival.day, register_arrival.school, c.id,
    case when is_late then 'late' else 'present' end::public.attendance_status, register_arrival.source,
    private.signed_in_uid()
  from private.class_on(student, register_arrival.day) as c (id) where c.id is not null
  on conflict (student_id, day) do nothing returning a.* into marked;
  if marked.student_id is not null then
    return marked.status::text;
  end if;
  select * into marked from public.attendance a where a.student_id = student and a.day = register_arrival.day;
  if marked.status in ('absent', 'excused') then
    return 'contradicts';
  elsif marked.status = 'late' and not is_late
    and exists (select from public.gate_sightings g where g.student_id = student and g.day = register_arrival.day
      and g.outcome = 'late' and g.received_at >= marked.recorded_at) then
    update public.attendance a set status = 'present', source = register_arrival.source, recorded_at = now()
    where a.student_id = student and a.day = register_arrival.day;
    return 'present';
  end if;
  return case when marked.student_id is not null then 'again' when is_late then 'late' else 'present' end;
end
$$;

-- One scan: who it is, what follows for the register, and the message home. Answers refused, unknown or revoked where
-- nothing is stored.
create function private.record_sighting(school uuid, sighting uuid, code text, at timestamptz, direction text)
  returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  late_after constant time := (private.addon_setting(school, 'addon:qr-attendance', 'late_after') #>> '{}')::time;
  card public.gate_cards;
  stored public.gate_sightings;
begin
  if sighting is null or code is null or at is null or direction not in ('in', 'out')
    or at not between private.current_moment() - interval '14 days' and private.current_moment()
    + interval '5 minutes' then
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
    select s.id into stored.student_id from public.students s where s.school_id = school
      and upper(s.admission_number) = record_sighting.code and s.status in ('active', 'suspended');
    if stored.student_id is null then
      select m.id into stored.staff_id from public.staff_members m where m.school_id = school
        and upper(m.staff_number) = record_sighting.code and m.is_active;
    end if;
  end if;
  if stored.student_id is null and stored.staff_id is null then
    return 'unknown';
  end if;
  stored.day := private.school_day(school, at);
  stored.outcome := case when stored.staff_id is not null then 'staff' when direction = 'out' then 'left' else
    private.register_arrival(stored.student_id, school, stored.day,
      (at at time zone (select h.time_zone from public.schools h where h.id = school))::time > late_after, 'gate') end;
  insert into public.gate_sightings (id, school_id, student_id, staff_id, day, seen_at, direction, method, outcome,
    recorded_by)
  values (sighting, school, stored.student_id, stored.staff_id, stored.day, at, record_sighting.direction,
    case when card.id is null then 'number' else 'card' end, stored.outcome, private.signed_in_uid())
  returning * into stored;
  if stored.student_id is not null then
    perform private.tell_family_of_gate(stored, 'addon:qr-attendance');
  end if;
  return stored.outcome;
end
$$;

create function public.record_sightings(scans jsonb) returns table (id uuid, outcome text)
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.record_sightings(jsonb) is
  'Stores scans of the gate, also late and repeated: [{"id", "code", "at", "direction"}], code from a card or a '
    'typed number. Result per scan: {id, outcome}: present, late, again, contradicts, outside_terms, left, staff, '
    'or unknown, revoked, refused where nothing is stored.';
grant execute on function public.record_sightings(jsonb) to authenticated;

create function private.count_gate_cards() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.gate_cards k where k.revoked_at is null
    and k.school_id = private.addon_school('addon:qr-attendance')
$$;
grant execute on function private.count_gate_cards() to authenticated;

create function public.gate_day(day date default null, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select jsonb_build_object('day', coalesce(gate_day.day, private.my_today()), 'cards', private.count_gate_cards(),
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late',
      count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct s.full_name)
      filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id
    left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.school_where('attendance:take'))
    and g.day = coalesce(gate_day.day, private.my_today())
    and (gate_day.class_id is null or gate_day.class_id = private.class_on(g.student_id, g.day))
$$;
comment on function public.gate_day(date, uuid) is
  'Counts of people seen at the gate on a day, by default today: {day, cards, in, late, out, staff, contradicting: '
    'names of students whom the register has absent or excused}.';
grant execute on function public.gate_day(date, uuid) to authenticated;

-- The log of a day by name: of children whom the caller may see, and of staff for those who print their cards. A row
-- whose name is not the caller's to know is not listed.
create function public.gate_log(day date, people text default 'all', skipped integer default 0,
  size integer default 25)
  returns table (id uuid, seen_at timestamptz, direction text, outcome text, name text, number text, "group" text,
  total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
$$;
comment on function public.gate_log(date, text, integer, integer) is
  'A page of who was seen at the gate on a day, the latest first: {id, seen_at, direction, outcome, name, number, '
    'group, total}; people: all, students or staff. Staff of the school only, who see the people they know.';
grant execute on function public.gate_log(date, text, integer, integer) to authenticated;

create function public.gate_late_list(from_day date, to_day date, class_id uuid default null)
  returns table (student_id uuid, name text, admission_number text, class_name text, days integer,
  last_seen_at timestamptz, total integer)
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select s.id, s.full_name, s.admission_number, c.name, count(distinct g.day)::integer,
    max(g.seen_at), (count(*) over ())::integer
  from public.gate_sightings g join public.students s on s.id = g.student_id
    left join public.classes c on c.id = coalesce(gate_late_list.class_id, s.class_id)
  where g.school_id = (select private.school_where('attendance:take'))
    and g.day between gate_late_list.from_day and gate_late_list.to_day and g.outcome = 'late'
    and (gate_late_list.class_id is null or gate_late_list.class_id = private.class_on(g.student_id, g.day))
  group by s.id, c.name
$$;
comment on function public.gate_late_list(date, date, uuid)
  is 'Students who came late through the gate in a period, with the number of days. total: number of students.';
grant execute on function public.gate_late_list(date, date, uuid) to authenticated;

create function public.gate_missing_list(day date default null)
  returns table (student_id uuid, name text, admission_number text, class_name text, status public.attendance_status,
  total integer)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  looked_at constant date := coalesce(gate_missing_list.day, private.my_today());
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select s.id, s.full_name, s.admission_number, c.name, a.status,
    (count(*) over ())::integer
  from public.enrolments e join public.students s on s.id = e.student_id join public.classes c on c.id = e.class_id
  left join public.attendance a on a.student_id = s.id and a.day = looked_at
  where e.school_id = school and e.started_on <= looked_at and (e.ended_on is null or e.ended_on > looked_at)
    and s.status <> 'suspended' and not exists (
    select from public.gate_sightings g where g.student_id = s.id and g.day = looked_at and g.direction = 'in');
end
$$;
comment on function public.gate_missing_list(date) is
  'Students who did not come through the gate on a day, by default today, with what the register says of them; null '
    'while it says nothing. total: number of students. Staff of the school only.';
grant execute on function public.gate_missing_list(date) to authenticated;
