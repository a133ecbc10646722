-- Exports that are being written have no job: their schools start them again.
update public.school_exports set state = 'failed' where state in ('waiting', 'running');

set check_function_bodies = off;

drop index public.school_exports_due_idx;

drop function public.claim_mails(integer, uuid);

drop function public.claim_school_export();

drop function public.finish_school_export(uuid, bigint);

drop function public.list_export_entries(uuid);

drop function public.read_export_report_cards(uuid, text);

drop function public.read_export_rows(uuid, text, jsonb, integer);

drop function public.release_school_export(uuid);

drop function public.save_export_part(uuid, integer, text, integer, jsonb);

drop function public.school_export_failed(uuid);

alter table public.school_exports
  drop column claimed_until;

alter table public.school_exports
  drop column failures;

alter table public.mail_outbox
  add column interrupted integer not null default 0;

create or replace function private.export_of_caller (
  export_id uuid
)
  returns public.school_exports
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:export');
  found_export public.school_exports;
begin
  select * into found_export from public.school_exports e where e.id = export_of_caller.export_id and e.school_id = school;
  return found_export;
end
$function$;

create or replace function private.finish_school_export (
  export_id uuid,
  size      bigint
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  given constant public.school_exports := private.export_of_caller(finish_school_export.export_id);
begin
  update public.school_exports e set state = 'ready', size = finish_school_export.size, finished_at = now(), expires_at = now() + interval '7 days'
  where e.id = given.id and e.state = 'running';
  insert into private.files_to_delete (bucket, name)
  select 'school-exports', format('%s/%s/%s', given.school_id, given.id, n) from unnest(given.part_names) n on conflict do nothing;
  delete from private.export_entries x where x.export_id = given.id;
end
$function$;

create or replace function private.follow_export_job()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.school_exports e set state = case when new.state in ('failed', 'cancelled') then 'failed' else 'running' end
  where e.id::text = new.subject and e.state = case when new.state in ('failed', 'cancelled') then 'running' else 'failed' end
    or e.id::text = new.subject and e.state = 'waiting' and new.state in ('failed', 'cancelled');
  return null;
end
$function$;

create or replace function private.list_export_entries (
  export_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('path', x.path, 'offset_bytes', x.offset_bytes, 'crc', x.crc, 'size', x.size, 'compressed', x.compressed) order by x.position), '[]')
  from private.export_of_caller(list_export_entries.export_id) e join private.export_entries x on x.export_id = e.id
$function$;

