-- What every other file builds on: nothing is granted by default, and helpers live in a schema that the API does not expose.

-- Functions refer to tables of later files.
set check_function_bodies = off;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers and bookkeeping that the API never exposes.';
grant usage on schema private to anon, authenticated, service_role;

-- A Supabase project starts with everything granted to everybody; here each table and function names who may use it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema private grant all on tables to service_role;

create function private.is_email(address text) returns boolean
language sql immutable set search_path = '' as $$
  select length(address) <= 254 and address ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$'
$$;
grant execute on function private.is_email(text) to anon, authenticated, service_role;

-- Trimmed text; null when nothing is left.
create function private.null_if_blank(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(value), '')
$$;
grant execute on function private.null_if_blank(text) to anon, authenticated, service_role;

create function private.nairobi_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$ select (moment at time zone 'Africa/Nairobi')::date $$;

create function private.shillings(amount bigint) returns text
language sql immutable set search_path = '' as $$ select 'KES ' || to_char(amount, 'FM999,999,999,999') $$;

create function private.require_text(value text, longest integer, field text, problem text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  text constant text := private.null_if_blank(value);
begin
  if text is null then
    raise exception using errcode = 'P0001', message = problem, hint = 'form.required', detail = field;
  end if;
  if length(text) > longest then
    raise exception using errcode = 'P0001', message = format('Use at most %s characters.', longest), hint = 'form.too_long', detail = field;
  end if;
  return text;
end
$$;

create function private.require_email(value text, field text default 'email') returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.null_if_blank(value) is null or not private.is_email(btrim(value)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'form.invalid_email', detail = field;
  end if;
  return btrim(value);
end
$$;

-- A LIKE pattern for text that contains the search term in lower case; wildcards in the term are literal.
create function private.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' where private.null_if_blank(search) is not null
$$;

create function private.move_in_list(list uuid[], moved uuid, up boolean) returns uuid[]
language plpgsql immutable set search_path = '' as $$
declare
  place constant integer := array_position(list, moved);
  other constant integer := place + case when up then -1 else 1 end;
begin
  if place is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Open the list again.', hint = 'content.not_found';
  end if;
  if other between 1 and cardinality(list) then
    list[place] := list[other];
    list[other] := moved;
  end if;
  return list;
end
$$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into changed_before, changed_after
    from jsonb_each(is_now) where value is distinct from was -> key;
    if changed_after is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (
    (select id from public.users where id = auth.uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    lower(tg_op), tg_table_name, coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after);
  return null;
end
$$;

create function private.bump_content_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current bigint;
begin
  update public.content_revision set revision = revision + 1, changed_at = now() returning revision into current;
  perform pg_notify('content_revision', current::text);
  return null;
end
$$;

-- Change against the previous period, in percent with one decimal; null when there was nothing before.
create function private.percent_change(now_value numeric, before numeric) returns numeric
language sql immutable set search_path = '' as $$ select round((now_value - before) * 100 / nullif(before, 0), 1) $$;

create function private.period_days(period text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  case period
    when '7d' then return 7;
    when '30d' then return 30;
    when '90d' then return 90;
    when '1y' then return 365;
    else raise exception using errcode = 'P0001', message = 'Choose the last 7, 30 or 90 days or the last year.', hint = 'analytics.invalid_period', detail = 'period';
  end case;
end
$$;

-- First day of every week or month between two days, also of those without data.
create function private.period_starts(from_day date, to_day date, size text) returns setof date
language sql immutable set search_path = '' as $$
  select day::date from generate_series(date_trunc(size, from_day::timestamp), date_trunc(size, to_day::timestamp), ('1 ' || size)::interval) as day where to_day - from_day between 0 and 4000
$$;
grant execute on function private.period_starts(date, date, text) to authenticated;

-- Points of a chart are days; weeks where the period is long.
create function private.report_interval(from_day date, to_day date) returns text
language sql immutable set search_path = '' as $$ select case when to_day - from_day > 45 then 'week' else 'day' end $$;
grant execute on function private.report_interval(date, date) to authenticated;

create type public.user_role as enum ('super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user');

-- Signed in with the second factor where the account has one, in a session that has not been ended: a token outlives its session.
create function private.is_fully_signed_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'))
    and (auth.jwt() ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()))
$$;
grant execute on function private.is_fully_signed_in() to anon, authenticated, service_role;

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.super_admins s join public.users u using (id) where s.id = auth.uid() and u.is_active)
    and private.is_fully_signed_in()
$$;
grant execute on function private.is_super_admin() to anon, authenticated, service_role;

create function private.my_role() returns public.user_role
language sql stable security definer set search_path = '' as $$
  select case
    when private.is_super_admin() then 'super_admin'
    when private.is_fully_signed_in() then coalesce((
      select u.role from public.users u left join public.schools s on s.id = u.school_id
      where u.id = auth.uid() and u.is_active and coalesce(s.is_active, true)), 'user')
    else 'user' end::public.user_role
$$;
grant execute on function private.my_role() to anon, authenticated, service_role;

create function private.my_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.school_id from public.users u join public.schools s on s.id = u.school_id
  where u.id = auth.uid() and u.is_active and s.is_active and private.is_fully_signed_in()
$$;
grant execute on function private.my_school() to anon, authenticated, service_role;

-- Whether the caller has one of these roles at this school.
create function private.works_at(school uuid, variadic roles public.user_role[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select school = private.my_school() and private.my_role() = any (roles)
$$;
grant execute on function private.works_at(uuid, public.user_role[]) to anon, authenticated, service_role;

-- Raises an error unless the caller is a super admin.
create function private.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  end if;
end
$$;

-- The caller's school if the caller is its administrator; null otherwise. The next two are the same for the office and for all staff.
create function private.admin_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() = 'admin'
$$;
grant execute on function private.admin_school() to authenticated, service_role;

create function private.office_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() in ('admin', 'staff')
$$;
grant execute on function private.office_school() to authenticated, service_role;

create function private.staff_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() in ('admin', 'teacher', 'staff')
$$;
grant execute on function private.staff_school() to authenticated, service_role;

create function private.require_school_admin() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.admin_school();
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return school;
end
$$;

create function private.require_office() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.office_school();
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only the office of the school may do this.', hint = 'permission.office_only';
  end if;
  return school;
end
$$;

create function private.my_class_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.classes where class_teacher_id = auth.uid() and school_id = private.my_school() and private.my_role() = 'teacher'
  union
  select class_id from public.class_subjects where teacher_id = auth.uid() and school_id = private.my_school() and private.my_role() = 'teacher'
$$;
comment on function private.my_class_ids() is 'Classes the calling teacher leads or teaches.';
grant execute on function private.my_class_ids() to authenticated, service_role;

create function private.my_student_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.students s where s.user_id = auth.uid() and s.school_id = private.my_school() and private.my_role() = 'student'
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id
  where g.user_id = auth.uid() and g.school_id = private.my_school() and private.my_role() = 'parent'
$$;
comment on function private.my_student_ids() is 'The calling student, or the children of the calling parent.';
grant execute on function private.my_student_ids() to authenticated, service_role;

create function private.my_taught_student_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.students where class_id in (select private.my_class_ids())
$$;
grant execute on function private.my_taught_student_ids() to authenticated, service_role;

create function private.my_childrens_class_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select class_id from public.students where class_id is not null and id in (select private.my_student_ids())
$$;
grant execute on function private.my_childrens_class_ids() to authenticated, service_role;

create type public.institution_kind as enum ('primary', 'secondary', 'college', 'university');

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
  updated_at timestamptz not null default now(),
  request_id uuid unique,
  payment_instructions text check (length(btrim(payment_instructions)) between 1 and 400)
);
comment on table public.schools is 'A customer that runs the product. Archived schools are inactive, never deleted with their data.';
comment on column public.schools.request_id is 'Makes opening a school repeatable.';
comment on column public.schools.payment_instructions is 'How families pay the fees, as the school writes it: paybill and account, bank, office hours.';

create unique index schools_name_key on public.schools (lower(name));

alter table public.schools enable row level security;
grant
  select,
  insert (name, kind, email, phone, address, city, country, motto),
  update (name, kind, email, phone, address, city, country, motto, is_active, payment_instructions)
  on public.schools to authenticated;

create policy "Super admins see every school, members their own" on public.schools for select to authenticated
  using ((select private.is_super_admin()) or id = (select private.my_school()));
create policy "Super admins add schools" on public.schools for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update schools, administrators their own" on public.schools for update to authenticated
  using ((select private.is_super_admin()) or (id = (select private.my_school()) and (select private.my_role()) = 'admin'))
  with check ((select private.is_super_admin()) or (id = (select private.my_school()) and (select private.my_role()) = 'admin'));

create trigger touch before update on public.schools for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.schools for each row execute function private.audit();

-- Name, kind and archiving of a school are decided by super admins, although administrators may update the row.
create function private.protect_school_fields() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo) is distinct from (old.is_active, old.kind, old.name, old.is_demo) then
    raise exception using errcode = '42501', message = 'Only a super admin can rename, reclassify or archive a school.', hint = 'school.platform_field';
  end if;
  return new;
end
$$;
create trigger guard before update on public.schools for each row execute function private.protect_school_fields();

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
comment on column public.users.email is 'Copy of the account''s address, maintained by a trigger so that lists can search it.';

create index users_school_role_idx on public.users (school_id, role, last_name);
create index users_email_idx on public.users (lower(email));

alter table public.users enable row level security;
grant select, update (first_name, last_name, phone) on public.users to authenticated;

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

create trigger touch before update on public.users for each row execute function private.touch_updated_at();
create trigger audit after update on public.users for each row execute function private.audit();

create table public.super_admins (
  id uuid primary key references public.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.super_admins is 'Accounts that run the platform. Rows are written by an operator, never through the API.';

alter table public.super_admins enable row level security;
grant select on public.super_admins to authenticated;

create policy "Super admins see the super admins, people whether they are one" on public.super_admins for select to authenticated
  using (id = (select auth.uid()) or (select private.is_super_admin()));

create trigger audit after insert or delete on public.super_admins for each row execute function private.audit();

-- Creates the profile of a new account. User metadata, which the person sends, provides names only: never a role or school.
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
    left(coalesce(invitation.first_name, private.null_if_blank(new.raw_user_meta_data ->> 'first_name')), 80),
    left(coalesce(invitation.last_name, private.null_if_blank(new.raw_user_meta_data ->> 'last_name')), 80),
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

create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  role text;
  claims jsonb := coalesce(event -> 'claims', '{}');
begin
  select case when exists (select from public.super_admins s where s.id = person) then 'super_admin' else u.role::text end
  into role from public.users u where u.id = person and u.is_active;
  role := coalesce(role, 'user');
  claims := jsonb_set(claims, '{user_role}', to_jsonb(role));
  claims := jsonb_set(claims, '{app_metadata}', coalesce(claims -> 'app_metadata', '{}') || jsonb_build_object('role', role));
  return jsonb_set(event, '{claims}', claims);
end
$$;
comment on function public.custom_access_token_hook(jsonb) is
  'Auth hook: a token names its owner''s role, for drawing only. What a person may do is decided from the tables.';
grant execute on function public.custom_access_token_hook(jsonb) to supabase_auth_admin;

-- The caller's role, for canary releases limited to certain roles.
create function public.own_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.my_role()::text
$$;
grant execute on function public.own_role() to authenticated;

create function public.set_user_role(user_id uuid, role public.user_role, school_id uuid default null) returns public.users
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_manager((select u.school_id from public.users u where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  if set_user_role.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator.', hint = 'user.role_not_allowed', detail = 'role';
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'user.school_required', detail = 'school_id';
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school) then
    raise exception using errcode = '42501', message = 'You give roles within your own school only. Deactivate who has left.', hint = 'user.other_school';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$$;
grant execute on function public.set_user_role(uuid, public.user_role, uuid) to authenticated;

create function public.set_user_active(user_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_account_manager((select u.school_id from public.users u where u.id = set_user_active.user_id));
  if set_user_active.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot deactivate yourself.', hint = 'user.own_account';
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  -- Auth refuses to sign in a banned account; open sessions end at their next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
end
$$;
grant execute on function public.set_user_active(uuid, boolean) to authenticated;

-- Raises an error unless the caller may manage accounts of this school. Returns the only school they may assign, null for any.
create function private.require_account_manager(school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    return null;
  end if;
  if private.admin_school() is null or school is distinct from private.admin_school() then
    raise exception using errcode = '42501', message = 'Only a super admin or an administrator of the school may do this.', hint = 'permission.account_keeper';
  end if;
  return school;
end
$$;

create function public.school_people(school_id uuid) returns table (id uuid, first_name text, last_name text, email text, role public.user_role, is_active boolean, created_at timestamptz, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_account_manager(school_people.school_id);
  return query select u.id, u.first_name, u.last_name, u.email, u.role, u.is_active, u.created_at, a.last_sign_in_at
    from public.users u join auth.users a on a.id = u.id where u.school_id = school_people.school_id;
end
$$;
comment on function public.school_people(uuid) is
  'The accounts of a school and when they last signed in, for super admins and the school''s administrators.';
grant execute on function public.school_people(uuid) to authenticated;

-- The auth service runs the hook as this role.
grant usage on schema public to supabase_auth_admin;

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

alter table public.invitations enable row level security;
grant select on public.invitations to authenticated;

create policy "Super admins see invitations" on public.invitations for select to authenticated
  using ((select private.is_super_admin()));
create policy "Administrators see their school's invitations" on public.invitations for select to authenticated using (school_id = (select private.admin_school()));

create trigger audit after insert or update on public.invitations for each row execute function private.audit();

create function public.invite_user(email text, role public.user_role, school_id uuid default null, first_name text default null, last_name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if address is null or not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'invitation.invalid_email', detail = 'email';
  end if;
  if invite_user.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator, not by invitation.', hint = 'invitation.role_not_allowed', detail = 'role';
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'invitation.school_required', detail = 'school_id';
  end if;
  if not private.is_super_admin() and exists (select from public.users u where lower(u.email) = address and u.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address has an account elsewhere. Ask support to move it, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address is invited elsewhere already. Ask support, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name), private.null_if_blank(invite_user.last_name), auth.uid())
  returning id into invitation;
  return invitation;
end
$$;
comment on function public.invite_user(text, public.user_role, uuid, text, text) is
  'Keeps the role and school for an address; the invite function then sends the mail through Auth. An earlier open invitation is replaced.';
grant execute on function public.invite_user(text, public.user_role, uuid, text, text) to authenticated;

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account_manager((select i.school_id from public.invitations i where i.id = invitation_id));
  update public.invitations set revoked_at = now() where id = invitation_id and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This invitation is no longer open.', hint = 'invitation.not_open';
  end if;
end
$$;
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Links an invited account to the staff member or guardian that the school has recorded with the same address.
create function private.link_account_to_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.school_id is null or new.email is null then
    return null;
  end if;
  if new.role in ('admin', 'teacher', 'staff') then
    update public.staff_members s set user_id = new.id
    where s.id = (select m.id from public.staff_members m where m.school_id = new.school_id and lower(m.email) = lower(new.email) and m.user_id is null limit 1)
      and not exists (select from public.staff_members m where m.user_id = new.id);
  elsif new.role = 'parent' then
    update public.guardians g set user_id = new.id where g.school_id = new.school_id and lower(g.email) = lower(new.email) and g.user_id is null;
  end if;
  return null;
end
$$;
create trigger link_account_to_person after insert or update of role, school_id on public.users for each row execute function private.link_account_to_person();

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Codes that stand for a lost authenticator, hashed; each is used once.';

alter table private.recovery_codes enable row level security;

create function public.make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  codes text[] := '{}';
  bytes bytea;
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Sign in with your authenticator first, then make recovery codes.', hint = 'recovery.second_step_first';
  end if;
  delete from private.recovery_codes where user_id = auth.uid();
  for n in 1..10 loop
    bytes := extensions.gen_random_bytes(12);
    codes := codes || (select string_agg(substr(alphabet, get_byte(bytes, i) % 32 + 1, 1) || case when i in (3, 7) then '-' else '' end, '' order by i) from generate_series(0, 11) as i);
  end loop;
  insert into private.recovery_codes (user_id, code_hash) select auth.uid(), private.recovery_hash(code) from unnest(codes) as code;
  return codes;
end
$$;
comment on function public.make_recovery_codes() is 'Ten new recovery codes, shown this once; those made before stop working.';
grant execute on function public.make_recovery_codes() to authenticated;

create function public.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Sign in with your password first.', hint = 'session.sign_in';
  end if;
  perform private.limit_rate('recovery/' || auth.uid(), 10, interval '1 hour');
  update private.recovery_codes set used_at = now() where user_id = auth.uid() and code_hash = private.recovery_hash(use_recovery_code.code) and used_at is null;
  if not found then
    return false;
  end if;
  -- The lost phone is no second factor any more; a new one is set up in the profile.
  delete from auth.mfa_factors where user_id = auth.uid();
  delete from private.recovery_codes where user_id = auth.uid();
  perform private.notify(array[auth.uid()], 'recovery/' || now(), 'You signed in with a recovery code', 'Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.', '/dashboard/profile');
  return true;
end
$$;
comment on function public.use_recovery_code(text) is
  'Takes the authenticators off the caller''s account when the code is one of theirs and was not used. Ten tries an hour.';
grant execute on function public.use_recovery_code(text) to authenticated;

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes where user_id = auth.uid() and used_at is null and private.is_fully_signed_in()
$$;
grant execute on function public.recovery_codes_left() to authenticated;

create function private.recovery_hash(code text) returns text
language sql immutable set search_path = '' as $$
  select encode(extensions.digest(auth.uid()::text || ':' || upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')), 'sha256'), 'hex')
$$;

create function public.my_sessions() returns table (id uuid, started_at timestamptz, seen_at timestamptz, device text, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.refreshed_at at time zone 'UTC', s.updated_at, s.created_at), coalesce(left(s.user_agent, 300), ''), s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s where s.user_id = auth.uid() and private.is_fully_signed_in() and coalesce(s.not_after > now(), true)
  order by 5 desc nulls last, 3 desc limit 50
$$;
comment on function public.my_sessions() is 'Where the caller is signed in, this session first.';
grant execute on function public.my_sessions() to authenticated;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_fully_signed_in() then
    raise exception using errcode = '42501', message = 'Sign in again to do this.', hint = 'session.sign_in';
  end if;
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = auth.uid();
  return found;
end
$$;
comment on function public.end_my_session(uuid) is 'Signs one of the caller''s devices out at once. False when it was over already.';
grant execute on function public.end_my_session(uuid) to authenticated;

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb
);
comment on table public.audit_log is 'Append-only. Written by triggers and commands; before and after hold the changed columns only.';

create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_entity_idx on public.audit_log (entity, entity_id);
create index audit_log_school_idx on public.audit_log (school_id, at desc);
create index if not exists audit_log_actor_idx on public.audit_log (actor_id, at desc);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;

create policy "Super admins read the log, administrators their school's" on public.audit_log for select to authenticated
  using ((select private.is_super_admin()) or (school_id = (select private.my_school()) and (select private.my_role()) = 'admin'));

create view public.audit_entries with (security_invoker = true) as
  select l.id, l.at, l.action, l.entity, l.entity_id, l.before, l.after, l.school_id, s.name as school, l.actor_id,
    coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as actor, u.email as actor_email
  from public.audit_log l left join public.users u on u.id = l.actor_id left join public.schools s on s.id = l.school_id;
comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself.';
grant select on public.audit_entries to authenticated;

create table public.content_revision (
  id boolean primary key default true check (id),
  revision bigint not null default 1,
  changed_at timestamptz not null default now()
);
comment on table public.content_revision is 'One row. Grows with every change of what the public pages show; cached pages older than it are stale.';

alter table public.content_revision enable row level security;
grant select on public.content_revision to anon, authenticated;

create policy "Everyone reads the revision" on public.content_revision for select to anon, authenticated using (true);

insert into public.content_revision default values;

create table private.rate_limits (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (subject, window_start)
);

alter table private.rate_limits enable row level security;

create function private.limit_rate(subject text, allowed integer, period interval) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  seen integer;
begin
  insert into private.rate_limits (subject, window_start)
  values (limit_rate.subject, date_bin(period, now(), timestamptz '2000-01-01'))
  on conflict (subject, window_start) do update set hits = private.rate_limits.hits + 1
  returning hits into seen;
  if seen > allowed then
    raise exception using errcode = 'P0001', message = 'Too many requests from this address. Please try again in an hour.', hint = 'request.too_many';
  end if;
end
$$;

-- Edge functions call this as service_role. sender_key is a keyed hash of the sender's IP address, never the address itself.
create function private.limit_form_requests(form text, sender_key text, email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if sender_key is not null then
    perform private.limit_rate(form || ' from ' || sender_key, 10, interval '1 hour');
  end if;
  perform private.limit_rate(form || ' by ' || lower(email), 5, interval '1 hour');
end
$$;

create table public.features (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  label text not null,
  closed_message text not null,
  is_on boolean not null default true,
  changed_at timestamptz not null default now()
);
comment on table public.features is 'Parts of the product that a super admin can close for a while. closed_message is shown meanwhile.';

alter table public.features enable row level security;
grant select on public.features to anon, authenticated;

create policy "Everyone reads what is open" on public.features for select to anon, authenticated using (true);

create function private.require_feature() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  closed text;
begin
  select f.closed_message into closed from public.features f where f.name = tg_argv[0] and not f.is_on;
  if found then
    raise exception using errcode = 'P0001', message = closed, hint = 'feature.closed';
  end if;
  return new;
end
$$;

create function private.audit_feature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after)
  values (auth.uid(), 'update', 'features', new.name, jsonb_build_object('is_on', old.is_on), jsonb_build_object('is_on', new.is_on));
  return null;
end
$$;
create trigger audit after update on public.features for each row when (old.is_on is distinct from new.is_on) execute function private.audit_feature();

create function public.set_feature(feature text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.features f set is_on = set_feature.is_on, changed_at = now() where f.name = set_feature.feature;
  if not found then
    raise exception using errcode = 'P0002', message = 'There is no such switch.', hint = 'feature.not_found';
  end if;
end
$$;
grant execute on function public.set_feature(text, boolean) to authenticated;

insert into public.features (name, label, closed_message) values
  ('checkout', 'Orders in the store', 'The store takes no orders at the moment. Please come back later, or write to us.'),
  ('demo_requests', 'Demo requests', 'We take no demo requests at the moment. Please write to us instead.'),
  ('support_tickets', 'Support tickets', 'The ticket form is closed at the moment. Please call us instead.');

create table public.campuses (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  address text check (length(address) <= 200),
  phone text check (length(phone) <= 30),
  created_at timestamptz not null default now(),
  unique (school_id, name),
  unique (id, school_id)
);
comment on table public.campuses is 'The places a school teaches at. Without any the school is one place.';

alter table public.campuses enable row level security;
grant select on public.campuses to authenticated;

create policy "Super admins see all campuses, members their school's" on public.campuses for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));

create trigger audit after insert or update or delete on public.campuses for each row execute function private.audit();

create function public.save_campus(name text, address text default null, phone text default null, campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_campus.campus_id) then
    raise exception using errcode = 'P0001', message = 'There is a campus of this name already.', hint = 'campus.name_taken', detail = 'name';
  end if;
  if save_campus.campus_id is null then
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address), phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_campus(text, text, text, uuid) to authenticated;

create function public.remove_campus(campus_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id and c.school_id = school;
  if classes > 0 then
    raise exception using errcode = 'PT409', message = format('%s classes are at this campus. Give them another campus first.', classes), hint = 'campus.in_use';
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
end
$$;
grant execute on function public.remove_campus(uuid) to authenticated;

create table public.school_terms (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default now(),
  check (ends_on > starts_on),
  unique (school_id, name),
  unique (id, school_id)
);
comment on table public.school_terms is 'The terms of a school year.';

create index school_terms_school_idx on public.school_terms (school_id, starts_on);

alter table public.school_terms enable row level security;
grant select on public.school_terms to authenticated;

create policy "Super admins see all terms, members their school's" on public.school_terms for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));

create trigger audit after insert or update or delete on public.school_terms for each row execute function private.audit();

create function public.save_term(name text, starts_on date, ends_on date, term_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    raise exception using errcode = 'P0001', message = 'A term ends after it starts. Check the days.', hint = 'term.days', detail = 'ends_on';
  end if;
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (lower(t.name) = lower(title) or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'term.taken', detail = case when lower(other.name) = lower(title) then 'name' else 'starts_on' end,
      message = case when lower(other.name) = lower(title) then 'There is a term of this name already. Add the year.' else format('These days overlap with %s.', other.name) end;
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on) values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_term(text, date, date, uuid) to authenticated;

create function public.remove_term(term_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = remove_term.term_id and t.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  if exists (select from public.fees f where f.term_id = term.id) or exists (select from public.fee_invoices i where i.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Fees belong to %s, so it stays.', term.name), hint = 'term.has_fees';
  end if;
  if exists (select from public.grades g where g.term_id = term.id) or exists (select from public.assessments a where a.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Marks belong to %s, so it stays.', term.name), hint = 'term.has_marks';
  end if;
  if exists (select from public.attendance a where a.school_id = school and a.day between term.starts_on and term.ends_on) then
    raise exception using errcode = 'PT409', message = format('Registers were taken in %s, so it stays.', term.name), hint = 'term.has_registers';
  end if;
  delete from public.school_terms t where t.id = term.id;
end
$$;
comment on function public.remove_term(uuid) is 'Deletes a term nothing belongs to yet.';
grant execute on function public.remove_term(uuid) to authenticated;

create table public.classes (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  level text not null check (length(btrim(level)) between 1 and 40),
  room text check (length(room) <= 40),
  class_teacher_id uuid references public.users (id) on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  campus_id uuid,
  unique (school_id, name),
  unique (id, school_id),
  foreign key (campus_id, school_id) references public.campuses (id, school_id)
);
comment on column public.classes.level is 'Grade or form, such as Grade 4 or Form 2.';

create index classes_teacher_idx on public.classes (class_teacher_id);
create index classes_campus_idx on public.classes (campus_id);

alter table public.classes enable row level security;
grant select on public.classes to authenticated;

create policy "Schools see their classes, teachers theirs, families their children's" on public.classes for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or id in (select private.my_class_ids()) or id in (select private.my_childrens_class_ids()));

create trigger touch before update on public.classes for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.classes for each row execute function private.audit();

create function public.save_class(name text, level text, room text default null, class_teacher_id uuid default null, class_id uuid default null, campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_class.class_id) then
    raise exception using errcode = 'P0001', message = 'There is a class of this name already, perhaps an archived one. Choose another name.', hint = 'class.name_taken', detail = 'name';
  end if;
  if save_class.class_teacher_id is not null and not exists (select from public.users u where u.id = save_class.class_teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another class teacher.', hint = 'class.teacher', detail = 'class_teacher_id';
  end if;
  if save_class.campus_id is not null and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    raise exception using errcode = 'P0001', message = 'This campus is no longer here. Choose another.', hint = 'campus.not_found', detail = 'campus_id';
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.null_if_blank(save_class.room), save_class.class_teacher_id, save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.null_if_blank(save_class.room), class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_class(text, text, text, uuid, uuid, uuid) to authenticated;

create function public.set_class_active(class_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  students integer;
begin
  select count(*) into students from public.students s where s.class_id = set_class_active.class_id and s.school_id = school and s.status in ('active', 'suspended');
  if not set_class_active.is_active and students > 0 then
    raise exception using errcode = 'P0001', message = format('%s students are in this class. Move them to another class first.', students), hint = 'class.not_empty';
  end if;
  update public.classes c set is_active = set_class_active.is_active where c.id = set_class_active.class_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
end
$$;
grant execute on function public.set_class_active(uuid, boolean) to authenticated;

create function public.remove_class(class_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  class public.classes;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  if exists (select from public.students s where s.class_id = class.id) or exists (select from public.enrolments e where e.class_id = class.id) or exists (select from public.grades g where g.class_id = class.id)
    or exists (select from public.attendance a where a.class_id = class.id) or exists (select from public.fees f where f.class_id = class.id) or exists (select from public.assignments a where a.class_id = class.id) then
    raise exception using errcode = 'PT409', message = format('%s has had students, marks or fees. Archive it instead.', class.name), hint = 'class.has_history';
  end if;
  delete from public.classes c where c.id = class.id;
end
$$;
comment on function public.remove_class(uuid) is 'Deletes a class that was never used.';
grant execute on function public.remove_class(uuid) to authenticated;

create function private.require_class(wanted uuid, school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if wanted is not null and not exists (select from public.classes c where c.id = wanted and c.school_id = school and c.is_active) then
    raise exception using errcode = 'P0001', message = 'This class is no longer open. Choose another.', hint = 'class.not_open', detail = 'class_id';
  end if;
  return wanted;
end
$$;

create function public.class_profile(class_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', c.id, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active, 'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id', c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'), 'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance a where a.class_id = c.id and a.day > current_date - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id, 'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = cs.teacher_id)) order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = l.teacher_id)) order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
$$;
comment on function public.class_profile(uuid) is 'One class: who leads it, what is taught in it and when. Null for a class the caller may not see.';
grant execute on function public.class_profile(uuid) to authenticated;

create table public.subjects (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  code text check (length(code) <= 12),
  unique (school_id, name),
  unique (id, school_id)
);

alter table public.subjects enable row level security;
grant select on public.subjects to authenticated;

create policy "Everyone at a school sees its subjects" on public.subjects for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));

create table public.class_subjects (
  class_id uuid not null,
  subject_id uuid not null,
  school_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  primary key (class_id, subject_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.class_subjects is 'Who teaches what to which class. It decides which classes a teacher sees.';

create index class_subjects_teacher_idx on public.class_subjects (teacher_id);
create index class_subjects_subject_idx on public.class_subjects (subject_id);

alter table public.class_subjects enable row level security;
grant select on public.class_subjects to authenticated;

create policy "Schools see who teaches what, teachers and families in their classes" on public.class_subjects for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));

create function public.save_subject(name text, code text default null, subject_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    raise exception using errcode = 'P0001', message = 'A code has at most 12 characters.', hint = 'subject.code', detail = 'code';
  end if;
  if exists (select from public.subjects b where b.school_id = school and lower(b.name) = lower(title) and b.id is distinct from save_subject.subject_id) then
    raise exception using errcode = 'P0001', message = 'There is a subject of this name already.', hint = 'subject.name_taken', detail = 'name';
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.null_if_blank(save_subject.code)) returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.null_if_blank(save_subject.code) where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_subject(text, text, uuid) to authenticated;

create function public.remove_subject(subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  subject public.subjects;
begin
  select * into subject from public.subjects b where b.id = remove_subject.subject_id and b.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  if exists (select from public.grades g where g.subject_id = subject.id) or exists (select from public.assessments a where a.subject_id = subject.id)
    or exists (select from public.assignments a where a.subject_id = subject.id) or exists (select from public.class_subjects c where c.subject_id = subject.id) then
    raise exception using errcode = 'PT409', message = format('%s is taught or has marks, so it stays.', subject.name), hint = 'subject.in_use';
  end if;
  delete from public.subjects b where b.id = subject.id;
end
$$;
comment on function public.remove_subject(uuid) is 'Deletes a subject without teachers and marks.';
grant execute on function public.remove_subject(uuid) to authenticated;

create function public.set_class_subject(class_id uuid, subject_id uuid, teacher_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if not exists (select from public.classes c where c.id = set_class_subject.class_id and c.school_id = school) or not exists (select from public.subjects b where b.id = set_class_subject.subject_id and b.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This class or subject is no longer here.', hint = 'class.not_found';
  end if;
  if set_class_subject.teacher_id is not null and not exists (select from public.users u where u.id = set_class_subject.teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another teacher.', hint = 'class.teacher', detail = 'teacher_id';
  end if;
  insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values (set_class_subject.class_id, set_class_subject.subject_id, school, set_class_subject.teacher_id)
  on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id;
end
$$;
comment on function public.set_class_subject(uuid, uuid, uuid) is
  'Has a subject taught to a class, by whom is given. It decides which classes a teacher sees.';
grant execute on function public.set_class_subject(uuid, uuid, uuid) to authenticated;

create function public.remove_class_subject(class_id uuid, subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if exists (select from public.assessments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id)
    or exists (select from public.assignments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'Marks were given in this subject, so it stays with the class. Take the teacher off it instead.', hint = 'subject.has_marks';
  end if;
  if exists (select from public.lessons l where l.class_id = remove_class_subject.class_id and l.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'The timetable has lessons of this subject. Take them off first.', hint = 'subject.has_lessons';
  end if;
  delete from public.class_subjects s where s.class_id = remove_class_subject.class_id and s.subject_id = remove_class_subject.subject_id and s.school_id = school;
end
$$;
grant execute on function public.remove_class_subject(uuid, uuid) to authenticated;

create function private.require_subject_i_teach(wanted_class uuid, wanted_subject uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject and (cs.teacher_id = auth.uid() or class.class_teacher_id = auth.uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  return class;
end
$$;

create function private.require_class_to_mark(wanted uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted
    and (c.school_id = private.office_school() or c.id in (select private.my_class_ids()));
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  return class;
end
$$;

create type public.gender as enum ('female', 'male');

-- Rows carry their school and foreign keys include it, so that nothing of one school can refer to another's.
create type public.student_status as enum ('active', 'suspended', 'graduated', 'left');

create table public.students (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  admission_number text not null check (length(btrim(admission_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  gender public.gender,
  date_of_birth date check (date_of_birth > date '1950-01-01'),
  class_id uuid,
  status public.student_status not null default 'active',
  admitted_on date not null default current_date,
  search_text text generated always as (lower(admission_number || ' ' || first_name || ' ' || last_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (school_id, admission_number),
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id)
);
comment on table public.students is 'Students. user_id links the account of a student who can sign in.';

create index students_school_name_idx on public.students (school_id, last_name, first_name);
create index students_class_idx on public.students (class_id);
create index students_school_search_idx on public.students using gin (search_text extensions.gin_trgm_ops);
create index students_school_number_idx on public.students (school_id, admission_number text_pattern_ops);

alter table public.students enable row level security;
grant select, insert, update on public.students to authenticated;

create policy "Schools see their students, teachers theirs, families their children" on public.students for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or id in (select private.my_student_ids()));
create policy "The office adds to its school" on public.students for insert to authenticated
  with check (school_id = (select private.office_school()));
create policy "The office updates within its school" on public.students for update to authenticated
  using (school_id = (select private.office_school())) with check (school_id = (select private.office_school()));

create trigger touch before update on public.students for each row execute function private.touch_updated_at();

create table public.enrolments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  started_on date not null default current_date,
  ended_on date,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.enrolments is 'Which class a student was in and when; maintained by a trigger on students.class_id.';

create unique index enrolments_current_key on public.enrolments (student_id) where ended_on is null;
create index enrolments_class_idx on public.enrolments (class_id);

alter table public.enrolments enable row level security;
grant select on public.enrolments to authenticated;

create policy "Whoever sees a student sees the classes they were in" on public.enrolments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()));

create function public.save_student(
  admission_number text, first_name text, last_name text, gender public.gender default null, date_of_birth date default null,
  class_id uuid default null, admitted_on date default current_date, student_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number', 'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school and s.admission_number = number and s.id is distinct from save_student.student_id;
  if found then
    raise exception using errcode = 'P0001', message = format('%s is the number of %s %s. Use another one.', number, holder.first_name, holder.last_name), hint = 'student.number_taken', detail = 'admission_number';
  end if;
  if save_student.date_of_birth not between current_date - interval '60 years' and current_date - interval '1 year' then
    raise exception using errcode = 'P0001', message = 'Check the date of birth: a student is between 1 and 60 years old.', hint = 'student.birth_date', detail = 'date_of_birth';
  end if;
  if save_student.student_id is null then
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school), coalesce(save_student.admitted_on, current_date))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), last_name = private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  return saved;
end
$$;
comment on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) is
  'Admits a student, or corrects one. Changing the class moves the student from today.';
grant execute on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) to authenticated;

create function public.move_students(student_ids uuid[], class_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  moved integer;
begin
  if move_students.class_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the class they move to.', hint = 'class.required', detail = 'class_id';
  end if;
  perform private.require_class(move_students.class_id, school);
  update public.students s set class_id = move_students.class_id
  where s.id = any (move_students.student_ids) and s.school_id = school and s.status in ('active', 'suspended') and s.class_id is distinct from move_students.class_id;
  get diagnostics moved = row_count;
  return moved;
end
$$;
comment on function public.move_students(uuid[], uuid) is
  'Moves students to another class from today. Returns how many were moved; those already there and those who have left are skipped.';
grant execute on function public.move_students(uuid[], uuid) to authenticated;

create function public.set_students_status(student_ids uuid[], status public.student_status) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  changed integer;
begin
  update public.students s set status = set_students_status.status where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> set_students_status.status;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.set_students_status(uuid[], public.student_status) is
  'Archives students (left, graduated), suspends them or brings them back. Their history stays.';
grant execute on function public.set_students_status(uuid[], public.student_status) to authenticated;

create function public.student_profile(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > current_date - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', a.note) order by a.day desc), '[]')
      from (select * from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments) order by t.starts_on desc, b.name), '[]')
      from public.subject_results r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id where r.student_id = s.id and r.percent is not null),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', b.charged, 'paid', b.paid, 'balance', b.balance) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$$;
comment on function public.student_profile(uuid) is
  'One student with guardians, classes, ninety days of attendance, results and, for an administrator, the balance. Null for students the caller may not see.';
grant execute on function public.student_profile(uuid) to authenticated;

create function private.sync_enrolment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.class_id is not distinct from old.class_id and new.status = old.status then
    return null;
  end if;
  update public.enrolments set ended_on = current_date
  where student_id = new.id and ended_on is null and (class_id is distinct from new.class_id or new.status in ('graduated', 'left'));
  if new.class_id is not null and new.status not in ('graduated', 'left') then
    insert into public.enrolments (school_id, student_id, class_id, started_on)
    values (new.school_id, new.id, new.class_id, case when tg_op = 'INSERT' then new.admitted_on else current_date end)
    on conflict (student_id) where ended_on is null do nothing;
  end if;
  return null;
end
$$;
create trigger sync_enrolment after insert or update of class_id, status on public.students for each row execute function private.sync_enrolment();

create function private.student_family(student uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select g.user_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student and g.user_id is not null)
$$;

create table public.guardians (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  phone text check (length(phone) <= 30),
  email text check (private.is_email(email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id)
);

create index guardians_school_idx on public.guardians (school_id, last_name);
create index guardians_user_idx on public.guardians (user_id);

alter table public.guardians enable row level security;
grant select, insert, update, delete on public.guardians to authenticated;

create policy "The office adds to its school" on public.guardians for insert to authenticated
  with check (school_id = (select private.office_school()));
create policy "The office updates within its school" on public.guardians for update to authenticated
  using (school_id = (select private.office_school())) with check (school_id = (select private.office_school()));
create policy "The office deletes within its school" on public.guardians for delete to authenticated
  using (school_id = (select private.office_school()));

create trigger touch before update on public.guardians for each row execute function private.touch_updated_at();

create table public.student_guardians (
  student_id uuid not null,
  guardian_id uuid not null,
  school_id uuid not null,
  relationship text not null default 'Parent' check (length(relationship) between 1 and 40),
  is_primary boolean not null default false,
  primary key (student_id, guardian_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (guardian_id, school_id) references public.guardians (id, school_id) on delete cascade
);

create index student_guardians_guardian_idx on public.student_guardians (guardian_id);

alter table public.student_guardians enable row level security;
grant select, insert, update, delete on public.student_guardians to authenticated;

create policy "The office sees who belongs to whom, teachers and families theirs" on public.student_guardians for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()));
create policy "The office adds to its school" on public.student_guardians for insert to authenticated
  with check (school_id = (select private.office_school()));
create policy "The office updates within its school" on public.student_guardians for update to authenticated
  using (school_id = (select private.office_school())) with check (school_id = (select private.office_school()));
create policy "The office deletes within its school" on public.student_guardians for delete to authenticated
  using (school_id = (select private.office_school()));

create policy "The office sees guardians, teachers those of their students, guardians themselves" on public.guardians for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or user_id = (select auth.uid())
    or id in (select guardian_id from public.student_guardians where student_id in (select private.my_taught_student_ids())));

create function public.save_guardian(
  student_id uuid, first_name text, last_name text, relationship text default 'Parent', phone text default null, email text default null, is_primary boolean default false, guardian_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  address constant text := lower(private.null_if_blank(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like parent@example.com.', hint = 'guardian.invalid_email', detail = 'email';
  end if;
  if address is null and private.null_if_blank(save_guardian.phone) is null then
    raise exception using errcode = 'P0001', message = 'Enter a phone number or an email address, so that the school can reach them.', hint = 'guardian.unreachable', detail = 'phone';
  end if;
  if saved is null then
    insert into public.guardians (school_id, first_name, last_name, phone, email)
    values (school, private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_guardian.last_name, 80, 'last_name', 'Enter the last name.'), private.null_if_blank(save_guardian.phone), address)
    returning id into saved;
  else
    update public.guardians g set first_name = private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.require_text(save_guardian.last_name, 80, 'last_name', 'Enter the last name.'), phone = private.null_if_blank(save_guardian.phone), email = address
    where g.id = saved and g.school_id = school;
    if not found then
      raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
    end if;
  end if;
  if save_guardian.is_primary then
    update public.student_guardians sg set is_primary = false where sg.student_id = save_guardian.student_id and sg.guardian_id <> saved;
  end if;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  values (save_guardian.student_id, saved, school, private.require_text(save_guardian.relationship, 40, 'relationship', 'Say how they are related.'), save_guardian.is_primary)
  on conflict (student_id, guardian_id) do update set relationship = excluded.relationship, is_primary = excluded.is_primary;
  return saved;
end
$$;
comment on function public.save_guardian(uuid, text, text, text, text, text, boolean, uuid) is
  'Adds a guardian to a student, or corrects one. One guardian of a student is the first to call.';
grant execute on function public.save_guardian(uuid, text, text, text, text, text, boolean, uuid) to authenticated;

create function public.remove_guardian(student_id uuid, guardian_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
begin
  delete from public.student_guardians sg where sg.student_id = remove_guardian.student_id and sg.guardian_id = remove_guardian.guardian_id and sg.school_id = school;
  delete from public.guardians g where g.id = remove_guardian.guardian_id and g.school_id = school and g.user_id is null
    and not exists (select from public.student_guardians sg where sg.guardian_id = g.id);
end
$$;
comment on function public.remove_guardian(uuid, uuid) is
  'Removes a guardian from a student. A guardian of no other student, without an account, is deleted.';
grant execute on function public.remove_guardian(uuid, uuid) to authenticated;

create table public.staff_members (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  staff_number text not null check (length(btrim(staff_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  job_title text not null check (length(btrim(job_title)) between 1 and 80),
  department text check (length(department) <= 80),
  email text check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  employed_on date not null default current_date,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (school_id, staff_number)
);

create index staff_members_school_idx on public.staff_members (school_id, last_name);

alter table public.staff_members enable row level security;
grant select on public.staff_members to authenticated;

create policy "Administrators see their staff, people their own record" on public.staff_members for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or user_id = (select auth.uid()));

create trigger touch before update on public.staff_members for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.staff_members for each row execute function private.audit();

create function public.save_staff_member(staff_number text, first_name text, last_name text, job_title text, department text default null, email text default null, phone text default null, employed_on date default null, staff_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number', 'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school and lower(m.staff_number) = lower(number) and m.id is distinct from save_staff_member.staff_id) then
    raise exception using errcode = 'P0001', message = 'This staff number is taken.', hint = 'staff.number_taken', detail = 'staff_number';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'staff.invalid_email', detail = 'email';
  end if;
  -- An account of the school with this address is this person's.
  select u.id into account from public.users u where u.school_id = school and lower(u.email) = address and u.role in ('admin', 'teacher', 'staff')
    and not exists (select from public.staff_members m where m.user_id = u.id and m.id is distinct from save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
    values (school, account, number, private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'), private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone), coalesce(save_staff_member.employed_on, current_date))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number, first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'), job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address, phone = private.null_if_blank(save_staff_member.phone), employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  return saved;
end
$$;
comment on function public.save_staff_member(text, text, text, text, text, text, text, date, uuid) is
  'Adds a staff member of the school, or corrects one.';
grant execute on function public.save_staff_member(text, text, text, text, text, text, text, date, uuid) to authenticated;

create function public.set_staff_active(staff_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  account uuid;
begin
  update public.staff_members m set is_active = set_staff_active.is_active where m.id = set_staff_active.staff_id and m.school_id = school returning m.user_id into account;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  if account is not null then
    perform public.set_user_active(account, set_staff_active.is_active);
  end if;
end
$$;
comment on function public.set_staff_active(uuid, boolean) is 'Marks a staff member as having left, or as back; their account is disabled or enabled with it.';
grant execute on function public.set_staff_active(uuid, boolean) to authenticated;

create table public.student_records (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  kind text not null check (kind in ('behaviour', 'health', 'merit', 'contact', 'visit', 'other')),
  summary text not null check (length(btrim(summary)) between 1 and 160),
  details text check (length(details) <= 3000),
  happened_on date not null default current_date,
  recorded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  visible_to text not null check (visible_to in ('office', 'teachers', 'family')),
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on column public.student_records.visible_to is 'Who may read it besides the office: office (no one), teachers, or family (teachers and family). Default: by the kind.';
comment on column public.student_records.archived_at is 'Archived: visible to the office only.';

create index student_records_school_idx on public.student_records (school_id, happened_on desc);
create index student_records_student_idx on public.student_records (student_id);
create index student_records_list_idx on public.student_records (school_id, happened_on desc, id) where archived_at is null;

alter table public.student_records enable row level security;
grant select, insert, update, delete on public.student_records to authenticated;

create policy "The office adds to its school" on public.student_records for insert to authenticated
  with check (school_id = (select private.office_school()));
create policy "The office updates within its school" on public.student_records for update to authenticated
  using (school_id = (select private.office_school())) with check (school_id = (select private.office_school()));
create policy "The office deletes within its school" on public.student_records for delete to authenticated
  using (school_id = (select private.office_school()));
create policy "The office sees records, teachers and families what is meant for them" on public.student_records for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school())
    or (archived_at is null and visible_to in ('teachers', 'family') and student_id in (select private.my_taught_student_ids()))
    or (archived_at is null and visible_to = 'family' and student_id in (select private.my_student_ids())));

create function private.prepare_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.visible_to := coalesce(new.visible_to, case new.kind when 'health' then 'office' when 'merit' then 'family' else 'teachers' end);
  new.search_text := lower(new.summary || ' ' || (select s.search_text from public.students s where s.id = new.student_id));
  if tg_op = 'UPDATE' then
    new.recorded_by := old.recorded_by;
    new.student_id := old.student_id;
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger prepare_student_record before insert or update on public.student_records for each row execute function private.prepare_student_record();

create function private.notify_student_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(private.student_family(new.student_id), 'record/' || new.id, format('A note about %s', (select first_name from public.students where id = new.student_id)), new.summary, '/dashboard');
  return null;
end
$$;
create trigger notify_student_record after insert or update of visible_to on public.student_records for each row
  when (new.visible_to = 'family' and new.archived_at is null and new.happened_on > current_date - 7) execute function private.notify_student_record();

create function public.import_students(rows jsonb, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 3000 then
    raise exception using errcode = 'P0001', message = 'A file holds 3,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problem is null and not is_known), 'known', count(*) filter (where problem is null and is_known),
    'problems', coalesce(jsonb_agg(problem order by line) filter (where problem is not null), '[]'))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome;
  end if;
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, current_date) from pg_temp.import_row i where i.problem is null and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problem is null;
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (auth.uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$$;
comment on function public.import_students(jsonb, boolean) is
  'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, admitted_on, guardian_name, guardian_phone, guardian_email, relationship}]. Rows without problems are added in one transaction; a repeated call adds no student twice. Returns {total, added, known, problems: [{row, column, message}]}; dry_run only checks.';
grant execute on function public.import_students(jsonb, boolean) to authenticated;

-- Reads the rows into a temporary table, each with the first problem that is found in it.
create function private.parse_import_rows(school uuid, rows jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select coalesce((r.value ->> 'row')::integer, r.ordinality::integer) as line,
    private.null_if_blank(r.value ->> 'admission_number') as number, private.null_if_blank(r.value ->> 'first_name') as first_name, private.null_if_blank(r.value ->> 'last_name') as last_name,
    private.null_if_blank(r.value ->> 'gender') as gender_text, private.parse_gender(private.null_if_blank(r.value ->> 'gender')) as gender,
    private.null_if_blank(r.value ->> 'date_of_birth') as birth_text, private.parse_date(private.null_if_blank(r.value ->> 'date_of_birth')) as born,
    private.null_if_blank(r.value ->> 'admitted_on') as admitted_words, private.parse_date(private.null_if_blank(r.value ->> 'admitted_on')) as admitted,
    private.null_if_blank(r.value ->> 'class') as class_words, null::uuid as class_id,
    private.null_if_blank(r.value ->> 'guardian_name') as guardian_name, private.null_if_blank(r.value ->> 'guardian_phone') as guardian_phone, lower(private.null_if_blank(r.value ->> 'guardian_email')) as guardian_email,
    coalesce(private.null_if_blank(r.value ->> 'relationship'), 'Parent') as relationship,
    null::uuid as student_id, false as is_known, null::jsonb as problem
  from jsonb_array_elements(rows) with ordinality r;
  create index on pg_temp.import_row (number);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id from public.classes c where c.school_id = school and c.is_active and lower(c.name) = lower(i.class_words);
  update pg_temp.import_row i set is_known = true from public.students s
  where s.school_id = school and s.admission_number = i.number and lower(s.first_name || ' ' || s.last_name) = lower(i.first_name || ' ' || i.last_name);
  update pg_temp.import_row i set problem = case
    when number is null then private.import_problem(line, 'admission_number', 'Enter the admission number.')
    when length(number) > 30 then private.import_problem(line, 'admission_number', 'Use at most 30 characters.')
    when first_name is null then private.import_problem(line, 'first_name', 'Enter the first name.')
    when length(first_name) > 80 then private.import_problem(line, 'first_name', 'Use at most 80 characters.')
    when last_name is null then private.import_problem(line, 'last_name', 'Enter the last name.')
    when length(last_name) > 80 then private.import_problem(line, 'last_name', 'Use at most 80 characters.')
    when gender_text is not null and gender is null then private.import_problem(line, 'gender', format('“%s” is not known. Write F or M, or leave it empty.', left(gender_text, 30)))
    when birth_text is not null and born is null then private.import_problem(line, 'date_of_birth', format('“%s” is not a day. Write it as 31/05/2014 or 2014-05-31.', left(birth_text, 30)))
    when born not between current_date - interval '60 years' and current_date - interval '1 year' then private.import_problem(line, 'date_of_birth', 'A student is between 1 and 60 years old. Check the year.')
    when admitted_words is not null and admitted is null then private.import_problem(line, 'admitted_on', format('“%s” is not a day. Write it as 31/05/2014 or 2014-05-31.', left(admitted_words, 30)))
    when class_words is not null and class_id is null then private.import_problem(line, 'class', format('There is no class “%s”. Write its name as it stands under Classes, or add it first.', left(class_words, 40)))
    when guardian_email is not null and not private.is_email(guardian_email) then private.import_problem(line, 'guardian_email', format('“%s” is not an email address.', left(guardian_email, 60)))
    when length(guardian_phone) > 30 then private.import_problem(line, 'guardian_phone', 'Use at most 30 characters.')
    when length(relationship) > 40 then private.import_problem(line, 'relationship', 'Use at most 40 characters.')
    when guardian_name is not null and position(' ' in guardian_name) = 0 then private.import_problem(line, 'guardian_name', 'Write the guardian''s first and last name.')
    when length(guardian_name) > 160 then private.import_problem(line, 'guardian_name', 'Use at most 160 characters.')
    when guardian_name is null and (guardian_phone is not null or guardian_email is not null) then private.import_problem(line, 'guardian_name', 'Write the guardian''s name, or leave phone and email empty too.')
    end;
  update pg_temp.import_row i set problem = private.import_problem(i.line, 'admission_number', format('%s stands on row %s already. Every student has a number of their own.', i.number, f.line))
  from (select number, min(line) as line from pg_temp.import_row where number is not null group by number) f
  where f.number = i.number and i.line > f.line and i.problem is null;
  update pg_temp.import_row i set problem = private.import_problem(i.line, 'admission_number', format('%s is the number of %s %s. Use another one.', i.number, s.first_name, s.last_name))
  from public.students s where s.school_id = school and s.admission_number = i.number and not i.is_known and i.problem is null;
end
$$;

create function private.import_problem(line integer, field text, problem text) returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('row', line, 'column', field, 'message', problem) $$;

create function private.import_guardians(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  found_id uuid;
begin
  for person in
    select guardian_name, guardian_phone, guardian_email, array_agg(student_id) as students, min(relationship) as relationship from pg_temp.import_row
    where student_id is not null and guardian_name is not null group by guardian_name, guardian_phone, guardian_email loop
    select g.id into found_id from public.guardians g
    where g.school_id = school and lower(g.first_name || ' ' || g.last_name) = lower(regexp_replace(person.guardian_name, '\s+', ' ', 'g'))
      and (g.email = person.guardian_email or g.phone = person.guardian_phone) limit 1;
    if found_id is null then
      insert into public.guardians (school_id, first_name, last_name, phone, email)
      values (school, left(split_part(person.guardian_name, ' ', 1), 80), left(btrim(substr(person.guardian_name, position(' ' in person.guardian_name))), 80), person.guardian_phone, person.guardian_email)
      returning id into found_id;
    end if;
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    select unnest(person.students), found_id, school, person.relationship, true on conflict (student_id, guardian_id) do nothing;
  end loop;
end
$$;

-- A date as people write it: 2026-01-31 or 31/01/2026. Null when it is neither.
create function private.parse_date(written text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if written ~ '^\d{4}-\d{1,2}-\d{1,2}$' then
    return written::date;
  elsif written ~ '^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$' then
    return to_date(regexp_replace(written, '[/.-]', '/', 'g'), 'DD/MM/YYYY');
  end if;
  return null;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;
comment on function private.parse_date(text) is 'A day as 2014-05-31 or 31/05/2014; null for anything else.';

create function private.parse_gender(written text) returns public.gender
language sql immutable set search_path = '' as $$
  select case when lower(written) in ('f', 'female', 'girl') then 'female' when lower(written) in ('m', 'male', 'boy') then 'male' end::public.gender
$$;

create function public.find_people(search text) returns table (kind text, id uuid, name text, detail text)
language sql stable security invoker set search_path = '' as $$
  with asked as (
    select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, c.name)
     from asked, public.students s left join public.classes c on c.id = s.class_id
     where asked.my_role in ('admin', 'teacher', 'staff') and s.search_text like asked.pattern order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and lower(m.first_name || ' ' || m.last_name || ' ' || m.staff_number) like asked.pattern order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and lower(h.name) like asked.pattern order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, coalesce(private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), u.email), u.email
     from asked, public.users u
     where asked.my_role = 'super_admin' and lower(concat_ws(' ', u.first_name, u.last_name, u.email)) like asked.pattern order by u.last_name, u.first_name, u.id limit 6)
  ) as found (kind, id, name, detail)
$$;
comment on function public.find_people(text) is
  'People and schools whose name, number or address contains the search term (two letters at least), of those the caller may see. kind: student, staff, school, account.';
grant execute on function public.find_people(text) to authenticated;

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  weekday smallint not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null,
  room text check (length(room) <= 40),
  check (ends_at > starts_at),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.lessons is 'The timetable. Weekdays count from 1, Monday.';

create index lessons_subject_idx on public.lessons (subject_id);
create index lessons_school_weekday_idx on public.lessons (school_id, weekday, starts_at);
create index lessons_class_idx on public.lessons (class_id, weekday, starts_at);
create index lessons_teacher_idx on public.lessons (teacher_id, weekday, starts_at);

alter table public.lessons enable row level security;
grant select, insert, update, delete on public.lessons to authenticated;

create policy "Schools see the timetable, teachers and families theirs" on public.lessons for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));
create policy "The admin adds to its school" on public.lessons for insert to authenticated
  with check (school_id = (select private.admin_school()));
create policy "The admin updates within its school" on public.lessons for update to authenticated
  using (school_id = (select private.admin_school())) with check (school_id = (select private.admin_school()));
create policy "The admin deletes within its school" on public.lessons for delete to authenticated
  using (school_id = (select private.admin_school()));

-- A teacher, a class and a room have one lesson at a time, also when two people edit the timetable at once.
create function private.check_timetable_clash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  -- One writer at a time per school, so that each sees what the other wrote.
  perform pg_advisory_xact_lock(hashtextextended('timetable ' || new.school_id, 0));
  new.room := private.null_if_blank(new.room);
  if new.teacher_id is not null and not exists (select from public.users u where u.id = new.teacher_id and u.school_id = new.school_id) then
    raise exception using errcode = 'P0001', message = 'This teacher is not of the school.', hint = 'lesson.teacher_elsewhere', detail = 'teacher_id';
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id and cs.subject_id = new.subject_id) then
    raise exception using errcode = 'P0001', message = 'This subject is not taught to the class. Add it to the class first.', hint = 'lesson.subject_not_taught', detail = 'subject_id';
  end if;
  select l.*, c.name as class, b.name as subject, to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours, concat_ws(' ', u.first_name, u.last_name) as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id or lower(l.room) = lower(new.room))
  order by l.class_id = new.class_id desc, l.teacher_id = new.teacher_id desc nulls last limit 1;
  if not found then
    return new;
  elsif other.class_id = new.class_id then
    raise exception using errcode = 'P0001', message = format('%s has %s then (%s).', other.class, other.subject, other.hours), hint = 'lesson.class_busy', detail = 'starts_at';
  elsif other.teacher_id = new.teacher_id then
    raise exception using errcode = 'P0001', message = format('%s teaches %s to %s then (%s).', other.teacher, other.subject, other.class, other.hours), hint = 'lesson.teacher_busy', detail = 'teacher_id';
  end if;
  raise exception using errcode = 'P0001', message = format('%s is taken by %s then (%s).', other.room, other.class, other.hours), hint = 'lesson.room_busy', detail = 'room';
end
$$;
create trigger check_timetable_clash before insert or update on public.lessons for each row execute function private.check_timetable_clash();

create type public.attendance_status as enum ('present', 'absent', 'late', 'excused');

create table public.attendance (
  student_id uuid not null,
  day date not null,
  school_id uuid not null,
  class_id uuid not null,
  status public.attendance_status not null,
  note text check (length(note) <= 300),
  recorded_by uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  primary key (student_id, day),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);

create index attendance_class_idx on public.attendance (class_id, day);
create index attendance_school_idx on public.attendance (school_id, day) include (student_id, class_id, status);

alter table public.attendance enable row level security;
grant select on public.attendance to authenticated;

create policy "Schools see attendance, teachers their classes', families their children's" on public.attendance for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids()));

-- Counts per class and day, so that reports of a school with thousands of students read few rows.
create table public.register_days (
  class_id uuid not null,
  day date not null,
  school_id uuid not null,
  present integer not null,
  late integer not null,
  excused integer not null,
  absent integer not null,
  primary key (class_id, day),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.register_days is 'Attendance of a class on a day, counted by triggers on attendance.';

create index register_days_school_idx on public.register_days (school_id, day);

alter table public.register_days enable row level security;
grant select on public.register_days to authenticated;

create policy "Schools see how many came, teachers of their classes" on public.register_days for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()));

-- A register may be marked offline and sent later: a mark that another person has set meanwhile is reported, never overwritten.
create function public.record_attendance(class_id uuid, day date, marks jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  mark record;
  standing record;
  outcomes jsonb := '[]';
begin
  if record_attendance.day is null or record_attendance.day > (now() at time zone 'Africa/Nairobi')::date then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock.
  for mark in
    select m.student_id, m.status, array(select jsonb_array_elements_text(coalesce(m.seen, '[]'))) as seen, s.id is not null as is_here
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status, seen jsonb)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    order by m.student_id
  loop
    if not mark.is_here then
      outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'not_in_class');
      continue;
    end if;
    insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
    values (mark.student_id, record_attendance.day, class.school_id, class.id, mark.status, auth.uid())
    on conflict (student_id, day) do update
      set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
      where a.status <> excluded.status and a.status::text = any (mark.seen);
    if not found then
      select a.status, a.recorded_at, concat_ws(' ', u.first_name, u.last_name) as name into standing
      from public.attendance a left join public.users u on u.id = a.recorded_by where a.student_id = mark.student_id and a.day = record_attendance.day;
      if standing.status <> mark.status then
        outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'changed', 'status', standing.status, 'by', private.null_if_blank(standing.name), 'at', standing.recorded_at);
        continue;
      end if;
    end if;
    outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'kept');
  end loop;
  return outcomes;
end
$$;
comment on function public.record_attendance(uuid, date, jsonb) is
  'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...]}], seen: the statuses the caller has seen. Result per student: kept, changed (by another person meanwhile: status, by, at) or not_in_class. Idempotent.';
grant execute on function public.record_attendance(uuid, date, jsonb) to authenticated;

create function public.take_attendance(class_id uuid, day date, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(take_attendance.class_id);
  taken integer;
begin
  if take_attendance.day > current_date + 1 then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one student.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), auth.uid()
  from jsonb_array_elements(marks) m join public.students s on s.id = (m.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$$;
comment on function public.take_attendance(uuid, date, jsonb) is
  'Writes a class''s register of a day. marks: [{"student_id", "status", "note"}]. Taking it again corrects it.';
grant execute on function public.take_attendance(uuid, date, jsonb) to authenticated;

create function private.count_register(touched_class uuid, touched_day date) returns void
language sql security definer set search_path = '' as $$
  delete from public.register_days r where r.class_id = touched_class and r.day = touched_day
    and not exists (select from public.attendance a where a.class_id = touched_class and a.day = touched_day);
  insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
  select a.class_id, a.day, a.school_id, count(*) filter (where a.status = 'present'), count(*) filter (where a.status = 'late'), count(*) filter (where a.status = 'excused'), count(*) filter (where a.status = 'absent')
  from public.attendance a join public.classes c on c.id = a.class_id where a.class_id = touched_class and a.day = touched_day group by a.class_id, a.day, a.school_id
  on conflict (class_id, day) do update set present = excluded.present, late = excluded.late, excused = excluded.excused, absent = excluded.absent;
$$;

-- Notifies the family of an absence on the same day, and withdraws the notification when the mark was a mistake.
create function private.notify_absence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant text := 'absence/' || new.student_id || '/' || new.day;
  student public.students;
begin
  if new.status <> 'absent' then
    delete from public.notifications where source = event and read_at is null and user_id = any (private.student_family(new.student_id));
    return null;
  end if;
  select * into student from public.students where id = new.student_id;
  perform private.notify(private.student_family(new.student_id), event, format('%s is marked absent today', student.first_name),
    'If this surprises you, call the school.', '/dashboard');
  return null;
end
$$;
create trigger notify_absence after insert on public.attendance for each row
  when (new.status = 'absent' and new.day = (now() at time zone 'Africa/Nairobi')::date) execute function private.notify_absence();
create trigger tell_corrected_absence after update of status on public.attendance for each row
  when ('absent' in (old.status, new.status) and old.status <> new.status and new.day = (now() at time zone 'Africa/Nairobi')::date) execute function private.notify_absence();

create function public.attendance_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with marks as materialized (
    select date_trunc(private.report_interval(attendance_report.from_day, attendance_report.to_day), a.day::timestamp)::date as start, a.class_id as class, sum(a.present) as present, sum(a.late) as late, sum(a.excused) as excused, sum(a.absent) as absent
    from public.register_days a
    where a.school_id = (select private.my_school()) and a.day between attendance_report.from_day and attendance_report.to_day and (attendance_report.class_id is null or a.class_id = attendance_report.class_id)
    group by 1, 2)
  select jsonb_build_object(
    'step', private.report_interval(attendance_report.from_day, attendance_report.to_day),
    'counts', (select jsonb_build_object('present', coalesce(sum(present), 0), 'late', coalesce(sum(late), 0), 'excused', coalesce(sum(excused), 0), 'absent', coalesce(sum(absent), 0)) from marks),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by d.start), '[]')
      from (select start, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by start) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'present', d.present, 'late', d.late, 'excused', d.excused, 'absent', d.absent) order by c.name), '[]')
      from (select class, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent from marks group by class) d join public.classes c on c.id = d.class))
$$;
comment on function public.attendance_report(date, date, uuid) is
  'Registers of a period, of the school or one class: {step: day | week, counts, days, classes}.';
grant execute on function public.attendance_report(date, date, uuid) to authenticated;

create function public.attendance_by_student(from_day date, to_day date, class_id uuid default null, search text default null) returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, marked integer, present integer, late integer, excused integer, absent integer, share numeric, total integer)
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
    group by a.student_id) a
  join public.students s on s.id = a.student_id left join public.classes c on c.id = s.class_id
  where attendance_by_student.search is null or s.search_text like attendance_by_student.search
