-- Quick Fees: one receipt for the fees of several children, taken at the window, and what each cashier took on a day.

create table public.quick_receipts (
  id uuid primary key,
  school_id uuid not null references public.schools (id) on delete cascade,
  receipt_number text not null,
  method text not null check (method in ('mpesa', 'cash', 'bank')),
  reference text check (length(reference) <= 60),
  amount integer not null check (amount > 0),
  received integer check (received >= amount),
  paid_on date not null,
  cashier_id uuid references public.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  unique (school_id, receipt_number)
);
comment on table public.quick_receipts is 'A receipt of Quick Fees; its payments are rows of fee_payments. id is '
  'made by the cashier''s browser, so that sending it again records nothing. received: the cash that was handed '
  'over.';

create index quick_receipts_school_idx on public.quick_receipts (school_id, paid_on desc, recorded_at desc, id);
create index quick_receipts_cashier_idx on public.quick_receipts (cashier_id, paid_on);

select private.school_table('public.quick_receipts', feature => 'addon:quick-fees', audit => true, label => 'Receipts',
  verbs => '{insert}', counts_use => true);
grant select on public.quick_receipts to authenticated;

create policy "Administrators see receipts, cashiers their own" on public.quick_receipts for select to authenticated
  using (school_id = (select private.addon_school('addon:quick-fees'))
    and ((select private.may('fee-receipt:read-all')) or cashier_id = (select private.signed_in_uid())));

create table private.quick_receipt_lines (
  receipt_id uuid not null references public.quick_receipts (id) on delete cascade,
  position integer not null,
  school_id uuid not null references public.schools (id) on delete cascade,
  payment_id uuid not null references public.fee_payments (id) on delete cascade,
  name text check (length(name) <= 120),
  amount integer not null check (amount > 0),
  primary key (receipt_id, position)
);
comment on table private.quick_receipt_lines
  is 'The fees that a receipt pays, oldest first; a line without a name is paid ahead.';

create index quick_receipt_lines_school_idx on private.quick_receipt_lines (school_id, receipt_id);
create index quick_receipt_lines_payment_idx on private.quick_receipt_lines (payment_id);

select private.school_table('private.quick_receipt_lines', feature => 'addon:quick-fees', needs_subscription => false);

-- The school in which the caller may take fees: administrators, and the office's staff where the school wants it.
create function private.cashier_school(is_writing boolean) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  school constant uuid := case when is_writing then private.require_addon('addon:quick-fees')
    else private.addon_school('addon:quick-fees') end;
