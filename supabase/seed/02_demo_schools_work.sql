-- Was in 02_demo_schools.sql.
-- The term of the two demonstration schools so far: registers, homework, marks and news.
create temporary table demo_terms on commit drop as
select distinct on (t.school_id) t.id, t.school_id, s.kind, t.starts_on,
  (select id from public.users where school_id = s.id and role = 'admin' order by email limit 1) as admin
from public.school_terms t join public.schools s on s.id = t.school_id and s.is_demo order by t.school_id, t.starts_on desc;
create or replace function pg_temp.draw(what text, student text) returns integer
language sql immutable as $$ select abs(hashtext(what || ' ' || student)) % 100 $$;
create or replace function pg_temp.chosen(list text[], number bigint) returns text language sql immutable as $$ select list[1 + (number % cardinality(list))] $$;
create or replace function pg_temp.moment(day date, at time) returns timestamptz
language sql stable as $$ select (day + at) at time zone 'Africa/Nairobi' $$;

-- Most are there nearly always. Some stay away around weekends, some come late, and a third were ill once for some days.
insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by, recorded_at)
select student_id, day, school_id, class_id, status::public.attendance_status,
  case status when 'excused' then pg_temp.chosen(array['Malaria, at home', 'Hospital appointment', 'Stomach ache, fetched at noon', 'Flu'], ill)
    when 'late' then pg_temp.chosen(array['The bus was late', null, 'Rain', null], chance)
    when 'absent' then pg_temp.chosen(array[null, 'A funeral in the family', 'Sent home for fees', null, 'Market day'], chance) end,
  coalesce(class_teacher_id, admin), pg_temp.moment(day, time '08:05' + make_interval(mins => abs(hashtext(class_name || day::text)) % 25))
from (
  select s.id as student_id, s.school_id, s.class_id, c.name as class_name, c.class_teacher_id, t.admin, d.day, p.ill, p.chance,
    case when p.ill < 35 and d.day between p.ill_from and p.ill_from + p.ill % 3 then 'excused'
      when p.kind < 6 and p.chance < case when extract(isodow from d.day) in (1, 5) then 30 else 9 end then 'absent'
      when p.kind between 6 and 14 and p.chance < 24 then 'late'
      when p.chance = 0 then 'absent' when p.chance < 4 then 'late' else 'present' end as status
  from public.students s join public.classes c on c.id = s.class_id join demo_terms t on t.school_id = s.school_id,
    lateral (select n::date as day from generate_series(t.starts_on, private.nairobi_day(now()), interval '1 day') as n
      where extract(isodow from n) < 6) as d,
    lateral (select pg_temp.draw('presence', s.admission_number) as kind, pg_temp.draw('ill', s.admission_number) as ill,
      t.starts_on + 3 + pg_temp.draw('ill from', s.admission_number) % 44 as ill_from,
      pg_temp.draw('day ' || (d.day - t.starts_on), s.admission_number) as chance) as p) as marks;

-- Homework in every state: marked, waiting to be marked, open, being written, archived.
create temporary table demo_tasks (number integer, title text, instructions text, state text, due integer) on commit drop;
insert into demo_tasks values
  (1, 'Revision questions, pages 12 to 14', 'Answer every question. Show your working.', 'marked', -9),
  (2, 'Exercise 2: the week in review', 'Write the answers in full sentences and bring the book on the day.', 'marked', -6),
  (3, 'Practical: notes and a sketch', 'One page of notes and a labelled sketch of what you saw.', 'waiting', -1),
  (4, 'Problems 1 to 10', 'Numbers 9 and 10 are for those who want more.', 'open', 2),
  (5, 'Project: something from home', 'Choose something at home and explain how it works. Half a page, and a picture.', 'open', 9),
  (6, 'Test yourself before the exam', 'Answer without the book first, then look it up.', 'draft', 16),
  (7, 'Holiday work', 'Two pages of your choice.', 'archived', -45);
insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, instructions, due_on, max_score, created_at, updated_at, published_at, archived_at)
select cs.school_id, cs.class_id, cs.subject_id, cs.teacher_id, k.title, k.instructions, today + k.due, 20, m.at, m.at,
  case when k.state <> 'draft' then m.at end, case when k.state = 'archived' then pg_temp.moment(today - 30, '16:00') end
from public.class_subjects cs join demo_terms t on t.school_id = cs.school_id, demo_tasks k,
  lateral (select private.nairobi_day(now()) as today) d, lateral (select pg_temp.moment(least(today + k.due - 8, today - 1), '15:40') as at) m
where cs.teacher_id is not null;
insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at, score, feedback, graded_at, graded_by)
select a.id, s.id, a.school_id, pg_temp.chosen(array['My answers are in the exercise book, pages 12 to 14.', 'I have done all but the last one.',
    'Done. I was not sure about number 4.', 'My answers: 1 b, 2 c, 3 a, 4 d, 5 b.'], p.number),
  least(pg_temp.moment(a.due_on - case when p.number % 9 = 0 then -1 else 1 end, time '17:05' + make_interval(mins => p.number * 2)),
    now() - make_interval(mins => p.number * 2)),
  case when m.is_marked then least(20, 6 + m.ability / 8 + p.number % 5) end,
  case when m.is_marked then pg_temp.chosen(array['Good work.', 'Show your working next time.', 'Read question 3 again.', 'Neat and complete.', 'Come and see me about number 5.'], p.number) end,
  case when m.is_marked then pg_temp.moment(a.due_on + 2, '19:30') end, case when m.is_marked then a.teacher_id end
from public.assignments a join demo_terms t on t.school_id = a.school_id join public.students s on s.class_id = a.class_id
    join public.subjects b on b.id = a.subject_id,
  lateral (select pg_temp.draw('hands in ' || b.name || ': ' || a.title, s.admission_number) as number) p,
  lateral (select a.due_on < private.nairobi_day(now()) - 3 as is_marked, pg_temp.draw('ability', s.admission_number) as ability) m
where a.published_at is not null and a.due_on < private.nairobi_day(now()) and p.number < case when m.is_marked then 88 else 72 end;

-- Marks on a curve about the middle, a student's own ability in each of them, and the mid-term harder than the first test,
-- which some were ill for and a few need not sit.
insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, created_at)
select cs.school_id, cs.class_id, cs.subject_id, t.id, a.name, 100, pg_temp.moment(t.starts_on + a.day, '16:00')
from public.class_subjects cs join demo_terms t on t.school_id = cs.school_id, (values ('CAT 1', 18), ('Mid-term', 39)) as a (name, day);
insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, absence, remark, graded_by, updated_at)
select a.school_id, s.id, a.class_id, a.subject_id, a.term_id, a.id, case when m.absence is null then g.score end, m.absence,
  case when m.absence is not null then null when a.name = 'Mid-term' and g.score < 35 then 'Needs help' when a.name = 'Mid-term' and g.score > 84 then 'Excellent' end,
  cs.teacher_id, a.created_at + interval '3 days'
from public.assessments a join demo_terms t on t.id = a.term_id
  join public.class_subjects cs on cs.class_id = a.class_id and cs.subject_id = a.subject_id join public.subjects b on b.id = a.subject_id
  join public.students s on s.class_id = a.class_id,
  lateral (select greatest(9, least(98, 13 + (pg_temp.draw('ability', s.admission_number) + pg_temp.draw('diligence', s.admission_number)) * 0.26
    + pg_temp.draw(b.name, s.admission_number) * 0.14 + pg_temp.draw(a.name || b.name, s.admission_number) * 0.12
    + (abs(hashtext(b.name)) % 7) - case a.name when 'Mid-term' then 4 else 0 end))::integer as score) as g,
  lateral (select case when a.name = 'Mid-term' then
    case pg_temp.draw('sits ' || b.name, s.admission_number) when 0 then 'absent' when 1 then 'exempt' end end as absence) as m
