set check_function_bodies = off;

drop function private.is_second_step_required(uuid, uuid, public.user_role);

create or replace function private.fixed_second_step_roles()
  returns public.user_role[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.schools s where s.is_demo) then '{}' else private.guarded_roles() end
$function$;

create or replace function private.guarded_roles()
  returns public.user_role[]
  language sql
  immutable
  AS $function$ select '{super_admin,admin,staff}'::public.user_role[] $function$;

create or replace function private.is_second_step_required (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if is_second_step_required.role = any (private.guarded_roles()) and not exists (select from public.schools s where s.is_demo) then
    return true;
  elsif not exists (select from private.second_step_rules r where r.role = is_second_step_required.role
    and (r.school_id = is_second_step_required.school or is_second_step_required.school is null and r.school_id is null)) then
    return false;
  end if;
  return coalesce(private.second_step_due(is_second_step_required.person, is_second_step_required.school, is_second_step_required.role) <= private.school_today(is_second_step_required.school), false);
end
$function$;

create or replace function private.second_step_due (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select greatest(coalesce(r.required_from, private.school_day(r.school_id, r.set_at)), private.school_day(r.school_id, u.created_at)) + r.grace_days
  from private.second_step_rules r join public.users u on u.id = second_step_due.person
  where r.role = second_step_due.role and (r.school_id = second_step_due.school or second_step_due.school is null and r.school_id is null)
    and (r.role = any (private.guarded_roles()) or private.is_entitled(r.school_id, 'addon:two-factor') <> 'off')
$function$;

revoke all on function private.guarded_roles() from public;

revoke all on function private.is_second_step_required(uuid, uuid, public.user_role) from public;
