-- A register may be marked where there is no network and sent later: a mark that somebody else gave meanwhile is told, never overwritten.
create function public.record_attendance(class_id uuid, day date, marks jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class constant public.classes := private.class_i_may_mark(record_attendance.class_id);
  mark record;
  standing record;
  outcomes jsonb := '[]';
begin
  if record_attendance.day is null or record_attendance.day > (now() at time zone 'Africa/Nairobi')::date then
    raise exception using errcode = 'P0001', message = 'Attendance cannot be taken for a day to come.', hint = 'attendance.future', detail = 'day';
  end if;
  if jsonb_typeof(marks) is distinct from 'array' or jsonb_array_length(marks) not between 1 and 500 then
    raise exception using errcode = 'P0001', message = 'Mark between 1 and 500 learners at a time.', hint = 'attendance.empty', detail = 'marks';
  end if;
  -- One order for everybody, so that two who mark the same class wait for each other and never in a circle.
  for mark in
    select m.student_id, m.status, array(select jsonb_array_elements_text(coalesce(m.seen, '[]'))) as seen, s.id is not null as is_here
    from jsonb_to_recordset(marks) as m (student_id uuid, status public.attendance_status, seen jsonb)
    left join public.students s on s.id = m.student_id and s.class_id = class.id
    order by m.student_id
  loop
    if not mark.is_here then
      outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'not_in_class');
      continue;
    end if;
    insert into public.attendance as kept (student_id, day, school_id, class_id, status, recorded_by)
    values (mark.student_id, record_attendance.day, class.school_id, class.id, mark.status, auth.uid())
    on conflict (student_id, day) do update
      set status = excluded.status, class_id = excluded.class_id, recorded_by = excluded.recorded_by, recorded_at = now()
      where kept.status <> excluded.status and kept.status::text = any (mark.seen);
    if not found then
      select a.status, a.recorded_at, concat_ws(' ', u.first_name, u.last_name) as name into standing
      from public.attendance a left join public.users u on u.id = a.recorded_by where a.student_id = mark.student_id and a.day = record_attendance.day;
      if standing.status <> mark.status then
        outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'changed', 'status', standing.status, 'by', private.filled(standing.name), 'at', standing.recorded_at);
        continue;
      end if;
    end if;
    outcomes := outcomes || jsonb_build_object('student_id', mark.student_id, 'outcome', 'kept');
  end loop;
  return outcomes;
end
$$;
comment on function public.record_attendance(uuid, date, jsonb) is
  'Marks learners of a class on a day. marks: [{"student_id", "status", "seen": [status...]}], seen being what the caller knows stands there. Per learner: kept, changed (somebody else marked meanwhile: status, by, at) or not_in_class. Repeating it changes nothing more.';
grant execute on function public.record_attendance(uuid, date, jsonb) to authenticated;
