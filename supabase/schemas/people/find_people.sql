create function public.find_people(search text) returns table (kind text, id uuid, name text, detail text)
language sql stable security invoker set search_path = '' as $$
  with asked as (
    select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from asked, public.students s
     where asked.my_role in ('admin', 'teacher', 'staff') and s.search_text like asked.pattern order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and lower(m.first_name || ' ' || m.last_name || ' ' || m.staff_number) like asked.pattern order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and lower(h.name) like asked.pattern order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.pattern) u where asked.my_role = 'super_admin')
  ) as found (kind, id, name, detail)
$$;
comment on function public.find_people(text) is
  'People and schools whose name, number or address contains the search term (two letters at least), of those the caller may see. kind: student, staff, school, account.';
grant execute on function public.find_people(text) to authenticated;
