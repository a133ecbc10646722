set check_function_bodies = off;

drop view public.audit_entries;

drop view public.fee_payment_list;

alter table private.trial_requests
  drop constraint trial_requests_last_name_check;

alter table private.trial_requests
  alter column last_name set default ''::text;

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
    perform private.notify(array[person], 'behaviour-follow-up/' || added, format('Follow up on %s', (select private.full_name(s.first_name, s.last_name) from public.students s where s.id = entry.student_id)),
      format('Due %s.', to_char(add_behaviour_follow_up.due_on, 'FMDD Mon YYYY')), '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.check_timetable_clash()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  other record;
begin
  -- One writer at a time per school, so that each sees what the other wrote.
  perform pg_advisory_xact_lock(hashtextextended('timetable ' || new.school_id, 0));
  new.room := private.null_if_blank(new.room);
  if new.teacher_id is not null and not exists (select from public.users u where u.id = new.teacher_id and u.school_id = new.school_id) then
    raise exception using errcode = 'P0001', message = 'This teacher is not of the school.', hint = 'lesson.teacher_elsewhere', detail = 'teacher_id';
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id and cs.subject_id = new.subject_id) then
    raise exception using errcode = 'P0001', message = 'This subject is not taught to the class. Add it to the class first.', hint = 'lesson.subject_not_taught', detail = 'subject_id';
  end if;
  select l.*, c.name as class, b.name as subject, to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours, coalesce(private.full_name(u.first_name, u.last_name), '') as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id or private.fold_text(l.room) = private.fold_text(new.room))
  order by l.class_id = new.class_id desc, l.teacher_id = new.teacher_id desc nulls last limit 1;
  if not found then
    return new;
  elsif other.class_id = new.class_id then
    raise exception using errcode = 'P0001', message = format('%s has %s then (%s).', other.class, other.subject, other.hours), hint = 'lesson.class_busy', detail = 'starts_at';
  elsif other.teacher_id = new.teacher_id then
    raise exception using errcode = 'P0001', message = format('%s teaches %s to %s then (%s).', other.teacher, other.subject, other.class, other.hours), hint = 'lesson.teacher_busy', detail = 'teacher_id';
  end if;
  raise exception using errcode = 'P0001', message = format('%s is taken by %s then (%s).', other.room, other.class, other.hours), hint = 'lesson.room_busy', detail = 'room';
end
$function$;

create or replace function private.class_teacher_name (
  class uuid
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.full_name(u.first_name, u.last_name) from public.classes c join public.users u on u.id = c.class_teacher_id where c.id = class
$function$;

create or replace function private.find_accounts (
  patterns text[]
)
  returns table (
    id    uuid,
    name  text,
    email text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with found as materialized (
    select u.id, u.first_name, u.last_name, u.email from public.users u
    where private.is_super_admin() and private.account_text(u.first_name, u.last_name, u.email) like find_accounts.patterns[1]
      and private.account_text(u.first_name, u.last_name, u.email) like all (find_accounts.patterns))
  select f.id, coalesce(private.full_name(f.first_name, f.last_name), f.email), f.email from found f order by f.last_name, f.first_name, f.id limit 6
$function$;

create or replace function private.full_name (
  first_name text,
  last_name  text
)
  returns text
  language sql
  immutable
  parallel safe
  AS $function$ select nullif(pg_catalog.btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '') $function$;

create or replace function private.open_trial()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  request private.trial_requests;
  opened uuid;
begin
  delete from private.trial_requests r where lower(r.email) = lower(new.email) returning * into request;
  if request.id is null or exists (select from public.users u where u.id = new.id and u.school_id is not null) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open trial ' || private.fold_text(request.school), 0));
  insert into public.schools (name, kind, email, county) values (private.free_school_name(request.school, request.county), request.kind, request.email, request.county) returning id into opened;
  perform private.begin_trial(opened, private.trial_plan());
  perform private.set_up_school(opened);
  update public.users u set role = 'admin', school_id = opened, first_name = request.first_name, last_name = private.null_if_blank(request.last_name), language = coalesce(u.language, request.language) where u.id = new.id;
  return null;
end
$function$;

create or replace function private.quick_receipt (
  receipt uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method, 'reference', r.reference, 'amount', r.amount, 'received', r.received, 'paid_on', r.paid_on, 'recorded_at', r.recorded_at,
    'cashier', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = r.school_id),
    'students', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', k.name,
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0), 'payment_id', p.id, 'amount', p.amount, 'is_reversed', p.reversed_at is not null,
        'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'amount', l.amount) order by l.position) from private.quick_receipt_lines l where l.receipt_id = r.id and l.payment_id = p.id)) order by g.first)
      from (select l.payment_id, min(l.position) as first from private.quick_receipt_lines l where l.receipt_id = r.id group by l.payment_id) g
      join public.fee_payments p on p.id = g.payment_id join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id))
  from public.quick_receipts r where r.id = quick_receipt.receipt
$function$;

