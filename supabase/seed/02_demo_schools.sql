-- The two demonstration schools at work: classes, students, lessons, registers, marks and fees. Every choice follows from a
-- row's number, so that each load gives the same data, and every date from today.
create or replace function pg_temp.chosen(list text[], number bigint) returns text language sql immutable as $$ select list[1 + (number % cardinality(list))] $$;

create temporary table demo_schools on commit drop as
select s.id, s.name, s.kind,
  (select id from public.users where school_id = s.id and role = 'teacher') as teacher,
  case when s.kind = 'primary' then array['Grade 4', 'Grade 5', 'Grade 6'] else array['Form 1', 'Form 2', 'Form 3', 'Form 4'] end as levels,
  case when s.kind = 'primary' then 18 else 24 end as class_size, (row_number() over (order by s.name))::integer as number
from public.schools s where s.is_demo;

insert into public.classes (school_id, name, level, room, class_teacher_id)
select s.id, format('%s %s', level, stream), level, format('Room %s%s', ordinality, left(stream, 1)), case when ordinality = 1 and stream = 'East' then s.teacher end
from demo_schools s, unnest(s.levels) with ordinality as l (level, ordinality), (values ('East'), ('West')) as streams (stream)
where s.kind <> 'primary' or stream = 'East';

insert into public.subjects (school_id, name, code)
select s.id, subject, upper(left(subject, 3)) from demo_schools s,
  unnest(case when s.kind = 'primary' then array['Mathematics', 'English', 'Kiswahili', 'Science and Technology', 'Social Studies']
    else array['Mathematics', 'English', 'Kiswahili', 'Biology', 'Chemistry', 'History'] end) as subject;

insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
select c.id, b.id, c.school_id, case when b.name in ('Mathematics', 'Biology', 'Science and Technology') and c.name ~ '[1-5] East' then s.teacher end
from public.classes c join demo_schools s on s.id = c.school_id join public.subjects b on b.school_id = c.school_id;

insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at, room)
select school_id, class_id, subject_id, case when row_number() over (partition by teacher_id, weekday, hour) = 1 then teacher_id end, weekday, make_time(7 + hour, 0, 0), make_time(7 + hour, 40, 0), room
from (
  select cs.school_id, cs.class_id, cs.subject_id, cs.teacher_id, weekday, hour, c.room,
    row_number() over (partition by cs.class_id, weekday, hour order by md5(cs.subject_id::text || weekday || hour)) as choice
  from public.class_subjects cs join public.classes c on c.id = cs.class_id join demo_schools s on s.id = c.school_id,
    generate_series(1, 5) as weekday, generate_series(1, 6) as hour) as slots
where choice = 1;

insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
select c.school_id, format('%s/%s', case s.number when 1 then 'GA' else 'LS' end, 1000 + c.rank * 40 + n),
  pg_temp.chosen(case when n % 2 = 0 then array['Amina', 'Grace', 'Mercy', 'Joy', 'Wambui', 'Akinyi', 'Naliaka', 'Chebet', 'Fatuma', 'Ivy', 'Purity', 'Zawadi']
    else array['Brian', 'Kevin', 'Otieno', 'Kiptoo', 'Musa', 'Dennis', 'Mutua', 'Ian', 'Hassan', 'Collins', 'Victor', 'Baraka'] end, n / 2 + c.rank * 5),
  pg_temp.chosen(array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge', 'Cherono', 'Omondi', 'Kariuki', 'Barasa', 'Muthoni', 'Koech', 'Okello', 'Maina', 'Ndungu'], n * 7 + c.rank * 3),
  case when n % 2 = 0 then 'female' else 'male' end::public.gender,
  private.nairobi_day(now()) - (365 * (9 + c.rank / 2) + n * 11)::integer, c.id, private.nairobi_day(now()) - (200 + n)::integer
from (select *, row_number() over (partition by school_id order by name) as rank from public.classes) c
join demo_schools s on s.id = c.school_id, lateral generate_series(1, s.class_size) as n;

-- The student and the parent who can sign in.
update public.students set first_name = 'Brian', last_name = 'Njeri', gender = 'male', user_id = (select id from public.users where email = 'student@greenfield.test')
where admission_number = 'GA/1041';
update public.students set last_name = 'Njeri' where admission_number = 'GA/1121';

insert into public.guardians (id, school_id, user_id, first_name, last_name, phone, email)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || s.id), s.school_id, null,
  pg_temp.chosen(array['Mary', 'John', 'Esther', 'Peter', 'Ruth', 'James', 'Agnes', 'Paul'], n), s.last_name, format('+254 72%s %s %s', n % 10, lpad((n * 37 % 1000)::text, 3, '0'), lpad((n * 91 % 1000)::text, 3, '0')), null
