set check_function_bodies = off;

drop policy "Super admins read the log, administrators their school's" on public.audit_log;

drop policy "Staff see the cards of their school, families their students'" on public.gate_cards;

drop policy "Super admins see the mails" on public.mail_outbox;

drop policy "People remove their notifications" on public.notifications;

drop policy "People see their notifications" on public.notifications;

drop view public.audit_entries;

drop function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer);

create or replace function private.add_behaviour_follow_up (
  entry       public.behaviour_entries,
  due_on      date,
  assigned_to uuid,
  task        text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := coalesce(add_behaviour_follow_up.assigned_to, private.signed_in_uid());
  added uuid;
begin
  if add_behaviour_follow_up.due_on is null or add_behaviour_follow_up.due_on not between private.school_today(entry.school_id) and private.school_today(entry.school_id) + 366 then
    raise exception using errcode = 'P0001', message = 'Choose today or a day within the next year.', hint = 'behaviour.due', detail = 'follow_up_on';
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    raise exception using errcode = 'P0001', message = 'Choose somebody who teaches this student, or the office.', hint = 'behaviour.person', detail = 'follow_up_by';
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on, private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Enter the action to take.'), person, private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, format('Follow up on %s', (select s.first_name || ' ' || s.last_name from public.students s where s.id = entry.student_id)),
      format('Due %s.', to_char(add_behaviour_follow_up.due_on, 'FMDD Mon YYYY')), '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.announcement_readers (
  news public.announcements
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select u.id from public.users u where u.school_id = news.school_id and u.role = any (news.audience) and u.id is distinct from news.author_id
    and (news.class_id is null or u.role in ('admin', 'staff')
      or exists (select from public.classes c where c.id = news.class_id and c.class_teacher_id = u.id)
      or exists (select from public.class_subjects cs where cs.class_id = news.class_id and cs.teacher_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and s.user_id = u.id)
      or exists (select from public.students s where s.class_id = news.class_id and u.id = any (private.student_family(s.id)))))
$function$;

