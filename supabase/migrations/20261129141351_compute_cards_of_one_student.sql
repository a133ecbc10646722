set check_function_bodies = off;

drop function private.cbse_component_results(public.cbse_classes);

drop function private.cbse_part_results(public.cbse_classes);

drop function private.cbse_year_results(public.cbse_classes);

drop function public.cbse_cards(uuid, uuid);

create or replace function private.cbse_cards (
  examined public.cbse_classes,
  students uuid[],
  parts    integer[]
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with scheme as (select s.* from public.cbse_schemes s where s.id = examined.scheme_id),
  components as materialized (select * from private.cbse_component_results(examined, students) c
    where c.part = any (parts)),
  results as materialized (select * from private.cbse_part_results(examined, students) r
    where r.part = any (parts)),
  years as materialized (select * from private.cbse_year_results(examined, students) y
    where cardinality(parts) = (select cardinality(weights) from scheme)),
  subjects as (
    select l.student_id, jsonb_agg(jsonb_build_object('name', b.name,
      'parts', (select jsonb_agg(jsonb_build_object(
          'components', (select jsonb_agg(jsonb_build_object('name', k.name, 'out_of', k.out_of,
              'result', round(round(c.result, 10), 2), 'is_absent', coalesce(c.is_absent, false)) order by k.position)
            from public.cbse_components k left join components c on c.component_id = k.id and c.part = p.part
              and c.student_id = l.student_id and c.subject_id = l.subject_id where k.scheme_id = examined.scheme_id),
          'result', round(round(r.result, 10), 2), 'grade', private.cbse_grade(examined.scheme_id, r.result))
          order by p.part)
        from unnest(parts) as p (part) left join results r on r.part = p.part and r.student_id = l.student_id
          and r.subject_id = l.subject_id),
      'year', round(round(y.result, 10), 2), 'grade', private.cbse_grade(examined.scheme_id, y.result))
      order by b.name) as list
    from (select distinct r.student_id, r.subject_id from results r) l
    join public.subjects b on b.id = l.subject_id
    left join years y on y.student_id = l.student_id and y.subject_id = l.subject_id
    group by l.student_id)
  select jsonb_build_object(
    'school', private.paper_school(examined.school_id),
    'class_name', (select c.name from public.classes c where c.id = examined.class_id),
    'class_teacher', private.class_teacher_name(examined.class_id),
    'scheme', (select s.name from scheme s), 'weights', (select s.weights from scheme s),
    'area_grades', (select s.area_grades from scheme s),
    'bands', (select jsonb_agg(jsonb_build_object('grade', b.grade, 'lowest', b.lowest) order by b.lowest desc)
      from public.cbse_bands b where b.scheme_id = examined.scheme_id),
    'parts', (select jsonb_agg(jsonb_build_object('part', p.part, 'name', t.name) order by p.part)
      from unnest(parts) as p (part) cross join lateral private.cbse_term_of_part(examined, p.part) t),
    'year', (select f.name || case when f.id <> l.id then ' – ' || l.name else '' end from public.school_terms f,
      public.school_terms l where f.id = examined.first_term_id and l.id = examined.last_term_id),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.full_name,
          'admission_number', s.admission_number, 'date_of_birth', s.date_of_birth),
        'subjects', coalesce((select b.list from subjects b where b.student_id = s.id), '[]'),
        'areas', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'grades', (
            select jsonb_agg(g.grade order by p.part) from unnest(parts) as p (part)
            left join public.cbse_gradings g on g.cbse_class_id = examined.id and g.student_id = s.id
              and g.area_id = a.id and g.part = p.part)) order by a.position), '[]')
          from public.cbse_areas a where a.scheme_id = examined.scheme_id),
        'attendance', (select jsonb_agg(jsonb_build_object('marked', n.marked, 'present', n.present) order by p.part)
          from unnest(parts) as p (part) cross join lateral private.cbse_term_of_part(examined, p.part) t
          cross join lateral (select count(*) filter (where d.status <> 'excused') as marked,
              count(*) filter (where d.status in ('present', 'late')) as present
            from public.attendance d where d.student_id = s.id and d.day between t.starts_on and t.ends_on) n),
        'remarks', (select jsonb_agg(r.remark order by p.part) from unnest(parts) as p (part)
          left join public.cbse_remarks r on r.cbse_class_id = examined.id and r.student_id = s.id
            and r.part = p.part))
      order by s.last_name, s.first_name, s.id), '[]')
      from public.students s where s.id = any (students) and s.school_id = examined.school_id))
$function$;

create or replace function private.cbse_component_results (
  examined public.cbse_classes,
  students uuid[]
)
  returns table (
    student_id   uuid,
    subject_id   uuid,
    part         smallint,
    component_id uuid,
    out_of       numeric,
    result       numeric,
    is_absent    boolean
  )
  language sql
  stable
  security definer
  rows 2000
  set search_path to ''
  AS $function$
  with shares as (
    select s.id as student, t.subject_id as subject, t.part, t.component_id as component, c.out_of, c.best_of,
      m.absence, case when m.absence = 'absent' then 0 else m.score / t.max_score end as share,
      m.student_id is not null as is_marked
    from private.cbse_members(examined) as s (id)
    join public.cbse_tests t on t.cbse_class_id = examined.id
    join public.cbse_components c on c.id = t.component_id
    left join public.cbse_marks m on m.test_id = t.id and m.student_id = s.id
    where students is null or s.id = any (students)),
  ranked as (
    select h.*, row_number() over (partition by h.student, h.subject, h.part, h.component
      order by h.share desc nulls last) as place
    from shares h where h.absence is distinct from 'exempt'),
  counted as (
    select r.student, r.subject, r.part, r.component, r.out_of,
      count(*) filter (where r.is_marked) as marked, least(coalesce(r.best_of, count(*)), count(*)) as needed,
      avg(r.share) filter (where r.place <= coalesce(r.best_of, 1000)) * r.out_of as result,
      coalesce(bool_and(r.absence = 'absent') filter (where r.is_marked), false) as is_absent
    from ranked r group by r.student, r.subject, r.part, r.component, r.out_of, r.best_of)
  select d.student, d.subject, d.part, d.component, d.out_of, case when d.marked >= d.needed then d.result end,
    d.is_absent
  from counted d
