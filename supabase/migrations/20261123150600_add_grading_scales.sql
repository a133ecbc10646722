set check_function_bodies = off;

drop function public.results_by_student(uuid, uuid, text);

create table private.grading_scales (
  id             uuid    not null default gen_random_uuid(),
  curriculum     text    not null,
  levels         text[]  not null,
  valid_from     date    not null,
  valid_until    date,
  is_provisional boolean not null default false,
  source         text    not null,
  bands          jsonb   not null,
  constraint grading_scales_bands_check check ((jsonb_typeof(bands) = 'array'::text)),
  constraint grading_scales_check check ((valid_until >= valid_from)),
  constraint grading_scales_curriculum_check check ((curriculum = ANY (ARRAY['cbc'::text, '8-4-4'::text]))),
  constraint grading_scales_levels_check check ((cardinality(levels) > 0)),
  constraint grading_scales_pkey primary key (id)
);

alter table private.grading_scales
  enable row level security;

create or replace function private.class_scales (
  term_id uuid
)
  returns table (
    class_id uuid,
    scale_id uuid,
    has_mean boolean
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select c.id, s.scale, private.has_mean(s.scale)
  from public.school_terms t join public.classes c on c.school_id = t.school_id, lateral (select private.scale_of_level(c.level, t.ends_on) as scale) s
  where t.id = class_scales.term_id
$function$;

create or replace function private.count_results (
  students uuid[],
  classes  uuid[],
  subjects uuid[],
  terms    uuid[]
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  with touched as materialized (
    select t.student_id, t.class_id, t.subject_id, t.term_id from unnest(students, classes, subjects, terms) as t (student_id, class_id, subject_id, term_id)),
  counted as materialized (
    select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
      trunc(sum(g.score * a.percent_per_mark) / nullif(sum(a.weight), 0), 8) as percent, count(*)::integer as assessments
    from touched t
    join public.grades g on g.student_id = t.student_id and g.subject_id = t.subject_id and g.term_id = t.term_id and g.class_id = t.class_id
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id),
  gone as (
    delete from public.subject_results r using touched t
    where r.student_id = t.student_id and r.class_id = t.class_id and r.subject_id = t.subject_id and r.term_id = t.term_id
      and not exists (select from counted c where c.student_id = r.student_id and c.class_id = r.class_id and c.subject_id = r.subject_id and c.term_id = r.term_id))
  insert into public.subject_results as r (school_id, term_id, class_id, subject_id, student_id, percent, assessments)
  select c.school_id, c.term_id, c.class_id, c.subject_id, c.student_id, c.percent, c.assessments from counted c
  on conflict (student_id, term_id, class_id, subject_id) do update set percent = excluded.percent, assessments = excluded.assessments
    where (r.percent, r.assessments) is distinct from (excluded.percent, excluded.assessments)
$function$;

create or replace function private.grading_scale (
  scale uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', s.id, 'curriculum', s.curriculum, 'is_provisional', s.is_provisional, 'bands', s.bands) from private.grading_scales s where s.id = scale
$function$;

create or replace function private.has_mean (
  scale uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select not exists (select from private.grading_scales s where s.id = scale and s.curriculum = 'cbc')
$function$;

create or replace function private.scale_of_level (
  level text,
  day   date
)
  returns uuid
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id from private.grading_scales s
  where regexp_replace(lower(btrim(level)), '\s+', ' ', 'g') = any (s.levels) and s.valid_from <= day and (s.valid_until is null or s.valid_until >= day)
  order by s.valid_from desc limit 1
$function$;

create or replace function public.class_scale (
  class_id uuid,
  term_id  uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.grading_scale(private.scale_of_level(c.level, t.ends_on))
  from public.classes c join public.school_terms t on t.school_id = c.school_id where c.id = class_scale.class_id and t.id = class_scale.term_id
$function$;

create or replace function public.report_cards (
  term_id    uuid,
  class_id   uuid default null::uuid,
  student_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  with term as (select t.* from public.school_terms t where t.id = report_cards.term_id),
  marks as materialized (
    select g.student_id as student, g.class_id as class, g.subject_id as subject, a.name, a.created_at, g.score, a.max_score, a.weight
    from public.grades g
    join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
    where g.term_id = report_cards.term_id and (report_cards.class_id is null or g.class_id = report_cards.class_id) and (report_cards.student_id is null or g.student_id = report_cards.student_id)),
  students as (
    select student as id, class from marks group by student, class
    union
    select s.id, s.class_id from public.students s
    where s.status in ('active', 'suspended') and s.school_id = (select school_id from term) and (select private.school_today(school_id) <= ends_on from term)
      and case when report_cards.student_id is null then s.class_id = report_cards.class_id else s.id = report_cards.student_id and (report_cards.class_id is null or s.class_id = report_cards.class_id) end),
  subjects as (
    select m.student, m.class, b.name, jsonb_agg(jsonb_build_object('name', m.name, 'score', m.score, 'max_score', m.max_score, 'weight', m.weight) order by m.created_at, m.name) as assessments
    from marks m join public.subjects b on b.id = m.subject group by m.student, m.class, b.name)
  select jsonb_build_object(
    'school', (select jsonb_build_object('name', h.name, 'motto', h.motto, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = t.school_id),
    'term', jsonb_build_object('name', t.name, 'starts_on', t.starts_on, 'ends_on', t.ends_on,
      'next_starts_on', (select min(n.starts_on) from public.school_terms n where n.school_id = t.school_id and n.starts_on > t.ends_on)),
    'cards', (select coalesce(jsonb_agg(jsonb_build_object(
        'student', jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number),
        'class_name', c.name, 'class_teacher', private.class_teacher_name(c.id), 'scale', private.grading_scale(private.scale_of_level(c.level, t.ends_on)),
        'attendance', (select jsonb_build_object('marked', count(*), 'present', count(*) filter (where a.status = 'present'), 'late', count(*) filter (where a.status = 'late'),
          'excused', count(*) filter (where a.status = 'excused'), 'absent', count(*) filter (where a.status = 'absent')) from public.attendance a where a.student_id = s.id and a.day between t.starts_on and t.ends_on),
        'subjects', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'assessments', b.assessments) order by b.name), '[]') from subjects b where b.student = s.id and b.class is not distinct from l.class))
      order by c.name, s.last_name, s.first_name), '[]')
      from students l join public.students s on s.id = l.id left join public.classes c on c.id = l.class))
  from term t
  where report_cards.class_id is not null or report_cards.student_id is not null
$function$;

create or replace function public.results_by_student (
  term_id  uuid,
  class_id uuid default null::uuid,
  search   text default null::text
)
  returns table (
    id               uuid,
    admission_number text,
    first_name       text,
    last_name        text,
    class_name       text,
    subjects         integer,
    mean             numeric,
    scale_id         uuid,
    total            integer
  )
  language sql
  stable
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  select s.id, s.admission_number, s.first_name, s.last_name, c.name, r.subjects, case when g.has_mean then r.mean end, g.scale_id, (count(*) over ())::integer
  from (
    select r.student_id, r.class_id as class, count(*)::integer as subjects, trunc(avg(r.percent), 8) as mean from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_by_student.term_id and (results_by_student.class_id is null or r.class_id = results_by_student.class_id) and r.percent is not null
    group by r.student_id, r.class_id) r
  join public.students s on s.id = r.student_id join public.classes c on c.id = r.class
  join private.class_scales(results_by_student.term_id) g on g.class_id = r.class
  where results_by_student.search is null or s.search_text like results_by_student.search
$function$;

create or replace function public.results_report (
  term_id  uuid,
  class_id uuid default null::uuid
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set work_mem to '16MB'
  AS $function$
  with groups as materialized (select g.class_id as class, g.scale_id as scale, g.has_mean from private.class_scales(results_report.term_id) g),
  results as materialized (
    select r.student_id, r.class_id as class, r.subject_id as subject, r.percent from public.subject_results r
    where r.school_id = (select private.my_school()) and r.term_id = results_report.term_id and (results_report.class_id is null or r.class_id = results_report.class_id) and r.percent is not null),
  students as materialized (
    select r.student_id, r.class, r.results, r.total, g.has_mean
    from (select student_id, class, count(*) as results, sum(percent) as total from results group by student_id, class) r join groups g on g.class = r.class),
  percents as materialized (
    select g.scale, p.percent, sum(p.results) as results
    from (select class, round(percent)::integer as percent, count(*) as results from results group by 1, 2) p join groups g on g.class = p.class group by 1, 2)
  select jsonb_build_object(
    'students', (select count(distinct student_id) from students), 'mean', (select trunc(sum(total) / sum(results), 8) from students where has_mean),
    'scales', (select coalesce(jsonb_agg(jsonb_build_object('scale', private.grading_scale(s.scale), 'percents', s.percents) order by s.scale), '[]')
      from (select scale, jsonb_agg(jsonb_build_object('percent', percent, 'results', results) order by percent) as percents from percents group by scale) s),
    'subjects', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'students', d.students, 'mean', d.mean) order by b.name), '[]')
      from (select r.subject, count(*) as students, trunc(avg(r.percent), 8) as mean from results r join groups g on g.class = r.class where g.has_mean group by r.subject) d join public.subjects b on b.id = d.subject),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'students', d.students, 'mean', d.mean) order by c.name), '[]')
      from (select class, count(*) as students, trunc(sum(total) / sum(results), 8) as mean from students where has_mean group by class) d join public.classes c on c.id = d.class))
