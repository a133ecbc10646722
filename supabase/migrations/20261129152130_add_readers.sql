set check_function_bodies = off;

alter table public.gate_sightings
  drop constraint gate_sightings_method_check;

alter table public.gate_sightings
  drop constraint gate_sightings_outcome_check;

drop function private.register_arrival(uuid, uuid, date, boolean);

drop function private.register_students(uuid, date);

drop function private.tell_family_of_gate(public.gate_sightings);

create table public.reader_commands (
  id        uuid                     not null default gen_random_uuid(),
  school_id uuid                     not null,
  reader_id uuid                     not null,
  number    integer                  not null,
  command   text                     not null,
  state     text                     not null default 'queued'::text,
  queued_at timestamp with time zone not null default now(),
  sent_at   timestamp with time zone,
  done_at   timestamp with time zone,
  constraint reader_commands_command_check check ((length(command) <= 200)),
  constraint reader_commands_number_check check (((number >= 1) AND (number <= 999999999))),
  constraint reader_commands_pkey primary key (id),
  constraint reader_commands_reader_id_number_key unique (reader_id, number),
  constraint reader_commands_state_check check ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'failed'::text])))
);

alter table public.reader_commands
  enable row level security;

create table public.reader_health (
  reader_id      uuid                     not null,
  school_id      uuid                     not null,
  seen_at        timestamp with time zone,
  contact_since  timestamp with time zone,
  called_at      timestamp with time zone,
  called_from    text,
  stranger_at    timestamp with time zone,
  stranger_from  text,
  stamp          text,
  clock          text                     not null default 'right'::text,
  drift          integer,
  lag            integer,
  lag_count      smallint                 not null default 0,
  silent_told_at timestamp with time zone,
  last_command   integer                  not null default 0,
  constraint reader_health_clock_check check ((clock = ANY (ARRAY['right'::text, 'fast'::text, 'slow'::text, 'lost'::text]))),
  constraint reader_health_pkey primary key (reader_id),
  constraint reader_health_stamp_check check ((length(stamp) <= 40))
);

alter table public.reader_health
  enable row level security;

create table public.reader_lines (
  id          uuid                     not null,
  school_id   uuid                     not null,
  reader_id   uuid                     not null,
  number      text,
  read_at     timestamp with time zone,
  direction   text                     not null,
  raw         text                     not null,
  state       text                     not null,
  received_at timestamp with time zone not null default now(),
  constraint reader_lines_direction_check check ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint reader_lines_pkey primary key (id),
  constraint reader_lines_raw_check check ((length(raw) <= 200)),
  constraint reader_lines_state_check check ((state = ANY (ARRAY['unknown'::text, 'malformed'::text, 'held'::text, 'set_aside'::text])))
);

alter table public.reader_lines
  enable row level security;

create table public.reader_numbers (
  id         uuid                     not null default gen_random_uuid(),
  school_id  uuid                     not null,
  student_id uuid                     not null,
  number     text                     not null,
  is_boarder boolean                  not null default false,
  given_by   uuid,
  given_at   timestamp with time zone not null default now(),
  constraint reader_numbers_number_check check ((number ~ '^[0-9]{1,9}$'::text)),
  constraint reader_numbers_pkey primary key (id),
  constraint reader_numbers_school_id_number_key unique (school_id, number),
  constraint reader_numbers_student_id_key unique (student_id)
);

alter table public.reader_numbers
  enable row level security;

create table public.readers (
  id              uuid                     not null default gen_random_uuid(),
  school_id       uuid                     not null,
  name            text                     not null,
  serial          text                     not null,
  state           text                     not null default 'waiting'::text,
  network         text,
  host_key        text,
  zone_in_minutes boolean                  not null default false,
  approved_by     uuid,
  approved_at     timestamp with time zone,
  created_at      timestamp with time zone not null default now(),
  constraint readers_check check (((state <> 'approved'::text) OR (num_nonnulls(network, host_key) > 0))),
  constraint readers_host_key_check check ((host_key ~ '^[a-z0-9]{16}$'::text)),
  constraint readers_id_school_id_key unique (id, school_id),
  constraint readers_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint readers_pkey primary key (id),
  constraint readers_serial_check check ((serial ~ '^[A-Z0-9][A-Z0-9-]{3,39}$'::text)),
  constraint readers_serial_key unique (serial),
  constraint readers_state_check check ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'stopped'::text])))
);

alter table public.readers
  enable row level security;

alter table public.attendance
  add column source text;

alter table public.gate_sightings
  add column reader_id uuid;

create or replace function private.caller_address()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select btrim(hops[cardinality(hops) + 1 - greatest(1, private.mail_limit('trustedHops'))])
  from (select string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',')
    as hops) h
$function$;

create or replace function private.caller_network()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(nullif(current_setting('masomo.sender', true), ''),
    case when n.network = 'unknown' then n.network else md5(n.network) end)
  from (select private.network_of(private.caller_address()) as network) n
$function$;

