set check_function_bodies = off;

drop policy "Staff see the settings of their school's add-ons" on public.addon_settings;

drop policy "Super admins add to the price book" on public.addons;

drop policy "Super admins delete from the price book" on public.addons;

drop policy "Super admins see the whole price book" on public.addons;

drop policy "Super admins update the price book" on public.addons;

drop policy "Authors change their announcements, administrators all" on public.announcements;

drop policy "Authors delete their announcements, administrators all" on public.announcements;

drop policy "People see what is announced to them, authors and administrator" on public.announcements;

drop policy "Staff of a school announce, teachers to their own classes or to" on public.announcements;

drop policy "Administrators see assessments, teachers and families their cla" on public.assessments;

drop policy "Administrators see assignments, teachers their classes', famili" on public.assignments;

drop policy "Teachers change their own assignments" on public.assignments;

drop policy "Teachers delete their own assignments" on public.assignments;

drop policy "Teachers set assignments for their classes" on public.assignments;

drop policy "Schools see attendance, teachers their classes', families their" on public.attendance;

drop policy "Super admins read the log, administrators their school's" on public.audit_log;

drop policy "The office sees entries, teachers their students', families wha" on public.behaviour_entries;

drop policy "The office sees follow-ups, teachers their students'" on public.behaviour_follow_ups;

drop policy "Administrators see their school's breaches, super admins all" on public.breaches;

drop policy "Super admins see carts" on public.carts;

drop policy "Schools see who teaches what, teachers and families in their cl" on public.class_subjects;

drop policy "Schools see their classes, teachers theirs, families their chil" on public.classes;

drop policy "Super admins add files" on public.cms_media;

drop policy "Super admins see every file" on public.cms_media;

drop policy "Super admins update files" on public.cms_media;

drop policy "Super admins see versions" on public.cms_page_versions;

drop policy "Super admins add pages" on public.cms_pages;

drop policy "Super admins delete pages" on public.cms_pages;

drop policy "Super admins see every page" on public.cms_pages;

drop policy "Super admins update pages" on public.cms_pages;

drop policy "Super admins read the rights" on public.cms_rights;

drop policy "The office sees decisions, guardians their own" on public.consents;

drop policy "Super admins delete messages" on public.contact_messages;

drop policy "Super admins read messages" on public.contact_messages;

drop policy "a super admin reads every answer" on public.cookie_choices;

drop policy "The office sees who may not be told or collect" on public.custody_marks;

drop policy "Administrators see their school's requests, guardians their own" on public.data_requests;

drop policy "Super admins delete demo requests" on public.demo_requests;

drop policy "Super admins read demo requests" on public.demo_requests;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "Staff of a school add documents" on public.documents;

drop policy "The office and uploaders change documents" on public.documents;

drop policy "Whoever sees a student sees the classes they were in" on public.enrolments;

drop policy "Super admins add" on public.faqs;

drop policy "Super admins delete" on public.faqs;

drop policy "Super admins see all of it" on public.faqs;

drop policy "Super admins update" on public.faqs;

drop policy "Administrators see charges, families their children's" on public.fee_charges;

drop policy "Administrators see credit notes, families their children's" on public.fee_credits;

drop policy "Administrators see invoices, families their children's" on public.fee_invoices;

drop policy "Administrators see payments, families their children's" on public.fee_payments;

drop policy "Administrators see the fees" on public.fees;

drop policy "The office sees the cards it prints, families their own" on public.gate_cards;

drop policy "Administrators see grades, teachers their classes', families th" on public.grades;

drop policy "The office sees guardians, teachers those of their students, gu" on public.guardians;

drop policy "Schools see the timetable, teachers and families theirs" on public.lessons;

drop policy "The admin adds to its school" on public.lessons;

drop policy "The admin deletes within its school" on public.lessons;

drop policy "The admin updates within its school" on public.lessons;

drop policy "Super admins see every licence, administrators and buyers their" on public.licences;

drop policy "Super admins see whether mails went out" on public.mail_outbox;

drop policy "Super admins switch what is ready" on public.module_points;

drop policy "Super admins see the timeline" on public.order_events;

drop policy "Whoever sees an order sees its lines" on public.order_items;

drop policy "Super admins see ratings" on public.order_ratings;

drop policy "Super admins see attempts" on public.payment_attempts;

drop policy "Whoever sees an order sees its payments" on public.payments;

drop policy "Super admins add to the price book" on public.plans;

drop policy "Super admins delete from the price book" on public.plans;

drop policy "Super admins see the whole price book" on public.plans;

drop policy "Super admins update the price book" on public.plans;

drop policy "Super admins see price changes" on public.price_changes;

drop policy "Super admins see what providers sent" on public.provider_events;

drop policy "Super admins see what was deleted" on public.purge_runs;

drop policy "Administrators see receipts, cashiers their own" on public.quick_receipts;

drop policy "Super admins see every opening, administrators those of their s" on public.record_openings;

drop policy "Super admins see refunds" on public.refunds;

drop policy "Schools see how many came, teachers of their classes" on public.register_days;

drop policy "Super admins read the failures" on public.release_failures;

drop policy "Super admins read the measured values" on public.release_samples;

drop policy "Super admins see the schools that leave" on public.school_exits;

drop policy "Administrators see their school's exports" on public.school_exports;

drop policy "Whoever sees an order sees what becomes of its services" on public.service_fulfilments;

drop policy "Super admins add to the price book" on public.services;

drop policy "Super admins delete from the price book" on public.services;

drop policy "Super admins see the whole price book" on public.services;

drop policy "Super admins update the price book" on public.services;

drop policy "Super admins read earlier settings" on public.setting_versions;

drop policy "Super admins add" on public.settings;

drop policy "Super admins delete" on public.settings;

drop policy "Super admins read every setting" on public.settings;

drop policy "Super admins update" on public.settings;

drop policy "Super admins add redirects" on public.site_redirects;

drop policy "Super admins delete redirects" on public.site_redirects;

drop policy "Super admins see redirects" on public.site_redirects;

drop policy "Super admins update redirects" on public.site_redirects;

drop policy "Administrators see their staff, people their own record" on public.staff_members;

drop policy "Administrators see balances, families their children's" on public.student_balances;

drop policy "Schools see how many students they have" on public.student_counts;

drop policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians;

drop policy "The office adds to its school" on public.student_records;

drop policy "The office sees records, teachers and families what is meant fo" on public.student_records;

drop policy "The office updates within its school" on public.student_records;

drop policy "Schools see their students, teachers theirs, families their chi" on public.students;

drop policy "Administrators see results, teachers their classes', families t" on public.subject_results;

drop policy "Administrators see submissions, teachers their classes', famili" on public.submissions;

drop policy "Super admins see every subscription, administrators their schoo" on public.subscriptions;

drop policy "Super admins work on tickets" on public.support_tickets;

drop policy "Super admins see tax documents" on public.tax_documents;

drop policy "Super admins add" on public.testimonials;

drop policy "Super admins delete" on public.testimonials;

drop policy "Super admins see all of it" on public.testimonials;

drop policy "Super admins update" on public.testimonials;

drop policy "Administrators see the prints of their school, staff their own" on public.thermal_prints;

drop policy "Super admins see every reply, senders those to them" on public.ticket_replies;

drop policy "Super admins see visits" on public.visit_counts;

drop policy "Administrators read their school's exports" on storage.objects;

drop policy "Publishers remove the site's files" on storage.objects;

drop policy "Publishers replace the site's files" on storage.objects;

drop policy "Staff of a school upload its documents" on storage.objects;

drop policy "Super admins list the site's files" on storage.objects;

drop policy "Super admins upload the site's files" on storage.objects;

drop policy "The office removes its school's files" on storage.objects;

drop policy "Who uploaded a document removes its file" on storage.objects;

drop policy "Whoever sees a document reads its file" on storage.objects;

drop view public.fee_invoice_list;

drop view public.fee_payment_list;

drop function private.office_school();

drop function private.personal_stats(public.user_role, bigint);

drop function private.require_office();

drop function private.require_school_admin();

drop function private.require_super_admin();

drop function private.works_at(uuid, public.user_role[]);

