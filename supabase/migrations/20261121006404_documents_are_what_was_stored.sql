-- Documents of a school: kinds and sizes are judged where the file arrives, and a document says what was really stored.
update storage.buckets set allowed_mime_types = array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/vnd.openxmlformats-officedocument.presentationml.presentation']
where id = 'school-documents';

create function private.take_stored_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored record;
begin
  if auth.uid() is null then
    return new;
  end if;
  select (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mimetype into stored
  from storage.objects o where o.bucket_id = 'school-documents' and o.name = new.file_path and o.owner_id = auth.uid()::text;
  if not found then
    raise exception using errcode = 'P0001', message = 'The file has not arrived. Choose it again and upload it.', hint = 'document.no_file', detail = 'file_path';
  end if;
  new.file_size := stored.size;
  new.mime_type := stored.mimetype;
  return new;
end
$$;
create trigger take_stored_file before insert on public.documents for each row execute function private.take_stored_file();

create policy "Who uploaded a document removes its file" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents' and owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = (select private.staff_school())::text);
