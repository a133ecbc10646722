delete from private.import_kinds where name in (
  'fees',
  'students');

set check_function_bodies = off;

drop function private.fee_payers(uuid, uuid);

drop function private.term_charges(uuid, uuid);

drop function public.save_fee(uuid, text, integer, date, uuid, uuid);

drop function public.save_level_fee(uuid, text, integer, date, text);

drop function public.save_student(text, text, text, public.gender, date, uuid, date, uuid);

create type public.boarding as enum (
  'day',
  'boarder'
);

alter table public.fees
  add column boarding public.boarding;

alter table public.students
  add column boarding public.boarding;

create or replace function private.check_fee_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.check_parsed_students (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
begin
  update pg_temp.import_row i set problems = to_jsonb(array_remove(array[
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number),
      private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when length(number) > 30 then private.say('Use at most 30 characters.') end)),
    private.import_problem(line, 'first_name', coalesce(private.ruined_cell(first_name), case
      when first_name is null then private.say('Enter the name.')
      when first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
      when length(first_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'last_name', coalesce(private.ruined_cell(last_name),
      case when length(last_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'gender', coalesce(private.ruined_cell(gender_text),
      case when gender_text is not null and gender is null
      then private.say('“{cell}” is not known. Write F or M, or leave it empty.',
        jsonb_build_object('cell', left(gender_text, 30))) end)),
    private.import_problem(line, 'date_of_birth', coalesce(private.ruined_cell(birth_text),
      private.ruined_date(birth_text), case
      when birth_text is not null and born
        is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(birth_text, 30)))
      when not private.is_birth_date(born, today)
        then private.say('A student is between 1 and 60 years old. Check the year.') end)),
    private.import_problem(line, 'admitted_on', coalesce(private.ruined_cell(admitted_text),
      private.ruined_date(admitted_text), case
      when admitted_text is not null
        and admitted is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(admitted_text, 30)))
      when not private.is_admission_date(admitted, born, today)
        then private.say('A student is admitted after their birth and at most 18 months from today. Check the year.')
          end)),
    private.import_problem(line, 'status', coalesce(private.ruined_cell(status_text),
      case when status_text is not null and status is null
      then private.say('“{cell}” is not known. Write Active, Suspended, Graduated or Left, or leave it empty.',
        jsonb_build_object('cell', left(status_text, 30))) end)),
    private.import_problem(line, 'boarding', coalesce(private.ruined_cell(boarding_text),
      case when boarding_text is not null and boarding is null
      then private.say('“{cell}” is not known. Write Day or Boarder, or leave it empty.',
        jsonb_build_object('cell', left(boarding_text, 30))) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words),
      case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end))], null)
    || private.guardian_problems(line, guardian_name, guardian_key, phone_text, guardian_phone, guardian_email,
      relationship));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line,
      'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', s.full_name)))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and not i.is_known;
end
$function$;

create or replace function private.check_student_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
begin
  perform private.parse_student_rows(import);
  perform private.check_parsed_students(school);
  perform private.match_import_guardians(school);
  perform private.gather_import_guardians();
  update public.import_rows r set problems = i.problems, is_known = i.is_known, student_id = i.student_id,
    record = case when i.problems = '[]' and not i.is_known then private.guardian_record(gen_random_uuid(),
      i.relationship, coalesce(i.guardian_id, g.id), g.name, g.phone, g.email) || jsonb_build_object(
      'admission_number', i.number, 'first_name', i.first_name, 'last_name', i.last_name, 'gender', i.gender,
      'date_of_birth', i.born, 'class_id', i.class_id,
      'admitted_on', coalesce(i.admitted, private.school_today(school)), 'status', coalesce(i.status, 'active'),
      'boarding', i.boarding) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school), 'room', private.plan_room(school,
    (select count(*)::integer from pg_temp.import_row i where i.problems = '[]' and not i.is_known)));
end
$function$;

