set check_function_bodies = off;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school_version constant text := (select s.version from public.schools s where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    raise exception using errcode = 'P0001', message = 'Your cart is empty.', hint = 'order.empty_cart', detail = 'lines';
  end if;
  if jsonb_array_length(lines) > 50 then
    raise exception using errcode = 'P0001', message = 'An order can have at most 50 items. Place two orders.', hint = 'order.too_many_lines', detail = 'lines';
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception using errcode = 'P0001', message = 'One item in your cart is not on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      raise exception using errcode = 'P0001', message = 'A plan is bought for a term or for a year.', hint = 'order.invalid_billing', detail = 'lines';
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.', hint = 'order.in_preparation', detail = 'lines';
  end if;
  -- A school is sold what is for its version. An add-on that it has already it may prolong, where its own version has no entry for it.
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid where coalesce(a.category, p.category, s.category)::text <> school_version
      and (private.addon_states(private.my_school()) ? a.feature and not exists (select from public.addons o where o.feature = a.feature and o.is_active and o.category::text = school_version)) is not true) then
    if school_version = 'saas' then
      raise exception using errcode = 'P0001', message = 'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and choose from what the store shows you.', hint = 'order.other_version', detail = 'lines';
    end if;
    raise exception using errcode = 'P0001', message = 'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the Standalone version.', hint = 'order.other_version', detail = 'lines';
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price from public.addons where is_active
      union all select 'plan', id, name, category, price from public.plans where is_active and (in_store or private.admin_school() is not null)
      union all select 'service', id, name, category, price from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.admin_school(), a.id) when a.billing is not null then private.plan_price(a.id, a.billing) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    raise exception using errcode = 'P0001', message = 'Something in your cart is no longer on sale. Remove it and try again.', hint = 'order.unknown_item', detail = 'lines';
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    raise exception using errcode = 'P0001', message = 'Quantities are whole numbers from 1 to 999.', hint = 'order.invalid_quantity', detail = 'quantity';
  end if;
end
$function$;
