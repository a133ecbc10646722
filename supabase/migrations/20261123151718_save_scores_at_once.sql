set check_function_bodies = off;

create or replace function public.save_scores (
  assessment_id uuid,
  scores        jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    standing   numeric
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  held public.assessments;
begin
  select * into held from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
    and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as student, g.score as score_now
    from rows from (jsonb_to_recordset(save_scores.scores) as (student_id uuid, score numeric, seen numeric)) with ordinality as s (student_id, score, seen, place)
    left join public.students p on p.id = s.student_id and p.class_id = held.class_id
    left join public.grades g on g.student_id = p.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and held.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen and e.score_now is distinct from e.score then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
    select held.school_id, j.student_id, held.class_id, held.subject_id, held.term_id, held.name, j.score, held.max_score, auth.uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (student_id, subject_id, term_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now())
  select j.student_id, j.code,
    case j.code when 'grade.not_in_class' then 'This student is not in this class any more.'
      when 'grade.out_of_range' then format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score))
      else format('%s has %s in %s by now, written by somebody else.', j.student, coalesce(trim_scale(j.score_now)::text, 'no score'), held.name) end,
    j.score_now
  from judged j where j.code is not null order by j.place;
end
$function$;
