-- Files of records that people bring: their rows are put here, checked as a whole, saved by a job in steps and undone
-- for a day. What is particular to a kind of record is in three functions and a row of private.import_kinds.

create table private.import_kinds (
  name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
  permission text not null,
  checks text not null,
  saves text not null,
  undoes text[] not null check (cardinality(undoes) > 0),
  removes text,
  comes_with text[] not null default '{}',
  used text,
  chosen text[] not null default '{}'
);
comment on table private.import_kinds is 'The kinds of records that files may bring; written beside their functions.';
comment on column private.import_kinds.checks is 'The function (public.imports) that reads private.import_cells, '
  'writes problems, is_known and record of every row, and returns what else there is to say.';
comment on column private.import_kinds.saves is 'The function (public.imports, lines integer[]) that adds the records '
  'of these rows and calls private.note_imported with each.';
comment on column private.import_kinds.undoes
  is 'The tables that an import adds to, in the order in which their rows are deleted again; the first one once more '
  'where a row of the file becomes several records.';
comment on column private.import_kinds.removes
  is 'A function (id uuid) that undoes one record of the first table, where such records are never deleted.';
comment on column private.import_kinds.comes_with
  is 'Tables whose rows come with a record of the first table and are no use of it, such as those that triggers add.';
comment on column private.import_kinds.used is 'A function (ids uuid[]) that returns which records of the first table '
  'were used, where references and changes do not say it.';
comment on column private.import_kinds.chosen
  is 'Columns whose unknown cells people may match with what the school has, such as classes.';
alter table private.import_kinds enable row level security;
revoke all on private.import_kinds from service_role;

-- The kinds that the caller may bring.
create function private.importable_kinds() returns setof text
language sql stable rows 5 security definer set search_path = '' as $$
  select k.name from private.import_kinds k where private.may(k.permission)
$$;
grant execute on function private.importable_kinds() to authenticated;

create table public.imports (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  kind text not null,
  file_name text not null check (length(file_name) between 1 and 200),
  started_by uuid references public.users (id) on delete set null,
  state text not null default 'open'
    check (state in ('open', 'checked', 'queued', 'saving', 'saved', 'undoing', 'undone')),
  day_order text not null default 'day-first' check (day_order in ('day-first', 'month-first')),
  choices jsonb not null default '{}',
  answers jsonb not null default '{}',
  outcome jsonb not null default '{}',
  saved integer not null default 0,
  undone integer not null default 0,
  created_at timestamptz not null default now(),
  saved_at timestamptz,
  expires_at timestamptz not null default now() + interval '24 hours',
  file_size bigint,
  unique (id, school_id)
);
comment on table public.imports is 'Files of records, each until a day after it was saved, or after it came.';
comment on column public.imports.choices is 'What cells mean, by column and cell: {"gender": {"Boi": "M"}}.';
comment on column public.imports.answers is 'What people said about single rows, as cells by line.';
comment on column public.imports.outcome
  is 'What the last check found: {total, added, known, faulty, unmatched, notes}.';
comment on column public.imports.file_size
  is 'Of the file itself, where it was kept: in the private bucket import-files at <school id>/<import id>.';
comment on column public.imports.saved is 'How many rows were saved; undone: how many records were deleted again.';

create index imports_school_idx on public.imports (school_id, kind, created_at desc);
create index imports_started_by_idx on public.imports (started_by);
create index imports_expiry_idx on public.imports (expires_at);

select private.school_table('public.imports', needs_subscription => false, live => '{person:started_by}');
grant select on public.imports to authenticated;

create policy "People see the imports of kinds that they may bring" on public.imports for select to authenticated
  using (school_id = (select private.childrens_school()) and kind in (select private.importable_kinds()));

create table public.import_rows (
  school_id uuid not null,
  import_id uuid not null,
  line integer not null check (line > 0),
  cells jsonb not null,
  problems jsonb not null default '[]',
  is_known boolean not null default false,
  record jsonb,
  student_id uuid references public.students (id) on delete cascade,
  is_saved boolean not null default false,
  primary key (school_id, import_id, line),
  foreign key (import_id, school_id) references public.imports (id, school_id) on delete cascade
);
comment on table public.import_rows is 'The rows of an import. What was saved leaves its cells at once.';
comment on column public.import_rows.line is 'The row of the file.';
comment on column public.import_rows.problems
  is 'All that is wrong with it, and after an undo why its record stays: [{row, column, message, sentence, args}].';
