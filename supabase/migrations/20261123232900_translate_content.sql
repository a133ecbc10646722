set check_function_bodies = off;

drop function public.list_plans(text, public.product_category, integer, integer);

drop function public.list_services(text, integer, integer);

alter table public.addons
  add column translations jsonb not null default '{}'::jsonb;

alter table public.addons
  add column needs_translation text[] not null default '{sw}'::text[];

alter table public.cms_page_versions
  add column translations jsonb not null default '{}'::jsonb;

alter table public.cms_pages
  add column translations jsonb not null default '{}'::jsonb;

alter table public.cms_pages
  add column needs_translation text[] not null default '{sw}'::text[];

alter table public.faqs
  add column translations jsonb not null default '{}'::jsonb;

alter table public.faqs
  add column needs_translation text[] not null default '{sw}'::text[];

alter table public.plans
  add column translations jsonb not null default '{}'::jsonb;

alter table public.plans
  add column needs_translation text[] not null default '{sw}'::text[];

alter table public.published_pages
  add column translations jsonb not null default '{}'::jsonb;

alter table public.published_pages
  add column languages text[] not null default '{en}'::text[];

alter table public.services
  add column translations jsonb not null default '{}'::jsonb;

alter table public.services
  add column needs_translation text[] not null default '{sw}'::text[];

alter table public.testimonials
  add column translations jsonb not null default '{}'::jsonb;

alter table public.testimonials
  add column needs_translation text[] not null default '{sw}'::text[];

create or replace function private.check_page_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and cannot be deleted. Unpublish it instead.', hint = 'page.system';
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    raise exception using errcode = 'P0001', message = format('"%s" belongs to the site itself. Choose another address.', new.slug), hint = 'page.reserved_slug', detail = 'slug';
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      raise exception using errcode = 'PT409', message = 'This page belongs to the site and keeps its address.', hint = 'page.system', detail = 'slug';
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.translations) is distinct from (old.title, old.slug, old.meta_description, old.body, old.translations) then
      new.version := old.version + 1;
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.translations, new.is_published)
      is distinct from (old.title, old.slug, old.meta_description, old.body, old.translations, old.is_published) then
      new.updated_at := now();
      new.updated_by := (select id from public.users where id = private.signed_in_uid());
    end if;
  else
    new.updated_by := (select id from public.users where id = private.signed_in_uid());
  end if;
  return new;
end
$function$;

create or replace function private.check_translations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  fields constant jsonb := (
    select jsonb_object_agg(parts[1], jsonb_build_object('kind', parts[2], 'most', parts[3]::integer))
    from unnest(tg_argv) as argument, regexp_match(argument, '^([a-z_]+)(\?|\*|\[\])?:([0-9]+)$') as parts);
  source constant text := md5((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where fields ? key)::text);
  wrong record;
