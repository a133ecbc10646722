set check_function_bodies = off;

drop function private.queue_mail(text, text, text, jsonb, text, text);

create table private.mail_spending (
  subject text    not null,
  day     date    not null,
  sent    integer not null default 0,
  refused integer not null default 0,
  constraint mail_spending_pkey primary key (subject, day)
);

alter table private.mail_spending
  enable row level security;

create or replace function private.caller_network()
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(nullif(current_setting('masomo.sender', true), ''), case when n.network = 'unknown' then n.network else md5(n.network) end)
  from (select private.network_of(hops[cardinality(hops) + 1 - greatest(1, private.mail_limit('trustedHops'))]) as network
    from (select string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',') as hops) h) n
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
    when 'moves' then perform private.begin_enrolment(subject::uuid);
    when 'days' then perform private.finish_days();
    when 'counts' then perform private.fold_platform_changes();
    when 'retention' then perform private.purge_expired(subject);
    when 'trial-requests' then perform private.purge_trial_request(subject::uuid);
    when 'leaving-schools' then perform private.find_leaving_schools();
    when 'school-exits' then perform private.go_on_with_exit(subject::uuid);
    when 'school-exports' then perform private.expire_school_export(subject::uuid);
    when 'export-files' then perform private.delete_stray_exports();
    when 'stray-files' then perform private.sweep_files();
    when 'sums' then perform private.check_sums_nightly();
    when 'payment-attempts' then
      update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
    when 'limits' then
      delete from private.rate_limits where window_start < now() - interval '1 day';
      delete from private.mail_spending where day < private.today() - 30;
      delete from private.recent_visits where day < private.today() - 2;
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$function$;

create or replace function private.is_paying (
  school uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from public.subscriptions s where s.school_id = school and s.revoked_at is null and not s.is_trial
    and s.started_on <= private.school_today(school) and s.ends_on + private.grace_days() >= private.school_today(school))
$function$;

create or replace function private.limit_email_changes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := (select u.school_id from public.users u where u.id = new.id);
begin
  perform private.refuse_mail(private.mail_refusal('email-change', new.email_change, school), school);
  return new;
end
$function$;

