set check_function_bodies = off;

drop trigger notify_absence on public.attendance;

drop trigger tell_corrected_absence on public.attendance;

drop trigger notify_student_record on public.student_records;

drop view public.student_accounts;

drop function public.confirm_bank_payment(uuid, bigint, text, date, text);

drop function public.record_fee_payment(uuid, integer, text, text, date, uuid);

drop function public.save_student(text, text, text, public.gender, date, uuid, date, uuid);

alter table public.schools
  add column time_zone text not null default 'Africa/Nairobi'::text;

create or replace function private.admin_stats (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.dashboard_stat('staff', (select count(*) from public.staff_members where school_id = school and is_active)),
    private.dashboard_stat('attendance', private.attendance_share((select array_agg(id) from public.students where school_id = school), private.school_today(school) - 6), 'percent'),
    private.dashboard_stat('fees_outstanding', private.school_balance_due(school), 'KES'))
$function$;

create or replace function private.apply_due_prices()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  change public.price_changes;
  applied integer := 0;
begin
  for change in select * from public.price_changes where effective_on <= private.today() and applied_at is null and cancelled_at is null for update skip locked loop
    if change.kind = 'addon' then
      update public.addons set price = change.new_price where id = change.item_id;
    elsif change.kind = 'plan' then
      update public.plans set price = change.new_price where id = change.item_id;
    else
      update public.services set price = change.new_price where id = change.item_id;
    end if;
    update public.price_changes set applied_at = now() where id = change.id;
    applied := applied + 1;
  end loop;
  return applied;
end
$function$;

create or replace function private.current_moment()
  returns timestamp with time zone
  language sql
  stable
  set search_path to ''
  AS $function$ select now() $function$;

create or replace function private.is_time_zone (
  name text
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$ select exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name) $function$;

