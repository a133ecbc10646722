-- Behaviour Records: merits and incidents with points, what was agreed, who follows it up and when, and what the family
-- is shown.

create table public.behaviour_categories (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  kind text not null check (kind in ('merit', 'incident')),
  points integer not null check (points between 0 and 100),
  is_active boolean not null default true,
  unique (id, school_id)
);
comment on table public.behaviour_categories
  is 'What a school records and for how many points. Points of incidents count against a student.';

create unique index behaviour_categories_school_key
  on public.behaviour_categories (school_id, kind, private.fold_text(name));

select private.school_table('public.behaviour_categories', feature => 'addon:behaviour-records', audit => true,
  label => 'Merits and incidents', verbs => '{insert,update}');
grant select on public.behaviour_categories to authenticated;

create policy "Staff see what their school records" on public.behaviour_categories for select to authenticated
  using (school_id = (select private.addon_school('addon:behaviour-records')));

-- What a school may start with instead of an empty list.
create table private.usual_behaviour_categories (
  position integer primary key,
  kind text not null,
  points integer not null,
  name text not null,
  name_sw text not null
);

alter table private.usual_behaviour_categories enable row level security;

insert into private.usual_behaviour_categories (position, kind, points, name, name_sw) values
  (1, 'merit', 2, 'Helped somebody', 'Alimsaidia mwenzake'),
  (2, 'merit', 3, 'Outstanding work', 'Kazi bora sana'),
  (3, 'merit', 5, 'Stood for the school', 'Aliiwakilisha shule'),
  (4, 'merit', 2, 'Much improved', 'Amejitahidi sana'),
  (5, 'incident', 1, 'Disturbed a lesson', 'Alivuruga somo'),
  (6, 'incident', 1, 'Homework missing', 'Hakufanya kazi ya nyumbani'),
  (7, 'incident', 2, 'Out of uniform', 'Hakuvaa sare'),
  (8, 'incident', 3, 'Rude to somebody', 'Utovu wa heshima'),
  (9, 'incident', 5, 'Away without leave', 'Aliondoka bila ruhusa'),
  (10, 'incident', 8, 'Bullying or fighting', 'Uonevu au kupigana');

