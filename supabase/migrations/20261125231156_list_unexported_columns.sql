set check_function_bodies = off;

alter table private.export_entries
  drop constraint export_entries_kind_check;

create table private.unexported_columns (
  table_name  text not null,
  column_name text not null,
  reason      text not null,
  constraint unexported_columns_pkey primary key (table_name, column_name)
);

alter table private.unexported_columns
  enable row level security;

create or replace function private.closed_class_terms (
  school uuid
)
  returns table (
    term_id  uuid,
    class_id uuid,
    path     text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select t.id, c.id, format('report-cards/%s %s/%s', t.starts_on, translate(t.name, '/\', '--'), translate(c.name, '/\', '--'))
  from public.school_terms t join public.classes c on c.school_id = t.school_id
  where t.school_id = closed_class_terms.school and t.closed_at is not null and exists (
      select from public.grades g join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
      where g.term_id = t.id and g.class_id = c.id)
$function$;

create or replace function private.export_rows (
  school   uuid,
  exported text,
  last_key jsonb,
  most     integer
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  exported_table constant regclass := format('public.%I', exported)::regclass;
  condition constant text := private.export_condition(exported_table);
  cells text;
  header text;
  keys text;
  pairs text;
  outcome jsonb;
begin
  select string_agg(format('private.csv_cell(t.%I::text, %L)', a.attname, y.typcategory not in ('N', 'D', 'B')), ', ' order by a.attnum), string_agg(private.csv_cell(a.attname, true), ',' order by a.attnum)
  into cells, header from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
  where a.attrelid = exported_table and a.attnum > 0 and not a.attisdropped
    and not exists (select from private.unexported_columns u where u.table_name = exported and u.column_name = a.attname);
  select string_agg(format('t.%I', a.attname), ', ' order by k.position), string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by k.position)
  into keys, pairs from pg_catalog.pg_index i cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, position)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number where i.indrelid = exported_table and i.indisprimary;
  execute format(
    'with page as (select row_number() over (order by %1$s) as n, array_to_string(array[%2$s], '','') as line, jsonb_build_object(%3$s) as key from public.%4$I t where %5$s%6$s order by %1$s limit $3)
     select jsonb_build_object(''text'', coalesce(string_agg(p.line || E''\r\n'', '''' order by p.n), ''''), ''rows'', count(*), ''last_key'', (array_agg(p.key order by p.n desc))[1]) from page p',
    keys, cells, pairs, exported, condition,
    case when last_key is null then '' else format(' and (%s) > (select %s from jsonb_populate_record(null::public.%I, $2) r)', keys, replace(keys, 't.', 'r.'), exported) end)
  into outcome using school, last_key, most;
  if last_key is null then
    outcome := outcome || jsonb_build_object('text', header || E'\r\n' || (outcome ->> 'text'));
  end if;
  return outcome;
end
$function$;

create or replace function public.read_export_report_cards (
  export_id uuid,
  source    text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select public.report_cards(c.term_id, c.class_id) from public.school_exports e cross join lateral private.closed_class_terms(e.school_id) c
  where e.id = read_export_report_cards.export_id and c.term_id || '/' || c.class_id = read_export_report_cards.source
$function$;

create or replace function public.start_school_export()
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_school_admin();
  started uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('export of ' || school::text, 0));
  select e.id into started from public.school_exports e where e.school_id = school and e.state in ('waiting', 'running');
  if found then
    return started;
  end if;
  if (select count(*) from public.school_exports e where e.school_id = school and e.created_at > now() - interval '1 day') >= 5 then
    raise exception using errcode = 'P0001', message = 'Five exports were made within a day. Download one of them, or start again tomorrow.', hint = 'export.too_many';
  end if;
  insert into public.school_exports (school_id, requested_by) values (school, private.signed_in_uid()) returning id into started;
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'export', 'schools', jsonb_build_object('export', started));
  insert into private.export_entries (export_id, position, path, kind, source)
  select started, row_number() over (order by e.rank, e.path), e.path, e.kind, e.source from (
    select 1 as rank, 'tables/' || t.name || '.csv' as path, 'table' as kind, t.name as source from private.exported_tables() t
    union all
    select 2, 'invoices/' || o.order_number || '.pdf', 'invoice', o.id::text from public.orders o where o.school_id = school
    union all
    select 3, c.path || case when count(*) over (partition by c.path) > 1 then ' ' || c.class_id else '' end || '.pdf', 'report-cards', c.term_id || '/' || c.class_id from private.closed_class_terms(school) c
    union all
    select 4, 'files/' || substr(f.name, 38), 'file', f.name from storage.objects f where f.bucket_id = 'school-documents' and f.name like school || '/%') e;
  update public.school_exports e set entries = (select count(*) from private.export_entries n where n.export_id = started) where e.id = started;
  return started;
end
$function$;

alter table private.export_entries
  add constraint export_entries_kind_check
    check ((kind = ANY (ARRAY['table'::text, 'file'::text, 'invoice'::text, 'report-cards'::text])));

comment on function public.read_export_report_cards(uuid, text) is 'For the server: report cards of a class in a closed term of an export.';

comment on table private.unexported_columns is 'Columns of a school''s tables that its export leaves out, and why.';

revoke all on function private.closed_class_terms(uuid) from public;

revoke all on function public.read_export_report_cards(uuid, text) from public;

grant execute on function public.read_export_report_cards(uuid, text) to service_role;

grant all on table private.unexported_columns to service_role;

insert into private.unexported_columns (table_name, column_name, reason) values
  ('gate_cards', 'code', 'whoever knows the code of a card can print it'),
  ('orders', 'idempotency_key', 'opens an order without signing in'),
  ('orders', 'request_hash', 'bookkeeping of requests'),
  ('orders', 'search_text', 'repeats other columns'),
  ('payment_attempts', 'attempt_key', 'bookkeeping of requests'),
  ('student_records', 'search_text', 'repeats other columns'),
  ('students', 'search_text', 'repeats other columns');
