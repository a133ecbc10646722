import type { PaymentMethod } from '@masomo/domain/orders';
import { unwrap, type Db } from '@masomo/data';
import type { Database } from '../database.types.ts';

type Enums = Database['public']['Enums'];
export type RefundStatus = Enums['refund_status'];

/** Money sent back, or about to be. `error` says why the provider refused. */
export type Refund = { id: string; amount: number; reason: string; status: RefundStatus; reference: string | null; error: string | null };

/** Money received for an order, in whole shillings. `surplus` came for an order that needed none, `review` differs from what was asked for. */
export type OrderPayment = {
  id: string;
  method: PaymentMethod;
  amount: number;
  currency: string;
  refunded: number;
  receipt: string;
  state: Enums['payment_state'];
  paidAt: string;
  note: string | null;
  refunds: Refund[];
};

/** One thing about money that a person decides; `kind` says which commands fit. */
export type PaymentIssue = {
  kind: string;
  id: string;
  orderId: string | null;
  orderNumber: string | null;
  customerName: string | null;
  method: string;
  amount: number;
  currency: string;
  receipt: string | null;
  occurredAt: string;
  note: string | null;
};

export const orderPaymentKeys = {
  of: (orderId: string) => ['orders', 'payments', orderId] as const,
  issues: () => ['orders', 'payment-issues'] as const,
};

/** What was paid for an order and what went back, oldest first. Super admins see the refunds. */
export async function listOrderPayments(db: Db, orderId: string): Promise<OrderPayment[]> {
  const rows = unwrap(
    await db
      .from('payments')
      .select(
        'id, method, amount, currency, refunded_amount, receipt, state, paid_at, note, refunds(id, amount, reason, status, provider_reference, last_error, created_at)',
      )
      .eq('order_id', orderId)
      .order('created_at'),
  );
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    amount: row.amount,
    currency: row.currency,
    refunded: row.refunded_amount,
    receipt: row.receipt,
    state: row.state,
    paidAt: row.paid_at,
    note: row.note,
    refunds: row.refunds
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map((refund) => ({
        id: refund.id,
        amount: refund.amount,
        reason: refund.reason,
        status: refund.status,
        reference: refund.provider_reference,
        error: refund.last_error,
      })),
  }));
}

/** Money somebody has to look at, newest first. Super admins only. */
export async function listPaymentIssues(db: Db): Promise<PaymentIssue[]> {
  return unwrap(await db.rpc('list_payment_issues', {}, { get: true })).map((row) => ({
    kind: row.kind,
    id: row.id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    customerName: row.customer_name,
    method: row.method,
    amount: row.amount,
    currency: row.currency,
    receipt: row.receipt,
    occurredAt: row.occurred_at,
    note: row.note,
  }));
}

/** Pays back all that is left of a payment, or an amount. Goes to the provider by itself; a bank transfer waits for `settleRefund`. */
export async function refundPayment(
  db: Db,
  { paymentId, amount, reason }: { paymentId: string; amount?: number | undefined; reason: string },
): Promise<RefundStatus> {
  return unwrap(await db.rpc('refund_payment', { payment_id: paymentId, reason, ...(amount === undefined ? {} : { amount }) })).status;
}

/** The money of a refund went back by hand, under this reference. */
export async function settleRefund(db: Db, { refundId, reference }: { refundId: string; reference: string }): Promise<RefundStatus> {
  return unwrap(await db.rpc('settle_refund', { refund_id: refundId, reference })).status;
}

/** Sends a refund again that the provider refused. */
export async function retryRefund(db: Db, refundId: string): Promise<RefundStatus> {
  return unwrap(await db.rpc('retry_refund', { refund_id: refundId })).status;
}

/** Counts a payment that differs from what was asked for; the order completes once it is covered. */
export async function acceptPayment(db: Db, { paymentId, reason }: { paymentId: string; reason: string }): Promise<string> {
  return unwrap(await db.rpc('accept_payment', { payment_id: paymentId, reason })).state;
}

/** Gives money that named no order we know to an order. */
export async function assignUnmatchedPayment(db: Db, { eventId, orderNumber }: { eventId: string; orderNumber: string }): Promise<string> {
  return unwrap(await db.rpc('assign_provider_event', { event_id: eventId, order_number: orderNumber })).state;
}

/** Puts money aside that is not for us to assign; the reason stays. */
export async function dismissUnmatchedPayment(db: Db, { eventId, reason }: { eventId: string; reason: string }): Promise<true> {
  const { error, status } = await db.rpc('dismiss_provider_event', { event_id: eventId, reason });
  if (error) unwrap({ data: null, error, status });
  return true;
}
