-- The last school days before today.
with days as (
  select array_agg(day) as days from (select current_date - ago as day from generate_series(1, 2 * current_setting('load.register_days')::integer) as ago where extract(isodow from current_date - ago) < 6 order by ago limit current_setting('load.register_days')::integer) d),
marks as (
  insert into public.attendance (student_id, day, school_id, class_id, status, recorded_at)
  select student_id, day, school_id, class_id, (array['present', 'present', 'present', 'present', 'present', 'present', 'present', 'late', 'excused', 'absent'])[1 + (s * 7 + ago * 3) % 10]::public.attendance_status, day + time '06:00'
  from (
    select pg_temp.key('student', n, s) as student_id, pg_temp.key('school', n) as school_id, pg_temp.key('class', n, s % 12) as class_id, s
    from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s offset 0) as students,
    days, unnest(days.days) with ordinality as d (day, ago)
  returning class_id, day, school_id, status)
insert into public.register_days (class_id, day, school_id, present, late, excused, absent)
select class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'), count(*) filter (where status = 'absent')
from marks group by class_id, day, school_id;
