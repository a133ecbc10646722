import type { PaperSchool } from '@masomo/domain/paperSchool';
import { fullName } from '@masomo/domain/personName';
import type { Say } from '@masomo/domain/say';
import type { StudentExport } from '@masomo/domain/studentExport';
import { formatDate } from '@masomo/domain/time';
import { translatable } from '@masomo/domain/translatable';
import { schoolLook, type LookPictures } from './schoolLook.ts';
import { tablesPaper, type PaperTable, type TablesPaper } from './tablesPaper.ts';

const titles: Readonly<Record<string, string>> = {
  students: translatable('Student'),
  guardians: translatable('Guardians'),
  student_guardians: translatable('Guardians of students'),
  enrolments: translatable('Classes'),
  attendance: translatable('Attendance'),
  grades: translatable('Marks'),
  subject_results: translatable('Results'),
  submissions: translatable('Submissions'),
  student_records: translatable('Records'),
  conversations: translatable('Conversations of parents and teachers'),
  conversation_messages: translatable('Messages of parents and teachers'),
  documents: translatable('Documents'),
  fee_charges: translatable('Charges'),
  fee_invoices: translatable('Invoices'),
  fee_credits: translatable('Credit notes'),
  fee_payments: translatable('Fee payments'),
  student_balances: translatable('Balance due'),
  consents: translatable('Consents'),
  custody_marks: translatable('Custody'),
  data_requests: translatable('Data requests'),
};

/** Columns that are side by side; more are below each other. */
const mostColumns = 6;

type Rows = StudentExport[string];

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
const label = (column: string) => (column.charAt(0).toUpperCase() + column.slice(1)).replaceAll('_', ' ');

/** Keys between tables mean nothing to a reader; they are in the data for a computer. */
function readableColumns(rows: Rows): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column) => !/(^|_)id$|_by$|^(created|updated)_at$/.test(column) && rows.some((row) => textOf(row[column]) !== ''),
  );
}

function tablesOf(title: string, rows: Rows, say: Say): PaperTable[] {
  const columns = readableColumns(rows);
  if (columns.length <= mostColumns)
    return [{ title, head: columns.map(label), rows: rows.map((row) => columns.map((column) => textOf(row[column]))), numbers: [] }];
  return rows.map((row, index) => ({
    title: index === 0 ? title : '',
    head: [say('Field'), say('Value')],
    rows: columns.filter((column) => textOf(row[column]) !== '').map((column) => [label(column), textOf(row[column])]),
    numbers: [],
  }));
}

/** Everything that a person may read about a student, for reading. `printedOn` is an ISO day, `lang` the language of `say`. */
export function studentFilePaper(
  { school, data }: { school: PaperSchool; data: StudentExport },
  { printedOn, lang, pictures = {} }: { printedOn: string; lang: string; pictures?: LookPictures },
  say: Say,
): TablesPaper {
  const [student = {}] = data['students'] ?? [];
  const name = fullName(textOf(student['first_name']), textOf(student['last_name']));
  const title = say('Data about {student}', { student: name });
  return tablesPaper(
    {
      lang,
      look: schoolLook(school, pictures),
      title,
      note: `${school.name}, ${title}`,
      facts: [{ label: say('Created on'), value: formatDate(printedOn) }],
      tables: Object.entries(data).flatMap(([table, rows]) => tablesOf(say(titles[table] ?? table), rows, say)),
      empty: say('Nothing here.'),
    },
    say,
  );
}
