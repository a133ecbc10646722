set check_function_bodies = off;

create or replace function private.all_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with found as materialized (select p.path, p.problem from private.site_setting_problems(group_key, value) as p)
  select f.path, f.problem from found f
  union all
  select p.path, p.problem from private.store_setting_problems(case
    when not exists (select from found) then group_key end, value) as p
  union all
  select p.path, p.problem from private.menu_problems(case
    when group_key = 'menu' and not exists (select from found) then value end) as p
$function$;

create or replace function private.menu_links (
  entries  jsonb,
  language text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'label', case when named.is_translated then e.item ->> 'sw' else e.item ->> 'label' end,
    'lang', case when language <> 'en' and not named.is_translated then 'en' end,
    'to', shown.target,
    'forVisitors', case when e.item ->> 'shownTo' = 'visitors' then true end,
    'links', case when jsonb_array_length(shown.links) > 0 then shown.links end)) order by e.number), '[]')
  from jsonb_array_elements(entries) with ordinality as e (item, number),
    lateral (select language = 'sw' and btrim(e.item ->> 'sw') <> '' as is_translated) as named,
    lateral (select private.menu_target(nullif(btrim(e.item ->> 'to'), '')) as target,
      case when e.item ? 'links' then private.menu_links(e.item -> 'links', language) else '[]' end as links) as shown
  where e.item ->> 'shownTo' <> 'nobody' and (shown.target is not null or jsonb_array_length(shown.links) > 0)
$function$;

