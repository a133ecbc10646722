-- Outgoing mails: written in the transaction that causes them, sent afterwards, retried, never sent twice.
create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique check (length(idempotency_key) <= 256),
  template text not null check (template ~ '^[a-z][a-z-]{1,60}$'),
  to_address text not null check (private.is_email(to_address)),
  reply_to text check (private.is_email(reply_to)),
  language text not null default 'en' check (language in ('en', 'sw')),
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'withdrawn')),
  attempts integer not null default 0,
  interrupted integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  provider_id text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table public.mail_outbox is 'template, data and language are what the sender renders.
failed means given up after the last attempt,
withdrawn that it was not true any more when it was to be sent; last_error says why.';

comment on column public.mail_outbox.interrupted is 'How many attempts ended without an answer from a server that '
  'knows no keys: the mail has perhaps been sent that often before.';

create index mail_outbox_due_idx on public.mail_outbox (next_attempt_at) where status in ('queued', 'sending');
create index mail_outbox_created_idx on public.mail_outbox (created_at desc);
-- A mail about a child has the child's id there: <template>/<student>/...
create index mail_outbox_subject_idx on public.mail_outbox (split_part(idempotency_key, '/', 2));
create index mail_outbox_order_idx on public.mail_outbox ((data ->> 'order_id'), created_at desc)
  where template like 'order-%';

alter table public.mail_outbox enable row level security;
select private.tell_changes('public.mail_outbox', '{platform}');
-- Whether a mail went out, and never to whom or what it says: mails are copies of orders, of fees, of children at the
-- gate.
grant select (id, idempotency_key, template, language, status, attempts, interrupted, next_attempt_at, created_at,
  sent_at)
  on public.mail_outbox to authenticated;

create policy "Super admins see whether mails went out" on public.mail_outbox for select to authenticated
  using ((select private.may('platform:read')));

create trigger notify_fee_reminder after insert on public.mail_outbox for each row
  when (new.template = 'fee-reminder' and new.idempotency_key ~ '^fee-reminder/[0-9a-f-]{36}/')
    execute function private.notify_fee_reminder();

-- Queues a mail and returns its id, or null where the budget of who causes it is used up or the person does not want
-- mails of its topic. It waits for the end of their quiet hours. The school that causes it,
-- and may have written what it says, is the given one or the caller's; a super admin's own school has no part in the
-- platform's mails. A key is used once: repeating it queues nothing. The language that the recipient's account chose
-- comes before the given one, in which the recipient wrote to us or ordered.
create function private.queue_mail(key text, template text, recipient text, data jsonb, reply_to text default null,
  language text default null, school uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
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
  if person is not null and not private.takes_mail(person, topic,
    private.key_subject(queue_mail.key)) then
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
$$;

-- The row that a mail is about, by its key: <template>/<id>/...; null where that is no id.
create function private.key_subject(key text) returns uuid
language sql immutable set search_path = '' as $$
  select case when s.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.id::uuid end
  from (select split_part(key_subject.key, '/', 2) as id) s
$$;

create function private.mail_subject(mail public.mail_outbox) returns uuid
language sql immutable set search_path = '' as $$ select private.key_subject(mail.idempotency_key) $$;

-- The data of a mail whose words its SQL says, so that no template has to know of it: each is what private.say makes,
-- or null for none. The link is a path of the product.
create function private.said_mail(subject jsonb, title jsonb, texts jsonb[], link_label jsonb default null,
  link text default null)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('subject', subject, 'title', title, 'texts', array_remove(texts, null),
    'link', case when link is not null then jsonb_build_object('label', link_label, 'path', link) end))
$$;

