set check_function_bodies = off;

revoke all (archived_at) on table public.announcements from authenticated;

revoke all (archived_at) on table public.assignments from authenticated;

revoke all (handled_at) on table public.contact_messages from authenticated;

revoke all (handled_by) on table public.contact_messages from authenticated;

revoke all (handled_at) on table public.demo_requests from authenticated;

revoke all (handled_by) on table public.demo_requests from authenticated;

revoke all (file_size) on table public.documents from authenticated;

revoke all (mime_type) on table public.documents from authenticated;

revoke all (read_at) on table public.notifications from authenticated;

drop policy "Super admins handle messages" on public.contact_messages;

drop policy "Super admins handle demo requests" on public.demo_requests;

drop policy "The admin adds to its school" on public.fees;

drop policy "The admin deletes within its school" on public.fees;

drop policy "The admin updates within its school" on public.fees;

drop policy "The office adds to its school" on public.guardians;

drop policy "The office updates within its school" on public.guardians;

drop policy "People mark their notifications" on public.notifications;

drop policy "The office adds to its school" on public.student_guardians;

drop policy "The office updates within its school" on public.student_guardians;

drop policy "The office adds to its school" on public.students;

drop policy "The office updates within its school" on public.students;

alter table public.documents
  alter column file_size set default 0;

alter table public.documents
  alter column mime_type set default ''::text;

create or replace function private.prepare_student_record()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  new.visible_to := coalesce(new.visible_to, case new.kind when 'health' then 'office' when 'merit' then 'family' else 'teachers' end);
  new.search_text := lower(new.summary || ' ' || (select s.search_text from public.students s where s.id = new.student_id));
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
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
  if private.my_role() is distinct from 'teacher' then
    raise exception using errcode = '42501', message = 'Only a teacher of the class may do this.', hint = 'permission.teacher_only';
  end if;
  if not exists (select from public.assignments a where a.id = require_own_assignment.assignment_id
    and a.school_id = private.my_school() and a.teacher_id = private.signed_in_uid()
    and a.class_id in (select private.my_class_ids())) then
    raise exception using errcode = 'P0002', message = 'This assignment is no longer here.', hint = 'assignment.not_found';
  end if;
  return require_own_assignment.assignment_id;
end
$function$;

create or replace function private.stamp_assignment()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if current_user = 'authenticated' and new.published_at is not null then
    new.published_at := now();
  end if;
  return new;
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
  if private.staff_school() is null then
    raise exception using errcode = '42501', message = 'Only staff of the school may do this.', hint = 'permission.staff_only';
  end if;
  update public.announcements a
  set archived_at = case when archive_announcement.is_archived then coalesce(a.archived_at, now()) end
  where a.id = archive_announcement.announcement_id and a.school_id = private.staff_school()
    and (private.my_role() = 'admin' or a.author_id = private.signed_in_uid())
  returning a.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This announcement is no longer here.', hint = 'announcement.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.archive_assignment (
  assignment_id uuid,
  is_archived   boolean
)
  returns uuid
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.assignments a set archived_at = case when is_archived then coalesce(a.archived_at, now()) end
  where a.id = private.require_own_assignment(archive_assignment.assignment_id) returning a.id
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
  school constant uuid := private.require_office();
  saved uuid;
begin
  update public.student_records r
  set archived_at = case when archive_student_record.is_archived then coalesce(r.archived_at, now()) end
  where r.id = archive_student_record.record_id and r.school_id = school returning r.id into saved;
  if saved is null then
    raise exception using errcode = 'P0002', message = 'This note is no longer here.', hint = 'record.not_found';
  end if;
  return saved;
end
$function$;

