create type public.attendance_status as enum ('present', 'absent', 'late', 'excused');

create table public.attendance (
  student_id uuid not null,
  day date not null,
  school_id uuid not null,
  class_id uuid not null,
  status public.attendance_status not null,
  note text check (length(note) <= 300),
  recorded_by uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  primary key (student_id, day) include (school_id, class_id, status),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);

create index attendance_class_idx on public.attendance (class_id, day);
create index attendance_school_idx on public.attendance (school_id, day) include (student_id, class_id, status);

alter table public.attendance enable row level security;
create trigger needs_subscription before insert or update or delete on public.attendance for each statement execute function private.require_subscription();
grant select on public.attendance to authenticated;

create policy "Schools see attendance, teachers their classes', families their children's" on public.attendance for select to authenticated
  using (school_id = (select private.childrens_school())
    and ((select private.my_role()) in ('super_admin', 'admin', 'staff') or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids())));

-- Counts per class and day, so that reports of a school with thousands of students read few rows.
create table public.register_days (
  class_id uuid not null,
  day date not null,
  school_id uuid not null,
  present integer not null,
  late integer not null,
  excused integer not null,
  absent integer not null,
  primary key (class_id, day),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.register_days is 'Attendance of a class on a day, kept by triggers on attendance.';

-- With the class, because a list of classes looks each of them up here: without it, every class of the school is read for each.
create index register_days_school_idx on public.register_days (school_id, day, class_id);

alter table public.register_days enable row level security;
create trigger needs_subscription before insert or update or delete on public.register_days for each statement execute function private.require_subscription();
grant select on public.register_days to authenticated;

create policy "Schools see how many came, teachers of their classes" on public.register_days for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.my_role()) in ('super_admin', 'admin', 'staff') or class_id in (select private.my_class_ids())));

-- A register may be marked offline and sent later: a mark that another person has set meanwhile is reported, never overwritten.
create function public.record_attendance(class_id uuid, day date, marks jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
begin
  if record_attendance.day is null or record_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')) from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a student the later one counts.
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select distinct on (s.id) s.id, record_attendance.day, class.school_id, class.id, (m.mark ->> 'status')::public.attendance_status, private.signed_in_uid()
  from jsonb_array_elements(marks) with ordinality as m (mark, place) join public.students s on s.id = (m.mark ->> 'student_id')::uuid and s.class_id = class.id
  order by s.id, m.place desc
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return (
    select jsonb_agg(
      case when s.id is null then jsonb_build_object('student_id', m.student_id, 'outcome', 'not_in_class')
        when a.status = m.status then jsonb_build_object('student_id', m.student_id, 'outcome', 'kept')
        else jsonb_build_object('student_id', m.student_id, 'outcome', 'changed', 'status', a.status, 'by', private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), 'at', a.recorded_at) end
      order by m.student_id)
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    left join public.attendance a on a.student_id = s.id and a.day = record_attendance.day
    left join public.users u on u.id = a.recorded_by);
end
$$;
comment on function public.record_attendance(uuid, date, jsonb) is
  'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...]}], seen: the statuses the caller has seen. Result per student: kept, changed (by another person meanwhile: status, by, at) or not_in_class. Idempotent.';
grant execute on function public.record_attendance(uuid, date, jsonb) to authenticated;

create function public.take_attendance(class_id uuid, day date, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(take_attendance.class_id);
  taken integer;
begin
  if take_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one student.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), private.signed_in_uid()
  from jsonb_array_elements(marks) m join public.students s on s.id = (m.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$$;
comment on function public.take_attendance(uuid, date, jsonb) is
  'Writes a class''s register of a day. marks: [{"student_id", "status", "note"}]. Taking it again corrects it.';
grant execute on function public.take_attendance(uuid, date, jsonb) to authenticated;

-- In the order of the key, so that two transactions cannot deadlock.
create function private.add_register_days(changes public.register_days[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.register_days as r (class_id, day, school_id, present, late, excused, absent)
  select n.class_id, n.day, n.school_id, n.present, n.late, n.excused, n.absent from unnest(changes) as n join public.classes c on c.id = n.class_id order by n.class_id, n.day
  on conflict (class_id, day) do update
    set present = r.present + excluded.present, late = r.late + excluded.late, excused = r.excused + excluded.excused, absent = r.absent + excluded.absent;
  delete from public.register_days r using unnest(changes) as n
  where r.class_id = n.class_id and r.day = n.day and (r.present, r.late, r.excused, r.absent) = (0, 0, 0, 0);
end
$$;

-- Every statement has its own transition tables: each branch reads those of its kind.
create function private.count_marks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes public.register_days[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(class_id, day, school_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'),
      count(*) filter (where status = 'absent'))::public.register_days from added group by class_id, day, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(class_id, day, school_id, -count(*) filter (where status = 'present'), -count(*) filter (where status = 'late'), -count(*) filter (where status = 'excused'),
      -count(*) filter (where status = 'absent'))::public.register_days from removed group by class_id, day, school_id);
  else
    changes := array(select row(class_id, day, school_id, coalesce(sum(sign) filter (where status = 'present'), 0), coalesce(sum(sign) filter (where status = 'late'), 0),
      coalesce(sum(sign) filter (where status = 'excused'), 0), coalesce(sum(sign) filter (where status = 'absent'), 0))::public.register_days
      from (select class_id, day, school_id, status, 1 as sign from added union all select class_id, day, school_id, status, -1 from removed) as marks group by class_id, day, school_id);
  end if;
  if changes <> '{}' then
    perform private.add_register_days(changes);
  end if;
  return null;
end
$$;
create trigger count_new after insert on public.attendance referencing new table as added for each statement execute function private.count_marks();
create trigger count_changed after update on public.attendance referencing new table as added old table as removed for each statement execute function private.count_marks();
create trigger count_gone after delete on public.attendance referencing old table as removed for each statement execute function private.count_marks();

-- Notifies the family of an absence on the same day, and withdraws the notification when the mark was a mistake.
create function private.notify_absence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant text := 'absence/' || new.student_id || '/' || new.day;
  student public.students;
begin
  if new.status <> 'absent' then
    delete from public.notifications where source = event and read_at is null and user_id = any (private.student_family(new.student_id));
    return null;
  end if;
  select * into student from public.students where id = new.student_id;
  perform private.notify(private.student_family(new.student_id), event, format('%s is marked absent today', student.first_name),
    'If this surprises you, call the school.', '/dashboard');
  return null;
end
$$;
create trigger notify_absence after insert on public.attendance for each row
  when (new.status = 'absent' and new.day = private.school_today(new.school_id)) execute function private.notify_absence();
create trigger tell_corrected_absence after update of status on public.attendance for each row
  when ('absent' in (old.status, new.status) and old.status <> new.status and new.day = private.school_today(new.school_id)) execute function private.notify_absence();
