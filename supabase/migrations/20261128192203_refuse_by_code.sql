set check_function_bodies = off;

drop function private.all_setting_problems(text, jsonb);

drop function private.import_problem(integer, text, text);

drop function private.notify(uuid[], text, text, text, text);

drop function private.raise_redirect_problem(text, text, text);

drop function private.ruined_cell(text);

drop function private.ruined_date(text);

drop function private.ruined_number(text);

drop function private.setting_problems(jsonb, jsonb, text);

drop function private.site_setting_problems(text, jsonb);

drop function private.store_setting_problems(text, jsonb);

drop function private.text_problem(text, text);

drop function private.translation_problem(jsonb, text, integer);

drop function public.list_payment_issues();

drop function public.save_scores(uuid, jsonb);

drop function public.set_order_statuses(uuid[], public.order_status);

alter table public.notifications
  add column said jsonb;

alter table public.order_events
  add column said jsonb;

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
    perform private.refuse('behaviour.due', 'Choose today or a day within the next year.', field => 'follow_up_on');
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    perform private.refuse('behaviour.person', 'Choose somebody who teaches this student, or the office.', field => 'follow_up_by');
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on, private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Enter the action to take.'), person, private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, 
      private.say('Follow up on {student}', jsonb_build_object('student',
        (select private.full_name(s.first_name, s.last_name) from public.students s where s.id = entry.student_id))),
      private.say('Due {day}.', jsonb_build_object('day', private.day(add_behaviour_follow_up.due_on))), '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$function$;

create or replace function private.all_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with found as materialized (select p.path, p.problem from private.site_setting_problems(group_key, value) as p)
  select f.path, f.problem from found f
  union all
  select p.path, p.problem from private.store_setting_problems(case when not exists (select from found) then group_key end, value) as p
$function$;

create or replace function private.before_request()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  headers constant text := current_setting('request.headers', true);
  uid uuid;
  command_key text;
  given_up boolean;
begin
  if strpos(headers, '"traceparent"') > 0 then perform private.name_transaction_by_trace(); end if;
  perform set_config('masomo.keeps_keys', 'true', true);
  if strpos(headers, '"idempotency-key"') = 0 or current_setting('transaction_read_only')::boolean then return; end if;
  command_key := headers::json ->> 'idempotency-key';
  uid := private.signed_in_uid();
  if uid is null or command_key is null or length(command_key) not between 16 and 80 then return; end if;
  -- It waits for another request with this key that is in flight.
  insert into private.command_keys (person, key) values (uid, command_key) on conflict do nothing;
  if found then return; end if;
  select k.is_given_up into given_up from private.command_keys k where k.person = uid and k.key = command_key;
  if given_up then
    perform private.refuse('command.given_up', 'The connection broke before this was done. Try again.');
  end if;
  perform private.refuse('command.already_done', 'This was done already.');
end
$function$;

create or replace function private.billing_field (
  billing     jsonb,
  field       text,
  longest     integer,
  problem     text,
  is_required boolean default true
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  value constant text := private.null_if_blank(billing ->> field);
begin
  if value is null and is_required then
    perform private.refuse('order.required', problem, field => field);
  end if;
  if length(value) > longest then
    perform private.refuse('order.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest), field);
  end if;
  return value;
end
$function$;

create or replace function private.cashier_school (
  is_writing boolean
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := case when is_writing then private.require_addon('addon:quick-fees') else private.addon_school('addon:quick-fees') end;
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  elsif not private.may('fee-payment:record') and not (private.may('fee:take') and (private.addon_setting(school, 'addon:quick-fees', 'staff_take_fees') #>> '{}')::boolean) then
    perform private.refuse('quick_fees.cashiers_only', 'Only cashiers of the school may take fees.', errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.check_assignment_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.published_at is null and old.published_at is not null and exists (select from public.submissions s where s.assignment_id = old.id) then
    perform private.refuse('assignment.handed_in',
      'Someone has already handed this in or been marked, so it stays published. Archive it to close it.',
      errcode => 'PT409');
  end if;
  if new.max_score < old.max_score and exists (select from public.submissions s where s.assignment_id = old.id and s.score > new.max_score) then
    perform private.refuse(
      'assignment.scale_too_small', 'Someone already has more than {most}. Change that mark first.',
      jsonb_build_object('most', new.max_score), 'maxScore');
  end if;
  if new.max_score <> old.max_score then
    update public.grades g set max_score = new.max_score, updated_at = now() where g.assignment_id = old.id;
  end if;
  return new;
end
$function$;

create or replace function private.check_import_rows (
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
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number), private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when length(number) > 30 then private.say('Use at most 30 characters.') end)),
    private.import_problem(line, 'first_name', coalesce(private.ruined_cell(first_name), case
      when first_name is null then private.say('Enter the name.')
      when first_name !~ '[^\d\s[:punct:]]' then private.say('A name has letters. Check the cell.')
      when length(first_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'last_name', coalesce(private.ruined_cell(last_name), case when length(last_name) > 80 then private.say('Use at most 80 characters.') end)),
    private.import_problem(line, 'gender', coalesce(private.ruined_cell(gender_text), case when gender_text is not null and gender is null
      then private.say('“{cell}” is not known. Write F or M, or leave it empty.',
        jsonb_build_object('cell', left(gender_text, 30))) end)),
    private.import_problem(line, 'date_of_birth', coalesce(private.ruined_cell(birth_text), private.ruined_date(birth_text), case
      when birth_text is not null and born is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(birth_text, 30)))
      when not private.is_birth_date(born, today) then private.say('A student is between 1 and 60 years old. Check the year.') end)),
    private.import_problem(line, 'admitted_on', coalesce(private.ruined_cell(admitted_text), private.ruined_date(admitted_text), case
      when admitted_text is not null and admitted is null then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
        jsonb_build_object('cell', left(admitted_text, 30)))
      when not private.is_admission_date(admitted, born, today)
        then private.say('A student is admitted after their birth and at most 18 months from today. Check the year.') end)),
    private.import_problem(line, 'status', coalesce(private.ruined_cell(status_text), case when status_text is not null and status is null
      then private.say('“{cell}” is not known. Write Active, Suspended, Graduated or Left, or leave it empty.',
        jsonb_build_object('cell', left(status_text, 30))) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words), case when class_words is not null and class_id is null
      then private.say('There is no class “{cell}”. Write its name as it is under Classes, or add the class first.',
        jsonb_build_object('cell', left(class_words, 40))) end)),
    private.import_problem(line, 'guardian_email', coalesce(private.ruined_cell(guardian_email), case when not private.is_email(guardian_email)
      then private.say('“{cell}” is not an email address.',
        jsonb_build_object('cell', left(guardian_email, 60))) end)),
    private.import_problem(line, 'guardian_phone', coalesce(private.ruined_cell(phone_text), case when phone_text is not null and guardian_phone is null
      then private.say('“{cell}” is not one phone number. Write it as 0712 345 678 or +254712345678.',
        jsonb_build_object('cell', left(phone_text, 40))) end)),
    private.import_problem(line, 'relationship', coalesce(private.ruined_cell(relationship), case when length(relationship) > 40 then private.say('Use at most 40 characters.') end)),
    private.import_problem(line, 'guardian_name', coalesce(private.ruined_cell(guardian_name), case
      when guardian_name is null and (phone_text is not null or guardian_email is not null)
        then private.say('Write the guardian''s name, or leave phone and email empty too.')
      when guardian_name is not null and (guardian_key = '' or guardian_name !~ '[^\d\s[:punct:]]') then private.say('A name has letters. Check the cell.')
      when length(guardian_name) > 160 then private.say('Use at most 160 characters.') end))], null));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say(
      '{number} duplicates row {row}. Every student needs a number of their own.',
      jsonb_build_object('number', i.number, 'row', f.line)))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', private.say('{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', i.number, 'student', private.full_name(s.first_name, s.last_name))))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key and not i.is_known;
end
$function$;

create or replace function private.check_page_change()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      perform private.refuse(
        'page.system', 'This page belongs to the site and cannot be deleted. Unpublish it instead.',
        errcode => 'PT409');
    end if;
    return old;
  end if;
  if not new.is_system and new.slug = any (private.reserved_slugs()) then
    perform private.refuse('page.reserved_slug', '"{address}" belongs to the site itself. Choose another address.',
      jsonb_build_object('address', new.slug), 'slug');
  end if;
  if tg_op = 'UPDATE' then
    if old.is_system and new.slug <> old.slug then
      perform private.refuse(
        'page.system_address', 'This page belongs to the site and keeps its address.', field => 'slug',
        errcode => 'PT409');
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.translations) is distinct from (old.title, old.slug, old.meta_description, old.body, old.translations) then
      new.version := old.version + 1;
    end if;
    if (new.title, new.slug, new.meta_description, new.body, new.translations, new.is_published)
      is distinct from (old.title, old.slug, old.meta_description, old.body, old.translations, old.is_published) then
      new.updated_at := now();
      new.updated_by := (select id from public.users where id = private.signed_in_uid());
    end if;
  else
    new.updated_by := (select id from public.users where id = private.signed_in_uid());
  end if;
  return new;
end
$function$;

create or replace function private.check_plan_features()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if exists (
    select from jsonb_array_elements(new.features) as feature
    where jsonb_typeof(feature) <> 'object' or jsonb_typeof(feature -> 'text') is distinct from 'string' or jsonb_typeof(feature -> 'included') is distinct from 'boolean'
      or coalesce(jsonb_typeof(feature -> 'isPartlyReady'), 'boolean') <> 'boolean' or private.null_if_blank(feature ->> 'text') is null or length(feature ->> 'text') > 120) then
    perform private.refuse(
      'plan.invalid_feature', 'Every feature needs a text of at most 120 characters and whether it is included.',
      field => 'features');
  elsif jsonb_array_length(new.features) > 30 then
    perform private.refuse('plan.too_many_features', 'A plan shows at most 30 features.', field => 'features');
  elsif (select count(*) <> count(distinct private.fold_text(feature ->> 'text')) from jsonb_array_elements(new.features) as feature) then
    perform private.refuse('plan.feature_twice', 'Two features are the same. Keep one of them.', field => 'features');
  end if;
  return new;
end
$function$;

create or replace function private.check_redirect()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  place text;
  steps integer := 0;
begin
  -- One writer at a time: two redirects saved at once could form a loop that neither sees.
  perform pg_advisory_xact_lock(hashtext('site redirects'));
  new.from_path := lower(rtrim(btrim(new.from_path), '/'));
  new.to_path := btrim(new.to_path);
  if new.from_path !~ '^(/[a-z0-9][a-z0-9._~-]*)+$' or length(new.from_path) > 200 then
    perform private.refuse('redirect.from',
      'Enter the old address on this site, such as /old-page: letters, digits, hyphens and dots, without ? or #.',
      field => 'from_path');
  elsif split_part(split_part(new.from_path, '/', 2), '.', 1) = any (private.reserved_slugs()) or split_part(new.from_path, '/', 2) in ('_local', 'assets') then
    perform private.refuse('redirect.reserved', '{address} belongs to the site itself and cannot be moved.',
      jsonb_build_object('address', new.from_path), 'from_path');
  elsif exists (select from public.published_pages p where '/' || p.slug = new.from_path) then
    perform private.refuse('redirect.page',
      'A page is published at this address. Unpublish it first.',
      field => 'from_path');
  elsif length(new.to_path) > 500 or (new.to_path !~* '^https://[^\s<>"]+$' and new.to_path !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$') then
    perform private.refuse('redirect.to',
      'Enter an address on this site, such as /pricing, or one that begins with https://.',
      field => 'to_path');
  elsif exists (select from public.site_redirects r where r.from_path = new.from_path and r.id <> new.id) then
    perform private.refuse('redirect.taken',
      'This address moves already. Edit that redirect instead.',
      field => 'from_path');
  end if;
  place := new.to_path;
  while place is not null loop
    place := lower(rtrim(split_part(split_part(place, '#', 1), '?', 1), '/'));
    steps := steps + 1;
    if place = new.from_path then
      perform private.refuse('redirect.loop',
      'This would lead back to where it began. Choose another target.',
      field => 'to_path');
    elsif steps > 5 then
      perform private.refuse('redirect.chain',
      'This would send a visitor through more than five redirects. Choose the last target at once.',
      field => 'to_path');
    end if;
    select r.to_path into place from public.site_redirects r where r.from_path = place and r.id <> new.id;
  end loop;
  return new;
end
$function$;

create or replace function private.check_redirect_path()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.from_path ~* '\.[a-z0-9]{2,12}/?$' and new.from_path !~* '\.html?/?$' then
    perform private.refuse('redirect.file',
      'Only addresses of pages can move, such as /old-page or /old-page.html. Put a new file into the media library instead.',
      field => 'from_path');
  end if;
  return new;
end
$function$;

create or replace function private.check_setting()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  wrong record;
begin
  if private.setting_shapes() ? new.key and (tg_op = 'INSERT' or new.value is distinct from old.value) then
    select p.path, p.problem into wrong from private.all_setting_problems(new.key, new.value) as p limit 1;
    if found then
      perform private.refuse('setting.invalid', wrong.problem ->> 'sentence', wrong.problem -> 'args', wrong.path);
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.check_student_dates()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  today constant date := private.school_today(new.school_id);
begin
  if not private.is_birth_date(new.date_of_birth, today) and (tg_op = 'INSERT' or new.date_of_birth is distinct from old.date_of_birth) then
    perform private.refuse('student.birth_date', 'Check the date of birth: a student is between 1 and 60 years old.',
      field => 'date_of_birth');
  end if;
  if not private.is_admission_date(new.admitted_on, new.date_of_birth, today)
    and (tg_op = 'INSERT' or (new.admitted_on, new.date_of_birth) is distinct from (old.admitted_on, old.date_of_birth)) then
    perform private.refuse(
      'student.admission_date', 'Check the admission date: it is after the birth and at most 18 months from today.',
      field => 'admitted_on');
  end if;
  return new;
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
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id and cs.subject_id = new.subject_id) then
    perform private.refuse(
      'lesson.subject_not_taught', 'This subject is not taught to the class. Add it to the class first.',
      field => 'subject_id');
  end if;
  select l.*, c.name as class, b.name as subject, to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours, coalesce(private.full_name(u.first_name, u.last_name), '') as teacher into other
  from public.lessons l join public.classes c on c.id = l.class_id join public.subjects b on b.id = l.subject_id left join public.users u on u.id = l.teacher_id
  where l.school_id = new.school_id and l.id <> new.id and l.weekday = new.weekday and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and (l.class_id = new.class_id or l.teacher_id = new.teacher_id or private.fold_text(l.room) = private.fold_text(new.room))
  order by l.class_id = new.class_id desc, l.teacher_id = new.teacher_id desc nulls last limit 1;
  if not found then
    return new;
  elsif other.class_id = new.class_id then
    perform private.refuse('lesson.class_busy', '{class} has {subject} then ({hours}).',
      jsonb_build_object('class', other.class, 'subject', other.subject, 'hours', other.hours), 'starts_at');
  elsif other.teacher_id = new.teacher_id then
    perform private.refuse('lesson.teacher_busy', '{teacher} teaches {subject} to {class} then ({hours}).',
      jsonb_build_object('teacher', other.teacher, 'subject', other.subject, 'class', other.class, 'hours', other.hours),
      'teacher_id');
  end if;
  perform private.refuse('lesson.room_busy', '{room} is taken by {class} then ({hours}).',
    jsonb_build_object('room', other.room, 'class', other.class, 'hours', other.hours), 'room');
end
$function$;

create or replace function private.check_translations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  fields constant jsonb := (
    select jsonb_object_agg(parts[1], jsonb_build_object('kind', parts[2], 'most', parts[3]::integer))
    from unnest(tg_argv) as argument, regexp_match(argument, '^([a-z_]+)(\?|\*|\[\])?:([0-9]+)$') as parts);
  source constant text := md5((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where fields ? key)::text);
  wrong record;
