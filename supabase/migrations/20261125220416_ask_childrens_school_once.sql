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

drop function private.first_childrens_school();

drop function private.is_second_step_required(uuid, uuid, public.user_role);

drop function private.last_childrens_school();

drop function private.opened_school();

create or replace function private.childrens_school()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 5), '')::uuid $function$;

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
  found_caller text;
begin
  if me is not null then
    -- A token outlives its session.
    has_session := token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me);
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
    if not has_code and role <> 'user' and private.may_need_second_step(nullif(school, '')::uuid, role::public.user_role)
      and private.is_second_step_required(me, nullif(school, '')::uuid, role::public.user_role) then
      role := 'user';
      school := '';
      first_school := '';
      last_school := '';
      childrens_school := '';
      is_signed_in := false;
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, childrens_school, is_signed_in, case when has_session then me end);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.is_fully_signed_in()
  returns boolean
  language sql
  stable
  AS $function$ select pg_catalog.split_part(private.caller(), ' ', 6) = 't' $function$;

create or replace function private.is_second_step_required (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select is_second_step_required.role = any (private.fixed_second_step_roles())
    or coalesce(private.second_step_due(is_second_step_required.person, is_second_step_required.school, is_second_step_required.role) <= private.school_today(is_second_step_required.school), false)
$function$;

create or replace function private.may_need_second_step (
  school uuid,
  role   public.user_role
)
  returns boolean
  language sql
  stable
  AS $function$
  select may_need_second_step.role = any (private.guarded_roles()) and not exists (select from public.schools s where s.is_demo)
    or exists (select from private.second_step_rules r where r.role = may_need_second_step.role
      and (r.school_id = may_need_second_step.school or may_need_second_step.school is null and r.school_id is null))
$function$;

create or replace function private.opened_school (
  person uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select o.school_id from public.record_openings o where o.opened_by = opened_school.person and o.closes_at > private.current_moment() order by o.opened_at desc limit 1
$function$;

create or replace function private.session_uid()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 7), '')::uuid $function$;

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
    raise exception using errcode = '42501', message = 'Only members of a school can read its records.', hint = 'permission.members_only';
  end if;
  return query
  with found as materialized (
    select r.* from public.student_records r
    where r.school_id = private.childrens_school()
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
  from public.students s where s.id = student_account.student_id and (private.is_super_admin() and s.school_id = private.childrens_school() or s.school_id = private.admin_school() or s.id in (select private.my_student_ids()))
$function$;

create policy "Schools see attendance, teachers their classes', families their" on "public"."attendance"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id >= ( select private.first_number() as first_number)) AND (id <=
    '9223372036854775807'::bigint) AND ((student_id is null) or (school_id = ( select private.childrens_school() as childrens_school))))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (uploaded_by = ( select private.signed_in_uid() as signed_in_uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "Whoever sees a student sees the classes they were in" on public.enrolments
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see charges, families their children's" on "public"."fee_charges"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see invoices, families their children's" on "public"."fee_invoices"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see payments, families their children's" on "public"."fee_payments"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see grades, teachers their classes', families th" on "public"."grades"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids))
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (user_id = ( select private.signed_in_uid() as signed_in_uid)) or (id in ( select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Administrators see balances, families their children's" on "public"."student_balances"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees records, teachers and families what is meant fo" on public.student_records
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    ((archived_at is null) AND (visible_to = ANY (ARRAY['teachers'::text, 'family'::text])) AND (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids))) or
    ((archived_at is null) AND (visible_to = 'family'::text) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "Schools see their students, teachers theirs, families their chi" on public.students
  for select
  to authenticated
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role, 'staff'::public.user_role])) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or (id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see results, teachers their classes', families t" on "public"."subject_results"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids))
    or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see submissions, teachers their classes', famili" on "public"."submissions"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.childrens_school() as childrens_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or
    (student_id in ( select private.my_student_ids() as my_student_ids)) or (assignment_id in ( select assignments.id
   from public.assignments
  where (assignments.class_id in ( select private.my_class_ids() as my_class_ids)))))));

revoke all on function private.childrens_school() from public;

grant execute on function private.childrens_school() to authenticated;

grant execute on function private.childrens_school() to service_role;

revoke all on function private.is_second_step_required(uuid, uuid, public.user_role) from public;

revoke all on function private.may_need_second_step(uuid, public.user_role) from public;

revoke all on function private.opened_school(uuid) from public;
