import { formatMoney, kes } from '@masomo/domain/money';
import { formatLongDate } from '@masomo/domain/time';
import { z } from 'zod';
import { orderEmailTexts } from './orderEmailTexts.ts';
import { type EmailBlock } from '../layout.ts';
import { type EmailTemplate } from './emailTemplate.ts';

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
const priceChange = z.object({
  school: z.string(),
  plan: z.string(),
  period: z.enum(['term', 'year', 'month']),
  old_price: z.number(),
  new_price: z.number(),
  effective_on: z.string(),
});

const bankFields = [
  ['bankName', 'Bank'],
  ['branch', 'Branch'],
  ['accountName', 'Account name'],
  ['accountNumber', 'Account number'],
  ['swift', 'SWIFT code'],
] as const;

/** Net and VAT of an order may have cents; the total is whole shillings. */
const shillings = (amount: number) => formatMoney({ minor: Math.round(amount * 100), currency: 'KES' });

function itemsTable({ items, net_amount: net, vat_amount: vat, total_amount: total }: Order): EmailBlock {
  return {
    kind: 'table',
    head: ['Item', 'Quantity', 'Amount'],
    rows: items.map(({ addon_name: name, quantity, line_total: amount }) => [name, String(quantity), formatMoney(kes(amount))]),
    foot: [
      ['Net', '', shillings(net)],
      ['VAT', '', shillings(vat)],
      ['Total', '', formatMoney(kes(total))],
    ],
  };
}

const valuesOf = (placed: Order) => ({
  customer: placed.customer_name,
  institution: placed.institution ?? '',
  order: placed.order_number,
  total: formatMoney(kes(placed.total_amount)),
});
const statusLink = (siteUrl: string, number: string): EmailBlock[] =>
  siteUrl ? [{ kind: 'link', label: 'See your order', href: `${siteUrl}/store/orders/${encodeURIComponent(number)}` }] : [];

const contactLine = ({ salesEmail, email, phone }: Parameters<EmailTemplate>[1]['contact']) =>
  `Questions? Write to ${salesEmail || email} or call ${phone}.`;

/** Emails about orders and subscriptions. */
export const orderEmails: Record<string, EmailTemplate> = {
  'order-proforma': (data, { payments, siteUrl, emails }) => {
    const placed = order.parse(data);
    const bank = bankFields.flatMap(([field, label]) =>
      typeof payments.bank[field] === 'string' && payments.bank[field] ? [[label, payments.bank[field]] as const] : [],
    );
    const reference = placed.payment_reference ?? placed.order_number;
    const texts = orderEmailTexts(emails, 'proforma', { ...valuesOf(placed), reference, days: String(payments.bank['validDays'] ?? '') });
    return {
      subject: texts.subject,
      title: `Thank you, ${placed.customer_name}`,
      blocks: [
        ...texts.opening,
        itemsTable(placed),
        ...texts.closing,
        { kind: 'facts', facts: [...bank, ['Reference', reference]] },
        ...statusLink(siteUrl, placed.order_number),
      ],
    };
  },
  'order-receipt': (data, { siteUrl, emails }) => {
    const paid = receipt.parse(data);
    const texts = orderEmailTexts(emails, 'receipt', {
      ...valuesOf(paid),
      receipt: paid.receipt ?? '',
      day: paid.paid_at ? formatLongDate(paid.paid_at) : '',
    });
    return {
      subject: texts.subject,
      title: `Thank you, ${paid.customer_name}`,
      blocks: [
        ...texts.opening,
        itemsTable(paid),
        {
          kind: 'facts',
          facts: [
            ...(paid.receipt ? [['Receipt', paid.receipt] as const] : []),
            ...(paid.paid_at ? [['Paid on', formatLongDate(paid.paid_at)] as const] : []),
          ],
        },
        ...texts.closing,
        ...statusLink(siteUrl, paid.order_number),
      ],
    };
  },
  'subscription-ending': (data, { contact }) => {
    const { school, plan, ends_on: endsOn } = subscription.parse(data);
    return {
      subject: `${school}: ${plan} ends on ${formatLongDate(endsOn)}`,
      title: `Your ${plan} subscription ends on ${formatLongDate(endsOn)}`,
      blocks: [{ kind: 'text', text: `Renew it to keep ${school} running without a break. ${contactLine(contact)}` }],
    };
  },
  'price-change': (data, { contact }) => {
    const { school, plan, period, old_price: now, new_price: then, effective_on: effectiveOn } = priceChange.parse(data);
    return {
      subject: `${plan}: new price from ${formatLongDate(effectiveOn)}`,
      title: `The price of ${plan} changes on ${formatLongDate(effectiveOn)}`,
      blocks: [
        {
          kind: 'text',
          text: `${school} subscribes to ${plan}. This is our notice of its new price. What you have paid already stays paid.`,
        },
        {
          kind: 'facts',
          facts: [
            ['Until then', `${formatMoney(kes(now))} per ${period}`],
            [`From ${formatLongDate(effectiveOn)}`, `${formatMoney(kes(then))} per ${period}`],
          ],
        },
        { kind: 'text', text: `Prices include VAT. ${contactLine(contact)}` },
      ],
    };
  },
  'price-change-withdrawn': (data, { contact }) => {
    const { school, plan, period, old_price: now, effective_on: effectiveOn } = priceChange.parse(data);
    return {
      subject: `${plan}: the price stays`,
      title: `The price of ${plan} stays as it is`,
      blocks: [
        {
          kind: 'text',
          text: `We told you of a new price from ${formatLongDate(effectiveOn)} on. It is withdrawn: ${school} goes on at ${formatMoney(kes(now))} per ${period}. ${contactLine(contact)}`,
        },
      ],
    };
  },
};
