import { call } from '../database.ts';
import { bankProvider } from './bank.ts';
import { cardProvider } from './paystack.ts';
import { mpesaProvider } from './mpesa.ts';
import type { PaymentProvider } from './provider.ts';

const makers = { mpesa: mpesaProvider, card: cardProvider, bank: bankProvider } as const;

/** The provider of a way of paying; null where this installation has none. */
export function providerOf(method: keyof typeof makers): PaymentProvider | null {
  return makers[method]();
}

/** Tells the database what this installation is configured for, so that nothing else is offered. */
export async function reportProviders(): Promise<void> {
  await call('report_payment_providers', { methods: (['mpesa', 'card'] as const).filter((method) => providerOf(method)) });
}
