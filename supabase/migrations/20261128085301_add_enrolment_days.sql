set check_function_bodies = off;

drop trigger sync_enrolment on public.students;

drop index public.enrolments_class_idx;

drop index public.enrolments_current_key;

drop index public.enrolments_school_idx;

drop index public.enrolments_student_idx;

alter table public.gate_sightings
  drop constraint gate_sightings_outcome_check;

drop function private.sync_enrolment();

drop function public.move_students(uuid[], uuid);

alter table public.enrolments
  add column has_begun boolean not null default true;

create or replace function private.job_names() returns text[]
language sql immutable set search_path = '' as $$
  select array['pages', 'prices', 'subscription-reminders', 'licence-reminders', 'announcements', 'moves', 'days', 'counts', 'retention', 'trial-requests',
    'leaving-schools', 'school-exits', 'school-exports', 'export-files', 'stray-files', 'sums', 'payment-attempts', 'limits', 'sales']
$$;

create or replace function private.due_subjects(job text) returns setof text
language plpgsql security definer set search_path = '' as $$
begin
  case job
    when 'pages' then return query select p.id::text from public.cms_pages p where p.publish_at <= now() or p.unpublish_at <= now();
    when 'prices' then return query select c.id::text from public.price_changes c
      where c.effective_on <= private.today() and c.applied_at is null and c.cancelled_at is null;
    when 'subscription-reminders' then return query select d.subscription_id::text from private.due_subscription_reminders() d;
    when 'licence-reminders' then return query select d.licence_id::text from private.due_licence_reminders() d;
    when 'announcements' then return query select a.id::text from public.announcements a
      where a.notified_at is null and a.published_at <= now() and a.archived_at is null;
    when 'moves' then return query select e.id::text from public.enrolments e where not e.has_begun and e.started_on <= private.school_today(e.school_id);
    when 'retention' then return query select d from private.due_retention_rules() d;
    when 'trial-requests' then return query select r.id::text from private.trial_requests r where r.created_at < now() - interval '7 days';
    when 'school-exits' then return query select d::text from private.due_school_exits() d;
    when 'school-exports' then return query select e.id::text from public.school_exports e where e.state = 'ready' and e.expires_at <= now();
    -- What is a day old waits for an hour.
    when 'stray-files' then return query select '' where extract(minute from now()) < 5;
    else return next '';
  end case;
end
$$;

