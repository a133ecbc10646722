-- A transfer counts on the day its money arrived, by the clock of Nairobi: today means now, an earlier day its noon, and no day is ahead.

create or replace function public.confirm_bank_payment(order_id uuid, amount bigint, bank_reference text, value_date date default current_date, note text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.order_for_change(order_id);
  today constant date := private.nairobi_day(now());
begin
  if target.status = 'cancelled' then
    raise exception using errcode = '55000', message = 'This order is cancelled. Reopen it before confirming a payment.', hint = 'order.locked';
  end if;
  if amount is null or amount <= 0 then
    raise exception using errcode = 'P0001', message = 'Enter the amount received in whole shillings.', hint = 'payment.invalid_amount', detail = 'amount';
  end if;
  if value_date is null or value_date > today then
    raise exception using errcode = 'P0001', message = 'Choose the day the money arrived: today or an earlier one.', hint = 'payment.invalid_date', detail = 'value_date';
  end if;
  return public.record_payment(target.id, 'bank', amount, bank_reference,
    case when value_date = today then now() else (value_date + time '12:00') at time zone 'Africa/Nairobi' end, null, note);
end
$$;
