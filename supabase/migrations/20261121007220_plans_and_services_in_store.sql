-- Plans and services can be bought in the store like add-ons, where the price book says so; the others are agreed with sales first.
alter table public.plans add column in_store boolean not null default false;
alter table public.services add column in_store boolean not null default false;
comment on column public.plans.in_store is 'Visitors can put it into the cart.';
comment on column public.services.in_store is 'Visitors can put it into the cart.';
grant insert (in_store), update (in_store) on public.plans, public.services to authenticated;
-- What is done once needs nothing agreed beforehand.
update public.services set in_store = true where unit = 'one-time';

create or replace function private.price_lines(lines jsonb)
returns table (kind public.order_item_kind, item_id uuid, name text, category public.product_category, price integer, quantity integer, ordinal bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'One order takes at most 50 lines. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'A line of the cart names nothing on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
  end loop;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and in_store
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, s.name, s.category, s.price, a.quantity, a.ordinal
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'))) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$$;

drop function public.list_price_book(public.order_item_kind, text, boolean, integer, integer);
create function public.list_price_book(only_kind public.order_item_kind default null, search text default null, only_disagreements boolean default false, page integer default 1, page_size integer default 25)
returns table (kind public.order_item_kind, id uuid, name text, category public.product_category, unit text, price integer, pricing_price integer, features_price integer,
  disagrees boolean, is_active boolean, in_store boolean, change_id uuid, new_price integer, effective_on date, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'one-time', a.price, a.pricing_price, a.features_price, a.is_active, true, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and (private.filled(list_price_book.search) is null or strpos(lower(j.name), lower(btrim(list_price_book.search))) > 0)
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$$;
comment on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) is 'disagrees: a page lists another price than the store charges. in_store: visitors can put it into the cart. total counts all that match.';
grant execute on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) to authenticated;
