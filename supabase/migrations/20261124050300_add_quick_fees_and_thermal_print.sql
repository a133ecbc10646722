set check_function_bodies = off;

drop index public.fee_payments_reference_key;

alter table private.addon_setting_defaults
  drop constraint addon_setting_defaults_kind_check;

create table private.quick_receipt_lines (
  receipt_id uuid    not null,
  position   integer not null,
  school_id  uuid    not null,
  payment_id uuid    not null,
  name       text,
  amount     integer not null,
  constraint quick_receipt_lines_amount_check check ((amount > 0)),
  constraint quick_receipt_lines_name_check check ((length(name) <= 120)),
  constraint quick_receipt_lines_pkey primary key (receipt_id, position)
);

alter table private.quick_receipt_lines
  enable row level security;

create table public.quick_receipts (
  id             uuid                     not null,
  school_id      uuid                     not null,
  receipt_number text                     not null,
  method         text                     not null,
  reference      text,
  amount         integer                  not null,
  received       integer,
  paid_on        date                     not null,
  cashier_id     uuid,
  recorded_at    timestamp with time zone not null default now(),
  constraint quick_receipts_amount_check check ((amount > 0)),
  constraint quick_receipts_check check ((received >= amount)),
  constraint quick_receipts_method_check check ((method = ANY (ARRAY['mpesa'::text, 'cash'::text, 'bank'::text]))),
  constraint quick_receipts_pkey primary key (id),
  constraint quick_receipts_reference_check check ((length(reference) <= 60)),
  constraint quick_receipts_school_id_receipt_number_key unique (school_id, receipt_number)
);

alter table public.quick_receipts
  enable row level security;

create table public.thermal_prints (
  id             uuid                     not null default gen_random_uuid(),
  school_id      uuid                     not null,
  document_id    uuid                     not null,
  receipt_number text                     not null,
  copy           integer                  not null,
  printed_by     uuid,
  printed_at     timestamp with time zone not null default now(),
  constraint thermal_prints_copy_check check ((copy >= 0)),
  constraint thermal_prints_pkey primary key (id),
  constraint thermal_prints_school_id_document_id_copy_key unique (school_id, document_id, copy)
);

alter table public.thermal_prints
  enable row level security;

alter table private.addon_setting_defaults
  add column choices text[];

