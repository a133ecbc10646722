-- Who is what at which school: every role of a person there, from a day on and perhaps until one.
create table private.memberships (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  role_id uuid not null references private.school_roles (id) on delete restrict,
  campus_id uuid,
  starts_on date not null default '-infinity',
  ends_on date,
  given_by uuid references public.users (id) on delete set null,
  given_at timestamptz not null default now(),
  unique nulls not distinct (user_id, school_id, role_id, campus_id),
  constraint memberships_campus_fkey foreign key (campus_id, school_id) references public.campuses (id, school_id)
    on delete cascade,
  check (ends_on is null or ends_on >= starts_on)
);
comment on column private.memberships.campus_id is
  'Where the person works in this role; null for the whole school. It tells people, and limits no permission.';
comment on column private.memberships.ends_on is 'The last day on which it holds.';

create index memberships_school_idx on private.memberships (school_id, role_id);
create index memberships_role_idx on private.memberships (role_id);
create index memberships_campus_idx on private.memberships (campus_id, school_id);
create index memberships_giver_idx on private.memberships (given_by);

select private.school_table('private.memberships', needs_subscription => false, live => '{person:user_id}');

-- Here, since invitations come before the roles that they give.
alter table public.invitations add constraint invitations_role_fkey foreign key (role_id)
  references private.school_roles (id) on delete set null;

-- Without settings, so that the planner puts it into the query.
create function private.is_current(starts_on date, ends_on date, today date) returns boolean
language sql immutable as $$ select starts_on <= today and (ends_on is null or ends_on >= today) $$;

create function private.common_role(base public.user_role) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id from private.school_roles r where r.school_id is null and r.slug = common_role.base::text
$$;

-- What a person is at a school before anything else: of the bases of their roles the first.
create function private.main_role(person uuid, school uuid) returns public.user_role
language sql stable security definer set search_path = '' as $$
  select min(r.base) from private.memberships m join private.school_roles r on r.id = m.role_id
  where m.user_id = main_role.person and m.school_id = main_role.school
$$;

-- The people of a school who have a permission.
create function private.people_with(school uuid, permission text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct u.id from private.memberships m join public.users u on u.id = m.user_id
      join private.role_permissions g on g.role_id = m.role_id and g.permission = people_with.permission
    where m.school_id = people_with.school and u.is_active
      and private.is_current(m.starts_on, m.ends_on, private.school_today(people_with.school)) order by u.id)
$$;

-- The people of a school whom an audience names, also by roles that the school has added to these.
create function private.people_of(school uuid, audience public.user_role[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct u.id from private.memberships m join public.users u on u.id = m.user_id
      join private.school_roles r on r.id = m.role_id
    where m.school_id = people_of.school and r.base = any (people_of.audience)
      and private.is_current(m.starts_on, m.ends_on, private.school_today(people_of.school)) order by u.id)
$$;

-- The profile names one school and role, in which most ways of adding a person write. What it says becomes the person's
-- one role there, unless their roles say the same already.
create function private.keep_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.school_id is not null and private.main_role(new.id, new.school_id) = new.role then
    return null;
  end if;
  perform set_config('masomo.keeps_membership', 'on', true);
  if tg_op = 'UPDATE' then
    delete from private.memberships m where m.user_id = new.id
      and (m.school_id = new.school_id or m.school_id = old.school_id and new.school_id is distinct from old.school_id);
  end if;
  if new.school_id is not null and new.role <> 'user' then
    insert into private.memberships (user_id, school_id, role_id, given_by)
    values (new.id, new.school_id, private.common_role(new.role),
      (select u.id from public.users u where u.id = private.signed_in_uid()));
  end if;
  perform set_config('masomo.keeps_membership', '', true);
  return null;
end
$$;
create trigger keep_new_membership after insert on public.users for each row
  when (new.school_id is not null) execute function private.keep_membership();
create trigger keep_membership after update of role, school_id on public.users for each row
  when ((old.role, old.school_id) is distinct from (new.role, new.school_id))
    execute function private.keep_membership();

-- And the other way: the profile has the person's first role, at their school or, once they have none there, at
-- another.
create function private.follow_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if current_setting('masomo.keeps_membership', true) = 'on' then
    return null;
  end if;
  update public.users u set role = k.base, school_id = k.school_id
  from (select m.school_id, min(r.base) as base from private.memberships m
    join private.school_roles r on r.id = m.role_id
      join public.users p on p.id = m.user_id
    where m.user_id = person group by m.school_id, p.school_id
    order by m.school_id is not distinct from p.school_id desc, min(m.given_at), m.school_id limit 1) k
  where u.id = person and (u.role, u.school_id) is distinct from (k.base, k.school_id);
  return null;
end
$$;
create trigger follow after insert or update or delete on private.memberships
  for each row execute function private.follow_membership();

-- Links an account to the staff member or guardian that the school has recorded with the same address.
create function private.link_account_to_person() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base constant public.user_role := (select r.base from private.school_roles r where r.id = new.role_id);
  address constant text := (select lower(u.email) from public.users u where u.id = new.user_id);
begin
  if base in ('admin', 'teacher', 'staff') then
    update public.staff_members s set user_id = new.user_id
    where s.id = (select m.id from public.staff_members m
        where m.school_id = new.school_id and lower(m.email) = address and m.user_id is null limit 1)
      and not exists (select from public.staff_members m where m.user_id = new.user_id);
  elsif base = 'parent' then
    update public.guardians g set user_id = new.user_id
    where g.school_id = new.school_id and lower(g.email) = address and g.user_id is null;
  end if;
  return null;
end
$$;
create trigger link_account_to_person after insert on private.memberships
  for each row execute function private.link_account_to_person();

create function private.has_administrator(school uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.memberships m join public.users u on u.id = m.user_id
    where m.school_id = has_administrator.school and m.role_id = private.common_role('admin') and u.is_active
      and m.ends_on is null and m.starts_on <= private.school_today(m.school_id))
$$;

-- Whatever ends an administrator's role, one who has it without an end remains. Checked at the end of a transaction,
-- since deleting a whole school ends all of them; functions that people call check earlier.
create function private.require_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  school uuid;
begin
  for school in
    select s.id from public.schools s
    where tg_table_name = 'memberships' and s.id = (to_jsonb(old) ->> 'school_id')::uuid
        and to_jsonb(old) ->> 'role_id' = private.common_role('admin')::text
      or tg_table_name = 'users' and s.id in (select m.school_id from private.memberships m
        where m.user_id = (to_jsonb(old) ->> 'id')::uuid and m.role_id = private.common_role('admin'))
    order by s.id for no key update
  loop
    if not private.has_administrator(school) then
      perform private.refuse('role.last_administrator',
        'This is the school''s only administrator. Give somebody else the role Administrator first, without an end.');
    end if;
  end loop;
  return null;
end
$$;
create constraint trigger administrator_remains after update or delete on private.memberships
  deferrable initially deferred for each row execute function private.require_administrator();
create constraint trigger active_administrator_remains after update of is_active on public.users
  deferrable initially deferred for each row when (old.is_active and not new.is_active)
  execute function private.require_administrator();

create function private.check_administrators() returns void
language plpgsql set search_path = '' as $$
begin
  set constraints private.administrator_remains, public.active_administrator_remains immediate;
  set constraints private.administrator_remains, public.active_administrator_remains deferred;
end
$$;
