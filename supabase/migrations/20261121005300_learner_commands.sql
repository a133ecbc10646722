-- What the office does with learners and their guardians, each in one transaction and with words for every refusal.
create index students_school_search_idx on public.students using gin (search_text extensions.gin_trgm_ops);
create index students_school_number_idx on public.students (school_id, admission_number text_pattern_ops);

create function private.require_office() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.office_school();
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only the office of the school may do this.', hint = 'permission.office_only';
  end if;
  return school;
end
$$;
create function private.require_school_admin() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.admin_school();
begin
  if school is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return school;
end
$$;

create function private.require_class(wanted uuid, school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if wanted is not null and not exists (select from public.classes c where c.id = wanted and c.school_id = school and c.is_active) then
    raise exception using errcode = 'P0001', message = 'This class is no longer open. Choose another.', hint = 'class.not_open', detail = 'class_id';
  end if;
  return wanted;
end
$$;

create function public.save_student(
  admission_number text, first_name text, last_name text, gender public.gender default null, date_of_birth date default null,
  class_id uuid default null, admitted_on date default current_date, student_id uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number', 'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school and s.admission_number = number and s.id is distinct from save_student.student_id;
  if found then
    raise exception using errcode = 'P0001', message = format('%s is the number of %s %s. Use another one.', number, holder.first_name, holder.last_name), hint = 'student.number_taken', detail = 'admission_number';
  end if;
  if save_student.date_of_birth not between current_date - interval '60 years' and current_date - interval '1 year' then
    raise exception using errcode = 'P0001', message = 'Check the date of birth: a learner is between 1 and 60 years old.', hint = 'student.birth_date', detail = 'date_of_birth';
  end if;
  if save_student.student_id is null then
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school), coalesce(save_student.admitted_on, current_date))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), last_name = private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This learner is no longer here.', hint = 'student.not_found';
  end if;
  return saved;
end
$$;
comment on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) is 'Admits a learner, or corrects one. Changing the class moves the learner from today.';

create function public.move_students(student_ids uuid[], class_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  moved integer;
begin
  if move_students.class_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the class they move to.', hint = 'class.required', detail = 'class_id';
  end if;
  perform private.require_class(move_students.class_id, school);
  update public.students s set class_id = move_students.class_id
  where s.id = any (move_students.student_ids) and s.school_id = school and s.status in ('active', 'suspended') and s.class_id is distinct from move_students.class_id;
  get diagnostics moved = row_count;
  return moved;
end
$$;
comment on function public.move_students(uuid[], uuid) is 'Moves learners to another class from today. Returns how many were moved; those who are there already or have left are passed over.';

create function public.set_students_status(student_ids uuid[], status public.student_status) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  changed integer;
begin
  update public.students s set status = set_students_status.status where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> set_students_status.status;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.set_students_status(uuid[], public.student_status) is 'Archives learners (left, graduated), suspends them or brings them back. Their history stays.';

create function public.save_guardian(
  student_id uuid, first_name text, last_name text, relationship text default 'Parent', phone text default null, email text default null, is_primary boolean default false, guardian_id uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  address constant text := lower(private.filled(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This learner is no longer here.', hint = 'student.not_found';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like parent@example.com.', hint = 'guardian.invalid_email', detail = 'email';
  end if;
  if address is null and private.filled(save_guardian.phone) is null then
    raise exception using errcode = 'P0001', message = 'Enter a phone number or an email address, so that the school can reach them.', hint = 'guardian.unreachable', detail = 'phone';
  end if;
  if saved is null then
    insert into public.guardians (school_id, first_name, last_name, phone, email)
    values (school, private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_guardian.last_name, 80, 'last_name', 'Enter the last name.'), private.filled(save_guardian.phone), address)
    returning id into saved;
  else
    update public.guardians g set first_name = private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.require_text(save_guardian.last_name, 80, 'last_name', 'Enter the last name.'), phone = private.filled(save_guardian.phone), email = address
    where g.id = saved and g.school_id = school;
    if not found then
      raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
    end if;
  end if;
  if save_guardian.is_primary then
    update public.student_guardians sg set is_primary = false where sg.student_id = save_guardian.student_id and sg.guardian_id <> saved;
  end if;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  values (save_guardian.student_id, saved, school, private.require_text(save_guardian.relationship, 40, 'relationship', 'Say how they are related.'), save_guardian.is_primary)
  on conflict (student_id, guardian_id) do update set relationship = excluded.relationship, is_primary = excluded.is_primary;
  return saved;
end
$$;
comment on function public.save_guardian(uuid, text, text, text, text, text, boolean, uuid) is 'Adds a guardian to a learner, or corrects one. One guardian of a learner is the first to call.';

create function public.remove_guardian(student_id uuid, guardian_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
begin
  delete from public.student_guardians sg where sg.student_id = remove_guardian.student_id and sg.guardian_id = remove_guardian.guardian_id and sg.school_id = school;
  delete from public.guardians g where g.id = remove_guardian.guardian_id and g.school_id = school and g.user_id is null
    and not exists (select from public.student_guardians sg where sg.guardian_id = g.id);
end
$$;
comment on function public.remove_guardian(uuid, uuid) is 'Takes a guardian from a learner. A guardian of nobody else, without an account, goes altogether.';

-- Everything the office sees on one learner's page. Row security decides what is in it; the fees are an administrator's.
create function public.student_profile(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > current_date - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', a.note) order by a.day desc), '[]')
      from (select * from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments) order by t.starts_on desc, b.name), '[]')
      from (select g.term_id, g.subject_id, round(avg(g.score * 100 / g.max_score), 1) as percent, count(*) as assessments from public.grades g where g.student_id = s.id group by g.term_id, g.subject_id) r
      join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', b.charged, 'paid', b.paid, 'balance', b.balance) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$$;
comment on function public.student_profile(uuid) is 'One learner with guardians, classes, ninety days of attendance, results and, for an administrator, the balance. Null for a learner the caller may not see.';

grant execute on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid), public.move_students(uuid[], uuid), public.set_students_status(uuid[], public.student_status),
  public.save_guardian(uuid, text, text, text, text, text, boolean, uuid), public.remove_guardian(uuid, uuid), public.student_profile(uuid) to authenticated;
