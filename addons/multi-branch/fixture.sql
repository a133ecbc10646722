-- Rows of both schools for the tests of access; `part` has a class, a student, a subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.branch_receipts (id, school_id, receipt_number, method, amount, paid_on) select gen_random_uuid(), school, 'B-1', 'cash', 100, private.today() from (select distinct school from part) p;
insert into public.branch_entries (school_id, other_id, kind, reference, amount, entered_on)
select p.school, o.school, 'payment', 'B-1', 100, private.today() from (select distinct school from part) p join (select distinct school from part) o on o.school <> p.school;
insert into public.branch_moves (school_id, student_id, to_school_id, carried, moved_on)
select p.school, p.student, o.school, 0, private.today() from part p join (select distinct school from part) o on o.school <> p.school on conflict do nothing;
