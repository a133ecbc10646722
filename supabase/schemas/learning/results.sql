create table public.subject_results (
  school_id uuid not null,
  term_id uuid not null,
  class_id uuid not null,
  subject_id uuid not null,
  student_id uuid not null,
  percent numeric,
  assessments integer not null,
  primary key (student_id, term_id, class_id, subject_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade,
  foreign key (subject_id, school_id) references public.subjects (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.subject_results is 'A student''s weighted percent in a subject and term, not rounded: '
  'what shows or grades it rounds once; maintained by triggers on grades and assessments. Archived assessments '
  'do not count, nor do exempt marks, nor absent ones unless the school counts them as 0; null where nothing counts.';

create index subject_results_school_term_idx on public.subject_results (school_id, term_id) include (class_id,
  subject_id, student_id, percent);
create index subject_results_class_idx on public.subject_results (class_id, term_id);
create index subject_results_subject_idx on public.subject_results (subject_id);
create index subject_results_term_idx on public.subject_results (term_id);

select private.school_table('public.subject_results', subject => 'student_id', erase => 'keep');
grant select on public.subject_results to authenticated;

create policy "Administrators see results, teachers their classes', families their children's" on public.subject_results
  for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or class_id in (select private.my_class_ids())
      or student_id in (select private.my_student_ids())));

create function private.count_results(students uuid[], classes uuid[], subjects uuid[], terms uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  with touched as materialized (
    select t.student_id, t.class_id, t.subject_id, t.term_id
      from unnest(students, classes, subjects, terms) as t (student_id, class_id, subject_id, term_id)),
  counted as materialized (
    select g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id,
      trunc(sum(c.score * a.percent_per_mark) / nullif(sum(a.weight) filter (where c.score is not null), 0), 8)
        as percent,
      count(c.score)::integer as assessments
    from touched t
    join public.grades g on g.student_id = t.student_id and g.subject_id = t.subject_id and g.term_id = t.term_id
      and g.class_id = t.class_id
    join public.assessments a on a.id = g.assessment_id and a.archived_at is null
    cross join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
    group by g.school_id, g.term_id, g.class_id, g.subject_id, g.student_id),
  gone as (
    delete from public.subject_results r using touched t
    where r.student_id = t.student_id and r.class_id = t.class_id and r.subject_id = t.subject_id
      and r.term_id = t.term_id
      and not exists (select from counted c where c.student_id = r.student_id and c.class_id = r.class_id
        and c.subject_id = r.subject_id and c.term_id = r.term_id))
  insert into public.subject_results as r (school_id, term_id, class_id, subject_id, student_id, percent, assessments)
  select c.school_id, c.term_id, c.class_id, c.subject_id, c.student_id, c.percent, c.assessments from counted c
  on conflict (student_id, term_id, class_id, subject_id) do update set percent = excluded.percent,
    assessments = excluded.assessments
    where (r.percent, r.assessments) is distinct from (excluded.percent, excluded.assessments)
$$;

-- A student's percent in each subject and term with the marks of every class, as on the report card; whose marks are
-- nobody's business to the caller, none.
create function private.student_results(student uuid) returns table (term_id uuid, subject_id uuid, class_id uuid,
  percent numeric, assessments integer)
language sql stable rows 40 security definer set search_path = '' as $$
  select g.term_id, g.subject_id, (array_agg(g.class_id order by g.updated_at desc))[1],
    trunc(sum(c.score * a.percent_per_mark) / sum(a.weight), 8), count(*)::integer
  from public.students s join public.grades g on g.student_id = s.id
  join public.assessments a on a.id = g.assessment_id and a.archived_at is null
  join lateral (select private.counted_score(g.score, g.absence, a.absent_counts_as_zero) as score) c
    on c.score is not null
  where s.id = student_results.student and s.school_id = (select private.childrens_school())
    and s.id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('result:read-all')) or s.class_id in (select private.my_class_ids())
      or s.id in (select private.my_student_ids()))
  group by g.term_id, g.subject_id having sum(a.weight) > 0
$$;
grant execute on function private.student_results(uuid) to authenticated;

create function private.count_marked_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id))
    from (select distinct class_id, term_id from written) k;
  perform private.count_results(array_agg(k.student_id), array_agg(k.class_id), array_agg(k.subject_id),
    array_agg(k.term_id))
    from (select distinct student_id, class_id, subject_id, term_id from written) k;
  return null;
end
$$;
create trigger keep_results_of_new after insert on public.grades referencing new table as written for each statement
  execute function private.count_marked_results();
create trigger keep_results_of_gone after delete on public.grades referencing old table as written for each statement
  execute function private.count_marked_results();

create function private.count_remarked_results() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id))
    from (select class_id, term_id from written union select class_id, term_id from was) k;
  perform private.count_results(array_agg(k.student_id), array_agg(k.class_id), array_agg(k.subject_id),
    array_agg(k.term_id))
    from (select student_id, class_id, subject_id, term_id from written
      union select student_id, class_id, subject_id, term_id from was) k;
  return null;
end
$$;
create trigger keep_results_of_changed after update on public.grades referencing new table as written old table as was
  for each statement execute function private.count_remarked_results();

-- An assessment that changes weight or maximum or is archived changes the results of its class, subject and term.
create function private.count_results_of_columns() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_results(array_agg(k.class_id), array_agg(k.term_id))
    from (select distinct class_id, term_id from written) k;
  perform private.count_results(array_agg(g.student_id), array_agg(g.class_id), array_agg(g.subject_id),
    array_agg(g.term_id))
    from (select distinct class_id, subject_id, term_id from written) k
    cross join lateral (select distinct m.student_id, m.class_id, m.subject_id, m.term_id from public.grades m
      where m.class_id = k.class_id and m.subject_id = k.subject_id and m.term_id = k.term_id) g;
  return null;
end
$$;
create trigger keep_results_of_new after insert on public.assessments referencing new table as written
  for each statement execute function private.count_results_of_columns();
create trigger keep_results_of_changed after update on public.assessments referencing new table as written
  for each statement execute function private.count_results_of_columns();
create trigger keep_results_of_gone after delete on public.assessments referencing old table as written
  for each statement execute function private.count_results_of_columns();

-- One writer at a time per class and term, so that two people marking one student count each other's marks.
create function private.lock_results(classes uuid[], terms uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('results ' || k.class_id || k.term_id, 0))
  from (select distinct t.class_id, t.term_id from unnest(classes, terms) as t (class_id, term_id) order by 1, 2) k
$$;
