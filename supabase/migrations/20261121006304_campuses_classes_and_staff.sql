-- Campuses, what is taught in a class and by whom, and the staff as an administrator keeps them: by commands only.
do $$
declare
  place text;
begin
  foreach place in array array['classes', 'subjects', 'class_subjects', 'staff_members'] loop
    execute format('revoke insert, update, delete on public.%I from authenticated', place);
    execute format('drop policy "The admin adds to its school" on public.%I', place);
    execute format('drop policy "The admin updates within its school" on public.%I', place);
    execute format('drop policy if exists "The admin deletes within its school" on public.%I', place);
  end loop;
end
$$;
revoke insert, update on public.school_terms from authenticated;
drop policy "Administrators add terms to their school" on public.school_terms;
drop policy "Administrators update their school's terms" on public.school_terms;

create table public.campuses (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  address text check (length(address) <= 200),
  phone text check (length(phone) <= 30),
  created_at timestamptz not null default now(),
  unique (school_id, name),
  unique (id, school_id)
);
comment on table public.campuses is 'The places a school teaches at. Without any the school is one place.';
alter table public.campuses enable row level security;
grant select on public.campuses to authenticated;
create policy "Super admins see all campuses, members their school's" on public.campuses for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));
create trigger audit after insert or update or delete on public.campuses for each row execute function private.audit();
alter table public.classes add column campus_id uuid, add foreign key (campus_id, school_id) references public.campuses (id, school_id);
create index classes_campus_idx on public.classes (campus_id);
create trigger audit after insert or update or delete on public.classes for each row execute function private.audit();
create trigger audit after insert or update or delete on public.school_terms for each row execute function private.audit();
create trigger audit after insert or update or delete on public.staff_members for each row execute function private.audit();

