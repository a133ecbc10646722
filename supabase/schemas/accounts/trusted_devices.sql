-- Devices at which a person is not asked for a code again, for as long as the school allows it.

create table private.trusted_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_hash text not null unique,
  device text not null,
  trusted_at timestamptz not null default now(),
  trusted_until timestamptz not null,
  used_at timestamptz not null default now()
);
comment on table private.trusted_devices is 'The browser keeps the token; here is its hash.';

create index trusted_devices_user_idx on private.trusted_devices (user_id);

create table private.trusted_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  device_id uuid not null references private.trusted_devices (id) on delete cascade
);
comment on table private.trusted_sessions is 'Sessions that a trusted device began with a password only.';

create index trusted_sessions_device_idx on private.trusted_sessions (device_id);

alter table private.trusted_devices enable row level security;
alter table private.trusted_sessions enable row level security;

-- For how many days a person may trust a device: as their school says, while it has an add-on with this setting.
create function private.trust_days(person uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select max((private.addon_setting(u.school_id, d.feature, d.name))::integer)
    from public.users u cross join private.addon_setting_defaults d
    where u.id = trust_days.person and u.is_active and d.name = 'trust_days'
      and private.is_entitled(u.school_id, d.feature) <> 'off'), 0)
$$;

create function private.is_trusted_session(session uuid, person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.trusted_sessions t join private.trusted_devices d on d.id = t.device_id
    where t.session_id = is_trusted_session.session and d.user_id = is_trusted_session.person
      and d.trusted_until > now() and private.trust_days(d.user_id) > 0)
$$;

create function public.trust_days() returns integer
language sql stable security definer set search_path = '' as $$ select private.trust_days(private.session_uid()) $$;
comment on function public.trust_days()
  is 'For how many days the caller, who may still owe a code, can trust a device; 0: not at all.';
grant execute on function public.trust_days() to authenticated;

create function public.trust_device(device text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  days constant integer := private.trust_days(private.signed_in_uid());
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse('trusted_device.second_step_first', 'Sign in with your authenticator first.');
  elsif days = 0 then
    perform private.refuse('trusted_device.off', 'Your school does not let devices be trusted.');
  end if;
  insert into private.trusted_devices (user_id, token_hash, device, trusted_until)
  values (private.signed_in_uid(), encode(extensions.digest(token, 'sha256'), 'hex'),
    left(coalesce(trust_device.device, ''), 300), now() + make_interval(days => days));
  delete from private.trusted_devices where user_id = private.signed_in_uid() and trusted_until <= now();
  return token;
end
$$;
comment on function public.trust_device(text)
  is 'Trusts the caller''s browser for as long as the school allows it; returns the token that the browser keeps.';
grant execute on function public.trust_device(text) to authenticated;

create function public.use_trusted_device(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  trusted uuid;
begin
  update private.trusted_devices set used_at = now()
  where token_hash = encode(extensions.digest(coalesce(use_trusted_device.token, ''), 'sha256'), 'hex')
    and user_id = private.session_uid() and trusted_until > now() and private.trust_days(user_id) > 0
  returning id into trusted;
  if trusted is null or auth.jwt() ->> 'session_id' is null then
    return false;
  end if;
  insert into private.trusted_sessions (session_id, device_id)
    values ((auth.jwt() ->> 'session_id')::uuid, trusted) on conflict (session_id) do update
    set device_id = excluded.device_id;
  return true;
end
$$;
comment on function public.use_trusted_device(text) is 'Lets the caller''s session go without a code when the token '
  'is one of a device that they trust. False: the code is asked for.';
grant execute on function public.use_trusted_device(text) to authenticated;

create function public.my_trusted_devices() returns table (id uuid, device text, trusted_at timestamptz,
  trusted_until timestamptz, used_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select d.id, d.device, d.trusted_at, d.trusted_until, d.used_at from private.trusted_devices d
    where d.user_id = private.signed_in_uid() and d.trusted_until > now() order by d.used_at desc
$$;
comment on function public.my_trusted_devices() is 'The devices that the caller trusts, the last used first.';
grant execute on function public.my_trusted_devices() to authenticated;

create function public.end_trusted_device(device_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.trusted_devices where id = end_trusted_device.device_id and user_id = private.signed_in_uid();
  return found;
end
$$;
comment on function public.end_trusted_device(uuid)
  is 'Trusts one of the caller''s devices no more, at once. False when it was over already.';
grant execute on function public.end_trusted_device(uuid) to authenticated;

-- A person who changes their password may have lost more than the password.
create function private.end_trusted_devices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.trusted_devices where user_id = new.id;
  return null;
end
$$;
create trigger masomo_end_trusted_devices after update of encrypted_password on auth.users for each row
  when (new.encrypted_password is distinct from old.encrypted_password) execute function private.end_trusted_devices();
