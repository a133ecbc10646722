import { call } from '../database.ts';
import { bankProvider } from './bank.ts';
import { cardProvider } from './paystack.ts';
import { mpesaProvider } from './mpesa.ts';
import type { PaymentProvider } from './provider.ts';

const factories = { mpesa: mpesaProvider, card: cardProvider, bank: bankProvider } as const;

/** Provider of a payment method; null when it is not configured. */
export function providerOf(method: keyof typeof factories): PaymentProvider | null {
  return factories[method]();
}

/** Reports the configured providers to the database, so that only these are offered. */
export async function reportProviders(): Promise<void> {
  await call('report_payment_providers', { methods: (['mpesa', 'card'] as const).filter((method) => providerOf(method)) });
}
