-- How much waits for the caller, beside the entries of the menu. It is asked on every screen: each part reads an index
-- and nothing for those who may not do it.

-- The registers of today that the caller takes, or all of those who oversee them; none outside the terms.
create function private.missing_registers() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.classes c
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
  select count(*) from public.assignments a join public.submissions s on s.assignment_id = a.id
  where a.school_id = (select private.school_where('assignment:write'))
    and a.teacher_id = (select private.signed_in_uid())
    and a.archived_at is null and s.submitted_at is not null and s.graded_at is null
$$;
grant execute on function private.unmarked_submissions() to authenticated;

create function private.open_tickets() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.support_tickets t where t.status = 'open' and (select private.may('ticket:answer'))
$$;
grant execute on function private.open_tickets() to authenticated;

create function private.pending_orders() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('order:read-all')
    then private.counted_orders(private.all_schools_scope(), 'pending') else 0 end
$$;
grant execute on function private.pending_orders() to authenticated;

-- Runs with the caller's rights, so that the policy of notifications decides which of them there are.
create function public.waiting_counts() returns table (screen text, waiting integer)
language sql stable security invoker set search_path = '' as $$
  select c.screen, c.waiting::integer from (values
    ('/dashboard/notifications', (select count(*) from public.notifications n
      where n.user_id = (select private.signed_in_uid()) and n.read_at is null)),
    ('/dashboard/attendance', private.missing_registers()),
    ('/dashboard/assignments', private.unmarked_submissions()),
    ('/dashboard/support', private.open_tickets()),
    ('/dashboard/store/orders', private.pending_orders())) as c (screen, waiting)
  where c.waiting > 0
$$;
comment on function public.waiting_counts() is
  'How much waits for the caller, by the address of the screen where it is done: unread notifications, registers of '
    'today, work to mark, open tickets, pending orders. Screens where nothing waits are left out.';
grant execute on function public.waiting_counts() to authenticated;