create or replace function private.issue_licences (
  paid public.orders
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.licences (order_id, order_item_id, school_id, user_id, kind, name, category, quantity, licence_key, valid_until)
  select paid.id, i.id, paid.school_id, paid.user_id, i.kind, i.addon_name, i.category, i.quantity,
    upper(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')), private.licence_end(i)
  from public.order_items i where i.order_id = paid.id
  -- Paid again after a refund: the same licence key becomes valid again.
  on conflict (order_item_id) do update set revoked_at = null, valid_from = private.today(), valid_until = excluded.valid_until where public.licences.revoked_at is not null
$function$;

create or replace function private.licence_end (
  item public.order_items
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case
    when item.kind = 'plan' then case coalesce((select p.period from public.plans p where p.id = item.plan_id), 'year')
      when 'term' then private.today() + interval '4 months' when 'month' then private.today() + interval '1 month' else private.today() + interval '1 year' end
    when item.kind = 'service' then case (select s.unit from public.services s where s.id = item.service_id)
      when 'per term' then private.today() + interval '4 months' when 'per month' then private.today() + interval '1 month' when 'per year' then private.today() + interval '1 year' end
    else private.today() + interval '4 months' end::date
$function$;

create or replace function private.my_today()
  returns date
  language sql
  stable
  set search_path to ''
  AS $function$ select private.school_today(private.my_school()) $function$;

create or replace function private.next_order_number()
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  this_year constant integer := extract(year from private.today());
  next integer;
begin
  -- The row stays locked until the transaction ends, so the numbers have no gap.
  insert into private.order_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.order_counters.last + 1 returning last into next;
  return format('ORD-%s-%s', this_year, lpad(next::text, greatest(3, length(next::text)), '0'));
end
$function$;

create or replace function private.next_ticket_number()
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  this_year constant integer := extract(year from private.today());
  next integer;
begin
  insert into private.ticket_counters (year, last) values (this_year, 1)
  on conflict (year) do update set last = private.ticket_counters.last + 1 returning last into next;
  return format('TK-%s-%s', this_year, lpad(next::text, greatest(6, length(next::text)), '0'));
end
$function$;

create or replace function private.office_stats (
  school uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('students', (select count(*) from public.students where school_id = school and status = 'active')),
    private.dashboard_stat('present_today', (select count(*) from public.attendance where school_id = school and day = private.school_today(school) and status in ('present', 'late'))),
    private.dashboard_stat('absent_today', (select count(*) from public.attendance where school_id = school and day = private.school_today(school) and status in ('absent', 'excused'))),
    private.dashboard_stat('records_this_week', (select count(*) from public.student_records where school_id = school and happened_on > private.school_today(school) - 7)))
$function$;

create or replace function private.parse_import_rows (
  school uuid,
  rows   jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select coalesce((r.value ->> 'row')::integer, r.ordinality::integer) as line,
    private.null_if_blank(r.value ->> 'admission_number') as number, private.null_if_blank(r.value ->> 'first_name') as first_name, private.null_if_blank(r.value ->> 'last_name') as last_name,
    private.null_if_blank(r.value ->> 'gender') as gender_text, private.parse_gender(private.null_if_blank(r.value ->> 'gender')) as gender,
    private.null_if_blank(r.value ->> 'date_of_birth') as birth_text, private.parse_date(private.null_if_blank(r.value ->> 'date_of_birth')) as born,
    private.null_if_blank(r.value ->> 'admitted_on') as admitted_words, private.parse_date(private.null_if_blank(r.value ->> 'admitted_on')) as admitted,
    private.null_if_blank(r.value ->> 'class') as class_words, null::uuid as class_id,
    private.null_if_blank(r.value ->> 'guardian_name') as guardian_name, private.null_if_blank(r.value ->> 'guardian_phone') as guardian_phone, lower(private.null_if_blank(r.value ->> 'guardian_email')) as guardian_email,
    coalesce(private.null_if_blank(r.value ->> 'relationship'), 'Parent') as relationship,
    null::uuid as student_id, false as is_known, null::jsonb as problem
  from jsonb_array_elements(rows) with ordinality r;
  create index on pg_temp.import_row (number);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id from public.classes c where c.school_id = school and c.is_active and lower(c.name) = lower(i.class_words);
  update pg_temp.import_row i set is_known = true from public.students s
  where s.school_id = school and s.admission_number = i.number and lower(s.first_name || ' ' || s.last_name) = lower(i.first_name || ' ' || i.last_name);
  update pg_temp.import_row i set problem = case
    when number is null then private.import_problem(line, 'admission_number', 'Enter the admission number.')
    when length(number) > 30 then private.import_problem(line, 'admission_number', 'Use at most 30 characters.')
    when first_name is null then private.import_problem(line, 'first_name', 'Enter the first name.')
    when length(first_name) > 80 then private.import_problem(line, 'first_name', 'Use at most 80 characters.')
    when last_name is null then private.import_problem(line, 'last_name', 'Enter the last name.')
    when length(last_name) > 80 then private.import_problem(line, 'last_name', 'Use at most 80 characters.')
    when gender_text is not null and gender is null then private.import_problem(line, 'gender', format('“%s” is not known. Write F or M, or leave it empty.', left(gender_text, 30)))
    when birth_text is not null and born is null then private.import_problem(line, 'date_of_birth', format('“%s” is not a day. Write it as 31/05/2014 or 2014-05-31.', left(birth_text, 30)))
    when born not between private.school_today(school) - interval '60 years' and private.school_today(school) - interval '1 year' then private.import_problem(line, 'date_of_birth', 'A student is between 1 and 60 years old. Check the year.')
    when admitted_words is not null and admitted is null then private.import_problem(line, 'admitted_on', format('“%s” is not a day. Write it as 31/05/2014 or 2014-05-31.', left(admitted_words, 30)))
    when class_words is not null and class_id is null then private.import_problem(line, 'class', format('There is no class “%s”. Write its name as it stands under Classes, or add it first.', left(class_words, 40)))
    when guardian_email is not null and not private.is_email(guardian_email) then private.import_problem(line, 'guardian_email', format('“%s” is not an email address.', left(guardian_email, 60)))
    when length(guardian_phone) > 30 then private.import_problem(line, 'guardian_phone', 'Use at most 30 characters.')
    when length(relationship) > 40 then private.import_problem(line, 'relationship', 'Use at most 40 characters.')
    when guardian_name is not null and position(' ' in guardian_name) = 0 then private.import_problem(line, 'guardian_name', 'Write the guardian''s first and last name.')
    when length(guardian_name) > 160 then private.import_problem(line, 'guardian_name', 'Use at most 160 characters.')
    when guardian_name is null and (guardian_phone is not null or guardian_email is not null) then private.import_problem(line, 'guardian_name', 'Write the guardian''s name, or leave phone and email empty too.')
    end;
  update pg_temp.import_row i set problem = private.import_problem(i.line, 'admission_number', format('%s stands on row %s already. Every student has a number of their own.', i.number, f.line))
  from (select number, min(line) as line from pg_temp.import_row where number is not null group by number) f
  where f.number = i.number and i.line > f.line and i.problem is null;
  update pg_temp.import_row i set problem = private.import_problem(i.line, 'admission_number', format('%s is the number of %s %s. Use another one.', i.number, s.first_name, s.last_name))
  from public.students s where s.school_id = school and s.admission_number = i.number and not i.is_known and i.problem is null;
end
$function$;

create or replace function private.personal_stats (
  my_role public.user_role
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.dashboard_stat('children', (select count(*) from private.my_student_ids()))
        else private.dashboard_stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= private.my_today() and published_at is not null and archived_at is null)) end,
      private.dashboard_stat('attendance', private.attendance_share(array(select private.my_student_ids()), private.my_today() - 29), 'percent'),
      private.dashboard_stat('fees_outstanding', private.students_balance_due(array(select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.dashboard_stat('orders', (select count(*) from public.orders where user_id = auth.uid())),
      private.dashboard_stat('licences', (select count(*) from public.licences where user_id = auth.uid())),
      private.dashboard_stat('tickets', (select count(*) from public.support_tickets where user_id = auth.uid()))) end
    || private.dashboard_stat('unread_notifications', (select count(*) from public.notifications where user_id = auth.uid() and read_at is null))
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
  done := jsonb_build_object('pages', private.publish_due_pages(), 'prices', private.apply_due_prices(), 'subscriptions', private.update_subscription_status(),
    'announcements', private.notify_due_announcements());
  update public.payment_attempts set status = 'expired', finished_at = now() where status = 'open' and created_at < now() - interval '1 day';
  delete from private.rate_limits where window_start < now() - interval '1 day';
  delete from private.recent_visits where day < private.today() - 2;
  perform private.count_dirty_days();
  return done;
end
$function$;

create or replace function private.school_day (
  school uuid,
  moment timestamp with time zone
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select (moment at time zone coalesce((select h.time_zone from public.schools h where h.id = school), 'Africa/Nairobi'))::date
$function$;

create or replace function private.school_today (
  school uuid
)
  returns date
  language sql
  stable
  set search_path to ''
  AS $function$ select private.school_day(school, private.current_moment()) $function$;

create or replace function private.shift_demonstration_days()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
  was date;
  midnight timestamptz;
  days interval;
begin
  if private.setting('demonstration', 'loadedOn') is null then
    return;
  end if;
  insert into private.demonstration_day (day) values (coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, today)) on conflict do nothing;
  select d.day into was from private.demonstration_day d where d.day < today for update skip locked;
  if was is null then
    return;
  end if;
  midnight := was::timestamp at time zone 'Africa/Nairobi';
  days := make_interval(days => today - was);
  update public.order_events e set at = e.at + days from public.orders o where o.id = e.order_id and o.is_demo and e.actor_id is null and e.at < midnight;
  update public.payments p set paid_at = p.paid_at + days from public.orders o where o.id = p.order_id and o.is_demo and p.paid_at < midnight;
  update public.licences l set valid_from = l.valid_from + (today - was), valid_until = l.valid_until + (today - was)
  from public.orders o where o.id = l.order_id and o.is_demo and l.valid_from < was;
  update public.order_ratings r set created_at = r.created_at + days from public.orders o where o.id = r.order_id and o.is_demo and r.created_at < midnight;
  update public.carts set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end where is_demo;
  update public.orders set created_at = created_at + days, updated_at = case when updated_at < midnight then updated_at + days else updated_at end,
    paid_at = case when paid_at < midnight then paid_at + days else paid_at end where is_demo;
  with moved as (
    update public.visit_counts v set visits = v.visits - v.demo_visits, demo_visits = 0
    from (select old.day, old.surface, old.demo_visits from public.visit_counts old where old.demo_visits > 0 for update) as before
    where v.day = before.day and v.surface = before.surface returning before.day, before.surface, before.demo_visits)
  insert into private.demonstration_visits (day, surface, visits) select day + (today - was), surface, demo_visits from moved;
  insert into public.visit_counts as v (day, surface, visits, demo_visits) select day, surface, visits, visits from private.demonstration_visits
  on conflict (day, surface) do update set visits = v.visits + excluded.visits, demo_visits = excluded.demo_visits;
  delete from private.demonstration_visits;
  delete from public.visit_counts where visits = 0;
  update private.demonstration_day set day = today;
end
$function$;

create or replace function private.sync_enrolment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'UPDATE' and new.class_id is not distinct from old.class_id and new.status = old.status then
    return null;
  end if;
  update public.enrolments set ended_on = private.school_today(new.school_id)
  where student_id = new.id and ended_on is null and (class_id is distinct from new.class_id or new.status in ('graduated', 'left'));
  if new.class_id is not null and new.status not in ('graduated', 'left') then
    insert into public.enrolments (school_id, student_id, class_id, started_on)
    values (new.school_id, new.id, new.class_id, case when tg_op = 'INSERT' then new.admitted_on else private.school_today(new.school_id) end)
    on conflict (student_id) where ended_on is null do nothing;
  end if;
  return null;
end
$function$;

create or replace function private.teacher_stats()
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_array(
    private.dashboard_stat('classes', (select count(*) from private.my_class_ids())),
    private.dashboard_stat('students', (select count(*) from private.my_taught_student_ids())),
    private.dashboard_stat('lessons_today', (select count(*) from public.lessons where teacher_id = auth.uid() and weekday = extract(isodow from private.my_today()))),
    private.dashboard_stat('to_mark', (select count(*) from public.submissions s join public.assignments a on a.id = s.assignment_id where a.teacher_id = auth.uid() and s.submitted_at is not null and s.graded_at is null)))
$function$;

create or replace function private.today()
  returns date
  language sql
  stable
  set search_path to ''
  AS $function$ select (private.current_moment() at time zone 'Africa/Nairobi')::date $function$;

create or replace function private.update_subscription_status()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  subscription record;
  days integer;
  moved integer := 0;
begin
  update public.subscriptions set status = 'expired' where status = 'grace' and grace_until < private.school_today(school_id);
  get diagnostics moved = row_count;
  update public.subscriptions set status = 'grace', grace_until = ends_on + coalesce((private.setting('subscriptions', 'graceDays'))::integer, 30)
  where status in ('trial', 'active') and ends_on <= private.today() and ends_on < private.school_today(school_id);
  for subscription in
    select s.*, c.name as school, c.email, p.name as plan from public.subscriptions s join public.schools c on c.id = s.school_id join public.plans p on p.id = s.plan_id
    where s.status in ('trial', 'active') and s.ends_on >= private.school_today(s.school_id) and s.ends_on <= private.today() + 60 for update of s skip locked loop
    select min(reminder::integer) into days from jsonb_array_elements_text(coalesce(private.setting('subscriptions', 'reminderDays'), '[14, 7, 1]')) as reminder
    where reminder::integer >= subscription.ends_on - private.school_today(subscription.school_id);
    if days is not null and (subscription.reminded_days is null or days < subscription.reminded_days) then
      if subscription.email is not null then
        perform private.queue_mail(format('subscription-ending/%s/%s/%s', subscription.id, subscription.ends_on, days), 'subscription-ending', subscription.email,
          jsonb_build_object('school', subscription.school, 'plan', subscription.plan, 'status', subscription.status, 'ends_on', subscription.ends_on));
      end if;
      update public.subscriptions set reminded_days = days where id = subscription.id;
      moved := moved + 1;
    end if;
  end loop;
  return moved;
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
    'id', c.id, 'name', c.name, 'level', c.level, 'room', c.room, 'is_active', c.is_active, 'class_teacher_id', c.class_teacher_id, 'class_teacher', private.class_teacher_name(c.id), 'campus_id', c.campus_id,
    'campus', (select k.name from public.campuses k where k.id = c.campus_id),
    'students', (select jsonb_build_object('all', count(*), 'girls', count(*) filter (where s.gender = 'female'), 'boys', count(*) filter (where s.gender = 'male')) from public.students s where s.class_id = c.id and s.status in ('active', 'suspended')),
    'attendance', (select round(count(*) filter (where a.status in ('present', 'late')) * 100.0 / nullif(count(*), 0), 1) from public.attendance a where a.class_id = c.id and a.day > private.school_today(c.school_id) - 30),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'teacher_id', cs.teacher_id, 'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = cs.teacher_id)) order by b.name), '[]')
      from public.class_subjects cs join public.subjects b on b.id = cs.subject_id where cs.class_id = c.id),
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'weekday', l.weekday, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'room', l.room, 'subject', b.name,
      'teacher', (select private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)) from public.users u where u.id = l.teacher_id)) order by l.weekday, l.starts_at), '[]')
      from public.lessons l join public.subjects b on b.id = l.subject_id where l.class_id = c.id))
  from public.classes c where c.id = class_profile.class_id
