create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  weekday smallint not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null,
  room text check (length(room) <= 40),
  updated_at timestamptz not null default now(),
  check (ends_at > starts_at),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.lessons is 'The timetable. Weekdays count from 1, Monday.';

create index lessons_subject_idx on public.lessons (subject_id);
create index lessons_school_weekday_idx on public.lessons (school_id, weekday, starts_at);
create index lessons_class_idx on public.lessons (class_id, weekday, starts_at);
create index lessons_teacher_idx on public.lessons (teacher_id, weekday, starts_at);

select private.school_table('public.lessons', refuses_unread => true);
grant
  select,
  insert (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at, room),
  update (subject_id, teacher_id, weekday, starts_at, ends_at, room),
  delete
  on public.lessons to authenticated;

create policy "Schools see the timetable, teachers and families theirs" on public.lessons for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('class:read-all')) or class_id in (select private.my_class_ids())
      or class_id in (select private.my_childrens_class_ids())));
create policy "The admin adds to its school" on public.lessons for insert to authenticated
  with check (school_id = (select private.school_where('class:write')));
create policy "The admin updates within its school" on public.lessons for update to authenticated
  using (school_id = (select private.school_where('class:write'))) with
    check (school_id = (select private.school_where('class:write')));
create policy "The admin deletes within its school" on public.lessons for delete to authenticated
  using (school_id = (select private.school_where('class:write')));

create trigger touch before update on public.lessons for each row execute function private.touch_updated_at();

-- A teacher, a class and a room have one lesson at a time, also when two people edit the timetable at once.
create function private.check_timetable_clash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  -- One writer at a time per school, so that each sees what the other wrote.
  perform pg_advisory_xact_lock(hashtextextended('timetable ' || new.school_id, 0));
  new.room := private.null_if_blank(new.room);
  if new.teacher_id is not null and not exists (
    select from private.memberships m where m.user_id = new.teacher_id and m.school_id = new.school_id) then
    perform private.refuse('lesson.teacher_elsewhere', 'This teacher is not of the school.', field => 'teacher_id');
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id
    and cs.subject_id = new.subject_id) then
    perform private.refuse(
      'lesson.subject_not_taught', 'This subject is not taught to the class. Add it to the class first.',
      field => 'subject_id');
  end if;
  select l.*, c.name as class, b.name as subject,
    to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours,
    coalesce(u.full_name, '') as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at
    and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id
      or private.fold_text(l.room) = private.fold_text(new.room))
  order by l.class_id = new.class_id desc, l.teacher_id = new.teacher_id desc nulls last limit 1;
  if not found then
    return new;
  elsif other.class_id = new.class_id then
    perform private.refuse('lesson.class_busy', '{class} has {subject} then ({hours}).',
      jsonb_build_object('class', other.class, 'subject', other.subject, 'hours', other.hours), 'starts_at');
  elsif other.teacher_id = new.teacher_id then
    perform private.refuse('lesson.teacher_busy', '{teacher} teaches {subject} to {class} then ({hours}).',
      jsonb_build_object('teacher', other.teacher, 'subject', other.subject, 'class', other.class,
        'hours', other.hours),
      'teacher_id');
  end if;
  perform private.refuse('lesson.room_busy', '{room} is taken by {class} then ({hours}).',
    jsonb_build_object('room', other.room, 'class', other.class, 'hours', other.hours), 'room');
end
$$;
create trigger check_timetable_clash before insert
  or update on public.lessons for each row execute function private.check_timetable_clash();
