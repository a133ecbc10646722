-- Orders are priced and numbered by the database. Amounts are whole shillings including VAT; net and VAT amounts have
-- cents.

create type public.order_status as enum ('pending', 'processing', 'completed', 'cancelled');

create type public.payment_method as enum ('mpesa', 'card', 'bank');

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
  language text check (language in ('en', 'sw')),
  is_demo boolean not null default false,
  search_text text generated always
    as (private.fold_text(order_number || ' ' || customer_name || ' ' || institution)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_amount numeric not null default 0 check (refunded_amount = round(refunded_amount, 2)),
  valid_until date,
  surplus_amount numeric not null default 0 check (surplus_amount >= 0),
  kra_pin text check (private.is_kra_pin(kra_pin)),
  check (net_amount + vat_amount = total_amount)
);
comment on table public.orders is 'What was bought at the store. Written only by commands.';
comment on column public.orders.payment_reference is 'What the payer quotes: at most 12 letters and digits.';
comment on column public.orders.language
  is 'The language that the buyer ordered in; mails about the order are in it unless their account chose another.';
comment on column public.orders.kra_pin is 'The buyer''s, for the tax invoice; null where none was given.';
comment on column public.orders.valid_until
  is 'The last day on which a payment gets what was quoted; null: so many days after it was placed as the settings '
  'say.';
comment on column public.orders.surplus_amount is 'What was paid, is not granted and is not on its way back.';
comment on column public.orders.search_text
  is 'Number, customer and institution, folded, for the search of the order list.';

create index orders_user_idx on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_email_idx on public.orders (lower(customer_email), created_at);
create index orders_created_idx on public.orders (created_at desc, id desc) include (status, search_text);
create index orders_status_idx on public.orders (status, created_at desc, id desc) include (search_text);
create index orders_school_status_idx on public.orders (school_id, status, created_at desc, id desc)
  where school_id is not null;
create index orders_school_idx on public.orders (school_id, created_at desc, id desc) include (status, search_text)
  where school_id is not null;
create index orders_number_idx on public.orders (order_number collate "C");
-- Without fastupdate: its pending list would slow down searches after many new orders.
create index orders_search_idx on public.orders
  using gin (search_text extensions.gin_trgm_ops, school_id extensions.uuid_ops) with (fastupdate = off);
create index orders_surplus_idx on public.orders (created_at desc) where surplus_amount > 0;
create index orders_total_idx on public.orders (total_amount, id) include (status);
create index orders_school_total_idx on public.orders (school_id, total_amount, id) include (status)
  where school_id is not null;
create index orders_customer_idx on public.orders (customer_name, id) include (status);
create index orders_school_customer_idx on public.orders (school_id, customer_name, id) include (status)
  where school_id is not null;
create index orders_institution_idx on public.orders (institution, id) include (status);
create index orders_school_institution_idx on public.orders (school_id, institution, id) include (status)
  where school_id is not null;
create index orders_by_number_idx on public.orders (order_number, id) include (status);
create index orders_school_by_number_idx on public.orders (school_id, order_number, id) include (status)
  where school_id is not null;

-- The key opens an order without signing in.
select private.school_table('public.orders', needs_subscription => false,
  unexported => '{idempotency_key,request_hash}', live => '{platform,person:user_id}', live_key => 'id');
grant
  select (id, order_number, payment_reference, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, status, payment_method, total_amount, net_amount, vat_amount, user_id,
    school_id, paid_at, is_demo, search_text, created_at, updated_at, refunded_amount, valid_until, surplus_amount,
    kra_pin)
  on public.orders to authenticated;

create trigger touch before update on public.orders for each row
  when (new.created_at = old.created_at) execute function private.touch_updated_at();
create trigger require_flag before insert on public.orders for each row
  execute function private.require_flag('checkout');

-- Whatever completes an order, its payment is recorded first.
create function private.refuse_unpaid() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('order.unpaid', 'Order {order} is not paid. Say how it was paid to complete it.',
    jsonb_build_object('order', new.order_number), 'status');
end
$$;
create trigger is_complete_when_paid before update of status on public.orders for each row
  when (new.status = 'completed' and old.status <> 'completed' and new.paid_at is null and new.total_amount > 0)
    execute function private.refuse_unpaid();

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
  billing text check (billing in ('termly', 'annual')),
  is_upgrade boolean not null default false,
  upgrades uuid,
  upgrades_until date,
  upgrades_from_price integer,
  upgrades_to_price integer,
  granted_as text check (granted_as in ('quoted', 'credit', 'owed')),
  granted_amount numeric check (granted_amount >= 0),
  granted_days integer check (granted_days >= 0),
  unique (order_id, position),
  check (net_amount + vat_amount = quantity::bigint * price)
);
comment on table public.order_items
  is 'Lines of an order with name and price of that day; a change of the price book leaves them as they were.';
