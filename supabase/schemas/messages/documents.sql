create table public.documents (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  file_path text not null unique,
  file_size bigint not null default 0 check (file_size between 0 and 26214400),
  mime_type text not null default '' check (length(mime_type) <= 120),
  audience public.user_role[] not null default '{}',
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(title)) stored,
  check (split_part(file_path, '/', 1) = school_id::text),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.documents is 'Files of a school in the private bucket school-documents, at <school '
  'id>/<name>. With a student_id, only for the student, the family and their teachers.';

create index documents_school_idx on public.documents (school_id, created_at desc, id);
create index documents_student_idx on public.documents (student_id);

select private.school_table('public.documents', subject => 'student_id', erase => 'keep', refuses_unread => true,
  audit => true, key => '{id}', live => '{members}');
grant
  select,
  insert (school_id, student_id, title, file_path, audience),
  update (title, audience)
  on public.documents to authenticated;

create policy "People see documents meant for them, the office all of them" on public.documents for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and (student_id is null or student_id <> all ((select private.withheld_from_me())::uuid[]))
    and ((select private.may('document:read-all')) or uploaded_by = (select private.signed_in_uid())
      or (audience && (select private.my_bases())::public.user_role[]
        and (student_id is null or student_id in (select private.my_taught_student_ids())
          or student_id in (select private.my_student_ids())))));
create policy "Staff of a school add documents" on public.documents for insert to authenticated
  with check (school_id = (select private.school_where('document:share'))
    and (student_id is null or (select private.may('document:manage'))
    or student_id in (select private.my_taught_student_ids())));
create policy "The office and uploaders change documents" on public.documents for update to authenticated
  using (school_id = (select private.school_where('document:share'))
    and ((select private.may('document:manage')) or uploaded_by = (select private.signed_in_uid())))
  with check (school_id = (select private.school_where('document:share')));

create trigger touch before update on public.documents for each row execute function private.touch_updated_at();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'school-documents', 'school-documents', false, 26214400,
  array[
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'])
on conflict (id) do nothing;

create policy "People who see a document read its file" on storage.objects for select to authenticated
  using (bucket_id = 'school-documents'
    and (name in (select file_path from public.documents)
    or (storage.foldername(name))[1] = (select private.school_where('document:manage'))::text));
create policy "Staff of a school upload its documents" on storage.objects for insert to authenticated
  with check (bucket_id = 'school-documents'
    and (storage.foldername(name))[1] = (select private.school_where('document:share'))::text
    and (select private.may_write())
    and private.require_storage_room((select private.school_where('document:share')), metadata));
create policy "The office removes its school's files" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents'
    and (storage.foldername(name))[1] = (select private.school_where('document:manage'))::text
    and (select private.may_write()));
create policy "Who uploaded a document removes its file" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents' and owner_id = (select private.signed_in_uid())::text
    and (storage.foldername(name))[1] = (select private.school_where('document:share'))::text
    and (select private.may_write()));

create function private.read_stored_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored record;
begin
  if auth.uid() is null then
    return new;
  end if;
  select (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mimetype into stored
  from storage.objects o where o.bucket_id = 'school-documents' and o.name = new.file_path
    and o.owner_id = private.signed_in_uid()::text;
  if not found then
    perform private.refuse('document.no_file',
      'The file has not arrived. Choose it again and upload it.', field => 'file_path');
  end if;
  new.file_size := stored.size;
  new.mime_type := stored.mimetype;
  return new;
end
$$;
create trigger read_stored_file before insert on public.documents for each row
  execute function private.read_stored_file();
create trigger tell_of_storage after insert on public.documents for each row execute function private.tell_of_storage();
create trigger remove_file after delete on public.documents for each row
  execute function private.remove_file_of_document();

create function public.remove_document(document_id uuid, reason text default null) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  removed public.documents;
begin
  if private.school_where('document:share') is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  select * into removed from public.documents d where d.id = remove_document.document_id
    and d.school_id = private.school_where('document:share')
    and (private.may('document:manage') or d.uploaded_by = private.signed_in_uid())
    and (d.student_id is null or d.student_id <> all ((select private.withheld_from_me())::uuid[]));
  if not found then
    perform private.refuse('document.not_found', 'This document is no longer here.', errcode => 'P0002');
  end if;
  if removed.student_id is not null then
    perform set_config('masomo.reason', private.require_text(remove_document.reason, 300, 'reason',
      'Say why you are removing the document.'), true);
  end if;
  delete from public.documents d where d.id = removed.id;
  return removed.file_path;
end
$$;
comment on function public.remove_document(uuid, text) is 'Deletes a document, one about a student with a reason; '
  'returns the path of its file. By the office, or the person who uploaded it.';
grant execute on function public.remove_document(uuid, text) to authenticated;