create or replace function private.cashier_school (
  is_writing boolean
)
  returns uuid
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  school constant uuid := case when is_writing then private.require_addon('addon:quick-fees') else private.addon_school('addon:quick-fees') end;
begin
  if school is null then
    raise exception using errcode = '42501', message = 'This add-on is not switched on at your school.', hint = 'addon.off';
  elsif private.my_role() <> 'admin' and not (private.my_role() = 'staff' and (private.addon_setting(school, 'addon:quick-fees', 'staff_take_fees') #>> '{}')::boolean) then
    raise exception using errcode = '42501', message = 'Only cashiers of the school may take fees.', hint = 'quick_fees.cashiers_only';
  end if;
  return school;
end
$function$;

create or replace function private.next_receipt_number (
  school uuid
)
  returns text
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into private.receipt_counters as c (school_id, last) values (next_receipt_number.school, 1)
  on conflict (school_id) do update set last = c.last + 1 returning 'RCT-' || lpad(c.last::text, greatest(5, length(c.last::text)), '0')
$function$;

create or replace function private.open_charges (
  student uuid
)
  returns table (
    name   text,
    due_on date,
    amount integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select c.name, c.due_on, least(c.amount, c.charged - b.paid)::integer
  from (select h.name, h.due_on, h.amount, h.created_at, h.id, sum(h.amount) over (order by h.due_on, h.created_at, h.id) as charged from public.fee_charges h where h.student_id = open_charges.student) c
  cross join (select coalesce((select k.paid from public.student_balances k where k.student_id = open_charges.student), 0) as paid) b
  where c.charged > b.paid order by c.due_on, c.created_at, c.id
$function$;

create or replace function private.paid_fees (
  student uuid,
  amount  integer
)
  returns table (
    name   text,
    amount integer
  )
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  with charges as (
    select o.name, o.amount, o.place, sum(o.amount) over (order by o.place) as until from private.open_charges(paid_fees.student) with ordinality as o (name, due_on, amount, place))
  select f.name, f.amount from (
    select c.name, least(c.amount, paid_fees.amount - (c.until - c.amount))::integer as amount, c.place from charges c where c.until - c.amount < paid_fees.amount
    union all
    select null, (paid_fees.amount - coalesce(max(c.until), 0))::integer, null from charges c having paid_fees.amount > coalesce(max(c.until), 0)) f
  order by f.place nulls last
$function$;

create or replace function private.quick_receipt (
  receipt uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number, 'method', r.method, 'reference', r.reference, 'amount', r.amount, 'received', r.received, 'paid_on', r.paid_on, 'recorded_at', r.recorded_at,
    'cashier', (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.cashier_id),
    'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = r.school_id),
    'students', (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', k.name,
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0), 'payment_id', p.id, 'amount', p.amount, 'is_reversed', p.reversed_at is not null,
        'lines', (select jsonb_agg(jsonb_build_object('name', l.name, 'amount', l.amount) order by l.position) from private.quick_receipt_lines l where l.receipt_id = r.id and l.payment_id = p.id)) order by g.first)
      from (select l.payment_id, min(l.position) as first from private.quick_receipt_lines l where l.receipt_id = r.id group by l.payment_id) g
      join public.fee_payments p on p.id = g.payment_id join public.students s on s.id = p.student_id left join public.classes k on k.id = s.class_id))
  from public.quick_receipts r where r.id = quick_receipt.receipt
$function$;

create or replace function private.quick_receipt_amounts (
  receipt uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_object_agg(p.student_id, p.amount) from public.fee_payments p where p.id in (select l.payment_id from private.quick_receipt_lines l where l.receipt_id = quick_receipt_amounts.receipt)
$function$;

create or replace function private.require_payment_reference (
  school    uuid,
  method    text,
  reference text,
  methods   text[]
)
  returns text
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  code constant text := upper(private.null_if_blank(require_payment_reference.reference));
  other public.fee_payments;
begin
  if coalesce(require_payment_reference.method <> all (methods), true) then
    raise exception using errcode = 'P0001', message = 'Choose how it was paid.', hint = 'fee.method', detail = 'method';
  end if;
  if require_payment_reference.method = 'mpesa' and coalesce(code, '') !~ '^[A-Z][A-Z0-9]{9}$' then
    raise exception using errcode = 'P0001', message = 'Enter the code of the M-Pesa message: 10 letters and digits, such as SKL7X2M9QP.', hint = 'fee.mpesa_code', detail = 'reference';
  end if;
  if require_payment_reference.method in ('bank', 'cheque') and code is null then
    raise exception using errcode = 'P0001', message = 'Enter the number of the slip or the cheque.', hint = 'fee.reference_required', detail = 'reference';
  end if;
  select * into other from public.fee_payments p
  where p.school_id = school and p.method = require_payment_reference.method and p.reference = code and p.reverses is null and p.reversed_at is null limit 1;
  if found then
    raise exception using errcode = 'P0001', hint = 'fee.duplicate_reference', detail = 'reference',
      message = format('A payment with this reference is already recorded: %s for %s.', other.receipt_number, (select s.first_name || ' ' || s.last_name from public.students s where s.id = other.student_id));
  end if;
  return code;
end
$function$;

create or replace function public.cashier_totals (
  day date default null::date
)
  returns table (
    cashier_id uuid,
    cashier    text,
    receipts   integer,
    cash       integer,
    mpesa      integer,
    bank       integer,
    reversed   integer,
    amount     integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return query
  select r.cashier_id, (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.cashier_id), count(distinct r.id)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'cash' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where r.method = 'mpesa' and p.reversed_at is null), 0)::integer,
    coalesce(sum(p.amount) filter (where r.method = 'bank' and p.reversed_at is null), 0)::integer, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer,
    coalesce(sum(p.amount) filter (where p.reversed_at is null), 0)::integer
  from public.quick_receipts r cross join lateral (select distinct l.payment_id from private.quick_receipt_lines l where l.receipt_id = r.id) l join public.fee_payments p on p.id = l.payment_id
  where r.school_id = school and r.paid_on = coalesce(cashier_totals.day, private.school_today(school)) and (private.my_role() = 'admin' or r.cashier_id = private.signed_in_uid())
  group by r.cashier_id order by 2, 1;
