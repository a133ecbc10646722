-- What a line of a reader means: whom it saw, what follows for the register, and whether its clock can be believed.

-- Whom a reader sees is told by the gate's messages, so families choose them under the same topic.
update private.message_topics set features = features || '{addon:biometrics}' where topic = 'gate';

-- The register and the message home from a reading of somebody whose number is known.
create function private.record_reading(reader uuid, line uuid, number public.reader_numbers, at timestamptz,
  direction text, received timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := number.school_id;
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  clock constant time := (at at time zone zone)::time;
  is_boarder constant boolean := coalesce((select s.boarding = 'boarder' from public.students s
    where s.id = number.student_id), false);
  is_back constant boolean := not is_boarder or coalesce((select g.direction = 'out' from public.gate_sightings g
    where g.student_id = number.student_id and g.seen_at < at order by g.seen_at desc limit 1), true);
  seen public.gate_sightings;
begin
  seen.outcome := case when direction = 'out' then 'left'
    when not is_boarder then private.register_arrival(number.student_id, school, private.school_day(school, at),
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
$$;

-- Who has a number; only while the guardians agree and the student is here.
create function private.reader_number(school uuid, number text) returns public.reader_numbers
language sql stable security definer set search_path = '' as $$
  select n.* from public.reader_numbers n join public.students s on s.id = n.student_id
  where n.school_id = reader_number.school and n.number = reader_number.number
    and s.status in ('active', 'suspended') and private.consent_state(n.student_id, 'biometrics')
$$;

-- One line of an attendance log: number, time, status. Answers new, known, unknown, malformed or held.
create function private.read_line(reader public.readers, health public.reader_health, raw text, received timestamptz)
  returns text
language plpgsql security definer set search_path = '' as $$
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
$$;

-- What one line that comes alone, in the moment it happens, says of the clock. A reader that was in contact all the
-- time since it read would have sent it then; three that are late by the same are no backlog either.
create function private.judge_clock(health public.reader_health, read_at timestamptz, is_alone boolean,
  received timestamptz) returns public.reader_health
language plpgsql stable set search_path = '' as $$
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
$$;

create function private.tell_of_clock(reader public.readers, health public.reader_health, day date) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- A post of an attendance log. Answers how many lines came, also those that are known or wrong: a reader sends again
-- what is not counted, for ever.
create function private.read_attendance(reader public.readers, health public.reader_health, body text,
  received timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