create or replace function private.due_charges (
  school uuid,
  term   uuid
)
  returns SETOF private.due_charge
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charged as materialized (select * from private.term_charges(due_charges.school, due_charges.term)),
  charged_classes as materialized (
    select distinct c.student_id, c.class_id from charged c where c.class_id is not null and c.owed > 0),
  fees as materialized (
    select f.*, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
      where f.school_id = due_charges.school and f.term_id = due_charges.term)
  select distinct on (s.student_id, f.purpose) s.student_id, f.id, f.name, f.amount,
    greatest(f.due_on, (select private.school_today(due_charges.school)))
  from fees f join private.fee_payers(due_charges.school, due_charges.term) s
    on (f.class_id is null or f.class_id = s.class_id) and (f.boarding is null or f.boarding = s.boarding)
  where not exists (select from charged c where c.student_id = s.student_id and c.fee_id = f.id)
    and not exists (select from charged c where c.student_id = s.student_id and c.purpose = f.purpose and c.owed > 0)
    and not exists (select from charged_classes c where c.student_id = s.student_id and c.class_id <> f.class_id)
  order by s.student_id, f.purpose, f.class_id nulls last, f.created_at
$function$;

create or replace function private.fee_payers (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    class_id   uuid,
    boarding   public.boarding
  )
  language sql
  stable
  security definer
  rows 500
  set search_path to ''
  AS $function$
  select s.id, e.class_id, s.boarding
  from (select t.ends_on, greatest(t.starts_on, least(t.ends_on, private.school_today(t.school_id))) as day
    from public.school_terms t where t.id = fee_payers.term and t.school_id = fee_payers.school) t
  join public.students s on s.school_id = fee_payers.school and s.status = 'active' and s.admitted_on <= t.ends_on
  left join public.enrolments e on e.student_id = s.id and e.school_id = fee_payers.school and e.started_on <= t.day
    and (e.ended_on is null or e.ended_on > t.day)
$function$;

