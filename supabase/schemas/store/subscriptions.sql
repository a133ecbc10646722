-- A school's subscription is its list of periods, trial or paid, of which no two overlap. Its state is never stored: it
-- follows from the periods and the school's day, so that no job has to run for a school to be over its end.

create type public.subscription_state as enum ('trial', 'active', 'grace', 'ended', 'closed');

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  plan_id uuid not null references public.plans (id) on delete restrict,
  is_trial boolean not null default false,
  billing text not null default 'termly' check (billing in ('monthly', 'termly', 'annual')),
  started_on date not null default private.today(),
  ends_on date not null,
  reminded_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_item_id uuid unique references public.order_items (id) on delete restrict,
  replaces uuid references public.subscriptions (id) on delete set null,
  revoked_at timestamptz,
  issued_as uuid unique,
  check (ends_on >= started_on),
  constraint subscriptions_do_not_overlap exclude
    using gist (school_id with =, daterange(started_on, ends_on, '[]') with &&) where (revoked_at is null)
);
comment on table public.subscriptions
  is 'Periods of a school''s subscription, from the first to the last day; the present state is '
  'private.subscription_of.';
comment on column public.subscriptions.reminded_days
  is 'Days before the end of the last reminder sent for this period.';
comment on column public.subscriptions.order_item_id
  is 'The paid line that this period is for: a line moves a subscription once.';
comment on column public.subscriptions.replaces
  is 'The period of a smaller plan that this upgrade cut short, which a refund restores.';
comment on column public.subscriptions.issued_as
  is 'The licence at the installation that sold it, where the period was read from a signed key.';
comment on column public.subscriptions.revoked_at
  is 'Paid back, or replaced on its first day: the period does not count.';

create index subscriptions_school_idx on public.subscriptions (school_id, ends_on desc);
create index subscriptions_plan_idx on public.subscriptions (plan_id, ends_on);
create index subscriptions_end_idx on public.subscriptions (ends_on) where revoked_at is null;
create index subscriptions_replaces_idx on public.subscriptions (replaces) where replaces is not null;

select private.school_table('public.subscriptions', needs_subscription => false, audit => true,
  verbs => '{insert,update}', live => '{platform,members}');
grant select on public.subscriptions to authenticated;

create policy "Super admins see every subscription, administrators their school's" on public.subscriptions for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('plan:read')));

create trigger touch before update on public.subscriptions for each row execute function private.touch_updated_at();

-- How long a school reads and exports after its subscription's last day, before it is closed.
create function private.grace_days() returns integer
language sql stable security definer
  set search_path = '' as $$ select coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30) $$;
grant execute on function private.grace_days() to authenticated, service_role;

-- Single expressions, which the planner puts into the query. last_day is the last of all periods, is_trial of the one
-- that runs.
create function private.subscription_state(closed_at timestamptz, is_running boolean, is_trial boolean, last_day date,
  today date, grace_days integer) returns public.subscription_state
language sql immutable as $$
  select case when closed_at is not null then 'closed'::public.subscription_state when is_running
    and is_trial then 'trial'::public.subscription_state
    when is_running then 'active'::public.subscription_state
      when last_day + grace_days >= today then 'grace'::public.subscription_state
      else 'ended'::public.subscription_state end
$$;
grant execute on function private.subscription_state(timestamptz, boolean, boolean, date, date, integer)
  to authenticated, service_role;

create function private.trial_plan() returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.plans p where p.category = 'saas' and p.is_active and p.period = 'term'
    order by p.price desc, p.id limit 1
$$;
comment on function private.trial_plan() is 'A trial has the limits of the largest plan.';

-- The plan whose limits a period has: its own, or for a trial the largest one, whichever plan the school tries.
create function private.limiting_plan(plan uuid, is_trial boolean) returns uuid
language sql stable security definer
  set search_path = '' as $$ select case when is_trial then coalesce(private.trial_plan(), plan) else plan end $$;
