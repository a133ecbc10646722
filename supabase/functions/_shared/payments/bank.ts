import type { PaymentProvider } from './provider.ts';

/** Bank transfers are confirmed and refunded manually in the store manager, so there is no provider. */
export function bankProvider(): PaymentProvider | null {
  return null;
}
