-- A school's list of fees from a file. A row is for all students, for a class or for every class of a level.

-- Further classes of a level are a second place, so that each row counts once.
insert into private.import_kinds (name, permission, checks, saves, undoes, used, chosen) values
  ('fees', 'fee:write', 'private.check_fee_rows', 'private.save_fee_rows', '{public.fees,public.fees}',
    'private.fees_changed', '{term,class,boarding}');

-- The classes that the words of a file mean: null for all students, none where nobody knows them. A class has its name
-- before a level has it.
create function private.parse_fee_classes(school uuid, words text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when words is null or private.fold_text(words) in ('all', 'all students', 'every student', 'everyone',
      'whole school', 'all classes', 'wote', 'wanafunzi wote', 'kila mwanafunzi', 'shule nzima', 'madarasa yote')
    then null
    else coalesce((select array[c.id] from public.classes c where c.school_id = school and c.is_active
        and private.fold_text(c.name) = private.fold_text(words)),
      (select array_agg(c.id order by c.name, c.id) from public.classes c where c.school_id = school and c.is_active
        and private.fold_text(c.level) = private.fold_text(words)), '{}') end
$$;

create function private.check_fee_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
  today constant date := private.school_today(import.school_id);
begin
  drop table if exists pg_temp.import_row, pg_temp.import_place;
  -- Each word once, for a file of fees repeats its few classes and terms.
  create temporary table import_place on commit drop as
  select p.words, private.parse_fee_classes(school, p.words) as class_ids
  from (select distinct private.clean_cell(r.cells ->> 'class') as words from private.import_cells(import) r) p;
  create temporary table import_row on commit drop as
  select c.*, private.parse_boarding(private.fold_text(c.boarding_text)) as boarding,
    private.fold_text(c.boarding_text) in ('all', 'all students', 'day and boarding', 'both', 'wote', 'wanafunzi wote')
      as is_for_both, p.class_ids, t.id as term_id, t.name as term, t.closed_at is not null as is_closed,
    private.fee_purpose(t.id, c.name) as purpose
  from (select r.line, private.clean_cell(r.cells ->> 'name') as name, private.clean_cell(r.cells ->> 'class') as words,
      private.clean_cell(r.cells ->> 'boarding') as boarding_text,
      private.clean_cell(r.cells ->> 'term') as term_text, private.clean_cell(r.cells ->> 'amount') as amount_text,
      private.clean_cell(r.cells ->> 'due_on') as day_text,
      private.parse_shillings(private.clean_cell(r.cells ->> 'amount')) as amount,
      private.parse_date(private.clean_cell(r.cells ->> 'due_on'), import.day_order,
        (today + interval '5 years')::date) as due_on
    from private.import_cells(import) r) c
  join pg_temp.import_place p on p.words is not distinct from c.words
  -- A row without a term is of the one in which it is due.
  left join lateral (select t.* from public.school_terms t where t.school_id = school and case when c.term_text is null
    then c.due_on between t.starts_on and t.ends_on
    else private.fold_text(t.name) = private.fold_text(c.term_text) end order by t.starts_on limit 1) t on true;
  update public.import_rows r set problems = to_jsonb(array_remove(array[
      private.import_problem(i.line, 'name', coalesce(private.ruined_cell(i.name), case
        when i.name is null then private.say('Name the fee.')
        when length(i.name) > 80 then private.say('Use at most 80 characters.')
        when i.line > f.line then private.say('Row {row} has this fee for these students already.',
          jsonb_build_object('row', f.line)) end)),
      private.import_problem(i.line, 'term', coalesce(private.ruined_cell(i.term_text), case
        when i.is_closed then private.say(
          '{term} is closed. An administrator can reopen it under School, giving a reason.',
          jsonb_build_object('term', i.term))
        when i.term_id is null and i.term_text is null and i.due_on is not null
          then private.say('Enter the term: it is due in none.')
        when i.term_id is null and i.term_text is not null
          then private.say(
            'There is no term “{cell}”. Write its name as it is under School, or add the term first.',
            jsonb_build_object('cell', left(i.term_text, 40))) end)),
      private.import_problem(i.line, 'class', coalesce(private.ruined_cell(i.words), case when i.class_ids = '{}'
        then private.say(
          'There is no class or level “{cell}”. Write its name as it is under Classes, or “All students”.',
          jsonb_build_object('cell', left(i.words, 40))) end)),
      private.import_problem(i.line, 'boarding', coalesce(private.ruined_cell(i.boarding_text),
        case when i.boarding_text is not null and i.boarding is null and not i.is_for_both
        then private.say('“{cell}” is not known. Write Day or Boarder, or leave it empty for both.',
          jsonb_build_object('cell', left(i.boarding_text, 30))) end)),
      private.import_problem(i.line, 'amount', coalesce(private.ruined_cell(i.amount_text),
        case when coalesce(i.amount not between 1 and 10000000, true)
        then private.say('Enter the amount in whole shillings, up to 10,000,000.') end)),
      private.import_problem(i.line, 'due_on', coalesce(private.ruined_cell(i.day_text),
        private.ruined_date(i.day_text), case
        when i.day_text is null then private.say('Enter the day it is due.')
        when i.due_on is null
          then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
          jsonb_build_object('cell', left(i.day_text, 30)))
        when i.due_on not between today - interval '20 years' and today + interval '5 years'
          then private.say('This day is too far from today. Check the year.') end))], null)),
    is_known = coalesce(i.class_ids <> '{}', true) and not exists (
      select from unnest(coalesce(i.class_ids, array[null::uuid])) class (id) where not exists (
        select from public.fees k where k.school_id = school and private.fee_purpose(k.term_id, k.name) = i.purpose
          and k.class_id is not distinct from class.id and k.boarding is not distinct from i.boarding
          and k.amount = i.amount and k.due_on = i.due_on)),
    record = jsonb_build_object('term_id', i.term_id, 'name', i.name, 'amount', i.amount, 'due_on', i.due_on,
      'boarding', i.boarding, 'class_ids', to_jsonb(i.class_ids))
  from pg_temp.import_row i left join lateral (select min(o.line) as line from pg_temp.import_row o
    where o.purpose = i.purpose and o.line < i.line
      and (o.class_ids is null or i.class_ids is null or o.class_ids && i.class_ids)
      and (o.boarding is null or i.boarding is null or o.boarding = i.boarding)) f on true
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  -- The same students are not charged twice for one thing.
  update public.import_rows r set problems = r.problems || private.import_problem(r.line, 'name', private.say(
    'There is a fee of this name for these students already. Give this one another name.'))
  from pg_temp.import_row i
  where r.school_id = school and r.import_id = import.id and r.line = i.line and not r.is_known and exists (
    select from public.fees k where k.school_id = school and private.fee_purpose(k.term_id, k.name) = i.purpose
      and (k.class_id is null or i.class_ids is null or k.class_id = any (i.class_ids))
      and (k.boarding is null or i.boarding is null or k.boarding = i.boarding));
  return jsonb_build_object('fees', (select coalesce(jsonb_agg(t order by t.starts_on), '[]') from (
    select t.name as term, t.starts_on, sum(coalesce(cardinality(i.class_ids), 1)) as fees from pg_temp.import_row i
    join public.import_rows r on r.school_id = school and r.import_id = import.id and r.line = i.line
    join public.school_terms t on t.id = i.term_id
    where r.problems = '[]' and not r.is_known group by t.id) t));
