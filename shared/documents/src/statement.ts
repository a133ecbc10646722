import { t } from '@lingui/core/macro';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatBalance } from './formatBalance.ts';
import { pageLabel } from './pageLabel.ts';
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

/** Renders a student's statement of account as a PDF. */
export function statementPdf({ issuer, student, printedOn, charged, paid, balance, howToPay, lines }: Statement): Uint8Array {
  let layout = startPdf(issuer, t`Statement of account`);
  layout = writeFacts(layout, [
    [t`Student`, student.name],
    [t`Admission number`, student.admissionNumber],
    [t`Class`, student.className || t`None`],
    [t`As of`, printedOn],
  ]);
  layout = writeTable(
    layout,
    [t`Date`, t`Description`, t`Number`, t`Charged`, t`Paid`, t`Balance`],
    lines.map((line) => [line.day, line.text, line.reference, amount(line.charged), amount(line.paid), formatBalance(line.balance)]),
    [3, 4, 5],
  );
  layout = writeLine(layout, t`Charged ${formatMoney(kes(charged))}, paid ${formatMoney(kes(paid))}.`);
  layout = writeLine(layout, t`Balance: ${formatBalance(balance)}`, { isStrong: true });
  if (howToPay && balance > 0) layout = t`How to pay: ${howToPay}`.split('\n').reduce((written, line) => writeLine(written, line), layout);
  return finishPdf(layout, t`${issuer.name}, statement of ${student.name}, ${printedOn}`, pageLabel);
}
