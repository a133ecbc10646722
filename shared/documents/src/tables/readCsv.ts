import type { ParseResult } from 'papaparse';
import { t } from '@lingui/core/macro';
import type { TableRow } from './tableFile.ts';
import { UnreadableFile } from './tableFile.ts';

const separators = [',', ';', '\t', '|'] as const;
const previewedRows = 200;

/** The rows of separated text. A first line such as `sep=;` names the separator and is no row, as in spreadsheet programs. */
export async function readCsv(text: string): Promise<TableRow[]> {
  const { default: papa } = await import('papaparse');
  const named = /^sep=(.)\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const parse = (delimiter: string, preview = 0): ParseResult<string[]> => papa.parse<string[]>(body, { delimiter, preview });
  const { data, errors } = parse(named?.[1] ?? likeliest((separator) => parse(separator, previewedRows).data));
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open)
    throw new UnreadableFile(t`A quotation mark in row ${(open.row ?? 0) + 1} is not closed. Close it, save the file and choose it again.`);
  return data.map((cells, index) => ({ line: index + 1, cells: cells.map(cellValue) }));
}

/** Exports put an apostrophe before what spreadsheets would take for a formula, such as the plus sign of a phone number. */
const cellValue = (cell: string) => cell.trim().replace(/^'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '');

/** The separator that cuts most rows into the same number of cells, and more than one. */
function likeliest(rowsBy: (separator: string) => string[][]): string {
  const scores = separators.map((separator) => {
    const widths = new Map<number, number>();
    for (const { length } of rowsBy(separator).filter((cells) => cells.some((cell) => cell.trim() !== '')))
      widths.set(length, (widths.get(length) ?? 0) + 1);
    return Math.max(0, ...[...widths].map(([width, rows]) => (width > 1 ? rows * width : 0)));
  });
  return separators[scores.indexOf(Math.max(...scores))] ?? ',';
}