begin
  select t.language, coalesce(f.field, t.language) as field, case
      when t.language <> all (private.translation_languages()) then private.say('There are no texts in this language.')
      when jsonb_typeof(t.value) <> 'object' then private.say('This is a group of fields.')
      when f.field is null then null
      when not fields ? f.field then private.say('This field is unknown.')
      else private.translation_problem(t.value -> f.field, coalesce(fields #>> array[f.field, 'kind'], ''), (fields #>> array[f.field, 'most'])::integer)
    end as problem
  into wrong
  from jsonb_each(new.translations) as t (language, value)
  left join lateral (
    select jsonb_object_keys(fields) union select jsonb_object_keys(case when jsonb_typeof(t.value) = 'object' then t.value - 'of' else '{}' end)
  ) as f (field) on true
  order by problem nulls last limit 1;
  if wrong.problem is not null then
    perform private.refuse('translation.invalid', wrong.problem ->> 'sentence', wrong.problem -> 'args',
      wrong.language || '.' || wrong.field);
  end if;
  select coalesce(jsonb_object_agg(t.language, t.value || jsonb_build_object('of', coalesce(
      nullif(t.value ->> 'of', ''), case when tg_op = 'UPDATE' and not t.value ? 'of' then old.translations #>> array[t.language, 'of'] end, source))), '{}')
  into new.translations from jsonb_each(new.translations) as t (language, value);
  new.needs_translation := array(
    select language from unnest(private.translation_languages()) as language
    where new.translations #>> array[language, 'of'] is distinct from source);
  return new;
end
$function$;

create or replace function private.complete_refund (
  refund    public.refunds,
  reference text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  -- A provider may still report what was withdrawn here and requested once more.
  update public.payments set refunded_amount = least(amount, refunded_amount + refund.amount) where id = refund.payment_id returning * into payment;
  perform private.note_on_order(refund.order_id, private.signed_in_uid(), 'refund', private.say(
    'Refunded {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(refund.amount), 'receipt', payment.receipt, 'reason', refund.reason)));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    perform private.take_back_grants(refund.order_id);
  end if;
  select * into target from public.orders where id = refund.order_id;
  perform private.note_surplus(target.id);
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'), target.language);
end
$function$;

create or replace function private.dashboard_summary (
  unread  bigint,
  notices jsonb
)
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
    perform private.refuse('permission.sign_in', 'Sign in to see your dashboard.', errcode => '42501');
  end if;
  return jsonb_build_object(
    'role', my_role, 'school', (select jsonb_build_object('id', s.id, 'name', s.name) from public.schools s where s.id = school),
    'subscription', (select jsonb_build_object('state', o.status, 'ends_on', o.ends_on, 'days_left', o.ends_on - private.my_today(), 'grace_until', o.ends_on + private.grace_days())
      from private.subscription_of(school) o where private.member_school() is not null),
    'room', case when private.may('plan:manage') then private.plan_room(school) end,
    'campus_room', case when private.may('plan:manage') then private.campus_room(school) end,
    'ending_licences', case when private.may('plan:manage') then private.ending_licences(school) end,
    'setup', case when private.may('school:run') then private.setup_steps(school) end,
    'stats', case when private.may('platform:read') then private.super_admin_stats()
      when private.may('school:run') then private.admin_stats(school)
      when private.may('schedule:read') then private.teacher_stats()
      when private.may('record:write') then private.office_stats(school) else private.personal_stats(unread) end,
    'activities', private.recent_activities(my_role, notices));
end
$function$;

create or replace function private.day (
  day date
)
  returns jsonb
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select pg_catalog.jsonb_build_object('day', day)
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
  account uuid;
begin
  if cardinality(private.erasure_obstacles(student)) > 0 then
    perform private.refuse('erasure.not_yet', 'This student’s data cannot be erased yet. See the reasons with the request.');
  end if;
  perform set_config('masomo.unaudited', 'on', true), set_config('masomo.purging', 'on', true);
  alone := array(select sg.guardian_id from public.student_guardians sg where sg.student_id = student
    and not exists (select from public.student_guardians o where o.guardian_id = sg.guardian_id and o.student_id <> student));
  -- Mails and notifications repeat names, marks and notes.
  delete from public.mail_outbox where split_part(idempotency_key, '/', 2) = student::text;
  delete from public.notifications n using public.users u, public.students s
  where s.id = student and u.school_id = s.school_id and n.user_id = u.id
    and (n.source like '%' || student || '%' or n.source in (select private.notice_sources(student)));
  account := private.account_of_student(student);
  -- The log among them keeps who did what and when, without what stood there.
  perform private.erase_rows(student);
  delete from public.guardians where id = any (alone);
  update public.students set admission_number = 'X-' || left(id::text, 13), user_id = null where id = student;
  delete from auth.users where id = account;
  update public.audit_log set before = null, after = null, reason = null where entity = 'guardians' and entity_id = any (alone::text[]);
  update public.audit_log set before = null, after = null where entity = 'users' and entity_id = account::text;
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id)
  select (select u.id from public.users u where u.id = private.signed_in_uid()), s.school_id, s.id, 'erase', 'students', s.id from public.students s where s.id = student;
  perform set_config('masomo.unaudited', '', true), set_config('masomo.purging', '', true);
end
$function$;

create or replace function private.import_problem (
  line    integer,
  field   text,
  problem jsonb
)
  returns jsonb
  language sql
  immutable
  strict
  set search_path to ''
  AS $function$
  select jsonb_build_object('row', line, 'column', field, 'message', private.in_english(problem)) || problem
$function$;

create or replace function private.in_english (
  said jsonb
)
  returns text
  language plpgsql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
declare
  args constant jsonb := coalesce(said -> 'args', '{}');
  filled text := '';
  part text[];
begin
  if jsonb_typeof(said) = 'string' then
    return said #>> '{}';
  end if;
  for part in
    select regexp_matches(said ->> 'sentence',
      '([^{}]*)(?:\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\})?', 'g')
  loop
    filled := filled || part[1] || case
      when part[2] is null then ''
      when part[3] is null then coalesce(private.value_in_english(args -> part[2]), '')
      else replace(case when (args ->> part[2])::numeric = 1 then part[3] else part[4] end, '#',
        private.value_in_english(args -> part[2])) end;
  end loop;
  return case when said is not null then filled end;
end
$function$;

create or replace function private.job_of_caller (
  job uuid
)
  returns public.jobs
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_job public.jobs;
begin
  select * into found_job from public.jobs j where j.id = job and (j.started_by = private.signed_in_uid() or private.may('job:manage'));
  if not found then
    perform private.refuse('job.not_yours', 'This job is not yours.');
  end if;
  return found_job;
end
$function$;

create or replace function private.keep_audit_log()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if coalesce(current_setting('request.jwt.claims', true), '') <> '' and coalesce(current_setting('masomo.purging', true), '') = ''
    and (tg_op <> 'UPDATE' or to_jsonb(new) - '{actor_id,school_id}'::text[] <> to_jsonb(old) - '{actor_id,school_id}'::text[]
      or new.actor_id is not null and new.actor_id is distinct from old.actor_id or new.school_id is not null and new.school_id is distinct from old.school_id) then
    perform private.refuse('audit.append_only', 'The activity log cannot be changed.', errcode => '42501');
  end if;
  return coalesce(new, old);
end
$function$;

create or replace function private.keep_school_version()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.refuse('school.version_is_fixed',
    'Where a school runs was decided when it was opened. Open a new school for a server of its own.',
    errcode => '42501');
end
$function$;

create or replace function private.limit_rate (
  subject text,
  allowed integer,
  period  interval
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_within_rate(subject, allowed, period) then
    perform private.refuse('request.too_many', 'Too many requests from this address. Please try again in an hour.', errcode => 'PT429');
  end if;
end
$function$;

create or replace function private.lock_page (
  wanted uuid
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into page from public.cms_pages where id = wanted for update;
  if not found then
    perform private.refuse('page.not_found', 'This page is no longer here. Someone may have deleted it.', errcode => 'P0002');
  end if;
  return page;
end
$function$;

create or replace function private.money (
  amount   numeric,
  currency text    default 'KES'::text
)
  returns jsonb
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select pg_catalog.jsonb_build_object('amount', amount, 'currency', currency)
$function$;

create or replace function private.move_in_list (
  list  uuid[],
  moved uuid,
  up    boolean
)
  returns uuid[]
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  place constant integer := array_position(list, moved);
  other constant integer := place + case when up then -1 else 1 end;
begin
  if place is null then
    perform private.refuse('content.not_found', 'This is no longer here. Open the list again.', errcode => 'P0002');
  end if;
  if other between 1 and cardinality(list) then
    list[place] := list[other];
    list[other] := moved;
  end if;
  return list;
end
$function$;

create or replace function private.note_on_order (
  target uuid,
  actor  uuid,
  kind   text,
  said   jsonb
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.order_events (order_id, actor_id, kind, note, said)
  values (target, actor, note_on_order.kind, left(private.in_english(note_on_order.said), 1000), note_on_order.said)
$function$;

create or replace function private.note_surplus (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  owed numeric;
begin
  select * into target from public.orders o where o.id = wanted;
  owed := private.owed_amount(target);
  if owed = target.surplus_amount then
    return;
  end if;
  update public.orders o set surplus_amount = owed where o.id = wanted;
  if owed > target.surplus_amount and not target.is_demo then
    perform private.note_on_order(wanted, null, 'payment',
      private.say('{amount} is owed back to the buyer.', jsonb_build_object('amount', private.money(owed))));
    perform private.queue_mail('order-surplus/' || wanted || '/' || gen_random_uuid(), 'order-surplus', target.customer_email,
      private.order_mail(target) || jsonb_build_object('surplus_amount', owed), private.team_email('salesEmail'), target.language);
  end if;
end
$function$;

create or replace function private.notify (
  people uuid[],
  source text,
  title  jsonb,
  body   jsonb,
  link   text   default null::text
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  notified integer;
begin
  insert into public.notifications (user_id, source, title, body, link, said)
  select distinct u.id, notify.source, left(private.in_english(notify.title), 160),
    left(coalesce(private.in_english(notify.body), ''), 1000), notify.link,
    jsonb_build_object('title', notify.title, 'body', notify.body)
  from public.users u where u.id = any (people) and u.is_active
  on conflict (user_id, source) do nothing;
  get diagnostics notified = row_count;
  return notified;
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
  perform private.notify(private.student_family(marked.student_id), event, 
    private.say('{student} is marked absent today', jsonb_build_object('student', student.first_name)),
    private.say('If this surprises you, call the school.'), '/dashboard');
  return null;
end
$function$;

create or replace function private.notify_assignment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.notify(array(select s.user_id from public.students s where s.class_id = new.class_id and s.status = 'active' and s.user_id is not null),
    'assignment/' || new.id, private.say('New assignment: {title}', jsonb_build_object('title', new.title)),
    private.say('Due {day}.', jsonb_build_object('day', private.day(new.due_on))), '/dashboard');
  return null;
end
$function$;

create or replace function private.notify_due_announcements (
  only_id uuid default null::uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  news public.announcements;
  notified integer := 0;
begin
  for news in
    select * from public.announcements a where a.notified_at is null and a.published_at <= now() and a.archived_at is null and (only_id is null or a.id = only_id) for update skip locked
  loop
    notified := notified + private.notify(private.announcement_readers(news), 'announcement/' || news.id,
      to_jsonb(news.title), to_jsonb(news.body));
    update public.announcements set notified_at = now() where id = news.id;
  end loop;
  return notified;
end
$function$;

create or replace function private.notify_fee_reminder()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  student constant uuid := split_part(new.idempotency_key, '/', 2)::uuid;
  balance constant jsonb := private.money((new.data ->> 'balance')::numeric);
  overdue constant numeric := (new.data ->> 'overdue')::numeric;
begin
  perform private.notify(private.student_family(student), new.idempotency_key,
    private.say('School fees of {student}', jsonb_build_object('student', new.data ->> 'student')),
    case when overdue > 0 then private.say('{balance} to pay, of which {overdue} is overdue.',
        jsonb_build_object('balance', balance, 'overdue', private.money(overdue)))
      else private.say('{balance} to pay.', jsonb_build_object('balance', balance)) end, '/dashboard');
  return null;
end
$function$;

create or replace function private.notify_score()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  task public.assignments;
  student public.students;
  score jsonb;
begin
  select * into task from public.assignments where id = new.assignment_id;
  select * into student from public.students where id = new.student_id;
  score := private.say('Score: {score} of {most}.', jsonb_build_object('score', new.score, 'most', task.max_score));
  perform private.notify(array[student.user_id], 'mark/' || new.assignment_id || '/' || new.student_id, 
    private.say('Marked: {title}', jsonb_build_object('title', task.title)),
    case when private.null_if_blank(new.feedback) is null then score
      else private.say('Score: {score} of {most}. {feedback}',
        score -> 'args' || jsonb_build_object('feedback', left(new.feedback, 900))) end, '/dashboard');
  perform private.notify(private.student_family(new.student_id), 'mark/' || new.assignment_id || '/' || new.student_id, 
    private.say('Marked for {student}: {title}', jsonb_build_object('student', student.first_name, 'title', task.title)),
    score, '/dashboard');
  return null;
end
$function$;

create or replace function private.notify_student_record()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.notify(private.student_family(new.student_id), 'record/' || new.id, 
    private.say('A note about {student}', jsonb_build_object('student',
      (select first_name from public.students where id = new.student_id))),
    -- Of health and conduct nothing is read without a trace.
    case when new.kind not in ('health', 'behaviour') then to_jsonb(new.summary) end, '/dashboard');
  return null;
end
$function$;

create or replace function private.notify_ticket_reply()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets where id = new.ticket_id;
  if ticket.user_id is not null and ticket.user_id is distinct from new.author_id then
    perform private.notify(array[ticket.user_id], 'ticket-reply/' || new.id, 
      private.say('Answer to {ticket}: {subject}',
        jsonb_build_object('ticket', ticket.ticket_number, 'subject', ticket.subject)),
      to_jsonb(new.body));
  end if;
  return null;
end
$function$;

create or replace function private.optional_text (
  value   text,
  longest integer,
  field   text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if length(btrim(value)) > longest then
    perform private.refuse('form.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest), field);
  end if;
  return coalesce(btrim(value), '');
end
$function$;

create or replace function private.order_for_change (
  wanted uuid
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_order public.orders;
begin
  perform private.require('order:set-status');
  select * into found_order from public.orders where id = wanted for update;
  if not found then
    perform private.refuse('order.not_found', 'This order is no longer here.', errcode => 'P0002');
  end if;
  return found_order;
end
$function$;

create or replace function private.order_of_buyer (
  order_number text,
  order_key    uuid,
  email        text
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  found_order public.orders;
  most_misses constant integer := 20;
  misses_of constant text := 'misses of order ' || left(upper(btrim(order_of_buyer.order_number)), 40);
begin
  select o.* into found_order from public.orders o where o.order_number = upper(btrim(order_of_buyer.order_number));
  if found_order.idempotency_key = order_key then
    return found_order;
  end if;
  if order_of_buyer.email is null or misses_of is null then
    return null;
  end if;
  if exists (select from private.rate_limits r where r.subject = misses_of and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    perform private.refuse('order.too_many_proofs',
      'Too many wrong addresses for this order. Use the link in the confirmation email, or try again in an hour.',
      errcode => 'PT429');
  end if;
  if lower(found_order.customer_email) = lower(btrim(order_of_buyer.email)) then
    return found_order;
  end if;
  perform private.limit_rate(misses_of, most_misses, interval '1 hour');
  return null;
end
$function$;

create or replace function private.period_days (
  period text
)
  returns integer
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  case period
    when '7d' then return 7;
    when '30d' then return 30;
    when '90d' then return 90;
    when '1y' then return 365;
    else perform private.refuse('analytics.invalid_period', 'Choose the last 7, 30 or 90 days or the last year.', field => 'period');
  end case;
end
$function$;

create or replace function private.price_lines (
  lines jsonb
)
  returns table (
    kind       public.order_item_kind,
    item_id    uuid,
    name       text,
    category   public.product_category,
    price      integer,
    quantity   integer,
    ordinal    bigint,
    billing    text,
    is_upgrade boolean
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold constant text[] := (select private.sold_to(s.version, private.addon_states(s.id)) from public.schools s where s.id = private.my_school());
  line record;
  priced integer;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0 then
    perform private.refuse('order.empty_cart', 'Your cart is empty.', field => 'lines');
  end if;
  if jsonb_array_length(lines) > 50 then
    perform private.refuse('order.too_many_lines', 'An order can have at most 50 items. Place two orders.', field => 'lines');
  end if;
  for line in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    if jsonb_typeof(line.value) <> 'object'
      or (select count(*) from jsonb_object_keys(line.value) as key where key in ('addon_id', 'plan_id', 'service_id')) <> 1
      or coalesce(line.value ->> 'addon_id', line.value ->> 'plan_id', line.value ->> 'service_id', '') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('order.not_on_sale', 'One item in your cart is not on sale. Remove it and try again.', field => 'lines');
    end if;
    if jsonb_typeof(line.value -> 'quantity') is distinct from 'number' or line.value ->> 'quantity' !~ '^[0-9]{1,3}$' or (line.value ->> 'quantity')::integer = 0 then
      perform private.refuse('order.invalid_quantity', 'Quantities are whole numbers from 1 to 999.', field => 'quantity');
    end if;
    if line.value ->> 'billing' not in ('termly', 'annual') or jsonb_typeof(line.value -> 'is_upgrade') <> 'boolean' then
      perform private.refuse('order.invalid_billing', 'A plan is bought for a term or for a year.', field => 'lines');
    end if;
  end loop;
  if exists (select from jsonb_array_elements(lines) l where l.value ->> 'is_upgrade' = 'true' and (l.value ->> 'quantity')::integer > 1) then
    perform private.refuse('order.one_upgrade', 'A plan is upgraded once at a time.', field => 'quantity');
  end if;
  if exists (select from jsonb_array_elements(lines) l join public.addons a on a.id = (l.value ->> 'addon_id')::uuid where not a.is_ready) then
    perform private.refuse('order.in_preparation',
      'Something in your cart is still in preparation and cannot be bought yet. Remove it and try again.',
      field => 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(lines) l left join public.addons a on a.id = (l.value ->> 'addon_id')::uuid left join public.plans p on p.id = (l.value ->> 'plan_id')::uuid
      left join public.services s on s.id = (l.value ->> 'service_id')::uuid
    where not coalesce(a.category, p.category, s.category)::text = any (sold) and (a.feature = any (sold)) is not true) then
    if 'saas' = any (sold) then
      perform private.refuse('order.other_version',
        'Something in your cart is for schools with their own server, and yours is hosted by us. Remove it and choose from what the store shows you.',
        field => 'lines');
    end if;
    perform private.refuse('order.needs_standalone',
      'Something in your cart is for schools that we host, and yours has its own server. Remove it and choose the Standalone version.',
      field => 'lines');
  end if;
  return query
    with asked as (
      select
        coalesce(l.value ->> 'addon_id', l.value ->> 'plan_id', l.value ->> 'service_id')::uuid as id,
        case when l.value ? 'addon_id' then 'addon' when l.value ? 'plan_id' then 'plan' else 'service' end::public.order_item_kind as kind,
        sum((l.value ->> 'quantity')::integer)::integer as quantity,
        min(l.ordinality) as ordinal,
        case when l.value ? 'plan_id' then l.value ->> 'billing' end as billing,
        l.value ? 'plan_id' and coalesce((l.value ->> 'is_upgrade')::boolean, false) as is_upgrade
      from jsonb_array_elements(lines) with ordinality as l group by 1, 2, 5, 6),
    on_sale as (
      select 'addon'::public.order_item_kind as kind, id, name, category, price, null::public.plan_period as period from public.addons where is_active
      union all select 'plan', id, name, category, price, period from public.plans where is_active and (in_store or private.school_where('plan:manage') is not null)
      union all select 'service', id, name, category, price, null from public.services where is_active and in_store)
    select a.kind, a.id, case when a.is_upgrade then s.name || ', upgrade' when a.billing = 'annual' then s.name || ', one year' else s.name end, s.category,
      case when a.is_upgrade then private.upgrade_price(private.school_where('plan:manage'), a.id) when a.kind = 'plan' then private.plan_price(a.id, private.sold_billing(s.period, a.billing)) else s.price end, a.quantity, a.ordinal, a.billing, a.is_upgrade
    from asked a join on_sale s on s.kind = a.kind and s.id = a.id order by a.ordinal;
  get diagnostics priced = row_count;
  if priced <> (select count(distinct (lower(value ->> 'addon_id'), lower(value ->> 'plan_id'), lower(value ->> 'service_id'), value ->> 'billing', value ->> 'is_upgrade')) from jsonb_array_elements(lines)) then
    perform private.refuse('order.unknown_item', 'Something in your cart is no longer on sale. Remove it and try again.', field => 'lines');
  end if;
  if exists (select from (select sum((value ->> 'quantity')::integer) as quantity from jsonb_array_elements(lines)
      group by coalesce(value ->> 'addon_id', value ->> 'plan_id', value ->> 'service_id')) as sums where quantity > 999) then
    perform private.refuse('order.invalid_quantity', 'Quantities are whole numbers from 1 to 999.', field => 'quantity');
  end if;
end
$function$;

create or replace function private.protect_agreed_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  schools integer;
  notice constant integer := coalesce((private.setting('subscriptions', 'priceNoticeDays'))::integer, 30);
begin
  -- The job that applies an announced change has no user.
  if auth.uid() is null then
    return new;
  end if;
  select count(*) into schools from private.schools_with_plan(new.id);
  if schools > 0 and (new.period <> old.period or new.category <> old.category) then
    perform private.refuse(
      'plan.subscribed', 'Schools subscribe to this plan as it is. Add another plan for another version or period.',
      field => case when new.period <> old.period then 'period' else 'category' end);
  elsif schools > 0 and new.price <> old.price and notice > 0 then
    perform private.refuse('plan.needs_notice',
      'Schools subscribe to this plan: its price changes with {days, plural, one {# day} other {# days}} of notice. Announce the new price instead.',
      jsonb_build_object('days', notice), 'price');
  end if;
  return new;
end
$function$;

create or replace function private.protect_invoices()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.refuse('invoice.issued', 'An issued invoice never changes. Bill the difference on another one.', errcode => 'PT409');
end
$function$;

create or replace function private.protect_school_fields()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if current_user in ('authenticated', 'anon') and not private.is_super_admin()
    and (new.is_active, new.kind, new.name, new.is_demo) is distinct from (old.is_active, old.kind, old.name, old.is_demo) then
    perform private.refuse('school.platform_field', 'Only a super admin can rename, reclassify or archive a school.', errcode => '42501');
  end if;
  return new;
end
$function$;

create or replace function private.protect_sold_items()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.was_sold(tg_argv[0]::public.order_item_kind, old.id) then
    perform private.refuse(
      'price.sold', '{offer} has been sold, and its buyers’ records refer to it. Take it off sale instead.',
      jsonb_build_object('offer', old.name));
  end if;
  return old;
end
$function$;

create or replace function private.queue_job (
  kind    text,
  subject text  default null::text,
  args    jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  token constant jsonb := auth.jwt();
  queued uuid;
begin
  if not exists (select from private.job_kinds k where k.name = queue_job.kind and k.permission is not null) then
    perform private.refuse('job.unknown_kind', 'This cannot be done now, since no worker has been started yet. Ask who runs the product.');
  end if;
  insert into public.jobs (school_id, kind, subject, started_by, args, claims)
  values (private.my_school(), queue_job.kind, queue_job.subject, me, queue_job.args,
    jsonb_build_object('role', 'authenticated', 'sub', me, 'session_id', token ->> 'session_id', 'aal', coalesce(token ->> 'aal', 'aal1')))
  on conflict do nothing returning id into queued;
  return coalesce(queued, (select j.id from public.jobs j where j.kind = queue_job.kind and j.subject = queue_job.subject
    and j.school_id is not distinct from private.my_school() and j.state in ('waiting', 'running')));
end
$function$;

create or replace function private.read_stored_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  stored record;
begin
  if auth.uid() is null then
    return new;
  end if;
  select (o.metadata ->> 'size')::bigint as size, o.metadata ->> 'mimetype' as mimetype into stored
  from storage.objects o where o.bucket_id = 'school-documents' and o.name = new.file_path and o.owner_id = private.signed_in_uid()::text;
  if not found then
    perform private.refuse('document.no_file', 'The file has not arrived. Choose it again and upload it.', field => 'file_path');
  end if;
  new.file_size := stored.size;
  new.mime_type := stored.mimetype;
  return new;
end
$function$;

create or replace function private.receive_payment (
  target      public.orders,
  attempt_id  uuid,
  method      public.payment_method,
  amount      numeric,
  currency    text,
  receipt     text,
  paid_at     timestamp with time zone,
  note        text,
  is_expected boolean
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  as_state constant public.payment_state := case when not is_expected then 'review' when target.paid_at is not null or target.status = 'cancelled' then 'surplus' else 'received' end;
  paid jsonb;
begin
  insert into public.payments (order_id, attempt_id, method, amount, currency, receipt, paid_at, recorded_by, note, state)
  values (target.id, receive_payment.attempt_id, receive_payment.method, receive_payment.amount, receive_payment.currency, receive_payment.receipt, coalesce(receive_payment.paid_at, private.current_moment()),
    (select u.id from public.users u where u.id = private.signed_in_uid()), private.null_if_blank(receive_payment.note), as_state)
  returning * into payment;
  paid := jsonb_build_object('amount', private.money(payment.amount, payment.currency), 'receipt', payment.receipt);
  perform private.note_on_order(target.id, payment.recorded_by, 'payment', case as_state
      when 'surplus' then private.say('Received {amount}, receipt {receipt}. The order needed no payment: refund it.', paid)
      when 'review' then private.say('Received {amount}, receipt {receipt}, instead of {total}: review it.',
        paid || jsonb_build_object('total', private.money(target.total_amount)))
      else private.say('Paid {amount}, receipt {receipt}', paid) end);
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
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
      select t.created_at, 'ticket', to_jsonb(t.ticket_number), to_jsonb(t.subject), '/dashboard/support' from (select * from public.support_tickets where private.may('ticket:answer') order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', to_jsonb(n.title), to_jsonb(left(n.body, 140)), case when private.may('announcement:write') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or (select private.may('announcement:write-all')) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', private.say('{student} handed in {title}', jsonb_build_object(
          'student', private.full_name(h.first_name, h.last_name), 'title', h.title)), to_jsonb(coalesce(h.class_name, '')), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where private.may('grade:write') and a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
          and b.student_id <> all ((select private.withheld_from_me())::uuid[]) and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', private.say('{student} paid {amount}', jsonb_build_object(
          'student', private.full_name(p.first_name, p.last_name), 'amount', private.money(p.amount))), to_jsonb(p.receipt_number), '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where private.may('fee-account:read-all') and f.school_id = private.my_school()
          and f.student_id <> all ((select private.withheld_from_me())::uuid[]) order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', case r.kind when 'merit' then private.say('Merit: {summary}', summary.args)
          when 'contact' then private.say('Contact: {summary}', summary.args)
          when 'visit' then private.say('Visit: {summary}', summary.args)
          else private.say('Other: {summary}', summary.args) end,
        to_jsonb(private.full_name(r.first_name, r.last_name)), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where private.may('record:write') and d.kind not in ('health', 'behaviour') and d.school_id = private.my_school()
          and d.student_id <> all ((select private.withheld_from_me())::uuid[]) order by d.created_at desc limit 5) r
      cross join lateral jsonb_build_object('summary', r.summary) as summary (args)
      union all
      select m.created_at, 'notification', coalesce(m.said -> 'title', to_jsonb(m.title)),
        coalesce(m.said -> 'body', to_jsonb(m.body)), coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text, said jsonb)
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function private.refuse (
  code     text,
  sentence text,
  args     jsonb default '{}'::jsonb,
  field    text  default null::text,
  errcode  text  default 'P0001'::text
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  said constant jsonb := private.say(refuse.sentence, refuse.args);
begin
  raise exception using errcode = refuse.errcode, hint = refuse.code, message = private.in_english(said),
    detail = said || case when refuse.field is null then '{}' else jsonb_build_object('field', refuse.field) end;
end
$function$;

create or replace function private.refuse_closed_term (
  name text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  perform private.refuse(
    'term.closed', '{term} is closed. An administrator can reopen it under School, giving a reason.',
    jsonb_build_object('term', refuse_closed_term.name));
end
$function$;

create or replace function private.refuse_further_lines()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from (select w.invoice_id, count(*) as lines from written w where w.invoice_id is not null group by w.invoice_id) i
    where i.lines <> (select count(*) from public.fee_charges c where c.invoice_id = i.invoice_id)) then
    perform private.refuse('invoice.issued', 'An issued invoice never changes. Bill the difference on another one.', errcode => 'PT409');
  end if;
  return null;
end
$function$;

create or replace function private.refuse_mail (
  refusal text,
  school  uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if refusal = 'school' then
    perform private.refuse('mail.budget',
      'Your school has sent all {limit} emails of today, so this one was not sent. Send it again after midnight, or subscribe for a higher limit.',
      jsonb_build_object('limit', private.school_mail_limit(school)));
  elsif refusal is not null then
    perform private.refuse('mail.network_budget',
      'Too many emails were sent from this network or to this address today, so this one was not sent. Send it again after midnight.');
  end if;
end
$function$;

create or replace function private.refuse_platform_permission()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from private.permissions p where p.name = new.permission and p.is_platform)
    and exists (select from private.school_roles r where r.id = new.role_id and r.school_id is not null) then
    perform private.refuse(
      'role.platform_permission', 'Only those who run the platform have this permission. Leave it out of the role.',
      errcode => '42501');
  end if;
  return new;
end
$function$;

create or replace function private.refuse_unpaid()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.refuse('order.unpaid', 'Order {order} is not paid. Say how it was paid to complete it.',
    jsonb_build_object('order', new.order_number), 'status');
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
    perform private.refuse(
      'record.changed', 'Somebody else has changed this meanwhile. Nothing is saved yet.', field => tg_table_name,
      errcode => 'PT409');
  end if;
  return new;
end
$function$;

create or replace function private.refuse_without_subscription()
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  perform private.refuse('subscription.ended',
    'Your school’s subscription has ended. You can still read and export everything; to make changes, ask an administrator to renew it.',
    errcode => '42501');
end
$function$;

create or replace function private.reject_score_of_draft()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if exists (select from public.assignments a where a.id = new.assignment_id and a.published_at is null) then
    perform private.refuse('assignment.draft', 'This is a draft. Publish it, then mark it.', errcode => 'PT409');
  end if;
  return new;
end
$function$;

create or replace function private.require (
  permission text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.may(permission) then
    return private.my_school();
  elsif exists (select from private.permissions p where p.name = require.permission and p.is_platform) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  end if;
  perform private.refuse('permission.missing', 'Your role does not allow this. Ask an administrator of your school.', errcode => '42501');
end
$function$;

create or replace function private.require_account_manager (
  school uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_super_admin() then
    return null;
  end if;
  if not private.may('account:manage') or school is distinct from private.my_school() then
    perform private.refuse(
      'permission.account_keeper', 'Only a super admin or an administrator of the school may do this.',
      errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.require_addon (
  feature text
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.school_where('school:work');
  entitlement constant public.entitlement := private.is_entitled(school, require_addon.feature);
begin
  if school is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  elsif entitlement = 'read-only' then
    if not private.is_running(school) then
      perform private.refuse_without_subscription();
    end if;
    perform private.refuse('addon.expired',
      'The licence for this add-on has expired. You can still read everything; to make changes, ask an administrator to renew it.',
      errcode => '42501');
  elsif entitlement is distinct from 'on' then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.require_administrator()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
begin
  for school in
    select s.id from public.schools s
    where tg_table_name = 'memberships' and s.id = (to_jsonb(old) ->> 'school_id')::uuid
        and to_jsonb(old) ->> 'role_id' = private.common_role('admin')::text
      or tg_table_name = 'users' and s.id in (select m.school_id from private.memberships m
        where m.user_id = (to_jsonb(old) ->> 'id')::uuid and m.role_id = private.common_role('admin'))
    order by s.id for no key update
  loop
    if not private.has_administrator(school) then
      perform private.refuse('role.last_administrator',
        'This is the school''s only administrator. Give somebody else the role Administrator first, without an end.');
    end if;
  end loop;
  return null;
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
    and (private.may('behaviour:read-all') or e.student_id in (select private.my_taught_student_ids()));
  if found_entry.id is null then
    perform private.refuse('behaviour.not_found', 'This entry is no longer here. Reload the list.', errcode => 'P0002');
  elsif found_entry.withdrawn_at is not null then
    perform private.refuse('behaviour.withdrawn', 'This entry was withdrawn. Record another one.');
  end if;
  return found_entry;
end
$function$;

create or replace function private.require_campus_room (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  room jsonb;
begin
  perform private.lock_subscription(school);
  room := private.campus_room(school);
  if (room ->> 'campuses')::integer >= (room ->> 'max_campuses')::integer then
    perform private.refuse('plan.campuses',
      'The plan {plan} has no campus left: {campuses} of {limit} in use. Upgrade it first under School, Plan and licences.',
      jsonb_build_object('plan', room -> 'plan', 'campuses', room -> 'campuses', 'limit', room -> 'max_campuses'));
  end if;
end
$function$;

create or replace function private.require_class (
  wanted uuid,
  school uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if wanted is not null and not exists (select from public.classes c where c.id = wanted and c.school_id = school and c.is_active) then
    perform private.refuse('class.not_open', 'This class is no longer open. Choose another.', field => 'class_id');
  end if;
  return wanted;
end
$function$;

create or replace function private.require_class_to_mark (
  wanted uuid
)
  returns public.classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted
    and (c.school_id = private.school_where('attendance:take-all') or c.id in (select private.my_class_ids()));
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  return class;
end
$function$;

create or replace function private.require_email (
  value text,
  field text default 'email'::text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if private.null_if_blank(value) is null or not private.is_email(btrim(value)) then
    perform private.refuse('form.invalid_email', 'Enter an email address like name@school.ac.ke.', field => field);
  end if;
  return btrim(value);
end
$function$;

create or replace function private.require_feature()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  closed text;
begin
  select f.closed_message into closed from public.features f where f.name = tg_argv[0] and not f.is_on;
  if found then
    perform private.refuse('feature.closed', closed);
  end if;
  return new;
end
$function$;

create or replace function private.require_grantable (
  role_id uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_grantable(require_grantable.role_id) then
    perform private.refuse(
      'role.beyond_own', 'This role allows more than yours does. Ask an administrator who may do all of it.',
      errcode => '42501');
  end if;
end
$function$;

create or replace function private.require_near_day (
  day   date,
  back  interval,
  ahead interval,
  today date,
  field text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  if day not between today - back and today + ahead then
    perform private.refuse('form.far_day', 'This day is too far from today. Check the year.', field => field);
  end if;
end
$function$;

create or replace function private.require_open_order (
  target public.orders,
  seen   timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if target.status = 'completed' then
    perform private.refuse('order.locked', 'Order {order} is completed. Reopen it with a reason to change it.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
  end if;
  if target.status = 'cancelled' then
    perform private.refuse(
      'order.locked_cancelled', 'Order {order} is cancelled. Reopen it with a reason to change it.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
  end if;
  if target.updated_at <> require_open_order.seen then
    perform private.refuse('order.changed_meanwhile',
      'Somebody else changed order {order} in the meantime. Look at it, then decide again.',
      jsonb_build_object('order', target.order_number), 'status', errcode => 'PT409');
  end if;
end
$function$;

create or replace function private.require_own_assignment (
  assignment_id uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  if not private.may('assignment:write') then
    perform private.refuse('permission.teacher_only', 'Only a teacher of the class may do this.', errcode => '42501');
  end if;
  if not exists (select from public.assignments a where a.id = require_own_assignment.assignment_id
    and a.school_id = private.my_school() and a.teacher_id = private.signed_in_uid()
    and a.class_id in (select private.my_class_ids())) then
    perform private.refuse('assignment.not_found', 'This assignment is no longer here.', errcode => 'P0002');
  end if;
  return require_own_assignment.assignment_id;
end
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
    perform private.refuse('fee.reference_required', 'Enter the number of the slip or the cheque.', field => 'reference');
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = require_payment_reference.method and p.reference = code and p.reverses is null and p.reversed_at is null limit 1;
  if found then
    perform private.refuse(
      'fee.duplicate_reference', 'A payment with this reference is already recorded: {receipt} for {student}.',
      jsonb_build_object('receipt', other.receipt_number, 'student', (select private.full_name(s.first_name, s.last_name) from public.students s where s.id = other.student_id)),
      'reference');
  end if;
  return code;
end
$function$;

create or replace function private.require_publisher()
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_cms_editor() then
    perform private.refuse(
      'cms.publisher_only', 'Only a publisher may change what visitors see. Save a draft and ask a publisher.',
      errcode => '42501');
  end if;
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
declare
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.school_id = require_register_day.school and require_register_day.day between t.starts_on and t.ends_on;
  if require_register_day.day is null or require_register_day.day > private.school_today(require_register_day.school) then
    perform private.refuse('attendance.future', 'Attendance cannot be taken for a day to come.', field => 'day');
  elsif term.id is null then
    perform private.refuse('attendance.outside_terms',
      '{day} is outside the terms of the school. An administrator sets them under School.',
      jsonb_build_object('day', private.day(require_register_day.day)), 'day');
  elsif term.closed_at is not null then
    perform private.refuse_closed_term(term.name);
  end if;
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
    perform private.refuse('plan.full',
      'Your school would have {students} students, and the plan {plan} is for {limit}. An administrator upgrades it first under School, Plan and licences.',
      jsonb_build_object('students', room -> 'after', 'plan', room -> 'plan', 'limit', room -> 'max_students'));
  end if;
end
$function$;

create or replace function private.require_storage_room (
  school   uuid,
  metadata jsonb
)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.stored_bytes(school) + greatest(coalesce((metadata ->> 'size')::bigint, 1), 1) > private.storage_limit(school) then
    perform private.refuse('school.storage_full',
      'Your school has used all of its room for files. Remove documents you no longer need, or upgrade under School, Plan and licences.',
      errcode => '42501');
  end if;
  return true;
end
$function$;

create or replace function private.require_subject_i_teach (
  wanted_class   uuid,
  wanted_subject uuid
)
  returns public.classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or not private.may('grade:write') or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    perform private.refuse('grade.not_yours', 'You do not teach this subject to this class.', errcode => '42501');
  end if;
  return class;
end
$function$;

create or replace function private.require_text (
  value   text,
  longest integer,
  field   text,
  problem text
)
  returns text
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  text constant text := private.null_if_blank(value);
begin
  if text is null then
    perform private.refuse('form.required', problem, field => field);
  end if;
  if length(text) > longest then
    perform private.refuse('form.too_long', 'Use at most {limit} characters.', jsonb_build_object('limit', longest), field);
  end if;
  return text;
end
$function$;

create or replace function private.require_version (
  page     public.cms_pages,
  expected integer
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if expected is not null and page.version <> expected then
    perform private.refuse(
      'page.changed_meanwhile', 'Somebody else saved this page in the meantime. Reload it to see their changes.',
      field => 'version', errcode => 'PT409');
  end if;
end
$function$;

create or replace function private.roles_school (
  school uuid
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.may('user:set-role') then
    perform private.require('role:manage');
    if roles_school.school <> private.my_school() then
      perform private.refuse('role.other_school', 'You can give roles within your own school only.', errcode => '42501');
    end if;
    return private.my_school();
  elsif roles_school.school is null then
    perform private.refuse('user.school_required', 'Choose the school this person belongs to.', field => 'school_id');
  end if;
  return roles_school.school;
end
$function$;

create or replace function private.ruined_cell (
  value text
)
  returns jsonb
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case
    when value ~* '^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$'
      then private.say('“{cell}” is a number that the spreadsheet shortened. Format the column as text, type the whole number again and save the file.',
        jsonb_build_object('cell', left(value, 30)))
    when value ~* '^(?:#(?:N/?A|REF|NAME|VALUE|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|GETTING_DATA)[!?]?|#{3,}|Err:\d+)$'
      then private.say('“{cell}” is an error of the spreadsheet. Type the value into the cell, or empty it.',
        jsonb_build_object('cell', left(value, 30)))
    when position(U&'\FFFD' in value) > 0
      then private.say('Letters of “{cell}” are lost. Type it again and save the file as “CSV UTF-8”.',
        jsonb_build_object('cell', left(value, 60)))
  end
$function$;

create or replace function private.ruined_date (
  value text
)
  returns jsonb
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case when value ~ '^[1-5]\d{4}(?:\.\d+)?$'
    then private.say(
      '“{cell}” is how the spreadsheet counts a day, perhaps {day}. Format the column as dates and save the file again.',
      jsonb_build_object('cell', value, 'day', private.day(date '1899-12-30' + floor(value::numeric)::integer))) end
$function$;

create or replace function private.ruined_number (
  value text
)
  returns jsonb
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select private.say('“{cell}” is a number that the spreadsheet made a date. Format the column as text, type the number again and save the file.',
        jsonb_build_object('cell', left(value, 30)))
  where value ~* '^(?:\d{1,2}[-/. ])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-/. ]\d{2,4}$' or value ~ '^\d{4}-\d{2}-\d{2}(?:[T ]00:00.*)?$'
$function$;

create or replace function private.save_export_part (
  export_id uuid,
  part      integer,
  name      text,
  bytes     integer,
  entries   jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  given constant public.school_exports := private.export_of_caller(save_export_part.export_id);
begin
  update public.school_exports e set part_names = e.part_names || save_export_part.name, size = e.size + bytes
  where e.id = given.id and e.state = 'running' and cardinality(e.part_names) = part;
  if not found then
    perform private.refuse('export.ended', 'This export has ended. Start another one.');
  end if;
  update private.export_entries x set last_key = n.last_key, offset_bytes = n.offset_bytes, crc = n.crc, size = n.size, compressed = n.compressed, is_done = n.is_done
  from jsonb_to_recordset(save_export_part.entries) as n (position integer, last_key jsonb, offset_bytes bigint, crc bigint, size bigint, compressed bigint, is_done boolean)
  where x.export_id = given.id and x.position = n.position;
  update public.school_exports e set entries_done = (select count(*) from private.export_entries x where x.export_id = e.id and x.is_done) where e.id = given.id;
end
$function$;

create or replace function private.save_step (
  job         uuid,
  is_finished boolean,
  done        integer,
  total       integer,
  reached     jsonb,
  result      jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.jobs j set state = case when is_finished then 'done' else 'running' end, done = coalesce(save_step.done, j.done),
    total = coalesce(save_step.total, j.total), reached = save_step.reached, result = coalesce(save_step.result, j.result), reason = null, failures = 0,
    due_at = clock_timestamp(), finished_at = case when is_finished then clock_timestamp() end
  where j.id = save_step.job and j.state = 'running';
  if not found then
    perform private.refuse('job.cancelled', 'The job was cancelled.');
  end if;
end
$function$;

create or replace function private.say (
  sentence text,
  args     jsonb default '{}'::jsonb
)
  returns jsonb
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select case when sentence is not null then
    pg_catalog.jsonb_build_object('sentence', sentence, 'args', pg_catalog.jsonb_strip_nulls(args)) end
$function$;

create or replace function private.second_step_school()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if private.is_super_admin() then
    return null;
  elsif not private.may('account:manage') then
    perform private.refuse('permission.admin_only', 'Only an administrator of the school may do this.', errcode => '42501');
  end if;
  return private.my_school();
end
$function$;

create or replace function private.setting_problems (
  value jsonb,
  shape jsonb,
  place text  default ''::text
)
  returns table (
    path    text,
    problem jsonb
  )
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
declare
  kind constant text := case when jsonb_typeof(shape) = 'string' then shape #>> '{}' end;
  list constant jsonb := case when jsonb_typeof(shape) = 'array' then shape end;
begin
  if list is not null then
    if jsonb_typeof(value) is distinct from 'array' then
      return query select place, private.say('This is a list.');
    elsif jsonb_array_length(value) not between (list ->> 1)::integer and (list ->> 2)::integer then
      return query select place, case when (list ->> 1)::integer = 0
          then private.say('At most {most} entries.', jsonb_build_object('most', list -> 2))
        else private.say('Between {least} and {most} entries.', jsonb_build_object('least', list -> 1, 'most', list -> 2)) end;
    else
      return query select p.path, p.problem from jsonb_array_elements(value) with ordinality as entry (item, number),
        private.setting_problems(entry.item, list #> '{0,0}', concat_ws('.', nullif(place, ''), (entry.number - 1)::text)) as p;
    end if;
  elsif kind is null then
    if jsonb_typeof(value) is distinct from 'object' then
      return query select place, private.say('This is a group of fields.');
      return;
    end if;
    return query select concat_ws('.', nullif(place, ''), k.key), private.say('This field is unknown.') from jsonb_object_keys(value) as k (key) where not shape ? k.key and not shape ? (k.key || '?');
    return query select p.path, p.problem from (select rtrim(shapes.key, '?'), shapes.key like '%?', shapes.value from jsonb_each(shape) as shapes) as field (key, is_optional, form),
      private.setting_problems(coalesce(value -> field.key, 'null'), field.form, concat_ws('.', nullif(place, ''), field.key)) as p
      where not field.is_optional or value ? field.key;
  elsif kind = 'flag' then
    return query select place, private.say('Choose yes or no.') where jsonb_typeof(value) is distinct from 'boolean';
  elsif kind like 'whole:%' then
    return query select place, private.say('Enter a whole number from {least} to {most}.',
        jsonb_build_object('least', split_part(kind, ':', 2), 'most', split_part(kind, ':', 3)))
    where case when jsonb_typeof(value) = 'number'
      then (value #>> '{}')::numeric % 1 <> 0 or (value #>> '{}')::numeric not between split_part(kind, ':', 2)::numeric and split_part(kind, ':', 3)::numeric else true end;
  elsif jsonb_typeof(value) is distinct from 'string' then
    return query select place, private.say('Enter something here.');
  else
    return query select place, wrong from private.text_problem(value #>> '{}', kind) as wrong where wrong is not null;
  end if;
end
$function$;

create or replace function private.site_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  with found as materialized (
    select p.path, p.problem from private.setting_problems(value, private.setting_shapes() -> group_key) as p
  )
  select path, problem from found
  union all
  select part || '.closesAt', private.say('Closing comes after opening.') from unnest(array['office', 'chat']) as part
  where group_key = 'hours' and not exists (select from found) and (value #>> array[part, 'closesAt'])::integer <= (value #>> array[part, 'opensAt'])::integer
  union all
  select 'text', private.say('Enter the announcement, or switch the bar off.')
  where group_key = 'announcement' and not exists (select from found) and (value ->> 'isShown')::boolean and btrim(value ->> 'text') = ''
  union all
  select case when btrim(value ->> 'label') = '' then 'label' else 'url' end, private.say('A link needs a label and an address.')
  where group_key = 'announcement' and not exists (select from found) and (btrim(value ->> 'label') = '') <> (btrim(value ->> 'url') = '')
$function$;

create or replace function private.store_setting_problems (
  group_key text,
  value     jsonb
)
  returns table (
    path    text,
    problem jsonb
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select 'methods', private.say('Choose each payment method once: M-Pesa, card or bank transfer.')
  where group_key = 'payments' and (
    exists (select from jsonb_array_elements_text(value -> 'methods') as m (method) where m.method not in ('mpesa', 'card', 'bank'))
    or (select count(*) <> count(distinct m.method) from jsonb_array_elements_text(value -> 'methods') as m (method)))
  union all
  select 'bank.swift', private.say('A SWIFT code has 8 or 11 letters and digits, such as KCBLKENX.')
  where group_key = 'payments' and value #>> '{bank,swift}' !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'
  union all
  select 'kraPin', private.say('A KRA PIN is a letter, nine digits and a letter, such as P051234567Q.')
  where group_key = 'company' and value ->> 'kraPin' <> '' and value ->> 'kraPin' !~ '^[AP][0-9]{9}[A-Z]$'
  union all
  select 'currency', private.say('Prices are in KES.') where group_key = 'company' and value ->> 'currency' <> 'KES'
  union all
  select 'reminderDays', private.say('Name each day once.')
  where group_key = 'subscriptions' and (select count(*) <> count(distinct d.day) from jsonb_array_elements_text(value -> 'reminderDays') as d (day))
  union all
  select concat_ws('.', mail.path, part.key), private.say('This email has no value for {name}. It knows {known}.', jsonb_build_object(
    'name', '{{' || unknown.name || '}}',
    'known', (select string_agg('{{' || known || '}}', ', ') from unnest(private.mail_placeholders(mail.key)) as known)))
  from (
      select m.key, m.key as path, m.value as template from jsonb_each(case when group_key = 'emails' then value - 'sw' else '{}' end) as m
      union all select m.key, 'sw.' || m.key, m.value from jsonb_each(case when group_key = 'emails' then value -> 'sw' else '{}' end) as m) as mail,
    jsonb_each_text(mail.template) as part (key, text),
    lateral (select btrim(found[1]) as name from regexp_matches(part.text, '\{\{([^{}]*)\}?\}?', 'g') as found) as unknown
  where unknown.name <> all (private.mail_placeholders(mail.key))
$function$;

create or replace function private.take_back_grants (
  wanted uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  target public.orders;
  before public.order_status;
  kept numeric;
begin
  select * into target from public.orders where id = wanted;
  if target.paid_at is null then
    return;
  end if;
  select coalesce(sum(p.amount - p.refunded_amount), 0) into kept from public.payments p where p.order_id = wanted and p.state = 'received';
  if kept > 0 then
    perform private.shrink_order(target, (select sum(coalesce(i.granted_amount, i.line_total)) from public.order_items i where i.order_id = wanted) - kept);
    return;
  end if;
  before := target.status;
  update public.orders set status = 'cancelled', paid_at = null where id = wanted;
  perform private.revoke_licences(wanted);
  perform private.revoke_paid_plans(wanted);
  perform private.cancel_fulfilments(wanted);
  update public.order_items set granted_as = null, granted_amount = null, granted_days = null where order_id = wanted;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note, said)
  select wanted, private.signed_in_uid(), 'status', before, 'cancelled', private.in_english(told.said), told.said
  from private.say('Refunded in full: the licences are revoked.') as told (said);
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
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, 
        private.say('A merit for {student}', jsonb_build_object('student', shared.first_name)),
        to_jsonb(shared.category), '/dashboard/addons/behaviour-records/shared');
    else
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, 
        private.say('The school shared a record about {student}', jsonb_build_object('student', shared.first_name)),
        to_jsonb(shared.category), '/dashboard/addons/behaviour-records/shared');
    end if;
  end loop;
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
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has arrived at school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
  else
    perform private.notify(private.student_family(student.id), event, 
      private.say('{student} has left school', jsonb_build_object('student', student.first_name)),
      private.say('Seen at the gate at {time}.', jsonb_build_object('time', moment)), '/dashboard');
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
    perform private.notify(array[watched.class_teacher_id], 'behaviour-points/' || watched.id || '/' || private.school_today(school), 
      private.say('{student} has reached {points} points',
        jsonb_build_object('student', watched.name, 'points', watched.points)),
      private.say('For incidents of the last 30 days.'), '/dashboard/students/' || watched.id);
  end loop;
end
$function$;

create or replace function private.tell_of_storage()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  used constant bigint := private.stored_bytes(new.school_id);
  room constant bigint := private.storage_limit(new.school_id);
  full_share constant integer := case when used >= room then 100 when used * 100 >= room * 80 then 80 end;
begin
  if full_share is not null then
    perform private.notify(
      private.people_with(new.school_id, 'school:run'),
      format('storage/%s/%s', full_share, to_char(private.school_today(new.school_id), 'YYYY-MM')),
      case full_share when 100 then private.say('There is no room left for files')
        else private.say('The room for files is almost used up') end,
      private.say('Remove documents your school no longer needs, or upgrade the plan.'), '/dashboard/documents');
  end if;
  return null;
end
$function$;

create or replace function private.tell_of_used_budget (
  school  uuid,
  refusal text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  admins constant uuid[] := private.people_with(school, 'school:run');
  source constant text := 'mail-budget/' || refusal || '/' || private.today();
begin
  if refusal <> 'school' then
    perform private.notify(admins, source, private.say('Emails were not sent today'),
      private.say('Too many emails were sent from this network or to one address. Send them again after midnight, or subscribe, which lifts these limits.'),
      '/dashboard/plan');
    return;
  end if;
  perform private.notify(admins, source, private.say('Emails were not sent today'),
    private.say('The limit of emails for today, {limit} for your school, is used up. Further emails are not sent until midnight. Send them again tomorrow, or subscribe for a higher limit.',
      jsonb_build_object('limit', private.school_mail_limit(school))),
    '/dashboard/plan');
end
$function$;

create or replace function private.text_problem (
  value text,
  shape text
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when value ~ '[\x01-\x08\x0b-\x1f\x7f]' then private.say('This holds characters that cannot be shown. Type it again.')
    when btrim(value) = '' then case when shape like '%?%' then null else private.say('Enter something here.') end
    when shape like 'text%' then case when length(value) > split_part(shape, ':', 2)::integer
      then private.say('Use at most {limit} characters.', jsonb_build_object('limit', split_part(shape, ':', 2)::integer)) end
    when length(value) > 500 then private.say('Use at most 500 characters.')
    when shape = 'email' then case when not private.is_email(value) then private.say('Enter an email address such as name@example.com.') end
    when shape = 'phone' then case when value !~ '^\+?[0-9][0-9 ()-]{6,24}$' then private.say('Enter a phone number such as +254 700 000 000.') end
    when shape like 'url%' then case when value !~* '^https://[^\s<>"]+$' then private.say('Enter an address that begins with https://.') end
    else case when value !~* '^https://[^\s<>"]+$' and value !~ '^/([^/\\\s<>"][^\\\s<>"]*)?$' then private.say('Enter an address on this site, such as /pricing, or one that begins with https://.') end
  end
$function$;

create or replace function private.translation_problem (
  value jsonb,
  kind  text,
  most  integer
)
  returns jsonb
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  return case
    when value is null then case when kind = '' then private.say('Enter something here.') end
    when kind = '[]' then case when jsonb_typeof(value) <> 'array' or octet_length(value::text) > most then private.say('This is too long.') end
    when kind = '*' then case when jsonb_typeof(value) <> 'object' then private.say('This is a group of fields.')
      else (select min(p.problem::text)::jsonb from jsonb_each(value) as line,
        private.translation_problem(line.value, '', most) as p (problem)) end
    when jsonb_typeof(value) <> 'string' then private.say('Enter something here.')
    else private.text_problem(value #>> '{}', format('text%s:%s', kind, most))
  end;
end
$function$;

create or replace function private.two_factor_school()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('two-factor:manage');
begin
  if private.addon_school('addon:two-factor') is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$function$;

create or replace function private.upgrade_price (
  school uuid,
  plan   uuid
)
  returns integer
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  missing constant integer := (select b.price from private.upgrade_basis(school, plan) b);
begin
  if missing is null then
    perform private.refuse('subscription.no_upgrade',
      'An upgrade needs a running subscription to a smaller plan. Renew with the plan you want instead.',
      field => 'plan_id');
  end if;
  return missing;
end
$function$;

create or replace function private.value_in_english (
  value jsonb
)
  returns text
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select case
    when jsonb_typeof(value) = 'number' then
      rtrim(to_char((value #>> '{}')::numeric, 'FM999,999,999,999,990.999'), '.')
    when value ? 'day' then to_char((value ->> 'day')::date, 'FMDD Mon YYYY')
    when value ->> 'currency' = 'KES' then private.shillings((value ->> 'amount')::numeric)
    when value ? 'amount' then concat_ws(' ', value ->> 'currency', value ->> 'amount')
    else value #>> '{}' end
$function$;

create or replace function public.accept_payment (
  payment_id uuid,
  reason     text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  payment public.payments;
  target public.orders;
begin
  perform private.require('payment:confirm');
  select * into payment from public.payments p where p.id = payment_id;
  target := private.order_for_change(payment.order_id);
  select * into payment from public.payments p where p.id = payment_id for update;
  if payment.state = 'received' or payment.currency <> 'KES' or target.paid_at is not null or target.status = 'cancelled' then
    perform private.refuse('payment.not_acceptable', 'This payment cannot be counted for its order. Refund it instead.', errcode => 'PT409');
  end if;
  update public.payments p set state = 'received', note = private.require_text(reason, 500, 'reason', 'Say why the payment is accepted.') where p.id = payment.id returning * into payment;
  perform private.note_on_order(target.id, private.signed_in_uid(), 'payment', private.say(
    'Accepted {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(payment.amount), 'receipt', payment.receipt, 'reason', payment.note)));
  perform private.complete_if_paid(target.id);
  perform private.note_surplus(target.id);
  return payment;
end
$function$;

create or replace function public.activate_licence (
  school     uuid,
  claims     jsonb,
  signed_key text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  licensed public.schools;
  today constant date := private.school_today(school);
  until_day constant date := (claims ->> 'until')::date;
  licence constant uuid := (claims ->> 'licence')::uuid;
  -- A key that was signed after a withdrawal says that the order was paid again.
  signed_at constant timestamptz := coalesce(to_timestamp((claims ->> 'issued')::bigint), '-infinity');
begin
  select * into licensed from public.schools s where s.id = activate_licence.school;
  if licensed.version <> 'standalone' then
    perform private.refuse('licence.not_standalone',
      'Your school runs with us, so what it buys is on by itself. Keys are for schools with a server of their own.',
      field => 'key');
  elsif (claims ->> 'number')::uuid is distinct from licensed.id then
    perform private.refuse('licence.other_school', 'This key is for {school}. Enter the key of your own school.',
      jsonb_build_object('school', claims ->> 'school'), 'key');
  elsif until_day < today then
    perform private.refuse('licence.expired', 'This key ended on {day}. Renew the licence and enter its new key.',
      jsonb_build_object('day', private.day(until_day)), 'key');
  elsif exists (select from private.revoked_licences r where r.issued_as = licence and r.created_at >= signed_at)
    or exists (select from public.licences l where l.id = licence and l.revoked_at is not null or l.issued_as = licence and l.revoked_at >= signed_at) then
    perform private.refuse('licence.revoked', 'This key was withdrawn, for its order was paid back.', field => 'key');
  end if;
  delete from private.revoked_licences r where r.issued_as = licence;
  update public.licences l set revoked_at = null, valid_from = (claims ->> 'from')::date, valid_until = until_day
  where l.issued_as = licence and l.school_id = activate_licence.school and l.revoked_at is not null;
  insert into public.licences (school_id, kind, name, category, quantity, licence_key, valid_from, valid_until, feature, issued_as)
  select school, (claims ->> 'kind')::public.order_item_kind, claims ->> 'name', 'standalone', (claims ->> 'campuses')::integer,
    case f.ordinality when 1 then signed_key else signed_key || '#' || f.ordinality end, (claims ->> 'from')::date, until_day, f.feature, licence
  from (select e.value #>> '{}' as feature, e.ordinality from jsonb_array_elements(case when jsonb_array_length(claims -> 'features') = 0 then '[null]' else claims -> 'features' end) with ordinality e) f
  on conflict do nothing;
  if claims ->> 'kind' = 'plan' then
    perform private.subscribe_by_key(school, claims);
  end if;
  return jsonb_build_object('name', claims ->> 'name', 'valid_from', claims ->> 'from', 'valid_until', claims ->> 'until');
end
$function$;

create or replace function public.align_addon_prices (
  addon_id uuid
)
  returns public.addons
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  aligned public.addons;
begin
  perform private.require('price:write');
  update public.addons set pricing_price = price, features_price = case when features_price is null then null else price end
  where id = addon_id returning * into aligned;
  if not found then
    perform private.refuse('addon.not_found', 'This add-on is no longer in the price book.', errcode => 'P0002');
  end if;
  return aligned;
end
$function$;

create or replace function public.answer_data_request (
  request_id uuid,
  is_done    boolean,
  answer     text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('protection:manage');
  asked public.data_requests;
begin
  select * into asked from public.data_requests r where r.id = answer_data_request.request_id and r.school_id = school for update;
  if not found then
    perform private.refuse('data_request.not_found', 'This request is no longer here.', errcode => 'P0002');
  end if;
  if asked.status <> 'open' then
    perform private.refuse('data_request.closed', 'This request was answered already.');
  end if;
  if not coalesce(answer_data_request.is_done, false) then
    perform private.require_text(answer_data_request.answer, 1000, 'answer', 'Give the reason, and mention that they may complain to the Data Protection Commissioner.');
  elsif asked.kind = 'erasure' then
    perform private.erase_student(asked.student_id);
  end if;
  update public.data_requests r set status = case when answer_data_request.is_done then 'done' else 'refused' end, answer = left(private.null_if_blank(answer_data_request.answer), 1000),
    closed_at = now(), closed_by = private.signed_in_uid(), details = case when asked.kind = 'erasure' and answer_data_request.is_done then null else r.details end
  where r.id = asked.id;
  perform private.notify(array[asked.asked_by], 'data-answer/' || asked.id, 
    private.say('The school has answered your data request'),
    coalesce(to_jsonb(private.null_if_blank(answer_data_request.answer)),
      private.say('Your request has been completed.')), '/dashboard');
end
$function$;

create or replace function public.apply_refund (
  refund_id          uuid,
  is_done            boolean,
  provider_reference text    default null::text,
  error              text    default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform 1 from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = refund_id) for update;
  select * into refund from public.refunds where id = refund_id for update;
  if not found then
    return 'unmatched';
  elsif refund.status = 'done' then
    return 'repeated';
  elsif is_done then
    perform private.complete_refund(refund, apply_refund.provider_reference);
    return 'done';
  elsif is_done is null then
    update public.refunds r set status = 'sent', sent_at = coalesce(r.sent_at, now()), next_try_at = now() + interval '15 minutes',
      provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id and r.status in ('requested', 'sent');
    return 'sent';
  end if;
  if refund.status not in ('requested', 'sent') then
    return 'repeated';
  end if;
  update public.refunds r set status = 'failed', last_error = left(error, 500), provider_reference = coalesce(apply_refund.provider_reference, r.provider_reference) where r.id = refund_id;
  perform private.note_on_order(refund.order_id, null, 'refund', private.say(
    'The refund of {amount} failed: {reason}',
    jsonb_build_object('amount', private.money(refund.amount), 'reason', error)));
  return 'failed';
end
$function$;

create or replace function public.archive_announcement (
  announcement_id uuid,
  is_archived     boolean
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  saved uuid;
begin
  if private.school_where('announcement:write') is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  update public.announcements a
  set archived_at = case when archive_announcement.is_archived then coalesce(a.archived_at, now()) end
  where a.id = archive_announcement.announcement_id and a.school_id = private.school_where('announcement:write')
    and (private.may('announcement:manage') or a.author_id = private.signed_in_uid())
  returning a.id into saved;
  if saved is null then
    perform private.refuse('announcement.not_found', 'This announcement is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.archive_student_record (
  record_id   uuid,
  is_archived boolean
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('record:write-all');
  saved uuid;
begin
  update public.student_records r
  set archived_at = case when archive_student_record.is_archived then coalesce(r.archived_at, now()) end
  where r.id = archive_student_record.record_id and r.school_id = school returning r.id into saved;
  if saved is null then
    perform private.refuse('record.not_found', 'This note is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.assign_provider_event (
  event_id     uuid,
  order_number text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  event public.provider_events;
  target public.orders;
  payment public.payments;
  is_card boolean;
begin
  perform private.require('payment:reconcile');
  select * into event from public.provider_events e where e.id = event_id for update;
  if event.state is distinct from 'unmatched' then
    perform private.refuse('payment.assigned', 'This payment has already been matched.', errcode => 'PT409');
  end if;
  select o.* into target from public.orders o where o.order_number = upper(btrim(assign_provider_event.order_number)) for update;
  if not found then
    perform private.refuse('order.unknown_number', 'There is no order with this number.', field => 'orderNumber');
  end if;
  is_card := event.provider = 'paystack';
  payment := private.receive_payment(target, null, case when is_card then 'card' else 'mpesa' end::public.payment_method,
    case when is_card then (event.payload #>> '{data,amount}')::numeric / 100 else (event.payload ->> 'amount')::numeric end, coalesce(event.payload #>> '{data,currency}', 'KES'),
    upper(coalesce(event.payload ->> 'transactionId', 'PS-' || (event.payload #>> '{data,id}'))), event.received_at, 'Assigned by hand', coalesce(event.payload #>> '{data,currency}', 'KES') = 'KES');
  update public.provider_events e set state = 'assigned', outcome = 'Assigned to ' || target.order_number where e.id = event.id;
  return payment;
end
$function$;

create or replace function public.bill_moved_fee (
  student_id uuid,
  fee_id     uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  fee public.fees;
  move record;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  select * into fee from public.fees f where f.id = bill_moved_fee.fee_id and f.school_id = school;
  select m.amount - m.charged as difference, m.charged > 0 as is_part into move
  from private.moved_fees(school, fee.term_id) m where m.student_id = bill_moved_fee.student_id and m.fee_id = fee.id;
  if move.difference is null or move.difference <= 0 then
    perform private.refuse('fee.no_difference', 'Nothing more is to be billed for this. Open the bill again.', errcode => 'P0002');
  end if;
  perform private.issue_charges(school, fee.term_id, array[row(bill_moved_fee.student_id, fee.id,
    left(fee.name, 60) || case when move.is_part then ' (difference)' else '' end, move.difference, greatest(fee.due_on, private.school_today(school)))::private.due_charge]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), school, bill_moved_fee.student_id, 'bill', 'fees', fee.id::text, jsonb_build_object('amount', move.difference));
  return move.difference;
end
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
    perform private.refuse('term.not_there', 'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
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

create or replace function public.cancel_price_change (
  change_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  withdrawn public.price_changes;
begin
  perform private.require('price:write');
  update public.price_changes c set cancelled_at = now() where c.id = change_id and c.applied_at is null and c.cancelled_at is null returning * into withdrawn;
  if not found then
    perform private.refuse('price.change_over', 'This change has been made or withdrawn already.', errcode => 'PT409');
  end if;
  perform private.notify_subscribers(withdrawn, 'price-change-withdrawn');
end
$function$;

create or replace function public.cancel_subscription (
  subscription_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school uuid;
  today date;
begin
  perform private.require('subscription:write');
  select s.school_id, private.school_today(s.school_id) into school, today from public.subscriptions s where s.id = subscription_id;
  perform private.lock_subscription(school);
  if not exists (select from public.subscriptions s where s.school_id = school and s.revoked_at is null and s.ends_on >= today) then
    perform private.refuse('subscription.over', 'This subscription has already ended.', errcode => 'PT409');
  end if;
  update public.subscriptions s set revoked_at = now() where s.school_id = school and s.revoked_at is null and s.started_on >= today;
  update public.subscriptions s set ends_on = today - 1 where s.school_id = school and s.revoked_at is null and s.ends_on >= today;
end
$function$;

create or replace function public.charge_fee (
  fee_id uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.school_where('fee:charge');
  if not found then
    perform private.refuse('fee.not_yours', 'Only an administrator of the school may charge its fees.', errcode => '42501');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('billing ' || fee.school_id::text, 0));
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, purpose)
  select fee.school_id, d.student_id, d.fee_id, d.name, d.amount, d.due_on, private.fee_purpose(fee.term_id, d.name)
  from private.due_charges(fee.school_id, fee.term_id) d where d.fee_id = fee.id;
  get diagnostics charged = row_count;
  return charged;
end
$function$;

create or replace function public.choose_licence_campuses (
  licence_id uuid,
  campus_ids uuid[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('plan:manage');
  chosen constant uuid[] := array(select distinct c.id from public.campuses c where c.school_id = school and c.id = any (choose_licence_campuses.campus_ids));
  held public.licences;
begin
  select * into held from public.licences l where l.id = choose_licence_campuses.licence_id and l.school_id = school for update;
  if not found then
    perform private.refuse('licence.not_found', 'This licence is no longer here.', errcode => 'P0002');
  end if;
  if cardinality(chosen) > held.quantity then
    perform private.refuse('licence.too_many_campuses',
      'This licence covers {campuses, plural, one {# campus} other {# campuses}}. Choose no more, or buy it for more.',
      jsonb_build_object('campuses', held.quantity), 'campus_ids');
  end if;
  update public.licences l set campus_ids = chosen where l.school_id = school and l.feature = held.feature and l.revoked_at is null and l.quantity >= cardinality(chosen);
end
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
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = private.require_text(close_behaviour_follow_up.outcome, 1000, 'outcome', 'Enter the outcome.')
  where f.id = follow_up_id and f.school_id = school and f.done_at is null and (private.may('behaviour:read-all') or f.student_id in (select private.my_taught_student_ids()));
  if not found then
    perform private.refuse('behaviour.closed', 'This follow-up is closed already. Reload the list.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.close_term (
  term_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = close_term.term_id and t.school_id = school for update;
  if not found then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  if term.ends_on >= private.school_today(school) then
    perform private.refuse('term.running', 'A term is closed after its last day.');
  end if;
  update public.school_terms t set closed_at = now(), reopen_reason = null where t.id = term.id and t.closed_at is null;
end
$function$;

create or replace function public.complete_paid_order (
  order_id  uuid,
  method    public.payment_method,
  reference text,
  seen      timestamp with time zone default null::timestamp with time zone
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(complete_paid_order.order_id);
  number constant text := private.require_text(complete_paid_order.reference, 60, 'reference', 'Enter the number of the receipt.');
  missing numeric;
begin
  perform private.require_open_order(target, complete_paid_order.seen);
  if target.paid_at is not null then
    perform private.refuse(
      'order.paid', 'Order {order} is paid already.', jsonb_build_object('order', target.order_number), 'status',
      errcode => 'PT409');
  end if;
  if exists (select from public.payments p where p.method = complete_paid_order.method and p.receipt = upper(number)) then
    perform private.refuse(
      'payment.receipt_recorded', 'A payment with this receipt is recorded already.', field => 'reference',
      errcode => 'PT409');
  end if;
  missing := target.total_amount - private.received_amount(target.id);
  perform public.record_payment(target.id, complete_paid_order.method, missing, number, private.current_moment(), null, 'Paid elsewhere.');
  select * into target from public.orders o where o.id = target.id;
  return private.without_order_secrets(target);
end
$function$;

create or replace function public.confirm_bank_payment (
  order_id       uuid,
  amount         numeric,
  bank_reference text,
  value_date     date    default private.today(),
  note           text    default null::text
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
    perform private.refuse('order.cancelled_unpaid', 'This order is cancelled. Reopen it before confirming a payment.', errcode => 'PT409');
  end if;
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    perform private.refuse(
      'payment.invalid_amount', 'Enter the amount received, in shillings and at most two digits of cents.',
      field => 'amount');
  end if;
  if value_date is null or value_date > today then
    perform private.refuse('payment.invalid_date', 'Choose the day the money arrived: today or an earlier one.', field => 'value_date');
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then private.current_moment() else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$function$;

create or replace function public.credit_charge (
  charge_id  uuid,
  amount     integer,
  reason     text,
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_credits
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:refund');
  why constant text := private.require_text(credit_charge.reason, 300, 'reason', 'Say why the charge is credited.');
  charge public.fee_charges;
  number integer;
  credit public.fee_credits;
begin
  select * into charge from public.fee_charges c where c.id = credit_charge.charge_id and c.school_id = school for update;
  if not found then
    perform private.refuse('fee.charge_not_found', 'This charge is no longer here.', errcode => 'P0002');
  end if;
  select * into credit from public.fee_credits k where k.request_id = credit_charge.request_id and k.school_id = school;
  if found then
    return credit;
  end if;
  if credit_charge.amount is null or credit_charge.amount < 1 then
    perform private.refuse('fee.invalid_amount', 'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if credit_charge.amount > charge.amount - charge.credited then
    perform private.refuse('fee.credit_too_much', 'Only {amount} of this charge is left to credit.',
      jsonb_build_object('amount', private.money(charge.amount - charge.credited)), 'amount');
  end if;
  perform set_config('masomo.reason', why, true);
  insert into private.invoice_counters as n (school_id, last, last_credit) values (school, 0, 1)
  on conflict (school_id) do update set last_credit = n.last_credit + 1 returning n.last_credit into number;
  update public.fee_charges c set credited = c.credited + credit_charge.amount where c.id = charge.id;
  insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on, issued_by, request_id)
  values (school, charge.student_id, charge.id, 'CRN-' || lpad(number::text, greatest(5, length(number::text)), '0'), credit_charge.amount, why, private.school_today(school), private.signed_in_uid(), credit_charge.request_id)
  returning * into credit;
  return credit;
end
$function$;

create or replace function public.dashboard_summary()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.dashboard_summary((select count(*) from public.notifications where read_at is null),
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (select created_at, title, body, link, said from public.notifications
      where source is null or source not like 'announcement/%' order by created_at desc limit 5) n))
$function$;

create or replace function public.decide_consent (
  student_id  uuid,
  purpose     text,
  is_given    boolean,
  guardian_id uuid    default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  decider constant uuid := coalesce(private.my_guardian_of(decide_consent.student_id), (
    select sg.guardian_id from public.student_guardians sg
    where sg.student_id = decide_consent.student_id and sg.guardian_id = decide_consent.guardian_id and sg.school_id = private.school_where('consent:manage')));
begin
  if decider is null and not private.is_guardian() and not private.may('consent:manage') then
    perform private.refuse(
      'consent.guardians_decide', 'Only guardians decide this, and the office enters their signed forms.',
      errcode => '42501');
  end if;
  if decider is null or decide_consent.is_given is null then
    perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
  end if;
  perform from public.student_guardians sg where sg.student_id = decide_consent.student_id and sg.guardian_id = decider for update;
  if exists (select from public.consents c where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose
    and c.replaced_at is null and c.is_given = decide_consent.is_given and c.version = (select p.version from public.consent_purposes p where p.key = c.purpose)) then
    return;
  end if;
  update public.consents c set replaced_at = now() where c.student_id = decide_consent.student_id and c.guardian_id = decider and c.purpose = decide_consent.purpose and c.replaced_at is null;
  insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, recorded_by)
  select s.school_id, s.id, decider, p.key, p.version, decide_consent.is_given, private.signed_in_uid()
  from public.students s cross join public.consent_purposes p where s.id = decide_consent.student_id and p.key = decide_consent.purpose;
  if not found then
    perform private.refuse('consent.unknown_purpose', 'There is no such question.', errcode => 'P0002');
  end if;
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
    perform private.refuse('role.common', 'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
  end if;
  perform private.require_grantable(known.id);
  select string_agg(h.name, ', ' order by h.name) into people from (
    select distinct coalesce(private.full_name(u.first_name, u.last_name), u.email) as name from private.memberships m
      join public.users u on u.id = m.user_id
    where m.role_id = known.id and (m.ends_on is null or m.ends_on >= private.my_today())) h;
  if people is not null then
    perform private.refuse('role.in_use', 'These people have this role: {people}. Take it from them first.',
      jsonb_build_object('people', people));
  end if;
  before := jsonb_build_object('name', known.name, 'base', known.base, 'permissions', private.permissions_of(known.id));
  delete from private.memberships m where m.role_id = known.id;
  delete from private.school_roles r where r.id = known.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), school, 'delete', 'school_roles', known.id, before);
end
$function$;

create or replace function public.dismiss_payment_attempt (
  attempt_id uuid,
  reason     text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  attempt public.payment_attempts;
  why text;
begin
  select * into attempt from public.payment_attempts a where a.id = attempt_id;
  perform private.order_for_change(attempt.order_id);
  why := private.require_text(reason, 400, 'reason', 'Say why it counts as not paid.');
  update public.payment_attempts a set status = 'failed', failure = 'unknown', result_text = left(why, 500), resolved_at = coalesce(a.resolved_at, now()), next_check_at = null
  where a.id = attempt_id and a.status = 'needs_review'
    and not exists (select from public.payments p where p.attempt_id = a.id and p.state = 'review' and p.refunded_amount < p.amount);
  if not found then
    perform private.refuse('payment.not_dismissable', 'Decide about the money of this payment first.', errcode => 'PT409');
  end if;
  perform private.note_on_order(attempt.order_id, private.signed_in_uid(), 'payment',
    private.say('Counts as not paid: {reason}', jsonb_build_object('reason', why)));
end
$function$;

create or replace function public.end_my_session (
  session_id uuid
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_fully_signed_in() then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  delete from auth.sessions s where s.id = end_my_session.session_id and s.user_id = private.signed_in_uid();
  return found;
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
    perform private.refuse('export.guardians_only', 'Only guardians and administrators can export a child’s data.', errcode => '42501');
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
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
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from %s t where t.%I = $1',
        source.name, source.subject) into found using export_student.student_id;
    end if;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.part, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (
    select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
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
  prints constant boolean := private.may('gate:issue-cards');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('card_id', k.id, 'code', case when prints then k.code end,
      'digest', encode(sha256(k.code::bytea), 'hex'), 'kind', case when k.staff_id is null then 'student' else 'staff' end, 'name', coalesce(private.full_name(s.first_name, s.last_name), private.full_name(m.first_name, m.last_name)),
      'number', coalesce(s.admission_number, m.staff_number), 'group', coalesce(c.name, m.job_title)) order by c.name, coalesce(s.last_name, m.last_name), coalesce(s.first_name, m.first_name)), '[]')
    from public.gate_cards k left join public.students s on s.id = k.student_id left join public.classes c on c.id = s.class_id left join public.staff_members m on m.id = k.staff_id
    where k.school_id = school and k.revoked_at is null and (s.status in ('active', 'suspended') or m.is_active)
      and (s.id is null or s.id <> all ((select private.withheld_from_me())::uuid[]))
      and (prints or s.id in (select private.my_taught_student_ids()))
      and (gate_roster.class_id is null or s.class_id = gate_roster.class_id) and (gate_roster.student_id is null or s.id = gate_roster.student_id)
      and (gate_roster.staff is null or gate_roster.staff = (k.staff_id is not null)));
end
$function$;

create or replace function public.give_role (
  user_id   uuid,
  role_id   uuid,
  school_id uuid default null::uuid,
  starts_on date default null::date,
  ends_on   date default null::date,
  campus_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.roles_school(give_role.school_id);
  today constant date := private.school_today(school);
  first_day constant date := coalesce(give_role.starts_on, today);
  known private.memberships;
  given uuid;
begin
  if give_role.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  elsif not exists (select from private.school_roles r where r.id = give_role.role_id
    and (r.school_id = school or r.school_id is null and r.base = any (private.roles_of_schools()))) then
    perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
  elsif exists (select from public.super_admins a where a.id = give_role.user_id) or not exists (
    select from public.users u where u.id = give_role.user_id
      and (private.may('user:set-role') or u.school_id = any (private.schools_with_my_roles() || school)
        or exists (select from private.memberships m where m.user_id = u.id and m.school_id = school))) then
    perform private.refuse('role.no_such_person', 'This person has no account at your school. Invite them first.', errcode => 'P0002');
  elsif give_role.campus_id is not null and not exists (
    select from public.campuses c where c.id = give_role.campus_id and c.school_id = school) then
    perform private.refuse('role.campus', 'Choose a campus of the school.', field => 'campus_id');
  elsif give_role.ends_on < greatest(first_day, today) then
    perform private.refuse('role.dates', 'Choose a last day that is not over and not before the first.', field => 'ends_on');
  end if;
  perform private.require_grantable(give_role.role_id);
  select * into known from private.memberships m where m.user_id = give_role.user_id and m.school_id = school
    and m.role_id = give_role.role_id and m.campus_id is not distinct from give_role.campus_id for update;
  insert into private.memberships as m (user_id, school_id, role_id, campus_id, starts_on, ends_on, given_by)
  values (give_role.user_id, school, give_role.role_id, give_role.campus_id, first_day, give_role.ends_on,
    private.signed_in_uid())
  on conflict (user_id, school_id, role_id, campus_id) do update set ends_on = excluded.ends_on,
    starts_on = case when give_role.starts_on is null then least(m.starts_on, excluded.starts_on) else excluded.starts_on end,
    given_by = excluded.given_by, given_at = now()
  returning m.id into given;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end, 'memberships', given,
    case when known.id is not null then private.logged_membership(known) end, private.logged_membership(m)
  from private.memberships m where m.id = given;
  return given;
end
$function$;

create or replace function public.grade_submission (
  assignment_id     uuid,
  student_id        uuid,
  score             numeric,
  feedback          text                     default null::text,
  seen_graded_at    timestamp with time zone default null::timestamp with time zone,
  seen_submitted_at timestamp with time zone default null::timestamp with time zone
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  task public.assignments;
  held public.submissions;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id and a.class_id in (select private.my_class_ids());
  if not found then
    perform private.refuse('class.not_yours', 'This is not one of your classes.', errcode => '42501');
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    perform private.refuse('grade.score_range', 'The score is from 0 to {most}.', jsonb_build_object('most', task.max_score), 'score');
  end if;
  select * into held from public.submissions s where s.assignment_id = task.id and s.student_id = grade_submission.student_id for update;
  if held.graded_at is distinct from grade_submission.seen_graded_at and held.graded_at is not null then
    perform private.refuse(
      'grade.changed', 'Someone else gave {score} in the meantime. Check it, then save again to keep yours.',
      jsonb_build_object('score', held.score), 'score', errcode => 'PT409');
  end if;
  if held.submitted_at is distinct from grade_submission.seen_submitted_at and held.submitted_at is not null then
    perform private.refuse(
      'grade.new_answer', 'A new answer was handed in meanwhile. Read it, then save your mark.', field => 'score',
      errcode => 'PT409');
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback), clock_timestamp(), private.signed_in_uid()
  from public.students s where s.id = grade_submission.student_id
    and (s.id in (select private.students_given(task)) or private.class_on(s.id, private.school_today(task.school_id)) = task.class_id)
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = excluded.graded_at, graded_by = private.signed_in_uid()
  returning * into graded;
  if graded.assignment_id is null then
    perform private.refuse('grade.not_given', 'This work was not given to this student.', field => 'student_id', errcode => 'P0002');
  end if;
  return graded;
end
$function$;

create or replace function public.import_students (
  rows      jsonb,
  dry_run   boolean default false,
  day_order text    default 'day-first'::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '60s'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    perform private.refuse('import.empty', 'The file has no rows below its header.', field => 'rows');
  end if;
  if jsonb_array_length(import_students.rows) > 10000 then
    perform private.refuse('import.too_many', 'A file holds 10,000 students at most. Split it and import the parts.', field => 'rows');
  end if;
  -- One import at a time per school, so that the second sees what the first has added.
  perform pg_advisory_xact_lock(hashtextextended('import ' || school::text, 0));
  perform private.parse_import_rows(school, import_students.rows, coalesce(import_students.day_order, 'day-first'));
  perform private.check_import_rows(school);
  perform private.match_import_guardians(school);
  select jsonb_build_object(
    'total', count(*), 'added', count(*) filter (where problems = '[]' and not is_known), 'known', count(*) filter (where problems = '[]' and is_known),
    'problems', (select coalesce(jsonb_agg(p.value order by i.line, p.ordinality), '[]')
      from pg_temp.import_row i, jsonb_array_elements(i.problems) with ordinality p))
  into outcome from pg_temp.import_row;
  if import_students.dry_run then
    return outcome || jsonb_build_object('room', private.plan_room(school, (outcome ->> 'added')::integer), 'likely', private.likely_guardians(school));
  end if;
  perform private.require_room(school, (outcome ->> 'added')::integer);
  with added as (
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on, status)
    select school, i.number, i.first_name, i.last_name, i.gender, i.born, i.class_id, coalesce(i.admitted, private.school_today(school)), coalesce(i.status, 'active')
    from pg_temp.import_row i where i.problems = '[]' and not i.is_known
    returning id, admission_number)
  update pg_temp.import_row i set student_id = a.id from added a where a.admission_number = i.number and i.problems = '[]';
  perform private.import_guardians(school);
  insert into public.audit_log (actor_id, school_id, action, entity, after)
  values (private.signed_in_uid(), school, 'import', 'students', outcome - 'problems');
  return outcome;
end
$function$;

create or replace function public.invite_user (
  email      text,
  role       public.user_role,
  school_id  uuid             default null::uuid,
  first_name text             default null::text,
  last_name  text             default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.null_if_blank(invite_user.email));
  invitation uuid;
begin
  perform private.require_account_manager(invite_user.school_id);
  if address is null or not private.is_email(address) then
    perform private.refuse('invitation.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if invite_user.role = 'super_admin' then
    perform private.refuse('invitation.role_not_allowed', 'Super admins are added by the operator, not by invitation.', field => 'role');
  end if;
  if invite_user.role <> 'user' and invite_user.school_id is null then
    perform private.refuse('invitation.school_required', 'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if not private.is_super_admin() and exists (select from public.users u where lower(u.email) = address and u.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.elsewhere',
      'This address has an account elsewhere. Ask support to move it, or use another address.', field => 'email');
  end if;
  perform private.require_grantable(private.common_role(invite_user.role));
  if exists (select from public.users u where lower(u.email) = address) then
    perform private.refuse('invitation.already_member', 'This address already has an account. Change its role instead.', field => 'email');
  end if;
  -- A school cannot replace an invitation of the platform or of another school.
  if not private.is_super_admin() and exists (select from public.invitations i where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null and i.school_id is distinct from invite_user.school_id) then
    perform private.refuse('invitation.invited_elsewhere',
      'This address is invited elsewhere already. Ask support, or use another address.', field => 'email');
  end if;
  perform private.require_mail_budget('invitation', address, case when private.is_super_admin() then null else invite_user.school_id end);
  update public.invitations i set revoked_at = now() where lower(i.email) = address and i.accepted_at is null and i.revoked_at is null;
  insert into public.invitations (email, role, school_id, first_name, last_name, invited_by)
  values (address, invite_user.role, invite_user.school_id, private.null_if_blank(invite_user.first_name), private.null_if_blank(invite_user.last_name), private.signed_in_uid())
  returning id into invitation;
  return invitation;
end
$function$;

create or replace function public.licence_claims (
  code         text,
  installation uuid default null::uuid,
  sender_key   text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold public.licences;
begin
  perform private.limit_rate('licence key from ' || coalesce(sender_key, 'unknown'), 60, interval '1 hour');
  select * into sold from public.licences l where l.licence_key = upper(btrim(licence_claims.code)) and l.order_id is not null for update;
  if not found or sold.category <> 'standalone' or sold.kind = 'service' then
    perform private.refuse(
      'licence.unknown_code', 'There is no Standalone licence with this code. Copy the code from your order.',
      field => 'code');
  elsif sold.revoked_at is not null then
    perform private.refuse('licence.paid_back', 'This licence was paid back, so it has no key.', field => 'code');
  end if;
  if sold.school_id is null and sold.installation is null then
    if licence_claims.installation is null then
      perform private.refuse(
        'licence.no_number', 'Enter the number of your school. It stands on its screen “Plan and licences”.',
        field => 'installation');
    end if;
    update public.licences l set installation = licence_claims.installation where l.id = sold.id returning * into sold;
  elsif licence_claims.installation <> coalesce(sold.installation, sold.school_id) then
    perform private.refuse(
      'licence.other_number', 'The key of this licence was issued for another school. Write to us to have it moved.',
      field => 'installation');
  end if;
  return jsonb_build_object(
    'licence', sold.id, 'name', sold.name, 'kind', sold.kind, 'number', coalesce(sold.installation, sold.school_id),
    'school', coalesce((select s.name from public.schools s where s.id = sold.school_id), (select o.institution from public.orders o where o.id = sold.order_id)),
    'features', case when sold.feature is null then '[]'::jsonb else jsonb_build_array(sold.feature) end,
    'campuses', sold.quantity, 'from', sold.valid_from, 'until', sold.valid_until, 'issued', floor(extract(epoch from sold.created_at))::bigint);
end
$function$;

create or replace function public.list_orders (
  status     public.order_status default null::public.order_status,
  search     text                default null::text,
  sort       text                default 'created_at'::text,
  descending boolean             default true,
  page       integer             default 1,
  page_size  integer             default 20
)
  returns SETOF public.orders
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  size bigint := least(greatest(coalesce(page_size, 20), 1), 200);
  skipped bigint := (greatest(coalesce(page, 1), 1)::bigint - 1) * size;
  from_end boolean := false;
  total bigint;
  caller record;
  condition text;
  ids uuid[];
begin
  if sort not in ('created_at', 'total_amount', 'customer_name', 'institution', 'status', 'order_number') then
    perform private.refuse('order.invalid_sort', 'Orders cannot be sorted by that.', field => 'sort');
  end if;
  select * into caller from private.orders_caller();
  condition := concat_ws(' and ', caller.condition, 'o.status = ' || quote_literal(list_orders.status));
  if private.null_if_blank(search) is not null then
    ids := private.searched_orders(caller.scope, condition, list_orders.status, search, case when sort = 'created_at' and descending then least(skipped + size, 200)::integer else 200 end, true);
    condition := 'o.id = any ($1)';
  elsif caller.scope is not null then
    -- The total is known, so the second half of the list is read from its end: the last page is as fast as the first.
    total := private.counted_orders(caller.scope, list_orders.status);
    size := least(size, greatest(total - skipped, 0));
    from_end := skipped > total / 2;
    skipped := case when from_end then greatest(total - skipped - size, 0) else skipped end;
  end if;
  -- Ids come from an index alone; whole rows are read for one page only.
  return query execute format(
    'with page as materialized (select o.id from public.orders o where %s order by %s limit %s offset %s)
     select s.* from page join public.orders o using (id), private.without_order_secrets(o) as s order by %s',
    condition, private.orders_order_by(sort, descending <> from_end), size, skipped, private.orders_order_by(sort, descending)) using ids;
end
$function$;

create or replace function public.list_payment_issues()
  returns table (
    kind          text,
    id            uuid,
    order_id      uuid,
    order_number  text,
    customer_name text,
    method        text,
    amount        numeric,
    currency      text,
    receipt       text,
    occurred_at   timestamp with time zone,
    note          text,
    said          jsonb
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('payment:confirm');
  return query
    select i.kind, i.id, i.order_id, i.order_number, i.customer_name, i.method, i.amount, i.currency, i.receipt, i.occurred_at,
      coalesce(i.note, private.in_english(i.said)), i.said
    from (
    select p.state::text, p.id, o.id, o.order_number, o.customer_name, p.method::text, p.amount - p.refunded_amount, p.currency, p.receipt, p.created_at,
      null::text, case p.state when 'surplus' then private.say('The order needed no payment.')
        else private.say('The order costs {total}.', jsonb_build_object('total', private.money(o.total_amount))) end
    from public.payments p join public.orders o on o.id = p.order_id
    where p.state <> 'received' and p.refunded_amount < p.amount and not exists (select from public.refunds r where r.payment_id = p.id and r.status in ('requested', 'sent', 'manual', 'failed'))
    union all
    select 'overpaid', o.id, o.id, o.order_number, o.customer_name, o.payment_method::text, o.surplus_amount - s.whole, 'KES', null, o.updated_at,
      null, private.say('More was paid than the order was granted for.')
    from public.orders o cross join lateral (select coalesce(sum(p.amount - p.refunded_amount - private.reserved_amount(p.id)), 0) as whole
      from public.payments p where p.order_id = o.id and p.state = 'surplus' and p.currency = 'KES') s
    where o.surplus_amount > s.whole
    union all
    select 'refund_' || r.status, r.id, o.id, o.order_number, o.customer_name, p.method::text, r.amount, p.currency, p.receipt, r.created_at, coalesce(r.last_error, r.reason), null
    from public.refunds r join public.payments p on p.id = r.payment_id join public.orders o on o.id = r.order_id where r.status in ('failed', 'manual') or r.status = 'sent' and r.sent_at < now() - interval '1 day'
    union all
    select 'attempt', a.id, o.id, o.order_number, o.customer_name, a.method::text, a.amount::numeric, 'KES', a.provider_reference, coalesce(a.resolved_at, a.created_at), a.result_text, null
    from public.payment_attempts a join public.orders o on o.id = a.order_id
    where a.status = 'needs_review' and o.paid_at is null and not exists (select from public.payments p where p.attempt_id = a.id)
    union all
    select e.state, e.id, null, null, null, case when e.provider = 'paystack' then 'card' else 'mpesa' end,
      case when e.provider = 'paystack' then (e.payload #>> '{data,amount}')::numeric / 100 else (e.payload ->> 'amount')::numeric end,
      coalesce(e.payload #>> '{data,currency}', 'KES'), coalesce(e.payload ->> 'transactionId', 'PS-' || (e.payload #>> '{data,id}')), e.received_at,
      case when reference.given is null then e.outcome end,
      case when reference.given is not null
        then private.say('Reference given: {reference}', jsonb_build_object('reference', reference.given)) end
    from public.provider_events e cross join lateral (select coalesce(e.payload ->> 'billreference', e.payload #>> '{data,reference}') as given) reference
    where e.state = 'unmatched' and e.provider in ('paystack', 'daraja-statement')
    ) as i (kind, id, order_id, order_number, customer_name, method, amount, currency, receipt, occurred_at, note, said)
    order by i.occurred_at desc limit 200;
end
$function$;

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  codes text[] := '{}';
  bytes bytea;
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse('recovery.second_step_first', 'Sign in with your authenticator first, then make recovery codes.');
  end if;
  delete from private.recovery_codes where user_id = private.signed_in_uid();
  for n in 1..10 loop
    bytes := extensions.gen_random_bytes(12);
    codes := codes || (select string_agg(substr(alphabet, get_byte(bytes, i) % 32 + 1, 1) || case when i in (3, 7) then '-' else '' end, '' order by i) from generate_series(0, 11) as i);
  end loop;
  insert into private.recovery_codes (user_id, code_hash) select private.signed_in_uid(), private.recovery_hash(code) from unnest(codes) as code;
  return codes;
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
  school constant uuid := private.require('student:write');
  today constant date := private.school_today(school);
  first_day constant date := coalesce(move_students.from_day, today);
  student public.students;
  since date;
  moved integer := 0;
begin
  if move_students.class_id is null then
    perform private.refuse('class.required', 'Choose the class they move to.', field => 'class_id');
  end if;
  if first_day not between today - interval '1 year' and today + interval '1 year' then
    perform private.refuse('student.move_day', 'Choose a day at most a year from today.', field => 'from_day');
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

create or replace function public.open_payment_attempt (
  order_number text,
  method       public.payment_method,
  attempt_key  uuid,
  order_key    uuid                  default null::uuid,
  email        text                  default null::text,
  phone        text                  default null::text,
  sender_key   text                  default null::text
)
  returns table (
    attempt_id         uuid,
    is_new             boolean,
    order_id           uuid,
    amount             bigint,
    phone_number       text,
    account_reference  text,
    merchant_reference text,
    customer_email     text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_of_buyer(open_payment_attempt.order_number, open_payment_attempt.order_key, open_payment_attempt.email);
  attempt public.payment_attempts;
  earlier public.payment_attempts;
  number constant text := private.null_if_blank(open_payment_attempt.phone);
  due bigint;
begin
  if target.id is null then
    perform private.refuse(
      'payment.order_not_found', 'We could not find this order. Open it from the link in your confirmation email.',
      errcode => 'P0002');
  end if;
  select o.* into target from public.orders o where o.id = target.id for update;
  select * into attempt from public.payment_attempts a where a.attempt_key = open_payment_attempt.attempt_key;
  if found then
    if attempt.order_id <> target.id or attempt.method <> open_payment_attempt.method then
      perform private.refuse(
        'payment.key_reused', 'This payment was already started for something else. Reload the page and try again.',
        errcode => 'PT409');
    end if;
    return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
    return;
  end if;
  due := private.due_amount(target);
  if due = 0 or target.status in ('completed', 'cancelled') then
    perform private.refuse('payment.not_due', 'This order needs no payment any more.', errcode => 'PT409');
  end if;
  if open_payment_attempt.method = 'bank' or open_payment_attempt.method::text <> all (private.enabled_payment_methods()) then
    perform private.refuse(
      'payment.method_unavailable', 'This payment method is not available at the moment. Choose another.',
      field => 'method');
  end if;
  if open_payment_attempt.method = 'mpesa' and coalesce(number, '') !~ '^254[17][0-9]{8}$' then
    perform private.refuse('payment.invalid_phone', 'Enter a Safaricom number such as 0712 345 678.', field => 'phone');
  end if;
  if open_payment_attempt.method = 'mpesa' and due > 250000 then
    perform private.refuse(
      'payment.limit_exceeded', 'M-Pesa takes at most KES 250,000 at once. Pay this order by card or bank transfer.',
      field => 'method');
  end if;
  select * into earlier from public.payment_attempts a where a.order_id = target.id and private.payment_prompt_ends_at(a) > now() order by a.created_at desc limit 1;
  if found then
    perform private.refuse('payment.in_progress',
      'Your phone may still show the earlier request. Answer it there, or try again in two minutes.',
      errcode => 'PT409');
  end if;
  if open_payment_attempt.method = 'card' then
    -- One card page per order: a buyer with two tabs, or one who comes back, can be charged only once.
    select * into attempt from public.payment_attempts a
    where a.order_id = target.id and a.method = 'card' and a.resolved_at is null and a.amount = due
      and (case when a.accepted_at is null then a.status = 'open' and a.created_at > now() - interval '30 seconds' else a.redirect_url is not null and a.expires_at > now() end)
    order by a.created_at desc limit 1;
    if found then
      update public.payment_attempts a set status = 'expired', failure = 'expired', finished_at = now() where a.order_id = target.id and a.status = 'open' and a.id <> attempt.id;
      update public.payment_attempts a set status = 'open', failure = null, finished_at = null where a.id = attempt.id and a.status <> 'open';
      update public.orders o set payment_method = 'card' where o.id = target.id and o.payment_method <> 'card';
      return query select attempt.id, false, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
      return;
    end if;
  end if;
  perform private.limit_rate('payments of ' || target.id, 15, interval '1 hour');
  if number is not null then
    perform private.limit_rate('payments from ' || number, 6, interval '10 minutes');
  end if;
  perform private.limit_rate('payments by ' || coalesce(open_payment_attempt.sender_key, 'unknown'), 40, interval '1 hour');
  update public.payment_attempts a set status = case when a.method = 'card' then 'cancelled' else 'expired' end::public.attempt_status, finished_at = now(),
    failure = case when a.method = 'card' then 'cancelled_here' else 'expired' end where a.order_id = target.id and a.status = 'open';
  update public.orders o set payment_method = open_payment_attempt.method where o.id = target.id and o.payment_method <> open_payment_attempt.method;
  insert into public.payment_attempts (order_id, method, provider, amount, phone, attempt_key, merchant_reference, next_check_at, expires_at)
  select target.id, open_payment_attempt.method, case open_payment_attempt.method when 'mpesa' then 'daraja' else 'paystack' end, due,
    case when open_payment_attempt.method = 'mpesa' then number end, open_payment_attempt.attempt_key,
    format('%s-%s', target.payment_reference, 1 + (select count(*) from public.payment_attempts a where a.order_id = target.id)), now() + interval '15 seconds',
    now() + case when open_payment_attempt.method = 'mpesa' then interval '75 seconds' else interval '30 minutes' end
  returning * into attempt;
  return query select attempt.id, true, target.id, attempt.amount, attempt.phone, target.payment_reference, attempt.merchant_reference, target.customer_email;
end
$function$;

create or replace function public.open_records (
  school_id uuid,
  reason    text
)
  returns timestamp with time zone
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  opened public.record_openings;
begin
  perform private.require('records:open');
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    perform private.refuse('school.not_found', 'This school is no longer here.', errcode => 'P0002');
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason', 'Give the reason in a sentence. The school will read it.')) < 10 then
    perform private.refuse('records.reason', 'Give the reason in a sentence. The school will read it.', field => 'reason');
  end if;
  insert into public.record_openings (school_id, opened_by, reason) values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, reason)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, opened.reason);
  perform private.notify(private.people_with(opened.school_id, 'protection:read'), 'opening/' || opened.id,
    private.say('A super admin opened your school''s records'), to_jsonb(opened.reason), '/dashboard/school/log');
  return opened.closes_at;
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
  perform private.require('school:write');
  perform pg_advisory_xact_lock(hashtextextended('open school ' || open_school.request_id::text, 0));
  select * into opened from public.schools s where s.request_id = open_school.request_id;
  if found then
    return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', false);
  end if;
  if open_school.version not in ('saas', 'standalone') then
    perform private.refuse('school.unknown_version', 'Choose where the school runs.', field => 'version');
  end if;
  if exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(open_school.name)) then
    perform private.refuse('school.name_taken', 'There is a school of this name already. Add the town to tell them apart.', field => 'name');
  end if;
  if private.null_if_blank(open_school.email) is not null and not private.is_email(btrim(open_school.email)) then
    perform private.refuse('school.invalid_email', 'Enter an email address like office@school.ac.ke.', field => 'email');
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
    perform private.refuse('order.key_required', 'The order came without its key. Reload the page and try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order ' || place_order.idempotency_key::text, 0));
  select * into placed from public.orders o where o.idempotency_key = place_order.idempotency_key;
  if found then
    if placed.request_hash <> hash then
      perform private.refuse(
        'order.key_reused', 'This order was already placed with other contents. Reload the page to start a new one.',
        errcode => 'PT409');
    end if;
    return query select placed.id, placed.order_number, placed.payment_reference, placed.status, placed.total_amount, placed.net_amount, placed.vat_amount, placed.created_at;
    return;
  end if;
  if billing is null or jsonb_typeof(billing) <> 'object' then
    perform private.refuse('order.no_billing', 'Enter your billing details.', field => 'billing');
  end if;
  if place_order.payment_method is null or place_order.payment_method::text <> all (private.enabled_payment_methods()) then
    perform private.refuse(
      'order.payment_method_unavailable', 'This payment method is not available at the moment. Choose another.',
      field => 'paymentMethod');
  end if;
  if coalesce(billing ->> 'country', 'Kenya') not in ('Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other') then
    perform private.refuse('order.invalid_country', 'Choose a country of the list.', field => 'country');
  end if;
  if not private.is_email(private.billing_field(billing, 'email', 254, 'Enter your email address.')) then
    perform private.refuse('order.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  if private.field_with_link(billing) is not null then
    perform private.refuse('order.link', 'Leave web and email addresses out of this field.', field => private.field_with_link(billing));
  end if;
  if private.billing_field(billing, 'phone', 30, 'Enter a phone number.') !~ '^[0-9+() /.-]{7,30}$' then
    perform private.refuse('order.invalid_phone', 'Enter a phone number with digits only, such as 0712 345 678.', field => 'phone');
  end if;
  select sum(q.line_total), sum(q.net_amount) into total, net from public.quote_order(lines) q;
  if expected_total is not null and expected_total <> total then
    perform private.refuse(
      'order.price_changed', 'Prices changed: the order now costs {total}. Check it and confirm again.',
      jsonb_build_object('total', private.money(total)), errcode => 'PT409');
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
    perform private.note_on_order(placed.id, null, 'mail',
      private.say('The proforma was not mailed: a limit of emails is used up. Send it again later.'));
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
  if not private.may('fee-receipt:read-all') and quick.cashier_id is distinct from private.signed_in_uid() then
    perform private.refuse(
      'thermal_print.not_yours', 'Receipts are printed by whoever took the payment, or by an administrator.',
      errcode => '42501');
  end if;
  if payment.id is null then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
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

create or replace function public.rate_order (
  order_number text,
  email        text,
  rating       integer,
  comment      text    default null::text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rated constant public.orders := private.order_of_buyer(rate_order.order_number, null, rate_order.email);
begin
  if rated.id is null then
    return false;
  end if;
  if rate_order.rating is null or rate_order.rating not between 1 and 5 then
    perform private.refuse('rating.out_of_range', 'Choose one to five stars.', field => 'rating');
  end if;
  insert into public.order_ratings (order_id, rating, comment) values (rated.id, rate_order.rating, left(private.null_if_blank(rate_order.comment), 1000))
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, created_at = now();
  return true;
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
    select e.*, private.full_name(s.first_name, s.last_name) as student, s.admission_number, k.name as class_name, c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student) and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind) and (of_entry is null or e.id = of_entry)
      and e.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (patterns is null or s.search_text like all (patterns) or private.fold_text(c.name) like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident' having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on, p.note, p.agreed,
    (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = p.recorded_by), p.recorded_at, p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when in_office or p.student_id in (select private.my_taught_student_ids()) then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task, 'person', (select private.full_name(u.first_name, u.last_name) from public.users u where u.id = f.assigned_to),
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
  in_office constant boolean := private.may('behaviour:read-all');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  with page as materialized (
    select f.*, count(*) over () as found_rows from public.behaviour_follow_ups f
    where f.school_id = school and (f.done_at is null) = is_open and (not is_mine or f.assigned_to = private.signed_in_uid())
      and f.student_id <> all ((select private.withheld_from_me())::uuid[])
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
  in_office constant boolean := private.may('record:read-all');
  patterns constant text[] := private.search_patterns(read_student_records.search);
begin
  if me is null or private.my_school() is null and not private.may('records:open') then
    perform private.refuse('permission.members_only', 'Only members of a school can read its records.', errcode => '42501');
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school() and r.student_id <> all ((select private.withheld_from_me())::uuid[])
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
    perform private.refuse('attendance.empty', 'Mark between 1 and 500 students at a time.', field => 'marks');
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
    perform private.refuse('behaviour.students', 'Choose between 1 and 60 students.', field => 'student_ids');
  end if;
  if not private.may('behaviour:read-all') and exists (select from unnest(record_behaviour.student_ids) c (id) where c.id not in (select private.my_taught_student_ids())) then
    perform private.refuse('behaviour.not_taught', 'Teachers can record only for students they teach.', errcode => '42501');
  end if;
  if (select count(*) from public.students s where s.id = any (record_behaviour.student_ids) and s.school_id = school and s.status in ('active', 'suspended')) <> (select count(distinct c.id) from unnest(record_behaviour.student_ids) c (id)) then
    perform private.refuse(
      'student.one_not_found', 'One of these students is no longer here. Choose again.', field => 'student_ids',
      errcode => 'P0002');
  end if;
  select * into category from public.behaviour_categories c where c.id = record_behaviour.category_id and c.school_id = school and c.is_active;
  if category.id is null then
    perform private.refuse('behaviour.category', 'Choose a merit or incident.', field => 'category_id');
  end if;
  if day not between private.school_today(school) - 366 and private.school_today(school) then
    perform private.refuse('behaviour.day', 'Choose today or a day of the last twelve months.', field => 'happened_on');
  end if;
  if category.kind = 'incident' then
    perform private.require_text(record_behaviour.note, 2000, 'note', 'Describe what happened.');
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

create or replace function public.record_cookie_choice (
  visitor_id uuid,
  version    integer,
  analytics  boolean,
  marketing  boolean,
  functional boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if visitor_id is null then
    perform private.refuse('cookies.no_visitor', 'Say whose choice this is.', field => 'visitor_id');
  end if;
  -- The banner reports by itself, so nobody waits for an answer.
  begin
    perform private.limit_rate('cookies of ' || visitor_id, 20, interval '1 hour');
    perform private.limit_rate('cookies', 20000, interval '1 hour');
  exception when sqlstate 'PT429' then
    return;
  end;
  insert into public.cookie_choices (visitor_id, version, analytics, marketing, functional)
  values (record_cookie_choice.visitor_id, record_cookie_choice.version, coalesce(record_cookie_choice.analytics, false), coalesce(record_cookie_choice.marketing, false), coalesce(record_cookie_choice.functional, false));
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
  school constant uuid := private.school_where('fee-payment:record');
  payment public.fee_payments;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    perform private.refuse('fee.payments_not_yours', 'Only an administrator of the school may record its payments.', errcode => '42501');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    perform private.refuse('fee.invalid_amount', 'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    perform private.refuse('fee.future', 'A payment cannot be of a day to come.', field => 'paid_on');
  end if;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, private.next_receipt_number(school), record_fee_payment.amount, record_fee_payment.method,
    private.require_payment_reference(school, record_fee_payment.method, record_fee_payment.reference, array['mpesa', 'cash', 'bank', 'cheque']), record_fee_payment.paid_on, private.signed_in_uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$function$;

create or replace function public.record_grades (
  class_id   uuid,
  subject_id uuid,
  term_id    uuid,
  assessment text,
  scores     jsonb,
  max_score  numeric default 100
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes;
  written integer;
begin
  select * into class from public.classes c where c.id = record_grades.class_id and c.school_id = private.my_school();
  if not found or not private.may('grade:write') or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    perform private.refuse('grade.not_yours', 'You do not teach this subject to this class.', errcode => '42501');
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    perform private.refuse(
      'grade.out_of_range', 'Scores are from 0 to {most}.', jsonb_build_object('most', record_grades.max_score),
      'score');
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id,
    private.assessment_name(class.id, record_grades.subject_id, record_grades.term_id,
      private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.')),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), private.signed_in_uid()
  from jsonb_array_elements(scores) v join private.students_to_mark(class.id, record_grades.subject_id, record_grades.term_id) as s (id) on s.id = (v.value ->> 'student_id')::uuid
  on conflict (student_id, subject_id, term_id, class_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    perform private.refuse('grade.not_in_class', 'A student of the list is not in this class. Reload the list.', field => 'scores');
  end if;
  return written;
end
$function$;

create or replace function public.record_payment (
  order_id   uuid,
  method     public.payment_method,
  amount     numeric,
  receipt    text,
  paid_at    timestamp with time zone default private.current_moment(),
  attempt_id uuid                     default null::uuid,
  note       text                     default null::text
)
  returns public.payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders;
  payment public.payments;
  number constant text := upper(private.require_text(record_payment.receipt, 80, 'receipt', 'Enter the receipt number.'));
begin
  select * into target from public.orders o where o.id = record_payment.order_id for update;
  if not found then
    perform private.refuse('order.not_found', 'This order is no longer here.', errcode => 'P0002');
  end if;
  select * into payment from public.payments p where p.method = record_payment.method and p.receipt = number;
  if found then
    if payment.order_id <> target.id then
      perform private.refuse(
        'payment.receipt_used', 'This receipt already belongs to another order.', field => 'receipt',
        errcode => 'PT409');
    end if;
    return payment;
  end if;
  payment := private.receive_payment(target, record_payment.attempt_id, record_payment.method, record_payment.amount, 'KES', number, record_payment.paid_at, record_payment.note, true);
  update public.payment_attempts a set status = 'succeeded', failure = null, finished_at = now(), resolved_at = now(), next_check_at = null
  where a.id = record_payment.attempt_id and a.order_id = target.id and a.status <> 'succeeded';
  return payment;
end
$function$;

create or replace function public.record_sightings (
  scans jsonb
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
begin
  if jsonb_typeof(scans) is distinct from 'array' or jsonb_array_length(scans) not between 1 and 500 then
    perform private.refuse('gate.scans', 'Send between 1 and 500 scans at a time.', field => 'scans');
  end if;
  -- The roster's order is that of the scans, so that two devices that send the same people wait for each other instead of deadlocking.
  perform pg_advisory_xact_lock(hashtextextended('gate ' || school, 0));
  return (select jsonb_agg(jsonb_build_object('id', s.id, 'outcome', private.record_sighting(school, s.id, upper(btrim(s.code)), s.at, s.direction)))
    from (select * from jsonb_to_recordset(scans) as x (id uuid, code text, at timestamptz, direction text) order by x.at) s);
end
$function$;

create or replace function public.refund_payment (
  payment_id uuid,
  reason     text,
  amount     numeric default null::numeric
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  payment public.payments;
  refund public.refunds;
  target public.orders;
  open_amount numeric;
begin
  perform private.require('payment:refund');
  select p.* into payment from public.payments p where p.id = refund_payment.payment_id;
  if not found then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  target := private.order_for_change(payment.order_id);
  select p.* into payment from public.payments p where p.id = payment.id for update;
  open_amount := payment.amount - payment.refunded_amount - private.reserved_amount(payment.id);
  if open_amount <= 0 then
    perform private.refuse('refund.nothing_left', 'This payment is already being refunded in full.', errcode => 'PT409');
  end if;
  if coalesce(refund_payment.amount, open_amount) not between 0.01 and open_amount
    or refund_payment.amount <> round(refund_payment.amount, 2) then
    perform private.refuse('refund.invalid_amount', 'Enter an amount of at most {amount}.',
      jsonb_build_object('amount', private.money(open_amount)), 'amount');
  end if;
  insert into public.refunds (payment_id, order_id, amount, reason, status, requested_by)
  values (payment.id, target.id, coalesce(refund_payment.amount, open_amount), private.require_text(reason, 500, 'reason', 'Enter the reason for the refund.'),
    case when payment.method <> 'bank' and payment.currency = 'KES' and exists (select from private.payment_providers p where p.method = payment.method) then 'requested' else 'manual' end::public.refund_status,
    (select u.id from public.users u where u.id = private.signed_in_uid()))
  returning * into refund;
  perform private.note_on_order(target.id, refund.requested_by, 'refund', private.say(
    'Refunding {amount} of receipt {receipt}: {reason}', jsonb_build_object(
      'amount', private.money(refund.amount), 'receipt', payment.receipt, 'reason', refund.reason)));
  perform private.note_surplus(target.id);
  return refund;
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
    select u.id, u.email, coalesce(private.full_name(u.first_name, u.last_name), '') as name, h.name as school, d.due_on
    from public.users u join public.schools h on h.id = u.school_id cross join lateral (select private.second_step_due(u.id, here, u.role) as due_on) d
    where u.school_id = here and u.is_active and d.due_on is not null and not private.has_authenticator(u.id)
      and (remind_two_factor.people is null or u.id = any (remind_two_factor.people))
    order by lower(u.email)
  loop
    -- Once a day, however often the button is pressed.
    if private.notify(array[person.id], 'two-factor-reminder/' || private.my_today(), private.say('Set up two-step sign-in'),
        private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.'), '/dashboard/profile') = 1 then
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

create or replace function public.remove_campus (
  campus_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  classes integer;
begin
  select count(*) into classes from public.classes c where c.campus_id = remove_campus.campus_id and c.school_id = school;
  if classes > 0 then
    perform private.refuse('campus.in_use',
      '{classes, plural, one {# class is} other {# classes are}} at this campus. Give them another campus first.',
      jsonb_build_object('classes', classes), errcode => 'PT409');
  end if;
  delete from public.campuses c where c.id = remove_campus.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_found', 'This campus is no longer here.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.remove_class (
  class_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  class public.classes;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  if exists (select from public.students s where s.class_id = class.id) or exists (select from public.enrolments e where e.class_id = class.id) or exists (select from public.grades g where g.class_id = class.id)
    or exists (select from public.attendance a where a.class_id = class.id) or exists (select from public.fees f where f.class_id = class.id) or exists (select from public.assignments a where a.class_id = class.id) then
    perform private.refuse('class.has_history', '{class} has had students, marks or fees. Archive it instead.',
      jsonb_build_object('class', class.name), errcode => 'PT409');
  end if;
  delete from public.classes c where c.id = class.id;
end
$function$;

create or replace function public.remove_class_subject (
  class_id   uuid,
  subject_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if exists (select from public.assessments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id)
    or exists (select from public.assignments a where a.class_id = remove_class_subject.class_id and a.subject_id = remove_class_subject.subject_id) then
    perform private.refuse('subject.has_marks',
      'Marks were given in this subject, so it stays with the class. Take the teacher off it instead.',
      errcode => 'PT409');
  end if;
  if exists (select from public.lessons l where l.class_id = remove_class_subject.class_id and l.subject_id = remove_class_subject.subject_id) then
    perform private.refuse('subject.has_lessons', 'The timetable has lessons of this subject. Take them off first.', errcode => 'PT409');
  end if;
  delete from public.class_subjects s where s.class_id = remove_class_subject.class_id and s.subject_id = remove_class_subject.subject_id and s.school_id = school;
end
$function$;

create or replace function public.remove_document (
  document_id uuid,
  reason      text default null::text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  removed public.documents;
begin
  if private.school_where('document:share') is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  select * into removed from public.documents d where d.id = remove_document.document_id and d.school_id = private.school_where('document:share')
    and (private.may('document:manage') or d.uploaded_by = private.signed_in_uid())
    and (d.student_id is null or d.student_id <> all ((select private.withheld_from_me())::uuid[]));
  if not found then
    perform private.refuse('document.not_found', 'This document is no longer here.', errcode => 'P0002');
  end if;
  if removed.student_id is not null then
    perform set_config('masomo.reason', private.require_text(remove_document.reason, 300, 'reason', 'Say why you are removing the document.'), true);
  end if;
  delete from public.documents d where d.id = removed.id;
  return removed.file_path;
end
$function$;

create or replace function public.remove_fee (
  fee_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    perform private.refuse('fee.billed_stays', 'This fee has already been billed and cannot be removed.', errcode => 'PT409');
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$function$;

create or replace function public.remove_from_price_book (
  kind    public.order_item_kind,
  item_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  sold boolean;
begin
  perform private.require('price:write');
  -- Waits for orders and subscriptions that are being placed.
  if remove_from_price_book.kind = 'plan' then
    perform from public.plans p where p.id = remove_from_price_book.item_id for update;
  elsif remove_from_price_book.kind = 'addon' then
    perform from public.addons a where a.id = remove_from_price_book.item_id for update;
  else
    perform from public.services s where s.id = remove_from_price_book.item_id for update;
  end if;
  if not found then
    perform private.refuse('price.not_listed', 'This is no longer in the price book. Open the list again.', errcode => 'P0002');
  end if;
  perform public.cancel_price_change(c.id) from public.price_changes c
  where c.kind = remove_from_price_book.kind and c.item_id = remove_from_price_book.item_id and c.applied_at is null and c.cancelled_at is null;
  sold := private.was_sold(remove_from_price_book.kind, remove_from_price_book.item_id);
  if remove_from_price_book.kind = 'addon' then
    delete from public.addons a where a.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' and sold then
    update public.plans p set is_active = false, in_store = false where p.id = remove_from_price_book.item_id;
  elsif remove_from_price_book.kind = 'plan' then
    delete from public.plans p where p.id = remove_from_price_book.item_id;
  elsif sold then
    update public.services s set is_active = false, in_store = false where s.id = remove_from_price_book.item_id;
  else
    delete from public.services s where s.id = remove_from_price_book.item_id;
  end if;
  return case when sold then 'withdrawn' else 'deleted' end;
end
$function$;

create or replace function public.remove_subject (
  subject_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  subject public.subjects;
begin
  select * into subject from public.subjects b where b.id = remove_subject.subject_id and b.school_id = school for update;
  if not found then
    perform private.refuse('subject.not_found', 'This subject is no longer here.', errcode => 'P0002');
  end if;
  if exists (select from public.grades g where g.subject_id = subject.id) or exists (select from public.assessments a where a.subject_id = subject.id)
    or exists (select from public.assignments a where a.subject_id = subject.id) or exists (select from public.class_subjects c where c.subject_id = subject.id) then
    perform private.refuse(
      'subject.in_use', '{subject} is taught or has marks, so it stays.', jsonb_build_object('subject', subject.name),
      errcode => 'PT409');
  end if;
  delete from public.subjects b where b.id = subject.id;
end
$function$;

create or replace function public.remove_term (
  term_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = remove_term.term_id and t.school_id = school for update;
  if not found then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  if exists (select from public.fees f where f.term_id = term.id) or exists (select from public.fee_invoices i where i.term_id = term.id) then
    perform private.refuse(
      'term.has_fees', 'Fees belong to {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  if exists (select from public.grades g where g.term_id = term.id) or exists (select from public.assessments a where a.term_id = term.id) then
    perform private.refuse(
      'term.has_marks', 'Marks belong to {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  if exists (select from public.attendance a where a.school_id = school and a.day between term.starts_on and term.ends_on) then
    perform private.refuse(
      'term.has_registers', 'Registers were taken in {term}, so it stays.', jsonb_build_object('term', term.name),
      errcode => 'PT409');
  end if;
  delete from public.school_terms t where t.id = term.id;
end
$function$;

create or replace function public.reopen_order (
  order_id uuid,
  reason   text,
  status   public.order_status default 'processing'::public.order_status
)
  returns public.orders
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.orders := private.order_for_change(reopen_order.order_id);
  before constant public.order_status := changed.status;
begin
  if private.null_if_blank(reason) is null then
    perform private.refuse('order.reason_required', 'Say why the order is reopened.', field => 'reason');
  end if;
  if before not in ('completed', 'cancelled') then
    perform private.refuse('order.not_locked', 'This order is open already.', errcode => 'PT409');
  end if;
  if reopen_order.status not in ('pending', 'processing') then
    perform private.refuse('order.invalid_status', 'A reopened order is pending or processing.', field => 'status');
  end if;
  update public.orders o set status = reopen_order.status where o.id = changed.id returning * into changed;
  insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note)
  values (changed.id, private.signed_in_uid(), 'reopened', before, changed.status, left(btrim(reason), 1000));
  return private.without_order_secrets(changed);
end
$function$;

create or replace function public.reopen_term (
  term_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
begin
  perform set_config('masomo.reason', private.require_text(reopen_term.reason, 300, 'reason', 'Say why you are reopening the term.'), true);
  update public.school_terms t set closed_at = null, reopen_reason = btrim(reopen_term.reason)
  where t.id = reopen_term.term_id and t.school_id = school and t.closed_at is not null;
  if not found then
    perform private.refuse('term.not_closed', 'This term is not closed. Reload the page.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.replace_gate_card (
  card_id uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:qr-attendance');
  old public.gate_cards;
  new_id uuid;
begin
  perform private.require('gate:issue-cards');
  update public.gate_cards set revoked_at = now() where id = card_id and school_id = school and revoked_at is null returning * into old;
  if old.id is null then
    perform private.refuse('gate.no_card', 'This card is not valid any more. Reload the list.', errcode => 'P0002');
  end if;
  insert into public.gate_cards (school_id, student_id, staff_id, issued_by) values (school, old.student_id, old.staff_id, private.signed_in_uid()) returning id into new_id;
  return new_id;
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

create or replace function public.report_releases (
  visit    text,
  path     text,
  versions jsonb,
  samples  jsonb,
  failures jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if length(visit) not between 8 and 64 or jsonb_typeof(samples) <> 'array' or jsonb_typeof(failures) <> 'array'
    or jsonb_array_length(samples) > 40 or jsonb_array_length(failures) > 10 then
    perform private.refuse('report.invalid', 'This report is not readable.');
  end if;
  perform private.limit_rate('releases:' || report_releases.visit, 60, interval '1 hour');
  perform private.limit_rate('releases', 20000, interval '1 hour');
  insert into public.release_samples (app, version, metric, value)
  select app, version, metric, value from jsonb_to_recordset(samples) as sample (app text, version text, metric text, value double precision);
  insert into public.release_failures (app, version, number, detail, path, visit, versions)
  select app, version, number, left(coalesce(detail, ''), 500), left(report_releases.path, 200), report_releases.visit, report_releases.versions
  from jsonb_to_recordset(failures) as failure (app text, version text, number text, detail text);
  -- One report in many deletes a batch of old rows, so that no report waits for a full cleanup.
  if random() < 0.02 then
    delete from public.release_samples where id in (select id from public.release_samples where at < now() - interval '14 days' limit 2000);
    delete from public.release_failures where id in (select id from public.release_failures where at < now() - interval '14 days' limit 2000);
  end if;
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
  if not exists (select from public.students s where s.id = request_data.student_id and s.school_id = school and (in_office or s.id in (select private.my_student_ids()))) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if private.days_to_answer(request_data.kind) is null then
    perform private.refuse('data_request.kind', 'Choose the type of request.', field => 'kind');
  end if;
  if not in_office and exists (select from public.data_requests r where r.student_id = request_data.student_id and r.kind = request_data.kind and r.status = 'open' and r.asked_by = private.signed_in_uid()) then
    perform private.refuse('data_request.open', 'You have asked for this already. The school answers by the day shown.', field => 'kind');
  end if;
  select * into me from public.users u where u.id = private.signed_in_uid();
  insert into public.data_requests (school_id, student_id, kind, asker, asked_by, details, received_on, due_on)
  values (school, request_data.student_id, request_data.kind,
    case when in_office then private.require_text(request_data.asker, 160, 'asker', 'Enter who made the request.') else coalesce(private.full_name(me.first_name, me.last_name), me.email) end,
    case when not in_office then me.id end, left(private.null_if_blank(request_data.details), 1000), private.school_today(school), private.school_today(school) + private.days_to_answer(request_data.kind))
  returning * into made;
  if not in_office then
    perform private.notify(private.people_with(school, 'protection:manage'), 'data-request/' || made.id, 
      private.say('A guardian asks for a child''s data'),
      private.say('See Data requests under School for the legal deadline.'), '/dashboard/school/privacy');
  end if;
  return made.id;
end
$function$;

create or replace function public.resend_order_mail (
  order_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  target public.orders := private.order_for_change(resend_order_mail.order_id);
  last public.mail_outbox;
begin
  select m.* into last from public.mail_outbox m
  where m.template like 'order-%' and m.template <> 'order-surplus' and m.data ->> 'order_id' = target.id::text
  order by m.created_at desc limit 1;
  if last.id is null then
    perform private.refuse('order.no_mail', 'No email about this order has been sent yet.', errcode => 'P0002');
  end if;
  if target.status = 'cancelled' and last.template <> 'order-refund' then
    perform private.refuse('order.cancelled',
      'Order {order} is cancelled, and its last email says otherwise. Reopen the order to send it.',
      jsonb_build_object('order', target.order_number), errcode => 'PT409');
  end if;
  perform private.limit_rate('mail again of ' || target.id, 5, interval '1 hour');
  if private.queue_mail(split_part(last.idempotency_key, '/again/', 1) || '/again/' || gen_random_uuid(), last.template, target.customer_email, last.data, last.reply_to, last.language) is null then
    perform private.refuse_mail('recipient', null);
  end if;
  perform private.note_on_order(target.id, private.signed_in_uid(), 'mail',
    private.say('Sent again to {address}.', jsonb_build_object('address', target.customer_email)));
  return target.customer_email;
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
  if not private.may('user:reset-authenticator') then
    perform private.require('two-factor:manage');
    perform private.require_addon('addon:two-factor');
  end if;
  because := private.require_text(reset_two_factor.reason, 300, 'reason', 'Say why.');
  if reset_two_factor.person = private.signed_in_uid() then
    perform private.refuse('two_factor.own', 'Change your own authenticator in your profile.');
  end if;
  select * into owner from public.users u where u.id = reset_two_factor.person and (private.may('user:reset-authenticator') or u.school_id = private.my_school());
  if owner.id is null then
    perform private.refuse('two_factor.not_found', 'This person is no longer at your school.', errcode => 'P0002');
  elsif not private.may('user:reset-authenticator') and exists (select from public.super_admins a where a.id = owner.id) then
    perform private.refuse('permission.super_admin_only', 'Only a super admin may do this.', errcode => '42501');
  elsif not private.has_authenticator(owner.id) then
    perform private.refuse('two_factor.none', 'This person has no authenticator app.');
  end if;
  delete from auth.mfa_factors where user_id = owner.id;
  delete from private.recovery_codes where user_id = owner.id;
  delete from private.trusted_devices where user_id = owner.id;
  -- Whoever has the lost phone may be signed in with it.
  delete from auth.sessions where user_id = owner.id;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), owner.school_id, 'delete', 'authenticators', owner.id::text, jsonb_build_object('reason', because));
  perform private.notify(array[owner.id], 'two-factor-reset/' || clock_timestamp(), 
    private.say('Your authenticator app was taken off your account'),
    private.say('Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.'), '/dashboard/profile');
  if owner.email is not null then
    perform private.queue_mail(format('two-factor-reset/%s/%s', owner.id, clock_timestamp()), 'two-factor-reset', owner.email,
      jsonb_build_object('name', coalesce(private.full_name(owner.first_name, owner.last_name), ''), 'reason', because,
        'by', (select coalesce(private.full_name(u.first_name, u.last_name), '') from public.users u where u.id = private.signed_in_uid()), 'school', (select h.name from public.schools h where h.id = owner.school_id)),
      null, null, owner.school_id);
  end if;
end
$function$;

create or replace function public.restore_page_version (
  version_id       uuid,
  expected_version integer default null::integer
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  snapshot public.cms_page_versions;
  page public.cms_pages;
begin
  perform private.require('page:write');
  select * into snapshot from public.cms_page_versions v where v.id = version_id;
  if not found then
    perform private.refuse('page.version_not_found', 'This version is no longer here.', errcode => 'P0002');
  end if;
  page := private.lock_page(snapshot.page_id);
  perform private.require_version(page, expected_version);
  perform private.record_page_version(page, 'restored');
  update public.cms_pages p set title = snapshot.title, meta_description = snapshot.meta_description, social_image = snapshot.social_image, body = snapshot.body,
    -- A language that was added after this version stays; its note of the English it is a translation of shows it as outdated.
    translations = page.translations || snapshot.translations
  where p.id = snapshot.page_id returning * into page;
  return page;
end
$function$;

create or replace function public.resume_school_exit (
  exit_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = null, stopped_by = null, stop_reason = null, deletes_on = greatest(e.deletes_on, private.today() + 7, e.closes_on + 1)
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is not null;
  if not found then
    perform private.refuse('exit.over', 'This closure is over or not paused. Open the list again.', errcode => 'PT409');
  end if;
end
$function$;

create or replace function public.retry_job (
  job uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  retried constant public.jobs := private.job_of_caller(retry_job.job);
  token constant jsonb := auth.jwt();
begin
  -- Who started it goes on in the session of today; for others it goes on in the name of who started it.
  update public.jobs j set state = case when j.done > 0 then 'running' else 'waiting' end, failures = 0, due_at = now(), finished_at = null,
    claims = case when j.started_by = private.signed_in_uid()
      then j.claims || jsonb_build_object('session_id', token ->> 'session_id', 'aal', coalesce(token ->> 'aal', 'aal1')) else j.claims end
  where j.id = retried.id and (j.state in ('failed', 'cancelled') or j.state in ('waiting', 'running') and j.failures > 0);
exception when unique_violation then
  perform private.refuse('job.open_already', 'The same job is waiting or running already.');
end
$function$;

create or replace function public.retry_refund (
  refund_id uuid
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  update public.refunds set status = 'requested', next_try_at = now(), last_error = null, tries = 0, retries = retries + 1, sent_at = null
  where id = refund_id and status = 'failed' returning * into refund;
  if not found then
    perform private.refuse('refund.not_failed', 'Only a refund that was refused can be sent again.', errcode => 'PT409');
  end if;
  return refund;
end
$function$;

create or replace function public.retry_tax_document (
  document_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('payment:confirm');
  update public.tax_documents set status = 'pending', next_try_at = now() where id = document_id and status = 'failed';
  if not found then
    perform private.refuse('tax.not_failed', 'Only a document that was refused can be sent again.', errcode => 'PT409');
  end if;
end
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
  school constant uuid := private.require('fee:refund');
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id and p.school_id = school for update;
  if not found then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  if paid.reverses is not null then
    perform private.refuse('fee.is_reversal', 'A reversal cannot be reversed. Record the payment again.', errcode => 'PT409');
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  perform set_config('masomo.reason', private.require_text(reverse_fee_payment.reason, 300, 'reason', 'Say why you are reversing the payment.'), true);
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference, private.school_today(school), private.signed_in_uid(), paid.id,
    btrim(reverse_fee_payment.reason))
  returning * into reversal;
  return reversal;
end
$function$;

create or replace function public.revoke_invitation (
  invitation_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_account_manager((select i.school_id from public.invitations i where i.id = invitation_id));
  update public.invitations set revoked_at = now() where id = invitation_id and accepted_at is null and revoked_at is null;
  if not found then
    perform private.refuse('invitation.not_open', 'This invitation is no longer open.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.save_addon_settings (
  feature text,
  changes jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  wrong text;
begin
  perform private.require_addon(save_addon_settings.feature);
  wrong := (
    select v.key from jsonb_each(save_addon_settings.changes) v
    left join private.addon_setting_defaults d on d.feature = save_addon_settings.feature and d.name = v.key
    where case d.kind
      when 'switch' then jsonb_typeof(v.value) <> 'boolean'
      when 'time' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      when 'number' then jsonb_typeof(v.value) <> 'number' or (v.value #>> '{}')::numeric not between d.least and d.most
      when 'text' then jsonb_typeof(v.value) <> 'string' or length(v.value #>> '{}') > d.most
      when 'choice' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' <> all (d.choices)
      else true end
    limit 1);
  if wrong is not null then
    perform private.refuse('addon.setting', 'This value is not allowed.', field => wrong);
  end if;
  insert into public.addon_settings (school_id, feature, name, value, changed_by)
  select school, save_addon_settings.feature, v.key, v.value, private.signed_in_uid() from jsonb_each(save_addon_settings.changes) v
  on conflict (school_id, feature, name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now();
end
$function$;

create or replace function public.save_assessment (
  class_id      uuid,
  subject_id    uuid,
  term_id       uuid,
  name          text,
  max_score     numeric,
  weight        numeric,
  assessment_id uuid    default null::uuid,
  archived      boolean default false
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  held public.assessments;
  highest numeric;
begin
  if save_assessment.max_score is null or save_assessment.max_score not between 1 and 1000 then
    perform private.refuse('assessment.max_range', 'An assessment is out of 1 to 1000.', field => 'maxScore');
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    perform private.refuse('assessment.weight', 'A weight is from 0 to 100.', field => 'weight');
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id
    and private.fold_text(a.name) = private.fold_text(title) and a.id is distinct from save_assessment.assessment_id) then
    perform private.refuse('assessment.name_taken', 'There is an assessment of this name already. Choose another name.', field => 'name');
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id and t.school_id = class.school_id) then
      perform private.refuse('term.unknown', 'This term is not of your school.', field => 'termId', errcode => 'P0002');
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title, save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id for update;
  if not found then
    perform private.refuse('assessment.unknown', 'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    perform private.refuse('assessment.max_score', 'Someone already has {score}, so it cannot be out of less.',
      jsonb_build_object('score', highest), 'maxScore');
  end if;
  update public.grades g set assessment = title, max_score = save_assessment.max_score
  where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = held.id;
  return held.id;
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
  perform private.require('school:run');
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Enter a name.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    perform private.refuse('behaviour.kind', 'Choose merit or incident.', field => 'kind');
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    perform private.refuse('behaviour.points', 'Enter points between 0 and 100.', field => 'points');
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school and c.kind = save_behaviour_category.kind and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_behaviour_category.category_id) then
    perform private.refuse('behaviour.name_taken', 'This name is already in use, perhaps by one that is switched off.', field => 'name');
  end if;
  if save_behaviour_category.category_id is null then
    insert into public.behaviour_categories (school_id, name, kind, points) values (school, title, save_behaviour_category.kind, save_behaviour_category.points) returning id into saved;
  else
    update public.behaviour_categories c set name = title, points = save_behaviour_category.points where c.id = save_behaviour_category.category_id and c.school_id = school returning c.id into saved;
  end if;
  if saved is null then
    perform private.refuse('behaviour.not_listed', 'This is no longer here. Reload the list.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_breach (
  noticed_at      timestamp with time zone,
  what_happened   text,
  data_concerned  text,
  people_affected integer                  default null::integer,
  measures        text                     default ''::text,
  reported_at     timestamp with time zone default null::timestamp with time zone,
  people_told_at  timestamp with time zone default null::timestamp with time zone,
  is_closed       boolean                  default false,
  breach_id       uuid                     default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('protection:manage');
  saved uuid;
begin
  if save_breach.noticed_at is null or save_breach.noticed_at > now() then
    perform private.refuse('breach.noticed', 'Enter when the school discovered it.', field => 'noticed_at');
  end if;
  if save_breach.reported_at not between save_breach.noticed_at and now() or save_breach.people_told_at not between save_breach.noticed_at and now() then
    perform private.refuse('breach.order', 'Enter a time after the breach was discovered and not in the future.', field => 'reported_at');
  end if;
  if save_breach.is_closed and save_breach.reported_at is null then
    perform private.refuse('breach.unreported', 'Report it to the Data Protection Commissioner before you close it.',
      field => 'reported_at');
  end if;
  if save_breach.breach_id is null then
    insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned, people_affected, measures, reported_at, people_told_at, closed_at, entered_by)
    values (school, save_breach.noticed_at, save_breach.noticed_at + interval '72 hours', private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
      private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'), save_breach.people_affected, coalesce(btrim(save_breach.measures), ''),
      save_breach.reported_at, save_breach.people_told_at, case when save_breach.is_closed then now() end, private.signed_in_uid())
    returning id into saved;
    return saved;
  end if;
  update public.breaches b set noticed_at = save_breach.noticed_at, report_by = save_breach.noticed_at + interval '72 hours',
    what_happened = private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Describe what happened.'),
    data_concerned = private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Describe the data affected.'),
    people_affected = save_breach.people_affected, measures = coalesce(btrim(save_breach.measures), ''), reported_at = save_breach.reported_at,
    people_told_at = save_breach.people_told_at, closed_at = case when save_breach.is_closed then coalesce(b.closed_at, now()) end
  where b.id = save_breach.breach_id and b.school_id = school returning b.id into saved;
  if saved is null then
    perform private.refuse('breach.not_found', 'This entry is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_campus (
  name      text,
  address   text default null::text,
  phone     text default null::text,
  campus_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('school:run');
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_campus.campus_id) then
    perform private.refuse('campus.name_taken', 'There is a campus of this name already.', field => 'name');
  end if;
  if save_campus.campus_id is null then
    perform private.require_campus_room(school);
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address), phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    perform private.refuse('campus.not_found', 'This campus is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_cart (
  lines        jsonb,
  seen_version integer
)
  returns table (
    version    integer,
    kept_lines jsonb,
    is_saved   boolean
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  person constant uuid := (select u.id from public.users u where u.id = private.signed_in_uid());
  current public.saved_carts;
begin
  if person is null then
    perform private.refuse('cart.not_signed_in', 'Sign in to keep your cart with your account.', errcode => '42501');
  end if;
  if save_cart.lines is null or jsonb_typeof(save_cart.lines) <> 'array' or jsonb_array_length(save_cart.lines) > 200 or exists (
    select from jsonb_array_elements(save_cart.lines) as line
    where jsonb_typeof(line) <> 'object' or coalesce(length(line ->> 'addonId'), 0) not between 1 and 64 or coalesce(length(line ->> 'name'), 0) not between 1 and 200
      or coalesce(line ->> 'quantity', '') !~ '^[0-9]{1,3}$' or (line ->> 'quantity')::integer = 0 or coalesce(line ->> 'seenPrice', '') !~ '^[0-9]{1,9}$') then
    perform private.refuse('cart.invalid_lines', 'This cart cannot be saved. Empty it and choose again.', field => 'lines');
  end if;
  insert into public.saved_carts (user_id, version, lines)
  select person, 1, save_cart.lines where save_cart.seen_version = 0
  on conflict (user_id) do nothing returning * into current;
  if current.user_id is null then
    update public.saved_carts c set version = c.version + 1, lines = save_cart.lines where c.user_id = person and c.version = save_cart.seen_version returning * into current;
  end if;
  if current.user_id is not null then
    return query select current.version, current.lines, true;
    return;
  end if;
  return query select coalesce(c.version, 0), coalesce(c.lines, '[]'), false from (select) as nothing left join public.saved_carts c on c.user_id = person;
end
$function$;

create or replace function public.save_class (
  name             text,
  level            text,
  room             text default null::text,
  class_teacher_id uuid default null::uuid,
  class_id         uuid default null::uuid,
  campus_id        uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_class.class_id) then
    perform private.refuse(
      'class.name_taken', 'There is a class of this name already, perhaps an archived one. Choose another name.',
      field => 'name');
  end if;
  if save_class.class_teacher_id is not null and save_class.class_teacher_id <> all (private.people_with(school, 'class:teach')) then
    perform private.refuse('class.teacher', 'This person does not teach at your school. Choose another class teacher.',
      field => 'class_teacher_id');
  end if;
  if save_class.campus_id is not null and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    perform private.refuse('campus.not_there', 'This campus is no longer here. Choose another.', field => 'campus_id');
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.null_if_blank(save_class.room), save_class.class_teacher_id, save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.null_if_blank(save_class.room), class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_fee (
  term_id  uuid,
  name     text,
  amount   integer,
  due_on   date,
  class_id uuid    default null::uuid,
  fee_id   uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    perform private.refuse('term.not_there', 'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    perform private.refuse('fee.invalid_amount', 'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if save_fee.due_on is null then
    perform private.refuse('fee.due_required', 'Enter the day it is due.', field => 'due_on');
  end if;
  perform private.require_near_day(save_fee.due_on, '20 years', '5 years', private.school_today(school), 'due_on');
  perform private.require_class(save_fee.class_id, school);
  -- The same students are not charged twice for one thing.
  if exists (select from public.fees f where f.school_id = school and f.id is distinct from save_fee.fee_id
    and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(save_fee.term_id, save_fee.name) and (f.class_id is null or save_fee.class_id is null or f.class_id = save_fee.class_id)) then
    perform private.refuse(
      'fee.name_taken', 'There is a fee of this name for these students already. Give this one another name.',
      field => 'name');
  end if;
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    perform private.refuse(
      'fee.billed', 'This fee has already been billed and cannot change. Add another fee for the difference.',
      errcode => 'PT409');
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    perform private.refuse('fee.not_found', 'This fee is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_fulfilment (
  order_item_id uuid,
  state         public.fulfilment_state,
  person        text                    default null::text,
  starts_on     date                    default null::date,
  ends_on       date                    default null::date,
  notes         text                    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('order:set-status');
  if save_fulfilment.ends_on < save_fulfilment.starts_on then
    perform private.refuse('fulfilment.dates', 'The last day is before the first one. Correct one of them.', field => 'ends_on');
  elsif save_fulfilment.state in ('scheduled', 'started', 'done') and private.null_if_blank(save_fulfilment.person) is null then
    perform private.refuse('fulfilment.person', 'Say who does it.', field => 'person');
  end if;
  update public.service_fulfilments f set state = save_fulfilment.state, person = private.null_if_blank(save_fulfilment.person), starts_on = save_fulfilment.starts_on, ends_on = save_fulfilment.ends_on,
    notes = private.null_if_blank(save_fulfilment.notes), changed_by = private.signed_in_uid()
  where f.order_item_id = save_fulfilment.order_item_id;
  if not found then
    perform private.refuse('fulfilment.not_found', 'This service is no longer here.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.save_guardian (
  student_id   uuid,
  first_name   text,
  last_name    text,
  relationship text    default 'Parent'::text,
  phone        text    default null::text,
  email        text    default null::text,
  is_primary   boolean default false,
  guardian_id  uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('student:write');
  address constant text := lower(private.null_if_blank(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if address is not null and not private.is_email(address) then
    perform private.refuse('guardian.invalid_email', 'Enter an email address like parent@example.com.', field => 'email');
  end if;
  if address is null and private.null_if_blank(save_guardian.phone) is null then
    perform private.refuse(
      'guardian.unreachable', 'Enter a phone number or an email address, so that the school can reach them.',
      field => 'phone');
  end if;
  if saved is null then
    insert into public.guardians (school_id, first_name, last_name, phone, email)
    values (school, private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_guardian.last_name, 80, 'last_name'), private.null_if_blank(save_guardian.phone), address)
    returning id into saved;
  else
    update public.guardians g set first_name = private.require_text(save_guardian.first_name, 80, 'first_name', 'Enter the first name.'),
      last_name = private.optional_text(save_guardian.last_name, 80, 'last_name'), phone = private.null_if_blank(save_guardian.phone), email = address
    where g.id = saved and g.school_id = school;
    if not found then
      perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
    end if;
  end if;
  if save_guardian.is_primary then
    update public.student_guardians sg set is_primary = false where sg.student_id = save_guardian.student_id and sg.guardian_id <> saved;
  end if;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  values (save_guardian.student_id, saved, school, private.require_text(save_guardian.relationship, 40, 'relationship', 'Say how they are related.'), save_guardian.is_primary)
  on conflict (student_id, guardian_id) do update set relationship = excluded.relationship, is_primary = excluded.is_primary;
  return saved;
end
$function$;

create or replace function public.save_school_role (
  name        text,
  base        public.user_role,
  permissions text[],
  role_id     uuid             default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('role:manage');
  title constant text := private.require_text(save_school_role.name, 60, 'name', 'Enter the name of the role.');
  wanted constant text[] := array(select distinct w from unnest(save_school_role.permissions) w where w is not null);
  known private.school_roles;
  added text[] := wanted;
  before jsonb;
  saved uuid;
begin
  perform from public.schools s where s.id = school for no key update;
  if save_school_role.role_id is not null then
    select * into known from private.school_roles r where r.id = save_school_role.role_id;
    if known.id is not null and known.school_id is null then
      perform private.refuse('role.common', 'This role is the same in every school. Add a role of your own instead.', errcode => '42501');
    elsif known.id is null or known.school_id <> school then
      perform private.refuse('role.not_found', 'This role is no longer there. Load the page again.', errcode => 'P0002');
    end if;
    perform private.require_grantable(known.id);
    added := array(select w from unnest(wanted) w where w <> all (private.permissions_of(known.id)));
    before := jsonb_build_object('name', known.name, 'base', known.base,
      'permissions', private.permissions_of(known.id));
  end if;
  if save_school_role.base is null or save_school_role.base <> all (private.own_role_bases()) then
    perform private.refuse('role.base', 'Choose what the role is based on: administrator, teacher or staff member.', field => 'base');
  elsif cardinality(wanted) = 0 then
    perform private.refuse('role.empty', 'Choose at least one thing that this role may do.', field => 'permissions');
  elsif exists (select from private.permissions p where p.name = any (wanted) and p.is_platform) then
    perform private.refuse(
      'role.platform_permission', 'Only those who run the platform have this permission. Leave it out of the role.',
      field => 'permissions', errcode => '42501');
  elsif exists (select from unnest(wanted) w where not exists (select from private.permissions p where p.name = w)) then
    perform private.refuse('role.unknown_permission', 'One of these permissions no longer exists. Load the page again.',
      field => 'permissions');
  elsif not added <@ private.may_pass_on() then
    perform private.refuse('role.gives_beyond_own',
      'You can give only what your own role allows. Leave out the rest, or ask an administrator who may do it.',
      field => 'permissions', errcode => '42501');
  elsif (added <> '{}' or save_school_role.base is distinct from known.base) and exists (
    select from private.memberships m where m.role_id = known.id and m.user_id = private.signed_in_uid()) then
    perform private.refuse('role.own', 'You have this role yourself. Ask another administrator to add to it.', errcode => '42501');
  elsif exists (select from private.school_roles r where r.school_id = school and r.slug = private.fold_text(title)
    and r.id is distinct from known.id) then
    perform private.refuse('role.name_taken', 'Your school has a role with this name. Choose another name.', field => 'name');
  end if;
  if known.id is null then
    insert into private.school_roles (school_id, slug, base, name)
    values (school, private.fold_text(title), save_school_role.base, title) returning id into saved;
  else
    saved := known.id;
    update private.school_roles r set slug = private.fold_text(title), name = title, base = save_school_role.base
    where r.id = saved;
    delete from private.role_permissions g where g.role_id = saved and g.permission <> all (wanted);
    if known.base <> save_school_role.base then
      -- The profiles of those who have it follow.
      update private.memberships m set role_id = saved where m.role_id = saved;
    end if;
  end if;
  insert into private.role_permissions (role_id, permission) select saved, a from unnest(added) a;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  values (private.signed_in_uid(), school, case when known.id is null then 'insert' else 'update' end, 'school_roles', saved,
    before, jsonb_build_object('name', title, 'base', save_school_role.base, 'permissions', private.permissions_of(saved)));
  return saved;
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
    perform private.refuse('assessment.unknown', 'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
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
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now
  from judged j cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', held.name, 'most', held.max_score))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', held.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', held.name)) end) as reason (said)
  where j.code is not null order by j.place;
end
$function$;

create or replace function public.save_setting (
  setting_key text,
  new_value   jsonb,
  seen        timestamp with time zone
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  current public.settings;
  problems jsonb;
begin
  perform private.require('settings:write');
  select * into current from public.settings s where s.key = setting_key for update;
  if not found or not private.setting_shapes() ? setting_key then
    perform private.refuse('setting.not_found', 'These settings are no longer here.', errcode => 'P0002');
  end if;
  if current.updated_at <> seen then
    perform private.refuse('setting.changed_meanwhile', 'Somebody else saved this in the meantime.', errcode => 'PT409');
  end if;
  select jsonb_agg(jsonb_build_object('path', p.path, 'problem', private.in_english(p.problem)) || p.problem)
  into problems from private.all_setting_problems(setting_key, new_value) as p;
  if problems is not null then
    return jsonb_build_object('problems', problems);
  end if;
  update public.settings s set value = new_value where s.key = setting_key returning * into current;
  return jsonb_build_object('updatedAt', current.updated_at);
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
  school constant uuid := private.require('staff:write');
  number constant text := private.require_text(save_staff_member.staff_number, 30, 'staff_number', 'Enter the staff number.');
  address constant text := lower(private.null_if_blank(save_staff_member.email));
  account uuid;
  saved uuid;
begin
  if exists (select from public.staff_members m where m.school_id = school and private.fold_text(m.staff_number) = private.fold_text(number) and m.id is distinct from save_staff_member.staff_id) then
    perform private.refuse('staff.number_taken', 'This staff number is taken.', field => 'staff_number');
  end if;
  if address is not null and not private.is_email(address) then
    perform private.refuse('staff.invalid_email', 'Enter an email address like name@school.ac.ke.', field => 'email');
  end if;
  perform private.require_near_day(save_staff_member.employed_on, '60 years', '18 months', private.school_today(school), 'employed_on');
  -- An account of the school with this address is this person's.
  select u.id into account from public.users u where lower(u.email) = address and u.id = any (private.people_with(school, 'school:work'))
    and not exists (select from public.staff_members m where m.user_id = u.id and m.id is distinct from save_staff_member.staff_id);
  if save_staff_member.staff_id is null then
    insert into public.staff_members (school_id, user_id, staff_number, first_name, last_name, job_title, department, email, phone, employed_on)
    values (school, account, number, private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_staff_member.last_name, 80, 'last_name'),
      private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'), private.null_if_blank(save_staff_member.department), address, private.null_if_blank(save_staff_member.phone), coalesce(save_staff_member.employed_on, private.my_today()))
    returning id into saved;
    return saved;
  end if;
  update public.staff_members m set staff_number = number, first_name = private.require_text(save_staff_member.first_name, 80, 'first_name', 'Enter the first name.'),
    last_name = private.optional_text(save_staff_member.last_name, 80, 'last_name'), job_title = private.require_text(save_staff_member.job_title, 80, 'job_title', 'Enter the job.'),
    department = private.null_if_blank(save_staff_member.department), email = address, phone = private.null_if_blank(save_staff_member.phone), employed_on = coalesce(save_staff_member.employed_on, m.employed_on), user_id = coalesce(m.user_id, account)
  where m.id = save_staff_member.staff_id and m.school_id = school returning m.id into saved;
  if saved is null then
    perform private.refuse('staff.not_found', 'This person is no longer on file.', errcode => 'P0002');
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
  school constant uuid := private.require('student:write');
  number constant text := private.require_text(save_student.admission_number, 30, 'admission_number', 'Enter the admission number.');
  holder public.students;
  saved uuid;
begin
  select * into holder from public.students s where s.school_id = school and private.fold_text(s.admission_number) = private.fold_text(number) and s.id is distinct from save_student.student_id;
  if found then
    perform private.refuse('student.number_taken', '{number} is the number of {student}. Use another one.',
      jsonb_build_object('number', number, 'student', private.full_name(holder.first_name, holder.last_name)),
      'admission_number');
  end if;
  if save_student.student_id is null then
    perform private.require_room(school, 1);
    insert into public.students (school_id, admission_number, first_name, last_name, gender, date_of_birth, class_id, admitted_on)
    values (school, number, private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), private.optional_text(save_student.last_name, 80, 'last_name'),
      save_student.gender, save_student.date_of_birth, private.require_class(save_student.class_id, school), coalesce(save_student.admitted_on, private.school_today(school)))
    returning id into saved;
    return saved;
  end if;
  update public.students s set admission_number = number,
    first_name = private.require_text(save_student.first_name, 80, 'first_name', 'Enter the first name.'), last_name = private.optional_text(save_student.last_name, 80, 'last_name'),
    gender = save_student.gender, date_of_birth = save_student.date_of_birth, admitted_on = coalesce(save_student.admitted_on, s.admitted_on),
    class_id = case when s.class_id is not distinct from save_student.class_id then s.class_id else private.require_class(save_student.class_id, school) end
  where s.id = save_student.student_id and s.school_id = school returning s.id into saved;
  if saved is null then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_subject (
  name       text,
  code       text default null::text,
  subject_id uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    perform private.refuse('subject.code', 'A code has at most 12 characters.', field => 'code');
  end if;
  if exists (select from public.subjects b where b.school_id = school and private.fold_text(b.name) = private.fold_text(title) and b.id is distinct from save_subject.subject_id) then
    perform private.refuse('subject.name_taken', 'There is a subject of this name already.', field => 'name');
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.null_if_blank(save_subject.code)) returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.null_if_blank(save_subject.code) where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    perform private.refuse('subject.not_found', 'This subject is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.save_term (
  name      text,
  starts_on date,
  ends_on   date,
  term_id   uuid default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('term:write');
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    perform private.refuse('term.days', 'A term ends after it starts. Check the days.', field => 'ends_on');
  end if;
  perform private.require_near_day(save_term.starts_on, '20 years', '5 years', private.school_today(school), 'starts_on');
  perform private.require_near_day(save_term.ends_on, '20 years', '6 years', private.school_today(school), 'ends_on');
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (private.fold_text(t.name) = private.fold_text(title) or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    if private.fold_text(other.name) = private.fold_text(title) then
      perform private.refuse('term.taken', 'There is a term of this name already. Add the year.', field => 'name');
    end if;
    perform private.refuse('term.overlaps', 'These days overlap with {term}.', jsonb_build_object('term', other.name),
      'starts_on');
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on) values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    perform private.refuse('term.not_found', 'This term is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

create or replace function public.schedule_page (
  page_id          uuid,
  expected_version integer,
  publish_at       timestamp with time zone,
  unpublish_at     timestamp with time zone
)
  returns public.cms_pages
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  page public.cms_pages := private.lock_page(page_id);
  snapshot uuid;
begin
  perform private.require_version(page, expected_version);
  if schedule_page.publish_at <= now() or schedule_page.unpublish_at <= now() then
    perform private.refuse('page.time_has_passed', 'Choose a time that is still to come.', field => 'publish_at');
  end if;
  if schedule_page.unpublish_at <= schedule_page.publish_at then
    perform private.refuse('page.times_crossed', 'A page is unpublished after it is published. Choose a later time.',
      field => 'unpublish_at');
  end if;
  if schedule_page.unpublish_at is not null and schedule_page.publish_at is null and not page.is_published then
    perform private.refuse('page.not_published', 'This page is not published yet. First choose when to publish it.',
      field => 'unpublish_at');
  end if;
  if schedule_page.publish_at is not null then
    perform private.record_page_version(page, 'scheduled');
    select v.id into snapshot from public.cms_page_versions v where v.page_id = page.id and v.reason = 'scheduled' order by v.created_at desc, v.id limit 1;
  end if;
  update public.cms_pages p set publish_at = schedule_page.publish_at, unpublish_at = schedule_page.unpublish_at, scheduled_version_id = snapshot
  where p.id = page.id returning * into page;
  return page;
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
  perform private.require('price:write');
  if private.listed_price(schedule_price_change.kind, schedule_price_change.item_id) is null then
    perform private.refuse('price.not_found', 'This is no longer in the price book.', errcode => 'P0002');
  end if;
  if schedule_price_change.effective_on < private.today() + notice then
    perform private.refuse('price.too_soon', 'Price changes need {days} days’ notice: choose {day} or later.',
      jsonb_build_object('days', notice, 'day', private.day(private.today() + notice)), 'effective_on');
  end if;
  update public.price_changes p set cancelled_at = now()
  where p.kind = schedule_price_change.kind and p.item_id = schedule_price_change.item_id and p.applied_at is null and p.cancelled_at is null;
  insert into public.price_changes (kind, item_id, old_price, new_price, effective_on, created_by)
  values (schedule_price_change.kind, schedule_price_change.item_id, private.listed_price(schedule_price_change.kind, schedule_price_change.item_id),
    schedule_price_change.new_price, schedule_price_change.effective_on, private.signed_in_uid())
  returning * into planned;
  return planned;
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
  perform private.require('school:run');
  update public.behaviour_categories c set is_active = set_behaviour_category_active.is_active where c.id = set_behaviour_category_active.category_id and c.school_id = school;
  if not found then
    perform private.refuse('behaviour.not_listed', 'This is no longer here. Reload the list.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.set_class_active (
  class_id  uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
  students integer;
begin
  select count(*) into students from public.students s where s.class_id = set_class_active.class_id and s.school_id = school and s.status in ('active', 'suspended');
  if not set_class_active.is_active and students > 0 then
    perform private.refuse('class.not_empty',
      '{students, plural, one {# student is} other {# students are}} in this class. Move them to another class first.',
      jsonb_build_object('students', students));
  end if;
  update public.classes c set is_active = set_class_active.is_active where c.id = set_class_active.class_id and c.school_id = school;
  if not found then
    perform private.refuse('class.not_found', 'This class is no longer here.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.set_class_subject (
  class_id   uuid,
  subject_id uuid,
  teacher_id uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('class:write');
begin
  if not exists (select from public.classes c where c.id = set_class_subject.class_id and c.school_id = school) or not exists (select from public.subjects b where b.id = set_class_subject.subject_id and b.school_id = school) then
    perform private.refuse('class.or_subject_not_found', 'This class or subject is no longer here.', errcode => 'P0002');
  end if;
  if set_class_subject.teacher_id is not null and set_class_subject.teacher_id <> all (private.people_with(school, 'class:teach')) then
    perform private.refuse('lesson.teacher', 'This person does not teach at your school. Choose another teacher.', field => 'teacher_id');
  end if;
  insert into public.class_subjects (class_id, subject_id, school_id, teacher_id) values (set_class_subject.class_id, set_class_subject.subject_id, school, set_class_subject.teacher_id)
  on conflict (class_id, subject_id) do update set teacher_id = excluded.teacher_id;
end
$function$;

create or replace function public.set_cms_right (
  person_id uuid,
  new_right public.cms_right
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('user:set-role');
  -- One change at a time: two publishers who make each other editors would leave none.
  perform pg_advisory_xact_lock(hashtext('cms rights'));
  if private.is_cms_editor() then
    perform private.refuse('cms.rights_publisher_only', 'Only a publisher may change rights.', errcode => '42501');
  elsif person_id = private.signed_in_uid() then
    perform private.refuse('cms.own_right', 'Another publisher has to change your own right.');
  elsif not exists (select from public.super_admins s where s.id = person_id) then
    perform private.refuse('cms.not_found', 'This account may not open the CMS any more.', errcode => 'P0002');
  end if;
  insert into public.cms_rights (id, cms_right) values (person_id, new_right) on conflict (id) do update set cms_right = excluded.cms_right where cms_rights.cms_right <> excluded.cms_right;
  return person_id;
end
$function$;

create or replace function public.set_custody (
  student_id  uuid,
  guardian_id uuid,
  may_be_told boolean,
  may_collect boolean,
  basis       text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('custody:write');
begin
  if not exists (select from public.student_guardians sg where sg.student_id = set_custody.student_id and sg.guardian_id = set_custody.guardian_id and sg.school_id = school) then
    perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
  end if;
  if set_custody.may_be_told and set_custody.may_collect then
    delete from public.custody_marks m where m.student_id = set_custody.student_id and m.guardian_id = set_custody.guardian_id;
    return;
  end if;
  insert into public.custody_marks as m (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by)
  values (set_custody.student_id, set_custody.guardian_id, school, coalesce(set_custody.may_be_told, false), coalesce(set_custody.may_collect, false),
    private.require_text(set_custody.basis, 300, 'basis', 'Enter the court order or agreement.'), private.signed_in_uid())
  on conflict (student_id, guardian_id) do update set may_be_told = excluded.may_be_told, may_collect = excluded.may_collect, basis = excluded.basis,
    noted_by = excluded.noted_by, noted_at = now();
end
$function$;

create or replace function public.set_feature (
  feature text,
  is_on   boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('settings:write');
  update public.features f set is_on = set_feature.is_on, changed_at = now() where f.name = set_feature.feature;
  if not found then
    perform private.refuse('feature.not_found', 'There is no such switch.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.set_order_statuses (
  order_ids uuid[],
  status    public.order_status
)
  returns table (
    order_id     uuid,
    order_number text,
    is_changed   boolean,
    refusal      text,
    said         jsonb
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted uuid;
  detail text;
begin
  perform private.require('order:set-status');
  if coalesce(cardinality(order_ids), 0) not between 1 and 100 then
    perform private.refuse('order.too_many', 'Choose between 1 and 100 orders.', field => 'order_ids');
  end if;
  -- Locked in the order of their ids, so that two people changing the same orders cannot deadlock.
  for wanted in select distinct id from unnest(order_ids) as chosen (id) order by id loop
    set_order_statuses.order_id := wanted;
    set_order_statuses.order_number := (select o.order_number from public.orders o where o.id = wanted);
    begin
      set_order_statuses.is_changed := (select o.status <> set_order_statuses.status from public.orders o where o.id = wanted);
      perform public.set_order_status(wanted, set_order_statuses.status);
      set_order_statuses.refusal := null;
      set_order_statuses.said := null;
    exception when sqlstate 'PT409' or sqlstate 'P0001' or sqlstate 'P0002' then
      set_order_statuses.is_changed := false;
      set_order_statuses.refusal := sqlerrm;
      get stacked diagnostics detail = pg_exception_detail;
      set_order_statuses.said := nullif(detail, '')::jsonb;
    end;
    return next;
  end loop;
end
$function$;

create or replace function public.set_retention (
  rule   text,
  months integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  changed public.retention_rules;
begin
  perform private.require('settings:write');
  select * into changed from public.retention_rules r where r.key = set_retention.rule for update;
  if not found then
    perform private.refuse('retention.not_found', 'This period is no longer here. Reload the page.', errcode => 'P0002');
  end if;
  if set_retention.months is null or set_retention.months not between 1 and 240 then
    perform private.refuse('retention.months', 'A period is from 1 to 240 months.', field => 'months');
  end if;
  if changed.ending = 'kept' and set_retention.months < changed.months then
    perform private.refuse('retention.law', 'The law requires this period. It can be longer but not shorter.', field => 'months');
  end if;
  update public.retention_rules r set months = set_retention.months where r.key = changed.key;
  -- A shorter period deletes more on the same day.
  update public.purge_runs p set is_finished = false where p.rule = changed.key and p.day = private.today();
end
$function$;

create or replace function public.set_school_storage (
  school_id uuid,
  reason    text,
  megabytes integer default null::integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  if set_school_storage.megabytes not between 1 and 10000000 then
    perform private.refuse('storage.limit', 'Enter the megabytes as a whole number from 1 to 10,000,000.', field => 'megabytes');
  end if;
  perform set_config('masomo.reason',
    private.require_text(set_school_storage.reason, 300, 'reason', 'Say why this school has other room than its plan.'), true);
  update public.schools s set storage_megabytes = set_school_storage.megabytes where s.id = set_school_storage.school_id;
  if not found then
    perform private.refuse('school.not_found', 'This school is no longer here.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.set_second_step_roles (
  roles public.user_role[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.second_step_school();
  wanted constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
  choices constant public.user_role[] := private.second_step_choices(school);
begin
  if not wanted <@ choices then
    perform private.refuse(
      'second_step.money_roles', 'Choose roles that handle money. Other roles belong to the add-on Two-Factor.',
      field => 'roles');
  end if;
  if not public.fixed_second_step_roles() <@ wanted then
    perform private.refuse(
      'second_step.fixed', 'Whoever reads every child''s record or takes money signs in with an authenticator app.',
      field => 'roles');
  end if;
  if private.my_bases() && wanted and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse(
      'second_step.own_first', 'Set up your own authenticator app first, so that you do not lock yourself out.',
      field => 'roles');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', wanted);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role = any (choices) and r.role <> all (wanted);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid() from unnest(wanted) as w on conflict do nothing;
end
$function$;

create or replace function public.set_staff_active (
  staff_id  uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('staff:write');
  account uuid;
begin
  update public.staff_members m set is_active = set_staff_active.is_active where m.id = set_staff_active.staff_id and m.school_id = school returning m.user_id into account;
  if not found then
    perform private.refuse('staff.not_found', 'This person is no longer on file.', errcode => 'P0002');
  end if;
  if account is not null then
    perform public.set_user_active(account, set_staff_active.is_active);
  end if;
end
$function$;

create or replace function public.set_storage_limit (
  plan_id   uuid,
  is_trial  boolean,
  megabytes integer
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require('subscription:write');
  if coalesce(set_storage_limit.megabytes, 0) not between 1 and 10000000 then
    perform private.refuse('storage.limit', 'Enter the megabytes as a whole number from 1 to 10,000,000.', field => 'megabytes');
  end if;
  insert into private.storage_limits (plan_id, is_trial, megabytes)
  values (set_storage_limit.plan_id, coalesce(set_storage_limit.is_trial, false), set_storage_limit.megabytes)
  on conflict (plan_id, is_trial) do update set megabytes = excluded.megabytes;
end
$function$;

create or replace function public.set_two_factor_policy (
  role          public.user_role,
  required_from date             default null::date,
  grace_days    integer          default 0
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require('two-factor:manage');
  before jsonb;
begin
  perform private.require_addon('addon:two-factor');
  if set_two_factor_policy.role <> all (private.roles_of_schools()) then
    perform private.refuse('second_step.role', 'Choose roles of your school.', field => 'role');
  elsif set_two_factor_policy.required_from > private.my_today() + 366 then
    perform private.refuse('two_factor.day', 'Choose a day within the next twelve months.', field => 'required_from');
  elsif set_two_factor_policy.grace_days not between 0 and 60 then
    perform private.refuse('two_factor.grace', 'Give between 0 and 60 days.', field => 'grace_days');
  elsif set_two_factor_policy.required_from is not null and set_two_factor_policy.role = any (private.my_bases()) and not private.has_authenticator(private.signed_in_uid()) then
    perform private.refuse(
      'second_step.own_first', 'Set up your own authenticator app first, so that you do not lock yourself out.',
      field => 'role');
  end if;
  select to_jsonb(r) - 'school_id' - 'set_by' - 'set_at' into before from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  if set_two_factor_policy.required_from is null then
    delete from private.second_step_rules r where r.school_id = school and r.role = set_two_factor_policy.role;
  else
    insert into private.second_step_rules (school_id, role, set_by, required_from, grace_days)
    values (school, set_two_factor_policy.role, private.signed_in_uid(), set_two_factor_policy.required_from, coalesce(set_two_factor_policy.grace_days, 0))
    on conflict (school_id, role) do update set set_by = excluded.set_by, set_at = now(), required_from = excluded.required_from, grace_days = excluded.grace_days;
    perform private.notify(array(select u.id from public.users u where u.school_id = school and u.role = set_two_factor_policy.role and u.is_active and not private.has_authenticator(u.id)),
      format('two-factor/%s/%s', set_two_factor_policy.role, set_two_factor_policy.required_from), private.say('Two-step sign-in will be required'),
      private.say('Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.'), '/dashboard/profile');
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', set_two_factor_policy.role::text, before,
    case when set_two_factor_policy.required_from is not null then jsonb_build_object('role', set_two_factor_policy.role, 'required_from', set_two_factor_policy.required_from, 'grace_days', coalesce(set_two_factor_policy.grace_days, 0)) end;
end
$function$;

create or replace function public.set_user_active (
  user_id   uuid,
  is_active boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.require_account_manager((select u.school_id from public.users u where u.id = set_user_active.user_id));
  -- Who may give none of somebody's roles does not shut them out either.
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_active.user_id and m.school_id = private.my_school();
  if set_user_active.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_account', 'You cannot deactivate yourself.', errcode => '42501');
  end if;
  update public.users u set is_active = set_user_active.is_active
  where u.id = set_user_active.user_id and (private.is_super_admin() or not exists (select from public.super_admins s where s.id = u.id));
  if not found then
    perform private.refuse('user.not_found', 'This person no longer has an account.', errcode => 'P0002');
  end if;
  perform private.check_administrators();
  -- Auth refuses to sign in a banned account; open sessions end at their next refresh.
  update auth.users set banned_until = case when set_user_active.is_active then null else 'infinity'::timestamptz end where id = set_user_active.user_id;
end
$function$;

create or replace function public.set_user_role (
  user_id   uuid,
  role      public.user_role,
  school_id uuid             default null::uuid
)
  returns public.users
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  only_school constant uuid := private.require_account_manager((select u.school_id from public.users u where u.id = set_user_role.user_id));
  changed public.users;
begin
  if set_user_role.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  end if;
  if set_user_role.role = 'super_admin' then
    perform private.refuse('user.role_not_allowed', 'Super admins are added by the operator.', field => 'role');
  end if;
  if set_user_role.role <> 'user' and set_user_role.school_id is null then
    perform private.refuse('user.school_required', 'Choose the school this person belongs to.', field => 'school_id');
  end if;
  if only_school is not null and (set_user_role.role = 'user' or set_user_role.school_id is distinct from only_school) then
    perform private.refuse('user.other_school',
      'You can give roles within your own school only. Deactivate the accounts of people who have left.',
      errcode => '42501');
  end if;
  perform private.require_grantable(private.common_role(set_user_role.role));
  perform private.require_grantable(m.role_id) from private.memberships m
  where m.user_id = set_user_role.user_id and m.school_id = only_school;
  -- One role instead of all that the person had there.
  perform set_config('masomo.keeps_membership', 'on', true);
  delete from private.memberships m where m.user_id = set_user_role.user_id
    and (m.school_id = set_user_role.school_id
      or only_school is null and (set_user_role.role = 'user' or m.school_id = (
        select u.school_id from public.users u where u.id = m.user_id)))
    and (m.school_id is distinct from set_user_role.school_id or m.role_id <> private.common_role(set_user_role.role)
      or m.ends_on is not null or m.campus_id is not null);
  insert into private.memberships (user_id, school_id, role_id, given_by)
  select u.id, set_user_role.school_id, private.common_role(set_user_role.role), private.signed_in_uid() from public.users u
  where u.id = set_user_role.user_id and set_user_role.role <> 'user'
    and not exists (select from public.super_admins s where s.id = u.id)
  on conflict do nothing;
  perform set_config('masomo.keeps_membership', '', true);
  update public.users u set role = set_user_role.role, school_id = set_user_role.school_id
  where u.id = set_user_role.user_id and not exists (select from public.super_admins s where s.id = u.id) returning * into changed;
  if not found then
    perform private.refuse('user.not_found', 'This person no longer has an account.', errcode => 'P0002');
  end if;
  perform private.check_administrators();
  return changed;
end
$function$;

create or replace function public.settle_refund (
  refund_id uuid,
  reference text
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
begin
  perform private.require('payment:refund');
  select * into refund from public.refunds where id = refund_id;
  perform private.order_for_change(refund.order_id);
  select * into refund from public.refunds where id = refund_id for update;
  if refund.status not in ('manual', 'failed', 'sent') then
    perform private.refuse('refund.not_manual', 'This refund is not waiting for a transfer by hand.', errcode => 'PT409');
  end if;
  perform private.complete_refund(refund, private.require_text(reference, 120, 'reference', 'Enter the reference of your transfer.'));
  select * into refund from public.refunds where id = refund_id;
  return refund;
end
$function$;

create or replace function public.start_job (
  kind    text,
  args    jsonb default '{}'::jsonb,
  subject text  default null::text
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  permission constant text := (select k.permission from private.job_kinds k where k.name = start_job.kind);
begin
  if permission is null then
    perform private.refuse('job.not_startable', 'Nobody can start this job.');
  end if;
  perform private.require(permission);
  perform private.limit_rate('jobs/' || private.signed_in_uid(), 2000, interval '1 hour');
  return private.queue_job(start_job.kind, start_job.subject, start_job.args);
end
$function$;

create or replace function public.start_school_export()
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require('school:export');
  started uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('export of ' || school::text, 0));
  select e.id into started from public.school_exports e where e.school_id = school and e.state in ('waiting', 'running');
  if found then
    return started;
  end if;
  if (select count(*) from public.school_exports e where e.school_id = school and e.created_at > now() - interval '1 day') >= 5 then
    perform private.refuse('export.too_many', 'Five exports were made within a day. Download one of them, or start again tomorrow.');
  end if;
  insert into public.school_exports (school_id, requested_by) values (school, private.signed_in_uid()) returning id into started;
  insert into public.audit_log (actor_id, school_id, action, entity, after) values (private.signed_in_uid(), school, 'export', 'schools', jsonb_build_object('export', started));
  insert into private.export_entries (export_id, position, path, kind, source)
  select started, row_number() over (order by e.rank, e.path), e.path, e.kind, e.source from (
    select 1 as rank, 'tables/' || t.name || '.csv' as path, 'table' as kind, t.name as source from private.exported_tables() t
    union all
    select 2, 'invoices/' || o.order_number || '.pdf', 'invoice', o.id::text from public.orders o where o.school_id = school
    union all
    select 3, c.path || case when count(*) over (partition by c.path) > 1 then ' ' || c.class_id else '' end || '.pdf', 'report-cards', c.term_id || '/' || c.class_id from private.closed_class_terms(school) c
    union all
    select 4, 'files/' || substr(f.name, 38), 'file', f.name from storage.objects f where f.bucket_id = 'school-documents' and f.name like school || '/%') e;
  update public.school_exports e set entries = (select count(*) from private.export_entries n where n.export_id = started) where e.id = started;
  perform private.queue_job('school-export', started::text);
  return started;
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
begin
  perform private.require('subscription:write');
  if not exists (select from public.plans p where p.id = start_trial.plan_id and p.category = 'saas' and p.is_active) then
    perform private.refuse('subscription.no_trial', 'Only the SaaS plans have a trial.', field => 'plan_id');
  end if;
  if exists (select from public.subscriptions s where s.school_id = start_trial.school_id) then
    perform private.refuse('subscription.trial_used', 'This school has had its trial.', errcode => 'PT409');
  end if;
  return private.begin_trial(start_trial.school_id, start_trial.plan_id);
end
$function$;

create or replace function public.stop_school_exit (
  exit_id uuid,
  reason  text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require('subscription:write');
  update public.school_exits e set stopped_at = now(), stopped_by = private.signed_in_uid(), stop_reason = private.require_text(reason, 300, 'reason', 'Say why you are pausing it.')
  where e.id = exit_id and e.returned_at is null and e.deleted_at is null and e.stopped_at is null;
  if not found then
    perform private.refuse('exit.paused', 'This closure is over or already paused. Open the list again.', errcode => 'PT409');
  end if;
end
$function$;

create or replace function public.storage_use()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.school_where('school:work');
begin
  if school is null then
    perform private.refuse('permission.staff_only', 'Only staff of the school may do this.', errcode => '42501');
  end if;
  return jsonb_build_object('used', private.stored_bytes(school), 'limit', private.storage_limit(school));
end
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
    and s.school_id = private.school_where('consent:manage') and s.id <> all ((select private.withheld_from_me())::uuid[]));
begin
  if mine is null and not in_office then
    if private.is_guardian() or private.may('consent:manage') then
      return '[]';
    end if;
    perform private.refuse('consent.guardians_only', 'Only guardians and the office see this.', errcode => '42501');
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

create or replace function public.submit_assignment (
  assignment_id uuid,
  answer        text
)
  returns public.submissions
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  student public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into student from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.may('assignment:submit');
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.published_at is not null
    and a.class_id = private.class_on(student.id, private.school_today(student.school_id));
  if not found then
    perform private.refuse('assignment.not_yours', 'This assignment is not for your class.', errcode => '42501');
  end if;
  if task.archived_at is not null then
    perform private.refuse('assignment.closed', 'This assignment is closed. Ask your teacher.', errcode => 'PT409');
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    perform private.refuse('assignment.graded', 'This assignment is already marked and cannot be changed.', errcode => 'PT409');
  end if;
  return handed_in;
end
$function$;

create or replace function public.switch_school (
  school_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.signed_in_uid() is null then
    perform private.refuse('session.sign_in_again', 'Sign in again to do this.', errcode => '42501');
  end if;
  if not exists (select from private.schools_of(private.signed_in_uid()) s where s.id = switch_school.school_id) then
    perform private.refuse('school.not_yours', 'You have no role at this school. Choose one of your schools.', errcode => '42501');
  end if;
  insert into private.active_schools as a (session_id, school_id)
  values ((auth.jwt() ->> 'session_id')::uuid, switch_school.school_id)
  on conflict (session_id) do update set school_id = excluded.school_id, chosen_at = now();
end
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
    perform private.refuse('attendance.none', 'Mark at least one student.', field => 'marks');
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.null_if_blank(m.value ->> 'note'), private.signed_in_uid()
  from jsonb_array_elements(marks) m join private.class_members(class.id, take_attendance.day, take_attendance.day) as s (id) on s.id = (m.value ->> 'student_id')::uuid
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    perform private.refuse('attendance.not_in_class', 'A student of the list is not in this class. Reload the list.', field => 'marks');
  end if;
  return taken;
end
$function$;

create or replace function public.take_quick_payment (
  receipt_id uuid,
  payments   jsonb,
  method     text,
  reference  text    default null::text,
  received   integer default null::integer,
  is_repeat  boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(true);
  amounts jsonb;
  total integer;
  code text;
  known public.quick_receipts;
  number text;
  payment record;
begin
  if receipt_id is null or jsonb_typeof(payments) is distinct from 'array' or jsonb_array_length(payments) not between 1 and 20 then
    perform private.refuse('quick_fees.students', 'Choose between 1 and 20 students.', field => 'payments');
  end if;
  if exists (select from jsonb_to_recordset(payments) x (student_id uuid, amount integer) where x.amount is null or x.amount not between 1 and 10000000) then
    perform private.refuse('fee.invalid_amount', 'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if (select count(*) from public.students s where s.school_id = school and s.id in (select x.student_id from jsonb_to_recordset(payments) x (student_id uuid))) <> jsonb_array_length(payments) then
    perform private.refuse(
      'student.one_not_found', 'One of these students is no longer here. Choose again.', field => 'payments',
      errcode => 'P0002');
  end if;
  select jsonb_object_agg(x.student_id, x.amount), sum(x.amount) into amounts, total from jsonb_to_recordset(payments) x (student_id uuid, amount integer);
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into known from public.quick_receipts r where r.id = receipt_id;
  if known.id is not null then
    if known.school_id = school and known.method = take_quick_payment.method and private.quick_receipt_amounts(known.id) = amounts then
      return private.quick_receipt(known.id);
    end if;
    perform private.refuse(
      'quick_fees.changed', 'This receipt was recorded already with other amounts. Start a new one.',
      errcode => 'PT409');
  end if;
  code := private.require_payment_reference(school, method, reference, array['mpesa', 'cash', 'bank']);
  if method = 'cash' and received < total then
    perform private.refuse('quick_fees.too_little', 'This is less than the fees on the receipt.', field => 'received');
  end if;
  if code is null and not is_repeat then
    select * into known from public.quick_receipts r where r.school_id = school and r.method = take_quick_payment.method and r.amount = total and r.recorded_at > now() - interval '15 minutes'
      and private.quick_receipt_amounts(r.id) = amounts order by r.recorded_at desc limit 1;
    if known.id is not null then
      perform private.refuse('quick_fees.repeat',
        'The same was paid a moment ago: receipt {receipt}. Record it once more only if it was really paid twice.',
        jsonb_build_object('receipt', known.receipt_number), errcode => 'PT409');
    end if;
  end if;
  number := private.next_receipt_number(school);
  insert into public.quick_receipts (id, school_id, receipt_number, method, reference, amount, received, paid_on, cashier_id)
  values (receipt_id, school, number, method, code, total, case when method = 'cash' then received end, private.school_today(school), private.signed_in_uid());
  for payment in select (e.value ->> 'student_id')::uuid as student_id, (e.value ->> 'amount')::integer as amount, e.place from jsonb_array_elements(payments) with ordinality as e (value, place) order by e.place loop
    -- One statement, so that the fees are read as they were before the payment.
    with fees as materialized (
      select f.name, f.amount, f.place from private.paid_fees(payment.student_id, payment.amount) with ordinality as f (name, amount, place)),
    paid as (
      insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by)
      values (school, payment.student_id, number || case when jsonb_array_length(payments) > 1 then '/' || payment.place else '' end, payment.amount, method, code, private.school_today(school), private.signed_in_uid()) returning id)
    insert into private.quick_receipt_lines (receipt_id, position, school_id, payment_id, name, amount)
    select take_quick_payment.receipt_id, payment.place * 1000 + f.place, school, p.id, f.name, f.amount from fees f, paid p;
  end loop;
  return private.quick_receipt(receipt_id);
end
$function$;

create or replace function public.take_role (
  membership_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  taken private.memberships;
begin
  select * into taken from private.memberships m where m.id = take_role.membership_id for update;
  if not private.may('user:set-role') then
    perform private.require('role:manage');
  end if;
  if taken.id is null or not private.may('user:set-role') and taken.school_id <> private.my_school() then
    perform private.refuse('role.not_held', 'This person no longer has the role.', errcode => 'P0002');
  elsif taken.user_id = private.signed_in_uid() then
    perform private.refuse('user.own_role', 'You cannot change your own role.', errcode => '42501');
  end if;
  perform private.require_grantable(taken.role_id);
  if not exists (select from private.memberships m where m.user_id = taken.user_id and m.id <> taken.id) then
    perform private.refuse('role.only_one', 'This is the person''s only role. Give another one first, or deactivate the account.');
  end if;
  delete from private.memberships m where m.id = taken.id;
  perform private.check_administrators();
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, before)
  values (private.signed_in_uid(), taken.school_id, 'delete', 'memberships', taken.id, private.logged_membership(taken));
end
$function$;

create or replace function public.tell_when_ready (
  addon_id   uuid,
  email      text,
  sender_key text default null::text,
  language   text default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  address constant text := lower(private.require_email(tell_when_ready.email));
begin
  perform private.limit_form_requests('tell when ready', tell_when_ready.sender_key, address);
  if not exists (select from public.addons a where a.id = tell_when_ready.addon_id and a.is_active and not a.is_ready) then
    perform private.refuse('addon.ready', 'This add-on is already on sale. Reload the page.');
  end if;
  insert into private.addon_interest (addon_id, email, language) values (tell_when_ready.addon_id, address, private.known_language(tell_when_ready.language))
  on conflict (addon_id, lower(email)) do nothing;
end
$function$;

create or replace function public.trust_device (
  device text
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  token constant text := encode(extensions.gen_random_bytes(32), 'hex');
  days constant integer := private.trust_days(private.signed_in_uid());
begin
  if not private.is_fully_signed_in() or coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    perform private.refuse('trusted_device.second_step_first', 'Sign in with your authenticator first.');
  elsif days = 0 then
    perform private.refuse('trusted_device.off', 'Your school does not let devices be trusted.');
  end if;
  insert into private.trusted_devices (user_id, token_hash, device, trusted_until)
  values (private.signed_in_uid(), encode(extensions.digest(token, 'sha256'), 'hex'), left(coalesce(trust_device.device, ''), 300), now() + make_interval(days => days));
  delete from private.trusted_devices where user_id = private.signed_in_uid() and trusted_until <= now();
  return token;
end
$function$;

create or replace function public.use_recovery_code (
  code text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if private.session_uid() is null then
    perform private.refuse('session.sign_in', 'Sign in with your password first.', errcode => '42501');
  end if;
  perform private.limit_rate('recovery/' || private.session_uid(), 10, interval '1 hour');
  update private.recovery_codes set used_at = now() where user_id = private.session_uid() and code_hash = private.recovery_hash(use_recovery_code.code) and used_at is null;
  if not found then
    return false;
  end if;
  -- The lost phone is no second factor any more; a new one is set up in the profile.
  delete from auth.mfa_factors where user_id = private.session_uid();
  delete from private.recovery_codes where user_id = private.session_uid();
  delete from private.trusted_devices where user_id = private.session_uid();
  perform private.notify(array[private.session_uid()], 'recovery/' || now(),
    private.say('You signed in with a recovery code'),
    private.say('Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.'),
    '/dashboard/profile');
  return true;
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
  if not private.may('behaviour:read-all') and entry.recorded_by is distinct from private.signed_in_uid() then
    perform private.refuse(
      'behaviour.not_yours', 'Only the person who recorded an entry, or the office, can withdraw it.',
      errcode => '42501');
  end if;
  perform set_config('masomo.reason', private.require_text(withdraw_behaviour.reason, 300, 'reason', 'Say why it is withdrawn.'), true);
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(), withdrawn_reason = btrim(withdraw_behaviour.reason)
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(), outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$function$;

create or replace function public.withdraw_refund (
  refund_id uuid,
  reason    text
)
  returns public.refunds
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  refund public.refunds;
  why text;
begin
  perform private.order_for_change((select r.order_id from public.refunds r where r.id = refund_id));
  why := private.require_text(reason, 400, 'reason', 'Say why the money stays.');
  update public.refunds r set status = 'withdrawn', finished_at = now()
  where r.id = refund_id and (r.status in ('manual', 'failed') or r.status = 'requested' and r.tries = 0) returning * into refund;
  if not found then
    perform private.refuse(
      'refund.not_withdrawable', 'This refund is with the provider or finished, so it cannot be withdrawn.',
      errcode => 'PT409');
  end if;
  perform private.note_on_order(refund.order_id, private.signed_in_uid(), 'refund', private.say(
    'The refund of {amount} is withdrawn: {reason}',
    jsonb_build_object('amount', private.money(refund.amount), 'reason', why)));
  perform private.complete_if_paid(refund.order_id);
  perform private.note_surplus(refund.order_id);
  return refund;
end
$function$;

comment on column public.notifications.said is 'Title and body as sentences with their values, as private.say makes them; a string is what a person wrote. Title and body are the same in English.';

comment on column public.order_events.said is 'The note as a sentence with its values, as private.say makes it; null for what a person wrote. The note is the same in English.';

comment on function private.all_setting_problems(text, jsonb) is 'Everything wrong with a group of settings: of its fields, and of what they mean together.';

comment on function private.setting_problems(jsonb, jsonb, text) is 'What is wrong with a group of settings, field by field.';

comment on function public.import_students(jsonb, boolean, text) is 'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, admitted_on, status, guardian_name, guardian_phone, guardian_email, relationship, same_guardian_as}]. Rows without problems are added in one transaction; a repeated call adds no student twice. day_order says how the file writes dates: day-first or month-first. Guardians of one phone or address and one name are one person; same_guardian_as names another row, or a guardian by id, whose guardian is the same. Returns {total, added, known, problems: [{row, column, message, sentence, args}]}; dry_run only checks, and says as room what the import does to the plan''s limit and as likely which guardians may be the same person.';

comment on function public.list_payment_issues() is 'Money that needs a decision, newest first: surplus, overpaid and review (refund_payment or accept_payment), refund_failed, refund_manual and refund_sent without an answer for a day (settle_refund, retry_refund, withdraw_refund), attempt (needs a look at the provider, dismiss_payment_attempt), unmatched (assign_provider_event or dismiss_provider_event).';

comment on function public.save_scores(uuid, jsonb) is 'Writes cells of the gradebook and returns those it refused, each with its reason and the score that stands. scores: [{"student_id", "score", "seen"}]; a null score empties the cell, and a cell that no longer holds what was seen is refused.';

comment on function public.set_order_statuses(uuid[], public.order_status) is 'Sets up to 100 orders; an order that may not change is returned with the reason and does not affect the others.';

revoke all on function private.all_setting_problems(text, jsonb) from public;

revoke all on function private.day(date) from public;

grant execute on function private.day(date) to anon, authenticated;

grant execute on function private.day(date) to service_role;

revoke all on function private.import_problem(integer, text, jsonb) from public;

revoke all on function private.in_english(jsonb) from public;

grant execute on function private.in_english(jsonb) to anon, authenticated;

grant execute on function private.in_english(jsonb) to service_role;

revoke all on function private.money(numeric, text) from public;

grant execute on function private.money(numeric, text) to anon, authenticated;

grant execute on function private.money(numeric, text) to service_role;

revoke all on function private.note_on_order(uuid, uuid, text, jsonb) from public;

revoke all on function private.notify(uuid[], text, jsonb, jsonb, text) from public;

revoke all on function private.refuse(text, text, jsonb, text, text) from public;

grant execute on function private.refuse(text, text, jsonb, text, text) to anon, authenticated;

grant execute on function private.refuse(text, text, jsonb, text, text) to service_role;

revoke all on function private.ruined_cell(text) from public;

revoke all on function private.ruined_date(text) from public;

revoke all on function private.ruined_number(text) from public;

revoke all on function private.say(text, jsonb) from public;

grant execute on function private.say(text, jsonb) to anon, authenticated;

grant execute on function private.say(text, jsonb) to service_role;

revoke all on function private.setting_problems(jsonb, jsonb, text) from public;

revoke all on function private.shillings(numeric) from anon;

grant execute on function private.shillings(numeric) to anon;

revoke all on function private.shillings(numeric) from authenticated;

grant execute on function private.shillings(numeric) to authenticated;

revoke all on function private.shillings(numeric) from service_role;

grant execute on function private.shillings(numeric) to service_role;

revoke all on function private.site_setting_problems(text, jsonb) from public;

revoke all on function private.store_setting_problems(text, jsonb) from public;

revoke all on function private.text_problem(text, text) from public;

revoke all on function private.translation_problem(jsonb, text, integer) from public;

revoke all on function private.value_in_english(jsonb) from public;

grant execute on function private.value_in_english(jsonb) to anon, authenticated;

grant execute on function private.value_in_english(jsonb) to service_role;

revoke all on function public.list_payment_issues() from public;

grant execute on function public.list_payment_issues() to authenticated;

grant execute on function public.list_payment_issues() to service_role;

revoke all on function public.save_scores(uuid, jsonb) from public;

grant execute on function public.save_scores(uuid, jsonb) to authenticated;

grant execute on function public.save_scores(uuid, jsonb) to service_role;

revoke all on function public.set_order_statuses(uuid[], public.order_status) from public;

grant execute on function public.set_order_statuses(uuid[], public.order_status) to authenticated;

grant execute on function public.set_order_statuses(uuid[], public.order_status) to service_role;

-- What was told before: a text that is one of these sentences gets it, so that it is said in the reader's language as well. Any other stays as it is.
do $$
declare
  template text;
  pattern text;
  names text[];
  written constant text[] := array['announcement', 'ticket-reply', 'record', 'data-answer', 'opening', 'behaviour'];
begin
  for template in select unnest(array[
    'Welcome', 'This is where news for you arrives.', 'School fees of {student}',
    '{balance} to pay, of which {overdue} is overdue.', '{balance} to pay.', 'Answer to {ticket}: {subject}',
    'There is no room left for files', 'The room for files is almost used up',
    'Remove documents your school no longer needs, or upgrade the plan.', 'Emails were not sent today',
    'Too many emails were sent from this network or to one address. Send them again after midnight, or subscribe, which lifts these limits.',
    'The limit of emails for today, {limit} for your school, is used up. Further emails are not sent until midnight. Send them again tomorrow, or subscribe for a higher limit.',
    'You signed in with a recovery code',
    'Two-step sign-in is off now. Set it up again with your new phone, and make new recovery codes.',
    'New assignment: {title}', 'Due {day}.', 'Marked for {student}: {title}', 'Marked: {title}',
    'Score: {score} of {most}. {feedback}', 'Score: {score} of {most}.', '{student} is marked absent today',
    'If this surprises you, call the school.', 'A note about {student}', 'A guardian asks for a child''s data',
    'See Data requests under School for the legal deadline.', 'The school has answered your data request',
    'A super admin opened your school''s records', 'A merit for {student}', 'The school shared a record about {student}',
    '{student} has reached {points} points', 'For incidents of the last 30 days.', 'Follow up on {student}',
    '{student} has arrived at school', '{student} has left school', 'Seen at the gate at {time}.',
    'Two-step sign-in will be required', 'Set up two-step sign-in',
    'Your school asks for an authenticator app at sign-in. Set one up in your profile; your home screen says until when.',
    'Your authenticator app was taken off your account',
    'Somebody who may do this took it off. Set up your new phone in your profile, and change your password if you did not ask for it.',
    'Received {amount}, receipt {receipt}. The order needed no payment: refund it.',
    'Received {amount}, receipt {receipt}, instead of {total}: review it.', 'Paid {amount}, receipt {receipt}',
    'Accepted {amount} of receipt {receipt}: {reason}', 'Counts as not paid: {reason}', 'Sent again to {address}.',
    'The proforma was not mailed: a limit of emails is used up. Send it again later.',
    '{amount} is owed back to the buyer.', 'Refunding {amount} of receipt {receipt}: {reason}',
    'The refund of {amount} is withdrawn: {reason}', 'The refund of {amount} failed: {reason}',
    'Refunded {amount} of receipt {receipt}: {reason}', 'Refunded in full: the licences are revoked.'])
  loop
    names := array(select n[1] from regexp_matches(template, '\{(\w+)\}', 'g') as n);
    pattern := '^' || regexp_replace(regexp_replace(template, '([.()?])', '\\\1', 'g'), '\{\w+\}', '(.+?)', 'g') || '$';
    update public.notifications n
    set said = coalesce(n.said, '{}') || jsonb_build_object('title', private.say(template,
      coalesce((select jsonb_object_agg(p.name, f.found[p.place]) from unnest(names) with ordinality as p (name, place)), '{}')))
    from (select id, regexp_match(title, pattern) as found from public.notifications where title ~ pattern) f
    where f.id = n.id and coalesce(split_part(n.source, '/', 1), '') <> 'announcement' and not coalesce(n.said, '{}') ? 'title';
    update public.notifications n
    set said = coalesce(n.said, '{}') || jsonb_build_object('body', private.say(template,
      coalesce((select jsonb_object_agg(p.name, f.found[p.place]) from unnest(names) with ordinality as p (name, place)), '{}')))
    from (select id, regexp_match(body, pattern) as found from public.notifications where body ~ pattern) f
    where f.id = n.id and coalesce(split_part(n.source, '/', 1), '') <> all (written) and not coalesce(n.said, '{}') ? 'body';
    update public.order_events e
    set said = private.say(template,
      coalesce((select jsonb_object_agg(p.name, f.found[p.place]) from unnest(names) with ordinality as p (name, place)), '{}'))
    from (select id, regexp_match(note, pattern) as found from public.order_events where note ~ pattern) f
    where f.id = e.id and e.kind not in ('note', 'reopened') and e.said is null;
  end loop;
end
$$;
