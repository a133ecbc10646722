-- Biometrics Entry: readers of fingerprints and faces at the gate. A reader sends a number and a time; the finger or
-- the face stays in it. What a reader saw of a student goes into the log of the gate (public.gate_sightings).

create table public.readers (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  serial text not null unique check (serial ~ '^[A-Z0-9][A-Z0-9-]{3,39}$'),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'stopped')),
  network text check (private.is_network(network)),
  host_key text check (host_key ~ '^[a-z0-9]{16}$'),
  zone_in_minutes boolean not null default false,
  approved_by uuid references public.users (id) on delete set null,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  check (state <> 'approved' or num_nonnulls(network, host_key) > 0)
);
comment on table public.readers is
  'The serial number is all that a reader says of itself, and anyone can read it on its '
  'label. So a reader counts once it was approved, and only from its network or by its host name.';
comment on column public.readers.network is 'Addresses that it calls from, as 10.0.0.0/24; null for any.';
comment on column public.readers.host_key
  is 'First label of the host name that it calls, which nobody else knows; null for any.';
comment on column public.readers.zone_in_minutes
  is 'Whether its firmware reads the time zone as minutes; most read hours.';

create index readers_school_idx on public.readers (school_id, name);
create index readers_approved_by_idx on public.readers (approved_by);

select private.school_table('public.readers', feature => 'addon:biometrics', audit => true, counts_use => true,
  notices => '{reader}', unexported => '{host_key}', label => 'Readers', live => '{staff}');
grant select on public.readers to authenticated;

create policy "The office sees its readers" on public.readers for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('reader:number')));

-- What changes with each call of a reader, apart from what people decide about it.
create table public.reader_health (
  reader_id uuid primary key,
  school_id uuid not null,
  seen_at timestamptz,
  contact_since timestamptz,
  called_at timestamptz,
  called_from text,
  stranger_at timestamptz,
  stranger_from text,
  stamp text check (length(stamp) <= 40),
  clock text not null default 'right' check (clock in ('right', 'fast', 'slow', 'lost')),
  drift integer,
  lag integer,
  lag_count smallint not null default 0,
  silent_told_at timestamptz,
  last_command integer not null default 0,
  foreign key (reader_id, school_id) references public.readers (id, school_id) on delete cascade
);
comment on table public.reader_health is 'seen_at: its last call that counted. contact_since: since when it has called '
  'without a break. called_at: the last call before it was approved. stranger_at: a call by its number that was '
  'refused.';
comment on column public.reader_health.drift is 'Seconds that its clock is ahead; negative when it is behind.';

create index reader_health_school_idx on public.reader_health (school_id);

select private.school_table('public.reader_health', feature => 'addon:biometrics');
grant select on public.reader_health to authenticated;

create policy "The office sees how its readers are" on public.reader_health for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('reader:number')));

create table public.reader_numbers (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid not null unique,
  number text not null check (number ~ '^[0-9]{1,9}$'),
  given_by uuid references public.users (id) on delete set null,
  given_at timestamptz not null default now(),
  unique (school_id, number),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.reader_numbers is 'By which number readers know a student. With the consent of the guardians.';

create index reader_numbers_given_by_idx on public.reader_numbers (given_by);

select private.school_table('public.reader_numbers', feature => 'addon:biometrics', subject => 'student_id',
  erase => 'delete', audit => true, counts_use => true, label => 'Numbers on readers', live => '{staff}');
grant select on public.reader_numbers to authenticated;

create policy "The office sees numbers on readers" on public.reader_numbers for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('reader:number'))
    and student_id <> all ((select private.withheld_from_me())::uuid[]));

create table public.reader_lines (
  id uuid primary key,
  school_id uuid not null,
  reader_id uuid not null,
  number text,
  read_at timestamptz,
  direction text not null check (direction in ('in', 'out')),
  raw text not null check (length(raw) <= 200),
  state text not null check (state in ('unknown', 'malformed', 'held', 'set_aside')),
  received_at timestamptz not null default now(),
  foreign key (reader_id, school_id) references public.readers (id, school_id) on delete cascade
);
comment on table public.reader_lines is
  'What readers sent that is no sighting yet. unknown: nobody has the number. held: '
  'the clock of the reader was wrong, so a person says which time counts. set_aside: a person said that it is nothing.';

create index reader_lines_school_idx on public.reader_lines (school_id, state, received_at desc);
create index reader_lines_number_idx on public.reader_lines (school_id, number) where state = 'unknown';
create index reader_lines_reader_idx on public.reader_lines (reader_id, received_at desc);

select private.school_table('public.reader_lines', feature => 'addon:biometrics', live => '{staff}');
grant select on public.reader_lines to authenticated;

create policy "The office sees what readers sent" on public.reader_lines for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('reader:number')));

create table public.reader_commands (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  reader_id uuid not null,
  number integer not null check (number between 1 and 999999999),
  command text not null check (length(command) <= 200),
  state text not null default 'queued' check (state in ('queued', 'sent', 'done', 'failed')),
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  done_at timestamptz,
  unique (reader_id, number),
  foreign key (reader_id, school_id) references public.readers (id, school_id) on delete cascade
);
comment on table public.reader_commands is 'What a reader is told when it asks next. Sent again until it confirms.';

create index reader_commands_school_idx on public.reader_commands (school_id, reader_id, number desc);

select private.school_table('public.reader_commands', feature => 'addon:biometrics', live => '{staff}');
grant select on public.reader_commands to authenticated;

create policy "The office sees what readers are told" on public.reader_commands for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('reader:number')));

alter table public.gate_sightings add column reader_id uuid references public.readers (id) on delete set null;
comment on column public.gate_sightings.reader_id is
  'The reader that saw the student; null for cards and typed numbers.';
create index gate_sightings_reader_idx on public.gate_sightings (reader_id, seen_at desc);

create policy "Staff see whom readers saw" on public.gate_sightings for select to authenticated
  using (school_id = (select private.addon_school('addon:biometrics')) and (select private.may('attendance:take'))
    and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[])));

-- Readers are looked after by people and by themselves; a reader has no session. Both come through here.
create function private.reader_setting(school uuid, name text) returns text
language sql stable security definer set search_path = '' as $$
  select private.addon_setting(school, 'addon:biometrics', name) #>> '{}'
$$;

-- The time at the school. Null where the text is no time.
create function private.reader_moment(said text, zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if said !~ '^[12][0-9]{3}-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' then
    return null;
  end if;
  return said::timestamp at time zone zone;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;
