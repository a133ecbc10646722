set check_function_bodies = off;

drop function public.attendance_by_student(date, date, uuid, text);

drop function public.results_by_student(uuid, uuid, text);

create or replace function private.export_rows (
  school   uuid,
  exported text,
  last_key jsonb,
  most     integer
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  exported_table constant regclass := format('public.%I', exported)::regclass;
  condition constant text := private.export_condition(exported_table);
  cells text;
  header text;
  keys text;
  pairs text;
  outcome jsonb;
begin
  select string_agg(format('private.csv_cell(t.%I::text, %L)', a.attname, y.typcategory not in ('N', 'D', 'B')), ', '
    order by a.attnum), string_agg(private.csv_cell(a.attname, true), ',' order by a.attnum)
  into cells, header from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
  where a.attrelid = exported_table and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (array['search_text', 'full_name', 'name_key', 'level_key'] || coalesce(
      (select t.unexported from private.school_tables t where t.name = 'public.' || quote_ident(exported)), '{}'));
  select string_agg(format('t.%I', a.attname), ', ' order by k.position),
    string_agg(format('%L, t.%I', a.attname, a.attname), ', ' order by k.position)
  into keys, pairs from pg_catalog.pg_index i
    cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, position)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number where i.indrelid = exported_table
    and i.indisprimary;
  execute format(
    'with page as (select row_number() over (order by %1$s) as n, array_to_string(array[%2$s], '','') as line,
        jsonb_build_object(%3$s) as key
      from public.%4$I t where %5$s%6$s order by %1$s limit $3)
     select jsonb_build_object(''text'', coalesce(string_agg(p.line || E''\r\n'', '''' order by p.n), ''''),
       ''rows'', count(*), ''last_key'', (array_agg(p.key order by p.n desc))[1]) from page p',
    keys, cells, pairs, exported, condition,
    case when last_key is null then ''
      else format(' and (%s) > (select %s from jsonb_populate_record(null::public.%I, $2) r)', keys,
      replace(keys, 't.', 'r.'), exported) end)
  into outcome using school, last_key, most;
  if last_key is null then
    outcome := outcome || jsonb_build_object('text', header || E'\r\n' || (outcome ->> 'text'));
  end if;
  return outcome;
end
$function$;

create or replace function private.my_classes_attendance (
  today date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name,
    'is_led', c.class_teacher_id is not distinct from private.signed_in_uid(),
    'share', d.share, 'before', d.before) order by c.class_teacher_id is not distinct from private.signed_in_uid() desc,
    c.name_key), '[]')
  from public.classes c left join lateral (
    select round(sum(r.present + r.late) filter (where r.day > my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day > my_classes_attendance.today - 7), 0), 1) as share,
      round(sum(r.present + r.late) filter (where r.day <= my_classes_attendance.today - 7) * 100.0
        / nullif(sum(r.present + r.late + r.excused + r.absent)
          filter (where r.day <= my_classes_attendance.today - 7), 0), 1) as before
    from public.register_days r where r.class_id = c.id
      and r.day between my_classes_attendance.today - 13 and my_classes_attendance.today) d on true
  where c.id in (select private.my_class_ids()) and c.is_active
$function$;

create or replace function private.my_lessons (
  school uuid,
  day    date,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'starts_at', to_char(l.starts_at, 'HH24:MI'),
    'ends_at', to_char(l.ends_at, 'HH24:MI'), 'subject', b.name, 'class_id', c.id, 'class', c.name,
    'room', coalesce(l.room, c.room), 'is_taken', r.class_id is not null, 'homework', w.homework)
    order by l.starts_at, c.name_key), '[]')
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.register_days r on r.class_id = c.id and r.day = my_lessons.today
    left join lateral (select jsonb_build_object('id', a.id, 'title', a.title, 'due_on', a.due_on,
        'handed_in', (select count(*) from public.submissions s where s.assignment_id = a.id
          and s.submitted_at is not null and s.student_id <> all ((select private.withheld_from_me())::uuid[])))
        as homework
      from public.assignments a where a.class_id = l.class_id and a.subject_id = l.subject_id
        and a.published_at <= private.current_moment() and a.archived_at is null
      order by a.due_on desc, a.id limit 1) w on true
  where l.school_id = my_lessons.school and l.teacher_id = private.signed_in_uid()
    and l.weekday = extract(isodow from my_lessons.day) and l.class_id in (select private.my_class_ids())
