import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/browser';
import { writtenCell, type ExportedColumn, type ExportedTable } from './exportedTable.ts';

/** What spreadsheets hold in a cell. */
const maxCellLength = 32_767;
const formats = { day: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm' } as const;

/** A workbook (.xlsx) with a sheet for each table: numbers and dates are values, and no text is a formula, whatever it begins with. */
export function workbookOf(tables: readonly ExportedTable[]): Promise<Blob> {
  const names = sheetNames(tables);
  return writeXlsxFile(tables.map((table, index) => sheetOf(table, names[index] ?? ''))).toBlob();
}

function sheetOf({ columns, rows }: ExportedTable, sheet: string): Sheet<Blob> {
  return {
    sheet,
    stickyRowsCount: 1,
    columns: columns.map((column, index) => ({ width: widthOf(column, rows, index) })),
    data: [
      columns.map(({ title }): Cell => ({ type: String, value: title, fontWeight: 'bold' })),
      ...rows.map((cells) => columns.map((column, index) => cellOf(writtenCell(cells[index], column), column))),
    ],
  };
}

function cellOf(value: string | number | null, { as }: ExportedColumn): Cell {
  if (value === null) return null;
  if (typeof value === 'number') return { type: Number, value };
  if (as) {
    // The library writes the digits of the date in UTC, so the local clock is passed as if it were that.
    const date = new Date(`${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`);
    if (!Number.isNaN(date.getTime())) return { type: Date, value: date, format: formats[as] };
  }
  return { type: String, value: value.slice(0, maxCellLength) };
}

/** Characters of the widest cell among the first rows, within what a screen shows. */
function widthOf(column: ExportedColumn, rows: ExportedTable['rows'], index: number): number {
  const lengths = rows.slice(0, 200).map((cells) => String(writtenCell(cells[index], column) ?? '').length);
  return Math.min(60, Math.max(8, column.title.length + 2, ...lengths.map((length) => length + 1)));
}

/** Names of sheets have at most 31 characters, none of seven signs, and are different. */
function sheetNames(tables: readonly ExportedTable[]): string[] {
  const used = new Set<string>();
  return tables.map(({ title }, index) => {
    const plain =
      title
        .replace(/[[\]/\\:*?']+/g, ' ')
        .trim()
        .slice(0, 31) || `${index + 1}`;
    const name = used.has(plain.toLowerCase()) ? `${plain.slice(0, 27)} ${index + 1}` : plain;
    used.add(name.toLowerCase());
    return name;
  });
}
