import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { csvLine, type CsvValue } from '@masomo/domain/csv';
import { formatNumber } from '@masomo/domain/number';
import { asDataError, asFailed, type Db, failureMessage, getDb } from '@masomo/data';
import type { ListFilter, ListPage } from '@masomo/data/listing';
import { saveCsv } from '@masomo/documents/saveFile';
import { Button, toaster } from '@masomo/design-system';

/** Columns of the file; `cells` returns the values in the order of `header`. */
export type CsvColumns<Row> = { fileName: string; header: string[]; cells: (row: Row) => CsvValue[] };

const rowsPerRequest = 500;

type CsvButtonProps<Row> = { csv: CsvColumns<Row>; filter: ListFilter; query: (db: Db, filter: ListFilter) => Promise<ListPage<Row>> };

/** Downloads every row that matches the list's filters, page by page, with its progress. */
export function CsvButton<Row>({ csv, filter, query }: CsvButtonProps<Row>) {
  const [progress, setProgress] = useState<string>();

  async function download() {
    const lines = [csvLine(csv.header)];
    try {
      const db = await getDb();
      for (let page = 0, total = 1; page * rowsPerRequest < total; page += 1) {
        const slice = await query(db, { ...filter, page, pageSize: rowsPerRequest });
        total = slice.total;
        lines.push(...slice.rows.map((row) => csvLine(csv.cells(row))));
        const read = formatNumber(Math.min(total, (page + 1) * rowsPerRequest));
        setProgress(slice.hasMore ? t`${read} so far` : t`${read} of ${formatNumber(total)}`);
      }
      saveCsv(`${csv.fileName}.csv`, lines);
    } catch (failure) {
      toaster.error(failureMessage(asFailed(asDataError(failure)), t`The file was not created`));
    } finally {
      setProgress(undefined);
    }
  }
  return (
    <Button size="sm" variant="outline" disabled={progress !== undefined} onClick={() => void download()}>
      {progress ?? t`Download CSV`}
    </Button>
  );
}