comment on column public.import_rows.record is 'What saving it adds, as its kind wrote it.';
comment on column public.import_rows.student_id is 'The student whom it is about, as far as that is known.';

create index import_rows_student_idx on public.import_rows (student_id) where student_id is not null;

select private.school_table('public.import_rows', subject => 'student_id', erase => 'delete',
  needs_subscription => false);
grant select on public.import_rows to authenticated;

create policy "People see the rows of the imports that they see" on public.import_rows for select to authenticated
  using (school_id = (select private.childrens_school())
    and import_id in (select i.id from public.imports i where i.school_id = (select private.childrens_school())));

create table private.import_records (
  school_id uuid not null,
  import_id uuid not null,
  place smallint not null,
  record_id uuid not null,
  line integer not null,
  is_kept boolean not null default false,
  primary key (school_id, import_id, place, record_id),
  foreign key (import_id, school_id) references public.imports (id, school_id) on delete cascade
);
comment on table private.import_records is 'What an import added, by the place of the table among those that its kind '
  'undoes; is_kept: an undo left it, since it was used.';
create index import_records_left_idx on private.import_records (school_id, import_id, place, line) where not is_kept;
select private.school_table('private.import_records', needs_subscription => false);

create table public.import_matches (
  school_id uuid not null references public.schools (id) on delete cascade,
  kind text not null,
  columns jsonb not null default '{}',
  choices jsonb not null default '{}',
  primary key (school_id, kind)
);
comment on table public.import_matches is 'How the files of a school were matched last: the field of each title, and '
  'what its cells meant.';
select private.school_table('public.import_matches', needs_subscription => false);
grant select on public.import_matches to authenticated;

create policy "People see how files of their kinds were matched" on public.import_matches for select
  to authenticated
  using (school_id = (select private.my_school()) and kind in (select private.importable_kinds()));

-- The import with this id, if the caller may bring its kind, until the end of the transaction.
create function private.import_of_caller(import uuid) returns public.imports
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.start_import(kind text, file_name text, day_order text default 'day-first') returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.start_import(text, text, text) is
  'Begins to bring a file of records of a kind, and forgets those of the caller that were not saved. day_order says '
    'how the file writes dates: day-first or month-first.';
grant execute on function public.start_import(text, text, text) to authenticated;

create function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.add_import_rows(uuid, jsonb) is
  'Adds rows to an import, [{row, <column>: <cell>}]; row is the line of the file, and a line that is there is '
    'replaced. Returns how many there are.';
grant execute on function public.add_import_rows(uuid, jsonb) to authenticated;

-- The rows of an import, with what people said of cells and rows.
create function private.import_cells(import public.imports) returns table (line integer, cells jsonb)
language sql stable rows 1000 security definer set search_path = '' as $$
  select r.line, case when import.choices = '{}' then r.cells
      else r.cells || (select coalesce(jsonb_object_agg(c.key, c.value -> (r.cells ->> c.key)), '{}')
        from jsonb_each(import.choices) c where c.value ? (r.cells ->> c.key)) end
    || coalesce(import.answers -> r.line::text, '{}')
  from public.import_rows r where r.school_id = import.school_id and r.import_id = import.id
$$;

-- Names a problem of a row; none where there is nothing to say.
create function private.import_problem(line integer, field text, problem jsonb) returns jsonb
language sql immutable strict set search_path = '' as $$
  select jsonb_build_object('row', line, 'column', field, 'message', private.in_english(problem)) || problem
$$;

-- Has the kind check the rows, and counts what it found.
create function private.check_import_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.check_import(import uuid, choices jsonb default null) returns jsonb
-- 10,000 rows take longer than other calls may.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
#variable_conflict use_column
declare
  own public.imports := private.import_of_caller(check_import.import);
begin
  if own.state not in ('open', 'checked') then
    perform private.refuse('import.begun', 'This file is being imported already.');
  elsif not exists (select from public.import_rows r where r.school_id = own.school_id and r.import_id = own.id) then
    perform private.refuse('import.empty', 'The file has no rows below its header.', field => 'rows');
  end if;
  update public.imports i set state = 'checked', choices = coalesce(check_import.choices, i.choices), answers = '{}',
    file_size = private.import_file_size(own)
  where i.id = own.id returning i.* into own;
  return private.check_import_rows(own);
