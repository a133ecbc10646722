import { z } from 'zod';
import {
  requestTimeoutMs,
  type Attempt,
  type PaymentProvider,
  type PaymentRequest,
  type RefundResult,
  type RefundRequest,
  type PaymentReport,
  type StartResult,
} from './provider.ts';
import { paystackSettings, requirePaystack } from './settings.ts';

// Card payments on Paystack's hosted page. Its amounts are in cents.
const responseSchema = z.looseObject({
  status: z.boolean().catch(false),
  message: z.string().catch(''),
  code: z.string().optional(),
  data: z.unknown().optional(),
});
const startedSchema = z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() });
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function paystackCall(
  method: 'GET' | 'POST',
  path: string,
  body?: Record<string, unknown>,
): Promise<{ status: number; body: z.infer<typeof responseSchema> }> {
  const { PAYSTACK_BASE_URL, PAYSTACK_SECRET_KEY } = requirePaystack();
  const response = await fetch(`${PAYSTACK_BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${PAYSTACK_SECRET_KEY}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: responseSchema.parse(await response.json()) };
}

async function start({ amount, merchantReference, email, returnUrl, attemptId }: PaymentRequest): Promise<StartResult> {
  try {
    const { status, body } = await paystackCall('POST', '/transaction/initialize', {
      email,
      amount: amount * 100,
      currency: 'KES',
      reference: merchantReference,
      channels: requirePaystack().PAYSTACK_CHANNELS.split(','),
      callback_url: returnUrl,
      metadata: { attempt_id: attemptId, cancel_action: returnUrl },
    });
    const started = startedSchema.safeParse(body.data);
    if (status === 200 && body.status && started.success)
      return { type: 'accepted', reference: started.data.reference, redirectUrl: started.data.authorization_url };
    if (status >= 500) return { type: 'unknown', text: body.message };
    return {
      type: 'refused',
      failure: status === 429 ? 'provider_busy' : body.code === 'duplicate_reference' ? 'not_sent' : 'not_configured',
      code: body.code ?? String(status),
      text: body.message,
    };
  } catch (error) {
    return { type: 'unknown', text: messageOf(error) };
  }
}

/** A charge in Paystack's responses and webhooks. Metadata is ignored, because it may be an object, "", 0 or null. */
export const chargeSchema = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  reference: z.string(),
  domain: z.string().optional(),
  amount: z.coerce.number(),
  requested_amount: z.coerce.number().nullish(),
  currency: z.string(),
  gateway_response: z.string().nullish(),
  paid_at: z.string().nullish(),
});
type Charge = z.infer<typeof chargeSchema>;

/** A live key accepts live charges only, a test key test charges only. */
const isExpectedDomain = (charge: Charge) =>
  !charge.domain || charge.domain === (requirePaystack().PAYSTACK_SECRET_KEY.startsWith('sk_live_') ? 'live' : 'test');

/**
 * Shillings that a charge brought in. Where the customer bears the fees, more is charged than we asked for, and what exceeds it is Paystack's.
 * What the charge says was requested never raises the amount.
 */
const receivedOf = ({ amount, requested_amount: requested }: Charge, asked: number) =>
  requested === asked * 100 && amount >= requested ? asked : amount / 100;

/** Converts a charge to a report; `asked` is the amount of our own attempt in whole shillings. A decline is not final, because the buyer can try another card on the page. */
export function reportOfCharge(charge: Charge, asked: number): PaymentReport {
  const text = charge.gateway_response ?? undefined;
  if (!isExpectedDomain(charge)) return { outcome: 'disputed', code: 'domain', text: `A ${charge.domain} charge was reported.` };
  switch (charge.status) {
    case 'success':
      return {
        outcome: 'succeeded',
        receipt: `PS-${charge.id}`,
        amount: receivedOf(charge, asked),
        currency: charge.currency,
        paid_at: charge.paid_at ?? undefined,
        code: 'success',
        text,
      };
    case 'failed':
      return {
        outcome: 'failed',
        failure: /authenticat|3-?d|otp/i.test(text ?? '')
          ? 'authentication_failed'
          : /insufficient/i.test(text ?? '')
            ? 'insufficient_funds'
            : 'declined',
        is_final: false,
        code: 'failed',
        text,
      };
    case 'reversed':
      return { outcome: 'disputed', code: 'reversed', text: 'The charge was reversed.' };
    default:
      return { outcome: 'pending', code: charge.status, text };
  }
}

async function query({ merchant_reference: reference, created_at: createdAt, amount }: Attempt): Promise<PaymentReport> {
  const { status, body } = await paystackCall('GET', `/transaction/verify/${encodeURIComponent(reference ?? '')}`);
  if (status === 404 || (status === 400 && /not found/i.test(body.message))) {
    return Date.now() - Date.parse(createdAt) > requestTimeoutMs
      ? { outcome: 'failed', failure: 'not_sent', text: body.message }
      : { outcome: 'pending' };
  }
  if (status !== 200 || !body.status) throw new Error(`Paystack could not be queried: ${status} ${body.message}`);
  return reportOfCharge(chargeSchema.parse(body.data), amount);
}

const refundSchema = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  merchant_note: z.string().nullish(),
});

/** The latest of our refunds under this id that Paystack knows: one that it refused may have been followed by another. */
async function queryRefund({ refundId, merchantReference }: Pick<RefundRequest, 'refundId' | 'merchantReference'>): Promise<RefundResult> {
  const { body } = await paystackCall('GET', `/refund?transaction=${encodeURIComponent(merchantReference ?? '')}`);
  const known = z
    .array(z.unknown())
    .parse(body.data)
    .flatMap((row) => refundSchema.safeParse(row).data ?? [])
    .filter((row) => row.merchant_note?.includes(refundId));
  const alive = known.find(({ status }) => status !== 'failed' && status !== 'needs-attention');
  if (alive) return { type: alive.status === 'processed' ? 'done' : 'sent', reference: alive.id };
  return known.length > 0
    ? { type: 'refused', text: 'Paystack could not pay it back.' }
    : { type: 'unknown', text: 'Paystack does not know this refund.' };
}

async function refund({ refundId, merchantReference, amount, reason, isRepeated }: RefundRequest): Promise<RefundResult> {
  try {
    if (isRepeated) {
      // The response to an earlier call may have been lost: an existing refund must not be repeated.
      const earlier = await queryRefund({ refundId, merchantReference });
      if (earlier.type === 'done' || earlier.type === 'sent') return earlier;
    }
    const { status, body } = await paystackCall('POST', '/refund', {
      transaction: merchantReference,
      amount: Math.round(amount * 100),
      currency: 'KES',
      customer_note: reason.slice(0, 100),
      merchant_note: `refund ${refundId}`,
    });
    if (status === 200 && body.status) return { type: 'sent', reference: refundSchema.safeParse(body.data).data?.id ?? refundId };
    return { type: status >= 500 ? 'unknown' : 'refused', text: `Paystack refused: ${body.message || status}` };
  } catch (error) {
    return { type: 'unknown', text: messageOf(error) };
  }
}

/** Verifies a webhook's signature in constant time: HMAC-SHA512 of the raw body with the secret key. */
export async function hasValidSignature(raw: string, signature: string | null): Promise<boolean> {
  if (!signature || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(requirePaystack().PAYSTACK_SECRET_KEY),
    { name: 'HMAC', hash: 'SHA-512' },
    false,
    ['verify'],
  );
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(raw));
}

/** Card payments by Paystack; null when it is not configured. */
export function cardProvider(): PaymentProvider | null {
  return paystackSettings() ? { start, query, refund, queryRefund } : null;
}
