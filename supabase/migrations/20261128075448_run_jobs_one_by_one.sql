set check_function_bodies = off;

drop trigger audit on public.school_exits;

alter table public.mail_outbox
  drop constraint mail_outbox_status_check;

drop function private.apply_due_prices();

drop function private.expire_school_exports();

drop function private.publish_due_pages();

drop function private.purge_expired(integer);

drop function private.purge_trial_requests();

drop function private.remind_of_licence_ends();

drop function private.remind_of_subscription_ends();

drop function private.run_due_jobs();

drop function private.run_school_exits();

drop function public.claim_mails(integer, uuid);

create table private.job_failures (
  job         text                     not null,
  subject     text                     not null,
  reason      text                     not null,
  failures    integer                  not null default 1,
  failed_at   timestamp with time zone not null default now(),
  next_try_at timestamp with time zone not null,
  constraint job_failures_pkey primary key (job, subject)
);

alter table private.job_failures
  enable row level security;

alter table public.school_exits
  add column held_at timestamp with time zone;

alter table public.school_exits
  add column held_by text;

create or replace function private.apply_due_price (
  change_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  change public.price_changes;
begin
  select * into change from public.price_changes c
  where c.id = change_id and c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null for update;
  if not found then
    return;
  elsif change.kind = 'addon' then
    update public.addons set price = change.new_price where id = change.item_id;
  elsif change.kind = 'plan' then
    update public.plans set price = change.new_price where id = change.item_id;
  else
    update public.services set price = change.new_price where id = change.item_id;
  end if;
  update public.price_changes set applied_at = now() where id = change.id;
end
$function$;

create or replace function private.delete_school (
  school uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  kept constant text[] := array['orders', 'licences', 'school_exits'];
  counts jsonb := '{}';
  rows_found bigint;
  name text;
begin
  -- Nobody joins or leaves meanwhile.
  perform from public.users u where u.school_id = school for update;
  update public.users u set school_id = null, role = 'user' where u.school_id = school and exists (select from public.super_admins s where s.id = u.id);
  for name in select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (kept) order by 1 loop
    execute format('select count(*) from public.%I where school_id = $1', name) into rows_found using school;
    if rows_found > 0 then
      counts := counts || jsonb_build_object(name, rows_found);
    end if;
  end loop;
  select count(*) into rows_found from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%';
  insert into private.files_to_delete (bucket, name) select o.bucket_id, o.name from storage.objects o where o.bucket_id in ('school-documents', 'school-exports') and o.name like school || '/%' on conflict do nothing;
  counts := counts || jsonb_build_object('files', rows_found);
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.mail_outbox m using public.students s where s.school_id = school and split_part(m.idempotency_key, '/', 2) = s.id::text;
  delete from public.audit_log l where l.school_id = school;
  delete from public.support_tickets t where t.school_id = school;
  delete from public.fee_payments p where p.school_id = school;
  delete from public.fee_charges c where c.school_id = school;
  delete from auth.users a where a.id in (select u.id from public.users u where u.school_id = school);
  delete from public.schools s where s.id = school;
  perform set_config('masomo.unaudited', '', true);
  return counts;
end
$function$;

create or replace function private.delete_stray_exports()
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into private.files_to_delete (bucket, name)
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id = 'school-exports' and o.created_at < now() - interval '1 hour' and not exists (select from public.school_exports e
    where e.state in ('waiting', 'running') and o.name like format('%s/%s%%', e.school_id, e.id) or e.state = 'ready' and o.name = format('%s/%s.zip', e.school_id, e.id))
  on conflict do nothing
$function$;

create or replace function private.do_job (
  job     text,
  subject text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  case job
    when 'pages' then perform private.publish_due_page(subject::uuid);
    when 'prices' then perform private.apply_due_price(subject::uuid);
    when 'subscription-reminders' then perform private.remind_of_subscription_end(subject::uuid);
    when 'licence-reminders' then perform private.remind_of_licence_end(subject::uuid);
    when 'announcements' then perform private.notify_due_announcements(subject::uuid);
    when 'days' then perform private.finish_days();
    when 'counts' then perform private.fold_platform_changes();
    when 'retention' then perform private.purge_expired(subject);
    when 'trial-requests' then perform private.purge_trial_request(subject::uuid);
    when 'leaving-schools' then perform private.find_leaving_schools();
    when 'school-exits' then perform private.go_on_with_exit(subject::uuid);
    when 'school-exports' then perform private.expire_school_export(subject::uuid);
    when 'export-files' then perform private.delete_stray_exports();
    when 'sums' then perform private.check_sums_nightly();
    when 'payment-attempts' then
      update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
    when 'limits' then
      delete from private.rate_limits where window_start < now() - interval '1 day';
      delete from private.recent_visits where day < private.today() - 2;
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$function$;

create or replace function private.due_licence_reminders (
  only_id uuid default null::uuid
)
  returns table (
    licence_id uuid,
    school_id  uuid,
    days       integer,
    details    jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select l.id, l.school_id, r.days, jsonb_build_object('school', s.name, 'name', l.name, 'ends_on', l.valid_until)
  from public.licences l join public.schools s on s.id = l.school_id
  cross join lateral (select private.due_reminder(l.valid_until - private.school_today(l.school_id)) as days) r
  where (only_id is null or l.id = only_id) and l.revoked_at is null and l.kind = 'addon'
    and l.valid_until >= private.today() - 1 and l.valid_until <= private.today() + 1 + private.longest_reminder()
    and r.days is not null and (l.reminded_days is null or r.days < l.reminded_days) and private.is_last_licence(l)
$function$;

create or replace function private.due_retention_rules()
  returns SETOF text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select r.key from public.retention_rules r where r.ending = 'deleted' and not exists (
    select from public.purge_runs p where p.day = private.today() and p.rule = r.key and p.is_finished) order by r.position
$function$;

create or replace function private.due_school_exits (
  only_id uuid default null::uuid
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select e.id from public.school_exits e
  where (only_id is null or e.id = only_id) and e.returned_at is null and e.deleted_at is null and e.stopped_at is null
    and case when e.closed_at is null then e.closes_on else e.deletes_on end <= private.today()
    and coalesce(e.held_at, '-infinity') < now() - interval '1 hour'
  order by e.id
$function$;

create or replace function private.due_subjects (
  job text
)
  returns SETOF text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  case job
    when 'pages' then return query select p.id::text from public.cms_pages p where p.publish_at <= now() or p.unpublish_at <= now();
    when 'prices' then return query select c.id::text from public.price_changes c
      where c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null;
    when 'subscription-reminders' then return query select d.subscription_id::text from private.due_subscription_reminders() d;
    when 'licence-reminders' then return query select d.licence_id::text from private.due_licence_reminders() d;
    when 'announcements' then return query select a.id::text from public.announcements a
      where a.notified_at is null and a.published_at <= now() and a.archived_at is null;
    when 'retention' then return query select d from private.due_retention_rules() d;
    when 'trial-requests' then return query select r.id::text from private.trial_requests r where r.created_at < now() - interval '7 days';
    when 'school-exits' then return query select d::text from private.due_school_exits() d;
    when 'school-exports' then return query select e.id::text from public.school_exports e where e.state = 'ready' and e.expires_at <= now();
    else return next '';
  end case;
end
$function$;

create or replace function private.due_subscription_reminders (
  only_id uuid default null::uuid
)
  returns table (
    subscription_id uuid,
    school_id       uuid,
    days            integer,
    details         jsonb
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, s.school_id, r.days, jsonb_build_object('school', c.name, 'plan', p.name, 'status', case when s.is_trial then 'trial' else 'active' end, 'ends_on', s.ends_on)
  from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
  cross join lateral (select private.due_reminder(s.ends_on - private.school_today(s.school_id)) as days) r
  where (only_id is null or s.id = only_id) and s.revoked_at is null
    and s.ends_on >= private.today() - 1 and s.ends_on <= private.today() + 1 + private.longest_reminder()
    and r.days is not null and (s.reminded_days is null or r.days < s.reminded_days)
    and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null and n.started_on > s.ends_on)
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
  sources text[];
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student’s data cannot be erased yet. See the reasons with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  sources := array(select 'record/' || r.id from public.student_records r where r.student_id = student union all select 'behaviour/' || e.id from public.behaviour_entries e where e.student_id = student
    union all select 'behaviour-follow-up/' || f.id from public.behaviour_follow_ups f where f.student_id = student);
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id and (n.source like '%' || student || '%' or n.source = any (sources));
  delete from public.behaviour_entries where student_id = student;
  delete from public.student_records where student_id = student;
  update public.submissions set answer = null, feedback = null where student_id = student;
  update public.grades set remark = null where student_id = student;
  update public.attendance set note = null where student_id = student and note is not null;
  delete from public.consents where student_id = student;
  delete from public.student_guardians where student_id = student;
  delete from public.guardians where id = any (alone);
  update public.data_requests set asker = 'A guardian', details = null, answer = null where student_id = student;
  account := (select u.id from public.students s join public.users u on u.id = s.user_id where s.id = student and u.role = 'student'
    and not exists (select from public.super_admins a where a.id = u.id));
  update public.students set first_name = 'Former', last_name = 'student', admission_number = 'X-' || left(id::text, 13), gender = null, date_of_birth = null, user_id = null where id = student;
  delete from auth.users where id = account;
  -- The log keeps who did what and when, without what stood there.
  update public.audit_log set before = null, after = null, reason = null where student_id = student;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians' and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.expire_school_export (
  export_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.school_exports e set state = 'expired' where e.id = export_id and e.state = 'ready' and e.expires_at <= now();
  if found then
    insert into private.files_to_delete (bucket, name)
    select 'school-exports', format('%s/%s.zip', e.school_id, e.id) from public.school_exports e where e.id = export_id on conflict do nothing;
  end if;
end
$function$;

create or replace function private.failing_jobs()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('job', f.job, 'subject', f.subject, 'reason', f.reason, 'failures', f.failures,
    'failed_at', f.failed_at, 'next_try_at', f.next_try_at) order by f.failed_at desc), '[]')
  from (select * from private.job_failures order by failed_at desc limit 50) f
$function$;

create or replace function private.find_leaving_schools()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
begin
  insert into private.exit_runs (day) values (today) on conflict do nothing;
  if not found then
    return;
  end if;
  delete from private.exit_runs r where r.day < today;
  update public.school_exits e set returned_at = now() where e.returned_at is null and e.deleted_at is null and private.is_running(e.school_id);
  insert into public.school_exits (school_id, school, ended_on, closes_on, deletes_on)
  select s.id, s.name, p.last_day, d.closes_on, d.closes_on + private.closed_days()
  from public.schools s
  cross join lateral (select max(b.ends_on) as last_day from public.subscriptions b where b.school_id = s.id and b.revoked_at is null) p
  cross join lateral (select greatest(p.last_day + private.grace_days() + 1, today) as closes_on) d
  where p.last_day < today and not s.is_demo and not private.is_running(s.id)
  on conflict (school_id) where returned_at is null and deleted_at is null do nothing;
end
$function$;

create or replace function private.finish_exit (
  leaving public.school_exits
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  deleted jsonb;
begin
  -- The addresses go with the school, so the certificate is queued before; a failure takes both back.
  perform private.mail_school(leaving.school_id, 'school-deleted/' || leaving.id, 'school-deleted', jsonb_build_object('school', leaving.school, 'certificate', upper(left(leaving.id::text, 8)), 'deleted_on', private.today()));
  deleted := private.delete_school(leaving.school_id);
  update public.school_exits e set deleted_at = now(), counts = deleted, held_at = null, held_by = null where e.id = leaving.id;
end
$function$;

create or replace function private.go_on_with_exit (
  exit_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  leaving public.school_exits;
  obstacle text;
begin
  select * into leaving from public.school_exits e where e.id = exit_id;
  -- In the order in which a payment locks them.
  perform from public.orders o where o.school_id = leaving.school_id order by o.id for update;
  perform private.lock_subscription(leaving.school_id);
  perform from public.schools s where s.id = leaving.school_id for update;
  select * into leaving from public.school_exits e where e.id = exit_id for update;
  if not exists (select from private.due_school_exits(exit_id)) then
    return;
  elsif private.is_running(leaving.school_id) then
    update public.school_exits e set returned_at = now(), held_at = null, held_by = null where e.id = exit_id;
    return;
  elsif leaving.closed_at is null then
    perform private.close_school(leaving);
    return;
  end if;
  obstacle := private.unsettled_money(leaving.school_id);
  if obstacle is not null then
    update public.school_exits e set held_at = now(), held_by = obstacle where e.id = exit_id;
    return;
  end if;
  perform private.finish_exit(leaving);
end
$function$;

create or replace function private.job_names()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['pages', 'prices', 'subscription-reminders', 'licence-reminders', 'announcements', 'days', 'counts', 'retention', 'trial-requests',
    'leaving-schools', 'school-exits', 'school-exports', 'export-files', 'sums', 'payment-attempts', 'limits', 'sales']
$function$;

create or replace function private.may_be_mailed (
  student  uuid,
  guardian uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select not private.is_withheld(student, guardian) and not exists (select from public.consents c
    where c.student_id = student and c.guardian_id = guardian and c.purpose = 'messages' and c.replaced_at is null and not c.is_given)
$function$;

create or replace function private.may_mail_family (
  student uuid,
  address text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = student and lower(g.email) = lower(address) and private.may_be_mailed(student, g.id))
$function$;

create or replace function private.note_job_failure (
  job     text,
  subject text,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  raise warning 'The job % failed for "%": %', job, subject, reason;
  insert into private.job_failures as f (job, subject, reason, next_try_at)
  values (note_job_failure.job, note_job_failure.subject, left(note_job_failure.reason, 1000), now() + interval '1 minute')
  on conflict on constraint job_failures_pkey do update set reason = excluded.reason, failures = f.failures + 1, failed_at = now(),
    next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(f.failures, 6)));
end
$function$;

create or replace function private.publish_due_page (
  page_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages;
  snapshot public.cms_page_versions;
begin
  select * into page from public.cms_pages p where p.id = page_id and p.publish_at <= now() for update;
  if found then
    select * into snapshot from public.cms_page_versions v where v.id = page.scheduled_version_id;
    if found then
      -- Visitors get the version that was scheduled, with its slug if no other page has taken it since.
      page.title := snapshot.title;
      if not exists (select from public.cms_pages p where p.slug = snapshot.slug and p.id <> page.id) then
        page.slug := snapshot.slug;
      end if;
      page.meta_description := snapshot.meta_description;
      page.social_image := snapshot.social_image;
      page.body := snapshot.body;
      page.translations := snapshot.translations;
      page.version := snapshot.version;
    end if;
    update public.cms_pages set publish_at = null, scheduled_version_id = null where id = page.id;
    if not page.is_published then
      perform set_config('masomo.snapshot', 'made', true);
      update public.cms_pages set is_published = true where id = page.id;
      perform set_config('masomo.snapshot', '', true);
    end if;
    perform private.publish_snapshot(page);
    update public.cms_pages set published_version = page.version where id = page.id;
  end if;
  update public.cms_pages p set is_published = false, unpublish_at = null where p.id = page_id and p.unpublish_at <= now();
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
    when 'student_notes' then
      notes := array(select r.id from public.student_records r join public.students s on s.id = r.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < private.school_day(s.school_id, older_than)
        limit size for share of s);
      delete from public.student_records where id = any (notes);
      -- The log repeats what stood in them.
      delete from public.audit_log where entity = 'student_records' and entity_id = any (notes::text[]);
      more := cardinality(notes);
      notes := array(select e.id from public.behaviour_entries e join public.students s on s.id = e.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < private.school_day(s.school_id, older_than)
        limit size for share of s);
      delete from public.behaviour_entries where id = any (notes);
      delete from public.audit_log where entity = 'behaviour_entries' and entity_id = any (notes::text[]);
      return more + cardinality(notes);
    when 'audit_log' then
      delete from public.audit_log where id in (select l.id from public.audit_log l where l.at < older_than order by l.at limit size);
  end case;
  get diagnostics purged = row_count;
  return purged + more;
end
$function$;

create or replace function private.purge_expired (
  rule text,
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
begin
  select * into due from public.retention_rules r where r.key = purge_expired.rule and r.ending = 'deleted' for share;
  if not found then
    return 0;
  end if;
  perform set_config('masomo.purging', 'on', true), set_config('masomo.unaudited', 'on', true);
  purged := private.purge_batch(due.key, private.current_moment() - make_interval(months => due.months), size);
  insert into public.purge_runs as p (day, rule, purged, is_finished) values (private.today(), due.key, purged, purged = 0)
  on conflict on constraint purge_runs_pkey do update set purged = p.purged + excluded.purged, is_finished = excluded.is_finished;
  perform set_config('masomo.purging', '', true), set_config('masomo.unaudited', '', true);
  return purged;
end
$function$;

create or replace function private.purge_trial_request (
  request_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address constant text := (select lower(r.email) from private.trial_requests r where r.id = request_id);
begin
  -- In the order in which confirming locks them.
  perform from auth.users a where lower(a.email) = address for update;
  delete from private.trial_requests r where r.id = request_id and r.created_at < now() - interval '7 days';
  if found then
    delete from auth.users a using public.users u
    where lower(a.email) = address and a.email_confirmed_at is null and u.id = a.id and u.school_id is null
      and not exists (select from public.super_admins s where s.id = a.id)
      and not exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null);
  end if;
end
$function$;

create or replace function private.remind_of_licence_end (
  licence uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  due record;
begin
  -- A licence that follows is inserted, so the school's licences are locked by its row.
  perform from public.schools s where s.id = (select l.school_id from public.licences l where l.id = licence) for update;
  perform from public.licences l where l.id = licence for update;
  select * into due from private.due_licence_reminders(licence);
  if found then
    perform private.mail_school(due.school_id, format('licence-ending/%s/%s/%s', licence, due.details ->> 'ends_on', due.days), 'licence-ending', due.details);
    update public.licences l set reminded_days = due.days where l.id = licence;
  end if;
end
$function$;

create or replace function private.remind_of_subscription_end (
  period uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  due record;
begin
  perform private.lock_subscription((select s.school_id from public.subscriptions s where s.id = period));
  perform from public.subscriptions s where s.id = period for update;
  select * into due from private.due_subscription_reminders(period);
  if found then
    perform private.mail_school(due.school_id, format('subscription-ending/%s/%s/%s', period, due.details ->> 'ends_on', due.days), 'subscription-ending', due.details);
    update public.subscriptions s set reminded_days = due.days where s.id = period;
  end if;
end
$function$;

create or replace function private.tell_family_of_gate (
  sighting public.gate_sightings
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  is_arrival constant boolean := sighting.direction = 'in';
  event constant text := case when is_arrival then 'arrival/' else 'departure/' end || sighting.student_id || '/' || sighting.day;
  moment constant text := to_char(sighting.seen_at at time zone (select h.time_zone from public.schools h where h.id = sighting.school_id), 'HH24:MI');
  student public.students;
begin
  if sighting.day <> private.school_today(sighting.school_id)
    or not (private.addon_setting(sighting.school_id, 'addon:qr-attendance', case when is_arrival then 'message_arrivals' else 'message_departures' end) #>> '{}')::boolean then
    return;
  end if;
  select * into student from public.students where id = sighting.student_id;
  if is_arrival then
    perform private.notify(private.student_family(student.id), event, format('%s has arrived at school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, format('%s has left school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end, g.email,
    jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', student.first_name || ' ' || student.last_name, 'school', h.name, 'phone', coalesce(h.phone, ''), 'time', moment, 'is_late', sighting.outcome = 'late'), h.email,
    (select u.language from public.users u where u.id = g.user_id))
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
end
$function$;

create or replace function private.unsettled_money (
  school uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case
    when exists (select from public.orders o join public.refunds r on r.order_id = o.id where o.school_id = school and r.status <> 'done') then 'refund'
    when exists (select from public.orders o join public.payments p on p.order_id = o.id where o.school_id = school and p.state <> 'received' and p.refunded_amount < p.amount)
      or exists (select from public.orders o join public.payment_attempts a on a.order_id = o.id where o.school_id = school and a.resolved_at is null and a.status in ('open', 'needs_review'))
      then 'payment'
    when exists (select from public.orders o where o.school_id = school and o.paid_at is null and o.status in ('pending', 'processing')) then 'order' end
$function$;

create or replace function private.withdrawal_of (
  mail public.mail_outbox
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  subject constant text := split_part(mail.idempotency_key, '/', 2);
begin
  if subject !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  case mail.template
    when 'subscription-ending' then
      return case when not exists (select from public.subscriptions s where s.id = subject::uuid and s.revoked_at is null
          and s.ends_on = (mail.data ->> 'ends_on')::date
          and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null and n.started_on > s.ends_on))
        then 'The subscription does not end then any more.' end;
    when 'licence-ending' then
      return case when not exists (select from public.licences l where l.id = subject::uuid and l.valid_until = (mail.data ->> 'ends_on')::date
          and private.is_last_licence(l)) then 'The licence does not end then any more.' end;
    when 'school-closed' then
      return case when not exists (select from public.school_exits e where e.id = subject::uuid and e.returned_at is null
        and not private.is_running(e.school_id)) then 'The school has returned.' end;
    when 'price-change' then
      return case when exists (select from public.price_changes c where c.id = subject::uuid and c.cancelled_at is not null)
        then 'The price change was withdrawn.' end;
    when 'order-proforma' then
      return case when not exists (select from public.orders o where o.id = subject::uuid and o.status <> 'cancelled' and o.paid_at is null)
        then 'The order is cancelled or paid.' end;
    when 'addon-ready' then
      return case when not exists (select from public.addons a where a.id = subject::uuid and a.is_active and a.is_ready)
        then 'The add-on is not on sale.' end;
    when 'fee-reminder' then
      return case
        when private.students_balance_due(array[subject::uuid]) <= 0 then 'Nothing is to pay any more.'
        when not private.may_mail_family(subject::uuid, mail.to_address) then 'The guardian is not to be mailed any more.' end;
    when 'gate-arrival', 'gate-departure' then
      return case when not private.may_mail_family(subject::uuid, mail.to_address) then 'The guardian is not to be mailed any more.' end;
    when 'two-factor-reminder' then
      return case when not exists (select from public.users u where u.id = subject::uuid and u.is_active)
          or private.has_authenticator(subject::uuid)
        then 'The person has set it up, or has no access any more.' end;
    else return null;
  end case;
end
$function$;

create or replace function public.claim_mails (
  max_mails integer default 10,
  only_id   uuid    default null::uuid
)
  returns SETOF public.mail_outbox
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  mail public.mail_outbox;
  withdrawal text;
begin
  for mail in
    select * from public.mail_outbox m
    where m.status in ('queued', 'sending') and m.next_attempt_at <= now() and (only_id is null or m.id = only_id)
    order by m.next_attempt_at limit least(greatest(max_mails, 1), 100) for update skip locked
  loop
    withdrawal := private.withdrawal_of(mail);
    if withdrawal is not null then
      update public.mail_outbox m set status = 'withdrawn', last_error = withdrawal where m.id = mail.id;
    else
      return query update public.mail_outbox m set status = 'sending', attempts = m.attempts + 1, next_attempt_at = now() + interval '2 minutes'
        where m.id = mail.id returning m.*;
    end if;
  end loop;
end
$function$;

create or replace function public.installation_report()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  migrations jsonb := '[]';
  scheduled boolean := false;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select not exists (select ''masomo-'' || n from unnest(private.job_names()) n except select jobname from cron.job where active)' into scheduled;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'postgres', current_setting('server_version_num')::integer,
    'migrations', migrations,
    'scheduled', scheduled,
    'tables_without_row_security', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not c.relrowsecurity),
    'tables_open_to_visitors', (select coalesce(jsonb_agg(c.oid::regclass::text order by 1), '[]') from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (has_table_privilege('anon', c.oid, 'insert') or has_table_privilege('anon', c.oid, 'update') or has_table_privilege('anon', c.oid, 'delete') or has_table_privilege('anon', c.oid, 'truncate'))),
    'buckets', (select coalesce(jsonb_object_agg(b.id, b.public), '{}') from storage.buckets b),
    'super_admins', (select count(*) from public.super_admins s join public.users u using (id) where u.is_active),
    'has_demonstration_data', exists (select from public.schools where is_demo),
    'failing_jobs', private.failing_jobs(),
    'wrong_sums', (select coalesce(sum(jsonb_array_length(c.differences)), 0) from private.sum_checks c where c.day > private.today() - 2),
    'mails', (select jsonb_build_object('sent', count(*) filter (where m.status = 'sent'), 'failed', count(*) filter (where m.status = 'failed'),
        'overdue', count(*) filter (where m.status in ('queued', 'sending') and m.next_attempt_at < now() - interval '15 minutes'),
        'last_error', (select f.last_error from public.mail_outbox f where f.last_error is not null and f.status <> 'withdrawn' and f.created_at > now() - interval '7 days' order by f.created_at desc limit 1))
      from public.mail_outbox m where m.created_at > now() - interval '7 days'));
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
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id)
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

create or replace function public.remove_demonstration_data()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.today());
begin
  perform private.require_super_admin();
  perform set_config('masomo.unaudited', 'on', true);
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  -- Super admins who joined a school of the demonstration leave it and keep their accounts.
  update public.users u set school_id = null, role = 'user'
  where u.school_id in (select h.id from public.schools h where h.is_demo) and exists (select from public.super_admins s where s.id = u.id);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> private.signed_in_uid() and exists (select from public.super_admins s where s.id = private.signed_in_uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$function$;

create or replace function public.service_status()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')), 'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null and e.status in ('queued', 'sending', 'failed') order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at) order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r),
    'failing_jobs', private.failing_jobs());
end
$function$;

create or replace procedure private.run_job (
  IN job text
)
  language plpgsql
  AS $procedure$
declare
  pieces text[];
  piece text;
begin
  begin
    pieces := array(select d from private.due_subjects(job) d where not exists (
      select from private.job_failures f where f.job = run_job.job and f.subject = d and f.next_try_at > now()));
  exception when query_canceled or others then
    perform private.note_job_failure(job, '', sqlerrm);
  end;
  commit;
  foreach piece in array coalesce(pieces, '{}') loop
    exit when not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('job ' || job, 0));
    begin
      -- Rows that somebody else holds for long are left for the next time.
      perform pg_catalog.set_config('lock_timeout', '5s', true);
      perform private.do_job(job, piece);
      delete from private.job_failures f where f.job = run_job.job and f.subject = piece;
    exception when query_canceled or others then
      perform private.note_job_failure(job, piece, sqlerrm);
    end;
    commit;
  end loop;
end
$procedure$;

alter table public.mail_outbox
  add constraint mail_outbox_status_check
    check ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text])));

alter table public.school_exits
  add constraint school_exits_held_by_check check ((held_by = ANY (ARRAY['order'::text, 'payment'::text, 'refund'::text])));

create trigger audit
  after update on public.school_exits
  for each row
  when (((NOT (old.held_at IS DISTINCT FROM new.held_at)) OR (old.held_by IS DISTINCT FROM new.held_by)))
  execute function private.audit();

comment on column public.school_exits.held_at is 'When the deletion was last found to have to wait; it is looked at again an hour later.';

comment on column public.school_exits.held_by is 'What money is not settled while the deletion waits: an order without payment, a payment in progress or in review, a refund that is owed.';

comment on function private.failing_jobs() is 'What scheduled work could not do so far, with the reason of the last try.';

comment on function private.job_names() is 'The jobs that a schedule calls, each with private.run_job.';

comment on function private.purge_expired(text, integer) is 'Deletes a batch of what is kept no longer of one kind; returns how many rows.';

comment on function public.claim_mails(integer, uuid) is 'Claims due mails for two minutes. Mails of a sender that stops are sent by the next one, with the same idempotency key.';

comment on procedure private.run_job(text) is 'Does what is due of one of private.job_names(). To be called outside a transaction, by the schedule of the backend or by pg_cron.';

comment on table private.job_failures is 'What scheduled work could not do, why, and when it is tried again; deleted once it is done.';

comment on table public.mail_outbox is 'template, data and language are what the sender renders. failed means given up after the last attempt,
withdrawn that it was not true any more when it was to be sent; last_error says why.';

revoke all on function private.apply_due_price(uuid) from public;

revoke all on function private.delete_stray_exports() from public;

revoke all on function private.do_job(text, text) from public;

revoke all on function private.due_licence_reminders(uuid) from public;

revoke all on function private.due_retention_rules() from public;

revoke all on function private.due_school_exits(uuid) from public;

revoke all on function private.due_subjects(text) from public;

revoke all on function private.due_subscription_reminders(uuid) from public;

revoke all on function private.expire_school_export(uuid) from public;

revoke all on function private.failing_jobs() from public;

revoke all on function private.find_leaving_schools() from public;

revoke all on function private.go_on_with_exit(uuid) from public;

revoke all on function private.job_names() from public;

revoke all on function private.may_be_mailed(uuid, uuid) from public;

revoke all on function private.may_mail_family(uuid, text) from public;

revoke all on function private.note_job_failure(text, text, text) from public;

revoke all on function private.publish_due_page(uuid) from public;

revoke all on function private.purge_expired(text, integer) from public;

revoke all on function private.purge_trial_request(uuid) from public;

revoke all on function private.remind_of_licence_end(uuid) from public;

revoke all on function private.remind_of_subscription_end(uuid) from public;

revoke all on function private.unsettled_money(uuid) from public;

revoke all on function private.withdrawal_of(public.mail_outbox) from public;

revoke all on function public.claim_mails(integer, uuid) from public;

grant execute on function public.claim_mails(integer, uuid) to service_role;

revoke all on procedure private.run_job(text) from public;

grant all on table private.job_failures to service_role;

-- Where pg_cron runs the jobs, each gets a schedule of its own in place of the one for all.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.unschedule(jobid) from cron.job where jobname = 'masomo-due-jobs';
    perform cron.schedule('masomo-' || job, '* * * * *', format('call private.run_job(%L)', job)) from unnest(private.job_names()) job;
  end if;
end
$$;
