-- Scheduled work. A job finds what is due and does each of it in a transaction of its own, so that what fails neither undoes nor holds up anything else.
-- Each job is scheduled by itself: a long one keeps only itself waiting.

create table private.job_failures (
  job text not null,
  subject text not null,
  reason text not null,
  failures integer not null default 1,
  failed_at timestamptz not null default now(),
  next_try_at timestamptz not null,
  primary key (job, subject)
);
comment on table private.job_failures is 'What scheduled work could not do, why, and when it is tried again; deleted once it is done.';

alter table private.job_failures enable row level security;

create function private.job_names() returns text[]
language sql immutable set search_path = '' as $$
  select array['pages', 'prices', 'subscription-reminders', 'licence-reminders', 'announcements', 'moves', 'days', 'counts', 'retention', 'trial-requests',
    'leaving-schools', 'school-exits', 'school-exports', 'export-files', 'stray-files', 'sums', 'payment-attempts', 'limits', 'sales']
$$;
comment on function private.job_names() is 'The jobs that a schedule calls, each with private.run_job.';

-- What of a job is due now: ids of rows, or one empty text where the job is one piece of work.
create function private.due_subjects(job text) returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  case job
    when 'pages' then return query select p.id::text from public.cms_pages p where p.publish_at <= now() or p.unpublish_at <= now();
    when 'prices' then return query select c.id::text from public.price_changes c
      where c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null;
    when 'subscription-reminders' then return query select d.subscription_id::text from private.due_subscription_reminders() d;
    when 'licence-reminders' then return query select d.licence_id::text from private.due_licence_reminders() d;
    when 'announcements' then return query select a.id::text from public.announcements a
      where a.notified_at is null and a.published_at <= now() and a.archived_at is null;
    when 'moves' then return query select e.id::text from public.enrolments e where not e.has_begun and e.started_on <= private.school_today(e.school_id);
    when 'retention' then return query select d from private.due_retention_rules() d;
    when 'trial-requests' then return query select r.id::text from private.trial_requests r where r.created_at < now() - interval '7 days';
    when 'school-exits' then return query select d::text from private.due_school_exits() d;
    when 'school-exports' then return query select e.id::text from public.school_exports e where e.state = 'ready' and e.expires_at <= now();
    -- What is a day old waits for an hour.
    when 'stray-files' then return query select '' where extract(minute from now()) < 5;
    else return next '';
  end case;
end
$$;

-- Does one piece of a job. What was due when it was found may not be so any more: each function locks, and asks again before it acts.
create function private.do_job(job text, subject text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case job
    when 'pages' then perform private.publish_due_page(subject::uuid);
    when 'prices' then perform private.apply_due_price(subject::uuid);
    when 'subscription-reminders' then perform private.remind_of_subscription_end(subject::uuid);
    when 'licence-reminders' then perform private.remind_of_licence_end(subject::uuid);
    when 'announcements' then perform private.notify_due_announcements(subject::uuid);
    when 'moves' then perform private.begin_enrolment(subject::uuid);
    when 'days' then perform private.finish_days();
    when 'counts' then perform private.fold_platform_changes();
    when 'retention' then perform private.purge_expired(subject);
    when 'trial-requests' then perform private.purge_trial_request(subject::uuid);
    when 'leaving-schools' then perform private.find_leaving_schools();
    when 'school-exits' then perform private.go_on_with_exit(subject::uuid);
    when 'school-exports' then perform private.expire_school_export(subject::uuid);
    when 'export-files' then perform private.delete_stray_exports();
    when 'stray-files' then perform private.sweep_files();
    when 'sums' then perform private.check_sums_nightly();
    when 'payment-attempts' then
      update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
    when 'limits' then
      delete from private.rate_limits where window_start < now() - interval '1 day';
      delete from private.mail_spending where day < private.today() - 30;
      delete from private.recent_visits where day < private.today() - 2;
      delete from private.command_keys where at < now() - interval '2 days';
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$$;

-- A failure is tried again after a minute, then after longer, at least once an hour.
create function private.note_job_failure(job text, subject text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  raise warning 'The job % failed for "%": %', job, subject, reason;
  insert into private.job_failures as f (job, subject, reason, next_try_at)
  values (note_job_failure.job, note_job_failure.subject, left(note_job_failure.reason, 1000), now() + interval '1 minute')
  on conflict on constraint job_failures_pkey do update set reason = excluded.reason, failures = f.failures + 1, failed_at = now(),
    next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(f.failures, 6)));
end
$$;

create function private.failing_jobs() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('job', f.job, 'subject', f.subject, 'reason', f.reason, 'failures', f.failures,
    'failed_at', f.failed_at, 'next_try_at', f.next_try_at) order by f.failed_at desc), '[]')
  from (select * from private.job_failures order by failed_at desc limit 50) f
$$;
comment on function private.failing_jobs() is 'What scheduled work could not do so far, with the reason of the last try.';

-- One transaction for each piece of the job. Two runners of the same job take turns, and one that dies leaves no lock behind.
create procedure private.run_job(job text)
language plpgsql as $$
declare
  pieces text[];
  piece text;
begin
  begin
    pieces := array(select d from private.due_subjects(job) d where not exists (
      select from private.job_failures f where f.job = run_job.job and f.subject = d and f.next_try_at > now()));
  exception when query_canceled or others then
    perform private.note_job_failure(job, '', sqlerrm);
  end;
  commit;
  foreach piece in array coalesce(pieces, '{}') loop
    exit when not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('job ' || job, 0));
    begin
      -- Rows that somebody else holds for long are left for the next time.
      perform pg_catalog.set_config('lock_timeout', '5s', true);
      perform private.do_job(job, piece);
      delete from private.job_failures f where f.job = run_job.job and f.subject = piece;
    exception when query_canceled or others then
      perform private.note_job_failure(job, piece, sqlerrm);
    end;
    commit;
  end loop;
end
$$;
comment on procedure private.run_job(text) is 'Does what is due of one of private.job_names(). To be called outside a transaction, by the schedule of the backend or by pg_cron.';

-- Set as PostgREST's pre-request, this puts the trace id of the HTTP request into application_name.
create function private.name_transaction_by_trace() returns void
language sql set search_path = '' as $$
  select pg_catalog.set_config('application_name', 'trace ' || named.trace, true)
  from (select substring(current_setting('request.headers', true)::json ->> 'traceparent' from '^[0-9a-f]{2}-([0-9a-f]{32})-') as trace) as named
  where named.trace is not null
$$;
comment on function private.name_transaction_by_trace() is
  'Pre-request of PostgREST where tracing is on: pg_stat_activity, the log and auto_explain show the trace as application_name.';
grant execute on function private.name_transaction_by_trace() to anon, authenticated, service_role;

-- Where pg_cron exists (hosted Supabase) the database runs its own jobs; elsewhere the backend calls them.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('masomo-' || job, '* * * * *', format('call private.run_job(%L)', job)) from unnest(private.job_names()) job;
  end if;
end
$$;
