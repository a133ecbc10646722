insert into public.fees (id, school_id, term_id, name, amount, due_on)
select pg_temp.key('fee', n, f), pg_temp.key('school', n), pg_temp.key('term', n, 3), (array['Tuition', 'Lunch', 'Transport'])[f], 4000 * f, current_date - 60
from generate_series($1::integer, $2::integer) as n, generate_series(1, 3) as f;

insert into public.fee_invoices (id, school_id, student_id, term_id, invoice_number, issued_on)
select pg_temp.key('invoice', n, s), pg_temp.key('school', n), pg_temp.key('student', n, s), pg_temp.key('term', n, 3), 'INV-' || lpad(s::text, 5, '0'), current_date - 80
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, invoice_id)
select pg_temp.key('school', n), pg_temp.key('student', n, s), pg_temp.key('fee', n, f), (array['Tuition', 'Lunch', 'Transport'])[f], 4000 * f, current_date - 60, pg_temp.key('invoice', n, s)
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s, generate_series(1, 3) as f;

insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, request_id, created_at)
select pg_temp.key('school', n), pg_temp.key('student', n, s), 'RCT-' || lpad((s * 3 + p - 3)::text, 5, '0'), 5000 + 100 * (s % 40), 'mpesa', 'L' || lpad((s * 3 + p)::text, 9, '0'), current_date - (s + p * 20) % 70,
  pg_temp.key('payment', n, s * 3 + p), now() - make_interval(days => (s + p * 20) % 70)
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s, generate_series(1, 3) as p;

insert into private.receipt_counters (school_id, last) select pg_temp.key('school', n), 1500 from generate_series($1::integer, $2::integer) as n;

insert into private.invoice_counters (school_id, last) select pg_temp.key('school', n), 500 from generate_series($1::integer, $2::integer) as n;
