set check_function_bodies = off;

create table private.usual_cbse_schemes (
  name        text      not null,
  weights     numeric[] not null,
  area_grades text[]    not null,
  components  jsonb     not null,
  bands       jsonb     not null,
  areas       jsonb     not null,
  constraint usual_cbse_schemes_pkey primary key (name)
);

alter table private.usual_cbse_schemes
  enable row level security;

create table public.cbse_areas (
  id        uuid     not null default gen_random_uuid(),
  school_id uuid     not null,
  scheme_id uuid     not null,
  name      text     not null,
  position  smallint not null,
  constraint cbse_areas_id_school_id_key unique (id, school_id),
  constraint cbse_areas_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint cbse_areas_pkey primary key (id),
  constraint cbse_areas_scheme_id_position_key unique (scheme_id, position)
);

alter table public.cbse_areas
  enable row level security;

create table public.cbse_bands (
  school_id uuid     not null,
  scheme_id uuid     not null,
  grade     text     not null,
  lowest    smallint not null,
  constraint cbse_bands_grade_check check (((length(btrim(grade)) >= 1) AND (length(btrim(grade)) <= 10))),
  constraint cbse_bands_lowest_check check (((lowest >= 0) AND (lowest <= 100))),
  constraint cbse_bands_pkey primary key (scheme_id, lowest),
  constraint cbse_bands_scheme_id_grade_key unique (scheme_id, grade)
);

alter table public.cbse_bands
  enable row level security;

create table public.cbse_classes (
  id                 uuid                     not null default gen_random_uuid(),
  school_id          uuid                     not null,
  class_id           uuid                     not null,
  scheme_id          uuid                     not null,
  first_term_id      uuid                     not null,
  last_term_id       uuid                     not null,
  first_published_at timestamp with time zone,
  last_published_at  timestamp with time zone,
  constraint cbse_classes_class_id_first_term_id_key unique (class_id, first_term_id),
  constraint cbse_classes_id_school_id_key unique (id, school_id),
  constraint cbse_classes_pkey primary key (id)
);

alter table public.cbse_classes
  enable row level security;

create table public.cbse_components (
  id        uuid         not null default gen_random_uuid(),
  school_id uuid         not null,
  scheme_id uuid         not null,
  name      text         not null,
  out_of    numeric(5,2) not null,
  best_of   smallint,
  position  smallint     not null,
  constraint cbse_components_best_of_check check (((best_of >= 1) AND (best_of <= 20))),
  constraint cbse_components_id_school_id_key unique (id, school_id),
  constraint cbse_components_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint cbse_components_out_of_check check (((out_of >= 0.5) AND (out_of <= (100)::numeric))),
  constraint cbse_components_pkey primary key (id),
  constraint cbse_components_scheme_id_position_key unique (scheme_id, position)
);

alter table public.cbse_components
  enable row level security;

create table public.cbse_gradings (
  school_id     uuid     not null,
  cbse_class_id uuid     not null,
  student_id    uuid     not null,
  area_id       uuid     not null,
  part          smallint not null,
  grade         text     not null,
  constraint cbse_gradings_grade_check check (((length(grade) >= 1) AND (length(grade) <= 10))),
  constraint cbse_gradings_part_check check (((part >= 1) AND (part <= 2))),
  constraint cbse_gradings_pkey primary key (cbse_class_id, student_id, area_id, part)
);

alter table public.cbse_gradings
  enable row level security;

create table public.cbse_marks (
  school_id  uuid                     not null,
  test_id    uuid                     not null,
  student_id uuid                     not null,
  score      numeric(6,2),
  absence    text,
  marked_by  uuid,
  updated_at timestamp with time zone not null default now(),
  constraint cbse_marks_absence_check check ((absence = ANY (ARRAY['absent'::text, 'exempt'::text]))),
  constraint cbse_marks_check check (((score IS NULL) <> (absence IS NULL))),
  constraint cbse_marks_pkey primary key (test_id, student_id),
  constraint cbse_marks_score_check check ((score >= (0)::numeric))
);

alter table public.cbse_marks
  enable row level security;

create table public.cbse_remarks (
  school_id     uuid     not null,
  cbse_class_id uuid     not null,
  student_id    uuid     not null,
  part          smallint not null,
  remark        text     not null,
  constraint cbse_remarks_part_check check (((part >= 1) AND (part <= 2))),
  constraint cbse_remarks_pkey primary key (cbse_class_id, student_id, part),
  constraint cbse_remarks_remark_check check (((length(btrim(remark)) >= 1) AND (length(btrim(remark)) <= 500)))
);

alter table public.cbse_remarks
  enable row level security;

create table public.cbse_schemes (
  id          uuid           not null default gen_random_uuid(),
  school_id   uuid           not null,
  name        text           not null,
  weights     numeric(5,2)[] not null,
  area_grades text[]         not null,
  constraint cbse_schemes_area_grades_check check (((cardinality(area_grades) >= 2) AND (cardinality(area_grades) <= 10))),
  constraint cbse_schemes_id_school_id_key unique (id, school_id),
  constraint cbse_schemes_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint cbse_schemes_pkey primary key (id),
  constraint cbse_schemes_weights_check check ((cardinality(weights) = ANY (ARRAY[1, 2])))
);

alter table public.cbse_schemes
  enable row level security;

