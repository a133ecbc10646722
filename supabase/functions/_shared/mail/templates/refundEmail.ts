import { formatMoney, kes } from '@masomo/domain/money';
import { z } from 'zod';
import { orderEmailTexts } from './orderEmailTexts.ts';
import { type EmailTemplate } from './emailTemplate.ts';

const refundSchema = z.object({
  order_number: z.string(),
  customer_name: z.string(),
  institution: z.string().nullish(),
  total_amount: z.number(),
  refund_amount: z.number(),
  refund_method: z.enum(['mpesa', 'card', 'bank']),
  receipt: z.string(),
  reason: z.string(),
  is_cancelled: z.boolean(),
});
const arrivalTexts = {
  mpesa: 'It goes to the M-Pesa account you paid from, usually at once.',
  card: 'It goes to the card you paid with. Banks take up to ten working days to show it.',
  bank: 'It goes to the bank account you paid from, usually within two working days.',
} as const;

/** Notifies a buyer of a refund. */
export const refundEmail: EmailTemplate = (data, { siteUrl, emails }) => {
  const refund = refundSchema.parse(data);
  const amount = formatMoney(kes(refund.refund_amount));
  const texts = orderEmailTexts(emails, 'refund', {
    customer: refund.customer_name,
    institution: refund.institution ?? '',
    order: refund.order_number,
    total: formatMoney(kes(refund.total_amount)),
    amount,
    receipt: refund.receipt,
    reason: refund.reason,
  });
  return {
    subject: texts.subject,
    title: `We have paid back ${amount}`,
    blocks: [
      ...texts.opening,
      { kind: 'text', text: arrivalTexts[refund.refund_method] },
      {
        kind: 'facts',
        facts: [
          ['Receipt', refund.receipt],
          ['Reason', refund.reason],
        ],
      },
      ...(refund.is_cancelled ? [{ kind: 'text' as const, text: 'The order is cancelled and its licences no longer count.' }] : []),
      ...texts.closing,
      ...(siteUrl
        ? [{ kind: 'link' as const, label: 'See your order', href: `${siteUrl}/store/orders/${encodeURIComponent(refund.order_number)}` }]
        : []),
    ],
  };
};