$function$;

create or replace function private.natural_key (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  AS $function$
  select pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.lower(value), '(\d+)', '00000\1', 'g'),
    '0*(\d{6})(?!\d)', '\1', 'g')
$function$;

create or replace function private.registers_today (
  school uuid,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'is_taken', r.class_id is not null,
    'present', coalesce(r.present + r.late, 0), 'absent', coalesce(r.absent + r.excused, 0)) order by c.name_key), '[]')
  from public.classes c left join public.register_days r on r.class_id = c.id and r.day = today
    and r.school_id = c.school_id
  where c.school_id = registers_today.school and c.is_active
    and exists (select from public.students s where s.class_id = c.id and s.status = 'active')
$function$;

create or replace function private.shown_change (
  entity text,
  change jsonb
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce((
    select coalesce(jsonb_object_agg(e.key,
      case when e.value <> 'null' and e.key = any (t.traced) then '"•••"' else e.value end), '{}')
    from private.school_tables t cross join jsonb_each(change) e
    where split_part(t.name, '.', 2) = entity and t.traced <> '{}' and change is not null
    group by t.name), change) || coalesce((select jsonb_build_object('class_id', c.name) from public.classes c
      where c.id = case when change ->> 'class_id' ~ '^[0-9a-f-]{36}$' then (change ->> 'class_id')::uuid end),
    '{}')
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
    select g.student_id as student, g.subject_id as subject,
      case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, g.absence,
      private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as counts, a.max_score, a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'absence', m.absence,
      'counts', m.counts, 'max_score', m.max_score, 'weight', m.weight,
        'class_name', (select c.name from public.classes c where c.id = m.other_class))
          order by m.created_at, m.name, m.other_class) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, b.name)
  select jsonb_build_object(
    'school', private.paper_school(term.school_id),
    'term', jsonb_build_object('name', term.name, 'starts_on', term.starts_on, 'ends_on', term.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = term.school_id
        and n.starts_on > term.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.full_name,
          'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale',
          private.grading_scale(private.scale_of_level(c.level, term.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*),
          'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent',
            count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id
            and a.day between term.starts_on and term.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments)
          order by b.name), '[]') from subjects b where b.student = s.id))
      order by c.name_key, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$function$;

