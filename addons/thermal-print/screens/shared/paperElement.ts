import { t } from '@lingui/core/macro';
import type { ReceiptPrint } from '../../data/thermalPrint.ts';
import { formatMoney, kes } from '@masomo/domain/money';
import { formatDateTime } from '@masomo/domain/time';

export type Paper = ReceiptPrint['paper'];

/** Millimetres of a roll that a till printer prints on. */
const printableWidth: Record<Paper, number> = { '58': 48, '80': 72 };

/** Black on white and in one size: a thermal head has no grey. */
export const paperStyles = (paper: Paper) => `
  :host, body { margin: 0; background: #fff; }
  .receipt { box-sizing: border-box; width: ${paper}mm; padding: 3mm ${(Number(paper) - printableWidth[paper]) / 2}mm; background: #fff; color: #000;
    font: ${paper === '58' ? '8.5pt' : '10pt'}/1.35 system-ui, sans-serif; overflow-wrap: anywhere; }
  .receipt p { margin: 0; white-space: pre-line; }
  .centre { text-align: center; }
  .strong { font-weight: 700; }
  .school { font-size: 1.25em; font-weight: 700; }
  .copy { border: 1.5px solid #000; margin: 2mm 0; padding: 0.5mm; font-weight: 700; text-align: center; letter-spacing: 0.15em; }
  .rule { border-top: 1px dashed #000; margin: 2mm 0; }
  .row { display: flex; justify-content: space-between; gap: 2mm; }
  .row span:last-child { white-space: nowrap; }
  .total { font-size: 1.2em; font-weight: 700; }
`;

const shillings = (amount: number) => formatMoney(kes(amount));
const methodNames: Record<string, string> = { mpesa: 'M-Pesa', cash: t`Cash`, bank: t`Bank deposit`, cheque: t`Cheque` };

/** The receipt as elements, so that a name is never read as markup. */
export function paperElement(page: Document, print: ReceiptPrint): HTMLElement {
  const make = (tag: string, className: string, ...content: (string | HTMLElement)[]) => {
    const element = page.createElement(tag);
    if (className) element.className = className;
    element.append(...content);
    return element;
  };
  const line = (text: string, className = '') => make('p', className, text);
  const row = (name: string, amount: string, className = '') =>
    make('div', `row ${className}`.trim(), make('span', '', name), make('span', '', amount));
  const rule = () => make('div', 'rule');
  const lines = (text: string, className: string) => (text.trim() ? [line(text.trim(), className)] : []);
  const { school } = print;
  return make(
    'div',
    'receipt',
    line(school.name, 'centre school'),
    ...lines([school.address, school.phone].filter(Boolean).join('\n'), 'centre'),
    ...lines(print.header, 'centre'),
    ...(print.copy > 0 ? [line(t`COPY ${print.copy}`, 'copy')] : []),
    rule(),
    line(t`Receipt ${print.receipt_number}`, 'strong'),
    line(formatDateTime(print.recorded_at)),
    ...(print.cashier ? [line(t`Received by ${print.cashier}`)] : []),
    rule(),
    ...print.students.flatMap((student) => [
      row(student.name, shillings(student.amount), 'strong'),
      line([student.admission_number, student.class_name].filter(Boolean).join(', ')),
      ...student.lines.map(({ name, amount }) => row(name ?? t`In credit`, shillings(amount))),
      line(t`Balance: ${student.balance < 0 ? t`${shillings(-student.balance)} in credit` : shillings(student.balance)}`),
      ...(student.is_reversed ? [line(t`This payment was reversed.`, 'strong')] : []),
      rule(),
    ]),
    row(t`Total`, shillings(print.amount), 'total'),
    row([methodNames[print.method] ?? print.method, print.reference].filter(Boolean).join(' '), ''),
    ...(print.received === null
      ? []
      : [row(t`Cash received`, shillings(print.received)), row(t`Change given`, shillings(print.received - print.amount))]),
    ...(print.footer.trim() ? [rule(), line(print.footer.trim(), 'centre')] : []),
    ...(print.copy > 0 ? [line(t`Copy, printed ${formatDateTime(print.printed_at)}`, 'centre')] : []),
  );
}
