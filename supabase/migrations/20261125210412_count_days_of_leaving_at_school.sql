set check_function_bodies = off;

create or replace function private.left_on (
  student uuid
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((select max(e.ended_on) from public.enrolments e where e.student_id = s.id), private.school_day(s.school_id, s.updated_at))
  from public.students s where s.id = left_on.student and s.status in ('left', 'graduated')
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
        where s.status in ('left', 'graduated') and private.left_on(s.id) < private.school_day(s.school_id, older_than) limit size);
      delete from public.student_records where id = any (notes);
      -- The log repeats what stood in them.
      delete from public.audit_log where entity = 'student_records' and entity_id = any (notes::text[]);
      more := cardinality(notes);
      notes := array(select e.id from public.behaviour_entries e join public.students s on s.id = e.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < private.school_day(s.school_id, older_than) limit size);
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
