set check_function_bodies = off;

drop policy "Authors change their announcements, administrators all" on public.announcements;

drop policy "Authors delete their announcements, administrators all" on public.announcements;

drop policy "People see what is announced to them, authors and administrator" on public.announcements;

drop policy "Administrators see assessments, teachers and families their cla" on public.assessments;

drop policy "Administrators see assignments, teachers their classes', famili" on public.assignments;

drop policy "Teachers change their own assignments" on public.assignments;

drop policy "Teachers delete their own assignments" on public.assignments;

drop policy "Schools see attendance, teachers their classes', families their" on public.attendance;

drop policy "Super admins read the log, administrators their school's" on public.audit_log;

drop policy "Super admins see all campuses, members their school's" on public.campuses;

drop policy "Schools see who teaches what, teachers and families in their cl" on public.class_subjects;

drop policy "Schools see their classes, teachers theirs, families their chil" on public.classes;

drop policy "People see documents meant for them, the office all of them" on public.documents;

drop policy "The office and uploaders change documents" on public.documents;

drop policy "The office and uploaders delete documents" on public.documents;

drop policy "Whoever sees a student sees the classes they were in" on public.enrolments;

drop policy "Administrators see charges, families their children's" on public.fee_charges;

drop policy "Administrators see invoices, families their children's" on public.fee_invoices;

drop policy "Administrators see payments, families their children's" on public.fee_payments;

drop policy "Administrators see the fees" on public.fees;

drop policy "Administrators see grades, teachers their classes', families th" on public.grades;

drop policy "The office sees guardians, teachers those of their students, gu" on public.guardians;

drop policy "Administrators see their school's invitations" on public.invitations;

drop policy "Super admins see invitations" on public.invitations;

drop policy "Schools see the timetable, teachers and families theirs" on public.lessons;

drop policy "Super admins see every licence, schools and buyers theirs" on public.licences;

drop policy "Super admins see all orders, schools theirs, buyers their own" on public.orders;

drop policy "Schools see how many came, teachers of their classes" on public.register_days;

drop policy "Super admins see all terms, members their school's" on public.school_terms;

drop policy "Super admins see every school, members their own" on public.schools;

drop policy "Super admins update schools, administrators their own" on public.schools;

drop policy "Administrators see their staff, people their own record" on public.staff_members;

drop policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians;

drop policy "The office sees records, teachers and families what is meant fo" on public.student_records;

drop policy "Schools see their students, teachers theirs, families their chi" on public.students;

drop policy "Administrators see results, teachers their classes', families t" on public.subject_results;

drop policy "Everyone at a school sees its subjects" on public.subjects;

drop policy "Administrators see submissions, teachers their classes', famili" on public.submissions;

drop policy "Super admins see every subscription, administrators their schoo" on public.subscriptions;

drop policy "Super admins see every ticket, people their own" on public.support_tickets;

drop policy "People see themselves, schools their own, super admins all" on public.users;

drop policy "People update themselves, administrators their school" on public.users;

drop index public.announcements_school_idx;

drop index public.documents_school_idx;

drop index public.fee_invoices_school_idx;

drop index public.fee_payments_school_idx;

drop index public.staff_members_school_idx;

drop index public.student_records_list_idx;

drop index public.student_records_school_idx;

drop index public.students_school_name_idx;

drop index public.students_school_number_idx;

drop index public.students_school_search_idx;

create or replace function private.admin_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.my_role() = 'admin' then private.my_school() end
$function$;

create or replace function private.caller()
  returns text
  language sql
  stable
  AS $function$
  select case when pg_catalog.current_setting('masomo.statement', true) = private.this_statement() then pg_catalog.current_setting('masomo.caller', true)
    else private.find_caller(private.this_statement()) end
$function$;

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
  me constant uuid := auth.uid();
  token constant jsonb := auth.jwt();
  profile public.users;
  is_signed_in boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- With the second factor where the account has one, in a session that has not been ended: a token outlives its session.
    is_signed_in := (coalesce(token ->> 'aal', 'aal1') = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified'))
      and (token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me));
  end if;
  if is_signed_in then
    select * into profile from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user.
    if exists (select from public.schools h where h.id = profile.school_id and h.is_active) then
      role := profile.role;
      school := profile.school_id;
      first_school := school;
      last_school := school;
    end if;
    if profile.id is not null and exists (select from public.super_admins a where a.id = profile.id) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.first_id()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.is_super_admin() then '00000000-0000-0000-0000-000000000000'::uuid end