$function$;

create or replace function public.confirm_bank_payment (
  order_id       uuid,
  amount         bigint,
  bank_reference text,
  value_date     date   default private.today(),
  note           text   default null::text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders := private.order_for_change(order_id);
  today constant date := private.today();
begin
  if target.status = 'cancelled' then
    raise exception using errcode = 'PT409', message = 'This order is cancelled. Reopen it before confirming a payment.', hint = 'order.locked';
  end if;
  if amount is null or amount <= 0 then
    raise exception using errcode = 'P0001', message = 'Enter the amount received in whole shillings.', hint = 'payment.invalid_amount', detail = 'amount';
  end if;
  if value_date is null or value_date > today then
    raise exception using errcode = 'P0001', message = 'Choose the day the money arrived: today or an earlier one.', hint = 'payment.invalid_date', detail = 'value_date';
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then now() else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$function$;

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0), 'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month', (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.school_id = private.admin_school() and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = private.admin_school()
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
  AS $function$
  with step as (select case when fees_report.to_day - fees_report.from_day > 120 then 'month' else 'week' end as size),
  students as materialized (
    select s.id, s.class_id as class from public.students s
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  entries as materialized (
    select e.class, e.method, e.is_inside, case when e.is_inside then date_trunc((select size from step), e.day::timestamp)::date end as start,
      sum(e.charged) as charged, sum(e.collected) as collected, sum(e.charged) filter (where e.day <= (select private.my_today())) as due, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.due_on between fees_report.from_day and fees_report.to_day as is_inside, c.amount as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school())
      union all
      select l.class, p.method, p.paid_on, p.paid_on between fees_report.from_day and fees_report.to_day, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.admin_school())) e
    group by 1, 2, 3, 4)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries where is_inside), 'collected', (select coalesce(sum(collected), 0) from entries where is_inside),
    'balance', (select coalesce(sum(charged - collected), 0) from entries), 'overdue', (select greatest(0, coalesce(sum(coalesce(due, 0) - collected), 0)) from entries),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries where is_inside group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where is_inside and method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, 'In no class'), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select class, coalesce(sum(charged) filter (where is_inside), 0) as charged, coalesce(sum(collected) filter (where is_inside), 0) as collected, sum(charged - collected) as balance from entries group by class) d
      left join public.classes c on c.id = d.class))
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
    'total', count(*), 'added', count(*) filter (where problem is null and not is_known), 'known', count(*) filter (where problem is null and is_known),
    'problems', coalesce(jsonb_agg(problem order by line) filter (where problem is not null), '[]'))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome;
  end if;
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)) from pg_temp.import_row i where i.problem is null and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problem is null;
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (auth.uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
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
  perform private.require_super_admin();
  return jsonb_build_object(
    'schools', (select count(*) from public.schools where is_active),
    'schools_by_kind', (select jsonb_object_agg(kind, n) from (select kind, count(*) as n from public.schools where is_active group by kind) k),
    'users_by_role', (select jsonb_object_agg(role, n) from (select role, count(*) as n from public.users where is_active group by role) r),
    'students', (select count(*) from public.students where status = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(status, n) from (select status, count(*) as n from public.subscriptions group by status) s),
    'sign_ins_30d', (select count(distinct user_id) from auth.sessions where created_at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.today() - 30));
end
$function$;

create or replace function public.platform_trends()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.today();
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'months', (
      select jsonb_agg(jsonb_build_object('start', m.start,
        'schools', (select count(*) from public.schools s where private.nairobi_day(s.created_at) < m.until),
        'students', (select count(*) from public.students s where s.admitted_on < m.until and s.status in ('active', 'suspended')),
        'accounts', (select count(*) from public.users u where private.nairobi_day(u.created_at) < m.until),
        'orders', (select coalesce(sum(d.orders), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'revenue', (select coalesce(sum(d.revenue), 0) from private.order_days d where d.day >= m.start and d.day < m.until),
        'tickets', (select count(*) from public.support_tickets t where private.nairobi_day(t.created_at) >= m.start and private.nairobi_day(t.created_at) < m.until)) order by m.start)
      from (select start::date as start, (start + interval '1 month')::date as until from generate_series(date_trunc('month', today::timestamp) - interval '11 months', date_trunc('month', today::timestamp), interval '1 month') as start) m),
    'days', (
      select jsonb_agg(jsonb_build_object('day', d.day,
        'visits', (select coalesce(sum(v.visits), 0) from public.visit_counts v where v.day = d.day),
        'sign_ins', (select count(distinct s.user_id) from auth.sessions s where private.nairobi_day(s.created_at) = d.day),
        'changes', (select count(*) from public.audit_log l where l.at >= d.day::timestamp at time zone 'Africa/Nairobi' and l.at < (d.day + 1)::timestamp at time zone 'Africa/Nairobi')) order by d.day)
      from (select day::date as day from generate_series(today - 29, today, interval '1 day') as day) d));
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
  mark record;
  standing record;
  outcomes jsonb := '[]';
begin
  if record_attendance.day is null or record_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 students at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  -- Rows are always locked in the same order, so that two people marking one class cannot deadlock.
  for mark in
    select m.student_id, m.status, array(select jsonb_array_elements_text(coalesce(m.seen, '[]'))) as seen, s.id is not null as is_here
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status, seen jsonb)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    order by m.student_id
  loop
    if not mark.is_here then
      outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'not_in_class');
      continue;
    end if;
    insert into public.attendance as a (student_id, day, school_id, class_id, status, recorded_by)
    values (mark.student_id, record_attendance.day, class.school_id, class.id, mark.status, auth.uid())
    on conflict (student_id, day) do update
      set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
      where a.status <> excluded.status and a.status::text = any (mark.seen);
    if not found then
      select a.status, a.recorded_at, concat_ws(' ', u.first_name, u.last_name) as name into standing
      from public.attendance a left join public.users u on u.id = a.recorded_by where a.student_id = mark.student_id and a.day = record_attendance.day;
      if standing.status <> mark.status then
        outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'changed', 'status', standing.status, 'by', private.null_if_blank(standing.name), 'at', standing.recorded_at);
        continue;
      end if;
    end if;
    outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'kept');
  end loop;
  return outcomes;
