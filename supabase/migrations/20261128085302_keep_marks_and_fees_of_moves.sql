set check_function_bodies = off;

drop policy "People see what is announced to them, authors and administrator" on public.announcements;

drop policy "Administrators see assessments, teachers and families their cla" on public.assessments;

drop policy "Administrators see assignments, teachers their classes', famili" on public.assignments;

drop policy "Schools see their classes, teachers theirs, families their chil" on public.classes;

drop view private.computed_sums;

drop view public.student_accounts;

alter table public.grades
  drop constraint grades_student_id_subject_id_term_id_assessment_key;

create table public.fee_credits (
  id            uuid                     not null default gen_random_uuid(),
  school_id     uuid                     not null,
  student_id    uuid                     not null,
  charge_id     uuid                     not null,
  credit_number text                     not null,
  amount        integer                  not null,
  reason        text                     not null,
  issued_on     date                     not null,
  issued_by     uuid,
  request_id    uuid                     not null default gen_random_uuid(),
  created_at    timestamp with time zone not null default now(),
  constraint fee_credits_amount_check check ((amount > 0)),
  constraint fee_credits_pkey primary key (id),
  constraint fee_credits_reason_check check (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 300))),
  constraint fee_credits_request_id_key unique (request_id),
  constraint fee_credits_school_id_credit_number_key unique (school_id, credit_number)
);

alter table public.fee_credits
  enable row level security;

alter table private.invoice_counters
  add column last_credit integer not null default 0;

alter table public.fee_charges
  add column purpose text;

alter table public.fee_charges
  add column credited integer not null default 0;