end
$$;
comment on function public.check_import(uuid, jsonb) is
  'Checks all rows of an import without saving any: {total, added, known, faulty, unmatched: [{column, cell, rows}], '
    'notes}. choices say what cells mean, by column and cell.';
grant execute on function public.check_import(uuid, jsonb) to authenticated;

create function public.save_import(import uuid, answers jsonb default '{}', columns jsonb default '{}') returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_import(uuid, jsonb, jsonb) is
  'Has a job save the rows without problems; returns the job. answers are cells by line, columns the field of each '
    'title, which the school''s next file is matched by.';
grant execute on function public.save_import(uuid, jsonb, jsonb) to authenticated;

create function private.merged_choices(old jsonb, added jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k.key, coalesce(old -> k.key, '{}') || coalesce(added -> k.key, '{}')), '{}')
  from jsonb_object_keys(old || added) k (key)
$$;

-- For the step of a job: checks the rows once more, then saves some hundred of them at a time.
create function private.save_import_step(import uuid) returns table (done integer, total integer, is_finished boolean)
language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function private.save_import_step(uuid) to authenticated;

create function private.finish_import(import public.imports) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- For the function that saves rows of a kind: what it added to the table at this place among those that the kind
-- undoes.
create function private.note_imported(import public.imports, place integer, record_id uuid, line integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.import_records (school_id, import_id, place, record_id, line)
  values (import.school_id, import.id, place, record_id, line) on conflict do nothing
$$;

create function public.undo_import(import uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.undo_import(uuid) is
  'Has a job delete what an import of the last 24 hours added, except what was used since, which its rows then name; '
    'returns the job.';
grant execute on function public.undo_import(uuid) to authenticated;

-- For the step of a job: deletes some hundred records that an import added.
create function private.undo_import_step(import uuid) returns table (done integer, total integer, is_finished boolean)
language plpgsql security definer set search_path = '' as $$
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
      execute case when at_place = 1 and kind.removes is not null
        then format('select %s(id) from unnest($1) id where $2 is not null', kind.removes)
        else format('delete from %s where id = any ($1) and school_id = $2', kind.undoes[at_place]::regclass) end
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
$$;
grant execute on function private.undo_import_step(uuid) to authenticated;

-- What refers to rows that are deleted is looked for by plans that know how many rows an import has added just now: a
-- hundred times as fast as by those from before.
create function private.count_imported(kind private.import_kinds) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name text;
begin
  foreach name in array kind.undoes || kind.comes_with || '{public.import_rows,private.import_records}' loop
    execute format('analyze %s', name::regclass);
  end loop;
end
$$;

-- Which records were changed or used since they were added. Nobody can use one before the step has ended.
create function private.used_records(kind private.import_kinds, place integer, ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
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
  if kind.undoes[place] = kind.undoes[1] and kind.used is not null then
    execute format('select array(select %s($1))', kind.used) into more using ids;
    used := used || more;
  end if;
  return array(select distinct unnest(used));
end
$$;

create function private.name_kept_records(import public.imports, name text, place integer, ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format($statement$
    update public.import_rows r set problems = r.problems || private.import_problem(r.line, '',
      case when t.record ? 'first_name' then private.say('{name} was changed or used since the import, and stays.',
        jsonb_build_object('name', concat_ws(' ', t.record ->> 'admission_number', t.record ->> 'staff_number',
          t.record ->> 'first_name', t.record ->> 'last_name')))
      when t.record ?| array['name', 'wording']
        then private.say('{name} was changed or used since the import, and stays.', jsonb_build_object('name',
          left(coalesce(t.record ->> 'name', t.record ->> 'wording'), 80)))
      else private.say('What this row added was changed or used since the import, and stays.') end)
    from private.import_records n join (select t.id, to_jsonb(t) as record from %s t where t.id = any ($1)) t
      on t.id = n.record_id
    where n.school_id = $2 and n.import_id = $3 and n.place = $4 and r.school_id = $2 and r.import_id = $3
      and r.line = n.line $statement$, name::regclass)
  using ids, import.school_id, import.id, place;
end
$$;

-- For a job: what was not saved within a day, or saved more than a day ago.
create function private.delete_old_imports() returns void
language sql security definer set search_path = '' as $$
  delete from public.imports i where i.expires_at <= now()
$$;
