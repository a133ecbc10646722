set check_function_bodies = off;

create or replace function private.complete_refund(refund public.refunds, reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  payment public.payments;
  target public.orders;
  before public.order_status;
begin
  update public.refunds set status = 'done', finished_at = now(), last_error = null, provider_reference = coalesce(private.null_if_blank(reference), provider_reference) where id = refund.id;
  update public.payments set refunded_amount = refunded_amount + refund.amount where id = refund.payment_id returning * into payment;
  insert into public.order_events (order_id, actor_id, kind, note) values (refund.order_id, auth.uid(), 'refund', format('%s paid back of receipt %s: %s', private.shillings(refund.amount), payment.receipt, refund.reason));
  if payment.state = 'received' then
    update public.orders set refunded_amount = refunded_amount + refund.amount where id = refund.order_id;
    select * into target from public.orders where id = refund.order_id;
    if target.paid_at is not null and not exists (select from public.payments p where p.order_id = target.id and p.state = 'received' and p.refunded_amount < p.amount) then
      before := target.status;
      update public.orders set status = 'cancelled', paid_at = null where id = target.id returning * into target;
      update public.licences set revoked_at = now() where order_id = target.id and revoked_at is null;
      insert into public.order_events (order_id, actor_id, kind, from_status, to_status, note) values (target.id, auth.uid(), 'status', before, 'cancelled', 'Paid back in full: the licences are revoked.');
    end if;
  else
    select * into target from public.orders where id = refund.order_id;
  end if;
  perform private.queue_mail('order-refund/' || refund.id, 'order-refund', target.customer_email,
    private.order_mail(target) || jsonb_build_object('refund_amount', refund.amount, 'refund_method', payment.method, 'receipt', payment.receipt, 'reason', refund.reason, 'is_cancelled', target.status = 'cancelled'),
    private.team_email('salesEmail'));
end
$$;
