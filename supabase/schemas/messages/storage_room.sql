-- How much room a school's files may take. It is asked for by the policies of the bucket, so that it holds whichever
-- service stores the files.

-- What a school may store by its running plan, or without one.
create function private.plan_storage(school uuid)
returns table (plan_id uuid, plan text, is_trial boolean, megabytes integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  today constant date := private.school_today(school);
  running public.subscriptions;
begin
  select s.* into running from public.subscriptions s
  where s.school_id = private.payer_of(school) and s.revoked_at is null and s.started_on <= today
    and s.ends_on >= today
  order by s.is_trial, s.ends_on desc limit 1;
  return query
  select running.plan_id, (select p.name from public.plans p where p.id = running.plan_id),
    coalesce(running.is_trial, false),
    coalesce((select l.megabytes from private.storage_limits l
      where l.is_trial = coalesce(running.is_trial, false) and (l.plan_id is null or l.plan_id = running.plan_id)
      order by l.plan_id is null limit 1), case when running.is_trial then 512 else 5120 end);
end
$$;

create function private.storage_limit(school uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select s.storage_megabytes from public.schools s where s.id = storage_limit.school),
    p.megabytes)::bigint * 1048576
  from private.plan_storage(storage_limit.school) p
$$;
comment on function private.storage_limit(uuid) is 'In bytes: as set for the school, else for the plan, else for all '
  'of its kind, else 512 MB in a trial and 5 GB otherwise.';

create function private.stored_bytes(school uuid) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
    where o.bucket_id in ('school-documents', 'import-files', 'assignment-files')
      and o.name like school || '/%');
end
$$;

-- True, or a refusal in words. Before a file has arrived its size is not known yet, and there must be some room left.
create function private.require_storage_room(school uuid, metadata jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.stored_bytes(school)
    + greatest(coalesce((metadata ->> 'size')::bigint, 1), 1) > private.storage_limit(school) then
    perform private.refuse('school.storage_full',
      'Your school has used all of its room for files. Remove documents you no longer need, or upgrade under School, '
        'Plan and licences.',
      errcode => '42501');
  end if;
  return true;
end
$$;
grant execute on function private.require_storage_room(uuid, jsonb) to authenticated;

-- Gives one school more or less room than its plan has; without megabytes it has that of its plan again.
create function public.set_school_storage(school_id uuid, reason text, megabytes integer default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('subscription:write');
  if set_school_storage.megabytes not between 1 and 10000000 then
    perform private.refuse('storage.limit',
      'Enter the megabytes as a whole number from 1 to 10,000,000.', field => 'megabytes');
  end if;
  perform set_config('masomo.reason',
    private.require_text(set_school_storage.reason, 300, 'reason', 'Say why this school has other room than its plan.'),
      true);
  update public.schools s set storage_megabytes = set_school_storage.megabytes
    where s.id = set_school_storage.school_id;
  if not found then
    perform private.refuse('school.not_found', 'This school is no longer here.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.set_school_storage(uuid, text, integer) is
  'Room for the files of one school, in megabytes, with the reason for the activity log; null gives it that of its '
    'plan.';
grant execute on function public.set_school_storage(uuid, text, integer) to authenticated;

create function public.storage_use() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.school_where('school:work');
begin
  if school is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  return jsonb_build_object('used', private.stored_bytes(school), 'limit', private.storage_limit(school));
end
$$;
comment on function public.storage_use()
  is 'Bytes that the files of the caller''s school take, and how many they may take.';
grant execute on function public.storage_use() to authenticated;

-- Administrators are told at 80 % and when nothing fits any more, once a month each.
create function private.tell_of_storage() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  used constant bigint := private.stored_bytes(new.school_id);
  room constant bigint := private.storage_limit(new.school_id);
  full_share constant integer := case when used >= room then 100 when used * 100 >= room * 80 then 80 end;
begin
  if full_share is not null then
    perform private.notify(
      private.people_with(new.school_id, 'school:run'),
      format('storage/%s/%s', full_share, to_char(private.school_today(new.school_id), 'YYYY-MM')),
      case full_share when 100 then private.say('There is no room left for files')
        else private.say('The room for files is almost used up') end,
      private.say('Remove documents your school no longer needs, or upgrade the plan.'), '/dashboard/documents');
  end if;
  return null;
end
$$;

-- What nobody entered within a day, or whose entry is gone, is removed by the storage service.
create function private.sweep_files() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  swept integer;
begin
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.created_at < now() - interval '1 day' and case o.bucket_id
    when 'school-documents' then not exists (select from public.documents d where d.file_path = o.name)
      and not exists (select from private.school_looks l where o.name in (l.crest_path, l.signature_path))
    when 'import-files' then not exists (select from public.imports i where o.name = i.school_id || '/' || i.id)
    when 'assignment-files' then not exists (select from public.assignment_files f where f.file_path = o.name)
    when 'cms-media' then not exists (select from public.cms_media m where m.file_path = o.name
      or m.sizes @> jsonb_build_array(jsonb_build_object('path', o.name)))
      and not exists (select from public.cms_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.published_pages p
        where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.settings s where strpos(s::text, o.name) > 0)
    else false end
  on conflict do nothing;
  get diagnostics swept = row_count;
  return swept;
end
$$;
comment on function private.sweep_files() is 'Lists files without an owner for deletion; returns how many are new.';

create function private.remove_file_of_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.files_to_delete (bucket, name) select 'school-documents', o.name from storage.objects o
  where o.bucket_id = 'school-documents' and o.name = old.file_path on conflict do nothing;
  return null;
end
$$;