$function$;

create or replace function public.student_profile(student_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'admission_number', s.admission_number, 'first_name', s.first_name, 'last_name', s.last_name, 'gender', s.gender, 'date_of_birth', s.date_of_birth,
    'class_id', s.class_id, 'class_name', (select c.name from public.classes c where c.id = s.class_id), 'status', s.status, 'admitted_on', s.admitted_on, 'updated_at', s.updated_at,
    'guardians', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'phone', g.phone, 'email', g.email,
      'relationship', sg.relationship, 'is_primary', sg.is_primary, 'has_account', g.user_id is not null, 'updated_at', g.updated_at) order by sg.is_primary desc, g.last_name), '[]')
      from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id where sg.student_id = s.id),
    'enrolments', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'class_name', c.name, 'started_on', e.started_on, 'ended_on', e.ended_on) order by e.ended_on desc nulls first, e.started_on desc), '[]')
      from public.enrolments e join public.classes c on c.id = e.class_id where e.student_id = s.id),
    'attendance', (select coalesce(jsonb_object_agg(a.status, a.days), '{}') from (select status, count(*) as days from public.attendance a where a.student_id = s.id and a.day > private.school_today(s.school_id) - 90 group by status) a),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('day', a.day, 'status', a.status, 'note', (select n.note from public.attendance n where n.student_id = s.id and n.day = a.day)) order by a.day desc), '[]')
      from (select a.day, a.status from public.attendance a where a.student_id = s.id and a.status <> 'present' order by a.day desc limit 8) a),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('term_id', t.id, 'term', t.name, 'subject', b.name, 'percent', r.percent, 'assessments', r.assessments, 'has_mean', private.has_mean(private.scale_of_level(k.level, t.ends_on))) order by t.starts_on desc, b.name), '[]')
      from public.subject_results r join public.school_terms t on t.id = r.term_id join public.subjects b on b.id = r.subject_id left join public.classes k on k.id = r.class_id where r.student_id = s.id and r.percent is not null),
    'fees', case when s.school_id = private.admin_school() then (select jsonb_build_object('charged', coalesce(sum(b.charged), 0), 'paid', coalesce(sum(b.paid), 0), 'balance', coalesce(sum(b.balance), 0)) from public.student_balances b where b.student_id = s.id) end)
  from public.students s where s.id = student_profile.student_id
