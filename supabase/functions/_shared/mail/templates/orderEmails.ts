import { formatMoney, kes, shillings } from '@masomo/domain/money';
import { type Say } from '@masomo/domain/say';
import { formatLongDate } from '@masomo/domain/time';
import { z } from 'zod';
import { orderEmailTexts } from './orderEmailTexts.ts';
import { orderLink } from './orderLink.ts';
import { type EmailBlock } from '../layout.ts';
import { type EmailTemplate } from './emailTemplate.ts';

const order = z.object({
  order_number: z.string(),
  order_key: z.string().nullish(),
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
const closed = z.object({ school: z.string(), deletes_on: z.string() });
const deleted = z.object({ school: z.string(), certificate: z.string(), deleted_on: z.string() });
const endingLicence = z.object({ school: z.string(), name: z.string(), ends_on: z.string() });
const subscription = z.object({ school: z.string(), plan: z.string(), ends_on: z.string() });
const priceChange = z.object({
  school: z.string(),
  plan: z.string(),
  period: z.enum(['term', 'year', 'month']),
  old_price: z.number(),
  new_price: z.number(),
  effective_on: z.string(),
});

const bankFields = (say: Say) =>
  [
    ['bankName', say('Bank')],
    ['branch', say('Branch')],
    ['accountName', say('Account name')],
    ['accountNumber', say('Account number')],
    ['swift', say('SWIFT code')],
  ] as const;

function itemsTable({ items, net_amount: net, vat_amount: vat, total_amount: total }: Order, say: Say): EmailBlock {
  return {
    kind: 'table',
    head: [say('Item'), say('Quantity'), say('Amount')],
    rows: items.map(({ addon_name: name, quantity, line_total: amount }) => [name, String(quantity), formatMoney(kes(amount))]),
    foot: [
      [say('Net'), '', formatMoney(shillings(net))],
      [say('VAT'), '', formatMoney(shillings(vat))],
      [say('Total'), '', formatMoney(kes(total))],
    ],
  };
}

const valuesOf = (placed: Order) => ({
  customer: placed.customer_name,
  institution: placed.institution ?? '',
  order: placed.order_number,
  total: formatMoney(kes(placed.total_amount)),
});
const contactLine = ({ salesEmail, email, phone }: Parameters<EmailTemplate>[1]['contact'], say: Say): EmailBlock => ({
  kind: 'text',
  text: say('Questions? Write to {email} or call {phone}.', { email: salesEmail || email, phone }),
});

const pricePer = (shillingsPerPeriod: number, period: z.infer<typeof priceChange>['period'], say: Say): string => {
  const price = formatMoney(kes(shillingsPerPeriod));
  switch (period) {
    case 'term':
      return say('{price} per term', { price });
    case 'year':
      return say('{price} per year', { price });
    case 'month':
      return say('{price} per month', { price });
  }
};

/** Emails about orders and subscriptions. */
export const orderEmails: Record<string, EmailTemplate> = {
  'order-proforma': (data, { payments, siteUrl, emails }, say) => {
    const placed = order.parse(data);
    const bank = bankFields(say).flatMap(([field, label]) =>
      typeof payments.bank[field] === 'string' && payments.bank[field] ? [[label, payments.bank[field]] as const] : [],
    );
    const reference = placed.payment_reference ?? placed.order_number;
    const texts = orderEmailTexts(emails, 'proforma', { ...valuesOf(placed), reference, days: String(payments.bank['validDays'] ?? '') });
    return {
      subject: texts.subject,
      title: say('Thank you, {name}', { name: placed.customer_name }),
      blocks: [
        ...texts.opening,
        itemsTable(placed, say),
        ...texts.closing,
        { kind: 'facts', facts: [...bank, [say('Reference'), reference]] },
        ...orderLink(siteUrl, placed, say),
      ],
    };
  },
  'order-receipt': (data, { siteUrl, emails }, say) => {
    const paid = receipt.parse(data);
    const texts = orderEmailTexts(emails, 'receipt', {
      ...valuesOf(paid),
      receipt: paid.receipt ?? '',
      day: paid.paid_at ? formatLongDate(paid.paid_at) : '',
    });
    return {
      subject: texts.subject,
      title: say('Thank you, {name}', { name: paid.customer_name }),
      blocks: [
        ...texts.opening,
        itemsTable(paid, say),
        {
          kind: 'facts',
          facts: [
            ...(paid.receipt ? [[say('Receipt'), paid.receipt] as const] : []),
            ...(paid.paid_at ? [[say('Paid on'), formatLongDate(paid.paid_at)] as const] : []),
          ],
        },
        ...texts.closing,
        ...orderLink(siteUrl, paid, say),
      ],
    };
  },
  'subscription-ending': (data, { contact }, say) => {
    const { school, plan, ends_on: endsOn } = subscription.parse(data);
    const date = formatLongDate(endsOn);
    return {
      subject: say('{school}: {plan} ends on {date}', { school, plan, date }),
      title: say('Your {plan} subscription ends on {date}', { plan, date }),
      blocks: [{ kind: 'text', text: say('Renew it to keep {school} running without a break.', { school }) }, contactLine(contact, say)],
    };
  },
  'licence-ending': (data, { siteUrl, contact }, say) => {
    const { school, name, ends_on: endsOn } = endingLicence.parse(data);
    const date = formatLongDate(endsOn);
    return {
      subject: say('{school}: {name} ends on {date}', { school, name, date }),
      title: say('{name} ends on {date}', { name, date }),
      blocks: [
        {
          kind: 'text',
          text: say('After that day {school} reads and exports what is in it, and nothing can be added or changed until it is renewed.', {
            school,
          }),
        },
        { kind: 'link', label: say('See plan and licences'), href: `${siteUrl}/dashboard/school/plan` },
        contactLine(contact, say),
      ],
    };
  },
  'school-closed': (data, { siteUrl }, say) => {
    const { school, deletes_on: deletesOn } = closed.parse(data);
    const date = formatLongDate(deletesOn);
    return {
      subject: say('{school} is closed', { school }),
      title: say('{school} is closed', { school }),
      blocks: [
        {
          kind: 'text',
          text: say(
            'The grace period after the subscription ended is over. Until {date}, administrators can sign in to export the records and renew; nobody else can sign in.',
            { date },
          ),
        },
        { kind: 'text', text: say('On {date} the records are deleted, and we confirm that in writing.', { date }) },
        { kind: 'link', label: say('Renew or export records'), href: `${siteUrl}/dashboard/school/plan` },
      ],
    };
  },
  'school-deleted': (data, _sender, say) => {
    const { school, certificate, deleted_on: deletedOn } = deleted.parse(data);
    return {
      subject: say('Certificate of deletion: {school}', { school }),
      title: say('The records of {school} are deleted', { school }),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [say('School'), school],
            [say('Certificate'), certificate],
            [say('Deleted on'), formatLongDate(deletedOn)],
          ],
        },
        {
          kind: 'text',
          text: say(
            'The school’s records, accounts and files are deleted. Backups that hold them are overwritten within 35 days. Our own orders and invoices are kept for seven years, as tax law requires.',
          ),
        },
      ],
    };
  },
  'price-change': (data, { contact }, say) => {
    const { school, plan, period, old_price: now, new_price: then, effective_on: effectiveOn } = priceChange.parse(data);
    const date = formatLongDate(effectiveOn);
    return {
      subject: say('{plan}: new price from {date}', { plan, date }),
      title: say('The price of {plan} changes on {date}', { plan, date }),
      blocks: [
        {
          kind: 'text',
          text: say('{school} subscribes to {plan}. This is our notice of its new price. What you have already paid stays paid.', {
            school,
            plan,
          }),
        },
        {
          kind: 'facts',
          facts: [
            [say('Until then'), pricePer(now, period, say)],
            [say('From {date}', { date }), pricePer(then, period, say)],
          ],
        },
        { kind: 'text', text: say('Prices include VAT.') },
        contactLine(contact, say),
      ],
    };
  },
  'price-change-withdrawn': (data, { contact }, say) => {
    const { school, plan, period, old_price: now, effective_on: effectiveOn } = priceChange.parse(data);
    return {
      subject: say('{plan}: the price stays', { plan }),
      title: say('The price of {plan} stays as it is', { plan }),
      blocks: [
        {
          kind: 'text',
          text: say('We told you of a new price from {date}. It has been withdrawn: {school} continues at {price}.', {
            date: formatLongDate(effectiveOn),
            school,
            price: pricePer(now, period, say),
          }),
        },
        contactLine(contact, say),
      ],
    };
  },
};
