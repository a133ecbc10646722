import { translatable } from './translatable.ts';
import type { PaymentMethod } from './orders.ts';

/** Statuses of a payment attempt. Money can still arrive for every one of them but `succeeded`. */
export const attemptStatuses = ['open', 'succeeded', 'failed', 'cancelled', 'expired', 'needs_review'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** Maximum of one M-Pesa payment, in whole shillings. */
export const mpesaMaxShillings = 250_000;

/** Why an attempt failed: what happened, and what the buyer can do next. */
type Failure = { title: string; text: string; retryAfterSeconds: number };

const failures = {
  cancelled_here: {
    title: translatable('Payment cancelled'),
    text: translatable('Nothing was charged. If a request still shows on your phone, decline it there before you try again.'),
    retryAfterSeconds: 0,
  },
  cancelled: {
    title: translatable('Cancelled on your phone'),
    text: translatable('The request was declined and nothing was charged. Try again when you are ready.'),
    retryAfterSeconds: 0,
  },
  wrong_pin: {
    title: translatable('Wrong M-Pesa PIN'),
    text: translatable('Nothing was charged. Try again and enter your M-Pesa PIN carefully: after three wrong PINs M-Pesa locks it.'),
    retryAfterSeconds: 0,
  },
  pin_locked: {
    title: translatable('M-Pesa PIN locked'),
    text: translatable('M-Pesa has locked your PIN. Unlock it with Safaricom (call 100), or pay another way.'),
    retryAfterSeconds: 0,
  },
  insufficient_funds: {
    title: translatable('Not enough money'),
    text: translatable('The balance is too low for this payment. Top up and try again, or pay another way.'),
    retryAfterSeconds: 0,
  },
  no_answer: {
    title: translatable('No answer from your phone'),
    text: translatable('The phone could not be reached or the request was not answered. Check that it is on and unlocked, then try again.'),
    retryAfterSeconds: 0,
  },
  expired: {
    title: translatable('The request expired'),
    text: translatable('The request was not answered in time. If you paid, it will appear here; otherwise try again.'),
    retryAfterSeconds: 0,
  },
  limit_exceeded: {
    title: translatable('Over the M-Pesa limit'),
    text: translatable('M-Pesa takes at most KES 250,000 at once and limits what an account pays in a day. Pay by card or bank transfer.'),
    retryAfterSeconds: 0,
  },
  below_minimum: {
    title: translatable('Amount too small'),
    text: translatable('The amount is below the minimum for this payment method. Pay another way.'),
    retryAfterSeconds: 0,
  },
  phone_busy: {
    title: translatable('Your phone is busy with M-Pesa'),
    text: translatable('Another M-Pesa request or menu is open on this phone. Close it, wait a minute and try again.'),
    retryAfterSeconds: 60,
  },
  provider_busy: {
    title: translatable('The provider is busy'),
    text: translatable('Nothing was charged. Wait two minutes and try again, or pay another way.'),
    retryAfterSeconds: 120,
  },
  not_sent: {
    title: translatable('The request was not sent'),
    text: translatable('The payment request was not sent, and nothing was charged. Try again.'),
    retryAfterSeconds: 0,
  },
  invalid_phone: {
    title: translatable('Number not on M-Pesa'),
    text: translatable('M-Pesa does not know this number. Check it and try again.'),
    retryAfterSeconds: 0,
  },
  declined: {
    title: translatable('Card declined'),
    text: translatable('The bank declined the card and nothing was charged. Try another card, or ask your bank.'),
    retryAfterSeconds: 0,
  },
  authentication_failed: {
    title: translatable('Card not confirmed'),
    text: translatable('The bank could not confirm that the card is yours. Try again, or use another card.'),
    retryAfterSeconds: 0,
  },
  abandoned: {
    title: translatable('Payment not finished'),
    text: translatable('You left the payment page before paying, and nothing was charged. Try again when you are ready.'),
    retryAfterSeconds: 0,
  },
  not_configured: {
    title: translatable('This payment method is not available'),
    text: translatable('Nothing was charged, and we have been notified. Pay another way.'),
    retryAfterSeconds: 0,
  },
  mismatch: {
    title: translatable('We are checking your payment'),
    text: translatable('The payment received is not the one requested. We will check it and write to you; please do not pay again.'),
    retryAfterSeconds: 0,
  },
  unknown: {
    title: translatable('The payment failed'),
    text: translatable('The provider gave no reason. Check whether you were charged before you try again, or pay another way.'),
    retryAfterSeconds: 0,
  },
} as const satisfies Record<string, Failure>;

export type PaymentFailure = keyof typeof failures;
const isFailure = (code: string): code is PaymentFailure => Object.hasOwn(failures, code);
export const paymentFailures = Object.keys(failures).filter(isFailure);

/** Texts for the buyer about a failed attempt; an unknown code becomes `unknown`. */
export function describePaymentFailure(code: string | null | undefined): Failure & { code: PaymentFailure } {
  const known = code && isFailure(code) ? code : 'unknown';
  return { code: known, ...failures[known] };
}

/**
 * A Kenyan mobile number as M-Pesa requires it (`254712345678`), from what people type: `0712 345 678`, `+254 712 345 678`,
 * `+254 (0)712 345 678`, `00254712345678`, `712345678`. Null when it is not one.
 */
export function mpesaNumber(written: string): string | null {
  const digits = written
    .normalize('NFKC')
    .replace(/\(0\)/, '')
    .replace(/[^\d+]/g, (sign) => (/[\p{L}]/u.test(sign) ? sign : ''));
  const [, rest] = /^(?:(?:\+|00)?2540?|0)?([17]\d{8})$/.exec(digits) ?? [];
  return rest ? `254${rest}` : null;
}

/** Whether a total in whole shillings is within the limit of a payment method. */
export function acceptsTotal(method: PaymentMethod, total: number): boolean {
  return method !== 'mpesa' || total <= mpesaMaxShillings;
}
