-- How far a school is within its plan. Students: told at 90 % and 100 %; above 120 % admissions and imports ask to
-- upgrade first. Campuses: told at 100 %, and one more asks to upgrade first. Existing work goes on in any case.

-- Room for files, for one plan or, without a plan, for all; what is not set here has the usual limits.
create table private.storage_limits (
  plan_id uuid references public.plans (id) on delete cascade,
  is_trial boolean not null default false,
  megabytes integer not null check (megabytes between 1 and 10000000),
  unique nulls not distinct (plan_id, is_trial)
);
comment on table private.storage_limits is 'How many megabytes the files of a school may take, by its plan.';

alter table private.storage_limits enable row level security;

create function public.set_storage_limit(plan_id uuid, is_trial boolean, megabytes integer) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require('subscription:write');
  if coalesce(set_storage_limit.megabytes, 0) not between 1 and 10000000 then
    perform private.refuse('storage.limit',
      'Enter the megabytes as a whole number from 1 to 10,000,000.', field => 'megabytes');
  end if;
  insert into private.storage_limits (plan_id, is_trial, megabytes)
  values (set_storage_limit.plan_id, coalesce(set_storage_limit.is_trial, false), set_storage_limit.megabytes)
  on conflict (plan_id, is_trial) do update set megabytes = excluded.megabytes;
end
$$;
comment on function public.set_storage_limit(uuid, boolean, integer)
  is 'Room for files of the schools with a plan, or of all without one, in a trial or not.';
grant execute on function public.set_storage_limit(uuid, boolean, integer) to authenticated;

create function private.running_plan(school uuid) returns public.plans
language sql stable security definer set search_path = '' as $$
  select p.* from (select private.school_today(running_plan.school) as day offset 0) today
  join public.subscriptions s on s.school_id = private.payer_of(running_plan.school) and s.revoked_at is null
    and s.started_on <= today.day and s.ends_on >= today.day
  join public.plans p on p.id = private.limiting_plan(s.plan_id, s.is_trial)
$$;

create function private.plan_room(school uuid, more integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  students constant integer := (
    select sum(private.active_students(g)) from private.schools_of_group(school) as g);
  plan constant public.plans := private.running_plan(school);
begin
  if plan.max_students is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_students', plan.max_students, 'students', students,
    'after', students + more, 'is_over', (students + more) * 100 > plan.max_students * 120);
end
$$;

create function private.require_room(school uuid, more integer) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  room constant jsonb := private.plan_room(school, more);
begin
  if more > 0 and (room ->> 'is_over')::boolean then
    perform private.refuse('plan.full',
      'Your school would have {students} students, and the plan {plan} is for {limit}. An administrator upgrades it '
        'first under School, Plan and licences.',
      jsonb_build_object('students', room -> 'after', 'plan', room -> 'plan', 'limit', room -> 'max_students'));
  end if;
end
$$;

create function private.campus_count(school uuid) returns integer
language sql stable security definer set search_path = '' as $$ select count(*)::integer from public.campuses c
  where c.school_id = campus_count.school $$;

-- The campuses that a plan allows a school: those it includes, or as many as the school's licence of Multi Branch
-- covers. Null: no limit.
create function private.campus_limit(school uuid, plan public.plans) returns integer
language sql stable security definer set search_path = '' as $$
  select case when plan.max_campuses is null
    or private.is_entitled(school, 'addon:multi-branch') <> 'on' then plan.max_campuses
    else greatest(plan.max_campuses,
      (select max(l.quantity) from public.licences l where l.school_id = campus_limit.school
      and l.feature = 'addon:multi-branch'
      and l.revoked_at is null and private.school_today(school) between l.valid_from and coalesce(l.valid_until,
        'infinity'))) end
$$;

create function private.campus_room(school uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  plan constant public.plans := private.running_plan(school);
  most constant integer := private.campus_limit(school, plan);
begin
  if most is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_campuses', most, 'campuses', private.campus_count(school));
end
$$;

-- Also waits for another campus that is being added, and for a change of the plan.
create function private.require_campus_room(school uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room jsonb;
begin
  if exists (select from public.schools s where s.id = school and s.branch_of is not null) then
    perform private.refuse('campus.of_branch',
      'A branch has no campuses of its own. The school that it belongs to adds them.');
  end if;
  perform private.lock_subscription(school);
  room := private.campus_room(school);
  if (room ->> 'campuses')::integer >= (room ->> 'max_campuses')::integer then
    perform private.refuse('plan.campuses',
      'The plan {plan} has no campus left: {campuses} of {limit} in use. Upgrade it first under School, Plan and '
        'licences.',
      jsonb_build_object('plan', room -> 'plan', 'campuses', room -> 'campuses', 'limit', room -> 'max_campuses'));
  end if;
end
$$;
