set check_function_bodies = off;

create or replace function private.subscription_states()
  returns table (
    school_id uuid,
    state     public.subscription_state
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with today as materialized (select z.time_zone, ((select private.current_moment()) at time zone z.time_zone)::date as day from (select distinct h.time_zone from public.schools h) z),
    periods as (
      select s.school_id, t.time_zone, t.day, max(s.ends_on) as last_day, bool_or(s.started_on <= t.day and s.ends_on >= t.day) as is_running, bool_or(s.is_trial and s.started_on <= t.day and s.ends_on >= t.day) as is_trial
      from public.subscriptions s cross join today t where s.revoked_at is null
      group by s.school_id, t.time_zone, t.day having min(s.started_on) <= t.day)
  select p.school_id, private.subscription_state(h.closed_at, p.is_running, p.is_trial, p.last_day, p.day, g.days)
  from periods p join public.schools h on h.id = p.school_id and h.time_zone = p.time_zone cross join (select private.grace_days() as days offset 0) g
$function$;

create or replace function public.platform_analytics()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'users_by_role', (select jsonb_object_agg(part, n) from (select part, sum(amount) as n from private.platform_counts where what = 'accounts' and part in ('admin', 'teacher', 'staff', 'parent', 'student', 'user') group by part) r),
    'students', (select coalesce(sum(amount), 0) from private.platform_counts where what = 'students' and part = 'active'),
    'subscriptions_by_status', (select jsonb_object_agg(state, n) from (select state, count(*) as n from private.subscription_states() group by state) s),
    'sign_ins_30d', (select count(*) from private.last_sign_ins where at > now() - interval '30 days'),
    'visits', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'visits', visits) order by day), '[]') from public.visit_counts where surface = 'site' and day > private.today() - 30))
    || (select jsonb_build_object('schools', coalesce(sum(n), 0), 'schools_by_kind', jsonb_object_agg(kind, n)) from (select kind, count(*) as n from public.schools where is_active group by kind) k);
end
$function$;
