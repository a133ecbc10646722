-- Replies by mail: each ticket has an address of its own, and what its sender writes there is in the ticket.

-- What stands for the ticket in its address: its number, and a signature that nobody can make who was not written to.
create function private.ticket_address_tag(ticket public.support_tickets) returns text
language sql stable security definer set search_path = '' as $$
  select lower(ticket.ticket_number) || '-' || left(encode(extensions.hmac('ticket ' || ticket.id, s.secret::text,
    'sha256'), 'hex'), 20) from private.change_secret s
$$;

create function public.receive_ticket_mail(tag text, sender text, body text, mail_id text) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.receive_ticket_mail(text, text, text, text) is
  'Puts a mail into the ticket at whose address it arrived, once for each mail_id, and opens the ticket again; returns '
    'the reply. Refuses an address that belongs to no ticket and a sender who did not open it.';
revoke execute on function public.receive_ticket_mail(text, text, text, text) from public, anon, authenticated;
grant execute on function public.receive_ticket_mail(text, text, text, text) to service_role;
