-- How many mails may leave in a day. Who pays for a mail follows from its template: the school that causes it, the
-- network that a form was sent from, or the platform, whose receipts and notices are no school's doing and wait for the
-- next day instead of being refused. So does what a form tells our own team.

create table private.mail_spending (
  subject text not null,
  day date not null,
  sent integer not null default 0,
  refused integer not null default 0,
  primary key (subject, day)
);
comment on table private.mail_spending
  is 'Mails by day of a school, a network, or a recipient; an address is kept as a hash only.';

alter table private.mail_spending enable row level security;

create function private.mail_limit(name text) returns integer
language sql stable security definer
  set search_path = '' as $$ select coalesce((private.setting('mail_budget', name))::integer, 0) $$;

create table private.mail_kinds (
  template text primary key check (template ~ '^[a-z][a-z-]{1,60}$'),
  payer text not null check (payer in ('school', 'account', 'team', 'platform')),
  withdrawal text,
  label text check (length(btrim(label)) between 1 and 80),
  topic text
);
comment on table private.mail_kinds is
  'Who pays for each kind of mail. One that has no row has the budget of strangers, the strictest.';
comment on column private.mail_kinds.withdrawal is
  'The function in private that says of a waiting mail why it is no longer true; it answers null where it may go.';
comment on column private.mail_kinds.label is 'What people call it; null where the screens have a label of their own.';

comment on column private.mail_kinds.topic is
  'The topic by which people with an account choose it; null for one that is sent whatever they choose.';

alter table private.mail_kinds enable row level security;
revoke all on private.mail_kinds from service_role;

insert into private.mail_kinds (template, payer, withdrawal) values
  ('fee-reminder', 'school', null),
  ('invitation', 'school', null),
  ('email-change', 'account', null),
  ('demo-request', 'team', null),
  ('contact-message', 'team', null),
  ('support-ticket', 'team', null),
  ('ticket-answer', 'team', null),
  ('ticket-reply', 'platform', null),
  ('authenticator-reset', 'platform', null),
  ('order-receipt', 'platform', null),
  ('order-refund', 'platform', null),
  ('order-surplus', 'platform', null),
  ('addon-ready', 'platform', null),
  ('subscription-ending', 'platform', null),
  ('licence-ending', 'platform', null),
  ('school-closed', 'platform', null),
  ('school-deleted', 'platform', null),
  ('price-change', 'platform', null),
  ('price-change-withdrawn', 'platform', null);

-- What a module says of a kind of its mails, in schema/<name>_mails.sql; label is what the list of failed mails calls
-- it.
create function private.mail_kind(template text, payer text, label text, withdrawal text default null,
  topic text default null) returns void
language sql set search_path = '' as $$
  insert into private.mail_kinds (template, payer, label, withdrawal, topic)
  values (mail_kind.template, mail_kind.payer, mail_kind.label, mail_kind.withdrawal, mail_kind.topic)
$$;

-- What the list of failed mails calls those of modules.
create function public.list_mail_kinds() returns table (template text, label text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require('platform:read');
  return query select k.template, k.label from private.mail_kinds k where k.label is not null order by k.template;
end
$$;
grant execute on function public.list_mail_kinds() to authenticated;

create function private.mail_payer(template text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select k.payer from private.mail_kinds k where k.template = mail_payer.template), 'visitor')
$$;

-- Whether a school pays: not in its trial, and not after its end.
create function private.is_paying(school uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.subscriptions s where s.school_id = private.payer_of(school)
    and s.revoked_at is null and not s.is_trial
    and s.started_on <= private.school_today(school)
      and s.ends_on + private.grace_days() >= private.school_today(school))
$$;

