-- Roles that a school adds to those that every school has, and who has which.

-- The bases that a school's own role may have: those of people who work there. Parents and students are what they are
-- by their children and their own record.
create function private.own_role_bases() returns public.user_role[]
language sql immutable as $$ select '{admin,teacher,staff}'::public.user_role[] $$;

-- Whether the caller may give a common role: with all of it that administrators have; what its people have beyond that,
-- such as their own timetable, is theirs by what they are.
create function private.gives_common_role(base public.user_role) returns boolean
language sql stable security definer set search_path = '' as $$
  select gives_common_role.base = any (private.roles_of_schools() || 'user'::public.user_role) and not exists (
    select from private.role_permissions g
      join private.role_permissions a on a.permission = g.permission and a.role_id = private.common_role('admin')
    where g.role_id = private.common_role(gives_common_role.base) and not private.may(g.permission))
$$;

-- What the caller may put into a role of the school: what they have themselves, and what the common roles at work have
-- that they may give as a whole.
create function private.may_pass_on() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select p.name from private.permissions p where not p.is_platform and (private.may(p.name) or exists (
      select from private.role_permissions g join private.school_roles r on r.id = g.role_id
      where g.permission = p.name and r.school_id is null and r.base = any (private.own_role_bases())
        and private.gives_common_role(r.base))) order by p.name)
$$;

