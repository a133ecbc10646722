-- What a page says and links to, a line each: the texts and addresses of its blocks, and each paragraph of its rich
-- text as one line (https://tiptap.dev/docs/editor/core-concepts/schema), so that a phrase is found whatever formatting
-- divides it.
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
     where jsonb_typeof(fields.value) = 'string' and fields.key <> 'type'
       and object ->> 'type' is distinct from 'text'))
$$;

create function public.search_cms(term text, only_kind text default null)
  returns table (kind text, id text, title text, detail text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := private.search_pattern(left(term, 100));
begin
  perform private.require('page:write');
  if pattern is null then
    return;
  end if;
  return query
  (select 'page', p.id::text, p.title, '/' || p.slug || case when p.is_published then '' else ', draft' end
    from public.cms_pages p
   where (only_kind is null or only_kind = 'page')
     and (private.fold_text(p.title) like pattern or private.fold_text(p.slug) like pattern
     or private.fold_text(p.meta_description) like pattern or private.fold_text(private.page_text(p.body)) like pattern
     or private.fold_text(private.page_text(p.translations)) like pattern)
   order by private.fold_text(p.title) like pattern desc, p.updated_at desc limit 6)
  union all
  (select 'media', m.id::text, m.original_filename, coalesce(private.null_if_blank(m.alt_text), m.mime_type)
    from public.cms_media m
   where (only_kind is null or only_kind = 'media') and m.is_active
     and (private.fold_text(m.original_filename) like pattern or private.fold_text(m.alt_text) like pattern)
   order by m.created_at desc limit 6)
  union all
  (select 'question', f.id::text, f.question, f.surface from public.faqs f
   where (only_kind is null or only_kind = 'question')
     and (private.fold_text(f.question) like pattern or private.fold_text(f.answer) like pattern
     or private.fold_text(f.translations::text) like pattern) order by private.fold_text(f.question) like pattern desc,
     f.surface, f.position limit 6)
  union all
  (select 'testimonial', t.id::text, t.author, t.institution from public.testimonials t
   where (only_kind is null or only_kind = 'testimonial')
     and (private.fold_text(t.quote) like pattern or private.fold_text(t.author) like pattern
     or private.fold_text(t.institution) like pattern or private.fold_text(t.role) like pattern
     or private.fold_text(t.translations::text) like pattern) order by t.position limit 6)
  union all
  (select 'price', b.id, b.name, b.kind from (
     select p.id::text, p.name, 'Plan' as kind from public.plans p union all select a.id::text, a.name, 'Add-on'
       from public.addons a union all select s.id::text, s.name, 'Service' from public.services s) as b (id, name, kind)
   where (only_kind is null or only_kind = 'price') and private.fold_text(b.name) like pattern order by b.name limit 6)
  union all
  (select 'setting', s.key, s.key, '' from public.settings s
   where (only_kind is null or only_kind = 'setting') and private.site_setting_shapes() ? s.key
     and (private.fold_text(s.key) like pattern
       or exists (select from jsonb_path_query(s.value, '$.** ? (@.type() == "string")') as texts
       where private.fold_text(texts #>> '{}') like pattern)) order by s.key limit 6)
  union all
  (select 'redirect', r.id::text, r.from_path, r.to_path from public.site_redirects r
   where (only_kind is null or only_kind = 'redirect')
     and (private.fold_text(r.from_path) like pattern or private.fold_text(r.to_path) like pattern)
     order by r.from_path limit 6);
end
$$;
comment on function public.search_cms(text, text) is 'At most six finds of each kind, the best first.';
grant execute on function public.search_cms(text, text) to authenticated;
