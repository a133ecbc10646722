-- Classes and terms as an administrator keeps them, with words for every refusal.
create function public.save_class(name text, level text, room text default null, class_teacher_id uuid default null, class_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and lower(c.name) = lower(title) and c.id is distinct from save_class.class_id) then
    raise exception using errcode = 'P0001', message = 'There is a class of this name already, perhaps an archived one. Choose another name.', hint = 'class.name_taken', detail = 'name';
  end if;
  if save_class.class_teacher_id is not null and not exists (select from public.users u where u.id = save_class.class_teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another class teacher.', hint = 'class.teacher', detail = 'class_teacher_id';
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id)
    values (school, title, private.require_text(save_class.level, 40, 'level', 'Enter the level.'), private.filled(save_class.room), save_class.class_teacher_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = private.require_text(save_class.level, 40, 'level', 'Enter the level.'), room = private.filled(save_class.room), class_teacher_id = save_class.class_teacher_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  return saved;
end
$$;

create function public.set_class_active(class_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  learners integer;
begin
  select count(*) into learners from public.students s where s.class_id = set_class_active.class_id and s.school_id = school and s.status in ('active', 'suspended');
  if not set_class_active.is_active and learners > 0 then
    raise exception using errcode = 'P0001', message = format('%s learners are in this class. Move them to another class first.', learners), hint = 'class.not_empty';
  end if;
  update public.classes c set is_active = set_class_active.is_active where c.id = set_class_active.class_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
end
$$;

create function public.save_term(name text, starts_on date, ends_on date, term_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    raise exception using errcode = 'P0001', message = 'A term ends after it starts. Check the days.', hint = 'term.days', detail = 'ends_on';
  end if;
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (lower(t.name) = lower(title) or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'term.taken', detail = case when lower(other.name) = lower(title) then 'name' else 'starts_on' end,
      message = case when lower(other.name) = lower(title) then 'There is a term of this name already. Add the year.' else format('These days overlap with %s.', other.name) end;
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on) values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  return saved;
end
$$;
grant execute on function public.save_class(text, text, text, uuid, uuid), public.set_class_active(uuid, boolean), public.save_term(text, date, date, uuid) to authenticated;
