-- The gradebook: what is assessed in a class's subject in a term, what it weighs, and scores that are not overwritten unseen.
create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  term_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 60),
  max_score numeric(6, 2) not null check (max_score between 1 and 1000),
  weight numeric(5, 2) not null default 1 check (weight between 0 and 100),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  unique (class_id, subject_id, term_id, name),
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.assessments is 'A column of the gradebook. Grades carry its name; archived ones do not count.';
create index assessments_subject_idx on public.assessments (subject_id);
create index assessments_term_idx on public.assessments (term_id);
alter table public.assessments enable row level security;
grant select on public.assessments to authenticated;
create policy "Administrators see assessments, teachers and families their classes'" on public.assessments for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.admin_school()) or class_id in (select private.my_class_ids()) or class_id in (select private.my_childrens_class_ids()));

create function private.keep_assessment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
  select distinct on (n.class_id, n.subject_id, n.term_id, n.assessment) n.school_id, n.class_id, n.subject_id, n.term_id, n.assessment, greatest(n.max_score, 1) from written n
  on conflict (class_id, subject_id, term_id, name) do nothing;
  return null;
end
$$;
create trigger keep_assessment after insert on public.grades referencing new table as written for each statement execute function private.keep_assessment();
insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score)
select distinct on (class_id, subject_id, term_id, assessment) school_id, class_id, subject_id, term_id, assessment, greatest(max_score, 1) from public.grades
on conflict do nothing;

create function private.require_subject_i_teach(wanted_class uuid, wanted_subject uuid) returns public.classes
language plpgsql stable security definer set search_path = '' as $$
declare
  class public.classes;
begin
  select * into class from public.classes c where c.id = wanted_class and c.school_id = private.my_school();
  if not found or private.my_role() <> 'teacher' or not exists (
    select from public.class_subjects cs where cs.class_id = class.id and cs.subject_id = wanted_subject and (cs.teacher_id = auth.uid() or class.class_teacher_id = auth.uid())) then
    raise exception using errcode = '42501', message = 'You do not teach this subject to this class.', hint = 'grade.not_yours';
  end if;
  return class;
end
$$;

create function public.save_assessment(class_id uuid, subject_id uuid, term_id uuid, name text, max_score numeric, weight numeric, assessment_id uuid default null, archived boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  class public.classes := private.require_subject_i_teach(save_assessment.class_id, save_assessment.subject_id);
  title text := private.require_text(save_assessment.name, 60, 'name', 'Name the assessment.');
  held public.assessments;
  highest numeric;
begin
  if save_assessment.max_score is null or save_assessment.max_score not between 1 and 1000 then
    raise exception using errcode = 'P0001', message = 'An assessment is out of 1 to 1000.', hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  if save_assessment.weight is null or save_assessment.weight not between 0 and 100 then
    raise exception using errcode = 'P0001', message = 'A weight is from 0 to 100.', hint = 'assessment.weight', detail = 'weight';
  end if;
  if exists (select from public.assessments a where a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id
    and lower(a.name) = lower(title) and a.id is distinct from save_assessment.assessment_id) then
    raise exception using errcode = 'P0001', message = 'There is an assessment of this name already. Choose another name.', hint = 'assessment.name_taken', detail = 'name';
  end if;
  if save_assessment.assessment_id is null then
    if not exists (select from public.school_terms t where t.id = save_assessment.term_id and t.school_id = class.school_id) then
      raise exception using errcode = 'P0002', message = 'This term is not of your school.', hint = 'term.unknown', detail = 'termId';
    end if;
    insert into public.assessments (school_id, class_id, subject_id, term_id, name, max_score, weight)
    values (class.school_id, class.id, save_assessment.subject_id, save_assessment.term_id, title, save_assessment.max_score, save_assessment.weight) returning * into held;
    return held.id;
  end if;
  select * into held from public.assessments a
  where a.id = save_assessment.assessment_id and a.class_id = class.id and a.subject_id = save_assessment.subject_id and a.term_id = save_assessment.term_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  select max(g.score) into highest from public.grades g where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  if highest > save_assessment.max_score then
    raise exception using errcode = 'P0001', message = format('Somebody has %s already, so it cannot be out of less.', highest), hint = 'assessment.max_score', detail = 'maxScore';
  end if;
  update public.grades g set assessment = title, max_score = save_assessment.max_score
  where g.class_id = class.id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
  update public.assessments a set name = title, max_score = save_assessment.max_score, weight = save_assessment.weight,
    archived_at = case when save_assessment.archived then coalesce(a.archived_at, now()) end
  where a.id = held.id;
  return held.id;
end
$$;
comment on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean) is 'Adds a column to the gradebook, or with assessment_id changes, archives or brings back one. Grades follow its name and scale.';

create function public.record_scores(assessment_id uuid, scores jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  held public.assessments;
  entry record;
  standing numeric;
  written integer := 0;
begin
  select * into held from public.assessments a where a.id = record_scores.assessment_id for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This assessment is not there any more. Reload the gradebook.', hint = 'assessment.unknown';
  end if;
  perform private.require_subject_i_teach(held.class_id, held.subject_id);
  for entry in select s.student_id, s.score, s.seen, p.first_name || ' ' || p.last_name as learner
    from jsonb_to_recordset(record_scores.scores) as s (student_id uuid, score numeric, seen numeric)
    left join public.students p on p.id = s.student_id and p.class_id = held.class_id
  loop
    if entry.learner is null then
      raise exception using errcode = 'P0001', message = 'A learner of the list is not in this class. Reload the list.', hint = 'grade.not_in_class', detail = 'scores';
    end if;
    if entry.score not between 0 and held.max_score then
      raise exception using errcode = 'P0001', message = format('Scores of %s are from 0 to %s.', held.name, trim_scale(held.max_score)), hint = 'grade.out_of_range', detail = 'score';
    end if;
    select g.score into standing from public.grades g
    where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    if standing is distinct from entry.seen and standing is distinct from entry.score then
      raise exception using errcode = 'PT409', hint = 'grade.changed', detail = entry.student_id::text,
        message = format('%s has %s in %s by now, written by somebody else.', entry.learner, coalesce(trim_scale(standing)::text, 'no score'), held.name);
    end if;
    if entry.score is null then
      delete from public.grades g where g.student_id = entry.student_id and g.subject_id = held.subject_id and g.term_id = held.term_id and g.assessment = held.name;
    else
      insert into public.grades (school_id, student_id, class_id, subject_id, term_id, assessment, score, max_score, graded_by)
      values (held.school_id, entry.student_id, held.class_id, held.subject_id, held.term_id, held.name, entry.score, held.max_score, auth.uid())
      on conflict (student_id, subject_id, term_id, assessment) do update set score = excluded.score, max_score = excluded.max_score, graded_by = excluded.graded_by, updated_at = now();
    end if;
    written := written + 1;
  end loop;
  return written;
end
$$;
comment on function public.record_scores(uuid, jsonb) is 'Writes cells of the gradebook. scores: [{"student_id", "score", "seen"}]; a null score empties the cell, and a cell that no longer holds what was seen is a conflict. All or nothing.';
revoke execute on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean), public.record_scores(uuid, jsonb) from public, anon;
grant execute on function public.save_assessment(uuid, uuid, uuid, text, numeric, numeric, uuid, boolean), public.record_scores(uuid, jsonb) to authenticated;
