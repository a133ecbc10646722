-- What every later migration builds on: nothing is granted by default, helpers live out of the API's sight.
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers and bookkeeping that the API never exposes.';
grant usage on schema private to anon, authenticated, service_role;

-- A project starts with everything granted to everybody; here each table and function names who may use it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema private grant all on tables to service_role;

create type public.user_role as enum ('super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user');
create type public.product_category as enum ('saas', 'standalone');
create type public.institution_kind as enum ('primary', 'secondary', 'college', 'university');

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.is_email(address text) returns boolean
language sql immutable set search_path = '' as $$
  select length(address) <= 254 and address ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$'
$$;

-- A row whose text is empty says nothing: spaces at the ends go, and what is left over empty becomes null.
create function private.filled(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(value), '')
$$;
grant execute on function private.is_email(text), private.filled(text) to anon, authenticated, service_role;
