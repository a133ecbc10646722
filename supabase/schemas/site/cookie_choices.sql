create table public.cookie_choices (
  id bigint generated always as identity primary key,
  visitor_id uuid not null,
  -- Version of the cookie banner.
    version integer not null check (version > 0),
  analytics boolean not null,
  marketing boolean not null,
  functional boolean not null,
  decided_at timestamptz not null default now()
);
comment on table public.cookie_choices is 'Cookie choices, by a random id that the visitor''s browser stores.';

create index cookie_choices_visitor on public.cookie_choices (visitor_id, decided_at desc);

alter table public.cookie_choices enable row level security;
grant select on public.cookie_choices to authenticated;

create policy "a super admin reads every answer" on public.cookie_choices for select to authenticated
  using ((select private.may('store-analytics:read')));

create function public.record_cookie_choice(visitor_id uuid, version integer, analytics boolean, marketing boolean,
  functional boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if visitor_id is null then
    perform private.refuse('cookies.no_visitor', 'Say whose choice this is.', field => 'visitor_id');
  end if;
  -- The banner reports by itself, so nobody waits for an answer.
  begin
    perform private.limit_rate('cookies of ' || visitor_id, 20, interval '1 hour');
    perform private.limit_rate('cookies', 20000, interval '1 hour');
  exception when sqlstate 'PT429' then
    return;
  end;
  insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional)
  values (record_cookie_choice.visitor_id, record_cookie_choice.version,
    coalesce(record_cookie_choice.analytics, false), coalesce(record_cookie_choice.marketing, false),
    coalesce(record_cookie_choice.functional, false));
end
$$;
comment on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) is
  'Records a choice; withdrawing consent is another choice. More than twenty an hour of one browser, and 20,000 of '
    'all, are not recorded.';
grant execute on function public.record_cookie_choice(uuid, integer, boolean, boolean, boolean) to anon, authenticated;
