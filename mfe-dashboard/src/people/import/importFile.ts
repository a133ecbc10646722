import { t } from '@lingui/core/macro';
import { importFields, type ImportField, type ImportResult, type ImportRow } from '@masomo/data/people/studentImport';
import { csvLine } from '@masomo/domain/csv';
import { translate } from '@masomo/i18n';

/** A parsed CSV file; `line` is where a row stands in the file. */
export type ParsedFile = { name: string; header: string[]; rows: { line: number; cells: string[] }[] };
/** Column index by field; a field without a column is not imported. */
export type FieldMapping = Partial<Record<ImportField, number>>;

/** Parses a CSV file in chunks, detects its delimiter and skips empty lines. */
export async function parseCsvFile(file: File, onProgress: (rows: number) => void): Promise<ParsedFile> {
  const { default: papa } = await import('papaparse');
  const lines: ParsedFile['rows'] = [];
  let line = 0;
  await new Promise<void>((resolve, reject) => {
    papa.parse<string[]>(file, {
      chunkSize: 64 * 1024,
      chunk: ({ data }) => {
        for (const cells of data) {
          line += 1;
          if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells: cells.map((cell) => cell.trim()) });
        }
        onProgress(lines.length);
      },
      complete: () => resolve(),
      error: reject,
    });
  });
  const [header, ...rows] = lines;
  return { name: file.name, header: header?.cells.map((cell, index) => cell.replace(/^\uFEFF/, '') || t`Column ${index + 1}`) ?? [], rows };
}

const normalized = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** Maps columns whose titles are a field's name or a common synonym of it. */
export function guessMapping(header: readonly string[]): FieldMapping {
  const titles = header.map(normalized);
  const mapping: FieldMapping = {};
  const usedColumns = new Set<number>();
  const take = (field: ImportField, index: number) => {
    if (index < 0 || usedColumns.has(index) || mapping[field] !== undefined) return;
    mapping[field] = index;
    usedColumns.add(index);
  };
  for (const { name, label } of importFields)
    take(
      name,
      titles.findIndex((title) => [label, translate(label), name].some((own) => title === normalized(own))),
    );
  for (const { name, known } of importFields)
    take(
      name,
      titles.findIndex((title, index) => !usedColumns.has(index) && known.some((synonym) => synonym === title)),
    );
  return mapping;
}

/** The rows to send; empty cells are omitted. */
export function importRowsOf(file: ParsedFile, mapping: FieldMapping): ImportRow[] {
  const mapped = Object.entries(mapping).filter(([, index]) => index !== undefined);
  return file.rows.map(({ line, cells }) => {
    const filled = mapped.map(([field, index]) => [field, cells[index ?? -1] ?? '']).filter(([, value]) => value !== '');
    return { row: line, ...Object.fromEntries(filled) };
  });
}

/** A template: the header and one example row. */
export function templateCsv(): string[] {
  return [csvLine(importFields.map(({ label }) => translate(label))), csvLine(importFields.map(({ example }) => example))];
}

/** The rejected rows as they were in the file, each with all its errors. */
export function rejectedRowsCsv(file: ParsedFile, { problems }: ImportResult): string[] {
  const byLine = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const width = file.header.length;
  return [
    csvLine([...file.header, t`Row`, t`Problem`]),
    ...rejectedLines(problems).map((row) =>
      csvLine([
        ...Array.from({ length: width }, (_, index) => byLine.get(row)?.[index] ?? ''),
        row,
        problems
          .filter((problem) => problem.row === row)
          .map(({ column, message }) => `${fieldLabel(column)}: ${translate(message)}`)
          .join(' '),
      ]),
    ),
  ];
}

/** The lines of the file that have a problem, each once. */
export function rejectedLines(problems: ImportResult['problems']): number[] {
  return [...new Set(problems.map(({ row }) => row))];
}

export function fieldLabel(field: string): string {
  const found = importFields.find(({ name }) => name === field);
  return found ? translate(found.label) : field;
}
