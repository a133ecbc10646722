import { t } from '@lingui/core/macro';
import { formatDate } from '@masomo/domain/time';
import type { QuickReceipt } from '../../data/quickFees.ts';
import { formatShillings, methodLabel } from './money.ts';

/** What a receipt says, line by line, for the browser to print when the server cannot be reached. */
export function receiptLines({ school, students, amount, paid_on: paidOn, method, reference, cashier }: QuickReceipt): string[] {
  return [
    school.name,
    ...students.flatMap(({ name, admission_number: number, lines }) => [
      `${name}, ${number}`,
      ...lines.map((line) => `${line.name ?? t`In credit`}: ${formatShillings(line.amount)}`),
    ]),
    t`Received: ${formatShillings(amount)}`,
    [formatDate(paidOn), methodLabel(method), reference, cashier].filter(Boolean).join(', '),
  ];
}
