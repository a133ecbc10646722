create table public.staff_members (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  staff_number text not null check (length(btrim(staff_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null default '' check (length(last_name) <= 80),
  job_title text not null check (length(btrim(job_title)) between 1 and 80),
  department text check (length(department) <= 80),
  email text check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  employed_on date not null default private.my_today(),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(staff_number || ' ' || first_name || ' ' || last_name || ' '
    || job_title || ' '
    || coalesce(department, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || coalesce(private.phone_number(phone), ''))) stored,
  full_name text generated always as (private.full_name(first_name, last_name)) stored
);

create unique index staff_members_number_key on public.staff_members (school_id, private.fold_text(staff_number));
create index staff_members_school_idx on public.staff_members (school_id, last_name, id);

select private.school_table('public.staff_members', refuses_unread => true, audit => true);
grant select on public.staff_members to authenticated;

create policy "Administrators see their staff, people their own record" on public.staff_members for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('staff:read-all')) or user_id = (select private.signed_in_uid())));

create trigger touch before update on public.staff_members for each row execute function private.touch_updated_at();

-- An account of the school with this address is this person's, unless it is another one's.
create function private.account_of_staff(school uuid, address text, staff_id uuid default null) returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.users u where lower(u.email) = address
    and u.id = any (private.people_with(school, 'school:work'))
    and not exists (select from public.staff_members m where m.user_id = u.id
      and m.id is distinct from account_of_staff.staff_id)
$$;

create function public.save_staff_member(staff_number text, first_name text, last_name text, job_title text,
  department text default null, email text default null, phone text default null, employed_on date default null,
  staff_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number',
    'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school
    and private.fold_text(m.staff_number) = private.fold_text(number)
    and m.id is distinct from save_staff_member.staff_id) then
    perform private.refuse('staff.number_taken', 'This staff number is taken.', field => 'staff_number');
  end if;
  if address is not null and not private.is_email(address) then
    perform private.refuse('staff.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  perform private.require_near_day(save_staff_member.employed_on, '60 years', '18 months', private.school_today(school),
    'employed_on');
  account := private.account_of_staff(school, address, save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department,
      email, phone, employed_on)
    values (school, account, number,
      private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
        private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone),
        coalesce(save_staff_member.employed_on, private.my_today()))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number,
    first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address,
      phone = private.null_if_blank(save_staff_member.phone),
      employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    perform private.refuse('staff.not_found', 'This person is no longer on file.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.save_staff_member(text, text, text, text, text, text, text, date, uuid) is
  'Adds a staff member of the school, or corrects one.';
grant execute on function public.save_staff_member(text, text, text, text, text, text, text, date, uuid)
  to authenticated;

create function public.set_staff_active(staff_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  account uuid;
begin
  update public.staff_members m set is_active = set_staff_active.is_active where m.id = set_staff_active.staff_id
    and m.school_id = school returning m.user_id into account;
  if not found then
    perform private.refuse('staff.not_found', 'This person is no longer on file.', errcode => 'P0002');
  end if;
  if account is not null then
    perform public.set_user_active(account, set_staff_active.is_active);
  end if;
end
$$;
comment on function public.set_staff_active(uuid, boolean)
  is 'Marks a staff member as having left, or as back; their account is disabled or enabled with it.';
grant execute on function public.set_staff_active(uuid, boolean) to authenticated;
