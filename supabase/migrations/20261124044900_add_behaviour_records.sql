set check_function_bodies = off;

create table private.usual_behaviour_categories (
  position integer not null,
  kind     text    not null,
  points   integer not null,
  name     text    not null,
  name_sw  text    not null,
  constraint usual_behaviour_categories_pkey primary key (position)
);

alter table private.usual_behaviour_categories
  enable row level security;

create table public.behaviour_categories (
  id        uuid    not null default gen_random_uuid(),
  school_id uuid    not null,
  name      text    not null,
  kind      text    not null,
  points    integer not null,
  is_active boolean not null default true,
  constraint behaviour_categories_id_school_id_key unique (id, school_id),
  constraint behaviour_categories_kind_check check ((kind = ANY (ARRAY['merit'::text, 'incident'::text]))),
  constraint behaviour_categories_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint behaviour_categories_pkey primary key (id),
  constraint behaviour_categories_points_check check (((points >= 0) AND (points <= 100)))
);

alter table public.behaviour_categories
  enable row level security;

create table public.behaviour_entries (
  id               uuid                     not null default gen_random_uuid(),
  school_id        uuid                     not null,
  student_id       uuid                     not null,
  category_id      uuid                     not null,
  kind             text                     not null,
  points           integer                  not null,
  happened_on      date                     not null,
  note             text,
  agreed           text,
  request_id       uuid                     not null,
  recorded_by      uuid,
  recorded_at      timestamp with time zone not null default now(),
  shared_at        timestamp with time zone,
  withdrawn_at     timestamp with time zone,
  withdrawn_by     uuid,
  withdrawn_reason text,
  constraint behaviour_entries_agreed_check check ((length(agreed) <= 2000)),
  constraint behaviour_entries_kind_check check ((kind = ANY (ARRAY['merit'::text, 'incident'::text]))),
  constraint behaviour_entries_note_check check ((length(note) <= 2000)),
  constraint behaviour_entries_pkey primary key (id),
  constraint behaviour_entries_request_id_student_id_key unique (request_id, student_id),
  constraint behaviour_entries_withdrawn_reason_check check ((length(withdrawn_reason) <= 300))
);

alter table public.behaviour_entries
  enable row level security;

create table public.behaviour_follow_ups (
  id          uuid                     not null default gen_random_uuid(),
  school_id   uuid                     not null,
  entry_id    uuid                     not null,
  student_id  uuid                     not null,
  due_on      date                     not null,
  task        text                     not null,
  assigned_to uuid,
  planned_by  uuid,
  planned_at  timestamp with time zone not null default now(),
  done_at     timestamp with time zone,
  done_by     uuid,
  outcome     text,
  constraint behaviour_follow_ups_check check (((done_at IS NULL) = (outcome IS NULL))),
  constraint behaviour_follow_ups_outcome_check check ((length(outcome) <= 1000)),
  constraint behaviour_follow_ups_pkey primary key (id),
  constraint behaviour_follow_ups_task_check check (((length(btrim(task)) >= 1) AND (length(btrim(task)) <= 300)))
);

alter table public.behaviour_follow_ups
  enable row level security;

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
    raise exception using errcode = 'P0001', message = 'Choose a day from today on, within a year.', hint = 'behaviour.due', detail = 'follow_up_on';
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    raise exception using errcode = 'P0001', message = 'Choose somebody who teaches this student, or the office.', hint = 'behaviour.person', detail = 'follow_up_by';
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on, private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Say what is to be done.'), person, private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, format('Follow up on %s', (select s.first_name || ' ' || s.last_name from public.students s where s.id = entry.student_id)),
      add_behaviour_follow_up.task, '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.behaviour_people (
  school   uuid,
  students uuid[]
)
  returns SETOF uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select u.id from public.users u
  where u.school_id = behaviour_people.school and u.is_active and (u.role in ('admin', 'staff') or u.role = 'teacher' and not exists (
    select from public.students s where s.id = any (students)
      and not exists (select from public.classes c where c.id = s.class_id and c.class_teacher_id = u.id)
      and not exists (select from public.class_subjects b where b.class_id = s.class_id and b.teacher_id = u.id)))
$function$;

