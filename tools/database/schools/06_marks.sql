insert into public.assessments (id, school_id, class_id, subject_id, term_id, name, max_score, weight)
select pg_temp.key('assessment', n, c || subject || a.name), pg_temp.key('school', n), pg_temp.key('class', n, c), pg_temp.key('subject', n, subject), pg_temp.key('term', n, 3), a.name, 100, 50
from generate_series($1::integer, $2::integer) as n, generate_series(0, 11) as c, unnest(array['Mathematics', 'English', 'Biology']) as subject, (values ('CAT 1'), ('End of term')) as a (name);

with marks as (
  insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
  select pg_temp.key('school', n), pg_temp.key('student', n, s), pg_temp.key('class', n, s % 12), pg_temp.key('subject', n, subject), pg_temp.key('term', n, 3), pg_temp.key('assessment', n, s % 12 || subject || a.name), 30 + (s * 13 + length(subject) * 7 + weight) % 70
  from generate_series($1::integer, $2::integer) as n, generate_series(1, 500) as s, unnest(array['Mathematics', 'English', 'Biology']) as subject, (values ('CAT 1', 3), ('End of term', 31)) as a (name, weight)
  returning school_id, student_id, class_id, subject_id, term_id, assessment_id, score)
insert into public.subject_results (school_id, term_id, class_id, subject_id, student_id, percent, assessments)
select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id, round(sum(g.score * a.percent_per_mark) / sum(a.weight), 1), count(*)
from marks g join public.assessments a on a.id = g.assessment_id
group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id;