create table public.cbse_tests (
  id            uuid                     not null default gen_random_uuid(),
  school_id     uuid                     not null,
  cbse_class_id uuid                     not null,
  subject_id    uuid                     not null,
  component_id  uuid                     not null,
  part          smallint                 not null,
  name          text                     not null,
  max_score     numeric(6,2)             not null,
  created_at    timestamp with time zone not null default now(),
  constraint cbse_tests_id_school_id_key unique (id, school_id),
  constraint cbse_tests_max_score_check check (((max_score >= (1)::numeric) AND (max_score <= (1000)::numeric))),
  constraint cbse_tests_name_check check (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint cbse_tests_part_check check (((part >= 1) AND (part <= 2))),
  constraint cbse_tests_pkey primary key (id)
);

alter table public.cbse_tests
  enable row level security;

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
  components as materialized (select * from private.cbse_component_results(examined) c
    where c.student_id = any (students) and c.part = any (parts)),
  results as materialized (select * from private.cbse_part_results(examined) r
    where r.student_id = any (students) and r.part = any (parts)),
  years as materialized (select * from private.cbse_year_results(examined) y
    where y.student_id = any (students) and cardinality(parts) = (select cardinality(weights) from scheme)),
  subjects as (
    select l.student_id, jsonb_agg(jsonb_build_object('name', b.name,
      'parts', (select jsonb_agg(jsonb_build_object(
          'components', (select jsonb_agg(jsonb_build_object('name', k.name, 'out_of', k.out_of,
              'result', round(round(c.result, 10), 2)) order by k.position)
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
        'student', jsonb_build_object('id', s.id, 'name', private.full_name(s.first_name, s.last_name),
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
  examined public.cbse_classes
)
  returns table (
    student_id   uuid,
    subject_id   uuid,
    part         smallint,
    component_id uuid,
    out_of       numeric,
    result       numeric
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
    left join public.cbse_marks m on m.test_id = t.id and m.student_id = s.id),
  ranked as (
    select h.*, row_number() over (partition by h.student, h.subject, h.part, h.component
      order by h.share desc nulls last) as place
    from shares h where h.absence is distinct from 'exempt'),
  counted as (
    select r.student, r.subject, r.part, r.component, r.out_of,
      count(*) filter (where r.is_marked) as marked, least(coalesce(r.best_of, count(*)), count(*)) as needed,
      avg(r.share) filter (where r.place <= coalesce(r.best_of, 1000)) * r.out_of as result
    from ranked r group by r.student, r.subject, r.part, r.component, r.out_of, r.best_of)
  select d.student, d.subject, d.part, d.component, d.out_of, case when d.marked >= d.needed then d.result end
  from counted d
$function$;

create or replace function private.cbse_grade (
  scheme uuid,
  result numeric
)
  returns text
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  -- Ten places: what is a half by its fractions is one, whatever a division has left behind.
  select b.grade from public.cbse_bands b
  where b.scheme_id = cbse_grade.scheme and b.lowest <= round(round(cbse_grade.result, 10))
  order by b.lowest desc limit 1
$function$;

create or replace function private.cbse_members (
  of public.cbse_classes
)
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 40
  set search_path to ''
  AS $function$
  select m.id from public.school_terms f, public.school_terms l,
    private.class_members(of.class_id, f.starts_on, l.ends_on) as m (id)
  where f.id = of.first_term_id and l.id = of.last_term_id
  union
  select m.student_id from public.cbse_tests t join public.cbse_marks m on m.test_id = t.id
  where t.cbse_class_id = of.id
$function$;

create or replace function private.cbse_part_results (
  examined public.cbse_classes
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
  from private.cbse_component_results(examined) r
  group by r.student_id, r.subject_id, r.part having count(r.result) > 0
$function$;

create or replace function private.cbse_parts (
  scheme uuid
)
  returns integer
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select cardinality(s.weights) from public.cbse_schemes s where s.id = scheme
$function$;

create or replace function private.cbse_term_of_part (
  examined public.cbse_classes,
  part     integer
)
  returns public.school_terms
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select t from public.school_terms t where t.id = case when cbse_term_of_part.part = 1
    and private.cbse_parts(examined.scheme_id) = 2 then examined.first_term_id else examined.last_term_id end
$function$;

create or replace function private.cbse_year_results (
  examined public.cbse_classes
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
  from private.cbse_part_results(examined) r join public.cbse_schemes s on s.id = examined.scheme_id
  group by r.student_id, r.subject_id, s.weights
$function$;

create or replace function private.is_cbse_published (
  examined public.cbse_classes,
  part     integer
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when is_cbse_published.part = 1 and private.cbse_parts(examined.scheme_id) = 2
    then examined.first_published_at else examined.last_published_at end is not null
$function$;

create or replace function private.my_cbse_classes()
  returns SETOF uuid
  language sql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
  select k.id from public.cbse_classes k
  where k.school_id = private.addon_school('addon:cbse-examination')
    and (private.may('result:read-all') or k.class_id in (select private.my_class_ids()))
$function$;

create or replace function private.require_cbse_class (
  permission text,
  cbse_class uuid,
  part       integer
)
  returns public.cbse_classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:cbse-examination');
  examined public.cbse_classes;
  closed text;
begin
  perform private.require(require_cbse_class.permission);
  select * into examined from public.cbse_classes k where k.id = require_cbse_class.cbse_class and k.school_id = school;
  if not found or coalesce(require_cbse_class.part not between 1 and private.cbse_parts(examined.scheme_id), true) then
    perform private.refuse('cbse.no_class', 'This class is no longer here. Reload the page.', errcode => 'P0002');
  end if;
  select t.name into closed from public.school_terms t where t.closed_at is not null
    and t.id = case when require_cbse_class.part = private.cbse_parts(examined.scheme_id) then examined.last_term_id
      else examined.first_term_id end;
  if closed is not null then
    perform private.refuse_closed_term(closed);
  end if;
  return examined;
end
$function$;

create or replace function private.require_cbse_class_i_lead (
  cbse_class uuid,
  part       integer
)
  returns public.cbse_classes
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  examined constant public.cbse_classes := private.require_cbse_class(
    case when private.may('cbse:set-up') then 'cbse:set-up' else 'grade:write' end, cbse_class, part);
begin
  if not private.may('cbse:set-up') and not exists (select from public.classes c where c.id = examined.class_id
    and c.class_teacher_id = private.signed_in_uid()) then
    perform private.refuse('cbse.not_your_class', 'Only the class teacher, or an administrator, does this.',
      errcode => '42501');
  end if;
  return examined;
end
$function$;

create or replace function private.require_cbse_member (
  examined public.cbse_classes,
  student  uuid
)
  returns void
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if student is null or student not in (select private.cbse_members(examined)) then
    perform private.refuse('cbse.not_in_class', 'This student was not in this class in the year.');
  end if;
end
$function$;

create or replace function private.require_cbse_setup()
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := private.require_addon('addon:cbse-examination');
begin
  perform private.require('cbse:set-up');
  return school;
end
$function$;

create or replace function private.require_cbse_test (
  test uuid
)
  returns public.cbse_tests
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_test public.cbse_tests;
begin
  perform private.require_addon('addon:cbse-examination');
  perform private.require('grade:write');
  select * into found_test from public.cbse_tests t where t.id = require_cbse_test.test for update;
  if not found then
    perform private.refuse('cbse.no_test', 'This test is no longer here. Reload the page.', errcode => 'P0002');
  end if;
  perform private.require_subject_i_teach(
    (private.require_cbse_class('grade:write', found_test.cbse_class_id, found_test.part)).class_id,
    found_test.subject_id);
  return found_test;
end
$function$;

create or replace function private.write_cbse_areas (
  scheme public.cbse_schemes,
  areas  jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  used_name text;
begin
  select a.name into used_name from public.cbse_areas a where a.scheme_id = scheme.id
    and not exists (select from jsonb_to_recordset(areas) as n (id uuid) where n.id = a.id)
    and exists (select from public.cbse_gradings g where g.area_id = a.id) limit 1;
  if used_name is not null then
    perform private.refuse('cbse.area_used', '{name} has grades already, so it stays in this scheme.',
      jsonb_build_object('name', used_name), 'areas');
  end if;
  delete from public.cbse_areas a where a.scheme_id = scheme.id
    and not exists (select from jsonb_to_recordset(areas) as n (id uuid) where n.id = a.id);
  update public.cbse_areas a set position = -a.position where a.scheme_id = scheme.id;
  update public.cbse_areas a set position = n.ordinality,
    name = private.require_text(n.value ->> 'name', 80, 'areas', 'Name each co-scholastic area.')
  from jsonb_array_elements(areas) with ordinality n
  where a.scheme_id = scheme.id and a.id = (n.value ->> 'id')::uuid;
  insert into public.cbse_areas (school_id, scheme_id, name, position)
  select scheme.school_id, scheme.id, private.require_text(n.value ->> 'name', 80, 'areas',
    'Name each co-scholastic area.'), n.ordinality
  from jsonb_array_elements(areas) with ordinality n where n.value ->> 'id' is null;
end
$function$;

create or replace function private.write_cbse_components (
  scheme     public.cbse_schemes,
  components jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  used_name text;
begin
  select c.name into used_name from public.cbse_components c where c.scheme_id = scheme.id
    and not exists (select from jsonb_to_recordset(components) as n (id uuid) where n.id = c.id)
    and exists (select from public.cbse_tests t where t.component_id = c.id) limit 1;
  if used_name is not null then
    perform private.refuse('cbse.component_used', '{name} has tests already, so it stays in this scheme.',
      jsonb_build_object('name', used_name), 'components');
  end if;
  delete from public.cbse_components c where c.scheme_id = scheme.id
    and not exists (select from jsonb_to_recordset(components) as n (id uuid) where n.id = c.id);
  -- Positions are unique: they move out of the way first.
  update public.cbse_components c set position = -c.position where c.scheme_id = scheme.id;
  update public.cbse_components c set position = n.ordinality,
    name = private.require_text(n.value ->> 'name', 80, 'components', 'Name what is examined.'),
    out_of = (n.value ->> 'out_of')::numeric, best_of = (n.value ->> 'best_of')::smallint
  from jsonb_array_elements(components) with ordinality n
  where c.scheme_id = scheme.id and c.id = (n.value ->> 'id')::uuid;
  insert into public.cbse_components (school_id, scheme_id, name, out_of, best_of, position)
  select scheme.school_id, scheme.id,
    private.require_text(n.value ->> 'name', 80, 'components', 'Name what is examined.'),
    (n.value ->> 'out_of')::numeric, (n.value ->> 'best_of')::smallint, n.ordinality
  from jsonb_array_elements(components) with ordinality n where n.value ->> 'id' is null;
end
$function$;

create or replace function public.add_cbse_class (
  class_id      uuid,
  scheme_id     uuid,
  first_term_id uuid,
  last_term_id  uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_cbse_setup();
  added uuid;
begin
  perform private.require_class(add_cbse_class.class_id, school);
  if not exists (select from public.cbse_schemes s where s.id = add_cbse_class.scheme_id and s.school_id = school) then
    perform private.refuse('cbse.choose_scheme', 'Choose how the class is examined.', field => 'schemeId');
  end if;
  if not exists (select from public.school_terms f join public.school_terms l on l.school_id = f.school_id
    where f.id = add_cbse_class.first_term_id and l.id = add_cbse_class.last_term_id and f.school_id = school
      and f.starts_on <= l.starts_on
      and (f.id <> l.id or private.cbse_parts(add_cbse_class.scheme_id) = 1)) then
    perform private.refuse('cbse.terms', 'Choose the first and the last term of the year; with two terms, two '
      'different ones.', field => 'lastTermId');
  end if;
  if exists (select from public.cbse_classes k join public.school_terms f on f.id = k.first_term_id
    join public.school_terms l on l.id = k.last_term_id
    join public.school_terms nf on nf.id = add_cbse_class.first_term_id
    join public.school_terms nl on nl.id = add_cbse_class.last_term_id
    where k.class_id = add_cbse_class.class_id and f.starts_on <= nl.ends_on and nf.starts_on <= l.ends_on) then
    perform private.refuse('cbse.class_taken', 'This class is examined in these terms already.', field => 'classId');
  end if;
  insert into public.cbse_classes (school_id, class_id, scheme_id, first_term_id, last_term_id)
  values (school, add_cbse_class.class_id, add_cbse_class.scheme_id, add_cbse_class.first_term_id,
    add_cbse_class.last_term_id) returning id into added;
  insert into public.cbse_tests (school_id, cbse_class_id, subject_id, component_id, part, name, max_score)
  select school, added, b.subject_id, c.id, p.part, left(c.name, 60), greatest(c.out_of, 1)
  from public.class_subjects b, public.cbse_components c,
    generate_series(1, private.cbse_parts(add_cbse_class.scheme_id)) as p (part)
  where b.class_id = add_cbse_class.class_id and c.scheme_id = add_cbse_class.scheme_id and c.best_of is null;
  insert into public.cbse_tests (school_id, cbse_class_id, subject_id, component_id, part, name, max_score)
  select school, added, b.subject_id, c.id, p.part, left(c.name, 56) || ' ' || n.number, 40
  from public.class_subjects b, public.cbse_components c,
    generate_series(1, private.cbse_parts(add_cbse_class.scheme_id)) as p (part),
    generate_series(1, c.best_of + 1) as n (number)
  where b.class_id = add_cbse_class.class_id and c.scheme_id = add_cbse_class.scheme_id and c.best_of is not null;
  return added;
end
$function$;

create or replace function public.add_usual_cbse_schemes()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_cbse_setup();
  usual private.usual_cbse_schemes;
  scheme uuid;
  added integer := 0;
begin
  for usual in select * from private.usual_cbse_schemes order by name desc loop
    insert into public.cbse_schemes (school_id, name, weights, area_grades)
    values (school, usual.name, usual.weights, usual.area_grades)
    on conflict (school_id, private.fold_text(name)) do nothing returning id into scheme;
    continue when not found;
    insert into public.cbse_components (school_id, scheme_id, name, out_of, best_of, position)
    select school, scheme, c.value ->> 0, (c.value ->> 1)::numeric, (c.value ->> 2)::smallint, c.ordinality
    from jsonb_array_elements(usual.components) with ordinality c;
    insert into public.cbse_bands (school_id, scheme_id, grade, lowest)
    select school, scheme, b.value ->> 0, (b.value ->> 1)::smallint from jsonb_array_elements(usual.bands) b;
    insert into public.cbse_areas (school_id, scheme_id, name, position)
    select school, scheme, a.value, a.ordinality from jsonb_array_elements_text(usual.areas) with ordinality a;
    added := added + 1;
  end loop;
  return added;
end
$function$;

create or replace function public.cbse_cards (
  cbse_class_id uuid,
  student_id    uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.cbse_cards(k, m.students,
    array(select generate_series(1, private.cbse_parts(k.scheme_id))))
  from public.cbse_classes k
  cross join lateral (select array_agg(m.id) as students from private.cbse_members(k) as m (id)
    where m.id <> all ((select private.withheld_from_me())::uuid[])
      and (cbse_cards.student_id is null or m.id = cbse_cards.student_id)) m
  where k.id = cbse_cards.cbse_class_id and k.id in (select private.my_cbse_classes())
$function$;

create or replace function public.cbse_class_progress()
  returns table (
    cbse_class_id uuid,
    cells         integer,
    marked        integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select k.id, (t.tests * m.members)::integer, t.marked::integer
  from public.cbse_classes k
  cross join lateral (select count(distinct t.id) as tests, count(m.test_id) as marked from public.cbse_tests t
    left join public.cbse_marks m on m.test_id = t.id where t.cbse_class_id = k.id) t
  cross join lateral (select count(*) as members from private.cbse_members(k)) m
  where k.id in (select private.my_cbse_classes())
$function$;

create or replace function public.cbse_students (
  cbse_class_id uuid
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    has_left         boolean
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, private.full_name(s.first_name, s.last_name), s.admission_number, s.class_id is distinct from k.class_id
  from public.cbse_classes k cross join private.cbse_members(k) as m (id)
  join public.students s on s.id = m.id and s.school_id = k.school_id
  where k.id = cbse_students.cbse_class_id and k.id in (select private.my_cbse_classes())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
  order by s.last_name, s.first_name, s.id
$function$;

create or replace function public.family_cbse_cards()
  returns SETOF jsonb
  language sql
  stable
  security definer
  rows 4
  set search_path to ''
  AS $function$
  select private.cbse_cards(k, array[s.id], p.parts)
  from public.students s
  join public.cbse_classes k on k.school_id = s.school_id and s.id in (select private.cbse_members(k))
  join public.school_terms l on l.id = k.last_term_id
  cross join lateral (select array(select n from generate_series(1, private.cbse_parts(k.scheme_id)) as n
    where private.is_cbse_published(k, n)) as parts) p
  where s.id in (select private.my_student_ids()) and cardinality(p.parts) > 0
    and k.school_id = (select private.member_addon_school('addon:cbse-examination'))
  order by l.ends_on desc, s.last_name, s.first_name limit 20
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
    for student in select distinct r.student_id from private.cbse_part_results(examined) r
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

create or replace function public.remove_cbse_class (
  cbse_class_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_cbse_setup();
begin
  if exists (select from public.cbse_tests t join public.cbse_marks m on m.test_id = t.id
      where t.cbse_class_id = remove_cbse_class.cbse_class_id)
    or exists (select from public.cbse_gradings g where g.cbse_class_id = remove_cbse_class.cbse_class_id) then
    perform private.refuse('cbse.class_has_marks', 'This class has marks already, so it stays.');
  end if;
  delete from public.cbse_classes k where k.id = remove_cbse_class.cbse_class_id and k.school_id = school;
  if not found then
    perform private.refuse('cbse.no_class', 'This class is no longer here. Reload the page.', errcode => 'P0002');
  end if;
end
$function$;

create or replace function public.remove_cbse_test (
  test_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  test constant public.cbse_tests := private.require_cbse_test(remove_cbse_test.test_id);
begin
  if exists (select from public.cbse_marks m where m.test_id = test.id) then
    perform private.refuse('cbse.test_has_marks', 'This test has marks. Empty its column first.');
  end if;
  delete from public.cbse_tests t where t.id = test.id;
end
$function$;

create or replace function public.save_cbse_grading (
  cbse_class_id uuid,
  student_id    uuid,
  area_id       uuid,
  part          integer,
  grade         text    default null::text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  examined constant public.cbse_classes := private.require_cbse_class_i_lead(save_cbse_grading.cbse_class_id,
    save_cbse_grading.part);
begin
  perform private.require_cbse_member(examined, save_cbse_grading.student_id);
  if save_cbse_grading.grade is null then
    delete from public.cbse_gradings g where g.cbse_class_id = examined.id
      and g.student_id = save_cbse_grading.student_id and g.area_id = save_cbse_grading.area_id
      and g.part = save_cbse_grading.part;
    return;
  end if;
  if not exists (select from public.cbse_areas a join public.cbse_schemes s on s.id = a.scheme_id
    where a.id = save_cbse_grading.area_id and s.id = examined.scheme_id
      and save_cbse_grading.grade = any (s.area_grades)) then
    perform private.refuse('cbse.choose_grade', 'Choose one of the grades of this class''s scheme.', field => 'grade');
  end if;
  insert into public.cbse_gradings (school_id, cbse_class_id, student_id, area_id, part, grade)
  values (examined.school_id, examined.id, save_cbse_grading.student_id, save_cbse_grading.area_id,
    save_cbse_grading.part, save_cbse_grading.grade)
  on conflict (cbse_class_id, student_id, area_id, part) do update set grade = excluded.grade;
end
$function$;

create or replace function public.save_cbse_marks (
  test_id uuid,
  marks   jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    said       jsonb,
    score      numeric,
    absence    text
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  test constant public.cbse_tests := private.require_cbse_test(save_cbse_marks.test_id);
  listed constant uuid[] := array(select private.cbse_members(k) from public.cbse_classes k
    where k.id = test.cbse_class_id);
begin
  return query
  with entries as materialized (
    select distinct on (e.student_id) e.place, e.student_id, e.score, e.absence, e.seen_score, e.seen_absence,
      private.full_name(p.first_name, p.last_name) as student, m.score as score_now, m.absence as absence_now
    from rows from (jsonb_to_recordset(save_cbse_marks.marks) as (student_id uuid, score numeric, absence text,
      seen_score numeric, seen_absence text)) with ordinality
      as e (student_id, score, absence, seen_score, seen_absence, place)
    left join public.students p on p.id = e.student_id and p.id = any (listed)
    left join public.cbse_marks m on m.student_id = p.id and m.test_id = test.id
    order by e.student_id, e.place desc),
  judged as materialized (
    select e.*, case when e.student is null then 'cbse.not_in_class'
      when e.score not between 0 and test.max_score or e.score is not null and e.absence is not null
        or e.absence not in ('absent', 'exempt') then 'cbse.out_of_range'
      when (e.score_now, e.absence_now) is distinct from (e.seen_score, e.seen_absence)
        and (e.score_now, e.absence_now) is distinct from (e.score, e.absence) then 'cbse.changed' end as code
    from entries e),
  emptied as (
    delete from public.cbse_marks m using judged j where j.code is null and j.score is null and j.absence is null
      and m.student_id = j.student_id and m.test_id = test.id),
  written as (
    insert into public.cbse_marks (school_id, test_id, student_id, score, absence, marked_by)
    select test.school_id, test.id, j.student_id, j.score, j.absence, private.signed_in_uid() from judged j
    where j.code is null and (j.score is not null or j.absence is not null) order by j.student_id
    on conflict (test_id, student_id) do update set score = excluded.score, absence = excluded.absence,
      marked_by = excluded.marked_by, updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now, j.absence_now
  from judged j cross join lateral (select case j.code
      when 'cbse.not_in_class' then private.say('This student was not in this class in the year.')
      when 'cbse.out_of_range' then private.say(
        'Marks of {test} are from 0 to {most}, AB for absent or EX for exempt.',
        jsonb_build_object('test', test.name, 'most', test.max_score))
      else private.say('Somebody else has changed the marks of {student} in {test}.',
        jsonb_build_object('student', j.student, 'test', test.name)) end) as reason (said)
  where j.code is not null order by j.place;
end
$function$;

create or replace function public.save_cbse_remark (
  cbse_class_id uuid,
  student_id    uuid,
  part          integer,
  remark        text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  examined constant public.cbse_classes := private.require_cbse_class_i_lead(save_cbse_remark.cbse_class_id,
    save_cbse_remark.part);
  words constant text := private.optional_text(save_cbse_remark.remark, 500, 'remark');
begin
  perform private.require_cbse_member(examined, save_cbse_remark.student_id);
  if words is null then
    delete from public.cbse_remarks r where r.cbse_class_id = examined.id
      and r.student_id = save_cbse_remark.student_id and r.part = save_cbse_remark.part;
    return;
  end if;
  insert into public.cbse_remarks (school_id, cbse_class_id, student_id, part, remark)
  values (examined.school_id, examined.id, save_cbse_remark.student_id, save_cbse_remark.part, words)
  on conflict (cbse_class_id, student_id, part) do update set remark = excluded.remark;
end
$function$;

create or replace function public.save_cbse_scheme (
  name        text,
  weights     numeric[],
  area_grades text[],
  components  jsonb,
  bands       jsonb,
  areas       jsonb,
  scheme_id   uuid      default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_cbse_setup();
  title constant text := private.require_text(save_cbse_scheme.name, 80, 'name', 'Name the scheme.');
  grades constant text[] := array(select btrim(g) from unnest(save_cbse_scheme.area_grades) with ordinality a (g, n)
    where btrim(g) <> '' order by n);
  scheme public.cbse_schemes;
  is_used boolean;
begin
  if exists (select from public.cbse_schemes s where s.school_id = school and s.id is distinct from scheme_id
    and private.fold_text(s.name) = private.fold_text(title)) then
    perform private.refuse('cbse.name_taken', 'There is a scheme of this name already. Choose another name.',
      field => 'name');
  end if;
  if coalesce((select sum(w) from unnest(save_cbse_scheme.weights) w) <> 100, true)
    or cardinality(save_cbse_scheme.weights) not between 1 and 2 or 0 > any (save_cbse_scheme.weights) then
    perform private.refuse('cbse.weights', 'The weights of the terms make up 100 percent together.',
      field => 'weights');
  end if;
  if cardinality(grades) not between 2 and 10 or (select count(distinct g) from unnest(grades) g) < cardinality(grades)
    then
    perform private.refuse('cbse.area_grades', 'Enter 2 to 10 different grades of co-scholastic areas, best first.',
      field => 'areaGrades');
  end if;
  if coalesce((select sum(c.out_of) from jsonb_to_recordset(save_cbse_scheme.components) as c (out_of numeric)) <> 100,
    true) then
    perform private.refuse('cbse.hundred', 'What is examined makes up 100 marks together.', field => 'components');
  end if;
  if not exists (select from jsonb_to_recordset(save_cbse_scheme.bands) as b (lowest smallint) where b.lowest = 0)
    or exists (select from jsonb_to_recordset(save_cbse_scheme.bands) as b (grade text, lowest smallint)
      group by b.lowest having count(*) > 1)
    or exists (select from jsonb_to_recordset(save_cbse_scheme.bands) as b (grade text, lowest smallint)
      group by btrim(b.grade) having count(*) > 1) then
    perform private.refuse('cbse.bands', 'Each grade has a lowest mark of its own, and the last one begins at 0.',
      field => 'bands');
  end if;
  if save_cbse_scheme.scheme_id is null then
    insert into public.cbse_schemes (school_id, name, weights, area_grades)
    values (school, title, save_cbse_scheme.weights, grades) returning * into scheme;
  else
    select * into scheme from public.cbse_schemes s where s.id = save_cbse_scheme.scheme_id and s.school_id = school
    for update;
    if not found then
      perform private.refuse('cbse.no_scheme', 'This scheme is no longer here. Reload the page.', errcode => 'P0002');
    end if;
    is_used := exists (select from public.cbse_classes k where k.scheme_id = scheme.id);
    if is_used and cardinality(scheme.weights) <> cardinality(save_cbse_scheme.weights) then
      perform private.refuse('cbse.parts',
        'Classes are examined by this scheme, so its terms stay. Add another scheme.', field => 'weights');
    end if;
    update public.cbse_schemes s set name = title, weights = save_cbse_scheme.weights, area_grades = grades
    where s.id = scheme.id;
  end if;
  perform private.write_cbse_components(scheme, save_cbse_scheme.components);
  perform private.write_cbse_areas(scheme, save_cbse_scheme.areas);
  delete from public.cbse_bands b where b.scheme_id = scheme.id;
  insert into public.cbse_bands (school_id, scheme_id, grade, lowest)
  select school, scheme.id, private.require_text(b.grade, 10, 'bands', 'Enter each grade.'), b.lowest
  from jsonb_to_recordset(save_cbse_scheme.bands) as b (grade text, lowest smallint);
  return scheme.id;
end
$function$;

create or replace function public.save_cbse_test (
  cbse_class_id uuid,
  subject_id    uuid,
  component_id  uuid,
  part          integer,
  name          text,
  max_score     numeric,
  test_id       uuid    default null::uuid
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  examined constant public.cbse_classes := private.require_cbse_class('grade:write',
    save_cbse_test.cbse_class_id, save_cbse_test.part);
  title constant text := private.require_text(save_cbse_test.name, 60, 'name', 'Name the test.');
  highest numeric;
  saved uuid;
begin
  perform private.require_subject_i_teach(examined.class_id, save_cbse_test.subject_id);
  if coalesce(save_cbse_test.max_score not between 1 and 1000, true) then
    perform private.refuse('cbse.max_range', 'A test is out of 1 to 1000.', field => 'maxScore');
  end if;
  if not exists (select from public.cbse_components c where c.id = save_cbse_test.component_id
    and c.scheme_id = examined.scheme_id) then
    perform private.refuse('cbse.choose_component', 'Choose what the test belongs to.', field => 'componentId');
  end if;
  if exists (select from public.cbse_tests t where t.cbse_class_id = examined.id
    and t.subject_id = save_cbse_test.subject_id and t.part = save_cbse_test.part
    and t.component_id = save_cbse_test.component_id and private.fold_text(t.name) = private.fold_text(title)
    and t.id is distinct from save_cbse_test.test_id) then
    perform private.refuse('cbse.test_taken', 'There is a test of this name already. Choose another name.',
      field => 'name');
  end if;
  if save_cbse_test.test_id is null then
    insert into public.cbse_tests (school_id, cbse_class_id, subject_id, component_id, part, name, max_score)
    values (examined.school_id, examined.id, save_cbse_test.subject_id, save_cbse_test.component_id,
      save_cbse_test.part, title, save_cbse_test.max_score) returning id into saved;
    return saved;
  end if;
  perform from public.cbse_tests t where t.id = save_cbse_test.test_id for update;
  select max(m.score) into highest from public.cbse_marks m where m.test_id = save_cbse_test.test_id;
  if highest > save_cbse_test.max_score then
    perform private.refuse('cbse.max_score', 'Someone already has {score}, so it cannot be out of less.',
      jsonb_build_object('score', highest), 'maxScore');
  end if;
  update public.cbse_tests t set name = title, max_score = save_cbse_test.max_score,
    component_id = save_cbse_test.component_id
  where t.id = save_cbse_test.test_id and t.cbse_class_id = examined.id
    and t.subject_id = save_cbse_test.subject_id and t.part = save_cbse_test.part returning t.id into saved;
  if saved is null then
    perform private.refuse('cbse.no_test', 'This test is no longer here. Reload the page.', errcode => 'P0002');
  end if;
  return saved;
end
$function$;

alter table public.cbse_classes
  add constraint cbse_classes_class_id_school_id_fkey foreign key (class_id, school_id) references public.classes(id, school_id)
    on delete cascade;

alter table public.cbse_classes
  add constraint cbse_classes_first_term_id_school_id_fkey foreign key (first_term_id, school_id)
    references public.school_terms(id, school_id) on delete cascade;

alter table public.cbse_classes
  add constraint cbse_classes_last_term_id_school_id_fkey foreign key (last_term_id, school_id)
    references public.school_terms(id, school_id) on delete cascade;

alter table public.cbse_gradings
  add constraint cbse_gradings_area_id_school_id_fkey foreign key (area_id, school_id) references public.cbse_areas(id, school_id);

alter table public.cbse_gradings
  add constraint cbse_gradings_cbse_class_id_school_id_fkey foreign key (cbse_class_id, school_id)
    references public.cbse_classes(id, school_id) on delete cascade;

alter table public.cbse_gradings
  add constraint cbse_gradings_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.cbse_marks
  add constraint cbse_marks_marked_by_fkey foreign key (marked_by) references public.users(id) on delete set null;

alter table public.cbse_marks
  add constraint cbse_marks_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.cbse_remarks
  add constraint cbse_remarks_cbse_class_id_school_id_fkey foreign key (cbse_class_id, school_id)
    references public.cbse_classes(id, school_id) on delete cascade;

alter table public.cbse_remarks
  add constraint cbse_remarks_student_id_school_id_fkey foreign key (student_id, school_id) references public.students(id, school_id)
    on delete cascade;

alter table public.cbse_areas
  add constraint cbse_areas_scheme_id_school_id_fkey foreign key (scheme_id, school_id) references public.cbse_schemes(id, school_id)
    on delete cascade;

alter table public.cbse_bands
  add constraint cbse_bands_scheme_id_school_id_fkey foreign key (scheme_id, school_id) references public.cbse_schemes(id, school_id)
    on delete cascade;

alter table public.cbse_classes
  add constraint cbse_classes_scheme_id_school_id_fkey foreign key (scheme_id, school_id) references public.cbse_schemes(id, school_id);

alter table public.cbse_components
  add constraint cbse_components_scheme_id_school_id_fkey foreign key (scheme_id, school_id) references public.cbse_schemes(id, school_id)
    on delete cascade;

alter table public.cbse_schemes
  add constraint cbse_schemes_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.cbse_tests
  add constraint cbse_tests_cbse_class_id_school_id_fkey foreign key (cbse_class_id, school_id)
    references public.cbse_classes(id, school_id) on delete cascade;

alter table public.cbse_tests
  add constraint cbse_tests_component_id_school_id_fkey foreign key (component_id, school_id)
    references public.cbse_components(id, school_id);

alter table public.cbse_marks
  add constraint cbse_marks_test_id_school_id_fkey foreign key (test_id, school_id) references public.cbse_tests(id, school_id)
    on delete cascade;

alter table public.cbse_tests
  add constraint cbse_tests_subject_id_school_id_fkey foreign key (subject_id, school_id) references public.subjects(id, school_id)
    on delete cascade;

create index cbse_areas_scheme_idx on public.cbse_areas using btree (scheme_id, school_id);

create index cbse_areas_school_idx on public.cbse_areas using btree (school_id);

create index cbse_bands_school_idx on public.cbse_bands using btree (school_id);

create index cbse_classes_first_term_idx on public.cbse_classes using btree (first_term_id);

create index cbse_classes_last_term_idx on public.cbse_classes using btree (last_term_id);

create index cbse_classes_scheme_idx on public.cbse_classes using btree (scheme_id);

create index cbse_classes_school_idx on public.cbse_classes using btree (school_id, class_id);

create index cbse_components_scheme_idx on public.cbse_components using btree (scheme_id, school_id);

create index cbse_components_school_idx on public.cbse_components using btree (school_id);

create index cbse_gradings_area_idx on public.cbse_gradings using btree (area_id);

create index cbse_gradings_school_idx on public.cbse_gradings using btree (school_id);

create index cbse_gradings_student_idx on public.cbse_gradings using btree (student_id);

create index cbse_marks_school_idx on public.cbse_marks using btree (school_id);

create index cbse_marks_student_idx on public.cbse_marks using btree (student_id);

create index cbse_remarks_school_idx on public.cbse_remarks using btree (school_id);

create index cbse_remarks_student_idx on public.cbse_remarks using btree (student_id);

create index cbse_tests_component_idx on public.cbse_tests using btree (component_id);

create index cbse_tests_school_idx on public.cbse_tests using btree (school_id);

create index cbse_tests_subject_idx on public.cbse_tests using btree (subject_id);

create trigger audit
  after insert or delete or update on public.cbse_areas
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_areas
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit
  after insert or delete or update on public.cbse_bands
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_bands
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_added after insert on public.cbse_classes
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.cbse_classes
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.cbse_classes
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.cbse_classes
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.cbse_classes
  for each STATEMENT
  execute function private.note_addon_use('addon:cbse-examination');

create trigger audit
  after insert or delete or update on public.cbse_components
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_components
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit
  after delete or update on public.cbse_gradings
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_gradings
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.cbse_gradings
  for each STATEMENT
  execute function private.note_addon_use('addon:cbse-examination');

create trigger audit
  after delete or update on public.cbse_marks
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_marks
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.cbse_marks
  for each STATEMENT
  execute function private.note_addon_use('addon:cbse-examination');

create trigger tell_added after insert on public.cbse_marks
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_changed after update on public.cbse_marks
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger tell_removed after delete on public.cbse_marks
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  '',
  'staff'
);

create trigger audit
  after delete or update on public.cbse_remarks
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_remarks
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.cbse_remarks
  for each STATEMENT
  execute function private.note_addon_use('addon:cbse-examination');

create trigger audit
  after insert or delete or update on public.cbse_schemes
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.cbse_schemes
  for each STATEMENT
  execute function private.require_subscription();

create trigger audit_added after insert on public.cbse_tests
  referencing NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_changed after update on public.cbse_tests
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger audit_removed after delete on public.cbse_tests
  referencing OLD table as removed for each STATEMENT execute function private.audit_rows (
  'id'
);

create trigger needs_subscription
  before insert or delete or update on public.cbse_tests
  for each STATEMENT
  execute function private.require_subscription();

create trigger note_use
  after insert or update on public.cbse_tests
  for each STATEMENT
  execute function private.note_addon_use('addon:cbse-examination');

create trigger tell_added after insert on public.cbse_tests
  referencing NEW table as added for each STATEMENT execute function private.note_changes (
  'cbse_class_id',
  'staff'
);

create trigger tell_changed after update on public.cbse_tests
  referencing OLD table as removed NEW table as added for each STATEMENT execute function private.note_changes (
  'cbse_class_id',
  'staff'
);

create trigger tell_removed after delete on public.cbse_tests
  referencing OLD table as removed for each STATEMENT execute function private.note_changes (
  'cbse_class_id',
  'staff'
);

create policy "Staff see how their school examines" on public.cbse_areas
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)));

create policy "Staff see how their school examines" on public.cbse_bands
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)));

create policy "Staff see the classes of theirs that are examined" on public.cbse_classes
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)) AND (id in ( select
    private.my_cbse_classes() as my_cbse_classes))));

create policy "Staff see how their school examines" on public.cbse_components
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)));

create policy "Staff see the grades of their classes" on public.cbse_gradings
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)) AND (cbse_class_id in ( select
    private.my_cbse_classes() as my_cbse_classes)) AND
    (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[]))));

create policy "Staff see the marks of their classes" on public.cbse_marks
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)) AND (student_id <> all (( select
    private.withheld_from_me() as withheld_from_me)::uuid[])) AND (test_id in ( select t.id
   from public.cbse_tests t
  where (t.cbse_class_id in ( select private.my_cbse_classes() as my_cbse_classes))))));

create policy "Staff see the remarks of their classes" on public.cbse_remarks
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)) AND (cbse_class_id in ( select
    private.my_cbse_classes() as my_cbse_classes)) AND
    (student_id <> all (( select private.withheld_from_me() as withheld_from_me)::uuid[]))));

