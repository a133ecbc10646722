-- The file itself that an import was made of, for as long as the import is there: for those who may bring its kind.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'import-files', 'import-files', false, 5242880,
  array['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;

create policy "People read the files of the imports that they see" on storage.objects for select to authenticated
  using (bucket_id = 'import-files' and name in (select i.school_id || '/' || i.id from public.imports i));
create policy "People store the file of an import that they begin" on storage.objects for insert to authenticated
  with check (bucket_id = 'import-files'
    and name in (select i.school_id || '/' || i.id from public.imports i
      where i.started_by = (select private.signed_in_uid()) and i.state = 'open')
    and (select private.may_write())
    and private.require_storage_room((select private.my_school()), metadata));

create function private.import_file_size(import public.imports) returns bigint
language sql stable security definer set search_path = '' as $$
  select (o.metadata ->> 'size')::bigint from storage.objects o
  where o.bucket_id = 'import-files' and o.name = import.school_id || '/' || import.id
    and not exists (select from private.files_to_delete f where f.bucket = o.bucket_id and f.name = o.name)
$$;

create function private.remove_import_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_delete (bucket, name) select 'import-files', o.name from storage.objects o
  where o.bucket_id = 'import-files' and o.name = old.school_id || '/' || old.id on conflict do nothing;
  return null;
end
$$;
create trigger remove_file after delete on public.imports for each row execute function private.remove_import_file();

-- For an erasure: nobody has read whom else a file names, so all files of the school go. Their rows stay, as far as
-- they are about others.
create function private.remove_import_files(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_delete (bucket, name) select 'import-files', o.name from storage.objects o
  where o.bucket_id = 'import-files' and o.name like school || '/%' on conflict do nothing;
  update public.imports i set file_size = null where i.school_id = school and i.file_size is not null;
end
$$;