create or replace function private.card_class (
  student uuid,
  term    public.school_terms
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(
    (select e.class_id from public.enrolments e
      where e.student_id = card_class.student and e.started_on <= greatest(term.starts_on, least(term.ends_on, private.school_today(term.school_id)))
        and (e.ended_on is null or e.ended_on > term.starts_on) order by e.started_on desc limit 1),
    (select g.class_id from public.grades g where g.student_id = card_class.student and g.term_id = term.id order by g.updated_at desc, g.id limit 1))
$function$;

create or replace function private.card_students (
  term    public.school_terms,
  class   uuid,
  student uuid
)
  returns table (
    student_id uuid,
    class_id   uuid
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select l.id, l.class from (
    select s.id, private.card_class(s.id, term) as class
    from public.students s
    where s.school_id = term.school_id
      and s.id in (
        select card_students.student where card_students.student is not null
        union all
        select m.id from private.class_members(card_students.class, term.starts_on, term.ends_on) as m (id) where card_students.student is null
        union all
        select g.student_id from public.grades g where card_students.student is null and g.class_id = card_students.class and g.term_id = term.id)
      and (s.status in ('active', 'suspended') and private.school_today(term.school_id) <= term.ends_on
        or exists (select from public.grades g join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
          where g.student_id = s.id and g.term_id = term.id))) l
  where card_students.class is null or l.class = card_students.class
$function$;

create or replace function private.closed_class_terms (
  school uuid
)
  returns table (
    term_id  uuid,
    class_id uuid,
    path     text
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select t.id, c.id, format('report-cards/%s %s/%s', t.starts_on, translate(t.name, '/\', '--'), translate(c.name, '/\', '--'))
  from public.school_terms t join public.classes c on c.school_id = t.school_id
  where t.school_id = closed_class_terms.school and t.closed_at is not null and exists (select from private.card_students(t, c.id, null))
$function$;

create or replace function private.copy_score_to_gradebook()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  task public.assignments;
  term uuid;
begin
  if new.score is null then
    return null;
  end if;
  select * into task from public.assignments a where a.id = new.assignment_id;
  select t.id into term from public.school_terms t where t.school_id = task.school_id and t.starts_on <= task.due_on order by t.starts_on desc limit 1;
  if term is null then
    return null;
  end if;
  update public.grades g set score = new.score, max_score = task.max_score, graded_by = new.graded_by, updated_at = now()
  where g.assignment_id = task.id and g.student_id = new.student_id;
  if not found then
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
    values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50), new.score, task.max_score, new.graded_by, task.id)
    -- Two assignments of the same name in one term keep separate columns in the gradebook.
    on conflict (student_id, subject_id, term_id, class_id, assessment) do nothing;
    if not found then
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by, assignment_id)
      values (task.school_id, new.student_id, task.class_id, task.subject_id, term, left(task.title, 50) || ' ' || left(task.id::text, 8), new.score, task.max_score, new.graded_by, task.id);
    end if;
  end if;
  return null;
end
$function$;

create or replace function private.due_charges (
  school uuid,
  term   uuid
)
  returns SETOF private.due_charge
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charged as materialized (select * from private.term_charges(due_charges.school, due_charges.term)),
  fees as materialized (
    select f.*, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f where f.school_id = due_charges.school and f.term_id = due_charges.term)
  select distinct on (s.student_id, f.purpose) s.student_id, f.id, f.name, f.amount, greatest(f.due_on, (select private.school_today(due_charges.school)))
  from fees f join private.fee_payers(due_charges.school, due_charges.term) s on f.class_id is null or f.class_id = s.class_id
  where not exists (select from charged c where c.student_id = s.student_id and c.fee_id = f.id)
    and not exists (select from charged c where c.student_id = s.student_id and c.purpose = f.purpose and c.owed > 0)
    and not exists (select from charged c where c.student_id = s.student_id and f.class_id is not null and c.class_id <> f.class_id and c.owed > 0)
  order by s.student_id, f.purpose, f.class_id nulls last, f.created_at
$function$;

create or replace function private.fee_payers (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    class_id   uuid
  )
  language sql
  stable
  security definer
  rows 500
  set search_path to ''
  AS $function$
  select s.id, e.class_id
  from (select t.ends_on, greatest(t.starts_on, least(t.ends_on, private.school_today(t.school_id))) as day from public.school_terms t where t.id = fee_payers.term and t.school_id = fee_payers.school) t
  join public.students s on s.school_id = fee_payers.school and s.status = 'active' and s.admitted_on <= t.ends_on
  left join public.enrolments e on e.student_id = s.id and e.school_id = fee_payers.school and e.started_on <= t.day and (e.ended_on is null or e.ended_on > t.day)
$function$;

create or replace function private.fee_purpose (
  term uuid,
  name text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$ select term || ' ' || lower(regexp_replace(btrim(name), '\s+', ' ', 'g')) $function$;

create or replace function private.issue_charges (
  school uuid,
  term   uuid,
  due    private.due_charge[]
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  new_invoices constant integer := (select count(distinct d.student_id) from unnest(due) d);
  number integer;
begin
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  with issued as (
    insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select school, d.student_id, term, 'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0'), private.school_today(school)
    from (select distinct student_id from unnest(due)) d
    returning id, student_id)
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on, purpose)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on, private.fee_purpose(term, d.name) from unnest(due) d join issued i on i.student_id = d.student_id;
end
$function$;

create or replace function private.keep_charged()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  changes public.student_balances[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(student_id, school_id, sum(amount - credited), 0, null, 0)::public.student_balances from added group by student_id, school_id);
  elsif tg_op = 'DELETE' then
    changes := array(select row(student_id, school_id, -sum(amount - credited), 0, null, 0)::public.student_balances from removed group by student_id, school_id);
  else
    changes := array(select row(student_id, school_id, sum(amount), 0, null, 0)::public.student_balances
      from (select student_id, school_id, amount - credited as amount from added union all select student_id, school_id, credited - amount from removed) as n group by student_id, school_id having sum(amount) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_charged(changes);
  end if;
  return null;
end
$function$;

create or replace function private.keep_closed_terms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  closed text;
begin
  if coalesce(current_setting('request.jwt.claims', true), '') = '' or 'on' in (coalesce(current_setting('masomo.purging', true), ''), coalesce(current_setting('masomo.unaudited', true), '')) then
    return null;
  end if;
  case
    when tg_table_name = 'attendance' and tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.school_id = r.school_id and r.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_table_name = 'attendance' then
      select t.name into closed from added a join public.school_terms t on t.school_id = a.school_id and a.day between t.starts_on and t.ends_on where t.closed_at is not null limit 1;
    when tg_op = 'DELETE' then
      select t.name into closed from removed r join public.school_terms t on t.id = r.term_id where t.closed_at is not null limit 1;
    when tg_op = 'UPDATE' then
      select t.name into closed from (select term_id from added union select term_id from removed) c join public.school_terms t on t.id = c.term_id where t.closed_at is not null limit 1;
    else
      select t.name into closed from added a join public.school_terms t on t.id = a.term_id where t.closed_at is not null limit 1;
  end case;
  if closed is not null then
    perform private.refuse_closed_term(closed);
  end if;
  return null;
end
$function$;

create or replace function private.moved_fees (
  school uuid,
  term   uuid
)
  returns table (
    student_id       uuid,
    fee_id           uuid,
    amount           integer,
    charged          integer,
    charged_class_id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as materialized (select * from private.term_charges(moved_fees.school, moved_fees.term))
  select s.student_id, f.id, f.amount, coalesce(sum(c.owed) filter (where c.purpose = private.fee_purpose(f.term_id, f.name)), 0)::integer, (array_agg(c.class_id))[1]
  from public.fees f join private.fee_payers(moved_fees.school, moved_fees.term) s on s.class_id = f.class_id
  join charges c on c.student_id = s.student_id and c.class_id <> f.class_id and c.owed > 0
  where f.school_id = moved_fees.school and f.term_id = moved_fees.term and not exists (select from charges b where b.student_id = s.student_id and b.fee_id = f.id)
  group by s.student_id, f.id
$function$;

create or replace function private.my_childrens_class_history()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
  select private.my_childrens_class_ids() union select p.class_id from private.my_childrens_past_stays() p
$function$;

create or replace function private.my_childrens_class_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select e.class_id from public.enrolments e
  where e.student_id in (select private.my_student_ids()) and e.started_on <= private.my_today() and (e.ended_on is null or e.ended_on > private.my_today())
$function$;

create or replace function private.my_childrens_past_stays()
  returns table (
    class_id uuid,
    until    timestamp with time zone
  )
  language sql
  stable
  security definer
  rows 8
  set search_path to ''
  AS $function$
  select e.class_id, e.ended_on::timestamp at time zone h.time_zone from public.enrolments e join public.schools h on h.id = e.school_id
  where e.student_id in (select private.my_student_ids()) and e.ended_on <= private.my_today()
$function$;

create or replace function private.open_charges (
  student uuid
)
  returns table (
    name   text,
    due_on date,
    amount integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.name, c.due_on, least(c.amount, c.charged - b.paid)::integer
  from (select h.name, h.due_on, h.amount - h.credited as amount, h.created_at, h.id, sum(h.amount - h.credited) over (order by h.due_on, h.created_at, h.id) as charged from public.fee_charges h where h.credited < h.amount and h.student_id = open_charges.student) c
  cross join (select coalesce((select k.paid from public.student_balances k where k.student_id = open_charges.student), 0) as paid) b
  where c.charged > b.paid order by c.due_on, c.created_at, c.id
$function$;

create or replace function private.recent_activities(my_role public.user_role, notices jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
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
          when 'contact' then 'Contact: %s' when 'visit' then 'Visit: %s' else 'Other: %s' end, r.summary), r.first_name || ' ' || r.last_name, '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where my_role = 'staff' and d.kind not in ('health', 'behaviour') and d.school_id = private.my_school() order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text)
    ) as everything order by at desc limit 8) as a
$$;

create or replace function private.refuse_closed_term (
  name text
)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  AS $function$
begin
  raise exception using errcode = 'P0001', message = format('%s is closed. An administrator can reopen it under School, giving a reason.', refuse_closed_term.name), hint = 'term.closed';
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
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  elsif term.id is null then
    raise exception using errcode = 'P0001', hint = 'attendance.outside_terms', detail = 'day',
      message = format('%s is outside the terms of the school. An administrator sets them under School.', to_char(require_register_day.day, 'FMDD Mon YYYY'));
  elsif term.closed_at is not null then
    perform private.refuse_closed_term(term.name);
  end if;
end
$function$;

create or replace function private.student_results (
  student uuid
)
  returns table (
    term_id     uuid,
    subject_id  uuid,
    class_id    uuid,
    percent     numeric,
    assessments integer
  )
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select g.term_id, g.subject_id, (array_agg(g.class_id order by g.updated_at desc))[1], trunc(sum(g.score * a.percent_per_mark) / sum(a.weight), 8), count(*)::integer
  from public.students s join public.grades g on g.student_id = s.id
  join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
  where s.id = student_results.student and s.school_id = (select private.childrens_school())
    and ((select private.my_role()) in ('super_admin', 'admin') or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
$function$;

create or replace function private.students_given (
  task public.assignments
)
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select m.id from (select private.school_day(task.school_id, coalesce(task.published_at, task.created_at)) as first_day) f,
    private.class_members(task.class_id, f.first_day, greatest(f.first_day, task.due_on)) as m (id)
  union
  select s.student_id from public.submissions s where s.assignment_id = task.id
$function$;

create or replace function private.students_to_mark (
  class   uuid,
  subject uuid,
  term    uuid
)
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select m.id from public.school_terms t, private.class_members(students_to_mark.class, t.starts_on, t.ends_on) as m (id) where t.id = students_to_mark.term
  union
  select g.student_id from public.grades g
  where g.class_id = students_to_mark.class and g.term_id = students_to_mark.term and g.subject_id = students_to_mark.subject
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
        'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale', private.grading_scale(private.scale_of_level(c.level, term.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between term.starts_on and term.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id))
      order by c.name, s.last_name, s.first_name), '[]')
      from listed l join public.students s on s.id = l.student left join public.classes c on c.id = l.class))
