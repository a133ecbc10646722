import * as z from '@masomo/data/zod';
import { orderStatusSchema, paymentMethodSchema } from '@masomo/domain/orderSchemas';
import type { OrderStatus, PaymentMethod } from '@masomo/domain/orders';
import { attemptStatuses, type AttemptStatus } from '@masomo/domain/payments';
import { translatable } from '@masomo/domain/translatable';
import { refusedAnswer } from '../refusedAnswer.ts';
import { DataError, unwrap, type DataErrorKind, type Db } from '@masomo/data';
import { postFunction } from '@masomo/data/functions';

/**
 * Proof of ownership of an order: its number with either the idempotency key it was placed with (known to the page that placed
 * it, even before the response) or the buyer's email.
 */
export type OrderProof = { orderNumber: string; orderKey: string } | { orderNumber: string; email: string };

/** The latest payment attempt; times in ISO 8601, amounts in whole shillings. */
export type PaymentAttempt = {
  id: string;
  method: PaymentMethod;
  status: AttemptStatus;
  /** Failure code, described by `describeFailure`. */
  failure: string | null;
  amount: number;
  createdAt: string;
  /** Masked phone number that got the M-Pesa prompt, as `0712***678`. */
  phone: string | null;
  /** End of the countdown within which the buyer can confirm. */
  expiresAt: string | null;
  /** Until then the prompt may still be on the phone, and another attempt is refused. */
  retryAt: string | null;
  /** The provider accepted the request: the prompt is on the phone, or the card page can be opened. */
  isAccepted: boolean;
  /** The provider reported the outcome; until then the server keeps querying. */
  isResolved: boolean;
  /** The card provider's page while the attempt is open. */
  redirectUrl: string | null;
};

/** Payment state of an order; amounts in whole shillings. `now` is the server's clock, for countdowns. */
export type PaymentState = {
  now: string;
  orderNumber: string;
  paymentReference: string;
  orderStatus: OrderStatus;
  method: PaymentMethod;
  total: number;
  /** Set once the order is paid in full: the only sign of success. */
  paidAt: string | null;
  received: number;
  /** Left to pay: what the next payment asks for. */
  due: number;
  refunded: number;
  /** Paid and not used for the order; it is returned. */
  surplus: number;
  /** On its way back to the payer. */
  returning: number;
  /** The quote is over: a payment buys days at today's prices. */
  isQuoteOver: boolean;
  /** The last day on which a payment gets what was quoted. */
  validUntil: string | null;
  /** Payment methods currently offered, in order. */
  methods: PaymentMethod[];
  payment: { method: PaymentMethod; amount: number; receipt: string; paidAt: string } | null;
  attempt: PaymentAttempt | null;
};

/** Starts a payment attempt. `attemptKey` (a UUID) makes it idempotent, so a retry after a lost response never charges twice. */
export type PaymentStart = { proof: OrderProof; method: Exclude<PaymentMethod, 'bank'>; attemptKey: string; phone?: string | undefined };

const stateSchema = z.object({
  now: z.string(),
  order_number: z.string(),
  payment_reference: z.string(),
  order_status: orderStatusSchema,
  payment_method: paymentMethodSchema,
  total_amount: z.number(),
  paid_at: z.nullable(z.string()),
  received_amount: z.number(),
  due_amount: z.optional(z.number()),
  refunded_amount: z.number(),
  surplus_amount: z.number(),
  returning_amount: z._default(z.number(), 0),
  is_quote_over: z._default(z.boolean(), false),
  valid_until: z.nullish(z.string()),
  methods: z.array(paymentMethodSchema),
  payment: z.nullable(z.object({ method: paymentMethodSchema, amount: z.number(), receipt: z.string(), paid_at: z.string() })),
  attempt: z.nullable(
    z.object({
      id: z.string(),
      method: paymentMethodSchema,
      status: z.enum(attemptStatuses),
      failure: z.nullable(z.string()),
      amount: z.number(),
      created_at: z.string(),
      phone: z.nullable(z.string()),
      expires_at: z.nullable(z.string()),
      retry_at: z.nullable(z.string()),
      is_accepted: z.boolean(),
      is_resolved: z.boolean(),
      redirect_url: z.nullable(z.string()),
    }),
  ),
});

