import { formatMoney, kes, shillings } from '@masomo/domain/money';
import { type Say } from '@masomo/domain/say';
import { z } from 'zod';
import { orderEmailTexts } from './orderEmailTexts.ts';
import { orderLink } from './orderLink.ts';
import { type EmailTemplate } from './emailTemplate.ts';

const refundSchema = z.object({
  order_number: z.string(),
  order_key: z.string().nullish(),
  customer_name: z.string(),
  institution: z.string().nullish(),
  total_amount: z.number(),
  refund_amount: z.number(),
  refund_method: z.enum(['mpesa', 'card', 'bank']),
  receipt: z.string(),
  reason: z.string(),
  is_cancelled: z.boolean(),
});
function arrivalText(method: z.infer<typeof refundSchema>['refund_method'], say: Say): string {
  switch (method) {
    case 'mpesa':
      return say('It goes to the M-Pesa account you paid from, usually at once.');
    case 'card':
      return say('It goes to the card you paid with. Banks take up to ten working days to show it.');
    case 'bank':
      return say('It goes to the bank account you paid from, usually within two working days.');
  }
}

/** Notifies a buyer of a refund. */
export const refundEmail: EmailTemplate = (data, { siteUrl, emails }, say) => {
  const refund = refundSchema.parse(data);
  const amount = formatMoney(shillings(refund.refund_amount));
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
    title: say('We have refunded {amount}', { amount }),
    blocks: [
      ...texts.opening,
      { kind: 'text', text: arrivalText(refund.refund_method, say) },
      {
        kind: 'facts',
        facts: [
          [say('Receipt'), refund.receipt],
          [say('Reason'), refund.reason],
        ],
      },
      ...(refund.is_cancelled
        ? [{ kind: 'text' as const, text: say('The order is cancelled and its licences are no longer valid.') }]
        : []),
      ...texts.closing,
      ...orderLink(siteUrl, refund, say),
    ],
  };
};