$function$;

create or replace function private.term_charges (
  school uuid,
  term   uuid
)
  returns table (
    student_id uuid,
    fee_id     uuid,
    class_id   uuid,
    purpose    text,
    owed       integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.student_id, f.id, f.class_id, private.fee_purpose(f.term_id, f.name), c.amount - c.credited
  from public.fees f join public.fee_charges c on c.fee_id = f.id where f.school_id = term_charges.school and f.term_id = term_charges.term
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
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number
  from public.assignments a cross join private.students_given(a) as m (id) join public.students s on s.id = m.id
  where a.id = assignment_students.assignment_id and a.school_id = (select private.childrens_school())
    and ((select private.my_role()) in ('super_admin', 'admin') or a.class_id in (select private.my_class_ids()))
    and (s.status <> 'suspended' or exists (select from public.submissions b where b.assignment_id = a.id and b.student_id = s.id))
  order by s.last_name, s.first_name, s.id
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
  where attendance_by_student.search is null or s.search_text like attendance_by_student.search
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
    from public.behaviour_entries e where e.school_id = (select private.staff_school()) and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null
      and (behaviour_report.class_id is null or behaviour_report.class_id = coalesce(private.class_on(e.student_id, e.happened_on), private.class_on(e.student_id, private.my_today())))
    group by e.student_id) e
  join public.students s on s.id = e.student_id left join public.classes c on c.id = coalesce(behaviour_report.class_id, s.class_id)
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
  school constant uuid := private.require_school_admin();
  fee public.fees;
  move record;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  select * into fee from public.fees f where f.id = bill_moved_fee.fee_id and f.school_id = school;
  select m.amount - m.charged as difference, m.charged > 0 as is_part into move
  from private.moved_fees(school, fee.term_id) m where m.student_id = bill_moved_fee.student_id and m.fee_id = fee.id;
  if move.difference is null or move.difference <= 0 then
    raise exception using errcode = 'P0002', message = 'Nothing more is to be billed for this. Open the bill again.', hint = 'fee.no_difference';
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
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', s.first_name || ' ' || s.last_name, 'fee_id', f.id, 'name', f.name, 'amount', m.amount, 'charged', m.charged,
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
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('billing ' || fee.school_id::text, 0));
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on, purpose)
  select fee.school_id, d.student_id, d.fee_id, d.name, d.amount, d.due_on, private.fee_purpose(fee.term_id, d.name)
  from private.due_charges(fee.school_id, fee.term_id) d where d.fee_id = fee.id;
  get diagnostics charged = row_count;
  return charged;
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
  school constant uuid := private.require_school_admin();
  why constant text := private.require_text(credit_charge.reason, 300, 'reason', 'Say why the charge is credited.');
  charge public.fee_charges;
  number integer;
  credit public.fee_credits;
