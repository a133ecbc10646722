-- People are told what concerns them, by what happens and once per event; announcements wait for their hour, and can be put away.
alter table public.notifications add column source text check (length(source) <= 160);
comment on column public.notifications.source is 'What it tells of, such as announcement/<id>; the same event tells a person once.';
create unique index notifications_source_key on public.notifications (user_id, source);

alter table public.announcements add column archived_at timestamptz, add column told_at timestamptz;
comment on column public.announcements.archived_at is 'Put away: no longer shown to its readers, kept for its author and the administrators.';
comment on column public.announcements.told_at is 'When its readers were notified.';
update public.announcements set told_at = published_at;
create index announcements_due_idx on public.announcements (published_at) where told_at is null;
grant update (archived_at) on public.announcements to authenticated;
drop policy "People see what is announced to them, authors and administrators all of it" on public.announcements;
create policy "People see what is announced to them, authors and administrators all of it" on public.announcements for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.my_school()))
    or (school_id = (select private.my_school()) and (select private.my_role()) = any (audience) and published_at <= now() and archived_at is null
      and (class_id is null or (select private.my_role()) = 'staff' or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()))));

create function private.notify(people uuid[], source text, title text, body text, link text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  told integer;
begin
  insert into public.notifications (user_id, source, title, body, link)
  select distinct u.id, notify.source, left(notify.title, 160), left(coalesce(notify.body, ''), 1000), notify.link
  from public.users u where u.id = any (people) and u.is_active
  on conflict (user_id, source) do nothing;
  get diagnostics told = row_count;
  return told;
end
$$;

create function private.family_of(student uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select g.user_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student and g.user_id is not null)
$$;

-- Announcements -----------------------------------------------------------------------------------------------------
create function private.readers_of(news public.announcements) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select u.id from public.users u where u.school_id = news.school_id and u.role = any (news.audience) and u.id is distinct from news.author_id
    and (news.class_id is null or u.role in ('admin', 'staff')
      or exists (select from public.classes c where c.id = news.class_id and c.class_teacher_id = u.id)
      or exists (select from public.class_subjects cs where cs.class_id = news.class_id and cs.teacher_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and s.user_id = u.id)
      or exists (select from public.students s join public.student_guardians sg on sg.student_id = s.id join public.guardians g on g.id = sg.guardian_id where s.class_id = news.class_id and g.user_id = u.id)))
$$;

create function private.tell_due_announcements(only_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  news public.announcements;
  told integer := 0;
begin
  for news in
    select * from public.announcements a where a.told_at is null and a.published_at <= now() and a.archived_at is null and (only_id is null or a.id = only_id) for update skip locked
  loop
    told := told + private.notify(private.readers_of(news), 'announcement/' || news.id, news.title, news.body);
    update public.announcements set told_at = now() where id = news.id;
  end loop;
  return told;
end
$$;
comment on function private.tell_due_announcements(uuid) is 'Notifies the readers of announcements whose hour has come, each once. Returns how many people were told.';

create function private.tell_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_due_announcements(new.id);
  return null;
end
$$;
-- What was published long ago, such as rows brought from another system, is no news.
create or replace function private.sign_announcement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_name := coalesce((select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
  if new.published_at < now() - interval '1 day' then
    new.told_at := new.published_at;
  end if;
  return new;
end
$$;
create trigger tell after insert or update of published_at, archived_at on public.announcements for each row
  when (new.told_at is null and new.published_at <= now()) execute function private.tell_announcement();

-- Marked work: the learner and those who answer for the learner ------------------------------------------------------
create function private.tell_mark() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  task public.assignments;
  learner public.students;
begin
  select * into task from public.assignments where id = new.assignment_id;
  select * into learner from public.students where id = new.student_id;
  perform private.notify(array[learner.user_id], 'mark/' || new.assignment_id || '/' || new.student_id, task.title || ' is marked',
    format('%s of %s%s', trim_scale(new.score), task.max_score, coalesce('. ' || new.feedback, '')), '/dashboard');
  perform private.notify(private.family_of(new.student_id), 'mark/' || new.assignment_id || '/' || new.student_id, format('%s: %s is marked', learner.first_name, task.title),
    format('%s of %s', trim_scale(new.score), task.max_score), '/dashboard');
  return null;
end
$$;
create trigger tell_mark after insert or update of graded_at on public.submissions for each row
  when (new.graded_at is not null and new.score is not null and new.graded_at > now() - interval '1 minute') execute function private.tell_mark();

-- A day missed: whoever answers for the learner hears of it the same day, and no longer when it was a mistake -----------
create function private.tell_absence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant text := 'absence/' || new.student_id || '/' || new.day;
  learner public.students;
begin
  if new.status <> 'absent' then
    delete from public.notifications where source = event and read_at is null and user_id = any (private.family_of(new.student_id));
    return null;
  end if;
  select * into learner from public.students where id = new.student_id;
  perform private.notify(private.family_of(new.student_id), event, format('%s is marked absent today', learner.first_name),
    'If this surprises you, call the school.', '/dashboard');
  return null;
end
$$;
create trigger tell_absence after insert on public.attendance for each row
  when (new.status = 'absent' and new.day = (now() at time zone 'Africa/Nairobi')::date) execute function private.tell_absence();
create trigger tell_corrected_absence after update of status on public.attendance for each row
  when ('absent' in (old.status, new.status) and old.status <> new.status and new.day = (now() at time zone 'Africa/Nairobi')::date) execute function private.tell_absence();

-- Fee reminders that go out by mail -----------------------------------------------------------------------------------
create function private.tell_fee_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := split_part(new.idempotency_key, '/', 2)::uuid;
begin
  perform private.notify(private.family_of(student), new.idempotency_key, format('School fees of %s', new.data ->> 'student'),
    format('KES %s to pay%s.', to_char((new.data ->> 'balance')::numeric, 'FM999,999,999'),
      case when (new.data ->> 'overdue')::numeric > 0 then format(', of which KES %s is overdue', to_char((new.data ->> 'overdue')::numeric, 'FM999,999,999')) else '' end), '/dashboard');
  return null;
end
$$;
create trigger tell_fee_reminder after insert on public.mail_outbox for each row
  when (new.template = 'fee-reminder' and new.idempotency_key ~ '^fee-reminder/[0-9a-f-]{36}/') execute function private.tell_fee_reminder();

-- Answers to tickets: the sender, when signed in then; new tickets and answers never tell of internal notes -----------
create function private.tell_ticket_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets where id = new.ticket_id;
  if ticket.user_id is not null and ticket.user_id is distinct from new.author_id then
    perform private.notify(array[ticket.user_id], 'ticket-reply/' || new.id, format('Answer to %s: %s', ticket.ticket_number, ticket.subject), new.body);
  end if;
  return null;
end
$$;
create trigger tell_ticket_reply after insert on public.ticket_replies for each row when (not new.is_internal) execute function private.tell_ticket_reply();

create or replace function private.run_due_jobs() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.follow_subscriptions(),
    'announcements', private.tell_due_announcements());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < current_date - 2;
  perform private.count_dirty_days();
  return done;
end
$$;
