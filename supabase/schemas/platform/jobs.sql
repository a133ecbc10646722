-- Work that takes longer than a moment, and all that falls due by itself. A worker takes a job, does one step of it in
-- one transaction, and says here how far it came; a job that was started by a person runs as that person. These rows
-- are the whole truth about jobs: nothing else is kept.

create table private.job_kinds (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  permission text
);
comment on table private.job_kinds
  is 'The kinds of jobs that the workers know; each worker writes those of its own folders when it starts.';
comment on column private.job_kinds.permission
  is 'What a person needs to start one and, at each step, to go on; null where no person starts it.';

create table private.job_workers (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  is_gone boolean not null default false
);
comment on table private.job_workers is 'The workers that run, each seen at least once a minute.';
comment on column private.job_workers.is_gone is 'Whether it was not seen for two minutes, as the readers of changes '
  'noted.';

create table private.job_turns (
  line uuid primary key,
  turn bigint not null
);
comment on table private.job_turns is 'When each line had its last step, a school or, under the lowest id, the '
  'platform: the one that waits longest is next.';
create sequence private.job_turn;

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  school_id uuid references public.schools (id) on delete cascade,
  kind text not null,
  subject text,
  started_by uuid references public.users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer,
  result jsonb,
  reason text,
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  args jsonb not null default '{}',
  reached jsonb,
  claims jsonb,
  check ((started_by is null) = (claims is null)),
  check (claims is null or claims ->> 'sub' = started_by::text)
);
comment on table public.jobs is 'Every job: who started it, for which school, how far it is, and what became of it. '
  'args, reached and result hold ids and counts, never what they are about.';
comment on column public.jobs.school_id is 'The school that the person worked in; null for work of the platform.';
comment on column public.jobs.subject is 'What it is about, such as the id of a row; of the same kind and subject '
  'one is open at a time. Null where several may be.';
comment on column public.jobs.started_by
  is 'The person it runs as; null for what falls due by itself, which runs as the owner of the database.';
comment on column public.jobs.reason is 'Why the last step failed; empty once one succeeded.';
comment on column public.jobs.due_at is 'Before that the next step is not done.';
comment on column public.jobs.reached is 'Where the next step goes on.';
comment on column public.jobs.claims is 'The token of the session in which it was started, without its signature.';

create index jobs_due_idx on public.jobs (school_id, due_at) where state in ('waiting', 'running');
create unique index jobs_open_key
  on public.jobs (kind, subject, school_id) nulls not distinct where state in ('waiting', 'running')
  and subject is not null;
create index jobs_school_idx on public.jobs (school_id, created_at desc);
create index jobs_started_by_idx on public.jobs (started_by, created_at desc) where started_by is not null;
create index jobs_created_idx on public.jobs (created_at desc, id);
create index jobs_state_idx on public.jobs (state, created_at desc, id);

select private.school_table('public.jobs', needs_subscription => false, live => '{platform,person:started_by}');
alter table private.job_kinds enable row level security;
alter table private.job_workers enable row level security;

-- Told when a worker comes, ends or is gone, and not each time that it is seen.
create function private.tell_of_workers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changes (audience, topic) values ('platform', 'jobs') on conflict do nothing;
  return null;
end
$$;
create trigger tell_added after insert or delete on private.job_workers for each row
  execute function private.tell_of_workers();
create trigger tell_changed after update on private.job_workers for each row when (old.is_gone <> new.is_gone)
  execute function private.tell_of_workers();

-- A worker that was killed changes no row. Who reads the changes runs while somebody looks, and notes it in its place.
create function private.note_gone_workers() returns void
language sql security definer set search_path = '' as $$
  update private.job_workers w set is_gone = not w.is_gone
  where w.is_gone <> (w.seen_at < now() - interval '2 minutes')
$$;
alter table private.job_turns enable row level security;

grant select (id, school_id, kind, subject, started_by, state, done, total, result, reason, failures, due_at,
  created_at, started_at, finished_at)
  on public.jobs to authenticated;

