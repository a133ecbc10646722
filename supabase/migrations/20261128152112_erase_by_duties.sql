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

drop function private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean);

drop function private.student_of(text, jsonb);

drop table private.unexported_columns;

alter table private.school_tables
  add column retention text;

alter table private.school_tables
  add column aged_by text;

alter table private.school_tables
  add column erase text;

alter table private.school_tables
  add column blank jsonb;

alter table private.school_tables
  add column reader text;

alter table private.school_tables
  add column notices text[] not null;

alter table private.school_tables
  add column child_notices text[] not null;

alter table private.school_tables
  add column traced text[] not null;

alter table private.school_tables
  add column unexported text[] not null;

create or replace function private.audit()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  changed_before jsonb := was;
  changed_after jsonb := is_now;
  whole jsonb := coalesce(is_now, was);
begin
  -- What a deletion takes away must not stand in the log afterwards.
  if current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value) into changed_before, changed_after
    from jsonb_each(is_now) where value is distinct from was -> key;
    if changed_after is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    (whole ->> private.subject_of(tg_table_schema, tg_table_name))::uuid, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after,
    nullif(current_setting('masomo.reason', true), ''));
  return null;
end
$function$;

create or replace function private.audit_key (
  record  jsonb,
  columns text[]
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(record ->> c.name, '/' order by c.n) from unnest(columns) with ordinality as c (name, n)
$function$;

create or replace function private.audit_rows()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  subject constant text := private.subject_of(tg_table_schema, tg_table_name);
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text'];
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
$function$;

create or replace function private.blanked_columns (
  duty private.school_tables
)
  returns table (
    name  text,
    value text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select b.key, b.value from jsonb_each_text(duty.blank) b
  union all
  select a.attname, case when a.attnotnull then case a.atttypid
    when 'text'::regtype then 'Erased' when 'varchar'::regtype then 'Erased' else '{}' end end
  from pg_catalog.pg_attribute a
  where duty.blank is null and a.attrelid = duty.name::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.atttypid = any ('{text,varchar,text[],json,jsonb}'::regtype[])
    and not exists (select from pg_catalog.pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey)
      and (c.contype in ('p', 'u', 'f')
        or c.contype = 'c' and pg_catalog.pg_get_constraintdef(c.oid) ~ format('\m%s = ANY \(', a.attname)))
$function$;

create or replace function private.erase_rows (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  duty private.school_tables;
  blanks text;
  differences text;
begin
  for duty in select t.* from private.school_tables t where t.erase in ('delete', 'anonymise')
    order by private.references_among(t.name, array(
      select o.name from private.school_tables o where o.erase = 'delete')) desc, t.name
  loop
    if duty.erase = 'delete' then
      execute format('delete from %s where %I = $1', duty.name, duty.subject) using student;
      continue;
    end if;
    select string_agg(format('%I = %L', b.name, b.value), ', '),
      string_agg(format('%I::text is distinct from %L', b.name, b.value), ' or ')
    into blanks, differences from private.blanked_columns(duty) b;
    if blanks is not null then
      execute format('update %s set %s where %I = $1 and (%s)', duty.name, blanks, duty.subject, differences)
      using student;
    end if;
  end loop;
end
$function$;

create or replace function private.erase_student (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alone uuid[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student’s data cannot be erased yet. See the reasons with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id
    and (n.source like '%' || student || '%' or n.source in (select private.notice_sources(student)));
  account := (select u.id from public.students s join public.users u on u.id = s.user_id where s.id = student and u.role = 'student'
    and not exists (select from public.super_admins a where a.id = u.id));
  -- The log among them keeps who did what and when, without what stood there.
  perform private.erase_rows(student);
  delete from public.guardians where id = any (alone);
  update public.students set admission_number = 'X-' || left(id::text, 13), user_id = null where id = student;
  delete from auth.users where id = account;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians' and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
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
    and a.attname <> all (array['search_text'] || coalesce(
      (select t.unexported from private.school_tables t where t.name = 'public.' || quote_ident(exported)), '{}'));
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

create or replace function private.exported_behaviour (
  student uuid
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.member_addon_school('addon:behaviour-records') is null then
    return '[]';
  end if;
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]')
    from public.read_behaviour(of_student => student, size => 1000) r);
end
$function$;

create or replace function private.exported_records (
  student uuid
)
  returns jsonb
  language sql
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]')
  from (select * from public.read_student_records(of_student => student, size => 1000)
    union all select * from public.read_student_records(of_student => student, archived => true, size => 1000)) r
$function$;

create or replace function private.may_read_notification (
  source text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  kind constant text := split_part(source, '/', 1);
  subject constant uuid := case when split_part(source, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(source, '/', 2)::uuid end;
begin
  return case kind
    when 'announcement' then exists (select from public.announcements a where a.id = subject)
    when 'assignment' then exists (select from public.assignments a where a.id = subject)
    when 'mark' then exists (select from public.submissions s
      where s.assignment_id = subject and s.student_id::text = split_part(source, '/', 3))
    when 'record' then exists (select from public.student_records r where r.id = subject)
    when 'data-request' then exists (select from public.data_requests r where r.id = subject)
    when 'data-answer' then exists (select from public.data_requests r where r.id = subject)
    when 'opening' then exists (select from public.record_openings o where o.id = subject)
    when 'ticket-reply' then exists (select from public.ticket_replies r where r.id = subject)
    else kind in ('two-factor', 'two-factor-reminder', 'two-factor-reset', 'recovery', 'storage', 'mail-budget')
      or kind in ('absence', 'fee-reminder') and exists (select from public.students s where s.id = subject)
      or private.may_read_row(private.table_of_notices(kind), subject)
  end;
end
$function$;

create or replace function private.may_read_row (
  relation regclass,
  id       uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  is_found boolean := false;
begin
  if may_read_row.relation is not null then
    execute format('select exists (select from %s r where r.id = $1)', may_read_row.relation)
    into is_found using may_read_row.id;
  end if;
  return is_found;
end
$function$;

create or replace function private.notice_sources (
  student uuid
)
  returns SETOF text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  duty private.school_tables;
begin
  for duty in select * from private.school_tables t where t.subject is not null and t.notices <> '{}' loop
    return query execute format('select k || ''/'' || t.id from %s t, unnest($2) k where t.%I = $1',
      duty.name, duty.subject) using student, duty.notices;
  end loop;
end
$function$;

create or replace function private.purge_batch (
  rule       text,
  older_than timestamp with time zone,
  size       integer
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  purged integer;
  more integer := 0;
begin
  case purge_batch.rule
    when 'mails' then
      delete from public.mail_outbox where id in (select m.id from public.mail_outbox m where m.created_at < older_than and m.status in ('sent', 'failed', 'withdrawn') limit size)
        and status in ('sent', 'failed', 'withdrawn');
    when 'enquiries' then
      delete from public.demo_requests where id in (select d.id from public.demo_requests d where d.created_at < older_than limit size);
      get diagnostics more = row_count;
      delete from public.contact_messages where id in (select c.id from public.contact_messages c where c.created_at < older_than limit size);
    when 'tickets' then
      delete from public.support_tickets where id in (select t.id from public.support_tickets t where t.updated_at < older_than and t.status = 'closed' limit size)
        and status = 'closed' and updated_at < older_than;
    when 'cookie_choices' then
      delete from public.cookie_choices where id in (select c.id from public.cookie_choices c where c.decided_at < older_than limit size);
    else
      return private.purge_duties(purge_batch.rule, older_than, size);
  end case;
  get diagnostics purged = row_count;
  return purged + more;
end
$function$;

create or replace function private.purge_duties (
  rule       text,
  older_than timestamp with time zone,
  size       integer
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  duty private.school_tables;
  rows integer;
  purged integer := 0;
begin
  for duty in select t.* from private.school_tables t where t.retention = purge_duties.rule
    order by private.references_among(t.name, array(
      select o.name from private.school_tables o where o.retention = t.retention)) desc, t.name
  loop
    if duty.aged_by is not null then
      execute format('delete from %1$s where ctid = any (array(
        select t.ctid from %1$s t where t.%2$I < $1 order by t.%2$I limit $2))', duty.name, duty.aged_by)
      using older_than, size;
      get diagnostics rows = row_count;
    else
      -- The log repeats what stood in them.
      execute format('with gone as (delete from %1$s where ctid = any (array(
          select t.ctid from %1$s t join public.students s on s.id = t.%2$I
          where s.status in (''left'', ''graduated'') and private.left_on(s.id) < private.school_day(s.school_id, $1)
          limit $2 for share of s)) returning to_jsonb(%3$I) as was),
        unlogged as (delete from public.audit_log l using gone g
          where l.entity = $3 and l.entity_id = private.audit_key(g.was, $4))
        select count(*) from gone', duty.name, duty.subject, split_part(duty.name, '.', 2))
      into rows using older_than, size, split_part(duty.name, '.', 2),
        case when duty.key = '{}' then '{id}' else duty.key end;
    end if;
    purged := purged + rows;
  end loop;
  return purged;
end
$function$;

create or replace function private.references_among (
  name   text,
  others text[]
)
  returns bigint
  language sql
  stable
  set search_path to ''
  AS $function$
  select count(distinct c.confrelid) from pg_catalog.pg_constraint c
  join unnest(others) o (name) on c.confrelid = o.name::regclass
  where c.conrelid = references_among.name::regclass and c.confrelid <> c.conrelid
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
  counts_use         boolean  default false,
  retention          text     default null::text,
  aged_by            text     default null::text,
  erase              text     default null::text,
  blank              jsonb    default null::jsonb,
  reader             text     default null::text,
  notices            text[]   default '{}'::text[],
  child_notices      text[]   default '{}'::text[],
  traced             text[]   default '{}'::text[],
  unexported         text[]   default '{}'::text[]
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
    blank, reader, notices, child_notices, traced, unexported)
  select format('%I.%I', n.nspname, c.relname), school_table.feature, school_table.subject,
    school_table.needs_subscription, school_table.refuses_unread, audited, school_table.key, school_table.counts_use,
    school_table.retention, school_table.aged_by, school_table.erase, school_table.blank, school_table.reader,
    school_table.notices, school_table.child_notices, school_table.traced, school_table.unexported
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

create or replace function private.shown_change (
  entity text,
  change jsonb
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce((
    select coalesce(jsonb_object_agg(e.key,
      case when e.value <> 'null' and e.key = any (t.traced) then '"•••"' else e.value end), '{}')
    from private.school_tables t cross join jsonb_each(change) e
    where split_part(t.name, '.', 2) = entity and t.traced <> '{}' and change is not null
    group by t.name), change)
$function$;

create or replace function private.subject_of (
  schema_name name,
  table_name  name
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select t.subject from private.school_tables t
  where t.name = format('%I.%I', subject_of.schema_name, subject_of.table_name)
$function$;

create or replace function private.table_of_notices (
  kind text
)
  returns regclass
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when kind = any (t.notices) then t.name else 'public.students' end::regclass
  from private.school_tables t where kind = any (t.notices || t.child_notices)
$function$;

create or replace function private.tables_about_children()
  returns table (
    name    text,
    subject text,
    reader  text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select t.name, t.subject, t.reader from private.school_tables t where t.subject is not null order by t.name
$function$;

create or replace function public.export_student (
  student_id uuid
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  source record;
  found jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators can export a child’s data.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select t.name, split_part(t.name, '.', 2) as part, t.subject, t.reader from private.tables_about_children() t
    where t.reader is not null or pg_catalog.has_table_privilege(t.name, 'select')
  loop
    if source.reader is not null then
      execute format('select %s($1)', source.reader) into found using export_student.student_id;
    else
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from %s t where t.%I = $1',
        source.name, source.subject) into found using export_student.student_id;
    end if;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.part, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (
    select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

alter table private.school_tables
  add constraint school_tables_check check (((subject IS NULL) = (erase IS NULL)));

alter table private.school_tables
  add constraint school_tables_erase_check check ((erase = ANY (ARRAY['delete'::text, 'anonymise'::text, 'keep'::text])));

comment on column private.school_tables.blank is 'What an erasure writes, by column; null: it empties every text that is no key and no choice of a list.';

comment on column private.school_tables.child_notices is 'First words of the sources of notifications, before the id of the child.';

comment on column private.school_tables.erase is 'What a child''s erasure does with its rows: delete, anonymise, or keep what names nobody or what the law asks for.';

comment on column private.school_tables.notices is 'First words of the sources of notifications, before the id of a row.';

comment on column private.school_tables.reader is 'The function that gives a child''s rows as JSON for its file; else the file has what the caller may select.';

comment on column private.school_tables.retention is 'The rule of public.retention_rules that deletes rows: so long after the moment in aged_by, else after a child left.';

comment on column private.school_tables.traced is 'Columns that are read with a trace only, and hidden in the activity log.';

comment on column private.school_tables.unexported is 'Columns that the export of a school leaves out.';

comment on function
  private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text, text[],
  text[], text[], text[]) is 'Gives a table of a school its duties; called once beside the table. Refuses one that cannot have them.';

revoke all on function private.blanked_columns(private.school_tables) from public;

revoke all on function private.erase_rows(uuid) from public;

revoke all on function private.exported_behaviour(uuid) from public;

grant execute on function private.exported_behaviour(uuid) to authenticated;

revoke all on function private.exported_records(uuid) from public;

grant execute on function private.exported_records(uuid) to authenticated;

revoke all on function private.may_read_row(regclass, uuid) from public;

grant execute on function private.may_read_row(regclass, uuid) to authenticated;

revoke all on function private.notice_sources(uuid) from public;

revoke all on function private.purge_duties(text, timestamp with time zone, integer) from public;

revoke all on function private.references_among(text, text[]) from public;

revoke all
  on function
    private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text,
    text[], text[], text[], text[])
  from public;

revoke all on function private.subject_of(name, name) from public;

revoke all on function private.table_of_notices(text) from public;

grant execute on function private.table_of_notices(text) to authenticated;

revoke all on function private.tables_about_children() from public;

grant execute on function private.tables_about_children() to authenticated;

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["assignment_id", "student_id"], "name": "public.submissions", "audit": ["update", "delete"], "blank": {"answer": null, "feedback": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_entries", "audit": ["update"], "blank": null, "erase": "delete", "reader": "private.exported_behaviour", "traced": ["note", "agreed", "withdrawn_reason"], "aged_by": null, "feature": "addon:behaviour-records", "notices": ["behaviour"], "subject": "student_id", "retention": "student_notes", "counts_use": true, "unexported": [], "child_notices": ["behaviour-points"], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.behaviour_follow_ups", "audit": ["update"], "blank": null, "erase": "delete", "reader": null, "traced": ["task", "outcome"], "aged_by": null, "feature": "addon:behaviour-records", "notices": ["behaviour-follow-up"], "subject": "student_id", "retention": "student_notes", "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.documents", "audit": ["insert", "update", "delete"], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.fee_charges", "audit": ["update", "delete"], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.fees", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.grades", "audit": ["update", "delete"], "blank": {"remark": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.guardians", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.student_records", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "reader": "private.exported_records", "traced": ["summary", "details"], "aged_by": null, "feature": null, "notices": ["record"], "subject": "student_id", "retention": "student_notes", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["id"], "name": "public.students", "audit": ["insert", "update", "delete"], "blank": {"gender": null, "last_name": "student", "first_name": "Former", "date_of_birth": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": ["student_id", "day"], "name": "public.attendance", "audit": ["update", "delete"], "blank": {"note": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["student_id", "guardian_id"], "name": "public.custody_marks", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": ["student_id", "guardian_id"], "name": "public.student_guardians", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "private.addon_uses", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.export_entries", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.feature_changes", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.invoice_counters", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.last_sign_ins", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.quick_receipt_lines", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:quick-fees", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.receipt_counters", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.role_permissions", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.school_roles", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "private.second_step_rules", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:two-factor", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.addon_settings", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.announcements", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.assessments", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.assignments", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.audit_log", "audit": [], "blank": {"after": null, "before": null, "reason": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": "at", "feature": null, "notices": [], "subject": "student_id", "retention": "audit_log", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.behaviour_categories", "audit": ["insert", "update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:behaviour-records", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.breaches", "audit": ["insert", "update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": false},
  {"key": [], "name": "public.campuses", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.class_subjects", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.classes", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.cms_rights", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.consents", "audit": [], "blank": null, "erase": "delete", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.data_requests", "audit": [], "blank": {"asker": "A guardian", "answer": null, "details": null}, "erase": "anonymise", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.enrolments", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_credits", "audit": ["insert"], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_invoices", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.fee_payments", "audit": ["insert"], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_cards", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": "addon:qr-attendance", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": ["code"], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.gate_sightings", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": "addon:qr-attendance", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": ["arrival", "departure"], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.invitations", "audit": ["insert", "update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.lessons", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.licences", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.notifications", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": "created_at", "feature": null, "notices": [], "subject": null, "retention": "notifications", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_events", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_items", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.order_ratings", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.orders", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["idempotency_key", "request_hash"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payment_attempts", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": ["attempt_key"], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.payments", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.quick_receipts", "audit": ["insert"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:quick-fees", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.record_openings", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.refunds", "audit": ["insert", "update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.register_days", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.saved_carts", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exits", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_exports", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.school_terms", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.schools", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.service_fulfilments", "audit": ["update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.sign_ins", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": "signed_in_at", "feature": null, "notices": [], "subject": null, "retention": "sign_ins", "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.staff_members", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.student_balances", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.student_counts", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.subject_results", "audit": [], "blank": null, "erase": "keep", "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": "student_id", "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.subjects", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": true, "needs_subscription": true},
  {"key": [], "name": "public.subscriptions", "audit": ["insert", "update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.super_admins", "audit": ["insert", "delete"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.support_tickets", "audit": ["update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.tax_documents", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.thermal_prints", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:thermal-print", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.ticket_replies", "audit": [], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false},
  {"key": [], "name": "public.users", "audit": ["update"], "blank": null, "erase": null, "reader": null, "traced": [], "aged_by": null, "feature": null, "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": false}]');