create or replace function private.recent_activities (
  my_role public.user_role,
  notices jsonb
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(a) order by a.at desc), '[]') from (
    select * from (
      select o.created_at as at, 'order' as kind, o.order_number as title, o.institution as text, '/dashboard/store/orders' as link
      from (select * from public.orders where my_role = 'super_admin' order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where my_role = 'super_admin' order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when my_role in ('admin', 'teacher', 'staff') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where my_role = 'teacher' and a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids()) and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where my_role = 'admin' and f.school_id = private.my_school() order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format(case r.kind when 'merit' then 'Merit: %s'
          when 'contact' then 'Contact: %s' when 'visit' then 'Visit: %s' else 'Other: %s' end, r.summary), private.full_name(r.first_name, r.last_name), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.kind not in ('health', 'behaviour') and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text)
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function private.require_payment_reference (
  school    uuid,
  method    text,
  reference text,
  methods   text[]
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  code constant text := upper(private.null_if_blank(require_payment_reference.reference));
  other public.fee_payments;
begin
  if coalesce(require_payment_reference.method <> all (methods), true) then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if require_payment_reference.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if require_payment_reference.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = require_payment_reference.method and p.reference = code and p.reverses is null and p.reversed_at is null limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select private.full_name(s.first_name, s.last_name) from public.students s where s.id = other.student_id));
  end if;
  return code;
end
$function$;

create or replace function private.set_announcement_author()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.author_name := coalesce((select private.full_name(u.first_name, u.last_name) from public.users u where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
  if new.published_at < now() - interval '1 day' then
    new.notified_at := new.published_at;
  end if;
  return new;
end
$function$;

create or replace function private.tell_family_of_gate (
  sighting public.gate_sightings
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  is_arrival constant boolean := sighting.direction = 'in';
  event constant text := case when is_arrival then 'arrival/' else 'departure/' end || sighting.student_id || '/' || sighting.day;
  moment constant text := to_char(sighting.seen_at at time zone (select h.time_zone from public.schools h where h.id = sighting.school_id), 'HH24:MI');
  student public.students;
begin
  if sighting.day <> private.school_today(sighting.school_id)
    or not (private.addon_setting(sighting.school_id, 'addon:qr-attendance', case when is_arrival then 'message_arrivals' else 'message_departures' end) #>> '{}')::boolean then
    return;
  end if;
  select * into student from public.students where id = sighting.student_id;
  if is_arrival then
    perform private.notify(private.student_family(student.id), event, format('%s has arrived at school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, format('%s has left school', student.first_name), format('Seen at the gate at %s.', moment), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end, g.email,
    jsonb_build_object('guardian', private.full_name(g.first_name, g.last_name), 'student', private.full_name(student.first_name, student.last_name), 'school', h.name, 'phone', coalesce(h.phone, ''), 'time', moment, 'is_late', sighting.outcome = 'late'), h.email,
    (select u.language from public.users u where u.id = g.user_id), sighting.school_id)
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
    order by sg.is_primary desc limit 1) g
  where h.id = sighting.school_id;
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
    select s.id, private.full_name(s.first_name, s.last_name) as name, k.class_teacher_id, sum(e.points) as points
    from public.students s join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.student_id = s.id and e.kind = 'incident' and e.withdrawn_at is null and e.happened_on > private.school_today(school) - 30
    where s.id = any (students) and k.class_teacher_id is not null group by s.id, k.class_teacher_id having sum(e.points) >= alert and sum(e.points) - added < alert loop
    perform private.notify(array[watched.class_teacher_id], 'behaviour-points/' || watched.id || '/' || private.school_today(school), format('%s has reached %s points', watched.name, watched.points),
      'For incidents of the last 30 days.', '/dashboard/students/' || watched.id);
  end loop;
end
$function$;

create or replace function private.term_cards (
  term     public.school_terms,
  students uuid[],
  classes  uuid[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with listed as materialized (select * from unnest(students, classes) as l (student, class)),
  marks as materialized (
    select g.student_id as student, g.subject_id as subject, case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, a.max_score, a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score, 'weight', m.weight,
        'class_name', (select c.name from public.classes c where c.id = m.other_class)) order by m.created_at, m.name, m.other_class) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, b.name)
  select jsonb_build_object(
    'school', (select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = term.school_id),
    'term', jsonb_build_object('name', term.name, 'starts_on', term.starts_on, 'ends_on', term.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = term.school_id and n.starts_on > term.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale', private.grading_scale(private.scale_of_level(c.level, term.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between term.starts_on and term.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id))
      order by c.name, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$function$;

create or replace function public.assignment_students (
  assignment_id uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number
  from public.assignments a cross join private.students_given(a) as m (id) join public.students s on s.id = m.id
  where a.id = assignment_students.assignment_id and a.school_id = (select private.childrens_school())
    and ((select private.my_role()) in ('super_admin', 'admin') or a.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (select from public.submissions b where b.assignment_id = a.id and b.student_id = s.id))
  order by s.last_name, s.first_name, s.id
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
  return query select u.id, private.full_name(u.first_name, u.last_name) from public.users u
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
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, c.name, e.merits, e.incidents, e.merit_points, e.incident_points, e.merit_points - e.incident_points, e.last_on, (count(*) over ())::integer
  from (
    select e.student_id, count(*) filter (where e.kind = 'merit')::integer as merits, count(*) filter (where e.kind = 'incident')::integer as incidents,
      coalesce(sum(e.points) filter (where e.kind = 'merit'), 0)::integer as merit_points, coalesce(sum(e.points) filter (where e.kind = 'incident'), 0)::integer as incident_points, max(e.happened_on) as last_on
    from public.behaviour_entries e where e.school_id = (select private.staff_school()) and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null
      and (behaviour_report.class_id is null or behaviour_report.class_id = coalesce(private.class_on(e.student_id, e.happened_on), private.class_on(e.student_id, private.my_today())))
    group by e.student_id) e
  join public.students s on s.id = e.student_id left join public.classes c on c.id = coalesce(behaviour_report.class_id, s.class_id)
$function$;

create or replace function public.bill_term (
  term_id uuid,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  due private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id), 'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students, 'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from unnest(due) group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active' and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', private.full_name(s.first_name, s.last_name), 'fee_id', f.id, 'name', f.name, 'amount', m.amount, 'charged', m.charged,
        'class_name', k.name, 'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from private.moved_fees(school, bill_term.term_id) m join public.students s on s.id = m.student_id join public.fees f on f.id = m.fee_id
      join public.classes k on k.id = f.class_id join public.classes o on o.id = m.charged_class_id))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, due);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after) values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text, outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;

create or replace function public.cashier_totals (
  day date default null::date
)
  returns table (
    cashier_id uuid,
    cashier    text,
    receipts   integer,
    cash       integer,
    mpesa      integer,
    bank       integer,
    reversed   integer,
    amount     integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return query
  select r.cashier_id, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id), count(distinct r.id)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'cash' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where r.method = 'mpesa' and p.reversed_at is null), 0)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'bank' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::integer
  from public.quick_receipts r cross join lateral (select distinct l.payment_id from private.quick_receipt_lines l where l.receipt_id = r.id) l join public.fee_payments p on p.id = l.payment_id
  where r.school_id = school and r.paid_on = coalesce(cashier_totals.day, private.school_today(school)) and (private.my_role() = 'admin' or r.cashier_id = private.signed_in_uid())
  group by r.cashier_id order by 2, 1;
end
$function$;

create or replace function public.class_profile (
  class_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', c.id, 'updated_at', c.updated_at, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active, 'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id', c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'), 'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance a where a.class_id = c.id and a.day > private.school_today(c.school_id) - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id, 'teacher', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = cs.teacher_id)) order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = l.teacher_id)) order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
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
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'status', r.status)
        order by s.last_name, s.first_name, s.id), '[]')
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id));
end
$function$;

