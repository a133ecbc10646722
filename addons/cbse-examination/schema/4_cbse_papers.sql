-- Report cards of the year, which are kept as they were handed out: {class}, for its staff.
create function private.read_cbse_papers(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  read constant jsonb := public.cbse_cards((read_cbse_papers.of ->> 'class')::uuid);
  has_year constant boolean := jsonb_array_length(read -> 'parts') = jsonb_array_length(read -> 'weights');
  card jsonb;
begin
  for card in
    select c.value from jsonb_array_elements(read -> 'cards') with ordinality as c (value, n) order by c.n
  loop
    subject := concat_ws('/', card #>> '{student,id}', read_cbse_papers.of ->> 'class');
    students := array[(card #>> '{student,id}')::uuid];
    content := read || jsonb_build_object('cards', jsonb_build_array(card));
    says := private.paper_says(private.say('Report card'), variadic array[
      jsonb_build_array(private.say('Student'), card #> '{student,name}'),
      jsonb_build_array(private.say('Admission number'), card #> '{student,admission_number}'),
      jsonb_build_array(private.say('Class'), read -> 'class_name'),
      jsonb_build_array(private.say('Year'), read -> 'year')]
      || array(select jsonb_build_array(s.value -> 'name', concat_ws(' ',
          coalesce(case when has_year then s.value ->> 'year' else s.value #>> '{parts,-1,result}' end, '–'),
          case when has_year then s.value ->> 'grade' else s.value #>> '{parts,-1,grade}' end))
        from jsonb_array_elements(card -> 'subjects') with ordinality as s (value, n) order by s.n));
    return next;
  end loop;
end
$$;
revoke execute on function private.read_cbse_papers(jsonb) from public;
grant execute on function private.read_cbse_papers(jsonb) to authenticated;

-- Marks that were changed later are not on the card.
create function private.cbse_paper_state(paper private.issued_papers) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (select from public.cbse_marks m join public.cbse_tests t on t.id = m.test_id
    where m.student_id = left(cbse_paper_state.paper.subject, 36)::uuid
      and t.cbse_class_id = right(cbse_paper_state.paper.subject, 36)::uuid
      and m.updated_at > cbse_paper_state.paper.printed_at) then 'changed' else 'holds' end
$$;

insert into private.paper_kinds (name, reads, state) values
  ('cbse-report-card', 'private.read_cbse_papers', 'private.cbse_paper_state');
