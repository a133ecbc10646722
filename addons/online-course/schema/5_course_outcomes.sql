-- What comes of a course: its result, the certificate, what was paid for it, and what students and teachers read.

create table public.course_certificates (
  school_id uuid not null,
  enrolment_id uuid primary key,
  student_id uuid not null,
  number text not null unique,
  content jsonb not null,
  issued_at timestamptz not null default now(),
  foreign key (enrolment_id, school_id) references public.course_enrolments (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.course_certificates is 'That a student finished a course, as it was on that day: {student, '
  'admission_number, course, result, completed_on}. Issued once and never changed.';

create index course_certificates_school_idx on public.course_certificates (school_id);
create index course_certificates_student_idx on public.course_certificates (student_id);

select private.school_table('public.course_certificates', feature => 'addon:online-course', subject => 'student_id',
  erase => 'delete', counts_use => true);
grant select on public.course_certificates to authenticated;

create policy "Teachers see certificates of their courses, families their own" on public.course_certificates for select
  to authenticated
  using (school_id = (select private.member_addon_school('addon:online-course'))
    and enrolment_id in (select e.id from public.course_enrolments e));

-- The best attempts at the quizzes of a course: points and how many there are, null without a quiz.
create function private.course_result(enrolment public.course_enrolments)
  returns table (score numeric, max_score numeric)
language sql stable security definer set search_path = '' as $$
  select sum(coalesce(b.score, 0)), sum(coalesce(b.max_score,
    (select sum(q.points) from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
      where z.lesson_id = l.id)))
  from public.course_lessons l
  left join lateral (select a.score, a.max_score from public.course_attempts a where a.enrolment_id = enrolment.id
    and a.lesson_id = l.id and a.handed_in_at is not null order by a.score desc limit 1) b on true
  where l.course_id = enrolment.course_id and l.is_quiz
$$;

-- A number that nobody can guess, without letters that look like others.
create function private.new_certificate_number() returns text
language sql volatile set search_path = '' as $$
  select 'CRS-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(b.bytes, n) % 32, 1), ''
    order by n)
  from (select extensions.gen_random_bytes(10) as bytes) b, generate_series(0, 9) as n
$$;

-- Completes a course whose lessons are done and whose pass mark is reached, exactly or above, and certifies it once.
create function private.complete_course(enrolment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  taken public.course_enrolments;
  course public.online_courses;
  result record;
begin
  select * into taken from public.course_enrolments e where e.id = enrolment for update;
  select * into course from public.online_courses c where c.id = taken.course_id;
  if taken.completed_at is not null or exists (select from public.course_lessons l where l.course_id = course.id
    and not exists (select from public.course_progress p where p.enrolment_id = taken.id and p.lesson_id = l.id)) then
    return;
  end if;
  select * into result from private.course_result(taken);
  if round(coalesce(result.score * 100, 0), 4) < coalesce(course.pass_mark * result.max_score, 0) then
    return;
  end if;
  update public.course_enrolments e set completed_at = private.current_moment() where e.id = taken.id;
  insert into public.course_certificates (school_id, enrolment_id, student_id, number, content)
  select taken.school_id, taken.id, taken.student_id, private.new_certificate_number(),
    jsonb_build_object('student', s.full_name, 'admission_number', s.admission_number, 'course', course.title,
      'result', round(result.score * 100 / nullif(result.max_score, 0), 1),
      'completed_on', private.school_today(taken.school_id))
  from public.students s where s.id = taken.student_id on conflict do nothing;
  perform private.notify(private.student_family(taken.student_id) || (select array_remove(array[s.user_id], null)
      from public.students s where s.id = taken.student_id), 'course/' || taken.id || '/certificate',
    private.say('{student} has finished an online course', jsonb_build_object('student',
      (select s.first_name from public.students s where s.id = taken.student_id))), to_jsonb(course.title),
    '/dashboard/addons/online-course/learn');
end
$$;

create function public.pay_course(enrolment_id uuid, method text, reference text default null,
  request_id uuid default gen_random_uuid()) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:online-course');
  code constant text := upper(private.null_if_blank(pay_course.reference));
  enrolment public.course_enrolments;
  line text;
  term uuid;
  payment uuid;
  charge uuid;
begin
  perform private.require('fee-payment:record');
  -- The order in which fees take their locks.
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into enrolment from public.course_enrolments e where e.id = pay_course.enrolment_id
    and e.school_id = school for update;
  if not found then
    perform private.refuse('course.not_found', 'This course is no longer here. Open the list again.',
      errcode => 'P0002');
  elsif private.is_course_open(enrolment) then
    return enrolment.payment_id;
  end if;
  select left('Online course: ' || c.title, 80) into line from public.online_courses c where c.id = enrolment.course_id;
  select t.id into term from public.school_terms t where t.school_id = school
    order by t.starts_on <= private.school_today(school) desc, abs(t.starts_on - private.school_today(school)) limit 1;
  if term is null then
    perform private.refuse('course.no_term', 'Enter the terms of the school first: a payment belongs to one.');
  end if;
  -- What is still owed for it, where a payment was taken back under Fees, or else one more line of an invoice.
  select c.id into charge from public.fee_charges c where c.id = enrolment.charge_id and c.credited = 0;
  if charge is null then
    perform private.issue_charges(school, term, array[row(enrolment.student_id, null, line, enrolment.price,
      private.school_today(school))::private.due_charge]);
    select c.id into charge from public.fee_charges c where c.student_id = enrolment.student_id
      and c.purpose = private.fee_purpose(term, line) and c.credited < c.amount;
  end if;
  -- A payment that came in under Fees, from a file for instance, is this one if it has the same reference.
  select p.id into payment from public.fee_payments p where p.school_id = school
    and p.student_id = enrolment.student_id and p.reference = code and p.method = pay_course.method
    and p.reverses is null and p.reversed_at is null and p.amount >= enrolment.price
    and not exists (select from public.course_enrolments e where e.payment_id = p.id);
  if payment is null then
    payment := (public.record_fee_payment(enrolment.student_id, enrolment.price, pay_course.method,
      pay_course.reference, private.school_today(school), pay_course.request_id)).id;
  end if;
  update public.course_enrolments e set payment_id = payment, charge_id = charge where e.id = enrolment.id;
  perform private.notify(private.student_family(enrolment.student_id) || (select array_remove(array[s.user_id], null)
      from public.students s where s.id = enrolment.student_id), 'course/' || enrolment.id || '/' || payment,
    private.say('An online course is paid and open'), to_jsonb(line), '/dashboard/addons/online-course/learn');
  return payment;
end
$$;
comment on function public.pay_course(uuid, text, text, uuid) is
  'Records the payment of a course in the school''s fees and opens it, or takes one that is there under this '
  'reference. Returns the payment.';

create function public.refund_course(enrolment_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:online-course');
  why text;
  enrolment public.course_enrolments;
  owed integer;
begin
  perform private.require('fee:refund');
  why := private.require_text(refund_course.reason, 300, 'reason', 'Say why you are refunding the course.');
  select * into enrolment from public.course_enrolments e where e.id = refund_course.enrolment_id
    and e.school_id = school for update;
  if not found or enrolment.payment_id is null then
    perform private.refuse('course.no_payment', 'Nothing was paid for this course.', errcode => 'P0002');
  end if;
  perform public.reverse_fee_payment(enrolment.payment_id, why);
  select c.amount - c.credited into owed from public.fee_charges c where c.id = enrolment.charge_id;
  if owed > 0 then
    perform public.credit_charge(enrolment.charge_id, owed, why);
  end if;
end
$$;
comment on function public.refund_course(uuid, text) is
  'Takes back the payment of a course and credits its charge: the course closes for the student, what they did stays.';

-- Files of the lessons that are open to the caller.
create function private.my_course_files() returns setof text
language sql stable rows 20 security definer set search_path = '' as $$
  select d.file_path from public.course_enrolments e
  join public.course_lessons l on l.course_id = e.course_id
  join public.course_lesson_files f on f.lesson_id = l.id join public.documents d on d.id = f.document_id
  where e.school_id = private.member_addon_school('addon:online-course')
    and e.student_id in (select private.my_student_ids()) and private.may('course:learn')
    and private.is_course_open(e) and private.is_lesson_open(e, l)
$$;
grant execute on function private.my_course_files() to authenticated;

create policy "Students read the files of lessons that are open to them" on storage.objects for select to authenticated
  using (bucket_id = 'school-documents' and name in (select private.my_course_files()));

create function public.my_courses() returns table (course_id uuid, title text, summary text, teacher text,
  price integer, lessons integer, student_id uuid, student text, is_me boolean, enrolment_id uuid, is_open boolean,
  done integer, completed_at timestamptz, certificate text, may_join boolean)
language plpgsql stable rows 20 security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner(false);
  families_join constant boolean := (private.addon_setting(school, 'addon:online-course',
    'families_join') #>> '{}')::boolean;
begin
  return query
  select c.id, c.title, c.summary, (select u.full_name from public.users u where u.id = c.teacher_id),
    coalesce(e.price, c.price), (select count(*)::integer from public.course_lessons l where l.course_id = c.id), s.id,
    s.full_name, coalesce(s.user_id = private.signed_in_uid(), false), e.id,
    e.id is not null and private.is_course_open(e),
    (select count(*)::integer from public.course_progress p where p.enrolment_id = e.id), e.completed_at,
    (select k.number from public.course_certificates k where k.enrolment_id = e.id), families_join and e.id is null
  from public.students s join public.online_courses c on c.school_id = s.school_id
  left join public.course_enrolments e on e.course_id = c.id and e.student_id = s.id
  where s.id in (select private.my_student_ids()) and c.school_id = school
    and (e.id is not null or c.published_at is not null and s.status = 'active'
      and (c.class_id is null or c.class_id = s.class_id))
  order by e.id is null, e.completed_at is not null, c.title, s.full_name, s.id;
end
$$;
comment on function public.my_courses() is 'The courses of the caller or the caller''s children, and those they may '
  'join. is_open: free, or paid.';

create function public.course_outline(enrolment_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  enrolment constant public.course_enrolments := private.require_enrolment(course_outline.enrolment_id, false, false);
  outcome jsonb;
begin
  perform private.hand_in_due(a.id) from public.course_attempts a where a.enrolment_id = enrolment.id
    and a.handed_in_at is null and a.due_at <= private.current_moment();
  select jsonb_build_object('title', c.title, 'summary', c.summary, 'pass_mark', c.pass_mark,
    'student', (select s.full_name from public.students s where s.id = enrolment.student_id),
    'is_me', exists (select from public.students s where s.id = enrolment.student_id
      and s.user_id = private.signed_in_uid()),
    'completed_at', e.completed_at, 'score', r.score, 'max_score', r.max_score,
    'certificate', (select k.number from public.course_certificates k where k.enrolment_id = e.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'is_quiz', l.is_quiz,
        'minutes', l.minutes, 'attempts', l.attempts, 'is_open', private.is_lesson_open(e, l),
        'is_done', exists (select from public.course_progress p where p.enrolment_id = e.id and p.lesson_id = l.id),
        'questions', (select count(*) from public.course_quiz_questions q where q.lesson_id = l.id),
        'taken', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number,
            'started_at', a.started_at, 'handed_in_at', a.handed_in_at, 'score', a.score, 'max_score', a.max_score)
            order by a.number), '[]')
          from public.course_attempts a where a.enrolment_id = e.id and a.lesson_id = l.id)) order by l.position), '[]')
      from public.course_lessons l where l.course_id = c.id))
  into outcome
  from public.online_courses c join public.course_enrolments e on e.course_id = c.id
    cross join lateral private.course_result(e) r
  where e.id = enrolment.id;
  return outcome;
