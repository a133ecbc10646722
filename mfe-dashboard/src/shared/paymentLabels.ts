import type { PaymentMethod } from '@masomo/data/money/fees';
import { formatMoney, kes } from '@masomo/domain/money';

export const paymentMethodLabels: Record<PaymentMethod, string> = { mpesa: 'M-Pesa', cash: 'Cash', bank: 'Bank deposit', cheque: 'Cheque' };

/** The label of a method as the database names it; unknown methods stay as they are. */
export const paymentMethodLabel = (method: string) => Object.entries(paymentMethodLabels).find(([name]) => name === method)?.[1] ?? method;

/** Formats whole shillings. */
export const formatShillings = (amount: number) => formatMoney(kes(amount));
