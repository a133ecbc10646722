set check_function_bodies = off;

create or replace function private.expire_school_exports()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  expired integer;
begin
  insert into private.files_to_delete (bucket, name)
  select 'school-exports', format('%s/%s.zip', e.school_id, e.id) from public.school_exports e where e.state = 'ready' and e.expires_at <= now() on conflict do nothing;
  update public.school_exports e set state = 'expired' where e.state = 'ready' and e.expires_at <= now();
  get diagnostics expired = row_count;
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id = 'school-exports' and o.created_at < now() - interval '1 hour' and not exists (select from public.school_exports e
    where e.state in ('waiting', 'running') and o.name like format('%s/%s%%', e.school_id, e.id) or e.state = 'ready' and o.name = format('%s/%s.zip', e.school_id, e.id))
  on conflict do nothing;
  return expired;
end
$function$;
