set check_function_bodies = off;

drop function private.check_import_rows(uuid);

drop function private.import_guardians(uuid);

drop function private.parse_import_rows(uuid, jsonb, text);

drop function public.import_students(jsonb, boolean, text);

create table private.import_kinds (
  name       text   not null,
  permission text   not null,
  checks     text   not null,
  saves      text   not null,
  undoes     text[] not null,
  comes_with text[] not null default '{}'::text[],
  used       text,
  chosen     text[] not null default '{}'::text[],
  constraint import_kinds_name_check check ((name ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint import_kinds_pkey primary key (name),
  constraint import_kinds_undoes_check check ((cardinality(undoes) > 0))
);

alter table private.import_kinds
  enable row level security;

revoke all on table private.import_kinds from service_role;

create table private.import_records (
  school_id uuid     not null,
  import_id uuid     not null,
  place     smallint not null,
  record_id uuid     not null,
  line      integer  not null,
  is_kept   boolean  not null default false,
  constraint import_records_pkey primary key (school_id, import_id, place, record_id)
);

alter table private.import_records
  enable row level security;

create table public.import_matches (
  school_id uuid  not null,
  kind      text  not null,
  columns   jsonb not null default '{}'::jsonb,
  choices   jsonb not null default '{}'::jsonb,
  constraint import_matches_pkey primary key (school_id, kind)
);

alter table public.import_matches
  enable row level security;

create table public.import_rows (
  school_id  uuid    not null,
  import_id  uuid    not null,
  line       integer not null,
  cells      jsonb   not null,
  problems   jsonb   not null default '[]'::jsonb,
  is_known   boolean not null default false,
  record     jsonb,
  student_id uuid,
  is_saved   boolean not null default false,
  constraint import_rows_line_check check ((line > 0)),
  constraint import_rows_pkey primary key (school_id, import_id, line)
);

alter table public.import_rows
  enable row level security;

create table public.imports (
  id         uuid                     not null default gen_random_uuid(),
  school_id  uuid                     not null,
  kind       text                     not null,
  file_name  text                     not null,
  started_by uuid,
  state      text                     not null default 'open'::text,
  day_order  text                     not null default 'day-first'::text,
  choices    jsonb                    not null default '{}'::jsonb,
  answers    jsonb                    not null default '{}'::jsonb,
  outcome    jsonb                    not null default '{}'::jsonb,
  saved      integer                  not null default 0,
  undone     integer                  not null default 0,
  created_at timestamp with time zone not null default now(),
  saved_at   timestamp with time zone,
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  constraint imports_day_order_check check ((day_order = ANY (ARRAY['day-first'::text, 'month-first'::text]))),
  constraint imports_file_name_check check (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint imports_id_school_id_key unique (id, school_id),
  constraint imports_pkey primary key (id),
  constraint imports_state_check
    check
    ((state = ANY (ARRAY['open'::text, 'checked'::text, 'queued'::text, 'saving'::text, 'saved'::text, 'undoing'::text, 'undone'::text])))
);

alter table public.imports
  enable row level security;

create or replace function private.check_import_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kind constant private.import_kinds := (select k from private.import_kinds k where k.name = import.kind);
  notes jsonb;
  found_now jsonb;
begin
  -- One at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import.school_id::text, 0));
  execute format('select %s($1)', kind.checks) into notes using import;
  select jsonb_build_object('total', count(*),
    'added', count(*) filter (where r.problems = '[]' and not r.is_known and not r.is_saved),
    'known', count(*) filter (where r.problems = '[]' and r.is_known),
    'faulty', count(*) filter (where r.problems <> '[]'),
    'unmatched', (select coalesce(jsonb_agg(u), '[]') from (
      select p.value ->> 'column' as column, f.cells ->> (p.value ->> 'column') as cell, count(*) as rows
      from public.import_rows f, jsonb_array_elements(f.problems) p
      where f.school_id = import.school_id and f.import_id = import.id and p.value ->> 'column' = any (kind.chosen)
        and f.cells ? (p.value ->> 'column')
      group by 1, 2 order by 1, 3 desc, 2 limit 200) u),
    'notes', coalesce(notes, '{}'))
  into found_now from public.import_rows r where r.school_id = import.school_id and r.import_id = import.id;
  update public.imports i set outcome = found_now where i.id = import.id;
  return found_now;
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
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words),
      case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end)),
    private.import_problem(line, 'guardian_email', coalesce(private.ruined_cell(guardian_email),
      case when not private.is_email(guardian_email)
      then private.say('“{cell}” is not an email address.',
        jsonb_build_object('cell', left(guardian_email, 60))) end)),
    private.import_problem(line, 'guardian_phone', coalesce(private.ruined_cell(phone_text),
      case when phone_text is not null and guardian_phone is null
      then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
        jsonb_build_object('cell', left(phone_text, 40))) end)),
    private.import_problem(line, 'relationship', coalesce(private.ruined_cell(relationship),
      case when length(relationship) > 40 then private.say('Use at most 40 characters.') end)),
    private.import_problem(line, 'guardian_name', coalesce(private.ruined_cell(guardian_name), case
      when guardian_name is null and (phone_text is not null or guardian_email is not null)
        then private.say('Write the guardian''s name, or leave phone and email empty too.')
      when guardian_name is not null
        and (guardian_key = '' or guardian_name !~ '[^\d\s[:punct:]]')
        then private.say('A name has letters. Check the cell.')
      when length(guardian_name) > 160 then private.say('Use at most 160 characters.') end))], null));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line,
      'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', private.full_name(s.first_name, s.last_name))))
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
    record = case when i.problems = '[]' and not i.is_known then jsonb_build_object('id', gen_random_uuid(),
      'admission_number', i.number, 'first_name', i.first_name, 'last_name', i.last_name, 'gender', i.gender,
      'date_of_birth', i.born, 'class_id', i.class_id,
      'admitted_on', coalesce(i.admitted, private.school_today(school)), 'status', coalesce(i.status, 'active'),
      'relationship', i.relationship,
      'guardian_id', coalesce(i.guardian_id, g.id),
      'guardian_first_name', left(g.name[1], 80), 'guardian_last_name', left(g.name[2], 80), 'guardian_phone', g.phone,
      'guardian_email', g.email) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school), 'room', private.plan_room(school,
    (select count(*)::integer from pg_temp.import_row i where i.problems = '[]' and not i.is_known)));
