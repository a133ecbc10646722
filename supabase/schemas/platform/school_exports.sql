-- Everything of a school in one ZIP, made by a job and kept for a week: a CSV per table, its files and its invoices.
-- Each step of the job stores what it wrote as a part of the ZIP and says here how far it came, so that the next one
-- goes on after any failure.

create table public.school_exports (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  requested_by uuid references public.users (id) on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'expired')),
  entries integer not null default 0,
  entries_done integer not null default 0,
  part_names text[] not null default '{}',
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz
);
comment on table public.school_exports is 'Exports of everything of a school. The file of a ready one is <school '
  'id>/<id>.zip in the private bucket school-exports.';
comment on column public.school_exports.part_names is 'The stored parts in their order. Each step gives its part a '
  'new name: what one stored that was undone is not mistaken for a part.';
comment on column public.school_exports.size is 'Bytes of the ZIP that are written.';

create unique index school_exports_open_key on public.school_exports (school_id) where state in ('waiting', 'running');
create index school_exports_school_idx on public.school_exports (school_id, created_at desc);
create index school_exports_requested_by_idx on public.school_exports (requested_by) where requested_by is not null;
create index school_exports_expiry_idx on public.school_exports (expires_at) where state = 'ready';

select private.school_table('public.school_exports', needs_subscription => false, live => '{staff}');
grant select on public.school_exports to authenticated;

create policy "Administrators see their school's exports" on public.school_exports for select to authenticated
  using (school_id = (select private.school_where('school:export')));

create table private.export_entries (
  export_id uuid not null references public.school_exports (id) on delete cascade,
  position integer not null,
  path text not null,
  kind text not null check (kind in ('table', 'file', 'assignment-file', 'invoice', 'report-cards')),
  source text not null,
  last_key jsonb,
  offset_bytes bigint,
  crc bigint not null default 0,
  size bigint not null default 0,
  compressed bigint not null default 0,
  is_done boolean not null default false,
  primary key (export_id, position)
);
comment on table private.export_entries
  is 'The files of an export, with how much of each is written; deleted with the end of the export.';

select private.school_table('private.export_entries', needs_subscription => false);

insert into storage.buckets (id, name, public, file_size_limit)
  values ('school-exports', 'school-exports', false, 21474836480) on conflict (id) do nothing;

create policy "Administrators read their school's exports" on storage.objects for select to authenticated
  using (bucket_id = 'school-exports'
    and (storage.foldername(name))[1] = (select private.school_where('school:export'))::text);

-- How rows of a table are found to be of the school $1: by their school, or by what they necessarily belong to. Null
-- for tables of the platform.
create function private.export_condition(exported regclass, alias text default 't', depth integer default 0)
  returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  parent record;
  condition text;
begin
  if exported = 'public.schools'::regclass then
    return format('%I.id = $1', alias);
  elsif exists (select from pg_catalog.pg_attribute a where a.attrelid = exported and a.attname = 'school_id'
    and not a.attisdropped) then
    return format('%I.school_id = $1', alias);
  elsif depth = 2 then
    return null;
  end if;
  for parent in
    select c.confrelid::regclass as name, a.attname as column_name, r.attname as parent_column
      from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attnotnull
    join pg_catalog.pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
    where c.conrelid = exported and c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid <> exported
      and c.connamespace = 'public'::regnamespace
    order by (c.confrelid = 'public.users'::regclass), a.attnum
  loop
    condition := private.export_condition(parent.name, 'p' || depth, depth + 1);
    if condition is not null then
      return format('exists (select from %s %I where %I.%I = %I.%I and %s)', parent.name, 'p' || depth,
        'p' || depth, parent.parent_column, alias, parent.column_name, condition);
    end if;
  end loop;
  return null;
end
$$;

-- The tables of a school, read from the catalogue: a table that is added later is exported by itself. One without a
-- primary key only sums up others.
create function private.exported_tables() returns table (name text, condition text)
language sql stable security definer set search_path = '' as $$
  select c.relname::text, d.condition from pg_catalog.pg_class c
    cross join lateral (select private.export_condition(c.oid::regclass) as condition) d
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and d.condition is not null
    and c.relname not in ('school_exports', 'jobs', 'job_files', 'super_admins')
    and exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)
$$;

