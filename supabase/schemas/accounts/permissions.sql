-- What a role may allow, as `shared/domain` declares it; declared_permissions.sql has the rows.
create table private.permissions (
  name text primary key check (name ~ '^[a-z-]+:[a-z-]+$'),
  sentence text not null,
  is_platform boolean not null,
  is_about_children boolean not null,
  feature text,
  needs_second_step boolean not null default false
);
comment on column private.permissions.feature is 'The module or add-on that declares it; null for the core.';
comment on column private.permissions.needs_second_step is
  'It reads children''s records, takes money or opens the way to either: nobody has it without an authenticator.';
comment on column private.permissions.is_platform is 'Of those who run the platform: no role of a school has it.';
comment on column private.permissions.is_about_children is
  'Shows children''s records: a super admin has it only while a school''s records are open.';

alter table private.permissions enable row level security;

create table private.school_roles (
  id uuid primary key default gen_random_uuid(),
  school_id uuid references public.schools (id) on delete cascade,
  slug text not null,
  base public.user_role not null,
  granted text not null default '',
  granted_about_children text not null default '',
  name text check (length(btrim(name)) between 1 and 60),
  needs_second_step boolean not null default false,
  unique nulls not distinct (school_id, slug),
  check (school_id is not null or slug = base::text),
  constraint school_roles_own_name_check check ((school_id is null) = (name is null)),
  constraint school_roles_own_base_check check (school_id is null or base in ('admin', 'teacher', 'staff'))
);
comment on table private.school_roles is
  'What people may be: the roles that every school has, without a school, and those that a school adds.';
comment on column private.school_roles.slug
  is 'Of a school''s own role its name, folded, so that no two are called the same.';
comment on column private.school_roles.needs_second_step
  is 'Whether one of its permissions does, kept by the same trigger.';
comment on column private.school_roles.base is 'Decides where the menu, home and audiences of the role are.';
comment on column private.school_roles.granted is
  'The names of its permissions with spaces between them, kept by a trigger: one look-up for every statement of the '
    'API.';
comment on column private.school_roles.granted_about_children is 'Like granted, those that show children''s records.';

select private.school_table('private.school_roles', needs_subscription => false);

create table private.role_permissions (
  role_id uuid not null references private.school_roles (id) on delete cascade,
  permission text not null references private.permissions (name) on delete cascade,
  primary key (role_id, permission)
);
create index role_permissions_permission_idx on private.role_permissions (permission);

select private.school_table('private.role_permissions', needs_subscription => false);

-- Writes beside roles what they are granted.
create function private.write_granted(roles uuid[]) returns void
language sql security definer set search_path = '' as $$
  update private.school_roles r
  set granted = g.others, granted_about_children = g.about_children, needs_second_step = g.is_guarded
  from unnest(write_granted.roles) as k (id) cross join lateral (
    select coalesce(string_agg(p.name, ' ' order by p.name) filter (where not p.is_about_children), '') as others,
      coalesce(string_agg(p.name, ' ' order by p.name) filter (where p.is_about_children), '') as about_children,
      coalesce(bool_or(p.needs_second_step), false) as is_guarded
    from private.role_permissions g join private.permissions p on p.name = g.permission where g.role_id = k.id) g
  where r.id = k.id
    and (r.granted, r.granted_about_children, r.needs_second_step)
      is distinct from (g.others, g.about_children, g.is_guarded)
$$;

create function private.keep_granted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_granted(array(select distinct c.role_id from changed c));
  return null;
end
$$;

create trigger keep_added after insert on private.role_permissions
  referencing new table as changed for each statement execute function private.keep_granted();
create trigger keep_removed after delete on private.role_permissions
  referencing old table as changed for each statement execute function private.keep_granted();

-- Makes the core's declaration the permissions of this database: adds, changes and removes what differs.
create function private.declare_permissions(declared jsonb, roles jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.permissions as p (name, sentence, is_platform, is_about_children, needs_second_step)
  select d.name, d.sentence, d.is_platform, d.is_about_children, d.needs_second_step
  from jsonb_to_recordset(declared)
    d (name text, sentence text, is_platform boolean, is_about_children boolean, needs_second_step boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_platform = excluded.is_platform,
      is_about_children = excluded.is_about_children,
      needs_second_step = excluded.needs_second_step;
  delete from private.permissions p where p.feature is null and not exists (
    select from jsonb_to_recordset(declared) d (name text) where d.name = p.name);
  insert into private.school_roles (slug, base) select r.role, r.role::public.user_role
    from jsonb_object_keys(roles) r (role)
  on conflict do nothing;
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is null and p.name = g.permission and p.feature is null;
  insert into private.role_permissions (role_id, permission)
  select s.id, p.name from jsonb_each(roles) r (role, names) cross join jsonb_array_elements_text(r.names) p (name)
    join private.school_roles s on s.school_id is null and s.slug = r.role;
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is not null and p.name = g.permission and p.is_platform;
  perform private.write_granted(array(select r.id from private.school_roles r));
end
$$;

-- What belongs to those who run the platform is in no role of a school, whichever way it is written.
create function private.refuse_platform_permission() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.permissions p where p.name = new.permission and p.is_platform)
    and exists (select from private.school_roles r where r.id = new.role_id and r.school_id is not null) then
    perform private.refuse(
      'role.platform_permission', 'Only those who run the platform have this permission. Leave it out of the role.',
      errcode => '42501');
  end if;
  return new;
end
$$;
create trigger refuse_platform before insert or update on private.role_permissions
  for each row execute function private.refuse_platform_permission();
