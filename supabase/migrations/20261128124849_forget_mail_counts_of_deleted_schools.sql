set check_function_bodies = off;

create or replace function private.delete_school (
  school uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
begin
  -- Nobody joins or leaves meanwhile.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = 'user' where u.school_id = school and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%' on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from private.mail_spending m where m.subject = 'school ' || school;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$function$;
