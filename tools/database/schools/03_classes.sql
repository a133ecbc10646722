insert into public.school_terms (id, school_id, name, starts_on, ends_on)
select pg_temp.key('term', n, t), pg_temp.key('school', n), 'Load term ' || t, current_date - 390 + t * 100, current_date - 291 + t * 100
from generate_series($1::integer, $2::integer) as n, generate_series(1, 3) as t;

insert into public.subjects (id, school_id, name)
select pg_temp.key('subject', n, name), pg_temp.key('school', n), name
from generate_series($1::integer, $2::integer) as n, unnest(array['Mathematics', 'English', 'Kiswahili', 'Biology', 'Chemistry', 'Physics', 'History', 'Geography']) as name;

insert into public.classes (id, school_id, name, level, room, class_teacher_id)
select pg_temp.key('class', n, c), pg_temp.key('school', n), 'Form ' || 1 + c / 3 || ' ' || (array['East', 'West', 'North'])[1 + c % 3], 'Form ' || 1 + c / 3, 'R' || c, pg_temp.key('account', n, 'teacher' || c + 1)
from generate_series($1::integer, $2::integer) as n, generate_series(0, 11) as c;

-- Mathematics is taught by the class's own teacher.
insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
select pg_temp.key('class', n, c), pg_temp.key('subject', n, name), pg_temp.key('school', n), pg_temp.key('account', n, 'teacher' || 1 + (c + position - 1) % 14)
from generate_series($1::integer, $2::integer) as n, generate_series(0, 11) as c,
  unnest(array['Mathematics', 'English', 'Kiswahili', 'Biology', 'Chemistry', 'Physics', 'History', 'Geography']) with ordinality as s (name, position);

insert into public.lessons (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at, room)
select school_id, class_id, subject_id, teacher_id, weekday, time '08:00' + make_interval(hours => (hashtext(subject_id::text) & 7)), time '08:40' + make_interval(hours => (hashtext(subject_id::text) & 7)), 'R1'
from public.class_subjects, generate_series(1, 5, 2) as weekday
where school_id in (select pg_temp.key('school', n) from generate_series($1::integer, $2::integer) as n);
