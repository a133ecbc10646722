-- From here on the worker does what is due (npm run worker), and mails and exports as well: the schedules of hosted databases that did it go, so
-- that nothing is done twice. Those that call edge functions were made by hand, so they are found by what they call.
do $$
begin
  if to_regclass('cron.job') is not null then
    execute $cron$
      select cron.unschedule(jobid) from cron.job where jobname like 'masomo-%' or command like '%private.run_job%'
        or command ~ 'functions/v1/(send-mail|payment-jobs|export-schools|delete-files|check-licences|exchange-rate)'
    $cron$;
  end if;
end
$$;

set check_function_bodies = off;

comment on function private.failing_jobs() is null;

drop function private.do_job(text, text);

drop function private.due_subjects(text);

drop function private.job_names();

drop function private.note_job_failure(text, text, text);

drop procedure private.run_job(text);

drop table private.job_failures;

create sequence private.job_turn as bigint increment by 1 minvalue 1 maxvalue 9223372036854775807 START with 1 cache 1 no cycle;

create table private.job_kinds (
  name       text not null,
  permission text,
  constraint job_kinds_name_check check ((name ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint job_kinds_pkey primary key (name)
);

alter table private.job_kinds
  enable row level security;

create table private.job_turns (
  line uuid   not null,
  turn bigint not null,
  constraint job_turns_pkey primary key (line)
);

alter table private.job_turns
  enable row level security;

create table private.job_workers (
  id         uuid                     not null,
  started_at timestamp with time zone not null default now(),
  seen_at    timestamp with time zone not null default now(),
  constraint job_workers_pkey primary key (id)
);

alter table private.job_workers
  enable row level security;

create table public.jobs (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid,
  kind        text                     not null,
  subject     text,
  started_by  uuid,
  state       text                     not null default 'waiting'::text,
  done        integer                  not null default 0,
  total       integer,
  result      jsonb,
  reason      text,
  failures    integer                  not null default 0,
  due_at      timestamp with time zone not null default now(),
  created_at  timestamp with time zone not null default now(),
  started_at  timestamp with time zone,
  finished_at timestamp with time zone,
  args        jsonb                    not null default '{}'::jsonb,
  reached     jsonb,
  claims      jsonb,
  constraint jobs_check1 check (((claims IS NULL) OR ((claims ->> 'sub'::text) = (started_by)::text))),
  constraint jobs_check check (((started_by IS NULL) = (claims IS NULL))),
  constraint jobs_pkey primary key (id),
  constraint jobs_state_check
    check ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);

alter table public.jobs
  enable row level security;

create or replace function private.become_starter (
  job uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  running public.jobs;
  needed text;
begin
  select * into running from public.jobs j where j.id = become_starter.job;
  select k.permission into needed from private.job_kinds k where k.name = running.kind;
  perform set_config('request.jwt.claims', running.claims::text, true);
  return case
    when private.signed_in_uid() is distinct from running.started_by then 'The session in which this was started has ended. Sign in and start it again.'
    when needed is null or not private.may(needed) then 'Your role does not allow this any more. Ask an administrator of your school.'
    when running.school_id is distinct from private.my_school() then 'This was started in another school than the one you work in now.' end;
end
$function$;

create or replace function private.expire_payment_attempts()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.payment_attempts set status = 'expired', finished_at = now()
  where status = 'open' and created_at < now() - interval '1 day'
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
  select c.relname::text, d.condition from pg_catalog.pg_class c cross join lateral (select private.export_condition(c.oid::regclass) as condition) d
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and d.condition is not null and c.relname not in ('school_exports', 'jobs', 'super_admins')
    and exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)
$function$;

create or replace function private.failing_jobs()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('job', f.kind, 'subject', coalesce(f.subject, ''), 'reason', f.reason, 'failures', f.failures,
    'failed_at', f.started_at, 'next_try_at', f.due_at) order by f.created_at desc), '[]')
  from (select * from public.jobs j where j.state in ('waiting', 'running') and j.failures > 0 and j.started_by is null
    order by j.created_at desc limit 50) f
