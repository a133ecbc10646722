-- Whether `sizes` lists smaller copies of the image, stored beside it.
create function private.are_image_sizes(sizes jsonb, file_path text) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(sizes) <> 'array' or jsonb_array_length(sizes) > 8 then false else coalesce((
    select bool_and(coalesce(
      jsonb_typeof(s -> 'width') = 'number' and (s ->> 'width')::numeric between 1 and 10000
      and s ->> 'path' ~ '^media/[A-Za-z0-9._-]{1,190}$'
        and starts_with(s ->> 'path', regexp_replace(file_path, '\.[^.]*$', '') || '-'), false))
    from jsonb_array_elements(sizes) as s), true) end
$$;
grant execute on function private.are_image_sizes(jsonb, text) to authenticated, service_role;

create table public.cms_media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 200),
  original_filename text not null check (length(original_filename) between 1 and 255),
  file_path text not null unique check (file_path ~ '^media/[A-Za-z0-9._-]{1,180}$'),
  file_size bigint not null check (file_size between 0 and 26214400),
  mime_type text not null check (
    mime_type like 'image/%' or mime_type in ('application/pdf', 'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  alt_text text check (length(alt_text) <= 300),
  is_active boolean not null default true,
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  width integer check (width between 1 and 100000),
  height integer check (height between 1 and 100000),
  focal_x smallint not null default 50 check (focal_x between 0 and 100),
  focal_y smallint not null default 50 check (focal_y between 0 and 100),
  sizes jsonb not null default '[]' check (private.are_image_sizes(sizes, file_path)),
  is_demo boolean not null default false,
  search_text text generated always as (private.fold_text(original_filename || ' ' || coalesce(alt_text, ''))) stored
);
comment on table public.cms_media
  is 'Files of the media library; the bytes are in the bucket cms-media. Deleting is is_active = false.';
comment on column public.cms_media.focal_x
  is 'The focal point of a cropped image, in percent from the left; focal_y from the top.';
comment on column public.cms_media.sizes
  is 'Smaller copies in the same bucket: [{"width": 640, "path": "media/…-640.webp"}].';
comment on column public.cms_media.is_demo
  is 'Came with the demonstration data; its bytes are in the product''s own seed folder.';

create index cms_media_created_idx on public.cms_media (created_at desc) where is_active;
-- Separate indexes for deleted files and for each kind: the library lists thousands of files.
create index cms_media_images_idx on public.cms_media (created_at desc, id) where is_active
  and mime_type like 'image/%';
create index cms_media_documents_idx on public.cms_media (created_at desc, id) where is_active
  and mime_type not like 'image/%';
create index cms_media_deleted_idx on public.cms_media (created_at desc, id) where not is_active;
create index cms_media_sizes_idx on public.cms_media using gin (sizes jsonb_path_ops);

alter table public.cms_media enable row level security;
grant select on public.cms_media to anon, authenticated;
grant
  insert (filename, original_filename, file_path, file_size, mime_type, alt_text, is_active, width, height, focal_x,
    focal_y, sizes),
  update (filename, original_filename, alt_text, is_active, focal_x, focal_y)
  on public.cms_media to authenticated;

create policy "Everyone sees active files" on public.cms_media for select to anon, authenticated using (is_active);
create policy "Super admins see every file" on public.cms_media for select to authenticated
  using ((select private.may('media:write')));
create policy "Super admins add files" on public.cms_media for insert to authenticated with
  check ((select private.may('media:write')));
create policy "Super admins update files" on public.cms_media for update to authenticated
  using ((select private.may('media:write'))) with check ((select private.may('media:write')));

create trigger audit after insert or update or delete on public.cms_media for each row execute function private.audit();
create trigger a_right before update on public.cms_media for each row execute function private.enforce_editor_right();
create trigger revise after update of focal_x, focal_y, is_active on public.cms_media for each statement
  execute function private.bump_content_revision();
create trigger a_focus before update of focal_x, focal_y on public.cms_media
  for each row when ((old.focal_x, old.focal_y) is distinct from (new.focal_x, new.focal_y))
    execute function private.enforce_editor_right_on_crop();

-- Files of the library are changed by publishers only; an editor may delete the remains of a failed upload.
create function private.can_change_file(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may('media:write') and (not private.is_cms_editor() or not exists (
    select from public.cms_media m where m.file_path = path
      or m.sizes @> jsonb_build_array(jsonb_build_object('path', path))))
$$;
grant execute on function private.can_change_file(text) to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'cms-media', 'cms-media', true, 26214400,
  array['image/*', 'application/pdf', 'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'])
on conflict (id) do nothing;

create policy "Super admins list the site's files" on storage.objects for select to authenticated
  using (bucket_id = 'cms-media' and (select private.may('media:write')));
create policy "Super admins upload the site's files" on storage.objects for insert to authenticated
  with check (bucket_id = 'cms-media' and (select private.may('media:write')));
create policy "Publishers replace the site's files" on storage.objects for update to authenticated
  using (bucket_id = 'cms-media' and (select private.may('media:write')) and private.can_change_file(name)) with
    check (bucket_id = 'cms-media' and private.can_change_file(name));
create policy "Publishers remove the site's files" on storage.objects for delete to authenticated
  using (bucket_id = 'cms-media' and (select private.may('media:write')) and private.can_change_file(name));

-- Hides the smaller copies together with the image.
create function private.set_media_visibility() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update storage.objects o
  set user_metadata = coalesce(o.user_metadata, '{}') || jsonb_build_object('hidden', not new.is_active)
  where o.bucket_id = 'cms-media'
    and (o.name = new.file_path or o.name in (select s ->> 'path' from jsonb_array_elements(new.sizes) as s));
  return new;
end
$$;
comment on function private.set_media_visibility() is 'The storage service gives no hidden object to visitors.';
create trigger show_or_hide after update of is_active on public.cms_media
  for each row when (old.is_active is distinct from new.is_active) execute function private.set_media_visibility();

-- Pages, texts and prices that use a file of the library, as social image too.
create function public.media_uses(media_id uuid) returns table (page_id uuid, title text, slug text, is_public boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require('media:write');
  return query
  select p.id, p.title, p.slug,
    coalesce(strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), place) > 0
    or strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0
  order by p.title limit 50;
end
$$;
comment on function public.media_uses(uuid)
  is 'The pages whose working copy or published state holds the file; is_public: visitors see it there.';
grant execute on function public.media_uses(uuid) to authenticated;

-- A new social image increments the page's version like any other edit.
create function private.bump_version_for_social_image() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.social_image is distinct from old.social_image and new.version = old.version then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger keep_social_image before update on public.cms_pages for each row
  execute function private.bump_version_for_social_image();

create function private.remove_demonstration_site() returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  delete from public.cms_pages where is_demo and version = 1;
  -- Files on a page that an editor has made are kept.
  with unused as (
    delete from public.cms_media m where m.is_demo
      and not exists (select from public.cms_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), m.file_path) > 0)
      and not exists (select from public.published_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), m.file_path) > 0)
    returning m.file_path, m.sizes)
  select array_agg(path) into gone from (
    select file_path as path from unused union all select s ->> 'path'
      from unused, jsonb_array_elements(unused.sizes) as s) as paths;
  if gone is not null then
    delete from storage.objects where bucket_id = 'cms-media' and name = any (gone);
  end if;
end
$$;