-- Why a queued mail is not true any more: it waited for a server that was down or for its turn, and what it says was
-- settled by now. Null where it may go.
create function private.withdrawal_of(mail public.mail_outbox) returns text
language plpgsql stable security definer set search_path = '' as $$
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
          and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null
            and n.started_on > s.ends_on))
        then 'The subscription does not end then any more.' end;
    when 'licence-ending' then
      return case when not exists (select from public.licences l where l.id = subject
        and l.valid_until = (mail.data ->> 'ends_on')::date
          and private.is_last_licence(l)) then 'The licence does not end then any more.' end;
    when 'school-closed' then
      return case when not exists (select from public.school_exits e where e.id = subject and e.returned_at is null
        and not private.is_running(e.school_id)) then 'The school has returned.' end;
    when 'price-change' then
      return case when exists (select from public.price_changes c where c.id = subject and c.cancelled_at is not null)
        then 'The price change was withdrawn.' end;
    when 'order-proforma' then
      return case when not exists (select from public.orders o where o.id = subject and o.status <> 'cancelled'
        and o.paid_at is null)
        then 'The order is cancelled or paid.' end;
    when 'addon-ready' then
      return case when not exists (select from public.addons a where a.id = subject and a.is_active and a.is_ready)
        then 'The add-on is not on sale.' end;
    when 'fee-reminder' then
      return case
        when private.students_balance_due(array[subject]) <= 0 then 'Nothing is to pay any more.'
        when not private.may_mail_family(subject, mail.to_address)
          then 'The guardian is not to be mailed any more.' end;
    else
      select k.withdrawal into settled_by from private.mail_kinds k where k.template = mail.template;
      if settled_by is not null then
        execute format('select private.%I($1)', settled_by) into reason using mail;
      end if;
      return reason;
  end case;
end
$$;

create function public.claim_mails(max_mails integer default 10, has_keys boolean default false)
  returns setof public.mail_outbox
language plpgsql security definer set search_path = '' as $$
declare
  mail public.mail_outbox;
  withdrawal text;
begin
  for mail in
    select * from public.mail_outbox m where m.status in ('queued', 'sending') and m.next_attempt_at <= now()
    order by m.next_attempt_at limit least(greatest(max_mails, 1), 100) for update skip locked
  loop
    withdrawal := private.withdrawal_of(mail);
    if withdrawal is not null then
      update public.mail_outbox m set status = 'withdrawn', last_error = withdrawal where m.id = mail.id;
    else
      return query update public.mail_outbox m set status = 'sending', attempts = m.attempts + 1,
        next_attempt_at = now() + interval '2 minutes',
        interrupted = m.interrupted + case when mail.status = 'sending' and not has_keys then 1 else 0 end
        where m.id = mail.id returning m.*;
    end if;
  end loop;
end
$$;
comment on function public.claim_mails(integer, boolean) is
  'Claims due mails for two minutes. Mails of a sender that stops are sent by the next one, with the same '
    'idempotency key.';

create function public.mail_sent(mail_id uuid, provider_id text default null) returns void
language sql security definer set search_path = '' as $$
  update public.mail_outbox set status = 'sent', sent_at = now(), last_error = null, provider_id = mail_sent.provider_id
  where id = mail_id and status <> 'sent'
$$;

create function public.mail_failed(mail_id uuid, error text, is_final boolean default false) returns void
language sql security definer set search_path = '' as $$
  update public.mail_outbox set
    status = case when is_final or attempts >= 10 then 'failed' else 'queued' end,
    last_error = left(error, 1000),
    next_attempt_at = now() + least(interval '6 hours', interval '30 seconds' * power(2, least(attempts, 12)))
  where id = mail_id and status = 'sending'
$$;

create function public.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where id = mail_id
    and status = 'failed';
  if not found then
    perform private.refuse('mail.not_failed', 'Only a mail that was given up can be sent again.', errcode => 'PT409');
  end if;
end
$$;
comment on function public.retry_mail(uuid) is 'Has a mail that was given up sent again; it still goes out once.';
grant execute on function public.retry_mail(uuid) to authenticated;

create function public.retry_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retried integer;
begin
  perform private.require('mail:retry');
  update public.mail_outbox set status = 'queued', attempts = 0, next_attempt_at = now() where status = 'failed';
  get diagnostics retried = row_count;
  return retried;
end
$$;
comment on function public.retry_mails() is 'Has mails that were given up sent again; each still goes out once.';
grant execute on function public.retry_mails() to authenticated;

create function private.team_email(field text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(private.setting('contact', field) #>> '{}', private.setting('contact', 'email') #>> '{}')
$$;

-- Placeholders in double braces that each order mail replaces.
create function private.mail_placeholders(mail text) returns text[]
language sql immutable set search_path = '' as $$
  select array['customer', 'institution', 'order', 'total'] || case mail
    when 'proforma' then array['reference', 'days']
    when 'receipt' then array['receipt', 'day']
    when 'refund' then array['amount', 'receipt', 'reason']
    else array[]::text[] end
$$;
