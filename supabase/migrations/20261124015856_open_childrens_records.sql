set check_function_bodies = off;

drop policy "Schools see attendance, teachers their classes', families their" on public.attendance;

drop policy "Super admins read the log, administrators their school's" on public.audit_log;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "Whoever sees a student sees the classes they were in" on public.enrolments;

drop policy "Administrators see charges, families their children's" on public.fee_charges;

drop policy "Administrators see invoices, families their children's" on public.fee_invoices;

drop policy "Administrators see payments, families their children's" on public.fee_payments;

drop policy "Administrators see grades, teachers their classes', families th" on public.grades;

drop policy "The office sees guardians, teachers those of their students, gu" on public.guardians;

drop policy "Administrators see balances, families their children's" on public.student_balances;

drop policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians;

drop policy "The office sees records, teachers and families what is meant fo" on public.student_records;

drop policy "Schools see their students, teachers theirs, families their chi" on public.students;

drop policy "Administrators see results, teachers their classes', families t" on public.subject_results;

drop policy "Administrators see submissions, teachers their classes', famili" on public.submissions;

create table private.second_step_rules (
  school_id uuid,
  role      public.user_role         not null,
  set_by    uuid,
  set_at    timestamp with time zone not null default now(),
  constraint second_step_rules_check check (((school_id IS NULL) = (role = 'super_admin'::public.user_role))),
  constraint second_step_rules_school_id_role_key unique nulls not DISTINCT (school_id, role)
);

alter table private.second_step_rules
  enable row level security;

create table public.breaches (
  id              uuid                     not null default gen_random_uuid(),
  school_id       uuid                     not null,
  noticed_at      timestamp with time zone not null,
  report_by       timestamp with time zone not null,
  what_happened   text                     not null,
  data_concerned  text                     not null,
  people_affected integer,
  measures        text                     not null default ''::text,
  reported_at     timestamp with time zone,
  people_told_at  timestamp with time zone,
  closed_at       timestamp with time zone,
  entered_by      uuid,
  created_at      timestamp with time zone not null default now(),
  updated_at      timestamp with time zone not null default now(),
  constraint breaches_check1 check ((people_told_at >= noticed_at)),
  constraint breaches_check check ((reported_at >= noticed_at)),
  constraint breaches_data_concerned_check check (((length(btrim(data_concerned)) >= 1) AND (length(btrim(data_concerned)) <= 1000))),
  constraint breaches_measures_check check ((length(measures) <= 2000)),
  constraint breaches_people_affected_check check ((people_affected >= 0)),
  constraint breaches_pkey primary key (id),
  constraint breaches_what_happened_check check (((length(btrim(what_happened)) >= 1) AND (length(btrim(what_happened)) <= 2000)))
);

alter table public.breaches
  enable row level security;

create table public.record_openings (
  id        uuid                     not null default gen_random_uuid(),
  school_id uuid                     not null,
  opened_by uuid,
  reason    text                     not null,
  opened_at timestamp with time zone not null default now(),
  closes_at timestamp with time zone not null default (now() + '01:00:00'::interval),
  constraint record_openings_pkey primary key (id),
  constraint record_openings_reason_check check (((length(btrim(reason)) >= 10) AND (length(btrim(reason)) <= 500)))
);

alter table public.record_openings
  enable row level security;

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
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session.
    has_session := token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me);
    -- With the second factor where the account has one.
    is_signed_in := has_session and (coalesce(token ->> 'aal', 'aal1') = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified'));
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user; into a closed one only administrators come.
    if exists (select from public.schools h where h.id = my_school and h.is_active and (h.closed_at is null or my_role = 'admin')) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    -- Whoever must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if coalesce(token ->> 'aal', 'aal1') <> 'aal2' and role <> 'user' and private.is_second_step_required(nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      is_signed_in := false;
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.first_childrens_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.is_super_admin() then private.opened_school() else private.first_school() end
$function$;

create or replace function private.is_second_step_required (
  school uuid,
  role   public.user_role
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (select from private.second_step_rules r where r.role = is_second_step_required.role and r.school_id is not distinct from is_second_step_required.school)
$function$;

create or replace function private.last_childrens_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.is_super_admin() then private.opened_school() else private.last_school() end
$function$;

create or replace function private.opened_school()
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select o.school_id from public.record_openings o where o.opened_by = private.signed_in_uid() and o.closes_at > private.current_moment() order by o.opened_at desc limit 1
$function$;

create or replace function private.recent_activities (
  my_role public.user_role
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
        and (class_id is null or my_role in ('admin', 'staff') or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids())) order by published_at desc limit 5) n
      union all
      select h.submitted_at, 'work', format('%s %s handed in %s', h.first_name, h.last_name, h.title), coalesce(h.class_name, ''), '/dashboard/assignments/' || h.assignment_id
      from (select b.submitted_at, b.assignment_id, a.title, s.first_name, s.last_name, c.name as class_name
        from public.submissions b join public.assignments a on a.id = b.assignment_id join public.students s on s.id = b.student_id left join public.classes c on c.id = a.class_id
        where my_role = 'teacher' and a.teacher_id = private.signed_in_uid() and b.submitted_at is not null order by b.submitted_at desc limit 5) h
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
      from (select * from public.notifications where user_id = private.signed_in_uid() and (source is null or source not like 'announcement/%') order by created_at desc limit 5) m
    ) as everything order by at desc limit 8) as a
