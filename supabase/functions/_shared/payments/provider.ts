import type { PaymentFailure } from '@masomo/domain/payments';
import { z } from 'zod';

/** An attempt as the database keeps it; `amount` in whole shillings. */
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

/** What is asked of a provider; references are the product's own. */
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
 * How a provider answers a request. `unknown`: it may or may not have gone out (no answer, a server error), so it is
 * neither repeated nor called failed.
 */
export type StartResult =
  | { type: 'accepted'; reference: string; request?: string; redirectUrl?: string }
  | { type: 'refused'; failure: PaymentFailure; code: string; text: string }
  | { type: 'unknown'; text: string };

/** What a provider says of an attempt, as `apply_payment_report` takes it. */
export type PaymentReport = {
  outcome: 'succeeded' | 'failed' | 'disputed' | 'pending';
  receipt?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  paid_at?: string | undefined;
  code?: string | undefined;
  text?: string | undefined;
  failure?: PaymentFailure | undefined;
  /** Whether the provider can still change its mind. */
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
/** `done` at once, `sent` when the result follows, `refused` for good, `unknown` when nobody knows whether it went out. */
export type RefundResult =
  | { type: 'done'; reference: string }
  | { type: 'sent'; reference: string }
  | { type: 'refused'; text: string }
  | { type: 'unknown'; text: string };

/** What each way of paying implements. One is made only when the installation is configured for it. */
export type PaymentProvider = {
  start(request: PaymentRequest): Promise<StartResult>;
  /** Asks how an attempt ended. Rejects when the provider cannot say: then it is asked again later. */
  query(attempt: Attempt): Promise<PaymentReport>;
  /** Pays money back; undefined where it is done by hand. */
  refund: ((request: RefundRequest) => Promise<RefundResult>) | undefined;
};

export const requestTimeoutMs = 30_000;