end
$function$;

create or replace function public.record_fee_payment (
  student_id uuid,
  amount     integer,
  method     text,
  reference  text    default null::text,
  paid_on    date    default private.my_today(),
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.admin_school();
  code constant text := upper(private.null_if_blank(record_fee_payment.reference));
  payment public.fee_payments;
  other public.fee_payments;
  next integer;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.method is null or record_fee_payment.method not in ('mpesa', 'cash', 'bank', 'cheque') then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if record_fee_payment.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if record_fee_payment.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = record_fee_payment.method and p.reference = code and p.reverses is null and p.reversed_at is null;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select s.first_name || ' ' || s.last_name from public.students s where s.id = other.student_id));
  end if;
  insert into private.receipt_counters (school_id, last) values (school, 1)
  on conflict (school_id) do update set last = private.receipt_counters.last + 1 returning last into next;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, 'RCT-' || lpad(next::text, greatest(5, length(next::text)), '0'), record_fee_payment.amount, record_fee_payment.method,
    code, record_fee_payment.paid_on, auth.uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$function$;

create or replace function public.record_visit (
  visit_id uuid,
  surface  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  if record_visit.surface not in ('site', 'store') or record_visit.visit_id is null then
    return;
  end if;
  insert into private.recent_visits (visit_id, surface, day) values (record_visit.visit_id, record_visit.surface, private.today()) on conflict do nothing;
  if found then
    insert into public.visit_counts (day, surface, visits) values (private.today(), record_visit.surface, 1)
    on conflict (day, surface) do update set visits = public.visit_counts.visits + 1;
  end if;
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
begin
  for debtor in
    select a.id, a.first_name || ' ' || a.last_name as student, a.admission_number, a.balance, a.due - a.paid as overdue, h.name as school, h.email as school_email, h.phone as school_phone, coalesce(h.payment_instructions, '') as how_to_pay,
      (select g.id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = a.id and g.email is not null order by sg.is_primary desc limit 1) as guardian
    from public.student_accounts a join public.schools h on h.id = a.school_id
    where a.school_id = school and a.balance > 0 and a.status in ('active', 'suspended') and (remind_of_fees.student_ids is null or a.id = any (remind_of_fees.student_ids)) loop
    if debtor.guardian is null then
      unreachable := unreachable + 1;
      continue;
    end if;
    perform private.queue_mail('fee-reminder/' || debtor.id || '/' || private.school_today(school), 'fee-reminder', g.email,
      jsonb_build_object('guardian', g.first_name || ' ' || g.last_name, 'student', debtor.student, 'admission_number', debtor.admission_number, 'balance', debtor.balance,
        'overdue', greatest(debtor.overdue, 0), 'school', debtor.school, 'phone', coalesce(debtor.school_phone, ''), 'how_to_pay', debtor.how_to_pay), debtor.school_email)
    from public.guardians g where g.id = debtor.guardian;
    mailed := mailed + 1;
  end loop;
  return jsonb_build_object('mailed', mailed, 'unreachable', unreachable);
end
$function$;

create or replace function public.remove_demonstration_data()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  loaded constant date := coalesce((private.setting('demonstration', 'loadedOn') #>> '{}')::date, private.today());
begin
  perform private.require_super_admin();
  delete from public.licences where order_id in (select id from public.orders where is_demo);
  delete from public.payments where order_id in (select id from public.orders where is_demo);
  delete from public.carts where is_demo;
  delete from public.orders where is_demo;
  update public.visit_counts set visits = visits - demo_visits, demo_visits = 0 where demo_visits > 0;
  delete from public.visit_counts where visits = 0;
  delete from private.demonstration_day;
  delete from public.fee_payments where school_id in (select id from public.schools where is_demo);
  delete from public.fee_charges where school_id in (select id from public.schools where is_demo);
  delete from auth.users where id in (select id from public.users where school_id in (select id from public.schools where is_demo));
  delete from auth.users where email = 'superadmin@masomo.test' and id <> auth.uid() and exists (select from public.super_admins s where s.id = auth.uid());
  delete from public.schools where is_demo;
  delete from public.plans p where p.name = 'Professional' and not p.is_active and not private.was_sold('plan', p.id);
  perform private.remove_demonstration_site(); delete from public.settings where key = 'demonstration';
end
$function$;

create or replace function public.renew_subscription (
  school_id uuid,
  plan_id   uuid,
  billing   text
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  renewed public.subscriptions;
  today constant date := private.school_today(renew_subscription.school_id);
  length constant interval := case renew_subscription.billing when 'annual' then interval '1 year' else interval '4 months' end;
begin
  perform private.require_super_admin();
  update public.subscriptions s set plan_id = renew_subscription.plan_id, billing = renew_subscription.billing, status = 'active',
    ends_on = (greatest(s.ends_on, today) + length)::date, grace_until = null, reminded_days = null
  where s.school_id = renew_subscription.school_id and s.status in ('trial', 'active', 'grace') returning * into renewed;
  if not found then
    insert into public.subscriptions (school_id, plan_id, status, billing, started_on, ends_on)
    values (renew_subscription.school_id, renew_subscription.plan_id, 'active', renew_subscription.billing, today, (today + length)::date) returning * into renewed;
  end if;
  return renewed;
end
$function$;

create or replace function public.report_cards (
  term_id    uuid,
  class_id   uuid default null::uuid,
  student_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  with term as (select t.* from public.school_terms t where t.id = report_cards.term_id),
  marks as materialized (
    select g.student_id as student, g.class_id as class, g.subject_id as subject, a.name, a.created_at, g.score, a.max_score, a.weight
    from public.grades g
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    where g.term_id = report_cards.term_id and (report_cards.class_id is null or g.class_id = report_cards.class_id) and (report_cards.student_id is null or g.student_id = report_cards.student_id)),
  students as (
    select student as id, class from marks group by student, class
    union
    select s.id, s.class_id from public.students s
    where s.status in ('active', 'suspended') and s.school_id = (select school_id from term) and (select private.school_today(school_id) <= ends_on from term)
      and case when report_cards.student_id is null then s.class_id = report_cards.class_id else s.id = report_cards.student_id and (report_cards.class_id is null or s.class_id = report_cards.class_id) end),
  subjects as (
    select m.student, m.class, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score, 'weight', m.weight) order by m.created_at, m.name) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, m.class, b.name)
  select jsonb_build_object(
    'school', (select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = t.school_id),
    'term', jsonb_build_object('name', t.name, 'starts_on', t.starts_on, 'ends_on', t.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = t.school_id and n.starts_on > t.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between t.starts_on and t.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id and b.class is not distinct from l.class))
      order by c.name, s.last_name, s.first_name), '[]')
      from students l join public.students s on s.id = l.id left join public.classes c on c.id = l.class))
  from term t
  where report_cards.class_id is not null or report_cards.student_id is not null
