set check_function_bodies = off;

drop function public.save_scores(uuid, jsonb);

create or replace function public.save_scores (
  assessment_id uuid,
  scores        jsonb
)
  returns table (
    student_id uuid,
    code       text,
    message    text,
    said       jsonb,
    standing   numeric,
    by         text,
    at         timestamp with time zone
  )
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  assessment public.assessments;
  listed uuid[];
begin
  select * into assessment from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    perform private.refuse('assessment.unknown',
      'This assessment is not there any more. Reload the gradebook.', errcode => 'P0002');
  end if;
  perform private.require_subject_i_teach(assessment.class_id, assessment.subject_id);
  listed := array(select private.students_to_mark(assessment.class_id, assessment.subject_id, assessment.term_id));
  -- What is read below still stands when it is written.
  perform from public.grades g
  where g.assessment_id = assessment.id
    and g.student_id in (select s.student_id from jsonb_to_recordset(save_scores.scores) as s (student_id uuid))
  order by g.student_id for update;
  return query
  with entries as materialized (
    select distinct on (s.student_id) s.place, s.student_id, s.score, s.seen,
      private.full_name(p.first_name, p.last_name) as student, g.score as score_now, g.graded_by, g.updated_at,
      g.graded_by = private.signed_in_uid()
        and g.updated_at <= clock_timestamp() - make_interval(secs => coalesce(s.age, 0)) as is_own
    from rows from (jsonb_to_recordset(save_scores.scores)
      as (student_id uuid, score numeric, seen numeric, age double precision))
      with ordinality as s (student_id, score, seen, age, place)
    left join public.students p on p.id = s.student_id and p.id = any (listed)
    left join public.grades g on g.student_id = p.id and g.assessment_id = assessment.id
    order by s.student_id, s.place desc),
  judged as materialized (
    select e.place, e.student_id, e.score, e.student, e.score_now, e.graded_by, e.updated_at,
      case when e.student is null then 'grade.not_in_class'
        when e.score not between 0 and assessment.max_score then 'grade.out_of_range'
        when e.score_now is distinct from e.seen
          and e.score_now is distinct from e.score and e.is_own is not true then 'grade.changed' end as code
    from entries e),
  emptied as (
    delete from public.grades g using judged j
    where j.code is null and j.score is null and g.student_id = j.student_id and g.assessment_id = assessment.id),
  written as (
    insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment_id, score, graded_by)
    select assessment.school_id, j.student_id, assessment.class_id, assessment.subject_id, assessment.term_id,
      assessment.id, j.score, private.signed_in_uid()
    from judged j where j.code is null and j.score is not null order by j.student_id
    on conflict (assessment_id, student_id) do update set score = excluded.score, graded_by = excluded.graded_by,
      updated_at = now())
  select j.student_id, j.code, private.in_english(reason.said), reason.said, j.score_now,
    case when j.code = 'grade.changed' then private.full_name(u.first_name, u.last_name) end,
    case when j.code = 'grade.changed' then j.updated_at end
  from judged j left join public.users u on u.id = j.graded_by cross join lateral (select case
      when j.code = 'grade.not_in_class' then private.say('This student was not in this class in the term.')
      when j.code = 'grade.out_of_range' then private.say('Scores of {assessment} are from 0 to {most}.',
        jsonb_build_object('assessment', assessment.name, 'most', assessment.max_score))
      when j.score_now is null then private.say(
        '{student} has no score in {assessment} by now. Somebody else has emptied the cell.',
        jsonb_build_object('student', j.student, 'assessment', assessment.name))
      else private.say('{student} has {score} in {assessment} by now, written by somebody else.',
        jsonb_build_object('student', j.student, 'score', j.score_now, 'assessment', assessment.name)) end)
    as reason (said)
  where j.code is not null order by j.place;
end
$function$;

comment on function public.save_scores(uuid, jsonb) is 'Writes cells of the gradebook and returns those it refused, each with its reason, the score that stands, and of one changed since by whom and when. scores: [{"student_id", "score", "seen", "age"}]; a null score empties the cell, and a cell that no longer holds what was seen is refused, unless the caller wrote it before this one was typed, age seconds ago (0 where missing).';

revoke all on function public.save_scores(uuid, jsonb) from public;

grant execute on function public.save_scores(uuid, jsonb) to authenticated;

grant execute on function public.save_scores(uuid, jsonb) to service_role;