$$;
comment on function public.attendance_by_student(date, date, uuid, text) is
  'Attendance of each student in a period. share: percent of marked days present or late. total: number of students. search is a LIKE pattern.';
grant execute on function public.attendance_by_student(date, date, uuid, text) to authenticated;

create function private.attendance_share(students uuid[], first_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(count(*) filter (where status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance where student_id = any (students) and day >= first_day
$$;

create table public.assignments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null default auth.uid(),
  title text not null check (length(btrim(title)) between 1 and 160),
  instructions text check (length(instructions) <= 5000),
  due_on date not null,
  max_score integer not null default 100 check (max_score between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz default now(),
  archived_at timestamptz,
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on column public.assignments.published_at is 'Since when the class sees it; null while its teacher is still writing it.';
comment on column public.assignments.archived_at is 'Archived: nothing more is handed in; marks and submissions stay.';

create index assignments_class_idx on public.assignments (class_id, due_on desc);
create index assignments_subject_idx on public.assignments (subject_id);
create index assignments_teacher_idx on public.assignments (teacher_id);

alter table public.assignments enable row level security;
grant
  select,
  insert (school_id, class_id, subject_id, title, instructions, due_on, max_score, published_at),
  update (title, instructions, due_on, max_score, published_at, archived_at),
  delete
  on public.assignments to authenticated;

create policy "Teachers set assignments for their classes" on public.assignments for insert to authenticated
  with check (school_id = (select private.my_school()) and class_id in (select private.my_class_ids()));
create policy "Teachers change their own assignments" on public.assignments for update to authenticated
  using (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids())) with check (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids()));
create policy "Teachers delete their own assignments" on public.assignments for delete to authenticated
  using (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids()));
create policy "Administrators see assignments, teachers their classes', families what is published" on public.assignments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school())
    or (class_id in (select private.my_class_ids()) and (published_at is not null or teacher_id = (select auth.uid())))
    or (class_id in (select private.my_childrens_class_ids()) and published_at is not null));

create trigger touch before update on public.assignments for each row execute function private.touch_updated_at();

create table public.submissions (
  assignment_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  answer text check (length(answer) <= 20000),
  submitted_at timestamptz,
  score numeric(6, 2) check (score >= 0),
  feedback text check (length(feedback) <= 2000),
  graded_at timestamptz,
  graded_by uuid references public.users (id) on delete set null,
  primary key (assignment_id, student_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);

create index submissions_student_idx on public.submissions (student_id);

alter table public.submissions enable row level security;
grant select on public.submissions to authenticated;

create policy "Administrators see submissions, teachers their classes', families their children's" on public.submissions for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids())
    or assignment_id in (select id from public.assignments where class_id in (select private.my_class_ids())));

create function public.submit_assignment(assignment_id uuid, answer text) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into student from public.students s where s.user_id = auth.uid() and s.school_id = private.my_school() and private.my_role() = 'student';
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.class_id = student.class_id and a.published_at is not null;
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
  end if;
  if task.archived_at is not null then
    raise exception using errcode = 'PT409', message = 'This assignment is closed. Ask your teacher.', hint = 'assignment.closed';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    raise exception using errcode = 'PT409', message = 'This assignment is already marked and cannot be changed.', hint = 'assignment.graded';
  end if;
  return handed_in;
end
$$;
grant execute on function public.submit_assignment(uuid, text) to authenticated;

create function public.grade_submission(assignment_id uuid, student_id uuid, score numeric, feedback text default null, seen_graded_at timestamptz default null, seen_submitted_at timestamptz default null) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  task public.assignments;
  held public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id and a.class_id in (select private.my_class_ids());
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    raise exception using errcode = 'P0001', message = format('The score is from 0 to %s.', task.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  select * into held from public.submissions s where s.assignment_id = task.id and s.student_id = grade_submission.student_id for update;
  if held.graded_at is distinct from grade_submission.seen_graded_at and held.graded_at is not null then
    raise exception using errcode = 'PT409', message = format('Somebody gave %s meanwhile. Look at it, then save again if yours should stand.', held.score), hint = 'grade.changed', detail = 'score';
  end if;
  if held.submitted_at is distinct from grade_submission.seen_submitted_at and held.submitted_at is not null then
    raise exception using errcode = 'PT409', message = 'A new answer was handed in meanwhile. Read it, then save your mark.', hint = 'grade.new_answer', detail = 'score';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback), clock_timestamp(), auth.uid()
  from public.students s where s.id = grade_submission.student_id and s.class_id = task.class_id
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = excluded.graded_at, graded_by = auth.uid()
  returning * into graded;
  if graded.assignment_id is null then
    raise exception using errcode = 'P0002', message = 'This student is not in the class.', hint = 'grade.not_in_class', detail = 'student_id';
  end if;
  return graded;
end
$$;
comment on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) is
  'Marks what a student handed in. seen_graded_at and seen_submitted_at are what the teacher has seen; a newer mark or submission is a conflict.';
grant execute on function public.grade_submission(uuid, uuid, numeric, text, timestamptz, timestamptz) to authenticated;

create function private.check_assignment_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.published_at is null and old.published_at is not null and exists (select from public.submissions s where s.assignment_id = old.id) then
    raise exception using errcode = 'PT409', message = 'Somebody handed this in or was marked already, so it stays published. Archive it to close it.', hint = 'assignment.handed_in';
  end if;
  if new.max_score < old.max_score and exists (select from public.submissions s where s.assignment_id = old.id and s.score > new.max_score) then
    raise exception using errcode = 'P0001', message = format('Somebody was given more than %s already. Change that mark first.', new.max_score), hint = 'assignment.scale_too_small', detail = 'maxScore';
  end if;
  if new.max_score <> old.max_score then
    update public.grades g set max_score = new.max_score, updated_at = now() where g.assignment_id = old.id;
  end if;
  return new;
end
$$;
create trigger keep before update of published_at, max_score on public.assignments for each row execute function private.check_assignment_change();

create function private.copy_score_to_gradebook() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  task public.assignments;
  term uuid;
begin
  if new.score is null then
    return null;
  end if;
  select * into task from public.assignments a where a.id = new.assignment_id;
  select t.id into term from public.school_terms t where t.school_id = task.school_id and t.starts_on <= task.due_on order by t.starts_on desc limit 1;
  if term is null then
    return null;
  end if;
  update public.grades g set score = new.score, max_score = task.max_score, graded_by = new.graded_by, updated_at = now()
  where g.assignment_id = task.id and g.student_id = new.student_id;
  if not found then
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
    values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50), new.score, task.max_score, new.graded_by, task.id)
    -- Two assignments of the same name in one term keep separate columns in the gradebook.
    on conflict (student_id, subject_id, term_id, assessment) do nothing;
    if not found then
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
      values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50) || ' ' || left(task.id::text, 8), new.score, task.max_score, new.graded_by, task.id);
    end if;
  end if;
  return null;
end
$$;
create trigger keep_mark after insert or update of score on public.submissions for each row execute function private.copy_score_to_gradebook();

create function private.reject_score_of_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.assignments a where a.id = new.assignment_id and a.published_at is null) then
    raise exception using errcode = 'PT409', message = 'This is a draft. Publish it, then mark it.', hint = 'assignment.draft';
  end if;
  return new;
end
$$;
create trigger reject_score_of_draft before insert on public.submissions for each row execute function private.reject_score_of_draft();

-- Notifies the class once; rows loaded without a signed-in user notify nobody.
create function private.notify_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(array(select s.user_id from public.students s where s.class_id = new.class_id and s.status = 'active' and s.user_id is not null),
    'assignment/' || new.id, 'New assignment: ' || new.title, 'Due ' || to_char(new.due_on, 'FMDD Mon YYYY') || '.', '/dashboard');
  return null;
end
$$;
create trigger tell_new after insert on public.assignments for each row
  when (new.published_at is not null and auth.uid() is not null) execute function private.notify_assignment();
create trigger tell_published after update of published_at on public.assignments for each row
  when (old.published_at is null and new.published_at is not null and auth.uid() is not null) execute function private.notify_assignment();

-- The gradebook: assessments of a class's subject in a term with their weights, and scores. A score changed by another person is never overwritten unseen.

create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 60),
  max_score numeric(6, 2) not null check (max_score between 1 and 1000),
  weight numeric(5, 2) not null default 1 check (weight between 0 and 100),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  percent_per_mark numeric not null generated always as (round(weight * 100 / max_score, 16) + 1e-16) stored,
  unique (class_id, subject_id, term_id, name),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.assessments is 'A column of the gradebook. Grades carry its name; archived ones do not count.';
comment on column public.assessments.percent_per_mark is 'Percent times weight of one mark; rounded up, so that what lies on the half exactly is rounded up as it would be without rounding here.';

create index assessments_subject_idx on public.assessments (subject_id);
create index assessments_term_idx on public.assessments (term_id);

alter table public.assessments enable row level security;
grant select on public.assessments to authenticated;

create policy "Administrators see assessments, teachers and families their classes'" on public.assessments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));

create table public.grades (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  assessment text not null check (length(btrim(assessment)) between 1 and 60),
  score numeric(6, 2) not null check (score >= 0),
  max_score numeric(6, 2) not null default 100 check (max_score > 0),
  remark text check (length(remark) <= 300),
  graded_by uuid references public.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  assignment_id uuid references public.assignments (id) on delete set null,
  check (score <= max_score),
  unique (student_id, subject_id, term_id, assessment),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on column public.grades.assignment_id is 'The assignment a mark comes from; null for marks given in the gradebook.';

create index grades_class_idx on public.grades (class_id, term_id, subject_id);
create index grades_subject_idx on public.grades (subject_id);
create index grades_term_idx on public.grades (term_id);
create unique index grades_assignment_key on public.grades (assignment_id, student_id) where assignment_id is not null;
create index grades_school_term_idx on public.grades (school_id, term_id);

alter table public.grades enable row level security;
grant select on public.grades to authenticated;

create policy "Administrators see grades, teachers their classes', families their children's" on public.grades for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids()));

create function public.save_assessment(class_id uuid, subject_id uuid, term_id uuid, name text, max_score numeric, weight numeric, assessment_id uuid default null, archived boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  held public.assessments;
  highest numeric;
begin
  if save_assessment.max_score is null or save_assessment.max_score not between 1 and 1000 then
    raise exception using errcode = 'P0001', message = 'An assessment is out of 1 to 1000.', hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    raise exception using errcode = 'P0001', message = 'A weight is from 0 to 100.', hint = 'assessment.weight', detail = 'weight';
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id
    and lower(a.name) = lower(title) and a.id is distinct from save_assessment.assessment_id) then
    raise exception using errcode = 'P0001', message = 'There is an assessment of this name already. Choose another name.', hint = 'assessment.name_taken', detail = 'name';
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id and t.school_id = class.school_id) then
      raise exception using errcode = 'P0002', message = 'This term is not of your school.', hint = 'term.unknown', detail = 'termId';
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title, save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    raise exception using errcode = 'P0001', message = format('Somebody has %s already, so it cannot be out of less.', highest), hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  update public.grades g set assessment = title, max_score = save_assessment.max_score
  where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = held.id;
  return held.id;
end
$$;
comment on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) is
  'Adds a column to the gradebook, or with assessment_id changes, archives or brings back one. Grades follow its name and scale.';
grant execute on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) to authenticated;