create or replace function private.erase_student (
  student uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alone uuid[];
  notes uuid[];
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    raise exception using errcode = 'P0001', message = 'This student cannot be erased yet. The reasons stand with the request.', hint = 'erasure.not_yet';
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  delete from public.student_records where student_id = student;
  delete from public.behaviour_entries where student_id = student;
  update public.submissions set answer = null, feedback = null where student_id = student;
  update public.grades set remark = null where student_id = student;
  update public.attendance set note = null where student_id = student and note is not null;
  delete from public.consents where student_id = student;
  delete from public.student_guardians where student_id = student;
  delete from public.guardians where id = any (alone);
  update public.students set first_name = 'Former', last_name = 'student', admission_number = 'X-' || left(id::text, 13), gender = null, date_of_birth = null, user_id = null where id = student;
  -- The log keeps who did what and when, without what stood there.
  update public.audit_log set before = null, after = null where student_id = student;
  update public.audit_log set before = null, after = null where entity = 'guardians' and entity_id = any (alone::text[]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.log_behaviour_reading (
  school   uuid,
  students uuid[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (actor_id, school_id, student_id, action, entity)
  select private.signed_in_uid(), log_behaviour_reading.school, c.id, 'read', 'behaviour_entries' from (select distinct id from unnest(students) c (id)) c
  where not exists (select from public.audit_log l where l.student_id = c.id and l.actor_id = private.signed_in_uid() and l.action = 'read' and l.entity = 'behaviour_entries' and l.at > now() - interval '1 hour')
$function$;

create or replace function private.member_addon_school (
  feature text
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from (select private.my_school() as id) s where private.my_role() in ('admin', 'teacher', 'staff', 'parent', 'student') and private.is_entitled(s.id, member_addon_school.feature) <> 'off'
$function$;

create or replace function private.purge_batch (
  rule       text,
  older_than timestamp with time zone,
  size       integer
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  notes uuid[];
  purged integer;
  more integer := 0;
begin
  case purge_batch.rule
    when 'sign_ins' then
      delete from public.sign_ins where id in (select s.id from public.sign_ins s where s.signed_in_at < older_than order by s.signed_in_at limit size);
    when 'notifications' then
      delete from public.notifications where id in (select n.id from public.notifications n where n.created_at < older_than limit size);
    when 'mails' then
      delete from public.mail_outbox where id in (select m.id from public.mail_outbox m where m.created_at < older_than and m.status in ('sent', 'failed') limit size);
    when 'enquiries' then
      delete from public.demo_requests where id in (select d.id from public.demo_requests d where d.created_at < older_than limit size);
      get diagnostics more = row_count;
      delete from public.contact_messages where id in (select c.id from public.contact_messages c where c.created_at < older_than limit size);
    when 'tickets' then
      delete from public.support_tickets where id in (select t.id from public.support_tickets t where t.updated_at < older_than and t.status = 'closed' limit size);
    when 'cookie_choices' then
      delete from public.cookie_choices where id in (select c.id from public.cookie_choices c where c.decided_at < older_than limit size);
    when 'student_notes' then
      notes := array(select r.id from public.student_records r join public.students s on s.id = r.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < older_than::date limit size);
      delete from public.student_records where id = any (notes);
      -- The log repeats what stood in them.
      delete from public.audit_log where entity = 'student_records' and entity_id = any (notes::text[]);
      more := cardinality(notes);
      notes := array(select e.id from public.behaviour_entries e join public.students s on s.id = e.student_id
        where s.status in ('left', 'graduated') and private.left_on(s.id) < older_than::date limit size);
      delete from public.behaviour_entries where id = any (notes);
      delete from public.audit_log where entity = 'behaviour_entries' and entity_id = any (notes::text[]);
      return more + cardinality(notes);
    when 'audit_log' then
      delete from public.audit_log where id in (select l.id from public.audit_log l where l.at < older_than order by l.at limit size);
  end case;
  get diagnostics purged = row_count;
  return purged + more;
end
$function$;

create or replace function private.require_behaviour_entry (
  entry uuid
)
  returns public.behaviour_entries
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  found_entry public.behaviour_entries;
begin
  select * into found_entry from public.behaviour_entries e where e.id = require_behaviour_entry.entry and e.school_id = school
    and (private.my_role() in ('admin', 'staff') or e.student_id in (select private.my_taught_student_ids()));
  if found_entry.id is null then
    raise exception using errcode = 'P0002', message = 'This entry is no longer here. Reload the list.', hint = 'behaviour.not_found';
  elsif found_entry.withdrawn_at is not null then
    raise exception using errcode = 'P0001', message = 'This entry was withdrawn. Record another one.', hint = 'behaviour.withdrawn';
  end if;
  return found_entry;
end
$function$;

create or replace function private.tell_family_of_behaviour (
  entries uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  shared record;
begin
  for shared in
    select e.id, e.kind, e.student_id, s.first_name, c.name as category from public.behaviour_entries e
    join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id where e.id = any (entries) loop
    if shared.kind = 'merit' then
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, format('A merit for %s', shared.first_name), shared.category, '/dashboard/addons/behaviour-records/shared');
    else
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, format('The school wrote about %s', shared.first_name), shared.category, '/dashboard/addons/behaviour-records/shared');
    end if;
  end loop;
end
$function$;

create or replace function private.tell_of_behaviour_points (
  school   uuid,
  students uuid[],
  added    integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alert constant integer := (private.addon_setting(school, 'addon:behaviour-records', 'alert_points') #>> '{}')::integer;
  watched record;
begin
  if alert = 0 then
    return;
  end if;
  for watched in
    select s.id, s.first_name || ' ' || s.last_name as name, k.class_teacher_id, sum(e.points) as points
    from public.students s join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.student_id = s.id and e.kind = 'incident' and e.withdrawn_at is null and e.happened_on > private.school_today(school) - 30
    where s.id = any (students) and k.class_teacher_id is not null group by s.id, k.class_teacher_id having sum(e.points) >= alert and sum(e.points) - added < alert loop
    perform private.notify(array[watched.class_teacher_id], 'behaviour-points/' || watched.id || '/' || private.school_today(school), format('%s has reached %s points', watched.name, watched.points),
      'For incidents of the last 30 days.', '/dashboard/students/' || watched.id);
  end loop;
end
$function$;

create or replace function public.add_usual_behaviour_categories (
  language text default 'en'::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  added integer;
begin
  perform private.require_school_admin();
  insert into public.behaviour_categories (school_id, name, kind, points)
  select school, case when add_usual_behaviour_categories.language = 'sw' then u.name_sw else u.name end, u.kind, u.points from private.usual_behaviour_categories u order by u.position
  on conflict (school_id, kind, lower(name)) do nothing;
  get diagnostics added = row_count;
  return added;
end
$function$;

create or replace function public.behaviour_people (
  student_ids uuid[]
)
  returns table (
    id   uuid,
    name text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return query select u.id, u.first_name || ' ' || u.last_name from public.users u
  where u.id in (select private.behaviour_people(private.require_addon('addon:behaviour-records'), behaviour_people.student_ids)) order by 2, 1;
end
$function$;

create or replace function public.behaviour_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    merits           integer,
    incidents        integer,
    merit_points     integer,
    incident_points  integer,
    balance          integer,
    last_on          date,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, c.name, e.merits, e.incidents, e.merit_points, e.incident_points, e.merit_points - e.incident_points, e.last_on, (count(*) over ())::integer
  from (
    select e.student_id, count(*) filter (where e.kind = 'merit')::integer as merits, count(*) filter (where e.kind = 'incident')::integer as incidents,
      coalesce(sum(e.points) filter (where e.kind = 'merit'), 0)::integer as merit_points, coalesce(sum(e.points) filter (where e.kind = 'incident'), 0)::integer as incident_points, max(e.happened_on) as last_on
    from public.behaviour_entries e where e.school_id = (select private.staff_school()) and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null group by e.student_id) e
  join public.students s on s.id = e.student_id left join public.classes c on c.id = s.class_id
  where behaviour_report.class_id is null or s.class_id = behaviour_report.class_id
$function$;

create or replace function public.behaviour_summary()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'categories', (select count(*) from public.behaviour_categories c where c.is_active),
    'merits', (select count(*) from public.behaviour_entries e where e.school_id = (select private.staff_school()) and e.kind = 'merit' and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'incidents', (select count(*) from public.behaviour_entries e where e.school_id = (select private.staff_school()) and e.kind = 'incident' and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'mine', (select count(*) from public.behaviour_follow_ups f where f.school_id = (select private.staff_school()) and f.done_at is null and f.assigned_to = private.signed_in_uid()),
    'overdue', (select count(*) from public.behaviour_follow_ups f where f.school_id = (select private.staff_school()) and f.done_at is null and f.assigned_to = private.signed_in_uid() and f.due_on < private.my_today()))
$function$;

create or replace function public.close_behaviour_follow_up (
  follow_up_id uuid,
  outcome      text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = private.require_text(close_behaviour_follow_up.outcome, 1000, 'outcome', 'Say what came of it.')
  where f.id = follow_up_id and f.school_id = school and f.done_at is null and (private.my_role() in ('admin', 'staff') or f.student_id in (select private.my_taught_student_ids()));
  if not found then
    raise exception using errcode = 'P0002', message = 'This follow-up is closed already. Reload the list.', hint = 'behaviour.closed';
  end if;
end
$function$;

create or replace function public.export_student (
  student_id uuid
)
  returns jsonb
  language plpgsql
  set search_path to ''
  AS $function$
declare
  source record;
  found jsonb;
  notes jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators take a child''s data out.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit_log' and pg_catalog.has_table_privilege(c.oid, 'select') order by c.relname loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from public.%I t where t.student_id = $1', source.name) into found using export_student.student_id;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.name, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  -- Notes are readable by their function only.
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes
  from (select * from public.read_student_records(of_student => export_student.student_id, size => 1000)
    union all select * from public.read_student_records(of_student => export_student.student_id, archived => true, size => 1000)) r;
  if notes <> '[]' then
    parts := parts || jsonb_build_object('student_records', notes);
  end if;
  if private.member_addon_school('addon:behaviour-records') is not null then
    select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes from public.read_behaviour(of_student => export_student.student_id, size => 1000) r;
    if notes <> '[]' then
      parts := parts || jsonb_build_object('behaviour_entries', notes);
    end if;
  end if;
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

create or replace function public.plan_behaviour_follow_up (
  entry_id    uuid,
  due_on      date,
  task        text,
  assigned_to uuid default null::uuid
)
  returns uuid
  language sql
  security definer
  set search_path to ''
  AS $function$
  select private.add_behaviour_follow_up(private.require_behaviour_entry(plan_behaviour_follow_up.entry_id), plan_behaviour_follow_up.due_on, plan_behaviour_follow_up.assigned_to, plan_behaviour_follow_up.task)
$function$;

create or replace function public.read_behaviour (
  of_student uuid    default null::uuid,
  of_class   uuid    default null::uuid,
  of_kind    text    default null::text,
  of_entry   uuid    default null::uuid,
  search     text    default null::text,
  skipped    integer default 0,
  size       integer default 25
)
  returns table (
    id               uuid,
    student_id       uuid,
    student          text,
    admission_number text,
    class_name       text,
    category         text,
    kind             text,
    points           integer,
    happened_on      date,
    note             text,
    agreed           text,
    recorded_by      text,
    recorded_at      timestamp with time zone,
    shared_at        timestamp with time zone,
    withdrawn_at     timestamp with time zone,
    withdrawn_reason text,
    follow_ups       jsonb,
    total            bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.member_addon_school('addon:behaviour-records');
  in_office constant boolean := private.my_role() in ('admin', 'staff');
  is_family constant boolean := private.my_role() in ('parent', 'student');
  pattern constant text := private.search_pattern(read_behaviour.search);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  with found as materialized (
    select e.*, s.first_name || ' ' || s.last_name as student, s.admission_number, k.name as class_name, c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id left join public.classes k on k.id = s.class_id
    where e.school_id = school and (of_student is null or e.student_id = of_student) and (of_class is null or s.class_id = of_class) and (of_kind is null or e.kind = of_kind) and (of_entry is null or e.id = of_entry)
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (pattern is null or s.search_text like pattern or lower(c.name) like pattern)),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident' having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on, p.note, p.agreed,
    (select u.first_name || ' ' || u.last_name from public.users u where u.id = p.recorded_by), p.recorded_at, p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when not is_family then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task, 'person', (select u.first_name || ' ' || u.last_name from public.users u where u.id = f.assigned_to),
      'done_at', f.done_at, 'outcome', f.outcome) order by f.due_on, f.planned_at), '[]') from public.behaviour_follow_ups f where f.entry_id = p.id) end, p.found_rows
  from page p left join logged on true
  order by p.happened_on desc, p.recorded_at desc, p.id;
end
$function$;

create or replace function public.read_behaviour_follow_ups (
  is_mine boolean default false,
  is_open boolean default true,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id         uuid,
    entry_id   uuid,
    student_id uuid,
    student    text,
    class_name text,
    category   text,
    task       text,
    due_on     date,
    person     text,
    done_at    timestamp with time zone,
    outcome    text,
    total      bigint
  )
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:behaviour-records');
  in_office constant boolean := private.my_role() in ('admin', 'staff');
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  with page as materialized (
    select f.*, count(*) over () as found_rows from public.behaviour_follow_ups f
    where f.school_id = school and (f.done_at is null) = is_open and (not is_mine or f.assigned_to = private.signed_in_uid())
      and (in_office or f.student_id in (select private.my_taught_student_ids()))
    order by case when is_open then f.due_on end, case when not is_open then f.due_on end desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p having count(*) > 0)
  select p.id, p.entry_id, p.student_id, s.first_name || ' ' || s.last_name, k.name, c.name, p.task, p.due_on, (select u.first_name || ' ' || u.last_name from public.users u where u.id = p.assigned_to), p.done_at, p.outcome, p.found_rows
  from page p join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id join public.behaviour_entries e on e.id = p.entry_id join public.behaviour_categories c on c.id = e.category_id left join logged on true
  order by case when is_open then p.due_on end, case when not is_open then p.due_on end desc, p.id;
end
$function$;

create or replace function public.record_behaviour (
  request_id     uuid,
  student_ids    uuid[],
  category_id    uuid,
  happened_on    date    default null::date,
  note           text    default null::text,
  agreed         text    default null::text,
  is_shared      boolean default null::boolean,
  follow_up_on   date    default null::date,
  follow_up_by   uuid    default null::uuid,
  follow_up_task text    default null::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  day constant date := coalesce(record_behaviour.happened_on, private.school_today(school));
  category public.behaviour_categories;
  recorded integer;
  added public.behaviour_entries[];
begin
  if record_behaviour.request_id is null or coalesce(cardinality(record_behaviour.student_ids), 0) not between 1 and 60 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 60 students.', hint = 'behaviour.students', detail = 'student_ids';
  end if;
  if private.my_role() = 'teacher' and exists (select from unnest(record_behaviour.student_ids) c (id) where c.id not in (select private.my_taught_student_ids())) then
    raise exception using errcode = '42501', message = 'A teacher records about the students whom they teach.', hint = 'behaviour.not_yours';
  end if;
  if (select count(*) from public.students s where s.id = any (record_behaviour.student_ids) and s.school_id = school and s.status in ('active', 'suspended')) <> (select count(distinct c.id) from unnest(record_behaviour.student_ids) c (id)) then
    raise exception using errcode = 'P0002', message = 'One of these students is no longer here. Choose again.', hint = 'student.not_found', detail = 'student_ids';
  end if;
  select * into category from public.behaviour_categories c where c.id = record_behaviour.category_id and c.school_id = school and c.is_active;
  if category.id is null then
    raise exception using errcode = 'P0001', message = 'Choose what it was.', hint = 'behaviour.category', detail = 'category_id';
  end if;
  if day not between private.school_today(school) - 366 and private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'Choose today or a day of the last twelve months.', hint = 'behaviour.day', detail = 'happened_on';
  end if;
  if category.kind = 'incident' then
    perform private.require_text(record_behaviour.note, 2000, 'note', 'Say what happened.');
  end if;
  insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed, request_id, recorded_by, shared_at)
  select school, c.id, category.id, category.kind, category.points, day, private.null_if_blank(record_behaviour.note), private.null_if_blank(record_behaviour.agreed), record_behaviour.request_id, private.signed_in_uid(),
    case when coalesce(record_behaviour.is_shared, category.kind = 'merit' and (private.addon_setting(school, 'addon:behaviour-records', 'share_merits') #>> '{}')::boolean) then now() end
  from (select distinct c.id from unnest(record_behaviour.student_ids) c (id)) c
  on conflict (request_id, student_id) do nothing;
  get diagnostics recorded = row_count;
  if recorded = 0 then
    return 0;
  end if;
  added := array(select e from public.behaviour_entries e where e.request_id = record_behaviour.request_id and e.school_id = school);
  if record_behaviour.follow_up_on is not null then
    perform private.add_behaviour_follow_up(a, record_behaviour.follow_up_on, record_behaviour.follow_up_by, record_behaviour.follow_up_task) from unnest(added) a;
  end if;
  perform private.tell_family_of_behaviour(array(select a.id from unnest(added) a where a.shared_at is not null));
  if category.kind = 'incident' then
    perform private.tell_of_behaviour_points(school, record_behaviour.student_ids, category.points);
  end if;
  return recorded;
end
$function$;

create or replace function public.save_behaviour_category (
  name        text,
  kind        text,
  points      integer,
  category_id uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  title text;
  saved uuid;
begin
  perform private.require_school_admin();
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Name it.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    raise exception using errcode = 'P0001', message = 'Choose a merit or an incident.', hint = 'behaviour.kind', detail = 'kind';
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    raise exception using errcode = 'P0001', message = 'Enter points between 0 and 100.', hint = 'behaviour.points', detail = 'points';
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school and c.kind = save_behaviour_category.kind and lower(c.name) = lower(title) and c.id is distinct from save_behaviour_category.category_id) then
    raise exception using errcode = 'P0001', message = 'There is one of this name already, perhaps one that is switched off.', hint = 'behaviour.name_taken', detail = 'name';
  end if;
  if save_behaviour_category.category_id is null then
    insert into public.behaviour_categories (school_id, name, kind, points) values (school, title, save_behaviour_category.kind, save_behaviour_category.points) returning id into saved;
  else
    update public.behaviour_categories c set name = title, points = save_behaviour_category.points where c.id = save_behaviour_category.category_id and c.school_id = school returning c.id into saved;
  end if;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Reload the list.', hint = 'behaviour.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.set_behaviour_category_active (
  category_id uuid,
  is_active   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  perform private.require_school_admin();
  update public.behaviour_categories c set is_active = set_behaviour_category_active.is_active where c.id = set_behaviour_category_active.category_id and c.school_id = school;
  if not found then
    raise exception using errcode = 'P0002', message = 'This is no longer here. Reload the list.', hint = 'behaviour.not_found';
  end if;
end
$function$;

create or replace function public.share_behaviour (
  entry_id  uuid,
  is_shared boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(share_behaviour.entry_id);
begin
  update public.behaviour_entries e set shared_at = case when share_behaviour.is_shared then coalesce(e.shared_at, now()) end where e.id = entry.id;
  if share_behaviour.is_shared and entry.shared_at is null then
    perform private.tell_family_of_behaviour(array[entry.id]);
  end if;
end
$function$;

create or replace function public.withdraw_behaviour (
  entry_id uuid,
  reason   text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(withdraw_behaviour.entry_id);
begin
  if private.my_role() = 'teacher' and entry.recorded_by is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'An entry is withdrawn by whoever recorded it, or by the office.', hint = 'behaviour.not_yours';
  end if;
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(), withdrawn_reason = private.require_text(withdraw_behaviour.reason, 300, 'reason', 'Say why it is withdrawn.')
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$function$;

alter table public.behaviour_categories
  add constraint behaviour_categories_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.behaviour_entries
  add constraint behaviour_entries_category_id_school_id_fkey foreign key (category_id, school_id)
    references public.behaviour_categories(id, school_id);

alter table public.behaviour_entries
  add constraint behaviour_entries_recorded_by_fkey foreign key (recorded_by) references public.users(id) on delete set null;

alter table public.behaviour_entries
  add constraint behaviour_entries_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.behaviour_entries
  add constraint behaviour_entries_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.behaviour_entries
  add constraint behaviour_entries_withdrawn_by_fkey foreign key (withdrawn_by) references public.users(id) on delete set null;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_assigned_to_fkey foreign key (assigned_to) references public.users(id) on delete set null;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_done_by_fkey foreign key (done_by) references public.users(id) on delete set null;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_entry_id_fkey foreign key (entry_id) references public.behaviour_entries(id) on delete cascade;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_planned_by_fkey foreign key (planned_by) references public.users(id) on delete set null;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.behaviour_follow_ups
  add constraint behaviour_follow_ups_student_id_school_id_fkey foreign key (student_id, school_id)
    references public.students(id, school_id) on delete cascade;

create unique index behaviour_categories_school_key on public.behaviour_categories using btree (school_id, kind, lower(name));

create index behaviour_entries_category_idx on public.behaviour_entries using btree (category_id);

create index behaviour_entries_school_idx on public.behaviour_entries using btree (school_id, happened_on desc, recorded_at desc, id);

create index behaviour_entries_student_idx on public.behaviour_entries using btree (student_id, happened_on desc);

create index behaviour_follow_ups_all_idx on public.behaviour_follow_ups using btree (school_id, due_on desc, id);

create index behaviour_follow_ups_entry_idx on public.behaviour_follow_ups using btree (entry_id);

create index behaviour_follow_ups_school_idx on public.behaviour_follow_ups using btree (school_id, due_on, id)
  where (done_at is null);

create index behaviour_follow_ups_student_idx on public.behaviour_follow_ups using btree (student_id);

create trigger audit
  after insert or update on public.behaviour_categories
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.behaviour_categories
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_changed after update on public.behaviour_entries
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.behaviour_entries
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_changed after update on public.behaviour_follow_ups
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.behaviour_follow_ups
  for each STATEMENT
  execute function private.require_subscription();

create policy "Staff see what their school records" on public.behaviour_categories
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:behaviour-records'::text) as addon_school)));

create policy "The office sees entries, teachers their students', families wha" on "public"."behaviour_entries"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.member_addon_school('addon:behaviour-records'::text) as member_addon_school)) AND ((( select
    private.my_role() as my_role) = ANY (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or ((shared_at is
    not null) AND (withdrawn_at is null) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "The office sees follow-ups, teachers their students'" on "public"."behaviour_follow_ups"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.addon_school('addon:behaviour-records'::text) as addon_school)) AND ((( select private.my_role() as
    my_role) = ANY (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))));

comment on function public.add_usual_behaviour_categories(text) is 'Gives a school the usual merits and incidents to start with, in a language. Administrators only.';

comment on function public.behaviour_people(uuid[]) is 'Who may be asked to follow up on all of these students: {id, name}. Staff of the school only.';

comment on function public.behaviour_report(date, date, uuid) is 'Merits and incidents of each student in a period, of a class or of all whom the caller may see; balance: points of merits less those of incidents. total: number of students.';

comment on function public.behaviour_summary() is 'The last seven days and the caller''s own open follow-ups: {categories, merits, incidents, mine, overdue}.';

comment on function public.close_behaviour_follow_up(uuid, text) is 'Closes a follow-up with what came of it.';

comment on function public.plan_behaviour_follow_up(uuid, date, text, uuid) is 'Plans what is done about an entry, by whom (default: the caller) and until when.';

comment on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) is 'A page of the merits and incidents that the caller may read, newest first; families read what is shared with them. Who reads of an incident is logged. follow_ups: [{id, due_on, task, person, done_at, outcome}], null for families.';

comment on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) is 'A page of follow-ups: open ones by their day, closed ones the latest first; all that the caller may see, or the caller''s own.';

comment on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text) is
  'Records a merit or an incident for one or several students, with a follow-up where a day is given; the same request_id again records nothing. is_shared null: as the school''s settings say. Returns how many were recorded.';

comment on function public.save_behaviour_category(text, text, integer, uuid) is 'Adds what a school records, or changes its name and points for what is recorded from now on; its kind stays. Administrators only.';

comment on function public.set_behaviour_category_active(uuid, boolean) is 'Switches off what is no longer recorded; entries keep it. Administrators only.';

comment on function public.share_behaviour(uuid, boolean) is 'Shows an entry to the student''s family, or hides it from them again.';

comment on function public.withdraw_behaviour(uuid, text) is 'Takes an entry out of every count, with a reason; its open follow-ups are closed. By whoever recorded it, or the office.';

comment on table public.behaviour_categories is 'What a school records and for how many points. Points of incidents count against a student.';

comment on table public.behaviour_entries is 'Points are those of the category on the day it was recorded. An entry is withdrawn with a reason and never changed. shared_at: since when the family sees it.';

comment on table public.behaviour_follow_ups is 'Who does what about an entry until when; closed with what came of it.';

revoke all on function private.add_behaviour_follow_up(public.behaviour_entries, date, uuid, text) from public;

revoke all on function private.behaviour_people(uuid, uuid[]) from public;

revoke all on function private.log_behaviour_reading(uuid, uuid[]) from public;

revoke all on function private.member_addon_school(text) from public;

grant execute on function private.member_addon_school(text) to authenticated;

grant execute on function private.member_addon_school(text) to service_role;

revoke all on function private.require_behaviour_entry(uuid) from public;

revoke all on function private.tell_family_of_behaviour(uuid[]) from public;

revoke all on function private.tell_of_behaviour_points(uuid, uuid[], integer) from public;

revoke all on function public.add_usual_behaviour_categories(text) from public;

grant execute on function public.add_usual_behaviour_categories(text) to authenticated;

grant execute on function public.add_usual_behaviour_categories(text) to service_role;

revoke all on function public.behaviour_people(uuid[]) from public;

grant execute on function public.behaviour_people(uuid[]) to authenticated;

grant execute on function public.behaviour_people(uuid[]) to service_role;

revoke all on function public.behaviour_report(date, date, uuid) from public;

grant execute on function public.behaviour_report(date, date, uuid) to authenticated;

grant execute on function public.behaviour_report(date, date, uuid) to service_role;

revoke all on function public.behaviour_summary() from public;

grant execute on function public.behaviour_summary() to authenticated;

grant execute on function public.behaviour_summary() to service_role;

revoke all on function public.close_behaviour_follow_up(uuid, text) from public;

grant execute on function public.close_behaviour_follow_up(uuid, text) to authenticated;

grant execute on function public.close_behaviour_follow_up(uuid, text) to service_role;

revoke all on function public.plan_behaviour_follow_up(uuid, date, text, uuid) from public;

grant execute on function public.plan_behaviour_follow_up(uuid, date, text, uuid) to authenticated;

grant execute on function public.plan_behaviour_follow_up(uuid, date, text, uuid) to service_role;

revoke all on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) from public;

grant execute on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) to authenticated;

grant execute on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) to service_role;

revoke all on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) from public;

grant execute on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) to authenticated;

grant execute on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) to service_role;

revoke all on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text) from public;

grant execute on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text) to authenticated;

