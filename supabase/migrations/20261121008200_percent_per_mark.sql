-- What one mark of an assessment is worth is worked out once, not for every learner's mark: half of the time of a big school's results.
alter table public.assessments add column percent_per_mark numeric not null generated always as (round(weight * 100 / max_score, 16) + 1e-16) stored;
comment on column public.assessments.percent_per_mark is 'Percent times weight of one mark; rounded up, so that what lies on the half exactly is rounded up as it would be without rounding here.';

create or replace view public.subject_results with (security_invoker = true) as
  select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
    round(sum(g.score * a.percent_per_mark) / nullif(sum(a.weight), 0), 1) as percent, count(*)::integer as assessments
  from public.grades g
  join public.assessments a on a.class_id = g.class_id and a.subject_id = g.subject_id and a.term_id = g.term_id and a.name = g.assessment and a.archived_at is null
  group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id;
