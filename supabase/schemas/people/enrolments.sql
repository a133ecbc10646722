-- Which class a student was in on which day. Registers, marks, work, fees and reports of a day or a term ask here;
-- students.class_id is what this says of today.

create table public.enrolments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  class_id uuid not null,
  started_on date not null default private.my_today(),
  ended_on date,
  has_begun boolean not null default true,
  constraint enrolments_have_days check (ended_on > started_on),
  constraint enrolments_do_not_overlap exclude using gist (student_id with =, daterange(started_on, ended_on) with &&),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.enrolments is 'Which class a student was in and when; a student is in one class on a day.';
comment on column public.enrolments.ended_on
  is 'The first day on which the student is no longer in the class; null while there is none.';
comment on column public.enrolments.has_begun is 'False for a move to come, until its day.';

create index enrolments_class_idx on public.enrolments (class_id, started_on) include (student_id, ended_on);
create index enrolments_school_idx on public.enrolments (school_id, class_id, started_on);
create index enrolments_student_idx on public.enrolments (student_id, started_on) include (class_id, ended_on);
create index enrolments_to_come_idx on public.enrolments (started_on) where not has_begun;

select private.school_table('public.enrolments', subject => 'student_id', erase => 'keep');
grant select on public.enrolments to authenticated;

create policy "People who see a student see the classes they were in" on public.enrolments for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('student:read-all')) or student_id in (select private.my_taught_student_ids())
      or student_id in (select private.my_student_ids())));

create function private.class_on(student uuid, day date) returns uuid
language sql stable security definer set search_path = '' as $$
  select e.class_id from public.enrolments e
  where e.student_id = class_on.student and e.started_on <= class_on.day
    and (e.ended_on is null or e.ended_on > class_on.day)
$$;
comment on function private.class_on(uuid, date) is 'The class a student was or will be in on a day; null for none.';
grant execute on function private.class_on(uuid, date) to authenticated;

create function private.class_members(class uuid, first_day date, last_day date) returns setof uuid
language sql stable rows 40 security definer set search_path = '' as $$
  select distinct e.student_id from public.enrolments e
  where e.class_id = class_members.class and e.started_on <= class_members.last_day
    and (e.ended_on is null or e.ended_on > class_members.first_day)
$$;
comment on function private.class_members(uuid, date, date) is 'Who was in a class on any of these days.';

-- From this day on a student is in this class, or in none. What was there from that day on is undone, so that a move by
-- mistake leaves nothing behind.
create function private.enrol(student uuid, class uuid, from_day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  school uuid;
begin
  select s.school_id into school from public.students s where s.id = enrol.student for update;
  delete from public.enrolments e where e.student_id = enrol.student and e.started_on >= enrol.from_day;
  update public.enrolments e set ended_on = enrol.from_day
  where e.student_id = enrol.student and (e.ended_on is null or e.ended_on > enrol.from_day)
    and e.class_id is distinct from enrol.class;
  if enrol.class is null then
    return;
  end if;
  -- Back in the class the same day, or never out of it: one stay.
  update public.enrolments e set ended_on = null
  where e.student_id = enrol.student and e.class_id = enrol.class
    and (e.ended_on is null or e.ended_on >= enrol.from_day);
  if not found then
    insert into public.enrolments (school_id, student_id, class_id, started_on, has_begun)
    values (school, enrol.student, enrol.class, enrol.from_day, enrol.from_day <= private.school_today(school));
  end if;
end
$$;

-- A class or status that is set on the student takes effect on the school's day; what the enrolments say already stays.
create function private.keep_enrolment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.school_today(new.school_id);
  class constant uuid := case when new.status not in ('graduated', 'left') then new.class_id end;
begin
  if tg_op = 'INSERT' then
    if class is not null then
      perform private.enrol(new.id, class, new.admitted_on);
    end if;
    return null;
  end if;
  if new.admitted_on <> old.admitted_on then
    update public.enrolments e set started_on = new.admitted_on, has_begun = new.admitted_on <= today
    where e.student_id = new.id and e.started_on = old.admitted_on
      and (e.ended_on is null or e.ended_on > new.admitted_on)
      and not exists (select from public.enrolments b where b.student_id = e.student_id
        and b.started_on < e.started_on);
  end if;
  if class is distinct from private.class_on(new.id, today)
    and (class, new.status) is distinct from (old.class_id, old.status) then
    perform private.enrol(new.id, class, today);
  end if;
  return null;
end
$$;
create trigger keep_enrolment after insert
  or update of class_id, status, admitted_on on public.students for each row execute function private.keep_enrolment();

create function public.move_students(student_ids uuid[], class_id uuid, from_day date default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  today constant date := private.school_today(school);
  first_day constant date := coalesce(move_students.from_day, today);
  student public.students;
  since date;
  moved integer := 0;
begin
  if move_students.class_id is null then
    perform private.refuse('class.required', 'Choose the class they move to.', field => 'class_id');
  end if;
  if first_day not between today - interval '1 year' and today + interval '1 year' then
    perform private.refuse('student.move_day', 'Choose a day at most a year from today.', field => 'from_day');
  end if;
  perform private.require_class(move_students.class_id, school);
  for student in
    select s.* from public.students s where s.id = any (move_students.student_ids) and s.school_id = school
      and s.status in ('active', 'suspended')
    order by s.id for update loop
    since := greatest(first_day, student.admitted_on);
    continue when exists (select from public.enrolments e where e.student_id = student.id
      and e.class_id = move_students.class_id and e.started_on <= since and e.ended_on is null);
    perform private.enrol(student.id, move_students.class_id, since);
    update public.students s set class_id = private.class_on(s.id, today) where s.id = student.id
      and private.class_on(s.id, today) is distinct from s.class_id;
    moved := moved + 1;
  end loop;
  return moved;
end
$$;
comment on function public.move_students(uuid[], uuid, date) is
  'Moves students to another class from a day on, by default today and never before they were admitted. Returns how '
    'many were moved; those already there and those who have left are skipped.';
grant execute on function public.move_students(uuid[], uuid, date) to authenticated;

create function private.begin_enrolment(enrolment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  begun public.enrolments;
begin
  update public.enrolments e set has_begun = true
  where e.id = begin_enrolment.enrolment and not e.has_begun and e.started_on <= private.school_today(e.school_id)
    returning * into begun;
  update public.students s set class_id = private.class_on(s.id, private.school_today(s.school_id))
  where s.id = begun.student_id and s.status in ('active', 'suspended');
end
$$;
comment on function private.begin_enrolment(uuid) is 'Moves a student whose day to move has come.';
