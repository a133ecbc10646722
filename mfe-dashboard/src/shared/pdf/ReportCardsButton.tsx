import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { asDataError, asFailed, failureMessage, getDb } from '@masomo/data';
import { getReportCards } from '@masomo/data/learning/reports';
import { Button, type ButtonProps, toaster } from '@masomo/design-system';
import { saveReportCards } from './saveReportCards.ts';

type ReportCardsButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'disabled' | 'aria-label'> & {
  termId: string;
  of: { classId: string } | { studentId: string };
  fileName: string;
  children: ReactNode;
};

/** Downloads the report cards of a class, or of one student. */
export function ReportCardsButton({ termId, of, fileName, children, disabled = false, ...props }: ReportCardsButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const cards = await getReportCards(await getDb(), { termId, ...of });
      if (cards.cards.length === 0)
        toaster.error({ title: t`No report card to print`, description: t`No student here has marks in this term.` });
      else await saveReportCards(cards, fileName);
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The report card was not created`));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button {...props} disabled={disabled || isBusy} onClick={() => void download()}>
      {isBusy ? t`Creating the PDF...` : children}
    </Button>
  );
}