$function$;

create or replace function public.close_records()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  update public.record_openings o set closes_at = now() where o.opened_by = private.signed_in_uid() and o.closes_at > now();
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
  notes jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators take a child''s data out.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit_log' and pg_catalog.has_table_privilege(c.oid, 'select') order by c.relname loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from public.%I t where t.student_id = $1', source.name) into found using export_student.student_id;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.name, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  -- Notes are readable by their function only.
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes
  from (select * from public.read_student_records(of_student => export_student.student_id, size => 1000)
    union all select * from public.read_student_records(of_student => export_student.student_id, archived => true, size => 1000)) r;
  if notes <> '[]' then
    parts := parts || jsonb_build_object('student_records', notes);
  end if;
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$function$;

create or replace function public.must_enrol()
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.session_uid() is not null and not private.is_fully_signed_in()
    and not exists (select from auth.mfa_factors f where f.user_id = private.session_uid() and f.status = 'verified')
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
  perform private.require_super_admin();
  if not exists (select from public.schools s where s.id = open_records.school_id) then
    raise exception using errcode = 'P0002', message = 'This school is no longer here.', hint = 'school.not_found';
  end if;
  if length(private.require_text(open_records.reason, 500, 'reason', 'Say why, in a sentence. The school reads it.')) < 10 then
    raise exception using errcode = 'P0001', message = 'Say why, in a sentence. The school reads it.', hint = 'records.reason', detail = 'reason';
  end if;
  insert into public.record_openings (school_id, opened_by, reason) values (open_records.school_id, private.signed_in_uid(), btrim(open_records.reason)) returning * into opened;
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), opened.school_id, 'open', 'record_openings', opened.id, jsonb_build_object('reason', opened.reason));
  perform private.notify(array(select u.id from public.users u where u.school_id = opened.school_id and u.role = 'admin'), 'opening/' || opened.id,
    'A super admin opened your school''s records', opened.reason, '/dashboard/school/log');
  return opened.closes_at;
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
  size       integer default 20
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
  pattern constant text := private.search_pattern(read_student_records.search);
begin
  if me is null or private.my_role() = 'user' then
    raise exception using errcode = '42501', message = 'Only members of a school read its records.', hint = 'permission.members_only';
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id >= private.first_childrens_school() and r.school_id <= private.last_childrens_school()
      and (of_student is null or r.student_id = of_student) and (of_kind is null or r.kind = of_kind) and (r.archived_at is not null) = archived
      and (in_office or r.visible_to in ('teachers', 'family') and r.archived_at is null and r.student_id in (select private.my_taught_student_ids())
        or r.visible_to = 'family' and r.archived_at is null and r.student_id in (select private.my_student_ids()))
      and (pattern is null or r.search_text like pattern)),
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
      select from public.audit_log l where l.student_id = p.student_id and l.actor_id = me and l.action = 'read' and l.at > now() - interval '1 hour'))
  select p.id, p.updated_at, p.student_id, s.first_name || ' ' || s.last_name, p.kind, p.summary, p.details, p.happened_on, p.visible_to, p.archived_at, p.found_rows
  from page p join public.students s on s.id = p.student_id
  order by case when sort = 'kind' and not descending then p.kind end, case when sort = 'kind' and descending then p.kind end desc,
    case when not descending then p.happened_on end, case when descending then p.happened_on end desc, p.id;
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
  school constant uuid := private.require_school_admin();
  saved uuid;
