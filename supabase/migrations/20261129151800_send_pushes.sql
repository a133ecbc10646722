delete from private.notice_topics where kind in (
  'absence',
  'announcement',
  'assignment',
  'mark',
  'record');

set check_function_bodies = off;

alter table private.message_choices
  drop constraint message_choices_channel_check;

create table private.lost_pushes (
  user_id uuid                     not null,
  lost_at timestamp with time zone not null default now(),
  constraint lost_pushes_pkey primary key (user_id)
);

alter table private.lost_pushes
  enable row level security;

create table private.push_devices (
  id         uuid                     not null default gen_random_uuid(),
  user_id    uuid                     not null,
  session_id uuid                     not null,
  endpoint   text                     not null,
  public_key text                     not null,
  secret     text                     not null,
  sender_key text                     not null,
  device     text                     not null,
  added_at   timestamp with time zone not null default now(),
  constraint push_devices_endpoint_key unique (endpoint),
  constraint push_devices_pkey primary key (id)
);

alter table private.push_devices
  enable row level security;

create table private.push_outbox (
  id              uuid                     not null default gen_random_uuid(),
  notification_id uuid                     not null,
  device_id       uuid,
  topic           text                     not null,
  status          text                     not null default 'queued'::text,
  attempts        integer                  not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  last_error      text,
  sent_at         timestamp with time zone,
  constraint push_outbox_notification_id_device_id_key unique (notification_id, device_id),
  constraint push_outbox_pkey primary key (id),
  constraint push_outbox_status_check check ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text])))
);

alter table private.push_outbox
  enable row level security;

create table private.push_sender (
  is_one       boolean not null default true,
  public_key   text    not null,
  test_address text,
  constraint push_sender_is_one_check check (is_one),
  constraint push_sender_pkey primary key (is_one)
);

alter table private.push_sender
  enable row level security;

alter table private.notice_topics
  add column is_mailed boolean not null default true;