create or replace function private.audited_after (
  entry bigint
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.shown_change(l.entity, l.after) from public.audit_log l where l.id = entry
$function$;

create or replace function private.audited_before (
  entry bigint
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.shown_change(l.entity, l.before) from public.audit_log l where l.id = entry
$function$;

create or replace function private.count_gate_cards()
  returns bigint
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select count(*) from public.gate_cards k where k.revoked_at is null and k.school_id = private.addon_school('addon:qr-attendance')
$function$;

create or replace function private.mark_notifications (
  read uuid[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.notifications n set read_at = now()
  where n.id = any (mark_notifications.read) and n.user_id = private.signed_in_uid() and n.read_at is null
$function$;

create or replace function private.may_read_notification (
  source text
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  kind constant text := split_part(source, '/', 1);
  subject constant uuid := case when split_part(source, '/', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(source, '/', 2)::uuid end;
begin
  return case kind
    when 'announcement' then exists (select from public.announcements a where a.id = subject)
    when 'assignment' then exists (select from public.assignments a where a.id = subject)
    when 'mark' then exists (select from public.submissions s
      where s.assignment_id = subject and s.student_id::text = split_part(source, '/', 3))
    when 'record' then exists (select from public.student_records r where r.id = subject)
    when 'behaviour' then exists (select from public.behaviour_entries e where e.id = subject)
    when 'behaviour-follow-up' then exists (select from public.behaviour_follow_ups f where f.id = subject)
    when 'data-request' then exists (select from public.data_requests r where r.id = subject)
    when 'data-answer' then exists (select from public.data_requests r where r.id = subject)
    when 'opening' then exists (select from public.record_openings o where o.id = subject)
    when 'ticket-reply' then exists (select from public.ticket_replies r where r.id = subject)
    else kind in ('two-factor', 'two-factor-reminder', 'two-factor-reset', 'recovery', 'storage')
      or kind in ('absence', 'arrival', 'departure', 'fee-reminder', 'behaviour-points')
        and exists (select from public.students s where s.id = subject)
  end;
end
$function$;

create or replace function private.notify_student_record()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.notify(private.student_family(new.student_id), 'record/' || new.id, format('A note about %s', (select first_name from public.students where id = new.student_id)),
    -- Of health and conduct nothing is read without a trace.
    case when new.kind not in ('health', 'behaviour') then new.summary end, '/dashboard');
  return null;
end
$function$;

create or replace function private.refuse_unread_change()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  read text := current_setting('request.headers', true)::jsonb ->> 'x-record-read';
begin
  if split_part(read, ' ', 1) = old.id::text and split_part(read, ' ', 2)::timestamptz is distinct from old.updated_at then
    raise exception using errcode = 'PT409', hint = 'record.changed', detail = tg_table_name,
      message = 'Somebody else has changed this meanwhile. Nothing is saved yet.';
  end if;
  return new;
end
$function$;

create or replace function private.shown_change (
  entity text,
  change jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when entity not in ('student_records', 'behaviour_entries', 'behaviour_follow_ups') or change is null then change
    else (select coalesce(jsonb_object_agg(e.key, case
        when e.value <> 'null' and e.key in ('summary', 'details', 'note', 'agreed', 'task', 'outcome', 'withdrawn_reason') then '"•••"' else e.value end), '{}')
      from jsonb_each(change) e) end
$function$;

create or replace function public.gate_day (
  day      date default null::date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select jsonb_build_object('day', coalesce(gate_day.day, private.my_today()), 'cards', private.count_gate_cards(),
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late', count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct s.first_name || ' ' || s.last_name) filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.staff_school()) and g.day = coalesce(gate_day.day, private.my_today()) and (gate_day.class_id is null or s.class_id = gate_day.class_id)
$function$;

create or replace function public.gate_roster (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default null::boolean
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  prints constant boolean := private.office_school() is not null;
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('card_id', k.id, 'code', case when prints then k.code end,
      'digest', encode(sha256(k.code::bytea), 'hex'), 'kind', case when k.staff_id is null then 'student' else 'staff' end, 'name', coalesce(s.first_name || ' ' || s.last_name, m.first_name || ' ' || m.last_name),
      'number', coalesce(s.admission_number, m.staff_number), 'group', coalesce(c.name, m.job_title)) order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name)), '[]')
    from public.gate_cards k left join public.students s on s.id = k.student_id left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
    where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
      and (gate_roster.class_id is null or s.class_id = gate_roster.class_id) and (gate_roster.student_id is null or s.id = gate_roster.student_id)
      and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null)));
end
$function$;

create or replace function public.mark_notifications_read (
  notification_id uuid default null::uuid
)
  returns integer
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  unread constant uuid[] := array(select n.id from public.notifications n where n.read_at is null
    and (mark_notifications_read.notification_id is null or n.id = mark_notifications_read.notification_id));
begin
  perform private.mark_notifications(unread);
  return cardinality(unread);
end
$function$;

create or replace function public.read_student_records (
  of_student uuid    default null::uuid,
  of_kind    text    default null::text,
  archived   boolean default false,
  search     text    default null::text,
  sort       text    default 'happened_on'::text,
  descending boolean default true,
  skipped    integer default 0,
  size       integer default 20,
  of_record  uuid    default null::uuid
)
  returns table (
    id          uuid,
    updated_at  timestamp with time zone,
    student_id  uuid,
    student     text,
    kind        text,
    summary     text,
    details     text,
    happened_on date,
    visible_to  text,
    archived_at timestamp with time zone,
    total       bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  in_office constant boolean := private.my_role() in ('super_admin', 'admin', 'staff');
  pattern constant text := private.search_pattern(read_student_records.search);
begin
  if me is null or private.my_role() = 'user' then
    raise exception using errcode = '42501', message = 'Only members of a school can read its records.', hint = 'permission.members_only';
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school()
      and (of_record is null or r.id = of_record)
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind) and (of_record is not null or (r.archived_at is not null) = archived)
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (pattern is null or r.search_text like pattern)),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f
    order by case when sort = 'kind' and not descending then f.kind end, case when sort = 'kind' and descending then f.kind end desc,
      case when not descending then f.happened_on end, case when descending then f.happened_on end desc, f.id
    limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  -- Once an hour for each reader and child: a list that is turned back and forth is one reading.
  logged as (
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select distinct me, p.school_id, p.student_id, 'read', 'student_records' from page p
    where p.kind in ('health', 'behaviour') and not exists (
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read' and l.entity = 'student_records' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, s.first_name || ' ' || s.last_name, p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
$function$;

create view public.audit_entries with (security_invoker=true) AS  SELECT l.id,
    l.at,
    l.action,
    l.entity,
    l.entity_id,
    private.audited_before(l.id) AS before,
    private.audited_after(l.id) AS after,
    l.school_id,
    s.name AS school,
    l.actor_id,
    COALESCE(NULLIF(btrim(concat_ws(' '::text, u.first_name, u.last_name)), ''::text), u.email) AS actor,
    u.email AS actor_email,
    l.student_id,
    NULLIF(btrim(concat_ws(' '::text, p.first_name, p.last_name)), ''::text) AS student,
    p.admission_number,
    l.reason
   FROM (((public.audit_log l
     LEFT JOIN public.users u ON ((u.id = l.actor_id)))
     LEFT JOIN public.schools s ON ((s.id = l.school_id)))
     LEFT JOIN public.students p ON ((p.id = l.student_id)));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id >= ( select private.first_number() as first_number)) AND (id <=
    '9223372036854775807'::bigint) AND
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (entity <> all (ARRAY['custody_marks'::text,
    'data_requests'::text]))) or
    ((student_id is null) AND (entity <> all (ARRAY['guardians'::text, 'documents'::text, 'custody_marks'::text,
    'data_requests'::text])))))));

