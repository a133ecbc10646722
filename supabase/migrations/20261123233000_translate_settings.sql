set check_function_bodies = off;

create or replace function private.site_setting_shapes() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'brand', '{"name": "text:40", "legalName": "text:120", "tagline": "text:160"}'::jsonb,
    'contact', '{"phone": "phone", "email": "email", "salesEmail": "email", "supportEmail": "email", "addressLines": [["text:120"], 1, 6], "mapUrl": "url?"}'::jsonb,
    'social', '[[{"label": "text:40", "url": "url"}], 0, 8]'::jsonb,
    'hours', jsonb_build_object('office', hours, 'chat', hours),
    'claims', '{"founded": "whole:1900:2100", "operatingSince": "whole:1900:2100", "institutions": "text:12", "countries": "text:12", "students": "text:12", "hoursSaved": "text:12"}'::jsonb,
    'demo', '{"saasUrl": "url", "standaloneUrl": "url", "password": "text?:80"}'::jsonb,
    'help', '{"documentation": "place?", "videos": "place?", "community": "place?"}'::jsonb,
    'announcement', '{"isShown": "flag", "text": "text?:160", "label": "text?:40", "url": "place?"}'::jsonb,
    'heroes', (select jsonb_object_agg(page, hero) from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support']) as page),
    'heroes_sw', (select jsonb_object_agg(page || '?', hero) from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support']) as page),
    'about', about,
    'about_sw', (select jsonb_object_agg(field.key || '?', field.value) from jsonb_each(about) as field),
    'hours_sw', '{"office?": {"label": "text:80"}, "chat?": {"label": "text:80"}}'::jsonb,
    'announcement_sw', '{"text?": "text:160", "label?": "text:40"}'::jsonb,
    'cms', '{"keepVersions": "whole:5:500"}'::jsonb)
  from (values (
    '{"days": [["whole:0:6"], 1, 7], "opensAt": "whole:0:1439", "closesAt": "whole:1:1440", "label": "text:80"}'::jsonb,
    '{"eyebrow": "text?:60", "title": "text:120", "text": "text?:400"}'::jsonb,
    '{"story": [["text:1500"], 1, 8], "mission": "text:400", "vision": "text:400", "impact": [["text:300"], 1, 8], "partners": [[{"name": "text:80", "what": "text:200"}], 0, 12],
      "stories": [[{"institution": "text:120", "place": "text:160", "figure": "text:40", "caption": "text:160", "text": "text:800"}], 0, 12]}'::jsonb)) as parts (hours, hero, about)
$$;

create or replace function private.setting_problems(value jsonb, shape jsonb, place text default '') returns table (path text, problem text)
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := case when jsonb_typeof(shape) = 'string' then shape #>> '{}' end;
  list constant jsonb := case when jsonb_typeof(shape) = 'array' then shape end;
begin
  if list is not null then
    if jsonb_typeof(value) is distinct from 'array' then
      return query select place, 'This is a list.';
    elsif jsonb_array_length(value) not between (list ->> 1)::integer and (list ->> 2)::integer then
      return query select place, case when (list ->> 1)::integer = 0 then format('At most %s entries.', list ->> 2) else format('Between %s and %s entries.', list ->> 1, list ->> 2) end;
    else
      return query select p.path, p.problem from jsonb_array_elements(value) with ordinality as entry (item, number),
        private.setting_problems(entry.item, list #> '{0,0}', concat_ws('.', nullif(place, ''), (entry.number - 1)::text)) as p;
    end if;
  elsif kind is null then
    if jsonb_typeof(value) is distinct from 'object' then
      return query select place, 'This is a group of fields.';
      return;
    end if;
    return query select concat_ws('.', nullif(place, ''), k.key), 'This field is unknown.' from jsonb_object_keys(value) as k (key) where not shape ? k.key and not shape ? (k.key || '?');
    return query select p.path, p.problem from (select rtrim(shapes.key, '?'), shapes.key like '%?', shapes.value from jsonb_each(shape) as shapes) as field (key, is_optional, form),
      private.setting_problems(coalesce(value -> field.key, 'null'), field.form, concat_ws('.', nullif(place, ''), field.key)) as p
      where not field.is_optional or value ? field.key;
  elsif kind = 'flag' then
    return query select place, 'Choose yes or no.' where jsonb_typeof(value) is distinct from 'boolean';
  elsif kind like 'whole:%' then
    return query select place, format('Enter a whole number from %s to %s.', split_part(kind, ':', 2), split_part(kind, ':', 3))
    where case when jsonb_typeof(value) = 'number'
      then (value #>> '{}')::numeric % 1 <> 0 or (value #>> '{}')::numeric not between split_part(kind, ':', 2)::numeric and split_part(kind, ':', 3)::numeric else true end;
  elsif jsonb_typeof(value) is distinct from 'string' then
    return query select place, 'Enter something here.';
  else
    return query select place, wrong from private.text_problem(value #>> '{}', kind) as wrong where wrong is not null;
  end if;
end
$$;
