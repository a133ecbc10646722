-- A term is billed in one command, a payment can be taken back with a reason, and nothing that was written is ever changed.
create table public.fee_invoices (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  term_id uuid not null,
  invoice_number text not null,
  issued_on date not null default current_date,
  created_at timestamptz not null default now(),
  unique (student_id, term_id),
  unique (school_id, invoice_number),
  unique (id, school_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.fee_invoices is 'What a learner is asked to pay for one term; its lines are the charges.';
create index fee_invoices_term_idx on public.fee_invoices (term_id);
alter table public.fee_invoices enable row level security;
grant select on public.fee_invoices to authenticated;
create policy "Administrators see invoices, families their children's" on public.fee_invoices for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));

alter table public.fee_charges add column invoice_id uuid, add foreign key (invoice_id, school_id) references public.fee_invoices (id, school_id) on delete restrict;
create index fee_charges_invoice_idx on public.fee_charges (invoice_id);
create table private.invoice_counters (school_id uuid primary key references public.schools (id) on delete cascade, last integer not null);
alter table private.invoice_counters enable row level security;

-- A reversal is a payment of its own, with the amount below zero: every sum stays a sum.
alter table public.fee_payments drop constraint fee_payments_amount_check;
alter table public.fee_payments add column reverses uuid unique references public.fee_payments (id) on delete restrict, add column reason text check (length(btrim(reason)) between 1 and 300),
  add column reversed_at timestamptz, add constraint fee_payments_amount_check check (case when reverses is null then amount > 0 and reason is null else amount < 0 and reason is not null end);
drop index public.fee_payments_reference_key;
create unique index fee_payments_reference_key on public.fee_payments (school_id, method, reference) where reference is not null and reverses is null and reversed_at is null;
create trigger audit after insert on public.fee_payments for each row execute function private.audit();

