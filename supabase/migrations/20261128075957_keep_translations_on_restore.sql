set check_function_bodies = off;

create or replace function public.restore_page_version (
  version_id       uuid,
  expected_version integer default null::integer
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  snapshot public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require_super_admin();
  select * into snapshot from public.cms_page_versions v where v.id = version_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This version is no longer here.', hint = 'page.version_not_found';
  end if;
  page := private.lock_page(snapshot.page_id);
  perform private.require_version(page, expected_version);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = snapshot.title, meta_description = snapshot.meta_description, social_image = snapshot.social_image, body = snapshot.body,
    -- A language that was added after this version stays; its note of the English it is a translation of shows it as outdated.
    translations = page.translations || snapshot.translations
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$function$;
