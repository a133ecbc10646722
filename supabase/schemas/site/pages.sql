-- CMS pages. cms_pages holds the working copy; visitors read the published snapshot in published_pages.
create table public.cms_pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(btrim(title)) between 1 and 160),
  slug text not null check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  meta_description text check (length(meta_description) <= 320),
  body jsonb not null default '[]' check (jsonb_typeof(body) = 'array' and octet_length(body::text) <= 500000),
  is_published boolean not null default false,
  is_system boolean not null default false,
  version integer not null default 1,
  published_version integer,
  publish_at timestamptz,
  updated_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  social_image text check (length(social_image) <= 500 and social_image ~ '^(https?://|/($|[^/]))'
    and social_image !~ '[[:space:]\\]'),
  unpublish_at timestamptz,
  has_changes boolean not null generated always as (is_published and published_version is distinct from version) stored,
  scheduled_version_id uuid,
  is_demo boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  needs_translation text[] not null default '{sw}',
  search_text text generated always as (private.fold_text(title || ' ' || slug)) stored
);
comment on table public.cms_pages is 'The working copy of a page. body is a list of blocks.';
comment on column public.cms_pages.is_system
  is 'A page of the site itself (home, terms, privacy): it keeps its address and cannot be deleted.';
comment on column public.cms_pages.version
  is 'Grows with every save. An editor saves with the version it started from, so that no one''s work is overwritten.';
comment on column public.cms_pages.scheduled_version_id
  is 'The version that publish_at publishes: the page as it was when it was scheduled.';
comment on column public.cms_pages.translations is 'Title, description and blocks in other languages: {"sw": '
  '{"title", "meta_description", "body", "of"}}. They are published and restored with the English.';
comment on column public.cms_pages.needs_translation
  is 'Languages whose translation is missing or older than the English text.';
comment on column public.cms_pages.is_demo
  is 'Part of the demonstration data, and deleted with it unless edited since.';

create unique index cms_pages_slug_key on public.cms_pages (slug);
create index cms_pages_updated_idx on public.cms_pages (updated_at desc);
create index cms_pages_publish_at_idx on public.cms_pages (publish_at) where publish_at is not null;
create index cms_pages_unpublish_at_idx on public.cms_pages (unpublish_at) where unpublish_at is not null;
create index cms_pages_scheduled_version_idx on public.cms_pages (scheduled_version_id)
  where scheduled_version_id is not null;
create index cms_pages_updated_by_idx on public.cms_pages (updated_by, updated_at desc);

alter table public.cms_pages enable row level security;
grant
  select,
  insert (title, slug, meta_description, body, is_published, social_image, translations),
  update (title, slug, meta_description, body, is_published, social_image, translations),
  delete
  on public.cms_pages to authenticated;

create policy "Super admins see every page" on public.cms_pages for select to authenticated
  using ((select private.may('page:write')));
create policy "Super admins add pages" on public.cms_pages for insert to authenticated with
  check ((select private.may('page:write')));
create policy "Super admins update pages" on public.cms_pages for update to authenticated
  using ((select private.may('page:write'))) with check ((select private.may('page:write')));
create policy "Super admins delete pages" on public.cms_pages for delete to authenticated
  using ((select private.may('page:write')));

create trigger audit after insert or update of is_published, slug, title
  or delete on public.cms_pages for each row execute function private.audit();
create trigger check_translations before insert or update on public.cms_pages
  for each row execute function private.check_translations('title:160', 'meta_description?:320', 'body[]:500000');
create trigger a_right before insert or update
  or delete on public.cms_pages for each row execute function private.enforce_editor_right();

create table public.cms_page_versions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  version integer not null,
  title text not null,
  slug text not null,
  meta_description text,
  body jsonb not null,
  reason text not null check (reason in ('published', 'restored', 'saved', 'scheduled')),
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  social_image text,
  translations jsonb not null default '{}'
);
alter table public.cms_pages add foreign key (scheduled_version_id) references public.cms_page_versions (id) on delete
  set null;
