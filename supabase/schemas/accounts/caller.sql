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