begin
  select * into charge from public.fee_charges c where c.id = credit_charge.charge_id and c.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This charge is no longer here.', hint = 'fee.not_found';
  end if;
  select * into credit from public.fee_credits k where k.request_id = credit_charge.request_id and k.school_id = school;
  if found then
    return credit;
  end if;
  if credit_charge.amount is null or credit_charge.amount < 1 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if credit_charge.amount > charge.amount - charge.credited then
    raise exception using errcode = 'P0001', message = format('Only KES %s of this charge is left to credit.', to_char(charge.amount - charge.credited, 'FM999,999,999,990')),
      hint = 'fee.credit_too_much', detail = 'amount';
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
    select s.id, s.class_id as class, coalesce(b.charged, 0) as charged, coalesce(b.paid, 0) as paid, coalesce(b.balance, 0) as balance
    from public.students s left join public.student_balances b on b.student_id = s.id and b.school_id = (select private.admin_school())
    where s.school_id = (select private.admin_school()) and (fees_report.class_id is null or s.class_id = fees_report.class_id)),
  -- What falls due today or later; the rest of what was charged is overdue.
  to_come as (
    select coalesce(sum(c.amount - c.credited), 0) as amount from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on >= (select private.my_today())),
  entries as materialized (
    select e.class, e.method, date_trunc((select size from step), e.day::timestamp)::date as start, sum(e.charged) as charged, sum(e.collected) as collected, count(*) filter (where e.is_payment) as payments
    from (
      select l.class, null as method, c.due_on as day, c.amount - c.credited as charged, 0 as collected, false as is_payment
      from public.fee_charges c join students l on l.id = c.student_id where c.school_id = (select private.admin_school()) and c.due_on between fees_report.from_day and fees_report.to_day
      union all
      select l.class, p.method, p.paid_on, 0, p.amount, p.reverses is null
      from public.fee_payments p join students l on l.id = p.student_id where p.school_id = (select private.admin_school()) and p.paid_on between fees_report.from_day and fees_report.to_day) e
    group by 1, 2, 3)
  select jsonb_build_object(
    'step', (select size from step),
    'charged', (select coalesce(sum(charged), 0) from entries), 'collected', (select coalesce(sum(collected), 0) from entries),
    'balance', (select coalesce(sum(balance), 0) from students), 'overdue', (select greatest(0, coalesce(sum(balance), 0) - (select amount from to_come)) from students),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('start', p.start, 'charged', coalesce(d.charged, 0), 'collected', coalesce(d.collected, 0)) order by p.start), '[]')
      from private.period_starts(fees_report.from_day, fees_report.to_day, (select size from step)) as p (start)
      left join (select start, sum(charged) as charged, sum(collected) as collected from entries group by start) d on d.start = p.start),
    'methods', (select coalesce(jsonb_agg(jsonb_build_object('method', d.method, 'amount', d.amount, 'payments', d.payments) order by d.amount desc), '[]') from (
      select method, sum(collected) as amount, sum(payments) as payments from entries where method is not null group by method) d),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', d.class, 'name', coalesce(c.name, ''), 'charged', d.charged, 'collected', d.collected, 'balance', d.balance) order by c.name), '[]') from (
      select l.class, coalesce(e.charged, 0) as charged, coalesce(e.collected, 0) as collected, l.balance
      from (select class, sum(balance) as balance from students group by class having bool_or(charged <> 0 or paid <> 0)) l
      left join (select class, sum(charged) as charged, sum(collected) as collected from entries group by class) e on e.class is not distinct from l.class) d
      left join public.classes c on c.id = d.class))
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
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    raise exception using errcode = 'P0001', message = format('The score is from 0 to %s.', task.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  select * into held from public.submissions s where s.assignment_id = task.id and s.student_id = grade_submission.student_id for update;
  if held.graded_at is distinct from grade_submission.seen_graded_at and held.graded_at is not null then
    raise exception using errcode = 'PT409', message = format('Someone else gave %s meanwhile. Check it, then save again to keep yours.', held.score), hint = 'grade.changed', detail = 'score';
  end if;
  if held.submitted_at is distinct from grade_submission.seen_submitted_at and held.submitted_at is not null then
    raise exception using errcode = 'PT409', message = 'A new answer was handed in meanwhile. Read it, then save your mark.', hint = 'grade.new_answer', detail = 'score';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.null_if_blank(grade_submission.feedback), clock_timestamp(), private.signed_in_uid()
  from public.students s where s.id = grade_submission.student_id
    and (s.id in (select private.students_given(task)) or private.class_on(s.id, private.school_today(task.school_id)) = task.class_id)
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = excluded.graded_at, graded_by = private.signed_in_uid()
  returning * into graded;
  if graded.assignment_id is null then
    raise exception using errcode = 'P0002', message = 'This work was not given to this student.', hint = 'grade.not_in_class', detail = 'student_id';
  end if;
  return graded;
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
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number,
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
    from public.behaviour_entries e join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student) and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind) and (of_entry is null or e.id = of_entry)
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

