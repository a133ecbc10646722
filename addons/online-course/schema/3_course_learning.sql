-- Who takes a course, how far they are, and their attempts at quizzes. The server keeps the time and marks.

create table public.course_enrolments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  course_id uuid not null,
  student_id uuid not null,
  price integer not null check (price >= 0),
  payment_id uuid references public.fee_payments (id) on delete set null,
  charge_id uuid references public.fee_charges (id) on delete set null,
  enrolled_by uuid references public.users (id) on delete set null,
  enrolled_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (id, school_id),
  unique (course_id, student_id),
  foreign key (course_id, school_id) references public.online_courses (id, school_id) on delete restrict,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.course_enrolments is 'A student in a course. price: when they joined. A paid course is open to '
  'them while payment_id is a payment of the school''s fees that was not taken back.';

create index course_enrolments_school_idx on public.course_enrolments (school_id);
create index course_enrolments_student_idx on public.course_enrolments (student_id);
create unique index course_enrolments_payment_key on public.course_enrolments (payment_id);
create index course_enrolments_charge_idx on public.course_enrolments (charge_id);

create table public.course_progress (
  school_id uuid not null,
  enrolment_id uuid not null,
  lesson_id uuid not null,
  student_id uuid not null,
  done_at timestamptz not null default now(),
  primary key (enrolment_id, lesson_id),
  foreign key (enrolment_id, school_id) references public.course_enrolments (id, school_id) on delete cascade,
  foreign key (lesson_id, school_id) references public.course_lessons (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.course_progress is 'Lessons that a student has done; a quiz once it was handed in.';

create index course_progress_school_idx on public.course_progress (school_id);
create index course_progress_student_idx on public.course_progress (student_id);
create index course_progress_lesson_idx on public.course_progress (lesson_id);

create table public.course_attempts (
  id uuid primary key,
  school_id uuid not null,
  enrolment_id uuid not null,
  lesson_id uuid not null,
  student_id uuid not null,
  number smallint not null,
  started_at timestamptz not null,
  due_at timestamptz,
  handed_in_at timestamptz,
  score numeric(9, 6),
  max_score smallint,
  unique (id, school_id),
  unique (enrolment_id, lesson_id, number),
  check ((handed_in_at is null) = (score is null) and (score is null) = (max_score is null)),
  foreign key (enrolment_id, school_id) references public.course_enrolments (id, school_id) on delete cascade,
  foreign key (lesson_id, school_id) references public.course_lessons (id, school_id) on delete restrict,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.course_attempts is 'A student''s attempt at a quiz. All times are the server''s; at due_at it '
  'is handed in as it is.';

create index course_attempts_school_idx on public.course_attempts (school_id);
create index course_attempts_student_idx on public.course_attempts (student_id);
create index course_attempts_lesson_idx on public.course_attempts (lesson_id);
create index course_attempts_due_idx on public.course_attempts (due_at) where handed_in_at is null;
create unique index course_attempts_open_key on public.course_attempts (enrolment_id, lesson_id)
  where handed_in_at is null;

create table public.course_answers (
  school_id uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  student_id uuid not null,
  answer jsonb not null check (length(answer::text) <= 4000),
  typed integer not null,
  saved_at timestamptz not null default now(),
  share numeric(9, 8),
  primary key (attempt_id, question_id),
  foreign key (attempt_id, school_id) references public.course_attempts (id, school_id) on delete cascade,
  foreign key (question_id, school_id) references public.course_questions (id, school_id) on delete restrict,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.course_answers is 'What a student answered. typed: counts up on the student''s device, so that '
  'an older answer that arrives later changes nothing. share: of the question''s points, once it was handed in.';

create index course_answers_school_idx on public.course_answers (school_id);
create index course_answers_student_idx on public.course_answers (student_id);
create index course_answers_question_idx on public.course_answers (question_id);

select private.school_table('public.course_enrolments', feature => 'addon:online-course', subject => 'student_id',
  erase => 'delete', audit => true, key => '{id}', label => 'Students in online courses', counts_use => true,
  notices => '{course}');
select private.school_table('public.course_progress', feature => 'addon:online-course', subject => 'student_id',
  erase => 'delete', counts_use => true);
select private.school_table('public.course_attempts', feature => 'addon:online-course', subject => 'student_id',
  erase => 'delete', audit => true, key => '{id}', label => 'Quizzes of online courses', verbs => '{update,delete}',
  counts_use => true);
select private.school_table('public.course_answers', feature => 'addon:online-course', subject => 'student_id',
  erase => 'delete', counts_use => true);
grant select on public.course_enrolments, public.course_progress, public.course_attempts, public.course_answers
  to authenticated;

create function private.my_online_courses() returns setof uuid
language sql stable rows 20 security definer set search_path = '' as $$
  select c.id from public.online_courses c
  where c.school_id = private.addon_school('addon:online-course') and private.may('course:teach')
    and (private.may('course:manage') or c.teacher_id = private.signed_in_uid())
$$;
comment on function private.my_online_courses() is 'Courses whose students the caller may see as staff.';
grant execute on function private.my_online_courses() to authenticated;

create policy "Teachers see who is in their courses, families their own" on public.course_enrolments for select
  to authenticated
  using (school_id = (select private.member_addon_school('addon:online-course'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and (course_id in (select private.my_online_courses()) or student_id in (select private.my_student_ids())));
create policy "Teachers see how far students are, families their own" on public.course_progress for select
  to authenticated
  using (school_id = (select private.member_addon_school('addon:online-course'))
    and enrolment_id in (select e.id from public.course_enrolments e));
create policy "Teachers see attempts in their courses, families their own" on public.course_attempts for select
  to authenticated
  using (school_id = (select private.member_addon_school('addon:online-course'))
    and enrolment_id in (select e.id from public.course_enrolments e));
create policy "Teachers see the answers in their courses" on public.course_answers for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and attempt_id in (select a.id from public.course_attempts a join public.course_enrolments e
      on e.id = a.enrolment_id where e.course_id in (select private.my_online_courses())));

create function private.is_course_open(enrolment public.course_enrolments) returns boolean
language sql stable security definer set search_path = '' as $$
  select enrolment.price = 0 or exists (select from public.fee_payments p where p.id = enrolment.payment_id
    and p.student_id = enrolment.student_id and p.reversed_at is null)
$$;
comment on function private.is_course_open(public.course_enrolments)
  is 'Whether the student may learn: the course was free, or its payment is in the school''s fees and still there.';

-- The school of somebody who learns; to read, or with needs_licence to write.
create function private.require_course_learner(needs_licence boolean default true) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.member_school();
  entitlement constant public.entitlement := private.is_entitled(school, 'addon:online-course');
begin
  if coalesce(entitlement, 'off') = 'off' then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  elsif entitlement = 'read-only' and needs_licence then
    if not private.is_running(school) then
      perform private.refuse_without_subscription();
    end if;
    perform private.refuse('addon.expired',
      'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator '
        'to renew it.', errcode => '42501');
  end if;
  return private.require('course:learn');
end
$$;

-- An enrolment of the caller or the caller's child that is open; as_student: of the caller alone.
create function private.require_enrolment(enrolment uuid, as_student boolean, needs_licence boolean)
  returns public.course_enrolments
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_course_learner(needs_licence);
  found_enrolment public.course_enrolments;
begin
  select * into found_enrolment from public.course_enrolments e where e.id = require_enrolment.enrolment
    and e.school_id = school and e.student_id in (select private.my_student_ids());
  if not found then
    perform private.refuse('course.not_found', 'This course is no longer here. Open the list again.',
      errcode => 'P0002');
  elsif as_student and not exists (select from public.students s where s.id = found_enrolment.student_id
    and s.user_id = private.signed_in_uid()) then
    perform private.refuse('course.student_only', 'Only the student may do this.', errcode => '42501');
  elsif not private.is_course_open(found_enrolment) then
    perform private.refuse('course.unpaid', 'This course opens once the school has its payment.', errcode => '42501');
  end if;
  return found_enrolment;
end
$$;

-- Whether a lesson is the student's turn: any of them, or in an ordered course one after all that are done.
create function private.is_lesson_open(enrolment public.course_enrolments, lesson public.course_lessons) returns boolean
language sql stable security definer set search_path = '' as $$
  select lesson.course_id = enrolment.course_id and (
    not (select c.is_ordered from public.online_courses c where c.id = enrolment.course_id)
    or not exists (select from public.course_lessons l where l.course_id = lesson.course_id
      and l.position < lesson.position and not exists (select from public.course_progress p
        where p.enrolment_id = enrolment.id and p.lesson_id = l.id)))
$$;

create function private.require_open_lesson(enrolment public.course_enrolments, lesson uuid, is_quiz boolean)
  returns public.course_lessons
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  found_lesson public.course_lessons;
begin
  select * into found_lesson from public.course_lessons l where l.id = require_open_lesson.lesson
    and l.course_id = enrolment.course_id
    and (require_open_lesson.is_quiz is null or l.is_quiz = require_open_lesson.is_quiz);
  if not found then
    perform private.refuse('course.no_lesson', 'This lesson is no longer here. Open the course again.',
      errcode => 'P0002');
  elsif not private.is_lesson_open(enrolment, found_lesson) then
    perform private.refuse('course.locked', 'Finish the lessons before this one first.', errcode => '42501');
  end if;
  return found_lesson;
end
$$;

create function private.add_to_course(course public.online_courses, student uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  added uuid;
begin
  if not exists (select from public.students s where s.id = student and s.school_id = course.school_id
    and s.status = 'active' and (course.class_id is null or s.class_id = course.class_id)) then
    perform private.refuse('course.not_for', 'This course is for students of its class who are at the school.',
      field => 'studentId');
  end if;
  insert into public.course_enrolments (school_id, course_id, student_id, price, enrolled_by)
  values (course.school_id, course.id, student, course.price, private.signed_in_uid())
  on conflict (course_id, student_id) do nothing returning id into added;
  return coalesce(added, (select e.id from public.course_enrolments e where e.course_id = course.id
    and e.student_id = student));
end
$$;

create function public.add_course_students(course_id uuid, student_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(add_course_students.course_id);
  student uuid;
  enrolment uuid;
  added integer := 0;
begin
  if coalesce(cardinality(add_course_students.student_ids), 0) not between 1 and 200 then
    perform private.refuse('course.students', 'Choose between 1 and 200 students.', field => 'studentId');
  end if;
  foreach student in array add_course_students.student_ids loop
    continue when exists (select from public.course_enrolments e where e.course_id = course.id
      and e.student_id = student);
    if student = any (private.withheld_from_me()) then
      perform private.refuse('student.one_not_found', 'One of these students is no longer here. Choose again.',
        field => 'studentId', errcode => 'P0002');
    end if;
    enrolment := private.add_to_course(course, student);
    perform private.notify(private.student_family(student) || (select array_remove(array[s.user_id], null)
        from public.students s where s.id = student), 'course/' || enrolment,
      private.say('{student} is in an online course', jsonb_build_object('student',
        (select s.first_name from public.students s where s.id = student))), to_jsonb(course.title),
      '/dashboard/addons/online-course/learn');
    added := added + 1;
  end loop;
  return added;
end
$$;
comment on function public.add_course_students(uuid, uuid[])
  is 'Puts students into a course and tells their families; returns how many were not in it.';

create function public.join_course(course_id uuid, student_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner();
  course public.online_courses;
begin
  select * into course from public.online_courses c where c.id = join_course.course_id and c.school_id = school
    and c.published_at is not null;
  if not found or not coalesce(join_course.student_id in (select private.my_student_ids()), false) then
    perform private.refuse('course.not_found', 'This course is no longer here. Open the list again.',
      errcode => 'P0002');
  elsif not (private.addon_setting(school, 'addon:online-course', 'families_join') #>> '{}')::boolean then
    perform private.refuse('course.teachers_add', 'At your school, teachers add students to their courses.');
  end if;
  return private.add_to_course(course, join_course.student_id);
end
$$;
comment on function public.join_course(uuid, uuid)
  is 'Puts the caller, or the caller''s child, into a course; a second call returns the first enrolment.';

create function public.finish_course_lesson(enrolment_id uuid, lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  enrolment constant public.course_enrolments :=
    private.require_enrolment(finish_course_lesson.enrolment_id, true, true);
  lesson constant public.course_lessons :=
    private.require_open_lesson(enrolment, finish_course_lesson.lesson_id, false);
begin
  insert into public.course_progress (school_id, enrolment_id, lesson_id, student_id)
  values (enrolment.school_id, enrolment.id, lesson.id, enrolment.student_id) on conflict do nothing;
  perform private.complete_course(enrolment.id);
end
$$;
comment on function public.finish_course_lesson(uuid, uuid)
  is 'Marks a lesson as done; a quiz is done by handing it in.';

revoke execute on function public.add_course_students(uuid, uuid[]), public.join_course(uuid, uuid),
  public.finish_course_lesson(uuid, uuid) from public;
grant execute on function public.add_course_students(uuid, uuid[]), public.join_course(uuid, uuid),
  public.finish_course_lesson(uuid, uuid) to authenticated;
