-- Thermal Print: fee receipts on 58 and 80 mm paper. Every print is counted, so that only the first is no copy.

create table public.thermal_prints (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id) on delete cascade,
  document_id uuid not null,
  receipt_number text not null,
  copy integer not null check (copy >= 0),
  printed_by uuid references public.users (id) on delete set null,
  printed_at timestamptz not null default now(),
  search_text text generated always as (private.fold_text(receipt_number)) stored,
  unique (school_id, document_id, copy)
);
comment on table public.thermal_prints
  is 'Prints of a receipt: 0 is the receipt, 1 its first copy. document_id: a receipt of Quick Fees, else a payment.';

create index thermal_prints_school_idx on public.thermal_prints (school_id, printed_at desc, id);

select private.school_table('public.thermal_prints', feature => 'addon:thermal-print', counts_use => true);
grant select on public.thermal_prints to authenticated;

create policy "Administrators see the prints of their school, staff their own" on public.thermal_prints for select
  to authenticated
  using (school_id = (select private.addon_school('addon:thermal-print'))
    and ((select private.may('fee-receipt:read-all')) or printed_by = (select private.signed_in_uid())));

create function public.print_receipt(payment_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:thermal-print');
  payment public.fee_payments;
  quick public.quick_receipts;
  content jsonb;
  number integer;
begin
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school
    and p.reverses is null;
  select r.* into quick from public.quick_receipts r
    where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if not private.may('fee-receipt:read-all') and quick.cashier_id is distinct from private.signed_in_uid() then
    perform private.refuse(
      'thermal_print.not_yours', 'Receipts are printed by the person who took the payment, or by an administrator.',
      errcode => '42501');
  end if;
  if payment.id is null then
    perform private.refuse('fee.payment_not_found', 'This payment is no longer here.', errcode => 'P0002');
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method,
      'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on,
      'recorded_at', payment.created_at,
      'cashier', (select u.full_name from public.users u
        where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone,
        'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', s.full_name,
        'admission_number', s.admission_number, 'class_name',
        (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0),
          'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines',
          jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number',
    (select count(*) from public.thermal_prints t where t.school_id = school
    and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(),
    'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header',
    private.addon_setting(school, 'addon:thermal-print', 'header'),
    'footer', private.addon_setting(school, 'addon:thermal-print', 'footer'));
end
$$;
comment on function public.print_receipt(uuid) is
  'Counts a print of the receipt that a payment belongs to and returns what is on it, with copy (0: the receipt '
    'itself), paper (58 or 80 mm), header and footer. Administrators, and cashiers of Quick Fees their own.';
grant execute on function public.print_receipt(uuid) to authenticated;
