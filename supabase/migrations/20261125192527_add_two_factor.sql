set check_function_bodies = off;

drop function private.is_second_step_required(uuid, public.user_role);

create table private.trusted_devices (
  id            uuid                     not null default gen_random_uuid(),
  user_id       uuid                     not null,
  token_hash    text                     not null,
  device        text                     not null,
  trusted_at    timestamp with time zone not null default now(),
  trusted_until timestamp with time zone not null,
  used_at       timestamp with time zone not null default now(),
  constraint trusted_devices_pkey primary key (id),
  constraint trusted_devices_token_hash_key unique (token_hash)
);

alter table private.trusted_devices
  enable row level security;

create table private.trusted_sessions (
  session_id uuid not null,
  device_id  uuid not null,
  constraint trusted_sessions_pkey primary key (session_id)
);

alter table private.trusted_sessions
  enable row level security;

alter table private.second_step_rules
  add column required_from date;

alter table private.second_step_rules
  add column grace_days integer not null default 0;

alter table public.sign_ins
  add column school_id uuid;

create or replace function private.end_trusted_devices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from private.trusted_devices where user_id = new.id;
  return null;
end
$function$;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session.
    has_session := token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me);
    -- With the second factor where the account has one; a trusted device stands for it.
    has_code := coalesce(token ->> 'aal', 'aal1') = 'aal2';
    if has_session and not has_code and exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
      has_code := private.is_trusted_session((token ->> 'session_id')::uuid, me);
      is_signed_in := has_code;
    else
      is_signed_in := has_session;
    end if;
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      is_signed_in := false;
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.has_authenticator (
  person uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from auth.mfa_factors f where f.user_id = has_authenticator.person and f.status = 'verified')
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
  select coalesce(private.second_step_due(is_second_step_required.person, is_second_step_required.school, is_second_step_required.role) <= private.school_today(is_second_step_required.school), false)
$function$;

create or replace function private.is_trusted_session (
  session uuid,
  person  uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from private.trusted_sessions t join private.trusted_devices d on d.id = t.device_id
    where t.session_id = is_trusted_session.session and d.user_id = is_trusted_session.person and d.trusted_until > now() and private.trust_days(d.user_id) > 0)
$function$;

create or replace function private.keep_session()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    update public.sign_ins set ended_at = now() where id = old.id and ended_at is null;
  elsif tg_op = 'UPDATE' then
    update public.sign_ins set has_second_step = true where id = new.id;
  else
    -- A session may begin before its person has a profile.
    insert into public.sign_ins (id, user_id, school_id, signed_in_at, has_second_step, device, address)
    select new.id, u.id, u.school_id, coalesce(new.created_at, now()), coalesce(new.aal = 'aal2', false), left(coalesce(new.user_agent, ''), 300), new.ip from public.users u where u.id = new.user_id
    on conflict (id) do nothing;
  end if;
  return null;
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
  where r.role = second_step_due.role and r.school_id is not distinct from second_step_due.school
    and (r.role in ('super_admin', 'admin', 'staff') or private.is_entitled(r.school_id, 'addon:two-factor') <> 'off')
$function$;