create policy "Staff see how their school examines" on public.cbse_schemes
  for select
  to authenticated
  using ((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)));

create policy "Staff see the tests of their classes" on public.cbse_tests
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:cbse-examination'::text) as addon_school)) AND (cbse_class_id in ( select
    private.my_cbse_classes() as my_cbse_classes))));

comment on function private.my_cbse_classes() is 'Classes of the year whose marks the caller may see as staff.';

comment on function public.add_cbse_class(uuid, uuid, uuid, uuid) is 'Has a class examined by a scheme in a year, with the usual tests in each of its subjects. Administrators only.';

comment on function public.add_usual_cbse_schemes() is 'Gives the school the board''s schemes that it does not have by name; returns how many. Administrators only.';

comment on function public.cbse_cards(uuid, uuid) is 'Report cards of a class of the year, or of one student in it, for its staff: {school, class_name, scheme, weights, parts, bands, cards: [{student, subjects: [{name, parts: [{components, result, grade}], year, grade}], areas, attendance, remarks}]}. Results have two places; a missing one is null.';

comment on function public.cbse_class_progress() is 'How many cells the mark sheets of the caller''s classes of the year have, and how many are filled.';

comment on function public.cbse_students(uuid) is 'Who is marked in a class of the year, by name; has_left: is in another class by now, or in none.';

