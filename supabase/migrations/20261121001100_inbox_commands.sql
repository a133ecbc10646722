-- The forms' commands. Edge functions call them as service_role after checking the body; sender_key is a keyed hash of
-- the sender's network address, never the address itself.
create function private.limit_form(form text, sender_key text, email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if sender_key is not null then
    perform private.limit_rate(form || ' from ' || sender_key, 10, interval '1 hour');
  end if;
  perform private.limit_rate(form || ' by ' || lower(email), 5, interval '1 hour');
end
$$;

create function private.require_text(value text, longest integer, field text, words text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  text constant text := private.filled(value);
begin
  if text is null then
    raise exception using errcode = 'P0001', message = words, hint = 'form.required', detail = field;
  end if;
  if length(text) > longest then
    raise exception using errcode = 'P0001', message = format('Use at most %s characters.', longest), hint = 'form.too_long', detail = field;
  end if;
  return text;
end
$$;

create function private.require_email(value text, field text default 'email') returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.filled(value) is null or not private.is_email(btrim(value)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'form.invalid_email', detail = field;
  end if;
  return btrim(value);
end
$$;

create function private.team_address(field text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.setting('contact', field) #>> '{}', private.setting('contact', 'email') #>> '{}')
$$;

create function public.submit_demo_request(
  request_id uuid, name text, email text, institution text, role text, version text,
  phone text default null, message text default null, sender_key text default null)
returns table (id uuid, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.demo_requests;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.demo_requests d where d.request_id = submit_demo_request.request_id;
  if not found then
    perform private.require_email(submit_demo_request.email);
    perform private.limit_form('demo', sender_key, submit_demo_request.email);
    insert into public.demo_requests (request_id, name, email, phone, institution, role, version, message)
    values (
      submit_demo_request.request_id,
      private.require_text(submit_demo_request.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_demo_request.email), private.filled(submit_demo_request.phone),
      private.require_text(submit_demo_request.institution, 160, 'institution', 'Enter the name of your institution.'),
      submit_demo_request.role, submit_demo_request.version, private.filled(submit_demo_request.message))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - 'request_id' - 'handled_at' - 'handled_by';
  if private.team_address('salesEmail') is not null then
    mails := mails || private.queue_mail('demo-request/' || stored.id, 'demo-request', private.team_address('salesEmail'), details, stored.email);
  end if;
  mails := mails || private.queue_mail('demo-request-received/' || stored.id, 'demo-request-received', stored.email, details);
  return query select stored.id, mails;
end
$$;

create function public.submit_contact_message(
  request_id uuid, name text, email text, subject text, message text, sender_key text default null)
returns table (id uuid, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.contact_messages;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.contact_messages c where c.request_id = submit_contact_message.request_id;
  if not found then
    perform private.require_email(submit_contact_message.email);
    perform private.limit_form('contact', sender_key, submit_contact_message.email);
    insert into public.contact_messages (request_id, name, email, subject, message)
    values (
      submit_contact_message.request_id,
      private.require_text(submit_contact_message.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_contact_message.email),
      submit_contact_message.subject,
      private.require_text(submit_contact_message.message, 5000, 'message', 'Write your message.'))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - 'request_id' - 'handled_at' - 'handled_by';
  if private.team_address('email') is not null then
    mails := mails || private.queue_mail('contact-message/' || stored.id, 'contact-message', private.team_address('email'), details, stored.email);
  end if;
  mails := mails || private.queue_mail('contact-message-received/' || stored.id, 'contact-message-received', stored.email, details);
  return query select stored.id, mails;
end
$$;

create function private.next_ticket_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant integer := extract(year from now() at time zone 'Africa/Nairobi');
  next integer;
begin
  insert into private.ticket_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.ticket_counters.last + 1 returning last into next;
  return format('TK-%s-%s', this_year, lpad(next::text, greatest(6, length(next::text)), '0'));
end
$$;

create function public.submit_ticket(
  request_id uuid, sender_name text, sender_email text, subject text, support_type text, message text,
  priority public.ticket_priority default 'medium', user_id uuid default null, sender_key text default null)
returns table (id uuid, ticket_number text, mail_ids uuid[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.support_tickets;
  details jsonb;
  mails uuid[] := '{}';
begin
  select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  if not found then
    perform private.require_email(submit_ticket.sender_email, 'senderEmail');
    perform private.limit_form('support', sender_key, submit_ticket.sender_email);
    -- Two at once with one request id take turns, so that no ticket number is spent twice.
    perform pg_advisory_xact_lock(hashtextextended('ticket ' || submit_ticket.request_id::text, 0));
    select * into stored from public.support_tickets t where t.request_id = submit_ticket.request_id;
  end if;
  if stored.id is null then
    insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, priority, user_id, school_id)
    values (
      submit_ticket.request_id, private.next_ticket_number(),
      private.require_text(submit_ticket.sender_name, 120, 'senderName', 'Enter your full name.'),
      private.require_email(submit_ticket.sender_email, 'senderEmail'),
      private.require_text(submit_ticket.subject, 160, 'subject', 'Enter a subject.'),
      submit_ticket.support_type,
      private.require_text(submit_ticket.message, 5000, 'message', 'Write your message.'),
      coalesce(submit_ticket.priority, 'medium'), submit_ticket.user_id, (select school_id from public.users u where u.id = submit_ticket.user_id))
    returning * into stored;
  end if;
  details := to_jsonb(stored) - 'request_id';
  if private.team_address('supportEmail') is not null then
    mails := mails || private.queue_mail('support-ticket/' || stored.id, 'support-ticket', private.team_address('supportEmail'), details, stored.sender_email);
  end if;
  mails := mails || private.queue_mail('support-ticket-received/' || stored.id, 'support-ticket-received', stored.sender_email, details);
  return query select stored.id, stored.ticket_number, mails;
end
$$;

create function public.reply_to_ticket(ticket_id uuid, body text, is_internal boolean default false, status public.ticket_status default null)
returns public.ticket_replies
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require_super_admin();
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This ticket is no longer here.', hint = 'ticket.not_found';
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, auth.uid(),
    coalesce((select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = auth.uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, auth.uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
      private.team_address('supportEmail'));
  end if;
  return reply;
end
$$;

create function private.date_ticket() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.closed_at := case when new.status in ('resolved', 'closed') then coalesce(old.closed_at, now()) end;
  return new;
end
$$;
create trigger date_status before update of status on public.support_tickets for each row execute function private.date_ticket();
create trigger audit after update on public.support_tickets for each row execute function private.audit();

grant execute on function public.submit_demo_request(uuid, text, text, text, text, text, text, text, text),
  public.submit_contact_message(uuid, text, text, text, text, text),
  public.submit_ticket(uuid, text, text, text, text, text, public.ticket_priority, uuid, text) to service_role;
grant execute on function public.reply_to_ticket(uuid, text, boolean, public.ticket_status) to authenticated;
