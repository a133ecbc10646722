-- Rows of both schools for the tests of access; `part` has a class, a student, a subject and staff of each (supabase/tests/access/fixture.sql).
insert into public.live_accounts (school_id, provider, label) select distinct school, 'zoom', 'Fixture' from part on conflict do nothing;
insert into public.live_lessons (lesson_id, school_id, provider) select distinct on (p.school) l.id, p.school, 'zoom' from part p join public.lessons l on l.school_id = p.school on conflict do nothing;
insert into public.live_days_off (school_id, first_day, last_day, name) select distinct school, date '2026-06-24', date '2026-06-28', 'Fixture' from part;
insert into public.live_meetings (school_id, class_id, subject_id, provider, day, starts_at, ends_at, sync_at)
select p.school, p.class, p.subject, 'zoom', private.school_today(p.school), now() - interval '2 hours', now() - interval '1 hour', null from part p;
insert into public.live_joins (meeting_id, student_id, school_id) select m.id, p.student, p.school from part p join public.live_meetings m on m.class_id = p.class and m.lesson_id is null on conflict do nothing;
insert into public.live_attendees (school_id, meeting_id, provider_key, name, student_id, matched_by, sessions)
select p.school, m.id, 'fixture ' || p.student, 'Fixture', p.student, 'hand', tstzmultirange(tstzrange(m.starts_at, m.ends_at)) from part p join public.live_meetings m on m.class_id = p.class and m.lesson_id is null on conflict do nothing;
insert into public.live_recordings (school_id, meeting_id, provider_key, kind, url, recorded_at)
select m.school_id, m.id, 'fixture', 'Fixture', 'https://zoom.example/rec', now() from part p join public.live_meetings m on m.class_id = p.class and m.lesson_id is null on conflict do nothing;
