-- What a teacher sees first: the lessons of the day with their registers and the last homework, what waits to be
-- marked, and how the own classes come to school. Only the caller's own lessons and classes.

create function private.my_lessons(school uuid, day date, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'starts_at', to_char(l.starts_at, 'HH24:MI'),
    'ends_at', to_char(l.ends_at, 'HH24:MI'), 'subject', b.name, 'class_id', c.id, 'class', c.name,
    'room', coalesce(l.room, c.room), 'is_taken', r.class_id is not null, 'homework', w.homework)
    order by l.starts_at, c.name_key), '[]')
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.register_days r on r.class_id = c.id and r.day = my_lessons.today
    left join lateral (select jsonb_build_object('id', a.id, 'title', a.title, 'due_on', a.due_on,
        'handed_in', (select count(*) from public.submissions s where s.assignment_id = a.id
          and s.submitted_at is not null and s.student_id <> all ((select private.withheld_from_me())::uuid[])))
        as homework
      from public.assignments a where a.class_id = l.class_id and a.subject_id = l.subject_id
        and a.published_at <= private.current_moment() and a.archived_at is null
      order by a.due_on desc, a.id limit 1) w on true
  where l.school_id = my_lessons.school and l.teacher_id = private.signed_in_uid()
    and l.weekday = extract(isodow from my_lessons.day) and l.class_id in (select private.my_class_ids())
$$;

-- The assignments with answers that wait for a mark, the one that waits longest first.
create function private.my_marking() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(m) order by m.since, m.id), '[]')
  from (select a.id, a.title, b.name as subject, c.name as class, count(*) as waiting, min(s.submitted_at) as since
    from public.assignments a join public.classes c on c.id = a.class_id join public.subjects b on b.id = a.subject_id
      join public.submissions s on s.assignment_id = a.id
    where a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
      and s.submitted_at is not null and s.graded_at is null
      and not private.is_excused_from(a.id, s.student_id)
      and s.student_id <> all ((select private.withheld_from_me())::uuid[])
    group by a.id, a.title, b.name, c.name order by min(s.submitted_at), a.id limit 6) m
$$;

-- Attendance in percent of the last seven days and of the seven before.
create function private.my_classes_attendance(today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
    'is_led', c.class_teacher_id is not distinct from private.signed_in_uid(),
    'share', d.share, 'before', d.before) order by c.class_teacher_id is not distinct from private.signed_in_uid() desc,
    c.name_key), '[]')
  from public.classes c left join lateral (
    select round(sum(r.present + r.late) filter (where r.day > my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day > my_classes_attendance.today - 7), 0), 1) as share,
      round(sum(r.present + r.late) filter (where r.day <= my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day <= my_classes_attendance.today - 7), 0), 1) as before
    from public.register_days r where r.class_id = c.id
      and r.day between my_classes_attendance.today - 13 and my_classes_attendance.today) d on true
  where c.id in (select private.my_class_ids()) and c.is_active
$$;

-- `days` are today, while the caller teaches on it, and the next such school day; none without a timetable or a term.
create function private.teacher_home(school uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
  weekdays constant integer[] := array(select distinct l.weekday::integer from public.lessons l
    where l.school_id = teacher_home.school and l.teacher_id = private.signed_in_uid()
      and l.class_id in (select private.my_class_ids()));
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today), 'has_lessons', weekdays <> '{}',
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', d.day,
        'lessons', private.my_lessons(school, d.day, today)) order by d.day), '[]')
      from private.home_days(school, today, weekdays) as d (day)),
    'marking', private.my_marking(),
    'classes', private.my_classes_attendance(today),
    'notices', private.my_notices(school));
end
$$;
