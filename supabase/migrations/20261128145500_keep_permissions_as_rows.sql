set check_function_bodies = off;

drop function public.current_identity();

create table private.permissions (
  name              text    not null,
  sentence          text    not null,
  is_platform       boolean not null,
  is_about_children boolean not null,
  constraint permissions_name_check check ((name ~ '^[a-z-]+:[a-z-]+$'::text)),
  constraint permissions_pkey primary key (name)
);

alter table private.permissions
  enable row level security;

create table private.role_permissions (
  role_id    uuid not null,
  permission text not null,
  constraint role_permissions_pkey primary key (role_id, permission)
);

alter table private.role_permissions
  enable row level security;

create table private.school_roles (
  id                     uuid             not null default gen_random_uuid(),
  school_id              uuid,
  slug                   text             not null,
  base                   public.user_role not null,
  granted                text             not null default ''::text,
  granted_about_children text             not null default ''::text,
  constraint school_roles_check check (((school_id IS NOT NULL) OR (slug = (base)::text))),
  constraint school_roles_pkey primary key (id),
  constraint school_roles_school_id_slug_key unique nulls not DISTINCT (school_id, slug)
);

alter table private.school_roles
  enable row level security;

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
  insert into private.permissions as p (name, sentence, is_platform, is_about_children)
  select d.name, d.sentence, d.is_platform, d.is_about_children
  from jsonb_to_recordset(declared) d (name text, sentence text, is_platform boolean, is_about_children boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_platform = excluded.is_platform, is_about_children = excluded.is_about_children;
  delete from private.permissions p where not exists (
    select from jsonb_to_recordset(declared) d (name text) where d.name = p.name);
  insert into private.school_roles (slug, base) select r.role, r.role::public.user_role from jsonb_object_keys(roles) r (role)
  on conflict do nothing;
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r where r.id = g.role_id and r.school_id is null;
  insert into private.role_permissions (role_id, permission)
  select s.id, p.name from jsonb_each(roles) r (role, names) cross join jsonb_array_elements_text(r.names) p (name)
    join private.school_roles s on s.school_id is null and s.slug = r.role;
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
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  childrens_school text := '';
  granted text := '';
  granted_about_children text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session, and one that names none signs nobody in: it was made for something else.
    has_session := exists (
      select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me
        and coalesce(s.not_after > now(), true));
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
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
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
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  if is_signed_in then
    select r.granted, r.granted_about_children into granted, granted_about_children from private.school_roles r
    where r.school_id is null and r.slug = role;
    -- What shows children's records is a super admin's only while a school's records are open.
    if role = 'super_admin' and childrens_school = '' then
      granted_about_children := '';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in,
    coalesce(case when has_session then me::text end, ''), granted, granted_about_children, '');
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.keep_granted()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update private.school_roles r set
    granted = coalesce((
      select string_agg(p.name, ' ' order by p.name) from private.role_permissions g
        join private.permissions p on p.name = g.permission
      where g.role_id = r.id and not p.is_about_children), ''),
    granted_about_children = coalesce((
      select string_agg(p.name, ' ' order by p.name) from private.role_permissions g
        join private.permissions p on p.name = g.permission
      where g.role_id = r.id and p.is_about_children), '')
  where r.id in (select c.role_id from changed c);
  return null;
end
$function$;

create or replace function private.may (
  permission text
)
  returns boolean
  language sql
  stable
  AS $function$ select pg_catalog.strpos(private.caller(), ' ' || permission || ' ') > 0 $function$;

create or replace function private.my_permissions()
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array_remove((string_to_array(private.caller(), ' '))[8:], '')
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
  select array(select u.id from public.users u join private.school_roles r on r.school_id is null and r.slug = u.role::text
      join private.role_permissions g on g.role_id = r.id and g.permission = people_with.permission
    where u.school_id = people_with.school and u.is_active order by u.id)
$function$;

