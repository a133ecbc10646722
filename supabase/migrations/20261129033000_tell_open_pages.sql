delete from private.school_tables where name in (
  'private.feature_changes');

set check_function_bodies = off;

drop trigger note_feature_change on public.licences;

drop trigger note_feature_change on public.subscriptions;

alter table private.feature_changes
  drop constraint feature_changes_school_id_fkey;

drop function private.note_feature_change();

drop function
  private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text, text[],
  text[], text[], text[], text);

drop function public.feature_changes();

drop table private.feature_changes;

create table private.change_secret (
  is_only boolean not null default true,
  secret  uuid    not null default gen_random_uuid(),
  constraint change_secret_is_only_check check (is_only),
  constraint change_secret_pkey primary key (is_only)
);

alter table private.change_secret
  enable row level security;

create table private.changes (
  written_in xid8                     not null default pg_current_xact_id(),
  audience   text                     not null,
  topic      text                     not null,
  at         timestamp with time zone not null default clock_timestamp(),
  constraint changes_pkey primary key (written_in, audience, topic)
);

alter table private.changes
  enable row level security;

create or replace function private.audience_key (
  audience text
)
  returns bytea
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select extensions.hmac(audience, s.secret::text, 'sha256') from private.change_secret s
$function$;

create or replace function private.forget_old_counts()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.mail_spending where day < private.today() - 30;
  delete from private.recent_visits where day < private.today() - 2;
  delete from private.changes where at < now() - interval '10 minutes';
  delete from private.command_keys where at < now() - interval '2 days';
$function$;

create or replace function private.note_changes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  rows constant text := case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed'
    else '(select * from removed union all select * from added)' end;
  heard text;
begin
  for n in 1 .. tg_nargs - 1 loop
    heard := case split_part(tg_argv[n], ':', 1)
      when 'platform' then quote_literal('platform')
      when 'person' then format('''person:'' || r.%I', split_part(tg_argv[n], ':', 2))
      else format('%L || r.school_id', tg_argv[n] || ':') end;
    execute format('insert into private.changes (audience, topic)
      select distinct %s, %L || %s from %s r where %1$s is not null on conflict do nothing',
      heard, tg_table_name,
      case tg_argv[0] when '' then '''''' else format('coalesce('':'' || r.%I, '''')', tg_argv[0]) end,
      rows);
  end loop;
  return null;
end
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
  unexported         text[]   default '{}'::text[],
  label              text     default null::text,
  live               text[]   default '{}'::text[],
  live_key           text     default null::text
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
$function$;

create or replace function private.tell_changes (
  name      regclass,
  audiences text[],
  key       text     default null::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  heard text;
  verb record;
begin
  foreach heard in array audiences loop
    if heard !~ '^(staff|members|platform|person:[a-z_]+)$' then
      raise exception '% is no audience: staff, members, platform or person:<column>.', heard;
    end if;
  end loop;
  for verb in select * from (values
    ('insert', 'tell_added', 'new table as added'),
    ('update', 'tell_changed', 'old table as removed new table as added'),
    ('delete', 'tell_removed', 'old table as removed')) as v (name, trigger, rows)
  loop
    execute format('create trigger %I after %s on %s referencing %s
      for each statement execute function private.note_changes(%s)',
      verb.trigger, verb.name, tell_changes.name, verb.rows,
      (select string_agg(quote_literal(a.word), ', ' order by a.n)
        from unnest(coalesce(tell_changes.key, '') || tell_changes.audiences) with ordinality as a (word, n)));
  end loop;
end
$function$;

create or replace function public.live_changes (
  since text default null::text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  now_seen constant pg_catalog.pg_snapshot := pg_current_snapshot();
  last_seen constant pg_catalog.pg_snapshot := case when since ~ '^\d+:\d+:[\d,]*$' then since end;
  -- After a backup is restored, transactions are counted from an earlier number.
  is_known constant boolean := coalesce(pg_snapshot_xmax(last_seen) <= pg_snapshot_xmax(now_seen), false);
  most constant integer := 5000;
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_array(c.written_in::text, encode(extensions.digest(k.key, 'sha256'), 'hex'),
    encode(n.nonce || extensions.encrypt_iv(convert_to(c.topic, 'utf8'), k.key, n.nonce, 'aes-cbc/pad:pkcs'),
      'base64'))),
    '[]') into found
  from (select w.written_in, w.audience, w.topic from private.changes w
    where is_known and w.written_in >= pg_snapshot_xmin(last_seen)
      and not pg_visible_in_snapshot(w.written_in, last_seen) limit most + 1) c
  cross join lateral (select private.audience_key(c.audience) as key) k
  cross join lateral (
    select extensions.hmac(convert_to(c.written_in || ' ' || c.topic, 'utf8'), k.key, 'md5') as nonce) n;
  return jsonb_build_object('seen', now_seen::text, 'is_whole', is_known and jsonb_array_length(found) <= most,
    'changes', found);
end
$function$;

create or replace function public.my_live_keys()
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select encode(private.audience_key(a.name), 'hex') from (values
    ('person:' || private.signed_in_uid()),
    ('members:' || private.my_school()),
    ('staff:' || private.school_where('school:work')),
    (case when private.may('platform:read') then 'platform' end)) as a (name)
  where a.name is not null order by 1)
