-- How functions speak to people. A sentence is in English, with places such as {limit} or {count, plural, one {# row}
-- other {# rows}}; values go along with it, so that it is shown in the reader's language.

-- A sentence with its values: what is stored of a notification, and how functions list problems.
create function private.say(sentence text, args jsonb default '{}') returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case when sentence is not null then
    pg_catalog.jsonb_build_object('sentence', sentence, 'args', pg_catalog.jsonb_strip_nulls(args)) end
$$;

-- The values of a sentence that readers see in their own way: an amount and a day.
create function private.money(amount numeric, currency text default 'KES') returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select pg_catalog.jsonb_build_object('amount', amount, 'currency', currency)
$$;
create function private.day(day date) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select pg_catalog.jsonb_build_object('day', day)
$$;

-- A value of a sentence in English; a sentence may be a value of another one.
create function private.value_in_english(value jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when jsonb_typeof(value) = 'number' then
      rtrim(to_char((value #>> '{}')::numeric, 'FM999,999,999,999,990.999'), '.')
    when value ? 'day' then to_char((value ->> 'day')::date, 'FMDD Mon YYYY')
    when value ->> 'currency' = 'KES' then private.shillings((value ->> 'amount')::numeric)
    when value ? 'amount' then concat_ws(' ', value ->> 'currency', value ->> 'amount')
    when value ? 'sentence' then private.in_english(value)
    else value #>> '{}' end
$$;

-- A sentence in English with its values in it, for mails, logs and programs; a text that a person wrote as it is.
create function private.in_english(said jsonb) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  args constant jsonb := coalesce(said -> 'args', '{}');
  filled text := '';
  part text[];
begin
  if jsonb_typeof(said) = 'string' then
    return said #>> '{}';
  end if;
  for part in
    select regexp_matches(said ->> 'sentence',
      '([^{}]*)(?:\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\})?', 'g')
  loop
    filled := filled || part[1] || case
      when part[2] is null then ''
      when part[3] is null then coalesce(private.value_in_english(args -> part[2]), '')
      else replace(case when (args ->> part[2])::numeric = 1 then part[3] else part[4] end, '#',
        private.value_in_english(args -> part[2])) end;
  end loop;
  return case when said is not null then filled end;
end
$$;

-- Refuses: nothing is done, and the person is told why. The code is what programs compare and has one sentence.
-- `errcode` says what kind of refusal it is: P0001 for what is not valid, P0002 for what is not there, 42501 for what
-- the person may not do, PT409 for what has changed or is in the way, PT429 for too many attempts.
create function private.refuse(
  code text, sentence text, args jsonb default '{}', field text default null, errcode text default 'P0001'
) returns void
language plpgsql set search_path = '' as $$
declare
  said constant jsonb := private.say(refuse.sentence, refuse.args);
begin
  raise exception using errcode = refuse.errcode, hint = refuse.code, message = private.in_english(said),
    detail = said || case when refuse.field is null then '{}' else jsonb_build_object('field', refuse.field) end;
end
$$;
grant execute on function private.say(text, jsonb), private.money(numeric, text), private.day(date),
  private.value_in_english(jsonb), private.in_english(jsonb), private.refuse(text, text, jsonb, text, text),
  private.shillings(numeric) to anon, authenticated, service_role;
