-- Both towns are the seats of the counties that are named after them.
update public.schools set county = city where is_demo;

-- Greenfield Academy runs with us; Lakeside School has a server of its own, and its plan came with a key and ends soon.
update public.schools set version = 'standalone' where name = 'Lakeside School' and is_demo;
update public.subscriptions s set plan_id = p.id, billing = 'annual', started_on = s.ends_on - 365, issued_as = extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'key of a plan')
from public.schools h, public.plans p where h.id = s.school_id and h.is_demo and h.version = 'standalone' and p.category = 'standalone' and p.name = 'Basic';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and action = 'update' and entity in ('schools', 'subscriptions');

-- Add-ons in use: Greenfield Academy scans at the gate. Everybody has a card, and the last week's registers came from it.
update public.licences set valid_until = private.nairobi_day(now()) + 200
where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy' and l.feature = 'addon:qr-attendance' order by l.valid_until desc limit 1);

-- Greenfield Academy also bought the add-ons that it uses below; the demonstration's sales, which add up to known figures, stay as they are.
insert into public.licences (order_id, order_item_id, school_id, kind, name, category, quantity, licence_key, valid_from, valid_until)
select distinct on (i.addon_name) o.id, i.id, h.id, i.kind, i.addon_name, i.category, i.quantity, upper(regexp_replace(substr(md5(i.id::text), 1, 20), '(.{5})(?=.)', '\1-', 'g')), private.nairobi_day(o.paid_at), private.nairobi_day(now()) + 200
from public.orders o join public.order_items i on i.order_id = o.id join public.schools h on h.name = 'Greenfield Academy'
where o.is_demo and o.paid_at is not null and o.school_id is null and i.addon_name in ('Behaviour Records', 'Quick Fees', 'Thermal Print') order by i.addon_name, o.paid_at desc;

insert into public.gate_cards (school_id, student_id)
select s.school_id, s.id from public.students s join public.schools h on h.id = s.school_id where h.name = 'Greenfield Academy' and s.status = 'active';
insert into public.gate_cards (school_id, staff_id)
select m.school_id, m.id from public.staff_members m join public.schools h on h.id = m.school_id where h.name = 'Greenfield Academy' and m.is_active;

insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome)
select gen_random_uuid(), a.school_id, a.student_id, a.day,
  (a.day::timestamp + case a.status when 'late' then time '08:05' else time '07:10' end + make_interval(mins => abs(hashtext(a.student_id::text || a.day)) % 40)) at time zone 'Africa/Nairobi', 'in', 'card', a.status::text
from public.attendance a join public.schools h on h.id = a.school_id join public.classes c on c.id = a.class_id
where h.name = 'Greenfield Academy' and c.name = 'Form 1 East' and a.status in ('present', 'late') and a.day > private.nairobi_day(now()) - 14;

insert into public.gate_sightings (id, school_id, staff_id, day, seen_at, direction, method, outcome)
select gen_random_uuid(), m.school_id, m.id, d.day, (d.day::timestamp + time '06:50' + make_interval(mins => abs(hashtext(m.id::text || d.day)) % 30)) at time zone 'Africa/Nairobi', 'in', 'card', 'staff'
from public.staff_members m join public.schools h on h.id = m.school_id,
  lateral (select distinct g.day from public.gate_sightings g where g.school_id = m.school_id) d
where h.name = 'Greenfield Academy' and m.is_active;

-- Greenfield Academy also records behaviour, in the usual kinds: a term's merits and incidents, with some follow-ups that are still open.
insert into public.behaviour_categories (school_id, name, kind, points)
select h.id, u.name, u.kind, u.points from public.schools h, private.usual_behaviour_categories u where h.name = 'Greenfield Academy' order by u.position;

insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed, request_id, recorded_by, recorded_at, shared_at)
select s.school_id, s.id, c.id, c.kind, c.points, m.day, k.note, k.agreed, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'behaviour ' || s.admission_number), coalesce(r.class_teacher_id, o.id), m.at,
  case when c.kind = 'merit' or s.n % 4 = 0 then m.at end
from (select s.*, row_number() over (order by s.admission_number) as n from public.students s join public.schools h on h.id = s.school_id where h.name = 'Greenfield Academy' and s.status = 'active') s
join (values
  (1, 'Helped somebody', 'Carried the books of a classmate with a broken arm.', null), (2, 'Outstanding work', 'The best essay of the form.', null), (3, 'Stood for the school', 'Won the county debate.', null),
  (4, 'Much improved', 'Every homework of the month was complete.', null), (5, 'Disturbed a lesson', 'Talked through the whole of physics.', 'Sits in front for two weeks.'),
  (6, 'Homework missing', 'For the third time in mathematics.', 'Does it in the evening preparation.'), (7, 'Out of uniform', 'Came without a tie.', null), (8, 'Rude to somebody', 'Shouted at the cook.', 'Said sorry in person.'),
  (9, 'Away without leave', 'Was not in the afternoon lessons.', 'The guardian was asked to come.')) as k (number, name, note, agreed) on k.number = 1 + s.n / 5 % 9
join public.behaviour_categories c on c.school_id = s.school_id and c.name = k.name
left join public.classes r on r.id = s.class_id
cross join (select id from public.users where email = 'staff@greenfield.test') o
cross join lateral (select private.nairobi_day(now()) - (s.n * 7 % 60)::integer as day) d
cross join lateral (select d.day, (d.day::timestamp + time '10:20') at time zone 'Africa/Nairobi' as at) m
where s.n % 5 = 0;

insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by, planned_at)
select e.school_id, e.id, e.student_id, private.nairobi_day(now()) + (row_number() over (order by e.id))::integer % 9 - 2, case e.points when 5 then 'Talk to the guardian' else 'See whether it has got better' end, e.recorded_by, e.recorded_by, e.recorded_at
from public.behaviour_entries e where e.kind = 'incident' and e.happened_on > private.nairobi_day(now()) - 21;

-- The window took part of Greenfield Academy's fees of the last two weeks; some receipts were printed on receipt paper, one of them twice.
insert into public.quick_receipts (id, school_id, receipt_number, method, reference, amount, received, paid_on, cashier_id, recorded_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'quick receipt ' || p.receipt_number), p.school_id, p.receipt_number, p.method, p.reference, p.amount, case p.method when 'cash' then ceil(p.amount / 1000.0)::integer * 1000 end,
  p.paid_on, u.id, (p.paid_on::timestamp + time '09:00' + make_interval(mins => abs(hashtext(p.receipt_number)) % 240)) at time zone 'Africa/Nairobi'
from public.fee_payments p join public.schools h on h.id = p.school_id
join public.users u on u.email = case when abs(hashtext(p.receipt_number)) % 3 = 0 then 'admin@greenfield.test' else 'staff@greenfield.test' end
where h.name = 'Greenfield Academy' and p.reverses is null and p.method in ('mpesa', 'cash', 'bank') and p.paid_on between private.nairobi_day(now()) - 14 and private.nairobi_day(now()) - 1;

insert into private.quick_receipt_lines (receipt_id, position, school_id, payment_id, name, amount)
select r.id, 1, r.school_id, p.id, (select c.name from public.fee_charges c where c.student_id = p.student_id order by c.amount desc limit 1), p.amount
from public.quick_receipts r join public.fee_payments p on p.school_id = r.school_id and p.receipt_number = r.receipt_number;

insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by, printed_at)
select r.school_id, r.id, r.receipt_number, 0, r.cashier_id, r.recorded_at from public.quick_receipts r;
insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by, printed_at)
select r.school_id, r.id, r.receipt_number, 1, r.cashier_id, r.recorded_at + interval '2 hours' from public.quick_receipts r order by r.recorded_at limit 1;

-- Greenfield Academy will oblige its teachers to two-step sign-in next term, and its log has the sign-ins of a month.
update public.licences set valid_until = private.nairobi_day(now()) + 200
where id = (select l.id from public.licences l join public.schools s on s.id = l.school_id where s.name = 'Greenfield Academy' and l.feature = 'addon:two-factor' order by l.valid_until desc limit 1);

-- A repeat purchase follows the one before, under the name of the school's version of the product, though the demonstration's orders have either.
update public.licences l set name = a.name, category = a.category
from public.schools h, public.addons a where h.id = l.school_id and h.is_demo and l.kind = 'addon' and a.feature = l.feature and a.category::text = h.version;
delete from public.licences l using public.licences n, public.schools h
where h.id = l.school_id and h.is_demo and n.school_id = l.school_id and n.feature = l.feature and n.valid_from = l.valid_from and (n.valid_until, n.id) > (l.valid_until, l.id);
update public.licences l set valid_until = n.starts_on - 1
from (select c.id, lead(c.valid_from) over (partition by c.school_id, c.feature order by c.valid_from) as starts_on from public.licences c join public.schools h on h.id = c.school_id where h.is_demo and c.feature is not null) n
where n.id = l.id and l.valid_until >= n.starts_on;

-- Lakeside School has entered the keys of two add-ons that it ordered and one that is over by now; what else it ordered waits for its key.
delete from public.licences l using public.schools h where h.id = l.school_id and h.is_demo and h.version = 'standalone' and l.category = 'saas';
insert into public.licences (school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, issued_as)
select l.school_id, l.kind, l.name, l.category, l.quantity, 'key of ' || l.licence_key, l.feature, l.valid_from, l.valid_until, l.id
from public.licences l join public.schools h on h.id = l.school_id where h.name = 'Lakeside School' and l.feature in ('addon:qr-attendance', 'addon:quick-fees') and l.valid_until >= private.nairobi_day(now());
insert into public.licences (school_id, kind, name, category, quantity, licence_key, feature, valid_from, valid_until, issued_as)
select h.id, 'addon', a.name, a.category, 1, 'key of an earlier order', a.feature, private.nairobi_day(now()) - 150, private.nairobi_day(now()) - 28, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'key of an add-on')
from public.schools h join public.addons a on a.name = 'Thermal Print' where h.name = 'Lakeside School';

insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
select h.id, 'teacher', u.id, private.nairobi_day(now()) + 180, 14 from public.schools h join public.users u on u.email = 'admin@greenfield.test' where h.name = 'Greenfield Academy';

insert into public.sign_ins (id, user_id, school_id, signed_in_at, ended_at, has_second_step, device, address)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'sign-in ' || u.email || d.n), u.id, u.school_id, m.at, m.at + make_interval(hours => 2 + abs(hashtext(u.email || d.n)) % 7), false,
  case u.role when 'parent' then 'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    else 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36' end,
  ('197.248.' || abs(hashtext(u.email)) % 200 || '.7')::inet
from public.users u join public.schools h on h.id = u.school_id cross join generate_series(1, 30) as d (n)
cross join lateral (select (private.nairobi_day(now()) - d.n + time '06:40' + make_interval(mins => abs(hashtext(u.email || d.n)) % 180)) at time zone 'Africa/Nairobi' as at) m
where h.name = 'Greenfield Academy' and abs(hashtext(d.n || u.email)) % case u.role when 'parent' then 6 when 'student' then 5 else 2 end = 0;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select f.feature, date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h, (values ('addon:qr-attendance'), ('addon:behaviour-records'), ('addon:quick-fees'), ('addon:thermal-print'), ('addon:two-factor')) as f (feature)
where h.name = 'Greenfield Academy';
