/** A cell of a CSV file. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * One cell as RFC 4180 wants it, safe to open in a spreadsheet: text a spreadsheet would run as a formula
 * (`=`, `+`, `-`, `@` first, also in their wide forms and after spaces; tab or return first) is prefixed with an apostrophe; numbers stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inert = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** One line of cells, ended as spreadsheets expect. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
