-- These lists name classes for the rows that are shown: a join would look at the classes of every student and invoice
-- of the school.
create view public.student_accounts with (security_invoker = true) as
  select s.id, s.school_id, s.admission_number, s.first_name, s.last_name, s.status, s.class_id,
    (select k.name from public.classes k where k.id = s.class_id) as class_name, s.search_text,
    coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance,
    (select coalesce(sum(c.amount - c.credited), 0)::integer from public.fee_charges c where c.student_id = s.id
      and c.due_on < (select private.my_today())) as due, b.last_paid_on, s.full_name
  from public.students s
  left join public.student_balances b on b.student_id = s.id;
comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole '
  'shillings; due is what had to be paid before today.';
grant select on public.student_accounts to authenticated;

create view public.fee_invoice_list with (security_invoker = true) as
  select i.id, i.school_id, i.student_id, i.term_id, t.name as term, s.first_name, s.last_name, s.admission_number,
    s.class_id, (select k.name from public.classes k where k.id = s.class_id) as class_name, i.invoice_number,
    i.issued_on,
    (select coalesce(sum(c.amount), 0)::integer from public.fee_charges c where c.invoice_id = i.id) as amount,
    (select min(c.due_on) from public.fee_charges c where c.invoice_id = i.id) as due_on,
    coalesce((select b.balance from public.student_balances b where b.student_id = i.student_id), 0) as balance,
    i.search_text || ' ' || s.search_text as search_text,
    (select coalesce(sum(c.credited), 0)::integer from public.fee_charges c where c.invoice_id = i.id) as credited
  from public.fee_invoices i
  join public.students s on s.id = i.student_id
  join public.school_terms t on t.id = i.term_id
  where i.school_id = (select private.school_where('fee-account:read-all'));
comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the '
  'balance due on the student''s whole account now.';
grant select on public.fee_invoice_list to authenticated;

