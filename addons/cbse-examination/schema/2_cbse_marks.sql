-- Which class is examined by which scheme in a year, its tests, and what students have in them.

create table public.cbse_classes (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  scheme_id uuid not null,
  first_term_id uuid not null,
  last_term_id uuid not null,
  first_published_at timestamptz,
  last_published_at timestamptz,
  unique (id, school_id),
  unique (class_id, first_term_id),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (scheme_id, school_id) references public.cbse_schemes (id, school_id),
  foreign key (first_term_id, school_id) references public.school_terms (id, school_id) on delete cascade,
  foreign key (last_term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.cbse_classes is 'A class that is examined in a year, from its first to its last term. Part 1 '
  'of its scheme is the first term, part 2 the last; families see the results of a part once it is published. A scheme '
  'with one part has the last term''s.';

create index cbse_classes_school_idx on public.cbse_classes (school_id, class_id);
create index cbse_classes_scheme_idx on public.cbse_classes (scheme_id);
create index cbse_classes_first_term_idx on public.cbse_classes (first_term_id);
create index cbse_classes_last_term_idx on public.cbse_classes (last_term_id);

create table public.cbse_tests (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  cbse_class_id uuid not null,
  subject_id uuid not null,
  component_id uuid not null,
  part smallint not null check (part between 1 and 2),
  name text not null check (length(btrim(name)) between 1 and 60),
  max_score numeric(6, 2) not null check (max_score between 1 and 1000),
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (cbse_class_id, school_id) references public.cbse_classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (component_id, school_id) references public.cbse_components (id, school_id)
);
comment on table public.cbse_tests is 'A test of a component in a subject: marks out of any maximum count as shares of '
  'it.';

create unique index cbse_tests_name_key
  on public.cbse_tests (cbse_class_id, subject_id, part, component_id, private.fold_text(name));
create index cbse_tests_school_idx on public.cbse_tests (school_id);
create index cbse_tests_subject_idx on public.cbse_tests (subject_id);
create index cbse_tests_component_idx on public.cbse_tests (component_id);

create table public.cbse_marks (
  school_id uuid not null,
  test_id uuid not null,
  student_id uuid not null,
  score numeric(6, 2) check (score >= 0),
  absence text check (absence in ('absent', 'exempt')),
  marked_by uuid references public.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  primary key (test_id, student_id),
  check ((score is null) <> (absence is null)),
  foreign key (test_id, school_id) references public.cbse_tests (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.cbse_marks is 'A student''s marks in a test. Absent counts as nothing; exempt leaves the test '
  'out for this student.';

create index cbse_marks_school_idx on public.cbse_marks (school_id);
create index cbse_marks_student_idx on public.cbse_marks (student_id);

create table public.cbse_gradings (
  school_id uuid not null,
  cbse_class_id uuid not null,
  student_id uuid not null,
  area_id uuid not null,
  part smallint not null check (part between 1 and 2),
  grade text not null check (length(grade) between 1 and 10),
  primary key (cbse_class_id, student_id, area_id, part),
  foreign key (cbse_class_id, school_id) references public.cbse_classes (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (area_id, school_id) references public.cbse_areas (id, school_id)
);
comment on table public.cbse_gradings is 'A student''s grade in a co-scholastic area, in a part of the year.';

create index cbse_gradings_school_idx on public.cbse_gradings (school_id);
create index cbse_gradings_student_idx on public.cbse_gradings (student_id);
create index cbse_gradings_area_idx on public.cbse_gradings (area_id);

create table public.cbse_remarks (
  school_id uuid not null,
  cbse_class_id uuid not null,
  student_id uuid not null,
  part smallint not null check (part between 1 and 2),
  remark text not null check (length(btrim(remark)) between 1 and 500),
  primary key (cbse_class_id, student_id, part),
  foreign key (cbse_class_id, school_id) references public.cbse_classes (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on table public.cbse_remarks is 'What the class teacher says on a student''s card, in a part of the year.';

create index cbse_remarks_school_idx on public.cbse_remarks (school_id);
create index cbse_remarks_student_idx on public.cbse_remarks (student_id);

select private.school_table('public.cbse_classes', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE classes', counts_use => true, key => '{id}', notices => '{cbse-class}');
select private.school_table('public.cbse_tests', feature => 'addon:cbse-examination', audit => true,
  label => 'CBSE tests', counts_use => true, key => '{id}', live => '{staff}', live_key => 'cbse_class_id');
select private.school_table('public.cbse_marks', feature => 'addon:cbse-examination', subject => 'student_id',
  erase => 'delete', audit => true, label => 'CBSE marks', verbs => '{update,delete}', counts_use => true,
  live => '{staff}');
select private.school_table('public.cbse_gradings', feature => 'addon:cbse-examination', subject => 'student_id',
  erase => 'delete', audit => true, label => 'CBSE co-scholastic grades', verbs => '{update,delete}',
  counts_use => true);
select private.school_table('public.cbse_remarks', feature => 'addon:cbse-examination', subject => 'student_id',
  erase => 'delete', audit => true, label => 'CBSE remarks', verbs => '{update,delete}', counts_use => true);
grant select on public.cbse_classes, public.cbse_tests, public.cbse_marks, public.cbse_gradings, public.cbse_remarks
  to authenticated;

create function private.my_cbse_classes() returns setof uuid
language sql stable rows 20 security definer set search_path = '' as $$
  select k.id from public.cbse_classes k
  where k.school_id = private.addon_school('addon:cbse-examination')
    and (private.may('result:read-all') or k.class_id in (select private.my_class_ids()))
$$;
comment on function private.my_cbse_classes() is 'Classes of the year whose marks the caller may see as staff.';
grant execute on function private.my_cbse_classes() to authenticated;

create policy "Staff see the classes of theirs that are examined" on public.cbse_classes for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination'))
    and id in (select private.my_cbse_classes()));
create policy "Staff see the tests of their classes" on public.cbse_tests for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination'))
    and cbse_class_id in (select private.my_cbse_classes()));
create policy "Staff see the marks of their classes" on public.cbse_marks for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and test_id in (select t.id from public.cbse_tests t where t.cbse_class_id in (select private.my_cbse_classes())));
create policy "Staff see the grades of their classes" on public.cbse_gradings for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination'))
    and cbse_class_id in (select private.my_cbse_classes())
    and student_id <> all ((select private.withheld_from_me())::uuid[]));
create policy "Staff see the remarks of their classes" on public.cbse_remarks for select to authenticated
  using (school_id = (select private.addon_school('addon:cbse-examination'))
    and cbse_class_id in (select private.my_cbse_classes())
    and student_id <> all ((select private.withheld_from_me())::uuid[]));

create function private.cbse_parts(scheme uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select cardinality(s.weights) from public.cbse_schemes s where s.id = scheme
$$;

-- Who is marked: who was in the class in the year, and who has marks in it.
create function private.cbse_members(of public.cbse_classes) returns setof uuid
language sql stable rows 40 security definer set search_path = '' as $$
  select m.id from public.school_terms f, public.school_terms l,
    private.class_members(of.class_id, f.starts_on, l.ends_on) as m (id)
  where f.id = of.first_term_id and l.id = of.last_term_id
  union
  select m.student_id from public.cbse_tests t join public.cbse_marks m on m.test_id = t.id
  where t.cbse_class_id = of.id
$$;

create function public.cbse_students(cbse_class_id uuid)
  returns table (id uuid, name text, admission_number text, has_left boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.full_name, s.admission_number, s.class_id is distinct from k.class_id
  from public.cbse_classes k cross join private.cbse_members(k) as m (id)
  join public.students s on s.id = m.id and s.school_id = k.school_id
  where k.id = cbse_students.cbse_class_id and k.id in (select private.my_cbse_classes())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
  order by s.last_name, s.first_name, s.id
$$;
comment on function public.cbse_students(uuid)
  is 'Who is marked in a class of the year, by name; has_left: is in another class by now, or in none.';
revoke execute on function public.cbse_students(uuid) from public;
grant execute on function public.cbse_students(uuid) to authenticated;

create function public.add_cbse_class(class_id uuid, scheme_id uuid, first_term_id uuid, last_term_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.add_cbse_class(uuid, uuid, uuid, uuid) is
  'Has a class examined by a scheme in a year, with the usual tests in each of its subjects. Administrators only.';
revoke execute on function public.add_cbse_class(uuid, uuid, uuid, uuid) from public;
grant execute on function public.add_cbse_class(uuid, uuid, uuid, uuid) to authenticated;

create function public.remove_cbse_class(cbse_class_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.remove_cbse_class(uuid) is 'Takes back a class that has no marks yet. Administrators only.';
revoke execute on function public.remove_cbse_class(uuid) from public;
grant execute on function public.remove_cbse_class(uuid) to authenticated;

-- A class of the caller's school whose part is open for marks, for who has the permission.
create function private.require_cbse_class(permission text, cbse_class uuid, part integer) returns public.cbse_classes
language plpgsql stable security definer set search_path = '' as $$
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
$$;

create function public.save_cbse_test(cbse_class_id uuid, subject_id uuid, component_id uuid, part integer, name text,
  max_score numeric, test_id uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid)
  is 'Adds a test in a subject that the caller teaches, or changes one.';
revoke execute on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) from public;
grant execute on function public.save_cbse_test(uuid, uuid, uuid, integer, text, numeric, uuid) to authenticated;

-- A test in a subject that the caller teaches, locked.
create function private.require_cbse_test(test uuid) returns public.cbse_tests
language plpgsql security definer set search_path = '' as $$
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
$$;

create function public.remove_cbse_test(test_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  test constant public.cbse_tests := private.require_cbse_test(remove_cbse_test.test_id);
begin
  if exists (select from public.cbse_marks m where m.test_id = test.id) then
    perform private.refuse('cbse.test_has_marks', 'This test has marks. Empty its column first.');
  end if;
  delete from public.cbse_tests t where t.id = test.id;
end
$$;
comment on function public.remove_cbse_test(uuid) is 'Removes a test without marks, by who teaches the subject.';
revoke execute on function public.remove_cbse_test(uuid) from public;
grant execute on function public.remove_cbse_test(uuid) to authenticated;

create function public.save_cbse_marks(test_id uuid, marks jsonb) returns table (
  student_id uuid, code text, message text, said jsonb, score numeric, absence text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  test constant public.cbse_tests := private.require_cbse_test(save_cbse_marks.test_id);
  listed constant uuid[] := array(select private.cbse_members(k) from public.cbse_classes k
    where k.id = test.cbse_class_id);
begin
  return query
  with entries as materialized (
    select distinct on (e.student_id) e.place, e.student_id, e.score, e.absence, e.seen_score, e.seen_absence,
      p.full_name as student, m.score as score_now, m.absence as absence_now
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
$$;
comment on function public.save_cbse_marks(uuid, jsonb) is
  'Writes marks of a test and returns those it refused, each with its reason and what the cell holds. marks: '
  '[{student_id, score, absence, seen_score, seen_absence}]; neither score nor absence empties the cell.';
revoke execute on function public.save_cbse_marks(uuid, jsonb) from public;
grant execute on function public.save_cbse_marks(uuid, jsonb) to authenticated;

-- The class teacher, or who sets up examinations.
create function private.require_cbse_class_i_lead(cbse_class uuid, part integer) returns public.cbse_classes
language plpgsql stable security definer set search_path = '' as $$
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
$$;

create function public.save_cbse_grading(cbse_class_id uuid, student_id uuid, area_id uuid, part integer,
  grade text default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_cbse_grading(uuid, uuid, uuid, integer, text)
  is 'Grades a student in a co-scholastic area, or takes the grade back; by the class teacher or an administrator.';
revoke execute on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) from public;
grant execute on function public.save_cbse_grading(uuid, uuid, uuid, integer, text) to authenticated;

create function private.require_cbse_member(examined public.cbse_classes, student uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if student is null or student not in (select private.cbse_members(examined)) then
    perform private.refuse('cbse.not_in_class', 'This student was not in this class in the year.');
  end if;
end
$$;

create function public.save_cbse_remark(cbse_class_id uuid, student_id uuid, part integer, remark text) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.save_cbse_remark(uuid, uuid, integer, text)
  is 'Says something on a student''s card, or takes it back when empty; by the class teacher or an administrator.';
revoke execute on function public.save_cbse_remark(uuid, uuid, integer, text) from public;
grant execute on function public.save_cbse_remark(uuid, uuid, integer, text) to authenticated;