comment on table public.cms_page_versions is 'Versions of a page: published, saved by hand, or replaced by a restore.';

create index cms_page_versions_page_idx on public.cms_page_versions (page_id, created_at desc);

alter table public.cms_page_versions enable row level security;
grant select on public.cms_page_versions to authenticated;

create policy "Super admins see versions" on public.cms_page_versions for select to authenticated
  using ((select private.may('page:write')));

create table public.published_pages (
  page_id uuid primary key references public.cms_pages (id) on delete cascade,
  slug text not null unique,
  title text not null,
  meta_description text,
  body jsonb not null,
  version integer not null,
  published_at timestamptz not null default now(),
  social_image text,
  translations jsonb not null default '{}',
  languages text[] not null default '{en}',
  search_text text generated always as (private.fold_text(title || ' ' || coalesce(meta_description, '') || ' '
    || coalesce(translations #>> '{sw,title}', '') || ' ' || coalesce(translations #>> '{sw,meta_description}', '')))
      stored
);
comment on table public.published_pages is 'What visitors read. languages: those it is written in.';
comment on column public.published_pages.search_text
  is 'Title and description in every language, folded, for the search of visitors.';

alter table public.published_pages enable row level security;
grant select on public.published_pages to anon, authenticated;

create policy "Everyone reads published pages" on public.published_pages for select to anon, authenticated using (true);

create trigger revise after insert or update or delete
  or truncate on public.published_pages for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.published_pages for each statement execute function private.require_publisher_to_write();

-- Locks a page for a change by a super admin; an error when it does not exist.
create function private.lock_page(page_id uuid) returns public.cms_pages
language plpgsql security definer set search_path = '' as $$
declare
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into page from public.cms_pages where id = page_id for update;
  if not found then
    perform private.refuse('page.not_found',
      'This page is no longer here. Someone may have deleted it.', errcode => 'P0002');
  end if;
  return page;
end
$$;

create function private.require_version(page public.cms_pages, expected integer) returns void
language plpgsql set search_path = '' as $$
begin
  if expected is not null and page.version <> expected then
    perform private.refuse(
      'page.changed_meanwhile', 'Somebody else saved this page in the meantime. Reload it to see their changes.',
      field => 'version', errcode => 'PT409');
  end if;
end
$$;

create function private.check_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      perform private.refuse(
        'page.system', 'This page belongs to the site and cannot be deleted. Unpublish it instead.',
        errcode => 'PT409');
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    perform private.refuse('page.reserved_slug', '"{address}" belongs to the site itself. Choose another address.',
      jsonb_build_object('address', new.slug), 'slug');
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      perform private.refuse(
        'page.system_address', 'This page belongs to the site and keeps its address.', field => 'slug',
        errcode => 'PT409');
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.translations)
      is distinct from (old.title, old.slug, old.meta_description, old.body, old.translations) then
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
$$;
create trigger keep before insert or update
  or delete on public.cms_pages for each row execute function private.check_page_change();

create function private.record_page_version(page public.cms_pages, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.cms_page_versions (page_id, version, title, slug, meta_description, social_image, body,
    translations, reason, created_by)
  values (page.id, page.version, page.title, page.slug, page.meta_description, page.social_image, page.body,
    page.translations, reason, (select id from public.users where id = private.signed_in_uid()))
$$;

create function public.save_page_version(page_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_page_version(private.lock_page(page_id), 'saved');
end
$$;
grant execute on function public.save_page_version(uuid) to authenticated;

-- First path segments used by the site itself. shared/domain has the same list; a test compares them.
create function private.reserved_slugs() returns text[]
language sql immutable set search_path = '' as $$
  select array['about', 'admin', 'api', 'auth', 'config', 'contact', 'dashboard', 'demo', 'faq', 'favicon', 'features',
    'functions', 'healthz', 'home',
    'login', 'manifest', 'metrics', 'offline', 'pricing', 'privacy', 'registry', 'releases', 'rest', 'robots',
      'sitemap', 'storage',
    'store', 'support', 'sw', 'terms', 'trial', 'versions']
$$;
