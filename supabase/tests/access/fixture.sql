-- From the demonstration data: few rows per table, and for each person some rows that are theirs and some that are not.
delete from public.licences where order_id in (select id from public.orders where school_id is null);
delete from public.payments where order_id in (select id from public.orders where school_id is null and order_number !~ '(01|02)$');
delete from public.carts where order_id is null or order_id not in (select order_id from public.payments);
delete from public.orders where school_id is null and order_number !~ '(01|02)$';
delete from public.visit_counts where day < private.today() - 5;
delete from public.fee_payments where student_id in (select id from public.students where substring(admission_number from '\d+$')::integer % 40 not in (1, 2));
delete from public.students where substring(admission_number from '\d+$')::integer % 40 not in (1, 2);
delete from public.guardians where id not in (select guardian_id from public.student_guardians);
delete from public.attendance where day < private.today() - 6;
delete from public.assignments where due_on not between private.today() - 8 and private.today() + 20 or due_on > private.today() + 1 and published_at is not null;

insert into auth.users (id, aud, role, email, created_at, updated_at) values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'visitor@example.test', now(), now());
update public.orders set user_id = '00000000-0000-4000-8000-000000000001' where id = (select id from public.orders where school_id is null and paid_at is not null order by order_number limit 1);
update public.orders o set user_id = u.id from public.users u where u.email = 'parent@greenfield.test'
  and o.id = (select id from public.orders where school_id = u.school_id and paid_at is not null order by order_number limit 1);
update public.orders o set user_id = u.id from public.users u where u.email = 'student@greenfield.test'
  and o.id = (select id from public.orders where school_id = u.school_id and paid_at is not null order by order_number desc limit 1);
insert into public.licences (order_id, order_item_id, user_id, kind, name, category, quantity, licence_key)
select o.id, i.id, o.user_id, i.kind, i.addon_name, i.category, 1, 'AAAAA-BBBBB' from public.orders o join public.order_items i on i.order_id = o.id and i.position = 1 where o.user_id = '00000000-0000-4000-8000-000000000001';
insert into public.service_fulfilments (order_item_id, order_id) select i.id, i.order_id from public.order_items i where i.position = 1 on conflict do nothing;
insert into public.payment_attempts (order_id, method, provider, amount) select id, 'mpesa', 'daraja', total_amount from public.orders limit 3;
insert into public.tax_documents (kind, number, order_id, amount) select 'invoice', 900 + row_number() over (), id, total_amount from public.orders limit 3;
insert into public.refunds (payment_id, order_id, amount, reason) select id, order_id, 1, 'Too much' from public.payments limit 3;
insert into public.provider_events (provider, event_key, payload) values ('daraja', 'one', '{}');
insert into public.price_changes (kind, item_id, old_price, new_price, effective_on) select 'addon', id, price, price + 1000, private.today() + 60 from public.addons limit 1;

insert into public.invitations (email, role, school_id) select 'new@school.test', 'teacher', id from public.schools where name = 'Greenfield Academy';
insert into public.invitations (email, role, school_id) select 'new@lakeside.test', 'teacher', id from public.schools where name = 'Lakeside School';
insert into public.school_exports (school_id, state) select id, 'ready' from public.schools;
insert into public.retired_records (school_id, feature, name, record) select id, 'module:one', 'ones', '{}' from public.schools;
insert into public.jobs (school_id, kind, started_by, claims) select u.school_id, 'school-export', u.id, jsonb_build_object('sub', u.id)
from public.users u where u.school_id is not null;
insert into public.jobs (kind, subject) values ('pages', 'one');
insert into private.job_kinds (name, permission) values ('class-report-cards', 'report:read') on conflict do nothing;
insert into public.job_files (job_id, school_id, made_for, kind, name, size) select j.id, j.school_id, j.started_by, 'class-report-cards', 'Cards.pdf', 1
from public.jobs j where j.started_by is not null;
insert into public.imports (school_id, kind, file_name) select id, 'students', 'Students.csv' from public.schools;
insert into public.import_rows (school_id, import_id, line, cells, student_id) select i.school_id, i.id, 2, '{"first_name": "Amani"}', (
  select s.id from public.students s where s.school_id = i.school_id limit 1) from public.imports i;