comment on function public.family_cbse_cards() is 'Published report cards of the caller or the caller''s children, as cbse_cards has them, the latest year first.';

comment on function public.publish_cbse_part(uuid, integer, boolean) is 'Shows families the results of a part of the year and tells them once, or hides them again. Administrators only.';

comment on function public.remove_cbse_class(uuid) is 'Takes back a class that has no marks yet. Administrators only.';

comment on function public.remove_cbse_test(uuid) is 'Removes a test without marks, by who teaches the subject.';

comment on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) is 'Grades a student in a co-scholastic area, or takes the grade back; by the class teacher or an administrator.';

comment on function public.save_cbse_marks(uuid, jsonb) is 'Writes marks of a test and returns those it refused, each with its reason and what the cell holds. marks: [{student_id, score, absence, seen_score, seen_absence}]; neither score nor absence empties the cell.';

comment on function public.save_cbse_remark(uuid, uuid, integer, text) is 'Says something on a student''s card, or takes it back when empty; by the class teacher or an administrator.';

comment on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) is 'Adds a scheme or changes one. components: [{id?, name, out_of, best_of}], bands: [{grade, lowest}], areas: [{id?, name}]; what is left out is removed, unless something was entered for it. Administrators only.';

comment on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) is 'Adds a test in a subject that the caller teaches, or changes one.';

