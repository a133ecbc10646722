-- First-party statistics: visits, carts and ratings. No cookie, no third party, no person: a visit is a random number of a tab.
create table public.visit_counts (
  day date not null,
  surface text not null check (surface in ('site', 'store')),
  visits integer not null default 0,
  primary key (day, surface)
);
comment on table public.visit_counts is 'Visits per day in Nairobi''s time. A visit is one browser tab, counted once a day and surface.';
create table private.recent_visits (visit_id uuid not null, surface text not null, day date not null, primary key (visit_id, surface, day));
alter table private.recent_visits enable row level security;

create table public.carts (
  id uuid primary key,
  items integer not null check (items between 0 and 49950),
  total bigint not null check (total >= 0),
  order_id uuid references public.orders (id) on delete set null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.carts is 'Carts that held something, for the abandonment figure. What was in them stays in the browser.';
create index carts_created_idx on public.carts (created_at);
create unique index carts_order_key on public.carts (order_id) where order_id is not null;

create table public.order_ratings (
  order_id uuid primary key references public.orders (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null default now()
);
create index order_ratings_created_idx on public.order_ratings (created_at);

alter table public.visit_counts enable row level security;
alter table public.carts enable row level security;
alter table public.order_ratings enable row level security;
grant select on public.visit_counts, public.carts, public.order_ratings to authenticated;
create policy "Super admins see visits" on public.visit_counts for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins see carts" on public.carts for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins see ratings" on public.order_ratings for select to authenticated using ((select private.is_super_admin()));

create function private.nairobi_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$ select (moment at time zone 'Africa/Nairobi')::date $$;

create function public.record_visit(visit_id uuid, surface text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_visit.surface not in ('site', 'store') or record_visit.visit_id is null then
    return;
  end if;
  insert into private.recent_visits (visit_id, surface, day) values (record_visit.visit_id, record_visit.surface, private.nairobi_day(now())) on conflict do nothing;
  if found then
    insert into public.visit_counts (day, surface, visits) values (private.nairobi_day(now()), record_visit.surface, 1)
    on conflict (day, surface) do update set visits = public.visit_counts.visits + 1;
  end if;
end
$$;

create function public.record_cart(cart_id uuid, items integer, total bigint, order_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_cart.cart_id is null or record_cart.items is null or record_cart.items <= 0 then
    return;
  end if;
  insert into public.carts (id, items, total, order_id)
  values (record_cart.cart_id, least(record_cart.items, 49950), greatest(record_cart.total, 0), (select o.id from public.orders o where o.id = record_cart.order_id))
  on conflict (id) do update set items = excluded.items, total = excluded.total, order_id = coalesce(public.carts.order_id, excluded.order_id), updated_at = now()
  where public.carts.order_id is null;
exception when unique_violation then
  -- The order is already another cart's.
  return;
end
$$;
comment on function public.record_cart(uuid, integer, bigint, uuid) is 'Counts a cart, and with order_id that it was bought. Never fails a purchase.';

create function public.rate_order(order_number text, email text, rating integer, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rated uuid;
begin
  select o.id into rated from public.orders o
  where o.order_number = upper(btrim(rate_order.order_number)) and lower(o.customer_email) = lower(btrim(rate_order.email));
  if rated is null then
    raise exception using errcode = 'P0002', message = 'No order has this number and email address.', hint = 'order.not_found';
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    raise exception using errcode = 'P0001', message = 'Choose one to five stars.', hint = 'rating.out_of_range', detail = 'rating';
  end if;
  insert into public.order_ratings (order_id, rating, comment) values (rated, rate_order.rating, left(private.filled(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
end
$$;

grant execute on function public.record_visit(uuid, text), public.record_cart(uuid, integer, bigint, uuid), public.rate_order(text, text, integer, text) to anon, authenticated;
