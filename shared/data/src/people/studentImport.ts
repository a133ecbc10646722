import type { DayOrder } from '@masomo/domain/dayOrder';
import { studentTitles } from '@masomo/domain/studentTitles';
import { translatable } from '@masomo/domain/translatable';
import { z } from 'zod';
import { DataError, sayOr, unwrap, type Db } from '@masomo/data';

/** Columns of a student import, in the order of the template; those without an example are read but not in the template. */
export const importFields = [
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
    isRequired: false,
    example: 'Amani',
    known: studentTitles.first_name,
  },
  {
    name: 'last_name',
    label: translatable('Last name'),
    isRequired: false,
    example: 'Kiprop',
    known: studentTitles.last_name,
  },
  {
    name: 'name',
    label: translatable('Full name'),
    isRequired: false,
    example: '',
    known: studentTitles.name,
  },
  { name: 'gender', label: translatable('Gender'), isRequired: false, example: 'F', known: ['sex', 'jinsia'] },
  {
    name: 'date_of_birth',
    label: translatable('Date of birth'),
    isRequired: false,
    example: '31/05/2014',
    known: ['dob', 'd o b', 'birth date', 'birthday', 'born', 'tarehe ya kuzaliwa'],
  },
  {
    name: 'class',
    label: translatable('Class'),
    isRequired: false,
    example: 'Form 1 East',
    known: ['class name', 'stream', 'form', 'grade', 'darasa'],
  },
  {
    name: 'admitted_on',
    label: translatable('Admitted on'),
    isRequired: false,
    example: '05/01/2026',
    known: ['admitted', 'admission date', 'date admitted', 'date of admission', 'joined', 'alisajiliwa tarehe', 'alisajiliwa'],
  },
  {
    name: 'status',
    label: translatable('Status'),
    isRequired: false,
    example: '',
    known: ['hali'],
  },
  {
    name: 'guardian_name',
    label: translatable('Guardian name'),
    isRequired: false,
    example: 'Mary Kiprop',
    known: ['guardian', 'parent', 'parent name', 'parent or guardian', 'jina la mzazi au mlezi', 'mzazi', 'mlezi'],
  },
  {
    name: 'guardian_first_name',
    label: translatable('Guardian first name'),
    isRequired: false,
    example: '',
    known: ['parent first name', 'guardian s first name', 'parent s first name'],
  },
  {
    name: 'guardian_last_name',
    label: translatable('Guardian last name'),
    isRequired: false,
    example: '',
    known: ['guardian surname', 'parent last name', 'parent surname', 'guardian s last name', 'parent s last name'],
  },
  {
    name: 'guardian_phone',
    label: translatable('Guardian phone'),
    isRequired: false,
    example: '0712 345 678',
    known: ['phone', 'phone number', 'parent phone', 'mobile', 'contact', 'simu', 'simu ya mzazi au mlezi'],
  },
  {
    name: 'guardian_email',
    label: translatable('Guardian email'),
    isRequired: false,
    example: 'mary@example.com',
    known: ['email', 'parent email', 'barua pepe', 'barua pepe ya mzazi au mlezi'],
  },
  { name: 'relationship', label: translatable('Relationship'), isRequired: false, example: 'Mother', known: ['relation', 'uhusiano'] },
] as const;

export type ImportField = (typeof importFields)[number]['name'];
/** A row to import: `row` is its line in the file, the header being line 1. */
export type ImportRow = { row: number; same_guardian_as?: string } & Partial<Record<ImportField, string>>;
/** The rows of a file, and whether its dates have the day or the month first. */
export type StudentFile = { rows: readonly ImportRow[]; dayOrder: DayOrder };

const likelyGuardianSchema = z.object({
  row: z.number(),
  name: z.string(),
  same_guardian_as: z.string(),
  as_name: z.string(),
  as_contact: z.string().nullable(),
});
/**
 * A guardian who may be the same person as another one, of whom `same_guardian_as` is another row of the file (`row 2`) or the id of a
 * guardian of the school. A row that is sent with it has that guardian.
 */
export type LikelyGuardian = z.infer<typeof likelyGuardianSchema>;

const resultSchema = z.object({
  total: z.number(),
  added: z.number(),
  known: z.number(),
  /** What the import does to the plan's limit; null for a plan without one, and only said by a dry run. */
  room: z.object({ plan: z.string(), max_students: z.number(), students: z.number(), after: z.number(), is_over: z.boolean() }).nullish(),
  problems: z.array(
    z
      .looseObject({ row: z.number(), column: z.string(), message: z.string() })
      .transform(({ row, column, message, ...said }) => ({ row, column, message: sayOr(said, message) })),
  ),
  /** Guardians of the file who may be the same person as another one; only said by a dry run. */
  likely: z.array(likelyGuardianSchema).optional(),
});
/** The result of an import or of its dry run: how many are added, how many exist already, and the errors of the rest. */
export type ImportResult = z.infer<typeof resultSchema>;

/** Maximum size of a request; the gateway accepts six megabytes, which are some 20,000 rows. */
const maxRequestBytes = 6_000_000;

async function send(db: Db, { rows, dayOrder }: StudentFile, isDryRun: boolean): Promise<ImportResult> {
  if (new Blob([JSON.stringify(rows)]).size > maxRequestBytes)
    throw new DataError('invalid', translatable('This file is too large for one import. Split it and import the parts.'), {
      code: 'import.too_large',
    });
  return resultSchema.parse(unwrap(await db.rpc('import_students', { rows: [...rows], dry_run: isDryRun, day_order: dayOrder })));
}

/** Validates the rows without writing any. */
export function checkStudentRows(db: Db, file: StudentFile): Promise<ImportResult> {
  return send(db, file, true);
}

/** Imports the valid rows in one transaction; repeating it adds nobody twice. */
export function importStudentRows(db: Db, file: StudentFile): Promise<ImportResult> {
  return send(db, file, false);
}