grant execute on function private.limiting_plan(uuid, boolean) to authenticated, service_role;

-- Every school with the period that runs or was last, its size and its plan's limit. All but the school itself is a
-- subquery of a column: the database computes it after sorting and limiting, for the schools of a page only.
create view public.subscription_overview with (security_invoker = true) as
  select d.school_id, d.school, d.is_school_active, (d.present).id as subscription_id, (d.present).plan_id,
    (select p.name from public.plans p where p.id = (d.present).plan_id) as plan,
    case when (d.present).id is null then 'none'
      else private.subscription_state(d.closed_at, (d.present).ends_on >= d.day, (d.present).is_trial, d.last_day,
      d.day, (select private.grace_days()))::text end as status,
    (d.present).billing, (d.present).started_on, d.last_day as ends_on,
      case when d.last_day < d.day then d.last_day + (select private.grace_days()) end as grace_until,
    (select p.max_students from public.plans p
      where p.id = private.limiting_plan((d.present).plan_id, (d.present).is_trial)) as max_students,
    (select coalesce(sum(k.students), 0)::integer from public.student_counts k where k.school_id = d.school_id
      and k.status = 'active') as students,
    d.search_text
  from (
    select s.id as school_id, s.name as school, s.search_text, s.is_active as is_school_active, s.closed_at, t.day,
      (select x from public.subscriptions x where x.school_id = s.id and x.revoked_at is null and x.started_on <= t.day
        order by x.ends_on desc limit 1) as present,
      (select x.ends_on from public.subscriptions x where x.school_id = s.id and x.revoked_at is null
        order by x.ends_on desc limit 1) as last_day
    from public.schools s cross join lateral (select ((select private.current_moment()) at time zone s.time_zone)::date
      as day) t
    where s.branch_of is null) d;
comment on view public.subscription_overview is 'Every school with its present or last subscription period, its size '
  'and its plan''s limit; ends_on is the last day of all that is paid.';
grant select on public.subscription_overview to authenticated;

create function private.subscription_of(school uuid) returns public.subscription_overview
language sql stable security definer set search_path = '' as $$ select v.* from public.subscription_overview v
  where v.school_id = private.payer_of(subscription_of.school) $$;

-- The state of every school that has or had a subscription, read in one pass.
create function private.subscription_states() returns table (school_id uuid, state public.subscription_state)
language sql stable security definer set search_path = '' as $$
  with today as materialized (select z.time_zone,
    ((select private.current_moment()) at time zone z.time_zone)::date as day
    from (select distinct h.time_zone from public.schools h) z),
    periods as (
      select s.school_id, t.time_zone, t.day, max(s.ends_on) as last_day,
        bool_or(s.started_on <= t.day and s.ends_on >= t.day) as is_running,
        bool_or(s.is_trial and s.started_on <= t.day and s.ends_on >= t.day) as is_trial
      from public.subscriptions s cross join today t where s.revoked_at is null
      group by s.school_id, t.time_zone, t.day having min(s.started_on) <= t.day)
  select p.school_id, private.subscription_state(h.closed_at, p.is_running, p.is_trial, p.last_day, p.day, g.days)
  from periods p join public.schools h on h.id = p.school_id and h.time_zone = p.time_zone
    cross join (select private.grace_days() as days offset 0) g
$$;

