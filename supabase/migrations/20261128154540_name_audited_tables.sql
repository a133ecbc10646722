delete from private.school_tables where name in (
  'public.submissions',
  'public.behaviour_entries',
  'public.behaviour_follow_ups',
  'public.documents',
  'public.fee_charges',
  'public.fees',
  'public.grades',
  'public.guardians',
  'public.student_records',
  'public.students',
  'public.attendance',
  'public.custody_marks',
  'public.student_guardians',
  'private.addon_uses',
  'private.export_entries',
  'private.feature_changes',
  'private.invoice_counters',
  'private.last_sign_ins',
  'private.quick_receipt_lines',
  'private.receipt_counters',
  'private.role_permissions',
  'private.school_roles',
  'private.second_step_rules',
  'public.addon_settings',
  'public.announcements',
  'public.assessments',
  'public.assignments',
  'public.audit_log',
  'public.behaviour_categories',
  'public.breaches',
  'public.campuses',
  'public.class_subjects',
  'public.classes',
  'public.cms_rights',
  'public.consents',
  'public.data_requests',
  'public.enrolments',
  'public.fee_credits',
  'public.fee_invoices',
  'public.fee_payments',
  'public.gate_cards',
  'public.gate_sightings',
  'public.invitations',
  'public.lessons',
  'public.licences',
  'public.notifications',
  'public.order_events',
  'public.order_items',
  'public.order_ratings',
  'public.orders',
  'public.payment_attempts',
  'public.payments',
  'public.quick_receipts',
  'public.record_openings',
  'public.refunds',
  'public.register_days',
  'public.saved_carts',
  'public.school_exits',
  'public.school_exports',
  'public.school_terms',
  'public.schools',
  'public.service_fulfilments',
  'public.sign_ins',
  'public.staff_members',
  'public.student_balances',
  'public.student_counts',
  'public.subject_results',
  'public.subjects',
  'public.subscriptions',
  'public.super_admins',
  'public.support_tickets',
  'public.tax_documents',
  'public.thermal_prints',
  'public.ticket_replies',
  'public.users');

set check_function_bodies = off;

drop function
  private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text, text[],
  text[], text[], text[]);

alter table private.school_tables
  add column label text;

create or replace function private.school_table (
  name               regclass,
  feature            text     default null::text,
  subject            text     default null::text,
  needs_subscription boolean  default true,
  refuses_unread     boolean  default false,
  audit              boolean  default false,
  verbs              text[]   default '{insert,update,delete}'::text[],
  key                text[]   default '{}'::text[],
  counts_use         boolean  default false,
  retention          text     default null::text,
  aged_by            text     default null::text,
  erase              text     default null::text,
  blank              jsonb    default null::jsonb,
  reader             text     default null::text,
  notices            text[]   default '{}'::text[],
  child_notices      text[]   default '{}'::text[],
  traced             text[]   default '{}'::text[],
  unexported         text[]   default '{}'::text[],
  label              text     default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  columns constant text[] := array(select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = school_table.name and a.attnum > 0 and not a.attisdropped);
  named constant text[] := school_table.subject || school_table.key || school_table.aged_by || school_table.traced
    || school_table.unexported || array(select jsonb_object_keys(school_table.blank))
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

create or replace function public.list_audited_tables()
  returns table (
    entity text,
    label  text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.may('user:read') then
    perform private.require('audit:read');
  end if;
  return query select split_part(t.name, '.', 2), t.label from private.school_tables t
  where t.label is not null order by t.label;
end
$function$;

comment on column private.school_tables.label is 'What the activity log calls its rows; null where the screen of the log has a name for them.';

comment on function
  private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text, text[],
  text[], text[], text[], text) is 'Gives a table of a school its duties; called once beside the table. Refuses one that cannot have them.';

comment on function public.list_audited_tables() is 'What the activity log calls the tables of modules and add-ons. Super admins and administrators only.';

revoke all
  on function
    private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text,
    text[], text[], text[], text[], text)
  from public;

revoke all on function public.list_audited_tables() from public;

grant execute on function public.list_audited_tables() to authenticated;

