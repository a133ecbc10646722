-- Reading behaviour records: lists, the report, and a trace of who read what was written about a child.

-- Once an hour for each reader and child: a list that is turned back and forth is one reading.
create function private.log_behaviour_reading(school uuid, students uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, school_id, student_id, action, entity)
  select private.signed_in_uid(), log_behaviour_reading.school, c.id, 'read', 'behaviour_entries'
    from (select distinct id from unnest(students) c (id)) c
  where not exists (select from public.audit_log l where l.student_id = c.id and l.actor_id = private.signed_in_uid()
    and l.action = 'read' and l.entity = 'behaviour_entries' and l.at > now() - interval '1 hour')
$$;

create function public.read_behaviour(
  of_student uuid default null, of_class uuid default null, of_kind text default null, of_entry uuid default null,
    search text default null, skipped integer default 0, size integer default 25)
returns table (id uuid, student_id uuid, student text, admission_number text, class_name text, category text, kind text,
  points integer, happened_on date, note text, agreed text,
  recorded_by text, recorded_at timestamptz, shared_at timestamptz, withdrawn_at timestamptz, withdrawn_reason text,
    follow_ups jsonb, total bigint)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.member_addon_school('addon:behaviour-records');
  in_office constant boolean := private.may('behaviour:read-all');
  patterns constant text[] := private.search_patterns(read_behaviour.search);
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  with found as materialized (
    select e.*, s.full_name as student, s.admission_number, k.name as class_name,
      c.name as category
    from public.behaviour_entries e join public.students s on s.id = e.student_id
      join public.behaviour_categories c on c.id = e.category_id
    left join public.enrolments n on n.student_id = e.student_id and n.started_on <= e.happened_on
      and (n.ended_on is null or n.ended_on > e.happened_on)
    left join public.classes k on k.id = coalesce(n.class_id, s.class_id)
    where e.school_id = school and (of_student is null or e.student_id = of_student)
      and (of_class is null or k.id = of_class) and (of_kind is null or e.kind = of_kind)
      and (of_entry is null or e.id = of_entry)
      and e.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (in_office or e.student_id in (select private.my_taught_student_ids()) or e.shared_at is not null
        and e.withdrawn_at is null and e.student_id in (select private.my_student_ids()))
      and (patterns is null or s.search_text like all (patterns) or private.fold_text(c.name) like all (patterns))),
  page as materialized (
    select f.*, count(*) over () as found_rows from found f order by f.happened_on desc, f.recorded_at desc, f.id
      limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p where p.kind = 'incident'
    having count(*) > 0)
  select p.id, p.student_id, p.student, p.admission_number, p.class_name, p.category, p.kind, p.points, p.happened_on,
    p.note, p.agreed,
    (select u.full_name from public.users u where u.id = p.recorded_by), p.recorded_at,
      p.shared_at, p.withdrawn_at, p.withdrawn_reason,
    case when in_office or p.student_id in (select private.my_taught_student_ids())
      then (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'due_on', f.due_on, 'task', f.task,
      'person', (select u.full_name from public.users u where u.id = f.assigned_to),
      'done_at', f.done_at, 'outcome', f.outcome) order by f.due_on, f.planned_at), '[]')
        from public.behaviour_follow_ups f where f.entry_id = p.id) end, p.found_rows
  from page p left join logged on true
  order by p.happened_on desc, p.recorded_at desc, p.id;
end
$$;
comment on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) is
  'A page of the merits and incidents that the caller may read, newest first; families read what is shared with '
    'them. Who reads of an incident is logged. follow_ups: [{id, due_on, task, person, done_at, outcome}], null '
    'for families.';
grant execute on function public.read_behaviour(uuid, uuid, text, uuid, text, integer, integer) to authenticated;

create function public.read_behaviour_follow_ups(is_mine boolean default false, is_open boolean default true,
  skipped integer default 0, size integer default 25)
returns table (id uuid, entry_id uuid, student_id uuid, student text, class_name text, category text, task text,
  due_on date, person text, done_at timestamptz, outcome text, total bigint)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.addon_school('addon:behaviour-records');
  in_office constant boolean := private.may('behaviour:read-all');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  with page as materialized (
    select f.*, count(*) over () as found_rows from public.behaviour_follow_ups f
    where f.school_id = school and (f.done_at is null) = is_open
      and (not is_mine or f.assigned_to = private.signed_in_uid())
      and f.student_id <> all ((select private.withheld_from_me())::uuid[])
      and (in_office or f.student_id in (select private.my_taught_student_ids()))
    order by case when is_open then f.due_on end, case when not is_open then f.due_on end desc, f.id
      limit least(greatest(size, 1), 1000) offset greatest(skipped, 0)),
  logged as (select private.log_behaviour_reading(school, array_agg(p.student_id)) from page p having count(*) > 0)
  select p.id, p.entry_id, p.student_id, s.full_name, k.name, c.name, p.task, p.due_on,
    (select u.full_name from public.users u where u.id = p.assigned_to), p.done_at,
    p.outcome, p.found_rows
  from page p join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.id = p.entry_id join public.behaviour_categories c on c.id = e.category_id
    left join logged on true
  order by case when is_open then p.due_on end, case when not is_open then p.due_on end desc, p.id;
