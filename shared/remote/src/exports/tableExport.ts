import { DataError, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { translatable } from '@masomo/domain/translatable';
import { csvHeader, csvRows, type ExportedCell, type ExportedColumn, type ExportedTable } from '@masomo/documents/tables/exportedTable';
import { saveCsv, saveWorkbook } from '@masomo/documents/saveFile';
import type { ExportFormat } from './FormatButtons.tsx';

/** What a list downloads: the file's name without an extension, and its columns. */
export type TableExport<Row> = { name: string; columns: readonly (ExportedColumn & { value: (row: Row) => ExportedCell })[] };

const rowsPerRequest = 500;
/** A workbook is put together in the memory of the page, which a phone has little of. */
const maxWorkbookRows = 100_000;

/** Every row that a list's filters select, page by page. */
export async function* allPages<Row>(
  db: Db,
  query: (db: Db, filter: ListFilter) => Promise<ListPage<Row>>,
  filter: ListFilter,
): AsyncGenerator<readonly Row[]> {
  for (let page = 0, total = 1; page * rowsPerRequest < total; page += 1) {
    const slice = await query(db, { ...filter, page, pageSize: rowsPerRequest });
    total = slice.total;
    yield slice.rows;
  }
}

/** Writes the rows into a file and downloads it. Returns how many there are. */
export async function saveExport<Row>(
  { name, columns }: TableExport<Row>,
  format: ExportFormat,
  batches: AsyncIterable<readonly Row[]>,
  onProgress: (done: number) => void,
): Promise<number> {
  // Each batch of CSV becomes a blob, which the browser stores outside the page's memory.
  const parts = [new Blob([csvHeader(columns)])];
  const cells: ExportedTable['rows'][number][] = [];
  let done = 0;
  for await (const rows of batches) {
    const read = rows.map((row) => columns.map(({ value }) => value(row)));
    if (format === 'csv') parts.push(new Blob([csvRows(columns, read)]));
    else cells.push(...read);
    done += rows.length;
    if (format === 'xlsx' && done > maxWorkbookRows)
      throw new DataError('invalid', translatable('There are too many rows for a workbook. Filter the list, or download it as CSV.'));
    onProgress(done);
  }
  if (format === 'csv') saveCsv(`${name}.csv`, parts);
  else await saveTables(name, [{ title: name, columns, rows: cells }]);
  return done;
}

/** Downloads tables as a workbook, each on a sheet; the writer loads on first use. */
export async function saveTables(name: string, tables: readonly ExportedTable[]): Promise<void> {
  const { workbookOf } = await import('@masomo/documents/tables/writeWorkbook');
  saveWorkbook(`${name}.xlsx`, await workbookOf(tables));
}
