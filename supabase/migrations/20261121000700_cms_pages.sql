-- Pages editors write. cms_pages holds the working copy; what visitors read is the snapshot publishing made of it.
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
  updated_at timestamptz not null default now()
);
comment on table public.cms_pages is 'The working copy of a page. body is a list of blocks.';
comment on column public.cms_pages.is_system is 'A page of the site itself (home, terms, privacy): it keeps its address and cannot be deleted.';
comment on column public.cms_pages.version is 'Grows with every save. An editor saves with the version it started from, so that nobody''s work is overwritten.';
create unique index cms_pages_slug_key on public.cms_pages (slug);
create index cms_pages_updated_idx on public.cms_pages (updated_at desc);
create index cms_pages_publish_at_idx on public.cms_pages (publish_at) where publish_at is not null;

create table public.cms_page_versions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  version integer not null,
  title text not null,
  slug text not null,
  meta_description text,
  body jsonb not null,
  reason text not null check (reason in ('published', 'restored', 'saved')),
  created_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.cms_page_versions is 'What a page was whenever it was published, kept by hand or about to be replaced by a restore.';
create index cms_page_versions_page_idx on public.cms_page_versions (page_id, created_at desc);

create table public.published_pages (
  page_id uuid primary key references public.cms_pages (id) on delete cascade,
  slug text not null unique,
  title text not null,
  meta_description text,
  body jsonb not null,
  version integer not null,
  published_at timestamptz not null default now()
);
comment on table public.published_pages is 'What visitors read.';

create table public.cms_redirects (
  slug text primary key check (length(slug) <= 80),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.cms_redirects is 'Addresses a published page used to have; they move permanently to its present one.';
create index cms_redirects_page_idx on public.cms_redirects (page_id);

-- Addresses of the site itself; the same list stands in the domain's slug rules and a test compares them.
create function private.reserved_slugs() returns text[]
language sql immutable set search_path = '' as $$
  select array['about', 'admin', 'api', 'auth', 'config', 'contact', 'dashboard', 'demo', 'faq', 'favicon', 'features', 'functions', 'healthz', 'home',
    'login', 'manifest', 'metrics', 'offline', 'pricing', 'privacy', 'registry', 'releases', 'rest', 'robots', 'sitemap', 'storage',
    'store', 'support', 'sw', 'terms', 'versions']
$$;

create function private.keep_page() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      raise exception using errcode = '55000', message = 'This page belongs to the site and cannot be deleted. Unpublish it instead.', hint = 'page.system';
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    raise exception using errcode = 'P0001', message = format('"%s" belongs to the site itself. Choose another address.', new.slug), hint = 'page.reserved_slug', detail = 'slug';
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      raise exception using errcode = '55000', message = 'This page belongs to the site and keeps its address.', hint = 'page.system', detail = 'slug';
    end if;
    if (new.title, new.slug, new.meta_description, new.body) is distinct from (old.title, old.slug, old.meta_description, old.body) then
      new.version := old.version + 1;
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.is_published) is distinct from (old.title, old.slug, old.meta_description, old.body, old.is_published) then
      new.updated_at := now();
      new.updated_by := (select id from public.users where id = auth.uid());
    end if;
  else
    new.updated_by := (select id from public.users where id = auth.uid());
  end if;
  return new;
end
$$;
create trigger keep before insert or update or delete on public.cms_pages for each row execute function private.keep_page();

create function private.record_page_version(page public.cms_pages, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.cms_page_versions (page_id, version, title, slug, meta_description, body, reason, created_by)
  values (page.id, page.version, page.title, page.slug, page.meta_description, page.body, reason, (select id from public.users where id = auth.uid()))
$$;

create function private.make_page_public(page public.cms_pages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  former text;
begin
  select slug into former from public.published_pages where page_id = page.id;
  delete from public.cms_redirects where slug = page.slug;
  if former <> page.slug then
    insert into public.cms_redirects (slug, page_id) values (former, page.id) on conflict (slug) do update set page_id = excluded.page_id;
  end if;
  insert into public.published_pages (page_id, slug, title, meta_description, body, version)
  values (page.id, page.slug, page.title, page.meta_description, page.body, page.version)
  on conflict (page_id) do update set slug = excluded.slug, title = excluded.title, meta_description = excluded.meta_description,
    body = excluded.body, version = excluded.version, published_at = now();
  perform private.record_page_version(page, 'published');
end
$$;

-- is_published may be switched directly: the snapshot follows it.
create function private.follow_publication() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_published and (tg_op = 'INSERT' or not old.is_published) then
    perform private.make_page_public(new);
    update public.cms_pages set published_version = new.version, publish_at = null where id = new.id;
  elsif tg_op = 'UPDATE' and old.is_published and not new.is_published then
    delete from public.published_pages where page_id = new.id;
    update public.cms_pages set published_version = null where id = new.id;
  end if;
  return null;
end
$$;
create trigger follow_publication after insert or update of is_published on public.cms_pages for each row execute function private.follow_publication();
create trigger audit after insert or update of is_published, slug, title or delete on public.cms_pages for each row execute function private.audit();
create trigger revise after insert or update or delete or truncate on public.published_pages for each statement execute function private.bump_content_revision();
create trigger revise after insert or update or delete on public.cms_redirects for each statement execute function private.bump_content_revision();

alter table public.cms_pages enable row level security;
alter table public.cms_page_versions enable row level security;
alter table public.published_pages enable row level security;
alter table public.cms_redirects enable row level security;
grant select, delete on public.cms_pages to authenticated;
grant insert (title, slug, meta_description, body, is_published, publish_at), update (title, slug, meta_description, body, is_published, publish_at) on public.cms_pages to authenticated;
grant select on public.cms_page_versions to authenticated;
grant select on public.published_pages, public.cms_redirects to anon, authenticated;

create policy "Super admins see every page" on public.cms_pages for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins add pages" on public.cms_pages for insert to authenticated with check ((select private.is_super_admin()));
create policy "Super admins update pages" on public.cms_pages for update to authenticated
  using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete pages" on public.cms_pages for delete to authenticated using ((select private.is_super_admin()));
create policy "Super admins see versions" on public.cms_page_versions for select to authenticated using ((select private.is_super_admin()));
create policy "Everyone reads published pages" on public.published_pages for select to anon, authenticated using (true);
create policy "Everyone follows redirects" on public.cms_redirects for select to anon, authenticated using (true);