create function public.record_scores(assessment_id uuid, scores jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  held public.assessments;
  entry record;
  standing numeric;
  written integer := 0;
begin
  select * into held from public.assessments a where a.id = record_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  for entry in select s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as student
    from jsonb_to_recordset(record_scores.scores) as s (student_id uuid, score numeric, seen numeric)
    left join public.students p on p.id = s.student_id and p.class_id = held.class_id
  loop
    if entry.student is null then
      raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
    end if;
    if entry.score not between 0 and held.max_score then
      raise exception using errcode = 'P0001', message = format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score)), hint = 'grade.out_of_range', detail = 'score';
    end if;
    select g.score into standing from public.grades g
    where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    if standing is distinct from entry.seen and standing is distinct from entry.score then
      raise exception using errcode = 'PT409', hint = 'grade.changed', detail = entry.student_id::text,
        message = format('%s has %s in %s by now, written by somebody else.', entry.student, coalesce(trim_scale(standing)::text, 'no score'), held.name);
    end if;
    if entry.score is null then
      delete from public.grades g where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    else
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
      values (held.school_id, entry.student_id, held.class_id, held.subject_id, held.term_id, held.name, entry.score, held.max_score, auth.uid())
      on conflict (student_id, subject_id, term_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now();
    end if;
    written := written + 1;
  end loop;
  return written;
end
$$;
comment on function public.record_scores(uuid, jsonb) is
  'Writes cells of the gradebook. scores: [{"student_id", "score", "seen"}]; a null score empties the cell, and a cell that no longer holds what was seen is a conflict. All or nothing.';
grant execute on function public.record_scores(uuid, jsonb) to authenticated;

create function public.record_grades(class_id uuid, subject_id uuid, term_id uuid, assessment text, scores jsonb, max_score numeric default 100) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class public.classes;
  written integer;
begin
  select * into class from public.classes c where c.id = record_grades.class_id and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = auth.uid() or class.class_teacher_id = auth.uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    raise exception using errcode = 'P0001', message = format('Scores are from 0 to %s.', record_grades.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id, private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.'),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), auth.uid()
  from jsonb_array_elements(scores) v join public.students s on s.id = (v.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, subject_id, term_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
end
$$;
comment on function public.record_grades(uuid, uuid, uuid, text, jsonb, numeric) is
  'Writes the scores of one assessment. scores: [{"student_id", "score", "remark"}]. Writing again corrects them.';
grant execute on function public.record_grades(uuid, uuid, uuid, text, jsonb, numeric) to authenticated;

create function private.create_missing_assessments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
  select distinct on (n.class_id, n.subject_id, n.term_id, n.assessment) n.school_id, n.class_id, n.subject_id, n.term_id, n.assessment, greatest(n.max_score, 1) from written n
  on conflict (class_id, subject_id, term_id, name) do nothing;
  return null;
end
$$;
create trigger create_missing_assessments after insert on public.grades referencing new table as written for each statement execute function private.create_missing_assessments();

-- Notifies the student and the family of marked work.
create function private.notify_score() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  task public.assignments;
  student public.students;
begin
  select * into task from public.assignments where id = new.assignment_id;
  select * into student from public.students where id = new.student_id;
  perform private.notify(array[student.user_id], 'mark/' || new.assignment_id || '/' || new.student_id, task.title || ' is marked',
    format('%s of %s%s', trim_scale(new.score), task.max_score, coalesce('. ' || new.feedback, '')), '/dashboard');
  perform private.notify(private.student_family(new.student_id), 'mark/' || new.assignment_id || '/' || new.student_id, format('%s: %s is marked', student.first_name, task.title),
    format('%s of %s', trim_scale(new.score), task.max_score), '/dashboard');
  return null;
end
$$;
create trigger notify_score after insert or update of graded_at on public.submissions for each row
  when (new.graded_at is not null and new.score is not null and new.graded_at > now() - interval '1 minute') execute function private.notify_score();

create table public.subject_results (
  school_id uuid not null,
  term_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  student_id uuid not null,
  percent numeric,
  assessments integer not null,
  primary key (student_id, term_id, class_id, subject_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.subject_results is 'A student''s weighted percent in a subject and term; maintained by triggers on grades and assessments. Archived assessments do not count; null where nothing has weight.';

create index subject_results_school_term_idx on public.subject_results (school_id, term_id) include (class_id, subject_id, student_id, percent);
create index subject_results_class_idx on public.subject_results (class_id, term_id);
create index subject_results_subject_idx on public.subject_results (subject_id);
create index subject_results_term_idx on public.subject_results (term_id);

alter table public.subject_results enable row level security;
grant select on public.subject_results to authenticated;

create policy "Administrators see results, teachers their classes', families their children's" on public.subject_results for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids()));

create function private.count_results(students uuid[], classes uuid[], subjects uuid[], terms uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  with touched as materialized (
    select t.student_id, t.class_id, t.subject_id, t.term_id from unnest(students, classes, subjects, terms) as t (student_id, class_id, subject_id, term_id)),
  counted as materialized (
    select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
      round(sum(g.score * a.percent_per_mark) / nullif(sum(a.weight), 0), 1) as percent, count(*)::integer as assessments
    from touched t
    join public.grades g on g.student_id = t.student_id and g.subject_id = t.subject_id and g.term_id = t.term_id and g.class_id = t.class_id
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id),
  gone as (
    delete from public.subject_results r using touched t
    where r.student_id = t.student_id and r.class_id = t.class_id and r.subject_id = t.subject_id and r.term_id = t.term_id
      and not exists (select from counted c where c.student_id = r.student_id and c.class_id = r.class_id and c.subject_id = r.subject_id and c.term_id = r.term_id))
  insert into public.subject_results as r (school_id, term_id, class_id, subject_id, student_id, percent, assessments)
  select c.school_id, c.term_id, c.class_id, c.subject_id, c.student_id, c.percent, c.assessments from counted c
  on conflict (student_id, term_id, class_id, subject_id) do update set percent = excluded.percent, assessments = excluded.assessments
    where (r.percent, r.assessments) is distinct from (excluded.percent, excluded.assessments)
$$;

create function private.count_changed_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7301, k.bucket) from (select distinct hashtext(class_id::text || day) & 63 as bucket from (select class_id, day from written union select class_id, day from was) t order by 1) k;
  perform private.count_register(k.class_id, k.day) from (select class_id, day from written union select class_id, day from was) k;
  return null;
end
$$;
create trigger count_changed after update on public.attendance referencing new table as written old table as was for each statement execute function private.count_changed_marks();

create function private.count_marked_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id)) from (select distinct class_id, term_id from written) k;
  perform private.count_results(array_agg(k.student_id), array_agg(k.class_id), array_agg(k.subject_id), array_agg(k.term_id))
    from (select distinct student_id, class_id, subject_id, term_id from written) k;
  return null;
end
$$;
-- Triggers of one event run in the order of their names: this one after create_missing_assessments, which adds the column of a new name.
create trigger keep_results_of_new after insert on public.grades referencing new table as written for each statement execute function private.count_marked_results();
create trigger keep_results_of_gone after delete on public.grades referencing old table as written for each statement execute function private.count_marked_results();

create function private.count_new_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One writer at a time per class and day, so that two people marking one class count each other's marks.
  perform pg_advisory_xact_lock(7301, k.bucket) from (select distinct hashtext(class_id::text || day) & 63 as bucket from written order by 1) k;
  perform private.count_register(k.class_id, k.day) from (select distinct class_id, day from written) k;
  return null;
end
$$;
create trigger count_new after insert on public.attendance referencing new table as written for each statement execute function private.count_new_marks();
create trigger count_gone after delete on public.attendance referencing old table as written for each statement execute function private.count_new_marks();

create function private.count_remarked_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id)) from (select class_id, term_id from written union select class_id, term_id from was) k;
  perform private.count_results(array_agg(k.student_id), array_agg(k.class_id), array_agg(k.subject_id), array_agg(k.term_id))
    from (select student_id, class_id, subject_id, term_id from written union select student_id, class_id, subject_id, term_id from was) k;
  return null;
end
$$;
create trigger keep_results_of_changed after update on public.grades referencing new table as written old table as was for each statement execute function private.count_remarked_results();

-- An assessment that changes weight or name, is archived or deleted changes the results of its class, subject and term.
create function private.count_results_of_columns() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id)) from (select distinct class_id, term_id from written) k;
  perform private.count_results(array_agg(g.student_id), array_agg(g.class_id), array_agg(g.subject_id), array_agg(g.term_id))
    from (select distinct class_id, subject_id, term_id from written) k
    cross join lateral (select distinct m.student_id, m.class_id, m.subject_id, m.term_id from public.grades m where m.class_id = k.class_id and m.subject_id = k.subject_id and m.term_id = k.term_id) g;
  return null;
end
$$;
create trigger keep_results_of_new after insert on public.assessments referencing new table as written for each statement execute function private.count_results_of_columns();
create trigger keep_results_of_changed after update on public.assessments referencing new table as written for each statement execute function private.count_results_of_columns();
create trigger keep_results_of_gone after delete on public.assessments referencing old table as written for each statement execute function private.count_results_of_columns();

-- One writer at a time per class and term, so that two people marking one student count each other's marks.
create function private.lock_results(classes uuid[], terms uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('results ' || k.class_id || k.term_id, 0))
  from (select distinct t.class_id, t.term_id from unnest(classes, terms) as t (class_id, term_id) order by 1, 2) k
$$;

create function public.report_cards(term_id uuid, class_id uuid default null, student_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with term as (select t.* from public.school_terms t where t.id = report_cards.term_id),
  marks as materialized (
    select g.student_id as student, g.class_id as class, g.subject_id as subject, a.name, a.created_at, g.score, a.max_score, a.weight
    from public.grades g
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    where g.term_id = report_cards.term_id and (report_cards.class_id is null or g.class_id = report_cards.class_id) and (report_cards.student_id is null or g.student_id = report_cards.student_id)),
  students as (
    select student as id, class from marks group by student, class
    union
    select s.id, s.class_id from public.students s
    where s.status in ('active', 'suspended') and s.school_id = (select school_id from term) and (select ends_on from term) >= current_date
      and case when report_cards.student_id is null then s.class_id = report_cards.class_id else s.id = report_cards.student_id and (report_cards.class_id is null or s.class_id = report_cards.class_id) end),
  subjects as (
    select m.student, m.class, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score, 'weight', m.weight) order by m.created_at, m.name) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, m.class, b.name)
  select jsonb_build_object(
    'school', (select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = t.school_id),
    'term', jsonb_build_object('name', t.name, 'starts_on', t.starts_on, 'ends_on', t.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = t.school_id and n.starts_on > t.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between t.starts_on and t.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id and b.class is not distinct from l.class))
      order by c.name, s.last_name, s.first_name), '[]')
      from students l join public.students s on s.id = l.id left join public.classes c on c.id = l.class))
  from term t
  where report_cards.class_id is not null or report_cards.student_id is not null
$$;
comment on function public.report_cards(uuid, uuid, uuid) is
  'Report cards of a class or of one student in a term: {school, term, cards: [{student, class_name, attendance, subjects: [{name, assessments}]}]}, of those the caller may see.';
grant execute on function public.report_cards(uuid, uuid, uuid) to authenticated;

-- Students are aggregated to one row each first: sorting all results of a large school is slow.
create function public.results_report(term_id uuid, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set work_mem = '16MB' set work_mem = '16MB' as $$
  with results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (select student_id, class, count(*) as results, sum(percent) as total from results group by student_id, class)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean', (select round(sum(total) / sum(results), 1) from students),
    'percents', (select coalesce(jsonb_agg(jsonb_build_object('percent', p.percent, 'results', p.results) order by p.percent), '[]') from (select round(percent)::integer as percent, count(*) as results from results group by 1) p),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students, 'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as students, round(avg(percent), 1) as mean from results group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'students', d.students, 'mean', d.mean) order by c.name), '[]')
      from (select class, count(*) as students, round(sum(total) / sum(results), 1) as mean from students group by class) d join public.classes c on c.id = d.class))
$$;
comment on function public.results_report(uuid, uuid) is
  'Results of a term, of the school or one class: {students, mean, percents: how many results at each whole percent, subjects, classes}.';
grant execute on function public.results_report(uuid, uuid) to authenticated;

create function public.results_by_student(term_id uuid, class_id uuid default null, search text default null) returns table (id uuid, admission_number text, first_name text, last_name text, class_name text, subjects integer, mean numeric, total integer)
language sql stable security invoker set search_path = '' set work_mem = '16MB' as $$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, r.subjects, r.mean, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, round(avg(r.percent), 1) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id join public.classes c on c.id = r.class
  where results_by_student.search is null or s.search_text like results_by_student.search
$$;
comment on function public.results_by_student(uuid, uuid, text) is
  'Each student''s mean over the subjects of a term, in the class they were in; total is how many students there are. search is a pattern.';
grant execute on function public.results_by_student(uuid, uuid, text) to authenticated;

create function private.class_teacher_name(class uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.classes c join public.users u on u.id = c.class_teacher_id where c.id = class
$$;
comment on function private.class_teacher_name(uuid) is 'Families read who leads the class, though they see no accounts.';
grant execute on function private.class_teacher_name(uuid) to authenticated;

create table public.fees (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  term_id uuid not null,
  class_id uuid,
  name text not null check (length(btrim(name)) between 1 and 80),
  amount integer not null check (amount between 1 and 10000000),
  due_on date not null,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.fees is 'What a term costs, for one class or (class_id null) for every student.';

create index fees_school_idx on public.fees (school_id, term_id);
create index fees_class_idx on public.fees (class_id);

alter table public.fees enable row level security;
grant select, insert, update, delete on public.fees to authenticated;

create policy "Administrators see the fees" on public.fees for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()));
create policy "The admin adds to its school" on public.fees for insert to authenticated
  with check (school_id = (select private.admin_school()));
create policy "The admin updates within its school" on public.fees for update to authenticated
  using (school_id = (select private.admin_school())) with check (school_id = (select private.admin_school()));
create policy "The admin deletes within its school" on public.fees for delete to authenticated
  using (school_id = (select private.admin_school()));

create table public.fee_invoices (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  term_id uuid not null,
  invoice_number text not null,
  issued_on date not null default current_date,
  created_at timestamptz not null default now(),
  unique (student_id, term_id),
  unique (school_id, invoice_number),
  unique (id, school_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.fee_invoices is 'What a student has to pay for one term; its lines are the charges.';

create index fee_invoices_term_idx on public.fee_invoices (term_id);
create index fee_invoices_school_idx on public.fee_invoices (school_id, issued_on desc, id);

alter table public.fee_invoices enable row level security;
grant select on public.fee_invoices to authenticated;

create policy "Administrators see invoices, families their children's" on public.fee_invoices for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));

create table public.fee_charges (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  fee_id uuid,
  name text not null,
  amount integer not null check (amount > 0),
  due_on date not null,
  created_at timestamptz not null default now(),
  invoice_id uuid,
  unique (fee_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (fee_id, school_id) references public.fees (id, school_id) on delete restrict,
  foreign key (invoice_id, school_id) references public.fee_invoices (id, school_id) on delete restrict
);

create index fee_charges_student_idx on public.fee_charges (student_id);
create index fee_charges_school_idx on public.fee_charges (school_id, due_on);
create index fee_charges_invoice_idx on public.fee_charges (invoice_id);

alter table public.fee_charges enable row level security;
grant select on public.fee_charges to authenticated;

create policy "Administrators see charges, families their children's" on public.fee_charges for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));

create table private.invoice_counters (
  school_id uuid primary key references public.schools (id) on delete cascade,
  last integer not null
);

alter table private.invoice_counters enable row level security;

create function public.save_fee(term_id uuid, name text, amount integer, due_on date, class_id uuid default null, fee_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if save_fee.due_on is null then
    raise exception using errcode = 'P0001', message = 'Enter the day it is due.', hint = 'fee.due_required', detail = 'due_on';
  end if;
  perform private.require_class(save_fee.class_id, school);
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    raise exception using errcode = 'PT409', message = 'This fee is billed already and stays as it is. Add another item for what is missing.', hint = 'fee.billed';
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This fee is no longer here.', hint = 'fee.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_fee(uuid, text, integer, date, uuid, uuid) to authenticated;

create function public.remove_fee(fee_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    raise exception using errcode = 'PT409', message = 'This fee is billed already and cannot be removed.', hint = 'fee.billed';
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$$;
grant execute on function public.remove_fee(uuid) to authenticated;

create function public.bill_term(term_id uuid, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  outcome jsonb;
  new_invoices integer;
  number integer;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  drop table if exists pg_temp.due_charge;
  create temporary table due_charge on commit drop as
  select s.id as student_id, f.id as fee_id, f.name, f.amount, f.due_on
  from public.fees f join public.students s on s.school_id = f.school_id and s.status = 'active' and (f.class_id is null or f.class_id = s.class_id)
  where f.school_id = school and f.term_id = bill_term.term_id
    and not exists (select from public.fee_charges c where c.fee_id = f.id and c.student_id = s.id);
  select count(distinct d.student_id) filter (where i.id is null) into new_invoices
  from pg_temp.due_charge d left join public.fee_invoices i on i.student_id = d.student_id and i.term_id = bill_term.term_id;
  select jsonb_build_object('students', count(distinct student_id), 'invoices', new_invoices, 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from pg_temp.due_charge group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school))
  into outcome from pg_temp.due_charge;
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  insert into public.fee_invoices (school_id, student_id, term_id, invoice_number)
  select school, d.student_id, bill_term.term_id, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0')
  from (select distinct student_id from pg_temp.due_charge) d
  where not exists (select from public.fee_invoices i where i.student_id = d.student_id and i.term_id = bill_term.term_id);
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on
  from pg_temp.due_charge d join public.fee_invoices i on i.student_id = d.student_id and i.term_id = bill_term.term_id
  on conflict (fee_id, student_id) do nothing;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (auth.uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - 'items');
  return outcome;
end
$$;
comment on function public.bill_term(uuid, boolean) is
  'Charges every fee of a term to the active students it is for, one invoice each; existing charges stay. Returns what it did, or with dry_run would do: {students, invoices, charges, total, items}.';
grant execute on function public.bill_term(uuid, boolean) to authenticated;

create function public.charge_fee(fee_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
  select fee.school_id, s.id, fee.id, fee.name, fee.amount, fee.due_on
  from public.students s where s.school_id = fee.school_id and s.status = 'active' and (fee.class_id is null or s.class_id = fee.class_id)
  on conflict (fee_id, student_id) do nothing;
  get diagnostics charged = row_count;
  return charged;
end
$$;
comment on function public.charge_fee(uuid) is
  'Charges a fee to every active student it is for; existing charges stay. Returns the number of new charges.';
grant execute on function public.charge_fee(uuid) to authenticated;

create table public.fee_payments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  receipt_number text not null,
  amount integer not null,
  method text not null check (method in ('mpesa', 'cash', 'bank', 'cheque')),
  reference text check (length(reference) <= 60),
  paid_on date not null default current_date,
  recorded_by uuid references public.users (id) on delete set null,
  request_id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  reverses uuid unique references public.fee_payments (id) on delete restrict,
  reason text check (length(btrim(reason)) between 1 and 300),
  reversed_at timestamptz,
  unique (school_id, receipt_number),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete restrict,
  constraint fee_payments_amount_check check (case when reverses is null then amount > 0 and reason is null else amount < 0 and reason is not null end)
);

create index fee_payments_student_idx on public.fee_payments (student_id);
create index fee_payments_school_idx on public.fee_payments (school_id, paid_on desc);
create unique index fee_payments_reference_key on public.fee_payments (school_id, method, reference) where reference is not null and reverses is null and reversed_at is null;

alter table public.fee_payments enable row level security;
grant select on public.fee_payments to authenticated;

create policy "Administrators see payments, families their children's" on public.fee_payments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));

create trigger audit after insert on public.fee_payments for each row execute function private.audit();

create table private.receipt_counters (
  school_id uuid primary key references public.schools (id) on delete cascade,
  last integer not null
);

alter table private.receipt_counters enable row level security;

create view public.fee_payment_list with (security_invoker = true) as
  select p.id, p.school_id, p.student_id, s.first_name, s.last_name, s.admission_number, k.name as class_name, p.receipt_number, p.amount, p.method, p.reference, p.paid_on, p.created_at,
    p.reverses is not null as is_reversal, p.reversed_at is not null as is_reversed, p.reason, private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) as recorded_by,
    lower(concat_ws(' ', p.receipt_number, p.reference)) || ' ' || s.search_text as search_text
  from public.fee_payments p
  join public.students s on s.id = p.student_id
  left join public.classes k on k.id = s.class_id
  left join public.users u on u.id = p.recorded_by
  where p.school_id = (select private.admin_school());
comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';
grant select on public.fee_payment_list to authenticated;

create function public.record_fee_payment(student_id uuid, amount integer, method text, reference text default null, paid_on date default current_date, request_id uuid default gen_random_uuid()) returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.admin_school();
  code constant text := upper(private.null_if_blank(record_fee_payment.reference));
  payment public.fee_payments;
  other public.fee_payments;
  next integer;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.method is null or record_fee_payment.method not in ('mpesa', 'cash', 'bank', 'cheque') then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if record_fee_payment.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if record_fee_payment.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > current_date + 1 then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = record_fee_payment.method and p.reference = code and p.reverses is null and p.reversed_at is null;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select s.first_name || ' ' || s.last_name from public.students s where s.id = other.student_id));
  end if;
  insert into private.receipt_counters (school_id, last) values (school, 1)
  on conflict (school_id) do update set last = private.receipt_counters.last + 1 returning last into next;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, 'RCT-' || lpad(next::text, greatest(5, length(next::text)), '0'), record_fee_payment.amount, record_fee_payment.method,
    code, record_fee_payment.paid_on, auth.uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$$;
grant execute on function public.record_fee_payment(uuid, integer, text, text, date, uuid) to authenticated;

create function public.reverse_fee_payment(payment_id uuid, reason text) returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, current_date, auth.uid(), paid.id,
    private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why the payment is taken back.'))
  returning * into reversal;
  return reversal;
end
$$;
comment on function public.reverse_fee_payment(uuid, text) is
  'Reverses a payment by one of the same negative amount. A second call returns the first reversal.';
grant execute on function public.reverse_fee_payment(uuid, text) to authenticated;

create function public.fee_payment_totals(from_day date default null, to_day date default null, method text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with found as (
    select p.method, count(*) filter (where not p.is_reversal) as payments, sum(p.amount) as amount
    from public.fee_payment_list p
    where (fee_payment_totals.from_day is null or p.paid_on >= fee_payment_totals.from_day) and (fee_payment_totals.to_day is null or p.paid_on <= fee_payment_totals.to_day)
      and (fee_payment_totals.method is null or p.method = fee_payment_totals.method)
    group by p.method)
  select jsonb_build_object('payments', coalesce(sum(payments), 0), 'amount', coalesce(sum(amount), 0),
    'methods', coalesce(jsonb_agg(jsonb_build_object('method', f.method, 'payments', f.payments, 'amount', f.amount) order by f.amount desc, f.method), '[]'))
  from found f
$$;
comment on function public.fee_payment_totals(date, date, text) is
  'What the payments of some days and a method come to, in all and by method, reversals taken off: {payments, amount, methods}.';
grant execute on function public.fee_payment_totals(date, date, text) to authenticated;

create view public.student_balances with (security_invoker = true) as
  select s.id as student_id, s.school_id, coalesce(c.charged, 0) as charged, coalesce(p.paid, 0) as paid, coalesce(c.charged, 0) - coalesce(p.paid, 0) as balance
  from public.students s
  left join (select student_id, sum(amount) as charged from public.fee_charges group by student_id) c on c.student_id = s.id
  left join (select student_id, sum(amount) as paid from public.fee_payments group by student_id) p on p.student_id = s.id;
comment on view public.student_balances is 'What each student was charged, has paid and owes, in whole shillings.';
grant select on public.student_balances to authenticated;

create view public.student_accounts with (security_invoker = true) as
  select s.id, s.school_id, s.admission_number, s.first_name, s.last_name, s.status, s.class_id, k.name as class_name, s.search_text,
    coalesce(c.charged, 0)::integer as charged, coalesce(p.paid, 0)::integer as paid, (coalesce(c.charged, 0) - coalesce(p.paid, 0))::integer as balance, coalesce(c.overdue, 0)::integer as due, p.last_paid_on
  from public.students s
  left join public.classes k on k.id = s.class_id
  left join (select student_id, sum(amount) as charged, sum(amount) filter (where due_on <= current_date) as overdue from public.fee_charges group by student_id) c on c.student_id = s.id
  left join (select student_id, sum(amount) as paid, max(paid_on) filter (where reverses is null and reversed_at is null) as last_paid_on from public.fee_payments group by student_id) p on p.student_id = s.id;
comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid by today.';
grant select on public.student_accounts to authenticated;

create view public.fee_invoice_list with (security_invoker = true) as
  select i.id, i.school_id, i.student_id, i.term_id, t.name as term, s.first_name, s.last_name, s.admission_number, s.class_id, k.name as class_name, i.invoice_number, i.issued_on,
    (select coalesce(sum(c.amount), 0)::integer from public.fee_charges c where c.invoice_id = i.id) as amount,
    (select min(c.due_on) from public.fee_charges c where c.invoice_id = i.id) as due_on,
    ((select coalesce(sum(c.amount), 0) from public.fee_charges c where c.student_id = i.student_id) - (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.student_id = i.student_id))::integer as balance,
    lower(i.invoice_number) || ' ' || s.search_text as search_text
  from public.fee_invoices i
  join public.students s on s.id = i.student_id
  join public.school_terms t on t.id = i.term_id
  left join public.classes k on k.id = s.class_id
  where i.school_id = (select private.admin_school());
comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';
grant select on public.fee_invoice_list to authenticated;

create function public.fee_totals() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0), 'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month', (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.school_id = private.admin_school() and p.paid_on >= date_trunc('month', current_date)))
  from public.student_accounts a where a.school_id = private.admin_school()
$$;
grant execute on function public.fee_totals() to authenticated;

-- A charge enters the ledger on the day it was billed; one imported from an earlier system, on the day it was due.
create function public.student_account(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select coalesce(i.issued_on, least(c.created_at::date, c.due_on)) as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$$;
comment on function public.student_account(uuid) is
  'A student''s account as a ledger with a running balance, for administrators and the student''s family. Null for anyone else.';
grant execute on function public.student_account(uuid) to authenticated;

create function public.remind_of_fees(student_ids uuid[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null order by sg.is_primary desc limit 1) as guardian
    from public.student_accounts a join public.schools h on h.id = a.school_id
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids)) loop
    if debtor.guardian is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    perform private.queue_mail('fee-reminder/' || debtor.id || '/' || current_date, 'fee-reminder', g.email,
      jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay), debtor.school_email)
    from public.guardians g where g.id = debtor.guardian;
    mailed := mailed + 1;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable);
end
$$;
comment on function public.remind_of_fees(uuid[]) is
  'Mails the guardians of students with a balance due, at most once a day. Returns how many were mailed and how many have no guardian with an address.';
grant execute on function public.remind_of_fees(uuid[]) to authenticated;

-- A fee reminder sent by mail is also a notification for guardians with an account.
create function private.notify_fee_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := split_part(new.idempotency_key, '/', 2)::uuid;
begin
  perform private.notify(private.student_family(student), new.idempotency_key, format('School fees of %s', new.data ->> 'student'),
    format('KES %s to pay%s.', to_char((new.data ->> 'balance')::numeric, 'FM999,999,999'),
      case when (new.data ->> 'overdue')::numeric > 0 then format(', of which KES %s is overdue', to_char((new.data ->> 'overdue')::numeric, 'FM999,999,999')) else '' end), '/dashboard');
  return null;
end
$$;

-- Only students who owe are summed: one who has paid ahead does not reduce what others owe.
create function private.school_balance_due(school uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint from (
    select e.student_id, sum(e.amount) as balance from (
      select c.student_id, c.amount from public.fee_charges c where c.school_id = school_balance_due.school
      union all
      select p.student_id, -p.amount from public.fee_payments p where p.school_id = school_balance_due.school) e
    group by e.student_id) a
$$;
comment on function private.school_balance_due(uuid) is 'Total balance due of a school''s students.';

create function private.students_balance_due(students uuid[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint from (
    select e.student_id, sum(e.amount) as balance from (
      select c.student_id, c.amount from public.fee_charges c where c.student_id = any (students_balance_due.students)
      union all
      select p.student_id, -p.amount from public.fee_payments p where p.student_id = any (students_balance_due.students)) e
    group by e.student_id) a
$$;
comment on function private.students_balance_due(uuid[]) is 'Total balance due of these students.';

create function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class from public.students s
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  entries as materialized (
    select e.class, e.method, e.is_inside, case when e.is_inside then date_trunc((select size from step), e.day::timestamp)::date end as start,
      sum(e.charged) as charged, sum(e.collected) as collected, sum(e.charged) filter (where e.day <= current_date) as due, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.due_on between fees_report.from_day and fees_report.to_day as is_inside, c.amount as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school())
      union all
      select l.class, p.method, p.paid_on, p.paid_on between fees_report.from_day and fees_report.to_day, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.admin_school())) e
    group by 1, 2, 3, 4)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries where is_inside), 'collected', (select coalesce(sum(collected), 0) from entries where is_inside),
    'balance', (select coalesce(sum(charged - collected), 0) from entries), 'overdue', (select greatest(0, coalesce(sum(coalesce(due, 0) - collected), 0)) from entries),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries where is_inside group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where is_inside and method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select class, coalesce(sum(charged) filter (where is_inside), 0) as charged, coalesce(sum(collected) filter (where is_inside), 0) as collected, sum(charged - collected) as balance from entries group by class) d
      left join public.classes c on c.id = d.class))
$$;
comment on function public.fees_report(date, date, uuid) is
  'What fell due and what came in during a period, of the school or one class, and what is owed now: {step, charged, collected, balance, overdue, periods, methods, classes}. Administrators only.';
grant execute on function public.fees_report(date, date, uuid) to authenticated;

-- Outgoing mails: written in the transaction that causes them, sent afterwards, retried, never sent twice.
create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (length(idempotency_key) <= 256),
  template text not null check (template ~ '^[a-z][a-z-]{1,60}$'),
  to_address text not null check (private.is_email(to_address)),
  reply_to text check (private.is_email(reply_to)),
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  provider_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table public.mail_outbox is 'template and data are what the sender renders. failed means given up after the last attempt.';

create index mail_outbox_due_idx on public.mail_outbox (next_attempt_at) where status in ('queued', 'sending');
create index mail_outbox_created_idx on public.mail_outbox (created_at desc);
create index mail_outbox_order_idx on public.mail_outbox ((data ->> 'order_id'), created_at desc) where template like 'order-%';

alter table public.mail_outbox enable row level security;
grant select on public.mail_outbox to authenticated;

create policy "Super admins see the mails" on public.mail_outbox for select to authenticated using ((select private.is_super_admin()));

create trigger notify_fee_reminder after insert on public.mail_outbox for each row
  when (new.template = 'fee-reminder' and new.idempotency_key ~ '^fee-reminder/[0-9a-f-]{36}/') execute function private.notify_fee_reminder();

-- Queues a mail and returns its id. A key is used once: repeating it queues nothing.
create function private.queue_mail(key text, template text, recipient text, data jsonb, reply_to text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued uuid;
begin
  insert into public.mail_outbox (idempotency_key, template, to_address, data, reply_to)
  values (key, queue_mail.template, recipient, queue_mail.data, queue_mail.reply_to)
  on conflict (idempotency_key) do nothing returning id into queued;
  if queued is null then
    select id into queued from public.mail_outbox where idempotency_key = key;
  end if;
  perform pg_notify('mail_outbox', queued::text);
  return queued;
end
$$;

create function public.claim_mails(max_mails integer default 10, only_id uuid default null) returns setof public.mail_outbox
language sql security definer set search_path = '' as $$
  update public.mail_outbox set status = 'sending', attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes'
  where id in (
    select id from public.mail_outbox
    where status in ('queued', 'sending') and next_attempt_at <= now() and (only_id is null or id = only_id)
    order by next_attempt_at limit least(greatest(max_mails, 1), 100) for update skip locked)
  returning *
$$;
comment on function public.claim_mails(integer, uuid) is
  'Claims due mails for two minutes. Mails of a sender that stops are sent by the next one, with the same idempotency key.';

create function public.mail_sent(mail_id uuid, provider_id text default null) returns void
language sql security definer set search_path = '' as $$
  update public.mail_outbox set status = 'sent', sent_at = now(), last_error = null, provider_id = mail_sent.provider_id
  where id = mail_id and status <> 'sent'
$$;

create function public.mail_failed(mail_id uuid, error text, is_final boolean default false) returns void
language sql security definer set search_path = '' as $$
  update public.mail_outbox set
    status = case when is_final or attempts >= 10 then 'failed' else 'queued' end,
    last_error = left(error, 1000),
    next_attempt_at = now() + least(interval '6 hours', interval '30 seconds' * power(2, least(attempts, 12)))
  where id = mail_id and status = 'sending'
$$;

create function public.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where id = mail_id and status = 'failed';
end
$$;
grant execute on function public.retry_mail(uuid) to authenticated;

create function public.retry_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retried integer;
begin
  perform private.require_super_admin();
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where status = 'failed';
  get diagnostics retried = row_count;
  if retried > 0 then
    perform pg_notify('mail_outbox', '');
  end if;
  return retried;
end
$$;
comment on function public.retry_mails() is 'Has mails that were given up sent again; each still goes out once.';
grant execute on function public.retry_mails() to authenticated;

create function private.team_email(field text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.setting('contact', field) #>> '{}', private.setting('contact', 'email') #>> '{}')
$$;

-- Placeholders in double braces that each order mail replaces.
create function private.mail_placeholders(mail text) returns text[]
language sql immutable set search_path = '' as $$
  select array['customer', 'institution', 'order', 'total'] || case mail
    when 'proforma' then array['reference', 'days']
    when 'receipt' then array['receipt', 'day']
    when 'refund' then array['amount', 'receipt', 'reason']
    else array[]::text[] end
$$;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null default '' check (length(body) <= 1000),
  link text check (link ~ '^/[^/]' and length(link) <= 300),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  source text check (length(source) <= 160)
);
comment on column public.notifications.source is 'The event, such as announcement/<id>; a person is notified of an event once.';

create index notifications_user_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create unique index notifications_source_key on public.notifications (user_id, source);

alter table public.notifications enable row level security;
grant select, update (read_at), delete on public.notifications to authenticated;

create policy "People see their notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "People mark their notifications" on public.notifications for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People remove their notifications" on public.notifications for delete to authenticated using (user_id = (select auth.uid()));

create function private.notify(people uuid[], source text, title text, body text, link text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  notified integer;
begin
  insert into public.notifications (user_id, source, title, body, link)
  select distinct u.id, notify.source, left(notify.title, 160), left(coalesce(notify.body, ''), 1000), notify.link
  from public.users u where u.id = any (people) and u.is_active
  on conflict (user_id, source) do nothing;
  get diagnostics notified = row_count;
  return notified;
end
$$;

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  class_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null check (length(btrim(body)) between 1 and 5000),
  audience public.user_role[] not null default '{admin,teacher,staff,parent,student}' check (cardinality(audience) > 0),
  author_id uuid references public.users (id) on delete set null default auth.uid(),
  author_name text not null default '',
  published_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  notified_at timestamptz,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on column public.announcements.published_at is 'Readers see it from then on.';
comment on column public.announcements.archived_at is 'Archived: shown to its author and administrators only.';
comment on column public.announcements.notified_at is 'When its readers were notified.';

create index announcements_school_idx on public.announcements (school_id, published_at desc);
create index announcements_class_idx on public.announcements (class_id);
create index announcements_due_idx on public.announcements (published_at) where notified_at is null;

alter table public.announcements enable row level security;
grant
  select,
  insert (school_id, class_id, title, body, audience, published_at),
  update (class_id, title, body, audience, published_at, archived_at),
  delete
  on public.announcements to authenticated;

create policy "Staff of a school announce, teachers to their own classes or to everyone" on public.announcements for insert to authenticated
  with check (school_id = (select private.staff_school()) and (class_id is null or (select private.my_role()) <> 'teacher' or class_id in (select private.my_class_ids())));
create policy "Authors change their announcements, administrators all" on public.announcements for update to authenticated
  using (school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.staff_school())))
  with check (school_id = (select private.staff_school()) and (class_id is null or (select private.my_role()) <> 'teacher' or class_id in (select private.my_class_ids())));
create policy "Authors delete their announcements, administrators all" on public.announcements for delete to authenticated
  using (school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.staff_school())));
create policy "People see what is announced to them, authors and administrators all of it" on public.announcements for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.my_school()))
    or (school_id = (select private.my_school()) and (select private.my_role()) = any (audience) and published_at <= now() and archived_at is null
      and (class_id is null or (select private.my_role()) = 'staff' or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()))));

create trigger touch before update on public.announcements for each row execute function private.touch_updated_at();

-- Accounts that an announcement is addressed to.
create function private.announcement_readers(news public.announcements) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select u.id from public.users u where u.school_id = news.school_id and u.role = any (news.audience) and u.id is distinct from news.author_id
    and (news.class_id is null or u.role in ('admin', 'staff')
      or exists (select from public.classes c where c.id = news.class_id and c.class_teacher_id = u.id)
      or exists (select from public.class_subjects cs where cs.class_id = news.class_id and cs.teacher_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and s.user_id = u.id)
      or exists (select from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.class_id = news.class_id and g.user_id = u.id)))
$$;

