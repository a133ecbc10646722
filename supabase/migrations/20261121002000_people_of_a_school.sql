-- Classes, learners, guardians and staff. Every row carries its school, and references carry it too, so that nothing of
-- one school can ever hang on another's.
create type public.student_status as enum ('active', 'suspended', 'graduated', 'left');
create type public.gender as enum ('female', 'male');
alter table public.school_terms add unique (id, school_id);

create table public.classes (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  level text not null check (length(btrim(level)) between 1 and 40),
  room text check (length(room) <= 40),
  class_teacher_id uuid references public.users (id) on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (school_id, name),
  unique (id, school_id)
);
comment on column public.classes.level is 'Grade or form, such as Grade 4 or Form 2.';
create index classes_teacher_idx on public.classes (class_teacher_id);

create table public.students (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  admission_number text not null check (length(btrim(admission_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  gender public.gender,
  date_of_birth date check (date_of_birth > date '1950-01-01'),
  class_id uuid,
  status public.student_status not null default 'active',
  admitted_on date not null default current_date,
  search_text text generated always as (lower(admission_number || ' ' || first_name || ' ' || last_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (school_id, admission_number),
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id)
);
comment on table public.students is 'Learners. user_id links the account of a learner who signs in.';
create index students_school_name_idx on public.students (school_id, last_name, first_name);
create index students_class_idx on public.students (class_id);

create table public.enrolments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  started_on date not null default current_date,
  ended_on date,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.enrolments is 'Which class a learner was in and when; kept by a trigger from students.class_id.';
create unique index enrolments_current_key on public.enrolments (student_id) where ended_on is null;
create index enrolments_class_idx on public.enrolments (class_id);

create table public.guardians (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid references public.users (id) on delete set null,
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  phone text check (length(phone) <= 30),
  email text check (private.is_email(email)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id)
);
create index guardians_school_idx on public.guardians (school_id, last_name);
create index guardians_user_idx on public.guardians (user_id);

create table public.student_guardians (
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

create table public.staff_members (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  staff_number text not null check (length(btrim(staff_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null check (length(btrim(last_name)) between 1 and 80),
  job_title text not null check (length(btrim(job_title)) between 1 and 80),
  department text check (length(department) <= 80),
  email text check (private.is_email(email)),
  phone text check (length(phone) <= 30),
  employed_on date not null default current_date,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (school_id, staff_number)
);
create index staff_members_school_idx on public.staff_members (school_id, last_name);

create table public.student_records (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  kind text not null check (kind in ('behaviour', 'health', 'merit', 'contact', 'other')),
  summary text not null check (length(btrim(summary)) between 1 and 160),
  details text check (length(details) <= 3000),
  happened_on date not null default current_date,
  recorded_by uuid references public.users (id) on delete set null default auth.uid(),
  created_at timestamptz not null default now(),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
create index student_records_school_idx on public.student_records (school_id, happened_on desc);
create index student_records_student_idx on public.student_records (student_id);

create function private.keep_enrolment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.class_id is not distinct from old.class_id and new.status = old.status then
    return null;
  end if;
  update public.enrolments set ended_on = current_date
  where student_id = new.id and ended_on is null and (class_id is distinct from new.class_id or new.status in ('graduated', 'left'));
  if new.class_id is not null and new.status not in ('graduated', 'left') then
    insert into public.enrolments (school_id, student_id, class_id, started_on)
    values (new.school_id, new.id, new.class_id, case when tg_op = 'INSERT' then new.admitted_on else current_date end)
    on conflict (student_id) where ended_on is null do nothing;
  end if;
  return null;
end
$$;
create trigger keep_enrolment after insert or update of class_id, status on public.students for each row execute function private.keep_enrolment();