comment on column public.order_items.quantity is 'Schools or campuses licensed; of a plan its periods.';
comment on column public.order_items.billing is 'A plan''s period: a term or a year; null is the plan''s own.';
comment on column public.order_items.upgrades is 'The period that an upgrade was quoted for, without a reference '
  'since periods refer to lines; with its last day and the prices of both plans: the quote is over when one of '
  'them changes.';
comment on column public.order_items.granted_as is 'How its money was taken: for what was quoted, as days at the '
  'price of the day, or as owed back. Null before the payment, and for orders paid before this was kept.';
comment on column public.order_items.granted_amount
  is 'The part of the money that the grant stands for; the rest is owed back.';
comment on column public.order_items.granted_days is 'The days that the money bought where it was taken as credit.';
comment on column public.order_items.is_upgrade
  is 'The price is what is missing for the greater plan until the end of the running period.';

create index order_items_addon_idx on public.order_items (addon_id) where addon_id is not null;
create index order_items_plan_idx on public.order_items (plan_id) where plan_id is not null;
create index order_items_service_idx on public.order_items (service_id) where service_id is not null;

select private.school_table('public.order_items', needs_subscription => false);
grant select on public.order_items to authenticated;

create policy "People who see an order see its lines" on public.order_items for select to authenticated
  using ((select private.may('order:read-all')) or exists (select from public.orders o where o.id = order_id));

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references public.users (id) on delete set null,
  kind text not null check (kind in ('placed', 'status', 'reopened', 'note', 'payment', 'refund', 'mail', 'licence')),
  from_status public.order_status,
  to_status public.order_status,
  note text check (length(note) <= 1000),
  said jsonb
);
comment on table public.order_events is 'The timeline of an order. Append-only.';
comment on column public.order_events.said is
  'The note as a sentence with its values, as private.say makes it; null for what a person wrote. The note is the '
    'same in English.';

create index order_events_order_idx on public.order_events (order_id, at, id);

select private.school_table('public.order_events', needs_subscription => false,
  live => '{platform}', live_key => 'order_id');
grant select on public.order_events to authenticated;

create policy "Super admins see the timeline" on public.order_events for select to authenticated
  using ((select private.may('order:read-all')));

-- Notes on the timeline of an order what private.say makes of a sentence.
create function private.note_on_order(target uuid, actor uuid, kind text, said jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (order_id, actor_id, kind, note, said)
  values (target, actor, note_on_order.kind, left(private.in_english(note_on_order.said), 1000), note_on_order.said)
$$;

create table private.order_counters (
  year integer primary key,
  last integer not null
);

alter table private.order_counters enable row level security;

-- Staff of a school see its orders. Parents and students do not: an order names its buyer. Who moves to another
-- school leaves its orders behind.
create function private.my_orders_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.school_where('school:work')
$$;
grant execute on function private.my_orders_school() to authenticated;

create policy "Super admins see all orders, schools theirs, buyers their own" on public.orders for select
  to authenticated
  using (school_id = (select private.my_orders_school()) or user_id = (select private.signed_in_uid())
    and (school_id is null or school_id = (select private.my_school())) or id >= (select private.first_id())
    and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

create function private.next_order_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant integer := extract(year from private.today());
  next integer;
begin
  -- The row stays locked until the transaction ends, so the numbers have no gap.
  insert into private.order_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.order_counters.last + 1 returning last into next;
  return format('ORD-%s-%s', this_year, lpad(next::text, greatest(3, length(next::text)), '0'));
end
$$;

-- Without letters and digits that are confused when read out over the phone.
create function private.new_payment_reference() returns text
language sql volatile set search_path = '' as $$
  select 'MS' || string_agg(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, i) % 30, 1), '')
  from (select extensions.gen_random_bytes(8) as bytes) as random, generate_series(0, 7) as i
$$;

create function private.without_order_secrets(found_order public.orders) returns public.orders
language plpgsql immutable set search_path = '' as $$
begin
  found_order.idempotency_key := null;
  found_order.request_hash := null;
  return found_order;
end
$$;
