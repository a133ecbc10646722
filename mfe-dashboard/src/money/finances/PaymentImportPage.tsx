import { t } from '@lingui/core/macro';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { paymentImport } from './paymentImport.ts';

/** Imports fee payments from a file. */
export function PaymentImportPage() {
  return (
    <ImportScreen
      kind={paymentImport}
      title={t`Import payments`}
      hint={t`One row per payment. The student is found by the admission number; payments that are recorded already are skipped. An undo reverses payments, it deletes none.`}
      list={{ to: '/dashboard/finances/payments', label: t`All payments` }}
    />
  );
}
