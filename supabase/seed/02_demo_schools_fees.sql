-- Was in 02_demo_schools.sql.
-- What the two demonstration schools billed for the term and what was paid since: in parts, by every method, to two cashiers,
-- with their mistakes and corrections. Every choice follows from an admission number, every date from the term.
create temporary table demo_terms on commit drop as
select distinct on (t.school_id) t.id, t.school_id, s.kind, t.starts_on,
  (select id from public.users where school_id = s.id and role = 'admin' order by email limit 1) as bursar,
  coalesce((select id from public.users where school_id = s.id and role = 'staff' order by email limit 1),
    (select id from public.users where school_id = s.id and role = 'admin' order by email limit 1)) as cashier
from public.school_terms t join public.schools s on s.id = t.school_id and s.is_demo order by t.school_id, t.starts_on desc;
-- A number from 0 to 99 for each thing that is decided about a student.
create or replace function pg_temp.draw(what text, student text) returns integer
language sql immutable as $$ select abs(hashtext(what || ' ' || student)) % 100 $$;
create or replace function pg_temp.moment(day date, minutes integer) returns timestamptz
language sql stable as $$ select (day + time '08:10' + make_interval(mins => minutes)) at time zone 'Africa/Nairobi' $$;

insert into public.fees (school_id, term_id, name, amount, due_on, created_at)
select t.school_id, t.id, fee, case when t.kind = 'primary' then price * 6 / 10 else price end, t.starts_on + 21, pg_temp.moment(t.starts_on - 14, 35)
from demo_terms t, (values ('Tuition', 24500), ('Meals', 9800), ('Activities', 2500)) as fees (fee, price);
-- Not billed yet, so that the preview of a bill has something to show.
insert into public.fees (school_id, term_id, name, amount, due_on, boarding, created_at)
select t.school_id, t.id, 'Boarders’ weekend trip', 1500, private.nairobi_day(now()) + 12, 'boarder', pg_temp.moment(private.nairobi_day(now()) - 2, 95)
from demo_terms t where t.kind <> 'primary';
insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on, created_at)
select s.school_id, s.id, t.id, 'INV-' || lpad((row_number() over (partition by s.school_id order by s.admission_number))::text, 5, '0'),
  t.starts_on, pg_temp.moment(t.starts_on, 20)
from public.students s join demo_terms t on t.school_id = s.school_id;
insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, created_at, invoice_id)
select f.school_id, s.id, f.id, f.name, f.amount, f.due_on, i.created_at, i.id
from public.fees f join public.students s on s.school_id = f.school_id join public.fee_invoices i on i.student_id = s.id where f.boarding is null;

-- A bursary for a few, and one that was charged meals at home: credit notes, with the reason.
create temporary table demo_credits on commit drop as
select c.id as charge_id, c.school_id, c.student_id, t.bursar, t.starts_on + 16 as day,
  row_number() over (order by s.admission_number) as number,
  case c.name when 'Meals' then c.amount else 8000 end as amount,
  case c.name when 'Meals' then 'Eats at home: charged in error' else 'County bursary' end as reason
from public.fee_charges c join public.students s on s.id = c.student_id join demo_terms t on t.school_id = c.school_id
where t.kind <> 'primary' and (c.name = 'Tuition' and s.admission_number in ('GA/1049', 'GA/1093', 'GA/1166', 'GA/1258')
  or c.name = 'Meals' and s.admission_number = 'GA/1177');
update public.fee_charges c set credited = k.amount from demo_credits k where k.charge_id = c.id;
insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on, issued_by, created_at)
select school_id, student_id, charge_id, 'CRN-' || lpad(number::text, 5, '0'), amount, reason, day, bursar, pg_temp.moment(day, 200)
from demo_credits;
insert into private.invoice_counters (school_id, last, last_credit)
select i.school_id, count(*), (select count(*) from demo_credits k where k.school_id = i.school_id) from public.fee_invoices i group by i.school_id;

-- Of a hundred families about forty have paid all, forty a part, a few too much, and the others nothing.
create temporary table demo_payments on commit drop as
with families as (
  select s.school_id, s.id as student_id, s.admission_number as student, t.starts_on, t.bursar, t.cashier, owed.amount as owed,
    pg_temp.draw('paid', s.admission_number) as paid, 1 + pg_temp.draw('parts', s.admission_number) % 3 as parts
  from public.students s join demo_terms t on t.school_id = s.school_id, lateral (
    select sum(c.amount - c.credited)::integer as amount from public.fee_charges c where c.student_id = s.id) as owed),
