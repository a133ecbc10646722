create function public.find_people(search text) returns table (kind text, id uuid, name text, detail text)
language sql stable security invoker set search_path = '' as $$
  -- The words once, of no row of a query: a condition that takes them from one is asked again for every student.
  select * from (
    (select 'student', s.id, s.full_name,
       concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from public.students s
     where (select private.may('student:read'))
       and (s.search_text like all ((select private.search_patterns(search))::text[])
       or s.id in (select sg.student_id from public.student_guardians sg
         join public.guardians g on g.id = sg.guardian_id
         where g.search_text like all ((select private.search_patterns(search))::text[])))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.full_name, m.job_title from public.staff_members m
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

-- For forms that choose who teaches: each may be found by what the school's staff list says of them as well.
create function public.find_teachers(search text default null, skipped integer default 0, size integer default 20)
returns table (id uuid, name text, email text, job text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  patterns constant text[] := private.search_patterns(find_teachers.search);
begin
  return query
  select u.id, coalesce(u.full_name, u.email), u.email, m.job_title, count(*) over ()
  from public.users u left join public.staff_members m on m.user_id = u.id and m.school_id = school
  where u.id = any (private.people_with(school, 'class:teach'))
    and (patterns is null or concat_ws(' ', private.account_text(u.first_name, u.last_name, u.email), m.search_text)
      like all (patterns))
  order by u.last_name, u.first_name, u.id
  limit least(greatest(find_teachers.size, 1), 1000) offset greatest(find_teachers.skipped, 0);
end
$$;
comment on function public.find_teachers(text, integer, integer) is
  'A page of those who may teach a class of the caller''s school, with how many there are in all: by name in any '
    'order, address, staff number, phone or job.';
grant execute on function public.find_teachers(text, integer, integer) to authenticated;