$$;

comment on function private.class_scales(uuid) is 'How the classes of a term''s school are graded, and whether their results have a mean.';

comment on function private.has_mean(uuid) is 'Whether results that are graded this way may be put together to a mean: the competency-based curriculum has none.';

comment on function private.scale_of_level(text, date) is 'The scale of a class level, such as Form 2, on a day; null where there is none.';

comment on function public.class_scale(uuid, uuid) is 'How a class is graded in a term: {id, curriculum, is_provisional, bands}; null for a class with percentages only.';

comment on function public.results_by_student(uuid, uuid, text) is 'Each student''s mean over the subjects of a term, in the class they were in, not rounded and null where the curriculum has none; scale_id is a scale of results_report; total is how many students there are. search is a pattern.';

comment on function public.results_report(uuid, uuid) is 'Results of a term, of the school or one class: {students, mean, scales: how many results at each whole percent of the classes that are graded alike, subjects, classes}. Means are not rounded and leave out the competency-based curriculum, which has none.';

comment on table private.grading_scales is 'levels: the class levels that are graded this way, in lower case. bands: [{code, label, from}], highest first; from is the lowest whole percent in the band, null where the teacher chooses the level.';

comment on table public.subject_results is 'A student''s weighted percent in a subject and term, not rounded: whoever shows or grades it rounds once; maintained by triggers on grades and assessments. Archived assessments do not count; null where nothing has weight.';