create function public.save_campus(name text, address text default null, phone text default null, campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_campus.campus_id) then
    raise exception using errcode = 'P0001', message = 'There is a campus of this name already.', hint = 'campus.name_taken', detail = 'name';
  end if;
  if save_campus.campus_id is null then
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.filled(save_campus.address), private.filled(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.filled(save_campus.address), phone = private.filled(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
  return saved;
end
$$;

create function public.remove_campus(campus_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id and c.school_id = school;
  if classes > 0 then
    raise exception using errcode = 'PT409', message = format('%s classes are at this campus. Give them another campus first.', classes), hint = 'campus.in_use';
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
end
$$;

drop function public.save_class(text, text, text, uuid, uuid);
create function public.save_class(name text, level text, room text default null, class_teacher_id uuid default null, class_id uuid default null, campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_class.class_id) then
    raise exception using errcode = 'P0001', message = 'There is a class of this name already, perhaps an archived one. Choose another name.', hint = 'class.name_taken', detail = 'name';
  end if;
  if save_class.class_teacher_id is not null and not exists (select from public.users u where u.id = save_class.class_teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another class teacher.', hint = 'class.teacher', detail = 'class_teacher_id';
  end if;
  if save_class.campus_id is not null and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    raise exception using errcode = 'P0001', message = 'This campus is no longer here. Choose another.', hint = 'campus.not_found', detail = 'campus_id';
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.filled(save_class.room), save_class.class_teacher_id, save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.filled(save_class.room), class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  return saved;
end
$$;

create function public.save_subject(name text, code text default null, subject_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    raise exception using errcode = 'P0001', message = 'A code has at most 12 characters.', hint = 'subject.code', detail = 'code';
  end if;
  if exists (select from public.subjects b where b.school_id = school and lower(b.name) = lower(title) and b.id is distinct from save_subject.subject_id) then
    raise exception using errcode = 'P0001', message = 'There is a subject of this name already.', hint = 'subject.name_taken', detail = 'name';
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.filled(save_subject.code)) returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.filled(save_subject.code) where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  return saved;
end
$$;

create function public.set_class_subject(class_id uuid, subject_id uuid, teacher_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if not exists (select from public.classes c where c.id = set_class_subject.class_id and c.school_id = school) or not exists (select from public.subjects b where b.id = set_class_subject.subject_id and b.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This class or subject is no longer here.', hint = 'class.not_found';
  end if;
  if set_class_subject.teacher_id is not null and not exists (select from public.users u where u.id = set_class_subject.teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another teacher.', hint = 'class.teacher', detail = 'teacher_id';
  end if;
  insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values (set_class_subject.class_id, set_class_subject.subject_id, school, set_class_subject.teacher_id)
  on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id;
end
$$;
comment on function public.set_class_subject(uuid, uuid, uuid) is 'Has a subject taught to a class, by whom is given. It decides which classes a teacher sees.';

create function public.remove_class_subject(class_id uuid, subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
begin
  if exists (select from public.assessments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id)
    or exists (select from public.assignments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'Marks were given in this subject, so it stays with the class. Take the teacher off it instead.', hint = 'subject.has_marks';
  end if;
  if exists (select from public.lessons l where l.class_id = remove_class_subject.class_id and l.subject_id = remove_class_subject.subject_id) then
    raise exception using errcode = 'PT409', message = 'The timetable has lessons of this subject. Take them off first.', hint = 'subject.has_lessons';
  end if;
  delete from public.class_subjects s where s.class_id = remove_class_subject.class_id and s.subject_id = remove_class_subject.subject_id and s.school_id = school;
end
$$;

create function public.class_profile(class_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', c.id, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active, 'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id', c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'learners', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'), 'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance a where a.class_id = c.id and a.day > current_date - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id, 'teacher', (select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = cs.teacher_id)) order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select private.filled(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = l.teacher_id)) order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
$$;
comment on function public.class_profile(uuid) is 'One class: who leads it, what is taught in it and when. Null for a class the caller may not see.';

create function public.save_staff_member(staff_number text, first_name text, last_name text, job_title text, department text default null, email text default null, phone text default null, employed_on date default null, staff_id uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number', 'Enter the staff number.');
  address constant text := lower(private.filled(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school and lower(m.staff_number) = lower(number) and m.id is distinct from save_staff_member.staff_id) then
    raise exception using errcode = 'P0001', message = 'This staff number is taken.', hint = 'staff.number_taken', detail = 'staff_number';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'staff.invalid_email', detail = 'email';
  end if;
  -- Whoever has an account of the school under this address is this person.
  select u.id into account from public.users u where u.school_id = school and lower(u.email) = address and u.role in ('admin', 'teacher', 'staff')
    and not exists (select from public.staff_members m where m.user_id = u.id and m.id is distinct from save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
    values (school, account, number, private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'), private.filled(save_staff_member.department), address, private.filled(save_staff_member.phone), coalesce(save_staff_member.employed_on, current_date))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number, first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'), job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.filled(save_staff_member.department), email = address, phone = private.filled(save_staff_member.phone), employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  return saved;
end
$$;
comment on function public.save_staff_member(text, text, text, text, text, text, text, date, uuid) is 'Puts somebody on file as staff of the school, or corrects them.';

create function public.set_staff_active(staff_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  account uuid;
begin
  update public.staff_members m set is_active = set_staff_active.is_active where m.id = set_staff_active.staff_id and m.school_id = school returning m.user_id into account;
  if not found then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  if account is not null then
    perform public.set_user_active(account, set_staff_active.is_active);
  end if;
end
$$;
comment on function public.set_staff_active(uuid, boolean) is 'Marks somebody as having left, or as back; their account goes with it.';

grant execute on function public.save_campus(text, text, text, uuid), public.remove_campus(uuid), public.save_class(text, text, text, uuid, uuid, uuid), public.save_subject(text, text, uuid), public.set_class_subject(uuid, uuid, uuid),
  public.remove_class_subject(uuid, uuid), public.class_profile(uuid), public.save_staff_member(text, text, text, text, text, text, text, date, uuid), public.set_staff_active(uuid, boolean) to authenticated;
