create table public.fees (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  term_id uuid not null,
  class_id uuid,
  boarding public.boarding,
  name text not null check (length(btrim(name)) between 1 and 80),
  amount integer not null check (amount between 1 and 10000000),
  due_on date not null,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade,
  foreign key (class_id, school_id) references public.classes (id, school_id) on delete cascade
);
comment on table public.fees is 'What a term costs, for one class or (class_id null) for every student, and of those '
  'for day scholars, for boarders or (boarding null) for both.';

create index fees_school_idx on public.fees (school_id, term_id);
create index fees_class_idx on public.fees (class_id);

select private.school_table('public.fees', audit => true, key => '{id}', live => '{staff}');
grant select on public.fees to authenticated;

create policy "Administrators see the fees" on public.fees for select to authenticated
  using (school_id >= (select private.first_school()) and school_id <= (select private.last_school())
    and (select private.may('fee:read')));

create table public.fee_invoices (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  term_id uuid not null,
  invoice_number text not null,
  issued_on date not null default private.my_today(),
  created_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(invoice_number)) stored,
  unique (school_id, invoice_number),
  unique (id, school_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (term_id, school_id) references public.school_terms (id, school_id) on delete cascade
);
comment on table public.fee_invoices is 'What a student was billed at one time; its lines are the charges. An issued '
  'invoice never changes: what is billed later has an invoice of its own.';

create index fee_invoices_student_idx on public.fee_invoices (student_id, term_id);
create index fee_invoices_term_idx on public.fee_invoices (term_id);
create index fee_invoices_school_idx on public.fee_invoices (school_id, issued_on desc, invoice_number desc);

select private.school_table('public.fee_invoices', subject => 'student_id', erase => 'keep', live => '{staff}');
grant select on public.fee_invoices to authenticated;

create policy "Administrators see invoices, families their children's" on public.fee_invoices for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('fee-account:read-all')) or student_id in (select private.my_student_ids())));

create table public.fee_charges (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  fee_id uuid,
  name text not null,
  amount integer not null check (amount > 0),
  due_on date not null,
  created_at timestamptz not null default now(),
  invoice_id uuid,
  purpose text,
  credited integer not null default 0,
  constraint fee_charges_credited_check check (credited between 0 and amount),
  unique (fee_id, student_id),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete cascade,
  foreign key (fee_id, school_id) references public.fees (id, school_id) on delete restrict,
  foreign key (invoice_id, school_id) references public.fee_invoices (id, school_id) on delete restrict
);

comment on table public.fee_charges is 'What a student owes for; amount less credited. A student is charged once for '
  'what a term''s fee is for, whichever class''s fee it was.';
comment on column public.fee_charges.purpose is 'Term and name of the fee; null for charges of an earlier system.';
comment on column public.fee_charges.credited is 'How much credit notes took back, kept by credit_charge.';

create unique index fee_charges_purpose_key on public.fee_charges (student_id, purpose) where credited < amount;
create index fee_charges_student_idx on public.fee_charges (student_id);
create index fee_charges_school_idx on public.fee_charges (school_id, due_on);
create index fee_charges_invoice_idx on public.fee_charges (invoice_id);
create index fee_charges_credited_idx on public.fee_charges (school_id) include (credited) where credited > 0;

select private.school_table('public.fee_charges', subject => 'student_id', erase => 'keep', audit => true,
  verbs => '{update,delete}', key => '{id}', live => '{staff}');
grant select on public.fee_charges to authenticated;

create policy "Administrators see charges, families their children's" on public.fee_charges for select to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('fee-account:read-all')) or student_id in (select private.my_student_ids())));

create function private.protect_invoices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse('invoice.issued',
    'An issued invoice never changes. Bill the difference on another one.', errcode => 'PT409');
end
$$;
create trigger stays before update on public.fee_invoices for each row execute function private.protect_invoices();
create trigger stays_on_its_invoice before update on public.fee_charges for each row
  when (old.invoice_id is not null
    and (old.name, old.amount, old.due_on, old.student_id, old.invoice_id)
    is distinct from (new.name, new.amount, new.due_on, new.student_id, new.invoice_id))
  execute function private.protect_invoices();

