insert into public.announcements (school_id, title, body, audience, author_id, published_at, notified_at)
select pg_temp.key('school', n), 'News ' || a, 'Text of the news.', '{admin,teacher,staff,parent,student}', pg_temp.key('account', n, 'admin1'), now() - make_interval(days => a), now() - make_interval(days => a)
from generate_series($1::integer, $2::integer) as n, generate_series(1, 30) as a;

-- The administrator and the first of every ten parents have some to read.
insert into public.notifications (user_id, title, body, link, created_at, read_at)
select pg_temp.key('account', n, person), 'News ' || m, 'Text of the news.', '/dashboard', now() - make_interval(days => m), case when m > 3 then now() end
from generate_series($1::integer, $2::integer) as n, (select 'admin1' as person union all select 'staff1' union all select 'teacher' || t from generate_series(1, 14) as t union all select 'parent' || s from generate_series(1, 500, 10) as s) as people, generate_series(1, 10) as m;

insert into public.assignments (id, school_id, class_id, subject_id, teacher_id, title, instructions, due_on)
select pg_temp.key('assignment', n, c * 10 + a), pg_temp.key('school', n), pg_temp.key('class', n, c), pg_temp.key('subject', n, 'Mathematics'), pg_temp.key('account', n, 'teacher' || c + 1), 'Exercise ' || a, 'Solve all tasks.', current_date - 20 + a * 5
from generate_series($1::integer, $2::integer) as n, generate_series(0, 11) as c, generate_series(1, 6) as a;

insert into public.submissions (assignment_id, student_id, school_id, answer, submitted_at)
select pg_temp.key('assignment', n, s % 12 * 10 + 1), pg_temp.key('student', n, s), pg_temp.key('school', n), 'My answer.', now() - interval '17 days'
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s;

insert into public.student_records (school_id, student_id, kind, summary, happened_on, recorded_by, visible_to, search_text)
select pg_temp.key('school', n), pg_temp.key('student', n, s), (array['behaviour', 'health', 'merit', 'contact'])[1 + s % 4], 'Note ' || s, current_date - s % 90, pg_temp.key('account', n, 'staff1'), case when s % 4 = 1 then 'office' else 'teachers' end, 'note ' || s
from generate_series($1::integer, $2::integer) as n, generate_series(1, 500, 3) as s;

insert into public.documents (school_id, student_id, title, file_path, file_size, mime_type, uploaded_by, audience)
select pg_temp.key('school', n), case when d % 2 = 0 then pg_temp.key('student', n, d) end, 'Document ' || d, pg_temp.key('school', n) || '/load-' || d || '.pdf', 12000, 'application/pdf', pg_temp.key('account', n, 'admin1'), '{admin,teacher,staff,parent,student}'
from generate_series($1::integer, $2::integer) as n, generate_series(1, 30) as d;

insert into public.audit_log (at, actor_id, school_id, action, entity, entity_id)
select now() - make_interval(hours => e), pg_temp.key('account', n, 'admin1'), pg_temp.key('school', n), 'update', 'classes', pg_temp.key('class', n, e % 12)::text
from generate_series($1::integer, $2::integer) as n, generate_series(1, 200) as e;

insert into public.support_tickets (request_id, ticket_number, sender_name, sender_email, subject, support_type, message, user_id, school_id)
select pg_temp.key('ticket', n, t), 'LD-' || n || '-' || t, 'Amina Mwangi', 'admin1@school' || n || '.load.test', 'Question ' || t, 'General Inquiry', 'A question.', pg_temp.key('account', n, 'admin1'), pg_temp.key('school', n)
from generate_series($1::integer, $2::integer) as n, generate_series(1, 3) as t;

insert into public.subscriptions (school_id, plan_id, billing, started_on, ends_on)
select pg_temp.key('school', n), (select id from public.plans order by position limit 1), 'annual', current_date - 100, current_date + 265
from generate_series($1::integer, $2::integer) as n;
