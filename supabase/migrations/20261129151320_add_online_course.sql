set check_function_bodies = off;

create table public.course_answers (
  school_id   uuid                     not null,
  attempt_id  uuid                     not null,
  question_id uuid                     not null,
  student_id  uuid                     not null,
  answer      jsonb                    not null,
  typed       integer                  not null,
  saved_at    timestamp with time zone not null default now(),
  share       numeric(9,8),
  constraint course_answers_answer_check check ((length((answer)::text) <= 4000)),
  constraint course_answers_pkey primary key (attempt_id, question_id)
);

alter table public.course_answers
  enable row level security;

create table public.course_attempts (
  id           uuid                     not null,
  school_id    uuid                     not null,
  enrolment_id uuid                     not null,
  lesson_id    uuid                     not null,
  student_id   uuid                     not null,
  number       smallint                 not null,
  started_at   timestamp with time zone not null,
  due_at       timestamp with time zone,
  handed_in_at timestamp with time zone,
  score        numeric(9,6),
  max_score    smallint,
  constraint course_attempts_check check ((((handed_in_at IS NULL) = (score IS NULL)) AND ((score IS NULL) = (max_score IS NULL)))),
  constraint course_attempts_enrolment_id_lesson_id_number_key unique (enrolment_id, lesson_id, number),
  constraint course_attempts_id_school_id_key unique (id, school_id),
  constraint course_attempts_pkey primary key (id)
);

alter table public.course_attempts
  enable row level security;

create table public.course_certificates (
  school_id    uuid                     not null,
  enrolment_id uuid                     not null,
  student_id   uuid                     not null,
  number       text                     not null,
  content      jsonb                    not null,
  issued_at    timestamp with time zone not null default now(),
  constraint course_certificates_number_key unique (number),
  constraint course_certificates_pkey primary key (enrolment_id)
);

alter table public.course_certificates
  enable row level security;

create table public.course_enrolments (
  id           uuid                     not null default gen_random_uuid(),
  school_id    uuid                     not null,
  course_id    uuid                     not null,
  student_id   uuid                     not null,
  price        integer                  not null,
  payment_id   uuid,
  charge_id    uuid,
  enrolled_by  uuid,
  enrolled_at  timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  constraint course_enrolments_course_id_student_id_key unique (course_id, student_id),
  constraint course_enrolments_id_school_id_key unique (id, school_id),
  constraint course_enrolments_pkey primary key (id),
  constraint course_enrolments_price_check check ((price >= 0))
);

alter table public.course_enrolments
  enable row level security;

create table public.course_lesson_files (
  school_id   uuid not null,
  lesson_id   uuid not null,
  document_id uuid not null,
  constraint course_lesson_files_pkey primary key (lesson_id, document_id)
);

alter table public.course_lesson_files
  enable row level security;

create table public.course_lessons (
  id            uuid     not null default gen_random_uuid(),
  school_id     uuid     not null,
  course_id     uuid     not null,
  position      smallint not null,
  title         text     not null,
  body          text     not null default ''::text,
  video_url     text,
  is_quiz       boolean  not null default false,
  minutes       smallint,
  attempts      smallint not null default 1,
  shows_answers boolean  not null default false,
  constraint course_lessons_attempts_check check (((attempts >= 1) AND (attempts <= 10))),
  constraint course_lessons_body_check check ((length(body) <= 50000)),
  constraint course_lessons_course_id_position_key unique (course_id, position) deferrable initially deferred,
  constraint course_lessons_id_school_id_key unique (id, school_id),
  constraint course_lessons_minutes_check check (((minutes >= 1) AND (minutes <= 600))),
  constraint course_lessons_pkey primary key (id),
  constraint course_lessons_title_check check (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120))),
  constraint course_lessons_video_url_check check (((video_url ~ '^https://'::text) AND (length(video_url) <= 500)))
);

alter table public.course_lessons
  enable row level security;

create table public.course_progress (
  school_id    uuid                     not null,
  enrolment_id uuid                     not null,
  lesson_id    uuid                     not null,
  student_id   uuid                     not null,
  done_at      timestamp with time zone not null default now(),
  constraint course_progress_pkey primary key (enrolment_id, lesson_id)
);

alter table public.course_progress
  enable row level security;

create table public.course_questions (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid                     not null,
  course_id   uuid                     not null,
  kind        text                     not null,
  wording     text                     not null,
  options     text[]                   not null default '{}'::text[],
  key         jsonb                    not null,
  points      smallint                 not null default 1,
  explanation text                     not null default ''::text,
  created_at  timestamp with time zone not null default now(),
  constraint course_questions_explanation_check check ((length(explanation) <= 2000)),
  constraint course_questions_id_school_id_key unique (id, school_id),
  constraint course_questions_kind_check
    check ((kind = ANY (ARRAY['single'::text, 'several'::text, 'true_false'::text, 'text'::text, 'number'::text]))),
  constraint course_questions_pkey primary key (id),
  constraint course_questions_points_check check (((points >= 1) AND (points <= 100))),
  constraint course_questions_wording_check check (((length(btrim(wording)) >= 1) AND (length(btrim(wording)) <= 2000)))
);

alter table public.course_questions
  enable row level security;

create table public.course_quiz_questions (
  school_id   uuid     not null,
  lesson_id   uuid     not null,
  question_id uuid     not null,
  position    smallint not null,
  constraint course_quiz_questions_pkey primary key (lesson_id, question_id)
);

alter table public.course_quiz_questions
  enable row level security;

create table public.online_courses (
  id           uuid                     not null default gen_random_uuid(),
  school_id    uuid                     not null,
  title        text                     not null,
  summary      text                     not null default ''::text,
  class_id     uuid,
  teacher_id   uuid,
  is_ordered   boolean                  not null default false,
  price        integer                  not null default 0,
  pass_mark    smallint                 not null default 50,
  published_at timestamp with time zone,
  created_at   timestamp with time zone not null default now(),
  constraint online_courses_id_school_id_key unique (id, school_id),
  constraint online_courses_pass_mark_check check (((pass_mark >= 0) AND (pass_mark <= 100))),
  constraint online_courses_pkey primary key (id),
  constraint online_courses_price_check check (((price >= 0) AND (price <= 1000000))),
  constraint online_courses_summary_check check ((length(summary) <= 2000)),
  constraint online_courses_title_check check (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 120)))
);

alter table public.online_courses
  enable row level security;

