set check_function_bodies = off;

create or replace function private.due_charges (
  school uuid,
  term   uuid
)
  returns SETOF private.due_charge
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select s.id, f.id, f.name, f.amount, greatest(f.due_on, (select private.school_today(due_charges.school)))
  from public.fees f join public.students s on s.school_id = f.school_id and s.status = 'active' and (f.class_id is null or f.class_id = s.class_id)
  where f.school_id = due_charges.school and f.term_id = due_charges.term
    and not exists (select from public.fee_charges c where c.fee_id = f.id and c.student_id = s.id)
$function$;

create or replace function public.charge_fee (
  fee_id uuid
)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  fee public.fees;
  charged integer;
begin
  select * into fee from public.fees f where f.id = charge_fee.fee_id and f.school_id = private.admin_school();
  if not found then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may charge its fees.', hint = 'fee.not_yours';
  end if;
  insert into public.fee_charges (school_id, student_id, fee_id, name, amount, due_on)
  select fee.school_id, s.id, fee.id, fee.name, fee.amount, greatest(fee.due_on, (select private.school_today(fee.school_id)))
  from public.students s where s.school_id = fee.school_id and s.status = 'active' and (fee.class_id is null or s.class_id = fee.class_id)
  on conflict (fee_id, student_id) do nothing;
  get diagnostics charged = row_count;
  return charged;
end
$function$;

create or replace view public.fee_invoice_list with (security_invoker=true) AS  SELECT i.id,
    i.school_id,
    i.student_id,
    i.term_id,
    t.name AS term,
    s.first_name,
    s.last_name,
    s.admission_number,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    i.invoice_number,
    i.issued_on,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS amount,
    ( SELECT min(c.due_on) AS min
           FROM public.fee_charges c
          WHERE (c.invoice_id = i.id)) AS due_on,
    COALESCE(( SELECT b.balance
           FROM public.student_balances b
          WHERE (b.student_id = i.student_id)), 0) AS balance,
    ((lower(i.invoice_number) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_invoices i
     JOIN public.students s ON ((s.id = i.student_id)))
     JOIN public.school_terms t ON ((t.id = i.term_id)))
  WHERE (i.school_id = ( SELECT private.admin_school() AS admin_school));

create or replace view public.fee_payment_list with (security_invoker=true) AS  SELECT p.id,
    p.school_id,
    p.student_id,
    s.first_name,
    s.last_name,
    s.admission_number,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    p.receipt_number,
    p.amount,
    p.method,
    p.reference,
    p.paid_on,
    p.created_at,
    (p.reverses IS NOT NULL) AS is_reversal,
    (p.reversed_at IS NOT NULL) AS is_reversed,
    p.reason,
    private.null_if_blank(concat_ws(' '::text, u.first_name, u.last_name)) AS recorded_by,
    ((lower(concat_ws(' '::text, p.receipt_number, p.reference)) || ' '::text) || s.search_text) AS search_text
   FROM ((public.fee_payments p
     JOIN public.students s ON ((s.id = p.student_id)))
     LEFT JOIN public.users u ON ((u.id = p.recorded_by)))
  WHERE (p.school_id = ( SELECT private.admin_school() AS admin_school));

create or replace view public.student_accounts with (security_invoker=true) AS  SELECT s.id,
    s.school_id,
    s.admission_number,
    s.first_name,
    s.last_name,
    s.status,
    s.class_id,
    ( SELECT k.name
           FROM public.classes k
          WHERE (k.id = s.class_id)) AS class_name,
    s.search_text,
    COALESCE(b.charged, 0) AS charged,
    COALESCE(b.paid, 0) AS paid,
    COALESCE(b.balance, 0) AS balance,
    ( SELECT (COALESCE(sum(c.amount), (0)::bigint))::integer AS coalesce
           FROM public.fee_charges c
          WHERE ((c.student_id = s.id) AND (c.due_on < ( SELECT private.my_today() AS my_today)))) AS due,
    b.last_paid_on
   FROM (public.students s
     LEFT JOIN public.student_balances b ON ((b.student_id = s.id)));
