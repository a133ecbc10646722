set check_function_bodies = off;

create or replace function public.record_cart (
  cart_id  uuid,
  items    integer,
  total    bigint,
  order_id uuid    default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  if record_cart.cart_id is null or record_cart.items is null or record_cart.items <= 0 then
    return;
  end if;
  -- Carts that led to an order are few; the others anybody can make up.
  if not exists (select from public.carts c where c.id = record_cart.cart_id) and not exists (select from public.orders o where o.id = record_cart.order_id)
    and not private.is_within_rate('carts', 20000, interval '1 hour') then
    return;
  end if;
  insert into public.carts (id, items, total, order_id)
  values (record_cart.cart_id, least(record_cart.items, 49950), greatest(record_cart.total, 0), (select o.id from public.orders o where o.id = record_cart.order_id))
  on conflict (id) do update set items = excluded.items, total = excluded.total, order_id = coalesce(public.carts.order_id, excluded.order_id), updated_at = now()
  where public.carts.order_id is null;
exception when unique_violation then
  -- The order already belongs to another cart.
  return;
end
$function$;

create or replace function public.record_cookie_choice (
  visitor_id uuid,
  version    integer,
  analytics  boolean,
  marketing  boolean,
  functional boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if visitor_id is null then
    raise exception using errcode = 'P0001', message = 'Say whose choice this is.', hint = 'cookies.no_visitor', detail = 'visitor_id';
  end if;
  -- The banner reports by itself, so nobody waits for an answer.
  begin
    perform private.limit_rate('cookies of ' || visitor_id, 20, interval '1 hour');
    perform private.limit_rate('cookies', 20000, interval '1 hour');
  exception when sqlstate 'PT429' then
    return;
  end;
  insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional)
  values (record_cookie_choice.visitor_id, record_cookie_choice.version, coalesce(record_cookie_choice.analytics, false), coalesce(record_cookie_choice.marketing, false), coalesce(record_cookie_choice.functional, false));
end
$function$;

create or replace function public.record_visit (
  visit_id uuid,
  surface  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  if record_visit.surface not in ('site', 'store') or record_visit.visit_id is null then
    return;
  end if;
  if exists (select from private.recent_visits v where v.visit_id = record_visit.visit_id and v.surface = record_visit.surface and v.day = private.today())
    or not private.is_within_rate('visits', 50000, interval '1 hour') then
    return;
  end if;
  insert into private.recent_visits (visit_id, surface, day) values (record_visit.visit_id, record_visit.surface, private.today()) on conflict do nothing;
  if found then
    insert into public.visit_counts (day, surface, visits) values (private.today(), record_visit.surface, 1)
    on conflict (day, surface) do update set visits = public.visit_counts.visits + 1;
  end if;
end
$function$;

comment on function public.record_cart(uuid, integer, bigint, uuid) is 'Counts a cart, and with order_id that it was bought; at most 20,000 new ones an hour. Never fails a purchase.';

comment on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) is 'Records a choice; withdrawing consent is another choice. More than twenty an hour of one browser, and 20,000 of all, are not recorded.';

comment on function public.record_visit(uuid, text) is 'Counts a visit, once a day and surface; at most 50,000 new ones an hour, since anybody can make them up.';