$function$;

create or replace function private.forget_jobs()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  delete from public.jobs j where j.finished_at < now() - case when j.started_by is null then interval '1 day' else interval '30 days' end;
  delete from private.job_workers w where w.seen_at < now() - interval '1 day';
$function$;

create or replace function private.forget_old_counts()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.mail_spending where day < private.today() - 30;
  delete from private.recent_visits where day < private.today() - 2;
  delete from private.command_keys where at < now() - interval '2 days';
$function$;

create or replace function private.has_old_demonstration()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.setting('demonstration', 'loadedOn') is not null
    and not exists (select from private.demonstration_day d where d.day >= private.today())
$function$;

create or replace function private.job_lock (
  of text
)
  returns bigint
  language sql
  immutable
  set search_path to ''
  AS $function$ select hashtextextended('job ' || of, 0) $function$;

create or replace function private.job_of_caller (
  job uuid
)
  returns public.jobs
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_job public.jobs;
begin
  select * into found_job from public.jobs j where j.id = job and (j.started_by = private.signed_in_uid() or private.may('job:manage'));
  if not found then
    raise exception using errcode = 'P0001', message = 'This job is not yours.', hint = 'job.not_yours';
  end if;
  return found_job;
end
$function$;

create or replace function private.queue_job (
  kind    text,
  subject text  default null::text,
  args    jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  token constant jsonb := auth.jwt();
  queued uuid;
begin
  if not exists (select from private.job_kinds k where k.name = queue_job.kind and k.permission is not null) then
    raise exception using errcode = 'P0001', message = 'This cannot be done now, since no worker has been started yet. Ask who runs the product.',
      hint = 'job.unknown_kind';
  end if;
  insert into public.jobs (school_id, kind, subject, started_by, args, claims)
  values (private.my_school(), queue_job.kind, queue_job.subject, me, queue_job.args,
    jsonb_build_object('role', 'authenticated', 'sub', me, 'session_id', token ->> 'session_id', 'aal', coalesce(token ->> 'aal', 'aal1')))
  on conflict do nothing returning id into queued;
  return coalesce(queued, (select j.id from public.jobs j where j.kind = queue_job.kind and j.subject = queue_job.subject
    and j.school_id is not distinct from private.my_school() and j.state in ('waiting', 'running')));
end
$function$;

create or replace function private.save_failure (
  job        uuid,
  reason     text,
  is_refused boolean
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.jobs j set failures = j.failures + 1, reason = left(save_failure.reason, 1000),
    state = case when j.started_by is not null and (is_refused or j.failures >= 7) then 'failed' else j.state end,
    finished_at = case when j.started_by is not null and (is_refused or j.failures >= 7) then clock_timestamp() end,
    due_at = clock_timestamp() + least(interval '1 hour', interval '10 seconds' * power(3, least(j.failures, 6)))
  where j.id = save_failure.job and j.state = 'running'
$function$;

create or replace function private.save_step (
  job         uuid,
  is_finished boolean,
  done        integer,
  total       integer,
  reached     jsonb,
  result      jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.jobs j set state = case when is_finished then 'done' else 'running' end, done = coalesce(save_step.done, j.done),
    total = coalesce(save_step.total, j.total), reached = save_step.reached, result = coalesce(save_step.result, j.result), reason = null, failures = 0,
    due_at = clock_timestamp(), finished_at = case when is_finished then clock_timestamp() end
  where j.id = save_step.job and j.state = 'running';
  if not found then
    raise exception using errcode = 'P0001', message = 'The job was cancelled.', hint = 'job.cancelled';
  end if;
end
$function$;

create or replace function private.take_job (
  only_kinds text[] default null::text[]
)
  returns public.jobs
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  school uuid;
  candidate record;
  taken public.jobs;
begin
  for school in
    select d.id from (select distinct coalesce(j.school_id, platform) as id from public.jobs j
      where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() and (only_kinds is null or j.kind = any (only_kinds))) d
    left join private.job_turns t on t.line = d.id order by coalesce(t.turn, 0), d.id
  loop
    for candidate in
      select c.id, private.job_lock(c.locked) as lock from (
        (select distinct on (j.kind) j.id, j.due_at, j.kind as locked from public.jobs j
          where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() and school = platform and j.school_id is null
            and j.started_by is null and (only_kinds is null or j.kind = any (only_kinds))
          order by j.kind, j.due_at, j.id)
        union all
        (select j.id, j.due_at, j.id::text from public.jobs j
          where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() and j.started_by is not null
            and j.school_id is not distinct from nullif(school, platform) and (only_kinds is null or j.kind = any (only_kinds))
          order by j.due_at, j.id limit 200)) c
      order by c.due_at, c.id
    loop
      continue when not pg_try_advisory_lock(candidate.lock);
      update public.jobs j set state = 'running', started_at = coalesce(j.started_at, clock_timestamp())
      where j.id = candidate.id and j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() returning j.* into taken;
      if found then
        insert into private.job_turns as t (line, turn) values (school, nextval('private.job_turn'))
        on conflict on constraint job_turns_pkey do update set turn = excluded.turn;
        return taken;
      end if;
      perform pg_advisory_unlock(candidate.lock);
    end loop;
  end loop;
  return null;
end
$function$;

create or replace function public.cancel_job (
  job uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.job_of_caller(cancel_job.job);
  update public.jobs j set state = 'cancelled', finished_at = now() where j.id = cancel_job.job and j.state in ('waiting', 'running');
end
$function$;

create or replace function public.installation_report()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  migrations jsonb := '[]';
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'worker_seen_at', (select max(w.seen_at) from private.job_workers w),
    'keeps_command_keys', current_setting('masomo.keeps_keys', true) is not distinct from 'true',
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'failing_jobs', private.failing_jobs(),
    'wrong_sums', (select coalesce(sum(jsonb_array_length(c.differences)), 0) from private.sum_checks c where c.day > private.today() - 2),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.status <> 'withdrawn' and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$function$;

create or replace function public.job_figures()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('platform:read');
  return (select jsonb_build_object('waiting', count(*) filter (where j.state = 'waiting'), 'running', count(*) filter (where j.state = 'running'),
      'failing', count(*) filter (where j.failures > 0), 'oldest_waiting', min(j.due_at) filter (where j.state = 'waiting'))
    from public.jobs j where j.state in ('waiting', 'running'))
    || jsonb_build_object('workers', (select count(*) from private.job_workers w where w.seen_at > now() - interval '2 minutes'),
      'worker_seen_at', (select max(w.seen_at) from private.job_workers w));
end
$function$;

create or replace function public.retry_job (
  job uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  retried constant public.jobs := private.job_of_caller(retry_job.job);
  token constant jsonb := auth.jwt();
begin
  -- Who started it goes on in the session of today; for others it goes on in the name of who started it.
  update public.jobs j set state = case when j.done > 0 then 'running' else 'waiting' end, failures = 0, due_at = now(), finished_at = null,
    claims = case when j.started_by = private.signed_in_uid()
      then j.claims || jsonb_build_object('session_id', token ->> 'session_id', 'aal', coalesce(token ->> 'aal', 'aal1')) else j.claims end
  where j.id = retried.id and (j.state in ('failed', 'cancelled') or j.state in ('waiting', 'running') and j.failures > 0);
exception when unique_violation then
  raise exception using errcode = 'P0001', message = 'The same job is waiting or running already.', hint = 'job.open_already';
end
$function$;

create or replace function public.start_job (
  kind    text,
  args    jsonb default '{}'::jsonb,
  subject text  default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  permission constant text := (select k.permission from private.job_kinds k where k.name = start_job.kind);
begin
  if permission is null then
    raise exception using errcode = 'P0001', message = 'Nobody can start this job.', hint = 'job.not_startable';
  end if;
  perform private.require(permission);
  perform private.limit_rate('jobs/' || private.signed_in_uid(), 2000, interval '1 hour');
  return private.queue_job(start_job.kind, start_job.subject, start_job.args);
end
$function$;

alter table public.jobs
  add constraint jobs_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.jobs
  add constraint jobs_started_by_fkey foreign key (started_by) references public.users(id) on delete cascade;

create index jobs_created_idx on public.jobs using btree (created_at desc, id);

create index jobs_due_idx on public.jobs using btree (school_id, due_at)
  where (state = ANY (ARRAY['waiting'::text, 'running'::text]));

create unique index jobs_open_key on public.jobs using btree (kind, subject, school_id) nulls not DISTINCT
  where ((state = ANY (ARRAY['waiting'::text, 'running'::text])) AND (subject is not null));

create index jobs_school_idx on public.jobs using btree (school_id, created_at desc);

create index jobs_started_by_idx on public.jobs using btree (started_by, created_at desc)
  where (started_by is not null);

create index jobs_state_idx on public.jobs using btree (state, created_at desc, id);

create policy "People see their own jobs, super admins all" on public.jobs
  for select
  to authenticated
  using
    ((((school_id = ( select private.my_school() as my_school)) AND (started_by = ( select private.signed_in_uid() as signed_in_uid))) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

comment on column private.job_kinds.permission is 'What a person needs to start one and, at each step, to go on; null where no person starts it.';

comment on column public.jobs.claims is 'The token of the session in which it was started, without its signature.';

comment on column public.jobs.due_at is 'Before that the next step is not done.';

comment on column public.jobs.reached is 'Where the next step goes on.';

comment on column public.jobs.reason is 'Why the last step failed; empty once one succeeded.';

comment on column public.jobs.school_id is 'The school that the person worked in; null for work of the platform.';

comment on column public.jobs.started_by is 'The person it runs as; null for what falls due by itself, which runs as the owner of the database.';

comment on column public.jobs.subject is 'What it is about, such as the id of a row; of the same kind and subject one is open at a time. Null where several may be.';

comment on function public.cancel_job(uuid) is 'Ends a job. A step that is being done is undone as a whole; those before it stay.';

comment on function public.job_figures() is 'How many jobs wait, run and fail, and whether a worker is there. Super admins only.';

comment on function public.retry_job(uuid) is 'Has a job that failed or was cancelled go on where it stopped, and one that waits after a failure at once.';

comment on function public.start_job(text, jsonb, text) is 'Queues a job that runs as the caller; returns the open one with the same subject.';

comment on table private.job_kinds is 'The kinds of jobs that the workers know; each worker writes those of its own folders when it starts.';

comment on table private.job_turns is 'When each line had its last step, a school or, under the lowest id, the platform: the one that waits longest is next.';

comment on table private.job_workers is 'The workers that run, each seen at least once a minute.';

comment on table public.jobs is 'Every job: who started it, for which school, how far it is, and what became of it. args, reached and result hold ids and counts, never what they are about.';

revoke all on function private.become_starter(uuid) from public;

revoke all on function private.expire_payment_attempts() from public;

revoke all on function private.forget_jobs() from public;

revoke all on function private.forget_old_counts() from public;

revoke all on function private.has_old_demonstration() from public;

revoke all on function private.job_lock(text) from public;

revoke all on function private.job_of_caller(uuid) from public;

revoke all on function private.queue_job(text, text, jsonb) from public;

revoke all on function private.save_failure(uuid, text, boolean) from public;

revoke all on function private.save_step(uuid, boolean, integer, integer, jsonb, jsonb) from public;

revoke all on function private.take_job(text[]) from public;

revoke all on function public.cancel_job(uuid) from public;

grant execute on function public.cancel_job(uuid) to authenticated;

grant execute on function public.cancel_job(uuid) to service_role;

revoke all on function public.job_figures() from public;

grant execute on function public.job_figures() to authenticated;

grant execute on function public.job_figures() to service_role;

revoke all on function public.retry_job(uuid) from public;

grant execute on function public.retry_job(uuid) to authenticated;

grant execute on function public.retry_job(uuid) to service_role;

revoke all on function public.start_job(text, jsonb, text) from public;

grant execute on function public.start_job(text, jsonb, text) to authenticated;

grant execute on function public.start_job(text, jsonb, text) to service_role;

grant all on table private.job_kinds to service_role;

grant all on table private.job_turns to service_role;

grant all on table private.job_workers to service_role;

grant select (created_at) on table public.jobs to authenticated;

grant select (done) on table public.jobs to authenticated;

grant select (due_at) on table public.jobs to authenticated;

grant select (failures) on table public.jobs to authenticated;

grant select (finished_at) on table public.jobs to authenticated;

grant select (id) on table public.jobs to authenticated;

grant select (kind) on table public.jobs to authenticated;

grant select (reason) on table public.jobs to authenticated;

grant select (result) on table public.jobs to authenticated;

grant select (school_id) on table public.jobs to authenticated;

grant select (started_at) on table public.jobs to authenticated;

grant select (started_by) on table public.jobs to authenticated;

grant select (state) on table public.jobs to authenticated;

grant select (total) on table public.jobs to authenticated;

grant all on table public.jobs to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.jobs", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

-- Generated by `npm run db:permissions` from `shared/domain`. Do not edit.
select private.declare_permissions(
  '[
  {"name": "platform:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see the platform''s figures, jobs, mails and releases."},
  {"name": "user:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see every account."},
  {"name": "subscription:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see every school''s subscription."},
  {"name": "staff:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the school''s list of staff."},
  {"name": "class:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the list of classes."},
  {"name": "student:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the list of students."},
  {"name": "records:open", "is_platform": true, "is_about_children": false,
    "sentence": "May open a school''s records of children, with a reason."},
  {"name": "schedule:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open their own timetable."},
  {"name": "assignment:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set assignments for their own classes."},
  {"name": "grade:write", "is_platform": false, "is_about_children": false,
    "sentence": "May enter marks for what they teach."},
  {"name": "record:write", "is_platform": false, "is_about_children": false,
    "sentence": "May work through the student records."},
  {"name": "finance:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the school''s finances."},
  {"name": "report:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the reports."},
  {"name": "announcement:write", "is_platform": false, "is_about_children": false,
    "sentence": "May write announcements."},
  {"name": "store:manage", "is_platform": true, "is_about_children": false,
    "sentence": "May open the store manager."},
  {"name": "store:buy", "is_platform": false, "is_about_children": false,
    "sentence": "May buy in the store."},
  {"name": "order:set-status", "is_platform": true, "is_about_children": false,
    "sentence": "May change an order''s status."},
  {"name": "order:reopen", "is_platform": true, "is_about_children": false,
    "sentence": "May reopen an order."},
  {"name": "order:read-timeline", "is_platform": true, "is_about_children": false,
    "sentence": "May see an order''s timeline."},
  {"name": "order:resend-mail", "is_platform": true, "is_about_children": false,
    "sentence": "May send an order''s mails again."},
  {"name": "order:add-note", "is_platform": true, "is_about_children": false,
    "sentence": "May add notes to orders."},
  {"name": "payment:confirm", "is_platform": true, "is_about_children": false,
    "sentence": "May confirm payments by bank."},
  {"name": "payment:reconcile", "is_platform": true, "is_about_children": false,
    "sentence": "May assign payments that belong to no order."},
  {"name": "payment:refund", "is_platform": true, "is_about_children": false,
    "sentence": "May refund payments of orders."},
  {"name": "store-analytics:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see the store''s figures."},
  {"name": "addon:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the store''s add-ons."},
  {"name": "price:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the price book."},
  {"name": "page:write", "is_platform": true, "is_about_children": false,
    "sentence": "May write and publish pages of the site."},
  {"name": "media:write", "is_platform": true, "is_about_children": false,
    "sentence": "May add and change media of the site."},
  {"name": "content:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change questions and testimonials of the site."},
  {"name": "settings:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the platform''s settings."},
  {"name": "school:write", "is_platform": true, "is_about_children": false,
    "sentence": "May open and change schools."},
  {"name": "school:edit-own", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s name, address and contacts."},
  {"name": "student:write", "is_platform": false, "is_about_children": false,
    "sentence": "May add and change students and guardians."},
  {"name": "document:share", "is_platform": false, "is_about_children": false,
    "sentence": "May share documents."},
  {"name": "document:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change and remove every document, and share one about any student."},
  {"name": "announcement:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change and remove every announcement."},
  {"name": "own-students:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open what the school keeps about themselves or their children."},
  {"name": "assignment:submit", "is_platform": false, "is_about_children": false,
    "sentence": "May hand in assignments."},
  {"name": "register:oversee", "is_platform": false, "is_about_children": false,
    "sentence": "May see on the home page whose register is missing."},
  {"name": "attendance:take", "is_platform": false, "is_about_children": false,
    "sentence": "May take attendance."},
  {"name": "behaviour:record", "is_platform": false, "is_about_children": false,
    "sentence": "May record behaviour."},
  {"name": "fee:take", "is_platform": false, "is_about_children": false,
    "sentence": "May take fees with Quick Fees and print receipts."},
  {"name": "school:run", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s settings, campuses and add-ons."},
  {"name": "user:invite", "is_platform": true, "is_about_children": false,
    "sentence": "May invite people to every school."},
  {"name": "user:set-role", "is_platform": true, "is_about_children": false,
    "sentence": "May change the role of every account."},
  {"name": "user:reset-authenticator", "is_platform": true, "is_about_children": false,
    "sentence": "May reset the authenticator of every account."},
  {"name": "ticket:answer", "is_platform": true, "is_about_children": false,
    "sentence": "May answer tickets and enquiries."},
  {"name": "profile:edit", "is_platform": false, "is_about_children": false,
    "sentence": "May change their own profile."},
  {"name": "school:work", "is_platform": false, "is_about_children": false,
    "sentence": "Works at the school: may see its staff, add-ons, orders and storage."},
  {"name": "class:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every class, its timetable and how many students it has."},
  {"name": "class:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set up classes, subjects and the timetable."},
  {"name": "class:teach", "is_platform": false, "is_about_children": false,
    "sentence": "May be given classes and subjects to teach."},
  {"name": "term:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set terms, and close and reopen them."},
  {"name": "student:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s details, class and guardians."},
  {"name": "record:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s notes on health, behaviour and merits."},
  {"name": "record:write-all", "is_platform": false, "is_about_children": false,
    "sentence": "May add, change and archive notes about every student."},
  {"name": "custody:read", "is_platform": false, "is_about_children": true,
    "sentence": "May see who may not be told about a child or collect it."},
  {"name": "custody:write", "is_platform": false, "is_about_children": false,
    "sentence": "May note who may not be told about a child or collect it."},
  {"name": "consent:manage", "is_platform": false, "is_about_children": true,
    "sentence": "May see every guardian''s consents and enter signed forms."},
  {"name": "protection:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see breaches of data protection, and when records were opened."},
  {"name": "protection:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May answer requests about a child''s data and report breaches."},
  {"name": "staff:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every employee''s details."},
  {"name": "staff:write", "is_platform": false, "is_about_children": false,
    "sentence": "May add and change employees."},
  {"name": "attendance:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s attendance."},
  {"name": "attendance:take-all", "is_platform": false, "is_about_children": false,
    "sentence": "May take attendance in every class."},
  {"name": "register:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see of every class whether attendance was taken."},
  {"name": "assignment:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every class''s assignments and assessments."},
  {"name": "result:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s work, marks and results."},
  {"name": "fee:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see what the school charges."},
  {"name": "fee:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set what the school charges."},
  {"name": "fee:charge", "is_platform": false, "is_about_children": false,
    "sentence": "May charge students and remind families of what is due."},
  {"name": "fee:refund", "is_platform": false, "is_about_children": false,
    "sentence": "May credit charges and reverse payments of fees."},
  {"name": "fee-payment:record", "is_platform": false, "is_about_children": false,
    "sentence": "May record payments of fees."},
  {"name": "fee-account:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s fees and payments."},
  {"name": "fee-receipt:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see the receipts of every cashier."},
  {"name": "announcement:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every announcement."},
  {"name": "announcement:write-all", "is_platform": false, "is_about_children": false,
    "sentence": "May read and write announcements of every class."},
  {"name": "document:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every document."},
  {"name": "behaviour:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s behaviour, and record it for every student."},
  {"name": "gate:issue-cards", "is_platform": false, "is_about_children": false,
    "sentence": "May issue and print gate cards."},
  {"name": "two-factor:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May say who signs in with two steps, and reset it."},
  {"name": "audit:read", "is_platform": false, "is_about_children": false,
    "sentence": "May read who changed what."},
  {"name": "school:export", "is_platform": false, "is_about_children": false,
    "sentence": "May export everything that the school has entered."},
  {"name": "plan:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see the school''s plan."},
  {"name": "plan:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s plan, see its licences and its invoices."},
  {"name": "order:read-all", "is_platform": true, "is_about_children": false,
    "sentence": "May see every order and payment."},
  {"name": "subscription:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change every school''s subscription."},
  {"name": "mail:retry", "is_platform": true, "is_about_children": false,
    "sentence": "May send mails again."},
  {"name": "job:manage", "is_platform": true, "is_about_children": false,
    "sentence": "May cancel and retry everybody''s jobs."}]',
  '{
  "super_admin": [
    "platform:read",
    "user:read",
    "subscription:read",
    "records:open",
    "store:manage",
    "order:set-status",
    "order:reopen",
    "order:read-timeline",
    "order:resend-mail",
    "order:add-note",
    "payment:confirm",
    "payment:reconcile",
    "payment:refund",
    "store-analytics:read",
    "addon:write",
    "price:write",
    "page:write",
    "media:write",
    "content:write",
    "settings:write",
    "school:write",
    "user:invite",
    "user:set-role",
    "user:reset-authenticator",
    "ticket:answer",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "protection:read",
    "staff:read-all",
    "attendance:read-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee-account:read-all",
    "announcement:read-all",
    "document:read-all",
    "plan:read",
    "order:read-all",
    "subscription:write",
    "mail:retry",
    "job:manage"],
  "admin": [
    "staff:read",
    "class:read",
    "student:read",
    "finance:read",
    "report:read",
    "announcement:write",
    "store:buy",
    "school:edit-own",
    "student:write",
    "document:share",
    "document:manage",
    "announcement:manage",
    "register:oversee",
    "attendance:take",
    "behaviour:record",
    "fee:take",
    "school:run",
    "profile:edit",
    "school:work",
    "class:read-all",
    "class:write",
    "class:teach",
    "term:write",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "custody:write",
    "consent:manage",
    "protection:read",
    "protection:manage",
    "staff:read-all",
    "staff:write",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee:write",
    "fee:charge",
    "fee:refund",
    "fee-payment:record",
    "fee-account:read-all",
    "fee-receipt:read-all",
    "announcement:read-all",
    "announcement:write-all",
    "document:read-all",
    "behaviour:read-all",
    "gate:issue-cards",
    "two-factor:manage",
    "audit:read",
    "school:export",
    "plan:read",
    "plan:manage"],
  "teacher": [
    "class:read",
    "student:read",
    "schedule:read",
    "assignment:write",
    "grade:write",
    "report:read",
    "announcement:write",
    "store:buy",
    "document:share",
    "attendance:take",
    "behaviour:record",
    "profile:edit",
    "school:work",
    "class:teach"],
  "staff": [
    "student:read",
    "record:write",
    "announcement:write",
    "store:buy",
    "student:write",
    "document:share",
    "document:manage",
    "register:oversee",
    "attendance:take",
    "behaviour:record",
    "fee:take",
    "profile:edit",
    "school:work",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "consent:manage",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "announcement:write-all",
    "document:read-all",
    "behaviour:read-all",
    "gate:issue-cards"],
  "parent": [
    "store:buy",
    "own-students:read",
    "profile:edit"],
  "student": [
    "store:buy",
    "own-students:read",
    "assignment:submit",
    "profile:edit"],
  "user": [
    "store:buy",
    "profile:edit"]}');
