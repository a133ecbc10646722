-- Rows of both schools for the tests of access; `part` has a class, a student, subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by) select r.school_id, r.id, r.receipt_number, 0, r.cashier_id from public.quick_receipts r where r.receipt_number like 'Q-%';
