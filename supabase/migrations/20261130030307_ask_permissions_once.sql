set check_function_bodies = off;

create or replace function private.office_queue (
  school uuid,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select * from (
      select 1 as place, 'requests' as kind, count(*) as amount, min(r.due_on) as day
        from public.data_requests r where r.school_id = office_queue.school and r.status = 'open'
        and (select private.may('protection:manage'))
      union all
      select 2, 'registers', count(*), null from jsonb_array_elements(
          private.registers_today(office_queue.school, today)) r
        where not (r ->> 'is_taken')::boolean and (select private.may('register:oversee'))
        and (select private.first_school_day(office_queue.school, today, '{1,2,3,4,5}')) = today
      union all
      select 3, 'without_class', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and s.class_id is null and (select private.may('student:write'))
      union all
      select 4, 'without_guardian', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and (select private.may('student:write'))
        and not exists (select from public.student_guardians sg where sg.student_id = s.id)
      union all
      select 5, 'second_step', 1, null where not private.has_authenticator(private.signed_in_uid())) e
    where e.amount > 0) l
$function$;

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0),
    'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month',
      (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = (select private.school_where('fee-account:read-all'))
      and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = (select private.school_where('fee-account:read-all'))
$function$;

create or replace function public.student_account (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
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
$function$;
