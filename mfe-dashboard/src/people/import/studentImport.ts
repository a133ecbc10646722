import { t } from '@lingui/core/macro';
import { listClassNames } from '@masomo/data/people/people';
import { studentTitles } from '@masomo/domain/studentTitles';
import { translatable } from '@masomo/domain/translatable';
import { defineImport } from '@masomo/remote/imports/importKind';
import { guardianFields, guardianWhole, inParts } from './personFields.ts';
import { isOverRoom } from './studentNotes.ts';
import { StudentNotes } from './StudentNotes.tsx';

/** Students, with a guardian each. */
export const studentImport = defineImport({
  kind: 'students',
  fields: [
    {
      name: 'admission_number',
      label: translatable('Admission number'),
      isRequired: true,
      example: 'GA/2001',
      known: studentTitles.admission_number,
    },
    {
      name: 'first_name',
      label: translatable('First name'),
      example: 'Amani',
      known: studentTitles.first_name,
    },
    {
      name: 'last_name',
      label: translatable('Last name'),
      example: 'Kiprop',
      known: studentTitles.last_name,
    },
    {
      name: 'name',
      label: translatable('Full name'),
      known: studentTitles.name,
    },
    {
      name: 'gender',
      label: translatable('Gender'),
      example: 'F',
      known: ['sex', 'jinsia'],
      choices: [
        { value: 'F', label: t`Female` },
        { value: 'M', label: t`Male` },
      ],
    },
    {
      name: 'date_of_birth',
      label: translatable('Date of birth'),
      example: '31/05/2014',
      isDate: true,
      known: ['dob', 'd o b', 'birth date', 'birthday', 'born', 'tarehe ya kuzaliwa'],
    },
    {
      name: 'class',
      label: translatable('Class'),
      example: 'Form 1 East',
      known: ['class name', 'stream', 'form', 'grade', 'darasa'],
      choices: async (db) => (await listClassNames(db)).map(({ name }) => ({ value: name, label: name })),
    },
    {
      name: 'boarding',
      label: translatable('Day or boarding'),
      example: 'Boarder',
      known: ['boarding', 'boarder', 'day boarding', 'boarding status', 'day boarder', 'residence', 'residency', 'bweni', 'kutwa au bweni'],
      choices: [
        { value: 'Day', label: t`Day scholar` },
        { value: 'Boarder', label: t`Boarder` },
      ],
    },
    {
      name: 'admitted_on',
      label: translatable('Admitted on'),
      example: '05/01/2026',
      isDate: true,
      known: ['admitted', 'admission date', 'date admitted', 'date of admission', 'joined', 'alisajiliwa tarehe', 'alisajiliwa'],
    },
    {
      name: 'status',
      label: translatable('Status'),
      known: ['hali'],
      choices: [
        { value: 'Active', label: t`Active` },
        { value: 'Suspended', label: t`Suspended` },
        { value: 'Graduated', label: t`Graduated` },
        { value: 'Left', label: t`Left` },
      ],
    },
    ...guardianFields,
  ],
  oneOf: [{ fields: ['name', 'first_name'], label: t`Full name or First name` }],
  cellsOf: (cells) => inParts(guardianWhole(cells)),
  Notes: StudentNotes,
  isBlocked: isOverRoom,
  invalidates: ['students', 'classes', 'overview'],
});
