-- Orders: priced and numbered by the database. Amounts are whole shillings with VAT included; net and VAT carry cents.
create type public.order_status as enum ('pending', 'processing', 'completed', 'cancelled');
create type public.payment_method as enum ('mpesa', 'card', 'bank');
create type public.order_item_kind as enum ('addon', 'plan', 'service');

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null unique,
  payment_reference text not null unique,
  idempotency_key uuid not null unique,
  request_hash text not null,
  customer_name text not null,
  customer_email text not null check (private.is_email(customer_email)),
  customer_phone text not null,
  institution text not null,
  billing_address text,
  city text,
  country text not null default 'Kenya',
  segment public.institution_kind not null default 'secondary',
  status public.order_status not null default 'pending',
  payment_method public.payment_method not null,
  total_amount bigint not null check (total_amount >= 0),
  net_amount numeric(14, 2) not null,
  vat_amount numeric(14, 2) not null,
  user_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  paid_at timestamptz,
  is_demo boolean not null default false,
  search_text text generated always as (lower(order_number || ' ' || customer_name || ' ' || institution)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (net_amount + vat_amount = total_amount)
);
comment on table public.orders is 'What was bought at the store. Written only by commands.';
comment on column public.orders.payment_reference is 'What the payer quotes: at most 12 letters and digits.';
comment on column public.orders.search_text is 'Number, customer and institution in lower case, for the search of the order list.';
create index orders_created_idx on public.orders (created_at desc, id desc);
create index orders_status_idx on public.orders (status, created_at desc, id desc);
create index orders_school_idx on public.orders (school_id, created_at desc, id desc) where school_id is not null;
create index orders_user_idx on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_total_idx on public.orders (total_amount, id);
create index orders_customer_idx on public.orders (customer_name, id);
create index orders_institution_idx on public.orders (institution, id);
create index orders_email_idx on public.orders (lower(customer_email), created_at);
create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops);

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null,
  kind public.order_item_kind not null default 'addon',
  addon_id uuid references public.addons (id) on delete set null,
  plan_id uuid references public.plans (id) on delete set null,
  service_id uuid references public.services (id) on delete set null,
  addon_name text not null,
  category public.product_category not null,
  quantity integer not null check (quantity between 1 and 999),
  price integer not null check (price >= 0),
  line_total bigint generated always as (quantity::bigint * price) stored,
  net_amount numeric(14, 2) not null,
  vat_amount numeric(14, 2) not null,
  unique (order_id, position),
  check (net_amount + vat_amount = quantity::bigint * price)
);
comment on table public.order_items is 'Lines of an order with name and price of that day; a change of the price book leaves them as they were.';
comment on column public.order_items.quantity is 'Schools or campuses licensed.';
create index order_items_addon_idx on public.order_items (addon_id) where addon_id is not null;
create index order_items_plan_idx on public.order_items (plan_id) where plan_id is not null;
create index order_items_service_idx on public.order_items (service_id) where service_id is not null;

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  kind text not null check (kind in ('placed', 'status', 'reopened', 'note', 'payment', 'mail', 'licence')),
  from_status public.order_status,
  to_status public.order_status,
  note text check (length(note) <= 1000)
);
comment on table public.order_events is 'The timeline of an order. Append-only.';
create index order_events_order_idx on public.order_events (order_id, at, id);

create table private.order_counters (year integer primary key, last integer not null);
alter table private.order_counters enable row level security;

-- Kept counts, so that the list of a million orders opens as fast as the list of a hundred.
create table private.order_totals (
  status public.order_status primary key,
  orders bigint not null default 0,
  revenue bigint not null default 0,
  paid bigint not null default 0
);
alter table private.order_totals enable row level security;
insert into private.order_totals (status) select unnest(enum_range(null::public.order_status));

create function private.keep_order_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update private.order_totals t set orders = t.orders + d.orders, revenue = t.revenue + d.revenue, paid = t.paid + d.paid
    from (select status, count(*) as orders, sum(total_amount) as revenue, coalesce(sum(total_amount) filter (where paid_at is not null), 0) as paid from added group by status) d
    where t.status = d.status;
  elsif tg_op = 'DELETE' then
    update private.order_totals t set orders = t.orders - d.orders, revenue = t.revenue - d.revenue, paid = t.paid - d.paid
    from (select status, count(*) as orders, sum(total_amount) as revenue, coalesce(sum(total_amount) filter (where paid_at is not null), 0) as paid from removed group by status) d
    where t.status = d.status;
  else
    update private.order_totals t set orders = t.orders + d.orders, revenue = t.revenue + d.revenue, paid = t.paid + d.paid
    from (
      select status, sum(sign) as orders, sum(sign * total_amount) as revenue, coalesce(sum(sign * total_amount) filter (where paid_at is not null), 0) as paid
      from (select 1 as sign, status, total_amount, paid_at from added union all select -1, status, total_amount, paid_at from removed) as changes
      group by status) d
    where t.status = d.status and (d.orders, d.revenue, d.paid) <> (0, 0, 0);
  end if;
  return null;
end
$$;
create trigger keep_totals_added after insert on public.orders referencing new table as added for each statement execute function private.keep_order_totals();
create trigger keep_totals_changed after update on public.orders referencing new table as added old table as removed for each statement execute function private.keep_order_totals();
create trigger keep_totals_removed after delete on public.orders referencing old table as removed for each statement execute function private.keep_order_totals();
create trigger touch before update on public.orders for each row execute function private.touch_updated_at();

alter table public.orders enable row level security;
alter table public.order_items enable row level security;
alter table public.order_events enable row level security;
grant select (id, order_number, payment_reference, customer_name, customer_email, customer_phone, institution, billing_address, city, country, segment, status,
  payment_method, total_amount, net_amount, vat_amount, user_id, school_id, paid_at, is_demo, search_text, created_at, updated_at) on public.orders to authenticated;
grant select on public.order_items, public.order_events to authenticated;
create policy "Super admins see every order, schools theirs, buyers their own" on public.orders for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()) or user_id = (select auth.uid()));
create policy "Whoever sees an order sees its lines" on public.order_items for select to authenticated
  using ((select private.is_super_admin()) or order_id in (select id from public.orders));
create policy "Super admins see the timeline" on public.order_events for select to authenticated
  using ((select private.is_super_admin()));