create or replace function private.moved_fees (
  school uuid,
  term   uuid
)
  returns table (
    student_id       uuid,
    fee_id           uuid,
    amount           integer,
    charged          integer,
    charged_class_id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as materialized (select * from private.term_charges(moved_fees.school, moved_fees.term)),
  fees as materialized (
    select f.id, f.class_id, f.boarding, f.amount, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = moved_fees.school and f.term_id = moved_fees.term)
  select s.student_id, f.id, f.amount, coalesce(sum(c.owed) filter (where c.purpose = f.purpose), 0)::integer,
    (array_agg(c.class_id))[1]
  from fees f join private.fee_payers(moved_fees.school, moved_fees.term) s
    on (f.class_id is null or f.class_id = s.class_id) and (f.boarding is null or f.boarding = s.boarding)
  join charges c on c.student_id = s.student_id and c.owed > 0
    and (c.class_id <> f.class_id or c.purpose = f.purpose and c.boarding <> f.boarding)
  where not exists (select from charges b where b.student_id = s.student_id and b.fee_id = f.id)
  group by s.student_id, f.id, f.amount
$function$;

create or replace function private.parse_boarding (
  written text
)
  returns public.boarding
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when written in ('d', 'day', 'day scholar', 'day scholars', 'dayscholar', 'day student', 'kutwa',
      'wa kutwa', 'mwanafunzi wa kutwa', 'wanafunzi wa kutwa') then 'day'
    when written in ('b', 'boarder', 'boarders', 'boarding', 'full boarder', 'bweni', 'wa bweni',
      'mwanafunzi wa bweni', 'wanafunzi wa bweni') then 'boarder' end::public.boarding
$function$;

create or replace function private.parse_student_rows (
  import public.imports
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
  day_order constant text := import.day_order;
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.line, c.number, private.fold_text(c.number) as number_key,
    private.person_key(concat_ws(' ', c.first_name, c.last_name)) as name_key,
    coalesce(c.first_name, c.last_name) as first_name,
      case when c.first_name is null then '' else coalesce(c.last_name, '') end as last_name,
    c.gender_text, private.parse_gender(private.fold_text(c.gender_text)) as gender,
    c.birth_text, private.parse_date(c.birth_text, day_order, private.school_today(school)) as born,
    c.admitted_text, private.parse_date(c.admitted_text, day_order, private.school_today(school)) as admitted,
    c.status_text, private.parse_student_status(private.fold_text(c.status_text)) as status,
    c.boarding_text, private.parse_boarding(private.fold_text(c.boarding_text)) as boarding,
    c.class_words, null::uuid as class_id,
    c.guardian_name, private.person_key(c.guardian_name) as guardian_key, c.phone_text,
      private.phone_number(c.phone_text) as guardian_phone, lower(c.email_text) as guardian_email,
    coalesce(c.relationship, 'Parent') as relationship, c.same_guardian_as, c.line as guardian_group,
      null::uuid as guardian_id,
    null::uuid as student_id, false as is_known, '[]'::jsonb as problems
  from (
    select r.line,
      private.clean_cell(r.cells ->> 'admission_number') as number,
        private.clean_cell(r.cells ->> 'first_name') as first_name,
      private.clean_cell(r.cells ->> 'last_name') as last_name, private.clean_cell(r.cells ->> 'gender') as gender_text,
      private.clean_cell(r.cells ->> 'date_of_birth') as birth_text,
        private.clean_cell(r.cells ->> 'admitted_on') as admitted_text,
      private.clean_cell(r.cells ->> 'boarding') as boarding_text,
      private.clean_cell(r.cells ->> 'status') as status_text, private.clean_cell(r.cells ->> 'class') as class_words,
      private.clean_cell(r.cells ->> 'guardian_name') as guardian_name,
        private.clean_cell(r.cells ->> 'guardian_phone') as phone_text,
      private.clean_cell(r.cells ->> 'guardian_email') as email_text,
        private.clean_cell(r.cells ->> 'relationship') as relationship,
      private.clean_cell(r.cells ->> 'same_guardian_as') as same_guardian_as
    from private.import_cells(import) r) c;
  create index on pg_temp.import_row (number_key);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id
  from public.classes c where c.school_id = school and c.is_active
    and private.fold_text(c.name) = private.fold_text(i.class_words);
  update pg_temp.import_row i set is_known = true, student_id = s.id from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and private.person_key(s.first_name || ' ' || s.last_name) = i.name_key;
end
$function$;

create or replace function private.save_fee_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.save_student_rows (
  import public.imports,
  lines  integer[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
begin
  perform private.require_room(school, (select count(*)::integer from public.import_rows r where r.school_id = school
    and r.import_id = import.id and r.problems = '[]' and not r.is_known and not r.is_saved));
  perform private.gather_saved_rows(import, lines);
  with added as (
    insert into public.students (id, school_id, admission_number, first_name, last_name, gender, date_of_birth,
      class_id, admitted_on, status, boarding)
    select s.student_id, school, n.admission_number, n.first_name, n.last_name, n.gender, n.date_of_birth, c.id,
      n.admitted_on, n.status, n.boarding
    from pg_temp.import_saved s, jsonb_populate_record(null::public.students, s.record) n
      left join public.classes c on c.id = n.class_id and c.school_id = school and c.is_active
    order by s.line
    on conflict (school_id, private.fold_text(admission_number)) do nothing returning id),
  taken as (
    delete from pg_temp.import_saved s where s.student_id not in (select a.id from added a) returning s.line, s.record)
  update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'admission_number',
    private.say('{number} was given to another student before this row was saved. Use another one.',
      jsonb_build_object('number', t.record -> 'admission_number'))))
  from taken t where r.school_id = school and r.import_id = import.id and r.line = t.line;
  perform private.note_imported(import, 1, s.student_id, s.line) from pg_temp.import_saved s;
  perform private.save_import_guardians(import, null, 2);
  update public.import_rows r set student_id = s.student_id from pg_temp.import_saved s
  where r.school_id = school and r.import_id = import.id and r.line = s.line;
end
$function$;

create or replace function private.term_charges (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    fee_id     uuid,
    class_id   uuid,
    boarding   public.boarding,
    purpose    text,
    owed       integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  -- The purpose of each fee once, not of each of its charges.
  with fees as materialized (
    select f.id, f.class_id, f.boarding, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = term_charges.school and f.term_id = term_charges.term)
  select c.student_id, f.id, f.class_id, f.boarding, f.purpose, c.amount - c.credited
  from fees f join public.fee_charges c on c.fee_id = f.id
$function$;

create or replace function public.bill_term (
  term_id uuid,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  due private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total, 'class_name', k.name, 'boarding', f.boarding) order by n.name, k.name, f.boarding), '[]')
      from (select fee_id, name, amount, count(*) as students, sum(amount) as total from unnest(due)
        group by fee_id, name, amount) n
      join public.fees f on f.id = n.fee_id left join public.classes k on k.id = f.class_id),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'without_boarding', case when exists (select from public.fees f where f.term_id = bill_term.term_id
        and f.school_id = school and f.boarding is not null)
      then (select count(*) from private.fee_payers(school, bill_term.term_id) p where p.boarding is null) else 0 end,
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id,
      'student', s.full_name, 'fee_id', f.id, 'name', f.name, 'amount', m.amount,
      'charged', m.charged,
        'boarding', f.boarding, 'class_name', k.name, 'charged_class_name', o.name)
        order by s.last_name, s.first_name, s.id, f.name), '[]')
      from private.moved_fees(school, bill_term.term_id) m join public.students s on s.id = m.student_id
        join public.fees f on f.id = m.fee_id
      left join public.classes k on k.id = f.class_id left join public.classes o on o.id = m.charged_class_id))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, due);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;

