-- What is done with accounts, each in one transaction, and what a token says of its owner.
create function public.invite_user(email text, role public.user_role, school_id uuid default null, first_name text default null, last_name text default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.filled(invite_user.email));
  invitation uuid;
begin
  perform private.require_super_admin();
  if address is null or not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'invitation.invalid_email', detail = 'email';
  end if;
  if invite_user.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator, not by invitation.', hint = 'invitation.role_not_allowed', detail = 'role';
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'invitation.school_required', detail = 'school_id';
  end if;
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.filled(invite_user.first_name), private.filled(invite_user.last_name), auth.uid())
  returning id into invitation;
  return invitation;
end
$$;
comment on function public.invite_user(text, public.user_role, uuid, text, text) is
  'Keeps the role and school for an address; the invite function then sends the mail through Auth. An earlier open invitation is replaced.';

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  update public.invitations set revoked_at = now() where id = invitation_id and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This invitation is no longer open.', hint = 'invitation.not_open';
  end if;
end
$$;

create function public.set_user_role(user_id uuid, role public.user_role, school_id uuid default null) returns public.users
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  changed public.users;
begin
  perform private.require_super_admin();
  if set_user_role.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  if set_user_role.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator.', hint = 'user.role_not_allowed', detail = 'role';
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'user.school_required', detail = 'school_id';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$$;

create function public.set_user_active(user_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  if set_user_active.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot deactivate yourself.', hint = 'user.own_account';
  end if;
  update public.users u set is_active = set_user_active.is_active where u.id = set_user_active.user_id;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  -- Auth refuses the sign-in of a banned account; its sessions end with the next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
end
$$;

create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  role text;
  claims jsonb := coalesce(event -> 'claims', '{}');
begin
  select case when exists (select from public.super_admins s where s.id = person) then 'super_admin' else u.role::text end
  into role from public.users u where u.id = person and u.is_active;
  role := coalesce(role, 'user');
  claims := jsonb_set(claims, '{user_role}', to_jsonb(role));
  claims := jsonb_set(claims, '{app_metadata}', coalesce(claims -> 'app_metadata', '{}') || jsonb_build_object('role', role));
  return jsonb_set(event, '{claims}', claims);
end
$$;
comment on function public.custom_access_token_hook(jsonb) is
  'Auth hook: a token names its owner''s role, for drawing only. What a person may do is decided from the tables.';

grant execute on function public.invite_user(text, public.user_role, uuid, text, text), public.revoke_invitation(uuid),
  public.set_user_role(uuid, public.user_role, uuid), public.set_user_active(uuid, boolean) to authenticated;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook(jsonb) to supabase_auth_admin;
