-- Rows of both schools for the tests of access; `part` has a class, a student, subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.gate_cards (school_id, student_id) select school, student from part on conflict do nothing;
insert into public.gate_sightings (id, school_id, student_id, day, seen_at, direction, method, outcome) select gen_random_uuid(), school, student, private.today(), now(), 'in', 'card', 'present' from part;
insert into public.addon_settings (school_id, feature, name, value) select distinct school, 'addon:qr-attendance', 'late_after', '"07:45"'::jsonb from part;
