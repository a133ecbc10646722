-- What a search for accounts looks through. Without settings, so that the planner puts it into the query: a call for
-- each row takes longer than the search.
create function private.account_text(first_name text, last_name text, email text) returns text
language sql immutable as $$ select private.fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' '
  || coalesce(email, '')) $$;
-- For the index, which is written with the rights of the person who changes the account.
grant execute on function private.account_text(text, text, text) to authenticated, service_role;

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  phone text check (length(phone) <= 30),
  role public.user_role not null default 'user' check (role <> 'super_admin'),
  school_id uuid references public.schools (id) on delete restrict,
  email text,
  is_active boolean not null default true,
  language text check (language in ('en', 'sw')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  full_name text generated always as (private.full_name(first_name, last_name)) stored,
  check (school_id is not null or role = 'user')
);
comment on table public.users is 'The profile of an account. Super admins are listed in super_admins.';
comment on column public.users.language
  is 'The language that the person reads the product in; null until they choose one.';
comment on column public.users.email
  is 'Copy of the account''s address, maintained by a trigger so that lists can search it.';

create index users_school_role_idx on public.users (school_id, role, last_name);
create index users_email_idx on public.users (lower(email));
create index users_name_idx on public.users (last_name, id);
create index users_role_name_idx on public.users (role, last_name, id);
create index users_search_idx on public.users
  using gin (private.account_text(first_name, last_name, email) extensions.gin_trgm_ops);

select private.school_table('public.users', needs_subscription => false, audit => true, verbs => '{update}');
grant select, update (first_name, last_name, phone) on public.users to authenticated;

-- People with a role at the caller's school who belong to another one first.
create function private.people_from_elsewhere() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct m.user_id from private.memberships m join private.school_roles r on r.id = m.role_id
      join public.users u on u.id = m.user_id
    where m.school_id = private.school_where('school:work') and u.school_id is distinct from m.school_id
      and (private.may('account:manage') or r.base in ('admin', 'teacher', 'staff')))
$$;
grant execute on function private.people_from_elsewhere() to authenticated, service_role;