$function$;

create or replace function public.reverse_fee_payment (
  payment_id uuid,
  reason     text
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  if paid.reverses is not null then
    raise exception using errcode = 'PT409', message = 'A reversal cannot be reversed. Record the payment again.', hint = 'fee.is_reversal';
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, private.school_today(school), auth.uid(), paid.id,
    private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why the payment is taken back.'))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.save_staff_member (
  staff_number text,
  first_name   text,
  last_name    text,
  job_title    text,
  department   text default null::text,
  email        text default null::text,
  phone        text default null::text,
  employed_on  date default null::date,
  staff_id     uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number', 'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school and lower(m.staff_number) = lower(number) and m.id is distinct from save_staff_member.staff_id) then
    raise exception using errcode = 'P0001', message = 'This staff number is taken.', hint = 'staff.number_taken', detail = 'staff_number';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'staff.invalid_email', detail = 'email';
  end if;
  -- An account of the school with this address is this person's.
  select u.id into account from public.users u where u.school_id = school and lower(u.email) = address and u.role in ('admin', 'teacher', 'staff')
    and not exists (select from public.staff_members m where m.user_id = u.id and m.id is distinct from save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
    values (school, account, number, private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'), private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'), private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone), coalesce(save_staff_member.employed_on, private.my_today()))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number, first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.require_text(save_staff_member.last_name, 80, 'last_name', 'Enter the last name.'), job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address, phone = private.null_if_blank(save_staff_member.phone), employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
  end if;
  return saved;
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

