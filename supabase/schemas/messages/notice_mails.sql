-- Notifications that are mailed as well, to those who have chosen it. The mail waits, is tried again and is counted
-- like any other; it is not sent any more once the notification was read or is gone.

insert into private.mail_kinds (template, payer, withdrawal, topic) values
  ('notice-announcements', 'school', 'reason_against_notice_mail', 'announcements'),
  ('notice-absences', 'school', 'reason_against_notice_mail', 'absences'),
  ('notice-work', 'school', 'reason_against_notice_mail', 'work'),
  ('notice-records', 'school', 'reason_against_notice_mail', 'records'),
  ('notice-messages', 'school', 'reason_against_notice_mail', 'messages');

create function private.reason_against_notice_mail(mail public.mail_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select case when n.id is null then 'What it says is not true any more.'
    when n.read_at is not null then 'It was read in the product.'
    when not private.takes_mail(n.user_id, (select k.topic from private.mail_kinds k
      where k.template = mail.template), n.id) then 'The person does not want it by mail any more.' end
  from (select private.mail_subject(mail) as id) s left join public.notifications n on n.id = s.id
$$;

-- Words of a person are a sentence of their own, which has no translation.
create function private.as_sentence(said jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(said) = 'string'
    then case when said #>> '{}' <> ''
      then jsonb_build_object('sentence', '{text}', 'args', jsonb_build_object('text', said)) end
    else said end
$$;

create function private.mail_notice(notice public.notifications, topic text) returns void
language sql security definer set search_path = '' as $$
  select private.queue_mail(format('notice-%s/%s', mail_notice.topic, notice.id), 'notice-' || mail_notice.topic,
    u.email,
    private.said_mail(t.title, t.title, array[private.as_sentence(notice.said -> 'body')], private.say('Open'),
      notice.link), school => u.school_id)
  from public.users u cross join lateral (select private.as_sentence(notice.said -> 'title') as title) t
  where u.id = notice.user_id and u.email is not null and u.school_id is not null
$$;

create function private.mail_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mail_notice(n, w.topic)
  from (select a.id, a.user_id, t.topic
    from added a join private.notice_topics t on t.kind = split_part(a.source, '/', 1) and t.is_mailed
    where a.read_at is null and private.takes_mail(a.user_id, t.topic, a.id)) w
  join public.notifications n on n.id = w.id
  order by w.user_id;
  return null;
end
$$;
create trigger mail_notices after insert on public.notifications referencing new table as added
  for each statement execute function private.mail_notices();

-- A mail repeats what its notification says, and goes with it.
create function private.forget_notice_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.mail_outbox m using removed r
  where split_part(m.idempotency_key, '/', 2) = r.id::text and m.template like 'notice-%';
  return null;
end
$$;
create trigger forget_notice_mails after delete on public.notifications referencing old table as removed
  for each statement execute function private.forget_notice_mails();
