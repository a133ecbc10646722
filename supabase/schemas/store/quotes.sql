-- What an order quotes holds for a number of days, and while what it was computed from stays as it was. Money that
-- comes later, or after a change, buys days at the price of its day; what buys no day is owed back. What a line was
-- granted, and for how much of the money, is kept with the line.

create function private.quote_days() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((private.setting('payments', 'bank') ->> 'validDays')::integer, 14)
$$;

create function private.quote_end(placed public.orders) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(placed.valid_until, private.nairobi_day(placed.created_at) + private.quote_days())
$$;

-- One unit in the price book now; null where nothing can be bought.
create function private.price_now(item public.order_items, only_on_sale boolean) returns integer
language sql stable security definer set search_path = '' as $$
  select case item.kind
    when 'addon' then (select a.price from public.addons a
      where a.id = item.addon_id and (a.is_active and a.is_ready or not only_on_sale))
    when 'plan' then (select private.plan_price(p.id, private.sold_billing(p.period, item.billing)) from public.plans p
      where p.id = item.plan_id and (p.is_active or not only_on_sale))
    else (select s.price from public.services s where s.id = item.service_id and (s.is_active or not only_on_sale)) end
$$;

-- Days that one unit is for; null for work that is done once.
create function private.days_of(item public.order_items) returns integer
language sql stable security definer set search_path = '' as $$
  select case item.kind
    when 'addon' then 122
    when 'plan' then (select case private.sold_billing(p.period, item.billing) when 'annual' then 365
      when 'termly' then 122 else 30 end
      from public.plans p where p.id = item.plan_id)
    else (select case s.unit when 'per month' then 30 when 'per term' then 122 when 'per year' then 365 end
      from public.services s where s.id = item.service_id) end
$$;

-- What an upgrade rests on: the period that runs, its end, and the prices of both plans for it. No row where nothing
-- can be upgraded.
create function private.upgrade_basis(school uuid, plan uuid)
  returns table (period uuid, until date, from_price integer, to_price integer, price integer)
language sql stable security definer set search_path = '' as $$
  select b.id, b.ends_on, b.from_price, b.to_price,
    -- The difference by the days left of the period's days, also where an earlier upgrade cut the period short.
    round((b.to_price - b.from_price)::numeric * (b.ends_on - b.today + 1)
      / (b.ends_on - (b.ends_on - private.period_length(b.billing))::date))::integer
  from (select s.id, s.ends_on, s.billing, t.today, private.plan_price(s.plan_id, s.billing) as from_price,
      private.plan_price(upgrade_basis.plan, s.billing) as to_price
    from (select private.school_today(school) as today offset 0) t
    join public.subscriptions s on s.school_id = school and s.revoked_at is null and not s.is_trial
      and s.started_on <= t.today and s.ends_on >= t.today) b
  where b.to_price > b.from_price
$$;

-- The price at which a line is granted as it was quoted; null once the quote is over.
create function private.quoted_price(paid public.orders, item public.order_items) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  basis record;
  paid_on constant date := (select private.nairobi_day(max(p.paid_at)) from public.payments p
    where p.order_id = paid.id and p.state = 'received');
begin
  if paid_on > private.quote_end(paid) then
    return null;
  end if;
  if not item.is_upgrade then
    return case when item.price = private.price_now(item, false) then item.line_total end;
  end if;
  select * into basis from private.upgrade_basis(paid.school_id, item.plan_id);
  if basis.price <= item.line_total and (item.upgrades is null and item.upgrades_until is null
    or (item.upgrades, item.upgrades_until, item.upgrades_from_price, item.upgrades_to_price)
      = (basis.period, basis.until, basis.from_price, basis.to_price)) then
    return basis.price;
  end if;
  return null;
end
$$;
comment on function private.quoted_price(public.orders, public.order_items) is
  'Of an upgrade it is the price for the days that are left on the day of the payment: what was quoted for the days '
    'before is owed back.';

