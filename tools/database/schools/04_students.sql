insert into public.students (id, school_id, user_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
select pg_temp.key('student', n, s), pg_temp.key('school', n), case when s % 5 = 1 then pg_temp.key('account', n, 'student' || s) end, 'LD/' || lpad(s::text, 4, '0'),
  (array['Amina', 'Brian', 'Grace', 'Kevin', 'Mercy', 'Otieno', 'Joy', 'Kiptoo', 'Wambui', 'Musa'])[1 + s % 10] || ' ' || chr(65 + s % 26),
  (array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso', 'Hussein', 'Njoroge', 'Cherono', 'Omondi', 'Kariuki', 'Barasa'])[1 + s * 7 % 11], case when s % 2 = 0 then 'female' else 'male' end::public.gender,
  current_date - (365 * 12 + s), pg_temp.key('class', n, s % 12), current_date - 300
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.enrolments (school_id, student_id, class_id, started_on)
select pg_temp.key('school', n), pg_temp.key('student', n, s), pg_temp.key('class', n, s % 12), current_date - 300
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.guardians (id, school_id, user_id, first_name, last_name, phone)
select pg_temp.key('guardian', n, s), pg_temp.key('school', n), pg_temp.key('account', n, 'parent' || s), 'Mary', (array['Mwangi', 'Odhiambo', 'Kiprono', 'Wafula', 'Mutiso'])[1 + s % 5], '+254 700 000 000'
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.student_guardians (student_id, guardian_id, school_id, is_primary)
select pg_temp.key('student', n, s), pg_temp.key('guardian', n, s), pg_temp.key('school', n), true
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title)
select pg_temp.key('school', n), pg_temp.key('account', n, 'teacher' || t), 'LD-' || t, 'Grace', 'Kiprono', 'Teacher'
from generate_series($1::integer, $2::integer) as n, generate_series(1, 14) as t;
