create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  class_id uuid,
  title text not null check (length(btrim(title)) between 1 and 160),
  body text not null check (length(btrim(body)) between 1 and 5000),
  audience public.user_role[] not null default '{}',
  author_id uuid references public.users (id) on delete set null default auth.uid(),
  author_name text not null default '',
  published_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  notified_at timestamptz,
  search_text text generated always as (private.fold_text(title || ' ' || body)) stored,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on column public.announcements.published_at is 'Readers see it from then on.';
comment on column public.announcements.archived_at is 'Archived: shown to its author and administrators only.';
comment on column public.announcements.notified_at is 'When its readers were notified.';

create index announcements_school_idx on public.announcements (school_id, published_at desc, id);
create index announcements_class_idx on public.announcements (class_id);
create index announcements_due_idx on public.announcements (published_at) where notified_at is null;

select private.school_table('public.announcements', refuses_unread => true, live => '{members}');
grant
  select,
  insert (school_id, class_id, title, body, audience, published_at),
  update (class_id, title, body, audience, published_at),
  delete
  on public.announcements to authenticated;

create policy "Staff of a school announce, teachers to their own classes or to everyone" on public.announcements
  for insert to authenticated
  with check (school_id = (select private.school_where('announcement:write'))
    and (class_id is null or (select private.may('announcement:write-all'))
    or class_id in (select private.my_class_ids())));
create policy "Authors change their announcements, administrators all" on public.announcements for update
  to authenticated
  using (school_id = (select private.school_where('announcement:write'))
    and ((select private.may('announcement:manage')) or author_id = (select private.signed_in_uid())))
  with check (school_id = (select private.school_where('announcement:write'))
    and (class_id is null or (select private.may('announcement:write-all'))
    or class_id in (select private.my_class_ids())));
create policy "Authors delete their announcements, administrators all" on public.announcements for delete
  to authenticated
  using (school_id = (select private.school_where('announcement:write'))
    and ((select private.may('announcement:manage')) or author_id = (select private.signed_in_uid())));
create policy "People see what is announced to them, authors and administrators all of it" on public.announcements
  for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('announcement:read-all')) or author_id = (select private.signed_in_uid())
      or (audience && (select private.my_bases())::public.user_role[] and published_at <= now() and archived_at is null
        and (class_id is null or (select private.may('announcement:write-all'))
          or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id
            and announcements.published_at < p.until)))));

create trigger touch before update on public.announcements for each row execute function private.touch_updated_at();

create function public.archive_announcement(announcement_id uuid, is_archived boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  saved uuid;
begin
  if private.school_where('announcement:write') is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  update public.announcements a
  set archived_at = case when archive_announcement.is_archived then coalesce(a.archived_at, now()) end
  where a.id = archive_announcement.announcement_id and a.school_id = private.school_where('announcement:write')
    and (private.may('announcement:manage') or a.author_id = private.signed_in_uid())
  returning a.id into saved;
  if saved is null then
    perform private.refuse('announcement.not_found', 'This announcement is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.archive_announcement(uuid, boolean) is
  'Archives an announcement or brings it back: authors theirs, administrators all.';
grant execute on function public.archive_announcement(uuid, boolean) to authenticated;

-- Accounts that an announcement is addressed to.
create function private.announcement_readers(news public.announcements) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select u.id from unnest(private.people_of(news.school_id, news.audience)) as u (id)
    where u.id is distinct from news.author_id
    and (news.class_id is null or u.id = any (private.people_with(news.school_id, 'announcement:write-all'))
      or exists (select from public.classes c where c.id = news.class_id and c.class_teacher_id = u.id)
      or exists (select from public.class_subjects cs where cs.class_id = news.class_id and cs.teacher_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and s.user_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id
        and u.id = any (private.student_family(s.id)))))
$$;

-- Announcements published more than a day ago, such as imported ones, notify nobody.
create function private.set_announcement_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_name := coalesce((select u.full_name from public.users u
    where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
  if new.published_at < now() - interval '1 day' then
    new.notified_at := new.published_at;
  end if;
  return new;
end
$$;
create trigger sign before insert on public.announcements for each row
  execute function private.set_announcement_author();

create function private.notify_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_due_announcements(new.id);
  return null;
end
$$;
create trigger notify_readers after insert or update of published_at, archived_at on public.announcements for each row
  when (new.notified_at is null and new.published_at <= now()) execute function private.notify_announcement();

create function private.notify_due_announcements(only_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  news public.announcements;
  notified integer := 0;
begin
  for news in
    select * from public.announcements a where a.notified_at is null and a.published_at <= now()
      and a.archived_at is null and (only_id is null or a.id = only_id) for update skip locked
  loop
    notified := notified + private.notify(private.announcement_readers(news), 'announcement/' || news.id,
      to_jsonb(news.title), to_jsonb(news.body));
    update public.announcements set notified_at = now() where id = news.id;
  end loop;
  return notified;
end
$$;
comment on function private.notify_due_announcements(uuid) is
  'Notifies the readers of announcements that are due, once. Returns the number of people.';
