create type public.ticket_priority as enum ('low', 'medium', 'high', 'urgent');

create type public.ticket_status as enum ('open', 'in_progress', 'waiting', 'resolved', 'closed');

create table public.support_tickets (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  ticket_number text not null unique,
  sender_name text not null check (length(btrim(sender_name)) between 1 and 120),
  sender_email text not null check (private.is_email(sender_email)),
  subject text not null check (length(btrim(subject)) between 1 and 160),
  support_type text not null check (support_type in ('Technical Issue', 'Billing Question', 'Feature Request',
    'Bug Report', 'Account Access', 'Training Support', 'General Inquiry', 'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  language text check (language in ('en', 'sw')),
  priority public.ticket_priority not null default 'medium',
  status public.ticket_status not null default 'open',
  user_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  assigned_to uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_reply_at timestamptz,
  closed_at timestamptz,
  search_text text generated always as (private.fold_text(ticket_number || ' ' || subject || ' ' || sender_name || ' '
    || sender_email)) stored,
  versions jsonb
    check (versions is null or (jsonb_typeof(versions) = 'object' and pg_column_size(versions) < 4096))
);
comment on table public.support_tickets is 'Tickets of both support forms.';
comment on column public.support_tickets.versions
  is 'Version by part (shell, mfe-…) in the tab the ticket was sent from.';

create index support_tickets_status_idx on public.support_tickets (status, created_at desc);
create index support_tickets_created_idx on public.support_tickets (created_at desc, id);
create index support_tickets_user_idx on public.support_tickets (user_id);
create index support_tickets_assigned_idx on public.support_tickets (assigned_to);
create index support_tickets_school_idx on public.support_tickets (school_id);

select private.school_table('public.support_tickets', needs_subscription => false, audit => true, verbs => '{update}',
  live => '{platform}');
grant select, update (priority, status, assigned_to) on public.support_tickets to authenticated;

create policy "Super admins see every ticket, people their own" on public.support_tickets for select to authenticated
  using (user_id = (select private.signed_in_uid()) or id >= (select private.first_id())
    and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');
create policy "Super admins work on tickets" on public.support_tickets for update to authenticated
  using ((select private.may('ticket:answer'))) with check ((select private.may('ticket:answer')));

create trigger touch before update on public.support_tickets for each row execute function private.touch_updated_at();
create trigger require_flag before insert on public.support_tickets for each row
  execute function private.require_flag('support_tickets');

create table public.ticket_replies (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets (id) on delete cascade,
  author_id uuid references public.users (id) on delete set null,
  author_name text not null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  is_internal boolean not null default false,
  created_at timestamptz not null default now(),
  mail_id text unique check (length(mail_id) <= 300)
);
comment on column public.ticket_replies.mail_id is 'Of one that came by mail: the message, which is taken once.';
comment on column public.ticket_replies.is_internal
  is 'A note among super admins; never mailed nor shown to the sender.';

create index ticket_replies_ticket_idx on public.ticket_replies (ticket_id, created_at);

select private.school_table('public.ticket_replies', needs_subscription => false);
grant select on public.ticket_replies to authenticated;

create policy "Super admins see every reply, senders those to them" on public.ticket_replies for select to authenticated
  using ((select private.may('ticket:answer'))
    or (not is_internal and ticket_id in (select id from public.support_tickets
    where user_id = (select private.signed_in_uid()))));

create table private.ticket_counters (
  year integer primary key,
  last integer not null
);

alter table private.ticket_counters enable row level security;

create function private.next_ticket_number() returns text
language plpgsql security definer set search_path = '' as $$
declare
  this_year constant integer := extract(year from private.today());
  next integer;
begin
  insert into private.ticket_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.ticket_counters.last + 1 returning last into next;
  return format('TK-%s-%s', this_year, lpad(next::text, greatest(6, length(next::text)), '0'));
end
$$;

create function public.submit_ticket(
  request_id uuid, sender_name text, sender_email text, subject text, support_type text, message text,
  priority public.ticket_priority default 'medium', user_id uuid default null, sender_key text default null,
    versions jsonb default null, language text default null) returns table (id uuid, ticket_number text,
    mail_ids uuid[])
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
$$;

create function public.reply_to_ticket(ticket_id uuid, body text, is_internal boolean default false,
  status public.ticket_status default null) returns public.ticket_replies
language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function public.reply_to_ticket(uuid, text, boolean, public.ticket_status) to authenticated;

-- Notifies a signed-in sender of replies; internal notes notify nobody.
create function private.notify_ticket_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets where id = new.ticket_id;
  if ticket.user_id is not null and ticket.user_id is distinct from new.author_id then
    perform private.notify(array[ticket.user_id], 'ticket-reply/' || new.id, 
      private.say('Answer to {ticket}: {subject}',
        jsonb_build_object('ticket', ticket.ticket_number, 'subject', ticket.subject)),
      to_jsonb(new.body));
  end if;
  return null;
end
$$;
create trigger notify_ticket_reply after insert on public.ticket_replies for each row
  when (not new.is_internal) execute function private.notify_ticket_reply();

create function private.set_ticket_closed_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.closed_at := case when new.status in ('resolved', 'closed') then coalesce(old.closed_at, now()) end;
  return new;
end
$$;
create trigger date_status before update of status on public.support_tickets for each row
  execute function private.set_ticket_closed_at();
