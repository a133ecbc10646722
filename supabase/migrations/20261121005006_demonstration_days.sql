-- The demonstration's sales stay relative to today: on a later day they have all moved on by as many days, so that the last
-- 30 days compute to the same figures for as long as nobody bought anything. What people did since is left where it is.
alter table public.visit_counts add column demo_visits integer not null default 0 check (demo_visits between 0 and visits);
comment on column public.visit_counts.demo_visits is 'How many of the visits are the demonstration''s.';
create table private.demonstration_day (only_row boolean primary key default true check (only_row), day date not null);
alter table private.demonstration_day enable row level security;
comment on table private.demonstration_day is 'The day the demonstration''s sales are relative to; without a row the day they were loaded.';

-- An order that is moved to another day was not changed by anybody.
drop trigger touch on public.orders;
create trigger touch before update on public.orders for each row when (new.created_at = old.created_at) execute function private.touch_updated_at();

create function private.move_demonstration() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.nairobi_day(now());
  was date;
  midnight timestamptz;
  days interval;
begin
  if private.setting('demonstration', 'loadedOn') is null then
    return;
  end if;
  insert into private.demonstration_day (day) values (coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, today)) on conflict do nothing;
  select d.day into was from private.demonstration_day d where d.day < today for update skip locked;
  if was is null then
    return;
  end if;
  midnight := was::timestamp at time zone 'Africa/Nairobi';
  days := make_interval(days => today - was);
  update public.order_events e set at = e.at + days from public.orders o where o.id = e.order_id and o.is_demo and e.actor_id is null and e.at < midnight;
  update public.payments p set paid_at = p.paid_at + days from public.orders o where o.id = p.order_id and o.is_demo and p.paid_at < midnight;
  update public.licences l set valid_from = l.valid_from + (today - was), valid_until = l.valid_until + (today - was)
  from public.orders o where o.id = l.order_id and o.is_demo and l.valid_from < was;
  update public.order_ratings r set created_at = r.created_at + days from public.orders o where o.id = r.order_id and o.is_demo and r.created_at < midnight;
  update public.carts set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end where is_demo;
  update public.orders set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end,
    paid_at = case when paid_at < midnight then paid_at + days else paid_at end where is_demo;
  with moved as (
    update public.visit_counts v set visits = v.visits - v.demo_visits, demo_visits = 0
    from (select old.day, old.surface, old.demo_visits from public.visit_counts old where old.demo_visits > 0 for update) as before
    where v.day = before.day and v.surface = before.surface returning before.day, before.surface, before.demo_visits)
  insert into private.demonstration_visits (day, surface, visits) select day + (today - was), surface, demo_visits from moved;
  insert into public.visit_counts as v (day, surface, visits, demo_visits) select day, surface, visits, visits from private.demonstration_visits
  on conflict (day, surface) do update set visits = v.visits + excluded.visits, demo_visits = excluded.demo_visits;
  delete from private.demonstration_visits;
  delete from public.visit_counts where visits = 0;
  update private.demonstration_day set day = today;
end
$$;
-- Where the visits wait between two statements of a move: one statement cannot write the same row twice.
create table private.demonstration_visits (day date not null, surface text not null, visits integer not null);
alter table private.demonstration_visits enable row level security;

-- The job and every look at the figures begin with it.
do $$
declare
  counting constant text := pg_get_functiondef('private.count_dirty_days()'::regprocedure);
begin
  execute replace(counting, E'begin\n  if not exists (select from private.dirty_days)', E'begin\n  perform private.move_demonstration();\n  if not exists (select from private.dirty_days)');
  execute replace(pg_get_functiondef('public.remove_demonstration_data()'::regprocedure), 'delete from public.visit_counts where day < loaded;',
    'update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;');
end
$$;
