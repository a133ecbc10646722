import { formulaPattern } from './formulas.ts';

/** Value of one CSV cell; null and undefined are empty cells. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * One cell quoted as RFC 4180 requires and safe to open in a spreadsheet: text a spreadsheet would evaluate as a formula
 * (`=`, `+`, `-`, `@` first, also in their other forms and after what nobody sees; tab or line break first) is prefixed with an apostrophe; numbers stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const escaped = formulaPattern.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

/** One row with its line ending (CRLF, as RFC 4180 requires). */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
