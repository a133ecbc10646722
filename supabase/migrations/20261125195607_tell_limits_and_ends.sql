set check_function_bodies = off;

alter table public.licences
  add column reminded_days integer;

create or replace function private.due_reminder (
  days_left integer
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select min(reminder::integer) from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder where days_left >= 0 and reminder::integer >= days_left
$function$;

create or replace function private.ending_licences (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'ends_on', l.valid_until, 'days_left', l.valid_until - t.today) order by l.valid_until, l.name), '[]')
  from (select private.school_today(school) as today) t
  join public.licences l on l.school_id = ending_licences.school and l.valid_until between t.today and t.today + 14 and private.is_last_licence(l)
$function$;

create or replace function private.is_last_licence (
  l public.licences
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select l.revoked_at is null and l.kind = 'addon' and l.feature is not null and l.school_id is not null
    and (l.order_id is null or exists (select from public.schools s where s.id = l.school_id and s.version = 'saas'))
    and not exists (select from public.licences n where n.school_id = l.school_id and n.feature = l.feature and n.revoked_at is null and (n.order_id is null) = (l.order_id is null) and coalesce(n.valid_until, 'infinity') > l.valid_until)
$function$;

create or replace function private.longest_reminder()
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select max(reminder::integer) from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
$function$;

create or replace function private.plan_room (
  school uuid,
  more   integer default 0
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(school);
  students constant integer := private.active_students(school);
  plan record;
begin
  select p.name, p.max_students into plan from public.subscriptions s join public.plans p on p.id = s.plan_id
  where s.school_id = school and s.revoked_at is null and s.started_on <= today and s.ends_on >= today;
  if plan.max_students is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_students', plan.max_students, 'students', students, 'after', students + more, 'is_over', (students + more) * 100 > plan.max_students * 120);
end
$function$;

create or replace function private.remind_of_licence_ends()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  ending record;
  days integer;
  reminded integer := 0;
begin
  for ending in
    select l.id, l.school_id, l.name, l.valid_until, l.reminded_days, l.valid_until - private.school_today(l.school_id) as days_left, s.name as school
    from public.licences l join public.schools s on s.id = l.school_id
    where l.revoked_at is null and l.kind = 'addon' and l.valid_until >= private.today() - 1 and l.valid_until <= private.today() + 1 + private.longest_reminder() and private.is_last_licence(l)
    for update of l skip locked
  loop
    days := private.due_reminder(ending.days_left);
    if days is not null and (ending.reminded_days is null or days < ending.reminded_days) then
      perform private.mail_school(ending.school_id, format('licence-ending/%s/%s/%s', ending.id, ending.valid_until, days), 'licence-ending', jsonb_build_object('school', ending.school, 'name', ending.name, 'ends_on', ending.valid_until));
      update public.licences l set reminded_days = days where l.id = ending.id;
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function private.remind_of_subscription_ends()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  period record;
  days integer;
  reminded integer := 0;
begin
  for period in
    select s.id, s.school_id, s.ends_on, s.is_trial, s.reminded_days, s.ends_on - private.school_today(s.school_id) as days_left, c.name as school, p.name as plan
    from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.revoked_at is null and s.ends_on >= private.today() - 1 and s.ends_on <= private.today() + 1 + private.longest_reminder()
      and not exists (select from public.subscriptions n where n.school_id = s.school_id and n.revoked_at is null and n.started_on > s.ends_on)
    for update of s skip locked
  loop
    days := private.due_reminder(period.days_left);
    if days is not null and (period.reminded_days is null or days < period.reminded_days) then
      perform private.mail_school(period.school_id, format('subscription-ending/%s/%s/%s', period.id, period.ends_on, days), 'subscription-ending',
        jsonb_build_object('school', period.school, 'plan', period.plan, 'status', case when period.is_trial then 'trial' else 'active' end, 'ends_on', period.ends_on));
      update public.subscriptions set reminded_days = days where id = period.id;
      reminded := reminded + 1;
    end if;
  end loop;
  return reminded;
end
$function$;

create or replace function private.require_room (
  school uuid,
  more   integer
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  room constant jsonb := private.plan_room(school, more);
begin
  if more > 0 and (room ->> 'is_over')::boolean then
    raise exception using errcode = 'P0001', message = format('Your school would have %s students, and the plan %s is for %s. An administrator upgrades it first under School, Plan and licences.', room ->> 'after', room ->> 'plan', room ->> 'max_students'), hint = 'plan.full';
  end if;
end
$function$;

create or replace function private.run_due_jobs()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  done jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due_jobs', 0)) then
    return null;
  end if;
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.remind_of_subscription_ends(), 'licences', private.remind_of_licence_ends(),
    'announcements', private.notify_due_announcements(), 'days', private.finish_days(), 'counts', private.fold_platform_changes(), 'purged', private.purge_expired(), 'trials', private.purge_trial_requests(), 'exits', private.run_school_exits(), 'wrong_sums', private.check_sums_nightly());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function public.dashboard_summary()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  my_role constant public.user_role := private.my_role();
  school constant uuid := private.my_school();
begin
  if private.signed_in_uid() is null then
    raise exception using errcode = '42501', message = 'Sign in to see your dashboard.', hint = 'permission.sign_in';
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on, 'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where my_role not in ('super_admin', 'user')),
    'room', case when my_role = 'admin' then private.plan_room(school) end,
    'ending_licences', case when my_role = 'admin' then private.ending_licences(school) end,
    'setup', case when my_role = 'admin' then private.setup_steps(school) end,
    'stats', case my_role when 'super_admin' then private.super_admin_stats() when 'admin' then private.admin_stats(school) when 'teacher' then private.teacher_stats()
      when 'staff' then private.office_stats(school) else private.personal_stats(my_role) end,
    'activities', private.recent_activities(my_role));
end
$function$;

create or replace function public.import_students (
  rows    jsonb,
  dry_run boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 3000 then
    raise exception using errcode = 'P0001', message = 'A file holds 3,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known', count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]') from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome || jsonb_build_object('room', private.plan_room(school, (outcome ->> 'added')::integer));
  end if;
  perform private.require_room(school, (outcome ->> 'added')::integer);
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)) from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
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
  school constant uuid := private.require_office();
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number', 'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school and s.admission_number = number and s.id is distinct from save_student.student_id;
  if found then
    raise exception using errcode = 'P0001', message = format('%s is the number of %s %s. Use another one.', number, holder.first_name, holder.last_name), hint = 'student.number_taken', detail = 'admission_number';
  end if;
  if save_student.date_of_birth not between private.school_today(school) - interval '60 years' and private.school_today(school) - interval '1 year' then
    raise exception using errcode = 'P0001', message = 'Check the date of birth: a student is between 1 and 60 years old.', hint = 'student.birth_date', detail = 'date_of_birth';
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school), coalesce(save_student.admitted_on, private.school_today(school)))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), last_name = private.require_text(save_student.last_name, 80, 'last_name', 'Enter the last name.'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  return saved;
end
$function$;

create index licences_end_idx on public.licences using btree (valid_until)
  where ((revoked_at is null) AND (kind = 'addon'::public.order_item_kind));

comment on column public.licences.reminded_days is 'Days before the end of the last reminder sent for this licence.';

comment on function public.dashboard_summary() is 'The dashboard home of the caller: role, school, the subscription of a member''s school, what an administrator has still to set up, how full the plan is and which licences end within 14 days, four stats {key, value, unit: count | percent | KES; a percentage is null where nothing was counted} and recent activities {at, kind, title, text, link}.';

comment on function public.import_students(jsonb, boolean) is 'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, admitted_on, guardian_name, guardian_phone, guardian_email, relationship}]. Rows without problems are added in one transaction; a repeated call adds no student twice. Returns {total, added, known, problems: [{row, column, message}]}; dry_run only checks, and says as room what the import does to the plan''s limit.';

revoke all on function private.due_reminder(integer) from public;

revoke all on function private.ending_licences(uuid) from public;

revoke all on function private.is_last_licence(public.licences) from public;

revoke all on function private.longest_reminder() from public;

revoke all on function private.plan_room(uuid, integer) from public;

revoke all on function private.remind_of_licence_ends() from public;

revoke all on function private.require_room(uuid, integer) from public;
