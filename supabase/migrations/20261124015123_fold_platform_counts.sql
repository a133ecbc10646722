set check_function_bodies = off;

drop view private.computed_sums;

drop view private.kept_sums;

drop function private.add_platform_counts(private.platform_counts[]);

drop function private.subscription_of(uuid);

drop view public.subscription_overview;

create table private.platform_changes (
  id     bigint generated always as identity not null,
  what   text   not null,
  part   text   not null,
  month  date   not null,
  amount bigint not null,
  constraint platform_changes_pkey primary key (id)
);

alter table private.platform_changes
  enable row level security;

create table private.platform_sums (
  what   text   not null,
  part   text   not null,
  month  date   not null,
  amount bigint not null,
  constraint platform_sums_pkey primary key (what, part, month)
);

alter table private.platform_sums
  enable row level security;

insert into private.platform_sums (what, part, month, amount)
select what, part, month, sum(amount) from private.platform_counts group by what, part, month having sum(amount) <> 0;

drop table private.platform_counts;

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
    changes := array(select row('accounts', part, month, count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month from added) as n
      group by part, month);
  elsif tg_op = 'DELETE' then
    changes := array(select row('accounts', part, month, -count(*))::private.platform_counts
      from (select role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month from removed) as n
      group by part, month);
  else
    changes := array(select row('accounts', part, month, sum(sign))::private.platform_counts
      from (
        select 1 as sign, role || case when is_active then '' else ' deactivated' end as part, private.nairobi_month(created_at) as month from added
        union all
        select -1, role || case when is_active then '' else ' deactivated' end, private.nairobi_month(created_at) from removed) as n
      group by part, month having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_platform_counts(changes);
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
    platform := array(select row('students', status, month, count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month from added) as n group by status, month);
  elsif tg_op = 'DELETE' then
    changes := array(select row(school_id, class_id, status, -count(*))::public.student_counts from removed group by school_id, class_id, status);
    platform := array(select row('students', status, month, -count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month from removed) as n group by status, month);
  else
    changes := array(select row(school_id, class_id, status, sum(sign))::public.student_counts
      from (select school_id, class_id, status, 1 as sign from added union all select school_id, class_id, status, -1 from removed) as n group by school_id, class_id, status having sum(sign) <> 0);
    platform := array(select row('students', status, month, sum(sign))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month, 1 as sign from added
        union all select status, date_trunc('month', admitted_on::timestamp)::date, -1 from removed) as n group by status, month having sum(sign) <> 0);
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

create or replace function private.fold_platform_changes()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  folded integer;
begin
  with taken as (delete from private.platform_changes returning what, part, month, amount),
    added as (
      insert into private.platform_sums as k (what, part, month, amount) select what, part, month, sum(amount) from taken group by what, part, month
      on conflict (what, part, month) do update set amount = k.amount + excluded.amount)
  select count(*) into folded from taken;
  delete from private.platform_sums where amount = 0;
  return folded;
