-- The demonstration has pictures and a page of its own, which leave with it unless somebody took them over.
alter table public.cms_media add column is_demo boolean not null default false;
alter table public.cms_pages add column is_demo boolean not null default false;
comment on column public.cms_media.is_demo is 'Came with the demonstration data; its bytes are in the product''s own seed folder.';
comment on column public.cms_pages.is_demo is 'Came with the demonstration data and leaves with it, unless somebody wrote on it since.';

create function private.remove_demonstration_site() returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  delete from public.cms_pages where is_demo and version = 1;
  -- A page somebody made shows what it shows.
  with unused as (
    delete from public.cms_media m where m.is_demo
      and not exists (select from public.cms_pages p where strpos(concat_ws(' ', p.social_image, p.body::text), m.file_path) > 0)
      and not exists (select from public.published_pages p where strpos(concat_ws(' ', p.social_image, p.body::text), m.file_path) > 0)
    returning m.file_path, m.sizes)
  select array_agg(path) into gone from (
    select file_path as path from unused union all select s ->> 'path' from unused, jsonb_array_elements(unused.sizes) as s) as paths;
  if gone is not null then
    delete from storage.objects where bucket_id = 'cms-media' and name = any (gone);
  end if;
end
$$;
revoke execute on function private.remove_demonstration_site() from public;

do $do$
begin
  execute replace(pg_get_functiondef('public.remove_demonstration_data()'::regprocedure), 'delete from public.settings where key = ''demonstration'';',
    'perform private.remove_demonstration_site(); delete from public.settings where key = ''demonstration'';');
end
$do$;
