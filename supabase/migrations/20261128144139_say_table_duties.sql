set check_function_bodies = off;

create table private.school_tables (
  name               text    not null,
  feature            text,
  subject            text,
  needs_subscription boolean not null,
  refuses_unread     boolean not null,
  audit              text[]  not null,
  key                text[]  not null,
  counts_use         boolean not null,
  constraint school_tables_pkey primary key (name)
);

alter table private.school_tables
  enable row level security;

revoke all on table private.school_tables from service_role;

create or replace function private.has_school_index (
  relation regclass
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select exists (select from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attname = 'school_id'
    where i.indrelid = relation
      and coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid) = '(school_id IS NOT NULL)', true))
$function$;

create or replace function private.school_table (
  name               regclass,
  feature            text     default null::text,
  subject            text     default null::text,
  needs_subscription boolean  default true,
  refuses_unread     boolean  default false,
  audit              boolean  default false,
  verbs              text[]   default '{insert,update,delete}'::text[],
  key                text[]   default '{}'::text[],
  counts_use         boolean  default false
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  columns constant text[] := array(select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = school_table.name and a.attnum > 0 and not a.attisdropped);
  named constant text[] := school_table.subject || school_table.key
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
  elsif 'school_id' = any (columns) and not private.has_school_index(school_table.name) then
    raise exception '% needs an index that begins with school_id.', school_table.name;
  end if;

  insert into private.school_tables
    (name, feature, subject, needs_subscription, refuses_unread, audit, key, counts_use)
  select format('%I.%I', n.nspname, c.relname), school_table.feature, school_table.subject,
    school_table.needs_subscription, school_table.refuses_unread, audited, school_table.key, school_table.counts_use
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
$function$;

create unique index school_tables_entity_key on private.school_tables using btree (split_part(name, '.'::text, 2));

comment on column private.school_tables.audit is 'The changes that the activity log keeps: insert, update, delete.';

comment on column private.school_tables.feature is 'The module or add-on that brings the table; null for the core.';

comment on column private.school_tables.key is 'The columns that name a row in the log, which is then written once per statement, for callers; else row by row.';

comment on column private.school_tables.name is 'The table with its schema, such as public.students.';

comment on column private.school_tables.subject is 'The column with the child that a row is about; null where it is about none.';

comment on function private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean) is
  'Gives a table of a school its duties; called once beside the table. Refuses one that cannot have them.';

comment on table private.school_tables is 'The duties of each table of a school; written by private.school_table only.';

revoke all on function private.has_school_index(regclass) from public;

revoke all on function private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean) from public;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["assignment_id", "student_id"], "name": "public.submissions", "audit": ["update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_entries", "audit": ["update"], "feature": "addon:behaviour-records", "subject": "student_id", "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_follow_ups", "audit": ["update"], "feature": "addon:behaviour-records", "subject": "student_id", "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.documents", "audit": ["insert", "update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.fee_charges", "audit": ["update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.fees", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.grades", "audit": ["update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.guardians", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.student_records", "audit": ["insert", "update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.students", "audit": ["insert", "update", "delete"], "feature": null, "subject": "id", "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": ["student_id", "day"], "name": "public.attendance", "audit": ["update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": ["student_id", "guardian_id"], "name": "public.custody_marks", "audit": ["insert", "update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": ["student_id", "guardian_id"], "name": "public.student_guardians", "audit": ["insert", "update", "delete"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "private.addon_uses", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.export_entries", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.feature_changes", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.invoice_counters", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.last_sign_ins", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.quick_receipt_lines", "audit": [], "feature": "addon:quick-fees", "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.receipt_counters", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.second_step_rules", "audit": [], "feature": "addon:two-factor", "subject": null, "counts_use": true, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.addon_settings", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.announcements", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.assessments", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.assignments", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.audit_log", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.behaviour_categories", "audit": ["insert", "update"], "feature": "addon:behaviour-records", "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.breaches", "audit": ["insert", "update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": false},
  {"key": [], "name": "public.campuses", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.class_subjects", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.classes", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.cms_rights", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.consents", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.data_requests", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.enrolments", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_credits", "audit": ["insert"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_invoices", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_payments", "audit": ["insert"], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_cards", "audit": [], "feature": "addon:qr-attendance", "subject": "student_id", "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_sightings", "audit": [], "feature": "addon:qr-attendance", "subject": "student_id", "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.invitations", "audit": ["insert", "update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.lessons", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.licences", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.notifications", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_events", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_items", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_ratings", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.orders", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payment_attempts", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payments", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.quick_receipts", "audit": ["insert"], "feature": "addon:quick-fees", "subject": null, "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.record_openings", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.refunds", "audit": ["insert", "update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.register_days", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.saved_carts", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exits", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exports", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_terms", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.schools", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.service_fulfilments", "audit": ["update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.sign_ins", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.staff_members", "audit": ["insert", "update", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.student_balances", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.student_counts", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.subject_results", "audit": [], "feature": null, "subject": "student_id", "counts_use": false, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.subjects", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.subscriptions", "audit": ["insert", "update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.super_admins", "audit": ["insert", "delete"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.support_tickets", "audit": ["update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.tax_documents", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.thermal_prints", "audit": [], "feature": "addon:thermal-print", "subject": null, "counts_use": true, "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.ticket_replies", "audit": [], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.users", "audit": ["update"], "feature": null, "subject": null, "counts_use": false, "refuses_unread": false, "needs_subscription": false}]');
