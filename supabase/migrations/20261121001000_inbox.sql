-- What visitors send: demo requests, contact messages, support tickets.
create type public.ticket_priority as enum ('low', 'medium', 'high', 'urgent');
create type public.ticket_status as enum ('open', 'in_progress', 'waiting', 'resolved', 'closed');

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  role text not null check (role in ('Administrator', 'Principal/Director', 'IT Manager', 'Teacher/Faculty', 'Administrative Staff', 'Other')),
  version text not null check (version in ('SaaS', 'Standalone', 'Both')),
  message text check (length(message) <= 5000),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index demo_requests_created_idx on public.demo_requests (created_at desc);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  subject text not null check (subject in ('General Inquiry', 'Sales Question', 'Technical Support', 'Partnership', 'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on public.contact_messages (created_at desc);

create table private.ticket_counters (year integer primary key, last integer not null);
alter table private.ticket_counters enable row level security;

create table public.support_tickets (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  ticket_number text not null unique,
  sender_name text not null check (length(btrim(sender_name)) between 1 and 120),
  sender_email text not null check (private.is_email(sender_email)),
  subject text not null check (length(btrim(subject)) between 1 and 160),
  support_type text not null check (support_type in ('Technical Issue', 'Billing Question', 'Feature Request', 'Bug Report', 'Account Access', 'Training Support', 'General Inquiry', 'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  priority public.ticket_priority not null default 'medium',
  status public.ticket_status not null default 'open',
  user_id uuid references public.users (id) on delete set null,
  school_id uuid references public.schools (id) on delete set null,
  assigned_to uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_reply_at timestamptz,
  closed_at timestamptz
);
comment on table public.support_tickets is 'Tickets of both support forms.';
create index support_tickets_status_idx on public.support_tickets (status, created_at desc);
create index support_tickets_user_idx on public.support_tickets (user_id);
create index support_tickets_assigned_idx on public.support_tickets (assigned_to);
create index support_tickets_school_idx on public.support_tickets (school_id);

create table public.ticket_replies (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets (id) on delete cascade,
  author_id uuid references public.users (id) on delete set null,
  author_name text not null,
  body text not null check (length(btrim(body)) between 1 and 5000),
  is_internal boolean not null default false,
  created_at timestamptz not null default now()
);
comment on column public.ticket_replies.is_internal is 'A note among super admins; never mailed nor shown to the sender.';
create index ticket_replies_ticket_idx on public.ticket_replies (ticket_id, created_at);

create trigger touch before update on public.support_tickets for each row execute function private.touch_updated_at();
alter table public.demo_requests enable row level security;
alter table public.contact_messages enable row level security;
alter table public.support_tickets enable row level security;
alter table public.ticket_replies enable row level security;
grant select on public.demo_requests, public.contact_messages, public.support_tickets, public.ticket_replies to authenticated;
grant update (handled_at, handled_by) on public.demo_requests, public.contact_messages to authenticated;
grant delete on public.demo_requests, public.contact_messages to authenticated;
grant update (priority, status, assigned_to) on public.support_tickets to authenticated;
create policy "Super admins read demo requests" on public.demo_requests for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins handle demo requests" on public.demo_requests for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete demo requests" on public.demo_requests for delete to authenticated using ((select private.is_super_admin()));
create policy "Super admins read messages" on public.contact_messages for select to authenticated using ((select private.is_super_admin()));
create policy "Super admins handle messages" on public.contact_messages for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins delete messages" on public.contact_messages for delete to authenticated using ((select private.is_super_admin()));
create policy "Super admins see every ticket, people their own" on public.support_tickets for select to authenticated
  using ((select private.is_super_admin()) or user_id = (select auth.uid()));
create policy "Super admins work on tickets" on public.support_tickets for update to authenticated using ((select private.is_super_admin())) with check ((select private.is_super_admin()));
create policy "Super admins see every reply, senders those to them" on public.ticket_replies for select to authenticated
  using ((select private.is_super_admin()) or (not is_internal and ticket_id in (select id from public.support_tickets where user_id = (select auth.uid()))));
