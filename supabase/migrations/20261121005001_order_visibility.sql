-- Who sees an order: super admins every one, a school's admins, teachers and staff the school's, everybody the ones they placed.
-- Parents and students see no contact of a buyer at their school.
create function private.my_orders_school() returns uuid
language sql stable security definer set search_path = '' as $$
  select case when private.my_role() in ('admin', 'teacher', 'staff') then private.my_school() end
$$;
grant execute on function private.my_orders_school() to authenticated;

drop policy "Super admins see every order, schools theirs, buyers their own" on public.orders;
create policy "Super admins see all orders, schools theirs, buyers their own" on public.orders for select to authenticated
  using ((select private.is_super_admin()) or school_id = (select private.my_orders_school()) or user_id = (select auth.uid()));

-- Asked per line or payment by key, so that one order's are as quick among a million as among a hundred.
drop policy "Whoever sees an order sees its lines" on public.order_items;
create policy "Whoever sees an order sees its lines" on public.order_items for select to authenticated
  using ((select private.is_super_admin()) or exists (select from public.orders o where o.id = order_id));
drop policy "Whoever sees an order sees its payments" on public.payments;
create policy "Whoever sees an order sees its payments" on public.payments for select to authenticated
  using ((select private.is_super_admin()) or exists (select from public.orders o where o.id = order_id));

-- The key and the fingerprint of the request belong to whoever placed the order, and to nobody's list.
revoke select on public.orders from authenticated;
grant select (id, order_number, payment_reference, customer_name, customer_email, customer_phone, institution, billing_address, city, country, segment, status,
  payment_method, total_amount, net_amount, vat_amount, user_id, school_id, paid_at, is_demo, search_text, created_at, updated_at) on public.orders to authenticated;
create function private.shown_order(found_order public.orders) returns public.orders
language plpgsql immutable set search_path = '' as $$
begin
  found_order.idempotency_key := null;
  found_order.request_hash := null;
  return found_order;
end
$$;
