-- What a school's history hangs on is never deleted by a bare call: learners and classes are archived, terms, classes and
-- subjects go only while nothing belongs to them. With a whole school everything goes.
do $$
declare
  place record;
begin
  for place in select * from (values ('students', 'office'), ('classes', 'admin'), ('subjects', 'admin')) as places (name, keeper) loop
    execute format('drop policy "The %s deletes within its school" on public.%I', place.keeper, place.name);
    execute format('revoke delete on public.%I from authenticated', place.name);
  end loop;
end
$$;
drop policy "Administrators delete their school's terms" on public.school_terms;
revoke delete on public.school_terms from authenticated;

create function public.remove_term(term_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  term public.school_terms;
begin
  select * into term from public.school_terms t where t.id = remove_term.term_id and t.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This term is no longer here.', hint = 'term.not_found';
  end if;
  if exists (select from public.fees f where f.term_id = term.id) or exists (select from public.fee_invoices i where i.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Fees belong to %s, so it stays.', term.name), hint = 'term.has_fees';
  end if;
  if exists (select from public.grades g where g.term_id = term.id) or exists (select from public.assessments a where a.term_id = term.id) then
    raise exception using errcode = 'PT409', message = format('Marks belong to %s, so it stays.', term.name), hint = 'term.has_marks';
  end if;
  if exists (select from public.attendance a where a.school_id = school and a.day between term.starts_on and term.ends_on) then
    raise exception using errcode = 'PT409', message = format('Registers were taken in %s, so it stays.', term.name), hint = 'term.has_registers';
  end if;
  delete from public.school_terms t where t.id = term.id;
end
$$;
comment on function public.remove_term(uuid) is 'Deletes a term nothing belongs to yet.';

create function public.remove_class(class_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  class public.classes;
begin
  select * into class from public.classes c where c.id = remove_class.class_id and c.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This class is no longer here.', hint = 'class.not_found';
  end if;
  if exists (select from public.students s where s.class_id = class.id) or exists (select from public.enrolments e where e.class_id = class.id) or exists (select from public.grades g where g.class_id = class.id)
    or exists (select from public.attendance a where a.class_id = class.id) or exists (select from public.fees f where f.class_id = class.id) or exists (select from public.assignments a where a.class_id = class.id) then
    raise exception using errcode = 'PT409', message = format('%s has had learners, marks or fees. Archive it instead.', class.name), hint = 'class.has_history';
  end if;
  delete from public.classes c where c.id = class.id;
end
$$;
comment on function public.remove_class(uuid) is 'Deletes a class that was never used.';

create function public.remove_subject(subject_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  subject public.subjects;
begin
  select * into subject from public.subjects b where b.id = remove_subject.subject_id and b.school_id = school for update;
  if not found then
    raise exception using errcode = 'P0002', message = 'This subject is no longer here.', hint = 'subject.not_found';
  end if;
  if exists (select from public.grades g where g.subject_id = subject.id) or exists (select from public.assessments a where a.subject_id = subject.id)
    or exists (select from public.assignments a where a.subject_id = subject.id) or exists (select from public.class_subjects c where c.subject_id = subject.id) then
    raise exception using errcode = 'PT409', message = format('%s is taught or has marks, so it stays.', subject.name), hint = 'subject.in_use';
  end if;
  delete from public.subjects b where b.id = subject.id;
end
$$;
comment on function public.remove_subject(uuid) is 'Deletes a subject nobody teaches and nothing was marked in.';
grant execute on function public.remove_term(uuid), public.remove_class(uuid), public.remove_subject(uuid) to authenticated;