create or replace function private.menu_problems (
  value jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  strict
  set search_path to ''
  AS $function$
  with entries as (
    select place.part || '.' || (e.number - 1) as path, e.item, place.part = 'header' as leads_itself
    from (values ('header'), ('footer')) as place (part),
      jsonb_array_elements(value -> place.part) with ordinality as e (item, number)
    union all
    select concat_ws('.', place.part, e.number - 1, 'links', l.number - 1), l.item, true
    from (values ('header'), ('footer')) as place (part),
      jsonb_array_elements(value -> place.part) with ordinality as e (item, number),
      jsonb_array_elements(e.item -> 'links') with ordinality as l (item, number)
  ), judged as (
    select e.path, e.item, e.leads_itself, btrim(e.item ->> 'to') as target,
      coalesce(jsonb_array_length(e.item -> 'links'), 0) > 0 as is_group
    from entries e
  )
  select j.path || '.shownTo', private.say('Choose who sees this entry.') from judged j
  where j.item ->> 'shownTo' not in ('everyone', 'visitors', 'nobody')
  union all
  select j.path || '.to', private.say('Choose where this entry leads, or add entries below it.') from judged j
  where j.leads_itself and not j.is_group and j.target = ''
  union all
  select j.path || '.to', private.say('An entry with entries below it leads nowhere itself.') from judged j
  where j.is_group and j.target <> ''
  union all
  select j.path || '.to', private.say(
    'No page is published at {address}. Publish it, choose another target, or hide this entry.',
    jsonb_build_object('address', j.target))
  from judged j
  where j.target <> '' and j.item ->> 'shownTo' <> 'nobody' and private.menu_target(j.target) is null
$function$;

create or replace function private.menu_target (
  target text
)
  returns text
  language sql
  stable
  strict
  security definer
  set search_path to ''
  AS $function$
  select case
    when target ~* '^https://' then target
    when split_part(page.path, '/', 2) = any (private.site_pages()) then case
      when not exists (select from public.cms_pages p where '/' || p.slug = page.path and not p.is_published)
        then target end
    when exists (select from public.published_pages p where '/' || p.slug = page.path) then target
    else public.redirect_of(page.path) end
  from (select '/' || btrim(split_part(split_part(target, '#', 1), '?', 1), '/') as path) as page
$function$;

create or replace function private.site_pages()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['', 'about', 'contact', 'dashboard', 'demo', 'faq', 'features', 'login', 'pricing', 'privacy', 'store',
    'support', 'terms', 'trial', 'verify', 'versions']
$function$;

create or replace function private.site_setting_shapes()
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'brand', '{"name": "text:40", "legalName": "text:120", "tagline": "text:160"}'::jsonb,
    'brand_sw', '{"tagline?": "text:160"}'::jsonb,
    'contact', '{"phone": "phone", "email": "email", "salesEmail": "email", "supportEmail": "email", "addressLines": '
      '[["text:120"], 1, 6], "mapUrl": "url?"}'::jsonb,
    'social', '[[{"label": "text:40", "url": "url"}], 0, 8]'::jsonb,
    'hours', jsonb_build_object('office', hours, 'chat', hours),
    'claims', '{"founded": "whole:1900:2100", "operatingSince": "whole:1900:2100", "institutions": "text:12", '
      '"countries": "text:12", "students": "text:12", "hoursSaved": "text:12"}'::jsonb,
    'demo', '{"saasUrl": "url", "standaloneUrl": "url", "password": "text?:80"}'::jsonb,
    'help', '{"documentation": "place?", "videos": "place?", "community": "place?"}'::jsonb,
    'announcement', '{"isShown": "flag", "text": "text?:160", "label": "text?:40", "url": "place?"}'::jsonb,
    'heroes', (select jsonb_object_agg(page, hero)
      from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support'])
      as page),
    'heroes_sw', (select jsonb_object_agg(page || '?', hero)
      from unnest(array['home', 'versions', 'features', 'demo', 'pricing', 'contact', 'about', 'faq', 'support'])
      as page),
    'about', about,
    'about_sw', (select jsonb_object_agg(field.key || '?', field.value) from jsonb_each(about) as field),
    'hours_sw', '{"office?": {"label": "text:80"}, "chat?": {"label": "text:80"}}'::jsonb,
    'announcement_sw', '{"text?": "text:160", "label?": "text:40"}'::jsonb,
    'cms', '{"keepVersions": "whole:5:500"}'::jsonb,
    'menu', jsonb_build_object(
      'header', jsonb_build_array(jsonb_build_array(entry || '{"to": "place?"}'
        || jsonb_build_object('links', jsonb_build_array(jsonb_build_array(entry || '{"to": "place"}'), 0, 8))), 0, 9),
      'footer', jsonb_build_array(jsonb_build_array(entry
        || jsonb_build_object('links', jsonb_build_array(jsonb_build_array(entry || '{"to": "place"}'), 0, 10))),
        0, 4)))
  from (values (
    '{"label": "text:30", "sw": "text?:30", "shownTo": "text:8"}'::jsonb,
    '{"days": [["whole:0:6"], 1, 7], "opensAt": "whole:0:1439", "closesAt": "whole:1:1440", "label": "text:80"}'::jsonb,
    '{"eyebrow": "text?:60", "title": "text:120", "text": "text?:400"}'::jsonb,
    '{"story": [["text:1500"], 1, 8], "mission": "text:400", "vision": "text:400", "impact": [["text:300"], 1, 8],
      "partners": [[{"name": "text:80", "what": "text:200"}], 0, 12],
      "stories": [[{"institution": "text:120", "place": "text:160", "figure": "text:40", "caption": "text:160",
        "text": "text:800"}], 0, 12]}'::jsonb)) as parts (entry, hours, hero, about)
$function$;

create or replace function public.site_menu (
  language text default 'en'::text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((
    select jsonb_build_object('header', private.menu_links(s.value -> 'header', site_menu.language),
      'footer', private.menu_links(s.value -> 'footer', site_menu.language))
    from public.settings s where s.key = 'menu'), '{"header": [], "footer": []}')
$function$;

comment on function private.menu_target(text) is 'Where a link of the menu leads now: a page that has moved has its new address; null where no page is published.';

comment on function public.site_menu(text) is 'The menu of the public site in a language. What is hidden or leads to a page that is not published is left out.';

revoke all on function private.menu_links(jsonb, text) from public;

revoke all on function private.menu_problems(jsonb) from public;

revoke all on function private.menu_target(text) from public;

revoke all on function private.site_pages() from public;

revoke all on function public.site_menu(text) from public;

grant execute on function public.site_menu(text) to anon, authenticated;

grant execute on function public.site_menu(text) to service_role;

insert into public.settings (key, is_public, value) values ('menu', false, '{
  "header": [
    {"label": "Home", "sw": "Mwanzo", "to": "/", "shownTo": "everyone", "links": []},
    {"label": "Versions", "sw": "Matoleo", "to": "/versions", "shownTo": "everyone", "links": []},
    {"label": "Features", "sw": "Vipengele", "to": "/features", "shownTo": "everyone", "links": []},
    {"label": "Demo", "sw": "Onyesho", "to": "/demo", "shownTo": "everyone", "links": []},
    {"label": "Pricing", "sw": "Bei", "to": "/pricing", "shownTo": "everyone", "links": []},
    {"label": "Store", "sw": "Duka", "to": "/store", "shownTo": "everyone", "links": []},
    {"label": "About", "sw": "Kuhusu sisi", "to": "/about", "shownTo": "everyone", "links": []},
    {"label": "Contact Us", "sw": "Wasiliana nasi", "to": "/contact", "shownTo": "visitors", "links": []}
  ],
  "footer": [
    {"label": "Product", "sw": "Bidhaa", "shownTo": "everyone", "links": [
      {"label": "Versions", "sw": "Matoleo", "to": "/versions", "shownTo": "everyone"},
      {"label": "Features", "sw": "Vipengele", "to": "/features", "shownTo": "everyone"},
      {"label": "Pricing", "sw": "Bei", "to": "/pricing", "shownTo": "everyone"},
      {"label": "Add-on store", "sw": "Duka la nyongeza", "to": "/store", "shownTo": "everyone"},
      {"label": "Demo", "sw": "Onyesho", "to": "/demo", "shownTo": "everyone"}
    ]},
    {"label": "Company", "sw": "Kampuni", "shownTo": "everyone", "links": [
      {"label": "About", "sw": "Kuhusu sisi", "to": "/about", "shownTo": "everyone"},
      {"label": "Contact", "sw": "Mawasiliano", "to": "/contact", "shownTo": "everyone"},
      {"label": "Support", "sw": "Usaidizi", "to": "/support", "shownTo": "everyone"},
      {"label": "FAQ", "sw": "Maswali ya kawaida", "to": "/faq", "shownTo": "everyone"}
    ]},
    {"label": "Legal", "sw": "Sheria", "shownTo": "everyone", "links": [
      {"label": "Terms of Service", "sw": "Masharti ya huduma", "to": "/terms", "shownTo": "everyone"},
      {"label": "Privacy Policy", "sw": "Sera ya faragha", "to": "/privacy", "shownTo": "everyone"}
    ]}
  ]
}') on conflict (key) do nothing;
