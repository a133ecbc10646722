create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is 'Codes that stand for a lost authenticator, hashed; each is used once.';

alter table private.recovery_codes enable row level security;

create function public.make_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  codes text[] := '{}';
  bytes bytea;
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse('recovery.second_step_first',
      'Sign in with your authenticator first, then make recovery codes.');
  end if;
  delete from private.recovery_codes where user_id = private.signed_in_uid();
  for n in 1..10 loop
    bytes := extensions.gen_random_bytes(12);
    codes := codes || (select string_agg(substr(alphabet, get_byte(bytes, i) % 32 + 1, 1)
      || case when i in (3, 7) then '-' else '' end, '' order by i) from generate_series(0, 11) as i);
  end loop;
  insert into private.recovery_codes (user_id, code_hash) select private.signed_in_uid(), private.recovery_hash(code)
    from unnest(codes) as code;
  return codes;
end
$$;
comment on function public.make_recovery_codes()
  is 'Ten new recovery codes, shown this once; those made before stop working.';
grant execute on function public.make_recovery_codes() to authenticated;

create function public.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.session_uid() is null then
    perform private.refuse('session.sign_in', 'Sign in with your password first.', errcode => '42501');
  end if;
  perform private.limit_rate('recovery/' || private.session_uid(), 10, interval '1 hour');
  update private.recovery_codes set used_at = now() where user_id = private.session_uid()
    and code_hash = private.recovery_hash(use_recovery_code.code) and used_at is null;
  if not found then
    return false;
  end if;
  -- The lost phone is no second factor any more; a new one is set up in the profile.
  delete from auth.mfa_factors where user_id = private.session_uid();
  delete from private.recovery_codes where user_id = private.session_uid();
  delete from private.trusted_devices where user_id = private.session_uid();
  perform private.notify(array[private.session_uid()], 'recovery/' || now(),
    private.say('You signed in with a recovery code'),
    private.say('Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.'),
    '/dashboard/profile');
  return true;
end
$$;
comment on function public.use_recovery_code(text) is
  'Takes the authenticators off the caller''s account when the code is one of theirs and was not used. Ten tries an '
    'hour.';
grant execute on function public.use_recovery_code(text) to authenticated;

create function public.recovery_codes_left() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes where user_id = private.signed_in_uid() and used_at is null
$$;
grant execute on function public.recovery_codes_left() to authenticated;

create function private.recovery_hash(code text) returns text
language sql stable set search_path = '' as $$
  select encode(extensions.digest(private.session_uid()::text || ':'
    || upper(regexp_replace(code, '[^A-Za-z0-9]', '', 'g')), 'sha256'), 'hex')
$$;

create function public.my_sessions() returns table (id uuid, started_at timestamptz, seen_at timestamptz, device text,
  is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.refreshed_at at time zone 'UTC', s.updated_at, s.created_at),
    coalesce(left(s.user_agent, 300), ''), s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s where s.user_id = private.signed_in_uid() and coalesce(s.not_after > now(), true)
  order by 5 desc nulls last, 3 desc limit 50
$$;
comment on function public.my_sessions() is 'Where the caller is signed in, this session first.';
grant execute on function public.my_sessions() to authenticated;

create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_fully_signed_in() then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.signed_in_uid();
  return found;
end
$$;
comment on function public.end_my_session(uuid)
  is 'Signs one of the caller''s devices out at once. False when it was over already.';
grant execute on function public.end_my_session(uuid) to authenticated;
