create table public.fee_payments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  receipt_number text not null,
  amount integer not null,
  method text not null check (method in ('mpesa', 'cash', 'bank', 'cheque')),
  reference text check (length(reference) <= 60),
  paid_on date not null default private.my_today(),
  recorded_by uuid references public.users (id) on delete set null,
  request_id uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  reverses uuid unique references public.fee_payments (id) on delete restrict,
  reason text check (length(btrim(reason)) between 1 and 300),
  reversed_at timestamptz,
  search_text text generated always as (private.fold_text(receipt_number || coalesce(' ' || reference, ''))) stored,
  unique (school_id, receipt_number),
  foreign key (student_id, school_id) references public.students (id, school_id) on delete restrict,
  constraint fee_payments_amount_check
    check (case when reverses is null then amount > 0 and reason is null else amount < 0 and reason is not null end)
);

create index fee_payments_student_idx on public.fee_payments (student_id);
create index fee_payments_school_idx on public.fee_payments (school_id, paid_on desc, created_at desc, id)
  include (amount);
create index fee_payments_latest_idx on public.fee_payments (school_id, created_at desc);
-- One M-Pesa message may pay for several children: each has a payment of its own. The functions refuse the reference of
-- another payment.
create unique index fee_payments_reference_key on public.fee_payments (school_id, method, reference, student_id)
  where reference is not null and reverses is null and reversed_at is null;

select private.school_table('public.fee_payments', subject => 'student_id', erase => 'keep', audit => true,
  verbs => '{insert}', live => '{staff}');
grant select on public.fee_payments to authenticated;

create policy "Administrators see payments, families their children's" on public.fee_payments for select
  to authenticated
  using (school_id = (select private.childrens_school())
    and student_id <> all ((select private.withheld_from_me())::uuid[])
    and ((select private.may('fee-account:read-all')) or student_id in (select private.my_student_ids())));

create table private.receipt_counters (
  school_id uuid primary key references public.schools (id) on delete cascade,
  last integer not null
);

select private.school_table('private.receipt_counters', needs_subscription => false);

-- Classes are named for the rows that are shown: a join would look at the classes of every payment of the school.
create view public.fee_payment_list with (security_invoker = true) as
  select p.id, p.school_id, p.student_id, s.first_name, s.last_name, s.admission_number,
    (select k.name from public.classes k where k.id = s.class_id) as class_name, p.receipt_number, p.amount, p.method,
    p.reference, p.paid_on, p.created_at,
    p.reverses is not null as is_reversal, p.reversed_at is not null as is_reversed, p.reason,
      u.full_name as recorded_by,
    p.search_text || ' ' || s.search_text as search_text
  from public.fee_payments p
  join public.students s on s.id = p.student_id
  left join public.users u on u.id = p.recorded_by
  where p.school_id = (select private.school_where('fee-account:read-all'));
comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for '
  'whom; a reversal is a line of its own, below zero.';
grant select on public.fee_payment_list to authenticated;

create function private.next_receipt_number(school uuid) returns text
language sql security definer set search_path = '' as $$
  insert into private.receipt_counters as c (school_id, last) values (next_receipt_number.school, 1)
  on conflict (school_id) do update set last = c.last + 1
    returning 'RCT-' || lpad(c.last::text, greatest(5, length(c.last::text)), '0')
$$;

