set check_function_bodies = off;

create or replace function private.refuse_without_subscription()
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  raise exception using errcode = '42501', hint = 'subscription.ended',
    message = 'Your school’s subscription has ended. You can still read and export everything; to make changes, ask an administrator to renew it.';
end
$function$;

create or replace function private.require_addon (
  feature text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.staff_school();
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  elsif entitlement = 'read-only' then
    if not private.is_running(school) then
      perform private.refuse_without_subscription();
    end if;
    raise exception using errcode = '42501', message = 'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator to renew it.', hint = 'addon.expired';
  elsif entitlement is distinct from 'on' then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function private.require_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- The law's days run on, also for a school that pays no more.
  if not private.may_write() and coalesce(current_setting('masomo.purging', true), '') = '' then
    perform private.refuse_without_subscription();
  end if;
  return null;
end
$function$;

revoke all on function private.refuse_without_subscription() from public;
