import type { PaymentFailure } from '@masomo/domain/payments';
import { z } from 'zod';

/** A payment attempt as stored in the database; `amount` in whole shillings. */
export const attemptSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  method: z.enum(['mpesa', 'card', 'bank']),
  provider_reference: z.string().nullable(),
  provider_request: z.string().nullable(),
  merchant_reference: z.string().nullable(),
  amount: z.number(),
  phone: z.string().nullable(),
  status: z.string(),
  result_code: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A payment request to a provider; amounts in whole shillings, references of the product. */
export type PaymentRequest = {
  attemptId: string;
  amount: number;
  phone: string | null;
  accountReference: string;
  merchantReference: string;
  email: string;
  returnUrl: string;
};

/**
 * Result of a payment request. `unknown`: it may have been processed (no response, a server error), so it is neither repeated
 * nor marked as failed.
 */
export type StartResult =
  | { type: 'accepted'; reference: string; request?: string; redirectUrl?: string }
  | { type: 'refused'; failure: PaymentFailure; code: string; text: string }
  | { type: 'unknown'; text: string };

/** State of an attempt at the provider, in the form of `apply_payment_report`. */
export type PaymentReport = {
  outcome: 'succeeded' | 'failed' | 'disputed' | 'pending';
  receipt?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  paid_at?: string | undefined;
  code?: string | undefined;
  text?: string | undefined;
  failure?: PaymentFailure | undefined;
  /** False when the provider may still change the outcome. */
  is_final?: boolean | undefined;
};

export type RefundRequest = {
  refundId: string;
  receipt: string;
  merchantReference: string | null;
  amount: number;
  reason: string;
  isRepeated: boolean;
};
/** `done`: completed; `sent`: the result follows; `refused`: permanent; `unknown`: it may have been processed. */
export type RefundResult =
  | { type: 'done'; reference: string }
  | { type: 'sent'; reference: string }
  | { type: 'refused'; text: string }
  | { type: 'unknown'; text: string };

/** Interface of a payment method; created only when the installation is configured for it. */
export type PaymentProvider = {
  start(request: PaymentRequest): Promise<StartResult>;
  /** Queries the state of an attempt. Rejects when the provider cannot tell, so that the query is retried. */
  query(attempt: Attempt): Promise<PaymentReport>;
  /** Refunds a payment; undefined when refunds are manual. */
  refund: ((request: RefundRequest) => Promise<RefundResult>) | undefined;
  /** Queries what became of a refund that was sent; undefined where the provider has no such query. */
  queryRefund?: (request: Pick<RefundRequest, 'refundId' | 'merchantReference'>) => Promise<RefundResult>;
};

export const requestTimeoutMs = 30_000;
