import { formatMoney, shillings as inShillings } from '@masomo/domain/money';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { paymentMethodLabels } from '@masomo/domain/orders';
import type { Say } from '@masomo/domain/say';
import { addDays, formatDate, today } from '@masomo/domain/time';
import { issuerLook, type SchoolLook } from './schoolLook.ts';

type Fact = { label: string; value: string };
/** The receipt or proforma invoice of an order as its template reads it: every text is said. */
export type OrderPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  number: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  facts: readonly Fact[];
  items: { head: readonly string[]; rows: readonly (readonly string[])[] };
  /** Net and tax under the items. */
  sums: readonly Fact[];
  total: string;
  payments: readonly string[];
  /** Said in bold: what is left to pay. */
  due: string;
  refunded: string;
  howToPay: { lines: readonly string[]; facts: readonly Fact[] };
  licences: { head: readonly string[]; rows: readonly (readonly string[])[] };
  /** Of the tax authority's control unit. */
  tax: readonly Fact[];
  /** Said in bold where it is no tax invoice. */
  notTax: string;
};

const shillings = (amount: number) => formatMoney(inShillings(amount));
const filled = (facts: readonly (readonly [string, string | null | undefined])[]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));

function howToPay({ bank, paymentReference, createdAt, validUntil }: OrderDocument, say: Say): OrderPaper['howToPay'] {
  const lastDay = validUntil ?? (bank.validDays ? addDays(today(createdAt), bank.validDays) : null);
  return {
    lines: [
      say('Pay by bank transfer to this account, with the reference exactly as shown here.'),
      ...(lastDay ? [say('This proforma invoice is valid until {date}.', { date: formatDate(lastDay) })] : []),
    ],
    facts: filled([
      [say('Bank'), bank.bankName],
      [say('Branch'), bank.branch],
      [say('Account name'), bank.accountName],
      [say('Account number'), bank.accountNumber],
      [say('SWIFT code'), bank.swift],
      [say('Reference'), paymentReference],
    ]),
  };
}

function licenceRow({ name, quantity, key, school, isRevoked, validFrom, validUntil }: OrderDocument['licences'][number], say: Say) {
  const start = formatDate(validFrom);
  const valid = isRevoked
    ? say('Withdrawn')
    : validUntil
      ? say('{start} to {end}', { start, end: formatDate(validUntil) })
      : say('From {date}', { date: start });
  return [quantity > 1 ? `${name} (${quantity})` : name, key, school, valid];
}

const paymentLine = ({ amount, method, paidAt, receipt }: OrderDocument['payments'][number], say: Say) =>
  say('Paid {amount} by {method} on {date}, receipt code {receipt}.', {
    amount: shillings(amount),
    method: say(paymentMethodLabels[method]),
    date: formatDate(paidAt),
    receipt,
  });

/** The receipt of a paid order, or the proforma invoice of an unpaid one. `lang` is the language of `say`. */
export function orderPaper(order: OrderDocument, lang: string, say: Say): OrderPaper {
  const { issuer, customer, tax, paidAt, orderNumber, payments } = order;
  return {
    lang,
    look: issuerLook(issuer),
    title: !paidAt ? say('Proforma invoice') : tax ? say('Tax invoice and receipt') : say('Receipt'),
    number: orderNumber,
    note: say('{issuer}, order {number}', { issuer: issuer.name, number: orderNumber }),
    page: say('Page {page} of {pages}'),
    facts: filled([
      [say('Date'), formatDate(paidAt ?? order.createdAt)],
      [say('Reference'), order.paymentReference],
      [say('Seller\u2019s KRA PIN'), issuer.kraPin ?? say('Not registered yet')],
      [say('Customer'), customer.name],
      [say('Institution'), customer.institution],
      [say('Address'), customer.address],
      [say('Contact'), [customer.email, customer.phone.replaceAll(' ', '\u00a0')].filter(Boolean).join(', ')],
      [say('Customer\u2019s KRA PIN'), customer.kraPin || '____________________'],
    ]),
    items: {
      head: [say('Item'), say('Quantity'), say('Price'), say('Amount')],
      rows: order.items.map((item) => [item.name, String(item.quantity), shillings(item.price), shillings(item.total)]),
    },
    sums: [
      { label: say('Net'), value: shillings(order.net) },
      { label: say('VAT {percent}%, included', { percent: order.vatPercent }), value: shillings(order.vat) },
    ],
    total: say('Total: {amount}', { amount: shillings(order.total) }),
    payments: payments.map((payment) => paymentLine(payment, say)),
    due: !paidAt && payments.length > 0 ? say('Still to pay: {amount}', { amount: shillings(order.due) }) : '',
    refunded: order.refunded > 0 ? say('Refunded since: {amount}.', { amount: shillings(order.refunded) }) : '',
    howToPay: paidAt ? { lines: [], facts: [] } : howToPay(order, say),
    licences: {
      head: [say('Licence'), say('Key'), say('School'), say('Valid')],
      rows: order.licences.map((licence) => licenceRow(licence, say)),
    },
    tax: tax
      ? filled([
          [say('Control unit'), tax.controlUnit],
          [say('eTIMS receipt'), tax.receiptNumber],
          [say('Signature'), tax.signature],
        ])
      : [],
    notTax: tax ? '' : say('This is not a tax invoice.'),
  };
}
