set check_function_bodies = off;

drop policy "People see what is announced to them, authors and administrator" on public.announcements;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "Staff see who came through the gate of their school" on public.gate_sightings;

drop policy "Administrators see their school's invitations, super admins all" on public.invitations;

drop policy "Super admins update schools, administrators their own" on public.schools;

drop policy "People see themselves, schools their own, super admins all" on public.users;

drop policy "People update themselves, administrators their school" on public.users;

drop trigger link_account_to_person on public.users;

drop function private.admin_school();

drop function private.always_needs_second_step(public.user_role);

drop function private.is_second_step_required(uuid, uuid, public.user_role);

drop function private.staff_school();

drop function public.current_identity();

create table private.active_schools (
  session_id uuid                     not null,
  school_id  uuid                     not null,
  chosen_at  timestamp with time zone not null default now(),
  constraint active_schools_pkey primary key (session_id)
);

alter table private.active_schools
  enable row level security;

create table private.memberships (
  id        uuid                     not null default gen_random_uuid(),
  user_id   uuid                     not null,
  school_id uuid                     not null,
  role_id   uuid                     not null,
  campus_id uuid,
  starts_on date                     not null default '-infinity'::date,
  ends_on   date,
  given_by  uuid,
  given_at  timestamp with time zone not null default now(),
  constraint memberships_check check (((ends_on IS NULL) OR (ends_on >= starts_on))),
  constraint memberships_pkey primary key (id),
  constraint memberships_user_id_school_id_role_id_campus_id_key unique nulls not DISTINCT (user_id, school_id, role_id, campus_id)
);

alter table private.memberships
  enable row level security;

create table private.role_suggestions (
  slug        text             not null,
  position    integer          not null,
  name        text             not null,
  base        public.user_role not null,
  permissions text[]           not null,
  constraint role_suggestions_base_check
    check ((base = ANY (ARRAY['admin'::public.user_role, 'teacher'::public.user_role, 'staff'::public.user_role]))),
  constraint role_suggestions_pkey primary key (slug),
  constraint role_suggestions_position_key unique (position)
);

alter table private.role_suggestions
  enable row level security;

alter table private.permissions
  add column needs_second_step boolean not null default false;

alter table private.school_roles
  add column name text;

alter table private.school_roles
  add column needs_second_step boolean not null default false;

create or replace function private.announcement_readers (
  news public.announcements
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select u.id from unnest(private.people_of(news.school_id, news.audience)) as u (id) where u.id is distinct from news.author_id
    and (news.class_id is null or u.id = any (private.people_with(news.school_id, 'announcement:write-all'))
      or exists (select from public.classes c where c.id = news.class_id and c.class_teacher_id = u.id)
      or exists (select from public.class_subjects cs where cs.class_id = news.class_id and cs.teacher_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and s.user_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and u.id = any (private.student_family(s.id)))))
$function$;

create or replace function private.behaviour_people (
  school   uuid,
  students uuid[]
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id from public.users u
  where u.is_active and (u.id = any (private.people_with(behaviour_people.school, 'behaviour:read-all'))
      or u.id = any (private.people_with(behaviour_people.school, 'behaviour:record')) and not exists (
    select from public.students s where s.id = any (students)
      and not exists (select from public.classes c where c.id = s.class_id and c.class_teacher_id = u.id)
      and not exists (select from public.class_subjects b where b.class_id = s.class_id and b.teacher_id = u.id)))
$function$;

create or replace function private.check_administrators()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  set constraints private.administrator_remains, public.active_administrator_remains immediate;
  set constraints private.administrator_remains, public.active_administrator_remains deferred;
end
$function$;

create or replace function private.check_timetable_clash()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  other record;
begin
  -- One writer at a time per school, so that each sees what the other wrote.
  perform pg_advisory_xact_lock(hashtextextended('timetable ' || new.school_id, 0));
  new.room := private.null_if_blank(new.room);
  if new.teacher_id is not null and not exists (
    select from private.memberships m where m.user_id = new.teacher_id and m.school_id = new.school_id) then
    raise exception using errcode = 'P0001', message = 'This teacher is not of the school.', hint = 'lesson.teacher_elsewhere', detail = 'teacher_id';
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id and cs.subject_id = new.subject_id) then
    raise exception using errcode = 'P0001', message = 'This subject is not taught to the class. Add it to the class first.', hint = 'lesson.subject_not_taught', detail = 'subject_id';
  end if;
  select l.*, c.name as class, b.name as subject, to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours, coalesce(private.full_name(u.first_name, u.last_name), '') as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id or private.fold_text(l.room) = private.fold_text(new.room))
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
$function$;

