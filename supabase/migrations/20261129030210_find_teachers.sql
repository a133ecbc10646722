set check_function_bodies = off;

drop function public.find_role_people(text);

create or replace function public.find_role_people (
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 20
)
  returns table (
    id     uuid,
    name   text,
    email  text,
    school text,
    total  bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(find_role_people.search);
begin
  return query
  select u.id, coalesce(private.full_name(u.first_name, u.last_name), u.email), u.email,
    case when u.school_id <> school then h.name end, count(*) over ()
  from public.users u join public.schools h on h.id = u.school_id
  where u.school_id = any (private.schools_with_my_roles() || school) and u.is_active
    and u.id <> private.signed_in_uid() and not exists (select from public.super_admins a where a.id = u.id)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.school_id = school desc, u.last_name, u.first_name, u.id
  limit least(greatest(find_role_people.size, 1), 1000) offset greatest(find_role_people.skipped, 0);
end
$function$;

create or replace function public.find_teachers (
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 20
)
  returns table (
    id    uuid,
    name  text,
    email text,
    job   text,
    total bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  patterns constant text[] := private.search_patterns(find_teachers.search);
begin
  return query
  select u.id, coalesce(private.full_name(u.first_name, u.last_name), u.email), u.email, m.job_title, count(*) over ()
  from public.users u left join public.staff_members m on m.user_id = u.id and m.school_id = school
  where u.id = any (private.people_with(school, 'class:teach'))
    and (patterns is null or concat_ws(' ', private.account_text(u.first_name, u.last_name, u.email), m.search_text)
      like all (patterns))
  order by u.last_name, u.first_name, u.id
  limit least(greatest(find_teachers.size, 1), 1000) offset greatest(find_teachers.skipped, 0);
end
$function$;

comment on function public.find_role_people(text, integer, integer) is 'A page of the people whom the caller may give a role at their school, with how many there are in all. school: null for those of the school itself.';

comment on function public.find_teachers(text, integer, integer) is 'A page of those who may teach a class of the caller''s school, with how many there are in all: by name in any order, address, staff number, phone or job.';

revoke all on function public.find_role_people(text, integer, integer) from public;

grant execute on function public.find_role_people(text, integer, integer) to authenticated;

grant execute on function public.find_role_people(text, integer, integer) to service_role;

revoke all on function public.find_teachers(text, integer, integer) from public;

grant execute on function public.find_teachers(text, integer, integer) to authenticated;

grant execute on function public.find_teachers(text, integer, integer) to service_role;
