set check_function_bodies = off;

drop function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid);

create or replace function private.csv_cell (
  value   text,
  is_text boolean
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when v.value is null then '' when v.value ~ '[",\r\n]' then '"' || replace(v.value, '"', '""') || '"' else v.value end
  from (select case when is_text and private.is_formula(csv_cell.value) then '''' || csv_cell.value else csv_cell.value end as value) v
$function$;

create or replace function private.is_formula (
  value text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select value ~ (
    '^(?:[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180E\u2000-\u200F'
    || '\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]*'
    || '[=+@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212-]|[\t\r\n])')
$function$;

create or replace function private.keep_school_version()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  raise exception using errcode = '42501', hint = 'school.version_is_fixed',
    message = 'Where a school runs was decided when it was opened. Open a new school for a server of its own.';
end
$function$;

create or replace function private.protect_school_fields()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo) is distinct from (old.is_active, old.kind, old.name, old.is_demo) then
    raise exception using errcode = '42501', message = 'Only a super admin can rename, reclassify or archive a school.', hint = 'school.platform_field';
  end if;
  return new;
end
$function$;

create or replace function public.open_school (
  request_id       uuid,
  name             text,
  kind             public.institution_kind,
  admin_email      text,
  admin_first_name text,
  admin_last_name  text,
  email            text                    default null::text,
  phone            text                    default null::text,
  city             text                    default null::text,
  plan_id          uuid                    default null::uuid,
  version          text                    default 'saas'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if open_school.version not in ('saas', 'standalone') then
    raise exception using errcode = 'P0001', message = 'Choose where the school runs.', hint = 'school.unknown_version', detail = 'version';
  end if;
  if exists (select from public.schools s where lower(s.name) = lower(btrim(open_school.name))) then
    raise exception using errcode = 'P0001', message = 'There is a school of this name already. Add the town to tell them apart.', hint = 'school.name_taken', detail = 'name';
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like office@school.ac.ke.', hint = 'school.invalid_email', detail = 'email';
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city, version)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'), open_school.kind, private.null_if_blank(open_school.email), private.null_if_blank(open_school.phone), private.null_if_blank(open_school.city), open_school.version)
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email, 'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name', 'Enter the first name.'),
    private.require_text(open_school.admin_last_name, 80, 'admin_last_name', 'Enter the last name.'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$function$;

create trigger keep_version
  before update on public.schools
  for each row
  when (((old.version IS DISTINCT FROM new.version) AND (current_setting('request.jwt.claims'::text, true) <> ''::text)))
  execute function private.keep_school_version();

comment on column public.schools.version is 'Where it runs: with us, or on the school''s own server. Stated when it is opened.';

comment on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid, text) is
  'Adds a school, its trial and its administrator''s invitation together, once per request id. The invite function then sends the mail.';

revoke all on function private.is_formula(text) from public;

revoke all on function private.keep_school_version() from public;

revoke all
  on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid, text)
  from public;

grant execute
  on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid, text)
  to authenticated;

grant execute
  on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid, text)
  to service_role;

revoke all (version) on table public.schools from authenticated;

grant insert (version) on table public.schools to authenticated;
