import { sentence } from '@masomo/domain/sentences';
import { z } from 'zod';
import { call } from '../database.ts';
import { mpesaProvider, readStatement } from './mpesa.ts';
import { attemptSchema } from './provider.ts';
import { providerOf, reportProviders } from './providers.ts';
import { sendTaxDocuments } from '../tax/sendTaxDocuments.ts';
import { applyEvent, checkAttempt, eventSchema, storeEvent } from './providerEvents.ts';

const logRetry = (what: string) => (error: unknown) => console.error(`${what}; it will be retried:`, error);

/** Applies events that were stored but not applied, because the server crashed or the provider could not confirm them. */
async function applyStoredEvents(): Promise<number> {
  const events = z.array(eventSchema).parse(await call('claim_provider_events', {}));
  await Promise.all(events.map((event) => applyEvent(event).catch(logRetry(`Event ${event.id} was not applied`))));
  return events.length;
}

async function checkDueAttempts(): Promise<number> {
  const due = z.array(attemptSchema).parse(await call('claim_payment_checks', {}));
  await Promise.all(due.map((attempt) => checkAttempt(attempt).catch(logRetry(`Attempt ${attempt.id} could not be queried`))));
  return due.length;
}

const statementOverlapMs = 15 * 60_000;
const maxLookBackMs = 47 * 3_600_000;

/** Imports payments without a callback: lost responses, and payers who entered the reference manually. */
async function importStatement(): Promise<number> {
  if (!mpesaProvider()) return 0;
  const from = z
    .string()
    .nullable()
    .parse(await call('claim_statement', {}));
  if (from === null) return 0;
  const since = new Date(Math.max(Date.parse(from) - statementOverlapMs, Date.now() - maxLookBackMs));
  const lines = await readStatement(since, new Date(Date.now() + 60_000));
  for (const line of lines) {
    const event = await storeEvent('daraja-statement', line.transactionId.toUpperCase(), line, null);
    if (event) await applyEvent(event);
  }
  await call('finish_statement', {});
  return lines.length;
}

const refundSchema = z.object({
  id: z.string(),
  method: z.enum(['mpesa', 'card', 'bank']),
  amount: z.number(),
  reason: z.string(),
  receipt: z.string(),
  merchant_reference: z.string().nullable(),
  status: z.enum(['requested', 'sent']),
  tries: z.number(),
  retries: z.number(),
});
type DueRefund = z.infer<typeof refundSchema>;

/** Asks the provider again for a refund that was sent and never confirmed. Where it cannot tell, a person settles it. */
async function querySentRefund({ id, method, merchant_reference: merchantReference }: DueRefund): Promise<void> {
  const result = await providerOf(method)?.queryRefund?.({ refundId: id, merchantReference });
  if (result?.type === 'done') await call('apply_refund', { refund_id: id, is_done: true, provider_reference: result.reference });
  else if (result?.type === 'refused') await call('apply_refund', { refund_id: id, is_done: false, error: result.text });
}

async function sendRefunds(): Promise<number> {
  const due = z.array(refundSchema).parse(await call('claim_refunds', {}));
  for (const refund of due) {
    const { id, method, amount, reason, receipt, merchant_reference: merchantReference, tries, retries } = refund;
    if (refund.status === 'sent') {
      await querySentRefund(refund).catch(logRetry(`Refund ${id} could not be queried`));
      continue;
    }
    const send = providerOf(method)?.refund;
    if (!send) {
      await call('apply_refund', {
        refund_id: id,
        is_done: false,
        error: sentence('Refunds cannot be sent to this provider automatically. Refund it manually.').sentence,
      });
      continue;
    }
    // M-Pesa has no query for reversals, so one is sent once and a lost response needs a manual decision.
    if (method === 'mpesa' && tries > 1) {
      await call('apply_refund', {
        refund_id: id,
        is_done: false,
        error: sentence('M-Pesa did not respond. Check its portal before you send the refund again.').sentence,
      });
      continue;
    }
    const result = await send({ refundId: id, receipt, merchantReference, amount, reason, isRepeated: tries > 1 || retries > 0 });
    if (result.type === 'unknown') console.error(`Refund ${id} got no response: ${result.text}`);
    else if (result.type === 'refused') await call('apply_refund', { refund_id: id, is_done: false, error: result.text });
    else await call('apply_refund', { refund_id: id, is_done: result.type === 'done' ? true : null, provider_reference: result.reference });
  }
  return due.length;
}

/** Runs all scheduled payment jobs. A failure of one does not prevent the others. */
export async function runPaymentJobs(): Promise<Record<string, number>> {
  await reportProviders();
  const run = (what: string, job: () => Promise<number>) =>
    job().catch((error: unknown) => {
      logRetry(what)(error);
      return 0;
    });
  return {
    events: await run('Stored events were not applied', applyStoredEvents),
    statement: await run('The statement was not imported', importStatement),
    attempts: await run('Open payments were not queried', checkDueAttempts),
    refunds: await run('Refunds were not sent', sendRefunds),
    taxDocuments: await run('Tax documents were not sent', sendTaxDocuments),
  };
}
