-- Multi Branch: a campus gets books, registers and staff of its own. They are a school of its own in this database,
-- with `branch_of` the customer, so that everything that keeps schools apart keeps branches apart.

-- The caller's school, for reading: raises an error where the caller is no staff of a school that has the add-on.
create function private.branch_here() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.addon_school('addon:multi-branch');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return school;
end
$$;

-- The caller's school with all its branches, for those who direct them: they read across branches at the main school.
create function private.require_director() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.branch_here();
begin
  perform private.require('branch:direct');
  if private.payer_of(school) <> school then
    perform private.refuse('branch.at_head', 'Reports across branches are read at {school}. Switch to it first.',
      jsonb_build_object('school', private.branch_name(private.payer_of(school))), errcode => '42501');
  end if;
  return school;
end
$$;

create function private.branch_name(school uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(c.name, s.name) from public.schools s left join public.campuses c on c.id = s.campus_id
  where s.id = branch_name.school
$$;

-- Another branch of the same customer; raises an error for what is none.
create function private.require_other_branch(school uuid, other uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if require_other_branch.other is null or require_other_branch.other = require_other_branch.school
    or require_other_branch.other not in (select private.schools_of_group(require_other_branch.school)) then
    perform private.refuse('branch.not_found', 'This branch is no longer here. Choose another.',
      field => 'branch_id', errcode => 'P0002');
  end if;
  return require_other_branch.other;
end
$$;

create function public.list_branches()
returns table (id uuid, name text, school text, campus_id uuid, is_head boolean, is_here boolean, can_switch boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select s.id, private.branch_name(s.id), s.name, s.campus_id, s.branch_of is null, s.id = here,
    exists (select from private.schools_of(private.signed_in_uid()) m where m.id = s.id)
  from public.schools s where s.id in (select private.schools_of_group(here))
  order by s.branch_of is not null, 2, s.id;
end
$$;
comment on function public.list_branches() is
  'The main school and its branches; can_switch: the caller has a role there. For staff of any of them.';
grant execute on function public.list_branches() to authenticated;

create function public.open_branch(campus_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:multi-branch');
  main public.schools;
  campus public.campuses;
  opened uuid;
begin
  perform private.require('branch:direct');
  perform private.lock_subscription(school);
  select * into main from public.schools s where s.id = school;
  if main.branch_of is not null then
    perform private.refuse('branch.of_branch', 'A branch has no branches. Open it at {school}.',
      jsonb_build_object('school', private.branch_name(main.branch_of)), errcode => '42501');
  end if;
  select * into campus from public.campuses c where c.id = open_branch.campus_id and c.school_id = school;
  if not found then
    perform private.refuse('campus.not_there', 'This campus is no longer here. Choose another.', field => 'campus_id');
  elsif exists (select from public.schools s where s.campus_id = campus.id) then
    perform private.refuse('branch.open_already', '{campus} has books of its own already.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif private.is_entitled(school, 'addon:multi-branch', campus.id) <> 'on' then
    perform private.refuse('branch.not_covered',
      'The licence of Multi Branch does not cover {campus}. Choose its campuses under School, Plan and licences, or '
        'buy it for more.',
      jsonb_build_object('campus', campus.name), 'campus_id');
  elsif exists (select from public.schools s
    where private.fold_text(s.name) = private.fold_text(left(main.name || ', ' || campus.name, 160))) then
    perform private.refuse('branch.name_taken', 'There is a school of this name already. Rename the campus first.',
      field => 'campus_id');
  end if;
  insert into public.schools (name, kind, email, phone, address, city, county, country, motto, payment_instructions,
    time_zone, absent_counts_as_zero, version, is_demo, branch_of, campus_id)
  values (left(main.name || ', ' || campus.name, 160), main.kind, main.email, coalesce(campus.phone, main.phone),
    coalesce(campus.address, main.address), main.city, main.county, main.country, main.motto,
    main.payment_instructions, main.time_zone, main.absent_counts_as_zero, main.version, main.is_demo, main.id,
    campus.id)
  returning id into opened;
  insert into public.school_terms (school_id, name, starts_on, ends_on)
  select opened, t.name, t.starts_on, t.ends_on from public.school_terms t where t.school_id = school
    and t.ends_on >= private.school_today(school) - 365;
  insert into public.subjects (school_id, name, code)
  select opened, b.name, b.code from public.subjects b where b.school_id = school;
  insert into public.classes (school_id, name, level, room)
  select opened, k.name, k.level, k.room from public.classes k
  where k.school_id = school and k.campus_id = campus.id and k.is_active;
  insert into private.memberships (user_id, school_id, role_id, given_by)
  values (private.signed_in_uid(), opened, private.common_role('admin'), private.signed_in_uid());
  return opened;
end
$$;
comment on function public.open_branch(uuid) is
  'Gives a campus books, registers and staff of its own, with the terms, the subjects and the classes of that campus; '
    'the caller becomes an administrator there. For those who direct the branches.';
grant execute on function public.open_branch(uuid) to authenticated;

-- Somebody who teaches at two branches has one lesson at a time.
create function private.check_branch_clash() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  other record;
begin
  if not exists (select from public.schools s where s.branch_of is not null
    and new.school_id in (s.id, s.branch_of)) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons of ' || new.teacher_id, 0));
  select private.branch_name(l.school_id) as branch, (select u.full_name from public.users u
      where u.id = l.teacher_id) as teacher,
    to_char(l.starts_at, 'HH24:MI') || ' to ' || to_char(l.ends_at, 'HH24:MI') as hours into other
  from public.lessons l
  where l.teacher_id = new.teacher_id and l.school_id <> new.school_id and l.weekday = new.weekday
    and l.starts_at < new.ends_at and new.starts_at < l.ends_at
    and l.school_id in (select private.schools_of_group(new.school_id)) limit 1;
  if found then
    perform private.refuse('branch.teacher_busy', '{teacher} teaches at {branch} then ({hours}).',
      jsonb_build_object('teacher', coalesce(other.teacher, ''), 'branch', other.branch, 'hours', other.hours),
      'teacher_id');
  end if;
  return new;
end
$$;
create trigger check_branch_clash before insert or update on public.lessons for each row
  when (new.teacher_id is not null) execute function private.check_branch_clash();
