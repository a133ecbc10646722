set check_function_bodies = off;

alter table public.ticket_replies
  add column mail_id text;

create or replace function private.ticket_address_tag (
  ticket public.support_tickets
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select lower(ticket.ticket_number) || '-' || left(encode(extensions.hmac('ticket ' || ticket.id, s.secret::text,
    'sha256'), 'hex'), 20) from private.change_secret s
$function$;

create or replace function public.receive_ticket_mail (
  tag     text,
  sender  text,
  body    text,
  mail_id text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  words constant text := btrim(receive_ticket_mail.body);
  added uuid;
begin
  select * into ticket from public.support_tickets t
  where t.ticket_number = upper(regexp_replace(receive_ticket_mail.tag, '-[^-]*$', '')) for update;
  if ticket.id is null or private.ticket_address_tag(ticket) is distinct from lower(receive_ticket_mail.tag) then
    perform private.refuse('ticket.unknown_address',
      'This address belongs to no request. Write to us by the form under Support.');
  end if;
  if lower(btrim(receive_ticket_mail.sender)) not in (lower(ticket.sender_email),
    coalesce((select lower(u.email) from public.users u where u.id = ticket.user_id), '')) then
    perform private.refuse('ticket.unknown_sender',
      'This request was sent from another address. Answer from that one, or send a new request under Support.');
  end if;
  select r.id into added from public.ticket_replies r where r.mail_id = receive_ticket_mail.mail_id;
  if added is not null then
    return added;
  end if;
  if coalesce(words, '') = '' then
    perform private.refuse('ticket.empty_mail', 'The email has no words of its own above what it quotes.');
  end if;
  perform private.limit_rate('mails to ticket ' || ticket.id, 20, interval '1 hour');
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, mail_id)
  values (ticket.id, ticket.user_id, ticket.sender_name,
    case when length(words) > 5000 then left(words, 4999) || '…' else words end, receive_ticket_mail.mail_id)
  returning id into added;
  update public.support_tickets t set status = 'open' where t.id = ticket.id;
  if ticket.assigned_to is not null then
    perform private.notify(array[ticket.assigned_to], 'ticket-answer/' || added,
      private.say('{sender} answered {ticket}: {subject}', jsonb_build_object('sender', ticket.sender_name,
        'ticket', ticket.ticket_number, 'subject', ticket.subject)),
      to_jsonb(left(words, 500)), '/dashboard/support?ticket=' || ticket.id);
  end if;
  if private.team_email('supportEmail') is not null then
    perform private.queue_mail('ticket-answer/' || added, 'ticket-answer', private.team_email('supportEmail'),
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name',
        ticket.sender_name, 'sender_email', ticket.sender_email, 'body', left(words, 5000), 'ticket_id', ticket.id));
  end if;
  return added;
end
$function$;

create or replace function public.reply_to_ticket (
  ticket_id   uuid,
  body        text,
  is_internal boolean              default false,
  status      public.ticket_status default null::public.ticket_status
)
  returns public.ticket_replies
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require('ticket:answer');
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    perform private.refuse('ticket.not_found', 'This ticket is no longer here.', errcode => 'P0002');
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, private.signed_in_uid(),
    coalesce((select u.full_name from public.users u
      where u.id = private.signed_in_uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, private.signed_in_uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject,
        'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name,
        'reply_tag', private.ticket_address_tag(ticket)),
      private.team_email('supportEmail'), ticket.language);
  end if;
  return reply;
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
    insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type,
      message, priority, user_id, school_id, versions, language)
    values (
      submit_ticket.request_id, private.next_ticket_number(),
      private.require_text(submit_ticket.sender_name, 120, 'senderName', 'Enter your full name.'),
      private.require_email(submit_ticket.sender_email, 'senderEmail'),
      private.require_text(submit_ticket.subject, 160, 'subject', 'Enter a subject.'),
      submit_ticket.support_type,
      private.require_text(submit_ticket.message, 5000, 'message', 'Write your message.'),
      coalesce(submit_ticket.priority, 'medium'), submit_ticket.user_id,
        (select school_id from public.users u where u.id = submit_ticket.user_id), submit_ticket.versions,
        private.known_language(submit_ticket.language))
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'versions', 'language']
    || jsonb_build_object('reply_tag', private.ticket_address_tag(stored));
  mails := mails || private.queue_mail('support-ticket-received/' || stored.id,
    'support-ticket-received', stored.sender_email, details, null, stored.language, stored.school_id);
  if private.team_email('supportEmail') is not null then
    mails := mails || private.queue_mail('support-ticket/' || stored.id,
      'support-ticket', private.team_email('supportEmail'), details, stored.sender_email);
  end if;
  return query select stored.id, stored.ticket_number, mails;
end
$function$;

alter table public.ticket_replies
  add constraint ticket_replies_mail_id_check check ((length(mail_id) <= 300));

alter table public.ticket_replies
  add constraint ticket_replies_mail_id_key unique (mail_id);

comment on column public.ticket_replies.mail_id is 'Of one that came by mail: the message, which is taken once.';

comment on function public.receive_ticket_mail(text, text, text, text) is 'Puts a mail into the ticket at whose address it arrived, once for each mail_id, and opens the ticket again; returns the reply. Refuses an address that belongs to no ticket and a sender who did not open it.';

revoke all on function private.ticket_address_tag(public.support_tickets) from public;

revoke all on function public.receive_ticket_mail(text, text, text, text) from public;

grant execute on function public.receive_ticket_mail(text, text, text, text) to service_role;

insert into private.mail_kinds select * from jsonb_populate_recordset(null::private.mail_kinds, '[
  {"label": null, "payer": "team", "topic": null, "template": "ticket-answer", "withdrawal": null}]');
