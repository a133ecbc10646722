-- What the screens list.

-- Whether a reader should have called: ten minutes of silence on a weekday of a term, in the hours of the school.
create function private.is_reader_silent(reader public.readers, seen_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
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
$$;

create function private.tell_of_silent_reader(reader_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.reader_list() returns table (id uuid, name text, serial text, state text, network text,
  host_key text, zone_in_minutes boolean, called_at timestamptz, called_from text, seen_at timestamptz,
  stranger_at timestamptz, stranger_from text, clock text, drift integer, is_silent boolean, today integer,
  waiting integer, total integer)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.reader_list() is
  'The readers of the caller''s school: their state, when they were last seen, whether they are silent or their clock '
    'is wrong (drift in seconds, ahead is positive), how many readings came today and how many wait. The office only.';
grant execute on function public.reader_list() to authenticated;

create function public.unknown_reader_numbers() returns table (number text, readings integer, first_at timestamptz,
  last_at timestamptz, reader text, total integer)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.unknown_reader_numbers() is
  'Numbers that readers sent and nobody has, with how many readings wait for them. The office only.';
grant execute on function public.unknown_reader_numbers() to authenticated;

create function public.reader_number_list(class_id uuid default null) returns table (student_id uuid, name text,
  admission_number text, class_name text, number text, is_boarder boolean, last_seen_at timestamptz, total integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:biometrics');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  perform private.require('reader:number');
  return query
  select s.id, s.full_name, s.admission_number, c.name, n.number, coalesce(s.boarding = 'boarder', false),
    (select max(g.seen_at) from public.gate_sightings g where g.student_id = s.id and g.method = 'reader'),
    (count(*) over ())::integer
  from public.reader_numbers n join public.students s on s.id = n.student_id
    left join public.classes c on c.id = s.class_id
  where n.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (reader_number_list.class_id is null or s.class_id = reader_number_list.class_id);
end
$$;
comment on function public.reader_number_list(uuid) is
  'Students with a number on the readers, and when a reader saw them last. The office only.';
grant execute on function public.reader_number_list(uuid) to authenticated;

create function public.compound_list(is_in boolean default true) returns table (student_id uuid, name text,
  admission_number text, class_name text, seen_at timestamptz, total integer)
language plpgsql stable security definer set search_path = '' as $$
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
  where n.school_id = school and s.boarding = 'boarder' and s.status = 'active'
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and coalesce(g.direction = 'in', false) = compound_list.is_in;
end
$$;
comment on function public.compound_list(boolean) is
  'Boarders who are on the compound, by when they were seen last, or those who are not. The office only.';
grant execute on function public.compound_list(boolean) to authenticated;