create policy "People see themselves, schools their own, super admins all" on public.users for select to authenticated
  using (
    (school_id = (select private.school_where('school:work'))
      and ((select private.may('account:manage')) or role in ('admin', 'teacher', 'staff')))
    or id = any ((select private.people_from_elsewhere())::uuid[])
    or id = (select private.signed_in_uid())
    or id >= (select private.first_id()) and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');
create policy "People update themselves, administrators their school" on public.users for update to authenticated
  using (
    school_id = (select private.school_where('account:manage'))
    or (id = (select private.signed_in_uid()) and not (select private.is_super_admin()))
    or (id >= (select private.first_id()) and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and id <> (select private.signed_in_uid())))
  with check (
    school_id = (select private.school_where('account:manage'))
    or (id = (select private.signed_in_uid()) and not (select private.is_super_admin()))
    or (id >= (select private.first_id()) and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and id <> (select private.signed_in_uid())));

create trigger touch before update on public.users for each row execute function private.touch_updated_at();

-- The roles that an account of a school may have.
create function private.roles_of_schools() returns public.user_role[]
language sql immutable as $$ select '{admin,teacher,staff,parent,student}'::public.user_role[] $$;

create table public.super_admins (
  id uuid primary key references public.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.super_admins
  is 'Accounts that run the platform. Rows are written by an operator, never through the API.';

select private.school_table('public.super_admins', needs_subscription => false, audit => true,
  verbs => '{insert,delete}');
grant select on public.super_admins to authenticated;

create policy "Super admins see the super admins, people whether they are one" on public.super_admins for select
  to authenticated
  using (id = (select private.signed_in_uid()) or (select private.is_super_admin()));

-- The account that is a student's alone, and goes with them.
create function private.account_of_student(student uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.students s join public.users u on u.id = s.user_id
  where s.id = account_of_student.student and u.role = 'student'
    and not exists (select from public.super_admins a where a.id = u.id)
$$;

-- Creates the profile of a new account. User metadata, which the person sends, provides names only: never a role or
-- school.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
  own_role private.school_roles;
begin
  select * into invitation from public.invitations
  where lower(email) = lower(new.email) and accepted_at is null and revoked_at is null
  for update;
  select * into own_role from private.school_roles r where r.id = invitation.role_id;
  insert into public.users (id, email, first_name, last_name, role, school_id)
  values (
    new.id, new.email,
    left(coalesce(invitation.first_name, private.null_if_blank(new.raw_user_meta_data ->> 'first_name')), 80),
    left(coalesce(invitation.last_name, private.null_if_blank(new.raw_user_meta_data ->> 'last_name')), 80),
    coalesce(own_role.base, invitation.role, 'user'), invitation.school_id)
  on conflict (id) do nothing;
  if own_role.id is not null then
    update private.memberships m set role_id = own_role.id, given_by = invitation.invited_by
    where m.user_id = new.id and m.school_id = invitation.school_id;
  end if;
  if new.email_confirmed_at is not null then
    update public.invitations set accepted_at = now() where id = invitation.id;
  end if;
  return new;
end
$$;
create trigger masomo_create_profile after insert on auth.users for each row execute function private.create_profile();

create function private.copy_account_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set email = new.email where id = new.id;
  return new;
end
$$;
create trigger masomo_copy_email after update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function private.copy_account_email();

create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  role text;
  claims jsonb := coalesce(event -> 'claims', '{}');
begin
  select case when exists (select from public.super_admins s where s.id = person) then 'super_admin'
    else u.role::text end
  into role from public.users u where u.id = person and u.is_active;
  role := coalesce(role, 'user');
  claims := jsonb_set(claims, '{user_role}', to_jsonb(role));
  claims := jsonb_set(claims, '{app_metadata}', coalesce(claims -> 'app_metadata', '{}')
    || jsonb_build_object('role', role));
  return jsonb_set(event, '{claims}', claims);
end
$$;
comment on function public.custom_access_token_hook(jsonb) is
  'Auth hook: a token names its owner''s role, for drawing only. What a person may do is decided from the tables.';
grant execute on function public.custom_access_token_hook(jsonb) to supabase_auth_admin;

-- A choice of the caller's own, also of a super admin, whose other columns only another one may change.
create function public.set_language(language text) returns void
language sql security definer set search_path = '' as $$
  update public.users u set language = set_language.language
  where u.id = (select private.signed_in_uid());
  -- The templates of the mails that Auth sends know the account only.
  update auth.users a set raw_user_meta_data = coalesce(a.raw_user_meta_data, '{}')
    || jsonb_build_object('language', set_language.language)
  where a.id = (select private.signed_in_uid())
$$;
comment on function public.set_language(text)
  is 'Keeps the language that the caller reads the product and its mails in.';
grant execute on function public.set_language(text) to authenticated;

-- The caller's role, for canary releases limited to certain roles.
create function public.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.my_role()::text
$$;
grant execute on function public.own_role() to authenticated;

create function public.set_user_role(user_id uuid, role public.user_role, school_id uuid default null)
  returns public.users
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_manager((select u.school_id from public.users u
    where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  end if;
  if set_user_role.role = 'super_admin' then
    perform private.refuse('user.role_not_allowed', 'Super admins are added by the operator.', field => 'role');
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    perform private.refuse('user.school_required', 'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school)
    then
    perform private.refuse('user.other_school',
      'You can give roles within your own school only. Deactivate the accounts of people who have left.',
      errcode => '42501');
  end if;
  perform private.require_grantable(private.common_role(set_user_role.role));
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_role.user_id and m.school_id = only_school;
  -- One role instead of all that the person had there.
  perform set_config('masomo.keeps_membership', 'on', true);
  delete from private.memberships m where m.user_id = set_user_role.user_id
    and (m.school_id = set_user_role.school_id
      or only_school is null and (set_user_role.role = 'user' or m.school_id = (
        select u.school_id from public.users u where u.id = m.user_id)))
    and (m.school_id is distinct from set_user_role.school_id or m.role_id <> private.common_role(set_user_role.role)
      or m.ends_on is not null or m.campus_id is not null);
  insert into private.memberships (user_id, school_id, role_id, given_by)
  select u.id, set_user_role.school_id, private.common_role(set_user_role.role), private.signed_in_uid()
    from public.users u
  where u.id = set_user_role.user_id and set_user_role.role <> 'user'
    and not exists (select from public.super_admins s where s.id = u.id)
  on conflict do nothing;
  perform set_config('masomo.keeps_membership', '', true);
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id)
    returning * into changed;
  if not found then
    perform private.refuse('user.not_found', 'This person no longer has an account.', errcode => 'P0002');
  end if;
  perform private.check_administrators();
  return changed;
end
$$;
grant execute on function public.set_user_role(uuid, public.user_role, uuid) to authenticated;

create function public.set_user_active(user_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_account_manager((select u.school_id from public.users u
    where u.id = set_user_active.user_id));
  -- Who may give none of somebody's roles does not shut them out either.
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_active.user_id and m.school_id = private.my_school();
  if set_user_active.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_account', 'You cannot deactivate yourself.', errcode => '42501');
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id
    and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    perform private.refuse('user.not_found', 'This person no longer has an account.', errcode => 'P0002');
  end if;
  perform private.check_administrators();
  -- Auth refuses to sign in a banned account; open sessions end at their next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end
    where id = set_user_active.user_id;
end
$$;
grant execute on function public.set_user_active(uuid, boolean) to authenticated;

-- Raises an error unless the caller may manage accounts of this school. Returns the only school they may assign, null
-- for any.
create function private.require_account_manager(school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    return null;
  end if;
  if not private.may('account:manage') or school is distinct from private.my_school() then
    perform private.refuse(
      'permission.account_keeper', 'Only a super admin or an administrator of the school may do this.',
      errcode => '42501');
  end if;
  return school;
end
$$;

-- What somebody is at a school: their own profile says it for theirs, their roles for another.
create function private.role_at(person uuid, role public.user_role, home uuid, school uuid) returns public.user_role
language sql stable as $$
  select case when school is null or home = school then role else coalesce(private.main_role(person, school), role) end
$$;

create function public.list_accounts(
  in_school uuid default null, search text default null, in_role public.user_role default null,
    active boolean default null,
  sort text default 'last_name', descending boolean default false, skipped integer default 0, size integer default 20)
returns table (id uuid, first_name text, last_name text, email text, role public.user_role, school_id uuid, school text,
  is_active boolean, last_sign_in_at timestamptz, has_authenticator boolean, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school,
    private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
  patterns constant text[] := private.search_patterns(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then '(u.school_id = $1 or u.id = any ($7)) and u.id <> all ($9)' end,
    case when patterns is not null then 'private.account_text(u.first_name, u.last_name, u.email) like ($2)[1] and '
      'private.account_text(u.first_name, u.last_name, u.email) like all ($2)' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'private.role_at(u.id, u.role, u.school_id, $1) = $3 and not exists (select from '
        'public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way)
      else format('u.last_name %1$s, u.id %1$s', way) end;
  -- People of another school who have a role at this one as well.
  guests constant uuid[] := array(select m.user_id from private.memberships m join public.users u on u.id = m.user_id
    where m.school_id = only_school and u.school_id is distinct from only_school);
  -- Whose link nobody has opened yet are among the open invitations of the school.
  invited constant uuid[] := array(select u.id from public.invitations i join auth.users u on u.email =
    lower(i.email) where i.school_id = only_school and i.accepted_at is null and i.revoked_at is null
    and u.email_confirmed_at is null);
  total_found bigint;
begin
  if only_school is null and patterns is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d
          from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role
        and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found
    using only_school, patterns, in_role, active, 0, 0, guests, 0, invited;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may
  -- be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id
      order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email,
      case when a.id is null then private.role_at(p.id, p.role, p.school_id, $1) else ''super_admin'' end,
      p.school_id, h.name, p.is_active, p.at, private.is_super_admin() and private.has_authenticator(p.id), $8
    from page p left join public.schools h on h.id = p.school_id
      left join public.super_admins a on a.id = p.id order by p.place',
    case when patterns is null then 'not' else '' end, conditions, ordering)
  using only_school, patterns, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0),
    guests, total_found, invited;
end
$$;
comment on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) is
  'A page of accounts by name, address, role, access and school, with the number of all of them. Super admins list '
    'every school and see who has an authenticator, administrators their own, without who is in an open invitation. '
    'sort: last_name, role or last_sign_in_at.';
grant execute on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer)
  to authenticated;

-- For the search over everything: the six first accounts that match the patterns. A function of its own, because a
-- search under row security uses no index.
create function private.find_accounts(patterns text[]) returns table (id uuid, name text, email text)
language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select u.id, u.first_name, u.last_name, u.full_name, u.email from public.users u
    where private.is_super_admin()
      and private.account_text(u.first_name, u.last_name, u.email) like find_accounts.patterns[1]
      and private.account_text(u.first_name, u.last_name, u.email) like all (find_accounts.patterns))
  select f.id, coalesce(f.full_name, f.email), f.email from found f
    order by f.last_name, f.first_name, f.id limit 6
$$;
grant execute on function private.find_accounts(text[]) to authenticated;

-- The auth service runs the hook as this role.
grant usage on schema public to supabase_auth_admin;
