import type { PaymentFailure } from '@masomo/domain/payments';

// Meaning of M-Pesa's result codes. They are strings, because not all of them are numeric.
const failuresByCode: Record<string, PaymentFailure> = {
  '1': 'insufficient_funds',
  '2': 'below_minimum',
  '3': 'limit_exceeded',
  '4': 'limit_exceeded',
  '8': 'limit_exceeded',
  '17': 'provider_busy',
  '26': 'provider_busy',
  '1001': 'phone_busy',
  '1019': 'expired',
  '1025': 'not_sent',
  '9999': 'not_sent',
  '1031': 'cancelled',
  '1032': 'cancelled',
  '1037': 'no_answer',
  '2001': 'wrong_pin',
  '8006': 'pin_locked',
  '2028': 'not_configured',
  SFC_IC0003: 'not_configured',
};

/** Reason of a failure by result code; null for an unknown code, which needs a manual review. */
export function failureOfResult(code: string): PaymentFailure | null {
  return failuresByCode[code] ?? null;
}

/** Whether the code means that the customer has not responded yet. */
export function isStillProcessing(code: string): boolean {
  return code === '500.001.1001' || code === '4999';
}

/**
 * Reason of a refused request, by HTTP status and error code; null when the request may have been processed anyway (a server
 * error without a code).
 */
export function failureOfRefusal(status: number, code: string, text: string): PaymentFailure | null {
  if (code === '400.002.02') return /phone/i.test(text) ? 'invalid_phone' : 'not_configured';
  // The same code means a locked subscriber and wrong credentials; neither request was processed.
  if (code === '500.001.1001') return /lock|subscriber|in progress|in process/i.test(text) ? 'phone_busy' : 'not_configured';
  if (code === '500.003.02' || code === '500.003.03' || status === 429) return 'provider_busy';
  if (status === 401 || status === 403 || code.startsWith('404.001') || code === '405.001' || code.startsWith('400.'))
    return 'not_configured';
  return null;
}
