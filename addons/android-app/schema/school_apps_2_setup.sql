-- What an administrator enters of the school's app.

-- A certificate as Android Studio, keytool and the Play Console print it; null for none.
create function private.require_fingerprint(given text, field text) returns text
language plpgsql immutable set search_path = '' as $$
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
$$;

create function private.require_package_name(given text) returns text
language plpgsql immutable set search_path = '' as $$
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
$$;

create function private.require_app_color(given text, field text, has_white_letters boolean) returns text
language plpgsql immutable set search_path = '' as $$
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
$$;

create function private.require_app_address(given text, school uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
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
$$;

create function public.save_school_app(address text, short_name text, color text, background text,
  package_name text default '', upload_fingerprint text default '', play_fingerprint text default '') returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_school_app(text, text, text, text, text, text, text) is
  'Sets the address, the look, the package name and the keys of the school''s app. An address, a package name and a '
  'key are one school''s only. Administrators only.';
revoke execute on function public.save_school_app(text, text, text, text, text, text, text) from public;
grant execute on function public.save_school_app(text, text, text, text, text, text, text) to authenticated;

create function public.make_app_project() returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.make_app_project() is 'Gives the next project of the school''s app its number, which the '
  'Play Store wants to be higher each time. Administrators only.';
revoke execute on function public.make_app_project() from public;
grant execute on function public.make_app_project() to authenticated;