create or replace function public.read_export_report_cards (
  export_id uuid,
  source    text
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.term_cards(t, array_agg(k.student_id), array_agg(k.class_id))
  from public.school_exports e cross join lateral private.closed_class_terms(e.school_id) c
  join public.school_terms t on t.id = c.term_id cross join lateral private.card_students(t, c.class_id, null) k
  where e.id = read_export_report_cards.export_id and c.term_id || '/' || c.class_id = read_export_report_cards.source
  group by t.id
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
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = private.signed_in_uid() or class.class_teacher_id = private.signed_in_uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    raise exception using errcode = 'P0001', message = format('Scores are from 0 to %s.', record_grades.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id, private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.'),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.null_if_blank(v.value ->> 'remark'), private.signed_in_uid()
  from jsonb_array_elements(scores) v join private.students_to_mark(class.id, record_grades.subject_id, record_grades.term_id) as s (id) on s.id = (v.value ->> 'student_id')::uuid
  on conflict (student_id, subject_id, term_id, class_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A student of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
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
  security definer
  set search_path to ''
  AS $function$
  select private.term_cards(t, l.students, l.classes)
  from public.school_terms t
  cross join lateral (
    select array_agg(k.student_id) as students, array_agg(k.class_id) as classes from private.card_students(t, report_cards.class_id, report_cards.student_id) k
    where (select private.my_role()) in ('super_admin', 'admin') or k.class_id in (select private.my_class_ids()) or k.student_id in (select private.my_student_ids())) l
  where t.id = report_cards.term_id and t.school_id = (select private.childrens_school()) and (report_cards.class_id is not null or report_cards.student_id is not null)
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
  where results_by_student.search is null or s.search_text like results_by_student.search
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
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as student, g.score as score_now
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
    'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select c.name from public.classes c where c.id = s.class_id)),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city), 'payment_instructions', h.payment_instructions) from public.schools h where h.id = s.school_id),
    'charged', coalesce((select sum(charged) from ledger), 0), 'paid', coalesce((select sum(paid) from ledger), 0), 'balance', coalesce((select sum(charged - paid) from ledger), 0),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('day', l.day, 'kind', l.kind, 'text', l.text, 'reference', l.reference, 'charged', l.charged, 'paid', l.paid, 'balance', l.balance) order by l.day, l.at, l.reference, l.text), '[]') from ledger l),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'amount', c.amount, 'credited', c.credited, 'due_on', c.due_on, 'invoice_number', i.invoice_number,
      'class_name', (select k.name from public.fees f join public.classes k on k.id = f.class_id where f.id = c.fee_id)) order by c.due_on desc, c.created_at desc, c.name), '[]')
      from public.fee_charges c left join public.fee_invoices i on i.id = c.invoice_id where c.student_id = s.id),
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'receipt_number', p.receipt_number, 'amount', p.amount, 'method', p.method, 'reference', p.reference, 'paid_on', p.paid_on, 'is_reversed', p.reversed_at is not null,
      'recorded_by', (select concat_ws(' ', u.first_name, u.last_name) from public.users u where u.id = p.recorded_by)) order by p.paid_on desc, p.created_at desc), '[]')
      from public.fee_payments p where p.student_id = s.id and p.reverses is null))
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() and s.school_id = private.childrens_school() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$function$;

