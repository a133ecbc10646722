-- What the demonstration shows of Multi Branch: Lakeside School has a branch at Dunga with classes, registers, fees and a bursar of its own,
-- two families with a child at each, receipts of one desk for both, and a child who has moved.
insert into public.campuses (school_id, name, address, phone)
select h.id, 'Dunga', 'Dunga Beach Road', '+254 711 000 025' from public.schools h where h.name = 'Lakeside School';
insert into public.licences (school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, issued_as)
select h.id, 'addon', 'Multi Branch', 'standalone', 3, 'key of Multi Branch', 'addon:multi-branch', private.nairobi_day(now()) - 120, private.nairobi_day(now()) + 200,
  extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'key of Multi Branch')
from public.schools h where h.name = 'Lakeside School';
insert into public.schools (id, name, kind, email, phone, address, city, county, motto, time_zone, version, is_demo, branch_of, campus_id)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'school lakeside dunga'), h.name || ', ' || c.name, h.kind, h.email, c.phone, c.address, h.city, h.county, h.motto,
  h.time_zone, h.version, true, h.id, c.id
from public.schools h join public.campuses c on c.school_id = h.id where h.name = 'Lakeside School';

create temporary table demo_branch on commit drop as
select b.id, b.branch_of as head, m.id as admin from public.schools b join public.users m on m.email = 'admin@lakeside.test' where b.branch_of is not null and b.is_demo;
insert into public.school_terms (school_id, name, starts_on, ends_on, created_at)
select b.id, t.name, t.starts_on, t.ends_on, t.created_at from demo_branch b join public.school_terms t on t.school_id = b.head;
insert into public.subjects (school_id, name, code) select b.id, s.name, s.code from demo_branch b join public.subjects s on s.school_id = b.head;
insert into public.classes (school_id, name, level, room)
select b.id, c.level, c.level, c.level from demo_branch b, (values ('Grade 1'), ('Grade 2')) as c (level);

-- The bursar of the branch, and the principal, who directs both.
insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new)
select a.instance_id, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'account bursar@dunga.test'), a.aud, a.role, 'bursar@dunga.test', a.encrypted_password, a.email_confirmed_at,
  a.raw_app_meta_data, '{}', a.created_at, a.updated_at, '', '', '', ''
from auth.users a where a.email = 'admin@lakeside.test';
insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true), 'email', null, u.created_at, u.updated_at
from auth.users u where u.email = 'bursar@dunga.test';
update public.users u set first_name = 'Achieng', last_name = 'Owuor', phone = '+254 711 000 026', role = 'admin', school_id = b.id, is_active = true
from demo_branch b where u.email = 'bursar@dunga.test';
insert into private.memberships (user_id, school_id, role_id, given_by)
select b.admin, b.id, private.common_role('admin'), b.admin from demo_branch b on conflict do nothing;
insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
select b.id, u.id, 'D-001', u.first_name, u.last_name, 'Bursar', 'Administration', u.email, u.phone, private.nairobi_day(now()) - 400
from demo_branch b join public.users u on u.email = 'bursar@dunga.test';

insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
select b.id, 'DU/' || 100 * c.rank + n, (array['Akinyi', 'Omondi', 'Adhiambo', 'Otieno', 'Awino', 'Ochieng', 'Atieno', 'Onyango', 'Anyango', 'Ouma'])[n],
  (array['Okoth', 'Owino', 'Odera', 'Were', 'Juma', 'Ogola', 'Opiyo', 'Obura', 'Oluoch', 'Ouko'])[1 + (n * 3 + c.rank)::integer % 10],
  case when n % 2 = 1 then 'female' else 'male' end::public.gender, private.nairobi_day(now()) - 365 * (5 + c.rank)::integer - n * 20, c.id, private.nairobi_day(now()) - 320
