import { t } from '@lingui/core/macro';
import { studentTitles } from '@masomo/domain/studentTitles';
import { translatable } from '@masomo/domain/translatable';
import { defineImport } from '@masomo/remote/imports/importKind';
import { guardianFields, guardianWhole } from './personFields.ts';
import { StudentNotes } from './StudentNotes.tsx';

/** Guardians of students who are there. */
export const guardianImport = defineImport({
  kind: 'guardians',
  fields: [
    {
      name: 'admission_number',
      label: translatable('Admission number'),
      isRequired: true,
      example: 'GA/2001',
      known: studentTitles.admission_number,
    },
    ...guardianFields,
  ],
  oneOf: [{ fields: ['guardian_name', 'guardian_first_name'], label: t`Guardian name` }],
  cellsOf: guardianWhole,
  Notes: StudentNotes,
  invalidates: ['students'],
});