end
$function$;

create or replace function public.fee_payer_accounts (
  student_ids uuid[]
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', k.name, 'balance', coalesce(b.balance, 0),
      'fees', (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'due_on', o.due_on, 'amount', o.amount)), '[]') from private.open_charges(s.id) o),
      'siblings', (select coalesce(jsonb_agg(distinct jsonb_build_object('id', o.id, 'name', o.first_name || ' ' || o.last_name, 'balance', coalesce((select n.balance from public.student_balances n where n.student_id = o.id), 0))), '[]')
        from public.student_guardians mine join public.student_guardians theirs on theirs.guardian_id = mine.guardian_id join public.students o on o.id = theirs.student_id
        where mine.student_id = s.id and o.id <> s.id and o.status in ('active', 'suspended'))) order by array_position(fee_payer_accounts.student_ids, s.id)), '[]')
    from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
    where s.id = any (fee_payer_accounts.student_ids) and s.school_id = school);
end
$function$;

create or replace function public.find_fee_payers (
  search text
)
  returns table (
    id               uuid,
    name             text,
    admission_number text,
    class_name       text,
    balance          integer
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  pattern constant text := private.search_pattern(find_fee_payers.search);
begin
  return query
  select s.id, s.first_name || ' ' || s.last_name, s.admission_number, k.name, coalesce(b.balance, 0)
  from public.students s left join public.classes k on k.id = s.class_id left join public.student_balances b on b.student_id = s.id
  where s.school_id = school and s.search_text like pattern and (s.status in ('active', 'suspended') or b.balance > 0)
  order by lower(s.admission_number) = lower(btrim(find_fee_payers.search)) desc, s.last_name, s.first_name, s.id limit 8;
end
$function$;

create or replace function public.print_receipt (
  payment_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_addon('addon:thermal-print');
  payment public.fee_payments;
  quick public.quick_receipts;
  content jsonb;
  number integer;
begin
  select * into payment from public.fee_payments p where p.id = print_receipt.payment_id and p.school_id = school and p.reverses is null;
  select r.* into quick from public.quick_receipts r where r.id = (select l.receipt_id from private.quick_receipt_lines l where l.payment_id = payment.id limit 1);
  if private.my_role() <> 'admin' and quick.cashier_id is distinct from private.signed_in_uid() then
    raise exception using errcode = '42501', message = 'Receipts are printed by whoever took the payment, or by an administrator.', hint = 'thermal_print.not_yours';
  end if;
  if payment.id is null then
    raise exception using errcode = 'P0002', message = 'This payment is no longer here.', hint = 'fee.not_found';
  end if;
  content := case when quick.id is not null then private.quick_receipt(quick.id) else (
    select jsonb_build_object('id', payment.id, 'receipt_number', payment.receipt_number, 'method', payment.method, 'reference', payment.reference, 'amount', payment.amount, 'received', null, 'paid_on', payment.paid_on, 'recorded_at', payment.created_at,
      'cashier', (select u.first_name || ' ' || u.last_name from public.users u where u.id = payment.recorded_by),
      'school', (select jsonb_build_object('name', h.name, 'email', h.email, 'phone', h.phone, 'address', concat_ws(', ', h.address, h.city)) from public.schools h where h.id = school),
      'students', jsonb_build_array(jsonb_build_object('id', s.id, 'name', s.first_name || ' ' || s.last_name, 'admission_number', s.admission_number, 'class_name', (select k.name from public.classes k where k.id = s.class_id),
        'balance', coalesce((select b.balance from public.student_balances b where b.student_id = s.id), 0), 'payment_id', payment.id, 'amount', payment.amount, 'is_reversed', payment.reversed_at is not null, 'lines', jsonb_build_array())))
    from public.students s where s.id = payment.student_id) end;
  -- Two windows that print at once wait for each other, and one of them prints the copy.
  perform pg_advisory_xact_lock(hashtextextended('thermal print ' || (content ->> 'id'), 0));
  insert into public.thermal_prints (school_id, document_id, receipt_number, copy, printed_by)
  select school, (content ->> 'id')::uuid, content ->> 'receipt_number', (select count(*) from public.thermal_prints t where t.school_id = school and t.document_id = (content ->> 'id')::uuid), private.signed_in_uid()
  returning copy into number;
  return content || jsonb_build_object('copy', number, 'printed_at', now(), 'paper', private.addon_setting(school, 'addon:thermal-print', 'paper'), 'header', private.addon_setting(school, 'addon:thermal-print', 'header'),
    'footer', private.addon_setting(school, 'addon:thermal-print', 'footer'));
end
$function$;

create or replace function public.quick_receipt_list (
  day     date    default null::date,
  search  text    default null::text,
  skipped integer default 0,
  size    integer default 25
)
  returns table (
    id             uuid,
    receipt_number text,
    students       text,
    method         text,
    reference      text,
    amount         integer,
    reversed       integer,
    cashier        text,
    recorded_at    timestamp with time zone,
    total          bigint
  )
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
  pattern constant text := private.search_pattern(quick_receipt_list.search);
begin
  return query
  select r.id, r.receipt_number, l.students, r.method, r.reference, r.amount, l.reversed, (select u.first_name || ' ' || u.last_name from public.users u where u.id = r.cashier_id), r.recorded_at, count(*) over ()
  from public.quick_receipts r cross join lateral (
    select string_agg(distinct s.first_name || ' ' || s.last_name, ', ') as students, coalesce(sum(p.amount) filter (where p.reversed_at is not null), 0)::integer as reversed, string_agg(distinct s.search_text, ' ') as names
    from public.fee_payments p join public.students s on s.id = p.student_id where p.id in (select k.payment_id from private.quick_receipt_lines k where k.receipt_id = r.id)) l
  where r.school_id = school and r.paid_on = coalesce(quick_receipt_list.day, private.school_today(school)) and (private.my_role() = 'admin' or r.cashier_id = private.signed_in_uid())
    and (pattern is null or lower(concat_ws(' ', r.receipt_number, r.reference)) like pattern or l.names like pattern)
  order by r.recorded_at desc, r.id limit least(greatest(size, 1), 1000) offset greatest(skipped, 0);
end
$function$;

create or replace function public.read_quick_receipt (
  receipt_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.cashier_school(false);
begin
  return (select private.quick_receipt(r.id) from public.quick_receipts r
    where r.id = read_quick_receipt.receipt_id and r.school_id = school and (private.my_role() = 'admin' or r.cashier_id = private.signed_in_uid()));
end
$function$;

create or replace function public.record_fee_payment (
  student_id uuid,
  amount     integer,
  method     text,
  reference  text    default null::text,
  paid_on    date    default private.my_today(),
  request_id uuid    default gen_random_uuid()
)
  returns public.fee_payments
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.admin_school();
  payment public.fee_payments;
begin
  if not exists (select from public.students s where s.id = record_fee_payment.student_id and s.school_id = school) then
    raise exception using errcode = '42501', message = 'Only an administrator of the school may record its payments.', hint = 'fee.not_yours';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into payment from public.fee_payments p where p.request_id = record_fee_payment.request_id and p.school_id = school;
  if found then
    return payment;
  end if;
  if record_fee_payment.amount is null or record_fee_payment.amount not between 1 and 10000000 then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if record_fee_payment.paid_on is null or record_fee_payment.paid_on > private.school_today(school) then
    raise exception using errcode = 'P0001', message = 'A payment cannot be of a day to come.', hint = 'fee.future', detail = 'paid_on';
  end if;
  insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by, request_id)
  values (school, record_fee_payment.student_id, private.next_receipt_number(school), record_fee_payment.amount, record_fee_payment.method,
    private.require_payment_reference(school, record_fee_payment.method, record_fee_payment.reference, array['mpesa', 'cash', 'bank', 'cheque']), record_fee_payment.paid_on, private.signed_in_uid(), record_fee_payment.request_id)
  returning * into payment;
  return payment;
end
$function$;

create or replace function public.save_addon_settings (
  feature text,
  changes jsonb
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  school constant uuid := private.require_school_admin();
  wrong text;
begin
  perform private.require_addon(save_addon_settings.feature);
  wrong := (
    select v.key from jsonb_each(save_addon_settings.changes) v
    left join private.addon_setting_defaults d on d.feature = save_addon_settings.feature and d.name = v.key
    where case d.kind
      when 'switch' then jsonb_typeof(v.value) <> 'boolean'
      when 'time' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      when 'number' then jsonb_typeof(v.value) <> 'number' or (v.value #>> '{}')::numeric not between d.least and d.most
      when 'text' then jsonb_typeof(v.value) <> 'string' or length(v.value #>> '{}') > d.most
      when 'choice' then jsonb_typeof(v.value) <> 'string' or v.value #>> '{}' <> all (d.choices)
      else true end
    limit 1);
  if wrong is not null then
    raise exception using errcode = 'P0001', message = 'This value is not allowed.', hint = 'addon.setting', detail = wrong;
  end if;
  insert into public.addon_settings (school_id, feature, name, value, changed_by)
  select school, save_addon_settings.feature, v.key, v.value, private.signed_in_uid() from jsonb_each(save_addon_settings.changes) v
  on conflict (school_id, feature, name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now();
end
$function$;

create or replace function public.take_quick_payment (
  receipt_id uuid,
  payments   jsonb,
  method     text,
  reference  text    default null::text,
  received   integer default null::integer,
  is_repeat  boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  if receipt_id is null or jsonb_typeof(payments) is distinct from 'array' or jsonb_array_length(payments) not between 1 and 20 then
    raise exception using errcode = 'P0001', message = 'Choose between 1 and 20 students.', hint = 'quick_fees.students', detail = 'payments';
  end if;
  if exists (select from jsonb_to_recordset(payments) x (student_id uuid, amount integer) where x.amount is null or x.amount not between 1 and 10000000) then
    raise exception using errcode = 'P0001', message = 'Enter the amount in whole shillings, up to 10,000,000.', hint = 'fee.invalid_amount', detail = 'amount';
  end if;
  if (select count(*) from public.students s where s.school_id = school and s.id in (select x.student_id from jsonb_to_recordset(payments) x (student_id uuid))) <> jsonb_array_length(payments) then
    raise exception using errcode = 'P0002', message = 'One of these students is no longer here. Choose again.', hint = 'student.not_found', detail = 'payments';
  end if;
  select jsonb_object_agg(x.student_id, x.amount), sum(x.amount) into amounts, total from jsonb_to_recordset(payments) x (student_id uuid, amount integer);
  perform pg_advisory_xact_lock(hashtextextended('fee payment ' || school::text, 0));
  select * into known from public.quick_receipts r where r.id = receipt_id;
  if known.id is not null then
    if known.school_id = school and known.method = take_quick_payment.method and private.quick_receipt_amounts(known.id) = amounts then
      return private.quick_receipt(known.id);
    end if;
    raise exception using errcode = 'PT409', message = 'This receipt was recorded already with other amounts. Start a new one.', hint = 'quick_fees.changed';
  end if;
  code := private.require_payment_reference(school, method, reference, array['mpesa', 'cash', 'bank']);
  if method = 'cash' and received < total then
    raise exception using errcode = 'P0001', message = 'This is less than the fees on the receipt.', hint = 'quick_fees.too_little', detail = 'received';
  end if;
  if code is null and not is_repeat then
    select * into known from public.quick_receipts r where r.school_id = school and r.method = take_quick_payment.method and r.amount = total and r.recorded_at > now() - interval '15 minutes'
      and private.quick_receipt_amounts(r.id) = amounts order by r.recorded_at desc limit 1;
    if known.id is not null then
      raise exception using errcode = 'PT409', hint = 'quick_fees.repeat',
        message = format('The same was paid a moment ago: receipt %s. Record it once more only if it was really paid twice.', known.receipt_number);
    end if;
  end if;
  number := private.next_receipt_number(school);
  insert into public.quick_receipts (id, school_id, receipt_number, method, reference, amount, received, paid_on, cashier_id)
  values (receipt_id, school, number, method, code, total, case when method = 'cash' then received end, private.school_today(school), private.signed_in_uid());
  for payment in select (e.value ->> 'student_id')::uuid as student_id, (e.value ->> 'amount')::integer as amount, e.place from jsonb_array_elements(payments) with ordinality as e (value, place) order by e.place loop
    -- One statement, so that the fees are read as they were before the payment.
    with fees as materialized (
      select f.name, f.amount, f.place from private.paid_fees(payment.student_id, payment.amount) with ordinality as f (name, amount, place)),
    paid as (
      insert into public.fee_payments (school_id, student_id, receipt_number, amount, method, reference, paid_on, recorded_by)
      values (school, payment.student_id, number || case when jsonb_array_length(payments) > 1 then '/' || payment.place else '' end, payment.amount, method, code, private.school_today(school), private.signed_in_uid()) returning id)
    insert into private.quick_receipt_lines (receipt_id, position, school_id, payment_id, name, amount)
    select take_quick_payment.receipt_id, payment.place * 1000 + f.place, school, p.id, f.name, f.amount from fees f, paid p;
  end loop;
  return private.quick_receipt(receipt_id);
end
$function$;

alter table private.addon_setting_defaults
  add constraint addon_setting_defaults_kind_check
    check ((kind = ANY (ARRAY['switch'::text, 'time'::text, 'number'::text, 'text'::text, 'choice'::text])));

alter table private.quick_receipt_lines
  add constraint quick_receipt_lines_payment_id_fkey foreign key (payment_id) references public.fee_payments(id) on delete cascade;

alter table private.quick_receipt_lines
  add constraint quick_receipt_lines_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.quick_receipts
  add constraint quick_receipts_cashier_id_fkey foreign key (cashier_id) references public.users(id) on delete set null;

alter table private.quick_receipt_lines
  add constraint quick_receipt_lines_receipt_id_fkey foreign key (receipt_id) references public.quick_receipts(id) on delete cascade;

alter table public.quick_receipts
  add constraint quick_receipts_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

alter table public.thermal_prints
  add constraint thermal_prints_printed_by_fkey foreign key (printed_by) references public.users(id) on delete set null;

alter table public.thermal_prints
  add constraint thermal_prints_school_id_fkey foreign key (school_id) references public.schools(id) on delete cascade;

create unique index fee_payments_reference_key on public.fee_payments using btree (school_id, method, reference, student_id)
  where ((reference is not null) AND (reverses is null) AND (reversed_at is null));

create index quick_receipt_lines_payment_idx on private.quick_receipt_lines using btree (payment_id);

create index quick_receipt_lines_school_idx on private.quick_receipt_lines using btree (school_id, receipt_id);

create index quick_receipts_school_idx on public.quick_receipts using btree (school_id, paid_on desc, recorded_at desc, id);

create index thermal_prints_school_idx on public.thermal_prints using btree (school_id, printed_at desc, id);


create trigger audit
  after insert on public.quick_receipts
  for each row
  execute function private.audit();

create trigger needs_subscription
  before insert or delete or update on public.quick_receipts
  for each STATEMENT
  execute function private.require_subscription();

create trigger needs_subscription
  before insert or delete or update on public.thermal_prints
  for each STATEMENT
  execute function private.require_subscription();

create policy "Administrators see receipts, cashiers their own" on public.quick_receipts
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:quick-fees'::text) as addon_school)) AND ((( select private.my_role() as my_role) =
    'admin'::public.user_role) or (cashier_id = ( select private.signed_in_uid() as signed_in_uid)))));

create policy "Administrators see the prints of their school, staff their own" on public.thermal_prints
  for select
  to authenticated
  using
    (((school_id = ( select private.addon_school('addon:thermal-print'::text) as addon_school)) AND ((( select private.my_role() as my_role)
    = 'admin'::public.user_role) or (printed_by = ( select private.signed_in_uid() as signed_in_uid)))));

comment on function public.cashier_totals(date) is 'What each cashier took on a day, by default today, by method, without what was reversed: an administrator sees all cashiers, a cashier their own.';

comment on function public.fee_payer_accounts(uuid[]) is 'What students owe, fee by fee, the oldest first, and who has the same guardian: [{id, name, admission_number, class_name, balance, fees: [{name, due_on, amount}], siblings: [{id, name, balance}]}]. For cashiers.';

comment on function public.find_fee_payers(text) is 'Up to eight students by name or admission number with what they owe; a whole admission number comes first. For cashiers.';

comment on function public.print_receipt(uuid) is 'Counts a print of the receipt that a payment belongs to and returns what is on it, with copy (0: the receipt itself), paper (58 or 80 mm), header and footer. Administrators, and cashiers of Quick Fees their own.';

comment on function public.quick_receipt_list(date, text, integer, integer) is 'A page of the receipts of a day, by default today, the latest first: an administrator''s school, a cashier''s own. reversed: how much of it was taken back.';

comment on function public.read_quick_receipt(uuid) is 'A receipt with what it pays: {id, receipt_number, method, reference, amount, received, paid_on, recorded_at, cashier, school, students: [{id, name, admission_number, class_name, balance, payment_id, amount, is_reversed, lines: [{name, amount}]}]}. Null where the caller may not see it.';

comment on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) is 'Records the fees of several children as one receipt: payments [{"student_id", "amount"}], one payment each. The same receipt_id again returns the receipt; the same payment without a reference within 15 minutes is refused unless is_repeat. For cashiers.';

comment on table private.addon_setting_defaults is 'As the add-on''s manifest says; least and most limit a number, most the length of a text, and choices are those of a choice.';

comment on table private.quick_receipt_lines is 'The fees that a receipt pays, oldest first; a line without a name is paid ahead.';

comment on table public.quick_receipts is 'A receipt of Quick Fees; its payments are rows of fee_payments. id is made by the cashier''s browser, so that sending it again records nothing. received: the cash that was handed over.';

comment on table public.thermal_prints is 'Prints of a receipt: 0 is the receipt, 1 its first copy. document_id: a receipt of Quick Fees, else a payment.';

revoke all on function private.cashier_school(boolean) from public;

revoke all on function private.next_receipt_number(uuid) from public;

revoke all on function private.open_charges(uuid) from public;

revoke all on function private.paid_fees(uuid, integer) from public;

revoke all on function private.quick_receipt(uuid) from public;

revoke all on function private.quick_receipt_amounts(uuid) from public;

revoke all on function private.require_payment_reference(uuid, text, text, text[]) from public;

revoke all on function public.cashier_totals(date) from public;

grant execute on function public.cashier_totals(date) to authenticated;

grant execute on function public.cashier_totals(date) to service_role;

revoke all on function public.fee_payer_accounts(uuid[]) from public;

grant execute on function public.fee_payer_accounts(uuid[]) to authenticated;

grant execute on function public.fee_payer_accounts(uuid[]) to service_role;

revoke all on function public.find_fee_payers(text) from public;

grant execute on function public.find_fee_payers(text) to authenticated;

grant execute on function public.find_fee_payers(text) to service_role;

revoke all on function public.print_receipt(uuid) from public;

grant execute on function public.print_receipt(uuid) to authenticated;

grant execute on function public.print_receipt(uuid) to service_role;

revoke all on function public.quick_receipt_list(date, text, integer, integer) from public;

grant execute on function public.quick_receipt_list(date, text, integer, integer) to authenticated;

grant execute on function public.quick_receipt_list(date, text, integer, integer) to service_role;

revoke all on function public.read_quick_receipt(uuid) from public;

grant execute on function public.read_quick_receipt(uuid) to authenticated;

grant execute on function public.read_quick_receipt(uuid) to service_role;

revoke all on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) from public;

grant execute on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) to authenticated;

