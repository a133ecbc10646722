import { formatMoney, kes } from '@masomo/domain/money';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { paymentMethodLabels } from '@masomo/domain/orders';
import { formatDate } from '@masomo/domain/time';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type PdfLayout } from './pdfLayout.ts';

const exactly = (amount: number) => formatMoney({ minor: Math.round(amount * 100), currency: 'KES' });
const shillings = (amount: number) => formatMoney(kes(amount));
const filled = (facts: readonly (readonly [string, string | null | undefined])[]) =>
  facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));

/** File name of the PDF of an order. */
export function orderPdfFileName({ orderNumber, paidAt }: Pick<OrderDocument, 'orderNumber' | 'paidAt'>): string {
  return `${paidAt ? 'receipt' : 'proforma'}-${orderNumber}.pdf`;
}

function writeItems(start: PdfLayout, order: OrderDocument): PdfLayout {
  const layout = writeTable(
    start,
    ['Item', 'Quantity', 'Price', 'Amount'],
    [
      ...order.items.map((item) => [item.name, String(item.quantity), shillings(item.price), shillings(item.total)]),
      ['Net', '', '', exactly(order.net)],
      [`VAT ${order.vatPercent} %, included`, '', '', exactly(order.vat)],
    ],
    [1, 2, 3],
  );
  return writeLine(layout, `Total: ${shillings(order.total)}`, { isStrong: true });
}

function writePayment(start: PdfLayout, { payments, refunded }: OrderDocument): PdfLayout {
  let layout = start;
  for (const payment of payments)
    layout = writeLine(
      layout,
      `Paid ${shillings(payment.amount)} by ${paymentMethodLabels[payment.method]} on ${formatDate(payment.paidAt)}, receipt code ${payment.receipt}.`,
    );
  return refunded > 0 ? writeLine(layout, `Paid back since: ${shillings(refunded)}.`) : layout;
}

function writeHowToPay(start: PdfLayout, { bank, paymentReference }: OrderDocument): PdfLayout {
  const until = bank.validDays ? ` This proforma invoice stands for ${bank.validDays} days.` : '';
  const layout = writeLine(start, `By bank transfer, pay to this account with the reference exactly as it stands here.${until}`);
  return writeFacts(
    { ...layout, y: layout.y + 8 },
    filled([
      ['Bank', bank.bankName],
      ['Branch', bank.branch],
      ['Account name', bank.accountName],
      ['Account number', bank.accountNumber],
      ['SWIFT code', bank.swift],
      ['Reference', paymentReference],
    ]),
  );
}

function writeLicences(layout: PdfLayout, { licences }: OrderDocument): PdfLayout {
  if (licences.length === 0) return layout;
  return writeTable(
    layout,
    ['Licence', 'Key', 'School', 'Valid'],
    licences.map((licence) => [
      licence.quantity > 1 ? `${licence.name} (${licence.quantity})` : licence.name,
      licence.key,
      licence.school,
      licence.isRevoked
        ? 'withdrawn'
        : licence.validUntil
          ? `${formatDate(licence.validFrom)} to ${formatDate(licence.validUntil)}`
          : `from ${formatDate(licence.validFrom)}`,
    ]),
    [],
  );
}

/** Renders the receipt of a paid order, or the proforma invoice of an unpaid one, as a PDF. */
export function orderPdf(order: OrderDocument): Uint8Array {
  const { issuer, customer, tax, paidAt } = order;
  const title = !paidAt ? 'Proforma invoice' : tax ? 'Tax invoice and receipt' : 'Receipt';
  let layout = writeFacts(
    startPdf(issuer, title),
    filled([
      ['Order', order.orderNumber],
      ['Date', formatDate(paidAt ?? order.createdAt)],
      ['Reference', order.paymentReference],
      ['Seller\u2019s KRA PIN', issuer.kraPin ?? 'not registered here yet'],
      ['Customer', customer.name],
      ['Institution', customer.institution],
      ['Address', customer.address],
      ['Contact', [customer.email, customer.phone].filter(Boolean).join(', ')],
      ['Customer\u2019s KRA PIN', '____________________'],
    ]),
  );
  layout = writeItems(layout, order);
  layout = paidAt ? writePayment(layout, order) : writeHowToPay(layout, order);
  layout = writeLicences({ ...layout, y: layout.y + 8 }, order);
  if (tax)
    layout = writeFacts(
      layout,
      filled([
        ['Control unit', tax.controlUnit],
        ['eTIMS receipt', tax.receiptNumber],
        ['Signature', tax.signature],
      ]),
    );
  else layout = writeLine(layout, 'This is not a tax invoice.', { isStrong: true });
  return finishPdf(layout, `${issuer.name}, order ${order.orderNumber}`, (page, pages) => `Page ${page} of ${pages}`);
}
