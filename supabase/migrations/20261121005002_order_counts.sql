-- Orders counted per day, status and whose they are: the totals above the list, its number of rows and the place of its
-- thousandth page are read from these counts, which change in the transaction of the order itself.
-- scope is the school, or zeros for all orders together.
create table private.order_counts (
  scope uuid not null, status public.order_status not null, day date not null,
  orders integer not null default 0, revenue bigint not null default 0, paid bigint not null default 0,
  primary key (scope, status, day) include (orders, revenue, paid)
);
alter table private.order_counts enable row level security;
create function private.every_scope() returns uuid language sql immutable parallel safe set search_path = '' as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The tables of what a statement changed are known inside a trigger's function only, so each kind of statement has its own.
create function private.count_added_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions never wait for each other.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added) as changes, lateral (select private.every_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create function private.count_removed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions never wait for each other.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select -1 as sign, status, created_at, total_amount, paid_at, school_id from removed) as changes, lateral (select private.every_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create function private.count_changed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions never wait for each other.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added union all select -1, status, created_at, total_amount, paid_at, school_id from removed) as changes, lateral (select private.every_scope() as scope union all select school_id where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount), coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders, revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_added after insert on public.orders referencing new table as added for each statement execute function private.count_added_orders();
create trigger count_changed after update on public.orders referencing new table as added old table as removed for each statement execute function private.count_changed_orders();
create trigger count_removed after delete on public.orders referencing old table as removed for each statement execute function private.count_removed_orders();
insert into private.order_counts (scope, status, day, orders, revenue, paid)
select scope, status, private.nairobi_day(created_at), count(*), sum(total_amount), coalesce(sum(total_amount) filter (where paid_at is not null), 0)
from public.orders, lateral (select private.every_scope() as scope union all select school_id where school_id is not null) as scopes group by 1, 2, 3;

-- What private.order_totals kept is a sum of these counts.
drop trigger keep_totals_added on public.orders;
drop trigger keep_totals_changed on public.orders;
drop trigger keep_totals_removed on public.orders;
drop function private.keep_order_totals();
drop table private.order_totals;
create or replace function private.super_admin_stats() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    private.stat('schools', (select count(*) from public.schools where is_active)),
    private.stat('users', (select count(*) from public.users where is_active)),
    private.stat('pending_orders', (select sum(orders) from private.order_counts where scope = private.every_scope() and status = 'pending')),
    private.stat('open_tickets', (select count(*) from public.support_tickets where status in ('open', 'in_progress', 'waiting'))))
$$;

-- The caller's orders as one number: every order, a school's, or null for those the caller placed.
create function private.my_orders_scope() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.is_super_admin() then private.every_scope() else private.my_orders_school() end
$$;

create or replace function public.order_summary()
returns table (total_orders bigint, total_revenue bigint, paid_revenue bigint, completed_orders bigint, pending_orders bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  mine constant uuid := private.my_orders_scope();
begin
  return query
    select coalesce(sum(orders), 0)::bigint, coalesce(sum(revenue), 0)::bigint, coalesce(sum(paid), 0)::bigint,
      coalesce(sum(orders) filter (where status = 'completed'), 0)::bigint, coalesce(sum(orders) filter (where status = 'pending'), 0)::bigint
    from (
      select c.status, c.orders, c.revenue, c.paid from private.order_counts c where c.scope = mine
      union all
      select o.status, 1, o.total_amount, case when o.paid_at is not null then o.total_amount end
      from public.orders o where o.user_id = auth.uid() and mine is distinct from private.every_scope() and o.school_id is distinct from mine) as counted;
end
$$;
