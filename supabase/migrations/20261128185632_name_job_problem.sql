set check_function_bodies = off;

drop function private.become_starter(uuid);

create or replace function private.starter_problem (
  job uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  running public.jobs;
  needed text;
begin
  select * into running from public.jobs j where j.id = starter_problem.job;
  select k.permission into needed from private.job_kinds k where k.name = running.kind;
  perform set_config('request.jwt.claims', running.claims::text, true);
  return case
    when private.signed_in_uid() is distinct from running.started_by then 'The session in which this was started has ended. Sign in and start it again.'
    when needed is null or not private.may(needed) then 'Your role does not allow this any more. Ask an administrator of your school.'
    when running.school_id is distinct from private.my_school() then 'This was started in another school than the one you work in now.' end;
end
$function$;

revoke all on function private.starter_problem(uuid) from public;
