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
  payment_instructions text check (length(btrim(payment_instructions)) between 1 and 400),
  version text not null default 'saas' check (version in ('saas', 'standalone')),
  closed_at timestamptz,
  time_zone text not null default 'Africa/Nairobi'
    check (case time_zone when 'Africa/Nairobi' then true else private.is_time_zone(time_zone) end),
  county text check (length(county) <= 40),
  search_text text generated always as (private.fold_text(name || ' ' || coalesce(city, ''))) stored,
  storage_megabytes integer check (storage_megabytes between 1 and 10000000),
  branch_of uuid references public.schools (id) on delete restrict,
  campus_id uuid,
  absent_counts_as_zero boolean not null default false,
  constraint schools_branch_check check ((branch_of is null) = (campus_id is null) and branch_of <> id)
);
comment on table public.schools
  is 'A customer that runs the product. Archived schools are inactive, never deleted with their data.';
comment on column public.schools.request_id is 'Makes opening a school repeatable.';
comment on column public.schools.version
  is 'Where it runs: with us, or on the school''s own server. Stated when it is opened.';
comment on column public.schools.closed_at is 'Since when only its administrators come in, to export and to renew.';
comment on column public.schools.time_zone is 'IANA name of the zone in which the school''s days begin.';
comment on column public.schools.storage_megabytes
  is 'Room for files that a super admin has given this school; null: what its plan has.';
comment on column public.schools.search_text is 'Name and city, folded, for the search of the list of schools.';
comment on column public.schools.branch_of is 'The customer whose branch this is: it has books, registers and staff of '
  'its own, and the plan and the licences of the customer.';
comment on column public.schools.campus_id is 'The campus of the customer that has these books.';
comment on column public.schools.absent_counts_as_zero
  is 'Whether an assessment for which a student was absent counts as 0 in means; otherwise it is left out.';
comment on column public.schools.payment_instructions
  is 'How families pay the fees, as the school writes it: paybill and account, bank, office hours.';

create unique index schools_name_key on public.schools (private.fold_text(name));
create index schools_demo_idx on public.schools (id) where is_demo;
create index schools_branch_idx on public.schools (branch_of) where branch_of is not null;
create unique index schools_campus_key on public.schools (campus_id, branch_of) where campus_id is not null;

select private.school_table('public.schools', refuses_unread => true, audit => true);
grant
  select,
  insert (name, kind, email, phone, address, city, county, country, motto, time_zone, version),
  update (name, kind, email, phone, address, city, county, country, motto, is_active, payment_instructions, time_zone,
    absent_counts_as_zero)
  on public.schools to authenticated;

create policy "Super admins see every school, members their own" on public.schools for select to authenticated
  using (id >= (select private.first_school()) and id <= (select private.last_school()));
create policy "Super admins add schools" on public.schools for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "Super admins update schools, administrators their own" on public.schools for update to authenticated
  using (id >= (select private.first_school()) and id <= (select private.last_school())
    and ((select private.is_super_admin()) or (select private.may('school:edit-own'))))
  with check (id >= (select private.first_school()) and id <= (select private.last_school())
    and ((select private.is_super_admin()) or (select private.may('school:edit-own'))));

create trigger touch before update on public.schools for each row execute function private.touch_updated_at();

-- Whose plan and licences a school has: those of the customer for a branch, else its own.
create function private.payer_of(school uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(s.branch_of, s.id) from public.schools s where s.id = payer_of.school
$$;

-- A customer with its branches.
create function private.schools_of_group(school uuid) returns setof uuid
language sql stable rows 4 security definer set search_path = '' as $$
  select p.id from (select private.payer_of(schools_of_group.school) as id) p
  union all select s.id from public.schools s where s.branch_of = (select private.payer_of(schools_of_group.school))
$$;

-- Name, kind and archiving of a school are decided by super admins, although administrators may update the row.
create function private.protect_school_fields() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo)
      is distinct from (old.is_active, old.kind, old.name, old.is_demo) then
    perform private.refuse('school.platform_field',
      'Only a super admin can rename, reclassify or archive a school.', errcode => '42501');
  end if;
  return new;
end
$$;
create trigger guard before update on public.schools for each row execute function private.protect_school_fields();

-- Where a school runs decides who is believed about its licences, so it is stated when the school is opened and stays.
create function private.keep_school_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse('school.version_is_fixed',
    'Where a school runs was decided when it was opened. Open a new school for a server of its own.',
    errcode => '42501');
end
$$;
create trigger keep_version before update on public.schools for each row
  when (old.version is distinct from new.version and current_setting('request.jwt.claims', true) <> '')
  execute function private.keep_school_version();
