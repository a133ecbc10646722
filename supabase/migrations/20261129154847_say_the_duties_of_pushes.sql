set check_function_bodies = off;

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
  from (select (extract(epoch from m.at at time zone h.time_zone - m.at at time zone 'UTC') / 3600)::integer as hours
    from public.schools h, (select private.current_moment() as at) m where h.id = reader.school_id) z
$function$;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.push_outbox", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
