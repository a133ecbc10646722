set check_function_bodies = off;

drop function public.record_scores(uuid, jsonb);

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
  entry record;
  score_now numeric;
begin
  select * into held from public.assessments a where a.id = save_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  for entry in select s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as student
    from jsonb_to_recordset(save_scores.scores) as s (student_id uuid, score numeric, seen numeric)
    left join public.students p on p.id = s.student_id and p.class_id = held.class_id
  loop
    if entry.student is null then
      return query select entry.student_id, 'grade.not_in_class', 'This student is not in this class any more.', null::numeric;
      continue;
    end if;
    select g.score into score_now from public.grades g
    where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    if entry.score not between 0 and held.max_score then
      return query select entry.student_id, 'grade.out_of_range', format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score)), score_now;
    elsif score_now is distinct from entry.seen and score_now is distinct from entry.score then
      return query select entry.student_id, 'grade.changed',
        format('%s has %s in %s by now, written by somebody else.', entry.student, coalesce(trim_scale(score_now)::text, 'no score'), held.name), score_now;
    elsif entry.score is null then
      delete from public.grades g where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    else
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
      values (held.school_id, entry.student_id, held.class_id, held.subject_id, held.term_id, held.name, entry.score, held.max_score, auth.uid())
      on conflict (student_id, subject_id, term_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now();
    end if;
  end loop;
end
$function$;

comment on function public.save_scores(uuid, jsonb) is 'Writes cells of the gradebook and returns those it refused, each with its reason and the score that stands. scores: [{"student_id", "score", "seen"}]; a null score empties the cell, and a cell that no longer holds what was seen is refused.';

revoke all on function public.save_scores(uuid, jsonb) from public;

grant execute on function public.save_scores(uuid, jsonb) to authenticated;

revoke all on function public.save_scores(uuid, jsonb) from postgres;

grant execute on function public.save_scores(uuid, jsonb) to postgres;

grant execute on function public.save_scores(uuid, jsonb) to service_role;
