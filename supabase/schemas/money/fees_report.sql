-- The policies' range of schools makes the planner expect a few rows, and it would join them to the students one by
-- one. From its sixth call on in a session PostgreSQL 18 would take a plan for any school and period, which is ten
-- times slower.
create function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set enable_nestloop = off
  set plan_cache_mode = force_custom_plan as $$
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
      'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name_key), '[]') from (
      select l.class, coalesce(e.charged, 0) as charged, coalesce(e.collected, 0) as collected, l.balance
      from (select class, sum(balance) as balance from students group by class
        having bool_or(charged <> 0 or paid <> 0)) l
      left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e
        on e.class is not distinct from l.class) d
      left join public.classes c on c.id = d.class))
$$;
comment on function public.fees_report(date, date, uuid) is
  'What fell due and what came in during a period, of the school or one class, and what is owed now: {step, charged, '
    'collected, balance, owed, overdue, periods, methods, classes}; balance is owed less what others have paid '
    'ahead. Administrators only.';
grant execute on function public.fees_report(date, date, uuid) to authenticated;
