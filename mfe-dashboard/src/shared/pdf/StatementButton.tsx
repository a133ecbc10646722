import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ButtonProps } from '@masomo/design-system';
import type { AccountStatement } from '@masomo/domain/feePapers';
import { PaperButton } from '@masomo/remote/PaperButton';

/** Downloads a student's statement of account. */
export function StatementButton({ student, ...button }: Pick<AccountStatement, 'student'> & Pick<ButtonProps, 'size'>) {
  return (
    <PaperButton
      {...button}
      fileName={t`Statement ${student.admission_number}`}
      failure={t`The statement was not created`}
      paper={{ paper: 'statement', student: student.id }}
    >
      <Trans>Statement as PDF</Trans>
    </PaperButton>
  );
}
