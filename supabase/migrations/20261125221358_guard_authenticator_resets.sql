set check_function_bodies = off;

drop function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer);

create or replace function public.list_accounts (
  in_school  uuid             default null::uuid,
  search     text             default null::text,
  in_role    public.user_role default null::public.user_role,
  active     boolean          default null::boolean,
  sort       text             default 'last_name'::text,
  descending boolean          default false,
  skipped    integer          default 0,
  size       integer          default 20
)
  returns table (
    id                uuid,
    first_name        text,
    last_name         text,
    email             text,
    role              public.user_role,
    school_id         uuid,
    school            text,
    is_active         boolean,
    last_sign_in_at   timestamp with time zone,
    has_authenticator boolean,
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school, private.admin_school()));
  only_school constant uuid := coalesce(own_school, in_school);
  pattern constant text := private.search_pattern(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then 'u.school_id = $1' end,
    case when pattern is not null then 'private.account_text(u.first_name, u.last_name, u.email) like $2' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'u.role = $3 and not exists (select from public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way) else format('u.last_name %1$s, u.id %1$s', way) end;
  total_found bigint;
begin
  if only_school is null and pattern is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found using only_school, pattern, in_role, active;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email, case when a.id is null then p.role else ''super_admin'' end, p.school_id, h.name, p.is_active, p.at, private.is_super_admin() and private.has_authenticator(p.id), $7
    from page p left join public.schools h on h.id = p.school_id left join public.super_admins a on a.id = p.id order by p.place',
    case when pattern is null then 'not' else '' end, conditions, ordering)
  using only_school, pattern, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0), total_found;
end
$function$;

create or replace function public.must_enrol()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.session_uid() is not null and not private.is_fully_signed_in()
    and not private.has_authenticator(private.session_uid())
$function$;

create or replace function public.reset_two_factor (
  person uuid,
  reason text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  because text;
  owner public.users;
begin
  if not private.is_super_admin() then
    perform private.require_school_admin();
    perform private.require_addon('addon:two-factor');
  end if;
  because := private.require_text(reset_two_factor.reason, 300, 'reason', 'Say why.');
  if reset_two_factor.person = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Change your own authenticator in your profile.', hint = 'two_factor.own';
  end if;
  select * into owner from public.users u where u.id = reset_two_factor.person and (private.is_super_admin() or u.school_id = private.my_school());
  if owner.id is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer at your school.', hint = 'two_factor.not_found';
  elsif not private.is_super_admin() and exists (select from public.super_admins a where a.id = owner.id) then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  elsif not private.has_authenticator(owner.id) then
    raise exception using errcode = 'P0001', message = 'This person has no authenticator app.', hint = 'two_factor.none';
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Whoever has the lost phone may be signed in with it.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text, jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'two-factor-reset/' || clock_timestamp(), 'Your authenticator app was taken off your account',
    'Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.', '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('two-factor-reset/%s/%s', owner.id, clock_timestamp()), 'two-factor-reset', owner.email,
      jsonb_build_object('name', concat_ws(' ', owner.first_name, owner.last_name), 'reason', because,
        'by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = private.signed_in_uid()), 'school', (select h.name from public.schools h where h.id = owner.school_id)));
  end if;
end
$function$;

create or replace function public.two_factor_people (
  of_role     public.user_role default null::public.user_role,
  is_enrolled boolean          default null::boolean,
  search      text             default null::text,
  skipped     integer          default 0,
  size        integer          default 25
)
  returns table (
    id           uuid,
    name         text,
    email        text,
    role         public.user_role,
    enrolled_at  timestamp with time zone,
    due_on       date,
    signed_in_at timestamp with time zone,
    devices      bigint,
    total        bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  pattern constant text := private.search_pattern(two_factor_people.search);
begin
  return query
  select p.id, concat_ws(' ', p.first_name, p.last_name), p.email, case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end, p.enrolled_at, private.second_step_due(p.id, school, p.role),
    (select l.at from private.last_sign_ins l where l.user_id = p.id), (select count(*) from private.trusted_devices d where d.user_id = p.id and d.trusted_until > now()), p.found
  from (
    select u.*, f.enrolled_at, count(*) over () as found
    from public.users u cross join lateral (select min(f.created_at) as enrolled_at from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f
    where u.school_id = school and u.is_active and u.role <> 'user' and (two_factor_people.of_role is null or u.role = two_factor_people.of_role)
      and (two_factor_people.is_enrolled is null or (f.enrolled_at is not null) = two_factor_people.is_enrolled)
      and (pattern is null or private.account_text(u.first_name, u.last_name, u.email) like pattern)
    order by u.last_name, u.first_name, u.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)) p
  order by p.last_name, p.first_name, p.id;
end
$function$;

comment on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) is
  'A page of accounts by name, address, role, access and school, with the number of all of them. Super admins list every school and see who has an authenticator, administrators their own. sort: last_name, role or last_sign_in_at.';

comment on function public.reset_two_factor(uuid, text) is 'Takes a person''s authenticators, recovery codes and trusted devices off the account and ends their sessions; says so to them. Administrators with the add-on for anyone at their school but super admins, super admins everywhere; nobody their own.';

revoke all on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) from public;

grant execute
  on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer)
  to authenticated;

grant execute on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) to service_role;