end
$$;

create function private.save_fee_rows(import public.imports, lines integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  listed record;
  place integer;
  class uuid;
  added uuid;
begin
  for listed in
    select r.line, r.record, n.term_id, n.name, n.amount, n.due_on, n.boarding,
      array(select jsonb_array_elements_text(nullif(r.record -> 'class_ids', 'null'))::uuid) as class_ids
    from public.import_rows r, jsonb_populate_record(null::public.fees, r.record) n
    where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines) order by r.line
  loop
    if exists (select from public.fees f where f.school_id = import.school_id
      and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(listed.term_id, listed.name)
      and (f.class_id is null or listed.class_ids = '{}' or f.class_id = any (listed.class_ids))
      and (f.boarding is null or listed.boarding is null or f.boarding = listed.boarding)) then
      update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'name',
        private.say('There is a fee of this name for these students already. Give this one another name.')))
      where r.school_id = import.school_id and r.import_id = import.id and r.line = listed.line;
      continue;
    end if;
    place := 1;
    foreach class in array case when listed.class_ids = '{}' then array[null::uuid] else listed.class_ids end loop
      insert into public.fees (school_id, term_id, class_id, boarding, name, amount, due_on)
      values (import.school_id, listed.term_id, class, listed.boarding, listed.name, listed.amount, listed.due_on)
      returning id into added;
      perform private.note_imported(import, place, added, listed.line);
      place := 2;
    end loop;
  end loop;
end
$$;

-- A fee has no time of its last change.
create function private.fees_changed(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select f.id from public.fees f join public.audit_log l on l.school_id = f.school_id and l.entity = 'fees'
    and l.entity_id = f.id::text
  where f.id = any (ids) and l.action = 'update'
$$;