$function$;

create or replace function private.cbse_part_results (
  examined public.cbse_classes,
  students uuid[]
)
  returns table (
    student_id uuid,
    subject_id uuid,
    part       smallint,
    result     numeric
  )
  language sql
  stable
  security definer
  rows 500
  set search_path to ''
  AS $function$
  select r.student_id, r.subject_id, r.part,
    case when bool_and(r.result is not null) then sum(r.result) / sum(r.out_of) * 100 end
  from private.cbse_component_results(examined, students) r
  group by r.student_id, r.subject_id, r.part having count(r.result) > 0
$function$;

create or replace function private.cbse_year_results (
  examined public.cbse_classes,
  students uuid[]
)
  returns table (
    student_id uuid,
    subject_id uuid,
    result     numeric
  )
  language sql
  stable
  security definer
  rows 300
  set search_path to ''
  AS $function$
  select r.student_id, r.subject_id,
    case when count(r.result) = cardinality(s.weights) then sum(r.result * s.weights[r.part]) / 100 end
  from private.cbse_part_results(examined, students) r join public.cbse_schemes s on s.id = examined.scheme_id
  group by r.student_id, r.subject_id, s.weights
$function$;

create or replace function public.cbse_cards (
  cbse_class_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.cbse_cards(k, array(select m.id from private.cbse_members(k) as m (id)
      where m.id <> all ((select private.withheld_from_me())::uuid[])),
    array(select generate_series(1, private.cbse_parts(k.scheme_id))))
  from public.cbse_classes k where k.id = cbse_cards.cbse_class_id and k.id in (select private.my_cbse_classes())
$function$;

create or replace function public.publish_cbse_part (
  cbse_class_id uuid,
  part          integer,
  is_published  boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  examined constant public.cbse_classes := private.require_cbse_class('cbse:set-up',
    publish_cbse_part.cbse_class_id, publish_cbse_part.part);
  is_last constant boolean := publish_cbse_part.part = private.cbse_parts(examined.scheme_id);
  was_published constant boolean := private.is_cbse_published(examined, publish_cbse_part.part);
  student uuid;
begin
  update public.cbse_classes k set
    first_published_at = case when is_last then k.first_published_at
      when publish_cbse_part.is_published then coalesce(k.first_published_at, now()) end,
    last_published_at = case when not is_last then k.last_published_at
      when publish_cbse_part.is_published then coalesce(k.last_published_at, now()) end
  where k.id = examined.id;
  if publish_cbse_part.is_published and not was_published then
    for student in select distinct r.student_id from private.cbse_part_results(examined, null) r
      where r.part = publish_cbse_part.part loop
      perform private.notify(private.student_family(student) || (select array[s.user_id] from public.students s
          where s.id = student),
        'cbse-class/' || examined.id || '/' || publish_cbse_part.part || '/' || student,
        private.say('CBSE results of {student} are here.', jsonb_build_object('student',
          (select s.first_name from public.students s where s.id = student))), null,
        '/dashboard/addons/cbse-examination/cards');
    end loop;
  end if;
end
$function$;

create or replace function public.student_cbse_card (
  student_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.cbse_cards(k, array[student_cbse_card.student_id],
    array(select generate_series(1, private.cbse_parts(k.scheme_id))))
  from (select c.id from public.cbse_classes c join public.school_terms l on l.id = c.last_term_id
    where c.id in (select private.my_cbse_classes())
      and student_cbse_card.student_id in (select private.cbse_members(c))
      and student_cbse_card.student_id <> all ((select private.withheld_from_me())::uuid[])
    order by l.ends_on desc limit 1) latest join public.cbse_classes k on k.id = latest.id
$function$;

comment on function public.cbse_cards(uuid) is 'Report cards of a class of the year for its staff: {school, class_name, scheme, weights, parts, bands, cards: [{student, subjects: [{name, parts: [{components, result, grade}], year, grade}], areas, attendance, remarks}]}. Results have two places; a missing one is null.';

comment on function public.student_cbse_card(uuid) is 'The card of a student in the latest year in which their class was examined, for its staff, as cbse_cards has it; null without one.';

revoke all on function private.cbse_component_results(public.cbse_classes, uuid[]) from public;

revoke all on function private.cbse_part_results(public.cbse_classes, uuid[]) from public;

revoke all on function private.cbse_year_results(public.cbse_classes, uuid[]) from public;

revoke all on function public.cbse_cards(uuid) from public;

grant execute on function public.cbse_cards(uuid) to authenticated;

grant execute on function public.cbse_cards(uuid) to service_role;

revoke all on function public.student_cbse_card(uuid) from public;

grant execute on function public.student_cbse_card(uuid) to authenticated;

grant execute on function public.student_cbse_card(uuid) to service_role;
