import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { fetchReportCards } from '@masomo/data/papers';
import { savePdf } from '@masomo/documents/saveFile';
import { Button, type ButtonProps, toaster } from '@masomo/design-system';

type ReportCardsButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'aria-label'> & {
  termId: string;
  of: { classId: string } | { studentId: string };
  fileName: string;
  children: ReactNode;
};

/** Downloads the report cards of a class, or of one student. */
export function ReportCardsButton({ termId, of, fileName, children, disabled = false, ...props }: ReportCardsButtonProps) {
  const download = useCommand(async () => savePdf(`${fileName}.pdf`, await fetchReportCards(await getClient(), { termId, ...of })), {
    onError: (error) => toaster.error(failureMessage(error, t`The report card was not created`)),
  });
  return (
    <Button {...props} disabled={disabled || download.isRunning} onClick={() => void download.run(undefined)}>
      {download.isRunning ? t`Creating the PDF...` : children}
    </Button>
  );
}
