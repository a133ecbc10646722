set check_function_bodies = off;

create table public.school_app_keys (
  fingerprint text not null,
  school_id   uuid not null,
  kind        text not null,
  constraint school_app_keys_fingerprint_check check ((fingerprint ~ '^([0-9A-F]{2}:){31}[0-9A-F]{2}$'::text)),
  constraint school_app_keys_kind_check check ((kind = ANY (ARRAY['upload'::text, 'play'::text]))),
  constraint school_app_keys_pkey primary key (fingerprint),
  constraint school_app_keys_school_id_kind_key unique (school_id, kind)
);

alter table public.school_app_keys
  enable row level security;

create table public.school_apps (
  school_id      uuid                     not null,
  address        text                     not null,
  short_name     text                     not null,
  color          text                     not null,
  background     text                     not null,
  package_name   text,
  project_number integer                  not null default 0,
  updated_at     timestamp with time zone not null default now(),
  constraint school_apps_address_check check ((address ~ '^[a-z][a-z0-9-]{1,28}[a-z0-9]$'::text)),
  constraint school_apps_address_key unique (address),
  constraint school_apps_background_check check ((background ~ '^#[0-9a-f]{6}$'::text)),
  constraint school_apps_color_check check ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint school_apps_package_name_check
    check (((length(package_name) <= 100) AND (package_name ~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$'::text))),
  constraint school_apps_package_name_key unique (package_name),
  constraint school_apps_pkey primary key (school_id),
  constraint school_apps_short_name_check check (((length(btrim(short_name)) >= 1) AND (length(btrim(short_name)) <= 12)))
);

alter table public.school_apps
  enable row level security;

create or replace function private.app_crests()
  returns SETOF text
  language sql
  stable
  security definer
  rows 10
  set search_path to ''
  AS $function$
  select l.crest_path from public.school_apps p join private.school_looks l on l.school_id = p.school_id
  where l.crest_path is not null and private.is_entitled(p.school_id, 'addon:android-app') = 'on'
$function$;

create or replace function private.require_app_address (
  given  text,
  school uuid
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  label constant text := lower(btrim(coalesce(require_app_address.given, '')));
begin
  if label !~ '^[a-z][a-z0-9-]{1,28}[a-z0-9]$' then
    perform private.refuse('app.address',
      'Use 3 to 30 lower-case letters, digits and hyphens, beginning with a letter.',
      field => 'address');
  elsif label = any (array['www', 'mail', 'smtp', 'imap', 'api', 'admin', 'status', 'autodiscover', 'support'])
    or exists (select from public.school_apps p where p.address = label
      and p.school_id <> require_app_address.school) then
    perform private.refuse('app.address_taken', 'This address is in use. Choose another one.', field => 'address');
  end if;
  return label;
end
$function$;

create or replace function private.require_app_color (
  given             text,
  field             text,
  has_white_letters boolean
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  color constant text := lower(btrim(coalesce(require_app_color.given, '')));
begin
  if color !~ '^#[0-9a-f]{6}$' then
    perform private.refuse('app.color', 'Enter the colour as six digits, such as #0b5d4b.',
      field => require_app_color.field);
  elsif has_white_letters and private.contrast_with_white(color) < 4.5 then
    perform private.refuse('app.pale_color', 'White letters cannot be read on this colour. Choose a darker one.',
      field => require_app_color.field);
  end if;
  return color;
end
$function$;

create or replace function private.require_fingerprint (
  given text,
  field text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  digits constant text := upper(regexp_replace(coalesce(require_fingerprint.given, ''), '[\s:]', '', 'g'));
begin
  if digits = '' then
    return null;
  elsif digits !~ '^[0-9A-F]{64}$' then
    perform private.refuse('app.fingerprint',
      'Enter the SHA-256 fingerprint: 32 pairs of digits and letters from A to F, such as 14:6D:E9.',
      field => require_fingerprint.field);
  end if;
  return rtrim(regexp_replace(digits, '(..)', '\1:', 'g'), ':');
end
$function$;

create or replace function private.require_package_name (
  given text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  name constant text := lower(private.null_if_blank(require_package_name.given));
begin
  if name is null then
    return null;
  elsif length(name) > 100 or name !~ '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$'
    or string_to_array(name, '.') && string_to_array('abstract assert boolean break byte case catch char class const '
      'continue default do double else enum extends final finally float for goto if implements import instanceof int '
      'interface long native new package private protected public return short static strictfp super switch '
      'synchronized this throw throws transient try void volatile while true false null', ' ') then
    perform private.refuse('app.package_name',
      'Enter the package name as words with dots between them, such as ke.ac.greenfield.app.', field => 'package_name');
  elsif name ~ '^(com\.(example|google|android)|android|androidx|google|java|javax|kotlin)\.' then
    perform private.refuse('app.foreign_package',
      'The Play Store takes no app with this name. Begin with the school''s own domain, written backwards.',
      field => 'package_name');
  end if;
  return name;
end
$function$;

create or replace function private.school_app_look (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select d.drawn || jsonb_build_object('version', left(md5(d.drawn::text), 12))
  from (select jsonb_build_object('school_id', h.id, 'name', h.name, 'address', p.address,
      'short_name', coalesce(p.short_name, left(split_part(btrim(h.name), ' ', 1), 12)),
      'color', coalesce(p.color, l.accent, '#04745d'), 'background', coalesce(p.background, '#ffffff'),
      'crest', l.crest_path) as drawn
    from public.schools h left join public.school_apps p on p.school_id = h.id
    left join private.school_looks l on l.school_id = h.id where h.id = school_app_look.school) d
$function$;

create or replace function public.make_app_project()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:android-app');
  made integer;
begin
  perform private.require('school:run');
  perform private.limit_rate('app projects of ' || school, 30, interval '1 hour');
  update public.school_apps p set project_number = p.project_number + 1
  where p.school_id = school and p.package_name is not null returning p.project_number into made;
  if made is null then
    perform private.refuse('app.no_package', 'Enter the package name of the app first.', field => 'package_name');
  end if;
  return made;
end
$function$;

create or replace function public.own_school_app()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.save_school_app (
  address            text,
  short_name         text,
  color              text,
  background         text,
  package_name       text default ''::text,
  upload_fingerprint text default ''::text,
  play_fingerprint   text default ''::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:android-app');
  package constant text := private.require_package_name(save_school_app.package_name);
  upload constant text := private.require_fingerprint(save_school_app.upload_fingerprint, 'upload_fingerprint');
  play constant text := private.require_fingerprint(save_school_app.play_fingerprint, 'play_fingerprint');
begin
  perform private.require('school:run');
  perform private.limit_rate('app of ' || school, 60, interval '1 hour');
  if length(btrim(coalesce(save_school_app.short_name, ''))) not between 1 and 12 then
    perform private.refuse('app.short_name', 'Enter a name of up to 12 letters, which fits below an icon.',
      field => 'short_name');
  elsif package is null and num_nonnulls(upload, play) > 0 then
    perform private.refuse('app.key_without_package', 'Enter the package name that these keys sign.',
      field => 'package_name');
  elsif upload = play then
    perform private.refuse('app.same_key', 'These are the same key. Enter the one with which the Play Store signs.',
      field => 'play_fingerprint');
  elsif exists (select from public.school_apps p where p.package_name = package and p.school_id <> school) then
    perform private.refuse('app.package_taken',
      'Another school has an app with this package name. If it is yours, write to support.', field => 'package_name');
  elsif exists (select from public.school_app_keys k where k.fingerprint = upload and k.school_id <> school) then
    perform private.refuse('app.key_taken', 'Another school''s app has this key. If it is yours, write to support.',
      field => 'upload_fingerprint');
  elsif exists (select from public.school_app_keys k where k.fingerprint = play and k.school_id <> school) then
    perform private.refuse('app.key_taken', 'Another school''s app has this key. If it is yours, write to support.',
      field => 'play_fingerprint');
  end if;
  insert into public.school_apps as p (school_id, address, short_name, color, background, package_name)
  values (school, private.require_app_address(save_school_app.address, school), btrim(save_school_app.short_name),
    private.require_app_color(save_school_app.color, 'color', true),
    private.require_app_color(save_school_app.background, 'background', false), package)
  on conflict (school_id) do update set address = excluded.address, short_name = excluded.short_name,
    color = excluded.color, background = excluded.background, package_name = excluded.package_name;
  delete from public.school_app_keys k where k.school_id = school
    and (k.fingerprint, k.kind) not in (select s.fingerprint, s.kind from (values (upload, 'upload'), (play, 'play'))
      as s (fingerprint, kind) where s.fingerprint is not null);
  insert into public.school_app_keys (fingerprint, school_id, kind)
  select s.fingerprint, school, s.kind from (values (upload, 'upload'), (play, 'play')) as s (fingerprint, kind)
  where s.fingerprint is not null and not exists (
    select from public.school_app_keys k where k.school_id = school and k.fingerprint = s.fingerprint);
end
$function$;

create or replace function public.school_app_at (
  address text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return (select private.school_app_look(p.school_id) || jsonb_build_object('package_name', p.package_name,
      'fingerprints', (select coalesce(jsonb_agg(k.fingerprint order by k.kind desc), '[]')
        from public.school_app_keys k where k.school_id = p.school_id))
    from public.school_apps p join public.schools h on h.id = p.school_id and h.is_active
    where p.address = school_app_at.address and private.is_entitled(p.school_id, 'addon:android-app') = 'on');
end
$function$;

alter table public.school_app_keys
  add constraint school_app_keys_school_id_fkey foreign key (school_id) references public.school_apps(school_id) on delete cascade;

alter table public.school_apps
  add constraint school_apps_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create trigger audit
  after insert or delete or update on public.school_app_keys
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.school_app_keys
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit
  after insert or delete or update on public.school_apps
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.school_apps
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.school_apps
  for each STATEMENT
  execute function private.note_addon_use('addon:android-app');

create trigger touch
  before update on public.school_apps
  for each row
  execute function private.touch_updated_at();

create policy "Administrators see the keys of their school's app" on "public"."school_app_keys"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.addon_school('addon:android-app'::text) as addon_school)) AND ( select private.may('school:run'::text)
    as may)));

create policy "Administrators see the app of their school" on public.school_apps
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:android-app'::text) as addon_school)) AND ( select private.may('school:run'::text)
    as may)));

create policy "Visitors see the crests of apps" on storage.objects
  for select
  to anon
  using (((bucket_id = 'school-documents'::text) AND (name in ( select private.app_crests() as app_crests))));

comment on column public.school_apps.address is 'First label of the host name at which the app is.';

comment on column public.school_apps.package_name is 'The name of the app in the Play Store; null until it is wanted.';

comment on column public.school_apps.project_number is 'How many projects of the app were made: the number of its version.';

comment on function public.make_app_project() is 'Gives the next project of the school''s app its number, which the Play Store wants to be higher each time. Administrators only.';

comment on function public.own_school_app() is 'The app of the caller''s school, for its members: what school_app_at says of its look, is_set_up, start (the page with which it opens for the caller) and asks_for_messages.';

comment on function public.save_school_app(text, text, text, text, text, text, text) is 'Sets the address, the look, the package name and the keys of the school''s app. An address, a package name and a key are one school''s only. Administrators only.';

comment on function public.school_app_at(text) is 'The app at an address, for everyone, as the gateway serves it: {school_id, name, address, short_name, color, background, crest: a path in school-documents, version, package_name, fingerprints}. Null without one, and where the add-on is not on.';

comment on table public.school_app_keys is 'By which certificates phones know an app as the school''s: that of the key with which a build is uploaded, and that with which the Play Store signs it. Each is one school''s only.';

comment on table public.school_apps is 'The app of a school. Its name is the school''s, its crest that of the school''s papers. What is here and in school_app_keys is public at the address of the app.';

revoke all on function private.app_crests() from public;

grant execute on function private.app_crests() to anon;

revoke all on function private.require_app_address(text, uuid) from public;

revoke all on function private.require_app_color(text, text, boolean) from public;

revoke all on function private.require_fingerprint(text, text) from public;

revoke all on function private.require_package_name(text) from public;

revoke all on function private.school_app_look(uuid) from public;

revoke all on function public.make_app_project() from public;

grant execute on function public.make_app_project() to authenticated;

grant execute on function public.make_app_project() to service_role;

revoke all on function public.own_school_app() from public;

grant execute on function public.own_school_app() to authenticated;

grant execute on function public.own_school_app() to service_role;

revoke all on function public.save_school_app(text, text, text, text, text, text, text) from public;

grant execute on function public.save_school_app(text, text, text, text, text, text, text) to authenticated;

grant execute on function public.save_school_app(text, text, text, text, text, text, text) to service_role;

revoke all on function public.school_app_at(text) from public;

grant execute on function public.school_app_at(text) to anon, authenticated;

grant execute on function public.school_app_at(text) to service_role;

grant select on table public.school_app_keys to authenticated;

grant all on table public.school_app_keys to service_role;

grant select on table public.school_apps to authenticated;

grant all on table public.school_apps to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "public.school_app_keys", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Keys of the app", "reader": null, "traced": [], "aged_by": null, "feature": "addon:android-app", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.school_apps", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "App of the school", "reader": null, "traced": [], "aged_by": null, "feature": "addon:android-app", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:android-app', '{
"sold_as": "Android App",
"permissions": [],
"settings": [
  {"name":"start_parent","kind":"choice","value":"home","choices":["home","notifications","documents"]},
  {"name":"start_student","kind":"choice","value":"home","choices":["home","notifications","documents"]},
  {"name":"start_teacher","kind":"choice","value":"home","choices":["home","classes","schedule","grades"]},
  {"name":"start_staff","kind":"choice","value":"home","choices":["home","attendance","students"]},
  {"name":"ask_for_messages","kind":"switch","value":true}]}');
