-- A report's scale has every week or month, also those in which nothing happened.
create function private.every_period(from_day date, to_day date, size text) returns setof date
language sql immutable set search_path = '' as $$
  select day::date from generate_series(date_trunc(size, from_day::timestamp), date_trunc(size, to_day::timestamp), ('1 ' || size)::interval) as day where to_day - from_day between 0 and 4000
$$;
grant execute on function private.every_period(date, date, text) to authenticated;

create or replace function public.fees_report(from_day date, to_day date, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with learners as materialized (
    select s.id, s.class_id as class from public.students s
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  charges as materialized (
    select l.class, c.amount, c.due_on as day from public.fee_charges c join learners l on l.id = c.student_id where c.school_id = (select private.admin_school())),
  payments as materialized (
    select l.class, p.amount, p.paid_on as day, p.method, p.reverses from public.fee_payments p join learners l on l.id = p.student_id where p.school_id = (select private.admin_school())),
  step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  entries as (select class, day, amount as charged, 0 as collected from charges union all select class, day, 0, amount from payments)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(amount), 0) from charges where day between fees_report.from_day and fees_report.to_day),
    'collected', (select coalesce(sum(amount), 0) from payments where day between fees_report.from_day and fees_report.to_day),
    'balance', (select coalesce(sum(amount), 0) from charges) - (select coalesce(sum(amount), 0) from payments),
    'overdue', greatest(0, (select coalesce(sum(amount), 0) from charges where day <= current_date) - (select coalesce(sum(amount), 0) from payments)),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.every_period(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select date_trunc((select size from step), e.day)::date as start, sum(e.charged) as charged, sum(e.collected) as collected from entries e
        where e.day between fees_report.from_day and fees_report.to_day group by 1) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(amount) as amount, count(*) filter (where reverses is null) as payments from payments where day between fees_report.from_day and fees_report.to_day group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select e.class, coalesce(sum(e.charged) filter (where e.day between fees_report.from_day and fees_report.to_day), 0) as charged,
        coalesce(sum(e.collected) filter (where e.day between fees_report.from_day and fees_report.to_day), 0) as collected, sum(e.charged - e.collected) as balance
      from entries e group by e.class) d
      left join public.classes c on c.id = d.class))
$$;