create or replace function private.common_role (
  base public.user_role
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select r.id from private.school_roles r where r.school_id is null and r.slug = common_role.base::text
$function$;

create or replace function private.declare_module (
  feature  text,
  declared jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant text := declare_module.feature;
  permissions constant jsonb := declare_module.declared -> 'permissions';
begin
  insert into private.declared_features (feature) values (own) on conflict do nothing;
  if found then
    update public.addons a set is_ready = true where a.feature = own and not a.is_ready;
  end if;
  delete from private.addon_features f
  where f.feature = own and not declare_module.declared -> 'sold_as' ? f.name;
  insert into private.addon_features (name, feature, is_built)
  select n.name, own, true from jsonb_array_elements_text(declare_module.declared -> 'sold_as') n (name)
  on conflict (name) do update set feature = excluded.feature, is_built = true;

  insert into private.permissions (name, sentence, is_platform, is_about_children, needs_second_step, feature)
  select p.name, p.sentence, false, coalesce(p.is_about_children, false), coalesce(p.needs_second_step, false), own
  from jsonb_to_recordset(permissions)
    p (name text, sentence text, is_about_children boolean, needs_second_step boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_about_children = excluded.is_about_children,
      needs_second_step = excluded.needs_second_step, feature = excluded.feature;
  delete from private.permissions p where p.feature = own and not exists (
    select from jsonb_to_recordset(permissions) d (name text) where d.name = p.name);
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is null and p.name = g.permission and p.feature = own;
  insert into private.role_permissions (role_id, permission)
  select r.id, p.name from jsonb_to_recordset(permissions) p (name text, roles text[])
    join private.school_roles r on r.school_id is null and r.slug = any (p.roles);
  perform private.write_granted(array(select r.id from private.school_roles r where r.school_id is not null));

  delete from private.addon_setting_defaults d where d.feature = own and not exists (
    select from jsonb_to_recordset(declare_module.declared -> 'settings') s (name text) where s.name = d.name);
  insert into private.addon_setting_defaults (feature, name, kind, value, least, most, choices)
  select own, s.name, s.kind, s.value, s.least, s.most, s.choices
  from jsonb_to_recordset(declare_module.declared -> 'settings')
    s (name text, kind text, value jsonb, least numeric, most numeric, choices text[])
  on conflict (feature, name) do update
    set kind = excluded.kind, value = excluded.value, least = excluded.least, most = excluded.most, choices = excluded.choices;
end
$function$;

create or replace function private.declare_permissions (
  declared jsonb,
  roles    jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.permissions as p (name, sentence, is_platform, is_about_children, needs_second_step)
  select d.name, d.sentence, d.is_platform, d.is_about_children, d.needs_second_step
  from jsonb_to_recordset(declared)
    d (name text, sentence text, is_platform boolean, is_about_children boolean, needs_second_step boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_platform = excluded.is_platform, is_about_children = excluded.is_about_children,
      needs_second_step = excluded.needs_second_step;
  delete from private.permissions p where p.feature is null and not exists (
    select from jsonb_to_recordset(declared) d (name text) where d.name = p.name);
  insert into private.school_roles (slug, base) select r.role, r.role::public.user_role from jsonb_object_keys(roles) r (role)
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
$function$;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  home uuid;
  chosen uuid;
  my_school uuid;
  my_role public.user_role;
  is_guarded boolean := false;
  held record;
  tried uuid;
  today date;
  is_open boolean;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  childrens_school text := '';
  withheld text := '{}';
  bases text := '';
  granted text := '';
  granted_about_children text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session, and one that names none signs nobody in: it was made for something else.
    select true, a.school_id into has_session, chosen
    from auth.sessions s left join private.active_schools a on a.session_id = s.id
    where s.id = (token ->> 'session_id')::uuid and s.user_id = me and coalesce(s.not_after > now(), true);
    has_session := coalesce(has_session, false);
    -- With the second factor where the account has one; a trusted device stands for it.
    has_code := coalesce(token ->> 'aal', 'aal1') = 'aal2';
    if has_session and not has_code and exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
      has_code := private.is_trusted_session((token ->> 'session_id')::uuid, me);
      is_signed_in := has_code;
    else
      is_signed_in := has_session;
    end if;
  end if;
  if is_signed_in then
    select u.id, u.school_id into my_account, home from public.users u where u.id = me and u.is_active;
    -- The school that the session has chosen, while the person has a role there, else their own. Without an open school a
    -- person is a plain user; into a closed one only administrators come.
    for held in
      select m.school_id, m.starts_on, m.ends_on, r.base, r.granted, r.granted_about_children, r.needs_second_step
      from private.memberships m join private.school_roles r on r.id = m.role_id where m.user_id = my_account
      order by m.school_id = chosen desc nulls last, m.school_id = home desc nulls last, m.school_id, r.base
    loop
      if held.school_id is distinct from tried then
        exit when my_school is not null;
        tried := held.school_id;
        select (private.current_moment() at time zone h.time_zone)::date, h.closed_at is null into today, is_open from public.schools h
        where h.id = tried and h.is_active;
      end if;
      continue when today is null or held.starts_on > today or held.ends_on < today
        or not is_open and held.base <> 'admin';
      my_school := tried;
      my_role := coalesce(my_role, held.base);
      bases := concat_ws(',', nullif(bases, ''), held.base);
      granted := granted || ' ' || held.granted;
      granted_about_children := granted_about_children || ' ' || held.granted_about_children;
      is_guarded := is_guarded or held.needs_second_step;
    end loop;
    bases := '{' || bases || '}';
    if my_school is not null then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
      childrens_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      childrens_school := coalesce(private.opened_school(my_account)::text, '');
    end if;
    if role in ('user', 'super_admin') then
      select r.granted, r.granted_about_children, r.needs_second_step into granted, granted_about_children, is_guarded
      from private.school_roles r where r.school_id is null and r.slug = role;
      bases := '{}';
    end if;
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid,
      coalesce(nullif(bases, '{}')::public.user_role[], array[role::public.user_role]), is_guarded) then
      role := 'user';
      bases := '{}';
      granted := '';
      granted_about_children := '';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  if is_signed_in then
    -- Custody outranks every role: who may not be told about their child does not learn it at work either.
    if role in ('admin', 'teacher', 'staff') then
      select coalesce(array_agg(m.student_id), '{}')::text into withheld
      from public.guardians g join public.custody_marks m on m.guardian_id = g.id
      where g.user_id = me and g.school_id = my_school and not m.may_be_told;
    end if;
    -- What shows children's records is a super admin's only while a school's records are open.
    if role = 'super_admin' and childrens_school = '' then
      granted_about_children := '';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in,
    coalesce(case when has_session then me::text end, ''), withheld, coalesce(nullif(bases, ''), '{}'), granted, granted_about_children, '');
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.fixed_second_step_roles()
  returns public.user_role[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.guards_roles() then private.guarded_roles() else '{}' end
$function$;

create or replace function private.follow_membership()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  if current_setting('masomo.keeps_membership', true) = 'on' then
    return null;
  end if;
  update public.users u set role = k.base, school_id = k.school_id
  from (select m.school_id, min(r.base) as base from private.memberships m join private.school_roles r on r.id = m.role_id
      join public.users p on p.id = m.user_id
    where m.user_id = person group by m.school_id, p.school_id
    order by m.school_id is not distinct from p.school_id desc, min(m.given_at), m.school_id limit 1) k
  where u.id = person and (u.role, u.school_id) is distinct from (k.base, k.school_id);
  return null;
end
$function$;

create or replace function private.gives_common_role (
  base public.user_role
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select gives_common_role.base = any (private.roles_of_schools() || 'user'::public.user_role) and not exists (
    select from private.role_permissions g
      join private.role_permissions a on a.permission = g.permission and a.role_id = private.common_role('admin')
    where g.role_id = private.common_role(gives_common_role.base) and not private.may(g.permission))
$function$;

create or replace function private.guarded_roles()
  returns public.user_role[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(array_agg(r.base order by r.base), '{}') from private.school_roles r where r.school_id is null and r.needs_second_step
$function$;

create or replace function private.guards_roles()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select not exists (select from public.schools s where s.is_demo)
$function$;

create or replace function private.has_administrator (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.memberships m join public.users u on u.id = m.user_id
    where m.school_id = has_administrator.school and m.role_id = private.common_role('admin') and u.is_active
      and m.ends_on is null and m.starts_on <= private.school_today(m.school_id))
$function$;

create or replace function private.is_current (
  starts_on date,
  ends_on   date,
  today     date
)
  returns boolean
  language sql
  immutable
  AS $function$ select starts_on <= today and (ends_on is null or ends_on >= today) $function$;

create or replace function private.is_grantable (
  role_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.may('user:set-role') or exists (select from private.school_roles r where r.id = is_grantable.role_id
    and case when r.school_id is null then private.gives_common_role(r.base)
      else r.school_id = private.my_school() and not exists (select from private.role_permissions g
        where g.role_id = r.id and g.permission <> all (private.may_pass_on())) end)
$function$;

create or replace function private.is_second_step_required (
  person     uuid,
  school     uuid,
  bases      public.user_role[],
  is_guarded boolean
)
  returns boolean
  language plpgsql
  stable
  AS $function$
begin
  if is_guarded and not exists (select from public.schools s where s.is_demo) then
    return true;
  end if;
  return exists (select from private.second_step_rules r where r.role = any (is_second_step_required.bases)
      and (r.school_id = is_second_step_required.school or is_second_step_required.school is null and r.school_id is null))
    and exists (select from unnest(is_second_step_required.bases) b (role)
      where private.second_step_due(is_second_step_required.person, is_second_step_required.school, b.role)
        <= private.school_today(is_second_step_required.school));
end
$function$;

create or replace function private.keep_granted()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.write_granted(array(select distinct c.role_id from changed c));
  return null;
end
$function$;

create or replace function private.keep_membership()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.link_account_to_person()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.logged_membership (
  membership private.memberships
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_strip_nulls(jsonb_build_object('user_id', membership.user_id, 'role', private.role_name(membership.role_id),
    'starts_on', case when isfinite(membership.starts_on) then membership.starts_on end, 'ends_on', membership.ends_on))
$function$;

create or replace function private.mail_school (
  school   uuid,
  key      text,
  template text,
  data     jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address text;
begin
  for address in
    select lower(u.email) from public.users u where u.id = any (private.people_with(school, 'plan:manage')) and u.email is not null
    union select lower(s.email) from public.schools s where s.id = school and s.email is not null
    order by 1
  loop
    perform private.queue_mail(key || '/' || md5(address), template, address, data, null, null, school);
  end loop;
end
$function$;

create or replace function private.main_role (
  person uuid,
  school uuid
)
  returns public.user_role
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select min(r.base) from private.memberships m join private.school_roles r on r.id = m.role_id
  where m.user_id = main_role.person and m.school_id = main_role.school
$function$;

create or replace function private.may_pass_on()
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select p.name from private.permissions p where not p.is_platform and (private.may(p.name) or exists (
      select from private.role_permissions g join private.school_roles r on r.id = g.role_id
      where g.permission = p.name and r.school_id is null and r.base = any (private.own_role_bases())
        and private.gives_common_role(r.base))) order by p.name)
$function$;

create or replace function private.my_bases()
  returns public.user_role[]
  language sql
  stable
  AS $function$
  select case when pg_catalog.split_part(private.caller(), ' ', 9) in ('', '{}') then array[private.my_role()]
    else pg_catalog.split_part(private.caller(), ' ', 9)::public.user_role[] end
$function$;

create or replace function private.my_permissions()
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array(select distinct p.name from unnest((string_to_array(private.caller(), ' '))[10:]) as p (name)
    where p.name <> '' order by p.name)
$function$;

create or replace function private.own_role_bases()
  returns public.user_role[]
  language sql
  immutable
  AS $function$ select '{admin,teacher,staff}'::public.user_role[] $function$;

create or replace function private.people_from_elsewhere()
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select distinct m.user_id from private.memberships m join private.school_roles r on r.id = m.role_id
      join public.users u on u.id = m.user_id
    where m.school_id = private.school_where('school:work') and u.school_id is distinct from m.school_id
      and (private.may('account:manage') or r.base in ('admin', 'teacher', 'staff')))
$function$;

create or replace function private.people_of (
  school   uuid,
  audience public.user_role[]
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select distinct u.id from private.memberships m join public.users u on u.id = m.user_id
      join private.school_roles r on r.id = m.role_id
    where m.school_id = people_of.school and r.base = any (people_of.audience)
      and private.is_current(m.starts_on, m.ends_on, private.school_today(people_of.school)) order by u.id)
$function$;

create or replace function private.people_with (
  school     uuid,
  permission text
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select distinct u.id from private.memberships m join public.users u on u.id = m.user_id
      join private.role_permissions g on g.role_id = m.role_id and g.permission = people_with.permission
    where m.school_id = people_with.school and u.is_active
      and private.is_current(m.starts_on, m.ends_on, private.school_today(people_with.school)) order by u.id)
$function$;

create or replace function private.permissions_of (
  role_id uuid
)
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select g.permission from private.role_permissions g where g.role_id = permissions_of.role_id order by 1)
$function$;

create or replace function private.refuse_platform_permission()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from private.permissions p where p.name = new.permission and p.is_platform)
    and exists (select from private.school_roles r where r.id = new.role_id and r.school_id is not null) then
    raise exception using errcode = '42501', hint = 'role.platform_permission',
      message = 'Only those who run the platform have this permission. Leave it out of the role.';
  end if;
  return new;
end
$function$;

create or replace function private.require_account_manager (
  school uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_super_admin() then
    return null;
  end if;
  if not private.may('account:manage') or school is distinct from private.my_school() then
    raise exception using errcode = '42501', message = 'Only a super admin or an administrator of the school may do this.', hint = 'permission.account_keeper';
  end if;
  return school;
end
$function$;

create or replace function private.require_administrator()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
      raise exception using errcode = 'P0001', hint = 'role.last_administrator',
        message = 'This is the school''s only administrator. Give somebody else the role Administrator first, without an end.';
    end if;
  end loop;
  return null;
end
$function$;

create or replace function private.require_grantable (
  role_id uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_grantable(require_grantable.role_id) then
    raise exception using errcode = '42501', hint = 'role.beyond_own',
      message = 'This role allows more than yours does. Ask an administrator who may do all of it.';
  end if;
end
$function$;

create or replace function private.role_at (
  person uuid,
  role   public.user_role,
  home   uuid,
  school uuid
)
  returns public.user_role
  language sql
  stable
  AS $function$
  select case when school is null or home = school then role else coalesce(private.main_role(person, school), role) end
$function$;

create or replace function private.role_name (
  role_id uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(r.name, r.slug) from private.school_roles r where r.id = role_name.role_id
$function$;

create or replace function private.roles_school (
  school uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.may('user:set-role') then
    perform private.require('role:manage');
    if roles_school.school <> private.my_school() then
      raise exception using errcode = '42501', hint = 'role.other_school',
        message = 'You can give roles within your own school only.';
    end if;
    return private.my_school();
  elsif roles_school.school is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.',
      hint = 'user.school_required', detail = 'school_id';
  end if;
  return roles_school.school;
end
$function$;

create or replace function private.schools_of (
  person uuid
)
  returns table (
    id    uuid,
    name  text,
    bases public.user_role[]
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select h.id, h.name, array_agg(distinct r.base)
  from private.memberships m join private.school_roles r on r.id = m.role_id join public.schools h on h.id = m.school_id
  where m.user_id = schools_of.person and h.is_active and (h.closed_at is null or r.base = 'admin')
    and private.is_current(m.starts_on, m.ends_on, private.school_today(h.id))
  group by h.id order by h.name, h.id
$function$;

create or replace function private.schools_with_my_roles()
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select distinct m.school_id from private.memberships m
      join private.role_permissions g on g.role_id = m.role_id and g.permission = 'role:manage'
    where m.user_id = private.signed_in_uid()
      and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id)))
$function$;

create or replace function private.second_step_school()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_super_admin() then
    return null;
  elsif not private.may('account:manage') then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return private.my_school();
end
$function$;

create or replace function private.write_granted (
  roles uuid[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update private.school_roles r
  set granted = g.others, granted_about_children = g.about_children, needs_second_step = g.is_guarded
  from unnest(write_granted.roles) as k (id) cross join lateral (
    select coalesce(string_agg(p.name, ' ' order by p.name) filter (where not p.is_about_children), '') as others,
      coalesce(string_agg(p.name, ' ' order by p.name) filter (where p.is_about_children), '') as about_children,
      coalesce(bool_or(p.needs_second_step), false) as is_guarded
    from private.role_permissions g join private.permissions p on p.name = g.permission where g.role_id = k.id) g
  where r.id = k.id
    and (r.granted, r.granted_about_children, r.needs_second_step) is distinct from (g.others, g.about_children, g.is_guarded)
$function$;

create or replace function public.current_identity()
  returns table (
    id               uuid,
    email            text,
    first_name       text,
    last_name        text,
    phone            text,
    role             public.user_role,
    school_id        uuid,
    school_name      text,
    school_time_zone text,
    school_version   text,
    language         text,
    content_revision bigint,
    features         jsonb,
    sold             text[],
    opened_records   jsonb,
    permissions      text[],
    bases            public.user_role[],
    schools          jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.email, u.first_name, u.last_name, u.phone,
    case when a.id is not null then 'super_admin' when s.id is not null then private.my_role()
      when u.school_id is not null and exists (select from private.memberships m where m.user_id = u.id
        and m.school_id = u.school_id and private.is_current(m.starts_on, m.ends_on, private.school_today(m.school_id)))
      then u.role else 'user' end,
    case when a.id is null then coalesce(s.id, u.school_id) end,
    case when a.id is null then s.name end,
    case when a.id is null then s.time_zone end,
    case when a.id is null then s.version end,
    u.language, r.revision, case when a.id is null then o.features end, case when a.id is null then private.sold_to(s.version, o.features) end,
    case when a.id is not null then private.opened_records(a.id) end,
    private.my_permissions(), private.my_bases(),
    case when a.id is null then (select jsonb_agg(to_jsonb(h)) from private.schools_of(u.id) h having count(*) > 1) end
  from public.users u
  cross join public.content_revision r
  left join public.super_admins a on a.id = u.id
  left join public.schools s on s.id = (select private.my_school())
  left join lateral (select private.addon_states(s.id) as features offset 0) o on true
  where u.id = (select private.signed_in_uid())
$function$;

create or replace function public.delete_school_role (
  role_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
    raise exception using errcode = 'P0002', message = 'This role is no longer there. Load the page again.',
      hint = 'role.not_found';
  elsif known.school_id is null then
    raise exception using errcode = '42501', hint = 'role.common',
      message = 'This role is the same in every school. Add a role of your own instead.';
  end if;
  perform private.require_grantable(known.id);
  select string_agg(h.name, ', ' order by h.name) into people from (
    select distinct coalesce(private.full_name(u.first_name, u.last_name), u.email) as name from private.memberships m
      join public.users u on u.id = m.user_id
    where m.role_id = known.id and (m.ends_on is null or m.ends_on >= private.my_today())) h;
  if people is not null then
    raise exception using errcode = 'P0001', hint = 'role.in_use',
      message = format('These people have this role: %s. Take it from them first.', people);
  end if;
  before := jsonb_build_object('name', known.name, 'base', known.base, 'permissions', private.permissions_of(known.id));
  delete from private.memberships m where m.role_id = known.id;
  delete from private.school_roles r where r.id = known.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), school, 'delete', 'school_roles', known.id, before);
end
$function$;

create or replace function public.find_role_people (
  search text
)
  returns table (
    id     uuid,
    name   text,
    email  text,
    school text
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
    case when u.school_id <> school then h.name end
  from public.users u join public.schools h on h.id = u.school_id
  where u.school_id = any (private.schools_with_my_roles() || school) and u.is_active
    and u.id <> private.signed_in_uid() and not exists (select from public.super_admins a where a.id = u.id)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.school_id = school desc, u.last_name, u.first_name, u.id limit 20;
end
$function$;

create or replace function public.fixed_second_step_roles()
  returns public.user_role[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.second_step_school();
  return array(select r.role from unnest(private.fixed_second_step_roles()) as r (role) where r.role = any (private.second_step_choices(private.school_where('account:manage'))) order by r.role);
end
$function$;

create or replace function public.give_role (
  user_id   uuid,
  role_id   uuid,
  school_id uuid default null::uuid,
  starts_on date default null::date,
  ends_on   date default null::date,
  campus_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.roles_school(give_role.school_id);
  today constant date := private.school_today(school);
  first_day constant date := coalesce(give_role.starts_on, today);
  known private.memberships;
  given uuid;
begin
  if give_role.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  elsif not exists (select from private.school_roles r where r.id = give_role.role_id
    and (r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools()))) then
    raise exception using errcode = 'P0002', message = 'This role is no longer there. Load the page again.',
      hint = 'role.not_found';
  elsif exists (select from public.super_admins a where a.id = give_role.user_id) or not exists (
    select from public.users u where u.id = give_role.user_id
      and (private.may('user:set-role') or u.school_id = any (private.schools_with_my_roles() || school)
        or exists (select from private.memberships m where m.user_id = u.id and m.school_id = school))) then
    raise exception using errcode = 'P0002', hint = 'role.no_such_person',
      message = 'This person has no account at your school. Invite them first.';
  elsif give_role.campus_id is not null and not exists (
    select from public.campuses c where c.id = give_role.campus_id and c.school_id = school) then
    raise exception using errcode = 'P0001', message = 'Choose a campus of the school.', hint = 'role.campus',
      detail = 'campus_id';
  elsif give_role.ends_on < greatest(first_day, today) then
    raise exception using errcode = 'P0001', hint = 'role.dates', detail = 'ends_on',
      message = 'Choose a last day that is not over and not before the first.';
  end if;
  perform private.require_grantable(give_role.role_id);
  select * into known from private.memberships m where m.user_id = give_role.user_id and m.school_id = school
    and m.role_id = give_role.role_id and m.campus_id is not distinct from give_role.campus_id for update;
  insert into private.memberships as m (user_id, school_id, role_id, campus_id, starts_on, ends_on, given_by)
  values (give_role.user_id, school, give_role.role_id, give_role.campus_id, first_day, give_role.ends_on,
    private.signed_in_uid())
  on conflict (user_id, school_id, role_id, campus_id) do update set ends_on = excluded.ends_on,
    starts_on = case when give_role.starts_on is null then least(m.starts_on, excluded.starts_on) else excluded.starts_on end,
    given_by = excluded.given_by, given_at = now()
  returning m.id into given;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end, 'memberships', given,
    case when known.id is not null then private.logged_membership(known) end, private.logged_membership(m)
  from private.memberships m where m.id = given;
  return given;
end
$function$;

create or replace function public.invite_user (
  email      text,
  role       public.user_role,
  school_id  uuid             default null::uuid,
  first_name text             default null::text,
  last_name  text             default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  perform private.require_grantable(private.common_role(invite_user.role));
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address is invited elsewhere already. Ask support, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  perform private.require_mail_budget('invitation', address, case when private.is_super_admin() then null else invite_user.school_id end);
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name), private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$function$;

create or replace function public.list_accounts (
  in_school  uuid             default null::uuid,
  search     text             default null::text,
  in_role    public.user_role default null::public.user_role,
  active     boolean          default null::boolean,
  sort       text             default 'last_name'::text,
  descending boolean          default false,
  skipped    integer          default 0,
  size       integer          default 20
)
  returns table (
    id                uuid,
    first_name        text,
    last_name         text,
    email             text,
    role              public.user_role,
    school_id         uuid,
    school            text,
    is_active         boolean,
    last_sign_in_at   timestamp with time zone,
    has_authenticator boolean,
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school, private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
  patterns constant text[] := private.search_patterns(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then '(u.school_id = $1 or u.id = any ($7))' end,
    case when patterns is not null then 'private.account_text(u.first_name, u.last_name, u.email) like ($2)[1] and private.account_text(u.first_name, u.last_name, u.email) like all ($2)' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'private.role_at(u.id, u.role, u.school_id, $1) = $3 and not exists (select from public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way) else format('u.last_name %1$s, u.id %1$s', way) end;
  -- People of another school who have a role at this one as well.
  guests constant uuid[] := array(select m.user_id from private.memberships m join public.users u on u.id = m.user_id
    where m.school_id = only_school and u.school_id is distinct from only_school);
  total_found bigint;
begin
  if only_school is null and patterns is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found
    using only_school, patterns, in_role, active, 0, 0, guests;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email, case when a.id is null then private.role_at(p.id, p.role, p.school_id, $1) else ''super_admin'' end,
      p.school_id, h.name, p.is_active, p.at, private.is_super_admin() and private.has_authenticator(p.id), $8
    from page p left join public.schools h on h.id = p.school_id left join public.super_admins a on a.id = p.id order by p.place',
    case when patterns is null then 'not' else '' end, conditions, ordering)
  using only_school, patterns, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0),
    guests, total_found;
end
$function$;

create or replace function public.my_two_factor()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('is_enrolled', private.has_authenticator(private.signed_in_uid()), 'trust_days', private.trust_days(private.signed_in_uid()),
    'due_on', (select min(private.second_step_due(private.signed_in_uid(), private.my_school(), b.role))
      from unnest(private.my_bases()) b (role)))
$function$;

create or replace function public.people_with_roles (
  of_role   uuid default null::uuid,
  of_person uuid default null::uuid
)
  returns table (
    id        uuid,
    user_id   uuid,
    name      text,
    email     text,
    role_id   uuid,
    role_name text,
    base      public.user_role,
    campus_id uuid,
    campus    text,
    starts_on date,
    ends_on   date,
    is_active boolean,
    can_take  boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
begin
  return query
  select m.id, u.id, coalesce(private.full_name(u.first_name, u.last_name), u.email), u.email, r.id, r.name, r.base, c.id,
    c.name, case when isfinite(m.starts_on) then m.starts_on end, m.ends_on, u.is_active,
    u.id <> private.signed_in_uid() and private.is_grantable(r.id)
  from private.memberships m join public.users u on u.id = m.user_id join private.school_roles r on r.id = m.role_id
    left join public.campuses c on c.id = m.campus_id
  where m.school_id = school and (people_with_roles.of_role is null or m.role_id = people_with_roles.of_role)
    and (people_with_roles.of_person is null or m.user_id = people_with_roles.of_person)
  order by u.last_name, u.first_name, u.id, r.school_id is not null, r.base, r.slug, m.id limit 1000;
end
$function$;

create or replace function public.role_suggestions()
  returns table (
    slug        text,
    name        text,
    base        public.user_role,
    permissions text[]
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('role:manage');
  -- Without what a module that is not there would allow.
  return query select s.slug, s.name, s.base,
    array(select p from unnest(s.permissions) p where exists (select from private.permissions k where k.name = p))
  from private.role_suggestions s order by s.position;
end
$function$;

create or replace function public.save_school_role (
  name        text,
  base        public.user_role,
  permissions text[],
  role_id     uuid             default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  title constant text := private.require_text(save_school_role.name, 60, 'name', 'Enter the name of the role.');
  wanted constant text[] := array(select distinct w from unnest(save_school_role.permissions) w where w is not null);
  known private.school_roles;
  added text[] := wanted;
  before jsonb;
  saved uuid;
begin
  perform from public.schools s where s.id = school for no key update;
  if save_school_role.role_id is not null then
    select * into known from private.school_roles r where r.id = save_school_role.role_id;
    if known.id is not null and known.school_id is null then
      raise exception using errcode = '42501', hint = 'role.common',
        message = 'This role is the same in every school. Add a role of your own instead.';
    elsif known.id is null or known.school_id <> school then
      raise exception using errcode = 'P0002', message = 'This role is no longer there. Load the page again.',
        hint = 'role.not_found';
    end if;
    perform private.require_grantable(known.id);
    added := array(select w from unnest(wanted) w where w <> all (private.permissions_of(known.id)));
    before := jsonb_build_object('name', known.name, 'base', known.base,
      'permissions', private.permissions_of(known.id));
  end if;
  if save_school_role.base is null or save_school_role.base <> all (private.own_role_bases()) then
    raise exception using errcode = 'P0001', hint = 'role.base', detail = 'base',
      message = 'Choose what the role is based on: administrator, teacher or staff member.';
  elsif cardinality(wanted) = 0 then
    raise exception using errcode = 'P0001', hint = 'role.empty', detail = 'permissions',
      message = 'Choose at least one thing that this role may do.';
  elsif exists (select from private.permissions p where p.name = any (wanted) and p.is_platform) then
    raise exception using errcode = '42501', hint = 'role.platform_permission', detail = 'permissions',
      message = 'Only those who run the platform have this permission. Leave it out of the role.';
  elsif exists (select from unnest(wanted) w where not exists (select from private.permissions p where p.name = w)) then
    raise exception using errcode = 'P0001', hint = 'role.unknown_permission', detail = 'permissions',
      message = 'One of these permissions no longer exists. Load the page again.';
  elsif not added <@ private.may_pass_on() then
    raise exception using errcode = '42501', hint = 'role.beyond_own', detail = 'permissions',
      message = 'You can give only what your own role allows. Leave out the rest, or ask an administrator who may do it.';
  elsif (added <> '{}' or save_school_role.base is distinct from known.base) and exists (
    select from private.memberships m where m.role_id = known.id and m.user_id = private.signed_in_uid()) then
    raise exception using errcode = '42501', hint = 'role.own',
      message = 'You have this role yourself. Ask another administrator to add to it.';
  elsif exists (select from private.school_roles r where r.school_id = school and r.slug = private.fold_text(title)
    and r.id is distinct from known.id) then
    raise exception using errcode = 'P0001', hint = 'role.name_taken', detail = 'name',
      message = 'Your school has a role with this name. Choose another name.';
  end if;
  if known.id is null then
    insert into private.school_roles (school_id, slug, base, name)
    values (school, private.fold_text(title), save_school_role.base, title) returning id into saved;
  else
    saved := known.id;
    update private.school_roles r set slug = private.fold_text(title), name = title, base = save_school_role.base
    where r.id = saved;
    delete from private.role_permissions g where g.role_id = saved and g.permission <> all (wanted);
    if known.base <> save_school_role.base then
      -- The profiles of those who have it follow.
      update private.memberships m set role_id = saved where m.role_id = saved;
    end if;
  end if;
  insert into private.role_permissions (role_id, permission) select saved, a from unnest(added) a;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end, 'school_roles', saved,
    before, jsonb_build_object('name', title, 'base', save_school_role.base, 'permissions', private.permissions_of(saved)));
  return saved;
end
$function$;

create or replace function public.save_staff_member (
  staff_number text,
  first_name   text,
  last_name    text,
  job_title    text,
  department   text default null::text,
  email        text default null::text,
  phone        text default null::text,
  employed_on  date default null::date,
  staff_id     uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number', 'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school and private.fold_text(m.staff_number) = private.fold_text(number) and m.id is distinct from save_staff_member.staff_id) then
    raise exception using errcode = 'P0001', message = 'This staff number is taken.', hint = 'staff.number_taken', detail = 'staff_number';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'staff.invalid_email', detail = 'email';
  end if;
  perform private.require_near_day(save_staff_member.employed_on, '60 years', '18 months', private.school_today(school), 'employed_on');
  -- An account of the school with this address is this person's.
  select u.id into account from public.users u where lower(u.email) = address and u.id = any (private.people_with(school, 'school:work'))
    and not exists (select from public.staff_members m where m.user_id = u.id and m.id is distinct from save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
    values (school, account, number, private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'), private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone), coalesce(save_staff_member.employed_on, private.my_today()))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number, first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.optional_text(save_staff_member.last_name, 80, 'last_name'), job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address, phone = private.null_if_blank(save_staff_member.phone), employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.school_permissions()
  returns table (
    name              text,
    sentence          text,
    needs_second_step boolean,
    can_give          boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  given constant text[] := private.may_pass_on();
begin
  perform private.require('role:manage');
  return query
  select p.name, p.sentence, p.needs_second_step, p.name = any (given) from private.permissions p
  where not p.is_platform order by p.name;
end
$function$;

create or replace function public.school_roles()
  returns table (
    id                uuid,
    name              text,
    base              public.user_role,
    people            bigint,
    needs_second_step boolean,
    permissions       text[],
    is_own            boolean,
    can_give          boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('role:manage');
begin
  return query
  select r.id, r.name, r.base, (select count(distinct m.user_id) from private.memberships m join public.users u on u.id = m.user_id
      where m.role_id = r.id and m.school_id = school and u.is_active
        and (m.ends_on is null or m.ends_on >= private.my_today())),
    r.needs_second_step, private.permissions_of(r.id), r.school_id is not null, private.is_grantable(r.id)
  from private.school_roles r
  where r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools())
  order by r.school_id is not null, r.base, r.slug;
end
$function$;

create or replace function public.second_step_roles()
  returns public.user_role[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.second_step_school();
  return array(select r.role from private.second_step_rules r where r.school_id is not distinct from private.school_where('account:manage') and r.role = any (private.second_step_choices(private.school_where('account:manage')))
    union select unnest(public.fixed_second_step_roles()) order by 1);
end
$function$;

create or replace function public.set_second_step_roles (
  roles public.user_role[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.second_step_school();
  wanted constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
  choices constant public.user_role[] := private.second_step_choices(school);
begin
  if not wanted <@ choices then
    raise exception using errcode = 'P0001', message = 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.', hint = 'second_step.role', detail = 'roles';
  end if;
  if not public.fixed_second_step_roles() <@ wanted then
    raise exception using errcode = 'P0001', message = 'Whoever reads every child''s record or takes money signs in with an authenticator app.', hint = 'second_step.fixed', detail = 'roles';
  end if;
  if private.my_bases() && wanted and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Set up your own authenticator app first, so that you do not lock yourself out.', hint = 'second_step.own_first', detail = 'roles';
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', wanted);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role = any (choices) and r.role <> all (wanted);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid() from unnest(wanted) as w on conflict do nothing;
end
$function$;

create or replace function public.set_two_factor_policy (
  role          public.user_role,
  required_from date             default null::date,
  grace_days    integer          default 0
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('two-factor:manage');
  before jsonb;
begin
  perform private.require_addon('addon:two-factor');
  if set_two_factor_policy.role <> all (private.roles_of_schools()) then
    raise exception using errcode = 'P0001', message = 'Choose roles of your school.', hint = 'second_step.role', detail = 'role';
  elsif set_two_factor_policy.required_from > private.my_today() + 366 then
    raise exception using errcode = 'P0001', message = 'Choose a day within the next twelve months.', hint = 'two_factor.day', detail = 'required_from';
  elsif set_two_factor_policy.grace_days not between 0 and 60 then
    raise exception using errcode = 'P0001', message = 'Give between 0 and 60 days.', hint = 'two_factor.grace', detail = 'grace_days';
  elsif set_two_factor_policy.required_from is not null and set_two_factor_policy.role = any (private.my_bases()) and not private.has_authenticator(private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'Set up your own authenticator app first, so that you do not lock yourself out.', hint = 'second_step.own_first', detail = 'role';
  end if;
  select to_jsonb(r) - 'school_id' - 'set_by' - 'set_at' into before from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  if set_two_factor_policy.required_from is null then
    delete from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  else
    insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
    values (school, set_two_factor_policy.role, private.signed_in_uid(), set_two_factor_policy.required_from, coalesce(set_two_factor_policy.grace_days, 0))
    on conflict (school_id, role) do update set set_by = excluded.set_by, set_at = now(), required_from = excluded.required_from, grace_days = excluded.grace_days;
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = set_two_factor_policy.role and u.is_active and not private.has_authenticator(u.id)),
      format('two-factor/%s/%s', set_two_factor_policy.role, set_two_factor_policy.required_from), 'Two-step sign-in will be required',
      'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', set_two_factor_policy.role::text, before,
    case when set_two_factor_policy.required_from is not null then jsonb_build_object('role', set_two_factor_policy.role, 'required_from', set_two_factor_policy.required_from, 'grace_days', coalesce(set_two_factor_policy.grace_days, 0)) end;
end
$function$;

create or replace function public.set_user_active (
  user_id   uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_account_manager((select u.school_id from public.users u where u.id = set_user_active.user_id));
  -- Who may give none of somebody's roles does not shut them out either.
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_active.user_id and m.school_id = private.my_school();
  if set_user_active.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot deactivate yourself.', hint = 'user.own_account';
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  perform private.check_administrators();
  -- Auth refuses to sign in a banned account; open sessions end at their next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
end
$function$;

create or replace function public.set_user_role (
  user_id   uuid,
  role      public.user_role,
  school_id uuid             default null::uuid
)
  returns public.users
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_manager((select u.school_id from public.users u where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  if set_user_role.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator.', hint = 'user.role_not_allowed', detail = 'role';
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'user.school_required', detail = 'school_id';
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school) then
    raise exception using errcode = '42501', message = 'You can give roles within your own school only. Deactivate the accounts of people who have left.', hint = 'user.other_school';
  end if;
  perform private.require_grantable(private.common_role(set_user_role.role));
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_role.user_id and m.school_id = only_school;
  -- One role instead of all that the person had there.
  perform set_config('masomo.keeps_membership', 'on', true);
  delete from private.memberships m where m.user_id = set_user_role.user_id
    and (m.school_id = set_user_role.school_id
      or only_school is null and (set_user_role.role = 'user' or m.school_id = (
        select u.school_id from public.users u where u.id = m.user_id)))
    and (m.school_id is distinct from set_user_role.school_id or m.role_id <> private.common_role(set_user_role.role)
      or m.ends_on is not null or m.campus_id is not null);
  insert into private.memberships (user_id, school_id, role_id, given_by)
  select u.id, set_user_role.school_id, private.common_role(set_user_role.role), private.signed_in_uid() from public.users u
  where u.id = set_user_role.user_id and set_user_role.role <> 'user'
    and not exists (select from public.super_admins s where s.id = u.id)
  on conflict do nothing;
  perform set_config('masomo.keeps_membership', '', true);
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  perform private.check_administrators();
  return changed;
end
$function$;

create or replace function public.switch_school (
  school_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in again to do this.', hint = 'session.sign_in';
  end if;
  if not exists (select from private.schools_of(private.signed_in_uid()) s where s.id = switch_school.school_id) then
    raise exception using errcode = '42501', hint = 'school.not_yours',
      message = 'You have no role at this school. Choose one of your schools.';
  end if;
  insert into private.active_schools as a (session_id, school_id)
  values ((auth.jwt() ->> 'session_id')::uuid, switch_school.school_id)
  on conflict (session_id) do update set school_id = excluded.school_id, chosen_at = now();
end
$function$;

create or replace function public.take_role (
  membership_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  taken private.memberships;
begin
  select * into taken from private.memberships m where m.id = take_role.membership_id for update;
  if not private.may('user:set-role') then
    perform private.require('role:manage');
  end if;
  if taken.id is null or not private.may('user:set-role') and taken.school_id <> private.my_school() then
    raise exception using errcode = 'P0002', message = 'This person no longer has the role.', hint = 'role.not_held';
  elsif taken.user_id = private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  perform private.require_grantable(taken.role_id);
  if not exists (select from private.memberships m where m.user_id = taken.user_id and m.id <> taken.id) then
    raise exception using errcode = 'P0001', hint = 'role.only_one',
      message = 'This is the person''s only role. Give another one first, or deactivate the account.';
  end if;
  delete from private.memberships m where m.id = taken.id;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), taken.school_id, 'delete', 'memberships', taken.id, private.logged_membership(taken));
end
$function$;

alter table private.active_schools
  add constraint active_schools_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.active_schools
  add constraint active_schools_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade;

alter table private.memberships
  add constraint memberships_campus_fkey foreign key (campus_id, school_id) references public.campuses(id, school_id) on delete cascade;

alter table private.memberships
  add constraint memberships_given_by_fkey foreign key (given_by) references public.users(id) on delete set null;

alter table private.memberships
  add constraint memberships_role_id_fkey foreign key (role_id) references private.school_roles(id) on delete restrict;

alter table private.memberships
  add constraint memberships_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.memberships
  add constraint memberships_user_id_fkey foreign key (user_id) references public.users(id) on delete cascade;

alter table private.school_roles
  add constraint school_roles_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60)));

alter table private.school_roles
  add constraint school_roles_own_base_check
    check (((school_id IS NULL) OR (base = ANY (ARRAY['admin'::public.user_role, 'teacher'::public.user_role, 'staff'::public.user_role]))));

alter table private.school_roles
  add constraint school_roles_own_name_check check (((school_id IS NULL) = (name IS NULL)));

create index active_schools_school_idx on private.active_schools using btree (school_id);

create index memberships_campus_idx on private.memberships using btree (campus_id, school_id);

create index memberships_giver_idx on private.memberships using btree (given_by);

create index memberships_role_idx on private.memberships using btree (role_id);

create index memberships_school_idx on private.memberships using btree (school_id, role_id);

create constraint TRIGGER administrator_remains
  after delete or update on private.memberships deferrable initially deferred
  for each row
  execute function private.require_administrator();

create trigger follow
  after insert or delete or update on private.memberships
  for each row
  execute function private.follow_membership();

create trigger link_account_to_person
  after insert on private.memberships
  for each row
  execute function private.link_account_to_person();

create trigger refuse_platform
  before insert or update on private.role_permissions
  for each row
  execute function private.refuse_platform_permission();

create constraint TRIGGER active_administrator_remains
  after update of is_active on public.users deferrable initially deferred
  for each row
  when ((old.is_active AND (NOT new.is_active)))
  execute function private.require_administrator();

create trigger keep_membership
  after update of role, school_id on public.users
  for each row
  when (((old.role IS DISTINCT FROM new.role) OR (old.school_id IS DISTINCT FROM new.school_id)))
  execute function private.keep_membership();

create trigger keep_new_membership
  after insert on public.users
  for each row
  when ((new.school_id IS NOT NULL))
  execute function private.keep_membership();

create policy "People see what is announced to them, authors and administrator" on public.announcements
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('announcement:read-all'::text) as may) or (author_id = ( select private.signed_in_uid() as signed_in_uid)) or
    ((audience && ( select private.my_bases() as my_bases)) AND (published_at <= now()) AND (archived_at is null) AND ((class_id is null) or
    ( select private.may('announcement:write-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) or (exists ( select
   from private.my_childrens_past_stays() p(class_id, until)
  where ((p.class_id = announcements.class_id) AND (announcements.published_at < p.until)))))))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((student_id is null) or (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[]))) AND
    (( select private.may('document:read-all'::text) as may) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or
    ((audience && ( select private.my_bases() as my_bases)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "Staff see who came through the gate of their school" on public.gate_sightings
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:qr-attendance'::text) as addon_school)) AND ( select
    private.may('attendance:take'::text) as may) AND
    ((student_id is null) or (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[])))));

create policy "Administrators see their school's invitations, super admins all" on "public"."invitations"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.school_where('account:manage'::text) as school_where)) or ((id >= ( select private.first_id() as
    first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Super admins update schools, administrators their own" on public.schools
  for update
  to authenticated
  using
    (((id >= ( select private.first_school() as first_school)) AND (id <= ( select private.last_school() as last_school)) AND (( select
    private.is_super_admin() as is_super_admin) or ( select private.may('school:edit-own'::text) as may))))
  with
    check
    (((id >= ( SELECT private.first_school() AS first_school)) AND (id <= ( SELECT private.last_school() AS last_school)) AND (( SELECT
    private.is_super_admin() AS is_super_admin) OR ( SELECT private.may('school:edit-own'::text) AS may))));

create policy "People see themselves, schools their own, super admins all" on public.users
  for select
  to authenticated
  using
    ((((school_id = ( select private.school_where('school:work'::text) as school_where)) AND (( select private.may('account:manage'::text)
    as may) or (role = ANY (ARRAY['admin'::public.user_role, 'teacher'::public.user_role, 'staff'::public.user_role])))) or
    (id = ANY (( select private.people_from_elsewhere() as people_from_elsewhere)::uuid[])) or
    (id = ( select private.signed_in_uid() as signed_in_uid)) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People update themselves, administrators their school" on public.users
  for update
  to authenticated
  using
    (((school_id = ( select private.school_where('account:manage'::text) as school_where)) or ((id = ( select private.signed_in_uid() as
    signed_in_uid)) AND (not ( select private.is_super_admin() as is_super_admin))) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( select
    private.signed_in_uid() as signed_in_uid)))))
  with
    check
    (((school_id = ( SELECT private.school_where('account:manage'::text) AS school_where)) OR ((id = ( SELECT private.signed_in_uid() AS
    signed_in_uid)) AND (NOT ( SELECT private.is_super_admin() AS is_super_admin))) OR
    ((id >= ( SELECT private.first_id() AS first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( SELECT
    private.signed_in_uid() AS signed_in_uid)))));

comment on column private.memberships.campus_id is 'Where the person works in this role; null for the whole school. It tells people, and limits no permission.';

comment on column private.memberships.ends_on is 'The last day on which it holds.';

comment on column private.permissions.needs_second_step is 'It reads children''s records, takes money or opens the way to either: nobody has it without an authenticator.';

comment on column private.school_roles.needs_second_step is 'Whether one of its permissions does, kept by the same trigger.';

comment on column private.school_roles.slug is 'Of a school''s own role its name, folded, so that no two are called the same.';

comment on function public.current_identity() is 'The caller''s profile, role, permissions and school, its add-ons, what the store sells to it and the revision of the public content: all that a page asks when it starts. A super admin has no school, but may have opened the records of some; a session that was ended has no identity. Schools are given where the caller has roles at several.';

comment on function public.delete_school_role(uuid) is 'Removes a role of the caller''s school that nobody has; otherwise it says who has it.';

comment on function public.find_role_people(text) is 'The first twenty people whom the caller may give a role at their school. school: null for those of the school itself.';

comment on function public.give_role(uuid, uuid, uuid, date, date, uuid) is 'Gives a person one more role at the caller''s school, from a day on and perhaps until one, or changes these days. A super admin names the school.';

comment on function public.people_with_roles(uuid, uuid) is 'Who has which role at the caller''s school, of one role or one person where these are given: from when and until when, and at which campus.';

comment on function public.role_suggestions() is 'Roles that schools often have, to begin a new one with.';

comment on function public.save_school_role(text, public.user_role, text[], uuid) is 'Adds a role of the caller''s school or changes one: its name, the common role that it is based on and all that it allows.';

comment on function public.school_permissions() is 'What a role of a school may allow, in sentences, and whether the caller may put it into a role.';

comment on function public.school_roles() is 'The roles of the caller''s school, first those that every school has, with how many people have each and what it allows. name: null for the common ones.';

comment on function public.switch_school(uuid) is 'Takes the caller''s session to another of the schools where they have a role; it holds from the next request.';

comment on function public.take_role(uuid) is 'Takes a role from a person at the caller''s school; they keep their others.';

comment on table private.school_roles is 'What people may be: the roles that every school has, without a school, and those that a school adds.';

revoke all on function private.check_administrators() from public;

revoke all on function private.common_role(public.user_role) from public;

revoke all on function private.follow_membership() from public;

revoke all on function private.gives_common_role(public.user_role) from public;

revoke all on function private.guards_roles() from public;

revoke all on function private.has_administrator(uuid) from public;

revoke all on function private.is_current(date, date, date) from public;

revoke all on function private.is_grantable(uuid) from public;

revoke all on function private.is_second_step_required(uuid, uuid, public.user_role[], boolean) from public;

revoke all on function private.keep_membership() from public;

revoke all on function private.logged_membership(private.memberships) from public;

revoke all on function private.main_role(uuid, uuid) from public;

revoke all on function private.may_pass_on() from public;

revoke all on function private.my_bases() from public;

grant execute on function private.my_bases() to anon, authenticated;

grant execute on function private.my_bases() to service_role;

revoke all on function private.own_role_bases() from public;

revoke all on function private.people_from_elsewhere() from public;

grant execute on function private.people_from_elsewhere() to authenticated;

grant execute on function private.people_from_elsewhere() to service_role;

revoke all on function private.people_of(uuid, public.user_role[]) from public;

revoke all on function private.permissions_of(uuid) from public;

revoke all on function private.refuse_platform_permission() from public;

revoke all on function private.require_administrator() from public;

revoke all on function private.require_grantable(uuid) from public;

revoke all on function private.role_at(uuid, public.user_role, uuid, uuid) from public;

revoke all on function private.role_name(uuid) from public;

revoke all on function private.roles_school(uuid) from public;

revoke all on function private.schools_of(uuid) from public;

revoke all on function private.schools_with_my_roles() from public;

revoke all on function private.second_step_school() from public;

revoke all on function private.write_granted(uuid[]) from public;

revoke all on function public.current_identity() from public;

grant execute on function public.current_identity() to authenticated;

grant execute on function public.current_identity() to service_role;

revoke all on function public.delete_school_role(uuid) from public;

grant execute on function public.delete_school_role(uuid) to authenticated;

grant execute on function public.delete_school_role(uuid) to service_role;

revoke all on function public.find_role_people(text) from public;

grant execute on function public.find_role_people(text) to authenticated;

grant execute on function public.find_role_people(text) to service_role;

revoke all on function public.give_role(uuid, uuid, uuid, date, date, uuid) from public;

grant execute on function public.give_role(uuid, uuid, uuid, date, date, uuid) to authenticated;

grant execute on function public.give_role(uuid, uuid, uuid, date, date, uuid) to service_role;

revoke all on function public.people_with_roles(uuid, uuid) from public;

grant execute on function public.people_with_roles(uuid, uuid) to authenticated;

grant execute on function public.people_with_roles(uuid, uuid) to service_role;

revoke all on function public.role_suggestions() from public;

grant execute on function public.role_suggestions() to authenticated;

grant execute on function public.role_suggestions() to service_role;

revoke all on function public.save_school_role(text, public.user_role, text[], uuid) from public;

grant execute on function public.save_school_role(text, public.user_role, text[], uuid) to authenticated;

grant execute on function public.save_school_role(text, public.user_role, text[], uuid) to service_role;

revoke all on function public.school_permissions() from public;

grant execute on function public.school_permissions() to authenticated;

grant execute on function public.school_permissions() to service_role;

revoke all on function public.school_roles() from public;

grant execute on function public.school_roles() to authenticated;

grant execute on function public.school_roles() to service_role;

revoke all on function public.switch_school(uuid) from public;

grant execute on function public.switch_school(uuid) to authenticated;

grant execute on function public.switch_school(uuid) to service_role;

revoke all on function public.take_role(uuid) from public;

grant execute on function public.take_role(uuid) to authenticated;

grant execute on function public.take_role(uuid) to service_role;

grant all on table private.active_schools to service_role;

grant all on table private.memberships to service_role;

grant all on table private.role_suggestions to service_role;

-- The role that each account of a school has becomes its membership there.
select set_config('masomo.keeps_membership', 'on', false);
insert into private.memberships (user_id, school_id, role_id, given_at)
select u.id, u.school_id, private.common_role(u.role), u.created_at from public.users u
where u.school_id is not null and u.role <> 'user';
select set_config('masomo.keeps_membership', '', false);

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.active_schools", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.memberships", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

insert into private.role_suggestions select * from jsonb_populate_recordset(null::private.role_suggestions, '[
  {"base": "admin", "name": "Director", "slug": "director", "position": 12, "permissions": ["profile:edit", "school:work", "store:buy", "staff:read", "staff:read-all", "class:read", "class:read-all", "student:read", "student:read-all", "finance:read", "report:read", "fee:read", "fee-account:read-all", "fee-receipt:read-all", "attendance:read-all", "register:read-all", "assignment:read-all", "result:read-all", "announcement:write", "announcement:read-all", "announcement:write-all", "document:read-all", "protection:read", "audit:read", "plan:read", "plan:manage", "school:export"]},
  {"base": "admin", "name": "Head", "slug": "head", "position": 11, "permissions": ["profile:edit", "school:work", "school:edit-own", "staff:read", "staff:read-all", "staff:write", "class:read", "class:read-all", "class:teach", "class:write", "term:write", "student:read", "student:read-all", "student:write", "assignment:read-all", "result:read-all", "report:read", "announcement:write", "announcement:read-all", "announcement:write-all", "announcement:manage", "document:share", "document:read-all", "document:manage", "attendance:take", "attendance:read-all", "attendance:take-all", "register:read-all", "register:oversee", "behaviour:record", "behaviour:read-all", "record:read-all", "record:write-all", "custody:read", "custody:write", "consent:manage", "protection:read", "protection:manage", "fee:read", "fee-account:read-all", "finance:read"]},
  {"base": "staff", "name": "Accountant", "slug": "accountant", "position": 2, "permissions": ["profile:edit", "school:work", "student:read", "student:read-all", "class:read-all", "finance:read", "report:read", "fee:read", "fee-payment:record", "fee-account:read-all", "fee-receipt:read-all"]},
  {"base": "staff", "name": "Bursar", "slug": "bursar", "position": 1, "permissions": ["profile:edit", "school:work", "store:buy", "student:read", "student:read-all", "class:read-all", "finance:read", "report:read", "fee:read", "fee:write", "fee:charge", "fee:refund", "fee:take", "fee-payment:record", "fee-account:read-all", "fee-receipt:read-all"]},
  {"base": "staff", "name": "Driver", "slug": "driver", "position": 7, "permissions": ["profile:edit", "school:work"]},
  {"base": "staff", "name": "Gate guard", "slug": "gate-guard", "position": 9, "permissions": ["profile:edit", "school:work", "attendance:take", "gate:issue-cards", "custody:read"]},
  {"base": "staff", "name": "Librarian", "slug": "librarian", "position": 4, "permissions": ["profile:edit", "school:work", "student:read", "student:read-all", "class:read-all", "announcement:write", "document:share"]},
  {"base": "staff", "name": "Matron", "slug": "matron", "position": 6, "permissions": ["profile:edit", "school:work", "student:read", "student:read-all", "class:read-all", "attendance:take", "attendance:read-all", "attendance:take-all", "record:write", "record:read-all", "record:write-all", "behaviour:record", "custody:read"]},
  {"base": "staff", "name": "Nurse", "slug": "nurse", "position": 5, "permissions": ["profile:edit", "school:work", "student:read", "student:read-all", "class:read-all", "record:write", "record:read-all", "record:write-all", "custody:read", "consent:manage"]},
  {"base": "staff", "name": "Receptionist", "slug": "receptionist", "position": 3, "permissions": ["profile:edit", "school:work", "student:read", "student:read-all", "student:write", "class:read-all", "attendance:read-all", "register:read-all", "register:oversee", "announcement:write", "document:share", "gate:issue-cards", "custody:read"]},
  {"base": "staff", "name": "Storekeeper", "slug": "storekeeper", "position": 8, "permissions": ["profile:edit", "school:work", "store:buy"]},
  {"base": "teacher", "name": "Deputy head", "slug": "deputy", "position": 10, "permissions": ["profile:edit", "school:work", "class:read", "class:read-all", "class:teach", "class:write", "student:read", "student:read-all", "schedule:read", "assignment:write", "assignment:read-all", "grade:write", "result:read-all", "report:read", "announcement:write", "announcement:read-all", "announcement:write-all", "document:share", "attendance:take", "attendance:read-all", "attendance:take-all", "register:read-all", "register:oversee", "behaviour:record", "behaviour:read-all", "record:read-all"]}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:behaviour-records', '{
"sold_as": ["Behaviour Records"],
"permissions": [
  {"name": "behaviour:record", "roles": ["admin","teacher","staff"],
    "sentence": "May record behaviour."},
  {"name": "behaviour:read-all", "roles": ["admin","staff"], "is_about_children": true, "needs_second_step": true,
    "sentence": "May see every student''s behaviour, and record it for every student."}],
"settings": [
  {"name":"share_merits","kind":"switch","value":true},
  {"name":"alert_points","kind":"number","value":10,"least":0,"most":1000}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:qr-attendance', '{
"sold_as": ["QR Code Attendance"],
"permissions": [
  {"name": "gate:issue-cards", "roles": ["admin","staff"],
    "sentence": "May issue and print gate cards."}],
"settings": [
  {"name":"late_after","kind":"time","value":"08:00"},
  {"name":"message_arrivals","kind":"switch","value":true},
  {"name":"message_departures","kind":"switch","value":false}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:two-factor', '{
"sold_as": ["Two-Factor Authentication","Two-Factor Authenticator"],
"permissions": [
  {"name": "two-factor:manage", "roles": ["admin"], "needs_second_step": true,
    "sentence": "May say who signs in with two steps, and reset it."}],
"settings": [
  {"name":"trust_days","kind":"number","value":0,"least":0,"most":90}]}');

-- Generated by `npm run db:declare` from `shared/domain`. Do not edit.
select private.declare_permissions(
  '[
  {"name": "platform:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the platform''s figures, jobs, mails and releases."},
  {"name": "user:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every account."},
  {"name": "subscription:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every school''s subscription."},
  {"name": "staff:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the school''s list of staff."},
  {"name": "class:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the list of classes."},
  {"name": "student:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the list of students."},
  {"name": "records:open", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open a school''s records of children, with a reason."},
  {"name": "schedule:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open their own timetable."},
  {"name": "assignment:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set assignments for their own classes."},
  {"name": "grade:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May enter marks for what they teach."},
  {"name": "record:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May work through the student records."},
  {"name": "finance:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the school''s finances."},
  {"name": "report:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the reports."},
  {"name": "announcement:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May write announcements."},
  {"name": "store:manage", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open the store manager."},
  {"name": "store:buy", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May buy in the store."},
  {"name": "order:set-status", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change an order''s status."},
  {"name": "order:reopen", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May reopen an order."},
  {"name": "order:read-timeline", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see an order''s timeline."},
  {"name": "order:resend-mail", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May send an order''s mails again."},
  {"name": "order:add-note", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add notes to orders."},
  {"name": "payment:confirm", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May confirm payments by bank."},
  {"name": "payment:reconcile", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May assign payments that belong to no order."},
  {"name": "payment:refund", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May refund payments of orders."},
  {"name": "store-analytics:read", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the store''s figures."},
  {"name": "addon:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the store''s add-ons."},
  {"name": "price:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the price book."},
  {"name": "page:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May write and publish pages of the site."},
  {"name": "media:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change media of the site."},
  {"name": "content:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change questions and testimonials of the site."},
  {"name": "settings:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the platform''s settings."},
  {"name": "school:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open and change schools."},
  {"name": "school:edit-own", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s name, address and contacts."},
  {"name": "student:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change students and guardians."},
  {"name": "document:share", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May share documents."},
  {"name": "document:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change and remove every document, and share one about any student."},
  {"name": "announcement:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change and remove every announcement."},
  {"name": "own-students:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May open what the school keeps about themselves or their children."},
  {"name": "assignment:submit", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May hand in assignments."},
  {"name": "register:oversee", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see on the home page whose register is missing."},
  {"name": "attendance:take", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May take attendance."},
  {"name": "fee:take", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May take fees at a counter and print receipts."},
  {"name": "school:run", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s settings, campuses and add-ons."},
  {"name": "user:invite", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May invite people to every school."},
  {"name": "user:set-role", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the role of every account."},
  {"name": "user:reset-authenticator", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May reset the authenticator of every account."},
  {"name": "ticket:answer", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May answer tickets and enquiries."},
  {"name": "profile:edit", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change their own profile."},
  {"name": "school:work", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "Works at the school: may see its staff, add-ons, orders and storage."},
  {"name": "class:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every class, its timetable and how many students it has."},
  {"name": "class:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set up classes, subjects and the timetable."},
  {"name": "class:teach", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May be given classes and subjects to teach."},
  {"name": "term:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set terms, and close and reopen them."},
  {"name": "student:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s details, class and guardians."},
  {"name": "record:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s notes on health, behaviour and merits."},
  {"name": "record:write-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add, change and archive notes about every student."},
  {"name": "custody:read", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see who may not be told about a child or collect it."},
  {"name": "custody:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May note who may not be told about a child or collect it."},
  {"name": "consent:manage", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every guardian''s consents and enter signed forms."},
  {"name": "protection:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see breaches of data protection, and when records were opened."},
  {"name": "protection:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May answer requests about a child''s data and report breaches."},
  {"name": "staff:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every employee''s details."},
  {"name": "staff:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May add and change employees."},
  {"name": "attendance:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every student''s attendance."},
  {"name": "attendance:take-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May take attendance in every class."},
  {"name": "register:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see of every class whether attendance was taken."},
  {"name": "assignment:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every class''s assignments and assessments."},
  {"name": "result:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every student''s work, marks and results."},
  {"name": "fee:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see what the school charges."},
  {"name": "fee:write", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May set what the school charges."},
  {"name": "fee:charge", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May charge students and remind families of what is due."},
  {"name": "fee:refund", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May credit charges and reverse payments of fees."},
  {"name": "fee-payment:record", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May record payments of fees."},
  {"name": "fee-account:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May read every student''s fees and payments."},
  {"name": "fee-receipt:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the receipts of every cashier."},
  {"name": "announcement:read-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every announcement."},
  {"name": "announcement:write-all", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May read and write announcements of every class."},
  {"name": "document:read-all", "is_platform": false, "is_about_children": true,
    "needs_second_step": true, "sentence": "May see every document."},
  {"name": "account:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May invite people and say who can sign in."},
  {"name": "role:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May change the school''s own roles, and give roles to people."},
  {"name": "audit:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May read who changed what."},
  {"name": "school:export", "is_platform": false, "is_about_children": false,
    "needs_second_step": true, "sentence": "May export everything that the school has entered."},
  {"name": "plan:read", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see the school''s plan."},
  {"name": "plan:manage", "is_platform": false, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change the school''s plan, see its licences and its invoices."},
  {"name": "order:read-all", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May see every order and payment."},
  {"name": "subscription:write", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May change every school''s subscription."},
  {"name": "mail:retry", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May send mails again."},
  {"name": "job:manage", "is_platform": true, "is_about_children": false,
    "needs_second_step": false, "sentence": "May cancel and retry everybody''s jobs."}]',
  '{
  "super_admin": [
    "platform:read",
    "user:read",
    "subscription:read",
    "records:open",
    "store:manage",
    "order:set-status",
    "order:reopen",
    "order:read-timeline",
    "order:resend-mail",
    "order:add-note",
    "payment:confirm",
    "payment:reconcile",
    "payment:refund",
    "store-analytics:read",
    "addon:write",
    "price:write",
    "page:write",
    "media:write",
    "content:write",
    "settings:write",
    "school:write",
    "user:invite",
    "user:set-role",
    "user:reset-authenticator",
    "ticket:answer",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "protection:read",
    "staff:read-all",
    "attendance:read-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee-account:read-all",
    "announcement:read-all",
    "document:read-all",
    "plan:read",
    "order:read-all",
    "subscription:write",
    "mail:retry",
    "job:manage"],
  "admin": [
    "staff:read",
    "class:read",
    "student:read",
    "finance:read",
    "report:read",
    "announcement:write",
    "store:buy",
    "school:edit-own",
    "student:write",
    "document:share",
    "document:manage",
    "announcement:manage",
    "register:oversee",
    "attendance:take",
    "fee:take",
    "school:run",
    "profile:edit",
    "school:work",
    "class:read-all",
    "class:write",
    "class:teach",
    "term:write",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "custody:write",
    "consent:manage",
    "protection:read",
    "protection:manage",
    "staff:read-all",
    "staff:write",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "assignment:read-all",
    "result:read-all",
    "fee:read",
    "fee:write",
    "fee:charge",
    "fee:refund",
    "fee-payment:record",
    "fee-account:read-all",
    "fee-receipt:read-all",
    "announcement:read-all",
    "announcement:write-all",
    "document:read-all",
    "account:manage",
    "role:manage",
    "audit:read",
    "school:export",
    "plan:read",
    "plan:manage"],
  "teacher": [
    "class:read",
    "student:read",
    "schedule:read",
    "assignment:write",
    "grade:write",
    "report:read",
    "announcement:write",
    "store:buy",
    "document:share",
    "attendance:take",
    "profile:edit",
    "school:work",
    "class:teach"],
  "staff": [
    "student:read",
    "record:write",
    "announcement:write",
    "store:buy",
    "student:write",
    "document:share",
    "document:manage",
    "register:oversee",
    "attendance:take",
    "fee:take",
    "profile:edit",
    "school:work",
    "class:read-all",
    "student:read-all",
    "record:read-all",
    "record:write-all",
    "custody:read",
    "consent:manage",
    "attendance:read-all",
    "attendance:take-all",
    "register:read-all",
    "announcement:write-all",
    "document:read-all"],
  "parent": [
    "store:buy",
    "own-students:read",
    "profile:edit"],
  "student": [
    "store:buy",
    "own-students:read",
    "assignment:submit",
    "profile:edit"],
  "user": [
    "store:buy",
    "profile:edit"]}');
