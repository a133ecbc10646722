import { feeMethodLabel, type FamilyReceipt, type IssuedReceipt } from '@masomo/domain/feePapers';
import { formatMoney, kes } from '@masomo/domain/money';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
import type { PaperCheck } from './paperCheck.ts';
import { schoolLook, type LookPictures, type SchoolLook } from './schoolLook.ts';

/** A receipt of school fees, for one student or for several of a family; amounts in whole shillings, days in ISO. */
export type Receipt = {
  school: PaperSchool;
  number: string;
  amount: number;
  paidOn: string;
  /** How it was paid, as the product says it in English, such as `M-Pesa`. */
  method: string;
  reference: string;
  receivedBy: string;
  isReversed: boolean;
  /** `balance` is due on the day of printing, negative when paid in advance; a line without a name is paid ahead. */
  students: readonly {
    name: string;
    admissionNumber: string;
    className: string;
    balance: number;
    /** The part of this student was taken back. */
    isReversed: boolean;
    lines: readonly { name: string | null; amount: number }[];
  }[];
};

type Fact = { label: string; value: string };
/** A receipt as its template reads it: every text is said. */
export type ReceiptPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  number: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  check?: PaperCheck | undefined;
  /** Of the only student, empty for several. */
  name: string;
  warning: string;
  facts: readonly Fact[];
  columns: readonly string[];
  students: readonly { name: string; rows: readonly { name: string; amount: string }[] }[];
  received: Fact;
  balances: readonly Fact[];
};

const shillings = (amount: number) => formatMoney(kes(amount));
/** What an account owes: `KES 31,800`, or `KES 700 in credit` when more was paid. */
export const balanceText = (balance: number, say: Say) =>
  balance < 0 ? say('{amount} in credit', { amount: shillings(-balance) }) : shillings(balance);

/** Number and class of a student after the name, as far as they have them. */
const studentLine = ({ admissionNumber, className }: { admissionNumber: string; className: string }) =>
  [admissionNumber, className].filter(Boolean).join('  ·  ');

/** A receipt for its template. `printedOn` is an ISO day, `lang` the language of `say`. */
export function receiptPaper(
  { school, number, amount, paidOn, method, reference, receivedBy, isReversed, students }: Receipt,
  { printedOn, lang, pictures = {}, check }: { printedOn: string; lang: string; pictures?: LookPictures; check?: PaperCheck | undefined },
  say: Say,
): ReceiptPaper {
  const day = formatDate(printedOn);
  const [student] = students;
  const single = students.length === 1 ? student : undefined;
  const lined = students.filter(({ lines }) => lines.length > 0);
  return {
    lang,
    look: schoolLook(school, pictures),
    title: say('Receipt'),
    number,
    note: say('{school}, receipt {number}, printed {day}', { school: school.name, number, day }),
    page: say('Page {page} of {pages}'),
    check,
    name: single?.name ?? '',
    warning: isReversed ? say('This payment was taken back. The receipt is no longer valid.') : '',
    facts: [
      ...(single
        ? [
            { label: say('Admission number'), value: single.admissionNumber },
            { label: say('Class'), value: single.className || say('None') },
          ]
        : []),
      { label: say('Paid on'), value: formatDate(paidOn) },
      { label: say('Method'), value: [say(method), reference].filter(Boolean).join(' ') },
      ...(receivedBy ? [{ label: say('Received by'), value: receivedBy }] : []),
    ],
    columns: [say('Fee'), say('Amount')],
    students: lined.map(({ lines, ...of }) => ({
      name: single ? '' : [of.name, studentLine(of), of.isReversed ? say('Taken back') : ''].filter(Boolean).join('  ·  '),
      rows: lines.map((line) => ({ name: line.name ?? say('Paid in advance'), amount: shillings(line.amount) })),
    })),
    received: { label: say('Received'), value: shillings(amount) },
    balances: students.map(({ name, balance }) => ({
      label: single ? say('Balance on {day}', { day }) : say('Balance of {student} on {day}', { student: name, day }),
      value: balanceText(balance, say),
    })),
  };
}

/** The receipt of one payment of an account. */
export const accountReceipt = ({ school, student, balance, payment }: IssuedReceipt): Receipt => ({
  school,
  number: payment.receipt_number,
  amount: payment.amount,
  paidOn: payment.paid_on,
  method: feeMethodLabel(payment.method),
  reference: payment.reference ?? '',
  receivedBy: payment.recorded_by ?? '',
  isReversed: payment.is_reversed,
  students: [
    {
      name: student.name,
      admissionNumber: student.admission_number,
      className: student.class_name ?? '',
      balance,
      isReversed: payment.is_reversed,
      lines: [],
    },
  ],
});

/** The receipt over the fees of several children. */
export const quickReceipt = ({ school, amount, students, ...receipt }: FamilyReceipt): Receipt => ({
  school,
  number: receipt.receipt_number,
  amount,
  paidOn: receipt.paid_on,
  method: feeMethodLabel(receipt.method),
  reference: receipt.reference ?? '',
  receivedBy: receipt.cashier ?? '',
  isReversed: students.every((student) => student.is_reversed),
  students: students.map((student) => ({
    name: student.name,
    admissionNumber: student.admission_number,
    className: student.class_name ?? '',
    balance: student.balance,
    isReversed: student.is_reversed,
    lines: student.lines,
  })),
});