create or replace function public.student_assignments (
  student_id uuid,
  most       integer default 25
)
  returns table (
    id uuid
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select a.id from public.students s join public.assignments a on a.class_id in (select e.class_id from public.enrolments e where e.student_id = s.id)
  where s.id = student_assignments.student_id and s.school_id = (select private.childrens_school()) and a.published_at is not null
    and ((select private.my_role()) in ('super_admin', 'admin') or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
    and exists (select from public.enrolments e
      where e.student_id = s.id and e.class_id = a.class_id and (e.ended_on is null or private.school_day(s.school_id, least(a.published_at, now())) < e.ended_on))
  order by a.due_on desc, a.id limit least(greatest(most, 1), 1000)
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
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at', g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day)) order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments, 'has_mean', private.has_mean(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from private.student_results(s.id) r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0), 'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
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
  select * into student from public.students s where s.user_id = private.signed_in_uid() and s.school_id = private.my_school() and private.my_role() = 'student';
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.published_at is not null
    and a.class_id = private.class_on(student.id, private.school_today(student.school_id));
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
  end if;
  if task.archived_at is not null then
    raise exception using errcode = 'PT409', message = 'This assignment is closed. Ask your teacher.', hint = 'assignment.closed';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, student.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    raise exception using errcode = 'PT409', message = 'This assignment is already marked and cannot be changed.', hint = 'assignment.graded';
  end if;
  return handed_in;
end
$function$;

alter table public.fee_charges
  add constraint fee_charges_credited_check check (((credited >= 0) AND (credited <= amount)));

alter table public.fee_credits
  add constraint fee_credits_charge_id_fkey foreign key (charge_id) references public.fee_charges(id) on delete cascade;

alter table public.fee_credits
  add constraint fee_credits_issued_by_fkey foreign key (issued_by) references public.users(id) on delete set null;

alter table public.fee_credits
  add constraint fee_credits_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.grades
  add
    constraint grades_student_id_subject_id_term_id_class_id_assessment_key unique (student_id, subject_id, term_id, class_id, assessment);

create view private.computed_sums AS  SELECT 'balance'::text AS what,
    (s.id)::text AS key,
    COALESCE(c.charged, (0)::bigint) AS amount,
    COALESCE(p.paid, (0)::bigint) AS other,
    p.last_paid_on AS day
   FROM ((public.students s
     LEFT JOIN ( SELECT fee_charges.student_id,
            sum((fee_charges.amount - fee_charges.credited)) AS charged
           FROM public.fee_charges
          GROUP BY fee_charges.student_id) c ON ((c.student_id = s.id)))
     LEFT JOIN ( SELECT fee_payments.student_id,
            sum(fee_payments.amount) AS paid,
            max(fee_payments.paid_on) FILTER (WHERE ((fee_payments.reverses IS NULL) AND (fee_payments.reversed_at IS NULL))) AS last_paid_on
           FROM public.fee_payments
          GROUP BY fee_payments.student_id) p ON ((p.student_id = s.id)))
  WHERE ((c.student_id IS NOT NULL) OR (p.student_id IS NOT NULL))
UNION ALL
 SELECT 'students of a class'::text AS what,
    concat_ws(' '::text, students.school_id, students.class_id, students.status) AS key,
    count(*) AS amount,
    0 AS other,
    NULL::date AS day
   FROM public.students
  GROUP BY students.school_id, students.class_id, students.status
UNION ALL
 SELECT 'students'::text AS what,
    (students.status)::text AS key,
    count(*) AS amount,
    0 AS other,
    (date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date AS day
   FROM public.students
  GROUP BY students.status, ((date_trunc('month'::text, (students.admitted_on)::timestamp without time zone))::date)
UNION ALL
 SELECT 'accounts'::text AS what,
    (users.role ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END) AS key,
    count(*) AS amount,
    0 AS other,
    private.nairobi_month(users.created_at) AS day
   FROM public.users
  GROUP BY (users.role ||
        CASE
            WHEN users.is_active THEN ''::text
            ELSE ' deactivated'::text
        END), (private.nairobi_month(users.created_at))
UNION ALL
 SELECT 'last sign-in'::text AS what,
    (u.id)::text AS key,
    (EXTRACT(epoch FROM a.last_sign_in_at))::bigint AS amount,
    0 AS other,
    NULL::date AS day
   FROM (public.users u
     JOIN auth.users a ON ((a.id = u.id)))
  WHERE (a.last_sign_in_at IS NOT NULL);

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

create unique index fee_charges_purpose_key on public.fee_charges using btree (student_id, purpose)
  where (credited < amount);

create index fee_credits_charge_idx on public.fee_credits using btree (charge_id);

create index fee_credits_issued_by_idx on public.fee_credits using btree (issued_by);

create index fee_credits_school_idx on public.fee_credits using btree (school_id, issued_on desc, id);

create index fee_credits_student_idx on public.fee_credits using btree (student_id);

create trigger audit
  after insert on public.fee_credits
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.fee_credits
  for each STATEMENT
  execute function private.require_subscription();

create policy "People see what is announced to them, authors and administrator" on public.announcements
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (author_id = (
    select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND (published_at <= now()) AND (archived_at is null) AND ((class_id is null)
    or (( select private.my_role() as my_role) = 'staff'::public.user_role) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) or (exists ( select
   from private.my_childrens_past_stays() p(class_id, until)
  where ((p.class_id = announcements.class_id) AND (announcements.published_at < p.until)))))))));

