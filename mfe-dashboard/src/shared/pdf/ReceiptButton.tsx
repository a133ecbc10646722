import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FeePayment } from '@masomo/data/money/fees';
import type { AccountStatement } from '@masomo/domain/feePapers';
import { formatDate } from '@masomo/domain/time';
import { PaperButton } from '@masomo/remote/PaperButton';
import { formatShillings, paymentMethodLabel } from '../paymentLabels.ts';

type Account = Pick<AccountStatement, 'school' | 'student'>;

/** Downloads the receipt of a payment; without a line the browser prints what it says. */
export function ReceiptButton({ account, payment }: { account: Account; payment: FeePayment }) {
  return (
    <PaperButton
      size="xs"
      variant="ghost"
      aria-label={t`Receipt as PDF: ${payment.receipt_number}`}
      fileName={t`Receipt ${payment.receipt_number}`}
      failure={t`The receipt was not created`}
      paper={{ paper: 'receipt', student: account.student.id, payment: payment.id }}
      linesWithoutServer={() => receiptLines(account, payment)}
    >
      <Trans>Receipt as PDF</Trans>
    </PaperButton>
  );
}

function receiptLines({ school, student }: Account, payment: FeePayment): string[] {
  return [
    school.name,
    [student.name, student.admission_number, student.class_name].filter(Boolean).join(', '),
    t`Received: ${formatShillings(payment.amount)}`,
    [formatDate(payment.paid_on), paymentMethodLabel(payment.method), payment.reference].filter(Boolean).join(', '),
    ...(payment.recorded_by ? [t`Received by ${payment.recorded_by}`] : []),
  ];
}
