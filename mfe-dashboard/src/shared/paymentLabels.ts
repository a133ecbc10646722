import { t } from '@lingui/core/macro';
import type { PaymentMethod } from '@masomo/data/money/fees';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatNumber } from '@masomo/domain/number';

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  mpesa: 'M-Pesa',
  cash: t`Cash`,
  bank: t`Bank deposit`,
  cheque: t`Cheque`,
};

/** The label of a method as the database names it; unknown methods stay as they are. */
export const paymentMethodLabel = (method: string) => Object.entries(paymentMethodLabels).find(([name]) => name === method)?.[1] ?? method;

/** Formats whole shillings. */
export const formatShillings = (amount: number) => formatMoney(kes(amount));

/** The unit of a column of whole shillings, the same in every language. */
export const shillingUnit = 'KES';

/** A balance in a column whose head has the unit: `31,800`, or `80,700 in credit`. */
export const listedBalance = (balance: number) => (balance < 0 ? t`${formatNumber(-balance)} in credit` : formatNumber(balance));

/** What an account owes, in whole shillings: `KES 31,800`, or `KES 80,700 in credit` when more was paid. */
export const formatBalance = (balance: number) => (balance < 0 ? t`${formatShillings(-balance)} in credit` : formatShillings(balance));
