create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null default '' check (length(body) <= 1000),
  link text check (link ~ '^/[^/]' and length(link) <= 300),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  source text check (length(source) <= 160),
  said jsonb,
  search_text text generated always as (private.fold_text(title || ' ' || body)) stored
);
comment on column public.notifications.said is
  'Title and body as sentences with their values, as private.say makes them; a string is what a person wrote. Title '
    'and body are the same in English.';
comment on column public.notifications.source
  is 'The event, such as announcement/<id>; a person is notified of an event once.';

create index notifications_user_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create unique index notifications_source_key on public.notifications (user_id, source);

select private.school_table('public.notifications', needs_subscription => false, retention => 'notifications',
  aged_by => 'created_at', live => '{person:user_id}');
grant select, delete on public.notifications to authenticated;

-- First words of the sources of notifications that are about nobody but the person who gets them. The schema files of
-- modules add theirs.
create table private.personal_notices (
  kind text primary key check (kind ~ '^[a-z]+(-[a-z]+)*$')
);

alter table private.personal_notices enable row level security;
revoke all on private.personal_notices from service_role;

insert into private.personal_notices (kind) values
  ('authenticator-reset'), ('mail-budget'), ('recovery'), ('storage');

create function private.is_personal_notice(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.personal_notices n where n.kind = is_personal_notice.kind)
$$;
grant execute on function private.is_personal_notice(text) to authenticated;

-- A notification is a copy: it is read by the rule of what it is about, also later, when a person has left, was barred
-- or teaches others. Runs with the caller's rights, so that the policies of the tables answer; what nobody has written
-- a rule for is hidden.
create function private.may_read_notification(source text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  kind constant text := split_part(source, '/', 1);
  subject constant uuid := case when split_part(source, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(source, '/', 2)::uuid end;
begin
  return case kind
    when 'announcement' then exists (select from public.announcements a where a.id = subject)
    when 'assignment' then exists (select from public.assignments a where a.id = subject)
    when 'mark' then exists (select from public.submissions s
      where s.assignment_id = subject and s.student_id::text = split_part(source, '/', 3))
    when 'record' then exists (select from public.student_records r where r.id = subject)
    when 'data-request' then exists (select from public.data_requests r where r.id = subject)
    when 'data-answer' then exists (select from public.data_requests r where r.id = subject)
    when 'opening' then exists (select from public.record_openings o where o.id = subject)
    when 'ticket-reply' then exists (select from public.ticket_replies r where r.id = subject)
    else private.is_personal_notice(kind)
      or kind in ('absence', 'fee-reminder') and exists (select from public.students s where s.id = subject)
      or private.may_read_row(private.table_of_notices(kind), subject)
  end;
end
$$;
grant execute on function private.may_read_notification(text) to authenticated;

-- Whether the caller finds the row; false without a table.
create function private.may_read_row(relation regclass, id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  is_found boolean := false;
begin
  if may_read_row.relation is not null then
    execute format('select exists (select from %s r where r.id = $1)', may_read_row.relation)
    into is_found using may_read_row.id;
  end if;
  return is_found;
end
$$;
grant execute on function private.may_read_row(regclass, uuid) to authenticated;

create policy "People see their notifications of what they may read" on public.notifications for select to authenticated
  using (user_id = (select private.signed_in_uid()) and (source is null or private.may_read_notification(source)));
create policy "People remove their notifications" on public.notifications for delete to authenticated
  using (user_id = (select private.signed_in_uid()) and (source is null or private.may_read_notification(source)));

-- Title and body are what private.say makes of a sentence, or what a person wrote as a string of JSON.
create function private.notify(people uuid[], source text, title jsonb, body jsonb, link text default null)
  returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  notified integer;
begin
  insert into public.notifications (user_id, source, title, body, link, said)
  select distinct u.id, notify.source, left(private.in_english(notify.title), 160),
    left(coalesce(private.in_english(notify.body), ''), 1000), notify.link,
    jsonb_build_object('title', notify.title, 'body', notify.body)
  from public.users u where u.id = any (people) and u.is_active
  on conflict (user_id, source) do nothing;
  get diagnostics notified = row_count;
  return notified;
end
$$;

create function private.mark_notifications(read uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.notifications n set read_at = now()
  where n.id = any (mark_notifications.read) and n.user_id = private.signed_in_uid() and n.read_at is null
$$;
grant execute on function private.mark_notifications(uuid[]) to authenticated;

create function public.mark_notifications_read(notification_id uuid default null) returns integer
language plpgsql security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  unread constant uuid[] := array(select n.id from public.notifications n where n.read_at is null
    and (mark_notifications_read.notification_id is null or n.id = mark_notifications_read.notification_id));
begin
  perform private.mark_notifications(unread);
  return cardinality(unread);
end
$$;
comment on function public.mark_notifications_read(uuid) is
  'Marks one notification of the caller as read, or all of them. Returns how many were unread.';
grant execute on function public.mark_notifications_read(uuid) to authenticated;
