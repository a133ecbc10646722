-- What a cell of a file holds: its text, its day, or what a spreadsheet made of it.

-- A cell as it is stored: letters in one form, one space between words, without invisible signs; null when nothing is
-- left. A file has a hundred thousand cells: without settings, so that the planner puts it into the query, and plain
-- ones are taken as they are.
create function private.clean_cell(value text) returns text
language sql immutable parallel safe as $$
  select case when value ~ '^[!-~]+(?: [!-~]+)*$' then value
    else nullif(pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
    normalize(value, NFC), E'[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g'),
    E'[\\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+', ' ', 'g')), '') end
$$;

-- What is wrong with a cell whose content a spreadsheet lost, and how to mend it; null for any other.
create function private.ruined_cell(value text) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select case
    when value ~* '^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$'
      then private.say('“{cell}” is a number that the spreadsheet shortened. Format the column as text, type the '
        'whole number again and save the file.',
        jsonb_build_object('cell', left(value, 30)))
    when value ~* '^(?:#(?:N/?A|REF|NAME|VALUE|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|'
      'GETTING_DATA)[!?]?|#{3,}|Err:\d+)$'
      then private.say('“{cell}” is an error of the spreadsheet. Type the value into the cell, or empty it.',
        jsonb_build_object('cell', left(value, 30)))
    when position(U&'\FFFD' in value) > 0
      then private.say('Letters of “{cell}” are lost. Type it again and save the file as “CSV UTF-8”.',
        jsonb_build_object('cell', left(value, 60)))
  end
$$;

-- A number such as 1/2014 that a spreadsheet took for a day.
create function private.ruined_number(value text) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select private.say('“{cell}” is a number that the spreadsheet made a date. Format the column as text, type the '
    'number again and save the file.',
        jsonb_build_object('cell', left(value, 30)))
  where value ~* '^(?:\d{1,2}[-/. ])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-/. ]\d{2,4}$'
    or value ~ '^\d{4}-\d{2}-\d{2}(?:[T ]00:00.*)?$'
$$;

-- A day as spreadsheets count it, from 1927 to 2064.
create function private.ruined_date(value text) returns jsonb
language sql immutable strict parallel safe set search_path = '' as $$
  select case when value ~ '^[1-5]\d{4}(?:\.\d+)?$'
    then private.say(
      '“{cell}” is how the spreadsheet counts a day, perhaps {day}. Format the column as dates and save the file '
        'again.',
      jsonb_build_object('cell', value, 'day', private.day(date '1899-12-30' + floor(value::numeric)::integer))) end
$$;

-- A day as people and spreadsheets write it; null for anything else. Two digits of a year are the latest that is not
-- after `today`.
create function private.parse_date(written text, day_order text, today date) returns date
language plpgsql stable strict set search_path = '' as $$
declare
  found text[];
  year integer;
  months constant text[] := array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  swahili constant text[] := array['jan', 'feb', 'mac', 'apr', 'mei', 'jun', 'jul', 'ago', 'sep', 'okt', 'nov', 'des'];
  day_month integer[];
begin
  if written ~ '^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$' then
    found := string_to_array(translate(written, '/.', '--'), '-');
    return make_date(found[1]::integer, found[2]::integer, found[3]::integer);
  elsif written ~ '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$' then
    return left(written, 10)::date;
  elsif written ~ '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$' then
    return (written::timestamptz at time zone 'Africa/Nairobi')::date;
  end if;
  found := regexp_match(lower(written), '^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?: 0{1,2}:00(?::00)?)?$');
  if found is not null then
    day_month := case when day_order = 'month-first' then array[found[2], found[1]]
      else array[found[1], found[2]] end::integer[];
  else
    found := coalesce(regexp_match(lower(written),
      '^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$'),
      (select array[m[2], m[1], m[3]]
        from regexp_match(lower(written), '^([a-z]{3,9})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4})$') as m));
    day_month := array[found[1]::integer,
      coalesce(array_position(months, left(found[2], 3)), array_position(swahili, left(found[2], 3)))];
  end if;
  if found is null or array_position(day_month, null) is not null then
    return null;
  end if;
  year := found[3]::integer;
  if length(found[3]) = 2 then
    year := year + 2000;
    if make_date(year, day_month[2], day_month[1]) > today then
      year := year - 100;
    end if;
  end if;
  return make_date(year, day_month[2], day_month[1]);
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$$;
comment on function private.parse_date(text, text, date)
  is 'A day as 2014-05-31, 31/05/2014 or 31 May 2014; null for anything else. day_order: day-first or month-first.';

-- True as well for a day that is not known.
create function private.is_birth_date(born date, today date) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(born between today - interval '60 years' and today - interval '1 year', true)
$$;

-- Schools enter the admissions of the next terms ahead.
create function private.is_admission_date(admitted date, born date, today date) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(admitted <= today + interval '18 months' and admitted >= today - interval '60 years'
    and admitted > coalesce(born, date '1900-01-01'), true)
$$;
