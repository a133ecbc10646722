-- Where a file of the library is shown, so that nobody takes it away unaware.
create function public.media_uses(media_id uuid) returns table (page_id uuid, title text, slug text, is_public boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require_super_admin();
  return query
  select p.id, p.title, p.slug, coalesce(strpos(v.body::text, place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(p.body::text, place) > 0 or strpos(v.body::text, place) > 0
  order by p.title limit 50;
end
$$;
comment on function public.media_uses(uuid) is 'The pages whose working copy or published state holds the file; is_public: visitors see it there.';
revoke execute on function public.media_uses(uuid) from public, anon;
grant execute on function public.media_uses(uuid) to authenticated;
