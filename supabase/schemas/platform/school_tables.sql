-- What each table of a school owes: when it may be changed, what the activity log keeps of it, which child it is about
-- and what becomes of that child's rows. A module's file says it by one call beside its table, and nothing outside that
-- file names the table.

create table private.school_tables (
  name text primary key,
  feature text,
  subject text,
  needs_subscription boolean not null,
  refuses_unread boolean not null,
  audit text[] not null,
  key text[] not null,
  counts_use boolean not null,
  retention text,
  aged_by text,
  erase text check (erase in ('delete', 'anonymise', 'keep')),
  blank jsonb,
  reader text,
  notices text[] not null,
  child_notices text[] not null,
  traced text[] not null,
  unexported text[] not null,
  label text,
  check ((subject is null) = (erase is null))
);
comment on table private.school_tables is 'The duties of each table of a school; written by private.school_table only.';
comment on column private.school_tables.name is 'The table with its schema, such as public.students.';
comment on column private.school_tables.feature is 'The module or add-on that brings the table; null for the core.';
comment on column private.school_tables.subject is
  'The column with the child that a row is about; null where it is about none.';
comment on column private.school_tables.audit is 'The changes that the activity log keeps: insert, update, delete.';
comment on column private.school_tables.key is
  'The columns that name a row in the log, which is then written once per statement, for callers; else row by row.';
comment on column private.school_tables.retention is
  'The rule of public.retention_rules that deletes rows: so long after the moment in aged_by, else after a child left.';
comment on column private.school_tables.erase is
  'What a child''s erasure does with its rows: delete, anonymise, or keep what names nobody or what the law asks for.';
comment on column private.school_tables.blank is
  'What an erasure writes, by column; null: it empties every text that is no key and no choice of a list.';
comment on column private.school_tables.reader is
  'The function that gives a child''s rows as JSON for its file; else the file has what the caller may select.';
comment on column private.school_tables.notices is
  'First words of the sources of notifications, before the id of a row.';
comment on column private.school_tables.child_notices is
  'First words of the sources of notifications, before the id of the child.';
comment on column private.school_tables.traced is
  'Columns that are read with a trace only, and hidden in the activity log.';
comment on column private.school_tables.label is
  'What the activity log calls its rows; null where the screen of the log has a name for them.';
comment on column private.school_tables.unexported is 'Columns that the export of a school leaves out.';

create unique index school_tables_entity_key on private.school_tables (split_part(name, '.', 2));

alter table private.school_tables enable row level security;
revoke all on private.school_tables from service_role;

-- Called after the table's indexes. needs_subscription: without a paid one a school only reads it; not so where the law
-- gives rights or the platform keeps its own books. live: whose open pages hear of its changes, staff, members,
-- platform or person:<column>, and live_key of which class or order.
create function private.school_table(
  name regclass, feature text default null, subject text default null, needs_subscription boolean default true,
  refuses_unread boolean default false, audit boolean default false, verbs text[] default '{insert,update,delete}',
  key text[] default '{}', counts_use boolean default false, retention text default null, aged_by text default null,
  erase text default null, blank jsonb default null, reader text default null, notices text[] default '{}',
  child_notices text[] default '{}', traced text[] default '{}', unexported text[] default '{}',
  label text default null, live text[] default '{}', live_key text default null) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  columns constant text[] := array(select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = school_table.name and a.attnum > 0 and not a.attisdropped);
  named constant text[] := school_table.subject || school_table.key || school_table.aged_by || school_table.traced
    || school_table.unexported || school_table.live_key || array(select jsonb_object_keys(school_table.blank))
    || case when school_table.refuses_unread then '{id,updated_at}'::text[] end;
  missing constant text := (
    select string_agg(c.name, ', ') from unnest(named) as c (name) where c.name <> all (columns));
  audited constant text[] := case when school_table.audit then school_table.verbs else '{}' end;
  verb record;
