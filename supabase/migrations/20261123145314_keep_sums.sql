set check_function_bodies = off;

drop trigger count_changed on public.attendance;

drop trigger count_gone on public.attendance;

drop trigger count_new on public.attendance;

drop view public.fee_invoice_list;

drop view public.student_accounts;

drop view public.student_balances;

drop view public.subscription_overview;

alter table public.attendance
  drop constraint attendance_pkey;

drop function private.count_changed_marks();

drop function private.count_new_marks();

drop function private.count_register(uuid, date);

drop function public.school_people(uuid);

create table private.finished_days (
  day      date    not null,
  sign_ins integer not null,
  changes  integer not null,
  constraint finished_days_pkey primary key (day)
);

alter table private.finished_days
  enable row level security;

create table private.last_sign_ins (
  user_id uuid                     not null,
  at      timestamp with time zone not null,
  constraint last_sign_ins_pkey primary key (user_id)
);

alter table private.last_sign_ins
  enable row level security;

create table private.platform_counts (
  what   text    not null,
  part   text    not null,
  month  date    not null,
  scope  uuid    not null,
  amount integer not null,
  constraint platform_counts_pkey primary key (what, part, month, scope) include (amount)
);

alter table private.platform_counts
  enable row level security;

create table private.sum_checks (
  day         date  not null,
  differences jsonb not null,
  constraint sum_checks_pkey primary key (day)
);

alter table private.sum_checks
  enable row level security;

create table public.student_balances (
  student_id   uuid    not null,
  school_id    uuid    not null,
  charged      integer not null default 0,
  paid         integer not null default 0,
  last_paid_on date,
  constraint student_balances_pkey primary key (student_id)
);

alter table public.student_balances
  enable row level security;

create table public.student_counts (
  school_id uuid                  not null,
  class_id  uuid,
  status    public.student_status not null,
  students  integer               not null,
  constraint student_counts_school_id_class_id_status_key unique nulls not DISTINCT (school_id, class_id, status)
);

alter table public.student_counts
  enable row level security;

alter table public.student_balances
  add column balance integer generated always as ((charged - paid)) stored not null;

create or replace function private.account_text (
  first_name text,
  last_name  text,
  email      text
)
  returns text
  language sql
  immutable
  AS $function$ select pg_catalog.lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) $function$;

create or replace function private.active_students (
  school uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(k.students), 0)::integer from public.student_counts k where k.school_id = active_students.school and k.status = 'active'
$function$;

