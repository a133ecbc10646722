-- Two rights in the CMS, both of super admins: a publisher decides what visitors see, an editor prepares it.
-- Triggers on the tables enforce it for screens, functions and direct calls alike.
create type public.cms_right as enum ('editor', 'publisher');

create table public.cms_rights (
  id uuid primary key references public.users (id) on delete cascade,
  cms_right public.cms_right not null,
  updated_at timestamptz not null default now()
);
comment on table public.cms_rights
  is 'Accounts whose right in the CMS was set. A super admin without a row is a publisher.';

select private.school_table('public.cms_rights', needs_subscription => false, audit => true);
grant select on public.cms_rights to authenticated;

create policy "Super admins read the rights" on public.cms_rights for select to authenticated
  using ((select private.may('user:read')));

create trigger touch before update on public.cms_rights for each row execute function private.touch_updated_at();

create function private.is_cms_editor() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.cms_rights r where r.id = private.signed_in_uid() and r.cms_right = 'editor')
$$;

create function public.set_cms_right(person_id uuid, new_right public.cms_right) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('user:set-role');
  -- One change at a time: two publishers who make each other editors would leave none.
  perform pg_advisory_xact_lock(hashtext('cms rights'));
  if private.is_cms_editor() then
    perform private.refuse('cms.rights_publisher_only', 'Only a publisher may change rights.', errcode => '42501');
  elsif person_id = private.signed_in_uid() then
    perform private.refuse('cms.own_right', 'Another publisher has to change your own right.');
  elsif not exists (select from public.super_admins s where s.id = person_id) then
    perform private.refuse('cms.not_found', 'This account may not open the CMS any more.', errcode => 'P0002');
  end if;
  insert into public.cms_rights (id, cms_right)
    values (person_id, new_right) on conflict (id) do update set cms_right = excluded.cms_right
    where cms_rights.cms_right <> excluded.cms_right;
  return person_id;
end
$$;
comment on function public.set_cms_right(uuid, public.cms_right) is
  'Makes a super admin an editor or a publisher. No one can change their own right, so one publisher always remains.';
grant execute on function public.set_cms_right(uuid, public.cms_right) to authenticated;

create function public.cms_people(search text default null, page integer default 1, page_size integer default 25)
  returns table (id uuid, name text, email text, cms_right public.cms_right, changes integer,
  last_change_at timestamptz, is_me boolean, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('user:set-role');
  return query
  select u.id, u.full_name, u.email::text, coalesce(r.cms_right, 'publisher'),
    coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans',
        'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where (select private.search_patterns(cms_people.search)) is null
    or private.account_text(u.first_name, u.last_name,
      u.email) like all ((select private.search_patterns(cms_people.search))::text[])
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1),
    100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$$;
comment on function public.cms_people(text, integer, integer) is
  'Those who may open the CMS, with their right and how much they changed in the last 30 days.';
grant execute on function public.cms_people(text, integer, integer) to authenticated;

create function private.require_publisher() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_cms_editor() then
    perform private.refuse(
      'cms.publisher_only', 'Only a publisher may change what visitors see. Save a draft and ask a publisher.',
      errcode => '42501');
  end if;
end
$$;

create function private.require_publisher_to_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_publisher();
  return null;
end
$$;

-- An editor may not schedule, publish, unpublish or hide anything that visitors see.
create function private.enforce_editor_right() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if not private.is_cms_editor() then
    return coalesce(new, old);
  end if;
  was := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  is_now := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  if tg_table_name = 'cms_media' then
    if tg_op = 'UPDATE' and was -> 'is_active' <> is_now -> 'is_active' then
      perform private.require_publisher();
    end if;
  elsif tg_op = 'DELETE' then
    if (was ->> 'is_published')::boolean then
      perform private.require_publisher();
    end if;
  elsif (is_now ->> 'is_published')::boolean is distinct from coalesce((was ->> 'is_published')::boolean, false)
    or is_now ->> 'publish_at' is distinct from was ->> 'publish_at'
      or is_now ->> 'unpublish_at' is distinct from was ->> 'unpublish_at' then
    perform private.require_publisher();
  end if;
  return coalesce(new, old);
end
$$;

-- Visitors see how an image on a published page is cropped.
create function private.enforce_editor_right_on_crop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_cms_editor() and exists (select from public.published_pages p
    where strpos(concat_ws(' ', p.body::text, p.translations::text), new.file_path) > 0) then
    perform private.require_publisher();
  end if;
  return new;
end
$$;
