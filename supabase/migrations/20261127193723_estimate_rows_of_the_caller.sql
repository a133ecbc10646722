set check_function_bodies = off;

create or replace function private.my_childrens_class_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select class_id from public.students where class_id is not null and id in (select private.my_student_ids())
$function$;

create or replace function private.my_class_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
  select id from public.classes where class_teacher_id = private.signed_in_uid() and school_id = private.my_school() and private.my_role() = 'teacher'
  union
  select class_id from public.class_subjects where teacher_id = private.signed_in_uid() and school_id = private.my_school() and private.my_role() = 'teacher'
$function$;

create or replace function private.my_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select s.id from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.my_role() = 'student'
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id join public.students s on s.id = sg.student_id
  where g.user_id = private.signed_in_uid() and g.school_id = private.my_school() and private.my_role() = 'parent' and not private.is_withheld(sg.student_id, g.id)
    and (s.status in ('active', 'suspended') or private.left_on(s.id) > private.my_today() - make_interval(months => private.retention_months('student_access')))
$function$;

create or replace function private.my_taught_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 300
  set search_path to ''
  AS $function$
  select id from public.students where class_id in (select private.my_class_ids())
$function$;