create or replace function private.add_to_course (
  course  public.online_courses,
  student uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.are_answers_due (
  attempt public.course_attempts
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select l.shows_answers and not exists (select from public.course_attempts a
      where a.enrolment_id = attempt.enrolment_id and a.lesson_id = l.id and a.handed_in_at is null)
    and (select count(*) from public.course_attempts a where a.enrolment_id = attempt.enrolment_id
      and a.lesson_id = l.id) >= l.attempts
  from public.course_lessons l where l.id = attempt.lesson_id
$function$;

create or replace function private.complete_course (
  enrolment uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.course_result (
  enrolment public.course_enrolments
)
  returns table (
    score     numeric,
    max_score numeric
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select sum(coalesce(b.score, 0)), sum(coalesce(b.max_score,
    (select sum(q.points) from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
      where z.lesson_id = l.id)))
  from public.course_lessons l
  left join lateral (select a.score, a.max_score from public.course_attempts a where a.enrolment_id = enrolment.id
    and a.lesson_id = l.id and a.handed_in_at is not null order by a.score desc limit 1) b on true
  where l.course_id = enrolment.course_id and l.is_quiz
$function$;

create or replace function private.hand_in (
  attempt uuid,
  moment  timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  open_attempt public.course_attempts;
begin
  select * into open_attempt from public.course_attempts a where a.id = hand_in.attempt for update;
  if not found or open_attempt.handed_in_at is not null then
    return;
  end if;
  update public.course_answers a set share = private.mark_course_answer(q, a.answer)
  from public.course_questions q where q.id = a.question_id and a.attempt_id = open_attempt.id;
  update public.course_attempts a set handed_in_at = least(moment, a.due_at), score = s.score, max_score = s.most
  from (select coalesce(sum(q.points * coalesce(w.share, 0)), 0) as score, coalesce(sum(q.points), 0) as most
    from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
    left join public.course_answers w on w.question_id = q.id and w.attempt_id = open_attempt.id
    where z.lesson_id = open_attempt.lesson_id) s
  where a.id = open_attempt.id;
  insert into public.course_progress (school_id, enrolment_id, lesson_id, student_id)
  values (open_attempt.school_id, open_attempt.enrolment_id, open_attempt.lesson_id, open_attempt.student_id)
  on conflict do nothing;
  perform private.complete_course(open_attempt.enrolment_id);
end
$function$;

create or replace function private.hand_in_due (
  attempt uuid
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  select private.hand_in(a.id, a.due_at) from public.course_attempts a
  where a.id = hand_in_due.attempt and a.due_at <= private.current_moment()
$function$;

create or replace function private.is_course_open (
  enrolment public.course_enrolments
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select enrolment.price = 0 or exists (select from public.fee_payments p where p.id = enrolment.payment_id
    and p.student_id = enrolment.student_id and p.reversed_at is null)
$function$;

create or replace function private.is_lesson_open (
  enrolment public.course_enrolments,
  lesson    public.course_lessons
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select lesson.course_id = enrolment.course_id and (
    not (select c.is_ordered from public.online_courses c where c.id = enrolment.course_id)
    or not exists (select from public.course_lessons l where l.course_id = lesson.course_id
      and l.position < lesson.position and not exists (select from public.course_progress p
        where p.enrolment_id = enrolment.id and p.lesson_id = l.id)))
$function$;

create or replace function private.mark_course_answer (
  question public.course_questions,
  answer   jsonb
)
  returns numeric
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  ticked integer[];
  right_ones integer[];
  right_count integer;
begin
  if answer is null or jsonb_typeof(answer) = 'null' then
    return 0;
  elsif question.kind in ('single', 'several') then
    if jsonb_typeof(answer) <> 'array' then
      return 0;
    end if;
    ticked := array(select distinct a::integer from jsonb_array_elements_text(answer) a where a ~ '^\d{1,2}$');
    right_ones := array(select r::integer from jsonb_array_elements_text(question.key -> 'right') r);
    if question.kind = 'single' then
      return (ticked = right_ones)::integer;
    end if;
    right_count := (select count(*) from unnest(ticked) t where t = any (right_ones));
    return greatest(0, right_count::numeric / cardinality(right_ones)
      - (cardinality(ticked) - right_count)::numeric / (cardinality(question.options) - cardinality(right_ones)));
  elsif question.kind = 'true_false' then
    return (answer = question.key -> 'right')::integer;
  elsif question.kind = 'text' then
    return exists (select from jsonb_array_elements_text(question.key -> 'accepted') a
      where private.fold_text(a) = private.fold_text(answer #>> '{}'))::integer;
  end if;
  return exists (select from unnest(private.typed_numbers(answer #>> '{}')) n
    where abs(n - (question.key ->> 'value')::numeric) <= (question.key ->> 'tolerance')::numeric)::integer;
end
$function$;

create or replace function private.my_course_files()
  returns SETOF text
  language sql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
  select d.file_path from public.course_enrolments e
  join public.course_lessons l on l.course_id = e.course_id
  join public.course_lesson_files f on f.lesson_id = l.id join public.documents d on d.id = f.document_id
  where e.school_id = private.member_addon_school('addon:online-course')
    and e.student_id in (select private.my_student_ids()) and private.may('course:learn')
    and private.is_course_open(e) and private.is_lesson_open(e, l)
$function$;

create or replace function private.my_online_courses()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
  select c.id from public.online_courses c
  where c.school_id = private.addon_school('addon:online-course') and private.may('course:teach')
    and (private.may('course:manage') or c.teacher_id = private.signed_in_uid())
$function$;

create or replace function private.name_initials (
  name text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(left(w.word, 1) || '.', ' ' order by w.n)
  from regexp_split_to_table(btrim(name), '\s+') with ordinality as w (word, n) where w.word <> ''
$function$;

create or replace function private.new_certificate_number()
  returns text
  language sql
  set search_path to ''
  AS $function$
  select 'CRS-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(b.bytes, n) % 32, 1), ''
    order by n)
  from (select extensions.gen_random_bytes(10) as bytes) b, generate_series(0, 9) as n
$function$;

create or replace function private.read_course_certificate (
  of jsonb
)
  returns table (
    subject  text,
    students uuid[],
    content  jsonb,
    says     jsonb
  )
  language plpgsql
  set search_path to ''
  AS $function$
declare
  given public.course_certificates;
begin
  select * into given from public.course_certificates c
    where c.enrolment_id = (read_course_certificate.of ->> 'certificate')::uuid;
  if given.enrolment_id is null then
    return;
  end if;
  subject := given.enrolment_id;
  students := array[given.student_id];
  content := given.content || jsonb_build_object('school', private.paper_school(given.school_id),
    'number', given.number);
  -- Who holds the paper compares the end of the admission number; the whole of it is nobody else's.
  says := private.paper_says(private.say('Certificate of an online course'),
    jsonb_build_array(private.say('Number'), given.number),
    jsonb_build_array(private.say('Student'), private.name_initials(given.content ->> 'student')),
    jsonb_build_array(private.say('Admission number'), '…' || right(given.content ->> 'admission_number', 3)),
    jsonb_build_array(private.say('Course'), given.content -> 'course'),
    jsonb_build_array(private.say('Result'), (given.content ->> 'result') || '%'),
    jsonb_build_array(private.say('Finished on'), private.day((given.content ->> 'completed_on')::date)));
  return next;
end
$function$;

create or replace function private.refuse_answered_question (
  question uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from public.course_quiz_questions q join public.course_attempts a on a.lesson_id = q.lesson_id
    where q.question_id = refuse_answered_question.question) then
    perform private.refuse('course.question_asked',
      'Students were asked this question already, so it stays as it is. Add another one.');
  end if;
end
$function$;

create or replace function private.require_attempt (
  attempt uuid
)
  returns public.course_attempts
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner();
  found_attempt public.course_attempts;
begin
  select * into found_attempt from public.course_attempts a where a.id = require_attempt.attempt
    and a.school_id = school;
  if not found then
    perform private.refuse('course.no_attempt', 'This attempt is no longer here. Open the course again.',
      errcode => 'P0002');
  end if;
  perform private.require_enrolment(found_attempt.enrolment_id, true, true);
  if found_attempt.due_at <= private.current_moment() then
    perform private.hand_in_due(found_attempt.id);
  end if;
  select * into found_attempt from public.course_attempts a where a.id = require_attempt.attempt;
  return found_attempt;
end
$function$;

create or replace function private.require_course (
  course uuid
)
  returns public.online_courses
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:online-course');
  found_course public.online_courses;
begin
  perform private.require('course:teach');
  select * into found_course from public.online_courses c where c.id = require_course.course and c.school_id = school;
  if not found then
    perform private.refuse('course.not_found', 'This course is no longer here. Open the list again.',
      errcode => 'P0002');
  elsif not private.may('course:manage') and found_course.teacher_id is distinct from private.signed_in_uid() then
    perform private.refuse('course.not_yours', 'Only the teacher of this course may change it.', errcode => '42501');
  end if;
  return found_course;
end
$function$;

create or replace function private.require_course_learner (
  needs_licence boolean default true
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.require_course_lesson (
  lesson uuid
)
  returns public.course_lessons
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  found_lesson public.course_lessons;
begin
  perform private.require_addon('addon:online-course'), private.require('course:teach');
  select * into found_lesson from public.course_lessons l where l.id = require_course_lesson.lesson;
  perform private.require_course(found_lesson.course_id);
  return found_lesson;
end
$function$;

create or replace function private.require_enrolment (
  enrolment     uuid,
  as_student    boolean,
  needs_licence boolean
)
  returns public.course_enrolments
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.require_open_lesson (
  enrolment public.course_enrolments,
  lesson    uuid,
  is_quiz   boolean
)
  returns public.course_lessons
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function private.require_question_key (
  kind    text,
  options text[],
  key     jsonb
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  right_ones integer[];
  accepted text[];
begin
  if require_question_key.kind in ('single', 'several') then
    if cardinality(options) not between 2 and 10 or exists (select from unnest(options) o where btrim(o) = ''
      or length(o) > 500) or (select count(distinct btrim(o)) from unnest(options) o) < cardinality(options) then
      perform private.refuse('course.options', 'Enter from 2 to 10 different choices.', field => 'options');
    end if;
    right_ones := array(select distinct r::integer from jsonb_array_elements_text(key -> 'right') r
      where r::integer between 0 and cardinality(options) - 1 order by 1);
    if require_question_key.kind = 'single' and cardinality(right_ones) <> 1 then
      perform private.refuse('course.one_right', 'Mark the one choice that is right.', field => 'options');
    elsif cardinality(right_ones) = 0 or cardinality(right_ones) = cardinality(options) then
      perform private.refuse('course.some_right', 'Mark what is right, and leave at least one choice that is not.',
        field => 'options');
    end if;
    return jsonb_build_object('right', to_jsonb(right_ones));
  elsif require_question_key.kind = 'true_false' then
    if jsonb_typeof(key -> 'right') is distinct from 'boolean' then
      perform private.refuse('course.true_or_false', 'Say whether it is true or false.', field => 'options');
    end if;
    return jsonb_build_object('right', key -> 'right');
  elsif require_question_key.kind = 'text' then
    accepted := array(select distinct btrim(a) from jsonb_array_elements_text(key -> 'accepted') a
      where btrim(a) <> '');
    if cardinality(accepted) not between 1 and 20 then
      perform private.refuse('course.accepted', 'Enter at least one answer that is right.', field => 'options');
    end if;
    return jsonb_build_object('accepted', to_jsonb(accepted));
  elsif require_question_key.kind = 'number' then
    if jsonb_typeof(key -> 'value') is distinct from 'number'
      or jsonb_typeof(coalesce(key -> 'tolerance', '0')) <> 'number' or (key ->> 'tolerance')::numeric < 0 then
      perform private.refuse('course.number', 'Enter the number that is right, and how far off an answer may be.',
        field => 'options');
    end if;
    return jsonb_build_object('value', key -> 'value', 'tolerance', coalesce(key -> 'tolerance', '0'));
  end if;
  perform private.refuse('course.kind', 'Choose the kind of question.', field => 'kind');
end
$function$;

create or replace function private.typed_numbers (
  typed text
)
  returns numeric[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array(select n::numeric from (values
    (case when p.plain ~ '^[-+]?\d+([.,]\d+)?$' then replace(p.plain, ',', '.') end),
    (case when p.plain ~ '^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$' then replace(p.plain, ',', '') end)) as c (n)
    where n is not null)
  from (select regexp_replace(translate(normalize(left(typed, 60), NFKC), '٠١٢٣٤٥٦٧٨٩٫−', '0123456789.-'),
    '\s', '', 'g') as plain) p
$function$;

create or replace function public.add_course_file (
  lesson_id   uuid,
  document_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lesson constant public.course_lessons := private.require_course_lesson(add_course_file.lesson_id);
begin
  if not exists (select from public.documents d where d.id = add_course_file.document_id
    and d.school_id = lesson.school_id and d.student_id is null
    and d.uploaded_by = private.signed_in_uid()) then
    perform private.refuse('document.not_found', 'This document is no longer here.', errcode => 'P0002');
  end if;
  insert into public.course_lesson_files (school_id, lesson_id, document_id)
  values (lesson.school_id, lesson.id, add_course_file.document_id) on conflict do nothing;
end
$function$;

create or replace function public.add_course_students (
  course_id   uuid,
  student_ids uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.course_attempt (
  attempt_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_course_learner(false);
  attempt public.course_attempts;
  shows_key boolean;
begin
  select * into attempt from public.course_attempts a where a.id = course_attempt.attempt_id
    and a.school_id = school;
  if not found then
    perform private.refuse('course.no_attempt', 'This attempt is no longer here. Open the course again.',
      errcode => 'P0002');
  end if;
  perform private.require_enrolment(attempt.enrolment_id, false, false);
  if attempt.handed_in_at is null and attempt.due_at <= private.current_moment() then
    perform private.hand_in_due(attempt.id);
    select * into attempt from public.course_attempts a where a.id = course_attempt.attempt_id;
  end if;
  shows_key := attempt.handed_in_at is not null and private.are_answers_due(attempt);
  return jsonb_build_object('id', attempt.id, 'enrolment_id', attempt.enrolment_id, 'lesson_id', attempt.lesson_id,
    'title', (select l.title from public.course_lessons l where l.id = attempt.lesson_id),
    'number', attempt.number, 'started_at', attempt.started_at, 'due_at', attempt.due_at,
    'now', private.current_moment(), 'handed_in_at', attempt.handed_in_at, 'score', attempt.score,
    'max_score', attempt.max_score, 'shows_answers', shows_key,
    'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'kind', q.kind, 'wording', q.wording,
        'options', q.options, 'points', q.points, 'answer', w.answer, 'typed', coalesce(w.typed, 0))
      || case when shows_key then jsonb_build_object('share', coalesce(w.share, 0), 'key', q.key,
        'explanation', q.explanation) else '{}' end order by z.position), '[]')
      from public.course_quiz_questions z join public.course_questions q on q.id = z.question_id
      left join public.course_answers w on w.question_id = q.id and w.attempt_id = attempt.id
      where z.lesson_id = attempt.lesson_id));
end
$function$;

create or replace function public.course_lesson (
  enrolment_id uuid,
  lesson_id    uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.course_outline (
  enrolment_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.course_students (
  course_id uuid
)
  returns table (
    enrolment_id     uuid,
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    price            integer,
    is_open          boolean,
    payment_id       uuid,
    receipt_number   text,
    done             integer,
    lessons          integer,
    score            numeric,
    max_score        numeric,
    completed_at     timestamp with time zone,
    certificate      text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.finish_course_lesson (
  enrolment_id uuid,
  lesson_id    uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.hand_in_course_quiz (
  attempt_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  attempt constant public.course_attempts := private.require_attempt(hand_in_course_quiz.attempt_id);
begin
  perform private.hand_in(attempt.id, private.current_moment());
end
$function$;

create or replace function public.import_course_questions (
  course_id uuid,
  questions jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(import_course_questions.course_id);
  question jsonb;
  added integer := 0;
begin
  if jsonb_typeof(questions) is distinct from 'array' or jsonb_array_length(questions) not between 1 and 500 then
    perform private.refuse('course.import_size', 'Bring from 1 to 500 questions at a time.');
  end if;
  for question in select jsonb_array_elements(questions) loop
    continue when exists (select from public.course_questions q where q.course_id = course.id
      and q.kind = question ->> 'kind' and q.wording = btrim(question ->> 'wording'));
    perform public.save_course_question(course.id, question ->> 'kind', question ->> 'wording',
      array(select jsonb_array_elements_text(coalesce(question -> 'options', '[]'))), question -> 'key', 1,
      coalesce(question ->> 'explanation', ''));
    added := added + 1;
  end loop;
  return added;
end
$function$;

create or replace function public.join_course (
  course_id  uuid,
  student_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.move_course_lesson (
  lesson_id uuid,
  up        boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lesson constant public.course_lessons := private.require_course_lesson(move_course_lesson.lesson_id);
  list uuid[];
begin
  list := private.move_in_list(array(select l.id from public.course_lessons l where l.course_id = lesson.course_id
    order by l.position), lesson.id, move_course_lesson.up);
  update public.course_lessons l set position = n.place from unnest(list) with ordinality as n (id, place)
    where l.id = n.id and l.position <> n.place;
end
$function$;

create or replace function public.my_courses()
  returns table (
    course_id    uuid,
    title        text,
    summary      text,
    teacher      text,
    price        integer,
    lessons      integer,
    student_id   uuid,
    student      text,
    is_me        boolean,
    enrolment_id uuid,
    is_open      boolean,
    done         integer,
    completed_at timestamp with time zone,
    certificate  text,
    may_join     boolean
  )
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.online_course_figures()
  returns table (
    course_id uuid,
    lessons   bigint,
    students  bigint,
    unpaid    bigint,
    completed bigint
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.id, (select count(*) from public.course_lessons l where l.course_id = c.id), e.students, e.unpaid,
    e.completed
  from public.online_courses c
  cross join lateral (select count(*) as students, count(*) filter (where not private.is_course_open(e)) as unpaid,
    count(e.completed_at) as completed from public.course_enrolments e where e.course_id = c.id) e
  where c.id in (select private.my_online_courses())
$function$;

create or replace function public.pay_course (
  enrolment_id uuid,
  method       text,
  reference    text default null::text,
  request_id   uuid default gen_random_uuid()
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.publish_online_course (
  course_id    uuid,
  is_published boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(publish_online_course.course_id);
  empty_quiz text;
begin
  if publish_online_course.is_published then
    if not exists (select from public.course_lessons l where l.course_id = course.id) then
      perform private.refuse('course.no_lessons', 'Add a lesson before you publish the course.');
    end if;
    select l.title into empty_quiz from public.course_lessons l where l.course_id = course.id and l.is_quiz
      and not exists (select from public.course_quiz_questions q where q.lesson_id = l.id) limit 1;
    if empty_quiz is not null then
      perform private.refuse('course.empty_quiz', 'Choose questions for the quiz {name} first.',
        jsonb_build_object('name', empty_quiz));
    end if;
  end if;
  update public.online_courses c set published_at = case when publish_online_course.is_published
    then coalesce(c.published_at, now()) end where c.id = course.id;
end
$function$;

create or replace function public.refund_course (
  enrolment_id uuid,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.remove_course_lesson (
  lesson_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lesson constant public.course_lessons := private.require_course_lesson(remove_course_lesson.lesson_id);
begin
  if exists (select from public.course_attempts a where a.lesson_id = lesson.id)
    or exists (select from public.course_progress p where p.lesson_id = lesson.id) then
    perform private.refuse('course.lesson_taken', 'Students have done this lesson already, so it stays.');
  end if;
  delete from public.course_lessons l where l.id = lesson.id;
end
$function$;

create or replace function public.remove_course_question (
  question_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  question public.course_questions;
begin
  perform private.require_addon('addon:online-course'), private.require('course:teach');
  select * into question from public.course_questions q where q.id = remove_course_question.question_id;
  perform private.require_course(question.course_id);
  perform private.refuse_answered_question(question.id);
  delete from public.course_quiz_questions q where q.question_id = question.id;
  delete from public.course_questions q where q.id = question.id;
end
$function$;

create or replace function public.remove_online_course (
  course_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(remove_online_course.course_id);
begin
  if exists (select from public.course_enrolments e where e.course_id = course.id) then
    perform private.refuse('course.joined', 'Students have joined this course, so it stays. You can hide it.');
  end if;
  delete from public.course_quiz_questions q using public.course_lessons l
    where l.id = q.lesson_id and l.course_id = course.id;
  delete from public.online_courses c where c.id = course.id;
end
$function$;

create or replace function public.save_course_answers (
  attempt_id uuid,
  answers    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  attempt constant public.course_attempts := private.require_attempt(save_course_answers.attempt_id);
begin
  if attempt.handed_in_at is null then
    -- Holds the attempt open until this is saved.
    perform from public.course_attempts a where a.id = attempt.id and a.handed_in_at is null for update;
    if found then
      insert into public.course_answers as w (school_id, attempt_id, question_id, student_id, answer, typed)
      select attempt.school_id, attempt.id, n.question_id, attempt.student_id, n.answer, coalesce(n.typed, 0)
      from jsonb_to_recordset(save_course_answers.answers) as n (question_id uuid, answer jsonb, typed integer)
      join public.course_quiz_questions q on q.question_id = n.question_id and q.lesson_id = attempt.lesson_id
      where n.answer is not null
      on conflict (attempt_id, question_id) do update set answer = excluded.answer, typed = excluded.typed,
        saved_at = now() where w.typed < excluded.typed;
      return jsonb_build_object('is_saved', true);
    end if;
  end if;
  return jsonb_build_object('is_saved', false);
end
$function$;

create or replace function public.save_course_lesson (
  course_id     uuid,
  title         text,
  body          text    default ''::text,
  video_url     text    default null::text,
  is_quiz       boolean default false,
  minutes       integer default null::integer,
  attempts      integer default 1,
  shows_answers boolean default false,
  lesson_id     uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(save_course_lesson.course_id);
  name constant text := private.require_text(save_course_lesson.title, 120, 'title', 'Name the lesson.');
  video constant text := private.null_if_blank(save_course_lesson.video_url);
  saved uuid;
begin
  if video !~ '^https://[^\s/]+\.[^\s/]+' or length(video) > 500 then
    perform private.refuse('course.video', 'Enter an address that begins with https://.', field => 'videoUrl');
  end if;
  if save_course_lesson.minutes not between 1 and 600 then
    perform private.refuse('course.minutes', 'Enter the time limit in minutes, from 1 to 600.', field => 'minutes');
  end if;
  if coalesce(save_course_lesson.attempts not between 1 and 10, true) then
    perform private.refuse('course.attempts', 'Allow from 1 to 10 attempts.', field => 'attempts');
  end if;
  if save_course_lesson.lesson_id is null then
    insert into public.course_lessons (school_id, course_id, position, title, body, video_url, is_quiz, minutes,
      attempts, shows_answers)
    values (course.school_id, course.id,
      (select coalesce(max(l.position), 0) + 1 from public.course_lessons l where l.course_id = course.id), name,
      private.optional_text(save_course_lesson.body, 50000, 'body'), video, coalesce(save_course_lesson.is_quiz, false),
      save_course_lesson.minutes, save_course_lesson.attempts, coalesce(save_course_lesson.shows_answers, false))
    returning id into saved;
    return saved;
  end if;
  update public.course_lessons l set title = name,
    body = private.optional_text(save_course_lesson.body, 50000, 'body'), video_url = video,
    minutes = save_course_lesson.minutes, attempts = save_course_lesson.attempts,
    shows_answers = coalesce(save_course_lesson.shows_answers, false)
  where l.id = save_course_lesson.lesson_id and l.course_id = course.id returning l.id into saved;
  if saved is null then
    perform private.refuse('course.no_lesson', 'This lesson is no longer here. Open the course again.',
      errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_course_question (
  course_id   uuid,
  kind        text,
  wording     text,
  options     text[]  default '{}'::text[],
  key         jsonb   default '{}'::jsonb,
  points      integer default 1,
  explanation text    default ''::text,
  question_id uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  course constant public.online_courses := private.require_course(save_course_question.course_id);
  text constant text := private.require_text(save_course_question.wording, 2000, 'wording', 'Enter the question.');
  choices constant text[] := case when save_course_question.kind in ('single', 'several')
    then array(select btrim(o) from unnest(save_course_question.options) o) else '{}' end;
  kept jsonb;
  saved uuid;
begin
  if coalesce(save_course_question.points not between 1 and 100, true) then
    perform private.refuse('course.points', 'Enter from 1 to 100 points.', field => 'points');
  end if;
  kept := private.require_question_key(save_course_question.kind, choices, save_course_question.key);
  if save_course_question.question_id is null then
    if (select count(*) from public.course_questions q where q.course_id = course.id) >= 1000 then
      perform private.refuse('course.bank_full', 'A course has at most 1,000 questions.');
    end if;
    insert into public.course_questions (school_id, course_id, kind, wording, options, key, points, explanation)
    values (course.school_id, course.id, save_course_question.kind, text, choices, kept, save_course_question.points,
      private.optional_text(save_course_question.explanation, 2000, 'explanation'))
    returning id into saved;
    return saved;
  end if;
  perform private.refuse_answered_question(save_course_question.question_id);
  update public.course_questions q set kind = save_course_question.kind, wording = text, options = choices, key = kept,
    points = save_course_question.points,
    explanation = private.optional_text(save_course_question.explanation, 2000, 'explanation')
  where q.id = save_course_question.question_id and q.course_id = course.id returning q.id into saved;
  if saved is null then
    perform private.refuse('course.no_question', 'This question is no longer here. Open the bank again.',
      errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_online_course (
  title      text,
  summary    text    default ''::text,
  class_id   uuid    default null::uuid,
  is_ordered boolean default false,
  price      integer default 0,
  pass_mark  integer default 50,
  course_id  uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:online-course');
  name text;
  saved uuid;
begin
  perform private.require('course:teach');
  if save_online_course.course_id is not null then
    perform private.require_course(save_online_course.course_id);
  end if;
  name := private.require_text(save_online_course.title, 120, 'title', 'Name the course.');
  if exists (select from public.online_courses c where c.school_id = school
    and c.id is distinct from save_online_course.course_id
    and private.fold_text(c.title) = private.fold_text(name)) then
    perform private.refuse('course.name_taken', 'There is a course of this name already. Choose another name.',
      field => 'title');
  end if;
  if coalesce(save_online_course.price not between 0 and 1000000, true) then
    perform private.refuse('course.price', 'Enter the price in whole shillings, 0 for a free course.',
      field => 'price');
  end if;
  if coalesce(save_online_course.pass_mark not between 0 and 100, true) then
    perform private.refuse('course.pass_mark', 'Enter the pass mark as a percentage from 0 to 100.',
      field => 'passMark');
  end if;
  if save_online_course.class_id is not null then
    perform private.require_class(save_online_course.class_id, school);
  end if;
  if save_online_course.course_id is null then
    insert into public.online_courses (school_id, title, summary, class_id, teacher_id, is_ordered, price, pass_mark)
    values (school, name, private.optional_text(save_online_course.summary, 2000, 'summary'),
      save_online_course.class_id, private.signed_in_uid(), coalesce(save_online_course.is_ordered, false),
      save_online_course.price, save_online_course.pass_mark)
    returning id into saved;
    return saved;
  end if;
  update public.online_courses c set title = name,
    summary = private.optional_text(save_online_course.summary, 2000, 'summary'),
    class_id = save_online_course.class_id, is_ordered = coalesce(save_online_course.is_ordered, false),
    price = save_online_course.price, pass_mark = save_online_course.pass_mark
  where c.id = save_online_course.course_id;
  return save_online_course.course_id;
end
$function$;

create or replace function public.set_quiz_questions (
  lesson_id    uuid,
  question_ids uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lesson constant public.course_lessons := private.require_course_lesson(set_quiz_questions.lesson_id);
begin
  if not lesson.is_quiz or cardinality(set_quiz_questions.question_ids) > 200 then
    perform private.refuse('course.quiz_size', 'A quiz asks at most 200 questions.');
  end if;
  if exists (select from public.course_attempts a where a.lesson_id = lesson.id) then
    perform private.refuse('course.quiz_taken', 'Students have begun this quiz already, so its questions stay.');
  end if;
  delete from public.course_quiz_questions q where q.lesson_id = lesson.id;
  insert into public.course_quiz_questions (school_id, lesson_id, question_id, position)
  select lesson.school_id, lesson.id, q.id, min(n.place)
  from unnest(set_quiz_questions.question_ids) with ordinality as n (id, place)
  join public.course_questions q on q.id = n.id and q.course_id = lesson.course_id group by q.id;
end
$function$;

create or replace function public.start_course_quiz (
  enrolment_id uuid,
  lesson_id    uuid,
  attempt_id   uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  enrolment constant public.course_enrolments := private.require_enrolment(start_course_quiz.enrolment_id, true, true);
  lesson constant public.course_lessons := private.require_open_lesson(enrolment, start_course_quiz.lesson_id, true);
  latest public.course_attempts;
begin
  -- Of two tabs that begin at once, the second gets the attempt of the first.
  perform from public.course_enrolments e where e.id = enrolment.id for update;
  perform private.hand_in_due(a.id) from public.course_attempts a where a.enrolment_id = enrolment.id
    and a.lesson_id = lesson.id and a.handed_in_at is null and a.due_at <= private.current_moment();
  select * into latest from public.course_attempts a where a.enrolment_id = enrolment.id and a.lesson_id = lesson.id
    order by a.number desc limit 1;
  if latest.id = start_course_quiz.attempt_id or latest.id is not null and latest.handed_in_at is null then
    return latest.id;
  elsif coalesce(latest.number, 0) >= lesson.attempts then
    perform private.refuse('course.no_attempts_left', 'You have used every attempt at this quiz.');
  elsif not exists (select from public.course_quiz_questions q where q.lesson_id = lesson.id) then
    perform private.refuse('course.no_questions', 'This quiz has no questions yet. Ask your teacher.');
  end if;
  insert into public.course_attempts (id, school_id, enrolment_id, lesson_id, student_id, number, started_at, due_at)
  values (start_course_quiz.attempt_id, enrolment.school_id, enrolment.id, lesson.id, enrolment.student_id,
    coalesce(latest.number, 0) + 1, private.current_moment(),
    private.current_moment() + make_interval(mins => lesson.minutes));
  return start_course_quiz.attempt_id;
end
$function$;

create or replace function public.student_courses (
  student_id uuid
)
  returns table (
    course_id    uuid,
    title        text,
    done         integer,
    lessons      integer,
    score        numeric,
    max_score    numeric,
    completed_at timestamp with time zone,
    certificate  text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.id, c.title, (select count(*)::integer from public.course_progress p where p.enrolment_id = e.id),
    (select count(*)::integer from public.course_lessons l where l.course_id = c.id), r.score, r.max_score,
    e.completed_at, (select k.number from public.course_certificates k where k.enrolment_id = e.id)
  from public.course_enrolments e join public.online_courses c on c.id = e.course_id
  cross join lateral private.course_result(e) r
  where e.student_id = student_courses.student_id and e.course_id in (select private.my_online_courses())
    and e.student_id <> all ((select private.withheld_from_me())::uuid[])
  order by e.enrolled_at desc, c.title limit 50
$function$;

alter table public.course_answers
  add constraint course_answers_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.course_answers
  add constraint course_answers_attempt_id_school_id_fkey foreign key (attempt_id, school_id)
    references public.course_attempts(id, school_id) on delete cascade;

alter table public.course_attempts
  add constraint course_attempts_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.course_certificates
  add constraint course_certificates_student_id_school_id_fkey foreign key (student_id, school_id)
    references public.students(id, school_id) on delete cascade;

alter table public.course_enrolments
  add constraint course_enrolments_charge_id_fkey foreign key (charge_id) references public.fee_charges(id) on delete set null;

alter table public.course_enrolments
  add constraint course_enrolments_enrolled_by_fkey foreign key (enrolled_by) references public.users(id) on delete set null;

alter table public.course_attempts
  add constraint course_attempts_enrolment_id_school_id_fkey foreign key (enrolment_id, school_id)
    references public.course_enrolments(id, school_id) on delete cascade;

alter table public.course_certificates
  add constraint course_certificates_enrolment_id_school_id_fkey foreign key (enrolment_id, school_id)
    references public.course_enrolments(id, school_id) on delete cascade;

alter table public.course_enrolments
  add constraint course_enrolments_payment_id_fkey foreign key (payment_id) references public.fee_payments(id) on delete set null;

alter table public.course_enrolments
  add constraint course_enrolments_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.course_lesson_files
  add constraint course_lesson_files_document_id_fkey foreign key (document_id) references public.documents(id) on delete cascade;

alter table public.course_attempts
  add constraint course_attempts_lesson_id_school_id_fkey foreign key (lesson_id, school_id)
    references public.course_lessons(id, school_id) on delete restrict;

alter table public.course_lesson_files
  add constraint course_lesson_files_lesson_id_school_id_fkey foreign key (lesson_id, school_id)
    references public.course_lessons(id, school_id) on delete cascade;

alter table public.course_progress
  add constraint course_progress_enrolment_id_school_id_fkey foreign key (enrolment_id, school_id)
    references public.course_enrolments(id, school_id) on delete cascade;

alter table public.course_progress
  add constraint course_progress_lesson_id_school_id_fkey foreign key (lesson_id, school_id)
    references public.course_lessons(id, school_id) on delete cascade;

alter table public.course_progress
  add constraint course_progress_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.course_answers
  add constraint course_answers_question_id_school_id_fkey foreign key (question_id, school_id)
    references public.course_questions(id, school_id) on delete restrict;

alter table public.course_quiz_questions
  add constraint course_quiz_questions_lesson_id_school_id_fkey foreign key (lesson_id, school_id)
    references public.course_lessons(id, school_id) on delete cascade;

alter table public.course_quiz_questions
  add constraint course_quiz_questions_question_id_school_id_fkey foreign key (question_id, school_id)
    references public.course_questions(id, school_id) on delete restrict;

alter table public.online_courses
  add constraint online_courses_class_id_school_id_fkey foreign key (class_id, school_id) references public.classes(id, school_id)
    on delete restrict;

alter table public.course_enrolments
  add constraint course_enrolments_course_id_school_id_fkey foreign key (course_id, school_id)
    references public.online_courses(id, school_id) on delete restrict;

alter table public.course_lessons
  add constraint course_lessons_course_id_school_id_fkey foreign key (course_id, school_id)
    references public.online_courses(id, school_id) on delete cascade;

alter table public.course_questions
  add constraint course_questions_course_id_school_id_fkey foreign key (course_id, school_id)
    references public.online_courses(id, school_id) on delete cascade;

alter table public.online_courses
  add constraint online_courses_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.online_courses
  add constraint online_courses_teacher_id_fkey foreign key (teacher_id) references public.users(id) on delete set null;

create index course_answers_question_idx on public.course_answers using btree (question_id);

create index course_answers_school_idx on public.course_answers using btree (school_id);

create index course_answers_student_idx on public.course_answers using btree (student_id);

create index course_attempts_due_idx on public.course_attempts using btree (due_at)
  where (handed_in_at is null);

create index course_attempts_lesson_idx on public.course_attempts using btree (lesson_id);

create unique index course_attempts_open_key on public.course_attempts using btree (enrolment_id, lesson_id)
  where (handed_in_at is null);

create index course_attempts_school_idx on public.course_attempts using btree (school_id);

create index course_attempts_student_idx on public.course_attempts using btree (student_id);

create index course_certificates_school_idx on public.course_certificates using btree (school_id);

create index course_certificates_student_idx on public.course_certificates using btree (student_id);

create index course_enrolments_charge_idx on public.course_enrolments using btree (charge_id);

create unique index course_enrolments_payment_key on public.course_enrolments using btree (payment_id);

create index course_enrolments_school_idx on public.course_enrolments using btree (school_id);

create index course_enrolments_student_idx on public.course_enrolments using btree (student_id);

create index course_lesson_files_document_idx on public.course_lesson_files using btree (document_id);

create index course_lesson_files_school_idx on public.course_lesson_files using btree (school_id);

create index course_lessons_school_idx on public.course_lessons using btree (school_id, course_id);

create index course_progress_lesson_idx on public.course_progress using btree (lesson_id);

create index course_progress_school_idx on public.course_progress using btree (school_id);

create index course_progress_student_idx on public.course_progress using btree (student_id);

create index course_questions_course_idx on public.course_questions using btree (course_id);

create index course_questions_school_idx on public.course_questions using btree (school_id, course_id, created_at, id);

create index course_quiz_questions_question_idx on public.course_quiz_questions using btree (question_id);

create index course_quiz_questions_school_idx on public.course_quiz_questions using btree (school_id);

create index online_courses_class_idx on public.online_courses using btree (class_id);

create index online_courses_teacher_idx on public.online_courses using btree (teacher_id);

create trigger needs_subscription
  before insert or delete or update on public.course_answers
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_answers
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger audit_changed after update on public.course_attempts
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.course_attempts
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.course_attempts
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_attempts
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger needs_subscription
  before insert or delete or update on public.course_certificates
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_certificates
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger audit_added after insert on public.course_enrolments
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.course_enrolments
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.course_enrolments
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.course_enrolments
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_enrolments
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger needs_subscription
  before insert or delete or update on public.course_lesson_files
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_added after insert on public.course_lessons
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.course_lessons
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.course_lessons
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.course_lessons
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_lessons
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger needs_subscription
  before insert or delete or update on public.course_progress
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_progress
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger audit_added after insert on public.course_questions
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.course_questions
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.course_questions
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.course_questions
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.course_questions
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create trigger needs_subscription
  before insert or delete or update on public.course_quiz_questions
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_added after insert on public.online_courses
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.online_courses
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.online_courses
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.online_courses
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.online_courses
  for each STATEMENT
  execute function private.note_addon_use('addon:online-course');

create policy "Teachers see the answers in their courses" on public.course_answers
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[])) AND (attempt_id in ( select a.id
   from (public.course_attempts a
     JOIN public.course_enrolments e on ((e.id = a.enrolment_id)))
  where (e.course_id in ( select private.my_online_courses() as my_online_courses))))));

create policy "Teachers see attempts in their courses, families their own" on public.course_attempts
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:online-course'::text) as member_addon_school)) AND (enrolment_id in ( select
    e.id
   from public.course_enrolments e))));

create policy "Teachers see certificates of their courses, families their own" on public.course_certificates
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:online-course'::text) as member_addon_school)) AND (enrolment_id in ( select
    e.id
   from public.course_enrolments e))));

create policy "Teachers see who is in their courses, families their own" on public.course_enrolments
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:online-course'::text) as member_addon_school)) AND (student_id <> all ((
    select private.withheld_from_me() as withheld_from_me)::uuid[])) AND
    ((course_id in ( select private.my_online_courses() as my_online_courses)) or (student_id in ( select private.my_student_ids() as
    my_student_ids)))));

create policy "Who teaches online sees the files" on public.course_lesson_files
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND ( select
    private.may('course:teach'::text) as may)));

create policy "Who teaches online sees the lessons" on public.course_lessons
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND ( select
    private.may('course:teach'::text) as may)));

create policy "Teachers see how far students are, families their own" on public.course_progress
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:online-course'::text) as member_addon_school)) AND (enrolment_id in ( select
    e.id
   from public.course_enrolments e))));

create policy "Who teaches online sees the questions" on public.course_questions
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND ( select
    private.may('course:teach'::text) as may)));

create policy "Who teaches online sees the quizzes" on public.course_quiz_questions
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND ( select
    private.may('course:teach'::text) as may)));

create policy "Who teaches online sees the courses" on public.online_courses
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:online-course'::text) as addon_school)) AND ( select
    private.may('course:teach'::text) as may)));

create policy "Students read the files of lessons that are open to them" on storage.objects
  for select
  to authenticated
  using (((bucket_id = 'school-documents'::text) AND (name in ( select private.my_course_files() as my_course_files))));

comment on function private.is_course_open(public.course_enrolments) is 'Whether the student may learn: the course was free, or its payment is in the school''s fees and still there.';

comment on function private.my_online_courses() is 'Courses whose students the caller may see as staff.';

comment on function public.add_course_file(uuid, uuid) is 'Gives a lesson a document that the caller uploaded. To take it away, remove the document.';

comment on function public.add_course_students(uuid, uuid[]) is 'Puts students into a course and tells their families; returns how many were not in it.';

comment on function public.course_attempt(uuid) is 'An attempt with its questions, for the student and the family. What is right (share, key, explanation of questions) only where shows_answers says so.';

comment on function public.course_lesson(uuid, uuid) is 'Text, video and files of a lesson that is open to the caller or the caller''s child.';

comment on function public.course_outline(uuid) is 'A course as a student sees it, with progress, attempts and result; for the student and the family.';

comment on function public.course_students(uuid) is 'Who is in a course of the caller, how far, and with what result.';

comment on function public.finish_course_lesson(uuid, uuid) is 'Marks a lesson as done; a quiz is done by handing it in.';

comment on function public.hand_in_course_quiz(uuid) is 'Hands in an attempt; a second call changes nothing.';

comment on function public.import_course_questions(uuid, jsonb) is 'Adds questions, without those that the bank has in the same words: [{kind, wording, options, key, explanation}]; all or none. Returns how many are new.';

comment on function public.join_course(uuid, uuid) is 'Puts the caller, or the caller''s child, into a course; a second call returns the first enrolment.';

comment on function public.my_courses() is 'The courses of the caller or the caller''s children, and those they may join. is_open: free, or paid.';

comment on function public.online_course_figures() is 'Lessons and students of each course that the caller teaches or manages.';

comment on function public.pay_course(uuid, text, text, uuid) is 'Records the payment of a course in the school''s fees and opens it, or takes one that is there under this reference. Returns the payment.';

comment on function public.publish_online_course(uuid, boolean) is 'Offers a course to families, or hides it from those who have not joined it.';

comment on function public.refund_course(uuid, text) is 'Takes back the payment of a course and credits its charge: the course closes for the student, what they did stays.';

comment on function public.save_course_answers(uuid, jsonb) is 'Keeps answers of an attempt while its time is not over: [{question_id, answer, typed}], the highest typed of a question counts. Returns {is_saved}: false once it was handed in.';

comment on function public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid) is
  'Adds a lesson or a quiz at the end of a course, or changes one; a quiz stays one. An attempt keeps the time it began with.';

comment on function public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid) is 'Adds a question to the bank of a course, or changes one that nobody was asked yet; key as the table says.';

comment on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid) is 'Adds a course of the caller, or changes one. A price that changes is for who joins from now on.';

comment on function public.set_quiz_questions(uuid, uuid[]) is 'What a quiz asks, in this order, as long as nobody has begun it.';

comment on function public.start_course_quiz(uuid, uuid, uuid) is 'Begins an attempt at a quiz under an id that the caller made, or returns the one that is open. Students only.';

comment on function public.student_courses(uuid) is 'A student''s courses among those that the caller teaches or manages.';

comment on table public.course_answers is 'What a student answered. typed: counts up on the student''s device, so that an older answer that arrives later changes nothing. share: of the question''s points, once it was handed in.';

comment on table public.course_attempts is 'A student''s attempt at a quiz. All times are the server''s; at due_at it is handed in as it is.';

comment on table public.course_certificates is 'That a student finished a course, as it was on that day: {student, admission_number, course, result, completed_on}. Issued once and never changed.';

comment on table public.course_enrolments is 'A student in a course. price: when they joined. A paid course is open to them while payment_id is a payment of the school''s fees that was not taken back.';

comment on table public.course_lesson_files is 'Files of a lesson: documents of the school that are shared with nobody else.';

comment on table public.course_lessons is 'A step of a course. Of a quiz: minutes: its time limit, null for none; attempts: how often a student may take it, of which the best counts; shows_answers: after the last of them the student sees what was right.';

comment on table public.course_progress is 'Lessons that a student has done; a quiz once it was handed in.';

comment on table public.course_questions is 'The question bank of a course. key: {right: [numbers of options from 0]} of single and several, {right: boolean} of true_false, {accepted: [texts]} of text, {value, tolerance} of number. Only staff may read it; students get questions from course_attempt.';

comment on table public.course_quiz_questions is 'Which questions of the bank a quiz asks, in order.';

comment on table public.online_courses is 'A course: for one class or (class_id null) for every student; price in whole shillings, 0 for free; pass_mark in percent of the points of all its quizzes; is_ordered: lessons open one after the other.';

revoke all on function private.add_to_course(public.online_courses, uuid) from public;

revoke all on function private.are_answers_due(public.course_attempts) from public;

revoke all on function private.complete_course(uuid) from public;

revoke all on function private.course_result(public.course_enrolments) from public;

revoke all on function private.hand_in(uuid, timestamp with time zone) from public;

revoke all on function private.hand_in_due(uuid) from public;

revoke all on function private.is_course_open(public.course_enrolments) from public;

revoke all on function private.is_lesson_open(public.course_enrolments, public.course_lessons) from public;

revoke all on function private.mark_course_answer(public.course_questions, jsonb) from public;

revoke all on function private.my_course_files() from public;

grant execute on function private.my_course_files() to authenticated;

revoke all on function private.my_online_courses() from public;

grant execute on function private.my_online_courses() to authenticated;

revoke all on function private.name_initials(text) from public;

grant execute on function private.name_initials(text) to authenticated;

revoke all on function private.new_certificate_number() from public;

revoke all on function private.read_course_certificate(jsonb) from public;

grant execute on function private.read_course_certificate(jsonb) to authenticated;

revoke all on function private.refuse_answered_question(uuid) from public;

revoke all on function private.require_attempt(uuid) from public;

revoke all on function private.require_course(uuid) from public;

revoke all on function private.require_course_learner(boolean) from public;

revoke all on function private.require_course_lesson(uuid) from public;

revoke all on function private.require_enrolment(uuid, boolean, boolean) from public;

revoke all on function private.require_open_lesson(public.course_enrolments, uuid, boolean) from public;

revoke all on function private.require_question_key(text, text[], jsonb) from public;

revoke all on function private.typed_numbers(text) from public;

revoke all on function public.add_course_file(uuid, uuid) from public;

grant execute on function public.add_course_file(uuid, uuid) to authenticated;

grant execute on function public.add_course_file(uuid, uuid) to service_role;

revoke all on function public.add_course_students(uuid, uuid[]) from public;

grant execute on function public.add_course_students(uuid, uuid[]) to authenticated;

grant execute on function public.add_course_students(uuid, uuid[]) to service_role;

revoke all on function public.course_attempt(uuid) from public;

grant execute on function public.course_attempt(uuid) to authenticated;

grant execute on function public.course_attempt(uuid) to service_role;

revoke all on function public.course_lesson(uuid, uuid) from public;

grant execute on function public.course_lesson(uuid, uuid) to authenticated;

grant execute on function public.course_lesson(uuid, uuid) to service_role;

revoke all on function public.course_outline(uuid) from public;

grant execute on function public.course_outline(uuid) to authenticated;

grant execute on function public.course_outline(uuid) to service_role;

revoke all on function public.course_students(uuid) from public;

grant execute on function public.course_students(uuid) to authenticated;

grant execute on function public.course_students(uuid) to service_role;

revoke all on function public.finish_course_lesson(uuid, uuid) from public;

grant execute on function public.finish_course_lesson(uuid, uuid) to authenticated;

grant execute on function public.finish_course_lesson(uuid, uuid) to service_role;

revoke all on function public.hand_in_course_quiz(uuid) from public;

grant execute on function public.hand_in_course_quiz(uuid) to authenticated;

grant execute on function public.hand_in_course_quiz(uuid) to service_role;

revoke all on function public.import_course_questions(uuid, jsonb) from public;

grant execute on function public.import_course_questions(uuid, jsonb) to authenticated;

grant execute on function public.import_course_questions(uuid, jsonb) to service_role;

revoke all on function public.join_course(uuid, uuid) from public;

grant execute on function public.join_course(uuid, uuid) to authenticated;

grant execute on function public.join_course(uuid, uuid) to service_role;

revoke all on function public.move_course_lesson(uuid, boolean) from public;

grant execute on function public.move_course_lesson(uuid, boolean) to authenticated;

grant execute on function public.move_course_lesson(uuid, boolean) to service_role;

revoke all on function public.my_courses() from public;

grant execute on function public.my_courses() to authenticated;

grant execute on function public.my_courses() to service_role;

revoke all on function public.online_course_figures() from public;

grant execute on function public.online_course_figures() to authenticated;

grant execute on function public.online_course_figures() to service_role;

revoke all on function public.pay_course(uuid, text, text, uuid) from public;

grant execute on function public.pay_course(uuid, text, text, uuid) to authenticated;

grant execute on function public.pay_course(uuid, text, text, uuid) to service_role;

revoke all on function public.publish_online_course(uuid, boolean) from public;

grant execute on function public.publish_online_course(uuid, boolean) to authenticated;

grant execute on function public.publish_online_course(uuid, boolean) to service_role;

revoke all on function public.refund_course(uuid, text) from public;

grant execute on function public.refund_course(uuid, text) to authenticated;

grant execute on function public.refund_course(uuid, text) to service_role;

revoke all on function public.remove_course_lesson(uuid) from public;

grant execute on function public.remove_course_lesson(uuid) to authenticated;

grant execute on function public.remove_course_lesson(uuid) to service_role;

revoke all on function public.remove_course_question(uuid) from public;

grant execute on function public.remove_course_question(uuid) to authenticated;

grant execute on function public.remove_course_question(uuid) to service_role;

revoke all on function public.remove_online_course(uuid) from public;

grant execute on function public.remove_online_course(uuid) to authenticated;

grant execute on function public.remove_online_course(uuid) to service_role;

revoke all on function public.save_course_answers(uuid, jsonb) from public;

grant execute on function public.save_course_answers(uuid, jsonb) to authenticated;

grant execute on function public.save_course_answers(uuid, jsonb) to service_role;

revoke all on function public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid) from public;

grant execute on function public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid) to authenticated;

grant execute on function public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid) to service_role;

