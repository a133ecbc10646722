-- Schools, people's accounts and who they are. Authentication itself is Supabase's.
create table public.schools (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 160),
  kind public.institution_kind not null default 'secondary',
  email text check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  address text check (length(address) <= 200),
  city text check (length(city) <= 80),
  country text not null default 'Kenya' check (length(country) <= 80),
  motto text check (length(motto) <= 200),
  is_active boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.schools is 'A customer that runs the product. Archived schools are inactive, never deleted with their data.';
create unique index schools_name_key on public.schools (lower(name));

create table public.school_terms (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now(),
  check (ends_on > starts_on),
  unique (school_id, name)
);
comment on table public.school_terms is 'The terms of a school year.';
create index school_terms_school_idx on public.school_terms (school_id, starts_on);

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  phone text check (length(phone) <= 30),
  role public.user_role not null default 'user' check (role <> 'super_admin'),
  school_id uuid references public.schools (id) on delete restrict,
  email text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (school_id is not null or role = 'user')
);
comment on table public.users is 'The profile of an account. Super admins are listed in super_admins.';
comment on column public.users.email is 'Copy of the account''s address, kept by a trigger so that lists can search it. Nobody writes it.';
create index users_school_role_idx on public.users (school_id, role, last_name);
create index users_email_idx on public.users (lower(email));

create table public.super_admins (
  id uuid primary key references public.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.super_admins is 'Accounts that run the platform. Rows are written by an operator, never through the API.';

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  role public.user_role not null check (role <> 'super_admin'),
  school_id uuid references public.schools (id) on delete cascade,
  invited_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  revoked_at timestamptz,
  check (school_id is not null or role = 'user')
);
comment on table public.invitations is 'The role and school an invited address gets when its account is made.';
create unique index invitations_open_key on public.invitations (lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_school_idx on public.invitations (school_id);

create trigger touch before update on public.schools for each row execute function private.touch_updated_at();
create trigger touch before update on public.users for each row execute function private.touch_updated_at();

-- Who is asking. Read from the tables, not from the token: a role taken away is gone at once. Somebody with a second
-- factor counts as signed in only after using it.
create function private.is_fully_signed_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'))
$$;

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.super_admins s join public.users u using (id) where s.id = auth.uid() and u.is_active)
    and private.is_fully_signed_in()
$$;

create function private.my_role() returns public.user_role
language sql stable security definer set search_path = '' as $$
  select case
    when private.is_super_admin() then 'super_admin'
    when private.is_fully_signed_in() then coalesce((
      select u.role from public.users u left join public.schools s on s.id = u.school_id
      where u.id = auth.uid() and u.is_active and coalesce(s.is_active, true)), 'user')
    else 'user' end::public.user_role
$$;

create function private.my_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.school_id from public.users u join public.schools s on s.id = u.school_id
  where u.id = auth.uid() and u.is_active and s.is_active and private.is_fully_signed_in()
$$;

-- Does the caller hold one of these roles at this school?
create function private.works_at(school uuid, variadic roles public.user_role[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select school = private.my_school() and private.my_role() = any (roles)
$$;
grant execute on function private.is_fully_signed_in(), private.is_super_admin(), private.my_role(), private.my_school(),
  private.works_at(uuid, public.user_role[]) to anon, authenticated, service_role;

-- Refuses a caller that is no super admin.
create function private.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  end if;
end
$$;

-- An account that is made gets its profile. What the person sent about themselves (user metadata) gives names at most.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations
  where lower(email) = lower(new.email) and accepted_at is null and revoked_at is null
  for update;
  insert into public.users (id, email, first_name, last_name, role, school_id)
  values (
    new.id, new.email,
    left(coalesce(invitation.first_name, private.filled(new.raw_user_meta_data ->> 'first_name')), 80),
    left(coalesce(invitation.last_name, private.filled(new.raw_user_meta_data ->> 'last_name')), 80),
    coalesce(invitation.role, 'user'), invitation.school_id)
  on conflict (id) do nothing;
  update public.invitations set accepted_at = now() where id = invitation.id;
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

-- Who is active and what kind a school is stays the platform's decision, whoever else may edit the row.
create function private.guard_school() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo) is distinct from (old.is_active, old.kind, old.name, old.is_demo) then
    raise exception using errcode = '42501', message = 'Only a super admin can rename, reclassify or archive a school.', hint = 'school.platform_field';
  end if;
  return new;
end
$$;
create trigger guard before update on public.schools for each row execute function private.guard_school();

alter table public.schools enable row level security;
alter table public.school_terms enable row level security;
alter table public.users enable row level security;
alter table public.super_admins enable row level security;
alter table public.invitations enable row level security;

grant select on public.schools, public.school_terms, public.users, public.super_admins, public.invitations to authenticated;
grant insert (name, kind, email, phone, address, city, country, motto) on public.schools to authenticated;
grant update (name, kind, email, phone, address, city, country, motto, is_active) on public.schools to authenticated;
grant insert (school_id, name, starts_on, ends_on), update (name, starts_on, ends_on), delete on public.school_terms to authenticated;
grant update (first_name, last_name, phone) on public.users to authenticated;

create policy "Super admins see every school, members their own" on public.schools for select to authenticated
  using ((select private.is_super_admin()) or id = (select private.my_school()));
create policy "Super admins add schools" on public.schools for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update schools, administrators their own" on public.schools for update to authenticated
  using ((select private.is_super_admin()) or (id = (select private.my_school()) and (select private.my_role()) = 'admin'))
  with check ((select private.is_super_admin()) or (id = (select private.my_school()) and (select private.my_role()) = 'admin'));

create policy "Super admins see all terms, members their school's" on public.school_terms for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));
create policy "Administrators add terms to their school" on public.school_terms for insert to authenticated
  with check (school_id = (select private.my_school()) and (select private.my_role()) = 'admin');
create policy "Administrators update their school's terms" on public.school_terms for update to authenticated
  using (school_id = (select private.my_school()) and (select private.my_role()) = 'admin')
  with check (school_id = (select private.my_school()) and (select private.my_role()) = 'admin');
create policy "Administrators delete their school's terms" on public.school_terms for delete to authenticated
  using (school_id = (select private.my_school()) and (select private.my_role()) = 'admin');

create policy "People see themselves, schools their own, super admins all" on public.users for select to authenticated
  using (
    id = (select auth.uid())
    or (select private.is_super_admin())
    or (school_id = (select private.my_school()) and (select private.my_role()) = 'admin')
    or (school_id = (select private.my_school()) and (select private.my_role()) in ('teacher', 'staff') and role in ('admin', 'teacher', 'staff')));
create policy "People update themselves, administrators their school" on public.users for update to authenticated
  using (
    (id = (select auth.uid()) and not (select private.is_super_admin()))
    or ((select private.is_super_admin()) and id <> (select auth.uid()))
    or (school_id = (select private.my_school()) and (select private.my_role()) = 'admin'))
  with check (
    (id = (select auth.uid()) and not (select private.is_super_admin()))
    or ((select private.is_super_admin()) and id <> (select auth.uid()))
    or (school_id = (select private.my_school()) and (select private.my_role()) = 'admin'));

create policy "Super admins see the super admins, people whether they are one" on public.super_admins for select to authenticated
  using (id = (select auth.uid()) or (select private.is_super_admin()));

create policy "Super admins see invitations" on public.invitations for select to authenticated
  using ((select private.is_super_admin()));
