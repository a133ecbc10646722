set check_function_bodies = off;

drop index public.behaviour_categories_school_key;

drop index public.orders_created_idx;

drop index public.orders_school_idx;

drop index public.orders_search_idx;

drop index public.orders_status_idx;

drop index public.schools_name_key;

drop view public.audit_entries;

drop view public.fee_invoice_list;

drop view public.fee_payment_list;

drop view public.student_accounts;

alter table public.campuses
  drop constraint campuses_school_id_name_key;

alter table public.classes
  drop constraint classes_school_id_name_key;

alter table public.guardians
  drop constraint guardians_last_name_check;

alter table public.school_terms
  drop constraint school_terms_school_id_name_key;

alter table public.staff_members
  drop constraint staff_members_last_name_check;

alter table public.staff_members
  drop constraint staff_members_school_id_staff_number_key;

alter table public.students
  drop constraint students_last_name_check;

alter table public.students
  drop constraint students_school_id_admission_number_key;

alter table public.subjects
  drop constraint subjects_school_id_name_key;

drop function private.find_accounts(text);

drop function private.parse_date(text);

drop function private.parse_import_rows(uuid, jsonb);

drop function public.import_students(jsonb, boolean);

alter table public.orders
  drop column search_text;

alter table public.schools
  drop column search_text;

alter table public.students
  drop column search_text;

alter table public.guardians
  alter column last_name set default ''::text;

alter table public.staff_members
  alter column last_name set default ''::text;

alter table public.students
  alter column last_name set default ''::text;

create or replace function private.account_text (
  first_name text,
  last_name  text,
  email      text
)
  returns text
  language sql
  immutable
  AS $function$ select private.fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) $function$;

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
        then 'A student was admitted after their birth and not later than today. Check the year.' end)),
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
    raise exception using errcode = 'P0001', message = 'Check the admission date: it is after the birth and not later than today.', hint = 'student.admission_date', detail = 'admitted_on';
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
  if new.teacher_id is not null and not exists (select from public.users u where u.id = new.teacher_id and u.school_id = new.school_id) then
    raise exception using errcode = 'P0001', message = 'This teacher is not of the school.', hint = 'lesson.teacher_elsewhere', detail = 'teacher_id';
  end if;
  if not exists (select from public.class_subjects cs where cs.class_id = new.class_id and cs.subject_id = new.subject_id) then
    raise exception using errcode = 'P0001', message = 'This subject is not taught to the class. Add it to the class first.', hint = 'lesson.subject_not_taught', detail = 'subject_id';
  end if;
  select l.*, c.name as class, b.name as subject, to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours, concat_ws(' ', u.first_name, u.last_name) as teacher into other
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

