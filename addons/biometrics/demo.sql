-- What the demonstration shows of Biometrics Entry: both schools have a reader at the gate, which has filled the registers of a class for two weeks,
-- one whose number was entered and that has not called, boarders, and a number that nobody has yet.
insert into public.readers (school_id, name, serial, state, network, approved_at)
select h.id, 'Main gate', d.serial, 'approved', '127.0.0.0/8', now() - interval '20 days'
from public.schools h join (values ('Greenfield Academy', 'MSM2026000417'), ('Lakeside School', 'MSM2026000518')) as d (school, serial) on h.name = d.school;
insert into public.readers (school_id, name, serial)
select h.id, d.name, d.serial
from public.schools h join (values ('Greenfield Academy', 'Dormitory', 'MSM2026000421'), ('Lakeside School', 'Lower gate', 'MSM2026000522')) as d (school, name, serial) on h.name = d.school;
insert into public.reader_health (reader_id, school_id, seen_at, called_at, called_from)
select r.id, r.school_id, case when r.state = 'approved' then now() end, case when r.state = 'approved' then now() end, case when r.state = 'approved' then '127.0.0.1' end
from public.readers r join public.schools h on h.id = r.school_id where h.name in ('Greenfield Academy', 'Lakeside School');

-- The guardians of one class have agreed; its first students have numbers, some of them board.
insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, decided_at)
select g.school_id, g.student_id, g.guardian_id, 'biometrics', p.version, true, now() - interval '30 days'
from public.student_guardians g join public.students s on s.id = g.student_id join public.classes c on c.id = s.class_id
join public.schools h on h.id = g.school_id cross join public.consent_purposes p
where (h.name, c.name) in (('Greenfield Academy', 'Form 4 West'), ('Lakeside School', 'Grade 6 East')) and p.key = 'biometrics'
on conflict do nothing;
insert into public.reader_numbers (school_id, student_id, number)
select s.school_id, s.id, (1100 + row_number() over (partition by s.school_id order by s.admission_number))::text
from public.students s join public.classes c on c.id = s.class_id join public.schools h on h.id = s.school_id
where (h.name, c.name) in (('Greenfield Academy', 'Form 4 West'), ('Lakeside School', 'Grade 6 East')) and s.status = 'active' and private.consent_state(s.id, 'biometrics');
update public.students s set boarding = case when n.number::integer % 4 = 0 then 'boarder' else 'day' end::public.boarding
from public.reader_numbers n where n.student_id = s.id;
insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome, reader_id)
select gen_random_uuid(), a.school_id, a.student_id, a.day,
  (a.day::timestamp + case a.status when 'late' then time '08:06' else time '07:05' end + make_interval(mins => abs(hashtext(n.number || a.day)) % 40)) at time zone 'Africa/Nairobi',
  'in', 'reader', a.status::text, r.id
from public.attendance a join public.reader_numbers n on n.student_id = a.student_id join public.readers r on r.school_id = a.school_id and r.state = 'approved'
where a.status in ('present', 'late') and a.day between private.nairobi_day(now()) - 14 and private.nairobi_day(now()) - 1;
update public.attendance a set source = 'reader' from public.gate_sightings g where g.student_id = a.student_id and g.day = a.day and g.method = 'reader';
insert into public.reader_lines (id, school_id, reader_id, number, read_at, direction, raw, state, received_at)
select gen_random_uuid(), r.school_id, r.id, '2417', d.at, 'in', '2417', 'unknown', d.at
from public.readers r join public.schools h on h.id = r.school_id cross join lateral (select date_trunc('day', now()) - make_interval(days => n) + interval '4 hours 12 minutes' as at from generate_series(1, 3) n) d
where h.name in ('Greenfield Academy', 'Lakeside School') and r.state = 'approved';

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:biometrics', date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h where h.name = 'Greenfield Academy';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
