import { t } from '@lingui/core/macro';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { feeImport } from './feeImport.ts';

/** Imports a school's list of fees from a file. */
export function FeeImportPage() {
  return (
    <ImportScreen
      kind={feeImport}
      title={t`Import fees`}
      hint={t`One row per fee: for a class, for a level such as Form 1, or for all students. A row without a term is of the term in which it is due. Fees that are there already are skipped; nobody is billed.`}
      list={{ to: '/dashboard/finances/fees', label: t`Fees and billing` }}
    />
  );
}
