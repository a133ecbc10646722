set check_function_bodies = off;

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0),
    'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'paid_ahead', coalesce(-sum(a.balance) filter (where a.balance < 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'credited',
      (select coalesce(sum(c.credited), 0) from public.fee_charges c
      where c.school_id = (select private.school_where('fee-account:read-all')) and c.credited > 0), 'paid_this_month',
      (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = (select private.school_where('fee-account:read-all'))
      and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = (select private.school_where('fee-account:read-all'))
$function$;

create index fee_charges_credited_idx on public.fee_charges using btree (school_id) include (credited)
  where (credited > 0);
