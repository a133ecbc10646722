-- What a job made for the person who started it: one file, kept for a week, and no longer than the records that it is
-- about.
create table public.job_files (
  job_id uuid primary key references public.jobs (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  made_for uuid not null references public.users (id) on delete cascade,
  kind text not null,
  name text not null check (length(name) between 1 and 200),
  size bigint not null check (size > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table public.job_files
  is 'Files that jobs made, in the private bucket job-files at <school id>/<job id>.';
comment on column public.job_files.name is 'What the file is called when it is downloaded, with its extension.';

create index job_files_school_idx on public.job_files (school_id, made_for, created_at desc);
create index job_files_made_for_idx on public.job_files (made_for);
create index job_files_expiry_idx on public.job_files (expires_at);

select private.school_table('public.job_files', needs_subscription => false, live => '{person:made_for}');
grant select on public.job_files to authenticated;

-- The kinds of jobs that the caller may start.
create function private.startable_kinds() returns setof text
language sql stable rows 5 security definer set search_path = '' as $$
  select k.name from private.job_kinds k where k.permission is not null and private.may(k.permission)
$$;
grant execute on function private.startable_kinds() to authenticated;

create policy "People see the files of their jobs while they may start them" on public.job_files for select
  to authenticated
  using (school_id = (select private.childrens_school()) and made_for = (select private.signed_in_uid())
    and kind in (select private.startable_kinds()));

create table private.job_file_students (
  job_id uuid not null references public.job_files (job_id) on delete cascade,
  student_id uuid not null references public.students (id) on delete cascade,
  primary key (job_id, student_id)
);
comment on table private.job_file_students
  is 'The children whose records are in a file: it goes with the first that is erased.';
create index job_file_students_student_idx on private.job_file_students (student_id);

select private.school_table('private.job_file_students', needs_subscription => false, subject => 'student_id',
  erase => 'delete');

create function private.remove_file_about_child() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.job_files f where f.job_id = old.job_id;
  return null;
end
$$;
create trigger remove_file after delete on private.job_file_students for each row
  execute function private.remove_file_about_child();

create function private.remove_stored_job_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_delete (bucket, name) values ('job-files', old.school_id || '/' || old.job_id)
    on conflict do nothing;
  return null;
end
$$;
create trigger remove_file after delete on public.job_files for each row
  execute function private.remove_stored_job_file();

insert into storage.buckets (id, name, public, file_size_limit)
  values ('job-files', 'job-files', false, 104857600) on conflict (id) do nothing;

create policy "People read the files of their jobs" on storage.objects for select to authenticated
  using (bucket_id = 'job-files'
    and name in (select f.school_id || '/' || f.job_id from public.job_files f));

-- For a step that has stored the file of its job: writes down what it is, and whose records it holds.
create function private.keep_job_file(job uuid, name text, size bigint, students uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own public.jobs;
begin
  select * into own from public.jobs j where j.id = keep_job_file.job and j.started_by = private.signed_in_uid()
    and j.state = 'running';
  if not found then
    perform private.refuse('job.not_yours', 'This job is not yours.');
  end if;
  insert into public.job_files (job_id, school_id, made_for, kind, name, size)
  values (own.id, own.school_id, own.started_by, own.kind, left(keep_job_file.name, 200), keep_job_file.size);
  -- Waits for who is being erased at this moment.
  perform from public.students s where s.id = any (keep_job_file.students) for share;
  if exists (select from public.audit_log l where l.action = 'erase' and l.entity = 'students'
    and l.student_id = any (keep_job_file.students) and l.at >= own.started_at) then
    perform private.refuse('job.student_erased',
      'The data of a student was erased while this was made. Start it again.');
  end if;
  insert into private.job_file_students (job_id, student_id) select own.id, s from unnest(keep_job_file.students) s;
end
$$;
grant execute on function private.keep_job_file(uuid, text, bigint, uuid[]) to authenticated;

-- Files whose time is over, and those that a step stored which was undone.
create function private.delete_old_job_files() returns void
language sql security definer set search_path = '' as $$
  delete from public.job_files f where f.expires_at <= now();
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id = 'job-files' and o.created_at < now() - interval '1 hour'
    and not exists (select from public.job_files f where o.name = f.school_id || '/' || f.job_id)
  on conflict do nothing
$$;
