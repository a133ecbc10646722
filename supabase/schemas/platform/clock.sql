-- The day: a school's in its own time zone, the product's own (store, subscriptions' prices, visits) in Nairobi. The
-- database itself runs in UTC, where current_date is yesterday until three in the morning, so no other file asks for
-- it.

-- Every rule about days takes the time from here, so a test can try them at any hour. These are single expressions
-- without settings, so that the planner puts them into the query.
create function private.current_moment() returns timestamptz
language sql stable as $$ select pg_catalog.now() $$;
grant execute on function private.current_moment() to authenticated, service_role;

create function private.today() returns date
language sql stable as $$ select (private.current_moment() at time zone 'Africa/Nairobi')::pg_catalog.date $$;
grant execute on function private.today() to authenticated, service_role;

-- The product's own day where there is no school.
create function private.school_day(school uuid, moment timestamptz) returns date
language sql stable security definer set search_path = '' as $$
  select (moment at time zone coalesce((select h.time_zone from public.schools h where h.id = school),
    'Africa/Nairobi'))::date
$$;
grant execute on function private.school_day(uuid, timestamptz) to authenticated, service_role;

create function private.school_today(school uuid) returns date
language sql stable as $$ select private.school_day(school, private.current_moment()) $$;
grant execute on function private.school_today(uuid) to authenticated, service_role;

-- Today at the caller's school.
create function private.my_today() returns date
language sql stable as $$ select private.school_today(private.my_school()) $$;
grant execute on function private.my_today() to authenticated, service_role;

create function private.is_time_zone(name text) returns boolean
language sql stable set search_path = '' as $$ select exists (select from pg_catalog.pg_timezone_names z
  where z.name = is_time_zone.name) $$;
grant execute on function private.is_time_zone(text) to authenticated, service_role;
