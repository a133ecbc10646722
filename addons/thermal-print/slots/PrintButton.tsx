import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { failureMessage, useCommand } from '@masomo/data';
import { printReceipt } from '../data/thermalPrint.ts';
import { Button, toaster } from '@masomo/design-system';
import { printPaper } from '../screens/shared/printPaper.ts';
import { useModule } from '@masomo/remote/useModule';
import { thermalPrintFeature } from '../screens/shared/thermalPrintHome.ts';

/** Beside a receipt: prints it on receipt paper. A second print says that it is a copy. */
export function PrintButton({ paymentId }: { paymentId: string }) {
  const { isReadOnly } = useModule(thermalPrintFeature);
  const print = useCommand(printReceipt, {
    invalidates: ['thermal-print'],
    onSuccess: (receipt) => {
      try {
        printPaper(receipt);
      } catch {
        toaster.error({ title: t`The receipt was not printed`, description: t`This browser cannot print. Try another one.` });
      }
    },
    onError: (failure) => toaster.error(failureMessage(failure, t`The receipt was not printed`)),
  });
  if (isReadOnly) return null;
  return (
    <Button size="sm" variant="outline" disabled={print.isRunning} onClick={() => void print.run(paymentId)}>
      <Trans>Print on receipt paper</Trans>
    </Button>
  );
}
