delete from private.mail_kinds where template in (
  'gate-arrival',
  'gate-departure',
  'two-factor-reminder',
  'email-change',
  'addon-ready',
  'authenticator-reset',
  'licence-ending',
  'order-receipt',
  'order-refund',
  'order-surplus',
  'price-change-withdrawn',
  'price-change',
  'school-closed',
  'school-deleted',
  'subscription-ending',
  'ticket-reply',
  'fee-reminder',
  'invitation',
  'contact-message',
  'demo-request',
  'support-ticket');

set check_function_bodies = off;

drop function private.mail_kind(text, text, text, text);

create table private.message_choices (
  user_id uuid    not null,
  topic   text    not null,
  channel text    not null,
  is_on   boolean not null,
  constraint message_choices_channel_check check ((channel = 'mail'::text)),
  constraint message_choices_pkey primary key (user_id, topic, channel)
);

alter table private.message_choices
  enable row level security;

create table private.message_topics (
  topic     text    not null,
  place     integer not null,
  label     text    not null,
  audience  text    not null,
  feature   text,
  is_mailed boolean not null,
  constraint message_topics_audience_check check ((audience = ANY (ARRAY['school'::text, 'family'::text]))),
  constraint message_topics_pkey primary key (topic),
  constraint message_topics_topic_check check ((topic ~ '^[a-z]+(-[a-z]+)*$'::text))
);

alter table private.message_topics
  enable row level security;

revoke all on table private.message_topics from service_role;

create table private.notice_topics (
  kind  text not null,
  topic text not null,
  constraint notice_topics_kind_check check ((kind ~ '^[a-z]+(-[a-z]+)*$'::text)),
  constraint notice_topics_pkey primary key (kind)
);

alter table private.notice_topics
  enable row level security;

revoke all on table private.notice_topics from service_role;

create table private.quiet_hours (
  user_id uuid                   not null,
  starts  time without time zone not null,
  ends    time without time zone not null,
  constraint quiet_hours_check check ((starts <> ends)),
  constraint quiet_hours_pkey primary key (user_id)
);

alter table private.quiet_hours
  enable row level security;

alter table private.mail_kinds
  add column topic text;

create or replace function private.after_quiet_hours (
  person uuid,
  moment timestamp with time zone default now()
)
  returns timestamp with time zone
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce((
    select (l.at::date + q.ends + case when q.starts > q.ends and l.at::time >= q.starts then interval '1 day'
      else interval '0' end) at time zone l.zone
    from private.quiet_hours q
    join public.users u on u.id = q.user_id left join public.schools s on s.id = u.school_id
    cross join lateral (select z.zone, moment at time zone z.zone as at
      from (select coalesce(s.time_zone, 'Africa/Nairobi') as zone) z) l
    where q.user_id = person
      and case when q.starts < q.ends then l.at::time >= q.starts and l.at::time < q.ends
        else l.at::time >= q.starts or l.at::time < q.ends end), moment)
$function$;

