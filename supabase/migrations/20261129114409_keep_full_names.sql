set check_function_bodies = off;

drop view public.audit_entries;

drop view public.fee_payment_list;

drop view public.student_accounts;

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
  if add_behaviour_follow_up.due_on is null
    or add_behaviour_follow_up.due_on not between private.school_today(entry.school_id) and private.school_today(
    entry.school_id) + 366 then
    perform private.refuse('behaviour.due', 'Choose today or a day within the next year.', field => 'follow_up_on');
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    perform private.refuse('behaviour.person',
      'Choose somebody who teaches this student, or the office.', field => 'follow_up_by');
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on,
    private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Enter the action to take.'), person,
    private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, 
      private.say('Follow up on {student}', jsonb_build_object('student',
        (select s.full_name from public.students s where s.id = entry.student_id))),
      private.say('Due {day}.', jsonb_build_object('day', private.day(add_behaviour_follow_up.due_on))),
        '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.audit_rows()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  me constant uuid := (select id from public.users where id = private.signed_in_uid());
  subject constant text := private.subject_of(tg_table_schema, tg_table_name);
  -- What changes with every save.
  kept constant text[] := array['updated_at', 'recorded_at', 'search_text', 'full_name'];
  why constant text := nullif(current_setting('masomo.reason', true), '');
begin
  -- Loads and jobs have no caller.
  if coalesce(current_setting('request.jwt.claims', true), '') = ''
    or current_setting('masomo.unaudited', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.audit_log
      (actor_id, school_id, student_id, action, entity, entity_id, before, after, reason)
    select me, s.id, (c.is_now ->> subject)::uuid, 'update', tg_table_name, c.key, d.before, d.after, why
    from (select private.audit_key(to_jsonb(r), tg_argv) as key, to_jsonb(r) - kept as was from removed r) b
    join (select private.audit_key(to_jsonb(a), tg_argv) as key, to_jsonb(a) - kept as is_now from added a) c
      on c.key = b.key and c.is_now <> b.was
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid
    cross join lateral (
      select jsonb_object_agg(e.key, b.was -> e.key) as before, jsonb_object_agg(e.key, e.value) as after
      from jsonb_each(c.is_now) e where e.value is distinct from b.was -> e.key) d;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after, reason)
    select me, s.id, (c.is_now ->> subject)::uuid, 'insert', tg_table_name, private.audit_key(c.is_now, tg_argv),
      c.is_now, why
    from (select to_jsonb(a) - kept as is_now from added a) c
    join public.schools s on s.id = (c.is_now ->> 'school_id')::uuid;
  else
    insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, before, reason)
    select me, s.id, (c.was ->> subject)::uuid, 'delete', tg_table_name, private.audit_key(c.was, tg_argv), c.was, why
    from (select to_jsonb(r) - kept as was from removed r) c
    join public.schools s on s.id = (c.was ->> 'school_id')::uuid;
  end if;
  return null;
end
$function$;

create or replace function private.cbse_cards (
  examined public.cbse_classes,
  students uuid[],
  parts    integer[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with scheme as (select s.* from public.cbse_schemes s where s.id = examined.scheme_id),
  components as materialized (select * from private.cbse_component_results(examined) c
    where c.student_id = any (students) and c.part = any (parts)),
  results as materialized (select * from private.cbse_part_results(examined) r
    where r.student_id = any (students) and r.part = any (parts)),
  years as materialized (select * from private.cbse_year_results(examined) y
    where y.student_id = any (students) and cardinality(parts) = (select cardinality(weights) from scheme)),
  subjects as (
    select l.student_id, jsonb_agg(jsonb_build_object('name', b.name,
      'parts', (select jsonb_agg(jsonb_build_object(
          'components', (select jsonb_agg(jsonb_build_object('name', k.name, 'out_of', k.out_of,
              'result', round(round(c.result, 10), 2)) order by k.position)
            from public.cbse_components k left join components c on c.component_id = k.id and c.part = p.part
              and c.student_id = l.student_id and c.subject_id = l.subject_id where k.scheme_id = examined.scheme_id),
          'result', round(round(r.result, 10), 2), 'grade', private.cbse_grade(examined.scheme_id, r.result))
          order by p.part)
        from unnest(parts) as p (part) left join results r on r.part = p.part and r.student_id = l.student_id
          and r.subject_id = l.subject_id),
      'year', round(round(y.result, 10), 2), 'grade', private.cbse_grade(examined.scheme_id, y.result))
      order by b.name) as list
    from (select distinct r.student_id, r.subject_id from results r) l
    join public.subjects b on b.id = l.subject_id
    left join years y on y.student_id = l.student_id and y.subject_id = l.subject_id
    group by l.student_id)
  select jsonb_build_object(
    'school', private.paper_school(examined.school_id),
    'class_name', (select c.name from public.classes c where c.id = examined.class_id),
    'class_teacher', private.class_teacher_name(examined.class_id),
    'scheme', (select s.name from scheme s), 'weights', (select s.weights from scheme s),
    'area_grades', (select s.area_grades from scheme s),
    'bands', (select jsonb_agg(jsonb_build_object('grade', b.grade, 'lowest', b.lowest) order by b.lowest desc)
      from public.cbse_bands b where b.scheme_id = examined.scheme_id),
    'parts', (select jsonb_agg(jsonb_build_object('part', p.part, 'name', t.name) order by p.part)
      from unnest(parts) as p (part) cross join lateral private.cbse_term_of_part(examined, p.part) t),
    'year', (select f.name || case when f.id <> l.id then ' – ' || l.name else '' end from public.school_terms f,
      public.school_terms l where f.id = examined.first_term_id and l.id = examined.last_term_id),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.full_name,
          'admission_number', s.admission_number, 'date_of_birth', s.date_of_birth),
        'subjects', coalesce((select b.list from subjects b where b.student_id = s.id), '[]'),
        'areas', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'grades', (
            select jsonb_agg(g.grade order by p.part) from unnest(parts) as p (part)
            left join public.cbse_gradings g on g.cbse_class_id = examined.id and g.student_id = s.id
              and g.area_id = a.id and g.part = p.part)) order by a.position), '[]')
          from public.cbse_areas a where a.scheme_id = examined.scheme_id),
        'attendance', (select jsonb_agg(jsonb_build_object('marked', n.marked, 'present', n.present) order by p.part)
          from unnest(parts) as p (part) cross join lateral private.cbse_term_of_part(examined, p.part) t
          cross join lateral (select count(*) filter (where d.status <> 'excused') as marked,
              count(*) filter (where d.status in ('present', 'late')) as present
            from public.attendance d where d.student_id = s.id and d.day between t.starts_on and t.ends_on) n),
        'remarks', (select jsonb_agg(r.remark order by p.part) from unnest(parts) as p (part)
          left join public.cbse_remarks r on r.cbse_class_id = examined.id and r.student_id = s.id
            and r.part = p.part))
      order by s.last_name, s.first_name, s.id), '[]')
      from public.students s where s.id = any (students) and s.school_id = examined.school_id))
$function$;

create or replace function private.check_parsed_students (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
begin
  update pg_temp.import_row i set problems = to_jsonb(array_remove(array[
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number),
      private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when length(number) > 30 then private.say('Use at most 30 characters.') end)),
    private.import_problem(line, 'first_name', coalesce(private.ruined_cell(first_name), case
      when first_name is null then private.say('Enter the name.')
      when first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
      when length(first_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'last_name', coalesce(private.ruined_cell(last_name),
      case when length(last_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'gender', coalesce(private.ruined_cell(gender_text),
      case when gender_text is not null and gender is null
      then private.say('“{cell}” is not known. Write F or M, or leave it empty.',
        jsonb_build_object('cell', left(gender_text, 30))) end)),
    private.import_problem(line, 'date_of_birth', coalesce(private.ruined_cell(birth_text),
      private.ruined_date(birth_text), case
      when birth_text is not null and born
        is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(birth_text, 30)))
      when not private.is_birth_date(born, today)
        then private.say('A student is between 1 and 60 years old. Check the year.') end)),
    private.import_problem(line, 'admitted_on', coalesce(private.ruined_cell(admitted_text),
      private.ruined_date(admitted_text), case
      when admitted_text is not null
        and admitted is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(admitted_text, 30)))
      when not private.is_admission_date(admitted, born, today)
        then private.say('A student is admitted after their birth and at most 18 months from today. Check the year.')
          end)),
    private.import_problem(line, 'status', coalesce(private.ruined_cell(status_text),
      case when status_text is not null and status is null
      then private.say('“{cell}” is not known. Write Active, Suspended, Graduated or Left, or leave it empty.',
        jsonb_build_object('cell', left(status_text, 30))) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words),
      case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end))], null)
    || private.guardian_problems(line, guardian_name, guardian_key, phone_text, guardian_phone, guardian_email,
      relationship));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line,
      'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', s.full_name)))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and not i.is_known;
