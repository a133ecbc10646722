set check_function_bodies = off;

alter table private.message_topics
  add column features text[];

update private.message_topics set features = array[feature] where feature is not null;
update private.message_topics set features = features || '{addon:biometrics}' where topic = 'gate';

alter table private.message_topics
  drop column feature;

create or replace function public.addons_with (
  feature text
)
  returns SETOF public.addons
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select a.* from public.addons a
  where a.is_active and a.feature = any (private.features_within(addons_with.feature)) order by a.position, a.id
$function$;

create or replace function public.message_choices()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  person constant uuid := private.signed_in_uid();
begin
  return jsonb_build_object(
    'topics', (select coalesce(jsonb_agg(jsonb_build_object('topic', t.topic, 'label', t.label,
        'mail', private.chooses(person, t.topic, 'mail'), 'push', private.chooses(person, t.topic, 'push'))
        order by t.place, t.topic), '[]')
      from private.message_topics t
      where private.my_school() is not null and (t.audience = 'school' or private.has_own_students())
        and (t.features is null or exists (
          select from unnest(t.features) f (name) where private.is_entitled(private.my_school(), f.name) <> 'off'))),
    'quiet_hours', (
      select jsonb_build_object('starts', to_char(q.starts, 'HH24:MI'), 'ends', to_char(q.ends, 'HH24:MI'))
      from private.quiet_hours q where q.user_id = person));
end
$function$;

create or replace function public.my_schools_with (
  feature text
)
  returns table (
    id   uuid,
    name text
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  return query select s.id, s.name from private.schools_of(private.signed_in_uid()) s
    where s.id is distinct from private.my_school() and private.is_entitled(s.id, my_schools_with.feature) <> 'off';
end
$function$;

comment on column private.message_topics.features is 'Of which a school needs one for them; null for the core.';

comment on function public.addons_with(text) is 'The add-ons on sale that switch a feature on, or a part of it where it is sold as several.';

comment on function public.my_schools_with(text) is 'The caller''s other schools that have an add-on: where to go from its address at a school without it.';

revoke all on function public.addons_with(text) from public;

grant execute on function public.addons_with(text) to authenticated;

grant execute on function public.addons_with(text) to service_role;

revoke all on function public.my_schools_with(text) from public;

grant execute on function public.my_schools_with(text) to authenticated;

grant execute on function public.my_schools_with(text) to service_role;
