import { z } from 'zod';
import { parseDarajaTime } from './daraja.ts';
import { failureOfResult } from './mpesaResults.ts';
import type { Attempt, PaymentReport } from './provider.ts';

const code = z.union([z.string(), z.number()]).transform(String);
const itemSchema = z.looseObject({ Name: z.string(), Value: z.union([z.string(), z.number()]).optional() });
const callbackSchema = z.object({
  Body: z.object({
    stkCallback: z.looseObject({
      MerchantRequestID: z.string(),
      CheckoutRequestID: z.string(),
      ResultCode: code,
      ResultDesc: z.string().catch(''),
      CallbackMetadata: z.looseObject({ Item: z.array(itemSchema) }).optional(),
    }),
  }),
});

/** Parses M-Pesa's callback for a payment request; null when it is malformed. Ignores the payer's number, which may be masked. */
export function readCallback(payload: unknown): { checkoutId: string; requestId: string; report: PaymentReport } | null {
  const parsed = callbackSchema.safeParse(payload);
  if (!parsed.success) return null;
  const {
    CheckoutRequestID: checkoutId,
    MerchantRequestID: requestId,
    ResultCode,
    ResultDesc: text,
    CallbackMetadata,
  } = parsed.data.Body.stkCallback;
  if (ResultCode !== '0') {
    const failure = failureOfResult(ResultCode);
    return {
      checkoutId,
      requestId,
      report: failure ? { outcome: 'failed', failure, code: ResultCode, text } : { outcome: 'disputed', code: ResultCode, text },
    };
  }
  const value = (name: string) => CallbackMetadata?.Item.find((item) => item.Name === name)?.Value;
  const amount = Number(value('Amount'));
  const receipt = value('MpesaReceiptNumber');
  if (!Number.isFinite(amount) || receipt === undefined) return null;
  return {
    checkoutId,
    requestId,
    report: {
      outcome: 'succeeded',
      receipt: String(receipt),
      amount,
      currency: 'KES',
      code: '0',
      text,
      paid_at: parseDarajaTime(String(value('TransactionDate') ?? '')),
    },
  };
}

/** Whether a callback belongs to this attempt: both ids must be those that M-Pesa returned for the request. */
export function matchesAttempt(attempt: Attempt, { checkoutId, requestId }: { checkoutId: string; requestId: string }): boolean {
  if (!attempt.provider_reference) return true;
  return attempt.provider_reference === checkoutId && (attempt.provider_request === null || attempt.provider_request === requestId);
}
