-- Rows of both schools for the tests of access; `part` has a class, a student, a subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.readers (school_id, name, serial) select distinct school, 'Gate', 'FIXTURE-' || upper(left(school::text, 8)) from part;
insert into public.reader_health (reader_id, school_id) select id, school_id from public.readers where serial like 'FIXTURE-%';
insert into public.reader_numbers (school_id, student_id, number) select p.school, p.student, '99' || row_number() over (order by p.student) from part p on conflict do nothing;
insert into public.reader_lines (id, school_id, reader_id, number, read_at, direction, raw, state) select gen_random_uuid(), school_id, id, '777', now(), 'in', '777', 'unknown' from public.readers where serial like 'FIXTURE-%';
insert into public.reader_commands (school_id, reader_id, number, command) select school_id, id, 1, 'CHECK' from public.readers where serial like 'FIXTURE-%';
