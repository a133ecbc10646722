import type { PaymentMethod } from '@masomo/data/money/fees';
import { formatMoney, kes } from '@masomo/domain/money';

/** How something was paid, as people read it. */
export const paymentMethodLabels: Record<PaymentMethod, string> = { mpesa: 'M-Pesa', cash: 'Cash', bank: 'Bank deposit', cheque: 'Cheque' };

/** A method by the database's name. */
export const paymentMethodLabel = (method: string) => Object.entries(paymentMethodLabels).find(([name]) => name === method)?.[1] ?? method;

/** Whole shillings as people read them. */
export const formatShillings = (amount: number) => formatMoney(kes(amount));