end
$function$;

create or replace function private.check_staff_rows (
  import public.imports
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := import.school_id;
  today constant date := private.school_today(import.school_id);
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.*, private.fold_text(c.number) as number_key, private.person_key(concat_ws(' ', c.first_name, c.last_name))
    as name_key, private.phone_number(c.phone_text) as phone,
    private.parse_date(c.employed_text, import.day_order, today) as employed_on, false as is_known
  from (select r.line, private.clean_cell(r.cells ->> 'staff_number') as number,
      coalesce(private.clean_cell(r.cells ->> 'first_name'), private.clean_cell(r.cells ->> 'last_name')) as first_name,
      case when private.clean_cell(r.cells ->> 'first_name') is null then ''
        else coalesce(private.clean_cell(r.cells ->> 'last_name'), '') end as last_name,
      private.clean_cell(r.cells ->> 'job_title') as job_title,
      private.clean_cell(r.cells ->> 'department') as department,
      lower(private.clean_cell(r.cells ->> 'email')) as email, private.clean_cell(r.cells ->> 'phone') as phone_text,
      private.clean_cell(r.cells ->> 'employed_on') as employed_text
    from private.import_cells(import) r) c;
  update pg_temp.import_row i set is_known = true from public.staff_members m
  where m.school_id = school and private.fold_text(m.staff_number) = i.number_key
    and private.person_key(m.first_name || ' ' || m.last_name) = i.name_key;
  update public.import_rows r set is_known = i.is_known, problems = to_jsonb(array_remove(array[
      private.import_problem(i.line, 'staff_number', coalesce(private.ruined_cell(i.number),
        private.ruined_number(i.number), case
        when i.number is null then private.say('Enter the staff number.')
        when length(i.number) > 30 then private.say('Use at most 30 characters.')
        when i.line > f.line then private.say(
          '{number} duplicates row {row}. Every person needs a number of their own.',
          jsonb_build_object('number', i.number, 'row', f.line))
        when m.id is not null and not i.is_known
          then private.say('{number} is the number of {student}. Use another one.',
            jsonb_build_object('number', i.number, 'student', m.full_name)) end)),
      private.import_problem(i.line, 'first_name', coalesce(private.ruined_cell(i.first_name), case
        when i.first_name is null then private.say('Enter the name.')
        when i.first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
        when length(i.first_name) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'last_name', coalesce(private.ruined_cell(i.last_name),
        case when length(i.last_name) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'job_title', coalesce(private.ruined_cell(i.job_title), case
        when i.job_title is null then private.say('Enter the job.')
        when length(i.job_title) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'department', coalesce(private.ruined_cell(i.department),
        case when length(i.department) > 80 then private.say('Use at most 80 characters.') end)),
      private.import_problem(i.line, 'email', coalesce(private.ruined_cell(i.email),
        case when not private.is_email(i.email) then private.say('“{cell}” is not an email address.',
          jsonb_build_object('cell', left(i.email, 60))) end)),
      private.import_problem(i.line, 'phone', coalesce(private.ruined_cell(i.phone_text),
        case when i.phone_text is not null and i.phone is null
        then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
          jsonb_build_object('cell', left(i.phone_text, 40))) end)),
      private.import_problem(i.line, 'employed_on', coalesce(private.ruined_cell(i.employed_text),
        private.ruined_date(i.employed_text), case
        when i.employed_text is not null and i.employed_on is null
          then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
            jsonb_build_object('cell', left(i.employed_text, 30)))
        when i.employed_on not between today - interval '60 years' and today + interval '18 months'
          then private.say('A person is employed at most 60 years ago and 18 months from today. Check the year.')
        end))], null)),
    record = jsonb_build_object('id', gen_random_uuid(), 'staff_number', i.number, 'first_name', i.first_name,
      'last_name', i.last_name, 'job_title', i.job_title, 'department', i.department, 'email', i.email,
      'phone', i.phone, 'employed_on', coalesce(i.employed_on, today))
  from pg_temp.import_row i
    left join (select number_key, min(line) as line from pg_temp.import_row group by 1) f on f.number_key = i.number_key
    left join public.staff_members m on m.school_id = school and private.fold_text(m.staff_number) = i.number_key
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return '{}';
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
  if new.teacher_id is not null and not exists (
    select from private.memberships m where m.user_id = new.teacher_id and m.school_id = new.school_id) then
    perform private.refuse('lesson.teacher_elsewhere', 'This teacher is not of the school.', field => 'teacher_id');
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id
    and cs.subject_id = new.subject_id) then
    perform private.refuse(
      'lesson.subject_not_taught', 'This subject is not taught to the class. Add it to the class first.',
      field => 'subject_id');
  end if;
  select l.*, c.name as class, b.name as subject,
    to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours,
    coalesce(u.full_name, '') as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id
    left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at
    and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id
      or private.fold_text(l.room) = private.fold_text(new.room))
  order by l.class_id = new.class_id desc, l.teacher_id = new.teacher_id desc nulls last limit 1;
  if not found then
    return new;
  elsif other.class_id = new.class_id then
    perform private.refuse('lesson.class_busy', '{class} has {subject} then ({hours}).',
      jsonb_build_object('class', other.class, 'subject', other.subject, 'hours', other.hours), 'starts_at');
  elsif other.teacher_id = new.teacher_id then
    perform private.refuse('lesson.teacher_busy', '{teacher} teaches {subject} to {class} then ({hours}).',
      jsonb_build_object('teacher', other.teacher, 'subject', other.subject, 'class', other.class,
        'hours', other.hours),
      'teacher_id');
  end if;
  perform private.refuse('lesson.room_busy', '{room} is taken by {class} then ({hours}).',
    jsonb_build_object('room', other.room, 'class', other.class, 'hours', other.hours), 'room');
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
  select u.full_name from public.classes c
    join public.users u on u.id = c.class_teacher_id where c.id = class