create or replace function public.schedule_price_change (
  kind         public.order_item_kind,
  item_id      uuid,
  new_price    integer,
  effective_on date
)
  returns public.price_changes
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  planned public.price_changes;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  perform private.require_super_admin();
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    raise exception using errcode = 'P0002', message = 'This is no longer in the price book.', hint = 'price.not_found';
  end if;
  if schedule_price_change.effective_on < private.today() + notice then
    raise exception using errcode = 'P0001', message = format('Prices change with %s days notice: choose %s or later.', notice, private.today() + notice), hint = 'price.too_soon', detail = 'effective_on';
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, auth.uid())
  returning * into planned;
  return planned;
end
$function$;

create or replace function public.start_trial (
  school_id uuid,
  plan_id   uuid
)
  returns public.subscriptions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  today constant date := private.school_today(start_trial.school_id);
  started public.subscriptions;
begin
  perform private.require_super_admin();
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    raise exception using errcode = 'P0001', message = 'Only the SaaS plans have a trial.', hint = 'subscription.no_trial', detail = 'plan_id';
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    raise exception using errcode = 'PT409', message = 'This school has had its trial.', hint = 'subscription.trial_used';
  end if;
  insert into public.subscriptions (school_id, plan_id, status, started_on, ends_on)
  values (start_trial.school_id, start_trial.plan_id, 'trial', today, today + coalesce((private.setting('subscriptions', 'trialDays'))::integer, 30))
  returning * into started;
  return started;