create or replace function private.limit_form_requests (
  form       text,
  sender_key text,
  email      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform set_config('masomo.sender', coalesce(sender_key, 'unknown'), true);
  perform private.limit_rate(form || ' from ' || coalesce(sender_key, 'unknown'), 10, interval '1 hour');
  perform private.limit_rate(form || ' by ' || lower(email), 5, interval '1 hour');
end
$function$;

create or replace function private.mail_limit (
  name text
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$ select coalesce((private.setting('mail_budget', name))::integer, 0) $function$;

create or replace function private.mail_payer (
  template text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when template in ('fee-reminder', 'gate-arrival', 'gate-departure', 'two-factor-reminder', 'invitation') then 'school'
    when template = 'email-change' then 'account'
    when template in ('demo-request', 'contact-message', 'support-ticket') then 'team'
    when template in ('ticket-reply', 'two-factor-reset', 'order-receipt', 'order-refund', 'order-surplus', 'addon-ready',
      'subscription-ending', 'licence-ending', 'school-closed', 'school-deleted', 'price-change', 'price-change-withdrawn') then 'platform'
    else 'visitor' end
$function$;

create or replace function private.mail_refusal (
  template  text,
  recipient text,
  school    uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payer constant text := private.mail_payer(template);
  to_whom constant text := 'to ' || md5(lower(recipient));
  is_paying constant boolean := private.is_paying(school);
  spent text[] := '{}';
  refused text;
begin
  if payer = 'platform' or template = 'invitation' and school is null then
    return case when not private.spend_mail('platform ' || to_whom, private.mail_limit('platformRecipientDaily')) then 'recipient' end;
  elsif payer = 'team' then
    return case when not private.spend_mail('network ' || private.caller_network(), private.mail_limit('networkDaily')) then 'network' end;
  end if;
  if payer in ('school', 'account') or school is not null and not is_paying then
    if not private.spend_mail('school ' || coalesce(school::text, 'unknown'), private.school_mail_limit(school)) then
      return 'school';
    end if;
    spent := spent || ('school ' || coalesce(school::text, 'unknown'));
  end if;
  if payer = 'visitor' or not is_paying then
    -- Auth does not say from where an account is changed.
    if payer <> 'account' and not private.spend_mail('network ' || private.caller_network(), private.mail_limit('networkDaily')) then
      refused := 'network';
    else
      spent := spent || case when payer <> 'account' then array['network ' || private.caller_network()] else '{}' end;
      if not private.spend_mail(payer || ' ' || to_whom, private.mail_limit('recipientDaily')) then
        refused := 'recipient';
      end if;
    end if;
  end if;
  if refused is not null then
    update private.mail_spending m set sent = m.sent - 1 where m.subject = any (spent) and m.day = private.today();
  end if;
  return refused;
end
$function$;

create or replace function private.mail_school (
  school   uuid,
  key      text,
  template text,
  data     jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address text;
begin
  for address in
    select lower(u.email) from public.users u where u.school_id = school and u.role = 'admin' and u.is_active and u.email is not null
    union select lower(s.email) from public.schools s where s.id = school and s.email is not null
    order by 1
  loop
    perform private.queue_mail(key || '/' || md5(address), template, address, data, null, null, school);
  end loop;
end
$function$;

create or replace function private.mails_left (
  school uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select greatest(0, private.school_mail_limit(school) - coalesce((select m.sent from private.mail_spending m
    where m.subject = 'school ' || school and m.day = private.today()), 0))
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
    when 'behaviour' then exists (select from public.behaviour_entries e where e.id = subject)
    when 'behaviour-follow-up' then exists (select from public.behaviour_follow_ups f where f.id = subject)
    when 'data-request' then exists (select from public.data_requests r where r.id = subject)
    when 'data-answer' then exists (select from public.data_requests r where r.id = subject)
    when 'opening' then exists (select from public.record_openings o where o.id = subject)
    when 'ticket-reply' then exists (select from public.ticket_replies r where r.id = subject)
    else kind in ('two-factor', 'two-factor-reminder', 'two-factor-reset', 'recovery', 'storage', 'mail-budget')
      or kind in ('absence', 'arrival', 'departure', 'fee-reminder', 'behaviour-points')
        and exists (select from public.students s where s.id = subject)
  end;
end
$function$;

create or replace function private.network_of (
  address text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  given inet;
begin
  given := regexp_replace(btrim(address), '^::ffff:(?=[0-9.]+$)|%.*$', '', 'gi')::inet;
  return coalesce(case family(given) when 4 then host(given) else network(set_masklen(given, 64))::text end, 'unknown');
exception when invalid_text_representation then
  return 'unknown';
end
$function$;

create or replace function private.notify_subscribers (
  change   public.price_changes,
  template text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school record;
begin
  if change.kind <> 'plan' then
    return;
  end if;
  for school in
    select c.id, c.name, c.email, p.name as plan, p.period
    from private.schools_with_plan(change.item_id) as subscribed (school_id) join public.schools c on c.id = subscribed.school_id join public.plans p on p.id = change.item_id
    where private.null_if_blank(c.email) is not null
    order by lower(c.email)
  loop
    perform private.queue_mail(format('%s/%s/%s', notify_subscribers.template, change.id, school.id), notify_subscribers.template, school.email,
      jsonb_build_object('school', school.name, 'plan', school.plan, 'period', school.period, 'old_price', change.old_price, 'new_price', change.new_price, 'effective_on', change.effective_on),
      null, null, school.id);
  end loop;
end
$function$;

create or replace function private.queue_mail (
  key       text,
  template  text,
  recipient text,
  data      jsonb,
  reply_to  text  default null::text,
  language  text  default null::text,
  school    uuid  default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  queued uuid;
  payer constant text := private.mail_payer(queue_mail.template);
  causing constant uuid := coalesce(queue_mail.school, case when payer <> 'platform' then private.my_school() end);
  refusal text;
begin
  select id into queued from public.mail_outbox where idempotency_key = key;
  if queued is not null then
    return queued;
  end if;
  refusal := private.mail_refusal(queue_mail.template, recipient, causing);
  if refusal is not null and payer not in ('platform', 'team') then
    if causing is not null then
      perform private.tell_of_used_budget(causing, refusal);
    end if;
    return null;
  end if;
  insert into public.mail_outbox (idempotency_key, template, to_address, data, reply_to, language, next_attempt_at)
  values (key, queue_mail.template, recipient,
    case when payer = 'visitor' or (payer = 'school' or payer = 'platform' and causing is not null) and not private.is_paying(causing)
      then private.without_links(queue_mail.data) else queue_mail.data end,
    queue_mail.reply_to,
    coalesce((select u.language from public.users u where lower(u.email) = lower(recipient) and u.language is not null limit 1), queue_mail.language, 'en'),
    case when refusal is null then now() else (private.today() + 1)::timestamp at time zone 'Africa/Nairobi' end)
  on conflict (idempotency_key) do nothing returning id into queued;
  if queued is null then
    select id into queued from public.mail_outbox where idempotency_key = key;
  end if;
  perform pg_notify('mail_outbox', queued::text);
  return queued;
end
$function$;

create or replace function private.refuse_mail (
  refusal text,
  school  uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if refusal = 'school' then
    raise exception using errcode = 'P0001', hint = 'mail.budget',
      message = format('Your school has sent all %s emails of today, so this one was not sent. Send it again after midnight, or subscribe for a higher limit.', private.school_mail_limit(school));
  elsif refusal is not null then
    raise exception using errcode = 'P0001', hint = 'mail.budget',
      message = 'Too many emails were sent from this network or to this address today, so this one was not sent. Send it again after midnight.';
  end if;
end
$function$;

create or replace function private.require_mail_budget (
  template  text,
  recipient text,
  school    uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.refuse_mail(private.mail_refusal(template, recipient, school), school);
end
$function$;

create or replace function private.school_mail_limit (
  school uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.mail_limit(case when private.is_paying(school) then 'paidSchoolDaily' else 'trialSchoolDaily' end)
$function$;

create or replace function private.setting_shapes()
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select private.site_setting_shapes() || jsonb_build_object(
    'payments', '{"methods": [["text:20"], 1, 3], "bank": {"bankName": "text:120", "branch": "text:120", "accountName": "text:120", "accountNumber": "text:40", "swift": "text:11", "validDays": "whole:1:90"}}'::jsonb,
    'company', '{"vatPercent": "whole:0:50", "kraPin": "text?:11", "currency": "text:3"}'::jsonb,
    'mail_budget', '{"trialSchoolDaily": "whole:0:1000000", "paidSchoolDaily": "whole:0:1000000", "networkDaily": "whole:0:1000000",
      "recipientDaily": "whole:0:1000000", "platformRecipientDaily": "whole:1:1000000", "networkOrdersHourly": "whole:1:1000000", "trustedHops": "whole:1:9"}'::jsonb,
    'subscriptions', '{"reminderDays": [["whole:1:60"], 1, 6], "graceDays": "whole:0:180", "priceNoticeDays": "whole:0:180"}'::jsonb,
    'emails', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template,
      'sw', jsonb_build_object('proforma', template, 'receipt', template, 'refund', template)))
  from (values ('{"subject": "text:160", "opening": "text:1500", "closing": "text?:1500"}'::jsonb)) as parts (template)
$function$;

create or replace function private.spend_mail (
  subject text,
  allowed integer
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
begin
  insert into private.mail_spending (subject, day) values (spend_mail.subject, today) on conflict on constraint mail_spending_pkey do nothing;
  update private.mail_spending m set sent = m.sent + 1 where m.subject = spend_mail.subject and m.day = today and m.sent < allowed;
  if found then
    return true;
  end if;
  update private.mail_spending m set refused = m.refused + 1 where m.subject = spend_mail.subject and m.day = today;
  return false;
end
$function$;

create or replace function private.spent_mail_budgets()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('school_id', s.id, 'school', s.name, 'sent', m.sent, 'refused', m.refused, 'most', l.most)
    order by m.refused desc, m.sent::numeric / greatest(l.most, 1) desc, s.name), '[]')
  from private.mail_spending m join public.schools s on m.subject = 'school ' || s.id cross join lateral (select private.school_mail_limit(s.id) as most) l
  where m.day = private.today() and (m.refused > 0 or m.sent * 2 >= l.most)
$function$;

create or replace function private.spent_mail_networks()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*)::integer from private.mail_spending m
  where m.day = private.today() and m.subject like 'network %' and (m.refused > 0 or m.sent >= private.mail_limit('networkDaily'))
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
    (select u.language from public.users u where u.id = g.user_id), sighting.school_id)
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
end
$function$;

create or replace function private.tell_interested()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  interested record;
begin
  for interested in
    with told as (delete from private.addon_interest i where i.addon_id = new.id returning i.email, i.language)
    select * from told t order by lower(t.email)
  loop
    perform private.queue_mail('addon-ready/' || new.id || '/' || md5(interested.email), 'addon-ready', interested.email,
      jsonb_build_object('addon', new.name, 'category', new.category), null, interested.language);
  end loop;
  return null;
end
$function$;

create or replace function private.tell_of_used_budget (
  school  uuid,
  refusal text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  admins constant uuid[] := array(select u.id from public.users u where u.school_id = school and u.role = 'admin');
  source constant text := 'mail-budget/' || refusal || '/' || private.today();
begin
  if refusal <> 'school' then
    perform private.notify(admins, source, 'Emails were not sent today',
      'Too many emails were sent from this network or to one address. Send them again after midnight, or subscribe, which lifts these limits.',
      '/dashboard/plan');
    return;
  end if;
  perform private.notify(admins, source, 'Emails were not sent today',
    format('The limit of emails for today, %s for your school, is used up. Further emails are not sent until midnight. Send them again tomorrow, or subscribe for a higher limit.',
      private.school_mail_limit(school)),
    '/dashboard/plan');
end
$function$;

create or replace function private.without_links (
  value jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(regexp_replace(value #>> '{}', ':(//|\\\\)', ': ', 'g'), '([[:alnum:]])[.。．｡](?=[[:alnum:]-]*[[:alpha:]])', '\1. ', 'g'))
    when 'object' then (select coalesce(jsonb_object_agg(e.key, case when e.key ~ '(^|_)email$' then e.value else private.without_links(e.value) end), '{}') from jsonb_each(value) e)
    when 'array' then (select coalesce(jsonb_agg(private.without_links(e)), '[]') from jsonb_array_elements(value) e)
    else value end
$function$;

create or replace function public.invitation_mail (
  email     text,
  school_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address constant text := lower(btrim(invitation_mail.email));
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address, case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select jsonb_build_object('name', concat_ws(' ', u.first_name, u.last_name), 'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id))
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names else private.without_links(names) end;
end
$function$;

create or replace function public.invite_user (
  email      text,
  role       public.user_role,
  school_id  uuid             default null::uuid,
  first_name text             default null::text,
  last_name  text             default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if address is null or not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'invitation.invalid_email', detail = 'email';
  end if;
  if invite_user.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator, not by invitation.', hint = 'invitation.role_not_allowed', detail = 'role';
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'invitation.school_required', detail = 'school_id';
  end if;
  if not private.is_super_admin() and exists (select from public.users u where lower(u.email) = address and u.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address has an account elsewhere. Ask support to move it, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address is invited elsewhere already. Ask support, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  perform private.require_mail_budget('invitation', address, case when private.is_super_admin() then null else invite_user.school_id end);
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name), private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$function$;

create or replace function public.licence_claims (
  code         text,
  installation uuid default null::uuid,
  sender_key   text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold public.licences;
begin
  perform private.limit_rate('licence key from ' || coalesce(sender_key, 'unknown'), 60, interval '1 hour');
  select * into sold from public.licences l where l.licence_key = upper(btrim(licence_claims.code)) and l.order_id is not null for update;
  if not found or sold.category <> 'standalone' or sold.kind = 'service' then
    raise exception using errcode = 'P0001', message = 'There is no Standalone licence with this code. Copy the code from your order.', hint = 'licence.unknown_code', detail = 'code';
  elsif sold.revoked_at is not null then
    raise exception using errcode = 'P0001', message = 'This licence was paid back, so it has no key.', hint = 'licence.revoked', detail = 'code';
  end if;
  if sold.school_id is null and sold.installation is null then
    if licence_claims.installation is null then
      raise exception using errcode = 'P0001', message = 'Enter the number of your school. It stands on its screen “Plan and licences”.', hint = 'licence.no_number', detail = 'installation';
    end if;
    update public.licences l set installation = licence_claims.installation where l.id = sold.id returning * into sold;
  elsif licence_claims.installation <> coalesce(sold.installation, sold.school_id) then
    raise exception using errcode = 'P0001', message = 'The key of this licence was issued for another school. Write to us to have it moved.', hint = 'licence.other_number', detail = 'installation';
  end if;
  return jsonb_build_object(
    'licence', sold.id, 'name', sold.name, 'kind', sold.kind, 'number', coalesce(sold.installation, sold.school_id),
    'school', coalesce((select s.name from public.schools s where s.id = sold.school_id), (select o.institution from public.orders o where o.id = sold.order_id)),
    'features', case when sold.feature is null then '[]'::jsonb else jsonb_build_array(sold.feature) end,
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued', floor(extract(epoch from sold.created_at))::bigint);
end
$function$;

create or replace function public.open_payment_attempt (
  order_number text,
  method       public.payment_method,
  attempt_key  uuid,
  order_key    uuid                  default null::uuid,
  email        text                  default null::text,
  phone        text                  default null::text,
  sender_key   text                  default null::text
)
  returns table (
    attempt_id         uuid,
    is_new             boolean,
    order_id           uuid,
    amount             bigint,
    phone_number       text,
    account_reference  text,
    merchant_reference text,
    customer_email     text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key, open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
  due bigint;
begin
  if target.id is null then
    raise exception using errcode = 'P0002', message = 'We could not find this order. Open it from the link in your confirmation email.', hint = 'payment.order_not_found';
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      raise exception using errcode = 'PT409', message = 'This payment was already started for something else. Reload the page and try again.', hint = 'payment.key_reused';
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
    return;
  end if;
  due := private.due_amount(target);
  if due = 0 or target.status in ('completed', 'cancelled') then
    raise exception using errcode = 'PT409', message = 'This order needs no payment any more.', hint = 'payment.not_due';
  end if;
  if open_payment_attempt.method = 'bank' or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'payment.method_unavailable', detail = 'method';
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    raise exception using errcode = 'P0001', message = 'Enter a Safaricom number such as 0712 345 678.', hint = 'payment.invalid_phone', detail = 'phone';
  end if;
  if open_payment_attempt.method = 'mpesa' and due > 250000 then
    raise exception using errcode = 'P0001', message = 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.', hint = 'payment.limit_exceeded', detail = 'method';
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    raise exception using errcode = 'PT409', message = 'Your phone may still show the earlier request. Answer it there, or try again in two minutes.', hint = 'payment.in_progress',
      detail = ceil(extract(epoch from private.payment_prompt_ends_at(earlier) - now()))::text;
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = due
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds' else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now() where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  perform private.limit_rate('payments by ' || coalesce(open_payment_attempt.sender_key, 'unknown'), 40, interval '1 hour');
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled' else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference, next_check_at, expires_at)
  select target.id, open_payment_attempt.method, case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, due,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference, 1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint,
  language        text                  default null::text
)
  returns table (
    id                uuid,
    order_number      text,
    payment_reference text,
    status            public.order_status,
    total_amount      bigint,
    net_amount        numeric,
    vat_amount        numeric,
    created_at        timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')), 'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    raise exception using errcode = 'P0001', message = 'The order came without its key. Reload the page and try again.', hint = 'order.key_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      raise exception using errcode = 'PT409', message = 'This order was already placed with other contents. Reload the page to start a new one.', hint = 'order.key_reused';
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    raise exception using errcode = 'P0001', message = 'Enter your billing details.', hint = 'order.required', detail = 'billing';
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
  end if;
  if private.field_with_link(billing) is not null then
    raise exception using errcode = 'P0001', message = 'Leave web and email addresses out of this field.', hint = 'order.link', detail = private.field_with_link(billing);
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    raise exception using errcode = 'P0001', message = 'Enter a phone number with digits only, such as 0712 345 678.', hint = 'order.invalid_phone', detail = 'phone';
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    raise exception using errcode = 'PT409', message = format('Prices changed: the order now costs KES %s. Check it and confirm again.', to_char(total, 'FM999,999,999,999')),
      hint = 'order.price_changed', detail = total::text;
  end if;
  if private.signed_in_uid() is null then
    perform private.limit_rate('orders from ' || private.caller_network(), private.mail_limit('networkOrdersHourly'), interval '1 hour');
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, language, valid_until)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.billing_field(billing, 'firstName', 80, 'Enter your first name.') || ' ' || private.billing_field(billing, 'lastName', 80, 'Enter your last name.'),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(), private.known_language(place_order.language), private.today() + private.quote_days()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  update public.order_items i set upgrades = basis.period, upgrades_until = basis.until, upgrades_from_price = basis.from_price, upgrades_to_price = basis.to_price
  from public.order_items own cross join lateral private.upgrade_basis(placed.school_id, own.plan_id) basis
  where own.order_id = placed.id and own.is_upgrade and i.id = own.id;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' and not coalesce(private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour')
      and private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language) is not null, false) then
    insert into public.order_events (order_id, kind, note) values (placed.id, 'mail', 'The proforma was not mailed: a limit of emails is used up. Send it again later.');
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
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
  unsent integer := 0;
  queued uuid;
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      g.name as guardian, g.email, g.user_id
    from public.student_accounts a join public.schools h on h.id = a.school_id
    left join lateral (select g.first_name || ' ' || g.last_name as name, g.email, g.user_id
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id) order by sg.is_primary desc limit 1) g on true
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids))
    order by lower(g.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school), 'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay),
      debtor.school_email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent, 'left', private.mails_left(school));
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
  here constant uuid := private.require_school_admin();
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, concat_ws(' ', u.first_name, u.last_name) as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), 'Set up two-step sign-in',
        'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()), 'two-factor-reminder', person.email,
          jsonb_build_object('name', person.name, 'school', person.school, 'due_on', person.due_on), null, null, here);
      end if;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function public.resend_order_mail (
  order_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.template <> 'order-surplus' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    raise exception using errcode = 'P0002', message = 'No email about this order has been sent yet.', hint = 'order.no_mail';
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    raise exception using errcode = 'PT409', message = format('Order %s is cancelled, and its last email says otherwise. Reopen the order to send it.', target.order_number), hint = 'order.cancelled';
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  if private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language) is null then
    perform private.refuse_mail('recipient', null);
  end if;
  insert into public.order_events (order_id, actor_id, kind, note)
  values (target.id, private.signed_in_uid(), 'mail', format('Sent again to %s.', target.customer_email));
  return target.customer_email;
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
  because text;
  owner public.users;
begin
  if not private.is_super_admin() then
    perform private.require_school_admin();
    perform private.require_addon('addon:two-factor');
  end if;
  because := private.require_text(reset_two_factor.reason, 300, 'reason', 'Say why.');
  if reset_two_factor.person = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Change your own authenticator in your profile.', hint = 'two_factor.own';
  end if;
  select * into owner from public.users u where u.id = reset_two_factor.person and (private.is_super_admin() or u.school_id = private.my_school());
  if owner.id is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer at your school.', hint = 'two_factor.not_found';
  elsif not private.is_super_admin() and exists (select from public.super_admins a where a.id = owner.id) then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  elsif not private.has_authenticator(owner.id) then
    raise exception using errcode = 'P0001', message = 'This person has no authenticator app.', hint = 'two_factor.none';
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Whoever has the lost phone may be signed in with it.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text, jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'two-factor-reset/' || clock_timestamp(), 'Your authenticator app was taken off your account',
    'Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.', '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('two-factor-reset/%s/%s', owner.id, clock_timestamp()), 'two-factor-reset', owner.email,
      jsonb_build_object('name', concat_ws(' ', owner.first_name, owner.last_name), 'reason', because,
        'by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = private.signed_in_uid()), 'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
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
    'failing_jobs', private.failing_jobs(),
    'mail_budgets', private.spent_mail_budgets(),
    'mail_networks', private.spent_mail_networks());
end
$function$;

create or replace function public.submit_contact_message (
  request_id uuid,
  name       text,
  email      text,
  subject    text,
  message    text,
  sender_key text default null::text,
  language   text default null::text
)
  returns table (
    id       uuid,
    mail_ids uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  stored public.contact_messages;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.contact_messages c where c.request_id = submit_contact_message.request_id;
  if not found then
    perform private.require_email(submit_contact_message.email);
    perform private.limit_form_requests('contact', sender_key, submit_contact_message.email);
    insert into public.contact_messages (request_id, name, email, subject, message, language)
    values (
      submit_contact_message.request_id,
      private.require_text(submit_contact_message.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_contact_message.email),
      submit_contact_message.subject,
      private.require_text(submit_contact_message.message, 5000, 'message', 'Write your message.'),
      private.known_language(submit_contact_message.language))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'handled_at', 'handled_by', 'language'];
  if private.team_email('email') is not null then
    mails := mails || private.queue_mail('contact-message/' || stored.id, 'contact-message', private.team_email('email'), details, stored.email);
  end if;
  mails := array_remove(mails || private.queue_mail('contact-message-received/' || stored.id, 'contact-message-received', stored.email, details, null, stored.language), null);
  return query select stored.id, mails;
end
$function$;

create or replace function public.submit_demo_request (
  request_id  uuid,
  name        text,
  email       text,
  institution text,
  role        text,
  version     text,
  phone       text default null::text,
  message     text default null::text,
  sender_key  text default null::text,
  language    text default null::text
)
  returns table (
    id       uuid,
    mail_ids uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  stored public.demo_requests;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.demo_requests d where d.request_id = submit_demo_request.request_id;
  if not found then
    perform private.require_email(submit_demo_request.email);
    perform private.limit_form_requests('demo', sender_key, submit_demo_request.email);
    insert into public.demo_requests (request_id, name, email, phone, institution, role, version, message, language)
    values (
      submit_demo_request.request_id,
      private.require_text(submit_demo_request.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_demo_request.email), private.null_if_blank(submit_demo_request.phone),
      private.require_text(submit_demo_request.institution, 160, 'institution', 'Enter the name of your institution.'),
      submit_demo_request.role, submit_demo_request.version, private.null_if_blank(submit_demo_request.message), private.known_language(submit_demo_request.language))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'handled_at', 'handled_by', 'language'];
  if private.team_email('salesEmail') is not null then
    mails := mails || private.queue_mail('demo-request/' || stored.id, 'demo-request', private.team_email('salesEmail'), details, stored.email);
  end if;
  mails := array_remove(mails || private.queue_mail('demo-request-received/' || stored.id, 'demo-request-received', stored.email, details, null, stored.language), null);
  return query select stored.id, mails;
end
$function$;

create or replace function public.submit_ticket (
  request_id   uuid,
  sender_name  text,
  sender_email text,
  subject      text,
  support_type text,
  message      text,
  priority     public.ticket_priority default 'medium'::public.ticket_priority,
  user_id      uuid                   default null::uuid,
  sender_key   text                   default null::text,
  versions     jsonb                  default null::jsonb,
  language     text                   default null::text
)
  returns table (
    id            uuid,
    ticket_number text,
    mail_ids      uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  stored public.support_tickets;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  if not found then
    perform private.require_email(submit_ticket.sender_email, 'senderEmail');
    perform private.limit_form_requests('support', sender_key, submit_ticket.sender_email);
    -- One at a time per request id, so that a repeated request uses no second ticket number.
    perform pg_advisory_xact_lock(hashtextextended('ticket ' || submit_ticket.request_id::text, 0));
    select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  end if;
  if stored.id is null then
    insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, priority, user_id, school_id, versions, language)
    values (
      submit_ticket.request_id, private.next_ticket_number(),
      private.require_text(submit_ticket.sender_name, 120, 'senderName', 'Enter your full name.'),
      private.require_email(submit_ticket.sender_email, 'senderEmail'),
      private.require_text(submit_ticket.subject, 160, 'subject', 'Enter a subject.'),
      submit_ticket.support_type,
      private.require_text(submit_ticket.message, 5000, 'message', 'Write your message.'),
      coalesce(submit_ticket.priority, 'medium'), submit_ticket.user_id, (select school_id from public.users u where u.id = submit_ticket.user_id), submit_ticket.versions, private.known_language(submit_ticket.language))
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'versions', 'language'];
  mails := mails || private.queue_mail('support-ticket-received/' || stored.id, 'support-ticket-received', stored.sender_email, details, null, stored.language, stored.school_id);
  if private.team_email('supportEmail') is not null then
    mails := mails || private.queue_mail('support-ticket/' || stored.id, 'support-ticket', private.team_email('supportEmail'), details, stored.sender_email);
  end if;
  return query select stored.id, stored.ticket_number, mails;
end
$function$;

create or replace function public.submit_trial_request (
  request_id uuid,
  school     text,
  kind       public.institution_kind,
  first_name text,
  last_name  text,
  email      text,
  county     text                    default null::text,
  sender_key text                    default null::text,
  language   text                    default null::text
)
  returns table (
    is_new   boolean,
    mail_ids uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(submit_trial_request.email));
  school_name constant text := private.require_text(submit_trial_request.school, 120, 'school', 'Enter the name of the school.');
  spoken constant text := private.known_language(submit_trial_request.language);
  queued uuid;
begin
  perform private.limit_form_requests('trial', sender_key, address);
  insert into private.trial_requests (email, school, kind, county, first_name, last_name, language)
  values (address, school_name, submit_trial_request.kind, private.null_if_blank(submit_trial_request.county),
    private.require_text(submit_trial_request.first_name, 80, 'firstName', 'Enter your first name.'), private.require_text(submit_trial_request.last_name, 80, 'lastName', 'Enter your last name.'), spoken)
  on conflict (lower(email)) do update set school = excluded.school, kind = excluded.kind, county = excluded.county,
    first_name = excluded.first_name, last_name = excluded.last_name, language = excluded.language, created_at = now();
  if exists (select from auth.users a left join public.users u on u.id = a.id where lower(a.email) = address and (a.email_confirmed_at is not null or u.school_id is not null)) then
    delete from private.trial_requests r where lower(r.email) = address;
    queued := private.queue_mail('trial-account-exists/' || submit_trial_request.request_id, 'trial-account-exists', address, '{}', null, spoken);
    if queued is null then
      perform private.refuse_mail('recipient', null);
    end if;
    return query select false, array[queued];
    return;
  end if;
  perform private.require_mail_budget('trial-link', address, null);
  return query select true, '{}'::uuid[];
end
$function$;

create trigger masomo_limit_email_changes
  before update on auth.users
  for each row
  when ((((new.email_change)::text <> ''::text) AND (new.email_change_sent_at IS DISTINCT FROM old.email_change_sent_at)))
  execute function private.limit_email_changes();

comment on function public.invitation_mail(text, uuid) is 'For the mail of an invitation: the caller''s name and language, and the name of the school: {name, school, language}. Refused where the emails of today are used up.';

comment on function public.remind_of_fees(uuid[]) is 'Mails the guardians of students with a balance due, at most once a day. Returns how many were mailed, how many have no
guardian with an address, for how many the emails of today were used up, and how many emails are left.';

comment on table private.mail_spending is 'Mails by day of a school, a network, or a recipient; an address is kept as a hash only.';

revoke all on function private.caller_network() from public;

revoke all on function private.is_paying(uuid) from public;

revoke all on function private.limit_email_changes() from public;

revoke all on function private.mail_limit(text) from public;

revoke all on function private.mail_payer(text) from public;

revoke all on function private.mail_refusal(text, text, uuid) from public;

revoke all on function private.mails_left(uuid) from public;

revoke all on function private.network_of(text) from public;

revoke all on function private.queue_mail(text, text, text, jsonb, text, text, uuid) from public;

revoke all on function private.refuse_mail(text, uuid) from public;

revoke all on function private.require_mail_budget(text, text, uuid) from public;

revoke all on function private.school_mail_limit(uuid) from public;

revoke all on function private.spend_mail(text, integer) from public;

revoke all on function private.spent_mail_budgets() from public;

revoke all on function private.spent_mail_networks() from public;

revoke all on function private.tell_of_used_budget(uuid, text) from public;

revoke all on function private.without_links(jsonb) from public;

revoke all on function public.invitation_mail(text, uuid) from public;

grant execute on function public.invitation_mail(text, uuid) to authenticated;

grant execute on function public.invitation_mail(text, uuid) to service_role;

grant all on table private.mail_spending to service_role;

insert into public.settings (key, is_public, value) values ('mail_budget', false,
  '{"trialSchoolDaily": 200, "paidSchoolDaily": 20000, "networkDaily": 300, "recipientDaily": 20, "platformRecipientDaily": 100, "networkOrdersHourly": 120, "trustedHops": 1}')
on conflict (key) do nothing;
