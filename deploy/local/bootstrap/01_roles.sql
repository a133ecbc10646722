-- Roles of a new Supabase project. Idempotent.
do $$
declare
  required record;
begin
  for required in
    select * from (values
      ('anon', 'nologin inherit'),
      ('authenticated', 'nologin inherit'),
      ('service_role', 'nologin inherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit'),
      ('supabase_storage_admin', 'login noinherit'),
      ('postgres', 'login inherit createdb createrole replication bypassrls')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = required.name) then
      execute format('create role %I %s', required.name, required.attributes);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- The storage service switches to the caller's role, so that row-level security of storage.objects applies.
grant anon, authenticated, service_role to supabase_storage_admin;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
-- Supabase lets postgres create policies on storage.objects; in plain PostgreSQL this requires membership in the owner role.
grant supabase_storage_admin to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;

do $$
begin
  if exists (select from pg_roles where rolname = 'postgres' and not rolsuper) then
    execute format('alter database %I owner to postgres', current_database());
  end if;
  execute format('grant all on database %I to postgres, supabase_auth_admin, supabase_storage_admin', current_database());
end
$$;
