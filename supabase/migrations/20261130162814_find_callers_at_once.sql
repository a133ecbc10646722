set check_function_bodies = off;

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
  has_code boolean := coalesce(token ->> 'aal', 'aal1') = 'aal2';
  is_signed_in boolean := false;
  person record;
  place uuid;
  opened_school uuid;
  found_caller text := 'user     f  {} {} ';
begin
  if me is not null then
    loop
      -- A token outlives its session, and one that names none signs nobody in: it was made for something else. The
      -- school is the one that the session has chosen, or else the person's own; into a closed one only administrators
      -- come. Custody outranks every role: who may not be told about their child does not learn it at work either.
      select s.id as session_id, a.school_id as chosen, u.id as account, u.school_id as home, x.id is not null
        as is_super_admin, case when r.base is not null then h.id end as school, r.*,
        exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
          as has_authenticator,
        r.is_guarded and not exists (select from public.schools d where d.is_demo)
          or exists (select from private.second_step_rules k where k.school_id = h.id and k.role = any (r.bases)
            and private.rule_starts_on(k, u.created_at, h.time_zone) <= h.today) as may_need_code,
        case when r.base in ('admin', 'teacher', 'staff') then coalesce((select array_agg(k.student_id)
          from public.guardians g join public.custody_marks k on k.guardian_id = g.id
          where g.user_id = s.user_id and g.school_id = h.id and not k.may_be_told), '{}') else '{}' end as withheld
      into person
      from auth.sessions s left join private.active_schools a on a.session_id = s.id
        left join public.users u on u.id = s.user_id and u.is_active
        left join public.super_admins x on x.id = u.id
        left join lateral (select p.id, p.time_zone, p.closed_at,
            (private.current_moment() at time zone p.time_zone)::date as today
          from public.schools p where p.id = coalesce(place, a.school_id, u.school_id) and p.is_active) h on true
        left join lateral (select min(r.base) as base, array_agg(r.base order by r.base) as bases,
            string_agg(r.granted || ' ' || r.granted_about_children, ' ') as granted,
            bool_or(r.needs_second_step) as is_guarded
          from private.memberships m join private.school_roles r on r.id = m.role_id
          where m.user_id = u.id and m.school_id = h.id and (h.closed_at is null or r.base = 'admin')
            and private.is_current(m.starts_on, m.ends_on, h.today)) r on true
      where s.id = (token ->> 'session_id')::uuid and s.user_id = me and coalesce(s.not_after > now(), true);
      exit when person.base is not null or person.account is null or place is not null;
      place := private.open_school_of(person.account, person.chosen, person.home);
      exit when place is null;
    end loop;
    -- With the second factor where the account has one; a trusted device stands for it.
    if person.has_authenticator and not has_code then
      has_code := private.is_trusted_session(person.session_id, me);
      is_signed_in := has_code;
    else
      is_signed_in := person.session_id is not null;
    end if;
    -- Who must have a second factor and has none gets no further than to set one up, which needs Auth only.
    if is_signed_in and not has_code and person.is_super_admin then
      is_signed_in := not private.is_second_step_required(me, person.school, '{super_admin}',
        (select r.needs_second_step from private.school_roles r where r.school_id is null and r.slug = 'super_admin'));
    elsif is_signed_in and not has_code and person.may_need_code then
      is_signed_in := not private.is_second_step_required(me, person.school, person.bases, person.is_guarded);
    end if;
    if not is_signed_in then
      found_caller := concat_ws(' ', 'user    ', 'f', case when person.session_id is null then '' else me::text end,
        '{} {} ');
    elsif person.is_super_admin then
      -- What shows children's records is a super admin's only while a school's records are open.
      opened_school := private.opened_school(person.account);
      select concat_ws(' ', r.slug, coalesce(person.school::text, ''), '00000000-0000-0000-0000-000000000000',
          'ffffffff-ffff-ffff-ffff-ffffffffffff', coalesce(opened_school::text, ''), 't', me, '{} {}', r.granted,
          case when opened_school is not null then r.granted_about_children end, '')
      into found_caller from private.school_roles r where r.school_id is null and r.slug = 'super_admin';
    elsif person.base is null then
      -- Without an open school a person is a plain user.
      select concat_ws(' ', r.slug || '    ', 't', me, '{} {}', r.granted, r.granted_about_children, '')
      into found_caller from private.school_roles r where r.school_id is null and r.slug = 'user';
    else
      found_caller := concat_ws(' ', person.base, person.school, person.school, person.school, person.school, 't', me,
        person.withheld, person.bases, person.granted, '');
    end if;
  end if;
  perform set_config('masomo.statement', statement, true), set_config('masomo.caller', found_caller, true);
  return found_caller;
end
$function$;

create or replace function private.is_second_step_required (
  person     uuid,
  school     uuid,
  bases      public.user_role[],
  is_guarded boolean
)
  returns boolean
  language plpgsql
  stable
  AS $function$
begin
  if is_guarded and not exists (select from public.schools s where s.is_demo) then
    return true;
  end if;
  return exists (select from private.second_step_rules r
    where r.role = any (is_second_step_required.bases)
      and (r.school_id = is_second_step_required.school or is_second_step_required.school is null
        and r.school_id is null)
      and private.second_step_due(is_second_step_required.person, is_second_step_required.school, r.role)
        <= private.school_today(is_second_step_required.school));
end
$function$;

create or replace function private.open_school_of (
  person uuid,
  chosen uuid,
  home   uuid
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select m.school_id from private.memberships m join private.school_roles r on r.id = m.role_id
    join public.schools h on h.id = m.school_id
  where m.user_id = open_school_of.person and h.is_active and (h.closed_at is null or r.base = 'admin')
    and private.is_current(m.starts_on, m.ends_on, (private.current_moment() at time zone h.time_zone)::date)
  order by m.school_id = open_school_of.chosen desc nulls last, m.school_id = open_school_of.home desc nulls last,
    m.school_id
  limit 1
$function$;

create or replace function private.rule_starts_on (
  rule      private.second_step_rules,
  joined    timestamp with time zone,
  time_zone text
)
  returns date
  language sql
  immutable
  AS $function$
  select greatest(coalesce((rule).required_from, ((rule).set_at at time zone time_zone)::date),
    (joined at time zone time_zone)::date) + (rule).grace_days
$function$;

create or replace function private.second_step_due (
  person uuid,
  school uuid,
  role   public.user_role
)
  returns date
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.rule_starts_on(r, u.created_at, coalesce(h.time_zone, 'Africa/Nairobi'))
  from private.second_step_rules r join public.users u on u.id = second_step_due.person
    left join public.schools h on h.id = r.school_id
  where r.role = second_step_due.role
    and (r.school_id = second_step_due.school or second_step_due.school is null and r.school_id is null)
    and (r.role = any (private.guarded_roles()) or private.decides_second_step(r.school_id))
$function$;

revoke all on function private.open_school_of(uuid, uuid, uuid) from public;

revoke all on function private.rule_starts_on(private.second_step_rules, timestamp with time zone, text) from public;
