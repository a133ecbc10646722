-- How a try to pay can end besides being paid, and what received money is: counted for its order, too much, or to be looked at.
alter type public.attempt_status add value 'cancelled' after 'failed';
create type public.payment_state as enum ('received', 'surplus', 'review');
create type public.refund_status as enum ('requested', 'sent', 'done', 'failed', 'manual');
alter table public.order_events drop constraint order_events_kind_check;
alter table public.order_events add constraint order_events_kind_check check (kind in ('placed', 'status', 'reopened', 'note', 'payment', 'refund', 'mail', 'licence'));

alter table public.payment_attempts
  add column attempt_key uuid unique,
  add column provider_request text,
  add column failure text check (failure ~ '^[a-z_]{1,40}$'),
  add column redirect_url text check (length(redirect_url) <= 500),
  add column accepted_at timestamptz,
  add column expires_at timestamptz,
  add column resolved_at timestamptz,
  alter column next_check_at drop not null;
comment on column public.payment_attempts.attempt_key is 'Made by the buyer''s page: the same key again is the same attempt.';
comment on column public.payment_attempts.accepted_at is 'When the provider took the request; null when its answer never came.';
comment on column public.payment_attempts.resolved_at is 'When the provider said how it ended. Until then it is asked again, whatever the status shown.';
comment on column public.payment_attempts.failure is 'Why it failed, in the product''s own words (shared/domain payments).';
create unique index payment_attempts_merchant_reference_key on public.payment_attempts (merchant_reference);
drop index public.payment_attempts_due_idx;
create index payment_attempts_due_idx on public.payment_attempts (next_check_at) where resolved_at is null and next_check_at is not null;
update public.payment_attempts set resolved_at = coalesce(finished_at, created_at) where status in ('succeeded', 'failed', 'needs_review');

alter table public.payments
  add column state public.payment_state not null default 'received',
  add column currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
  add column refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount);
comment on column public.payments.state is 'received counts for the order; surplus came for an order that needed none; review differs from what was asked for.';
create index payments_unsettled_idx on public.payments (created_at desc) where state <> 'received';

alter table public.orders add column refunded_amount bigint not null default 0;
