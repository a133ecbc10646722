-- Rows of both schools for the tests of access; `part` has a class, a student, subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.quick_receipts (id, school_id, receipt_number, method, amount, paid_on, cashier_id)
select gen_random_uuid(), p.school, 'Q-' || row_number() over (), 'cash', 100, private.today(), c.id from (select distinct school, admin, staff from part) p, unnest(array[p.admin, p.staff]) as c (id);
insert into private.quick_receipt_lines (receipt_id, position, school_id, payment_id, name, amount)
select r.id, 1, school_id, f.id, 'Fixture', 100 from (select *, row_number() over (partition by school_id order by id) as n from public.quick_receipts where receipt_number like 'Q-%') r
join (select *, row_number() over (partition by school_id order by id) as n from public.fee_payments where id not in (select payment_id from private.quick_receipt_lines)) f using (school_id, n);
