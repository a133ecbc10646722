set check_function_bodies = off;

drop function private.purge_sign_ins();

create table public.consent_purposes (
  key          text    not null,
  position     integer not null,
  version      integer not null default 1,
  name         text    not null,
  statement    text    not null,
  translations jsonb   not null default '{}'::jsonb,
  constraint consent_purposes_pkey primary key (key),
  constraint consent_purposes_position_key unique (position),
  constraint consent_purposes_translations_check check ((jsonb_typeof(translations) = 'object'::text))
);

alter table public.consent_purposes
  enable row level security;

create table public.consents (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid                     not null,
  student_id  uuid                     not null,
  guardian_id uuid                     not null,
  purpose     text                     not null,
  version     integer                  not null,
  is_given    boolean                  not null,
  decided_at  timestamp with time zone not null default now(),
  recorded_by uuid,
  replaced_at timestamp with time zone,
  constraint consents_pkey primary key (id)
);

alter table public.consents
  enable row level security;

create table public.custody_marks (
  student_id  uuid                     not null,
  guardian_id uuid                     not null,
  school_id   uuid                     not null,
  may_be_told boolean                  not null,
  may_collect boolean                  not null,
  basis       text                     not null,
  noted_by    uuid,
  noted_at    timestamp with time zone not null default now(),
  constraint custody_marks_basis_check check (((length(btrim(basis)) >= 1) AND (length(btrim(basis)) <= 300))),
  constraint custody_marks_check check ((NOT (may_be_told AND may_collect))),
  constraint custody_marks_pkey primary key (student_id, guardian_id)
);

alter table public.custody_marks
  enable row level security;

create table public.data_requests (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid                     not null,
  student_id  uuid                     not null,
  kind        text                     not null,
  asker       text                     not null,
  asked_by    uuid,
  details     text,
  due_on      date                     not null,
  status      text                     not null default 'open'::text,
  answer      text,
  closed_at   timestamp with time zone,
  closed_by   uuid,
  created_at  timestamp with time zone not null default now(),
  constraint data_requests_answer_check check ((length(answer) <= 1000)),
  constraint data_requests_asker_check check (((length(btrim(asker)) >= 1) AND (length(btrim(asker)) <= 160))),
  constraint data_requests_check check (((status = 'open'::text) = (closed_at IS NULL))),
  constraint data_requests_details_check check ((length(details) <= 1000)),
  constraint data_requests_kind_check
    check ((kind = ANY (ARRAY['access'::text, 'rectification'::text, 'erasure'::text, 'portability'::text]))),
  constraint data_requests_pkey primary key (id),
  constraint data_requests_status_check check ((status = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text]))),
  received_on date                     not null default private.my_today()
);

alter table public.data_requests
  enable row level security;

create table public.purge_runs (
  day         date    not null,
  rule        text    not null,
  purged      integer not null,
  is_finished boolean not null,
  constraint purge_runs_pkey primary key (day, rule)
);

alter table public.purge_runs
  enable row level security;

create table public.retention_rules (
  key          text    not null,
  position     integer not null,
  data         text    not null,
  months       integer not null,
  counted_from text    not null,
  reason       text    not null,
  ending       text    not null,
  translations jsonb   not null default '{}'::jsonb,
  constraint retention_rules_ending_check check ((ending = ANY (ARRAY['deleted'::text, 'closed'::text, 'kept'::text]))),
  constraint retention_rules_months_check check (((months >= 1) AND (months <= 240))),
  constraint retention_rules_pkey primary key (key),
  constraint retention_rules_position_key unique (position),
  constraint retention_rules_translations_check check ((jsonb_typeof(translations) = 'object'::text))
);

alter table public.retention_rules
  enable row level security;

