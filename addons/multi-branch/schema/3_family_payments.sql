-- One payment of a family for several branches: entries in the books of each, one receipt.

create function private.take_for_branch(receipt public.branch_receipts, branch uuid, amount integer, family uuid[])
  returns void
language plpgsql security definer set search_path = '' as $$
declare
  child record;
  rest integer := take_for_branch.amount;
  part integer;
  entered public.fee_payments;
begin
  -- What is owed first; what is left over is in credit with the child who owes most.
  for child in
    select s.id, coalesce(b.balance, 0) as balance, row_number() over w = 1 as is_first,
      greatest(0, take_for_branch.amount - sum(greatest(coalesce(b.balance, 0), 0)) over ())::integer as extra
    from public.students s left join public.student_balances b on b.student_id = s.id
    where s.id = any (take_for_branch.family) and s.school_id = take_for_branch.branch
    window w as (order by coalesce(b.balance, 0) desc, s.id) order by coalesce(b.balance, 0) desc, s.id
  loop
    part := least(rest, greatest(child.balance, 0) + case when child.is_first then child.extra else 0 end);
    continue when part <= 0;
    rest := rest - part;
    insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on,
      recorded_by)
    values (take_for_branch.branch, child.id, private.next_receipt_number(take_for_branch.branch), part,
      receipt.method, receipt.reference, receipt.paid_on, receipt.taken_by)
    returning * into entered;
    insert into private.branch_receipt_lines (receipt_id, position, school_id, payment_id)
    select receipt.id, count(*) + 1, receipt.school_id, entered.id from private.branch_receipt_lines l
    where l.receipt_id = receipt.id;
    if take_for_branch.branch <> receipt.school_id then
      perform private.enter_between(take_for_branch.branch, receipt.school_id, 'payment', receipt.receipt_number,
        part, receipt.paid_on, entered.id);
    end if;
  end loop;
end
$$;

create function public.take_family_payment(receipt_id uuid, student_id uuid, parts jsonb, method text,
  reference text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.require_addon('addon:multi-branch');
  family uuid[];
  receipt public.branch_receipts;
  part record;
  branch uuid;
  code text;
begin
  perform private.require('fee-payment:record');
  if not exists (select from public.students s where s.id = take_family_payment.student_id and s.school_id = here
    and s.id <> all (private.withheld_from_me())) then
    perform private.refuse('student.not_found', 'This student is no longer here.', errcode => 'P0002');
  end if;
  if jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 30 then
    perform private.refuse('branch.no_parts', 'Enter what is paid for each.', field => 'parts');
  end if;
  -- Always in the same order, so that two desks cannot deadlock.
  for branch in select g from private.schools_of_group(here) as g order by g loop
    perform pg_advisory_xact_lock(hashtextextended('fee payment ' || branch::text, 0));
  end loop;
  select * into receipt from public.branch_receipts r where r.id = take_family_payment.receipt_id;
  if found then
    return public.family_receipt(receipt.id);
  end if;
  family := array(select f.student_id from private.family_across(here, take_family_payment.student_id) f
    where f.student_id <> all (private.withheld_from_me()));
  for part in select p.student_id, p.branch_id, p.amount
    from jsonb_to_recordset(parts) as p (student_id uuid, branch_id uuid, amount numeric)
  loop
    if part.amount is null or part.amount not between 1 and 10000000 or part.amount <> trunc(part.amount) then
      perform private.refuse('fee.invalid_amount',
        'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
    elsif part.student_id is not null and not exists (select from public.students s
        where s.id = part.student_id and s.school_id = here and s.id = any (family))
      or part.student_id is null and not exists (select from public.students s
        where s.school_id = private.require_other_branch(here, part.branch_id) and s.id = any (family)) then
      perform private.refuse('branch.not_of_family', 'This family has no child there any more. Load the page again.',
        field => 'parts');
    elsif part.student_id is null
      and not (private.addon_setting(private.payer_of(here), 'addon:multi-branch', 'desks_share'))::boolean then
      perform private.refuse('branch.desks_apart', 'Your school takes the fees of a branch at its own desk only.',
        field => 'parts');
    end if;
    code := private.require_payment_reference(coalesce(part.branch_id, here), take_family_payment.method,
      take_family_payment.reference, array['mpesa', 'cash', 'bank', 'cheque']);
  end loop;
  insert into public.branch_receipts (id, school_id, receipt_number, method, reference, amount, paid_on, taken_by)
  select take_family_payment.receipt_id, here, private.next_receipt_number(here), take_family_payment.method, code,
    sum(p.amount), private.school_today(here), private.signed_in_uid()
  from jsonb_to_recordset(parts) as p (amount integer)
  returning * into receipt;
  for part in
    select coalesce(p.branch_id, here) as branch, p.student_id, sum(p.amount)::integer as amount
    from jsonb_to_recordset(parts) as p (student_id uuid, branch_id uuid, amount integer)
    group by coalesce(p.branch_id, here), p.student_id
    order by coalesce(p.branch_id, here) <> here, coalesce(p.branch_id, here), p.student_id
  loop
    perform private.take_for_branch(receipt, part.branch, part.amount,
      case when part.student_id is null then family else array[part.student_id] end);
  end loop;
  return public.family_receipt(receipt.id);
end
$$;
comment on function public.take_family_payment(uuid, uuid, jsonb, text, text) is
  'Takes one payment of a student''s family for several branches. parts: [{student_id, amount}] of children here, '
    '[{branch_id, amount}] of other branches, where it pays what is owed. Entries in the books of each, one receipt; a '
    'second call with the same receipt_id returns the first.';
grant execute on function public.take_family_payment(uuid, uuid, jsonb, text, text) to authenticated;

create function public.family_receipt(receipt_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  here constant uuid := private.branch_here();
  found_receipt jsonb;
begin
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method,
    'reference', r.reference, 'amount', r.amount, 'paid_on', r.paid_on, 'school', private.branch_name(r.school_id),
    'taken_by', (select u.full_name from public.users u where u.id = r.taken_by),
    'parts', (select jsonb_agg(jsonb_build_object('branch', private.branch_name(l.school_id), 'student', l.student,
        'amount', l.amount, 'is_reversed', l.is_reversed) order by l.place)
      from (select min(k.position) as place, p.school_id, sum(p.amount) as amount,
          bool_and(p.reversed_at is not null) as is_reversed,
          case when p.school_id = here then s.full_name end as student
        from private.branch_receipt_lines k join public.fee_payments p on p.id = k.payment_id
          join public.students s on s.id = p.student_id
        where k.receipt_id = r.id
        group by p.school_id, case when p.school_id = here then s.full_name end,
          case when p.school_id = here then s.id end) l))
  into found_receipt
  from public.branch_receipts r where r.id = family_receipt.receipt_id and r.school_id = here
    and private.may('fee-account:read-all');
  return found_receipt;
end
$$;
comment on function public.family_receipt(uuid) is 'A receipt over branches: {id, receipt_number, method, reference, '
  'amount, paid_on, school, taken_by, parts: [{branch, student, amount, is_reversed}]}; student is null for what was '
  'taken for another branch. Null where the caller may not see it.';
grant execute on function public.family_receipt(uuid) to authenticated;
