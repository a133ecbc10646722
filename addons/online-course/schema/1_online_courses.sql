-- Online Course: what a school teaches online. A course has lessons; a lesson that is a quiz takes its questions from
-- the bank of its course.

create table public.online_courses (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 120),
  summary text not null default '' check (length(summary) <= 2000),
  class_id uuid,
  teacher_id uuid references public.users (id) on delete set null,
  is_ordered boolean not null default false,
  price integer not null default 0 check (price between 0 and 1000000),
  pass_mark smallint not null default 50 check (pass_mark between 0 and 100),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete restrict
);
comment on table public.online_courses is 'A course: for one class or (class_id null) for every student; price in '
  'whole shillings, 0 for free; pass_mark in percent of the points of all its quizzes; is_ordered: lessons open one '
  'after the other.';

create unique index online_courses_title_key on public.online_courses (school_id, private.fold_text(title));
create index online_courses_class_idx on public.online_courses (class_id);
create index online_courses_teacher_idx on public.online_courses (teacher_id);

create table public.course_lessons (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  course_id uuid not null,
  position smallint not null,
  title text not null check (length(btrim(title)) between 1 and 120),
  body text not null default '' check (length(body) <= 50000),
  video_url text check (video_url ~ '^https://' and length(video_url) <= 500),
  is_quiz boolean not null default false,
  minutes smallint check (minutes between 1 and 600),
  attempts smallint not null default 1 check (attempts between 1 and 10),
  shows_answers boolean not null default false,
  unique (id, school_id),
  unique (course_id, position) deferrable initially deferred,
  foreign key (course_id, school_id) references public.online_courses (id, school_id) on delete cascade
);
comment on table public.course_lessons is 'A step of a course. Of a quiz: minutes: its time limit, null for none; '
  'attempts: how often a student may take it, of which the best counts; shows_answers: after the last of them the '
  'student sees what was right.';

create index course_lessons_school_idx on public.course_lessons (school_id, course_id);

create table public.course_lesson_files (
  school_id uuid not null,
  lesson_id uuid not null,
  document_id uuid not null references public.documents (id) on delete cascade,
  primary key (lesson_id, document_id),
  foreign key (lesson_id, school_id) references public.course_lessons (id, school_id) on delete cascade
);
comment on table public.course_lesson_files is 'Files of a lesson: documents of the school that are shared with nobody '
  'else.';

create index course_lesson_files_school_idx on public.course_lesson_files (school_id);
create index course_lesson_files_document_idx on public.course_lesson_files (document_id);

create table public.course_questions (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  course_id uuid not null,
  kind text not null check (kind in ('single', 'several', 'true_false', 'text', 'number')),
  wording text not null check (length(btrim(wording)) between 1 and 2000),
  options text[] not null default '{}',
  key jsonb not null,
  points smallint not null default 1 check (points between 1 and 100),
  explanation text not null default '' check (length(explanation) <= 2000),
  created_at timestamptz not null default clock_timestamp(),
  unique (id, school_id),
  foreign key (course_id, school_id) references public.online_courses (id, school_id) on delete cascade
);
comment on table public.course_questions is 'The question bank of a course. key: {right: [numbers of options from 0]} '
  'of single and several, {right: boolean} of true_false, {accepted: [texts]} of text, {value, tolerance} of number. '
  'Only staff may read it; students get questions from course_attempt.';

create index course_questions_school_idx on public.course_questions (school_id, course_id, created_at, id);
create index course_questions_course_idx on public.course_questions (course_id);

create table public.course_quiz_questions (
  school_id uuid not null,
  lesson_id uuid not null,
  question_id uuid not null,
  position smallint not null,
  primary key (lesson_id, question_id),
  foreign key (lesson_id, school_id) references public.course_lessons (id, school_id) on delete cascade,
  foreign key (question_id, school_id) references public.course_questions (id, school_id) on delete restrict
);
comment on table public.course_quiz_questions is 'Which questions of the bank a quiz asks, in order.';