create or replace function private.require (
  permission text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.may(permission) then
    return private.my_school();
  elsif exists (select from private.permissions p where p.name = require.permission and p.is_platform) then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  end if;
  raise exception using errcode = '42501', message = 'Your role does not allow this. Ask an administrator of your school.',
    hint = 'permission.missing';
end
$function$;

create or replace function private.school_where (
  permission text
)
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.may(permission) then private.my_school() end
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
    permissions      text[]
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.email, u.first_name, u.last_name, u.phone,
    case when a.id is null then u.role else 'super_admin' end,
    case when a.id is null then u.school_id end,
    case when a.id is null then s.name end,
    case when a.id is null then s.time_zone end,
    case when a.id is null then s.version end,
    u.language, r.revision, case when a.id is null then o.features end, case when a.id is null then private.sold_to(s.version, o.features) end,
    case when a.id is not null then private.opened_records(a.id) end,
    private.my_permissions()
  from public.users u
  cross join public.content_revision r
  left join public.super_admins a on a.id = u.id
  left join public.schools s on s.id = (select private.my_school())
  left join lateral (select private.addon_states(s.id) as features offset 0) o on true
  where u.id = (select private.signed_in_uid())
$function$;

alter table private.role_permissions
  add constraint role_permissions_permission_fkey foreign key (permission) references private.permissions(name) on delete cascade;

alter table private.role_permissions
  add constraint role_permissions_role_id_fkey foreign key (role_id) references private.school_roles(id) on delete cascade;

alter table private.school_roles
  add constraint school_roles_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index role_permissions_permission_idx on private.role_permissions using btree (permission);

create trigger keep_added
  after insert on private.role_permissions referencing NEW table as changed
  for each STATEMENT
  execute function private.keep_granted();

create trigger keep_removed
  after delete on private.role_permissions referencing OLD table as changed
  for each STATEMENT
  execute function private.keep_granted();

comment on column private.permissions.is_about_children is 'Shows children''s records: a super admin has it only while a school''s records are open.';

comment on column private.permissions.is_platform is 'Of those who run the platform: no role of a school has it.';

comment on column private.school_roles.base is 'Decides where the menu, home and audiences of the role are.';

comment on column private.school_roles.granted is 'The names of its permissions with spaces between them, kept by a trigger: one look-up for every statement of the API.';

comment on column private.school_roles.granted_about_children is 'Like granted, those that show children''s records.';

comment on function public.current_identity() is 'The caller''s profile, role, permissions and school, its add-ons, what the store sells to it and the revision of the public content: all that a page asks when it starts. A super admin has no school, but may have opened the records of some; a session that was ended has no identity.';

comment on table private.school_roles is 'What people may be: the roles that every school has, without a school, and later those that a school adds.';

revoke all on function private.declare_permissions(jsonb, jsonb) from public;

revoke all on function private.keep_granted() from public;

revoke all on function private.may(text) from public;

grant execute on function private.may(text) to anon, authenticated;

grant execute on function private.may(text) to service_role;

revoke all on function private.my_permissions() from public;

revoke all on function private.people_with(uuid, text) from public;

revoke all on function private.require(text) from public;

revoke all on function private.school_where(text) from public;

grant execute on function private.school_where(text) to authenticated;

grant execute on function private.school_where(text) to service_role;

revoke all on function public.current_identity() from public;

grant execute on function public.current_identity() to authenticated;

grant execute on function public.current_identity() to service_role;

grant all on table private.permissions to service_role;

grant all on table private.role_permissions to service_role;

grant all on table private.school_roles to service_role;

-- Generated by `npm run db:permissions` from `shared/domain`. Do not edit.
select private.declare_permissions(
  '[
  {"name": "platform:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see the platform''s figures, jobs, mails and releases."},
  {"name": "user:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see every account."},
  {"name": "subscription:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see every school''s subscription."},
  {"name": "staff:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the school''s list of staff."},
  {"name": "class:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the list of classes."},
  {"name": "student:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the list of students."},
  {"name": "records:open", "is_platform": true, "is_about_children": false,
    "sentence": "May open a school''s records of children, with a reason."},
  {"name": "schedule:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open their own timetable."},
  {"name": "assignment:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set assignments for their own classes."},
  {"name": "grade:write", "is_platform": false, "is_about_children": false,
    "sentence": "May enter marks for what they teach."},
  {"name": "record:write", "is_platform": false, "is_about_children": false,
    "sentence": "May work through the student records."},
  {"name": "finance:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the school''s finances."},
  {"name": "report:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open the reports."},
  {"name": "announcement:write", "is_platform": false, "is_about_children": false,
    "sentence": "May write announcements."},
  {"name": "store:manage", "is_platform": true, "is_about_children": false,
    "sentence": "May open the store manager."},
  {"name": "store:buy", "is_platform": false, "is_about_children": false,
    "sentence": "May buy in the store."},
  {"name": "order:set-status", "is_platform": true, "is_about_children": false,
    "sentence": "May change an order''s status."},
  {"name": "order:reopen", "is_platform": true, "is_about_children": false,
    "sentence": "May reopen an order."},
  {"name": "order:read-timeline", "is_platform": true, "is_about_children": false,
    "sentence": "May see an order''s timeline."},
  {"name": "order:resend-mail", "is_platform": true, "is_about_children": false,
    "sentence": "May send an order''s mails again."},
  {"name": "order:add-note", "is_platform": true, "is_about_children": false,
    "sentence": "May add notes to orders."},
  {"name": "payment:confirm", "is_platform": true, "is_about_children": false,
    "sentence": "May confirm payments by bank."},
  {"name": "payment:reconcile", "is_platform": true, "is_about_children": false,
    "sentence": "May assign payments that belong to no order."},
  {"name": "payment:refund", "is_platform": true, "is_about_children": false,
    "sentence": "May refund payments of orders."},
  {"name": "store-analytics:read", "is_platform": true, "is_about_children": false,
    "sentence": "May see the store''s figures."},
  {"name": "addon:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the store''s add-ons."},
  {"name": "price:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the price book."},
  {"name": "page:write", "is_platform": true, "is_about_children": false,
    "sentence": "May write and publish pages of the site."},
  {"name": "media:write", "is_platform": true, "is_about_children": false,
    "sentence": "May add and change media of the site."},
  {"name": "content:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change questions and testimonials of the site."},
  {"name": "settings:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change the platform''s settings."},
  {"name": "school:write", "is_platform": true, "is_about_children": false,
    "sentence": "May open and change schools."},
  {"name": "school:edit-own", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s name, address and contacts."},
  {"name": "student:write", "is_platform": false, "is_about_children": false,
    "sentence": "May add and change students and guardians."},
  {"name": "document:share", "is_platform": false, "is_about_children": false,
    "sentence": "May share documents."},
  {"name": "document:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change and remove every document, and share one about any student."},
  {"name": "announcement:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change and remove every announcement."},
  {"name": "own-students:read", "is_platform": false, "is_about_children": false,
    "sentence": "May open what the school keeps about themselves or their children."},
  {"name": "assignment:submit", "is_platform": false, "is_about_children": false,
    "sentence": "May hand in assignments."},
  {"name": "register:oversee", "is_platform": false, "is_about_children": false,
    "sentence": "May see on the home page whose register is missing."},
  {"name": "attendance:take", "is_platform": false, "is_about_children": false,
    "sentence": "May take attendance."},
  {"name": "behaviour:record", "is_platform": false, "is_about_children": false,
    "sentence": "May record behaviour."},
  {"name": "fee:take", "is_platform": false, "is_about_children": false,
    "sentence": "May take fees with Quick Fees and print receipts."},
  {"name": "school:run", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s settings, campuses and add-ons."},
  {"name": "user:invite", "is_platform": true, "is_about_children": false,
    "sentence": "May invite people to every school."},
  {"name": "user:set-role", "is_platform": true, "is_about_children": false,
    "sentence": "May change the role of every account."},
  {"name": "user:reset-authenticator", "is_platform": true, "is_about_children": false,
    "sentence": "May reset the authenticator of every account."},
  {"name": "ticket:answer", "is_platform": true, "is_about_children": false,
    "sentence": "May answer tickets and enquiries."},
  {"name": "profile:edit", "is_platform": false, "is_about_children": false,
    "sentence": "May change their own profile."}]',
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
    "ticket:answer"],
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
    "behaviour:record",
    "fee:take",
    "school:run",
    "profile:edit"],
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
    "behaviour:record",
    "profile:edit"],
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
    "behaviour:record",
    "fee:take",
    "profile:edit"],
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
