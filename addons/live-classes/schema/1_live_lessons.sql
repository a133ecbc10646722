-- Google Meet and Zoom Live Classes: which lessons of the timetable are held live, on which days there are none, and
-- the accounts by which meetings are made. One remote with two features; each lesson names its provider.

create table public.live_accounts (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  provider text not null check (provider in ('google-meet', 'zoom')),
  user_id uuid references public.users (id) on delete cascade,
  label text not null check (length(label) between 1 and 200),
  problem text check (problem in ('refused')),
  connected_at timestamptz not null default now(),
  -- A school has one account at Zoom; each teacher has one at Google.
  check ((provider = 'zoom') = (user_id is null))
);
comment on table public.live_accounts is 'The accounts at providers of meetings, without their keys. problem: the '
  'provider refuses the keys, so the account has to be connected again.';

create index live_accounts_school_idx on public.live_accounts (school_id, provider);
create index live_accounts_user_idx on public.live_accounts (user_id);
create unique index live_accounts_school_key on public.live_accounts (school_id, provider) where user_id is null;
create unique index live_accounts_user_key on public.live_accounts (school_id, provider, user_id)
  where user_id is not null;

select private.school_table('public.live_accounts', feature => 'addon:live-classes', audit => true,
  label => 'Accounts for live classes');
grant select on public.live_accounts to authenticated;

create policy "Staff see which accounts make the meetings" on public.live_accounts for select to authenticated
  using (school_id = (select private.addon_school('addon:live-classes'))
    and ((select private.may('live-classes:set-up')) or user_id is null
      or user_id = (select private.signed_in_uid())));

-- Read by the functions and jobs that talk to a provider, and by nobody else.
create table private.live_account_keys (
  account_id uuid primary key references public.live_accounts (id) on delete cascade,
  keys jsonb not null,
  access_token text,
  token_ends_at timestamptz
);
comment on table private.live_account_keys is 'What a provider knows an account by. Zoom: account_id, client_id, '
  'client_secret. Google: refresh_token.';
select private.school_table('private.live_account_keys', needs_subscription => false,
  unexported => '{keys,access_token}');

