set check_function_bodies = off;

drop function public.family_cbse_cards();

create or replace function public.family_cbse_cards()
  returns SETOF jsonb
  language plpgsql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.member_addon_school('addon:cbse-examination');
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  return query
  select private.cbse_cards(k, array[s.id], p.parts)
  from public.students s
  join public.cbse_classes k on k.school_id = s.school_id and s.id in (select private.cbse_members(k))
  join public.school_terms l on l.id = k.last_term_id
  cross join lateral (select array(select n from generate_series(1, private.cbse_parts(k.scheme_id)) as n
    where private.is_cbse_published(k, n)) as parts) p
  where s.id in (select private.my_student_ids()) and cardinality(p.parts) > 0 and k.school_id = school
  order by l.ends_on desc, s.last_name, s.first_name limit 20;
end
$function$;

comment on function public.family_cbse_cards() is 'Published report cards of the caller or the caller''s children, as cbse_cards has them, the latest year first.';

revoke all on function public.family_cbse_cards() from public;

grant execute on function public.family_cbse_cards() to authenticated;

grant execute on function public.family_cbse_cards() to service_role;
