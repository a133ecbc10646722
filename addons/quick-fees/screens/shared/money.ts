import { t } from '@lingui/core/macro';
import type { QuickMethod } from '../../data/quickFees.ts';
import { formatMoney, kes } from '@masomo/domain/money';
import { typedNumber } from '@masomo/domain/typedNumber';

/** Formats whole shillings. */
export const formatShillings = (amount: number) => formatMoney(kes(amount));

export const formatBalance = (balance: number) => (balance < 0 ? t`${formatShillings(-balance)} in credit` : formatShillings(balance));

export const methodLabels: Record<QuickMethod, string> = { mpesa: 'M-Pesa', cash: t`Cash`, bank: t`Bank deposit` };
export const methodLabel = (method: string) => Object.entries(methodLabels).find(([name]) => name === method)?.[1] ?? method;

/** What a cashier types, such as `1,500` or `1 500`, in whole shillings; null for anything else. */
export function parseShillings(typed: string): number | null {
  const amount = typedNumber(typed);
  return Number.isInteger(amount) && amount >= 0 && amount < 100_000_000 ? amount : null;
}
