-- Notifications that phones and computers show although the product is closed: to the devices on which a person has
-- turned that on, of the topics they choose, outside their quiet hours. What a device shows names no child, no mark and
-- no amount: the words are in functions/_shared/push.

create table private.push_sender (
  is_one boolean primary key default true check (is_one),
  public_key text not null,
  test_address text
);
comment on table private.push_sender is 'What the worker has keys for: no row where it has none.';
comment on column private.push_sender.public_key is 'The key that devices name when they turn messages on.';
comment on column private.push_sender.test_address is 'How addresses of the simulated push service begin, where it is.';

alter table private.push_sender enable row level security;

create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  endpoint text not null unique,
  public_key text not null,
  secret text not null,
  sender_key text not null,
  device text not null,
  added_at timestamptz not null default now()
);
comment on table private.push_devices is 'Where a person has turned messages on. A row ends with the session in which '
  'it was made, with the account, when another person turns messages on there, and when the push service knows it no '
  'more.';
comment on column private.push_devices.sender_key is 'The public key of the sender for which it was made.';

create index push_devices_user_idx on private.push_devices (user_id);
create index push_devices_session_idx on private.push_devices (session_id);
alter table private.push_devices enable row level security;

create table private.lost_pushes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  lost_at timestamptz not null default now()
);
comment on table private.lost_pushes is 'People whose last device the push service gave up: they are mailed what they '
  'wanted pushed, until they turn messages on again or off.';

alter table private.lost_pushes enable row level security;

create table private.push_outbox (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references public.notifications (id) on delete cascade,
  device_id uuid references private.push_devices (id) on delete set null,
  topic text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  unique (notification_id, device_id)
);
comment on table private.push_outbox is 'What devices are to show, with the states of public.mail_outbox. It goes with '
  'its notification.';

create index push_outbox_due_idx on private.push_outbox (next_attempt_at) where status = 'queued';
create index push_outbox_device_idx on private.push_outbox (device_id);
select private.school_table('private.push_outbox', needs_subscription => false);

-- Services of browsers and nothing else: what a browser says is an address at which our server knocks.
create function private.is_push_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select length(address) <= 1000 and (
    address ~ ('^https://([a-z0-9-]+\.)*(fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com'
      '|push\.apple\.com)/[!-~]+$')
    or exists (select from private.push_sender s where starts_with(address, s.test_address)))
$$;

create function public.add_push_device(endpoint text, public_key text, secret text, sender_key text, device text)
  returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.add_push_device(text, text, text, text, text) is
  'Turns messages on for the browser that has this address at its push service, until the session ends.';
grant execute on function public.add_push_device(text, text, text, text, text) to authenticated;

create function public.remove_push_device(device_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person constant uuid := private.require_person();
begin
  delete from private.lost_pushes l where l.user_id = person;
  delete from private.push_devices d where d.id = remove_push_device.device_id and d.user_id = person;
  return found;
end
$$;
comment on function public.remove_push_device(uuid) is
  'Turns messages off at one of the caller''s devices; null when the push service has given it up.';
grant execute on function public.remove_push_device(uuid) to authenticated;

create function public.push_devices(endpoint text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.push_devices(text) is 'Where the caller has turned messages on; is_this is the device with '
  'the given address. Null where this installation sends none to devices.';
grant execute on function public.push_devices(text) to authenticated;

create function private.push_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.push_outbox (notification_id, device_id, topic, next_attempt_at)
  select a.id, d.id, t.topic, private.after_quiet_hours(a.user_id)
  from added a join private.notice_topics t on t.kind = split_part(a.source, '/', 1)
  join private.push_devices d on d.user_id = a.user_id
  where a.read_at is null and private.chooses(a.user_id, t.topic, 'push');
  return null;
end
$$;
create trigger push_notices after insert on public.notifications referencing new table as added
  for each statement execute function private.push_notices();

-- What is due next, with what decides whether it is still sent. `problem` is why it is not.
create function private.due_pushes(most integer) returns table (id uuid, endpoint text, public_key text, secret text,
  sender_key text, topic text, source text, notification_id uuid, link text, language text, school text, claims jsonb,
  problem text)
language sql stable security definer set search_path = '' as $$
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
$$;

create function private.withdraw_push(push_id uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  update private.push_outbox p set status = 'withdrawn', last_error = reason
  where p.id = push_id and p.status = 'queued'
$$;

create function private.push_sent(push_id uuid) returns void
language sql security definer set search_path = '' as $$
  update private.push_outbox p set status = 'sent', sent_at = now(), attempts = p.attempts + 1, last_error = null
  where p.id = push_id and p.status = 'queued'
$$;

-- A device that is gone is never tried again; what no device shows is mailed. `wait` is what the service asked for.
create function private.push_failed(push_id uuid, error text, is_final boolean, is_gone boolean,
  wait interval default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
