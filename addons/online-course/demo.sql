-- Both schools teach three courses online: one that is free and ordered, one that is paid, and one that is still being written.
insert into public.online_courses (school_id, title, summary, teacher_id, is_ordered, price, pass_mark, published_at)
select h.id, c.title, c.summary, u.id, c.is_ordered, c.price, c.pass_mark, case when c.is_published then now() - interval '20 days' end
from public.schools h join public.users u on u.school_id = h.id and u.email in ('teacher@greenfield.test', 'teacher@lakeside.test'), (values
  ('First steps with a computer', 'Files, folders and safe passwords. For everybody who begins, half an hour a week.', true, 0, 60, true),
  ('Revise fractions', 'Before the end-term examination: adding, comparing and taking shares, with a quiz to see where you are.', false, 500, 50, true),
  ('Write for the school magazine', 'How a report is made. This course is being written.', false, 0, 50, false)) as c (title, summary, is_ordered, price, pass_mark, is_published)
where h.name in ('Greenfield Academy', 'Lakeside School');

insert into public.course_lessons (school_id, course_id, position, title, body, video_url, is_quiz, minutes, attempts, shows_answers)
select c.school_id, c.id, l.position, l.title, l.body, l.video_url, l.is_quiz, l.minutes, l.attempts, l.is_quiz
from public.online_courses c join public.schools h on h.id = c.school_id and h.name in ('Greenfield Academy', 'Lakeside School') join (values
  ('First steps with a computer', 1, 'Files and folders', E'A file holds one thing: a letter, a picture, a table. A folder keeps files together, as a box keeps papers.\n\nTry it: make a folder with your name and put one file into it.', 'https://www.youtube.com/watch?v=k-EID5_2D9U', false, null, 1),
  ('First steps with a computer', 2, 'Passwords that last', E'A good password is long. Take four words that do not belong together, and tell them to nobody.\n\nNever use the same one at two places.', null, false, null, 1),
  ('First steps with a computer', 3, 'What have you learned?', 'Five questions in ten minutes. You may take it twice; the better one counts.', null, true, 10, 2),
  ('Revise fractions', 1, 'Adding fractions', E'Bring both to the same denominator, then add the numerators.\n\n1/2 + 1/3 = 3/6 + 2/6 = 5/6', null, false, null, 1),
  ('Revise fractions', 2, 'Quiz on fractions', '', null, true, null, 1),
  ('Write for the school magazine', 1, 'Who, what, when', 'Begin with what happened, to whom, and when.', null, false, null, 1)
) as l (course, position, title, body, video_url, is_quiz, minutes, attempts) on l.course = c.title;

insert into public.course_questions (school_id, course_id, kind, wording, options, key, points, explanation, created_at)
select c.school_id, c.id, q.kind, q.wording, q.options::text[], q.key::jsonb, q.points, q.explanation, now() - interval '20 days' + q.number * interval '1 minute'
from public.online_courses c join public.schools h on h.id = c.school_id and h.name in ('Greenfield Academy', 'Lakeside School') join (values
  ('First steps with a computer', 1, 'single', 'What keeps files together?', '{A folder,A cable,A password}', '{"right": [0]}', 1, 'A folder, as a box keeps papers.'),
  ('First steps with a computer', 2, 'several', 'Which passwords are good?', '{tractor-lamp-river-seven,12345678,mango-violin-cloud-nine,password}', '{"right": [0, 2]}', 2, 'Long ones of words that do not belong together.'),
  ('First steps with a computer', 3, 'true_false', 'One password for everything is safest.', '{}', '{"right": false}', 1, 'If one place loses it, all are open.'),
  ('First steps with a computer', 4, 'text', 'Who else should know your password?', '{}', '{"accepted": ["nobody", "no one", "noone"]}', 1, ''),
  ('First steps with a computer', 5, 'number', 'How many kilobytes has a file of 2.5 megabytes, about?', '{}', '{"value": 2500, "tolerance": 60}', 1, 'A megabyte has about a thousand kilobytes.'),
  ('Revise fractions', 1, 'number', 'What is 1/2 + 1/4, as a decimal number?', '{}', '{"value": 0.75, "tolerance": 0}', 1, ''),
  ('Revise fractions', 2, 'single', 'Which is the largest?', '{2/3,3/5,1/2}', '{"right": [0]}', 1, ''))
  as q (course, number, kind, wording, options, key, points, explanation) on q.course = c.title;

insert into public.course_quiz_questions (school_id, lesson_id, question_id, position)
select l.school_id, l.id, q.id, row_number() over (partition by l.id order by q.created_at) from public.course_lessons l join public.course_questions q on q.course_id = l.course_id
where l.is_quiz and l.school_id in (select id from public.schools where name in ('Greenfield Academy', 'Lakeside School'));

-- Twelve students of a class learn: some have finished, some have begun. The paid course waits for two payments.
insert into public.course_enrolments (school_id, course_id, student_id, price, enrolled_by, enrolled_at)
select s.school_id, c.id, s.id, c.price, c.teacher_id, now() - interval '15 days'
from (select s.*, row_number() over (partition by s.school_id order by s.admission_number) as n from public.students s join public.classes k on k.id = s.class_id join public.schools h on h.id = s.school_id
  where (h.name, k.name) in (('Greenfield Academy', 'Form 3 East'), ('Lakeside School', 'Grade 5 East')) and s.status = 'active' and s.user_id is null) s
join public.online_courses c on c.school_id = s.school_id and (c.title = 'First steps with a computer' and s.n <= 12 or c.title = 'Revise fractions' and s.n between 2 and 3);

insert into public.course_progress (school_id, enrolment_id, lesson_id, student_id, done_at)
select e.school_id, e.id, l.id, e.student_id, now() - interval '10 days'
from (select e.*, row_number() over (partition by e.course_id order by s.admission_number) as n from public.course_enrolments e join public.students s on s.id = e.student_id) e
join public.online_courses c on c.id = e.course_id and c.title = 'First steps with a computer' join public.course_lessons l on l.course_id = c.id and l.position <= least(3, e.n % 4)
where c.school_id in (select id from public.schools where name in ('Greenfield Academy', 'Lakeside School'));

insert into public.course_attempts (id, school_id, enrolment_id, lesson_id, student_id, number, started_at, due_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'course attempt ' || p.enrolment_id), p.school_id, p.enrolment_id, p.lesson_id, p.student_id, 1, now() - interval '10 days', now() - interval '10 days' + interval '10 minutes'
from public.course_progress p join public.course_lessons l on l.id = p.lesson_id and l.is_quiz;

insert into public.course_answers (school_id, attempt_id, question_id, student_id, answer, typed)
select a.school_id, a.id, q.id, a.student_id, case q.kind when 'text' then '"Nobody"' when 'number' then to_jsonb(case when a.n % 2 = 0 then '2,500' else '25' end) else q.key -> 'right' end, 1
from (select a.*, row_number() over (partition by a.school_id order by s.admission_number) as n from public.course_attempts a join public.students s on s.id = a.student_id) a join public.course_quiz_questions z on z.lesson_id = a.lesson_id join public.course_questions q on q.id = z.question_id;

select private.hand_in(a.id, a.started_at + interval '7 minutes') from public.course_attempts a where a.handed_in_at is null and a.started_at < now() - interval '9 days';
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