grant execute on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text) to service_role;

revoke all on function public.save_behaviour_category(text, text, integer, uuid) from public;

grant execute on function public.save_behaviour_category(text, text, integer, uuid) to authenticated;

grant execute on function public.save_behaviour_category(text, text, integer, uuid) to service_role;

revoke all on function public.set_behaviour_category_active(uuid, boolean) from public;

grant execute on function public.set_behaviour_category_active(uuid, boolean) to authenticated;

grant execute on function public.set_behaviour_category_active(uuid, boolean) to service_role;

revoke all on function public.share_behaviour(uuid, boolean) from public;

grant execute on function public.share_behaviour(uuid, boolean) to authenticated;

grant execute on function public.share_behaviour(uuid, boolean) to service_role;

revoke all on function public.withdraw_behaviour(uuid, text) from public;

grant execute on function public.withdraw_behaviour(uuid, text) to authenticated;

grant execute on function public.withdraw_behaviour(uuid, text) to service_role;

grant all on table private.usual_behaviour_categories to service_role;

grant select on table public.behaviour_categories to authenticated;

grant all on table public.behaviour_categories to service_role;

grant select (category_id) on table public.behaviour_entries to authenticated;

grant select (happened_on) on table public.behaviour_entries to authenticated;

grant select (id) on table public.behaviour_entries to authenticated;

