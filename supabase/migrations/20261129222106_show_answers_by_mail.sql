set check_function_bodies = off;

create or replace function private.parse_fee_classes (
  school uuid,
  words  text
)
  returns uuid[]
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case when words is null or private.fold_text(words) in ('all', 'all students', 'every student', 'everyone',
      'whole school', 'all classes', 'wote', 'wanafunzi wote', 'kila mwanafunzi', 'shule nzima', 'madarasa yote')
    then null
    else coalesce((select array[c.id] from public.classes c where c.school_id = school and c.is_active
        and private.fold_text(c.name) = private.fold_text(words)),
      (select array_agg(c.id order by c.name, c.id) from public.classes c where c.school_id = school and c.is_active
        and private.fold_text(c.level) = private.fold_text(words)), '{}') end
$function$;

create or replace function public.account_list_totals (
  class_id uuid    default null::uuid,
  is_owing boolean default false,
  search   text    default ''::text
)
  returns table (
    charged bigint,
    paid    bigint,
    balance bigint
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select coalesce(sum(a.charged), 0), coalesce(sum(a.paid), 0), coalesce(sum(a.balance), 0)
  from public.student_accounts a
  where a.school_id = (select private.school_where('fee-account:read-all'))
    and (a.status in ('active', 'suspended') or a.balance <> 0)
    and (account_list_totals.class_id is null or a.class_id = account_list_totals.class_id)
    and (not account_list_totals.is_owing or a.balance > 0)
    and a.search_text like all (coalesce((select private.search_patterns(account_list_totals.search)), '{}'))
$function$;

create or replace function public.fee_payment_totals (
  from_day date default null::date,
  to_day   date default null::date,
  method   text default null::text,
  search   text default ''::text
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
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
$function$;

create or replace function public.fee_totals()
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_build_object('charged', coalesce(sum(a.charged), 0), 'paid', coalesce(sum(a.paid), 0),
    'owed', coalesce(sum(a.balance) filter (where a.balance > 0), 0),
    'debtors', count(*) filter (where a.balance > 0), 'paid_this_month',
      (select coalesce(sum(p.amount), 0) from public.fee_payments p
      where p.school_id = private.school_where('fee-account:read-all')
      and p.paid_on >= date_trunc('month', (select private.my_today()))))
  from public.student_accounts a where a.school_id = (select private.school_where('fee-account:read-all'))
$function$;

create or replace function public.invoice_list_totals (
  term_id  uuid default null::uuid,
  class_id uuid default null::uuid,
  search   text default ''::text
)
  returns table (
    amount bigint
  )
  language sql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
  select coalesce(sum(i.amount), 0) from public.fee_invoice_list i
  where (invoice_list_totals.term_id is null or i.term_id = invoice_list_totals.term_id)
    and (invoice_list_totals.class_id is null or i.class_id = invoice_list_totals.class_id)
    and i.search_text like all (coalesce((select private.search_patterns(invoice_list_totals.search)), '{}'))
$function$;

insert into private.personal_notices select * from jsonb_populate_recordset(null::private.personal_notices, '[
  {"kind": "ticket-answer"}]');
