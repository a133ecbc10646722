-- Scheduled work. Sales are counted here too, so that analytics of a long period need not count a busy day first.
create function private.run_due_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(), 'licences', private.remind_of_licence_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'counts', private.fold_platform_changes(), 'purged', private.purge_expired(), 'trials', private.purge_trial_requests(), 'exits', private.run_school_exits(), 'expired_exports', private.expire_school_exports(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$$;
comment on function private.run_due_jobs() is
  'Scheduled publishing, announced prices, subscriptions and cleanup. Returns what it did; null while another run is in progress.';
grant execute on function private.run_due_jobs() to service_role;

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

-- Where pg_cron exists (hosted Supabase) the database runs its own jobs; elsewhere the backend calls the function.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('masomo-due-jobs', '* * * * *', 'select private.run_due_jobs()');
  end if;
end
$$;