begin
  if save_breach.noticed_at is null or save_breach.noticed_at > now() then
    raise exception using errcode = 'P0001', message = 'Enter when the school noticed it.', hint = 'breach.noticed', detail = 'noticed_at';
  end if;
  if save_breach.reported_at not between save_breach.noticed_at and now() or save_breach.people_told_at not between save_breach.noticed_at and now() then
    raise exception using errcode = 'P0001', message = 'Nobody was told before the breach was noticed, nor in the future.', hint = 'breach.order', detail = 'reported_at';
  end if;
  if save_breach.is_closed and save_breach.reported_at is null then
    raise exception using errcode = 'P0001', message = 'Report it to the Data Protection Commissioner before you close it.', hint = 'breach.unreported', detail = 'reported_at';
  end if;
  if save_breach.breach_id is null then
    insert into public.breaches (school_id, noticed_at, report_by, what_happened, data_concerned, people_affected, measures, reported_at, people_told_at, closed_at, entered_by)
    values (school, save_breach.noticed_at, save_breach.noticed_at + interval '72 hours', private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Say what happened.'),
      private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Say which data it concerns.'), save_breach.people_affected, coalesce(btrim(save_breach.measures), ''),
      save_breach.reported_at, save_breach.people_told_at, case when save_breach.is_closed then now() end, private.signed_in_uid())
    returning id into saved;
    return saved;
  end if;
  update public.breaches b set noticed_at = save_breach.noticed_at, report_by = save_breach.noticed_at + interval '72 hours',
    what_happened = private.require_text(save_breach.what_happened, 2000, 'what_happened', 'Say what happened.'),
    data_concerned = private.require_text(save_breach.data_concerned, 1000, 'data_concerned', 'Say which data it concerns.'),
    people_affected = save_breach.people_affected, measures = coalesce(btrim(save_breach.measures), ''), reported_at = save_breach.reported_at,
    people_told_at = save_breach.people_told_at, closed_at = case when save_breach.is_closed then coalesce(b.closed_at, now()) end
  where b.id = save_breach.breach_id and b.school_id = school returning b.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This entry is no longer here.', hint = 'breach.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.second_step_roles()
  returns public.user_role[]
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_super_admin() and private.admin_school() is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  return array(select r.role from private.second_step_rules r where r.school_id is not distinct from private.admin_school() order by r.role);
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
  school constant uuid := private.admin_school();
  wanted constant public.user_role[] := coalesce(set_second_step_roles.roles, '{}');
begin
  if not private.is_super_admin() and school is null then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may do this.', hint = 'permission.admin_only';
  end if;
  if not wanted <@ (case when school is null then array['super_admin'] else array['admin', 'teacher', 'staff', 'parent', 'student'] end)::public.user_role[] then
    raise exception using errcode = 'P0001', message = 'Choose roles of your school.', hint = 'second_step.role', detail = 'roles';
  end if;
  if private.my_role() = any (wanted) and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception using errcode = 'P0001', message = 'Set up your own authenticator app first, so that you do not lock yourself out.', hint = 'second_step.own_first', detail = 'roles';
  end if;
  insert into public.audit_log (actor_id, school_id, action, entity, before, after)
  select private.signed_in_uid(), school, 'update', 'second_step_rules', jsonb_build_object('roles', public.second_step_roles()), jsonb_build_object('roles', wanted);
  delete from private.second_step_rules r where r.school_id is not distinct from school and r.role <> all (wanted);
  insert into private.second_step_rules (school_id, role, set_by) select school, w, private.signed_in_uid() from unnest(wanted) as w on conflict do nothing;
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
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() and s.school_id = private.opened_school() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$function$;

alter table private.second_step_rules
  add constraint second_step_rules_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table private.second_step_rules
  add constraint second_step_rules_set_by_fkey foreign key (set_by) references public.users(id) on delete set null;

alter table public.breaches
  add constraint breaches_entered_by_fkey foreign key (entered_by) references public.users(id) on delete set null;

alter table public.breaches
  add constraint breaches_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.record_openings
  add constraint record_openings_opened_by_fkey foreign key (opened_by) references public.users(id) on delete set null;

alter table public.record_openings
  add constraint record_openings_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create index breaches_entered_by_idx on public.breaches using btree (entered_by);

create index breaches_school_idx on public.breaches using btree (school_id, noticed_at desc, id);

create index record_openings_person_idx on public.record_openings using btree (opened_by, closes_at);

create index record_openings_school_idx on public.record_openings using btree (school_id, opened_at desc);

create trigger audit
  after insert or update on public.breaches
  for each row
  execute function private.audit();

create trigger refuse_unread_change
  before update on public.breaches
  for each row
  when ((current_setting('request.headers'::text, true) ~~ '%"x-record-read"%'::text))
  execute function private.refuse_unread_change();

create trigger touch
  before update on public.breaches
  for each row
  execute function private.touch_updated_at();

create policy "Schools see attendance, teachers their classes', families their" on "public"."attendance"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id >= ( select private.first_number() as first_number)) AND (id <=
    '9223372036854775807'::bigint) AND ((student_id is null) or (school_id = ( select private.opened_school() as opened_school))))));