create or replace function private.consent_state (
  student uuid,
  purpose text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select bool_and(c.is_given) from public.consents c where c.student_id = student and c.purpose = consent_state.purpose and c.replaced_at is null
$function$;

create or replace function private.days_to_answer (
  kind text
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case kind when 'access' then 7 when 'rectification' then 14 when 'erasure' then 14 when 'portability' then 30 end
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
  notes uuid[];
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student cannot be erased yet. The reasons stand with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  delete from public.student_records where student_id = student;
  update public.submissions set answer = null, feedback = null where student_id = student;
  update public.grades set remark = null where student_id = student;
  update public.attendance set note = null where student_id = student and note is not null;
  delete from public.consents where student_id = student;
  delete from public.student_guardians where student_id = student;
  delete from public.guardians where id = any (alone);
  update public.students set first_name = 'Former', last_name = 'student', admission_number = 'X-' || left(id::text, 13), gender = null, date_of_birth = null, user_id = null where id = student;
  -- The log keeps who did what and when, without what stood there.
  update public.audit_log set before = null, after = null where student_id = student;
  update public.audit_log set before = null, after = null where entity = 'guardians' and entity_id = any (alone::text[]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.erasure_obstacles (
  student uuid
)
  returns text[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array_remove(array[
    case when s.status in ('active', 'suspended') then 'enrolled' end,
    case when coalesce((select sum(b.balance) from public.student_balances b where b.student_id = s.id), 0) <> 0 then 'fees' end,
    case when exists (select from public.documents d where d.student_id = s.id) then 'documents' end], null)
  from public.students s where s.id = student
$function$;

create or replace function private.is_withheld (
  student  uuid,
  guardian uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.custody_marks m where m.student_id = student and m.guardian_id = guardian and not m.may_be_told)
$function$;

create or replace function private.keep_audit_log()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> '' and coalesce(current_setting('masomo.purging', true), '') = ''
    and (tg_op <> 'UPDATE' or to_jsonb(new) - '{actor_id,school_id}'::text[] <> to_jsonb(old) - '{actor_id,school_id}'::text[]
      or new.actor_id is not null and new.actor_id is distinct from old.actor_id or new.school_id is not null and new.school_id is distinct from old.school_id) then
    raise exception using errcode = '42501', message = 'The activity log cannot be changed.', hint = 'audit.append_only';
  end if;
  return coalesce(new, old);
end
$function$;

create or replace function private.left_on (
  student uuid
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((select max(e.ended_on) from public.enrolments e where e.student_id = s.id), s.updated_at::date)
  from public.students s where s.id = left_on.student and s.status in ('left', 'graduated')
$function$;

create or replace function private.log_export (
  student uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'export', 'students', s.id from public.students s where s.id = student
$function$;

create or replace function private.my_guardian_of (
  student uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
  where sg.student_id = student and g.user_id = private.signed_in_uid() and sg.student_id in (select private.my_student_ids()) limit 1
$function$;

create or replace function private.my_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.my_role() = 'student'
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id join public.students s on s.id = sg.student_id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school() and private.my_role() = 'parent' and not private.is_withheld(sg.student_id, g.id)
    and (s.status in ('active', 'suspended') or private.left_on(s.id) > private.my_today() - make_interval(months => private.retention_months('student_access')))
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
  notes uuid[];
  purged integer;
  more integer := 0;
begin
  case purge_batch.rule
    when 'sign_ins' then
      delete from public.sign_ins where id in (select s.id from public.sign_ins s where s.signed_in_at < older_than order by s.signed_in_at limit size);
    when 'notifications' then
      delete from public.notifications where id in (select n.id from public.notifications n where n.created_at < older_than limit size);
    when 'mails' then
      delete from public.mail_outbox where id in (select m.id from public.mail_outbox m where m.created_at < older_than and m.status in ('sent', 'failed') limit size);
    when 'enquiries' then
      delete from public.demo_requests where id in (select d.id from public.demo_requests d where d.created_at < older_than limit size);
      get diagnostics more = row_count;
      delete from public.contact_messages where id in (select c.id from public.contact_messages c where c.created_at < older_than limit size);
    when 'tickets' then
      delete from public.support_tickets where id in (select t.id from public.support_tickets t where t.updated_at < older_than and t.status = 'closed' limit size);
    when 'cookie_choices' then
      delete from public.cookie_choices where id in (select c.id from public.cookie_choices c where c.decided_at < older_than limit size);
    when 'student_notes' then
      notes := array(select r.id from public.student_records r join public.students s on s.id = r.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < older_than::date limit size);
      delete from public.student_records where id = any (notes);
      -- The log repeats what stood in them.
      delete from public.audit_log where entity = 'student_records' and entity_id = any (notes::text[]);
      return cardinality(notes);
    when 'audit_log' then
      delete from public.audit_log where id in (select l.id from public.audit_log l where l.at < older_than order by l.at limit size);
  end case;
  get diagnostics purged = row_count;
  return purged + more;
end
$function$;

create or replace function private.purge_expired (
  size integer default 5000
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  due public.retention_rules;
  purged integer;
  total integer := 0;
begin
  perform set_config('masomo.purging', 'on', true), set_config('masomo.unaudited', 'on', true);
  for due in select r.* from public.retention_rules r where r.ending = 'deleted' and not exists (
    select from public.purge_runs p where p.day = private.today() and p.rule = r.key and p.is_finished) order by r.position loop
    purged := private.purge_batch(due.key, private.current_moment() - make_interval(months => due.months), size);
    insert into public.purge_runs as p (day, rule, purged, is_finished) values (private.today(), due.key, purged, purged = 0)
    on conflict (day, rule) do update set purged = p.purged + excluded.purged, is_finished = excluded.is_finished;
    total := total + purged;
  end loop;
  perform set_config('masomo.purging', '', true), set_config('masomo.unaudited', '', true);
  return total;
end
$function$;

create or replace function private.require_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  -- The law's days run on, also for a school that pays no more.
  if not private.may_write() and coalesce(current_setting('masomo.purging', true), '') = '' then
    raise exception using errcode = '42501', hint = 'subscription.ended',
      message = 'The subscription of your school has ended. Everything can be read and exported; to change something, an administrator renews it first.';
  end if;
  return null;
end
$function$;

create or replace function private.retention_months (
  rule text
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select r.months from public.retention_rules r where r.key = retention_months.rule $function$;

create or replace function private.run_due_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'purged', private.purge_expired(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.student_family (
  student uuid
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select g.user_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student and g.user_id is not null and not private.is_withheld(student, g.id))
$function$;

create or replace function public.answer_data_request (
  request_id uuid,
  is_done    boolean,
  answer     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  asked public.data_requests;
begin
  select * into asked from public.data_requests r where r.id = answer_data_request.request_id and r.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This request is no longer here.', hint = 'data_request.not_found';
  end if;
  if asked.status <> 'open' then
    raise exception using errcode = 'P0001', message = 'This request was answered already.', hint = 'data_request.closed';
  end if;
  if not coalesce(answer_data_request.is_done, false) then
    perform private.require_text(answer_data_request.answer, 1000, 'answer', 'Say why, and that they may complain to the Data Protection Commissioner.');
  elsif asked.kind = 'erasure' then
    perform private.erase_student(asked.student_id);
  end if;
  update public.data_requests r set status = case when answer_data_request.is_done then 'done' else 'refused' end, answer = left(private.null_if_blank(answer_data_request.answer), 1000),
    closed_at = now(), closed_by = private.signed_in_uid(), details = case when asked.kind = 'erasure' and answer_data_request.is_done then null else r.details end
  where r.id = asked.id;
  perform private.notify(array[asked.asked_by], 'data-answer/' || asked.id, 'The school has answered your data request',
    coalesce(private.null_if_blank(answer_data_request.answer), 'It is done.'), '/dashboard');
end
$function$;

create or replace function public.decide_consent (
  student_id  uuid,
  purpose     text,
  is_given    boolean,
  guardian_id uuid    default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  decider constant uuid := coalesce(private.my_guardian_of(decide_consent.student_id), (
    select sg.guardian_id from public.student_guardians sg
    where sg.student_id = decide_consent.student_id and sg.guardian_id = decide_consent.guardian_id and sg.school_id = private.office_school()));
begin
  if decider is null and (private.my_role() <> 'parent' and private.office_school() is null) then
    raise exception using errcode = '42501', message = 'Only guardians decide this, and the office enters their signed forms.', hint = 'consent.guardians_only';
  end if;
  if decider is null or decide_consent.is_given is null then
    raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
  end if;
  perform from public.student_guardians sg where sg.student_id = decide_consent.student_id and sg.guardian_id = decider for update;
  if exists (select from public.consents c where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose
    and c.replaced_at is null and c.is_given = decide_consent.is_given and c.version = (select p.version from public.consent_purposes p where p.key = c.purpose)) then
    return;
  end if;
  update public.consents c set replaced_at = now() where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose and c.replaced_at is null;
  insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, recorded_by)
  select s.school_id, s.id, decider, p.key, p.version, decide_consent.is_given, private.signed_in_uid()
  from public.students s cross join public.consent_purposes p where s.id = decide_consent.student_id and p.key = decide_consent.purpose;
  if not found then
    raise exception using errcode = 'P0002', message = 'There is no such question.', hint = 'consent.unknown_purpose';
  end if;
end
$function$;

create or replace function public.erasure_obstacles (
  student_id uuid
)
  returns text[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_school_admin();
  return (select private.erasure_obstacles(s.id) from public.students s where s.id = erasure_obstacles.student_id and s.school_id = private.admin_school());
end
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
    raise exception using errcode = '42501', message = 'Only guardians and administrators take a child''s data out.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit_log' and pg_catalog.has_table_privilege(c.oid, 'select') order by c.relname loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from public.%I t where t.student_id = $1', source.name) into found using export_student.student_id;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.name, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

create or replace function public.remind_of_fees (
  student_ids uuid[] default null::uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null and not private.is_withheld(a.id, g.id)
        and not exists (select from public.consents c where c.student_id = a.id and c.guardian_id = g.id and c.purpose = 'messages' and c.replaced_at is null and not c.is_given)
        order by sg.is_primary desc limit 1) as guardian
    from public.student_accounts a join public.schools h on h.id = a.school_id
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids)) loop
    if debtor.guardian is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    perform private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school), 'fee-reminder', g.email,
      jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay), debtor.school_email, (select u.language from public.users u where u.id = g.user_id))
    from public.guardians g where g.id = debtor.guardian;
    mailed := mailed + 1;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable);
end
$function$;

create or replace function public.request_data (
  student_id uuid,
  kind       text,
  details    text default null::text,
  asker      text default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.my_school();
  in_office constant boolean := private.admin_school() is not null;
  me public.users;
  made public.data_requests;
begin
  if not in_office and coalesce(private.my_role() not in ('parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Guardians ask for this, and administrators enter what they receive on paper.', hint = 'data_request.guardians_only';
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school and (in_office or s.id in (select private.my_student_ids()))) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if private.days_to_answer(request_data.kind) is null then
    raise exception using errcode = 'P0001', message = 'Choose what is asked for.', hint = 'data_request.kind', detail = 'kind';
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'You have asked for this already. The school answers by the day shown.', hint = 'data_request.open', detail = 'kind';
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who asks.') else coalesce(private.null_if_blank(concat_ws(' ', me.first_name, me.last_name)), me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000), private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = 'admin'), 'data-request/' || made.id, 'A guardian asks for a child''s data',
      'Data requests, under School, names the day by which the law wants an answer.', '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.set_custody (
  student_id  uuid,
  guardian_id uuid,
  may_be_told boolean,
  may_collect boolean,
  basis       text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if not exists (select from public.student_guardians sg where sg.student_id = set_custody.student_id and sg.guardian_id = set_custody.guardian_id and sg.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
  end if;
  if set_custody.may_be_told and set_custody.may_collect then
    delete from public.custody_marks m where m.student_id = set_custody.student_id and m.guardian_id = set_custody.guardian_id;
    return;
  end if;
  insert into public.custody_marks as m (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by)
  values (set_custody.student_id, set_custody.guardian_id, school, coalesce(set_custody.may_be_told, false), coalesce(set_custody.may_collect, false),
    private.require_text(set_custody.basis, 300, 'basis', 'Name the court order or the agreement.'), private.signed_in_uid())
  on conflict (student_id, guardian_id) do update set may_be_told = excluded.may_be_told, may_collect = excluded.may_collect, basis = excluded.basis,
    noted_by = excluded.noted_by, noted_at = now();
end
$function$;

create or replace function public.student_consents (
  student_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  mine constant uuid := private.my_guardian_of(student_consents.student_id);
  in_office constant boolean := exists (select from public.students s where s.id = student_consents.student_id and s.school_id = private.office_school());
begin
  if mine is null and not in_office then
    if private.my_role() in ('parent', 'admin', 'staff') then
      return '[]';
    end if;
    raise exception using errcode = '42501', message = 'Only guardians and the office see this.', hint = 'consent.guardians_only';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('purpose', p.key, 'name', p.name, 'statement', p.statement, 'version', p.version, 'translations', p.translations,
      'is_allowed', private.consent_state(student_consents.student_id, p.key),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id, 'guardian', g.first_name || ' ' || g.last_name, 'is_mine', g.id is not distinct from mine,
          'is_given', c.is_given, 'decided_at', c.decided_at, 'version', c.version,
          'recorded_by', private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)),
          'withdrawn_at', case when not c.is_given then (select max(b.replaced_at) from public.consents b where b.student_id = sg.student_id and b.guardian_id = g.id and b.purpose = p.key and b.is_given) end)
        order by sg.is_primary desc, g.last_name, g.id), '[]')
        from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
        left join public.consents c on c.student_id = sg.student_id and c.guardian_id = g.id and c.purpose = p.key and c.replaced_at is null
        left join public.users u on u.id = c.recorded_by
        where sg.student_id = student_consents.student_id and (in_office or g.id = mine))) order by p.position)
    from public.consent_purposes p);
end
$function$;

alter table public.consents
  add constraint consents_guardian_id_school_id_fkey foreign key (guardian_id, school_id) references public.guardians(id, school_id)
    on delete cascade;

alter table public.consents
  add constraint consents_purpose_fkey foreign key (purpose) references public.consent_purposes(key);

alter table public.consents
  add constraint consents_recorded_by_fkey foreign key (recorded_by) references public.users(id) on delete set null;

alter table public.consents
  add constraint consents_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.custody_marks
  add constraint custody_marks_noted_by_fkey foreign key (noted_by) references public.users(id) on delete set null;

alter table public.custody_marks
  add constraint custody_marks_student_id_guardian_id_fkey foreign key (student_id, guardian_id)
    references public.student_guardians(student_id, guardian_id) on delete cascade;

alter table public.custody_marks
  add constraint custody_marks_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.data_requests
  add constraint data_requests_asked_by_fkey foreign key (asked_by) references public.users(id) on delete set null;

alter table public.data_requests
  add constraint data_requests_closed_by_fkey foreign key (closed_by) references public.users(id) on delete set null;

alter table public.data_requests
  add constraint data_requests_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.purge_runs
  add constraint purge_runs_rule_fkey foreign key (rule) references public.retention_rules(key) on delete cascade;

create unique index consents_current_key on public.consents using btree (student_id, guardian_id, purpose)
  where (replaced_at is null);

create index consents_guardian_idx on public.consents using btree (guardian_id);

create index consents_school_idx on public.consents using btree (school_id, student_id);

create index custody_marks_guardian_idx on public.custody_marks using btree (guardian_id);

create index custody_marks_school_idx on public.custody_marks using btree (school_id, student_id);

create index data_requests_school_idx on public.data_requests using btree (school_id, due_on, id);

create index data_requests_student_idx on public.data_requests using btree (student_id);

create trigger audit_added after insert on public.custody_marks
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger audit_changed after update on public.custody_marks
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger audit_removed after delete on public.custody_marks
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'student_id',
  'guardian_id'
);

create trigger revise
  after insert or delete or update on public.retention_rules
  for each STATEMENT
  execute function private.bump_content_revision();

create policy "Everyone reads what guardians are asked" on public.consent_purposes
  for select
  to anon, authenticated
  using (true);

create policy "The office sees decisions, guardians their own" on public.consents
  for select
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or
    ((student_id in ( select private.my_student_ids() as my_student_ids)) AND (guardian_id in ( select guardians.id
   from public.guardians
  where (guardians.user_id = ( select private.signed_in_uid() as signed_in_uid))))))));