create or replace function private.confirm_reader_commands (
  reader uuid,
  body   text,
  at     timestamp with time zone
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.reader_commands c set state = case when d.result >= 0 then 'done' else 'failed' end, done_at = at
  from (select distinct on (number) m[1]::integer as number, m[2]::integer as result
    from regexp_matches(body, 'ID=([0-9]{1,9})&Return=(-?[0-9]{1,6})', 'g') as m (m)) d
  where c.reader_id = confirm_reader_commands.reader and c.number = d.number and c.state = 'sent'
$function$;

create or replace function private.end_reader_number()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.tell_readers(old.school_id, 'DATA DELETE USERINFO PIN=' || old.number);
  return null;
end
$function$;

create or replace function private.is_network (
  name text
)
  returns boolean
  language plpgsql
  immutable
  strict
  set search_path to ''
  AS $function$
begin
  return name::cidr is not null;
exception when invalid_text_representation then
  return false;
end
$function$;

create or replace function private.is_reader (
  reader  public.readers,
  address text,
  host    text
)
  returns boolean
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return (reader.host_key is null or split_part(lower(host), '.', 1) = reader.host_key)
    and (reader.network is null or coalesce(address::inet <<= reader.network::cidr, false));
exception when invalid_text_representation then
  return false;
end
$function$;

create or replace function private.is_reader_silent (
  reader  public.readers,
  seen_at timestamp with time zone
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  now_there constant timestamp := private.current_moment() at time zone (
    select h.time_zone from public.schools h where h.id = reader.school_id);
  since constant time := private.reader_setting(reader.school_id, 'hours_from')::time;
begin
  return reader.state = 'approved' and extract(isodow from now_there) < 6
    and now_there::time between since + interval '10 minutes'
      and private.reader_setting(reader.school_id, 'hours_to')::time
    and coalesce(seen_at, reader.approved_at) < private.current_moment() - interval '10 minutes'
    and exists (select from public.school_terms t where t.school_id = reader.school_id
      and now_there::date between t.starts_on and t.ends_on);
end
$function$;

create or replace function private.judge_clock (
  health   public.reader_health,
  read_at  timestamp with time zone,
  is_alone boolean,
  received timestamp with time zone
)
  returns public.reader_health
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  behind constant integer := extract(epoch from received - read_at);
begin
  if behind < -120 then
    health.clock := 'fast';
    health.drift := -behind;
  elsif behind > 180 * 86400 then
    health.clock := 'lost';
    health.drift := null;
  elsif behind <= 120 then
    health.clock := 'right';
    health.drift := null;
    health.lag_count := 0;
  elsif is_alone then
    health.lag_count := case when abs(behind - health.lag) <= 60 then health.lag_count + 1 else 1 end;
    health.lag := behind;
    if health.lag_count >= 3 or read_at > health.contact_since + interval '2 minutes' then
      health.clock := 'slow';
      health.drift := -behind;
    end if;
  end if;
  return health;
end
$function$;

create or replace function private.next_reader_command (
  reader uuid,
  at     timestamp with time zone
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  told public.reader_commands;
begin
  update public.reader_commands c set state = 'sent', sent_at = at
  where c.id = (select d.id from public.reader_commands d where d.reader_id = next_reader_command.reader
    and (d.state = 'queued' or d.state = 'sent' and d.sent_at < at - interval '5 minutes')
    order by d.number limit 1)
  returning * into told;
  return case when told.id is null then 'OK' else format('C:%s:%s', told.number, told.command) end || E'\n';
end
$function$;

create or replace function private.note_waiting_reader (
  reader  public.readers,
  address text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.reader_health h set called_at = private.current_moment(), called_from = address
  where h.reader_id = reader.id;
  perform private.notify(private.people_with(reader.school_id, 'reader:connect'),
    format('reader/%s/waiting', reader.id),
    private.say('{reader} has called', jsonb_build_object('reader', reader.name)),
    private.say('It counts once you have approved it.'), '/dashboard/addons/biometrics');
end
$function$;

create or replace function private.read_attendance (
  reader   public.readers,
  health   public.reader_health,
  body     text,
  received timestamp with time zone
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  zone constant text := (select h.time_zone from public.schools h where h.id = reader.school_id);
  lines constant text[] := array(select l.line from regexp_split_to_table(body, E'\r?\n') with ordinality as l (line, n)
    where btrim(l.line) <> '' order by l.n);
  is_alone constant boolean := cardinality(lines) = 1;
  before constant text := health.clock;
  was public.reader_health := health;
  line text;
  read_at timestamptz;
begin
  -- Two readers that see the same student at once wait for each other, as scanning devices do.
  perform pg_advisory_xact_lock(hashtextextended('gate ' || reader.school_id, 0));
  foreach line in array lines loop
    read_at := private.reader_moment(btrim(split_part(line, E'\t', 2)), zone);
    if read_at is not null then
      was := health;
      health := private.judge_clock(health, read_at, is_alone, received);
    end if;
    -- What is sent again says nothing of the clock.
    if private.read_line(reader, health, line, received) = 'known' and is_alone then
      health := was;
    end if;
  end loop;
  update public.reader_health h set clock = health.clock, drift = health.drift, lag = health.lag,
    lag_count = health.lag_count where h.reader_id = reader.id;
  if health.clock <> 'right' and health.clock <> before then
    perform private.tell_of_clock(reader, health, (received at time zone zone)::date);
  end if;
  return cardinality(lines);
end
$function$;

create or replace function private.read_line (
  reader   public.readers,
  health   public.reader_health,
  raw      text,
  received timestamp with time zone
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  zone constant text := (select h.time_zone from public.schools h where h.id = reader.school_id);
  parts constant text[] := string_to_array(raw, E'\t');
  line public.reader_lines;
  number public.reader_numbers;
begin
  line.number := btrim(parts[1]);
  line.read_at := private.reader_moment(btrim(coalesce(parts[2], '')), zone);
  line.direction := case when btrim(coalesce(parts[3], '')) in ('1', '2', '5') then 'out' else 'in' end;
  line.state := case when line.number !~ '^[0-9A-Za-z]{1,24}$' or line.read_at is null then 'malformed' end;
  line.id := md5(reader.id || case when line.state is null
    then format('%s %s %s', line.number, line.read_at at time zone 'UTC', line.direction)
    else format('%s %s', (received at time zone zone)::date, raw) end)::uuid;
  if exists (select from public.gate_sightings g where g.id = line.id)
    or exists (select from public.reader_lines l where l.id = line.id) then
    return 'known';
  end if;
  if line.state is null then
    number := private.reader_number(reader.school_id, line.number);
    line.state := case
      when line.read_at not between received - interval '180 days' and received + interval '2 minutes'
        or health.clock = 'slow'
          and abs(extract(epoch from received - line.read_at) + health.drift) <= 120 then 'held'
      when number.id is null then 'unknown' end;
  end if;
  if line.state is null then
    perform private.record_reading(reader.id, line.id, number, least(line.read_at, received), line.direction, received);
    return 'new';
  end if;
  insert into public.reader_lines (id, school_id, reader_id, number, read_at, direction, raw, state, received_at)
  values (line.id, reader.school_id, reader.id, left(line.number, 24), line.read_at, line.direction, left(raw, 200),
    line.state, received);
  return line.state;
end
$function$;

create or replace function private.read_waiting_lines (
  given public.reader_numbers
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  line public.reader_lines;
  filled integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('gate ' || given.school_id, 0));
  for line in select * from public.reader_lines l where l.school_id = given.school_id and l.number = given.number
    and l.state = 'unknown' order by l.read_at
  loop
    delete from public.reader_lines l where l.id = line.id;
    perform private.record_reading(line.reader_id, line.id, given, line.read_at, line.direction, now());
    filled := filled + 1;
  end loop;
  return filled;
end
$function$;

create or replace function private.reader_moment (
  said text,
  zone text
)
  returns timestamp with time zone
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if said !~ '^[12][0-9]{3}-[01][0-9]-[0-3][0-9] [0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' then
    return null;
  end if;
  return said::timestamp at time zone zone;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$function$;

create or replace function private.reader_number (
  school uuid,
  number text
)
  returns public.reader_numbers
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select n.* from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = reader_number.school and n.number = reader_number.number
    and s.status in ('active', 'suspended') and private.consent_state(n.student_id, 'biometrics')
$function$;

create or replace function private.reader_options (
  reader public.readers,
  health public.reader_health
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array_to_string(array[
    'GET OPTION FROM: ' || reader.serial,
    'ATTLOGStamp=' || coalesce(health.stamp, '0'), 'OPERLOGStamp=9999', 'ATTPHOTOStamp=9999',
    'ErrorDelay=30', 'Delay=10', 'TransTimes=00:00;14:05', 'TransInterval=1',
    -- The attendance log alone: neither templates of fingers and faces nor photographs.
    'TransFlag=1000000000',
    'TimeZone=' || case when reader.zone_in_minutes then z.hours * 60 else z.hours end,
    'Realtime=1', 'Encrypt=None', ''], E'\n')
  from (select (extract(epoch from now() at time zone h.time_zone - now() at time zone 'UTC') / 3600)::integer as hours
    from public.schools h where h.id = reader.school_id) z
$function$;

create or replace function private.reader_setting (
  school uuid,
  name   text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.addon_setting(school, 'addon:biometrics', name) #>> '{}'
$function$;

create or replace function private.record_reading (
  reader    uuid,
  line      uuid,
  number    public.reader_numbers,
  at        timestamp with time zone,
  direction text,
  received  timestamp with time zone
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := number.school_id;
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  clock constant time := (at at time zone zone)::time;
  is_back constant boolean := not number.is_boarder or coalesce((select g.direction = 'out' from public.gate_sightings g
    where g.student_id = number.student_id and g.seen_at < at order by g.seen_at desc limit 1), true);
  seen public.gate_sightings;
begin
  seen.outcome := case when direction = 'out' then 'left'
    when not number.is_boarder then private.register_arrival(number.student_id, school, private.school_day(school, at),
      clock > private.reader_setting(school, 'late_after')::time, 'reader')
    when clock > private.reader_setting(school, 'boarders_until')::time then 'compound'
    else private.register_arrival(number.student_id, school, private.school_day(school, at), false, 'reader') end;
  insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome, reader_id)
  values (line, school, number.student_id, private.school_day(school, at), at, record_reading.direction, 'reader',
    seen.outcome, reader)
  returning * into seen;
  insert into private.addon_uses (feature, month, school_id)
  values ('addon:biometrics', date_trunc('month', seen.day)::date, school) on conflict do nothing;
  if received - at <= interval '1 hour' and is_back then
    perform private.tell_family_of_gate(seen, 'addon:biometrics');
  end if;
  return seen.outcome;
end
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
$function$;

create or replace function private.register_arrival (
  student uuid,
  school  uuid,
  day     date,
  is_late boolean,
  source  text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.register_students (
  class uuid,
  day   date
)
  returns table (
    student_id uuid,
    status     public.attendance_status,
    source     text
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select s.id, a.status, a.source from private.class_members(register_students.class, register_students.day,
    register_students.day) as m (id)
  join public.students s on s.id = m.id left join public.attendance a on a.student_id = s.id
    and a.day = register_students.day
  where s.status <> 'suspended' or a.status is not null
  union
  select a.student_id, a.status, a.source from public.attendance a where a.class_id = register_students.class
    and a.day = register_students.day
$function$;

create or replace function private.require_reader (
  reader_id  uuid,
  permission text
)
  returns public.readers
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:biometrics');
  found public.readers;
begin
  perform private.require(require_reader.permission);
  select * into found from public.readers r where r.id = require_reader.reader_id and r.school_id = school;
  if found.id is null then
    perform private.refuse('reader.gone', 'This reader is no longer here.', errcode => 'P0002');
  end if;
  return found;
end
$function$;

create or replace function private.tell_family_of_gate (
  sighting public.gate_sightings,
  feature  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.tell_of_clock (
  reader public.readers,
  health public.reader_health,
  day    date
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  minutes constant integer := greatest(1, round(abs(health.drift) / 60.0));
begin
  perform private.notify(private.people_with(reader.school_id, 'reader:connect'),
    format('reader/%s/%s/%s', reader.id, health.clock, day),
    private.say('The clock of {reader} is wrong', jsonb_build_object('reader', reader.name)),
    case health.clock
      when 'fast' then private.say('It is {minutes} minutes fast. Its readings wait until you say which time counts.',
        jsonb_build_object('minutes', minutes))
      when 'slow' then private.say('It is {minutes} minutes slow. Its readings wait until you say which time counts.',
        jsonb_build_object('minutes', minutes))
      else private.say('It has lost the date. Its readings wait until you say which time counts.') end,
    '/dashboard/addons/biometrics');
end
$function$;

create or replace function private.tell_of_silent_reader (
  reader_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  reader constant public.readers := (select r from public.readers r where r.id = tell_of_silent_reader.reader_id);
begin
  update public.reader_health h set silent_told_at = now()
  where h.reader_id = reader.id and h.silent_told_at is null and private.is_reader_silent(reader, h.seen_at);
  if found then
    perform private.notify(private.people_with(reader.school_id, 'reader:connect'),
      format('reader/%s/silent/%s', reader.id, to_char(now(), 'YYYYMMDDHH24MISS')),
      private.say('{reader} does not call', jsonb_build_object('reader', reader.name)),
      private.say('Nothing came from it for ten minutes. What it reads is kept in it and comes later.'),
      '/dashboard/addons/biometrics');
  end if;
end
$function$;

create or replace function private.tell_readers (
  school  uuid,
  command text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  told integer;
begin
  with numbered as (
    update public.reader_health h set last_command = h.last_command % 999999999 + 1
    from public.readers r where r.id = h.reader_id and r.school_id = tell_readers.school and r.state = 'approved'
    returning h.reader_id, h.last_command)
  insert into public.reader_commands (school_id, reader_id, number, command)
  select tell_readers.school, n.reader_id, n.last_command, tell_readers.command from numbered n;
  get diagnostics told = row_count;
  return told;
end
$function$;

create or replace function private.withdraw_reader_number()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from public.reader_numbers n where n.student_id = new.student_id;
  return null;
end
$function$;

create or replace function public.add_reader (
  name   text,
  serial text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  given constant text := upper(btrim(coalesce(add_reader.serial, '')));
  made uuid;
begin
  perform private.require('reader:connect');
  if length(btrim(coalesce(add_reader.name, ''))) not between 1 and 60 then
    perform private.refuse('reader.name', 'Enter a name of up to 60 letters.', field => 'name');
  elsif given !~ '^[A-Z0-9][A-Z0-9-]{3,39}$' then
    perform private.refuse('reader.serial', 'Enter the serial number as it is on the label of the reader.',
      field => 'serial');
  end if;
  perform private.limit_rate('readers of ' || school, 60, interval '1 hour');
  insert into public.readers (school_id, name, serial) values (school, btrim(add_reader.name), given)
  on conflict (serial) do nothing returning id into made;
  if made is null then
    perform private.refuse('reader.taken',
      'A reader with this serial number is connected already. If it is yours, write to support.', field => 'serial');
  end if;
  insert into public.reader_health (reader_id, school_id) values (made, school);
  return made;
end
$function$;

create or replace function public.approve_reader (
  reader_id       uuid,
  network         text    default null::text,
  by_host         boolean default false,
  zone_in_minutes boolean default false
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  reader constant public.readers := private.require_reader(approve_reader.reader_id, 'reader:connect');
  given constant text := nullif(btrim(approve_reader.network), '');
  key text;
begin
  if not exists (select from public.reader_health h where h.reader_id = reader.id and h.called_at is not null) then
    perform private.refuse('reader.silent', 'This reader has not called yet.');
  elsif not private.is_network(given) then
    perform private.refuse('reader.network', 'Enter an address such as 41.90.64.12, or a network such as 10.0.0.0/24.',
      field => 'network');
  elsif given is null and not by_host then
    perform private.refuse('reader.unbound',
      'Enter the addresses that it calls from, or give it a host name of its own.',
      field => 'network');
  end if;
  update public.readers r set state = 'approved', network = given,
    host_key = case when by_host
      then coalesce(r.host_key, substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)) end,
    zone_in_minutes = approve_reader.zone_in_minutes, approved_by = private.signed_in_uid(), approved_at = now()
  where r.id = reader.id returning r.host_key into key;
  update public.reader_health h set stranger_at = null, stranger_from = null where h.reader_id = reader.id;
  return key;
end
$function$;

create or replace function public.class_register (
  class_id uuid,
  day      date
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(class_register.class_id);
begin
  return jsonb_build_object(
    'term', (select t.name from public.school_terms t where t.school_id = class.school_id
      and class_register.day between t.starts_on and t.ends_on),
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id,
      'name', s.full_name, 'admission_number', s.admission_number, 'status', r.status, 'source', r.source)
        order by s.last_name, s.first_name, s.id), '[]')
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id
      where s.id <> all ((select private.withheld_from_me())::uuid[])));
end
$function$;

create or replace function public.compound_list (
  is_in boolean default true
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    seen_at          timestamp with time zone,
    total            integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select s.id, s.full_name, s.admission_number, c.name, g.seen_at,
    (count(*) over ())::integer
  from public.reader_numbers n join public.students s on s.id = n.student_id
    left join public.classes c on c.id = s.class_id
    left join lateral (select g.seen_at, g.direction from public.gate_sightings g where g.student_id = s.id
      order by g.seen_at desc limit 1) g on true
  where n.school_id = school and n.is_boarder and s.status = 'active'
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and coalesce(g.direction = 'in', false) = compound_list.is_in;
end
$function$;

create or replace function public.give_reader_number (
  student_id uuid,
  number     text,
  is_boarder boolean default false
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  given constant text := btrim(coalesce(give_reader_number.number, ''));
  student public.students;
  other text;
  made public.reader_numbers;
begin
  perform private.require('reader:number');
  select * into student from public.students s where s.id = give_reader_number.student_id and s.school_id = school
    and s.status in ('active', 'suspended') and s.id <> all ((select private.withheld_from_me())::uuid[]);
  if student.id is null then
    perform private.refuse('reader.no_student', 'Choose a student of the school.', field => 'student_id');
  elsif given !~ '^[0-9]{1,9}$' then
    perform private.refuse('reader.number', 'Enter the number that the reader has for the student, of up to 9 digits.',
      field => 'number');
  elsif private.consent_state(student.id, 'biometrics') is not true then
    perform private.refuse('reader.no_consent',
      'The guardians of {student} have not agreed to fingerprints and faces. Give a card for the gate instead.',
      jsonb_build_object('student', student.first_name), 'student_id');
  end if;
  select s.full_name into other from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = school and n.number = given and n.student_id <> student.id;
  if other is not null then
    perform private.refuse('reader.number_taken', '{student} has this number.', jsonb_build_object('student', other),
      'number');
  end if;
  insert into public.reader_numbers as n (school_id, student_id, number, is_boarder, given_by)
  values (school, student.id, given, coalesce(give_reader_number.is_boarder, false), private.signed_in_uid())
  on conflict (student_id) do update set number = excluded.number, is_boarder = excluded.is_boarder,
    given_by = excluded.given_by, given_at = now()
  returning n.* into made;
  return private.read_waiting_lines(made);
end
$function$;

create or replace function public.number_class (
  class_id   uuid,
  is_boarder boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  added integer;
  refused integer;
begin
  perform private.require('reader:number');
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  select count(*) into refused from public.students s where s.school_id = school and s.class_id = number_class.class_id
    and s.status in ('active', 'suspended') and private.consent_state(s.id, 'biometrics') is not true;
  insert into public.reader_numbers (school_id, student_id, number, is_boarder, given_by)
  select school, s.id, (f.first + row_number() over (order by s.last_name, s.first_name, s.id))::text,
    coalesce(number_class.is_boarder, false), private.signed_in_uid()
  from public.students s cross join (select coalesce(max(u.number::bigint), 1000) as first from (
      select n.number from public.reader_numbers n where n.school_id = school
      union all select l.number from public.reader_lines l
        where l.school_id = school and l.number ~ '^[0-9]{1,8}$') u) f
  where s.school_id = school and s.class_id = number_class.class_id and s.status in ('active', 'suspended')
    and private.consent_state(s.id, 'biometrics')
    and not exists (select from public.reader_numbers n where n.student_id = s.id);
  get diagnostics added = row_count;
  return jsonb_build_object('given', added, 'without_consent', refused);
end
$function$;

create or replace function public.reader_call (
  route text,
  query jsonb,
  body  text  default ''::text,
  host  text  default ''::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  at constant timestamptz := private.current_moment();
  address constant text := regexp_replace(coalesce(private.caller_address(), ''), '^::ffff:(?=[0-9.]+$)|%.*$', '',
    'gi');
  reader public.readers;
  health public.reader_health;
begin
  select * into reader from public.readers r
  where r.serial = upper(btrim(coalesce(query ->> 'SN', query ->> 'sn', '')));
  if reader.id is null or reader.state = 'stopped'
    or private.is_entitled(reader.school_id, 'addon:biometrics') <> 'on'
    or not private.is_within_rate('reader ' || reader.id || case when reader.state = 'approved'
      and private.is_reader(reader, address, host) then '' else ' stranger' end, 900, interval '1 minute') then
    return null;
  end if;
  -- A call at a time: what the reader sends again while the first is read waits, and is then known.
  select * into health from public.reader_health h where h.reader_id = reader.id for update;
  if reader.state = 'waiting' then
    perform private.note_waiting_reader(reader, address);
    return null;
  elsif not private.is_reader(reader, address, host) then
    update public.reader_health h set stranger_at = at, stranger_from = left(address, 60) where h.reader_id = reader.id;
    return null;
  end if;
  if health.contact_since is null or health.seen_at < at - interval '1 minute' then
    health.contact_since := at;
  end if;
  update public.reader_health h set seen_at = at, contact_since = health.contact_since, silent_told_at = null
  where h.reader_id = reader.id;
  if route = 'getrequest' then
    return private.next_reader_command(reader.id, at);
  elsif route = 'devicecmd' then
    perform private.confirm_reader_commands(reader.id, body, at);
  elsif route = 'options' then
    delete from public.reader_lines l where l.reader_id = reader.id and l.received_at < at - interval '1 year';
    return private.reader_options(reader, health);
  elsif upper(coalesce(query ->> 'table', '')) = 'ATTLOG' then
    update public.reader_health h set stamp = substr(query ->> 'Stamp', 1, 40)
    where h.reader_id = reader.id and query ->> 'Stamp' ~ '^[0-9]+$';
    return 'OK: ' || private.read_attendance(reader, health, body, at) || E'\n';
  elsif body <> '' then
    -- Operation logs carry templates of fingers and faces: acknowledged and thrown away.
    return 'OK: ' || (select count(*) from regexp_split_to_table(body, E'\r?\n') l where btrim(l) <> '') || E'\n';
  end if;
  return E'OK\n';
end
$function$;

create or replace function public.reader_list()
  returns table (
    id              uuid,
    name            text,
    serial          text,
    state           text,
    network         text,
    host_key        text,
    zone_in_minutes boolean,
    called_at       timestamp with time zone,
    called_from     text,
    seen_at         timestamp with time zone,
    stranger_at     timestamp with time zone,
    stranger_from   text,
    clock           text,
    drift           integer,
    is_silent       boolean,
    today           integer,
    waiting         integer,
    total           integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select r.id, r.name, r.serial, r.state, r.network, r.host_key, r.zone_in_minutes, h.called_at, h.called_from,
    h.seen_at, h.stranger_at, h.stranger_from, h.clock, h.drift, private.is_reader_silent(r, h.seen_at),
    (select count(*) from public.gate_sightings g where g.reader_id = r.id
      and g.seen_at >= date_trunc('day', private.current_moment() at time zone s.time_zone) at time zone s.time_zone
    )::integer,
    (select count(*) from public.reader_lines l where l.reader_id = r.id and l.state <> 'set_aside')::integer,
    (count(*) over ())::integer
  from public.readers r join public.reader_health h on h.reader_id = r.id join public.schools s on s.id = r.school_id
  where r.school_id = school;
end
$function$;

create or replace function public.reader_number_list (
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    number           text,
    is_boarder       boolean,
    last_seen_at     timestamp with time zone,
    total            integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select s.id, s.full_name, s.admission_number, c.name, n.number, n.is_boarder,
    (select max(g.seen_at) from public.gate_sightings g where g.student_id = s.id and g.method = 'reader'),
    (count(*) over ())::integer
  from public.reader_numbers n join public.students s on s.id = n.student_id
    left join public.classes c on c.id = s.class_id
  where n.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (reader_number_list.class_id is null or s.class_id = reader_number_list.class_id);
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
    set status = excluded.status, class_id = excluded.class_id, source = null, recorded_by = excluded.recorded_by,
      recorded_at = now()
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

create or replace function public.remove_reader (
  reader_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from public.readers r where r.id = (private.require_reader(remove_reader.reader_id, 'reader:connect')).id;
end
$function$;

create or replace function public.send_reader_name (
  student_id uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  told text;
begin
  perform private.require('reader:number');
  select format(E'DATA UPDATE USERINFO PIN=%s\tName=%s\tPri=0', n.number,
    left(regexp_replace(s.full_name, '[[:cntrl:]]', ' ', 'g'), 24)) into told
  from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = school and n.student_id = send_reader_name.student_id;
  if told is null then
    perform private.refuse('reader.no_number', 'This student has no number any more.', errcode => 'P0002');
  end if;
  return private.tell_readers(school, told);
end
$function$;

create or replace function public.settle_reader_lines (
  line_ids uuid[],
  how      text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
  line public.reader_lines;
  number public.reader_numbers;
  settled integer := 0;
begin
  perform private.require('reader:number');
  if how is null or how not in ('read', 'received', 'set_aside') then
    perform private.refuse('reader.how', 'Say which time counts.', field => 'how');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  for line in select * from public.reader_lines l where l.school_id = school and l.id = any (line_ids)
    and (l.state = 'held' or how = 'set_aside' and l.state <> 'set_aside') order by l.read_at
  loop
    settled := settled + 1;
    if how = 'set_aside' then
      update public.reader_lines l set state = 'set_aside' where l.id = line.id;
      continue;
    end if;
    line.read_at := case when how = 'received' then line.received_at else least(line.read_at, line.received_at) end;
    number := private.reader_number(school, line.number);
    if number.id is null then
      update public.reader_lines l set state = 'unknown', read_at = line.read_at where l.id = line.id;
    else
      delete from public.reader_lines l where l.id = line.id;
      perform private.record_reading(line.reader_id, line.id, number, line.read_at, line.direction, now());
    end if;
  end loop;
  return settled;
end
$function$;

create or replace function public.stop_reader (
  reader_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.readers r set state = case when r.state = 'stopped' then 'waiting' else 'stopped' end
  where r.id = (private.require_reader(stop_reader.reader_id, 'reader:connect')).id;
end
$function$;

create or replace function public.take_reader_number (
  student_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:biometrics');
begin
  perform private.require('reader:number');
  delete from public.reader_numbers n where n.school_id = school and n.student_id = take_reader_number.student_id;
  if not found then
    perform private.refuse('reader.no_number', 'This student has no number any more.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.unknown_reader_numbers()
  returns table (
    number   text,
    readings integer,
    first_at timestamp with time zone,
    last_at  timestamp with time zone,
    reader   text,
    total    integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select l.number, count(*)::integer, min(l.read_at), max(l.read_at), string_agg(distinct r.name, ', '),
    (count(*) over ())::integer
  from public.reader_lines l join public.readers r on r.id = l.reader_id
  where l.school_id = school and l.state = 'unknown' group by l.number;
end
$function$;

alter table public.attendance
  add constraint attendance_source_check check ((source = ANY (ARRAY['gate'::text, 'reader'::text])));

alter table public.gate_sightings
  add constraint gate_sightings_method_check check ((method = ANY (ARRAY['card'::text, 'number'::text, 'reader'::text])));

alter table public.gate_sightings
  add constraint gate_sightings_outcome_check
    check
    ((outcome = ANY (ARRAY['present'::text, 'late'::text, 'again'::text, 'contradicts'::text, 'outside_terms'::text, 'left'::text,
    'staff'::text, 'compound'::text])));

alter table public.reader_numbers
  add constraint reader_numbers_given_by_fkey foreign key (given_by) references public.users(id) on delete set null;

alter table public.reader_numbers
  add constraint reader_numbers_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.reader_numbers
  add constraint reader_numbers_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.readers
  add constraint readers_approved_by_fkey foreign key (approved_by) references public.users(id) on delete set null;

alter table public.reader_commands
  add constraint reader_commands_reader_id_school_id_fkey foreign key (reader_id, school_id) references public.readers(id, school_id)
    on delete cascade;

alter table public.reader_health
  add constraint reader_health_reader_id_school_id_fkey foreign key (reader_id, school_id) references public.readers(id, school_id)
    on delete cascade;

alter table public.reader_lines
  add constraint reader_lines_reader_id_school_id_fkey foreign key (reader_id, school_id) references public.readers(id, school_id)
    on delete cascade;

alter table public.gate_sightings
  add constraint gate_sightings_reader_id_fkey foreign key (reader_id) references public.readers(id) on delete set null;

alter table public.readers
  add constraint readers_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index gate_sightings_reader_idx on public.gate_sightings using btree (reader_id, seen_at desc);

create index reader_commands_school_idx on public.reader_commands using btree (school_id, reader_id, number desc);

create index reader_health_school_idx on public.reader_health using btree (school_id);

create index reader_lines_number_idx on public.reader_lines using btree (school_id, number)
  where (state = 'unknown'::text);

create index reader_lines_reader_idx on public.reader_lines using btree (reader_id, received_at desc);

create index reader_lines_school_idx on public.reader_lines using btree (school_id, state, received_at desc);

create index reader_numbers_given_by_idx on public.reader_numbers using btree (given_by);

create index readers_approved_by_idx on public.readers using btree (approved_by);

create index readers_school_idx on public.readers using btree (school_id, name);

create trigger withdraw_reader_number
  after insert on public.consents
  for each row
  when (((new.purpose = 'biometrics'::text) AND (NOT new.is_given)))
  execute function private.withdraw_reader_number();

create trigger needs_subscription
  before insert or delete or update on public.reader_commands
  for each STATEMENT
  execute function private.require_subscription();

create trigger tell_added after insert on public.reader_commands
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.reader_commands
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.reader_commands
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger needs_subscription
  before insert or delete or update on public.reader_health
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.reader_lines
  for each STATEMENT
  execute function private.require_subscription();

create trigger tell_added after insert on public.reader_lines
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.reader_lines
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.reader_lines
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger audit
  after insert or delete or update on public.reader_numbers
  for each row
  execute function private.audit();

create trigger end_reader_number
  after delete on public.reader_numbers
  for each row
  execute function private.end_reader_number();

create trigger needs_subscription
  before insert or delete or update on public.reader_numbers
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.reader_numbers
  for each STATEMENT
  execute function private.note_addon_use('addon:biometrics');

create trigger tell_added after insert on public.reader_numbers
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.reader_numbers
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.reader_numbers
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger audit
  after insert or delete or update on public.readers
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.readers
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.readers
  for each STATEMENT
  execute function private.note_addon_use('addon:biometrics');

create trigger tell_added after insert on public.readers
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.readers
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.readers
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create policy "Staff see whom readers saw" on public.gate_sightings
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select
    private.may('attendance:take'::text) as may) AND
    ((student_id is null) or (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[])))));

create policy "The office sees what readers are told" on public.reader_commands
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select private.may('reader:number'::text)
    as may)));

create policy "The office sees how its readers are" on public.reader_health
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select private.may('reader:number'::text)
    as may)));

create policy "The office sees what readers sent" on public.reader_lines
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select private.may('reader:number'::text)
    as may)));

create policy "The office sees numbers on readers" on public.reader_numbers
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select private.may('reader:number'::text)
    as may) AND (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[]))));

create policy "The office sees its readers" on public.readers
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:biometrics'::text) as addon_school)) AND ( select private.may('reader:number'::text)
    as may)));

comment on column public.attendance.source is 'What made the mark: a scan at the gate or a reader; null for one that a person made.';

comment on column public.gate_sightings.reader_id is 'The reader that saw the student; null for cards and typed numbers.';

comment on column public.reader_health.drift is 'Seconds that its clock is ahead; negative when it is behind.';

comment on column public.readers.host_key is 'First label of the host name that it calls, which nobody else knows; null for any.';

comment on column public.readers.network is 'Addresses that it calls from, as 10.0.0.0/24; null for any.';

comment on column public.readers.zone_in_minutes is 'Whether its firmware reads the time zone as minutes; most read hours.';

comment on function public.add_reader(text, text) is 'Enters a reader by its serial number. It counts once it has called and was approved. Administrators only.';

comment on function public.approve_reader(uuid, text, boolean, boolean) is 'Lets a reader that has called count, from a network or by a host name of its own, whose first label it answers. Administrators only.';

comment on function public.class_register(uuid, date) is 'The register of a class on a day: {term: its name, or null outside the school''s terms, students: [{id, name, admission_number, status, source}]}; status is null for a student without a mark, source gate or reader for one that nobody made.';

comment on function public.compound_list(boolean) is 'Boarders who are on the compound, by when they were seen last, or those who are not. The office only.';

comment on function public.give_reader_number(uuid, text, boolean) is 'Says by which number readers know a student whose guardians have agreed, and fills registers from what has waited of it; answers how many readings that were. The office only.';

comment on function public.number_class(uuid, boolean) is 'Gives the students of a class whose guardians have agreed the next free numbers: {given, without_consent}. The office only.';

comment on function public.reader_call(text, jsonb, text, text) is 'A call of a reader: route options, cdata, getrequest or devicecmd, query with SN, table and Stamp, body and the host name it called. Answers what the reader is told; null where the call is not acknowledged.';

comment on function public.reader_list() is 'The readers of the caller''s school: their state, when they were last seen, whether they are silent or their clock is wrong (drift in seconds, ahead is positive), how many readings came today and how many wait. The office only.';

comment on function public.reader_number_list(uuid) is 'Students with a number on the readers, and when a reader saw them last. The office only.';

comment on function public.remove_reader(uuid) is 'Removes a reader with what waits of it; whom it saw stays in the log. Administrators only.';

comment on function public.send_reader_name(uuid) is 'Has the readers show a student''s name; answers how many are told. The office only.';

comment on function public.settle_reader_lines(uuid[], text) is 'Decides about readings that wait because of a wrong clock: read counts the time of the reader, received the time at which they came; set_aside is for any that wait and mean nothing. Answers how many. The office only.';

comment on function public.stop_reader(uuid) is 'Stops a reader, so that nothing it sends counts; a stopped one waits for approval again. Administrators only.';

comment on function public.take_reader_number(uuid) is 'Takes a student''s number away, also from the readers with what they have for it. The office only.';

comment on function public.unknown_reader_numbers() is 'Numbers that readers sent and nobody has, with how many readings wait for them. The office only.';

comment on table public.gate_sightings is 'Who was seen at the gate. id is made by the scanning device, so sending a scan again stores nothing. contradicts: the register says absent or excused. outside_terms: there is no register. compound: a boarder who was seen after the register''s time.';

comment on table public.reader_commands is 'What a reader is told when it asks next. Sent again until it confirms.';

comment on table public.reader_health is 'seen_at: its last call that counted. contact_since: since when it has called without a break. called_at: the last call before it was approved. stranger_at: a call by its number that was refused.';

comment on table public.reader_lines is 'What readers sent that is no sighting yet. unknown: nobody has the number. held: the clock of the reader was wrong, so a person says which time counts. set_aside: a person said that it is nothing.';

comment on table public.reader_numbers is 'By which number readers know a student. With the consent of the guardians.';

comment on table public.readers is 'The serial number is all that a reader says of itself, and anyone can read it on its label. So a reader counts once it was approved, and only from its network or by its host name.';

revoke all on function private.caller_address() from public;

revoke all on function private.confirm_reader_commands(uuid, text, timestamp with time zone) from public;

revoke all on function private.end_reader_number() from public;

revoke all on function private.is_network(text) from public;

grant execute on function private.is_network(text) to authenticated;

grant execute on function private.is_network(text) to service_role;

revoke all on function private.is_reader(public.readers, text, text) from public;

revoke all on function private.is_reader_silent(public.readers, timestamp with time zone) from public;

revoke all
  on function private.judge_clock(public.reader_health, timestamp with time zone, boolean, timestamp with time zone)
  from public;

revoke all on function private.next_reader_command(uuid, timestamp with time zone) from public;

revoke all on function private.note_waiting_reader(public.readers, text) from public;

revoke all on function private.read_attendance(public.readers, public.reader_health, text, timestamp with time zone) from public;

revoke all on function private.read_line(public.readers, public.reader_health, text, timestamp with time zone) from public;

revoke all on function private.read_waiting_lines(public.reader_numbers) from public;

revoke all on function private.reader_moment(text, text) from public;

revoke all on function private.reader_number(uuid, text) from public;

revoke all on function private.reader_options(public.readers, public.reader_health) from public;

revoke all on function private.reader_setting(uuid, text) from public;

revoke all
  on function private.record_reading(uuid, uuid, public.reader_numbers, timestamp with time zone, text, timestamp with time zone)
  from public;

revoke all on function private.register_arrival(uuid, uuid, date, boolean, text) from public;

revoke all on function private.register_students(uuid, date) from public;

revoke all on function private.require_reader(uuid, text) from public;

revoke all on function private.tell_family_of_gate(public.gate_sightings, text) from public;

revoke all on function private.tell_of_clock(public.readers, public.reader_health, date) from public;

revoke all on function private.tell_of_silent_reader(uuid) from public;

revoke all on function private.tell_readers(uuid, text) from public;

revoke all on function private.withdraw_reader_number() from public;

revoke all on function public.add_reader(text, text) from public;

grant execute on function public.add_reader(text, text) to authenticated;

grant execute on function public.add_reader(text, text) to service_role;

revoke all on function public.approve_reader(uuid, text, boolean, boolean) from public;

grant execute on function public.approve_reader(uuid, text, boolean, boolean) to authenticated;

grant execute on function public.approve_reader(uuid, text, boolean, boolean) to service_role;

revoke all on function public.compound_list(boolean) from public;

grant execute on function public.compound_list(boolean) to authenticated;

grant execute on function public.compound_list(boolean) to service_role;

revoke all on function public.give_reader_number(uuid, text, boolean) from public;

grant execute on function public.give_reader_number(uuid, text, boolean) to authenticated;

grant execute on function public.give_reader_number(uuid, text, boolean) to service_role;

revoke all on function public.number_class(uuid, boolean) from public;

grant execute on function public.number_class(uuid, boolean) to authenticated;

grant execute on function public.number_class(uuid, boolean) to service_role;

revoke all on function public.reader_call(text, jsonb, text, text) from public;

grant execute on function public.reader_call(text, jsonb, text, text) to anon, authenticated;

grant execute on function public.reader_call(text, jsonb, text, text) to service_role;

revoke all on function public.reader_list() from public;

grant execute on function public.reader_list() to authenticated;

grant execute on function public.reader_list() to service_role;

revoke all on function public.reader_number_list(uuid) from public;

grant execute on function public.reader_number_list(uuid) to authenticated;

grant execute on function public.reader_number_list(uuid) to service_role;

revoke all on function public.remove_reader(uuid) from public;

grant execute on function public.remove_reader(uuid) to authenticated;

grant execute on function public.remove_reader(uuid) to service_role;

revoke all on function public.send_reader_name(uuid) from public;

grant execute on function public.send_reader_name(uuid) to authenticated;

grant execute on function public.send_reader_name(uuid) to service_role;

revoke all on function public.settle_reader_lines(uuid[], text) from public;

grant execute on function public.settle_reader_lines(uuid[], text) to authenticated;

grant execute on function public.settle_reader_lines(uuid[], text) to service_role;

revoke all on function public.stop_reader(uuid) from public;

grant execute on function public.stop_reader(uuid) to authenticated;

grant execute on function public.stop_reader(uuid) to service_role;

revoke all on function public.take_reader_number(uuid) from public;

grant execute on function public.take_reader_number(uuid) to authenticated;

grant execute on function public.take_reader_number(uuid) to service_role;

revoke all on function public.unknown_reader_numbers() from public;

grant execute on function public.unknown_reader_numbers() to authenticated;

grant execute on function public.unknown_reader_numbers() to service_role;

grant select on table public.reader_commands to authenticated;

grant all on table public.reader_commands to service_role;

grant select on table public.reader_health to authenticated;

grant all on table public.reader_health to service_role;

grant select on table public.reader_lines to authenticated;

grant all on table public.reader_lines to service_role;

grant select on table public.reader_numbers to authenticated;

grant all on table public.reader_numbers to service_role;

grant select on table public.readers to authenticated;

grant all on table public.readers to service_role;

alter table public.readers
  add constraint readers_network_check check (private.is_network(network));

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.reader_commands", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:biometrics", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.reader_health", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:biometrics", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.reader_lines", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:biometrics", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.reader_numbers", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "label": "Numbers on readers", "reader": null, "traced": [], "aged_by": null, "feature": "addon:biometrics", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.readers", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Readers", "reader": null, "traced": [], "aged_by": null, "feature": "addon:biometrics", "notices": ["reader"], "subject": null, "retention": null, "counts_use": true, "unexported": ["host_key"], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:biometrics', '{
"sold_as": "Biometrics Entry",
"permissions": [
  {"name": "reader:connect", "roles": ["admin"],
    "sentence": "May connect readers of fingerprints and faces."},
  {"name": "reader:number", "roles": ["admin","staff"],
    "sentence": "May give students their numbers on readers."}],
"settings": [
  {"name":"late_after","kind":"time","value":"08:00"},
  {"name":"boarders_until","kind":"time","value":"17:00"},
  {"name":"message_arrivals","kind":"switch","value":true},
  {"name":"message_departures","kind":"switch","value":false},
  {"name":"hours_from","kind":"time","value":"06:00"},
  {"name":"hours_to","kind":"time","value":"17:00"}]}');
