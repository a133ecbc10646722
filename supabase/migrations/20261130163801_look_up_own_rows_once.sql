set check_function_bodies = off;

create or replace function private.my_class_ids()
  returns SETOF uuid
  language plpgsql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
declare
  me constant uuid := private.signed_in_uid();
  school constant uuid := private.my_school();
begin
  return query select c.id from public.classes c where c.class_teacher_id = me and c.school_id = school
    union select s.class_id from public.class_subjects s where s.teacher_id = me and s.school_id = school;
end
$function$;

create or replace function private.my_student_ids()
  returns SETOF uuid
  language plpgsql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
declare
  me constant uuid := private.signed_in_uid();
  school constant uuid := private.my_school();
begin
  return query select s.id from public.students s where s.user_id = me and s.school_id = school
    union
    select s.id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id
      join public.students s on s.id = sg.student_id
    where g.user_id = me and g.school_id = school and not private.is_withheld(s.id, g.id)
      and (s.status in ('active', 'suspended') or private.left_on(s.id) > private.my_today()
        - make_interval(months => private.retention_months('student_access')));
end
$function$;
