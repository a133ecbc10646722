create type public.user_role as enum ('super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user');

-- Where a person's roles hold when they do not at the school that is asked for first; null without an open school.
create function private.open_school_of(person uuid, chosen uuid, home uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.school_id from private.memberships m join private.school_roles r on r.id = m.role_id
    join public.schools h on h.id = m.school_id
  where m.user_id = open_school_of.person and h.is_active and (h.closed_at is null or r.base = 'admin')
    and private.is_current(m.starts_on, m.ends_on, (private.current_moment() at time zone h.time_zone)::date)
  order by m.school_id = open_school_of.chosen desc nulls last, m.school_id = open_school_of.home desc nulls last,
    m.school_id
  limit 1
$$;

-- Looks up person, school, roles, session and permissions, and remembers them for this statement as "role school
-- first_school last_school childrens_school is_signed_in person withheld bases permission permission ... ", parts that
-- are null being empty; person as soon as the session lives, also before the second factor. One statement finds nearly
-- all of it, since each further one costs every request as much as several of its joins.
create function private.find_caller(statement text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  has_code boolean := coalesce(token ->> 'aal', 'aal1') = 'aal2';
  is_signed_in boolean := false;
  person record;
  place uuid;
  opened_school uuid;
  found_caller text := 'user     f  {} {} ';
begin
  if me is not null then
    loop
      -- A token outlives its session, and one that names none signs nobody in: it was made for something else. The
      -- school is the one that the session has chosen, or else the person's own; into a closed one only administrators
      -- come. Custody outranks every role: who may not be told about their child does not learn it at work either.
      select s.id as session_id, a.school_id as chosen, u.id as account, u.school_id as home, x.id is not null
        as is_super_admin, case when r.base is not null then h.id end as school, r.*,
        exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
          as has_authenticator,
        r.is_guarded and not exists (select from public.schools d where d.is_demo)
          or exists (select from private.second_step_rules k where k.school_id = h.id and k.role = any (r.bases)
            and private.rule_starts_on(k, u.created_at, h.time_zone) <= h.today) as may_need_code,
        case when r.base in ('admin', 'teacher', 'staff') then coalesce((select array_agg(k.student_id)
          from public.guardians g join public.custody_marks k on k.guardian_id = g.id
          where g.user_id = s.user_id and g.school_id = h.id and not k.may_be_told), '{}') else '{}' end as withheld
      into person
      from auth.sessions s left join private.active_schools a on a.session_id = s.id
        left join public.users u on u.id = s.user_id and u.is_active
        left join public.super_admins x on x.id = u.id
        left join lateral (select p.id, p.time_zone, p.closed_at,
            (private.current_moment() at time zone p.time_zone)::date as today
          from public.schools p where p.id = coalesce(place, a.school_id, u.school_id) and p.is_active) h on true
        left join lateral (select min(r.base) as base, array_agg(r.base order by r.base) as bases,
            string_agg(r.granted || ' ' || r.granted_about_children, ' ') as granted,
            bool_or(r.needs_second_step) as is_guarded
          from private.memberships m join private.school_roles r on r.id = m.role_id
          where m.user_id = u.id and m.school_id = h.id and (h.closed_at is null or r.base = 'admin')
            and private.is_current(m.starts_on, m.ends_on, h.today)) r on true
      where s.id = (token ->> 'session_id')::uuid and s.user_id = me and coalesce(s.not_after > now(), true);
      exit when person.base is not null or person.account is null or place is not null;
      place := private.open_school_of(person.account, person.chosen, person.home);
      exit when place is null;
    end loop;
    -- With the second factor where the account has one; a trusted device stands for it.
    if person.has_authenticator and not has_code then
      has_code := private.is_trusted_session(person.session_id, me);
      is_signed_in := has_code;
    else
      is_signed_in := person.session_id is not null;
    end if;
    -- Who must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if is_signed_in and not has_code and person.is_super_admin then
      is_signed_in := not private.is_second_step_required(me, person.school, '{super_admin}',
        (select r.needs_second_step from private.school_roles r where r.school_id is null and r.slug = 'super_admin'));
    elsif is_signed_in and not has_code and person.may_need_code then
      is_signed_in := not private.is_second_step_required(me, person.school, person.bases, person.is_guarded);
    end if;
    if not is_signed_in then
      found_caller := concat_ws(' ', 'user    ', 'f', case when person.session_id is null then '' else me::text end,
        '{} {} ');
    elsif person.is_super_admin then
      -- What shows children's records is a super admin's only while a school's records are open.
      opened_school := private.opened_school(person.account);
      select concat_ws(' ', r.slug, coalesce(person.school::text, ''), '00000000-0000-0000-0000-000000000000',
          'ffffffff-ffff-ffff-ffff-ffffffffffff', coalesce(opened_school::text, ''), 't', me, '{} {}', r.granted,
          case when opened_school is not null then r.granted_about_children end, '')
      into found_caller from private.school_roles r where r.school_id is null and r.slug = 'super_admin';
    elsif person.base is null then
      -- Without an open school a person is a plain user.
      select concat_ws(' ', r.slug || '    ', 't', me, '{} {}', r.granted, r.granted_about_children, '')
      into found_caller from private.school_roles r where r.school_id is null and r.slug = 'user';
    else
      found_caller := concat_ws(' ', person.base, person.school, person.school, person.school, person.school, 't', me,
        person.withheld, person.bases, person.granted, '');
    end if;
  end if;
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$$;
grant execute on function private.find_caller(text) to anon, authenticated, service_role;

-- This and the functions below are single expressions without settings: the planner puts them into the query, and a
-- call costs little more than a variable.
create function private.this_statement() returns text
language sql stable as $$
  select pg_catalog.concat_ws(' ', pg_catalog.statement_timestamp(),
    pg_catalog.current_setting('request.jwt.claim.sub', true), pg_catalog.current_setting('request.jwt.claims', true))
$$;
grant execute on function private.this_statement() to anon, authenticated, service_role;

-- The next statement looks again, so that a changed role, an ended session and a switched school take effect at the
-- next request.
create function private.caller() returns text
language sql stable as $$
  select case when pg_catalog.current_setting('masomo.statement', true) = private.this_statement()
    then pg_catalog.current_setting('masomo.caller', true)
    else private.find_caller(private.this_statement()) end
$$;
grant execute on function private.caller() to anon, authenticated, service_role;

create function private.is_fully_signed_in() returns boolean language sql
  stable as $$ select pg_catalog.split_part(private.caller(), ' ', 6) = 't' $$;
grant execute on function private.is_fully_signed_in() to anon, authenticated, service_role;

-- Who signed in, as long as the session lives, also before the second factor: only for what the second step itself
-- needs.
create function private.session_uid() returns uuid language sql
  stable as $$ select nullif(pg_catalog.split_part(private.caller(), ' ', 7), '')::uuid $$;
grant execute on function private.session_uid() to anon, authenticated, service_role;

-- The caller with every step done, in a session that lives; null otherwise. Rows are matched by this and never by
-- auth.uid(), which any token fills.
create function private.signed_in_uid() returns uuid language sql
  stable as $$ select case when private.is_fully_signed_in() then private.session_uid() end $$;
grant execute on function private.signed_in_uid() to anon, authenticated, service_role;

-- Whether the caller has a permission: one of those that `shared/domain` declares.
create function private.may(permission text) returns boolean
language sql stable as $$ select pg_catalog.strpos(private.caller(), ' ' || permission || ' ') > 0 $$;
grant execute on function private.may(text) to anon, authenticated, service_role;

create function private.my_permissions() returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct p.name from unnest((string_to_array(private.caller(), ' '))[10:]) as p (name)
    where p.name <> '' order by p.name)
$$;

-- The students about whom the caller, as a guardian, may not be told, and so neither in their role at the school.
create function private.withheld_from_me() returns uuid[]
language sql stable as $$ select coalesce(nullif(pg_catalog.split_part(private.caller(), ' ', 8), ''), '{}')::uuid[] $$;
grant execute on function private.withheld_from_me() to authenticated, service_role;

create function private.is_super_admin() returns boolean language sql
  stable as $$ select pg_catalog.starts_with(private.caller(), 'super_admin ') $$;
grant execute on function private.is_super_admin() to anon, authenticated, service_role;

create function private.my_role() returns public.user_role language sql
  stable as $$ select pg_catalog.split_part(private.caller(), ' ', 1)::public.user_role $$;
grant execute on function private.my_role() to anon, authenticated, service_role;

-- What the caller's roles are based on: the same as the role for most, several for a teacher who is also a parent.
create function private.my_bases() returns public.user_role[] language sql stable as $$
  select case when pg_catalog.split_part(private.caller(), ' ', 9) in ('', '{}') then array[private.my_role()]
    else pg_catalog.split_part(private.caller(), ' ', 9)::public.user_role[] end
$$;
grant execute on function private.my_bases() to anon, authenticated, service_role;

create function private.my_school() returns uuid language sql
  stable as $$ select nullif(pg_catalog.split_part(private.caller(), ' ', 2), '')::uuid $$;
grant execute on function private.my_school() to anon, authenticated, service_role;

-- With last_school the range of schools that the caller may look into: a member's own, every one for a super admin,
-- none for others. One condition, which an index answers for all of them.
create function private.first_school() returns uuid language sql
  stable as $$ select nullif(pg_catalog.split_part(private.caller(), ' ', 3), '')::uuid $$;
grant execute on function private.first_school() to authenticated, service_role;

create function private.last_school() returns uuid language sql
  stable as $$ select nullif(pg_catalog.split_part(private.caller(), ' ', 4), '')::uuid $$;
grant execute on function private.last_school() to authenticated, service_role;

-- The school whose children's records a super admin has open; see record_openings.
create function private.opened_school(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select o.school_id from public.record_openings o where o.opened_by = opened_school.person
    and o.closes_at > private.current_moment() order by o.opened_at desc limit 1
$$;

-- The school whose children the caller may look at: a member's own, and for a super admin the one that is open.
create function private.childrens_school() returns uuid language sql
  stable as $$ select nullif(pg_catalog.split_part(private.caller(), ' ', 5), '')::uuid $$;
grant execute on function private.childrens_school() to authenticated, service_role;

-- Where rows may belong to no school: the lowest key for a super admin, null for others, so that "every row" too is a
-- range that an index answers.
create function private.first_id() returns uuid language sql stable as $$
  select case when private.is_super_admin() then '00000000-0000-0000-0000-000000000000'::uuid end
$$;
grant execute on function private.first_id() to authenticated, service_role;

create function private.first_number() returns bigint language sql
  stable as $$ select case when private.is_super_admin() then 0::bigint end $$;
grant execute on function private.first_number() to authenticated, service_role;

-- The caller's school if they have the permission; null otherwise.
create function private.school_where(permission text) returns uuid language sql stable as $$
  select case when private.may(permission) then private.my_school() end
$$;
grant execute on function private.school_where(text) to authenticated, service_role;

-- The caller's school, null for a super admin; raises an error unless the caller has the permission.
create function private.require(permission text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may(permission) then
    return private.my_school();
  elsif exists (select from private.permissions p where p.name = require.permission and p.is_platform) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  end if;
  perform private.refuse('permission.missing',
    'Your role does not have the permission that this needs: “{permission}” Ask an administrator of your school.',
    jsonb_build_object('permission', (select private.say(p.sentence) from private.permissions p
      where p.name = require.permission)),
    errcode => '42501');
end
$$;

-- The school of a member; null for a super admin, who looks into all of them.
create function private.member_school() returns uuid language sql stable as $$
  select case when private.first_school() = private.last_school() then private.first_school() end
$$;
grant execute on function private.member_school() to authenticated, service_role;

-- `rows` is about how many there are. Policies ask for these before they read, and if the planner
-- expected its usual thousand, it would join whole tables instead of looking up the few rows of a page. Caller and
-- school are variables, since a condition that calls for them looks both up again in each part of a query.
create function private.my_class_ids() returns setof uuid
language plpgsql stable rows 8 security definer set search_path = '' as $$
declare
  me constant uuid := private.signed_in_uid();
  school constant uuid := private.my_school();
begin
  return query select c.id from public.classes c where c.class_teacher_id = me and c.school_id = school
    union select s.class_id from public.class_subjects s where s.teacher_id = me and s.school_id = school;
end
$$;
comment on function private.my_class_ids() is 'Classes the caller leads or teaches, whatever their role.';
grant execute on function private.my_class_ids() to authenticated, service_role;

create function private.my_student_ids() returns setof uuid
language plpgsql stable rows 4 security definer set search_path = '' as $$
declare
  me constant uuid := private.signed_in_uid();
  school constant uuid := private.my_school();
begin
  return query select s.id from public.students s where s.user_id = me and s.school_id = school
    union
    select s.id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id
      join public.students s on s.id = sg.student_id
    where g.user_id = me and g.school_id = school and not private.is_withheld(s.id, g.id)
      and (s.status in ('active', 'suspended') or private.left_on(s.id) > private.my_today()
        - make_interval(months => private.retention_months('student_access')));
end
$$;
comment on function private.my_student_ids() is
  'The calling student, or the children of whom the caller is a guardian: without those about whom the parent may '
    'not be told, and those who left too long ago.';
grant execute on function private.my_student_ids() to authenticated, service_role;

create function private.is_guardian() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.guardians g where g.user_id = private.signed_in_uid()
    and g.school_id = private.my_school())
$$;

-- Also of a guardian who may be told about none of them.
create function private.has_own_students() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_guardian() or exists (
    select from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school())
$$;
grant execute on function private.has_own_students() to authenticated, service_role;

create function private.my_taught_student_ids() returns setof uuid
language sql stable rows 300 security definer set search_path = '' as $$
  select id from public.students where class_id in (select private.my_class_ids())
    and id <> all (private.withheld_from_me())
$$;
grant execute on function private.my_taught_student_ids() to authenticated, service_role;

create function private.my_childrens_class_ids() returns setof uuid
language sql stable rows 4 security definer set search_path = '' as $$
  select e.class_id from public.enrolments e
  where e.student_id in (select private.my_student_ids()) and e.started_on <= private.my_today()
    and (e.ended_on is null or e.ended_on > private.my_today())
$$;
comment on function private.my_childrens_class_ids()
  is 'The classes of today of the calling student, or of the children of the calling parent.';
grant execute on function private.my_childrens_class_ids() to authenticated, service_role;

-- What a class was told and given before a child left it stays with the child.
create function private.my_childrens_past_stays() returns table (class_id uuid, until timestamptz)
language sql stable rows 8 security definer set search_path = '' as $$
  select e.class_id, e.ended_on::timestamp at time zone h.time_zone from public.enrolments e
    join public.schools h on h.id = e.school_id
  where e.student_id in (select private.my_student_ids()) and e.ended_on <= private.my_today()
$$;
comment on function private.my_childrens_past_stays()
  is 'The classes in which the calling student, or the children of the calling parent, were before, and until when.';
grant execute on function private.my_childrens_past_stays() to authenticated, service_role;

create function private.my_childrens_class_history() returns setof uuid
language sql stable rows 8 security definer set search_path = '' as $$
  select private.my_childrens_class_ids() union select p.class_id from private.my_childrens_past_stays() p
$$;
grant execute on function private.my_childrens_class_history() to authenticated, service_role;
