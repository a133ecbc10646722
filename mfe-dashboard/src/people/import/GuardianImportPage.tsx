import { t } from '@lingui/core/macro';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { guardianImport } from './guardianImport.ts';

/** Imports guardians of students who are there from a file. */
export function GuardianImportPage() {
  return (
    <ImportScreen
      kind={guardianImport}
      title={t`Import guardians`}
      hint={t`One row per student and guardian. The student is found by the admission number; a guardian of several students is added once.`}
      list={{ to: '/dashboard/students', label: t`All students` }}
      other={{ to: '/dashboard/students/import', label: t`Import students` }}
    />
  );
}