-- Whether a payment of today gets all that was quoted.
create function private.is_quote_valid(placed public.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.today() <= private.quote_end(placed)
    and not exists (select from public.order_items i where i.order_id = placed.id
      and private.quoted_price(placed, i) is null)
$$;

-- The days that an amount buys of a line today, and what they cost: never more than the amount.
create function private.days_for(item public.order_items, amount numeric, out days integer, out cost bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  price constant bigint := private.price_now(item, true)::bigint * case when item.kind = 'plan' then 1
    else item.quantity end;
  period constant integer := private.days_of(item);
begin
  days := 0;
  cost := 0;
  if price > 0 and period is not null then
    days := floor(amount * period / price);
    cost := ceil(days::numeric * price / period);
  elsif price > 0 and price <= amount then
    cost := price;
  end if;
end
$$;

-- Decides what each line of an order is granted, once it is paid.
create function private.decide_grants(paid public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.order_items;
  quoted bigint;
  bought record;
begin
  for item in select i.* from public.order_items i where i.order_id = paid.id order by i.position loop
    quoted := private.quoted_price(paid, item);
    if quoted is not null then
      update public.order_items i set granted_as = 'quoted', granted_amount = quoted, granted_days = null
        where i.id = item.id;
    else
      select * into bought from private.days_for(item, item.line_total);
      update public.order_items i set granted_as = case when bought.cost > 0 then 'credit' else 'owed' end,
        granted_amount = bought.cost, granted_days = case when private.days_of(item) is not null then bought.days end
      where i.id = item.id;
    end if;
    -- An upgrade decides what the next line rests on.
    if item.kind = 'plan' and paid.school_id is not null then
      perform private.apply_paid_plan(paid.school_id, i) from public.order_items i where i.id = item.id
        and i.granted_as <> 'owed';
    end if;
  end loop;
end
$$;

-- What was paid and is not granted: above the total, twice, or for what could no longer be bought. Money on its way
-- back is not counted again.
create function private.owed_amount(target public.orders) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(0, coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0)
    - case when target.paid_at is not null then (select coalesce(sum(coalesce(i.granted_amount, i.line_total)), 0)
        from public.order_items i where i.order_id = target.id) else 0 end)
  from public.payments p where p.order_id = target.id and p.currency = 'KES'
    and (p.state = 'surplus' or p.state = 'received' and (target.paid_at is not null or target.status = 'cancelled'))
$$;

-- Keeps what is owed with the order, and tells the buyer when it grows.
create function private.note_surplus(order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  owed numeric;
begin
  select * into target from public.orders o where o.id = note_surplus.order_id;
  owed := private.owed_amount(target);
  if owed = target.surplus_amount then
    return;
  end if;
  update public.orders o set surplus_amount = owed where o.id = note_surplus.order_id;
  if owed > target.surplus_amount and not target.is_demo then
    perform private.note_on_order(note_surplus.order_id, null, 'payment',
      private.say('{amount} is owed back to the buyer.', jsonb_build_object('amount', private.money(owed))));
    perform private.queue_mail('order-surplus/' || note_surplus.order_id || '/' || gen_random_uuid(),
      'order-surplus', target.customer_email,
      private.order_mail(target) || jsonb_build_object('surplus_amount', owed), private.team_email('salesEmail'),
        target.language);
  end if;
end
$$;

-- Takes back what a part of an order's money stood for: each line keeps the share that is still paid.
create function private.shrink_order(paid public.orders, lost numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.order_items;
  granted constant numeric := (select coalesce(sum(coalesce(i.granted_amount, i.line_total)), 0)
    from public.order_items i where i.order_id = paid.id);
  left_to_lose numeric := least(lost, granted);
  kept numeric;
  share numeric;
begin
  if left_to_lose <= 0 then
    return;
  end if;
  for item in select i.* from public.order_items i where i.order_id = paid.id
    and coalesce(i.granted_amount, i.line_total) > 0 order by i.position loop
    item.granted_amount := coalesce(item.granted_amount, item.line_total);
    kept := item.granted_amount - least(left_to_lose, item.granted_amount,
      ceil(item.granted_amount * lost / granted * 100) / 100);
    share := kept / item.granted_amount;
    left_to_lose := left_to_lose - (item.granted_amount - kept);
    update public.order_items i set granted_amount = kept where i.id = item.id;
    perform private.shorten_licences(item.id, share);
    perform private.shorten_plan(item.id, share);
  end loop;
end
$$;
