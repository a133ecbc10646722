import { importFields, type ImportField, type ImportResult, type ImportRow } from '@masomo/data/people/studentImport';
import { csvLine } from '@masomo/domain/csv';

/** A file as it was read: its header, its rows, and the line each row stands on. */
export type ParsedFile = { name: string; header: string[]; rows: { line: number; cells: string[] }[] };
/** Which column of the file holds a field; a field that is not named is not imported. */
export type FieldMapping = Partial<Record<ImportField, number>>;

/** Reads a CSV file piece by piece, whatever it separates by, and leaves out empty lines. */
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
  return { name: file.name, header: header?.cells.map((cell, index) => cell.replace(/^\uFEFF/, '') || `Column ${index + 1}`) ?? [], rows };
}

const normalized = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** The columns that go by a field's own name, or one schools use for it. */
export function guessMapping(header: readonly string[]): FieldMapping {
  const titles = header.map(normalized);
  const mapping: FieldMapping = {};
  const taken = new Set<number>();
  const take = (field: ImportField, index: number) => {
    if (index < 0 || taken.has(index) || mapping[field] !== undefined) return;
    mapping[field] = index;
    taken.add(index);
  };
  for (const { name, label } of importFields)
    take(
      name,
      titles.findIndex((title) => title === normalized(label) || title === normalized(name)),
    );
  for (const { name, known } of importFields)
    take(
      name,
      titles.findIndex((title, index) => !taken.has(index) && (known as readonly string[]).includes(title)),
    );
  return mapping;
}

/** The rows as they are sent. Empty cells stay away. */
export function importRowsOf(file: ParsedFile, mapping: FieldMapping): ImportRow[] {
  const chosen = Object.entries(mapping).filter(([, index]) => index !== undefined);
  return file.rows.map(({ line, cells }) => {
    const filled = chosen.map(([field, index]) => [field, cells[index ?? -1] ?? '']).filter(([, value]) => value !== '');
    return { row: line, ...Object.fromEntries(filled) };
  });
}

/** An empty file with the right columns and one example. */
export function templateCsv(): string[] {
  return [csvLine(importFields.map(({ label }) => label)), csvLine(importFields.map(({ example }) => example))];
}

/** The rows that were not imported, as they were, with what is wrong beside them. */
export function rejectedRowsCsv(file: ParsedFile, { problems }: ImportResult): string[] {
  const byLine = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const width = file.header.length;
  return [
    csvLine([...file.header, 'Row', 'Problem']),
    ...problems.map(({ row, column, message }) =>
      csvLine([...Array.from({ length: width }, (_, index) => byLine.get(row)?.[index] ?? ''), row, `${fieldLabel(column)}: ${message}`]),
    ),
  ];
}

/** A field's name as people read it. */
export function fieldLabel(field: string): string {
  return importFields.find(({ name }) => name === field)?.label ?? field;
}
