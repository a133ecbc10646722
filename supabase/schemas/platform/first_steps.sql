-- What a new school does first, until all of it is done or an administrator puts the list away.

create table private.dismissed_first_steps (
  school_id uuid primary key references public.schools (id) on delete cascade,
  dismissed_by uuid references public.users (id) on delete set null,
  dismissed_at timestamptz not null default now()
);
comment on table private.dismissed_first_steps is 'Schools whose administrators have put the list of first steps away.';
create index dismissed_first_steps_person_idx on private.dismissed_first_steps (dismissed_by);

select private.school_table('private.dismissed_first_steps', needs_subscription => false);

-- Each step with whether it is done; null once all of it is, where the list was put away, and for the demonstration's
-- schools, which have been running for long. Every part stops at the first row that it finds.
create function private.setup_steps(school uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when not (s.details and s.terms and s.classes and s.subjects and s.staff and s.students and s.fees
    and s.guardians and s.register) then to_jsonb(s) end
  from (select
    exists (select from public.schools h join private.school_looks l on l.school_id = h.id
      where h.id = school and h.phone is not null and h.address is not null and l.crest_path is not null) as details,
    exists (select from public.school_terms t where t.school_id = school
      and t.ends_on >= private.school_today(school)) as terms,
    exists (select from public.classes c where c.school_id = school and c.is_active) as classes,
    exists (select from public.class_subjects c where c.school_id = school) as subjects,
    private.has_invited_staff(school) as staff,
    exists (select from public.students t where t.school_id = school) as students,
    exists (select from public.fees f where f.school_id = school) as fees,
    private.has_invited_guardians(school) as guardians,
    exists (select from public.attendance a where a.school_id = school) as register) s
  where not exists (select from private.dismissed_first_steps d where d.school_id = school)
    and not exists (select from public.schools h where h.id = school and h.is_demo)
$$;

create function public.dismiss_first_steps() returns void
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := private.require('school:run');
begin
  insert into private.dismissed_first_steps (school_id, dismissed_by) values (school, private.signed_in_uid())
    on conflict do nothing;
end
$$;
comment on function public.dismiss_first_steps() is 'Puts the list of first steps of the caller''s school away, for '
  'all of its administrators. Administrators only.';
grant execute on function public.dismiss_first_steps() to authenticated;
