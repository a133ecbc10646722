-- What every other file builds on: nothing is granted by default, and helpers live in a schema that the API does not
-- expose.

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
  select 'KES ' || to_char(amount,
    case when amount = trunc(amount) then 'FM999,999,999,999' else 'FM999,999,999,990.00' end)
$$;

create function private.require_text(value text, longest integer, field text, problem text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  text constant text := private.null_if_blank(value);
begin
  if text is null then
    perform private.refuse('form.required', problem, field => field);
  end if;
  if length(text) > longest then
    perform private.refuse('form.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest),
      field);
  end if;
  return text;
end
$$;

-- Trimmed text that may be empty.
create function private.optional_text(value text, longest integer, field text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if length(btrim(value)) > longest then
    perform private.refuse('form.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest),
      field);
  end if;
  return coalesce(btrim(value), '');
end
$$;

-- Refuses a day that lies further from today than what it is allows, which is a slip in the year.
create function private.require_near_day(day date, back interval, ahead interval, today date, field text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if day not between today - back and today + ahead then
    perform private.refuse('form.far_day', 'This day is too far from today. Check the year.', field => field);
  end if;
end
$$;

-- A PIN of the Kenya Revenue Authority: A of a person or P of an organisation, nine digits and a letter.
create function private.is_kra_pin(value text) returns boolean
language sql immutable strict parallel safe as $$ select value ~ '^[AP][0-9]{9}[A-Z]$' $$;

-- The whole name of a person, who may have one name only; null without one. Tables with people keep it as full_name.
create function private.full_name(first_name text, last_name text) returns text
language sql immutable parallel safe as $$ select nullif(pg_catalog.btrim(coalesce(first_name, '') || ' '
  || coalesce(last_name, '')), '') $$;
grant execute on function private.full_name(text, text) to anon, authenticated, service_role;

create function private.require_email(value text, field text default 'email') returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.null_if_blank(value) is null or not private.is_email(btrim(value)) then
    perform private.refuse('form.invalid_email', 'Enter an email address like name@school.ac.ke.', field => field);
  end if;
  return btrim(value);
end
$$;

-- Text as it is compared and searched: without accents, case, width, apostrophes and invisible signs, words one space
-- apart. The same rule as foldText of shared/domain, which a test compares. Indexes and stored columns use it: a
-- changed rule needs them written again. Without settings, so that the planner puts it into the query.
create function private.fold_text(value text) returns text
language sql immutable parallel safe as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(
    pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(
    pg_catalog.lower(pg_catalog.regexp_replace(normalize(pg_catalog.replace(value, E'\u00B4', ''), NFKD),
      E'[\u0300-\u036F''`\u02B9-\u02BF\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035'
      '\uA78B\uA78C\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E'
      '\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]',
      '', 'g')),
    E'ØøĐđÐðŁłĦħŦŧıŊŋ\u2010\u2011\u2012\u2013\u2014\u2015\u2212', 'ooddddllhhttinn-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '\s+', ' ', 'g'))
$$;
comment on function private.fold_text(text)
  is 'Text for comparing and searching: without accents, case, width, apostrophes and invisible signs.';
-- For indexes and stored columns, which are written with the rights of the person who changes the row.
grant execute on function private.fold_text(text) to anon, authenticated, service_role;

-- The order of people: Grade 7 comes before Grade 10. Numbers are filled up to six digits.
create function private.natural_key(value text) returns text
language sql immutable parallel safe as $$
  select pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.lower(value), '(\d+)', '00000\1', 'g'),
    '0*(\d{6})(?!\d)', '\1', 'g')
$$;
comment on function private.natural_key(text) is 'Text to sort by, so that numbers in it are ordered by their value.';
-- For stored columns, which are written with the rights of the person who changes the row.
grant execute on function private.natural_key(text) to anon, authenticated, service_role;

-- The name of a person for comparing: folded, without titles, its words in the order of the alphabet.
create function private.person_key(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(regexp_replace(private.fold_text(name), '[^[:alnum:]]+', ' ', 'g'), ' ') as word
  where word not in ('', 'mr', 'mrs', 'ms', 'miss', 'mister', 'madam', 'mme', 'dr', 'prof', 'professor', 'rev',
    'reverend', 'pastor', 'fr', 'sr', 'eng', 'hon',
    'capt', 'mwalimu', 'mwl', 'bw', 'bwana', 'bi', 'bibi', 'mama', 'baba', 'mzee', 'sheikh', 'imam', 'teacher')
$$;
grant execute on function private.person_key(text) to anon, authenticated, service_role;

-- A phone number in E.164 as people write it, Kenyan without a country; null for what is none. Spreadsheets add the
-- `.0`.
create function private.phone_number(written text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when p.dialled ~ '^\+254' then case when p.dialled ~ '^\+254(?:[17]\d{8}|[2-68]\d{6,8})$' then p.dialled end
    when p.dialled ~ '^\+[1-9]\d{7,14}$' then p.dialled
    when p.dialled ~ '^254[17]\d{8}$' then '+' || p.dialled
    when p.dialled ~ '^0(?:[17]\d{8}|[2-68]\d{6,8})$' then '+254' || substr(p.dialled, 2)
    when p.dialled ~ '^[17]\d{8}$' then '+254' || p.dialled
  end
  from (select regexp_replace(regexp_replace(regexp_replace(w.plain, '\(0\)', '', 'g'), '[\s().-]', '', 'g'), '^00',
    '+') as dialled
    from (select regexp_replace(btrim(normalize(written, NFKC)), '^(\+?\d{9,13})[.,]0$', '\1') as plain) w
      where w.plain ~ '^\+?[\d\s().-]+$') p
$$;
comment on function private.phone_number(text)
  is 'A phone number in E.164, read as people write it; null for what is none.';
grant execute on function private.phone_number(text) to anon, authenticated, service_role;

-- LIKE patterns for text that contains each word of the search, in any order, the longest first: an index on folded
-- text answers `x like patterns[1] and x like all (patterns)`. A phone number is one word, without what may stand
-- before it; other digits, such as an address of a network, stay as they are. Null without a word. The same rule as
-- searchPatterns of shared/data.
create function private.search_patterns(search text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    order by length(word) desc, word)
  from (select private.fold_text(search) as folded) f,
    regexp_split_to_table(case when folded ~ '^\+?[\d\s().-]+$' and folded !~ '^\d{1,3}(?:\.\d{1,3}){1,3}$'
      and (folded ~ '^0[17][\d\s]{5,}$'
        or regexp_replace(folded, '[\s().-]', '',
          'g') ~ '^(?:\+\d{6,15}|00[1-9]\d{7,13}|254[17]\d{8}|0[1-8]\d{7,8}|[17]\d{8})$')
      then regexp_replace(regexp_replace(folded, '\D', '', 'g'), '^(?:00)?(?:254|0)', '') else folded end, ' ') as word
  where word <> ''
$$;
grant execute on function private.search_patterns(text) to authenticated;

-- A LIKE pattern for folded text that contains the search as one phrase; for lists that choose between two indexes by
-- it. Null without one.
create function private.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(private.fold_text(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
    where private.fold_text(search) <> ''
$$;

create function private.move_in_list(list uuid[], moved uuid, up boolean) returns uuid[]
language plpgsql immutable set search_path = '' as $$
declare
  place constant integer := array_position(list, moved);
  other constant integer := place + case when up then -1 else 1 end;
begin
  if place is null then
    perform private.refuse('content.not_found', 'This is no longer here. Open the list again.', errcode => 'P0002');
  end if;
  if other between 1 and cardinality(list) then
    list[place] := list[other];
    list[other] := moved;
  end if;
  return list;
end
$$;