begin
  if school is null then
    perform private.refuse('addon.off', 'This add-on is not switched on at your school.', errcode => '42501');
  elsif not private.may('fee-payment:record')
    and not (private.may('fee:take')
    and (private.addon_setting(school, 'addon:quick-fees', 'staff_take_fees') #>> '{}')::boolean) then
    perform private.refuse('quick_fees.cashiers_only',
      'Only cashiers of the school may take fees.', errcode => '42501');
  end if;
  return school;
end
$$;

-- What is left to pay of each fee of a student: payments pay the oldest first.
create function private.open_charges(student uuid) returns table (name text, due_on date, amount integer)
language sql stable security definer set search_path = '' as $$
  select c.name, c.due_on, least(c.amount, c.charged - b.paid)::integer
  from (select h.name, h.due_on, h.amount - h.credited as amount, h.created_at, h.id,
    sum(h.amount - h.credited) over (order by h.due_on, h.created_at, h.id) as charged from public.fee_charges h
    where h.credited < h.amount and h.student_id = open_charges.student) c
  cross join (select coalesce((select k.paid from public.student_balances k where k.student_id = open_charges.student),
    0) as paid) b
  where c.charged > b.paid order by c.due_on, c.created_at, c.id
$$;

-- The fees that an amount pays, the oldest first; what is left over has no name.
create function private.paid_fees(student uuid, amount integer) returns table (name text, amount integer)
language sql stable security definer set search_path = '' as $$
  with charges as (
    select o.name, o.amount, o.place, sum(o.amount) over (order by o.place) as until
      from private.open_charges(paid_fees.student) with ordinality as o (name, due_on, amount, place))
  select f.name, f.amount from (
    select c.name, least(c.amount, paid_fees.amount - (c.until - c.amount))::integer as amount, c.place from charges c
      where c.until - c.amount < paid_fees.amount
    union all
    select null, (paid_fees.amount - coalesce(max(c.until), 0))::integer, null from charges c
      having paid_fees.amount > coalesce(max(c.until), 0)) f
  order by f.place nulls last
$$;

create function public.find_fee_payers(search text) returns table (id uuid, name text, admission_number text,
  class_name text, balance integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  patterns constant text[] := private.search_patterns(find_fee_payers.search);
begin
  return query
  select s.id, s.full_name, s.admission_number, k.name, coalesce(b.balance, 0)
  from public.students s left join public.classes k on k.id = s.class_id
    left join public.student_balances b on b.student_id = s.id
  where s.school_id = school and s.id <> all ((select private.withheld_from_me())::uuid[])
    and (s.search_text like all (patterns)
      or s.id in (select sg.student_id from public.student_guardians sg join public.guardians g on g.id = sg.guardian_id
      where g.school_id = school and g.search_text like all (patterns)))
        and (s.status in ('active', 'suspended') or b.balance > 0)
  order by private.fold_text(s.admission_number) = private.fold_text(find_fee_payers.search) desc, s.last_name,
    s.first_name, s.id limit 8;
end
$$;
comment on function public.find_fee_payers(text) is 'Up to eight students by name, admission number or guardian with '
  'what they owe; a whole admission number comes first. For cashiers.';
grant execute on function public.find_fee_payers(text) to authenticated;

-- Lists JSON: each account has its open fees and its siblings.
create function public.fee_payer_accounts(student_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name', k.name, 'balance', coalesce(b.balance, 0),
      'fees', (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'due_on', o.due_on, 'amount', o.amount)),
        '[]') from private.open_charges(s.id) o),
      'siblings', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id,
        'name', o.full_name, 'balance',
        coalesce((select n.balance from public.student_balances n where n.student_id = o.id), 0))), '[]')
        from public.student_guardians mine join public.student_guardians other on other.guardian_id = mine.guardian_id
          join public.students o on o.id = other.student_id
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended')
          and o.id <> all ((select private.withheld_from_me())::uuid[])))
            order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id
      left join public.student_balances b on b.student_id = s.id
    where s.id = any (fee_payer_accounts.student_ids) and s.school_id = school
      and s.id <> all ((select private.withheld_from_me())::uuid[]));
end
$$;
comment on function public.fee_payer_accounts(uuid[]) is
  'What students owe, fee by fee, the oldest first, and who has the same guardian: [{id, name, admission_number, '
    'class_name, balance, fees: [{name, due_on, amount}], siblings: [{id, name, balance}]}]. For cashiers.';
grant execute on function public.fee_payer_accounts(uuid[]) to authenticated;

create function private.quick_receipt(receipt uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method,
    'reference', r.reference, 'amount', r.amount, 'received', r.received, 'paid_on', r.paid_on, 'recorded_at',
    r.recorded_at,
    'cashier', (select u.full_name from public.users u where u.id = r.cashier_id),
    'school', private.paper_school(r.school_id),
    'students', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.full_name,
      'admission_number', s.admission_number, 'class_name', k.name,
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', p.id, 'amount', p.amount, 'is_reversed', p.reversed_at is not null,
        'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'amount', l.amount) order by l.position)
          from private.quick_receipt_lines l where l.receipt_id = r.id and l.payment_id = p.id)) order by g.first)
      from (select l.payment_id, min(l.position) as first from private.quick_receipt_lines l where l.receipt_id = r.id
        group by l.payment_id) g
      join public.fee_payments p on p.id = g.payment_id join public.students s on s.id = p.student_id
        left join public.classes k on k.id = s.class_id))
  from public.quick_receipts r where r.id = quick_receipt.receipt
$$;

