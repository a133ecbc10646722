set check_function_bodies = off;

create table private.command_keys (
  person      uuid                     not null,
  key         text                     not null,
  is_given_up boolean                  not null default false,
  at          timestamp with time zone not null default now(),
  constraint command_keys_key_check check (((length(key) >= 16) AND (length(key) <= 80))),
  constraint command_keys_pkey primary key (person, key)
);

alter table private.command_keys
  enable row level security;

create or replace function private.before_request()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  headers constant text := current_setting('request.headers', true);
  uid uuid;
  command_key text;
  given_up boolean;
begin
  if strpos(headers, '"traceparent"') > 0 then perform private.name_transaction_by_trace(); end if;
  perform set_config('masomo.keeps_keys', 'true', true);
  if strpos(headers, '"idempotency-key"') = 0 or current_setting('transaction_read_only')::boolean then return; end if;
  command_key := headers::json ->> 'idempotency-key';
  uid := private.signed_in_uid();
  if uid is null or command_key is null or length(command_key) not between 16 and 80 then return; end if;
  -- It waits for another request with this key that is in flight.
  insert into private.command_keys (person, key) values (uid, command_key) on conflict do nothing;
  if found then return; end if;
  select k.is_given_up into given_up from private.command_keys k where k.person = uid and k.key = command_key;
  if given_up then
    raise exception using errcode = 'P0001', message = 'The connection broke before this was done. Try again.',
      hint = 'command.given_up';
  end if;
  raise exception using errcode = 'P0001', message = 'This was done already.', hint = 'command.already_done';
end
$function$;

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
    when 'moves' then perform private.begin_enrolment(subject::uuid);
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
      delete from private.mail_spending where day < private.today() - 30;
      delete from private.recent_visits where day < private.today() - 2;
      delete from private.command_keys where at < now() - interval '2 days';
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$function$;

create or replace function public.installation_report()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  migrations jsonb := '[]';
  scheduled boolean := false;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select not exists (select ''masomo-'' || n from unnest(private.job_names()) n except select jobname from cron.job where active)' into scheduled;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'scheduled', scheduled,
    'keeps_command_keys', current_setting('masomo.keeps_keys', true) is not distinct from 'true',
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'failing_jobs', private.failing_jobs(),
    'wrong_sums', (select coalesce(sum(jsonb_array_length(c.differences)), 0) from private.sum_checks c where c.day > private.today() - 2),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.status <> 'withdrawn' and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$function$;

create or replace function public.settle_command (
  key text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  uid constant uuid := private.signed_in_uid();
  given_up boolean;
begin
  if uid is null or key is null or length(key) not between 16 and 80
    or current_setting('masomo.keeps_keys', true) is distinct from 'true' then
    return null;
  end if;
  perform private.limit_rate('outcomes for ' || uid, 300, interval '1 hour');
  insert into private.command_keys (person, key, is_given_up)
  values (uid, settle_command.key, true) on conflict do nothing;
  if found then return false; end if;
  select k.is_given_up into given_up from private.command_keys k
  where k.person = uid and k.key = settle_command.key;
  return not given_up;
end
$function$;

create index command_keys_at on private.command_keys using btree (at);

comment on function private.before_request() is 'Pre-request of PostgREST: keeps a command''s key with what it writes, refuses one that was done, names the transaction by its trace.';

comment on function public.settle_command(text) is 'Whether the caller''s command with this key was done; else it is given up and never done after that. Null where keys are not kept, or not of this length.';

comment on table private.command_keys is 'Keys of commands by person for two days, so that a page whose answer was lost can ask what happened, and trying again does nothing twice.';

revoke all on function private.before_request() from public;

grant execute on function private.before_request() to anon, authenticated;

grant execute on function private.before_request() to service_role;

revoke all on function public.settle_command(text) from public;

grant execute on function public.settle_command(text) to authenticated;

grant execute on function public.settle_command(text) to service_role;

grant all on table private.command_keys to service_role;
