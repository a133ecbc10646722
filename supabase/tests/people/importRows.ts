import { readFileSync } from 'node:fs';
import path from 'node:path';

export type ImportRow = Record<string, string | number>;

const fields: Record<string, string> = {
  'Admission number': 'admission_number',
  'First name': 'first_name',
  'Last name': 'last_name',
  Gender: 'gender',
  'Date of birth': 'date_of_birth',
  Class: 'class',
  'Admitted on': 'admitted_on',
  'Guardian name': 'guardian_name',
  'Guardian phone': 'guardian_phone',
  'Guardian email': 'guardian_email',
  Relationship: 'relationship',
};
/** The rows of a file whose cells hold no separator. */
export function rowsOf(name: string): ImportRow[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../../shared/testing/importFiles', name), 'utf8');
  const [header = '', ...lines] = text.split(/\r?\n/).filter(Boolean);
  return lines.map((line, index) => ({
    row: index + 2,
    ...Object.fromEntries(
      line
        .split(',')
        .map((cell, column) => [fields[header.split(',')[column] ?? ''] ?? 'other', cell])
        .filter(([, cell]) => cell !== ''),
    ),
  }));
}
