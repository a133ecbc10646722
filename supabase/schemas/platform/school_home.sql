-- What a person who runs a school sees first: what waits for them, how money and attendance run, the registers of the
-- day. Each part is of what the caller may read; a part they may not is null.

-- Where today is in the school's year: its term and week, or the term that comes next.
create function private.day_in_term(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('term', t.name, 'starts_on', t.starts_on, 'ends_on', t.ends_on,
    'is_running', t.starts_on <= today,
    'week', (date_trunc('week', today::timestamp)::date - date_trunc('week', t.starts_on::timestamp)::date) / 7 + 1,
    'weeks', (date_trunc('week', t.ends_on::timestamp)::date
      - date_trunc('week', t.starts_on::timestamp)::date) / 7 + 1)
  from public.school_terms t where t.school_id = day_in_term.school and t.ends_on >= today
  order by t.starts_on limit 1
$$;

-- The term whose weeks are shown, today's or the last one, and the term before it, each with the Monday of its first
-- week, so that a row's week is a division.
create function private.last_terms(school uuid, today date)
returns table (place bigint, starts_on date, ends_on date, monday date)
language sql stable security definer set search_path = '' as $$
  select row_number() over (order by t.starts_on desc), t.starts_on, least(t.ends_on, today),
    date_trunc('week', t.starts_on::timestamp)::date
  from public.school_terms t where t.school_id = last_terms.school and t.starts_on <= today
  order by t.starts_on desc limit 2
$$;

-- What fell due and came in since the term began, week by week, and what had come in by the same week a term before.
create function private.fee_weeks(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
$$;

-- Attendance in percent of the weeks of the term, and of the same weeks a term before.
create function private.attendance_weeks(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
$$;

-- The registers of today: taken with its counts, or not.
create function private.registers_today(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'is_taken', r.class_id is not null,
    'present', coalesce(r.present + r.late, 0), 'absent', coalesce(r.absent + r.excused, 0)) order by c.name_key), '[]')
  from public.classes c left join public.register_days r on r.class_id = c.id and r.day = today
    and r.school_id = c.school_id
  where c.school_id = registers_today.school and c.is_active
    and exists (select from public.students s where s.class_id = c.id and s.status = 'active')
$$;

create function private.latest_payments(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'today', (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = latest_payments.school and p.paid_on = today),
    'latest', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'student_id', p.student_id,
        'student', s.full_name, 'amount', p.amount, 'method', p.method, 'receipt', p.receipt_number,
        'at', p.created_at) order by p.created_at desc, p.receipt_number desc), '[]')
      from (select * from public.fee_payments f where f.school_id = latest_payments.school
        and f.student_id <> all ((select private.withheld_from_me())::uuid[])
        order by f.created_at desc limit 6) p
      join public.students s on s.id = p.student_id))
$$;

-- What is on in the next seven days: terms, days on which fees fall due, announcements to come, work due.
create function private.next_days(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.day, d.kind, d.name), '[]') from (
    select * from (
      select t.starts_on as day, 'term_starts' as kind, t.name, 1 as amount from public.school_terms t
        where t.school_id = next_days.school and t.starts_on between today and today + 6
      union all
      select t.ends_on, 'term_ends', t.name, 1 from public.school_terms t
        where t.school_id = next_days.school and t.ends_on between today and today + 6
      union all
      select f.due_on, 'fee_due', f.name, 1 from public.fees f where f.school_id = next_days.school
        and f.due_on between today and today + 6 and private.may('fee:read') group by f.due_on, f.name
      union all
      select private.school_day(next_days.school, a.published_at), 'announcement', a.title, 1
        from public.announcements a where a.school_id = next_days.school and a.archived_at is null
        and a.published_at > private.current_moment() and a.published_at < private.current_moment() + interval '7 days'
      union all
      select a.due_on, 'work_due', '', count(*)::integer from public.assignments a
        where a.school_id = next_days.school and a.due_on between today and today + 6 and a.published_at is not null
        and a.archived_at is null group by a.due_on) e
    order by e.day, e.kind, e.name limit 8) d
$$;

-- At most six lines, each with how many and where it is put right.
create function private.school_attention(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
$$;

create function private.school_home(school uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
  sees_fees constant boolean := private.may('fee-account:read-all');
  sees_registers constant boolean := private.may('register:oversee');
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today),
    'attention', private.school_attention(school, today),
    'fees', case when sees_fees then private.fee_weeks(school, today) end,
    'attendance', case when sees_registers then private.attendance_weeks(school, today) end,
    'registers', case when sees_registers then private.registers_today(school, today) end,
    'payments', case when sees_fees then private.latest_payments(school, today) end,
    'next_days', private.next_days(school, today));
end
$$;