create or replace function private.chooses (
  person  uuid,
  topic   text,
  channel text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(
    (select c.is_on from private.message_choices c where c.user_id = person and c.topic = chooses.topic
      and c.channel = chooses.channel),
    (select t.is_mailed or chooses.channel = 'push' from private.message_topics t where t.topic = chooses.topic))
$function$;

create or replace function private.due_pushes (
  most integer
)
  returns table (
    id              uuid,
    endpoint        text,
    public_key      text,
    secret          text,
    sender_key      text,
    topic           text,
    source          text,
    notification_id uuid,
    link            text,
    language        text,
    school          text,
    claims          jsonb,
    problem         text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select p.id, d.endpoint, d.public_key, d.secret, d.sender_key, p.topic, n.source, n.id, n.link,
    coalesce(u.language, 'en'), h.name,
    jsonb_build_object('sub', u.id, 'session_id', s.id, 'aal', coalesce(s.aal::text, 'aal1'), 'role', 'authenticated'),
    case when d.id is null then 'The device does not take messages any more.'
      when n.read_at is not null then 'It was read in the product.'
      when s.not_after <= now() or not u.is_active then 'The session has ended.'
      when not private.chooses(n.user_id, p.topic, 'push') then 'The person does not want it any more.' end
  from private.push_outbox p join public.notifications n on n.id = p.notification_id
  join public.users u on u.id = n.user_id
  left join private.push_devices d on d.id = p.device_id
  left join auth.sessions s on s.id = d.session_id
  left join private.active_schools a on a.session_id = s.id
  left join public.schools h on h.id = coalesce(a.school_id, u.school_id)
  where p.status = 'queued' and p.next_attempt_at <= now()
  order by p.next_attempt_at limit due_pushes.most
$function$;

create or replace function private.is_push_address (
  address text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select length(address) <= 1000 and (
    address ~ ('^https://([a-z0-9-]+\.)*(fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com'
      '|push\.apple\.com)/[!-~]+$')
    or exists (select from private.push_sender s where starts_with(address, s.test_address)))
$function$;

create or replace function private.key_subject (
  key text
)
  returns uuid
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when s.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.id::uuid end
  from (select split_part(key_subject.key, '/', 2) as id) s
$function$;

create or replace function private.mail_notice (
  notice public.notifications,
  topic  text
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  select private.queue_mail(format('notice-%s/%s', mail_notice.topic, notice.id), 'notice-' || mail_notice.topic,
    u.email,
    private.said_mail(t.title, t.title, array[private.as_sentence(notice.said -> 'body')], private.say('Open'),
      notice.link), school => u.school_id)
  from public.users u cross join lateral (select private.as_sentence(notice.said -> 'title') as title) t
  where u.id = notice.user_id and u.email is not null and u.school_id is not null
$function$;

create or replace function private.mail_notices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.mail_notice(n, w.topic)
  from (select a.id, a.user_id, t.topic
    from added a join private.notice_topics t on t.kind = split_part(a.source, '/', 1) and t.is_mailed
    where a.read_at is null and private.takes_mail(a.user_id, t.topic, a.id)) w
  join public.notifications n on n.id = w.id
  order by w.user_id;
  return null;
end
$function$;

create or replace function private.mail_subject (
  mail public.mail_outbox
)
  returns uuid
  language sql
  immutable
  set search_path to ''
  AS $function$ select private.key_subject(mail.idempotency_key) $function$;

create or replace function private.push_failed (
  push_id  uuid,
  error    text,
  is_final boolean,
  is_gone  boolean,
  wait     interval default null::interval
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  failed private.push_outbox;
  person uuid;
begin
  update private.push_outbox p set attempts = p.attempts + 1, last_error = left(push_failed.error, 1000),
    status = case when is_final or is_gone or p.attempts >= 9 then 'failed' else 'queued' end,
    next_attempt_at = now() + greatest(least(coalesce(push_failed.wait, interval '0'), interval '6 hours'),
      least(interval '6 hours', interval '30 seconds' * power(2, least(p.attempts + 1, 12))))
  where p.id = push_failed.push_id and p.status = 'queued' returning * into failed;
  if failed.status is distinct from 'failed' then
    return;
  end if;
  select n.user_id into person from public.notifications n where n.id = failed.notification_id;
  if is_gone then
    delete from private.push_devices d where d.id = failed.device_id;
    if not exists (select from private.push_devices d where d.user_id = person) then
      insert into private.lost_pushes (user_id) values (person) on conflict do nothing;
    end if;
  end if;
  perform private.mail_notice(n, t.topic) from public.notifications n
  join private.notice_topics t on t.kind = split_part(n.source, '/', 1) and t.is_mailed
  where n.id = failed.notification_id and private.takes_mail(n.user_id, t.topic, n.id);
end
$function$;

create or replace function private.push_notices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.push_outbox (notification_id, device_id, topic, next_attempt_at)
  select a.id, d.id, t.topic, private.after_quiet_hours(a.user_id)
  from added a join private.notice_topics t on t.kind = split_part(a.source, '/', 1)
  join private.push_devices d on d.user_id = a.user_id
  where a.read_at is null and private.chooses(a.user_id, t.topic, 'push');
  return null;
end
$function$;

create or replace function private.push_sent (
  push_id uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update private.push_outbox p set status = 'sent', sent_at = now(), attempts = p.attempts + 1, last_error = null
  where p.id = push_id and p.status = 'queued'
$function$;

create or replace function private.queue_mail (
  key       text,
  template  text,
  recipient text,
  data      jsonb,
  reply_to  text  default null::text,
  language  text  default null::text,
  school    uuid  default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  queued uuid;
  payer constant text := private.mail_payer(queue_mail.template);
  causing constant uuid := coalesce(queue_mail.school, case when payer <> 'platform' then private.my_school() end);
  topic constant text := (select k.topic from private.mail_kinds k where k.template = queue_mail.template);
  person constant uuid := case when topic is not null then (select u.id from public.users u
    where lower(u.email) = lower(recipient) limit 1) end;
  refusal text;
begin
  select id into queued from public.mail_outbox where idempotency_key = key;
  if queued is not null then
    return queued;
  end if;
  if person is not null and not private.takes_mail(person, topic,
    private.key_subject(queue_mail.key)) then
    return null;
  end if;
  refusal := private.mail_refusal(queue_mail.template, recipient, causing);
  if refusal is not null and payer not in ('platform', 'team') then
    if causing is not null then
      perform private.tell_of_used_budget(causing, refusal);
    end if;
    return null;
  end if;
  insert into public.mail_outbox (idempotency_key, template, to_address, data, reply_to, language, next_attempt_at)
  values (key, queue_mail.template, recipient,
    case when payer = 'visitor' or (payer = 'school' or payer = 'platform' and causing is not null)
      and not private.is_paying(causing)
      then private.without_links(queue_mail.data) else queue_mail.data end,
    queue_mail.reply_to,
    coalesce((select u.language from public.users u where lower(u.email) = lower(recipient)
      and u.language is not null limit 1), queue_mail.language, 'en'),
    private.after_quiet_hours(person,
      case when refusal is null then now() else (private.today() + 1)::timestamp at time zone 'Africa/Nairobi' end))
  on conflict (idempotency_key) do nothing returning id into queued;
  if queued is null then
    select id into queued from public.mail_outbox where idempotency_key = key;
  end if;
  return queued;
end
$function$;

create or replace function private.reason_against_notice_mail (
  mail public.mail_outbox
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when n.id is null then 'What it says is not true any more.'
    when n.read_at is not null then 'It was read in the product.'
    when not private.takes_mail(n.user_id, (select k.topic from private.mail_kinds k
      where k.template = mail.template), n.id) then 'The person does not want it by mail any more.' end
  from (select private.mail_subject(mail) as id) s left join public.notifications n on n.id = s.id
$function$;

create or replace function private.takes_mail (
  person uuid,
  topic  text,
  notice uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.chooses(person, topic, 'mail') or private.chooses(person, topic, 'push') and (
    exists (select from private.lost_pushes l where l.user_id = person)
    or exists (select from private.push_outbox p where p.notification_id = notice and p.status = 'failed')
    and not exists (select from private.push_outbox p where p.notification_id = notice
      and p.status in ('queued', 'sent')))
$function$;

create or replace function private.withdraw_push (
  push_id uuid,
  reason  text
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update private.push_outbox p set status = 'withdrawn', last_error = reason
  where p.id = push_id and p.status = 'queued'
$function$;

create or replace function public.add_push_device (
  endpoint   text,
  public_key text,
  secret     text,
  sender_key text,
  device     text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := private.require_person();
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if not exists (select from private.push_sender s where s.public_key = add_push_device.sender_key) then
    perform private.refuse('push.other_key', 'Reload the page and turn messages on again.', errcode => 'PT409');
  elsif not coalesce(private.is_push_address(add_push_device.endpoint), false)
    or not coalesce(add_push_device.public_key ~ '^[A-Za-z0-9_-]{87}$', false)
    or not coalesce(add_push_device.secret ~ '^[A-Za-z0-9_-]{22}$', false) then
    perform private.refuse('push.unknown_service', 'Messages cannot be sent to this browser. Use a current Chrome, '
      'Edge, Firefox or Safari.');
  end if;
  delete from private.push_devices d where d.endpoint = add_push_device.endpoint;
  insert into private.push_devices (user_id, session_id, endpoint, public_key, secret, sender_key, device)
  values (person, session, add_push_device.endpoint, add_push_device.public_key, add_push_device.secret,
    add_push_device.sender_key, left(coalesce(add_push_device.device, ''), 300));
  -- A browser that forgot its address makes a row each time.
  delete from private.push_devices d where d.user_id = person and d.id not in (
    select k.id from private.push_devices k where k.user_id = person order by k.added_at desc, k.id limit 10);
  delete from private.lost_pushes l where l.user_id = person;
end
$function$;

create or replace function public.choose_message (
  topic   text,
  channel text,
  is_on   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.message_choices()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.signed_in_uid();
begin
  return jsonb_build_object(
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', t.topic, 'label', t.label,
        'mail', private.chooses(person, t.topic, 'mail'), 'push', private.chooses(person, t.topic, 'push'))
        order by t.place, t.topic), '[]')
      from private.message_topics t
      where private.my_school() is not null and (t.audience = 'school' or private.has_own_students())
        and (t.feature is null or private.is_entitled(private.my_school(), t.feature) <> 'off')),
    'quiet_hours', (
      select jsonb_build_object('starts', to_char(q.starts, 'HH24:MI'), 'ends', to_char(q.ends, 'HH24:MI'))
      from private.quiet_hours q where q.user_id = person));
end
$function$;

create or replace function public.push_devices (
  endpoint text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.signed_in_uid();
begin
  return (select jsonb_build_object('sender_key', s.public_key,
    'is_lost', exists (select from private.lost_pushes l where l.user_id = person),
    'devices', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'device', d.device, 'added_at', d.added_at,
        'is_this', d.endpoint is not distinct from push_devices.endpoint, 'is_current', d.sender_key = s.public_key)
        order by d.added_at desc, d.id), '[]')
      from private.push_devices d where d.user_id = person))
    from private.push_sender s);
end
$function$;

create or replace function public.remove_push_device (
  device_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.require_person();
begin
  delete from private.lost_pushes l where l.user_id = person;
  delete from private.push_devices d where d.id = remove_push_device.device_id and d.user_id = person;
  return found;
end
$function$;

alter table private.lost_pushes
  add constraint lost_pushes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table private.message_choices
  add constraint message_choices_channel_check check ((channel = ANY (ARRAY['mail'::text, 'push'::text])));

alter table private.push_devices
  add constraint push_devices_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade;

alter table private.push_devices
  add constraint push_devices_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table private.push_outbox
  add constraint push_outbox_device_id_fkey foreign key (device_id) references private.push_devices(id) on delete set null;

alter table private.push_outbox
  add constraint push_outbox_notification_id_fkey foreign key (notification_id) references public.notifications(id) on delete cascade;

create index push_devices_session_idx on private.push_devices using btree (session_id);

create index push_devices_user_idx on private.push_devices using btree (user_id);

create index push_outbox_device_idx on private.push_outbox using btree (device_id);

create index push_outbox_due_idx on private.push_outbox using btree (next_attempt_at)
  where (status = 'queued'::text);

create trigger push_notices
  after insert on public.notifications referencing NEW table as added
  for each STATEMENT
  execute function private.push_notices();

comment on column private.notice_topics.is_mailed is 'Whether a mail may repeat it: false where a module queues its own.';

comment on column private.push_devices.sender_key is 'The public key of the sender for which it was made.';

comment on column private.push_sender.public_key is 'The key that devices name when they turn messages on.';

comment on column private.push_sender.test_address is 'How addresses of the simulated push service begin, where it is.';

comment on function public.add_push_device(text, text, text, text, text) is 'Turns messages on for the browser that has this address at its push service, until the session ends.';

comment on function public.message_choices() is 'What the caller has chosen: topics with a label and whether they are mailed and pushed, and quiet_hours with starts and ends, null without.';

comment on function public.push_devices(text) is 'Where the caller has turned messages on; is_this is the device with the given address. Null where this installation sends none to devices.';

comment on function public.remove_push_device(uuid) is 'Turns messages off at one of the caller''s devices; null when the push service has given it up.';

comment on table private.lost_pushes is 'People whose last device the push service gave up: they are mailed what they wanted pushed, until they turn messages on again or off.';

comment on table private.push_devices is 'Where a person has turned messages on. A row ends with the session in which it was made, with the account, when another person turns messages on there, and when the push service knows it no more.';

comment on table private.push_outbox is 'What devices are to show, with the states of public.mail_outbox. It goes with its notification.';

comment on table private.push_sender is 'What the worker has keys for: no row where it has none.';

revoke all on function private.due_pushes(integer) from public;

revoke all on function private.is_push_address(text) from public;

revoke all on function private.key_subject(text) from public;

revoke all on function private.mail_notice(public.notifications, text) from public;

revoke all on function private.push_failed(uuid, text, boolean, boolean, interval) from public;

revoke all on function private.push_notices() from public;

revoke all on function private.push_sent(uuid) from public;

revoke all on function private.takes_mail(uuid, text, uuid) from public;

revoke all on function private.withdraw_push(uuid, text) from public;

revoke all on function public.add_push_device(text, text, text, text, text) from public;

grant execute on function public.add_push_device(text, text, text, text, text) to authenticated;

grant execute on function public.add_push_device(text, text, text, text, text) to service_role;

revoke all on function public.push_devices(text) from public;

grant execute on function public.push_devices(text) to authenticated;

grant execute on function public.push_devices(text) to service_role;

revoke all on function public.remove_push_device(uuid) from public;

grant execute on function public.remove_push_device(uuid) to authenticated;

grant execute on function public.remove_push_device(uuid) to service_role;

grant all on table private.lost_pushes to service_role;

grant all on table private.push_devices to service_role;

grant all on table private.push_outbox to service_role;

grant all on table private.push_sender to service_role;

insert into private.notice_topics select * from jsonb_populate_recordset(null::private.notice_topics, '[
  {"kind": "absence", "topic": "absences", "is_mailed": true},
  {"kind": "announcement", "topic": "announcements", "is_mailed": true},
  {"kind": "arrival", "topic": "gate", "is_mailed": false},
  {"kind": "assignment", "topic": "work", "is_mailed": true},
  {"kind": "departure", "topic": "gate", "is_mailed": false},
  {"kind": "mark", "topic": "work", "is_mailed": true},
  {"kind": "record", "topic": "records", "is_mailed": true}]');
