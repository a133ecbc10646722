-- An assignment is written as a draft, published to its class when it is ready, and put away when it is over.
alter table public.assignments add column published_at timestamptz default now(), add column archived_at timestamptz;
comment on column public.assignments.published_at is 'Since when the class sees it; null while its teacher is still writing it.';
comment on column public.assignments.archived_at is 'Put away: nothing more is handed in; marks and answers stay.';
update public.assignments set published_at = created_at;
grant insert (published_at), update (published_at, archived_at) on public.assignments to authenticated;

drop policy "Administrators see assignments, teachers and families their classes'" on public.assignments;
create policy "Administrators see assignments, teachers their classes', families what is published" on public.assignments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school())
    or (class_id in (select private.my_class_ids()) and (published_at is not null or teacher_id = (select auth.uid())))
    or (class_id in (select private.my_childrens_class_ids()) and published_at is not null));

create function private.keep_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.published_at is null and old.published_at is not null and exists (select from public.submissions s where s.assignment_id = old.id) then
    raise exception using errcode = 'PT409', message = 'Somebody handed this in or was marked already, so it stays published. Archive it to close it.', hint = 'assignment.handed_in';
  end if;
  if new.max_score < old.max_score and exists (select from public.submissions s where s.assignment_id = old.id and s.score > new.max_score) then
    raise exception using errcode = 'P0001', message = format('Somebody was given more than %s already. Change that mark first.', new.max_score), hint = 'assignment.scale_too_small', detail = 'maxScore';
  end if;
  if new.max_score <> old.max_score then
    update public.grades g set max_score = new.max_score, updated_at = now() where g.assignment_id = old.id;
  end if;
  return new;
end
$$;
create trigger keep before update of published_at, max_score on public.assignments for each row execute function private.keep_assignment();

-- The class hears of it once; rows that are loaded, by nobody signed in, are no news.
create function private.tell_assignment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(array(select s.user_id from public.students s where s.class_id = new.class_id and s.status = 'active' and s.user_id is not null),
    'assignment/' || new.id, 'New assignment: ' || new.title, 'Due ' || to_char(new.due_on, 'FMDD Mon YYYY') || '.', '/dashboard');
  return null;
end
$$;
create trigger tell_new after insert on public.assignments for each row
  when (new.published_at is not null and auth.uid() is not null) execute function private.tell_assignment();
create trigger tell_published after update of published_at on public.assignments for each row
  when (old.published_at is null and new.published_at is not null and auth.uid() is not null) execute function private.tell_assignment();

create or replace function public.submit_assignment(assignment_id uuid, answer text) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  learner public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into learner from public.students s where s.user_id = auth.uid() and s.school_id = private.my_school() and private.my_role() = 'student';
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.class_id = learner.class_id and a.published_at is not null;
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
  end if;
  if task.archived_at is not null then
    raise exception using errcode = 'PT409', message = 'This assignment is closed. Ask your teacher.', hint = 'assignment.closed';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
  values (task.id, learner.id, task.school_id, private.require_text(submit_assignment.answer, 20000, 'answer', 'Write your answer.'), now())
  on conflict (assignment_id, student_id) do update set answer = excluded.answer, submitted_at = now() where public.submissions.graded_at is null
  returning * into handed_in;
  if handed_in.assignment_id is null then
    raise exception using errcode = '55000', message = 'This assignment is already marked and cannot be changed.', hint = 'assignment.graded';
  end if;
  return handed_in;
end
$$;

create function private.refuse_mark_of_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.assignments a where a.id = new.assignment_id and a.published_at is null) then
    raise exception using errcode = 'PT409', message = 'This is a draft. Publish it, then mark it.', hint = 'assignment.draft';
  end if;
  return new;
end
$$;
create trigger refuse_mark_of_draft before insert on public.submissions for each row execute function private.refuse_mark_of_draft();

create or replace function private.personal_stats(my_role public.user_role) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when my_role in ('parent', 'student') then jsonb_build_array(
      case my_role when 'parent' then private.stat('children', (select count(*) from private.my_student_ids()))
        else private.stat('assignments_due', (select count(*) from public.assignments where class_id in (select private.my_childrens_class_ids()) and due_on >= private.nairobi_day(now()) and published_at is not null and archived_at is null)) end,
      private.stat('attendance', private.attendance_share(array(select private.my_student_ids()), current_date - 29), 'percent'),
      private.stat('fees_outstanding', (select coalesce(sum(amount), 0) from public.fee_charges where student_id in (select private.my_student_ids()))
        - (select coalesce(sum(amount), 0) from public.fee_payments where student_id in (select private.my_student_ids())), 'KES'))
    else jsonb_build_array(
      private.stat('orders', (select count(*) from public.orders where user_id = auth.uid())),
      private.stat('licences', (select count(*) from public.licences where user_id = auth.uid())),
      private.stat('tickets', (select count(*) from public.support_tickets where user_id = auth.uid()))) end
    || private.stat('unread_notifications', (select count(*) from public.notifications where user_id = auth.uid() and read_at is null))
$$;
