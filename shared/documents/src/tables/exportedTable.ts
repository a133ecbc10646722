import { t } from '@lingui/core/macro';
import { csvLine, type CsvValue } from '@masomo/domain/csv';
import { toLocalDateTime } from '@masomo/domain/time';

/** What a cell is: a number stays one, a boolean is written as Yes or No, and days and times are ISO 8601. */
export type ExportedCell = CsvValue;

/** A column of a file; `as` makes the text of a day (`2026-11-21`) or of a time (`2026-11-21T11:30:00Z`) a date of the spreadsheet. */
export type ExportedColumn = { title: string; as?: 'day' | 'time' };

/** A table of a file. `title` names its sheet. */
export type ExportedTable = { title: string; columns: readonly ExportedColumn[]; rows: readonly (readonly ExportedCell[])[] };

/** The local date, and for times the clock of the school, as every spreadsheet reads them: `2026-11-21 14:30:00`. */
export function writtenCell(value: ExportedCell, { as }: ExportedColumn): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number' || !as) return value;
  const local = value.length <= 10 ? value : toLocalDateTime(value).replace('T', ' ');
  return as === 'day' ? local.slice(0, 10) : local;
}

/** The column titles as a line of a CSV file. */
export const csvHeader = (columns: readonly ExportedColumn[]) => csvLine(columns.map(({ title }) => title));

/** Rows as lines of a CSV file. */
export function csvRows(columns: readonly ExportedColumn[], rows: ExportedTable['rows']): string {
  return rows.map((cells) => csvLine(columns.map((column, index) => writtenCell(cells[index], column)))).join('');
}