grant select (kind) on table public.behaviour_entries to authenticated;

grant select (points) on table public.behaviour_entries to authenticated;

grant select (recorded_at) on table public.behaviour_entries to authenticated;

grant select (recorded_by) on table public.behaviour_entries to authenticated;

grant select (school_id) on table public.behaviour_entries to authenticated;

grant select (shared_at) on table public.behaviour_entries to authenticated;

grant select (student_id) on table public.behaviour_entries to authenticated;

grant select (withdrawn_at) on table public.behaviour_entries to authenticated;

grant all on table public.behaviour_entries to service_role;

grant select (assigned_to) on table public.behaviour_follow_ups to authenticated;

grant select (done_at) on table public.behaviour_follow_ups to authenticated;

grant select (done_by) on table public.behaviour_follow_ups to authenticated;

grant select (due_on) on table public.behaviour_follow_ups to authenticated;

grant select (entry_id) on table public.behaviour_follow_ups to authenticated;

grant select (id) on table public.behaviour_follow_ups to authenticated;

grant select (planned_at) on table public.behaviour_follow_ups to authenticated;

grant select (planned_by) on table public.behaviour_follow_ups to authenticated;

grant select (school_id) on table public.behaviour_follow_ups to authenticated;

grant select (student_id) on table public.behaviour_follow_ups to authenticated;

