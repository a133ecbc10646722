create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  role public.user_role not null check (role <> 'super_admin'),
  school_id uuid references public.schools (id) on delete cascade,
  invited_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  revoked_at timestamptz,
  check (school_id is not null or role = 'user')
);
comment on table public.invitations is 'The role and school an invited address gets when its account is made.';

create unique index invitations_open_key on public.invitations (lower(email)) where accepted_at is null
  and revoked_at is null;
create index invitations_school_idx on public.invitations (school_id);

select private.school_table('public.invitations', audit => true, verbs => '{insert,update}');
grant select on public.invitations to authenticated;

create policy "Administrators see their school's invitations, super admins all" on public.invitations for select
  to authenticated
  using (school_id = (select private.school_where('account:manage')) or id >= (select private.first_id())
    and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

create function public.invite_user(email text, role public.user_role, school_id uuid default null,
  first_name text default null, last_name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if address is null or not private.is_email(address) then
    perform private.refuse('invitation.invalid_email',
      'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if invite_user.role = 'super_admin' then
    perform private.refuse('invitation.role_not_allowed',
      'Super admins are added by the operator, not by invitation.', field => 'role');
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    perform private.refuse('invitation.school_required',
      'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if not private.is_super_admin()
    and exists (select from public.users u where lower(u.email) = address
    and u.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.elsewhere',
      'This address has an account elsewhere. Ask support to move it, or use another address.', field => 'email');
  end if;
  perform private.require_grantable(private.common_role(invite_user.role));
  if exists (select from public.users u where lower(u.email) = address) then
    perform private.refuse('invitation.already_member',
      'This address already has an account. Change its role instead.', field => 'email');
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin()
    and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.invited_elsewhere',
      'This address is invited elsewhere already. Ask support, or use another address.', field => 'email');
  end if;
  perform private.require_mail_budget('invitation', address,
    case when private.is_super_admin() then null else invite_user.school_id end);
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name),
    private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$$;
comment on function public.invite_user(text, public.user_role, uuid, text, text) is
  'Keeps the role and school for an address; the invite function then sends the mail through Auth. An earlier open '
    'invitation is replaced.';
grant execute on function public.invite_user(text, public.user_role, uuid, text, text) to authenticated;

-- Who invites and to which school, as the mail says it: names of a school that does not pay are no links. invite_user
-- has counted the mail of a new invitation; whoever has not opened the account yet gets it again, which counts here.
create function public.invitation_mail(email text, school_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(invitation_mail.email));
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address
    and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address,
      case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select jsonb_build_object('name', coalesce(private.full_name(u.first_name, u.last_name), ''),
    'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id))
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names
    else private.without_links(names) end;
end
$$;
comment on function public.invitation_mail(text, uuid) is
  'For the mail of an invitation: the caller''s name and language, and the name of the school: {name, school, '
    'language}. Refused where the emails of today are used up.';
grant execute on function public.invitation_mail(text, uuid) to authenticated;

create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account_manager((select i.school_id from public.invitations i where i.id = invitation_id));
  update public.invitations set revoked_at = now() where id = invitation_id and accepted_at is null
    and revoked_at is null;
  if not found then
    perform private.refuse('invitation.not_open', 'This invitation is no longer open.', errcode => 'P0002');
  end if;
end
$$;
grant execute on function public.revoke_invitation(uuid) to authenticated;
