set check_function_bodies = off;

alter table public.fee_invoices
  drop constraint fee_invoices_student_id_term_id_key;

create index fee_invoices_student_idx on public.fee_invoices using btree (student_id, term_id);

create or replace function private.protect_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise exception using errcode = 'PT409', message = 'An issued invoice never changes. Bill what is missing on another one.', hint = 'invoice.issued';
end
$$;

create or replace function private.refuse_further_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from (select w.invoice_id, count(*) as lines from written w where w.invoice_id is not null group by w.invoice_id) i
    where i.lines <> (select count(*) from public.fee_charges c where c.invoice_id = i.invoice_id)) then
    raise exception using errcode = 'PT409', message = 'An issued invoice never changes. Bill what is missing on another one.', hint = 'invoice.issued';
  end if;
  return null;
end
$$;

create trigger stays
  before update on public.fee_invoices
  for each row
  execute function private.protect_invoices();

create trigger stays_on_its_invoice
  before update on public.fee_charges
  for each row
  when (old.invoice_id is not null and (old.name, old.amount, old.due_on, old.student_id, old.invoice_id) is distinct from (new.name, new.amount, new.due_on, new.student_id, new.invoice_id))
  execute function private.protect_invoices();

create trigger adds_no_lines
  after insert on public.fee_charges
  referencing new table as written
  for each statement
  execute function private.refuse_further_lines();

create or replace function public.bill_term(term_id uuid, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  today constant date := private.school_today(school);
  outcome jsonb;
  new_invoices integer;
  number integer;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  drop table if exists pg_temp.due_charge;
  create temporary table due_charge on commit drop as
  select s.id as student_id, f.id as fee_id, f.name, f.amount, greatest(f.due_on, today) as due_on
  from public.fees f join public.students s on s.school_id = f.school_id and s.status = 'active' and (f.class_id is null or f.class_id = s.class_id)
  where f.school_id = school and f.term_id = bill_term.term_id
    and not exists (select from public.fee_charges c where c.fee_id = f.id and c.student_id = s.id);
  select count(distinct d.student_id) into new_invoices from pg_temp.due_charge d;
  select jsonb_build_object('students', count(distinct student_id), 'invoices', new_invoices, 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from pg_temp.due_charge group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school))
  into outcome from pg_temp.due_charge;
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  with issued as (
    insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select school, d.student_id, bill_term.term_id, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0'), today
    from (select distinct student_id from pg_temp.due_charge) d
    returning id, student_id)
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on from pg_temp.due_charge d join issued i on i.student_id = d.student_id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (auth.uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - 'items');
  return outcome;
end
$$;

create or replace function public.charge_fee(fee_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
  select fee.school_id, s.id, fee.id, fee.name, fee.amount, greatest(fee.due_on, private.school_today(fee.school_id))
  from public.students s where s.school_id = fee.school_id and s.status = 'active' and (fee.class_id is null or s.class_id = fee.class_id)
  on conflict (fee_id, student_id) do nothing;
  get diagnostics charged = row_count;
  return charged;
end
$$;

create or replace function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set enable_nestloop = off as $$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id and b.school_id = (select private.admin_school())
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what was charged is overdue.
  to_come as (
    select coalesce(sum(c.amount), 0) as amount from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on >= (select private.my_today())),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start, sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.admin_school()) and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected', (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students), 'overdue', (select greatest(0, coalesce(sum(balance), 0) - (select amount from to_come)) from students),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select l.class, coalesce(max(e.charged), 0) as charged, coalesce(max(e.collected), 0) as collected, sum(l.balance) as balance
      from students l left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e on e.class is not distinct from l.class
      group by l.class having bool_or(l.charged <> 0 or l.paid <> 0)) d
      left join public.classes c on c.id = d.class))
$$;

create or replace view public.student_accounts with (security_invoker = true) as
  select s.id, s.school_id, s.admission_number, s.first_name, s.last_name, s.status, s.class_id, k.name as class_name, s.search_text,
    coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance,
    (select coalesce(sum(c.amount), 0)::integer from public.fee_charges c where c.student_id = s.id and c.due_on < (select private.my_today())) as due, b.last_paid_on
  from public.students s
  left join public.classes k on k.id = s.class_id
  left join public.student_balances b on b.student_id = s.id;

comment on function public.bill_term(uuid, boolean) is
  'Charges every fee of a term to the active students it is for, on one new invoice each, due on the fee''s day but not before today; invoices and charges there are stay as they are. Returns what it did, or with dry_run would do: {students, invoices, charges, total, items}.';

comment on table public.fee_invoices is 'What a student was billed at one time; its lines are the charges. An issued invoice never changes: what is billed later has an invoice of its own.';

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid before today.';

revoke all on function private.protect_invoices() from public;

revoke all on function private.refuse_further_lines() from public;
