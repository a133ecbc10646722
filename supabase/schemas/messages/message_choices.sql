-- What people choose of the messages they get: by topic and channel, and the hours in which nothing is sent. The list
-- in the product has every notice; what is sent besides is theirs to choose.

create table private.message_topics (
  topic text primary key check (topic ~ '^[a-z]+(-[a-z]+)*$'),
  place integer not null,
  label text not null,
  audience text not null check (audience in ('school', 'family')),
  features text[],
  is_mailed boolean not null
);
comment on table private.message_topics is 'What messages are about, as people choose. Modules add theirs.';
comment on column private.message_topics.label is 'An English sentence, translated where it is shown.';
comment on column private.message_topics.audience is 'Whether everybody at a school or families alone get them.';
comment on column private.message_topics.features is 'Of which a school needs one for them; null for the core.';
comment on column private.message_topics.is_mailed is 'Whether those get mails who have chosen nothing.';

alter table private.message_topics enable row level security;
revoke all on private.message_topics from service_role;

insert into private.message_topics (topic, place, label, audience, features, is_mailed) values
  ('announcements', 1, private.say('Announcements of the school') ->> 'sentence', 'school', null, false),
  ('absences', 2, private.say('Absences') ->> 'sentence', 'family', null, false),
  ('work', 3, private.say('New assignments and marks') ->> 'sentence', 'family', null, false),
  ('records', 4, private.say('Records that the school shares') ->> 'sentence', 'family', null, false),
  ('messages', 5, private.say('Messages between parents and teachers') ->> 'sentence', 'school', null, true);

create table private.notice_topics (
  kind text primary key check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  topic text not null,
  is_mailed boolean not null default true
);
comment on table private.notice_topics is
  'The topic of notifications by the first word of their source. Those without one are in the product only.';
comment on column private.notice_topics.is_mailed
  is 'Whether a mail may repeat it: false where a module queues its own.';

alter table private.notice_topics enable row level security;
revoke all on private.notice_topics from service_role;

insert into private.notice_topics (kind, topic) values
  ('announcement', 'announcements'), ('absence', 'absences'), ('assignment', 'work'), ('mark', 'work'),
  ('record', 'records'), ('conversation', 'messages');

create table private.message_choices (
  user_id uuid not null references auth.users (id) on delete cascade,
  topic text not null,
  channel text not null check (channel in ('mail', 'push')),
  is_on boolean not null,
  primary key (user_id, topic, channel)
);
comment on table private.message_choices is 'Only what differs from the topic''s own setting.';

alter table private.message_choices enable row level security;

create table private.quiet_hours (
  user_id uuid primary key references auth.users (id) on delete cascade,
  starts time not null,
  ends time not null,
  check (starts <> ends)
);
comment on table private.quiet_hours is 'In the time of the person''s school; they may lie over midnight.';

alter table private.quiet_hours enable row level security;

create function private.chooses(person uuid, topic text, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select c.is_on from private.message_choices c where c.user_id = person and c.topic = chooses.topic
      and c.channel = chooses.channel),
    (select t.is_mailed or chooses.channel = 'push' from private.message_topics t where t.topic = chooses.topic))
$$;

-- Whether a topic is mailed: as chosen, or in place of a push that reached no device. The notice is null or what the
-- mail is about.
create function private.takes_mail(person uuid, topic text, notice uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.chooses(person, topic, 'mail') or private.chooses(person, topic, 'push') and (
    exists (select from private.lost_pushes l where l.user_id = person)
    or exists (select from private.push_outbox p where p.notification_id = notice and p.status = 'failed')
    and not exists (select from private.push_outbox p where p.notification_id = notice
      and p.status in ('queued', 'sent')))
$$;

-- The moment itself, or the end of the person's quiet hours that it lies in.
create function private.after_quiet_hours(person uuid, moment timestamptz default now()) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select (l.at::date + q.ends + case when q.starts > q.ends and l.at::time >= q.starts then interval '1 day'
      else interval '0' end) at time zone l.zone
    from private.quiet_hours q
    join public.users u on u.id = q.user_id left join public.schools s on s.id = u.school_id
    cross join lateral (select z.zone, moment at time zone z.zone as at
      from (select coalesce(s.time_zone, 'Africa/Nairobi') as zone) z) l
    where q.user_id = person
      and case when q.starts < q.ends then l.at::time >= q.starts and l.at::time < q.ends
        else l.at::time >= q.starts or l.at::time < q.ends end), moment)
$$;

create function public.message_choices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := private.signed_in_uid();
begin
  return jsonb_build_object(
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', t.topic, 'label', t.label,
        'mail', private.chooses(person, t.topic, 'mail'), 'push', private.chooses(person, t.topic, 'push'))
        order by t.place, t.topic), '[]')
      from private.message_topics t
      where private.my_school() is not null and (t.audience = 'school' or private.has_own_students())
        and (t.features is null or exists (
          select from unnest(t.features) f (name) where private.is_entitled(private.my_school(), f.name) <> 'off'))),
    'quiet_hours', (
      select jsonb_build_object('starts', to_char(q.starts, 'HH24:MI'), 'ends', to_char(q.ends, 'HH24:MI'))
      from private.quiet_hours q where q.user_id = person));
end
$$;
comment on function public.message_choices() is
  'What the caller has chosen: topics with a label and whether they are mailed and pushed, and quiet_hours with starts '
    'and ends, null without.';
grant execute on function public.message_choices() to authenticated;

create function private.require_person() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if private.signed_in_uid() is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  return private.signed_in_uid();
end
$$;

create function public.choose_message(topic text, channel text, is_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := private.require_person();
begin
  if choose_message.is_on is null or coalesce(choose_message.channel, '') not in ('mail', 'push')
    or not exists (select from private.message_topics t where t.topic = choose_message.topic) then
    perform private.refuse('message.choice', 'This cannot be chosen. Reload the page.', errcode => 'P0002');
  end if;
  insert into private.message_choices as c (user_id, topic, channel, is_on)
  values (person, choose_message.topic, choose_message.channel, choose_message.is_on)
  on conflict (user_id, topic, channel) do update set is_on = excluded.is_on;
end
$$;
comment on function public.choose_message(text, text, boolean) is
  'Has messages of a topic sent to the caller by a channel, or not.';
grant execute on function public.choose_message(text, text, boolean) to authenticated;

create function public.set_quiet_hours(starts time, ends time) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := private.require_person();
begin
  if (set_quiet_hours.starts is null) <> (set_quiet_hours.ends is null)
    or set_quiet_hours.starts = set_quiet_hours.ends then
    perform private.refuse('message.quiet_hours', 'Choose two different times.', field => 'ends');
  end if;
  delete from private.quiet_hours q where q.user_id = person;
  if set_quiet_hours.starts is not null then
    insert into private.quiet_hours (user_id, starts, ends)
    values (person, set_quiet_hours.starts, set_quiet_hours.ends);
  end if;
end
$$;
comment on function public.set_quiet_hours(time, time) is
  'The hours in which nothing of what the caller chooses is sent; null for none.';
grant execute on function public.set_quiet_hours(time, time) to authenticated;
