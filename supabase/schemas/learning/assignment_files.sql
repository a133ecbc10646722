-- Files of assignments: what a teacher attaches for the class, and the pages that a student hands in.

create table public.assignment_files (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  assignment_id uuid not null,
  student_id uuid,
  position integer not null check (position between 1 and 20),
  name text not null check (length(btrim(name)) between 1 and 160),
  file_path text not null check (split_part(file_path, '/', 1) = school_id::text),
  file_size bigint not null check (file_size between 1 and 26214400),
  mime_type text not null check (length(mime_type) <= 120),
  created_at timestamptz not null default now(),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id) on delete cascade,
  foreign key (assignment_id, student_id) references public.submissions (assignment_id, student_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.assignment_files is 'Files in the private bucket assignment-files, at <school id>/<account id>/'
  '<name>. Assignments that were set together share what is attached to them.';
comment on column public.assignment_files.student_id
  is 'Whose work it is a page of; null for what the teacher attached for all.';
comment on column public.assignment_files.position is 'Which page of the work it is, or which of the attachments.';

create index assignment_files_school_idx on public.assignment_files (school_id, assignment_id, student_id, position);
create index assignment_files_assignment_idx on public.assignment_files (assignment_id, student_id, position);
create index assignment_files_student_idx on public.assignment_files (student_id);
create index assignment_files_path_idx on public.assignment_files (file_path);

select private.school_table('public.assignment_files', subject => 'student_id', erase => 'delete');
grant select on public.assignment_files to authenticated;

create policy "People see the files of work that they see" on public.assignment_files for select to authenticated
  using (school_id = (select private.childrens_school())
    and case when student_id is null then exists (select from public.assignments a where a.id = assignment_id)
      else exists (select from public.submissions s where s.assignment_id = assignment_files.assignment_id
        and s.student_id = assignment_files.student_id) end);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'assignment-files', 'assignment-files', false, b.file_size_limit, b.allowed_mime_types
from storage.buckets b where b.id = 'school-documents'
on conflict (id) do nothing;

create policy "People who see an attachment or a page read its file" on storage.objects for select to authenticated
  using (bucket_id = 'assignment-files'
    and exists (select from public.assignment_files f where f.file_path = objects.name));

-- True, or a refusal in words: what somebody uploads and gives to no assignment is limited until it is swept away, so
-- that nobody fills the room of a school.
create function private.require_few_loose_files(school uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if (select count(*) from storage.objects o where o.bucket_id = 'assignment-files'
    and o.name like school || '/' || private.signed_in_uid() || '/%'
    and not exists (select from public.assignment_files f where f.file_path = o.name)) >= 60 then
    perform private.refuse('assignment.loose_files',
      'You have uploaded many files without handing them in. Hand in your work, or try again tomorrow.',
      errcode => '42501');
  end if;
  return true;
end
$$;
grant execute on function private.require_few_loose_files(uuid) to authenticated;

create policy "Teachers and students upload files for assignments" on storage.objects for insert to authenticated
  with check (bucket_id = 'assignment-files'
    and (storage.foldername(name))[1] = coalesce((select private.school_where('assignment:write')),
      (select private.school_where('assignment:submit')))::text
    and (storage.foldername(name))[2] = (select private.signed_in_uid())::text
    and (select private.may_write())
    and private.require_few_loose_files((select private.my_school()))
    and private.require_storage_room((select private.my_school()), metadata));

create function private.remove_file_of_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_delete (bucket, name) select 'assignment-files', old.file_path
  where not exists (select from public.assignment_files f where f.file_path = old.file_path) on conflict do nothing;
  return null;
end
$$;
create trigger remove_file after delete on public.assignment_files for each row
  execute function private.remove_file_of_assignment();
create trigger tell_of_storage after insert on public.assignment_files for each row
  execute function private.tell_of_storage();

-- Files that the caller has uploaded, in the order in which they are named, each {path, name}. One that is a page of
-- the student's work already may stay, also if another account of the student uploaded it.
create function private.uploaded_files(files jsonb, most integer, kept text[] default '{}')
  returns table (place integer, name text, path text, size bigint, type text)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  own constant text := private.my_school() || '/' || private.signed_in_uid() || '/';
begin
  if jsonb_typeof(files) <> 'array' or jsonb_array_length(files) > most then
    perform private.refuse('assignment.too_many_files', 'Choose at most {most} files.',
      jsonb_build_object('most', most), 'files');
  end if;
  return query
  select f.place::integer, left(coalesce(private.null_if_blank(f.file ->> 'name'), 'File'), 160), o.name,
    (o.metadata ->> 'size')::bigint, coalesce(o.metadata ->> 'mimetype', '')
  from jsonb_array_elements(files) with ordinality as f (file, place)
  join storage.objects o on o.bucket_id = 'assignment-files' and o.name = f.file ->> 'path'
  where (starts_with(o.name, own) or o.name = any (kept)) and (o.metadata ->> 'size')::bigint > 0
    and not exists (select from private.files_to_delete d where d.bucket = o.bucket_id and d.name = o.name)
  order by f.place;
end
$$;

-- Refuses when a file has not arrived, so that work is never handed in without a page.
create function private.require_uploaded(files jsonb, most integer, kept text[] default '{}') returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from private.uploaded_files(files, most, kept)) <> jsonb_array_length(files) then
    perform private.refuse('document.no_file',
      'The file has not arrived. Choose it again and upload it.', field => 'files');
  end if;
end
$$;

create function public.attach_files(assignment_ids uuid[], files jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  added integer;
begin
  perform private.require('assignment:write');
  perform private.require_own_assignment(i.id) from unnest(assignment_ids) as i (id);
  perform private.require_uploaded(files, 10);
  perform from public.assignments a where a.id = any (assignment_ids) order by a.id for update;
  insert into public.assignment_files (school_id, assignment_id, position, name, file_path, file_size, mime_type)
  select a.school_id, a.id, b.last + row_number() over (partition by a.id order by u.place), u.name, u.path, u.size,
    u.type
  from public.assignments a cross join private.uploaded_files(files, 10) u
  cross join lateral (select coalesce(max(f.position), 0) as last from public.assignment_files f
    where f.assignment_id = a.id and f.student_id is null) b
  where a.id = any (assignment_ids) and not exists (select from public.assignment_files f
    where f.assignment_id = a.id and f.student_id is null and f.file_path = u.path);
  get diagnostics added = row_count;
  if exists (select from public.assignment_files f where f.assignment_id = any (assignment_ids)
    and f.student_id is null group by f.assignment_id having count(*) > 10) then
    perform private.refuse('assignment.too_many_files', 'Choose at most {most} files.',
      jsonb_build_object('most', 10), 'files');
  end if;
  return added;
end
$$;
comment on function public.attach_files(uuid[], jsonb) is 'Attaches files that the caller has uploaded, each {path, '
  'name}, to own assignments, at most ten to each. Returns how many are new; one that is attached already stays.';
grant execute on function public.attach_files(uuid[], jsonb) to authenticated;

create function public.detach_file(file_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  found_file public.assignment_files;
begin
  perform private.require('assignment:write');
  select * into found_file from public.assignment_files f where f.id = detach_file.file_id and f.student_id is null
    and f.school_id = private.my_school();
  if not found then
    perform private.refuse('document.not_found', 'This document is no longer here.', errcode => 'P0002');
  end if;
  perform private.require_own_assignment(found_file.assignment_id);
  delete from public.assignment_files f where f.id = found_file.id;
  return found_file.id;
end
$$;
comment on function public.detach_file(uuid) is 'Takes an attachment away from an own assignment; its file goes with '
  'the last assignment that has it.';
grant execute on function public.detach_file(uuid) to authenticated;

-- In all classes or in none, with everything attached, so that no class is told of work that lacks its sheet.
create function public.set_assignment(class_ids uuid[], subject_id uuid, title text, due_on date, max_score integer,
  instructions text default null, is_draft boolean default false, files jsonb default '[]') returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('assignment:write');
  made uuid[];
begin
  if exists (select from unnest(class_ids) as c (id) where c.id not in (select private.my_class_ids())) then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  with added as (
    insert into public.assignments
      (school_id, class_id, subject_id, teacher_id, title, instructions, due_on, max_score, published_at)
    select school, c.id, set_assignment.subject_id, private.signed_in_uid(),
      private.require_text(set_assignment.title, 160, 'title', 'Enter a title'),
      nullif(private.optional_text(set_assignment.instructions, 5000, 'instructions'), ''), set_assignment.due_on,
      set_assignment.max_score, case when not set_assignment.is_draft then now() end
    from unnest(class_ids) as c (id) returning id)
  select array_agg(a.id) into made from added a;
  if jsonb_array_length(files) > 0 then
    perform public.attach_files(made, files);
  end if;
  return query select unnest(made);
end
$$;
comment on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb) is
  'Sets work in classes that the caller teaches, in all or in none, with files that the caller has uploaded, each '
    '{path, name}. A draft is visible to its teacher only. Returns the assignments.';
grant execute on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb)
  to authenticated;

-- The pages of a student's work become these: a page that stays keeps its row.
create function private.keep_pages(work public.submissions, files jsonb, kept text[]) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  delete from public.assignment_files f where f.assignment_id = work.assignment_id and f.student_id = work.student_id
    and f.file_path not in (select u.path from private.uploaded_files(files, 20, kept) u);
  update public.assignment_files f set position = u.place, name = u.name
  from private.uploaded_files(files, 20, kept) u
  where f.assignment_id = work.assignment_id and f.student_id = work.student_id and f.file_path = u.path;
  insert into public.assignment_files
    (school_id, assignment_id, student_id, position, name, file_path, file_size, mime_type)
  select distinct on (u.path) work.school_id, work.assignment_id, work.student_id, u.place, u.name, u.path, u.size,
    u.type
  from private.uploaded_files(files, 20, kept) u where u.path <> all (kept) order by u.path, u.place;
end
$$;