$function$;

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
    and a.attname <> all (array['search_text', 'full_name'] || coalesce(
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
    select u.id, u.first_name, u.last_name, u.full_name, u.email from public.users u
    where private.is_super_admin()
      and private.account_text(u.first_name, u.last_name, u.email) like find_accounts.patterns[1]
      and private.account_text(u.first_name, u.last_name, u.email) like all (find_accounts.patterns))
  select f.id, coalesce(f.full_name, f.email), f.email from found f
    order by f.last_name, f.first_name, f.id limit 6
$function$;

create or replace function private.likely_guardians (
  school uuid
)
  returns jsonb
  language sql
  security definer
  set search_path to ''
  AS $function$
  with named as (
    select distinct on (i.guardian_group) i.guardian_group as line, i.guardian_key, i.guardian_name as name,
      i.guardian_phone as phone, i.guardian_email as email
    from pg_temp.import_row i where i.guardian_key <> '' and i.problems = '[]' and i.guardian_id is null
      and not i.is_known
    order by i.guardian_group, i.line),
  known as (
    select g.id::text as same_as, g.full_name as name,
      private.person_key(g.first_name || ' ' || g.last_name) as guardian_key,
      private.phone_number(g.phone) as phone, lower(g.email) as email, null::integer as line
    from public.guardians g where g.school_id = school
    union all
    select 'row ' || n.line, n.name, n.guardian_key, n.phone, n.email, n.line from named n),
  pairs as (
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.guardian_key = n.guardian_key
    where (k.line is null or k.line < n.line)
      and (coalesce(n.phone, n.email) is null or coalesce(k.phone, k.email) is null)
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.phone = n.phone
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key
      and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' ')
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.email = n.email
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key
      and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' '))
  select coalesce(jsonb_agg(jsonb_build_object('row', p.line, 'name', n.name, 'same_guardian_as', p.same_as,
    'as_name', p.name, 'as_contact', coalesce(p.phone, p.email))
    order by p.line, p.same_as), '[]')
  from (select distinct on (line) * from pairs order by line, same_as like 'row %', same_as) p
    join named n on n.line = p.line
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
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method,
    'reference', r.reference, 'amount', r.amount, 'received', r.received, 'paid_on', r.paid_on, 'recorded_at',
    r.recorded_at,
    'cashier', (select u.full_name from public.users u where u.id = r.cashier_id),
    'school', private.paper_school(r.school_id),
    'students', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name', k.name,
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', p.id, 'amount', p.amount, 'is_reversed', p.reversed_at is not null,
        'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'amount', l.amount) order by l.position)
          from private.quick_receipt_lines l where l.receipt_id = r.id and l.payment_id = p.id)) order by g.first)
      from (select l.payment_id, min(l.position) as first from private.quick_receipt_lines l where l.receipt_id = r.id
        group by l.payment_id) g
      join public.fee_payments p on p.id = g.payment_id join public.students s on s.id = p.student_id
        left join public.classes k on k.id = s.class_id))
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
    select at, kind, private.in_english(title) as title, private.in_english(text) as text, link,
      jsonb_build_object('title', title, 'text', text) as said from (
      select o.created_at as at, 'order' as kind, to_jsonb(o.order_number) as title, to_jsonb(o.institution) as text,
        '/dashboard/store/orders' as link
      from (select * from public.orders where private.may('order:read-all') order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', to_jsonb(t.ticket_number), to_jsonb(t.subject), '/dashboard/support'
        from (select * from public.support_tickets where private.may('ticket:answer')
        order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', to_jsonb(n.title), to_jsonb(left(n.body, 140)),
        case when private.may('announcement:write') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now()
        and archived_at is null and my_role = any (audience)
        and (class_id is null or (select private.may('announcement:write-all'))
          or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id
            and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', private.say('{student} handed in {title}', jsonb_build_object(
          'student', h.full_name, 'title', h.title)),
            to_jsonb(coalesce(h.class_name, '')), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.full_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id
          join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where private.may('grade:write') and a.teacher_id = private.signed_in_uid()
          and a.class_id in (select private.my_class_ids())
          and b.student_id <> all ((select private.withheld_from_me())::uuid[]) and b.submitted_at is not null
            order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', private.say('{student} paid {amount}', jsonb_build_object(
          'student', p.full_name, 'amount', private.money(p.amount))),
            to_jsonb(p.receipt_number), '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.full_name
        from public.fee_payments f join public.students s on s.id = f.student_id
        where private.may('fee-account:read-all') and f.school_id = private.my_school()
          and f.student_id <> all ((select private.withheld_from_me())::uuid[]) order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', case r.kind when 'merit' then private.say('Merit: {summary}', summary.args)
          when 'contact' then private.say('Contact: {summary}', summary.args)
          when 'visit' then private.say('Visit: {summary}', summary.args)
          else private.say('Other: {summary}', summary.args) end,
        to_jsonb(r.full_name), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.full_name from public.student_records d
        join public.students s on s.id = d.student_id
        where private.may('record:write') and d.kind not in ('health', 'behaviour')
          and d.school_id = private.my_school()
          and d.student_id <> all ((select private.withheld_from_me())::uuid[]) order by d.created_at desc limit 5) r
      cross join lateral jsonb_build_object('summary', r.summary) as summary (args)
      union all
      select m.created_at, 'notification', coalesce(m.said -> 'title', to_jsonb(m.title)),
        coalesce(m.said -> 'body', to_jsonb(m.body)), coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text, said jsonb)
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
    perform private.refuse('fee.method', 'Choose how it was paid.', field => 'method');
  end if;
  if require_payment_reference.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    perform private.refuse(
      'fee.mpesa_code', 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.',
      field => 'reference');
  end if;
  if require_payment_reference.method in ('bank', 'cheque') and code is null then
    perform private.refuse('fee.reference_required',
      'Enter the number of the slip or the cheque.', field => 'reference');
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = require_payment_reference.method and p.reference = code
    and p.reverses is null and p.reversed_at is null limit 1;
  if found then
    perform private.refuse(
      'fee.duplicate_reference', 'A payment with this reference is already recorded: {receipt} for {student}.',
      jsonb_build_object('receipt', other.receipt_number,
        'student', (select s.full_name from public.students s
        where s.id = other.student_id)),
      'reference');
  end if;
  return code;
end
$function$;

