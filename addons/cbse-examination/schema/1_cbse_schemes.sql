-- CBSE Examination: how classes are examined. A scheme is rows: its parts with their weights, what is examined out of
-- how much, the grades, and the co-scholastic areas.

create table public.cbse_schemes (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  -- Percent of the year's result, one for each part of the year.
  weights numeric(5, 2)[] not null check (cardinality(weights) in (1, 2)),
  area_grades text[] not null check (cardinality(area_grades) between 2 and 10),
  unique (id, school_id)
);
comment on table public.cbse_schemes is 'How classes are examined. weights: one for each term of the year, or 100 '
  'alone where the year is examined as a whole. area_grades: the grades of co-scholastic areas, best first.';

create unique index cbse_schemes_name_key on public.cbse_schemes (school_id, private.fold_text(name));

create table public.cbse_components (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  scheme_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  out_of numeric(5, 2) not null check (out_of between 0.5 and 100),
  best_of smallint check (best_of between 1 and 20),
  position smallint not null,
  unique (id, school_id),
  unique (scheme_id, position),
  foreign key (scheme_id, school_id) references public.cbse_schemes (id, school_id) on delete cascade
);
comment on table public.cbse_components is 'What makes up a part''s hundred marks. best_of: how many of the tests '
  'count, the best ones; null for all of them.';

create index cbse_components_school_idx on public.cbse_components (school_id);
create index cbse_components_scheme_idx on public.cbse_components (scheme_id, school_id);

create table public.cbse_bands (
  school_id uuid not null,
  scheme_id uuid not null,
  grade text not null check (length(btrim(grade)) between 1 and 10),
  lowest smallint not null check (lowest between 0 and 100),
  primary key (scheme_id, lowest),
  unique (scheme_id, grade),
  foreign key (scheme_id, school_id) references public.cbse_schemes (id, school_id) on delete cascade
);
comment on table public.cbse_bands is 'The grade of a result, in whole marks, from this one up to the next.';

create index cbse_bands_school_idx on public.cbse_bands (school_id);

create table public.cbse_areas (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  scheme_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 80),
  position smallint not null,
  unique (id, school_id),
  unique (scheme_id, position),
  foreign key (scheme_id, school_id) references public.cbse_schemes (id, school_id) on delete cascade
);
comment on table public.cbse_areas is 'A co-scholastic area: graded, and in no result.';

create index cbse_areas_school_idx on public.cbse_areas (school_id);
create index cbse_areas_scheme_idx on public.cbse_areas (scheme_id, school_id);

select private.school_table('public.cbse_schemes', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE schemes', verbs => '{insert,update,delete}');
select private.school_table('public.cbse_components', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE components', verbs => '{insert,update,delete}');
select private.school_table('public.cbse_bands', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE grades', verbs => '{insert,update,delete}');
select private.school_table('public.cbse_areas', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE co-scholastic areas', verbs => '{insert,update,delete}');
grant select on public.cbse_schemes, public.cbse_components, public.cbse_bands, public.cbse_areas to authenticated;

create policy "Staff see how their school examines" on public.cbse_schemes for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination')));
create policy "Staff see how their school examines" on public.cbse_components for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination')));
create policy "Staff see how their school examines" on public.cbse_bands for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination')));
create policy "Staff see how their school examines" on public.cbse_areas for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination')));

-- What a school may start with: the schemes of the board for classes VI to VIII and IX to X.
create table private.usual_cbse_schemes (
  name text primary key,
  weights numeric[] not null,
  area_grades text[] not null,
  components jsonb not null,
  bands jsonb not null,
  areas jsonb not null
);
alter table private.usual_cbse_schemes enable row level security;
comment on table private.usual_cbse_schemes is 'components: [name, out of, how many of the tests count]; bands: '
  '[grade, lowest]; areas: names.';

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

create function private.require_cbse_setup() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := private.require_addon('addon:cbse-examination');
begin
  perform private.require('cbse:set-up');
  return school;
end
$$;

create function public.add_usual_cbse_schemes() returns integer
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.add_usual_cbse_schemes()
  is 'Gives the school the board''s schemes that it does not have by name; returns how many. Administrators only.';
revoke execute on function public.add_usual_cbse_schemes() from public;
grant execute on function public.add_usual_cbse_schemes() to authenticated;

create function public.save_cbse_scheme(name text, weights numeric[], area_grades text[], components jsonb, bands jsonb,
  areas jsonb, scheme_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) is
  'Adds a scheme or changes one. components: [{id?, name, out_of, best_of}], bands: [{grade, lowest}], areas: '
  '[{id?, name}]; what is left out is removed, unless something was entered for it. Administrators only.';
revoke execute on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) from public;
grant execute on function public.save_cbse_scheme(text, numeric[], text[], jsonb, jsonb, jsonb, uuid) to authenticated;

create function private.write_cbse_components(scheme public.cbse_schemes, components jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

create function private.write_cbse_areas(scheme public.cbse_schemes, areas jsonb) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
