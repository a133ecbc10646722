import { t } from '@lingui/core/macro';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { staffImport } from './staffImport.ts';

/** Imports people who work at the school from a file. */
export function StaffImportPage() {
  return (
    <ImportScreen
      kind={staffImport}
      title={t`Import staff`}
      hint={t`One row per person. People whose staff numbers already exist are skipped.`}
      list={{ to: '/dashboard/staff', label: t`All staff` }}
    />
  );
}
