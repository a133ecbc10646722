set check_function_bodies = off;

create or replace function private.fee_debtors (
  school      uuid,
  student_ids uuid[]
)
  returns table (
    id               uuid,
    student          text,
    admission_number text,
    balance          bigint,
    overdue          bigint,
    guardian         text,
    email            text,
    user_id          uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select a.id, a.full_name, a.admission_number, a.balance::bigint, greatest(a.due - a.paid, 0)::bigint, g.name,
    g.email, g.user_id
  from public.student_accounts a
  left join lateral (select g.full_name as name, g.email, g.user_id
    from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id)
    order by sg.is_primary desc limit 1) g on true
  where a.school_id = fee_debtors.school and a.balance > 0 and a.status in ('active', 'suspended')
    and (fee_debtors.student_ids is null or a.id = any (fee_debtors.student_ids))
$function$;

create or replace function private.fee_reminder_key (
  school  uuid,
  student uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select 'fee-reminder/' || fee_reminder_key.student || '/' || private.school_today(fee_reminder_key.school)
$function$;

create or replace function public.preview_fee_reminders (
  student_ids uuid[] default null::uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('fee:charge');
begin
  return (
    with debtors as (
      select d.*, exists (select from public.mail_outbox m
        where m.idempotency_key = private.fee_reminder_key(school, d.id)) as is_reminded
      from private.fee_debtors(school, preview_fee_reminders.student_ids) d),
    next_one as (select * from debtors where email is not null and not is_reminded
      order by overdue desc, balance desc, id limit 1)
    select jsonb_build_object(
      'mailed', count(*) filter (where d.email is not null and not d.is_reminded),
      'reminded', count(*) filter (where d.is_reminded),
      'unreachable', count(*) filter (where d.email is null),
      'balance', coalesce(sum(d.balance) filter (where d.email is not null and not d.is_reminded), 0),
      'left', private.mails_left(school),
      'example', (select jsonb_build_object('guardian', n.guardian, 'student', n.student, 'email', n.email,
          'admission_number', n.admission_number, 'balance', n.balance, 'overdue', n.overdue) from next_one n),
      'how_to_pay', (select coalesce(h.payment_instructions, '') from public.schools h where h.id = school))
    from debtors d);
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
  school constant uuid := private.require('fee:charge');
  sender public.schools;
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
  unsent integer := 0;
  queued uuid;
begin
  select * into sender from public.schools h where h.id = school;
  for debtor in
    select * from private.fee_debtors(school, remind_of_fees.student_ids) d order by lower(d.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail(private.fee_reminder_key(school, debtor.id),
      'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student,
        'admission_number', debtor.admission_number, 'balance', debtor.balance, 'overdue', debtor.overdue,
        'school', sender.name, 'phone', coalesce(sender.phone, ''),
        'how_to_pay', coalesce(sender.payment_instructions, '')),
      sender.email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent,
    'left', private.mails_left(school));
end
$function$;

comment on function public.preview_fee_reminders(uuid[]) is 'What remind_of_fees would send: how many mails and for what balance in shillings, how many were reminded today or have no guardian with an address, how many emails are left, and what the first would say.';

revoke all on function private.fee_debtors(uuid, uuid[]) from public;

revoke all on function private.fee_reminder_key(uuid, uuid) from public;

revoke all on function public.preview_fee_reminders(uuid[]) from public;

grant execute on function public.preview_fee_reminders(uuid[]) to authenticated;

grant execute on function public.preview_fee_reminders(uuid[]) to service_role;
