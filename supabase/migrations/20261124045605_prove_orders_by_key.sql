set check_function_bodies = off;

drop function public.order_by_number_and_email(text, text);

create or replace function private.order_document (
  o public.orders
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.order_mail(o) - 'order_key' || jsonb_build_object(
    'status', o.status, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'refunded_amount', o.refunded_amount,
    'customer_email', o.customer_email, 'customer_phone', o.customer_phone, 'billing_address', o.billing_address, 'city', o.city, 'country', o.country,
    'vat_percent', case when o.net_amount > 0 then round(o.vat_amount * 100 / o.net_amount) else 0 end,
    'payments', (select coalesce(jsonb_agg(jsonb_build_object('method', p.method, 'amount', p.amount, 'receipt', p.receipt, 'paid_at', p.paid_at) order by p.paid_at, p.id), '[]')
      from public.payments p where p.order_id = o.id and p.state = 'received'),
    'licences', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'category', l.category, 'quantity', l.quantity, 'licence_key', l.licence_key,
        'school', coalesce(s.name, o.institution), 'valid_from', l.valid_from, 'valid_until', l.valid_until, 'is_revoked', l.revoked_at is not null) order by i.position), '[]')
      from public.licences l join public.order_items i on i.id = l.order_item_id left join public.schools s on s.id = l.school_id where l.order_id = o.id),
    'tax', (select jsonb_build_object('control_unit', t.control_unit, 'receipt_number', t.receipt_number, 'receipt_signature', t.receipt_signature, 'signed_at', t.signed_at)
      from public.tax_documents t where t.order_id = o.id and t.kind = 'invoice' and t.status = 'signed' order by t.number desc limit 1),
    'bank', private.setting('payments', 'bank'), 'issuer', private.document_issuer())
$function$;

create or replace function private.order_mail (
  placed public.orders
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select jsonb_build_object(
    'order_id', placed.id, 'order_key', placed.idempotency_key, 'order_number', placed.order_number, 'payment_reference', placed.payment_reference, 'customer_name', placed.customer_name,
    'institution', placed.institution, 'payment_method', placed.payment_method, 'total_amount', placed.total_amount, 'net_amount', placed.net_amount,
    'vat_amount', placed.vat_amount, 'created_at', placed.created_at,
    'items', (select jsonb_agg(jsonb_build_object('addon_name', addon_name, 'category', category, 'quantity', quantity, 'price', price, 'line_total', line_total) order by position)
      from public.order_items where order_id = placed.id))
$function$;

create or replace function public.order_by_number_and_email (
  order_number text,
  email        text default null::text,
  order_key    uuid default null::uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_order constant public.orders := private.order_of_buyer(order_by_number_and_email.order_number, order_by_number_and_email.order_key, order_by_number_and_email.email);
begin
  if found_order.id is null then
    return null;
  end if;
  if found_order.idempotency_key is distinct from order_by_number_and_email.order_key then
    return private.order_document(found_order) || '{"is_proven": false, "licences": [], "payments": [], "tax": null, "customer_phone": "", "billing_address": null, "city": null}';
  end if;
  return private.order_document(found_order) || '{"is_proven": true}';
end
$function$;

comment on function public.order_by_number_and_email(text, text, uuid) is 'An order for whoever has its key, or knows its number and the buyer''s address; null otherwise. Without the key it comes without licences and what its papers need: a number and an address are no secret.';

revoke all on function public.order_by_number_and_email(text, text, uuid) from public;

grant execute on function public.order_by_number_and_email(text, text, uuid) to anon, authenticated;

grant execute on function public.order_by_number_and_email(text, text, uuid) to service_role;
