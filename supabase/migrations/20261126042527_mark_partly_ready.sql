set check_function_bodies = off;

create or replace function private.check_plan_features()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string' or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or coalesce(jsonb_typeof(feature -> 'isPartlyReady'), 'boolean') <> 'boolean' or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    raise exception using errcode = 'P0001', message = 'Every feature needs a text of at most 120 characters and whether it is included.', hint = 'plan.invalid_feature', detail = 'features';
  elsif jsonb_array_length(new.features) > 30 then
    raise exception using errcode = 'P0001', message = 'A plan shows at most 30 features.', hint = 'plan.too_many_features', detail = 'features';
  elsif (select count(*) <> count(distinct lower(btrim(feature ->> 'text'))) from jsonb_array_elements(new.features) as feature) then
    raise exception using errcode = 'P0001', message = 'Two features are the same. Keep one of them.', hint = 'plan.feature_twice', detail = 'features';
  end if;
  return new;
end
$function$;

comment on column public.plans.features is 'List of {"text": string, "included": boolean, "isPartlyReady": boolean}; the pages say "Partly in preparation" of what is.';

-- Default modules are sold as a whole, and some of their points are in preparation.
update public.plans p set features = (
  select jsonb_agg(case when f.value ->> 'text' in ('All 21 default modules', 'All 24 default modules') then f.value || '{"isPartlyReady": true}' else f.value end order by f.ordinality)
  from jsonb_array_elements(p.features) with ordinality as f)
where p.features @> '[{"text": "All 21 default modules"}]' or p.features @> '[{"text": "All 24 default modules"}]';
