-- Texts in other languages are kept in the row they translate: {"sw": {"question": "...", "answer": "...", "of":
-- "..."}}.

create function private.translation_languages() returns text[]
language sql immutable set search_path = '' as $$ select array['sw'] $$;

-- What is wrong with one field of a translation, by the rule of the English field.
create function private.translation_problem(value jsonb, kind text, most integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when value is null then case when kind = '' then private.say('Enter something here.') end
    when kind = '[]' then case when jsonb_typeof(value) <> 'array'
      or octet_length(value::text) > most then private.say('This is too long.') end
    when kind = '*' then case when jsonb_typeof(value) <> 'object' then private.say('This is a group of fields.')
      else (select min(p.problem::text)::jsonb from jsonb_each(value) as line,
        private.translation_problem(line.value, '', most) as p (problem)) end
    when jsonb_typeof(value) <> 'string' then private.say('Enter something here.')
    else private.text_problem(value #>> '{}', format('text%s:%s', kind, most))
  end;
end
$$;

-- A trigger names the fields that are translated with their longest text: question:300, badge?:40 may be missing,
-- features*:120 is a text for each English one, body[]:500000 is a list of blocks. "of" identifies the English text
-- that a translation was made of: a blank one says that it says the same as the English text now, and one that is left
-- out stays as it was.
create function private.check_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fields constant jsonb := (
    select jsonb_object_agg(parts[1], jsonb_build_object('kind', parts[2], 'most', parts[3]::integer))
    from unnest(tg_argv) as argument, regexp_match(argument, '^([a-z_]+)(\?|\*|\[\])?:([0-9]+)$') as parts);
  source constant text := md5((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new))
    where fields ? key)::text);
  wrong record;
begin
  select t.language, coalesce(f.field, t.language) as field, case
      when t.language <> all (private.translation_languages()) then private.say('There are no texts in this language.')
      when jsonb_typeof(t.value) <> 'object' then private.say('This is a group of fields.')
      when f.field is null then null
      when not fields ? f.field then private.say('This field is unknown.')
      else private.translation_problem(t.value -> f.field, coalesce(fields #>> array[f.field, 'kind'], ''),
        (fields #>> array[f.field, 'most'])::integer)
    end as problem
  into wrong
  from jsonb_each(new.translations) as t (language, value)
  left join lateral (
    select jsonb_object_keys(fields)
      union select jsonb_object_keys(case when jsonb_typeof(t.value) = 'object' then t.value - 'of' else '{}' end)
  ) as f (field) on true
  order by problem nulls last limit 1;
  if wrong.problem is not null then
    perform private.refuse('translation.invalid', wrong.problem ->> 'sentence', wrong.problem -> 'args',
      wrong.language || '.' || wrong.field);
  end if;
  select coalesce(jsonb_object_agg(t.language, t.value || jsonb_build_object('of', coalesce(
      nullif(t.value ->> 'of', ''),
        case when tg_op = 'UPDATE' and not t.value ? 'of' then old.translations #>> array[t.language, 'of'] end,
        source))), '{}')
  into new.translations from jsonb_each(new.translations) as t (language, value);
  new.needs_translation := array(
    select language from unnest(private.translation_languages()) as language
    where new.translations #>> array[language, 'of'] is distinct from source);
  return new;
end
$$;
