import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatBalance } from './formatBalance.ts';
import { pageLabel } from './pageLabel.ts';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** One receipt over the fees of several children; amounts in whole shillings, days formatted for display. */
export type FamilyReceipt = {
  issuer: Issuer;
  number: string;
  paidOn: string;
  /** How it was paid, such as `M-Pesa SKL7X2M9QP`. */
  method: string;
  recordedBy: string;
  printedOn: string;
  amount: number;
  /** `balance` is due on the day of printing; negative when paid in advance. */
  students: readonly { name: string; admissionNumber: string; balance: number; lines: readonly { name: string; amount: number }[] }[];
};

const shillings = (amount: number) => formatMoney(kes(amount));

/** Renders the receipt as a PDF. */
export function familyReceiptPdf({ issuer, number, paidOn, method, recordedBy, printedOn, amount, students }: FamilyReceipt): Uint8Array {
  let layout = startPdf(issuer, t`Receipt ${number}`);
  layout = writeFacts(layout, [[t`Paid on`, paidOn], [t`Method`, method], ...(recordedBy ? [[t`Received by`, recordedBy] as const] : [])]);
  const rows = students.flatMap(({ name, admissionNumber, lines }) =>
    lines.map((line) => [name, admissionNumber, line.name, shillings(line.amount)]),
  );
  layout = writeTable(layout, [t`Student`, t`Admission number`, t`Fee`, t`Amount`], rows, [3]);
  layout = writeLine(layout, t`Received: ${shillings(amount)}`, { isStrong: true });
  for (const { name, balance } of students) layout = writeLine(layout, t`Balance of ${name} on ${printedOn}: ${formatBalance(balance)}`);
  return finishPdf(layout, t`${issuer.name}, receipt ${number}, printed ${printedOn}`, pageLabel);
}
