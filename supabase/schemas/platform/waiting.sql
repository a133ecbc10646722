-- What waits for the caller on screens of the core, and how all of it is counted.

-- The registers of today that the caller takes, or all of those who oversee them; none outside the terms.
create function private.missing_registers() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('attendance:take') then count(*) end from public.classes c
  where c.school_id = (select private.school_where('attendance:take')) and c.is_active
    and ((select private.may('register:oversee')) or c.class_teacher_id = (select private.signed_in_uid()))
    and extract(isodow from (select private.my_today())) < 6
    and exists (select from public.school_terms t where t.school_id = c.school_id
      and (select private.my_today()) between t.starts_on and t.ends_on)
    and exists (select from public.students s where s.class_id = c.id and s.status = 'active')
    and not exists (select from public.register_days r where r.class_id = c.id and r.day = (select private.my_today()))
$$;
grant execute on function private.missing_registers() to authenticated;

-- What was handed in to the caller's own assignments and has no mark yet.
create function private.unmarked_submissions() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('assignment:write') then count(*) end
  from public.assignments a join public.submissions s on s.assignment_id = a.id
  where a.school_id = (select private.school_where('assignment:write'))
    and a.teacher_id = (select private.signed_in_uid())
    and a.archived_at is null and s.submitted_at is not null and s.graded_at is null
    and not private.is_excused_from(a.id, s.student_id)
$$;
grant execute on function private.unmarked_submissions() to authenticated;

create function private.open_tickets() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('ticket:answer') then
    (select count(*) from public.support_tickets t where t.status = 'open') end
$$;
grant execute on function private.open_tickets() to authenticated;

create function private.pending_orders() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('order:read-all')
    then private.counted_orders(private.all_schools_scope(), 'pending') end
$$;
grant execute on function private.pending_orders() to authenticated;

-- Runs with the caller's rights, so that the policy of notifications decides which of them there are.
create function private.unread_notifications() returns bigint
language sql stable security invoker set search_path = '' as $$
  select count(*) from public.notifications n
  where n.user_id = (select private.signed_in_uid()) and n.read_at is null
$$;
grant execute on function private.unread_notifications() to authenticated;

select private.count_waiting('/dashboard/notifications', 'unread_notifications', '{notifications}');
select private.count_waiting('/dashboard/attendance', 'missing_registers', '{attendance}');
select private.count_waiting('/dashboard/assignments', 'unmarked_submissions', '{assignments,submissions}');
select private.count_waiting('/dashboard/support', 'open_tickets', '{support_tickets}');
select private.count_waiting('/dashboard/store/orders', 'pending_orders', '{orders}');

create function public.waiting_counts() returns table (screen text, waiting integer, topics text[])
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  counted private.waiting_counters;
begin
  for counted in select * from private.waiting_counters w order by w.screen loop
    execute format('select private.%I()', counted.counter) into waiting;
    screen := counted.screen;
    topics := counted.topics;
    if waiting is not null then
      return next;
    end if;
  end loop;
end
$$;
comment on function public.waiting_counts() is
  'How much waits for the caller, by the address of the screen where it is done: unread notifications, registers of '
    'today, work to mark, open tickets, pending orders, and what modules count. topics: the tables whose changes '
    'change the count. Screens where nothing can wait for the caller are left out.';
grant execute on function public.waiting_counts() to authenticated;
