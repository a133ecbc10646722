set check_function_bodies = off;

create table private.declared_features (
  feature text not null,
  constraint declared_features_pkey primary key (feature),
  constraint declared_features_feature_check check (private.is_feature(feature))
);

alter table private.declared_features
  enable row level security;

alter table private.permissions
  add column feature text;

create or replace function private.addon_states (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_object_agg(f.feature, f.state) from (
    select d.feature, private.is_entitled(addon_states.school, d.feature) as state from private.declared_features d
    where d.feature like 'module:%' or exists (
      select from public.licences l where l.school_id = addon_states.school and l.feature = d.feature)) f
  where f.state <> 'off'
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

  insert into private.permissions (name, sentence, is_platform, is_about_children, feature)
  select p.name, p.sentence, false, coalesce(p.is_about_children, false), own
  from jsonb_to_recordset(permissions) p (name text, sentence text, is_about_children boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_about_children = excluded.is_about_children, feature = excluded.feature;
  delete from private.permissions p where p.feature = own and not exists (
    select from jsonb_to_recordset(permissions) d (name text) where d.name = p.name);
  -- Again, so that what is kept with a role follows also a permission that changed its kind.
  delete from private.role_permissions g using private.school_roles r, private.permissions p
  where r.id = g.role_id and r.school_id is null and p.name = g.permission and p.feature = own;
  insert into private.role_permissions (role_id, permission)
  select r.id, p.name from jsonb_to_recordset(permissions) p (name text, roles text[])
    join private.school_roles r on r.school_id is null and r.slug = any (p.roles);

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
  insert into private.permissions as p (name, sentence, is_platform, is_about_children)
  select d.name, d.sentence, d.is_platform, d.is_about_children
  from jsonb_to_recordset(declared) d (name text, sentence text, is_platform boolean, is_about_children boolean)
  on conflict (name) do update
    set sentence = excluded.sentence, is_platform = excluded.is_platform, is_about_children = excluded.is_about_children;
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
end
$function$;

create or replace function private.trust_days (
  person uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((
    select max((private.addon_setting(u.school_id, d.feature, d.name))::integer)
    from public.users u cross join private.addon_setting_defaults d
    where u.id = trust_days.person and u.is_active and d.name = 'trust_days' and private.is_entitled(u.school_id, d.feature) <> 'off'), 0)
$function$;

comment on column private.permissions.feature is 'The module or add-on that declares it; null for the core.';

comment on table private.addon_setting_defaults is 'As module.ts says; least and most limit a number, most the length of a text, and choices are those of a choice.';

comment on table private.declared_features is 'Each module.ts makes a row, with its permissions and settings, by private.declare_module.';

revoke all on function private.declare_module(text, jsonb) from public;

grant all on table private.declared_features to service_role;

-- Whether they are on sale was decided when they were released.
insert into private.declared_features (feature)
select distinct f.feature from private.addon_features f where f.is_built;

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:behaviour-records', '{
"sold_as": ["Behaviour Records"],
"permissions": [
  {"name": "behaviour:record", "roles": ["admin","teacher","staff"],
    "sentence": "May record behaviour."},
  {"name": "behaviour:read-all", "roles": ["admin","staff"], "is_about_children": true,
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
select private.declare_module('addon:quick-fees', '{
"sold_as": ["Quick Fees"],
"permissions": [],
"settings": [
  {"name":"staff_take_fees","kind":"switch","value":true}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:thermal-print', '{
"sold_as": ["Thermal Print"],
"permissions": [],
"settings": [
  {"name":"paper","kind":"choice","value":"80","choices":["58","80"]},
  {"name":"header","kind":"text","value":"","most":200},
  {"name":"footer","kind":"text","value":"","most":300}]}');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:two-factor', '{
"sold_as": ["Two-Factor Authentication","Two-Factor Authenticator"],
"permissions": [
  {"name": "two-factor:manage", "roles": ["admin"],
    "sentence": "May say who signs in with two steps, and reset it."}],
"settings": [
  {"name":"trust_days","kind":"number","value":0,"least":0,"most":90}]}');

-- Generated by `npm run db:declare` from `shared/domain`. Do not edit.
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
  {"name": "fee:take", "is_platform": false, "is_about_children": false,
    "sentence": "May take fees at a counter and print receipts."},
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
    "sentence": "May change their own profile."},
  {"name": "school:work", "is_platform": false, "is_about_children": false,
    "sentence": "Works at the school: may see its staff, add-ons, orders and storage."},
  {"name": "class:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every class, its timetable and how many students it has."},
  {"name": "class:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set up classes, subjects and the timetable."},
  {"name": "class:teach", "is_platform": false, "is_about_children": false,
    "sentence": "May be given classes and subjects to teach."},
  {"name": "term:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set terms, and close and reopen them."},
  {"name": "student:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s details, class and guardians."},
  {"name": "record:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s notes on health, behaviour and merits."},
  {"name": "record:write-all", "is_platform": false, "is_about_children": false,
    "sentence": "May add, change and archive notes about every student."},
  {"name": "custody:read", "is_platform": false, "is_about_children": true,
    "sentence": "May see who may not be told about a child or collect it."},
  {"name": "custody:write", "is_platform": false, "is_about_children": false,
    "sentence": "May note who may not be told about a child or collect it."},
  {"name": "consent:manage", "is_platform": false, "is_about_children": true,
    "sentence": "May see every guardian''s consents and enter signed forms."},
  {"name": "protection:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see breaches of data protection, and when records were opened."},
  {"name": "protection:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May answer requests about a child''s data and report breaches."},
  {"name": "staff:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every employee''s details."},
  {"name": "staff:write", "is_platform": false, "is_about_children": false,
    "sentence": "May add and change employees."},
  {"name": "attendance:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s attendance."},
  {"name": "attendance:take-all", "is_platform": false, "is_about_children": false,
    "sentence": "May take attendance in every class."},
  {"name": "register:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see of every class whether attendance was taken."},
  {"name": "assignment:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every class''s assignments and assessments."},
  {"name": "result:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s work, marks and results."},
  {"name": "fee:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see what the school charges."},
  {"name": "fee:write", "is_platform": false, "is_about_children": false,
    "sentence": "May set what the school charges."},
  {"name": "fee:charge", "is_platform": false, "is_about_children": false,
    "sentence": "May charge students and remind families of what is due."},
  {"name": "fee:refund", "is_platform": false, "is_about_children": false,
    "sentence": "May credit charges and reverse payments of fees."},
  {"name": "fee-payment:record", "is_platform": false, "is_about_children": false,
    "sentence": "May record payments of fees."},
  {"name": "fee-account:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May read every student''s fees and payments."},
  {"name": "fee-receipt:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see the receipts of every cashier."},
  {"name": "announcement:read-all", "is_platform": false, "is_about_children": false,
    "sentence": "May see every announcement."},
  {"name": "announcement:write-all", "is_platform": false, "is_about_children": false,
    "sentence": "May read and write announcements of every class."},
  {"name": "document:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every document."},
  {"name": "audit:read", "is_platform": false, "is_about_children": false,
    "sentence": "May read who changed what."},
  {"name": "school:export", "is_platform": false, "is_about_children": false,
    "sentence": "May export everything that the school has entered."},
  {"name": "plan:read", "is_platform": false, "is_about_children": false,
    "sentence": "May see the school''s plan."},
  {"name": "plan:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May change the school''s plan, see its licences and its invoices."},
  {"name": "order:read-all", "is_platform": true, "is_about_children": false,
    "sentence": "May see every order and payment."},
  {"name": "subscription:write", "is_platform": true, "is_about_children": false,
    "sentence": "May change every school''s subscription."},
  {"name": "mail:retry", "is_platform": true, "is_about_children": false,
    "sentence": "May send mails again."},
  {"name": "job:manage", "is_platform": true, "is_about_children": false,
    "sentence": "May cancel and retry everybody''s jobs."}]',
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
