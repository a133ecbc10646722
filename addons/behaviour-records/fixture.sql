-- Rows of both schools for the tests of access; `part` has a class, a student, subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.behaviour_categories (school_id, name, kind, points) select distinct school, 'Fixture', 'incident', 2 from part;
insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, request_id, shared_at)
select p.school, p.student, c.id, c.kind, c.points, private.today(), 'Fixture', gen_random_uuid(), shared from part p join public.behaviour_categories c on c.school_id = p.school and c.name = 'Fixture', unnest(array[now(), null]) as shared;
insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task) select e.school_id, e.id, e.student_id, private.today(), 'Fixture' from public.behaviour_entries e where e.note = 'Fixture';