create or replace function private.clean_cell (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select nullif(btrim(regexp_replace(regexp_replace(normalize(value, NFC), E'[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g'),
    E'[\\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+', ' ', 'g')), '')
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
  select f.id, coalesce(private.null_if_blank(concat_ws(' ', f.first_name, f.last_name)), f.email), f.email from found f order by f.last_name, f.first_name, f.id limit 6
$function$;

create or replace function private.fold_text (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  AS $function$
  select pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.translate(
    pg_catalog.lower(pg_catalog.regexp_replace(normalize(pg_catalog.replace(value, E'\u00B4', ''), NFKD),
      E'[\u0300-\u036F''`\u02B9-\u02BF\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035\uA78B\uA78C\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]',
      '', 'g')),
    E'ØøĐđÐðŁłĦħŦŧıŊŋ\u2010\u2011\u2012\u2013\u2014\u2015\u2212', 'ooddddllhhttinn-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '\s+', ' ', 'g'))
$function$;

create or replace function private.free_school_name (
  wanted text,
  county text
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select n.name from (
    select 0 as place, btrim(wanted) as name
    union all select 1, btrim(wanted) || ', ' || county where county is not null
    union all select i, concat_ws(', ', btrim(wanted), county) || ' ' || i from generate_series(2, 1000) as i) n
  where not exists (select from public.schools s where private.fold_text(s.name) = private.fold_text(n.name)) order by n.place limit 1
$function$;

create or replace function private.full_name (
  first_name text,
  last_name  text
)
  returns text
  language sql
  immutable
  parallel safe
  AS $function$ select pg_catalog.btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) $function$;

create or replace function private.import_guardians (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  create temporary table import_guardian on commit drop as
  select i.guardian_group, gen_random_uuid() as id, private.name_parts((array_agg(i.guardian_name order by i.guardian_name = upper(i.guardian_name), i.line))[1]) as name,
    (array_agg(i.guardian_phone order by i.line) filter (where i.guardian_phone is not null))[1] as phone,
    (array_agg(i.guardian_email order by i.line) filter (where i.guardian_email is not null))[1] as email
  from pg_temp.import_row i where i.student_id is not null and i.guardian_key <> '' and i.guardian_id is null group by i.guardian_group;
  insert into public.guardians (id, school_id, first_name, last_name, phone, email)
  select p.id, school, left(p.name[1], 80), left(p.name[2], 80), p.phone, p.email from pg_temp.import_guardian p order by p.guardian_group;
  insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
  select i.student_id, coalesce(i.guardian_id, p.id), school, i.relationship, true
  from pg_temp.import_row i left join pg_temp.import_guardian p on p.guardian_group = i.guardian_group and i.guardian_key <> ''
  where i.student_id is not null and coalesce(i.guardian_id, p.id) is not null
  on conflict (student_id, guardian_id) do nothing;
  drop table pg_temp.import_guardian;
end
$function$;

create or replace function private.import_problem (
  line    integer,
  field   text,
  problem text
)
  returns jsonb
  language sql
  immutable
  strict
  set search_path to ''
  AS $function$ select jsonb_build_object('row', line, 'column', field, 'message', problem) $function$;

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
  select coalesce(admitted <= today and admitted >= today - interval '60 years' and admitted > coalesce(born, date '1900-01-01'), true)
$function$;

create or replace function private.is_birth_date (
  born  date,
  today date
)
  returns boolean
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select coalesce(born between today - interval '60 years' and today - interval '1 year', true)
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
    select distinct on (i.guardian_group) i.guardian_group as line, i.guardian_key, i.guardian_name as name, i.guardian_phone as phone, i.guardian_email as email
    from pg_temp.import_row i where i.guardian_key <> '' and i.problems = '[]' and i.guardian_id is null and not i.is_known
    order by i.guardian_group, i.line),
  known as (
    select g.id::text as same_as, private.full_name(g.first_name, g.last_name) as name, private.person_key(g.first_name || ' ' || g.last_name) as guardian_key,
      private.phone_number(g.phone) as phone, lower(g.email) as email, null::integer as line
    from public.guardians g where g.school_id = school
    union all
    select 'row ' || n.line, n.name, n.guardian_key, n.phone, n.email, n.line from named n),
  pairs as (
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.guardian_key = n.guardian_key
    where (k.line is null or k.line < n.line) and (coalesce(n.phone, n.email) is null or coalesce(k.phone, k.email) is null)
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.phone = n.phone
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' ')
    union
    select n.line, k.same_as, k.name, k.phone, k.email from named n join known k on k.email = n.email
    where (k.line is null or k.line < n.line) and k.guardian_key <> n.guardian_key and string_to_array(k.guardian_key, ' ') && string_to_array(n.guardian_key, ' '))
  select coalesce(jsonb_agg(jsonb_build_object('row', p.line, 'name', n.name, 'same_guardian_as', p.same_as, 'as_name', p.name, 'as_contact', coalesce(p.phone, p.email))
    order by p.line, p.same_as), '[]')
  from (select distinct on (line) * from pairs order by line, same_as like 'row %', same_as) p join named n on n.line = p.line
$function$;

create or replace function private.match_import_guardians (
  school uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  joined integer;
begin
  loop
    with near as (
      select i.line, least(
        min(i.guardian_group) over (partition by i.guardian_key, coalesce(i.guardian_phone, 'row ' || i.line)),
        min(i.guardian_group) over (partition by i.guardian_key, coalesce(i.guardian_email, 'row ' || i.line)),
        min(i.guardian_group) over (partition by i.guardian_group)) as lowest
      from pg_temp.import_row i where i.guardian_key <> '' and i.problems = '[]'),
    said as (
      select n.line, least(n.lowest, o.guardian_group) as lowest
      from near n join pg_temp.import_row i on i.line = n.line
        left join pg_temp.import_row o on 'row ' || o.line = i.same_guardian_as and o.guardian_key <> '' and o.problems = '[]')
    update pg_temp.import_row i set guardian_group = s.lowest from said s where s.line = i.line and s.lowest < i.guardian_group;
    get diagnostics joined = row_count;
    exit when joined = 0;
  end loop;
  with known as materialized (
    select g.id, g.created_at, private.person_key(g.first_name || ' ' || g.last_name) as guardian_key, private.phone_number(g.phone) as phone, lower(g.email) as email
    from public.guardians g where g.school_id = school),
  found as (
    select i.guardian_group, k.id, k.created_at, 1 as place from pg_temp.import_row i join known k on k.guardian_key = i.guardian_key
    where i.guardian_key <> '' and i.problems = '[]' and (k.phone = i.guardian_phone or k.email = i.guardian_email)
    union all
    select i.guardian_group, k.id, k.created_at, 0 from pg_temp.import_row i join known k on k.id::text = i.same_guardian_as where i.problems = '[]')
  update pg_temp.import_row i set guardian_id = f.id
  from (select guardian_group, (array_agg(id order by place, created_at, id))[1] as id from found group by guardian_group) f
  where f.guardian_group = i.guardian_group and i.guardian_key <> '' and i.problems = '[]';
end
$function$;

create or replace function private.name_parts (
  whole text
)
  returns text[]
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select case when n.name like '%,%' and btrim(split_part(n.name, ',', 2)) <> ''
    then array[btrim(split_part(n.name, ',', 2)), btrim(split_part(n.name, ',', 1))]
    else array[split_part(n.plain, ' ', 1), btrim(substr(n.plain, length(split_part(n.plain, ' ', 1)) + 1))] end
  from (select s.name, btrim(replace(s.name, ',', ' ')) as plain
    from (select coalesce(nullif(btrim(regexp_replace(private.clean_cell(whole), '^(?:(?:mr|mrs|ms|miss|dr|prof|rev|mwalimu|mwl|bw|bi|mzee|pastor|eng|hon)\M\.?\s*)+', '', 'i')), ''),
      private.clean_cell(whole)) as name) s) n
$function$;

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
  update public.users u set role = 'admin', school_id = opened, first_name = request.first_name, last_name = request.last_name, language = coalesce(u.language, request.language) where u.id = new.id;
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
    raise exception using errcode = 'P0001', message = format('Use at most %s characters.', longest), hint = 'form.too_long', detail = field;
  end if;
  return coalesce(btrim(value), '');
end
$function$;

create or replace function private.parse_date (
  written   text,
  day_order text,
  today     date
)
  returns date
  language plpgsql
  stable
  strict
  set search_path to ''
  AS $function$
declare
  found text[];
  year integer;
  months constant text[] := array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  swahili constant text[] := array['jan', 'feb', 'mac', 'apr', 'mei', 'jun', 'jul', 'ago', 'sep', 'okt', 'nov', 'des'];
  day_month integer[];
begin
  if written ~ '^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$' then
    found := string_to_array(translate(written, '/.', '--'), '-');
    return make_date(found[1]::integer, found[2]::integer, found[3]::integer);
  elsif written ~ '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$' then
    return left(written, 10)::date;
  elsif written ~ '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$' then
    return (written::timestamptz at time zone 'Africa/Nairobi')::date;
  end if;
  found := regexp_match(lower(written), '^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?: 0{1,2}:00(?::00)?)?$');
  if found is not null then
    day_month := case when day_order = 'month-first' then array[found[2], found[1]] else array[found[1], found[2]] end::integer[];
  else
    found := coalesce(regexp_match(lower(written), '^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$'),
      (select array[m[2], m[1], m[3]] from regexp_match(lower(written), '^([a-z]{3,9})[-/., ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4})$') as m));
    day_month := array[found[1]::integer, coalesce(array_position(months, left(found[2], 3)), array_position(swahili, left(found[2], 3)))];
  end if;
  if found is null or array_position(day_month, null) is not null then
    return null;
  end if;
  year := found[3]::integer;
  if length(found[3]) = 2 then
    year := year + 2000;
    if make_date(year, day_month[2], day_month[1]) > today then
      year := year - 100;
    end if;
  end if;
  return make_date(year, day_month[2], day_month[1]);
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end
$function$;

create or replace function private.parse_gender (
  written text
)
  returns public.gender
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when written in ('f', 'female', 'girl', 'msichana', 'ke', 'kike') then 'female'
    when written in ('m', 'male', 'boy', 'mvulana', 'me', 'kiume') then 'male' end::public.gender
$function$;

create or replace function private.parse_import_rows (
  school    uuid,
  rows      jsonb,
  day_order text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.line, c.number, private.fold_text(c.number) as number_key, private.person_key(concat_ws(' ', c.first_name, c.last_name)) as name_key,
    coalesce(c.first_name, c.last_name) as first_name, case when c.first_name is null then '' else coalesce(c.last_name, '') end as last_name,
    c.gender_text, private.parse_gender(private.fold_text(c.gender_text)) as gender,
    c.birth_text, private.parse_date(c.birth_text, day_order, private.school_today(school)) as born,
    c.admitted_text, private.parse_date(c.admitted_text, day_order, private.school_today(school)) as admitted,
    c.status_text, private.parse_student_status(private.fold_text(c.status_text)) as status,
    c.class_words, null::uuid as class_id,
    c.guardian_name, private.person_key(c.guardian_name) as guardian_key, c.phone_text, private.phone_number(c.phone_text) as guardian_phone, lower(c.email_text) as guardian_email,
    coalesce(c.relationship, 'Parent') as relationship, c.same_guardian_as, c.line as guardian_group, null::uuid as guardian_id,
    null::uuid as student_id, false as is_known, '[]'::jsonb as problems
  from (
    select coalesce((r.value ->> 'row')::integer, r.ordinality::integer) as line,
      private.clean_cell(r.value ->> 'admission_number') as number, private.clean_cell(r.value ->> 'first_name') as first_name,
      private.clean_cell(r.value ->> 'last_name') as last_name, private.clean_cell(r.value ->> 'gender') as gender_text,
      private.clean_cell(r.value ->> 'date_of_birth') as birth_text, private.clean_cell(r.value ->> 'admitted_on') as admitted_text,
      private.clean_cell(r.value ->> 'status') as status_text, private.clean_cell(r.value ->> 'class') as class_words,
      private.clean_cell(r.value ->> 'guardian_name') as guardian_name, private.clean_cell(r.value ->> 'guardian_phone') as phone_text,
      private.clean_cell(r.value ->> 'guardian_email') as email_text, private.clean_cell(r.value ->> 'relationship') as relationship,
      private.clean_cell(r.value ->> 'same_guardian_as') as same_guardian_as
    from jsonb_array_elements(rows) with ordinality r) c;
  create index on pg_temp.import_row (number_key);
  analyze pg_temp.import_row;
  update pg_temp.import_row i set class_id = c.id
  from public.classes c where c.school_id = school and c.is_active and private.fold_text(c.name) = private.fold_text(i.class_words);
  update pg_temp.import_row i set is_known = true from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key
    and private.person_key(s.first_name || ' ' || s.last_name) = i.name_key;
end
$function$;

create or replace function private.parse_student_status (
  written text
)
  returns public.student_status
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case when written in ('active', 'yupo', 'anasoma', 'hai') then 'active' when written in ('suspended', 'amesimamishwa') then 'suspended'
    when written in ('graduated', 'amehitimu') then 'graduated' when written in ('left', 'ameondoka') then 'left' end::public.student_status
$function$;

create or replace function private.person_key (
  name text
)
  returns text
  language sql
  immutable
  parallel safe
  set search_path to ''
  AS $function$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(regexp_replace(private.fold_text(name), '[^[:alnum:]]+', ' ', 'g'), ' ') as word
  where word not in ('', 'mr', 'mrs', 'ms', 'miss', 'mister', 'madam', 'mme', 'dr', 'prof', 'professor', 'rev', 'reverend', 'pastor', 'fr', 'sr', 'eng', 'hon',
    'capt', 'mwalimu', 'mwl', 'bw', 'bwana', 'bi', 'bibi', 'mama', 'baba', 'mzee', 'sheikh', 'imam', 'teacher')
$function$;

create or replace function private.phone_number (
  written text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case
    when p.dialled ~ '^\+254' then case when p.dialled ~ '^\+254(?:[17]\d{8}|[2-68]\d{6,8})$' then p.dialled end
    when p.dialled ~ '^\+[1-9]\d{7,14}$' then p.dialled
    when p.dialled ~ '^254[17]\d{8}$' then '+' || p.dialled
    when p.dialled ~ '^0(?:[17]\d{8}|[2-68]\d{6,8})$' then '+254' || substr(p.dialled, 2)
    when p.dialled ~ '^[17]\d{8}$' then '+254' || p.dialled
  end
  from (select regexp_replace(regexp_replace(regexp_replace(w.plain, '\(0\)', '', 'g'), '[\s().-]', '', 'g'), '^00', '+') as dialled
    from (select regexp_replace(btrim(normalize(written, NFKC)), '^(\+?\d{9,13})[.,]0$', '\1') as plain) w where w.plain ~ '^\+?[\d\s().-]+$') p
$function$;

create or replace function private.prepare_student_record()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.visible_to := coalesce(new.visible_to, case new.kind when 'health' then 'office' when 'merit' then 'family' else 'teachers' end);
  new.search_text := private.fold_text(new.summary || ' ' || (select s.search_text from public.students s where s.id = new.student_id));
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$function$;

create or replace function private.ruined_cell (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case
    when value ~* '^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$'
      then format('“%s” is a number that the spreadsheet shortened. Format the column as text, type the whole number again and save the file.', left(value, 30))
    when value ~* '^(?:#(?:N/?A|REF|NAME|VALUE|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|GETTING_DATA)[!?]?|#{3,}|Err:\d+)$'
      then format('“%s” is an error of the spreadsheet. Type the value into the cell, or empty it.', left(value, 30))
    when position(U&'\FFFD' in value) > 0
      then format('Letters of “%s” are lost. Type it again and save the file as “CSV UTF-8”.', left(value, 60))
  end
$function$;

create or replace function private.ruined_date (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select case when value ~ '^[1-5]\d{4}(?:\.\d+)?$'
    then format('“%s” is how the spreadsheet counts a day, perhaps %s. Format the column as dates and save the file again.', value,
      to_char(date '1899-12-30' + floor(value::numeric)::integer, 'DD/MM/YYYY')) end
$function$;

create or replace function private.ruined_number (
  value text
)
  returns text
  language sql
  immutable
  parallel safe
  strict
  set search_path to ''
  AS $function$
  select format('“%s” is a number that the spreadsheet made a date. Format the column as text, type the number again and save the file.', left(value, 30))
  where value ~* '^(?:\d{1,2}[-/. ])?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[-/. ]\d{2,4}$' or value ~ '^\d{4}-\d{2}-\d{2}(?:[T ]00:00.*)?$'
$function$;

create or replace function private.search_pattern (
  search text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select '%' || replace(replace(replace(private.fold_text(search), '\', '\\'), '%', '\%'), '_', '\_') || '%' where private.fold_text(search) <> ''
$function$;

create or replace function private.search_patterns (
  search text
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by length(word) desc, word)
  from (select private.fold_text(search) as folded) f,
    regexp_split_to_table(case when folded ~ '^\+?[\d\s().-]+$' and folded !~ '^\d{1,3}(?:\.\d{1,3}){1,3}$' and (folded ~ '^0[17][\d\s]{5,}$'
        or regexp_replace(folded, '[\s().-]', '', 'g') ~ '^(?:\+\d{6,15}|00[1-9]\d{7,13}|254[17]\d{8}|0[1-8]\d{7,8}|[17]\d{8})$')
      then regexp_replace(regexp_replace(folded, '\D', '', 'g'), '^(?:00)?(?:254|0)', '') else folded end, ' ') as word
  where word <> ''
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
  on conflict (school_id, kind, private.fold_text(name)) do nothing;
  get diagnostics added = row_count;
  return added;
end
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
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, a.marked, a.present, a.late, a.excused, a.absent, round((a.present + a.late) * 100.0 / a.marked, 1), (count(*) over ())::integer
  from (
    select a.student_id, count(*)::integer as marked, (count(*) filter (where a.status = 'present'))::integer as present, (count(*) filter (where a.status = 'late'))::integer as late,
      (count(*) filter (where a.status = 'excused'))::integer as excused, (count(*) filter (where a.status = 'absent'))::integer as absent
    from public.attendance a
    where a.school_id = (select private.my_school()) and a.day between attendance_by_student.from_day and attendance_by_student.to_day
      and (attendance_by_student.class_id is null or a.class_id = attendance_by_student.class_id)
      and a.school_id = (select private.childrens_school())
      and ((select private.my_role()) in ('admin', 'staff') or a.class_id in (select private.my_class_ids()) or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where private.search_patterns(attendance_by_student.search) is null or s.search_text like all (private.search_patterns(attendance_by_student.search))
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
  select u.id, private.null_if_blank(concat_ws(' ', u.first_name, u.last_name)), u.email::text, coalesce(r.cms_right, 'publisher'), coalesce(work.changes, 0), work.last_at, u.id = private.signed_in_uid(), count(*) over ()
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
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, k.name, coalesce(b.balance, 0)
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
    (select 'student', s.id, s.first_name || ' ' || s.last_name, concat_ws(' · ', s.admission_number, (select c.name from public.classes c where c.id = s.class_id))
     from asked, public.students s
     where asked.my_role in ('admin', 'teacher', 'staff') and (s.search_text like all (asked.patterns) or s.id in (
       select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where g.search_text like all (asked.patterns)))
     order by s.last_name, s.first_name, s.id limit 8)
    union all
    (select 'staff', m.id, m.first_name || ' ' || m.last_name, m.job_title
     from asked, public.staff_members m
     where asked.my_role = 'admin' and m.search_text like all (asked.patterns) order by m.last_name, m.first_name, m.id limit 6)
    union all
    (select 'school', h.id, h.name, coalesce(h.country, '')
     from asked, public.schools h where asked.my_role = 'super_admin' and h.search_text like all (asked.patterns) order by h.name, h.id limit 6)
    union all
    (select 'account', u.id, u.name, u.email from asked, private.find_accounts(asked.patterns) u where asked.my_role = 'super_admin')
  ) as found (kind, id, name, detail)
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
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  outcome jsonb;
begin
  if import_students.rows is null or jsonb_typeof(import_students.rows) <> 'array' or jsonb_array_length(import_students.rows) = 0 then
    raise exception using errcode = 'P0001', message = 'The file has no rows below its header.', hint = 'import.empty', detail = 'rows';
  end if;
  if jsonb_array_length(import_students.rows) > 10000 then
    raise exception using errcode = 'P0001', message = 'A file holds 10,000 students at most. Split it and import the parts.', hint = 'import.too_many', detail = 'rows';
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

create or replace function public.list_accounts (
  in_school  uuid             default null::uuid,
  search     text             default null::text,
  in_role    public.user_role default null::public.user_role,
  active     boolean          default null::boolean,
  sort       text             default 'last_name'::text,
  descending boolean          default false,
  skipped    integer          default 0,
  size       integer          default 20
)
  returns table (
    id                uuid,
    first_name        text,
    last_name         text,
    email             text,
    role              public.user_role,
    school_id         uuid,
    school            text,
    is_active         boolean,
    last_sign_in_at   timestamp with time zone,
    has_authenticator boolean,
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  -- Null for a super admin, who may look into every school.
  own_school constant uuid := private.require_account_manager(coalesce(in_school, private.admin_school()));
  only_school constant uuid := coalesce(own_school, in_school);
  patterns constant text[] := private.search_patterns(search);
  way constant text := case when descending then 'desc' else 'asc' end;
  conditions constant text := concat_ws(' and ', 'true',
    case when only_school is not null then 'u.school_id = $1' end,
    case when patterns is not null then 'private.account_text(u.first_name, u.last_name, u.email) like ($2)[1] and private.account_text(u.first_name, u.last_name, u.email) like all ($2)' end,
    case when in_role = 'super_admin' then 'exists (select from public.super_admins a where a.id = u.id)'
      when in_role is not null then 'u.role = $3 and not exists (select from public.super_admins a where a.id = u.id)' end,
    case when active is not null then 'u.is_active = $4' end);
  ordering constant text := case sort when 'role' then format('u.role %1$s, u.last_name %1$s, u.id %1$s', way)
    when 'last_sign_in_at' then format('s.at %1$s nulls last, u.id %1$s', way) else format('u.last_name %1$s, u.id %1$s', way) end;
  total_found bigint;
begin
  if only_school is null and patterns is null and in_role is distinct from 'super_admin' then
    total_found := (select coalesce(sum(k.amount), 0) from private.platform_counts k
        where k.what = 'accounts' and k.part = any (array(select r || d from unnest(enum_range(null::public.user_role)) as r, unnest(array['', ' deactivated']) as d
          where r = coalesce(in_role, r) and (d = '') = coalesce(active, d = ''))))
      - (select count(*) from public.super_admins a join public.users u on u.id = a.id where u.role = in_role and u.is_active = coalesce(active, u.is_active));
  else
    execute format('select count(*) from public.users u where %s', conditions) into total_found using only_school, patterns, in_role, active;
  end if;
  -- What is searched for is found before it is sorted: the order's index would be read until enough is found, which may be never.
  return query execute format('with found as %s materialized (select u.* from public.users u where %s),
    page as (select row_number() over () as place, p.* from (
      select u.*, s.at from found u left join private.last_sign_ins s on s.user_id = u.id order by %s limit $5 offset $6) p)
    select p.id, p.first_name, p.last_name, p.email, case when a.id is null then p.role else ''super_admin'' end, p.school_id, h.name, p.is_active, p.at, private.is_super_admin() and private.has_authenticator(p.id), $7
    from page p left join public.schools h on h.id = p.school_id left join public.super_admins a on a.id = p.id order by p.place',
    case when patterns is null then 'not' else '' end, conditions, ordering)
  using only_school, patterns, in_role, active, least(greatest(size, 1), 1000), greatest(skipped, 0), total_found;
end
$function$;

create or replace function public.list_plans (
  search        text                    default null::text,
  only_category public.product_category default null::public.product_category,
  page          integer                 default 1,
  page_size     integer                 default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    period            public.plan_period,
    highlight         boolean,
    badge             text,
    features          jsonb,
    max_students      integer,
    max_campuses      integer,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    subscribers       integer,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_plans.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select p.*, count(*) over () as total from public.plans p
    where (list_plans.only_category is null or p.category = list_plans.only_category)
      and (private.search_patterns(list_plans.search) is null or private.fold_text(p.name || ' ' || p.description) like all (private.search_patterns(list_plans.search)))
    order by p.category, p.position, p.name, p.id
    limit rows_per_page offset (greatest(list_plans.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.period, f.highlight, f.badge, f.features, f.max_students, f.max_campuses, f.is_active, f.in_store, f.updated_at,
    (select count(*) from private.schools_with_plan(f.id))::integer,
    (select count(distinct i.order_id) from public.order_items i where i.plan_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.category, f.position, f.name, f.id;
end
$function$;

create or replace function public.list_price_book (
  only_kind          public.order_item_kind default null::public.order_item_kind,
  search             text                   default null::text,
  only_disagreements boolean                default false,
  page               integer                default 1,
  page_size          integer                default 25
)
  returns table (
    kind           public.order_item_kind,
    id             uuid,
    name           text,
    category       public.product_category,
    unit           text,
    price          integer,
    pricing_price  integer,
    features_price integer,
    disagrees      boolean,
    is_active      boolean,
    in_store       boolean,
    change_id      uuid,
    new_price      integer,
    effective_on   date,
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
  with book as (
    select 'plan'::public.order_item_kind as kind, p.id, p.name, p.category, 'per ' || p.period as unit, p.price, null::integer as pricing_price, null::integer as features_price, p.is_active, p.in_store, 1 as place, p.position from public.plans p
    union all
    select 'addon', a.id, a.name, a.category, 'per term', a.price, a.pricing_price, a.features_price, a.is_active, true, 2, a.position from public.addons a
    union all
    select 'service', s.id, s.name, s.category, s.unit, s.price, null, null, s.is_active, s.in_store, 3, s.position from public.services s
  ), judged as (
    select b.*, coalesce(b.pricing_price <> b.price, false) or coalesce(b.features_price <> b.price, false) as disagrees from book b
  )
  select j.kind, j.id, j.name, j.category, j.unit, j.price, j.pricing_price, j.features_price, j.disagrees, j.is_active, j.in_store, c.id, c.new_price, c.effective_on, count(*) over ()
  from judged j
  left join public.price_changes c on c.kind = j.kind and c.item_id = j.id and c.applied_at is null and c.cancelled_at is null
  where (list_price_book.only_kind is null or j.kind = list_price_book.only_kind)
    and (private.search_patterns(list_price_book.search) is null or private.fold_text(j.name) like all (private.search_patterns(list_price_book.search)))
    and (not list_price_book.only_disagreements or j.disagrees)
  order by j.place, j.category, j.position, j.name
  limit least(greatest(list_price_book.page_size, 1), 200) offset (greatest(list_price_book.page, 1) - 1) * least(greatest(list_price_book.page_size, 1), 200);
end
$function$;

create or replace function public.list_services (
  search    text    default null::text,
  page      integer default 1,
  page_size integer default 25
)
  returns table (
    id                uuid,
    name              text,
    description       text,
    category          public.product_category,
    price             integer,
    unit              text,
    is_active         boolean,
    in_store          boolean,
    updated_at        timestamp with time zone,
    orders            integer,
    translations      jsonb,
    needs_translation text[],
    total             bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  rows_per_page constant integer := least(greatest(list_services.page_size, 1), 100);
begin
  perform private.require_super_admin();
  return query
  with found as (
    select s.*, count(*) over () as total from public.services s
    where private.search_patterns(list_services.search) is null or private.fold_text(s.name || ' ' || s.description) like all (private.search_patterns(list_services.search))
    order by s.position, s.name, s.id
    limit rows_per_page offset (greatest(list_services.page, 1) - 1) * rows_per_page
  )
  select f.id, f.name, f.description, f.category, f.price, f.unit, f.is_active, f.in_store, f.updated_at,
    (select count(distinct i.order_id) from public.order_items i where i.service_id = f.id)::integer, f.translations, f.needs_translation, f.total
  from found f order by f.position, f.name, f.id;
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
    private.require_text(open_school.admin_last_name, 80, 'admin_last_name', 'Enter the last name.'));
  return jsonb_build_object('id', opened.id, 'name', opened.name, 'is_new', true);
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
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed, (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.cashier_id), r.recorded_at, count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct s.first_name || ' ' || s.last_name, ', ') as students, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed, string_agg(distinct s.search_text, ' ') as names
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
    select e.*, s.first_name || ' ' || s.last_name as student, s.admission_number, k.name as class_name, c.name as category
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
    (select u.first_name || ' ' || u.last_name from public.users u where u.id = p.recorded_by), p.recorded_at, p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when not is_family then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task, 'person', (select u.first_name || ' ' || u.last_name from public.users u where u.id = f.assigned_to),
      'done_at', f.done_at, 'outcome', f.outcome) order by f.due_on, f.planned_at), '[]') from public.behaviour_follow_ups f where f.entry_id = p.id) end, p.found_rows
  from page p left join logged on true
  order by p.happened_on desc, p.recorded_at desc, p.id;
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
  select p.id, p.updated_at, p.student_id, s.first_name || ' ' || s.last_name, p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
end
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
    total            integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, g.class_name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
      and r.school_id = (select private.childrens_school())
      and ((select private.my_role()) = 'admin' or r.class_id in (select private.my_class_ids()) or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where private.search_patterns(results_by_student.search) is null or s.search_text like all (private.search_patterns(results_by_student.search))
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
    raise exception using errcode = 'P0001', message = 'An assessment is out of 1 to 1000.', hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    raise exception using errcode = 'P0001', message = 'A weight is from 0 to 100.', hint = 'assessment.weight', detail = 'weight';
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id
    and private.fold_text(a.name) = private.fold_text(title) and a.id is distinct from save_assessment.assessment_id) then
    raise exception using errcode = 'P0001', message = 'There is an assessment of this name already. Choose another name.', hint = 'assessment.name_taken', detail = 'name';
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id and t.school_id = class.school_id) then
      raise exception using errcode = 'P0002', message = 'This term is not of your school.', hint = 'term.unknown', detail = 'termId';
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title, save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    raise exception using errcode = 'P0001', message = format('Someone already has %s, so it cannot be out of less.', highest), hint = 'assessment.max_score', detail = 'maxScore';
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
  perform private.require_school_admin();
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Enter a name.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    raise exception using errcode = 'P0001', message = 'Choose merit or incident.', hint = 'behaviour.kind', detail = 'kind';
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    raise exception using errcode = 'P0001', message = 'Enter points between 0 and 100.', hint = 'behaviour.points', detail = 'points';
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school and c.kind = save_behaviour_category.kind and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_behaviour_category.category_id) then
    raise exception using errcode = 'P0001', message = 'This name is already in use, perhaps by one that is switched off.', hint = 'behaviour.name_taken', detail = 'name';
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
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_campus.name, 80, 'name', 'Name the campus.');
  saved uuid;
begin
  if exists (select from public.campuses c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_campus.campus_id) then
    raise exception using errcode = 'P0001', message = 'There is a campus of this name already.', hint = 'campus.name_taken', detail = 'name';
  end if;
  if save_campus.campus_id is null then
    perform private.require_campus_room(school);
    insert into public.campuses (school_id, name, address, phone) values (school, title, private.null_if_blank(save_campus.address), private.null_if_blank(save_campus.phone)) returning id into saved;
    return saved;
  end if;
  update public.campuses c set name = title, address = private.null_if_blank(save_campus.address), phone = private.null_if_blank(save_campus.phone) where c.id = save_campus.campus_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This campus is no longer here.', hint = 'campus.not_found';
  end if;
  return saved;
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
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_class.name, 80, 'name', 'Name the class.');
  grade constant text := private.require_text(save_class.level, 40, 'level', 'Enter the level.');
  saved uuid;
begin
  if exists (select from public.classes c where c.school_id = school and private.fold_text(c.name) = private.fold_text(title) and c.id is distinct from save_class.class_id) then
    raise exception using errcode = 'P0001', message = 'There is a class of this name already, perhaps an archived one. Choose another name.', hint = 'class.name_taken', detail = 'name';
  end if;
  if save_class.class_teacher_id is not null and not exists (select from public.users u where u.id = save_class.class_teacher_id and u.school_id = school and u.role in ('teacher', 'admin') and u.is_active) then
    raise exception using errcode = 'P0001', message = 'This person does not teach at your school. Choose another class teacher.', hint = 'class.teacher', detail = 'class_teacher_id';
  end if;
  if save_class.campus_id is not null and not exists (select from public.campuses k where k.id = save_class.campus_id and k.school_id = school) then
    raise exception using errcode = 'P0001', message = 'This campus is no longer here. Choose another.', hint = 'campus.not_found', detail = 'campus_id';
  end if;
  if save_class.class_id is null then
    insert into public.classes (school_id, name, level, room, class_teacher_id, campus_id)
    values (school, title, grade, private.null_if_blank(save_class.room), save_class.class_teacher_id, save_class.campus_id) returning id into saved;
    return saved;
  end if;
  update public.classes c set name = title, level = grade, room = private.null_if_blank(save_class.room), class_teacher_id = save_class.class_teacher_id, campus_id = save_class.campus_id
  where c.id = save_class.class_id and c.school_id = school returning c.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  return saved;
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
  school constant uuid := private.require_office();
  address constant text := lower(private.null_if_blank(save_guardian.email));
  saved uuid := save_guardian.guardian_id;
begin
  if not exists (select from public.students s where s.id = save_guardian.student_id and s.school_id = school) then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'P0001', message = 'Enter an email address like parent@example.com.', hint = 'guardian.invalid_email', detail = 'email';
  end if;
  if address is null and private.null_if_blank(save_guardian.phone) is null then
    raise exception using errcode = 'P0001', message = 'Enter a phone number or an email address, so that the school can reach them.', hint = 'guardian.unreachable', detail = 'phone';
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
      raise exception using errcode = 'P0002', message = 'This guardian is no longer here.', hint = 'guardian.not_found';
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
  select * into holder from public.students s where s.school_id = school and private.fold_text(s.admission_number) = private.fold_text(number) and s.id is distinct from save_student.student_id;
  if found then
    raise exception using errcode = 'P0001', message = format('%s is the number of %s. Use another one.', number, private.full_name(holder.first_name, holder.last_name)), hint = 'student.number_taken', detail = 'admission_number';
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
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
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
  school constant uuid := private.require_school_admin();
  title constant text := private.require_text(save_subject.name, 80, 'name', 'Name the subject.');
  saved uuid;
begin
  if length(save_subject.code) > 12 then
    raise exception using errcode = 'P0001', message = 'A code has at most 12 characters.', hint = 'subject.code', detail = 'code';
  end if;
  if exists (select from public.subjects b where b.school_id = school and private.fold_text(b.name) = private.fold_text(title) and b.id is distinct from save_subject.subject_id) then
    raise exception using errcode = 'P0001', message = 'There is a subject of this name already.', hint = 'subject.name_taken', detail = 'name';
  end if;
  if save_subject.subject_id is null then
    insert into public.subjects (school_id, name, code) values (school, title, private.null_if_blank(save_subject.code)) returning id into saved;
    return saved;
  end if;
  update public.subjects b set name = title, code = private.null_if_blank(save_subject.code) where b.id = save_subject.subject_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
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

create or replace function public.search_cms (
  term      text,
  only_kind text default null::text
)
  returns table (
    kind   text,
    id     text,
    title  text,
    detail text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  pattern constant text := private.search_pattern(left(term, 100));
begin
  perform private.require_super_admin();
  if pattern is null then
    return;
  end if;
  return query
  (select 'page', p.id::text, p.title, '/' || p.slug || case when p.is_published then '' else ', draft' end from public.cms_pages p
   where (only_kind is null or only_kind = 'page') and (private.fold_text(p.title) like pattern or private.fold_text(p.slug) like pattern or private.fold_text(p.meta_description) like pattern or private.fold_text(private.page_text(p.body)) like pattern or private.fold_text(private.page_text(p.translations)) like pattern)
   order by private.fold_text(p.title) like pattern desc, p.updated_at desc limit 6)
  union all
  (select 'media', m.id::text, m.original_filename, coalesce(private.null_if_blank(m.alt_text), m.mime_type) from public.cms_media m
   where (only_kind is null or only_kind = 'media') and m.is_active and (private.fold_text(m.original_filename) like pattern or private.fold_text(m.alt_text) like pattern)
   order by m.created_at desc limit 6)
  union all
  (select 'question', f.id::text, f.question, f.surface from public.faqs f
   where (only_kind is null or only_kind = 'question') and (private.fold_text(f.question) like pattern or private.fold_text(f.answer) like pattern or private.fold_text(f.translations::text) like pattern) order by private.fold_text(f.question) like pattern desc, f.surface, f.position limit 6)
  union all
  (select 'testimonial', t.id::text, t.author, t.institution from public.testimonials t
   where (only_kind is null or only_kind = 'testimonial') and (private.fold_text(t.quote) like pattern or private.fold_text(t.author) like pattern or private.fold_text(t.institution) like pattern or private.fold_text(t.role) like pattern or private.fold_text(t.translations::text) like pattern) order by t.position limit 6)
  union all
  (select 'price', b.id, b.name, b.kind from (
     select p.id::text, p.name, 'Plan' as kind from public.plans p union all select a.id::text, a.name, 'Add-on' from public.addons a union all select s.id::text, s.name, 'Service' from public.services s) as b (id, name, kind)
   where (only_kind is null or only_kind = 'price') and private.fold_text(b.name) like pattern order by b.name limit 6)
  union all
  (select 'setting', s.key, s.key, '' from public.settings s
   where (only_kind is null or only_kind = 'setting') and private.site_setting_shapes() ? s.key
     and (private.fold_text(s.key) like pattern or exists (select from jsonb_path_query(s.value, '$.** ? (@.type() == "string")') as texts where private.fold_text(texts #>> '{}') like pattern)) order by s.key limit 6)
  union all
  (select 'redirect', r.id::text, r.from_path, r.to_path from public.site_redirects r
   where (only_kind is null or only_kind = 'redirect') and (private.fold_text(r.from_path) like pattern or private.fold_text(r.to_path) like pattern) order by r.from_path limit 6);
end
$function$;

create or replace function public.search_students (
  search text
)
  returns SETOF public.students
  language sql
  stable
  set search_path to ''
  AS $function$
  select s.* from public.students s
  where private.search_patterns(search) is null or s.search_text like all (private.search_patterns(search)) or s.id in (
    select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where g.school_id = (select private.childrens_school()) and g.search_text like all (private.search_patterns(search)))
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
  select s.id, s.user_id, concat_ws(' ', u.first_name, u.last_name), u.email, u.role, s.signed_in_at, s.ended_at, s.has_second_step, s.device, host(s.address), count(*) over ()
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
  select p.id, concat_ws(' ', p.first_name, p.last_name), p.email, case when exists (select from public.super_admins a where a.id = p.id) then 'super_admin' else p.role end, p.enrolled_at, private.second_step_due(p.id, school, p.role),
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

alter table public.guardians
  add constraint guardians_last_name_check check ((length(last_name) <= 80));

alter table public.staff_members
  add constraint staff_members_last_name_check check ((length(last_name) <= 80));

alter table public.students
  add constraint students_last_name_check check ((length(last_name) <= 80));

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
    l.reason,
    private.fold_text(concat_ws(' '::text, u.first_name, u.last_name, u.email, s.name, p.first_name, p.last_name, p.admission_number)) AS search_text
   FROM (((public.audit_log l
     LEFT JOIN public.users u ON ((u.id = l.actor_id)))
     LEFT JOIN public.schools s ON ((s.id = l.school_id)))
     LEFT JOIN public.students p ON ((p.id = l.student_id)));

create index students_number_idx on public.students using btree (school_id, admission_number, id);

create trigger check_dates
  before insert or update of date_of_birth, admitted_on on public.students
  for each row
  execute function private.check_student_dates();

comment on function private.fold_text(text) is 'Text for comparing and searching: without accents, case, width, apostrophes and invisible signs.';

comment on function private.parse_date(text, text, date) is 'A day as 2014-05-31, 31/05/2014 or 31 May 2014; null for anything else. day_order: day-first or month-first.';

comment on function private.phone_number(text) is 'A phone number in E.164, read as people write it; null for what is none.';

comment on function public.attendance_by_student(date, date, uuid, text) is 'Attendance of each student in a period, with the class they were in at its end. share: percent of marked days present or late. total: number of students. search: words of the name or the number.';

comment on function public.find_fee_payers(text) is 'Up to eight students by name, admission number or guardian with what they owe; a whole admission number comes first. For cashiers.';

comment on function public.find_people(text) is 'People and schools whose name, number or address, or whose guardian''s name or phone, contains each word of the search (two letters at least), of those the caller may see. kind: student, staff, school, account.';

comment on function public.import_students(jsonb, boolean, text) is 'Adds the students of a file: [{row, admission_number, first_name, last_name, gender, date_of_birth, class, admitted_on, status, guardian_name, guardian_phone, guardian_email, relationship, same_guardian_as}]. Rows without problems are added in one transaction; a repeated call adds no student twice. day_order says how the file writes dates: day-first or month-first. Guardians of one phone or address and one name are one person; same_guardian_as names another row, or a guardian by id, whose guardian is the same. Returns {total, added, known, problems: [{row, column, message}]}; dry_run only checks, and says as room what the import does to the plan''s limit and as likely which guardians may be the same person.';

comment on function public.results_by_student(uuid, uuid, text) is 'Each student''s mean over the subjects of a term, in the class they were in and once for each class after a move, not rounded and null where the curriculum has none; scale_id is a scale of results_report; total is how many rows there are. search: words of the name or the number.';

comment on function public.search_students(text) is 'Students with each word of the search, in any order, in their name and number, or in the name, phone and email of one of their guardians whom the caller may see.';

comment on view public.audit_entries is 'The audit log with names. actor is null for what the product did by itself; reason for what needs none.';

revoke all on function private.check_import_rows(uuid) from public;

revoke all on function private.check_student_dates() from public;

revoke all on function private.clean_cell(text) from public;

revoke all on function private.find_accounts(text[]) from public;

grant execute on function private.find_accounts(text[]) to authenticated;

revoke all on function private.fold_text(text) from public;

grant execute on function private.fold_text(text) to anon, authenticated;

grant execute on function private.fold_text(text) to service_role;

revoke all on function private.full_name(text, text) from public;

grant execute on function private.full_name(text, text) to anon, authenticated;

grant execute on function private.full_name(text, text) to service_role;

revoke all on function private.is_admission_date(date, date, date) from public;

revoke all on function private.is_birth_date(date, date) from public;

revoke all on function private.likely_guardians(uuid) from public;

revoke all on function private.match_import_guardians(uuid) from public;

revoke all on function private.name_parts(text) from public;

revoke all on function private.optional_text(text, integer, text) from public;

revoke all on function private.parse_date(text, text, date) from public;

revoke all on function private.parse_import_rows(uuid, jsonb, text) from public;

revoke all on function private.parse_student_status(text) from public;

revoke all on function private.person_key(text) from public;

grant execute on function private.person_key(text) to anon, authenticated;

grant execute on function private.person_key(text) to service_role;

revoke all on function private.phone_number(text) from public;

grant execute on function private.phone_number(text) to anon, authenticated;

grant execute on function private.phone_number(text) to service_role;

revoke all on function private.ruined_cell(text) from public;

revoke all on function private.ruined_date(text) from public;

revoke all on function private.ruined_number(text) from public;

revoke all on function private.search_patterns(text) from public;

grant execute on function private.search_patterns(text) to authenticated;

revoke all on function public.import_students(jsonb, boolean, text) from public;

grant execute on function public.import_students(jsonb, boolean, text) to authenticated;

grant execute on function public.import_students(jsonb, boolean, text) to service_role;

revoke all on function public.search_students(text) from public;

grant execute on function public.search_students(text) to authenticated;

grant execute on function public.search_students(text) to service_role;

grant select on table public.audit_entries to authenticated;

grant all on table public.audit_entries to service_role;

alter table public.announcements
  add column search_text text generated always as (private.fold_text(((title || ' '::text) || body))) stored;

alter table public.assignments
  add column search_text text generated always as (private.fold_text(title)) stored;

alter table public.classes
  add column search_text text generated always as (private.fold_text(((name || ' '::text) || level))) stored;

alter table public.documents
  add column search_text text generated always as (private.fold_text(title)) stored;

alter table public.guardians
  add column search_text text generated always as
    (private.fold_text(((((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) ||
    COALESCE(phone, ''::text)) || ' '::text) || COALESCE(private.phone_number(phone), ''::text)))) stored;

alter table public.notifications
  add column search_text text generated always as (private.fold_text(((title || ' '::text) || body))) stored;

alter table public.orders
  add column search_text text generated always as
    (private.fold_text(((((order_number || ' '::text) || customer_name) || ' '::text) || institution))) stored;

comment on column public.orders.search_text is 'Number, customer and institution, folded, for the search of the order list.';

revoke all (search_text) on table public.orders from authenticated;

grant select (search_text) on table public.orders to authenticated;

alter table public.schools
  add column search_text text generated always as (private.fold_text(((name || ' '::text) || COALESCE(city, ''::text)))) stored;

comment on column public.schools.search_text is 'Name and city, folded, for the search of the list of schools.';

alter table public.staff_members
  add column search_text text generated always as
    (private.fold_text(((((((((((((((staff_number || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || job_title) ||
    ' '::text) || COALESCE(department, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) ||
    ' '::text) || COALESCE(private.phone_number(phone), ''::text)))) stored;

alter table public.students
  add column search_text text generated always as
    (private.fold_text(((((admission_number || ' '::text) || first_name) || ' '::text) || last_name))) stored;

create view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    i.invoice_number,
    i.issued_on,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS amount,
    ( SELECT min(c.due_on) AS min
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS due_on,
    COALESCE(( SELECT b.balance
           FROM public.student_balances b
          WHERE (b.student_id = i.student_id)), 0) AS balance,
    ((private.fold_text(i.invoice_number) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
  WHERE (i.school_id = ( SELECT private.admin_school() AS admin_school));

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
    private.null_if_blank(concat_ws(' '::text, u.first_name, u.last_name)) AS recorded_by,
    ((private.fold_text(concat_ws(' '::text, p.receipt_number, p.reference)) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.admin_school() AS admin_school));

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
    b.last_paid_on
   FROM (public.students s
     LEFT JOIN public.student_balances b ON ((b.student_id = s.id)));

comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is the balance due on the student''s whole account now.';

comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid before today.';

grant select on table public.fee_invoice_list to authenticated;

grant all on table public.fee_invoice_list to service_role;

grant select on table public.fee_payment_list to authenticated;

grant all on table public.fee_payment_list to service_role;

grant select on table public.student_accounts to authenticated;

grant all on table public.student_accounts to service_role;

alter table public.support_tickets
  add column search_text text generated always as
    (private.fold_text(((((((ticket_number || ' '::text) || subject) || ' '::text) || sender_name) || ' '::text) || sender_email))) stored;

-- Numbers and names that differ in case, accents or signs alone were two. None of them is lost: the later one gets a
-- number after it, which the log names with the written form, so that the school can correct it.
do $$
declare
  held record;
  renamed integer;
begin
  for held in select * from (values
    ('students', 'admission_number', 30, 'school_id', 'created_at'),
    ('staff_members', 'staff_number', 30, 'school_id', 'created_at'),
    ('campuses', 'name', 80, 'school_id', 'created_at'), ('classes', 'name', 80, 'school_id', 'created_at'),
    ('subjects', 'name', 80, 'school_id', 'updated_at'), ('school_terms', 'name', 60, 'school_id', 'created_at'),
    ('behaviour_categories', 'name', 80, 'school_id, kind', 'id'), ('schools', 'name', 160, 'null', 'created_at'))
    as h (name, key, longest, part, age) loop
    execute format('alter table public.%I disable trigger user', held.name);
    loop
      execute format('with doubled as (
          select d.id, d.%2$I as written,
            row_number() over (partition by %4$s, private.fold_text(d.%2$I) order by d.%5$s, d.id) as place from public.%1$I d),
        renamed as (
          update public.%1$I t set %2$I = left(d.written, %3$s - 5) || '' ('' || d.place || '')''
          from doubled d where d.id = t.id and d.place > 1
          returning t.id, %6$s as school_id, d.written, t.%2$I as now)
        insert into public.audit_log (school_id, action, entity, entity_id, before, after, reason)
        select r.school_id, ''update'', %1$L, r.id::text, jsonb_build_object(%2$L, r.written),
          jsonb_build_object(%2$L, r.now), ''The same as another one, apart from case, accents or signs''
        from renamed r', held.name, held.key, held.longest, held.part, held.age,
        case when held.name = 'schools' then 't.id' else 't.school_id' end);
      get diagnostics renamed = row_count;
      exit when renamed = 0;
    end loop;
    execute format('alter table public.%I enable trigger user', held.name);
  end loop;
end
$$;

alter table public.student_records disable trigger user;
update public.student_records r set search_text = private.fold_text(r.summary || ' ' || s.search_text)
from public.students s where s.id = r.student_id;
alter table public.student_records enable trigger user;

-- Its expression says something else now.
reindex index public.users_search_idx;

insert into private.unexported_columns (table_name, column_name, reason) values
  ('announcements', 'search_text', 'repeats other columns'),
  ('assignments', 'search_text', 'repeats other columns'),
  ('classes', 'search_text', 'repeats other columns'),
  ('documents', 'search_text', 'repeats other columns'),
  ('guardians', 'search_text', 'repeats other columns'),
  ('notifications', 'search_text', 'repeats other columns'),
  ('staff_members', 'search_text', 'repeats other columns'),
  ('support_tickets', 'search_text', 'repeats other columns');

create unique index behaviour_categories_school_key on public.behaviour_categories using btree (school_id, kind, private.fold_text(name));

create unique index campuses_name_key on public.campuses using btree (school_id, private.fold_text(name));

create unique index classes_name_key on public.classes using btree (school_id, private.fold_text(name));

create index orders_created_idx on public.orders using btree (created_at desc, id desc) include (status, search_text);

create index orders_school_idx on public.orders using btree (school_id, created_at desc, id desc) include (status, search_text)
  where (school_id is not null);

create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops, school_id)
  with (fastupdate=off);

create index orders_status_idx on public.orders using btree (status, created_at desc, id desc) include (search_text);

create unique index school_terms_name_key on public.school_terms using btree (school_id, private.fold_text(name));

create unique index schools_name_key on public.schools using btree (private.fold_text(name));

create unique index staff_members_number_key on public.staff_members using btree (school_id, private.fold_text(staff_number));

create unique index students_number_key on public.students using btree (school_id, private.fold_text(admission_number));

create unique index subjects_name_key on public.subjects using btree (school_id, private.fold_text(name));