create policy "Administrators see their school's breaches, super admins all" on "public"."breaches"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "Whoever sees a student sees the classes they were in" on public.enrolments
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see charges, families their children's" on "public"."fee_charges"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see invoices, families their children's" on "public"."fee_invoices"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see payments, families their children's" on "public"."fee_payments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see grades, teachers their classes', families th" on "public"."grades"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (user_id = ( select private.signed_in_uid() as signed_in_uid)) or
    (id in ( select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Super admins see every opening, administrators those of their s" on public.record_openings
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))));

create policy "Administrators see balances, families their children's" on "public"."student_balances"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees records, teachers and families what is meant fo" on public.student_records
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or
    ((archived_at is null) AND (visible_to = ANY (ARRAY['teachers'::text, 'family'::text])) AND (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids))) or
    ((archived_at is null) AND (visible_to = 'family'::text) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "Schools see their students, teachers theirs, families their chi" on public.students
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see results, teachers their classes', families t" on "public"."subject_results"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see submissions, teachers their classes', famili" on "public"."submissions"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_childrens_school() as first_childrens_school)) AND (school_id <= ( select
    private.last_childrens_school() as last_childrens_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)) or (assignment_id in ( select assignments.id
   from public.assignments
  where (assignments.class_id in ( select private.my_class_ids() as my_class_ids)))))));

comment on function public.close_records() is 'Ends what the calling super admin has opened.';

comment on function public.must_enrol() is 'Whether the caller is kept out until an authenticator is set up.';

comment on function public.open_records(uuid, text) is 'Opens the children''s records of a school to the calling super admin for an hour; its administrators are told why. Returns when it ends.';

comment on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer) is 'A page of the notes that the caller may read, with the number of all of them. Who reads notes on health or behaviour is logged. sort: happened_on or kind.';

comment on function public.save_breach(timestamp with time zone, text, text, integer, text, timestamp with time zone, timestamp
  with time zone, boolean, uuid) is 'Enters a breach of personal data, or changes the entry. The Commissioner is to be told within 72 hours of its notice.';

comment on function public.second_step_roles() is 'The roles that must sign in with an authenticator: at the caller''s school, or for a super admin the super admins.';

comment on function public.set_second_step_roles(public.user_role[]) is 'Says which roles must sign in with an authenticator. It holds from the next request: whoever has none gets in no further than to set one up.';

comment on table public.breaches is 'A school''s register of breaches. Entries are changed, never deleted.';

revoke all on function private.first_childrens_school() from public;

grant execute on function private.first_childrens_school() to authenticated;

grant execute on function private.first_childrens_school() to service_role;

revoke all on function private.is_second_step_required(uuid, public.user_role) from public;

revoke all on function private.last_childrens_school() from public;

grant execute on function private.last_childrens_school() to authenticated;

grant execute on function private.last_childrens_school() to service_role;

revoke all on function private.opened_school() from public;

grant execute on function private.opened_school() to authenticated;

grant execute on function private.opened_school() to service_role;

revoke all on function public.close_records() from public;

grant execute on function public.close_records() to authenticated;

grant execute on function public.close_records() to service_role;

revoke all on function public.must_enrol() from public;

grant execute on function public.must_enrol() to authenticated;

grant execute on function public.must_enrol() to service_role;

revoke all on function public.open_records(uuid, text) from public;

grant execute on function public.open_records(uuid, text) to authenticated;

grant execute on function public.open_records(uuid, text) to service_role;

revoke all on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer) from public;

grant execute on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer) to authenticated;

grant execute on function public.read_student_records(uuid, text, boolean, text, text, boolean, integer, integer) to service_role;

revoke all
  on function public.save_breach(timestamp with time zone, text, text, integer, text, timestamp with time zone, timestamp
    with time zone, boolean, uuid)
  from public;

grant execute
  on function public.save_breach(timestamp with time zone, text, text, integer, text, timestamp with time zone, timestamp
    with time zone, boolean, uuid)
  to authenticated;

grant execute
  on function public.save_breach(timestamp with time zone, text, text, integer, text, timestamp with time zone, timestamp
    with time zone, boolean, uuid)
  to service_role;

revoke all on function public.second_step_roles() from public;

grant execute on function public.second_step_roles() to authenticated;

grant execute on function public.second_step_roles() to service_role;

revoke all on function public.set_second_step_roles(public.user_role[]) from public;

grant execute on function public.set_second_step_roles(public.user_role[]) to authenticated;

grant execute on function public.set_second_step_roles(public.user_role[]) to service_role;

grant all on table private.second_step_rules to service_role;

grant select on table public.breaches to authenticated;

grant all on table public.breaches to service_role;

grant select on table public.record_openings to authenticated;

grant all on table public.record_openings to service_role;

revoke select on public.student_records from authenticated;
grant select (id, school_id, student_id, kind, happened_on, recorded_by, created_at, visible_to, archived_at, updated_at) on public.student_records to authenticated;
