set check_function_bodies = off;

drop index public.fee_payments_school_idx;

drop index public.register_days_school_idx;

drop function private.last_terms(uuid, date);

create or replace function private.attendance_weeks (
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
  with terms as materialized (select * from private.last_terms(attendance_weeks.school, today)),
  shares as (
    select t.place, (r.day - t.monday) / 7 as week,
      round(sum(r.present + r.late) * 100.0 / nullif(sum(r.present + r.late + r.excused + r.absent), 0), 1) as share
    from terms t join public.register_days r on r.school_id = attendance_weeks.school
      and r.day between t.starts_on and t.ends_on
    group by 1, 2)
  select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'share', n.share, 'before', b.share)
    order by p.start), '[]')
  from terms t cross join lateral private.period_starts(t.starts_on, t.ends_on, 'week') with ordinality as p (start, n)
  left join shares n on n.place = 1 and n.week = p.n - 1
  left join shares b on b.place = 2 and b.week = p.n - 1
  where t.place = 1
$function$;

create or replace function private.fee_weeks (
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
  with terms as materialized (select * from private.last_terms(fee_weeks.school, today)),
  entries as (
    select t.place, (e.day - t.monday) / 7 as week, sum(e.charged) as charged, sum(e.collected) as collected
    from terms t cross join lateral (
      select c.due_on as day, c.amount - c.credited as charged, 0 as collected from public.fee_charges c
        where c.school_id = fee_weeks.school and c.due_on between t.starts_on and t.ends_on and t.place = 1
      union all
      select p.paid_on, 0, p.amount from public.fee_payments p
        where p.school_id = fee_weeks.school and p.paid_on between t.starts_on and t.ends_on) e
    group by 1, 2)
  select coalesce(jsonb_agg(jsonb_build_object('start', w.start, 'charged', w.charged, 'collected', w.collected,
    'before', w.before) order by w.start), '[]')
  from (
    select p.start, coalesce(sum(n.charged) over weeks, 0) as charged,
      coalesce(sum(n.collected) over weeks, 0) as collected,
      case when exists (select from entries where place = 2) then coalesce(sum(b.collected) over weeks, 0) end as before
    from terms t
    cross join lateral private.period_starts(t.starts_on, t.ends_on, 'week') with ordinality as p (start, n)
    left join entries n on n.place = 1 and n.week = p.n - 1
    left join entries b on b.place = 2 and b.week = p.n - 1
    where t.place = 1 window weeks as (order by p.n)) w
$function$;

create or replace function private.last_terms (
  school uuid,
  today  date
)
  returns table (
    place     bigint,
    starts_on date,
    ends_on   date,
    monday    date
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select row_number() over (order by t.starts_on desc), t.starts_on, least(t.ends_on, today),
    date_trunc('week', t.starts_on::timestamp)::date
  from public.school_terms t where t.school_id = last_terms.school and t.starts_on <= today
  order by t.starts_on desc limit 2
$function$;

create or replace function private.school_attention (
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
  with overdue as (
    select count(*) as students, coalesce(sum(o.amount), 0) as amount from (
      select b.balance - coalesce(c.amount, 0) as amount
      from public.student_balances b left join (
        select l.student_id, sum(l.amount - l.credited) as amount from public.fee_charges l
        where l.school_id = school_attention.school and l.due_on >= today group by l.student_id) c
        on c.student_id = b.student_id
      where b.school_id = school_attention.school and b.balance > 0) o
    where o.amount > 0 and private.may('fee-account:read-all'))
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select * from (
      select 1 as place, 'requests' as kind, count(*) as amount, null::bigint as money, min(r.due_on) as day
        from public.data_requests r where r.school_id = school_attention.school and r.status = 'open'
        and private.may('protection:manage')
      union all
      select 2, 'no_term', 1, null, null where not exists (select from public.school_terms t
        where t.school_id = school_attention.school and t.ends_on >= today) and private.may('term:write')
      union all
      select 3, 'registers', count(*), null, null from jsonb_array_elements(
          private.registers_today(school_attention.school, today)) r
        where not (r ->> 'is_taken')::boolean and private.may('register:oversee') and extract(isodow from today) < 6
        and exists (select from public.school_terms t where t.school_id = school_attention.school
          and today between t.starts_on and t.ends_on)
      union all
      select 4, 'without_class', count(*), null, null from public.students s
        where s.school_id = school_attention.school and s.status = 'active' and s.class_id is null
      union all
      select 5, 'without_teacher', count(*), null, null from public.classes c
        where c.school_id = school_attention.school and c.is_active and c.class_teacher_id is null
      union all
      select 6, 'overdue', o.students, o.amount, null from overdue o
      union all
      select 7, 'second_step', 1, null, null where not private.has_authenticator(private.signed_in_uid())) e
    where e.amount > 0 order by e.place limit 6) l
$function$;

create index fee_payments_school_idx on public.fee_payments using btree (school_id, paid_on desc, created_at desc, id) include (amount);

create index register_days_school_idx on public.register_days using btree (school_id, day, class_id)
  include (present, late, excused, absent);

revoke all on function private.last_terms(uuid, date) from public;
