-- A student who moves to another branch: the history stays where it was made, the balance is carried once.

create table public.branch_moves (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  to_school_id uuid not null,
  to_student_id uuid,
  carried integer not null check (carried >= 0),
  moved_on date not null,
  moved_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (to_school_id) references public.schools (id) on delete cascade,
  foreign key (to_student_id) references public.students (id) on delete set null
);
comment on table public.branch_moves is 'Who moved to which branch, and what was owed then. A student who comes back '
  'is a new entry of the list of students.';
create index branch_moves_school_idx on public.branch_moves (school_id, created_at desc, id);
create index branch_moves_to_school_idx on public.branch_moves (to_school_id, created_at desc, id);
create index branch_moves_to_student_idx on public.branch_moves (to_student_id);
create index branch_moves_moved_by_idx on public.branch_moves (moved_by);

-- A row says who moved whom and when: a copy of it in the log would outlive the branch that it names.
select private.school_table('public.branch_moves', feature => 'addon:multi-branch', subject => 'student_id',
  erase => 'keep', counts_use => true, label => 'Moves between branches');
grant select on public.branch_moves to authenticated;

create policy "The office sees who left for another branch" on public.branch_moves for select to authenticated
  using (school_id = (select private.addon_school('addon:multi-branch'))
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and (select private.may('student:read-all')));

