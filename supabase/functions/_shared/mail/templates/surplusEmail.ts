import { formatMoney, shillings } from '@masomo/domain/money';
import { z } from 'zod';
import { orderLink } from './orderLink.ts';
import { type EmailTemplate } from './emailTemplate.ts';

const surplusSchema = z.object({
  order_number: z.string(),
  order_key: z.string().nullish(),
  customer_name: z.string(),
  surplus_amount: z.number(),
});

/** Tells a buyer what was paid and not used for the order, and that it is returned. */
export const surplusEmail: EmailTemplate = (data, { siteUrl, contact }, say) => {
  const surplus = surplusSchema.parse(data);
  const amount = formatMoney(shillings(surplus.surplus_amount));
  return {
    subject: say('{amount} of order {order} is yours', { amount, order: surplus.order_number }),
    title: say('We owe you {amount}', { amount }),
    blocks: [
      {
        kind: 'text',
        text: say('More was paid for order {order} than it needed, or its prices had changed when the money came. {amount} is left over.', {
          order: surplus.order_number,
          amount,
        }),
      },
      {
        kind: 'text',
        text: say(
          'We return it the way you paid, and you need not do anything. If it should go elsewhere, write to {email} or call {phone}.',
          {
            email: contact.salesEmail || contact.email,
            phone: contact.phone,
          },
        ),
      },
      ...orderLink(siteUrl, surplus, say),
    ],
  };
};