create function private.is_mpesa_code_missing(method text, code text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$', false)
$$;

create function private.is_slip_missing(method text, code text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(method in ('bank', 'cheque') and code is null, false)
$$;

-- Checks how something was paid and returns the reference as it is stored. The caller holds the lock of the school's
-- payments.
create function private.require_payment_reference(school uuid, method text, reference text, methods text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  code constant text := upper(private.null_if_blank(require_payment_reference.reference));
  other public.fee_payments;
begin
  if coalesce(require_payment_reference.method <> all (methods), true) then
    perform private.refuse('fee.method', 'Choose how it was paid.', field => 'method');
  end if;
  if private.is_mpesa_code_missing(require_payment_reference.method, code) then
    perform private.refuse(
      'fee.mpesa_code', 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.',
      field => 'reference');
  end if;
  if private.is_slip_missing(require_payment_reference.method, code) then
    perform private.refuse('fee.reference_required',
      'Enter the number of the slip or the cheque.', field => 'reference');
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = require_payment_reference.method and p.reference = code
    and p.reverses is null and p.reversed_at is null limit 1;
  if found then
    perform private.refuse(
      'fee.duplicate_reference', 'A payment with this reference is already recorded: {receipt} for {student}.',
      jsonb_build_object('receipt', other.receipt_number,
        'student', (select s.full_name from public.students s
        where s.id = other.student_id)),
      'reference');
  end if;
  return code;
end
$$;

create function public.record_fee_payment(student_id uuid, amount integer, method text, reference text default null,
  paid_on date default private.my_today(), request_id uuid default gen_random_uuid()) returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.school_where('fee-payment:record');
  payment public.fee_payments;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    perform private.refuse('fee.payments_not_yours',
      'Only an administrator of the school may record its payments.', errcode => '42501');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id
    and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    perform private.refuse('fee.invalid_amount',
      'Enter the amount in whole shillings, up to 10,000,000.', field => 'amount');
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    perform private.refuse('fee.future', 'A payment cannot be of a day to come.', field => 'paid_on');
  end if;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on,
    recorded_by, request_id)
  values (school, record_fee_payment.student_id, private.next_receipt_number(school), record_fee_payment.amount,
    record_fee_payment.method,
    private.require_payment_reference(school, record_fee_payment.method, record_fee_payment.reference,
      array['mpesa', 'cash', 'bank', 'cheque']), record_fee_payment.paid_on, private.signed_in_uid(),
      record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$$;
grant execute on function public.record_fee_payment(uuid, integer, text, text, date, uuid) to authenticated;

create function public.reverse_fee_payment(payment_id uuid, reason text) returns public.fee_payments
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require('fee:refund');
  paid public.fee_payments;
  reversal public.fee_payments;
begin
  select * into paid from public.fee_payments p where p.id = reverse_fee_payment.payment_id
    and p.school_id = school for update;
  if not found then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  if paid.reverses is not null then
    perform private.refuse('fee.is_reversal',
      'A reversal cannot be reversed. Record the payment again.', errcode => 'PT409');
  end if;
  select * into reversal from public.fee_payments p where p.reverses = paid.id;
  if found then
    return reversal;
  end if;
  perform set_config('masomo.reason', private.require_text(reverse_fee_payment.reason, 300, 'reason',
    'Say why you are reversing the payment.'), true);
  update public.fee_payments p set reversed_at = now() where p.id = paid.id;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on,
    recorded_by, reverses, reason)
  values (school, paid.student_id, paid.receipt_number || '-R', -paid.amount, paid.method, paid.reference,
    private.school_today(school), private.signed_in_uid(), paid.id,
    btrim(reverse_fee_payment.reason))
  returning * into reversal;
  return reversal;
end
$$;
comment on function public.reverse_fee_payment(uuid, text) is
  'Reverses a payment by one of the same negative amount. A second call returns the first reversal.';
grant execute on function public.reverse_fee_payment(uuid, text) to authenticated;

create function public.fee_payment_totals(from_day date default null, to_day date default null,
  method text default null, search text default '') returns jsonb
language sql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with found as (
    select p.method, count(*) filter (where not p.is_reversal) as payments, sum(p.amount) as amount
    from public.fee_payment_list p
    where (fee_payment_totals.from_day is null or p.paid_on >= fee_payment_totals.from_day)
      and (fee_payment_totals.to_day is null or p.paid_on <= fee_payment_totals.to_day)
      and (fee_payment_totals.method is null or p.method = fee_payment_totals.method)
      and p.search_text like all (coalesce((select private.search_patterns(fee_payment_totals.search)), '{}'))
    group by p.method)
  select jsonb_build_object('payments', coalesce(sum(payments), 0), 'amount', coalesce(sum(amount), 0),
    'methods', coalesce(jsonb_agg(jsonb_build_object('method', f.method, 'payments', f.payments, 'amount', f.amount)
      order by f.amount desc, f.method), '[]'))
  from found f
$$;
comment on function public.fee_payment_totals(date, date, text, text) is
  'What the payments of some days, a method and a search come to, in all and by method, reversals taken off: '
    '{payments, amount, methods}.';
grant execute on function public.fee_payment_totals(date, date, text, text) to authenticated;
