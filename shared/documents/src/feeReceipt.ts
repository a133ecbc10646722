import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatBalance } from './formatBalance.ts';
import { pageLabel } from './pageLabel.ts';
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
  let layout = startPdf(issuer, t`Receipt ${number}`);
  layout = writeFacts(layout, [
    [t`Student`, student.name],
    [t`Admission number`, student.admissionNumber],
    [t`Class`, student.className || t`None`],
    [t`Paid on`, paidOn],
    [t`Method`, method],
    ...(recordedBy ? [[t`Received by`, recordedBy] as const] : []),
  ]);
  layout = writeLine(layout, t`Received: ${formatMoney(kes(amount))}`, { isStrong: true });
  layout = writeLine(layout, t`Balance on ${printedOn}: ${formatBalance(balance)}`);
  return finishPdf(layout, t`${issuer.name}, receipt ${number}, printed ${printedOn}`, pageLabel);
}
