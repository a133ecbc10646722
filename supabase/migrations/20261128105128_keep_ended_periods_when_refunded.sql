set check_function_bodies = off;

create or replace function private.shorten_plan (
  item  uuid,
  share numeric
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  own public.subscriptions;
  base public.subscriptions;
  above uuid[];
  today date;
  last_day date;
  new_end date;
  upgrade record;
begin
  select * into own from public.subscriptions s where s.order_item_id = item;
  if not found then
    return;
  end if;
  perform private.lock_subscription(own.school_id);
  today := private.school_today(own.school_id);
  above := array(select a from private.periods_above(own.id) a);
  select coalesce(max(s.ends_on), own.ends_on) into last_day from public.subscriptions s where (s.id = own.id or s.id = any (above)) and s.revoked_at is null;
  update public.subscriptions s set revoked_at = now() where s.id = any (above) and s.revoked_at is null;
  new_end := own.started_on + floor((last_day - own.started_on + 1) * share)::integer - 1;
  if share > 0 and own.started_on < today then
    new_end := least(greatest(new_end, today - 1), last_day);
  end if;
  select b.* into base from public.subscriptions b where b.id = private.paid_period_before(own.replaces);
  if new_end < own.started_on then
    update public.subscriptions s set revoked_at = coalesce(s.revoked_at, now()) where s.id = own.id;
    update public.subscriptions s set revoked_at = null, ends_on = last_day where s.id = base.id;
  else
    update public.subscriptions s set revoked_at = null, ends_on = new_end where s.id = own.id;
    if base.id is not null and new_end < last_day then
      insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on, replaces)
      values (own.school_id, base.plan_id, base.billing, new_end + 1, last_day, own.id);
    end if;
  end if;
  perform private.bring_periods_forward(own.school_id);
  for upgrade in
    select i.id, greatest(0, last_day - greatest(today, s.started_on) + 1)::numeric / (last_day - s.started_on + 1) as share
    from public.subscriptions s join public.order_items i on i.id = s.order_item_id join public.orders o on o.id = i.order_id
    where s.id = any (above) and o.paid_at is not null order by s.started_on
  loop
    perform private.take_as_credit(upgrade.id, own.school_id, upgrade.share);
  end loop;
end
$function$;
