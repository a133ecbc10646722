create table public.student_counts (
  school_id uuid not null references public.schools (id) on delete cascade,
  class_id uuid,
  status public.student_status not null,
  students integer not null,
  unique nulls not distinct (school_id, class_id, status)
);
comment on table public.student_counts is 'How many students of each status a class has, kept by triggers on '
  'students. Without class_id: students in no class.';

select private.school_table('public.student_counts', needs_subscription => false);
grant select on public.student_counts to authenticated;

create policy "Schools see how many students they have" on public.student_counts for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('class:read-all')));

-- Who admits to a class or moves somebody waits for another who does so in that class. In the order of the key, so that
-- two transactions cannot deadlock.
create function private.add_student_counts(changes public.student_counts[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.student_counts as k (school_id, class_id, status, students)
  select n.school_id, n.class_id, n.status, n.students from unnest(changes) as n
    join public.schools s on s.id = n.school_id order by n.school_id, n.class_id, n.status
  on conflict (school_id, class_id, status) do update set students = k.students + excluded.students;
  delete from public.student_counts k using unnest(changes) as n
  where k.school_id = n.school_id and k.class_id is not distinct from n.class_id and k.status = n.status
    and k.students = 0;
end
$$;

create function private.active_students(school uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(k.students), 0)::integer from public.student_counts k where k.school_id = active_students.school
    and k.status = 'active'
$$;

create function private.count_students() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes public.student_counts[];
  platform private.platform_counts[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(school_id, class_id, status, count(*))::public.student_counts from added
      group by school_id, class_id, status);
    platform := array(select row('students', status, month, count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month from added) as n
        group by status, month);
  elsif tg_op = 'DELETE' then
    changes := array(select row(school_id, class_id, status, -count(*))::public.student_counts from removed
      group by school_id, class_id, status);
    platform := array(select row('students', status, month, -count(*))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month from removed) as n
        group by status, month);
  else
    changes := array(select row(school_id, class_id, status, sum(sign))::public.student_counts
      from (select school_id, class_id, status, 1 as sign from added union all select school_id, class_id, status, -1
        from removed) as n group by school_id, class_id, status having sum(sign) <> 0);
    platform := array(select row('students', status, month, sum(sign))::private.platform_counts
      from (select status, date_trunc('month', admitted_on::timestamp)::date as month, 1 as sign from added
        union all select status, date_trunc('month', admitted_on::timestamp)::date, -1 from removed) as n
          group by status, month having sum(sign) <> 0);
  end if;
  if changes <> '{}' then
    perform private.add_student_counts(changes);
  end if;
  if platform <> '{}' then
    perform private.add_platform_counts(platform);
  end if;
  return null;
end
$$;
create trigger count_new after insert on public.students referencing new table as added for each statement
  execute function private.count_students();
create trigger count_changed after update on public.students referencing new table as added old table as removed
  for each statement execute function private.count_students();
create trigger count_gone after delete on public.students referencing old table as removed for each statement
  execute function private.count_students();
