set check_function_bodies = off;

create or replace function public.role_to_enrol()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.super_admins a where a.id = private.session_uid()) then 'super_admin'
    else (select u.role::text from public.users u where u.id = private.session_uid()) end
  where public.must_enrol()
$function$;

comment on function public.role_to_enrol() is 'The role that the caller will have once an authenticator is set up; null for a caller whom nothing keeps out.';

revoke all on function public.role_to_enrol() from public;

grant execute on function public.role_to_enrol() to authenticated;

grant execute on function public.role_to_enrol() to service_role;
