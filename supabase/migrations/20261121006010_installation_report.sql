-- What an operator's check-up needs to know, in one call with the server's key.
create function public.installation_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  migrations jsonb := '[]';
  scheduled boolean := false;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select exists (select from cron.job where jobname = ''masomo-due-jobs'' and active)' into scheduled;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'scheduled', scheduled,
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
end
$$;
comment on function public.installation_report() is 'State of this installation for the operator''s check-up; the server''s key only.';
revoke execute on function public.installation_report() from public, anon, authenticated;
grant execute on function public.installation_report() to service_role;
