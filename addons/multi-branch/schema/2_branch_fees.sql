-- Fees by branch, one balance for the family: what a desk takes for another branch, and what branches owe each other.

create table public.branch_receipts (
  id uuid primary key,
  school_id uuid not null references public.schools (id) on delete cascade,
  receipt_number text not null,
  method text not null check (method in ('mpesa', 'cash', 'bank', 'cheque')),
  reference text check (length(reference) <= 60),
  amount integer not null check (amount > 0),
  paid_on date not null,
  taken_by uuid references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (school_id, receipt_number)
);
comment on table public.branch_receipts is 'One receipt of a family over several branches, of the desk that took the '
  'money; its payments are rows of fee_payments. id is made by the browser, so that sending it again records nothing.';
create index branch_receipts_school_idx on public.branch_receipts (school_id, created_at desc, id);
create index branch_receipts_taken_by_idx on public.branch_receipts (taken_by);

select private.school_table('public.branch_receipts', feature => 'addon:multi-branch', audit => true,
  counts_use => true, label => 'Receipts over branches');
grant select on public.branch_receipts to authenticated;

create policy "Those who see fees see the receipts over branches" on public.branch_receipts for select to authenticated
  using (school_id = (select private.addon_school('addon:multi-branch'))
    and (select private.may('fee-account:read-all')));

create table private.branch_receipt_lines (
  receipt_id uuid not null references public.branch_receipts (id) on delete cascade,
  position integer not null,
  school_id uuid not null references public.schools (id) on delete cascade,
  payment_id uuid not null unique references public.fee_payments (id) on delete cascade,
  primary key (receipt_id, position)
);
create index branch_receipt_lines_school_idx on private.branch_receipt_lines (school_id);
select private.school_table('private.branch_receipt_lines', feature => 'addon:multi-branch');

create table public.branch_entries (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  other_id uuid not null references public.schools (id) on delete cascade,
  kind text not null check (kind in ('payment', 'reversal', 'move')),
  reference text not null,
  amount integer not null check (amount <> 0),
  entered_on date not null,
  payment_id uuid references public.fee_payments (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (other_id <> school_id)
);
comment on table public.branch_entries is 'What branches owe each other: each amount is in the books of both, above '
  'zero where the other owes it, so that the sum over all branches is nil.';
create index branch_entries_school_idx on public.branch_entries (school_id, created_at desc, id);
create index branch_entries_other_idx on public.branch_entries (other_id);
create index branch_entries_payment_idx on public.branch_entries (payment_id);

select private.school_table('public.branch_entries', feature => 'addon:multi-branch',
  label => 'Entries between branches');
grant select on public.branch_entries to authenticated;

create policy "Those who see fees see what branches owe each other" on public.branch_entries for select to authenticated
  using (school_id = (select private.addon_school('addon:multi-branch'))
    and (select private.may('fee-account:read-all')));

-- Above zero: the other owes it to the school.
create function private.enter_between(school uuid, other uuid, kind text, reference text, amount integer, day date,
  payment uuid default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.branch_entries (school_id, other_id, kind, reference, amount, entered_on, payment_id) values
    (enter_between.school, enter_between.other, enter_between.kind, enter_between.reference, enter_between.amount,
      enter_between.day, enter_between.payment),
    (enter_between.other, enter_between.school, enter_between.kind, enter_between.reference, -enter_between.amount,
      enter_between.day, enter_between.payment)
$$;

-- A payment that is taken back is owed no more.
create function private.reverse_between() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.branch_entries (school_id, other_id, kind, reference, amount, entered_on, payment_id)
  select e.school_id, e.other_id, 'reversal', new.receipt_number, -e.amount, new.paid_on, new.id
  from public.branch_entries e where e.payment_id = new.reverses and e.kind = 'payment';
  return null;
end
$$;
create trigger reverse_between after insert on public.fee_payments for each row when (new.reverses is not null)
  execute function private.reverse_between();

-- The students of all branches who have a guardian with this one: the same account, or the same name and phone. Who may
-- not be told about a child is nobody's guardian here.
create function private.family_across(school uuid, student uuid) returns table (student_id uuid, school_id uuid)
language sql stable rows 4 security definer set search_path = '' as $$
  with mine as materialized (
    select g.id, g.user_id, private.phone_number(g.phone) as phone, private.fold_text(g.full_name) as name
    from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
    where sg.student_id = student and g.school_id = school and not private.is_withheld(student, g.id)),
  same as (
    select g.id from mine m join public.guardians g on g.user_id = m.user_id
    union select g.id from mine m join public.guardians g
      on private.phone_number(g.phone) = m.phone and private.fold_text(g.full_name) = m.name
    where g.school_id in (select private.schools_of_group(school)))
  select s.id, s.school_id from public.students s where s.id = student and s.school_id = school
  union
  select s.id, s.school_id from same f join public.student_guardians sg on sg.guardian_id = f.id
    join public.students s on s.id = sg.student_id
  where s.school_id in (select private.schools_of_group(school)) and not private.is_withheld(s.id, f.id)
$$;

-- The desk of a branch learns of another what the family owes there, and nothing of the children.
create function public.family_account(student_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
  account jsonb;
begin
  if not private.may('fee-account:read-all') or not exists (select from public.students s
    where s.id = family_account.student_id and s.school_id = here
      and s.id <> all (private.withheld_from_me())) then
    return null;
  end if;
  with family as materialized (
    select f.student_id, f.school_id, coalesce(b.balance, 0) as balance
    from private.family_across(here, family_account.student_id) f
    left join public.student_balances b on b.student_id = f.student_id)
  select jsonb_build_object(
    'balance', (select coalesce(sum(f.balance), 0) from family f),
    'children', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'balance', f.balance) order by s.last_name, s.first_name, s.id), '[]')
      from family f join public.students s on s.id = f.student_id
      where f.school_id = here and s.id <> all (private.withheld_from_me())),
    'branches', (select coalesce(jsonb_agg(jsonb_build_object('id', o.school_id,
      'name', private.branch_name(o.school_id), 'balance', o.balance) order by private.branch_name(o.school_id)), '[]')
      from (select f.school_id, sum(f.balance) as balance from family f where f.school_id <> here
        group by f.school_id) o))
  into account;
  return account;