create or replace function private.do_job(job text, subject text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case job
    when 'pages' then perform private.publish_due_page(subject::uuid);
    when 'prices' then perform private.apply_due_price(subject::uuid);
    when 'subscription-reminders' then perform private.remind_of_subscription_end(subject::uuid);
    when 'licence-reminders' then perform private.remind_of_licence_end(subject::uuid);
    when 'announcements' then perform private.notify_due_announcements(subject::uuid);
    when 'moves' then perform private.begin_enrolment(subject::uuid);
    when 'days' then perform private.finish_days();
    when 'counts' then perform private.fold_platform_changes();
    when 'retention' then perform private.purge_expired(subject);
    when 'trial-requests' then perform private.purge_trial_request(subject::uuid);
    when 'leaving-schools' then perform private.find_leaving_schools();
    when 'school-exits' then perform private.go_on_with_exit(subject::uuid);
    when 'school-exports' then perform private.expire_school_export(subject::uuid);
    when 'export-files' then perform private.delete_stray_exports();
    when 'stray-files' then perform private.sweep_files();
    when 'sums' then perform private.check_sums_nightly();
    when 'payment-attempts' then
      update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
    when 'limits' then
      delete from private.rate_limits where window_start < now() - interval '1 day';
      delete from private.recent_visits where day < private.today() - 2;
    when 'sales' then perform private.count_dirty_days();
  end case;
end
$$;

create or replace function private.begin_enrolment (
  enrolment uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  begun public.enrolments;
begin
  update public.enrolments e set has_begun = true
  where e.id = begin_enrolment.enrolment and not e.has_begun and e.started_on <= private.school_today(e.school_id) returning * into begun;
  update public.students s set class_id = private.class_on(s.id, private.school_today(s.school_id))
  where s.id = begun.student_id and s.status in ('active', 'suspended');
end
$function$;

create or replace function private.require_register_day (
  school uuid,
  day    date
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if require_register_day.day is null or require_register_day.day > private.school_today(require_register_day.school) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  elsif not exists (select from public.school_terms t where t.school_id = require_register_day.school and require_register_day.day between t.starts_on and t.ends_on) then
    raise exception using errcode = 'P0001', hint = 'attendance.outside_terms', detail = 'day',
      message = format('%s is outside the terms of the school. An administrator sets them under School.', to_char(require_register_day.day, 'FMDD Mon YYYY'));
  end if;
end
$function$;

create or replace function private.class_members (
  class     uuid,
  first_day date,
  last_day  date
)
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select distinct e.student_id from public.enrolments e
  where e.class_id = class_members.class and e.started_on <= class_members.last_day and (e.ended_on is null or e.ended_on > class_members.first_day)
$function$;

create or replace function private.class_on (
  student uuid,
  day     date
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select e.class_id from public.enrolments e
  where e.student_id = class_on.student and e.started_on <= class_on.day and (e.ended_on is null or e.ended_on > class_on.day)
$function$;

create or replace function private.enrol (
  student  uuid,
  class    uuid,
  from_day date
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
begin
  select s.school_id into school from public.students s where s.id = enrol.student for update;
  delete from public.enrolments e where e.student_id = enrol.student and e.started_on >= enrol.from_day;
  update public.enrolments e set ended_on = enrol.from_day
  where e.student_id = enrol.student and (e.ended_on is null or e.ended_on > enrol.from_day) and e.class_id is distinct from enrol.class;
  if enrol.class is null then
    return;
  end if;
  -- Back in the class the same day, or never out of it: one stay.
  update public.enrolments e set ended_on = null
  where e.student_id = enrol.student and e.class_id = enrol.class and (e.ended_on is null or e.ended_on >= enrol.from_day);
  if not found then
    insert into public.enrolments (school_id, student_id, class_id, started_on, has_begun)
    values (school, enrol.student, enrol.class, enrol.from_day, enrol.from_day <= private.school_today(school));
  end if;
end
$function$;

create or replace function private.keep_enrolment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(new.school_id);
  wanted constant uuid := case when new.status not in ('graduated', 'left') then new.class_id end;
begin
  if tg_op = 'INSERT' then
    if wanted is not null then
      perform private.enrol(new.id, wanted, new.admitted_on);
    end if;
    return null;
  end if;
  if new.admitted_on <> old.admitted_on then
    update public.enrolments e set started_on = new.admitted_on, has_begun = new.admitted_on <= today
    where e.student_id = new.id and e.started_on = old.admitted_on and (e.ended_on is null or e.ended_on > new.admitted_on)
      and not exists (select from public.enrolments b where b.student_id = e.student_id and b.started_on < e.started_on);
  end if;
  if wanted is distinct from private.class_on(new.id, today) and (wanted, new.status) is distinct from (old.class_id, old.status) then
    perform private.enrol(new.id, wanted, today);
  end if;
  return null;
end
$function$;

create or replace function private.keep_to_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> '' then
    perform private.require_register_day(d.school_id, d.day) from (select distinct a.school_id, a.day from added a) d;
  end if;
  return null;
end
$function$;

create or replace function private.notify_absence()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  marked constant public.attendance := case when tg_op = 'DELETE' then old else new end;
  event constant text := 'absence/' || marked.student_id || '/' || marked.day;
  student public.students;
begin
  if tg_op = 'DELETE' or marked.status <> 'absent' then
    delete from public.notifications where source = event and read_at is null and user_id = any (private.student_family(marked.student_id));
    return null;
  end if;
  select * into student from public.students where id = marked.student_id;
  perform private.notify(private.student_family(marked.student_id), event, format('%s is marked absent today', student.first_name),
    'If this surprises you, call the school.', '/dashboard');
  return null;
end
$function$;

create or replace function private.register_arrival (
  student uuid,
  school  uuid,
  day     date,
  is_late boolean
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  marked public.attendance;
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.school_id = register_arrival.school and register_arrival.day between t.starts_on and t.ends_on;
  if term.id is null then
    return 'outside_terms';
  elsif term.closed_at is not null then
    return 'contradicts';
  end if;
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select student, register_arrival.day, register_arrival.school, c.id, case when is_late then 'late' else 'present' end::public.attendance_status, private.signed_in_uid()
  from private.class_on(student, register_arrival.day) as c (id) where c.id is not null
  on conflict (student_id, day) do nothing returning a.* into marked;
  if marked.student_id is not null then
    return marked.status::text;
  end if;
  select * into marked from public.attendance a where a.student_id = student and a.day = register_arrival.day;
  if marked.status in ('absent', 'excused') then
    return 'contradicts';
  elsif marked.status = 'late' and not is_late
    and exists (select from public.gate_sightings g where g.student_id = student and g.day = register_arrival.day and g.outcome = 'late' and g.received_at >= marked.recorded_at) then
    update public.attendance a set status = 'present', recorded_at = now() where a.student_id = student and a.day = register_arrival.day;
    return 'present';
  end if;
  return case when marked.student_id is not null then 'again' when is_late then 'late' else 'present' end;
end
$function$;

create or replace function private.register_students (
  class uuid,
  day   date
)
  returns table (
    student_id uuid,
    status     public.attendance_status
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select s.id, a.status from private.class_members(register_students.class, register_students.day, register_students.day) as m (id)
  join public.students s on s.id = m.id left join public.attendance a on a.student_id = s.id and a.day = register_students.day
  where s.status <> 'suspended' or a.status is not null
  union
  select a.student_id, a.status from public.attendance a where a.class_id = register_students.class and a.day = register_students.day
$function$;

create or replace function public.class_register (
  class_id uuid,
  day      date
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(class_register.class_id);
begin
  return jsonb_build_object(
    'term', (select t.name from public.school_terms t where t.school_id = class.school_id and class_register.day between t.starts_on and t.ends_on),
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'status', r.status)
        order by s.last_name, s.first_name, s.id), '[]')
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id));
end
$function$;

create or replace function public.gate_day(day date default null, class_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select jsonb_build_object('day', coalesce(gate_day.day, private.my_today()), 'cards', private.count_gate_cards(),
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late', count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct s.first_name || ' ' || s.last_name) filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.staff_school()) and g.day = coalesce(gate_day.day, private.my_today())
    and (gate_day.class_id is null or gate_day.class_id = private.class_on(g.student_id, g.day))
$$;

create or replace function public.gate_late_list (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    days             integer,
    last_seen_at     timestamp with time zone,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, c.name, count(distinct g.day)::integer, max(g.seen_at), (count(*) over ())::integer
  from public.gate_sightings g join public.students s on s.id = g.student_id left join public.classes c on c.id = coalesce(gate_late_list.class_id, s.class_id)
  where g.school_id = (select private.staff_school()) and g.day between gate_late_list.from_day and gate_late_list.to_day and g.outcome = 'late'
    and (gate_late_list.class_id is null or gate_late_list.class_id = private.class_on(g.student_id, g.day))
  group by s.id, c.name
$function$;

create or replace function public.gate_missing_list (
  day date default null::date
)
  returns table (
    student_id       uuid,
    name             text,
    admission_number text,
    class_name       text,
    status           public.attendance_status,
    total            integer
  )
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  looked_at constant date := coalesce(gate_missing_list.day, private.my_today());
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, c.name, a.status, (count(*) over ())::integer
  from public.enrolments e join public.students s on s.id = e.student_id join public.classes c on c.id = e.class_id
  left join public.attendance a on a.student_id = s.id and a.day = looked_at
  where e.school_id = school and e.started_on <= looked_at and (e.ended_on is null or e.ended_on > looked_at) and s.status <> 'suspended' and not exists (
    select from public.gate_sightings g where g.student_id = s.id and g.day = looked_at and g.direction = 'in');
end
$function$;

create or replace function public.move_students (
  student_ids uuid[],
  class_id    uuid,
  from_day    date   default null::date
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  today constant date := private.school_today(school);
  first_day constant date := coalesce(move_students.from_day, today);
  student public.students;
  since date;
  moved integer := 0;
begin
  if move_students.class_id is null then
    raise exception using errcode = 'P0001', message = 'Choose the class they move to.', hint = 'class.required', detail = 'class_id';
  end if;
  if first_day not between today - interval '1 year' and today + interval '1 year' then
    raise exception using errcode = 'P0001', message = 'Choose a day at most a year from today.', hint = 'student.move_day', detail = 'from_day';
  end if;
  perform private.require_class(move_students.class_id, school);
  for student in
    select s.* from public.students s where s.id = any (move_students.student_ids) and s.school_id = school and s.status in ('active', 'suspended')
    order by s.id for update loop
    since := greatest(first_day, student.admitted_on);
    continue when exists (select from public.enrolments e where e.student_id = student.id and e.class_id = move_students.class_id and e.started_on <= since and e.ended_on is null);
    perform private.enrol(student.id, move_students.class_id, since);
    update public.students s set class_id = private.class_on(s.id, today) where s.id = student.id and private.class_on(s.id, today) is distinct from s.class_id;
    moved := moved + 1;
  end loop;
  return moved;
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(record_attendance.class_id);
  seen jsonb;
  listed uuid[];
begin
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  -- A mark that stands on a wrong day can still be cleared.
  if record_attendance.day is null or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]')) from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with wanted as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status)) with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using wanted w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day and seen -> w.id::text ? a.status::text)
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from wanted w where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return (
    select jsonb_agg(
      case when m.student_id = any (listed) is not true then jsonb_build_object('student_id', m.student_id, 'outcome', 'not_in_class')
        when a.status is not distinct from m.status then jsonb_build_object('student_id', m.student_id, 'outcome', 'kept')
        else jsonb_build_object('student_id', m.student_id, 'outcome', 'changed', 'status', a.status, 'by', private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), 'at', a.recorded_at) end
      order by m.student_id)
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
    left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed) and a.day = record_attendance.day
    left join public.users u on u.id = a.recorded_by);
end
$function$;

create or replace function public.register_progress (
  day            date,
  is_not_started boolean default false,
  skipped        integer default 0,
  size           integer default 10
)
  returns table (
    id       uuid,
    name     text,
    students integer,
    present  integer,
    late     integer,
    excused  integer,
    absent   integer,
    total    integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with page as materialized (
    select c.id, c.name, r.present, r.late, r.excused, r.absent, count(*) over () as total
    from public.classes c left join public.register_days r on r.class_id = c.id and r.day = register_progress.day and r.school_id = c.school_id
    where c.school_id = (select private.staff_school()) and c.is_active
      and ((select private.my_role()) in ('admin', 'staff') or c.id in (select private.my_class_ids())) and not (is_not_started and r.class_id is not null)
    order by c.name, c.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0))
  select p.id, p.name, (select count(*) from private.register_students(p.id, register_progress.day))::integer,
    coalesce(p.present, 0), coalesce(p.late, 0), coalesce(p.excused, 0), coalesce(p.absent, 0), p.total::integer
  from page p order by p.name, p.id
$function$;

create or replace function public.take_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class constant public.classes := private.require_class_to_mark(take_attendance.class_id);
  taken integer;
begin
  perform private.require_register_day(class.school_id, take_attendance.day);
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one student.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), private.signed_in_uid()
  from jsonb_array_elements(marks) m join private.class_members(class.id, take_attendance.day, take_attendance.day) as s (id) on s.id = (m.value ->> 'student_id')::uuid
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$function$;

alter table public.gate_sightings
  add constraint gate_sightings_outcome_check
    check
    ((outcome = ANY (ARRAY['present'::text, 'late'::text, 'again'::text, 'contradicts'::text, 'outside_terms'::text, 'left'::text,
    'staff'::text])));

create index enrolments_class_idx on public.enrolments using btree (class_id, started_on) include (student_id, ended_on);

create index enrolments_school_idx on public.enrolments using btree (school_id, class_id, started_on);

create index enrolments_student_idx on public.enrolments using btree (student_id, started_on) include (class_id, ended_on);

create index enrolments_to_come_idx on public.enrolments using btree (started_on)
  where (not has_begun);

create trigger keep_to_terms_added
  after insert on public.attendance referencing NEW table as added
  for each STATEMENT
  execute function private.keep_to_terms();

create trigger keep_to_terms_changed
  after update on public.attendance referencing NEW table as added
  for each STATEMENT
  execute function private.keep_to_terms();

create trigger tell_cleared_absence
  after delete on public.attendance
  for each row
  when (((old.status = 'absent'::public.attendance_status) AND (old.day = private.school_today(old.school_id))))
  execute function private.notify_absence();

create trigger keep_enrolment
  after insert or update of class_id, status, admitted_on on public.students
  for each row
  execute function private.keep_enrolment();

comment on column public.enrolments.ended_on is 'The first day on which the student is no longer in the class; null while there is none.';

comment on column public.enrolments.has_begun is 'False for a move to come, until its day.';


comment on function private.class_members(uuid, date, date) is 'Who was in a class on any of these days.';

comment on function private.class_on(uuid, date) is 'The class a student was or will be in on a day; null for none.';

comment on function public.class_register(uuid, date) is 'The register of a class on a day: {term: its name, or null outside the school''s terms, students: [{id, name, admission_number, status}]}; status is null for a student without a mark.';

comment on function public.move_students(uuid[], uuid, date) is 'Moves students to another class from a day on, by default today and never before they were admitted. Returns how many were moved; those already there and those who have left are skipped.';

comment on function public.record_attendance(uuid, date, jsonb) is 'Marks students of a class on a day. marks: [{"student_id", "status", "seen": [status...]}]; status null clears a mark, seen: the statuses the caller has seen. Result per student: kept, changed (by another person meanwhile: status, by, at) or not_in_class. Idempotent.';

comment on function public.record_sightings(jsonb) is 'Stores scans of the gate, also late and repeated: [{"id", "code", "at", "direction"}], code from a card or a typed number. Result per scan: {id, outcome}: present, late, again, contradicts, outside_terms, left, staff, or unknown, revoked, refused where nothing is stored.';

comment on function public.register_progress(date, boolean, integer, integer) is 'A page of the registers of a day that the caller may take, with how many students each lists and how they are marked; total: how many registers there are.';

comment on table public.enrolments is 'Which class a student was in and when; a student is in one class on a day.';

comment on table public.gate_sightings is 'Who was seen at the gate. id is made by the scanning device, so sending a scan again stores nothing. contradicts: the register says absent or excused. outside_terms: there is no register.';


revoke all on function private.class_members(uuid, date, date) from public;

revoke all on function private.class_on(uuid, date) from public;

grant execute on function private.class_on(uuid, date) to authenticated;

revoke all on function private.enrol(uuid, uuid, date) from public;

revoke all on function private.keep_enrolment() from public;

revoke all on function private.keep_to_terms() from public;

revoke all on function private.register_students(uuid, date) from public;

revoke all on function private.require_register_day(uuid, date) from public;

revoke all on function public.class_register(uuid, date) from public;

grant execute on function public.class_register(uuid, date) to authenticated;

grant execute on function public.class_register(uuid, date) to service_role;

revoke all on function public.move_students(uuid[], uuid, date) from public;

grant execute on function public.move_students(uuid[], uuid, date) to authenticated;

grant execute on function public.move_students(uuid[], uuid, date) to service_role;

revoke all on function public.register_progress(date, boolean, integer, integer) from public;

grant execute on function public.register_progress(date, boolean, integer, integer) to authenticated;

grant execute on function public.register_progress(date, boolean, integer, integer) to service_role;

-- A move and its undoing on one day left stays without a day, and a stay may reach into the next one.
delete from public.enrolments e where e.ended_on <= e.started_on;
update public.enrolments e set ended_on = n.next_start
from (select o.id, lead(o.started_on) over (partition by o.student_id order by o.started_on, o.ended_on nulls last, o.id) as next_start from public.enrolments o) n
where n.id = e.id and (e.ended_on is null or n.next_start < e.ended_on) and n.next_start is not null;
delete from public.enrolments e where e.ended_on <= e.started_on;
insert into public.enrolments (school_id, student_id, class_id, started_on)
select s.school_id, s.id, s.class_id, greatest(s.admitted_on, (select max(e.ended_on) from public.enrolments e where e.student_id = s.id))
from public.students s
where s.class_id is not null and s.status in ('active', 'suspended') and not exists (select from public.enrolments e where e.student_id = s.id and e.ended_on is null);

-- Days before the first stay that is known, as far as registers tell: until the next stay begins, else until the last day marked.
with unplaced as (
  select a.school_id, a.student_id, a.class_id, a.day, (select min(e.started_on) from public.enrolments e where e.student_id = a.student_id and e.started_on > a.day) as next_start
  from public.attendance a
  where not exists (select from public.enrolments e where e.student_id = a.student_id and e.started_on <= a.day and (e.ended_on is null or e.ended_on > a.day))),
parts as (
  select u.*, count(*) filter (where u.is_new) over (partition by u.student_id order by u.day) as part
  from (select n.*, (n.class_id, n.next_start) is distinct from (lag(n.class_id) over w, lag(n.next_start) over w) as is_new
    from unplaced n window w as (partition by n.student_id order by n.day)) u),
stays as (
  select p.school_id, p.student_id, p.class_id, p.next_start, min(p.day) as first_day, max(p.day) as last_day from parts p group by p.school_id, p.student_id, p.class_id, p.next_start, p.part),
found_stays as materialized (
  select s.*, coalesce(least(s.next_start, lead(s.first_day) over (partition by s.student_id order by s.first_day)), s.last_day + 1) as ended_on from stays s),
continued as (
  update public.enrolments e set started_on = f.first_day from found_stays f
  where e.student_id = f.student_id and e.class_id = f.class_id and e.started_on = f.next_start and f.ended_on = f.next_start returning f.student_id, f.first_day)
insert into public.enrolments (school_id, student_id, class_id, started_on, ended_on)
select f.school_id, f.student_id, f.class_id, f.first_day, f.ended_on from found_stays f
where not exists (select from continued c where c.student_id = f.student_id and c.first_day = f.first_day);

-- Terms of which only marks tell.
insert into public.enrolments (school_id, student_id, class_id, started_on, ended_on)
select distinct on (g.student_id, t.id) g.school_id, g.student_id, g.class_id, t.starts_on, t.ends_on + 1
from (select g.school_id, g.student_id, g.class_id, g.term_id, count(*) as marks from public.grades g group by 1, 2, 3, 4) g join public.school_terms t on t.id = g.term_id
where not exists (select from public.enrolments e where e.student_id = g.student_id and e.started_on <= t.ends_on and (e.ended_on is null or e.ended_on > t.starts_on))
  and not exists (select from public.school_terms o where o.school_id = t.school_id and o.id <> t.id and daterange(o.starts_on, o.ends_on, '[]') && daterange(t.starts_on, t.ends_on, '[]'))
order by g.student_id, t.id, g.marks desc, g.class_id;

alter table public.enrolments
  add constraint enrolments_do_not_overlap EXCLUDE using gist (student_id with =, daterange(started_on, ended_on) with &&);

alter table public.enrolments
  add constraint enrolments_have_days check ((ended_on > started_on));

comment on function private.begin_enrolment(uuid) is 'Moves a student whose day to move has come.';

revoke all on function private.begin_enrolment(uuid) from public;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('masomo-moves', '* * * * *', 'call private.run_job(''moves'')');
  end if;
end
$$;
