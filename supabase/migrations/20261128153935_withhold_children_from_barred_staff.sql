set check_function_bodies = off;

drop policy "Schools see attendance, teachers their classes', families their" on public.attendance;

drop policy "Super admins read the log, administrators their school's" on public.audit_log;

drop policy "The office sees entries, teachers their students', families wha" on public.behaviour_entries;

drop policy "The office sees follow-ups, teachers their students'" on public.behaviour_follow_ups;

drop policy "The office sees decisions, guardians their own" on public.consents;

drop policy "The office sees who may not be told or collect" on public.custody_marks;

drop policy "Administrators see their school's requests, guardians their own" on public.data_requests;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "Whoever sees a student sees the classes they were in" on public.enrolments;

drop policy "Administrators see charges, families their children's" on public.fee_charges;

drop policy "Administrators see credit notes, families their children's" on public.fee_credits;

drop policy "Administrators see invoices, families their children's" on public.fee_invoices;

drop policy "Administrators see payments, families their children's" on public.fee_payments;

drop policy "The office sees the cards it prints, families their own" on public.gate_cards;

drop policy "Staff see who came through the gate of their school" on public.gate_sightings;

drop policy "Administrators see grades, teachers their classes', families th" on public.grades;

drop policy "The office sees guardians, teachers those of their students, gu" on public.guardians;

drop policy "Administrators see balances, families their children's" on public.student_balances;

drop policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians;

drop policy "The office sees records, teachers and families what is meant fo" on public.student_records;

drop policy "Schools see their students, teachers theirs, families their chi" on public.students;

drop policy "Administrators see results, teachers their classes', families t" on public.subject_results;

drop policy "Administrators see submissions, teachers their classes', famili" on public.submissions;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  has_session boolean := false;
  is_signed_in boolean := false;
  has_code boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  childrens_school text := '';
  withheld text := '{}';
  granted text := '';
  granted_about_children text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session, and one that names none signs nobody in: it was made for something else.
    has_session := exists (
      select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me
        and coalesce(s.not_after > now(), true));
    -- With the second factor where the account has one; a trusted device stands for it.
    has_code := coalesce(token ->> 'aal', 'aal1') = 'aal2';
    if has_session and not has_code and exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then
      has_code := private.is_trusted_session((token ->> 'session_id')::uuid, me);
      is_signed_in := has_code;
    else
      is_signed_in := has_session;
    end if;
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
      childrens_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
      childrens_school := coalesce(private.opened_school(my_account)::text, '');
    end if;
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if not has_code and role <> 'user' and private.is_second_step_required(me, nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  if is_signed_in then
    select r.granted, r.granted_about_children into granted, granted_about_children from private.school_roles r
    where r.school_id is null and r.slug = role;
    -- Custody outranks every role: who may not be told about their child does not learn it at work either.
    if role in ('admin', 'teacher', 'staff') then
      select coalesce(array_agg(m.student_id), '{}')::text into withheld
      from public.guardians g join public.custody_marks m on m.guardian_id = g.id
      where g.user_id = me and g.school_id = my_school and not m.may_be_told;
    end if;
    -- What shows children's records is a super admin's only while a school's records are open.
    if role = 'super_admin' and childrens_school = '' then
      granted_about_children := '';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in,
    coalesce(case when has_session then me::text end, ''), withheld, granted, granted_about_children, '');
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.guardians_withheld_from_me()
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select array(select sg.guardian_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = any (private.withheld_from_me()) and g.user_id is distinct from private.signed_in_uid())
$function$;

create or replace function private.my_permissions()
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array_remove((string_to_array(private.caller(), ' '))[9:], '')
$function$;