-- What a receipt pays for, as the caller sent it: to tell a repetition from another payment with the same id.
create function private.quick_receipt_amounts(receipt uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(p.student_id, p.amount) from public.fee_payments p
    where p.id in (select l.payment_id from private.quick_receipt_lines l
    where l.receipt_id = quick_receipt_amounts.receipt)
$$;

create function public.take_quick_payment(receipt_id uuid, payments jsonb, method text, reference text default null,
  received integer default null, is_repeat boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(true);
  amounts jsonb;
  total integer;
  code text;
  known public.quick_receipts;
  number text;
  payment record;
begin
  if receipt_id is null or jsonb_typeof(payments) is distinct from 'array'
    or jsonb_array_length(payments) not between 1 and 20 then
    perform private.refuse('quick_fees.students', 'Choose between 1 and 20 students.', field => 'payments');
  end if;
  if exists (select from jsonb_to_recordset(payments) x (student_id uuid, amount integer) where x.amount is null
    or x.amount not between 1 and 10000000) then
    perform private.refuse('fee.invalid_amount',
      'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if (select count(*) from public.students s where s.school_id = school
    and s.id in (select x.student_id
    from jsonb_to_recordset(payments) x (student_id uuid))) <> jsonb_array_length(payments) then
    perform private.refuse(
      'student.one_not_found', 'One of these students is no longer here. Choose again.', field => 'payments',
      errcode => 'P0002');
  end if;
  select jsonb_object_agg(x.student_id, x.amount), sum(x.amount) into amounts, total
    from jsonb_to_recordset(payments) x (student_id uuid, amount integer);
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into known from public.quick_receipts r where r.id = receipt_id;
  if known.id is not null then
    if known.school_id = school and known.method = take_quick_payment.method
      and private.quick_receipt_amounts(known.id) = amounts then
      return private.quick_receipt(known.id);
    end if;
    perform private.refuse(
      'quick_fees.changed', 'This receipt was recorded already with other amounts. Start a new one.',
      errcode => 'PT409');
  end if;
  code := private.require_payment_reference(school, method, reference, array['mpesa', 'cash', 'bank']);
  if method = 'cash' and received < total then
    perform private.refuse('quick_fees.too_little', 'This is less than the fees on the receipt.', field => 'received');
  end if;
  if code is null and not is_repeat then
    select * into known from public.quick_receipts r where r.school_id = school and r.method = take_quick_payment.method
      and r.amount = total and r.recorded_at > now() - interval '15 minutes'
      and private.quick_receipt_amounts(r.id) = amounts order by r.recorded_at desc limit 1;
    if known.id is not null then
      perform private.refuse('quick_fees.repeat',
        'The same was paid a moment ago: receipt {receipt}. Record it once more only if it was really paid twice.',
        jsonb_build_object('receipt', known.receipt_number), errcode => 'PT409');
    end if;
  end if;
  number := private.next_receipt_number(school);
  insert into public.quick_receipts (id, school_id, receipt_number, method, reference, amount, received, paid_on,
    cashier_id)
  values (receipt_id, school, number, method, code, total, case when method = 'cash' then received end,
    private.school_today(school), private.signed_in_uid());
  for payment in select (e.value ->> 'student_id')::uuid as student_id, (e.value ->> 'amount')::integer as amount,
    e.place from jsonb_array_elements(payments) with ordinality as e (value, place) order by e.place loop
    -- One statement, so that the fees are read as they were before the payment.
    with fees as materialized (
      select f.name, f.amount, f.place
        from private.paid_fees(payment.student_id, payment.amount) with ordinality as f (name, amount, place)),
    paid as (
      insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on,
        recorded_by)
      values (school, payment.student_id,
        number || case when jsonb_array_length(payments) > 1 then '/' || payment.place else '' end, payment.amount,
        method, code, private.school_today(school), private.signed_in_uid()) returning id)
    insert into private.quick_receipt_lines (receipt_id, position, school_id, payment_id, name, amount)
    select take_quick_payment.receipt_id, payment.place * 1000 + f.place, school, p.id, f.name, f.amount
      from fees f, paid p;
  end loop;
  return private.quick_receipt(receipt_id);
end
$$;
comment on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) is
  'Records the fees of several children as one receipt: payments [{"student_id", "amount"}], one payment each. The '
    'same receipt_id again returns the receipt; the same payment without a reference within 15 minutes is refused '
    'unless is_repeat. For cashiers.';
grant execute on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) to authenticated;

create function public.read_quick_receipt(receipt_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (select private.quick_receipt(r.id) from public.quick_receipts r
    where r.id = read_quick_receipt.receipt_id and r.school_id = school
      and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid()));
end
$$;
comment on function public.read_quick_receipt(uuid) is
  'A receipt with what it pays: {id, receipt_number, method, reference, amount, received, paid_on, recorded_at, '
    'cashier, school, students: [{id, name, admission_number, class_name, balance, payment_id, amount, '
    'is_reversed, lines: [{name, amount}]}]}. Null where the caller may not see it.';
grant execute on function public.read_quick_receipt(uuid) to authenticated;

create function public.quick_receipt_list(day date default null, search text default null, skipped integer default 0,
  size integer default 25)
