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
  ('authenticator-reset'), ('mail-budget'), ('recovery'), ('storage'), ('ticket-answer');

create function private.is_personal_notice(kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.personal_notices n where n.kind = is_personal_notice.kind)
$$;
grant execute on function private.is_personal_notice(text) to authenticated;

-- The row that a notification is about; null where its source names none.
create function private.notice_subject(source text) returns uuid
language sql immutable as $$
  select case when split_part(source, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(source, '/', 2)::uuid end
$$;
grant execute on function private.notice_subject(text) to authenticated;

-- A notification is a copy: it is read by the rule of what it is about, also later, when a person has left, was barred
-- or teaches others. Of the sources those that the caller may read, with a query per kind. Runs with the caller's
-- rights, so that the policies of the tables answer; what nobody has written a rule for is hidden.
create function private.readable_sources(sources text[]) returns setof text
language plpgsql stable rows 20 set search_path = '' as $$
declare
  kind text;
  alike text[];
  subjects uuid[];
begin
  for kind, alike, subjects in
    select split_part(s, '/', 1), array_agg(s), array_agg(private.notice_subject(s))
    from unnest(sources) as s group by 1
  loop
    case
      when kind = 'announcement' then
        subjects := array(select a.id from public.announcements a where a.id = any (subjects));
      when kind = 'assignment' then
        subjects := array(select a.id from public.assignments a where a.id = any (subjects));
      when kind = 'mark' then
        alike := array(select s from unnest(alike) as s where exists (select from public.submissions b
          where b.assignment_id = private.notice_subject(s) and b.student_id::text = split_part(s, '/', 3)));
      when kind = 'record' then
        subjects := array(select r.id from public.student_records r where r.id = any (subjects));
      when kind in ('data-request', 'data-answer') then
        subjects := array(select r.id from public.data_requests r where r.id = any (subjects));
      when kind = 'opening' then
        subjects := array(select o.id from public.record_openings o where o.id = any (subjects));
      when kind = 'ticket-reply' then
        subjects := array(select r.id from public.ticket_replies r where r.id = any (subjects));
      when kind in ('absence', 'fee-reminder') then
        subjects := array(select s.id from public.students s where s.id = any (subjects));
      when private.is_personal_notice(kind) then
        return query select unnest(alike);
        continue;
      else
        subjects := private.readable_rows(private.table_of_notices(kind), subjects);
    end case;
    return query select s from unnest(alike) as s where private.notice_subject(s) = any (subjects);
  end loop;
end
$$;
grant execute on function private.readable_sources(text[]) to authenticated;

create function private.may_read_notification(source text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.readable_sources(array[source]))
$$;
grant execute on function private.may_read_notification(text) to authenticated;

-- Of the rows those that the caller finds; none without a table.
create function private.readable_rows(relation regclass, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  readable uuid[] := '{}';
begin
  if readable_rows.relation is not null then
    execute format('select array(select r.id from %s r where r.id = any ($1))', readable_rows.relation)
    into readable using readable_rows.ids;
  end if;
  return readable;
end
$$;
grant execute on function private.readable_rows(regclass, uuid[]) to authenticated;

-- The sources of all notifications of the caller, for the policies below.
create function private.my_notice_sources() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select n.source from public.notifications n
    where n.user_id = private.signed_in_uid() and n.source is not null)
$$;
grant execute on function private.my_notice_sources() to authenticated;

create policy "People see their notifications of what they may read" on public.notifications for select to authenticated
  using (user_id = (select private.signed_in_uid())
    and (source is null or source in (select private.readable_sources(private.my_notice_sources()))));
create policy "People remove their notifications" on public.notifications for delete to authenticated
  using (user_id = (select private.signed_in_uid())
    and (source is null or source in (select private.readable_sources(private.my_notice_sources()))));

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
