set check_function_bodies = off;

drop view public.fee_invoice_list;

drop function public.invoice_list_totals(uuid, uuid, text);

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0),
    'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'paid_ahead', coalesce(-sum(a.balance) filter (where a.balance < 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'credited',
      (select coalesce(sum(c.credited), 0) from public.fee_charges c
      where c.school_id = (select private.school_where('fee-account:read-all'))), 'paid_this_month',
      (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = (select private.school_where('fee-account:read-all'))
      and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = (select private.school_where('fee-account:read-all'))
$function$;

create or replace function public.fees_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set enable_nestloop to 'off'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid,
      coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id
      and b.school_id = (select private.school_where('fee-account:read-all'))
    where s.school_id = (select private.school_where('fee-account:read-all'))
      and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what a student owes is overdue. Nobody's credit pays for another.
  to_come as (
    select c.student_id, sum(c.amount - c.credited) as amount from public.fee_charges c
      where c.school_id = (select private.school_where('fee-account:read-all'))
      and c.due_on >= (select private.my_today()) group by c.student_id),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start,
      sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount - c.credited as charged, 0 as collected,
        false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id
        where c.school_id = (select private.school_where('fee-account:read-all'))
        and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id
        where p.school_id = (select private.school_where('fee-account:read-all'))
        and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected',
      (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students),
    'owed', (select coalesce(sum(balance) filter (where balance > 0), 0) from students),
    'overdue', (select coalesce(sum(greatest(0, l.balance - coalesce(n.amount, 0))), 0)
      from students l left join to_come n on n.student_id = l.id),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0),
      'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d
        on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount,
      'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null
        group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, ''),
      'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select l.class, coalesce(e.charged, 0) as charged, coalesce(e.collected, 0) as collected, l.balance
      from (select class, sum(balance) as balance from students group by class
        having bool_or(charged <> 0 or paid <> 0)) l
      left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e
        on e.class is not distinct from l.class) d
      left join public.classes c on c.id = d.class))
$function$;

create or replace function public.invoice_list_totals (
  term_id  uuid default null::uuid,
  class_id uuid default null::uuid,
  search   text default ''::text
)
  returns table (
    amount   bigint,
    credited bigint
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select coalesce(sum(i.amount), 0), coalesce(sum(i.credited), 0) from public.fee_invoice_list i
  where (invoice_list_totals.term_id is null or i.term_id = invoice_list_totals.term_id)
    and (invoice_list_totals.class_id is null or i.class_id = invoice_list_totals.class_id)
    and i.search_text like all (coalesce((select private.search_patterns(invoice_list_totals.search)), '{}'))
$function$;

create view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    i.invoice_number,
    i.issued_on,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS amount,
    ( SELECT min(c.due_on) AS min
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS due_on,
    COALESCE(( SELECT b.balance
           FROM public.student_balances b
          WHERE (b.student_id = i.student_id)), 0) AS balance,
    ((i.search_text || ' '::text) || s.search_text) AS search_text,
    ( SELECT (COALESCE(sum(c.credited), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS credited
   FROM ((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
  WHERE (i.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

comment on function public.fees_report(date, date, uuid) is 'What fell due and what came in during a period, of the school or one class, and what is owed now: {step, charged, collected, balance, owed, overdue, periods, methods, classes}; balance is owed less what others have paid ahead. Administrators only.';

comment on function public.invoice_list_totals(uuid, uuid, text) is 'What the invoices that a term, a class and a search select come to, and how much of it was credited since.';

comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';

revoke all on function public.invoice_list_totals(uuid, uuid, text) from public;

grant execute on function public.invoice_list_totals(uuid, uuid, text) to authenticated;

grant execute on function public.invoice_list_totals(uuid, uuid, text) to service_role;

grant select on table public.fee_invoice_list to authenticated;

grant all on table public.fee_invoice_list to service_role;