where a.assignment_id is null;

insert into public.announcements (school_id, title, body, audience, author_id, published_at, created_at, updated_at)
select t.school_id, title, body, audience::public.user_role[], t.admin, m.at, m.at, m.at
from demo_terms t, (values
  ('Mid-term break', 'School closes on Thursday at noon and opens again on Tuesday at 7:30. Boarders leave with a guardian or a signed letter.', '{admin,teacher,staff,parent,student}', 2, time '16:20'),
  ('Marks are due on Friday', 'Please enter the mid-term marks before Friday, 4 p.m., so that report cards can be checked on Monday.', '{admin,teacher}', 4, time '07:45'),
  ('Fees for this term', 'Balances can be seen in the portal. Please quote the admission number when you pay by M-Pesa.', '{admin,staff,parent}', 9, time '09:10'),
  ('Science fair', 'Every class presents one project. Tables are put up on Saturday morning; guests are welcome from ten.', '{admin,teacher,staff,parent,student}', 12, time '14:05'),
  ('Meeting of parents and teachers', 'Saturday at nine in the hall. Class teachers are in their rooms until one.', '{admin,teacher,staff,parent}', 24, time '11:30'),
  ('Welcome back', 'Lessons begin on Monday at 7:30. The timetable is in the portal.', '{admin,teacher,staff,parent,student}', 51, time '10:00')) as news (title, body, audience, age, at),
  lateral (select pg_temp.moment(private.nairobi_day(now()) - age, news.at) as at) m;
insert into public.notifications (user_id, title, body, link, source, created_at)
select u.id, a.title, a.body, '/dashboard/notifications', 'announcement/' || a.id, a.published_at
from public.users u join demo_terms t on t.school_id = u.school_id join public.announcements a on a.school_id = u.school_id
where a.published_at > now() - interval '3 days' on conflict do nothing;

-- A parent and the class teacher about a child; the last answer is not read yet.
insert into public.conversations (id, school_id, student_id, guardian_id, teacher_id, created_at, last_at, guardian_read_at, teacher_read_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'conversation ' || s.id), s.school_id, s.id, g.id, c.class_teacher_id,
  pg_temp.moment(d.today - 5, '18:42'), pg_temp.moment(d.today - 1, '16:25'), pg_temp.moment(d.today - 2, '19:06'), pg_temp.moment(d.today - 1, '16:25')
from public.students s join public.classes c on c.id = s.class_id join public.student_guardians sg on sg.student_id = s.id
join public.guardians g on g.id = sg.guardian_id and g.user_id is not null, lateral (select private.nairobi_day(now()) as today) d
where s.admission_number = 'GA/1041';
insert into public.conversation_messages (school_id, conversation_id, student_id, is_from_guardian, sender_id, body, sent_at)
select k.school_id, k.id, k.student_id, w.is_from_guardian, case when w.is_from_guardian then g.user_id else k.teacher_id end, w.body,
  pg_temp.moment(private.nairobi_day(now()) - w.age, w.at)
from public.conversations k join public.guardians g on g.id = k.guardian_id, (values
  (true, 5, time '18:42', 'Good evening, Madam. Brian says that he finds the diagrams in Biology difficult. Is there something he can do at home?'),
  (false, 4, time '13:10', 'Good afternoon, Mrs Njeri. He draws well, but labels too little. Please let him copy one diagram of the book each evening and name every part without looking.'),
  (true, 2, time '19:06', 'Thank you. He has started with the heart. May he bring the sketches to you on Friday?'),
  (false, 1, time '16:25', 'Of course, during the break in the staff room. I have seen the first two, and they are much better already.'))
  as w (is_from_guardian, age, at, body);
delete from public.audit_log where actor_id is null and at >= now();
