-- Change against the previous period, in percent with one decimal; null when there was nothing before.
create function private.percent_change(now_value numeric, before numeric) returns numeric
language sql immutable set search_path = '' as $$ select round((now_value - before) * 100 / nullif(before, 0), 1) $$;

create function private.period_days(period text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  case period
    when '7d' then return 7;
    when '30d' then return 30;
    when '90d' then return 90;
    when '1y' then return 365;
    else perform private.refuse('analytics.invalid_period',
      'Choose the last 7, 30 or 90 days or the last year.', field => 'period');
  end case;
end
$$;

-- First day of every week or month between two days, also of those without data.
create function private.period_starts(from_day date, to_day date, size text) returns setof date
language sql immutable set search_path = '' as $$
  select day::date from generate_series(date_trunc(size, from_day::timestamp), date_trunc(size, to_day::timestamp),
    ('1 ' || size)::interval) as day where to_day - from_day between 0 and 4000
$$;
grant execute on function private.period_starts(date, date, text) to authenticated;

-- Points of a chart are days; weeks where the period is long.
create function private.report_interval(from_day date, to_day date) returns text
language sql immutable set search_path = '' as $$ select case when to_day - from_day > 45 then 'week' else 'day' end $$;
grant execute on function private.report_interval(date, date) to authenticated;
