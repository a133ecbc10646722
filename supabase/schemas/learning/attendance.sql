create type public.attendance_status as enum ('present', 'absent', 'late', 'excused');

create table public.attendance (
  student_id uuid not null,
  day date not null,
  school_id uuid not null,
  class_id uuid not null,
  status public.attendance_status not null,
  note text check (length(note) <= 300),
  source text check (source in ('gate', 'reader')),
  recorded_by uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  primary key (student_id, day) include (school_id, class_id, status),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);

comment on column public.attendance.source is
  'What made the mark: a scan at the gate or a reader; null for one that a person made.';

create index attendance_class_idx on public.attendance (class_id, day);
create index attendance_school_idx on public.attendance (school_id, day) include (student_id, class_id, status);

select private.school_table('public.attendance', subject => 'student_id', erase => 'anonymise',
  blank => '{"note": null}', audit => true, verbs => '{update,delete}', key => '{student_id,day}',
  live => '{staff}', live_key => 'class_id');
grant select on public.attendance to authenticated;

create policy "Schools see attendance, teachers their classes', families their children's" on public.attendance
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('attendance:read-all')) or class_id in (select private.my_class_ids())
      or student_id in (select private.my_student_ids())));

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

-- With the class, because a list of classes looks each of them up here: without it, every class of the school is read
-- for each.
create index register_days_school_idx on public.register_days (school_id, day, class_id)
  include (present, late, excused, absent);

select private.school_table('public.register_days');
grant select on public.register_days to authenticated;

create policy "Schools see how many came, teachers of their classes" on public.register_days for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('register:read-all')) or class_id in (select private.my_class_ids())));

-- A register of a day lists who was in the class that day, and who was marked in it. Who is suspended now is listed
-- on the days that have a mark of them.
create function private.register_students(class uuid, day date)
  returns table (student_id uuid, status public.attendance_status, source text)
language sql stable rows 40 security definer set search_path = '' as $$
  select s.id, a.status, a.source from private.class_members(register_students.class, register_students.day,
    register_students.day) as m (id)
  join public.students s on s.id = m.id left join public.attendance a on a.student_id = s.id
    and a.day = register_students.day
  where s.status <> 'suspended' or a.status is not null
  union
  select a.student_id, a.status, a.source from public.attendance a where a.class_id = register_students.class
    and a.day = register_students.day
$$;

create function public.class_register(class_id uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(class_register.class_id);
begin
  return jsonb_build_object(
    'term', (select t.name from public.school_terms t where t.school_id = class.school_id
      and class_register.day between t.starts_on and t.ends_on),
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id,
      'name', s.full_name, 'admission_number', s.admission_number, 'status', r.status, 'source', r.source)
        order by s.last_name, s.first_name, s.id), '[]')
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id
      where s.id <> all ((select private.withheld_from_me())::uuid[])));
end
$$;
comment on function public.class_register(uuid, date) is
  'The register of a class on a day: {term: its name, or null outside the school''s terms, students: [{id, name, '
    'admission_number, status, source}]}; status is null for a student without a mark, source gate or reader for one '
    'that nobody made.';
grant execute on function public.class_register(uuid, date) to authenticated;

-- The page is chosen first, so that the students of its classes only are counted.
create function public.register_progress(day date, is_not_started boolean default false, skipped integer default 0,
  size integer default 10)
returns table (id uuid, name text, students integer, present integer, late integer, excused integer, absent integer,
  total integer)
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with page as materialized (
    select c.id, c.name, c.name_key, r.present, r.late, r.excused, r.absent, count(*) over () as total
    from public.classes c left join public.register_days r on r.class_id = c.id and r.day = register_progress.day
      and r.school_id = c.school_id
    where c.school_id = (select private.school_where('attendance:take')) and c.is_active
      and ((select private.may('attendance:take-all')) or c.id in (select private.my_class_ids()))
        and not (is_not_started and r.class_id is not null)
    order by c.name_key, c.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0))
  select p.id, p.name, (select count(*) from private.register_students(p.id, register_progress.day))::integer,
    coalesce(p.present, 0), coalesce(p.late, 0), coalesce(p.excused, 0), coalesce(p.absent, 0), p.total::integer
  from page p order by p.name_key, p.id
$$;
comment on function public.register_progress(date, boolean, integer, integer) is
  'A page of the registers of a day that the caller may take, with how many students each lists and how they are '
    'marked; total: how many registers there are.';
grant execute on function public.register_progress(date, boolean, integer, integer) to authenticated;

create function private.require_register_day(school uuid, day date) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.school_id = require_register_day.school
    and require_register_day.day between t.starts_on and t.ends_on;
  if require_register_day.day is null
    or require_register_day.day > private.school_today(require_register_day.school) then
    perform private.refuse('attendance.future', 'Attendance cannot be taken for a day to come.', field => 'day');
  elsif term.id is null then
    perform private.refuse('attendance.outside_terms',
      '{day} is outside the terms of the school. An administrator sets them under School.',
      jsonb_build_object('day', private.day(require_register_day.day)), 'day');
  elsif term.closed_at is not null then
    perform private.refuse_closed_term(term.name);
  end if;
end
$$;

-- For every way in which a register is written. Loads and jobs have no caller.
create function private.keep_to_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> '' then
    perform private.require_register_day(d.school_id, d.day) from (select distinct a.school_id, a.day from added a) d;
  end if;
  return null;
end
$$;
create trigger keep_to_terms_added after insert on public.attendance referencing new table as added for each statement
  execute function private.keep_to_terms();
create trigger keep_to_terms_changed after update on public.attendance referencing new table as added for each statement
  execute function private.keep_to_terms();

