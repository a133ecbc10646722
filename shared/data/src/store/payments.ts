import { z } from 'zod';
import { orderStatusSchema, paymentMethodSchema } from '@masomo/domain/orderSchemas';
import type { OrderStatus, PaymentMethod } from '@masomo/domain/orders';
import { attemptStatuses, type AttemptStatus } from '@masomo/domain/payments';
import { DataError, unwrap, type DataErrorKind, type Db } from '@masomo/data';
import { postFunction } from '@masomo/data/functions';

/**
 * What proves that an order is the buyer's: its number, and the idempotency key it was placed with (known to the page
 * that placed it, before the answer came) or the buyer's address.
 */
export type OrderProof = { orderNumber: string; orderKey: string } | { orderNumber: string; email: string };

/** The latest try to pay; times in ISO, amounts in whole shillings. */
export type PaymentAttempt = {
  id: string;
  method: PaymentMethod;
  status: AttemptStatus;
  /** Why it failed: words by `describeFailure`. */
  failure: string | null;
  amount: number;
  createdAt: string;
  /** Where the request went, as `0712***678`. */
  phone: string | null;
  /** Until when the buyer can answer it: the end of the countdown. */
  expiresAt: string | null;
  /** Until then the request may still stand on the phone, and another one is refused. */
  retryAt: string | null;
  /** The provider took the request: it shows on the phone, or its page can be opened. */
  isAccepted: boolean;
  /** The provider said how it ended; until then we keep asking. */
  isResolved: boolean;
  /** Page of the card provider, while the attempt is open. */
  redirectUrl: string | null;
};

/** How the payment of an order stands. `now` is the server's clock, for countdowns. */
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
  refunded: number;
  /** Paid although nothing was due; it is paid back. */
  surplus: number;
  /** Ways of paying that are offered now, in order. */
  methods: PaymentMethod[];
  payment: { method: PaymentMethod; amount: number; receipt: string; paidAt: string } | null;
  attempt: PaymentAttempt | null;
};

/** What starts a try. The same `attemptKey` (a UUID) again is the same try: a retry after a lost answer charges nothing twice. */
export type PaymentStart = { proof: OrderProof; method: Exclude<PaymentMethod, 'bank'>; attemptKey: string; phone?: string | undefined };

const stateSchema = z.object({
  now: z.string(),
  order_number: z.string(),
  payment_reference: z.string(),
  order_status: orderStatusSchema,
  payment_method: paymentMethodSchema,
  total_amount: z.number(),
  paid_at: z.string().nullable(),
  received_amount: z.number(),
  refunded_amount: z.number(),
  surplus_amount: z.number(),
  methods: z.array(paymentMethodSchema),
  payment: z.object({ method: paymentMethodSchema, amount: z.number(), receipt: z.string(), paid_at: z.string() }).nullable(),
  attempt: z
    .object({
      id: z.string(),
      method: paymentMethodSchema,
      status: z.enum(attemptStatuses),
      failure: z.string().nullable(),
      amount: z.number(),
      created_at: z.string(),
      phone: z.string().nullable(),
      expires_at: z.string().nullable(),
      retry_at: z.string().nullable(),
      is_accepted: z.boolean(),
      is_resolved: z.boolean(),
      redirect_url: z.string().nullable(),
    })
    .nullable(),
});

/** Reads what the database says of a payment. */
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
    refunded: row.refunded_amount,
    surplus: row.surplus_amount,
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

/** Key of `readPayment` in the shared cache; starts with `orders`, so commands on orders read it again. */
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

/** How the payment of an order stands. Cheap: poll it every two seconds while an attempt is open. `not-found` when the proof is wrong. */
export async function readPayment(db: Db, proof: OrderProof): Promise<PaymentState> {
  return toPaymentState(unwrap(await db.rpc('read_payment', rpcParameters(proof))));
}

/** Gives up an open try. A request that stands on a phone cannot be called back: what is still paid is recorded all the same. */
export async function cancelPayment(db: Db, proof: OrderProof): Promise<PaymentState> {
  return toPaymentState(unwrap(await db.rpc('cancel_payment', rpcParameters(proof))));
}

/** Ways of paying this installation offers now: switched on in the settings and configured. */
export async function listPaymentMethods(db: Db): Promise<PaymentMethod[]> {
  return z.array(paymentMethodSchema).parse(unwrap(await db.rpc('offered_payment_methods', {}, { get: true })));
}

/** Ways of paying that are configured on this installation, switched on or not. Super admins only. */
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
const refusalSchema = z.object({ error: z.string(), code: z.string().optional(), field: z.string().optional() });

async function callPaymentFunction(name: string, body: Record<string, unknown>): Promise<PaymentState> {
  const answer = await postFunction(name, body);
  if (answer.ok) return toPaymentState(answer.body);
  const refusal = refusalSchema.safeParse(answer.body).data;
  throw new DataError(
    errorKindByStatus[answer.status] ?? 'unavailable',
    refusal?.error ?? 'The server cannot be reached. Check your connection and try again.',
    { code: refusal?.code, field: refusal?.field },
  );
}

/**
 * Asks the provider for a payment: a request on the phone (M-Pesa), or a page to send the browser to (`attempt.redirectUrl`, card).
 * Refusals carry a code: `payment.under_way` (a request may still stand on the phone; `field` holds the seconds to wait),
 * `payment.not_due`, `payment.limit_exceeded`, `payment.invalid_phone`, `payment.method_unavailable`, `request.too_many`.
 * A try the provider refuses at once comes back as a state whose attempt is `failed`.
 */
export function startPayment(_db: Db, { proof, ...start }: PaymentStart): Promise<PaymentState> {
  return callPaymentFunction('payment-start', { ...requestBody(proof), ...start });
}

/** Has the provider asked now how the latest try ended: on return from the card page, or when the buyer says they have paid. */
export function checkPayment(_db: Db, proof: OrderProof): Promise<PaymentState> {
  return callPaymentFunction('payment-check', requestBody(proof));
}
