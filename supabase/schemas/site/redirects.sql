create table public.cms_redirects (
  slug text primary key check (length(slug) <= 80),
  page_id uuid not null references public.cms_pages (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.cms_redirects
  is 'Addresses a published page used to have; they move permanently to its present one.';

create index cms_redirects_page_idx on public.cms_redirects (page_id);

alter table public.cms_redirects enable row level security;
grant select on public.cms_redirects to anon, authenticated;

create policy "Everyone follows redirects" on public.cms_redirects for select to anon, authenticated using (true);

create trigger revise after insert or update
  or delete on public.cms_redirects for each statement execute function private.bump_content_revision();

-- Redirects that editors manage; those of renamed pages are created automatically in cms_redirects.
create table public.site_redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique,
  to_path text not null,
  created_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(from_path || ' ' || to_path)) stored
);
comment on table public.site_redirects
  is 'Permanent redirects. A page that is published at from_path comes before them.';

create index site_redirects_created_idx on public.site_redirects (created_at desc);

alter table public.site_redirects enable row level security;
grant select, insert (from_path, to_path), update (from_path, to_path),
  delete on public.site_redirects to authenticated;

create policy "Super admins see redirects" on public.site_redirects for select to authenticated
  using ((select private.may('page:write')));
create policy "Super admins add redirects" on public.site_redirects for insert to authenticated with
  check ((select private.may('page:write')));
create policy "Super admins update redirects" on public.site_redirects for update to authenticated
  using ((select private.may('page:write'))) with check ((select private.may('page:write')));
create policy "Super admins delete redirects" on public.site_redirects for delete to authenticated
  using ((select private.may('page:write')));

create trigger touch before update on public.site_redirects for each row execute function private.touch_updated_at();
create trigger audit after insert or update
  or delete on public.site_redirects for each row execute function private.audit();
create trigger revise after insert or update or delete
  or truncate on public.site_redirects for each statement execute function private.bump_content_revision();
create trigger publishers_only before insert or update
  or delete on public.site_redirects for each statement execute function private.require_publisher_to_write();

create function public.redirect_of(path text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select '/' || p.slug from public.cms_redirects r join public.published_pages p on p.page_id = r.page_id
      where '/' || r.slug = redirect_of.path),
    (select r.to_path from public.site_redirects r where r.from_path = lower(redirect_of.path)))
$$;
comment on function public.redirect_of(text) is 'Where an address without a page has moved, or null.';
grant execute on function public.redirect_of(text) to anon, authenticated;

create function public.site_addresses() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct a.path), '{}') from (
    select '/' || p.slug as path from public.published_pages p
    union all select '/' || r.slug from public.cms_redirects r
    union all select r.from_path from public.site_redirects r) a
$$;
comment on function public.site_addresses()
  is 'The addresses of published pages and of those that have moved: any other is not found.';
grant execute on function public.site_addresses() to anon, authenticated;

create function private.check_redirect() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place text;
  steps integer := 0;
begin
  -- One writer at a time: two redirects saved at once could form a loop that neither sees.
  perform pg_advisory_xact_lock(hashtext('site redirects'));
  new.from_path := lower(rtrim(btrim(new.from_path), '/'));
  new.to_path := btrim(new.to_path);
  if new.from_path !~ '^(/[a-z0-9][a-z0-9._~-]*)+$' or length(new.from_path) > 200 then
    perform private.refuse('redirect.from',
      'Enter the old address on this site, such as /old-page: letters, digits, hyphens and dots, without ? or #.',
      field => 'from_path');
  elsif split_part(split_part(new.from_path, '/', 2), '.', 1) = any (private.reserved_slugs())
    or split_part(new.from_path, '/', 2) in ('_local', 'assets') then
    perform private.refuse('redirect.reserved', '{address} belongs to the site itself and cannot be moved.',
      jsonb_build_object('address', new.from_path), 'from_path');
  elsif exists (select from public.published_pages p where '/' || p.slug = new.from_path) then
    perform private.refuse('redirect.page',
      'A page is published at this address. Unpublish it first.',
      field => 'from_path');
  elsif length(new.to_path) > 500
    or (new.to_path !~* '^https://[^\s<>"]+$' and new.to_path !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$') then
    perform private.refuse('redirect.to',
      'Enter an address on this site, such as /pricing, or one that begins with https://.',
      field => 'to_path');
  elsif exists (select from public.site_redirects r where r.from_path = new.from_path and r.id <> new.id) then
    perform private.refuse('redirect.taken',
      'This address moves already. Edit that redirect instead.',
      field => 'from_path');
  end if;
  place := new.to_path;
  while place is not null loop
    place := lower(rtrim(split_part(split_part(place, '#', 1), '?', 1), '/'));
    steps := steps + 1;
    if place = new.from_path then
      perform private.refuse('redirect.loop',
      'This would lead back to where it began. Choose another target.',
      field => 'to_path');
    elsif steps > 5 then
      perform private.refuse('redirect.chain',
      'This would send a visitor through more than five redirects. Choose the last target at once.',
      field => 'to_path');
    end if;
    select r.to_path into place from public.site_redirects r where r.from_path = place and r.id <> new.id;
  end loop;
  return new;
end
$$;
create trigger judge before insert
  or update on public.site_redirects for each row execute function private.check_redirect();

-- Only paths of pages can redirect, with .html included: other files are served without a look-up.
create function private.check_redirect_path() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.from_path ~* '\.[a-z0-9]{2,12}/?$' and new.from_path !~* '\.html?/?$' then
    perform private.refuse('redirect.file',
      'Only addresses of pages can move, such as /old-page or /old-page.html. Put a new file into the media library '
        'instead.',
      field => 'from_path');
  end if;
  return new;
end
$$;
create trigger judge_kind before insert
  or update on public.site_redirects for each row execute function private.check_redirect_path();

