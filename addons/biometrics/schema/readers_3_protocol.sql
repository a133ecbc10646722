-- The push protocol of ZKTeco readers. A reader calls when it starts (cdata), every ten seconds (getrequest), with what
-- it read (cdata), and when it has done what it was told (devicecmd). It keeps everything until it reads OK.

create function private.reader_options(reader public.readers, health public.reader_health) returns text
language sql stable security definer set search_path = '' as $$
  select array_to_string(array[
    'GET OPTION FROM: ' || reader.serial,
    'ATTLOGStamp=' || coalesce(health.stamp, '0'), 'OPERLOGStamp=9999', 'ATTPHOTOStamp=9999',
    'ErrorDelay=30', 'Delay=10', 'TransTimes=00:00;14:05', 'TransInterval=1',
    -- The attendance log alone: neither templates of fingers and faces nor photographs.
    'TransFlag=1000000000',
    'TimeZone=' || case when reader.zone_in_minutes then z.hours * 60 else z.hours end,
    'Realtime=1', 'Encrypt=None', ''], E'\n')
  from (select (extract(epoch from m.at at time zone h.time_zone - m.at at time zone 'UTC') / 3600)::integer as hours
    from public.schools h, (select private.current_moment() as at) m where h.id = reader.school_id) z
$$;

-- The next command that is due: a new one, or one that was not confirmed for five minutes.
create function private.next_reader_command(reader uuid, at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
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
$$;

-- Lines such as ID=12&Return=0&CMD=DATA.
create function private.confirm_reader_commands(reader uuid, body text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.reader_commands c set state = case when d.result >= 0 then 'done' else 'failed' end, done_at = at
  from (select distinct on (number) m[1]::integer as number, m[2]::integer as result
    from regexp_matches(body, 'ID=([0-9]{1,9})&Return=(-?[0-9]{1,6})', 'g') as m (m)) d
  where c.reader_id = confirm_reader_commands.reader and c.number = d.number and c.state = 'sent'
$$;

-- Whether a call by the number of a reader is that reader: from its network, by its host name.
create function private.is_reader(reader public.readers, address text, host text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return (reader.host_key is null or split_part(lower(host), '.', 1) = reader.host_key)
    and (reader.network is null or coalesce(address::inet <<= reader.network::cidr, false));
exception when invalid_text_representation then
  return false;
end
$$;

-- A call before somebody has approved the reader: only where it came from is noted, and the administrator told once.
create function private.note_waiting_reader(reader public.readers, address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.reader_health h set called_at = private.current_moment(), called_from = address
  where h.reader_id = reader.id;
  perform private.notify(private.people_with(reader.school_id, 'reader:connect'),
    format('reader/%s/waiting', reader.id),
    private.say('{reader} has called', jsonb_build_object('reader', reader.name)),
    private.say('It counts once you have approved it.'), '/dashboard/addons/biometrics');
end
$$;

-- Without a session: who calls is a device, and all it can do is here. What is not answered with a text is not
-- acknowledged, whatever the reason, so that nobody learns which numbers are known, and a reader keeps what it has.
create function public.reader_call(route text, query jsonb, body text default '', host text default '') returns text
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.reader_call(text, jsonb, text, text) is
  'A call of a reader: route options, cdata, getrequest or devicecmd, query with SN, table and Stamp, body and the '
    'host name it called. Answers what the reader is told; null where the call is not acknowledged.';
revoke execute on function public.reader_call(text, jsonb, text, text) from public;
grant execute on function public.reader_call(text, jsonb, text, text) to anon, authenticated;