$function$;

create or replace function private.first_number()
  returns bigint
  language sql
  stable
  AS $function$ select case when private.is_super_admin() then 0::bigint end $function$;

create or replace function private.first_school()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 3), '')::uuid $function$;

create or replace function private.is_fully_signed_in()
  returns boolean
  language sql
  stable
  AS $function$ select pg_catalog.split_part(private.caller(), ' ', 5) = 't' $function$;

create or replace function private.is_super_admin()
  returns boolean
  language sql
  stable
  AS $function$ select pg_catalog.starts_with(private.caller(), 'super_admin ') $function$;

create or replace function private.last_school()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 4), '')::uuid $function$;

create or replace function private.my_role()
  returns public.user_role
  language sql
  stable
  AS $function$ select pg_catalog.split_part(private.caller(), ' ', 1)::public.user_role $function$;

create or replace function private.my_school()
  returns uuid
  language sql
  stable
  AS $function$ select nullif(pg_catalog.split_part(private.caller(), ' ', 2), '')::uuid $function$;

create or replace function private.office_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.my_role() in ('admin', 'staff') then private.my_school() end
$function$;

create or replace function private.staff_school()
  returns uuid
  language sql
  stable
  AS $function$
  select case when private.my_role() in ('admin', 'teacher', 'staff') then private.my_school() end
$function$;

create or replace function private.this_statement()
  returns text
  language sql
  stable
  AS $function$
  select pg_catalog.concat_ws(' ', pg_catalog.statement_timestamp(), pg_catalog.current_setting('request.jwt.claim.sub', true), pg_catalog.current_setting('request.jwt.claims', true))
$function$;

create index announcements_school_idx on public.announcements using btree (school_id, published_at desc, id);

create index assessments_school_idx on public.assessments using btree (school_id);

create index assignments_school_idx on public.assignments using btree (school_id, due_on desc, id);

create index class_subjects_school_idx on public.class_subjects using btree (school_id);

create index documents_school_idx on public.documents using btree (school_id, created_at desc, id);

create index enrolments_school_idx on public.enrolments using btree (school_id);

create index enrolments_student_idx on public.enrolments using btree (student_id);

create index fee_invoices_school_idx on public.fee_invoices using btree (school_id, issued_on desc, invoice_number desc);

create index fee_payments_school_idx on public.fee_payments using btree (school_id, paid_on desc, created_at desc, id);

create index staff_members_school_idx on public.staff_members using btree (school_id, last_name, id);

create index student_guardians_school_idx on public.student_guardians using btree (school_id);

create index student_records_school_idx on public.student_records using btree (school_id, happened_on desc, id);

create index students_school_name_idx on public.students using btree (school_id, last_name, first_name, id);

create index submissions_school_idx on public.submissions using btree (school_id);

create index subscriptions_school_idx on public.subscriptions using btree (school_id, ends_on desc);

create policy "Authors change their announcements, administrators all" on public.announcements
  for update
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (author_id = ( select auth.uid() as uid)))))
  with
    check
    (((school_id = ( SELECT private.staff_school() AS staff_school)) AND ((class_id IS NULL) OR (( SELECT private.my_role() AS my_role) <>
    'teacher'::public.user_role) OR (class_id IN ( SELECT private.my_class_ids() AS my_class_ids)))));

create policy "Authors delete their announcements, administrators all" on public.announcements
  for delete
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (author_id = ( select auth.uid() as uid)))));

create policy "People see what is announced to them, authors and administrator" on public.announcements
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (author_id = (
    select auth.uid() as uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND (published_at <= now()) AND (archived_at is null) AND ((class_id is null)
    or (( select private.my_role() as my_role) = 'staff'::public.user_role) or
    (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))))));

create policy "Administrators see assessments, teachers and families their cla" on public.assessments
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "Administrators see assignments, teachers their classes', famili" on "public"."assignments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or ((class_id in (
    select private.my_class_ids() as my_class_ids)) AND ((published_at is
    not null) or (teacher_id = ( select auth.uid() as uid)))) or
    ((class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)) AND (published_at is not null)))));

