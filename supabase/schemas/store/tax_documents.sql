-- Documents for the tax authority: an invoice per paid order, a credit note per refund. Written in the transaction that
-- causes them, numbered without gaps, sent once the installation is configured for it.

create table public.tax_documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null unique,
  order_id uuid not null references public.orders (id) on delete cascade,
  refund_id uuid unique references public.refunds (id) on delete cascade,
  corrects uuid references public.tax_documents (id) on delete cascade,
  amount numeric not null check (amount > 0 and amount = round(amount, 2)),
  status text not null default 'pending' check (status in ('pending', 'signed', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 500),
  control_unit text,
  receipt_number text,
  receipt_signature text,
  internal_data text,
  signed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'credit_note') = (refund_id is not null))
);
comment on table public.tax_documents is 'pending waits to be sent; failed was refused, with the reason. The control '
  'unit''s fields stay empty until it has responded.';

create index tax_documents_order_idx on public.tax_documents (order_id, created_at);
create index tax_documents_due_idx on public.tax_documents (next_try_at) where status = 'pending';
create index tax_documents_corrects_idx on public.tax_documents (corrects);

select private.school_table('public.tax_documents', needs_subscription => false);
grant select on public.tax_documents to authenticated;

create policy "Super admins see tax documents" on public.tax_documents for select to authenticated
  using ((select private.may('order:read-all')));

create table private.tax_counter (
  is_only boolean primary key default true check (is_only),
  last bigint not null default 0
);

alter table private.tax_counter enable row level security;

create function private.next_tax_number() returns bigint
language sql security definer set search_path = '' as $$ update private.tax_counter set last = last + 1
  returning last $$;

create function private.invoice_paid_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.tax_documents (kind, number, order_id, amount)
    values ('invoice', private.next_tax_number(), new.id, new.total_amount);
  return null;
end
$$;
create trigger invoice after update of paid_at on public.orders for each row
  when (old.paid_at is null and new.paid_at is not null and new.total_amount > 0 and not new.is_demo)
    execute function private.invoice_paid_order();

-- Lists JSON: each document has the lines of its order, and no screen reads it.
create function public.claim_tax_documents(most integer default 10) returns jsonb
language sql security definer set search_path = '' as $$
  with due as (
    update public.tax_documents t set tries = t.tries + 1,
      next_try_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(t.tries, 9)))
    where t.id in (select d.id from public.tax_documents d where d.status = 'pending' and d.next_try_at <= now()
      and (d.corrects is null or exists (select from public.tax_documents i where i.id = d.corrects
        and i.status = 'signed')) order by d.number limit most for update skip locked)
    returning t.*)
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'number', d.number, 'corrects', i.number,
    'amount', d.amount, 'created_at', d.created_at,
    'order_number', o.order_number, 'customer', o.institution, 'phone', o.customer_phone, 'kra_pin', o.kra_pin,
    'payment_method',
      o.payment_method, 'total', o.total_amount,
    'lines', (select jsonb_agg(jsonb_build_object('name', l.addon_name, 'quantity', l.quantity, 'price', l.price,
      'total', l.line_total) order by l.position) from public.order_items l where l.order_id = o.id))
    order by d.number), '[]')
  from due d join public.orders o on o.id = d.order_id left join public.tax_documents i on i.id = d.corrects
$$;
comment on function public.claim_tax_documents(integer)
  is 'Documents to be sent now, a credit note only after its invoice was signed.';

create function public.sign_tax_document(document_id uuid, control_unit text, receipt_number text,
  receipt_signature text, internal_data text, signed_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.tax_documents t set status = 'signed', last_error = null, control_unit = sign_tax_document.control_unit,
    receipt_number = sign_tax_document.receipt_number,
    receipt_signature = sign_tax_document.receipt_signature, internal_data = sign_tax_document.internal_data,
      signed_at = coalesce(sign_tax_document.signed_at, now())
  where t.id = document_id and t.status <> 'signed'
$$;

create function public.fail_tax_document(document_id uuid, error text, is_final boolean) returns void
language sql security definer set search_path = '' as $$
  update public.tax_documents t set last_error = left(error, 500),
    status = case when is_final then 'failed' else t.status end where t.id = document_id and t.status = 'pending'
$$;

create function public.retry_tax_document(document_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require('payment:confirm');
  update public.tax_documents set status = 'pending', next_try_at = now() where id = document_id and status = 'failed';
  if not found then
    perform private.refuse('tax.not_failed', 'Only a document that was refused can be sent again.', errcode => 'PT409');
  end if;
end
$$;
grant execute on function public.retry_tax_document(uuid) to authenticated;

insert into private.tax_counter default values;
