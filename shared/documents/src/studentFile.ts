import { t } from '@lingui/core/macro';
import { strToU8, zipSync } from 'fflate';
import { pageLabel } from './pageLabel.ts';
import { finishPdf, startPdf, writeFacts, writeLine, writeTable, type Issuer, type PdfLayout } from './pdfLayout.ts';

/** Everything about a student: rows by table, titles of the tables, and the stored documents. */
export type StudentFile = {
  issuer: Issuer;
  student: string;
  printedOn: string;
  tables: readonly { name: string; title: string; rows: readonly Readonly<Record<string, unknown>>[] }[];
  documents: readonly { name: string; content: Uint8Array }[];
};

/** A ZIP with the data for a computer (JSON), for reading (PDF), and the documents as they were stored. */
export function studentFileZip(file: StudentFile): Uint8Array {
  const data = Object.fromEntries(file.tables.map(({ name, rows }) => [name, rows]));
  return zipSync({
    'data.json': strToU8(JSON.stringify(data, null, 2)),
    'data.pdf': studentFilePdf(file),
    ...Object.fromEntries(
      file.documents.map(({ name, content }, index) => [`documents/${index + 1} ${name.replaceAll(/[/\\]/g, '-')}`, content]),
    ),
  });
}

function studentFilePdf({ issuer, student, printedOn, tables }: StudentFile): Uint8Array {
  const title = t`Data about ${student}`;
  let layout = writeFacts(startPdf(issuer, title), [[t`Created on`, printedOn]]);
  for (const table of tables) {
    layout = writeLine(layout, table.title, { isStrong: true });
    const columns = readableColumns(table.rows);
    // Few columns are side by side, many below each other.
    layout =
      columns.length <= 6
        ? writeTable(
            layout,
            columns.map(label),
            table.rows.map((row) => columns.map((column) => text(row[column]))),
            [],
          )
        : table.rows.reduce<PdfLayout>(
            (above, row) =>
              writeTable(
                above,
                [t`Field`, t`Value`],
                columns.filter((column) => text(row[column]) !== '').map((column) => [label(column), text(row[column])]),
                [],
              ),
            layout,
          );
  }
  return finishPdf(layout, `${issuer.name}, ${title}`, pageLabel);
}

/** Keys between tables mean nothing to a reader; they are in the JSON. */
function readableColumns(rows: StudentFile['tables'][number]['rows']): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column) => !/(^|_)id$|_by$|^(created|updated)_at$/.test(column) && rows.some((row) => text(row[column]) !== ''),
  );
}

const label = (column: string) => (column.charAt(0).toUpperCase() + column.slice(1)).replaceAll('_', ' ');
const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
