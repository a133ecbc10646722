create function public.find_people(search text) returns table (kind text, id uuid, name text, detail text)
language sql stable security invoker set search_path = '' as $$
  -- The words once, of no row of a query: a condition that takes them from one is asked again for every student.
  select * from (
    (select 'student', s.id, private.full_name(s.first_name, s.last_name),
       concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from public.students s
     where (select private.may('student:read'))
       and (s.search_text like all ((select private.search_patterns(search))::text[])
       or s.id in (select sg.student_id from public.student_guardians sg
         join public.guardians g on g.id = sg.guardian_id
         where g.search_text like all ((select private.search_patterns(search))::text[])))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, private.full_name(m.first_name, m.last_name), m.job_title from public.staff_members m
     where (select private.may('staff:read'))
       and m.search_text like all ((select private.search_patterns(search))::text[])
     order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '') from public.schools h
     where (select private.may('school:write'))
       and h.search_text like all ((select private.search_patterns(search))::text[])
     order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from private.find_accounts((select private.search_patterns(search))) u
     where (select private.may('user:read')))
  ) as found (kind, id, name, detail)
  where length(btrim(search)) >= 2
$$;
comment on function public.find_people(text) is
  'People and schools whose name, number or address, or whose guardian''s name or phone, contains each word of the '
    'search (two letters at least), of those the caller may see. kind: student, staff, school, account.';
grant execute on function public.find_people(text) to authenticated;

create function public.search_students(search text) returns setof public.students
language sql stable security invoker set search_path = '' as $$
  select s.* from public.students s
  where (select private.search_patterns(search)) is null
    or s.search_text like all ((select private.search_patterns(search))::text[])
    or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = (select private.childrens_school())
        and g.search_text like all ((select private.search_patterns(search))::text[]))
$$;
comment on function public.search_students(text) is
  'Students with each word of the search, in any order, in their name and number, or in the name, phone and email of '
    'one of their guardians whom the caller may see.';
grant execute on function public.search_students(text) to authenticated;