from demo_branch b join (select *, row_number() over (partition by school_id order by name) as rank from public.classes) c on c.school_id = b.id, generate_series(1, 10) as n;
-- The youngest of two families that owe fees at the main school are here; the same person with the same phone is their guardian at both.
create temporary table demo_families on commit drop as
select b.id as branch, b.head, s.id as elder, g.first_name, g.last_name, g.phone, g.email, row_number() over (order by s.admission_number) as number
from demo_branch b join public.students s on s.school_id = b.head join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id
where s.id in (select o.student_id from public.student_balances o join public.students e on e.id = o.student_id
  where o.school_id = b.head and o.balance >= 9000 order by e.admission_number limit 2);
update public.students s set last_name = e.last_name from demo_families f join public.students e on e.id = f.elder
where s.school_id = f.branch and s.admission_number = 'DU/' || 100 * f.number + 3;
insert into public.guardians (id, school_id, first_name, last_name, phone, email, created_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || s.id), s.school_id, coalesce(f.first_name, (array['Mary', 'John', 'Esther', 'Peter', 'Ruth'])[1 + s.n % 5]),
  coalesce(f.last_name, s.last_name), coalesce(f.phone, format('+254 720 %s %s', lpad((s.n * 53 % 1000)::text, 3, '0'), lpad((s.n * 71 % 1000)::text, 3, '0'))),
  case when f.elder is null then lower(format('%s.dunga%s@family.test', s.last_name, s.n)) else f.email end, s.admitted_on + time '10:00'
from (select s.*, row_number() over (order by s.admission_number)::integer as n from public.students s join demo_branch b on b.id = s.school_id) s
left join demo_families f on s.admission_number = 'DU/' || 100 * f.number + 3;
insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
select s.id, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || s.id), s.school_id, 'Parent', true from public.students s join demo_branch b on b.id = s.school_id;

-- Its own fees, of which most families have paid a part at its own desk.
create temporary table demo_fees on commit drop as
select b.*, t.id as term, t.starts_on, u.id as bursar from demo_branch b join public.users u on u.email = 'bursar@dunga.test', lateral (
  select * from public.school_terms t where t.school_id = b.id order by t.starts_on desc limit 1) t;
insert into public.fees (school_id, term_id, name, amount, due_on, created_at)
select f.id, f.term, v.name, v.amount, f.starts_on + 21, f.starts_on - interval '10 days' from demo_fees f, (values ('Tuition', 12000), ('Meals', 4800)) as v (name, amount);
insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on, created_at)
select s.school_id, s.id, f.term, 'INV-' || lpad((row_number() over (order by s.admission_number))::text, 5, '0'), f.starts_on, f.starts_on + time '05:30'
from public.students s join demo_fees f on f.id = s.school_id;
insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, created_at, invoice_id)
select f.school_id, i.student_id, f.id, f.name, f.amount, f.due_on, i.created_at, i.id from public.fees f join demo_branch b on b.id = f.school_id join public.fee_invoices i on i.school_id = f.school_id;
insert into private.invoice_counters (school_id, last) select school_id, count(*) from public.fee_invoices where school_id in (select id from demo_branch) group by school_id;
insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, created_at)
select p.school_id, p.id, 'RCT-' || lpad((row_number() over (order by p.paid_on, p.admission_number))::text, 5, '0'), p.amount, p.method,
  case p.method when 'mpesa' then 'T' || substr(p.digits, 1, 9) when 'bank' then 'FT' || translate(substr(p.digits, 1, 8), 'ABCDEF', '123456') end,
  p.paid_on, p.bursar, (p.paid_on + time '09:15' + make_interval(mins => p.n * 7)) at time zone 'Africa/Nairobi'
from (select s.id, s.school_id, s.admission_number, s.n, f.bursar, (array[16800, 10000, 6000, 16800, 12000])[1 + s.n % 5] as amount, (array['mpesa', 'mpesa', 'cash', 'bank'])[1 + s.n % 4] as method,
    f.starts_on + 2 + s.n * 5 % 38 as paid_on, upper(md5(s.admission_number)) as digits
  from (select s.*, row_number() over (order by s.admission_number)::integer as n from public.students s join demo_branch b on b.id = s.school_id) s join demo_fees f on f.id = s.school_id
  where s.n % 7 <> 0 and s.last_name not in (select last_name from demo_families)) p;