$function$;

create index changes_at_idx on private.changes using btree (at);

create trigger tell_added after insert on private.memberships
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_changed after update on private.memberships
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_removed after delete on private.memberships
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_added after insert on public.announcements
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_changed after update on public.announcements
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_removed after delete on public.announcements
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_added after insert on public.assessments
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_changed after update on public.assessments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_removed after delete on public.assessments
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_added after insert on public.assignments
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_changed after update on public.assignments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_removed after delete on public.assignments
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_added after insert on public.attendance
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_changed after update on public.attendance
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_removed after delete on public.attendance
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_added after insert on public.classes
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.classes
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.classes
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.documents
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_changed after update on public.documents
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_removed after delete on public.documents
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'members'
);

create trigger tell_added after insert on public.fee_charges
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.fee_charges
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.fee_charges
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.fee_invoices
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.fee_invoices
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.fee_invoices
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.fee_payments
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.fee_payments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.fee_payments
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.fees
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.fees
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.fees
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.grades
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_changed after update on public.grades
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_removed after delete on public.grades
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'class_id',
  'staff'
);

create trigger tell_added after insert on public.jobs
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'person:started_by'
);

create trigger tell_changed after update on public.jobs
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'person:started_by'
);

create trigger tell_removed after delete on public.jobs
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'person:started_by'
);

create trigger tell_added after insert on public.licences
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

create trigger tell_changed after update on public.licences
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

create trigger tell_removed after delete on public.licences
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

create trigger tell_added after insert on public.mail_outbox
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

create trigger tell_changed after update on public.mail_outbox
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

create trigger tell_removed after delete on public.mail_outbox
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

create trigger tell_added after insert on public.notifications
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_changed after update on public.notifications
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_removed after delete on public.notifications
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_added after insert on public.order_events
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_changed after update on public.order_events
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_removed after delete on public.order_events
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_added after insert on public.orders
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'id',
  'platform',
  'person:user_id'
);

create trigger tell_changed after update on public.orders
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'id',
  'platform',
  'person:user_id'
);

create trigger tell_removed after delete on public.orders
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'id',
  'platform',
  'person:user_id'
);

create trigger tell_added after insert on public.payment_attempts
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_changed after update on public.payment_attempts
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_removed after delete on public.payment_attempts
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_added after insert on public.payments
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_changed after update on public.payments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_removed after delete on public.payments
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_added after insert on public.refunds
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_changed after update on public.refunds
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_removed after delete on public.refunds
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_added after insert on public.saved_carts
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_changed after update on public.saved_carts
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_removed after delete on public.saved_carts
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'person:user_id'
);

create trigger tell_added after insert on public.school_exports
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.school_exports
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.school_exports
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.service_fulfilments
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_changed after update on public.service_fulfilments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_removed after delete on public.service_fulfilments
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'order_id',
  'platform'
);

create trigger tell_added after insert on public.students
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.students
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.students
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.subscriptions
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

create trigger tell_changed after update on public.subscriptions
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

create trigger tell_removed after delete on public.subscriptions
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'platform',
  'members'
);

comment on column private.changes.audience is 'staff:<school>, members:<school>, person:<account> or platform.';

comment on column private.changes.topic is 'The table, and where it is told by a key, that key: attendance:<class>.';

comment on column private.changes.written_in is 'The transaction: a reader that names its last snapshot gets what became visible since, also what was begun before.';

comment on function
  private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text, text[],
  text[], text[], text[], text, text[], text) is 'Gives a table of a school its duties; called once beside the table. Refuses one that cannot have them.';

comment on function private.tell_changes(regclass, text[], text) is 'Tells open pages of what statements do to a table: those of the staff or of all members of the school in school_id, of super admins, and of the person in a column.';

comment on function public.live_changes(text) is 'What became visible since a snapshot that this function returned: of each the transaction, the audience and the sealed topic. Not whole where the snapshot is unknown or there was too much: everything may have changed then.';

comment on function public.my_live_keys() is 'The keys of what the caller may hear of: their own, their school''s, the platform''s. Empty for whom nobody knows.';

comment on table private.change_secret is 'What the keys of audiences are made from.';

comment on table private.changes is 'Kept for an hour or a little more.';

revoke all on function private.audience_key(text) from public;

revoke all on function private.note_changes() from public;

revoke all
  on function
    private.school_table(regclass, text, text, boolean, boolean, boolean, text[], text[], boolean, text, text, text, jsonb, text,
    text[], text[], text[], text[], text, text[], text)
  from public;

revoke all on function private.tell_changes(regclass, text[], text) from public;

revoke all on function public.live_changes(text) from public;

grant execute on function public.live_changes(text) to anon, authenticated;

grant execute on function public.live_changes(text) to service_role;

revoke all on function public.my_live_keys() from public;

grant execute on function public.my_live_keys() to authenticated;

grant execute on function public.my_live_keys() to service_role;

grant all on table private.change_secret to service_role;

grant all on table private.changes to service_role;

delete from private.school_tables where name = 'private.feature_changes';

insert into private.change_secret default values;