create policy "Teachers change their own assignments" on public.assignments
  for update
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (teacher_id = ( select auth.uid() as uid)) AND (class_id in ( select
    private.my_class_ids() as my_class_ids))))
  with
    check
    (((school_id = ( SELECT private.my_school() AS my_school)) AND (teacher_id = ( SELECT auth.uid() AS uid)) AND (class_id IN ( SELECT
    private.my_class_ids() AS my_class_ids))));

create policy "Teachers delete their own assignments" on public.assignments
  for delete
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) AND (teacher_id = ( select auth.uid() as uid)) AND (class_id in ( select
    private.my_class_ids() as my_class_ids))));

create policy "Schools see attendance, teachers their classes', families their" on "public"."attendance"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Super admins read the log, administrators their school's" on "public"."audit_log"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id >= ( select private.first_number() as first_number)) AND (id <=
    '9223372036854775807'::bigint))));

create policy "Super admins see all campuses, members their school's" on public.campuses
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school))));

create policy "Schools see who teaches what, teachers and families in their cl" on public.class_subjects
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "Schools see their classes, teachers theirs, families their chil" on public.classes
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (id in ( select private.my_class_ids() as my_class_ids)) or
    (id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "People see documents meant for them, the office all of them" on public.documents
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (uploaded_by = ( select auth.uid() as uid)) or
    ((( select private.my_role() as my_role) = ANY (audience)) AND ((student_id is null) or (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))))));

create policy "The office and uploaders change documents" on public.documents
  for update
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or (uploaded_by = ( select auth.uid() as uid)))))
  with check ((school_id = ( SELECT private.staff_school() AS staff_school)));

create policy "The office and uploaders delete documents" on public.documents
  for delete
  to authenticated
  using
    (((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) = ANY
    (ARRAY['admin'::public.user_role, 'staff'::public.user_role])) or (uploaded_by = ( select auth.uid() as uid)))));

create policy "Whoever sees a student sees the classes they were in" on public.enrolments
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see charges, families their children's" on "public"."fee_charges"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see invoices, families their children's" on "public"."fee_invoices"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see payments, families their children's" on "public"."fee_payments"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see the fees" on public.fees
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))));

create policy "Administrators see grades, teachers their classes', families th" on "public"."grades"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees guardians, teachers those of their students, gu" on public.guardians
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (user_id = ( select auth.uid() as uid)) or (id in ( select student_guardians.guardian_id
   from public.student_guardians
  where (student_guardians.student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)))))));

create policy "Administrators see their school's invitations, super admins all" on "public"."invitations"
  for select
  to "authenticated"
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id >= ( select private.first_id() as first_id)) AND (id <=
    'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Schools see the timetable, teachers and families theirs" on public.lessons
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (class_id in ( select private.my_childrens_class_ids() as my_childrens_class_ids)))));

create policy "Super admins see every licence, schools and buyers theirs" on public.licences
  for select
  to authenticated
  using
    (((school_id = ( select private.my_school() as my_school)) or (user_id = ( select auth.uid() as uid)) or ((id >= ( select
    private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Super admins see all orders, schools theirs, buyers their own" on public.orders
  for select
  to authenticated
  using
    (((school_id = ( select private.my_orders_school() as my_orders_school)) or (user_id = ( select auth.uid() as uid)) or ((id >= ( select
    private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "Schools see how many came, teachers of their classes" on public.register_days
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)))));

create policy "Super admins see all terms, members their school's" on public.school_terms
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school))));

create policy "Super admins see every school, members their own" on public.schools
  for select
  to authenticated
  using (((id >= ( select private.first_school() as first_school)) AND (id <= ( select private.last_school() as last_school))));

create policy "Super admins update schools, administrators their own" on public.schools
  for update
  to authenticated
  using
    (((id >= ( select private.first_school() as first_school)) AND (id <= ( select private.last_school() as last_school)) AND (( select
    private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))))
  with
    check
    (((id >= ( SELECT private.first_school() AS first_school)) AND (id <= ( SELECT private.last_school() AS last_school)) AND (( SELECT
    private.my_role() AS my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))));

create policy "Administrators see their staff, people their own record" on public.staff_members
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (user_id = (
    select auth.uid() as uid)))));

create policy "The office sees who belongs to whom, teachers and families thei" on public.student_guardians
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (student_id in ( select private.my_taught_student_ids() as my_taught_student_ids)) or
    (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "The office sees records, teachers and families what is meant fo" on public.student_records
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or
    ((archived_at is null) AND (visible_to = ANY (ARRAY['teachers'::text, 'family'::text])) AND (student_id in ( select
    private.my_taught_student_ids() as my_taught_student_ids))) or
    ((archived_at is null) AND (visible_to = 'family'::text) AND (student_id in ( select private.my_student_ids() as my_student_ids))))));