totals as (
  select *, case when student = 'GA/1041' then 20000 when paid < 40 then owed when paid < 44 then owed + 1500
    when paid < 84 then (owed * (15 + pg_temp.draw('share', student) * 7 / 10) / 100 / 500) * 500 else 0 end as total from families),
portions as (
  select f.*, part, case when part = f.parts then f.total - (f.parts - 1) * (f.total / f.parts / 500) * 500 else (f.total / f.parts / 500) * 500 end as amount,
    case pg_temp.draw('method ' || part, student) % 20 when 0 then 'cheque' when 1 then 'cash' when 2 then 'cash' when 3 then 'cash' when 4 then 'bank'
      when 5 then 'bank' when 6 then 'bank' when 7 then 'bank' else 'mpesa' end as method,
    f.starts_on - 4 + (pg_temp.draw('begun', student) % 22 + (part - 1) * (12 + pg_temp.draw('next', student) % 8)) as day
  from totals f, lateral generate_series(1, f.parts) as part where f.total > 0)
select school_id, student_id, student, bursar, cashier, amount, method, null::text as reason, null::text as mistake,
  -- The desk is closed on Sundays, and the last payments are of the last days.
  least(day + case when extract(isodow from day) = 7 then 1 else 0 end, private.nairobi_day(now()) - 1 - pg_temp.draw('late', student) % 9) as paid_on,
  pg_temp.draw('minute ' || part, student) * 4 as minutes,
  upper(md5(student || ' ' || part)) as digits
from portions where amount > 0;

-- Three mistakes, each taken back the same day and recorded again: a wrong student, a zero too many, one payment entered twice.
insert into demo_payments
select w.school_id, w.student_id, w.student, w.bursar, w.cashier, case m.kind when 'zero' then p.amount * 10 else p.amount end, p.method,
  case m.kind when 'student' then 'Paid for ' || m.student || ', entered for another student' when 'zero' then 'One zero too many'
    else 'Entered twice' end,
  m.kind, p.paid_on, greatest(p.minutes - 12, 0), p.digits
from (
  select f.student, (array['student', 'zero', 'twice'])[f.number] as kind, case f.number when 1 then lead(f.student) over (order by f.number) else f.student end as wrong
  from (select d.student, row_number() over (order by min(d.digits)) as number from demo_payments d
    where d.student like 'GA/%' and d.student <> 'GA/1041' group by d.student having count(*) > 1) f where f.number <= 4) as m
join lateral (select * from demo_payments d where d.student = m.student order by d.paid_on desc, d.digits limit 1) p on m.kind is not null
join lateral (select * from demo_payments d where d.student = m.wrong order by d.digits limit 1) w on true;

create temporary table demo_receipts on commit drop as
select p.*, extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'payment ' || digits || coalesce(mistake, '')) as id,
  case method when 'mpesa' then 'T' || substr(digits, 1, 9) when 'bank' then 'FT' || translate(substr(digits, 1, 10), 'ABCDEF', '123456')
    when 'cheque' then translate(substr(digits, 1, 6), 'ABCDEF', '789012') end as reference
from demo_payments p;
insert into public.fee_payments (id, school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, created_at, reverses, reason, reversed_at)
select case when r.is_reversal then extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'reversal ' || r.id) else r.id end, school_id, student_id,
  'RCT-' || lpad((row_number() over (partition by school_id order by at, is_reversal, id))::text, 5, '0'),
  case when is_reversal then -amount else amount end, method, reference, paid_on, case when is_reversal then bursar when minutes % 3 = 0 then bursar else cashier end,
  at, case when is_reversal then id end, case when is_reversal then reason end,
  case when not is_reversal and mistake is not null then pg_temp.moment(paid_on, minutes + 7) end
from (select d.*, is_reversal, pg_temp.moment(paid_on, minutes + case when is_reversal then 7 else 0 end) as at
  from demo_receipts d, (values (false), (true)) as kinds (is_reversal) where not is_reversal or mistake is not null) r
order by at, is_reversal;
insert into private.receipt_counters (school_id, last) select school_id, count(*) from public.fee_payments group by school_id;

-- Who recorded what, and when: the log has it from the rows, not from the installation.
update public.audit_log a set at = p.created_at, actor_id = p.recorded_by from public.fee_payments p where a.entity = 'fee_payments' and a.entity_id = p.id::text and a.at = now();
update public.audit_log a set at = k.created_at, actor_id = k.issued_by, reason = k.reason from public.fee_credits k where a.entity = 'fee_credits' and a.entity_id = k.id::text and a.at = now();
delete from public.audit_log where actor_id is null and at >= now();
