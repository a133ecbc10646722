import { formatMoney, kes } from '@masomo/domain/money';
import { z } from 'zod';
import { type WriteLetter } from './renderMail.ts';

const refundSchema = z.object({
  order_number: z.string(), customer_name: z.string(), refund_amount: z.number(), refund_method: z.enum(['mpesa', 'card', 'bank']), receipt: z.string(), reason: z.string(), is_cancelled: z.boolean(),
});
const arrival = {
  mpesa: 'It goes to the M-Pesa account you paid from, usually at once.',
  card: 'It goes to the card you paid with. Banks take up to ten working days to show it.',
  bank: 'It goes to the bank account you paid from, usually within two working days.',
} as const;

/** Tells a buyer that money went back. */
export const refundLetter: WriteLetter = (data, { siteUrl }) => {
  const refund = refundSchema.parse(data);
  return {
    subject: `Order ${refund.order_number}: ${formatMoney(kes(refund.refund_amount))} paid back`,
    title: `We have paid back ${formatMoney(kes(refund.refund_amount))}`,
    parts: [
      { kind: 'text', text: `Hello ${refund.customer_name}, we have paid back ${formatMoney(kes(refund.refund_amount))} of your payment for order ${refund.order_number}. ${arrival[refund.refund_method]}` },
      { kind: 'facts', facts: [['Receipt', refund.receipt], ['Reason', refund.reason]] },
      ...(refund.is_cancelled ? [{ kind: 'text' as const, text: 'The order is cancelled and its licences no longer count.' }] : []),
      ...(siteUrl ? [{ kind: 'link' as const, label: 'See your order', href: `${siteUrl}/store/orders/${encodeURIComponent(refund.order_number)}` }] : []),
    ],
  };
};
