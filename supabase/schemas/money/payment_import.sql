-- Fee payments from a file, such as a bank's statement or last term's book. Those that are recorded already are known.

insert into private.import_kinds (name, permission, checks, saves, undoes, removes, chosen) values
  ('payments', 'fee-payment:record', 'private.check_payment_rows', 'private.save_payment_rows', '{public.fee_payments}',
    'private.reverse_imported_payment', '{method}');

-- An amount in whole shillings as people write it, such as KES 1,500.00; null for anything else.
create function private.parse_shillings(written text) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select case when n.digits ~ '^\d{1,9}$' then n.digits::integer end
  from (select regexp_replace(regexp_replace(lower(written),
    '^(?:kes|ksh|kshs)\.?\s*|\s*(?:kes|ksh|kshs|/[=-])$', '', 'g'),
    '(?<=\d),(?=\d{3}(?:\D|$))|\.0{1,2}$', '', 'g') as digits) n
$$;

-- The words are those of the product's own list of payments in its languages, and of statements.
create function private.parse_payment_method(written text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when written in ('mpesa', 'm-pesa', 'm pesa', 'lipa na mpesa', 'lipa na m-pesa', 'paybill') then 'mpesa'
    when written in ('cash', 'taslimu', 'pesa taslimu', 'fedha taslimu') then 'cash'
    when written in ('bank', 'benki', 'bank transfer', 'transfer', 'eft', 'rtgs', 'deposit', 'bank deposit',
      'kuweka benki') then 'bank'
    when written in ('cheque', 'check', 'chq', 'hundi') then 'cheque' end
$$;

create function private.check_payment_rows(import public.imports) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  school constant uuid := import.school_id;
  today constant date := private.school_today(import.school_id);
begin
  drop table if exists pg_temp.import_row;
  create temporary table import_row on commit drop as
  select c.*, s.id as student_id, private.parse_shillings(c.amount_text) as amount,
    private.parse_payment_method(private.fold_text(c.method_text)) as method,
    private.parse_date(c.day_text, import.day_order, today) as paid_on
  from (select r.line, private.clean_cell(r.cells ->> 'admission_number') as number,
      private.clean_cell(r.cells ->> 'amount') as amount_text, private.clean_cell(r.cells ->> 'method') as method_text,
      upper(private.clean_cell(r.cells ->> 'reference')) as reference,
      private.clean_cell(r.cells ->> 'paid_on') as day_text,
      -- A row of the product's own list.
      exists (select from public.fee_payments p where p.school_id = school
        and p.receipt_number = private.clean_cell(r.cells ->> 'receipt_number')) as has_receipt
    from private.import_cells(import) r) c
  left join public.students s on s.school_id = school
    and private.fold_text(s.admission_number) = private.fold_text(c.number);
  update public.import_rows r set student_id = i.student_id,
    is_known = i.has_receipt or exists (select from public.fee_payments p where p.student_id = i.student_id
      and p.amount = i.amount and p.method = i.method and p.reference is not distinct from i.reference
      and p.paid_on = i.paid_on and p.reversed_at is null),
    problems = case when i.has_receipt then '[]' else to_jsonb(array_remove(array[
      private.import_problem(i.line, 'admission_number', coalesce(private.ruined_cell(i.number),
        private.ruined_number(i.number), case
        when i.number is null then private.say('Enter the admission number.')
        when i.student_id is null then private.say('No student has the number {number}.',
          jsonb_build_object('number', left(i.number, 30))) end)),
      private.import_problem(i.line, 'amount', coalesce(private.ruined_cell(i.amount_text),
        case when coalesce(i.amount not between 1 and 10000000, true)
        then private.say('Enter the amount in whole shillings, up to 10,000,000.') end)),
      private.import_problem(i.line, 'method', coalesce(private.ruined_cell(i.method_text), case
        when i.method_text is null then private.say('Choose how it was paid.')
        when i.method is null then private.say('“{cell}” is not known. Write M-Pesa, Cash, Bank or Cheque.',
          jsonb_build_object('cell', left(i.method_text, 30))) end)),
      private.import_problem(i.line, 'reference', coalesce(private.ruined_cell(i.reference),
        case when private.is_mpesa_code_missing(i.method, i.reference)
            then private.say('Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.')
          when private.is_slip_missing(i.method, i.reference)
            then private.say('Enter the number of the slip or the cheque.')
          when length(i.reference) > 60 then private.say('Use at most 60 characters.')
          when i.line > f.line then private.say('{number} duplicates row {row}. Is it the same payment?',
            jsonb_build_object('number', i.reference, 'row', f.line)) end)),
      private.import_problem(i.line, 'paid_on', coalesce(private.ruined_cell(i.day_text),
        private.ruined_date(i.day_text), case
        when i.day_text is null then private.say('Enter the day of the payment.')
        when i.paid_on is null
          then private.say('“{cell}” is not a valid date. Write it as 31/05/2014 or 2014-05-31.',
            jsonb_build_object('cell', left(i.day_text, 30)))
        when i.paid_on > today then private.say('A payment cannot be of a day to come.')
        when i.paid_on < today - interval '10 years'
          then private.say('A payment is of the last ten years. Check the year.') end))], null)) end,
    record = jsonb_build_object('id', gen_random_uuid(), 'student_id', i.student_id, 'amount', i.amount,
      'method', i.method, 'reference', i.reference, 'paid_on', i.paid_on)
  from pg_temp.import_row i
    left join (select method, reference, student_id, min(line) as line from pg_temp.import_row
      where reference is not null group by 1, 2, 3) f
      on f.method = i.method and f.reference = i.reference and f.student_id = i.student_id
  where r.school_id = school and r.import_id = import.id and r.line = i.line;
  -- One message may pay for several children of the file, but not for what is recorded already.
  update public.import_rows r set problems = r.problems || private.import_problem(r.line, 'reference', private.say(
    'A payment with this reference is already recorded: {receipt} for {student}.',
    jsonb_build_object('receipt', p.receipt_number, 'student', s.full_name)))
  from pg_temp.import_row i join public.fee_payments p on p.school_id = school and p.method = i.method
    and p.reference = i.reference and p.reverses is null and p.reversed_at is null
    join public.students s on s.id = p.student_id
  where r.school_id = school and r.import_id = import.id and r.line = i.line and not r.is_known;
  return jsonb_build_object('shillings', (select coalesce(sum(i.amount), 0) from pg_temp.import_row i
    join public.import_rows r on r.school_id = school and r.import_id = import.id and r.line = i.line
    where r.problems = '[]' and not r.is_known));
end
$$;

create function private.save_payment_rows(import public.imports, lines integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid record;
  added uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || import.school_id::text, 0));
  for paid in
    select r.line, n.* from public.import_rows r, jsonb_populate_record(null::public.fee_payments, r.record) n
    where r.school_id = import.school_id and r.import_id = import.id and r.line = any (lines) order by r.line
  loop
    insert into public.fee_payments (id, school_id, student_id, receipt_number, amount, method, reference, paid_on,
      recorded_by)
    values (paid.id, import.school_id, paid.student_id, private.next_receipt_number(import.school_id), paid.amount,
      paid.method, paid.reference, paid.paid_on, private.signed_in_uid())
    on conflict (school_id, method, reference, student_id)
      where reference is not null and reverses is null and reversed_at is null do nothing returning id into added;
    if added is null then
      update public.import_rows r set problems = jsonb_build_array(private.import_problem(r.line, 'reference',
        private.say('A payment with this reference was recorded before this row was saved.')))
      where r.school_id = import.school_id and r.import_id = import.id and r.line = paid.line;
    else
      perform private.note_imported(import, 1, added, paid.line);
    end if;
  end loop;
end
$$;

-- Payments are never deleted: an undo reverses them.
create function private.reverse_imported_payment(id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.reverse_fee_payment(reverse_imported_payment.id, 'The import that recorded it was undone.');
end
$$;