revoke all on function public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid) from public;

grant execute on function public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid) to authenticated;

grant execute on function public.save_course_question(uuid, text, text, text[], jsonb, integer, text, uuid) to service_role;

revoke all on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid) from public;

grant execute on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid) to authenticated;

grant execute on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid) to service_role;

revoke all on function public.set_quiz_questions(uuid, uuid[]) from public;

grant execute on function public.set_quiz_questions(uuid, uuid[]) to authenticated;

grant execute on function public.set_quiz_questions(uuid, uuid[]) to service_role;

revoke all on function public.start_course_quiz(uuid, uuid, uuid) from public;

grant execute on function public.start_course_quiz(uuid, uuid, uuid) to authenticated;

grant execute on function public.start_course_quiz(uuid, uuid, uuid) to service_role;

revoke all on function public.student_courses(uuid) from public;

grant execute on function public.student_courses(uuid) to authenticated;

grant execute on function public.student_courses(uuid) to service_role;

grant select on table public.course_answers to authenticated;

grant all on table public.course_answers to service_role;

grant select on table public.course_attempts to authenticated;

grant all on table public.course_attempts to service_role;

grant select on table public.course_certificates to authenticated;

grant all on table public.course_certificates to service_role;

grant select on table public.course_enrolments to authenticated;

