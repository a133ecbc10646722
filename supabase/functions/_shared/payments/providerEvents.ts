import { z } from 'zod';
import { call, database } from '../database.ts';
import { chargeSchema, reportOfCharge } from './paystack.ts';
import { readStatement, statementLineSchema } from './mpesa.ts';
import { matchesAttempt, readCallback } from './mpesaCallback.ts';
import { attemptSchema, type Attempt, type PaymentReport } from './provider.ts';
import { providerOf } from './providers.ts';

/** A webhook, callback or statement line, as stored in the database. */
export const eventSchema = z.object({ id: z.string(), provider: z.string(), payload: z.unknown(), attempt_id: z.string().nullable() });
export type ProviderEvent = z.infer<typeof eventSchema>;

const clockSkewMs = 60_000;
const attemptColumns =
  'id, order_id, method, provider_reference, provider_request, merchant_reference, amount, phone, status, result_code, created_at, expires_at';

async function findAttempt(column: 'id' | 'merchant_reference', value: string): Promise<Attempt | null> {
  const { data, error } = await database().from('payment_attempts').select(attemptColumns).eq(column, value).maybeSingle();
  if (error) throw error;
  return data === null ? null : attemptSchema.parse(data);
}

/** Passes a report to the database, which decides its effect. */
export async function applyReport(attempt: Attempt, report: PaymentReport, eventId: string | null = null): Promise<string> {
  return z.string().parse(await call('apply_payment_report', { attempt_id: attempt.id, report, event_id: eventId }));
}

const finishEvent = (event: ProviderEvent, state: 'rejected' | 'unmatched' | 'ignored', outcome: string) =>
  call('finish_provider_event', { event_id: event.id, state, outcome });

/** Looks up a missing receipt of a successful payment in the statement. */
async function withReceipt(attempt: Attempt, report: PaymentReport): Promise<PaymentReport> {
  if (attempt.method !== 'mpesa' || report.outcome !== 'succeeded' || report.receipt) return report;
  const reference = attempt.merchant_reference?.replace(/-\d+$/, '');
  const lines = await readStatement(new Date(Date.parse(attempt.created_at) - clockSkewMs), new Date(Date.now() + clockSkewMs)).catch(
    () => [],
  );
  const line = lines.findLast(({ billreference, amount }) => billreference === reference && amount === attempt.amount);
  return line ? { ...report, receipt: line.transactionId, paid_at: line.trxDate } : report;
}

/** Queries the provider for the state of an attempt and applies it. */
export async function checkAttempt(attempt: Attempt): Promise<void> {
  const provider = providerOf(attempt.method);
  if (!provider) return;
  await applyReport(attempt, await withReceipt(attempt, await provider.query(attempt)));
}

/** Confirms a success by querying M-Pesa: a callback is not authenticated well enough to be trusted alone. */
async function confirmWithProvider(attempt: Attempt, report: PaymentReport): Promise<PaymentReport> {
  const current = await providerOf('mpesa')?.query({ ...attempt, result_code: '0' });
  if (current?.outcome === 'succeeded') return report;
  if (current?.outcome === 'failed' || current?.outcome === 'disputed') {
    return {
      outcome: 'disputed',
      code: current.code,
      text: `M-Pesa reported receipt ${report.receipt}, but a query returned ${current.code} ${current.text ?? ''}.`,
    };
  }
  return { outcome: 'pending' };
}

async function applyMpesaEvent(event: ProviderEvent): Promise<void> {
  const attempt = event.attempt_id ? await findAttempt('id', event.attempt_id) : null;
  const callback = readCallback(event.payload);
  if (!callback) return void (await finishEvent(event, 'rejected', 'It cannot be parsed as a callback for a payment request.'));
  if (!attempt) return void (await finishEvent(event, 'unmatched', 'The attempt does not exist.'));
  if (!matchesAttempt(attempt, callback))
    return void (await finishEvent(event, 'rejected', 'It belongs to another request than this attempt.'));
  // The response to the request was lost; the callback contains M-Pesa's id of it.
  if (!attempt.provider_reference)
    await call('accept_payment_attempt', {
      attempt_id: attempt.id,
      provider_reference: callback.checkoutId,
      provider_request: callback.requestId,
    });
  const known = { ...attempt, provider_reference: callback.checkoutId };
  await applyReport(
    known,
    callback.report.outcome === 'succeeded' ? await confirmWithProvider(known, callback.report) : callback.report,
    event.id,
  );
}