comment on table private.usual_cbse_schemes is 'components: [name, out of, how many of the tests count]; bands: [grade, lowest]; areas: names.';

comment on table public.cbse_areas is 'A co-scholastic area: graded, and in no result.';

comment on table public.cbse_bands is 'The grade of a result, in whole marks, from this one up to the next.';

comment on table public.cbse_classes is 'A class that is examined in a year, from its first to its last term. Part 1 of its scheme is the first term, part 2 the last; families see the results of a part once it is published. A scheme with one part has the last term''s.';

comment on table public.cbse_components is 'What makes up a part''s hundred marks. best_of: how many of the tests count, the best ones; null for all of them.';

comment on table public.cbse_gradings is 'A student''s grade in a co-scholastic area, in a part of the year.';

comment on table public.cbse_marks is 'A student''s marks in a test. Absent counts as nothing; exempt leaves the test out for this student.';

comment on table public.cbse_remarks is 'What the class teacher says on a student''s card, in a part of the year.';

comment on table public.cbse_schemes is 'How classes are examined. weights: one for each term of the year, or 100 alone where the year is examined as a whole. area_grades: the grades of co-scholastic areas, best first.';

comment on table public.cbse_tests is 'A test of a component in a subject: marks out of any maximum count as shares of it.';

revoke all on function private.cbse_cards(public.cbse_classes, uuid[], integer[]) from public;

