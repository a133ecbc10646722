import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { toLocalDateTime } from '@masomo/domain/time';
import { openLedger } from '../ledger.ts';

/** Possible customer responses to a payment request, and the delays in ms of the callbacks that follow. */
export const phoneAnswers = {
  approve: { label: 'Enter PIN and pay', code: '0', text: 'The service request is processed successfully.', callbacks: [1_000] },
  wrongPin: { label: 'Enter a wrong PIN', code: '2001', text: 'The initiator information is invalid.', callbacks: [1_000] },
  cancel: { label: 'Cancel', code: '1032', text: 'Request cancelled by user', callbacks: [500] },
  insufficient: {
    label: 'Pay without enough money',
    code: '1',
    text: 'The balance is insufficient for the transaction.',
    callbacks: [1_000],
  },
  limit: {
    label: 'Pay over the day’s limit',
    code: '4',
    text: 'The transaction would exceed the daily transfer limit.',
    callbacks: [1_000],
  },
  late: {
    label: 'Pay; M-Pesa reports late (40 s)',
    code: '0',
    text: 'The service request is processed successfully.',
    callbacks: [40_000],
  },
  silent: { label: 'Pay; M-Pesa never reports', code: '0', text: 'The service request is processed successfully.', callbacks: [] },
  twice: {
    label: 'Pay; M-Pesa reports twice',
    code: '0',
    text: 'The service request is processed successfully.',
    callbacks: [1_000, 3_000],
  },
  ignore: { label: 'Let it run out now', code: '1037', text: 'DS timeout user cannot be reached', callbacks: [500] },
} as const satisfies Record<string, { label: string; code: string; text: string; callbacks: readonly number[] }>;
export type PhoneAnswer = keyof typeof phoneAnswers;

export const phoneAnswerSchema = z.custom<PhoneAnswer>((value) => typeof value === 'string' && Object.hasOwn(phoneAnswers, value));

const requestSchema = z.object({
  type: z.literal('request'),
  checkoutId: z.string(),
  merchantId: z.string(),
  phone: z.string(),
  amount: z.number(),
  reference: z.string(),
  callbackUrl: z.string(),
  at: z.number(),
});
const entrySchema = z.discriminatedUnion('type', [
  requestSchema,
  z.object({
    type: z.literal('answer'),
    checkoutId: z.string(),
    answer: phoneAnswerSchema,
    receipt: z.string().nullable(),
    at: z.number(),
  }),
  z.object({ type: z.literal('callback'), checkoutId: z.string(), turn: z.number(), status: z.number().nullable(), at: z.number() }),
  z.object({ type: z.literal('reversal'), receipt: z.string(), amount: z.number(), at: z.number() }),
]);
type Entry = z.infer<typeof entrySchema>;
export type PhoneRequest = z.infer<typeof requestSchema> & {
  answer: PhoneAnswer | null;
  receipt: string | null;
  answeredAt: number | null;
  callbacks: number;
};

/** How long a request stays on the phone. */
export const promptMs = 60_000;
/** Callbacks older than this are not sent after a restart. */
const callbackExpiryMs = 300_000;

export type Phones = ReturnType<typeof createPhones>;