begin
  select t.language, coalesce(f.field, t.language) as field, case
      when t.language <> all (private.translation_languages()) then 'There are no texts in this language.'
      when jsonb_typeof(t.value) <> 'object' then 'This is a group of fields.'
      when f.field is null then null
      when not fields ? f.field then 'This field is unknown.'
      else private.translation_problem(t.value -> f.field, coalesce(fields #>> array[f.field, 'kind'], ''), (fields #>> array[f.field, 'most'])::integer)
    end as problem
  into wrong
  from jsonb_each(new.translations) as t (language, value)
  left join lateral (
    select jsonb_object_keys(fields) union select jsonb_object_keys(case when jsonb_typeof(t.value) = 'object' then t.value - 'of' else '{}' end)
  ) as f (field) on true
  order by problem nulls last limit 1;
  if wrong.problem is not null then
    raise exception using errcode = 'P0001', message = wrong.problem, hint = 'translation.invalid', detail = wrong.language || '.' || wrong.field;
  end if;
  select coalesce(jsonb_object_agg(t.language, t.value || jsonb_build_object('of', coalesce(
      nullif(t.value ->> 'of', ''), case when tg_op = 'UPDATE' and not t.value ? 'of' then old.translations #>> array[t.language, 'of'] end, source))), '{}')
  into new.translations from jsonb_each(new.translations) as t (language, value);
  new.needs_translation := array(
    select language from unnest(private.translation_languages()) as language
    where new.translations #>> array[language, 'of'] is distinct from source);
  return new;
end
$function$;

create or replace function private.enforce_editor_right_on_crop()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_cms_editor() and exists (select from public.published_pages p where strpos(concat_ws(' ', p.body::text, p.translations::text), new.file_path) > 0) then
    perform private.require_publisher();
  end if;
  return new;
end
$function$;

create or replace function private.publish_due_pages()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages;
  snapshot public.cms_page_versions;
  done integer := 0;
begin
  for page in select * from public.cms_pages where publish_at <= now() for update skip locked loop
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
    done := done + 1;
  end loop;
  for page in select * from public.cms_pages where unpublish_at <= now() for update skip locked loop
    update public.cms_pages set is_published = false, unpublish_at = null where id = page.id;
    done := done + 1;
  end loop;
  return done;
end
$function$;

create or replace function private.publish_snapshot (
  page public.cms_pages
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  former text;
begin
  select slug into former from public.published_pages where page_id = page.id;
  -- A page that was unpublished for a while redirects from the slug it was last published at.
  if former is null then
    select v.slug into former from public.cms_page_versions v where v.page_id = page.id and v.reason = 'published' order by v.created_at desc limit 1;
  end if;
  delete from public.cms_redirects where slug = page.slug;
  if former <> page.slug and not exists (select from public.published_pages p where p.slug = former and p.page_id <> page.id) then
    insert into public.cms_redirects (slug, page_id) values (former, page.id) on conflict (slug) do update set page_id = excluded.page_id;
  end if;
  insert into public.published_pages (page_id, slug, title, meta_description, social_image, body, translations, languages, version)
  values (page.id, page.slug, page.title, page.meta_description, page.social_image, page.body, page.translations,
    array['en'] || array(select jsonb_object_keys(page.translations)), page.version)
  on conflict (page_id) do update set slug = excluded.slug, title = excluded.title, meta_description = excluded.meta_description,
    social_image = excluded.social_image, body = excluded.body, translations = excluded.translations, languages = excluded.languages,
    version = excluded.version, published_at = now();
  perform private.record_page_version(page, 'published');
end
$function$;

create or replace function private.record_page_version (
  page   public.cms_pages,
  reason text
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.cms_page_versions (page_id, version, title, slug, meta_description, social_image, body, translations, reason, created_by)
  values (page.id, page.version, page.title, page.slug, page.meta_description, page.social_image, page.body, page.translations, reason, (select id from public.users where id = private.signed_in_uid()))
$function$;

create or replace function private.remove_demonstration_site()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  gone text[];
begin
  delete from public.cms_pages where is_demo and version = 1;
  -- Files on a page that an editor has made are kept.
  with unused as (
    delete from public.cms_media m where m.is_demo
      and not exists (select from public.cms_pages p where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), m.file_path) > 0)
      and not exists (select from public.published_pages p where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), m.file_path) > 0)
    returning m.file_path, m.sizes)
  select array_agg(path) into gone from (
    select file_path as path from unused union all select s ->> 'path' from unused, jsonb_array_elements(unused.sizes) as s) as paths;
  if gone is not null then
    delete from storage.objects where bucket_id = 'cms-media' and name = any (gone);
  end if;
end
$function$;

create or replace function private.translation_languages()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$ select array['sw'] $function$;

create or replace function private.translation_problem (
  value jsonb,
  kind  text,
  most  integer
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case
    when value is null then case when kind = '' then 'Enter something here.' end
    when kind = '[]' then case when jsonb_typeof(value) <> 'array' or octet_length(value::text) > most then 'This is too long.' end
    when kind = '*' then case when jsonb_typeof(value) <> 'object' then 'This is a group of fields.'
      else (select min(private.translation_problem(line.value, '', most)) from jsonb_each(value) as line) end
    when jsonb_typeof(value) <> 'string' then 'Enter something here.'
    else private.text_problem(value #>> '{}', format('text%s:%s', kind, most))
  end;
end
$function$;

create or replace function public.list_plans (
  search        text                    default null::text,
  only_category public.product_category default null::public.product_category,
  page          integer                 default 1,
  page_size     integer                 default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    period            public.plan_period,
    highlight         boolean,
    badge             text,
    features          jsonb,
    max_students      integer,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    subscribers       integer,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and (private.null_if_blank(list_plans.search) is null or strpos(lower(p.name || ' ' || p.description), lower(btrim(list_plans.search))) > 0)
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$function$;

create or replace function public.list_services (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    unit              text,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where private.null_if_blank(list_services.search) is null or strpos(lower(s.name || ' ' || s.description), lower(btrim(list_services.search))) > 0
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.position, f.name, f.id;
end
$function$;

create or replace function public.media_uses (
  media_id uuid
)
  returns table (
    page_id   uuid,
    title     text,
    slug      text,
    is_public boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  place constant text := (select m.file_path from public.cms_media m where m.id = media_id);
begin
  perform private.require_super_admin();
  return query
  select p.id, p.title, p.slug, coalesce(strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0, false)
  from public.cms_pages p left join public.published_pages v on v.page_id = p.id
  where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), place) > 0 or strpos(concat_ws(' ', v.social_image, v.body::text, v.translations::text), place) > 0
  order by p.title limit 50;
end
$function$;

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
    translations = snapshot.translations
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$function$;

create or replace function public.search_cms (
  term      text,
  only_kind text default null::text
)
  returns table (
    kind   text,
    id     text,
    title  text,
    detail text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

alter table public.addons
  add constraint addons_translations_check check ((jsonb_typeof(translations) = 'object'::text));

alter table public.cms_pages
  add constraint cms_pages_translations_check check ((jsonb_typeof(translations) = 'object'::text));

alter table public.faqs
  add constraint faqs_translations_check check ((jsonb_typeof(translations) = 'object'::text));

alter table public.plans
  add constraint plans_translations_check check ((jsonb_typeof(translations) = 'object'::text));

alter table public.services
  add constraint services_translations_check check ((jsonb_typeof(translations) = 'object'::text));

alter table public.testimonials
  add constraint testimonials_translations_check check ((jsonb_typeof(translations) = 'object'::text));

create trigger check_translations
  before insert or update on public.addons
  for each row
  execute function private.check_translations('description:500', 'features*:200');

create trigger check_translations
  before insert or update on public.cms_pages
  for each row
  execute function private.check_translations('title:160', 'meta_description?:320', 'body[]:500000');

create trigger check_translations
  before insert or update on public.faqs
  for each row
  execute function private.check_translations('question:300', 'answer:3000');

create trigger check_translations
  before insert or update on public.plans
  for each row
  execute function private.check_translations('description:500', 'badge?:40', 'features*:120');

create trigger check_translations
  before insert or update on public.services
  for each row
  execute function private.check_translations('description:500');

create trigger check_translations
  before insert or update on public.testimonials
  for each row
  execute function private.check_translations('quote:600', 'role:120');

comment on column public.addons.needs_translation is 'Languages whose translation is missing or older than the English text. Names are not translated: orders and licences have them too.';

comment on column public.cms_pages.needs_translation is 'Languages whose translation is missing or older than the English text.';

comment on column public.cms_pages.translations is 'Title, description and blocks in other languages: {"sw": {"title", "meta_description", "body", "of"}}. They are published and restored with the English.';

comment on column public.faqs.needs_translation is 'Languages whose translation is missing or older than the English text.';

comment on column public.plans.needs_translation is 'Languages whose translation is missing or older than the English text. Names are not translated: orders and licences have them too.';

comment on column public.services.needs_translation is 'Languages whose translation is missing or older than the English text. Names are not translated: orders and licences have them too.';

comment on column public.testimonials.needs_translation is 'Languages whose translation is missing or older than the English text.';

comment on function public.list_plans(text, public.product_category, integer, integer) is 'Every plan, on sale or not. subscribers: schools that have it now. orders: how many orders name it. total counts all that match.';

comment on function public.list_services(text, integer, integer) is 'Every service, on sale or not. orders: how many orders name it. total counts all that match.';

comment on table public.published_pages is 'What visitors read. languages: those it is written in.';

comment on table public.testimonials is 'What customers say. Names of people and institutions are not translated.';

revoke all on function private.check_translations() from public;

revoke all on function private.translation_languages() from public;

revoke all on function private.translation_problem(jsonb, text, integer) from public;

revoke all on function public.list_plans(text, public.product_category, integer, integer) from public;

grant execute on function public.list_plans(text, public.product_category, integer, integer) to authenticated;

grant execute on function public.list_plans(text, public.product_category, integer, integer) to service_role;

revoke all on function public.list_services(text, integer, integer) from public;

grant execute on function public.list_services(text, integer, integer) to authenticated;

grant execute on function public.list_services(text, integer, integer) to service_role;

revoke all (translations) on table public.addons from authenticated;

grant insert (translations), update (translations) on table public.addons to authenticated;

revoke all (translations) on table public.cms_pages from authenticated;

grant insert (translations), update (translations) on table public.cms_pages to authenticated;

revoke all (translations) on table public.faqs from authenticated;

grant insert (translations), update (translations) on table public.faqs to authenticated;

revoke all (translations) on table public.plans from authenticated;

grant insert (translations), update (translations) on table public.plans to authenticated;

revoke all (translations) on table public.services from authenticated;

grant insert (translations), update (translations) on table public.services to authenticated;

revoke all (translations) on table public.testimonials from authenticated;

grant insert (translations), update (translations) on table public.testimonials to authenticated;