create or replace function private.account_of_student (
  student uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id from public.students s join public.users u on u.id = s.user_id
  where s.id = account_of_student.student and u.role = 'student'
    and not exists (select from public.super_admins a where a.id = u.id)
$function$;

create or replace function private.addon_school (
  feature text
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from (select private.school_where('school:work') as id) s where private.is_entitled(s.id, addon_school.feature) <> 'off'
$function$;

create or replace function private.announcement_readers (
  news public.announcements
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select u.id from public.users u where u.school_id = news.school_id and u.role = any (news.audience) and u.id is distinct from news.author_id
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
  where u.school_id = behaviour_people.school and u.is_active and (u.id = any (private.people_with(behaviour_people.school, 'behaviour:read-all'))
      or u.id = any (private.people_with(behaviour_people.school, 'behaviour:record')) and not exists (
    select from public.students s where s.id = any (students)
      and not exists (select from public.classes c where c.id = s.class_id and c.class_teacher_id = u.id)
      and not exists (select from public.class_subjects b where b.class_id = s.class_id and b.teacher_id = u.id)))
$function$;

create or replace function private.can_change_file (
  path text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.may('media:write') and (not private.is_cms_editor() or not exists (
    select from public.cms_media m where m.file_path = path or m.sizes @> jsonb_build_array(jsonb_build_object('path', path))))
$function$;

create or replace function private.cashier_school (
  is_writing boolean
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := case when is_writing then private.require_addon('addon:quick-fees') else private.addon_school('addon:quick-fees') end;
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  elsif not private.may('fee-payment:record') and not (private.may('fee:take') and (private.addon_setting(school, 'addon:quick-fees', 'staff_take_fees') #>> '{}')::boolean) then
    raise exception using errcode = '42501', message = 'Only cashiers of the school may take fees.', hint = 'quick_fees.cashiers_only';
  end if;
  return school;
end
$function$;

create or replace function private.dashboard_summary (
  unread  bigint,
  notices jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on, 'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where private.member_school() is not null),
    'room', case when private.may('plan:manage') then private.plan_room(school) end,
    'campus_room', case when private.may('plan:manage') then private.campus_room(school) end,
    'ending_licences', case when private.may('plan:manage') then private.ending_licences(school) end,
    'setup', case when private.may('school:run') then private.setup_steps(school) end,
    'stats', case when private.may('platform:read') then private.super_admin_stats()
      when private.may('school:run') then private.admin_stats(school)
      when private.may('schedule:read') then private.teacher_stats()
      when private.may('record:write') then private.office_stats(school) else private.personal_stats(unread) end,
    'activities', private.recent_activities(my_role, notices));
end
$function$;

create or replace function private.delete_school (
  school uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
begin
  -- Nobody joins or leaves meanwhile.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = default where u.school_id = school and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%' on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from private.mail_spending m where m.subject = 'school ' || school;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$function$;

create or replace function private.erase_student (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alone uuid[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student’s data cannot be erased yet. See the reasons with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id
    and (n.source like '%' || student || '%' or n.source in (select private.notice_sources(student)));
  account := private.account_of_student(student);
  -- The log among them keeps who did what and when, without what stood there.
  perform private.erase_rows(student);
  delete from public.guardians where id = any (alone);
  update public.students set admission_number = 'X-' || left(id::text, 13), user_id = null where id = student;
  delete from auth.users where id = account;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians' and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.has_own_students()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.is_guardian() or exists (
    select from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school())
$function$;

create or replace function private.is_guardian()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.guardians g where g.user_id = private.signed_in_uid() and g.school_id = private.my_school())
$function$;

create or replace function private.lock_page (
  wanted uuid
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into page from public.cms_pages where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This page is no longer here. Someone may have deleted it.', hint = 'page.not_found';
  end if;
  return page;
end
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
    select lower(u.email) from public.users u where u.school_id = school and u.id = any (private.people_with(school, 'plan:manage')) and u.email is not null
    union select lower(s.email) from public.schools s where s.id = school and s.email is not null
    order by 1
  loop
    perform private.queue_mail(key || '/' || md5(address), template, address, data, null, null, school);
  end loop;
end
$function$;

create or replace function private.may_write()
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.my_school();
begin
  return school is null or private.may('school:write') or private.is_running(school);
end
$function$;

create or replace function private.member_addon_school (
  feature text
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from (select private.member_school() as id) s where private.is_entitled(s.id, member_addon_school.feature) <> 'off'
$function$;

create or replace function private.member_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.first_school() = private.last_school() then private.first_school() end
$function$;

create or replace function private.my_class_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
  select id from public.classes where class_teacher_id = private.signed_in_uid() and school_id = private.my_school()
  union
  select class_id from public.class_subjects where teacher_id = private.signed_in_uid() and school_id = private.my_school()
$function$;

create or replace function private.my_orders_school()
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.school_where('school:work')
$function$;

create or replace function private.my_orders_scope()
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('order:read-all') then private.all_schools_scope() else private.my_orders_school() end
$function$;

create or replace function private.my_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select s.id from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school()
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id join public.students s on s.id = sg.student_id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school() and not private.is_withheld(sg.student_id, g.id)
    and (s.status in ('active', 'suspended') or private.left_on(s.id) > private.my_today() - make_interval(months => private.retention_months('student_access')))
$function$;

create or replace function private.order_for_change (
  wanted uuid
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_order public.orders;
begin
  perform private.require('order:set-status');
  select * into found_order from public.orders where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This order is no longer here.', hint = 'order.not_found';
  end if;
  return found_order;
end
$function$;

create or replace function private.personal_stats (
  unread bigint
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('own-students:read') then jsonb_build_array(
      case when private.may('assignment:submit') then private.dashboard_stat('assignments_due', (
          select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids())
            and due_on >= private.my_today() and published_at is not null and archived_at is null))
        else private.dashboard_stat('children', (select count(*) from private.my_student_ids())) end,
      private.dashboard_stat('attendance', private.attendance_share(array(select private.my_student_ids()), private.my_today() - 29), 'percent'),
      private.dashboard_stat('fees_outstanding', private.students_balance_due(array(select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.dashboard_stat('orders', (select count(*) from public.orders where user_id = private.signed_in_uid() and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('licences', (select count(*) from public.licences where user_id = private.signed_in_uid() and (school_id is null or school_id = private.my_school()))),
      private.dashboard_stat('tickets', (select count(*) from public.support_tickets where user_id = private.signed_in_uid()))) end
    || private.dashboard_stat('unread_notifications', unread)
$function$;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold constant text[] := (select private.sold_to(s.version, private.addon_states(s.id)) from public.schools s where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'An order can have at most 50 items. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'One item in your cart is not on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l where l.value ->> 'is_upgrade' = 'true' and (l.value ->> 'quantity')::integer > 1) then
    raise exception using errcode = 'P0001', message = 'A plan is upgraded once at a time.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.', hint = 'order.in_preparation', detail = 'lines';
  end if;
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid
    where not coalesce(a.category, p.category, s.category)::text = any (sold) and (a.feature = any (sold)) is not true) then
    if 'saas' = any (sold) then
      raise exception using errcode = 'P0001', message = 'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and choose from what the store shows you.', hint = 'order.other_version', detail = 'lines';
    end if;
    raise exception using errcode = 'P0001', message = 'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the Standalone version.', hint = 'order.other_version', detail = 'lines';
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price, null::public.plan_period as period from public.addons where is_active
      union all select 'plan', id, name, category, price, period from public.plans where is_active and (in_store or private.school_where('plan:manage') is not null)
      union all select 'service', id, name, category, price, null from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.school_where('plan:manage'), a.id) when a.kind = 'plan' then private.plan_price(a.id, private.sold_billing(s.period, a.billing)) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$function$;

create or replace function private.recent_activities (
  my_role public.user_role,
  notices jsonb
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where private.may('order:read-all') order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where private.may('ticket:answer') order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when private.may('announcement:write') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or (select private.may('announcement:write-all')) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where private.may('grade:write') and a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids()) and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where private.may('fee-account:read-all') and f.school_id = private.my_school() order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format(case r.kind when 'merit' then 'Merit: %s'
          when 'contact' then 'Contact: %s' when 'visit' then 'Visit: %s' else 'Other: %s' end, r.summary), private.full_name(r.first_name, r.last_name), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where private.may('record:write') and d.kind not in ('health', 'behaviour') and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text)
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function private.require_addon (
  feature text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.school_where('school:work');
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  elsif entitlement = 'read-only' then
    if not private.is_running(school) then
      perform private.refuse_without_subscription();
    end if;
    raise exception using errcode = '42501', message = 'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator to renew it.', hint = 'addon.expired';
  elsif entitlement is distinct from 'on' then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function private.require_behaviour_entry (
  entry uuid
)
  returns public.behaviour_entries
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  found_entry public.behaviour_entries;
begin
  select * into found_entry from public.behaviour_entries e where e.id = require_behaviour_entry.entry and e.school_id = school
    and (private.may('behaviour:read-all') or e.student_id in (select private.my_taught_student_ids()));
  if found_entry.id is null then
    raise exception using errcode = 'P0002', message = 'This entry is no longer here. Reload the list.', hint = 'behaviour.not_found';
  elsif found_entry.withdrawn_at is not null then
    raise exception using errcode = 'P0001', message = 'This entry was withdrawn. Record another one.', hint = 'behaviour.withdrawn';
  end if;
  return found_entry;
end
$function$;

create or replace function private.require_class_to_mark (
  wanted uuid
)
  returns public.classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted
    and (c.school_id = private.school_where('attendance:take-all') or c.id in (select private.my_class_ids()));
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  return class;
end
$function$;

create or replace function private.require_own_assignment (
  assignment_id uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  if not private.may('assignment:write') then
    raise exception using errcode = '42501', message = 'Only a teacher of the class may do this.', hint = 'permission.teacher_only';
  end if;
  if not exists (select from public.assignments a where a.id = require_own_assignment.assignment_id
    and a.school_id = private.my_school() and a.teacher_id = private.signed_in_uid()
    and a.class_id in (select private.my_class_ids())) then
    raise exception using errcode = 'P0002', message = 'This assignment is no longer here.', hint = 'assignment.not_found';
  end if;
  return require_own_assignment.assignment_id;
end
$function$;

create or replace function private.require_subject_i_teach (
  wanted_class   uuid,
  wanted_subject uuid
)
  returns public.classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or not private.may('grade:write') or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  return class;
end
$function$;

create or replace function private.roles_of_schools()
  returns public.user_role[]
  language sql
  immutable
  AS $function$ select '{admin,teacher,staff,parent,student}'::public.user_role[] $function$;

create or replace function private.student_results (
  student uuid
)
  returns table (
    term_id     uuid,
    subject_id  uuid,
    class_id    uuid,
    percent     numeric,
    assessments integer
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select g.term_id, g.subject_id, (array_agg(g.class_id order by g.updated_at desc))[1], trunc(sum(g.score * a.percent_per_mark) / sum(a.weight), 8), count(*)::integer
  from public.students s join public.grades g on g.student_id = s.id
  join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
  where s.id = student_results.student and s.school_id = (select private.childrens_school())
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
$function$;

create or replace function private.super_admin_stats()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('schools', (select count(*) from public.schools where is_active)),
    private.dashboard_stat('users', (select sum(amount) from private.platform_counts where what = 'accounts' and part = any (enum_range(null::public.user_role)::text[]))),
    private.dashboard_stat('pending_orders', (select sum(orders) from private.order_counts where scope = private.all_schools_scope() and status = 'pending')),
    private.dashboard_stat('open_tickets', (select count(*) from public.support_tickets where status in ('open', 'in_progress', 'waiting'))))
$function$;

create or replace function private.tell_of_storage()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  used constant bigint := private.stored_bytes(new.school_id);
  room constant bigint := private.storage_limit(new.school_id);
  full_share constant integer := case when used >= room then 100 when used * 100 >= room * 80 then 80 end;
begin
  if full_share is not null then
    perform private.notify(
      private.people_with(new.school_id, 'school:run'),
      format('storage/%s/%s', full_share, to_char(private.school_today(new.school_id), 'YYYY-MM')),
      case full_share when 100 then 'There is no room left for files' else 'The room for files is almost used up' end,
      'Remove documents your school no longer needs, or upgrade the plan.', '/dashboard/documents');
  end if;
  return null;
end
$function$;

create or replace function private.tell_of_used_budget (
  school  uuid,
  refusal text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  admins constant uuid[] := private.people_with(school, 'school:run');
  source constant text := 'mail-budget/' || refusal || '/' || private.today();
begin
  if refusal <> 'school' then
    perform private.notify(admins, source, 'Emails were not sent today',
      'Too many emails were sent from this network or to one address. Send them again after midnight, or subscribe, which lifts these limits.',
      '/dashboard/plan');
    return;
  end if;
  perform private.notify(admins, source, 'Emails were not sent today',
    format('The limit of emails for today, %s for your school, is used up. Further emails are not sent until midnight. Send them again tomorrow, or subscribe for a higher limit.',
      private.school_mail_limit(school)),
    '/dashboard/plan');
end
$function$;

create or replace function private.two_factor_school()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('two-factor:manage');
begin
  if private.addon_school('addon:two-factor') is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return school;
end
$function$;

create or replace function public.accept_payment (
  payment_id uuid,
  reason     text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require('payment:confirm');
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state = 'received' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This payment cannot be counted for its order. Refund it instead.', hint = 'payment.not_acceptable';
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, private.signed_in_uid(), 'payment', format('Accepted %s of receipt %s: %s', private.shillings(payment.amount), payment.receipt, payment.note));
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$function$;

create or replace function public.add_usual_behaviour_categories (
  language text default 'en'::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  added integer;
begin
  perform private.require('school:run');
  insert into public.behaviour_categories (school_id, name, kind, points)
  select school, case when add_usual_behaviour_categories.language = 'sw' then u.name_sw else u.name end, u.kind, u.points from private.usual_behaviour_categories u order by u.position
  on conflict (school_id, kind, private.fold_text(name)) do nothing;
  get diagnostics added = row_count;
  return added;
end
$function$;

create or replace function public.addon_figures()
  returns table (
    feature  text,
    held_by  bigint,
    used_by  bigint,
    failures bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('price:write');
  return query
  select f.feature,
    (select count(distinct l.school_id) from public.licences l where l.feature = f.feature and l.revoked_at is null and l.valid_from <= private.today() and coalesce(l.valid_until, 'infinity') >= private.today()),
    (select count(*) from private.addon_uses u where u.feature = f.feature and u.month = date_trunc('month', private.today())::date),
    (select count(*) from public.release_failures r where r.app = replace(f.feature, ':', '-'))
  from (select distinct a.feature from private.addon_features a) f;
end
$function$;

create or replace function public.align_addon_prices (
  addon_id uuid
)
  returns public.addons
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  aligned public.addons;
begin
  perform private.require('price:write');
  update public.addons set pricing_price = price, features_price = case when features_price is null then null else price end
  where id = addon_id returning * into aligned;
  if not found then
    raise exception using errcode = 'P0002', message = 'This add-on is no longer in the price book.', hint = 'addon.not_found';
  end if;
  return aligned;
end
$function$;

create or replace function public.answer_data_request (
  request_id uuid,
  is_done    boolean,
  answer     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('protection:manage');
  asked public.data_requests;
begin
  select * into asked from public.data_requests r where r.id = answer_data_request.request_id and r.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This request is no longer here.', hint = 'data_request.not_found';
  end if;
  if asked.status <> 'open' then
    raise exception using errcode = 'P0001', message = 'This request was answered already.', hint = 'data_request.closed';
  end if;
  if not coalesce(answer_data_request.is_done, false) then
    perform private.require_text(answer_data_request.answer, 1000, 'answer', 'Give the reason, and mention that they may complain to the Data Protection Commissioner.');
  elsif asked.kind = 'erasure' then
    perform private.erase_student(asked.student_id);
  end if;
  update public.data_requests r set status = case when answer_data_request.is_done then 'done' else 'refused' end, answer = left(private.null_if_blank(answer_data_request.answer), 1000),
    closed_at = now(), closed_by = private.signed_in_uid(), details = case when asked.kind = 'erasure' and answer_data_request.is_done then null else r.details end
  where r.id = asked.id;
  perform private.notify(array[asked.asked_by], 'data-answer/' || asked.id, 'The school has answered your data request',
    coalesce(private.null_if_blank(answer_data_request.answer), 'Your request has been completed.'), '/dashboard');
end
$function$;

create or replace function public.archive_announcement (
  announcement_id uuid,
  is_archived     boolean
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  saved uuid;
begin
  if private.school_where('announcement:write') is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  update public.announcements a
  set archived_at = case when archive_announcement.is_archived then coalesce(a.archived_at, now()) end
  where a.id = archive_announcement.announcement_id and a.school_id = private.school_where('announcement:write')
    and (private.may('announcement:manage') or a.author_id = private.signed_in_uid())
  returning a.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This announcement is no longer here.', hint = 'announcement.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.archive_student_record (
  record_id   uuid,
  is_archived boolean
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('record:write-all');
  saved uuid;
begin
  update public.student_records r
  set archived_at = case when archive_student_record.is_archived then coalesce(r.archived_at, now()) end
  where r.id = archive_student_record.record_id and r.school_id = school returning r.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This note is no longer here.', hint = 'record.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.assign_provider_event (
  event_id     uuid,
  order_number text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require('payment:reconcile');
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    raise exception using errcode = 'PT409', message = 'This payment has already been matched.', hint = 'payment.assigned';
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    raise exception using errcode = 'P0001', message = 'There is no order with this number.', hint = 'order.not_found', detail = 'orderNumber';
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$function$;

create or replace function public.assignment_students (
  assignment_id uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number
  from public.assignments a cross join private.students_given(a) as m (id) join public.students s on s.id = m.id
  where a.id = assignment_students.assignment_id and a.school_id = (select private.childrens_school())
    and ((select private.may('result:read-all')) or a.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (select from public.submissions b where b.assignment_id = a.id and b.student_id = s.id))
  order by s.last_name, s.first_name, s.id
$function$;

create or replace function public.attendance_by_student (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    marked           integer,
    present          integer,
    late             integer,
    excused          integer,
    absent           integer,
    share            numeric,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
      and a.school_id = (select private.childrens_school())
      and ((select private.may('attendance:read-all')) or a.class_id in (select private.my_class_ids()) or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where private.search_patterns(attendance_by_student.search) is null or s.search_text like all (private.search_patterns(attendance_by_student.search))
$function$;

create or replace function public.behaviour_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    merits           integer,
    incidents        integer,
    merit_points     integer,
    incident_points  integer,
    balance          integer,
    last_on          date,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, c.name, e.merits, e.incidents, e.merit_points, e.incident_points, e.merit_points - e.incident_points, e.last_on, (count(*) over ())::integer
  from (
    select e.student_id, count(*) filter (where e.kind = 'merit')::integer as merits, count(*) filter (where e.kind = 'incident')::integer as incidents,
      coalesce(sum(e.points) filter (where e.kind = 'merit'), 0)::integer as merit_points, coalesce(sum(e.points) filter (where e.kind = 'incident'), 0)::integer as incident_points, max(e.happened_on) as last_on
    from public.behaviour_entries e where e.school_id = (select private.school_where('behaviour:record')) and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null
      and (behaviour_report.class_id is null or behaviour_report.class_id = coalesce(private.class_on(e.student_id, e.happened_on), private.class_on(e.student_id, private.my_today())))
    group by e.student_id) e
  join public.students s on s.id = e.student_id left join public.classes c on c.id = coalesce(behaviour_report.class_id, s.class_id)
$function$;

create or replace function public.behaviour_summary()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'categories', (select count(*) from public.behaviour_categories c where c.is_active),
    'merits', (select count(*) from public.behaviour_entries e where e.school_id = (select private.school_where('behaviour:record')) and e.kind = 'merit' and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'incidents', (select count(*) from public.behaviour_entries e where e.school_id = (select private.school_where('behaviour:record')) and e.kind = 'incident' and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'mine', (select count(*) from public.behaviour_follow_ups f where f.school_id = (select private.school_where('behaviour:record')) and f.done_at is null and f.assigned_to = private.signed_in_uid()),
    'overdue', (select count(*) from public.behaviour_follow_ups f where f.school_id = (select private.school_where('behaviour:record')) and f.done_at is null and f.assigned_to = private.signed_in_uid() and f.due_on < private.my_today()))
$function$;

create or replace function public.bill_moved_fee (
  student_id uuid,
  fee_id     uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  fee public.fees;
  move record;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  select * into fee from public.fees f where f.id = bill_moved_fee.fee_id and f.school_id = school;
  select m.amount - m.charged as difference, m.charged > 0 as is_part into move
  from private.moved_fees(school, fee.term_id) m where m.student_id = bill_moved_fee.student_id and m.fee_id = fee.id;
  if move.difference is null or move.difference <= 0 then
    raise exception using errcode = 'P0002', message = 'Nothing more is to be billed for this. Open the bill again.', hint = 'fee.no_difference';
  end if;
  perform private.issue_charges(school, fee.term_id, array[row(bill_moved_fee.student_id, fee.id,
    left(fee.name, 60) || case when move.is_part then ' (difference)' else '' end, move.difference, greatest(fee.due_on, private.school_today(school)))::private.due_charge]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), school, bill_moved_fee.student_id, 'bill', 'fees', fee.id::text, jsonb_build_object('amount', move.difference));
  return move.difference;
end
$function$;

create or replace function public.bill_term (
  term_id uuid,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  due private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id), 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from unnest(due) group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', private.full_name(s.first_name, s.last_name), 'fee_id', f.id, 'name', f.name, 'amount', m.amount, 'charged', m.charged,
        'class_name', k.name, 'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from private.moved_fees(school, bill_term.term_id) m join public.students s on s.id = m.student_id join public.fees f on f.id = m.fee_id
      join public.classes k on k.id = f.class_id join public.classes o on o.id = m.charged_class_id))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, due);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;

create or replace function public.cancel_price_change (
  change_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  withdrawn public.price_changes;
begin
  perform private.require('price:write');
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null and c.cancelled_at is null returning * into withdrawn;
  if not found then
    raise exception using errcode = 'PT409', message = 'This change has been made or withdrawn already.', hint = 'price.change_over';
  end if;
  perform private.notify_subscribers(withdrawn, 'price-change-withdrawn');
end
$function$;

create or replace function public.cancel_subscription (
  subscription_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
  today date;
begin
  perform private.require('subscription:write');
  select s.school_id, private.school_today(s.school_id) into school, today from public.subscriptions s where s.id = subscription_id;
  perform private.lock_subscription(school);
  if not exists (select from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= today) then
    raise exception using errcode = 'PT409', message = 'This subscription has already ended.', hint = 'subscription.ended';
  end if;
  update public.subscriptions s set revoked_at = now() where s.school_id = school and s.revoked_at is null and s.started_on >= today;
  update public.subscriptions s set ends_on = today - 1 where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
end
$function$;

create or replace function public.cashier_totals (
  day date default null::date
)
  returns table (
    cashier_id uuid,
    cashier    text,
    receipts   integer,
    cash       integer,
    mpesa      integer,
    bank       integer,
    reversed   integer,
    amount     integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return query
  select r.cashier_id, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id), count(distinct r.id)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'cash' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where r.method = 'mpesa' and p.reversed_at is null), 0)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'bank' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::integer
  from public.quick_receipts r cross join lateral (select distinct l.payment_id from private.quick_receipt_lines l where l.receipt_id = r.id) l join public.fee_payments p on p.id = l.payment_id
  where r.school_id = school and r.paid_on = coalesce(cashier_totals.day, private.school_today(school)) and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
  group by r.cashier_id order by 2, 1;
end
$function$;

create or replace function public.charge_fee (
  fee_id uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.school_where('fee:charge');
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('billing ' || fee.school_id::text, 0));
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, purpose)
  select fee.school_id, d.student_id, d.fee_id, d.name, d.amount, d.due_on, private.fee_purpose(fee.term_id, d.name)
  from private.due_charges(fee.school_id, fee.term_id) d where d.fee_id = fee.id;
  get diagnostics charged = row_count;
  return charged;
end
$function$;

create or replace function public.choose_licence_campuses (
  licence_id uuid,
  campus_ids uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('plan:manage');
  chosen constant uuid[] := array(select distinct c.id from public.campuses c where c.school_id = school and c.id = any (choose_licence_campuses.campus_ids));
  held public.licences;
begin
  select * into held from public.licences l where l.id = choose_licence_campuses.licence_id and l.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This licence is no longer here.', hint = 'licence.not_found';
  end if;
  if cardinality(chosen) > held.quantity then
    raise exception using errcode = 'P0001', message = format('This licence covers %s campuses. Choose no more, or buy it for more.', held.quantity), hint = 'licence.too_many_campuses', detail = 'campus_ids';
  end if;
  update public.licences l set campus_ids = chosen where l.school_id = school and l.feature = held.feature and l.revoked_at is null and l.quantity >= cardinality(chosen);
end
$function$;

create or replace function public.close_behaviour_follow_up (
  follow_up_id uuid,
  outcome      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = private.require_text(close_behaviour_follow_up.outcome, 1000, 'outcome', 'Enter the outcome.')
  where f.id = follow_up_id and f.school_id = school and f.done_at is null and (private.may('behaviour:read-all') or f.student_id in (select private.my_taught_student_ids()));
  if not found then
    raise exception using errcode = 'P0002', message = 'This follow-up is closed already. Reload the list.', hint = 'behaviour.closed';
  end if;
end
$function$;

create or replace function public.close_records()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('records:open');
  update public.record_openings o set closes_at = now() where o.opened_by = private.signed_in_uid() and o.closes_at > now();
end
$function$;

create or replace function public.close_term (
  term_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = close_term.term_id and t.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  if term.ends_on >= private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A term is closed after its last day.', hint = 'term.running';
  end if;
  update public.school_terms t set closed_at = now(), reopen_reason = null where t.id = term.id and t.closed_at is null;
end
$function$;

create or replace function public.cms_people (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id             uuid,
    name           text,
    email          text,
    cms_right      public.cms_right,
    changes        integer,
    last_change_at timestamp with time zone,
    is_me          boolean,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('user:set-role');
  return query
  select u.id, private.full_name(u.first_name, u.last_name), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans', 'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where private.search_patterns(cms_people.search) is null
    or private.account_text(u.first_name, u.last_name, u.email) like all (private.search_patterns(cms_people.search))
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1), 100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$function$;

create or replace function public.configured_payment_methods()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('order:read-all');
  return (select coalesce(jsonb_agg(m.method order by m.method), '[]') from unnest(enum_range(null::public.payment_method)) as m (method)
    where m.method = 'bank' or m.method in (select p.method from private.payment_providers p));
end
$function$;

create or replace function public.credit_charge (
  charge_id  uuid,
  amount     integer,
  reason     text,
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_credits
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:refund');
  why constant text := private.require_text(credit_charge.reason, 300, 'reason', 'Say why the charge is credited.');
  charge public.fee_charges;
  number integer;
  credit public.fee_credits;
begin
  select * into charge from public.fee_charges c where c.id = credit_charge.charge_id and c.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This charge is no longer here.', hint = 'fee.not_found';
  end if;
  select * into credit from public.fee_credits k where k.request_id = credit_charge.request_id and k.school_id = school;
  if found then
    return credit;
  end if;
  if credit_charge.amount is null or credit_charge.amount < 1 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if credit_charge.amount > charge.amount - charge.credited then
    raise exception using errcode = 'P0001', message = format('Only KES %s of this charge is left to credit.', to_char(charge.amount - charge.credited, 'FM999,999,999,990')),
      hint = 'fee.credit_too_much', detail = 'amount';
  end if;
  perform set_config('masomo.reason', why, true);
  insert into private.invoice_counters as n (school_id, last, last_credit) values (school, 0, 1)
  on conflict (school_id) do update set last_credit = n.last_credit + 1 returning n.last_credit into number;
  update public.fee_charges c set credited = c.credited + credit_charge.amount where c.id = charge.id;
  insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on, issued_by, request_id)
  values (school, charge.student_id, charge.id, 'CRN-' || lpad(number::text, greatest(5, length(number::text)), '0'), credit_charge.amount, why, private.school_today(school), private.signed_in_uid(), credit_charge.request_id)
  returning * into credit;
  return credit;
end
$function$;

create or replace function public.decide_consent (
  student_id  uuid,
  purpose     text,
  is_given    boolean,
  guardian_id uuid    default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  decider constant uuid := coalesce(private.my_guardian_of(decide_consent.student_id), (
    select sg.guardian_id from public.student_guardians sg
    where sg.student_id = decide_consent.student_id and sg.guardian_id = decide_consent.guardian_id and sg.school_id = private.school_where('consent:manage')));
begin
  if decider is null and not private.is_guardian() and not private.may('consent:manage') then
    raise exception using errcode = '42501', message = 'Only guardians decide this, and the office enters their signed forms.', hint = 'consent.guardians_only';
  end if;
  if decider is null or decide_consent.is_given is null then
    raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
  end if;
  perform from public.student_guardians sg where sg.student_id = decide_consent.student_id and sg.guardian_id = decider for update;
  if exists (select from public.consents c where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose
    and c.replaced_at is null and c.is_given = decide_consent.is_given and c.version = (select p.version from public.consent_purposes p where p.key = c.purpose)) then
    return;
  end if;
  update public.consents c set replaced_at = now() where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose and c.replaced_at is null;
  insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, recorded_by)
  select s.school_id, s.id, decider, p.key, p.version, decide_consent.is_given, private.signed_in_uid()
  from public.students s cross join public.consent_purposes p where s.id = decide_consent.student_id and p.key = decide_consent.purpose;
  if not found then
    raise exception using errcode = 'P0002', message = 'There is no such question.', hint = 'consent.unknown_purpose';
  end if;
end
$function$;

create or replace function public.dismiss_provider_event (
  event_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('payment:reconcile');
  update public.provider_events e set state = 'ignored', outcome = left('Put aside: ' || private.require_text(reason, 400, 'reason', 'Enter the reason for setting it aside.'), 500) where e.id = event_id and e.state = 'unmatched';
end
$function$;

create or replace function public.erasure_obstacles (
  student_id uuid
)
  returns text[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('protection:manage');
  return (select private.erasure_obstacles(s.id) from public.students s where s.id = erasure_obstacles.student_id and s.school_id = private.school_where('protection:manage'));
end
$function$;

create or replace function public.export_student (
  student_id uuid
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  source record;
  found jsonb;
  parts jsonb := '{}';
begin
  if not private.may('protection:manage') and not private.has_own_students() then
    raise exception using errcode = '42501', message = 'Only guardians and administrators can export a child’s data.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select t.name, split_part(t.name, '.', 2) as part, t.subject, t.reader from private.tables_about_children() t
    where t.reader is not null or pg_catalog.has_table_privilege(t.name, 'select')
  loop
    if source.reader is not null then
      execute format('select %s($1)', source.reader) into found using export_student.student_id;
    else
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from %s t where t.%I = $1',
        source.name, source.subject) into found using export_student.student_id;
    end if;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.part, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (
    select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0), 'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month', (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.school_id = private.school_where('fee-account:read-all') and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = private.school_where('fee-account:read-all')
$function$;

create or replace function public.fees_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set enable_nestloop to 'off'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id and b.school_id = (select private.school_where('fee-account:read-all'))
    where s.school_id = (select private.school_where('fee-account:read-all')) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what was charged is overdue.
  to_come as (
    select coalesce(sum(c.amount - c.credited), 0) as amount from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.school_where('fee-account:read-all')) and c.due_on >= (select private.my_today())),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start, sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount - c.credited as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.school_where('fee-account:read-all')) and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.school_where('fee-account:read-all')) and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected', (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students), 'overdue', (select greatest(0, coalesce(sum(balance), 0) - (select amount from to_come)) from students),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, ''), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select l.class, coalesce(e.charged, 0) as charged, coalesce(e.collected, 0) as collected, l.balance
      from (select class, sum(balance) as balance from students group by class having bool_or(charged <> 0 or paid <> 0)) l
      left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e on e.class is not distinct from l.class) d
      left join public.classes c on c.id = d.class))
$function$;

create or replace function public.find_people (
  search text
)
  returns table (
    kind   text,
    id     uuid,
    name   text,
    detail text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with asked as (
    select private.search_patterns(search) as patterns
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, private.full_name(s.first_name, s.last_name), concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from asked, public.students s
     where (select private.may('student:read')) and (s.search_text like all (asked.patterns) or s.id in (
       select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where g.search_text like all (asked.patterns)))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, private.full_name(m.first_name, m.last_name), m.job_title
     from asked, public.staff_members m
     where (select private.may('staff:read')) and m.search_text like all (asked.patterns) order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where (select private.may('school:write')) and h.search_text like all (asked.patterns) order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.patterns) u where (select private.may('user:read')))
  ) as found (kind, id, name, detail)
$function$;

create or replace function public.gate_day (
  day      date default null::date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select jsonb_build_object('day', coalesce(gate_day.day, private.my_today()), 'cards', private.count_gate_cards(),
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late', count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct private.full_name(s.first_name, s.last_name)) filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.school_where('attendance:take')) and g.day = coalesce(gate_day.day, private.my_today())
    and (gate_day.class_id is null or gate_day.class_id = private.class_on(g.student_id, g.day))
$function$;

create or replace function public.gate_late_list (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    days             integer,
    last_seen_at     timestamp with time zone,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, c.name, count(distinct g.day)::integer, max(g.seen_at), (count(*) over ())::integer
  from public.gate_sightings g join public.students s on s.id = g.student_id left join public.classes c on c.id = coalesce(gate_late_list.class_id, s.class_id)
  where g.school_id = (select private.school_where('attendance:take')) and g.day between gate_late_list.from_day and gate_late_list.to_day and g.outcome = 'late'
    and (gate_late_list.class_id is null or gate_late_list.class_id = private.class_on(g.student_id, g.day))
  group by s.id, c.name
$function$;

create or replace function public.gate_roster (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default null::boolean
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  prints constant boolean := private.may('gate:issue-cards');
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('card_id', k.id, 'code', case when prints then k.code end,
      'digest', encode(sha256(k.code::bytea), 'hex'), 'kind', case when k.staff_id is null then 'student' else 'staff' end, 'name', coalesce(private.full_name(s.first_name, s.last_name), private.full_name(m.first_name, m.last_name)),
      'number', coalesce(s.admission_number, m.staff_number), 'group', coalesce(c.name, m.job_title)) order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name)), '[]')
    from public.gate_cards k left join public.students s on s.id = k.student_id left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
    where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
      and (prints or s.id in (select private.my_taught_student_ids()))
      and (gate_roster.class_id is null or s.class_id = gate_roster.class_id) and (gate_roster.student_id is null or s.id = gate_roster.student_id)
      and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null)));
end
$function$;

create or replace function public.gradebook_students (
  class_id   uuid,
  subject_id uuid,
  term_id    uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    left_on          date
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number,
    (select max(e.ended_on) from public.enrolments e where e.student_id = s.id and e.class_id = gradebook_students.class_id
      having bool_and(e.ended_on <= least(t.ends_on, private.school_today(t.school_id))))
  from public.school_terms t
  cross join private.students_to_mark(gradebook_students.class_id, gradebook_students.subject_id, gradebook_students.term_id) as m (id)
  join public.students s on s.id = m.id and s.school_id = t.school_id
  where t.id = gradebook_students.term_id and t.school_id = (select private.childrens_school())
    and ((select private.may('result:read-all')) or gradebook_students.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (
      select from public.grades g where g.student_id = s.id and g.class_id = gradebook_students.class_id and g.subject_id = gradebook_students.subject_id and g.term_id = t.id))
  order by s.last_name, s.first_name, s.id
$function$;

create or replace function public.import_students (
  rows      jsonb,
  dry_run   boolean default false,
  day_order text    default 'day-first'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '60s'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 10000 then
    raise exception using errcode = 'P0001', message = 'A file holds 10,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows, coalesce(import_students.day_order, 'day-first'));
  perform private.check_import_rows(school);
  perform private.match_import_guardians(school);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known', count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]')
      from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome || jsonb_build_object('room', private.plan_room(school, (outcome ->> 'added')::integer), 'likely', private.likely_guardians(school));
  end if;
  perform private.require_room(school, (outcome ->> 'added')::integer);
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on, status)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)), coalesce(i.status, 'active')
    from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after)
  values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$function$;

create or replace function public.issue_gate_cards (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default false
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  issued integer;
begin
  perform private.require('gate:issue-cards');
  if staff then
    insert into public.gate_cards (school_id, staff_id, issued_by)
    select school, m.id, private.signed_in_uid() from public.staff_members m where m.school_id = school and m.is_active
    on conflict (staff_id) where revoked_at is null do nothing;
  else
    insert into public.gate_cards (school_id, student_id, issued_by)
    select school, s.id, private.signed_in_uid() from public.students s
    where s.school_id = school and s.status in ('active', 'suspended') and (issue_gate_cards.class_id is null or s.class_id = issue_gate_cards.class_id) and (issue_gate_cards.student_id is null or s.id = issue_gate_cards.student_id)
    on conflict (student_id) where revoked_at is null do nothing;
  end if;
  get diagnostics issued = row_count;
  return issued;
end
$function$;

create or replace function public.list_payment_issues()
  returns table (
    kind          text,
    id            uuid,
    order_id      uuid,
    order_number  text,
    customer_name text,
    method        text,
    amount        numeric,
    currency      text,
    receipt       text,
    occurred_at   timestamp with time zone,
    note          text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('payment:confirm');
  return query
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      case p.state when 'surplus' then 'The order needed no payment.' else format('The order costs %s.', private.shillings(o.total_amount)) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'overpaid', o.id, o.id, o.order_number, o.customer_name, o.payment_method::text, o.surplus_amount - s.whole, 'KES', null, o.updated_at, 'More was paid than the order was granted for.'
    from public.orders o cross join lateral (select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0) as whole
      from public.payments p where p.order_id = o.id and p.state = 'surplus' and p.currency = 'KES') s
    where o.surplus_amount > s.whole
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason)
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual') or r.status = 'sent' and r.sent_at < now() - interval '1 day'
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount::numeric, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      case when reference.given is null then e.outcome else format('Reference given: %s', reference.given) end
    from public.provider_events e cross join lateral (select coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}') as given) reference
    where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    order by 10 desc limit 200;
end
$function$;

create or replace function public.list_plans (
  search        text                    default null::text,
  only_category public.product_category default null::public.product_category,
  page          integer                 default 1,
  page_size     integer                 default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    period            public.plan_period,
    highlight         boolean,
    badge             text,
    features          jsonb,
    max_students      integer,
    max_campuses      integer,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    subscribers       integer,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and (private.search_patterns(list_plans.search) is null or private.fold_text(p.name || ' ' || p.description) like all (private.search_patterns(list_plans.search)))
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.max_campuses, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$function$;

create or replace function public.list_price_book (
  only_kind          public.order_item_kind default null::public.order_item_kind,
  search             text                   default null::text,
  only_disagreements boolean                default false,
  page               integer                default 1,
  page_size          integer                default 25
)
  returns table (
    kind           public.order_item_kind,
    id             uuid,
    name           text,
    category       public.product_category,
    unit           text,
    price          integer,
    pricing_price  integer,
    features_price integer,
    disagrees      boolean,
    is_active      boolean,
    in_store       boolean,
    change_id      uuid,
    new_price      integer,
    effective_on   date,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('price:write');
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'per term', a.price, a.pricing_price, a.features_price, a.is_active, true, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and (private.search_patterns(list_price_book.search) is null or private.fold_text(j.name) like all (private.search_patterns(list_price_book.search)))
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$function$;

create or replace function public.list_services (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    unit              text,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where private.search_patterns(list_services.search) is null or private.fold_text(s.name || ' ' || s.description) like all (private.search_patterns(list_services.search))
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.position, f.name, f.id;
end
$function$;

create or replace function public.media_uses (
  media_id uuid
)
  returns table (
    page_id   uuid,
    title     text,
    slug      text,
    is_public boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require('media:write');
  return query
  select p.id, p.title, p.slug, coalesce(strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), place) > 0 or strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0
  order by p.title limit 50;
end
$function$;

create or replace function public.move_addon (
  addon_id uuid,
  up       boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  list uuid[];
begin
  perform private.require('price:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of addons'));
  list := private.move_in_list(array(select a.id from public.addons a order by a.position, a.name, a.id), addon_id, up);
  update public.addons a set position = place.number from unnest(list) with ordinality as place (id, number) where a.id = place.id and a.position <> place.number;
end
$function$;

create or replace function public.move_plan (
  plan_id uuid,
  up      boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  version constant public.product_category := (select p.category from public.plans p where p.id = plan_id);
  first_place constant integer := (select min(p.position) from public.plans p where p.category = version);
  list uuid[];
begin
  perform private.require('price:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of plans'));
  list := private.move_in_list(array(select p.id from public.plans p where p.category = version order by p.position, p.name, p.id), plan_id, up);
  update public.plans p set position = first_place + place.number - 1
  from unnest(list) with ordinality as place (id, number) where p.id = place.id and p.position <> first_place + place.number - 1;
end
$function$;

create or replace function public.move_question (
  question_id uuid,
  up          boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  shown_on constant text := (select f.surface from public.faqs f where f.id = question_id);
  list uuid[];
begin
  perform private.require('content:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of questions'), hashtext(coalesce(shown_on, '')));
  list := private.move_in_list(array(select f.id from public.faqs f where f.surface = shown_on order by f.position, f.created_at, f.id), question_id, up);
  update public.faqs f set position = place.number from unnest(list) with ordinality as place (id, number) where f.id = place.id and f.position <> place.number;
end
$function$;

create or replace function public.move_service (
  service_id uuid,
  up         boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  list uuid[];
begin
  perform private.require('price:write');
  perform pg_advisory_xact_lock(hashtext('order of services'));
  list := private.move_in_list(array(select s.id from public.services s order by s.position, s.name, s.id), service_id, up);
  update public.services s set position = place.number from unnest(list) with ordinality as place (id, number) where s.id = place.id and s.position <> place.number;
end
$function$;

create or replace function public.move_students (
  student_ids uuid[],
  class_id    uuid,
  from_day    date   default null::date
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  today constant date := private.school_today(school);
  first_day constant date := coalesce(move_students.from_day, today);
  student public.students;
  since date;
  moved integer := 0;
begin
  if move_students.class_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the class they move to.', hint = 'class.required', detail = 'class_id';
  end if;
  if first_day not between today - interval '1 year' and today + interval '1 year' then
    raise exception using errcode = 'P0001', message = 'Choose a day at most a year from today.', hint = 'student.move_day', detail = 'from_day';
  end if;
  perform private.require_class(move_students.class_id, school);
  for student in
    select s.* from public.students s where s.id = any (move_students.student_ids) and s.school_id = school and s.status in ('active', 'suspended')
    order by s.id for update loop
    since := greatest(first_day, student.admitted_on);
    continue when exists (select from public.enrolments e where e.student_id = student.id and e.class_id = move_students.class_id and e.started_on <= since and e.ended_on is null);
    perform private.enrol(student.id, move_students.class_id, since);
    update public.students s set class_id = private.class_on(s.id, today) where s.id = student.id and private.class_on(s.id, today) is distinct from s.class_id;
    moved := moved + 1;
  end loop;
  return moved;
end
$function$;

create or replace function public.move_testimonial (
  testimonial_id uuid,
  up             boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  list uuid[];
begin
  perform private.require('content:write');
  perform pg_advisory_xact_lock(hashtext('order of testimonials'));
  list := private.move_in_list(array(select t.id from public.testimonials t order by t.position, t.created_at, t.id), testimonial_id, up);
  update public.testimonials t set position = place.number from unnest(list) with ordinality as place (id, number) where t.id = place.id and t.position <> place.number;
end
$function$;

create or replace function public.my_cms_right()
  returns public.cms_right
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.is_cms_editor() then 'editor'::public.cms_right else 'publisher' end where private.may('page:write')
$function$;

create or replace function public.open_records (
  school_id uuid,
  reason    text
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.record_openings;
begin
  perform private.require('records:open');
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    raise exception using errcode = 'P0002', message = 'This school is no longer here.', hint = 'school.not_found';
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason', 'Give the reason in a sentence. The school will read it.')) < 10 then
    raise exception using errcode = 'P0001', message = 'Give the reason in a sentence. The school will read it.', hint = 'records.reason', detail = 'reason';
  end if;
  insert into public.record_openings (school_id, opened_by, reason) values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, reason)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, opened.reason);
  perform private.notify(private.people_with(opened.school_id, 'protection:read'), 'opening/' || opened.id,
    'A super admin opened your school''s records', opened.reason, '/dashboard/school/log');
  return opened.closes_at;
end
$function$;

create or replace function public.open_school (
  request_id       uuid,
  name             text,
  kind             public.institution_kind,
  admin_email      text,
  admin_first_name text,
  admin_last_name  text,
  email            text                    default null::text,
  phone            text                    default null::text,
  city             text                    default null::text,
  plan_id          uuid                    default null::uuid,
  version          text                    default 'saas'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require('school:write');
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if open_school.version not in ('saas', 'standalone') then
    raise exception using errcode = 'P0001', message = 'Choose where the school runs.', hint = 'school.unknown_version', detail = 'version';
  end if;
  if exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(open_school.name)) then
    raise exception using errcode = 'P0001', message = 'There is a school of this name already. Add the town to tell them apart.', hint = 'school.name_taken', detail = 'name';
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like office@school.ac.ke.', hint = 'school.invalid_email', detail = 'email';
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city, version)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'), open_school.kind, private.null_if_blank(open_school.email), private.null_if_blank(open_school.phone), private.null_if_blank(open_school.city), open_school.version)
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email, 'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name', 'Enter the first name.'),
    private.optional_text(open_school.admin_last_name, 80, 'admin_last_name'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$function$;

create or replace function public.order_document (
  order_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders o where o.id = order_document.order_id
    and (private.may('order:read-all') or o.school_id = private.my_orders_school() or o.user_id = private.signed_in_uid() and (o.school_id is null or o.school_id = private.my_school()));
  if found_order.id is null then
    return null;
  end if;
  -- Other staff of the school see what was bought, but not the keys.
  return private.order_document(found_order) || case when private.may('order:read-all') or found_order.school_id = private.school_where('plan:manage') or found_order.user_id = private.signed_in_uid()
    then '{}' else '{"licences": []}'::jsonb end;
end
$function$;

create or replace function public.platform_analytics()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'users_by_role', (select jsonb_object_agg(part, n) from (select part, sum(amount) as n from private.platform_counts where what = 'accounts' and part = any (enum_range(null::public.user_role)::text[]) group by part) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students' and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(state, n) from (select state, count(*) as n from private.subscription_states() group by state) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.today() - 30))
    || (select jsonb_build_object('schools', coalesce(sum(n), 0), 'schools_by_kind', jsonb_object_agg(kind, n)) from (select kind, count(*) as n from public.schools where is_active group by kind) k);
end
$function$;

create or replace function public.platform_trends()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
  first_month constant date := (date_trunc('month', today::timestamp) - interval '11 months')::date;
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'months', (
      with came as materialized (
        select what, greatest(month, first_month) as month, sum(amount) as amount from private.platform_counts
        where what = 'accounts' or (what = 'students' and part in ('active', 'suspended')) group by 1, 2
        union all
        select 'schools', greatest(private.nairobi_month(s.created_at), first_month), count(*) from public.schools s group by 2),
      sales as materialized (
        select date_trunc('month', d.day::timestamp)::date as month, sum(d.orders) as orders, sum(d.revenue) as revenue from private.order_days d where d.day >= first_month group by 1)
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select coalesce(sum(c.amount), 0) from came c where c.what = 'schools' and c.month <= m.start),
        'students', (select coalesce(sum(c.amount), 0) from came c where c.what = 'students' and c.month <= m.start),
        'accounts', (select coalesce(sum(c.amount), 0) from came c where c.what = 'accounts' and c.month <= m.start),
        'orders', (select coalesce(sum(s.orders), 0) from sales s where s.month = m.start),
        'revenue', (select coalesce(sum(s.revenue), 0) from sales s where s.month = m.start),
        'tickets', (select count(*) from public.support_tickets t where t.created_at >= m.start::timestamp at time zone 'Africa/Nairobi' and t.created_at < (m.start + interval '1 month') at time zone 'Africa/Nairobi')) order by m.start)
      from (select start::date as start from generate_series(first_month::timestamp, date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', n.sign_ins, 'changes', n.changes) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d, private.count_day(d.day) n));
end
$function$;

create or replace function public.print_receipt (
  payment_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:thermal-print');
  payment public.fee_payments;
  quick public.quick_receipts;
  content jsonb;
  number integer;
begin
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school and p.reverses is null;
  select r.* into quick from public.quick_receipts r where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if not private.may('fee-receipt:read-all') and quick.cashier_id is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Receipts are printed by whoever took the payment, or by an administrator.', hint = 'thermal_print.not_yours';
  end if;
  if payment.id is null then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method, 'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on, 'recorded_at', payment.created_at,
      'cashier', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0), 'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines', jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number', (select count(*) from public.thermal_prints t where t.school_id = school and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(), 'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header', private.addon_setting(school, 'addon:thermal-print', 'header'),
    'footer', private.addon_setting(school, 'addon:thermal-print', 'footer'));
end
$function$;

create or replace function public.quick_receipt_list (
  day     date    default null::date,
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id             uuid,
    receipt_number text,
    students       text,
    method         text,
    reference      text,
    amount         integer,
    reversed       integer,
    cashier        text,
    recorded_at    timestamp with time zone,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  patterns constant text[] := private.search_patterns(quick_receipt_list.search);
begin
  return query
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id), r.recorded_at, count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct private.full_name(s.first_name, s.last_name), ', ') as students, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed, string_agg(distinct s.search_text, ' ') as names
    from public.fee_payments p join public.students s on s.id = p.student_id where p.id in (select k.payment_id from private.quick_receipt_lines k where k.receipt_id = r.id)) l
  where r.school_id = school and r.paid_on = coalesce(quick_receipt_list.day, private.school_today(school)) and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
    and (patterns is null or private.fold_text(concat_ws(' ', r.receipt_number, r.reference)) like all (patterns) or l.names like all (patterns))
  order by r.recorded_at desc, r.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

create or replace function public.read_behaviour (
  of_student uuid    default null::uuid,
  of_class   uuid    default null::uuid,
  of_kind    text    default null::text,
  of_entry   uuid    default null::uuid,
  search     text    default null::text,
  skipped    integer default 0,
  size       integer default 25
)
  returns table (
    id               uuid,
    student_id       uuid,
    student          text,
    admission_number text,
    class_name       text,
    category         text,
    kind             text,
    points           integer,
    happened_on      date,
    note             text,
    agreed           text,
    recorded_by      text,
    recorded_at      timestamp with time zone,
    shared_at        timestamp with time zone,
    withdrawn_at     timestamp with time zone,
    withdrawn_reason text,
    follow_ups       jsonb,
    total            bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.member_addon_school('addon:behaviour-records');
  in_office constant boolean := private.may('behaviour:read-all');
  is_family constant boolean := private.has_own_students();
  patterns constant text[] := private.search_patterns(read_behaviour.search);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  with found as materialized (
    select e.*, private.full_name(s.first_name, s.last_name) as student, s.admission_number, k.name as class_name, c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student) and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind) and (of_entry is null or e.id = of_entry)
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (patterns is null or s.search_text like all (patterns) or private.fold_text(c.name) like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident' having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on, p.note, p.agreed,
    (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = p.recorded_by), p.recorded_at, p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when not is_family then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task, 'person', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = f.assigned_to),
      'done_at', f.done_at, 'outcome', f.outcome) order by f.due_on, f.planned_at), '[]') from public.behaviour_follow_ups f where f.entry_id = p.id) end, p.found_rows
  from page p left join logged on true
  order by p.happened_on desc, p.recorded_at desc, p.id;
end
$function$;

create or replace function public.read_behaviour_follow_ups (
  is_mine boolean default false,
  is_open boolean default true,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id         uuid,
    entry_id   uuid,
    student_id uuid,
    student    text,
    class_name text,
    category   text,
    task       text,
    due_on     date,
    person     text,
    done_at    timestamp with time zone,
    outcome    text,
    total      bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:behaviour-records');
  in_office constant boolean := private.may('behaviour:read-all');
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  with page as materialized (
    select f.*, count(*) over () as found_rows from public.behaviour_follow_ups f
    where f.school_id = school and (f.done_at is null) = is_open and (not is_mine or f.assigned_to = private.signed_in_uid())
      and (in_office or f.student_id in (select private.my_taught_student_ids()))
    order by case when is_open then f.due_on end, case when not is_open then f.due_on end desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p having count(*) > 0)
  select p.id, p.entry_id, p.student_id, private.full_name(s.first_name, s.last_name), k.name, c.name, p.task, p.due_on, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = p.assigned_to), p.done_at, p.outcome, p.found_rows
  from page p join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id join public.behaviour_entries e on e.id = p.entry_id join public.behaviour_categories c on c.id = e.category_id left join logged on true
  order by case when is_open then p.due_on end, case when not is_open then p.due_on end desc, p.id;
end
$function$;

create or replace function public.read_quick_receipt (
  receipt_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (select private.quick_receipt(r.id) from public.quick_receipts r
    where r.id = read_quick_receipt.receipt_id and r.school_id = school and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid()));
end
$function$;

create or replace function public.read_student_records (
  of_student uuid    default null::uuid,
  of_kind    text    default null::text,
  archived   boolean default false,
  search     text    default null::text,
  sort       text    default 'happened_on'::text,
  descending boolean default true,
  skipped    integer default 0,
  size       integer default 20,
  of_record  uuid    default null::uuid
)
  returns table (
    id          uuid,
    updated_at  timestamp with time zone,
    student_id  uuid,
    student     text,
    kind        text,
    summary     text,
    details     text,
    happened_on date,
    visible_to  text,
    archived_at timestamp with time zone,
    total       bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  in_office constant boolean := private.may('record:read-all');
  patterns constant text[] := private.search_patterns(read_student_records.search);
begin
  if me is null or private.my_school() is null and not private.may('records:open') then
    raise exception using errcode = '42501', message = 'Only members of a school can read its records.', hint = 'permission.members_only';
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school()
      and (of_record is null or r.id = of_record)
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind) and (of_record is not null or (r.archived_at is not null) = archived)
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (patterns is null or r.search_text like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f
    order by case when sort = 'kind' and not descending then f.kind end, case when sort = 'kind' and descending then f.kind end desc,
      case when not descending then f.happened_on end, case when descending then f.happened_on end desc, f.id
    limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  -- Once an hour for each reader and child: a list that is turned back and forth is one reading.
  logged as (
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select distinct me, p.school_id, p.student_id, 'read', 'student_records' from page p
    where p.kind in ('health', 'behaviour') and not exists (
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read' and l.entity = 'student_records' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, private.full_name(s.first_name, s.last_name), p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
$function$;

create or replace function public.record_behaviour (
  request_id     uuid,
  student_ids    uuid[],
  category_id    uuid,
  happened_on    date    default null::date,
  note           text    default null::text,
  agreed         text    default null::text,
  is_shared      boolean default null::boolean,
  follow_up_on   date    default null::date,
  follow_up_by   uuid    default null::uuid,
  follow_up_task text    default null::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  day constant date := coalesce(record_behaviour.happened_on, private.school_today(school));
  category public.behaviour_categories;
  recorded integer;
  added public.behaviour_entries[];
begin
  if record_behaviour.request_id is null or coalesce(cardinality(record_behaviour.student_ids), 0) not between 1 and 60 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 60 students.', hint = 'behaviour.students', detail = 'student_ids';
  end if;
  if not private.may('behaviour:read-all') and exists (select from unnest(record_behaviour.student_ids) c (id) where c.id not in (select private.my_taught_student_ids())) then
    raise exception using errcode = '42501', message = 'Teachers can record only for students they teach.', hint = 'behaviour.not_yours';
  end if;
  if (select count(*) from public.students s where s.id = any (record_behaviour.student_ids) and s.school_id = school and s.status in ('active', 'suspended')) <> (select count(distinct c.id) from unnest(record_behaviour.student_ids) c (id)) then
    raise exception using errcode = 'P0002', message = 'One of these students is no longer here. Choose again.', hint = 'student.not_found', detail = 'student_ids';
  end if;
  select * into category from public.behaviour_categories c where c.id = record_behaviour.category_id and c.school_id = school and c.is_active;
  if category.id is null then
    raise exception using errcode = 'P0001', message = 'Choose a merit or incident.', hint = 'behaviour.category', detail = 'category_id';
  end if;
  if day not between private.school_today(school) - 366 and private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'Choose today or a day of the last twelve months.', hint = 'behaviour.day', detail = 'happened_on';
  end if;
  if category.kind = 'incident' then
    perform private.require_text(record_behaviour.note, 2000, 'note', 'Describe what happened.');
  end if;
  insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed, request_id, recorded_by, shared_at)
  select school, c.id, category.id, category.kind, category.points, day, private.null_if_blank(record_behaviour.note), private.null_if_blank(record_behaviour.agreed), record_behaviour.request_id, private.signed_in_uid(),
    case when coalesce(record_behaviour.is_shared, category.kind = 'merit' and (private.addon_setting(school, 'addon:behaviour-records', 'share_merits') #>> '{}')::boolean) then now() end
  from (select distinct c.id from unnest(record_behaviour.student_ids) c (id)) c
  on conflict (request_id, student_id) do nothing;
  get diagnostics recorded = row_count;
  if recorded = 0 then
    return 0;
  end if;
  added := array(select e from public.behaviour_entries e where e.request_id = record_behaviour.request_id and e.school_id = school);
  if record_behaviour.follow_up_on is not null then
    perform private.add_behaviour_follow_up(a, record_behaviour.follow_up_on, record_behaviour.follow_up_by, record_behaviour.follow_up_task) from unnest(added) a;
  end if;
  perform private.tell_family_of_behaviour(array(select a.id from unnest(added) a where a.shared_at is not null));
  if category.kind = 'incident' then
    perform private.tell_of_behaviour_points(school, record_behaviour.student_ids, category.points);
  end if;
  return recorded;
end
$function$;

create or replace function public.record_fee_payment (
  student_id uuid,
  amount     integer,
  method     text,
  reference  text    default null::text,
  paid_on    date    default private.my_today(),
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.school_where('fee-payment:record');
  payment public.fee_payments;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, private.next_receipt_number(school), record_fee_payment.amount, record_fee_payment.method,
    private.require_payment_reference(school, record_fee_payment.method, record_fee_payment.reference, array['mpesa', 'cash', 'bank', 'cheque']), record_fee_payment.paid_on, private.signed_in_uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$function$;

create or replace function public.record_grades (
  class_id   uuid,
  subject_id uuid,
  term_id    uuid,
  assessment text,
  scores     jsonb,
  max_score  numeric default 100
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes;
  written integer;
begin
  select * into class from public.classes c where c.id = record_grades.class_id and c.school_id = private.my_school();
  if not found or not private.may('grade:write') or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    raise exception using errcode = 'P0001', message = format('Scores are from 0 to %s.', record_grades.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id,
    private.assessment_name(class.id, record_grades.subject_id, record_grades.term_id,
      private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.')),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), private.signed_in_uid()
  from jsonb_array_elements(scores) v join private.students_to_mark(class.id, record_grades.subject_id, record_grades.term_id) as s (id) on s.id = (v.value ->> 'student_id')::uuid
  on conflict (student_id, subject_id, term_id, class_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
end
$function$;

create or replace function public.refund_payment (
  payment_id uuid,
  reason     text,
  amount     numeric default null::numeric
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount numeric;
begin
  perform private.require('payment:refund');
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'payment.not_found';
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  open_amount := payment.amount - payment.refunded_amount - private.reserved_amount(payment.id);
  if open_amount <= 0 then
    raise exception using errcode = 'PT409', message = 'This payment is already being refunded in full.', hint = 'refund.nothing_left';
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 0.01 and open_amount
    or refund_payment.amount <> round(refund_payment.amount, 2) then
    raise exception using errcode = 'P0001', message = format('Enter an amount of at most %s.', private.shillings(open_amount)), hint = 'refund.invalid_amount', detail = 'amount';
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Enter the reason for the refund.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  insert into public.order_events (order_id, actor_id, kind, note) values (target.id, refund.requested_by, 'refund', format('Refunding %s of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  perform private.note_surplus(target.id);
  return refund;
end
$function$;

create or replace function public.register_progress (
  day            date,
  is_not_started boolean default false,
  skipped        integer default 0,
  size           integer default 10
)
  returns table (
    id       uuid,
    name     text,
    students integer,
    present  integer,
    late     integer,
    excused  integer,
    absent   integer,
    total    integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with page as materialized (
    select c.id, c.name, r.present, r.late, r.excused, r.absent, count(*) over () as total
    from public.classes c left join public.register_days r on r.class_id = c.id and r.day = register_progress.day and r.school_id = c.school_id
    where c.school_id = (select private.school_where('attendance:take')) and c.is_active
      and ((select private.may('attendance:take-all')) or c.id in (select private.my_class_ids())) and not (is_not_started and r.class_id is not null)
    order by c.name, c.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0))
  select p.id, p.name, (select count(*) from private.register_students(p.id, register_progress.day))::integer,
    coalesce(p.present, 0), coalesce(p.late, 0), coalesce(p.excused, 0), coalesce(p.absent, 0), p.total::integer
  from page p order by p.name, p.id
$function$;

create or replace function public.release_author()
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('platform:read');
  return (select email from public.users where id = private.signed_in_uid());
end
$function$;

create or replace function public.release_health()
  returns table (
    app           text,
    version       text,
    loads         bigint,
    failures      bigint,
    failed_visits bigint,
    load_p75      double precision,
    lcp_p75       double precision,
    cls_p75       double precision,
    inp_p75       double precision,
    last_at       timestamp with time zone
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('platform:read');
  return query
  with measured as (
    select sample.app, sample.version,
      count(*) filter (where metric = 'load') as loads,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'load') as load_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'LCP') as lcp_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'CLS') as cls_p75,
      percentile_cont(0.75) within group (order by value) filter (where metric = 'INP') as inp_p75,
      max(at) as last_at
    from public.release_samples sample where at > now() - interval '7 days' group by sample.app, sample.version
  ), failed as (
    select failure.app, failure.version, count(*) as failures, count(distinct visit) as failed_visits, max(at) as last_at
    from public.release_failures failure where at > now() - interval '7 days' group by failure.app, failure.version
  )
  select coalesce(measured.app, failed.app), coalesce(measured.version, failed.version), coalesce(measured.loads, 0),
    coalesce(failed.failures, 0), coalesce(failed.failed_visits, 0),
    measured.load_p75, measured.lcp_p75, measured.cls_p75, measured.inp_p75, greatest(measured.last_at, failed.last_at)
  from measured full join failed on measured.app = failed.app and measured.version = failed.version
  order by 10 desc;
end
$function$;

create or replace function public.remind_of_fees (
  student_ids uuid[] default null::uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
  unsent integer := 0;
  queued uuid;
begin
  for debtor in
    select a.id, private.full_name(a.first_name, a.last_name) as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      g.name as guardian, g.email, g.user_id
    from public.student_accounts a join public.schools h on h.id = a.school_id
    left join lateral (select private.full_name(g.first_name, g.last_name) as name, g.email, g.user_id
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id) order by sg.is_primary desc limit 1) g on true
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids))
    order by lower(g.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school), 'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay),
      debtor.school_email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent, 'left', private.mails_left(school));
end
$function$;

create or replace function public.remind_two_factor (
  people uuid[] default null::uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  here constant uuid := private.require('two-factor:manage');
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, coalesce(private.full_name(u.first_name, u.last_name), '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), 'Set up two-step sign-in',
        'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()), 'two-factor-reminder', person.email,
          jsonb_build_object('name', person.name, 'school', person.school, 'due_on', person.due_on), null, null, here);
      end if;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function public.remove_campus (
  campus_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id and c.school_id = school;
  if classes > 0 then
    raise exception using errcode = 'PT409', message = format('%s classes are at this campus. Give them another campus first.', classes), hint = 'campus.in_use';
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
end
$function$;

create or replace function public.remove_class (
  class_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  class public.classes;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  if exists (select from public.students s where s.class_id = class.id) or exists (select from public.enrolments e where e.class_id = class.id) or exists (select from public.grades g where g.class_id = class.id)
    or exists (select from public.attendance a where a.class_id = class.id) or exists (select from public.fees f where f.class_id = class.id) or exists (select from public.assignments a where a.class_id = class.id) then
    raise exception using errcode = 'PT409', message = format('%s has had students, marks or fees. Archive it instead.', class.name), hint = 'class.has_history';
  end if;
  delete from public.classes c where c.id = class.id;
end
$function$;

create or replace function public.remove_class_subject (
  class_id   uuid,
  subject_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if exists (select from public.assessments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id)
    or exists (select from public.assignments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'Marks were given in this subject, so it stays with the class. Take the teacher off it instead.', hint = 'subject.has_marks';
  end if;
  if exists (select from public.lessons l where l.class_id = remove_class_subject.class_id and l.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'The timetable has lessons of this subject. Take them off first.', hint = 'subject.has_lessons';
  end if;
  delete from public.class_subjects s where s.class_id = remove_class_subject.class_id and s.subject_id = remove_class_subject.subject_id and s.school_id = school;
end
$function$;

create or replace function public.remove_demonstration_data()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.today());
begin
  perform private.require('settings:write');
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  -- Super admins who joined a school of the demonstration leave it and keep their accounts.
  update public.users u set school_id = null, role = default
  where u.school_id in (select h.id from public.schools h where h.is_demo) and exists (select from public.super_admins s where s.id = u.id);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> private.signed_in_uid() and exists (select from public.super_admins s where s.id = private.signed_in_uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$function$;

create or replace function public.remove_document (
  document_id uuid,
  reason      text default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  removed public.documents;
begin
  if private.school_where('document:share') is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  select * into removed from public.documents d where d.id = remove_document.document_id and d.school_id = private.school_where('document:share')
    and (private.may('document:manage') or d.uploaded_by = private.signed_in_uid());
  if not found then
    raise exception using errcode = 'P0002', message = 'This document is no longer here.', hint = 'document.not_found';
  end if;
  if removed.student_id is not null then
    perform set_config('masomo.reason', private.require_text(remove_document.reason, 300, 'reason', 'Say why you are removing the document.'), true);
  end if;
  delete from public.documents d where d.id = removed.id;
  return removed.file_path;
end
$function$;

create or replace function public.remove_fee (
  fee_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    raise exception using errcode = 'PT409', message = 'This fee has already been billed and cannot be removed.', hint = 'fee.billed';
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$function$;

create or replace function public.remove_from_price_book (
  kind    public.order_item_kind,
  item_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold boolean;
begin
  perform private.require('price:write');
  -- Waits for orders and subscriptions that are being placed.
  if remove_from_price_book.kind = 'plan' then
    perform from public.plans p where p.id = remove_from_price_book.item_id for update;
  elsif remove_from_price_book.kind = 'addon' then
    perform from public.addons a where a.id = remove_from_price_book.item_id for update;
  else
    perform from public.services s where s.id = remove_from_price_book.item_id for update;
  end if;
  if not found then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book. Open the list again.', hint = 'price.not_found';
  end if;
  perform public.cancel_price_change(c.id) from public.price_changes c
  where c.kind = remove_from_price_book.kind and c.item_id = remove_from_price_book.item_id and c.applied_at is null and c.cancelled_at is null;
  sold := private.was_sold(remove_from_price_book.kind, remove_from_price_book.item_id);
  if remove_from_price_book.kind = 'addon' then
    delete from public.addons a where a.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' and sold then
    update public.plans p set is_active = false, in_store = false where p.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' then
    delete from public.plans p where p.id = remove_from_price_book.item_id;
  elsif sold then
    update public.services s set is_active = false, in_store = false where s.id = remove_from_price_book.item_id;
  else
    delete from public.services s where s.id = remove_from_price_book.item_id;
  end if;
  return case when sold then 'withdrawn' else 'deleted' end;
end
$function$;

create or replace function public.remove_guardian (
  student_id  uuid,
  guardian_id uuid,
  reason      text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
begin
  perform set_config('masomo.reason', private.require_text(remove_guardian.reason, 300, 'reason', 'Say why you are removing the guardian.'), true);
  delete from public.student_guardians sg where sg.student_id = remove_guardian.student_id and sg.guardian_id = remove_guardian.guardian_id and sg.school_id = school;
  delete from public.guardians g where g.id = remove_guardian.guardian_id and g.school_id = school and g.user_id is null
    and not exists (select from public.student_guardians sg where sg.guardian_id = g.id);
end
$function$;

create or replace function public.remove_subject (
  subject_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  subject public.subjects;
begin
  select * into subject from public.subjects b where b.id = remove_subject.subject_id and b.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  if exists (select from public.grades g where g.subject_id = subject.id) or exists (select from public.assessments a where a.subject_id = subject.id)
    or exists (select from public.assignments a where a.subject_id = subject.id) or exists (select from public.class_subjects c where c.subject_id = subject.id) then
    raise exception using errcode = 'PT409', message = format('%s is taught or has marks, so it stays.', subject.name), hint = 'subject.in_use';
  end if;
  delete from public.subjects b where b.id = subject.id;
end
$function$;

create or replace function public.remove_term (
  term_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = remove_term.term_id and t.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  if exists (select from public.fees f where f.term_id = term.id) or exists (select from public.fee_invoices i where i.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Fees belong to %s, so it stays.', term.name), hint = 'term.has_fees';
  end if;
  if exists (select from public.grades g where g.term_id = term.id) or exists (select from public.assessments a where a.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Marks belong to %s, so it stays.', term.name), hint = 'term.has_marks';
  end if;
  if exists (select from public.attendance a where a.school_id = school and a.day between term.starts_on and term.ends_on) then
    raise exception using errcode = 'PT409', message = format('Registers were taken in %s, so it stays.', term.name), hint = 'term.has_registers';
  end if;
  delete from public.school_terms t where t.id = term.id;
end
$function$;

create or replace function public.renew_subscription (
  school_id uuid,
  plan_id   uuid,
  billing   text
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  return private.add_subscription_period(school_id, plan_id, billing);
end
$function$;

create or replace function public.reopen_term (
  term_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
begin
  perform set_config('masomo.reason', private.require_text(reopen_term.reason, 300, 'reason', 'Say why you are reopening the term.'), true);
  update public.school_terms t set closed_at = null, reopen_reason = btrim(reopen_term.reason)
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is not closed. Reload the page.', hint = 'term.not_closed';
  end if;
end
$function$;

create or replace function public.replace_gate_card (
  card_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  old public.gate_cards;
  new_id uuid;
begin
  perform private.require('gate:issue-cards');
  update public.gate_cards set revoked_at = now() where id = card_id and school_id = school and revoked_at is null returning * into old;
  if old.id is null then
    raise exception using errcode = 'P0002', message = 'This card is not valid any more. Reload the list.', hint = 'gate.no_card';
  end if;
  insert into public.gate_cards (school_id, student_id, staff_id, issued_by) values (school, old.student_id, old.staff_id, private.signed_in_uid()) returning id into new_id;
  return new_id;
end
$function$;

create or replace function public.reply_to_ticket (
  ticket_id   uuid,
  body        text,
  is_internal boolean              default false,
  status      public.ticket_status default null::public.ticket_status
)
  returns public.ticket_replies
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require('ticket:answer');
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This ticket is no longer here.', hint = 'ticket.not_found';
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, private.signed_in_uid(),
    coalesce((select private.full_name(u.first_name, u.last_name) from public.users u where u.id = private.signed_in_uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, private.signed_in_uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
      private.team_email('supportEmail'), ticket.language);
  end if;
  return reply;
end
$function$;

create or replace function public.report_cards (
  term_id    uuid,
  class_id   uuid default null::uuid,
  student_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.term_cards(t, l.students, l.classes)
  from public.school_terms t
  cross join lateral (
    select array_agg(k.student_id) as students, array_agg(k.class_id) as classes from private.card_students(t, report_cards.class_id, report_cards.student_id) k
    where (select private.may('result:read-all')) or k.class_id in (select private.my_class_ids()) or k.student_id in (select private.my_student_ids())) l
  where t.id = report_cards.term_id and t.school_id = (select private.childrens_school()) and (report_cards.class_id is not null or report_cards.student_id is not null)
$function$;

create or replace function public.request_data (
  student_id uuid,
  kind       text,
  details    text default null::text,
  asker      text default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.my_school();
  in_office constant boolean := private.may('protection:manage');
  me public.users;
  made public.data_requests;
begin
  if not in_office and not private.has_own_students() then
    raise exception using errcode = '42501', message = 'Guardians ask for this, and administrators enter what they receive on paper.', hint = 'data_request.guardians_only';
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school and (in_office or s.id in (select private.my_student_ids()))) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if private.days_to_answer(request_data.kind) is null then
    raise exception using errcode = 'P0001', message = 'Choose the type of request.', hint = 'data_request.kind', detail = 'kind';
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'You have asked for this already. The school answers by the day shown.', hint = 'data_request.open', detail = 'kind';
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.') else coalesce(private.full_name(me.first_name, me.last_name), me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000), private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(private.people_with(school, 'protection:manage'), 'data-request/' || made.id, 'A guardian asks for a child''s data',
      'See Data requests under School for the legal deadline.', '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.reset_two_factor (
  person uuid,
  reason text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  because text;
  owner public.users;
begin
  if not private.may('user:reset-authenticator') then
    perform private.require('two-factor:manage');
    perform private.require_addon('addon:two-factor');
  end if;
  because := private.require_text(reset_two_factor.reason, 300, 'reason', 'Say why.');
  if reset_two_factor.person = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Change your own authenticator in your profile.', hint = 'two_factor.own';
  end if;
  select * into owner from public.users u where u.id = reset_two_factor.person and (private.may('user:reset-authenticator') or u.school_id = private.my_school());
  if owner.id is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer at your school.', hint = 'two_factor.not_found';
  elsif not private.may('user:reset-authenticator') and exists (select from public.super_admins a where a.id = owner.id) then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  elsif not private.has_authenticator(owner.id) then
    raise exception using errcode = 'P0001', message = 'This person has no authenticator app.', hint = 'two_factor.none';
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Whoever has the lost phone may be signed in with it.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text, jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'two-factor-reset/' || clock_timestamp(), 'Your authenticator app was taken off your account',
    'Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.', '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('two-factor-reset/%s/%s', owner.id, clock_timestamp()), 'two-factor-reset', owner.email,
      jsonb_build_object('name', coalesce(private.full_name(owner.first_name, owner.last_name), ''), 'reason', because,
        'by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u where u.id = private.signed_in_uid()), 'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$function$;

create or replace function public.restore_page_version (
  version_id       uuid,
  expected_version integer default null::integer
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  snapshot public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into snapshot from public.cms_page_versions v where v.id = version_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This version is no longer here.', hint = 'page.version_not_found';
  end if;
  page := private.lock_page(snapshot.page_id);
  perform private.require_version(page, expected_version);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = snapshot.title, meta_description = snapshot.meta_description, social_image = snapshot.social_image, body = snapshot.body,
    -- A language that was added after this version stays; its note of the English it is a translation of shows it as outdated.
    translations = page.translations || snapshot.translations
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$function$;

create or replace function public.results_by_student (
  term_id  uuid,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    subjects         integer,
    mean             numeric,
    scale_id         uuid,
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
      and r.school_id = (select private.childrens_school())
      and ((select private.may('result:read-all')) or r.class_id in (select private.my_class_ids()) or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where private.search_patterns(results_by_student.search) is null or s.search_text like all (private.search_patterns(results_by_student.search))
$function$;

create or replace function public.resume_school_exit (
  exit_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = null, stopped_by = null, stop_reason = null, deletes_on = greatest(e.deletes_on, private.today() + 7, e.closes_on + 1)
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is not null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This closure is over or not paused. Open the list again.', hint = 'exit.over';
  end if;
end
$function$;

create or replace function public.retry_mail (
  mail_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where id = mail_id and status = 'failed';
end
$function$;

create or replace function public.retry_mails()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  retried integer;
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where status = 'failed';
  get diagnostics retried = row_count;
  if retried > 0 then
    perform pg_notify('mail_outbox', '');
  end if;
  return retried;
end
$function$;

create or replace function public.retry_refund (
  refund_id uuid
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  update public.refunds set status = 'requested', next_try_at = now(), last_error = null, tries = 0, retries = retries + 1, sent_at = null
  where id = refund_id and status = 'failed' returning * into refund;
  if not found then
    raise exception using errcode = 'PT409', message = 'Only a refund that was refused can be sent again.', hint = 'refund.not_failed';
  end if;
  return refund;
end
$function$;

create or replace function public.retry_tax_document (
  document_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('payment:confirm');
  update public.tax_documents set status = 'pending', next_try_at = now() where id = document_id and status = 'failed';
  if not found then
    raise exception using errcode = 'PT409', message = 'Only a document that was refused can be sent again.', hint = 'tax.not_failed';
  end if;
end
$function$;

create or replace function public.reverse_fee_payment (
  payment_id uuid,
  reason     text
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:refund');
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  perform set_config('masomo.reason', private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why you are reversing the payment.'), true);
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, private.school_today(school), private.signed_in_uid(), paid.id,
    btrim(reverse_fee_payment.reason))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.save_addon_settings (
  feature text,
  changes jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  wrong text;
begin
  perform private.require_addon(save_addon_settings.feature);
  wrong := (
    select v.key from jsonb_each(save_addon_settings.changes) v
    left join private.addon_setting_defaults d on d.feature = save_addon_settings.feature and d.name = v.key
    where case d.kind
      when 'switch' then jsonb_typeof(v.value) <> 'boolean'
      when 'time' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      when 'number' then jsonb_typeof(v.value) <> 'number' or (v.value #>> '{}')::numeric not between d.least and d.most
      when 'text' then jsonb_typeof(v.value) <> 'string' or length(v.value #>> '{}') > d.most
      when 'choice' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' <> all (d.choices)
      else true end
    limit 1);
  if wrong is not null then
    raise exception using errcode = 'P0001', message = 'This value is not allowed.', hint = 'addon.setting', detail = wrong;
  end if;
  insert into public.addon_settings (school_id, feature, name, value, changed_by)
  select school, save_addon_settings.feature, v.key, v.value, private.signed_in_uid() from jsonb_each(save_addon_settings.changes) v
  on conflict (school_id, feature, name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now();
end
$function$;

create or replace function public.save_behaviour_category (
  name        text,
  kind        text,
  points      integer,
  category_id uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  title text;
  saved uuid;
begin
  perform private.require('school:run');
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Enter a name.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    raise exception using errcode = 'P0001', message = 'Choose merit or incident.', hint = 'behaviour.kind', detail = 'kind';
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    raise exception using errcode = 'P0001', message = 'Enter points between 0 and 100.', hint = 'behaviour.points', detail = 'points';
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school and c.kind = save_behaviour_category.kind and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_behaviour_category.category_id) then
    raise exception using errcode = 'P0001', message = 'This name is already in use, perhaps by one that is switched off.', hint = 'behaviour.name_taken', detail = 'name';
  end if;
  if save_behaviour_category.category_id is null then
    insert into public.behaviour_categories (school_id, name, kind, points) values (school, title, save_behaviour_category.kind, save_behaviour_category.points) returning id into saved;
  else
    update public.behaviour_categories c set name = title, points = save_behaviour_category.points where c.id = save_behaviour_category.category_id and c.school_id = school returning c.id into saved;
  end if;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Reload the list.', hint = 'behaviour.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_breach (
  noticed_at      timestamp with time zone,
  what_happened   text,
  data_concerned  text,
  people_affected integer                  default null::integer,
  measures        text                     default ''::text,
  reported_at     timestamp with time zone default null::timestamp with time zone,
  people_told_at  timestamp with time zone default null::timestamp with time zone,
  is_closed       boolean                  default false,
  breach_id       uuid                     default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('protection:manage');
  saved uuid;
begin
  if save_breach.noticed_at is null or save_breach.noticed_at > now() then
    raise exception using errcode = 'P0001', message = 'Enter when the school discovered it.', hint = 'breach.noticed', detail = 'noticed_at';
  end if;
  if save_breach.reported_at not between save_breach.noticed_at and now() or save_breach.people_told_at not between save_breach.noticed_at and now() then
    raise exception using errcode = 'P0001', message = 'Enter a time after the breach was discovered and not in the future.', hint = 'breach.order', detail = 'reported_at';
  end if;
  if save_breach.is_closed and save_breach.reported_at is null then
    raise exception using errcode = 'P0001', message = 'Report it to the Data Protection Commissioner before you close it.', hint = 'breach.unreported', detail = 'reported_at';
  end if;
  if save_breach.breach_id is null then
    insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned, people_affected, measures, reported_at, people_told_at, closed_at, entered_by)
    values (school, save_breach.noticed_at, save_breach.noticed_at + interval '72 hours', private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
      private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'), save_breach.people_affected, coalesce(btrim(save_breach.measures), ''),
      save_breach.reported_at, save_breach.people_told_at, case when save_breach.is_closed then now() end, private.signed_in_uid())
    returning id into saved;
    return saved;
  end if;
  update public.breaches b set noticed_at = save_breach.noticed_at, report_by = save_breach.noticed_at + interval '72 hours',
    what_happened = private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
    data_concerned = private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'),
    people_affected = save_breach.people_affected, measures = coalesce(btrim(save_breach.measures), ''), reported_at = save_breach.reported_at,
    people_told_at = save_breach.people_told_at, closed_at = case when save_breach.is_closed then coalesce(b.closed_at, now()) end
  where b.id = save_breach.breach_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This entry is no longer here.', hint = 'breach.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_campus (
  name      text,
  address   text default null::text,
  phone     text default null::text,
  campus_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_campus.campus_id) then
    raise exception using errcode = 'P0001', message = 'There is a campus of this name already.', hint = 'campus.name_taken', detail = 'name';
  end if;
  if save_campus.campus_id is null then
    perform private.require_campus_room(school);
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address), phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_class (
  name             text,
  level            text,
  room             text default null::text,
  class_teacher_id uuid default null::uuid,
  class_id         uuid default null::uuid,
  campus_id        uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_class.class_id) then
    raise exception using errcode = 'P0001', message = 'There is a class of this name already, perhaps an archived one. Choose another name.', hint = 'class.name_taken', detail = 'name';
  end if;
  if save_class.class_teacher_id is not null and save_class.class_teacher_id <> all (private.people_with(school, 'class:teach')) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another class teacher.', hint = 'class.teacher', detail = 'class_teacher_id';
  end if;
  if save_class.campus_id is not null and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    raise exception using errcode = 'P0001', message = 'This campus is no longer here. Choose another.', hint = 'campus.not_found', detail = 'campus_id';
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.null_if_blank(save_class.room), save_class.class_teacher_id, save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.null_if_blank(save_class.room), class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_fee (
  term_id  uuid,
  name     text,
  amount   integer,
  due_on   date,
  class_id uuid    default null::uuid,
  fee_id   uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if save_fee.due_on is null then
    raise exception using errcode = 'P0001', message = 'Enter the day it is due.', hint = 'fee.due_required', detail = 'due_on';
  end if;
  perform private.require_near_day(save_fee.due_on, '20 years', '5 years', private.school_today(school), 'due_on');
  perform private.require_class(save_fee.class_id, school);
  -- The same students are not charged twice for one thing.
  if exists (select from public.fees f where f.school_id = school and f.id is distinct from save_fee.fee_id
    and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(save_fee.term_id, save_fee.name) and (f.class_id is null or save_fee.class_id is null or f.class_id = save_fee.class_id)) then
    raise exception using errcode = 'P0001', message = 'There is a fee of this name for these students already. Give this one another name.', hint = 'fee.name_taken', detail = 'name';
  end if;
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    raise exception using errcode = 'PT409', message = 'This fee has already been billed and cannot change. Add another fee for the difference.', hint = 'fee.billed';
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This fee is no longer here.', hint = 'fee.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_fulfilment (
  order_item_id uuid,
  state         public.fulfilment_state,
  person        text                    default null::text,
  starts_on     date                    default null::date,
  ends_on       date                    default null::date,
  notes         text                    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('order:set-status');
  if save_fulfilment.ends_on < save_fulfilment.starts_on then
    raise exception using errcode = 'P0001', message = 'The last day is before the first one. Correct one of them.', hint = 'fulfilment.dates', detail = 'ends_on';
  elsif save_fulfilment.state in ('scheduled', 'started', 'done') and private.null_if_blank(save_fulfilment.person) is null then
    raise exception using errcode = 'P0001', message = 'Say who does it.', hint = 'fulfilment.person', detail = 'person';
  end if;
  update public.service_fulfilments f set state = save_fulfilment.state, person = private.null_if_blank(save_fulfilment.person), starts_on = save_fulfilment.starts_on, ends_on = save_fulfilment.ends_on,
    notes = private.null_if_blank(save_fulfilment.notes), changed_by = private.signed_in_uid()
  where f.order_item_id = save_fulfilment.order_item_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This service is no longer here.', hint = 'fulfilment.not_found';
  end if;
end
$function$;

create or replace function public.save_guardian (
  student_id   uuid,
  first_name   text,
  last_name    text,
  relationship text    default 'Parent'::text,
  phone        text    default null::text,
  email        text    default null::text,
  is_primary   boolean default false,
  guardian_id  uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  address constant text := lower(private.null_if_blank(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like parent@example.com.', hint = 'guardian.invalid_email', detail = 'email';
  end if;
  if address is null and private.null_if_blank(save_guardian.phone) is null then
    raise exception using errcode = 'P0001', message = 'Enter a phone number or an email address, so that the school can reach them.', hint = 'guardian.unreachable', detail = 'phone';
  end if;
  if saved is null then
    insert into public.guardians (school_id, first_name, last_name, phone, email)
    values (school, private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_guardian.last_name, 80, 'last_name'), private.null_if_blank(save_guardian.phone), address)
    returning id into saved;
  else
    update public.guardians g set first_name = private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.optional_text(save_guardian.last_name, 80, 'last_name'), phone = private.null_if_blank(save_guardian.phone), email = address
    where g.id = saved and g.school_id = school;
    if not found then
      raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
    end if;
  end if;
  if save_guardian.is_primary then
    update public.student_guardians sg set is_primary = false where sg.student_id = save_guardian.student_id and sg.guardian_id <> saved;
  end if;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  values (save_guardian.student_id, saved, school, private.require_text(save_guardian.relationship, 40, 'relationship', 'Say how they are related.'), save_guardian.is_primary)
  on conflict (student_id, guardian_id) do update set relationship = excluded.relationship, is_primary = excluded.is_primary;
  return saved;
end
$function$;

create or replace function public.save_setting (
  setting_key text,
  new_value   jsonb,
  seen        timestamp with time zone
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  current public.settings;
  problems jsonb;
begin
  perform private.require('settings:write');
  select * into current from public.settings s where s.key = setting_key for update;
  if not found or not private.setting_shapes() ? setting_key then
    raise exception using errcode = 'P0002', message = 'These settings are no longer here.', hint = 'setting.not_found';
  end if;
  if current.updated_at <> seen then
    raise exception using errcode = 'PT409', message = 'Somebody else saved this in the meantime.', hint = 'setting.changed_meanwhile';
  end if;
  select jsonb_agg(jsonb_build_object('path', p.path, 'problem', p.problem)) into problems from private.all_setting_problems(setting_key, new_value) as p;
  if problems is not null then
    return jsonb_build_object('problems', problems);
  end if;
  update public.settings s set value = new_value where s.key = setting_key returning * into current;
  return jsonb_build_object('updatedAt', current.updated_at);
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
  select u.id into account from public.users u where u.school_id = school and lower(u.email) = address and u.id = any (private.people_with(school, 'school:work'))
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

create or replace function public.save_student (
  admission_number text,
  first_name       text,
  last_name        text,
  gender           public.gender default null::public.gender,
  date_of_birth    date          default null::date,
  class_id         uuid          default null::uuid,
  admitted_on      date          default private.my_today(),
  student_id       uuid          default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number', 'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school and private.fold_text(s.admission_number) = private.fold_text(number) and s.id is distinct from save_student.student_id;
  if found then
    raise exception using errcode = 'P0001', message = format('%s is the number of %s. Use another one.', number, private.full_name(holder.first_name, holder.last_name)), hint = 'student.number_taken', detail = 'admission_number';
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_student.last_name, 80, 'last_name'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school), coalesce(save_student.admitted_on, private.school_today(school)))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), last_name = private.optional_text(save_student.last_name, 80, 'last_name'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_subject (
  name       text,
  code       text default null::text,
  subject_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    raise exception using errcode = 'P0001', message = 'A code has at most 12 characters.', hint = 'subject.code', detail = 'code';
  end if;
  if exists (select from public.subjects b where b.school_id = school and private.fold_text(b.name) = private.fold_text(title) and b.id is distinct from save_subject.subject_id) then
    raise exception using errcode = 'P0001', message = 'There is a subject of this name already.', hint = 'subject.name_taken', detail = 'name';
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.null_if_blank(save_subject.code)) returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.null_if_blank(save_subject.code) where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.save_term (
  name      text,
  starts_on date,
  ends_on   date,
  term_id   uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    raise exception using errcode = 'P0001', message = 'A term ends after it starts. Check the days.', hint = 'term.days', detail = 'ends_on';
  end if;
  perform private.require_near_day(save_term.starts_on, '20 years', '5 years', private.school_today(school), 'starts_on');
  perform private.require_near_day(save_term.ends_on, '20 years', '6 years', private.school_today(school), 'ends_on');
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (private.fold_text(t.name) = private.fold_text(title) or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'term.taken', detail = case when private.fold_text(other.name) = private.fold_text(title) then 'name' else 'starts_on' end,
      message = case when private.fold_text(other.name) = private.fold_text(title) then 'There is a term of this name already. Add the year.' else format('These days overlap with %s.', other.name) end;
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on) values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.schedule_price_change (
  kind         public.order_item_kind,
  item_id      uuid,
  new_price    integer,
  effective_on date
)
  returns public.price_changes
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require('price:write');
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book.', hint = 'price.not_found';
  end if;
  if schedule_price_change.effective_on < private.today() + notice then
    raise exception using errcode = 'P0001', message = format('Price changes need %s days’ notice: choose %s or later.', notice, private.today() + notice), hint = 'price.too_soon', detail = 'effective_on';
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, private.signed_in_uid())
  returning * into planned;
  return planned;
end
$function$;

create or replace function public.school_overview (
  school_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('school:write');
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'version', s.version, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.subscription_id, 'plan_id', b.plan_id, 'plan', b.plan, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', b.max_students)
      from private.subscription_of(s.id) b where b.subscription_id is not null))
  from public.schools s where s.id = school_overview.school_id);
end
$function$;

create or replace function public.school_plan()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('plan:manage');
  today constant date := private.school_today(school);
  present public.subscription_overview := private.subscription_of(school);
  version constant text := (select h.version from public.schools h where h.id = school);
begin
  return jsonb_build_object(
    'school_id', school, 'today', today, 'state', present.status, 'plan_id', present.plan_id, 'plan', present.plan, 'billing', present.billing, 'started_on', present.started_on, 'ends_on', present.ends_on,
    'grace_until', present.ends_on + private.grace_days(), 'version', version,
    'students', present.students, 'max_students', present.max_students, 'max_campuses', (select private.campus_limit(school, p) from public.plans p where p.id = private.limiting_plan(present.plan_id, present.status = 'trial')),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'plan', p.name, 'is_trial', s.is_trial, 'billing', s.billing, 'started_on', s.started_on, 'ends_on', s.ends_on) order by s.started_on), '[]')
      from public.subscriptions s join public.plans p on p.id = s.plan_id where s.school_id = school and s.revoked_at is null and s.ends_on >= today),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'quantity', l.quantity, 'campus_ids', l.campus_ids, 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'order_number', o.order_number, 'is_key', l.order_id is null,
        'state', case when l.revoked_at is not null then 'revoked' when l.valid_until < today then 'expired' when l.valid_from > today then 'later'
          when exists (select from private.addon_features f where f.feature = l.feature and not f.is_built) then 'preparing' when version = 'standalone' and l.order_id is not null then 'without-key' else 'valid' end) order by l.revoked_at is not null, l.valid_until desc nulls first, l.name, l.id), '[]')
      from (select * from public.licences c where c.school_id = school and c.kind = 'addon' and not exists (select from public.licences k where k.school_id = school and k.issued_as = c.id)
        order by c.revoked_at is not null, c.valid_until desc nulls first limit 100) l left join public.orders o on o.id = l.order_id),
    'campuses', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from public.campuses c where c.school_id = school),
    'offers', (select coalesce(jsonb_agg(jsonb_build_object('plan_id', p.id, 'name', p.name, 'max_students', p.max_students, 'max_campuses', private.campus_limit(school, p), 'price_term', case when p.period <> 'year' then private.plan_price(p.id, 'termly') end, 'price_year', private.plan_price(p.id, 'annual'),
        'upgrade_price', (select b.price from private.upgrade_basis(school, p.id) b)) order by p.position), '[]')
      from public.plans p where p.is_active and p.category::text = version));
end
$function$;

create or replace function public.search_cms (
  term      text,
  only_kind text default null::text
)
  returns table (
    kind   text,
    id     text,
    title  text,
    detail text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  pattern constant text := private.search_pattern(left(term, 100));
begin
  perform private.require('page:write');
  if pattern is null then
    return;
  end if;
  return query
  (select 'page', p.id::text, p.title, '/' || p.slug || case when p.is_published then '' else ', draft' end from public.cms_pages p
   where (only_kind is null or only_kind = 'page') and (private.fold_text(p.title) like pattern or private.fold_text(p.slug) like pattern or private.fold_text(p.meta_description) like pattern or private.fold_text(private.page_text(p.body)) like pattern or private.fold_text(private.page_text(p.translations)) like pattern)
   order by private.fold_text(p.title) like pattern desc, p.updated_at desc limit 6)
  union all
  (select 'media', m.id::text, m.original_filename, coalesce(private.null_if_blank(m.alt_text), m.mime_type) from public.cms_media m
   where (only_kind is null or only_kind = 'media') and m.is_active and (private.fold_text(m.original_filename) like pattern or private.fold_text(m.alt_text) like pattern)
   order by m.created_at desc limit 6)
  union all
  (select 'question', f.id::text, f.question, f.surface from public.faqs f
   where (only_kind is null or only_kind = 'question') and (private.fold_text(f.question) like pattern or private.fold_text(f.answer) like pattern or private.fold_text(f.translations::text) like pattern) order by private.fold_text(f.question) like pattern desc, f.surface, f.position limit 6)
  union all
  (select 'testimonial', t.id::text, t.author, t.institution from public.testimonials t
   where (only_kind is null or only_kind = 'testimonial') and (private.fold_text(t.quote) like pattern or private.fold_text(t.author) like pattern or private.fold_text(t.institution) like pattern or private.fold_text(t.role) like pattern or private.fold_text(t.translations::text) like pattern) order by t.position limit 6)
  union all
  (select 'price', b.id, b.name, b.kind from (
     select p.id::text, p.name, 'Plan' as kind from public.plans p union all select a.id::text, a.name, 'Add-on' from public.addons a union all select s.id::text, s.name, 'Service' from public.services s) as b (id, name, kind)
   where (only_kind is null or only_kind = 'price') and private.fold_text(b.name) like pattern order by b.name limit 6)
  union all
  (select 'setting', s.key, s.key, '' from public.settings s
   where (only_kind is null or only_kind = 'setting') and private.site_setting_shapes() ? s.key
     and (private.fold_text(s.key) like pattern or exists (select from jsonb_path_query(s.value, '$.** ? (@.type() == "string")') as texts where private.fold_text(texts #>> '{}') like pattern)) order by s.key limit 6)
  union all
  (select 'redirect', r.id::text, r.from_path, r.to_path from public.site_redirects r
   where (only_kind is null or only_kind = 'redirect') and (private.fold_text(r.from_path) like pattern or private.fold_text(r.to_path) like pattern) order by r.from_path limit 6);
end
$function$;

create or replace function public.service_status()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')), 'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null and e.status in ('queued', 'sending', 'failed') order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at) order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r),
    'failing_jobs', private.failing_jobs(),
    'mail_budgets', private.spent_mail_budgets(),
    'mail_networks', private.spent_mail_networks());
end
$function$;

create or replace function public.set_behaviour_category_active (
  category_id uuid,
  is_active   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  perform private.require('school:run');
  update public.behaviour_categories c set is_active = set_behaviour_category_active.is_active where c.id = set_behaviour_category_active.category_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Reload the list.', hint = 'behaviour.not_found';
  end if;
end
$function$;

create or replace function public.set_class_active (
  class_id  uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  students integer;
begin
  select count(*) into students from public.students s where s.class_id = set_class_active.class_id and s.school_id = school and s.status in ('active', 'suspended');
  if not set_class_active.is_active and students > 0 then
    raise exception using errcode = 'P0001', message = format('%s students are in this class. Move them to another class first.', students), hint = 'class.not_empty';
  end if;
  update public.classes c set is_active = set_class_active.is_active where c.id = set_class_active.class_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
end
$function$;

create or replace function public.set_class_subject (
  class_id   uuid,
  subject_id uuid,
  teacher_id uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if not exists (select from public.classes c where c.id = set_class_subject.class_id and c.school_id = school) or not exists (select from public.subjects b where b.id = set_class_subject.subject_id and b.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This class or subject is no longer here.', hint = 'class.not_found';
  end if;
  if set_class_subject.teacher_id is not null and set_class_subject.teacher_id <> all (private.people_with(school, 'class:teach')) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another teacher.', hint = 'class.teacher', detail = 'teacher_id';
  end if;
  insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values (set_class_subject.class_id, set_class_subject.subject_id, school, set_class_subject.teacher_id)
  on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id;
end
$function$;

create or replace function public.set_cms_right (
  person_id uuid,
  new_right public.cms_right
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('user:set-role');
  -- One change at a time: two publishers who make each other editors would leave none.
  perform pg_advisory_xact_lock(hashtext('cms rights'));
  if private.is_cms_editor() then
    raise exception using errcode = '42501', message = 'Only a publisher may change rights.', hint = 'cms.publisher_only';
  elsif person_id = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Another publisher has to change your own right.', hint = 'cms.own_right';
  elsif not exists (select from public.super_admins s where s.id = person_id) then
    raise exception using errcode = 'P0002', message = 'This account may not open the CMS any more.', hint = 'cms.not_found';
  end if;
  insert into public.cms_rights (id, cms_right) values (person_id, new_right) on conflict (id) do update set cms_right = excluded.cms_right where cms_rights.cms_right <> excluded.cms_right;
  return person_id;
end
$function$;

create or replace function public.set_custody (
  student_id  uuid,
  guardian_id uuid,
  may_be_told boolean,
  may_collect boolean,
  basis       text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('custody:write');
begin
  if not exists (select from public.student_guardians sg where sg.student_id = set_custody.student_id and sg.guardian_id = set_custody.guardian_id and sg.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
  end if;
  if set_custody.may_be_told and set_custody.may_collect then
    delete from public.custody_marks m where m.student_id = set_custody.student_id and m.guardian_id = set_custody.guardian_id;
    return;
  end if;
  insert into public.custody_marks as m (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by)
  values (set_custody.student_id, set_custody.guardian_id, school, coalesce(set_custody.may_be_told, false), coalesce(set_custody.may_collect, false),
    private.require_text(set_custody.basis, 300, 'basis', 'Enter the court order or agreement.'), private.signed_in_uid())
  on conflict (student_id, guardian_id) do update set may_be_told = excluded.may_be_told, may_collect = excluded.may_collect, basis = excluded.basis,
    noted_by = excluded.noted_by, noted_at = now();
end
$function$;

create or replace function public.set_feature (
  feature text,
  is_on   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('settings:write');
  update public.features f set is_on = set_feature.is_on, changed_at = now() where f.name = set_feature.feature;
  if not found then
    raise exception using errcode = 'P0002', message = 'There is no such switch.', hint = 'feature.not_found';
  end if;
end
$function$;

create or replace function public.set_order_statuses (
  order_ids uuid[],
  status    public.order_status
)
  returns table (
    order_id     uuid,
    order_number text,
    is_changed   boolean,
    refusal      text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted uuid;
begin
  perform private.require('order:set-status');
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 100 orders.', hint = 'order.too_many', detail = 'order_ids';
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
  for wanted in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := wanted;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = wanted);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o where o.id = wanted);
      perform public.set_order_status(wanted, set_order_statuses.status);
      set_order_statuses.refusal := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
    end;
    return next;
  end loop;
end
$function$;

create or replace function public.set_retention (
  rule   text,
  months integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.retention_rules;
begin
  perform private.require('settings:write');
  select * into changed from public.retention_rules r where r.key = set_retention.rule for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This period is no longer here. Reload the page.', hint = 'retention.not_found';
  end if;
  if set_retention.months is null or set_retention.months not between 1 and 240 then
    raise exception using errcode = 'P0001', message = 'A period is from 1 to 240 months.', hint = 'retention.months', detail = 'months';
  end if;
  if changed.ending = 'kept' and set_retention.months < changed.months then
    raise exception using errcode = 'P0001', message = 'The law requires this period. It can be longer but not shorter.', hint = 'retention.law', detail = 'months';
  end if;
  update public.retention_rules r set months = set_retention.months where r.key = changed.key;
  -- A shorter period deletes more on the same day.
  update public.purge_runs p set is_finished = false where p.rule = changed.key and p.day = private.today();
end
$function$;

create or replace function public.set_staff_active (
  staff_id  uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  account uuid;
begin
  update public.staff_members m set is_active = set_staff_active.is_active where m.id = set_staff_active.staff_id and m.school_id = school returning m.user_id into account;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  if account is not null then
    perform public.set_user_active(account, set_staff_active.is_active);
  end if;
end
$function$;

create or replace function public.set_storage_limit (
  plan_id   uuid,
  is_trial  boolean,
  megabytes integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('subscription:write');
  if coalesce(set_storage_limit.megabytes, 0) not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the megabytes as a whole number from 1 to 10,000,000.', hint = 'storage.limit', detail = 'megabytes';
  end if;
  insert into private.storage_limits (plan_id, is_trial, megabytes)
  values (set_storage_limit.plan_id, coalesce(set_storage_limit.is_trial, false), set_storage_limit.megabytes)
  on conflict (plan_id, is_trial) do update set megabytes = excluded.megabytes;
end
$function$;

create or replace function public.set_students_status (
  student_ids uuid[],
  status      public.student_status
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  changed integer;
begin
  if set_students_status.status = 'active' then
    perform private.require_room(school, (select count(*)::integer from public.students s
      where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> 'active'));
  end if;
  update public.students s set status = set_students_status.status where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> set_students_status.status;
  get diagnostics changed = row_count;
  return changed;
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
  elsif set_two_factor_policy.required_from is not null and private.my_role() = set_two_factor_policy.role and not private.has_authenticator(private.signed_in_uid()) then
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

create or replace function public.setting_history (
  setting_keys text[]
)
  returns table (
    key      text,
    saved_at timestamp with time zone,
    saved_by text,
    states   integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('settings:write');
  return query
  select distinct on (v.key) v.key, v.saved_at, coalesce(private.full_name(u.first_name, u.last_name), u.email::text), (count(*) over (partition by v.key))::integer
  from public.setting_versions v left join public.users u on u.id = v.saved_by
  where v.key = any (setting_history.setting_keys)
  order by v.key, v.saved_at desc;
end
$function$;

create or replace function public.settle_refund (
  refund_id uuid,
  reference text
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  select * into refund from public.refunds where id = refund_id;
  perform private.order_for_change(refund.order_id);
  select * into refund from public.refunds where id = refund_id for update;
  if refund.status not in ('manual', 'failed', 'sent') then
    raise exception using errcode = 'PT409', message = 'This refund is not waiting for a transfer by hand.', hint = 'refund.not_manual';
  end if;
  perform private.complete_refund(refund, private.require_text(reference, 120, 'reference', 'Enter the reference of your transfer.'));
  select * into refund from public.refunds where id = refund_id;
  return refund;
end
$function$;

create or replace function public.start_school_export()
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:export');
  started uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('export of ' || school::text, 0));
  select e.id into started from public.school_exports e where e.school_id = school and e.state in ('waiting', 'running');
  if found then
    return started;
  end if;
  if (select count(*) from public.school_exports e where e.school_id = school and e.created_at > now() - interval '1 day') >= 5 then
    raise exception using errcode = 'P0001', message = 'Five exports were made within a day. Download one of them, or start again tomorrow.', hint = 'export.too_many';
  end if;
  insert into public.school_exports (school_id, requested_by) values (school, private.signed_in_uid()) returning id into started;
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'export', 'schools', jsonb_build_object('export', started));
  insert into private.export_entries (export_id, position, path, kind, source)
  select started, row_number() over (order by e.rank, e.path), e.path, e.kind, e.source from (
    select 1 as rank, 'tables/' || t.name || '.csv' as path, 'table' as kind, t.name as source from private.exported_tables() t
    union all
    select 2, 'invoices/' || o.order_number || '.pdf', 'invoice', o.id::text from public.orders o where o.school_id = school
    union all
    select 3, c.path || case when count(*) over (partition by c.path) > 1 then ' ' || c.class_id else '' end || '.pdf', 'report-cards', c.term_id || '/' || c.class_id from private.closed_class_terms(school) c
    union all
    select 4, 'files/' || substr(f.name, 38), 'file', f.name from storage.objects f where f.bucket_id = 'school-documents' and f.name like school || '/%') e;
  update public.school_exports e set entries = (select count(*) from private.export_entries n where n.export_id = started) where e.id = started;
  return started;
end
$function$;

create or replace function public.start_trial (
  school_id uuid,
  plan_id   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('subscription:write');
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  return private.begin_trial(start_trial.school_id, start_trial.plan_id);
end
$function$;

create or replace function public.stop_school_exit (
  exit_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = now(), stopped_by = private.signed_in_uid(), stop_reason = private.require_text(reason, 300, 'reason', 'Say why you are pausing it.')
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This closure is over or already paused. Open the list again.', hint = 'exit.over';
  end if;
end
$function$;

create or replace function public.storage_use()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.school_where('school:work');
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  return jsonb_build_object('used', private.stored_bytes(school), 'limit', private.storage_limit(school));
end
$function$;

create or replace function public.store_analytics (
  period text default '30d'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  days constant integer := private.period_days(period);
  today constant date := private.today();
  first_day constant date := today - (days - 1);
  months constant integer := greatest(6, ceil(days / 30.5)::integer);
  figures jsonb;
  before jsonb;
begin
  perform private.require('store-analytics:read');
  perform private.count_dirty_days();
  figures := private.store_figures(first_day, today);
  before := private.store_figures(first_day - days, first_day - 1);
  return jsonb_build_object(
    'period', period, 'from', first_day, 'to', today,
    'figures', (select jsonb_object_agg(key, jsonb_build_object('value', value, 'before', before -> key, 'growth', private.percent_change((value #>> '{}')::numeric, (before ->> key)::numeric)))
      from jsonb_each(figures)),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'saas', coalesce(saas, 0), 'standalone', coalesce(standalone, 0)) order by month)
      from generate_series(date_trunc('month', today::timestamp) - make_interval(months => months - 1), today::timestamp, interval '1 month') as month
      left join lateral (
        select sum(revenue) filter (where category = 'saas') as saas, sum(revenue) filter (where category = 'standalone') as standalone
        from private.item_days where day >= month::date and day < (month + interval '1 month')::date) as sums on true),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'category', category, 'sales', units, 'revenue', revenue, 'percentage', round(revenue * 100.0 / nullif(total, 0), 1),
        'average_price', round(revenue::numeric / units), 'growth', private.percent_change(revenue, earlier)) order by revenue desc, name), '[]')
      from (
        select name, category, sum(units) filter (where day >= first_day) as units, sum(revenue) filter (where day >= first_day) as revenue,
          sum(revenue) filter (where day < first_day) as earlier, sum(sum(revenue) filter (where day >= first_day)) over () as total
        from private.item_days where kind = 'addon' and day between first_day - days and today group by name, category) as sold
      where units > 0),
    'segments', private.buyer_segments(first_day));
end
$function$;

create or replace function public.student_account (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  with entries as (
    select coalesce(i.issued_on, least(private.school_day(c.school_id, c.created_at), c.due_on)) as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select k.issued_on, k.created_at, 'credit', c.name || ': ' || k.reason, k.credit_number, -k.amount, 0
    from public.fee_credits k join public.fee_charges c on c.id = k.charge_id where k.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount, 'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id)) order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.may('fee-account:read-all') and s.school_id = private.childrens_school() or s.id in (select private.my_student_ids()))
$function$;

create or replace function public.student_assignments (
  student_id uuid,
  most       integer default 25
)
  returns table (
    id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select a.id from public.students s join public.assignments a on a.class_id in (select e.class_id from public.enrolments e where e.student_id = s.id)
  where s.id = student_assignments.student_id and s.school_id = (select private.childrens_school()) and a.published_at is not null
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
    and exists (select from public.enrolments e
      where e.student_id = s.id and e.class_id = a.class_id and (e.ended_on is null or private.school_day(s.school_id, least(a.published_at, now())) < e.ended_on))
  order by a.due_on desc, a.id limit least(greatest(most, 1), 1000)
$function$;

create or replace function public.student_consents (
  student_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  mine constant uuid := private.my_guardian_of(student_consents.student_id);
  in_office constant boolean := exists (select from public.students s where s.id = student_consents.student_id and s.school_id = private.school_where('consent:manage'));
begin
  if mine is null and not in_office then
    if private.is_guardian() or private.may('consent:manage') then
      return '[]';
    end if;
    raise exception using errcode = '42501', message = 'Only guardians and the office see this.', hint = 'consent.guardians_only';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('purpose', p.key, 'name', p.name, 'statement', p.statement, 'version', p.version, 'translations', p.translations,
      'is_allowed', private.consent_state(student_consents.student_id, p.key),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id, 'guardian', private.full_name(g.first_name, g.last_name), 'is_mine', g.id is not distinct from mine,
          'is_given', c.is_given, 'decided_at', c.decided_at, 'version', c.version,
          'recorded_by', private.full_name(u.first_name, u.last_name),
          'withdrawn_at', case when not c.is_given then (select max(b.replaced_at) from public.consents b where b.student_id = sg.student_id and b.guardian_id = g.id and b.purpose = p.key and b.is_given) end)
        order by sg.is_primary desc, g.last_name, g.id), '[]')
        from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
        left join public.consents c on c.student_id = sg.student_id and c.guardian_id = g.id and c.purpose = p.key and c.replaced_at is null
        left join public.users u on u.id = c.recorded_by
        where sg.student_id = student_consents.student_id and (in_office or g.id = mine))) order by p.position)
    from public.consent_purposes p);
end
$function$;

create or replace function public.student_profile (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at', g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day)) order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments, 'has_mean', private.has_mean(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from private.student_results(s.id) r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id),
    'fees', case when s.school_id = private.school_where('fee-account:read-all') then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0), 'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$function$;

create or replace function public.submit_assignment (
  assignment_id uuid,
  answer        text
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into student from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.may('assignment:submit');
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.published_at is not null
    and a.class_id = private.class_on(student.id, private.school_today(student.school_id));
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
  end if;
  if task.archived_at is not null then
    raise exception using errcode = 'PT409', message = 'This assignment is closed. Ask your teacher.', hint = 'assignment.closed';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    raise exception using errcode = 'PT409', message = 'This assignment is already marked and cannot be changed.', hint = 'assignment.graded';
  end if;
  return handed_in;
end
$function$;

create or replace function public.two_factor_people (
  of_role     public.user_role default null::public.user_role,
  is_enrolled boolean          default null::boolean,
  search      text             default null::text,
  skipped     integer          default 0,
  size        integer          default 25
)
  returns table (
    id           uuid,
    name         text,
    email        text,
    role         public.user_role,
    enrolled_at  timestamp with time zone,
    due_on       date,
    signed_in_at timestamp with time zone,
    devices      bigint,
    total        bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  patterns constant text[] := private.search_patterns(two_factor_people.search);
begin
  return query
  select p.id, coalesce(private.full_name(p.first_name, p.last_name), ''), p.email, case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end, p.enrolled_at, private.second_step_due(p.id, school, p.role),
    (select l.at from private.last_sign_ins l where l.user_id = p.id), (select count(*) from private.trusted_devices d where d.user_id = p.id and d.trusted_until > now()), p.found
  from (
    select u.*, f.enrolled_at, count(*) over () as found
    from public.users u cross join lateral (select min(f.created_at) as enrolled_at from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f
    where u.school_id = school and u.is_active and u.role = any (private.roles_of_schools()) and (two_factor_people.of_role is null or u.role = two_factor_people.of_role)
      and (two_factor_people.is_enrolled is null or (f.enrolled_at is not null) = two_factor_people.is_enrolled)
      and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
    order by u.last_name, u.first_name, u.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)) p
  order by p.last_name, p.first_name, p.id;
end
$function$;

create or replace function public.withdraw_behaviour (
  entry_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(withdraw_behaviour.entry_id);
begin
  if not private.may('behaviour:read-all') and entry.recorded_by is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Only the person who recorded an entry, or the office, can withdraw it.', hint = 'behaviour.not_yours';
  end if;
  perform set_config('masomo.reason', private.require_text(withdraw_behaviour.reason, 300, 'reason', 'Say why it is withdrawn.'), true);
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(), withdrawn_reason = btrim(withdraw_behaviour.reason)
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$function$;

create view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    i.invoice_number,
    i.issued_on,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS amount,
    ( SELECT min(c.due_on) AS min
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS due_on,
    COALESCE(( SELECT b.balance
           FROM public.student_balances b
          WHERE (b.student_id = i.student_id)), 0) AS balance,
    ((private.fold_text(i.invoice_number) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
  WHERE (i.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

create view public.fee_payment_list with (security_invoker=true) AS  SELECT p.id,
    p.school_id,
    p.student_id,
    s.first_name,
    s.last_name,
    s.admission_number,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    p.receipt_number,
    p.amount,
    p.method,
    p.reference,
    p.paid_on,
    p.created_at,
    (p.reverses IS NOT NULL) AS is_reversal,
    (p.reversed_at IS NOT NULL) AS is_reversed,
    p.reason,
    private.full_name(u.first_name, u.last_name) AS recorded_by,
    ((private.fold_text(concat_ws(' '::text, p.receipt_number, p.reference)) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

create policy "Staff see the settings of their school's add-ons" on "public"."addon_settings"
  for select
  to "authenticated"
  using ((school_id = ( select private.school_where('school:work'::text) as school_where)));

create policy "Super admins add to the price book" on public.addons
  for insert
  to authenticated
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Super admins delete from the price book" on public.addons
  for delete
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins see the whole price book" on public.addons
  for select
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins update the price book" on public.addons
  for update
  to authenticated
  using (( select private.may('price:write'::text) as may))
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Authors change their announcements, administrators all" on public.announcements
  for update
  to authenticated
  using
    (((school_id = ( select private.school_where('announcement:write'::text) as school_where)) AND (( select
    private.may('announcement:manage'::text) as may) or (author_id = ( select private.signed_in_uid() as signed_in_uid)))))
  with
    check
    (((school_id = ( SELECT private.school_where('announcement:write'::text) AS school_where)) AND ((class_id IS NULL) OR ( SELECT
    private.may('announcement:write-all'::text) AS may) OR (class_id IN ( SELECT private.my_class_ids() AS my_class_ids)))));

create policy "Authors delete their announcements, administrators all" on public.announcements
  for delete
  to authenticated
  using
    (((school_id = ( select private.school_where('announcement:write'::text) as school_where)) AND (( select
    private.may('announcement:manage'::text) as may) or (author_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "People see what is announced to them, authors and administrator" on public.announcements
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('announcement:read-all'::text) as may) or (author_id = ( select private.signed_in_uid() as signed_in_uid)) or (((
    select private.my_role() as my_role) = ANY (audience)) AND (published_at <= now()) AND (archived_at is null) AND
    ((class_id is null) or ( select private.may('announcement:write-all'::text) as may) or (class_id in ( select private.my_class_ids() as
    my_class_ids)) or (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) or (exists ( select
   from private.my_childrens_past_stays() p(class_id, until)
  where ((p.class_id = announcements.class_id) AND (announcements.published_at < p.until)))))))));

create policy "Staff of a school announce, teachers to their own classes or to" on public.announcements
  for insert
  to authenticated
  with
    check
    (((school_id = ( SELECT private.school_where('announcement:write'::text) AS school_where)) AND ((class_id IS NULL) OR ( SELECT
    private.may('announcement:write-all'::text) AS may) OR (class_id IN ( SELECT private.my_class_ids() AS my_class_ids)))));

create policy "Administrators see assessments, teachers and families their cla" on public.assessments
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('assignment:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_history() as my_childrens_class_history)))));

create policy "Administrators see assignments, teachers their classes', famili" on "public"."assignments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('assignment:read-all'::text) as may) or ((class_id in ( select private.my_class_ids() as my_class_ids)) AND
    ((published_at is
    not null) or (teacher_id = ( select private.signed_in_uid() as signed_in_uid)))) or
    ((class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) AND (published_at is not null)) or (exists ( select
   from private.my_childrens_past_stays() p(class_id, until)
  where ((p.class_id = assignments.class_id) AND (assignments.published_at < p.until)))))));

create policy "Teachers change their own assignments" on public.assignments
  for update
  to authenticated
  using
    (((school_id = ( select private.school_where('assignment:write'::text) as school_where)) AND (teacher_id = ( select
    private.signed_in_uid() as signed_in_uid)) AND (class_id in ( select private.my_class_ids() as my_class_ids))))
  with
    check
    (((school_id = ( SELECT private.school_where('assignment:write'::text) AS school_where)) AND (teacher_id = ( SELECT
    private.signed_in_uid() AS signed_in_uid)) AND (class_id IN ( SELECT private.my_class_ids() AS my_class_ids))));

create policy "Teachers delete their own assignments" on public.assignments
  for delete
  to authenticated
  using
    (((school_id = ( select private.school_where('assignment:write'::text) as school_where)) AND (teacher_id = ( select
    private.signed_in_uid() as signed_in_uid)) AND (class_id in ( select private.my_class_ids() as my_class_ids))));

create policy "Teachers set assignments for their classes" on public.assignments
  for insert
  to authenticated
  with
    check
    (((school_id = ( SELECT private.school_where('assignment:write'::text) AS school_where)) AND (class_id IN ( SELECT
    private.my_class_ids() AS my_class_ids))));

create policy "Schools see attendance, teachers their classes', families their" on "public"."attendance"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('attendance:read-all'::text) as may)
    or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.school_where('audit:read'::text) as school_where)) or ((id >= ( select private.first_number() as
    first_number)) AND (id <= '9223372036854775807'::bigint) AND
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (entity <> all (ARRAY['custody_marks'::text,
    'data_requests'::text]))) or
    ((student_id is null) AND (entity <> all (ARRAY['guardians'::text, 'documents'::text, 'custody_marks'::text,
    'data_requests'::text])))))));

create policy "The office sees entries, teachers their students', families wha" on "public"."behaviour_entries"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.member_addon_school('addon:behaviour-records'::text) as member_addon_school)) AND (( select
    private.may('behaviour:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    ((shared_at is not null) AND (withdrawn_at is null) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "The office sees follow-ups, teachers their students'" on "public"."behaviour_follow_ups"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.addon_school('addon:behaviour-records'::text) as addon_school)) AND (( select
    private.may('behaviour:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))));

create policy "Administrators see their school's breaches, super admins all" on "public"."breaches"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('protection:read'::text) as may)));

create policy "Super admins see carts" on public.carts
  for select
  to authenticated
  using (( select private.may('store-analytics:read'::text) as may));

create policy "Schools see who teaches what, teachers and families in their cl" on public.class_subjects
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('class:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or (class_id in
    ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "Schools see their classes, teachers theirs, families their chil" on public.classes
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('class:read-all'::text) as may) or (id in ( select private.my_class_ids() as my_class_ids)) or (id in ( select
    private.my_childrens_class_history() as my_childrens_class_history)))));

create policy "Super admins add files" on public.cms_media
  for insert
  to authenticated
  with check (( SELECT private.may('media:write'::text) AS may));

create policy "Super admins see every file" on public.cms_media
  for select
  to authenticated
  using (( select private.may('media:write'::text) as may));

create policy "Super admins update files" on public.cms_media
  for update
  to authenticated
  using (( select private.may('media:write'::text) as may))
  with check (( SELECT private.may('media:write'::text) AS may));

create policy "Super admins see versions" on public.cms_page_versions
  for select
  to authenticated
  using (( select private.may('page:write'::text) as may));

create policy "Super admins add pages" on public.cms_pages
  for insert
  to authenticated
  with check (( SELECT private.may('page:write'::text) AS may));

create policy "Super admins delete pages" on public.cms_pages
  for delete
  to authenticated
  using (( select private.may('page:write'::text) as may));

create policy "Super admins see every page" on public.cms_pages
  for select
  to authenticated
  using (( select private.may('page:write'::text) as may));

create policy "Super admins update pages" on public.cms_pages
  for update
  to authenticated
  using (( select private.may('page:write'::text) as may))
  with check (( SELECT private.may('page:write'::text) AS may));

create policy "Super admins read the rights" on public.cms_rights
  for select
  to authenticated
  using (( select private.may('user:read'::text) as may));

create policy "The office sees decisions, guardians their own" on public.consents
  for select
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (( select private.may('consent:manage'::text) as may) or ((student_id in
    ( select private.my_student_ids() as my_student_ids)) AND (guardian_id in ( select guardians.id
   from public.guardians
  where (guardians.user_id = ( select private.signed_in_uid() as signed_in_uid))))))));

create policy "Super admins delete messages" on public.contact_messages
  for delete
  to authenticated
  using (( select private.may('ticket:answer'::text) as may));

create policy "Super admins read messages" on public.contact_messages
  for select
  to authenticated
  using (( select private.may('ticket:answer'::text) as may));

create policy "a super admin reads every answer" on public.cookie_choices
  for select
  to authenticated
  using (( select private.may('store-analytics:read'::text) as may));

create policy "The office sees who may not be told or collect" on public.custody_marks
  for select
  to authenticated
  using ((school_id = ( select private.school_where('custody:read'::text) as school_where)));

create policy "Administrators see their school's requests, guardians their own" on "public"."data_requests"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.my_school() as my_school)) AND (( select private.may('protection:manage'::text) as may) or (asked_by = (
    select private.signed_in_uid() as signed_in_uid)))));

create policy "Super admins delete demo requests" on public.demo_requests
  for delete
  to authenticated
  using (( select private.may('ticket:answer'::text) as may));

create policy "Super admins read demo requests" on public.demo_requests
  for select
  to authenticated
  using (( select private.may('ticket:answer'::text) as may));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('document:read-all'::text) as may) or
    (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "Staff of a school add documents" on public.documents
  for insert
  to authenticated
  with
    check
    (((school_id = ( SELECT private.school_where('document:share'::text) AS school_where)) AND ((student_id IS NULL) OR ( SELECT
    private.may('document:manage'::text) AS may) OR (student_id IN ( SELECT private.my_taught_student_ids() AS my_taught_student_ids)))));

create policy "The office and uploaders change documents" on public.documents
  for update
  to authenticated
  using
    (((school_id = ( select private.school_where('document:share'::text) as school_where)) AND (( select
    private.may('document:manage'::text) as may) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)))))
  with check ((school_id = ( SELECT private.school_where('document:share'::text) AS school_where)));

create policy "Whoever sees a student sees the classes they were in" on public.enrolments
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('student:read-all'::text) as may) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins add" on public.faqs
  for insert
  to authenticated
  with check (( SELECT private.may('content:write'::text) AS may));

create policy "Super admins delete" on public.faqs
  for delete
  to authenticated
  using (( select private.may('content:write'::text) as may));

create policy "Super admins see all of it" on public.faqs
  for select
  to authenticated
  using (( select private.may('content:write'::text) as may));

create policy "Super admins update" on public.faqs
  for update
  to authenticated
  using (( select private.may('content:write'::text) as may))
  with check (( SELECT private.may('content:write'::text) AS may));

create policy "Administrators see charges, families their children's" on "public"."fee_charges"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('fee-account:read-all'::text) as may)
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see credit notes, families their children's" on "public"."fee_credits"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('fee-account:read-all'::text) as may)
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see invoices, families their children's" on "public"."fee_invoices"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('fee-account:read-all'::text) as may)
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see payments, families their children's" on "public"."fee_payments"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('fee-account:read-all'::text) as may)
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see the fees" on public.fees
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('fee:read'::text) as may)));

create policy "The office sees the cards it prints, families their own" on public.gate_cards
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:qr-attendance'::text) as member_addon_school)) AND (( select
    private.may('gate:issue-cards'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see grades, teachers their classes', families th" on "public"."grades"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('result:read-all'::text) as may) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('student:read-all'::text) as may) or
    (user_id = ( select private.signed_in_uid() as signed_in_uid)) or (id in ( select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Schools see the timetable, teachers and families theirs" on public.lessons
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('class:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or (class_id in
    ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "The admin adds to its school" on public.lessons
  for insert
  to authenticated
  with check ((school_id = ( SELECT private.school_where('class:write'::text) AS school_where)));

create policy "The admin deletes within its school" on public.lessons
  for delete
  to authenticated
  using ((school_id = ( select private.school_where('class:write'::text) as school_where)));

create policy "The admin updates within its school" on public.lessons
  for update
  to authenticated
  using ((school_id = ( select private.school_where('class:write'::text) as school_where)))
  with check ((school_id = ( SELECT private.school_where('class:write'::text) AS school_where)));

create policy "Super admins see every licence, administrators and buyers their" on public.licences
  for select
  to authenticated
  using
    (((school_id = ( select private.school_where('plan:manage'::text) as school_where)) or ((user_id = ( select private.signed_in_uid() as
    signed_in_uid)) AND COALESCE((school_id = ( select private.my_school() as my_school)), true)) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Super admins see whether mails went out" on public.mail_outbox
  for select
  to authenticated
  using (( select private.may('platform:read'::text) as may));

create policy "Super admins switch what is ready" on public.module_points
  for update
  to authenticated
  using (( select private.may('content:write'::text) as may))
  with check (( SELECT private.may('content:write'::text) AS may));

create policy "Super admins see the timeline" on public.order_events
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Whoever sees an order sees its lines" on public.order_items
  for select
  to authenticated
  using ((( select private.may('order:read-all'::text) as may) or (exists ( select
   from public.orders o
  where (o.id = order_items.order_id)))));

create policy "Super admins see ratings" on public.order_ratings
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Super admins see attempts" on public.payment_attempts
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Whoever sees an order sees its payments" on public.payments
  for select
  to authenticated
  using ((( select private.may('order:read-all'::text) as may) or (exists ( select
   from public.orders o
  where (o.id = payments.order_id)))));

create policy "Super admins add to the price book" on public.plans
  for insert
  to authenticated
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Super admins delete from the price book" on public.plans
  for delete
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins see the whole price book" on public.plans
  for select
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins update the price book" on public.plans
  for update
  to authenticated
  using (( select private.may('price:write'::text) as may))
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Super admins see price changes" on public.price_changes
  for select
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins see what providers sent" on public.provider_events
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Super admins see what was deleted" on public.purge_runs
  for select
  to authenticated
  using (( select private.may('platform:read'::text) as may));

create policy "Administrators see receipts, cashiers their own" on public.quick_receipts
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:quick-fees'::text) as addon_school)) AND (( select
    private.may('fee-receipt:read-all'::text) as may) or (cashier_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Super admins see every opening, administrators those of their s" on public.record_openings
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('protection:read'::text) as may)));

create policy "Super admins see refunds" on public.refunds
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Schools see how many came, teachers of their classes" on public.register_days
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('register:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)))));

create policy "Super admins read the failures" on public.release_failures
  for select
  to authenticated
  using (( select private.may('platform:read'::text) as may));

create policy "Super admins read the measured values" on public.release_samples
  for select
  to authenticated
  using (( select private.may('platform:read'::text) as may));

create policy "Super admins see the schools that leave" on public.school_exits
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('subscription:read'::text) as may)));

create policy "Administrators see their school's exports" on "public"."school_exports"
  for select
  to "authenticated"
  using ((school_id = ( select private.school_where('school:export'::text) as school_where)));

create policy "Whoever sees an order sees what becomes of its services" on public.service_fulfilments
  for select
  to authenticated
  using ((( select private.may('order:read-all'::text) as may) or (exists ( select
   from public.orders o
  where (o.id = service_fulfilments.order_id)))));

create policy "Super admins add to the price book" on public.services
  for insert
  to authenticated
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Super admins delete from the price book" on public.services
  for delete
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins see the whole price book" on public.services
  for select
  to authenticated
  using (( select private.may('price:write'::text) as may));

create policy "Super admins update the price book" on public.services
  for update
  to authenticated
  using (( select private.may('price:write'::text) as may))
  with check (( SELECT private.may('price:write'::text) AS may));

create policy "Super admins read earlier settings" on public.setting_versions
  for select
  to authenticated
  using (( select private.may('settings:write'::text) as may));

create policy "Super admins add" on public.settings
  for insert
  to authenticated
  with check (( SELECT private.may('settings:write'::text) AS may));

create policy "Super admins delete" on public.settings
  for delete
  to authenticated
  using (( select private.may('settings:write'::text) as may));

create policy "Super admins read every setting" on public.settings
  for select
  to authenticated
  using (( select private.may('settings:write'::text) as may));

create policy "Super admins update" on public.settings
  for update
  to authenticated
  using (( select private.may('settings:write'::text) as may))
  with check (( SELECT private.may('settings:write'::text) AS may));

create policy "Super admins add redirects" on public.site_redirects
  for insert
  to authenticated
  with check (( SELECT private.may('page:write'::text) AS may));

create policy "Super admins delete redirects" on public.site_redirects
  for delete
  to authenticated
  using (( select private.may('page:write'::text) as may));

create policy "Super admins see redirects" on public.site_redirects
  for select
  to authenticated
  using (( select private.may('page:write'::text) as may));

create policy "Super admins update redirects" on public.site_redirects
  for update
  to authenticated
  using (( select private.may('page:write'::text) as may))
  with check (( SELECT private.may('page:write'::text) AS may));

create policy "Administrators see their staff, people their own record" on public.staff_members
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.may('staff:read-all'::text) as may) or (user_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Administrators see balances, families their children's" on "public"."student_balances"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('fee-account:read-all'::text) as may)
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Schools see how many students they have" on public.student_counts
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('class:read-all'::text) as may)));

create policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('student:read-all'::text) as may) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office adds to its school" on public.student_records
  for insert
  to authenticated
  with check ((school_id = ( SELECT private.school_where('record:write-all'::text) AS school_where)));

create policy "The office sees records, teachers and families what is meant fo" on public.student_records
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('record:read-all'::text) as may) or
    ((archived_at is null) AND (visible_to = ANY (ARRAY['teachers'::text, 'family'::text])) AND (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids))) or
    ((archived_at is null) AND (visible_to = 'family'::text) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "The office updates within its school" on public.student_records
  for update
  to authenticated
  using ((school_id = ( select private.school_where('record:write-all'::text) as school_where)))
  with check ((school_id = ( SELECT private.school_where('record:write-all'::text) AS school_where)));

create policy "Schools see their students, teachers theirs, families their chi" on public.students
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('student:read-all'::text) as may) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or (id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see results, teachers their classes', families t" on "public"."subject_results"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('result:read-all'::text) as may) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see submissions, teachers their classes', famili" on "public"."submissions"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (( select private.may('result:read-all'::text) as may) or
    (student_id in ( select private.my_student_ids() as my_student_ids)) or (assignment_id in ( select assignments.id
   from public.assignments
  where (assignments.class_id in ( select private.my_class_ids() as my_class_ids)))))));

create policy "Super admins see every subscription, administrators their schoo" on public.subscriptions
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ( select private.may('plan:read'::text) as may)));

create policy "Super admins work on tickets" on public.support_tickets
  for update
  to authenticated
  using (( select private.may('ticket:answer'::text) as may))
  with check (( SELECT private.may('ticket:answer'::text) AS may));

create policy "Super admins see tax documents" on public.tax_documents
  for select
  to authenticated
  using (( select private.may('order:read-all'::text) as may));

create policy "Super admins add" on public.testimonials
  for insert
  to authenticated
  with check (( SELECT private.may('content:write'::text) AS may));

create policy "Super admins delete" on public.testimonials
  for delete
  to authenticated
  using (( select private.may('content:write'::text) as may));

create policy "Super admins see all of it" on public.testimonials
  for select
  to authenticated
  using (( select private.may('content:write'::text) as may));

create policy "Super admins update" on public.testimonials
  for update
  to authenticated
  using (( select private.may('content:write'::text) as may))
  with check (( SELECT private.may('content:write'::text) AS may));

create policy "Administrators see the prints of their school, staff their own" on public.thermal_prints
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:thermal-print'::text) as addon_school)) AND (( select
    private.may('fee-receipt:read-all'::text) as may) or (printed_by = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Super admins see every reply, senders those to them" on public.ticket_replies
  for select
  to authenticated
  using ((( select private.may('ticket:answer'::text) as may) or ((not is_internal) AND (ticket_id in ( select support_tickets.id
   from public.support_tickets
  where (support_tickets.user_id = ( select private.signed_in_uid() as signed_in_uid)))))));

create policy "Super admins see visits" on public.visit_counts
  for select
  to authenticated
  using (( select private.may('store-analytics:read'::text) as may));

create policy "Administrators read their school's exports" on "storage"."objects"
  for select
  to "authenticated"
  using
    (((bucket_id = 'school-exports'::text) AND ((storage.foldername(name))[1] = (( select private.school_where('school:export'::text) as
    school_where))::text)));

create policy "Publishers remove the site's files" on "storage"."objects"
  for delete
  to "authenticated"
  using (((bucket_id = 'cms-media'::text) AND ( select private.may('media:write'::text) as may) AND private.can_change_file(name)));

create policy "Publishers replace the site's files" on "storage"."objects"
  for update
  to "authenticated"
  using (((bucket_id = 'cms-media'::text) AND ( select private.may('media:write'::text) as may) AND private.can_change_file(name)))
  with check (((bucket_id = 'cms-media'::text) AND private.can_change_file(name)));

create policy "Staff of a school upload its documents" on storage.objects
  for insert
  to authenticated
  with
    check
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[1] = (( SELECT private.school_where('document:share'::text) AS
    school_where))::text) AND ( SELECT private.may_write() AS may_write) AND
    private.require_storage_room(( SELECT private.school_where('document:share'::text) AS school_where), metadata)));

create policy "Super admins list the site's files" on "storage"."objects"
  for select
  to "authenticated"
  using (((bucket_id = 'cms-media'::text) AND ( select private.may('media:write'::text) as may)));

create policy "Super admins upload the site's files" on "storage"."objects"
  for insert
  to "authenticated"
  with check (((bucket_id = 'cms-media'::text) AND ( SELECT private.may('media:write'::text) AS may)));

create policy "The office removes its school's files" on "storage"."objects"
  for delete
  to "authenticated"
  using
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[1] = (( select private.school_where('document:manage'::text) as
    school_where))::text) AND ( select private.may_write() as may_write)));

create policy "Who uploaded a document removes its file" on storage.objects
  for delete
  to authenticated
  using
    (((bucket_id = 'school-documents'::text) AND (owner_id = (( select private.signed_in_uid() as signed_in_uid))::text) AND
    ((storage.foldername(name))[1] = (( select private.school_where('document:share'::text) as school_where))::text) AND
    ( select private.may_write() as may_write)));

create policy "Whoever sees a document reads its file" on storage.objects
  for select
  to authenticated
  using (((bucket_id = 'school-documents'::text) AND ((name in ( select documents.file_path
   from public.documents)) or
     ((storage.foldername(name))[1] = (( select private.school_where('document:manage'::text) as school_where))::text))));

comment on function private.my_class_ids() is 'Classes the caller leads or teaches, whatever their role.';

comment on function private.my_student_ids() is 'The calling student, or the children of whom the caller is a guardian: without those about whom the parent may not be told, and those who left too long ago.';

comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';

comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

revoke all on function private.account_of_student(uuid) from public;

revoke all on function private.has_own_students() from public;

grant execute on function private.has_own_students() to authenticated;

grant execute on function private.has_own_students() to service_role;

revoke all on function private.is_guardian() from public;

revoke all on function private.member_school() from public;

grant execute on function private.member_school() to authenticated;

grant execute on function private.member_school() to service_role;

revoke all on function private.personal_stats(bigint) from public;

revoke all on function private.roles_of_schools() from public;

grant select on table public.fee_invoice_list to authenticated;

grant all on table public.fee_invoice_list to service_role;

grant select on table public.fee_payment_list to authenticated;

grant all on table public.fee_payment_list to service_role;

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
  {"name": "behaviour:read-all", "is_platform": false, "is_about_children": true,
    "sentence": "May see every student''s behaviour, and record it for every student."},
  {"name": "gate:issue-cards", "is_platform": false, "is_about_children": false,
    "sentence": "May issue and print gate cards."},
  {"name": "two-factor:manage", "is_platform": false, "is_about_children": false,
    "sentence": "May say who signs in with two steps, and reset it."},
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
    "sentence": "May send mails again."}]',
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
    "mail:retry"],
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
    "behaviour:read-all",
    "gate:issue-cards",
    "two-factor:manage",
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
    "behaviour:record",
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
    "behaviour:record",
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
    "document:read-all",
    "behaviour:read-all",
    "gate:issue-cards"],
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
