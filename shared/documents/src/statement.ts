import { formatMoney, kes } from '@masomo/domain/money';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer } from './pdfLayout.ts';

/** The contents of a statement of account; amounts in whole shillings, days formatted for display. */
export type Statement = {
  issuer: Issuer;
  student: { name: string; admissionNumber: string; className: string };
  printedOn: string;
  charged: number;
  paid: number;
  balance: number;
  /** The school's payment instructions; printed while a balance is due. */
  howToPay?: string;
  lines: readonly { day: string; text: string; reference: string; charged: number; paid: number; balance: number }[];
};

const amount = (shillings: number) => (shillings === 0 ? '' : formatMoney(kes(shillings)));

const balanceText = (shillings: number) => (shillings < 0 ? `${formatMoney(kes(-shillings))} in credit` : formatMoney(kes(shillings)));

/** Renders a student's statement of account as a PDF. */
export function statementPdf({ issuer, student, printedOn, charged, paid, balance, howToPay, lines }: Statement): Uint8Array {
  let layout = startPdf(issuer, 'Statement of account');
  layout = writeFacts(layout, [
    ['Student', student.name],
    ['Admission number', student.admissionNumber],
    ['Class', student.className || 'None'],
    ['As of', printedOn],
  ]);
  layout = writeTable(
    layout,
    ['Day', 'What', 'Number', 'Charged', 'Paid', 'Balance'],
    lines.map((line) => [line.day, line.text, line.reference, amount(line.charged), amount(line.paid), balanceText(line.balance)]),
    [3, 4, 5],
  );
  layout = writeLine(layout, `Charged ${formatMoney(kes(charged))}, paid ${formatMoney(kes(paid))}.`);
  layout = writeLine(
    layout,
    balance > 0 ? `To pay: ${formatMoney(kes(balance))}` : balance < 0 ? `Paid ahead: ${formatMoney(kes(-balance))}` : 'Nothing is owed.',
    { isStrong: true },
  );
  if (howToPay && balance > 0) layout = `How to pay: ${howToPay}`.split('\n').reduce((written, line) => writeLine(written, line), layout);
  return finishPdf(layout, `${issuer.name}, statement of ${student.name}, ${printedOn}`);
}