-- The characters that begin a formula, after any that nobody sees. `shared/domain` has the same list for what browsers
-- write.
create function private.is_formula(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ (
    '^(?:[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180E\u2000-\u200F'
    || '\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB]*'
    || '[=+@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212-]|[\t\r\n])')
$$;

create function private.csv_cell(value text, is_text boolean) returns text
language sql immutable set search_path = '' as $$
  select case when v.value is null then '' when v.value ~ '[",\r\n]' then '"' || replace(v.value, '"', '""') || '"'
    else v.value end
  from (select case when is_text and private.is_formula(csv_cell.value) then '''' || csv_cell.value
    else csv_cell.value end as value) v
$$;
comment on function private.csv_cell(text, boolean)
  is 'A cell of CSV. Text that a spreadsheet would take for a formula begins with an apostrophe.';

-- Rows of a table after a key, as CSV. Secrets are no part of a school's records; search_text, full_name and keys
-- to sort by repeat other columns.
create function private.export_rows(school uuid, exported text, last_key jsonb, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  exported_table constant regclass := format('public.%I', exported)::regclass;
  condition constant text := private.export_condition(exported_table);
  cells text;
  header text;
  keys text;
  pairs text;
  outcome jsonb;
begin
  select string_agg(format('private.csv_cell(t.%I::text, %L)', a.attname, y.typcategory not in ('N', 'D', 'B')), ', '
    order by a.attnum), string_agg(private.csv_cell(a.attname, true), ',' order by a.attnum)
  into cells, header from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
  where a.attrelid = exported_table and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (array['search_text', 'full_name', 'name_key', 'level_key'] || coalesce(
      (select t.unexported from private.school_tables t where t.name = 'public.' || quote_ident(exported)), '{}'));
  select string_agg(format('t.%I', a.attname), ', ' order by k.position),
    string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by k.position)
  into keys, pairs from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, position)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number where i.indrelid = exported_table
    and i.indisprimary;
  execute format(
    'with page as (select row_number() over (order by %1$s) as n, array_to_string(array[%2$s], '','') as line,
        jsonb_build_object(%3$s) as key
      from public.%4$I t where %5$s%6$s order by %1$s limit $3)
     select jsonb_build_object(''text'', coalesce(string_agg(p.line || E''\r\n'', '''' order by p.n), ''''),
       ''rows'', count(*), ''last_key'', (array_agg(p.key order by p.n desc))[1]) from page p',
    keys, cells, pairs, exported, condition,
    case when last_key is null then ''
      else format(' and (%s) > (select %s from jsonb_populate_record(null::public.%I, $2) r)', keys,
      replace(keys, 't.', 'r.'), exported) end)
  into outcome using school, last_key, most;
  if last_key is null then
    outcome := outcome || jsonb_build_object('text', header || E'\r\n' || (outcome ->> 'text'));
  end if;
  return outcome;
end
$$;

-- The classes that have marks in a closed term, each with the path of its report cards in the ZIP.
create function private.closed_class_terms(school uuid) returns table (term_id uuid, class_id uuid, path text)
language sql stable security definer set search_path = '' as $$
  select t.id, c.id, format('report-cards/%s %s/%s', t.starts_on, translate(t.name, '/\', '--'),
    translate(c.name, '/\', '--'))
  from public.school_terms t join public.classes c on c.school_id = t.school_id
  where t.school_id = closed_class_terms.school and t.closed_at is not null
    and exists (select from private.card_students(t, c.id, null))
$$;

create function public.start_school_export() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require('school:export');
  started uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('export of ' || school::text, 0));
  select e.id into started from public.school_exports e where e.school_id = school
    and e.state in ('waiting', 'running');
  if found then
    return started;
  end if;
  if (select count(*) from public.school_exports e where e.school_id = school
    and e.created_at > now() - interval '1 day') >= 5 then
    perform private.refuse('export.too_many',
      'Five exports were made within a day. Download one of them, or start again tomorrow.');
  end if;
  insert into public.school_exports (school_id, requested_by) values (school, private.signed_in_uid())
    returning id into started;
  insert into public.audit_log (actor_id, school_id, action, entity, after)
    values (private.signed_in_uid(), school, 'export', 'schools', jsonb_build_object('export', started));
  insert into private.export_entries (export_id, position, path, kind, source)
  select started, row_number() over (order by e.rank, e.path), e.path, e.kind, e.source from (
    select 1 as rank, 'tables/' || t.name || '.csv' as path, 'table' as kind, t.name as source
      from private.exported_tables() t
    union all
    select 2, 'invoices/' || o.order_number || '.pdf', 'invoice', o.id::text from public.orders o
      where o.school_id = school
    union all
    select 3, c.path || case when count(*) over (partition by c.path) > 1 then ' ' || c.class_id else '' end || '.pdf',
      'report-cards', c.term_id || '/' || c.class_id from private.closed_class_terms(school) c
    union all
    select 4, 'files/' || substr(f.name, 38), 'file', f.name from storage.objects f
      where f.bucket_id = 'school-documents' and f.name like school || '/%'
    union all
    select 5, 'files/assignments/' || substr(f.name, 38), 'assignment-file', f.name from storage.objects f
      where f.bucket_id = 'assignment-files' and f.name like school || '/%') e;
  update public.school_exports e set entries = (select count(*) from private.export_entries n
    where n.export_id = started) where e.id = started;
  perform private.queue_job('school-export', started::text);
  return started;
end
$$;
comment on function public.start_school_export() is 'Starts an export of everything of the caller''s school, in '
  'every state of its subscription; returns the one that is running already. Administrators only.';
grant execute on function public.start_school_export() to authenticated;

-- What the job calls, with the rights of who started the export: an administrator of its school.
create function private.export_of_caller(export_id uuid) returns public.school_exports
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require('school:export');
  found_export public.school_exports;
begin
  select * into found_export from public.school_exports e where e.id = export_of_caller.export_id
    and e.school_id = school;
  return found_export;
end
$$;

-- How far the export is and what is to be written next; null where there is nothing to go on with.
create function private.next_of_export(export_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  given constant public.school_exports := private.export_of_caller(next_of_export.export_id);
begin
  if given.id is null or given.state not in ('waiting', 'running') then
    return null;
  end if;
  update public.school_exports e set state = 'running' where e.id = given.id and e.state = 'waiting';
  return jsonb_build_object('id', given.id, 'school_id', given.school_id, 'part_names', given.part_names,
    'size', given.size,
    'entries_done', given.entries_done, 'entries_total', given.entries,
    'entries', (select coalesce(jsonb_agg(to_jsonb(n) - 'export_id' order by n.position), '[]')
      from (select x.* from private.export_entries x where x.export_id = given.id and not x.is_done
        order by x.position limit 200) n));
end
$$;
grant execute on function private.next_of_export(uuid) to authenticated;

create function private.read_export_rows(export_id uuid, source text, last_key jsonb, most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.export_rows(e.school_id, read_export_rows.source, read_export_rows.last_key, read_export_rows.most)
  from private.export_of_caller(read_export_rows.export_id) e
    join private.exported_tables() t on t.name = read_export_rows.source where e.id is not null
$$;
grant execute on function private.read_export_rows(uuid, text, jsonb, integer) to authenticated;

create function private.read_export_invoice(export_id uuid, source text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.order_document_for_mail(o.id) from private.export_of_caller(read_export_invoice.export_id) e
  join public.orders o on o.school_id = e.school_id and o.id = read_export_invoice.source::uuid
$$;
grant execute on function private.read_export_invoice(uuid, text) to authenticated;

create function private.read_export_report_cards(export_id uuid, source text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.term_cards(t, array_agg(k.student_id), array_agg(k.class_id))
  from private.export_of_caller(read_export_report_cards.export_id) e
    cross join lateral private.closed_class_terms(e.school_id) c
  join public.school_terms t on t.id = c.term_id cross join lateral private.card_students(t, c.class_id, null) k
  where c.term_id || '/' || c.class_id = read_export_report_cards.source
  group by t.id
$$;
grant execute on function private.read_export_report_cards(uuid, text) to authenticated;

-- What a part of the ZIP holds.
create function private.save_export_part(export_id uuid, part integer, name text, bytes integer, entries jsonb)
  returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  given constant public.school_exports := private.export_of_caller(save_export_part.export_id);
begin
  update public.school_exports e set part_names = e.part_names || save_export_part.name, size = e.size + bytes
  where e.id = given.id and e.state = 'running' and cardinality(e.part_names) = part;
  if not found then
    perform private.refuse('export.ended', 'This export has ended. Start another one.');
  end if;
  update private.export_entries x set last_key = n.last_key, offset_bytes = n.offset_bytes, crc = n.crc, size = n.size,
    compressed = n.compressed, is_done = n.is_done
  from jsonb_to_recordset(save_export_part.entries) as n (position integer, last_key jsonb, offset_bytes bigint,
    crc bigint, size bigint, compressed bigint, is_done boolean)
  where x.export_id = given.id and x.position = n.position;
  update public.school_exports e set entries_done = (select count(*) from private.export_entries x
    where x.export_id = e.id and x.is_done) where e.id = given.id;
end
$$;
grant execute on function private.save_export_part(uuid, integer, text, integer, jsonb) to authenticated;

-- The entries of a written export, for the directory at the end of its ZIP.
create function private.list_export_entries(export_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('path', x.path, 'offset_bytes', x.offset_bytes, 'crc', x.crc,
    'size', x.size, 'compressed', x.compressed) order by x.position), '[]')
  from private.export_of_caller(list_export_entries.export_id) e join private.export_entries x on x.export_id = e.id
$$;
grant execute on function private.list_export_entries(uuid) to authenticated;

-- The ZIP is complete, and its parts can go.
create function private.finish_school_export(export_id uuid, size bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given constant public.school_exports := private.export_of_caller(finish_school_export.export_id);
begin
  update public.school_exports e set state = 'ready', size = finish_school_export.size, finished_at = now(),
    expires_at = now() + interval '7 days'
  where e.id = given.id and e.state = 'running';
  insert into private.files_to_delete (bucket, name)
  select 'school-exports', format('%s/%s/%s', given.school_id, given.id, n)
    from unnest(given.part_names) n on conflict do nothing;
  delete from private.export_entries x where x.export_id = given.id;
end
$$;
grant execute on function private.finish_school_export(uuid, bigint) to authenticated;

-- The parts of an export that failed go after a while: one that is retried then is written from its beginning.
create function private.begin_export_again(export_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.school_exports e set part_names = '{}', size = 0, entries_done = 0
  where e.id = begin_export_again.export_id and e.state = 'failed' and exists (
    select from unnest(e.part_names) part
      cross join lateral (select format('%s/%s/%s', e.school_id, e.id, part) as name) p
    where exists (select from private.files_to_delete f where f.bucket = 'school-exports' and f.name = p.name)
      or not exists (select from storage.objects o where o.bucket_id = 'school-exports' and o.name = p.name));
  if found then
    update private.export_entries x set last_key = null, offset_bytes = null, crc = 0, size = 0, compressed = 0,
      is_done = false
    where x.export_id = begin_export_again.export_id;
  end if;
end
$$;

-- An export ends with its job, and goes on with it when that is retried.
create function private.follow_export_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.state in ('failed', 'cancelled') and new.state in ('waiting', 'running') then
    perform private.begin_export_again(new.subject::uuid);
  end if;
  update public.school_exports e set state = case when new.state in ('failed', 'cancelled') then 'failed'
    else 'running' end
  where e.id::text = new.subject
    and e.state = case when new.state in ('failed', 'cancelled') then 'running' else 'failed' end
    or e.id::text = new.subject and e.state = 'waiting' and new.state in ('failed', 'cancelled');
  return null;
end
$$;
create trigger follow_export_job after update of state on public.jobs for each row
  when (new.kind = 'school-export' and new.state is distinct from old.state and new.state <> 'done')
  execute function private.follow_export_job();

create function private.expire_school_export(export_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.school_exports e set state = 'expired' where e.id = export_id and e.state = 'ready'
    and e.expires_at <= now();
  if found then
    insert into private.files_to_delete (bucket, name)
    select 'school-exports', format('%s/%s.zip', e.school_id, e.id) from public.school_exports e
      where e.id = export_id on conflict do nothing;
  end if;
end
$$;

-- What is of no export any more: the parts of one that failed, and what a worker stored while its school was being
-- deleted.
create function private.delete_stray_exports() returns void
language sql security definer set search_path = '' as $$
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id = 'school-exports' and o.created_at < now() - interval '1 hour'
    and not exists (select from public.school_exports e
    where e.state in ('waiting', 'running') and o.name like format('%s/%s%%', e.school_id, e.id) or e.state = 'ready'
      and o.name = format('%s/%s.zip', e.school_id, e.id))
  on conflict do nothing
$$;
