create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_email(email)),
  first_name text check (length(first_name) <= 80),
  last_name text check (length(last_name) <= 80),
  role public.user_role not null check (role <> 'super_admin'),
  role_id uuid,
  school_id uuid references public.schools (id) on delete cascade,
  invited_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  revoked_at timestamptz,
  full_name text generated always as (private.full_name(first_name, last_name)) stored,
  check (school_id is not null or role = 'user')
);
comment on table public.invitations is 'The role and school an invited address gets when its account is made.';
comment on column public.invitations.role_id
  is 'A role that the school has added; null for the common one that role names.';
comment on column public.invitations.accepted_at
  is 'When the link in the mail was opened: until then it can be revoked.';

create unique index invitations_open_key on public.invitations (lower(email)) where accepted_at is null
  and revoked_at is null;
create index invitations_school_idx on public.invitations (school_id, created_at desc);
create index invitations_role_idx on public.invitations (role_id) where role_id is not null;

select private.school_table('public.invitations', audit => true, verbs => '{insert,update}');
grant select on public.invitations to authenticated;

create policy "Administrators see their school's invitations, super admins all" on public.invitations for select
  to authenticated
  using (school_id = (select private.school_where('account:manage')) or id >= (select private.first_id())
    and id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff');

create function public.invite_user(
  email text, role public.user_role, school_id uuid default null, first_name text default null,
    last_name text default null,
  role_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  base public.user_role := invite_user.role;
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if invite_user.role_id is not null then
    select r.base into base from private.school_roles r
    where r.id = invite_user.role_id and r.school_id = invite_user.school_id;
    if not found then
      perform private.refuse('role.not_found',
        'This role is no longer there. Load the page again.', errcode => 'P0002');
    end if;
  end if;
  if address is null or not private.is_email(address) then
    perform private.refuse('invitation.invalid_email',
      'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if base = 'super_admin' then
    perform private.refuse('invitation.role_not_allowed',
      'Super admins are added by the operator, not by invitation.', field => 'role');
  end if;
  if base <> 'user' and invite_user.school_id is null then
    perform private.refuse('invitation.school_required',
      'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if not private.is_super_admin()
    and exists (select from public.users u where lower(u.email) = address
    and u.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.elsewhere',
      'This address has an account elsewhere. Ask support to move it, or use another address.', field => 'email');
  end if;
  perform private.require_grantable(coalesce(invite_user.role_id, private.common_role(base)));
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
  insert into public.invitations (email, role, role_id, school_id, first_name, last_name, invited_by)
  values (address, base, invite_user.role_id, invite_user.school_id, private.null_if_blank(invite_user.first_name),
    private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$$;
comment on function public.invite_user(text, public.user_role, uuid, text, text, uuid) is
  'Keeps the role and school for an address; the invite function then sends the mail through Auth. role_id: a role '
    'of the school''s own, instead of the common one. An earlier open invitation is replaced.';
grant execute on function public.invite_user(text, public.user_role, uuid, text, text, uuid) to authenticated;

-- Who invites and to which school, as the mail says it: names of a school that does not pay are no links. invite_user
-- has counted the mail of a new invitation. A person who has not opened the account yet gets
-- it again, which counts here.
create function public.invitation_mail(email text, school_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(invitation_mail.email));
  open public.invitations;
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address
    and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address,
      case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select * into open from public.invitations i where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null
    and i.school_id is not distinct from invitation_mail.school_id;
  select jsonb_build_object('name', coalesce(u.full_name, ''),
    'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id),
    'role', (select r.name from private.school_roles r where r.id = open.role_id), 'invitation', open.id)
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names
    else private.without_links(names) end;
end
$$;
comment on function public.invitation_mail(text, uuid) is
  'For the mail of an invitation: the caller''s name and language, the names of the school and of a role that it has '
    'added, and the open invitation: {name, school, language, role, invitation}. Refused where the emails of today '
    'are used up.';
grant execute on function public.invitation_mail(text, uuid) to authenticated;

-- Those who have not opened their link yet, with the name of a role that the school has added.
create function public.list_open_invitations(in_school uuid default null, skipped integer default 0,
  size integer default 20)
returns table (id uuid, email text, name text, role public.user_role, role_id uuid, role_name text, school_id uuid,
  school text,
  invited_by text, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school,
    private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
begin
  return query
  select i.id, i.email, i.full_name, i.role, i.role_id, r.name, i.school_id, h.name,
    u.full_name, i.created_at, count(*) over ()
  from public.invitations i left join private.school_roles r on r.id = i.role_id
    left join public.schools h on h.id = i.school_id
    left join public.users u on u.id = i.invited_by
  where i.accepted_at is null and i.revoked_at is null and (only_school is null or i.school_id = only_school)
  order by i.created_at desc, i.id
  limit least(greatest(size, 1), 500) offset greatest(skipped, 0);
end
$$;
comment on function public.list_open_invitations(uuid, integer, integer) is
  'A page of the invitations whose link nobody has opened, the latest first, with the number of all of them. Super '
    'admins see every school''s, administrators their own.';
grant execute on function public.list_open_invitations(uuid, integer, integer) to authenticated;

-- The account that waits for the link goes with the invitation, so that the link opens nothing and the address can be
-- invited again. An account that was opened stays as it is.
create function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revoked public.invitations;
  account uuid;
begin
  select * into revoked from public.invitations i where i.id = invitation_id;
  perform private.require_account_manager(revoked.school_id);
  -- In the order in which opening the link locks them.
  select a.id into account from auth.users a
  where lower(a.email) = lower(revoked.email) and a.email_confirmed_at is null for update;
  update public.invitations i set revoked_at = now()
  where i.id = invitation_id and i.accepted_at is null and i.revoked_at is null;
  if not found then
    perform private.refuse('invitation.not_open', 'This invitation is no longer open.', errcode => 'P0002');
  end if;
  if exists (select from private.memberships m where m.user_id = account
    and m.school_id is distinct from revoked.school_id) then
    delete from private.memberships m where m.user_id = account and m.school_id = revoked.school_id;
  else
    delete from auth.users a where a.id = account and not exists (select from public.super_admins s where s.id = a.id);
  end if;
end
$$;
comment on function public.revoke_invitation(uuid) is
  'Ends an invitation whose link nobody has opened, and removes the account that waits for it.';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.invitation_state(invitation_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when i.revoked_at is not null then 'revoked' when i.accepted_at is not null then 'accepted'
    else 'open' end
  from public.invitations i where i.id = invitation_state.invitation_id
$$;
comment on function public.invitation_state(uuid) is
  'What became of an invitation, for anyone who has its link: open, accepted or revoked; null where there is none.';
grant execute on function public.invitation_state(uuid) to anon, authenticated;

create function private.accept_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.invitations i set accepted_at = now()
  where lower(i.email) = lower(new.email) and i.accepted_at is null and i.revoked_at is null;
  return null;
end
$$;
create trigger masomo_accept_invitation after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
    execute function private.accept_invitation();

-- Whether anybody works at a school besides those who run it, or was asked to.
create function private.has_invited_staff(school uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.memberships m join private.school_roles r on r.id = m.role_id
      where m.school_id = school and r.base in ('teacher', 'staff'))
    or exists (select from public.invitations i where i.school_id = school and i.role in ('teacher', 'staff')
      and i.revoked_at is null)
$$;

-- Whether any guardian can sign in at a school, or was asked to.
create function private.has_invited_guardians(school uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.memberships m join private.school_roles r on r.id = m.role_id
      where m.school_id = school and r.base = 'parent')
    or exists (select from public.invitations i where i.school_id = school and i.role = 'parent'
      and i.revoked_at is null)
$$;
