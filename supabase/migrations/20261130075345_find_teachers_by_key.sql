set check_function_bodies = off;

create or replace function public.teachers_of_child (
  student_id uuid
)
  returns table (
    id               uuid,
    name             text,
    is_class_teacher boolean,
    subjects         text[],
    conversation_id  uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id, u.full_name, c.class_teacher_id is not distinct from u.id,
    array(select b.name from public.class_subjects t join public.subjects b on b.id = t.subject_id
      where t.class_id = c.id and t.teacher_id = u.id order by b.name),
    (select k.id from public.conversations k where k.student_id = s.id and k.teacher_id = u.id
      and k.guardian_id = private.my_guardian_of(s.id))
  from public.students s join public.classes c on c.id = s.class_id
  cross join lateral (select c.class_teacher_id as id
    union select t.teacher_id from public.class_subjects t where t.class_id = c.id) m
  join public.users u on u.id = m.id and u.is_active
  where s.id = teachers_of_child.student_id and s.status in ('active', 'suspended')
    and private.my_guardian_of(s.id) is not null and u.id <> private.signed_in_uid()
  order by 3 desc, 2, 1
$function$;
