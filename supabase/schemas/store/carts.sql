create table public.carts (
  id uuid primary key,
  items integer not null check (items between 0 and 49950),
  total bigint not null check (total >= 0),
  order_id uuid references public.orders (id) on delete set null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.carts
  is 'Carts that held something, for the abandonment figure. What was in them stays in the browser.';

create index carts_created_idx on public.carts (created_at);
create unique index carts_order_key on public.carts (order_id) where order_id is not null;

alter table public.carts enable row level security;
grant select on public.carts to authenticated;

create policy "Super admins see carts" on public.carts for select to authenticated
  using ((select private.may('store-analytics:read')));

-- The cart of a signed-in person, shared by their devices. Prices in it are informative: checkout prices the lines
-- again.
create table public.saved_carts (
  user_id uuid primary key references public.users (id) on delete cascade,
  version integer not null default 1 check (version > 0),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 200
    and length(lines::text) <= 60000),
  updated_at timestamptz not null default now()
);
comment on table public.saved_carts
  is 'Carts of signed-in people. A list of {addonId, name, quantity, seenPrice}; checkout prices them again.';
comment on column public.saved_carts.version
  is 'Grows with every change: a device that has not seen the last one changes nothing.';

select private.school_table('public.saved_carts', needs_subscription => false, live => '{person:user_id}');
grant select on public.saved_carts to authenticated;

create policy "People see their own cart" on public.saved_carts for select to authenticated
  using (user_id = (select private.signed_in_uid()));

create trigger touch before update on public.saved_carts for each row execute function private.touch_updated_at();

create function public.record_cart(cart_id uuid, items integer, total bigint, order_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_cart.cart_id is null or record_cart.items is null or record_cart.items <= 0 then
    return;
  end if;
  -- Carts that led to an order are few; the others anybody can make up.
  if not exists (select from public.carts c where c.id = record_cart.cart_id)
    and not exists (select from public.orders o where o.id = record_cart.order_id)
    and not private.is_within_rate('carts', 20000, interval '1 hour') then
    return;
  end if;
  insert into public.carts (id, items, total, order_id)
  values (record_cart.cart_id, least(record_cart.items, 49950), greatest(record_cart.total, 0),
    (select o.id from public.orders o where o.id = record_cart.order_id))
  on conflict (id) do update set items = excluded.items, total = excluded.total,
    order_id = coalesce(public.carts.order_id, excluded.order_id), updated_at = now()
  where public.carts.order_id is null;
exception when unique_violation then
  -- The order already belongs to another cart.
  return;
end
$$;
comment on function public.record_cart(uuid, integer, bigint, uuid)
  is 'Counts a cart, and with order_id that it was bought; at most 20,000 new ones an hour. Never fails a purchase.';
grant execute on function public.record_cart(uuid, integer, bigint, uuid) to anon, authenticated;

create function public.save_cart(lines jsonb, seen_version integer)
  returns table (version integer, kept_lines jsonb, is_saved boolean)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := (select u.id from public.users u where u.id = private.signed_in_uid());
  current public.saved_carts;
begin
  if person is null then
    perform private.refuse('cart.not_signed_in', 'Sign in to keep your cart with your account.', errcode => '42501');
  end if;
  if save_cart.lines is null or jsonb_typeof(save_cart.lines) <> 'array' or jsonb_array_length(save_cart.lines) > 200
    or exists (
    select from jsonb_array_elements(save_cart.lines) as line
    where jsonb_typeof(line) <> 'object' or coalesce(length(line ->> 'addonId'), 0) not between 1 and 64
      or coalesce(length(line ->> 'name'), 0) not between 1 and 200
      or coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,3}$' or (line ->> 'quantity')::integer = 0
        or coalesce(line ->> 'seenPrice', '') !~ '^[0-9]{1,9}$') then
    perform private.refuse('cart.invalid_lines',
      'This cart cannot be saved. Empty it and choose again.', field => 'lines');
  end if;
  insert into public.saved_carts (user_id, version, lines)
  select person, 1, save_cart.lines where save_cart.seen_version = 0
  on conflict (user_id) do nothing returning * into current;
  if current.user_id is null then
    update public.saved_carts c set version = c.version + 1, lines = save_cart.lines where c.user_id = person
      and c.version = save_cart.seen_version returning * into current;
  end if;
  if current.user_id is not null then
    return query select current.version, current.lines, true;
    return;
  end if;
  return query select coalesce(c.version, 0), coalesce(c.lines, '[]'), false from (select) as nothing
    left join public.saved_carts c on c.user_id = person;
end
$$;
comment on function public.save_cart(jsonb, integer) is
  'Saves the caller''s cart if seen_version is still the saved one (0: none yet). Returns the saved cart and whether '
    'this call saved it.';
grant execute on function public.save_cart(jsonb, integer) to authenticated;
