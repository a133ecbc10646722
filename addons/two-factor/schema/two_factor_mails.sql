-- What people read by mail and as notices about two-step sign-in, and when it is no longer true.

insert into private.personal_notices (kind) values ('two-factor'), ('two-factor-reminder');
select private.mail_kind('two-factor-reminder', payer => 'school', label => 'Reminder to set up two-step sign-in',
  withdrawal => 'reason_against_two_factor_reminder');

create function private.two_factor_reminder(name text, school text, due_on date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.said_mail(
    private.say('Set up two-step sign-in'),
    private.say('Dear {name}', jsonb_build_object('name', two_factor_reminder.name)),
    array[private.say(
      'From {day} {school} lets you in with a code from an app on your phone only. Setting it up takes two minutes.',
      jsonb_build_object('day', private.day(two_factor_reminder.due_on), 'school', two_factor_reminder.school))],
    private.say('Set it up'), '/dashboard/profile')
$$;

create function private.reason_against_two_factor_reminder(mail public.mail_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select 'The person has set it up, or has no access any more.'
  from (select private.mail_subject(mail) as person) s
  where private.has_authenticator(s.person)
    or not exists (select from public.users u where u.id = s.person and u.is_active)
$$;
