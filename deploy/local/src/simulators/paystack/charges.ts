import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { openLedger } from '../ledger.ts';

const startedSchema = z.object({
  type: z.literal('started'),
  id: z.number(),
  reference: z.string(),
  accessCode: z.string(),
  email: z.string(),
  amount: z.number(),
  currency: z.string(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  metadata: z.unknown().optional(),
  at: z.number(),
});
const entrySchema = z.discriminatedUnion('type', [
  startedSchema,
  z.object({
    type: z.literal('status'),
    reference: z.string(),
    status: z.enum(['ongoing', 'success', 'failed']),
    text: z.string(),
    at: z.number(),
  }),
  z.object({ type: z.literal('refund'), id: z.number(), reference: z.string(), amount: z.number(), note: z.string(), at: z.number() }),
  z.object({ type: z.literal('webhook'), event: z.string(), reference: z.string(), isDelivered: z.boolean(), at: z.number() }),
]);
type Entry = z.infer<typeof entrySchema>;
export type Charge = Omit<z.infer<typeof startedSchema>, 'type'> & {
  status: 'abandoned' | 'ongoing' | 'success' | 'failed';
  text: string;
  paidAt: number | null;
  refunds: { id: number; amount: number; note: string; at: number }[];
};

/** How a payment is reported: the delay in ms of each webhook, and whether its signature is valid. */
export const webhookModes = {
  now: { label: 'Pay', delaysMs: [0], isSigned: true },
  late: { label: 'Pay; reported late (15 s)', delaysMs: [15_000], isSigned: true },
  never: { label: 'Pay; never reported', delaysMs: [], isSigned: true },
  twice: { label: 'Pay; reported twice', delaysMs: [0, 2_000], isSigned: true },
  forged: { label: 'Pay; reported with a wrong signature', delaysMs: [0], isSigned: false },
} as const satisfies Record<string, { label: string; delaysMs: readonly number[]; isSigned: boolean }>;
export type WebhookMode = keyof typeof webhookModes;

/** Like the real one, a webhook is retried until it is accepted, here within half a minute. */
const retryDelaysMs = [1_000, 3_000, 8_000, 20_000];

export type Charges = ReturnType<typeof createCharges>;

/** Ledger of the simulated card provider, and its webhooks. */
export function createCharges({
  file,
  secretKey,
  webhookUrl,
  post,
}: {
  file: string;
  secretKey: string;
  webhookUrl: string;
  post: (url: string, body: string, headers: Record<string, string>) => Promise<number>;
}) {
  const ledger = openLedger<Entry>(file, entrySchema);
  const charges = new Map<string, Charge>();
  const timers = new Set<NodeJS.Timeout>();

  function applyEntry(entry: Entry): void {
    if (entry.type === 'started')
      charges.set(entry.reference, { ...entry, status: 'abandoned', text: 'The transaction was not completed', paidAt: null, refunds: [] });
    const charge = charges.get(entry.reference);
    if (charge && entry.type === 'status')
      Object.assign(charge, { status: entry.status, text: entry.text, paidAt: entry.status === 'success' ? entry.at : charge.paidAt });
    if (charge && entry.type === 'refund') charge.refunds.push(entry);
  }
  function record(entry: Entry): void {
    ledger.append(entry);
    applyEntry(entry);
  }
  function schedule(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
  }
  async function deliverWebhook(event: string, reference: string, data: unknown, isSigned: boolean, attempt = 0): Promise<void> {
    const body = JSON.stringify({ event, data });
    const signature = createHmac('sha512', isSigned ? secretKey : 'another key')
      .update(body)
      .digest('hex');
    const status = await post(webhookUrl, body, { 'content-type': 'application/json', 'x-paystack-signature': signature }).catch(() => 0);
    record({ type: 'webhook', event, reference, isDelivered: status === 200, at: Date.now() });
    const delayMs = retryDelaysMs[attempt];
    if (status !== 200 && isSigned && delayMs !== undefined)
      schedule(delayMs, () => void deliverWebhook(event, reference, data, isSigned, attempt + 1));
  }
  for (const entry of ledger.entries()) applyEntry(entry);

  /** A charge as API responses and webhooks contain it. */
  const chargeData = (charge: Charge) => ({
    id: charge.id,
    domain: 'test',
    status: charge.status,
    reference: charge.reference,
    amount: charge.amount,
    requested_amount: charge.amount,
    currency: charge.currency,
    channel: 'card',
    message: null,
    gateway_response: charge.text,
    paid_at: charge.paidAt ? new Date(charge.paidAt).toISOString() : null,
    created_at: new Date(charge.at).toISOString(),
    fees: Math.round(charge.amount * 0.029),
    metadata: charge.metadata ?? '',
    customer: { email: charge.email },
    authorization: {
      authorization_code: 'AUTH_local',
      bin: '408408',
      last4: '4081',
      exp_month: '12',
      exp_year: '2030',
      card_type: 'visa',
      brand: 'visa',
      country_code: 'KE',
      reusable: false,
    },
  });

  return {
    dataOf: chargeData,
    find: (reference: string) => charges.get(reference),
    byAccessCode: (code: string) => [...charges.values()].find((charge) => charge.accessCode === code),
    /** Newest first. */
    list: () => [...charges.values()].toReversed(),
    start(payment: Pick<Charge, 'reference' | 'email' | 'amount' | 'currency' | 'returnUrl' | 'cancelUrl' | 'metadata'>): Charge {
      record({
        type: 'started',
        id: 4_000_000 + charges.size * 7 + 1,
        accessCode: randomBytes(8).toString('hex'),
        at: Date.now(),
        ...payment,
      });
      return charges.get(payment.reference)!;
    },
    mark(charge: Charge, status: 'ongoing' | 'failed', text: string): void {
      if (charge.status !== 'success') record({ type: 'status', reference: charge.reference, status, text, at: Date.now() });
    },
    /** Charges the card, once, and sends the webhooks of the chosen mode. */
    pay(charge: Charge, mode: WebhookMode): void {
      if (charge.status === 'success') return;
      record({ type: 'status', reference: charge.reference, status: 'success', text: 'Approved', at: Date.now() });
      const { delaysMs, isSigned } = webhookModes[mode];
      for (const delayMs of delaysMs)
        schedule(delayMs, () => void deliverWebhook('charge.success', charge.reference, chargeData(charge), isSigned));
    },
    /** Refunds a charge; null when the amount exceeds what is left of it. */
    refund(charge: Charge, amount: number, note: string): { id: number; amount: number } | null {
      const left = charge.amount - charge.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (charge.status !== 'success' || amount < 1 || amount > left) return null;
      const id = 9_000_000 + [...charges.values()].reduce((count, { refunds }) => count + refunds.length, 0) + 1;
      record({ type: 'refund', id, reference: charge.reference, amount, note, at: Date.now() });
      const data = {
        id,
        status: 'processed',
        transaction_reference: charge.reference,
        refund_reference: null,
        amount: String(amount),
        currency: charge.currency,
        merchant_note: note,
        domain: 'test',
      };
      schedule(800, () => void deliverWebhook('refund.processed', charge.reference, data, true));
      return { id, amount };
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