create policy "The office sees who may not be told or collect" on public.custody_marks
  for select
  to authenticated
  using ((school_id = ( select private.office_school() as office_school)));

create policy "Administrators see their school's requests, guardians their own" on "public"."data_requests"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.my_school() as my_school)) AND ((( select private.my_role() as my_role) = 'admin'::public.user_role) or
    (asked_by = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Super admins see what was deleted" on public.purge_runs
  for select
  to authenticated
  using (( select private.is_super_admin() as is_super_admin));

create policy "Everyone reads how long data is kept" on public.retention_rules
  for select
  to anon, authenticated
  using (true);

comment on column public.consents.recorded_by is 'The guardian, or who entered a signed form.';

comment on column public.custody_marks.basis is 'The order or the agreement, such as the number of the court''s file.';

comment on column public.retention_rules.ending is 'deleted: by the jobs, after the period. closed: to whom it was open. kept: at least this long, since the law asks for it.';

comment on function private.my_student_ids() is 'The calling student, or the children of the calling parent: without those about whom the parent may not be told, and those who left too long ago.';

comment on function private.purge_expired(integer) is 'Deletes what is kept no longer, a batch of each kind; returns how many rows.';

comment on function public.answer_data_request(uuid, boolean, text) is 'Closes a request as done or refused with the reason. An erasure that is done takes the student''s data away in the same transaction.';

comment on function public.decide_consent(uuid, text, boolean, uuid) is 'A guardian''s yes or no for one child and purpose; with guardian_id the office enters a signed form.';

comment on function public.erasure_obstacles(uuid) is 'What stands against erasing a student: enrolled, fees, documents; empty when nothing does.';

comment on function public.export_student(uuid) is 'Everything that is stored about a student and that the caller may see, by table. Each export is logged.';

comment on function public.request_data(uuid, text, text, text) is 'Enters a request about a student''s data; the day to answer follows from the kind. An administrator names who asks.';

comment on function public.set_custody(uuid, uuid, boolean, boolean, text) is 'Notes that a guardian may not be told about a student or may not collect them, and why; both true takes the note away.';

comment on function public.student_consents(uuid) is 'What each guardian of a student has decided, and whether it is allowed: one refusal is enough. A guardian sees their own decisions.';

comment on table public.consents is 'Each guardian''s decision for each child and purpose. A consent that is withdrawn is replaced by a refusal, so both stay with their time.';

comment on table public.purge_runs is 'What the jobs deleted of each kind of data, by day. A day that is not finished goes on with the next run.';

revoke all on function private.consent_state(uuid, text) from public;

revoke all on function private.days_to_answer(text) from public;

revoke all on function private.erase_student(uuid) from public;

revoke all on function private.erasure_obstacles(uuid) from public;

revoke all on function private.is_withheld(uuid, uuid) from public;

revoke all on function private.left_on(uuid) from public;

revoke all on function private.log_export(uuid) from public;

grant execute on function private.log_export(uuid) to authenticated;

revoke all on function private.my_guardian_of(uuid) from public;

revoke all on function private.purge_batch(text, timestamp with time zone, integer) from public;

revoke all on function private.purge_expired(integer) from public;

revoke all on function private.retention_months(text) from public;

revoke all on function public.answer_data_request(uuid, boolean, text) from public;

grant execute on function public.answer_data_request(uuid, boolean, text) to authenticated;

grant execute on function public.answer_data_request(uuid, boolean, text) to service_role;

revoke all on function public.decide_consent(uuid, text, boolean, uuid) from public;

grant execute on function public.decide_consent(uuid, text, boolean, uuid) to authenticated;

grant execute on function public.decide_consent(uuid, text, boolean, uuid) to service_role;

revoke all on function public.erasure_obstacles(uuid) from public;

grant execute on function public.erasure_obstacles(uuid) to authenticated;

grant execute on function public.erasure_obstacles(uuid) to service_role;

revoke all on function public.export_student(uuid) from public;

grant execute on function public.export_student(uuid) to authenticated;

grant execute on function public.export_student(uuid) to service_role;

revoke all on function public.request_data(uuid, text, text, text) from public;

grant execute on function public.request_data(uuid, text, text, text) to authenticated;

grant execute on function public.request_data(uuid, text, text, text) to service_role;

revoke all on function public.set_custody(uuid, uuid, boolean, boolean, text) from public;

grant execute on function public.set_custody(uuid, uuid, boolean, boolean, text) to authenticated;

grant execute on function public.set_custody(uuid, uuid, boolean, boolean, text) to service_role;

revoke all on function public.student_consents(uuid) from public;

grant execute on function public.student_consents(uuid) to authenticated;

grant execute on function public.student_consents(uuid) to service_role;

grant select on table public.consent_purposes to anon, authenticated;

grant all on table public.consent_purposes to service_role;

grant select on table public.consents to authenticated;

grant all on table public.consents to service_role;

grant select on table public.custody_marks to authenticated;

grant all on table public.custody_marks to service_role;

grant select on table public.data_requests to authenticated;

grant all on table public.data_requests to service_role;

grant select on table public.purge_runs to authenticated;

grant all on table public.purge_runs to service_role;

grant select on table public.retention_rules to anon, authenticated;

grant all on table public.retention_rules to service_role;

insert into public.retention_rules (key, position, data, months, counted_from, reason, ending, translations) values
  ('sign_ins', 1, 'Sign-ins, with device and network address', 12, 'the sign-in', 'So that people notice a stranger in their account', 'deleted',
    '{"sw": {"data": "Kumbukumbu za kuingia, pamoja na kifaa na anwani ya mtandao", "counted_from": "siku ya kuingia", "reason": "Ili mtu agundue mgeni kwenye akaunti yake"}}'),
  ('notifications', 2, 'Notifications in the product', 12, 'the notification', 'To look back over a school year', 'deleted',
    '{"sw": {"data": "Arifa ndani ya mfumo", "counted_from": "siku ya arifa", "reason": "Kuangalia nyuma mwaka mmoja wa masomo"}}'),
  ('mails', 3, 'Copies of the emails that we sent', 12, 'the sending', 'To answer questions about them', 'deleted',
    '{"sw": {"data": "Nakala za barua pepe tulizotuma", "counted_from": "siku ya kutumwa", "reason": "Kujibu maswali kuzihusu"}}'),
  ('enquiries', 4, 'Messages and demo requests', 24, 'receipt', 'To answer and to follow up', 'deleted',
    '{"sw": {"data": "Ujumbe na maombi ya onyesho", "counted_from": "siku ya kupokelewa", "reason": "Kujibu na kufuatilia"}}'),
  ('tickets', 5, 'Closed support tickets', 24, 'the last change', 'To recognise a problem that comes back', 'deleted',
    '{"sw": {"data": "Tiketi za usaidizi zilizofungwa", "counted_from": "badiliko la mwisho", "reason": "Kutambua tatizo linalorudi"}}'),
  ('cookie_choices', 6, 'Cookie choices', 24, 'the choice', 'To prove what was allowed', 'deleted',
    '{"sw": {"data": "Chaguo za vidakuzi", "counted_from": "siku ya kuchagua", "reason": "Kuthibitisha kilichoruhusiwa"}}'),
  ('student_access', 7, 'A guardian''s view of a former student', 12, 'the day the student left', 'For reports and fees that come late', 'closed',
    '{"sw": {"data": "Mzazi au mlezi kuona taarifa za mwanafunzi aliyeondoka", "counted_from": "siku mwanafunzi alipoondoka", "reason": "Kwa ripoti na karo zinazochelewa"}}'),
  ('student_notes', 8, 'Notes about a former student: behaviour, health, merits, contacts and visits', 24, 'the day the student left', 'For questions of the next school', 'deleted',
    '{"sw": {"data": "Kumbukumbu za mwanafunzi aliyeondoka: nidhamu, afya, pongezi, mawasiliano na ziara", "counted_from": "siku mwanafunzi alipoondoka", "reason": "Kwa maswali ya shule inayofuata"}}'),
  ('audit_log', 9, 'The log of who read and changed records', 60, 'the entry', 'To find out what happened to a record', 'deleted',
    '{"sw": {"data": "Kumbukumbu za nani alisoma na kubadilisha rekodi", "counted_from": "siku ya kumbukumbu", "reason": "Kujua kilichotokea kwa rekodi"}}'),
  ('books', 10, 'Fees, payments, orders and receipts', 84, 'the end of the year', 'Tax and company law', 'kept',
    '{"sw": {"data": "Karo, malipo, maagizo na risiti", "counted_from": "mwisho wa mwaka", "reason": "Sheria za kodi na za kampuni"}}');

insert into public.consent_purposes (key, position, name, statement, translations) values
  ('processing', 1, 'School records', 'The school keeps records of my child''s learning, attendance, health and conduct in this system.',
    '{"sw": {"name": "Rekodi za shule", "statement": "Shule inaweka kwenye mfumo huu rekodi za masomo, mahudhurio, afya na nidhamu ya mtoto wangu."}}'),
  ('photographs', 2, 'Photographs', 'The school may show photographs of my child in its newsletters and on its pages.',
    '{"sw": {"name": "Picha", "statement": "Shule inaweza kuonyesha picha za mtoto wangu kwenye majarida na kurasa zake."}}'),
  ('messages', 3, 'Reminders by email', 'The school may send me reminders and news about my child by email.',
    '{"sw": {"name": "Vikumbusho kwa barua pepe", "statement": "Shule inaweza kunitumia vikumbusho na habari za mtoto wangu kwa barua pepe."}}'),
  ('biometrics', 4, 'Fingerprints and faces', 'A reader at the school may recognise my child by a fingerprint or the face. A card is used without it.',
    '{"sw": {"name": "Alama za vidole na nyuso", "statement": "Kifaa cha shule kinaweza kumtambua mtoto wangu kwa alama ya kidole au uso. Bila ruhusa hii, kadi hutumika."}}');

create index consents_purpose_idx on public.consents (purpose);
create index custody_marks_noted_by_idx on public.custody_marks (noted_by);
create index data_requests_asked_by_idx on public.data_requests (asked_by);
create index data_requests_closed_by_idx on public.data_requests (closed_by);
create index purge_runs_rule_idx on public.purge_runs (rule);