create table public.behaviour_entries (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  student_id uuid not null,
  category_id uuid not null,
  kind text not null check (kind in ('merit', 'incident')),
  points integer not null,
  happened_on date not null,
  note text check (length(note) <= 2000),
  agreed text check (length(agreed) <= 2000),
  request_id uuid not null,
  recorded_by uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  shared_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references public.users (id) on delete set null,
  withdrawn_reason text check (length(withdrawn_reason) <= 300),
  unique (request_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (category_id, school_id) references public.behaviour_categories (id, school_id)
);
comment on table public.behaviour_entries is 'Points are those of the category on the day it was recorded. An entry '
  'is withdrawn with a reason and never changed. shared_at: since when the family sees it.';

create index behaviour_entries_school_idx on public.behaviour_entries (school_id, happened_on desc, recorded_at desc,
  id);
create index behaviour_entries_student_idx on public.behaviour_entries (student_id, happened_on desc);
create index behaviour_entries_category_idx on public.behaviour_entries (category_id);

select private.school_table('public.behaviour_entries', feature => 'addon:behaviour-records', subject => 'student_id',
  erase => 'delete', audit => true, label => 'Behaviour', verbs => '{update}', key => '{id}', counts_use => true,
  retention => 'student_notes', reader => 'private.exported_behaviour', notices => '{behaviour}',
  child_notices => '{behaviour-points}', traced => '{note,agreed,withdrawn_reason}');
-- What was written about a child is read by read_behaviour only, which leaves a trace.
grant select (id, school_id, student_id, category_id, kind, points, happened_on, recorded_by, recorded_at, shared_at,
  withdrawn_at) on public.behaviour_entries to authenticated;

create policy "The office sees entries, teachers their students', families what is shared" on public.behaviour_entries
  for select to authenticated
  using (school_id = (select private.member_addon_school('addon:behaviour-records'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('behaviour:read-all')) or student_id in (select private.my_taught_student_ids())
      or (shared_at is not null and withdrawn_at is null and student_id in (select private.my_student_ids()))));

create table public.behaviour_follow_ups (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  entry_id uuid not null references public.behaviour_entries (id) on delete cascade,
  student_id uuid not null,
  due_on date not null,
  task text not null check (length(btrim(task)) between 1 and 300),
  assigned_to uuid references public.users (id) on delete set null,
  planned_by uuid references public.users (id) on delete set null,
  planned_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid references public.users (id) on delete set null,
  outcome text check (length(outcome) <= 1000),
  check ((done_at is null) = (outcome is null)),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.behaviour_follow_ups is 'Who does what about an entry until when; closed with what came of it.';

create index behaviour_follow_ups_school_idx on public.behaviour_follow_ups (school_id, due_on, id)
  where done_at is null;
create index behaviour_follow_ups_all_idx on public.behaviour_follow_ups (school_id, due_on desc, id);
create index behaviour_follow_ups_entry_idx on public.behaviour_follow_ups (entry_id);
create index behaviour_follow_ups_student_idx on public.behaviour_follow_ups (student_id);
create index behaviour_follow_ups_assigned_to_idx on public.behaviour_follow_ups (assigned_to, due_on);

select private.school_table('public.behaviour_follow_ups', feature => 'addon:behaviour-records',
  subject => 'student_id', erase => 'delete', audit => true, label => 'Follow-ups', verbs => '{update}', key => '{id}',
  counts_use => true, retention => 'student_notes', notices => '{behaviour-follow-up}', traced => '{task,outcome}');
grant select (id, school_id, entry_id, student_id, due_on, assigned_to, planned_by, planned_at, done_at, done_by)
  on public.behaviour_follow_ups to authenticated;

create policy "The office sees follow-ups, teachers their students'" on public.behaviour_follow_ups for select
  to authenticated
  using (school_id = (select private.addon_school('addon:behaviour-records'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('behaviour:read-all')) or student_id in (select private.my_taught_student_ids())));

-- Who may be asked to follow up on a student: the office and the student's teachers.
create function private.behaviour_people(school uuid, students uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from public.users u
  where u.is_active and (u.id = any (private.people_with(behaviour_people.school, 'behaviour:read-all'))
      or u.id = any (private.people_with(behaviour_people.school, 'behaviour:record')) and not exists (
    select from public.students s where s.id = any (students)
      and not exists (select from public.classes c where c.id = s.class_id and c.class_teacher_id = u.id)
      and not exists (select from public.class_subjects b where b.class_id = s.class_id and b.teacher_id = u.id)))
$$;

create function public.behaviour_people(student_ids uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select u.id, u.full_name from public.users u
  where u.id in (select private.behaviour_people(private.require_addon('addon:behaviour-records'),
    behaviour_people.student_ids)) order by 2, 1;
end
$$;
comment on function public.behaviour_people(uuid[])
  is 'Who may be asked to follow up on all of these students: {id, name}. Staff of the school only.';
grant execute on function public.behaviour_people(uuid[]) to authenticated;

-- An entry of the caller's school that the caller may write about; refuses others.
create function private.require_behaviour_entry(entry uuid) returns public.behaviour_entries
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  found_entry public.behaviour_entries;
begin
  select * into found_entry from public.behaviour_entries e where e.id = require_behaviour_entry.entry
    and e.school_id = school
    and (private.may('behaviour:read-all') or e.student_id in (select private.my_taught_student_ids()));
  if found_entry.id is null then
    perform private.refuse('behaviour.not_found', 'This entry is no longer here. Reload the list.', errcode => 'P0002');
  elsif found_entry.withdrawn_at is not null then
    perform private.refuse('behaviour.withdrawn', 'This entry was withdrawn. Record another one.');
  end if;
  return found_entry;
end
$$;

create function private.tell_family_of_behaviour(entries uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shared record;
begin
  for shared in
    select e.id, e.kind, e.student_id, s.first_name, c.name as category from public.behaviour_entries e
    join public.students s on s.id = e.student_id join public.behaviour_categories c on c.id = e.category_id
      where e.id = any (entries) loop
    if shared.kind = 'merit' then
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, 
        private.say('A merit for {student}', jsonb_build_object('student', shared.first_name)),
        to_jsonb(shared.category), '/dashboard/addons/behaviour-records/shared');
    else
      perform private.notify(private.student_family(shared.student_id), 'behaviour/' || shared.id, 
        private.say('The school shared a record about {student}', jsonb_build_object('student', shared.first_name)),
        to_jsonb(shared.category), '/dashboard/addons/behaviour-records/shared');
    end if;
  end loop;
end
$$;

-- The class teacher hears of it on the day on which a student's incidents of thirty days reach the school's limit.
create function private.tell_of_behaviour_points(school uuid, students uuid[], added integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  alert constant integer := (private.addon_setting(school, 'addon:behaviour-records',
    'alert_points') #>> '{}')::integer;
  watched record;
begin
  if alert = 0 then
    return;
  end if;
  for watched in
    select s.id, s.full_name as name, k.class_teacher_id, sum(e.points) as points
    from public.students s join public.classes k on k.id = s.class_id
    join public.behaviour_entries e on e.student_id = s.id and e.kind = 'incident' and e.withdrawn_at is null
      and e.happened_on > private.school_today(school) - 30
    where s.id = any (students) and k.class_teacher_id is not null group by s.id, k.class_teacher_id
      having sum(e.points) >= alert and sum(e.points) - added < alert loop
    perform private.notify(array[watched.class_teacher_id],
      'behaviour-points/' || watched.id || '/' || private.school_today(school), 
      private.say('{student} has reached {points} points',
        jsonb_build_object('student', watched.name, 'points', watched.points)),
      private.say('For incidents of the last 30 days.'), '/dashboard/students/' || watched.id);
  end loop;
end
$$;

create function private.add_behaviour_follow_up(entry public.behaviour_entries, due_on date, assigned_to uuid,
  task text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := coalesce(add_behaviour_follow_up.assigned_to, private.signed_in_uid());
  added uuid;
begin
  if add_behaviour_follow_up.due_on is null
    or add_behaviour_follow_up.due_on not between private.school_today(entry.school_id) and private.school_today(
    entry.school_id) + 366 then
    perform private.refuse('behaviour.due', 'Choose today or a day within the next year.', field => 'follow_up_on');
  end if;
  if not exists (select from private.behaviour_people(entry.school_id, array[entry.student_id]) p where p = person) then
    perform private.refuse('behaviour.person',
      'Choose somebody who teaches this student, or the office.', field => 'follow_up_by');
  end if;
  insert into public.behaviour_follow_ups (school_id, entry_id, student_id, due_on, task, assigned_to, planned_by)
  values (entry.school_id, entry.id, entry.student_id, add_behaviour_follow_up.due_on,
    private.require_text(add_behaviour_follow_up.task, 300, 'follow_up_task', 'Enter the action to take.'), person,
    private.signed_in_uid())
  returning id into added;
  if person is distinct from private.signed_in_uid() then
    perform private.notify(array[person], 'behaviour-follow-up/' || added, 
      private.say('Follow up on {student}', jsonb_build_object('student',
        (select s.full_name from public.students s where s.id = entry.student_id))),
      private.say('Due {day}.', jsonb_build_object('day', private.day(add_behaviour_follow_up.due_on))),
        '/dashboard/addons/behaviour-records/follow-ups');
  end if;
  return added;
end
$$;

create function public.record_behaviour(
  request_id uuid, student_ids uuid[], category_id uuid, happened_on date default null, note text default null,
    agreed text default null, is_shared boolean default null,
  follow_up_on date default null, follow_up_by uuid default null, follow_up_task text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  day constant date := coalesce(record_behaviour.happened_on, private.school_today(school));
  category public.behaviour_categories;
  recorded integer;
  added public.behaviour_entries[];
begin
  if record_behaviour.request_id is null
    or coalesce(cardinality(record_behaviour.student_ids), 0) not between 1 and 60 then
    perform private.refuse('behaviour.students', 'Choose between 1 and 60 students.', field => 'student_ids');
  end if;
  if not private.may('behaviour:read-all')
    and exists (select from unnest(record_behaviour.student_ids) c (id)
    where c.id not in (select private.my_taught_student_ids())) then
    perform private.refuse('behaviour.not_taught',
      'Teachers can record only for students they teach.', errcode => '42501');
  end if;
  if (select count(*) from public.students s where s.id = any (record_behaviour.student_ids) and s.school_id = school
    and s.status in ('active', 'suspended')) <> (select count(distinct c.id)
    from unnest(record_behaviour.student_ids) c (id)) then
    perform private.refuse(
      'student.one_not_found', 'One of these students is no longer here. Choose again.', field => 'student_ids',
      errcode => 'P0002');
  end if;
  select * into category from public.behaviour_categories c where c.id = record_behaviour.category_id
    and c.school_id = school and c.is_active;
  if category.id is null then
    perform private.refuse('behaviour.category', 'Choose a merit or incident.', field => 'category_id');
  end if;
  if day not between private.school_today(school) - 366 and private.school_today(school) then
    perform private.refuse('behaviour.day', 'Choose today or a day of the last twelve months.', field => 'happened_on');
  end if;
  if category.kind = 'incident' then
    perform private.require_text(record_behaviour.note, 2000, 'note', 'Describe what happened.');
  end if;
  insert into public.behaviour_entries (school_id, student_id, category_id, kind, points, happened_on, note, agreed,
    request_id, recorded_by, shared_at)
  select school, c.id, category.id, category.kind, category.points, day, private.null_if_blank(record_behaviour.note),
    private.null_if_blank(record_behaviour.agreed), record_behaviour.request_id, private.signed_in_uid(),
    case when coalesce(record_behaviour.is_shared, category.kind = 'merit'
      and (private.addon_setting(school, 'addon:behaviour-records', 'share_merits') #>> '{}')::boolean) then now() end
  from (select distinct c.id from unnest(record_behaviour.student_ids) c (id)) c
  on conflict (request_id, student_id) do nothing;
  get diagnostics recorded = row_count;
  if recorded = 0 then
    return 0;
  end if;
  added := array(select e from public.behaviour_entries e where e.request_id = record_behaviour.request_id
    and e.school_id = school);
  if record_behaviour.follow_up_on is not null then
    perform private.add_behaviour_follow_up(a, record_behaviour.follow_up_on, record_behaviour.follow_up_by,
      record_behaviour.follow_up_task) from unnest(added) a;
  end if;
  perform private.tell_family_of_behaviour(array(select a.id from unnest(added) a where a.shared_at is not null));
  if category.kind = 'incident' then
    perform private.tell_of_behaviour_points(school, record_behaviour.student_ids, category.points);
  end if;
  return recorded;
end
$$;
comment on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text) is
  'Records a merit or an incident for one or several students, with a follow-up where a day is given; the same '
    'request_id again records nothing. is_shared null: as the school''s settings say. Returns how many were '
    'recorded.';
grant execute on function public.record_behaviour(uuid, uuid[], uuid, date, text, text, boolean, date, uuid, text)
  to authenticated;

create function public.share_behaviour(entry_id uuid, is_shared boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(share_behaviour.entry_id);
begin
  update public.behaviour_entries e
    set shared_at = case when share_behaviour.is_shared then coalesce(e.shared_at, now()) end where e.id = entry.id;
  if share_behaviour.is_shared and entry.shared_at is null then
    perform private.tell_family_of_behaviour(array[entry.id]);
  end if;
end
$$;
comment on function public.share_behaviour(uuid, boolean)
  is 'Shows an entry to the student''s family, or hides it from them again.';
grant execute on function public.share_behaviour(uuid, boolean) to authenticated;

create function public.withdraw_behaviour(entry_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  entry constant public.behaviour_entries := private.require_behaviour_entry(withdraw_behaviour.entry_id);
begin
  if not private.may('behaviour:read-all') and entry.recorded_by is distinct from private.signed_in_uid() then
    perform private.refuse(
      'behaviour.not_yours', 'Only the person who recorded an entry, or the office, can withdraw it.',
      errcode => '42501');
  end if;
  perform set_config('masomo.reason', private.require_text(withdraw_behaviour.reason, 300, 'reason',
    'Say why it is withdrawn.'), true);
  update public.behaviour_entries e set withdrawn_at = now(), withdrawn_by = private.signed_in_uid(),
    withdrawn_reason = btrim(withdraw_behaviour.reason)
  where e.id = entry.id;
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(),
    outcome = withdraw_behaviour.reason where f.entry_id = entry.id and f.done_at is null;
end
$$;
comment on function public.withdraw_behaviour(uuid, text) is 'Takes an entry out of every count, with a reason; its '
  'open follow-ups are closed. By the person who recorded it, or the office.';
grant execute on function public.withdraw_behaviour(uuid, text) to authenticated;

create function public.plan_behaviour_follow_up(entry_id uuid, due_on date, task text, assigned_to uuid default null)
  returns uuid
language sql security definer set search_path = '' as $$
  select private.add_behaviour_follow_up(private.require_behaviour_entry(plan_behaviour_follow_up.entry_id),
    plan_behaviour_follow_up.due_on, plan_behaviour_follow_up.assigned_to, plan_behaviour_follow_up.task)
$$;
comment on function public.plan_behaviour_follow_up(uuid, date, text, uuid)
  is 'Plans what is done about an entry, by whom (default: the caller) and until when.';
grant execute on function public.plan_behaviour_follow_up(uuid, date, text, uuid) to authenticated;

create function public.close_behaviour_follow_up(follow_up_id uuid, outcome text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  update public.behaviour_follow_ups f set done_at = now(), done_by = private.signed_in_uid(),
    outcome = private.require_text(close_behaviour_follow_up.outcome, 1000, 'outcome', 'Enter the outcome.')
  where f.id = follow_up_id and f.school_id = school and f.done_at is null
    and (private.may('behaviour:read-all') or f.student_id in (select private.my_taught_student_ids()));
  if not found then
    perform private.refuse('behaviour.closed',
      'This follow-up is closed already. Reload the list.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.close_behaviour_follow_up(uuid, text) is 'Closes a follow-up with what came of it.';
grant execute on function public.close_behaviour_follow_up(uuid, text) to authenticated;

create function public.save_behaviour_category(name text, kind text, points integer, category_id uuid default null)
  returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  title text;
  saved uuid;
begin
  perform private.require('school:run');
  title := private.require_text(save_behaviour_category.name, 80, 'name', 'Enter a name.');
  if coalesce(save_behaviour_category.kind not in ('merit', 'incident'), true) then
    perform private.refuse('behaviour.kind', 'Choose merit or incident.', field => 'kind');
  end if;
  if coalesce(save_behaviour_category.points not between 0 and 100, true) then
    perform private.refuse('behaviour.points', 'Enter points between 0 and 100.', field => 'points');
  end if;
  if exists (select from public.behaviour_categories c where c.school_id = school
    and c.kind = save_behaviour_category.kind and private.fold_text(c.name) = private.fold_text(title)
    and c.id is distinct from save_behaviour_category.category_id) then
    perform private.refuse('behaviour.name_taken',
      'This name is already in use, perhaps by one that is switched off.', field => 'name');
  end if;
  if save_behaviour_category.category_id is null then
    insert into public.behaviour_categories (school_id, name, kind, points)
      values (school, title, save_behaviour_category.kind, save_behaviour_category.points) returning id into saved;
  else
    update public.behaviour_categories c set name = title, points = save_behaviour_category.points
      where c.id = save_behaviour_category.category_id and c.school_id = school returning c.id into saved;
  end if;
  if saved is null then
    perform private.refuse('behaviour.not_listed', 'This is no longer here. Reload the list.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
comment on function public.save_behaviour_category(text, text, integer, uuid) is
  'Adds what a school records, or changes its name and points for what is recorded from now on; its kind stays. '
  'Administrators only.';
grant execute on function public.save_behaviour_category(text, text, integer, uuid) to authenticated;

create function public.set_behaviour_category_active(category_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
begin
  perform private.require('school:run');
  update public.behaviour_categories c set is_active = set_behaviour_category_active.is_active
    where c.id = set_behaviour_category_active.category_id and c.school_id = school;
  if not found then
    perform private.refuse('behaviour.not_listed', 'This is no longer here. Reload the list.', errcode => 'P0002');
  end if;
end
$$;
comment on function public.set_behaviour_category_active(uuid, boolean)
  is 'Switches off what is no longer recorded; entries keep it. Administrators only.';
grant execute on function public.set_behaviour_category_active(uuid, boolean) to authenticated;

create function public.add_usual_behaviour_categories(language text default 'en') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:behaviour-records');
  added integer;
begin
  perform private.require('school:run');
  insert into public.behaviour_categories (school_id, name, kind, points)
  select school, case when add_usual_behaviour_categories.language = 'sw' then u.name_sw else u.name end, u.kind,
    u.points from private.usual_behaviour_categories u order by u.position
  on conflict (school_id, kind, private.fold_text(name)) do nothing;
  get diagnostics added = row_count;
  return added;
end
$$;
comment on function public.add_usual_behaviour_categories(text)
  is 'Gives a school the usual merits and incidents to start with, in a language. Administrators only.';
grant execute on function public.add_usual_behaviour_categories(text) to authenticated;