end
$function$;

create or replace function public.store_analytics (
  period text default '30d'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  days constant integer := private.period_days(period);
  today constant date := private.today();
  first_day constant date := today - (days - 1);
  months constant integer := greatest(6, ceil(days / 30.5)::integer);
  figures jsonb;
  before jsonb;
begin
  perform private.require_super_admin();
  perform private.count_dirty_days();
  figures := private.store_figures(first_day, today);
  before := private.store_figures(first_day - days, first_day - 1);
  return jsonb_build_object(
    'period', period, 'from', first_day, 'to', today,
    'figures', (select jsonb_object_agg(key, jsonb_build_object('value', value, 'before', before -> key, 'growth', private.percent_change((value #>> '{}')::numeric, (before ->> key)::numeric)))
      from jsonb_each(figures)),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'saas', coalesce(saas, 0), 'standalone', coalesce(standalone, 0)) order by month)
      from generate_series(date_trunc('month', today::timestamp) - make_interval(months => months - 1), today::timestamp, interval '1 month') as month
      left join lateral (
        select sum(revenue) filter (where category = 'saas') as saas, sum(revenue) filter (where category = 'standalone') as standalone
        from private.item_days where day >= month::date and day < (month + interval '1 month')::date) as sums on true),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'category', category, 'sales', units, 'revenue', revenue, 'percentage', round(revenue * 100.0 / nullif(total, 0), 1),
        'average_price', round(revenue::numeric / units), 'growth', private.percent_change(revenue, earlier)) order by revenue desc, name), '[]')
      from (
        select name, category, sum(units) filter (where day >= first_day) as units, sum(revenue) filter (where day >= first_day) as revenue,
          sum(revenue) filter (where day < first_day) as earlier, sum(sum(revenue) filter (where day >= first_day)) over () as total
        from private.item_days where kind = 'addon' and day between first_day - days and today group by name, category) as sold
      where units > 0),
    'segments', private.buyer_segments(first_day));
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
    select p.paid_on, p.created_at, case when p.reverses is null then 'payment' else 'reversal' end, case when p.reverses is null then p.method else p.reason end, p.receipt_number, 0, p.amount
    from public.fee_payments p where p.student_id = student_account.student_id),
  ledger as (select *, sum(charged - paid) over (order by day, at, reference, text) as balance from entries)
  select jsonb_build_object(
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
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
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', a.note) order by a.day desc), '[]')
      from (select * from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments) order by t.starts_on desc, b.name), '[]')
      from public.subject_results r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id where r.student_id = s.id and r.percent is not null),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', b.charged, 'paid', b.paid, 'balance', b.balance) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
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
  if take_attendance.day > private.school_today(class.school_id) then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one student.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), auth.uid()
  from jsonb_array_elements(marks) m join public.students s on s.id = (m.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$function$;

create view public.student_accounts with (security_invoker=true) AS  SELECT s.id,
    s.school_id,
    s.admission_number,
    s.first_name,
    s.last_name,
    s.status,
    s.class_id,
    k.name AS class_name,
    s.search_text,
    (COALESCE(c.charged, (0)::bigint))::integer AS charged,
    (COALESCE(p.paid, (0)::bigint))::integer AS paid,
    ((COALESCE(c.charged, (0)::bigint) - COALESCE(p.paid, (0)::bigint)))::integer AS balance,
    (COALESCE(c.overdue, (0)::bigint))::integer AS due,
    p.last_paid_on
   FROM (((public.students s
     LEFT JOIN public.classes k ON ((k.id = s.class_id)))
     LEFT JOIN ( SELECT fee_charges.student_id,
            sum(fee_charges.amount) AS charged,
            sum(fee_charges.amount) FILTER (WHERE (fee_charges.due_on <= ( SELECT private.my_today() AS my_today))) AS overdue
           FROM public.fee_charges
          GROUP BY fee_charges.student_id) c ON ((c.student_id = s.id)))
     LEFT JOIN ( SELECT fee_payments.student_id,
            sum(fee_payments.amount) AS paid,
            max(fee_payments.paid_on) FILTER (WHERE ((fee_payments.reverses IS NULL) AND (fee_payments.reversed_at IS NULL))) AS last_paid_on
           FROM public.fee_payments
          GROUP BY fee_payments.student_id) p ON ((p.student_id = s.id)));

create trigger notify_absence
  after insert on public.attendance
  for each row
  when (((new.status = 'absent'::public.attendance_status) AND (new.day = private.school_today(new.school_id))))
  execute function private.notify_absence();

create trigger tell_corrected_absence
  after update of status on public.attendance
  for each row
  when
    (((('absent'::public.attendance_status = old.status) OR ('absent'::public.attendance_status = new.status)) AND (old.status <>
    new.status) AND (new.day = private.school_today(new.school_id))))
  execute function private.notify_absence();

create trigger notify_student_record
  after insert or update of visible_to on public.student_records
  for each row
  when (((new.visible_to = 'family'::text) AND (new.archived_at IS NULL) AND (new.happened_on > (private.school_today(new.school_id) - 7))))
  execute function private.notify_student_record();

comment on column public.schools.time_zone is 'IANA name of the zone in which the school''s days begin.';

comment on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) is 'Admits a student, or corrects one. Changing the class moves the student from today.';

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid by today.';