end
$function$;

create or replace function private.count_imported (
  kind private.import_kinds
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  name text;
begin
  foreach name in array kind.undoes || kind.comes_with || '{public.import_rows,private.import_records}' loop
    execute format('analyze %s', name::regclass);
  end loop;
end
$function$;

create or replace function private.delete_old_imports()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  delete from public.imports i where i.expires_at <= now()
$function$;

create or replace function private.finish_import (
  import public.imports
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.import_rows r set cells = '{}', record = null where r.school_id = import.school_id
    and r.import_id = import.id and r.problems = '[]';
  update public.imports i set state = 'saved', saved_at = now(), expires_at = now() + interval '24 hours',
    answers = '{}',
    outcome = i.outcome - 'notes' - 'unmatched' || jsonb_build_object('faulty', (select count(*)
      from public.import_rows r where r.school_id = import.school_id and r.import_id = import.id
        and r.problems <> '[]'))
  where i.id = import.id;
  insert into public.audit_log (actor_id, school_id, action, entity, after)
  values (private.signed_in_uid(), import.school_id, 'import', replace(import.kind, '-', '_'),
    import.outcome - 'notes' - 'unmatched' || jsonb_build_object('added', import.saved));
end
$function$;

create or replace function private.gather_import_guardians()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  drop table if exists pg_temp.import_guardian;
  create temporary table import_guardian on commit drop as
  select i.guardian_group, gen_random_uuid() as id,
    private.name_parts((array_agg(i.guardian_name order by i.guardian_name = upper(i.guardian_name), i.line))[1])
    as name,
    (array_agg(i.guardian_phone order by i.line) filter (where i.guardian_phone is not null))[1] as phone,
    (array_agg(i.guardian_email order by i.line) filter (where i.guardian_email is not null))[1] as email
  from pg_temp.import_row i where i.problems = '[]' and not i.is_known and i.guardian_key <> ''
    and i.guardian_id is null
  group by i.guardian_group;
end
$function$;

create or replace function private.import_cells (
  import public.imports
)
  returns table (
    line  integer,
    cells jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select r.line, case when import.choices = '{}' then r.cells
      else r.cells || (select coalesce(jsonb_object_agg(c.key, c.value -> (r.cells ->> c.key)), '{}')
        from jsonb_each(import.choices) c where c.value ? (r.cells ->> c.key)) end
    || coalesce(import.answers -> r.line::text, '{}')
  from public.import_rows r where r.school_id = import.school_id and r.import_id = import.id
$function$;

create or replace function private.import_of_caller (
  import uuid
)
  returns public.imports
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  own public.imports;
begin
  select i.* into own from public.imports i where i.id = import_of_caller.import
    and i.school_id = private.my_school() and i.kind in (select private.importable_kinds()) for update;
  if not found then
    perform private.refuse('import.not_found', 'This import is no longer here. Choose the file again.');
  end if;
  return own;
end
$function$;

create or replace function private.importable_kinds()
  returns SETOF text
  language sql
  stable
  security definer
  rows 5
  set search_path to ''
  AS $function$
  select k.name from private.import_kinds k where private.may(k.permission)
$function$;

create or replace function private.merged_choices (
  old   jsonb,
  added jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg(k.key, coalesce(old -> k.key, '{}') || coalesce(added -> k.key, '{}')), '{}')
  from jsonb_object_keys(old || added) k (key)
$function$;

create or replace function private.name_kept_records (
  import public.imports,
  name   text,
  place  integer,
  ids    uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  execute format($statement$
    update public.import_rows r set problems = r.problems || private.import_problem(r.line, '', private.say(
      '{name} was changed or used since the import, and stays.', jsonb_build_object('name', concat_ws(' ',
        t.record ->> 'admission_number', t.record ->> 'staff_number', t.record ->> 'first_name',
        t.record ->> 'last_name'))))
    from private.import_records n join (select t.id, to_jsonb(t) as record from %s t where t.id = any ($1)) t
      on t.id = n.record_id
    where n.school_id = $2 and n.import_id = $3 and n.place = $4 and r.school_id = $2 and r.import_id = $3
      and r.line = n.line $statement$, name::regclass)
  using ids, import.school_id, import.id, place;
end
$function$;

create or replace function private.note_imported (
  import    public.imports,
  place     integer,
  record_id uuid,
  line      integer
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into private.import_records (school_id, import_id, place, record_id, line)
  values (import.school_id, import.id, place, record_id, line) on conflict do nothing
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

create or replace function private.save_import_step (
  import uuid
)
  returns table (
    done        integer,
    total       integer,
    is_finished boolean
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own public.imports := private.import_of_caller(save_import_step.import);
  kind constant private.import_kinds := (select k from private.import_kinds k where k.name = own.kind);
  lines integer[];
begin
  if own.state = 'queued' then
    perform private.check_import_rows(own);
    update public.imports i set state = 'saving' where i.id = own.id returning i.* into own;
  elsif own.state = 'saving' then
    lines := array(select r.line from public.import_rows r where r.school_id = own.school_id and r.import_id = own.id
      and r.problems = '[]' and not r.is_known and not r.is_saved order by r.line limit 500);
    if lines <> '{}' then
      execute format('select %s($1, $2)', kind.saves) using own, lines;
      update public.import_rows r set is_saved = true, cells = '{}', record = null
      where r.school_id = own.school_id and r.import_id = own.id and r.line = any (lines) and r.problems = '[]';
    else
      perform private.finish_import(own);
    end if;
    update public.imports i set saved = (select count(*) from public.import_rows r where r.school_id = own.school_id
      and r.import_id = own.id and r.is_saved) where i.id = own.id returning i.* into own;
  end if;
  return query select own.saved, (own.outcome ->> 'added')::integer, own.state not in ('queued', 'saving')
    or coalesce(lines = '{}', false);
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
  guardians uuid[];
begin
  perform private.require_room(school, (select count(*)::integer from public.import_rows r where r.school_id = school
    and r.import_id = import.id and r.problems = '[]' and not r.is_known and not r.is_saved));
  create temporary table if not exists import_saved (line integer, id uuid, guardian_id uuid, relationship text,
    first_name text, last_name text, phone text, email text, record jsonb) on commit drop;
  truncate pg_temp.import_saved;
  insert into pg_temp.import_saved
  select r.line, x.id, x.guardian_id, x.relationship, x.guardian_first_name, x.guardian_last_name, x.guardian_phone,
    x.guardian_email, r.record
  from public.import_rows r, jsonb_to_record(r.record) as x (id uuid, guardian_id uuid, relationship text,
    guardian_first_name text, guardian_last_name text, guardian_phone text, guardian_email text)
  where r.school_id = school and r.import_id = import.id and r.line = any (lines);
  with added as (
    insert into public.students (id, school_id, admission_number, first_name, last_name, gender, date_of_birth,
      class_id, admitted_on, status)
    select s.id, school, n.admission_number, n.first_name, n.last_name, n.gender, n.date_of_birth, c.id, n.admitted_on,
      n.status
    from pg_temp.import_saved s, jsonb_populate_record(null::public.students, s.record) n
      left join public.classes c on c.id = n.class_id and c.school_id = school and c.is_active
    order by s.line
    on conflict (school_id, private.fold_text(admission_number)) do nothing returning id),
  taken as (
    delete from pg_temp.import_saved s where s.id not in (select a.id from added a) returning s.line, s.record)
  update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'admission_number',
    private.say('{number} was given to another student before this row was saved. Use another one.',
      jsonb_build_object('number', t.record -> 'admission_number'))))
  from taken t where r.school_id = school and r.import_id = import.id and r.line = t.line;
  perform private.note_imported(import, 1, s.id, s.line) from pg_temp.import_saved s;
  with added as (
    insert into public.guardians (id, school_id, first_name, last_name, phone, email)
    select distinct on (s.guardian_id) s.guardian_id, school, s.first_name, s.last_name, s.phone, s.email
    from pg_temp.import_saved s where s.first_name is not null order by s.guardian_id, s.line
    on conflict (id) do nothing returning id)
  select array_agg(a.id) into guardians from added a;
  perform private.note_imported(import, 2, s.guardian_id, min(s.line)) from pg_temp.import_saved s
  where s.guardian_id = any (guardians) group by s.guardian_id;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  select s.id, g.id, school, s.relationship, true from pg_temp.import_saved s
    join public.guardians g on g.id = s.guardian_id and g.school_id = school
  on conflict (student_id, guardian_id) do nothing;
  update public.import_rows r set student_id = s.id from pg_temp.import_saved s
  where r.school_id = school and r.import_id = import.id and r.line = s.line;
end
$function$;

create or replace function private.students_used (
  ids uuid[]
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select l.student_id from public.audit_log l join public.students s on s.id = l.student_id
  where l.student_id = any (ids) and l.at > s.created_at
  union
  select e.student_id from public.enrolments e where e.student_id = any (ids) group by e.student_id having count(*) > 1
$function$;

create or replace function private.undo_import_step (
  import uuid
)
  returns table (
    done        integer,
    total       integer,
    is_finished boolean
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own public.imports := private.import_of_caller(undo_import_step.import);
  kind constant private.import_kinds := (select k from private.import_kinds k where k.name = own.kind);
  at_place smallint;
  ids uuid[];
  used uuid[];
begin
  if own.state = 'undoing' then
    if own.undone = 0 and own.saved > 200 then
      perform private.count_imported(kind);
    end if;
    select r.place into at_place from private.import_records r where r.school_id = own.school_id
      and r.import_id = own.id and not r.is_kept order by r.place limit 1;
    ids := array(select r.record_id from private.import_records r where r.school_id = own.school_id
      and r.import_id = own.id and not r.is_kept and r.place = at_place order by r.line limit 500);
    if ids <> '{}' then
      used := private.used_records(kind, at_place, ids);
      execute format('delete from %s where id = any ($1) and school_id = $2', kind.undoes[at_place]::regclass)
        using array(select unnest(ids) except select unnest(used)), own.school_id;
      delete from private.import_records r where r.school_id = own.school_id and r.import_id = own.id
        and r.place = at_place and r.record_id = any (ids) and r.record_id <> all (used);
      update private.import_records r set is_kept = true where r.school_id = own.school_id and r.import_id = own.id
        and r.place = at_place and r.record_id = any (used);
      perform private.name_kept_records(own, kind.undoes[at_place], at_place, used);
      update public.imports i set undone = i.undone + case when at_place = 1 then cardinality(ids) - cardinality(used)
        else 0 end where i.id = own.id returning i.* into own;
    else
      update public.imports i set state = 'undone' where i.id = own.id returning i.* into own;
      insert into public.audit_log (actor_id, school_id, action, entity, after)
      values (private.signed_in_uid(), own.school_id, 'import-undone', replace(own.kind, '-', '_'),
        jsonb_build_object('removed', own.undone, 'kept', own.saved - own.undone));
    end if;
  end if;
  return query select own.undone, own.saved, own.state <> 'undoing';
end
$function$;

create or replace function private.used_records (
  kind  private.import_kinds,
  place integer,
  ids   uuid[]
)
  returns uuid[]
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  name constant regclass := kind.undoes[place]::regclass;
  reference record;
  more uuid[];
  used uuid[];
begin
  execute format('select id from %s where id = any ($1) order by id for update', name) using ids;
  -- Not every table keeps these times.
  execute format($statement$select array(select id from %s t where id = any ($1)
    and (to_jsonb(t) ->> 'updated_at')::timestamptz > (to_jsonb(t) ->> 'created_at')::timestamptz)$statement$, name)
  into used using ids;
  for reference in
    select c.conrelid::regclass as name, a.attname as column from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute k on k.attrelid = c.confrelid and k.attname = 'id'
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid
      and a.attnum = c.conkey[array_position(c.confkey, k.attnum)]
    where c.contype = 'f' and c.confrelid = name
      and c.conrelid <> all (array['public.import_rows']::regclass[]
        || case when place = 1 then kind.comes_with::regclass[] end)
  loop
    execute format('select array(select distinct %I from %s where %I = any ($1))', reference.column, reference.name,
      reference.column) into more using ids;
    used := used || more;
  end loop;
  if place = 1 and kind.used is not null then
    execute format('select array(select %s($1))', kind.used) into more using ids;
    used := used || more;
  end if;
  return array(select distinct unnest(used));
end
$function$;

create or replace function public.add_import_rows (
  import uuid,
  rows   jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant public.imports := private.import_of_caller(add_import_rows.import);
  there integer;
begin
  if own.state not in ('open', 'checked') then
    perform private.refuse('import.begun', 'This file is being imported already.');
  end if;
  insert into public.import_rows (school_id, import_id, line, cells)
  select own.school_id, own.id, coalesce((r.value ->> 'row')::integer, r.ordinality::integer), r.value - 'row'
  from jsonb_array_elements(coalesce(add_import_rows.rows, '[]')) with ordinality r
  on conflict on constraint import_rows_pkey do update set cells = excluded.cells;
  select count(*) into there from public.import_rows r where r.school_id = own.school_id and r.import_id = own.id;
  if there > 10000 then
    perform private.refuse('import.too_many',
      'A file holds 10,000 rows at most. Split it and import the parts.', field => 'rows');
  end if;
  update public.imports i set state = 'open' where i.id = own.id;
  return there;
end
$function$;

create or replace function public.check_import (
  import  uuid,
  choices jsonb default null::jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '60s'
  AS $function$
#variable_conflict use_column
declare
  own public.imports := private.import_of_caller(check_import.import);
begin
  if own.state not in ('open', 'checked') then
    perform private.refuse('import.begun', 'This file is being imported already.');
  elsif not exists (select from public.import_rows r where r.school_id = own.school_id and r.import_id = own.id) then
    perform private.refuse('import.empty', 'The file has no rows below its header.', field => 'rows');
  end if;
  update public.imports i set state = 'checked', choices = coalesce(check_import.choices, i.choices), answers = '{}'
  where i.id = own.id returning i.* into own;
  return private.check_import_rows(own);
end
$function$;

create or replace function public.save_import (
  import  uuid,
  answers jsonb default '{}'::jsonb,
  columns jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant public.imports := private.import_of_caller(save_import.import);
begin
  if own.state <> 'checked' then
    perform private.refuse('import.not_checked', 'Check the rows of this file before you import them.');
  end if;
  update public.imports i set state = 'queued', answers = coalesce(save_import.answers, '{}') where i.id = own.id;
  insert into public.import_matches as m (school_id, kind, columns, choices)
  values (own.school_id, own.kind, coalesce(save_import.columns, '{}'), own.choices)
  on conflict on constraint import_matches_pkey do update set columns = m.columns || excluded.columns,
    choices = private.merged_choices(m.choices, excluded.choices);
  return private.queue_job('save-import', own.id::text);
end
$function$;

create or replace function public.start_import (
  kind      text,
  file_name text,
  day_order text default 'day-first'::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  permission constant text := (select k.permission from private.import_kinds k where k.name = start_import.kind);
  me constant uuid := private.signed_in_uid();
  school uuid;
  started uuid;
begin
  if permission is null then
    perform private.refuse('import.unknown_kind', 'Files of this kind cannot be imported.');
  end if;
  school := private.require(permission);
  if not private.may_write() then
    perform private.refuse_without_subscription();
  end if;
  delete from public.imports i where i.school_id = school and i.kind = start_import.kind and i.started_by = me
    and i.state in ('open', 'checked');
  insert into public.imports (school_id, kind, file_name, started_by, day_order)
  values (school, start_import.kind,
    private.require_text(start_import.file_name, 200, 'file_name', 'Choose a file.'), me,
    coalesce(start_import.day_order, 'day-first'))
  returning id into started;
  return started;
end
$function$;

create or replace function public.undo_import (
  import uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  own constant public.imports := private.import_of_caller(undo_import.import);
begin
  if exists (select from public.jobs j where j.school_id = own.school_id and j.kind = 'save-import'
    and j.subject = own.id::text and j.state in ('waiting', 'running')) then
    perform private.refuse('import.still_saving', 'This file is still being imported. Wait, or cancel it first.');
  elsif own.state not in ('saving', 'saved', 'undone') or own.expires_at <= now() then
    perform private.refuse('import.not_undoable', 'An import can be undone for 24 hours.');
  end if;
  update private.import_records r set is_kept = false where r.school_id = own.school_id and r.import_id = own.id;
  update public.import_rows r set problems = '[]' where r.school_id = own.school_id and r.import_id = own.id
    and r.is_saved and r.problems <> '[]';
  update public.imports i set state = 'undoing' where i.id = own.id;
  return private.queue_job('undo-import', own.id::text);
end
$function$;

alter table public.import_matches
  add constraint import_matches_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.import_rows
  add constraint import_rows_student_id_fkey foreign key (student_id) references public.students(id) on delete cascade;

alter table private.import_records
  add constraint import_records_import_id_school_id_fkey foreign key (import_id, school_id) references public.imports(id, school_id)
    on delete cascade;

alter table public.import_rows
  add constraint import_rows_import_id_school_id_fkey foreign key (import_id, school_id) references public.imports(id, school_id)
    on delete cascade;

alter table public.imports
  add constraint imports_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.imports
  add constraint imports_started_by_fkey foreign key (started_by) references public.users(id) on delete set null;

create index import_records_left_idx on private.import_records using btree (school_id, import_id, place, line)
  where (not is_kept);

create index import_rows_student_idx on public.import_rows using btree (student_id)
  where (student_id is not null);

create index imports_expiry_idx on public.imports using btree (expires_at);

create index imports_school_idx on public.imports using btree (school_id, kind, created_at desc);

create index imports_started_by_idx on public.imports using btree (started_by);

create trigger tell_added after insert on public.imports
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:started_by'
);

create trigger tell_changed after update on public.imports
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:started_by'
);

create trigger tell_removed after delete on public.imports
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'person:started_by'
);

create policy "People see how files of their kinds were matched" on public.import_matches
  for select
  to authenticated
  using (((school_id = ( select private.my_school() as my_school)) AND (kind in ( select private.importable_kinds() as importable_kinds))));

create policy "People see the rows of the imports that they see" on public.import_rows
  for select
  to authenticated
  using (((school_id = ( select private.childrens_school() as childrens_school)) AND (import_id in ( select i.id
   from public.imports i
  where (i.school_id = ( select private.childrens_school() as childrens_school))))));

create policy "People see the imports of kinds that they may bring" on public.imports
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (kind in ( select private.importable_kinds() as
    importable_kinds))));

comment on column private.import_kinds.checks is 'The function (public.imports) that reads private.import_cells, writes problems, is_known and record of every row, and returns what else there is to say.';

comment on column private.import_kinds.chosen is 'Columns whose unknown cells people may match with what the school has, such as classes.';

comment on column private.import_kinds.comes_with is 'Tables whose rows come with a record of the first table and are no use of it, such as those that triggers add.';

comment on column private.import_kinds.saves is 'The function (public.imports, lines integer[]) that adds the records of these rows and calls private.note_imported with each.';

comment on column private.import_kinds.undoes is 'The tables that an import adds to, in the order in which their rows are deleted again.';

comment on column private.import_kinds.used is 'A function (ids uuid[]) that returns which records of the first table were used, where references and changes do not say it.';

comment on column public.import_rows.line is 'The row of the file.';

comment on column public.import_rows.problems is 'All that is wrong with it, and after an undo why its record stays: [{row, column, message, sentence, args}].';

comment on column public.import_rows.record is 'What saving it adds, as its kind wrote it.';

comment on column public.import_rows.student_id is 'The student whom it is about, as far as that is known.';

comment on column public.imports.answers is 'What people said about single rows, as cells by line.';

comment on column public.imports.choices is 'What cells mean, by column and cell: {"gender": {"Boi": "M"}}.';

comment on column public.imports.outcome is 'What the last check found: {total, added, known, faulty, unmatched, notes}.';

comment on column public.imports.saved is 'How many rows were saved; undone: how many records were deleted again.';

comment on function public.add_import_rows(uuid, jsonb) is 'Adds rows to an import, [{row, <column>: <cell>}]; row is the line of the file, and a line that is there is replaced. Returns how many there are.';

comment on function public.check_import(uuid, jsonb) is 'Checks all rows of an import without saving any: {total, added, known, faulty, unmatched: [{column, cell, rows}], notes}. choices say what cells mean, by column and cell.';

comment on function public.save_import(uuid, jsonb, jsonb) is 'Has a job save the rows without problems; returns the job. answers are cells by line, columns the field of each title, which the school''s next file is matched by.';

comment on function public.start_import(text, text, text) is 'Begins to bring a file of records of a kind, and forgets those of the caller that were not saved. day_order says how the file writes dates: day-first or month-first.';

comment on function public.undo_import(uuid) is 'Has a job delete what an import of the last 24 hours added, except what was used since, which its rows then name; returns the job.';

comment on table private.import_kinds is 'The kinds of records that files may bring; written beside their functions.';

comment on table private.import_records is 'What an import added, by the place of the table among those that its kind undoes; is_kept: an undo left it, since it was used.';

comment on table public.import_matches is 'How the files of a school were matched last: the field of each title, and what its cells meant.';

comment on table public.import_rows is 'The rows of an import. What was saved leaves its cells at once.';

comment on table public.imports is 'Files of records, each until a day after it was saved, or after it came.';

revoke all on function private.check_import_rows(public.imports) from public;

revoke all on function private.check_parsed_students(uuid) from public;

revoke all on function private.check_student_rows(public.imports) from public;

revoke all on function private.count_imported(private.import_kinds) from public;

revoke all on function private.delete_old_imports() from public;

revoke all on function private.finish_import(public.imports) from public;

revoke all on function private.gather_import_guardians() from public;

revoke all on function private.import_cells(public.imports) from public;

revoke all on function private.import_of_caller(uuid) from public;

revoke all on function private.importable_kinds() from public;

grant execute on function private.importable_kinds() to authenticated;

revoke all on function private.merged_choices(jsonb, jsonb) from public;

revoke all on function private.name_kept_records(public.imports, text, integer, uuid[]) from public;

revoke all on function private.note_imported(public.imports, integer, uuid, integer) from public;

revoke all on function private.parse_student_rows(public.imports) from public;

revoke all on function private.save_import_step(uuid) from public;

grant execute on function private.save_import_step(uuid) to authenticated;

revoke all on function private.save_student_rows(public.imports, integer[]) from public;

revoke all on function private.students_used(uuid[]) from public;

revoke all on function private.undo_import_step(uuid) from public;

grant execute on function private.undo_import_step(uuid) to authenticated;

revoke all on function private.used_records(private.import_kinds, integer, uuid[]) from public;

revoke all on function public.add_import_rows(uuid, jsonb) from public;

grant execute on function public.add_import_rows(uuid, jsonb) to authenticated;

grant execute on function public.add_import_rows(uuid, jsonb) to service_role;

revoke all on function public.check_import(uuid, jsonb) from public;

grant execute on function public.check_import(uuid, jsonb) to authenticated;

grant execute on function public.check_import(uuid, jsonb) to service_role;

revoke all on function public.save_import(uuid, jsonb, jsonb) from public;

grant execute on function public.save_import(uuid, jsonb, jsonb) to authenticated;

grant execute on function public.save_import(uuid, jsonb, jsonb) to service_role;

revoke all on function public.start_import(text, text, text) from public;

grant execute on function public.start_import(text, text, text) to authenticated;

grant execute on function public.start_import(text, text, text) to service_role;

revoke all on function public.undo_import(uuid) from public;

grant execute on function public.undo_import(uuid) to authenticated;

grant execute on function public.undo_import(uuid) to service_role;

grant all on table private.import_records to service_role;

grant select on table public.import_matches to authenticated;

grant all on table public.import_matches to service_role;

grant select on table public.import_rows to authenticated;

grant all on table public.import_rows to service_role;

grant select on table public.imports to authenticated;

grant all on table public.imports to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": [], "name": "private.import_records", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.import_matches", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.import_rows", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.imports", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');

insert into private.import_kinds select * from jsonb_populate_recordset(null::private.import_kinds, '[
  {"name": "students", "used": "private.students_used", "saves": "private.save_student_rows", "checks": "private.check_student_rows", "chosen": ["gender", "class", "status"], "undoes": ["public.students", "public.guardians"], "comes_with": ["public.enrolments", "public.student_guardians", "private.job_file_students"], "permission": "student:write"}]');
