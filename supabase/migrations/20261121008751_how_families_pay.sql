-- A school tells its families how its fees are paid; it stands wherever a balance does: at home, on the statement, in the reminder.
alter table public.schools add column payment_instructions text check (length(btrim(payment_instructions)) between 1 and 400);
comment on column public.schools.payment_instructions is 'How families pay the fees, in the school''s own words: paybill and account, bank, office hours.';
grant update (payment_instructions) on public.schools to authenticated;

create or replace function public.student_account(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select coalesce(i.issued_on, least(c.created_at::date, c.due_on)) as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$$;

create or replace function public.remind_of_fees(student_ids uuid[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null order by sg.is_primary desc limit 1) as guardian
    from public.student_accounts a join public.schools h on h.id = a.school_id
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids)) loop
    if debtor.guardian is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    perform private.queue_mail('fee-reminder/' || debtor.id || '/' || current_date, 'fee-reminder', g.email,
      jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay), debtor.school_email)
    from public.guardians g where g.id = debtor.guardian;
    mailed := mailed + 1;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable);
end
$$;
