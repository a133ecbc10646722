import { formatMoney, kes } from '@masomo/domain/money';
import { finishPdf, startPdf, writeFacts, writeLine, type Issuer } from './pdfLayout.ts';

/** The contents of a receipt of school fees; amounts in whole shillings, days formatted for display. */
export type FeeReceipt = {
  issuer: Issuer;
  student: { name: string; admissionNumber: string; className: string };
  number: string;
  amount: number;
  paidOn: string;
  /** How it was paid, such as `M-Pesa SKL7X2M9QP`. */
  method: string;
  recordedBy: string;
  /** Balance due on the day of printing; negative when paid in advance. */
  balance: number;
  printedOn: string;
};

/** Renders the receipt of one payment of school fees as a PDF. */
export function feeReceiptPdf({ issuer, student, number, amount, paidOn, method, recordedBy, balance, printedOn }: FeeReceipt): Uint8Array {
  let layout = startPdf(issuer, `Receipt ${number}`);
  layout = writeFacts(layout, [
    ['Student', student.name],
    ['Admission number', student.admissionNumber],
    ['Class', student.className || 'None'],
    ['Paid on', paidOn],
    ['Paid by', method],
    ...(recordedBy ? [['Received by', recordedBy] as const] : []),
  ]);
  layout = writeLine(layout, `Received: ${formatMoney(kes(amount))}`, { isStrong: true });
  const standing =
    balance > 0 ? `${formatMoney(kes(balance))} to pay` : balance < 0 ? `${formatMoney(kes(-balance))} paid ahead` : 'nothing is owed';
  layout = writeLine(layout, `Balance of the account on ${printedOn}: ${standing}.`);
  return finishPdf(layout, `${issuer.name}, receipt ${number}, printed ${printedOn}`);
}
