-- First-party visit counts without cookies or personal data: a visit is a random number of one tab.

create table public.visit_counts (
  day date not null,
  surface text not null check (surface in ('site', 'store')),
  visits integer not null default 0,
  demo_visits integer not null default 0 check (demo_visits between 0 and visits),
  primary key (day, surface)
);
comment on table public.visit_counts
  is 'Visits per day in Nairobi''s time. A visit is one browser tab, counted once a day and surface.';
comment on column public.visit_counts.demo_visits is 'How many of the visits are the demonstration''s.';

alter table public.visit_counts enable row level security;
grant select on public.visit_counts to authenticated;

create policy "Super admins see visits" on public.visit_counts for select to authenticated
  using ((select private.may('store-analytics:read')));

create table private.recent_visits (
  visit_id uuid not null,
  surface text not null,
  day date not null,
  primary key (visit_id, surface, day)
);

alter table private.recent_visits enable row level security;

create function public.record_visit(visit_id uuid, surface text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if record_visit.surface not in ('site', 'store') or record_visit.visit_id is null then
    return;
  end if;
  if exists (select from private.recent_visits v where v.visit_id = record_visit.visit_id
    and v.surface = record_visit.surface and v.day = private.today())
    or not private.is_within_rate('visits', 50000, interval '1 hour') then
    return;
  end if;
  insert into private.recent_visits (visit_id, surface, day)
    values (record_visit.visit_id, record_visit.surface, private.today()) on conflict do nothing;
  if found then
    insert into public.visit_counts (day, surface, visits) values (private.today(), record_visit.surface, 1)
    on conflict (day, surface) do update set visits = public.visit_counts.visits + 1;
  end if;
end
$$;
comment on function public.record_visit(uuid, text)
  is 'Counts a visit, once a day and surface; at most 50,000 new ones an hour, since anybody can make them up.';
grant execute on function public.record_visit(uuid, text) to anon, authenticated;