create or replace function private.unexplained_absences (
  school uuid,
  today  date
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.attendance_by_student (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    marked           integer,
    present          integer,
    late             integer,
    excused          integer,
    absent           integer,
    share            numeric,
    total            integer,
    class_key        text
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent,
    round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer, c.name_key
  from (
    select a.student_id, count(*)::integer as marked,
      (count(*) filter (where a.status = 'present'))::integer as present,
      (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused,
        (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school())
      and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
      and a.school_id = (select private.childrens_school())
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('attendance:read-all')) or a.class_id in (select private.my_class_ids())
        or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id and s.school_id = (select private.my_school())
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day
      and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where case when (select private.search_patterns(attendance_by_student.search)) is null then true
    else s.search_text like all ((select private.search_patterns(attendance_by_student.search))::text[]) end
$function$;

create or replace function public.attendance_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with marks as materialized (
    select date_trunc(private.report_interval(attendance_report.from_day, attendance_report.to_day),
      a.day::timestamp)::date as start, a.class_id as class, sum(a.present) as present, sum(a.late) as late,
      sum(a.excused) as excused, sum(a.absent) as absent
    from public.register_days a
    where a.school_id = (select private.my_school())
      and a.day between attendance_report.from_day and attendance_report.to_day
      and (attendance_report.class_id is null or a.class_id = attendance_report.class_id)
    group by 1, 2)
  select jsonb_build_object(
    'step', private.report_interval(attendance_report.from_day, attendance_report.to_day),
    'counts', (select jsonb_build_object('present', coalesce(sum(present), 0), 'late', coalesce(sum(late), 0),
      'excused', coalesce(sum(excused), 0), 'absent', coalesce(sum(absent), 0)) from marks),
    'days', (select coalesce(jsonb_agg(jsonb_build_object('start', d.start, 'present', d.present, 'late', d.late,
      'excused', d.excused, 'absent', d.absent) order by d.start), '[]')
      from (select start, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent
        from marks group by start) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'present', d.present,
      'late', d.late, 'excused', d.excused, 'absent', d.absent) order by c.name_key), '[]')
      from (select class, sum(present) as present, sum(late) as late, sum(excused) as excused, sum(absent) as absent
        from marks group by class) d join public.classes c on c.id = d.class))
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
  school constant uuid := private.require('fee:charge');
  lines private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  with bill as materialized (select * from private.term_bill(school, bill_term.term_id)),
  due as (select * from bill b where not b.is_moved)
  select array_agg(row(student_id, fee_id, name, amount, due_on)::private.due_charge),
    jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total, 'class_name', k.name, 'boarding', f.boarding) order by n.name, k.name_key, f.boarding), '[]')
      from (select fee_id, name, amount, count(*) as students, sum(amount) as total from due
        group by fee_id, name, amount) n
      join public.fees f on f.id = n.fee_id left join public.classes k on k.id = f.class_id),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'without_boarding', case when exists (select from public.fees f where f.term_id = bill_term.term_id
        and f.school_id = school and f.boarding is not null)
      then (select count(*) from public.students s where s.school_id = school and s.status = 'active'
        and s.boarding is null) else 0 end,
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', s.full_name, 'fee_id', f.id,
        'name', f.name, 'amount', b.amount, 'charged', b.charged, 'boarding', f.boarding, 'class_name', k.name,
        'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from bill b join public.students s on s.id = b.student_id join public.fees f on f.id = b.fee_id
      left join public.classes k on k.id = f.class_id left join public.classes o on o.id = b.charged_class_id
      where b.is_moved))
  into lines, outcome from due;
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, lines);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
  return outcome;
end
$function$;

create or replace function public.fees_report (
  from_day date,
  to_day   date,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set enable_nestloop to 'off'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid,
      coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id
      and b.school_id = (select private.school_where('fee-account:read-all'))
    where s.school_id = (select private.school_where('fee-account:read-all'))
      and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what a student owes is overdue. Nobody's credit pays for another.
  to_come as (
    select c.student_id, sum(c.amount - c.credited) as amount from public.fee_charges c
      where c.school_id = (select private.school_where('fee-account:read-all'))
      and c.due_on >= (select private.my_today()) group by c.student_id),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start,
      sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount - c.credited as charged, 0 as collected,
        false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id
        where c.school_id = (select private.school_where('fee-account:read-all'))
        and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id
        where p.school_id = (select private.school_where('fee-account:read-all'))
        and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected',
      (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students),
    'owed', (select coalesce(sum(balance) filter (where balance > 0), 0) from students),
    'overdue', (select coalesce(sum(greatest(0, l.balance - coalesce(n.amount, 0))), 0)
      from students l left join to_come n on n.student_id = l.id),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0),
      'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d
        on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount,
      'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null
        group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, ''),
      'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name_key), '[]') from (
      select l.class, coalesce(e.charged, 0) as charged, coalesce(e.collected, 0) as collected, l.balance
      from (select class, sum(balance) as balance from students group by class
        having bool_or(charged <> 0 or paid <> 0)) l
      left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e
        on e.class is not distinct from l.class) d
      left join public.classes c on c.id = d.class))
$function$;

