set check_function_bodies = off;

create or replace function private.site_setting_shapes()
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'brand', '{"name": "text:40", "legalName": "text:120", "tagline": "text:160"}'::jsonb,
    'brand_sw', '{"tagline?": "text:160"}'::jsonb,
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
$function$;