create or replace function public.mark_notifications_read (
  notification_id uuid default null::uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.signed_in_uid();
  marked integer;
begin
  if me is null then
    raise exception using errcode = '42501', message = 'Sign in first.', hint = 'permission.signed_in_only';
  end if;
  update public.notifications n set read_at = now()
  where n.user_id = me and n.read_at is null
    and (mark_notifications_read.notification_id is null or n.id = mark_notifications_read.notification_id);
  get diagnostics marked = row_count;
  return marked;
end
$function$;

create or replace function public.publish_assignment (
  assignment_id uuid,
  is_published  boolean default true
)
  returns uuid
  language sql
  security definer
  set search_path to ''
  AS $function$
  update public.assignments a set published_at = case when is_published then coalesce(a.published_at, now()) end
  where a.id = private.require_own_assignment(publish_assignment.assignment_id) returning a.id
$function$;

create or replace function public.set_students_status (
  student_ids uuid[],
  status      public.student_status
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_office();
  changed integer;
begin
  if set_students_status.status = 'active' then
    perform private.require_room(school, (select count(*)::integer from public.students s
      where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> 'active'));
  end if;
  update public.students s set status = set_students_status.status where s.id = any (set_students_status.student_ids) and s.school_id = school and s.status <> set_students_status.status;
  get diagnostics changed = row_count;
  return changed;
end
$function$;

create trigger stamp
  before insert on public.assignments
  for each row
  execute function private.stamp_assignment();

comment on function public.archive_announcement(uuid, boolean) is 'Archives an announcement or brings it back: authors theirs, administrators all.';

comment on function public.archive_assignment(uuid, boolean) is 'Archives an assignment, so that nothing more is handed in, or opens it again.';

comment on function public.archive_student_record(uuid, boolean) is 'Archives a note about a student, which only the office then sees, or brings it back.';

comment on function public.mark_notifications_read(uuid) is 'Marks one notification of the caller as read, or all of them. Returns how many were unread.';

comment on function public.publish_assignment(uuid, boolean) is 'Gives an assignment to its class, or makes it a draft again as long as nothing was handed in.';

revoke all on function private.require_own_assignment(uuid) from public;

revoke all on function private.stamp_assignment() from public;

revoke all on function public.archive_announcement(uuid, boolean) from public;

grant execute on function public.archive_announcement(uuid, boolean) to authenticated;

grant execute on function public.archive_announcement(uuid, boolean) to service_role;

revoke all on function public.archive_assignment(uuid, boolean) from public;

grant execute on function public.archive_assignment(uuid, boolean) to authenticated;

grant execute on function public.archive_assignment(uuid, boolean) to service_role;

revoke all on function public.archive_student_record(uuid, boolean) from public;

grant execute on function public.archive_student_record(uuid, boolean) to authenticated;

grant execute on function public.archive_student_record(uuid, boolean) to service_role;

revoke all on function public.mark_notifications_read(uuid) from public;

grant execute on function public.mark_notifications_read(uuid) to authenticated;

grant execute on function public.mark_notifications_read(uuid) to service_role;

revoke all on function public.publish_assignment(uuid, boolean) from public;

grant execute on function public.publish_assignment(uuid, boolean) to authenticated;

grant execute on function public.publish_assignment(uuid, boolean) to service_role;

revoke all (published_at) on table public.assignments from authenticated;

grant insert (published_at) on table public.assignments to authenticated;

revoke all on table public.fees from authenticated;

grant select on table public.fees to authenticated;

revoke all on table public.guardians from authenticated;

grant select on table public.guardians to authenticated;

revoke all on table public.student_guardians from authenticated;

grant select on table public.student_guardians to authenticated;

revoke all on table public.students from authenticated;

grant select on table public.students to authenticated;



revoke all on table public.lessons from authenticated;

grant select,
  insert (school_id, class_id, subject_id, teacher_id, weekday, starts_at, ends_at, room),
  update (subject_id, teacher_id, weekday, starts_at, ends_at, room),
  delete on public.lessons to authenticated;

revoke all on table public.student_records from authenticated;

grant select (id, school_id, student_id, kind, happened_on, recorded_by, created_at, visible_to, archived_at, updated_at),
  insert (school_id, student_id, kind, summary, details, happened_on, visible_to),
  update (kind, summary, details, happened_on, visible_to) on public.student_records to authenticated;