revoke all on function private.cbse_component_results(public.cbse_classes) from public;

revoke all on function private.cbse_grade(uuid, numeric) from public;

revoke all on function private.cbse_members(public.cbse_classes) from public;

revoke all on function private.cbse_part_results(public.cbse_classes) from public;

revoke all on function private.cbse_parts(uuid) from public;

revoke all on function private.cbse_term_of_part(public.cbse_classes, integer) from public;

revoke all on function private.cbse_year_results(public.cbse_classes) from public;

revoke all on function private.is_cbse_published(public.cbse_classes, integer) from public;

revoke all on function private.my_cbse_classes() from public;

grant execute on function private.my_cbse_classes() to authenticated;

revoke all on function private.require_cbse_class(text, uuid, integer) from public;

revoke all on function private.require_cbse_class_i_lead(uuid, integer) from public;

revoke all on function private.require_cbse_member(public.cbse_classes, uuid) from public;

revoke all on function private.require_cbse_setup() from public;

revoke all on function private.require_cbse_test(uuid) from public;

revoke all on function private.write_cbse_areas(public.cbse_schemes, jsonb) from public;

revoke all on function private.write_cbse_components(public.cbse_schemes, jsonb) from public;

revoke all on function public.add_cbse_class(uuid, uuid, uuid, uuid) from public;

