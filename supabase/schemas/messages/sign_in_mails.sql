-- What Auth mails where it runs with the product: links to open an account, to choose a password, to change an address,
-- and news of what changed. They wait, are tried again and are counted with all other mails. Elsewhere Auth sends them.
insert into private.mail_kinds (template, payer, withdrawal)
values ('sign-in', 'account', 'reason_against_sign_in_mail');

-- Invitations and changes of address are within a budget before Auth is asked; of what is left, a person gets as many
-- as of mails that strangers cause. Null where that is used up: Auth says nothing of it, so that nobody learns who has
-- an account.
create function public.queue_sign_in_mail(mail_kind text, recipient text, subject text, html text, plain text,
  language text default 'en') returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  queued uuid;
begin
  if queue_sign_in_mail.mail_kind in ('recovery', 'magic_link', 'confirmation', 'reauthentication')
    and not private.spend_mail('sign-in to ' || md5(lower(queue_sign_in_mail.recipient)),
      private.mail_limit('recipientDaily')) then
    return null;
  end if;
  insert into public.mail_outbox (idempotency_key, template, to_address, language, data)
  values ('sign-in/' || gen_random_uuid() || '/' || queue_sign_in_mail.mail_kind, 'sign-in',
    queue_sign_in_mail.recipient, coalesce(private.known_language(queue_sign_in_mail.language), 'en'),
    jsonb_build_object('subject', queue_sign_in_mail.subject, 'html', queue_sign_in_mail.html,
      'text', queue_sign_in_mail.plain))
  returning id into queued;
  return queued;
end
$$;
comment on function public.queue_sign_in_mail(text, text, text, text, text, text) is
  'Queues a mail that Auth has made; returns its id, or null where the recipient had too many of them today.';
revoke execute on function public.queue_sign_in_mail(text, text, text, text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.queue_sign_in_mail(text, text, text, text, text, text) to supabase_auth_admin;

-- A link works for an hour, and a mail that is retried once it was given up has no words any more.
create function private.reason_against_sign_in_mail(mail public.mail_outbox) returns text
language sql stable set search_path = '' as $$
  select case when not mail.data ? 'html' then 'What it said was not kept.'
    when split_part(mail.idempotency_key, '/', 3) in ('invite', 'recovery', 'confirmation', 'magic_link',
      'email_change', 'reauthentication') and mail.created_at < now() - interval '55 minutes'
      then 'Its link has expired.' end
$$;

-- Anyone who reads such a mail can sign in with it: its words are kept no longer than it waits.
create function private.forget_sign_in_mail() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := new.data - 'html' - 'text';
  return new;
end
$$;
create trigger forget_sign_in_mail before update of status on public.mail_outbox for each row
  when (new.template = 'sign-in' and new.status in ('sent', 'failed', 'withdrawn'))
  execute function private.forget_sign_in_mail();
