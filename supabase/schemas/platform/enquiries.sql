create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  institution text not null check (length(btrim(institution)) between 1 and 160),
  role text not null check (role in ('Administrator', 'Principal/Director', 'IT Manager', 'Teacher/Faculty',
    'Administrative Staff', 'Other')),
  version text not null check (version in ('SaaS', 'Standalone', 'Both')),
  message text check (length(message) <= 5000),
  language text check (language in ('en', 'sw')),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index demo_requests_created_idx on public.demo_requests (created_at desc);

alter table public.demo_requests enable row level security;
grant select, delete on public.demo_requests to authenticated;

create policy "Super admins read demo requests" on public.demo_requests for select to authenticated
  using ((select private.may('ticket:answer')));
create policy "Super admins delete demo requests" on public.demo_requests for delete to authenticated
  using ((select private.may('ticket:answer')));

create trigger require_flag before insert on public.demo_requests for each row
  execute function private.require_flag('demo_requests');

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null unique,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  subject text not null check (subject in ('General Inquiry', 'Sales Question', 'Technical Support', 'Partnership',
    'Other')),
  message text not null check (length(btrim(message)) between 1 and 5000),
  language text check (language in ('en', 'sw')),
  handled_at timestamptz,
  handled_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index contact_messages_created_idx on public.contact_messages (created_at desc);

alter table public.contact_messages enable row level security;
grant select, delete on public.contact_messages to authenticated;

create policy "Super admins read messages" on public.contact_messages for select to authenticated
  using ((select private.may('ticket:answer')));
create policy "Super admins delete messages" on public.contact_messages for delete to authenticated
  using ((select private.may('ticket:answer')));

create function public.submit_demo_request(
  request_id uuid, name text, email text, institution text, role text, version text,
  phone text default null, message text default null,
    sender_key text default null, language text default null) returns table (id uuid, mail_ids uuid[])
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
    perform private.limit_form_requests('demo', sender_key, submit_demo_request.email);
    insert into public.demo_requests (request_id, name, email, phone, institution, role, version, message, language)
    values (
      submit_demo_request.request_id,
      private.require_text(submit_demo_request.name, 120, 'name', 'Enter your full name.'),
      private.require_email(submit_demo_request.email), private.null_if_blank(submit_demo_request.phone),
      private.require_text(submit_demo_request.institution, 160, 'institution', 'Enter the name of your institution.'),
      submit_demo_request.role, submit_demo_request.version, private.null_if_blank(submit_demo_request.message),
        private.known_language(submit_demo_request.language))
    on conflict (request_id) do update set request_id = excluded.request_id
    returning * into stored;
  end if;
  details := to_jsonb(stored) - array['request_id', 'handled_at', 'handled_by', 'language'];
  if private.team_email('salesEmail') is not null then
    mails := mails || private.queue_mail('demo-request/' || stored.id, 'demo-request', private.team_email('salesEmail'),
      details, stored.email);
  end if;
  mails := array_remove(mails || private.queue_mail('demo-request-received/' || stored.id,
    'demo-request-received', stored.email, details, null, stored.language), null);
  return query select stored.id, mails;
end
$$;

create function public.submit_contact_message(
  request_id uuid, name text, email text, subject text, message text,
    sender_key text default null, language text default null) returns table (id uuid, mail_ids uuid[])
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
    mails := mails || private.queue_mail('contact-message/' || stored.id,
      'contact-message', private.team_email('email'), details, stored.email);
  end if;
  mails := array_remove(mails || private.queue_mail('contact-message-received/' || stored.id,
    'contact-message-received', stored.email, details, null, stored.language), null);
  return query select stored.id, mails;
end
$$;
