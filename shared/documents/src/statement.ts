import { feeMethodLabel, type AccountStatement } from '@masomo/domain/feePapers';
import { formatMoney, kes } from '@masomo/domain/money';
import type { Say } from '@masomo/domain/say';
import { formatDate } from '@masomo/domain/time';
import type { PaperCheck } from './paperCheck.ts';
import { balanceText } from './receipt.ts';
import { schoolLook, type LookPictures, type SchoolLook } from './schoolLook.ts';

type Fact = { label: string; value: string };
type Line = { day: string; text: string; reference: string; charged: string; paid: string; balance: string };

/** A statement of account as its template reads it: every text is said. */
export type StatementPaper = {
  lang: string;
  look: SchoolLook;
  title: string;
  note: string;
  /** With `{page}` and `{pages}`, which the template fills in. */
  page: string;
  check?: PaperCheck | undefined;
  name: string;
  facts: readonly Fact[];
  columns: readonly string[];
  lines: readonly Line[];
  /** Said where there are no lines. */
  empty: string;
  sums: readonly Fact[];
  balance: Fact;
  howToPay: { label: string; lines: readonly string[] };
};

const shillings = (amount: number) => formatMoney(kes(amount));
const filled = (amount: number) => (amount === 0 ? '' : shillings(amount));

function lineText({ kind, text }: AccountStatement['lines'][number], say: Say): string {
  switch (kind) {
    case 'charge':
      return text;
    case 'credit':
      return say('Credit for {fee}', { fee: text });
    case 'payment':
      return say('Payment, {method}', { method: say(feeMethodLabel(text)) });
    case 'reversal':
      return say('Payment reversed: {reason}', { reason: text });
  }
}

/** A student's statement of account for its template. `printedOn` is an ISO day, `lang` the language of `say`. */
export function statementPaper(
  { school, student, charged, paid, balance, lines }: AccountStatement,
  { printedOn, lang, pictures = {}, check }: { printedOn: string; lang: string; pictures?: LookPictures; check?: PaperCheck | undefined },
  say: Say,
): StatementPaper {
  const day = formatDate(printedOn);
  return {
    lang,
    look: schoolLook(school, pictures),
    title: say('Statement of account'),
    note: say('{school}, statement of {student}, {day}', { school: school.name, student: student.name, day }),
    page: say('Page {page} of {pages}'),
    check,
    name: student.name,
    facts: [
      { label: say('Admission number'), value: student.admission_number },
      { label: say('Class'), value: student.class_name || say('None') },
      { label: say('As of'), value: day },
    ],
    columns: [say('Date'), say('Description'), say('Number'), say('Charged'), say('Paid'), say('Balance')],
    lines: lines.map((line) => ({
      day: formatDate(line.day),
      text: lineText(line, say),
      reference: line.reference,
      charged: filled(line.charged),
      paid: filled(line.paid),
      balance: balanceText(line.balance, say),
    })),
    empty: say('Nothing was charged or paid yet.'),
    sums: [
      { label: say('Charged'), value: shillings(charged) },
      { label: say('Paid'), value: shillings(paid) },
    ],
    balance: { label: say('Balance'), value: balanceText(balance, say) },
    howToPay: { label: say('How to pay'), lines: balance > 0 ? (school.payment_instructions?.split('\n') ?? []) : [] },
  };
}