end
$$;
comment on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) is
  'A page of follow-ups: open ones by their day, closed ones the latest first; all that the caller may see, or the '
  'caller''s own.';
grant execute on function public.read_behaviour_follow_ups(boolean, boolean, integer, integer) to authenticated;

create function public.behaviour_summary() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'categories', (select count(*) from public.behaviour_categories c where c.is_active),
    'merits', (select count(*) from public.behaviour_entries e
      where e.school_id = (select private.school_where('behaviour:record')) and e.kind = 'merit'
      and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'incidents', (select count(*) from public.behaviour_entries e
      where e.school_id = (select private.school_where('behaviour:record')) and e.kind = 'incident'
      and e.withdrawn_at is null and e.happened_on > private.my_today() - 7),
    'mine', (select count(*) from public.behaviour_follow_ups f
      where f.school_id = (select private.school_where('behaviour:record')) and f.done_at is null
      and f.assigned_to = private.signed_in_uid()),
    'overdue', (select count(*) from public.behaviour_follow_ups f
      where f.school_id = (select private.school_where('behaviour:record')) and f.done_at is null
      and f.assigned_to = private.signed_in_uid() and f.due_on < private.my_today()))
$$;
comment on function public.behaviour_summary()
  is 'The last seven days and the caller''s own open follow-ups: {categories, merits, incidents, mine, overdue}.';
grant execute on function public.behaviour_summary() to authenticated;

create function public.behaviour_report(from_day date, to_day date, class_id uuid default null)
returns table (student_id uuid, name text, admission_number text, class_name text, merits integer, incidents integer,
  merit_points integer, incident_points integer, balance integer, last_on date, total integer)
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select s.id, s.full_name, s.admission_number, c.name, e.merits, e.incidents,
    e.merit_points, e.incident_points, e.merit_points - e.incident_points, e.last_on, (count(*) over ())::integer
  from (
    select e.student_id, count(*) filter (where e.kind = 'merit')::integer as merits,
      count(*) filter (where e.kind = 'incident')::integer as incidents,
      coalesce(sum(e.points) filter (where e.kind = 'merit'), 0)::integer as merit_points,
        coalesce(sum(e.points) filter (where e.kind = 'incident'), 0)::integer as incident_points,
        max(e.happened_on) as last_on
    from public.behaviour_entries e where e.school_id = (select private.school_where('behaviour:record'))
      and e.happened_on between behaviour_report.from_day and behaviour_report.to_day and e.withdrawn_at is null
      and (behaviour_report.class_id is null
        or behaviour_report.class_id = coalesce(private.class_on(e.student_id, e.happened_on),
        private.class_on(e.student_id, private.my_today())))
    group by e.student_id) e
  join public.students s on s.id = e.student_id
    left join public.classes c on c.id = coalesce(behaviour_report.class_id, s.class_id)
$$;
comment on function public.behaviour_report(date, date, uuid) is 'Merits and incidents of each student in a period, '
  'of a class or of all whom the caller may see; balance: points of merits less those of incidents. total: number '
  'of students.';
grant execute on function public.behaviour_report(date, date, uuid) to authenticated;

-- For the file of a child: what the caller may read, with its trace; nothing without a licence.
create function private.exported_behaviour(student uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if private.member_addon_school('addon:behaviour-records') is null then
    return '[]';
  end if;
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]')
    from public.read_behaviour(of_student => student, size => 1000) r);
end
$$;
grant execute on function private.exported_behaviour(uuid) to authenticated;

-- Follow-ups of the caller that are due.
create function private.due_follow_ups() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when private.may('behaviour:record') and private.addon_school('addon:behaviour-records') is not null
    then count(*) end
  from public.behaviour_follow_ups f
  where f.assigned_to = (select private.signed_in_uid()) and f.done_at is null
    and f.due_on <= (select private.my_today())
    and f.school_id = (select private.school_where('behaviour:record'))
$$;
grant execute on function private.due_follow_ups() to authenticated;
select private.count_waiting('/dashboard/addons/behaviour-records/follow-ups', 'due_follow_ups',
  '{behaviour_follow_ups}');
