import type { BuyerOrder } from '@masomo/data/store/checkout';
import { isLocked } from '@masomo/domain/orders';
import { PaymentPanel } from '../shared/payment/PaymentPanel.tsx';
import type { BuyerProof } from './useBuyerOrder.ts';
import { usePayment } from '../shared/payment/usePayment.ts';

/** Starts or continues the online payment of an order; renders nothing where nothing is to be paid, or by bank transfer, whose instructions are shown elsewhere. */
export function OrderPayment({
  order,
  proof: { email = '', orderKey },
  onPaid,
}: {
  order: BuyerOrder;
  proof: BuyerProof;
  /** Called when the server reports the payment, so that the order is reloaded. */
  onPaid: () => unknown;
}) {
  const { orderNumber } = order;
  const proof = orderKey && order.isProven ? { orderNumber, orderKey } : { orderNumber, email };
  // A locked order that is not paid has nothing to pay, whatever its last attempt was.
  const isOnline = order.paymentMethod !== 'bank' && (order.paidAt !== null || !isLocked(order.status));
  const payment = usePayment(isOnline ? proof : undefined, order.paidAt ? undefined : onPaid);
  if (!isOnline) return null;
  return <PaymentPanel payment={payment} proof={proof} phone="" />;
}