create policy "Administrators see assessments, teachers and families their cla" on public.assessments
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_history() as my_childrens_class_history)))));

create policy "Administrators see assignments, teachers their classes', famili" on "public"."assignments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or ((class_id in (
    select private.my_class_ids() as my_class_ids)) AND ((published_at is
    not null) or (teacher_id = ( select private.signed_in_uid() as signed_in_uid)))) or
    ((class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) AND (published_at is not null)) or (exists ( select
   from private.my_childrens_past_stays() p(class_id, until)
  where ((p.class_id = assignments.class_id) AND (assignments.published_at < p.until)))))));

create policy "Schools see their classes, teachers theirs, families their chil" on public.classes
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (id in ( select private.my_class_ids() as my_class_ids)) or
    (id in ( select private.my_childrens_class_history() as my_childrens_class_history)))));

create policy "Administrators see credit notes, families their children's" on "public"."fee_credits"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

comment on column public.fee_charges.credited is 'How much credit notes took back, kept by credit_charge.';

comment on column public.fee_charges.purpose is 'Term and name of the fee; null for charges of an earlier system.';

comment on function private.due_charges(uuid, uuid) is 'What students of a school are still to be charged for a term, once for each purpose.';

comment on function private.my_childrens_class_ids() is 'The classes of today of the calling student, or of the children of the calling parent.';

comment on function private.my_childrens_past_stays() is 'The classes in which the calling student, or the children of the calling parent, were before, and until when.';

comment on function public.assignment_students(uuid) is 'Whom an assignment is for: who was in the class between publishing and the due day, and whoever handed it in. Administrators, and teachers of the class.';

comment on function public.attendance_by_student(date, date, uuid, text) is 'Attendance of each student in a period, with the class they were in at its end. share: percent of marked days present or late. total: number of students. search is a LIKE pattern.';

comment on function public.bill_moved_fee(uuid, uuid) is 'Bills a student who moved a fee of the new class, less what was charged for the same in the earlier one. Returns the amount. Administrators only.';

