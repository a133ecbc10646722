-- Whoever keeps the school's books finds every payment and every invoice: by its number, by the code of its message, by the learner.
create view public.fee_payment_list with (security_invoker = true) as
  select p.id, p.school_id, p.student_id, s.first_name, s.last_name, s.admission_number, k.name as class_name, p.receipt_number, p.amount, p.method, p.reference, p.paid_on, p.created_at,
    p.reverses is not null as is_reversal, p.reversed_at is not null as is_reversed, p.reason, private.filled(concat_ws(' ', u.first_name, u.last_name)) as recorded_by,
    lower(concat_ws(' ', p.receipt_number, p.reference)) || ' ' || s.search_text as search_text
  from public.fee_payments p
  join public.students s on s.id = p.student_id
  left join public.classes k on k.id = s.class_id
  left join public.users u on u.id = p.recorded_by
  where p.school_id = (select private.admin_school());
comment on view public.fee_payment_list is 'The payments of the calling administrator''s school with who paid for whom; a reversal is a line of its own, below zero.';

create view public.fee_invoice_list with (security_invoker = true) as
  select i.id, i.school_id, i.student_id, i.term_id, t.name as term, s.first_name, s.last_name, s.admission_number, s.class_id, k.name as class_name, i.invoice_number, i.issued_on,
    (select coalesce(sum(c.amount), 0)::integer from public.fee_charges c where c.invoice_id = i.id) as amount,
    (select min(c.due_on) from public.fee_charges c where c.invoice_id = i.id) as due_on,
    ((select coalesce(sum(c.amount), 0) from public.fee_charges c where c.student_id = i.student_id) - (select coalesce(sum(p.amount), 0) from public.fee_payments p where p.student_id = i.student_id))::integer as balance,
    lower(i.invoice_number) || ' ' || s.search_text as search_text
  from public.fee_invoices i
  join public.students s on s.id = i.student_id
  join public.school_terms t on t.id = i.term_id
  left join public.classes k on k.id = s.class_id
  where i.school_id = (select private.admin_school());
comment on view public.fee_invoice_list is 'The invoices of the calling administrator''s school; balance is what the learner''s whole account owes now.';
grant select on public.fee_payment_list, public.fee_invoice_list to authenticated;
create index fee_invoices_school_idx on public.fee_invoices (school_id, issued_on desc, id);

create function public.fee_payment_totals(from_day date default null, to_day date default null, method text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with found as (
    select p.method, count(*) filter (where not p.is_reversal) as payments, sum(p.amount) as amount
    from public.fee_payment_list p
    where (fee_payment_totals.from_day is null or p.paid_on >= fee_payment_totals.from_day) and (fee_payment_totals.to_day is null or p.paid_on <= fee_payment_totals.to_day)
      and (fee_payment_totals.method is null or p.method = fee_payment_totals.method)
    group by p.method)
  select jsonb_build_object('payments', coalesce(sum(payments), 0), 'amount', coalesce(sum(amount), 0),
    'methods', coalesce(jsonb_agg(jsonb_build_object('method', f.method, 'payments', f.payments, 'amount', f.amount) order by f.amount desc, f.method), '[]'))
  from found f
$$;
comment on function public.fee_payment_totals(date, date, text) is 'What the payments of some days and a method come to, in all and by method, reversals taken off: {payments, amount, methods}.';
grant execute on function public.fee_payment_totals(date, date, text) to authenticated;