grant execute on function public.add_cbse_class(uuid, uuid, uuid, uuid) to authenticated;

grant execute on function public.add_cbse_class(uuid, uuid, uuid, uuid) to service_role;

revoke all on function public.add_usual_cbse_schemes() from public;

grant execute on function public.add_usual_cbse_schemes() to authenticated;

grant execute on function public.add_usual_cbse_schemes() to service_role;

revoke all on function public.cbse_cards(uuid, uuid) from public;

grant execute on function public.cbse_cards(uuid, uuid) to authenticated;

grant execute on function public.cbse_cards(uuid, uuid) to service_role;

revoke all on function public.cbse_class_progress() from public;

grant execute on function public.cbse_class_progress() to authenticated;

grant execute on function public.cbse_class_progress() to service_role;

revoke all on function public.cbse_students(uuid) from public;

grant execute on function public.cbse_students(uuid) to authenticated;

grant execute on function public.cbse_students(uuid) to service_role;

revoke all on function public.family_cbse_cards() from public;

grant execute on function public.family_cbse_cards() to authenticated;

grant execute on function public.family_cbse_cards() to service_role;

revoke all on function public.publish_cbse_part(uuid, integer, boolean) from public;

grant execute on function public.publish_cbse_part(uuid, integer, boolean) to authenticated;