grant execute on function public.take_quick_payment(uuid, jsonb, text, text, integer, boolean) to service_role;

grant all on table private.quick_receipt_lines to service_role;

grant select on table public.quick_receipts to authenticated;

grant all on table public.quick_receipts to service_role;

grant select on table public.thermal_prints to authenticated;

grant all on table public.thermal_prints to service_role;

insert into private.addon_setting_defaults (feature, name, kind, value) values
  ('addon:quick-fees', 'staff_take_fees', 'switch', 'true');
update private.addon_features set is_built = true where feature = 'addon:quick-fees';
update public.addons set is_ready = true where feature = 'addon:quick-fees';

insert into private.addon_setting_defaults (feature, name, kind, value, most, choices) values
  ('addon:thermal-print', 'paper', 'choice', '"80"', null, array['58', '80']),
  ('addon:thermal-print', 'header', 'text', '""', 200, null),
  ('addon:thermal-print', 'footer', 'text', '""', 300, null);
update private.addon_features set is_built = true where feature = 'addon:thermal-print';
update public.addons set is_ready = true where feature = 'addon:thermal-print';

create or replace function public.export_student(student_id uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  source record;
  found jsonb;
  notes jsonb;
  parts jsonb := '{}';
begin
  if coalesce(private.my_role() not in ('admin', 'parent', 'student'), true) then
    raise exception using errcode = '42501', message = 'Only guardians and administrators take a child''s data out.', hint = 'export.guardians_only';
  end if;
  select to_jsonb(s) - 'search_text' into found from public.students s where s.id = export_student.student_id;
  if found is null then
    raise exception using errcode = 'P0002', message = 'This student is no longer here.', hint = 'student.not_found';
  end if;
  parts := jsonb_build_object('students', jsonb_build_array(found));
  for source in
    select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'student_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'audit_log' and pg_catalog.has_table_privilege(c.oid, 'select') order by c.relname loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - ''search_text''), ''[]'') from public.%I t where t.student_id = $1', source.name) into found using export_student.student_id;
    if found <> '[]' then
      parts := parts || jsonb_build_object(source.name, found);
    end if;
  end loop;
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') into found
  from public.guardians g where g.id in (select sg.guardian_id from public.student_guardians sg where sg.student_id = export_student.student_id);
  -- Notes are readable by their function only.
  select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes
  from (select * from public.read_student_records(of_student => export_student.student_id, size => 1000)
    union all select * from public.read_student_records(of_student => export_student.student_id, archived => true, size => 1000)) r;
  if notes <> '[]' then
    parts := parts || jsonb_build_object('student_records', notes);
  end if;
  if private.member_addon_school('addon:behaviour-records') is not null then
    select coalesce(jsonb_agg(to_jsonb(r) - 'total'), '[]') into notes from public.read_behaviour(of_student => export_student.student_id, size => 1000) r;
    if notes <> '[]' then
      parts := parts || jsonb_build_object('behaviour_entries', notes);
    end if;
  end if;
  perform private.log_export(export_student.student_id);
  return parts || jsonb_build_object('guardians', found);
end
$$;
