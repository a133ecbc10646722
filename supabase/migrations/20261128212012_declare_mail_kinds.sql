set check_function_bodies = off;

drop function public.school_permissions();

create table private.mail_kinds (
  template   text not null,
  payer      text not null,
  withdrawal text,
  constraint mail_kinds_payer_check check ((payer = ANY (ARRAY['school'::text, 'account'::text, 'team'::text, 'platform'::text]))),
  constraint mail_kinds_pkey primary key (template),
  constraint mail_kinds_template_check check ((template ~ '^[a-z][a-z-]{1,60}$'::text))
);

alter table private.mail_kinds
  enable row level security;

revoke all on table private.mail_kinds from service_role;

create table private.personal_notices (
  kind text not null,
  constraint personal_notices_kind_check check ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint personal_notices_pkey primary key (kind)
);

alter table private.personal_notices
  enable row level security;

revoke all on table private.personal_notices from service_role;

create or replace function private.decides_second_step (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.school_tables t where t.name = 'private.second_step_rules'
    and private.is_entitled(decides_second_step.school, t.feature) <> 'off')
$function$;

create or replace function private.gate_mail (
  is_arrival boolean,
  is_late    boolean,
  guardian   text,
  student    text,
  school     text,
  phone      text,
  moment     text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.said_mail(
    case when is_arrival then private.say('{student} has arrived at school', jsonb_build_object('student', student))
      else private.say('{student} has left school', jsonb_build_object('student', student)) end,
    private.say('Dear {guardian}', jsonb_build_object('guardian', guardian)),
    array[
      case when is_arrival then private.say('{student} was seen at the gate of {school} at {time}.', v.seen)
        else private.say('{student} was seen leaving through the gate of {school} at {time}.', v.seen) end,
      case when is_arrival and is_late then
        private.say('This is after the arrival time, so the register shows late.') end,
      case when phone <> '' then
        private.say('Questions? Reply to this email or call {phone}.', jsonb_build_object('phone', phone))
        else private.say('Questions? Reply to this email.') end])
  from (select jsonb_build_object('student', student, 'school', school, 'time', moment) as seen) v
$function$;

create or replace function private.is_personal_notice (
  kind text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.personal_notices n where n.kind = is_personal_notice.kind)
$function$;

create or replace function private.mail_payer (
  template text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((select k.payer from private.mail_kinds k where k.template = mail_payer.template), 'visitor')
$function$;

create or replace function private.mail_subject (
  mail public.mail_outbox
)
  returns uuid
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when s.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.id::uuid end
  from (select split_part(mail.idempotency_key, '/', 2) as id) s
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
    else private.is_personal_notice(kind)
      or kind in ('absence', 'fee-reminder') and exists (select from public.students s where s.id = subject)
      or private.may_read_row(private.table_of_notices(kind), subject)
  end;
end
$function$;

create or replace function private.reason_against_gate_mail (
  mail public.mail_outbox
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select 'The guardian is not to be mailed any more.'
  where not private.may_mail_family(private.mail_subject(mail), mail.to_address)
$function$;

create or replace function private.reason_against_two_factor_reminder (
  mail public.mail_outbox
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select 'The person has set it up, or has no access any more.'
  from (select private.mail_subject(mail) as person) s
  where private.has_authenticator(s.person)
    or not exists (select from public.users u where u.id = s.person and u.is_active)
$function$;

create or replace function private.reset_authenticator (
  person uuid,
  reason text,
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  because constant text := private.require_text(reset_authenticator.reason, 300, 'reason', 'Say why.');
  owner public.users;
begin
  if reset_authenticator.person = private.signed_in_uid() then
    perform private.refuse('authenticator.own', 'Change your own authenticator in your profile.');
  end if;
  select * into owner from public.users u where u.id = reset_authenticator.person
    and (reset_authenticator.school is null or u.school_id = reset_authenticator.school);
  if owner.id is null then
    perform private.refuse(
      'authenticator.not_found', 'This person is no longer at your school.', errcode => 'P0002');
  elsif reset_authenticator.school is not null
    and exists (select from public.super_admins a where a.id = owner.id) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  elsif not private.has_authenticator(owner.id) then
    perform private.refuse('authenticator.none', 'This person has no authenticator app.');
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Somebody else may be signed in with the lost phone.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text,
    jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'authenticator-reset/' || clock_timestamp(),
    private.say('Your authenticator app was taken off your account'),
    private.say('Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.'),
    '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('authenticator-reset/%s/%s', owner.id, clock_timestamp()), 'authenticator-reset',
      owner.email, jsonb_build_object(
        'name', coalesce(private.full_name(owner.first_name, owner.last_name), ''), 'reason', because,
        'by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u
          where u.id = private.signed_in_uid()),
        'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$function$;

create or replace function private.said_mail (
  subject    jsonb,
  title      jsonb,
  texts      jsonb[],
  link_label jsonb   default null::jsonb,
  link       text    default null::text
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select jsonb_strip_nulls(jsonb_build_object('subject', subject, 'title', title, 'texts', array_remove(texts, null),
    'link', case when link is not null then jsonb_build_object('label', link_label, 'path', link) end))
$function$;

create or replace function private.second_step_due (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select greatest(coalesce(r.required_from, private.school_day(r.school_id, r.set_at)), private.school_day(r.school_id, u.created_at)) + r.grace_days
  from private.second_step_rules r join public.users u on u.id = second_step_due.person
  where r.role = second_step_due.role and (r.school_id = second_step_due.school or second_step_due.school is null and r.school_id is null)
    and (r.role = any (private.guarded_roles()) or private.decides_second_step(r.school_id))
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
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has arrived at school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has left school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end, g.email,
    private.gate_mail(is_arrival, sighting.outcome = 'late', private.full_name(g.first_name, g.last_name),
      private.full_name(student.first_name, student.last_name), h.name, h.phone, moment), h.email,
    (select u.language from public.users u where u.id = g.user_id), sighting.school_id)
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
end
$function$;

create or replace function private.two_factor_reminder (
  name   text,
  school text,
  due_on date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.said_mail(
    private.say('Set up two-step sign-in'),
    private.say('Dear {name}', jsonb_build_object('name', two_factor_reminder.name)),
    array[private.say(
      'From {day} {school} lets you in with a code from an app on your phone only. Setting it up takes two minutes.',
      jsonb_build_object('day', private.day(two_factor_reminder.due_on), 'school', two_factor_reminder.school))],
    private.say('Set it up'), '/dashboard/profile')
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
  subject constant uuid := private.mail_subject(mail);
  settled_by text;
  reason text;
begin
  if subject is null then
    return null;
  end if;
  case mail.template
    when 'subscription-ending' then
      return case when not exists (select from public.subscriptions s where s.id = subject and s.revoked_at is null
          and s.ends_on = (mail.data ->> 'ends_on')::date
          and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null and n.started_on > s.ends_on))
        then 'The subscription does not end then any more.' end;
    when 'licence-ending' then
      return case when not exists (select from public.licences l where l.id = subject and l.valid_until = (mail.data ->> 'ends_on')::date
          and private.is_last_licence(l)) then 'The licence does not end then any more.' end;
    when 'school-closed' then
      return case when not exists (select from public.school_exits e where e.id = subject and e.returned_at is null
        and not private.is_running(e.school_id)) then 'The school has returned.' end;
    when 'price-change' then
      return case when exists (select from public.price_changes c where c.id = subject and c.cancelled_at is not null)
        then 'The price change was withdrawn.' end;
    when 'order-proforma' then
      return case when not exists (select from public.orders o where o.id = subject and o.status <> 'cancelled' and o.paid_at is null)
        then 'The order is cancelled or paid.' end;
    when 'addon-ready' then
      return case when not exists (select from public.addons a where a.id = subject and a.is_active and a.is_ready)
        then 'The add-on is not on sale.' end;
    when 'fee-reminder' then
      return case
        when private.students_balance_due(array[subject]) <= 0 then 'Nothing is to pay any more.'
        when not private.may_mail_family(subject, mail.to_address) then 'The guardian is not to be mailed any more.' end;
    else
      select k.withdrawal into settled_by from private.mail_kinds k where k.template = mail.template;
      if settled_by is not null then
        execute format('select private.%I($1)', settled_by) into reason using mail;
      end if;
      return reason;
  end case;
end
$function$;

create or replace function public.remind_two_factor (
  people uuid[] default null::uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  here constant uuid := private.require('two-factor:manage');
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, coalesce(private.full_name(u.first_name, u.last_name), '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), private.say('Set up two-step sign-in'),
        private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.'), '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()),
          'two-factor-reminder', person.email,
          private.two_factor_reminder(person.name, person.school, person.due_on), null, null, here);
      end if;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function public.reset_authenticator (
  person uuid,
  reason text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('user:reset-authenticator');
  perform private.reset_authenticator(reset_authenticator.person, reset_authenticator.reason, null);
end
$function$;

create or replace function public.reset_two_factor (
  person uuid,
  reason text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
begin
  if private.may('user:reset-authenticator') then
    perform public.reset_authenticator(reset_two_factor.person, reset_two_factor.reason);
    return;
  end if;
  school := private.require('two-factor:manage');
  perform private.require_addon('addon:two-factor');
  perform private.reset_authenticator(reset_two_factor.person, reset_two_factor.reason, school);
end
$function$;

create or replace function public.school_permissions()
  returns table (
    name              text,
    sentence          text,
    needs_second_step boolean,
    can_give          boolean,
    feature           text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  given constant text[] := private.may_pass_on();
begin
  perform private.require('role:manage');
  return query
  select p.name, p.sentence, p.needs_second_step, p.name = any (given), p.feature from private.permissions p
  where not p.is_platform order by p.name;
end
$function$;

comment on column private.mail_kinds.withdrawal is 'The function in private that says of a waiting mail why it is no longer true; it answers null where it may go.';

comment on column public.licences.feature is 'What it switches on at the school, such as addon:<name>; null where it switches on nothing by itself.';

comment on function public.reset_authenticator(uuid, text) is 'Takes a person''s authenticators, recovery codes and trusted devices off the account, ends their sessions and says so to them. Super admins only, for anyone but themselves.';

comment on function public.school_permissions() is 'What a role of a school may allow, in sentences, whether the caller may put it into a role, and the module or add-on that brings it.';

comment on table private.mail_kinds is 'Who pays for each kind of mail. One that has no row has the budget of strangers, the strictest.';

revoke all on function private.decides_second_step(uuid) from public;

revoke all on function private.gate_mail(boolean, boolean, text, text, text, text, text) from public;

revoke all on function private.is_personal_notice(text) from public;

grant execute on function private.is_personal_notice(text) to authenticated;

revoke all on function private.mail_subject(public.mail_outbox) from public;

revoke all on function private.reason_against_gate_mail(public.mail_outbox) from public;

revoke all on function private.reason_against_two_factor_reminder(public.mail_outbox) from public;

revoke all on function private.reset_authenticator(uuid, text, uuid) from public;

revoke all on function private.said_mail(jsonb, jsonb, jsonb[], jsonb, text) from public;

revoke all on function private.two_factor_reminder(text, text, date) from public;

revoke all on function public.reset_authenticator(uuid, text) from public;

grant execute on function public.reset_authenticator(uuid, text) to authenticated;

grant execute on function public.reset_authenticator(uuid, text) to service_role;

revoke all on function public.school_permissions() from public;

grant execute on function public.school_permissions() to authenticated;

grant execute on function public.school_permissions() to service_role;

insert into private.mail_kinds select * from jsonb_populate_recordset(null::private.mail_kinds, '[
  {"payer": "account", "template": "email-change", "withdrawal": null},
  {"payer": "platform", "template": "addon-ready", "withdrawal": null},
  {"payer": "platform", "template": "authenticator-reset", "withdrawal": null},
  {"payer": "platform", "template": "licence-ending", "withdrawal": null},
  {"payer": "platform", "template": "order-receipt", "withdrawal": null},
  {"payer": "platform", "template": "order-refund", "withdrawal": null},
  {"payer": "platform", "template": "order-surplus", "withdrawal": null},
  {"payer": "platform", "template": "price-change-withdrawn", "withdrawal": null},
  {"payer": "platform", "template": "price-change", "withdrawal": null},
  {"payer": "platform", "template": "school-closed", "withdrawal": null},
  {"payer": "platform", "template": "school-deleted", "withdrawal": null},
  {"payer": "platform", "template": "subscription-ending", "withdrawal": null},
  {"payer": "platform", "template": "ticket-reply", "withdrawal": null},
  {"payer": "school", "template": "fee-reminder", "withdrawal": null},
  {"payer": "school", "template": "gate-arrival", "withdrawal": "reason_against_gate_mail"},
  {"payer": "school", "template": "gate-departure", "withdrawal": "reason_against_gate_mail"},
  {"payer": "school", "template": "invitation", "withdrawal": null},
  {"payer": "school", "template": "two-factor-reminder", "withdrawal": "reason_against_two_factor_reminder"},
  {"payer": "team", "template": "contact-message", "withdrawal": null},
  {"payer": "team", "template": "demo-request", "withdrawal": null},
  {"payer": "team", "template": "support-ticket", "withdrawal": null}]');

insert into private.personal_notices select * from jsonb_populate_recordset(null::private.personal_notices, '[
  {"kind": "authenticator-reset"},
  {"kind": "mail-budget"},
  {"kind": "recovery"},
  {"kind": "storage"},
  {"kind": "two-factor-reminder"},
  {"kind": "two-factor"}]');

-- What waits, and what was said, under the earlier names and with the earlier data.
update public.mail_outbox set template = 'authenticator-reset' where template = 'two-factor-reset';
update public.notifications set source = regexp_replace(source, '^two-factor-reset/', 'authenticator-reset/')
where source like 'two-factor-reset/%';
update public.mail_outbox m set data = case
  when m.template = 'two-factor-reminder' then
    private.two_factor_reminder(m.data ->> 'name', m.data ->> 'school', (m.data ->> 'due_on')::date)
  else private.gate_mail(m.template = 'gate-arrival', (m.data ->> 'is_late')::boolean, m.data ->> 'guardian',
    m.data ->> 'student', m.data ->> 'school', m.data ->> 'phone', m.data ->> 'time') end
where m.template in ('gate-arrival', 'gate-departure', 'two-factor-reminder') and m.status in ('queued', 'sending', 'failed')
  and not m.data ? 'subject';