create or replace function private.my_taught_student_ids()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 300
  set search_path to ''
  AS $function$
  select id from public.students where class_id in (select private.my_class_ids())
    and id <> all (private.withheld_from_me())
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
      from (select * from public.orders where private.may('order:read-all') order by created_at desc, id desc limit 5) o
      union all
      select t.created_at, 'ticket', t.ticket_number, t.subject, '/dashboard/support' from (select * from public.support_tickets where private.may('ticket:answer') order by created_at desc limit 5) t
      union all
      select n.published_at, 'announcement', n.title, left(n.body, 140), case when private.may('announcement:write') then '/dashboard/announcements' else '/dashboard/notifications' end
      from (select * from public.announcements where school_id = private.my_school() and published_at <= now() and archived_at is null and my_role = any (audience)
        and (class_id is null or (select private.may('announcement:write-all')) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())
          or exists (select from private.my_childrens_past_stays() p where p.class_id = announcements.class_id and announcements.published_at < p.until)) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where private.may('grade:write') and a.teacher_id = private.signed_in_uid() and a.class_id in (select private.my_class_ids())
          and b.student_id <> all ((select private.withheld_from_me())::uuid[]) and b.submitted_at is not null order by b.submitted_at desc limit 5) h
      union all
      select p.created_at, 'payment', format('%s %s paid KES %s', p.first_name, p.last_name, to_char(p.amount, 'FM999,999,999')), p.receipt_number, '/dashboard/finances/' || p.student_id
      from (select f.created_at, f.amount, f.receipt_number, f.student_id, s.first_name, s.last_name from public.fee_payments f join public.students s on s.id = f.student_id
        where private.may('fee-account:read-all') and f.school_id = private.my_school()
          and f.student_id <> all ((select private.withheld_from_me())::uuid[]) order by f.created_at desc limit 5) p
      union all
      select r.created_at, 'record', format(case r.kind when 'merit' then 'Merit: %s'
          when 'contact' then 'Contact: %s' when 'visit' then 'Visit: %s' else 'Other: %s' end, r.summary), private.full_name(r.first_name, r.last_name), '/dashboard/records'
      from (select d.created_at, d.kind, d.summary, s.first_name, s.last_name from public.student_records d join public.students s on s.id = d.student_id
        where private.may('record:write') and d.kind not in ('health', 'behaviour') and d.school_id = private.my_school()
          and d.student_id <> all ((select private.withheld_from_me())::uuid[]) order by d.created_at desc limit 5) r
      union all
      select m.created_at, 'notification', m.title, m.body, coalesce(m.link, '/dashboard/notifications')
      from jsonb_to_recordset(notices) as m (created_at timestamptz, title text, body text, link text)
    ) as everything order by at desc limit 8) as a
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
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
$function$;

create or replace function private.withheld_from_me()
  returns uuid[]
  language sql
  stable
  AS $function$ select coalesce(nullif(pg_catalog.split_part(private.caller(), ' ', 8), ''), '{}')::uuid[] $function$;

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
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or a.class_id in (select private.my_class_ids()))
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
        and a.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('attendance:read-all')) or a.class_id in (select private.my_class_ids()) or a.student_id in (select private.my_student_ids()))
    group by a.student_id) a
  join public.students s on s.id = a.student_id
  left join public.enrolments e on e.student_id = s.id and e.school_id = (select private.my_school())
    and e.started_on <= attendance_by_student.to_day and (e.ended_on is null or e.ended_on > attendance_by_student.to_day)
  left join public.classes c on c.id = coalesce(attendance_by_student.class_id, e.class_id, s.class_id)
  where private.search_patterns(attendance_by_student.search) is null or s.search_text like all (private.search_patterns(attendance_by_student.search))
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
      from private.register_students(class.id, class_register.day) r join public.students s on s.id = r.student_id
      where s.id <> all ((select private.withheld_from_me())::uuid[])));
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
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended')
          and o.id <> all ((select private.withheld_from_me())::uuid[]))) order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
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
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, k.name, coalesce(b.balance, 0)
  from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
  where s.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (s.search_text like all (patterns) or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = school and g.search_text like all (patterns))) and (s.status in ('active', 'suspended') or b.balance > 0)
  order by private.fold_text(s.admission_number) = private.fold_text(find_fee_payers.search) desc, s.last_name, s.first_name, s.id limit 8;
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
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
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
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or gradebook_students.class_id in (select private.my_class_ids()))
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
  in_office constant boolean := private.may('behaviour:read-all');
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
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
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
    raise exception using errcode = '42501', message = 'Only members of a school can read its records.', hint = 'permission.members_only';
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
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  select * into removed from public.documents d where d.id = remove_document.document_id and d.school_id = private.school_where('document:share')
    and (private.may('document:manage') or d.uploaded_by = private.signed_in_uid())
    and (d.student_id is null or d.student_id <> all ((select private.withheld_from_me())::uuid[]));
  if not found then
    raise exception using errcode = 'P0002', message = 'This document is no longer here.', hint = 'document.not_found';
  end if;
  if removed.student_id is not null then
    perform set_config('masomo.reason', private.require_text(remove_document.reason, 300, 'reason', 'Say why you are removing the document.'), true);
  end if;
  delete from public.documents d where d.id = removed.id;
  return removed.file_path;
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
    where k.student_id <> all ((select private.withheld_from_me())::uuid[]) and ((select private.may('result:read-all'))
      or k.class_id in (select private.my_class_ids()) or k.student_id in (select private.my_student_ids()))) l
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
        and r.student_id <> all ((select private.withheld_from_me())::uuid[])
      and ((select private.may('result:read-all')) or r.class_id in (select private.my_class_ids()) or r.student_id in (select private.my_student_ids()))
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where private.search_patterns(results_by_student.search) is null or s.search_text like all (private.search_patterns(results_by_student.search))
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
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids()) or s.id in (select private.my_student_ids()))
    and exists (select from public.enrolments e
      where e.student_id = s.id and e.class_id = a.class_id and (e.ended_on is null or private.school_day(s.school_id, least(a.published_at, now())) < e.ended_on))
  order by a.due_on desc, a.id limit least(greatest(most, 1), 1000)
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