create or replace function private.trust_days (
  person uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((
    select (private.addon_setting(u.school_id, 'addon:two-factor', 'trust_days'))::integer from public.users u
    where u.id = trust_days.person and u.is_active and private.is_entitled(u.school_id, 'addon:two-factor') <> 'off'), 0)
$function$;

create or replace function private.two_factor_school()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_school_admin();
begin
  if private.addon_school('addon:two-factor') is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function public.end_trusted_device (
  device_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from private.trusted_devices where id = end_trusted_device.device_id and user_id = private.signed_in_uid();
  return found;
end
$function$;

create or replace function public.my_trusted_devices()
  returns table (
    id            uuid,
    device        text,
    trusted_at    timestamp with time zone,
    trusted_until timestamp with time zone,
    used_at       timestamp with time zone
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select d.id, d.device, d.trusted_at, d.trusted_until, d.used_at from private.trusted_devices d where d.user_id = private.signed_in_uid() and d.trusted_until > now() order by d.used_at desc
$function$;

create or replace function public.my_two_factor()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('is_enrolled', private.has_authenticator(private.signed_in_uid()), 'trust_days', private.trust_days(private.signed_in_uid()),
    'due_on', private.second_step_due(private.signed_in_uid(), private.my_school(), private.my_role()))
$function$;

create or replace function public.remind_two_factor (
  people uuid[] default null::uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  here constant uuid := private.require_school_admin();
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, concat_ws(' ', u.first_name, u.last_name) as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), 'Set up two-step sign-in',
        'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()), 'two-factor-reminder', person.email,
          jsonb_build_object('name', person.name, 'school', person.school, 'due_on', person.due_on));
      end if;
    end if;
  end loop;
  return reminded;
end
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
  return array(select r.role from private.second_step_rules r where r.school_id is not distinct from private.admin_school() and r.role in ('super_admin', 'admin', 'staff') order by r.role);
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
  choices constant public.user_role[] := case when school is null then '{super_admin}' else '{admin, staff}' end;
begin
  if not private.is_super_admin() and school is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  if not wanted <@ choices then
    raise exception using errcode = 'P0001', message = 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.', hint = 'second_step.role', detail = 'roles';
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

create or replace function public.set_two_factor_policy (
  role          public.user_role,
  required_from date default null,
  grace_days    integer          default 0
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  before jsonb;
begin
  perform private.require_addon('addon:two-factor');
  if set_two_factor_policy.role not in ('admin', 'teacher', 'staff', 'parent', 'student') then
    raise exception using errcode = 'P0001', message = 'Choose roles of your school.', hint = 'second_step.role', detail = 'role';
  elsif set_two_factor_policy.required_from > private.my_today() + 366 then
    raise exception using errcode = 'P0001', message = 'Choose a day within the next twelve months.', hint = 'two_factor.day', detail = 'required_from';
  elsif set_two_factor_policy.grace_days not between 0 and 60 then
    raise exception using errcode = 'P0001', message = 'Give between 0 and 60 days.', hint = 'two_factor.grace', detail = 'grace_days';
  elsif set_two_factor_policy.required_from is not null and private.my_role() = set_two_factor_policy.role and not private.has_authenticator(private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'Set up your own authenticator app first, so that you do not lock yourself out.', hint = 'second_step.own_first', detail = 'role';
  end if;
  select to_jsonb(r) - 'school_id' - 'set_by' - 'set_at' into before from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  if set_two_factor_policy.required_from is null then
    delete from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  else
    insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
    values (school, set_two_factor_policy.role, private.signed_in_uid(), set_two_factor_policy.required_from, coalesce(set_two_factor_policy.grace_days, 0))
    on conflict (school_id, role) do update set set_by = excluded.set_by, set_at = now(), required_from = excluded.required_from, grace_days = excluded.grace_days;
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = set_two_factor_policy.role and u.is_active and not private.has_authenticator(u.id)),
      format('two-factor/%s/%s', set_two_factor_policy.role, set_two_factor_policy.required_from), 'Two-step sign-in will be required',
      'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', set_two_factor_policy.role::text, before,
    case when set_two_factor_policy.required_from is not null then jsonb_build_object('role', set_two_factor_policy.role, 'required_from', set_two_factor_policy.required_from, 'grace_days', coalesce(set_two_factor_policy.grace_days, 0)) end;
end
$function$;

create or replace function public.trust_days()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select private.trust_days(private.session_uid()) $function$;

create or replace function public.trust_device (
  device text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  days constant integer := private.trust_days(private.signed_in_uid());
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Sign in with your authenticator first.', hint = 'trusted_device.second_step_first';
  elsif days = 0 then
    raise exception using errcode = 'P0001', message = 'Your school does not let devices be trusted.', hint = 'trusted_device.off';
  end if;
  insert into private.trusted_devices (user_id, token_hash, device, trusted_until)
  values (private.signed_in_uid(), encode(extensions.digest(token, 'sha256'), 'hex'), left(coalesce(trust_device.device, ''), 300), now() + make_interval(days => days));
  delete from private.trusted_devices where user_id = private.signed_in_uid() and trusted_until <= now();
  return token;
end
$function$;

create or replace function public.two_factor_log (
  from_day date,
  to_day   date,
  of_role  public.user_role default null::public.user_role,
  has_code boolean          default null::boolean,
  search   text             default null::text,
  skipped  integer          default 0,
  size     integer          default 25
)
  returns table (
    id              uuid,
    user_id         uuid,
    name            text,
    email           text,
    role            public.user_role,
    signed_in_at    timestamp with time zone,
    ended_at        timestamp with time zone,
    has_second_step boolean,
    device          text,
    address         text,
    total           bigint
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
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  pattern constant text := private.search_pattern(two_factor_log.search);
begin
  return query
  select s.id, s.user_id, concat_ws(' ', u.first_name, u.last_name), u.email, u.role, s.signed_in_at, s.ended_at, s.has_second_step, s.device, host(s.address), count(*) over ()
  from public.sign_ins s join public.users u on u.id = s.user_id
  where s.school_id = school and s.signed_in_at >= two_factor_log.from_day::timestamp at time zone zone and s.signed_in_at < (two_factor_log.to_day + 1)::timestamp at time zone zone
    and (two_factor_log.of_role is null or u.role = two_factor_log.of_role) and (two_factor_log.has_code is null or s.has_second_step = two_factor_log.has_code)
    and (pattern is null or private.account_text(u.first_name, u.last_name, u.email) like pattern or s.device ilike pattern or host(s.address) like pattern)
  order by s.signed_in_at desc, s.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
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
  select p.id, concat_ws(' ', p.first_name, p.last_name), p.email, p.role, p.enrolled_at, private.second_step_due(p.id, school, p.role),
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

create or replace function public.two_factor_policy()
  returns table (
    role          public.user_role,
    required_from date,
    is_at_once    boolean,
    grace_days    integer,
    people        bigint,
    enrolled      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
begin
  return query
  select k.role, r.required_from, r.role is not null and r.required_from is null, coalesce(r.grace_days, 0), count(u.id), count(u.id) filter (where private.has_authenticator(u.id))
  from unnest('{admin, teacher, staff, parent, student}'::public.user_role[]) with ordinality as k (role, position)
  left join private.second_step_rules r on r.school_id = school and r.role = k.role
  left join public.users u on u.school_id = school and u.role = k.role and u.is_active
  group by k.role, k.position, r.role, r.required_from, r.grace_days order by k.position;
end
$function$;

create or replace function public.use_recovery_code (
  code text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.session_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in with your password first.', hint = 'session.sign_in';
  end if;
  perform private.limit_rate('recovery/' || private.session_uid(), 10, interval '1 hour');
  update private.recovery_codes set used_at = now() where user_id = private.session_uid() and code_hash = private.recovery_hash(use_recovery_code.code) and used_at is null;
  if not found then
    return false;
  end if;
  -- The lost phone is no second factor any more; a new one is set up in the profile.
  delete from auth.mfa_factors where user_id = private.session_uid();
  delete from private.recovery_codes where user_id = private.session_uid();
  delete from private.trusted_devices where user_id = private.session_uid();
  perform private.notify(array[private.session_uid()], 'recovery/' || now(), 'You signed in with a recovery code', 'Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.', '/dashboard/profile');
  return true;
end
$function$;

create or replace function public.use_trusted_device (
  token text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  trusted uuid;
begin
  update private.trusted_devices set used_at = now()
  where token_hash = encode(extensions.digest(coalesce(use_trusted_device.token, ''), 'sha256'), 'hex') and user_id = private.session_uid() and trusted_until > now() and private.trust_days(user_id) > 0
  returning id into trusted;
  if trusted is null or auth.jwt() ->> 'session_id' is null then
    return false;
  end if;
  insert into private.trusted_sessions (session_id, device_id) values ((auth.jwt() ->> 'session_id')::uuid, trusted) on conflict (session_id) do update set device_id = excluded.device_id;
  return true;
end
$function$;

alter table private.second_step_rules
  add constraint second_step_rules_grace_days_check check (((grace_days >= 0) AND (grace_days <= 60)));

alter table private.trusted_devices
  add constraint trusted_devices_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table private.trusted_sessions
  add constraint trusted_sessions_device_id_fkey foreign key (device_id) references private.trusted_devices(id) on delete cascade;

alter table private.trusted_sessions
  add constraint trusted_sessions_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade;

alter table public.sign_ins
  add constraint sign_ins_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index trusted_devices_user_idx on private.trusted_devices using btree (user_id);

create index trusted_sessions_device_idx on private.trusted_sessions using btree (device_id);

create index sign_ins_school_idx on public.sign_ins using btree (school_id, signed_in_at desc, id);

create trigger masomo_end_trusted_devices
  after update of encrypted_password on auth.users
  for each row
  when (((new.encrypted_password)::text IS DISTINCT FROM (old.encrypted_password)::text))
  execute function private.end_trusted_devices();

comment on column private.second_step_rules.required_from is 'Null: at once. Whoever joins later has the days of grace from then on.';

comment on column public.sign_ins.school_id is 'The person''s school at that time.';

comment on function public.end_trusted_device(uuid) is 'Trusts one of the caller''s devices no more, at once. False when it was over already.';

comment on function public.my_trusted_devices() is 'The devices that the caller trusts, the last used first.';

comment on function public.my_two_factor() is 'Whether the caller has an authenticator, until when they must ({due_on}, null when nobody demands it), and for how many days they may trust a device.';

comment on function public.remind_two_factor(uuid[]) is 'Reminds people who must have an authenticator and have none, in the product and by mail: these, or all. Once a day each; returns how many were reminded now. Administrators only.';

comment on function public.reset_two_factor(uuid, text) is 'Takes a person''s authenticators, recovery codes and trusted devices off the account and ends their sessions; says so to them. Administrators with the add-on at their school, super admins everywhere.';

comment on function public.second_step_roles() is 'The roles that must sign in with an authenticator: those that handle money at the caller''s school, or for a super admin the super admins.';

comment on function public.set_two_factor_policy(public.user_role, date, integer) is 'Obliges a role of the caller''s school to sign in with an authenticator from a day on, with days of grace for whoever joins later too; without a day, no more. Administrators only.';

comment on function public.trust_days() is 'For how many days the caller, who may still owe a code, can trust a device; 0: not at all.';

comment on function public.trust_device(text) is 'Trusts the caller''s browser for as long as the school allows it; returns the token that the browser keeps.';

comment on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer) is 'A page of the sign-ins at the caller''s school between two days of the school, newest first; twelve months are kept. Administrators only.';

comment on function public.two_factor_people(public.user_role, boolean, text, integer, integer) is 'A page of the school''s people by name: whether they have an authenticator, until when they must, and how many devices they trust. Administrators only.';

comment on function public.two_factor_policy() is 'For each role of the caller''s school: whether it must have an authenticator, from when, with how many days of grace, and how many people have one. Administrators only.';

comment on function public.use_trusted_device(text) is 'Lets the caller''s session go without a code when the token is one of a device that they trust. False: the code is asked for.';

comment on table private.trusted_devices is 'The browser keeps the token; here is its hash.';

comment on table private.trusted_sessions is 'Sessions that a trusted device began with a password only.';

revoke all on function private.end_trusted_devices() from public;

revoke all on function private.has_authenticator(uuid) from public;

revoke all on function private.is_second_step_required(uuid, uuid, public.user_role) from public;

revoke all on function private.is_trusted_session(uuid, uuid) from public;

revoke all on function private.second_step_due(uuid, uuid, public.user_role) from public;

revoke all on function private.trust_days(uuid) from public;

revoke all on function private.two_factor_school() from public;

revoke all on function public.end_trusted_device(uuid) from public;

grant execute on function public.end_trusted_device(uuid) to authenticated;

grant execute on function public.end_trusted_device(uuid) to service_role;

revoke all on function public.my_trusted_devices() from public;

grant execute on function public.my_trusted_devices() to authenticated;

grant execute on function public.my_trusted_devices() to service_role;

revoke all on function public.my_two_factor() from public;

grant execute on function public.my_two_factor() to authenticated;

grant execute on function public.my_two_factor() to service_role;

revoke all on function public.remind_two_factor(uuid[]) from public;

grant execute on function public.remind_two_factor(uuid[]) to authenticated;

grant execute on function public.remind_two_factor(uuid[]) to service_role;

revoke all on function public.reset_two_factor(uuid, text) from public;

grant execute on function public.reset_two_factor(uuid, text) to authenticated;

grant execute on function public.reset_two_factor(uuid, text) to service_role;

revoke all on function public.set_two_factor_policy(public.user_role, date, integer) from public;

grant execute on function public.set_two_factor_policy(public.user_role, date, integer) to authenticated;

grant execute on function public.set_two_factor_policy(public.user_role, date, integer) to service_role;

revoke all on function public.trust_days() from public;

grant execute on function public.trust_days() to authenticated;

grant execute on function public.trust_days() to service_role;

revoke all on function public.trust_device(text) from public;

grant execute on function public.trust_device(text) to authenticated;

grant execute on function public.trust_device(text) to service_role;

revoke all on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer) from public;

grant execute on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer) to authenticated;

grant execute on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer) to service_role;

revoke all on function public.two_factor_people(public.user_role, boolean, text, integer, integer) from public;

grant execute on function public.two_factor_people(public.user_role, boolean, text, integer, integer) to authenticated;

grant execute on function public.two_factor_people(public.user_role, boolean, text, integer, integer) to service_role;

revoke all on function public.two_factor_policy() from public;

grant execute on function public.two_factor_policy() to authenticated;

grant execute on function public.two_factor_policy() to service_role;

revoke all on function public.use_trusted_device(text) from public;

grant execute on function public.use_trusted_device(text) to authenticated;

grant execute on function public.use_trusted_device(text) to service_role;

grant all on table private.trusted_devices to service_role;

grant all on table private.trusted_sessions to service_role;

insert into private.addon_setting_defaults (feature, name, kind, value, least, most) values
  ('addon:two-factor', 'trust_days', 'number', '0', 0, 90);
update private.addon_features set is_built = true where feature = 'addon:two-factor';
update public.addons set is_ready = true where feature = 'addon:two-factor';
update public.sign_ins s set school_id = u.school_id from public.users u where u.id = s.user_id;