create or replace function private.next_of_export (
  export_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  given constant public.school_exports := private.export_of_caller(next_of_export.export_id);
begin
  if given.id is null or given.state not in ('waiting', 'running') then
    return null;
  end if;
  update public.school_exports e set state = 'running' where e.id = given.id and e.state = 'waiting';
  return jsonb_build_object('id', given.id, 'school_id', given.school_id, 'part_names', given.part_names, 'size', given.size,
    'entries_done', given.entries_done, 'entries_total', given.entries,
    'entries', (select coalesce(jsonb_agg(to_jsonb(n) - 'export_id' order by n.position), '[]')
      from (select x.* from private.export_entries x where x.export_id = given.id and not x.is_done order by x.position limit 200) n));
end
$function$;

create or replace function private.read_export_invoice (
  export_id uuid,
  source    text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select public.order_document_for_mail(o.id) from private.export_of_caller(read_export_invoice.export_id) e
  join public.orders o on o.school_id = e.school_id and o.id = read_export_invoice.source::uuid
$function$;

create or replace function private.read_export_report_cards (
  export_id uuid,
  source    text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.term_cards(t, array_agg(k.student_id), array_agg(k.class_id))
  from private.export_of_caller(read_export_report_cards.export_id) e cross join lateral private.closed_class_terms(e.school_id) c
  join public.school_terms t on t.id = c.term_id cross join lateral private.card_students(t, c.class_id, null) k
  where c.term_id || '/' || c.class_id = read_export_report_cards.source
  group by t.id
$function$;

create or replace function private.read_export_rows (
  export_id uuid,
  source    text,
  last_key  jsonb,
  most      integer
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.export_rows(e.school_id, read_export_rows.source, read_export_rows.last_key, read_export_rows.most)
  from private.export_of_caller(read_export_rows.export_id) e join private.exported_tables() t on t.name = read_export_rows.source where e.id is not null
$function$;

create or replace function private.save_export_part (
  export_id uuid,
  part      integer,
  name      text,
  bytes     integer,
  entries   jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  given constant public.school_exports := private.export_of_caller(save_export_part.export_id);
begin
  update public.school_exports e set part_names = e.part_names || save_export_part.name, size = e.size + bytes
  where e.id = given.id and e.state = 'running' and cardinality(e.part_names) = part;
  if not found then
    raise exception using errcode = 'P0001', message = 'This export has ended. Start another one.', hint = 'export.ended';
  end if;
  update private.export_entries x set last_key = n.last_key, offset_bytes = n.offset_bytes, crc = n.crc, size = n.size, compressed = n.compressed, is_done = n.is_done
  from jsonb_to_recordset(save_export_part.entries) as n (position integer, last_key jsonb, offset_bytes bigint, crc bigint, size bigint, compressed bigint, is_done boolean)
  where x.export_id = given.id and x.position = n.position;
  update public.school_exports e set entries_done = (select count(*) from private.export_entries x where x.export_id = e.id and x.is_done) where e.id = given.id;
end
$function$;

create or replace function public.claim_mails (
  max_mails integer default 10,
  has_keys  boolean default false
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
    select * from public.mail_outbox m where m.status in ('queued', 'sending') and m.next_attempt_at <= now()
    order by m.next_attempt_at limit least(greatest(max_mails, 1), 100) for update skip locked
  loop
    withdrawal := private.withdrawal_of(mail);
    if withdrawal is not null then
      update public.mail_outbox m set status = 'withdrawn', last_error = withdrawal where m.id = mail.id;
    else
      return query update public.mail_outbox m set status = 'sending', attempts = m.attempts + 1, next_attempt_at = now() + interval '2 minutes',
        interrupted = m.interrupted + case when mail.status = 'sending' and not has_keys then 1 else 0 end
        where m.id = mail.id returning m.*;
    end if;
  end loop;
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
  perform private.require('platform:read');
  return jsonb_build_object(
    'mail', (select jsonb_build_object('waiting', count(*) filter (where m.status in ('queued', 'sending')), 'failed', count(*) filter (where m.status = 'failed'),
      'oldest_waiting', min(m.created_at) filter (where m.status in ('queued', 'sending')), 'last_sent', max(m.sent_at),
      'perhaps_sent', count(*) filter (where m.interrupted > 0),
      'last_error', (select e.last_error from public.mail_outbox e where e.last_error is not null and e.status in ('queued', 'sending', 'failed') order by e.created_at desc limit 1))
      from public.mail_outbox m where m.status <> 'sent' or m.created_at > now() - interval '30 days'),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'reported_at', p.reported_at) order by p.method), '[]') from private.payment_providers p),
    'last_payment', (select max(o.paid_at) from public.orders o where o.paid_at > now() - interval '90 days'),
    'open_attempts', (select count(*) from public.payment_attempts a where a.status = 'open'),
    'rate_at', (select max(r.fetched_at) from public.exchange_rates r),
    'failing_jobs', private.failing_jobs(),
    'mail_budgets', private.spent_mail_budgets(),
    'mail_networks', private.spent_mail_networks());
end
$function$;

create or replace function public.start_school_export()
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:export');
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
  perform private.queue_job('school-export', started::text);
  return started;
end
$function$;

create trigger follow_export_job
  after update of state on public.jobs
  for each row
  when (((new.kind = 'school-export'::text) AND (new.state IS DISTINCT FROM old.state) AND (new.state <> 'done'::text)))
  execute function private.follow_export_job();

comment on column public.mail_outbox.interrupted is 'How many attempts ended without an answer from a server that knows no keys: the mail has perhaps been sent that often before.';

comment on column public.school_exports.part_names is 'The stored parts in their order. Each step gives its part a new name: what one stored that was undone is not mistaken for a part.';

comment on function public.claim_mails(integer, boolean) is 'Claims due mails for two minutes. Mails of a sender that stops are sent by the next one, with the same idempotency key.';

revoke all on function private.export_of_caller(uuid) from public;

revoke all on function private.finish_school_export(uuid, bigint) from public;

grant execute on function private.finish_school_export(uuid, bigint) to authenticated;

revoke all on function private.follow_export_job() from public;

revoke all on function private.list_export_entries(uuid) from public;

grant execute on function private.list_export_entries(uuid) to authenticated;

revoke all on function private.next_of_export(uuid) from public;

grant execute on function private.next_of_export(uuid) to authenticated;

revoke all on function private.read_export_invoice(uuid, text) from public;

grant execute on function private.read_export_invoice(uuid, text) to authenticated;

revoke all on function private.read_export_report_cards(uuid, text) from public;

grant execute on function private.read_export_report_cards(uuid, text) to authenticated;

revoke all on function private.read_export_rows(uuid, text, jsonb, integer) from public;

grant execute on function private.read_export_rows(uuid, text, jsonb, integer) to authenticated;

revoke all on function private.save_export_part(uuid, integer, text, integer, jsonb) from public;

grant execute on function private.save_export_part(uuid, integer, text, integer, jsonb) to authenticated;

revoke all on function public.claim_mails(integer, boolean) from public;

grant execute on function public.claim_mails(integer, boolean) to service_role;

revoke all (interrupted) on table public.mail_outbox from authenticated;

grant select (interrupted) on table public.mail_outbox to authenticated;

grant select (subject) on public.jobs to authenticated;
