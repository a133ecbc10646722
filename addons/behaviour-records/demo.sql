-- Was in 02_demo_usage.sql.
-- Both schools record behaviour, in the usual kinds: a term's merits and incidents, with some follow-ups that are still open.
insert into public.behaviour_categories (school_id, name, kind, points)
select h.id, u.name, u.kind, u.points from public.schools h, private.usual_behaviour_categories u where h.name in ('Greenfield Academy', 'Lakeside School') order by u.position;

insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed, request_id, recorded_by, recorded_at, shared_at)
select s.school_id, s.id, c.id, c.kind, c.points, m.day, k.note, k.agreed, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'behaviour ' || s.admission_number), coalesce(r.class_teacher_id, o.id), m.at,
  case when c.kind = 'merit' or s.n % 4 = 0 then m.at end
from (select s.*, h.name = 'Lakeside School' as is_lakeside, row_number() over (partition by s.school_id order by s.admission_number) as n from public.students s join public.schools h on h.id = s.school_id where h.name in ('Greenfield Academy', 'Lakeside School') and s.status = 'active') s
join (values
  (1, 'Helped somebody', 'Carried the books of a classmate with a broken arm.', null), (2, 'Outstanding work', 'The best essay of the form.', null), (3, 'Stood for the school', 'Won the county debate.', null),
  (4, 'Much improved', 'Every homework of the month was complete.', null), (5, 'Disturbed a lesson', 'Talked through the whole of physics.', 'Sits in front for two weeks.'),
  (6, 'Homework missing', 'For the third time in mathematics.', 'Does it in the evening preparation.'), (7, 'Out of uniform', 'Came without a tie.', null), (8, 'Rude to somebody', 'Shouted at the cook.', 'Said sorry in person.'),
  (9, 'Away without leave', 'Was not in the afternoon lessons.', 'The guardian was asked to come.')) as k (number, name, note, agreed) on k.number = 1 + s.n / 5 % 9
join public.behaviour_categories c on c.school_id = s.school_id and c.name = k.name
left join public.classes r on r.id = s.class_id
join public.users o on o.email = case when s.is_lakeside then 'admin@lakeside.test' else 'staff@greenfield.test' end
cross join lateral (select private.nairobi_day(now()) - (s.n * 7 % 60)::integer as day) d
cross join lateral (select d.day, (d.day::timestamp + time '10:20') at time zone 'Africa/Nairobi' as at) m
where s.n % 5 = 0;

insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by, planned_at)
select e.school_id, e.id, e.student_id, private.nairobi_day(now()) + (row_number() over (order by s.admission_number))::integer % 9 - 2, case e.points when 5 then 'Talk to the guardian' else 'See whether it has got better' end, e.recorded_by, e.recorded_by, e.recorded_at
from public.behaviour_entries e join public.students s on s.id = e.student_id where e.kind = 'incident' and e.happened_on > private.nairobi_day(now()) - 21;

-- What the store manager counts as use of this month.
insert into private.addon_uses (feature, month, school_id)
select 'addon:behaviour-records', date_trunc('month', private.nairobi_day(now()))::date, h.id from public.schools h where h.name = 'Greenfield Academy';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