comment on function public.bill_term(uuid, boolean) is 'Charges every fee of a term to the active students it is for, on one new invoice each, due on the fee''s day but not before today; invoices and charges there are stay as they are. Returns what it did, or with dry_run would do: {students, invoices, charges, total, items, moved}; moved: fees of the class to which students moved after they were billed for another, for bill_moved_fee.';

comment on function public.credit_charge(uuid, integer, text, uuid) is 'Takes back a charge, or a part of it, by a credit note with its reason; a second call with the same request_id returns the first. Administrators only.';

comment on function public.gradebook_students(uuid, uuid, uuid) is 'The rows of a gradebook: who was in the class in the term, and whoever has a mark in it; left_on: since when they are no longer in the class, null for who is. Administrators, and teachers of the class.';

comment on function public.report_cards(uuid, uuid, uuid) is 'Report cards of a class or of one student in a term: {school, term, cards: [{student, class_name, attendance, subjects: [{name, assessments}]}]}, one for each student, in the last class of the term and with the marks of all of them; for administrators, teachers of that class and the family.';

comment on function public.results_by_student(uuid, uuid, text) is 'Each student''s mean over the subjects of a term, in the class they were in and once for each class after a move, not rounded and null where the curriculum has none; scale_id is a scale of results_report; total is how many rows there are. search is a pattern.';

comment on function public.student_assignments(uuid, integer) is 'The latest work that was given to a student, in the class they are in and in those they were in before.';

comment on table public.fee_charges is 'What a student owes for; amount less credited. A student is charged once for what a term''s fee is for, whichever class''s fee it was.';

comment on table public.fee_credits is 'Credit notes: what is not owed of a charge after all, and why. Never changed.';

comment on table public.grades is 'Marks. Class, subject, term and name are those of the assessment that a mark belongs to: a student who moves has marks in both classes.';

comment on table public.student_balances is 'What a student was charged less what was credited, has paid and owes, in whole shillings, kept by triggers on charges and payments. Who was never charged has no row.';

comment on view public.student_accounts is 'Students with what they were charged, have paid and owe, in whole shillings; due is what had to be paid before today.';

revoke all on function private.card_class(uuid, public.school_terms) from public;

revoke all on function private.card_students(public.school_terms, uuid, uuid) from public;

revoke all on function private.fee_payers(uuid, uuid) from public;

revoke all on function private.fee_purpose(uuid, text) from public;

revoke all on function private.issue_charges(uuid, uuid, private.due_charge[]) from public;

revoke all on function private.moved_fees(uuid, uuid) from public;

revoke all on function private.my_childrens_class_history() from public;

grant execute on function private.my_childrens_class_history() to authenticated;

grant execute on function private.my_childrens_class_history() to service_role;

revoke all on function private.my_childrens_past_stays() from public;

grant execute on function private.my_childrens_past_stays() to authenticated;

grant execute on function private.my_childrens_past_stays() to service_role;

revoke all on function private.refuse_closed_term(text) from public;

revoke all on function private.student_results(uuid) from public;

grant execute on function private.student_results(uuid) to authenticated;

revoke all on function private.students_given(public.assignments) from public;

revoke all on function private.students_to_mark(uuid, uuid, uuid) from public;

revoke all on function private.term_cards(public.school_terms, uuid[], uuid[]) from public;

revoke all on function private.term_charges(uuid, uuid) from public;

revoke all on function public.assignment_students(uuid) from public;

grant execute on function public.assignment_students(uuid) to authenticated;

grant execute on function public.assignment_students(uuid) to service_role;

revoke all on function public.bill_moved_fee(uuid, uuid) from public;

grant execute on function public.bill_moved_fee(uuid, uuid) to authenticated;

grant execute on function public.bill_moved_fee(uuid, uuid) to service_role;

revoke all on function public.credit_charge(uuid, integer, text, uuid) from public;

grant execute on function public.credit_charge(uuid, integer, text, uuid) to authenticated;

grant execute on function public.credit_charge(uuid, integer, text, uuid) to service_role;

revoke all on function public.gradebook_students(uuid, uuid, uuid) from public;

grant execute on function public.gradebook_students(uuid, uuid, uuid) to authenticated;

grant execute on function public.gradebook_students(uuid, uuid, uuid) to service_role;

revoke all on function public.student_assignments(uuid, integer) from public;

grant execute on function public.student_assignments(uuid, integer) to authenticated;

grant execute on function public.student_assignments(uuid, integer) to service_role;

grant select on table public.fee_credits to authenticated;

grant all on table public.fee_credits to service_role;

grant all on table private.computed_sums to service_role;

grant select on table public.student_accounts to authenticated;

grant all on table public.student_accounts to service_role;