create or replace function private.as_sentence (
  said jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when jsonb_typeof(said) = 'string'
    then case when said #>> '{}' <> ''
      then jsonb_build_object('sentence', '{text}', 'args', jsonb_build_object('text', said)) end
    else said end
$function$;

create or replace function private.chooses (
  person  uuid,
  topic   text,
  channel text
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(
    (select c.is_on from private.message_choices c where c.user_id = person and c.topic = chooses.topic
      and c.channel = chooses.channel),
    (select t.is_mailed and chooses.channel = 'mail' from private.message_topics t where t.topic = chooses.topic))
$function$;

create or replace function private.forget_notice_mails()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  delete from public.mail_outbox m using removed r
  where split_part(m.idempotency_key, '/', 2) = r.id::text and m.template like 'notice-%';
  return null;
end
$function$;

create or replace function private.mail_kind (
  template   text,
  payer      text,
  label      text,
  withdrawal text default null::text,
  topic      text default null::text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.mail_kinds (template, payer, label, withdrawal, topic)
  values (mail_kind.template, mail_kind.payer, mail_kind.label, mail_kind.withdrawal, mail_kind.topic)
$function$;

create or replace function private.mail_notices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.queue_mail(format('notice-%s/%s', w.topic, w.id), 'notice-' || w.topic, u.email,
    private.said_mail(w.title, w.title, array[private.as_sentence(w.said -> 'body')], private.say('Open'), w.link),
    school => u.school_id)
  from (select t.topic, a.id, a.user_id, a.said, a.link, private.as_sentence(a.said -> 'title') as title
    from added a join private.notice_topics t on t.kind = split_part(a.source, '/', 1)
    where a.read_at is null and private.chooses(a.user_id, t.topic, 'mail')) w
  join public.users u on u.id = w.user_id
  where u.email is not null and u.school_id is not null
  order by w.user_id;
  return null;
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
  topic constant text := (select k.topic from private.mail_kinds k where k.template = queue_mail.template);
  person constant uuid := case when topic is not null then (select u.id from public.users u
    where lower(u.email) = lower(recipient) limit 1) end;
  refusal text;
begin
  select id into queued from public.mail_outbox where idempotency_key = key;
  if queued is not null then
    return queued;
  end if;
  if person is not null and not private.chooses(person, topic, 'mail') then
    return null;
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
    case when payer = 'visitor' or (payer = 'school' or payer = 'platform' and causing is not null)
      and not private.is_paying(causing)
      then private.without_links(queue_mail.data) else queue_mail.data end,
    queue_mail.reply_to,
    coalesce((select u.language from public.users u where lower(u.email) = lower(recipient)
      and u.language is not null limit 1), queue_mail.language, 'en'),
    private.after_quiet_hours(person,
      case when refusal is null then now() else (private.today() + 1)::timestamp at time zone 'Africa/Nairobi' end))
  on conflict (idempotency_key) do nothing returning id into queued;
  if queued is null then
    select id into queued from public.mail_outbox where idempotency_key = key;
  end if;
  return queued;
end
$function$;

create or replace function private.reason_against_notice_mail (
  mail public.mail_outbox
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when n.id is null then 'What it says is not true any more.'
    when n.read_at is not null then 'It was read in the product.'
    when not private.chooses(n.user_id, (select k.topic from private.mail_kinds k where k.template = mail.template),
      'mail') then 'The person does not want it by mail any more.' end
  from (select private.mail_subject(mail) as id) s left join public.notifications n on n.id = s.id
$function$;

create or replace function private.require_person()
  returns uuid
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if private.signed_in_uid() is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  return private.signed_in_uid();
end
$function$;

create or replace function public.choose_message (
  topic   text,
  channel text,
  is_on   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := private.require_person();
begin
  if choose_message.is_on is null or choose_message.channel is distinct from 'mail'
    or not exists (select from private.message_topics t where t.topic = choose_message.topic) then
    perform private.refuse('message.choice', 'This cannot be chosen. Reload the page.', errcode => 'P0002');
  end if;
  insert into private.message_choices as c (user_id, topic, channel, is_on)
  values (person, choose_message.topic, choose_message.channel, choose_message.is_on)
  on conflict (user_id, topic, channel) do update set is_on = excluded.is_on;
end
$function$;

create or replace function public.message_choices()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.signed_in_uid();
begin
  return jsonb_build_object(
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', t.topic, 'label', t.label,
        'mail', private.chooses(person, t.topic, 'mail')) order by t.place, t.topic), '[]')
      from private.message_topics t
      where private.my_school() is not null and (t.audience = 'school' or private.has_own_students())
        and (t.feature is null or private.is_entitled(private.my_school(), t.feature) <> 'off')),
    'quiet_hours', (
      select jsonb_build_object('starts', to_char(q.starts, 'HH24:MI'), 'ends', to_char(q.ends, 'HH24:MI'))
      from private.quiet_hours q where q.user_id = person));
end
$function$;