create or replace function private.reset_authenticator (
  person uuid,
  reason text,
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  because constant text := private.require_text(reset_authenticator.reason, 300, 'reason', 'Say why.');
  owner public.users;
begin
  if reset_authenticator.person = private.signed_in_uid() then
    perform private.refuse('authenticator.own', 'Change your own authenticator in your profile.');
  end if;
  select * into owner from public.users u where u.id = reset_authenticator.person
    and (reset_authenticator.school is null or u.school_id = reset_authenticator.school);
  if owner.id is null then
    perform private.refuse(
      'authenticator.not_found', 'This person is no longer at your school.', errcode => 'P0002');
  elsif reset_authenticator.school is not null
    and exists (select from public.super_admins a where a.id = owner.id) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  elsif not private.has_authenticator(owner.id) then
    perform private.refuse('authenticator.none', 'This person has no authenticator app.');
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Somebody else may be signed in with the lost phone.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text,
    jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'authenticator-reset/' || clock_timestamp(),
    private.say('Your authenticator app was taken off your account'),
    private.say('Somebody who may do this took it off. Set up your new phone in your profile, and change your '
      'password if you did not ask for it.'),
    '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('authenticator-reset/%s/%s', owner.id, clock_timestamp()), 'authenticator-reset',
      owner.email, jsonb_build_object(
        'name', coalesce(owner.full_name, ''), 'reason', because,
        'by', (select coalesce(u.full_name, '') from public.users u
          where u.id = private.signed_in_uid()),
        'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$function$;

create or replace function private.set_announcement_author()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.author_name := coalesce((select u.full_name from public.users u
    where u.id = new.author_id), nullif(new.author_name, ''), 'The office');
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
  event constant text := case when is_arrival then 'arrival/' else 'departure/' end || sighting.student_id || '/'
    || sighting.day;
  moment constant text := to_char(sighting.seen_at at time zone (select h.time_zone from public.schools h
    where h.id = sighting.school_id), 'HH24:MI');
  student public.students;
begin
  if sighting.day <> private.school_today(sighting.school_id)
    or not (private.addon_setting(sighting.school_id,
      'addon:qr-attendance', case when is_arrival then 'message_arrivals' else 'message_departures' end) #>>
      '{}')::boolean then
    return;
  end if;
  select * into student from public.students where id = sighting.student_id;
  if is_arrival then
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has arrived at school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has left school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  end if;
  perform private.queue_mail('gate-' || event, case when is_arrival then 'gate-arrival' else 'gate-departure' end,
    g.email,
    private.gate_mail(is_arrival, sighting.outcome = 'late', g.full_name,
      student.full_name, h.name, h.phone, moment), h.email,
    (select u.language from public.users u where u.id = g.user_id), sighting.school_id)
  from public.schools h, lateral (
    select g.* from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = student.id and g.email is not null and private.may_be_mailed(student.id, g.id)
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
  alert constant integer := (private.addon_setting(school, 'addon:behaviour-records',
    'alert_points') #>> '{}')::integer;
  watched record;
begin
  if alert = 0 then
    return;
  end if;
  for watched in
    select s.id, s.full_name as name, k.class_teacher_id, sum(e.points) as points
    from public.students s join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.student_id = s.id and e.kind = 'incident' and e.withdrawn_at is null
      and e.happened_on > private.school_today(school) - 30
    where s.id = any (students) and k.class_teacher_id is not null group by s.id, k.class_teacher_id
      having sum(e.points) >= alert and sum(e.points) - added < alert loop
    perform private.notify(array[watched.class_teacher_id],
      'behaviour-points/' || watched.id || '/' || private.school_today(school), 
      private.say('{student} has reached {points} points',
        jsonb_build_object('student', watched.name, 'points', watched.points)),
      private.say('For incidents of the last 30 days.'), '/dashboard/students/' || watched.id);
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
    select g.student_id as student, g.subject_id as subject,
      case when g.class_id <> l.class then g.class_id end as other_class, a.name, a.created_at, g.score, a.max_score,
      a.weight
    from listed l join public.grades g on g.student_id = l.student and g.term_id = term.id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null),
  subjects as (
    select m.student, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score,
      'weight', m.weight,
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
  select s.id, s.full_name, s.admission_number
  from public.assignments a cross join private.students_given(a) as m (id) join public.students s on s.id = m.id
  where a.id = assignment_students.assignment_id and a.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or a.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (select from public.submissions b where b.assignment_id = a.id
      and b.student_id = s.id))
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
  return query select u.id, u.full_name from public.users u
  where u.id in (select private.behaviour_people(private.require_addon('addon:behaviour-records'),
    behaviour_people.student_ids)) order by 2, 1;
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
  select s.id, s.full_name, s.admission_number, c.name, e.merits, e.incidents,
    e.merit_points, e.incident_points, e.merit_points - e.incident_points, e.last_on, (count(*) over ())::integer
  from (
    select e.student_id, count(*) filter (where e.kind = 'merit')::integer as merits,
      count(*) filter (where e.kind = 'incident')::integer as incidents,
      coalesce(sum(e.points) filter (where e.kind = 'merit'), 0)::integer as merit_points,
        coalesce(sum(e.points) filter (where e.kind = 'incident'), 0)::integer as incident_points,
        max(e.happened_on) as last_on
    from public.behaviour_entries e where e.school_id = (select private.school_where('behaviour:record'))
      and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null
      and (behaviour_report.class_id is null
        or behaviour_report.class_id = coalesce(private.class_on(e.student_id, e.happened_on),
        private.class_on(e.student_id, private.my_today())))
    group by e.student_id) e
  join public.students s on s.id = e.student_id
    left join public.classes c on c.id = coalesce(behaviour_report.class_id, s.class_id)
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
  due private.due_charge[];
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
  due := array(select d from private.due_charges(school, bill_term.term_id) d);
  select jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total) order by n.name), '[]')
      from (select name, amount, count(*) as students, sum(amount) as total from unnest(due)
        group by fee_id, name, amount) n),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id,
      'student', s.full_name, 'fee_id', f.id, 'name', f.name, 'amount', m.amount,
      'charged', m.charged,
        'class_name', k.name, 'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from private.moved_fees(school, bill_term.term_id) m join public.students s on s.id = m.student_id
        join public.fees f on f.id = m.fee_id
      join public.classes k on k.id = f.class_id join public.classes o on o.id = m.charged_class_id))
  into outcome from unnest(due);
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, due);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
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
  select r.cashier_id, (select u.full_name from public.users u
    where u.id = r.cashier_id), count(distinct r.id)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'cash' and p.reversed_at is null), 0)::integer,
      coalesce(sum(p.amount) filter (where r.method = 'mpesa' and p.reversed_at is null), 0)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'bank' and p.reversed_at is null), 0)::integer,
      coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::integer
  from public.quick_receipts r cross join lateral (select distinct l.payment_id from private.quick_receipt_lines l
    where l.receipt_id = r.id) l join public.fee_payments p on p.id = l.payment_id
  where r.school_id = school and r.paid_on = coalesce(cashier_totals.day, private.school_today(school))
    and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
  group by r.cashier_id order by 2, 1;
end
$function$;

create or replace function public.cbse_students (
  cbse_class_id uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    has_left         boolean
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, s.full_name, s.admission_number, s.class_id is distinct from k.class_id
  from public.cbse_classes k cross join private.cbse_members(k) as m (id)
  join public.students s on s.id = m.id and s.school_id = k.school_id
  where k.id = cbse_students.cbse_class_id and k.id in (select private.my_cbse_classes())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
  order by s.last_name, s.first_name, s.id
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
    'id', c.id, 'updated_at', c.updated_at, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active,
      'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id',
      c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'),
      'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id
      and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0),
      1) from public.attendance a where a.class_id = c.id and a.day > private.school_today(c.school_id) - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id,
      'teacher', (select u.full_name from public.users u where u.id = cs.teacher_id))
      order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at,
      'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select u.full_name from public.users u where u.id = l.teacher_id))
        order by l.weekday, l.starts_at), '[]')
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
    'term', (select t.name from public.school_terms t where t.school_id = class.school_id
      and class_register.day between t.starts_on and t.ends_on),
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id,
      'name', s.full_name, 'admission_number', s.admission_number, 'status', r.status)
        order by s.last_name, s.first_name, s.id), '[]')
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id
      where s.id <> all ((select private.withheld_from_me())::uuid[])));
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
  perform private.require('user:set-role');
  return query
  select u.id, u.full_name, u.email::text, coalesce(r.cms_right, 'publisher'),
    coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
  from public.super_admins s
  join public.users u on u.id = s.id
  left join public.cms_rights r on r.id = u.id
  left join lateral (
    select count(*)::integer as changes, max(l.at) as last_at from public.audit_log l
    where l.actor_id = u.id and l.at > now() - interval '30 days'
      and l.entity in ('cms_pages', 'cms_media', 'settings', 'faqs', 'testimonials', 'site_redirects', 'plans',
        'addons', 'services', 'price_changes', 'cms_rights')
  ) as work on true
  where (select private.search_patterns(cms_people.search)) is null
    or private.account_text(u.first_name, u.last_name,
      u.email) like all ((select private.search_patterns(cms_people.search))::text[])
  order by lower(concat_ws(' ', u.last_name, u.first_name, u.email)), u.id
  limit least(greatest(cms_people.page_size, 1),
    100) offset (greatest(cms_people.page, 1) - 1) * least(greatest(cms_people.page_size, 1), 100);
end
$function$;

create or replace function public.delete_school_role (
  role_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  known private.school_roles;
  people text;
  before jsonb;
begin
  select * into known from private.school_roles r where r.id = delete_school_role.role_id
    and (r.school_id = school or r.school_id is null) for update;
  if known.id is null then
    perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
  elsif known.school_id is null then
    perform private.refuse('role.common',
      'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
  end if;
  perform private.require_grantable(known.id);
  select string_agg(h.name, ', ' order by h.name) into people from (
    select distinct coalesce(u.full_name, u.email) as name from private.memberships m
      join public.users u on u.id = m.user_id
    where m.role_id = known.id and (m.ends_on is null or m.ends_on >= private.my_today())) h;
  if people is not null then
    perform private.refuse('role.in_use', 'These people have this role: {people}. Take it from them first.',
      jsonb_build_object('people', people));
  end if;
  before := jsonb_build_object('name', known.name, 'base', known.base, 'permissions', private.permissions_of(known.id));
  -- An open invitation would give the common role in its place.
  update public.invitations i set revoked_at = now()
  where i.role_id = known.id and i.accepted_at is null and i.revoked_at is null;
  delete from private.memberships m where m.role_id = known.id;
  delete from private.school_roles r where r.id = known.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), school, 'delete', 'school_roles', known.id, before);
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
  parts jsonb := '{}';
