-- How marks become levels (competency-based curriculum) and grades (8-4-4): dated rows, because both are decided
-- elsewhere and change.

create table private.grading_scales (
  id uuid primary key default gen_random_uuid(),
  curriculum text not null check (curriculum in ('cbc', '8-4-4')),
  levels text[] not null check (cardinality(levels) > 0),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  is_provisional boolean not null default false,
  source text not null,
  bands jsonb not null check (jsonb_typeof(bands) = 'array')
);
comment on table private.grading_scales is 'levels: the class levels that are graded this way, in lower case. bands: '
  '[{code, label, from}], highest first; from is the lowest whole percent in the band, null where the teacher '
  'chooses the level.';

alter table private.grading_scales enable row level security;

insert into private.grading_scales (curriculum, levels, valid_from, is_provisional, source, bands) values
  ('cbc', '{pp1,pp2,grade 1,grade 2,grade 3,grade 4,grade 5,grade 6}', '2017-01-01', false,
    'Competency-based curriculum: four levels, chosen by the teacher',
    '[{"code": "EE", "label": "Exceeding expectations", "from": null}, {"code": "ME", "label": "Meeting '
      'expectations", "from": null}, {"code": "AE", "label": "Approaching expectations", "from": null}, {"code": '
      '"BE", "label": "Below expectations", "from": null}]'),
  ('cbc', '{grade 7,grade 8,grade 9}', '2017-01-01', false, 'Junior school: the eight achievement levels of the KNEC',
    '[{"code": "EE1", "label": "Exceeding expectations", "from": 90}, {"code": "EE2", "label": "Exceeding '
      'expectations", "from": 75}, {"code": "ME1", "label": "Meeting expectations", "from": 58}, {"code": "ME2", '
      '"label": "Meeting expectations", "from": 41}, {"code": "AE1", "label": "Approaching expectations", "from": '
      '31}, {"code": "AE2", "label": "Approaching expectations", "from": 21}, {"code": "BE1", "label": "Below '
      'expectations", "from": 11}, {"code": "BE2", "label": "Below expectations", "from": 0}]'),
  ('cbc', '{grade 10,grade 11,grade 12}', '2026-01-01', true,
    'Senior school: the eight levels of junior school until its own are published',
    '[{"code": "EE1", "label": "Exceeding expectations", "from": 90}, {"code": "EE2", "label": "Exceeding '
      'expectations", "from": 75}, {"code": "ME1", "label": "Meeting expectations", "from": 58}, {"code": "ME2", '
      '"label": "Meeting expectations", "from": 41}, {"code": "AE1", "label": "Approaching expectations", "from": '
      '31}, {"code": "AE2", "label": "Approaching expectations", "from": 21}, {"code": "BE1", "label": "Below '
      'expectations", "from": 11}, {"code": "BE2", "label": "Below expectations", "from": 0}]'),
  ('8-4-4', '{form 1,form 2,form 3,form 4}', '1989-01-01', false,
    'Grades of the KCSE with the percentages that schools commonly use',
    '[{"code": "A", "label": "Excellent", "from": 80}, {"code": "A-", "label": "Very good", "from": 75}, {"code": '
      '"B+", "label": "Good", "from": 70}, {"code": "B", "label": "Good", "from": 65}, {"code": "B-", "label": '
      '"Good", "from": 60}, {"code": "C+", "label": "Average", "from": 55}, {"code": "C", "label": "Average", '
      '"from": 50}, {"code": "C-", "label": "Average", "from": 45}, {"code": "D+", "label": "Below average", '
      '"from": 40}, {"code": "D", "label": "Below average", "from": 35}, {"code": "D-", "label": "Below average", '
      '"from": 30}, {"code": "E", "label": "Poor", "from": 0}]');

create function private.scale_of_level(level text, day date) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from private.grading_scales s
  where regexp_replace(lower(btrim(level)), '\s+', ' ', 'g') = any (s.levels) and s.valid_from <= day
    and (s.valid_until is null or s.valid_until >= day)
  order by s.valid_from desc limit 1
$$;
comment on function private.scale_of_level(text, date)
  is 'The scale of a class level, such as Form 2, on a day; null where there is none.';
grant execute on function private.scale_of_level(text, date) to authenticated;

create function private.grading_scale(scale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.id, 'curriculum', s.curriculum, 'is_provisional', s.is_provisional,
    'bands', s.bands) from private.grading_scales s where s.id = scale
$$;
grant execute on function private.grading_scale(uuid) to authenticated;

create function private.has_mean(scale uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.grading_scales s where s.id = scale and s.curriculum = 'cbc')
$$;
comment on function private.has_mean(uuid)
  is 'Whether results that are graded this way may be put together to a mean: the competency-based curriculum has '
  'none.';
grant execute on function private.has_mean(uuid) to authenticated;

-- Classes share few levels: the scale is looked up for each level, not for each class.
create function private.class_scales(term_id uuid) returns table (class_id uuid, class_name text, class_key text,
  scale_id uuid, has_mean boolean)
language sql stable rows 100 security invoker set search_path = '' as $$
  with classes as materialized (
    select c.id, c.name, c.name_key, c.level, t.ends_on from public.school_terms t
      join public.classes c on c.school_id = t.school_id where t.id = class_scales.term_id),
  levels as materialized (select l.level, private.scale_of_level(l.level, l.ends_on) as scale
    from (select distinct level, ends_on from classes) l),
  scales as materialized (select level, scale, private.has_mean(scale) as has_mean from levels)
  select c.id, c.name, c.name_key, s.scale, s.has_mean from classes c join scales s on s.level = c.level
$$;
comment on function private.class_scales(uuid)
  is 'The classes of a term''s school that the caller may see, how each is graded, and whether its results have a '
  'mean.';
grant execute on function private.class_scales(uuid) to authenticated;

create function public.class_scale(class_id uuid, term_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.grading_scale(private.scale_of_level(c.level, t.ends_on))
  from public.classes c join public.school_terms t on t.school_id = c.school_id where c.id = class_scale.class_id
    and t.id = class_scale.term_id
$$;
comment on function public.class_scale(uuid, uuid) is
  'How a class is graded in a term: {id, curriculum, is_provisional, bands}; null for a class with percentages only.';
grant execute on function public.class_scale(uuid, uuid) to authenticated;