create policy "People see their own jobs, super admins all" on public.jobs for select to authenticated
  using (school_id = (select private.my_school()) and started_by = (select private.signed_in_uid())
    or id >= (select private.first_id()) and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

-- Queues a job in the name of the caller, or returns the open one with the same subject. For functions that have asked
-- for the permission.
create function private.queue_job(kind text, subject text default null, args jsonb default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  token constant jsonb := auth.jwt();
  queued uuid;
begin
  if not exists (select from private.job_kinds k where k.name = queue_job.kind and k.permission is not null) then
    perform private.refuse('job.unknown_kind',
      'This cannot be done now, since no worker has been started yet. Ask who runs the product.');
  end if;
  insert into public.jobs (school_id, kind, subject, started_by, args, claims)
  values (private.my_school(), queue_job.kind, queue_job.subject, me, queue_job.args,
    jsonb_build_object('role', 'authenticated', 'sub', me, 'session_id', token ->> 'session_id',
      'aal', coalesce(token ->> 'aal', 'aal1')))
  on conflict do nothing returning id into queued;
  return coalesce(queued, (select j.id from public.jobs j where j.kind = queue_job.kind
    and j.subject = queue_job.subject
    and j.school_id is not distinct from private.my_school() and j.state in ('waiting', 'running')));
end
$$;

create function public.start_job(kind text, args jsonb default '{}', subject text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  permission constant text := (select k.permission from private.job_kinds k where k.name = start_job.kind);
begin
  if permission is null then
    perform private.refuse('job.not_startable', 'Nobody can start this job.');
  end if;
  perform private.require(permission);
  perform private.limit_rate('jobs/' || private.signed_in_uid(), 2000, interval '1 hour');
  return private.queue_job(start_job.kind, start_job.subject, start_job.args);
end
$$;
comment on function public.start_job(text, jsonb, text)
  is 'Queues a job that runs as the caller; returns the open one with the same subject.';
grant execute on function public.start_job(text, jsonb, text) to authenticated;

-- The job with this id that the caller started, or any for who manages jobs.
create function private.job_of_caller(job uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found_job public.jobs;
begin
  select * into found_job from public.jobs j where j.id = job
    and (j.started_by = private.signed_in_uid() or private.may('job:manage'));
  if not found then
    perform private.refuse('job.not_yours', 'This job is not yours.');
  end if;
  return found_job;
end
$$;

create function public.cancel_job(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.job_of_caller(cancel_job.job);
  update public.jobs j set state = 'cancelled', finished_at = now() where j.id = cancel_job.job
    and j.state in ('waiting', 'running');
end
$$;
comment on function public.cancel_job(uuid)
  is 'Ends a job. A step that is being done is undone as a whole; those before it stay.';
grant execute on function public.cancel_job(uuid) to authenticated;

create function public.retry_job(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  retried constant public.jobs := private.job_of_caller(retry_job.job);
  token constant jsonb := auth.jwt();
begin
  -- Who started it goes on in the session of today; for others it goes on in the name of who started it.
  update public.jobs j set state = case when j.done > 0 then 'running' else 'waiting' end, failures = 0, due_at = now(),
    finished_at = null,
    claims = case when j.started_by = private.signed_in_uid()
      then j.claims || jsonb_build_object('session_id', token ->> 'session_id',
        'aal', coalesce(token ->> 'aal', 'aal1')) else j.claims end
  where j.id = retried.id and (j.state in ('failed', 'cancelled') or j.state in ('waiting', 'running')
    and j.failures > 0);
exception when unique_violation then
  perform private.refuse('job.open_already', 'The same job is waiting or running already.');
end
$$;
comment on function public.retry_job(uuid)
  is 'Has a job that failed or was cancelled go on where it stopped, and one that waits after a failure at once.';
grant execute on function public.retry_job(uuid) to authenticated;

-- The next job for a worker: of the school that waits longest, the one that waits longest. It is the worker's as long
-- as its connection lives, by a lock that ends with the connection. Of what falls due by itself one of each kind runs
-- at a time.
create function private.take_job(only_kinds text[] default null) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  school uuid;
  candidate record;
  taken public.jobs;
begin
  for school in
    select d.id from (select distinct coalesce(j.school_id, platform) as id from public.jobs j
      where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp()
        and (only_kinds is null or j.kind = any (only_kinds))) d
    left join private.job_turns t on t.line = d.id order by coalesce(t.turn, 0), d.id
  loop
    for candidate in
      select c.id, private.job_lock(c.locked) as lock from (
        (select distinct on (j.kind) j.id, j.due_at, j.kind as locked from public.jobs j
          where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() and school = platform
            and j.school_id is null
            and j.started_by is null and (only_kinds is null or j.kind = any (only_kinds))
          order by j.kind, j.due_at, j.id)
        union all
        (select j.id, j.due_at, j.id::text from public.jobs j
          where j.state in ('waiting', 'running') and j.due_at <= clock_timestamp() and j.started_by is not null
            and j.school_id is not distinct from nullif(school, platform)
              and (only_kinds is null or j.kind = any (only_kinds))
          order by j.due_at, j.id limit 200)) c
      order by c.due_at, c.id
    loop
      continue when not pg_try_advisory_lock(candidate.lock);
      update public.jobs j set state = 'running', started_at = coalesce(j.started_at, clock_timestamp())
      where j.id = candidate.id and j.state in ('waiting', 'running') and j.due_at <= clock_timestamp()
        returning j.* into taken;
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
$$;

-- The number of the lock by which a worker holds a job, or all jobs of a kind.
create function private.job_lock(of text) returns bigint
language sql immutable set search_path = '' as $$ select hashtextextended('job ' || of, 0) $$;

-- Makes the transaction one of the person who started the job, and returns why that may not be any more.
create function private.starter_problem(job uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  running public.jobs;
  needed text;
begin
  select * into running from public.jobs j where j.id = starter_problem.job;
  select k.permission into needed from private.job_kinds k where k.name = running.kind;
  perform set_config('request.jwt.claims', running.claims::text, true);
  return case
    when private.signed_in_uid() is distinct from running.started_by
      then 'The session in which this was started has ended. Sign in and start it again.'
    when needed is null or not private.may(needed)
      then 'Your role does not allow this any more. Ask an administrator of your school.'
    when running.school_id is distinct from private.my_school()
      then 'This was started in another school than the one you work in now.' end;
end
$$;

-- How far the step came. A job that was cancelled during it fails here, so that the step is undone.
create function private.save_step(job uuid, is_finished boolean, done integer, total integer, reached jsonb,
  result jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.jobs j set state = case when is_finished then 'done' else 'running' end,
    done = coalesce(save_step.done, j.done),
    total = coalesce(save_step.total, j.total), reached = save_step.reached,
      result = coalesce(save_step.result, j.result), reason = null, failures = 0,
    due_at = clock_timestamp(), finished_at = case when is_finished then clock_timestamp() end
  where j.id = save_step.job and j.state = 'running';
  if not found then
    perform private.refuse('job.cancelled', 'The job was cancelled.');
  end if;
end
$$;

-- A step that failed is done again after ten seconds, then after longer. What a person started ends after eight
-- failures in a row, or at once where the step was refused; what falls due by itself is tried again at least once an
-- hour.
create function private.save_failure(job uuid, reason text, is_refused boolean) returns void
language sql security definer set search_path = '' as $$
  update public.jobs j set failures = j.failures + 1, reason = left(save_failure.reason, 1000),
    state = case when j.started_by is not null and (is_refused or j.failures >= 7) then 'failed' else j.state end,
    finished_at = case when j.started_by is not null and (is_refused or j.failures >= 7) then clock_timestamp() end,
    due_at = clock_timestamp() + least(interval '1 hour', interval '10 seconds' * power(3, least(j.failures, 6)))
  where j.id = save_failure.job and j.state = 'running'
$$;

-- What could not be done so far, with the reason of the last try.
create function private.failing_jobs() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('job', f.kind, 'subject', coalesce(f.subject, ''), 'reason', f.reason,
    'failures', f.failures,
    'failed_at', f.started_at, 'next_try_at', f.due_at) order by f.created_at desc), '[]')
  from (select * from public.jobs j where j.state in ('waiting', 'running') and j.failures > 0 and j.started_by is null
    order by j.created_at desc limit 50) f
$$;

create function public.job_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return (select jsonb_build_object('waiting', count(*) filter (where j.state = 'waiting'),
    'running', count(*) filter (where j.state = 'running'),
      'failing', count(*) filter (where j.failures > 0), 'oldest_waiting',
        min(j.due_at) filter (where j.state = 'waiting'))
    from public.jobs j where j.state in ('waiting', 'running'))
    || jsonb_build_object('workers', (select count(*) from private.job_workers w
      where w.seen_at > now() - interval '2 minutes'),
      'worker_seen_at', (select max(w.seen_at) from private.job_workers w));
end
$$;
comment on function public.job_figures()
  is 'How many jobs wait, run and fail, and whether a worker is there. Super admins only.';
grant execute on function public.job_figures() to authenticated;

create function private.forget_jobs() returns void
language sql security definer set search_path = '' as $$
  delete from public.jobs j where j.finished_at < now()
    - case when j.started_by is null then interval '1 day' else interval '30 days' end;
  delete from private.job_workers w where w.seen_at < now() - interval '1 day';
$$;

-- Set as PostgREST's pre-request, this puts the trace id of the HTTP request into application_name.
create function private.name_transaction_by_trace() returns void
language sql set search_path = '' as $$
  select pg_catalog.set_config('application_name', 'trace ' || named.trace, true)
  from (select substring(current_setting('request.headers', true)::json ->> 'traceparent'
    from '^[0-9a-f]{2}-([0-9a-f]{32})-') as trace) as named
  where named.trace is not null
$$;
comment on function private.name_transaction_by_trace() is
  'Pre-request of PostgREST where tracing is on: pg_stat_activity, the log and auto_explain show the trace as '
    'application_name.';
grant execute on function private.name_transaction_by_trace() to anon, authenticated, service_role;