create policy "Schools see attendance, teachers their classes', families their" on "public"."attendance"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('attendance:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    ((((school_id = ( select private.school_where('audit:read'::text) as school_where)) AND ((student_id is null) or (student_id <> all ((
    select private.withheld_from_me() as withheld_from_me)::uuid[])))) or
    ((id >= ( select private.first_number() as first_number)) AND (id <= '9223372036854775807'::bigint) AND (((school_id = ( select
    private.childrens_school() as childrens_school)) AND (entity <> all (ARRAY['custody_marks'::text, 'data_requests'::text]))) or
    ((student_id is null) AND (entity <> all (ARRAY['guardians'::text, 'documents'::text, 'custody_marks'::text,
    'data_requests'::text])))))));

create policy "The office sees entries, teachers their students', families wha" on "public"."behaviour_entries"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.member_addon_school('addon:behaviour-records'::text) as member_addon_school)) AND (student_id <> all ((
    select private.withheld_from_me() as withheld_from_me)::uuid[])) AND
    (( select private.may('behaviour:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as
    my_taught_student_ids)) or ((shared_at is
    not null) AND (withdrawn_at is null) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "The office sees follow-ups, teachers their students'" on "public"."behaviour_follow_ups"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.addon_school('addon:behaviour-records'::text) as addon_school)) AND (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[])) AND
    (( select private.may('behaviour:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as
    my_taught_student_ids)))));

create policy "The office sees decisions, guardians their own" on public.consents
  for select
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('consent:manage'::text) as may) or ((student_id in ( select private.my_student_ids() as my_student_ids)) AND
    (guardian_id in ( select guardians.id
   from public.guardians
  where (guardians.user_id = ( select private.signed_in_uid() as signed_in_uid))))))));

create policy "The office sees who may not be told or collect" on public.custody_marks
  for select
  to authenticated
  using
    (((school_id = ( select private.school_where('custody:read'::text) as school_where)) AND (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[]))));

create policy "Administrators see their school's requests, guardians their own" on "public"."data_requests"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.my_school() as my_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('protection:manage'::text) as may) or (asked_by = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((student_id is null) or (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[]))) AND
    (( select private.may('document:read-all'::text) as may) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or (((
    select private.my_role() as my_role) = ANY (audience)) AND
    ((student_id is null) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select
    private.my_student_ids() as my_student_ids)))))));

create policy "Whoever sees a student sees the classes they were in" on public.enrolments
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('student:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as
    my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see charges, families their children's" on "public"."fee_charges"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('fee-account:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see credit notes, families their children's" on "public"."fee_credits"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('fee-account:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see invoices, families their children's" on "public"."fee_invoices"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('fee-account:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see payments, families their children's" on "public"."fee_payments"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('fee-account:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees the cards it prints, families their own" on public.gate_cards
  for select
  to authenticated
  using
    (((school_id = ( select private.member_addon_school('addon:qr-attendance'::text) as member_addon_school)) AND ((student_id is null) or
    (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[]))) AND
    (( select private.may('gate:issue-cards'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Staff see who came through the gate of their school" on public.gate_sightings
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:qr-attendance'::text) as addon_school)) AND ((student_id is null) or (student_id <>
    all (( select private.withheld_from_me() as withheld_from_me)::uuid[])))));

create policy "Administrators see grades, teachers their classes', families th" on "public"."grades"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('result:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or (student_id
    in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (id <> all (( select private.guardians_withheld_from_me()
    as guardians_withheld_from_me)::uuid[])) AND
    (( select private.may('student:read-all'::text) as may) or (user_id = ( select private.signed_in_uid() as signed_in_uid)) or (id in (
    select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Administrators see balances, families their children's" on "public"."student_balances"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('fee-account:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('student:read-all'::text) as may) or (student_id in ( select private.my_taught_student_ids() as
    my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees records, teachers and families what is meant fo" on public.student_records
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('record:read-all'::text) as may) or ((archived_at is null) AND (visible_to = ANY (ARRAY['teachers'::text,
    'family'::text])) AND (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids))) or
    ((archived_at is null) AND (visible_to = 'family'::text) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "Schools see their students, teachers theirs, families their chi" on public.students
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('student:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or (id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see results, teachers their classes', families t" on "public"."subject_results"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('result:read-all'::text) as may) or (class_id in ( select private.my_class_ids() as my_class_ids)) or (student_id
    in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see submissions, teachers their classes', famili" on "public"."submissions"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND (student_id <> all (( select private.withheld_from_me() as
    withheld_from_me)::uuid[])) AND
    (( select private.may('result:read-all'::text) as may) or (student_id in ( select private.my_student_ids() as my_student_ids)) or
    (assignment_id in ( select assignments.id
   from public.assignments
  where (assignments.class_id in ( select private.my_class_ids() as my_class_ids)))))));

revoke all on function private.guardians_withheld_from_me() from public;

grant execute on function private.guardians_withheld_from_me() to authenticated;

grant execute on function private.guardians_withheld_from_me() to service_role;

revoke all on function private.withheld_from_me() from public;

grant execute on function private.withheld_from_me() to authenticated;

grant execute on function private.withheld_from_me() to service_role;
