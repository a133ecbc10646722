-- What the office sees first: the registers of the day, what waits to be put right, whose absence nobody has explained,
-- and the records that were made last.

-- At most five lines, each with how many and where it is put right.
create function private.office_queue(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select coalesce(jsonb_agg(to_jsonb(l) - 'place' order by l.place), '[]') from (
    select * from (
      select 1 as place, 'requests' as kind, count(*) as amount, min(r.due_on) as day
        from public.data_requests r where r.school_id = office_queue.school and r.status = 'open'
        and (select private.may('protection:manage'))
      union all
      select 2, 'registers', count(*), null from jsonb_array_elements(
          private.registers_today(office_queue.school, today)) r
        where not (r ->> 'is_taken')::boolean and (select private.may('register:oversee'))
        and (select private.first_school_day(office_queue.school, today, '{1,2,3,4,5}')) = today
      union all
      select 3, 'without_class', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and s.class_id is null and (select private.may('student:write'))
      union all
      select 4, 'without_guardian', count(*), null from public.students s where s.school_id = office_queue.school
        and s.status = 'active' and (select private.may('student:write'))
        and not exists (select from public.student_guardians sg where sg.student_id = s.id)
      union all
      select 5, 'second_step', 1, null where not private.has_authenticator(private.signed_in_uid())) e
    where e.amount > 0) l
$$;

-- Who is absent today without a note, with a guardian whom the school may tell.
create function private.unexplained_absences(school uuid, today date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('total', (select count(*) from public.attendance a
      where a.school_id = unexplained_absences.school and a.day = today and a.status = 'absent' and a.note is null
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])),
    'first', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name, 'class', c.name,
        'guardian', g.full_name, 'phone', g.phone) order by c.name_key, s.last_name, s.first_name), '[]')
      from (select a.student_id, a.class_id from public.attendance a
        where a.school_id = unexplained_absences.school and a.day = today and a.status = 'absent' and a.note is null
          and a.student_id <> all ((select private.withheld_from_me())::uuid[])
        order by a.class_id, a.student_id limit 6) o
      join public.students s on s.id = o.student_id join public.classes c on c.id = o.class_id
      left join lateral (select h.full_name, h.phone from public.student_guardians sg
          join public.guardians h on h.id = sg.guardian_id
        where sg.student_id = s.id and not private.is_withheld(s.id, h.id)
        order by sg.is_primary desc, h.phone is null, h.id limit 1) g on true))
$$;

-- Health and behaviour are opened on purpose, not shown to everybody who passes the screen.
create function private.newest_records(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'summary', r.summary,
    'student_id', s.id, 'student', s.full_name, 'at', r.created_at) order by r.created_at desc, r.id), '[]')
  from (select * from public.student_records n where n.school_id = newest_records.school
    and n.kind not in ('health', 'behaviour') and n.archived_at is null
    and n.student_id <> all ((select private.withheld_from_me())::uuid[])
    order by n.created_at desc limit 6) r
  join public.students s on s.id = r.student_id
$$;

create function private.office_home(school uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
begin
  return jsonb_build_object(
    'today', today, 'term', private.day_in_term(school, today),
    'next_day', private.first_school_day(school, today, '{1,2,3,4,5}'),
    'queue', private.office_queue(school, today),
    'registers', case when private.may('register:oversee') then private.registers_today(school, today) end,
    'absences', case when private.may('attendance:read-all') and private.may('student:read-all')
      then private.unexplained_absences(school, today) end,
    'records', case when private.may('record:read-all') then private.newest_records(school) end,
    'notices', private.my_notices(school));
end
$$;
