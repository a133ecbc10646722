set check_function_bodies = off;

create or replace function private.dashboard_stat(key text, value numeric, unit text default 'count') returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('key', key, 'value', case unit when 'percent' then value else coalesce(value, 0) end, 'unit', unit) $$;

comment on function public.dashboard_summary() is
  'The dashboard home of the caller: role, school, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted} and recent activities {at, kind, title, text, link}.';