from (select *, row_number() over (order by school_id, admission_number) as n from public.students) s join demo_schools d on d.id = s.school_id
where s.admission_number <> 'GA/1121';
update public.guardians set user_id = u.id, first_name = u.first_name, last_name = u.last_name, email = u.email, phone = u.phone
from public.users u where u.email = 'parent@greenfield.test'
  and guardians.id = (select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || id) from public.students where admission_number = 'GA/1041');
insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
select s.id, g.id, s.school_id, 'Parent', true from public.students s join demo_schools d on d.id = s.school_id
join public.guardians g on g.id = extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' ||
  case when s.admission_number = 'GA/1121' then (select id from public.students where admission_number = 'GA/1041') else s.id end);

insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
select u.school_id, u.id, 'S-' || lpad((row_number() over (partition by u.school_id order by u.email))::text, 3, '0'), u.first_name, u.last_name,
  case u.role when 'admin' then 'Principal' when 'teacher' then 'Teacher' else 'Office assistant' end, case u.role when 'teacher' then 'Sciences' else 'Administration' end, u.email, u.phone, private.nairobi_day(now()) - 900
from public.users u join demo_schools s on s.id = u.school_id where u.role in ('admin', 'teacher', 'staff');
insert into public.staff_members (school_id, staff_number, first_name, last_name, job_title, department, phone, employed_on)
select s.id, 'S-' || lpad((10 + n)::text, 3, '0'), pg_temp.chosen(array['Jane', 'Tom', 'Alice', 'Fred', 'Rose', 'Ali', 'Carol', 'Steve', 'Naomi'], n), pg_temp.chosen(array['Wekesa', 'Karanja', 'Auma', 'Rotich', 'Mbugua', 'Said', 'Wairimu', 'Onyango'], n * 3),
  pg_temp.chosen(array['Teacher', 'Teacher', 'Bursar', 'Teacher', 'Librarian', 'Teacher', 'Nurse', 'Driver'], n), pg_temp.chosen(array['Languages', 'Humanities', 'Administration', 'Mathematics', 'Library', 'Sciences', 'Health', 'Transport'], n),
  format('+254 733 %s', lpad((n * 1117 % 1000000)::text, 6, '0')), private.nairobi_day(now()) - (n * 97)::integer
from demo_schools s, generate_series(1, 14) as n;

insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by, recorded_at)
select s.id, day, s.school_id, s.class_id,
  case when h < 88 then 'present' when h < 92 then 'late' when h < 96 then 'excused' else 'absent' end::public.attendance_status, null, c.class_teacher_id, day + time '08:10'
from public.students s join public.classes c on c.id = s.class_id join demo_schools d on d.id = s.school_id,
  lateral (select private.nairobi_day(now()) - n as day from generate_series(0, 29) as n where extract(isodow from private.nairobi_day(now()) - n) < 6) as days,
  lateral (select abs(hashtext(s.admission_number || (private.nairobi_day(now()) - day))) % 100 as h) as chance;

create temporary table demo_terms on commit drop as
select distinct on (school_id) id, school_id, name, starts_on from public.school_terms where starts_on <= private.nairobi_day(now()) order by school_id, starts_on desc;

insert into public.assignments (school_id, class_id, subject_id, teacher_id, title, instructions, due_on, max_score, created_at, published_at)
select cs.school_id, cs.class_id, cs.subject_id, cs.teacher_id, format('%s exercise %s', b.name, n), 'Answer every question. Show your working.', private.nairobi_day(now()) + (n * 5 - 12)::integer, 20, now() - interval '20 days', now() - interval '20 days'
from public.class_subjects cs join public.subjects b on b.id = cs.subject_id, generate_series(1, 4) as n where cs.teacher_id is not null;
insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at, score, feedback, graded_at, graded_by)
select a.id, s.id, a.school_id, 'My answers are in the exercise book, pages 12 to 14.', a.due_on - interval '1 day',
  case when a.due_on < private.nairobi_day(now()) - 3 then 8 + abs(hashtext(s.id::text || a.id)) % 13 end, case when a.due_on < private.nairobi_day(now()) - 3 then 'Seen and marked.' end,
  case when a.due_on < private.nairobi_day(now()) - 3 then a.due_on + interval '1 day' end, case when a.due_on < private.nairobi_day(now()) - 3 then a.teacher_id end
from public.assignments a join public.students s on s.class_id = a.class_id where a.due_on <= private.nairobi_day(now()) and abs(hashtext(s.admission_number || a.title)) % 10 < 8;

insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
select cs.school_id, cs.class_id, cs.subject_id, t.id, a.name, 100
from public.class_subjects cs join demo_terms t on t.school_id = cs.school_id, (values ('CAT 1'), ('Mid-term')) as a (name);
insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
select a.school_id, s.id, a.class_id, a.subject_id, a.term_id, a.id, 35 + abs(hashtext(s.admission_number || a.subject_id || a.name)) % 62, cs.teacher_id
from public.assessments a join demo_terms t on t.id = a.term_id
  join public.class_subjects cs on cs.class_id = a.class_id and cs.subject_id = a.subject_id join public.students s on s.class_id = a.class_id
where a.assignment_id is null;

insert into public.fees (school_id, term_id, name, amount, due_on)
select t.school_id, t.id, fee, case when s.kind = 'primary' then price * 6 / 10 else price end, t.starts_on + 21
from demo_terms t join demo_schools s on s.id = t.school_id, (values ('Tuition', 24500), ('Meals', 9800), ('Activities', 2500)) as fees (fee, price);
insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
select f.school_id, s.id, f.id, f.name, f.amount, f.due_on from public.fees f join public.students s on s.school_id = f.school_id;
insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
select s.school_id, s.id, t.id, 'INV-' || lpad((row_number() over (partition by s.school_id order by s.admission_number))::text, 5, '0'), t.starts_on from public.students s join demo_terms t on t.school_id = s.school_id;
update public.fee_charges c set invoice_id = i.id from public.fee_invoices i where i.student_id = c.student_id;
insert into private.invoice_counters (school_id, last) select school_id, count(*) from public.fee_invoices group by school_id;
insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by)
select school_id, id, 'RCT-' || lpad((row_number() over (partition by school_id order by admission_number))::text, 5, '0'),
  case when h < 55 then charged when h < 80 then (charged / 2000) * 1000 else 5000 end, case when h % 10 < 7 then 'mpesa' when h % 10 < 9 then 'bank' else 'cash' end,
  case when h % 10 < 9 then upper(substr(md5(admission_number), 1, 10)) end, greatest(private.nairobi_day(now()) - (h % 28), date '2000-01-01'), (select u.id from public.users u where u.school_id = balances.school_id and u.role = 'admin' order by u.email limit 1)
from (select s.id, s.school_id, s.admission_number, abs(hashtext(s.admission_number)) % 100 as h, sum(c.amount)::integer as charged
  from public.students s join public.fee_charges c on c.student_id = s.id group by s.id) as balances where h < 90;
insert into private.receipt_counters (school_id, last) select school_id, count(*) from public.fee_payments group by school_id;

insert into public.student_records (school_id, student_id, kind, summary, details, happened_on, recorded_by)
select s.school_id, s.id, pg_temp.chosen(array['merit', 'behaviour', 'health', 'contact'], n),
  pg_temp.chosen(array['Helped a new student settle in', 'Late three times this week', 'Asthma: inhaler in the office', 'Guardian changed phone number'], n), null, private.nairobi_day(now()) - (n % 25)::integer,
  (select id from public.users where school_id = s.school_id and role = 'staff')
from (select *, row_number() over (order by admission_number) as n from public.students) s join demo_schools d on d.id = s.school_id where n % 9 = 0;

insert into public.announcements (school_id, title, body, audience, author_id, published_at)
select s.id, title, body, audience::public.user_role[], (select id from public.users where school_id = s.id and role = 'admin'), now() - age
from demo_schools s, (values
  ('Mid-term break', 'School closes on Thursday at noon and opens again on Tuesday at 7:30. Boarders leave with a guardian or a signed letter.', '{admin,teacher,staff,parent,student}', interval '2 days'),
  ('Marks are due on Friday', 'Please enter the mid-term marks before Friday, 4 p.m., so that report cards can be checked on Monday.', '{admin,teacher}', interval '4 days'),
  ('Fees for this term', 'Balances can be seen in the portal. Please quote the admission number when you pay by M-Pesa.', '{admin,staff,parent}', interval '9 days'),
  ('Science fair', 'Every class presents one project. Tables are put up on Saturday morning; guests are welcome from ten.', '{admin,teacher,staff,parent,student}', interval '12 days')) as news (title, body, audience, age);
insert into public.notifications (user_id, title, body, said, link, created_at)
select u.id, 'Welcome', 'This is where news for you arrives.', jsonb_build_object(
  'title', private.say('Welcome'), 'body', private.say('This is where news for you arrives.')),
  '/dashboard', now() - interval '20 days' from public.users u join demo_schools s on s.id = u.school_id;
insert into public.notifications (user_id, title, body, link, source, created_at)
select u.id, a.title, a.body, '/dashboard/notifications', 'announcement/' || a.id, a.published_at
from public.users u join demo_schools s on s.id = u.school_id join public.announcements a on a.school_id = s.id where a.published_at > now() - interval '3 days'
on conflict do nothing;