/** Parses the database's payment state; throws on another shape. */
export function toPaymentState(value: unknown): PaymentState {
  const { attempt, payment, ...row } = stateSchema.parse(value);
  return {
    now: row.now,
    orderNumber: row.order_number,
    paymentReference: row.payment_reference,
    orderStatus: row.order_status,
    method: row.payment_method,
    total: row.total_amount,
    paidAt: row.paid_at,
    received: row.received_amount,
    due: row.due_amount ?? (row.paid_at ? 0 : Math.max(0, Math.ceil(row.total_amount - row.received_amount))),
    refunded: row.refunded_amount,
    surplus: row.surplus_amount,
    returning: row.returning_amount,
    isQuoteOver: row.is_quote_over,
    validUntil: row.valid_until ?? null,
    methods: row.methods,
    payment: payment && { method: payment.method, amount: payment.amount, receipt: payment.receipt, paidAt: payment.paid_at },
    attempt: attempt && {
      id: attempt.id,
      method: attempt.method,
      status: attempt.status,
      failure: attempt.failure,
      amount: attempt.amount,
      createdAt: attempt.created_at,
      phone: attempt.phone,
      expiresAt: attempt.expires_at,
      retryAt: attempt.retry_at,
      isAccepted: attempt.is_accepted,
      isResolved: attempt.is_resolved,
      redirectUrl: attempt.redirect_url,
    },
  };
}

/** Keys of the payment queries; `of` starts with `orders`, so that every command on orders revalidates it. */
export const paymentKeys = {
  configured: () => ['payments', 'configured'] as const,
  of: (proof: OrderProof) => ['orders', 'payment', proof.orderNumber, 'orderKey' in proof ? proof.orderKey : proof.email] as const,
};

const rpcParameters = (proof: OrderProof) => ({
  order_number: proof.orderNumber,
  ...('orderKey' in proof ? { order_key: proof.orderKey } : { email: proof.email }),
});
const requestBody = (proof: OrderProof) =>
  'orderKey' in proof
    ? { orderNumber: proof.orderNumber, orderKey: proof.orderKey }
    : { orderNumber: proof.orderNumber, email: proof.email };

/** Payment state of an order; cheap enough to poll every two seconds. Fails as `not-found` when the proof is wrong. */
export async function readPayment(db: Db, proof: OrderProof): Promise<PaymentState> {
  return toPaymentState(unwrap(await db.rpc('read_payment', rpcParameters(proof))));
}

/** Cancels an open attempt. A prompt on a phone cannot be revoked: a payment that still arrives is recorded all the same. */
export async function cancelPayment(db: Db, proof: OrderProof): Promise<PaymentState> {
  return toPaymentState(unwrap(await db.rpc('cancel_payment', rpcParameters(proof))));
}

/** Payment methods offered now: enabled in the settings and configured. */
export async function listPaymentMethods(db: Db): Promise<PaymentMethod[]> {
  return z.array(paymentMethodSchema).parse(unwrap(await db.rpc('offered_payment_methods', {}, { get: true })));
}

/** Payment methods configured on this installation, enabled or not. Super admins only. */
export async function listConfiguredMethods(db: Db): Promise<PaymentMethod[]> {
  return z.array(paymentMethodSchema).parse(unwrap(await db.rpc('configured_payment_methods', {}, { get: true })));
}

const errorKindByStatus: Record<number, DataErrorKind> = {
  400: 'invalid',
  403: 'not-allowed',
  404: 'not-found',
  409: 'conflict',
  429: 'invalid',
};

async function callPaymentFunction(name: string, body: Record<string, unknown>): Promise<PaymentState> {
  const response = await postFunction(name, body);
  if (response.ok) return toPaymentState(response.body);
  const refusal = refusedAnswer(response.body);
  throw new DataError(
    errorKindByStatus[response.status] ?? 'unavailable',
    refusal?.said ?? translatable('The server cannot be reached. Check your connection and try again.'),
    { code: refusal?.code, field: refusal?.field, ...(refusal && { outcome: 'failed' }) },
  );
}

/**
 * Starts a payment with the provider: a prompt on the phone (M-Pesa), or a page to redirect to (`attempt.redirectUrl`, card).
 * Refusals carry a code: `payment.in_progress` (a prompt may still be on the phone),
 * `payment.not_due`, `payment.limit_exceeded`, `payment.invalid_phone`, `payment.method_unavailable`, `request.too_many`.
 * An attempt the provider refuses at once is returned as a state whose attempt is `failed`.
 */
export function startPayment(_db: Db, { proof, ...start }: PaymentStart): Promise<PaymentState> {
  return callPaymentFunction('payment-start', { ...requestBody(proof), ...start });
}

/** Queries the provider for the outcome of the latest attempt: on return from the card page, or when the buyer reports the payment. */
export function checkPayment(_db: Db, proof: OrderProof): Promise<PaymentState> {
  return callPaymentFunction('payment-check', requestBody(proof));
}
