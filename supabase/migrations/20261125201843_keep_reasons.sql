set check_function_bodies = off;

drop policy "The office and uploaders delete documents" on public.documents;

drop policy "The office deletes within its school" on public.guardians;

drop policy "The office deletes within its school" on public.student_guardians;

drop policy "The office deletes within its school" on public.student_records;

drop view public.audit_entries;

drop function public.remove_guardian(uuid, uuid);

alter table public.audit_log
  add column reason text;

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
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after, reason)
  values (
    (select id from public.users where id = private.signed_in_uid()),
    (select id from public.schools where id = case when tg_table_name = 'schools' then (whole ->> 'id')::uuid else (whole ->> 'school_id')::uuid end),
    lower(tg_op), tg_table_name, coalesce(whole ->> 'id', whole ->> 'key'), changed_before, changed_after,
    nullif(current_setting('masomo.reason', true), ''));
  return null;
end
$function$;

create or replace function private.audit_rows()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text'];
  why constant text := nullif(current_setting('masomo.reason', true), '');
begin
  -- Loads and jobs have no caller.
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'update', tg_table_name, c.key, d.before, d.after, why
    from (select private.audit_key(to_jsonb(r), tg_argv) as key, to_jsonb(r) - kept as was from removed r) b
    join (select private.audit_key(to_jsonb(a), tg_argv) as key, to_jsonb(a) - kept as is_now from added a) c on c.key = b.key and c.is_now <> b.was
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid
    cross join lateral (select jsonb_object_agg(e.key, b.was -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(c.is_now) e where e.value is distinct from b.was -> e.key) d;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after, reason)
    select me, s.id, private.student_of(tg_table_name, c.is_now), 'insert', tg_table_name, private.audit_key(c.is_now, tg_argv), c.is_now, why
    from (select to_jsonb(a) - kept as is_now from added a) c join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid;
  else
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, reason)
    select me, s.id, private.student_of(tg_table_name, c.was), 'delete', tg_table_name, private.audit_key(c.was, tg_argv), c.was, why
    from (select to_jsonb(r) - kept as was from removed r) c join public.schools s on s.id = (c.was ->> 'school_id')::uuid;
  end if;
  return null;
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
  account := (select u.id from public.students s join public.users u on u.id = s.user_id where s.id = student and u.role = 'student');
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

create or replace function public.open_records (
  school_id uuid,
  reason    text
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.record_openings;
begin
  perform private.require_super_admin();
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    raise exception using errcode = 'P0002', message = 'This school is no longer here.', hint = 'school.not_found';
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason', 'Give the reason in a sentence. The school will read it.')) < 10 then
    raise exception using errcode = 'P0001', message = 'Give the reason in a sentence. The school will read it.', hint = 'records.reason', detail = 'reason';
  end if;
  insert into public.record_openings (school_id, opened_by, reason) values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, reason)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, opened.reason);
  perform private.notify(array(select u.id from public.users u where u.school_id = opened.school_id and u.role = 'admin'), 'opening/' || opened.id,
    'A super admin opened your school''s records', opened.reason, '/dashboard/school/log');
  return opened.closes_at;
end
$function$;

create or replace function public.remove_document (
  document_id uuid,
  reason      text default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  removed public.documents;
begin
  if private.staff_school() is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  select * into removed from public.documents d where d.id = remove_document.document_id and d.school_id = private.staff_school()
    and (private.my_role() in ('admin', 'staff') or d.uploaded_by = private.signed_in_uid());
  if not found then
    raise exception using errcode = 'P0002', message = 'This document is no longer here.', hint = 'document.not_found';
  end if;
  if removed.student_id is not null then
    perform set_config('masomo.reason', private.require_text(remove_document.reason, 300, 'reason', 'Say why you are removing the document.'), true);
  end if;
  delete from public.documents d where d.id = removed.id;
  return removed.file_path;
end
$function$;

create or replace function public.remove_guardian (
  student_id  uuid,
  guardian_id uuid,
  reason      text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
begin
  perform set_config('masomo.reason', private.require_text(remove_guardian.reason, 300, 'reason', 'Say why you are removing the guardian.'), true);
  delete from public.student_guardians sg where sg.student_id = remove_guardian.student_id and sg.guardian_id = remove_guardian.guardian_id and sg.school_id = school;
  delete from public.guardians g where g.id = remove_guardian.guardian_id and g.school_id = school and g.user_id is null
    and not exists (select from public.student_guardians sg where sg.guardian_id = g.id);
end
$function$;

create or replace function public.reopen_term (
  term_id uuid,
  reason  text
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
  perform set_config('masomo.reason', private.require_text(reopen_term.reason, 300, 'reason', 'Say why you are reopening the term.'), true);
  update public.school_terms t set closed_at = null, reopen_reason = btrim(reopen_term.reason)
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is not closed. Reload the page.', hint = 'term.not_closed';
  end if;
end
$function$;

create or replace function public.reverse_fee_payment (
  payment_id uuid,
  reason     text
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  perform set_config('masomo.reason', private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why you are reversing the payment.'), true);
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, private.school_today(school), private.signed_in_uid(), paid.id,
    btrim(reverse_fee_payment.reason))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.withdraw_behaviour (
  entry_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(withdraw_behaviour.entry_id);
begin
  if private.my_role() = 'teacher' and entry.recorded_by is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Only the person who recorded an entry, or the office, can withdraw it.', hint = 'behaviour.not_yours';
  end if;
  perform set_config('masomo.reason', private.require_text(withdraw_behaviour.reason, 300, 'reason', 'Say why it is withdrawn.'), true);
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(), withdrawn_reason = btrim(withdraw_behaviour.reason)
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$function$;

create view public.audit_entries with (security_invoker=true) AS  SELECT l.id,
    l.at,
    l.action,
    l.entity,
    l.entity_id,
    l.before,
    l.after,
    l.school_id,
    s.name AS school,
    l.actor_id,
    COALESCE(NULLIF(btrim(concat_ws(' '::text, u.first_name, u.last_name)), ''::text), u.email) AS actor,
    u.email AS actor_email,
    l.student_id,
    NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text) AS student,
    p.admission_number,
    l.reason
   FROM (((public.audit_log l
     LEFT JOIN public.users u ON ((u.id = l.actor_id)))
     LEFT JOIN public.schools s ON ((s.id = l.school_id)))
     LEFT JOIN public.students p ON ((p.id = l.student_id)));

comment on column public.audit_log.reason is 'Why, where a command asks: it sets masomo.reason for its transaction.';

comment on function public.remove_document(uuid, text) is 'Deletes a document, one about a student with a reason; returns the path of its file. By the office, or whoever uploaded it.';

comment on function public.remove_guardian(uuid, uuid, text) is 'Removes a guardian from a student, with a reason. A guardian of no other student, without an account, is deleted.';

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';

revoke all on function public.remove_document(uuid, text) from public;

grant execute on function public.remove_document(uuid, text) to authenticated;

grant execute on function public.remove_document(uuid, text) to service_role;

revoke all on function public.remove_guardian(uuid, uuid, text) from public;

grant execute on function public.remove_guardian(uuid, uuid, text) to authenticated;

grant execute on function public.remove_guardian(uuid, uuid, text) to service_role;

revoke all on table public.guardians from authenticated;

grant insert, select, update on table public.guardians to authenticated;

revoke all on table public.student_guardians from authenticated;

grant insert, select, update on table public.student_guardians to authenticated;

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;

revoke delete on public.documents from authenticated;

revoke delete on public.student_records from authenticated;
