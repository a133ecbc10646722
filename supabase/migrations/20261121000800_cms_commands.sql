-- Publishing, restoring and the media library.
create function private.page_of(wanted uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
begin
  perform private.require_super_admin();
  select * into page from public.cms_pages where id = wanted for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This page is no longer here. Someone may have deleted it.', hint = 'page.not_found';
  end if;
  return page;
end
$$;

create function private.require_version(page public.cms_pages, expected integer) returns void
language plpgsql set search_path = '' as $$
begin
  if expected is not null and page.version <> expected then
    raise exception using errcode = '55000', message = 'Somebody else saved this page in the meantime. Reload it to see their changes.', hint = 'page.changed_meanwhile', detail = 'version';
  end if;
end
$$;

create function public.publish_page(page_id uuid, expected_version integer default null) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.page_of(page_id);
begin
  perform private.require_version(page, expected_version);
  if page.is_published then
    perform private.make_page_public(page);
    update public.cms_pages p set published_version = page.version, publish_at = null where p.id = page.id returning * into page;
  else
    update public.cms_pages p set is_published = true where p.id = page.id;
    select * into page from public.cms_pages p where p.id = page.id;
  end if;
  return page;
end
$$;
comment on function public.publish_page(uuid, integer) is 'Makes the working copy what visitors read. Refused when expected_version is not the page''s.';

create function public.unpublish_page(page_id uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.page_of(page_id);
begin
  update public.cms_pages p set is_published = false, publish_at = null where p.id = page.id;
  select * into page from public.cms_pages p where p.id = page.id;
  return page;
end
$$;

create function public.restore_page_version(version_id uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  kept public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require_super_admin();
  select * into kept from public.cms_page_versions v where v.id = version_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This version is no longer here.', hint = 'page.version_not_found';
  end if;
  page := private.page_of(kept.page_id);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = kept.title, meta_description = kept.meta_description, body = kept.body
  where p.id = kept.page_id returning * into page;
  return page;
end
$$;
comment on function public.restore_page_version(uuid) is 'Puts an earlier version into the working copy; what was there is kept as a version. The address stays.';

create function public.save_page_version(page_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_page_version(private.page_of(page_id), 'saved');
end
$$;

grant execute on function public.publish_page(uuid, integer), public.unpublish_page(uuid), public.restore_page_version(uuid), public.save_page_version(uuid) to authenticated;

create table public.cms_media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 200),
  original_filename text not null check (length(original_filename) between 1 and 255),
  file_path text not null unique check (file_path ~ '^media/[A-Za-z0-9._-]{1,180}$'),
  file_size bigint not null check (file_size between 0 and 26214400),
  mime_type text not null check (
    mime_type like 'image/%' or mime_type in ('application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  alt_text text check (length(alt_text) <= 300),
  is_active boolean not null default true,
  uploaded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now()
);
comment on table public.cms_media is 'Files of the media library; the bytes are in the bucket cms-media. Deleting is is_active = false.';
create index cms_media_created_idx on public.cms_media (created_at desc) where is_active;

create trigger audit after insert or update or delete on public.cms_media for each row execute function private.audit();
alter table public.cms_media enable row level security;
grant select on public.cms_media to anon, authenticated;
grant insert (filename, original_filename, file_path, file_size, mime_type, alt_text, is_active), update (filename, original_filename, alt_text, is_active) on public.cms_media to authenticated;
create policy "Everyone sees active files" on public.cms_media for select to anon, authenticated using (is_active);
create policy "Super admins see every file" on public.cms_media for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins add files" on public.cms_media for insert to authenticated with check ((select private.is_super_admin()));
create policy "Super admins update files" on public.cms_media for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('cms-media', 'cms-media', true, 26214400, array['image/*', 'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'])
on conflict (id) do nothing;
create policy "Super admins list the site's files" on storage.objects for select to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin()));
create policy "Super admins upload the site's files" on storage.objects for insert to authenticated
  with check (bucket_id = 'cms-media' and (select private.is_super_admin()));
create policy "Super admins replace the site's files" on storage.objects for update to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin())) with check (bucket_id = 'cms-media' and (select private.is_super_admin()));
create policy "Super admins remove the site's files" on storage.objects for delete to authenticated
  using (bucket_id = 'cms-media' and (select private.is_super_admin()));
