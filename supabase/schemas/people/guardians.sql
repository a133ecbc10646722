create table public.guardians (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null default '' check (length(last_name) <= 80),
  phone text check (length(phone) <= 30),
  email text check (private.is_email(email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(first_name || ' ' || last_name || ' ' || coalesce(email, '')
    || ' ' || coalesce(phone, '')
    || ' ' || coalesce(private.phone_number(phone), ''))) stored,
  full_name text generated always as (private.full_name(first_name, last_name)) stored,
  unique (id, school_id)
);

create index guardians_school_idx on public.guardians (school_id, last_name);
create index guardians_user_idx on public.guardians (user_id);

select private.school_table('public.guardians', refuses_unread => true, audit => true, key => '{id}');
grant select on public.guardians to authenticated;

create trigger touch before update on public.guardians for each row execute function private.touch_updated_at();

create table public.student_guardians (
  id uuid not null default gen_random_uuid() unique,
  student_id uuid not null,
  guardian_id uuid not null,
  school_id uuid not null,
  relationship text not null default 'Parent' check (length(relationship) between 1 and 40),
  is_primary boolean not null default false,
  primary key (student_id, guardian_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (guardian_id, school_id) references public.guardians (id, school_id) on delete cascade
);

create index student_guardians_guardian_idx on public.student_guardians (guardian_id);
create index student_guardians_school_idx on public.student_guardians (school_id);

select private.school_table('public.student_guardians', subject => 'student_id', erase => 'delete', audit => true,
  key => '{student_id,guardian_id}');
grant select on public.student_guardians to authenticated;

-- Those who share a child with the caller about whom the caller may not be told.
create function private.guardians_withheld_from_me() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select sg.guardian_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = any (private.withheld_from_me()) and g.user_id is distinct from private.signed_in_uid())
$$;
grant execute on function private.guardians_withheld_from_me() to authenticated, service_role;

create policy "The office sees who belongs to whom, teachers and families theirs" on public.student_guardians for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('student:read-all')) or student_id in (select private.my_taught_student_ids())
      or student_id in (select private.my_student_ids())));

create policy "The office sees guardians, teachers those of their students, guardians themselves" on public.guardians
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and id <> all ((select private.guardians_withheld_from_me())::uuid[])
    and ((select private.may('student:read-all')) or user_id = (select private.signed_in_uid())
      or id in (select guardian_id from public.student_guardians
        where student_id in (select private.my_taught_student_ids()))));

create function public.save_guardian(
  student_id uuid, first_name text, last_name text, relationship text default 'Parent', phone text default null,
    email text default null, is_primary boolean default false, guardian_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  address constant text := lower(private.null_if_blank(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if address is not null and not private.is_email(address) then
    perform private.refuse('guardian.invalid_email',
      'Enter an email address like parent@example.com.', field => 'email');
  end if;
  if address is null and private.null_if_blank(save_guardian.phone) is null then
    perform private.refuse(
      'guardian.unreachable', 'Enter a phone number or an email address, so that the school can reach them.',
      field => 'phone');
  end if;
  if saved is null then
    insert into public.guardians (school_id, first_name, last_name, phone, email)
    values (school, private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_guardian.last_name, 80, 'last_name'), private.null_if_blank(save_guardian.phone),
      address)
    returning id into saved;
  else
    update public.guardians g set first_name = private.require_text(save_guardian.first_name, 80, 'first_name',
      'Enter the first name.'),
      last_name = private.optional_text(save_guardian.last_name, 80, 'last_name'),
        phone = private.null_if_blank(save_guardian.phone), email = address
    where g.id = saved and g.school_id = school;
    if not found then
      perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
    end if;
  end if;
  if save_guardian.is_primary then
    update public.student_guardians sg set is_primary = false where sg.student_id = save_guardian.student_id
      and sg.guardian_id <> saved;
  end if;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  values (save_guardian.student_id, saved, school,
    private.require_text(save_guardian.relationship, 40, 'relationship', 'Say how they are related.'),
    save_guardian.is_primary)
  on conflict (student_id, guardian_id) do update set relationship = excluded.relationship,
    is_primary = excluded.is_primary;
  return saved;
end
$$;
comment on function public.save_guardian(uuid, text, text, text, text, text, boolean, uuid) is
  'Adds a guardian to a student, or corrects one. One guardian of a student is the first to call.';
grant execute on function public.save_guardian(uuid, text, text, text, text, text, boolean, uuid) to authenticated;

create function public.remove_guardian(student_id uuid, guardian_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
begin
  perform set_config('masomo.reason', private.require_text(remove_guardian.reason, 300, 'reason',
    'Say why you are removing the guardian.'), true);
  delete from public.student_guardians sg where sg.student_id = remove_guardian.student_id
    and sg.guardian_id = remove_guardian.guardian_id and sg.school_id = school;
  delete from public.guardians g where g.id = remove_guardian.guardian_id and g.school_id = school and g.user_id is null
    and not exists (select from public.student_guardians sg where sg.guardian_id = g.id);
end
$$;
comment on function public.remove_guardian(uuid, uuid, text) is
  'Removes a guardian from a student, with a reason. A guardian of no other student, without an account, is deleted.';
grant execute on function public.remove_guardian(uuid, uuid, text) to authenticated;