-- Whether a school subscribes to the plan today, will do, or is in the grace after it.
create function private.schools_with_plan(plan uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct s.school_id from public.subscriptions s where s.plan_id = plan and s.revoked_at is null
    and s.ends_on >= private.today() - private.grace_days()
$$;

create function private.period_length(billing text) returns interval
language sql immutable set search_path = '' as $$ select make_interval(months => private.months_of(billing)) $$;

-- Adds a paid period: after the last one while that runs, also a trial; from today where nothing runs. A line that has
-- been paid already changes nothing, and one that was paid back and is paid again starts like a new one.
create function private.add_subscription_period(school uuid, plan uuid, billing text, periods integer default 1,
  item uuid default null) returns public.subscriptions
language plpgsql security definer set search_path = '' as $$
declare
  added public.subscriptions;
  today constant date := private.school_today(school);
  last_day date;
begin
  perform private.lock_subscription(school);
  select * into added from public.subscriptions s where s.order_item_id = item and s.revoked_at is null;
  if found then
    return added;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  select max(s.ends_on) into last_day from public.subscriptions s where s.school_id = school and s.revoked_at is null
    and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  values (school, plan, add_subscription_period.billing, coalesce(last_day + 1, today),
    (coalesce(last_day, today) + private.period_length(add_subscription_period.billing) * periods)::date, item)
  returning * into added;
  update public.schools set closed_at = null where school in (id, branch_of) and closed_at is not null;
  return added;
end
$$;

-- One change of a school's periods at a time.
create function private.lock_subscription(school uuid) returns void
language sql security definer
  set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('subscription of ' || school::text, 0)) $$;

-- Adds days of a plan behind all that is paid for.
create function private.add_subscription_days(school uuid, plan uuid, days integer, item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
  first_day date;
begin
  select coalesce(max(s.ends_on) + 1, today) into first_day from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id)
  select school, p.id, private.sold_billing(p.period, null), first_day, first_day + days - 1, item from public.plans p
    where p.id = plan;
  update public.schools s set closed_at = null where school in (s.id, s.branch_of)
    and s.closed_at is not null;
end
$$;

-- Replaces what is left of the running period by the same days of a greater plan.
create function private.upgrade_subscription(school uuid, plan uuid, item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  running public.subscriptions;
  today constant date := private.school_today(school);
begin
  select s.* into running from public.subscriptions s join private.upgrade_basis(school, plan) b on b.period = s.id;
  if running.started_on = today then
    update public.subscriptions s set revoked_at = now() where s.id = running.id;
  else
    update public.subscriptions s set ends_on = today - 1 where s.id = running.id;
  end if;
  insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, order_item_id, replaces)
  values (school, plan, running.billing, today, running.ends_on, item, running.id);
end
$$;

-- Moves the school's subscription by a paid line, once.
create function private.apply_paid_plan(school uuid, line public.order_items) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_subscription(school);
  if exists (select from public.subscriptions s where s.order_item_id = line.id and s.revoked_at is null) then
    return;
  end if;
  update public.subscriptions s set order_item_id = null where s.order_item_id = line.id;
  if line.granted_as = 'credit' then
    perform private.add_subscription_days(school, line.plan_id, line.granted_days, line.id);
  elsif line.is_upgrade then
    perform private.upgrade_subscription(school, line.plan_id, line.id);
  else
    perform private.add_subscription_period(school, line.plan_id, private.sold_billing(p.period, line.billing),
      line.quantity, line.id)
    from public.plans p where p.id = line.plan_id;
  end if;
end
$$;