end
$$;
comment on function public.course_outline(uuid) is 'A course as a student sees it, with progress, attempts and result; '
  'for the student and the family.';

create function public.course_lesson(enrolment_id uuid, lesson_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  enrolment constant public.course_enrolments := private.require_enrolment(course_lesson.enrolment_id, false, false);
  lesson constant public.course_lessons := private.require_open_lesson(enrolment, course_lesson.lesson_id, null);
begin
  return jsonb_build_object('title', lesson.title, 'body', lesson.body, 'video_url', lesson.video_url, 'files',
    (select coalesce(jsonb_agg(jsonb_build_object('title', d.title, 'path', d.file_path, 'size', d.file_size)
      order by d.title), '[]')
    from public.course_lesson_files f join public.documents d on d.id = f.document_id where f.lesson_id = lesson.id));
end
$$;
comment on function public.course_lesson(uuid, uuid)
  is 'Text, video and files of a lesson that is open to the caller or the caller''s child.';

create function public.online_course_figures() returns table (course_id uuid, lessons bigint, students bigint,
  unpaid bigint, completed bigint)
language sql stable security definer set search_path = '' as $$
  select c.id, (select count(*) from public.course_lessons l where l.course_id = c.id), e.students, e.unpaid,
    e.completed
  from public.online_courses c
  cross join lateral (select count(*) as students, count(*) filter (where not private.is_course_open(e)) as unpaid,
    count(e.completed_at) as completed from public.course_enrolments e where e.course_id = c.id) e
  where c.id in (select private.my_online_courses())
$$;
comment on function public.online_course_figures()
  is 'Lessons and students of each course that the caller teaches or manages.';

create function public.course_students(course_id uuid) returns table (enrolment_id uuid, student_id uuid, name text,
  admission_number text, class_name text, price integer, is_open boolean, payment_id uuid, receipt_number text,
  done integer, lessons integer, score numeric, max_score numeric, completed_at timestamptz, certificate text)
language sql stable security definer set search_path = '' as $$
  select e.id, s.id, s.full_name, s.admission_number,
    (select k.name from public.classes k where k.id = s.class_id), e.price, private.is_course_open(e), e.payment_id,
    (select p.receipt_number from public.fee_payments p where p.id = e.payment_id),
    (select count(*)::integer from public.course_progress p where p.enrolment_id = e.id),
    (select count(*)::integer from public.course_lessons l where l.course_id = e.course_id), r.score, r.max_score,
    e.completed_at, (select k.number from public.course_certificates k where k.enrolment_id = e.id)
  from public.course_enrolments e join public.students s on s.id = e.student_id
  cross join lateral private.course_result(e) r
  where e.course_id = course_students.course_id and e.course_id in (select private.my_online_courses())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
$$;
comment on function public.course_students(uuid) is 'Who is in a course of the caller, how far, and with what result.';

create function public.student_courses(student_id uuid) returns table (course_id uuid, title text, done integer,
  lessons integer, score numeric, max_score numeric, completed_at timestamptz, certificate text)
language sql stable security definer set search_path = '' as $$
  select c.id, c.title, (select count(*)::integer from public.course_progress p where p.enrolment_id = e.id),
    (select count(*)::integer from public.course_lessons l where l.course_id = c.id), r.score, r.max_score,
    e.completed_at, (select k.number from public.course_certificates k where k.enrolment_id = e.id)
  from public.course_enrolments e join public.online_courses c on c.id = e.course_id
  cross join lateral private.course_result(e) r
  where e.student_id = student_courses.student_id and e.course_id in (select private.my_online_courses())
    and e.student_id <> all ((select private.withheld_from_me())::uuid[])
  order by e.enrolled_at desc, c.title limit 50
$$;
comment on function public.student_courses(uuid)
  is 'A student''s courses among those that the caller teaches or manages.';

revoke execute on function public.pay_course(uuid, text, text, uuid), public.refund_course(uuid, text),
  public.my_courses(), public.course_outline(uuid), public.course_lesson(uuid, uuid), public.online_course_figures(),
  public.course_students(uuid), public.student_courses(uuid) from public;
grant execute on function public.pay_course(uuid, text, text, uuid), public.refund_course(uuid, text),
  public.my_courses(), public.course_outline(uuid), public.course_lesson(uuid, uuid), public.online_course_figures(),
  public.course_students(uuid), public.student_courses(uuid) to authenticated;
