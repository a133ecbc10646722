import type { Db } from '@masomo/data';
import { ExportButtons } from '../exports/ExportButtons.tsx';
import { allPages } from '../exports/tableExport.ts';
import type { RecordListOptions, ShownList } from './recordListTypes.ts';

/** A list that has no rows whatever is searched has nothing to download. */
export const isWithoutRows = <Row extends object>({ rows, isFiltered }: ShownList<Row>) => rows?.length === 0 && !isFiltered;

/** The download of a list that declares one: every row that its search and filters select, in its order. */
export function ListExport<Row extends object>({ options, shown }: { options: RecordListOptions<Row>; shown: ShownList<Row> }) {
  const { export: declared } = options;
  if (!declared || isWithoutRows(shown)) return null;
  const read = declared.read ?? ('query' in options ? (db: Db) => allPages(db, options.query, shown.filter) : undefined);
  return (
    <ExportButtons
      of={declared}
      rows={read ? (db) => read(db, shown.filter) : ('rows' in options && options.rows) || []}
      label={declared.label}
      total={shown.hasMore ? undefined : shown.total}
      disabled={shown.rows === undefined || shown.rows.length === 0}
    />
  );
}