-- What was paid back does not count; what was paid for later days comes forward.
create function private.revoke_paid_plans(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item uuid;
begin
  for item in select i.id from public.order_items i where i.order_id = revoke_paid_plans.order_id and i.kind = 'plan'
    order by i.position loop
    perform private.shorten_plan(item, 0);
  end loop;
end
$$;

-- Leaves a line's period the share of its days that is still paid. What an upgrade had replaced is there again for the
-- other days. Upgrades that were paid on top rest on a period that is no longer there: what is left of their money is
-- taken as credit.
create function private.shorten_plan(item uuid, share numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own public.subscriptions;
  base public.subscriptions;
  above uuid[];
  today date;
  last_day date;
  new_end date;
  upgrade record;
begin
  select * into own from public.subscriptions s where s.order_item_id = item;
  if not found then
    return;
  end if;
  perform private.lock_subscription(own.school_id);
  today := private.school_today(own.school_id);
  above := array(select a from private.periods_above(own.id) a);
  select coalesce(max(s.ends_on), own.ends_on) into last_day from public.subscriptions s
    where (s.id = own.id or s.id = any (above)) and s.revoked_at is null;
  update public.subscriptions s set revoked_at = now() where s.id = any (above) and s.revoked_at is null;
  new_end := own.started_on + floor((last_day - own.started_on + 1) * share)::integer - 1;
  if share > 0 and own.started_on < today then
    new_end := least(greatest(new_end, today - 1), last_day);
  end if;
  select b.* into base from public.subscriptions b where b.id = private.paid_period_before(own.replaces);
  if new_end < own.started_on then
    update public.subscriptions s set revoked_at = coalesce(s.revoked_at, now()) where s.id = own.id;
    update public.subscriptions s set revoked_at = null, ends_on = last_day where s.id = base.id;
  else
    update public.subscriptions s set revoked_at = null, ends_on = new_end where s.id = own.id;
    if base.id is not null and new_end < last_day then
      insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, replaces)
      values (own.school_id, base.plan_id, base.billing, new_end + 1, last_day, own.id);
    end if;
  end if;
  perform private.bring_periods_forward(own.school_id);
  for upgrade in
    select i.id, greatest(0, last_day - greatest(today, s.started_on) + 1)::numeric / (last_day - s.started_on
      + 1) as share
    from public.subscriptions s join public.order_items i on i.id = s.order_item_id
      join public.orders o on o.id = i.order_id
    where s.id = any (above) and o.paid_at is not null order by s.started_on
  loop
    perform private.take_as_credit(upgrade.id, own.school_id, upgrade.share);
  end loop;
end
$$;

-- The periods that rest on one: those that replaced it, and those that replaced them.
create function private.periods_above(period uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive above as (
    select s.id from public.subscriptions s where s.replaces = periods_above.period
    union select s.id from above a join public.subscriptions s on s.replaces = a.id)
  select id from above
$$;

-- Takes the share of a line's money that is not used up as days at the price of today.
create function private.take_as_credit(item uuid, school uuid, share numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.order_items;
  unused numeric;
  bought record;
begin
  select * into line from public.order_items i where i.id = item;
  unused := floor(coalesce(line.granted_amount, line.line_total) * share);
  select * into bought from private.days_for(line, unused);
  update public.subscriptions s set order_item_id = null where s.order_item_id = item;
  update public.order_items i set granted_as = case when bought.days > 0 then 'credit' else 'owed' end,
    granted_days = bought.days,
    granted_amount = coalesce(line.granted_amount, line.line_total) - unused + bought.cost
  where i.id = item;
  if bought.days > 0 then
    perform private.add_subscription_days(school, line.plan_id, bought.days, item);
  end if;
  perform private.note_surplus(line.order_id);
end
$$;

-- The replaced period itself, or the one before it where that was paid back by now.
create function private.paid_period_before(period uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive replaced as (
    select s.id, s.replaces, s.order_item_id, 1 as depth from public.subscriptions s where s.id = period
    union all
    select s.id, s.replaces, s.order_item_id, r.depth + 1 from replaced r
      join public.subscriptions s on s.id = r.replaces)
  select r.id from replaced r left join public.order_items i on i.id = r.order_item_id
    left join public.orders o on o.id = i.order_id
  where r.order_item_id is null or o.paid_at is not null order by r.depth limit 1
$$;

create function private.bring_periods_forward(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  period record;
  free date := private.school_today(school);
begin
  for period in select s.id, s.started_on, s.ends_on from public.subscriptions s where s.school_id = school
    and s.revoked_at is null and s.ends_on >= free order by s.started_on loop
    if period.started_on > free then
      update public.subscriptions s set started_on = free, ends_on = free + (period.ends_on - period.started_on)
        where s.id = period.id returning s.ends_on into period.ends_on;
    end if;
    free := period.ends_on + 1;
  end loop;
end
$$;
