import { t } from '@lingui/core/macro';
import type { QuickReceipt } from '../../data/quickFees.ts';
import { formatDate } from '@masomo/domain/time';
import { methodLabel } from './money.ts';
import { today } from '@masomo/remote/schoolDay';

/** Downloads the receipt. The code for PDF is loaded now. */
export async function savePdfReceipt(receipt: QuickReceipt): Promise<void> {
  const [{ familyReceiptPdf }, { savePdf }] = await Promise.all([
    import('@masomo/documents/familyReceipt'),
    import('@masomo/documents/saveFile'),
  ]);
  savePdf(
    `${t`Receipt ${receipt.receipt_number}`}.pdf`,
    familyReceiptPdf({
      issuer: receipt.school,
      number: receipt.receipt_number,
      paidOn: formatDate(receipt.paid_on),
      method: [methodLabel(receipt.method), receipt.reference].filter(Boolean).join(' '),
      recordedBy: receipt.cashier ?? '',
      printedOn: formatDate(today()),
      amount: receipt.amount,
      students: receipt.students.map((student) => ({
        name: student.name,
        admissionNumber: student.admission_number,
        balance: student.balance,
        lines: student.lines.map(({ name, amount }) => ({ name: name ?? t`In credit`, amount })),
      })),
    }),
  );
}
