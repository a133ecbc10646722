set check_function_bodies = off;

create or replace function private.missing_registers()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*) from public.classes c
  where c.school_id = (select private.school_where('attendance:take')) and c.is_active
    and ((select private.may('register:oversee')) or c.class_teacher_id = (select private.signed_in_uid()))
    and extract(isodow from (select private.my_today())) < 6
    and exists (select from public.school_terms t where t.school_id = c.school_id
      and (select private.my_today()) between t.starts_on and t.ends_on)
    and exists (select from public.students s where s.class_id = c.id and s.status = 'active')
    and not exists (select from public.register_days r where r.class_id = c.id and r.day = (select private.my_today()))
$function$;

create or replace function private.open_tickets()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*) from public.support_tickets t where t.status = 'open' and (select private.may('ticket:answer'))
$function$;

create or replace function private.pending_orders()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('order:read-all')
    then private.counted_orders(private.all_schools_scope(), 'pending') else 0 end
$function$;

create or replace function private.unmarked_submissions()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*) from public.assignments a join public.submissions s on s.assignment_id = a.id
  where a.school_id = (select private.school_where('assignment:write'))
    and a.teacher_id = (select private.signed_in_uid())
    and a.archived_at is null and s.submitted_at is not null and s.graded_at is null
$function$;

create or replace function public.waiting_counts()
  returns table (
    screen  text,
    waiting integer
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select c.screen, c.waiting::integer from (values
    ('/dashboard/notifications', (select count(*) from public.notifications n
      where n.user_id = (select private.signed_in_uid()) and n.read_at is null)),
    ('/dashboard/attendance', private.missing_registers()),
    ('/dashboard/assignments', private.unmarked_submissions()),
    ('/dashboard/support', private.open_tickets()),
    ('/dashboard/store/orders', private.pending_orders())) as c (screen, waiting)
  where c.waiting > 0
$function$;

create trigger tell_added after insert on public.submissions
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.submissions
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.submissions
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_added after insert on public.support_tickets
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

create trigger tell_changed after update on public.support_tickets
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

create trigger tell_removed after delete on public.support_tickets
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'platform'
);

comment on function public.waiting_counts() is 'How much waits for the caller, by the address of the screen where it is done: unread notifications, registers of today, work to mark, open tickets, pending orders. Screens where nothing waits are left out.';

revoke all on function private.missing_registers() from public;

grant execute on function private.missing_registers() to authenticated;

revoke all on function private.open_tickets() from public;

grant execute on function private.open_tickets() to authenticated;

revoke all on function private.pending_orders() from public;

grant execute on function private.pending_orders() to authenticated;

revoke all on function private.unmarked_submissions() from public;

grant execute on function private.unmarked_submissions() to authenticated;

revoke all on function public.waiting_counts() from public;

grant execute on function public.waiting_counts() to authenticated;

grant execute on function public.waiting_counts() to service_role;
