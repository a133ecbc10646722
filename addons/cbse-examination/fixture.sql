-- Rows of both schools for the tests of access; `part` has a class, a student, a subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.cbse_schemes (school_id, name, weights, area_grades) select distinct school, 'Fixture', '{50,50}'::numeric[], '{A,B,C}'::text[] from part;
insert into public.cbse_components (school_id, scheme_id, name, out_of, position) select school_id, id, 'Examination', 100, 1 from public.cbse_schemes where name = 'Fixture';
insert into public.cbse_bands (school_id, scheme_id, grade, lowest) select school_id, id, 'P', 0 from public.cbse_schemes where name = 'Fixture';
insert into public.cbse_areas (school_id, scheme_id, name, position) select school_id, id, 'Art', 1 from public.cbse_schemes where name = 'Fixture';
insert into public.cbse_classes (school_id, class_id, scheme_id, first_term_id, last_term_id, first_published_at)
select p.school, p.class, s.id, f.id, l.id, now() from part p join public.cbse_schemes s on s.school_id = p.school and s.name = 'Fixture'
cross join lateral (select t.id from public.school_terms t where t.school_id = p.school order by t.starts_on limit 1) f
cross join lateral (select t.id from public.school_terms t where t.school_id = p.school order by t.starts_on desc limit 1) l
on conflict do nothing;
insert into public.cbse_tests (school_id, cbse_class_id, subject_id, component_id, part, name, max_score)
select p.school, k.id, p.subject, c.id, 1, 'Fixture', 100 from part p join public.cbse_classes k on k.class_id = p.class and k.scheme_id in (select id from public.cbse_schemes where name = 'Fixture') join public.cbse_components c on c.scheme_id = k.scheme_id and c.name = 'Examination';
insert into public.cbse_marks (school_id, test_id, student_id, score) select p.school, t.id, p.student, 50 from part p join public.cbse_classes k on k.class_id = p.class and k.scheme_id in (select id from public.cbse_schemes where name = 'Fixture') join public.cbse_tests t on t.cbse_class_id = k.id and t.name = 'Fixture';
insert into public.cbse_gradings (school_id, cbse_class_id, student_id, area_id, part, grade)
select p.school, k.id, p.student, a.id, 1, 'A' from part p join public.cbse_classes k on k.class_id = p.class and k.scheme_id in (select id from public.cbse_schemes where name = 'Fixture') join public.cbse_areas a on a.scheme_id = k.scheme_id;
insert into public.cbse_remarks (school_id, cbse_class_id, student_id, part, remark) select p.school, k.id, p.student, 1, 'Fixture' from part p join public.cbse_classes k on k.class_id = p.class and k.scheme_id in (select id from public.cbse_schemes where name = 'Fixture');
