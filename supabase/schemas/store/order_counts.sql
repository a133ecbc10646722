-- Orders per scope, day and status, so that totals of a million orders are read from few rows. Statement triggers
-- update them in the transaction of the orders themselves. scope is the school, or zeros for all orders.
create table private.order_counts (
  scope uuid not null,
  status public.order_status not null,
  day date not null,
  orders integer not null default 0,
  revenue bigint not null default 0,
  paid bigint not null default 0,
  primary key (scope, status, day) include (orders, revenue, paid)
);

alter table private.order_counts enable row level security;

-- One function per kind of statement: each has its own transition tables.
create function private.count_added_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added) as changes,
    lateral (select private.all_schools_scope() as scope union all select school_id
    where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders,
    revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_added after insert on public.orders referencing new table as added for each statement
  execute function private.count_added_orders();

create function private.count_changed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select 1 as sign, status, created_at, total_amount, paid_at, school_id from added
    union all select -1, status, created_at, total_amount, paid_at, school_id from removed) as changes,
    lateral (select private.all_schools_scope() as scope union all select school_id
    where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders,
    revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_changed after update on public.orders referencing new table as added old table as removed
  for each statement execute function private.count_changed_orders();

create function private.count_removed_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the key, so that two transactions cannot deadlock.
  insert into private.order_counts as c (scope, status, day, orders, revenue, paid)
  select scope, status, private.nairobi_day(created_at), sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)
  from (select -1 as sign, status, created_at, total_amount, paid_at, school_id from removed) as changes,
    lateral (select private.all_schools_scope() as scope union all select school_id
    where school_id is not null) as scopes
  group by 1, 2, 3 having (sum(sign), sum(sign * total_amount),
    coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0)) <> (0, 0, 0)
  order by 1, 2, 3
  on conflict (scope, status, day) do update set orders = c.orders + excluded.orders,
    revenue = c.revenue + excluded.revenue, paid = c.paid + excluded.paid;
  return null;
end
$$;
create trigger count_removed after delete on public.orders referencing old table as removed for each statement
  execute function private.count_removed_orders();
