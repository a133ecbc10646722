set check_function_bodies = off;

create or replace function private.check_due_day()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_near_day(new.due_on, '5 years', '2 years', private.school_today(new.school_id), 'due_on');
  return new;
end
$function$;

create or replace function private.check_happened_day()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_near_day(new.happened_on, '60 years', '0 days', private.school_today(new.school_id), 'happened_on');
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
      when number is null then 'Enter the admission number.'
      when length(number) > 30 then 'Use at most 30 characters.' end)),
    private.import_problem(line, 'first_name', coalesce(private.ruined_cell(first_name), case
      when first_name is null then 'Enter the name.'
      when first_name !~ '[^\d\s[:punct:]]' then 'A name has letters. Check the cell.'
      when length(first_name) > 80 then 'Use at most 80 characters.' end)),
    private.import_problem(line, 'last_name', coalesce(private.ruined_cell(last_name), case when length(last_name) > 80 then 'Use at most 80 characters.' end)),
    private.import_problem(line, 'gender', coalesce(private.ruined_cell(gender_text), case when gender_text is not null and gender is null
      then format('“%s” is not known. Write F or M, or leave it empty.', left(gender_text, 30)) end)),
    private.import_problem(line, 'date_of_birth', coalesce(private.ruined_cell(birth_text), private.ruined_date(birth_text), case
      when birth_text is not null and born is null then format('“%s” is not a valid date. Write it as 31/05/2014 or 2014-05-31.', left(birth_text, 30))
      when not private.is_birth_date(born, today) then 'A student is between 1 and 60 years old. Check the year.' end)),
    private.import_problem(line, 'admitted_on', coalesce(private.ruined_cell(admitted_text), private.ruined_date(admitted_text), case
      when admitted_text is not null and admitted is null then format('“%s” is not a valid date. Write it as 31/05/2014 or 2014-05-31.', left(admitted_text, 30))
      when not private.is_admission_date(admitted, born, today)
        then 'A student is admitted after their birth and at most 18 months from today. Check the year.' end)),
    private.import_problem(line, 'status', coalesce(private.ruined_cell(status_text), case when status_text is not null and status is null
      then format('“%s” is not known. Write Active, Suspended, Graduated or Left, or leave it empty.', left(status_text, 30)) end)),
    private.import_problem(line, 'class', coalesce(private.ruined_cell(class_words), case when class_words is not null and class_id is null
      then format('There is no class “%s”. Write its name as it is under Classes, or add the class first.', left(class_words, 40)) end)),
    private.import_problem(line, 'guardian_email', coalesce(private.ruined_cell(guardian_email), case when not private.is_email(guardian_email)
      then format('“%s” is not an email address.', left(guardian_email, 60)) end)),
    private.import_problem(line, 'guardian_phone', coalesce(private.ruined_cell(phone_text), case when phone_text is not null and guardian_phone is null
      then format('“%s” is not one phone number. Write it as 0712 345 678 or +254712345678.', left(phone_text, 40)) end)),
    private.import_problem(line, 'relationship', coalesce(private.ruined_cell(relationship), case when length(relationship) > 40 then 'Use at most 40 characters.' end)),
    private.import_problem(line, 'guardian_name', coalesce(private.ruined_cell(guardian_name), case
      when guardian_name is null and (phone_text is not null or guardian_email is not null)
        then 'Write the guardian''s name, or leave phone and email empty too.'
      when guardian_name is not null and (guardian_key = '' or guardian_name !~ '[^\d\s[:punct:]]') then 'A name has letters. Check the cell.'
      when length(guardian_name) > 160 then 'Use at most 160 characters.' end))], null));
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', format('%s duplicates row %s. Every student needs a number of their own.', i.number, f.line))
  from (select number_key, min(line) as line from pg_temp.import_row where number is not null group by 1) f
  where f.number_key = i.number_key and i.line > f.line;
  update pg_temp.import_row i set problems = problems
    || private.import_problem(i.line, 'admission_number', format('%s is the number of %s. Use another one.', i.number, private.full_name(s.first_name, s.last_name)))
  from public.students s where s.school_id = school and private.fold_text(s.admission_number) = i.number_key and not i.is_known;
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
    raise exception using errcode = 'P0001', message = 'Check the date of birth: a student is between 1 and 60 years old.', hint = 'student.birth_date', detail = 'date_of_birth';
  end if;
  if not private.is_admission_date(new.admitted_on, new.date_of_birth, today)
    and (tg_op = 'INSERT' or (new.admitted_on, new.date_of_birth) is distinct from (old.admitted_on, old.date_of_birth)) then
    raise exception using errcode = 'P0001', message = 'Check the admission date: it is after the birth and at most 18 months from today.', hint = 'student.admission_date', detail = 'admitted_on';
  end if;
  return new;
