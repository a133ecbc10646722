import { useMemo } from 'react';
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
  type Updater,
} from '@tanstack/react-table';
import type { DataTableProps } from './types.ts';
import { useColumnVisibility } from './useColumnVisibility.ts';

/** The server filters, sorts and pages; the browser keeps selection, sort and visible columns. */
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
export type RecordFeatures = typeof features;
export type RecordTable<Row extends object> = ReactTable<RecordFeatures, Row>;

const noRows: never[] = [];
const apply = <T>(updater: Updater<T>, current: T): T => (updater instanceof Function ? updater(current) : updater);

/** The table model of one page of records. */
export function useRecordTable<Row extends object>(props: DataTableProps<Row>): RecordTable<Row> {
  const { columns, rows, rowId, sort, onSortChange, selected, onSelectedChange, rememberAs } = props;
  const [columnVisibility, setColumnVisibility] = useColumnVisibility(columns, rememberAs);
  const sorting = sort ? [{ id: sort.column, desc: sort.descending }] : [];
  const rowSelection: Record<string, true> = Object.fromEntries([...(selected ?? [])].map((id) => [id, true]));
  const isSortable = onSortChange !== undefined;
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<RecordFeatures, Row> => ({
        id: column.id,
        // TanStack Table sorts columns with an accessor only; the server does the sorting.
        accessorFn: () => null,
        header: column.header,
        enableSorting: Boolean(column.sortable && isSortable),
        enableHiding: Boolean(column.header) && column !== columns[0],
      })),
    [columns, isSortable],
  );
  return useTable({
    features,
    columns: defs,
    data: rows ?? noRows,
    getRowId: rowId,
    state: { sorting, rowSelection, columnVisibility },
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: selected !== undefined,
    onSortingChange: (updater) => {
      const [first] = apply(updater, sorting);
      if (first) onSortChange?.({ column: first.id, descending: first.desc });
    },
    onRowSelectionChange: (updater) => onSelectedChange?.(new Set(Object.keys(apply(updater, rowSelection)))),
    onColumnVisibilityChange: (updater) => setColumnVisibility(apply(updater, columnVisibility)),
  });
}
