set check_function_bodies = off;

create or replace function private.current_moment()
  returns timestamp with time zone
  language sql
  stable
  AS $function$ select pg_catalog.now() $function$;

create or replace function private.has_period (
  school uuid,
  day    date
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return exists (select from public.subscriptions s where s.school_id = has_period.school and s.revoked_at is null and s.ends_on >= has_period.day and s.started_on <= has_period.day);
end
$function$;

create or replace function private.is_entitled (
  school  uuid,
  feature text,
  campus  uuid default null::uuid
)
  returns public.entitlement
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  version text;
  today date;
  is_valid boolean;
begin
  select s.version, (private.current_moment() at time zone s.time_zone)::date into version, today from public.schools s where s.id = is_entitled.school;
  if not found then
    return null;
  elsif is_entitled.feature like 'module:%' then
    if version = 'saas' and is_entitled.feature in ('module:front-office', 'module:inventory', 'module:backup-and-updates') then
      return 'off';
    end if;
  else
    select bool_or(c.valid_until is null or c.valid_until >= today) into is_valid from public.licences c
    where c.school_id = is_entitled.school and c.feature = is_entitled.feature and c.revoked_at is null and c.valid_from <= today
      and (version = 'saas' or c.order_id is null)
      and (is_entitled.campus is null or is_entitled.campus = any (c.campus_ids)
        or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k where k.school_id = is_entitled.school));
    if is_valid is null then
      return 'off';
    elsif not is_valid then
      return 'read-only';
    end if;
  end if;
  return case when private.has_period(is_entitled.school, today) then 'on' else 'read-only' end;
end
$function$;

create or replace function private.is_running (
  school uuid
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return private.has_period(is_running.school, private.school_today(is_running.school));
end
$function$;

create or replace function private.my_today()
  returns date
  language sql
  stable
  AS $function$ select private.school_today(private.my_school()) $function$;

create or replace function private.school_today (
  school uuid
)
  returns date
  language sql
  stable
  AS $function$ select private.school_day(school, private.current_moment()) $function$;

create or replace function private.today()
  returns date
  language sql
  stable
  AS $function$ select (private.current_moment() at time zone 'Africa/Nairobi')::pg_catalog.date $function$;

revoke all on function private.has_period(uuid, date) from public;