create function public.save_fee(term_id uuid, name text, amount integer, due_on date, class_id uuid default null, fee_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if save_fee.due_on is null then
    raise exception using errcode = 'P0001', message = 'Enter the day it is due.', hint = 'fee.due_required', detail = 'due_on';
  end if;
  perform private.require_class(save_fee.class_id, school);
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    raise exception using errcode = 'PT409', message = 'This fee is billed already and stays as it is. Add another item for what is missing.', hint = 'fee.billed';
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This fee is no longer here.', hint = 'fee.not_found';
  end if;
  return saved;
end
$$;

create function public.remove_fee(fee_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    raise exception using errcode = 'PT409', message = 'This fee is billed already and cannot be removed.', hint = 'fee.billed';
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$$;

create function public.bill_term(term_id uuid, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
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
  select s.id as student_id, f.id as fee_id, f.name, f.amount, f.due_on
  from public.fees f join public.students s on s.school_id = f.school_id and s.status = 'active' and (f.class_id is null or f.class_id = s.class_id)
  where f.school_id = school and f.term_id = bill_term.term_id
    and not exists (select from public.fee_charges c where c.fee_id = f.id and c.student_id = s.id);
  select count(distinct d.student_id) filter (where i.id is null) into new_invoices
  from pg_temp.due_charge d left join public.fee_invoices i on i.student_id = d.student_id and i.term_id = bill_term.term_id;
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
  insert into public.fee_invoices (school_id, student_id, term_id, invoice_number)
  select school, d.student_id, bill_term.term_id, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0')
  from (select distinct student_id from pg_temp.due_charge) d
  where not exists (select from public.fee_invoices i where i.student_id = d.student_id and i.term_id = bill_term.term_id);
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on
  from pg_temp.due_charge d join public.fee_invoices i on i.student_id = d.student_id and i.term_id = bill_term.term_id
  on conflict (fee_id, student_id) do nothing;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (auth.uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - 'items');
  return outcome;
end
$$;
comment on function public.bill_term(uuid, boolean) is
  'Charges every fee of a term to the active learners it is for, one invoice each; what is charged already is left alone. Answers what it did, or with dry_run would do: {students, invoices, charges, total, items}.';

create or replace function public.record_fee_payment(student_id uuid, amount integer, method text, reference text default null, paid_on date default current_date, request_id uuid default gen_random_uuid())
returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.admin_school();
  code constant text := upper(private.filled(record_fee_payment.reference));
  payment public.fee_payments;
  other public.fee_payments;
  next integer;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.method is null or record_fee_payment.method not in ('mpesa', 'cash', 'bank', 'cheque') then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if record_fee_payment.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if record_fee_payment.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > current_date + 1 then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = record_fee_payment.method and p.reference = code and p.reverses is null and p.reversed_at is null;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select s.first_name || ' ' || s.last_name from public.students s where s.id = other.student_id));
  end if;
  insert into private.receipt_counters (school_id, last) values (school, 1)
  on conflict (school_id) do update set last = private.receipt_counters.last + 1 returning last into next;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, 'RCT-' || lpad(next::text, greatest(5, length(next::text)), '0'), record_fee_payment.amount, record_fee_payment.method,
    code, record_fee_payment.paid_on, auth.uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$$;

create function public.reverse_fee_payment(payment_id uuid, reason text) returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, current_date, auth.uid(), paid.id,
    private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why the payment is taken back.'))
  returning * into reversal;
  return reversal;
end
$$;
comment on function public.reverse_fee_payment(uuid, text) is 'Takes a payment back with a payment of the same amount below zero. A second call answers with the first reversal.';

create view public.student_accounts with (security_invoker = true) as
  select s.id, s.school_id, s.admission_number, s.first_name, s.last_name, s.status, s.class_id, k.name as class_name, s.search_text,
    coalesce(c.charged, 0)::integer as charged, coalesce(p.paid, 0)::integer as paid, (coalesce(c.charged, 0) - coalesce(p.paid, 0))::integer as balance, coalesce(c.overdue, 0)::integer as due, p.last_paid_on
  from public.students s
  left join public.classes k on k.id = s.class_id
  left join (select student_id, sum(amount) as charged, sum(amount) filter (where due_on <= current_date) as overdue from public.fee_charges group by student_id) c on c.student_id = s.id
  left join (select student_id, sum(amount) as paid, max(paid_on) filter (where reverses is null and reversed_at is null) as last_paid_on from public.fee_payments group by student_id) p on p.student_id = s.id;
comment on view public.student_accounts is 'Learners with what they were charged, have paid and owe, in whole shillings; due is what had to be paid by today.';
grant select on public.student_accounts to authenticated;

create function public.fee_totals() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0), 'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month', (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.school_id = private.admin_school() and p.paid_on >= date_trunc('month', current_date)))
  from public.student_accounts a where a.school_id = private.admin_school()
$$;

create function public.student_account(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select c.created_at::date as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$$;
comment on function public.student_account(uuid) is 'A learner''s account as a ledger with a running balance, for administrators and the learner''s family. Null for anybody else.';

create function public.remind_of_fees(student_ids uuid[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone,
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null order by sg.is_primary desc limit 1) as guardian
    from public.student_accounts a join public.schools h on h.id = a.school_id
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids)) loop
    if debtor.guardian is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    perform private.queue_mail('fee-reminder/' || debtor.id || '/' || current_date, 'fee-reminder', g.email,
      jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, '')), debtor.school_email)
    from public.guardians g where g.id = debtor.guardian;
    mailed := mailed + 1;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable);
end
$$;
comment on function public.remind_of_fees(uuid[]) is 'Mails the guardians of learners who owe, once a day at most. Answers how many were mailed and how many have no guardian with an address.';

grant execute on function public.save_fee(uuid, text, integer, date, uuid, uuid), public.remove_fee(uuid), public.bill_term(uuid, boolean), public.reverse_fee_payment(uuid, text),
  public.fee_totals(), public.student_account(uuid), public.remind_of_fees(uuid[]) to authenticated;
