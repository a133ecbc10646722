set check_function_bodies = off;

drop view public.subscription_overview;

create or replace function private.find_caller (
  statement text
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  token constant jsonb := auth.jwt();
  -- As auth.uid(), which would parse the token again.
  me constant uuid := coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), token ->> 'sub')::uuid;
  my_account uuid;
  my_school uuid;
  my_role public.user_role;
  is_signed_in boolean := false;
  role text := 'user';
  school text := '';
  first_school text := '';
  last_school text := '';
  found_caller text;
begin
  if me is not null then
    -- With the second factor where the account has one, in a session that has not been ended: a token outlives its session.
    is_signed_in := (coalesce(token ->> 'aal', 'aal1') = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = me and f.status = 'verified'))
      and (token ->> 'session_id' is null or exists (select from auth.sessions s where s.id = (token ->> 'session_id')::uuid and s.user_id = me));
  end if;
  if is_signed_in then
    select u.id, u.school_id, u.role into my_account, my_school, my_role from public.users u where u.id = me and u.is_active;
    -- Without an open school a person is a plain user.
    if exists (select from public.schools h where h.id = my_school and h.is_active) then
      role := my_role;
      school := my_school;
      first_school := school;
      last_school := school;
    end if;
    if my_account is not null and exists (select from public.super_admins a where a.id = my_account) then
      role := 'super_admin';
      first_school := '00000000-0000-0000-0000-000000000000';
      last_school := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
  end if;
  found_caller := concat_ws(' ', role, school, first_school, last_school, is_signed_in);
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create view public.subscription_overview with (security_invoker=true) AS  SELECT school_id,
    school,
    is_school_active,
    subscription_id,
    plan_id,
    plan,
    status,
    billing,
    started_on,
    ends_on,
    grace_until,
    max_students,
    ( SELECT (COALESCE(sum(k.students), (0)::bigint))::integer AS coalesce
           FROM public.student_counts k
          WHERE ((k.school_id = d.school_id) AND (k.status = 'active'::public.student_status))) AS students
   FROM ( SELECT DISTINCT ON (s.id) s.id AS school_id,
            s.name AS school,
            s.is_active AS is_school_active,
            b.id AS subscription_id,
            b.plan_id,
            p.name AS plan,
            COALESCE((b.status)::text, 'none'::text) AS status,
            b.billing,
            b.started_on,
            b.ends_on,
            b.grace_until,
            p.max_students
           FROM ((public.schools s
             LEFT JOIN public.subscriptions b ON ((b.school_id = s.id)))
             LEFT JOIN public.plans p ON ((p.id = b.plan_id)))
          ORDER BY s.id, (b.status = ANY (ARRAY['trial'::public.subscription_status, 'active'::public.subscription_status, 'grace'::public.subscription_status])) DESC NULLS LAST, b.ends_on DESC) d;

comment on view public.subscription_overview is 'Every school with its present or last subscription, its size and its plan''s limit.';

grant select on table public.subscription_overview to authenticated;

grant all on table public.subscription_overview to service_role;