create function private.spend_mail(subject text, allowed integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.today();
begin
  insert into private.mail_spending (subject, day)
    values (spend_mail.subject, today) on conflict on constraint mail_spending_pkey do nothing;
  update private.mail_spending m set sent = m.sent + 1 where m.subject = spend_mail.subject and m.day = today
    and m.sent < allowed;
  if found then
    return true;
  end if;
  update private.mail_spending m set refused = m.refused + 1 where m.subject = spend_mail.subject and m.day = today;
  return false;
end
$$;

-- Counts one mail against every budget that it falls under, always in the order school, network, recipient, in which
-- transactions lock the counters. Returns the budget that is used up, in which case the mail is not to be sent; null
-- otherwise.
create function private.mail_refusal(template text, recipient text, school uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  payer constant text := private.mail_payer(template);
  to_whom constant text := 'to ' || md5(lower(recipient));
  is_paying constant boolean := private.is_paying(school);
  spent text[] := '{}';
  refused text;
begin
  if payer = 'platform' or template = 'invitation' and school is null then
    return case when not private.spend_mail('platform ' || to_whom, private.mail_limit('platformRecipientDaily'))
      then 'recipient' end;
  elsif payer = 'team' then
    return case when not private.spend_mail('network ' || private.caller_network(), private.mail_limit('networkDaily'))
      then 'network' end;
  end if;
  if payer in ('school', 'account') or school is not null and not is_paying then
    if not private.spend_mail('school ' || coalesce(school::text, 'unknown'), private.school_mail_limit(school)) then
      return 'school';
    end if;
    spent := spent || ('school ' || coalesce(school::text, 'unknown'));
  end if;
  if payer = 'visitor' or not is_paying then
    -- Auth does not say from where an account is changed.
    if payer <> 'account' and not private.spend_mail('network ' || private.caller_network(),
      private.mail_limit('networkDaily')) then
      refused := 'network';
    else
      spent := spent || case when payer <> 'account' then array['network ' || private.caller_network()] else '{}' end;
      if not private.spend_mail(payer || ' ' || to_whom, private.mail_limit('recipientDaily')) then
        refused := 'recipient';
      end if;
    end if;
  end if;
  if refused is not null then
    update private.mail_spending m set sent = m.sent - 1 where m.subject = any (spent) and m.day = private.today();
  end if;
  return refused;
end
$$;

create function private.school_mail_limit(school uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select private.mail_limit(case when private.is_paying(school) then 'paidSchoolDaily' else 'trialSchoolDaily' end)
$$;

create function private.mails_left(school uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, private.school_mail_limit(school) - coalesce((select m.sent from private.mail_spending m
    where m.subject = 'school ' || school and m.day = private.today()), 0))
$$;

-- Tells the school's administrators once a day that mails are not sent, since nobody watches a gate or a schedule.
create function private.tell_of_used_budget(school uuid, refusal text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  admins constant uuid[] := private.people_with(school, 'school:run');
  source constant text := 'mail-budget/' || refusal || '/' || private.today();
begin
  if refusal <> 'school' then
    perform private.notify(admins, source, private.say('Emails were not sent today'),
      private.say('Too many emails were sent from this network or to one address. Send them again after midnight, or '
        'subscribe, which lifts these limits.'),
      '/dashboard/plan');
    return;
  end if;
  perform private.notify(admins, source, private.say('Emails were not sent today'),
    private.say('The limit of emails for today, {limit} for your school, is used up. Further emails are not sent '
      'until midnight. Send them again tomorrow, or subscribe for a higher limit.',
      jsonb_build_object('limit', private.school_mail_limit(school))),
    '/dashboard/plan');
end
$$;

-- Says in words which budget is used up, and when it opens again.
create function private.refuse_mail(refusal text, school uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if refusal = 'school' then
    perform private.refuse('mail.budget',
      'Your school has sent all {limit} emails of today, so this one was not sent. Send it again after midnight, or '
        'subscribe for a higher limit.',
      jsonb_build_object('limit', private.school_mail_limit(school)));
  elsif refusal is not null then
    perform private.refuse('mail.network_budget',
      'Too many emails were sent from this network or to this address today, so this one was not sent. Send it again '
        'after midnight.');
  end if;
end
$$;

-- Refuses a command whose mail would be over the budget, before it does anything.
create function private.require_mail_budget(template text, recipient text, school uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_mail(private.mail_refusal(template, recipient, school), school);
end
$$;

-- Auth mails whatever address a person wants for their account, and asks nobody else.
create function private.limit_email_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := (select u.school_id from public.users u where u.id = new.id);
begin
  perform private.refuse_mail(private.mail_refusal('email-change', new.email_change, school), school);
  return new;
end
$$;
create trigger masomo_limit_email_changes before update on auth.users for each row
  when (new.email_change <> '' and new.email_change_sent_at is distinct from old.email_change_sent_at)
  execute function private.limit_email_changes();

-- What a stranger or a school that does not pay wrote, so that no mail program makes a link of it: nothing is left out,
-- but an address falls apart.
create function private.without_links(value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(regexp_replace(value #>> '{}', ':(//|\\\\)', ': ', 'g'),
      '([[:alnum:]])[.。．｡](?=[[:alnum:]-]*[[:alpha:]])', '\1. ', 'g'))
    when 'object' then (select coalesce(jsonb_object_agg(e.key,
      case when e.key ~ '(^|_)email$' then e.value else private.without_links(e.value) end), '{}')
      from jsonb_each(value) e)
    when 'array' then (select coalesce(jsonb_agg(private.without_links(e)), '[]') from jsonb_array_elements(value) e)
    else value end
$$;

-- Schools that have used half of today's budget, for super admins.
create function private.spent_mail_budgets() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('school_id', s.id, 'school', s.name, 'sent', m.sent,
    'refused', m.refused, 'most', l.most)
    order by m.refused desc, m.sent::numeric / greatest(l.most, 1) desc, s.name), '[]')
  from private.mail_spending m join public.schools s on m.subject = 'school ' || s.id
    cross join lateral (select private.school_mail_limit(s.id) as most) l
  where m.day = private.today() and (m.refused > 0 or m.sent * 2 >= l.most)
$$;

-- How many networks have used up today's budget. Many at once are an attack, or visitors who all seem to come from one
-- proxy.
create function private.spent_mail_networks() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.mail_spending m
  where m.day = private.today() and m.subject like 'network %'
    and (m.refused > 0 or m.sent >= private.mail_limit('networkDaily'))
$$;
