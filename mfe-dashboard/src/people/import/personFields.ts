import { fullName, splitName } from '@masomo/domain/personName';
import { translatable } from '@masomo/domain/translatable';
import type { ImportField } from '@masomo/remote/imports/importKind';

type Cells = Readonly<Record<string, string>>;

/** The columns about a student's guardian. */
export const guardianFields: readonly ImportField[] = [
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
];

/** A guardian's name is sent as a whole. */
export function guardianWhole({ guardian_first_name: first, guardian_last_name: last, ...cells }: Cells): Cells {
  const guardian = fullName(first, last);
  return { ...(guardian && { guardian_name: guardian }), ...cells };
}

/** A person's whole name is sent in its parts. */
export function inParts({ name, ...cells }: Cells): Cells {
  const { first, last } = splitName(name ?? '');
  return { ...(first && { first_name: first }), ...(last && { last_name: last }), ...cells };
}