begin
  if not private.may('protection:manage') and not private.has_own_students() then
    perform private.refuse('export.guardians_only',
      'Only guardians and administrators can export a child’s data.', errcode => '42501');
  end if;
  select to_jsonb(s) - '{search_text,full_name}'::text[] into found from public.students s
    where s.id = export_student.student_id;
  if found is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select t.name, split_part(t.name, '.', 2) as part, t.subject, t.reader from private.tables_about_children() t
    where t.reader is not null or pg_catalog.has_table_privilege(t.name, 'select')
  loop
    if source.reader is not null then
      execute format('select %s($1)', source.reader) into found using export_student.student_id;
    else
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''{search_text,full_name}''::text[]), ''[]'')
        from %s t where t.%I = $1',
        source.name, source.subject) into found using export_student.student_id;
    end if;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.part, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g) - '{search_text,full_name}'::text[]), '[]') into found
  from public.guardians g where g.id in (
    select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
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
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name', k.name, 'balance', coalesce(b.balance, 0),
      'fees', (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'due_on', o.due_on, 'amount', o.amount)),
        '[]') from private.open_charges(s.id) o),
      'siblings', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id,
        'name', o.full_name, 'balance',
        coalesce((select n.balance from public.student_balances n where n.student_id = o.id), 0))), '[]')
        from public.student_guardians mine join public.student_guardians other on other.guardian_id = mine.guardian_id
          join public.students o on o.id = other.student_id
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended')
          and o.id <> all ((select private.withheld_from_me())::uuid[])))
            order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id
      left join public.student_balances b on b.student_id = s.id
    where s.id = any (fee_payer_accounts.student_ids) and s.school_id = school
      and s.id <> all ((select private.withheld_from_me())::uuid[]));
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
  select s.id, s.full_name, s.admission_number, k.name, coalesce(b.balance, 0)
  from public.students s left join public.classes k on k.id = s.class_id
    left join public.student_balances b on b.student_id = s.id
  where s.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (s.search_text like all (patterns)
      or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = school and g.search_text like all (patterns)))
        and (s.status in ('active', 'suspended') or b.balance > 0)
  order by private.fold_text(s.admission_number) = private.fold_text(find_fee_payers.search) desc, s.last_name,
    s.first_name, s.id limit 8;
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
  -- The words once, of no row of a query: a condition that takes them from one is asked again for every student.
  select * from (
    (select 'student', s.id, s.full_name,
       concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from public.students s
     where (select private.may('student:read'))
       and (s.search_text like all ((select private.search_patterns(search))::text[])
       or s.id in (select sg.student_id from public.student_guardians sg
         join public.guardians g on g.id = sg.guardian_id
         where g.search_text like all ((select private.search_patterns(search))::text[])))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.full_name, m.job_title from public.staff_members m
     where (select private.may('staff:read'))
       and m.search_text like all ((select private.search_patterns(search))::text[])
     order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '') from public.schools h
     where (select private.may('school:write'))
       and h.search_text like all ((select private.search_patterns(search))::text[])
     order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from private.find_accounts((select private.search_patterns(search))) u
     where (select private.may('user:read')))
  ) as found (kind, id, name, detail)
  where length(btrim(search)) >= 2
$function$;

create or replace function public.find_role_people (
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 20
)
  returns table (
    id     uuid,
    name   text,
    email  text,
    school text,
    total  bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(find_role_people.search);
begin
  return query
  select u.id, coalesce(u.full_name, u.email), u.email,
    case when u.school_id <> school then h.name end, count(*) over ()
  from public.users u join public.schools h on h.id = u.school_id
  where u.school_id = any (private.schools_with_my_roles() || school) and u.is_active
    and u.id <> private.signed_in_uid() and not exists (select from public.super_admins a where a.id = u.id)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.school_id = school desc, u.last_name, u.first_name, u.id
  limit least(greatest(find_role_people.size, 1), 1000) offset greatest(find_role_people.skipped, 0);
end
$function$;

create or replace function public.find_teachers (
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 20
)
  returns table (
    id    uuid,
    name  text,
    email text,
    job   text,
    total bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  patterns constant text[] := private.search_patterns(find_teachers.search);
begin
  return query
  select u.id, coalesce(u.full_name, u.email), u.email, m.job_title, count(*) over ()
  from public.users u left join public.staff_members m on m.user_id = u.id and m.school_id = school
  where u.id = any (private.people_with(school, 'class:teach'))
    and (patterns is null or concat_ws(' ', private.account_text(u.first_name, u.last_name, u.email), m.search_text)
      like all (patterns))
  order by u.last_name, u.first_name, u.id
  limit least(greatest(find_teachers.size, 1), 1000) offset greatest(find_teachers.skipped, 0);
end
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
    'in', count(distinct g.student_id) filter (where g.direction = 'in'), 'late',
      count(distinct g.student_id) filter (where g.outcome = 'late'),
    'out', count(distinct g.student_id) filter (where g.direction = 'out'), 'staff', count(distinct g.staff_id),
    'contradicting', coalesce(jsonb_agg(distinct s.full_name)
      filter (where g.outcome = 'contradicts' and a.status in ('absent', 'excused')), '[]'))
  from public.gate_sightings g left join public.students s on s.id = g.student_id
    left join public.attendance a on a.student_id = g.student_id and a.day = g.day
  where g.school_id = (select private.school_where('attendance:take'))
    and g.day = coalesce(gate_day.day, private.my_today())
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
  select s.id, s.full_name, s.admission_number, c.name, count(distinct g.day)::integer,
    max(g.seen_at), (count(*) over ())::integer
  from public.gate_sightings g join public.students s on s.id = g.student_id
    left join public.classes c on c.id = coalesce(gate_late_list.class_id, s.class_id)
  where g.school_id = (select private.school_where('attendance:take'))
    and g.day between gate_late_list.from_day and gate_late_list.to_day and g.outcome = 'late'
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
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select s.id, s.full_name, s.admission_number, c.name, a.status,
    (count(*) over ())::integer
  from public.enrolments e join public.students s on s.id = e.student_id join public.classes c on c.id = e.class_id
  left join public.attendance a on a.student_id = s.id and a.day = looked_at
  where e.school_id = school and e.started_on <= looked_at and (e.ended_on is null or e.ended_on > looked_at)
    and s.status <> 'suspended' and not exists (
    select from public.gate_sightings g where g.student_id = s.id and g.day = looked_at and g.direction = 'in');
end
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
  order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name);
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
  select s.id, s.full_name, s.admission_number,
    (select max(e.ended_on) from public.enrolments e where e.student_id = s.id
      and e.class_id = gradebook_students.class_id
      having bool_and(e.ended_on <= least(t.ends_on, private.school_today(t.school_id))))
  from public.school_terms t
  cross join private.students_to_mark(gradebook_students.class_id, gradebook_students.subject_id,
    gradebook_students.term_id) as m (id)
  join public.students s on s.id = m.id and s.school_id = t.school_id
  where t.id = gradebook_students.term_id and t.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or gradebook_students.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (
      select from public.grades g where g.student_id = s.id and g.class_id = gradebook_students.class_id
        and g.subject_id = gradebook_students.subject_id and g.term_id = t.id))
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
  open public.invitations;
  names jsonb;
begin
  perform private.require_account_manager(invitation_mail.school_id);
  if exists (select from public.users u join auth.users a on a.id = u.id where lower(u.email) = address
    and a.email_confirmed_at is null) then
    perform private.require_mail_budget('invitation', address,
      case when private.is_super_admin() then null else invitation_mail.school_id end);
  end if;
  select * into open from public.invitations i where lower(i.email) = address and i.accepted_at is null
    and i.revoked_at is null
    and i.school_id is not distinct from invitation_mail.school_id;
  select jsonb_build_object('name', coalesce(u.full_name, ''),
    'language', coalesce(u.language, 'en'),
    'school', (select s.name from public.schools s where s.id = invitation_mail.school_id),
    'role', (select r.name from private.school_roles r where r.id = open.role_id), 'invitation', open.id)
  into names from public.users u where u.id = private.signed_in_uid();
  return case when invitation_mail.school_id is null or private.is_paying(invitation_mail.school_id) then names
    else private.without_links(names) end;
end
$function$;

create or replace function public.list_open_invitations (
  in_school uuid    default null::uuid,
  skipped   integer default 0,
  size      integer default 20
)
  returns table (
    id         uuid,
    email      text,
    name       text,
    role       public.user_role,
    role_id    uuid,
    role_name  text,
    school_id  uuid,
    school     text,
    invited_by text,
    created_at timestamp with time zone,
    total      bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school,
    private.school_where('account:manage')));
  only_school constant uuid := coalesce(own_school, in_school);
