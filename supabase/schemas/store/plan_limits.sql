-- How far a school is within its plan. Told at 90 % and 100 %; above 120 % admissions and imports ask to upgrade first, and existing work goes on.

create function private.plan_room(school uuid, more integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.school_today(school);
  students constant integer := private.active_students(school);
  plan record;
begin
  select p.name, p.max_students into plan from public.subscriptions s join public.plans p on p.id = s.plan_id
  where s.school_id = school and s.revoked_at is null and s.started_on <= today and s.ends_on >= today;
  if plan.max_students is null then
    return null;
  end if;
  return jsonb_build_object('plan', plan.name, 'max_students', plan.max_students, 'students', students, 'after', students + more, 'is_over', (students + more) * 100 > plan.max_students * 120);
end
$$;

create function private.require_room(school uuid, more integer) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  room constant jsonb := private.plan_room(school, more);
begin
  if more > 0 and (room ->> 'is_over')::boolean then
    raise exception using errcode = 'P0001', message = format('Your school would have %s students, and the plan %s is for %s. An administrator upgrades it first under School, Plan and licences.', room ->> 'after', room ->> 'plan', room ->> 'max_students'), hint = 'plan.full';
  end if;
end
$$;
