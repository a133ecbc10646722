set check_function_bodies = off;

drop function public.waiting_counts();

create table private.waiting_counters (
  screen  text   not null,
  counter text   not null,
  topics  text[] not null,
  constraint waiting_counters_pkey primary key (screen),
  constraint waiting_counters_screen_check check ((screen ~~ '/dashboard/%'::text)),
  constraint waiting_counters_topics_check check ((cardinality(topics) > 0))
);

alter table private.waiting_counters
  enable row level security;

revoke all on table private.waiting_counters from service_role;

create or replace function private.count_waiting (
  screen  text,
  counter text,
  topics  text[]
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  insert into private.waiting_counters (screen, counter, topics)
  values (count_waiting.screen, count_waiting.counter, count_waiting.topics)
$function$;

create or replace function private.due_follow_ups()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('behaviour:record') and private.addon_school('addon:behaviour-records') is not null
    then count(*) end
  from public.behaviour_follow_ups f
  where f.assigned_to = (select private.signed_in_uid()) and f.done_at is null
    and f.due_on <= (select private.my_today())
    and f.school_id = (select private.school_where('behaviour:record'))
$function$;

create or replace function private.missing_registers()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('attendance:take') then count(*) end from public.classes c
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
  select case when private.may('ticket:answer') then
    (select count(*) from public.support_tickets t where t.status = 'open') end
$function$;

create or replace function private.pending_orders()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('order:read-all')
    then private.counted_orders(private.all_schools_scope(), 'pending') end
$function$;

create or replace function private.unmarked_submissions()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when private.may('assignment:write') then count(*) end
  from public.assignments a join public.submissions s on s.assignment_id = a.id
  where a.school_id = (select private.school_where('assignment:write'))
    and a.teacher_id = (select private.signed_in_uid())
    and a.archived_at is null and s.submitted_at is not null and s.graded_at is null
$function$;

create or replace function private.unread_notifications()
  returns bigint
  language sql
  stable
  set search_path to ''
  AS $function$
  select count(*) from public.notifications n
  where n.user_id = (select private.signed_in_uid()) and n.read_at is null
$function$;

create or replace function public.waiting_counts()
  returns table (
    screen  text,
    waiting integer,
    topics  text[]
  )
  language plpgsql
  stable
  set search_path to ''
  AS $function$
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
$function$;

create policy "Everybody's counts are asked for by their names" on private.waiting_counters
  for select
  to authenticated
  using (true);

comment on column private.waiting_counters.topics is 'Tables whose changes change the count.';

comment on function public.waiting_counts() is 'How much waits for the caller, by the address of the screen where it is done: unread notifications, registers of today, work to mark, open tickets, pending orders, and what modules count. topics: the tables whose changes change the count. Screens where nothing can wait for the caller are left out.';

comment on table private.waiting_counters is 'What waits on which screen: functions in private that count it for the caller.';

revoke all on function private.count_waiting(text, text, text[]) from public;

revoke all on function private.due_follow_ups() from public;

grant execute on function private.due_follow_ups() to authenticated;

revoke all on function private.unread_notifications() from public;

grant execute on function private.unread_notifications() to authenticated;

revoke all on function public.waiting_counts() from public;

grant execute on function public.waiting_counts() to authenticated;

grant execute on function public.waiting_counts() to service_role;

grant select on table private.waiting_counters to authenticated;

insert into private.waiting_counters select * from jsonb_populate_recordset(null::private.waiting_counters, '[
  {"screen": "/dashboard/addons/behaviour-records/follow-ups", "topics": ["behaviour_follow_ups"], "counter": "due_follow_ups"},
  {"screen": "/dashboard/assignments", "topics": ["assignments", "submissions"], "counter": "unmarked_submissions"},
  {"screen": "/dashboard/attendance", "topics": ["attendance"], "counter": "missing_registers"},
  {"screen": "/dashboard/notifications", "topics": ["notifications"], "counter": "unread_notifications"},
  {"screen": "/dashboard/store/orders", "topics": ["orders"], "counter": "pending_orders"},
  {"screen": "/dashboard/support", "topics": ["support_tickets"], "counter": "open_tickets"}]');
