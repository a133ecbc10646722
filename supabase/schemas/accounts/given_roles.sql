-- Giving roles to people and taking them away.

-- The schools where the caller decides about roles today: people of one of them may be given a role at another.
create function private.schools_with_my_roles() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select distinct m.school_id from private.memberships m
      join private.role_permissions g on g.role_id = m.role_id and g.permission = 'role:manage'
    where m.user_id = private.signed_in_uid()
      and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id)))
$$;

-- The school about whose roles the caller decides: their own, or the one that a super admin names.
create function private.roles_school(school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('user:set-role') then
    perform private.require('role:manage');
    if roles_school.school <> private.my_school() then
      perform private.refuse('role.other_school',
        'You can give roles within your own school only.', errcode => '42501');
    end if;
    return private.my_school();
  elsif roles_school.school is null then
    perform private.refuse('user.school_required', 'Choose the school this person belongs to.', field => 'school_id');
  end if;
  return roles_school.school;
end
$$;

create function public.people_with_roles(
  of_role uuid default null, of_person uuid default null, search text default null, skipped integer default 0,
  size integer default 1000)
returns table (id uuid, user_id uuid, name text, email text, role_id uuid, role_name text, base public.user_role,
  campus_id uuid, campus text, starts_on date, ends_on date, is_active boolean, can_take boolean, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(search);
begin
  return query
  select m.id, u.id, coalesce(u.full_name, u.email), u.email, r.id, r.name, r.base,
    c.id,
    c.name, case when isfinite(m.starts_on) then m.starts_on end, m.ends_on, u.is_active,
    u.id <> private.signed_in_uid() and private.is_grantable(r.id), count(*) over ()
  from private.memberships m join public.users u on u.id = m.user_id join private.school_roles r on r.id = m.role_id
    left join public.campuses c on c.id = m.campus_id
  where m.school_id = school and (people_with_roles.of_role is null or m.role_id = people_with_roles.of_role)
    and (people_with_roles.of_person is null or m.user_id = people_with_roles.of_person)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.last_name, u.first_name, u.id, r.school_id is not null, r.base, r.slug, m.id
  limit least(greatest(people_with_roles.size, 1), 1000) offset greatest(people_with_roles.skipped, 0);
end
$$;
comment on function public.people_with_roles(uuid, uuid, text, integer, integer) is
  'A page of who has which role at the caller''s school, of one role or one person where these are given: from when '
    'and until when, at which campus, and how many they are in all.';
grant execute on function public.people_with_roles(uuid, uuid, text, integer, integer) to authenticated;

-- Who else can be given a role at the caller's school: its people, and those of other schools where the caller decides.
create function public.find_role_people(search text default null, skipped integer default 0, size integer default 20)
returns table (id uuid, name text, email text, school text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(find_role_people.search);
begin
  return query
  select u.id, coalesce(u.full_name, u.email), u.email,
    case when u.school_id <> school then h.name end, count(*) over ()
  from public.users u join public.schools h on h.id = u.school_id
  where u.school_id = any (private.schools_with_my_roles() || school) and u.is_active
    and u.id <> private.signed_in_uid() and not exists (select from public.super_admins a where a.id = u.id)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.school_id = school desc, u.last_name, u.first_name, u.id
  limit least(greatest(find_role_people.size, 1), 1000) offset greatest(find_role_people.skipped, 0);
end
$$;
comment on function public.find_role_people(text, integer, integer) is
  'A page of the people whom the caller may give a role at their school, with how many there are in all. school: null '
    'for those of the school itself.';
grant execute on function public.find_role_people(text, integer, integer) to authenticated;

create function public.give_role(
  user_id uuid, role_id uuid, school_id uuid default null, starts_on date default null, ends_on date default null,
  campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.roles_school(give_role.school_id);
  today constant date := private.school_today(school);
  first_day constant date := coalesce(give_role.starts_on, today);
  known private.memberships;
  given uuid;
begin
  if give_role.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  elsif not exists (select from private.school_roles r where r.id = give_role.role_id
    and (r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools()))) then
    perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
  elsif exists (select from public.super_admins a where a.id = give_role.user_id) or not exists (
    select from public.users u where u.id = give_role.user_id
      and (private.may('user:set-role') or u.school_id = any (private.schools_with_my_roles() || school)
        or exists (select from private.memberships m where m.user_id = u.id and m.school_id = school))) then
    perform private.refuse('role.no_such_person',
      'This person has no account at your school. Invite them first.', errcode => 'P0002');
  elsif give_role.campus_id is not null and not exists (
    select from public.campuses c where c.id = give_role.campus_id and c.school_id = school) then
    perform private.refuse('role.campus', 'Choose a campus of the school.', field => 'campus_id');
  elsif give_role.ends_on < greatest(first_day, today) then
    perform private.refuse('role.dates',
      'Choose a last day that is not over and not before the first.', field => 'ends_on');
  end if;
  perform private.require_grantable(give_role.role_id);
  select * into known from private.memberships m where m.user_id = give_role.user_id and m.school_id = school
    and m.role_id = give_role.role_id and m.campus_id is not distinct from give_role.campus_id for update;
  insert into private.memberships as m (user_id, school_id, role_id, campus_id, starts_on, ends_on, given_by)
  values (give_role.user_id, school, give_role.role_id, give_role.campus_id, first_day, give_role.ends_on,
    private.signed_in_uid())
  on conflict (user_id, school_id, role_id, campus_id) do update set ends_on = excluded.ends_on,
    starts_on = case when give_role.starts_on is null then least(m.starts_on, excluded.starts_on)
      else excluded.starts_on end,
    given_by = excluded.given_by, given_at = now()
  returning m.id into given;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end, 'memberships',
    given,
    case when known.id is not null then private.logged_membership(known) end, private.logged_membership(m)
  from private.memberships m where m.id = given;
  return given;
end
$$;
comment on function public.give_role(uuid, uuid, uuid, date, date, uuid) is
  'Gives a person one more role at the caller''s school, from a day on and perhaps until one, or changes these days. '
    'A super admin names the school.';
grant execute on function public.give_role(uuid, uuid, uuid, date, date, uuid) to authenticated;

create function private.logged_membership(membership private.memberships) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('user_id', membership.user_id,
    'role', private.role_name(membership.role_id),
    'starts_on', case when isfinite(membership.starts_on) then membership.starts_on end, 'ends_on', membership.ends_on))
$$;

create function public.take_role(membership_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  taken private.memberships;
begin
  select * into taken from private.memberships m where m.id = take_role.membership_id for update;
  if not private.may('user:set-role') then
    perform private.require('role:manage');
  end if;
  if taken.id is null or not private.may('user:set-role') and taken.school_id <> private.my_school() then
    perform private.refuse('role.not_held', 'This person no longer has the role.', errcode => 'P0002');
  elsif taken.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  end if;
  perform private.require_grantable(taken.role_id);
  if not exists (select from private.memberships m where m.user_id = taken.user_id and m.id <> taken.id) then
    perform private.refuse('role.only_one',
      'This is the person''s only role. Give another one first, or deactivate the account.');
  end if;
  delete from private.memberships m where m.id = taken.id;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), taken.school_id, 'delete',
    'memberships', taken.id, private.logged_membership(taken));
end
$$;
comment on function public.take_role(uuid)
  is 'Takes a role from a person at the caller''s school; they keep their others.';
grant execute on function public.take_role(uuid) to authenticated;
