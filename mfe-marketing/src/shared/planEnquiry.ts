import { readCurrency } from '@masomo/data/store/exchangeRate';
import type { Currency } from '@masomo/domain/money';

/** What a plan's button passes to the contact form in the navigation state: the plan with its period and its price in each currency. */
export type PlanEnquiry = { plan: Record<Currency, string> };

/** The plan that a navigation state names, in the visitor's currency; undefined for any other state. */
export function enquiredPlan(state: unknown): string | undefined {
  if (state === null || typeof state !== 'object' || !('plan' in state)) return undefined;
  const { plan } = state as Partial<PlanEnquiry>;
  return plan?.[readCurrency()];
}
