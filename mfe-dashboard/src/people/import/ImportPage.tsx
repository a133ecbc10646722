import { t } from '@lingui/core/macro';
import { ImportScreen } from '@masomo/remote/ImportScreen';
import { studentImport } from './studentImport.ts';

/** Imports students and their guardians from a file. */
export function ImportPage() {
  return (
    <ImportScreen
      kind={studentImport}
      title={t`Import students`}
      hint={t`One row per student. Students whose admission numbers already exist are skipped.`}
      list={{ to: '/dashboard/students', label: t`All students` }}
      other={{ to: '/dashboard/students/import/guardians', label: t`Import guardians` }}
    />
  );
}