create or replace function public.gate_roster (
  class_id   uuid    default null::uuid,
  student_id uuid    default null::uuid,
  staff      boolean default null::boolean
)
  returns table (
    card_id uuid,
    code    text,
    digest  text,
    kind    text,
    name    text,
    number  text,
    "group" text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:qr-attendance');
  prints constant boolean := private.may('gate:issue-cards');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select k.id, case when prints then k.code end, encode(sha256(k.code::bytea), 'hex'),
    case when k.staff_id is null then 'student' else 'staff' end,
    coalesce(s.full_name, m.full_name),
    coalesce(s.admission_number, m.staff_number), coalesce(c.name, m.job_title)
  from public.gate_cards k left join public.students s on s.id = k.student_id
    left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
  where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
    and (s.id is null or s.id <> all ((select private.withheld_from_me())::uuid[]))
    and (prints or s.id in (select private.my_taught_student_ids()))
    and (gate_roster.class_id is null or s.class_id = gate_roster.class_id)
    and (gate_roster.student_id is null or s.id = gate_roster.student_id)
    and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null))
  order by c.name_key, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name);
end
$function$;

create or replace function public.platform_analytics()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('platform:read');
  return jsonb_build_object(
    'users_by_role', (select jsonb_object_agg(part, n)
      from (select part, sum(amount) as n from (
          select part, amount from private.platform_counts where what = 'accounts'
            and part = any (enum_range(null::public.user_role)::text[])
          -- The account of a super admin has no role at a school and is counted as a plain user.
          union all select u.role::text, -1 from public.super_admins a join public.users u on u.id = a.id
          union all select 'super_admin', 1 from public.super_admins) c
        group by part having sum(amount) > 0) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students'
      and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(state, n)
      from (select state, count(*) as n from private.subscription_states() group by state) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]')
      from public.visit_counts where surface = 'site' and day > private.today() - 30))
    || (select jsonb_build_object('schools', coalesce(sum(n), 0), 'schools_by_kind', jsonb_object_agg(kind, n))
      from (select kind, count(*) as n from public.schools where is_active group by kind) k);
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
    select c.id, c.name, c.name_key, r.present, r.late, r.excused, r.absent, count(*) over () as total
    from public.classes c left join public.register_days r on r.class_id = c.id and r.day = register_progress.day
      and r.school_id = c.school_id
    where c.school_id = (select private.school_where('attendance:take')) and c.is_active
      and ((select private.may('attendance:take-all')) or c.id in (select private.my_class_ids()))
        and not (is_not_started and r.class_id is not null)
    order by c.name_key, c.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0))
  select p.id, p.name, (select count(*) from private.register_students(p.id, register_progress.day))::integer,
    coalesce(p.present, 0), coalesce(p.late, 0), coalesce(p.excused, 0), coalesce(p.absent, 0), p.total::integer
  from page p order by p.name_key, p.id
$function$;

create or replace function public.results_by_student (
  term_id  uuid,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    subjects         integer,
    mean             numeric,
    scale_id         uuid,
    total            integer,
    percents         numeric[],
    class_key        text
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects,
    case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer,
    case when g.has_mean then '{}' else r.percents end, private.natural_key(g.class_name)
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean,
        array_agg(r.percent order by r.percent desc) as percents
      from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id
      and case when results_by_student.class_id is null then true else r.class_id = results_by_student.class_id end
      and r.percent is not null and r.school_id = (select private.childrens_school())
        and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('result:read-all')) or r.class_id in (select private.my_class_ids())
        or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where case when (select private.search_patterns(results_by_student.search)) is null then true
    else s.search_text like all ((select private.search_patterns(results_by_student.search))::text[]) end
$function$;

