set check_function_bodies = off;

alter table public.payments
  drop constraint payments_amount_check;

alter table public.payments
  drop constraint payments_check;

alter table public.refunds
  drop constraint refunds_amount_check;

alter table public.subscriptions
  drop constraint subscriptions_billing_check;

alter table public.tax_documents
  drop constraint tax_documents_amount_check;

drop function private.apply_paid_plans(public.orders);

drop function private.days_of_period(public.plan_period);

drop function private.receive_payment(public.orders, uuid, public.payment_method, bigint, text, text, timestamp
  with time zone, text, boolean);

drop function private.shillings(bigint);

drop function private.upgrade_subscription(uuid, uuid, bigint, uuid);

drop function public.claim_refunds(integer);

drop function public.confirm_bank_payment(uuid, bigint, text, date, text);

drop function public.list_payment_issues();

drop function public.record_payment(uuid, public.payment_method, bigint, text, timestamp with time zone, uuid, text);

drop function public.refund_payment(uuid, text, bigint);

alter table public.order_items
  add column upgrades uuid;

alter table public.order_items
  add column upgrades_until date;

alter table public.order_items
  add column upgrades_from_price integer;

alter table public.order_items
  add column upgrades_to_price integer;

alter table public.order_items
  add column granted_as text;

alter table public.order_items
  add column granted_amount numeric;

alter table public.order_items
  add column granted_days integer;

alter table public.orders
  add column valid_until date;

alter table public.orders
  add column surplus_amount numeric not null default 0;

alter table public.refunds
  add column retries integer not null default 0;

alter table public.refunds
  add column sent_at timestamp with time zone;

alter table public.orders
  alter column refunded_amount drop default;

alter table public.orders
  alter column refunded_amount type numeric using refunded_amount::numeric;

alter table public.orders
  alter column refunded_amount set default 0;

alter table public.payments
  alter column amount drop default;

alter table public.payments
  alter column amount type numeric using amount::numeric;

alter table public.payments
  alter column refunded_amount drop default;

alter table public.payments
  alter column refunded_amount type numeric using refunded_amount::numeric;

alter table public.payments
  alter column refunded_amount set default 0;

alter table public.refunds
  alter column amount drop default;

alter table public.refunds
  alter column amount type numeric using amount::numeric;

alter table public.tax_documents
  alter column amount drop default;

alter table public.tax_documents
  alter column amount type numeric using amount::numeric;

alter type public.refund_status add value 'withdrawn' after 'manual';