create or replace function public.cms_people (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id             uuid,
    name           text,
    email          text,
    cms_right      public.cms_right,
    changes        integer,
    last_change_at timestamp with time zone,
    is_me          boolean,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select u.id, private.full_name(u.first_name, u.last_name), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans', 'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where private.search_patterns(cms_people.search) is null
    or private.account_text(u.first_name, u.last_name, u.email) like all (private.search_patterns(cms_people.search))
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1), 100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$function$;

create or replace function public.fee_payer_accounts (
  student_ids uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', k.name, 'balance', coalesce(b.balance, 0),
      'fees', (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'due_on', o.due_on, 'amount', o.amount)), '[]') from private.open_charges(s.id) o),
      'siblings', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id, 'name', private.full_name(o.first_name, o.last_name), 'balance', coalesce((select n.balance from public.student_balances n where n.student_id = o.id), 0))), '[]')
        from public.student_guardians mine join public.student_guardians theirs on theirs.guardian_id = mine.guardian_id join public.students o on o.id = theirs.student_id
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended'))) order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
    where s.id = any (fee_payer_accounts.student_ids) and s.school_id = school);
end
$function$;

create or replace function public.find_fee_payers (
  search text
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    class_name       text,
    balance          integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  patterns constant text[] := private.search_patterns(find_fee_payers.search);
begin
  return query
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, k.name, coalesce(b.balance, 0)
  from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
  where s.school_id = school and (s.search_text like all (patterns) or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = school and g.search_text like all (patterns))) and (s.status in ('active', 'suspended') or b.balance > 0)
  order by private.fold_text(s.admission_number) = private.fold_text(find_fee_payers.search) desc, s.last_name, s.first_name, s.id limit 8;
end
$function$;

create or replace function public.find_people (
  search text
)
  returns table (
    kind   text,
    id     uuid,
    name   text,
    detail text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with asked as (
    select private.search_patterns(search) as patterns, private.my_role() as my_role
    where length(btrim(search)) >= 2
  )
  select * from (
    (select 'student', s.id, private.full_name(s.first_name, s.last_name), concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from asked, public.students s
     where asked.my_role in ('admin', 'teacher', 'staff') and (s.search_text like all (asked.patterns) or s.id in (
       select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where g.search_text like all (asked.patterns)))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, private.full_name(m.first_name, m.last_name), m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and m.search_text like all (asked.patterns) order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and h.search_text like all (asked.patterns) order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.patterns) u where asked.my_role = 'super_admin')
  ) as found (kind, id, name, detail)
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
    'contradicting', coalesce(jsonb_agg(distinct private.full_name(s.first_name, s.last_name)) filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.staff_school()) and g.day = coalesce(gate_day.day, private.my_today())
    and (gate_day.class_id is null or gate_day.class_id = private.class_on(g.student_id, g.day))
$function$;

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
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, c.name, count(distinct g.day)::integer, max(g.seen_at), (count(*) over ())::integer
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
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, c.name, a.status, (count(*) over ())::integer
  from public.enrolments e join public.students s on s.id = e.student_id join public.classes c on c.id = e.class_id
  left join public.attendance a on a.student_id = s.id and a.day = looked_at
  where e.school_id = school and e.started_on <= looked_at and (e.ended_on is null or e.ended_on > looked_at) and s.status <> 'suspended' and not exists (
    select from public.gate_sightings g where g.student_id = s.id and g.day = looked_at and g.direction = 'in');
