create table public.classes (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  level text not null check (length(btrim(level)) between 1 and 40),
  room text check (length(room) <= 40),
  class_teacher_id uuid references public.users (id) on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  campus_id uuid,
  search_text text generated always as (private.fold_text(name || ' ' || level)) stored,
  name_key text generated always as (private.natural_key(name)) stored,
  level_key text generated always as (private.natural_key(level)) stored,
  unique (id, school_id),
  foreign key (campus_id, school_id) references public.campuses (id, school_id)
);

create unique index classes_name_key on public.classes (school_id, private.fold_text(name));
comment on column public.classes.level is 'Grade or form, such as Grade 4 or Form 2.';
comment on column public.classes.name_key is 'Sorts names as people do: Grade 7 before Grade 10.';

create index classes_teacher_idx on public.classes (class_teacher_id);
create index classes_campus_idx on public.classes (campus_id);

select private.school_table('public.classes', refuses_unread => true, audit => true, live => '{staff}');
grant select on public.classes to authenticated;

create policy "Schools see their classes, teachers theirs, families their children's" on public.classes for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('class:read-all')) or id in (select private.my_class_ids())
      or id in (select private.my_childrens_class_history())));

create trigger touch before update on public.classes for each row execute function private.touch_updated_at();

create function public.save_class(name text, level text, room text default null, class_teacher_id uuid default null,
  class_id uuid default null, campus_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school
    and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_class.class_id) then
    perform private.refuse(
      'class.name_taken', 'There is a class of this name already, perhaps an archived one. Choose another name.',
      field => 'name');
  end if;
  if save_class.class_teacher_id is not null
    and save_class.class_teacher_id <> all (private.people_with(school, 'class:teach')) then
    perform private.refuse('class.teacher', 'This person does not teach at your school. Choose another class teacher.',
      field => 'class_teacher_id');
  end if;
  if save_class.campus_id is not null
    and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    perform private.refuse('campus.not_there', 'This campus is no longer here. Choose another.', field => 'campus_id');
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.null_if_blank(save_class.room), save_class.class_teacher_id,
      save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.null_if_blank(save_class.room),
    class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
grant execute on function public.save_class(text, text, text, uuid, uuid, uuid) to authenticated;

create function public.set_class_active(class_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  students integer;
begin
  select count(*) into students from public.students s where s.class_id = set_class_active.class_id
    and s.school_id = school and s.status in ('active', 'suspended');
  if not set_class_active.is_active and students > 0 then
    perform private.refuse('class.not_empty',
      '{students, plural, one {# student is} other {# students are}} in this class. Move them to another class first.',
      jsonb_build_object('students', students));
  end if;
  update public.classes c set is_active = set_class_active.is_active where c.id = set_class_active.class_id
    and c.school_id = school;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
end
$$;
grant execute on function public.set_class_active(uuid, boolean) to authenticated;

create function public.remove_class(class_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  class public.classes;
  part jsonb;
  kept jsonb;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  for part in
    select k.part from (values
      (private.say('{students, plural, one {# student} other {# students}}', jsonb_build_object('students',
        (select count(*) from (select s.id from public.students s where s.class_id = class.id
          union select e.student_id from public.enrolments e where e.class_id = class.id) of_class)))),
      (private.say('{marks, plural, one {# mark} other {# marks}}', jsonb_build_object('marks',
        (select count(*) from public.grades g where g.class_id = class.id)))),
      (private.say('{registers, plural, one {# register} other {# registers}}', jsonb_build_object('registers',
        (select count(distinct a.day) from public.attendance a where a.class_id = class.id)))),
      (private.say('{fees, plural, one {# fee} other {# fees}}', jsonb_build_object('fees',
        (select count(*) from public.fees f where f.class_id = class.id)))),
      (private.say('{assignments, plural, one {# assignment} other {# assignments}}', jsonb_build_object('assignments',
        (select count(*) from public.assignments a where a.class_id = class.id)))),
      (private.say('{announcements, plural, one {# announcement} other {# announcements}}',
        jsonb_build_object('announcements', (select count(*) from public.announcements a where a.class_id = class.id))))
    ) as k (part) where not k.part -> 'args' @? '$.* ? (@ == 0)'
  loop
    kept := case when kept is null then part
      else private.say('{first}, {next}', jsonb_build_object('first', kept, 'next', part)) end;
  end loop;
  if kept is not null then
    perform private.refuse('class.has_history', '{class} has records: {kept}. Archive it instead.',
      jsonb_build_object('class', class.name, 'kept', kept), errcode => 'PT409');
  end if;
  delete from public.classes c where c.id = class.id;
end
$$;
comment on function public.remove_class(uuid) is 'Deletes a class that was never used.';
grant execute on function public.remove_class(uuid) to authenticated;

create function private.require_class(class_id uuid, school uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if class_id is not null and not exists (select from public.classes c where c.id = class_id and c.school_id = school
    and c.is_active) then
    perform private.refuse('class.not_open', 'This class is no longer open. Choose another.', field => 'class_id');
  end if;
  return class_id;
end
$$;

create function public.class_profile(class_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', c.id, 'updated_at', c.updated_at, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active,
      'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id',
      c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'),
      'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id
      and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0),
      1) from public.attendance a where a.class_id = c.id and a.day > private.school_today(c.school_id) - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id,
      'teacher', (select u.full_name from public.users u where u.id = cs.teacher_id))
      order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at,
      'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select u.full_name from public.users u where u.id = l.teacher_id))
        order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
$$;
comment on function public.class_profile(uuid)
  is 'One class: who leads it, what is taught in it and when. Null for a class the caller may not see.';
grant execute on function public.class_profile(uuid) to authenticated;
