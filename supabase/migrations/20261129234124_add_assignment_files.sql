set check_function_bodies = off;

alter table private.export_entries
  drop constraint export_entries_kind_check;

drop function public.submit_assignment(uuid, text);

create table public.assignment_files (
  id            uuid                     not null default gen_random_uuid(),
  school_id     uuid                     not null,
  assignment_id uuid                     not null,
  student_id    uuid,
  position      integer                  not null,
  name          text                     not null,
  file_path     text                     not null,
  file_size     bigint                   not null,
  mime_type     text                     not null,
  created_at    timestamp with time zone not null default now(),
  constraint assignment_files_check check ((split_part(file_path, '/'::text, 1) = (school_id)::text)),
  constraint assignment_files_file_size_check check (((file_size >= 1) AND (file_size <= 26214400))),
  constraint assignment_files_mime_type_check check ((length(mime_type) <= 120)),
  constraint assignment_files_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 160))),
  constraint assignment_files_pkey primary key (id),
  constraint assignment_files_position_check check (((position >= 1) AND (position <= 20)))
);

alter table public.assignment_files
  enable row level security;

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
  branch uuid;
begin
  -- Its branches go with it, and are counted with it.
  for branch in select s.id from public.schools s where s.branch_of = school order by s.id loop
    counts := (select coalesce(jsonb_object_agg(n.key, n.amount), '{}') from (
      select e.key, sum(e.value::bigint) as amount from (select * from jsonb_each_text(counts)
        union all select * from jsonb_each_text(private.delete_school(branch))) e group by e.key) n);
  end loop;
  -- Nobody joins or leaves until this is done.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school
    and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found + coalesce((counts ->> name)::bigint, 0));
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files', 'assignment-files')
      and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('school-documents', 'school-exports', 'job-files', 'import-files', 'assignment-files')
      and o.name like school || '/%'
    on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found + coalesce((counts ->> 'files')::bigint, 0));
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