-- Nobody gives or takes what they lack. Those who run the platform do so for every school.
create function private.is_grantable(role_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may('user:set-role') or exists (select from private.school_roles r where r.id = is_grantable.role_id
    and case when r.school_id is null then private.gives_common_role(r.base)
      else r.school_id = private.my_school() and not exists (select from private.role_permissions g
        where g.role_id = r.id and g.permission <> all (private.may_pass_on())) end)
$$;

create function private.require_grantable(role_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_grantable(require_grantable.role_id) then
    perform private.refuse(
      'role.beyond_own', 'This role allows more than yours does. Ask an administrator who may do all of it.',
      errcode => '42501');
  end if;
end
$$;

create function private.role_name(role_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(r.name, r.slug) from private.school_roles r where r.id = role_name.role_id
$$;

create function private.permissions_of(role_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select g.permission from private.role_permissions g where g.role_id = permissions_of.role_id order by 1)
$$;

create function public.school_roles(of_school uuid default null)
returns table (id uuid, name text, base public.user_role, people bigint, needs_second_step boolean, permissions text[],
  is_own boolean, can_give boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Who may only invite reads them too, to choose from.
  school constant uuid := case when private.may('user:set-role') then school_roles.of_school
    else coalesce(private.school_where('account:manage'), private.require('role:manage')) end;
begin
  return query
  select r.id, r.name, r.base, (select count(distinct m.user_id) from private.memberships m
    join public.users u on u.id = m.user_id
      where m.role_id = r.id and m.school_id = school and u.is_active
        and (m.ends_on is null or m.ends_on >= private.my_today())),
    r.needs_second_step, private.permissions_of(r.id), r.school_id is not null, private.is_grantable(r.id)
  from private.school_roles r
  where r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools())
  order by r.school_id is not null, r.base, r.slug;
end
$$;
comment on function public.school_roles(uuid) is
  'The roles of the caller''s school, or of the one that a super admin names, first those that every school has, '
    'with how many people have each and what it allows. name: null for the common ones.';
grant execute on function public.school_roles(uuid) to authenticated;

create function public.school_permissions()
returns table (name text, sentence text, needs_second_step boolean, can_give boolean, feature text)
language plpgsql stable security definer set search_path = '' as $$
declare
  given constant text[] := private.may_pass_on();
begin
  perform private.require('role:manage');
  return query
  select p.name, p.sentence, p.needs_second_step, p.name = any (given), p.feature from private.permissions p
  where not p.is_platform order by p.name;
end
$$;
comment on function public.school_permissions() is
  'What a role of a school may allow, in sentences, whether the caller may put it into a role, and the module or '
    'add-on that brings it.';
grant execute on function public.school_permissions() to authenticated;

create function public.role_suggestions() returns table (slug text, name text, base public.user_role,
  permissions text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('role:manage');
  -- Without what a module that is not there would allow.
  return query select s.slug, s.name, s.base,
    array(select p from unnest(s.permissions) p where exists (select from private.permissions k where k.name = p))
  from private.role_suggestions s order by s.position;
end
$$;
comment on function public.role_suggestions() is 'Roles that schools often have, to begin a new one with.';
grant execute on function public.role_suggestions() to authenticated;

create function public.save_school_role(name text, base public.user_role, permissions text[], role_id uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  title constant text := private.require_text(save_school_role.name, 60, 'name', 'Enter the name of the role.');
  chosen constant text[] := array(select distinct w from unnest(save_school_role.permissions) w where w is not null);
  known private.school_roles;
  added text[] := chosen;
  before jsonb;
  saved uuid;
begin
  perform from public.schools s where s.id = school for no key update;
  if save_school_role.role_id is not null then
    select * into known from private.school_roles r where r.id = save_school_role.role_id;
    if known.id is not null and known.school_id is null then
      perform private.refuse('role.common',
        'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
    elsif known.id is null or known.school_id <> school then
      perform private.refuse('role.not_found',
        'This role is no longer there. Load the page again.', errcode => 'P0002');
    end if;
    perform private.require_grantable(known.id);
    added := array(select w from unnest(chosen) w where w <> all (private.permissions_of(known.id)));
    before := jsonb_build_object('name', known.name, 'base', known.base,
      'permissions', private.permissions_of(known.id));
  end if;
  if save_school_role.base is null or save_school_role.base <> all (private.own_role_bases()) then
    perform private.refuse('role.base',
      'Choose what the role is based on: administrator, teacher or staff member.', field => 'base');
  elsif cardinality(chosen) = 0 then
    perform private.refuse('role.empty', 'Choose at least one thing that this role may do.', field => 'permissions');
  elsif exists (select from private.permissions p where p.name = any (chosen) and p.is_platform) then
    perform private.refuse(
      'role.platform_permission', 'Only those who run the platform have this permission. Leave it out of the role.',
      field => 'permissions', errcode => '42501');
  elsif exists (select from unnest(chosen) w where not exists (select from private.permissions p where p.name = w)) then
    perform private.refuse('role.unknown_permission', 'One of these permissions no longer exists. Load the page again.',
      field => 'permissions');
  elsif not added <@ private.may_pass_on() then
    perform private.refuse('role.gives_beyond_own',
      'You can give only what your own role allows. Leave out the rest, or ask an administrator who may do it.',
      field => 'permissions', errcode => '42501');
  elsif (added <> '{}' or save_school_role.base is distinct from known.base) and exists (
    select from private.memberships m where m.role_id = known.id and m.user_id = private.signed_in_uid()) then
    perform private.refuse('role.own',
      'You have this role yourself. Ask another administrator to add to it.', errcode => '42501');
  elsif exists (select from private.school_roles r where r.school_id = school and r.slug = private.fold_text(title)
    and r.id is distinct from known.id) then
    perform private.refuse('role.name_taken',
      'Your school has a role with this name. Choose another name.', field => 'name');
  end if;
  if known.id is null then
    insert into private.school_roles (school_id, slug, base, name)
    values (school, private.fold_text(title), save_school_role.base, title) returning id into saved;
  else
    saved := known.id;
    update private.school_roles r set slug = private.fold_text(title), name = title, base = save_school_role.base
    where r.id = saved;
    delete from private.role_permissions g where g.role_id = saved and g.permission <> all (chosen);
    if known.base <> save_school_role.base then
      -- The profiles of those who have it follow.
      update private.memberships m set role_id = saved where m.role_id = saved;
    end if;
  end if;
  insert into private.role_permissions (role_id, permission) select saved, a from unnest(added) a;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end,
    'school_roles', saved,
    before, jsonb_build_object('name', title, 'base', save_school_role.base,
      'permissions', private.permissions_of(saved)));
  return saved;
end
$$;
comment on function public.save_school_role(text, public.user_role, text[], uuid) is
  'Adds a role of the caller''s school or changes one: its name, the common role that it is based on and all that it '
    'allows.';
grant execute on function public.save_school_role(text, public.user_role, text[], uuid) to authenticated;

create function public.delete_school_role(role_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  known private.school_roles;
  people text;
  before jsonb;
begin
  select * into known from private.school_roles r where r.id = delete_school_role.role_id
    and (r.school_id = school or r.school_id is null) for update;
  if known.id is null then
    perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
  elsif known.school_id is null then
    perform private.refuse('role.common',
      'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
  end if;
  perform private.require_grantable(known.id);
  select string_agg(h.name, ', ' order by h.name) into people from (
    select distinct coalesce(u.full_name, u.email) as name from private.memberships m
      join public.users u on u.id = m.user_id
    where m.role_id = known.id and (m.ends_on is null or m.ends_on >= private.my_today())) h;
  if people is not null then
    perform private.refuse('role.in_use', 'These people have this role: {people}. Take it from them first.',
      jsonb_build_object('people', people));
  end if;
  before := jsonb_build_object('name', known.name, 'base', known.base, 'permissions', private.permissions_of(known.id));
  -- An open invitation would give the common role in its place.
  update public.invitations i set revoked_at = now()
  where i.role_id = known.id and i.accepted_at is null and i.revoked_at is null;
  delete from private.memberships m where m.role_id = known.id;
  delete from private.school_roles r where r.id = known.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), school, 'delete', 'school_roles', known.id, before);
end
$$;
comment on function public.delete_school_role(uuid)
  is 'Removes a role of the caller''s school that nobody has; otherwise it says who has it.';
grant execute on function public.delete_school_role(uuid) to authenticated;