begin
  if missing is not null then
    raise exception '% has no column %.', school_table.name, missing;
  elsif school_table.counts_use and school_table.feature is null then
    raise exception 'Name the feature whose use % counts.', school_table.name;
  elsif (school_table.subject is null) <> (school_table.erase is null) then
    raise exception 'Say whose rows % has and what an erasure does with them: delete, anonymise or keep.',
      school_table.name;
  elsif 'school_id' = any (columns) and not private.has_school_index(school_table.name) then
    raise exception '% needs an index that begins with school_id.', school_table.name;
  end if;

  insert into private.school_tables
    (name, feature, subject, needs_subscription, refuses_unread, audit, key, counts_use, retention, aged_by, erase,
    blank, reader, notices, child_notices, traced, unexported, label)
  select format('%I.%I', n.nspname, c.relname), school_table.feature, school_table.subject,
    school_table.needs_subscription, school_table.refuses_unread, audited, school_table.key, school_table.counts_use,
    school_table.retention, school_table.aged_by, school_table.erase, school_table.blank, school_table.reader,
    school_table.notices, school_table.child_notices, school_table.traced, school_table.unexported,
    school_table.label
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = school_table.name;

  execute format('alter table %s enable row level security', school_table.name);
  if school_table.needs_subscription then
    execute format('create trigger needs_subscription before insert or update or delete on %s
      for each statement execute function private.require_subscription()', school_table.name);
  end if;
  if school_table.refuses_unread then
    execute format('create trigger refuse_unread_change before update on %s for each row
      when (current_setting(''request.headers'', true) like ''%%"x-record-read"%%'')
      execute function private.refuse_unread_change()', school_table.name);
  end if;
  if school_table.counts_use then
    execute format('create trigger note_use after insert or update on %s
      for each statement execute function private.note_addon_use(%L)', school_table.name, school_table.feature);
  end if;
  if school_table.live <> '{}' then
    perform private.tell_changes(school_table.name, school_table.live, school_table.live_key);
  end if;
  if school_table.key = '{}' and audited <> '{}' then
    execute format('create trigger audit after %s on %s for each row execute function private.audit()',
      array_to_string(audited, ' or '), school_table.name);
  end if;
  for verb in select * from (values
    ('insert', 'audit_added', 'new table as added'),
    ('update', 'audit_changed', 'old table as removed new table as added'),
    ('delete', 'audit_removed', 'old table as removed')) as v (name, trigger, rows)
    where school_table.key <> '{}' and v.name = any (audited)
  loop
    execute format('create trigger %I after %s on %s referencing %s
      for each statement execute function private.audit_rows(%s)',
      verb.trigger, verb.name, school_table.name, verb.rows,
      (select string_agg(quote_literal(k.name), ', ' order by k.n)
        from unnest(school_table.key) with ordinality as k (name, n)));
  end loop;
end
$$;
comment on function private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text,
  text, text, jsonb, text, text[], text[], text[], text[], text, text[], text) is
  'Gives a table of a school its duties; called once beside the table. Refuses one that cannot have them.';

-- Whether the rows of a school are found by an index of all rows that have one.
create function private.has_school_index(relation regclass) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attname = 'school_id'
    where i.indrelid = relation
      and coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid) = '(school_id IS NOT NULL)', true))
$$;

-- The log of rows that are written many at once. Of rows that name their author and time themselves, such as a mark,
-- only what happens to them later is logged.
create function private.audit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  subject constant text := private.subject_of(tg_table_schema, tg_table_name);
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text', 'full_name'];
  why constant text := nullif(current_setting('masomo.reason', true), '');
begin
  -- Loads and jobs have no caller.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.audit_log
      (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
    select me, s.id, (c.is_now ->> subject)::uuid, 'update', tg_table_name, c.key, d.before, d.after, why
    from (select private.audit_key(to_jsonb(r), tg_argv) as key, to_jsonb(r) - kept as was from removed r) b
    join (select private.audit_key(to_jsonb(a), tg_argv) as key, to_jsonb(a) - kept as is_now from added a) c
      on c.key = b.key and c.is_now <> b.was
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid
    cross join lateral (
      select jsonb_object_agg(e.key, b.was -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(c.is_now) e where e.value is distinct from b.was -> e.key) d;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after, reason)
    select me, s.id, (c.is_now ->> subject)::uuid, 'insert', tg_table_name, private.audit_key(c.is_now, tg_argv),
      c.is_now, why
    from (select to_jsonb(a) - kept as is_now from added a) c
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid;
  else
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, reason)
    select me, s.id, (c.was ->> subject)::uuid, 'delete', tg_table_name, private.audit_key(c.was, tg_argv), c.was, why
    from (select to_jsonb(r) - kept as was from removed r) c
    join public.schools s on s.id = (c.was ->> 'school_id')::uuid;
  end if;
  return null;
end
$$;

create function private.audit_key(record jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(record ->> c.name, '/' order by c.n) from unnest(columns) with ordinality as c (name, n)
$$;

create function private.subject_of(schema_name name, table_name name) returns text
language sql stable set search_path = '' as $$
  select t.subject from private.school_tables t
  where t.name = format('%I.%I', subject_of.schema_name, subject_of.table_name)
$$;

-- For functions that run with the caller's rights.
create function private.tables_about_children() returns table (name text, subject text, reader text)
language sql stable security definer set search_path = '' as $$
  select t.name, t.subject, t.reader from private.school_tables t where t.subject is not null order by t.name
$$;
grant execute on function private.tables_about_children() to authenticated;

-- The table whose row a notification is about, by the first word of its source.
create function private.table_of_notices(kind text) returns regclass
language sql stable security definer set search_path = '' as $$
  select case when kind = any (t.notices) then t.name else 'public.students' end::regclass
  from private.school_tables t where kind = any (t.notices || t.child_notices)
$$;
grant execute on function private.table_of_notices(text) to authenticated;

-- How many of the other tables a table refers to: it is emptied before them.
create function private.references_among(name text, others text[]) returns bigint
language sql stable set search_path = '' as $$
  select count(distinct c.confrelid) from pg_catalog.pg_constraint c
  join unnest(others) o (name) on c.confrelid = o.name::regclass
  where c.conrelid = references_among.name::regclass and c.confrelid <> c.conrelid
$$;
