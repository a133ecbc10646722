create table public.content_revision (
  id boolean primary key default true check (id),
  revision bigint not null default 1,
  changed_at timestamptz not null default now()
);
comment on table public.content_revision
  is 'One row. Grows with every change of what the public pages show; cached pages older than it are stale.';

alter table public.content_revision enable row level security;
grant select on public.content_revision to anon, authenticated;

create policy "Everyone reads the revision" on public.content_revision for select to anon, authenticated using (true);

insert into public.content_revision default values;
