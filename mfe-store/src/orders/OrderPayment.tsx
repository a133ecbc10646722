import type { BuyerOrder } from '@masomo/data/store/checkout';
import { PaymentPanel } from '../shared/payment/PaymentPanel.tsx';
import { usePayment } from '../shared/payment/usePayment.ts';

/** Starts or continues the online payment of an order; renders nothing for bank transfers, whose instructions are shown elsewhere. */
export function OrderPayment({
  order,
  email,
  onPaid,
}: {
  order: BuyerOrder;
  email: string;
  /** Called when the server reports the payment, so that the order is reloaded. */
  onPaid: () => unknown;
}) {
  const proof = { orderNumber: order.orderNumber, email };
  const isOnline = order.paymentMethod !== 'bank';
  const payment = usePayment(isOnline ? proof : undefined, order.paidAt ? undefined : onPaid);
  if (!isOnline) return null;
  return <PaymentPanel payment={payment} proof={proof} phone="" />;
}