-- A teacher is at Google's page; the answer comes back with this state.
create table private.live_connections (
  state text primary key default encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
  user_id uuid not null references public.users (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  started_at timestamptz not null default now()
);
comment on table private.live_connections is 'Each is used once, within ten minutes.';
create index live_connections_user_idx on private.live_connections (user_id);
create index live_connections_school_idx on private.live_connections (school_id);
select private.school_table('private.live_connections', needs_subscription => false, unexported => '{state}');

create table public.live_lessons (
  lesson_id uuid primary key references public.lessons (id) on delete cascade,
  school_id uuid not null references public.schools (id) on delete cascade,
  provider text not null check (provider in ('google-meet', 'zoom'))
);
comment on table public.live_lessons is 'The lessons of the timetable that are held live.';

create index live_lessons_school_idx on public.live_lessons (school_id);

select private.school_table('public.live_lessons', feature => 'addon:live-classes', audit => true,
  key => '{lesson_id}', label => 'Live lessons');
grant select on public.live_lessons to authenticated;

create policy "Staff see which lessons are live" on public.live_lessons for select to authenticated
  using (school_id = (select private.addon_school('addon:live-classes')));

create table public.live_days_off (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  first_day date not null,
  last_day date not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  check (last_day between first_day and first_day + 120)
);
comment on table public.live_days_off is 'Holidays and half-terms: days within a term without live classes.';

create index live_days_off_school_idx on public.live_days_off (school_id, first_day);

select private.school_table('public.live_days_off', feature => 'addon:live-classes', audit => true,
  label => 'Days without live classes');
grant select on public.live_days_off to authenticated;

create policy "Members see on which days there are no live classes" on public.live_days_off for select to authenticated
  using (school_id = (select private.member_addon_school('addon:live-classes')));

create function private.require_live_setup() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:live-classes');
begin
  perform private.require('live-classes:set-up');
  return school;
end
$$;

create function private.require_live_provider(school uuid, provider text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if provider is null or provider not in ('google-meet', 'zoom') then
    perform private.refuse('live.provider', 'Choose Google Meet or Zoom.', field => 'provider');
  end if;
  if private.is_entitled(school, 'addon:' || provider) <> 'on' then
    perform private.refuse('live.provider_off', 'Your school has no licence for live classes by this provider.',
      field => 'provider');
  end if;
end
$$;

create function public.save_live_lessons(lesson_ids uuid[], provider text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_live_setup();
  saved integer;
begin
  if coalesce(cardinality(lesson_ids), 0) not between 1 and 500 then
    perform private.refuse('live.lessons', 'Choose between 1 and 500 lessons at a time.', field => 'lesson_ids');
  end if;
  if save_live_lessons.provider is null then
    delete from public.live_lessons v where v.school_id = school and v.lesson_id = any (lesson_ids);
  else
    perform private.require_live_provider(school, save_live_lessons.provider);
    insert into public.live_lessons as v (lesson_id, school_id, provider)
    select l.id, school, save_live_lessons.provider from public.lessons l
    where l.school_id = school and l.id = any (lesson_ids) order by l.id
    on conflict (lesson_id) do update set provider = excluded.provider where v.provider <> excluded.provider;
  end if;
  get diagnostics saved = row_count;
  return saved;
end
$$;
comment on function public.save_live_lessons(uuid[], text) is
  'Has lessons of the timetable held live by a provider, or no longer without one. Returns how many changed.';
revoke execute on function public.save_live_lessons(uuid[], text) from public;
grant execute on function public.save_live_lessons(uuid[], text) to authenticated;

create function public.add_live_days_off(first_day date, last_day date, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_live_setup();
  title constant text := private.require_text(add_live_days_off.name, 80, 'name', 'Name the days, such as Half-term.');
  added uuid;
begin
  if add_live_days_off.first_day is null or add_live_days_off.last_day is null
    or add_live_days_off.last_day not between add_live_days_off.first_day and add_live_days_off.first_day + 120 then
    perform private.refuse('live.days', 'The last day is the first one or later, within four months.',
      field => 'last_day');
  end if;
  insert into public.live_days_off (school_id, first_day, last_day, name)
  values (school, add_live_days_off.first_day, add_live_days_off.last_day, title) returning id into added;
  return added;
end
$$;
comment on function public.add_live_days_off(date, date, text) is 'Days without live classes. Administrators only.';
revoke execute on function public.add_live_days_off(date, date, text) from public;
grant execute on function public.add_live_days_off(date, date, text) to authenticated;

create function public.remove_live_days_off(days_off_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require_live_setup();
begin
  delete from public.live_days_off d where d.id = days_off_id and d.school_id = school;
end
$$;
comment on function public.remove_live_days_off(uuid) is 'The lessons of these days are held. Administrators only.';
revoke execute on function public.remove_live_days_off(uuid) from public;
grant execute on function public.remove_live_days_off(uuid) to authenticated;

create function private.keep_live_account(school uuid, provider text, owner uuid, label text, keys jsonb)
  returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid;
begin
  update public.live_accounts a set label = keep_live_account.label, problem = null, connected_at = now()
  where a.school_id = school and a.provider = keep_live_account.provider
    and a.user_id is not distinct from keep_live_account.owner returning id into account;
  if account is null then
    insert into public.live_accounts (school_id, provider, user_id, label)
    values (school, keep_live_account.provider, keep_live_account.owner, keep_live_account.label)
    returning id into account;
  end if;
  insert into private.live_account_keys (account_id, keys) values (account, keep_live_account.keys)
  on conflict (account_id) do update set keys = excluded.keys, access_token = null, token_ends_at = null;
  return account;
end
$$;

create function public.save_zoom_account(account_id text, client_id text, client_secret text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require_live_setup();
begin
  perform private.require_live_provider(school, 'zoom');
  return private.keep_live_account(school, 'zoom', null,
    private.require_text(save_zoom_account.account_id, 200, 'account_id', 'Enter the account ID.'),
    jsonb_build_object('account_id', btrim(save_zoom_account.account_id),
      'client_id', private.require_text(save_zoom_account.client_id, 200, 'client_id', 'Enter the client ID.'),
      'client_secret', private.require_text(save_zoom_account.client_secret, 200, 'client_secret',
        'Enter the client secret.')));
end
$$;
comment on function public.save_zoom_account(text, text, text) is
  'Connects the school''s Zoom account. Nobody reads the keys again. Administrators only.';
revoke execute on function public.save_zoom_account(text, text, text) from public;
grant execute on function public.save_zoom_account(text, text, text) to authenticated;

create function public.begin_live_connection(provider text) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:live-classes');
  begun text;
begin
  perform private.require('live-classes:teach');
  perform private.require_live_provider(school, begin_live_connection.provider);
  if begin_live_connection.provider <> 'google-meet' then
    perform private.refuse('live.school_account', 'The school connects its Zoom account.', field => 'provider');
  end if;
  delete from private.live_connections c where c.user_id = private.signed_in_uid()
    or c.started_at < now() - interval '10 minutes';
  insert into private.live_connections (user_id, school_id) values (private.signed_in_uid(), school)
  returning state into begun;
  return begun;
end
$$;
comment on function public.begin_live_connection(text) is
  'The state with which a teacher goes to the provider''s page. Used once, within ten minutes.';
revoke execute on function public.begin_live_connection(text) from public;
grant execute on function public.begin_live_connection(text) to authenticated;

create function public.finish_live_connection(state text, label text, keys jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  begun private.live_connections;
begin
  delete from private.live_connections c where c.state = finish_live_connection.state
    and c.started_at > now() - interval '10 minutes' returning * into begun;
  if begun.user_id is null then
    return null;
  end if;
  return private.keep_live_account(begun.school_id, 'google-meet', begun.user_id, finish_live_connection.label,
    finish_live_connection.keys);
end
$$;
comment on function public.finish_live_connection(text, text, jsonb) is
  'Keeps what Google gave to the teacher who began with this state; null where nobody did. For edge functions.';
revoke execute on function public.finish_live_connection(text, text, jsonb) from public, anon, authenticated;
grant execute on function public.finish_live_connection(text, text, jsonb) to service_role;

create function public.remove_live_account(account_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:live-classes');
begin
  if not private.may('live-classes:set-up') then
    perform private.require('live-classes:teach');
  end if;
  delete from public.live_accounts a where a.id = remove_live_account.account_id and a.school_id = school
    and (private.may('live-classes:set-up') or a.user_id = private.signed_in_uid());
end
$$;
comment on function public.remove_live_account(uuid) is
  'Disconnects an account and forgets its keys: one''s own, or any of the school for administrators.';
revoke execute on function public.remove_live_account(uuid) from public;
grant execute on function public.remove_live_account(uuid) to authenticated;