-- The lines of an invoice are written by one statement.
create function private.refuse_further_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from (select w.invoice_id, count(*) as lines from written w where w.invoice_id is not null
    group by w.invoice_id) i
    where i.lines <> (select count(*) from public.fee_charges c where c.invoice_id = i.invoice_id)) then
    perform private.refuse('invoice.issued',
      'An issued invoice never changes. Bill the difference on another one.', errcode => 'PT409');
  end if;
  return null;
end
$$;
create trigger adds_no_lines after insert on public.fee_charges referencing new table as written for each statement
  execute function private.refuse_further_lines();

create table private.invoice_counters (
  school_id uuid primary key references public.schools (id) on delete cascade,
  last integer not null,
  last_credit integer not null default 0
);

select private.school_table('private.invoice_counters', needs_subscription => false);

create function private.fee_purpose(term uuid, name text) returns text
language sql immutable set search_path = '' as $$ select term || ' ' || private.fold_text(name) $$;

create function public.save_fee(term_id uuid, name text, amount integer, due_on date, class_id uuid default null,
  fee_id uuid default null, boarding public.boarding default null) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved uuid;
begin
  if not exists (select from public.school_terms t where t.id = save_fee.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  if save_fee.amount is null or save_fee.amount not between 1 and 10000000 then
    perform private.refuse('fee.invalid_amount',
      'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if save_fee.due_on is null then
    perform private.refuse('fee.due_required', 'Enter the day it is due.', field => 'due_on');
  end if;
  perform private.require_near_day(save_fee.due_on, '20 years', '5 years', private.school_today(school), 'due_on');
  perform private.require_class(save_fee.class_id, school);
  -- The same students are not charged twice for one thing.
  if exists (select from public.fees f where f.school_id = school and f.id is distinct from save_fee.fee_id
    and private.fee_purpose(f.term_id, f.name) = private.fee_purpose(save_fee.term_id, save_fee.name)
      and (f.class_id is null or save_fee.class_id is null or f.class_id = save_fee.class_id)
      and (f.boarding is null or save_fee.boarding is null or f.boarding = save_fee.boarding)) then
    perform private.refuse(
      'fee.name_taken', 'There is a fee of this name for these students already. Give this one another name.',
      field => 'name');
  end if;
  if save_fee.fee_id is null then
    insert into public.fees (school_id, term_id, class_id, boarding, name, amount, due_on)
    values (school, save_fee.term_id, save_fee.class_id, save_fee.boarding,
      private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), save_fee.amount, save_fee.due_on)
      returning id into saved;
    return saved;
  end if;
  if exists (select from public.fee_charges c where c.fee_id = save_fee.fee_id) then
    perform private.refuse(
      'fee.billed', 'This fee has already been billed and cannot change. Add another fee for the difference.',
      errcode => 'PT409');
  end if;
  update public.fees f set term_id = save_fee.term_id, class_id = save_fee.class_id, boarding = save_fee.boarding,
    name = private.require_text(save_fee.name, 80, 'name', 'Name the fee.'), amount = save_fee.amount,
    due_on = save_fee.due_on
  where f.id = save_fee.fee_id and f.school_id = school returning f.id into saved;
  if saved is null then
    perform private.refuse('fee.not_found', 'This fee is no longer here.', errcode => 'P0002');
  end if;
  return saved;
end
$$;
grant execute on function public.save_fee(uuid, text, integer, date, uuid, uuid, public.boarding) to authenticated;

create function public.save_level_fee(term_id uuid, name text, amount integer, due_on date, level text,
  boarding public.boarding default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
  saved integer;
begin
  perform public.save_fee(save_level_fee.term_id, save_level_fee.name, save_level_fee.amount, save_level_fee.due_on,
    c.id, null, save_level_fee.boarding)
  from public.classes c
  where c.school_id = school and c.is_active and c.level = save_level_fee.level;
  get diagnostics saved = row_count;
  if saved = 0 then
    perform private.refuse('fee.level_empty', 'No class has this level. Choose another.', field => 'class_id');
  end if;
  return saved;
end
$$;
comment on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) is
  'Sets a fee of its own for each class of a level, for all or for none; returns for how many.';
grant execute on function public.save_level_fee(uuid, text, integer, date, text, public.boarding) to authenticated;

create function public.remove_fee(fee_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:write');
begin
  if exists (select from public.fee_charges c where c.fee_id = remove_fee.fee_id and c.school_id = school) then
    perform private.refuse('fee.billed_stays',
      'This fee has already been billed and cannot be removed.', errcode => 'PT409');
  end if;
  delete from public.fees f where f.id = remove_fee.fee_id and f.school_id = school;
end
$$;
grant execute on function public.remove_fee(uuid) to authenticated;

create type private.due_charge as (student_id uuid, fee_id uuid, name text, amount integer, due_on date);

-- Who pays for a term: students who were there in it, each in the class of today, or of the term's first or last day
-- before and after it.
create function private.fee_payers(school uuid, term uuid) returns table (student_id uuid, class_id uuid,
  boarding public.boarding)
language sql stable rows 500 security definer set search_path = '' as $$
  -- Materialized, or the day would be computed for each student.
  with terms as materialized (
    select t.ends_on, greatest(t.starts_on, least(t.ends_on, private.school_today(t.school_id))) as day
    from public.school_terms t where t.id = fee_payers.term and t.school_id = fee_payers.school)
  select s.id, e.class_id, s.boarding
  from terms t
  join public.students s on s.school_id = fee_payers.school and s.status = 'active' and s.admitted_on <= t.ends_on
  left join public.enrolments e on e.student_id = s.id and e.school_id = fee_payers.school and e.started_on <= t.day
    and (e.ended_on is null or e.ended_on > t.day)
$$;

-- Charges of a term that are not taken back, with what they were for.
create function private.term_charges(school uuid, term uuid) returns table (student_id uuid, fee_id uuid, class_id uuid,
  boarding public.boarding, purpose text, owed integer)
language sql stable rows 1000 security definer set search_path = '' as $$
  -- The purpose of each fee once, not of each of its charges.
  with fees as materialized (
    select f.id, f.class_id, f.boarding, private.fee_purpose(f.term_id, f.name) as purpose from public.fees f
    where f.school_id = term_charges.school and f.term_id = term_charges.term)
  select c.student_id, f.id, f.class_id, f.boarding, f.purpose, c.amount - c.credited
  from fees f join public.fee_charges c on c.fee_id = f.id
$$;

-- What students of a school are still to be charged for a term, once for each purpose, and (is_moved) the fees that
-- somebody decides about. One query for both, which reads students and charges once.
create function private.term_bill(school uuid, term uuid) returns table (student_id uuid, fee_id uuid, name text,
  amount integer, due_on date, is_moved boolean, charged integer, charged_class_id uuid)
language sql stable security definer set search_path = '' as $$
  with charges as materialized (select * from private.term_charges(term_bill.school, term_bill.term)),
  charged_classes as materialized (
    select distinct c.student_id, c.class_id from charges c where c.class_id is not null and c.owed > 0),
  payers as materialized (select * from private.fee_payers(term_bill.school, term_bill.term)),
  -- Purposes are sorted by their bytes, for any order does.
  fees as materialized (
    select f.id, f.class_id, f.boarding, f.name, f.amount, f.created_at,
      greatest(f.due_on, (select private.school_today(term_bill.school))) as due_on,
      private.fee_purpose(f.term_id, f.name) collate "C" as purpose
    from public.fees f where f.school_id = term_bill.school and f.term_id = term_bill.term),
  -- A fee taken back from a student is not charged again, nor is a student who paid for one class for another.
  due as (
    select distinct on (s.student_id, f.purpose) s.student_id, f.id, f.name, f.amount, f.due_on
    from fees f join payers s
      on (f.class_id is null or f.class_id = s.class_id) and (f.boarding is null or f.boarding = s.boarding)
    where not exists (select from charges c where c.student_id = s.student_id and c.purpose = f.purpose
        and (c.owed > 0 or c.fee_id = f.id))
      and not exists (select from charged_classes c where c.student_id = s.student_id and c.class_id <> f.class_id)
    order by s.student_id, f.purpose, f.class_id nulls last, f.created_at),
  -- Fees of the class to which a student moved after fees of another class were billed, and fees of boarders of a
  -- student who was billed the same as a day scholar, or the other way round: what was billed stands. Two halves, each
  -- of which the planner joins by equal columns: of another class, and else of the other boarding.
  differing as (
    select s.student_id, f.id, f.name, f.amount, f.due_on, c.owed, c.purpose = f.purpose as is_same, c.class_id
    from fees f join payers s on s.class_id = f.class_id and (f.boarding is null or f.boarding = s.boarding)
    join charges c on c.student_id = s.student_id and c.class_id <> f.class_id
    union all
    select s.student_id, f.id, f.name, f.amount, f.due_on, c.owed, true, c.class_id
    from fees f join charges c on c.purpose = f.purpose and c.boarding <> f.boarding
      and (c.class_id <> f.class_id) is not true
    join payers s on s.student_id = c.student_id and s.boarding = f.boarding
      and (f.class_id is null or f.class_id = s.class_id))
  select d.student_id, d.id, d.name, d.amount, d.due_on, false, 0, null::uuid from due d
  union all
  select d.student_id, d.id, d.name, d.amount, d.due_on, true,
    coalesce(sum(d.owed) filter (where d.is_same), 0)::integer, (array_agg(d.class_id))[1]
  from differing d
  where d.owed > 0 and not exists (select from charges b where b.student_id = d.student_id and b.fee_id = d.id)
  group by d.student_id, d.id, d.name, d.amount, d.due_on
$$;

-- One new invoice for each student.
create function private.issue_charges(school uuid, term uuid, due private.due_charge[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  new_invoices constant integer := (select count(distinct d.student_id) from unnest(due) d);
  number integer;
begin
  insert into private.invoice_counters (school_id, last) values (school, new_invoices)
  on conflict (school_id) do update set last = private.invoice_counters.last + excluded.last returning last into number;
  with issued as (
    insert into public.fee_invoices (school_id, student_id, term_id, invoice_number, issued_on)
    select school, d.student_id, term,
      'INV-' || lpad((number - new_invoices + row_number() over (order by d.student_id))::text, 5, '0'),
      private.school_today(school)
    from (select distinct student_id from unnest(due)) d
    returning id, student_id)
  insert into public.fee_charges (school_id, student_id, fee_id, invoice_id, name, amount, due_on, purpose)
  select school, d.student_id, d.fee_id, i.id, d.name, d.amount, d.due_on, private.fee_purpose(term, d.name)
    from unnest(due) d join issued i on i.student_id = d.student_id;
end
$$;

create function public.bill_term(term_id uuid, dry_run boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  lines private.due_charge[];
  outcome jsonb;
begin
  if not exists (select from public.school_terms t where t.id = bill_term.term_id and t.school_id = school) then
    perform private.refuse('term.not_there',
      'This term is no longer here. Choose another.', field => 'term_id', errcode => 'P0002');
  end if;
  -- Who only looks at what is due waits for nobody.
  if not bill_term.dry_run then
    perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  end if;
  with bill as materialized (select * from private.term_bill(school, bill_term.term_id)),
  due as (select * from bill b where not b.is_moved)
  select array_agg(row(student_id, fee_id, name, amount, due_on)::private.due_charge),
    jsonb_build_object('students', count(distinct student_id), 'invoices', count(distinct student_id),
    'charges', count(*), 'total', coalesce(sum(amount), 0),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount, 'students', n.students,
      'total', n.total, 'class_name', k.name, 'boarding', f.boarding) order by n.name, k.name_key, f.boarding), '[]')
      from (select fee_id, name, amount, count(*) as students, sum(amount) as total from due
        group by fee_id, name, amount) n
      join public.fees f on f.id = n.fee_id left join public.classes k on k.id = f.class_id),
    'without_class', (select count(*) from public.students s where s.school_id = school and s.status = 'active'
      and s.class_id is null),
    'without_boarding', case when exists (select from public.fees f where f.term_id = bill_term.term_id
        and f.school_id = school and f.boarding is not null)
      then (select count(*) from public.students s where s.school_id = school and s.status = 'active'
        and s.boarding is null) else 0 end,
    'has_fees', exists (select from public.fees f where f.term_id = bill_term.term_id and f.school_id = school),
    'moved', (select coalesce(jsonb_agg(jsonb_build_object('student_id', s.id, 'student', s.full_name, 'fee_id', f.id,
        'name', f.name, 'amount', b.amount, 'charged', b.charged, 'boarding', f.boarding, 'class_name', k.name,
        'charged_class_name', o.name) order by s.last_name, s.first_name, s.id, f.name), '[]')
      from bill b join public.students s on s.id = b.student_id join public.fees f on f.id = b.fee_id
      left join public.classes k on k.id = f.class_id left join public.classes o on o.id = b.charged_class_id
      where b.is_moved))
  into lines, outcome from due;
  if bill_term.dry_run or (outcome ->> 'charges')::integer = 0 then
    return outcome;
  end if;
  perform private.issue_charges(school, bill_term.term_id, lines);
  insert into public.audit_log (actor_id, school_id, action, entity, entity_id, after)
    values (private.signed_in_uid(), school, 'bill', 'school_terms', bill_term.term_id::text,
    outcome - '{items,moved}'::text[]);
  return outcome;
end
$$;
comment on function public.bill_term(uuid, boolean) is
  'Charges every fee of a term to the active students it is for, on one new invoice each, due on the fee''s day but '
    'not before today; invoices and charges there are stay as they are. Returns what it did, or with dry_run would '
    'do: {students, invoices, charges, total, items, without_boarding, moved}; without_boarding: how many are neither '
    'known as day scholars nor as boarders, where a fee is for one of them; moved: fees of the class to which students '
    'moved, or of boarders or day scholars that they became, after they were billed, for bill_moved_fee.';
grant execute on function public.bill_term(uuid, boolean) to authenticated;

create function public.bill_moved_fee(student_id uuid, fee_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:charge');
  fee public.fees;
  move record;
begin
  perform pg_advisory_xact_lock(hashtextextended('billing ' || school::text, 0));
  select * into fee from public.fees f where f.id = bill_moved_fee.fee_id and f.school_id = school;
  select m.amount - m.charged as difference, m.charged > 0 as is_part into move
  from private.term_bill(school, fee.term_id) m
  where m.is_moved and m.student_id = bill_moved_fee.student_id and m.fee_id = fee.id;
  if move.difference is null or move.difference <= 0 then
    perform private.refuse('fee.no_difference',
      'Nothing more is to be billed for this. Open the bill again.', errcode => 'P0002');
  end if;
  perform private.issue_charges(school, fee.term_id, array[row(bill_moved_fee.student_id, fee.id,
    left(fee.name, 60) || case when move.is_part then ' (difference)' else '' end, move.difference,
      greatest(fee.due_on, private.school_today(school)))::private.due_charge]);
  insert into public.audit_log (actor_id, school_id, student_id, action, entity, entity_id, after)
  values (private.signed_in_uid(), school, bill_moved_fee.student_id, 'bill',
    'fees', fee.id::text, jsonb_build_object('amount', move.difference));
  return move.difference;
end
$$;
comment on function public.bill_moved_fee(uuid, uuid) is
  'Bills a student who moved a fee of the new class, less what was charged for the same in the earlier one. Returns '
    'the amount. Administrators only.';
grant execute on function public.bill_moved_fee(uuid, uuid) to authenticated;