/** Simulated phones: payment requests, the customers' responses and the callbacks that follow. */
export function createPhones({ file, send }: { file: string; send: (url: string, body: unknown) => Promise<number> }) {
  const ledger = openLedger<Entry>(file, entrySchema);
  const requests = new Map<string, PhoneRequest>();
  const reversed = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function applyEntry(entry: Entry): void {
    if (entry.type === 'request') requests.set(entry.checkoutId, { ...entry, answer: null, receipt: null, answeredAt: null, callbacks: 0 });
    if (entry.type === 'reversal') reversed.add(entry.receipt);
    const request = 'checkoutId' in entry ? requests.get(entry.checkoutId) : undefined;
    if (request && entry.type === 'answer') Object.assign(request, { answer: entry.answer, receipt: entry.receipt, answeredAt: entry.at });
    if (request && entry.type === 'callback') request.callbacks = Math.max(request.callbacks, entry.turn + 1);
  }
  function record(entry: Entry): void {
    ledger.append(entry);
    applyEntry(entry);
  }
  function schedule(ms: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (!isStopped) work();
      },
      Math.max(0, ms),
    );
    timer.unref();
    timers.add(timer);
  }

  function callbackOf({ merchantId, checkoutId, answer, amount, receipt, phone, answeredAt }: PhoneRequest): unknown {
    const { code, text } = phoneAnswers[answer ?? 'ignore'];
    const paidAt = Number(toLocalDateTime(answeredAt ?? 0).replace(/\D/g, ''));
    // As the real API: the payer's number is masked since March 2026, and Balance has no value.
    const items = [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: receipt },
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: paidAt },
      { Name: 'PhoneNumber', Value: `0${phone.slice(3, 6)}***${phone.slice(-3)}` },
    ];
    return {
      Body: {
        stkCallback: {
          MerchantRequestID: merchantId,
          CheckoutRequestID: checkoutId,
          ResultCode: Number(code),
          ResultDesc: text,
          ...(code === '0' ? { CallbackMetadata: { Item: items } } : {}),
        },
      },
    };
  }

  function sendCallback(request: PhoneRequest, turn: number): void {
    // Recorded before it is sent, so that it is sent at most once, as the real one.
    record({ type: 'callback', checkoutId: request.checkoutId, turn, status: null, at: Date.now() });
    void send(request.callbackUrl, callbackOf(request)).catch(() => 0);
  }
  function scheduleCallbacks(request: PhoneRequest): void {
    const since = Date.now() - (request.answeredAt ?? 0);
    phoneAnswers[request.answer ?? 'ignore'].callbacks.forEach((ms, index) => {
      if (index >= request.callbacks && since < callbackExpiryMs) schedule(ms - since, () => sendCallback(request, index));
    });
  }
  const expire = (request: PhoneRequest) =>
    schedule(request.at + promptMs - Date.now(), () => request.answer === null && answerRequest(request.checkoutId, 'ignore'));

  function answerRequest(checkoutId: string, answer: PhoneAnswer): boolean {
    const request = requests.get(checkoutId);
    if (!request || request.answer) return false;
    record({ type: 'answer', checkoutId, answer, receipt: phoneAnswers[answer].code === '0' ? newReceipt() : null, at: Date.now() });
    scheduleCallbacks(request);
    return true;
  }

  for (const entry of ledger.entries()) applyEntry(entry);
  for (const request of requests.values()) (request.answer ? scheduleCallbacks : expire)(request);

  return {
    isLocked: (phone: string) => [...requests.values()].some((request) => request.phone === phone && request.answer === null),
    push(payment: Pick<PhoneRequest, 'phone' | 'amount' | 'reference' | 'callbackUrl'>): PhoneRequest {
      const at = Date.now();
      const checkoutId = `ws_CO_${toLocalDateTime(at).replace(/\D/g, '')}${randomInt(1e8, 1e9)}`;
      record({ type: 'request', checkoutId, merchantId: `${randomInt(1e4, 1e5)}-${randomInt(1e7, 1e8)}-1`, at, ...payment });
      const request = requests.get(checkoutId)!;
      expire(request);
      return request;
    },
    answer: answerRequest,
    find: (checkoutId: string) => requests.get(checkoutId),
    /** Newest first. */
    list: () => [...requests.values()].toReversed(),
    paid: () => [...requests.values()].filter((request) => request.receipt !== null),
    /** Reverses a payment; returns false when it does not exist or was reversed already. */
    reverse(receipt: string, amount: number): boolean {
      const paid = [...requests.values()].find((request) => request.receipt === receipt);
      if (!paid || reversed.has(receipt) || amount > paid.amount) return false;
      record({ type: 'reversal', receipt, amount, at: Date.now() });
      return true;
    },
    isReversed: (receipt: string) => reversed.has(receipt),
    later: schedule,
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Ten letters and digits, like M-Pesa's receipt numbers. */
function newReceipt(): string {
  return `S${[...randomBytes(9)].map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'[byte % 34]).join('')}`;
}
