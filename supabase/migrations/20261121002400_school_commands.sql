-- What teachers and the office do, each in one transaction. A repeated call changes nothing more.
create function private.class_i_may_mark(wanted uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted
    and (c.school_id = private.office_school() or c.id in (select private.my_class_ids()));
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  return class;
end
$$;

create function public.take_attendance(class_id uuid, day date, marks jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.class_i_may_mark(take_attendance.class_id);
  taken integer;
begin
  if take_attendance.day > current_date + 1 then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if marks is null or jsonb_typeof(marks) <> 'array' then
    raise exception using errcode = 'P0001', message = 'Mark at least one learner.', hint = 'attendance.empty', detail = 'marks';
  end if;
  insert into public.attendance (student_id, day, school_id, class_id, status, note, recorded_by)
  select s.id, take_attendance.day, class.school_id, class.id, (m.value ->> 'status')::public.attendance_status, private.filled(m.value ->> 'note'), auth.uid()
  from jsonb_array_elements(marks) m join public.students s on s.id = (m.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, day) do update set status = excluded.status, note = excluded.note, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now();
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(marks) then
    raise exception using errcode = 'P0001', message = 'A learner of the list is not in this class. Reload the list.', hint = 'attendance.not_in_class', detail = 'marks';
  end if;
  return taken;
end
$$;
comment on function public.take_attendance(uuid, date, jsonb) is 'Writes a class''s register of a day. marks: [{"student_id", "status", "note"}]. Taking it again corrects it.';

create function public.record_grades(class_id uuid, subject_id uuid, term_id uuid, assessment text, scores jsonb, max_score numeric default 100) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class public.classes;
  written integer;
begin
  select * into class from public.classes c where c.id = record_grades.class_id and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = record_grades.subject_id and (cs.teacher_id = auth.uid() or class.class_teacher_id = auth.uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  if scores is null or jsonb_typeof(scores) <> 'array'
    or exists (select from jsonb_array_elements(scores) s where (s.value ->> 'score')::numeric not between 0 and record_grades.max_score) then
    raise exception using errcode = 'P0001', message = format('Scores are from 0 to %s.', record_grades.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, remark, graded_by)
  select class.school_id, s.id, class.id, record_grades.subject_id, record_grades.term_id, private.require_text(record_grades.assessment, 60, 'assessment', 'Name the assessment.'),
    (v.value ->> 'score')::numeric, record_grades.max_score, private.filled(v.value ->> 'remark'), auth.uid()
  from jsonb_array_elements(scores) v join public.students s on s.id = (v.value ->> 'student_id')::uuid and s.class_id = class.id
  on conflict (student_id, subject_id, term_id, assessment) do update
    set score = excluded.score, max_score = excluded.max_score, remark = excluded.remark, graded_by = excluded.graded_by, updated_at = now();
  get diagnostics written = row_count;
  if written <> jsonb_array_length(scores) then
    raise exception using errcode = 'P0001', message = 'A learner of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
  end if;
  return written;
end
$$;
comment on function public.record_grades(uuid, uuid, uuid, text, jsonb, numeric) is 'Writes the scores of one assessment. scores: [{"student_id", "score", "remark"}]. Writing again corrects them.';

create function public.submit_assignment(assignment_id uuid, answer text) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  learner public.students;
  task public.assignments;
  handed_in public.submissions;
begin
  select * into learner from public.students s where s.user_id = auth.uid() and s.school_id = private.my_school() and private.my_role() = 'student';
  select * into task from public.assignments a where a.id = submit_assignment.assignment_id and a.class_id = learner.class_id;
  if not found then
    raise exception using errcode = '42501', message = 'This assignment is not for your class.', hint = 'assignment.not_yours';
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

create function public.grade_submission(assignment_id uuid, student_id uuid, score numeric, feedback text default null) returns public.submissions
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  task public.assignments;
  graded public.submissions;
begin
  select * into task from public.assignments a where a.id = grade_submission.assignment_id and a.class_id in (select private.my_class_ids());
  if not found then
    raise exception using errcode = '42501', message = 'This is not one of your classes.', hint = 'class.not_yours';
  end if;
  if grade_submission.score is null or grade_submission.score not between 0 and task.max_score then
    raise exception using errcode = 'P0001', message = format('The score is from 0 to %s.', task.max_score), hint = 'grade.out_of_range', detail = 'score';
  end if;
  insert into public.submissions (assignment_id, student_id, school_id, score, feedback, graded_at, graded_by)
  select task.id, s.id, task.school_id, grade_submission.score, private.filled(grade_submission.feedback), now(), auth.uid()
  from public.students s where s.id = grade_submission.student_id and s.class_id = task.class_id
  on conflict (assignment_id, student_id) do update set score = excluded.score, feedback = excluded.feedback, graded_at = now(), graded_by = auth.uid()
  returning * into graded;
  if graded.assignment_id is null then
    raise exception using errcode = 'P0002', message = 'This learner is not in the class.', hint = 'grade.not_in_class', detail = 'student_id';
  end if;
  return graded;
end
$$;

create function public.charge_fee(fee_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
  select fee.school_id, s.id, fee.id, fee.name, fee.amount, fee.due_on
  from public.students s where s.school_id = fee.school_id and s.status = 'active' and (fee.class_id is null or s.class_id = fee.class_id)
  on conflict (fee_id, student_id) do nothing;
  get diagnostics charged = row_count;
  return charged;
end
$$;
comment on function public.charge_fee(uuid) is 'Charges a fee to every active learner it is for; those already charged are left alone. Returns how many were charged now.';

create function public.record_fee_payment(student_id uuid, amount integer, method text, reference text default null, paid_on date default current_date, request_id uuid default gen_random_uuid())
returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  learner public.students;
  payment public.fee_payments;
  next integer;
begin
  select * into learner from public.students s where s.id = record_fee_payment.student_id and s.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || record_fee_payment.request_id::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if private.filled(record_fee_payment.reference) is not null and exists (
    select from public.fee_payments p where p.school_id = learner.school_id and p.method = record_fee_payment.method and p.reference = upper(btrim(record_fee_payment.reference))) then
    raise exception using errcode = 'P0001', message = 'A payment with this reference is already recorded.', hint = 'fee.duplicate_reference', detail = 'reference';
  end if;
  insert into private.receipt_counters (school_id, last) values (learner.school_id, 1)
  on conflict (school_id) do update set last = private.receipt_counters.last + 1 returning last into next;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (learner.school_id, learner.id, 'RCT-' || lpad(next::text, greatest(5, length(next::text)), '0'), record_fee_payment.amount, record_fee_payment.method,
    upper(private.filled(record_fee_payment.reference)), record_fee_payment.paid_on, auth.uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$$;

grant execute on function public.take_attendance(uuid, date, jsonb), public.record_grades(uuid, uuid, uuid, text, jsonb, numeric), public.submit_assignment(uuid, text),
  public.grade_submission(uuid, uuid, numeric, text), public.charge_fee(uuid), public.record_fee_payment(uuid, integer, text, text, date, uuid) to authenticated;
