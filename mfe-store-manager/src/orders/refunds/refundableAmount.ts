import type { OrderPayment, RefundStatus } from '@masomo/data/store/orderPayments';

const pendingStatuses: readonly RefundStatus[] = ['requested', 'sent', 'manual', 'failed'];

/** Shillings of a payment that are neither refunded nor part of a pending refund. */
export function refundableAmount({ amount, refunded, refunds }: Pick<OrderPayment, 'amount' | 'refunded' | 'refunds'>): number {
  const pending = refunds.filter(({ status }) => pendingStatuses.includes(status)).reduce((sum, refund) => sum + refund.amount, 0);
  return amount - refunded - pending;
}
