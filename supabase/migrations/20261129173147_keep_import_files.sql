set check_function_bodies = off;

alter table public.imports
  add column file_size bigint;

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
  -- Nobody joins or leaves until this is done.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school
    and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files')
      and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files')
      and o.name like school || '/%'
    on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school
    and split_part(m.idempotency_key, '/', 2) = s.id::text;
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

create or replace function private.erase_student (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alone uuid[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    perform private.refuse('erasure.not_yet',
      'This student’s data cannot be erased yet. See the reasons with the request.');
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id
      and o.student_id <> student));
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id
    and (n.source like '%' || student || '%' or n.source in (select private.notice_sources(student)));
  account := private.account_of_student(student);
  -- The log among them keeps who did what and when, without what stood there.
  perform private.erase_rows(student);
  perform private.remove_import_files((select s.school_id from public.students s where s.id = student));
  delete from public.guardians where id = any (alone);
  update public.students set admission_number = 'X-' || left(id::text, 13), user_id = null where id = student;
  delete from auth.users where id = account;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians'
    and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students',
    s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.import_file_size (
  import public.imports
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select (o.metadata ->> 'size')::bigint from storage.objects o
  where o.bucket_id = 'import-files' and o.name = import.school_id || '/' || import.id
    and not exists (select from private.files_to_delete f where f.bucket = o.bucket_id and f.name = o.name)
$function$;

create or replace function private.remove_import_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.files_to_delete (bucket, name) select 'import-files', o.name from storage.objects o
  where o.bucket_id = 'import-files' and o.name = old.school_id || '/' || old.id on conflict do nothing;
  return null;
end
$function$;

create or replace function private.remove_import_files (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.files_to_delete (bucket, name) select 'import-files', o.name from storage.objects o
  where o.bucket_id = 'import-files' and o.name like school || '/%' on conflict do nothing;
  update public.imports i set file_size = null where i.school_id = school and i.file_size is not null;
end
$function$;

create or replace function private.stored_bytes (
  school uuid
)
  returns bigint
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
begin
  return (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
    where o.bucket_id in ('school-documents', 'import-files') and o.name like school || '/%');
end
$function$;

create or replace function private.sweep_files()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  swept integer;
begin
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.created_at < now() - interval '1 day' and case o.bucket_id
    when 'school-documents' then not exists (select from public.documents d where d.file_path = o.name)
      and not exists (select from private.school_looks l where o.name in (l.crest_path, l.signature_path))
    when 'import-files' then not exists (select from public.imports i where o.name = i.school_id || '/' || i.id)
    when 'cms-media' then not exists (select from public.cms_media m where m.file_path = o.name
      or m.sizes @> jsonb_build_array(jsonb_build_object('path', o.name)))
      and not exists (select from public.cms_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.published_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.settings s where strpos(s::text, o.name) > 0)
    else false end
  on conflict do nothing;
  get diagnostics swept = row_count;
  return swept;
end
$function$;

create or replace function public.check_import (
  import  uuid,
  choices jsonb default null::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '60s'
  AS $function$
#variable_conflict use_column
declare
  own public.imports := private.import_of_caller(check_import.import);
begin
  if own.state not in ('open', 'checked') then
    perform private.refuse('import.begun', 'This file is being imported already.');
  elsif not exists (select from public.import_rows r where r.school_id = own.school_id and r.import_id = own.id) then
    perform private.refuse('import.empty', 'The file has no rows below its header.', field => 'rows');
  end if;
  update public.imports i set state = 'checked', choices = coalesce(check_import.choices, i.choices), answers = '{}',
    file_size = private.import_file_size(own)
  where i.id = own.id returning i.* into own;
  return private.check_import_rows(own);
end
$function$;

create trigger remove_file
  after delete on public.imports
  for each row
  execute function private.remove_import_file();

create policy "People read the files of the imports that they see" on storage.objects
  for select
  to authenticated
  using (((bucket_id = 'import-files'::text) AND (name in ( select ((i.school_id || '/'::text) || i.id)
   from public.imports i))));

create policy "People store the file of an import that they begin" on storage.objects
  for insert
  to authenticated
  with check (((bucket_id = 'import-files'::text) AND (name IN ( SELECT ((i.school_id || '/'::text) || i.id)
   FROM public.imports i
  WHERE ((i.started_by = ( SELECT private.signed_in_uid() AS signed_in_uid)) AND (i.state = 'open'::text)))) AND
    ( SELECT private.may_write() AS may_write) AND private.require_storage_room(( SELECT private.my_school() AS my_school), metadata)));

comment on column public.imports.file_size is 'Of the file itself, where it was kept: in the private bucket import-files at <school id>/<import id>.';

revoke all on function private.import_file_size(public.imports) from public;

revoke all on function private.remove_import_file() from public;

revoke all on function private.remove_import_files(uuid) from public;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'import-files', 'import-files', false, 5242880,
  array['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;
