-- Rows of both schools for the tests of access; `part` has a class, a student, a subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.school_apps (school_id, address, short_name, color, background)
select distinct school, 'fixture-' || left(school::text, 8), 'Fixture', '#04745d', '#ffffff' from part on conflict (school_id) do nothing;
update public.school_apps set package_name = 'ke.fixture.a' || left(school_id::text, 8) where package_name is null;
insert into public.school_app_keys (fingerprint, school_id, kind)
select rtrim(regexp_replace(upper(md5(school_id::text) || md5(address)), '(..)', '\1:', 'g'), ':'), school_id, 'play' from public.school_apps on conflict do nothing;
