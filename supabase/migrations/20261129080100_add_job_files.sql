set check_function_bodies = off;

create table private.job_file_students (
  job_id     uuid not null,
  student_id uuid not null,
  constraint job_file_students_pkey primary key (job_id, student_id)
);

alter table private.job_file_students
  enable row level security;

create table public.job_files (
  job_id     uuid                     not null,
  school_id  uuid                     not null,
  made_for   uuid                     not null,
  kind       text                     not null,
  name       text                     not null,
  size       bigint                   not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  constraint job_files_name_check check (((length(name) >= 1) AND (length(name) <= 200))),
  constraint job_files_pkey primary key (job_id),
  constraint job_files_size_check check ((size > 0))
);

alter table public.job_files
  enable row level security;

create or replace function private.delete_old_job_files()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  delete from public.job_files f where f.expires_at <= now();
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id = 'job-files' and o.created_at < now() - interval '1 hour'
    and not exists (select from public.job_files f where o.name = f.school_id || '/' || f.job_id)
  on conflict do nothing
$function$;

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
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files') and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files') and o.name like school || '/%'
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

create or replace function private.exported_tables()
  returns table (
    name      text,
    condition text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.relname::text, d.condition from pg_catalog.pg_class c
    cross join lateral (select private.export_condition(c.oid::regclass) as condition) d
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and d.condition is not null
    and c.relname not in ('school_exports', 'jobs', 'job_files', 'super_admins')
    and exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)
$function$;

create or replace function private.keep_job_file (
  job      uuid,
  name     text,
  size     bigint,
  students uuid[] default '{}'::uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.remove_file_about_child()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from public.job_files f where f.job_id = old.job_id;
  return null;
end
$function$;

create or replace function private.remove_stored_job_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.files_to_delete (bucket, name) values ('job-files', old.school_id || '/' || old.job_id)
    on conflict do nothing;
  return null;
end
$function$;

create or replace function private.startable_kinds()
  returns SETOF text
  language sql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
  select k.name from private.job_kinds k where k.permission is not null and private.may(k.permission)
$function$;

alter table private.job_file_students
  add constraint job_file_students_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

alter table public.job_files
  add constraint job_files_job_id_fkey foreign key (job_id) references public.jobs(id) on delete cascade;

alter table public.job_files
  add constraint job_files_made_for_fkey foreign key (made_for) references public.users(id) on delete cascade;

alter table private.job_file_students
  add constraint job_file_students_job_id_fkey foreign key (job_id) references public.job_files(job_id) on delete cascade;

alter table public.job_files
  add constraint job_files_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index job_file_students_student_idx on private.job_file_students using btree (student_id);

create index job_files_expiry_idx on public.job_files using btree (expires_at);

create index job_files_made_for_idx on public.job_files using btree (made_for);

create index job_files_school_idx on public.job_files using btree (school_id, made_for, created_at desc);

create trigger remove_file
  after delete on private.job_file_students
  for each row
  execute function private.remove_file_about_child();

create trigger remove_file
  after delete on public.job_files
  for each row
  execute function private.remove_stored_job_file();

create trigger tell_added after insert on public.job_files
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:made_for'
);

create trigger tell_changed after update on public.job_files
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:made_for'
);

create trigger tell_removed after delete on public.job_files
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'person:made_for'
);

create policy "People see the files of their jobs while they may start them" on public.job_files
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (made_for = ( select private.signed_in_uid() as
    signed_in_uid)) AND (kind in ( select private.startable_kinds() as startable_kinds))));

create policy "People read the files of their jobs" on storage.objects
  for select
  to authenticated
  using (((bucket_id = 'job-files'::text) AND (name in ( select ((f.school_id || '/'::text) || f.job_id)
   from public.job_files f))));

comment on column public.job_files.name is 'What the file is called when it is downloaded, with its extension.';

comment on table private.job_file_students is 'The children whose records are in a file: it goes with the first that is erased.';

comment on table public.job_files is 'Files that jobs made, in the private bucket job-files at <school id>/<job id>.';

revoke all on function private.delete_old_job_files() from public;

revoke all on function private.keep_job_file(uuid, text, bigint, uuid[]) from public;

grant execute on function private.keep_job_file(uuid, text, bigint, uuid[]) to authenticated;

revoke all on function private.remove_file_about_child() from public;

revoke all on function private.remove_stored_job_file() from public;

revoke all on function private.startable_kinds() from public;

grant execute on function private.startable_kinds() to authenticated;

grant all on table private.job_file_students to service_role;

grant select on table public.job_files to authenticated;

grant all on table public.job_files to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.job_file_students", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.job_files", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

insert into storage.buckets (id, name, public, file_size_limit)
  values ('job-files', 'job-files', false, 104857600) on conflict (id) do nothing;