grant execute on function public.publish_cbse_part(uuid, integer, boolean) to service_role;

revoke all on function public.remove_cbse_class(uuid) from public;

grant execute on function public.remove_cbse_class(uuid) to authenticated;

grant execute on function public.remove_cbse_class(uuid) to service_role;

revoke all on function public.remove_cbse_test(uuid) from public;

grant execute on function public.remove_cbse_test(uuid) to authenticated;

grant execute on function public.remove_cbse_test(uuid) to service_role;

revoke all on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) from public;

grant execute on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) to authenticated;

grant execute on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) to service_role;

revoke all on function public.save_cbse_marks(uuid, jsonb) from public;

grant execute on function public.save_cbse_marks(uuid, jsonb) to authenticated;

grant execute on function public.save_cbse_marks(uuid, jsonb) to service_role;

revoke all on function public.save_cbse_remark(uuid, uuid, integer, text) from public;

grant execute on function public.save_cbse_remark(uuid, uuid, integer, text) to authenticated;

grant execute on function public.save_cbse_remark(uuid, uuid, integer, text) to service_role;

revoke all on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) from public;

grant execute on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) to authenticated;

grant execute on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) to service_role;

revoke all on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) from public;

grant execute on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) to authenticated;

grant execute on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) to service_role;

grant all on table private.usual_cbse_schemes to service_role;

grant select on table public.cbse_areas to authenticated;

grant all on table public.cbse_areas to service_role;

grant select on table public.cbse_bands to authenticated;

grant all on table public.cbse_bands to service_role;

grant select on table public.cbse_classes to authenticated;

grant all on table public.cbse_classes to service_role;

grant select on table public.cbse_components to authenticated;

grant all on table public.cbse_components to service_role;

grant select on table public.cbse_gradings to authenticated;

grant all on table public.cbse_gradings to service_role;

grant select on table public.cbse_marks to authenticated;

grant all on table public.cbse_marks to service_role;

grant select on table public.cbse_remarks to authenticated;

grant all on table public.cbse_remarks to service_role;

grant select on table public.cbse_schemes to authenticated;

grant all on table public.cbse_schemes to service_role;

grant select on table public.cbse_tests to authenticated;

grant all on table public.cbse_tests to service_role;

create unique index cbse_schemes_name_key on public.cbse_schemes using btree (school_id, private.fold_text(name));

create unique index cbse_tests_name_key on public.cbse_tests
  using btree (cbse_class_id, subject_id, part, component_id, private.fold_text(name));

insert into private.school_tables select * from jsonb_populate_recordset(null::private.school_tables, '[
  {"key": ["id"], "name": "public.cbse_classes", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE classes", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": ["cbse-class"], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": ["id"], "name": "public.cbse_tests", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE tests", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": null, "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_areas", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE co-scholastic areas", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_bands", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE grades", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_components", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE components", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_gradings", "audit": ["update", "delete"], "blank": null, "erase": "delete", "label": "CBSE co-scholastic grades", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_marks", "audit": ["update", "delete"], "blank": null, "erase": "delete", "label": "CBSE marks", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_remarks", "audit": ["update", "delete"], "blank": null, "erase": "delete", "label": "CBSE remarks", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": "student_id", "retention": null, "counts_use": true, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true},
  {"key": [], "name": "public.cbse_schemes", "audit": ["insert", "update", "delete"], "blank": null, "erase": null, "label": "CBSE schemes", "reader": null, "traced": [], "aged_by": null, "feature": "addon:cbse-examination", "notices": [], "subject": null, "retention": null, "counts_use": false, "unexported": [], "child_notices": [], "refuses_unread": false, "needs_subscription": true}]');

-- Generated by `npm run db:declare` from `module.ts`. Do not edit.
select private.declare_module('addon:cbse-examination', '{
"sold_as": "CBSE Examination",
"permissions": [
  {"name": "cbse:set-up", "roles": ["admin"],
    "sentence": "May set up CBSE examinations and publish their results."}],
"settings": []}');

insert into private.usual_cbse_schemes (name, weights, area_grades, components, bands, areas) values
  ('Classes VI to VIII', '{50,50}', '{A,B,C}',
    '[["Periodic test", 10, null], ["Notebook", 5, null], ["Subject enrichment", 5, null],
      ["Term examination", 80, null]]',
    '[["A1", 91], ["A2", 81], ["B1", 71], ["B2", 61], ["C1", 51], ["C2", 41], ["D", 33], ["E", 0]]',
    '["Work education", "Art education", "Health and physical education", "Discipline"]'),
  ('Classes IX and X', '{100}', '{A,B,C,D,E}',
    '[["Periodic test", 5, 2], ["Multiple assessment", 5, null], ["Portfolio", 5, null],
      ["Subject enrichment", 5, null], ["Annual examination", 80, null]]',
    '[["A1", 91], ["A2", 81], ["B1", 71], ["B2", 61], ["C1", 51], ["C2", 41], ["D", 33], ["E", 0]]',
    '["Work education", "Art education", "Health and physical education", "Discipline"]');
