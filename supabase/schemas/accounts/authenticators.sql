-- Lost phones: how an authenticator app is taken off an account by somebody else.

-- Takes a person's authenticators, recovery codes and trusted devices off the account, ends their sessions and says so
-- to them. With a school only of its people, and never of those who run the platform; nobody their own.
create function private.reset_authenticator(person uuid, reason text, school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  because constant text := private.require_text(reset_authenticator.reason, 300, 'reason', 'Say why.');
  owner public.users;
begin
  if reset_authenticator.person = private.signed_in_uid() then
    perform private.refuse('authenticator.own', 'Change your own authenticator in your profile.');
  end if;
  select * into owner from public.users u where u.id = reset_authenticator.person
    and (reset_authenticator.school is null or u.school_id = reset_authenticator.school);
  if owner.id is null then
    perform private.refuse(
      'authenticator.not_found', 'This person is no longer at your school.', errcode => 'P0002');
  elsif reset_authenticator.school is not null
    and exists (select from public.super_admins a where a.id = owner.id) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  elsif not private.has_authenticator(owner.id) then
    perform private.refuse('authenticator.none', 'This person has no authenticator app.');
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Somebody else may be signed in with the lost phone.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text,
    jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'authenticator-reset/' || clock_timestamp(),
    private.say('Your authenticator app was taken off your account'),
    private.say('Somebody who may do this took it off. Set up your new phone in your profile, and change your '
      'password if you did not ask for it.'),
    '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('authenticator-reset/%s/%s', owner.id, clock_timestamp()), 'authenticator-reset',
      owner.email, jsonb_build_object(
        'name', coalesce(owner.full_name, ''), 'reason', because,
        'by', (select coalesce(u.full_name, '') from public.users u
          where u.id = private.signed_in_uid()),
        'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$$;

create function public.reset_authenticator(person uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('user:reset-authenticator');
  perform private.reset_authenticator(reset_authenticator.person, reset_authenticator.reason, null);
end
$$;
comment on function public.reset_authenticator(uuid, text) is
  'Takes a person''s authenticators, recovery codes and trusted devices off the account, ends their sessions and '
    'says so to them. Super admins only, for anyone but themselves.';
grant execute on function public.reset_authenticator(uuid, text) to authenticated;
