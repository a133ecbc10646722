-- Two-Factor: whom a school obliges to sign in with an authenticator and from when, who has none, lost phones, and the
-- log of sign-ins. What obliges administrators and the office is in accounts/second_step.sql; trusted devices are in
-- accounts/trusted_devices.sql.

select private.school_table('private.second_step_rules', feature => 'addon:two-factor', needs_subscription => false,
  counts_use => true);

create trigger note_use after insert or update on private.trusted_devices
  for each statement execute function private.note_addon_use('addon:two-factor');

-- The caller's school for reading: administrators only.
create function private.two_factor_school() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require('two-factor:manage');
begin
  if private.addon_school('addon:two-factor') is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$$;

create function public.two_factor_policy()
returns table (role public.user_role, required_from date, is_at_once boolean, grace_days integer, people bigint,
  enrolled bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
begin
  return query
  select k.role, r.required_from, r.role is not null and r.required_from is null, coalesce(r.grace_days, 0),
    count(u.id), count(u.id) filter (where private.has_authenticator(u.id))
  from unnest('{admin, teacher, staff, parent, student}'::public.user_role[]) with ordinality as k (role, position)
  left join private.second_step_rules r on r.school_id = school and r.role = k.role
  left join public.users u on u.school_id = school and u.role = k.role and u.is_active
  group by k.role, k.position, r.role, r.required_from, r.grace_days order by k.position;
end
$$;
comment on function public.two_factor_policy() is 'For each role of the caller''s school: whether it must have an '
  'authenticator, from when, with how many days of grace, and how many people have one. Administrators only.';
grant execute on function public.two_factor_policy() to authenticated;

create function public.set_two_factor_policy(role public.user_role, required_from date default null,
  grace_days integer default 0) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('two-factor:manage');
  before jsonb;
begin
  perform private.require_addon('addon:two-factor');
  if set_two_factor_policy.role <> all (private.roles_of_schools()) then
    perform private.refuse('second_step.role', 'Choose roles of your school.', field => 'role');
  elsif set_two_factor_policy.required_from > private.my_today() + 366 then
    perform private.refuse('two_factor.day', 'Choose a day within the next twelve months.', field => 'required_from');
  elsif set_two_factor_policy.grace_days not between 0 and 60 then
    perform private.refuse('two_factor.grace', 'Give between 0 and 60 days.', field => 'grace_days');
  elsif set_two_factor_policy.required_from is not null and set_two_factor_policy.role = any (private.my_bases())
    and not private.has_authenticator(private.signed_in_uid()) then
    perform private.refuse(
      'second_step.own_first', 'Set up your own authenticator app first, so that you do not lock yourself out.',
      field => 'role');
  end if;
  select to_jsonb(r) - 'school_id' - 'set_by' - 'set_at' into before from private.second_step_rules r
    where r.school_id = school and r.role = set_two_factor_policy.role;
  if set_two_factor_policy.required_from is null then
    delete from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  else
    insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
    values (school, set_two_factor_policy.role, private.signed_in_uid(), set_two_factor_policy.required_from,
      coalesce(set_two_factor_policy.grace_days, 0))
    on conflict (school_id, role) do update set set_by = excluded.set_by, set_at = now(),
      required_from = excluded.required_from, grace_days = excluded.grace_days;
    perform private.notify(array(select u.id from public.users u where u.school_id = school
      and u.role = set_two_factor_policy.role and u.is_active and not private.has_authenticator(u.id)),
      format('two-factor/%s/%s', set_two_factor_policy.role, set_two_factor_policy.required_from),
        private.say('Two-step sign-in will be required'),
      private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home '
        'screen says until when.'), '/dashboard/profile');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', set_two_factor_policy.role::text, before,
    case when set_two_factor_policy.required_from is not null
      then jsonb_build_object('role', set_two_factor_policy.role, 'required_from', set_two_factor_policy.required_from,
      'grace_days', coalesce(set_two_factor_policy.grace_days, 0)) end;
end
$$;
comment on function public.set_two_factor_policy(public.user_role, date, integer) is
  'Obliges a role of the caller''s school to sign in with an authenticator from a day on, with days of grace for '
    'those who join later too; without a day, no more. Administrators only.';
grant execute on function public.set_two_factor_policy(public.user_role, date, integer) to authenticated;

create function public.two_factor_people(of_role public.user_role default null, is_enrolled boolean default null,
  search text default null, skipped integer default 0, size integer default 25)
