set check_function_bodies = off;

create or replace function public.activate_licence (
  school     uuid,
  claims     jsonb,
  signed_key text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  licensed public.schools;
  today constant date := private.school_today(school);
  until_day constant date := (claims ->> 'until')::date;
  licence constant uuid := (claims ->> 'licence')::uuid;
begin
  select * into licensed from public.schools s where s.id = activate_licence.school;
  if licensed.version <> 'standalone' then
    raise exception using errcode = 'P0001', message = 'Your school runs with us, so what it buys is on by itself. Keys are for schools with a server of their own.', hint = 'licence.not_standalone', detail = 'key';
  elsif (claims ->> 'number')::uuid is distinct from licensed.id then
    raise exception using errcode = 'P0001', message = format('This key is for %s. Enter the key of your own school.', claims ->> 'school'), hint = 'licence.other_school', detail = 'key';
  elsif until_day < today then
    raise exception using errcode = 'P0001', message = format('This key ended on %s. Renew the licence and enter its new key.', to_char(until_day, 'FMDD Mon YYYY')), hint = 'licence.expired', detail = 'key';
  elsif exists (select from private.revoked_licences r where r.issued_as = licence) or exists (select from public.licences l where (l.issued_as = licence or l.id = licence) and l.revoked_at is not null) then
    raise exception using errcode = 'P0001', message = 'This key was withdrawn, for its order was paid back.', hint = 'licence.revoked', detail = 'key';
  end if;
  insert into public.licences (school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature, issued_as)
  select school, (claims ->> 'kind')::public.order_item_kind, claims ->> 'name', 'standalone', (claims ->> 'campuses')::integer,
    case f.ordinality when 1 then signed_key else signed_key || '#' || f.ordinality end, (claims ->> 'from')::date, until_day, f.feature, licence
  from (select e.value #>> '{}' as feature, e.ordinality from jsonb_array_elements(case when jsonb_array_length(claims -> 'features') = 0 then '[null]' else claims -> 'features' end) with ordinality e) f
  on conflict do nothing;
  if claims ->> 'kind' = 'plan' then
    perform private.subscribe_by_key(school, claims);
  end if;
  return jsonb_build_object('name', claims ->> 'name', 'valid_from', claims ->> 'from', 'valid_until', claims ->> 'until');
end
$function$;