insert into private.receipt_counters (school_id, last) select school_id, count(*) from public.fee_payments where school_id in (select id from demo_branch) group by school_id;

-- What the main desk took from the two families for both.
insert into public.branch_receipts (id, school_id, receipt_number, method, reference, amount, paid_on, taken_by, created_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'branch receipt ' || f.number), f.head, private.next_receipt_number(f.head), case f.number when 1 then 'mpesa' else 'cash' end,
  case f.number when 1 then 'TKE4Q7XJ2P' end, case f.number when 1 then 14000 else 9000 end, d.day, b.admin, (d.day + time '10:40') at time zone 'Africa/Nairobi'
from demo_families f join demo_branch b on b.id = f.branch, lateral (select private.nairobi_day(now()) - (f.number * 9)::integer as day) d order by f.number;
with parts as (
  select r.id as receipt, r.school_id as desk, r.method, r.reference, r.paid_on, r.taken_by, r.created_at, f.number, c.student, c.school, c.amount, c.place
  from public.branch_receipts r join demo_families f on r.id = extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'branch receipt ' || f.number)
  join public.students y on y.school_id = f.branch and y.admission_number = 'DU/' || 100 * f.number + 3,
  lateral (values (f.elder, f.head, 5000, 1), (y.id, f.branch, case f.number when 1 then 9000 else 4000 end, 2)) as c (student, school, amount, place)),
paid as (
  insert into public.fee_payments (id, school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, created_at)
  select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'branch payment ' || receipt || place), school, student, private.next_receipt_number(school), amount, method, reference, paid_on, taken_by, created_at from parts order by number, place returning id)
insert into private.branch_receipt_lines (receipt_id, position, school_id, payment_id)
select receipt, place, desk, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'branch payment ' || receipt || place) from parts where (select count(*) from paid) > 0;
select private.enter_between(p.school_id, r.school_id, 'payment', r.receipt_number, p.amount, r.paid_on, p.id)
from private.branch_receipt_lines l join public.branch_receipts r on r.id = l.receipt_id join public.fee_payments p on p.id = l.payment_id
where p.school_id <> r.school_id;
update public.branch_entries e set created_at = p.created_at from public.fee_payments p where p.id = e.payment_id;

-- Its registers of the last weeks.
insert into public.attendance (student_id, day, school_id, class_id, status, recorded_by, recorded_at)
select s.id, d.day, s.school_id, s.class_id,
  (case when p.chance < 4 then 'absent' when p.chance < 11 then 'late' when p.chance < 13 then 'excused' else 'present' end)::public.attendance_status,
  f.bursar, (d.day + time '08:15') at time zone 'Africa/Nairobi'
from public.students s join demo_fees f on f.id = s.school_id,
  lateral (select n::date as day from generate_series(private.nairobi_day(now()) - 25, private.nairobi_day(now()) - 1, interval '1 day') as n
    where extract(isodow from n) < 6) d,
  lateral (select abs(hashtext(d.day - f.starts_on || ' ' || s.admission_number)) % 100 as chance) p
where s.class_id is not null;

-- One child began at the branch and came to the main school.
with arrived as (
  select s.*, b.id as branch, b.admin from demo_branch b join public.students s on s.school_id = b.head and s.admission_number = 'LS/1047'),
before as (
  insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, status, admitted_on)
  select a.branch, 'DU/90', a.first_name, a.last_name, a.gender, a.date_of_birth, 'left', a.admitted_on - 150 from arrived a returning id, school_id)
insert into public.branch_moves (school_id, student_id, to_school_id, to_student_id, carried, moved_on, moved_by, created_at)
select b.school_id, b.id, a.school_id, a.id, 0, a.admitted_on, a.admin, (a.admitted_on + time '11:20') at time zone 'Africa/Nairobi'
from before b join arrived a on a.branch = b.school_id;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:multi-branch', date_trunc('month', private.nairobi_day(now()))::date, b.head from demo_branch b;
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