create index course_quiz_questions_school_idx on public.course_quiz_questions (school_id);
create index course_quiz_questions_question_idx on public.course_quiz_questions (question_id);

select private.school_table('public.online_courses', feature => 'addon:online-course', audit => true, key => '{id}',
  label => 'Online courses', counts_use => true);
select private.school_table('public.course_lessons', feature => 'addon:online-course', audit => true, key => '{id}',
  label => 'Lessons of online courses', counts_use => true);
select private.school_table('public.course_lesson_files', feature => 'addon:online-course');
select private.school_table('public.course_questions', feature => 'addon:online-course', audit => true, key => '{id}',
  label => 'Questions of online courses', counts_use => true);
select private.school_table('public.course_quiz_questions', feature => 'addon:online-course');
grant select on public.online_courses, public.course_lessons, public.course_lesson_files, public.course_questions,
  public.course_quiz_questions to authenticated;

create policy "Who teaches online sees the courses" on public.online_courses for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course')) and (select private.may('course:teach')));
create policy "Who teaches online sees the lessons" on public.course_lessons for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course')) and (select private.may('course:teach')));
create policy "Who teaches online sees the files" on public.course_lesson_files for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course')) and (select private.may('course:teach')));
create policy "Who teaches online sees the questions" on public.course_questions for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course')) and (select private.may('course:teach')));
create policy "Who teaches online sees the quizzes" on public.course_quiz_questions for select to authenticated
  using (school_id = (select private.addon_school('addon:online-course')) and (select private.may('course:teach')));

-- A course that the caller may change; refuses others.
create function private.require_course(course uuid) returns public.online_courses
language plpgsql stable security definer set search_path = '' as $$
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
$$;

create function private.require_course_lesson(lesson uuid) returns public.course_lessons
language plpgsql stable security definer set search_path = '' as $$
declare
  found_lesson public.course_lessons;
begin
  perform private.require_addon('addon:online-course'), private.require('course:teach');
  select * into found_lesson from public.course_lessons l where l.id = require_course_lesson.lesson;
  perform private.require_course(found_lesson.course_id);
  return found_lesson;
end
$$;

create function public.save_online_course(title text, summary text default '', class_id uuid default null,
  is_ordered boolean default false, price integer default 0, pass_mark integer default 50,
  course_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid) is
  'Adds a course of the caller, or changes one. A price that changes is for who joins from now on.';

create function public.publish_online_course(course_id uuid, is_published boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.publish_online_course(uuid, boolean)
  is 'Offers a course to families, or hides it from those who have not joined it.';

create function public.remove_online_course(course_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.save_course_lesson(course_id uuid, title text, body text default '', video_url text default null,
  is_quiz boolean default false, minutes integer default null, attempts integer default 1,
  shows_answers boolean default false, lesson_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid) is
  'Adds a lesson or a quiz at the end of a course, or changes one; a quiz stays one. An attempt keeps the time it '
  'began with.';

create function public.move_course_lesson(lesson_id uuid, up boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.remove_course_lesson(lesson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.add_course_file(lesson_id uuid, document_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.add_course_file(uuid, uuid)
  is 'Gives a lesson a document that the caller uploaded. To take it away, remove the document.';

revoke execute on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid),
  public.publish_online_course(uuid, boolean), public.remove_online_course(uuid),
  public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid),
  public.move_course_lesson(uuid, boolean), public.remove_course_lesson(uuid), public.add_course_file(uuid, uuid)
  from public;
grant execute on function public.save_online_course(text, text, uuid, boolean, integer, integer, uuid),
  public.publish_online_course(uuid, boolean), public.remove_online_course(uuid),
  public.save_course_lesson(uuid, text, text, text, boolean, integer, integer, boolean, uuid),
  public.move_course_lesson(uuid, boolean), public.remove_course_lesson(uuid), public.add_course_file(uuid, uuid)
  to authenticated;