create or replace function public.save_fee (
  term_id  uuid,
  name     text,
  amount   integer,
  due_on   date,
  class_id uuid            default null::uuid,
  fee_id   uuid            default null::uuid,
  boarding public.boarding default null::public.boarding
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    perform private.refuse('fee.invalid_amount',
      'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if save_fee.due_on is null then
    perform private.refuse('fee.due_required', 'Enter the day it is due.', field => 'due_on');
  end if;
  perform private.require_near_day(save_fee.due_on, '20 years', '5 years', private.school_today(school), 'due_on');
  perform private.require_class(save_fee.class_id, school);
  -- The same students are not charged twice for one thing.
  if exists (select from public.fees f where f.school_id = school and f.id is distinct from save_fee.fee_id
    and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(save_fee.term_id, save_fee.name)
      and (f.class_id is null or save_fee.class_id is null or f.class_id = save_fee.class_id)
      and (f.boarding is null or save_fee.boarding is null or f.boarding = save_fee.boarding)) then
    perform private.refuse(
      'fee.name_taken', 'There is a fee of this name for these students already. Give this one another name.',
      field => 'name');
  end if;
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, boarding, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, save_fee.boarding,
      private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on)
      returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    perform private.refuse(
      'fee.billed', 'This fee has already been billed and cannot change. Add another fee for the difference.',
      errcode => 'PT409');
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, boarding = save_fee.boarding,
    name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount,
    due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    perform private.refuse('fee.not_found', 'This fee is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_level_fee (
  term_id  uuid,
  name     text,
  amount   integer,
  due_on   date,
  level    text,
  boarding public.boarding default null::public.boarding
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved integer;
begin
  perform public.save_fee(save_level_fee.term_id, save_level_fee.name, save_level_fee.amount, save_level_fee.due_on,
    c.id, null, save_level_fee.boarding)
  from public.classes c
  where c.school_id = school and c.is_active and c.level = save_level_fee.level;
  get diagnostics saved = row_count;
  if saved = 0 then
    perform private.refuse('fee.level_empty', 'No class has this level. Choose another.', field => 'class_id');
  end if;
  return saved;
end
$function$;

create or replace function public.save_student (
  admission_number text,
  first_name       text,
  last_name        text,
  gender           public.gender   default null::public.gender,
  date_of_birth    date            default null::date,
  class_id         uuid            default null::uuid,
  admitted_on      date            default private.my_today(),
  student_id       uuid            default null::uuid,
  boarding         public.boarding default null::public.boarding
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number',
    'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school
    and private.fold_text(s.admission_number) = private.fold_text(number)
    and s.id is distinct from save_student.student_id;
  if found then
    perform private.refuse('student.number_taken', '{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', number, 'student', holder.full_name),
      'admission_number');
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id,
      admitted_on, boarding)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_student.last_name, 80, 'last_name'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school),
        coalesce(save_student.admitted_on, private.school_today(school)), save_student.boarding)
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.optional_text(save_student.last_name, 80, 'last_name'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, boarding = save_student.boarding,
      admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id
      else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.set_students_boarding (
  student_ids uuid[],
  boarding    public.boarding
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  changed integer;
begin
  update public.students s set boarding = set_students_boarding.boarding
  where s.id = any (set_students_boarding.student_ids) and s.school_id = school
    and s.boarding is distinct from set_students_boarding.boarding;
  get diagnostics changed = row_count;
  return changed;
end
$function$;

create or replace function public.student_profile (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender',
      s.gender, 'date_of_birth', s.date_of_birth, 'boarding', s.boarding,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status',
      s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name,
      'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at',
        g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name,
      'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc),
      '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}')
      from (select status, count(*) as days from public.attendance a where a.student_id = s.id
      and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status,
      'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day))
      order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present'
        order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name,
      'percent', r.percent, 'assessments', r.assessments, 'has_mean',
      private.has_mean(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from private.student_results(s.id) r join public.school_terms t on t.id = r.term_id
        join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id),
    'fees', case when s.school_id = private.school_where('fee-account:read-all')
      then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0),
      'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$function$;

comment on column public.students.boarding is 'Whether a boarder or a day scholar; null where nobody has said.';

comment on function public.bill_term(uuid, boolean) is 'Charges every fee of a term to the active students it is for, on one new invoice each, due on the fee''s day but not before today; invoices and charges there are stay as they are. Returns what it did, or with dry_run would do: {students, invoices, charges, total, items, without_boarding, moved}; without_boarding: how many are neither known as day scholars nor as boarders, where a fee is for one of them; moved: fees of the class to which students moved, or of boarders or day scholars that they became, after they were billed, for bill_moved_fee.';

comment on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) is 'Sets a fee of its own for each class of a level, for all or for none; returns for how many.';

comment on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding) is
  'Admits a student, or corrects one. Changing the class moves the student from today.';

