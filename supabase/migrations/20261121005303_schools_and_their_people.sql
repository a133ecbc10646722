-- A school is opened in one step with its administrator; a school's administrator keeps the accounts of that school.
alter table public.schools add column request_id uuid unique;
comment on column public.schools.request_id is 'Makes opening a school repeatable.';

-- May the caller keep the accounts of this school? Answers the only school they may give, null for any.
create function private.require_account_keeper(school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_super_admin() then
    return null;
  end if;
  if private.admin_school() is null or school is distinct from private.admin_school() then
    raise exception using errcode = '42501', message = 'Only a super admin or an administrator of the school may do this.', hint = 'permission.account_keeper';
  end if;
  return school;
end
$$;

create or replace function public.invite_user(email text, role public.user_role, school_id uuid default null, first_name text default null, last_name text default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := lower(private.filled(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_keeper(invite_user.school_id);
  if address is null or not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'invitation.invalid_email', detail = 'email';
  end if;
  if invite_user.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator, not by invitation.', hint = 'invitation.role_not_allowed', detail = 'role';
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'invitation.school_required', detail = 'school_id';
  end if;
  if not private.is_super_admin() and exists (select from public.users u where lower(u.email) = address and u.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address has an account elsewhere. Ask support to move it, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  if exists (select from public.users u where lower(u.email) = address) then
    raise exception using errcode = 'P0001', message = 'This address already has an account. Change its role instead.', hint = 'invitation.already_member', detail = 'email';
  end if;
  -- A school cannot take back what the platform or another school has promised an address.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    raise exception using errcode = 'P0001', message = 'This address is invited elsewhere already. Ask support, or use another address.', hint = 'invitation.elsewhere', detail = 'email';
  end if;
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.filled(invite_user.first_name), private.filled(invite_user.last_name), auth.uid())
  returning id into invitation;
  return invitation;
end
$$;

create or replace function public.revoke_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_account_keeper((select i.school_id from public.invitations i where i.id = invitation_id));
  update public.invitations set revoked_at = now() where id = invitation_id and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using errcode = 'P0002', message = 'This invitation is no longer open.', hint = 'invitation.not_open';
  end if;
end
$$;
create policy "Administrators see their school's invitations" on public.invitations for select to authenticated using (school_id = (select private.admin_school()));

create or replace function public.set_user_role(user_id uuid, role public.user_role, school_id uuid default null) returns public.users
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_keeper((select u.school_id from public.users u where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot change your own role.', hint = 'user.own_role';
  end if;
  if set_user_role.role = 'super_admin' then
    raise exception using errcode = 'P0001', message = 'Super admins are added by the operator.', hint = 'user.role_not_allowed', detail = 'role';
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the school this person belongs to.', hint = 'user.school_required', detail = 'school_id';
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school) then
    raise exception using errcode = '42501', message = 'You give roles within your own school only. Deactivate who has left.', hint = 'user.other_school';
  end if;
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  return changed;
end
$$;

create or replace function public.set_user_active(user_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_account_keeper((select u.school_id from public.users u where u.id = set_user_active.user_id));
  if set_user_active.user_id = auth.uid() then
    raise exception using errcode = '42501', message = 'You cannot deactivate yourself.', hint = 'user.own_account';
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    raise exception using errcode = 'P0002', message = 'This person no longer has an account.', hint = 'user.not_found';
  end if;
  -- Auth refuses the sign-in of a banned account; its sessions end with the next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
end
$$;

-- Whoever comes by an invitation of the school is the person the school has on file under that address.
create function private.link_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.school_id is null or new.email is null then
    return null;
  end if;
  if new.role in ('admin', 'teacher', 'staff') then
    update public.staff_members s set user_id = new.id
    where s.id = (select m.id from public.staff_members m where m.school_id = new.school_id and lower(m.email) = lower(new.email) and m.user_id is null limit 1)
      and not exists (select from public.staff_members m where m.user_id = new.id);
  elsif new.role = 'parent' then
    update public.guardians g set user_id = new.id where g.school_id = new.school_id and lower(g.email) = lower(new.email) and g.user_id is null;
  end if;
  return null;
end
$$;
create trigger link_person after insert or update of role, school_id on public.users for each row execute function private.link_person();

create function public.open_school(
  request_id uuid, name text, kind public.institution_kind, admin_email text, admin_first_name text, admin_last_name text,
  email text default null, phone text default null, city text default null, plan_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if exists (select from public.schools s where lower(s.name) = lower(btrim(open_school.name))) then
    raise exception using errcode = 'P0001', message = 'There is a school of this name already. Add the town to tell them apart.', hint = 'school.name_taken', detail = 'name';
  end if;
  if private.filled(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like office@school.ac.ke.', hint = 'school.invalid_email', detail = 'email';
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'), open_school.kind, private.filled(open_school.email), private.filled(open_school.phone), private.filled(open_school.city))
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email, 'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name', 'Enter the first name.'),
    private.require_text(open_school.admin_last_name, 80, 'admin_last_name', 'Enter the last name.'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$$;
comment on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid) is
  'Adds a school, its trial and its administrator''s invitation together, once per request id. The invite function then sends the mail.';

create function public.school_overview(school_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return (select jsonb_build_object(
    'id', s.id, 'name', s.name, 'kind', s.kind, 'email', s.email, 'phone', s.phone, 'city', s.city, 'address', s.address, 'motto', s.motto, 'is_active', s.is_active, 'is_demo', s.is_demo, 'created_at', s.created_at,
    'students', (select count(*) from public.students p where p.school_id = s.id and p.status = 'active'), 'staff', (select count(*) from public.staff_members p where p.school_id = s.id and p.is_active),
    'classes', (select count(*) from public.classes c where c.school_id = s.id and c.is_active),
    'last_sign_in', (select max(a.last_sign_in_at) from public.users u join auth.users a on a.id = u.id where u.school_id = s.id),
    'subscription', (select jsonb_build_object('id', b.id, 'plan_id', b.plan_id, 'plan', p.name, 'status', b.status, 'billing', b.billing, 'started_on', b.started_on, 'ends_on', b.ends_on, 'grace_until', b.grace_until, 'max_students', p.max_students)
      from public.subscriptions b join public.plans p on p.id = b.plan_id where b.school_id = s.id order by b.status in ('trial', 'active', 'grace') desc, b.ends_on desc limit 1))
  from public.schools s where s.id = school_overview.school_id);
end
$$;
comment on function public.school_overview(uuid) is 'One school as the platform sees it: its size and its subscription. Super admins only.';

create function public.school_people(school_id uuid)
returns table (id uuid, first_name text, last_name text, email text, role public.user_role, is_active boolean, created_at timestamptz, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_account_keeper(school_people.school_id);
  return query select u.id, u.first_name, u.last_name, u.email, u.role, u.is_active, u.created_at, a.last_sign_in_at
    from public.users u join auth.users a on a.id = u.id where u.school_id = school_people.school_id;
end
$$;
comment on function public.school_people(uuid) is 'The accounts of a school and when they last signed in, for super admins and the school''s administrators.';

create view public.subscription_overview with (security_invoker = true) as
  select distinct on (s.id) s.id as school_id, s.name as school, s.is_active as is_school_active, b.id as subscription_id, b.plan_id, p.name as plan, coalesce(b.status::text, 'none') as status, b.billing, b.started_on, b.ends_on, b.grace_until,
    p.max_students, (select count(*) from public.students l where l.school_id = s.id and l.status = 'active')::integer as students
  from public.schools s left join public.subscriptions b on b.school_id = s.id left join public.plans p on p.id = b.plan_id
  order by s.id, (b.status in ('trial', 'active', 'grace')) desc nulls last, b.ends_on desc;
comment on view public.subscription_overview is 'Every school with its present or last subscription, its size and its plan''s limit.';
grant select on public.subscription_overview to authenticated;
grant execute on function public.open_school(uuid, text, public.institution_kind, text, text, text, text, text, text, uuid), public.school_overview(uuid), public.school_people(uuid) to authenticated;

-- Charges stand in the ledger on the day they were billed, those of before this product on the day they were due.
create or replace function public.student_account(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with entries as (
    select coalesce(i.issued_on, least(c.created_at::date, c.due_on)) as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$$;
