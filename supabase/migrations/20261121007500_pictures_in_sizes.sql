-- A picture of the library is kept in several widths, so that a phone fetches a phone's, and with the point that stays
-- visible wherever it is cropped.
create function private.are_sizes_of(sizes jsonb, file_path text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(sizes) <> 'array' or jsonb_array_length(sizes) > 8 then false else coalesce((
    select bool_and(coalesce(
      jsonb_typeof(s -> 'width') = 'number' and (s ->> 'width')::numeric between 1 and 10000
      and s ->> 'path' ~ '^media/[A-Za-z0-9._-]{1,190}$' and starts_with(s ->> 'path', regexp_replace(file_path, '\.[^.]*$', '') || '-'), false))
    from jsonb_array_elements(sizes) as s), true) end
$$;
revoke execute on function private.are_sizes_of(jsonb, text) from public;
grant execute on function private.are_sizes_of(jsonb, text) to authenticated, service_role;

alter table public.cms_media
  add column width integer check (width between 1 and 100000),
  add column height integer check (height between 1 and 100000),
  add column focal_x smallint not null default 50 check (focal_x between 0 and 100),
  add column focal_y smallint not null default 50 check (focal_y between 0 and 100),
  add column sizes jsonb not null default '[]' check (private.are_sizes_of(sizes, file_path));
comment on column public.cms_media.focal_x is 'The point that stays visible when the picture is cropped, in percent from the left; focal_y from the top.';
comment on column public.cms_media.sizes is 'Smaller copies in the same bucket: [{"width": 640, "path": "media/…-640.webp"}].';
create index cms_media_sizes_idx on public.cms_media using gin (sizes jsonb_path_ops);
grant insert (width, height, focal_x, focal_y, sizes), update (focal_x, focal_y) on public.cms_media to authenticated;
create trigger revise after update of focal_x, focal_y, is_active on public.cms_media for each statement execute function private.bump_content_revision();

-- The copies go where their picture goes.
create or replace function private.show_or_hide_media() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update storage.objects o
  set user_metadata = coalesce(o.user_metadata, '{}') || jsonb_build_object('hidden', not new.is_active)
  where o.bucket_id = 'cms-media' and (o.name = new.file_path or o.name in (select s ->> 'path' from jsonb_array_elements(new.sizes) as s));
  return new;
end
$$;

create or replace function private.may_change_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_super_admin() and (not private.is_cms_editor() or not exists (
    select from public.cms_media m where m.file_path = path or m.sizes @> jsonb_build_array(jsonb_build_object('path', path))))
$$;

-- How a picture is cropped is seen by visitors wherever a published page shows it.
create function private.keep_focus_within_right() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_cms_editor() and exists (select from public.published_pages p where strpos(p.body::text, new.file_path) > 0) then
    perform private.require_publisher();
  end if;
  return new;
end
$$;
revoke execute on function private.keep_focus_within_right() from public;
create trigger a_focus before update of focal_x, focal_y on public.cms_media
  for each row when ((old.focal_x, old.focal_y) is distinct from (new.focal_x, new.focal_y)) execute function private.keep_focus_within_right();

-- The picture of shared links is a use as well.
create or replace function public.media_uses(media_id uuid) returns table (page_id uuid, title text, slug text, is_public boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require_super_admin();
  return query
  select p.id, p.title, p.slug, coalesce(strpos(concat_ws(' ', v.social_image, v.body::text), place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(concat_ws(' ', p.social_image, p.body::text), place) > 0 or strpos(concat_ws(' ', v.social_image, v.body::text), place) > 0
  order by p.title limit 50;
end
$$;