create function public.fee_totals() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0),
    'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'paid_ahead', coalesce(-sum(a.balance) filter (where a.balance < 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'credited',
      (select coalesce(sum(c.credited), 0) from public.fee_charges c
      where c.school_id = (select private.school_where('fee-account:read-all')) and c.credited > 0), 'paid_this_month',
      (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = (select private.school_where('fee-account:read-all'))
      and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = (select private.school_where('fee-account:read-all'))
$$;
grant execute on function public.fee_totals() to authenticated;

create function public.account_list_totals(class_id uuid default null, is_owing boolean default false,
  search text default '') returns table (charged bigint, paid bigint, balance bigint)
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select coalesce(sum(a.charged), 0), coalesce(sum(a.paid), 0), coalesce(sum(a.balance), 0)
  from public.student_accounts a
  where a.school_id = (select private.school_where('fee-account:read-all'))
    and (a.status in ('active', 'suspended') or a.balance <> 0)
    and (account_list_totals.class_id is null or a.class_id = account_list_totals.class_id)
    and (not account_list_totals.is_owing or a.balance > 0)
    and a.search_text like all (coalesce((select private.search_patterns(account_list_totals.search)), '{}'))
$$;
comment on function public.account_list_totals(uuid, boolean, text) is
  'What the balances that a class and a search select come to.';
grant execute on function public.account_list_totals(uuid, boolean, text) to authenticated;

create function public.invoice_list_totals(term_id uuid default null, class_id uuid default null,
  search text default '') returns table (amount bigint, credited bigint)
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select coalesce(sum(i.amount), 0), coalesce(sum(i.credited), 0) from public.fee_invoice_list i
  where (invoice_list_totals.term_id is null or i.term_id = invoice_list_totals.term_id)
    and (invoice_list_totals.class_id is null or i.class_id = invoice_list_totals.class_id)
    and i.search_text like all (coalesce((select private.search_patterns(invoice_list_totals.search)), '{}'))
$$;
comment on function public.invoice_list_totals(uuid, uuid, text) is
  'What the invoices that a term, a class and a search select come to, and how much of it was credited since.';
grant execute on function public.invoice_list_totals(uuid, uuid, text) to authenticated;

-- A charge enters the ledger on the day it was billed; one imported from an earlier system, on the day it was due.
create function public.student_account(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select coalesce(i.issued_on, least(private.school_day(c.school_id, c.created_at), c.due_on)) as day,
      c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference,
      c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id
      where c.student_id = student_account.student_id
    union all
    select k.issued_on, k.created_at, 'credit', c.name || ': ' || k.reason, k.credit_number, -k.amount, 0
    from public.fee_credits k join public.fee_charges c on c.id = k.charge_id
      where k.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end,
      case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name',
      (select c.name from public.classes c where c.id = s.class_id)),
    'school', private.paper_school(s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0),
      'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text,
      'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance)
      order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount,
      'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id))
        order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number,
      'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed',
      p.reversed_at is not null,
      'recorded_by', (select coalesce(u.full_name, '') from public.users u
        where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id
    and ((select private.may('fee-account:read-all')) and s.school_id = (select private.childrens_school())
    or s.id in (select private.my_student_ids()))
$$;
comment on function public.student_account(uuid) is
  'A student''s account as a ledger with a running balance, for administrators and the student''s family. Null for '
    'anyone else.';
grant execute on function public.student_account(uuid) to authenticated;

-- A guardian who may not see the child, or has said no to messages, gets none.
create function private.may_be_mailed(student uuid, guardian uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_withheld(student, guardian) and not exists (select from public.consents c
    where c.student_id = student and c.guardian_id = guardian and c.purpose = 'messages' and c.replaced_at is null
      and not c.is_given)
$$;

create function private.may_mail_family(student uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = student and lower(g.email) = lower(address) and private.may_be_mailed(student, g.id))
$$;

-- Students of a school who owe, with the guardian whom a reminder reaches: the first to call of those with an address
-- who may be told. Without ids all of them.
create function private.fee_debtors(school uuid, student_ids uuid[])
  returns table (id uuid, student text, admission_number text, balance bigint, overdue bigint, guardian text,
    email text, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select a.id, a.full_name, a.admission_number, a.balance::bigint, greatest(a.due - a.paid, 0)::bigint, g.name,
    g.email, g.user_id
  from public.student_accounts a
  left join lateral (select g.full_name as name, g.email, g.user_id
    from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id)
    order by sg.is_primary desc limit 1) g on true
  where a.school_id = fee_debtors.school and a.balance > 0 and a.status in ('active', 'suspended')
    and (fee_debtors.student_ids is null or a.id = any (fee_debtors.student_ids))
$$;

-- What a reminder of a student's fees is queued by: one a day.
create function private.fee_reminder_key(school uuid, student uuid) returns text
language sql stable security definer set search_path = '' as $$
  select 'fee-reminder/' || fee_reminder_key.student || '/' || private.school_today(fee_reminder_key.school)
$$;

create function public.preview_fee_reminders(student_ids uuid[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require('fee:charge');
begin
  return (
    with debtors as (
      select d.*, exists (select from public.mail_outbox m
        where m.idempotency_key = private.fee_reminder_key(school, d.id)) as is_reminded
      from private.fee_debtors(school, preview_fee_reminders.student_ids) d),
    next_one as (select * from debtors where email is not null and not is_reminded
      order by overdue desc, balance desc, id limit 1)
    select jsonb_build_object(
      'mailed', count(*) filter (where d.email is not null and not d.is_reminded),
      'reminded', count(*) filter (where d.is_reminded),
      'unreachable', count(*) filter (where d.email is null),
      'balance', coalesce(sum(d.balance) filter (where d.email is not null and not d.is_reminded), 0),
      'left', private.mails_left(school),
      'example', (select jsonb_build_object('guardian', n.guardian, 'student', n.student, 'email', n.email,
          'admission_number', n.admission_number, 'balance', n.balance, 'overdue', n.overdue) from next_one n),
      'how_to_pay', (select coalesce(h.payment_instructions, '') from public.schools h where h.id = school))
    from debtors d);
end
$$;
comment on function public.preview_fee_reminders(uuid[]) is
  'What remind_of_fees would send: how many mails and for what balance in shillings, how many were reminded today or '
    'have no guardian with an address, how many emails are left, and what the first would say.';
grant execute on function public.preview_fee_reminders(uuid[]) to authenticated;

create function public.remind_of_fees(student_ids uuid[] default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  sender public.schools;
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
  unsent integer := 0;
  queued uuid;
begin
  select * into sender from public.schools h where h.id = school;
  for debtor in
    select * from private.fee_debtors(school, remind_of_fees.student_ids) d order by lower(d.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail(private.fee_reminder_key(school, debtor.id),
      'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student,
        'admission_number', debtor.admission_number, 'balance', debtor.balance, 'overdue', debtor.overdue,
        'school', sender.name, 'phone', coalesce(sender.phone, ''),
        'how_to_pay', coalesce(sender.payment_instructions, '')),
      sender.email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent,
    'left', private.mails_left(school));
end
$$;
comment on function public.remind_of_fees(uuid[]) is
  'Mails the guardians of students with a balance due, at most once a day. Returns how many were mailed, how many
have no guardian with an address, for how many the emails of today were used up, and how many emails are left.';
grant execute on function public.remind_of_fees(uuid[]) to authenticated;

-- A fee reminder sent by mail is also a notification for guardians with an account.
create function private.notify_fee_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := split_part(new.idempotency_key, '/', 2)::uuid;
  balance constant jsonb := private.money((new.data ->> 'balance')::numeric);
  overdue constant numeric := (new.data ->> 'overdue')::numeric;
begin
  perform private.notify(private.student_family(student), new.idempotency_key,
    private.say('School fees of {student}', jsonb_build_object('student', new.data ->> 'student')),
    case when overdue > 0 then private.say('{balance} to pay, of which {overdue} is overdue.',
        jsonb_build_object('balance', balance, 'overdue', private.money(overdue)))
      else private.say('{balance} to pay.', jsonb_build_object('balance', balance)) end, '/dashboard');
  return null;
end
$$;

-- Only students who owe are summed: one who has paid ahead does not reduce what others owe.
create function private.school_balance_due(school uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(b.balance), 0)::bigint from public.student_balances b
    where b.school_id = school_balance_due.school and b.balance > 0
$$;
comment on function private.school_balance_due(uuid) is 'Total balance due of a school''s students.';

create function private.students_balance_due(students uuid[]) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(b.balance), 0)::bigint from public.student_balances b
    where b.student_id = any (students_balance_due.students) and b.balance > 0
$$;
comment on function private.students_balance_due(uuid[]) is 'Total balance due of these students.';