-- The guardian at the other branch who is the same person, or a new one.
create function private.guardian_there(guardian public.guardians, branch uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  there uuid;
begin
  select g.id into there from public.guardians g where g.school_id = branch
    and (g.user_id = guardian.user_id or private.phone_number(g.phone) = private.phone_number(guardian.phone)
      and private.fold_text(g.full_name) = private.fold_text(guardian.full_name))
  order by g.user_id = guardian.user_id desc nulls last, g.id limit 1;
  if there is null then
    insert into public.guardians (school_id, user_id, first_name, last_name, phone, email)
    values (branch, guardian.user_id, guardian.first_name, guardian.last_name, guardian.phone, guardian.email)
    returning id into there;
  end if;
  if guardian.user_id is not null then
    insert into private.memberships (user_id, school_id, role_id, given_by)
    values (guardian.user_id, branch, private.common_role('parent'), private.signed_in_uid()) on conflict do nothing;
  end if;
  return there;
end
$$;

create function private.carry_family(student uuid, branch uuid, arrived uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link record;
  there uuid;
begin
  for link in select sg.relationship, sg.is_primary, g as guardian from public.student_guardians sg
    join public.guardians g on g.id = sg.guardian_id where sg.student_id = student order by g.id
  loop
    there := private.guardian_there(link.guardian, branch);
    insert into public.student_guardians (student_id, guardian_id, school_id, relationship, is_primary)
    values (arrived, there, branch, link.relationship, link.is_primary) on conflict do nothing;
    -- What a court ordered and what a guardian has agreed to or not goes with the child.
    insert into public.custody_marks (student_id, guardian_id, school_id, may_be_told, may_collect, basis, noted_by,
      noted_at)
    select arrived, there, branch, m.may_be_told, m.may_collect, m.basis, m.noted_by, m.noted_at
    from public.custody_marks m where m.student_id = student and m.guardian_id = (link.guardian).id
    on conflict do nothing;
    insert into public.consents (school_id, student_id, guardian_id, purpose, version, is_given, decided_at,
      recorded_by)
    select branch, arrived, there, c.purpose, c.version, c.is_given, c.decided_at, c.recorded_by
    from public.consents c where c.student_id = student and c.guardian_id = (link.guardian).id
      and c.replaced_at is null;
  end loop;
end
$$;

-- What is still owed is credited here, charge by charge from the latest on, and charged there in one.
create function private.carry_balance(student uuid, school uuid, branch uuid, arrived uuid, balance integer)
  returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge record;
  rest integer := carry_balance.balance;
  number integer;
  why constant text := left('Carried to ' || private.branch_name(branch), 300);
begin
  for charge in select c.id, least(c.amount - c.credited, carry_balance.balance) as left_over
    from public.fee_charges c where c.student_id = student and c.credited < c.amount
    order by c.due_on desc, c.created_at desc, c.id for update
  loop
    exit when rest = 0;
    insert into private.invoice_counters as n (school_id, last, last_credit) values (school, 0, 1)
    on conflict (school_id) do update set last_credit = n.last_credit + 1 returning n.last_credit into number;
    insert into public.fee_credits (school_id, student_id, charge_id, credit_number, amount, reason, issued_on,
      issued_by)
    values (school, student, charge.id, 'CRN-' || lpad(number::text, greatest(5, length(number::text)), '0'),
      least(charge.left_over, rest), why, private.school_today(school), private.signed_in_uid());
    update public.fee_charges c set credited = c.credited + least(charge.left_over, rest) where c.id = charge.id;
    rest := rest - least(charge.left_over, rest);
  end loop;
  insert into public.fee_charges (school_id, student_id, name, amount, due_on)
  values (branch, arrived, left('Carried from ' || private.branch_name(school), 80), balance,
    private.school_today(branch));
  perform private.enter_between(school, branch, 'move', coalesce((select s.admission_number from public.students s
    where s.id = arrived), ''), balance, private.school_today(school));
end
$$;

create function public.move_to_branch(student_id uuid, branch_id uuid, admission_number text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.require_addon('addon:multi-branch');
  branch uuid;
  student public.students;
  number text;
  owed integer;
  arrived uuid;
begin
  perform private.require('branch:move');
  branch := private.require_other_branch(here, move_to_branch.branch_id);
  select * into student from public.students s where s.id = move_to_branch.student_id and s.school_id = here
    and s.id <> all (private.withheld_from_me()) for update;
  if not found then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  elsif student.status not in ('active', 'suspended')
    or exists (select from public.branch_moves m where m.student_id = student.id) then
    perform private.refuse('branch.not_enrolled', 'This student has left already.', errcode => 'PT409');
  end if;
  number := coalesce(private.null_if_blank(move_to_branch.admission_number), student.admission_number);
  if exists (select from public.students s where s.school_id = branch
    and private.fold_text(s.admission_number) = private.fold_text(number)) then
    perform private.refuse('branch.number_taken', '{number} is taken at {branch}. Enter another admission number.',
      jsonb_build_object('number', number, 'branch', private.branch_name(branch)), 'admission_number');
  end if;
  owed := coalesce((select b.balance from public.student_balances b where b.student_id = student.id), 0);
  if owed < 0 then
    perform private.refuse('branch.in_credit',
      '{amount} was paid ahead. Give it back or use it for a brother or sister, then move the student.',
      jsonb_build_object('amount', private.money(-owed)));
  end if;
  update public.students s set status = 'left', user_id = null where s.id = student.id;
  insert into public.students (school_id, user_id, admission_number, first_name, last_name, gender, date_of_birth,
    admitted_on)
  values (branch, student.user_id, private.require_text(number, 30, 'admission_number', 'Enter the admission number.'),
    student.first_name, student.last_name, student.gender, student.date_of_birth, private.school_today(branch))
  returning id into arrived;
  perform private.carry_family(student.id, branch, arrived);
  if student.user_id is not null then
    insert into private.memberships (user_id, school_id, role_id, given_by)
    values (student.user_id, branch, private.common_role('student'), private.signed_in_uid()) on conflict do nothing;
    delete from private.memberships m where m.user_id = student.user_id and m.school_id = here
      and m.role_id = private.common_role('student');
  end if;
  if owed > 0 then
    perform private.carry_balance(student.id, here, branch, arrived, owed);
  end if;
  insert into public.branch_moves (school_id, student_id, to_school_id, to_student_id, carried, moved_on, moved_by)
  values (here, student.id, branch, arrived, owed, private.school_today(here), private.signed_in_uid());
  return arrived;
end
$$;
comment on function public.move_to_branch(uuid, uuid, text) is
  'Moves a student to another branch, which places them in a class. Guardians, custody, consents and what is owed go '
    'along; registers, marks and payments stay where they were made. Returns the student there.';
grant execute on function public.move_to_branch(uuid, uuid, text) to authenticated;

create function public.branch_move_list(skipped integer default 0, size integer default 25)
returns table (id uuid, student_id uuid, student text, branch text, is_arrival boolean, carried integer,
  moved_on date, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select m.id, s.id, s.full_name, private.branch_name(case when m.school_id = here then m.to_school_id
    else m.school_id end), m.school_id <> here, m.carried, m.moved_on, count(*) over ()
  from public.branch_moves m
  join public.students s on s.school_id = here
    and s.id = case when m.school_id = here then m.student_id else m.to_student_id end
  where here in (m.school_id, m.to_school_id)
    and m.school_id in (select private.schools_of_group(here))
    and m.to_school_id in (select private.schools_of_group(here)) and private.may('student:read-all')
    and s.id <> all (private.withheld_from_me())
  order by m.created_at desc, m.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$$;
comment on function public.branch_move_list(integer, integer) is
  'A page of who came from another branch and who left for one, the latest first.';
grant execute on function public.branch_move_list(integer, integer) to authenticated;