-- A register may be marked offline and sent later: a mark that another person has set since is reported, never
-- overwritten.
create function public.record_attendance(class_id uuid, day date, marks jsonb) returns table (
  student_id uuid, outcome text, status public.attendance_status, by text, at timestamptz
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  me constant uuid := private.signed_in_uid();
  seen jsonb;
  -- When each was marked, by the clock of this server.
  made jsonb;
  listed uuid[];
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  -- A mark of a wrong day can still be cleared.
  if record_attendance.day is null
    or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')),
    jsonb_object_agg(m.student_id, clock_timestamp() - make_interval(secs => m.age))
  into seen, made
  from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb, age double precision)
  where m.student_id is not null;
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a
  -- student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day
    and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with entered as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status))
      with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using entered w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day
      and (seen -> w.id::text ? a.status::text
        or a.recorded_by = me and a.recorded_at <= (made ->> w.id::text)::timestamptz))
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from entered w
    where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, source = null, recorded_by = excluded.recorded_by,
      recorded_at = now()
    where a.status <> excluded.status and (seen -> a.student_id::text ? a.status::text
      or a.recorded_by = me and a.recorded_at <= (made ->> a.student_id::text)::timestamptz);
  -- A statement of its own, which sees what another person has set while this one waited.
  return query
  select m.student_id, o.outcome, case when o.outcome = 'changed' then a.status end,
    case when o.outcome = 'changed' then u.full_name end,
    case when o.outcome = 'changed' then a.recorded_at end
  from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
  left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed)
    and a.day = record_attendance.day
  left join public.users u on u.id = a.recorded_by
  cross join lateral (select case when m.student_id = any (listed) is not true then 'not_in_class'
    when a.status is not distinct from m.status then 'kept' else 'changed' end as outcome) o
  order by m.student_id;
end
$$;
comment on function public.record_attendance(uuid, date, jsonb) is
  'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...], "age"}]; status null '
    'clears a mark, seen: the statuses the caller has seen; what the caller recorded before this one was made, age '
    'seconds ago, is seen as well. Result per student: kept, changed (by another person since: '
    'status, by, at) or not_in_class. Idempotent.';
grant execute on function public.record_attendance(uuid, date, jsonb) to authenticated;

-- In the order of the key, so that two transactions cannot deadlock.
create function private.add_register_days(changes public.register_days[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.register_days as r (class_id, day, school_id, present, late, excused, absent)
  select n.class_id, n.day, n.school_id, n.present, n.late, n.excused, n.absent from unnest(changes) as n
    join public.classes c on c.id = n.class_id order by n.class_id, n.day
  on conflict (class_id, day) do update
    set present = r.present + excluded.present, late = r.late + excluded.late, excused = r.excused + excluded.excused,
      absent = r.absent + excluded.absent;
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
    changes := array(select row(class_id, day, school_id, count(*) filter (where status = 'present'),
      count(*) filter (where status = 'late'), count(*) filter (where status = 'excused'),
      count(*) filter (where status = 'absent'))::public.register_days from added group by class_id, day, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(class_id, day, school_id, -count(*) filter (where status = 'present'),
      -count(*) filter (where status = 'late'), -count(*) filter (where status = 'excused'),
      -count(*) filter (where status = 'absent'))::public.register_days from removed group by class_id, day, school_id);
  else
    changes := array(select row(class_id, day, school_id, coalesce(sum(sign) filter (where status = 'present'), 0),
      coalesce(sum(sign) filter (where status = 'late'), 0),
      coalesce(sum(sign) filter (where status = 'excused'), 0),
        coalesce(sum(sign) filter (where status = 'absent'), 0))::public.register_days
      from (select class_id, day, school_id, status, 1 as sign from added
        union all select class_id, day, school_id, status, -1 from removed) as marks group by class_id, day, school_id);
  end if;
  if changes <> '{}' then
    perform private.add_register_days(changes);
  end if;
  return null;
end
$$;
create trigger count_new after insert on public.attendance referencing new table as added for each statement
  execute function private.count_marks();
create trigger count_changed after update on public.attendance referencing new table as added old table as removed
  for each statement execute function private.count_marks();
create trigger count_gone after delete on public.attendance referencing old table as removed for each statement
  execute function private.count_marks();

-- Notifies the family of an absence on the same day, and withdraws the notification when the mark was a mistake.
create function private.notify_absence() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  marked constant public.attendance := case when tg_op = 'DELETE' then old else new end;
  event constant text := 'absence/' || marked.student_id || '/' || marked.day;
  student public.students;
begin
  if tg_op = 'DELETE' or marked.status <> 'absent' then
    delete from public.notifications where source = event and read_at is null
      and user_id = any (private.student_family(marked.student_id));
    return null;
  end if;
  select * into student from public.students where id = marked.student_id;
  perform private.notify(private.student_family(marked.student_id), event, 
    private.say('{student} is marked absent today', jsonb_build_object('student', student.first_name)),
    private.say('If this surprises you, call the school.'), '/dashboard');
  return null;
end
$$;
create trigger notify_absence after insert on public.attendance for each row
  when (new.status = 'absent' and new.day = private.school_today(new.school_id))
    execute function private.notify_absence();
create trigger tell_corrected_absence after update of status on public.attendance for each row
  when ('absent' in (old.status, new.status) and old.status <> new.status
    and new.day = private.school_today(new.school_id)) execute function private.notify_absence();
create trigger tell_cleared_absence after delete on public.attendance for each row
  when (old.status = 'absent' and old.day = private.school_today(old.school_id))
    execute function private.notify_absence();
