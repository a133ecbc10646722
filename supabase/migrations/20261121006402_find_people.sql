-- The command menu finds people by name, each as far as row security lets the caller see.
create function public.find_people(search text) returns table (kind text, id uuid, name text, detail text)
language sql stable security invoker set search_path = '' as $$
  with asked as (
    select '%' || replace(replace(replace(lower(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, c.name)
     from asked, public.students s left join public.classes c on c.id = s.class_id
     where asked.my_role in ('admin', 'teacher', 'staff') and s.search_text like asked.pattern order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and lower(m.first_name || ' ' || m.last_name || ' ' || m.staff_number) like asked.pattern order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and lower(h.name) like asked.pattern order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, coalesce(private.filled(concat_ws(' ', u.first_name, u.last_name)), u.email), u.email
     from asked, public.users u
     where asked.my_role = 'super_admin' and lower(concat_ws(' ', u.first_name, u.last_name, u.email)) like asked.pattern order by u.last_name, u.first_name, u.id limit 6)
  ) as found (kind, id, name, detail)
$$;
comment on function public.find_people(text) is 'People and schools whose name, number or address contains these words (two letters at least), of those the caller sees. kind: student, staff, school, account.';
grant execute on function public.find_people(text) to authenticated;

-- What was announced stands once among the activities, and nothing that was put away.
create or replace function private.recent_activities(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where my_role = 'super_admin' order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where my_role = 'super_admin' order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when my_role in ('admin', 'teacher', 'staff') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where my_role = 'teacher' and a.teacher_id = auth.uid() and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where my_role = 'admin' and f.school_id = private.my_school() order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format('%s: %s', r.kind, r.summary), r.first_name || ' ' || r.last_name, '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from (select * from public.notifications where user_id = auth.uid() and (source is null or source not like 'announcement/%') order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$$;