create or replace function public.set_quiet_hours (
  starts time without time zone,
  ends   time without time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.require_person();
begin
  if (set_quiet_hours.starts is null) <> (set_quiet_hours.ends is null)
    or set_quiet_hours.starts = set_quiet_hours.ends then
    perform private.refuse('message.quiet_hours', 'Choose two different times.', field => 'ends');
  end if;
  delete from private.quiet_hours q where q.user_id = person;
  if set_quiet_hours.starts is not null then
    insert into private.quiet_hours (user_id, starts, ends)
    values (person, set_quiet_hours.starts, set_quiet_hours.ends);
  end if;
end
$function$;

alter table private.message_choices
  add constraint message_choices_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table private.quiet_hours
  add constraint quiet_hours_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

create trigger forget_notice_mails
  after delete on public.notifications referencing OLD table as removed
  for each STATEMENT
  execute function private.forget_notice_mails();

create trigger mail_notices
  after insert on public.notifications referencing NEW table as added
  for each STATEMENT
  execute function private.mail_notices();

comment on column private.mail_kinds.topic is 'The topic by which people with an account choose it; null for one that is sent whatever they choose.';

comment on column private.message_topics.audience is 'Whether everybody at a school or families alone get them.';

comment on column private.message_topics.feature is 'The feature that a school needs for them; null for the core.';

comment on column private.message_topics.is_mailed is 'Whether those get mails who have chosen nothing.';

comment on column private.message_topics.label is 'An English sentence, translated where it is shown.';

comment on function public.choose_message(text, text, boolean) is 'Has messages of a topic sent to the caller by a channel, or not.';

comment on function public.message_choices() is 'What the caller has chosen: topics with a label and whether they are mailed, and quiet_hours with starts and ends, null without.';

comment on function public.set_quiet_hours(time without time zone, time without time zone) is 'The hours in which nothing of what the caller chooses is sent; null for none.';

comment on table private.message_choices is 'Only what differs from the topic''s own setting.';

comment on table private.message_topics is 'What messages are about, as people choose. Modules add theirs.';

comment on table private.notice_topics is 'The topic of notifications by the first word of their source. Those without one are in the product only.';

comment on table private.quiet_hours is 'In the time of the person''s school; they may lie over midnight.';

revoke all on function private.after_quiet_hours(uuid, timestamp with time zone) from public;

revoke all on function private.as_sentence(jsonb) from public;

revoke all on function private.chooses(uuid, text, text) from public;

revoke all on function private.forget_notice_mails() from public;

revoke all on function private.mail_kind(text, text, text, text, text) from public;

revoke all on function private.mail_notices() from public;

revoke all on function private.reason_against_notice_mail(public.mail_outbox) from public;

revoke all on function private.require_person() from public;

revoke all on function public.choose_message(text, text, boolean) from public;

grant execute on function public.choose_message(text, text, boolean) to authenticated;

grant execute on function public.choose_message(text, text, boolean) to service_role;

revoke all on function public.message_choices() from public;

grant execute on function public.message_choices() to authenticated;

grant execute on function public.message_choices() to service_role;

revoke all on function public.set_quiet_hours(time without time zone, time without time zone) from public;

grant execute on function public.set_quiet_hours(time without time zone, time without time zone) to authenticated;

grant execute on function public.set_quiet_hours(time without time zone, time without time zone) to service_role;

grant all on table private.message_choices to service_role;

grant all on table private.quiet_hours to service_role;

insert into private.message_topics select * from jsonb_populate_recordset(null::private.message_topics, '[
  {"label": "Absences", "place": 2, "topic": "absences", "feature": null, "audience": "family", "is_mailed": false},
  {"label": "Announcements of the school", "place": 1, "topic": "announcements", "feature": null, "audience": "school", "is_mailed": false},
  {"label": "Arrivals and departures at the gate", "place": 10, "topic": "gate", "feature": "addon:qr-attendance", "audience": "family", "is_mailed": true},
  {"label": "New assignments and marks", "place": 3, "topic": "work", "feature": null, "audience": "family", "is_mailed": false},
  {"label": "Records that the school shares", "place": 4, "topic": "records", "feature": null, "audience": "family", "is_mailed": false}]');

insert into private.notice_topics select * from jsonb_populate_recordset(null::private.notice_topics, '[
  {"kind": "absence", "topic": "absences"},
  {"kind": "announcement", "topic": "announcements"},
  {"kind": "assignment", "topic": "work"},
  {"kind": "mark", "topic": "work"},
  {"kind": "record", "topic": "records"}]');

insert into private.mail_kinds select * from jsonb_populate_recordset(null::private.mail_kinds, '[
  {"label": "Arrival at school", "payer": "school", "topic": "gate", "template": "gate-arrival", "withdrawal": "reason_against_gate_mail"},
  {"label": "Departure from school", "payer": "school", "topic": "gate", "template": "gate-departure", "withdrawal": "reason_against_gate_mail"},
  {"label": "Reminder to set up two-step sign-in", "payer": "school", "topic": null, "template": "two-factor-reminder", "withdrawal": "reason_against_two_factor_reminder"},
  {"label": null, "payer": "account", "topic": null, "template": "email-change", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "addon-ready", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "authenticator-reset", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "licence-ending", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "order-receipt", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "order-refund", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "order-surplus", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "price-change-withdrawn", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "price-change", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "school-closed", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "school-deleted", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "subscription-ending", "withdrawal": null},
  {"label": null, "payer": "platform", "topic": null, "template": "ticket-reply", "withdrawal": null},
  {"label": null, "payer": "school", "topic": "absences", "template": "notice-absences", "withdrawal": "reason_against_notice_mail"},
  {"label": null, "payer": "school", "topic": "announcements", "template": "notice-announcements", "withdrawal": "reason_against_notice_mail"},
  {"label": null, "payer": "school", "topic": "records", "template": "notice-records", "withdrawal": "reason_against_notice_mail"},
  {"label": null, "payer": "school", "topic": "work", "template": "notice-work", "withdrawal": "reason_against_notice_mail"},
  {"label": null, "payer": "school", "topic": null, "template": "fee-reminder", "withdrawal": null},
  {"label": null, "payer": "school", "topic": null, "template": "invitation", "withdrawal": null},
  {"label": null, "payer": "team", "topic": null, "template": "contact-message", "withdrawal": null},
  {"label": null, "payer": "team", "topic": null, "template": "demo-request", "withdrawal": null},
  {"label": null, "payer": "team", "topic": null, "template": "support-ticket", "withdrawal": null}]');