begin
  return query
  select i.id, i.email, i.full_name, i.role, i.role_id, r.name, i.school_id, h.name,
    u.full_name, i.created_at, count(*) over ()
  from public.invitations i left join private.school_roles r on r.id = i.role_id
    left join public.schools h on h.id = i.school_id
    left join public.users u on u.id = i.invited_by
  where i.accepted_at is null and i.revoked_at is null and (only_school is null or i.school_id = only_school)
  order by i.created_at desc, i.id
  limit least(greatest(size, 1), 100) offset greatest(skipped, 0);
end
$function$;

create or replace function public.people_with_roles (
  of_role   uuid    default null::uuid,
  of_person uuid    default null::uuid,
  search    text    default null::text,
  skipped   integer default 0,
  size      integer default 1000
)
  returns table (
    id        uuid,
    user_id   uuid,
    name      text,
    email     text,
    role_id   uuid,
    role_name text,
    base      public.user_role,
    campus_id uuid,
    campus    text,
    starts_on date,
    ends_on   date,
    is_active boolean,
    can_take  boolean,
    total     bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  patterns constant text[] := private.search_patterns(search);
begin
  return query
  select m.id, u.id, coalesce(u.full_name, u.email), u.email, r.id, r.name, r.base,
    c.id,
    c.name, case when isfinite(m.starts_on) then m.starts_on end, m.ends_on, u.is_active,
    u.id <> private.signed_in_uid() and private.is_grantable(r.id), count(*) over ()
  from private.memberships m join public.users u on u.id = m.user_id join private.school_roles r on r.id = m.role_id
    left join public.campuses c on c.id = m.campus_id
  where m.school_id = school and (people_with_roles.of_role is null or m.role_id = people_with_roles.of_role)
    and (people_with_roles.of_person is null or m.user_id = people_with_roles.of_person)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
  order by u.last_name, u.first_name, u.id, r.school_id is not null, r.base, r.slug, m.id
  limit least(greatest(people_with_roles.size, 1), 1000) offset greatest(people_with_roles.skipped, 0);
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
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school
    and p.reverses is null;
  select r.* into quick from public.quick_receipts r
    where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if not private.may('fee-receipt:read-all') and quick.cashier_id is distinct from private.signed_in_uid() then
    perform private.refuse(
      'thermal_print.not_yours', 'Receipts are printed by the person who took the payment, or by an administrator.',
      errcode => '42501');
  end if;
  if payment.id is null then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method,
      'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on,
      'recorded_at', payment.created_at,
      'cashier', (select u.full_name from public.users u
        where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone,
        'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', s.full_name,
        'admission_number', s.admission_number, 'class_name',
        (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines',
          jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number',
    (select count(*) from public.thermal_prints t where t.school_id = school
    and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(),
    'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header',
    private.addon_setting(school, 'addon:thermal-print', 'header'),
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
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed,
    (select u.full_name from public.users u where u.id = r.cashier_id), r.recorded_at,
    count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct s.full_name, ', ') as students,
      coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed,
      string_agg(distinct s.search_text, ' ') as names
    from public.fee_payments p join public.students s on s.id = p.student_id
      where p.id in (select k.payment_id from private.quick_receipt_lines k where k.receipt_id = r.id)) l
  where r.school_id = school and r.paid_on = coalesce(quick_receipt_list.day, private.school_today(school))
    and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
    and (patterns is null or private.fold_text(concat_ws(' ', r.receipt_number, r.reference)) like all (patterns)
      or l.names like all (patterns))
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
  in_office constant boolean := private.may('behaviour:read-all');
  patterns constant text[] := private.search_patterns(read_behaviour.search);
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  with found as materialized (
    select e.*, s.full_name as student, s.admission_number, k.name as class_name,
      c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id
      join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on
      and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student)
      and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind)
      and (of_entry is null or e.id = of_entry)
      and e.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null
        and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (patterns is null or s.search_text like all (patterns) or private.fold_text(c.name) like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id
      limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident'
    having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on,
    p.note, p.agreed,
    (select u.full_name from public.users u where u.id = p.recorded_by), p.recorded_at,
      p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when in_office or p.student_id in (select private.my_taught_student_ids())
      then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task,
      'person', (select u.full_name from public.users u where u.id = f.assigned_to),
      'done_at', f.done_at, 'outcome', f.outcome) order by f.due_on, f.planned_at), '[]')
        from public.behaviour_follow_ups f where f.entry_id = p.id) end, p.found_rows
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
  in_office constant boolean := private.may('behaviour:read-all');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  with page as materialized (
    select f.*, count(*) over () as found_rows from public.behaviour_follow_ups f
    where f.school_id = school and (f.done_at is null) = is_open
      and (not is_mine or f.assigned_to = private.signed_in_uid())
      and f.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (in_office or f.student_id in (select private.my_taught_student_ids()))
    order by case when is_open then f.due_on end, case when not is_open then f.due_on end desc, f.id
      limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p having count(*) > 0)
  select p.id, p.entry_id, p.student_id, s.full_name, k.name, c.name, p.task, p.due_on,
    (select u.full_name from public.users u where u.id = p.assigned_to), p.done_at,
    p.outcome, p.found_rows
  from page p join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.id = p.entry_id join public.behaviour_categories c on c.id = e.category_id
    left join logged on true
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
  in_office constant boolean := private.may('record:read-all');
  patterns constant text[] := private.search_patterns(read_student_records.search);
begin
  if me is null or private.my_school() is null and not private.may('records:open') then
    perform private.refuse('permission.members_only',
      'Only members of a school can read its records.', errcode => '42501');
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school() and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (of_record is null or r.id = of_record)
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind)
        and (of_record is not null or (r.archived_at is not null) = archived)
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null
        and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (patterns is null or r.search_text like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f
    order by case when sort = 'kind' and not descending then f.kind end,
      case when sort = 'kind' and descending then f.kind end desc,
      case when not descending then f.happened_on end, case when descending then f.happened_on end desc, f.id
    limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  -- Once an hour for each reader and child: a list that is turned back and forth is one reading.
  logged as (
    insert into public.audit_log (actor_id, school_id, student_id, action, entity)
    select distinct me, p.school_id, p.student_id, 'read', 'student_records' from page p
    where p.kind in ('health', 'behaviour') and not exists (
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read'
        and l.entity = 'student_records' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, s.full_name, p.kind, p.summary, p.details,
    p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end,
    case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
$function$;

create or replace function public.record_attendance (
  class_id uuid,
  day      date,
  marks    jsonb
)
  returns table (
    student_id uuid,
    outcome    text,
    status     public.attendance_status,
    by         text,
    at         timestamp with time zone
  )
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
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
  end if;
  -- A mark of a wrong day can still be cleared.
  if record_attendance.day is null
    or exists (select from jsonb_to_recordset(marks) as m (status text) where m.status is not null) then
    perform private.require_register_day(class.school_id, record_attendance.day);
  end if;
  seen := (select jsonb_object_agg(m.student_id, coalesce(m.seen, '[]'))
    from jsonb_to_recordset(marks) as m (student_id uuid, seen jsonb) where m.student_id is not null);
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock. Of two marks for a
  -- student the later one counts.
  perform from public.attendance a where a.day = record_attendance.day
    and a.student_id in (select m.student_id from jsonb_to_recordset(marks) as m (student_id uuid))
  order by a.student_id for update;
  listed := array(
    select m.id from private.class_members(class.id, record_attendance.day, record_attendance.day) as m (id)
    union
    select a.student_id from public.attendance a where a.class_id = class.id and a.day = record_attendance.day);
  with entered as materialized (
    select distinct on (m.student_id) m.student_id as id, m.status
    from rows from (jsonb_to_recordset(marks) as (student_id uuid, status public.attendance_status))
      with ordinality as m (student_id, status, place)
    where m.student_id = any (listed) order by m.student_id, m.place desc),
  cleared as (
    delete from public.attendance a using entered w
    where w.status is null and a.student_id = w.id and a.day = record_attendance.day
      and seen -> w.id::text ? a.status::text)
  insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
  select w.id, record_attendance.day, class.school_id, class.id, w.status, private.signed_in_uid() from entered w
    where w.status is not null order by w.id
  on conflict (student_id, day) do update
    set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
    where a.status <> excluded.status and seen -> a.student_id::text ? a.status::text;
  -- A statement of its own, which sees what another person has set while this one waited.
  return query
  select m.student_id, o.outcome, case when o.outcome = 'changed' then a.status end,
    case when o.outcome = 'changed' then u.full_name end,
    case when o.outcome = 'changed' then a.recorded_at end
  from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status)
  left join public.attendance a on a.student_id = m.student_id and a.student_id = any (listed)
    and a.day = record_attendance.day
  left join public.users u on u.id = a.recorded_by
  cross join lateral (select case when m.student_id = any (listed) is not true then 'not_in_class'
    when a.status is not distinct from m.status then 'kept' else 'changed' end as outcome) o
  order by m.student_id;
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
  school constant uuid := private.require('fee:charge');
  debtor record;
  mailed integer := 0;
  unreachable integer := 0;
  unsent integer := 0;
  queued uuid;
begin
  for debtor in
    select a.id, a.full_name as student, a.admission_number, a.balance,
      a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone,
      coalesce(h.payment_instructions, '') as how_to_pay,
      g.name as guardian, g.email, g.user_id
    from public.student_accounts a join public.schools h on h.id = a.school_id
    left join lateral (select g.full_name as name, g.email, g.user_id
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where sg.student_id = a.id and g.email is not null and private.may_be_mailed(a.id, g.id)
        order by sg.is_primary desc limit 1) g on true
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended')
      and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids))
    order by lower(g.email)
  loop
    if debtor.email is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    queued := private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school),
      'fee-reminder', debtor.email,
      jsonb_build_object('guardian', debtor.guardian, 'student', debtor.student,
        'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''),
          'how_to_pay', debtor.how_to_pay),
      debtor.school_email, (select u.language from public.users u where u.id = debtor.user_id), school);
    if queued is null then
      unsent := unsent + 1;
    else
      mailed := mailed + 1;
    end if;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable, 'unsent', unsent,
    'left', private.mails_left(school));
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
  here constant uuid := private.require('two-factor:manage');
  person record;
  reminded integer := 0;
