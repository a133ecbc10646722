import { paymentMethods, type PaymentMethod } from '@masomo/data/money/fees';

const storageKey = 'payment-method';

/** How the last payment came that was recorded in this browser: at a counter most come alike. */
export function usedMethod(): PaymentMethod {
  try {
    return paymentMethods.find((method) => method === localStorage.getItem(storageKey)) ?? 'mpesa';
  } catch {
    // Storage is blocked.
    return 'mpesa';
  }
}

export function rememberMethod(method: PaymentMethod): void {
  try {
    localStorage.setItem(storageKey, method);
  } catch {
    // Storage is blocked: the next one begins with M-Pesa.
  }
}
