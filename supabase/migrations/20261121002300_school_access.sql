-- Who sees and writes what within a school: administrators their school, the office its learners, teachers their classes,
-- parents their children, learners themselves.
create function private.admin_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() = 'admin'
$$;
create function private.office_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() in ('admin', 'staff')
$$;
create function private.staff_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.my_school() where private.my_role() in ('admin', 'teacher', 'staff')
$$;
create function private.my_class_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.classes where class_teacher_id = auth.uid() and school_id = private.my_school() and private.my_role() = 'teacher'
  union
  select class_id from public.class_subjects where teacher_id = auth.uid() and school_id = private.my_school() and private.my_role() = 'teacher'
$$;
comment on function private.my_class_ids() is 'Classes the calling teacher leads or teaches.';
create function private.my_student_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.students s where s.user_id = auth.uid() and s.school_id = private.my_school() and private.my_role() = 'student'
  union
  select sg.student_id from public.guardians g join public.student_guardians sg on sg.guardian_id = g.id
  where g.user_id = auth.uid() and g.school_id = private.my_school() and private.my_role() = 'parent'
$$;
comment on function private.my_student_ids() is 'The calling learner, or the calling parent''s children.';
create function private.my_taught_student_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.students where class_id in (select private.my_class_ids())
$$;
create function private.my_childrens_class_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select class_id from public.students where class_id is not null and id in (select private.my_student_ids())
$$;
grant execute on function private.admin_school(), private.office_school(), private.staff_school(), private.my_class_ids(), private.my_student_ids(),
  private.my_taught_student_ids(), private.my_childrens_class_ids() to authenticated, service_role;

do $$
declare
  name text;
begin
  foreach name in array array['classes', 'students', 'enrolments', 'guardians', 'student_guardians', 'staff_members', 'student_records', 'subjects', 'class_subjects',
    'lessons', 'attendance', 'assignments', 'submissions', 'grades', 'fees', 'fee_charges', 'fee_payments', 'announcements', 'notifications', 'documents'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('grant select on public.%I to authenticated', name);
  end loop;
end
$$;
grant select on public.student_balances to authenticated;

create policy "Schools see their classes, teachers theirs, families their children's" on public.classes for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or id in (select private.my_class_ids()) or id in (select private.my_childrens_class_ids()));
create policy "Schools see their learners, teachers theirs, families their children" on public.students for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or id in (select private.my_student_ids()));
create policy "Whoever sees a learner sees the classes they were in" on public.enrolments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()));
create policy "The office sees guardians, teachers those of their learners, guardians themselves" on public.guardians for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or user_id = (select auth.uid())
    or id in (select guardian_id from public.student_guardians where student_id in (select private.my_taught_student_ids())));
create policy "The office sees who belongs to whom, teachers and families theirs" on public.student_guardians for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()));
create policy "Administrators see their staff, people their own record" on public.staff_members for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or user_id = (select auth.uid()));
create policy "The office sees records, teachers those of their learners" on public.student_records for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or student_id in (select private.my_taught_student_ids()));
create policy "Everyone at a school sees its subjects" on public.subjects for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_school()));
create policy "Schools see who teaches what, teachers and families in their classes" on public.class_subjects for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));
create policy "Schools see the timetable, teachers and families theirs" on public.lessons for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));
create policy "Schools see attendance, teachers their classes', families their children's" on public.attendance for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids()));
create policy "Administrators see assignments, teachers and families their classes'" on public.assignments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));
create policy "Administrators see submissions, teachers their classes', families their children's" on public.submissions for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids())
    or assignment_id in (select id from public.assignments where class_id in (select private.my_class_ids())));
create policy "Administrators see grades, teachers their classes', families their children's" on public.grades for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or student_id in (select private.my_student_ids()));
create policy "Administrators see the fees" on public.fees for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()));
create policy "Administrators see charges, families their children's" on public.fee_charges for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));
create policy "Administrators see payments, families their children's" on public.fee_payments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or student_id in (select private.my_student_ids()));
create policy "People see what is announced to them, authors and administrators all of it" on public.announcements for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or author_id = (select auth.uid())
    or (school_id = (select private.my_school()) and (select private.my_role()) = any (audience) and published_at <= now()
      and (class_id is null or (select private.my_role()) = 'staff' or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()))));
create policy "People see their notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "People see documents meant for them, the office all of them" on public.documents for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.office_school()) or uploaded_by = (select auth.uid())
    or (school_id = (select private.my_school()) and (select private.my_role()) = any (audience)
      and (student_id is null or student_id in (select private.my_taught_student_ids()) or student_id in (select private.my_student_ids()))));