begin
  perform private.require_addon('addon:two-factor');
  for person in
    select u.id, u.email, coalesce(u.full_name, '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id
      cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(),
      private.say('Set up two-step sign-in'),
        private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home '
          'screen says until when.'), '/dashboard/profile') = 1 then
      reminded := reminded + 1;
      if person.email is not null then
        perform private.queue_mail(format('two-factor-reminder/%s/%s', person.id, private.my_today()),
          'two-factor-reminder', person.email,
          private.two_factor_reminder(person.name, person.school, person.due_on), null, null, here);
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
  perform private.require('ticket:answer');
  select * into ticket from public.support_tickets t where t.id = reply_to_ticket.ticket_id for update;
  if not found then
    perform private.refuse('ticket.not_found', 'This ticket is no longer here.', errcode => 'P0002');
  end if;
  insert into public.ticket_replies (ticket_id, author_id, author_name, body, is_internal)
  values (ticket.id, private.signed_in_uid(),
    coalesce((select u.full_name from public.users u
      where u.id = private.signed_in_uid()), 'Support'),
    private.require_text(reply_to_ticket.body, 5000, 'body', 'Write your reply.'), reply_to_ticket.is_internal)
  returning * into reply;
  update public.support_tickets t set
    status = coalesce(reply_to_ticket.status, case when reply.is_internal then t.status else 'waiting' end),
    first_reply_at = case when reply.is_internal then t.first_reply_at else coalesce(t.first_reply_at, now()) end,
    assigned_to = coalesce(t.assigned_to, private.signed_in_uid())
  where t.id = ticket.id;
  if not reply.is_internal then
    perform private.queue_mail('ticket-reply/' || reply.id, 'ticket-reply', ticket.sender_email,
      jsonb_build_object('ticket_number', ticket.ticket_number, 'subject', ticket.subject,
        'sender_name', ticket.sender_name, 'body', reply.body, 'author_name', reply.author_name),
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
  in_office constant boolean := private.may('protection:manage');
  me public.users;
  made public.data_requests;
begin
  if not in_office and not private.has_own_students() then
    perform private.refuse(
      'data_request.guardians_only', 'Guardians ask for this, and administrators enter what they receive on paper.',
      errcode => '42501');
  end if;
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school
    and (in_office or s.id in (select private.my_student_ids()))) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if private.days_to_answer(request_data.kind) is null then
    perform private.refuse('data_request.kind', 'Choose the type of request.', field => 'kind');
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id
    and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    perform private.refuse('data_request.open',
      'You have asked for this already. The school answers by the day shown.', field => 'kind');
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.')
      else coalesce(me.full_name, me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000),
      private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(private.people_with(school, 'protection:manage'), 'data-request/' || made.id, 
      private.say('A guardian asks for a child''s data'),
      private.say('See Data requests under School for the legal deadline.'), '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.save_cbse_marks (
  test_id uuid,
  marks   jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    said       jsonb,
    score      numeric,
    absence    text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  test constant public.cbse_tests := private.require_cbse_test(save_cbse_marks.test_id);
  listed constant uuid[] := array(select private.cbse_members(k) from public.cbse_classes k
    where k.id = test.cbse_class_id);
begin
  return query
  with entries as materialized (
    select distinct on (e.student_id) e.place, e.student_id, e.score, e.absence, e.seen_score, e.seen_absence,
      p.full_name as student, m.score as score_now, m.absence as absence_now
    from rows from (jsonb_to_recordset(save_cbse_marks.marks) as (student_id uuid, score numeric, absence text,
      seen_score numeric, seen_absence text)) with ordinality
      as e (student_id, score, absence, seen_score, seen_absence, place)
    left join public.students p on p.id = e.student_id and p.id = any (listed)
    left join public.cbse_marks m on m.student_id = p.id and m.test_id = test.id
    order by e.student_id, e.place desc),
  judged as materialized (
    select e.*, case when e.student is null then 'cbse.not_in_class'
      when e.score not between 0 and test.max_score or e.score is not null and e.absence is not null
        or e.absence not in ('absent', 'exempt') then 'cbse.out_of_range'
      when (e.score_now, e.absence_now) is distinct from (e.seen_score, e.seen_absence)
        and (e.score_now, e.absence_now) is distinct from (e.score, e.absence) then 'cbse.changed' end as code
    from entries e),
  emptied as (
    delete from public.cbse_marks m using judged j where j.code is null and j.score is null and j.absence is null
      and m.student_id = j.student_id and m.test_id = test.id),
  written as (
    insert into public.cbse_marks (school_id, test_id, student_id, score, absence, marked_by)
    select test.school_id, test.id, j.student_id, j.score, j.absence, private.signed_in_uid() from judged j
    where j.code is null and (j.score is not null or j.absence is not null) order by j.student_id
    on conflict (test_id, student_id) do update set score = excluded.score, absence = excluded.absence,
      marked_by = excluded.marked_by, updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now, j.absence_now
  from judged j cross join lateral (select case j.code
      when 'cbse.not_in_class' then private.say('This student was not in this class in the year.')
      when 'cbse.out_of_range' then private.say(
        'Marks of {test} are from 0 to {most}, AB for absent or EX for exempt.',
        jsonb_build_object('test', test.name, 'most', test.max_score))
      else private.say('Somebody else has changed the marks of {student} in {test}.',
        jsonb_build_object('student', j.student, 'test', test.name)) end) as reason (said)
  where j.code is not null order by j.place;
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
    said       jsonb,
    standing   numeric,
    by         text,
    at         timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  assessment public.assessments;
  listed uuid[];
begin
  select * into assessment from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  perform private.require_subject_i_teach(assessment.class_id, assessment.subject_id);
  listed := array(select private.students_to_mark(assessment.class_id, assessment.subject_id, assessment.term_id));
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.assessment_id = assessment.id
    and g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
  order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen,
      p.full_name as student, g.score as score_now, g.graded_by, g.updated_at,
      g.graded_by = private.signed_in_uid()
        and g.updated_at <= clock_timestamp() - make_interval(secs => coalesce(s.age, 0)) as is_own
    from rows from (jsonb_to_recordset(save_scores.scores)
      as (student_id uuid, score numeric, seen numeric, age double precision))
      with ordinality as s (student_id, score, seen, age, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.assessment_id = assessment.id
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now, e.graded_by, e.updated_at,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and assessment.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen
          and e.score_now is distinct from e.score and e.is_own is not true then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.assessment_id = assessment.id),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
    select assessment.school_id, j.student_id, assessment.class_id, assessment.subject_id, assessment.term_id,
      assessment.id, j.score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (assessment_id, student_id) do update set score = excluded.score, graded_by = excluded.graded_by,
      updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now,
    case when j.code = 'grade.changed' then u.full_name end,
    case when j.code = 'grade.changed' then j.updated_at end
  from judged j left join public.users u on u.id = j.graded_by cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', assessment.name, 'most', assessment.max_score))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', assessment.name)) end)
    as reason (said)
  where j.code is not null order by j.place;