create or replace function private.keep_pages (
  work  public.submissions,
  files jsonb,
  kept  text[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.remove_file_of_assignment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.files_to_delete (bucket, name) select 'assignment-files', old.file_path
  where not exists (select from public.assignment_files f where f.file_path = old.file_path) on conflict do nothing;
  return null;
end
$function$;

create or replace function private.require_few_loose_files (
  school uuid
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
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
$function$;

create or replace function private.require_uploaded (
  files jsonb,
  most  integer,
  kept  text[]  default '{}'::text[]
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if (select count(*) from private.uploaded_files(files, most, kept)) <> jsonb_array_length(files) then
    perform private.refuse('document.no_file',
      'The file has not arrived. Choose it again and upload it.', field => 'files');
  end if;
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
    where o.bucket_id in ('school-documents', 'import-files', 'assignment-files')
      and o.name like school || '/%');
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
    when 'assignment-files' then not exists (select from public.assignment_files f where f.file_path = o.name)
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

create or replace function private.uploaded_files (
  files jsonb,
  most  integer,
  kept  text[]  default '{}'::text[]
)
  returns table (
    place integer,
    name  text,
    path  text,
    size  bigint,
    type  text
  )
  language plpgsql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.attach_files (
  assignment_ids uuid[],
  files          jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.detach_file (
  file_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.set_assignment (
  class_ids    uuid[],
  subject_id   uuid,
  title        text,
  due_on       date,
  max_score    integer,
  instructions text    default null::text,
  is_draft     boolean default false,
  files        jsonb   default '[]'::jsonb
)
  returns SETOF uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.start_school_export()
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:export');
  started uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('export of ' || school::text, 0));
  select e.id into started from public.school_exports e where e.school_id = school
    and e.state in ('waiting', 'running');
  if found then
    return started;
  end if;
  if (select count(*) from public.school_exports e where e.school_id = school
    and e.created_at > now() - interval '1 day') >= 5 then
    perform private.refuse('export.too_many',
      'Five exports were made within a day. Download one of them, or start again tomorrow.');
  end if;
  insert into public.school_exports (school_id, requested_by) values (school, private.signed_in_uid())
    returning id into started;
  insert into public.audit_log (actor_id, school_id, action, entity, after)
    values (private.signed_in_uid(), school, 'export', 'schools', jsonb_build_object('export', started));
  insert into private.export_entries (export_id, position, path, kind, source)
  select started, row_number() over (order by e.rank, e.path), e.path, e.kind, e.source from (
    select 1 as rank, 'tables/' || t.name || '.csv' as path, 'table' as kind, t.name as source
      from private.exported_tables() t
    union all
    select 2, 'invoices/' || o.order_number || '.pdf', 'invoice', o.id::text from public.orders o
      where o.school_id = school
    union all
    select 3, c.path || case when count(*) over (partition by c.path) > 1 then ' ' || c.class_id else '' end || '.pdf',
      'report-cards', c.term_id || '/' || c.class_id from private.closed_class_terms(school) c
    union all
    select 4, 'files/' || substr(f.name, 38), 'file', f.name from storage.objects f
      where f.bucket_id = 'school-documents' and f.name like school || '/%'
    union all
    select 5, 'files/assignments/' || substr(f.name, 38), 'assignment-file', f.name from storage.objects f
      where f.bucket_id = 'assignment-files' and f.name like school || '/%') e;
  update public.school_exports e set entries = (select count(*) from private.export_entries n
    where n.export_id = started) where e.id = started;
  perform private.queue_job('school-export', started::text);
  return started;
end
$function$;

create or replace function public.submit_assignment (
  assignment_id uuid,
  answer        text  default null::text,
  files         jsonb default null::jsonb
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
  kept text[];
  written text;
begin
  select * into student from public.students s where s.user_id = private.signed_in_uid()
    and s.school_id = private.my_school() and private.may('assignment:submit');
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id
    and a.published_at is not null
    and a.class_id = private.class_on(student.id, private.school_today(student.school_id));
  if not found then
    perform private.refuse('assignment.not_yours', 'This assignment is not for your class.', errcode => '42501');
  end if;
  if task.archived_at is not null then
    perform private.refuse('assignment.closed', 'This assignment is closed. Ask your teacher.', errcode => 'PT409');
  end if;
  kept := array(select f.file_path from public.assignment_files f where f.assignment_id = task.id
    and f.student_id = student.id);
  written := nullif(private.optional_text(submit_assignment.answer, 20000, 'answer'), '');
  if written is null and coalesce(jsonb_array_length(files), cardinality(kept)) = 0 then
    perform private.refuse('form.required', 'Write your answer, or add a photo or a file of your work.',
      field => 'answer');
  end if;
  perform private.require_uploaded(files, 20, kept) where files is not null;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, written, now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now()
    where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    perform private.refuse('assignment.graded',
      'This assignment is already marked and cannot be changed.', errcode => 'PT409');
  end if;
  if files is not null then
    perform private.keep_pages(handed_in, files, kept);
  end if;
  return handed_in;
end
$function$;

alter table private.export_entries
  add constraint export_entries_kind_check
    check ((kind = ANY (ARRAY['table'::text, 'file'::text, 'assignment-file'::text, 'invoice'::text, 'report-cards'::text])));

alter table public.assignment_files
  add constraint assignment_files_assignment_id_school_id_fkey foreign key (assignment_id, school_id)
    references public.assignments(id, school_id) on delete cascade;

alter table public.assignment_files
  add constraint assignment_files_assignment_id_student_id_fkey foreign key (assignment_id, student_id)
    references public.submissions(assignment_id, student_id) on delete cascade;

alter table public.assignment_files
  add constraint assignment_files_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

create index assignment_files_assignment_idx on public.assignment_files using btree (assignment_id, student_id, position);

create index assignment_files_path_idx on public.assignment_files using btree (file_path);

create index assignment_files_school_idx on public.assignment_files using btree (school_id, assignment_id, student_id, position);

create index assignment_files_student_idx on public.assignment_files using btree (student_id);

create trigger needs_subscription
  before insert or delete or update on public.assignment_files
  for each STATEMENT
  execute function private.require_subscription();

create trigger remove_file
  after delete on public.assignment_files
  for each row
  execute function private.remove_file_of_assignment();

create trigger tell_of_storage
  after insert on public.assignment_files
  for each row
  execute function private.tell_of_storage();

create policy "People see the files of work that they see" on public.assignment_files
  for select
  to authenticated
  using (((school_id = ( select private.childrens_school() as childrens_school)) AND
CASE
    when (student_id is null) THEN (exists ( select
       from public.assignments a
      where (a.id = assignment_files.assignment_id)))
    ELSE (exists ( select
       from public.submissions s
      where ((s.assignment_id = assignment_files.assignment_id) AND (s.student_id = assignment_files.student_id))))
end));

create policy "People who see an attachment or a page read its file" on storage.objects
  for select
  to authenticated
  using (((bucket_id = 'assignment-files'::text) AND (exists ( select
   from public.assignment_files f
  where (f.file_path = objects.name)))));

create policy "Teachers and students upload files for assignments" on storage.objects
  for insert
  to authenticated
  with
    check
    (((bucket_id = 'assignment-files'::text) AND ((storage.foldername(name))[1] = (COALESCE(( SELECT
    private.school_where('assignment:write'::text) AS school_where),
    ( SELECT private.school_where('assignment:submit'::text) AS school_where)))::text) AND
    ((storage.foldername(name))[2] = (( SELECT private.signed_in_uid() AS signed_in_uid))::text) AND
    ( SELECT private.may_write() AS may_write) AND private.require_few_loose_files(( SELECT private.my_school() AS my_school)) AND
    private.require_storage_room(( SELECT private.my_school() AS my_school), metadata)));

comment on column public.assignment_files.position is 'Which page of the work it is, or which of the attachments.';

comment on column public.assignment_files.student_id is 'Whose work it is a page of; null for what the teacher attached for all.';

comment on function public.attach_files(uuid[], jsonb) is 'Attaches files that the caller has uploaded, each {path, name}, to own assignments, at most ten to each. Returns how many are new; one that is attached already stays.';

comment on function public.detach_file(uuid) is 'Takes an attachment away from an own assignment; its file goes with the last assignment that has it.';

comment on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb) is 'Sets work in classes that the caller teaches, in all or in none, with files that the caller has uploaded, each {path, name}. A draft is visible to its teacher only. Returns the assignments.';

comment on function public.submit_assignment(uuid, text, jsonb) is 'Hands in the calling student''s work, or hands it in again until it is marked. files: the pages that the student has uploaded, each {path, name}, in their order; null keeps those that were handed in.';

comment on table public.assignment_files is 'Files in the private bucket assignment-files, at <school id>/<account id>/<name>. Assignments that were set together share what is attached to them.';

revoke all on function private.keep_pages(public.submissions, jsonb, text[]) from public;

revoke all on function private.remove_file_of_assignment() from public;

revoke all on function private.require_few_loose_files(uuid) from public;

grant execute on function private.require_few_loose_files(uuid) to authenticated;

revoke all on function private.require_uploaded(jsonb, integer, text[]) from public;

revoke all on function private.uploaded_files(jsonb, integer, text[]) from public;

revoke all on function public.attach_files(uuid[], jsonb) from public;

grant execute on function public.attach_files(uuid[], jsonb) to authenticated;

grant execute on function public.attach_files(uuid[], jsonb) to service_role;

revoke all on function public.detach_file(uuid) from public;

grant execute on function public.detach_file(uuid) to authenticated;

grant execute on function public.detach_file(uuid) to service_role;

revoke all on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb) from public;

grant execute on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb) to authenticated;

grant execute on function public.set_assignment(uuid[], uuid, text, date, integer, text, boolean, jsonb) to service_role;

revoke all on function public.submit_assignment(uuid, text, jsonb) from public;

grant execute on function public.submit_assignment(uuid, text, jsonb) to authenticated;

grant execute on function public.submit_assignment(uuid, text, jsonb) to service_role;

grant select on table public.assignment_files to authenticated;

grant all on table public.assignment_files to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.assignment_files", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'assignment-files', 'assignment-files', false, b.file_size_limit, b.allowed_mime_types
from storage.buckets b where b.id = 'school-documents'
on conflict (id) do nothing;
