-- Who else must sign in with an authenticator, as a school decides; without a school, super admins.
create table private.second_step_rules (
  school_id uuid references public.schools (id) on delete cascade,
  role public.user_role not null,
  set_by uuid references public.users (id) on delete set null,
  set_at timestamptz not null default now(),
  required_from date,
  grace_days integer not null default 0 check (grace_days between 0 and 60),
  unique nulls not distinct (school_id, role),
  check ((school_id is null) = (role = 'super_admin'))
);

alter table private.second_step_rules enable row level security;

comment on column private.second_step_rules.required_from
  is 'Null: at once. Who joins later has the days of grace from then on.';

create function private.has_authenticator(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors f where f.user_id = has_authenticator.person and f.status = 'verified')
$$;

-- The common roles with a permission that reads every child's record, takes money or opens the way to either.
create function private.guarded_roles() returns public.user_role[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(r.base order by r.base), '{}') from private.school_roles r where r.school_id is null
    and r.needs_second_step
$$;

-- Whether a school has what lets it decide about roles that handle no money: the feature whose table the rules are.
create function private.decides_second_step(school uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.school_tables t where t.name = 'private.second_step_rules'
    and private.is_entitled(decides_second_step.school, t.feature) <> 'off')
$$;

-- The day from which a rule holds for a person who joined then. Without settings, so that the planner puts it into the
-- query.
create function private.rule_starts_on(rule private.second_step_rules, joined timestamptz, time_zone text) returns date
language sql immutable as $$
  select greatest(coalesce((rule).required_from, ((rule).set_at at time zone time_zone)::date),
    (joined at time zone time_zone)::date) + (rule).grace_days
$$;

-- The day from which a person must have an authenticator; null where nobody demands it.
create function private.second_step_due(person uuid, school uuid, role public.user_role) returns date
language sql stable security definer set search_path = '' as $$
  select private.rule_starts_on(r, u.created_at, coalesce(h.time_zone, 'Africa/Nairobi'))
  from private.second_step_rules r join public.users u on u.id = second_step_due.person
    left join public.schools h on h.id = r.school_id
  where r.role = second_step_due.role
    and (r.school_id = second_step_due.school or second_step_due.school is null and r.school_id is null)
    and (r.role = any (private.guarded_roles()) or private.decides_second_step(r.school_id))
$$;

-- Where there is demonstration data, accounts sign in with a password that anybody may read.
create function private.guards_roles() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.schools s where s.is_demo)
$$;

create function private.fixed_second_step_roles() returns public.user_role[]
language sql stable security definer set search_path = '' as $$
  select case when private.guards_roles() then private.guarded_roles() else '{}' end
$$;

-- Asked at each request of those whom `find_caller` cannot rule out. Without settings, which would cost as much.
create function private.is_second_step_required(person uuid, school uuid, bases public.user_role[], is_guarded boolean)
returns boolean
language plpgsql stable as $$
begin
  if is_guarded and not exists (select from public.schools s where s.is_demo) then
    return true;
  end if;
  return exists (select from private.second_step_rules r
    where r.role = any (is_second_step_required.bases)
      and (r.school_id = is_second_step_required.school or is_second_step_required.school is null
        and r.school_id is null)
      and private.second_step_due(is_second_step_required.person, is_second_step_required.school, r.role)
        <= private.school_today(is_second_step_required.school));
end
$$;

-- The roles about which the base product lets somebody decide; an add-on does about the others.
create function private.second_step_choices(school uuid) returns public.user_role[]
language sql immutable set search_path = '' as $$
  select (case when school is null then '{super_admin}' else '{admin,staff}' end)::public.user_role[]
$$;

-- The school whose rules the caller decides; null for a super admin, who decides the platform's.
create function private.second_step_school() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    return null;
  elsif not private.may('account:manage') then
    perform private.refuse('permission.admin_only',
      'Only an administrator of the school may do this.', errcode => '42501');
  end if;
  return private.my_school();
end
$$;

create function public.fixed_second_step_roles() returns public.user_role[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.second_step_school();
  return array(select r.role from unnest(private.fixed_second_step_roles()) as r (role)
    where r.role = any (private.second_step_choices(private.school_where('account:manage'))) order by r.role);
end
$$;
comment on function public.fixed_second_step_roles() is 'The roles that always must sign in with an authenticator, '
  'of those that the caller decides on; none with demonstration data.';
grant execute on function public.fixed_second_step_roles() to authenticated;

create function public.second_step_roles() returns public.user_role[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.second_step_school();
  return array(select r.role from private.second_step_rules r
    where r.school_id is not distinct from private.school_where('account:manage')
    and r.role = any (private.second_step_choices(private.school_where('account:manage')))
    union select unnest(public.fixed_second_step_roles()) order by 1);
end
$$;
comment on function public.second_step_roles() is 'The roles that must sign in with an authenticator: those that '
  'handle money at the caller''s school, or for a super admin the super admins.';
grant execute on function public.second_step_roles() to authenticated;

create function public.set_second_step_roles(roles public.user_role[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.second_step_school();
  chosen constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
  choices constant public.user_role[] := private.second_step_choices(school);
begin
  if not chosen <@ choices then
    perform private.refuse(
      'second_step.money_roles', 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.',
      field => 'roles');
  end if;
  if not public.fixed_second_step_roles() <@ chosen then
    perform private.refuse(
      'second_step.fixed',
      'Everyone who reads every child''s record or takes money signs in with an authenticator app.',
      field => 'roles');
  end if;
  if private.my_bases() && chosen and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse(
      'second_step.own_first', 'Set up your own authenticator app first, so that you do not lock yourself out.',
      field => 'roles');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules',
    jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', chosen);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role = any (choices)
    and r.role <> all (chosen);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid()
    from unnest(chosen) as w on conflict do nothing;
end
$$;
comment on function public.set_second_step_roles(public.user_role[]) is
  'Says which roles must sign in with an authenticator. It holds from the next request: who has none gets in no '
    'further than to set one up.';
grant execute on function public.set_second_step_roles(public.user_role[]) to authenticated;

-- For a page that finds no identity: whether it is because the person has still to set up an authenticator.
create function public.must_enrol() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_uid() is not null and not private.is_fully_signed_in()
    and not private.has_authenticator(private.session_uid())
$$;
comment on function public.must_enrol() is 'Whether the caller is kept out until an authenticator is set up.';
grant execute on function public.must_enrol() to authenticated;

create function public.role_to_enrol() returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.super_admins a where a.id = private.session_uid()) then 'super_admin'
    else (select u.role::text from public.users u where u.id = private.session_uid()) end
  where public.must_enrol()
$$;
comment on function public.role_to_enrol()
  is 'The role that the caller will have once an authenticator is set up; null for a caller whom nothing keeps out.';
grant execute on function public.role_to_enrol() to authenticated;
