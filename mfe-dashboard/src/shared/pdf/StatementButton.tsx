import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AccountStatement } from '@masomo/data/money/fees';
import { formatDate } from '@masomo/domain/time';
import type { ButtonProps } from '@masomo/design-system';
import { paymentMethodLabel } from '../paymentLabels.ts';
import { PdfButton } from './PdfButton.tsx';
import { today } from '@masomo/remote/schoolDay';

export function StatementButton({
  account: { school, student, charged, paid, balance, lines },
  ...button
}: { account: AccountStatement } & Pick<ButtonProps, 'size'>) {
  return (
    <PdfButton
      {...button}
      fileName={t`Statement ${student.admission_number}`}
      failure={t`The statement was not created`}
      make={async () => {
        const { statementPdf } = await import('@masomo/documents/statement');
        return statementPdf({
          issuer: school,
          student: { name: student.name, admissionNumber: student.admission_number, className: student.class_name ?? '' },
          printedOn: formatDate(today()),
          charged,
          paid,
          balance,
          ...(school.payment_instructions ? { howToPay: school.payment_instructions } : {}),
          lines: lines.map(({ kind, text, day, ...line }) => ({
            ...line,
            day: formatDate(day),
            text:
              kind === 'charge'
                ? text
                : kind === 'credit'
                  ? t`Credit for ${text}`
                  : kind === 'payment'
                    ? t`Payment, ${paymentMethodLabel(text)}`
                    : t`Payment reversed: ${text}`,
          })),
        });
      }}
    >
      <Trans>Statement as PDF</Trans>
    </PdfButton>
  );
}