-- Writing: administrators run the school, the office keeps learners, teachers their classes' work.
do $$
declare
  place record;
begin
  for place in select * from (values
    ('classes', 'admin_school'), ('subjects', 'admin_school'), ('class_subjects', 'admin_school'), ('lessons', 'admin_school'), ('staff_members', 'admin_school'), ('fees', 'admin_school'),
    ('students', 'office_school'), ('guardians', 'office_school'), ('student_guardians', 'office_school'), ('student_records', 'office_school')) as places (name, keeper) loop
    execute format('grant insert, update, delete on public.%I to authenticated', place.name);
    execute format('create policy "The %s adds to its school" on public.%I for insert to authenticated with check (school_id = (select private.%I()))', split_part(place.keeper, '_', 1), place.name, place.keeper);
    execute format('create policy "The %s updates within its school" on public.%I for update to authenticated using (school_id = (select private.%I())) with check (school_id = (select private.%I()))',
      split_part(place.keeper, '_', 1), place.name, place.keeper, place.keeper);
    execute format('create policy "The %s deletes within its school" on public.%I for delete to authenticated using (school_id = (select private.%I()))', split_part(place.keeper, '_', 1), place.name, place.keeper);
  end loop;
end
$$;
grant insert (school_id, class_id, subject_id, title, instructions, due_on, max_score), update (title, instructions, due_on, max_score), delete on public.assignments to authenticated;
create policy "Teachers set assignments for their classes" on public.assignments for insert to authenticated
  with check (school_id = (select private.my_school()) and class_id in (select private.my_class_ids()));
create policy "Teachers change their own assignments" on public.assignments for update to authenticated
  using (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids())) with check (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids()));
create policy "Teachers delete their own assignments" on public.assignments for delete to authenticated
  using (teacher_id = (select auth.uid()) and class_id in (select private.my_class_ids()));

grant insert (school_id, class_id, title, body, audience, published_at), update (class_id, title, body, audience, published_at), delete on public.announcements to authenticated;
create policy "Staff of a school announce, teachers to their own classes or to everyone" on public.announcements for insert to authenticated
  with check (school_id = (select private.staff_school()) and (class_id is null or (select private.my_role()) <> 'teacher' or class_id in (select private.my_class_ids())));
create policy "Authors change their announcements, administrators all" on public.announcements for update to authenticated
  using (school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.staff_school())))
  with check (school_id = (select private.staff_school()) and (class_id is null or (select private.my_role()) <> 'teacher' or class_id in (select private.my_class_ids())));
create policy "Authors delete their announcements, administrators all" on public.announcements for delete to authenticated
  using (school_id = (select private.admin_school()) or (author_id = (select auth.uid()) and school_id = (select private.staff_school())));

grant update (read_at), delete on public.notifications to authenticated;
create policy "People mark their notifications" on public.notifications for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "People remove their notifications" on public.notifications for delete to authenticated using (user_id = (select auth.uid()));

grant insert (school_id, student_id, title, file_path, file_size, mime_type, audience), update (title, audience), delete on public.documents to authenticated;
create policy "Staff of a school add documents" on public.documents for insert to authenticated
  with check (school_id = (select private.staff_school()) and (student_id is null or (select private.my_role()) <> 'teacher' or student_id in (select private.my_taught_student_ids())));
create policy "The office and uploaders change documents" on public.documents for update to authenticated
  using (school_id = (select private.office_school()) or (uploaded_by = (select auth.uid()) and school_id = (select private.staff_school())))
  with check (school_id = (select private.staff_school()));
create policy "The office and uploaders delete documents" on public.documents for delete to authenticated
  using (school_id = (select private.office_school()) or (uploaded_by = (select auth.uid()) and school_id = (select private.staff_school())));

insert into storage.buckets (id, name, public, file_size_limit) values ('school-documents', 'school-documents', false, 26214400) on conflict (id) do nothing;
create policy "Whoever sees a document reads its file" on storage.objects for select to authenticated
  using (bucket_id = 'school-documents' and (name in (select file_path from public.documents) or (storage.foldername(name))[1] = (select private.office_school())::text));
create policy "Staff of a school upload its documents" on storage.objects for insert to authenticated
  with check (bucket_id = 'school-documents' and (storage.foldername(name))[1] = (select private.staff_school())::text);
create policy "The office removes its school's files" on storage.objects for delete to authenticated
  using (bucket_id = 'school-documents' and (storage.foldername(name))[1] = (select private.office_school())::text);
