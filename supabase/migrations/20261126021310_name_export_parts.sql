set check_function_bodies = off;

drop function public.save_export_part(uuid, integer, integer, jsonb);

alter table public.school_exports
  add column part_names text[] not null default '{}'::text[];

-- The parts of exports that are being written were named by their numbers.
update public.school_exports e
  set part_names = array(select n::text from generate_series(0, e.parts - 1) n)
  where e.parts > 0;

alter table public.school_exports
  drop column parts;

create or replace function public.claim_school_export()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  claimed public.school_exports;
begin
  update public.school_exports e set state = 'running', claimed_until = now() + interval '1 minute'
  where e.id = (select n.id from public.school_exports n where n.state in ('waiting', 'running') and coalesce(n.claimed_until, '-infinity') < now() order by n.created_at limit 1 for update skip locked)
  returning * into claimed;
  if claimed.id is null then
    return null;
  end if;
  return jsonb_build_object('id', claimed.id, 'school_id', claimed.school_id, 'part_names', claimed.part_names, 'size', claimed.size,
    'entries', (select coalesce(jsonb_agg(to_jsonb(n) - 'export_id' order by n.position), '[]')
      from (select x.* from private.export_entries x where x.export_id = claimed.id and not x.is_done order by x.position limit 200) n));
end
$function$;

create or replace function public.finish_school_export (
  export_id uuid,
  size      bigint
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.school_exports e set state = 'ready', size = finish_school_export.size, finished_at = now(), expires_at = now() + interval '7 days', claimed_until = null
  where e.id = finish_school_export.export_id and e.state = 'running';
  insert into private.files_to_delete (bucket, name)
  select 'school-exports', format('%s/%s/%s', e.school_id, e.id, n) from public.school_exports e, unnest(e.part_names) n where e.id = finish_school_export.export_id on conflict do nothing;
  delete from private.export_entries x where x.export_id = finish_school_export.export_id;
end
$function$;

create or replace function public.save_export_part (
  export_id uuid,
  part      integer,
  name      text,
  bytes     integer,
  entries   jsonb
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  update public.school_exports e set part_names = e.part_names || save_export_part.name, size = e.size + bytes, claimed_until = now() + interval '1 minute', failures = 0
  where e.id = save_export_part.export_id and e.state = 'running' and cardinality(e.part_names) = part;
  if not found then
    return false;
  end if;
  update private.export_entries x set last_key = n.last_key, offset_bytes = n.offset_bytes, crc = n.crc, size = n.size, compressed = n.compressed, is_done = n.is_done
  from jsonb_to_recordset(save_export_part.entries) as n (position integer, last_key jsonb, offset_bytes bigint, crc bigint, size bigint, compressed bigint, is_done boolean)
  where x.export_id = save_export_part.export_id and x.position = n.position;
  update public.school_exports e set entries_done = (select count(*) from private.export_entries x where x.export_id = e.id and x.is_done) where e.id = save_export_part.export_id;
  return true;
end
$function$;

comment on column public.school_exports.part_names is 'The stored parts in their order. Each worker gives its parts new names: one that was taken for dead cannot write over what another has stored.';

comment on function public.save_export_part(uuid, integer, text, integer, jsonb) is 'For the server: that a part of the ZIP is stored, and how far its entries are written.';

revoke all on function public.save_export_part(uuid, integer, text, integer, jsonb) from public;

grant execute on function public.save_export_part(uuid, integer, text, integer, jsonb) to service_role;