const cardEventSchema = z.object({ event: z.string(), data: z.looseObject({}) });
const refundEventSchema = z.looseObject({
  transaction_reference: z.string().optional(),
  amount: z.coerce.number().optional(),
  merchant_note: z.string().nullish(),
  id: z.union([z.string(), z.number()]).transform(String).optional(),
});

async function applyCardEvent(event: ProviderEvent): Promise<void> {
  const webhook = cardEventSchema.safeParse(event.payload).data;
  if (webhook?.event.startsWith('refund.')) {
    const refund = refundEventSchema.safeParse(webhook.data).data;
    const refundOutcomes: Record<string, boolean | undefined> = {
      'refund.processed': true,
      'refund.failed': false,
      'refund.needs-attention': false,
    };
    await call('apply_refund_event', {
      event_id: event.id,
      note: refund?.merchant_note ?? null,
      provider_reference: refund?.id ?? null,
      is_done: refundOutcomes[webhook.event] ?? null,
      outcome: webhook.event,
    });
    return;
  }
  const charge = webhook?.event === 'charge.success' ? chargeSchema.safeParse(webhook.data).data : undefined;
  if (!charge)
    return void (await finishEvent(
      event,
      webhook ? 'ignored' : 'rejected',
      webhook ? `${webhook.event} events are ignored.` : 'It cannot be parsed.',
    ));
  const attempt = await findAttempt('merchant_reference', charge.reference);
  if (!attempt) return void (await finishEvent(event, 'unmatched', `No attempt has the reference ${charge.reference}.`));
  await applyReport(attempt, reportOfCharge(charge, attempt.amount), event.id);
}

async function applyStatementLine(event: ProviderEvent): Promise<void> {
  const { transactionId: receipt, billreference: reference, amount, trxDate: paidAt } = statementLineSchema.parse(event.payload);
  await call('apply_statement_line', { event_id: event.id, receipt, reference, amount, paid_at: paidAt });
}

const mpesaRefundSchema = z.object({
  kind: z.enum(['refund', 'refund-timeout']),
  refundId: z.string(),
  callback: z
    .object({
      Result: z.looseObject({
        ResultCode: z.union([z.string(), z.number()]).transform(String),
        ResultDesc: z.string().catch(''),
        TransactionID: z.string().optional(),
      }),
    })
    .nullable()
    .catch(null),
});

async function applyMpesaRefund(event: ProviderEvent): Promise<void> {
  const { kind, refundId, callback } = mpesaRefundSchema.parse(event.payload);
  if (kind === 'refund' && !callback)
    return void (await finishEvent(event, 'rejected', 'It cannot be parsed as the result of a reversal.'));
  const isDone = kind === 'refund' && callback?.Result.ResultCode === '0';
  const message =
    kind === 'refund-timeout'
      ? 'M-Pesa timed out. Check whether it was reversed before you send it again.'
      : `M-Pesa responded with ${callback?.Result.ResultCode} ${callback?.Result.ResultDesc}`;
  await call('apply_refund_event', {
    event_id: event.id,
    note: refundId,
    provider_reference: callback?.Result.TransactionID ?? null,
    is_done: isDone,
    outcome: isDone ? 'done' : message,
  });
}

const appliers: Record<string, (event: ProviderEvent) => Promise<void>> = {
  paystack: applyCardEvent,
  daraja: applyMpesaEvent,
  'daraja-statement': applyStatementLine,
  'daraja-refund': applyMpesaRefund,
};

/** Applies a stored event. Rejects when it must be retried. */
export async function applyEvent(event: ProviderEvent): Promise<void> {
  await appliers[event.provider]?.(event);
}

/** Stores an event of a provider; null when it is a duplicate. */
export async function storeEvent(provider: string, key: string, payload: unknown, attemptId: string | null): Promise<ProviderEvent | null> {
  const id = z
    .string()
    .nullable()
    .parse(await call('store_provider_event', { provider, event_key: key, payload, attempt_id: attemptId }));
  return id ? { id, provider, payload, attempt_id: attemptId } : null;
}

/** SHA-256 of the raw body, which identifies duplicates of an event. */
export async function eventKey(raw: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(raw));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
