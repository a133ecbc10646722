create table private.demonstration_day (
  only_row boolean primary key default true check (only_row),
  day date not null
);
comment on table private.demonstration_day
  is 'The day the demonstration''s sales are relative to; without a row the day they were loaded.';

alter table private.demonstration_day enable row level security;

-- Visits between the two statements of a shift: one statement cannot update the same row twice.
create table private.demonstration_visits (
  day date not null,
  surface text not null,
  visits integer not null
);

alter table private.demonstration_visits enable row level security;

create function private.has_old_demonstration() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('demonstration', 'loadedOn') is not null
    and not exists (select from private.demonstration_day d where d.day >= private.today())
$$;

create function private.shift_demonstration_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.today();
  was date;
  midnight timestamptz;
  days interval;
begin
  if private.setting('demonstration', 'loadedOn') is null then
    return;
  end if;
  insert into private.demonstration_day (day)
    values (coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, today)) on conflict do nothing;
  select d.day into was from private.demonstration_day d where d.day < today for update skip locked;
  if was is null then
    return;
  end if;
  midnight := was::timestamp at time zone 'Africa/Nairobi';
  days := make_interval(days => today - was);
  update public.order_events e set at = e.at + days from public.orders o where o.id = e.order_id and o.is_demo
    and e.actor_id is null and e.at < midnight;
  update public.payments p set paid_at = p.paid_at + days from public.orders o where o.id = p.order_id and o.is_demo
    and p.paid_at < midnight;
  update public.licences l set valid_from = l.valid_from + (today - was), valid_until = l.valid_until + (today - was)
  from public.orders o where o.id = l.order_id and o.is_demo and l.valid_from < was;
  update public.order_ratings r set created_at = r.created_at + days from public.orders o where o.id = r.order_id
    and o.is_demo and r.created_at < midnight;
  update public.carts set created_at = created_at + days,
    updated_at = case when updated_at < midnight then updated_at + days else updated_at end where is_demo;
  update public.orders set created_at = created_at + days,
    updated_at = case when updated_at < midnight then updated_at + days else updated_at end,
    paid_at = case when paid_at < midnight then paid_at + days else paid_at end where is_demo;
  with moved as (
    update public.visit_counts v set visits = v.visits - v.demo_visits, demo_visits = 0
    from (select old.day, old.surface, old.demo_visits from public.visit_counts old
      where old.demo_visits > 0 for update) as before
    where v.day = before.day and v.surface = before.surface returning before.day, before.surface, before.demo_visits)
  insert into private.demonstration_visits (day, surface, visits) select day + (today - was), surface, demo_visits
    from moved;
  insert into public.visit_counts as v (day, surface, visits, demo_visits) select day, surface, visits, visits
    from private.demonstration_visits
  on conflict (day, surface) do update set visits = v.visits + excluded.visits, demo_visits = excluded.demo_visits;
  delete from private.demonstration_visits;
  delete from public.visit_counts where visits = 0;
  update private.demonstration_day set day = today;
end
$$;

create function public.remove_demonstration_data() returns void
language plpgsql security definer set search_path = '' as $$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.today());
begin
  perform private.require('settings:write');
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  -- Super admins who joined a school of the demonstration leave it and keep their accounts.
  update public.users u set school_id = null, role = default
  where u.school_id in (select h.id from public.schools h where h.is_demo)
    and exists (select from public.super_admins s where s.id = u.id);
  delete from auth.users where id in (select id from public.users
    where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> private.signed_in_uid()
    and exists (select from public.super_admins s where s.id = private.signed_in_uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$$;
comment on function public.remove_demonstration_data() is
  'Deletes schools, accounts, orders and statistics of the demonstration. Data added since stays.';
grant execute on function public.remove_demonstration_data() to authenticated;