end
$function$;

create or replace function private.is_admission_date (
  admitted date,
  born     date,
  today    date
)
  returns boolean
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select coalesce(admitted <= today + interval '18 months' and admitted >= today - interval '60 years' and admitted > coalesce(born, date '1900-01-01'), true)
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
    raise exception using errcode = 'P0001', message = 'This day is too far from today. Check the year.', hint = 'form.far_day', detail = field;
  end if;
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
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This term is no longer here. Choose another.', hint = 'term.not_found', detail = 'term_id';
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if save_fee.due_on is null then
    raise exception using errcode = 'P0001', message = 'Enter the day it is due.', hint = 'fee.due_required', detail = 'due_on';
  end if;
  perform private.require_near_day(save_fee.due_on, '20 years', '5 years', private.school_today(school), 'due_on');
  perform private.require_class(save_fee.class_id, school);
  -- The same students are not charged twice for one thing.
  if exists (select from public.fees f where f.school_id = school and f.id is distinct from save_fee.fee_id
    and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(save_fee.term_id, save_fee.name) and (f.class_id is null or save_fee.class_id is null or f.class_id = save_fee.class_id)) then
    raise exception using errcode = 'P0001', message = 'There is a fee of this name for these students already. Give this one another name.', hint = 'fee.name_taken', detail = 'name';
  end if;
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on) returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    raise exception using errcode = 'PT409', message = 'This fee has already been billed and cannot change. Add another fee for the difference.', hint = 'fee.billed';
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount, due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This fee is no longer here.', hint = 'fee.not_found';
  end if;
  return saved;
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
  if exists (select from public.staff_members m where m.school_id = school and private.fold_text(m.staff_number) = private.fold_text(number) and m.id is distinct from save_staff_member.staff_id) then
    raise exception using errcode = 'P0001', message = 'This staff number is taken.', hint = 'staff.number_taken', detail = 'staff_number';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like name@school.ac.ke.', hint = 'staff.invalid_email', detail = 'email';
  end if;
  perform private.require_near_day(save_staff_member.employed_on, '60 years', '18 months', private.school_today(school), 'employed_on');
  -- An account of the school with this address is this person's.
  select u.id into account from public.users u where u.school_id = school and lower(u.email) = address and u.role in ('admin', 'teacher', 'staff')
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
    raise exception using errcode = 'P0002', message = 'This person is no longer on file.', hint = 'staff.not_found';
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
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_term.name, 60, 'name', 'Name the term.');
  other public.school_terms;
  saved uuid;
begin
  if save_term.starts_on is null or save_term.ends_on is null or save_term.ends_on <= save_term.starts_on then
    raise exception using errcode = 'P0001', message = 'A term ends after it starts. Check the days.', hint = 'term.days', detail = 'ends_on';
  end if;
  perform private.require_near_day(save_term.starts_on, '20 years', '5 years', private.school_today(school), 'starts_on');
  perform private.require_near_day(save_term.ends_on, '20 years', '6 years', private.school_today(school), 'ends_on');
  select * into other from public.school_terms t where t.school_id = school and t.id is distinct from save_term.term_id
    and (private.fold_text(t.name) = private.fold_text(title) or daterange(t.starts_on, t.ends_on, '[]') && daterange(save_term.starts_on, save_term.ends_on, '[]')) limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'term.taken', detail = case when private.fold_text(other.name) = private.fold_text(title) then 'name' else 'starts_on' end,
      message = case when private.fold_text(other.name) = private.fold_text(title) then 'There is a term of this name already. Add the year.' else format('These days overlap with %s.', other.name) end;
  end if;
  if save_term.term_id is null then
    insert into public.school_terms (school_id, name, starts_on, ends_on) values (school, title, save_term.starts_on, save_term.ends_on) returning id into saved;
    return saved;
  end if;
  update public.school_terms t set name = title, starts_on = save_term.starts_on, ends_on = save_term.ends_on where t.id = save_term.term_id and t.school_id = school returning t.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  return saved;
end
$function$;

create trigger check_day
  before insert or update of due_on on public.assignments
  for each row
  execute function private.check_due_day();

create trigger check_day
  before insert or update of happened_on on public.student_records
  for each row
  execute function private.check_happened_day();

revoke all on function private.check_due_day() from public;

revoke all on function private.check_happened_day() from public;

revoke all on function private.require_near_day(date, interval, interval, date, text) from public;
