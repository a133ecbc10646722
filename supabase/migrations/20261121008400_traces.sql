-- A trace goes on into PostgreSQL: set as PostgREST's pre-request, this names each transaction by the trace of its request.
create function private.note_trace() returns void
language sql
set search_path = ''
as $$
  select pg_catalog.set_config('application_name', 'trace ' || named.trace, true)
  from (select substring(current_setting('request.headers', true)::json ->> 'traceparent' from '^[0-9a-f]{2}-([0-9a-f]{32})-') as trace) as named
  where named.trace is not null
$$;
comment on function private.note_trace() is 'Pre-request of PostgREST where tracing is on: pg_stat_activity, the log and auto_explain show the trace as application_name.';
revoke execute on function private.note_trace() from public;
grant execute on function private.note_trace() to anon, authenticated, service_role;
