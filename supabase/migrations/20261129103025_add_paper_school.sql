set check_function_bodies = off;

create or replace function public.paper_school()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select private.paper_school(private.my_school()) $function$;

comment on function public.paper_school() is 'What the papers of the caller''s school say of it, which every member reads on them; null for those of no school.';

revoke all on function public.paper_school() from public;

grant execute on function public.paper_school() to authenticated;

grant execute on function public.paper_school() to service_role;
