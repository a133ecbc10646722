import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AccountStatement, FeePayment } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import { paymentMethodLabel } from '../paymentLabels.ts';
import { PdfButton } from './PdfButton.tsx';
import { today } from '@masomo/remote/schoolDay';

export function ReceiptButton({
  account: { school, student, balance },
  payment,
}: {
  account: Pick<AccountStatement, 'school' | 'student' | 'balance'>;
  payment: FeePayment;
}) {
  return (
    <PdfButton
      size="xs"
      variant="ghost"
      aria-label={t`Receipt ${payment.receipt_number} as PDF`}
      fileName={t`Receipt ${payment.receipt_number}`}
      failure={t`The receipt was not created`}
      make={async () => {
        const { feeReceiptPdf } = await import('@masomo/documents/feeReceipt');
        return feeReceiptPdf({
          issuer: school,
          student: { name: student.name, admissionNumber: student.admission_number, className: student.class_name ?? '' },
          number: payment.receipt_number,
          amount: payment.amount,
          balance,
          paidOn: formatDate(payment.paid_on),
          method: [paymentMethodLabel(payment.method), payment.reference].filter(Boolean).join(' '),
          recordedBy: payment.recorded_by ?? '',
          printedOn: formatDate(today()),
        });
      }}
    >
      <Trans>Receipt</Trans>
    </PdfButton>
  );
}