create policy "The office sees the cards it prints, families their own" on public.gate_cards
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:qr-attendance'::text) as member_addon_school)) AND ((( select
    private.my_role() as my_role) = ANY (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins see whether mails went out" on public.mail_outbox
  for select
  to authenticated
  using (( select private.is_super_admin() as is_super_admin));

create policy "People remove their notifications" on public.notifications
  for delete
  to authenticated
  using (((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND ((source is null) or private.may_read_notification(source))));

create policy "People see their notifications of what they may read" on public.notifications
  for select
  to authenticated
  using (((user_id = ( select private.signed_in_uid() as signed_in_uid)) AND ((source is null) or private.may_read_notification(source))));

comment on function public.gate_roster(uuid, uuid, boolean) is 'Valid cards of the caller''s school, of a class, a student or the staff: [{card_id, code, digest, kind, name, number, group}]. Staff of the school only; code is null outside the office, digest is SHA-256 of it.';

comment on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid) is
  'A page of the notes that the caller may read, with the number of all of them. Who reads notes on health or behaviour is logged. sort: happened_on or kind.';

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';

revoke all on function private.audited_after(bigint) from public;

grant execute on function private.audited_after(bigint) to authenticated;

revoke all on function private.audited_before(bigint) from public;

grant execute on function private.audited_before(bigint) to authenticated;

revoke all on function private.count_gate_cards() from public;

grant execute on function private.count_gate_cards() to authenticated;

revoke all on function private.mark_notifications(uuid[]) from public;

grant execute on function private.mark_notifications(uuid[]) to authenticated;

revoke all on function private.may_read_notification(text) from public;

grant execute on function private.may_read_notification(text) to authenticated;

revoke all on function private.shown_change(text, jsonb) from public;

revoke all on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid) from public;

grant execute
  on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid)
  to authenticated;

grant execute
  on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer, uuid)
  to service_role;

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;



revoke all on table public.audit_log from authenticated;

grant select (id, at, actor_id, school_id, action, entity, entity_id, student_id, reason) on public.audit_log to authenticated;

revoke all on table public.mail_outbox from authenticated;

grant select (id, idempotency_key, template, language, status, attempts, next_attempt_at, created_at, sent_at)
  on public.mail_outbox to authenticated;

-- Notices that were written before hold what is read with a trace only.
update public.notifications n set body = '' from public.student_records r
where n.source = 'record/' || r.id and r.kind in ('health', 'behaviour') and n.body <> '';

update public.notifications set body = '' where source like 'behaviour-follow-up/%' and body <> '';
