-- Sales per day in Nairobi's time, recounted only for days with changes, so that analytics of a million orders read few
-- rows.

create table private.dirty_days (
  day date primary key,
  marks integer not null default 1
);

alter table private.dirty_days enable row level security;

create table private.order_days (
  day date not null,
  orders integer not null,
  revenue bigint not null,
  primary key (day)
);

alter table private.order_days enable row level security;

create table private.item_days (
  day date not null,
  kind public.order_item_kind not null,
  name text not null,
  category public.product_category not null,
  units integer not null,
  revenue bigint not null,
  primary key (day, kind, name, category)
);

alter table private.item_days enable row level security;

create table private.customers (
  id integer generated always as identity primary key,
  email text not null unique,
  segment public.institution_kind not null
);

alter table private.customers enable row level security;

create table private.customer_days (
  day date not null,
  customer_id integer not null references private.customers (id) on delete cascade,
  primary key (day, customer_id)
);

create index customer_days_customer_idx on private.customer_days (customer_id, day);

alter table private.customer_days enable row level security;

-- Distinct buyers per period. A buyer counts once, at their last order of the period: the one whose next order comes
-- after the period's end. Each row counts the buyers who ordered on `day` and next on `next_day` (infinity: not again
-- yet).
create table private.return_days (
  day date not null,
  next_day date not null,
  customers integer not null,
  primary key (day, next_day) include (customers)
);

alter table private.return_days enable row level security;

create table private.last_days (
  segment public.institution_kind not null,
  day date not null,
  customers integer not null,
  primary key (segment, day)
);

alter table private.last_days enable row level security;

create table private.cart_days (
  day date primary key,
  carts integer not null,
  bought integer not null
);

alter table private.cart_days enable row level security;

create table private.rating_days (
  day date primary key,
  ratings integer not null,
  stars bigint not null
);

alter table private.rating_days enable row level security;

create function private.mark_dirty_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from added
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  if tg_op = 'DELETE' then
    insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed
    on conflict (day) do update set marks = private.dirty_days.marks + 1;
  end if;
  return null;
end
$$;
create trigger mark_days_added after insert on public.orders referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.orders referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.orders referencing old table as removed for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_added after insert on public.carts referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.carts referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.carts referencing old table as removed for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_added after insert on public.order_ratings referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_changed after update on public.order_ratings referencing new table as added for each statement
  execute function private.mark_dirty_days();
create trigger mark_days_removed after delete on public.order_ratings referencing old table as removed
  for each statement execute function private.mark_dirty_days();

-- A row whose time changes moves from one day to another: both are recounted.
create function private.mark_left_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.dirty_days (day) select distinct private.nairobi_day(created_at) from removed order by 1
  on conflict (day) do update set marks = private.dirty_days.marks + 1;
  return null;
end
$$;
create trigger mark_days_left after update on public.orders referencing old table as removed for each statement
  execute function private.mark_left_days();
create trigger mark_days_left after update on public.carts referencing old table as removed for each statement
  execute function private.mark_left_days();
create trigger mark_days_left after update on public.order_ratings referencing old table as removed for each statement
  execute function private.mark_left_days();

create function private.count_dirty_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  days date[];
  buyers integer[];
begin
  perform private.shift_demonstration_days();
  if not exists (select from private.dirty_days) then
    return;
  end if;
  -- One count at a time: two would each miss the other's orders of the same buyer.
  perform pg_advisory_xact_lock(hashtextextended('private.count_dirty_days', 0));
  -- A day locked by an order being written stays dirty and is counted next time.
  with taken as (delete from private.dirty_days where day in (select day from private.dirty_days for update skip locked)
    returning day)
  select array_agg(day order by day) into days from taken;
  if days is null then
    return;
  end if;
  create temporary table if not exists counted_orders (id uuid, day date, total bigint, email text,
    segment public.institution_kind) on commit drop;
  truncate pg_temp.counted_orders;
  insert into pg_temp.counted_orders
  select o.id, d.day, o.total_amount, lower(o.customer_email), o.segment from unnest(days) as d (day)
  join public.orders o on o.created_at >= d.day::timestamp at time zone 'Africa/Nairobi'
    and o.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi'
  where o.status <> 'cancelled';
  buyers := array(
    select customer_id from private.customer_days where day = any (days)
    union select k.id from pg_temp.counted_orders c join private.customers k on k.email = c.email);
  perform private.count_returns(buyers, -1);
  delete from private.order_days where day = any (days);
  delete from private.item_days where day = any (days);
  delete from private.customer_days where day = any (days);
  insert into private.order_days (day, orders, revenue) select day, count(*), sum(total) from pg_temp.counted_orders
    group by day;
  insert into private.item_days (day, kind, name, category, units, revenue)
  select c.day, i.kind, i.addon_name, i.category, sum(i.quantity), sum(i.line_total) from pg_temp.counted_orders c
    join public.order_items i on i.order_id = c.id group by 1, 2, 3, 4;
  insert into private.customers (email, segment) select distinct on (email) email, segment from pg_temp.counted_orders
    order by email, day desc
  on conflict (email) do update set segment = excluded.segment where private.customers.segment <> excluded.segment;
  insert into private.customer_days (day, customer_id) select distinct c.day, k.id from pg_temp.counted_orders c
    join private.customers k on k.email = c.email;
  buyers := array(select unnest(buyers) union select customer_id from private.customer_days where day = any (days));
  perform private.count_returns(buyers, 1);
  delete from private.return_days where customers = 0;
  delete from private.cart_days where day = any (days);
  insert into private.cart_days (day, carts, bought)
  select d.day, count(*), count(c.order_id) from unnest(days) as d (day)
  join public.carts c on c.created_at >= d.day::timestamp at time zone 'Africa/Nairobi'
    and c.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
  delete from private.rating_days where day = any (days);
  insert into private.rating_days (day, ratings, stars)
  select d.day, count(*), sum(r.rating) from unnest(days) as d (day)
  join public.order_ratings r on r.created_at >= d.day::timestamp at time zone 'Africa/Nairobi'
    and r.created_at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi' group by d.day;
end
$$;

-- Subtracts the day pairs of these buyers from the counts (sign -1) or adds them (1).
create function private.count_returns(buyers integer[], sign integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.return_days as r (day, next_day, customers)
  select day, next_day, sign * count(*) from (
    select day, coalesce(lead(day) over (partition by customer_id order by day), 'infinity') as next_day
      from private.customer_days where customer_id = any (buyers)) as pairs
  group by 1, 2
  on conflict (day, next_day) do update set customers = r.customers + excluded.customers;
  insert into private.last_days as l (segment, day, customers)
  select k.segment, d.day, sign * count(*)
  from (select customer_id, max(day) as day from private.customer_days where customer_id = any (buyers) group by 1) d
    join private.customers k on k.id = d.customer_id
  group by 1, 2
  on conflict (segment, day) do update set customers = l.customers + excluded.customers;
end
$$;
