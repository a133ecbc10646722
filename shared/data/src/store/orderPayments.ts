import type { PaymentMethod } from '@masomo/domain/orders';
import { sayOr, unwrap, type Db } from '@masomo/data';
import type { Database } from '../database.types.ts';

type Enums = Database['public']['Enums'];
export type RefundStatus = Enums['refund_status'];

/** A refund, pending or done; `amount` in whole shillings. `error` is the provider's reason for refusing it. */
export type Refund = { id: string; amount: number; reason: string; status: RefundStatus; reference: string | null; error: string | null };

/** A payment received for an order, in whole shillings. State `surplus`: nothing was due; `review`: it differs from the requested amount. */
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

/** A payment problem that needs a decision; `kind` determines which commands apply. */
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

/** Payments of an order with their refunds, oldest first. Only super admins see refunds. */
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

/** Payment problems that need a decision, newest first. Super admins only. */
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
    note: row.note && sayOr(row.said, row.note),
  }));
}

/** Refunds the rest of a payment, or `amount` whole shillings of it. Sent to the provider automatically; a bank transfer waits for `settleRefund`. */
export async function refundPayment(
  db: Db,
  { paymentId, amount, reason }: { paymentId: string; amount?: number | undefined; reason: string },
): Promise<RefundStatus> {
  return unwrap(await db.rpc('refund_payment', { payment_id: paymentId, reason, ...(amount === undefined ? {} : { amount }) })).status;
}

/** Marks a refund as transferred by hand under a reference. */
export async function settleRefund(db: Db, { refundId, reference }: { refundId: string; reference: string }): Promise<RefundStatus> {
  return unwrap(await db.rpc('settle_refund', { refund_id: refundId, reference })).status;
}

/** Retries a refund that the provider refused. */
export async function retryRefund(db: Db, refundId: string): Promise<RefundStatus> {
  return unwrap(await db.rpc('retry_refund', { refund_id: refundId })).status;
}

/** Gives up a refund that no provider is working on; the reason is recorded. */
export async function withdrawRefund(db: Db, { refundId, reason }: { refundId: string; reason: string }): Promise<RefundStatus> {
  return unwrap(await db.rpc('withdraw_refund', { refund_id: refundId, reason })).status;
}

/** Counts an attempt that its provider reported in two ways as not paid; the reason is recorded. */
export async function dismissAttempt(db: Db, { attemptId, reason }: { attemptId: string; reason: string }): Promise<true> {
  const { error, status } = await db.rpc('dismiss_payment_attempt', { attempt_id: attemptId, reason });
  if (error) unwrap({ data: null, error, status });
  return true;
}

/** Accepts a payment that differs from the requested amount; the order completes once its total is covered. */
export async function acceptPayment(db: Db, { paymentId, reason }: { paymentId: string; reason: string }): Promise<string> {
  return unwrap(await db.rpc('accept_payment', { payment_id: paymentId, reason })).state;
}

/** Assigns a payment that matched no order to one. */
export async function assignUnmatchedPayment(db: Db, { eventId, orderNumber }: { eventId: string; orderNumber: string }): Promise<string> {
  return unwrap(await db.rpc('assign_provider_event', { event_id: eventId, order_number: orderNumber })).state;
}

/** Dismisses a payment that belongs to no order; the reason is recorded. */
export async function dismissUnmatchedPayment(db: Db, { eventId, reason }: { eventId: string; reason: string }): Promise<true> {
  const { error, status } = await db.rpc('dismiss_provider_event', { event_id: eventId, reason });
  if (error) unwrap({ data: null, error, status });
  return true;
}