end
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
      'digest', encode(sha256(k.code::bytea), 'hex'), 'kind', case when k.staff_id is null then 'student' else 'staff' end, 'name', coalesce(private.full_name(s.first_name, s.last_name), private.full_name(m.first_name, m.last_name)),
      'number', coalesce(s.admission_number, m.staff_number), 'group', coalesce(c.name, m.job_title)) order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name)), '[]')
    from public.gate_cards k left join public.students s on s.id = k.student_id left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
    where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
      and (prints or s.id in (select private.my_taught_student_ids()))
      and (gate_roster.class_id is null or s.class_id = gate_roster.class_id) and (gate_roster.student_id is null or s.id = gate_roster.student_id)
      and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null)));
end
$function$;

create or replace function public.gradebook_students (
  class_id   uuid,
  subject_id uuid,
  term_id    uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    left_on          date
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number,
    (select max(e.ended_on) from public.enrolments e where e.student_id = s.id and e.class_id = gradebook_students.class_id
      having bool_and(e.ended_on <= least(t.ends_on, private.school_today(t.school_id))))
  from public.school_terms t
  cross join private.students_to_mark(gradebook_students.class_id, gradebook_students.subject_id, gradebook_students.term_id) as m (id)
  join public.students s on s.id = m.id and s.school_id = t.school_id
  where t.id = gradebook_students.term_id and t.school_id = (select private.childrens_school())
    and ((select private.my_role()) in ('super_admin', 'admin') or gradebook_students.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (
      select from public.grades g where g.student_id = s.id and g.class_id = gradebook_students.class_id and g.subject_id = gradebook_students.subject_id and g.term_id = t.id))
  order by s.last_name, s.first_name, s.id
$function$;

create or replace function public.invitation_mail (
  email     text,
  school_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  address constant text := lower(btrim(invitation_mail.email));
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address, case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select jsonb_build_object('name', coalesce(private.full_name(u.first_name, u.last_name), ''), 'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id))
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names else private.without_links(names) end;
end
$function$;

create or replace function public.open_school (
  request_id       uuid,
  name             text,
  kind             public.institution_kind,
  admin_email      text,
  admin_first_name text,
  admin_last_name  text,
  email            text                    default null::text,
  phone            text                    default null::text,
  city             text                    default null::text,
  plan_id          uuid                    default null::uuid,
  version          text                    default 'saas'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.schools;
begin
  perform private.require_super_admin();
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if open_school.version not in ('saas', 'standalone') then
    raise exception using errcode = 'P0001', message = 'Choose where the school runs.', hint = 'school.unknown_version', detail = 'version';
  end if;
  if exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(open_school.name)) then
    raise exception using errcode = 'P0001', message = 'There is a school of this name already. Add the town to tell them apart.', hint = 'school.name_taken', detail = 'name';
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like office@school.ac.ke.', hint = 'school.invalid_email', detail = 'email';
  end if;
  insert into public.schools (request_id, name, kind, email, phone, city, version)
  values (open_school.request_id, private.require_text(open_school.name, 160, 'name', 'Enter the name of the school.'), open_school.kind, private.null_if_blank(open_school.email), private.null_if_blank(open_school.phone), private.null_if_blank(open_school.city), open_school.version)
  returning * into opened;
  if open_school.plan_id is not null then
    perform public.start_trial(opened.id, open_school.plan_id);
  end if;
  perform public.invite_user(open_school.admin_email, 'admin', opened.id, private.require_text(open_school.admin_first_name, 80, 'admin_first_name', 'Enter the first name.'),
    private.optional_text(open_school.admin_last_name, 80, 'admin_last_name'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
end
$function$;

create or replace function public.place_order (
  idempotency_key uuid,
  billing         jsonb,
  payment_method  public.payment_method,
  lines           jsonb,
  expected_total  bigint                default null::bigint,
  language        text                  default null::text
)
  returns table (
    id                uuid,
    order_number      text,
    payment_reference text,
    status            public.order_status,
    total_amount      bigint,
    net_amount        numeric,
    vat_amount        numeric,
    created_at        timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  hash constant text := encode(sha256(convert_to(jsonb_build_array(billing, payment_method, lines)::text, 'UTF8')), 'hex');
  placed public.orders;
  total bigint;
  net numeric;
begin
  if place_order.idempotency_key is null then
    raise exception using errcode = 'P0001', message = 'The order came without its key. Reload the page and try again.', hint = 'order.key_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      raise exception using errcode = 'PT409', message = 'This order was already placed with other contents. Reload the page to start a new one.', hint = 'order.key_reused';
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    raise exception using errcode = 'P0001', message = 'Enter your billing details.', hint = 'order.required', detail = 'billing';
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    raise exception using errcode = 'P0001', message = 'This payment method is not available at the moment. Choose another.', hint = 'order.payment_method_unavailable', detail = 'paymentMethod';
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    raise exception using errcode = 'P0001', message = 'Choose a country of the list.', hint = 'order.invalid_country', detail = 'country';
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'order.invalid_email', detail = 'email';
  end if;
  if private.field_with_link(billing) is not null then
    raise exception using errcode = 'P0001', message = 'Leave web and email addresses out of this field.', hint = 'order.link', detail = private.field_with_link(billing);
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    raise exception using errcode = 'P0001', message = 'Enter a phone number with digits only, such as 0712 345 678.', hint = 'order.invalid_phone', detail = 'phone';
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    raise exception using errcode = 'PT409', message = format('Prices changed: the order now costs KES %s. Check it and confirm again.', to_char(total, 'FM999,999,999,999')),
      hint = 'order.price_changed', detail = total::text;
  end if;
  if private.signed_in_uid() is null then
    perform private.limit_rate('orders from ' || private.caller_network(), private.mail_limit('networkOrdersHourly'), interval '1 hour');
  end if;
  perform private.limit_rate('orders by ' || lower(btrim(billing ->> 'email')), 30, interval '1 hour');

  insert into public.orders (order_number, payment_reference, idempotency_key, request_hash, customer_name, customer_email, customer_phone, institution,
    billing_address, city, country, segment, payment_method, total_amount, net_amount, vat_amount, user_id, school_id, language, valid_until)
  select private.next_order_number(), private.new_payment_reference(), place_order.idempotency_key, hash,
    private.full_name(private.billing_field(billing, 'firstName', 80, 'Enter your first name.'), private.billing_field(billing, 'lastName', 80, '', false)),
    btrim(billing ->> 'email'), btrim(billing ->> 'phone'),
    private.billing_field(billing, 'institution', 160, 'Enter your institution.'),
    private.billing_field(billing, 'billingAddress', 200, '', false), private.billing_field(billing, 'city', 80, '', false), coalesce(billing ->> 'country', 'Kenya'),
    coalesce((select s.kind from public.schools s where s.id = private.my_school()), private.institution_segment(billing ->> 'institution')),
    place_order.payment_method, total, net, total - net, (select u.id from public.users u where u.id = private.signed_in_uid()), private.my_school(), private.known_language(place_order.language), private.today() + private.quote_days()
  returning * into placed;
  insert into public.order_items (order_id, position, kind, addon_id, plan_id, service_id, addon_name, category, quantity, price, billing, is_upgrade, net_amount, vat_amount)
  select placed.id, row_number() over (order by l.ordinal), l.kind,
    case l.kind when 'addon' then l.item_id end, case l.kind when 'plan' then l.item_id end, case l.kind when 'service' then l.item_id end,
    l.name, l.category, l.quantity, l.price, l.billing, l.is_upgrade, private.net_amount(l.price::bigint * l.quantity), l.price::bigint * l.quantity - private.net_amount(l.price::bigint * l.quantity)
  from private.price_lines(lines) l;
  update public.order_items i set upgrades = basis.period, upgrades_until = basis.until, upgrades_from_price = basis.from_price, upgrades_to_price = basis.to_price
  from public.order_items own cross join lateral private.upgrade_basis(placed.school_id, own.plan_id) basis
  where own.order_id = placed.id and own.is_upgrade and i.id = own.id;
  insert into public.order_events (order_id, actor_id, kind, to_status) values (placed.id, placed.user_id, 'placed', placed.status);
  if placed.payment_method = 'bank' and not coalesce(private.is_within_rate('proformas to ' || lower(placed.customer_email), 10, interval '1 hour')
      and private.queue_mail('order-proforma/' || placed.id, 'order-proforma', placed.customer_email, private.order_mail(placed), private.team_email('salesEmail'), placed.language) is not null, false) then
    insert into public.order_events (order_id, kind, note) values (placed.id, 'mail', 'The proforma was not mailed: a limit of emails is used up. Send it again later.');
  end if;
  return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
end
$function$;

create or replace function public.print_receipt (
  payment_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:thermal-print');
  payment public.fee_payments;
  quick public.quick_receipts;
  content jsonb;
  number integer;
begin
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school and p.reverses is null;
  select r.* into quick from public.quick_receipts r where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if private.my_role() <> 'admin' and quick.cashier_id is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Receipts are printed by whoever took the payment, or by an administrator.', hint = 'thermal_print.not_yours';
  end if;
  if payment.id is null then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method, 'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on, 'recorded_at', payment.created_at,
      'cashier', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0), 'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines', jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number', (select count(*) from public.thermal_prints t where t.school_id = school and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(), 'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header', private.addon_setting(school, 'addon:thermal-print', 'header'),
    'footer', private.addon_setting(school, 'addon:thermal-print', 'footer'));
end
$function$;

create or replace function public.quick_receipt_list (
  day     date    default null::date,
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id             uuid,
    receipt_number text,
    students       text,
    method         text,
    reference      text,
    amount         integer,
    reversed       integer,
    cashier        text,
    recorded_at    timestamp with time zone,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  patterns constant text[] := private.search_patterns(quick_receipt_list.search);
begin
  return query
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = r.cashier_id), r.recorded_at, count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct private.full_name(s.first_name, s.last_name), ', ') as students, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed, string_agg(distinct s.search_text, ' ') as names
    from public.fee_payments p join public.students s on s.id = p.student_id where p.id in (select k.payment_id from private.quick_receipt_lines k where k.receipt_id = r.id)) l
  where r.school_id = school and r.paid_on = coalesce(quick_receipt_list.day, private.school_today(school)) and (private.my_role() = 'admin' or r.cashier_id = private.signed_in_uid())
    and (patterns is null or private.fold_text(concat_ws(' ', r.receipt_number, r.reference)) like all (patterns) or l.names like all (patterns))
  order by r.recorded_at desc, r.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
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
  patterns constant text[] := private.search_patterns(read_behaviour.search);
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  end if;
  return query
  with found as materialized (
    select e.*, private.full_name(s.first_name, s.last_name) as student, s.admission_number, k.name as class_name, c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student) and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind) and (of_entry is null or e.id = of_entry)
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (patterns is null or s.search_text like all (patterns) or private.fold_text(c.name) like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident' having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on, p.note, p.agreed,
    (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = p.recorded_by), p.recorded_at, p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when not is_family then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task, 'person', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = f.assigned_to),
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
  select p.id, p.entry_id, p.student_id, private.full_name(s.first_name, s.last_name), k.name, c.name, p.task, p.due_on, (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = p.assigned_to), p.done_at, p.outcome, p.found_rows
  from page p join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id join public.behaviour_entries e on e.id = p.entry_id join public.behaviour_categories c on c.id = e.category_id left join logged on true
  order by case when is_open then p.due_on end, case when not is_open then p.due_on end desc, p.id;
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
  patterns constant text[] := private.search_patterns(read_student_records.search);
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
      and (patterns is null or r.search_text like all (patterns))),
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
  select p.id, p.updated_at, p.student_id, private.full_name(s.first_name, s.last_name), p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
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
        else jsonb_build_object('student_id', m.student_id, 'outcome', 'changed', 'status', a.status, 'by', private.full_name(u.first_name, u.last_name), 'at', a.recorded_at) end
      order by m.student_id)
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
    left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed) and a.day = record_attendance.day
    left join public.users u on u.id = a.recorded_by);
