-- What the marks come to. All of it is exact until it is shown: a part's result is made of shares of each test's
-- maximum, the year's of the exact parts, and a grade of the whole mark nearest to the exact result.

create function private.cbse_grade(scheme uuid, result numeric) returns text
language sql stable security definer set search_path = '' as $$
  -- Ten places: what is a half by its fractions is one, whatever a division has left behind.
  select b.grade from public.cbse_bands b
  where b.scheme_id = cbse_grade.scheme and b.lowest <= round(round(cbse_grade.result, 10))
  order by b.lowest desc limit 1
$$;

-- Each component of a student's subject in a part: its marks, null until enough tests of it are marked. One with
-- exempt tests only is left out, and the others make up the hundred. Null students are all of the class.
create function private.cbse_component_results(examined public.cbse_classes, students uuid[])
  returns table (student_id uuid, subject_id uuid, part smallint, component_id uuid, out_of numeric, result numeric,
    is_absent boolean)
language sql stable rows 2000 security definer set search_path = '' as $$
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
$$;

-- Each part of a student's subject, out of a hundred, null until all of its components have marks. Someone who has no
-- mark at all in a subject has no row.
create function private.cbse_part_results(examined public.cbse_classes, students uuid[])
  returns table (student_id uuid, subject_id uuid, part smallint, result numeric)
language sql stable rows 500 security definer set search_path = '' as $$
  select r.student_id, r.subject_id, r.part,
    case when bool_and(r.result is not null) then sum(r.result) / sum(r.out_of) * 100 end
  from private.cbse_component_results(examined, students) r
  group by r.student_id, r.subject_id, r.part having count(r.result) > 0
$$;

-- The year of a student's subject by the weights of the parts, null until each part has a result.
create function private.cbse_year_results(examined public.cbse_classes, students uuid[])
  returns table (student_id uuid, subject_id uuid, result numeric)
language sql stable rows 300 security definer set search_path = '' as $$
  select r.student_id, r.subject_id,
    case when count(r.result) = cardinality(s.weights) then sum(r.result * s.weights[r.part]) / 100 end
  from private.cbse_part_results(examined, students) r join public.cbse_schemes s on s.id = examined.scheme_id
  group by r.student_id, r.subject_id, s.weights
$$;

create function private.cbse_term_of_part(examined public.cbse_classes, part integer) returns public.school_terms
language sql stable security definer set search_path = '' as $$
  select t from public.school_terms t where t.id = case when cbse_term_of_part.part = 1
    and private.cbse_parts(examined.scheme_id) = 2 then examined.first_term_id else examined.last_term_id end
$$;

create function private.is_cbse_published(examined public.cbse_classes, part integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when is_cbse_published.part = 1 and private.cbse_parts(examined.scheme_id) = 2
    then examined.first_published_at else examined.last_published_at end is not null
$$;

-- Cards of a class, of these students and with these parts only.
create function private.cbse_cards(examined public.cbse_classes, students uuid[], parts integer[]) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

create function public.cbse_cards(cbse_class_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.cbse_cards(k, array(select m.id from private.cbse_members(k) as m (id)
      where m.id <> all ((select private.withheld_from_me())::uuid[])),
    array(select generate_series(1, private.cbse_parts(k.scheme_id))))
  from public.cbse_classes k where k.id = cbse_cards.cbse_class_id and k.id in (select private.my_cbse_classes())
$$;
comment on function public.cbse_cards(uuid) is
  'Report cards of a class of the year for its staff: {school, class_name, scheme, weights, parts, bands, cards: '
  '[{student, subjects: [{name, parts: [{components, result, grade}], year, grade}], areas, attendance, remarks}]}. '
  'Results have two places; a missing one is null.';
revoke execute on function public.cbse_cards(uuid) from public;
grant execute on function public.cbse_cards(uuid) to authenticated;

create function public.student_cbse_card(student_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.cbse_cards(k, array[student_cbse_card.student_id],
    array(select generate_series(1, private.cbse_parts(k.scheme_id))))
  from (select c.id from public.cbse_classes c join public.school_terms l on l.id = c.last_term_id
    where c.id in (select private.my_cbse_classes())
      and student_cbse_card.student_id in (select private.cbse_members(c))
      and student_cbse_card.student_id <> all ((select private.withheld_from_me())::uuid[])
    order by l.ends_on desc limit 1) latest join public.cbse_classes k on k.id = latest.id
$$;
comment on function public.student_cbse_card(uuid) is
  'The card of a student in the latest year in which their class was examined, for its staff, as cbse_cards has it; '
  'null without one.';
revoke execute on function public.student_cbse_card(uuid) from public;
grant execute on function public.student_cbse_card(uuid) to authenticated;

create function public.family_cbse_cards() returns setof jsonb
language plpgsql stable rows 4 security definer set search_path = '' as $$
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
$$;
comment on function public.family_cbse_cards()
  is 'Published report cards of the caller or the caller''s children, as cbse_cards has them, the latest year first.';
revoke execute on function public.family_cbse_cards() from public;
grant execute on function public.family_cbse_cards() to authenticated;

create function public.publish_cbse_part(cbse_class_id uuid, part integer, is_published boolean) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.publish_cbse_part(uuid, integer, boolean)
  is 'Shows families the results of a part of the year and tells them once, or hides them again. Administrators only.';
revoke execute on function public.publish_cbse_part(uuid, integer, boolean) from public;
grant execute on function public.publish_cbse_part(uuid, integer, boolean) to authenticated;

create function public.cbse_class_progress() returns table (cbse_class_id uuid, cells integer, marked integer)
language sql stable security definer set search_path = '' as $$
  select k.id, (t.tests * m.members)::integer, t.marked::integer
  from public.cbse_classes k
  cross join lateral (select count(distinct t.id) as tests, count(m.test_id) as marked from public.cbse_tests t
    left join public.cbse_marks m on m.test_id = t.id where t.cbse_class_id = k.id) t
  cross join lateral (select count(*) as members from private.cbse_members(k)) m
  where k.id in (select private.my_cbse_classes())
$$;
comment on function public.cbse_class_progress()
  is 'How many cells the mark sheets of the caller''s classes of the year have, and how many are filled.';
revoke execute on function public.cbse_class_progress() from public;
grant execute on function public.cbse_class_progress() to authenticated;
