set check_function_bodies = off;

create or replace function private.forget_sign_in_mail()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.data := new.data - 'html' - 'text';
  return new;
end
$function$;

create or replace function private.reason_against_sign_in_mail (
  mail public.mail_outbox
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select case when not mail.data ? 'html' then 'What it said was not kept.'
    when split_part(mail.idempotency_key, '/', 3) in ('invite', 'recovery', 'confirmation', 'magic_link',
      'email_change', 'reauthentication') and mail.created_at < now() - interval '55 minutes'
      then 'Its link has expired.' end
$function$;

create or replace function public.queue_sign_in_mail (
  mail_kind text,
  recipient text,
  subject   text,
  html      text,
  plain     text,
  language  text default 'en'::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

revoke all on function public.queue_sign_in_mail(text, text, text, text, text, text) from service_role;

create trigger forget_sign_in_mail
  before update of status on public.mail_outbox
  for each row
  when (((new.template = 'sign-in'::text) AND (new.status = ANY (ARRAY['sent'::text, 'failed'::text, 'withdrawn'::text]))))
  execute function private.forget_sign_in_mail();

comment on function public.queue_sign_in_mail(text, text, text, text, text, text) is 'Queues a mail that Auth has made; returns its id, or null where the recipient had too many of them today.';

revoke all on function private.forget_sign_in_mail() from public;

revoke all on function private.reason_against_sign_in_mail(public.mail_outbox) from public;

revoke all on function public.queue_sign_in_mail(text, text, text, text, text, text) from public;

grant execute on function public.queue_sign_in_mail(text, text, text, text, text, text) to supabase_auth_admin;

insert into private.mail_kinds select * from jsonb_populate_recordset(null::private.mail_kinds, '[
  {"label": null, "payer": "account", "topic": null, "template": "sign-in", "withdrawal": "reason_against_sign_in_mail"}]');
