-- A ticket says which versions of the site's parts ran together where it was written.
alter table public.support_tickets add column versions jsonb
  check (versions is null or (jsonb_typeof(versions) = 'object' and pg_column_size(versions) < 4096));
comment on column public.support_tickets.versions is 'Version by part (shell, mfe-…) in the tab the ticket was sent from.';

drop function public.submit_ticket(uuid, text, text, text, text, text, public.ticket_priority, uuid, text);
create function public.submit_ticket(
  request_id uuid, sender_name text, sender_email text, subject text, support_type text, message text,
  priority public.ticket_priority default 'medium', user_id uuid default null, sender_key text default null, versions jsonb default null)
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
    insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, priority, user_id, school_id, versions)
    values (
      submit_ticket.request_id, private.next_ticket_number(),
      private.require_text(submit_ticket.sender_name, 120, 'senderName', 'Enter your full name.'),
      private.require_email(submit_ticket.sender_email, 'senderEmail'),
      private.require_text(submit_ticket.subject, 160, 'subject', 'Enter a subject.'),
      submit_ticket.support_type,
      private.require_text(submit_ticket.message, 5000, 'message', 'Write your message.'),
      coalesce(submit_ticket.priority, 'medium'), submit_ticket.user_id, (select school_id from public.users u where u.id = submit_ticket.user_id), submit_ticket.versions)
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'versions'];
  if private.team_address('supportEmail') is not null then
    mails := mails || private.queue_mail('support-ticket/' || stored.id, 'support-ticket', private.team_address('supportEmail'), details, stored.sender_email);
  end if;
  mails := mails || private.queue_mail('support-ticket-received/' || stored.id, 'support-ticket-received', stored.sender_email, details);
  return query select stored.id, stored.ticket_number, mails;
end
$$;
revoke execute on function public.submit_ticket(uuid, text, text, text, text, text, public.ticket_priority, uuid, text, jsonb) from public;
grant execute on function public.submit_ticket(uuid, text, text, text, text, text, public.ticket_priority, uuid, text, jsonb) to service_role;
