create function public.list_plans(search text default null, only_category public.product_category default null,
  page integer default 1, page_size integer default 25) returns table (id uuid, name text, description text,
  category public.product_category, price integer, period public.plan_period, highlight boolean, badge text,
  features jsonb,
  max_students integer, max_campuses integer, is_active boolean, in_store boolean, updated_at timestamptz,
    subscribers integer, orders integer, translations jsonb, needs_translation text[], total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and ((select private.search_patterns(list_plans.search)) is null
        or private.fold_text(p.name || ' '
        || p.description) like all ((select private.search_patterns(list_plans.search))::text[]))
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students,
    f.max_campuses, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations,
      f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$$;
comment on function public.list_plans(text, public.product_category, integer, integer) is
  'Every plan, on sale or not. subscribers: schools that have it now. orders: how many orders name it. total counts '
    'all that match.';
grant execute on function public.list_plans(text, public.product_category, integer, integer) to authenticated;

create function public.list_price_book(only_kind public.order_item_kind default null, search text default null,
  only_disagreements boolean default false, page integer default 1,
  page_size integer default 25) returns table (kind public.order_item_kind, id uuid, name text,
  category public.product_category, unit text, price integer, pricing_price integer, features_price integer,
  disagrees boolean, is_active boolean, in_store boolean, change_id uuid, new_price integer, effective_on date,
    total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('price:write');
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price,
      null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position
      from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'per term', a.price, a.pricing_price, a.features_price, a.is_active, true,
      2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position
      from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees
      from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active,
    j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null
    and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and ((select private.search_patterns(list_price_book.search)) is null
      or private.fold_text(j.name) like all ((select private.search_patterns(list_price_book.search))::text[]))
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1),
    200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$$;
comment on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) is
  'disagrees: a page lists another price than the store charges. in_store: visitors can put it into the cart. total '
    'counts all that match.';
grant execute on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer)
  to authenticated;

create function public.list_services(search text default null, page integer default 1, page_size integer default 25)
  returns table (id uuid, name text, description text, category public.product_category, price integer, unit text,
  is_active boolean, in_store boolean, updated_at timestamptz, orders integer, translations jsonb,
  needs_translation text[], total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require('price:write');
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where (select private.search_patterns(list_services.search)) is null
      or private.fold_text(s.name || ' '
      || s.description) like all ((select private.search_patterns(list_services.search))::text[])
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.translations,
      f.needs_translation, f.total
  from found f order by f.position, f.name, f.id;
end
$$;
comment on function public.list_services(text, integer, integer) is
  'Every service, on sale or not. orders: how many orders name it. total counts all that match.';
grant execute on function public.list_services(text, integer, integer) to authenticated;

create function public.move_addon(addon_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require('price:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of addons'));
  list := private.move_in_list(array(select a.id from public.addons a order by a.position, a.name, a.id), addon_id, up);
  update public.addons a set position = place.number from unnest(list) with ordinality as place (id, number)
    where a.id = place.id and a.position <> place.number;
end
$$;
comment on function public.move_addon(uuid, boolean) is 'One step among the add-ons of the store.';
grant execute on function public.move_addon(uuid, boolean) to authenticated;

create function public.move_plan(plan_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  version constant public.product_category := (select p.category from public.plans p where p.id = plan_id);
  first_place constant integer := (select min(p.position) from public.plans p where p.category = version);
  list uuid[];
begin
  perform private.require('price:write');
  -- One move at a time.
  perform pg_advisory_xact_lock(hashtext('order of plans'));
  list := private.move_in_list(array(select p.id from public.plans p where p.category = version
    order by p.position, p.name, p.id), plan_id, up);
  update public.plans p set position = first_place + place.number - 1
  from unnest(list) with ordinality as place (id, number) where p.id = place.id
    and p.position <> first_place + place.number - 1;
end
$$;
comment on function public.move_plan(uuid, boolean) is 'One step among the plans of its version.';
grant execute on function public.move_plan(uuid, boolean) to authenticated;

create function public.move_service(service_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  list uuid[];
begin
  perform private.require('price:write');
  perform pg_advisory_xact_lock(hashtext('order of services'));
  list := private.move_in_list(array(select s.id from public.services s order by s.position, s.name, s.id), service_id,
    up);
  update public.services s set position = place.number from unnest(list) with ordinality as place (id, number)
    where s.id = place.id and s.position <> place.number;
end
$$;
comment on function public.move_service(uuid, boolean) is 'One step among the services.';
grant execute on function public.move_service(uuid, boolean) to authenticated;

create function public.remove_from_price_book(kind public.order_item_kind, item_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sold boolean;
begin
  perform private.require('price:write');
  -- Waits for orders and subscriptions that are being placed.
  if remove_from_price_book.kind = 'plan' then
    perform from public.plans p where p.id = remove_from_price_book.item_id for update;
  elsif remove_from_price_book.kind = 'addon' then
    perform from public.addons a where a.id = remove_from_price_book.item_id for update;
  else
    perform from public.services s where s.id = remove_from_price_book.item_id for update;
  end if;
  if not found then
    perform private.refuse('price.not_listed',
      'This is no longer in the price book. Open the list again.', errcode => 'P0002');
  end if;
  perform public.cancel_price_change(c.id) from public.price_changes c
  where c.kind = remove_from_price_book.kind and c.item_id = remove_from_price_book.item_id and c.applied_at is null
    and c.cancelled_at is null;
  sold := private.was_sold(remove_from_price_book.kind, remove_from_price_book.item_id);
  if remove_from_price_book.kind = 'addon' then
    delete from public.addons a where a.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' and sold then
    update public.plans p set is_active = false, in_store = false where p.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' then
    delete from public.plans p where p.id = remove_from_price_book.item_id;
  elsif sold then
    update public.services s set is_active = false, in_store = false where s.id = remove_from_price_book.item_id;
  else
    delete from public.services s where s.id = remove_from_price_book.item_id;
  end if;
  return case when sold then 'withdrawn' else 'deleted' end;
end
$$;
comment on function public.remove_from_price_book(public.order_item_kind, uuid) is
  'Deletes an entry, or takes a plan or service that was sold off sale for good: deleted or withdrawn. Orders keep '
    'an add-on’s name and price themselves.';
grant execute on function public.remove_from_price_book(public.order_item_kind, uuid) to authenticated;

create function public.align_addon_prices(addon_id uuid) returns public.addons
language plpgsql security definer set search_path = '' as $$
declare
  aligned public.addons;
begin
  perform private.require('price:write');
  update public.addons set pricing_price = price,
    features_price = case when features_price is null then null else price end
  where id = addon_id returning * into aligned;
  if not found then
    perform private.refuse('addon.not_found', 'This add-on is no longer in the price book.', errcode => 'P0002');
  end if;
  return aligned;
end
$$;
grant execute on function public.align_addon_prices(uuid) to authenticated;