-- Announcements published more than a day ago, such as imported ones, notify nobody.
create function private.set_announcement_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_name := coalesce((select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
  if new.published_at < now() - interval '1 day' then
    new.notified_at := new.published_at;
  end if;
  return new;
end
$$;
create trigger sign before insert on public.announcements for each row execute function private.set_announcement_author();

create function private.notify_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_due_announcements(new.id);
  return null;
end
$$;
create trigger notify_readers after insert or update of published_at, archived_at on public.announcements for each row
  when (new.notified_at is null and new.published_at <= now()) execute function private.notify_announcement();

create function private.notify_due_announcements(only_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  news public.announcements;
  notified integer := 0;
begin
  for news in
    select * from public.announcements a where a.notified_at is null and a.published_at <= now() and a.archived_at is null and (only_id is null or a.id = only_id) for update skip locked
  loop
    notified := notified + private.notify(private.announcement_readers(news), 'announcement/' || news.id, news.title, news.body);
    update public.announcements set notified_at = now() where id = news.id;
  end loop;
  return notified;
end
$$;
comment on function private.notify_due_announcements(uuid) is
  'Notifies the readers of announcements that are due, once. Returns the number of people.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  file_path text not null unique,
  file_size bigint not null check (file_size between 0 and 26214400),
  mime_type text not null check (length(mime_type) <= 120),
  audience public.user_role[] not null default '{admin,teacher,staff,parent,student}' check (cardinality(audience) > 0),
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  check (split_part(file_path, '/', 1) = school_id::text),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.documents is 'Files of a school in the private bucket school-documents, at <school id>/<name>. With a student_id, only for the student, the family and their teachers.';

create index documents_school_idx on public.documents (school_id, created_at desc);
create index documents_student_idx on public.documents (student_id);

alter table public.documents enable row level security;
grant
  select,
  insert (school_id, student_id, title, file_path, file_size, mime_type, audience),
  update (title, audience),
  delete
  on public.documents to authenticated;

create policy "People see documents meant for them, the office all of them" on public.documents for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or uploaded_by = (select auth.uid())
    or (school_id = (select private.my_school()) and (select private.my_role()) = any (audience)
      and (student_id is null or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()))));
create policy "Staff of a school add documents" on public.documents for insert to authenticated
  with check (school_id = (select private.staff_school()) and (student_id is null or (select private.my_role()) <> 'teacher' or student_id in (select private.my_taught_student_ids())));
create policy "The office and uploaders change documents" on public.documents for update to authenticated
  using (school_id = (select private.office_school()) or (uploaded_by = (select auth.uid()) and school_id = (select private.staff_school())))
  with check (school_id = (select private.staff_school()));
create policy "The office and uploaders delete documents" on public.documents for delete to authenticated
  using (school_id = (select private.office_school()) or (uploaded_by = (select auth.uid()) and school_id = (select private.staff_school())));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'school-documents', 'school-documents', false, 26214400,
  array[
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/csv',
    'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'])
on conflict (id) do nothing;

create policy "Whoever sees a document reads its file" on storage.objects for select to authenticated
  using (bucket_id = 'school-documents' and (name in (select file_path from public.documents) or (storage.foldername(name))[1] = (select private.office_school())::text));
create policy "Staff of a school upload its documents" on storage.objects for insert to authenticated
  with check (bucket_id = 'school-documents' and (storage.foldername(name))[1] = (select private.staff_school())::text);
create policy "The office removes its school's files" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents' and (storage.foldername(name))[1] = (select private.office_school())::text);
create policy "Who uploaded a document removes its file" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents' and owner_id = (select auth.uid())::text and (storage.foldername(name))[1] = (select private.staff_school())::text);

create function private.read_stored_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored record;
begin
  if auth.uid() is null then
    return new;
  end if;
  select (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mimetype into stored
  from storage.objects o where o.bucket_id = 'school-documents' and o.name = new.file_path and o.owner_id = auth.uid()::text;
  if not found then
    raise exception using errcode = 'P0001', message = 'The file has not arrived. Choose it again and upload it.', hint = 'document.no_file', detail = 'file_path';
  end if;
  new.file_size := stored.size;
  new.mime_type := stored.mimetype;
  return new;
end
$$;
create trigger read_stored_file before insert on public.documents for each row execute function private.read_stored_file();

-- Two rights in the CMS, both of super admins: a publisher decides what visitors see, an editor prepares it.
-- Triggers on the tables enforce it for screens, functions and direct calls alike.
create type public.cms_right as enum ('editor', 'publisher');

create table public.cms_rights (
  id uuid primary key references public.users (id) on delete cascade,
  cms_right public.cms_right not null,
  updated_at timestamptz not null default now()
);
comment on table public.cms_rights is 'Accounts whose right in the CMS was set. A super admin without a row is a publisher.';

alter table public.cms_rights enable row level security;
grant select on public.cms_rights to authenticated;

create policy "Super admins read the rights" on public.cms_rights for select to authenticated using ((select private.is_super_admin()));

create trigger touch before update on public.cms_rights for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.cms_rights for each row execute function private.audit();

create function private.is_cms_editor() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.cms_rights r where r.id = auth.uid() and r.cms_right = 'editor')
$$;

create function public.my_cms_right() returns public.cms_right
language sql stable security definer set search_path = '' as $$
  select case when private.is_cms_editor() then 'editor'::public.cms_right else 'publisher' end where private.is_super_admin()
$$;
comment on function public.my_cms_right() is 'What the caller may do in the CMS; null for everybody who may not open it.';
grant execute on function public.my_cms_right() to authenticated;

create function public.set_cms_right(person_id uuid, new_right public.cms_right) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  -- One change at a time: two publishers who make each other editors would leave none.
  perform pg_advisory_xact_lock(hashtext('cms rights'));
  if private.is_cms_editor() then
    raise exception using errcode = '42501', message = 'Only a publisher may change rights.', hint = 'cms.publisher_only';
  elsif person_id = auth.uid() then
    raise exception using errcode = 'P0001', message = 'Another publisher has to change your own right.', hint = 'cms.own_right';
  elsif not exists (select from public.super_admins s where s.id = person_id) then
    raise exception using errcode = 'P0002', message = 'This account may not open the CMS any more.', hint = 'cms.not_found';
  end if;
  insert into public.cms_rights (id, cms_right) values (person_id, new_right) on conflict (id) do update set cms_right = excluded.cms_right where cms_rights.cms_right <> excluded.cms_right;
  return person_id;
end
$$;
comment on function public.set_cms_right(uuid, public.cms_right) is
  'Makes a super admin an editor or a publisher. No one can change their own right, so one publisher always remains.';
grant execute on function public.set_cms_right(uuid, public.cms_right) to authenticated;

create function public.cms_people(search text default null, page integer default 1, page_size integer default 25) returns table (id uuid, name text, email text, cms_right public.cms_right, changes integer, last_change_at timestamptz, is_me boolean, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select u.id, private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = auth.uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans', 'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where private.null_if_blank(cms_people.search) is null or strpos(lower(concat_ws(' ', u.first_name, u.last_name, u.email)), lower(btrim(cms_people.search))) > 0
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1), 100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$$;
comment on function public.cms_people(text, integer, integer) is
  'Those who may open the CMS, with their right and how much they changed in the last 30 days.';
grant execute on function public.cms_people(text, integer, integer) to authenticated;

create function private.require_publisher() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_cms_editor() then
    raise exception using errcode = '42501', message = 'Only a publisher may change what visitors see. Save a draft and ask a publisher.', hint = 'cms.publisher_only';
  end if;
end
$$;

create function private.require_publisher_to_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_publisher();
  return null;
end
$$;

-- An editor may not schedule, publish, unpublish or hide anything that visitors see.
create function private.enforce_editor_right() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if not private.is_cms_editor() then
    return coalesce(new, old);
  end if;
  was := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  is_now := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  if tg_table_name = 'cms_media' then
    if tg_op = 'UPDATE' and was -> 'is_active' <> is_now -> 'is_active' then
      perform private.require_publisher();
    end if;
  elsif tg_op = 'DELETE' then
    if (was ->> 'is_published')::boolean then
      perform private.require_publisher();
    end if;
  elsif (is_now ->> 'is_published')::boolean is distinct from coalesce((was ->> 'is_published')::boolean, false)
    or is_now ->> 'publish_at' is distinct from was ->> 'publish_at' or is_now ->> 'unpublish_at' is distinct from was ->> 'unpublish_at' then
    perform private.require_publisher();
  end if;
  return coalesce(new, old);
end
$$;

-- Visitors see how an image on a published page is cropped.
create function private.enforce_editor_right_on_crop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_cms_editor() and exists (select from public.published_pages p where strpos(p.body::text, new.file_path) > 0) then
    perform private.require_publisher();
  end if;
  return new;
end
$$;

create type public.product_category as enum ('saas', 'standalone');

-- The price book: everything on sale, in whole shillings including VAT. Pricing page, store, CMS and checkout read it.
create type public.plan_period as enum ('term', 'year', 'month');

create type public.order_item_kind as enum ('addon', 'plan', 'service');

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  period public.plan_period not null,
  highlight boolean not null default false,
  badge text check (length(badge) between 1 and 40),
  features jsonb not null default '[]' check (jsonb_typeof(features) = 'array'),
  max_students integer check (max_students > 0),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  in_store boolean not null default false,
  unique (category, name)
);
comment on table public.plans is 'Subscriptions (SaaS, per term) and licences (Standalone, per year).';
comment on column public.plans.features is 'List of {"text": string, "included": boolean}.';
comment on column public.plans.in_store is 'Visitors can put it into the cart.';

alter table public.plans enable row level security;
grant select on public.plans to anon, authenticated;
grant
  insert (name, description, category, price, period, highlight, badge, features, max_students, position, is_active, in_store),
  update (name, description, category, price, period, highlight, badge, features, max_students, position, is_active, in_store),
  delete
  on public.plans to authenticated;

create policy "Everyone sees what is on sale" on public.plans for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.plans for select to authenticated
  using ((select private.is_super_admin()));
create policy "Super admins add to the price book" on public.plans for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update the price book" on public.plans for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete from the price book" on public.plans for delete to authenticated
  using ((select private.is_super_admin()));

create trigger touch before update on public.plans for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.plans for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.plans for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.plans for each statement execute function private.require_publisher_to_write();

create table public.addons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  features text[] not null default '{}' check (array_position(features, null) is null),
  aliases text[] not null default '{}' check (array_position(aliases, null) is null),
  pricing_name text check (length(pricing_name) between 1 and 120),
  pricing_price integer check (pricing_price between 0 and 10000000),
  features_price integer check (features_price between 0 and 10000000),
  icon text check (length(icon) <= 40),
  is_active boolean not null default true,
  is_popular boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (category, name)
);
comment on table public.addons is 'Add-on modules. price is the store''s and the only one ever charged.';
comment on column public.addons.aliases is 'Other names it is known by, for arrivals by name.';
comment on column public.addons.pricing_name is 'Its name on the pricing page where that differs.';
comment on column public.addons.pricing_price is 'Price the pricing page lists; null lists the store''s.';
comment on column public.addons.features_price is 'Price the features page shows; null shows Contact Sales.';

alter table public.addons enable row level security;
grant select on public.addons to anon, authenticated;
grant
  insert (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon, is_active, is_popular, position),
  update (name, description, category, price, features, aliases, pricing_name, pricing_price, features_price, icon, is_active, is_popular, position),
  delete
  on public.addons to authenticated;

create policy "Everyone sees what is on sale" on public.addons for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.addons for select to authenticated
  using ((select private.is_super_admin()));
create policy "Super admins add to the price book" on public.addons for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update the price book" on public.addons for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete from the price book" on public.addons for delete to authenticated
  using ((select private.is_super_admin()));

create trigger touch before update on public.addons for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.addons for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.addons for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.addons for each statement execute function private.require_publisher_to_write();

create table public.services (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 500),
  category public.product_category not null,
  price integer not null check (price between 0 and 10000000),
  unit text not null check (unit in ('per term', 'per year', 'per month', 'one-time')),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  in_store boolean not null default true,
  unique (name)
);
comment on table public.services is 'Work and hosting sold beside plans and add-ons.';
comment on column public.services.unit is 'What the price is for, as shown: per term, per year, per month, one-time.';
comment on column public.services.in_store is 'Visitors can put it into the cart.';

alter table public.services enable row level security;
grant select on public.services to anon, authenticated;
grant
  insert (name, description, category, price, unit, position, is_active, in_store),
  update (name, description, category, price, unit, position, is_active, in_store),
  delete
  on public.services to authenticated;

create policy "Everyone sees what is on sale" on public.services for select to anon, authenticated
  using (is_active);
create policy "Super admins see the whole price book" on public.services for select to authenticated
  using ((select private.is_super_admin()));
create policy "Super admins add to the price book" on public.services for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update the price book" on public.services for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete from the price book" on public.services for delete to authenticated
  using ((select private.is_super_admin()));

create trigger touch before update on public.services for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.services for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.services for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.services for each statement execute function private.require_publisher_to_write();

-- A plan's card shows a limited number of features, each once.
create function private.check_plan_features() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string' or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    raise exception using errcode = 'P0001', message = 'Every feature needs a text of at most 120 characters and whether it is included.', hint = 'plan.invalid_feature', detail = 'features';
  elsif jsonb_array_length(new.features) > 30 then
    raise exception using errcode = 'P0001', message = 'A plan shows at most 30 features.', hint = 'plan.too_many_features', detail = 'features';
  elsif (select count(*) <> count(distinct lower(btrim(feature ->> 'text'))) from jsonb_array_elements(new.features) as feature) then
    raise exception using errcode = 'P0001', message = 'Two features say the same. Keep one of them.', hint = 'plan.feature_twice', detail = 'features';
  end if;
  return new;
end
$$;
create trigger check_features before insert or update of features on public.plans for each row execute function private.check_plan_features();

-- Subscribed schools keep their price until a change has been announced in time, and their period for good.
create function private.protect_agreed_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  schools integer;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  -- The job that applies an announced change has no user.
  if auth.uid() is null then
    return new;
  end if;
  select count(*) into schools from public.subscriptions s where s.plan_id = new.id and s.status in ('trial', 'active', 'grace');
  if schools > 0 and (new.period <> old.period or new.category <> old.category) then
    raise exception using errcode = 'P0001', message = 'Schools subscribe to this plan as it is. Add another plan for another version or period.', hint = 'plan.subscribed',
      detail = case when new.period <> old.period then 'period' else 'category' end;
  elsif schools > 0 and new.price <> old.price and notice > 0 then
    raise exception using errcode = 'P0001', message = format('Schools subscribe to this plan: its price changes with %s days of notice. Announce the new price instead.', notice), hint = 'plan.needs_notice', detail = 'price';
  end if;
  return new;
end
$$;
create trigger protect_agreed_terms before update of price, period, category on public.plans for each row
  when (old.price <> new.price or old.period <> new.period or old.category <> new.category) execute function private.protect_agreed_terms();

create function private.protect_sold_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.was_sold(tg_argv[0]::public.order_item_kind, old.id) then
    raise exception using errcode = 'P0001', message = format('%s has been sold, and its buyers’ records refer to it. Take it off sale instead.', old.name), hint = 'price.sold';
  end if;
  return old;
end
$$;
create trigger protect_sold_items before delete on public.plans for each row execute function private.protect_sold_items('plan');
create trigger protect_sold_items before delete on public.services for each row execute function private.protect_sold_items('service');

create function private.listed_price(kind public.order_item_kind, item_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case kind when 'addon' then (select price from public.addons where id = item_id) when 'plan' then (select price from public.plans where id = item_id)
    else (select price from public.services where id = item_id) end
$$;

-- Licences refer to the plan or service they were ordered as, so neither is deleted once sold.
create function private.was_sold(kind public.order_item_kind, item_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case was_sold.kind
    when 'plan' then exists (select from public.order_items i where i.plan_id = was_sold.item_id) or exists (select from public.subscriptions s where s.plan_id = was_sold.item_id)
    when 'service' then exists (select from public.order_items i where i.service_id = was_sold.item_id)
    else false end
$$;

-- Prices include VAT at the rate in force; an order stores the rate it was placed at.
create function private.net_amount(gross bigint) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(gross::numeric * 100 / (100 + coalesce((private.setting('company', 'vatPercent'))::integer, 16)), 2)
$$;

create function public.list_plans(search text default null, only_category public.product_category default null, page integer default 1, page_size integer default 25) returns table (id uuid, name text, description text, category public.product_category, price integer, period public.plan_period, highlight boolean, badge text, features jsonb,
  max_students integer, is_active boolean, in_store boolean, updated_at timestamptz, subscribers integer, orders integer, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and (private.null_if_blank(list_plans.search) is null or strpos(lower(p.name || ' ' || p.description), lower(btrim(list_plans.search))) > 0)
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.is_active, f.in_store, f.updated_at,
    (select count(*) from public.subscriptions s where s.plan_id = f.id and s.status in ('trial', 'active', 'grace'))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$$;
comment on function public.list_plans(text, public.product_category, integer, integer) is
  'Every plan, on sale or not. subscribers: schools that have it now. orders: how many orders name it. total counts all that match.';
grant execute on function public.list_plans(text, public.product_category, integer, integer) to authenticated;

create function public.list_price_book(only_kind public.order_item_kind default null, search text default null, only_disagreements boolean default false, page integer default 1, page_size integer default 25) returns table (kind public.order_item_kind, id uuid, name text, category public.product_category, unit text, price integer, pricing_price integer, features_price integer,
  disagrees boolean, is_active boolean, in_store boolean, change_id uuid, new_price integer, effective_on date, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'per term', a.price, a.pricing_price, a.features_price, a.is_active, true, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and (private.null_if_blank(list_price_book.search) is null or strpos(lower(j.name), lower(btrim(list_price_book.search))) > 0)
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$$;
comment on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) is
  'disagrees: a page lists another price than the store charges. in_store: visitors can put it into the cart. total counts all that match.';
grant execute on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) to authenticated;

create function public.list_services(search text default null, page integer default 1, page_size integer default 25) returns table (id uuid, name text, description text, category public.product_category, price integer, unit text, is_active boolean, in_store boolean, updated_at timestamptz, orders integer, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where private.null_if_blank(list_services.search) is null or strpos(lower(s.name || ' ' || s.description), lower(btrim(list_services.search))) > 0
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.total
  from found f order by f.position, f.name, f.id;
end
$$;
comment on function public.list_services(text, integer, integer) is
  'Every service, on sale or not. orders: how many orders name it. total counts all that match.';
grant execute on function public.list_services(text, integer, integer) to authenticated;

create function public.move_addon(addon_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require_super_admin();
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of addons'));
  list := private.move_in_list(array(select a.id from public.addons a order by a.position, a.name, a.id), addon_id, up);
  update public.addons a set position = place.number from unnest(list) with ordinality as place (id, number) where a.id = place.id and a.position <> place.number;
end
$$;
comment on function public.move_addon(uuid, boolean) is 'One step among the add-ons of the store.';
grant execute on function public.move_addon(uuid, boolean) to authenticated;

create function public.move_plan(plan_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  version constant public.product_category := (select p.category from public.plans p where p.id = plan_id);
  first_place constant integer := (select min(p.position) from public.plans p where p.category = version);
  list uuid[];
begin
  perform private.require_super_admin();
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of plans'));
  list := private.move_in_list(array(select p.id from public.plans p where p.category = version order by p.position, p.name, p.id), plan_id, up);
  update public.plans p set position = first_place + place.number - 1
  from unnest(list) with ordinality as place (id, number) where p.id = place.id and p.position <> first_place + place.number - 1;
end
$$;
comment on function public.move_plan(uuid, boolean) is 'One step among the plans of its version.';
grant execute on function public.move_plan(uuid, boolean) to authenticated;

create function public.move_service(service_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtext('order of services'));
  list := private.move_in_list(array(select s.id from public.services s order by s.position, s.name, s.id), service_id, up);
  update public.services s set position = place.number from unnest(list) with ordinality as place (id, number) where s.id = place.id and s.position <> place.number;
end
$$;
comment on function public.move_service(uuid, boolean) is 'One step among the services.';
grant execute on function public.move_service(uuid, boolean) to authenticated;

create function public.remove_from_price_book(kind public.order_item_kind, item_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sold boolean;
begin
  perform private.require_super_admin();
  -- Waits for orders and subscriptions that are being placed.
  if remove_from_price_book.kind = 'plan' then
    perform from public.plans p where p.id = remove_from_price_book.item_id for update;
  elsif remove_from_price_book.kind = 'addon' then
    perform from public.addons a where a.id = remove_from_price_book.item_id for update;
  else
    perform from public.services s where s.id = remove_from_price_book.item_id for update;
  end if;
  if not found then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book. Open the list again.', hint = 'price.not_found';
  end if;
  perform public.cancel_price_change(c.id) from public.price_changes c
  where c.kind = remove_from_price_book.kind and c.item_id = remove_from_price_book.item_id and c.applied_at is null and c.cancelled_at is null;
  sold := private.was_sold(remove_from_price_book.kind, remove_from_price_book.item_id);
  if remove_from_price_book.kind = 'addon' then
    delete from public.addons a where a.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' and sold then
    update public.plans p set is_active = false, in_store = false where p.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' then
    delete from public.plans p where p.id = remove_from_price_book.item_id;
  elsif sold then
    update public.services s set is_active = false, in_store = false where s.id = remove_from_price_book.item_id;
  else
    delete from public.services s where s.id = remove_from_price_book.item_id;
  end if;
  return case when sold then 'withdrawn' else 'deleted' end;
end
$$;
comment on function public.remove_from_price_book(public.order_item_kind, uuid) is
  'Deletes an entry, or takes a plan or service that was sold off sale for good: deleted or withdrawn. Orders keep an add-on’s name and price themselves.';
grant execute on function public.remove_from_price_book(public.order_item_kind, uuid) to authenticated;

create function public.align_addon_prices(addon_id uuid) returns public.addons
language plpgsql security definer set search_path = '' as $$
declare
  aligned public.addons;
begin
  perform private.require_super_admin();
  update public.addons set pricing_price = price, features_price = case when features_price is null then null else price end
  where id = addon_id returning * into aligned;
  if not found then
    raise exception using errcode = 'P0002', message = 'This add-on is no longer in the price book.', hint = 'addon.not_found';
  end if;
  return aligned;
end
$$;
grant execute on function public.align_addon_prices(uuid) to authenticated;

create table public.price_changes (
  id uuid primary key default gen_random_uuid(),
  kind public.order_item_kind not null,
  item_id uuid not null,
  old_price integer not null,
  new_price integer not null check (new_price between 0 and 10000000),
  effective_on date not null,
  announced_at timestamptz not null default now(),
  applied_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid references public.users (id) on delete set null
);
comment on table public.price_changes is 'Announced price changes; the job applies them on their day.';

create unique index price_changes_open_key on public.price_changes (kind, item_id) where applied_at is null and cancelled_at is null;

alter table public.price_changes enable row level security;
grant select on public.price_changes to authenticated;

create policy "Super admins see price changes" on public.price_changes for select to authenticated using ((select private.is_super_admin()));

create trigger audit after insert or update on public.price_changes for each row execute function private.audit();
create trigger publishers_only before insert or update or delete on public.price_changes for each statement execute function private.require_publisher_to_write();

create function private.notify_announced_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_subscribers(new, 'price-change');
  return null;
end
$$;
create trigger announce after insert on public.price_changes for each row execute function private.notify_announced_price();

create function private.apply_due_prices() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  change public.price_changes;
  applied integer := 0;
begin
  for change in select * from public.price_changes where effective_on <= current_date and applied_at is null and cancelled_at is null for update skip locked loop
    if change.kind = 'addon' then
      update public.addons set price = change.new_price where id = change.item_id;
    elsif change.kind = 'plan' then
      update public.plans set price = change.new_price where id = change.item_id;
    else
      update public.services set price = change.new_price where id = change.item_id;
    end if;
    update public.price_changes set applied_at = now() where id = change.id;
    applied := applied + 1;
  end loop;
  return applied;
end
$$;

create function public.schedule_price_change(kind public.order_item_kind, item_id uuid, new_price integer, effective_on date) returns public.price_changes
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require_super_admin();
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book.', hint = 'price.not_found';
  end if;
  if schedule_price_change.effective_on < current_date + notice then
    raise exception using errcode = 'P0001', message = format('Prices change with %s days notice: choose %s or later.', notice, current_date + notice), hint = 'price.too_soon', detail = 'effective_on';
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, auth.uid())
  returning * into planned;
  return planned;
end
$$;
grant execute on function public.schedule_price_change(public.order_item_kind, uuid, integer, date) to authenticated;

create function public.cancel_price_change(change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  withdrawn public.price_changes;
begin
  perform private.require_super_admin();
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null and c.cancelled_at is null returning * into withdrawn;
  if not found then
    raise exception using errcode = 'PT409', message = 'This change has been made or withdrawn already.', hint = 'price.change_over';
  end if;
  perform private.notify_subscribers(withdrawn, 'price-change-withdrawn');
end
$$;
comment on function public.cancel_price_change(uuid) is 'Withdraws an announced price before its day, and mails the schools that were notified of it.';
grant execute on function public.cancel_price_change(uuid) to authenticated;

-- Mails the schools that subscribe to a plan when a price change is announced or withdrawn.
create function private.notify_subscribers(change public.price_changes, template text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school record;
begin
  if change.kind <> 'plan' then
    return;
  end if;
  for school in
    select c.id, c.name, c.email, p.name as plan, p.period from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.plan_id = change.item_id and s.status in ('trial', 'active', 'grace') and private.null_if_blank(c.email) is not null
  loop
    perform private.queue_mail(format('%s/%s/%s', notify_subscribers.template, change.id, school.id), notify_subscribers.template, school.email,
      jsonb_build_object('school', school.name, 'plan', school.plan, 'period', school.period, 'old_price', change.old_price, 'new_price', change.new_price, 'effective_on', change.effective_on));
  end loop;
end
$$;

create table public.exchange_rates (
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$'),
  rate numeric(14, 6) not null check (rate > 0),
  source text not null,
  fetched_at timestamptz not null default now(),
  primary key (base, quote, fetched_at)
);
comment on table public.exchange_rates is 'Rates fetched by the server; the newest of a pair counts, the last good one stays when a fetch fails.';

alter table public.exchange_rates enable row level security;
grant select on public.exchange_rates to anon, authenticated;

create policy "Everyone reads the rates" on public.exchange_rates for select to anon, authenticated using (true);

create trigger revise after insert or update or delete on public.exchange_rates for each statement execute function private.bump_content_revision();

-- Orders are priced and numbered by the database. Amounts are whole shillings including VAT; net and VAT amounts have cents.

create type public.order_status as enum ('pending', 'processing', 'completed', 'cancelled');

create type public.payment_method as enum ('mpesa', 'card', 'bank');

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null unique,
  payment_reference text not null unique,
  idempotency_key uuid not null unique,
  request_hash text not null,
  customer_name text not null,
  customer_email text not null check (private.is_email(customer_email)),
  customer_phone text not null,
  institution text not null,
  billing_address text,
  city text,
  country text not null default 'Kenya',
  segment public.institution_kind not null default 'secondary',
  status public.order_status not null default 'pending',
  payment_method public.payment_method not null,
  total_amount bigint not null check (total_amount >= 0),
  net_amount numeric(14, 2) not null,
  vat_amount numeric(14, 2) not null,
  user_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  paid_at timestamptz,
  is_demo boolean not null default false,
  search_text text generated always as (lower(order_number || ' ' || customer_name || ' ' || institution)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_amount bigint not null default 0,
  check (net_amount + vat_amount = total_amount)
);
comment on table public.orders is 'What was bought at the store. Written only by commands.';
comment on column public.orders.payment_reference is 'What the payer quotes: at most 12 letters and digits.';
comment on column public.orders.search_text is 'Number, customer and institution in lower case, for the search of the order list.';

create index orders_user_idx on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_email_idx on public.orders (lower(customer_email), created_at);
create index orders_created_idx on public.orders (created_at desc, id desc) include (status, search_text);
create index orders_status_idx on public.orders (status, created_at desc, id desc) include (search_text);
create index orders_school_status_idx on public.orders (school_id, status, created_at desc, id desc) where school_id is not null;
create index orders_school_idx on public.orders (school_id, created_at desc, id desc) include (status, search_text) where school_id is not null;
create index orders_number_idx on public.orders (order_number collate "C");
-- Without fastupdate: its pending list would slow down searches after many new orders.
create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops, school_id extensions.uuid_ops) with (fastupdate = off);
create index orders_total_idx on public.orders (total_amount, id) include (status);
create index orders_school_total_idx on public.orders (school_id, total_amount, id) include (status) where school_id is not null;
create index orders_customer_idx on public.orders (customer_name, id) include (status);
create index orders_school_customer_idx on public.orders (school_id, customer_name, id) include (status) where school_id is not null;
create index orders_institution_idx on public.orders (institution, id) include (status);
create index orders_school_institution_idx on public.orders (school_id, institution, id) include (status) where school_id is not null;
create index orders_by_number_idx on public.orders (order_number, id) include (status);
create index orders_school_by_number_idx on public.orders (school_id, order_number, id) include (status) where school_id is not null;

alter table public.orders enable row level security;
grant
  select (id, order_number, payment_reference, customer_name, customer_email, customer_phone, institution, billing_address, city, country, segment, status, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, paid_at, is_demo, search_text, created_at, updated_at, refunded_amount)
  on public.orders to authenticated;

create trigger touch before update on public.orders for each row when (new.created_at = old.created_at) execute function private.touch_updated_at();
create trigger require_feature before insert on public.orders for each row execute function private.require_feature('checkout');

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  kind public.order_item_kind not null default 'addon',
  addon_id uuid references public.addons (id) on delete set null,
  plan_id uuid references public.plans (id) on delete set null,
  service_id uuid references public.services (id) on delete set null,
  addon_name text not null,
  category public.product_category not null,
  quantity integer not null check (quantity between 1 and 999),
  price integer not null check (price >= 0),
  line_total bigint generated always as (quantity::bigint * price) stored,
  net_amount numeric(14, 2) not null,
  vat_amount numeric(14, 2) not null,
  unique (order_id, position),
  check (net_amount + vat_amount = quantity::bigint * price)
);
comment on table public.order_items is 'Lines of an order with name and price of that day; a change of the price book leaves them as they were.';
comment on column public.order_items.quantity is 'Schools or campuses licensed.';

create index order_items_addon_idx on public.order_items (addon_id) where addon_id is not null;
create index order_items_plan_idx on public.order_items (plan_id) where plan_id is not null;
create index order_items_service_idx on public.order_items (service_id) where service_id is not null;

alter table public.order_items enable row level security;
grant select on public.order_items to authenticated;

create policy "Whoever sees an order sees its lines" on public.order_items for select to authenticated
  using ((select private.is_super_admin()) or exists (select from public.orders o where o.id = order_id));

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  kind text not null check (kind in ('placed', 'status', 'reopened', 'note', 'payment', 'refund', 'mail', 'licence')),
  from_status public.order_status,
  to_status public.order_status,
  note text check (length(note) <= 1000)
);
comment on table public.order_events is 'The timeline of an order. Append-only.';

create index order_events_order_idx on public.order_events (order_id, at, id);

alter table public.order_events enable row level security;
grant select on public.order_events to authenticated;

create policy "Super admins see the timeline" on public.order_events for select to authenticated
  using ((select private.is_super_admin()));

create table private.order_counters (
  year integer primary key,
  last integer not null
);

alter table private.order_counters enable row level security;

-- Staff of a school see its orders. Parents and students do not: an order names its buyer.
create function private.my_orders_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.my_role() in ('admin', 'teacher', 'staff') then private.my_school() end
$$;
grant execute on function private.my_orders_school() to authenticated;

create policy "Super admins see all orders, schools theirs, buyers their own" on public.orders for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_orders_school()) or user_id = (select auth.uid()));

create function private.next_order_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant integer := extract(year from now() at time zone 'Africa/Nairobi');
  next integer;
begin
  -- The row stays locked until the transaction ends, so the numbers have no gap.
  insert into private.order_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.order_counters.last + 1 returning last into next;
  return format('ORD-%s-%s', this_year, lpad(next::text, greatest(3, length(next::text)), '0'));
end
$$;

-- Without letters and digits that are confused when read out over the phone.
create function private.new_payment_reference() returns text
language sql volatile set search_path = '' as $$
  select 'MS' || string_agg(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, i) % 30, 1), '')
  from (select extensions.gen_random_bytes(8) as bytes) as random, generate_series(0, 7) as i
$$;

create function private.without_order_secrets(found_order public.orders) returns public.orders
language plpgsql immutable set search_path = '' as $$
begin
  found_order.idempotency_key := null;
  found_order.request_hash := null;
  return found_order;
end
$$;

create function public.quote_order(lines jsonb) returns table (kind public.order_item_kind, item_id uuid, name text, category public.product_category, price integer, quantity integer, line_total bigint, net_amount numeric, vat_amount numeric)
language sql stable security definer set search_path = '' as $$
  select kind, item_id, name, category, price, quantity, price::bigint * quantity,
    private.net_amount(price::bigint * quantity), price::bigint * quantity - private.net_amount(price::bigint * quantity)
  from private.price_lines(lines) order by ordinal
$$;
comment on function public.quote_order(jsonb) is 'What the lines cost now, VAT split per line. Refuses what place_order would refuse.';
grant execute on function public.quote_order(jsonb) to anon, authenticated;

