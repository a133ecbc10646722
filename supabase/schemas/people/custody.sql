-- Guardians who may not be told about a child, or may not collect them. A court's order outranks everything else.
create table public.custody_marks (
  student_id uuid not null,
  guardian_id uuid not null,
  school_id uuid not null,
  may_be_told boolean not null,
  may_collect boolean not null,
  basis text not null check (length(btrim(basis)) between 1 and 300),
  noted_by uuid references public.users (id) on delete set null,
  noted_at timestamptz not null default now(),
  primary key (student_id, guardian_id),
  check (not (may_be_told and may_collect)),
  foreign key (student_id, guardian_id) references public.student_guardians (student_id, guardian_id) on delete cascade,
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade
);
comment on column public.custody_marks.basis is 'The order or the agreement, such as the number of the court''s file.';

create index custody_marks_school_idx on public.custody_marks (school_id, student_id);
create index custody_marks_guardian_idx on public.custody_marks (guardian_id);
create index custody_marks_noted_by_idx on public.custody_marks (noted_by);

select private.school_table('public.custody_marks', subject => 'student_id', erase => 'delete',
  needs_subscription => false, audit => true, key => '{student_id,guardian_id}');
grant select on public.custody_marks to authenticated;

create policy "The office sees who may not be told or collect" on public.custody_marks for select to authenticated
  using (school_id = (select private.school_where('custody:read'))
    and student_id <> all ((select private.withheld_from_me())::uuid[]));

create function private.is_withheld(student uuid, guardian uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.custody_marks m where m.student_id = student and m.guardian_id = guardian
    and not m.may_be_told)
$$;

create function public.set_custody(student_id uuid, guardian_id uuid, may_be_told boolean, may_collect boolean,
  basis text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('custody:write');
begin
  if not exists (select from public.student_guardians sg where sg.student_id = set_custody.student_id
    and sg.guardian_id = set_custody.guardian_id and sg.school_id = school) then
    perform private.refuse('guardian.not_found', 'This guardian is no longer here.', errcode => 'P0002');
  end if;
  if set_custody.may_be_told and set_custody.may_collect then
    delete from public.custody_marks m where m.student_id = set_custody.student_id
      and m.guardian_id = set_custody.guardian_id;
    return;
  end if;
  insert into public.custody_marks as m (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by)
  values (set_custody.student_id, set_custody.guardian_id, school, coalesce(set_custody.may_be_told, false),
    coalesce(set_custody.may_collect, false),
    private.require_text(set_custody.basis, 300, 'basis', 'Enter the court order or agreement.'),
      private.signed_in_uid())
  on conflict (student_id, guardian_id) do update set may_be_told = excluded.may_be_told,
    may_collect = excluded.may_collect, basis = excluded.basis,
    noted_by = excluded.noted_by, noted_at = now();
end
$$;
comment on function public.set_custody(uuid, uuid, boolean, boolean, text) is
  'Notes that a guardian may not be told about a student or may not collect them, and why; both true takes the note '
    'away.';
grant execute on function public.set_custody(uuid, uuid, boolean, boolean, text) to authenticated;
