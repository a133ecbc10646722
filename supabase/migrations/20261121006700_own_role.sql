-- The caller's role, for trials of releases with people of certain roles.
create function public.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.my_role()::text
$$;
revoke execute on function public.own_role() from public;
grant execute on function public.own_role() to authenticated;