returns table (id uuid, name text, email text, role public.user_role, enrolled_at timestamptz, due_on date,
  signed_in_at timestamptz, devices bigint, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  patterns constant text[] := private.search_patterns(two_factor_people.search);
begin
  return query
  select p.id, coalesce(p.full_name, ''), p.email,
    case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end,
    p.enrolled_at, private.second_step_due(p.id, school, p.role),
    (select l.at from private.last_sign_ins l where l.user_id = p.id),
      (select count(*) from private.trusted_devices d where d.user_id = p.id and d.trusted_until > now()), p.found
  from (
    select u.*, f.enrolled_at, count(*) over () as found
    from public.users u cross join lateral (select min(f.created_at) as enrolled_at from auth.mfa_factors f
      where f.user_id = u.id and f.status = 'verified') f
    where u.school_id = school and u.is_active and u.role = any (private.roles_of_schools())
      and (two_factor_people.of_role is null or u.role = two_factor_people.of_role)
      and (two_factor_people.is_enrolled is null or (f.enrolled_at is not null) = two_factor_people.is_enrolled)
      and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
    order by u.last_name, u.first_name, u.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)) p
  order by p.last_name, p.first_name, p.id;
end
$$;
comment on function public.two_factor_people(public.user_role, boolean, text, integer, integer) is
  'A page of the school''s people by name: whether they have an authenticator, until when they must, and how many '
    'devices they trust. Administrators only.';
grant execute on function public.two_factor_people(public.user_role, boolean, text, integer, integer) to authenticated;

create function public.remind_two_factor(people uuid[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  here constant uuid := private.require('two-factor:manage');
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, coalesce(u.full_name, '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id
      cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(),
      private.say('Set up two-step sign-in'),
        private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home '
          'screen says until when.'), '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()),
          'two-factor-reminder', person.email,
          private.two_factor_reminder(person.name, person.school, person.due_on), null, null, here);
      end if;
    end if;
  end loop;
  return reminded;
end
$$;
comment on function public.remind_two_factor(uuid[]) is
  'Reminds people who must have an authenticator and have none, in the product and by mail: these, or all. Once a '
    'day each; returns how many were reminded now. Administrators only.';
grant execute on function public.remind_two_factor(uuid[]) to authenticated;

create function public.reset_two_factor(person uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school uuid;
begin
  if private.may('user:reset-authenticator') then
    perform public.reset_authenticator(reset_two_factor.person, reset_two_factor.reason);
    return;
  end if;
  school := private.require('two-factor:manage');
  perform private.require_addon('addon:two-factor');
  perform private.reset_authenticator(reset_two_factor.person, reset_two_factor.reason, school);
end
$$;
comment on function public.reset_two_factor(uuid, text) is
  'Takes a person''s authenticators, recovery codes and trusted devices off the account and ends their sessions; '
    'says so to them. Administrators with the add-on for anyone at their school but super admins, super admins '
    'everywhere; nobody their own.';
grant execute on function public.reset_two_factor(uuid, text) to authenticated;

create function public.two_factor_log(from_day date, to_day date, of_role public.user_role default null,
  has_code boolean default null, search text default null, skipped integer default 0, size integer default 25)
returns table (id uuid, user_id uuid, name text, email text, role public.user_role, signed_in_at timestamptz,
  ended_at timestamptz, has_second_step boolean, device text, address text, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  patterns constant text[] := private.search_patterns(two_factor_log.search);
begin
  return query
  select s.id, s.user_id, coalesce(u.full_name, ''), u.email, u.role, s.signed_in_at,
    s.ended_at, s.has_second_step, s.device, host(s.address), count(*) over ()
  from public.sign_ins s join public.users u on u.id = s.user_id
  where s.school_id = school and s.signed_in_at >= two_factor_log.from_day::timestamp at time zone zone
    and s.signed_in_at < (two_factor_log.to_day + 1)::timestamp at time zone zone
    and (two_factor_log.of_role is null or u.role = two_factor_log.of_role)
      and (two_factor_log.has_code is null or s.has_second_step = two_factor_log.has_code)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns)
      or private.fold_text(s.device) like all (patterns) or host(s.address) like all (patterns))
  order by s.signed_in_at desc, s.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$$;
comment on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer) is
  'A page of the sign-ins at the caller''s school between two days of the school, newest first; twelve months are '
    'kept. Administrators only.';
grant execute on function public.two_factor_log(date, date, public.user_role, boolean, text, integer, integer)
  to authenticated;

create function public.my_two_factor() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('is_enrolled', private.has_authenticator(private.signed_in_uid()),
    'trust_days', private.trust_days(private.signed_in_uid()),
    'due_on', (select min(private.second_step_due(private.signed_in_uid(), private.my_school(), b.role))
      from unnest(private.my_bases()) b (role)))
$$;
comment on function public.my_two_factor() is 'Whether the caller has an authenticator, until when they must '
  '({due_on}, null when nobody demands it), and for how many days they may trust a device.';
grant execute on function public.my_two_factor() to authenticated;