revoke all on function private.class_scales(uuid) from public;

grant execute on function private.class_scales(uuid) to authenticated;

revoke all on function private.grading_scale(uuid) from public;

grant execute on function private.grading_scale(uuid) to authenticated;

revoke all on function private.has_mean(uuid) from public;

grant execute on function private.has_mean(uuid) to authenticated;

revoke all on function private.scale_of_level(text, date) from public;

grant execute on function private.scale_of_level(text, date) to authenticated;

revoke all on function public.class_scale(uuid, uuid) from public;

grant execute on function public.class_scale(uuid, uuid) to authenticated;

grant execute on function public.class_scale(uuid, uuid) to service_role;

revoke all on function public.results_by_student(uuid, uuid, text) from public;

grant execute on function public.results_by_student(uuid, uuid, text) to authenticated;

grant execute on function public.results_by_student(uuid, uuid, text) to service_role;

grant all on table private.grading_scales to service_role;

insert into private.grading_scales (curriculum, levels, valid_from, is_provisional, source, bands) values
  ('cbc', '{pp1,pp2,grade 1,grade 2,grade 3,grade 4,grade 5,grade 6}', '2017-01-01', false, 'Competency-based curriculum: four levels, chosen by the teacher',
    '[{"code": "EE", "label": "Exceeding expectations", "from": null}, {"code": "ME", "label": "Meeting expectations", "from": null}, {"code": "AE", "label": "Approaching expectations", "from": null}, {"code": "BE", "label": "Below expectations", "from": null}]'),
  ('cbc', '{grade 7,grade 8,grade 9}', '2017-01-01', false, 'Junior school: the eight achievement levels of the KNEC',
    '[{"code": "EE1", "label": "Exceeding expectations", "from": 90}, {"code": "EE2", "label": "Exceeding expectations", "from": 75}, {"code": "ME1", "label": "Meeting expectations", "from": 58}, {"code": "ME2", "label": "Meeting expectations", "from": 41}, {"code": "AE1", "label": "Approaching expectations", "from": 31}, {"code": "AE2", "label": "Approaching expectations", "from": 21}, {"code": "BE1", "label": "Below expectations", "from": 11}, {"code": "BE2", "label": "Below expectations", "from": 0}]'),
  ('cbc', '{grade 10,grade 11,grade 12}', '2026-01-01', true, 'Senior school: the eight levels of junior school until its own are published',
    '[{"code": "EE1", "label": "Exceeding expectations", "from": 90}, {"code": "EE2", "label": "Exceeding expectations", "from": 75}, {"code": "ME1", "label": "Meeting expectations", "from": 58}, {"code": "ME2", "label": "Meeting expectations", "from": 41}, {"code": "AE1", "label": "Approaching expectations", "from": 31}, {"code": "AE2", "label": "Approaching expectations", "from": 21}, {"code": "BE1", "label": "Below expectations", "from": 11}, {"code": "BE2", "label": "Below expectations", "from": 0}]'),
  ('8-4-4', '{form 1,form 2,form 3,form 4}', '1989-01-01', false, 'Grades of the KCSE with the percentages that schools commonly use',
    '[{"code": "A", "label": "Excellent", "from": 80}, {"code": "A-", "label": "Very good", "from": 75}, {"code": "B+", "label": "Good", "from": 70}, {"code": "B", "label": "Good", "from": 65}, {"code": "B-", "label": "Good", "from": 60}, {"code": "C+", "label": "Average", "from": 55}, {"code": "C", "label": "Average", "from": 50}, {"code": "C-", "label": "Average", "from": 45}, {"code": "D+", "label": "Below average", "from": 40}, {"code": "D", "label": "Below average", "from": 35}, {"code": "D-", "label": "Below average", "from": 30}, {"code": "E", "label": "Poor", "from": 0}]');

-- Results were rounded to one decimal.
select
  private.count_results(array_agg(r.student_id), array_agg(r.class_id), array_agg(r.subject_id), array_agg(r.term_id))
from public.subject_results r
group by r.class_id, r.term_id;