end
$function$;

create or replace function public.save_student (
  admission_number text,
  first_name       text,
  last_name        text,
  gender           public.gender default null::public.gender,
  date_of_birth    date          default null::date,
  class_id         uuid          default null::uuid,
  admitted_on      date          default private.my_today(),
  student_id       uuid          default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number',
    'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school
    and private.fold_text(s.admission_number) = private.fold_text(number)
    and s.id is distinct from save_student.student_id;
  if found then
    perform private.refuse('student.number_taken', '{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', number, 'student', holder.full_name),
      'admission_number');
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id,
      admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      private.optional_text(save_student.last_name, 80, 'last_name'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school),
        coalesce(save_student.admitted_on, private.school_today(school)))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.optional_text(save_student.last_name, 80, 'last_name'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth,
      admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id
      else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  return saved;
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
  perform private.require('settings:write');
  return query
  select distinct on (v.key) v.key, v.saved_at, coalesce(u.full_name, u.email::text),
    (count(*) over (partition by v.key))::integer
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
    select coalesce(i.issued_on, least(private.school_day(c.school_id, c.created_at), c.due_on)) as day,
      c.created_at as at, 'charge' as kind, c.name as text, coalesce(i.invoice_number, '') as reference,
      c.amount as charged, 0 as paid
    from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id
      where c.student_id = student_account.student_id
    union all
    select k.issued_on, k.created_at, 'credit', c.name || ': ' || k.reason, k.credit_number, -k.amount, 0
    from public.fee_credits k join public.fee_charges c on c.id = k.charge_id
      where k.student_id = student_account.student_id
    union all
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end,
      case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name',
      (select c.name from public.classes c where c.id = s.class_id)),
    'school', private.paper_school(s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0),
      'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text,
      'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance)
      order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount,
      'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id))
        order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number,
      'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed',
      p.reversed_at is not null,
      'recorded_by', (select coalesce(u.full_name, '') from public.users u
        where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id
    and (private.may('fee-account:read-all') and s.school_id = private.childrens_school()
    or s.id in (select private.my_student_ids()))
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
  in_office constant boolean := exists (select from public.students s where s.id = student_consents.student_id
    and s.school_id = private.school_where('consent:manage')
      and s.id <> all ((select private.withheld_from_me())::uuid[]));
begin
  if mine is null and not in_office then
    if private.is_guardian() or private.may('consent:manage') then
      return '[]';
    end if;
    perform private.refuse('consent.guardians_only', 'Only guardians and the office see this.', errcode => '42501');
  end if;
  return (
    select jsonb_agg(jsonb_build_object('purpose', p.key, 'name', p.name, 'statement', p.statement,
      'version', p.version, 'translations', p.translations,
      'is_allowed', private.consent_state(student_consents.student_id, p.key),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id,
        'guardian', g.full_name, 'is_mine', g.id is not distinct from mine,
          'is_given', c.is_given, 'decided_at', c.decided_at, 'version', c.version,
          'recorded_by', u.full_name,
          'withdrawn_at', case when not c.is_given then (select max(b.replaced_at) from public.consents b
            where b.student_id = sg.student_id and b.guardian_id = g.id and b.purpose = p.key and b.is_given) end)
        order by sg.is_primary desc, g.last_name, g.id), '[]')
        from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
        left join public.consents c on c.student_id = sg.student_id and c.guardian_id = g.id and c.purpose = p.key
          and c.replaced_at is null
        left join public.users u on u.id = c.recorded_by
        where sg.student_id = student_consents.student_id and (in_office or g.id = mine))) order by p.position)
    from public.consent_purposes p);
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
  select s.id, s.user_id, coalesce(u.full_name, ''), u.email, u.role, s.signed_in_at,
    s.ended_at, s.has_second_step, s.device, host(s.address), count(*) over ()
  from public.sign_ins s join public.users u on u.id = s.user_id
  where s.school_id = school and s.signed_in_at >= two_factor_log.from_day::timestamp at time zone zone
    and s.signed_in_at < (two_factor_log.to_day + 1)::timestamp at time zone zone
    and (two_factor_log.of_role is null or u.role = two_factor_log.of_role)
      and (two_factor_log.has_code is null or s.has_second_step = two_factor_log.has_code)
    and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns)
      or private.fold_text(s.device) like all (patterns) or host(s.address) like all (patterns))
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
  select p.id, coalesce(p.full_name, ''), p.email,
    case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end,
    p.enrolled_at, private.second_step_due(p.id, school, p.role),
    (select l.at from private.last_sign_ins l where l.user_id = p.id),
      (select count(*) from private.trusted_devices d where d.user_id = p.id and d.trusted_until > now()), p.found
  from (
    select u.*, f.enrolled_at, count(*) over () as found
    from public.users u cross join lateral (select min(f.created_at) as enrolled_at from auth.mfa_factors f
      where f.user_id = u.id and f.status = 'verified') f
    where u.school_id = school and u.is_active and u.role = any (private.roles_of_schools())
      and (two_factor_people.of_role is null or u.role = two_factor_people.of_role)
      and (two_factor_people.is_enrolled is null or (f.enrolled_at is not null) = two_factor_people.is_enrolled)
      and (patterns is null or private.account_text(u.first_name, u.last_name, u.email) like all (patterns))
    order by u.last_name, u.first_name, u.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)) p
  order by p.last_name, p.first_name, p.id;
end
$function$;

alter table public.guardians
  add column full_name text generated always as (private.full_name(first_name, last_name)) stored;

alter table public.invitations
  add column full_name text generated always as (private.full_name(first_name, last_name)) stored;

alter table public.staff_members
  add column full_name text generated always as (private.full_name(first_name, last_name)) stored;

alter table public.students
  add column full_name text generated always as (private.full_name(first_name, last_name)) stored;

create view public.student_accounts with (security_invoker=true) AS  SELECT s.id,
    s.school_id,
    s.admission_number,
    s.first_name,
    s.last_name,
    s.status,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    s.search_text,
    COALESCE(b.charged, 0) AS charged,
    COALESCE(b.paid, 0) AS paid,
    COALESCE(b.balance, 0) AS balance,
    ( SELECT (COALESCE(sum((c.amount - c.credited)), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE ((c.student_id = s.id) AND (c.due_on < ( SELECT private.my_today() AS my_today)))) AS due,
    b.last_paid_on,
    s.full_name
   FROM (public.students s
     LEFT JOIN public.student_balances b ON ((b.student_id = s.id)));

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid before today.';

grant select on table public.student_accounts to authenticated;

grant all on table public.student_accounts to service_role;

alter table public.users
  add column full_name text generated always as (private.full_name(first_name, last_name)) stored;

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
    COALESCE(u.full_name, u.email) AS actor,
    u.email AS actor_email,
    l.student_id,
    p.full_name AS student,
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
    u.full_name AS recorded_by,
    ((p.search_text || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.school_where('fee-account:read-all'::text) AS school_where));

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';

comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;

grant select on table public.fee_payment_list to authenticated;

grant all on table public.fee_payment_list to service_role;
