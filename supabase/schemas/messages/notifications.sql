create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null default '' check (length(body) <= 1000),
  link text check (link ~ '^/[^/]' and length(link) <= 300),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  source text check (length(source) <= 160)
);
comment on column public.notifications.source is 'The event, such as announcement/<id>; a person is notified of an event once.';

create index notifications_user_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create unique index notifications_source_key on public.notifications (user_id, source);

alter table public.notifications enable row level security;
grant select, update (read_at), delete on public.notifications to authenticated;

create policy "People see their notifications" on public.notifications for select to authenticated using (user_id = (select private.signed_in_uid()));
create policy "People mark their notifications" on public.notifications for update to authenticated using (user_id = (select private.signed_in_uid())) with check (user_id = (select private.signed_in_uid()));
create policy "People remove their notifications" on public.notifications for delete to authenticated using (user_id = (select private.signed_in_uid()));

create function private.notify(people uuid[], source text, title text, body text, link text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  notified integer;
begin
  insert into public.notifications (user_id, source, title, body, link)
  select distinct u.id, notify.source, left(notify.title, 160), left(coalesce(notify.body, ''), 1000), notify.link
  from public.users u where u.id = any (people) and u.is_active
  on conflict (user_id, source) do nothing;
  get diagnostics notified = row_count;
  return notified;
end
$$;
