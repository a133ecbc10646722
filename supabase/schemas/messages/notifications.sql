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
grant select, delete on public.notifications to authenticated;

create policy "People see their notifications" on public.notifications for select to authenticated using (user_id = (select private.signed_in_uid()));
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

create function public.mark_notifications_read(notification_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  marked integer;
begin
  if me is null then
    raise exception using errcode = '42501', message = 'Sign in first.', hint = 'permission.signed_in_only';
  end if;
  update public.notifications n set read_at = now()
  where n.user_id = me and n.read_at is null
    and (mark_notifications_read.notification_id is null or n.id = mark_notifications_read.notification_id);
  get diagnostics marked = row_count;
  return marked;
end
$$;
comment on function public.mark_notifications_read(uuid) is
  'Marks one notification of the caller as read, or all of them. Returns how many were unread.';
grant execute on function public.mark_notifications_read(uuid) to authenticated;
