-- What every other file builds on: nothing is granted by default, and helpers live in a schema that the API does not expose.

-- Functions refer to tables of later files.
set check_function_bodies = off;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists btree_gist with schema extensions;

create schema if not exists private;
comment on schema private is 'Helpers and bookkeeping that the API never exposes.';
grant usage on schema private to anon, authenticated, service_role;

-- A Supabase project starts with everything granted to everybody; here each table and function names who may use it.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
alter default privileges in schema private grant all on tables to service_role;

create function private.is_email(address text) returns boolean
language sql immutable set search_path = '' as $$
  select length(address) <= 254 and address ~ '^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$'
$$;
grant execute on function private.is_email(text) to anon, authenticated, service_role;

-- Trimmed text; null when nothing is left.
create function private.null_if_blank(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(value), '')
$$;
grant execute on function private.null_if_blank(text) to anon, authenticated, service_role;

-- A language that the product has, of what a visitor's browser sent; null otherwise.
create function private.known_language(language text) returns text
language sql immutable set search_path = '' as $$ select case when language in ('en', 'sw') then language end $$;

create function private.nairobi_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$ select (moment at time zone 'Africa/Nairobi')::date $$;

create function private.shillings(amount numeric) returns text
language sql immutable set search_path = '' as $$
  select 'KES ' || to_char(amount, case when amount = trunc(amount) then 'FM999,999,999,999' else 'FM999,999,999,990.00' end)
$$;

create function private.require_text(value text, longest integer, field text, problem text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  text constant text := private.null_if_blank(value);
begin
  if text is null then
    raise exception using errcode = 'P0001', message = problem, hint = 'form.required', detail = field;
  end if;
  if length(text) > longest then
    raise exception using errcode = 'P0001', message = format('Use at most %s characters.', longest), hint = 'form.too_long', detail = field;
  end if;
  return text;
end
$$;

create function private.require_email(value text, field text default 'email') returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.null_if_blank(value) is null or not private.is_email(btrim(value)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'form.invalid_email', detail = field;
  end if;
  return btrim(value);
end
$$;

-- A LIKE pattern for text that contains the search term in lower case; wildcards in the term are literal.
create function private.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' where private.null_if_blank(search) is not null
$$;

create function private.move_in_list(list uuid[], moved uuid, up boolean) returns uuid[]
language plpgsql immutable set search_path = '' as $$
declare
  place constant integer := array_position(list, moved);
  other constant integer := place + case when up then -1 else 1 end;
begin
  if place is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Open the list again.', hint = 'content.not_found';
  end if;
  if other between 1 and cardinality(list) then
    list[place] := list[other];
    list[other] := moved;
  end if;
  return list;
end
$$;
