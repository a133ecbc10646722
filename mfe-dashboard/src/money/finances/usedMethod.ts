import { paymentMethods, type PaymentMethod } from '@masomo/data/money/fees';
import { browserChoice } from '@masomo/domain/browserChoice';

const choice = browserChoice('payment-method');

/** How the last payment came that was recorded in this browser: at a counter most come alike. */
export function usedMethod(): PaymentMethod {
  const used = choice.read();
  return paymentMethods.find((method) => method === used) ?? 'mpesa';
}

export function rememberMethod(method: PaymentMethod): void {
  choice.keep(method);
}
