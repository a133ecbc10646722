-- Certificates, which say for ever what they said at first and which anybody can check: {certificate}, an enrolment.
create function private.read_course_certificate(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  given public.course_certificates;
begin
  select * into given from public.course_certificates c
    where c.enrolment_id = (read_course_certificate.of ->> 'certificate')::uuid;
  if given.enrolment_id is null then
    return;
  end if;
  subject := given.enrolment_id;
  students := array[given.student_id];
  content := given.content || jsonb_build_object('school', private.paper_school(given.school_id),
    'number', given.number);
  -- Who holds the paper compares the end of the admission number; the whole of it is nobody else's.
  says := private.paper_says(private.say('Certificate of an online course'),
    jsonb_build_array(private.say('Number'), given.number),
    jsonb_build_array(private.say('Student'), private.name_initials(given.content ->> 'student')),
    jsonb_build_array(private.say('Admission number'), '…' || right(given.content ->> 'admission_number', 3)),
    jsonb_build_array(private.say('Course'), given.content -> 'course'),
    jsonb_build_array(private.say('Result'), (given.content ->> 'result') || '%'),
    jsonb_build_array(private.say('Finished on'), private.day((given.content ->> 'completed_on')::date)));
  return next;
end
$$;
revoke execute on function private.read_course_certificate(jsonb) from public;
grant execute on function private.read_course_certificate(jsonb) to authenticated;

create function private.name_initials(name text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(left(w.word, 1) || '.', ' ' order by w.n)
  from regexp_split_to_table(btrim(name), '\s+') with ordinality as w (word, n) where w.word <> ''
$$;
grant execute on function private.name_initials(text) to authenticated;

insert into private.paper_kinds (name, reads, keeps_first) values
  ('course-certificate', 'private.read_course_certificate', true);
