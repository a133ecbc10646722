import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { asDataError, asFailed, failureMessage } from '@masomo/data';
import { Button, toaster } from '@masomo/design-system';
import type { PrintedSheet } from './printSheet.ts';

type PrintButtonProps = {
  /** Makes the sheet when it is asked for. */
  sheet: () => PrintedSheet | Promise<PrintedSheet>;
  children: string;
  /** Accessible name where the text alone does not say what is printed. */
  label?: string;
};

/** Prints one sheet on A4 with the school's head. */
export function PrintButton({ sheet, children, label }: PrintButtonProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  async function print() {
    setIsPreparing(true);
    try {
      const [{ printSheet }, { readPrintedHead }] = await Promise.all([import('./printSheet.ts'), import('./printedHead.ts')]);
      await printSheet(await sheet(), await readPrintedHead());
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The page was not printed`));
    } finally {
      setIsPreparing(false);
    }
  }
  return (
    <Button size="sm" variant="outline" disabled={isPreparing} {...(label ? { 'aria-label': label } : {})} onClick={() => void print()}>
      {children}
    </Button>
  );
}