returns table (id uuid, receipt_number text, students text, method text, reference text, amount integer,
  reversed integer, cashier text, recorded_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  patterns constant text[] := private.search_patterns(quick_receipt_list.search);
begin
  return query
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed,
    (select u.full_name from public.users u where u.id = r.cashier_id), r.recorded_at,
    count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct s.full_name, ', ') as students,
      coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed,
      string_agg(distinct s.search_text, ' ') as names
    from public.fee_payments p join public.students s on s.id = p.student_id
      where p.id in (select k.payment_id from private.quick_receipt_lines k where k.receipt_id = r.id)) l
  where r.school_id = school and r.paid_on = coalesce(quick_receipt_list.day, private.school_today(school))
    and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
    and (patterns is null or private.fold_text(concat_ws(' ', r.receipt_number, r.reference)) like all (patterns)
      or l.names like all (patterns))
  order by r.recorded_at desc, r.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$$;
comment on function public.quick_receipt_list(date, text, integer, integer) is
  'A page of the receipts of a day, by default today, the latest first: an administrator''s school, a cashier''s '
  'own. reversed: how much of it was taken back.';
grant execute on function public.quick_receipt_list(date, text, integer, integer) to authenticated;

create function public.cashier_totals(day date default null)
  returns table (cashier_id uuid, cashier text, receipts integer, cash integer, mpesa integer, bank integer,
  reversed integer, amount integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return query
  select r.cashier_id, (select u.full_name from public.users u
    where u.id = r.cashier_id), count(distinct r.id)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'cash' and p.reversed_at is null), 0)::integer,
      coalesce(sum(p.amount) filter (where r.method = 'mpesa' and p.reversed_at is null), 0)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'bank' and p.reversed_at is null), 0)::integer,
      coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::integer
  from public.quick_receipts r cross join lateral (select distinct l.payment_id from private.quick_receipt_lines l
    where l.receipt_id = r.id) l join public.fee_payments p on p.id = l.payment_id
  where r.school_id = school and r.paid_on = coalesce(cashier_totals.day, private.school_today(school))
    and (private.may('fee-receipt:read-all') or r.cashier_id = private.signed_in_uid())
  group by r.cashier_id order by 2, 1;
end
$$;
comment on function public.cashier_totals(date) is 'What each cashier took on a day, by default today, by method, '
  'without what was reversed: an administrator sees all cashiers, a cashier their own.';
grant execute on function public.cashier_totals(date) to authenticated;

-- A receipt says for ever what it said at first; one of which a part was taken back has another, which says so.
create function private.read_quick_receipt_paper(of jsonb)
  returns table (subject text, students uuid[], content jsonb, says jsonb)
language plpgsql security invoker set search_path = '' as $$
declare
  read constant jsonb := public.read_quick_receipt((read_quick_receipt_paper.of ->> 'receipt')::uuid);
begin
  if read is null then
    return;
  end if;
  select concat_ws('/', read ->> 'id', string_agg(s.value ->> 'payment_id', '/' order by s.n)
      filter (where (s.value ->> 'is_reversed')::boolean)), array_agg((s.value ->> 'id')::uuid order by s.n),
    private.paper_says(private.say('Receipt'), variadic array[
      jsonb_build_array(private.say('Number'), read -> 'receipt_number'),
      jsonb_build_array(private.say('Received'), private.money((read ->> 'amount')::numeric)),
      jsonb_build_array(private.say('Paid on'), private.day((read ->> 'paid_on')::date)),
      jsonb_build_array(private.say('Reference'), read -> 'reference')]
      || array_agg(jsonb_build_array(s.value -> 'name', private.money((s.value ->> 'amount')::numeric)) order by s.n))
  into subject, students, says
  from jsonb_array_elements(read -> 'students') with ordinality as s (value, n);
  content := read;
  return next;
end
$$;
revoke execute on function private.read_quick_receipt_paper(jsonb) from public;
grant execute on function private.read_quick_receipt_paper(jsonb) to authenticated;

create function private.quick_receipt_state(paper private.issued_papers) returns text
language sql stable security definer set search_path = '' as $$
  select case count(*) filter (where p.reversed_at is not null) when 0 then 'holds' when count(*) then 'withdrawn'
    else 'changed' end
  from public.fee_payments p where p.id in (select l.payment_id from private.quick_receipt_lines l
    where l.receipt_id = left(quick_receipt_state.paper.subject, 36)::uuid)
$$;

insert into private.paper_kinds (name, reads, keeps_first, state) values
  ('quick-receipt', 'private.read_quick_receipt_paper', true, 'private.quick_receipt_state');
