-- What a page says and links to, a line each: the texts and addresses of its blocks, and each paragraph of its rich text as one line
-- (https://tiptap.dev/docs/editor/core-concepts/schema), so that a phrase is found whatever formatting divides it.
create function private.page_text(body jsonb) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(E'\n',
    (select string_agg(leaves.line, E'\n')
     from jsonb_path_query(body, 'strict $.** ? (@.type == "paragraph")', '{}', true) as paragraphs (paragraph)
     cross join lateral (
       select string_agg(leaf ->> 'text', '' order by place) as line
       from jsonb_path_query(paragraph, 'lax $.content[*]') with ordinality as content (leaf, place)
     ) as leaves),
    (select string_agg(fields.value #>> '{}', E'\n')
     from jsonb_path_query(body, 'strict $.** ? (@.type() == "object")', '{}', true) as objects (object)
     cross join lateral jsonb_each(object) as fields (key, value)
     where jsonb_typeof(fields.value) = 'string' and fields.key <> 'type' and object ->> 'type' is distinct from 'text'))
$$;

create function public.search_cms(term text, only_kind text default null) returns table (kind text, id text, title text, detail text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text;
begin
  perform private.require_super_admin();
  if private.null_if_blank(term) is null then
    return;
  end if;
  -- The search term is literal: none of its characters is a wildcard.
  pattern := '%' || replace(replace(replace(left(btrim(term), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  return query
  (select 'page', p.id::text, p.title, '/' || p.slug || case when p.is_published then '' else ', draft' end from public.cms_pages p
   where (only_kind is null or only_kind = 'page') and (p.title ilike pattern or p.slug ilike pattern or p.meta_description ilike pattern or private.page_text(p.body) ilike pattern or private.page_text(p.translations) ilike pattern)
   order by p.title ilike pattern desc, p.updated_at desc limit 6)
  union all
  (select 'media', m.id::text, m.original_filename, coalesce(private.null_if_blank(m.alt_text), m.mime_type) from public.cms_media m
   where (only_kind is null or only_kind = 'media') and m.is_active and (m.original_filename ilike pattern or m.alt_text ilike pattern)
   order by m.created_at desc limit 6)
  union all
  (select 'question', f.id::text, f.question, f.surface from public.faqs f
   where (only_kind is null or only_kind = 'question') and (f.question ilike pattern or f.answer ilike pattern or f.translations::text ilike pattern) order by f.question ilike pattern desc, f.surface, f.position limit 6)
  union all
  (select 'testimonial', t.id::text, t.author, t.institution from public.testimonials t
   where (only_kind is null or only_kind = 'testimonial') and (t.quote ilike pattern or t.author ilike pattern or t.institution ilike pattern or t.role ilike pattern or t.translations::text ilike pattern) order by t.position limit 6)
  union all
  (select 'price', b.id, b.name, b.kind from (
     select p.id::text, p.name, 'Plan' as kind from public.plans p union all select a.id::text, a.name, 'Add-on' from public.addons a union all select s.id::text, s.name, 'Service' from public.services s) as b (id, name, kind)
   where (only_kind is null or only_kind = 'price') and b.name ilike pattern order by b.name limit 6)
  union all
  (select 'setting', s.key, s.key, '' from public.settings s
   where (only_kind is null or only_kind = 'setting') and private.site_setting_shapes() ? s.key
     and (s.key ilike pattern or exists (select from jsonb_path_query(s.value, '$.** ? (@.type() == "string")') as texts where texts #>> '{}' ilike pattern)) order by s.key limit 6)
  union all
  (select 'redirect', r.id::text, r.from_path, r.to_path from public.site_redirects r
   where (only_kind is null or only_kind = 'redirect') and (r.from_path ilike pattern or r.to_path ilike pattern) order by r.from_path limit 6);
end
$$;
comment on function public.search_cms(text, text) is 'At most six finds of each kind, the best first.';
grant execute on function public.search_cms(text, text) to authenticated;
