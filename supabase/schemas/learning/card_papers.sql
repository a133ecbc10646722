-- Report cards of a term, which are kept as they were handed out.

-- The percent of a subject as the card prints it: rounded half up, once, from those marks of all classes that count.
-- Cards that were printed before there were absences have the score alone.
create function private.card_percent(assessments jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select floor(sum(c.score * 100 * (a ->> 'weight')::numeric / (a ->> 'max_score')::numeric)
    / nullif(sum((a ->> 'weight')::numeric) filter (where c.score is not null), 0) + 0.5) || '%'
  from jsonb_array_elements(card_percent.assessments) as a
    cross join lateral (select coalesce(a ->> 'counts', a ->> 'score')::numeric as score) c
$$;
grant execute on function private.card_percent(jsonb) to authenticated;

-- A card for each student of a class, or the one of a student: {term, class} or {term, student}.
create function private.read_report_cards(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  read constant jsonb := public.report_cards((read_report_cards.of ->> 'term')::uuid,
    (read_report_cards.of ->> 'class')::uuid, (read_report_cards.of ->> 'student')::uuid);
  card jsonb;
begin
  for card in
    select c.value from jsonb_array_elements(read -> 'cards') with ordinality as c (value, n) order by c.n
  loop
    subject := concat_ws('/', card #>> '{student,id}', read_report_cards.of ->> 'term');
    students := array[(card #>> '{student,id}')::uuid];
    content := read || jsonb_build_object('cards', jsonb_build_array(card));
    says := private.paper_says(private.say('Report card'), variadic array[
      jsonb_build_array(private.say('Student'), card #> '{student,name}'),
      jsonb_build_array(private.say('Admission number'), card #> '{student,admission_number}'),
      jsonb_build_array(private.say('Class'), card -> 'class_name'),
      jsonb_build_array(private.say('Term'), read #> '{term,name}')]
      || array(select jsonb_build_array(s.value -> 'name', private.card_percent(s.value -> 'assessments'))
        from jsonb_array_elements(card -> 'subjects') with ordinality as s (value, n) order by s.n));
    return next;
  end loop;
end
$$;
grant execute on function private.read_report_cards(jsonb) to authenticated;

-- A mark that was changed later is not on the card.
create function private.report_card_state(paper private.issued_papers) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.grades g
    where g.student_id = left(report_card_state.paper.subject, 36)::uuid
      and g.term_id = right(report_card_state.paper.subject, 36)::uuid
      and g.updated_at > report_card_state.paper.printed_at) then 'changed' else 'holds' end
$$;

insert into private.paper_kinds (name, reads, state) values
  ('report-card', 'private.read_report_cards', 'private.report_card_state');
