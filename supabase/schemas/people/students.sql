create type public.gender as enum ('female', 'male');
create type public.boarding as enum ('day', 'boarder');

-- Rows carry their school and foreign keys include it, so that nothing of one school can refer to another's.
create type public.student_status as enum ('active', 'suspended', 'graduated', 'left');

create table public.students (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  user_id uuid unique references public.users (id) on delete set null,
  admission_number text not null check (length(btrim(admission_number)) between 1 and 30),
  first_name text not null check (length(btrim(first_name)) between 1 and 80),
  last_name text not null default '' check (length(last_name) <= 80),
  gender public.gender,
  date_of_birth date check (date_of_birth > date '1950-01-01'),
  class_id uuid,
  boarding public.boarding,
  status public.student_status not null default 'active',
  admitted_on date not null default private.my_today(),
  search_text text generated always
    as (private.fold_text(admission_number || ' ' || first_name || ' ' || last_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  full_name text generated always as (private.full_name(first_name, last_name)) stored,
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id)
);
comment on table public.students is 'Students. user_id links the account of a student who can sign in.';
comment on column public.students.boarding is 'Whether a boarder or a day scholar; null where nobody has said.';

create unique index students_number_key on public.students (school_id, private.fold_text(admission_number));
create index students_number_idx on public.students (school_id, admission_number, id);
create index students_school_name_idx on public.students (school_id, last_name, first_name, id);
create index students_class_idx on public.students (class_id);
-- All that counting a school's students asks about, policy included, so that no row is read for it.
create index students_status_idx on public.students (school_id, status) include (class_id, id);

select private.school_table('public.students', subject => 'id', erase => 'anonymise',
  blank => '{"first_name": "Former", "last_name": "student", "gender": null, "date_of_birth": null}',
  refuses_unread => true, audit => true, key => '{id}', live => '{staff}');
grant select on public.students to authenticated;

create policy "Schools see their students, teachers theirs, families their children" on public.students for select
  to authenticated
  using (school_id = (select private.childrens_school()) and id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('student:read-all')) or class_id in (select private.my_class_ids())
      or id in (select private.my_student_ids())));

create trigger touch before update on public.students for each row execute function private.touch_updated_at();

create function private.check_student_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.school_today(new.school_id);
begin
  if not private.is_birth_date(new.date_of_birth, today)
    and (tg_op = 'INSERT' or new.date_of_birth is distinct from old.date_of_birth) then
    perform private.refuse('student.birth_date', 'Check the date of birth: a student is between 1 and 60 years old.',
      field => 'date_of_birth');
  end if;
  if not private.is_admission_date(new.admitted_on, new.date_of_birth, today)
    and (tg_op = 'INSERT' or (new.admitted_on, new.date_of_birth) is distinct from (old.admitted_on, old.date_of_birth))
      then
    perform private.refuse(
      'student.admission_date', 'Check the admission date: it is after the birth and at most 18 months from today.',
      field => 'admitted_on');
  end if;
  return new;
end
$$;
create trigger check_dates before insert
  or update of date_of_birth, admitted_on on public.students for each row
  execute function private.check_student_dates();

create function public.save_student(
  admission_number text, first_name text, last_name text, gender public.gender default null,
    date_of_birth date default null,
  class_id uuid default null, admitted_on date default private.my_today(), student_id uuid default null,
  boarding public.boarding default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number',
    'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school
    and private.fold_text(s.admission_number) = private.fold_text(number)
    and s.id is distinct from save_student.student_id;
  if found then
    perform private.refuse('student.number_taken', '{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', number, 'student', holder.full_name),
      'admission_number');
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id,
      admitted_on, boarding)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_student.last_name, 80, 'last_name'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school),
        coalesce(save_student.admitted_on, private.school_today(school)), save_student.boarding)
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.optional_text(save_student.last_name, 80, 'last_name'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, boarding = save_student.boarding,
      admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id
      else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding) is
  'Admits a student, or corrects one. Changing the class moves the student from today.';
grant execute on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid, public.boarding)
  to authenticated;

create function public.set_students_status(student_ids uuid[], status public.student_status) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  changed integer;
begin
  if set_students_status.status = 'active' then
    perform private.require_room(school, (select count(*)::integer from public.students s
      where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> 'active'));
  end if;
  update public.students s set status = set_students_status.status where s.id = any (set_students_status.student_ids)
    and s.school_id = school and s.status <> set_students_status.status;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.set_students_status(uuid[], public.student_status) is
  'Archives students (left, graduated), suspends them or brings them back. Their history stays.';
grant execute on function public.set_students_status(uuid[], public.student_status) to authenticated;

create function public.set_students_boarding(student_ids uuid[], boarding public.boarding) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  changed integer;
begin
  update public.students s set boarding = set_students_boarding.boarding
  where s.id = any (set_students_boarding.student_ids) and s.school_id = school
    and s.boarding is distinct from set_students_boarding.boarding;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.set_students_boarding(uuid[], public.boarding) is
  'Makes students day scholars or boarders; what they were billed stays. Returns how many changed.';
grant execute on function public.set_students_boarding(uuid[], public.boarding) to authenticated;

create function public.student_profile(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender',
      s.gender, 'date_of_birth', s.date_of_birth, 'boarding', s.boarding,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status',
      s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name,
      'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at',
        g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name,
      'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc),
      '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}')
      from (select status, count(*) as days from public.attendance a where a.student_id = s.id
      and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status,
      'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day))
      order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present'
        order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name,
      'percent', r.percent, 'assessments', r.assessments, 'has_mean',
      private.has_mean(private.scale_of_level(k.level, t.ends_on)), 'scale',
      private.grading_scale(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from private.student_results(s.id) r join public.school_terms t on t.id = r.term_id
        join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id),
    'fees', case when s.school_id = private.school_where('fee-account:read-all')
      then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0),
      'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$$;
comment on function public.student_profile(uuid) is
  'One student with guardians, classes, ninety days of attendance, results and, for an administrator, the balance. '
    'Null for students the caller may not see.';
grant execute on function public.student_profile(uuid) to authenticated;

create function private.student_family(student uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select g.user_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = student and g.user_id is not null and not private.is_withheld(student, g.id))
$$;
