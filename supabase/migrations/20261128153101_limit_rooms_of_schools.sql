set check_function_bodies = off;

alter table public.schools
  add column storage_megabytes integer;

create or replace function private.storage_limit (
  school uuid
)
  returns bigint
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  running public.subscriptions;
  megabytes integer;
begin
  select s.* into running from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.started_on <= today and s.ends_on >= today
  order by s.is_trial, s.ends_on desc limit 1;
  select l.megabytes into megabytes from private.storage_limits l
  where l.is_trial = coalesce(running.is_trial, false) and (l.plan_id is null or l.plan_id = running.plan_id)
  order by l.plan_id is null limit 1;
  return coalesce((select s.storage_megabytes from public.schools s where s.id = school), megabytes, case when running.is_trial then 512 else 5120 end)::bigint * 1048576;
end
$function$;

create or replace function public.school_overview (
  school_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('school:write');
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'version', s.version, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'file_room', jsonb_build_object('used', private.stored_bytes(s.id), 'limit', private.storage_limit(s.id), 'megabytes', s.storage_megabytes),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.subscription_id, 'plan_id', b.plan_id, 'plan', b.plan, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', b.max_students)
      from private.subscription_of(s.id) b where b.subscription_id is not null))
  from public.schools s where s.id = school_overview.school_id);
end
$function$;

create or replace function public.set_school_storage (
  school_id uuid,
  reason    text,
  megabytes integer default null::integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  if set_school_storage.megabytes not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the megabytes as a whole number from 1 to 10,000,000.',
      hint = 'storage.limit', detail = 'megabytes';
  end if;
  perform set_config('masomo.reason',
    private.require_text(set_school_storage.reason, 300, 'reason', 'Say why this school has other room than its plan.'), true);
  update public.schools s set storage_megabytes = set_school_storage.megabytes where s.id = set_school_storage.school_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This school is no longer here.', hint = 'school.not_found';
  end if;
end
$function$;

alter table public.schools
  add constraint schools_storage_megabytes_check check (((storage_megabytes >= 1) AND (storage_megabytes <= 10000000)));

comment on column public.schools.storage_megabytes is 'Room for files that a super admin has given this school; null: what its plan has.';

comment on function private.storage_limit(uuid) is 'In bytes: as set for the school, else for the plan, else for all of its kind, else 512 MB in a trial and 5 GB otherwise.';

comment on function public.set_school_storage(uuid, text, integer) is 'Room for the files of one school, in megabytes, with the reason for the activity log; null gives it that of its plan.';

revoke all on function public.set_school_storage(uuid, text, integer) from public;

grant execute on function public.set_school_storage(uuid, text, integer) to authenticated;

grant execute on function public.set_school_storage(uuid, text, integer) to service_role;
