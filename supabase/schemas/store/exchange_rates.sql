create table public.exchange_rates (
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$'),
  rate numeric(14, 6) not null check (rate > 0),
  source text not null,
  fetched_at timestamptz not null default now(),
  primary key (base, quote, fetched_at)
);
comment on table public.exchange_rates
  is 'Rates fetched by the server; the newest of a pair counts, the last good one stays when a fetch fails.';

alter table public.exchange_rates enable row level security;
grant select on public.exchange_rates to anon, authenticated;

create policy "Everyone reads the rates" on public.exchange_rates for select to anon, authenticated using (true);

create trigger revise after insert or update
  or delete on public.exchange_rates for each statement execute function private.bump_content_revision();
