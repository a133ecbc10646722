-- Guardians of students who are there, from a file. A row whose student has that guardian already is known.

insert into private.import_kinds (name, permission, checks, saves, undoes, used, chosen) values
  ('guardians', 'student:write', 'private.check_guardian_rows', 'private.save_guardian_rows',
    '{public.student_guardians,public.guardians}', 'private.guardian_links_used', '{}');

create function private.check_guardian_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
begin
  perform private.parse_student_rows(import);
  update pg_temp.import_row i set student_id = s.id from public.students s
  where s.school_id = school and private.fold_text(s.admission_number) = i.number_key;
  update pg_temp.import_row i set is_known = false, problems = to_jsonb(array_remove(array[
    private.import_problem(line, 'admission_number', coalesce(private.ruined_cell(number),
      private.ruined_number(number), case
      when number is null then private.say('Enter the admission number.')
      when student_id is null then private.say('No student has the number {number}.',
        jsonb_build_object('number', left(number, 30))) end)),
    private.import_problem(line, 'guardian_name', case when guardian_name is null and phone_text is null
      and guardian_email is null then private.say('Enter the guardian''s name.') end),
    private.import_problem(line, 'guardian_phone', case when guardian_name is not null and phone_text is null
      and guardian_email is null then private.say('Enter a phone number or an email address.') end)], null)
    || private.guardian_problems(line, guardian_name, guardian_key, phone_text, guardian_phone, guardian_email,
      relationship));
  perform private.match_import_guardians(school);
  update pg_temp.import_row i set is_known = true
  where i.problems = '[]' and (exists (select from public.student_guardians l where l.student_id = i.student_id
      and l.guardian_id = i.guardian_id)
    or exists (select from pg_temp.import_row o where o.student_id = i.student_id and o.problems = '[]'
      and o.guardian_group = i.guardian_group and o.line < i.line));
  perform private.gather_import_guardians();
  update public.import_rows r set problems = i.problems, is_known = i.is_known, student_id = i.student_id,
    record = case when i.problems = '[]' and not i.is_known then private.guardian_record(i.student_id, i.relationship,
      coalesce(i.guardian_id, g.id), g.name, g.phone, g.email) end
  from pg_temp.import_row i left join pg_temp.import_guardian g on g.guardian_group = i.guardian_group
    and i.guardian_key <> ''
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  return jsonb_build_object('likely', private.likely_guardians(school));
end
$$;

create function private.save_guardian_rows(import public.imports, lines integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.gather_saved_rows(import, lines);
  perform private.save_import_guardians(import, 1, 2);
end
$$;

-- A link that was changed, such as by another word for the relationship, has no time of its own.
create function private.guardian_links_used(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.student_guardians s join public.audit_log l on l.entity = 'student_guardians'
    and l.entity_id = s.student_id || '/' || s.guardian_id
  where s.id = any (ids) and l.action = 'update'
$$;
