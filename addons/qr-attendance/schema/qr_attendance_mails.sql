-- What a family reads by mail of the gate, and when it is no longer to be sent.

insert into private.message_topics (topic, place, label, audience, features, is_mailed) values
  ('gate', 10, private.say('Arrivals and departures at the gate') ->> 'sentence', 'family', '{addon:qr-attendance}',
    true);
insert into private.notice_topics (kind, topic, is_mailed) values
  ('arrival', 'gate', false), ('departure', 'gate', false);
select private.mail_kind('gate-arrival', payer => 'school', label => 'Arrival at school',
  withdrawal => 'reason_against_gate_mail', topic => 'gate');
select private.mail_kind('gate-departure', payer => 'school', label => 'Departure from school',
  withdrawal => 'reason_against_gate_mail', topic => 'gate');

create function private.gate_mail(
  is_arrival boolean, is_late boolean, guardian text, student text, school text, phone text, moment text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.said_mail(
    case when is_arrival then private.say('{student} has arrived at school', jsonb_build_object('student', student))
      else private.say('{student} has left school', jsonb_build_object('student', student)) end,
    private.say('Dear {guardian}', jsonb_build_object('guardian', guardian)),
    array[
      case when is_arrival then private.say('{student} was seen at the gate of {school} at {time}.', v.seen)
        else private.say('{student} was seen leaving through the gate of {school} at {time}.', v.seen) end,
      case when is_arrival and is_late then
        private.say('This is after the arrival time, so the register shows late.') end,
      case when phone <> '' then
        private.say('Questions? Reply to this email or call {phone}.', jsonb_build_object('phone', phone))
        else private.say('Questions? Reply to this email.') end])
  from (select jsonb_build_object('student', student, 'school', school, 'time', moment) as seen) v
$$;

create function private.reason_against_gate_mail(mail public.mail_outbox) returns text
language sql stable security definer set search_path = '' as $$
  select 'The guardian is not to be mailed any more.'
  where not private.may_mail_family(private.mail_subject(mail), mail.to_address)
$$;
