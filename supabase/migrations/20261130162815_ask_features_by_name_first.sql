set check_function_bodies = off;

create or replace function private.is_entitled (
  school  uuid,
  feature text,
  campus  uuid default null::uuid
)
  returns public.entitlement
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  payer uuid;
  place uuid;
  version text;
  today date;
  features text[] := array[is_entitled.feature];
  is_valid boolean;
begin
  -- A branch has what its customer has at this campus.
  select coalesce(s.branch_of, s.id), coalesce(is_entitled.campus, s.campus_id), s.version,
    (private.current_moment() at time zone s.time_zone)::date into payer, place, version, today
    from public.schools s where s.id = is_entitled.school;
  if not found then
    return null;
  elsif is_entitled.feature like 'module:%' then
    if version = 'saas' and is_entitled.feature in ('module:front-office', 'module:inventory',
      'module:backup-and-updates') then
      return 'off';
    end if;
  else
    -- By its own name first, which answers nearly always.
    loop
      select bool_or(c.valid_until is null or c.valid_until >= today) into is_valid from public.licences c
      where c.school_id = payer and c.revoked_at is null and c.feature = any (features)
        and c.valid_from <= today
        and (version = 'saas' or c.order_id is null)
        and (place is null or place = any (c.campus_ids)
          or c.campus_ids is null and c.quantity >= (select count(*) from public.campuses k
            where k.school_id = payer));
      exit when is_valid or cardinality(features) > 1;
      features := private.features_within(is_entitled.feature);
      exit when cardinality(features) = 1;
    end loop;
    if is_valid is null then
      return 'off';
    elsif not is_valid then
      return 'read-only';
    end if;
  end if;
  return case when private.has_period(payer, today) then 'on' else 'read-only' end;
end
$function$;