create or replace function private.add_charged (
  changes public.student_balances[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.student_balances as b (student_id, school_id, charged)
  select n.student_id, n.school_id, n.charged from unnest(changes) as n join public.students s on s.id = n.student_id order by n.student_id
  on conflict (student_id) do update set charged = b.charged + excluded.charged;
end
$function$;

create or replace function private.add_platform_counts (
  changes private.platform_counts[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.platform_counts as k (what, part, month, scope, amount)
  select n.what, n.part, n.month, n.scope, n.amount from unnest(changes) as n order by n.what, n.part, n.month, n.scope
  on conflict (what, part, month, scope) do update set amount = k.amount + excluded.amount;
  delete from private.platform_counts k using unnest(changes) as n
  where k.what = n.what and k.part = n.part and k.month = n.month and k.scope = n.scope and k.amount = 0;
end
$function$;

create or replace function private.add_register_days (
  changes public.register_days[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.register_days as r (class_id, day, school_id, present, late, excused, absent)
  select n.class_id, n.day, n.school_id, n.present, n.late, n.excused, n.absent from unnest(changes) as n join public.classes c on c.id = n.class_id order by n.class_id, n.day
  on conflict (class_id, day) do update
    set present = r.present + excluded.present, late = r.late + excluded.late, excused = r.excused + excluded.excused, absent = r.absent + excluded.absent;
  delete from public.register_days r using unnest(changes) as n
  where r.class_id = n.class_id and r.day = n.day and (r.present, r.late, r.excused, r.absent) = (0, 0, 0, 0);
end
$function$;

create or replace function private.add_student_counts (
  changes public.student_counts[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.student_counts as k (school_id, class_id, status, students)
  select n.school_id, n.class_id, n.status, n.students from unnest(changes) as n join public.schools s on s.id = n.school_id order by n.school_id, n.class_id, n.status
  on conflict (school_id, class_id, status) do update set students = k.students + excluded.students;
  delete from public.student_counts k using unnest(changes) as n
  where k.school_id = n.school_id and k.class_id is not distinct from n.class_id and k.status = n.status and k.students = 0;
end
$function$;

create or replace function private.admin_stats (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('students', private.active_students(school)),
    private.dashboard_stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.dashboard_stat('attendance', (select round(sum(r.present + r.late) * 100.0 / nullif(sum(r.present + r.late + r.excused + r.absent), 0), 1) from public.register_days r where r.school_id = school and r.day >= private.school_today(school) - 6), 'percent'),
    private.dashboard_stat('fees_outstanding', private.school_balance_due(school), 'KES'))
$function$;

create or replace function private.check_sums()
  returns table (
    what       text,
    key        text,
    difference jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '64MB'
  AS $function$
  select coalesce(k.what, c.what), coalesce(k.key, c.key), jsonb_build_object('kept', to_jsonb(k) - 'what' - 'key', 'computed', to_jsonb(c) - 'what' - 'key')
  from private.kept_sums k
  full join (select * from private.computed_sums m where (m.amount, m.other) <> (0, 0) or m.day is not null) c
    on c.what = k.what and c.key = k.key and (c.what = 'balance' or c.day is not distinct from k.day)
  where (k.amount, k.other, k.day) is distinct from (c.amount, c.other, c.day)
$function$;

create or replace function private.check_sums_nightly()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
  found_differences jsonb;
begin
  if extract(hour from private.current_moment() at time zone 'Africa/Nairobi') < 2 or exists (select from private.sum_checks s where s.day = today) then
    return null;
  end if;
  found_differences := (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from (select * from private.check_sums() limit 100) d);
  insert into private.sum_checks (day, differences) values (today, found_differences);
  delete from private.sum_checks s where s.day < today - 30;
  return jsonb_array_length(found_differences);
end
$function$;

create or replace function private.count_accounts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changes private.platform_counts[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row('accounts', part, month, scope, count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.month_of(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from added) as n
      group by part, month, scope);
  elsif tg_op = 'DELETE' then
    changes := array(select row('accounts', part, month, scope, -count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.month_of(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from removed) as n
      group by part, month, scope);
  else
    changes := array(select row('accounts', part, month, scope, sum(sign))::private.platform_counts
      from (
        select 1 as sign, role || case when is_active then '' else ' deactivated' end as part, private.month_of(created_at) as month, coalesce(school_id, private.all_schools_scope()) as scope from added
        union all
        select -1, role || case when is_active then '' else ' deactivated' end, private.month_of(created_at), coalesce(school_id, private.all_schools_scope()) from removed) as n
      group by part, month, scope having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_platform_counts(changes);
  end if;
  return null;
end
$function$;

create or replace function private.count_day (
  wanted date,
  OUT    sign_ins integer,
  OUT    changes integer
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  first_moment constant timestamptz := wanted::timestamp at time zone 'Africa/Nairobi';
  next_moment constant timestamptz := (wanted + 1)::timestamp at time zone 'Africa/Nairobi';
begin
  select d.sign_ins, d.changes into sign_ins, changes from private.finished_days d where d.day = wanted;
  if not found then
    sign_ins := (select count(distinct s.user_id) from auth.sessions s where s.created_at >= first_moment and s.created_at < next_moment);
    changes := (select count(*) from public.audit_log l where l.at >= first_moment and l.at < next_moment);
  end if;
end
$function$;

create or replace function private.count_marks()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changes public.register_days[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'),
      count(*) filter (where status = 'absent'))::public.register_days from added group by class_id, day, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(class_id, day, school_id, -count(*) filter (where status = 'present'), -count(*) filter (where status = 'late'), -count(*) filter (where status = 'excused'),
      -count(*) filter (where status = 'absent'))::public.register_days from removed group by class_id, day, school_id);
  else
    changes := array(select row(class_id, day, school_id, coalesce(sum(sign) filter (where status = 'present'), 0), coalesce(sum(sign) filter (where status = 'late'), 0),
      coalesce(sum(sign) filter (where status = 'excused'), 0), coalesce(sum(sign) filter (where status = 'absent'), 0))::public.register_days
      from (select class_id, day, school_id, status, 1 as sign from added union all select class_id, day, school_id, status, -1 from removed) as marks group by class_id, day, school_id);
  end if;
  if changes <> '{}' then
    perform private.add_register_days(changes);
  end if;
  return null;
end
$function$;

create or replace function private.count_students()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changes public.student_counts[];
  platform private.platform_counts[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(school_id, class_id, status, count(*))::public.student_counts from added group by school_id, class_id, status);
    platform := array(select row('students', status, month, school_id, count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month, school_id from added) as n group by status, month, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(school_id, class_id, status, -count(*))::public.student_counts from removed group by school_id, class_id, status);
    platform := array(select row('students', status, month, school_id, -count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month, school_id from removed) as n group by status, month, school_id);
  else
    changes := array(select row(school_id, class_id, status, sum(sign))::public.student_counts
      from (select school_id, class_id, status, 1 as sign from added union all select school_id, class_id, status, -1 from removed) as n group by school_id, class_id, status having sum(sign) <> 0);
    platform := array(select row('students', status, month, school_id, sum(sign))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month, school_id, 1 as sign from added
        union all select status, date_trunc('month', admitted_on::timestamp)::date, school_id, -1 from removed) as n group by status, month, school_id having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_student_counts(changes);
  end if;
  if platform <> '{}' then
    perform private.add_platform_counts(platform);
  end if;
  return null;
end
$function$;

create or replace function private.find_accounts (
  pattern text
)
  returns table (
    id    uuid,
    name  text,
    email text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with found as materialized (
    select u.id, u.first_name, u.last_name, u.email from public.users u
    where private.is_super_admin() and private.account_text(u.first_name, u.last_name, u.email) like find_accounts.pattern)
  select f.id, coalesce(private.null_if_blank(concat_ws(' ', f.first_name, f.last_name)), f.email), f.email from found f order by f.last_name, f.first_name, f.id limit 6
$function$;

create or replace function private.finish_days()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
  finished integer;
begin
  insert into private.finished_days (day, sign_ins, changes)
  select d.day, n.sign_ins, n.changes
  from (select day::date as day from generate_series(today - 29, today - 1, interval '1 day') as day) d, private.count_day(d.day) n
  where not exists (select from private.finished_days f where f.day = d.day);
  get diagnostics finished = row_count;
  delete from private.finished_days where day < today - 60;
  return finished;
end
$function$;

create or replace function private.keep_charged()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changes public.student_balances[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(student_id, school_id, sum(amount), 0, null, 0)::public.student_balances from added group by student_id, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(student_id, school_id, -sum(amount), 0, null, 0)::public.student_balances from removed group by student_id, school_id);
  else
    changes := array(select row(student_id, school_id, sum(amount), 0, null, 0)::public.student_balances
      from (select student_id, school_id, amount from added union all select student_id, school_id, -amount from removed) as n group by student_id, school_id having sum(amount) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_charged(changes);
  end if;
  return null;
end
$function$;

create or replace function private.keep_paid()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  touched uuid[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct student_id from added);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct student_id from removed);
  else
    touched := array(select student_id from added union select student_id from removed);
  end if;
  if touched <> '{}' then
    perform private.sum_payments(touched);
  end if;
  return null;
end
$function$;

create or replace function private.keep_sign_in()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.last_sign_ins (user_id, at) select u.id, new.last_sign_in_at from public.users u where u.id = new.id
  on conflict (user_id) do update set at = excluded.at;
  return null;
end
$function$;

create or replace function private.month_of (
  moment timestamp with time zone
)
  returns date
  language sql
  immutable
  AS $function$ select pg_catalog.date_trunc('month', moment at time zone 'Africa/Nairobi')::date $function$;

create or replace function private.office_stats (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('students', private.active_students(school)),
    private.dashboard_stat('present_today', (select sum(present + late) from public.register_days where school_id = school and day = private.school_today(school))),
    private.dashboard_stat('absent_today', (select sum(absent + excused) from public.register_days where school_id = school and day = private.school_today(school))),
    private.dashboard_stat('records_this_week', (select count(*) from public.student_records where school_id = school and happened_on > private.school_today(school) - 7)))
$function$;

create or replace function private.recount_sums()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set work_mem to '64MB'
  AS $function$
begin
  lock table public.students, public.users, public.attendance, public.fee_charges, public.fee_payments in share row exclusive mode;
  delete from public.student_balances;
  insert into public.student_balances (student_id, school_id, charged, paid, last_paid_on)
  select s.id, s.school_id, c.amount, c.other, c.day from private.computed_sums c join public.students s on s.id = c.key::uuid where c.what = 'balance';
  delete from public.register_days;
  insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
  select class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'), count(*) filter (where status = 'absent')
  from public.attendance group by class_id, day, school_id;
  delete from public.student_counts;
  insert into public.student_counts (school_id, class_id, status, students) select school_id, class_id, status, count(*) from public.students group by school_id, class_id, status;
  delete from private.platform_counts;
  insert into private.platform_counts (what, part, month, scope, amount)
  select c.what, substr(c.key, 38), c.day, left(c.key, 36)::uuid, c.amount from private.computed_sums c where c.what in ('students', 'accounts');
  delete from private.last_sign_ins;
  insert into private.last_sign_ins (user_id, at) select u.id, a.last_sign_in_at from public.users u join auth.users a on a.id = u.id where a.last_sign_in_at is not null;
end
$function$;

create or replace function private.run_due_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.update_subscription_status(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.school_balance_due (
  school uuid
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(b.balance), 0)::bigint from public.student_balances b where b.school_id = school_balance_due.school and b.balance > 0
$function$;

create or replace function private.students_balance_due (
  students uuid[]
)
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(sum(b.balance), 0)::bigint from public.student_balances b where b.student_id = any (students_balance_due.students) and b.balance > 0
$function$;

create or replace function private.sum_payments (
  students uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into public.student_balances (student_id, school_id)
  select s.id, s.school_id from public.students s where s.id = any (sum_payments.students) order by s.id
  on conflict (student_id) do nothing;
  perform from public.student_balances b where b.student_id = any (sum_payments.students) order by b.student_id for update;
  update public.student_balances b set paid = coalesce(n.paid, 0), last_paid_on = n.last_paid_on
  from unnest(sum_payments.students) as k (id), lateral (
    select sum(p.amount)::integer as paid, max(p.paid_on) filter (where p.reverses is null and p.reversed_at is null) as last_paid_on
    from public.fee_payments p where p.student_id = k.id) as n
  where b.student_id = k.id;
end
$function$;

create or replace function private.super_admin_stats()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('schools', (select count(*) from public.schools where is_active)),
    private.dashboard_stat('users', (select sum(amount) from private.platform_counts where what = 'accounts' and part in ('admin', 'teacher', 'staff', 'parent', 'student', 'user'))),
    private.dashboard_stat('pending_orders', (select sum(orders) from private.order_counts where scope = private.all_schools_scope() and status = 'pending')),
    private.dashboard_stat('open_tickets', (select count(*) from public.support_tickets where status in ('open', 'in_progress', 'waiting'))))
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
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id and b.school_id = (select private.admin_school())
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due after today; the rest of what was charged is due.
  to_come as (
    select coalesce(sum(c.amount), 0) as amount from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on > (select private.my_today())),
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
$function$;

create or replace function public.find_people (
  search text
)
  returns table (
    kind   text,
    id     uuid,
    name   text,
    detail text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with asked as (
    select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, c.name)
     from asked, public.students s left join public.classes c on c.id = s.class_id
     where asked.my_role in ('admin', 'teacher', 'staff') and s.search_text like asked.pattern order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and lower(m.first_name || ' ' || m.last_name || ' ' || m.staff_number) like asked.pattern order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and lower(h.name) like asked.pattern order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.pattern) u where asked.my_role = 'super_admin')
  ) as found (kind, id, name, detail)
$function$;

create or replace function public.installation_report()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  migrations jsonb := '[]';
  scheduled boolean := false;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select exists (select from cron.job where jobname = ''masomo-due-jobs'' and active)' into scheduled;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'scheduled', scheduled,
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'wrong_sums', (select coalesce(sum(jsonb_array_length(c.differences)), 0) from private.sum_checks c where c.day > private.today() - 2),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$function$;

create or replace function public.list_accounts (
  in_school  uuid             default null::uuid,
  search     text             default null::text,
  in_role    public.user_role default null::public.user_role,
  active     boolean          default null::boolean,
  sort       text             default 'last_name'::text,
  descending boolean          default false,
  skipped    integer          default 0,
  size       integer          default 20
)
  returns table (
    id              uuid,
    first_name      text,
    last_name       text,
    email           text,
    role            public.user_role,
    school_id       uuid,
    school          text,
    is_active       boolean,
    last_sign_in_at timestamp with time zone,
    total           bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school, private.admin_school()));
  only_school constant uuid := coalesce(own_school, in_school);
  pattern constant text := private.search_pattern(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then 'u.school_id = $1' end,
    case when pattern is not null then 'private.account_text(u.first_name, u.last_name, u.email) like $2' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'u.role = $3 and not exists (select from public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way) else format('u.last_name %1$s, u.id %1$s', way) end;
  total_found bigint;
begin
  if only_school is null and pattern is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found using only_school, pattern, in_role, active;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email, case when a.id is null then p.role else ''super_admin'' end, p.school_id, h.name, p.is_active, p.at, $7
    from page p left join public.schools h on h.id = p.school_id left join public.super_admins a on a.id = p.id order by p.place',
    case when pattern is null then 'not' else '' end, conditions, ordering)
  using only_school, pattern, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0), total_found;
end
$function$;

create or replace function public.platform_analytics()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'schools', (select count(*) from public.schools where is_active),
    'schools_by_kind', (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from public.schools where is_active group by kind) k),
    'users_by_role', (select jsonb_object_agg(part, n) from (select part, sum(amount) as n from private.platform_counts where what = 'accounts' and part in ('admin', 'teacher', 'staff', 'parent', 'student', 'user') group by part) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students' and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(status, n) from (select status, count(*) as n from public.subscriptions group by status) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.today() - 30));
end
$function$;

create or replace function public.platform_trends()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
  first_month constant date := (date_trunc('month', today::timestamp) - interval '11 months')::date;
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'months', (
      with came as materialized (
        select what, greatest(month, first_month) as month, sum(amount) as amount from private.platform_counts
        where what = 'accounts' or (what = 'students' and part in ('active', 'suspended')) group by 1, 2
        union all
        select 'schools', greatest(private.month_of(s.created_at), first_month), count(*) from public.schools s group by 2),
      tickets as materialized (
        select private.month_of(t.created_at) as month, count(*) as amount from public.support_tickets t where t.created_at >= first_month::timestamp at time zone 'Africa/Nairobi' group by 1),
      sales as materialized (
        select date_trunc('month', d.day::timestamp)::date as month, sum(d.orders) as orders, sum(d.revenue) as revenue from private.order_days d where d.day >= first_month group by 1)
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select coalesce(sum(c.amount), 0) from came c where c.what = 'schools' and c.month <= m.start),
        'students', (select coalesce(sum(c.amount), 0) from came c where c.what = 'students' and c.month <= m.start),
        'accounts', (select coalesce(sum(c.amount), 0) from came c where c.what = 'accounts' and c.month <= m.start),
        'orders', (select coalesce(sum(s.orders), 0) from sales s where s.month = m.start),
        'revenue', (select coalesce(sum(s.revenue), 0) from sales s where s.month = m.start),
        'tickets', (select coalesce(sum(t.amount), 0) from tickets t where t.month = m.start)) order by m.start)
      from (select start::date as start from generate_series(first_month::timestamp, date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', n.sign_ins, 'changes', n.changes) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d, private.count_day(d.day) n));
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
begin
  if record_attendance.day is null or record_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')) from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a student the later one counts.
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select distinct on (s.id) s.id, record_attendance.day, class.school_id, class.id, (m.mark ->> 'status')::public.attendance_status, auth.uid()
  from jsonb_array_elements(marks) with ordinality as m (mark, place) join public.students s on s.id = (m.mark ->> 'student_id')::uuid and s.class_id = class.id
  order by s.id, m.place desc
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return (
    select jsonb_agg(
      case when s.id is null then jsonb_build_object('student_id', m.student_id, 'outcome', 'not_in_class')
        when a.status = m.status then jsonb_build_object('student_id', m.student_id, 'outcome', 'kept')
        else jsonb_build_object('student_id', m.student_id, 'outcome', 'changed', 'status', a.status, 'by', private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), 'at', a.recorded_at) end
      order by m.student_id)
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    left join public.attendance a on a.student_id = s.id and a.day = record_attendance.day
    left join public.users u on u.id = a.recorded_by);
end
$function$;

create or replace function public.school_overview (
  school_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return (select jsonb_build_object(
    'id', s.id, 'updated_at', s.updated_at, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', private.active_students(s.id), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'last_sign_in', (select max(a.at) from public.users u join private.last_sign_ins a on a.user_id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.id, 'plan_id', b.plan_id, 'plan', p.name, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', p.max_students)
      from public.subscriptions b join public.plans p on p.id = b.plan_id where b.school_id = s.id order by b.status in ('trial', 'active', 'grace') desc, b.ends_on desc limit 1))
  from public.schools s where s.id = school_overview.school_id);
end
$function$;

create or replace function public.student_profile (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at', g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day)) order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments) order by t.starts_on desc, b.name), '[]')
      from public.subject_results r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id where r.student_id = s.id and r.percent is not null),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0), 'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$function$;

alter table private.last_sign_ins
  add constraint last_sign_ins_user_id_fkey foreign key (user_id) references public.users(id) on delete cascade;

alter table public.attendance
  add constraint attendance_pkey primary key (student_id, day) include (school_id, class_id, status);

alter table public.student_balances
  add constraint student_balances_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on update cascade on delete cascade;

alter table public.student_counts
  add constraint student_counts_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create view private.computed_sums AS  SELECT 'balance'::text AS what,
    (s.id)::text AS key,
    COALESCE(c.charged, (0)::bigint) AS amount,
    COALESCE(p.paid, (0)::bigint) AS other,
    p.last_paid_on AS day
   FROM ((public.students s
     LEFT JOIN ( SELECT fee_charges.student_id,
            sum(fee_charges.amount) AS charged
           FROM public.fee_charges
          GROUP BY fee_charges.student_id) c ON ((c.student_id = s.id)))
     LEFT JOIN ( SELECT fee_payments.student_id,
            sum(fee_payments.amount) AS paid,
            max(fee_payments.paid_on) FILTER (WHERE ((fee_payments.reverses IS NULL) AND (fee_payments.reversed_at IS NULL))) AS last_paid_on
           FROM public.fee_payments
          GROUP BY fee_payments.student_id) p ON ((p.student_id = s.id)))
  WHERE ((c.student_id IS NOT NULL) OR (p.student_id IS NOT NULL))
UNION ALL
 SELECT 'register'::text AS what,
    ((attendance.class_id || ' '::text) || attendance.status) AS key,
    count(*) AS amount,
    0 AS other,
    attendance.day
   FROM public.attendance
  GROUP BY attendance.class_id, attendance.status, attendance.day
UNION ALL
 SELECT 'students of a class'::text AS what,
    concat_ws(' '::text, students.school_id, students.class_id, students.status) AS key,
    count(*) AS amount,
    0 AS other,
    NULL::date AS day
   FROM public.students
  GROUP BY students.school_id, students.class_id, students.status
UNION ALL
 SELECT 'students'::text AS what,
    ((students.school_id || ' '::text) || students.status) AS key,
    count(*) AS amount,
    0 AS other,
    (date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date AS day
   FROM public.students
  GROUP BY students.school_id, students.status, ((date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date)
UNION ALL
 SELECT 'accounts'::text AS what,
    (((COALESCE(users.school_id, private.all_schools_scope()) || ' '::text) || users.role) ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END) AS key,
    count(*) AS amount,
    0 AS other,
    private.month_of(users.created_at) AS day
   FROM public.users
  GROUP BY (((COALESCE(users.school_id, private.all_schools_scope()) || ' '::text) || users.role) ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END), (private.month_of(users.created_at))
UNION ALL
 SELECT 'last sign-in'::text AS what,
    (u.id)::text AS key,
    (EXTRACT(epoch FROM a.last_sign_in_at))::bigint AS amount,
    0 AS other,
    NULL::date AS day
   FROM (public.users u
     JOIN auth.users a ON ((a.id = u.id)))
  WHERE (a.last_sign_in_at IS NOT NULL);

create view private.kept_sums AS  SELECT 'balance'::text AS what,
    (student_balances.student_id)::text AS key,
    (student_balances.charged)::bigint AS amount,
    (student_balances.paid)::bigint AS other,
    student_balances.last_paid_on AS day
   FROM public.student_balances
  WHERE ((student_balances.charged <> 0) OR (student_balances.paid <> 0) OR (student_balances.last_paid_on IS NOT NULL))
UNION ALL
 SELECT 'register'::text AS what,
    ((r.class_id || ' '::text) || n.status) AS key,
    n.amount,
    0 AS other,
    r.day
   FROM public.register_days r,
    LATERAL ( VALUES ('present'::text,r.present), ('late'::text,r.late), ('excused'::text,r.excused), ('absent'::text,r.absent)) n(status, amount)
  WHERE (n.amount <> 0)
UNION ALL
 SELECT 'students of a class'::text AS what,
    concat_ws(' '::text, student_counts.school_id, student_counts.class_id, student_counts.status) AS key,
    student_counts.students AS amount,
    0 AS other,
    NULL::date AS day
   FROM public.student_counts
UNION ALL
 SELECT platform_counts.what,
    ((platform_counts.scope || ' '::text) || platform_counts.part) AS key,
    platform_counts.amount,
    0 AS other,
    platform_counts.month AS day
   FROM private.platform_counts
UNION ALL
 SELECT 'last sign-in'::text AS what,
    (last_sign_ins.user_id)::text AS key,
    (EXTRACT(epoch FROM last_sign_ins.at))::bigint AS amount,
    0 AS other,
    NULL::date AS day
   FROM private.last_sign_ins;

create view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    k.name AS class_name,
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
    ((lower(i.invoice_number) || ' '::text) || s.search_text) AS search_text
   FROM (((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
     LEFT JOIN public.classes k ON ((k.id = s.class_id)))
  WHERE (i.school_id = ( SELECT private.admin_school() AS admin_school));

create view public.student_accounts with (security_invoker=true) AS  SELECT s.id,
    s.school_id,
    s.admission_number,
    s.first_name,
    s.last_name,
    s.status,
    s.class_id,
    k.name AS class_name,
    s.search_text,
    COALESCE(b.charged, 0) AS charged,
    COALESCE(b.paid, 0) AS paid,
    COALESCE(b.balance, 0) AS balance,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE ((c.student_id = s.id) AND (c.due_on <= ( SELECT private.my_today() AS my_today)))) AS due,
    b.last_paid_on
   FROM ((public.students s
     LEFT JOIN public.classes k ON ((k.id = s.class_id)))
     LEFT JOIN public.student_balances b ON ((b.student_id = s.id)));

create view public.subscription_overview with (security_invoker=true) AS  SELECT DISTINCT ON (s.id) s.id AS school_id,
    s.name AS school,
    s.is_active AS is_school_active,
    b.id AS subscription_id,
    b.plan_id,
    p.name AS plan,
    COALESCE((b.status)::text, 'none'::text) AS status,
    b.billing,
    b.started_on,
    b.ends_on,
    b.grace_until,
    p.max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = s.id) AND (k.status = 'active'::public.student_status))) AS students
   FROM ((public.schools s
     LEFT JOIN public.subscriptions b ON ((b.school_id = s.id)))
     LEFT JOIN public.plans p ON ((p.id = b.plan_id)))
  ORDER BY s.id, (b.status = ANY (ARRAY['trial'::public.subscription_status, 'active'::public.subscription_status, 'grace'::public.subscription_status])) DESC NULLS LAST, b.ends_on DESC;

create index last_sign_ins_at_idx on private.last_sign_ins using btree (at);

create index student_balances_school_idx on public.student_balances using btree (school_id) include (student_id, charged, paid, balance);

create index support_tickets_created_idx on public.support_tickets using btree (created_at desc, id);

create index users_name_idx on public.users using btree (last_name, id);

create index users_role_name_idx on public.users using btree (role, last_name, id);

create trigger masomo_keep_new_sign_in
  after insert on auth.users
  for each row
  when ((new.last_sign_in_at IS NOT NULL))
  execute function private.keep_sign_in();

create trigger masomo_keep_sign_in
  after update of last_sign_in_at on auth.users
  for each row
  when (((new.last_sign_in_at IS NOT NULL) AND (old.last_sign_in_at IS DISTINCT FROM new.last_sign_in_at)))
  execute function private.keep_sign_in();

create trigger count_changed
  after update on public.attendance referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.count_marks();

create trigger count_gone
  after delete on public.attendance referencing OLD table as removed
  for each STATEMENT
  execute function private.count_marks();

create trigger count_new
  after insert on public.attendance referencing NEW table as added
  for each STATEMENT
  execute function private.count_marks();

create trigger keep_charged_of_changed
  after update on public.fee_charges referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_charged();

create trigger keep_charged_of_gone
  after delete on public.fee_charges referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_charged();

create trigger keep_charged_of_new
  after insert on public.fee_charges referencing NEW table as added
  for each STATEMENT
  execute function private.keep_charged();

create trigger keep_paid_of_changed
  after update on public.fee_payments referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.keep_paid();

create trigger keep_paid_of_gone
  after delete on public.fee_payments referencing OLD table as removed
  for each STATEMENT
  execute function private.keep_paid();

create trigger keep_paid_of_new
  after insert on public.fee_payments referencing NEW table as added
  for each STATEMENT
  execute function private.keep_paid();

create trigger count_changed
  after update on public.students referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.count_students();

create trigger count_gone
  after delete on public.students referencing OLD table as removed
  for each STATEMENT
  execute function private.count_students();

create trigger count_new
  after insert on public.students referencing NEW table as added
  for each STATEMENT
  execute function private.count_students();

create trigger count_changed
  after update on public.users referencing OLD table as removed NEW table as added
  for each STATEMENT
  execute function private.count_accounts();

create trigger count_gone
  after delete on public.users referencing OLD table as removed
  for each STATEMENT
  execute function private.count_accounts();

create trigger count_new
  after insert on public.users referencing NEW table as added
  for each STATEMENT
  execute function private.count_accounts();

create policy "Administrators see balances, families their children's" on "public"."student_balances"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Schools see how many students they have" on public.student_counts
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role]))));

comment on function private.check_sums() is 'Kept sums that are not what they are computed from: no rows when all is well.';

comment on function private.finish_days() is 'Counts the days of the last month that are over and not counted yet; returns how many.';

comment on function private.recount_sums() is 'Computes every kept sum again, after a load that ran without triggers.';

comment on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) is
  'A page of accounts by name, address, role, access and school, with the number of all of them. Super admins list every school, administrators their own. sort: last_name, role or last_sign_in_at.';

comment on table private.last_sign_ins is 'When people last signed in: a copy of what the auth service knows, for lists that sort by it or count it.';

comment on table private.sum_checks is 'What the nightly comparison of kept sums found, the first hundred differences each; empty when all is well.';

comment on table public.register_days is 'Attendance of a class on a day, kept by triggers on attendance.';

comment on table public.student_balances is 'What a student was charged, has paid and owes, in whole shillings, kept by triggers on charges and payments. Who was never charged has no row.';

comment on table public.student_counts is 'How many students of each status a class has, kept by triggers on students. Without class_id: students in no class.';

comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid by today.';

comment on view public.subscription_overview is 'Every school with its present or last subscription, its size and its plan''s limit.';

revoke all on function private.account_text(text, text, text) from public;

grant execute on function private.account_text(text, text, text) to authenticated;

grant execute on function private.account_text(text, text, text) to service_role;

revoke all on function private.active_students(uuid) from public;

revoke all on function private.add_charged(public.student_balances[]) from public;

revoke all on function private.add_platform_counts(private.platform_counts[]) from public;

revoke all on function private.add_register_days(public.register_days[]) from public;

revoke all on function private.add_student_counts(public.student_counts[]) from public;

revoke all on function private.check_sums() from public;

revoke all on function private.check_sums_nightly() from public;

revoke all on function private.count_accounts() from public;

revoke all on function private.count_day(date) from public;

revoke all on function private.count_marks() from public;

revoke all on function private.count_students() from public;

revoke all on function private.find_accounts(text) from public;

grant execute on function private.find_accounts(text) to authenticated;

revoke all on function private.finish_days() from public;

revoke all on function private.keep_charged() from public;

revoke all on function private.keep_paid() from public;

revoke all on function private.keep_sign_in() from public;

revoke all on function private.month_of(timestamp with time zone) from public;

revoke all on function private.recount_sums() from public;

revoke all on function private.sum_payments(uuid[]) from public;

revoke all on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) from public;

grant execute
  on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer)
  to authenticated;

grant execute on function public.list_accounts(uuid, text, public.user_role, boolean, text, boolean, integer, integer) to service_role;

grant all on table private.finished_days to service_role;

grant all on table private.last_sign_ins to service_role;

grant all on table private.platform_counts to service_role;

grant all on table private.sum_checks to service_role;

grant select on table public.student_balances to authenticated;

grant all on table public.student_balances to service_role;

grant select on table public.student_counts to authenticated;

grant all on table public.student_counts to service_role;

grant all on table private.computed_sums to service_role;

grant all on table private.kept_sums to service_role;

grant select on table public.fee_invoice_list to authenticated;

grant all on table public.fee_invoice_list to service_role;

grant select on table public.student_accounts to authenticated;

grant all on table public.student_accounts to service_role;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;

create index users_search_idx on public.users using gin (private.account_text(first_name, last_name, email) extensions.gin_trgm_ops);

select private.recount_sums();