-- Checks and prices the requested lines. Prices come from the price book only; repeated items are merged.
create function private.price_lines(lines jsonb) returns table (kind public.order_item_kind, item_id uuid, name text, category public.product_category, price integer, quantity integer, ordinal bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'One order takes at most 50 lines. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'A line of the cart names nothing on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
  end loop;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and in_store
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, s.name, s.category, s.price, a.quantity, a.ordinal
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'))) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$$;

create function private.billing_field(billing jsonb, field text, longest integer, problem text, is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
declare
  value constant text := private.null_if_blank(billing ->> field);
begin
  if value is null and is_required then
    raise exception using errcode = 'P0001', message = problem, hint = 'order.required', detail = field;
  end if;
  if length(value) > longest then
    raise exception using errcode = 'P0001', message = format('Use at most %s characters.', longest), hint = 'order.too_long', detail = field;
  end if;
  return value;
end
$$;

create function public.place_order(idempotency_key uuid, billing jsonb, payment_method public.payment_method, lines jsonb, expected_total bigint default null) returns table (id uuid, order_number text, payment_reference text, status public.order_status,
  total_amount bigint, net_amount numeric, vat_amount numeric, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')), 'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    raise exception using errcode = 'P0001', message = 'The order came without its key. Reload the page and try again.', hint = 'order.key_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      raise exception using errcode = 'PT409', message = 'This order was already placed with other contents. Reload the page to start a new one.', hint = 'order.key_reused';
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    raise exception using errcode = 'P0001', message = 'Enter your billing details.', hint = 'order.required', detail = 'billing';
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This way of paying is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    raise exception using errcode = 'P0001', message = 'Enter a phone number with digits only, such as 0712 345 678.', hint = 'order.invalid_phone', detail = 'phone';
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    raise exception using errcode = 'PT409', message = format('Prices changed: the order now costs KES %s. Check it and confirm again.', to_char(total, 'FM999,999,999,999')),
      hint = 'order.price_changed', detail = total::text;
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = auth.uid()), private.my_school()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' then
    perform private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'));
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$$;
comment on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint) is
  'Places an order. billing holds firstName, lastName, email, phone, institution, billingAddress, city, country; lines hold addon_id, plan_id or service_id and quantity. The same key returns the same order.';
grant execute on function public.place_order(uuid, jsonb, public.payment_method, jsonb, bigint) to anon, authenticated;

create function private.order_for_change(wanted uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  perform private.require_super_admin();
  select * into found_order from public.orders where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  return found_order;
end
$$;

create function public.add_order_note(order_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  noted public.orders := private.order_for_change(order_id);
begin
  insert into public.order_events (order_id, actor_id, kind, note)
  values (noted.id, auth.uid(), 'note', private.require_text(note, 1000, 'note', 'Write the note.'));
end
$$;
grant execute on function public.add_order_note(uuid, text) to authenticated;

create function public.set_order_status(order_id uuid, status public.order_status, seen timestamptz default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(set_order_status.order_id);
  before constant public.order_status := changed.status;
begin
  if before = set_order_status.status then
    return private.without_order_secrets(changed);
  end if;
  if before in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = format('Order %s is %s. Reopen it with a reason to change it.', changed.order_number, before), hint = 'order.locked', detail = 'status';
  end if;
  if changed.updated_at <> set_order_status.seen then
    raise exception using errcode = 'PT409', message = format('Somebody else changed order %s in the meantime: it is %s now. Look at it, then decide again.', changed.order_number, before),
      hint = 'order.changed_meanwhile', detail = 'status';
  end if;
  update public.orders o set status = set_order_status.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (changed.id, auth.uid(), 'status', before, changed.status);
  return private.without_order_secrets(changed);
end
$$;
comment on function public.set_order_status(uuid, public.order_status, timestamptz) is
  'Moves an open order to another state. Given the updated_at the caller has seen, a change made since is refused as a conflict.';
grant execute on function public.set_order_status(uuid, public.order_status, timestamptz) to authenticated;

create function public.set_order_statuses(order_ids uuid[], status public.order_status) returns table (order_id uuid, order_number text, is_changed boolean, refusal text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted uuid;
begin
  perform private.require_super_admin();
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 100 orders.', hint = 'order.too_many', detail = 'order_ids';
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
  for wanted in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := wanted;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = wanted);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o where o.id = wanted);
      perform public.set_order_status(wanted, set_order_statuses.status);
      set_order_statuses.refusal := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function public.set_order_statuses(uuid[], public.order_status) is
  'Sets up to 100 orders; an order that may not change is returned with the reason and does not affect the others.';
grant execute on function public.set_order_statuses(uuid[], public.order_status) to authenticated;

create function public.reopen_order(order_id uuid, reason text, status public.order_status default 'processing') returns public.orders
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.null_if_blank(reason) is null then
    raise exception using errcode = 'P0001', message = 'Say why the order is reopened.', hint = 'order.reason_required', detail = 'reason';
  end if;
  if before not in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order is open already.', hint = 'order.not_locked';
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    raise exception using errcode = 'P0001', message = 'A reopened order is pending or processing.', hint = 'order.invalid_status', detail = 'status';
  end if;
  update public.orders o set status = reopen_order.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note)
  values (changed.id, auth.uid(), 'reopened', before, changed.status, left(btrim(reason), 1000));
  return private.without_order_secrets(changed);
end
$$;
grant execute on function public.reopen_order(uuid, text, public.order_status) to authenticated;

create function public.resend_order_mail(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No mail about this order has been written yet.', hint = 'order.no_mail';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  perform private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to);
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, auth.uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
end
$$;
comment on function public.resend_order_mail(uuid) is
  'Queues the newest mail about an order once more, to the buyer''s address. Returns the address.';
grant execute on function public.resend_order_mail(uuid) to authenticated;

-- The data of the order's mails.
create function private.order_mail(placed public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'order_id', placed.id, 'order_number', placed.order_number, 'payment_reference', placed.payment_reference, 'customer_name', placed.customer_name,
    'institution', placed.institution, 'payment_method', placed.payment_method, 'total_amount', placed.total_amount, 'net_amount', placed.net_amount,
    'vat_amount', placed.vat_amount, 'created_at', placed.created_at,
    'items', (select jsonb_agg(jsonb_build_object('addon_name', addon_name, 'category', category, 'quantity', quantity, 'price', price, 'line_total', line_total) order by position)
      from public.order_items where order_id = placed.id))
$$;

create function public.order_by_number_and_email(order_number text, email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_order constant public.orders := private.order_of_buyer(order_by_number_and_email.order_number, null, order_by_number_and_email.email);
begin
  return case when found_order.id is not null then private.order_document(found_order) end;
end
$$;
comment on function public.order_by_number_and_email(text, text) is 'An order for whoever knows its number and the buyer''s address; null otherwise.';
grant execute on function public.order_by_number_and_email(text, text) to anon, authenticated;

-- Finds an order for its buyer: by its key, as its owner, or by number and email address, with twenty wrong guesses an hour.
create function private.order_of_buyer(order_number text, order_key uuid, email text) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  found_order public.orders;
  most_misses constant integer := 20;
  misses_of constant text := 'misses of order ' || upper(btrim(order_of_buyer.order_number));
begin
  select o.* into found_order from public.orders o where o.order_number = upper(btrim(order_of_buyer.order_number));
  if found_order.id is null or found_order.idempotency_key = order_key or order_of_buyer.email is null then
    return case when found_order.idempotency_key = order_key then found_order end;
  end if;
  if exists (select from private.rate_limits r where r.subject = misses_of and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    raise exception using errcode = 'P0001', message = 'Too many wrong addresses for this order. Use the link in the confirmation email, or try again in an hour.', hint = 'request.too_many';
  end if;
  if lower(found_order.customer_email) = lower(btrim(order_of_buyer.email)) then
    return found_order;
  end if;
  perform private.limit_rate(misses_of, most_misses, interval '1 hour');
  return null;
end
$$;

-- The order's document (receipt or proforma invoice), shared by the page, the PDF and the mail.
create function private.document_issuer() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(private.null_if_blank(private.setting('brand', 'legalName') #>> '{}'), private.setting('brand', 'name') #>> '{}', ''),
    'address', (select string_agg(line, ', ') from jsonb_array_elements_text(coalesce(private.setting('contact', 'addressLines'), '[]')) as line),
    'phone', private.setting('contact', 'phone') #>> '{}', 'email', private.setting('contact', 'salesEmail') #>> '{}',
    'kra_pin', private.null_if_blank(private.setting('company', 'kraPin') #>> '{}'))
$$;

create function public.order_document(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders o where o.id = order_document.order_id
    and (private.is_super_admin() or o.school_id = private.my_orders_school() or o.user_id = auth.uid());
  return case when found_order.id is not null then private.order_document(found_order) end;
end
$$;
comment on function public.order_document(uuid) is 'The content of an order''s receipt or proforma invoice, for those who may see the order; null otherwise.';
grant execute on function public.order_document(uuid) to authenticated;

create function private.order_document(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.order_mail(o) || jsonb_build_object(
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount,
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address, 'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category, 'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number, 'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed' order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$$;

create function public.order_document_for_mail(order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$ select private.order_document(o) from public.orders o where o.id = order_document_for_mail.order_id $$;
comment on function public.order_document_for_mail(uuid) is 'The same for the mail function.';

-- Whose order counts the caller reads (order_counts.scope): all schools', a school's, or null for people who see only their own orders.
create function private.my_orders_scope() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_super_admin() then private.all_schools_scope() else private.my_orders_school() end
$$;

-- Which orders the caller may list, as a condition, and the scope of their counts; without a scope they are few and counted as they are read.
create function private.orders_caller(out scope uuid, out condition text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  scope := private.my_orders_scope();
  if scope = private.all_schools_scope() then
    condition := 'true';
  elsif scope is null then
    condition := format('o.user_id = %L', me);
  elsif exists (select from public.orders o where o.user_id = me and o.school_id is distinct from orders_caller.scope) then
    condition := format('(o.school_id = %L or o.user_id = %L)', scope, me);
    scope := null;
  else
    condition := format('o.school_id = %L', scope);
  end if;
end
$$;

-- The order of the list, as SQL. By status: pending first, and the newest of each status first.
create function private.orders_order_by(sort text, descending boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when sort = 'status' and descending then 'o.status desc, o.created_at, o.id'
    when sort = 'status' then 'o.status, o.created_at desc, o.id desc'
    else format('o.%I %s, o.id %2$s', sort, case when descending then 'desc' else 'asc' end) end
$$;

create function public.list_orders(
  status public.order_status default null, search text default null, sort text default 'created_at', descending boolean default true,
  page integer default 1, page_size integer default 20) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  size bigint := least(greatest(coalesce(page_size, 20), 1), 200);
  skipped bigint := (greatest(coalesce(page, 1), 1)::bigint - 1) * size;
  from_end boolean := false;
  total bigint;
  caller record;
  condition text;
  ids uuid[];
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    raise exception using errcode = 'P0001', message = 'Orders cannot be sorted by that.', hint = 'order.invalid_sort', detail = 'sort';
  end if;
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(list_orders.status));
  if private.null_if_blank(search) is not null then
    ids := private.searched_orders(caller.scope, condition, list_orders.status, search, case when sort = 'created_at' and descending then least(skipped + size, 200)::integer else 200 end, true);
    condition := 'o.id = any ($1)';
  elsif caller.scope is not null then
    -- The total is known, so the second half of the list is read from its end: the last page is as fast as the first.
    total := private.counted_orders(caller.scope, list_orders.status);
    size := least(size, greatest(total - skipped, 0));
    from_end := skipped > total / 2;
    skipped := case when from_end then greatest(total - skipped - size, 0) else skipped end;
  end if;
  -- Ids come from an index alone; whole rows are read for one page only.
  return query execute format(
    'with page as materialized (select o.id from public.orders o where %s order by %s limit %s offset %s)
     select s.* from page join public.orders o using (id), private.without_order_secrets(o) as s order by %s',
    condition, private.orders_order_by(sort, descending <> from_end), size, skipped, private.orders_order_by(sort, descending)) using ids;
end
$$;
comment on function public.list_orders(public.order_status, text, text, boolean, integer, integer) is
  'One page of the orders the caller may see; a search lists the newest 200 that match. Lines can be embedded: select=*,order_items(*).';
grant execute on function public.list_orders(public.order_status, text, text, boolean, integer, integer) to authenticated;

create function public.export_orders(status public.order_status default null, search text default null, after_created_at timestamptz default null, after_id uuid default null, page_size integer default 1000) returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
begin
  select * into caller from private.orders_caller();
  return query execute format(
    'select s.* from (select o.* from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as o, private.without_order_secrets(o) as s order by o.created_at desc, o.id desc',
    concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(export_orders.status), 'o.search_text like ' || quote_literal(private.search_pattern(search)),
      case when after_id is not null then format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)', after_created_at, after_id) end),
    least(greatest(coalesce(page_size, 1000), 1), 1000));
end
$$;
comment on function public.export_orders(public.order_status, text, timestamptz, uuid, integer) is
  'The filtered orders in slices, newest first; each slice starts after the last row of the one before.';
grant execute on function public.export_orders(public.order_status, text, timestamptz, uuid, integer) to authenticated;

create function public.count_orders(status public.order_status default null, search text default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  caller record;
  condition text;
  counted bigint;
begin
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(count_orders.status));
  if private.null_if_blank(search) is not null then
    return cardinality(private.searched_orders(caller.scope, condition, count_orders.status, search, 200, false));
  elsif caller.scope is not null then
    return private.counted_orders(caller.scope, count_orders.status);
  end if;
  execute format('select count(*) from public.orders o where %s', condition) into counted;
  return counted;
end
$$;
comment on function public.count_orders(public.order_status, text) is 'How many orders the list has in all; a search lists and counts up to 200.';
grant execute on function public.count_orders(public.order_status, text) to authenticated;

create function public.order_summary() returns table (total_orders bigint, total_revenue bigint, paid_revenue bigint, completed_orders bigint, pending_orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  mine constant uuid := private.my_orders_scope();
begin
  return query
    select coalesce(sum(orders), 0)::bigint, coalesce(sum(revenue), 0)::bigint, coalesce(sum(paid), 0)::bigint,
      coalesce(sum(orders) filter (where status = 'completed'), 0)::bigint, coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
    from (
      select c.status, c.orders, c.revenue, c.paid from private.order_counts c where c.scope = mine
      union all
      select o.status, 1, o.total_amount, case when o.paid_at is not null then o.total_amount end
      from public.orders o where o.user_id = auth.uid() and mine is distinct from private.all_schools_scope() and o.school_id is distinct from mine) as counted;
end
$$;
comment on function public.order_summary() is
  'The four figures above the order list; revenue is the sum of all totals, paid_revenue what of it has been paid.';
grant execute on function public.order_summary() to authenticated;

-- Through the text index: fast where few orders match.
create function private.found_orders(scope uuid, condition text, pattern text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' set enable_indexscan = off set enable_seqscan = off as $$
begin
  return query execute format(
    'with found as materialized (select o.id, o.created_at, o.status, o.school_id, o.user_id from public.orders o where o.search_text like %L %s)
     select o.id from found o where %s %s limit %s',
    pattern, case when scope <> private.all_schools_scope() then format('and o.school_id = %L', scope) end, condition,
    case when newest then 'order by o.created_at desc, o.id desc' end, wanted);
end
$$;

create function private.searched_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  -- Without counts the caller's orders are few.
  if scope is null then
    return array(select private.newest_orders(condition, private.search_pattern(search), wanted, 0));
  end if;
  return array(select private.matching_orders(scope, condition, status, search, wanted, newest));
end
$$;

-- A term that matches many orders is found fastest by reading the newest first; a rare one, through the text index. The newest thousand
-- orders, and 300 random ones where these hardly match, estimate which of the two it is.
create function private.matching_orders(scope uuid, condition text, status public.order_status, search text, wanted integer, newest boolean) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  sample constant integer := 1000;
  pattern constant text := private.search_pattern(search);
  total constant bigint := private.counted_orders(scope, status);
  ids constant uuid[] := array(select private.newest_orders(condition, pattern, wanted, sample));
  hits constant integer := cardinality(ids);
  share constant numeric := greatest(cardinality(ids), 0.5) / sample;
  common numeric;
  found bigint;
begin
  if hits = wanted or total <= sample then
    return query select unnest(ids);
  elsif search ~* '^\s*ord-[0-9]{4}' then
    return query select private.numbered_orders(condition, pattern, wanted);
  elsif length(btrim(search)) < 3 then
    -- The text index needs three letters: fewer are searched in the newest 20,000 orders.
    return query select private.newest_orders(condition, pattern, wanted, 20000);
  else
    if hits < 20 then
      select count(*) filter (where o.search_text like pattern) / greatest(count(*), 1)::numeric into common
      from (select s.search_text from public.orders s where s.id >= '40000000-0000-0000-0000-000000000000' order by s.id limit 300) as o;
    end if;
    found := private.counted_orders(scope, null) * greatest(share, common);
    -- Costs in entries of the list's index: an entry of the text index costs seven, a row five.
    if least(total, wanted / share) < found * 7 + 5 * (case when newest then found else wanted end) then
      return query select private.newest_orders(condition, pattern, wanted, 0);
    else
      return query select private.found_orders(scope, condition, pattern, wanted, newest);
    end if;
  end if;
end
$$;
comment on function private.matching_orders(uuid, text, public.order_status, text, integer, boolean) is
  'Up to `wanted` ids of orders that match, the newest ones when `newest`. All matches among the newest thousand are read first; whether the rest is read by time or through the text index is an estimate that affects the speed, never the result.';

-- Reads the newest first through an index in that order, at most `bound` of them; 0 reads all.
create function private.newest_orders(condition text, pattern text, wanted integer, bound integer) returns setof uuid
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select n.id from (select o.id, o.search_text, o.created_at from public.orders o where %s order by o.created_at desc, o.id desc limit %s) as n where n.search_text like %L limit %s',
    condition, case when bound > 0 then bound::text else 'all' end, pattern, wanted);
end
$$;

-- By the beginning of the order number, the highest first.
create function private.numbered_orders(condition text, pattern text, wanted integer) returns setof uuid
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
begin
  return query execute format(
    'select o.id from public.orders o where o.order_number collate "C" like %L and %s order by o.order_number collate "C" desc limit %s', upper(substr(pattern, 2)), condition, wanted);
end
$$;

create function private.counted_orders(scope uuid, status public.order_status) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.orders), 0)::bigint from private.order_counts c where c.scope = counted_orders.scope and (counted_orders.status is null or c.status = counted_orders.status)
$$;

create function private.all_schools_scope() returns uuid language sql immutable parallel safe set search_path = '' as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- Orders per scope, day and status, so that totals of a million orders are read from few rows. Statement triggers update them in the
-- transaction of the orders themselves. scope is the school, or zeros for all orders.
create table private.order_counts (
  scope uuid not null,
  status public.order_status not null,
  day date not null,
  orders integer not null default 0,
  revenue bigint not null default 0,
  paid bigint not null default 0,
  primary key (scope, status, day) include (orders, revenue, paid)
);

alter table private.order_counts enable row level security;

-- One function per kind of statement: each has its own transition tables.
create function private.count_added_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_added after insert on public.orders referencing new table as added for each statement execute function private.count_added_orders();

create function private.count_changed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added union all select -1, status, created_at, total_amount, paid_at, school_id from removed) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_changed after update on public.orders referencing new table as added old table as removed for each statement execute function private.count_changed_orders();

create function private.count_removed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select -1 as sign, status, created_at, total_amount, paid_at, school_id from removed) as changes, lateral (select private.all_schools_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_removed after delete on public.orders referencing old table as removed for each statement execute function private.count_removed_orders();

create table public.order_ratings (
  order_id uuid primary key references public.orders (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null default now()
);

create index order_ratings_created_idx on public.order_ratings (created_at);

alter table public.order_ratings enable row level security;
grant select on public.order_ratings to authenticated;

create policy "Super admins see ratings" on public.order_ratings for select to authenticated using ((select private.is_super_admin()));

create function public.rate_order(order_number text, email text, rating integer, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rated uuid;
begin
  select o.id into rated from public.orders o
  where o.order_number = upper(btrim(rate_order.order_number)) and lower(o.customer_email) = lower(btrim(rate_order.email));
  if rated is null then
    raise exception using errcode = 'P0002', message = 'No order has this number and email address.', hint = 'order.not_found';
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    raise exception using errcode = 'P0001', message = 'Choose one to five stars.', hint = 'rating.out_of_range', detail = 'rating';
  end if;
  insert into public.order_ratings (order_id, rating, comment) values (rated, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
end
$$;
grant execute on function public.rate_order(text, text, integer, text) to anon, authenticated;

create table public.carts (
  id uuid primary key,
  items integer not null check (items between 0 and 49950),
  total bigint not null check (total >= 0),
  order_id uuid references public.orders (id) on delete set null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.carts is 'Carts that held something, for the abandonment figure. What was in them stays in the browser.';

create index carts_created_idx on public.carts (created_at);
create unique index carts_order_key on public.carts (order_id) where order_id is not null;

alter table public.carts enable row level security;
grant select on public.carts to authenticated;

create policy "Super admins see carts" on public.carts for select to authenticated using ((select private.is_super_admin()));

-- The cart of a signed-in person, shared by their devices. Prices in it are informative: checkout prices the lines again.
create table public.saved_carts (
  user_id uuid primary key references public.users (id) on delete cascade,
  version integer not null default 1 check (version > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 200 and length(lines::text) <= 60000),
  updated_at timestamptz not null default now()
);
comment on table public.saved_carts is 'Carts of signed-in people. A list of {addonId, name, quantity, seenPrice}; checkout prices them again.';
comment on column public.saved_carts.version is 'Grows with every change: a device that has not seen the last one changes nothing.';

alter table public.saved_carts enable row level security;
grant select on public.saved_carts to authenticated;

create policy "People see their own cart" on public.saved_carts for select to authenticated using (user_id = (select auth.uid()));

create trigger touch before update on public.saved_carts for each row execute function private.touch_updated_at();

create function public.record_cart(cart_id uuid, items integer, total bigint, order_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_cart.cart_id is null or record_cart.items is null or record_cart.items <= 0 then
    return;
  end if;
  insert into public.carts (id, items, total, order_id)
  values (record_cart.cart_id, least(record_cart.items, 49950), greatest(record_cart.total, 0), (select o.id from public.orders o where o.id = record_cart.order_id))
  on conflict (id) do update set items = excluded.items, total = excluded.total, order_id = coalesce(public.carts.order_id, excluded.order_id), updated_at = now()
  where public.carts.order_id is null;
exception when unique_violation then
  -- The order already belongs to another cart.
  return;
end
$$;
comment on function public.record_cart(uuid, integer, bigint, uuid) is 'Counts a cart, and with order_id that it was bought. Never fails a purchase.';
grant execute on function public.record_cart(uuid, integer, bigint, uuid) to anon, authenticated;

create function public.save_cart(lines jsonb, seen_version integer) returns table (version integer, kept_lines jsonb, is_saved boolean)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := (select u.id from public.users u where u.id = auth.uid());
  current public.saved_carts;
begin
  if person is null then
    raise exception using errcode = '42501', message = 'Sign in to keep your cart with your account.', hint = 'cart.not_signed_in';
  end if;
  if save_cart.lines is null or jsonb_typeof(save_cart.lines) <> 'array' or jsonb_array_length(save_cart.lines) > 200 or exists (
    select from jsonb_array_elements(save_cart.lines) as line
    where jsonb_typeof(line) <> 'object' or coalesce(length(line ->> 'addonId'), 0) not between 1 and 64 or coalesce(length(line ->> 'name'), 0) not between 1 and 200
      or coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,3}$' or (line ->> 'quantity')::integer = 0 or coalesce(line ->> 'seenPrice', '') !~ '^[0-9]{1,9}$') then
    raise exception using errcode = 'P0001', message = 'This cart cannot be saved. Empty it and choose again.', hint = 'cart.invalid_lines', detail = 'lines';
  end if;
  insert into public.saved_carts (user_id, version, lines)
  select person, 1, save_cart.lines where save_cart.seen_version = 0
  on conflict (user_id) do nothing returning * into current;
  if current.user_id is null then
    update public.saved_carts c set version = c.version + 1, lines = save_cart.lines where c.user_id = person and c.version = save_cart.seen_version returning * into current;
  end if;
  if current.user_id is not null then
    return query select current.version, current.lines, true;
    return;
  end if;
  return query select coalesce(c.version, 0), coalesce(c.lines, '[]'), false from (select) as nothing left join public.saved_carts c on c.user_id = person;
end
$$;
comment on function public.save_cart(jsonb, integer) is
  'Saves the caller''s cart if seen_version is still the saved one (0: none yet). Returns the saved cart and whether this call saved it.';
grant execute on function public.save_cart(jsonb, integer) to authenticated;

-- Attempts to pay through a provider. Nothing is fulfilled on a browser's word; a payment is recorded once, however often it is reported.

create type public.attempt_status as enum ('open', 'succeeded', 'failed', 'cancelled', 'expired', 'needs_review');

create table public.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  method public.payment_method not null,
  provider text not null check (length(provider) between 1 and 40),
  provider_reference text,
  merchant_reference text,
  amount bigint not null check (amount > 0),
  phone text check (length(phone) <= 30),
  status public.attempt_status not null default 'open',
  result_code text,
  result_text text check (length(result_text) <= 500),
  created_at timestamptz not null default now(),
  next_check_at timestamptz default now() + interval '20 seconds',
  checks integer not null default 0,
  finished_at timestamptz,
  attempt_key uuid unique,
  provider_request text,
  failure text check (failure ~ '^[a-z_]{1,40}$'),
  redirect_url text check (length(redirect_url) <= 500),
  accepted_at timestamptz,
  expires_at timestamptz,
  resolved_at timestamptz,
  unique (provider, provider_reference)
);
comment on table public.payment_attempts is 'One try to pay an order with a provider. At most one is open per order.';
comment on column public.payment_attempts.attempt_key is 'Made by the buyer''s page: the same key again is the same attempt.';
comment on column public.payment_attempts.failure is 'Why it failed: a code of shared/domain payments.';
comment on column public.payment_attempts.accepted_at is 'When the provider accepted the request; null without a response.';
comment on column public.payment_attempts.resolved_at is 'When the provider reported the outcome. Until then the attempt is checked again, whatever its status.';

create unique index payment_attempts_open_key on public.payment_attempts (order_id) where status = 'open';
create index payment_attempts_order_idx on public.payment_attempts (order_id);
create unique index payment_attempts_merchant_reference_key on public.payment_attempts (merchant_reference);
create index payment_attempts_due_idx on public.payment_attempts (next_check_at) where resolved_at is null and next_check_at is not null;

alter table public.payment_attempts enable row level security;
grant select on public.payment_attempts to authenticated;

create policy "Super admins see attempts" on public.payment_attempts for select to authenticated using ((select private.is_super_admin()));

create function public.open_payment_attempt(order_number text, method public.payment_method, attempt_key uuid, order_key uuid default null, email text default null,
  phone text default null, sender_key text default null) returns table (attempt_id uuid, is_new boolean, order_id uuid, amount bigint, phone_number text, account_reference text, merchant_reference text, customer_email text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key, open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
begin
  if target.id is null then
    raise exception using errcode = 'P0002', message = 'We know no such order of yours. Open it from the link in your confirmation mail.', hint = 'payment.order_not_found';
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      raise exception using errcode = 'PT409', message = 'This payment was already started for something else. Reload the page and try again.', hint = 'payment.key_reused';
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
    return;
  end if;
  if target.paid_at is not null or target.status in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order needs no payment any more.', hint = 'payment.not_due';
  end if;
  if open_payment_attempt.method = 'bank' or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This way of paying is not available at the moment. Choose another.', hint = 'payment.method_unavailable', detail = 'method';
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    raise exception using errcode = 'P0001', message = 'Enter a Safaricom number such as 0712 345 678.', hint = 'payment.invalid_phone', detail = 'phone';
  end if;
  if open_payment_attempt.method = 'mpesa' and target.total_amount > 250000 then
    raise exception using errcode = 'P0001', message = 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.', hint = 'payment.limit_exceeded', detail = 'method';
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    raise exception using errcode = 'PT409', message = 'Your phone may still show the earlier request. Answer it there, or try again in two minutes.', hint = 'payment.in_progress',
      detail = ceil(extract(epoch from private.payment_prompt_ends_at(earlier) - now()))::text;
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = target.total_amount
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds' else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now() where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  if open_payment_attempt.sender_key is not null then
    perform private.limit_rate('payments by ' || open_payment_attempt.sender_key, 40, interval '1 hour');
  end if;
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled' else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference, next_check_at, expires_at)
  select target.id, open_payment_attempt.method, case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, target.total_amount,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference, 1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
end
$$;
comment on function public.open_payment_attempt(text, public.payment_method, uuid, uuid, text, text, text) is
  'Records an attempt before the provider is called. The same attempt_key is the same attempt: is_new says whether to call the provider.';

create function public.accept_payment_attempt(attempt_id uuid, provider_reference text, provider_request text default null, redirect_url text default null) returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set provider_reference = accept_payment_attempt.provider_reference, provider_request = accept_payment_attempt.provider_request,
    redirect_url = accept_payment_attempt.redirect_url, accepted_at = now(), next_check_at = case when a.resolved_at is null then now() + interval '10 seconds' end
  where a.id = accept_payment_attempt.attempt_id and a.accepted_at is null
$$;
comment on function public.accept_payment_attempt(uuid, text, text, text) is 'The provider took the request under its own reference.';

-- Until when the buyer's phone may still show the payment prompt.
create function private.payment_prompt_ends_at(attempt public.payment_attempts) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when attempt.method = 'mpesa' and attempt.resolved_at is null then attempt.created_at + interval '2 minutes' end
$$;

create function public.cancel_payment(order_number text, order_key uuid default null, email text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_of_buyer(cancel_payment.order_number, order_key, cancel_payment.email);
  latest public.payment_attempts;
begin
  if target.id is null then
    return null;
  end if;
  select a.* into latest from public.payment_attempts a where a.order_id = target.id order by a.created_at desc, a.id limit 1 for update;
  -- The provider's request cannot be cancelled: it is still checked, and money that arrives is recorded.
  if latest.status in ('open', 'expired') then
    perform private.set_attempt_status(latest.id, 'cancelled', 'cancelled_here', false);
  end if;
  return private.payment_view(target);
end
$$;
comment on function public.cancel_payment(text, uuid, text) is 'Cancels the buyer''s open attempt. Returns what read_payment does.';
grant execute on function public.cancel_payment(text, uuid, text) to anon, authenticated;

create function public.read_payment(order_number text, order_key uuid default null, email text default null) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.payment_view(o) from private.order_of_buyer(read_payment.order_number, order_key, read_payment.email) as o where o.id is not null
$$;
comment on function public.read_payment(text, uuid, text) is
  'How the payment of an order stands, for whoever knows its number and the key it was placed with or the buyer''s address; null otherwise.';
grant execute on function public.read_payment(text, uuid, text) to anon, authenticated;

-- The order's payment as its page shows it. An open card page is reused: a second one could be a second charge.
create function private.payment_view(paid public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'now', now(), 'order_number', paid.order_number, 'payment_reference', paid.payment_reference, 'order_status', paid.status, 'payment_method', paid.payment_method,
    'total_amount', paid.total_amount, 'paid_at', paid.paid_at, 'refunded_amount', paid.refunded_amount, 'methods', private.enabled_payment_methods(),
    'received_amount', (select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = paid.id and p.state = 'received'),
    'surplus_amount', (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = paid.id and p.state = 'surplus'),
    'payment', (select jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at)
      from public.payments p where p.order_id = paid.id and p.state = 'received' order by p.created_at desc limit 1),
    'attempt', (select jsonb_build_object('id', a.id, 'method', a.method, 'status', a.status, 'failure', a.failure, 'amount', a.amount, 'created_at', a.created_at,
        'phone', regexp_replace(a.phone, '^254(\d{3})\d{3}(\d{3})$', '0\1***\2'), 'expires_at', a.expires_at, 'retry_at', private.payment_prompt_ends_at(a), 'is_accepted', a.accepted_at is not null,
        'is_resolved', a.resolved_at is not null, 'redirect_url', case when a.status = 'open' then a.redirect_url end)
      from public.payment_attempts a where a.order_id = paid.id order by (a.status = 'open') desc, a.created_at desc, a.id limit 1))
$$;

create function public.apply_payment_report(attempt_id uuid, report jsonb, event_id uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  attempt public.payment_attempts;
  target public.orders;
  outcome text;
begin
  -- Always lock the order before the attempt: no deadlocks.
  select o.* into target from public.orders o join public.payment_attempts a on a.order_id = o.id where a.id = apply_payment_report.attempt_id for update of o;
  select a.* into attempt from public.payment_attempts a where a.id = apply_payment_report.attempt_id for update;
  if not found then
    outcome := 'unmatched';
  elsif report ->> 'outcome' = 'succeeded' then
    outcome := private.apply_payment_success(attempt, target, report);
  elsif report ->> 'outcome' = 'failed' then
    perform private.set_attempt_status(attempt.id, 'failed', coalesce(report ->> 'failure', 'unknown'), coalesce((report ->> 'is_final')::boolean, true), report ->> 'code', report ->> 'text');
    outcome := case when attempt.status in ('succeeded', 'needs_review') then 'ignored' else 'failed' end;
  elsif report ->> 'outcome' = 'disputed' then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', report ->> 'text');
    outcome := 'review';
  else
    update public.payment_attempts a set result_code = coalesce(report ->> 'code', a.result_code),
      next_check_at = case when report ->> 'code' = '0' then now() + interval '4 seconds' else a.next_check_at end where a.id = attempt.id and a.resolved_at is null;
    if attempt.status = 'open' and attempt.expires_at < now() then
      perform private.set_attempt_status(attempt.id, 'expired', 'expired', false);
    end if;
    outcome := 'pending';
  end if;
  if event_id is not null and outcome <> 'pending' then
    perform public.finish_provider_event(event_id, case outcome when 'ignored' then 'ignored' when 'unmatched' then 'unmatched' when 'receipt_used' then 'rejected' else 'applied' end, outcome);
  end if;
  return outcome;
end
$$;
comment on function public.apply_payment_report(uuid, jsonb, uuid) is
  'Applies a provider''s report of an attempt: outcome (succeeded, failed, disputed, pending), receipt, amount, currency, paid_at, code, text, failure, is_final. Returns the resulting state.';

-- Applies a success that a provider reports. Amount and currency are the provider's; receipt is null when it gave none.
create function private.apply_payment_success(attempt public.payment_attempts, target public.orders, report jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  reported constant text := upper(private.null_if_blank(report ->> 'receipt'));
  charged constant numeric := coalesce((report ->> 'amount')::numeric, attempt.amount);
  unit constant text := coalesce(upper(report ->> 'currency'), 'KES');
  fits constant boolean := unit = 'KES' and charged = attempt.amount;
  provisional constant text := upper(coalesce(attempt.provider_reference, attempt.merchant_reference));
  known public.payments;
begin
  select * into known from public.payments p where p.method = attempt.method and p.receipt = coalesce(reported, provisional);
  if found and known.order_id <> attempt.order_id then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', 'The receipt ' || known.receipt || ' belongs to another order.');
    return 'receipt_used';
  elsif found then
    perform private.set_attempt_status(attempt.id, case when known.state = 'review' then 'needs_review' else 'succeeded' end::public.attempt_status, null, true, report ->> 'code', report ->> 'text');
    return 'repeated';
  end if;
  select * into known from public.payments p where p.attempt_id = attempt.id order by p.created_at limit 1;
  if found and (reported is null or known.receipt = provisional) then
    -- A repeated report of the same charge may add its receipt number.
    update public.payments p set receipt = coalesce(reported, p.receipt) where p.id = known.id;
    return case when reported is null then 'repeated' else 'receipt_added' end;
  end if;
  if charged < 1 then
    perform private.set_attempt_status(attempt.id, 'needs_review', 'mismatch', true, report ->> 'code', format('A payment of %s %s was reported.', unit, charged));
    return 'mismatch';
  end if;
  perform private.set_attempt_status(attempt.id, case when fits then 'succeeded' else 'needs_review' end::public.attempt_status, case when fits then null else 'mismatch' end, true, report ->> 'code', report ->> 'text');
  known := private.receive_payment(target, attempt.id, attempt.method, charged::bigint, unit, coalesce(reported, provisional), (report ->> 'paid_at')::timestamptz, null, fits);
  return known.state;
end
$$;

create function private.set_attempt_status(attempt uuid, status public.attempt_status, failure text, is_final boolean, result_code text default null, result_text text default null) returns void
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set
    failure = case when private.attempt_status_rank(set_attempt_status.status) > private.attempt_status_rank(a.status) then set_attempt_status.failure else a.failure end,
    result_code = case when private.attempt_status_rank(set_attempt_status.status) >= private.attempt_status_rank(a.status) then coalesce(set_attempt_status.result_code, a.result_code) else a.result_code end,
    result_text = case when private.attempt_status_rank(set_attempt_status.status) >= private.attempt_status_rank(a.status) then coalesce(left(set_attempt_status.result_text, 500), a.result_text) else a.result_text end,
    status = case when private.attempt_status_rank(set_attempt_status.status) > private.attempt_status_rank(a.status) then set_attempt_status.status else a.status end,
    finished_at = coalesce(a.finished_at, now()),
    resolved_at = case when is_final then coalesce(a.resolved_at, now()) else a.resolved_at end,
    next_check_at = case when is_final then null else a.next_check_at end
  where a.id = attempt
$$;

create function private.attempt_status_rank(status public.attempt_status) returns integer
language sql immutable set search_path = '' as $$
  select case status when 'open' then 0 when 'expired' then 1 when 'cancelled' then 2 when 'failed' then 3 when 'needs_review' then 4 else 5 end
$$;
comment on function private.attempt_status_rank(public.attempt_status) is 'An attempt only moves up: whatever order its news come in, it ends in the same state.';

create function private.next_check_delay(checks integer) returns interval
language sql immutable set search_path = '' as $$
  select (array['5 seconds', '5 seconds', '10 seconds', '15 seconds', '30 seconds', '1 minute', '2 minutes', '5 minutes', '15 minutes'])[checks + 1]::interval
$$;

create function public.claim_payment_check(order_number text, order_key uuid default null, email text default null) returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1, next_check_at = now() + interval '5 seconds'
  from private.order_of_buyer(claim_payment_check.order_number, claim_payment_check.order_key, claim_payment_check.email) as o
  where a.id = (select l.id from public.payment_attempts l where l.order_id = o.id and l.resolved_at is null order by l.created_at desc limit 1) and a.next_check_at < now() + interval '1 hour' and a.checks < 200
  returning a.*
$$;
comment on function public.claim_payment_check(text, uuid, text) is 'The buyer''s latest unsettled attempt, to be checked with the provider now.';

create function public.claim_payment_checks(most integer default 10) returns setof public.payment_attempts
language sql security definer set search_path = '' as $$
  update public.payment_attempts a set checks = a.checks + 1,
    next_check_at = case when a.created_at > now() - case a.method when 'mpesa' then interval '1 day' else interval '3 days' end then now() + coalesce(private.next_check_delay(a.checks), interval '1 hour') end
  where a.id in (select d.id from public.payment_attempts d where d.resolved_at is null and d.next_check_at <= now() order by d.next_check_at limit most for update skip locked)
  returning a.*
$$;
comment on function public.claim_payment_checks(integer) is
  'Attempts whose status is due to be checked with the provider: at growing intervals, for a day (M-Pesa) or three (cards).';

create function public.fail_payment_attempt(attempt_id uuid, result_code text, result_text text, needs_review boolean default false) returns void
language sql security definer set search_path = '' as $$
  select private.set_attempt_status(attempt_id, case when needs_review then 'needs_review' else 'failed' end::public.attempt_status, 'unknown', true, result_code, result_text)
$$;

-- Opens an attempt to pay. A buyer proves to own the order by its key, or by number and email address.
create table private.payment_providers (
  method public.payment_method primary key,
  reported_at timestamptz not null default now()
);
comment on table private.payment_providers is 'Payment methods with a configured provider, as reported by the functions, which alone know the configuration.';

alter table private.payment_providers enable row level security;

create function private.enabled_payment_methods() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(wanted.method order by wanted.ordinal), '{}')
  from jsonb_array_elements_text(coalesce(private.setting('payments', 'methods'), '["bank"]')) with ordinality as wanted (method, ordinal)
  where wanted.method = 'bank' or wanted.method in (select p.method::text from private.payment_providers p)
$$;

create function public.offered_payment_methods() returns text[]
language sql stable security definer set search_path = '' as $$ select private.enabled_payment_methods() $$;
comment on function public.offered_payment_methods() is
  'Payment methods that are enabled in the settings and configured, in the order they are offered.';
grant execute on function public.offered_payment_methods() to anon, authenticated;

-- Payment methods with a configured provider, enabled or not: the settings screen warns about the others.
create function public.configured_payment_methods() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return (select coalesce(jsonb_agg(m.method order by m.method), '[]') from unnest(enum_range(null::public.payment_method)) as m (method)
    where m.method = 'bank' or m.method in (select p.method from private.payment_providers p));
end
$$;
comment on function public.configured_payment_methods() is 'Configured payment methods. Super admins only.';
grant execute on function public.configured_payment_methods() to authenticated;

create function public.report_payment_providers(methods text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.payment_providers where method::text <> all (methods);
  insert into private.payment_providers (method) select m::public.payment_method from unnest(methods) as m where m in ('mpesa', 'card') on conflict (method) do update set reported_at = now();
$$;

create type public.payment_state as enum ('received', 'surplus', 'review');

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  attempt_id uuid references public.payment_attempts (id) on delete set null,
  method public.payment_method not null,
  amount bigint not null check (amount > 0),
  receipt text not null check (length(receipt) between 1 and 80),
  paid_at timestamptz not null default now(),
  recorded_by uuid references public.users (id) on delete set null,
  note text check (length(note) <= 500),
  created_at timestamptz not null default now(),
  state public.payment_state not null default 'received',
  currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
  unique (method, receipt)
);
comment on table public.payments is 'Money received. receipt is the provider''s or the bank''s own number and unique per method.';
comment on column public.payments.state is 'received counts for the order; surplus was not due; review differs from the requested amount.';

create index payments_order_idx on public.payments (order_id);
create index payments_attempt_idx on public.payments (attempt_id);
create index payments_unsettled_idx on public.payments (created_at desc) where state <> 'received';
create index payments_created_idx on public.payments (created_at desc);

alter table public.payments enable row level security;
grant select on public.payments to authenticated;

create policy "Whoever sees an order sees its payments" on public.payments for select to authenticated
  using ((select private.is_super_admin()) or exists (select from public.orders o where o.id = order_id));

create trigger audit after update on public.payments for each row when (old.state is distinct from new.state) execute function private.audit();

create function public.record_payment(order_id uuid, method public.payment_method, amount bigint, receipt text, paid_at timestamptz default now(), attempt_id uuid default null, note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target public.orders;
  payment public.payments;
  number constant text := upper(private.require_text(record_payment.receipt, 80, 'receipt', 'Enter the receipt number.'));
begin
  select * into target from public.orders o where o.id = record_payment.order_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  select * into payment from public.payments p where p.method = record_payment.method and p.receipt = number;
  if found then
    if payment.order_id <> target.id then
      raise exception using errcode = 'PT409', message = 'This receipt already belongs to another order.', hint = 'payment.receipt_used', detail = 'receipt';
    end if;
    return payment;
  end if;
  payment := private.receive_payment(target, record_payment.attempt_id, record_payment.method, record_payment.amount, 'KES', number, record_payment.paid_at, record_payment.note, true);
  update public.payment_attempts a set status = 'succeeded', failure = null, finished_at = now(), resolved_at = now(), next_check_at = null
  where a.id = record_payment.attempt_id and a.order_id = target.id and a.status <> 'succeeded';
  return payment;
end
$$;
comment on function public.record_payment(uuid, public.payment_method, bigint, text, timestamptz, uuid, text) is
  'Records money received for an order. The same receipt again changes nothing. Once the order is paid in full it is completed, licences are issued and the receipt is mailed.';

-- Records money for an order that the caller has locked. Unexpected money never completes an order by itself.
create function private.receive_payment(target public.orders, attempt_id uuid, method public.payment_method, amount bigint, currency text, receipt text, paid_at timestamptz, note text, is_expected boolean) returns public.payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null or target.status = 'cancelled' then 'surplus' else 'received' end;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note, state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount, receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, now()),
    (select u.id from public.users u where u.id = auth.uid()), private.null_if_blank(receive_payment.note), as_state)
  returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, payment.recorded_by, 'payment',
    case when payment.currency = 'KES' then private.shillings(payment.amount) else payment.currency || ' ' || payment.amount end || ' received, receipt ' || payment.receipt
    || case as_state when 'surplus' then '. The order needed no payment: to be paid back.' when 'review' then format('. Expected was %s: to be looked at.', private.shillings(target.total_amount)) else '' end);
  perform private.complete_if_paid(target.id);
  return payment;
end
$$;

create function public.accept_payment(payment_id uuid, reason text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require_super_admin();
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state <> 'review' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Pay it back instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, auth.uid(), 'payment', format('%s of receipt %s accepted: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  return payment;
end
$$;
comment on function public.accept_payment(uuid, text) is
  'Accepts a payment that differed from the requested amount. The order completes once its payments cover it.';
grant execute on function public.accept_payment(uuid, text) to authenticated;

create function public.confirm_bank_payment(order_id uuid, amount bigint, bank_reference text, value_date date default current_date, note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_for_change(order_id);
  today constant date := private.nairobi_day(now());
begin
  if target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This order is cancelled. Reopen it before confirming a payment.', hint = 'order.locked';
  end if;
  if amount is null or amount <= 0 then
    raise exception using errcode = 'P0001', message = 'Enter the amount received in whole shillings.', hint = 'payment.invalid_amount', detail = 'amount';
  end if;
  if value_date is null or value_date > today then
    raise exception using errcode = 'P0001', message = 'Choose the day the money arrived: today or an earlier one.', hint = 'payment.invalid_date', detail = 'value_date';
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then now() else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$$;
grant execute on function public.confirm_bank_payment(uuid, bigint, text, date, text) to authenticated;

-- Completes an order that its payments cover. The caller has locked it.
create function private.complete_if_paid(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid public.orders;
  last public.payments;
begin
  select * into paid from public.orders where id = wanted;
  if paid.paid_at is not null or paid.total_amount > (select coalesce(sum(p.amount - p.refunded_amount), 0) from public.payments p where p.order_id = wanted and p.state = 'received') then
    return;
  end if;
  select * into last from public.payments p where p.order_id = wanted and p.state = 'received' order by p.created_at desc limit 1;
  update public.orders o set paid_at = last.paid_at, status = 'completed' where o.id = wanted;
  if paid.status <> 'completed' then
    insert into public.order_events (order_id, actor_id, kind, from_status, to_status) values (wanted, last.recorded_by, 'status', paid.status, 'completed');
  end if;
  perform private.issue_licences(paid);
  perform private.queue_mail('order-receipt/' || paid.id || case when paid.refunded_amount > 0 then '/' || last.id else '' end, 'order-receipt', paid.customer_email,
    private.order_mail(paid) || jsonb_build_object('receipt', last.receipt, 'paid_at', last.paid_at, 'payment_method', last.method), private.team_email('salesEmail'));
end
$$;

create function public.list_payment_issues() returns table (kind text, id uuid, order_id uuid, order_number text, customer_name text, method text, amount bigint, currency text, receipt text, occurred_at timestamptz, note text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return query
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      case p.state when 'surplus' then 'The order needed no payment any more.' else format('Asked for was %s.', private.shillings(o.total_amount)) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason)
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual')
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end::bigint,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      coalesce('Reference given: ' || coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}'), e.outcome)
    from public.provider_events e where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    order by 10 desc limit 200;
end
$$;
comment on function public.list_payment_issues() is
  'Money that needs a decision, newest first: surplus and review (refund_payment or accept_payment), refund_failed and refund_manual (settle_refund, retry_refund), attempt (needs a look at the provider), unmatched (assign_provider_event or dismiss_provider_event).';
grant execute on function public.list_payment_issues() to authenticated;

create function private.create_credit_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  invoice public.tax_documents;
begin
  select t.* into invoice from public.tax_documents t join public.payments p on p.id = new.payment_id
  where t.order_id = new.order_id and t.kind = 'invoice' and p.state = 'received' order by t.created_at desc, t.number desc limit 1;
  if found then
    insert into public.tax_documents (kind, number, order_id, refund_id, corrects, amount) values ('credit_note', private.next_tax_number(), new.order_id, new.id, invoice.id, new.amount);
  end if;
  return null;
end
$$;

create type public.refund_status as enum ('requested', 'sent', 'done', 'failed', 'manual');

-- Refunds: requested by a super admin, sent to the provider by the functions or settled by hand.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 500),
  status public.refund_status not null default 'requested',
  provider_reference text check (length(provider_reference) <= 120),
  last_error text check (length(last_error) <= 500),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  requested_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table public.refunds is 'requested waits to be sent, sent for the provider''s response; manual is done by hand; failed was refused and can be retried or settled by hand.';

create index refunds_payment_idx on public.refunds (payment_id);
create index refunds_order_idx on public.refunds (order_id);
create index refunds_due_idx on public.refunds (next_try_at) where status in ('requested', 'sent');
create index if not exists refunds_requested_by_idx on public.refunds (requested_by);

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;

create policy "Super admins see refunds" on public.refunds for select to authenticated using ((select private.is_super_admin()));

create trigger audit after insert or update on public.refunds for each row execute function private.audit();
create trigger credit after update of status on public.refunds for each row when (old.status <> 'done' and new.status = 'done') execute function private.create_credit_note();

create function public.refund_payment(payment_id uuid, reason text, amount bigint default null) returns public.refunds
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount bigint;
begin
  perform private.require_super_admin();
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'payment.not_found';
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  select payment.amount - payment.refunded_amount - coalesce(sum(r.amount), 0) into open_amount from public.refunds r where r.payment_id = payment.id and r.status in ('requested', 'sent', 'manual');
  if open_amount <= 0 then
    raise exception using errcode = 'PT409', message = 'This payment is being paid back in full already.', hint = 'refund.nothing_left';
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 1 and open_amount then
    raise exception using errcode = 'P0001', message = format('Enter an amount from KES 1 to %s.', private.shillings(open_amount)), hint = 'refund.invalid_amount', detail = 'amount';
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Say why the money goes back.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = auth.uid()))
  returning * into refund;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Paying back %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  return refund;
end
$$;
comment on function public.refund_payment(uuid, text, bigint) is
  'Pays a payment back, all that is left of it or an amount. Sent to the provider by itself; a bank transfer waits for settle_refund. Once all is paid back the order is cancelled and its licences are revoked.';
grant execute on function public.refund_payment(uuid, text, bigint) to authenticated;

create function public.retry_refund(refund_id uuid) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform private.require_super_admin();
  update public.refunds set status = 'requested', next_try_at = now(), last_error = null where id = refund_id and status = 'failed' returning * into refund;
  if not found then
    raise exception using errcode = 'PT409', message = 'Only a refund that was refused can be sent again.', hint = 'refund.not_failed';
  end if;
  return refund;
end
$$;
grant execute on function public.retry_refund(uuid) to authenticated;

create function public.settle_refund(refund_id uuid, reference text) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform private.require_super_admin();
  select * into refund from public.refunds where id = refund_id;
  perform private.order_for_change(refund.order_id);
  select * into refund from public.refunds where id = refund_id for update;
  if refund.status not in ('manual', 'failed') then
    raise exception using errcode = 'PT409', message = 'This refund is not waiting for a transfer by hand.', hint = 'refund.not_manual';
  end if;
  perform private.complete_refund(refund, private.require_text(reference, 120, 'reference', 'Enter the reference of your transfer.'));
  select * into refund from public.refunds where id = refund_id;
  return refund;
end
$$;
comment on function public.settle_refund(uuid, text) is 'The money was paid back by hand, under this reference of the bank or of M-Pesa.';
grant execute on function public.settle_refund(uuid, text) to authenticated;

create function public.apply_refund(refund_id uuid, is_done boolean, provider_reference text default null, error text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  perform 1 from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = refund_id) for update;
  select * into refund from public.refunds where id = refund_id for update;
  if not found then
    return 'unmatched';
  elsif refund.status = 'done' then
    return 'repeated';
  elsif is_done then
    perform private.complete_refund(refund, apply_refund.provider_reference);
    return 'done';
  elsif is_done is null then
    update public.refunds r set status = 'sent', provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id and r.status in ('requested', 'sent');
    return 'sent';
  end if;
  update public.refunds r set status = 'failed', last_error = left(error, 500), provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id;
  insert into public.order_events (order_id, kind, note) values (refund.order_id, 'refund', left(format('The refund of %s was not made: %s', private.shillings(refund.amount), error), 1000));
  return 'failed';
end
$$;
comment on function public.apply_refund(uuid, boolean, text, text) is
  'What a provider says of a refund: done, refused, or (null) taken. A refund that is done stays done.';

create function public.apply_refund_event(event_id uuid, note text, provider_reference text, is_done boolean, outcome text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid;
  result text;
begin
  select r.id into wanted from public.refunds r
  where r.id::text = substring(note from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}') or (note is null and r.provider_reference = apply_refund_event.provider_reference) limit 1;
  result := case when wanted is null then 'unmatched' else public.apply_refund(wanted, is_done, apply_refund_event.provider_reference, outcome) end;
  perform public.finish_provider_event(event_id, case result when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end, outcome || ': ' || result);
  return result;
end
$$;

create function public.claim_refunds(most integer default 5) returns table (id uuid, method public.payment_method, amount bigint, reason text, receipt text, merchant_reference text, status public.refund_status, tries integer)
language sql security definer set search_path = '' as $$
  with due as (
    update public.refunds r set tries = r.tries + 1, next_try_at = now() + interval '2 minutes' * power(2, least(r.tries, 6))
    where r.id in (select d.id from public.refunds d where d.status = 'requested' and d.next_try_at <= now() order by d.next_try_at limit most for update skip locked)
    returning r.*)
  select d.id, p.method, d.amount, d.reason, p.receipt, a.merchant_reference, d.status, d.tries
  from due d join public.payments p on p.id = d.payment_id left join public.payment_attempts a on a.id = p.attempt_id
$$;

-- Completes a refund. The caller has locked the order.
create function private.complete_refund(refund public.refunds, reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  update public.payments set refunded_amount = refunded_amount + refund.amount where id = refund.payment_id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, auth.uid(), 'refund', format('%s paid back of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    select * into target from public.orders where id = refund.order_id;
    if target.paid_at is not null and not exists (select from public.payments p where p.order_id = target.id and p.state = 'received' and p.refunded_amount < p.amount) then
      update public.orders set status = 'cancelled', paid_at = null where id = target.id;
      update public.licences set revoked_at = now() where order_id = target.id and revoked_at is null;
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (target.id, auth.uid(), 'status', target.status, 'cancelled', 'Paid back in full: the licences are revoked.');
    end if;
  else
    select * into target from public.orders where id = refund.order_id;
  end if;
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'));
end
$$;

create table public.provider_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  event_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text check (length(outcome) <= 500),
  attempt_id uuid references public.payment_attempts (id) on delete set null,
  state text not null default 'stored' check (state in ('stored', 'applied', 'ignored', 'rejected', 'unmatched', 'assigned')),
  tries integer not null default 0,
  next_try_at timestamptz default now() + interval '15 seconds',
  unique (provider, event_key)
);
comment on table public.provider_events is 'Callbacks as they came, stored before anything is made of them.';
comment on column public.provider_events.state is 'stored waits to be applied; unmatched is money without a known order; rejected differs from the request.';

create index provider_events_received_idx on public.provider_events (received_at desc);
create index provider_events_waiting_idx on public.provider_events (next_try_at) where state = 'stored';
create index provider_events_unmatched_idx on public.provider_events (received_at desc) where state in ('unmatched', 'rejected');
create index provider_events_attempt_idx on public.provider_events (attempt_id);

alter table public.provider_events enable row level security;
grant select on public.provider_events to authenticated;

create policy "Super admins see what providers sent" on public.provider_events for select to authenticated using ((select private.is_super_admin()));

create trigger audit after update on public.provider_events for each row when (old.state = 'unmatched') execute function private.audit();

-- How far the provider's statement has been read: after lost callbacks, and regularly for payers who type the reference themselves.
create table private.statement_reads (
  provider text primary key,
  read_until timestamptz not null default now() - interval '1 day',
  started_at timestamptz not null default 'epoch'
);

alter table private.statement_reads enable row level security;

create function public.store_provider_event(provider text, event_key text, payload jsonb, attempt_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored uuid;
begin
  insert into public.provider_events (provider, event_key, payload, attempt_id)
  values (store_provider_event.provider, store_provider_event.event_key, store_provider_event.payload, (select a.id from public.payment_attempts a where a.id = store_provider_event.attempt_id))
  on conflict (provider, event_key) do nothing returning id into stored;
  return stored;
end
$$;
comment on function public.store_provider_event(text, text, jsonb, uuid) is 'Keeps what a provider sent as it came; null when it had come before.';

create function public.claim_provider_events(most integer default 20) returns setof public.provider_events
language sql security definer set search_path = '' as $$
  update public.provider_events set tries = tries + 1, next_try_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(tries, 12)))
  where id in (select id from public.provider_events where state = 'stored' and next_try_at <= now() order by next_try_at limit most for update skip locked)
  returning *
$$;
comment on function public.claim_provider_events(integer) is
  'Events that are stored but not applied: the server stopped in between, or the provider could not confirm them.';

create function public.finish_provider_event(event_id uuid, state text, outcome text) returns void
language sql security definer set search_path = '' as $$
  update public.provider_events e set state = finish_provider_event.state, outcome = left(finish_provider_event.outcome, 500), processed_at = now()
  where e.id = event_id and e.state = 'stored'
$$;

create function public.dismiss_provider_event(event_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.provider_events e set state = 'ignored', outcome = left('Put aside: ' || private.require_text(reason, 400, 'reason', 'Say why it is put aside.'), 500) where e.id = event_id and e.state = 'unmatched';
end
$$;
grant execute on function public.dismiss_provider_event(uuid, text) to authenticated;

create function public.assign_provider_event(event_id uuid, order_number text) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require_super_admin();
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    raise exception using errcode = 'PT409', message = 'This money was assigned already.', hint = 'payment.assigned';
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'There is no order with this number.', hint = 'order.not_found', detail = 'orderNumber';
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end::bigint, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$$;
grant execute on function public.assign_provider_event(uuid, text) to authenticated;

-- Applies a line of the provider's statement: matched by the payer's reference, otherwise left unmatched.
create function public.apply_statement_line(event_id uuid, receipt text, reference text, amount numeric, paid_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  attempt public.payment_attempts;
  number constant text := upper(btrim(apply_statement_line.receipt));
  outcome text := 'unmatched';
begin
  if exists (select from public.payments p where p.method = 'mpesa' and p.receipt = number) then
    outcome := 'repeated';
  else
    select o.* into target from public.orders o where o.payment_reference = upper(btrim(reference)) for update;
    if found then
      -- The attempt that this money settles, or one settled without a receipt number.
      select a.* into attempt from public.payment_attempts a
      where a.order_id = target.id and a.method = 'mpesa' and a.amount = apply_statement_line.amount
        and (a.resolved_at is null or exists (select from public.payments p where p.attempt_id = a.id and p.receipt = upper(a.provider_reference)))
      order by a.created_at limit 1;
      if attempt.id is not null then
        outcome := private.apply_payment_success(attempt, target, jsonb_build_object('receipt', number, 'amount', apply_statement_line.amount, 'paid_at', apply_statement_line.paid_at, 'code', '0'));
      else
        outcome := (private.receive_payment(target, null, 'mpesa', apply_statement_line.amount::bigint, 'KES', number, apply_statement_line.paid_at, 'Found in the statement', true)).state;
      end if;
    end if;
  end if;
  perform public.finish_provider_event(event_id, case outcome when 'unmatched' then 'unmatched' when 'repeated' then 'ignored' else 'applied' end, outcome);
  return outcome;
end
$$;
comment on function public.apply_statement_line(uuid, text, text, numeric, timestamptz) is
  'Records money that stands in the provider''s statement but was never reported.';

-- The statement is also read while a payment lacks its receipt number: its callback was lost, and a status query has none.
create function public.claim_statement() returns timestamptz
language sql security definer set search_path = '' as $$
  update private.statement_reads s set started_at = now()
  where s.provider = 'daraja' and (s.started_at < now() - interval '10 minutes'
    or (s.started_at < now() - interval '15 seconds' and (
      exists (select from public.payment_attempts a where a.method = 'mpesa' and a.resolved_at is null and a.accepted_at is null and a.next_check_at is not null
        and a.created_at between now() - interval '2 hours' and now() - interval '20 seconds')
      or exists (select from public.payments p join public.payment_attempts a on a.id = p.attempt_id
        where p.method = 'mpesa' and p.created_at > now() - interval '1 hour' and p.receipt = upper(a.provider_reference)))))
  returning s.read_until
$$;
comment on function public.claim_statement() is 'From when the statement is to be read; null when it need not be read now.';

create function public.finish_statement() returns void
language sql security definer set search_path = '' as $$
  update private.statement_reads s set read_until = s.started_at where s.provider = 'daraja'
$$;

insert into private.statement_reads (provider) values ('daraja');

-- Documents for the tax authority: an invoice per paid order, a credit note per refund. Written in the transaction that causes
-- them, numbered without gaps, sent once the installation is configured for it.

create table public.tax_documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null unique,
  order_id uuid not null references public.orders (id) on delete cascade,
  refund_id uuid unique references public.refunds (id) on delete cascade,
  corrects uuid references public.tax_documents (id) on delete cascade,
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'signed', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 500),
  control_unit text,
  receipt_number text,
  receipt_signature text,
  internal_data text,
  signed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'credit_note') = (refund_id is not null))
);
comment on table public.tax_documents is 'pending waits to be sent; failed was refused, with the reason. The control unit''s fields stay empty until it has responded.';

create index tax_documents_order_idx on public.tax_documents (order_id, created_at);
create index tax_documents_due_idx on public.tax_documents (next_try_at) where status = 'pending';
create index tax_documents_corrects_idx on public.tax_documents (corrects);

alter table public.tax_documents enable row level security;
grant select on public.tax_documents to authenticated;

create policy "Super admins see tax documents" on public.tax_documents for select to authenticated using ((select private.is_super_admin()));

create table private.tax_counter (
  is_only boolean primary key default true check (is_only),
  last bigint not null default 0
);

alter table private.tax_counter enable row level security;

create function private.next_tax_number() returns bigint
language sql security definer set search_path = '' as $$ update private.tax_counter set last = last + 1 returning last $$;

create function private.invoice_paid_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tax_documents (kind, number, order_id, amount) values ('invoice', private.next_tax_number(), new.id, new.total_amount);
  return null;
end
$$;
create trigger invoice after update of paid_at on public.orders for each row
  when (old.paid_at is null and new.paid_at is not null and new.total_amount > 0 and not new.is_demo) execute function private.invoice_paid_order();

create function public.claim_tax_documents(most integer default 10) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    update public.tax_documents t set tries = t.tries + 1, next_try_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(t.tries, 9)))
    where t.id in (select d.id from public.tax_documents d where d.status = 'pending' and d.next_try_at <= now()
      and (d.corrects is null or exists (select from public.tax_documents i where i.id = d.corrects and i.status = 'signed')) order by d.number limit most for update skip locked)
    returning t.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'number', d.number, 'corrects', i.number, 'amount', d.amount, 'created_at', d.created_at,
    'order_number', o.order_number, 'customer', o.institution, 'phone', o.customer_phone, 'payment_method', o.payment_method, 'total', o.total_amount,
    'lines', (select jsonb_agg(jsonb_build_object('name', l.addon_name, 'quantity', l.quantity, 'price', l.price, 'total', l.line_total) order by l.position) from public.order_items l where l.order_id = o.id))
    order by d.number), '[]')
  from due d join public.orders o on o.id = d.order_id left join public.tax_documents i on i.id = d.corrects
$$;
comment on function public.claim_tax_documents(integer) is 'Documents to be sent now, a credit note only after its invoice was signed.';

create function public.sign_tax_document(document_id uuid, control_unit text, receipt_number text, receipt_signature text, internal_data text, signed_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.tax_documents t set status = 'signed', last_error = null, control_unit = sign_tax_document.control_unit, receipt_number = sign_tax_document.receipt_number,
    receipt_signature = sign_tax_document.receipt_signature, internal_data = sign_tax_document.internal_data, signed_at = coalesce(sign_tax_document.signed_at, now())
  where t.id = document_id and t.status <> 'signed'
$$;

create function public.fail_tax_document(document_id uuid, error text, is_final boolean) returns void
language sql security definer set search_path = '' as $$
  update public.tax_documents t set last_error = left(error, 500), status = case when is_final then 'failed' else t.status end where t.id = document_id and t.status = 'pending'
$$;

create function public.retry_tax_document(document_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.tax_documents set status = 'pending', next_try_at = now() where id = document_id and status = 'failed';
  if not found then
    raise exception using errcode = 'PT409', message = 'Only a document that was refused can be sent again.', hint = 'tax.not_failed';
  end if;
end
$$;
grant execute on function public.retry_tax_document(uuid) to authenticated;

insert into private.tax_counter default values;

create table public.licences (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  order_item_id uuid not null unique references public.order_items (id) on delete restrict,
  school_id uuid references public.schools (id) on delete set null,
  user_id uuid references public.users (id) on delete set null,
  kind public.order_item_kind not null,
  name text not null,
  category public.product_category not null,
  quantity integer not null,
  licence_key text not null unique,
  valid_from date not null default current_date,
  valid_until date,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.licences is 'One per paid line of an order. valid_until null never ends.';

create index licences_school_idx on public.licences (school_id, valid_until);
create index licences_order_idx on public.licences (order_id);
create index licences_user_idx on public.licences (user_id);

alter table public.licences enable row level security;
grant select on public.licences to authenticated;

create policy "Super admins see every licence, schools and buyers theirs" on public.licences for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()) or user_id = (select auth.uid()));

create function private.issue_licences(paid public.orders) returns void
language sql security definer set search_path = '' as $$
  insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_until)
  select paid.id, i.id, paid.school_id, paid.user_id, i.kind, i.addon_name, i.category, i.quantity,
    upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')), private.licence_end(i)
  from public.order_items i where i.order_id = paid.id
  -- Paid again after a refund: the same licence key becomes valid again.
  on conflict (order_item_id) do update set revoked_at = null, valid_from = current_date, valid_until = excluded.valid_until where public.licences.revoked_at is not null
$$;

create function private.licence_end(item public.order_items) returns date
language sql stable security definer set search_path = '' as $$
  select case
    when item.kind = 'plan' then case coalesce((select p.period from public.plans p where p.id = item.plan_id), 'year')
      when 'term' then current_date + interval '4 months' when 'month' then current_date + interval '1 month' else current_date + interval '1 year' end
    when item.kind = 'service' then case (select s.unit from public.services s where s.id = item.service_id)
      when 'per term' then current_date + interval '4 months' when 'per month' then current_date + interval '1 month' when 'per year' then current_date + interval '1 year' end
    else current_date + interval '4 months' end::date
$$;

create type public.subscription_status as enum ('trial', 'active', 'grace', 'expired', 'cancelled');

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  plan_id uuid not null references public.plans (id) on delete restrict,
  status public.subscription_status not null default 'trial',
  billing text not null default 'termly' check (billing in ('termly', 'annual')),
  started_on date not null default current_date,
  ends_on date not null,
  grace_until date,
  reminded_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on >= started_on)
);
comment on column public.subscriptions.reminded_days is 'Days before the end of the last reminder sent for this period.';

create unique index subscriptions_school_key on public.subscriptions (school_id) where status in ('trial', 'active', 'grace');
create index subscriptions_plan_idx on public.subscriptions (plan_id);
create index subscriptions_end_idx on public.subscriptions (ends_on) where status in ('trial', 'active', 'grace');

alter table public.subscriptions enable row level security;
grant select on public.subscriptions to authenticated;

create policy "Super admins see every subscription, administrators their school's" on public.subscriptions for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()));

create trigger touch before update on public.subscriptions for each row execute function private.touch_updated_at();
create trigger audit after insert or update on public.subscriptions for each row execute function private.audit();

create view public.subscription_overview with (security_invoker = true) as
  select distinct on (s.id) s.id as school_id, s.name as school, s.is_active as is_school_active, b.id as subscription_id, b.plan_id, p.name as plan, coalesce(b.status::text, 'none') as status, b.billing, b.started_on, b.ends_on, b.grace_until,
    p.max_students, (select count(*) from public.students l where l.school_id = s.id and l.status = 'active')::integer as students
  from public.schools s left join public.subscriptions b on b.school_id = s.id left join public.plans p on p.id = b.plan_id
  order by s.id, (b.status in ('trial', 'active', 'grace')) desc nulls last, b.ends_on desc;
comment on view public.subscription_overview is 'Every school with its present or last subscription, its size and its plan''s limit.';
grant select on public.subscription_overview to authenticated;

create function public.renew_subscription(school_id uuid, plan_id uuid, billing text) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  renewed public.subscriptions;
  length constant interval := case renew_subscription.billing when 'annual' then interval '1 year' else interval '4 months' end;
begin
  perform private.require_super_admin();
  update public.subscriptions s set plan_id = renew_subscription.plan_id, billing = renew_subscription.billing, status = 'active',
    ends_on = (greatest(s.ends_on, current_date) + length)::date, grace_until = null, reminded_days = null
  where s.school_id = renew_subscription.school_id and s.status in ('trial', 'active', 'grace') returning * into renewed;
  if not found then
    insert into public.subscriptions (school_id, plan_id, status, billing, ends_on)
    values (renew_subscription.school_id, renew_subscription.plan_id, 'active', renew_subscription.billing, (current_date + length)::date) returning * into renewed;
  end if;
  return renewed;
end
$$;
comment on function public.renew_subscription(uuid, uuid, text) is
  'Starts or prolongs a school''s subscription by a term or a year from its present end.';
grant execute on function public.renew_subscription(uuid, uuid, text) to authenticated;

create function public.cancel_subscription(subscription_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.subscriptions set status = 'cancelled' where id = subscription_id and status in ('trial', 'active', 'grace');
  if not found then
    raise exception using errcode = 'PT409', message = 'This subscription has already ended.', hint = 'subscription.ended';
  end if;
end
$$;
grant execute on function public.cancel_subscription(uuid) to authenticated;

create function public.start_trial(school_id uuid, plan_id uuid) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  started public.subscriptions;
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  insert into public.subscriptions (school_id, plan_id, status, ends_on)
  values (start_trial.school_id, start_trial.plan_id, 'trial', current_date + coalesce((private.setting('subscriptions', 'trialDays'))::integer, 30))
  returning * into started;
  return started;
end
$$;
grant execute on function public.start_trial(uuid, uuid) to authenticated;

create function private.update_subscription_status() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  subscription record;
  days integer;
  moved integer := 0;
begin
  update public.subscriptions set status = 'expired' where status = 'grace' and grace_until < current_date;
  get diagnostics moved = row_count;
  update public.subscriptions set status = 'grace', grace_until = ends_on + coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30)
  where status in ('trial', 'active') and ends_on < current_date;
  for subscription in
    select s.*, c.name as school, c.email, p.name as plan from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.status in ('trial', 'active') and s.ends_on >= current_date and s.ends_on <= current_date + 60 for update of s skip locked loop
    select min(reminder::integer) into days from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where reminder::integer >= subscription.ends_on - current_date;
    if days is not null and (subscription.reminded_days is null or days < subscription.reminded_days) then
      if subscription.email is not null then
        perform private.queue_mail(format('subscription-ending/%s/%s/%s', subscription.id, subscription.ends_on, days), 'subscription-ending', subscription.email,
          jsonb_build_object('school', subscription.school, 'plan', subscription.plan, 'status', subscription.status, 'ends_on', subscription.ends_on));
      end if;
      update public.subscriptions set reminded_days = days where id = subscription.id;
      moved := moved + 1;
    end if;
  end loop;
  return moved;
end
$$;

-- First-party visit counts without cookies or personal data: a visit is a random number of one tab.

create table public.visit_counts (
  day date not null,
  surface text not null check (surface in ('site', 'store')),
  visits integer not null default 0,
  demo_visits integer not null default 0 check (demo_visits between 0 and visits),
  primary key (day, surface)
);
comment on table public.visit_counts is 'Visits per day in Nairobi''s time. A visit is one browser tab, counted once a day and surface.';
comment on column public.visit_counts.demo_visits is 'How many of the visits are the demonstration''s.';

alter table public.visit_counts enable row level security;
grant select on public.visit_counts to authenticated;

create policy "Super admins see visits" on public.visit_counts for select to authenticated using ((select private.is_super_admin()));

create table private.recent_visits (
  visit_id uuid not null,
  surface text not null,
  day date not null,
  primary key (visit_id, surface, day)
);

alter table private.recent_visits enable row level security;

create function public.record_visit(visit_id uuid, surface text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_visit.surface not in ('site', 'store') or record_visit.visit_id is null then
    return;
  end if;
  insert into private.recent_visits (visit_id, surface, day) values (record_visit.visit_id, record_visit.surface, private.nairobi_day(now())) on conflict do nothing;
  if found then
    insert into public.visit_counts (day, surface, visits) values (private.nairobi_day(now()), record_visit.surface, 1)
    on conflict (day, surface) do update set visits = public.visit_counts.visits + 1;
  end if;
end
$$;
grant execute on function public.record_visit(uuid, text) to anon, authenticated;

-- Sales per day in Nairobi's time, recounted only for days with changes, so that analytics of a million orders read few rows.

create table private.dirty_days (
  day date primary key,
  marks integer not null default 1
);

alter table private.dirty_days enable row level security;

create table private.order_days (
  day date not null,
  orders integer not null,
  revenue bigint not null,
  primary key (day)
);

alter table private.order_days enable row level security;

create table private.item_days (
  day date not null,
  kind public.order_item_kind not null,
  name text not null,
  category public.product_category not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, kind, name, category)
);

alter table private.item_days enable row level security;

create table private.customers (
  id integer generated always as identity primary key,
  email text not null unique,
  segment public.institution_kind not null
);

alter table private.customers enable row level security;

create table private.customer_days (
  day date not null,
  customer_id integer not null references private.customers (id) on delete cascade,
  primary key (day, customer_id)
);

create index customer_days_customer_idx on private.customer_days (customer_id, day);

alter table private.customer_days enable row level security;

-- Distinct buyers per period. A buyer counts once, at their last order of the period: the one whose next order comes after
-- the period's end. Each row counts the buyers who ordered on `day` and next on `next_day` (infinity: not again yet).
create table private.return_days (
  day date not null,
  next_day date not null,
  customers integer not null,
  primary key (day, next_day) include (customers)
);

alter table private.return_days enable row level security;

create table private.last_days (
  segment public.institution_kind not null,
  day date not null,
  customers integer not null,
  primary key (segment, day)
);

alter table private.last_days enable row level security;

create table private.cart_days (
  day date primary key,
  carts integer not null,
  bought integer not null
);

alter table private.cart_days enable row level security;

create table private.rating_days (
  day date primary key,
  ratings integer not null,
  stars bigint not null
);

alter table private.rating_days enable row level security;

create function private.mark_dirty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from added
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  if tg_op = 'DELETE' then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  return null;
end
$$;
create trigger mark_days_added after insert on public.orders referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.orders referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.orders referencing old table as removed for each statement execute function private.mark_dirty_days();
create trigger mark_days_added after insert on public.carts referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.carts referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.carts referencing old table as removed for each statement execute function private.mark_dirty_days();
create trigger mark_days_added after insert on public.order_ratings referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.order_ratings referencing new table as added for each statement execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.order_ratings referencing old table as removed for each statement execute function private.mark_dirty_days();

-- A row whose time changes moves from one day to another: both are recounted.
create function private.mark_left_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed order by 1
  on conflict (day) do update set marks = private.dirty_days.marks + 1;
  return null;
end
$$;
create trigger mark_days_left after update on public.orders referencing old table as removed for each statement execute function private.mark_left_days();
create trigger mark_days_left after update on public.carts referencing old table as removed for each statement execute function private.mark_left_days();
create trigger mark_days_left after update on public.order_ratings referencing old table as removed for each statement execute function private.mark_left_days();

create function private.count_dirty_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  days date[];
  buyers integer[];
begin
  perform private.shift_demonstration_days();
  if not exists (select from private.dirty_days) then
    return;
  end if;
  -- One count at a time: two would each miss the other's orders of the same buyer.
  perform pg_advisory_xact_lock(hashtextextended('private.count_dirty_days', 0));
  -- A day locked by an order being written stays dirty and is counted next time.
  with taken as (delete from private.dirty_days where day in (select day from private.dirty_days for update skip locked) returning day)
  select array_agg(day order by day) into days from taken;
  if days is null then
    return;
  end if;
  create temporary table if not exists counted_orders (id uuid, day date, total bigint, email text, segment public.institution_kind) on commit drop;
  truncate pg_temp.counted_orders;
  insert into pg_temp.counted_orders
  select o.id, d.day, o.total_amount, lower(o.customer_email), o.segment from unnest(days) as d (day)
  join public.orders o on o.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and o.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
  where o.status <> 'cancelled';
  buyers := array(
    select customer_id from private.customer_days where day = any (days)
    union select k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email);
  perform private.count_returns(buyers, -1);
  delete from private.order_days where day = any (days);
  delete from private.item_days where day = any (days);
  delete from private.customer_days where day = any (days);
  insert into private.order_days (day, orders, revenue) select day, count(*), sum(total) from pg_temp.counted_orders group by day;
  insert into private.item_days (day, kind, name, category, units, revenue)
  select c.day, i.kind, i.addon_name, i.category, sum(i.quantity), sum(i.line_total) from pg_temp.counted_orders c join public.order_items i on i.order_id = c.id group by 1, 2, 3, 4;
  insert into private.customers (email, segment) select distinct on (email) email, segment from pg_temp.counted_orders order by email, day desc
  on conflict (email) do update set segment = excluded.segment where private.customers.segment <> excluded.segment;
  insert into private.customer_days (day, customer_id) select distinct c.day, k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email;
  buyers := array(select unnest(buyers) union select customer_id from private.customer_days where day = any (days));
  perform private.count_returns(buyers, 1);
  delete from private.return_days where customers = 0;
  delete from private.cart_days where day = any (days);
  insert into private.cart_days (day, carts, bought)
  select d.day, count(*), count(c.order_id) from unnest(days) as d (day)
  join public.carts c on c.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and c.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
  delete from private.rating_days where day = any (days);
  insert into private.rating_days (day, ratings, stars)
  select d.day, count(*), sum(r.rating) from unnest(days) as d (day)
  join public.order_ratings r on r.created_at >= d.day::timestamp at time zone 'Africa/Nairobi' and r.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
end
$$;

-- Subtracts the day pairs of these buyers from the counts (sign -1) or adds them (1).
create function private.count_returns(buyers integer[], sign integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.return_days as r (day, next_day, customers)
  select day, next_day, sign * count(*) from (
    select day, coalesce(lead(day) over (partition by customer_id order by day), 'infinity') as next_day from private.customer_days where customer_id = any (buyers)) as pairs
  group by 1, 2
  on conflict (day, next_day) do update set customers = r.customers + excluded.customers;
  insert into private.last_days as l (segment, day, customers)
  select k.segment, d.day, sign * count(*)
  from (select customer_id, max(day) as day from private.customer_days where customer_id = any (buyers) group by 1) d join private.customers k on k.id = d.customer_id
  group by 1, 2
  on conflict (segment, day) do update set customers = l.customers + excluded.customers;
end
$$;

-- Distinct buyers from first_day to last_day.
create function private.buyers_between(first_day date, last_day date) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(customers), 0)::bigint from private.return_days where day between first_day and last_day and next_day > last_day
$$;

-- Distinct buyers since first_day, by the kind of their institution.
create function private.buyer_segments(first_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('segment', segment, 'count', buyers, 'percentage', round(buyers * 100.0 / nullif(sum, 0), 1)) order by segment)
  from (
    select s.segment, coalesce(sum(l.customers), 0) as buyers, sum(coalesce(sum(l.customers), 0)) over () as sum
    from unnest(enum_range(null::public.institution_kind)) as s (segment) left join private.last_days l on l.segment = s.segment and l.day >= first_day
    group by s.segment) as counted
$$;

-- Figures from first_day to last_day.
create function private.store_figures(first_day date, last_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with sales as (select coalesce(sum(orders), 0) as orders, coalesce(sum(revenue), 0) as revenue from private.order_days where day between first_day and last_day),
    addons as (select coalesce(sum(units), 0) as units from private.item_days where kind = 'addon' and day between first_day and last_day),
    -- Buyers of the previous period, and how many of them bought again in this one.
    earlier as (
      select coalesce(sum(customers), 0) as buyers, coalesce(sum(customers) filter (where next_day <= last_day), 0) as returned
      from private.return_days where day between first_day - (last_day - first_day + 1) and first_day - 1 and next_day >= first_day),
    visits as (select coalesce(sum(visits), 0) as visits from public.visit_counts where surface = 'store' and day between first_day and last_day),
    carts as (select coalesce(sum(carts), 0) as carts, coalesce(sum(bought), 0) as bought from private.cart_days where day between first_day and last_day),
    ratings as (select sum(stars)::numeric / nullif(sum(ratings), 0) as rating from private.rating_days where day between first_day and last_day)
  select jsonb_build_object(
    'revenue', sales.revenue, 'orders', sales.orders, 'addons_sold', addons.units,
    'customers', private.buyers_between(first_day, last_day),
    'conversion', round(sales.orders * 100 / nullif(visits.visits, 0)::numeric, 1),
    'average_order_value', trunc(sales.revenue / nullif(sales.orders, 0)),
    'retention', round(earlier.returned * 100 / nullif(earlier.buyers, 0)::numeric, 1),
    'cart_abandonment', round((carts.carts - carts.bought) * 100 / nullif(carts.carts, 0)::numeric, 1),
    'satisfaction', round(ratings.rating, 1))
  from sales, addons, earlier, visits, carts, ratings
$$;

create function public.store_analytics(period text default '30d') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := private.period_days(period);
  today constant date := private.nairobi_day(now());
  first_day constant date := today - (days - 1);
  months constant integer := greatest(6, ceil(days / 30.5)::integer);
  figures jsonb;
  before jsonb;
begin
  perform private.require_super_admin();
  perform private.count_dirty_days();
  figures := private.store_figures(first_day, today);
  before := private.store_figures(first_day - days, first_day - 1);
  return jsonb_build_object(
    'period', period, 'from', first_day, 'to', today,
    'figures', (select jsonb_object_agg(key, jsonb_build_object('value', value, 'before', before -> key, 'growth', private.percent_change((value #>> '{}')::numeric, (before ->> key)::numeric)))
      from jsonb_each(figures)),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'saas', coalesce(saas, 0), 'standalone', coalesce(standalone, 0)) order by month)
      from generate_series(date_trunc('month', today::timestamp) - make_interval(months => months - 1), today::timestamp, interval '1 month') as month
      left join lateral (
        select sum(revenue) filter (where category = 'saas') as saas, sum(revenue) filter (where category = 'standalone') as standalone
        from private.item_days where day >= month::date and day < (month + interval '1 month')::date) as sums on true),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'category', category, 'sales', units, 'revenue', revenue, 'percentage', round(revenue * 100.0 / nullif(total, 0), 1),
        'average_price', round(revenue::numeric / units), 'growth', private.percent_change(revenue, earlier)) order by revenue desc, name), '[]')
      from (
        select name, category, sum(units) filter (where day >= first_day) as units, sum(revenue) filter (where day >= first_day) as revenue,
          sum(revenue) filter (where day < first_day) as earlier, sum(sum(revenue) filter (where day >= first_day)) over () as total
        from private.item_days where kind = 'addon' and day between first_day - days and today group by name, category) as sold
      where units > 0),
    'segments', private.buyer_segments(first_day));
end
$$;
comment on function public.store_analytics(text) is
  'Store Analytics of the last 7d, 30d, 90d or 1y, cancelled orders left out. figures: {value, before, growth} of revenue, orders, addons_sold (units), customers (distinct buyers), conversion (orders per 100 store visits), average_order_value (revenue / orders, whole shillings), retention (buyers of the period before who bought again, %), cart_abandonment (carts never bought, %), satisfaction (mean of 1-5 stars).';
grant execute on function public.store_analytics(text) to authenticated;

create function private.institution_segment(institution text) returns public.institution_kind
language sql immutable set search_path = '' as $$
  select case
    when institution ~* '\muniversit(y|ies)\M' then 'university'
    when institution ~* '\m(college|institute|polytechnic|tvet|technical)\M' then 'college'
    when institution ~* '\m(primary|preparatory|prep|kindergarten|nursery|pre-?school|junior)\M' then 'primary'
    else 'secondary' end::public.institution_kind
$$;

create table private.demonstration_day (
  only_row boolean primary key default true check (only_row),
  day date not null
);
comment on table private.demonstration_day is 'The day the demonstration''s sales are relative to; without a row the day they were loaded.';

alter table private.demonstration_day enable row level security;

-- Visits between the two statements of a shift: one statement cannot update the same row twice.
create table private.demonstration_visits (
  day date not null,
  surface text not null,
  visits integer not null
);

alter table private.demonstration_visits enable row level security;

create function private.shift_demonstration_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.nairobi_day(now());
  was date;
  midnight timestamptz;
  days interval;
begin
  if private.setting('demonstration', 'loadedOn') is null then
    return;
  end if;
  insert into private.demonstration_day (day) values (coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, today)) on conflict do nothing;
  select d.day into was from private.demonstration_day d where d.day < today for update skip locked;
  if was is null then
    return;
  end if;
  midnight := was::timestamp at time zone 'Africa/Nairobi';
  days := make_interval(days => today - was);
  update public.order_events e set at = e.at + days from public.orders o where o.id = e.order_id and o.is_demo and e.actor_id is null and e.at < midnight;
  update public.payments p set paid_at = p.paid_at + days from public.orders o where o.id = p.order_id and o.is_demo and p.paid_at < midnight;
  update public.licences l set valid_from = l.valid_from + (today - was), valid_until = l.valid_until + (today - was)
  from public.orders o where o.id = l.order_id and o.is_demo and l.valid_from < was;
  update public.order_ratings r set created_at = r.created_at + days from public.orders o where o.id = r.order_id and o.is_demo and r.created_at < midnight;
  update public.carts set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end where is_demo;
  update public.orders set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end,
    paid_at = case when paid_at < midnight then paid_at + days else paid_at end where is_demo;
  with moved as (
    update public.visit_counts v set visits = v.visits - v.demo_visits, demo_visits = 0
    from (select old.day, old.surface, old.demo_visits from public.visit_counts old where old.demo_visits > 0 for update) as before
    where v.day = before.day and v.surface = before.surface returning before.day, before.surface, before.demo_visits)
  insert into private.demonstration_visits (day, surface, visits) select day + (today - was), surface, demo_visits from moved;
  insert into public.visit_counts as v (day, surface, visits, demo_visits) select day, surface, visits, visits from private.demonstration_visits
  on conflict (day, surface) do update set visits = v.visits + excluded.visits, demo_visits = excluded.demo_visits;
  delete from private.demonstration_visits;
  delete from public.visit_counts where visits = 0;
  update private.demonstration_day set day = today;
end
$$;

create function public.remove_demonstration_data() returns void
language plpgsql security definer set search_path = '' as $$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.nairobi_day(now()));
begin
  perform private.require_super_admin();
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> auth.uid() and exists (select from public.super_admins s where s.id = auth.uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$$;
comment on function public.remove_demonstration_data() is
  'Deletes schools, accounts, orders and statistics of the demonstration. Data added since stays.';
grant execute on function public.remove_demonstration_data() to authenticated;

create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z_]{1,60}$'),
  value jsonb not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.settings is 'One row per group: brand, contact, social, hours, … Private groups are for super admins only.';

alter table public.settings enable row level security;
grant select on public.settings to anon, authenticated;
grant insert (key, value, is_public), update (value), delete on public.settings to authenticated;

create policy "Super admins add" on public.settings for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update" on public.settings for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete" on public.settings for delete to authenticated
  using ((select private.is_super_admin()));
create policy "Everyone reads public settings" on public.settings for select to anon, authenticated using (is_public);
create policy "Super admins read every setting" on public.settings for select to authenticated using ((select private.is_super_admin()));

create trigger touch before update on public.settings for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.settings for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.settings for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.settings for each statement execute function private.require_publisher_to_write();

create table public.setting_versions (
  id uuid primary key default gen_random_uuid(),
  key text not null references public.settings (key) on delete cascade,
  value jsonb not null,
  saved_by uuid references public.users (id) on delete set null,
  saved_at timestamptz not null default clock_timestamp()
);
comment on table public.setting_versions is 'Every state a group of settings ever had. The newest of a key is the one in force.';

create index setting_versions_key_idx on public.setting_versions (key, saved_at desc);

alter table public.setting_versions enable row level security;
grant select on public.setting_versions to authenticated;

create policy "Super admins read earlier settings" on public.setting_versions for select to authenticated using ((select private.is_super_admin()));

create function public.save_setting(setting_key text, new_value jsonb, seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.settings;
  problems jsonb;
begin
  perform private.require_super_admin();
  select * into current from public.settings s where s.key = setting_key for update;
  if not found or not private.setting_shapes() ? setting_key then
    raise exception using errcode = 'P0002', message = 'These settings are no longer here.', hint = 'setting.not_found';
  end if;
  if current.updated_at <> seen then
    raise exception using errcode = 'PT409', message = 'Somebody else saved this in the meantime.', hint = 'setting.changed_meanwhile';
  end if;
  select jsonb_agg(jsonb_build_object('path', p.path, 'problem', p.problem)) into problems from private.all_setting_problems(setting_key, new_value) as p;
  if problems is not null then
    return jsonb_build_object('problems', problems);
  end if;
  update public.settings s set value = new_value where s.key = setting_key returning * into current;
  return jsonb_build_object('updatedAt', current.updated_at);
end
$$;
comment on function public.save_setting(text, jsonb, timestamptz) is
  'Saves a group of settings against the state it was read at. Returns all problems, or the time of the new state.';
grant execute on function public.save_setting(text, jsonb, timestamptz) to authenticated;

create function public.setting_history(setting_keys text[]) returns table (key text, saved_at timestamptz, saved_by text, states integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select distinct on (v.key) v.key, v.saved_at, coalesce(private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), u.email::text), (count(*) over (partition by v.key))::integer
  from public.setting_versions v left join public.users u on u.id = v.saved_by
  where v.key = any (setting_history.setting_keys)
  order by v.key, v.saved_at desc;
end
$$;
comment on function public.setting_history(text[]) is 'When each group was saved last, by whom, and how many states it had.';
grant execute on function public.setting_history(text[]) to authenticated;

create function private.check_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong record;
begin
  if private.setting_shapes() ? new.key and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    select p.path, p.problem into wrong from private.all_setting_problems(new.key, new.value) as p limit 1;
    if found then
      raise exception using errcode = 'P0001', message = wrong.problem, hint = 'setting.invalid', detail = wrong.path;
    end if;
  end if;
  return new;
end
$$;
create trigger judge before insert or update on public.settings for each row execute function private.check_setting();

create function private.save_setting_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.value is distinct from old.value then
    insert into public.setting_versions (key, value, saved_by) values (new.key, new.value, (select u.id from public.users u where u.id = auth.uid()));
    delete from public.setting_versions v where v.key = new.key and v.id not in (select n.id from public.setting_versions n where n.key = new.key order by n.saved_at desc limit 100);
  end if;
  return null;
end
$$;
create trigger keep_version after insert or update on public.settings for each row execute function private.save_setting_version();

create function private.setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select private.site_setting_shapes() || jsonb_build_object(
    'payments', '{"methods": [["text:20"], 1, 3], "bank": {"bankName": "text:120", "branch": "text:120", "accountName": "text:120", "accountNumber": "text:40", "swift": "text:11", "validDays": "whole:1:90"}}'::jsonb,
    'company', '{"vatPercent": "whole:0:50", "kraPin": "text?:11", "currency": "text:3"}'::jsonb,
    'subscriptions', '{"trialDays": "whole:1:365", "reminderDays": [["whole:1:60"], 1, 6], "graceDays": "whole:0:180", "priceNoticeDays": "whole:0:180"}'::jsonb,
    'emails', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template))
  from (values ('{"subject": "text:160", "opening": "text:1500", "closing": "text?:1500"}'::jsonb)) as parts (template)
$$;

create function private.all_setting_problems(group_key text, value jsonb) returns table (path text, problem text)
language sql stable set search_path = '' as $$
  with found as materialized (select p.path, p.problem from private.site_setting_problems(group_key, value) as p)
  select f.path, f.problem from found f
  union all
  select p.path, p.problem from private.store_setting_problems(case when not exists (select from found) then group_key end, value) as p
$$;
comment on function private.all_setting_problems(text, jsonb) is
  'Everything wrong with a group of settings: of its fields, and of what they mean together.';

-- Rules over several fields of a group.
create function private.site_setting_problems(group_key text, value jsonb) returns table (path text, problem text)
language sql stable set search_path = '' as $$
  with found as materialized (
    select p.path, p.problem from private.setting_problems(value, private.setting_shapes() -> group_key) as p
  )
  select path, problem from found
  union all
  select part || '.closesAt', 'Closing comes after opening.' from unnest(array['office', 'chat']) as part
  where group_key = 'hours' and not exists (select from found) and (value #>> array[part, 'closesAt'])::integer <= (value #>> array[part, 'opensAt'])::integer
  union all
  select 'text', 'Enter what the bar says, or switch it off.'
  where group_key = 'announcement' and not exists (select from found) and (value ->> 'isShown')::boolean and btrim(value ->> 'text') = ''
  union all
  select case when btrim(value ->> 'label') = '' then 'label' else 'url' end, 'A link needs a label and an address.'
  where group_key = 'announcement' and not exists (select from found) and (btrim(value ->> 'label') = '') <> (btrim(value ->> 'url') = '')
$$;

-- Shapes: text:most and text?:most (may be empty), lines, whole:least:most, url, url? and place? (an address on this site or https), email, phone, flag;
-- [shape, least, most] is a list; an object lists every field it has.
create function private.site_setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'brand', '{"name": "text:40", "legalName": "text:120", "tagline": "text:160"}'::jsonb,
    'contact', '{"phone": "phone", "email": "email", "salesEmail": "email", "supportEmail": "email", "addressLines": [["text:120"], 1, 6], "mapUrl": "url?"}'::jsonb,
    'social', '[[{"label": "text:40", "url": "url"}], 0, 8]'::jsonb,
    'hours', jsonb_build_object('office', hours, 'chat', hours),
    'claims', '{"founded": "whole:1900:2100", "operatingSince": "whole:1900:2100", "institutions": "text:12", "countries": "text:12", "students": "text:12", "hoursSaved": "text:12"}'::jsonb,
    'demo', '{"saasUrl": "url", "standaloneUrl": "url", "password": "text?:80"}'::jsonb,
    'help', '{"documentation": "place?", "videos": "place?", "community": "place?"}'::jsonb,
    'announcement', '{"isShown": "flag", "text": "text?:160", "label": "text?:40", "url": "place?"}'::jsonb,
    'heroes', (select jsonb_object_agg(page, hero) from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support']) as page),
    'about', '{"story": [["text:1500"], 1, 8], "mission": "text:400", "vision": "text:400", "impact": [["text:300"], 1, 8], "partners": [[{"name": "text:80", "what": "text:200"}], 0, 12],
      "stories": [[{"institution": "text:120", "place": "text:160", "figure": "text:40", "caption": "text:160", "text": "text:800"}], 0, 12]}'::jsonb,
    'cms', '{"keepVersions": "whole:5:500"}'::jsonb)
  from (values (
    '{"days": [["whole:0:6"], 1, 7], "opensAt": "whole:0:1439", "closesAt": "whole:1:1440", "label": "text:80"}'::jsonb,
    '{"eyebrow": "text?:60", "title": "text:120", "text": "text?:400"}'::jsonb)) as parts (hours, hero)
$$;

create function private.store_setting_problems(group_key text, value jsonb) returns table (path text, problem text)
language sql stable set search_path = '' as $$
  select 'methods', 'Choose each way of paying once, of M-Pesa, card and bank transfer.'
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method) where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', 'A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.'
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', 'A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.'
  where group_key = 'company' and value ->> 'kraPin' <> '' and value ->> 'kraPin' !~ '^[AP][0-9]{9}[A-Z]$'
  union all
  select 'currency', 'Prices are in KES.' where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', 'Name each day once.'
  where group_key = 'subscriptions' and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.key, part.key), format('{{%s}} is not filled in by this mail. It knows %s.', unknown.name,
    (select string_agg('{{' || known || '}}', ', ') from unnest(private.mail_placeholders(mail.key)) as known))
  from jsonb_each(case when group_key = 'emails' then value else '{}' end) as mail (key, template), jsonb_each_text(mail.template) as part (key, text),
    lateral (select btrim(found[1]) as name from regexp_matches(part.text, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$$;

create function private.text_problem(value text, shape text) returns text
language sql immutable set search_path = '' as $$
  select case
    when value ~ '[\x01-\x08\x0b-\x1f\x7f]' then 'This holds characters that cannot be shown. Type it again.'
    when btrim(value) = '' then case when shape like '%?%' then null else 'Enter something here.' end
    when shape like 'text%' then case when length(value) > split_part(shape, ':', 2)::integer then format('Use at most %s characters.', split_part(shape, ':', 2)) end
    when length(value) > 500 then 'Use at most 500 characters.'
    when shape = 'email' then case when not private.is_email(value) then 'Enter an email address such as name@example.com.' end
    when shape = 'phone' then case when value !~ '^\+?[0-9][0-9 ()-]{6,24}$' then 'Enter a phone number such as +254 700 000 000.' end
    when shape like 'url%' then case when value !~* '^https://[^\s<>"]+$' then 'Enter an address that begins with https://.' end
    else case when value !~* '^https://[^\s<>"]+$' and value !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$' then 'Enter an address on this site, such as /pricing, or one that begins with https://.' end
  end
$$;

create function private.setting_problems(value jsonb, shape jsonb, place text default '') returns table (path text, problem text)
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := case when jsonb_typeof(shape) = 'string' then shape #>> '{}' end;
  list constant jsonb := case when jsonb_typeof(shape) = 'array' then shape end;
begin
  if list is not null then
    if jsonb_typeof(value) is distinct from 'array' then
      return query select place, 'This is a list.';
    elsif jsonb_array_length(value) not between (list ->> 1)::integer and (list ->> 2)::integer then
      return query select place, case when (list ->> 1)::integer = 0 then format('At most %s entries.', list ->> 2) else format('Between %s and %s entries.', list ->> 1, list ->> 2) end;
    else
      return query select p.path, p.problem from jsonb_array_elements(value) with ordinality as entry (item, number),
        private.setting_problems(entry.item, list #> '{0,0}', concat_ws('.', nullif(place, ''), (entry.number - 1)::text)) as p;
    end if;
  elsif kind is null then
    if jsonb_typeof(value) is distinct from 'object' then
      return query select place, 'This is a group of fields.';
      return;
    end if;
    return query select concat_ws('.', nullif(place, ''), k.key), 'This field is unknown.' from jsonb_object_keys(value) as k (key) where not shape ? k.key;
    return query select p.path, p.problem from jsonb_each(shape) as field (key, form),
      private.setting_problems(coalesce(value -> field.key, 'null'), field.form, concat_ws('.', nullif(place, ''), field.key)) as p;
  elsif kind = 'flag' then
    return query select place, 'Choose yes or no.' where jsonb_typeof(value) is distinct from 'boolean';
  elsif kind like 'whole:%' then
    return query select place, format('Enter a whole number from %s to %s.', split_part(kind, ':', 2), split_part(kind, ':', 3))
    where case when jsonb_typeof(value) = 'number'
      then (value #>> '{}')::numeric % 1 <> 0 or (value #>> '{}')::numeric not between split_part(kind, ':', 2)::numeric and split_part(kind, ':', 3)::numeric else true end;
  elsif jsonb_typeof(value) is distinct from 'string' then
    return query select place, 'Enter something here.';
  else
    return query select place, wrong from private.text_problem(value #>> '{}', kind) as wrong where wrong is not null;
  end if;
end
$$;
comment on function private.setting_problems(jsonb, jsonb, text) is 'What is wrong with a group of settings, field by field.';

-- A field of a settings group, as text.
create function private.setting(group_key text, variadic field text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select value #> field from public.settings where key = group_key
$$;

insert into public.settings (key, is_public, value) values ('announcement', true, '{"isShown": false, "text": "", "label": "", "url": ""}') on conflict (key) do nothing;

insert into public.settings (key, is_public, value) values ('emails', false, jsonb_build_object(
  'proforma', jsonb_build_object(
    'subject', 'Order {{order}}: how to pay',
    'opening', 'We have your order {{order}} for {{institution}}. This is a proforma invoice, not a tax invoice.',
    'closing', 'Please transfer {{total}} to this account within {{days}} days, with the reference exactly as it stands here. Your licences follow as soon as the payment has arrived.'),
  'receipt', jsonb_build_object(
    'subject', 'Order {{order}}: paid',
    'opening', 'We have received your payment for order {{order}}. Your licences are active.',
    'closing', ''),
  'refund', jsonb_build_object(
    'subject', 'Order {{order}}: {{amount}} paid back',
    'opening', 'Hello {{customer}}, we have paid back {{amount}} of your payment for order {{order}}.',
    'closing', '')))
on conflict (key) do nothing;

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  surface text not null check (surface in ('faq', 'versions', 'demo', 'contact', 'pricing')),
  category text not null default 'General' check (category in ('General', 'SaaS Version', 'Standalone', 'Billing & Pricing', 'Technical', 'Security')),
  question text not null check (length(btrim(question)) between 1 and 300),
  answer text not null check (length(btrim(answer)) between 1 and 3000),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (surface, question)
);
comment on table public.faqs is 'Questions and answers. surface is the page that shows them.';

create index faqs_surface_idx on public.faqs (surface, position);

alter table public.faqs enable row level security;
grant select on public.faqs to anon, authenticated;
grant
  insert (surface, category, question, answer, position, is_active),
  update (surface, category, question, answer, position, is_active),
  delete
  on public.faqs to authenticated;

create policy "Everyone sees what is shown" on public.faqs for select to anon, authenticated
  using (is_active);
create policy "Super admins see all of it" on public.faqs for select to authenticated
  using ((select private.is_super_admin()));
create policy "Super admins add" on public.faqs for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update" on public.faqs for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete" on public.faqs for delete to authenticated
  using ((select private.is_super_admin()));

create trigger touch before update on public.faqs for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.faqs for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.faqs for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.faqs for each statement execute function private.require_publisher_to_write();

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null check (length(btrim(quote)) between 1 and 600),
  author text not null check (length(btrim(author)) between 1 and 120),
  role text not null check (length(btrim(role)) between 1 and 120),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.testimonials is 'What customers say.';

create index testimonials_position_idx on public.testimonials (position);

alter table public.testimonials enable row level security;
grant select on public.testimonials to anon, authenticated;
grant
  insert (quote, author, role, institution, position, is_active),
  update (quote, author, role, institution, position, is_active),
  delete
  on public.testimonials to authenticated;

create policy "Everyone sees what is shown" on public.testimonials for select to anon, authenticated
  using (is_active);
create policy "Super admins see all of it" on public.testimonials for select to authenticated
  using ((select private.is_super_admin()));
create policy "Super admins add" on public.testimonials for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update" on public.testimonials for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete" on public.testimonials for delete to authenticated
  using ((select private.is_super_admin()));

create trigger touch before update on public.testimonials for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.testimonials for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.testimonials for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.testimonials for each statement execute function private.require_publisher_to_write();

create function public.move_question(question_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown_on constant text := (select f.surface from public.faqs f where f.id = question_id);
  list uuid[];
begin
  perform private.require_super_admin();
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of questions'), hashtext(coalesce(shown_on, '')));
  list := private.move_in_list(array(select f.id from public.faqs f where f.surface = shown_on order by f.position, f.created_at, f.id), question_id, up);
  update public.faqs f set position = place.number from unnest(list) with ordinality as place (id, number) where f.id = place.id and f.position <> place.number;
end
$$;
comment on function public.move_question(uuid, boolean) is 'One step among the questions of its page.';
grant execute on function public.move_question(uuid, boolean) to authenticated;

create function public.move_testimonial(testimonial_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtext('order of testimonials'));
  list := private.move_in_list(array(select t.id from public.testimonials t order by t.position, t.created_at, t.id), testimonial_id, up);
  update public.testimonials t set position = place.number from unnest(list) with ordinality as place (id, number) where t.id = place.id and t.position <> place.number;
end
$$;
comment on function public.move_testimonial(uuid, boolean) is 'One step among the testimonials.';
grant execute on function public.move_testimonial(uuid, boolean) to authenticated;

-- CMS pages. cms_pages holds the working copy; visitors read the published snapshot in published_pages.
create table public.cms_pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(btrim(title)) between 1 and 160),
  slug text not null check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  meta_description text check (length(meta_description) <= 320),
  body jsonb not null default '[]' check (jsonb_typeof(body) = 'array' and octet_length(body::text) <= 500000),
  is_published boolean not null default false,
  is_system boolean not null default false,
  version integer not null default 1,
  published_version integer,
  publish_at timestamptz,
  updated_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  social_image text check (length(social_image) <= 500 and social_image ~ '^(https?://|/($|[^/]))' and social_image !~ '[[:space:]\\]'),
  unpublish_at timestamptz,
  has_changes boolean not null generated always as (is_published and published_version is distinct from version) stored,
  scheduled_version_id uuid,
  is_demo boolean not null default false
);
comment on table public.cms_pages is 'The working copy of a page. body is a list of blocks.';
comment on column public.cms_pages.is_system is 'A page of the site itself (home, terms, privacy): it keeps its address and cannot be deleted.';
comment on column public.cms_pages.version is 'Grows with every save. An editor saves with the version it started from, so that no one''s work is overwritten.';
comment on column public.cms_pages.scheduled_version_id is 'The version that publish_at publishes: the page as it was when it was scheduled.';
comment on column public.cms_pages.is_demo is 'Part of the demonstration data, and deleted with it unless edited since.';

create unique index cms_pages_slug_key on public.cms_pages (slug);
create index cms_pages_updated_idx on public.cms_pages (updated_at desc);
create index cms_pages_publish_at_idx on public.cms_pages (publish_at) where publish_at is not null;
create index cms_pages_unpublish_at_idx on public.cms_pages (unpublish_at) where unpublish_at is not null;
create index cms_pages_scheduled_version_idx on public.cms_pages (scheduled_version_id) where scheduled_version_id is not null;
create index cms_pages_updated_by_idx on public.cms_pages (updated_by, updated_at desc);

alter table public.cms_pages enable row level security;
grant
  select,
  insert (title, slug, meta_description, body, is_published, social_image),
  update (title, slug, meta_description, body, is_published, social_image),
  delete
  on public.cms_pages to authenticated;

create policy "Super admins see every page" on public.cms_pages for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins add pages" on public.cms_pages for insert to authenticated with check ((select private.is_super_admin()));
create policy "Super admins update pages" on public.cms_pages for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete pages" on public.cms_pages for delete to authenticated using ((select private.is_super_admin()));

create trigger audit after insert or update of is_published, slug, title or delete on public.cms_pages for each row execute function private.audit();
create trigger a_right before insert or update or delete on public.cms_pages for each row execute function private.enforce_editor_right();

create table public.cms_page_versions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  version integer not null,
  title text not null,
  slug text not null,
  meta_description text,
  body jsonb not null,
  reason text not null check (reason in ('published', 'restored', 'saved', 'scheduled')),
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  social_image text
);
alter table public.cms_pages add foreign key (scheduled_version_id) references public.cms_page_versions (id) on delete set null;
comment on table public.cms_page_versions is 'Versions of a page: published, saved by hand, or replaced by a restore.';

create index cms_page_versions_page_idx on public.cms_page_versions (page_id, created_at desc);

alter table public.cms_page_versions enable row level security;
grant select on public.cms_page_versions to authenticated;

create policy "Super admins see versions" on public.cms_page_versions for select to authenticated using ((select private.is_super_admin()));

create table public.published_pages (
  page_id uuid primary key references public.cms_pages (id) on delete cascade,
  slug text not null unique,
  title text not null,
  meta_description text,
  body jsonb not null,
  version integer not null,
  published_at timestamptz not null default now(),
  social_image text
);
comment on table public.published_pages is 'What visitors read.';

alter table public.published_pages enable row level security;
grant select on public.published_pages to anon, authenticated;

create policy "Everyone reads published pages" on public.published_pages for select to anon, authenticated using (true);

create trigger revise after insert or update or delete or truncate on public.published_pages for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.published_pages for each statement execute function private.require_publisher_to_write();

-- Locks a page for a change by a super admin; an error when it does not exist.
create function private.lock_page(wanted uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
begin
  perform private.require_super_admin();
  select * into page from public.cms_pages where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This page is no longer here. Someone may have deleted it.', hint = 'page.not_found';
  end if;
  return page;
end
$$;

create function private.require_version(page public.cms_pages, expected integer) returns void
language plpgsql set search_path = '' as $$
begin
  if expected is not null and page.version <> expected then
    raise exception using errcode = 'PT409', message = 'Somebody else saved this page in the meantime. Reload it to see their changes.', hint = 'page.changed_meanwhile', detail = 'version';
  end if;
end
$$;

create function private.check_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and cannot be deleted. Unpublish it instead.', hint = 'page.system';
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    raise exception using errcode = 'P0001', message = format('"%s" belongs to the site itself. Choose another address.', new.slug), hint = 'page.reserved_slug', detail = 'slug';
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and keeps its address.', hint = 'page.system', detail = 'slug';
    end if;
    if (new.title, new.slug, new.meta_description, new.body) is distinct from (old.title, old.slug, old.meta_description, old.body) then
      new.version := old.version + 1;
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.is_published) is distinct from (old.title, old.slug, old.meta_description, old.body, old.is_published) then
      new.updated_at := now();
      new.updated_by := (select id from public.users where id = auth.uid());
    end if;
  else
    new.updated_by := (select id from public.users where id = auth.uid());
  end if;
  return new;
end
$$;
create trigger keep before insert or update or delete on public.cms_pages for each row execute function private.check_page_change();

create function private.record_page_version(page public.cms_pages, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.cms_page_versions (page_id, version, title, slug, meta_description, social_image, body, reason, created_by)
  values (page.id, page.version, page.title, page.slug, page.meta_description, page.social_image, page.body, reason, (select id from public.users where id = auth.uid()))
$$;

create function public.save_page_version(page_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_page_version(private.lock_page(page_id), 'saved');
end
$$;
grant execute on function public.save_page_version(uuid) to authenticated;

-- First path segments used by the site itself. shared/domain has the same list; a test compares them.
create function private.reserved_slugs() returns text[]
language sql immutable set search_path = '' as $$
  select array['about', 'admin', 'api', 'auth', 'config', 'contact', 'dashboard', 'demo', 'faq', 'favicon', 'features', 'functions', 'healthz', 'home',
    'login', 'manifest', 'metrics', 'offline', 'pricing', 'privacy', 'registry', 'releases', 'rest', 'robots', 'sitemap', 'storage',
    'store', 'support', 'sw', 'terms', 'versions']
$$;

create function public.publish_page(page_id uuid, expected_version integer default null) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
begin
  perform private.require_version(page, expected_version);
  if page.is_published then
    perform private.publish_snapshot(page);
    update public.cms_pages p set published_version = page.version, publish_at = null where p.id = page.id returning * into page;
  else
    update public.cms_pages p set is_published = true where p.id = page.id;
    select * into page from public.cms_pages p where p.id = page.id;
  end if;
  return page;
end
$$;
comment on function public.publish_page(uuid, integer) is
  'Makes the working copy what visitors read. Refused when expected_version is not the page''s.';
grant execute on function public.publish_page(uuid, integer) to authenticated;

create function public.unpublish_page(page_id uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
begin
  update public.cms_pages p set is_published = false, publish_at = null where p.id = page.id;
  select * into page from public.cms_pages p where p.id = page.id;
  return page;
end
$$;
grant execute on function public.unpublish_page(uuid) to authenticated;

create function public.schedule_page(page_id uuid, expected_version integer, publish_at timestamptz, unpublish_at timestamptz) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
  snapshot uuid;
begin
  perform private.require_version(page, expected_version);
  if schedule_page.publish_at <= now() or schedule_page.unpublish_at <= now() then
    raise exception using errcode = 'P0001', message = 'Choose a time that is still to come.', hint = 'page.time_has_passed', detail = 'publish_at';
  end if;
  if schedule_page.unpublish_at <= schedule_page.publish_at then
    raise exception using errcode = 'P0001', message = 'A page is taken back after it was published. Choose a later time.', hint = 'page.times_crossed', detail = 'unpublish_at';
  end if;
  if schedule_page.unpublish_at is not null and schedule_page.publish_at is null and not page.is_published then
    raise exception using errcode = 'P0001', message = 'Visitors do not read this page yet: choose when it is published first.', hint = 'page.not_published', detail = 'unpublish_at';
  end if;
  if schedule_page.publish_at is not null then
    perform private.record_page_version(page, 'scheduled');
    select v.id into snapshot from public.cms_page_versions v where v.page_id = page.id and v.reason = 'scheduled' order by v.created_at desc, v.id limit 1;
  end if;
  update public.cms_pages p set publish_at = schedule_page.publish_at, unpublish_at = schedule_page.unpublish_at, scheduled_version_id = snapshot
  where p.id = page.id returning * into page;
  return page;
end
$$;
comment on function public.schedule_page(uuid, integer, timestamptz, timestamptz) is
  'Chooses when this very version is published and when the page is taken back; null cancels.';
grant execute on function public.schedule_page(uuid, integer, timestamptz, timestamptz) to authenticated;

-- Publishes and unpublishes pages that are due. Rows are marked in the same transaction, so a crash repeats nothing.
create function private.publish_due_pages() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
  snapshot public.cms_page_versions;
  done integer := 0;
begin
  for page in select * from public.cms_pages where publish_at <= now() for update skip locked loop
    select * into snapshot from public.cms_page_versions v where v.id = page.scheduled_version_id;
    if found then
      -- Visitors get the version that was scheduled, with its slug if no other page has taken it since.
      page.title := snapshot.title;
      if not exists (select from public.cms_pages p where p.slug = snapshot.slug and p.id <> page.id) then
        page.slug := snapshot.slug;
      end if;
      page.meta_description := snapshot.meta_description;
      page.social_image := snapshot.social_image;
      page.body := snapshot.body;
      page.version := snapshot.version;
    end if;
    update public.cms_pages set publish_at = null, scheduled_version_id = null where id = page.id;
    if not page.is_published then
      perform set_config('masomo.snapshot', 'made', true);
      update public.cms_pages set is_published = true where id = page.id;
      perform set_config('masomo.snapshot', '', true);
    end if;
    perform private.publish_snapshot(page);
    update public.cms_pages set published_version = page.version where id = page.id;
    done := done + 1;
  end loop;
  for page in select * from public.cms_pages where unpublish_at <= now() for update skip locked loop
    update public.cms_pages set is_published = false, unpublish_at = null where id = page.id;
    done := done + 1;
  end loop;
  return done;
end
$$;

-- Keeps the snapshot in step when is_published is updated directly.
create function private.sync_published_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_published and (tg_op = 'INSERT' or not old.is_published) then
    if coalesce(current_setting('masomo.snapshot', true), '') = 'made' then
      return null;
    end if;
    perform private.publish_snapshot(new);
    update public.cms_pages set published_version = new.version, publish_at = null, scheduled_version_id = null where id = new.id;
  elsif tg_op = 'UPDATE' and old.is_published and not new.is_published then
    delete from public.published_pages where page_id = new.id;
    update public.cms_pages set published_version = null, unpublish_at = null where id = new.id;
  end if;
  return null;
end
$$;
create trigger sync_published_page after insert or update of is_published on public.cms_pages for each row execute function private.sync_published_page();

create function private.publish_snapshot(page public.cms_pages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  former text;
begin
  select slug into former from public.published_pages where page_id = page.id;
  -- A page that was unpublished for a while redirects from the slug it was last published at.
  if former is null then
    select v.slug into former from public.cms_page_versions v where v.page_id = page.id and v.reason = 'published' order by v.created_at desc limit 1;
  end if;
  delete from public.cms_redirects where slug = page.slug;
  if former <> page.slug and not exists (select from public.published_pages p where p.slug = former and p.page_id <> page.id) then
    insert into public.cms_redirects (slug, page_id) values (former, page.id) on conflict (slug) do update set page_id = excluded.page_id;
  end if;
  insert into public.published_pages (page_id, slug, title, meta_description, social_image, body, version)
  values (page.id, page.slug, page.title, page.meta_description, page.social_image, page.body, page.version)
  on conflict (page_id) do update set slug = excluded.slug, title = excluded.title, meta_description = excluded.meta_description,
    social_image = excluded.social_image, body = excluded.body, version = excluded.version, published_at = now();
  perform private.record_page_version(page, 'published');
end
$$;

create function public.restore_page_version(version_id uuid, expected_version integer default null) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  snapshot public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require_super_admin();
  select * into snapshot from public.cms_page_versions v where v.id = version_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This version is no longer here.', hint = 'page.version_not_found';
  end if;
  page := private.lock_page(snapshot.page_id);
  perform private.require_version(page, expected_version);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = snapshot.title, meta_description = snapshot.meta_description, social_image = snapshot.social_image, body = snapshot.body
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$$;
comment on function public.restore_page_version(uuid, integer) is
  'Puts an earlier version into the working copy; the replaced content is saved as a version. The address stays. Refused when expected_version is not the page''s.';
grant execute on function public.restore_page_version(uuid, integer) to authenticated;

-- Whether `sizes` lists smaller copies of the image, stored beside it.
create function private.are_image_sizes(sizes jsonb, file_path text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(sizes) <> 'array' or jsonb_array_length(sizes) > 8 then false else coalesce((
    select bool_and(coalesce(
      jsonb_typeof(s -> 'width') = 'number' and (s ->> 'width')::numeric between 1 and 10000
      and s ->> 'path' ~ '^media/[A-Za-z0-9._-]{1,190}$' and starts_with(s ->> 'path', regexp_replace(file_path, '\.[^.]*$', '') || '-'), false))
    from jsonb_array_elements(sizes) as s), true) end
$$;
grant execute on function private.are_image_sizes(jsonb, text) to authenticated, service_role;

create table public.cms_media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 200),
  original_filename text not null check (length(original_filename) between 1 and 255),
  file_path text not null unique check (file_path ~ '^media/[A-Za-z0-9._-]{1,180}$'),
  file_size bigint not null check (file_size between 0 and 26214400),
  mime_type text not null check (
    mime_type like 'image/%' or mime_type in ('application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  alt_text text check (length(alt_text) <= 300),
  is_active boolean not null default true,
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  width integer check (width between 1 and 100000),
  height integer check (height between 1 and 100000),
  focal_x smallint not null default 50 check (focal_x between 0 and 100),
  focal_y smallint not null default 50 check (focal_y between 0 and 100),
  sizes jsonb not null default '[]' check (private.are_image_sizes(sizes, file_path)),
  is_demo boolean not null default false
);
comment on table public.cms_media is 'Files of the media library; the bytes are in the bucket cms-media. Deleting is is_active = false.';
comment on column public.cms_media.focal_x is 'The focal point of a cropped image, in percent from the left; focal_y from the top.';
comment on column public.cms_media.sizes is 'Smaller copies in the same bucket: [{"width": 640, "path": "media/…-640.webp"}].';
comment on column public.cms_media.is_demo is 'Came with the demonstration data; its bytes are in the product''s own seed folder.';

create index cms_media_created_idx on public.cms_media (created_at desc) where is_active;
-- Separate indexes for deleted files and for each kind: the library lists thousands of files.
create index cms_media_images_idx on public.cms_media (created_at desc, id) where is_active and mime_type like 'image/%';
create index cms_media_documents_idx on public.cms_media (created_at desc, id) where is_active and mime_type not like 'image/%';
create index cms_media_deleted_idx on public.cms_media (created_at desc, id) where not is_active;
create index cms_media_sizes_idx on public.cms_media using gin (sizes jsonb_path_ops);

alter table public.cms_media enable row level security;
grant select on public.cms_media to anon, authenticated;
grant
  insert (filename, original_filename, file_path, file_size, mime_type, alt_text, is_active, width, height, focal_x, focal_y, sizes),
  update (filename, original_filename, alt_text, is_active, focal_x, focal_y)
  on public.cms_media to authenticated;

create policy "Everyone sees active files" on public.cms_media for select to anon, authenticated using (is_active);
create policy "Super admins see every file" on public.cms_media for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins add files" on public.cms_media for insert to authenticated with check ((select private.is_super_admin()));
create policy "Super admins update files" on public.cms_media for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));

create trigger audit after insert or update or delete on public.cms_media for each row execute function private.audit();
create trigger a_right before update on public.cms_media for each row execute function private.enforce_editor_right();
create trigger revise after update of focal_x, focal_y, is_active on public.cms_media for each statement execute function private.bump_content_revision();
create trigger a_focus before update of focal_x, focal_y on public.cms_media
  for each row when ((old.focal_x, old.focal_y) is distinct from (new.focal_x, new.focal_y)) execute function private.enforce_editor_right_on_crop();

-- Files of the library are changed by publishers only; an editor may delete the remains of a failed upload.
create function private.can_change_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_super_admin() and (not private.is_cms_editor() or not exists (
    select from public.cms_media m where m.file_path = path or m.sizes @> jsonb_build_array(jsonb_build_object('path', path))))
$$;
grant execute on function private.can_change_file(text) to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'cms-media', 'cms-media', true, 26214400,
  array['image/*', 'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'])
on conflict (id) do nothing;

create policy "Super admins list the site's files" on storage.objects for select to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin()));
create policy "Super admins upload the site's files" on storage.objects for insert to authenticated
  with check (bucket_id = 'cms-media' and (select private.is_super_admin()));
create policy "Publishers replace the site's files" on storage.objects for update to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin()) and private.can_change_file(name)) with check (bucket_id = 'cms-media' and private.can_change_file(name));
create policy "Publishers remove the site's files" on storage.objects for delete to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin()) and private.can_change_file(name));

