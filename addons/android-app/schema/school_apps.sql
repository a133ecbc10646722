-- Android App: each school's own app. It has an address of its own, the first label of a host name of the product, so
-- that browsers keep its storage, its service worker and its messages apart from those of every other school.

create table public.school_apps (
  school_id uuid primary key references public.schools (id) on delete cascade,
  address text not null unique check (address ~ '^[a-z][a-z0-9-]{1,28}[a-z0-9]$'),
  short_name text not null check (length(btrim(short_name)) between 1 and 12),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  background text not null check (background ~ '^#[0-9a-f]{6}$'),
  package_name text unique
    check (length(package_name) <= 100 and package_name ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$'),
  project_number integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on table public.school_apps is 'The app of a school. Its name is the school''s, its crest that of the '
  'school''s papers. What is here and in school_app_keys is public at the address of the app.';
comment on column public.school_apps.address is 'First label of the host name at which the app is.';
comment on column public.school_apps.package_name is 'The name of the app in the Play Store; null until it is wanted.';
comment on column public.school_apps.project_number
  is 'How many projects of the app were made: the number of its version.';

select private.school_table('public.school_apps', feature => 'addon:android-app', audit => true, counts_use => true,
  label => 'App of the school');
grant select on public.school_apps to authenticated;
create policy "Administrators see the app of their school" on public.school_apps for select to authenticated
  using (school_id = (select private.addon_school('addon:android-app')) and (select private.may('school:run')));

create trigger touch before update on public.school_apps for each row execute function private.touch_updated_at();

create table public.school_app_keys (
  fingerprint text primary key check (fingerprint ~ '^([0-9A-F]{2}:){31}[0-9A-F]{2}$'),
  school_id uuid not null references public.school_apps (school_id) on delete cascade,
  kind text not null check (kind in ('upload', 'play')),
  unique (school_id, kind)
);
comment on table public.school_app_keys is 'By which certificates phones know an app as the school''s: that of the key '
  'with which a build is uploaded, and that with which the Play Store signs it. Each is one school''s only.';

select private.school_table('public.school_app_keys', feature => 'addon:android-app', audit => true,
  label => 'Keys of the app');
grant select on public.school_app_keys to authenticated;
create policy "Administrators see the keys of their school's app" on public.school_app_keys for select to authenticated
  using (school_id = (select private.addon_school('addon:android-app')) and (select private.may('school:run')));

-- What icons of a school show, before it has chosen as well. `version` changes with it.
create function private.school_app_look(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select d.drawn || jsonb_build_object('version', left(md5(d.drawn::text), 12))
  from (select jsonb_build_object('school_id', h.id, 'name', h.name, 'address', p.address,
      'short_name', coalesce(p.short_name, left(split_part(btrim(h.name), ' ', 1), 12)),
      'color', coalesce(p.color, l.accent, '#04745d'), 'background', coalesce(p.background, '#ffffff'),
      'crest', l.crest_path) as drawn
    from public.schools h left join public.school_apps p on p.school_id = h.id
    left join private.school_looks l on l.school_id = h.id where h.id = school_app_look.school) d
$$;

create function public.school_app_at(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select private.school_app_look(p.school_id) || jsonb_build_object('package_name', p.package_name,
      'fingerprints', (select coalesce(jsonb_agg(k.fingerprint order by k.kind desc), '[]')
        from public.school_app_keys k where k.school_id = p.school_id))
    from public.school_apps p join public.schools h on h.id = p.school_id and h.is_active
    where p.address = school_app_at.address and private.is_entitled(p.school_id, 'addon:android-app') = 'on');
end
$$;
comment on function public.school_app_at(text) is 'The app at an address, for everyone, as the gateway serves it: '
  '{school_id, name, address, short_name, color, background, crest: a path in school-documents, version, package_name, '
  'fingerprints}. Null without one, and where the add-on is not on.';
revoke execute on function public.school_app_at(text) from public;
grant execute on function public.school_app_at(text) to anon, authenticated;

create function public.own_school_app() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.member_addon_school('addon:android-app');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return private.school_app_look(school) || jsonb_build_object(
    'is_set_up', exists (select from public.school_apps p where p.school_id = school),
    'start', coalesce(
      private.addon_setting(school, 'addon:android-app', 'start_' || private.my_role()) #>> '{}', 'home'),
    'asks_for_messages', private.addon_setting(school, 'addon:android-app', 'ask_for_messages') = 'true');
end
$$;
comment on function public.own_school_app() is 'The app of the caller''s school, for its members: what school_app_at '
  'says of its look, is_set_up, start (the page with which it opens for the caller) and asks_for_messages.';
revoke execute on function public.own_school_app() from public;
grant execute on function public.own_school_app() to authenticated;

-- The crests of apps are public, as the apps are; other pictures of papers are not.
create function private.app_crests() returns setof text
language sql stable rows 10 security definer set search_path = '' as $$
  select l.crest_path from public.school_apps p join private.school_looks l on l.school_id = p.school_id
  where l.crest_path is not null and private.is_entitled(p.school_id, 'addon:android-app') = 'on'
$$;
revoke execute on function private.app_crests() from public;
grant execute on function private.app_crests() to anon;
create policy "Visitors see the crests of apps" on storage.objects for select to anon
  using (bucket_id = 'school-documents' and name in (select private.app_crests()));
