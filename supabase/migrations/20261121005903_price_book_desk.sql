-- The price book as its manager sees it: plans, add-ons and services in one list, with what each page lists and what is announced.

create function public.list_price_book(only_kind public.order_item_kind default null, search text default null, only_disagreements boolean default false, page integer default 1, page_size integer default 25)
returns table (kind public.order_item_kind, id uuid, name text, category public.product_category, unit text, price integer, pricing_price integer, features_price integer,
  disagrees boolean, is_active boolean, change_id uuid, new_price integer, effective_on date, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'one-time', a.price, a.pricing_price, a.features_price, a.is_active, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and (private.filled(list_price_book.search) is null or strpos(lower(j.name), lower(btrim(list_price_book.search))) > 0)
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$$;
comment on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer) is 'disagrees: a page lists another price than the store charges. total counts all that match.';

create function public.cancel_price_change(change_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null and c.cancelled_at is null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This change has been made or withdrawn already.', hint = 'price.change_over';
  end if;
end
$$;
comment on function public.cancel_price_change(uuid) is 'Withdraws an announced price before its day.';

revoke execute on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer), public.cancel_price_change(uuid) from public, anon;
grant execute on function public.list_price_book(public.order_item_kind, text, boolean, integer, integer), public.cancel_price_change(uuid) to authenticated;