grant all on table public.course_enrolments to service_role;

grant select on table public.course_lesson_files to authenticated;

grant all on table public.course_lesson_files to service_role;

grant select on table public.course_lessons to authenticated;

grant all on table public.course_lessons to service_role;

grant select on table public.course_progress to authenticated;

grant all on table public.course_progress to service_role;

grant select on table public.course_questions to authenticated;

grant all on table public.course_questions to service_role;

grant select on table public.course_quiz_questions to authenticated;

grant all on table public.course_quiz_questions to service_role;

grant select on table public.online_courses to authenticated;

grant all on table public.online_courses to service_role;

create unique index online_courses_title_key on public.online_courses using btree (school_id, private.fold_text(title));

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["id"], "name": "public.course_attempts", "audit": ["update", "delete"], "blank": null, "erase": "delete", "label": "Quizzes of online courses", "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.course_enrolments", "audit": ["insert", "update", "delete"], "blank": null, "erase": "delete", "label": "Students in online courses", "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": ["course"], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.course_lessons", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Lessons of online courses", "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.course_questions", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Questions of online courses", "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.online_courses", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "Online courses", "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.course_answers", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.course_certificates", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.course_lesson_files", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.course_progress", "audit": [], "blank": null, "erase": "delete", "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.course_quiz_questions", "audit": [], "blank": null, "erase": null, "label": null, "reader": null, "traced": [], "aged_by": null, "feature": "addon:online-course", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

insert into private.paper_kinds select * from jsonb_populate_recordset(null::private.paper_kinds, '[
  {"name": "course-certificate", "reads": "private.read_course_certificate", "state": null, "keeps_first": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:online-course', '{
"sold_as": "Online Course",
"permissions": [
  {"name": "course:teach", "roles": ["admin","teacher"],
    "sentence": "May make online courses and see how students do in them."},
  {"name": "course:manage", "roles": ["admin"],
    "sentence": "May change every online course of the school."},
  {"name": "course:learn", "roles": ["parent","student"],
    "sentence": "May take online courses, or follow those of their children."}],
"settings": [
  {"name":"families_join","kind":"switch","value":true}]}');