grant execute on function public.list_audited_tables() to service_role;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["assignment_id", "student_id"], "name": "public.submissions", "audit": ["update", "delete"], "blank": {"answer": null, "feedback": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_entries", "audit": ["update"], "blank": null, "erase": "delete", "label": "Behaviour", "reader": "private.exported_behaviour", "traced": ["note", "agreed", "withdrawn_reason"], "aged_by": null, "feature": "addon:behaviour-records", "notices": ["behaviour"], "subject": "student_id", "retention": "student_notes", "counts_use": true, "unexported": [], "child_notices": ["behaviour-points"], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_follow_ups", "audit": ["update"], "blank": null, "erase": "delete", "label": "Follow-ups", "reader": null, "traced": ["task", "outcome"], "aged_by": null, "feature": "addon:behaviour-records", "notices": ["behaviour-follow-up"], "subject": "student_id", "retention": "student_notes", "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.documents", "audit": ["insert", "update", "delete"], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.fee_charges", "audit": ["update", "delete"], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.fees", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.grades", "audit": ["update", "delete"], "blank": {"remark": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.guardians", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.student_records", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "label": null, "reader": "private.exported_records", "traced": ["summary", "details"], "aged_by": null, "feature": null, "notices": ["record"], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.students", "audit": ["insert", "update", "delete"], "blank": {"gender": null, "last_name": "student", "first_name": "Former", "date_of_birth": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["student_id", "day"], "name": "public.attendance", "audit": ["update", "delete"], "blank": {"note": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["student_id", "guardian_id"], "name": "public.custody_marks", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": ["student_id", "guardian_id"], "name": "public.student_guardians", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "private.addon_uses", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.export_entries", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.feature_changes", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.invoice_counters", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.last_sign_ins", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.quick_receipt_lines", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:quick-fees", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.receipt_counters", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.role_permissions", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.school_roles", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.second_step_rules", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:two-factor", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.addon_settings", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.announcements", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.assessments", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.assignments", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.audit_log", "audit": [], "blank": {"after": null, "before": null, "reason": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": "at", "feature": null, "notices": [], "subject": "student_id", "retention": "audit_log", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.behaviour_categories", "audit": ["insert", "update"], "blank": null, "erase": null, "label": "Merits and incidents", "reader": null, "traced": [], "aged_by": null, "feature": "addon:behaviour-records", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.breaches", "audit": ["insert", "update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": false},
  {"key": [], "name": "public.campuses", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.class_subjects", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.classes", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.cms_rights", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.consents", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.data_requests", "audit": [], "blank": {"asker": "A guardian", "answer": null, "details": null}, "erase": "anonymise", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.enrolments", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_credits", "audit": ["insert"], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_invoices", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_payments", "audit": ["insert"], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_cards", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:qr-attendance", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": ["code"], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_sightings", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:qr-attendance", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": ["arrival", "departure"], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.invitations", "audit": ["insert", "update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.lessons", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.licences", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.notifications", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": "created_at", "feature": null, "notices": [], "subject": null, "retention": "notifications", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_events", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_items", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_ratings", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.orders", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["idempotency_key", "request_hash"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payment_attempts", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["attempt_key"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payments", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.quick_receipts", "audit": ["insert"], "blank": null, "erase": null, "label": "Receipts", "reader": null, "traced": [], "aged_by": null, "feature": "addon:quick-fees", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.record_openings", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.refunds", "audit": ["insert", "update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.register_days", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.saved_carts", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exits", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exports", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_terms", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.schools", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.service_fulfilments", "audit": ["update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.sign_ins", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": "signed_in_at", "feature": null, "notices": [], "subject": null, "retention": "sign_ins", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.staff_members", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.student_balances", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.student_counts", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.subject_results", "audit": [], "blank": null, "erase": "keep", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.subjects", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.subscriptions", "audit": ["insert", "update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.super_admins", "audit": ["insert", "delete"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.support_tickets", "audit": ["update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.tax_documents", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.thermal_prints", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:thermal-print", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.ticket_replies", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.users", "audit": ["update"], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
