set check_function_bodies = off;

create or replace function private.fixed_second_step_roles()
  returns public.user_role[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when exists (select from public.schools s where s.is_demo) then '{}' else '{super_admin,admin,staff}' end::public.user_role[]
$function$;

create or replace function private.is_second_step_required (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select is_second_step_required.role = any (private.fixed_second_step_roles())
    or coalesce(private.second_step_due(is_second_step_required.person, is_second_step_required.school, is_second_step_required.role) <= private.school_today(is_second_step_required.school), false)
$function$;

create or replace function private.second_step_choices (
  school uuid
)
  returns public.user_role[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select (case when school is null then '{super_admin}' else '{admin,staff}' end)::public.user_role[]
$function$;

create or replace function public.fixed_second_step_roles()
  returns public.user_role[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_super_admin() and private.admin_school() is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return array(select r.role from unnest(private.fixed_second_step_roles()) as r (role) where r.role = any (private.second_step_choices(private.admin_school())) order by r.role);
end
$function$;

create or replace function public.second_step_roles()
  returns public.user_role[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_super_admin() and private.admin_school() is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return array(select r.role from private.second_step_rules r where r.school_id is not distinct from private.admin_school() and r.role = any (private.second_step_choices(private.admin_school()))
    union select unnest(public.fixed_second_step_roles()) order by 1);
end
$function$;

create or replace function public.set_second_step_roles (
  roles public.user_role[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.admin_school();
  wanted constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
  choices constant public.user_role[] := private.second_step_choices(school);
begin
  if not private.is_super_admin() and school is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  if not wanted <@ choices then
    raise exception using errcode = 'P0001', message = 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.', hint = 'second_step.role', detail = 'roles';
  end if;
  if not public.fixed_second_step_roles() <@ wanted then
    raise exception using errcode = 'P0001', message = 'Whoever reads every child''s record or takes money signs in with an authenticator app.', hint = 'second_step.fixed', detail = 'roles';
  end if;
  if private.my_role() = any (wanted) and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Set up your own authenticator app first, so that you do not lock yourself out.', hint = 'second_step.own_first', detail = 'roles';
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', wanted);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role = any (choices) and r.role <> all (wanted);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid() from unnest(wanted) as w on conflict do nothing;
end
$function$;

create index schools_demo_idx on public.schools using btree (id)
  where is_demo;

comment on function public.fixed_second_step_roles() is 'The roles that always must sign in with an authenticator, of those that the caller decides on; none with demonstration data.';

revoke all on function private.fixed_second_step_roles() from public;

revoke all on function private.second_step_choices(uuid) from public;

revoke all on function public.fixed_second_step_roles() from public;

grant execute on function public.fixed_second_step_roles() to authenticated;

grant execute on function public.fixed_second_step_roles() to service_role;