-- Hides the smaller copies together with the image.
create function private.set_media_visibility() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update storage.objects o
  set user_metadata = coalesce(o.user_metadata, '{}') || jsonb_build_object('hidden', not new.is_active)
  where o.bucket_id = 'cms-media' and (o.name = new.file_path or o.name in (select s ->> 'path' from jsonb_array_elements(new.sizes) as s));
  return new;
end
$$;
comment on function private.set_media_visibility() is 'The storage service gives no hidden object to visitors.';
create trigger show_or_hide after update of is_active on public.cms_media
  for each row when (old.is_active is distinct from new.is_active) execute function private.set_media_visibility();

-- Pages, texts and prices that use a file of the library, as social image too.
create function public.media_uses(media_id uuid) returns table (page_id uuid, title text, slug text, is_public boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require_super_admin();
  return query
  select p.id, p.title, p.slug, coalesce(strpos(concat_ws(' ', v.social_image, v.body::text), place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(concat_ws(' ', p.social_image, p.body::text), place) > 0 or strpos(concat_ws(' ', v.social_image, v.body::text), place) > 0
  order by p.title limit 50;
end
$$;
comment on function public.media_uses(uuid) is 'The pages whose working copy or published state holds the file; is_public: visitors see it there.';
grant execute on function public.media_uses(uuid) to authenticated;

-- A new social image increments the page's version like any other edit.
create function private.bump_version_for_social_image() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.social_image is distinct from old.social_image and new.version = old.version then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger keep_social_image before update on public.cms_pages for each row execute function private.bump_version_for_social_image();

create function private.remove_demonstration_site() returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  delete from public.cms_pages where is_demo and version = 1;
  -- Files on a page that an editor has made are kept.
  with unused as (
    delete from public.cms_media m where m.is_demo
      and not exists (select from public.cms_pages p where strpos(concat_ws(' ', p.social_image, p.body::text), m.file_path) > 0)
      and not exists (select from public.published_pages p where strpos(concat_ws(' ', p.social_image, p.body::text), m.file_path) > 0)
    returning m.file_path, m.sizes)
  select array_agg(path) into gone from (
    select file_path as path from unused union all select s ->> 'path' from unused, jsonb_array_elements(unused.sizes) as s) as paths;
  if gone is not null then
    delete from storage.objects where bucket_id = 'cms-media' and name = any (gone);
  end if;
end
$$;

create table public.cms_redirects (
  slug text primary key check (length(slug) <= 80),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.cms_redirects is 'Addresses a published page used to have; they move permanently to its present one.';

create index cms_redirects_page_idx on public.cms_redirects (page_id);

alter table public.cms_redirects enable row level security;
grant select on public.cms_redirects to anon, authenticated;

create policy "Everyone follows redirects" on public.cms_redirects for select to anon, authenticated using (true);

create trigger revise after insert or update or delete on public.cms_redirects for each statement execute function private.bump_content_revision();

-- Redirects that editors manage; those of renamed pages are created automatically in cms_redirects.
create table public.site_redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique,
  to_path text not null,
  created_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.site_redirects is 'Permanent redirects. A page that is published at from_path comes before them.';

create index site_redirects_created_idx on public.site_redirects (created_at desc);

alter table public.site_redirects enable row level security;
grant select, insert (from_path, to_path), update (from_path, to_path), delete on public.site_redirects to authenticated;

create policy "Super admins see redirects" on public.site_redirects for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins add redirects" on public.site_redirects for insert to authenticated with check ((select private.is_super_admin()));
create policy "Super admins update redirects" on public.site_redirects for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete redirects" on public.site_redirects for delete to authenticated using ((select private.is_super_admin()));

create trigger touch before update on public.site_redirects for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.site_redirects for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.site_redirects for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update or delete on public.site_redirects for each statement execute function private.require_publisher_to_write();

create function public.redirect_of(path text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select '/' || p.slug from public.cms_redirects r join public.published_pages p on p.page_id = r.page_id where '/' || r.slug = redirect_of.path),
    (select r.to_path from public.site_redirects r where r.from_path = lower(redirect_of.path)))
$$;
comment on function public.redirect_of(text) is 'Where an address without a page has moved, or null.';
grant execute on function public.redirect_of(text) to anon, authenticated;

create function private.check_redirect() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place text;
  steps integer := 0;
begin
  -- One writer at a time: two redirects saved at once could form a loop that neither sees.
  perform pg_advisory_xact_lock(hashtext('site redirects'));
  new.from_path := lower(rtrim(btrim(new.from_path), '/'));
  new.to_path := btrim(new.to_path);
  if new.from_path !~ '^(/[a-z0-9][a-z0-9._~-]*)+$' or length(new.from_path) > 200 then
    perform private.raise_redirect_problem('Enter the old address on this site, such as /old-page: letters, digits, hyphens and dots, without ? or #.', 'from', 'from_path');
  elsif split_part(split_part(new.from_path, '/', 2), '.', 1) = any (private.reserved_slugs()) or split_part(new.from_path, '/', 2) in ('_local', 'assets') then
    perform private.raise_redirect_problem(format('%s belongs to the site itself and cannot be moved.', new.from_path), 'reserved', 'from_path');
  elsif exists (select from public.published_pages p where '/' || p.slug = new.from_path) then
    perform private.raise_redirect_problem('A page is published at this address. Unpublish it first.', 'page', 'from_path');
  elsif length(new.to_path) > 500 or (new.to_path !~* '^https://[^\s<>"]+$' and new.to_path !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$') then
    perform private.raise_redirect_problem('Enter an address on this site, such as /pricing, or one that begins with https://.', 'to', 'to_path');
  elsif exists (select from public.site_redirects r where r.from_path = new.from_path and r.id <> new.id) then
    perform private.raise_redirect_problem('This address moves already. Edit that redirect instead.', 'taken', 'from_path');
  end if;
  place := new.to_path;
  while place is not null loop
    place := lower(rtrim(split_part(split_part(place, '#', 1), '?', 1), '/'));
    steps := steps + 1;
    if place = new.from_path then
      perform private.raise_redirect_problem('This would lead back to where it began. Choose another target.', 'loop', 'to_path');
    elsif steps > 5 then
      perform private.raise_redirect_problem('This would send a visitor through more than five redirects. Choose the last target at once.', 'chain', 'to_path');
    end if;
    select r.to_path into place from public.site_redirects r where r.from_path = place and r.id <> new.id;
  end loop;
  return new;
end
$$;
create trigger judge before insert or update on public.site_redirects for each row execute function private.check_redirect();

-- Only paths of pages can redirect, with .html included: other files are served without a look-up.
create function private.check_redirect_path() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.from_path ~* '\.[a-z0-9]{2,12}/?$' and new.from_path !~* '\.html?/?$' then
    perform private.raise_redirect_problem('Only addresses of pages can move, such as /old-page or /old-page.html. Put a new file into the media library instead.', 'file', 'from_path');
  end if;
  return new;
end
$$;
create trigger judge_kind before insert or update on public.site_redirects for each row execute function private.check_redirect_path();

create function private.raise_redirect_problem(problem text, code text, field text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = problem, hint = 'redirect.' || code, detail = field;
end
$$;

-- What a page says and links to, a line each: the texts and addresses of its blocks, and each paragraph of its rich text as one line
-- (https://tiptap.dev/docs/editor/core-concepts/schema), so that a phrase is found whatever formatting divides it.
create function private.page_text(body jsonb) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(E'\n',
    (select string_agg(leaves.line, E'\n')
     from jsonb_path_query(body, 'strict $.** ? (@.type == "paragraph")', '{}', true) as paragraphs (paragraph)
     cross join lateral (
       select string_agg(leaf ->> 'text', '' order by place) as line
       from jsonb_path_query(paragraph, 'lax $.content[*]') with ordinality as content (leaf, place)
     ) as leaves),
    (select string_agg(fields.value #>> '{}', E'\n')
     from jsonb_path_query(body, 'strict $.** ? (@.type() == "object")', '{}', true) as objects (object)
     cross join lateral jsonb_each(object) as fields (key, value)
     where jsonb_typeof(fields.value) = 'string' and fields.key <> 'type' and object ->> 'type' is distinct from 'text'))
$$;

create function public.search_cms(term text, only_kind text default null) returns table (kind text, id text, title text, detail text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
begin
  perform private.require_super_admin();
  if private.null_if_blank(term) is null then
    return;
  end if;
  -- The search term is literal: none of its characters is a wildcard.
  pattern := '%' || replace(replace(replace(left(btrim(term), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  return query
  (select 'page', p.id::text, p.title, '/' || p.slug || case when p.is_published then '' else ', draft' end from public.cms_pages p
   where (only_kind is null or only_kind = 'page') and (p.title ilike pattern or p.slug ilike pattern or p.meta_description ilike pattern or private.page_text(p.body) ilike pattern)
   order by p.title ilike pattern desc, p.updated_at desc limit 6)
  union all
  (select 'media', m.id::text, m.original_filename, coalesce(private.null_if_blank(m.alt_text), m.mime_type) from public.cms_media m
   where (only_kind is null or only_kind = 'media') and m.is_active and (m.original_filename ilike pattern or m.alt_text ilike pattern)
   order by m.created_at desc limit 6)
  union all
  (select 'question', f.id::text, f.question, f.surface from public.faqs f
   where (only_kind is null or only_kind = 'question') and (f.question ilike pattern or f.answer ilike pattern) order by f.question ilike pattern desc, f.surface, f.position limit 6)
  union all
  (select 'testimonial', t.id::text, t.author, t.institution from public.testimonials t
   where (only_kind is null or only_kind = 'testimonial') and (t.quote ilike pattern or t.author ilike pattern or t.institution ilike pattern or t.role ilike pattern) order by t.position limit 6)
  union all
  (select 'price', b.id, b.name, b.kind from (
     select p.id::text, p.name, 'Plan' as kind from public.plans p union all select a.id::text, a.name, 'Add-on' from public.addons a union all select s.id::text, s.name, 'Service' from public.services s) as b (id, name, kind)
   where (only_kind is null or only_kind = 'price') and b.name ilike pattern order by b.name limit 6)
  union all
  (select 'setting', s.key, s.key, '' from public.settings s
   where (only_kind is null or only_kind = 'setting') and private.site_setting_shapes() ? s.key
     and (s.key ilike pattern or exists (select from jsonb_path_query(s.value, '$.** ? (@.type() == "string")') as texts where texts #>> '{}' ilike pattern)) order by s.key limit 6)
  union all
  (select 'redirect', r.id::text, r.from_path, r.to_path from public.site_redirects r
   where (only_kind is null or only_kind = 'redirect') and (r.from_path ilike pattern or r.to_path ilike pattern) order by r.from_path limit 6);
end
$$;
comment on function public.search_cms(text, text) is 'At most six finds of each kind, the best first.';
grant execute on function public.search_cms(text, text) to authenticated;

create table public.cookie_choices (
  id bigint generated always as identity primary key,
  visitor_id uuid not null,
  -- Version of the cookie banner.
    version integer not null check (version > 0),
  analytics boolean not null,
  marketing boolean not null,
  functional boolean not null,
  decided_at timestamptz not null default now()
);
comment on table public.cookie_choices is 'Cookie choices, by a random id that the visitor''s browser stores.';

create index cookie_choices_visitor on public.cookie_choices (visitor_id, decided_at desc);

alter table public.cookie_choices enable row level security;
grant select on public.cookie_choices to authenticated;

create policy "a super admin reads every answer" on public.cookie_choices for select to authenticated using ((select private.is_super_admin()));

create function public.record_cookie_choice(visitor_id uuid, version integer, analytics boolean, marketing boolean, functional boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if visitor_id is null then
    raise exception using errcode = 'P0001', message = 'Say whose choice this is.', hint = 'cookies.no_visitor', detail = 'visitor_id';
  end if;
  perform private.limit_rate('cookies of ' || visitor_id, 20, interval '1 hour');
  insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional)
  values (record_cookie_choice.visitor_id, record_cookie_choice.version, coalesce(record_cookie_choice.analytics, false), coalesce(record_cookie_choice.marketing, false), coalesce(record_cookie_choice.functional, false));
end
$$;
comment on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) is
  'Records a choice; withdrawing consent is another choice.';
grant execute on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) to anon, authenticated;

-- Measurements and failures of releases, as browsers report them.

create table public.release_samples (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  app text not null check (app ~ '^(shell|mfe-[a-z-]{1,40})$'),
  version text not null check (length(version) between 1 and 40),
  metric text not null check (metric in ('load', 'LCP', 'CLS', 'INP', 'FCP', 'TTFB')),
  value double precision not null check (value >= 0 and value < 600000)
);
comment on table public.release_samples is 'One measured value of one page view; milliseconds, except CLS. Holds nothing about the visitor. Stored for 14 days.';

create index release_samples_version_idx on public.release_samples (app, version, metric, at desc);
create index release_samples_at_idx on public.release_samples (at);

alter table public.release_samples enable row level security;
grant select on public.release_samples to authenticated;

create policy "Super admins read the measured values" on public.release_samples for select to authenticated using ((select private.is_super_admin()));

create table public.release_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  app text not null check (app ~ '^(shell|mfe-[a-z-]{1,40})$'),
  version text not null check (length(version) between 1 and 40),
  number text not null check (number ~ '^SHELL-[0-9]{3}$'),
  detail text not null default '' check (length(detail) <= 500),
  path text not null check (length(path) <= 200),
  visit text not null check (length(visit) between 8 and 64),
  versions jsonb not null check (jsonb_typeof(versions) = 'object' and length(versions::text) <= 2000)
);
comment on table public.release_failures is 'A part of the site that failed in a browser, with the versions that ran together. A visit is a random number of one tab. Stored for 14 days.';

create index release_failures_version_idx on public.release_failures (app, version, at desc);
create index release_failures_at_idx on public.release_failures (at);

alter table public.release_failures enable row level security;
grant select on public.release_failures to authenticated;

create policy "Super admins read the failures" on public.release_failures for select to authenticated using ((select private.is_super_admin()));

-- Stores one tab's report. Anyone may send one, so it is rate-limited per tab and in total; nothing is decided from these rows.
create function public.report_releases(visit text, path text, versions jsonb, samples jsonb, failures jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if length(visit) not between 8 and 64 or jsonb_typeof(samples) <> 'array' or jsonb_typeof(failures) <> 'array'
    or jsonb_array_length(samples) > 40 or jsonb_array_length(failures) > 10 then
    raise exception using errcode = 'P0001', message = 'This report is not readable.', hint = 'report.invalid';
  end if;
  perform private.limit_rate('releases:' || report_releases.visit, 60, interval '1 hour');
  perform private.limit_rate('releases', 20000, interval '1 hour');
  insert into public.release_samples (app, version, metric, value)
  select app, version, metric, value from jsonb_to_recordset(samples) as sample (app text, version text, metric text, value double precision);
  insert into public.release_failures (app, version, number, detail, path, visit, versions)
  select app, version, number, left(coalesce(detail, ''), 500), left(report_releases.path, 200), report_releases.visit, report_releases.versions
  from jsonb_to_recordset(failures) as failure (app text, version text, number text, detail text);
  -- One report in many deletes a batch of old rows, so that no report waits for a full cleanup.
  if random() < 0.02 then
    delete from public.release_samples where id in (select id from public.release_samples where at < now() - interval '14 days' limit 2000);
    delete from public.release_failures where id in (select id from public.release_failures where at < now() - interval '14 days' limit 2000);
  end if;
end
$$;
grant execute on function public.report_releases(text, text, jsonb, jsonb, jsonb) to anon, authenticated;

-- Loads, failures, failed visits and the 75th percentile of each metric, per app and version, of the last seven days.
create function public.release_health() returns table (
  app text, version text, loads bigint, failures bigint, failed_visits bigint,
  load_p75 double precision, lcp_p75 double precision, cls_p75 double precision, inp_p75 double precision, last_at timestamptz
) language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  with measured as (
    select sample.app, sample.version,
      count(*) filter (where metric = 'load') as loads,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'load') as load_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'LCP') as lcp_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'CLS') as cls_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'INP') as inp_p75,
      max(at) as last_at
    from public.release_samples sample where at > now() - interval '7 days' group by sample.app, sample.version
  ), failed as (
    select failure.app, failure.version, count(*) as failures, count(distinct visit) as failed_visits, max(at) as last_at
    from public.release_failures failure where at > now() - interval '7 days' group by failure.app, failure.version
  )
  select coalesce(measured.app, failed.app), coalesce(measured.version, failed.version), coalesce(measured.loads, 0),
    coalesce(failed.failures, 0), coalesce(failed.failed_visits, 0),
    measured.load_p75, measured.lcp_p75, measured.cls_p75, measured.inp_p75, greatest(measured.last_at, failed.last_at)
  from measured full join failed on measured.app = failed.app and measured.version = failed.version
  order by 10 desc;
end
$$;
grant execute on function public.release_health() to authenticated;

-- The email address of the calling super admin, for the release API; an error for anyone else.
create function public.release_author() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return (select email from public.users where id = auth.uid());
end
$$;
grant execute on function public.release_author() to authenticated;

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  role text not null check (role in ('Administrator', 'Principal/Director', 'IT Manager', 'Teacher/Faculty', 'Administrative Staff', 'Other')),
  version text not null check (version in ('SaaS', 'Standalone', 'Both')),
  message text check (length(message) <= 5000),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index demo_requests_created_idx on public.demo_requests (created_at desc);

alter table public.demo_requests enable row level security;
grant select, update (handled_at, handled_by), delete on public.demo_requests to authenticated;

create policy "Super admins read demo requests" on public.demo_requests for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins handle demo requests" on public.demo_requests for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete demo requests" on public.demo_requests for delete to authenticated using ((select private.is_super_admin()));

create trigger require_feature before insert on public.demo_requests for each row execute function private.require_feature('demo_requests');

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  subject text not null check (subject in ('General Inquiry', 'Sales Question', 'Technical Support', 'Partnership', 'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index contact_messages_created_idx on public.contact_messages (created_at desc);

alter table public.contact_messages enable row level security;
grant select, update (handled_at, handled_by), delete on public.contact_messages to authenticated;

create policy "Super admins read messages" on public.contact_messages for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins handle messages" on public.contact_messages for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete messages" on public.contact_messages for delete to authenticated using ((select private.is_super_admin()));

create function public.submit_demo_request(
  request_id uuid, name text, email text, institution text, role text, version text,
  phone text default null, message text default null, sender_key text default null) returns table (id uuid, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.demo_requests;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.demo_requests d where d.request_id = submit_demo_request.request_id;
  if not found then
    perform private.require_email(submit_demo_request.email);
    perform private.limit_form_requests('demo', sender_key, submit_demo_request.email);
    insert into public.demo_requests (request_id, name, email, phone, institution, role, version, message)
    values (
      submit_demo_request.request_id,
      private.require_text(submit_demo_request.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_demo_request.email), private.null_if_blank(submit_demo_request.phone),
      private.require_text(submit_demo_request.institution, 160, 'institution', 'Enter the name of your institution.'),
      submit_demo_request.role, submit_demo_request.version, private.null_if_blank(submit_demo_request.message))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - 'request_id' - 'handled_at' - 'handled_by';
  if private.team_email('salesEmail') is not null then
    mails := mails || private.queue_mail('demo-request/' || stored.id, 'demo-request', private.team_email('salesEmail'), details, stored.email);
  end if;
  mails := mails || private.queue_mail('demo-request-received/' || stored.id, 'demo-request-received', stored.email, details);
  return query select stored.id, mails;
end
$$;

create function public.submit_contact_message(
  request_id uuid, name text, email text, subject text, message text, sender_key text default null) returns table (id uuid, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.contact_messages;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.contact_messages c where c.request_id = submit_contact_message.request_id;
  if not found then
    perform private.require_email(submit_contact_message.email);
    perform private.limit_form_requests('contact', sender_key, submit_contact_message.email);
    insert into public.contact_messages (request_id, name, email, subject, message)
    values (
      submit_contact_message.request_id,
      private.require_text(submit_contact_message.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_contact_message.email),
      submit_contact_message.subject,
      private.require_text(submit_contact_message.message, 5000, 'message', 'Write your message.'))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - 'request_id' - 'handled_at' - 'handled_by';
  if private.team_email('email') is not null then
    mails := mails || private.queue_mail('contact-message/' || stored.id, 'contact-message', private.team_email('email'), details, stored.email);
  end if;
  mails := mails || private.queue_mail('contact-message-received/' || stored.id, 'contact-message-received', stored.email, details);
  return query select stored.id, mails;
end
$$;

create type public.ticket_priority as enum ('low', 'medium', 'high', 'urgent');

create type public.ticket_status as enum ('open', 'in_progress', 'waiting', 'resolved', 'closed');

create table public.support_tickets (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  ticket_number text not null unique,
  sender_name text not null check (length(btrim(sender_name)) between 1 and 120),
  sender_email text not null check (private.is_email(sender_email)),
  subject text not null check (length(btrim(subject)) between 1 and 160),
  support_type text not null check (support_type in ('Technical Issue', 'Billing Question', 'Feature Request', 'Bug Report', 'Account Access', 'Training Support', 'General Inquiry', 'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  priority public.ticket_priority not null default 'medium',
  status public.ticket_status not null default 'open',
  user_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  assigned_to uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_reply_at timestamptz,
  closed_at timestamptz,
  versions jsonb
    check (versions is null or (jsonb_typeof(versions) = 'object' and pg_column_size(versions) < 4096))
);
comment on table public.support_tickets is 'Tickets of both support forms.';
comment on column public.support_tickets.versions is 'Version by part (shell, mfe-…) in the tab the ticket was sent from.';

create index support_tickets_status_idx on public.support_tickets (status, created_at desc);
create index support_tickets_user_idx on public.support_tickets (user_id);
create index support_tickets_assigned_idx on public.support_tickets (assigned_to);
create index support_tickets_school_idx on public.support_tickets (school_id);

alter table public.support_tickets enable row level security;
grant select, update (priority, status, assigned_to) on public.support_tickets to authenticated;

create policy "Super admins see every ticket, people their own" on public.support_tickets for select to authenticated
  using ((select private.is_super_admin()) or user_id = (select auth.uid()));
create policy "Super admins work on tickets" on public.support_tickets for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));

create trigger touch before update on public.support_tickets for each row execute function private.touch_updated_at();
create trigger audit after update on public.support_tickets for each row execute function private.audit();
create trigger require_feature before insert on public.support_tickets for each row execute function private.require_feature('support_tickets');

create table public.ticket_replies (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets (id) on delete cascade,
  author_id uuid references public.users (id) on delete set null,
  author_name text not null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  is_internal boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column public.ticket_replies.is_internal is 'A note among super admins; never mailed nor shown to the sender.';

create index ticket_replies_ticket_idx on public.ticket_replies (ticket_id, created_at);

alter table public.ticket_replies enable row level security;
grant select on public.ticket_replies to authenticated;

create policy "Super admins see every reply, senders those to them" on public.ticket_replies for select to authenticated
  using ((select private.is_super_admin()) or (not is_internal and ticket_id in (select id from public.support_tickets where user_id = (select auth.uid()))));

create table private.ticket_counters (
  year integer primary key,
  last integer not null
);

alter table private.ticket_counters enable row level security;

create function private.next_ticket_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant integer := extract(year from now() at time zone 'Africa/Nairobi');
  next integer;
begin
  insert into private.ticket_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.ticket_counters.last + 1 returning last into next;
  return format('TK-%s-%s', this_year, lpad(next::text, greatest(6, length(next::text)), '0'));
end
$$;

create function public.submit_ticket(
  request_id uuid, sender_name text, sender_email text, subject text, support_type text, message text,
  priority public.ticket_priority default 'medium', user_id uuid default null, sender_key text default null, versions jsonb default null) returns table (id uuid, ticket_number text, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.support_tickets;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  if not found then
    perform private.require_email(submit_ticket.sender_email, 'senderEmail');
    perform private.limit_form_requests('support', sender_key, submit_ticket.sender_email);
    -- One at a time per request id, so that a repeated request uses no second ticket number.
    perform pg_advisory_xact_lock(hashtextextended('ticket ' || submit_ticket.request_id::text, 0));
    select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  end if;
  if stored.id is null then
    insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, priority, user_id, school_id, versions)
    values (
      submit_ticket.request_id, private.next_ticket_number(),
      private.require_text(submit_ticket.sender_name, 120, 'senderName', 'Enter your full name.'),
      private.require_email(submit_ticket.sender_email, 'senderEmail'),
      private.require_text(submit_ticket.subject, 160, 'subject', 'Enter a subject.'),
      submit_ticket.support_type,
      private.require_text(submit_ticket.message, 5000, 'message', 'Write your message.'),
      coalesce(submit_ticket.priority, 'medium'), submit_ticket.user_id, (select school_id from public.users u where u.id = submit_ticket.user_id), submit_ticket.versions)
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'versions'];
  if private.team_email('supportEmail') is not null then
    mails := mails || private.queue_mail('support-ticket/' || stored.id, 'support-ticket', private.team_email('supportEmail'), details, stored.sender_email);
  end if;
  mails := mails || private.queue_mail('support-ticket-received/' || stored.id, 'support-ticket-received', stored.sender_email, details);
  return query select stored.id, stored.ticket_number, mails;
end
$$;

create function public.reply_to_ticket(ticket_id uuid, body text, is_internal boolean default false, status public.ticket_status default null) returns public.ticket_replies
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require_super_admin();
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This ticket is no longer here.', hint = 'ticket.not_found';
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, auth.uid(),
    coalesce((select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = auth.uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, auth.uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
      private.team_email('supportEmail'));
  end if;
  return reply;
end
$$;
grant execute on function public.reply_to_ticket(uuid, text, boolean, public.ticket_status) to authenticated;

-- Notifies a signed-in sender of replies; internal notes notify nobody.
create function private.notify_ticket_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets where id = new.ticket_id;
  if ticket.user_id is not null and ticket.user_id is distinct from new.author_id then
    perform private.notify(array[ticket.user_id], 'ticket-reply/' || new.id, format('Answer to %s: %s', ticket.ticket_number, ticket.subject), new.body);
  end if;
  return null;
end
$$;
create trigger notify_ticket_reply after insert on public.ticket_replies for each row when (not new.is_internal) execute function private.notify_ticket_reply();

create function private.set_ticket_closed_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.closed_at := case when new.status in ('resolved', 'closed') then coalesce(old.closed_at, now()) end;
  return new;
end
$$;
create trigger date_status before update of status on public.support_tickets for each row execute function private.set_ticket_closed_at();

create function public.open_school(
  request_id uuid, name text, kind public.institution_kind, admin_email text, admin_first_name text, admin_last_name text,
  email text default null, phone text default null, city text default null, plan_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if exists (select from public.schools s where lower(s.name) = lower(btrim(open_school.name))) then
    raise exception using errcode = 'P0001', message = 'There is a school of this name already. Add the town to tell them apart.', hint = 'school.name_taken', detail = 'name';
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like office@school.ac.ke.', hint = 'school.invalid_email', detail = 'email';
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'), open_school.kind, private.null_if_blank(open_school.email), private.null_if_blank(open_school.phone), private.null_if_blank(open_school.city))
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email, 'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name', 'Enter the first name.'),
    private.require_text(open_school.admin_last_name, 80, 'admin_last_name', 'Enter the last name.'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$$;
comment on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid) is
  'Adds a school, its trial and its administrator''s invitation together, once per request id. The invite function then sends the mail.';
grant execute on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid) to authenticated;

create function public.school_overview(school_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return (select jsonb_build_object(
    'id', s.id, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', (select count(*) from public.students p where p.school_id = s.id and p.status = 'active'), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'last_sign_in', (select max(a.last_sign_in_at) from public.users u join auth.users a on a.id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.id, 'plan_id', b.plan_id, 'plan', p.name, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', p.max_students)
      from public.subscriptions b join public.plans p on p.id = b.plan_id where b.school_id = s.id order by b.status in ('trial', 'active', 'grace') desc, b.ends_on desc limit 1))
  from public.schools s where s.id = school_overview.school_id);
end
$$;
comment on function public.school_overview(uuid) is 'One school as the platform sees it: its size and its subscription. Super admins only.';
grant execute on function public.school_overview(uuid) to authenticated;

create function public.platform_analytics() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'schools', (select count(*) from public.schools where is_active),
    'schools_by_kind', (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from public.schools where is_active group by kind) k),
    'users_by_role', (select jsonb_object_agg(role, n) from (select role, count(*) as n from public.users where is_active group by role) r),
    'students', (select count(*) from public.students where status = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(status, n) from (select status, count(*) as n from public.subscriptions group by status) s),
    'sign_ins_30d', (select count(distinct user_id) from auth.sessions where created_at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.nairobi_day(now()) - 30));
end
$$;
grant execute on function public.platform_analytics() to authenticated;

create function public.platform_trends() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.nairobi_day(now());
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'months', (
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select count(*) from public.schools s where private.nairobi_day(s.created_at) < m.until),
        'students', (select count(*) from public.students s where s.admitted_on < m.until and s.status in ('active', 'suspended')),
        'accounts', (select count(*) from public.users u where private.nairobi_day(u.created_at) < m.until),
        'orders', (select coalesce(sum(d.orders), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'revenue', (select coalesce(sum(d.revenue), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'tickets', (select count(*) from public.support_tickets t where private.nairobi_day(t.created_at) >= m.start and private.nairobi_day(t.created_at) < m.until)) order by m.start)
      from (select start::date as start, (start + interval '1 month')::date as until from generate_series(date_trunc('month', today::timestamp) - interval '11 months', date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', (select count(distinct s.user_id) from auth.sessions s where private.nairobi_day(s.created_at) = d.day),
        'changes', (select count(*) from public.audit_log l where l.at >= d.day::timestamp at time zone 'Africa/Nairobi' and l.at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi')) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d));
end
$$;
comment on function public.platform_trends() is 'Twelve months of growth and revenue, thirty days of use: {months, days}. Super admins only.';
grant execute on function public.platform_trends() to authenticated;

create function public.service_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')), 'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null and e.status <> 'sent' order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at) order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r));
end
$$;
comment on function public.service_status() is 'Whether mails and payments go through, now. Super admins only.';
grant execute on function public.service_status() to authenticated;

-- What `npm run doctor` reads from an installation, in one call with the service key.
create function public.installation_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  migrations jsonb := '[]';
  scheduled boolean := false;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select exists (select from cron.job where jobname = ''masomo-due-jobs'' and active)' into scheduled;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'scheduled', scheduled,
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$$;
comment on function public.installation_report() is 'State of this installation for the operator''s check-up; the server''s key only.';

-- Figures and recent activities of the home screen, by role.

create function private.dashboard_stat(key text, value numeric, unit text default 'count') returns jsonb
language sql immutable set search_path = '' as $$ select jsonb_build_object('key', key, 'value', coalesce(value, 0), 'unit', unit) $$;

create function private.admin_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.dashboard_stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.dashboard_stat('attendance', private.attendance_share((select array_agg(id) from public.students where school_id = school), current_date - 6), 'percent'),
    private.dashboard_stat('fees_outstanding', private.school_balance_due(school), 'KES'))
$$;

create function private.office_stats(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.dashboard_stat('present_today', (select count(*) from public.attendance where school_id = school and day = private.nairobi_day(now()) and status in ('present', 'late'))),
    private.dashboard_stat('absent_today', (select count(*) from public.attendance where school_id = school and day = private.nairobi_day(now()) and status in ('absent', 'excused'))),
    private.dashboard_stat('records_this_week', (select count(*) from public.student_records where school_id = school and happened_on > current_date - 7)))
$$;

create function private.personal_stats(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.dashboard_stat('children', (select count(*) from private.my_student_ids()))
        else private.dashboard_stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= private.nairobi_day(now()) and published_at is not null and archived_at is null)) end,
      private.dashboard_stat('attendance', private.attendance_share(array(select private.my_student_ids()), current_date - 29), 'percent'),
      private.dashboard_stat('fees_outstanding', private.students_balance_due(array(select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.dashboard_stat('orders', (select count(*) from public.orders where user_id = auth.uid())),
      private.dashboard_stat('licences', (select count(*) from public.licences where user_id = auth.uid())),
      private.dashboard_stat('tickets', (select count(*) from public.support_tickets where user_id = auth.uid()))) end
    || private.dashboard_stat('unread_notifications', (select count(*) from public.notifications where user_id = auth.uid() and read_at is null))
$$;

create function private.teacher_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('classes', (select count(*) from private.my_class_ids())),
    private.dashboard_stat('students', (select count(*) from private.my_taught_student_ids())),
    private.dashboard_stat('lessons_today', (select count(*) from public.lessons where teacher_id = auth.uid() and weekday = extract(isodow from now() at time zone 'Africa/Nairobi'))),
    private.dashboard_stat('to_mark', (select count(*) from public.submissions s join public.assignments a on a.id = s.assignment_id where a.teacher_id = auth.uid() and s.submitted_at is not null and s.graded_at is null)))
$$;

create function private.super_admin_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.dashboard_stat('schools', (select count(*) from public.schools where is_active)),
    private.dashboard_stat('users', (select count(*) from public.users where is_active)),
    private.dashboard_stat('pending_orders', (select sum(orders) from private.order_counts where scope = private.all_schools_scope() and status = 'pending')),
    private.dashboard_stat('open_tickets', (select count(*) from public.support_tickets where status in ('open', 'in_progress', 'waiting'))))
$$;

-- An announcement is listed once, not again as a notification; archived ones are left out.
create function private.recent_activities(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where my_role = 'super_admin' order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where my_role = 'super_admin' order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when my_role in ('admin', 'teacher', 'staff') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where my_role = 'teacher' and a.teacher_id = auth.uid() and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where my_role = 'admin' and f.school_id = private.my_school() order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format('%s: %s', r.kind, r.summary), r.first_name || ' ' || r.last_name, '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from (select * from public.notifications where user_id = auth.uid() and (source is null or source not like 'announcement/%') order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$$;

create function public.dashboard_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$$;
comment on function public.dashboard_summary() is
  'The dashboard home of the caller: role, school, four stats {key, value, unit: count | percent | KES} and recent activities {at, kind, title, text, link}.';
grant execute on function public.dashboard_summary() to authenticated;

-- Scheduled work. Sales are counted here too, so that analytics of a long period need not count a busy day first.
create function private.run_due_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.update_subscription_status(),
    'announcements', private.notify_due_announcements());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < current_date - 2;
  perform private.count_dirty_days();
  return done;
end
$$;
comment on function private.run_due_jobs() is
  'Scheduled publishing, announced prices, subscriptions and cleanup. Returns what it did; null while another run is in progress.';
grant execute on function private.run_due_jobs() to service_role;

-- Set as PostgREST's pre-request, this puts the trace id of the HTTP request into application_name.
create function private.name_transaction_by_trace() returns void
language sql set search_path = '' as $$
  select pg_catalog.set_config('application_name', 'trace ' || named.trace, true)
  from (select substring(current_setting('request.headers', true)::json ->> 'traceparent' from '^[0-9a-f]{2}-([0-9a-f]{32})-') as trace) as named
  where named.trace is not null
$$;
comment on function private.name_transaction_by_trace() is
  'Pre-request of PostgREST where tracing is on: pg_stat_activity, the log and auto_explain show the trace as application_name.';
grant execute on function private.name_transaction_by_trace() to anon, authenticated, service_role;

-- Where pg_cron exists (hosted Supabase) the database runs its own jobs; elsewhere the backend calls the function.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('masomo-due-jobs', '* * * * *', 'select private.run_due_jobs()');
  end if;
end
$$;
