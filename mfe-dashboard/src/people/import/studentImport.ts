import { t } from '@lingui/core/macro';
import { listClassNames } from '@masomo/data/people/people';
import { fullName, splitName } from '@masomo/domain/personName';
import { studentTitles } from '@masomo/domain/studentTitles';
import { translatable } from '@masomo/domain/translatable';
import { defineImport } from '@masomo/remote/imports/importKind';
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
    {
      name: 'guardian_name',
      label: translatable('Guardian name'),
      example: 'Mary Kiprop',
      known: ['guardian', 'parent', 'parent name', 'parent or guardian', 'jina la mzazi au mlezi', 'mzazi', 'mlezi'],
    },
    {
      name: 'guardian_first_name',
      label: translatable('Guardian first name'),
      known: ['parent first name', 'guardian s first name', 'parent s first name'],
    },
    {
      name: 'guardian_last_name',
      label: translatable('Guardian last name'),
      known: ['guardian surname', 'parent last name', 'parent surname', 'guardian s last name', 'parent s last name'],
    },
    {
      name: 'guardian_phone',
      label: translatable('Guardian phone'),
      example: '0712 345 678',
      known: ['phone', 'phone number', 'parent phone', 'mobile', 'contact', 'simu', 'simu ya mzazi au mlezi'],
    },
    {
      name: 'guardian_email',
      label: translatable('Guardian email'),
      example: 'mary@example.com',
      known: ['email', 'parent email', 'barua pepe', 'barua pepe ya mzazi au mlezi'],
    },
    { name: 'relationship', label: translatable('Relationship'), example: 'Mother', known: ['relation', 'uhusiano'] },
  ],
  oneOf: [{ fields: ['name', 'first_name'], label: t`Full name or First name` }],
  // A student's whole name is sent in its parts, and a guardian's parts as a whole.
  cellsOf({ name, guardian_first_name: guardianFirst, guardian_last_name: guardianLast, ...cells }) {
    const { first, last } = splitName(name ?? '');
    const guardian = fullName(guardianFirst, guardianLast);
    return {
      ...(first && { first_name: first }),
      ...(last && { last_name: last }),
      ...(guardian && { guardian_name: guardian }),
      ...cells,
    };
  },
  Notes: StudentNotes,
  isBlocked: isOverRoom,
  invalidates: ['students', 'classes', 'overview'],
});