end
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
  delete from private.platform_changes;
  delete from private.platform_sums;
  insert into private.platform_sums (what, part, month, amount) select c.what, c.key, c.day, c.amount from private.computed_sums c where c.what in ('students', 'accounts');
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
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'counts', private.fold_platform_changes(), 'purged', private.purge_expired(), 'trials', private.purge_trial_requests(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.subscription_state (
  closed_at  timestamp with time zone,
  is_running boolean,
  is_trial   boolean,
  last_day   date,
  today      date,
  grace_days integer
)
  returns public.subscription_state
  language sql
  immutable
  AS $function$
  select case when closed_at is not null then 'closed'::public.subscription_state when is_running and is_trial then 'trial'::public.subscription_state
    when is_running then 'active'::public.subscription_state when last_day + grace_days >= today then 'grace'::public.subscription_state else 'ended'::public.subscription_state end
$function$;

create or replace function private.subscription_states()
  returns table (
    school_id uuid,
    state     public.subscription_state
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with today as materialized (select z.time_zone, ((select private.current_moment()) at time zone z.time_zone)::date as day from (select distinct h.time_zone from public.schools h) z),
    periods as materialized (
      select h.id, h.closed_at, t.day, max(s.ends_on) as last_day, bool_or(s.started_on <= t.day and s.ends_on >= t.day) as is_running, bool_or(s.is_trial and s.started_on <= t.day and s.ends_on >= t.day) as is_trial
      from public.schools h join today t on t.time_zone = h.time_zone join public.subscriptions s on s.school_id = h.id and s.revoked_at is null
      group by h.id, t.day having bool_or(s.started_on <= t.day))
  select p.id, private.subscription_state(p.closed_at, p.is_running, p.is_trial, p.last_day, p.day, g.days) from periods p cross join (select private.grace_days() as days offset 0) g
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
    'subscriptions_by_status', (select jsonb_object_agg(state, n) from (select state, count(*) as n from private.subscription_states() group by state) s),
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
        select 'schools', greatest(private.nairobi_month(s.created_at), first_month), count(*) from public.schools s group by 2),
      sales as materialized (
        select date_trunc('month', d.day::timestamp)::date as month, sum(d.orders) as orders, sum(d.revenue) as revenue from private.order_days d where d.day >= first_month group by 1)
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select coalesce(sum(c.amount), 0) from came c where c.what = 'schools' and c.month <= m.start),
        'students', (select coalesce(sum(c.amount), 0) from came c where c.what = 'students' and c.month <= m.start),
        'accounts', (select coalesce(sum(c.amount), 0) from came c where c.what = 'accounts' and c.month <= m.start),
        'orders', (select coalesce(sum(s.orders), 0) from sales s where s.month = m.start),
        'revenue', (select coalesce(sum(s.revenue), 0) from sales s where s.month = m.start),
        'tickets', (select count(*) from public.support_tickets t where t.created_at >= m.start::timestamp at time zone 'Africa/Nairobi' and t.created_at < (m.start + interval '1 month') at time zone 'Africa/Nairobi')) order by m.start)
      from (select start::date as start from generate_series(first_month::timestamp, date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', n.sign_ins, 'changes', n.changes) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d, private.count_day(d.day) n));
end
$function$;

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
 SELECT 'students of a class'::text AS what,
    concat_ws(' '::text, students.school_id, students.class_id, students.status) AS key,
    count(*) AS amount,
    0 AS other,
    NULL::date AS day
   FROM public.students
  GROUP BY students.school_id, students.class_id, students.status
UNION ALL
 SELECT 'students'::text AS what,
    (students.status)::text AS key,
    count(*) AS amount,
    0 AS other,
    (date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date AS day
   FROM public.students
  GROUP BY students.status, ((date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date)
UNION ALL
 SELECT 'accounts'::text AS what,
    (users.role ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END) AS key,
    count(*) AS amount,
    0 AS other,
    private.nairobi_month(users.created_at) AS day
   FROM public.users
  GROUP BY (users.role ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END), (private.nairobi_month(users.created_at))
UNION ALL
 SELECT 'last sign-in'::text AS what,
    (u.id)::text AS key,
    (EXTRACT(epoch FROM a.last_sign_in_at))::bigint AS amount,
    0 AS other,
    NULL::date AS day
   FROM (public.users u
     JOIN auth.users a ON ((a.id = u.id)))
  WHERE (a.last_sign_in_at IS NOT NULL);

create view private.platform_counts AS  SELECT platform_sums.what,
    platform_sums.part,
    platform_sums.month,
    platform_sums.amount
   FROM private.platform_sums
UNION ALL
 SELECT platform_changes.what,
    platform_changes.part,
    platform_changes.month,
    platform_changes.amount
   FROM private.platform_changes;

create or replace function private.add_platform_counts (
  changes private.platform_counts[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into private.platform_changes (what, part, month, amount) select n.what, n.part, n.month, n.amount from unnest(changes) as n
$function$;

create view private.kept_sums AS  SELECT 'balance'::text AS what,
    (student_balances.student_id)::text AS key,
    (student_balances.charged)::bigint AS amount,
    (student_balances.paid)::bigint AS other,
    student_balances.last_paid_on AS day
   FROM public.student_balances
  WHERE ((student_balances.charged <> 0) OR (student_balances.paid <> 0) OR (student_balances.last_paid_on IS NOT NULL))
UNION ALL
 SELECT 'students of a class'::text AS what,
    concat_ws(' '::text, student_counts.school_id, student_counts.class_id, student_counts.status) AS key,
    student_counts.students AS amount,
    0 AS other,
    NULL::date AS day
   FROM public.student_counts
UNION ALL
 SELECT platform_counts.what,
    platform_counts.part AS key,
    (sum(platform_counts.amount))::bigint AS amount,
    0 AS other,
    platform_counts.month AS day
   FROM private.platform_counts
  GROUP BY platform_counts.what, platform_counts.part, platform_counts.month
 HAVING (sum(platform_counts.amount) <> (0)::numeric)
UNION ALL
 SELECT 'last sign-in'::text AS what,
    (last_sign_ins.user_id)::text AS key,
    (EXTRACT(epoch FROM last_sign_ins.at))::bigint AS amount,
    0 AS other,
    NULL::date AS day
   FROM private.last_sign_ins;

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    (present).id AS subscription_id,
    (present).plan_id AS plan_id,
    ( SELECT p.name
           FROM public.plans p
          WHERE (p.id = (d.present).plan_id)) AS plan,
        CASE
            WHEN ((present).id IS NULL) THEN 'none'::text
            ELSE (private.subscription_state(closed_at, ((present).ends_on >= day), (present).is_trial, last_day, day, ( SELECT private.grace_days() AS grace_days)))::text
        END AS status,
    (present).billing AS billing,
    (present).started_on AS started_on,
    last_day AS ends_on,
        CASE
            WHEN (last_day < day) THEN (last_day + ( SELECT private.grace_days() AS grace_days))
            ELSE NULL::date
        END AS grace_until,
    ( SELECT p.max_students
           FROM public.plans p
          WHERE (p.id = (d.present).plan_id)) AS max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students
   FROM ( SELECT s.id AS school_id,
            s.name AS school,
            s.is_active AS is_school_active,
            s.closed_at,
            t.day,
            ( SELECT x.*::public.subscriptions AS x
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL) AND (x.started_on <= t.day))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS present,
            ( SELECT x.ends_on
                   FROM public.subscriptions x
                  WHERE ((x.school_id = s.id) AND (x.revoked_at IS NULL))
                  ORDER BY x.ends_on DESC
                 LIMIT 1) AS last_day
           FROM (public.schools s
             CROSS JOIN LATERAL ( SELECT ((( SELECT private.current_moment() AS current_moment) AT TIME ZONE s.time_zone))::date AS day) t)) d;

create or replace function private.subscription_of (
  school uuid
)
  returns public.subscription_overview
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select v.* from public.subscription_overview v where v.school_id = subscription_of.school $function$;

comment on function private.fold_platform_changes() is 'Adds the changes of students and accounts to their sums; returns how many.';

comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size and its plan''s limit; ends_on is the last day of all that is paid.';

revoke all on function private.add_platform_counts(private.platform_counts[]) from public;

revoke all on function private.fold_platform_changes() from public;

revoke all on function private.subscription_of(uuid) from public;

revoke all on function private.subscription_states() from public;

grant all on table private.platform_changes to service_role;

grant all on table private.platform_sums to service_role;

grant all on table private.computed_sums to service_role;

grant all on table private.kept_sums to service_role;

grant all on table private.platform_counts to service_role;

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;
