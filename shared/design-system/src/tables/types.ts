import type { ReactNode } from 'react';

export type DataTableColumn<Row> = {
  id: string;
  /** Empty for a column of actions. */
  header: string;
  /** Of all values of the column, such as `KES`: shown in the head, not in each row. */
  unit?: string;
  cell: (row: Row) => ReactNode;
  /** Set when the server can sort by this column; the id is what `onSortChange` reports. */
  sortable?: boolean;
  align?: 'start' | 'end';
  width?: string;
  /** Keeps a number, date or code on one line; end-aligned cells always are. */
  noWrap?: boolean;
  /** The sum of these rows, shown below the column; of a list with `totals` they come from there. */
  total?: (rows: readonly Row[]) => ReactNode;
  /** Hidden by default; needs `rememberAs` on the table. */
  isOptional?: boolean;
};

export type DataTableSort = { column: string; descending: boolean };

/** Rows in another form than a table, and what is shown until they are there. */
export type RowLayout<Row> = { rows: (rows: readonly Row[]) => ReactNode; pending: ReactNode };

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** The rows of this page; undefined during the first load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Accessible name of a row, e.g. for "Select Greenfield Academy". */
  rowLabel?: (row: Row) => string;
  /** How many rows match on all pages. */
  total: number;
  /** The rows were not counted: `total` of them are known and more follow. */
  hasMore?: boolean | undefined;
  /** Zero-based. */
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  /** Shows a select of page sizes. */
  onPageSizeChange?: (pageSize: number) => void;
  sort?: DataTableSort;
  onSortChange?: (sort: DataTableSort) => void;
  isLoading: boolean;
  /** Where the choice of columns and, on small screens, of the order is shown: null until that place is there; above the table without it. */
  toolsIn?: HTMLElement | null | undefined;
  /** How rows look that are no table, such as thumbnails. */
  layout?: RowLayout<Row> | undefined;
  error?: { userMessage: string } | undefined;
  onRetry?: () => unknown;
  empty: ReactNode;
  /** What all rows that match come to, by the id of a column; shown below the rows. */
  totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** Ids of the selected rows on all pages; makes rows selectable. */
  selected?: ReadonlySet<string>;
  onSelectedChange?: (selected: ReadonlySet<string>) => void;
  /** Bulk actions, shown while rows are selected. */
  bulkActions?: ReactNode;
  /** Opens a row by click, Enter or tap; rows are then focusable and arrow keys move between them. */
  onRowOpen?: (row: Row) => void;
  /** Shows a menu of columns and stores the choice in this browser under this name. */
  rememberAs?: string;
};
