import { useState } from 'react';
import type { AccountStatement } from '@masomo/data/fees';
import { Button } from '@masomo/design-system';
import { toaster } from '@masomo/design-system/overlays';
import { formatDay, today } from '../shared/days.ts';
import { saveFile } from '../shared/saveFile.ts';
import { methodLabel } from '../shared/paymentWords.ts';

/** The account as a PDF to print or to send along. */
export function StatementButton({ account }: { account: AccountStatement }) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const { statementPdf } = await import('@masomo/documents/statement');
      const file = statementPdf({
        issuer: account.school, student: { name: account.student.name, admissionNumber: account.student.admission_number, className: account.student.class_name ?? '' }, madeOn: formatDay(today()),
        charged: account.charged, paid: account.paid, balance: account.balance,
        lines: account.lines.map(({ kind, text, day, ...line }) => ({
          ...line, day: formatDay(day), text: kind === 'charge' ? text : kind === 'payment' ? `Payment, ${methodLabel(text)}` : `Payment reversed: ${text}`,
        })),
      });
      saveFile([new Uint8Array(file)], `statement-${account.student.admission_number.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`, 'application/pdf');
    } catch {
      toaster.error({ title: 'The statement was not made', description: 'Check your connection and try again.' });
    } finally {
      setIsBusy(false);
    }
  }
  return <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void download()}>{isBusy ? 'Making the PDF...' : 'Statement as PDF'}</Button>;
}
