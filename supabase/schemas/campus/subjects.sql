create table public.subjects (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  code text check (length(code) <= 12),
  updated_at timestamptz not null default now(),
  unique (id, school_id)
);

create unique index subjects_name_key on public.subjects (school_id, private.fold_text(name));

select private.school_table('public.subjects', refuses_unread => true);
grant select on public.subjects to authenticated;

create policy "Everyone at a school sees its subjects" on public.subjects for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school()));

create trigger touch before update on public.subjects for each row execute function private.touch_updated_at();

create table public.class_subjects (
  class_id uuid not null,
  subject_id uuid not null,
  school_id uuid not null,
  teacher_id uuid references public.users (id) on delete set null,
  primary key (class_id, subject_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade
);
comment on table public.class_subjects is 'Who teaches what to which class. It decides which classes a teacher sees.';

create index class_subjects_teacher_idx on public.class_subjects (teacher_id);
create index class_subjects_subject_idx on public.class_subjects (subject_id);
create index class_subjects_school_idx on public.class_subjects (school_id);

select private.school_table('public.class_subjects');
grant select on public.class_subjects to authenticated;

create policy "Schools see who teaches what, teachers and families in their classes" on public.class_subjects for select
  to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and ((select private.may('class:read-all')) or class_id in (select private.my_class_ids())
      or class_id in (select private.my_childrens_class_ids())));

create function public.save_subject(name text, code text default null, subject_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    perform private.refuse('subject.code', 'A code has at most 12 characters.', field => 'code');
  end if;
  if exists (select from public.subjects b where b.school_id = school
    and private.fold_text(b.name) = private.fold_text(title) and b.id is distinct from save_subject.subject_id) then
    perform private.refuse('subject.name_taken', 'There is a subject of this name already.', field => 'name');
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.null_if_blank(save_subject.code))
      returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.null_if_blank(save_subject.code)
    where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    perform private.refuse('subject.not_found', 'This subject is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
grant execute on function public.save_subject(text, text, uuid) to authenticated;

create function public.remove_subject(subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  subject public.subjects;
begin
  select * into subject from public.subjects b where b.id = remove_subject.subject_id
    and b.school_id = school for update;
  if not found then
    perform private.refuse('subject.not_found', 'This subject is no longer here.', errcode => 'P0002');
  end if;
  if exists (select from public.grades g where g.subject_id = subject.id)
    or exists (select from public.assessments a where a.subject_id = subject.id)
    or exists (select from public.assignments a where a.subject_id = subject.id)
      or exists (select from public.class_subjects c where c.subject_id = subject.id) then
    perform private.refuse(
      'subject.in_use', '{subject} is taught or has marks, so it stays.', jsonb_build_object('subject', subject.name),
      errcode => 'PT409');
  end if;
  delete from public.subjects b where b.id = subject.id;
end
$$;
comment on function public.remove_subject(uuid) is 'Deletes a subject without teachers and marks.';
grant execute on function public.remove_subject(uuid) to authenticated;

create function public.set_class_subject(class_id uuid, subject_id uuid, teacher_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if not exists (select from public.classes c where c.id = set_class_subject.class_id and c.school_id = school)
    or not exists (select from public.subjects b where b.id = set_class_subject.subject_id
    and b.school_id = school) then
    perform private.refuse('class.or_subject_not_found',
      'This class or subject is no longer here.', errcode => 'P0002');
  end if;
  if set_class_subject.teacher_id is not null
    and set_class_subject.teacher_id <> all (private.people_with(school, 'class:teach')) then
    perform private.refuse('lesson.teacher',
      'This person does not teach at your school. Choose another teacher.', field => 'teacher_id');
  end if;
  insert into public.class_subjects (class_id, subject_id, school_id, teacher_id)
    values (set_class_subject.class_id, set_class_subject.subject_id, school, set_class_subject.teacher_id)
  on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id;
end
$$;
comment on function public.set_class_subject(uuid, uuid, uuid) is
  'Has a subject taught to a class, by whom is given. It decides which classes a teacher sees.';
grant execute on function public.set_class_subject(uuid, uuid, uuid) to authenticated;

create function public.remove_class_subject(class_id uuid, subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if exists (select from public.assessments a where a.class_id = remove_class_subject.class_id
    and a.subject_id = remove_class_subject.subject_id)
    or exists (select from public.assignments a where a.class_id = remove_class_subject.class_id
      and a.subject_id = remove_class_subject.subject_id) then
    perform private.refuse('subject.has_marks',
      'Marks were given in this subject, so it stays with the class. Take the teacher off it instead.',
      errcode => 'PT409');
  end if;
  if exists (select from public.lessons l where l.class_id = remove_class_subject.class_id
    and l.subject_id = remove_class_subject.subject_id) then
    perform private.refuse('subject.has_lessons',
      'The timetable has lessons of this subject. Take them off first.', errcode => 'PT409');
  end if;
  delete from public.class_subjects s where s.class_id = remove_class_subject.class_id
    and s.subject_id = remove_class_subject.subject_id and s.school_id = school;
end
$$;
grant execute on function public.remove_class_subject(uuid, uuid) to authenticated;

create function private.require_subject_i_teach(wanted_class uuid, wanted_subject uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or not private.may('grade:write') or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject
      and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    perform private.refuse('grade.not_yours', 'You do not teach this subject to this class.', errcode => '42501');
  end if;
  return class;
end
$$;

create function private.require_class_to_mark(class_id uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = class_id
    and (c.school_id = private.school_where('attendance:take-all') or c.id in (select private.my_class_ids()));
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  return class;
end
$$;