revoke all on function private.current_moment() from public;

grant execute on function private.current_moment() to authenticated;

grant execute on function private.current_moment() to service_role;

revoke all on function private.is_time_zone(text) from public;

grant execute on function private.is_time_zone(text) to authenticated;

grant execute on function private.is_time_zone(text) to service_role;

revoke all on function private.my_today() from public;

grant execute on function private.my_today() to authenticated;

grant execute on function private.my_today() to service_role;

revoke all on function private.school_day(uuid, timestamp with time zone) from public;

grant execute on function private.school_day(uuid, timestamp with time zone) to authenticated;

grant execute on function private.school_day(uuid, timestamp with time zone) to service_role;

revoke all on function private.school_today(uuid) from public;

grant execute on function private.school_today(uuid) to authenticated;

grant execute on function private.school_today(uuid) to service_role;

revoke all on function private.today() from public;

grant execute on function private.today() to authenticated;

grant execute on function private.today() to service_role;

revoke all on function public.confirm_bank_payment(uuid, bigint, text, date, text) from public;

grant execute on function public.confirm_bank_payment(uuid, bigint, text, date, text) to authenticated;

grant execute on function public.confirm_bank_payment(uuid, bigint, text, date, text) to service_role;

revoke all on function public.record_fee_payment(uuid, integer, text, text, date, uuid) from public;

grant execute on function public.record_fee_payment(uuid, integer, text, text, date, uuid) to authenticated;

grant execute on function public.record_fee_payment(uuid, integer, text, text, date, uuid) to service_role;

revoke all on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) from public;

grant execute on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) to authenticated;

grant execute on function public.save_student(text, text, text, public.gender, date, uuid, date, uuid) to service_role;

revoke all (time_zone) on table public.schools from authenticated;

grant insert (time_zone), update (time_zone) on table public.schools to authenticated;

grant select on table public.student_accounts to authenticated;

grant delete, insert, references, select, trigger, truncate, update on table public.student_accounts to service_role;

alter table public.enrolments
  alter column started_on set default private.my_today();

alter table public.fee_invoices
  alter column issued_on set default private.my_today();

alter table public.fee_payments
  alter column paid_on set default private.my_today();

alter table public.licences
  alter column valid_from set default private.today();

alter table public.staff_members
  alter column employed_on set default private.my_today();

alter table public.student_records
  alter column happened_on set default private.my_today();

alter table public.students
  alter column admitted_on set default private.my_today();

alter table public.subscriptions
  alter column started_on set default private.today();

alter table public.schools
  add constraint schools_time_zone_check check (
CASE time_zone
    WHEN 'Africa/Nairobi'::text THEN true
    ELSE private.is_time_zone(time_zone)
END);
