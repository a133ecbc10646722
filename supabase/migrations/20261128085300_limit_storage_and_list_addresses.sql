set check_function_bodies = off;

drop policy "Staff of a school upload its documents" on storage.objects;

create table private.storage_limits (
  plan_id   uuid,
  is_trial  boolean not null default false,
  megabytes integer not null,
  constraint storage_limits_megabytes_check check (((megabytes >= 1) AND (megabytes <= 10000000))),
  constraint storage_limits_plan_id_is_trial_key unique nulls not DISTINCT (plan_id, is_trial)
);

alter table private.storage_limits
  enable row level security;

create or replace function private.do_job (
  job     text,
  subject text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  case job
    when 'pages' then perform private.publish_due_page(subject::uuid);
    when 'prices' then perform private.apply_due_price(subject::uuid);
    when 'subscription-reminders' then perform private.remind_of_subscription_end(subject::uuid);
    when 'licence-reminders' then perform private.remind_of_licence_end(subject::uuid);
    when 'announcements' then perform private.notify_due_announcements(subject::uuid);
    when 'days' then perform private.finish_days();
    when 'counts' then perform private.fold_platform_changes();
    when 'retention' then perform private.purge_expired(subject);
    when 'trial-requests' then perform private.purge_trial_request(subject::uuid);
    when 'leaving-schools' then perform private.find_leaving_schools();
    when 'school-exits' then perform private.go_on_with_exit(subject::uuid);
    when 'school-exports' then perform private.expire_school_export(subject::uuid);
    when 'export-files' then perform private.delete_stray_exports();
    when 'stray-files' then perform private.sweep_files();
    when 'sums' then perform private.check_sums_nightly();
    when 'payment-attempts' then
      update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
    when 'limits' then
      delete from private.rate_limits where window_start < now() - interval '1 day';
      delete from private.recent_visits where day < private.today() - 2;
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$function$;

create or replace function private.due_subjects (
  job text
)
  returns SETOF text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  case job
    when 'pages' then return query select p.id::text from public.cms_pages p where p.publish_at <= now() or p.unpublish_at <= now();
    when 'prices' then return query select c.id::text from public.price_changes c
      where c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null;
    when 'subscription-reminders' then return query select d.subscription_id::text from private.due_subscription_reminders() d;
    when 'licence-reminders' then return query select d.licence_id::text from private.due_licence_reminders() d;
    when 'announcements' then return query select a.id::text from public.announcements a
      where a.notified_at is null and a.published_at <= now() and a.archived_at is null;
    when 'retention' then return query select d from private.due_retention_rules() d;
    when 'trial-requests' then return query select r.id::text from private.trial_requests r where r.created_at < now() - interval '7 days';
    when 'school-exits' then return query select d::text from private.due_school_exits() d;
    when 'school-exports' then return query select e.id::text from public.school_exports e where e.state = 'ready' and e.expires_at <= now();
    -- What is a day old waits for an hour.
    when 'stray-files' then return query select '' where extract(minute from now()) < 5;
    else return next '';
  end case;
end
$function$;

create or replace function private.job_names()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['pages', 'prices', 'subscription-reminders', 'licence-reminders', 'announcements', 'days', 'counts', 'retention', 'trial-requests',
    'leaving-schools', 'school-exits', 'school-exports', 'export-files', 'stray-files', 'sums', 'payment-attempts', 'limits', 'sales']
$function$;

create or replace function private.remove_file_of_document()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  insert into private.files_to_delete (bucket, name) select 'school-documents', o.name from storage.objects o
  where o.bucket_id = 'school-documents' and o.name = old.file_path on conflict do nothing;
  return null;
end
$function$;

create or replace function private.require_storage_room (
  school   uuid,
  metadata jsonb
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.stored_bytes(school) + greatest(coalesce((metadata ->> 'size')::bigint, 1), 1) > private.storage_limit(school) then
    raise exception using errcode = '42501', hint = 'school.storage_full',
      message = 'Your school has used all of its room for files. Remove documents you no longer need, or upgrade under School, Plan and licences.';
  end if;
  return true;
end
$function$;

create or replace function private.storage_limit (
  school uuid
)
  returns bigint
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  running public.subscriptions;
  megabytes integer;
begin
  select s.* into running from public.subscriptions s
  where s.school_id = school and s.revoked_at is null and s.started_on <= today and s.ends_on >= today
  order by s.is_trial, s.ends_on desc limit 1;
  select l.megabytes into megabytes from private.storage_limits l
  where l.is_trial = coalesce(running.is_trial, false) and (l.plan_id is null or l.plan_id = running.plan_id)
  order by l.plan_id is null limit 1;
  return coalesce(megabytes, case when running.is_trial then 512 else 5120 end)::bigint * 1048576;
end
$function$;

create or replace function private.stored_bytes (
  school uuid
)
  returns bigint
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
begin
  return (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
    where o.bucket_id = 'school-documents' and o.name like school || '/%');
end
$function$;

create or replace function private.sweep_files()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  swept integer;
begin
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.created_at < now() - interval '1 day' and case o.bucket_id
    when 'school-documents' then not exists (select from public.documents d where d.file_path = o.name)
    when 'cms-media' then not exists (select from public.cms_media m where m.file_path = o.name
      or m.sizes @> jsonb_build_array(jsonb_build_object('path', o.name)))
      and not exists (select from public.cms_pages p where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.published_pages p where strpos(concat_ws(' ', p.social_image, p.body::text, p.translations::text), o.name) > 0)
      and not exists (select from public.settings s where strpos(s::text, o.name) > 0)
    else false end
  on conflict do nothing;
  get diagnostics swept = row_count;
  return swept;
end
$function$;

create or replace function private.tell_of_storage()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  used constant bigint := private.stored_bytes(new.school_id);
  room constant bigint := private.storage_limit(new.school_id);
  full_share constant integer := case when used >= room then 100 when used * 100 >= room * 80 then 80 end;
begin
  if full_share is not null then
    perform private.notify(
      (select array_agg(u.id) from public.users u where u.school_id = new.school_id and u.role = 'admin' and u.is_active),
      format('storage/%s/%s', full_share, to_char(private.school_today(new.school_id), 'YYYY-MM')),
      case full_share when 100 then 'There is no room left for files' else 'The room for files is almost used up' end,
      'Remove documents your school no longer needs, or upgrade the plan.', '/dashboard/documents');
  end if;
  return null;
end
$function$;

create or replace function public.set_storage_limit (
  plan_id   uuid,
  is_trial  boolean,
  megabytes integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  if coalesce(set_storage_limit.megabytes, 0) not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the megabytes as a whole number from 1 to 10,000,000.', hint = 'storage.limit', detail = 'megabytes';
  end if;
  insert into private.storage_limits (plan_id, is_trial, megabytes)
  values (set_storage_limit.plan_id, coalesce(set_storage_limit.is_trial, false), set_storage_limit.megabytes)
  on conflict (plan_id, is_trial) do update set megabytes = excluded.megabytes;
end
$function$;

create or replace function public.site_addresses()
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(array_agg(distinct a.path), '{}') from (
    select '/' || p.slug as path from public.published_pages p
    union all select '/' || r.slug from public.cms_redirects r
    union all select r.from_path from public.site_redirects r) a
$function$;

create or replace function public.storage_use()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.staff_school();
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  return jsonb_build_object('used', private.stored_bytes(school), 'limit', private.storage_limit(school));
end
$function$;

alter table private.storage_limits
  add constraint storage_limits_plan_id_fkey foreign key (plan_id) references public.plans(id) on delete cascade;

create trigger remove_file
  after delete on public.documents
  for each row
  execute function private.remove_file_of_document();

create trigger tell_of_storage
  after insert on public.documents
  for each row
  execute function private.tell_of_storage();

create policy "Staff of a school upload its documents" on storage.objects
  for insert
  to authenticated
  with
    check
    (((bucket_id = 'school-documents'::text) AND ((storage.foldername(name))[1] = (( SELECT private.staff_school() AS staff_school))::text)
    AND ( SELECT private.may_write() AS may_write) AND
    private.require_storage_room(( SELECT private.staff_school() AS staff_school), metadata)));

comment on function private.storage_limit(uuid) is 'In bytes: as set for the plan, else for all of its kind, else 512 MB in a trial and 5 GB otherwise.';

comment on function private.sweep_files() is 'Lists files without an owner for deletion; returns how many are new.';

comment on function public.set_storage_limit(uuid, boolean, integer) is 'Room for files of the schools with a plan, or of all without one, in a trial or not.';

comment on function public.site_addresses() is 'The addresses of published pages and of those that have moved: any other is not found.';

comment on function public.storage_use() is 'Bytes that the files of the caller''s school take, and how many they may take.';

comment on table private.storage_limits is 'How many megabytes the files of a school may take, by its plan.';

revoke all on function private.remove_file_of_document() from public;

revoke all on function private.require_storage_room(uuid, jsonb) from public;

grant execute on function private.require_storage_room(uuid, jsonb) to authenticated;

revoke all on function private.storage_limit(uuid) from public;

revoke all on function private.stored_bytes(uuid) from public;

revoke all on function private.sweep_files() from public;

revoke all on function private.tell_of_storage() from public;

revoke all on function public.set_storage_limit(uuid, boolean, integer) from public;

grant execute on function public.set_storage_limit(uuid, boolean, integer) to authenticated;

grant execute on function public.set_storage_limit(uuid, boolean, integer) to service_role;

revoke all on function public.site_addresses() from public;

grant execute on function public.site_addresses() to anon, authenticated;

grant execute on function public.site_addresses() to service_role;

revoke all on function public.storage_use() from public;

grant execute on function public.storage_use() to authenticated;

grant execute on function public.storage_use() to service_role;

grant all on table private.storage_limits to service_role;