comment on function public.set_students_boarding(uuid[], public.boarding) is 'Makes students day scholars or boarders; what they were billed stays. Returns how many changed.';

comment on table public.fees is 'What a term costs, for one class or (class_id null) for every student, and of those for day scholars, for boarders or (boarding null) for both.';

revoke all on function private.fee_payers(uuid, uuid) from public;

revoke all on function private.parse_boarding(text) from public;

revoke all on function private.term_charges(uuid, uuid) from public;

revoke all on function public.save_fee(uuid, text, integer, date, uuid, uuid, public.boarding) from public;

grant execute on function public.save_fee(uuid, text, integer, date, uuid, uuid, public.boarding) to authenticated;

grant execute on function public.save_fee(uuid, text, integer, date, uuid, uuid, public.boarding) to service_role;

revoke all on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) from public;

grant execute on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) to authenticated;

grant execute on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) to service_role;

revoke all on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding) from public;

grant execute
  on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding)
  to authenticated;

grant execute
  on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding)
  to service_role;

revoke all on function public.set_students_boarding(uuid[], public.boarding) from public;

grant execute on function public.set_students_boarding(uuid[], public.boarding) to authenticated;

grant execute on function public.set_students_boarding(uuid[], public.boarding) to service_role;

insert into private.import_kinds select * from jsonb_populate_recordset(null::private.import_kinds, '[
  {"name": "fees", "used": "private.fees_changed", "saves": "private.save_fee_rows", "checks": "private.check_fee_rows", "chosen": ["term", "class", "boarding"], "undoes": ["public.fees", "public.fees"], "removes": null, "comes_with": [], "permission": "fee:write"},
  {"name": "students", "used": "private.students_used", "saves": "private.save_student_rows", "checks": "private.check_student_rows", "chosen": ["gender", "class", "status", "boarding"], "undoes": ["public.students", "public.guardians"], "removes": null, "comes_with": ["public.enrolments", "public.student_guardians", "private.job_file_students"], "permission": "student:write"}]');