create policy "Schools see their students, teachers theirs, families their chi" on public.students
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role,
    'staff'::public.user_role])) or (class_id in ( select private.my_class_ids() as my_class_ids)) or
    (id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Administrators see results, teachers their classes', families t" on "public"."subject_results"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (class_id in (
    select private.my_class_ids() as my_class_ids)) or (student_id in ( select private.my_student_ids() as my_student_ids)))));

create policy "Everyone at a school sees its subjects" on public.subjects
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school))));

create policy "Administrators see submissions, teachers their classes', famili" on "public"."submissions"
  for select
  to "authenticated"
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    ((( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role])) or (student_id in (
    select private.my_student_ids() as my_student_ids)) or (assignment_id in ( select assignments.id
   from public.assignments
  where (assignments.class_id in ( select private.my_class_ids() as my_class_ids)))))));

create policy "Super admins see every subscription, administrators their schoo" on public.subscriptions
  for select
  to authenticated
  using
    (((school_id >= ( select private.first_school() as first_school)) AND (school_id <= ( select private.last_school() as last_school)) AND
    (( select private.my_role() as my_role) = ANY (ARRAY['super_admin'::public.user_role, 'admin'::public.user_role]))));

create policy "Super admins see every ticket, people their own" on public.support_tickets
  for select
  to authenticated
  using
    (((user_id = ( select auth.uid() as uid)) or ((id >= ( select private.first_id() as first_id)) AND (id <=
    'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People see themselves, schools their own, super admins all" on public.users
  for select
  to authenticated
  using
    ((((school_id = ( select private.staff_school() as staff_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (role = ANY (ARRAY['admin'::public.user_role, 'teacher'::public.user_role, 'staff'::public.user_role]))))
    or (id = ( select auth.uid() as uid)) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));

create policy "People update themselves, administrators their school" on public.users
  for update
  to authenticated
  using
    (((school_id = ( select private.admin_school() as admin_school)) or ((id = ( select auth.uid() as uid)) AND (not ( select
    private.is_super_admin() as is_super_admin))) or
    ((id >= ( select private.first_id() as first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( select
    auth.uid() as uid)))))
  with
    check
    (((school_id = ( SELECT private.admin_school() AS admin_school)) OR ((id = ( SELECT auth.uid() AS uid)) AND (NOT ( SELECT
    private.is_super_admin() AS is_super_admin))) OR
    ((id >= ( SELECT private.first_id() AS first_id)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) AND (id <> ( SELECT
    auth.uid() AS uid)))));

revoke all on function private.caller() from public;

grant execute on function private.caller() to anon, authenticated;

revoke all on function private.caller() from postgres;

grant execute on function private.caller() to postgres;

grant execute on function private.caller() to service_role;

revoke all on function private.find_caller(text) from public;

grant execute on function private.find_caller(text) to anon, authenticated;

revoke all on function private.find_caller(text) from postgres;

grant execute on function private.find_caller(text) to postgres;

grant execute on function private.find_caller(text) to service_role;

revoke all on function private.first_id() from public;

grant execute on function private.first_id() to authenticated;

revoke all on function private.first_id() from postgres;

grant execute on function private.first_id() to postgres;

grant execute on function private.first_id() to service_role;

revoke all on function private.first_number() from public;

grant execute on function private.first_number() to authenticated;

revoke all on function private.first_number() from postgres;

grant execute on function private.first_number() to postgres;

grant execute on function private.first_number() to service_role;

revoke all on function private.first_school() from public;

grant execute on function private.first_school() to authenticated;

revoke all on function private.first_school() from postgres;

grant execute on function private.first_school() to postgres;

grant execute on function private.first_school() to service_role;

revoke all on function private.last_school() from public;

grant execute on function private.last_school() to authenticated;

revoke all on function private.last_school() from postgres;

grant execute on function private.last_school() to postgres;

grant execute on function private.last_school() to service_role;

revoke all on function private.this_statement() from public;

grant execute on function private.this_statement() to anon, authenticated;

revoke all on function private.this_statement() from postgres;

grant execute on function private.this_statement() to postgres;

grant execute on function private.this_statement() to service_role;