end
$function$;

create or replace function public.remind_of_fees (
  student_ids uuid[] default null::uuid[]
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
  unsent integer := 0;
  queued uuid;
begin
  for debtor in
    select a.id, private.full_name(a.first_name, a.last_name) as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      g.name as guardian, g.email, g.user_id
    from public.student_accounts a join public.schools h on h.id = a.school_id
    left join lateral (select private.full_name(g.first_name, g.last_name) as name, g.email, g.user_id
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id) order by sg.is_primary desc limit 1) g on true
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids))
    order by lower(g.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school), 'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay),
      debtor.school_email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent, 'left', private.mails_left(school));
end
$function$;

create or replace function public.remind_two_factor (
  people uuid[] default null::uuid[]
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  here constant uuid := private.require_school_admin();
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, coalesce(private.full_name(u.first_name, u.last_name), '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), 'Set up two-step sign-in',
        'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.', '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()), 'two-factor-reminder', person.email,
          jsonb_build_object('name', person.name, 'school', person.school, 'due_on', person.due_on), null, null, here);
      end if;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function public.reply_to_ticket (
  ticket_id   uuid,
  body        text,
  is_internal boolean              default false,
  status      public.ticket_status default null::public.ticket_status
)
  returns public.ticket_replies
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  ticket public.support_tickets;
  reply public.ticket_replies;
begin
  perform private.require_super_admin();
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This ticket is no longer here.', hint = 'ticket.not_found';
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, private.signed_in_uid(),
    coalesce((select private.full_name(u.first_name, u.last_name) from public.users u where u.id = private.signed_in_uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, private.signed_in_uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject, 'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
      private.team_email('supportEmail'), ticket.language);
  end if;
  return reply;
end
$function$;

create or replace function public.request_data (
  student_id uuid,
  kind       text,
  details    text default null::text,
  asker      text default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.my_school();
  in_office constant boolean := private.admin_school() is not null;
  me public.users;
  made public.data_requests;
begin
  if not in_office and coalesce(private.my_role() not in ('parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Guardians ask for this, and administrators enter what they receive on paper.', hint = 'data_request.guardians_only';
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school and (in_office or s.id in (select private.my_student_ids()))) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if private.days_to_answer(request_data.kind) is null then
    raise exception using errcode = 'P0001', message = 'Choose the type of request.', hint = 'data_request.kind', detail = 'kind';
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    raise exception using errcode = 'P0001', message = 'You have asked for this already. The school answers by the day shown.', hint = 'data_request.open', detail = 'kind';
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.') else coalesce(private.full_name(me.first_name, me.last_name), me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000), private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = 'admin'), 'data-request/' || made.id, 'A guardian asks for a child''s data',
      'See Data requests under School for the legal deadline.', '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.reset_two_factor (
  person uuid,
  reason text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  because text;
  owner public.users;
begin
  if not private.is_super_admin() then
    perform private.require_school_admin();
    perform private.require_addon('addon:two-factor');
  end if;
  because := private.require_text(reset_two_factor.reason, 300, 'reason', 'Say why.');
  if reset_two_factor.person = private.signed_in_uid() then
    raise exception using errcode = 'P0001', message = 'Change your own authenticator in your profile.', hint = 'two_factor.own';
  end if;
  select * into owner from public.users u where u.id = reset_two_factor.person and (private.is_super_admin() or u.school_id = private.my_school());
  if owner.id is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer at your school.', hint = 'two_factor.not_found';
  elsif not private.is_super_admin() and exists (select from public.super_admins a where a.id = owner.id) then
    raise exception using errcode = '42501', message = 'Only a super admin may do this.', hint = 'permission.super_admin_only';
  elsif not private.has_authenticator(owner.id) then
    raise exception using errcode = 'P0001', message = 'This person has no authenticator app.', hint = 'two_factor.none';
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Whoever has the lost phone may be signed in with it.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text, jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'two-factor-reset/' || clock_timestamp(), 'Your authenticator app was taken off your account',
    'Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.', '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('two-factor-reset/%s/%s', owner.id, clock_timestamp()), 'two-factor-reset', owner.email,
      jsonb_build_object('name', coalesce(private.full_name(owner.first_name, owner.last_name), ''), 'reason', because,
        'by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u where u.id = private.signed_in_uid()), 'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$function$;

create or replace function public.save_scores (
  assessment_id uuid,
  scores        jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    standing   numeric
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  held public.assessments;
  listed uuid[];
begin
  select * into held from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  listed := array(select private.students_to_mark(held.class_id, held.subject_id, held.term_id));
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
    and g.class_id = held.class_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen, private.full_name(p.first_name, p.last_name) as student, g.score as score_now
    from rows from (jsonb_to_recordset(save_scores.scores) as (student_id uuid, score numeric, seen numeric)) with ordinality as s (student_id, score, seen, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.class_id = held.class_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and held.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen and e.score_now is distinct from e.score then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.class_id = held.class_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
    select held.school_id, j.student_id, held.class_id, held.subject_id, held.term_id, held.name, j.score, held.max_score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (student_id, subject_id, term_id, class_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now())
  select j.student_id, j.code,
    case j.code when 'grade.not_in_class' then 'This student was not in this class in the term.'
      when 'grade.out_of_range' then format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score))
      else format('%s has %s in %s by now, written by somebody else.', j.student, coalesce(trim_scale(j.score_now)::text, 'no score'), held.name) end,
    j.score_now
  from judged j where j.code is not null order by j.place;
end
$function$;

create or replace function public.setting_history (
  setting_keys text[]
)
  returns table (
    key      text,
    saved_at timestamp with time zone,
    saved_by text,
    states   integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_super_admin();
  return query
  select distinct on (v.key) v.key, v.saved_at, coalesce(private.full_name(u.first_name, u.last_name), u.email::text), (count(*) over (partition by v.key))::integer
  from public.setting_versions v left join public.users u on u.id = v.saved_by
  where v.key = any (setting_history.setting_keys)
  order by v.key, v.saved_at desc;
end
$function$;

create or replace function public.student_account (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  with entries as (
    select coalesce(i.issued_on, least(private.school_day(c.school_id, c.created_at), c.due_on)) as day, c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference, c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = student_account.student_id
    union all
    select k.issued_on, k.created_at, 'credit', c.name || ': ' || k.reason, k.credit_number, -k.amount, 0
    from public.fee_credits k join public.fee_charges c on c.id = k.charge_id where k.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name), 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount, 'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id)) order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() and s.school_id = private.childrens_school() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$function$;

create or replace function public.student_consents (
  student_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  mine constant uuid := private.my_guardian_of(student_consents.student_id);
  in_office constant boolean := exists (select from public.students s where s.id = student_consents.student_id and s.school_id = private.office_school());
begin
  if mine is null and not in_office then
    if private.my_role() in ('parent', 'admin', 'staff') then
      return '[]';
    end if;
    raise exception using errcode = '42501', message = 'Only guardians and the office see this.', hint = 'consent.guardians_only';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('purpose', p.key, 'name', p.name, 'statement', p.statement, 'version', p.version, 'translations', p.translations,
      'is_allowed', private.consent_state(student_consents.student_id, p.key),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id, 'guardian', private.full_name(g.first_name, g.last_name), 'is_mine', g.id is not distinct from mine,
          'is_given', c.is_given, 'decided_at', c.decided_at, 'version', c.version,
          'recorded_by', private.full_name(u.first_name, u.last_name),
          'withdrawn_at', case when not c.is_given then (select max(b.replaced_at) from public.consents b where b.student_id = sg.student_id and b.guardian_id = g.id and b.purpose = p.key and b.is_given) end)
        order by sg.is_primary desc, g.last_name, g.id), '[]')
        from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
        left join public.consents c on c.student_id = sg.student_id and c.guardian_id = g.id and c.purpose = p.key and c.replaced_at is null
        left join public.users u on u.id = c.recorded_by
        where sg.student_id = student_consents.student_id and (in_office or g.id = mine))) order by p.position)
    from public.consent_purposes p);
end
$function$;

create or replace function public.submit_trial_request (
  request_id uuid,
  school     text,
  kind       public.institution_kind,
  first_name text,
  last_name  text,
  email      text,
  county     text                    default null::text,
  sender_key text                    default null::text,
  language   text                    default null::text
)
  returns table (
    is_new   boolean,
    mail_ids uuid[]
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(submit_trial_request.email));
  school_name constant text := private.require_text(submit_trial_request.school, 120, 'school', 'Enter the name of the school.');
  spoken constant text := private.known_language(submit_trial_request.language);
  queued uuid;
begin
  perform private.limit_form_requests('trial', sender_key, address);
  insert into private.trial_requests (email, school, kind, county, first_name, last_name, language)
  values (address, school_name, submit_trial_request.kind, private.null_if_blank(submit_trial_request.county),
    private.require_text(submit_trial_request.first_name, 80, 'firstName', 'Enter your first name.'), private.optional_text(submit_trial_request.last_name, 80, 'lastName'), spoken)
  on conflict (lower(email)) do update set school = excluded.school, kind = excluded.kind, county = excluded.county,
    first_name = excluded.first_name, last_name = excluded.last_name, language = excluded.language, created_at = now();
  if exists (select from auth.users a left join public.users u on u.id = a.id where lower(a.email) = address and (a.email_confirmed_at is not null or u.school_id is not null)) then
    delete from private.trial_requests r where lower(r.email) = address;
    queued := private.queue_mail('trial-account-exists/' || submit_trial_request.request_id, 'trial-account-exists', address, '{}', null, spoken);
    if queued is null then
      perform private.refuse_mail('recipient', null);
    end if;
    return query select false, array[queued];
    return;
  end if;
  perform private.require_mail_budget('trial-link', address, null);
  return query select true, '{}'::uuid[];
end
$function$;

create or replace function public.two_factor_log (
  from_day date,
  to_day   date,
  of_role  public.user_role default null::public.user_role,
  has_code boolean          default null::boolean,
  search   text             default null::text,
  skipped  integer          default 0,
  size     integer          default 25
)
  returns table (
    id              uuid,
    user_id         uuid,
    name            text,
    email           text,
    role            public.user_role,
    signed_in_at    timestamp with time zone,
    ended_at        timestamp with time zone,
    has_second_step boolean,
    device          text,
    address         text,
    total           bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  zone constant text := (select h.time_zone from public.schools h where h.id = school);
  patterns constant text[] := private.search_patterns(two_factor_log.search);
begin
  return query
  select s.id, s.user_id, coalesce(private.full_name(u.first_name, u.last_name), ''), u.email, u.role, s.signed_in_at, s.ended_at, s.has_second_step, s.device, host(s.address), count(*) over ()
  from public.sign_ins s join public.users u on u.id = s.user_id
  where s.school_id = school and s.signed_in_at >= two_factor_log.from_day::timestamp at time zone zone and s.signed_in_at < (two_factor_log.to_day + 1)::timestamp at time zone zone
    and (two_factor_log.of_role is null or u.role = two_factor_log.of_role) and (two_factor_log.has_code is null or s.has_second_step = two_factor_log.has_code)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns) or private.fold_text(s.device) like all (patterns) or host(s.address) like all (patterns))
  order by s.signed_in_at desc, s.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

create or replace function public.two_factor_people (
  of_role     public.user_role default null::public.user_role,
  is_enrolled boolean          default null::boolean,
  search      text             default null::text,
  skipped     integer          default 0,
  size        integer          default 25
)
  returns table (
    id           uuid,
    name         text,
    email        text,
    role         public.user_role,
    enrolled_at  timestamp with time zone,
    due_on       date,
    signed_in_at timestamp with time zone,
    devices      bigint,
    total        bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.two_factor_school();
  patterns constant text[] := private.search_patterns(two_factor_people.search);
begin
  return query
  select p.id, coalesce(private.full_name(p.first_name, p.last_name), ''), p.email, case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end, p.enrolled_at, private.second_step_due(p.id, school, p.role),
    (select l.at from private.last_sign_ins l where l.user_id = p.id), (select count(*) from private.trusted_devices d where d.user_id = p.id and d.trusted_until > now()), p.found
  from (
    select u.*, f.enrolled_at, count(*) over () as found
    from public.users u cross join lateral (select min(f.created_at) as enrolled_at from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') f
    where u.school_id = school and u.is_active and u.role <> 'user' and (two_factor_people.of_role is null or u.role = two_factor_people.of_role)
      and (two_factor_people.is_enrolled is null or (f.enrolled_at is not null) = two_factor_people.is_enrolled)
      and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
    order by u.last_name, u.first_name, u.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)) p
  order by p.last_name, p.first_name, p.id;
end
$function$;

alter table private.trial_requests
  add constraint trial_requests_last_name_check check ((length(last_name) <= 80));

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
    COALESCE(private.full_name(u.first_name, u.last_name), u.email) AS actor,
    u.email AS actor_email,
    l.student_id,
    private.full_name(p.first_name, p.last_name) AS student,
    p.admission_number,
    l.reason,
    private.fold_text(concat_ws(' '::text, u.first_name, u.last_name, u.email, s.name, p.first_name, p.last_name, p.admission_number)) AS search_text
   FROM (((public.audit_log l
     LEFT JOIN public.users u ON ((u.id = l.actor_id)))
     LEFT JOIN public.schools s ON ((s.id = l.school_id)))
     LEFT JOIN public.students p ON ((p.id = l.student_id)));

create view public.fee_payment_list with (security_invoker=true) AS  SELECT p.id,
    p.school_id,
    p.student_id,
    s.first_name,
    s.last_name,
    s.admission_number,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    p.receipt_number,
    p.amount,
    p.method,
    p.reference,
    p.paid_on,
    p.created_at,
    (p.reverses IS NOT NULL) AS is_reversal,
    (p.reversed_at IS NOT NULL) AS is_reversed,
    p.reason,
    private.full_name(u.first_name, u.last_name) AS recorded_by,
    ((private.fold_text(concat_ws(' '::text, p.receipt_number, p.reference)) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.admin_school() AS admin_school));

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';

comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;

grant select on table public.fee_payment_list to authenticated;

grant all on table public.fee_payment_list to service_role;