create or replace function public.results_report (
  term_id  uuid,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  with groups as materialized (select g.class_id as class, g.class_name as name, g.scale_id as scale, g.has_mean
    from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent, g.scale, g.has_mean
      from public.subject_results r join groups g on g.class = r.class_id
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id
      and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (select student_id, class, has_mean, count(*) as results, sum(percent) as total from results
    group by student_id, class, has_mean),
  counted as materialized (select scale, subject, class, has_mean, round(percent)::integer as percent,
    count(*) as results from results group by 1, 2, 3, 4, 5),
  percents as materialized (select scale, percent, sum(results) as results from counted group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean',
      (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale),
      'levels', (select coalesce(jsonb_agg(distinct c.level), '[]')
        from groups g join public.classes c on c.id = g.class
        where g.scale = s.scale and g.class in (select class from students)),
      'percents', s.percents,
      'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'percents', d.percents)
        order by b.name), '[]')
        from (select n.subject, jsonb_agg(jsonb_build_object('percent', n.percent, 'results', n.results)) as percents
          from counted n where n.scale = s.scale and not n.has_mean group by n.subject) d
        join public.subjects b on b.id = d.subject),
      'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'percents', d.percents)
        order by private.natural_key(g.name)), '[]')
        from (select n.class, jsonb_agg(jsonb_build_object('percent', n.percent, 'results', n.results)) as percents
          from counted n where n.scale = s.scale and not n.has_mean group by n.class) d
        join groups g on g.class = d.class)) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results)
        order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students,
      'mean', d.mean) order by b.name), '[]')
      from (select subject, count(*) as students, trunc(avg(percent), 8) as mean from results where has_mean
        group by subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', g.class, 'name', g.name, 'students', d.students,
      'mean', d.mean) order by private.natural_key(g.name)), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean
        group by class) d join groups g on g.class = d.class))
$function$;

create or replace function public.student_profile (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender',
      s.gender, 'date_of_birth', s.date_of_birth, 'boarding', s.boarding,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status',
      s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name,
      'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at',
        g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name,
      'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc),
      '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}')
      from (select status, count(*) as days from public.attendance a where a.student_id = s.id
      and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status,
      'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day))
      order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present'
        order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name,
      'percent', r.percent, 'assessments', r.assessments, 'has_mean',
      private.has_mean(private.scale_of_level(k.level, t.ends_on)), 'scale',
      private.grading_scale(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from private.student_results(s.id) r join public.school_terms t on t.id = r.term_id
        join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id),
    'fees', case when s.school_id = private.school_where('fee-account:read-all')
      then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0),
      'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$function$;

comment on function private.natural_key(text) is 'Text to sort by, so that numbers in it are ordered by their value.';

comment on function public.attendance_by_student(date, date, uuid, text) is 'Attendance of each student in a period, with the class they were in at its end. share: percent of marked days present or late. total: number of students. class_key sorts by class. search: words of the name or the number.';

comment on function public.results_by_student(uuid, uuid, text) is 'Each student''s mean over the subjects of a term, in the class they were in and once for each class after a move, not rounded and null where the curriculum has none, with the percents of its subjects instead; scale_id is a scale of results_report; total is how many rows there are; class_key sorts by class. search: words of the name or the number.';

comment on function public.results_report(uuid, uuid) is 'Results of a term, of the school or one class: {students, mean, scales: how many results at each whole percent of the classes that are graded alike, with their levels, subjects, classes}. Means are not rounded and leave out the competency-based curriculum, which has none: its scales count each subject and class instead.';

revoke all on function private.natural_key(text) from public;

grant execute on function private.natural_key(text) to anon, authenticated;

grant execute on function private.natural_key(text) to service_role;

revoke all on function public.attendance_by_student(date, date, uuid, text) from public;

grant execute on function public.attendance_by_student(date, date, uuid, text) to authenticated;

grant execute on function public.attendance_by_student(date, date, uuid, text) to service_role;

revoke all on function public.results_by_student(uuid, uuid, text) from public;

grant execute on function public.results_by_student(uuid, uuid, text) to authenticated;

grant execute on function public.results_by_student(uuid, uuid, text) to service_role;

alter table public.classes
  add column name_key text generated always as (private.natural_key(name)) stored;

comment on column public.classes.name_key is 'Sorts names as people do: Grade 7 before Grade 10.';

alter table public.classes
  add column level_key text generated always as (private.natural_key(level)) stored;