grant all on table public.behaviour_follow_ups to service_role;

insert into private.addon_setting_defaults (feature, name, kind, value, least, most) values
  ('addon:behaviour-records', 'share_merits', 'switch', 'true', null, null),
  ('addon:behaviour-records', 'alert_points', 'number', '10', 0, 1000);

insert into private.usual_behaviour_categories (position, kind, points, name, name_sw) values
  (1, 'merit', 2, 'Helped somebody', 'Alimsaidia mwenzake'),
  (2, 'merit', 3, 'Outstanding work', 'Kazi bora sana'),
  (3, 'merit', 5, 'Stood for the school', 'Aliiwakilisha shule'),
  (4, 'merit', 2, 'Much improved', 'Amejitahidi sana'),
  (5, 'incident', 1, 'Disturbed a lesson', 'Alivuruga somo'),
  (6, 'incident', 1, 'Homework missing', 'Hakufanya kazi ya nyumbani'),
  (7, 'incident', 2, 'Out of uniform', 'Hakuvaa sare'),
  (8, 'incident', 3, 'Rude to somebody', 'Utovu wa heshima'),
  (9, 'incident', 5, 'Away without leave', 'Aliondoka bila ruhusa'),
  (10, 'incident', 8, 'Bullying or fighting', 'Uonevu au kupigana');

update private.addon_features set is_built = true where feature = 'addon:behaviour-records';
update public.addons set is_ready = true where feature = 'addon:behaviour-records';
