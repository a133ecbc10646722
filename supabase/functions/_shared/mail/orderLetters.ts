import { formatMoney, kes } from '@masomo/domain/money';
import { z } from 'zod';
import { type Part } from './layout.ts';
import { type WriteLetter } from './renderMail.ts';

const order = z.object({
  order_number: z.string(),
  payment_reference: z.string().nullish(),
  customer_name: z.string(),
  institution: z.string().nullish(),
  total_amount: z.number(),
  net_amount: z.number(),
  vat_amount: z.number(),
  items: z.array(z.object({ addon_name: z.string(), quantity: z.number(), line_total: z.number() })),
});
type Order = z.infer<typeof order>;
const receipt = order.extend({ receipt: z.string().nullish(), paid_at: z.string().nullish() });
const subscription = z.object({ school: z.string(), plan: z.string(), ends_on: z.string() });

const bankFields = [['bankName', 'Bank'], ['branch', 'Branch'], ['accountName', 'Account name'], ['accountNumber', 'Account number'], ['swift', 'SWIFT code']] as const;

/** Net and VAT of an order may have cents; the total is whole shillings. */
const shillings = (amount: number) => formatMoney({ minor: Math.round(amount * 100), currency: 'KES' });
const day = (iso: string) => new Intl.DateTimeFormat('en-KE', { dateStyle: 'long', timeZone: 'Africa/Nairobi' }).format(new Date(iso));

function lines({ items, net_amount: net, vat_amount: vat, total_amount: total }: Order): Part {
  return {
    kind: 'table',
    head: ['Item', 'Quantity', 'Amount'],
    rows: items.map(({ addon_name: name, quantity, line_total: amount }) => [name, String(quantity), formatMoney(kes(amount))]),
    foot: [['Net', '', shillings(net)], ['VAT', '', shillings(vat)], ['Total', '', formatMoney(kes(total))]],
  };
}

const statusLink = (siteUrl: string, number: string): Part[] => (siteUrl ? [{ kind: 'link', label: 'See your order', href: `${siteUrl}/store/orders/${encodeURIComponent(number)}` }] : []);

/** Letters that follow an order or a subscription. */
export const orderLetters: Record<string, WriteLetter> = {
  'order-proforma': (data, { payments, siteUrl }) => {
    const placed = order.parse(data);
    const bank = bankFields.flatMap(([field, label]) => (typeof payments.bank[field] === 'string' && payments.bank[field] ? [[label, payments.bank[field]] as const] : []));
    const validDays = payments.bank['validDays'];
    return {
      subject: `Order ${placed.order_number}: how to pay`,
      title: `Thank you, ${placed.customer_name}`,
      parts: [
        { kind: 'text', text: `We have your order ${placed.order_number}${placed.institution ? ` for ${placed.institution}` : ''}. This is a proforma invoice, not a tax invoice.` },
        lines(placed),
        { kind: 'text', text: `Please transfer ${formatMoney(kes(placed.total_amount))} to this account${typeof validDays === 'number' ? ` within ${validDays} days` : ''}, with the reference exactly as it stands here. Your licences follow as soon as the payment has arrived.` },
        { kind: 'facts', facts: [...bank, ['Reference', placed.payment_reference ?? placed.order_number]] },
        ...statusLink(siteUrl, placed.order_number),
      ],
    };
  },
  'order-receipt': (data, { siteUrl }) => {
    const paid = receipt.parse(data);
    return {
      subject: `Order ${paid.order_number}: paid`,
      title: `Thank you, ${paid.customer_name}`,
      parts: [
        { kind: 'text', text: `We have received your payment for order ${paid.order_number}. Your licences are active.` },
        lines(paid),
        { kind: 'facts', facts: [...(paid.receipt ? [['Receipt', paid.receipt] as const] : []), ...(paid.paid_at ? [['Paid on', day(paid.paid_at)] as const] : [])] },
        ...statusLink(siteUrl, paid.order_number),
      ],
    };
  },
  'subscription-ending': (data, { contact }) => {
    const { school, plan, ends_on: endsOn } = subscription.parse(data);
    return {
      subject: `${school}: ${plan} ends on ${day(endsOn)}`,
      title: `Your ${plan} subscription ends on ${day(endsOn)}`,
      parts: [{ kind: 'text', text: `Renew it to keep ${school} running without a break. Questions? Write to ${contact.salesEmail || contact.email} or call ${contact.phone}.` }],
    };
  },
};
