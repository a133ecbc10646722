import type { BuyerOrder } from '@masomo/data/store/checkout';
import { PaymentPanel } from '../shared/payment/PaymentPanel.tsx';
import { usePayment } from '../shared/payment/usePayment.ts';

/** Pays an order, or goes on with a payment that is under way; nothing for one by bank transfer that is shown how already. */
export function OrderPayment({
  order,
  email,
  onPaid,
}: {
  order: BuyerOrder;
  email: string;
  /** The order itself has to be read again. */ onPaid: () => unknown;
}) {
  const proof = { orderNumber: order.orderNumber, email };
  const isOnline = order.paymentMethod !== 'bank';
  const payment = usePayment(isOnline ? proof : undefined, order.paidAt ? undefined : onPaid);
  if (!isOnline) return null;
  return <PaymentPanel payment={payment} proof={proof} phone="" />;
}
