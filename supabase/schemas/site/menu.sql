-- The menu of the public site is the group `menu` of the settings: saved, checked and kept in versions as they are.

-- First path segments at which the site has pages of its own; terms and privacy are written in the CMS.
create function private.site_pages() returns text[]
language sql immutable set search_path = '' as $$
  select array['', 'about', 'contact', 'dashboard', 'demo', 'faq', 'features', 'login', 'pricing', 'privacy', 'store',
    'support', 'terms', 'trial', 'verify', 'versions']
$$;

create function private.menu_target(target text) returns text
language sql stable strict security definer set search_path = '' as $$
  select case
    when target ~* '^https://' then target
    when split_part(page.path, '/', 2) = any (private.site_pages()) then case
      when not exists (select from public.cms_pages p where '/' || p.slug = page.path and not p.is_published)
        then target end
    when exists (select from public.published_pages p where '/' || p.slug = page.path) then target
    else public.redirect_of(page.path) end
  from (select '/' || btrim(split_part(split_part(target, '#', 1), '?', 1), '/') as path) as page
$$;
comment on function private.menu_target(text)
  is 'Where a link of the menu leads now: a page that has moved has its new address; null where no page is published.';

create function private.menu_links(entries jsonb, language text) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

create function public.site_menu(language text default 'en') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('header', private.menu_links(s.value -> 'header', site_menu.language),
      'footer', private.menu_links(s.value -> 'footer', site_menu.language))
    from public.settings s where s.key = 'menu'), '{"header": [], "footer": []}')
$$;
comment on function public.site_menu(text)
  is 'The menu of the public site in a language. What is hidden or leads to a page that is not published is left out.';
grant execute on function public.site_menu(text) to anon, authenticated;

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
