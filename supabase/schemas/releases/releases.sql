-- Measurements and failures of releases, as browsers report them.

create table public.release_samples (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  app text not null check (app ~ '^(shell|(mfe|addon|module)-[a-z-]{1,40})$'),
  version text not null check (length(version) between 1 and 40),
  metric text not null check (metric in ('load', 'LCP', 'CLS', 'INP', 'FCP', 'TTFB')),
  value double precision not null check (value >= 0 and value < 600000)
);
comment on table public.release_samples is 'One measured value of one page view; milliseconds, except CLS. Holds '
  'nothing about the visitor. Stored for 14 days.';

create index release_samples_version_idx on public.release_samples (app, version, metric, at desc);
create index release_samples_at_idx on public.release_samples (at);

alter table public.release_samples enable row level security;
grant select on public.release_samples to authenticated;

create policy "Super admins read the measured values" on public.release_samples for select to authenticated
  using ((select private.may('platform:read')));

create table public.release_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  app text not null check (app ~ '^(shell|(mfe|addon|module)-[a-z-]{1,40})$'),
  version text not null check (length(version) between 1 and 40),
  number text not null check (number ~ '^SHELL-[0-9]{3}$'),
  detail text not null default '' check (length(detail) <= 500),
  path text not null check (length(path) <= 200),
  visit text not null check (length(visit) between 8 and 64),
  versions jsonb not null check (jsonb_typeof(versions) = 'object' and length(versions::text) <= 2000)
);
comment on table public.release_failures is 'A part of the site that failed in a browser, with the versions that ran '
  'together. A visit is a random number of one tab. Stored for 14 days.';

create index release_failures_version_idx on public.release_failures (app, version, at desc);
create index release_failures_at_idx on public.release_failures (at);

alter table public.release_failures enable row level security;
grant select on public.release_failures to authenticated;

create policy "Super admins read the failures" on public.release_failures for select to authenticated
  using ((select private.may('platform:read')));

-- Stores one tab's report. Anyone may send one, so it is rate-limited per tab and in total; nothing is decided from
-- these rows.
create function public.report_releases(visit text, path text, versions jsonb, samples jsonb, failures jsonb)
  returns void
language plpgsql security definer set search_path = '' as $$
begin
  if length(visit) not between 8 and 64 or jsonb_typeof(samples) <> 'array' or jsonb_typeof(failures) <> 'array'
    or jsonb_array_length(samples) > 40 or jsonb_array_length(failures) > 10 then
    perform private.refuse('report.invalid', 'This report is not readable.');
  end if;
  perform private.limit_rate('releases:' || report_releases.visit, 60, interval '1 hour');
  perform private.limit_rate('releases', 20000, interval '1 hour');
  insert into public.release_samples (app, version, metric, value)
  select app, version, metric, value
    from jsonb_to_recordset(samples) as sample (app text, version text, metric text, value double precision);
  insert into public.release_failures (app, version, number, detail, path, visit, versions)
  select app, version, number, left(coalesce(detail, ''), 500), left(report_releases.path, 200), report_releases.visit,
    report_releases.versions
  from jsonb_to_recordset(failures) as failure (app text, version text, number text, detail text);
  -- One report in many deletes a batch of old rows, so that no report waits for a full cleanup.
  if random() < 0.02 then
    delete from public.release_samples
      where id in (select id from public.release_samples where at < now() - interval '14 days' limit 2000);
    delete from public.release_failures
      where id in (select id from public.release_failures where at < now() - interval '14 days' limit 2000);
  end if;
end
$$;
grant execute on function public.report_releases(text, text, jsonb, jsonb, jsonb) to anon, authenticated;

-- Loads, failures, failed visits and the 75th percentile of each metric, per app and version, of the last seven days.
create function public.release_health() returns table (
  app text, version text, loads bigint, failures bigint, failed_visits bigint,
  load_p75 double precision, lcp_p75 double precision, cls_p75 double precision, inp_p75 double precision,
    last_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('platform:read');
  return query
  with measured as (
    select sample.app, sample.version,
      count(*) filter (where metric = 'load') as loads,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'load') as load_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'LCP') as lcp_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'CLS') as cls_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'INP') as inp_p75,
      max(at) as last_at
    from public.release_samples sample where at > now() - interval '7 days' group by sample.app, sample.version
  ), failed as (
    select failure.app, failure.version, count(*) as failures, count(distinct visit) as failed_visits,
      max(at) as last_at
    from public.release_failures failure where at > now() - interval '7 days' group by failure.app, failure.version
  )
  select coalesce(measured.app, failed.app), coalesce(measured.version, failed.version), coalesce(measured.loads, 0),
    coalesce(failed.failures, 0), coalesce(failed.failed_visits, 0),
    measured.load_p75, measured.lcp_p75, measured.cls_p75, measured.inp_p75, greatest(measured.last_at, failed.last_at)
  from measured full join failed on measured.app = failed.app and measured.version = failed.version
  order by 10 desc;
end
$$;
grant execute on function public.release_health() to authenticated;

-- The email address of the calling super admin, for the release API; an error for anyone else.
create function public.release_author() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return (select email from public.users where id = private.signed_in_uid());
end
$$;
grant execute on function public.release_author() to authenticated;
