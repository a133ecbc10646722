-- The people and the timetable of the two demonstration schools. Every choice follows from a row's number, so that each load
-- gives the same data, and every date from today. What they do is in the files after this one.
create or replace function pg_temp.chosen(list text[], number bigint) returns text language sql immutable as $$ select list[1 + (number % cardinality(list))] $$;

create temporary table demo_schools on commit drop as
select s.id, s.name, s.kind,
  (select id from public.users where school_id = s.id and role = 'teacher') as teacher,
  -- The last two forms of 8-4-4, which have two streams, beside the grades that follow them.
  case when s.kind = 'primary' then array['Grade 4', 'Grade 5', 'Grade 6']
    else array['Form 3', 'Form 4', 'Grade 7', 'Grade 8', 'Grade 9', 'Grade 10'] end as levels,
  case when s.kind = 'primary' then 18 else 24 end as class_size, (row_number() over (order by s.name))::integer as number
from public.schools s where s.is_demo;

insert into public.classes (school_id, name, level, room, class_teacher_id)
select s.id, case when s.kind = 'primary' or level like 'Form%' then level || ' ' || stream else level end, level,
  format('Room %s%s', ordinality, left(stream, 1)), case when ordinality = 1 and stream = 'East' then s.teacher end
from demo_schools s, unnest(s.levels) with ordinality as l (level, ordinality), (values ('East'), ('West')) as streams (stream)
where level like 'Form%' or stream = 'East';

create temporary table demo_subjects (kind text, levels text, name text, code text) on commit drop;
insert into demo_subjects values
  ('primary', 'Grade%', 'Mathematics', 'MAT'), ('primary', 'Grade%', 'English', 'ENG'), ('primary', 'Grade%', 'Kiswahili', 'KIS'),
  ('primary', 'Grade%', 'Science and Technology', 'SCI'), ('primary', 'Grade%', 'Social Studies', 'SOC'),
  ('secondary', '%', 'Mathematics', 'MAT'), ('secondary', '%', 'English', 'ENG'), ('secondary', '%', 'Kiswahili', 'KIS'),
  ('secondary', 'Form%', 'Biology', 'BIO'), ('secondary', 'Form%', 'Chemistry', 'CHE'), ('secondary', 'Form%', 'History', 'HIS'),
  ('secondary', 'Grade 10', 'Biology', 'BIO'), ('secondary', 'Grade 10', 'Chemistry', 'CHE'), ('secondary', 'Grade 10', 'History', 'HIS'),
  ('secondary', 'Grade _', 'Integrated Science', 'INT'), ('secondary', 'Grade _', 'Social Studies', 'SOC'),
  ('secondary', 'Grade _', 'Pre-Technical Studies', 'PRE');
insert into public.subjects (school_id, name, code)
select distinct s.id, d.name, d.code from demo_schools s join demo_subjects d on (d.kind = 'primary') = (s.kind = 'primary');

insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
select c.id, b.id, c.school_id, case
  when b.name in ('Mathematics', 'Biology', 'Science and Technology') and c.name in ('Form 3 East', 'Form 4 East', 'Grade 4 East', 'Grade 5 East')
    or b.name in ('Biology', 'Integrated Science') and c.name in ('Grade 9', 'Grade 10') then s.teacher end
from public.classes c join demo_schools s on s.id = c.school_id
join demo_subjects d on (d.kind = 'primary') = (s.kind = 'primary') and c.level like d.levels
join public.subjects b on b.school_id = c.school_id and b.name = d.name;

insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at, room)
select school_id, class_id, subject_id, case when row_number() over (partition by teacher_id, weekday, hour order by class) = 1 then teacher_id end, weekday, make_time(7 + hour, 0, 0), make_time(7 + hour, 40, 0), room
from (
  select cs.school_id, cs.class_id, cs.subject_id, cs.teacher_id, weekday, hour, c.name as class, c.room,
    row_number() over (partition by cs.class_id, weekday, hour order by md5(b.name || weekday || hour)) as choice
  from public.class_subjects cs join public.classes c on c.id = cs.class_id join public.subjects b on b.id = cs.subject_id join demo_schools s on s.id = c.school_id,
    generate_series(1, 5) as weekday, generate_series(1, 6) as hour) as slots
where choice = 1;

insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
select c.school_id, format('%s/%s', case s.number when 1 then 'GA' else 'LS' end, 1000 + c.rank * 40 + n),
  pg_temp.chosen(case when n % 2 = 0 then array['Amina', 'Grace', 'Mercy', 'Joy', 'Wambui', 'Akinyi', 'Naliaka', 'Chebet', 'Fatuma', 'Ivy', 'Purity', 'Zawadi']
    else array['Brian', 'Kevin', 'Otieno', 'Kiptoo', 'Musa', 'Dennis', 'Mutua', 'Ian', 'Hassan', 'Collins', 'Victor', 'Baraka'] end, n / 2 + c.rank * 5),
  pg_temp.chosen(array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge', 'Cherono', 'Omondi', 'Kariuki', 'Barasa', 'Muthoni', 'Koech', 'Okello', 'Maina', 'Ndungu'], n * 7 + c.rank * 3),
  case when n % 2 = 0 then 'female' else 'male' end::public.gender,
  -- A grade's number and five is the age of its students; Form 3 is what would be Grade 11.
  private.nairobi_day(now()) - 365 * (substring(c.level from '\d+$')::integer + case when c.level like 'Form%' then 13 else 5 end) - n * 11, c.id, private.nairobi_day(now()) - (200 + n)::integer
from (select *, row_number() over (partition by school_id order by name) as rank from public.classes) c
join demo_schools s on s.id = c.school_id, lateral generate_series(1, s.class_size) as n;

-- Two of three of the last forms board; everybody else walks home, but for a few about whom nobody has said it.
update public.students s set boarding = case when c.level like 'Form%' and right(s.admission_number, 1)::integer % 3 <> 0 then 'boarder'
  else 'day' end::public.boarding
from public.classes c, demo_schools d where c.id = s.class_id and d.id = s.school_id and d.kind = 'secondary' and s.admission_number not like '%00';

-- The student and the parent who can sign in.
update public.students set first_name = 'Brian', last_name = 'Njeri', gender = 'male', user_id = (select id from public.users where email = 'student@greenfield.test')
where admission_number = 'GA/1041';
update public.students set last_name = 'Njeri' where admission_number = 'GA/1121';

-- Most families read mail; one in twelve has a phone only.
insert into public.guardians (id, school_id, user_id, first_name, last_name, phone, email, created_at)
select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || s.id), s.school_id, null, named.first_name, s.last_name,
  format('+254 7%s %s %s', lpad((10 + n * 7 % 19)::text, 2, '0'), lpad((n * 37 % 1000)::text, 3, '0'), lpad((n * 91 % 1000)::text, 3, '0')),
  case when n % 12 <> 5 then lower(format('%s.%s%s@family.test', named.first_name, s.last_name, n)) end, s.admitted_on + time '10:00'
from (select *, row_number() over (order by school_id, admission_number) as n from public.students) s join demo_schools d on d.id = s.school_id,
  lateral (select pg_temp.chosen(array['Mary', 'John', 'Esther', 'Peter', 'Ruth', 'James', 'Agnes', 'Paul'], n) as first_name) as named
where s.admission_number <> 'GA/1121';
update public.guardians set user_id = u.id, first_name = u.first_name, last_name = u.last_name, email = u.email, phone = u.phone
from public.users u where u.email = 'parent@greenfield.test'
  and guardians.id = (select extensions.uuid_generate_v5(extensions.uuid_ns_url(), 'guardian of ' || id) from public.students where admission_number = 'GA/1041');
insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
select s.id, g.id, s.school_id, case when g.first_name in ('John', 'Peter', 'James', 'Paul') then 'Father' else 'Mother' end, true
from public.students s join demo_schools d on d.id = s.school_id
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

insert into public.student_records (school_id, student_id, kind, summary, details, happened_on, recorded_by)
select s.school_id, s.id, pg_temp.chosen(array['merit', 'behaviour', 'health', 'contact'], n),
  pg_temp.chosen(array['Helped a new student settle in', 'Late three times this week', 'Asthma: inhaler in the office', 'Guardian changed phone number'], n), null, private.nairobi_day(now()) - (n % 25)::integer,
  (select id from public.users where school_id = s.school_id and role = 'staff')
from (select *, row_number() over (order by admission_number) as n from public.students) s join demo_schools d on d.id = s.school_id where n % 9 = 0;

insert into public.notifications (user_id, title, body, said, link, created_at)
select u.id, 'Welcome', 'This is where news for you arrives.', jsonb_build_object(
  'title', private.say('Welcome'), 'body', private.say('This is where news for you arrives.')),
  '/dashboard', (private.nairobi_day(now()) - 60 + time '08:20') at time zone 'Africa/Nairobi' from public.users u join demo_schools s on s.id = u.school_id;
-- What the set-up itself did is no news.
delete from public.audit_log where actor_id is null and at >= now();
