-- The data of the order's mails.
create function private.order_mail(placed public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'order_id', placed.id, 'order_key', placed.idempotency_key, 'order_number', placed.order_number,
      'payment_reference', placed.payment_reference, 'customer_name', placed.customer_name,
    'institution', placed.institution, 'payment_method', placed.payment_method, 'total_amount', placed.total_amount,
      'net_amount', placed.net_amount,
    'vat_amount', placed.vat_amount, 'created_at', placed.created_at,
    'items', (select jsonb_agg(jsonb_build_object('addon_name', addon_name, 'category', category, 'quantity', quantity,
      'price', price, 'line_total', line_total) order by position)
      from public.order_items where order_id = placed.id))
$$;

create function public.order_by_number_and_email(order_number text, email text default null,
  order_key uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_order constant public.orders := private.order_of_buyer(
    order_by_number_and_email.order_number, order_by_number_and_email.order_key, order_by_number_and_email.email);
  rated constant jsonb := jsonb_build_object('rating',
    (select r.rating from public.order_ratings r where r.order_id = found_order.id));
begin
  if found_order.id is null then
    return null;
  end if;
  if found_order.idempotency_key is distinct from order_by_number_and_email.order_key then
    return private.order_document(found_order) || rated || '{"is_proven": false, "licences": [], "payments": [], '
      '"tax": null, "customer_phone": "", "billing_address": null, "city": null}';
  end if;
  return private.order_document(found_order) || rated || '{"is_proven": true}';
end
$$;
comment on function public.order_by_number_and_email(text, text, uuid) is
  'An order for anyone who has its key, or knows its number and the buyer''s address; null otherwise. Without the key '
    'it comes without licences and what its papers need: a number and an address are no secret.';
grant execute on function public.order_by_number_and_email(text, text, uuid) to anon, authenticated;

-- Finds an order for its buyer: by its key, or by number and email address, with twenty wrong guesses an hour, also at
-- numbers that no order has. Callers do not raise an error for a miss, which would undo the count.
create function private.order_of_buyer(order_number text, order_key uuid, email text) returns public.orders
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  found_order public.orders;
  most_misses constant integer := 20;
  misses_of constant text := 'misses of order ' || left(upper(btrim(order_of_buyer.order_number)), 40);
begin
  select o.* into found_order from public.orders o where o.order_number = upper(btrim(order_of_buyer.order_number));
  if found_order.idempotency_key = order_key then
    return found_order;
  end if;
  if order_of_buyer.email is null or misses_of is null then
    return null;
  end if;
  if exists (select from private.rate_limits r where r.subject = misses_of
    and r.window_start = date_bin(interval '1 hour', now(), timestamptz '2000-01-01') and r.hits >= most_misses) then
    perform private.refuse('order.too_many_proofs',
      'Too many wrong addresses for this order. Use the link in the confirmation email, or try again in an hour.',
      errcode => 'PT429');
  end if;
  if lower(found_order.customer_email) = lower(btrim(order_of_buyer.email)) then
    return found_order;
  end if;
  perform private.limit_rate(misses_of, most_misses, interval '1 hour');
  return null;
end
$$;

-- The order's document (receipt or proforma invoice), shared by the page, the PDF and the mail.
create function private.document_issuer() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(private.null_if_blank(private.setting('brand', 'legalName') #>> '{}'),
      private.setting('brand', 'name') #>> '{}', ''),
    'address', (select string_agg(line, ', ')
      from jsonb_array_elements_text(coalesce(private.setting('contact', 'addressLines'), '[]')) as line),
    'phone', private.setting('contact', 'phone') #>> '{}', 'email', private.setting('contact', 'salesEmail') #>> '{}',
    'kra_pin', private.null_if_blank(private.setting('company', 'kraPin') #>> '{}'))
$$;

create function public.order_document(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders o where o.id = order_document.order_id
    and (private.may('order:read-all') or o.school_id = private.my_orders_school()
      or o.user_id = private.signed_in_uid() and (o.school_id is null or o.school_id = private.my_school()));
  if found_order.id is null then
    return null;
  end if;
  -- Other staff of the school see what was bought, but not the keys.
  return private.order_document(found_order) || case when private.may('order:read-all')
    or found_order.school_id = private.school_where('plan:manage') or found_order.user_id = private.signed_in_uid()
    then '{}' else '{"licences": []}'::jsonb end;
end
$$;
comment on function public.order_document(uuid) is 'The content of an order''s receipt or proforma invoice, for '
  'those who may see the order; null otherwise. Licences with their keys are told to administrators and the buyer '
  'only.';
grant execute on function public.order_document(uuid) to authenticated;

create function private.order_document(o public.orders) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.order_mail(o) - 'order_key' || jsonb_build_object(
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount,
      'due_amount', private.due_amount(o), 'surplus_amount', o.surplus_amount, 'returning_amount',
      private.returning_amount(o.id), 'valid_until', private.quote_end(o),
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address,
    'customer_kra_pin', o.kra_pin,
      'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount,
      'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category,
      'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until,
          'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id
        left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'services', (select coalesce(jsonb_agg(jsonb_build_object('name', i.addon_name, 'state', f.state,
      'person', f.person, 'starts_on', f.starts_on, 'ends_on', f.ends_on, 'notes', f.notes) order by i.position), '[]')
      from public.service_fulfilments f join public.order_items i on i.id = f.order_item_id where f.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number,
      'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed'
        order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$$;

create function public.order_document_for_mail(order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$ select private.order_document(o) from public.orders o
  where o.id = order_document_for_mail.order_id $$;
comment on function public.order_document_for_mail(uuid) is 'The same for the mail function.';
