set check_function_bodies = off;

create or replace function private.limit_rate(subject text, allowed integer, period interval) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  seen integer;
begin
  insert into private.rate_limits (subject, window_start)
  values (limit_rate.subject, date_bin(period, now(), timestamptz '2000-01-01'))
  on conflict (subject, window_start) do update set hits = private.rate_limits.hits + 1
  returning hits into seen;
  if seen > allowed then
    raise exception using errcode = 'PT429', message = 'Too many requests from this address. Please try again in an hour.', hint = 'request.too_many';
  end if;
end
$$;

create or replace function private.order_of_buyer(order_number text, order_key uuid, email text) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  found_order public.orders;
  most_misses constant integer := 20;
  misses_of constant text := 'misses of order ' || upper(btrim(order_of_buyer.order_number));
begin
  select o.* into found_order from public.orders o where o.order_number = upper(btrim(order_of_buyer.order_number));
  if found_order.id is null or found_order.idempotency_key = order_key or order_of_buyer.email is null then
    return case when found_order.idempotency_key = order_key then found_order end;
  end if;
  if exists (select from private.rate_limits r where r.subject = misses_of and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    raise exception using errcode = 'PT429', message = 'Too many wrong addresses for this order. Use the link in the confirmation email, or try again in an hour.', hint = 'request.too_many';
  end if;
  if lower(found_order.customer_email) = lower(btrim(order_of_buyer.email)) then
    return found_order;
  end if;
  perform private.limit_rate(misses_of, most_misses, interval '1 hour');
  return null;
end
$$;

create or replace function public.record_cookie_choice(visitor_id uuid, version integer, analytics boolean, marketing boolean, functional boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if visitor_id is null then
    raise exception using errcode = 'P0001', message = 'Say whose choice this is.', hint = 'cookies.no_visitor', detail = 'visitor_id';
  end if;
  -- The banner reports by itself, so nobody waits for an answer.
  begin
    perform private.limit_rate('cookies of ' || visitor_id, 20, interval '1 hour');
  exception when sqlstate 'PT429' then
    return;
  end;
  insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional)
  values (record_cookie_choice.visitor_id, record_cookie_choice.version, coalesce(record_cookie_choice.analytics, false), coalesce(record_cookie_choice.marketing, false), coalesce(record_cookie_choice.functional, false));
end
$$;

comment on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) is
  'Records a choice; withdrawing consent is another choice. More than twenty an hour of one browser are not recorded.';
