create function public.publish_page(page_id uuid, expected_version integer default null) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
begin
  perform private.require_version(page, expected_version);
  if page.is_published then
    perform private.publish_snapshot(page);
    update public.cms_pages p set published_version = page.version, publish_at = null where p.id = page.id
      returning * into page;
  else
    update public.cms_pages p set is_published = true where p.id = page.id;
    select * into page from public.cms_pages p where p.id = page.id;
  end if;
  return page;
end
$$;
comment on function public.publish_page(uuid, integer) is
  'Makes the working copy what visitors read. Refused when expected_version is not the page''s.';
grant execute on function public.publish_page(uuid, integer) to authenticated;

create function public.unpublish_page(page_id uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
begin
  update public.cms_pages p set is_published = false, publish_at = null where p.id = page.id;
  select * into page from public.cms_pages p where p.id = page.id;
  return page;
end
$$;
grant execute on function public.unpublish_page(uuid) to authenticated;

create function public.schedule_page(page_id uuid, expected_version integer, publish_at timestamptz,
  unpublish_at timestamptz) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages := private.lock_page(page_id);
  snapshot uuid;
begin
  perform private.require_version(page, expected_version);
  if schedule_page.publish_at <= now() or schedule_page.unpublish_at <= now() then
    perform private.refuse('page.time_has_passed', 'Choose a time that is still to come.', field => 'publish_at');
  end if;
  if schedule_page.unpublish_at <= schedule_page.publish_at then
    perform private.refuse('page.times_crossed', 'A page is unpublished after it is published. Choose a later time.',
      field => 'unpublish_at');
  end if;
  if schedule_page.unpublish_at is not null and schedule_page.publish_at is null and not page.is_published then
    perform private.refuse('page.not_published', 'This page is not published yet. First choose when to publish it.',
      field => 'unpublish_at');
  end if;
  if schedule_page.publish_at is not null then
    perform private.record_page_version(page, 'scheduled');
    select v.id into snapshot from public.cms_page_versions v where v.page_id = page.id and v.reason = 'scheduled'
      order by v.created_at desc, v.id limit 1;
  end if;
  update public.cms_pages p set publish_at = schedule_page.publish_at, unpublish_at = schedule_page.unpublish_at,
    scheduled_version_id = snapshot
  where p.id = page.id returning * into page;
  return page;
end
$$;
comment on function public.schedule_page(uuid, integer, timestamptz, timestamptz) is
  'Chooses when this very version is published and when the page is taken back; null cancels.';
grant execute on function public.schedule_page(uuid, integer, timestamptz, timestamptz) to authenticated;

-- Publishes or unpublishes a page whose moment has come, unless it was planned for another moment since.
create function private.publish_due_page(page_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
  snapshot public.cms_page_versions;
begin
  select * into page from public.cms_pages p where p.id = page_id and p.publish_at <= now() for update;
  if found then
    select * into snapshot from public.cms_page_versions v where v.id = page.scheduled_version_id;
    if found then
      -- Visitors get the version that was scheduled, with its slug if no other page has taken it since.
      page.title := snapshot.title;
      if not exists (select from public.cms_pages p where p.slug = snapshot.slug and p.id <> page.id) then
        page.slug := snapshot.slug;
      end if;
      page.meta_description := snapshot.meta_description;
      page.social_image := snapshot.social_image;
      page.body := snapshot.body;
      page.translations := snapshot.translations;
      page.version := snapshot.version;
    end if;
    update public.cms_pages set publish_at = null, scheduled_version_id = null where id = page.id;
    if not page.is_published then
      perform set_config('masomo.snapshot', 'made', true);
      update public.cms_pages set is_published = true where id = page.id;
      perform set_config('masomo.snapshot', '', true);
    end if;
    perform private.publish_snapshot(page);
    update public.cms_pages set published_version = page.version where id = page.id;
  end if;
  update public.cms_pages p set is_published = false, unpublish_at = null where p.id = page_id
    and p.unpublish_at <= now();
end
$$;

-- Keeps the snapshot in step when is_published is updated directly.
create function private.sync_published_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_published and (tg_op = 'INSERT' or not old.is_published) then
    if coalesce(current_setting('masomo.snapshot', true), '') = 'made' then
      return null;
    end if;
    perform private.publish_snapshot(new);
    update public.cms_pages set published_version = new.version, publish_at = null, scheduled_version_id = null
      where id = new.id;
  elsif tg_op = 'UPDATE' and old.is_published and not new.is_published then
    delete from public.published_pages where page_id = new.id;
    update public.cms_pages set published_version = null, unpublish_at = null where id = new.id;
  end if;
  return null;
end
$$;
create trigger sync_published_page after insert
  or update of is_published on public.cms_pages for each row execute function private.sync_published_page();

create function private.publish_snapshot(page public.cms_pages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  former text;
begin
  select slug into former from public.published_pages where page_id = page.id;
  -- A page that was unpublished for a while redirects from the slug it was last published at.
  if former is null then
    select v.slug into former from public.cms_page_versions v where v.page_id = page.id and v.reason = 'published'
      order by v.created_at desc limit 1;
  end if;
  delete from public.cms_redirects where slug = page.slug;
  if former <> page.slug and not exists (select from public.published_pages p where p.slug = former
    and p.page_id <> page.id) then
    insert into public.cms_redirects (slug, page_id)
      values (former, page.id) on conflict (slug) do update set page_id = excluded.page_id;
  end if;
  insert into public.published_pages (page_id, slug, title, meta_description, social_image, body, translations,
    languages, version)
  values (page.id, page.slug, page.title, page.meta_description, page.social_image, page.body, page.translations,
    array['en'] || array(select jsonb_object_keys(page.translations)), page.version)
  on conflict (page_id) do update set slug = excluded.slug, title = excluded.title,
    meta_description = excluded.meta_description,
    social_image = excluded.social_image, body = excluded.body, translations = excluded.translations,
      languages = excluded.languages,
    version = excluded.version, published_at = now();
  perform private.record_page_version(page, 'published');
end
$$;

create function public.restore_page_version(version_id uuid, expected_version integer default null)
  returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  snapshot public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into snapshot from public.cms_page_versions v where v.id = version_id;
  if not found then
    perform private.refuse('page.version_not_found', 'This version is no longer here.', errcode => 'P0002');
  end if;
  page := private.lock_page(snapshot.page_id);
  perform private.require_version(page, expected_version);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = snapshot.title, meta_description = snapshot.meta_description,
    social_image = snapshot.social_image, body = snapshot.body,
    -- A language that was added after this version stays; its note of the English it is a translation of shows it as
    -- outdated.
    translations = page.translations || snapshot.translations
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$$;
comment on function public.restore_page_version(uuid, integer) is
  'Puts an earlier version into the working copy; the replaced content is saved as a version. The address stays. '
    'Refused when expected_version is not the page''s.';
grant execute on function public.restore_page_version(uuid, integer) to authenticated;
