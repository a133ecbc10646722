import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ButtonProps } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';

type ReportCardsButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'aria-label'> & {
  termId: string;
  of: { classId: string } | { studentId: string };
  fileName: string;
  children: ReactNode;
};

/** Downloads the report cards of a class, or of one student. */
export function ReportCardsButton({ termId, of, ...button }: ReportCardsButtonProps) {
  return (
    <PaperButton
      {...button}
      paper={{ paper: 'report-cards', term: termId, ...('classId' in of ? { class: of.classId } : { student: of.studentId }) }}
      failure={t`The report card was not created`}
    />
  );
}