end
$$;
comment on function public.family_account(uuid) is
  'What the family of a student owes: its children here, and its part at each other branch: {balance, children: [{id, '
    'name, admission_number, balance}], branches: [{id, name, balance}]}. Null where the caller may not see it.';
grant execute on function public.family_account(uuid) to authenticated;

create function public.branch_debts() returns table (branch_id uuid, branch text, amount bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select e.other_id, private.branch_name(e.other_id), sum(e.amount)::bigint from public.branch_entries e
  where e.school_id = here and private.may('fee-account:read-all')
    and e.other_id in (select private.schools_of_group(here)) group by e.other_id order by 2, 1;
end
$$;
comment on function public.branch_debts() is
  'What each other branch owes the caller''s; below zero what the caller''s owes it.';
grant execute on function public.branch_debts() to authenticated;

create function public.branch_entry_list(skipped integer default 0, size integer default 25)
returns table (id uuid, branch text, kind text, reference text, amount integer, entered_on date, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
begin
  return query
  select e.id, private.branch_name(e.other_id), e.kind, e.reference, e.amount, e.entered_on, count(*) over ()
  from public.branch_entries e where e.school_id = here and private.may('fee-account:read-all')
    and e.other_id in (select private.schools_of_group(here))
  order by e.created_at desc, e.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$$;
comment on function public.branch_entry_list(integer, integer) is 'A page of the entries between the caller''s branch '
  'and others, the latest first.';
grant execute on function public.branch_entry_list(integer, integer) to authenticated;

-- What a family sees: one balance and its parts, each of the branches where it has children.
-- Lists JSON: the balance is of the same moment as its parts, each of which has a list of children.
create function public.family_branches() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.member_addon_school('addon:multi-branch');
  parts jsonb;
begin
  if here is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.school_id, 'name', private.branch_name(p.school_id),
    'is_here', p.school_id = here, 'balance', p.balance, 'children', p.children)
    order by private.branch_name(p.school_id)), '[]') into parts
  from (
    select s.school_id, sum(coalesce(b.balance, 0)) as balance,
      jsonb_agg(s.first_name order by s.first_name, s.id) as children
    from (select distinct sg.student_id from public.guardians g
      join public.student_guardians sg on sg.guardian_id = g.id
      where g.user_id = private.signed_in_uid() and g.school_id in (select private.schools_of_group(here))
        and not private.is_withheld(sg.student_id, g.id)) mine
    join public.students s on s.id = mine.student_id and s.status in ('active', 'suspended')
    left join public.student_balances b on b.student_id = s.id
    group by s.school_id) p;
  return jsonb_build_object('balance', (select coalesce(sum((p.value ->> 'balance')::bigint), 0)
    from jsonb_array_elements(parts) p), 'parts', parts);
end
$$;
comment on function public.family_branches() is 'What the caller''s family owes over all branches: {balance, parts: '
  '[{id, name, is_here, balance, children}]}.';
grant execute on function public.family_branches() to authenticated;
