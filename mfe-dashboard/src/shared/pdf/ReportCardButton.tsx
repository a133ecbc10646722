import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ButtonProps } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';

type ReportCardButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'aria-label'> & {
  termId: string;
  studentId: string;
  fileName: string;
  children: ReactNode;
};

/** Downloads the report card of one student. */
export function ReportCardButton({ termId, studentId, ...button }: ReportCardButtonProps) {
  return (
    <PaperButton
      {...button}
      paper={{ paper: 'report-cards', term: termId, student: studentId }}
      failure={t`The report card was not created`}
    />
  );
}