insert into public.import_matches (school_id, kind) select id, 'students' from public.schools;
insert into public.audit_log (school_id, action, entity) select id, 'update', 'schools' from public.schools;
insert into public.audit_log (action, entity) values ('update', 'plans');
insert into public.addons (name, description, category, price, is_active) values ('Withdrawn', 'No longer sold.', 'saas', 1999, false);
insert into public.services (name, description, category, price, unit, is_active) values ('Withdrawn', 'No longer sold.', 'saas', 1999, 'one-time', false);
insert into public.faqs (surface, question, answer, is_active) values ('faq', 'Hidden?', 'Yes.', false);
insert into public.testimonials (quote, author, role, institution, is_active) values ('Hidden', 'A', 'B', 'C', false);
insert into public.cms_media (filename, original_filename, file_path, file_size, mime_type, is_active)
values ('a.png', 'a.png', 'media/a.png', 10, 'image/png', true), ('b.png', 'b.png', 'media/b.png', 10, 'image/png', false);
insert into public.cms_pages (title, slug) values ('Draft', 'draft');
insert into public.cms_redirects (slug, page_id) select 'former', id from public.cms_pages where slug = 'terms';
insert into public.site_redirects (from_path, to_path) values ('/former-prices', '/pricing');

insert into public.demo_requests (request_id, name, email, institution, role, version) values (gen_random_uuid(), 'A', 'a@b.test', 'C', 'Other', 'SaaS');
insert into public.contact_messages (request_id, name, email, subject, message) values (gen_random_uuid(), 'A', 'a@b.test', 'Other', 'Hello');
insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, user_id)
values (gen_random_uuid(), 'TK-1', 'A', 'a@b.test', 'S', 'Other', 'M', '00000000-0000-4000-8000-000000000001'), (gen_random_uuid(), 'TK-2', 'A', 'a@b.test', 'S', 'Other', 'M', null);
insert into public.ticket_replies (ticket_id, author_name, body, is_internal) select id, 'Support', 'Answer', false from public.support_tickets;
insert into public.ticket_replies (ticket_id, author_name, body, is_internal) select id, 'Support', 'Note', true from public.support_tickets;
insert into public.mail_outbox (idempotency_key, template, to_address) values ('one', 'order-proforma', 'a@b.test');
insert into public.notifications (user_id, title) select id, 'For you' from public.users;
insert into public.sign_ins (id, user_id, school_id) select gen_random_uuid(), id, school_id from public.users;
insert into public.saved_carts (user_id) select id from public.users;

create temporary table part as
select s.id as school, (select id from public.users where school_id = s.id and role = 'admin') as admin, (select id from public.users where school_id = s.id and role = 'teacher') as teacher,
  (select id from public.users where school_id = s.id and role = 'staff') as staff, c.id as class, c.class_teacher_id is not null as is_taught,
  (select id from public.students where class_id = c.id order by admission_number limit 1) as student, (select id from public.subjects where school_id = s.id and name = 'Mathematics') as subject, row_number() over () as n
from public.schools s join public.classes c on c.school_id = s.id and c.name in ('Form 3 East', 'Form 3 West', 'Grade 4 East');
insert into public.student_records (school_id, student_id, kind, summary) select school, student, kind, 'Fixture' from part, unnest(array['other', 'health', 'merit']) as kind;
insert into public.fee_invoices (school_id, student_id, term_id, invoice_number) select s.school_id, s.id, (select t.id from public.school_terms t where t.school_id = s.school_id order by starts_on limit 1), 'INV-' || row_number() over () from public.students s on conflict do nothing;
insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, due_on) select school, class, subject, case when is_taught then teacher end, 'Fixture', private.today() + 3 from part;
insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
select a.id, p.student, p.school, 'Answer', now() from part p join public.assignments a on a.class_id = p.class and a.title = 'Fixture' on conflict do nothing;
insert into public.assignment_files (school_id, assignment_id, position, name, file_path, file_size, mime_type) select p.school, a.id, 1, 'Sheet', p.school || '/sheet-' || p.n, 1, 'application/pdf' from part p join public.assignments a on a.class_id = p.class and a.title = 'Fixture';
insert into public.assignment_files (school_id, assignment_id, student_id, position, name, file_path, file_size, mime_type) select p.school, a.id, p.student, 1, 'Page', p.school || '/page-' || p.n, 1, 'image/jpeg' from part p join public.assignments a on a.class_id = p.class and a.title = 'Fixture' where p.student is not null;
insert into public.announcements (school_id, class_id, title, body, audience, author_id) select school, class, 'For one class', 'Text', '{admin,teacher,staff,parent,student}'::public.user_role[], admin from part;
insert into public.announcements (school_id, title, body, audience, author_id) select distinct school, 'By a teacher', 'Text', '{admin,teacher,staff,parent,student}'::public.user_role[], teacher from part;
insert into public.announcements (school_id, title, body, audience, author_id) select distinct school, 'By the office', 'Text', '{admin,teacher,staff,parent,student}'::public.user_role[], staff from part where staff is not null;
insert into public.announcements (school_id, title, body, audience, author_id) select distinct school, 'For administrators', 'Text', '{admin}'::public.user_role[], admin from part;
insert into public.documents (school_id, student_id, title, file_path, file_size, mime_type, uploaded_by, audience) select school, student, 'Report card', school || '/report-' || n, 1, 'application/pdf', admin, '{admin,teacher,staff,parent,student}'::public.user_role[] from part;
insert into public.documents (school_id, title, file_path, file_size, mime_type, uploaded_by, audience) select distinct school, 'Handout', school || '/handout', 1, 'application/pdf', teacher, '{admin,teacher,staff,parent,student}'::public.user_role[] from part;
insert into public.documents (school_id, title, file_path, file_size, mime_type, uploaded_by, audience) select distinct school, 'Contract', school || '/contract', 1, 'application/pdf', admin, '{admin}'::public.user_role[] from part;

