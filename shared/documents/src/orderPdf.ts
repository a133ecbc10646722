import { formatMoney, shillings as inShillings } from '@masomo/domain/money';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { paymentMethodLabels } from '@masomo/domain/orders';
import type { Say } from '@masomo/domain/say';
import { addDays, formatDate, today } from '@masomo/domain/time';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type PdfLayout } from './pdfLayout.ts';

const shillings = (amount: number) => formatMoney(inShillings(amount));
const filled = (facts: readonly (readonly [string, string | null | undefined])[]) =>
  facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));

/** File name of the PDF of an order. */
export function orderPdfFileName({ orderNumber, paidAt }: Pick<OrderDocument, 'orderNumber' | 'paidAt'>): string {
  return `${paidAt ? 'receipt' : 'proforma'}-${orderNumber}.pdf`;
}

function writeItems(start: PdfLayout, order: OrderDocument, say: Say): PdfLayout {
  const layout = writeTable(
    start,
    [say('Item'), say('Quantity'), say('Price'), say('Amount')],
    [
      ...order.items.map((item) => [item.name, String(item.quantity), shillings(item.price), shillings(item.total)]),
      [say('Net'), '', '', shillings(order.net)],
      [say('VAT {percent}%, included', { percent: order.vatPercent }), '', '', shillings(order.vat)],
    ],
    [1, 2, 3],
  );
  return writeLine(layout, say('Total: {amount}', { amount: shillings(order.total) }), { isStrong: true });
}

function writePayment(start: PdfLayout, { payments, refunded, due, paidAt }: OrderDocument, say: Say): PdfLayout {
  let layout = start;
  for (const payment of payments)
    layout = writeLine(
      layout,
      say('Paid {amount} by {method} on {date}, receipt code {receipt}.', {
        amount: shillings(payment.amount),
        method: say(paymentMethodLabels[payment.method]),
        date: formatDate(payment.paidAt),
        receipt: payment.receipt,
      }),
    );
  if (!paidAt && payments.length > 0)
    layout = writeLine(layout, say('Still to pay: {amount}', { amount: shillings(due) }), { isStrong: true });
  return refunded > 0 ? writeLine(layout, say('Refunded since: {amount}.', { amount: shillings(refunded) })) : layout;
}

function writeHowToPay(start: PdfLayout, { bank, paymentReference, createdAt, validUntil }: OrderDocument, say: Say): PdfLayout {
  let layout = writeLine(start, say('Pay by bank transfer to this account, with the reference exactly as shown here.'));
  const lastDay = validUntil ?? (bank.validDays ? addDays(today(createdAt), bank.validDays) : null);
  if (lastDay) layout = writeLine(layout, say('This proforma invoice is valid until {date}.', { date: formatDate(lastDay) }));
  return writeFacts(
    { ...layout, y: layout.y + 8 },
    filled([
      [say('Bank'), bank.bankName],
      [say('Branch'), bank.branch],
      [say('Account name'), bank.accountName],
      [say('Account number'), bank.accountNumber],
      [say('SWIFT code'), bank.swift],
      [say('Reference'), paymentReference],
    ]),
  );
}

function writeLicences(layout: PdfLayout, { licences }: OrderDocument, say: Say): PdfLayout {
  if (licences.length === 0) return layout;
  return writeTable(
    layout,
    [say('Licence'), say('Key'), say('School'), say('Valid')],
    licences.map((licence) => [
      licence.quantity > 1 ? `${licence.name} (${licence.quantity})` : licence.name,
      licence.key,
      licence.school,
      licence.isRevoked
        ? say('Withdrawn')
        : licence.validUntil
          ? say('{start} to {end}', { start: formatDate(licence.validFrom), end: formatDate(licence.validUntil) })
          : say('From {date}', { date: formatDate(licence.validFrom) }),
    ]),
    [],
  );
}

/** Renders the receipt of a paid order, or the proforma invoice of an unpaid one, as a PDF in the language of `say`. */
export function orderPdf(order: OrderDocument, say: Say): Uint8Array {
  const { issuer, customer, tax, paidAt } = order;
  const title = !paidAt ? say('Proforma invoice') : tax ? say('Tax invoice and receipt') : say('Receipt');
  let layout = writeFacts(
    startPdf(issuer, title),
    filled([
      [say('Order'), order.orderNumber],
      [say('Date'), formatDate(paidAt ?? order.createdAt)],
      [say('Reference'), order.paymentReference],
      [say('Seller\u2019s KRA PIN'), issuer.kraPin ?? say('Not registered yet')],
      [say('Customer'), customer.name],
      [say('Institution'), customer.institution],
      [say('Address'), customer.address],
      [say('Contact'), [customer.email, customer.phone].filter(Boolean).join(', ')],
      [say('Customer\u2019s KRA PIN'), '____________________'],
    ]),
  );
  layout = writeItems(layout, order, say);
  layout = writePayment(layout, order, say);
  if (!paidAt) layout = writeHowToPay(layout, order, say);
  layout = writeLicences({ ...layout, y: layout.y + 8 }, order, say);
  if (tax)
    layout = writeFacts(
      layout,
      filled([
        [say('Control unit'), tax.controlUnit],
        [say('eTIMS receipt'), tax.receiptNumber],
        [say('Signature'), tax.signature],
      ]),
    );
  else layout = writeLine(layout, say('This is not a tax invoice.'), { isStrong: true });
  return finishPdf(layout, say('{issuer}, order {number}', { issuer: issuer.name, number: order.orderNumber }), (page, pages) =>
    say('Page {page} of {pages}', { page, pages }),
  );
}