insert into public.conversations (school_id, student_id, guardian_id, teacher_id)
select sg.school_id, sg.student_id, sg.guardian_id, coalesce(c.class_teacher_id, t.id) from public.student_guardians sg
  join public.students s on s.id = sg.student_id left join public.classes c on c.id = s.class_id
  join public.users t on t.school_id = sg.school_id and t.role = 'teacher'
on conflict do nothing;
insert into public.conversation_messages (school_id, conversation_id, student_id, is_from_guardian, body)
select school_id, id, student_id, true, 'Good morning' from public.conversations;

insert into public.release_samples (app, version, metric, value) values ('mfe-store', '0.1.0-fixture', 'load', 100);
insert into public.release_failures (app, version, number, path, visit, versions) values ('mfe-store', '0.1.0-fixture', 'SHELL-012', '/store', 'visit-fixture', '{}');
insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional) values (gen_random_uuid(), 1, true, false, false);
insert into public.campuses (school_id, name) select id, 'Town' from public.schools;
insert into public.cms_rights (id, cms_right) select id, 'publisher' from public.super_admins;
insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given) select sg.school_id, sg.student_id, sg.guardian_id, 'photographs', 1, true from public.student_guardians sg;
insert into public.custody_marks (school_id, student_id, guardian_id, may_be_told, may_collect, basis)
select distinct on (g.school_id) sg.school_id, sg.student_id, sg.guardian_id, false, false, 'Court order' from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where g.user_id is null order by g.school_id, sg.guardian_id;
insert into public.data_requests (school_id, student_id, kind, asker, asked_by, due_on) select distinct on (u.id) u.school_id, s.id, 'access', 'A parent', u.id, private.today() + 7
from public.users u join public.students s on s.school_id = u.school_id where u.role in ('parent', 'student') order by u.id, s.id;
insert into public.data_requests (school_id, student_id, kind, asker, due_on) select distinct on (s.school_id) s.school_id, s.id, 'erasure', 'On paper', private.today() + 14 from public.students s order by s.school_id, s.id;
insert into public.purge_runs (day, rule, purged, is_finished) values (private.today() - 1, 'sign_ins', 3, true);
insert into public.record_openings (school_id, reason, closes_at) select id, 'A ticket about marks', now() - interval '1 day' from public.schools;
insert into public.audit_log (school_id, student_id, action, entity) select distinct on (school_id) school_id, id, 'read', 'student_records' from public.students order by school_id, id desc;
insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned) select id, now(), now() + interval '72 hours', 'A stolen laptop', 'Marks' from public.schools;
insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on) select id, name, private.today() - 40, private.today() - 9, private.today() + 51 from public.schools;

-- Every account in these tests is signed in, those above too.
insert into auth.sessions (id, user_id, created_at, updated_at, aal) select md5(id::text)::uuid, id, now(), now(), 'aal1' from auth.users on conflict do nothing;
insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on)
select distinct on (c.student_id) c.school_id, c.student_id, c.id, 'CRN-' || c.id, 1, 'Charged too much', private.today() from public.fee_charges c order by c.student_id, c.id;
